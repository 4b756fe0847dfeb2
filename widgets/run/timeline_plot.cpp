// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/timeline_plot.h"

#include "widgets/charts/chart_data.h"
#include "widgets/run/timeline_texts.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <QAccessible>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyleHints>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stowage {
namespace {

constexpr int kRefreshMs = 40;

constexpr double kLeastWholeSeconds = 1e-3;

/// While it runs the axis is longer than the run, and grows in steps.
constexpr double kGrowth = 1.25;

/// The next of … 1, 1.25, 1.56 … times a second that is longer.
double steppedUp(double seconds) {
    const double least = std::max(seconds, 0.1);
    return std::pow(kGrowth, std::floor(std::log(least) / std::log(kGrowth)) + 1);
}

constexpr double kShortestSeconds = 50e-6;

/// Of what is shown: a bar that the keys go to is at least so far from the edge.
constexpr double kPlotEdgeShare = 0.05;

/// Which lane it is, from the top.
int numberOf(const TimelineLanes& lanes, const LaneKey& lane) {
    return static_cast<int>(std::distance(lanes.lanes().begin(), lanes.lanes().find(lane)));
}

/// When a bar begins and ends, seconds.
std::pair<double, double> extentOf(const TimelineLane& lane, const LaneHit& hit) {
    const LaneGroup& group = lane.groups()[hit.group];
    return hit.span ? std::pair(lane.spans()[*hit.span].begin, lane.spans()[*hit.span].end)
                    : std::pair(group.begin, group.end);
}

}  // namespace

