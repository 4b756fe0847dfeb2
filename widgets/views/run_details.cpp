// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run_details.h"

#include "widgets/models/run_texts.h"
#include "widgets/models/table_unit.h"
#include "widgets/views/chart_units.h"
#include "widgets/views/figure_table.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace stowage {
namespace {

constexpr int kNameShare = 30;

QString limitsText(const RunRecord& run) {
    QStringList limits;
    for (const auto& [device, bytes] : run.limits) {
        limits.append(QString::fromStdString(deviceLabel(device)) + QLatin1Char(' ') +
                      sizeText(bytes));
    }
    return limits.isEmpty() ? RunDetails::tr("not known") : limits.join(QStringLiteral(", "));
}

QString sourceText(RunSource source) {
    switch (source) {
        case RunSource::Window:
            return RunDetails::tr("loaded in the window");
        case RunSource::Comparison:
            return RunDetails::tr("compared, in a process of its own");
        case RunSource::Import:
            break;
    }
    return RunDetails::tr("imported");
}

QString cacheText(const RunRecord& run) {
    if (run.cache == "cold") {
        return RunDetails::tr("page cache cold");
    }
    return run.cache == "warm" ? RunDetails::tr("page cache warm")
                               : RunDetails::tr("page cache as it was");
}

QString readText(const RunFigures& figures) {
    QString text = RunDetails::tr("%1 in %2 tensors loaded")
                       .arg(sizeText(static_cast<double>(figures.bytes)))
                       .arg(figures.tensors);
    if (figures.seconds) {
        text += RunDetails::tr(" in %1").arg(formatSeconds(*figures.seconds));
    }
    if (const auto rate = figures.rate()) {
        text += QStringLiteral(", ") + formatRate(*rate);
    }
    if (figures.bytesRead != figures.bytes) {
        text += RunDetails::tr(", %1 read of files")
                    .arg(sizeText(static_cast<double>(figures.bytesRead)));
    }
    if (figures.predictedSeconds) {
        text += RunDetails::tr(" (predicted %1)").arg(formatSeconds(*figures.predictedSeconds));
    }
    return text;
}

}  // namespace

QString runOutcomeText(const RunRecord& run) {
    const RunFigures& figures = run.figures;
    QString state = runStateText(figures);
    if (!figures.stoppedAt.empty()) {
        state += RunDetails::tr(" at %1").arg(QString::fromStdString(figures.stoppedAt));
    }
    if (!figures.why.empty()) {
        state += QStringLiteral(": ") + QString::fromStdString(figures.why);
    }
    QStringList lines{RunDetails::tr("State: %1").arg(state), readText(figures)};
    if (runErrors(figures)) {
        lines.append(RunDetails::tr("Measured less predicted: %1").arg(runErrorText(figures)));
    }
    return lines.join(QLatin1Char('\n'));
}

QString runOriginText(const RunRecord& run) {
    const RunFigures& figures = run.figures;
    QStringList lines;
    if (!figures.devices.empty()) {
        lines.append(runVramToolTip(figures));
    }
    lines.append(RunDetails::tr("Plan: %1; limits: %2").arg(runPlanText(run), limitsText(run)));
    lines.append(
        RunDetails::tr("%1 UTC, %2, %3")
            .arg(QString::fromStdString(run.date), sourceText(run.source), cacheText(run)));
    if (figures.verified) {
        lines.append(*figures.verified ? RunDetails::tr("Verified: every byte equals the file's")
                                       : RunDetails::tr("Verified: bytes differ"));
    }
    if (!figures.sha256.empty()) {
        lines.append(QStringLiteral("SHA-256 ") + QString::fromStdString(figures.sha256));
    }
    if (!run.note.empty()) {
        lines.append(RunDetails::tr("Note: %1").arg(QString::fromStdString(run.note)));
    }
    return lines.join(QLatin1Char('\n'));
}

RunDetails::RunDetails(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_title(new QLabel),
      m_outcome(new QLabel),
      m_origin(new QLabel),
      m_phases(new FigureTable(theme)) {
    setObjectName(QStringLiteral("run_details"));
    m_title->setObjectName(QStringLiteral("run_details_title"));
    m_title->setFont(theme->font(TextRole::Tree, true));
    m_outcome->setObjectName(QStringLiteral("run_details_outcome"));
    m_origin->setObjectName(QStringLiteral("run_details_origin"));
    for (QLabel* label : {m_outcome, m_origin}) {
        label->setFont(theme->font(TextRole::Tree));
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    m_phases->setObjectName(QStringLiteral("run_details_phases"));
    m_phases->setAccessibleName(tr("Phases of the run"));
    m_phases->setFirstColumnShare(kNameShare);
    auto* content = new QWidget(this);
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, metrics::kGrid, 0);
    column->setSpacing(6);
    column->addWidget(m_title);
    column->addWidget(m_outcome);
    column->addWidget(m_phases);
    column->addWidget(m_origin);
    column->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setObjectName(QStringLiteral("run_details_scroll"));
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    showRun();
}

void RunDetails::setRun(std::shared_ptr<const RunRecord> run) {
    m_run = std::move(run);
    showRun();
}

void RunDetails::showRun() {
    m_phases->setVisible(m_run != nullptr && !m_run->figures.phases.empty());
    if (m_run == nullptr) {
        m_title->setText(tr("No run is selected"));
        m_outcome->setText(tr("Select one run to see its plan, its end and its phases."));
        m_origin->clear();
        return;
    }
    m_title->setText(tr("%1, %2").arg(QString::fromStdString(m_run->modelName),
                                      methodText(m_run->figures.method)));
    m_outcome->setText(runOutcomeText(*m_run));
    m_origin->setText(runOriginText(*m_run));
    showPhases();
}

void RunDetails::showPhases() {
    const RunFigures& figures = m_run->figures;
    double largest = runVramPeak(figures);
    for (const LoadPhase& phase : figures.phases) {
        largest = std::max(largest, static_cast<double>(phase.peakHostAnon.value_or(0)));
    }
    const TableUnit unit = tableUnitFor(largest);
    QStringList head{tr("Phase, peaks in %1").arg(tableUnitName(unit)), tr("Begin"), tr("End")};
    for (const RunDeviceFigures& device : figures.devices) {
        head.append(QString::fromStdString(deviceLabel(device.device)));
    }
    head.append(tr("RAM, anon."));
    std::vector<FigureRow> rows;
    for (const LoadPhase& phase : figures.phases) {
        FigureRow row;
        const auto add = [&row](const QString& text) {
            FigureCell cell;
            cell.text = text;
            row.cells.push_back(std::move(cell));
        };
        add(QString::fromStdString(phase.name));
        add(figures.dryRun ? QStringLiteral("–") : formatSeconds(phase.begin));
        add(figures.dryRun ? QStringLiteral("–") : formatSeconds(phase.end));
        for (const RunDeviceFigures& device : figures.devices) {
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
