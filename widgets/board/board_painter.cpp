// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/board_parts.h"

#include "widgets/document/board_model.h"
#include "widgets/document/plan_comparison.h"
#include "widgets/support/formats.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QPainter>
#include <QPainterPath>
#include <QStyle>

#include <algorithm>
#include <cmath>

namespace stowage {
namespace {

constexpr int kTextInset = 10;
constexpr int kEndInset = 6;
constexpr int kTextRow = 26;  // taller blocks carry their text in the middle of their height

/// The last parts of a path that fit, "…h.11": cut between names and only then inside one.
QString fittingPath(const QString& path, const QFontMetrics& metrics, int width) {
    if (metrics.horizontalAdvance(path) <= width) {
        return path;
    }
    for (qsizetype dot = path.indexOf(u'.'); dot >= 0; dot = path.indexOf(u'.', dot + 1)) {
        const QString rest = QStringLiteral("…") + path.mid(dot + 1);
        if (metrics.horizontalAdvance(rest) <= width) {
            return rest;
        }
    }
    return metrics.elidedText(path, Qt::ElideLeft, width);
}

/// Calls `visit` with each block of a folded run, or with the entry's own module.
template <class Visit>
void forModules(const BoardEntry& entry, const BoardModel& model, const Visit& visit) {
    if (entry.kind != BoardEntry::Kind::Run) {
        visit(entry.module);
        return;
    }
    for (std::size_t block = entry.firstBlock; block <= entry.lastBlock; ++block) {
        visit(model.blocks[block].module);
    }
}

constexpr double kCorner = 4;
constexpr int kPortTextGap = 6;

/// The corners of a line, rounded.
QPainterPath roundedLine(const QPolygon& points) {
    QPainterPath path;
    const auto center = [](const QPoint& point) { return QPointF(point) + QPointF(0.5, 0.5); };
    path.moveTo(center(points.front()));
    for (qsizetype i = 1; i + 1 < points.size(); ++i) {
        const QPointF corner = center(points[i]);
        const QPointF before = center(points[i - 1]);
        const QPointF after = center(points[i + 1]);
        const auto towards = [&corner](const QPointF& other) {
            const QPointF step = other - corner;
            const double length = std::hypot(step.x(), step.y());
            return length < 1 ? corner : corner + step * (std::min(kCorner, length / 2) / length);
        };
        path.lineTo(towards(before));
        path.quadTo(corner, towards(after));
    }
    path.lineTo(center(points.back()));
    return path;
}

}  // namespace

double loadedShare(const BoardEntry& entry, const BoardModel& model, const BoardPaintState& state) {
    if (!state.loading && state.loaded == nullptr) {
        return 1;
    }
    double sum = 0;
    double count = 0;
    forModules(entry, model, [&](ModuleId module) {
        sum += (state.loading ? state.loading(module) : 1) *
               (state.loaded != nullptr ? state.loaded->inPlace(module) : 1);
        ++count;
    });
    return sum / count;
}

std::optional<DeviceId> loadedElsewhere(const BoardEntry& entry, const BoardModel& model,
                                        const BoardPaintState& state) {
    std::optional<DeviceId> device;
    bool isOne = state.loaded != nullptr && entry.kind != BoardEntry::Kind::Ghost &&
                 entry.kind != BoardEntry::Kind::Hole;
    if (!isOne) {
        return std::nullopt;
    }
    forModules(entry, model, [&](ModuleId module) {
        const auto place = state.loaded->elsewhere(module);
        isOne = isOne && place && (!device || device == place);
        device = place;
    });
    return isOne ? device : std::nullopt;
}

BoardFonts::BoardFonts(const Theme& theme)
    : text(theme.font(TextRole::Tree)),
      textBold(theme.font(TextRole::Tree, true)),
      caption(theme.font(TextRole::Caption)),
      captionBold(theme.font(TextRole::Caption, true)),
      number(theme.font(TextRole::BarNumber)) {}

void paintTargetLane(QPainter& painter, const QRect& rect, const ThemeColors& colors) {
    painter.fillRect(rect, mixColors(colors.accent, colors.base, colors.dark ? 0.10 : 0.05));
    painter.fillRect(QRect(rect.left(), rect.top(), 2, rect.height()), colors.accent);
    painter.fillRect(QRect(rect.right() - 1, rect.top(), 2, rect.height()), colors.accent);
}

namespace {

/// What a comparison says of an entry.
struct BlockMove {
    int moved = 0;                   ///< blocks or parts that move
    bool whole = false;              ///< all of the entry moves, from or to one place
    std::optional<DeviceId> device;  ///< where it came from or would go
};

/// Paints a board; see paintBoard().
class BoardPainter {
public:
    BoardPainter(QPainter& painter, const BoardModel& model, const BoardLayout& layout,
                 const BoardFonts& fonts, const ThemeColors& colors, const BoardPaintState& state);
    /// `exposed` in content coordinates.
    void paint(const QRect& exposed);

private:
    static constexpr int kBadge = 13;

