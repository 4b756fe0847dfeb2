// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/timeline_view.h"

#include "widgets/charts/chart_curves.h"
#include "widgets/charts/chart_heads.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QAccessible>
#include <QAction>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QKeySequence>
#include <QLabel>
#include <QMouseEvent>
#include <QScrollBar>
#include <QStackedWidget>
#include <QStyleHints>
#include <QToolButton>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stowage {
namespace {

enum TimelinePage { kTimelineEmptyPage, kTimelinePlotPage };

}  // namespace

TimelineView::TimelineView(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_title(new ChartTitle(theme)),
      m_whole(new QToolButton),
      m_pages(new QStackedWidget),
      m_empty(makeHint(
          nullptr, "timeline_empty",
          tr("While the model runs, this chart shows the activity of each device and each link: "
             "weights being read and transferred, layers computing, devices waiting or idle."),
          metrics::kPadding)),
      m_plot(new TimelinePlot(theme)),
      m_pointed(new ProseLabel) {
    withName(this, "timeline", tr("Timeline of the run"));
    buildLayout();
    makeActions();
    connect(m_plot, &TimelinePlot::stageActivated, this, &TimelineView::stageActivated);
    connect(m_plot, &TimelinePlot::pointedAtChanged, this, &TimelineView::showPointedAt);
    connect(m_plot, &TimelinePlot::rangeChanged, this, &TimelineView::showState);
    connect(m_plot, &TimelinePlot::refreshed, this, &TimelineView::showState);
    connect(m_whole, &QToolButton::clicked, m_plot, &TimelinePlot::showWhole);
    connect(theme, &Theme::changed, this, &TimelineView::applyTheme);
    applyTheme();
    showState();
    showPointedAt();
}

void TimelineView::buildLayout() {
    setFieldBackground(this);
    m_title->setObjectName(QStringLiteral("timeline_title"));
    m_whole->setObjectName(QStringLiteral("timeline_whole"));
    m_whole->setText(tr("Whole run"));
    m_whole->setToolTip(tr("Show the whole run again (double-click, or press 0)"));
    m_whole->setAccessibleName(tr("Show the whole run"));
    m_whole->setAutoRaise(true);
    withName(m_pointed, "timeline_pointed", tr("Current item"));
    m_pointed->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_pointed->setTextInteractionFlags(Qt::TextSelectableByMouse);
    addWidgets(m_pages, {m_empty, m_plot});
    auto* head = makeRow(nullptr, metrics::kPadding);
    head->addWidget(m_title, 1);
    head->addWidget(m_whole);
    auto* layout = makeColumn(this, 2, {metrics::kPadding, 0, metrics::kPadding, 4});
    layout->addLayout(head);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_pointed);
}

void TimelineView::applyTheme() {
    const ThemeColors& colors = m_theme->colors();
    setFontOf({m_empty, m_pointed, m_whole}, m_theme->font(TextRole::Tree));
    const DeviceId gpu = DeviceId::gpu(0);
    // The lanes' names say the same of all but the waiting.
    const LegendNeed named = LegendNeed::NamedInChart;
    m_title->setEntries({
        {tr("computes"), Qt::NoPen, colors.deviceFill(gpu), named},
        {tr("waits for weights"), colors.border, QBrush(colors.secondaryText, Qt::BDiagPattern)},
        {tr("transfers weights"), colors.deviceLine(gpu), colors.deviceBackground(gpu), named},
        {tr("disk reads"), Qt::NoPen, colors.deviceFill(DeviceId::disk()), named},
    });
}

void TimelineView::clear() {
    m_now = -1;
    m_held = 0;
    m_plot->clear();
    showState();
}

void TimelineView::setDevices(const std::vector<DeviceInfo>& devices) {
    m_now = -1;
    m_held = 0;
    m_plot->setDevices(devices);
    showState();
}

void TimelineView::append(const std::vector<TimelineSpan>& spans) {
    m_plot->append(spans);
    if (m_pages->currentIndex() == kTimelineEmptyPage) {
        showState();
    }
}

void TimelineView::setNow(double seconds) {
    m_now = seconds;
    m_plot->setNow(seconds);
    if (m_pages->currentIndex() == kTimelineEmptyPage) {
        showState();
    }
}

void TimelineView::setReport(const RunReport& report) {
    m_held = report.pausedSeconds;
    m_plot->setReport(report);
    showState();
}

void TimelineView::setMarkedStage(const QString& stage) {
    m_plot->setMarkedStage(stage);
}

