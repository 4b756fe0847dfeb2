// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/board_parts.h"

#include "widgets/document/device_edits.h"
#include "widgets/support/formats.h"
#include "widgets/support/style_sheet.h"

#include <QContextMenuEvent>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace stowage::head {

/// Rows of a lane's head in pixels at 100 %, from its top: chip, limit, (message), bar, two sums.
inline constexpr int kChipTop = 8, kChipHeight = 18;
inline constexpr int kFieldTop = 32, kFieldWidth = 74;
inline constexpr int kMessageTop = 58, kMessageHeight = 32;
inline constexpr int kBarTop = 66, kBarHeight = 18;
inline constexpr int kSumTop = 90, kSumLine = 17;
inline constexpr int kHeight = 128;

}  // namespace stowage::head

namespace stowage {
namespace {

constexpr int kLeastForNumber = 26;

QColor segmentColor(const BarSegment& segment, const LaneFigures& figures, const ThemeColors& t) {
    switch (segment.kind) {
        case BarSegment::Kind::OtherPrograms:
            return t.otherPrograms;
        case BarSegment::Kind::Context:
            return t.contextOverhead;
        case BarSegment::Kind::Weights:
            return t.deviceFill(figures.device);
        case BarSegment::Kind::Rounding:
            return t.deviceBackground(figures.device);
        default:
            return t.base;
    }
}

QColor numberColor(const BarSegment& segment, const LaneFigures& figures, const ThemeColors& t) {
    if (segment.kind == BarSegment::Kind::Weights) {
        return t.deviceChipText(figures.device);
    }
    const QColor background = segmentColor(segment, figures, t);
    return contrastRatio(t.text, background) >= contrastRatio(t.base, background) ? t.text : t.base;
}

/// The part of a segment beside the limit's tick in which its number has more room.
QRect besideTick(const QRect& rect, int tickX) {
    if (tickX < rect.left() || tickX > rect.right()) {
        return rect;
    }
    const QRect before(rect.left(), rect.top(), tickX - 2 - rect.left(), rect.height());
    const QRect after(QPoint(tickX + 4, rect.top()), rect.bottomRight());
    return before.width() > after.width() ? before : after;
}

void paintSegment(QPainter& painter, const QRect& rect, const BarSegment& segment,
                  const LaneFigures& figures, const ThemeColors& t, int tickX) {
    painter.fillRect(rect, segment.kind == BarSegment::Kind::Weights
                               ? t.deviceBrush(figures.device)
                               : QBrush(segmentColor(segment, figures, t)));
    if (segment.kind == BarSegment::Kind::Over) {
        paintHatch(painter, rect, t.overHatch);
    } else if (segment.kind == BarSegment::Kind::WouldBeAdded) {
        paintHatch(painter, rect, t.deviceFill(DeviceId::cpu()));
    } else if (segment.kind == BarSegment::Kind::WouldLeave) {
        painter.setPen(QPen(t.deviceLine(figures.device), 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0, 1, -1, -2));
    } else {
        const QRect room = besideTick(rect, tickX);
        const QString number = barNumber(segment.bytes, figures);
        if (room.width() >= px(kLeastForNumber) &&
            painter.fontMetrics().horizontalAdvance(number) + 4 <= room.width()) {
            painter.setPen(numberColor(segment, figures, t));
            painter.drawText(room, Qt::AlignCenter, number);
        }
    }
}

}  // namespace

BoardLaneHead::BoardLaneHead(const Theme* theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_fonts(*theme), m_cell(new DeviceFieldEdit(this)) {
    connect(m_cell, &DeviceFieldEdit::committed, this, &BoardLaneHead::deviceEdited);
    connect(m_cell, &DeviceFieldEdit::messageChanged, this, &BoardLaneHead::showCellMessage);
}

void BoardLaneHead::editField(const DeviceInfo& device, DeviceField field) {
    m_cell->begin(device, field);
    placeCell();
}

void BoardLaneHead::showCellMessage(const QString& sentence, bool isError) {
    m_cellMessage = sentence;
    m_cellIsError = isError;
    showMessages();
    placeCell();
}

void BoardLaneHead::placeCell() {
    const auto lane = std::ranges::find_if(
        m_lanes, [this](const Lane& candidate) { return candidate.device == m_cell->device(); });
    if (lane == m_lanes.end()) {
        return;
    }
    QRect cell = barOf(*lane);
    cell.setHeight(px(metrics::kField));
    cell.moveTop(barOf(*lane).center().y() - px(metrics::kField) / 2);
    m_cell->setGeometry(cell);
}

QRect BoardLaneHead::barOf(const Lane& lane) const {
    return {lane.column.left(), px(head::kBarTop) + messageHeight(), lane.column.width(),
            px(head::kBarHeight)};
}

std::optional<std::size_t> BoardLaneHead::laneAt(int x) const {
    const auto lane = std::ranges::find_if(m_lanes, [x](const Lane& candidate) {
        return x >= candidate.column.left() && x <= candidate.column.right();
    });
    return lane == m_lanes.end() ? std::nullopt
                                 : std::optional(static_cast<std::size_t>(lane - m_lanes.begin()));
}

DeviceField BoardLaneHead::fieldAt(std::size_t index, const QPoint& point) const {
    const QRect bar = barOf(m_lanes[index]);
    const LaneFigures& figures = m_figures[index];
    if (point.y() < bar.top() || point.y() > bar.bottom() || figures.scaleBytes <= 0) {
        return DeviceField::Capacity;
    }
    const int along = m_mirrored ? bar.right() - point.x() : point.x() - bar.left();
    const double at = along * figures.scaleBytes / bar.width();
    double end = 0;
    for (const BarSegment& segment : figures.segments) {
        end += segment.bytes;
        if (at < end) {
            return segment.kind == BarSegment::Kind::OtherPrograms ? DeviceField::UsedByOthers
                   : segment.kind == BarSegment::Kind::Context     ? DeviceField::Context
                                                                   : DeviceField::Capacity;
        }
    }
    return DeviceField::Capacity;
}

void BoardLaneHead::mouseDoubleClickEvent(QMouseEvent* event) {
    const QPoint point = event->position().toPoint();
    if (const auto lane = laneAt(point.x()); lane && event->button() == Qt::LeftButton) {
        Q_EMIT fieldWanted(m_lanes[*lane].device, fieldAt(*lane, point));
    }
}

void BoardLaneHead::contextMenuEvent(QContextMenuEvent* event) {
    if (const auto lane = laneAt(event->pos().x())) {
        Q_EMIT menuWanted(m_lanes[*lane].device, event->globalPos());
    }
}

void BoardLaneHead::applyTheme() {
    m_fonts = BoardFonts(*m_theme);
    update();
}

void BoardLaneHead::setModel(const BoardModel* model) {
    m_model = model;
    m_preview = nullptr;
    const ModuleTree* tree = model == nullptr ? nullptr : &model->tree();
    const bool sameModel = tree == m_tree;  // another one: what was typed for the old one goes
    m_tree = tree;
    const auto idOf = [](const DevicePlacement& placement) { return placement.device.id; };
    const bool sameDevices = sameModel && model != nullptr &&
                             std::ranges::equal(m_lanes, model->lanes, {}, &Lane::device, idOf);
    if (!sameDevices) {
        makeFields();
        m_shownHeight = neededHeight();
    }
    setPreview(nullptr);
    if (const auto edited = m_cell->device()) {
        const DevicePlacement* const lane =
            model == nullptr ? nullptr : model->plan->placement(*edited);
        m_cell->follow(lane == nullptr ? nullptr : &lane->device);
    }
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        const DevicePlacement& placement = model->lanes[i];
        const bool isLeftOut = placement.device.id != DeviceId::disk() && placement.weights <= 0;
        m_lanes[i].field->showPlan(placement, isLeftOut && !placement.budget,
                                   m_figures[i].over > 0);
    }
}

void BoardLaneHead::makeFields() {
    for (const Lane& lane : m_lanes) {
        delete lane.field;
    }
    m_lanes.clear();
    if (m_model == nullptr) {
        return;
    }
    for (const DevicePlacement& placement : m_model->lanes) {
        const DeviceId device = placement.device.id;
        const Lane lane{device, new LimitField(device, LimitChecks::WhileTyping, this), {}};
        lane.field->setObjectName(QStringLiteral("limit_") + (device == kNoDevice
                                                                  ? QStringLiteral("no_device")
                                                                  : deviceObjectName(device)));
        lane.field->setAccessibleDescription(
            tr("Maximum bytes of weights on this device, for example 10GiB, 10GB, 800MB or a "
               "number of bytes. To set the limits of all devices, enter them in the format of "
               "Accelerate's max_memory."));
        // With less air than other fields, "1000.5 MiB" fits.
        lane.field->setTextMargins(-2, 0, -2, 0);
        m_lanes.push_back(lane);
        connect(lane.field, &LimitField::limitEdited, this,
                [this, device](const QString& text) { Q_EMIT budgetEdited(device, text); });
        connect(lane.field, &LimitField::messageChanged, this, &BoardLaneHead::showMessages);
        lane.field->setVisible(device != kNoDevice);
    }
}

void BoardLaneHead::showMessages() {
    update();
    if (neededHeight() != m_shownHeight) {
        m_shownHeight = neededHeight();
        Q_EMIT heightChanged();
    }
}

void BoardLaneHead::showRefusal(DeviceId device, const QString& sentence) {
    for (const Lane& lane : m_lanes) {
        if (lane.device == device) {
            lane.field->refuse(sentence);
        }
    }
}

void BoardLaneHead::setPreview(const BoardPreview* preview) {
    m_preview = preview;
    m_figures = m_model == nullptr ? std::vector<LaneFigures>()
                                   : makeFiguresOfLanes(m_model->lanes, preview);
    update();
}

void BoardLaneHead::setColumns(const std::vector<BoardLane>& lanes, int scrollX, bool mirrored) {
    m_mirrored = mirrored;
    for (std::size_t i = 0; i < std::min(lanes.size(), m_lanes.size()); ++i) {
        m_lanes[i].column = lanes[i].column.translated(-scrollX, 0);
    }
    placeFields();
    update();
}

QRect BoardLaneHead::flipped(QRect inner, const QRect& column) const {
    if (m_mirrored) {
        inner.moveLeft(column.left() + column.right() - inner.right());
    }
    return inner;
}

void BoardLaneHead::placeFields() {
    const int label = QFontMetrics(m_fonts.text).horizontalAdvance(tr("Limit")) + 7;
    for (const Lane& lane : m_lanes) {
        const QRect field(lane.column.left() + label, px(head::kFieldTop), px(head::kFieldWidth),
                          px(metrics::kField));
        lane.field->setGeometry(flipped(field, lane.column));
    }
    placeCell();
}

int BoardLaneHead::messageHeight() const {
    const bool any = std::ranges::any_of(
        m_lanes, [](const Lane& lane) { return !lane.field->message().isEmpty(); });
    return any || !m_cellMessage.isEmpty() ? px(head::kMessageHeight) : 0;
}

int BoardLaneHead::neededHeight() const {
    return m_lanes.empty() ? 0 : px(head::kHeight) + messageHeight();
}

QRect BoardLaneHead::fieldRect(std::size_t lane) const {
    const LimitField* field = m_lanes[lane].field;
    return {field->mapToGlobal(QPoint(0, 0)), field->size()};
}

QString BoardLaneHead::fieldText(std::size_t lane) const {
    return m_lanes[lane].field->text();
}

bool BoardLaneHead::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const auto lane = laneAt(help->pos().x())) {
            const QString& detail = m_lanes[*lane].field->detail();
            QString text = detail.isEmpty() ? m_figures[*lane].tooltip : detail;
            const DeviceInfo& device = m_model->lanes[*lane].device;
            if (const auto others = m_programs.find(device.id); others != m_programs.end()) {
                text += QLatin1Char('\n') + tr("Other programs (measured): %1").arg(others->second);
            }
            if (device.id != kNoDevice && (device.simulated || !device.id.isGpu())) {
                text += QLatin1Char('\n') + tr("Double click or right click to change the device");
            }
            QToolTip::showText(help->globalPos(), text, this);
            return true;
        }
    }
    return QWidget::event(event);
}