    void paintLane(std::size_t index, const QRect& exposed);
    void paintEntry(std::size_t index);
    [[nodiscard]] QColor backgroundOf(const BoardEntry& entry) const;
    void paintBackground(const BoardEntry& entry, const QRect& rect, double loaded);
    void paintTexts(const BoardEntry& entry, const QRect& rect, bool isHovered);
    /// The chip of a comparison, its end at `end`; gives back where it starts.
    int paintMoveChip(const BoardEntry& entry, const QRect& rect, int end);
    /// The same for a block whose weights are loaded elsewhere than the plan has it.
    int paintLoadedChip(const BoardEntry& entry, const QRect& rect, int end);
    int paintChip(const QString& text, std::optional<DeviceId> device, const QRect& rect, int end);
    [[nodiscard]] BlockMove moveOf(const BoardEntry& entry) const;
    int paintBadge(int x, const QRect& rect, const QString& icon);
    void paintFrames(std::size_t index, const BoardEntry& entry, const QRect& rect);
    void paintOverflow(const BoardLane& lane, const QRect& exposed);
    void paintRoom(const BoardLane& lane);
    void paintLink(const BoardLink& link);
    void paintNotes(const BoardLane& lane);
    [[nodiscard]] QRect flipped(const QRect& inner, const QRect& outer) const;