TimelinePlot::TimelinePlot(const Theme* theme, QWidget* parent)
    : QAbstractScrollArea(parent), m_theme(theme) {
    speakAsChart(this, {}, [this] { return spokenParts(); });
    setObjectName(QStringLiteral("timeline_plot"));
    setAccessibleName(tr("Timeline of the run"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumHeight(px(timeline::kTop) + 2 * px(timeline::kLane) + px(timeline::kBottom));
    viewport()->setMouseTracking(true);
    verticalScrollBar()->setSingleStep(px(timeline::kLane));
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(kRefreshMs);
    connect(&m_refresh, &QTimer::timeout, this, &TimelinePlot::refresh);
    connect(theme, &Theme::changed, this, &TimelinePlot::invalidate);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this,
            [this] { chartPartsChanged(this); });
}

QSize TimelinePlot::sizeHint() const {
    const auto lanes = static_cast<int>(std::max<std::size_t>(3, m_lanes.lanes().size()));
    return {640, px(timeline::kTop) + lanes * px(timeline::kLane) + px(timeline::kBottom)};
}

void TimelinePlot::clear() {
    m_lanes.clear();
    m_now = -1;
    m_end = 0;
    m_timed.reset();
    m_shares.clear();
    m_current.reset();
    m_dragFrom.reset();
    m_view.reset();
    refresh();
    Q_EMIT rangeChanged();
}

void TimelinePlot::setDevices(const std::vector<DeviceInfo>& devices) {
    m_devices = devices;
    std::vector<DeviceId> gpus;
    for (const DeviceInfo& device : devices) {
        if (device.id.isGpu()) {
            gpus.push_back(device.id);
        }
    }
    m_lanes.setDevices(std::move(gpus));
    clear();
}

void TimelinePlot::append(const std::vector<TimelineSpan>& spans) {
    for (const TimelineSpan& span : spans) {
        m_lanes.add(span);
    }
    m_end = std::max(m_end, m_lanes.end());
    if (spans.empty()) {
        return;
    }
    m_layouts.clear();  // layers have other numbers once the oldest spans are gone
    if (!m_refresh.isActive()) {
        m_refresh.start();
    }
}

void TimelinePlot::setNow(double seconds) {
    m_now = seconds;
    m_end = std::max(m_end, seconds);
    if (!m_refresh.isActive()) {
        m_refresh.start();
    }
}

void TimelinePlot::setReport(const RunReport& report) {
    m_timed = report.seconds;
    m_shares = runShares(report);
    refresh();
}

TimeShares TimelinePlot::sharesOfLane(const LaneKey& key) const {
    const auto known = m_shares.find(key);
    return known != m_shares.end() ? known->second
                                   : laneShares(m_lanes.lanes().at(key), duration());
}

void TimelinePlot::invalidate() {
    m_layouts.clear();
    chartPartsChanged(this);
    viewport()->update();
}

void TimelinePlot::refresh() {
    m_refresh.stop();
    fitScrollBar();
    invalidate();
    describeForReaders();
    Q_EMIT refreshed();
    if (m_hover || m_current) {
        Q_EMIT pointedAtChanged();
    }
}

void TimelinePlot::fitScrollBar() {
    const int room = viewport()->height() - px(timeline::kTop) - px(timeline::kBottom);
    const int needed = static_cast<int>(m_lanes.lanes().size()) * px(timeline::kLane);
    verticalScrollBar()->setPageStep(std::max(1, room));
    verticalScrollBar()->setRange(0, std::max(0, needed - room));
}

std::pair<double, double> TimelinePlot::range() const {
    return m_view.value_or(std::pair(0.0, wholeEnd()));
}

double TimelinePlot::wholeEnd() const {
    return m_now >= 0 ? steppedUp(m_end) : std::max(kLeastWholeSeconds, m_end);
}

TimelineScale TimelinePlot::scale() const {
    const auto [begin, end] = range();
    return {begin, end, static_cast<double>(std::max(1, columns().plot.width()))};
}

int TimelinePlot::namesWidth() const {
    const QFontMetrics metrics(m_theme->font(TextRole::Tree));
    int widest = 0;
    for (const auto& [key, lane] : m_lanes.lanes()) {
        widest = std::max(widest, metrics.horizontalAdvance(laneRole(key)));
    }
    return px(timeline::kChip) + timeline::kGap + widest + 2 * timeline::kGap;
}

int TimelinePlot::laneHeight() const {
    const int room = viewport()->height() - px(timeline::kTop) - px(timeline::kBottom);
    const auto lanes = static_cast<int>(std::max<std::size_t>(1, m_lanes.lanes().size()));
    return std::clamp(room / lanes, px(timeline::kLane), px(timeline::kLaneMost));
}

TimelineColumns TimelinePlot::columns() const {
    const QRect all = viewport()->rect();
    const int shares =
        all.width() < px(timeline::kNarrow) ? px(timeline::kShare) : 3 * px(timeline::kShare);
    const int names = namesWidth();
    const int top = px(timeline::kTop);
    const int lanes = static_cast<int>(m_lanes.lanes().size()) * laneHeight();
    const int height =
        std::clamp(all.height() - top - px(timeline::kBottom), 0, std::max(1, lanes));
    const QRect inner(0, top, std::max(1, all.width() - names - shares), height);
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    return {QRect(mirrored ? all.width() - names : 0, top, names, height),
            inner.translated(mirrored ? shares : names, 0),
            QRect(mirrored ? 0 : all.width() - shares, top, shares, height)};
}

QRect TimelinePlot::laneRect(int number) const {
    const QRect plot = columns().plot;
    return {plot.left(), plot.top() + number * laneHeight() - verticalScrollBar()->value(),
            plot.width(), laneHeight()};
}

std::optional<LaneKey> TimelinePlot::laneAt(int y) const {
    const QRect plot = columns().plot;
    if (y < plot.top() || y > plot.bottom()) {
        return {};
    }
    const int number = (y - plot.top() + verticalScrollBar()->value()) / laneHeight();
    if (number >= static_cast<int>(m_lanes.lanes().size())) {
        return {};
    }
    return std::next(m_lanes.lanes().begin(), number)->first;
}

QPoint TimelinePlot::pointOf(const LaneKey& lane, double seconds) const {
    const QRect rect = laneRect(numberOf(m_lanes, lane));
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
    const auto [begin, end] = extentOf(m_lanes.lanes().at(lane), hit);
    const QStringList lines = barLines(m_lanes, lane, hit);
    const QRect row = laneRect(numberOf(m_lanes, lane));
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
            .actions = {{QAccessibleActionInterface::pressAction(), tr("Show its layer"),
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
        parts.push_back({.key = laneName(key),
                         .name = laneName(key),
                         .value = busyText(shares),
                         .description = sentences.join(QStringLiteral(". ")),
                         .rect = (laneRect(numberOf(m_lanes, key)) & columns().plot)
                                     .translated(viewport()->pos())});
        for (const LaneBar& bar : layoutOf(key).bars) {
            parts.push_back(spokenBar(key, {bar.group, bar.span}));
        }
    }
    return parts;
}

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

void TimelinePlot::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    fitScrollBar();
    invalidate();
}

void TimelinePlot::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::LayoutDirectionChange || event->type() == QEvent::FontChange) {
        invalidate();
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
    m_current = refOf(lane, hit);
    m_hover.reset();
    const auto [first, last] = extentOf(m_lanes.lanes().at(lane), hit);
    const auto [begin, end] = range();
    const double margin = (end - begin) * kPlotEdgeShare;
    if (first < begin || last - first > end - begin) {
        pan(first - margin - begin);
    } else if (last > end) {
        pan(last + margin - end);
    }
    const int number = numberOf(m_lanes, lane);
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

// Painting: from layouts that are made once for what is shown.

const LaneLayout& TimelinePlot::layoutOf(const LaneKey& key) const {
    const auto found = m_layouts.find(key);
    return found != m_layouts.end()
               ? found->second
               : m_layouts.emplace(key, layoutLane(m_lanes.lanes().at(key), scale())).first->second;
}

void TimelinePlot::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    painter.setLayoutDirection(Qt::LeftToRight);  // of figures and names, in every language
    painter.fillRect(event->rect(), m_theme->colors().base);
    const TimelinePicture picture{*m_theme,          m_lanes,  columns(), scale(),
                                  layoutDirection(), m_marked, moments(), pointedFrame()};
    TimelinePainter lanes(painter, picture);
    lanes.paintBackground();
    painter.setClipRect(lanes.clip());
    int number = 0;
    for (const auto& [key, lane] : m_lanes.lanes()) {
        const QRect rect = laneRect(number++);
        if (rect.bottom() >= picture.columns.plot.top() &&
            rect.top() <= picture.columns.plot.bottom()) {
            lanes.paintLane(rect, key, layoutOf(key), sharesOfLane(key));
        }
    }
    painter.setClipping(false);
    lanes.paintMarks();
}

