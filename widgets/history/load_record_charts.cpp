// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/history/load_record_charts.h"

#include "widgets/charts/chart_heads.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/forms.h"
#include "widgets/support/translation.h"

#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace stowage {
namespace {

enum RecordPage { kRecordHintPage, kRecordChartsPage };

/// Curves end here, their names stand in what is left.
constexpr double kChartsTimeMargin = 1.02;
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
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
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
    m_device->setObjectName(QStringLiteral("runs_device"));
    m_device->setAccessibleName(tr("GPU whose curves are shown"));
    m_device->setFont(m_theme->font(TextRole::Tree));
    auto* page = new QWidget(m_pages);
    auto* charts = new QWidget(page);
    auto* row = makeRow(charts, metrics::kPadding);
    const auto cell = [row](ChartTitle* title, ChartPlot* chart) {
        auto* column = new QVBoxLayout;
        column->setSpacing(0);
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
    setView(0, std::max(kShortestAxis, overlaysEnd(m_overlays) * kChartsTimeMargin));
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
