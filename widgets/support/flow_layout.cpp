// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/flow_layout.h"

#include <QLabel>
#include <QWidget>

#include <algorithm>

namespace stowage {
namespace {

constexpr int kLabelMargin = 4;

/// As wide as an item wants to be, and never wider than the line.
QSize wantedSize(QLayoutItem& item, int width) {
    QSize size = item.sizeHint().expandedTo(item.minimumSize());
    // A label that may wrap wants to be as wide as its words, not the square that Qt proposes.
    if (const auto* label = qobject_cast<const QLabel*>(item.widget());
        label != nullptr && label->wordWrap()) {
        size.setWidth(label->fontMetrics().horizontalAdvance(label->text()) + kLabelMargin);
    }
    size.setWidth(std::min(size.width(), width));
    if (item.hasHeightForWidth()) {
        size.setHeight(item.heightForWidth(size.width()));
    }
    return size;
}

}  // namespace

FlowLayout::FlowLayout(int gap, int lineGap, QWidget* parent)
    : QLayout(parent), m_gap(gap), m_lineGap(lineGap) {
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() {
    for (QLayoutItem* item : m_items) {
        delete item;
    }
}

void FlowLayout::setGaps(int gap, int lineGap) {
    m_gap = gap;
    m_lineGap = lineGap;
    invalidate();
}

void FlowLayout::addItem(QLayoutItem* item) {
    m_items.push_back(item);
}

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
    QLayoutItem* const item = itemAt(index);
    if (item != nullptr) {
        m_items.erase(m_items.begin() + index);
    }
    return item;
}

int FlowLayout::heightForWidth(int width) const {
    return arrange(QRect(0, 0, width, 0), Pass::Measure);
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    arrange(rect, Pass::Place);
}

int FlowLayout::arrange(const QRect& rect, Pass pass) const {
    const QRect room = rect.marginsRemoved(contentsMargins());
    const bool mirrored = parentWidget() != nullptr && parentWidget()->isRightToLeft();
    std::vector<std::pair<QLayoutItem*, QSize>> line;
    int y = room.y();
    const auto finishLine = [&] {
        int height = 0;
        for (const auto& [item, size] : line) {
            height = std::max(height, size.height());
        }
        int x = 0;
        for (const auto& [item, size] : line) {
            const int left = mirrored ? room.right() + 1 - x - size.width() : room.x() + x;
            if (pass == Pass::Place) {
                item->setGeometry({QPoint(left, y + (height - size.height()) / 2), size});
            }
            x += size.width() + m_gap;
        }
        y += line.empty() ? 0 : height + m_lineGap;
        line.clear();
    };
    int used = 0;
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty()) {
            continue;  // hidden
        }
        const QSize size = wantedSize(*item, room.width());
        if (!line.empty() && used + size.width() > room.width()) {
            finishLine();
            used = 0;
        }
        used += size.width() + m_gap;
        line.emplace_back(item, size);
    }
    finishLine();
    const QMargins margins = contentsMargins();
    return std::max(0, y - m_lineGap - room.y()) + margins.top() + margins.bottom();
}

QSize FlowLayout::sizeHint() const {
    QSize size;
    for (const QLayoutItem* item : m_items) {
        if (!item->isEmpty()) {
            const QSize wanted = item->sizeHint();
            size = QSize(size.width() + wanted.width() + (size.isEmpty() ? 0 : m_gap),
                         std::max(size.height(), wanted.height()));
        }
    }
    return size;
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const QLayoutItem* item : m_items) {
        if (!item->isEmpty()) {
            size = size.expandedTo(item->minimumSize());
        }
    }
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

}  // namespace stowage
