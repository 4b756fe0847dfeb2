// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/machines/machines_feature.h"

#include "engine/checkpoint/open_options_json.h"
#include "engine/plan/quantized_plan.h"
#include "widgets/document/document.h"
#include "widgets/document/model_texts.h"
#include "widgets/document/plan_view.h"
#include "widgets/history/history_feature.h"
#include "widgets/load/load_controller.h"
#include "widgets/load/load_feature.h"
#include "widgets/machines/machine_connection.h"
#include "widgets/machines/machines.h"
#include "widgets/machines/machines_panel.h"
#include "widgets/machines/stages_dialog.h"
#include "widgets/open/open_feature.h"
#include "widgets/run/run_controller.h"
#include "widgets/run/run_feature.h"
#include "widgets/run/run_fields.h"
#include "widgets/run/run_panel.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/message_bar.h"
#include "widgets/support/translation.h"

#include <nlohmann/json.hpp>

#include <QAction>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>

#include <utility>

namespace stowage {
MachinesFeature::MachinesFeature(const FeatureParts& parts, const Others& others, QString program)
    : Feature(parts),
      m_open(others.open),
      m_load(others.load),
      m_run(others.run),
      m_program(std::move(program)),
      m_machines(keptBy<Machines>(parts.keeper, m_document, others.history->store(), m_settings)),
      m_add(makeAction(QStringLiteral("add_machine_action"), tr("Add Machine…"), {})),
      m_stages(makeAction(QStringLiteral("run_stages_action"), tr("Run in Stages…"), {})) {
    m_add->setToolTip(tr("Add another machine, reachable over ssh, that loads and runs models"));
    connect(m_add, &QAction::triggered, this, &MachinesFeature::addMachine);
    connect(m_stages, &QAction::triggered, this, &MachinesFeature::runInStages);
}

QList<DockContent> MachinesFeature::docks() {
    const auto makePanel = [this](QWidget* parent) {
        const auto whyNot = [this](const Machine& machine) { return whyNotLoaded(machine); };
        m_panel = new MachinesPanel(m_machines, whyNot, m_theme, parent);
        return m_panel;
    };
    return {{DockPlace::Machines, Qt::BottomDockWidgetArea, QStringLiteral("machines_dock"),
             tr("Machines"), makePanel}};
}

QList<QAction*> MachinesFeature::menuActions(MenuSection section) {
    return section == MenuSection::PlanStrategy ? QList<QAction*>{m_add}
           : section == MenuSection::RunControl ? QList<QAction*>{m_stages}
                                                : QList<QAction*>();
}

void MachinesFeature::start() {
    connect(m_panel, &MachinesPanel::addRequested, this, &MachinesFeature::addMachine);
    connect(m_panel, &MachinesPanel::removeRequested, this, &MachinesFeature::removeMachine);
    connect(m_panel, &MachinesPanel::installRequested, this, &MachinesFeature::offerInstall);
    connect(m_panel, &MachinesPanel::openRequested, this, &MachinesFeature::openThere);
    connect(m_panel, &MachinesPanel::loadRequested, this, [this](Machine* machine, bool force) {
        if (auto task = taskFor(*machine)) {
            task->method = m_load->method();
            if (task->method) {
                (*task->members)["method"] = loadMethodName(*task->method);
            }
            if (const auto limit = m_load->ramLimit()) {
                (*task->members)["ram_limit"] = std::to_string(*limit) + "B";
            }
            if (force) {
                (*task->members)["force"] = true;
            }
            if (m_load->verifyAction()->isChecked()) {
                (*task->members)["verify"] = true;
            }
            machine->load().load(std::move(*task));
        }
    });
    connect(m_panel, &MachinesPanel::runRequested, this,
            [this](Machine* machine, const QString& prompt, int generate) {
                static const QRegularExpression kTokens(QStringLiteral("^[0-9,\\s]+$"));
                if (auto task = taskFor(*machine)) {
                    const bool areTokens = kTokens.match(prompt).hasMatch();
                    (*task->members)[areTokens ? "tokens" : "prompt_text"] = prompt.toStdString();
                    (*task->members)["generate"] = generate;
                    machine->load().run(std::move(*task));
                }
            });
    connect(m_machines, &Machines::machineChanged, this, &MachinesFeature::showOpening);
    connect(m_machines, &Machines::failed, this, [this](const QString& sentence, ErrorCode code) {
        m_messages->showMessage(MessageBar::Kind::Error, sentence);
        m_messages->addHelp(code);
    });
    connect(m_machines, &Machines::modelCopied, this,
            [this](Machine*, const QString& path, const OpenOptions& options) {
                m_opening = QDir::cleanPath(path);
                m_open->openPath(m_opening, options);
            });
    connect(m_open, &OpenFeature::thereRequested, this, &MachinesFeature::chooseThere);
    connect(m_open, &OpenFeature::farChosen, this,
            [this](const QString& host, const QString& path) {
                Machine* const machine = m_machines->add(host);
                show();
                m_panel->choose(machine);
                machine->connection().open();
                machine->openModel(path);
            });
    connect(m_machines, &Machines::gpusChosen, this, [this](Machine* machine) {
        if (machine == m_machines->ofModel()) {
            planFor(*machine);
        }
    });
    connect(m_document, &Document::modelChanged, this, [this] {
        const Machine* const machine = m_machines->ofModel();
        m_awaited.reset();
        if (std::exchange(m_opening, {}) == m_document->path() && machine != nullptr) {
            const auto plan = m_document->plan();
            m_awaited = plan == nullptr ? 1 : plan->revision + 1;
            planFor(*machine);
        }
    });
    connect(m_document, &Document::planChanged, this, [this] {
        const auto plan = m_document->plan();
        if (m_awaited && plan != nullptr && plan->revision >= *m_awaited) {
            m_awaited.reset();
            Q_EMIT devicesTaken();
        }
    });
    connect(m_document, &Document::planChanged, m_panel, &MachinesPanel::refresh);
    connect(m_run->controller(), &RunController::abilityChanged, this,
            &MachinesFeature::showStagesAction);
    showStagesAction();
    // What another window began goes on in this one.
    for (const auto& machine : m_machines->all()) {
        showOpening(machine.get());
    }
    if (auto* const install = m_machines->findChild<InstallThere*>(); install != nullptr) {
        follow(install);
        showInstalling();
    }
}

void MachinesFeature::show() {
    constexpr int kDockHeight = 330;
    Q_EMIT dockRequested(DockPlace::Machines, px(kDockHeight));
}

void MachinesFeature::addMachine() {
    auto* dialog = withName(new QInputDialog(m_window), "add_machine_dialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Add a machine"));
    dialog->setLabelText(
        tr("The name that ssh uses for the machine, for example gpu1 or me@gpu1.example.org. If "
           "stowagectl is missing\non that machine, “Install There…” can copy it. Only the name is "
           "stored. Stowage connects only when you request it."));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& text) {
        const QString host = text.trimmed();
        if (const QString problem = hostProblem(host); !problem.isEmpty()) {
            m_messages->showMessage(MessageBar::Kind::Error, problem);
            return;
        }
        Machine* const machine = m_machines->add(host);
        show();
        m_panel->choose(machine);
    });
    dialog->open();
    nameParts(*dialog, QStringLiteral("add_machine"));
    addDialogHelp(dialog->findChild<QDialogButtonBox*>());
}