void TimelineView::showState() {
    const bool anything = m_now >= 0 || !m_plot->lanes().isEmpty();
    m_pages->setCurrentIndex(anything ? kTimelinePlotPage : kTimelineEmptyPage);
    m_pointed->setVisible(anything);
    m_whole->setVisible(anything);
    m_whole->setEnabled(m_plot->isZoomed());
    m_showWhole->setEnabled(m_plot->isZoomed());
    const QString time = durationText(m_plot->duration());
    m_title->setTitle(tr("Timeline"),
                      !anything ? QString()
                      : m_held > 0
                          ? tr("%1, measured; paused for %2").arg(time, durationText(m_held))
                          : tr("%1, measured").arg(time));
}

void TimelineView::showPointedAt() {
    const QStringList lines = m_plot->pointedLines();
    m_copy->setEnabled(!lines.isEmpty());
    const QString hint =
        tr("Point at a bar, or use the arrow keys. Wheel: zoom. Drag: move. Double-click: the "
           "whole run.");
    const QString text = lines.isEmpty() ? hint : lines.join(QStringLiteral(" · "));
    const QFontMetrics letters = m_pointed->fontMetrics();
    const int room = width() - 2 * metrics::kPadding;
    const auto heightOf = [&](const QString& words) {
        constexpr int kMostHeight = 1000;
        return letters.boundingRect(QRect(0, 0, room, kMostHeight), Qt::TextWordWrap, words)
            .height();
    };
    if (isVisible()) {  // it has its width
        // As high as the hint needs, so that the plot does not move with what is pointed at.
        m_pointed->setFixedHeight(heightOf(hint));
    }
    m_pointed->setText(
        heightOf(text) <= heightOf(hint) ? text : letters.elidedText(text, Qt::ElideRight, room));
    m_pointed->setToolTip(lines.join(u'\n'));
    setTextColor(m_pointed,
                 lines.isEmpty() ? m_theme->colors().secondaryText : m_theme->colors().text);
}

void TimelineView::showEvent(QShowEvent* event) {
    // Becoming the page of a tab takes fonts away that were set before.
    applyTheme();
    showPointedAt();
    QWidget::showEvent(event);
}

void TimelineView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showPointedAt();  // in as much of its words as there is room for
}

void TimelineView::makeActions() {
    m_copy = withName(new QAction(tr("Copy the current item"), this), "timeline_copy");
    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_showWhole = withName(new QAction(tr("Show the whole run"), this), "timeline_show_whole");
    connect(m_copy, &QAction::triggered, this,
            [this] { copyToClipboard(m_plot->pointedLines().join(u'\n')); });
    connect(m_showWhole, &QAction::triggered, m_plot, &TimelinePlot::showWhole);
    addActions({m_copy, m_showWhole});
    offerFigure(this, {QStringLiteral("timeline"), SavedFigure::Picture::Drawn,
                       [this] { return timelineToCsv(m_plot->lanes().spans()); }});
}

namespace {

constexpr double kShortestSeconds = 50e-6;

}  // namespace

// The bars.

QPoint TimelinePlot::pointOf(const LaneKey& lane, double seconds) const {
    const QRect rect = laneRect(numberOf(lane));
    return {rect.left() + static_cast<int>(std::floor(scale().xAt(seconds))), rect.center().y()};
}

std::optional<LaneHit> TimelinePlot::find(const BarRef& ref) const {
    const auto found = m_lanes.lanes().find(ref.lane);
    if (found == m_lanes.lanes().end()) {
        return {};
    }
    const TimelineLane& lane = found->second;
    const auto at = std::ranges::lower_bound(lane.spans(), ref.begin, {}, &LaneSpan::begin);
    if (at == lane.spans().end() || at->begin != ref.begin) {
        return {};  // it is no longer kept
    }
    const auto span = static_cast<std::size_t>(at - lane.spans().begin());
    const auto group = std::ranges::upper_bound(lane.groups(), span, {}, &LaneGroup::last);
    const auto number = static_cast<std::size_t>(group - lane.groups().begin());
    return LaneHit{number, ref.isLayer ? std::nullopt : std::optional(span)};
}

TimelinePlot::BarRef TimelinePlot::refOf(const LaneKey& lane, const LaneHit& hit) const {
    const TimelineLane& spans = m_lanes.lanes().at(lane);
    const std::size_t first = hit.span.value_or(spans.groups()[hit.group].first);
    return {lane, spans.spans()[first].begin, !hit.span};
}