/// Round the bar that is pointed at, or that the keys went to.
std::optional<QRectF> TimelinePlot::pointedFrame() const {
    const QRect plot = columns().plot;
    std::optional<BarRef> pointed = m_current && hasFocus() ? m_current : std::nullopt;
    if (const auto lane =
            m_hover && plot.contains(*m_hover) ? laneAt(m_hover->y()) : std::nullopt) {
        const auto hit =
            hitLane(m_lanes.lanes().at(*lane), scale(), m_hover->x() - plot.left() + 0.5);
        pointed = hit ? std::optional(refOf(*lane, *hit)) : std::nullopt;
    }
    const auto hit = pointed ? find(*pointed) : std::nullopt;
    if (!hit) {
        return {};
    }
    const auto [begin, end] = extentOf(m_lanes.lanes().at(pointed->lane), *hit);
    const int middle = pointOf(pointed->lane, begin).y();
    const int half = (laneHeight() - timeline::kLaneGap) / 2 + 1;
    return QRectF(QPointF(std::floor(plot.left() + scale().xAt(begin)) - 1, middle - half),
                  QPointF(std::ceil(plot.left() + scale().xAt(end)) + 1, middle + half));
}

std::vector<TimelineMoment> TimelinePlot::moments() const {
    const ThemeColors& colors = m_theme->colors();
    const QRect plot = columns().plot;
    std::vector<TimelineMoment> moments;
    if (m_now >= 0 && m_now >= scale().begin && m_now <= scale().end) {
        moments.push_back({m_now, tr("now"), colors.accent, colors.accentText});
    }
    if (m_hover && plot.contains(*m_hover)) {
        const double seconds = scale().secondsAt(m_hover->x() - plot.left() + 0.5);
        moments.push_back({seconds, durationText(seconds), colors.text, colors.base});
    }
    return moments;
}

}  // namespace stowage