    QPainter& m_painter;
    const BoardModel& m_model;
    const BoardLayout& m_layout;
    const BoardFonts& m_fonts;
    const ThemeColors& m_colors;
    const BoardPaintState& m_state;
};

BoardPainter::BoardPainter(QPainter& painter, const BoardModel& model, const BoardLayout& layout,
                           const BoardFonts& fonts, const ThemeColors& colors,
                           const BoardPaintState& state)
    : m_painter(painter),
      m_model(model),
      m_layout(layout),
      m_fonts(fonts),
      m_colors(colors),
      m_state(state) {}

void BoardPainter::paint(const QRect& exposed) {
    m_painter.fillRect(exposed, m_colors.base);
    for (std::size_t lane = 0; lane < m_layout.lanes().size(); ++lane) {
        const QRect& column = m_layout.lanes()[lane].column;
        if (column.right() + metrics::kLaneGap >= exposed.left() &&
            column.left() - metrics::kLaneGap <= exposed.right()) {
            paintLane(lane, exposed);
        }
    }
    for (const BoardLink& link : m_layout.links()) {
        if (link.points.boundingRect().united(link.port).intersects(exposed)) {
            paintLink(link);
        }
    }
}

QRect BoardPainter::flipped(const QRect& inner, const QRect& outer) const {
    return QStyle::visualRect(m_layout.isMirrored() ? Qt::RightToLeft : Qt::LeftToRight, outer,
                              inner);
}

void BoardPainter::paintLane(std::size_t index, const QRect& exposed) {
    const BoardLane& lane = m_layout.lanes()[index];
    if (m_state.targetLane == index) {
        QRect frame = lane.column.adjusted(-board::kTargetFrame, 0, board::kTargetFrame, 0);
        frame.setBottom(std::max(frame.bottom(), exposed.bottom()));
        paintTargetLane(m_painter, frame, m_colors);
    }
    for (std::size_t i = m_layout.firstEntryBelow(lane, exposed.top()); i < lane.last; ++i) {
        if (m_layout.entries()[i].rect.top() > exposed.bottom()) {
            break;
        }
        paintEntry(i);
    }
    paintRoom(lane);
    paintOverflow(lane, exposed);
    paintNotes(lane);
}

void BoardPainter::paintEntry(std::size_t index) {
    const BoardEntry& entry = m_layout.entries()[index];
    const QRect rect = entry.rect.adjusted(0, 0, 0, -1);  // one line between two blocks
    const QColor line = m_colors.deviceLine(entry.device);
    if (entry.kind == BoardEntry::Kind::Hole) {
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(line, 1, Qt::DashLine));
        m_painter.drawRect(rect.adjusted(0, 0, -1, -1));
    } else {
        paintBackground(entry, rect, loadedShare(entry, m_model, m_state));
    }
    const auto& lane = m_layout.lanes()[*m_layout.laneAt(rect.center().x())];
    if (lane.overY && rect.bottom() >= *lane.overY) {
        QRect over = rect;
        over.setTop(std::max(over.top(), *lane.overY));
        QColor stripe = m_colors.overHatch;
        stripe.setAlphaF(0.5F);
        paintHatch(m_painter, over, stripe);
    }
    paintTexts(entry, rect, m_state.hovered == index);
    paintFrames(index, entry, rect);
}

QColor BoardPainter::backgroundOf(const BoardEntry& entry) const {
    // Of several models each has its tint; the stripe tells the device all the same.
    const auto model = entry.firstBlock < m_model.blocks.size()
                           ? m_model.blocks[entry.firstBlock].model
                           : std::nullopt;
    return model ? m_colors.modelBackground(*model) : m_colors.deviceBackground(entry.device);
}

void BoardPainter::paintBackground(const BoardEntry& entry, const QRect& rect, double loaded) {
    constexpr int kStripe = 4;
    const QColor fill = m_colors.deviceFill(entry.device);
    m_painter.fillRect(rect, loaded >= 1 ? backgroundOf(entry) : m_colors.base);
    if (loaded < 1) {
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_colors.deviceLine(entry.device), 1));
        m_painter.drawRect(rect.adjusted(0, 0, -1, -1));
        const QRect bar(rect.left(), rect.bottom() - 2,
                        static_cast<int>(rect.width() * std::clamp(loaded, 0.0, 1.0)), 3);
        m_painter.fillRect(flipped(bar, rect), m_colors.deviceBrush(entry.device));
    }
    const QRect stripe = flipped(QRect(rect.left(), rect.top(), kStripe, rect.height()), rect);
    m_painter.fillRect(stripe, m_colors.deviceBrush(entry.device));
    if (entry.kind == BoardEntry::Kind::Run) {
        m_painter.fillRect(QRect(rect.left(), rect.bottom() - 3, rect.width(), 1), m_colors.base);
        m_painter.fillRect(QRect(rect.left(), rect.bottom() - 2, rect.width(), 3),
                           mixColors(fill, m_colors.base, 0.45));
    }
}

int BoardPainter::paintBadge(int x, const QRect& rect, const QString& icon) {
    QRect badge(x, rect.center().y() - kBadge / 2, kBadge, kBadge);
    paintIcon(m_painter, flipped(badge, rect), icon, m_colors.text, m_colors.base);
    return x + kBadge + 3;
}