std::pair<double, double> TimelinePlot::extentOf(const LaneKey& key, const LaneHit& hit) const {
    const TimelineLane& lane = m_lanes.lanes().at(key);
    const LaneGroup& group = lane.groups()[hit.group];
    return hit.span ? std::pair(lane.spans()[*hit.span].begin, lane.spans()[*hit.span].end)
                    : std::pair(group.begin, group.end);
}

void TimelinePlot::setMarkedStage(const QString& stage) {
    if (stage != m_marked) {
        m_marked = stage;
        viewport()->update();
    }
}

QStringList TimelinePlot::pointedLines() const {
    if (m_hover) {
        const auto lane = laneAt(m_hover->y());
        const QRect plot = columns().plot;
        if (!lane || !plot.contains(*m_hover)) {
            return {};
        }
        const double x = m_hover->x() - plot.left() + 0.5;
        const auto hit = hitLane(m_lanes.lanes().at(*lane), scale(), x);
        return hit ? barLines(m_lanes, *lane, *hit)
                   : idleLines(m_lanes, *lane, scale().secondsAt(x), m_end);
    }
    const auto hit = m_current ? find(*m_current) : std::nullopt;
    return hit ? barLines(m_lanes, m_current->lane, *hit) : QStringList();
}

// The stretch of time that is shown.

void TimelinePlot::setRange(double begin, double end) {
    const double most = wholeEnd();
    const double size = std::clamp(end - begin, kShortestSeconds, most);
    const double first = std::clamp(begin, 0.0, most - size);
    if (size >= most * (1 - 1e-9)) {
        showWhole();
        return;
    }
    m_view = std::pair(first, first + size);
    invalidate();
    Q_EMIT rangeChanged();
}

void TimelinePlot::showWhole() {
    m_view.reset();
    invalidate();
    Q_EMIT rangeChanged();
}

void TimelinePlot::requestZoom(double factor, double centre) {
    const auto [begin, end] = range();
    const double size = std::max(kShortestSeconds, (end - begin) * factor);
    const double first = zoomedBegin(begin, end, centre, size);
    setRange(first, first + size);
}

void TimelinePlot::pan(double seconds) {
    if (m_view) {
        setRange(m_view->first + seconds, m_view->second + seconds);
    }
}

// What pointer, wheel and keys do.

void TimelinePlot::setHover(std::optional<QPoint> at) {
    if (at != m_hover) {
        m_hover = at;
        viewport()->update();
        Q_EMIT pointedAtChanged();
    }
}

void TimelinePlot::mouseMoveEvent(QMouseEvent* event) {
    const QPoint at = event->position().toPoint();
    const bool pressed = m_press && event->buttons().testFlag(Qt::LeftButton);
    if (pressed && !m_dragFrom &&
        (at - *m_press).manhattanLength() >= QGuiApplication::styleHints()->startDragDistance()) {
        m_dragFrom = scale().secondsAt(m_press->x() - columns().plot.left());
        viewport()->setCursor(Qt::ClosedHandCursor);
    }
    if (pressed && m_dragFrom) {
        pan(*m_dragFrom - scale().secondsAt(at.x() - columns().plot.left()));
    }
    setHover(at);
}

void TimelinePlot::mousePressEvent(QMouseEvent* event) {
    const QPoint at = event->position().toPoint();
    setHover(at);
    if (event->button() == Qt::LeftButton && columns().plot.contains(at)) {
        m_press = at;
    }
}

void TimelinePlot::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        return;
    }
    const bool clicked = m_press && !m_dragFrom;
    m_press.reset();
    m_dragFrom.reset();
    viewport()->unsetCursor();
    const QPoint at = event->position().toPoint();
    const auto lane = clicked ? laneAt(at.y()) : std::nullopt;
    if (!lane) {
        return;
    }
    const double x = at.x() - columns().plot.left() + 0.5;
    if (const auto hit = hitLane(m_lanes.lanes().at(*lane), scale(), x)) {
        press(*lane, *hit);
    }
}

void TimelinePlot::press(const LaneKey& lane, const LaneHit& hit) {
    m_current = refOf(lane, hit);
    activate(lane, hit);
    describeForReaders();
    chartPartChosen(this);
    viewport()->update();
}

void TimelinePlot::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        m_press.reset();
        showWhole();
    }
}