/// Asks first where that gives something back which took a while to get there.
void MachinesFeature::removeMachine(Machine* machine) {
    if (machine->load().state() == RemoteLoad::State::Idle) {
        m_machines->remove(machine);
        return;
    }
    auto* const box =
        withName(new QMessageBox(QMessageBox::NoIcon, tr("Remove a machine"),
                                 tr("Remove %1? Loads and runs that you started on that machine "
                                    "are stopped, and their memory is released.")
                                     .arg(machine->host()),
                                 QMessageBox::Ok | QMessageBox::Cancel, m_window),
                 "remove_machine");
    box->setAttribute(Qt::WA_DeleteOnClose);
    withName(box->button(QMessageBox::Ok), "remove_machine_ok")->setText(tr("Remove"));
    withName(box->button(QMessageBox::Cancel), "remove_machine_cancel");
    connect(box, &QMessageBox::finished, machine, [this, machine](int button) {
        if (button == QMessageBox::Ok) {
            m_machines->remove(machine);
        }
    });
    box->open();
}

void MachinesFeature::offerInstall(Machine* machine) {
    const InstallFiles& files = m_machines->installFiles();
    if (files.stowagectl.isEmpty() || m_install != nullptr) {
        m_messages->showMessage(
            MessageBar::Kind::Error,
            m_install != nullptr
                ? tr("Only one installation can run at a time: wait until the current installation "
                     "is finished.")
                : tr("stowagectl cannot be copied: no stowagectl was found next to this program."));
        return;
    }
    const QString question =
        tr("Copy this program's stowagectl (%1) to %2, into ~/.local? Everything else that "
           "stowagectl needs, including LibTorch for loads, must already be installed on that "
           "machine.")
            .arg(sizeText(static_cast<double>(files.bytes())), machine->host());
    auto* const box =
        withName(new QMessageBox(QMessageBox::NoIcon, tr("Install stowagectl"), question,
                                 QMessageBox::Ok | QMessageBox::Cancel, m_window),
                 "install_there");
    box->setAttribute(Qt::WA_DeleteOnClose);
    withName(box->button(QMessageBox::Ok), "install_there_ok")->setText(tr("Copy"));
    withName(box->button(QMessageBox::Cancel), "install_there_cancel");
    connect(box, &QMessageBox::finished, machine, [this, machine](int button) {
        if (button == QMessageBox::Ok) {
            installThere(machine->host());
        }
    });
    box->open();
}

