// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/delegates/module_tree_delegate.h"

#include "engine/device/device_id.h"
#include "widgets/models/module_tree_model.h"
#include "widgets/support/icons.h"

#include <QApplication>
#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

constexpr int kPad = 4;
constexpr int kBadge = 14;
constexpr int kChipWidth = 44;
constexpr int kChipHeight = 16;
constexpr int kLoadBarWidth = 24;
constexpr int kArrowWidth = 18;
/// Of the accent in the ground of the module that runs.
constexpr double kRunningShare = 0.14;

struct BadgeIcon {
    ModuleBadge badge;
    const char* icon;
};
constexpr BadgeIcon kBadges[] = {{ModuleBadge::NoSplit, "no_split"},
                                 {ModuleBadge::Tied, "tied"},
                                 {ModuleBadge::Pinned, "pin"},
                                 {ModuleBadge::MovedByHand, "moved_by_hand"},
                                 {ModuleBadge::Buffer, "buffer"}};

QRect chipRect(const QRect& cell) {
    return {cell.right() - kPad - kChipWidth + 1, cell.center().y() - kChipHeight / 2 + 1,
            kChipWidth, kChipHeight};
}

}  // namespace

ModuleTreeDelegate::ModuleTreeDelegate(const Theme* theme, QObject* parent)
    : QStyledItemDelegate(parent), m_theme(theme) {}

QSize ModuleTreeDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
    return {60, metrics::kTreeRow};
}

void ModuleTreeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const {
    painter->save();
    paintGround(*painter, option, index);
    painter->setFont(m_theme->font(TextRole::Tree));
    switch (index.column()) {
        case ModuleTreeModel::Name:
            paintName(*painter, option.rect, index);
            break;
        case ModuleTreeModel::Device:
            paintDevice(*painter, option.rect, index);
            break;
        default:
            paintText(*painter, option.rect, index);
    }
    painter->restore();
}

void ModuleTreeDelegate::paintGround(QPainter& painter, const QStyleOptionViewItem& option,
                                     const QModelIndex& index) const {
    const Tokens& colors = m_theme->colors();
    const bool runs = index.data(ModuleTreeModel::RunningRole).toBool();
    if (option.state.testFlag(QStyle::State_Selected)) {
        painter.fillRect(option.rect, colors.selectedRow);
    } else if (runs) {
        painter.fillRect(option.rect, mixColors(colors.accent, colors.base, kRunningShare));
    } else if (option.state.testFlag(QStyle::State_MouseOver)) {
        painter.fillRect(option.rect, colors.softBorder);
    }
    if (runs && index.column() == ModuleTreeModel::Device) {
        // A sign beside the colour, in the place of the load's check.
        paintIcon(painter,
                  QRect(option.rect.left() + kPad, option.rect.center().y() - kBadge / 2 + 1,
                        kBadge, kBadge),
                  QStringLiteral("run"), colors.accent, colors.base);
    }
}

void ModuleTreeDelegate::paintName(QPainter& painter, const QRect& cell,
                                   const QModelIndex& index) const {
    const Tokens& colors = m_theme->colors();
    const unsigned badges = index.data(ModuleTreeModel::BadgesRole).toUInt();
    const auto has = [badges](ModuleBadge badge) {
        return (badges & static_cast<unsigned>(badge)) != 0;
    };
    const int count = static_cast<int>(
        std::ranges::count_if(kBadges, [&](const BadgeIcon& b) { return has(b.badge); }));
    const QString name = index.data().toString();
    const QFontMetrics fontMetrics = painter.fontMetrics();
    const int room = cell.width() - 2 * kPad - count * (kBadge + 3);
    const QString text = fontMetrics.elidedText(name, Qt::ElideMiddle, room);
    painter.setPen(colors.text);
    painter.drawText(cell.adjusted(kPad, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, text);

    int x = cell.left() + kPad + fontMetrics.horizontalAdvance(text) + 5;
    for (const BadgeIcon& badge : kBadges) {
        if (has(badge.badge)) {
            paintIcon(painter, QRect(x, cell.center().y() - kBadge / 2 + 1, kBadge, kBadge),
                      QString::fromLatin1(badge.icon), colors.secondaryText, colors.base);
            x += kBadge + 3;
        }
    }
}

void ModuleTreeDelegate::paintText(QPainter& painter, const QRect& cell,
                                   const QModelIndex& index) const {
    const Tokens& colors = m_theme->colors();
    const bool secondary =
        index.column() == ModuleTreeModel::Class || index.column() == ModuleTreeModel::Type;
    const auto alignment = index.data(Qt::TextAlignmentRole).value<Qt::Alignment>();
    const QRect rect = cell.adjusted(kPad, 0, -kPad, 0);
    painter.setPen(secondary ? colors.secondaryText : colors.text);
    if (index.column() == ModuleTreeModel::Class &&
        index.data(ModuleTreeModel::GuessedRole).toBool()) {
        QFont italic = painter.font();
        italic.setItalic(true);
        painter.setFont(italic);
    }
    painter.drawText(
        rect, static_cast<int>(alignment),
        painter.fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, rect.width()));
}