void TimelinePlot::wheelEvent(QWheelEvent* event) {
    const QPoint at = event->position().toPoint();
    if (!columns().plot.contains(at)) {
        QAbstractScrollArea::wheelEvent(event);  // beside the bars it moves the lanes
        return;
    }
    const QPointF notches = QPointF(event->angleDelta()) / kWheelNotch;
    const auto [begin, end] = range();
    if (std::abs(notches.x()) > std::abs(notches.y())) {
        pan(-notches.x() * (end - begin) * kPanShare);
    } else {
        requestZoom(std::pow(kZoomStep, notches.y()),
                    scale().secondsAt(at.x() - columns().plot.left()));
    }
    event->accept();
}

void TimelinePlot::setCurrent(const LaneKey& lane, const LaneHit& hit) {
    // A bar that the keys go to is at least so far from the edge, as a share of the view.
    constexpr double kEdgeShare = 0.05;
    m_current = refOf(lane, hit);
    m_hover.reset();
    const auto [first, last] = extentOf(lane, hit);
    const auto [begin, end] = range();
    const double margin = (end - begin) * kEdgeShare;
    if (first < begin || last - first > end - begin) {
        pan(first - margin - begin);
    } else if (last > end) {
        pan(last + margin - end);
    }
    const int number = numberOf(lane);
    const int room = columns().plot.height();
    const int top = number * laneHeight();
    QScrollBar* bar = verticalScrollBar();
    bar->setValue(std::clamp(bar->value(), top + laneHeight() - room, top));
    describeForReaders();
    chartPartChosen(this);
    viewport()->update();
    Q_EMIT pointedAtChanged();
}

void TimelinePlot::stepLane(int step) {
    const auto& lanes = m_lanes.lanes();
    auto at = m_current ? lanes.find(m_current->lane) : lanes.end();
    double seconds = m_current ? m_current->begin : range().first;
    if (at == lanes.end()) {
        at = step > 0 ? lanes.begin() : std::prev(lanes.end());
    } else if (step < 0 ? at == lanes.begin() : std::next(at) == lanes.end()) {
        return;
    } else {
        std::advance(at, step);
    }
    // Lanes without bars are stepped over.
    while (at->second.groups().empty()) {
        if (step < 0 ? at == lanes.begin() : std::next(at) == lanes.end()) {
            return;
        }
        std::advance(at, step);
    }
    const auto& groups = at->second.groups();
    const auto next = std::ranges::lower_bound(groups, seconds, {}, &LaneGroup::reach);
    const auto number = static_cast<std::size_t>(
        std::min<std::ptrdiff_t>(next - groups.begin(), std::ssize(groups) - 1));
    setCurrent(at->first, {number, {}});
}

void TimelinePlot::stepBar(int step) {
    const auto hit = m_current ? find(*m_current) : std::nullopt;
    if (!hit) {
        stepLane(1);
        return;
    }
    if (const auto next = nextBar(m_lanes.lanes().at(m_current->lane), scale(), *hit, step)) {
        setCurrent(m_current->lane, *next);
    }
}

void TimelinePlot::stepToEnd(int step) {
    const auto lane = m_current ? m_lanes.lanes().find(m_current->lane) : m_lanes.lanes().end();
    if (lane == m_lanes.lanes().end() || lane->second.groups().empty()) {
        stepLane(1);
        return;
    }
    setCurrent(lane->first, {step < 0 ? 0 : lane->second.groups().size() - 1, {}});
}

void TimelinePlot::activate(const LaneKey& lane, const LaneHit& hit) {
    const TimelineLane& spans = m_lanes.lanes().at(lane);
    const std::size_t first = spans.groups()[hit.group].first;
    Q_EMIT stageActivated(m_lanes.name(spans.spans()[first].stage));
}

void TimelinePlot::keyPressEvent(QKeyEvent* event) {
    if (m_lanes.isEmpty()) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const auto [begin, end] = range();
    const bool moves = event->modifiers().testFlag(Qt::ShiftModifier);
    const auto hit = m_current ? find(*m_current) : std::nullopt;
    // Keys zoom at the bar that they went to, so that it stays in view.
    const double centre =
        hit ? std::clamp(m_current->begin, begin, end) : begin + (end - begin) / 2;
    switch (event->key()) {
        case Qt::Key_Left:
            return moves ? pan((begin - end) * kPanShare) : stepBar(-1);
        case Qt::Key_Right:
            return moves ? pan((end - begin) * kPanShare) : stepBar(1);
        case Qt::Key_Up:
            return stepLane(-1);
        case Qt::Key_Down:
            return stepLane(1);
        case Qt::Key_Home:
            return stepToEnd(-1);
        case Qt::Key_End:
            return stepToEnd(1);
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            return hit ? activate(m_current->lane, *hit) : void();
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return requestZoom(kZoomStep, centre);
        case Qt::Key_Minus:
            return requestZoom(1 / kZoomStep, centre);
        case Qt::Key_0:
            return showWhole();
        default:
            QAbstractScrollArea::keyPressEvent(event);
    }
}

