// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/timeline_view.h"

#include "engine/run/run_report.h"
#include "widgets/run/timeline_layout.h"
#include "widgets/support/formats.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"

#include <QColor>
#include <QFontMetrics>
#include <QPaintEvent>
#include <QPainter>
#include <QRect>
#include <QScrollBar>
#include <QString>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace stowage {

namespace timeline {

/// Pixels at 100 %.
constexpr int kTop = 18, kBottom = 20;     ///< pass names above, the axis below
constexpr int kLane = 22, kLaneMost = 34;  ///< lanes are as high as there is room for
constexpr int kLaneGap = 8;                ///< the part of a lane above and below its bar
constexpr int kChip = 44;
constexpr int kChipHeight = 16;
constexpr int kGap = 6;
constexpr int kShare = 44;    ///< a column of percentages
constexpr int kNarrow = 520;  ///< below, only the first of them is shown

}  // namespace timeline

/// A line over all lanes, with a chip at its foot.
struct TimelineMoment {
    double seconds = 0;
    QString text;
    QColor background, ink;
};

/// What one picture of the timeline shows beside its lanes. The references must outlive it.
struct TimelinePicture {
    const Theme& theme;
    const TimelineLanes& lanes;
    TimelineColumns columns;
    TimelineScale scale;
    Qt::LayoutDirection direction = Qt::LeftToRight;
    QString marked;  ///< the layer whose bars are marked; "": none
    std::vector<TimelineMoment> moments;
    std::optional<QRectF> pointed;  ///< round the bar that is pointed at
};

/// Paints a timeline: passes and axis, lanes one by one, and the marks over them.
class TimelinePainter {
public:
    /// Both must outlive the painter.
    TimelinePainter(QPainter& painter, const TimelinePicture& picture);
    /// Where lanes may paint.
    [[nodiscard]] QRect clip() const;
    /// Grid, axis, passes and the heads of the columns at the end.
    void paintBackground() const;
    void paintLane(const QRect& rect, const LaneKey& key, const LaneLayout& layout,
                   const TimeShares& shares) const;
    /// Over all lanes: moments, and the bar that is pointed at.
    void paintMarks() const;

private:
    static constexpr double kLeastNameWidth = 22;
    [[nodiscard]] int width() const;
    void paintFrame() const;
    void paintPasses() const;
    void paintLaneName(const QRect& rect, const LaneKey& key) const;
    void paintShares(const QRect& rect, const LaneKey& key, const TimeShares& shares) const;
    void paintWork(const QRect& rect, const LaneKey& key, const LaneLayout& layout) const;
    void paintBar(const QRect& row, const LaneKey& key, const LaneLayout& layout,
                  const LaneBar& bar) const;
    [[nodiscard]] QRect chipOf(const TimelineMoment& moment) const;
    void paintMoment(const TimelineMoment& moment) const;

    QPainter& m_painter;
    const TimelinePicture& m_picture;
};

namespace {

constexpr int kPassLine = 4;

constexpr double kLinkShare = 0.75;  ///< of the device's fill, where weights travel to it

/// The colours of one lane: solid where it works, an outline where weights travel, hatched where
/// it waits, so that they differ without colour too.
struct LaneBrushes {
    QBrush columns, bar, waiting;
    QColor edge, name;
};

LaneBrushes brushesOf(const LaneKey& key, const ThemeColors& colors) {
    const QColor fill = colors.deviceFill(key.device);
    LaneBrushes brushes;
    brushes.waiting = QBrush(colors.secondaryText, Qt::BDiagPattern);
    if (key.kind == LaneKind::Link) {
        brushes.columns = mixColors(fill, colors.base, kLinkShare);
        brushes.bar = colors.deviceBackground(key.device);
        brushes.edge = colors.deviceLine(key.device);
        brushes.name = colors.text;
    } else {
        brushes.columns = brushes.bar = colors.deviceBrush(key.device);
        brushes.edge = colors.base;
        brushes.name = colors.deviceChipText(key.device);
    }
    return brushes;
}

/// The place of a column of percentages in a row of them.
QRect shareRect(const QRect& row, int column, Qt::LayoutDirection direction) {
    const int left = direction == Qt::RightToLeft
                         ? row.right() + 1 - (column + 1) * px(timeline::kShare)
                         : row.left() + column * px(timeline::kShare);
    return {left, row.top(), px(timeline::kShare) - 2, row.height()};
}

/// "transformer.h.3.attn.weight" → "h.3.attn", "3.attn" … the longest that has room; "" where none
/// has. Nearly all tensors are weights.
QString fittingName(const QString& name, const QFontMetricsF& metrics, double room) {
    constexpr QLatin1String kWeight(".weight");
    return shortenedPath(name.endsWith(kWeight) ? name.chopped(kWeight.size()) : name, metrics,
                         room);
}

/// Whether a lane works for most of what is from `left` to `right`, pixels of the lane.
bool worksMostly(const LaneLayout& layout, double left, double right) {
    constexpr double kMost = 0.75;
    double busy = 0;
    for (const LaneColumns& column : layout.columns) {
        const double width =
            std::min<double>(right, column.right) - std::max<double>(left, column.left);
        busy += std::max(0.0, width) * column.busy / LaneColumns::kFull;
    }
    return busy >= kMost * (right - left);
}

}  // namespace