bool ModuleTreeDelegate::paintMove(QPainter& painter, const QRect& cell,
                                   const QModelIndex& index) const {
    const Tokens& colors = m_theme->colors();
    const QRect chip = chipRect(cell);
    const QVariant from = index.data(ModuleTreeModel::MovedFromRole);
    if (!from.isValid()) {
        const int inside = index.data(ModuleTreeModel::MovesInsideRole).toInt();
        if (inside > 0) {
            painter.setFont(m_theme->font(TextRole::Caption));
            painter.setPen(colors.accent);
            painter.drawText(
                QRect(cell.left(), cell.top(), chip.left() - cell.left() - 5, cell.height()),
                Qt::AlignVCenter | Qt::AlignRight,
                QCoreApplication::translate("ModuleTree", "%1 move").arg(inside));
        }
        return false;
    }
    const QVariant to = index.data(ModuleTreeModel::MovedToRole);
    const bool proposed = index.data(ModuleTreeModel::MovedToRole).toString() !=
                          index.data(ModuleTreeModel::DeviceNameRole).toString();
    const QRect before = chip.translated(-kChipWidth - kArrowWidth, 0);
    const QFont strong = m_theme->font(TextRole::Caption, true);
    // What lies there now is filled; where it was, or would be, is outlined.
    const auto paint = [&](const QRect& rect, const QVariant& name, bool filled) {
        const auto device = parseDevice(name.toString().toStdString());
        if (!device) {
            painter.setFont(m_theme->font(TextRole::Caption));
            painter.setPen(colors.error);
            painter.drawText(rect, Qt::AlignCenter,
                             QCoreApplication::translate("ModuleTree", "none"));
        } else if (filled) {
            paintDeviceChip(painter, rect, *device, colors, strong);
        } else {
            paintOutlinedChip(painter, rect, *device, colors, strong);
        }
    };
    paint(before, from, proposed);
    paint(chip, to, !proposed);
    const QRect arrow(before.right() + 1, chip.top(), kArrowWidth, chip.height());
    painter.setFont(m_theme->font(TextRole::Tree, true));
    painter.setPen(colors.accent);
    painter.drawText(
        arrow, Qt::AlignCenter,
        painter.layoutDirection() == Qt::RightToLeft ? QStringLiteral("←") : QStringLiteral("→"));
    return true;
}

void ModuleTreeDelegate::paintDevice(QPainter& painter, const QRect& cell,
                                     const QModelIndex& index) const {
    const QString name = index.data(ModuleTreeModel::DeviceNameRole).toString();
    if (paintMove(painter, cell, index) || name.isEmpty()) {
        return;
    }
    const Tokens& colors = m_theme->colors();
    const QFont font = m_theme->font(TextRole::Caption, true);
    const double loaded = index.data(ModuleTreeModel::LoadFractionRole).toDouble();
    if (loaded > 0 && loaded < 1) {
        const QRect bar(cell.left() + kPad, cell.center().y() - 2, kLoadBarWidth, 5);
        painter.fillRect(bar, colors.softBorder);
        painter.fillRect(QRect(bar.topLeft(), QSize(static_cast<int>(loaded * bar.width()), 5)),
                         colors.accent);
    } else if (loaded >= 1) {
        paintIcon(painter, QRect(cell.left() + kPad, cell.center().y() - 6, kBadge, kBadge),
                  QStringLiteral("check"), colors.good, colors.base);
    } else if (loaded == 0) {
        painter.setPen(colors.secondaryText);
        painter.drawText(cell.adjusted(kPad, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                         QStringLiteral("–"));
    }
    const auto device = parseDevice(name.toStdString());
    if (!device) {
        paintMixedChip(painter, chipRect(cell), colors, m_theme->font(TextRole::Caption));
    } else if (loaded >= 0 && loaded < 1) {
        paintOutlinedChip(painter, chipRect(cell), *device, colors, font);
    } else {
        paintDeviceChip(painter, chipRect(cell), *device, colors, font);
    }
}

}  // namespace stowage
