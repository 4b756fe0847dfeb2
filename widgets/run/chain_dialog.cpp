// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/chain_dialog.h"

#include "widgets/document/document.h"
#include "widgets/load/load_controller.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/tables.h"
#include "widgets/support/translation.h"

#include <QCheckBox>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QTableWidget>

#include <utility>

namespace stowage {
namespace {

QString labelOf(DeviceId device) {
    return translated(deviceLabel(device));
}

/// Files are told apart by their folder: most are called alike.
QString nameOf(const QString& path) {
    const QFileInfo info(QDir::cleanPath(path));
    return info.suffix().isEmpty() ? info.fileName()
                                   : info.dir().dirName() + u'/' + info.fileName();
}

double chainFraction(const Progress& progress) {
    const bool isLoad = progress.phase == "load";
    const std::uint64_t total = isLoad ? progress.bytesTotal : progress.itemsTotal;
    const std::uint64_t done = isLoad ? progress.bytesDone : progress.itemsDone;
    return total == 0 ? 0 : static_cast<double>(done) / static_cast<double>(total);
}

}  // namespace

ChainDialog::ChainDialog(LoadController* loads, FileDialogs* dialogs, const Theme* theme,
                         QWidget* parent)
    : QDialog(parent),
      m_chain(new ChainController(loads, this)),
      m_dialogs(dialogs),
      m_theme(theme),
      m_request(withName(new ProseLabel(this), "chain_request")),
      m_notice(makeSentence(this, "chain_notice", theme->font(TextRole::Tree))),
      m_progress(makeProgressBar(this, "chain_progress", tr("Progress of the chain"))) {
    constexpr int kWidth = 760;
    setObjectName(QStringLiteral("chain_dialog"));
    setWindowTitle(tr("Run as a Chain"));
    m_request->setForegroundRole(QPalette::PlaceholderText);
    m_request->setFont(theme->font(TextRole::Tree));
    m_progress->setRange(0, kProgressSteps);
    makeTable();
    auto* layout = makeColumn(this, kGap, QMargins() + metrics::kPadding);
    addWidgets(layout, {makeModels(), m_request});
    layout->addWidget(m_table, 1);
    addWidgets(layout, {m_progress, m_notice, makeButtons()});
    resizeDialog(this, QSize(kWidth, kHeight));
    connect(m_chain, &ChainController::changed, this, &ChainDialog::showState);
    connect(m_chain, &ChainController::progressed, this, &ChainDialog::showProgress);
    showState();
}

QWidget* ChainDialog::makeModels() {
    m_models = new QWidget(this);
    auto* row = makeRow(m_models, kGap);
    m_line = withName(new QLineEdit(m_models), "chain_line",
                      tr("Models in the order in which they run"));
    m_line->setPlaceholderText(tr("models in order, such as a,b*50,c"));
    m_line->setToolTip(
        tr("Files or folders separated by commas. b*50 calls the model b 50 times; the model "
           "remains on its device between the calls."));
    m_line->setFont(m_theme->font(TextRole::Tree));
    row->addWidget(m_line, 1);
    QPushButton* file =
        addButton(m_models, "chain_add_file", tr("Add a File…"), m_theme->font(TextRole::Tree));
    QPushButton* folder =
        addButton(m_models, "chain_add_folder", tr("Add a Folder…"), m_theme->font(TextRole::Tree));
    m_passOn = withName(new QCheckBox(tr("Pass tokens on"), m_models), "chain_pass_on");
    m_passOn->setToolTip(
        tr("Each model that accepts tokens receives the tokens of the previous model, including "
           "the generated tokens"));
    m_passOn->setFont(m_theme->font(TextRole::Tree));
    row->addWidget(m_passOn);
    const auto add = [this](const QString& path) { addModel(path); };
    connect(file, &QPushButton::clicked, this, [this, add] {
        m_dialogs->openFile(this, m_chain->loads()->document()->folder(), add);
    });
    connect(folder, &QPushButton::clicked, this, [this, add] {
        m_dialogs->openFolder(this, m_chain->loads()->document()->folder(), add);
    });
    connect(m_line, &QLineEdit::textChanged, this,
            [this] { setStyleProperty(m_line, "invalid", false); });
    return m_models;
}

void ChainDialog::makeTable() {
    m_table = withName(new QTableWidget(this), "chain_steps", tr("Results of each model"));
    setUpRows(m_table, metrics::kTableRow);
    setColumns(m_table,
               {tr("Model"), tr("Times"), tr("Moved to"), tr("In"), tr("Ran in"), tr("Peak there"),
                tr("Held after"), tr("Tokens")},
               {1, 2, 3, 4, 5, 6});
    m_table->setFont(m_theme->font(TextRole::Tree));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
}

QWidget* ChainDialog::makeButtons() {
    auto* row = new QWidget(this);
    auto* layout = makeRow(row, kGap);
    addDialogHelp(row, m_theme->font(TextRole::Tree));
    m_offload = addButton(row, "chain_offload", tr("Offload"), m_theme->font(TextRole::Tree));
    m_offload->setToolTip(tr("Move the model from the GPU back to the CPU"));
    layout->addStretch(1);
    QPushButton* close = addButton(row, "chain_close", tr("Close"), m_theme->font(TextRole::Tree));
    m_pause = addButton(row, "chain_pause", tr("Pause"), m_theme->font(TextRole::Tree));
    m_cancel = addButton(row, "chain_cancel", tr("Cancel"), m_theme->font(TextRole::Tree));
    m_run = addButton(row, "chain_run", tr("Run"), m_theme->font(TextRole::Tree));
    m_run->setProperty("primary", true);
    m_run->setDefault(true);
    connect(m_offload, &QPushButton::clicked, m_chain, &ChainController::offload);
    connect(close, &QPushButton::clicked, this, &ChainDialog::reject);
    connect(m_pause, &QPushButton::clicked, m_chain, [this] {
        m_chain->state() == ChainState::Paused ? m_chain->resume() : m_chain->pause();
    });
    connect(m_cancel, &QPushButton::clicked, m_chain, &ChainController::cancel);
    connect(m_run, &QPushButton::clicked, this, &ChainDialog::run);
    return row;
}

void ChainDialog::addModel(const QString& path) {
    const QString before = m_line->text().trimmed();
    m_line->setText(before.isEmpty() ? path : before + u',' + path);
}

void ChainDialog::openWith(RunOptions options) {
    m_options = std::move(options);
    const QString path = m_chain->loads()->document()->path();
    if (m_line->text().isEmpty() && !Document::isTypedPath(path)) {
        m_line->setText(path);
    }
    m_request->setText(tr("From the Run panel: prompt tokens %1, tokens to generate %2.")
                           .arg(m_options.request.tokens.size())
                           .arg(m_options.request.generate));
    showState();
    open();
    m_line->setFocus();
}

void ChainDialog::reject() {
    m_isClosing = m_chain->isBusy();
    if (m_isClosing) {
        m_chain->cancel();
        return;
    }
    m_chain->release();
    QDialog::reject();
}

void ChainDialog::run() {
    if (m_line->text().trimmed().isEmpty()) {
        setStyleProperty(m_line, "invalid", true);
        m_line->setFocus();
        showNotice(tr("Enter the models in order, such as a,b*50,c."), m_theme->colors().error);
        return;
    }
    m_chain->start(m_line->text().toStdString(), m_options, m_passOn->isChecked());
}

void ChainDialog::showState() {
    const ChainState state = m_chain->state();
    if (m_isClosing && !m_chain->isBusy()) {
        reject();
        return;
    }
    const bool moves = state == ChainState::Working || state == ChainState::Paused;
    m_models->setEnabled(!m_chain->isBusy());
    m_run->setEnabled(!m_chain->isBusy());
    m_pause->setEnabled(moves);
    m_pause->setText(state == ChainState::Paused ? tr("Resume") : tr("Pause"));
    m_pause->setAccessibleName(m_pause->text());
    m_cancel->setEnabled(moves);
    m_offload->setEnabled(!m_chain->isBusy() && m_chain->held().has_value());
    m_progress->setVisible(m_chain->isBusy());
    showSteps();
    const ThemeColors& colors = m_theme->colors();
    const std::optional<ChainHeld>& held = m_chain->held();
    const QString where =
        held ? tr("%1 is on %2 and uses %3 of memory. Press “Offload” to move the model back to "
                  "the CPU.")
                   .arg(nameOf(held->path), labelOf(held->device), sizeText(held->bytes))
             : QString();
    if (m_chain->isBusy()) {
        showProgress();
    } else if (m_chain->error()) {
        const bool isCancelled = m_chain->error()->code == ErrorCode::Cancelled;
        const QString why = translated(m_chain->error()->message);
        showNotice(joinedSentences({why, where}), isCancelled ? colors.text : colors.error);
    } else if (held || m_chain->steps().empty()) {
        showNotice(where, colors.text);
    } else {
        const DeviceId device = m_chain->steps().back().device;
        showNotice(device.isGpu()
                       ? tr("No model of the chain remains on %1: the models are in RAM.")
                             .arg(labelOf(device))
                       : tr("The models of the chain ran on the CPU and are in RAM."),
                   colors.text);
    }
}

void ChainDialog::showSteps() {
    const std::vector<ChainStep>& steps = m_chain->steps();
    m_table->setRowCount(static_cast<int>(steps.size()));
    int row = 0;
    for (const ChainStep& step : steps) {
        const QStringList texts{nameOf(step.path),
                                QLocale().toString(static_cast<qulonglong>(step.times)),
                                tr("%1, %2").arg(labelOf(step.device), sizeText(step.bytesMoved)),
                                formatSeconds(step.transferSeconds),
                                formatSeconds(step.computeSeconds),
                                sizeText(step.peakAllocated),
                                sizeText(step.allocated),
                                step.tokens.isEmpty() ? tr("none (encoder)") : step.tokens};
        for (int column = 0; column < texts.size(); ++column) {
            auto* item = new QTableWidgetItem(texts[column]);
            item->setToolTip(column == 0 ? step.path : texts[column]);
            m_table->setItem(row, column, item);
        }
        ++row;
    }
    fitColumns(m_table, kGap);
}

void ChainDialog::showProgress() {
    const Progress& progress = m_chain->progress();
    m_progress->setValue(static_cast<int>(kProgressSteps * chainFraction(progress)));
    const QString model = nameOf(QString::fromStdString(progress.currentItem));
    const QString text =
        m_chain->state() == ChainState::Offloading   ? tr("Moving the weights back to the CPU…")
        : m_chain->state() == ChainState::Cancelling ? tr("Cancelling…")
        : progress.phase == "load"
            ? tr("Loading %1: %2 of %3")
                  .arg(model, sizeText(progress.bytesDone), sizeText(progress.bytesTotal))
        : progress.phase == "run"
            ? tr("Running %1: %2 of %3 calls done")
                  .arg(model, QLocale().toString(static_cast<qulonglong>(progress.itemsDone)),
                       QLocale().toString(static_cast<qulonglong>(progress.itemsTotal)))
            : tr("Reading the models' headers…");
    showNotice(m_chain->state() == ChainState::Paused ? tr("Paused. %1").arg(text) : text,
               m_theme->colors().text);
}

QString ChainDialog::notice() const {
    return m_notice->text();
}

void ChainDialog::showNotice(const QString& text, const QColor& color) {
    m_notice->setText(text);
    setTextColor(m_notice, color);
    m_notice->setVisible(!text.isEmpty());
}

}  // namespace stowage
