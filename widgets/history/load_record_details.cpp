// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/history/load_record_details.h"

#include "widgets/history/load_record_display.h"
#include "widgets/run/timeline_texts.h"
#include "widgets/support/figure_table.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/translation.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace stowage {
namespace {

constexpr int kPanelNameShare = 30;

constexpr int kMostOriginLines = 200;  ///< the panel scrolls

QString limitsText(const LoadRecord& record) {
    QStringList limits;
    for (const auto& [device, bytes] : record.limits) {
        limits.append(
            nameText(translated(deviceLabel(device)) + QLatin1Char(' ') + sizeText(bytes)));
    }
    return limits.isEmpty() ? LoadRecordDetails::tr("not known") : limits.join(listSeparator());
}

QString sourceText(LoadRecordSource source) {
    switch (source) {
        case LoadRecordSource::Window:
            return LoadRecordDetails::tr("in the window");
        case LoadRecordSource::Comparison:
            return LoadRecordDetails::tr("compared, in a process of its own");
        case LoadRecordSource::Import:
            break;
    }
    return LoadRecordDetails::tr("imported");
}

QString cacheText(const LoadRecord& record) {
    if (record.cache == "cold") {
        return LoadRecordDetails::tr("page cache cold");
    }
    return record.cache == "warm" ? LoadRecordDetails::tr("page cache warm")
                                  : LoadRecordDetails::tr("page cache as it was");
}

QString readText(const LoadFigures& figures) {
    QString text = LoadRecordDetails::tr("%1 in %2 tensors loaded")
                       .arg(sizeText(static_cast<double>(figures.bytes)))
                       .arg(figures.tensors);
    if (figures.seconds) {
        text = LoadRecordDetails::tr("%1 in %2").arg(text, formatSeconds(*figures.seconds));
    }
    if (const auto rate = figures.rate()) {
        text = LoadRecordDetails::tr("%1, %2").arg(text, formatRate(*rate));
    }
    if (figures.bytesRead != figures.bytes) {
        text = LoadRecordDetails::tr("%1, %2 read of files")
                   .arg(text, sizeText(static_cast<double>(figures.bytesRead)));
    }
    if (figures.predictedSeconds) {
        text = LoadRecordDetails::tr("%1 (predicted %2)")
                   .arg(text, formatSeconds(*figures.predictedSeconds));
    }
    return text;
}

/// Tokens whose times the details tell one by one; an export has all.
constexpr std::size_t kMostPassRows = 100;

}  // namespace

QString recordOutcomeText(const LoadRecord& record) {
    const LoadFigures& figures = record.figures;
    QString state = recordStateText(figures);
    if (!figures.stoppedAt.empty()) {
        state = LoadRecordDetails::tr("%1 at %2").arg(state, translated(figures.stoppedAt));
    }
    if (!figures.why.empty()) {
        state = LoadRecordDetails::tr("%1: %2").arg(state, translatedText(figures.why));
    }
    QStringList lines{LoadRecordDetails::tr("State: %1").arg(state),
                      figures.run || figures.chain ? recordTimesText(record) : readText(figures)};
    if (loadPredictionErrors(figures) && !figures.chain) {  // of chains nothing is predicted
        lines.append(
            LoadRecordDetails::tr("Measured less predicted: %1").arg(recordErrorText(figures)));
        lines.append(LoadRecordDetails::tr("Unaccounted, measured less explained: %1")
                         .arg(unaccountedText(record)));
    }
    return lines.join(QLatin1Char('\n'));
}

QString recordOriginText(const LoadRecord& record) {
    const LoadFigures& figures = record.figures;
    QStringList lines;
    if (!figures.devices.empty()) {
        lines.append(recordVramToolTip(figures));
    }
    lines.append(LoadRecordDetails::tr("Plan: %1; limits: %2")
                     .arg(recordPlanText(record), limitsText(record)));
    if (!record.modelPath.empty()) {
        lines.append(QString::fromStdString(record.modelPath));
    }
    if (!record.modelDigest.empty()) {
        lines.append(LoadRecordDetails::tr("Digest of its headers: %1")
                         .arg(QString::fromStdString(record.modelDigest)));
    }
    lines.append(LoadRecordDetails::tr("%1 UTC, %2, %3")
                     .arg(QString::fromStdString(record.date), sourceText(record.source),
                          cacheText(record)));
    if (figures.verified) {
        lines.append(*figures.verified
                         ? LoadRecordDetails::tr("Verified: every byte equals the file's")
                         : LoadRecordDetails::tr("Verified: bytes differ"));
    }
    if (!figures.sha256.empty()) {
        lines.append(QStringLiteral("SHA-256 ") + QString::fromStdString(figures.sha256));
    }
    if (!record.note.empty()) {
        lines.append(LoadRecordDetails::tr("Note: %1").arg(QString::fromStdString(record.note)));
    }
    return lines.join(QLatin1Char('\n'));
}

