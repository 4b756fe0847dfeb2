// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/live_panel_private.h"

#include "widgets/session/document.h"
#include "widgets/views/widget_style.h"

#include <QFrame>
#include <QScrollArea>

#include <algorithm>

namespace stowage {

namespace {

/// From this height on the charts stand one above the other, as wide as the panel.
constexpr int kStackedFrom = 400;

QWidget* chartCell(ChartTitle* title, ChartPlot* chart) {
    auto* cell = new QWidget;
    auto* layout = new QVBoxLayout(cell);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(title);
    layout->addWidget(chart, 1);
    return cell;
}

}  // namespace

LivePanel::Private::Private(LivePanel* owner, LoadController* loads, const Theme* look)
    : panel(owner),
      controller(loads),
      theme(look),
      header(new LiveHeader(look, owner)),
      missed(new QLabel(owner)),
      charts(new QWidget(owner)),
      chartBox(new QBoxLayout(QBoxLayout::LeftToRight, charts)),
      vram(new VramChart(look)),
      ram(new RamChart(look)),
      vramTitle(new ChartTitle(look)),
      ramTitle(new ChartTitle(look)),
      side(new LiveSide(look)) {}

void LivePanel::Private::buildLayout() {
    panel->setAutoFillBackground(true);
    // Time runs from left to right in every language.
    charts->setLayoutDirection(Qt::LeftToRight);
    chartBox->setContentsMargins(metrics::kPadding, 2, metrics::kGrid, metrics::kGrid);
    chartBox->setSpacing(metrics::kPadding);
    chartBox->addWidget(chartCell(vramTitle, vram), 1);
    chartBox->addWidget(chartCell(ramTitle, ram), 1);

    auto* scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("live_side_scroll"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(side);
    scroll->setBackgroundRole(QPalette::Base);
    scroll->viewport()->setBackgroundRole(QPalette::Base);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setFixedWidth(LiveSide::kWidth + metrics::kPadding);
    auto* rule = new QFrame;
    rule->setFrameShape(QFrame::NoFrame);
    rule->setObjectName(QStringLiteral("live_rule"));
    rule->setFixedWidth(1);
    rule->setAutoFillBackground(true);
    rule->setBackgroundRole(QPalette::Midlight);

    auto* body = new QHBoxLayout;
    body->setSpacing(0);
    body->addWidget(charts, 1);
    body->addWidget(rule);
    body->addWidget(scroll);
    auto* whole = new QVBoxLayout(panel);
    whole->setContentsMargins({});
    whole->setSpacing(0);
    missed->setObjectName(QStringLiteral("live_missed_samples"));
    missed->setWordWrap(true);
    missed->setContentsMargins(metrics::kPadding, 2, metrics::kPadding, 2);
    missed->hide();
    whole->addWidget(header);
    whole->addWidget(missed);
    whole->addLayout(body, 1);
}

void LivePanel::Private::connectParts() {
    const auto here = [this](auto member) { return [this, member] { (this->*member)(); }; };
    connect(controller, &LoadController::stateChanged, panel,
            [this](LoadState state) { onStateChanged(state); });
    connect(controller, &LoadController::progressChanged, panel,
            [this](const Progress& progress) { onProgress(progress); });
    connect(controller, &LoadController::finished, panel,
            [this](const std::shared_ptr<const LoadReport>& report) { onFinished(report); });
    connect(controller, &LoadController::failed, panel,
            [this](const QString& sentence) { onFailed(sentence); });
    connect(controller, &LoadController::refused, panel, [this](const LoadRefusal& refusal) {
        onFailed(QString::fromStdString(refusal.objections.front().text));
    });
    connect(controller->document(), &Document::planChanged, panel, here(&Private::updateLimits));
    connect(controller->document(), &Document::planChanged, panel, here(&Private::requestPreview));
    connect(controller, &LoadController::machineRatesChanged, panel,
            here(&Private::requestPreview));
    connectRuns();
    connect(header, &LiveHeader::stepClicked, panel, &LivePanel::stepRequested);
    connect(header, &LiveHeader::unloadClicked, controller, &LoadController::unload);
    connect(header, &LiveHeader::followToggled, panel, [this](bool on) {
        if (on) {
            followAgain();
        } else {
            setFollow(Follow::Nothing);
        }
    });
    connect(header, &LiveHeader::freezeToggled, panel, [this](bool on) { setFrozen(on); });
    connect(&timer, &QTimer::timeout, panel, here(&Private::tick));
    connect(theme, &Theme::changed, panel, here(&Private::applyTheme));
    for (ChartPlot* chart : {static_cast<ChartPlot*>(vram), static_cast<ChartPlot*>(ram)}) {
        connect(chart, &ChartPlot::timeRangeRequested, panel, [this](double begin, double end) {
            setFollow(Follow::Nothing);
            setView(begin, end);
        });
        connect(chart, &ChartPlot::followRequested, panel, here(&Private::followAgain));
        connect(chart, &ChartPlot::crosshairRequested, panel,
                [this](std::optional<double> seconds) {
                    crosshair = seconds;
                    updateCrosshair();
                    updateSide();
                });
    }
}

void LivePanel::Private::followAgain() {
    const bool unloaded =
        controller->state() == LoadState::Idle && status.last != nullptr && !status.last->stopped;
    const bool foreseen = preview || !overlays.empty();
    setFollow(runOrigin && !unloaded ? Follow::Run
              : foreseen             ? Follow::Forecast
                                     : Follow::LastMinute);
}

void LivePanel::Private::applyTheme() {
    QPalette palette = panel->palette();
    palette.setColor(QPalette::Window, theme->colors().base);
    palette.setColor(QPalette::Midlight, theme->colors().softBorder);
    panel->setPalette(palette);
    missed->setFont(theme->font(TextRole::Tree));
    setTextColor(missed, theme->colors().warning);
    updateCharts();
}

void LivePanel::Private::arrangeCharts() {
    const bool stacked = charts->height() >= kStackedFrom;
    chartBox->setDirection(stacked ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

VramOrigin LivePanel::Private::vramOrigin() const {
    bool anySimulated = false;
    bool anyReal = false;
    for (const auto& device : controller->devices()) {
        if (device->info().id.isGpu()) {
            anySimulated = anySimulated || device->info().simulated;
            anyReal = anyReal || !device->info().simulated;
        }
    }
    return !anySimulated ? VramOrigin::Measured
           : anyReal     ? VramOrigin::Mixed
                         : VramOrigin::Simulated;
}

QString LivePanel::Private::vramTitleText() const {
    switch (vramOrigin()) {
        case VramOrigin::Simulated:
            return tr("VRAM, simulated");
        case VramOrigin::Mixed:
            return tr("VRAM, partly simulated");
        case VramOrigin::Measured:
            break;
    }
    return controller->devices().empty() ? tr("VRAM") : tr("VRAM, measured");
}

void LivePanel::Private::addForeseenEntries(std::vector<LegendEntry>& vramEntries,
                                            std::vector<LegendEntry>& ramEntries) const {
    const Tokens& colors = theme->colors();
    QString why;
    QString name = tr("predicted");
    switch (basis()) {
        case ForecastBasis::None:
            break;
        case ForecastBasis::Seconds:
            why =
                tr("Dashed: predicted before the load; times follow from this machine's "
                   "measured rates");
            break;
        case ForecastBasis::Bytes:
            name = tr("predicted, by bytes");
            why =
                tr("Dashed: predicted; along the axis stand the bytes that the load moves, as "
                   "no time is known before this machine is measured");
            break;
        case ForecastBasis::Pace:
            why =
                tr("Dashed: predicted before the load by bytes; each byte stands at the time "
                   "when it was read, as this machine's rates were not measured");
            break;
    }
    for (auto* entries : {&vramEntries, &ramEntries}) {
        if (basis() != ForecastBasis::None) {
            entries->push_back({name, predictedPen(colors), Qt::NoBrush});
        }
        if (content != Follow::LastMinute) {
            for (const ChartOverlay& overlay : overlays) {
                entries->push_back(
                    {overlay.label, overlay.style, Qt::NoBrush, LegendNeed::NamedInChart});
            }
        }
    }
    const QPen limit(colors.secondaryText, 1.5, Qt::DotLine);
    for (auto* entries : {&vramEntries, &ramEntries}) {
        entries->push_back({tr("limit"), limit, Qt::NoBrush, LegendNeed::NamedInChart});
    }
    vramTitle->setToolTip(why);
    ramTitle->setToolTip(why);
}

void LivePanel::Private::updateTitles() {
    const Tokens& colors = theme->colors();
    const bool foreseen = content == Follow::Forecast;
    vramTitle->setTitle(foreseen ? tr("VRAM, predicted") : vramTitleText(), vram->unit().name);
    ramTitle->setTitle(
        foreseen ? tr("RAM of the process, predicted") : tr("RAM of the process, measured"),
        ram->unit().name);

    std::vector<LegendEntry> lines;
    for (const auto& [device, columns] : shown().gpus()) {
        lines.push_back({QString::fromStdString(deviceLabel(device)),
                         QPen(colors.deviceLine(device), 2.5), Qt::NoBrush,
                         LegendNeed::NamedInChart});
    }
    if (!lines.empty()) {
        lines.push_back({tr("reserved"), QPen(colors.secondaryText, 1), Qt::NoBrush});
    }
    std::vector<LegendEntry> areas;
    for (const HostClass kind : kHostClasses) {
        if (!foreseen) {
            const QString name =
                kind == HostClass::File ? tr("evictable cache") : hostClassName(kind);
            areas.push_back({name, QPen(hostClassColor(kind, colors)), hostClassBrush(kind, colors),
                             LegendNeed::NamedInChart});
        }
    }
    addForeseenEntries(lines, areas);
    vramTitle->setEntries(std::move(lines));
    ramTitle->setEntries(std::move(areas));
}

}  // namespace stowage