TimelinePainter::TimelinePainter(QPainter& painter, const TimelinePicture& picture)
    : m_painter(painter), m_picture(picture) {}

QRect TimelinePainter::clip() const {
    const QRect plot = m_picture.columns.plot;
    return {0, plot.top(), width(), plot.height()};
}

int TimelinePainter::width() const {
    const TimelineColumns& all = m_picture.columns;
    return std::max(all.names.right(), all.shares.right()) + 1;
}

void TimelinePainter::paintBackground() const {
    paintFrame();
    paintPasses();
}

void TimelinePainter::paintLane(const QRect& rect, const LaneKey& key, const LaneLayout& layout,
                                const TimeShares& shares) const {
    const TimelineColumns& all = m_picture.columns;
    m_painter.setPen(m_picture.theme.colors().softBorder);
    m_painter.drawLine(0, rect.bottom(), width(), rect.bottom());
    paintLaneName(QRect(all.names.left(), rect.top(), all.names.width(), rect.height()), key);
    paintShares(QRect(all.shares.left(), rect.top(), all.shares.width(), rect.height()), key,
                shares);
    paintWork(rect, key, layout);
}

void TimelinePainter::paintMarks() const {
    for (const TimelineMoment& moment : m_picture.moments) {
        paintMoment(moment);
    }
    if (m_picture.pointed) {
        m_painter.setClipRect(m_picture.columns.plot);
        m_painter.setPen(QPen(m_picture.theme.colors().text, 2));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(*m_picture.pointed);
        m_painter.setClipping(false);
    }
}

/// Grid, axis and the heads of the columns at the end.
void TimelinePainter::paintFrame() const {
    static constexpr int kTickRoom = 72;
    const ThemeColors& colors = m_picture.theme.colors();
    const TimelineColumns all = m_picture.columns;
    const QRect plot = all.plot;
    m_painter.setFont(m_picture.theme.font(TextRole::Caption));
    const std::vector<TimelineMoment> chips = m_picture.moments;
    for (const TimelineTick& tick : timelineTicks(m_picture.scale, px(kTickRoom))) {
        const int x = plot.left() + static_cast<int>(m_picture.scale.xAt(tick.seconds));
        m_painter.setPen(colors.chartGrid);
        m_painter.drawLine(x, plot.top(), x, plot.bottom());
        m_painter.setPen(colors.secondaryText);
        const int width = m_painter.fontMetrics().horizontalAdvance(tick.text) + 2;
        const int left = std::clamp(x - width / 2, plot.left(), plot.right() + 1 - width);
        const QRect label(left, plot.bottom() + 1, width, px(timeline::kBottom));
        // No half of a figure beside a chip.
        if (std::ranges::none_of(chips, [&](const TimelineMoment& moment) {
                return chipOf(moment).intersects(label);
            })) {
            m_painter.drawText(label, Qt::AlignCenter, tick.text);
        }
    }
    m_painter.setPen(colors.border);
    m_painter.drawRect(plot.adjusted(0, 0, -1, 0));
    m_painter.setPen(colors.secondaryText);
    const QStringList heads{TimelinePlot::tr("busy"), TimelinePlot::tr("waits"),
                            TimelinePlot::tr("idle")};
    const QRect head(all.shares.left(), 0, all.shares.width(), px(timeline::kTop));
    for (int i = 0; i < head.width() / px(timeline::kShare); ++i) {
        m_painter.drawText(shareRect(head, i, m_picture.direction),
                           Qt::AlignRight | Qt::AlignVCenter | Qt::AlignAbsolute, heads.at(i));
    }
}