void BoardPainter::paintTexts(const BoardEntry& entry, const QRect& rect, bool isHovered) {
    constexpr int kIndent = 12;
    using Kind = BoardEntry::Kind;
    QRect row = rect;
    if (row.height() > px(kTextRow) && entry.kind == Kind::Header) {
        row.setHeight(px(kTextRow));
    }
    const bool ghost = entry.kind == Kind::Ghost;
    m_painter.setFont(ghost ? m_fonts.textBold : m_fonts.text);
    const QFontMetrics metrics(m_painter.font());
    const bool dim = entry.kind == Kind::Hole;
    const bool strongSize =
        contrastRatio(m_colors.secondaryText, backgroundOf(entry)) < kLeastTextContrast;
    const int sizeWidth = metrics.horizontalAdvance(entry.sizeText);
    int x = row.left() + kTextInset + entry.depth * kIndent;
    int end = row.right() - kEndInset - sizeWidth;
    const Qt::Alignment start = m_layout.isMirrored() ? Qt::AlignRight : Qt::AlignLeft;
    const Qt::Alignment far = m_layout.isMirrored() ? Qt::AlignLeft : Qt::AlignRight;
    if (entry.kind == Kind::Run || entry.kind == Kind::Header) {
        x = paintBadge(x - 3, row,
                       entry.kind == Kind::Header ? QStringLiteral("chevron_down")
                       : m_layout.isMirrored()    ? QStringLiteral("chevron_left")
                                                  : QStringLiteral("chevron_right"));
    }
    if (entry.kind == Kind::Block && isHovered && entry.canUnfold) {
        end -= kBadge + 2;
        paintBadge(end, row,
                   m_layout.isMirrored() ? QStringLiteral("chevron_left")
                                         : QStringLiteral("chevron_right"));
    }
    const int plainEnd = end;
    end = paintMoveChip(entry, rect, end);
    end = end == plainEnd ? paintLoadedChip(entry, rect, end) : end;
    // The chip of a comparison says more than the hand, and the name needs the room.
    const bool hand = entry.movedByHand && end == plainEnd;
    const int badges = (entry.pinned ? kBadge + 3 : 0) + (hand ? kBadge + 3 : 0);
    const QString name = fittingPath(entry.label, metrics, std::max(0, end - x - badges - 6));
    m_painter.setPen(dim ? m_colors.secondaryText : m_colors.text);
    const QRect nameRect(x, row.top(), std::max(0, end - x), row.height());
    m_painter.drawText(flipped(nameRect, rect),
                       static_cast<int>(start | Qt::AlignVCenter) | Qt::TextSingleLine, name);
    x += metrics.horizontalAdvance(name) + 5;
    if (entry.pinned) {
        x = paintBadge(x, row, QStringLiteral("pin"));
    }
    if (hand) {
        paintBadge(x, row, QStringLiteral("moved_by_hand"));
    }
    m_painter.setPen(strongSize || ghost ? m_colors.text : m_colors.secondaryText);
    const QRect sizeRect(row.right() - kEndInset - sizeWidth, row.top(), sizeWidth + 1,
                         row.height());
    m_painter.drawText(flipped(sizeRect, rect),
                       static_cast<int>(far | Qt::AlignVCenter) | Qt::TextSingleLine,
                       entry.sizeText);
}

BlockMove BoardPainter::moveOf(const BoardEntry& entry) const {
    BlockMove result;
    if (m_state.compared == nullptr) {
        return result;
    }
    const ComparedPlans& compared = *m_state.compared;
    const bool run = entry.kind == BoardEntry::Kind::Run;
    std::size_t whole = 0;
    bool same = true;
    for (std::size_t block = entry.firstBlock; block <= entry.lastBlock; ++block) {
        const ModuleId module = run ? m_model.blocks[block].module : entry.module;
        if (const MovedModule* move = compared.moveOfModule(module)) {
            const auto& device = m_state.proposed ? move->to : move->from;
            same = same && (whole == 0 || device == result.device);
            result.device = device;
            ++whole;
        } else if (module.index() < compared.movesInside.size()) {
            result.moved += static_cast<int>(compared.movesInside[module.index()]);
        }
    }
    result.moved += static_cast<int>(whole);
    result.whole = same && whole == entry.lastBlock - entry.firstBlock + 1;
    return result;
}

int BoardPainter::paintMoveChip(const BoardEntry& entry, const QRect& rect, int end) {
    const BlockMove move = moveOf(entry);
    if (move.moved == 0 || entry.kind == BoardEntry::Kind::Hole) {
        return end;
    }
    const bool known = move.whole && move.device;
    const QString device = known ? translated(deviceLabel(*move.device)) : QString();
    QString text = m_state.proposed ? QCoreApplication::translate("Board", "to %1").arg(device)
                                    : QCoreApplication::translate("Board", "from %1").arg(device);
    if (!known) {
        text = move.whole ? QCoreApplication::translate("Board", "new")
                          : QCoreApplication::translate("Board", "%1 move").arg(move.moved);
    }
    return paintChip(text, known ? move.device : std::nullopt, rect, end);
}

int BoardPainter::paintLoadedChip(const BoardEntry& entry, const QRect& rect, int end) {
    const auto device = loadedElsewhere(entry, m_model, m_state);
    return device ? paintChip(QCoreApplication::translate("Board", "is on %1")
                                  .arg(translated(deviceLabel(*device))),
                              device, rect, end)
                  : end;
}

