// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window does with its parts: copying, dialogs.
#include "engine/base/build_info.h"
#include "engine/checkpoint/find_pretrained_source.h"
#include "engine/checkpoint/key_check.h"
#include "engine/checkpoint/key_proposals.h"
#include "engine/model/quantization_names.h"
#include "engine/plan/python_script.h"
#include "widgets/dialogs/devices_dialog.h"
#include "widgets/dialogs/shortcuts_dialog.h"
#include "widgets/models/config_texts.h"
#include "widgets/models/fact_texts.h"
#include "widgets/models/module_tree_model.h"
#include "widgets/models/table_unit.h"
#include "widgets/session/config_origin.h"
#include "widgets/session/document.h"
#include "widgets/session/plan_view.h"
#include "widgets/support/icons.h"
#include "widgets/views/board_view.h"
#include "widgets/views/first_steps_card.h"
#include "widgets/views/main_window.h"
#include "widgets/views/message_bar.h"
#include "widgets/views/model_panel.h"
#include "widgets/views/plan_actions.h"
#include "widgets/views/plan_panel.h"
#include "widgets/views/recent_files.h"
#include "widgets/views/widget_style.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QMenuBar>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

constexpr int kMessageMs = 4000;

QString dtypeText(const ModuleTree& tree) {
    std::optional<DType> common;
    for (const TensorSpec& tensor : tree.tensors()) {
        if (tensor.kind != TensorKind::Parameter) {
            continue;
        }
        if (common && *common != tensor.dtype) {
            return MainWindow::tr("mixed types");
        }
        common = tensor.dtype;
    }
    const std::string_view name = common ? dtypeName(*common) : std::string_view("no parameters");
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString plannedDtypeText(const PlacementPlan& plan) {
    const PlacementConstraints& constraints = plan.request.constraints;
    const std::string_view name = constraints.quantization
                                      ? quantizationName(constraints.quantization->method)
                                  : constraints.dtype ? dtypeName(*constraints.dtype)
                                                      : std::string_view();
    return name.empty() ? dtypeText(*plan.request.tree)
                        : QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

/// Keys that differ from the known model, with the best renaming as a button that opens again.
void showKeyCheck(Document* document, MessageBar* messages) {
    const std::shared_ptr<const KeyCheck> check = document->checkpoint()->keyCheck;
    if (check != nullptr && check->agrees()) {
        return;
    }
    const auto unwrapping = proposeUnwrapping(*document->checkpoint());
    if (check == nullptr && !unwrapping) {
        return;
    }
    const QString sentence = check != nullptr ? keyCheckWords(*check) : unwrapWords(*unwrapping);
    if (check != nullptr && check->proposals.empty()) {
        messages->showMessage(MessageBar::Kind::Warning, sentence);
        return;
    }
    const KeyRename rename = check != nullptr ? check->proposals.front() : *unwrapping;
    OpenOptions renamed = document->openOptions();
    renamed.renames.push_back(rename);
    messages->showMessage(
        MessageBar::Kind::Warning, sentence, renameWords(rename),
        [document, renamed, path = document->path()] { document->open(path, renamed); });
}

}  // namespace

void MainWindow::showModel() {
    const ModuleTree* tree = m_document->tree();
    if (tree == nullptr) {
        setWindowTitle(tr("Stowage"));
        return;
    }
    m_messages->hide();
    setWindowTitle(tr("%1 — Stowage").arg(m_document->displayName()));
    m_modelName->setText(m_document->displayName());
    m_modelName->setToolTip(Document::isTypedPath(m_document->path()) ? QString()
                                                                      : m_document->path());
    showOpenNotes();
    showKeyCheck(m_document, m_messages);
    showWeightless();
    if (!m_openingPath.isEmpty() && m_openingPath == m_document->path() &&
        !Document::isTypedPath(m_openingPath)) {
        m_recent->add(m_openingPath);
    }
}

/// What the plan makes of the model: its size is that of the plan's dtype and quantisation.
void MainWindow::showModelFigures() {
    const PlacementPlan& plan = *m_document->plan();
    const ModuleTree& tree = *plan.request.tree;
    QStringList parts{sizeText(m_document->view()->plannedBytes), plannedDtypeText(plan),
                      formatCount(tree.totalParameters())};
    if (const QString words =
            weightlessWords(*m_document->checkpoint(), m_document->config().get());
        !words.isEmpty()) {
        parts.append(words);
    }
    m_modelFigures->setText(parts.join(QStringLiteral(" · ")));
}

void MainWindow::copyAsPython() {
    const auto plan = m_document->plan();
    if (plan == nullptr) {
        return;
    }
    const auto& config = m_document->config();
    const PretrainedSource source = findPretrainedSource(
        *m_document->checkpoint(), m_document->openOptions(),
        m_document->displayName().toStdString(), config == nullptr ? std::string() : config->text);
    QApplication::clipboard()->setText(QString::fromStdString(pythonScript(*plan, source)));
    statusBar()->showMessage(notExpressed(*plan, source).empty()
                                 ? tr("Copied: the plan as Python that loads the model")
                                 : tr("Copied: the plan as Python; its comments say what it lacks"),
                             kMessageMs);
}

void MainWindow::selectAllBlocks() {
    const auto plan = m_document->plan();
    if (plan == nullptr) {
        return;
    }
    std::vector<ModuleId> modules;
    for (const BoardBlock& block : m_document->view()->board->blocks) {
        modules.push_back(block.module);
    }
    m_document->select(std::move(modules));
}

void MainWindow::planAgain() {
    if (const auto plan = m_document->plan()) {
        statusBar()->showMessage(planAgainText(*plan), kMessageMs);
        m_document->edit(ReplanEdit{});
    }
}

void MainWindow::editDevices() {
    const auto isGpu = [](const DeviceInfo& device) { return device.id.isGpu(); };
    // GPUs came or went since, as when hiding was undone: the hidden ones are among them.
    if (std::cmp_not_equal(std::ranges::count_if(m_document->devices(), isGpu), m_seenGpus)) {
        m_hiddenGpus.clear();
    }
    auto* dialog = new DevicesDialog(m_document->devices(), m_theme, this, m_hiddenGpus);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, isGpu] {
        m_hiddenGpus = dialog->hidden();
        m_seenGpus = static_cast<std::size_t>(std::ranges::count_if(dialog->devices(), isGpu));
        if (m_document->plan() == nullptr) {
            m_document->setDevices(dialog->devices());
        } else {
            m_document->edit(SetDevicesEdit{dialog->devices(), dialog->places()});
        }
    });
    dialog->open();
}