void TimelinePainter::paintPasses() const {
    const ThemeColors& colors = m_picture.theme.colors();
    const QRect plot = m_picture.columns.plot;
    m_painter.setFont(m_picture.theme.font(TextRole::Caption, true));
    bool tinted = false;
    for (const PassLabel& label :
         passLabels(m_picture.lanes.passes(), m_picture.scale, QFontMetrics(m_painter.font()))) {
        const int left = plot.left() + static_cast<int>(label.left);
        const int right = plot.left() + static_cast<int>(label.right);
        if (tinted) {
            m_painter.fillRect(QRect(left, plot.top() + 1, right - left, plot.height() - 1),
                               colors.alternate);
        }
        tinted = !tinted;
        if (left > plot.left() + kPassLine) {  // at the edge there is the frame
            m_painter.setPen(QPen(colors.border, 1, Qt::DashLine));
            m_painter.drawLine(left, 2, left, plot.bottom());
        }
        m_painter.setPen(colors.secondaryText);
        m_painter.drawText(QRect(left + 4, 0, right - left, px(timeline::kTop)),
                           Qt::AlignLeft | Qt::AlignVCenter | Qt::AlignAbsolute,
                           inReadingOrder(label.text));
    }
}

void TimelinePainter::paintLaneName(const QRect& rect, const LaneKey& key) const {
    const bool mirrored = m_picture.direction == Qt::RightToLeft;
    QRect chip(rect.left(), rect.center().y() - px(timeline::kChipHeight) / 2 + 1,
               px(timeline::kChip), px(timeline::kChipHeight));
    if (mirrored) {
        chip.moveRight(rect.right());
    }
    paintDeviceChip(m_painter, chip, key.device, m_picture.theme.colors(),
                    m_picture.theme.font(TextRole::Caption, true));
    const int taken = px(timeline::kChip) + timeline::kGap;
    m_painter.setFont(m_picture.theme.font(TextRole::Tree));
    m_painter.setPen(m_picture.theme.colors().text);
    m_painter.drawText(
        rect.adjusted(mirrored ? 0 : taken, 0, mirrored ? -taken : 0, 0),
        (mirrored ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter | Qt::AlignAbsolute,
        laneRole(key));
}

void TimelinePainter::paintShares(const QRect& rect, const LaneKey& key,
                                  const TimeShares& shares) const {
    const auto percents = shareTexts(shares);
    const bool computes = key.kind == LaneKind::Compute;
    QStringList texts;
    for (const QString& text : percents) {
        texts.append(computes || texts.isEmpty() ? text : QString());
    }
    m_painter.setFont(m_picture.theme.font(TextRole::Tree));
    for (int i = 0; i < rect.width() / px(timeline::kShare); ++i) {
        m_painter.setPen(i == 0 ? m_picture.theme.colors().text
                                : m_picture.theme.colors().secondaryText);
        m_painter.drawText(shareRect(rect, i, m_picture.direction),
                           Qt::AlignRight | Qt::AlignVCenter | Qt::AlignAbsolute, texts.at(i));
    }
}

void TimelinePainter::paintWork(const QRect& rect, const LaneKey& key,
                                const LaneLayout& layout) const {
    const ThemeColors& colors = m_picture.theme.colors();
    const LaneBrushes brushes = brushesOf(key, colors);
    const int height = rect.height() - timeline::kLaneGap;
    const QRect row(rect.left(), rect.top() + (rect.height() - 1 - height) / 2, rect.width(),
                    height);
    m_painter.save();
    m_painter.setClipRect(rect.adjusted(1, 0, -1, 0) & m_picture.columns.plot);
    const double kept = m_picture.lanes.lanes().at(key).keptFrom();
    if (kept > m_picture.scale.begin) {
        m_painter.fillRect(
            QRectF(rect.left(), rect.top(), m_picture.scale.xAt(kept), rect.height() - 1),
            QBrush(colors.border, Qt::Dense6Pattern));
    }
    for (const LaneColumns& column : layout.columns) {
        const int busy = height * column.busy / LaneColumns::kFull;
        const int waits = height * column.waiting / LaneColumns::kFull;
        const QRect all(row.left() + column.left, row.top(), column.right - column.left,
                        row.height());
        // Work stands at the foot, waiting above it.
        m_painter.fillRect(QRect(all.left(), all.bottom() + 1 - busy, all.width(), busy),
                           brushes.columns);
        if (waits > 0) {
            m_painter.fillRect(
                QRect(all.left(), all.bottom() + 1 - busy - waits, all.width(), waits),
                brushes.waiting);
        }
    }
    m_painter.setFont(m_picture.theme.font(TextRole::BarNumber));
    for (const LaneBar& bar : layout.bars) {
        paintBar(row, key, layout, bar);
    }
    m_painter.restore();
}

void TimelinePainter::paintBar(const QRect& row, const LaneKey& key, const LaneLayout& layout,
                               const LaneBar& bar) const {
    const ThemeColors& colors = m_picture.theme.colors();
    const LaneBrushes brushes = brushesOf(key, colors);
    const TimelineLane& lane = m_picture.lanes.lanes().at(key);
    const LaneSpan& span = lane.spans()[bar.span.value_or(lane.groups()[bar.group].first)];
    // Whole pixels, so that bars are sharp; neighbours are a pixel apart.
    const double left = std::floor(row.left() + bar.left);
    const double right = std::max(left + 2, std::floor(row.left() + bar.right));
    const QRectF rect(left, row.top(), right - left - 1, row.height());
    const bool waits = bar.span && span.kind == SpanKind::Wait;
    if (bar.span) {
        m_painter.fillRect(rect, waits ? QBrush(colors.base) : brushes.bar);
    }
    if (waits) {
        m_painter.fillRect(rect, brushes.waiting);
    }
    if (waits || (bar.span && key.kind == LaneKind::Link)) {
        m_painter.setPen(waits ? colors.border : brushes.edge);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(rect.adjusted(0, 0, -1, -1));
    }
    // A layer's work stands in the columns below; every bar's end is told from the next.
    m_painter.fillRect(QRectF(right - 1, rect.top(), 1, rect.height()), colors.base);
    if (!m_picture.marked.isEmpty() && m_picture.lanes.name(span.stage) == m_picture.marked) {
        m_painter.fillRect(QRectF(left, rect.bottom() + 1, rect.width(), 2), colors.accent);
    }
    const QString& name = m_picture.lanes.name(bar.span ? span.item : span.stage);
    const double room = std::min(right, row.right() + 1.0) - std::max(left, row.left() + 1.0) - 6;
    if (room < px(kLeastNameWidth) || waits) {
        return;
    }
    const QFontMetricsF metrics(m_painter.font());
    const QString text = fittingName(name, metrics, room);
    if (text.isEmpty()) {
        return;
    }
    const QRectF label(std::max(left, row.left() + 1.0) + 1, rect.top() + 1,
                       metrics.horizontalAdvance(text) + 4, rect.height() - 2);
    // Over columns, which may be anything, a name has a background: waiting never looks like work.
    const bool works =
        bar.span || worksMostly(layout, label.left() - row.left(), label.right() - row.left());
    if (!bar.span) {
        m_painter.fillRect(label, works ? brushes.bar : QBrush(colors.base));
    }
    m_painter.setPen(works ? brushes.name : colors.text);
    m_painter.drawText(label, Qt::AlignCenter, text);
}

QRect TimelinePainter::chipOf(const TimelineMoment& moment) const {
    const QRect plot = m_picture.columns.plot;
    const QFontMetrics metrics(m_picture.theme.font(TextRole::Caption, true));
    const int x = plot.left() + static_cast<int>(m_picture.scale.xAt(moment.seconds));
    const int width = metrics.horizontalAdvance(moment.text) + 10;
    const int left =
        std::clamp(x - width / 2, plot.left(), std::max(plot.left(), plot.right() + 1 - width));
    return {left, plot.bottom() + 3, width, px(timeline::kBottom) - 4};
}

void TimelinePainter::paintMoment(const TimelineMoment& moment) const {
    const QRect plot = m_picture.columns.plot;
    const double x = plot.left() + m_picture.scale.xAt(moment.seconds);
    m_painter.setPen(QPen(moment.background, 1));
    m_painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(moment.background);
    m_painter.drawRoundedRect(chipOf(moment), metrics::kRadius, metrics::kRadius);
    m_painter.setFont(m_picture.theme.font(TextRole::Caption, true));
    m_painter.setPen(moment.ink);
    m_painter.drawText(chipOf(moment), Qt::AlignCenter, moment.text);
}

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
