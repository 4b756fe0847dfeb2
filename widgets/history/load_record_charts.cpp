// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/history/load_record_charts.h"

#include "widgets/charts/chart_heads.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/run/timeline_layout.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/figure_table.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/translation.h"

#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedWidget>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

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
            return LoadRecordDetails::tr("recorded in the window");
        case LoadRecordSource::Comparison:
            return LoadRecordDetails::tr("loaded in a separate process to compare load methods");
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
                                  : LoadRecordDetails::tr("page cache unchanged");
}

QString readText(const LoadFigures& figures) {
    const QString bytes = sizeText(static_cast<double>(figures.bytes));
    QString text =
        figures.tensors == 1
            ? LoadRecordDetails::tr("Loaded %1 (1 tensor)").arg(bytes)
            : LoadRecordDetails::tr("Loaded %1 (%2 tensors)").arg(bytes).arg(figures.tensors);
    if (figures.seconds) {
        text = LoadRecordDetails::tr("%1 in %2").arg(text, formatSeconds(*figures.seconds));
    }
    if (const auto rate = figures.rate()) {
        text = LoadRecordDetails::tr("%1, %2").arg(text, formatRate(*rate));
    }
    if (figures.bytesRead != figures.bytes) {
        text = LoadRecordDetails::tr("%1, %2 read from files")
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
            LoadRecordDetails::tr("Measured minus predicted: %1").arg(recordErrorText(figures)));
        lines.append(LoadRecordDetails::tr("Unaccounted memory (measured minus explained): %1")
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
        lines.append(LoadRecordDetails::tr("Digest of the headers: %1")
                         .arg(QString::fromStdString(record.modelDigest)));
    }
    lines.append(LoadRecordDetails::tr("%1 UTC, %2, %3")
                     .arg(QString::fromStdString(record.date), sourceText(record.source),
                          cacheText(record)));
    if (figures.verified) {
        lines.append(
            *figures.verified
                ? LoadRecordDetails::tr("Verified: every byte matches the file")
                : LoadRecordDetails::tr("Verification failed: some bytes differ from the file"));
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
      m_outcome(withName(new SelectableText, "run_details_outcome",
                         tr("How the load, run or chain of models ended"))),
      m_origin(withName(new SelectableText, "run_details_origin", tr("Source"))),
      m_phases(
          withName(new FigureTable(theme), "run_details_phases", tr("Phases, passes or models"))) {
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
    makeColumn(this, 0)->addWidget(scroll);
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
        m_outcome->setText(tr("Select one record to see its plan, its outcome and its times."));
        m_origin->clear();
        m_phases->hide();
        return;
    }
    const LoadFigures& figures = m_record->figures;
    const QString name = QString::fromStdString(m_record->modelName);
    m_title->setText(figures.chain
                         ? tr("%1, a chain").arg(name)
                         : (figures.run ? tr("%1, run after loading with %2") : tr("%1, %2"))
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
    m_phases->setHead({tr("Pass"), tr("Start"), tr("End"), tr("Took")});
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
    m_phases->setHead({tr("Model"), tr("Times"), tr("Moved"), tr("In"), tr("All calls")});
    m_phases->setRows(std::move(rows));
}

void LoadRecordDetails::showPhases() {
    const LoadFigures& figures = m_record->figures;
    double largest = recordVramPeak(figures);
    for (const LoadPhase& phase : figures.phases) {
        largest = std::max(largest, static_cast<double>(phase.peakHostAnon.value_or(0)));
    }
    const TableUnit unit = tableUnitFor(largest);
    QStringList head{tr("Phase, peaks in %1").arg(tableUnitName(unit)), tr("Start"), tr("End")};
    for (const GpuLoadFigures& device : figures.devices) {
        head.append(translated(deviceLabel(device.device)));
    }
    head.append(tr("RAM, anon."));
    std::vector<FigureRow> rows;
    for (const LoadPhase& phase : figures.phases) {
        FigureRow row;
        const auto add = [&row](const QString& text) { row.cells.push_back({.text = text}); };
        add(translatedText(phase.name));
        add(figures.dryRun ? kUnknownFigure : formatSeconds(phase.begin));
        add(figures.dryRun ? kUnknownFigure : formatSeconds(phase.end));
        for (const GpuLoadFigures& device : figures.devices) {
            const auto peak = phase.peakAllocated.find(device.device);
            add(peak == phase.peakAllocated.end()
                    ? kUnknownFigure
                    : formatInUnit(static_cast<double>(peak->second), unit));
        }
        add(phase.peakHostAnon ? formatInUnit(static_cast<double>(*phase.peakHostAnon), unit)
                               : kUnknownFigure);
        rows.push_back(std::move(row));
    }
    m_phases->setHead(head);
    m_phases->setRows(std::move(rows));
}

namespace {

enum RecordPage { kRecordHintPage, kRecordChartsPage };

constexpr double kShortestAxis = 0.01;

/// Names at the curves' ends would hide so many curves; the tables show each method's line.
std::vector<ChartCurve> withoutNames(std::vector<ChartCurve> curves) {
    for (ChartCurve& curve : curves) {
        curve.label.clear();
    }
    return curves;
}

/// The GPU that took most; the first one where none took anything.
int fullestGpu(const std::vector<std::shared_ptr<const LoadRecord>>& runs) {
    std::uint64_t most = 0;
    DeviceId fullest = DeviceId::gpu(0);
    for (const auto& record : runs) {
        for (const GpuLoadFigures& device : record->figures.devices) {
            if (device.peakAllocated > most) {
                most = device.peakAllocated;
                fullest = device.device;
            }
        }
    }
    return static_cast<int>(fullest.index);
}

constexpr int kLegendSample = 24;
constexpr int kLegendGap = 14;
constexpr int kSampleToText = 6;

}  // namespace

/// A line's sample and name for each curve, one behind the other in as many rows as they need; no
/// name is wider than half of it.
class OverlayLegend : public QWidget {
public:
    explicit OverlayLegend(const Theme* theme) : m_theme(theme) {
        setObjectName(QStringLiteral("runs_legend"));
        setFont(theme->font(TextRole::Caption));
    }

    void setOverlays(const std::vector<ChartOverlay>& overlays) {
        m_entries.clear();
        QStringList names;
        for (const ChartOverlay& overlay : overlays) {
            m_entries.emplace_back(overlay.label, overlay.style);
            names.append(overlay.label);
        }
        setToolTip(names.join(QLatin1Char('\n')));
        setAccessibleName(names.join(QStringLiteral("; ")));
        place();
    }

protected:
    void resizeEvent(QResizeEvent*) override { place(); }
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setLayoutDirection(layoutDirection());
        for (std::size_t i = 0; i < m_places.size(); ++i) {
            const QRect& at = m_places[i];
            const QRect sample =
                visualRect(*this, QRect(at.left(), at.center().y(), kLegendSample + 1, 1));
            painter.setPen(m_entries[i].second);
            painter.drawLine(sample.left(), sample.top(), sample.right(), sample.top());
            painter.setPen(m_theme->colors().secondaryText);
            const QRect text =
                visualRect(*this, at.adjusted(kLegendSample + kSampleToText, 0, 0, 0));
            painter.drawText(
                text, Qt::AlignLeft | Qt::AlignVCenter,
                fontMetrics().elidedText(m_entries[i].first, Qt::ElideMiddle, text.width()));
        }
    }

private:
    void place() {
        m_places.clear();
        const int line = fontMetrics().height() + 2;
        QPoint at(0, 0);
        for (const auto& [name, pen] : m_entries) {
            const int wanted =
                kLegendSample + kSampleToText + fontMetrics().horizontalAdvance(name) + 1;
            const int width = std::min(wanted, std::max((this->width() - kLegendGap) / 2, 1));
            if (at.x() > 0 && at.x() + width > this->width()) {
                at = {0, at.y() + line};
            }
            m_places.emplace_back(at, QSize(width, line));
            at.rx() += width + kLegendGap;
        }
        setFixedHeight(m_entries.empty() ? 0 : at.y() + line);
        update();
    }

    const Theme* m_theme;
    std::vector<std::pair<QString, QPen>> m_entries;
    std::vector<QRect> m_places;
};

LoadRecordCharts::LoadRecordCharts(const Theme* theme, const QString& hint, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_pages(new QStackedWidget(this)),
      m_hint(makeHint(this, "run_charts_hint", hint)),
      m_device(new QComboBox(this)),
      m_vramTitle(new ChartTitle(theme)),
      m_ramTitle(new ChartTitle(theme)),
      m_vram(new VramChart(theme)),
      m_ram(new RamChart(theme)),
      m_legend(new OverlayLegend(theme)) {
    setObjectName(QStringLiteral("run_charts"));
    m_hint->setFont(theme->font(TextRole::Tree));
    m_pages->addWidget(m_hint);
    makeCharts();
    makeColumn(this, 0)->addWidget(m_pages);
    for (ChartPlot* chart : {static_cast<ChartPlot*>(m_vram), static_cast<ChartPlot*>(m_ram)}) {
        connect(chart, &ChartPlot::timeRangeRequested, this, &LoadRecordCharts::setView);
        connect(chart, &ChartPlot::followRequested, this, &LoadRecordCharts::showRecords);
        connect(chart, &ChartPlot::crosshairRequested, this, &LoadRecordCharts::setCrosshair);
    }
    connect(m_device, &QComboBox::currentIndexChanged, this, &LoadRecordCharts::showRecords);
    connect(theme, &Theme::changed, this, &LoadRecordCharts::showRecords);
    showRecords();
}

void LoadRecordCharts::makeCharts() {
    m_vram->setObjectName(QStringLiteral("runs_vram_chart"));
    m_ram->setObjectName(QStringLiteral("runs_ram_chart"));
    withName(m_device, "runs_device", tr("GPU whose curves are shown"));
    m_device->setFont(m_theme->font(TextRole::Tree));
    auto* page = new QWidget(m_pages);
    auto* charts = new QWidget(page);
    auto* row = makeRow(charts, metrics::kPadding);
    const auto cell = [row](ChartTitle* title, ChartPlot* chart) {
        auto* column = makeColumn(nullptr, 0);
        column->addWidget(title);
        column->addWidget(chart, 1);
        row->addLayout(column, 1);
    };
    cell(m_vramTitle, m_vram);
    cell(m_ramTitle, m_ram);
    setFigureCaptions(m_vram, m_vramTitle, m_legend);
    setFigureCaptions(m_ram, m_ramTitle, m_legend);
    auto* foot = new QWidget(page);
    auto* line = makeRow(foot, metrics::kPadding);
    line->addWidget(m_legend, 1);
    line->addWidget(m_device);
    auto* column = makeColumn(page, 2);
    column->addWidget(charts, 1);
    column->addWidget(foot);
    m_pages->addWidget(page);
}

void LoadRecordCharts::setRecords(std::vector<std::shared_ptr<const LoadRecord>> runs) {
    m_records = std::move(runs);
    listDevices();
    showRecords();
}

void LoadRecordCharts::listDevices() {
    std::set<DeviceId> devices;
    for (const auto& record : m_records) {
        for (const DeviceCurve& curve : record->curves.devices) {
            devices.insert(curve.device);
        }
    }
    const QVariant chosen = m_device->count() > 1 ? m_device->currentData() : QVariant();
    const QSignalBlocker quiet(m_device);
    m_device->clear();
    m_device->addItem(tr("All GPUs"), -1);
    for (const DeviceId device : devices) {
        m_device->addItem(translated(deviceLabel(device)), static_cast<int>(device.index));
    }
    const int before = chosen.isValid() ? m_device->findData(chosen) : -1;
    m_device->setCurrentIndex(
        std::max(0, before >= 0 ? before : m_device->findData(fullestGpu(m_records))));
    m_device->setVisible(devices.size() > 1);
}

void LoadRecordCharts::showRecords() {
    // Curves end here, their names stand in what is left.
    static constexpr double kTimeMargin = 1.02;
    m_overlays = overlaysOf(m_records, m_theme->colors());
    const int chosen = m_device->currentData().toInt();
    for (ChartOverlay& overlay : m_overlays) {
        if (m_device->currentIndex() > 0) {
            std::erase_if(overlay.devices, [chosen](const auto& entry) {
                return static_cast<int>(entry.first.index) != chosen;
            });
        }
    }
    m_pages->setCurrentIndex(m_overlays.empty() ? kRecordHintPage : kRecordChartsPage);
    m_vram->setCurves(CurvePlace::Above,
                      withoutNames(vramCurves(m_overlays, m_theme->colors().base)));
    m_ram->setCurves(CurvePlace::Above, withoutNames(ramCurves(m_overlays, 0)));
    setView(0, std::max(kShortestAxis, overlaysEnd(m_overlays) * kTimeMargin));
}

void LoadRecordCharts::setView(double begin, double end) {
    m_vram->setTimeRange(begin, end);
    m_ram->setTimeRange(begin, end);
    draw();
}

void LoadRecordCharts::draw() {
    const ChartData nothing;
    m_vram->showData(nothing, unitFor(m_vram->tallestCurve()));
    m_ram->showData(nothing, unitFor(m_ram->tallestCurve()));
    const bool anySimulated = std::ranges::any_of(m_records, [](const auto& record) {
        return std::ranges::any_of(record->figures.devices, &GpuLoadFigures::simulated);
    });
    m_vramTitle->setTitle(anySimulated ? tr("VRAM, simulated") : tr("VRAM, measured"),
                          m_vram->unit().name);
    m_ramTitle->setTitle(tr("Anon. RAM, measured"), m_ram->unit().name);
    m_legend->setOverlays(m_overlays);
    m_vram->redraw();
    m_ram->redraw();
}

void LoadRecordCharts::setCrosshair(std::optional<double> seconds) {
    std::vector<ChartMarker> gpus;
    std::vector<ChartMarker> host;
    for (const ChartOverlay& overlay : m_overlays) {
        const auto row = seconds ? rowWithin(overlay.seconds, *seconds) : std::nullopt;
        if (!row) {
            continue;
        }
        host.push_back({overlay.hostAnon[*row], overlay.style.color()});
        for (const auto& [device, columns] : overlay.devices) {
            gpus.push_back({columns.allocated[*row], overlay.style.color()});
        }
    }
    const auto isUnknown = [](const ChartMarker& marker) { return std::isnan(marker.bytes); };
    std::erase_if(gpus, isUnknown);
    std::erase_if(host, isUnknown);
    m_vram->setCrosshair(seconds, std::move(gpus));
    m_ram->setCrosshair(seconds, std::move(host));
}

void LoadRecordCharts::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    draw();
}

}  // namespace stowage