void BoardLaneHead::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight);  // mirrored by hand; figures are never
    painter.fillRect(rect(), m_theme->colors().base);
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        if (m_lanes[i].column.right() >= 0 && m_lanes[i].column.left() <= width()) {
            paintLane(painter, i);
        }
    }
}

void BoardLaneHead::paintLane(QPainter& painter, std::size_t index) {
    const ThemeColors& t = m_theme->colors();
    const Lane& lane = m_lanes[index];
    const LaneFigures& figures = m_figures[index];
    const QRect& column = lane.column;
    const Qt::Alignment start = (m_mirrored ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
    if (m_preview != nullptr && m_preview->target == lane.device && m_preview->refusal.isEmpty()) {
        const QRect frame = QRect(column.left(), 0, column.width(), height())
                                .adjusted(-board::kTargetFrame, 0, board::kTargetFrame, 0);
        paintTargetLane(painter, frame, t);
        painter.fillRect(QRect(frame.left(), 0, frame.width(), 2), t.accent);
    }
    const QFontMetrics captions(m_fonts.captionBold);
    const int chipWidth = std::max(40, captions.horizontalAdvance(laneLabel(lane.device)) + 12);
    const QRect chip(column.left(), px(head::kChipTop), chipWidth, px(head::kChipHeight));
    paintDeviceChip(painter, flipped(chip, column), lane.device, t, m_fonts.captionBold);
    const auto text = [&](int x, int y, int width, const QString& string, const QFont& font,
                          const QColor& color) {
        painter.setFont(font);
        painter.setPen(color);
        const QRect line(x, y, std::max(0, width), px(metrics::kField));
        painter.drawText(
            flipped(line, column), static_cast<int>(start) | Qt::TextSingleLine,
            inReadingOrder(QFontMetrics(font).elidedText(string, Qt::ElideMiddle, line.width())));
    };
    const int nameRoom = column.right() - chip.right() - 9;
    QString name = figures.name;
    for (const QString& shorter : figures.shortNames) {
        const bool fits = QFontMetrics(m_fonts.textBold).horizontalAdvance(name) <= nameRoom;
        name = fits ? name : shorter;
    }
    text(chip.right() + 9, px(head::kChipTop) - 3, nameRoom, name, m_fonts.textBold, t.text);
    if (lane.device == kNoDevice) {  // nothing limits it, and its bar would stand for nothing
        paintSums(painter, column, px(head::kFieldTop), figures);
        return;
    }
    text(column.left(), px(head::kFieldTop), column.width(), tr("Limit"), m_fonts.text,
         t.secondaryText);
    const QRect field = lane.field->geometry();
    const int fieldEnd = m_mirrored ? column.left() + column.right() - field.left() : field.right();
    text(fieldEnd + 7, px(head::kFieldTop), column.right() - fieldEnd - 7, lane.field->meaning(),
         m_fonts.caption, t.secondaryText);
    const bool edits = m_cell->device() == lane.device && !m_cellMessage.isEmpty();
    if (const QString& message = edits ? m_cellMessage : lane.field->message();
        !message.isEmpty()) {
        painter.setFont(m_fonts.caption);
        painter.setPen((edits ? m_cellIsError : lane.field->isError()) ? t.error
                       : edits                                         ? t.secondaryText
                                                                       : t.warning);
        painter.drawText(
            QRect(column.left(), px(head::kMessageTop), column.width(), px(head::kMessageHeight)),
            static_cast<int>((start & ~Qt::AlignVCenter) | Qt::AlignTop) | Qt::TextWordWrap,
            inReadingOrder(unbrokenFigures(message)));
    }
    const int shift = messageHeight();
    paintBar(painter,
             QRect(column.left(), px(head::kBarTop) + shift, column.width(), px(head::kBarHeight)),
             figures);
    paintSums(painter, column, px(head::kSumTop) + shift, figures);
}

void BoardLaneHead::paintBar(QPainter& painter, const QRect& bar, const LaneFigures& figures) {
    constexpr int kTickOverhang = 4;
    const ThemeColors& t = m_theme->colors();
    const bool known = figures.scaleBytes > 0;
    painter.fillRect(bar, t.base);
    painter.setFont(m_fonts.number);
    const auto xOf = [&](double bytes) {
        return static_cast<int>(std::lround(bytes / figures.scaleBytes * bar.width()));
    };
    QRect tick;
    if (known && figures.limitAt) {
        const int x = std::clamp(xOf(*figures.limitAt) - 1, 0, bar.width() - 2);
        tick = flipped(
            QRect(bar.left() + x, bar.top() - kTickOverhang / 2, 2, bar.height() + kTickOverhang),
            bar);
    }
    double from = 0;
    for (const BarSegment& segment : figures.segments) {
        if (!known) {
            break;
        }
        const int left = xOf(from);
        from += segment.bytes;
        // Even the smallest share is one pixel: present is not absent.
        const int right = std::max(xOf(from), left + 1);
        const QRect rect(bar.left() + left, bar.top(), right - left, bar.height());
        paintSegment(painter, flipped(rect.intersected(bar), bar), segment, figures, t,
                     tick.isNull() ? -1 : tick.left());
    }
    if (known) {
        paintOutline(painter, bar, t.border);
    } else {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(t.border, 1, Qt::DashLine));
        painter.drawRect(bar.adjusted(0, 0, -1, -1));
    }
    painter.fillRect(tick, t.text);
}