int BoardPainter::paintChip(const QString& text, std::optional<DeviceId> device, const QRect& rect,
                            int end) {
    constexpr int kChip = 14;
    const QFontMetrics metrics(m_fonts.number);
    const int width = metrics.horizontalAdvance(text) + 8;
    const QRect chip(end - width - 2, rect.center().y() - px(kChip) / 2, width, px(kChip));
    const QColor background = device ? m_colors.deviceFill(*device) : m_colors.accent;
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(background);
    m_painter.drawRoundedRect(flipped(chip, rect), metrics::kRadius, metrics::kRadius);
    m_painter.restore();
    const QFont before = m_painter.font();
    m_painter.setFont(m_fonts.number);
    m_painter.setPen(device ? m_colors.deviceChipText(*device) : m_colors.accentText);
    m_painter.drawText(flipped(chip, rect), Qt::AlignCenter | Qt::TextSingleLine, text);
    m_painter.setFont(before);
    return chip.left() - 4;
}

void BoardPainter::paintFrames(std::size_t index, const BoardEntry& entry, const QRect& rect) {
    const auto frame = [this](const QRect& outer, const QColor& color, int width) {
        m_painter.fillRect(QRect(outer.left(), outer.top(), outer.width(), width), color);
        m_painter.fillRect(QRect(outer.left(), outer.bottom() - width + 1, outer.width(), width),
                           color);
        m_painter.fillRect(QRect(outer.left(), outer.top(), width, outer.height()), color);
        m_painter.fillRect(QRect(outer.right() - width + 1, outer.top(), width, outer.height()),
                           color);
    };
    const bool selected = index < m_state.selected.size() && m_state.selected[index];
    const bool hole = entry.kind == BoardEntry::Kind::Hole;
    if (!selected && !hole && moveOf(entry).moved > 0) {
        frame(rect, m_colors.accent, 1);
    }
    if ((selected && !hole) || entry.kind == BoardEntry::Kind::Ghost) {
        frame(rect, m_colors.accent, 2);
    } else if (m_state.hovered == index && !hole) {
        frame(rect, m_colors.deviceFill(entry.device), 1);
    }
    if (m_state.hasFocus && m_state.current == index) {
        frame(rect.adjusted(2, 2, -2, -2), m_colors.base, 1);
    }
}

void BoardPainter::paintOverflow(const BoardLane& lane, const QRect& exposed) {
    if (!lane.overY || *lane.overY < exposed.top() - 8 || *lane.overY > exposed.bottom() + 8) {
        return;
    }
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_colors.overHatch);
    const double y = *lane.overY + 0.5;
    const double left = lane.column.left() - 1.0;
    const double right = lane.column.right() + 2.0;
    m_painter.drawPolygon(QPolygonF({{left - 7, y - 4.5}, {left, y}, {left - 7, y + 4.5}}));
    m_painter.drawPolygon(QPolygonF({{right + 7, y - 4.5}, {right, y}, {right + 7, y + 4.5}}));
    m_painter.restore();
}

// What is painted around the blocks: links, the room to the limit, notes.

