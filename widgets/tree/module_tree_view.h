// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QStyledItemDelegate>
#include <QTreeView>

#include <cstdint>
#include <functional>
#include <unordered_set>

class QDrag;

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
    void paintBackground(QPainter& painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const;
    void paintName(QPainter& painter, const QRect& cell, const QModelIndex& index) const;
    void paintText(QPainter& painter, const QRect& cell, const QModelIndex& index) const;
    /// The two chips of a comparison; false where the device is painted as ever.
    bool paintMove(QPainter& painter, const QRect& cell, const QModelIndex& index) const;
    void paintDevice(QPainter& painter, const QRect& cell, const QModelIndex& index) const;

    const Theme* m_theme;
};

class Document;
class ModuleFilterProxy;

/// The tree itself: shares its selection with the document, starts drags of modules, takes the
/// placement keys and keeps what is expanded over a filter.
class ModuleTreeView : public QTreeView {
    Q_OBJECT
public:
    ModuleTreeView(Document* document, ModuleFilterProxy* proxy, const Theme* theme,
                   QWidget* parent = nullptr);

    /// Starts a drag; replaced in tests, because QDrag::exec blocks.
    using DragStarter = std::function<void(QDrag*)>;
    void setDragStarter(DragStarter starter) { m_dragStarter = std::move(starter); }

    /// Opens the tree down to the blocks that must not be split, which is how a model is shown
    /// first.
    void expandToBlocks();

Q_SIGNALS:
    void menuRequested(const QPoint& globalPosition);

protected:
    void startDrag(Qt::DropActions supportedActions) override;
    void keyPressEvent(QKeyEvent* event) override;
    void drawRow(QPainter* painter, const QStyleOptionViewItem& options,
                 const QModelIndex& index) const override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void selectionChanged(const QItemSelection& selected,
                          const QItemSelection& deselected) override;

private:
    void rememberExpanded();
    void showNewRows();
    void restoreExpanded();
    void showDocumentSelection();

    Document* m_document;
    ModuleFilterProxy* m_proxy;
    const Theme* m_theme;
    DragStarter m_dragStarter;
    std::unordered_set<std::uint32_t> m_expanded;
    bool m_showingSelection = false;
    bool m_filtered = false;
};

}  // namespace stowage
