// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QStyledItemDelegate>

namespace stowage {

/// Paints the cells of the module tree: badges behind the name, numbers to the right, devices as
/// chips ("mixed" dashed), while loading what is loaded and what waits, and the module that runs.
/// `theme` outlives it.
class ModuleTreeDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit ModuleTreeDelegate(const Theme* theme, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;

private:
    void paintGround(QPainter& painter, const QStyleOptionViewItem& option,
                     const QModelIndex& index) const;
    void paintName(QPainter& painter, const QRect& cell, const QModelIndex& index) const;
    void paintText(QPainter& painter, const QRect& cell, const QModelIndex& index) const;
    /// The two chips of a comparison; false where the device is painted as ever.
    bool paintMove(QPainter& painter, const QRect& cell, const QModelIndex& index) const;
    void paintDevice(QPainter& painter, const QRect& cell, const QModelIndex& index) const;

    const Theme* m_theme;
};


}  // namespace stowage
