// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QTreeView>

#include <cstdint>
#include <functional>
#include <unordered_set>

class QDrag;

namespace stowage {

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

    /// Which rows are open where nothing is filtered, by the numbers of the model's entries.
    [[nodiscard]] std::unordered_set<std::uint32_t> expandedRows();
    /// Opens these and no others.
    void setExpandedRows(std::unordered_set<std::uint32_t> rows);

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