void MainWindow::showShortcuts() {
    auto* dialog = new ShortcutsDialog(menuBar(), m_theme, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::connectFirstSteps() {
    connect(m_firstSteps, &FirstStepsCard::openRequested, m_open, &QAction::trigger);
    connect(m_firstSteps, &FirstStepsCard::devicesRequested, m_devices, &QAction::trigger);
    connect(m_firstSteps, &FirstStepsCard::shortcutsRequested, this, &MainWindow::showShortcuts);
}

void MainWindow::showAbout() {
    const BuildInfo info = buildInfo();
    const auto fromView = [](std::string_view text) {
        return QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
    };
    auto* dialog = new QDialog(this);
    dialog->setObjectName(QStringLiteral("about_dialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("About Stowage"));
    auto* text = new QLabel(
        tr("<b>Stowage %1</b><br>Plans where a neural network's weights go, loads them, and shows "
           "what the memory really does.<br><br>Free software under the GNU General Public "
           "License, version 3 or later.<br>With LibTorch %2 and Qt %3. Device maps follow the "
           "rules "
           "of Accelerate %4 and transformers %5.")
            .arg(QApplication::applicationVersion(), fromView(info.libtorch),
                 QLatin1String(qVersion()), fromView(info.accelerate), fromView(info.transformers)),
        dialog);
    text->setTextFormat(Qt::RichText);
    text->setWordWrap(true);
    text->setMinimumWidth(360);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    auto* layout = new QVBoxLayout(dialog);
    layout->setContentsMargins(20, 20, 20, 16);
    layout->setSpacing(16);
    layout->addWidget(text);
    layout->addWidget(buttons);
    dialog->open();
}

}  // namespace stowage
