// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window does with its parts: opening, loading, copying, dialogs.
#include "engine/plan/device_map_text.h"
#include "widgets/dialogs/devices_dialog.h"
#include "widgets/models/module_tree_model.h"
#include "widgets/models/table_unit.h"
#include "widgets/session/document.h"
#include "widgets/session/plan_view.h"
#include "widgets/support/icons.h"
#include "widgets/views/board_view.h"
#include "widgets/views/main_window.h"
#include "widgets/views/message_bar.h"
#include "widgets/views/model_panel.h"
#include "widgets/views/plan_panel.h"
#include "widgets/views/widget_style.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QSettings>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace stowage {
namespace {

constexpr int kMessageMs = 4000;
constexpr qsizetype kMaxRecent = 8;

const QString kRecentKey = QStringLiteral("recentFiles");

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

}  // namespace

void MainWindow::openPath(const QString& path) {
    m_openingPath = QFileInfo(path).absoluteFilePath();
    m_document->open(m_openingPath);
}

void MainWindow::showModel() {
    const ModuleTree* tree = m_document->tree();
    if (tree == nullptr) {
        setWindowTitle(tr("Stowage"));
        return;
    }
    m_messages->hide();
    setWindowTitle(tr("%1 — Stowage").arg(m_document->displayName()));
    m_modelName->setText(m_document->displayName());
    m_modelName->setToolTip(m_document->path());
    m_modelFigures->setText(QStringLiteral("%1 · %2 · %3")
                                .arg(sizeText(static_cast<double>(tree->totalBytes())),
                                     dtypeText(*tree), formatCount(tree->totalParameters())));
    if (!m_document->checkpoint()->warnings.empty()) {
        m_messages->showMessage(MessageBar::Kind::Warning,
                                QString::fromStdString(m_document->checkpoint()->warnings.front()));
    }
    if (!m_openingPath.isEmpty() && m_openingPath == m_document->path()) {
        QStringList recent = m_settings->value(kRecentKey).toStringList();
        recent.removeAll(m_openingPath);
        recent.prepend(m_openingPath);
        m_settings->setValue(kRecentKey, recent.mid(0, kMaxRecent));
        rebuildRecentMenu();
    }
}

LoadMethod MainWindow::method() const {
    return static_cast<LoadMethod>(m_method->currentData().toInt());
}

void MainWindow::setMethod(LoadMethod method) {
    m_method->setCurrentIndex(m_method->findData(static_cast<int>(method)));
    m_plan->setMethod(method);
}

void MainWindow::showLoadState() {
    if (m_loadButton == nullptr) {
        return;
    }
    const LoadState state = m_controller->state();
    const bool running = m_controller->isRunning();
    const bool moving = state == LoadState::Loading || state == LoadState::Paused;
    const bool canLoad = m_document->plan() != nullptr && m_document->checkpoint() != nullptr &&
                         !m_document->checkpoint()->tensors.empty();
    m_load->setEnabled(canLoad && !running);
    m_pause->setEnabled(moving);
    m_pause->setText(state == LoadState::Paused ? tr("Resume") : tr("Pause"));
    m_cancel->setEnabled(moving || state == LoadState::Preparing);
    m_unload->setEnabled(state == LoadState::Loaded);
    m_method->setEnabled(!running);
    m_loadButton->setEnabled(canLoad || running);
    m_loadButton->setChecked(running);
    setStyleProperty(m_loadButton, "primary", !running);
    m_loadButton->setToolTip(canLoad ? tr("Load the weights to where the plan puts them")
                                     : tr("Open a model with weights first"));
    const Tokens& tokens = m_theme->tokens();
    m_loadButton->setIcon(running || !canLoad
                              ? m_theme->icon(QStringLiteral("load"))
                              : makeIcon(QStringLiteral("load"), {.stroke = tokens.accentText,
                                                                  .disabled = tokens.secondaryText,
                                                                  .ground = tokens.accent}));
    if (!moving) {
        m_fractions.reset();
        m_board->setLoadProgress({});
        m_model->model()->setLoadProgress({});
    }
    showLoadProgress();
}

void MainWindow::showLoadProgress() {
    const LoadState state = m_controller->state();
    const Progress& progress = m_controller->progress();
    const int percent = progress.bytesTotal == 0
                            ? 0
                            : static_cast<int>(progress.bytesDone * 100 / progress.bytesTotal);
    // "naive" counts through the bytes in each of its phases; the panel names the phase.
    const bool onePhase = m_controller->schedule() == nullptr ||
                          m_controller->schedule()->method == LoadMethod::Streamed;
    switch (state) {
        case LoadState::Preparing:
            m_loadButton->setText(tr("Preparing…"));
            break;
        case LoadState::Loading:
            m_loadButton->setText(onePhase ? tr("Loading, %1 %").arg(percent) : tr("Loading…"));
            break;
        case LoadState::Paused:
            m_loadButton->setText(onePhase ? tr("Paused, %1 %").arg(percent) : tr("Paused"));
            break;
        case LoadState::Cancelling:
            m_loadButton->setText(tr("Cancelling…"));
            break;
        case LoadState::Unloading:
            m_loadButton->setText(tr("Unloading…"));
            break;
        case LoadState::Idle:
        case LoadState::Loaded:
            m_loadButton->setText(tr("Load"));
            break;
    }
    m_loadButton->setAccessibleName(m_loadButton->text());
    const bool moving = state == LoadState::Loading || state == LoadState::Paused;
    // The figures are those of the load's own plan; another model has other modules.
    const auto schedule = m_controller->schedule();
    if (!moving || schedule == nullptr || m_document->plan() == nullptr ||
        schedule->plan->request.tree != m_document->plan()->request.tree) {
        return;
    }
    if (m_fractions == nullptr) {
        m_fractions = std::make_shared<LoadFractions>(schedule);
        const auto fraction = [fractions = m_fractions](ModuleId module) {
            return fractions->of(module);
        };
        m_board->setLoadProgress(fraction);
        m_model->model()->setLoadProgress(fraction);
    }
    m_fractions->setProgress(progress.bytesDone, progress.bytesTotal);
    m_model->repaintProgress();
}

void MainWindow::copyAsPython() {
    const auto plan = m_document->plan();
    if (plan == nullptr) {
        return;
    }
    // What a limit means in Accelerate is the budget as given, not what a strategy made of it.
    const std::string snippet =
        pythonSnippet(plan->map, plan->request.budgets, m_document->path().toStdString());
    QApplication::clipboard()->setText(QString::fromStdString(snippet));
    statusBar()->showMessage(tr("Copied: the device map and the from_pretrained line, as Python"),
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

void MainWindow::editDevices() {
    auto* dialog = new DevicesDialog(m_document->devices(), m_theme, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        if (m_document->plan() == nullptr) {
            m_document->setDevices(dialog->devices());
        } else {
            m_document->edit(SetDevicesEdit{dialog->devices()});
        }
    });
    dialog->open();
}

void MainWindow::showAbout() {
    auto* dialog = new QDialog(this);
    dialog->setObjectName(QStringLiteral("about_dialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("About Stowage"));
    auto* text = new QLabel(
        tr("<b>Stowage %1</b><br>Plans where a neural network's weights go, loads them, and shows "
           "what the memory really does.<br><br>Free software under the GNU General Public "
           "License, version 3 or later.<br>With Qt %2.")
            .arg(QApplication::applicationVersion(), QLatin1String(qVersion())),
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