void MachinesFeature::installThere(const QString& host) {
    auto* const install = new InstallThere(
        host,
        [command = m_machines->command(), host](const QString& line) {
            return command(host, line);
        },
        m_machines->installFiles(), m_machines);
    follow(install);
    install->start();
}

void MachinesFeature::follow(InstallThere* install) {
    m_install = install;
    connect(install, &InstallThere::progressed, this, &MachinesFeature::showInstalling);
    connect(install, &InstallThere::finished, this, [this, install](const QString& problem) {
        m_messages->clearProgress();
        m_install = nullptr;
        install->setParent(nullptr);  // no further window finds it
        install->deleteLater();
        Machine* const machine = m_machines->find(install->host());
        if (!problem.isEmpty()) {
            m_messages->showMessage(MessageBar::Kind::Error, problem);
        } else if (machine != nullptr) {  // else it was removed meanwhile
            machine->connection().open();
        }
    });
}

void MachinesFeature::showInstalling() {
    m_messages->showProgress(m_install->doing(), -1, [install = m_install] {
        if (install != nullptr) {
            install->cancel();
        }
    });
}

RemoteFileDialog* MachinesFeature::showFilesOf(Machine* machine) {
    // Beside the open model, where it is one of that machine.
    const QString path =
        machine != m_machines->ofModel()
            ? QString()
            : QFileInfo(QString::fromStdString(m_document->checkpoint()->elsewhere->path)).path();
    auto* dialog = new RemoteFileDialog(&machine->connection(), path, m_theme, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
    return dialog;
}

void MachinesFeature::openThere(Machine* machine) {
    connect(showFilesOf(machine), &RemoteFileDialog::chosen, machine,
            [machine](const QString& path) { machine->openModel(path); });
}

void MachinesFeature::chooseThere(Companion companion) {
    Machine* const machine = m_machines->ofModel();
    const auto checkpoint = m_document->checkpoint();
    if (checkpoint == nullptr || checkpoint->elsewhere == nullptr) {
        return;  // another model was opened while the menu was open
    }
    if (machine == nullptr || !machine->connection().isConnected()) {
        const std::string& host = checkpoint->elsewhere->machine;
        show();
        m_panel->choose(machine);
        m_messages->showMessage(MessageBar::Kind::Error,
                                tr("Connect to %1 first: adapters and other files for the model "
                                   "are chosen on that machine.")
                                    .arg(QString::fromStdString(host)));
        return;
    }
    RemoteFileDialog* const dialog = showFilesOf(machine);
    dialog->askFor(companion);
    connect(dialog, &RemoteFileDialog::chosen, machine,
            [this, machine, companion](const QString& path) {
                if (machine == m_machines->ofModel()) {  // else another model was opened meanwhile
                    const std::string& model = m_document->checkpoint()->elsewhere->path;
                    machine->openModel(QString::fromStdString(model),
                                       m_open->with(companion, path));
                }
            });
}

void MachinesFeature::showOpening(Machine* machine) {
    if (machine->isOpening()) {
        m_shown = machine;
        const QString text = tr("Reading the headers of a model on %1…").arg(machine->host());
        const std::uint64_t bytes = machine->receivedBytes();
        m_messages->showProgress(bytes == 0 ? text : text + QLatin1Char(' ') + sizeText(bytes), -1,
                                 [shown = m_shown] {
                                     if (shown != nullptr) {
                                         shown->cancelOpening();
                                     }
                                 });
    } else if (!machine->isOpening() && m_shown == machine) {
        m_shown = nullptr;
        m_messages->clearProgress();
    }
}

void MachinesFeature::planFor(const Machine& machine) {
    m_document->edit(devicesOf(machine.devices(), m_document->devices()));
}

QString MachinesFeature::whyNotLoaded(const Machine& machine) const {
    const auto plan = m_document->plan();
    if (plan == nullptr || m_machines->ofModel() != &machine) {
        return tr("Open a model on %1 first.").arg(machine.host());
    }
    const PlacementRequest& request = plan->request;
    // That it is not for this machine is no reason against loading it on that one.
    if (const auto anywhere = whyNotLoadedAnywhere(request)) {
        return translated(*anywhere);
    }
    if (request.constraints.quantization) {
        return translated(quantizedLoadRefusal(*plan));
    }
    if (m_document->view()->loadIssue) {
        return translated(m_document->view()->loadIssue->text);
    }
    return whyNotThere(machine.host());
}

QString MachinesFeature::whyNotThere(const QString& host) const {
    const std::string& model = m_document->checkpoint()->path;
    const auto isHere = [&model](Companion companion, const std::string& path) {
        return !path.empty() && companionPlace(model, companion, path) == path;
    };
    const OpenOptions& options = m_document->openOptions();
    for (const NamedPath& adapter : options.adapters) {
        if (isHere(Companion::Adapter, adapter.path)) {
            return tr("The adapter %1 is on this machine, but the model is on %2. Copy the adapter "
                      "to that machine, remove the local adapter from the plan, and add the copy "
                      "(File ▸ Plan Together With).")
                .arg(QString::fromStdString(adapter.path), host);
        }
    }
    for (const NamedPath& tenant : options.tenants) {
        if (isHere(Companion::Tenant, tenant.path)) {
            return tr("The additional model %1 is on this machine, but the open model is on %2. "
                      "Copy the additional model to that machine, remove the local one from the "
                      "plan, and add the copy (File ▸ Plan Together With).")
                .arg(QString::fromStdString(tenant.path), host);
        }
    }
    return isHere(Companion::TreeFile, options.treeFile)
               ? tr("The module tree %1 is on this machine, but the model is on %2. Copy the "
                    "module tree to that machine, and compare the keys with the copy (Model facts "
                    "▸ Keys).")
                     .arg(QString::fromStdString(options.treeFile), host)
               : QString();
}

std::optional<RemoteTask> MachinesFeature::taskFor(const Machine& machine) {
    LoadProcessRequest order;
    order.plan = m_document->plan();
    order.model = QString::fromStdString(m_document->checkpoint()->elsewhere->path);
    order.opening = m_document->openOptions();
    auto members = loadJob(order);
    if (!members) {
        m_messages->showMessage(MessageBar::Kind::Error,
                                tr("A load on %1 cannot use real and simulated GPUs together: "
                                   "remove one kind of GPU from the plan.")
                                    .arg(machine.host()));
        return std::nullopt;
    }
    return RemoteTask{order.plan, order.model, m_document->displayName(),
                      std::make_shared<nlohmann::ordered_json>(std::move(*members))};
}

QString MachinesFeature::whyNoStages() const {
    const auto checkpoint = m_document->checkpoint();
    if (checkpoint == nullptr || m_document->plan() == nullptr) {
        return tr("Open a model with weights first.");
    }
    // Where its weights are elsewhere there are some.
    const QString nothing = checkpoint->elsewhere != nullptr
                                ? QString()
                                : whyNothingToLoad(*checkpoint, m_document->config().get());
    if (!nothing.isEmpty()) {
        return nothing;
    }
    const RunController& runs = *m_run->controller();
    if (m_controller->model() != nullptr &&
        !isOfShownModel(m_controller->schedule(), *m_document)) {
        return tr("The loaded model is not the one shown: unload it first.");
    }
    if (!runs.traits()) {
        return runs.refusal().isEmpty()
                   ? tr("Stowage is still checking whether this model can be run.")
                   : runs.refusal();
    }
    return runs.traits()->layers < 2 ? tr("A run in stages needs a model with at least two layers.")
                                     : QString();
}

void MachinesFeature::showStagesAction() {
    const QString why = whyNoStages();
    m_stages->setEnabled(why.isEmpty());
    m_stages->setToolTip(
        why.isEmpty()
            ? tr("Run the layers of %1 in several processes, on this machine and on other machines")
                  .arg(m_document->displayName())
            : why);
}

void MachinesFeature::runInStages() {
    const Checkpoint& checkpoint = *m_document->checkpoint();
    StagesModel model{.path = QFileInfo(m_document->path()).absoluteFilePath(),
                      .host = {},
                      .layers = m_run->controller()->traits()->layers,
                      .members = {{"open", openOptionsToJson(m_document->openOptions())}}};
    const PlacementConstraints& constraints = m_document->plan()->request.constraints;
    if (constraints.dtype) {
        model.members["dtype"] = dtypeName(*constraints.dtype);
    }
    if (!constraints.quantization) {  // otherwise a config.json may declare one
        model.members["quantize"] = "none";
    }
    if (checkpoint.elsewhere != nullptr) {
        model.path = QString::fromStdString(checkpoint.elsewhere->path);
        model.host = QString::fromStdString(checkpoint.elsewhere->machine);
    }
    QStringList machines;
    for (const auto& machine : m_machines->all()) {
        machines.append(machine->host());
    }
    if (m_stagesDialog == nullptr) {
        m_stagesDialog = new StagesDialog(m_program, m_theme, m_window);
    }
    const RunRequest asked = m_run->panel()->options().request;
    m_stagesDialog->openFor(model, machines, promptTokensText(asked.tokens),
                            static_cast<int>(asked.generate));
}

}  // namespace stowage