void BoardLaneHead::paintSums(QPainter& painter, const QRect& column, int y,
                              const LaneFigures& figures) {
    const ThemeColors& t = m_theme->colors();
    int x = column.left();
    const auto put = [&](int top, const QString& string, const QFont& font, const QColor& color) {
        // One more pixel than the advance: it is rounded, and a rounded-down one would elide.
        const int width =
            std::min(QFontMetrics(font).horizontalAdvance(string), column.right() - x + 1);
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(
            flipped(QRect(x, top, width + 1, px(head::kSumLine)), column),
            static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
            inReadingOrder(QFontMetrics(font).elidedText(string, Qt::ElideMiddle, width + 2)));
        x += width;
    };
    const QColor sumColor = figures.weights > figures.was ? t.accent : t.text;
    put(y, figures.sum, m_fonts.textBold, sumColor);
    x += QFontMetrics(m_fonts.text).horizontalAdvance(u' ');
    put(y, figures.sumOf.trimmed(), m_fonts.text, t.secondaryText);
    const int beforeWidth = QFontMetrics(m_fonts.caption).horizontalAdvance(figures.before);
    const bool beforeFits = x + 8 + beforeWidth <= column.right() + 1;
    if (!figures.before.isEmpty() && beforeFits) {
        x += 8;
        put(y, figures.before, m_fonts.caption, t.secondaryText);
    }
    x = column.left();
    if (figures.over > 0) {
        const QRect icon(x, y + px(head::kSumLine) + 2, 14, 14);
        paintIcon(painter, flipped(icon, column), QStringLiteral("error"), t.overText, t.base);
        x += 18;
        put(y + px(head::kSumLine), figures.room, m_fonts.textBold, t.overText);
    } else {
        put(y + px(head::kSumLine), figures.room, m_fonts.text, t.secondaryText);
    }
    if (!figures.before.isEmpty() && !beforeFits) {
        x += 8;
        put(y + px(head::kSumLine), figures.before, m_fonts.caption, t.secondaryText);
    }
}

}  // namespace stowage