void BoardPainter::paintLink(const BoardLink& link) {
    constexpr double kArrow = 4.5;
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    const QColor color = link.isNew ? m_colors.accent : m_colors.secondaryText;
    QPen pen(color, link.isNew ? 2.0 : 1.3);
    pen.setCapStyle(Qt::FlatCap);
    if (!link.solid) {
        pen.setDashPattern({3, 2.4});
    }
    m_painter.setPen(pen);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPath(roundedLine(link.points));
    const QPointF tip = QPointF(link.points.back()) + QPointF(0.5, 0.5);
    const double back = link.points[link.points.size() - 2].x() < tip.x() ? -kArrow : kArrow;
    m_painter.setPen(QPen(color, link.isNew ? 2.0 : 1.3));
    m_painter.drawPolyline(QPolygonF({{tip.x() + back, tip.y() - kArrow},
                                      {tip.x(), tip.y()},
                                      {tip.x() + back, tip.y() + kArrow}}));
    m_painter.restore();

    const QFontMetrics bold(m_fonts.captionBold);
    const QFontMetrics plain(m_fonts.caption);
    // Read from the right the amount comes first, too.
    const bool isMirrored = QGuiApplication::isRightToLeft();
    const bool strong = link.solid || link.isNew;
    const int amountWidth = (strong ? bold : plain).horizontalAdvance(link.amount);
    // No space follows the comma of Chinese and Japanese.
    const bool isSpaced = link.solid || listSeparator().endsWith(u' ');
    const int gap = link.amount.isEmpty() || !isSpaced ? 0 : plain.horizontalAdvance(u' ');
    const int width = amountWidth + gap + plain.horizontalAdvance(link.where);
    const bool leavesRight = link.points.front().x() > link.port.center().x();
    int x =
        leavesRight ? link.port.right() - kPortTextGap - width : link.port.left() + kPortTextGap;
    const auto draw = [&](const QString& text, const QFont& font, const QColor& ink, int advance) {
        m_painter.setFont(font);
        m_painter.setPen(ink);
        m_painter.drawText(QRect(x, link.port.top(), advance + 2, link.port.height()),
                           static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine |
                               Qt::TextDontClip,
                           inReadingOrder(text));
        x += advance;
    };
    const auto drawWhere = [&] {
        draw(link.where, m_fonts.caption, link.isNew ? m_colors.accent : m_colors.secondaryText,
             plain.horizontalAdvance(link.where));
    };
    if (isMirrored) {
        drawWhere();
        x += gap;
    }
    draw(link.amount, strong ? m_fonts.captionBold : m_fonts.caption,
         link.isNew   ? m_colors.accent
         : link.solid ? m_colors.text
                      : m_colors.secondaryText,
         amountWidth);
    if (!isMirrored) {
        x += gap;
        drawWhere();
    }
}

void BoardPainter::paintRoom(const BoardLane& lane) {
    m_painter.setFont(m_fonts.caption);
    const int align =
        static_cast<int>((m_layout.isMirrored() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop);
    if (!lane.kept.isNull()) {
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_colors.border, 1, Qt::DashLine));
        m_painter.drawRect(lane.kept.adjusted(0, 0, -1, -3));
        m_painter.setPen(m_colors.secondaryText);
        const QRect text = lane.kept.adjusted(6, 3, -4, -3);
        const int line = QFontMetrics(m_fonts.caption).height();
        QString kept = lane.keptText;
        if (text.height() < 2 * line) {
            kept.replace(u'\n', u' ');
            const QRect middle = lane.kept.adjusted(6, 0, -4, -3);
            if (QFontMetrics(m_fonts.caption).horizontalAdvance(kept) > middle.width()) {
                kept = lane.keptShort;
            }
            m_painter.drawText(middle, (align & ~Qt::AlignTop) | Qt::AlignVCenter,
                               inReadingOrder(kept));
        } else {
            m_painter.drawText(text, align, inReadingOrder(kept));
        }
    }
    if (lane.limitY) {
        m_painter.fillRect(
            QRect(lane.column.left() - 4, *lane.limitY - 1, lane.column.width() + 8, 2),
            m_colors.text);
        m_painter.setPen(m_colors.text);
        m_painter.drawText(QRect(lane.column.left(), *lane.limitY + 4, lane.column.width(), px(16)),
                           align, inReadingOrder(lane.limitText));
    }
}

void BoardPainter::paintNotes(const BoardLane& lane) {
    const int align = static_cast<int>((m_layout.isMirrored() ? Qt::AlignRight : Qt::AlignLeft) |
                                       Qt::AlignVCenter);
    for (const BoardNote& note : lane.notes) {
        const QFont& font = note.isWarning ? m_fonts.textBold : m_fonts.caption;
        m_painter.setFont(font);
        m_painter.setPen(note.isWarning ? m_colors.overText : m_colors.secondaryText);
        m_painter.drawText(note.rect, align | Qt::TextSingleLine,
                           inReadingOrder(QFontMetrics(font).elidedText(note.text, Qt::ElideRight,
                                                                        note.rect.width())));
    }
}

}  // namespace

void paintBoard(QPainter& painter, const BoardModel& model, const BoardLayout& layout,
                const BoardFonts& fonts, const ThemeColors& colors, const BoardPaintState& state,
                const QRect& exposed) {
    BoardPainter(painter, model, layout, fonts, colors, state).paint(exposed);
}

}  // namespace stowage