void TimelinePlot::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    const bool byKey =
        event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (byKey && !m_current && !m_lanes.isEmpty()) {
        stepLane(1);
    }
    viewport()->update();
}

void TimelinePlot::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

bool TimelinePlot::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave) {
        setHover(std::nullopt);
    } else if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto lane = laneAt(help->pos().y());
        QStringList lines;
        if (lane && !columns().plot.contains(help->pos())) {
            lines.append(laneSentence(*lane, sharesOfLane(*lane), duration()));
            lines.append(laneSimulation(*lane, m_devices));
        } else {
            setHover(help->pos());
            lines = pointedLines();
        }
        QToolTip::showText(help->globalPos(), lines.join(u'\n').trimmed(), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

// What screen readers are told.

void TimelinePlot::describeForReaders() {
    QStringList sentences;
    for (const auto& [key, lane] : m_lanes.lanes()) {
        sentences.append(laneSentence(key, sharesOfLane(key), duration()));
    }
    const auto hit = m_current ? find(*m_current) : std::nullopt;
    if (hit) {
        sentences.prepend(barLines(m_lanes, m_current->lane, *hit).join(listSeparator()));
    }
    const QString text = sentences.join(QStringLiteral(".\n"));
    if (text != accessibleDescription()) {
        setAccessibleDescription(text);
    }
}

ChartPart TimelinePlot::spokenBar(const LaneKey& lane, const LaneHit& hit) {
    const BarRef ref = refOf(lane, hit);
    const auto [begin, end] = extentOf(lane, hit);
    const QStringList lines = barLines(m_lanes, lane, hit);
    const QRect row = laneRect(numberOf(lane));
    const double left = std::floor(row.left() + scale().xAt(begin));
    const double right = std::ceil(row.left() + scale().xAt(end));
    const QRect rect(static_cast<int>(left), row.top(), std::max(1, static_cast<int>(right - left)),
                     row.height());
    return {.key = QStringLiteral("%1 %2 %3 %4")
                       .arg(static_cast<int>(lane.kind))
                       .arg(QString::fromStdString(deviceName(lane.device)))
                       .arg(ref.begin, 0, 'g', std::numeric_limits<double>::max_digits10)
                       .arg(ref.isLayer ? QStringLiteral("layer") : QString()),
            .name = tr("%1: %2").arg(laneName(lane), lines.front()),
            .value = durationText(end - begin),
            .description = lines.mid(1).join(listSeparator()),
            .rect = (rect & columns().plot).translated(viewport()->pos()),
            .choice = m_current == ref ? ChartPart::Choice::Chosen : ChartPart::Choice::CanBeChosen,
            .actions = {{QAccessibleActionInterface::pressAction(), tr("Show the layer"),
                         [this, ref] {
                             if (const auto found = find(ref)) {
                                 press(ref.lane, *found);
                             }
                         }},
                        {QAccessibleActionInterface::setFocusAction(), {}, [this, ref] {
                             if (const auto found = find(ref)) {
                                 setFocus();
                                 setCurrent(ref.lane, *found);
                             }
                         }}}};
}

std::vector<ChartPart> TimelinePlot::spokenParts() {
    std::vector<ChartPart> parts;
    for (const auto& [key, lane] : m_lanes.lanes()) {
        const TimeShares shares = sharesOfLane(key);
        QStringList sentences{laneSentence(key, shares, duration())};
        if (const QString simulation = laneSimulation(key, m_devices); !simulation.isEmpty()) {
            sentences.append(simulation);
        }
        parts.push_back(
            {.key = laneName(key),
             .name = laneName(key),
             .value = busyText(shares),
             .description = sentences.join(QStringLiteral(". ")),
             .rect = (laneRect(numberOf(key)) & columns().plot).translated(viewport()->pos())});
        for (const LaneBar& bar : layoutOf(key).bars) {
            parts.push_back(spokenBar(key, {bar.group, bar.span}));
        }
    }
    return parts;
}

}  // namespace stowage
