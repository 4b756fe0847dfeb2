// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_parts.h"

#include "widgets/models/table_unit.h"

#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace stowage {
namespace {

constexpr int kRow = 27, kHead = 34, kGap = 10;
constexpr int kBar = 17;
constexpr int kLetter = 20;

double sumOf(const std::vector<double>& shares) {
    double sum = 0;
    for (const double share : shares) {
        sum += share;
    }
    return sum;
}

}  // namespace

LessonParts::LessonParts(const LessonType* type, QWidget* parent) : QWidget(parent), m_type(type) {
    setObjectName(QStringLiteral("lesson_parts"));
    setAccessibleName(tr("What lies in the file"));
    connect(type, &LessonType::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void LessonParts::setFacts(const LessonFacts& facts) {
    const double guide = kGuideParameters * kFloatBytes;
    const QString model = tr("model");
    const QString stateDict = tr("state dict");
    // Each chart has one scale and one unit, that of its longest bar.
    const auto twice = [](double bytes, TableUnit unit) {
        return tr("%1 + %1 %2").arg(formatInUnit(bytes, unit), tableUnitName(unit));
    };
    const TableUnit doubled = tableUnitFor(std::max(guide, facts.weightBytes));
    m_doubled = {{.name = tr("Guide, %1 billion").arg(kGuideParameters / 1e9, 0, 'f', 0),
                  .shares = {guide, guide},
                  .pieces = {model, stateDict},
                  .figure = twice(guide, doubled),
                  .letter = {}},
                 {.name = facts.name,
                  .shares = {facts.weightBytes, facts.weightBytes},
                  .pieces = {model, stateDict},
                  .figure = twice(facts.weightBytes, doubled),
                  .letter = {}}};
    m_parts.clear();
    double largest = 0;
    for (const LessonPart& part : facts.parts) {
        largest = std::max(largest, part.bytes);
    }
    const TableUnit unit = tableUnitFor(largest);
    QStringList lines;
    for (const Bar& bar : m_doubled) {
        lines.append(tr("%1: %2").arg(bar.name, bar.figure));
    }
    for (const LessonPart& part : facts.parts) {
        const bool first = m_parts.empty();
        const QString count =
            part.tensors == 1 ? tr("1 tensor") : tr("%1 tensors").arg(part.tensors);
        m_parts.push_back(
            {.name = part.name,
             .shares = {part.bytes},
             .pieces = {QString()},
             .figure =
                 tr("%1 %2, %3").arg(formatInUnit(part.bytes, unit), tableUnitName(unit), count),
             .letter = !part.isTrained ? QStringLiteral("A")
                       : first         ? QStringLiteral("B")
                                       : QString(),
             .isConstant = !part.isTrained});
        lines.append(tr("%1: %2").arg(part.name, m_parts.back().figure));
    }
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

void LessonParts::setLettersShown(bool shown) {
    m_lettersShown = shown;
    update();
}

int LessonParts::rowHeight() const {
    return m_type->px(kRow);
}

int LessonParts::nameWidth() const {
    const QFontMetrics metrics(m_type->font(LessonText::Table));
    int widest = 0;
    for (const auto* bars : {&m_doubled, &m_parts}) {
        for (const Bar& bar : *bars) {
            widest = std::max(widest, metrics.horizontalAdvance(bar.name));
        }
    }
    return widest + m_type->px(kLetter + 2 * kGap);
}

QSize LessonParts::minimumSizeHint() const {
    const QFontMetrics metrics(m_type->font(LessonText::Table));
    const int rows = static_cast<int>(m_doubled.size() + m_parts.size());
    return {nameWidth() + metrics.horizontalAdvance(QStringLiteral("888.8 MiB + 888.8 MiB")) +
                m_type->px(120),
            rows * rowHeight() + 2 * m_type->px(kHead) + m_type->px(kGap)};
}

QSize LessonParts::sizeHint() const {
    return minimumSizeHint().expandedTo({m_type->px(700), 0});
}

int LessonParts::paintHead(QPainter& painter, const QString& text, int y) const {
    painter.setFont(m_type->font(LessonText::Table, true));
    painter.setPen(m_type->colors().text);
    const int height = m_type->px(kHead);
    painter.drawText(QRect(0, y, width(), height), Qt::AlignLeading | Qt::AlignVCenter, text);
    return y + height;
}

void LessonParts::paintBar(QPainter& painter, const Bar& bar, const QRect& track,
                           double scale) const {
    const Tokens& colors = m_type->colors();
    const auto place = [this](const QRect& at) {
        return QStyle::visualRect(layoutDirection(), rect(), at);
    };
    painter.setFont(m_type->font(LessonText::Caption));
    painter.setBrush(Qt::NoBrush);
    int x = track.left();
    for (std::size_t i = 0; i < bar.shares.size(); ++i) {
        const int wide = std::max(2, static_cast<int>(track.width() * bar.shares[i] / scale));
        const QRect piece = place({x, track.top(), wide, track.height()});
        const QColor fill = mixColors(colors.accent, colors.base, i == 0 ? 0.30 : 0.16);
        painter.fillRect(piece,
                         bar.isConstant ? mixColors(colors.warning, colors.base, 0.30) : fill);
        painter.setPen(QPen(bar.isConstant ? colors.warning : colors.accent, m_type->line(1)));
        painter.drawRect(QRectF(piece).adjusted(0.5, 0.5, -0.5, -0.5));
        painter.setPen(colors.text);
        if (painter.fontMetrics().horizontalAdvance(bar.pieces[static_cast<qsizetype>(i)]) + 8 <
            wide) {
            painter.drawText(piece, Qt::AlignCenter, bar.pieces[static_cast<qsizetype>(i)]);
        }
        x += wide;
    }
}

int LessonParts::paintBars(QPainter& painter, const std::vector<Bar>& bars, int y) const {
    const Tokens& colors = m_type->colors();
    const QFont font = m_type->font(LessonText::Table);
    const QFontMetrics metrics(font);
    const auto place = [this](const QRect& at) {
        return QStyle::visualRect(layoutDirection(), rect(), at);
    };
    double scale = 1;
    int figures = 0;
    for (const Bar& bar : bars) {
        scale = std::max(scale, sumOf(bar.shares));
        figures = std::max(figures, metrics.horizontalAdvance(bar.figure));
    }
    const int names = nameWidth();
    const int gap = m_type->px(kGap);
    const int room = std::max(40, width() - names - figures - 2 * gap);
    for (const Bar& bar : bars) {
        painter.setFont(font);
        painter.setPen(colors.text);
        painter.drawText(place({0, y, names, rowHeight()}), Qt::AlignLeading | Qt::AlignVCenter,
                         bar.name);
        const int height = m_type->px(kBar);
        paintBar(painter, bar, {names, y + (rowHeight() - height) / 2, room, height}, scale);
        painter.setFont(font);
        painter.setPen(colors.text);
        painter.drawText(place({names + room + gap, y, figures + 2, rowHeight()}),
                         Qt::AlignLeading | Qt::AlignVCenter, bar.figure);
        if (!bar.letter.isEmpty()) {
            const int side = m_type->px(kLetter);
            const QRect box = place({names - side - gap, y + (rowHeight() - side) / 2, side, side});
            painter.setFont(m_type->font(LessonText::Table, true));
            painter.setPen(QPen(colors.accent, m_type->line(m_lettersShown ? 2 : 1.2)));
            painter.setBrush(m_lettersShown ? colors.accent : colors.base);
            painter.drawRoundedRect(box, 3, 3);
            painter.setPen(m_lettersShown ? colors.accentText : colors.accent);
            painter.drawText(box, Qt::AlignCenter, bar.letter);
        }
        y += rowHeight();
    }
    return y;
}

void LessonParts::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    int y = paintHead(painter, tr("What a plain load holds at its peak"), 0);
    y = paintBars(painter, m_doubled, y) + m_type->px(kGap);
    y = paintHead(painter, tr("What lies in the file, read from its layout"), y);
    paintBars(painter, m_parts, y);
}

}  // namespace stowage