LoadRecordDetails::LoadRecordDetails(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_title(new QLabel),
      m_outcome(withName(new SelectableText, "run_details_outcome", tr("How it ended"))),
      m_origin(withName(new SelectableText, "run_details_origin", tr("Where it comes from"))),
      m_phases(
          withName(new FigureTable(theme), "run_details_phases", tr("Phases, tokens or turns"))) {
    setObjectName(QStringLiteral("run_details"));
    m_title->setObjectName(QStringLiteral("run_details_title"));
    m_title->setFont(theme->font(TextRole::Tree, true));
    for (SelectableText* const text : {m_outcome, m_origin}) {
        text->setFont(theme->font(TextRole::Tree));
        text->setMaximumLines(kMostOriginLines);
    }
    m_phases->setFirstColumnShare(kPanelNameShare);
    auto* content = makePage(this);
    auto* column = makeColumn(content, 6, {0, 0, metrics::kGrid, 0});
    addWidgets(column, {m_title, m_outcome, m_phases, m_origin});
    column->addStretch(1);
    auto* scroll =
        withName(new QScrollArea(this), "run_details_scroll", tr("Details of the record"));
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    showRecord();
}

void LoadRecordDetails::setRecords(const std::vector<std::shared_ptr<const LoadRecord>>& records) {
    m_record = records.size() == 1 ? records.front() : nullptr;
    showRecord();
    if (records.size() > 1) {
        m_title->setText(tr("%1 records are selected").arg(records.size()));
    }
}

void LoadRecordDetails::showRecord() {
    if (m_record == nullptr) {
        m_title->setText(tr("No record is selected"));
        m_outcome->setText(tr("Select one record to see its plan, its end and its times."));
        m_origin->clear();
        m_phases->hide();
        return;
    }
    const LoadFigures& figures = m_record->figures;
    const QString name = QString::fromStdString(m_record->modelName);
    m_title->setText(figures.chain ? tr("%1, a chain").arg(name)
                                   : (figures.run ? tr("%1, run over %2") : tr("%1, %2"))
                                         .arg(name, methodText(figures.method)));
    m_outcome->setText(recordOutcomeText(*m_record));
    m_origin->setText(recordOriginText(*m_record));
    figures.chain ? showTurns() : figures.run ? showPasses() : showPhases();
    m_phases->setVisible(!m_phases->rows().empty());
}

void LoadRecordDetails::showPasses() {
    const RunFigures& run = *m_record->figures.run;
    std::vector<FigureRow> rows;
    for (std::size_t i = 0; i < std::min(run.passes.size(), kMostPassRows); ++i) {
        const RunPassFigures& pass = run.passes[i];
        // The prompt's last pass gives the first token.
        const QString name =
            i < run.prefillPasses
                ? (pass.tokens == 1 ? tr("prompt, 1 token")
                                    : tr("prompt, %1 tokens").arg(pass.tokens))
                : tr("token %1").arg(static_cast<qulonglong>(i + 2 - run.prefillPasses));
        rows.push_back({{{.text = name},
                         {.text = formatSeconds(pass.begin)},
                         {.text = formatSeconds(pass.end)},
                         {.text = durationText(pass.end - pass.begin)}}});
    }
    if (run.passes.size() > kMostPassRows) {
        rows.push_back({{{.text = tr("and %1 more").arg(run.passes.size() - kMostPassRows)},
                         {.text = QString()},
                         {.text = formatSeconds(run.passes.back().end)},
                         {.text = QString()}}});
    }
    m_phases->setHead({tr("Pass"), tr("Begin"), tr("End"), tr("Took")});
    m_phases->setRows(std::move(rows));
}

void LoadRecordDetails::showTurns() {
    const ChainFigures& chain = *m_record->figures.chain;
    std::vector<FigureRow> rows;
    for (const ChainTurn& turn : chain.turns) {
        rows.push_back({{{.text = QString::fromStdString(lastNameOf(turn.model)),
                          .toolTip = QString::fromStdString(turn.model)},
                         {.text = QString::number(turn.times)},
                         {.text = sizeText(static_cast<double>(turn.bytesMoved))},
                         {.text = durationText(turn.transferSeconds)},
                         {.text = durationText(turn.seconds)}}});
    }
    m_phases->setHead({tr("Model"), tr("Times"), tr("Came"), tr("In"), tr("All its calls")});
    m_phases->setRows(std::move(rows));
}

void LoadRecordDetails::showPhases() {
    const LoadFigures& figures = m_record->figures;
    double largest = recordVramPeak(figures);
    for (const LoadPhase& phase : figures.phases) {
        largest = std::max(largest, static_cast<double>(phase.peakHostAnon.value_or(0)));
    }
    const TableUnit unit = tableUnitFor(largest);
    QStringList head{tr("Phase, peaks in %1").arg(tableUnitName(unit)), tr("Begin"), tr("End")};
    for (const GpuLoadFigures& device : figures.devices) {
        head.append(translated(deviceLabel(device.device)));
    }
    head.append(tr("RAM, anon."));
    std::vector<FigureRow> rows;
    for (const LoadPhase& phase : figures.phases) {
        FigureRow row;
        const auto add = [&row](const QString& text) { row.cells.push_back({.text = text}); };
        add(translatedText(phase.name));
        add(figures.dryRun ? QStringLiteral("–") : formatSeconds(phase.begin));
        add(figures.dryRun ? QStringLiteral("–") : formatSeconds(phase.end));
        for (const GpuLoadFigures& device : figures.devices) {
            const auto peak = phase.peakAllocated.find(device.device);
            add(peak == phase.peakAllocated.end()
                    ? QStringLiteral("–")
                    : formatInUnit(static_cast<double>(peak->second), unit));
        }
        add(phase.peakHostAnon ? formatInUnit(static_cast<double>(*phase.peakHostAnon), unit)
                               : QStringLiteral("–"));
        rows.push_back(std::move(row));
    }
    m_phases->setHead(head);
    m_phases->setRows(std::move(rows));
}

}  // namespace stowage
