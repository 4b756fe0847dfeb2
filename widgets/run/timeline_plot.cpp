// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/timeline_plot.h"

#include "widgets/run/timeline_texts.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <QFontMetrics>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

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

int TimelinePlot::numberOf(const LaneKey& lane) const {
    return static_cast<int>(std::distance(m_lanes.lanes().begin(), m_lanes.lanes().find(lane)));
}

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
    const auto [begin, end] = extentOf(pointed->lane, *hit);
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
