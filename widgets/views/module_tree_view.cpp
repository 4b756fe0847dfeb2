// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/module_tree_view.h"

#include "widgets/commands/placement_keys.h"
#include "widgets/delegates/module_tree_delegate.h"
#include "widgets/models/module_filter_proxy.h"
#include "widgets/models/module_tree_model.h"
#include "widgets/session/document.h"
#include "widgets/support/module_mime.h"

#include <QContextMenuEvent>
#include <QDrag>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QPixmap>
#include <QScopedValueRollback>

#include <algorithm>

namespace stowage {
namespace {

/// More matches than this are shown collapsed: nobody reads them one by one.
constexpr std::uint32_t kMaxExpandedMatches = 5000;
constexpr int kDragLabelPadding = 8;

ModuleId moduleOf(const QModelIndex& index) {
    return ModuleId{index.data(ModuleTreeModel::ModuleRole).toUInt()};
}

/// What hangs at the pointer while modules are dragged.
QPixmap dragLabel(const QStringList& paths, const Tokens& colors, const QFont& font,
                  qreal pixelRatio) {
    const QString text = paths.size() == 1 ? paths.front()
                                           : ModuleTreeView::tr("%1 and %n more", nullptr,
                                                                static_cast<int>(paths.size()) - 1)
                                                 .arg(paths.front());
    const QFontMetrics fontMetrics(font);
    const QSize size(fontMetrics.horizontalAdvance(text) + 2 * kDragLabelPadding, metrics::kField);
    QPixmap pixmap(size * pixelRatio);
    pixmap.setDevicePixelRatio(pixelRatio);
    pixmap.fill(colors.selectedRow);
    QPainter painter(&pixmap);
    painter.setFont(font);
    painter.setPen(colors.accent);
    painter.drawRect(QRect(QPoint(), size).adjusted(0, 0, -1, -1));
    painter.setPen(colors.text);
    painter.drawText(QRect(QPoint(), size), Qt::AlignCenter, text);
    return pixmap;
}

/// The rows of `modules`, neighbours joined to one range: thousands of ranges would be slow.
QItemSelection rowRanges(const ModuleFilterProxy& proxy, std::vector<ModuleId> modules) {
    std::sort(modules.begin(), modules.end());
    QItemSelection selection;
    QModelIndex first;
    QModelIndex last;
    const auto flush = [&] {
        if (first.isValid()) {
            selection.append(QItemSelectionRange(first, last));
        }
    };
    for (const ModuleId module : modules) {
        const QModelIndex index = proxy.entryIndex(module.value);
        if (!index.isValid()) {
            continue;
        }
        if (last.isValid() && index.row() == last.row() + 1 && index.parent() == last.parent()) {
            last = index;
            continue;
        }
        flush();
        first = last = index;
    }
    flush();
    return selection;
}

bool isModuleRow(const QModelIndex& index) {
    // A tensor's row belongs to its module; those of the root are no wish to move the whole model.
    return moduleOf(index) != ModuleTree::root() &&
           (index.data(ModuleTreeModel::BadgesRole).toUInt() &
            static_cast<unsigned>(ModuleBadge::Buffer)) == 0;
}

}  // namespace

ModuleTreeView::ModuleTreeView(Document* document, ModuleFilterProxy* proxy, const Theme* theme,
                               QWidget* parent)
    : QTreeView(parent),
      m_document(document),
      m_proxy(proxy),
      m_theme(theme),
      m_dragStarter([](QDrag* drag) { drag->exec(Qt::MoveAction); }) {
    setObjectName(QStringLiteral("module_tree"));
    setAccessibleName(tr("Module tree"));
    setUniformRowHeights(true);
    setAlternatingRowColors(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setDragEnabled(true);
    setDragDropMode(QAbstractItemView::DragOnly);
    setIndentation(14);
    setMouseTracking(true);
    setItemDelegate(new ModuleTreeDelegate(theme, this));
    setModel(proxy);
    header()->setStretchLastSection(false);
    header()->setMinimumSectionSize(40);
    connect(proxy, &QAbstractItemModel::modelAboutToBeReset, this,
            &ModuleTreeView::rememberExpanded);
    // Made after setModel(), so that view and selection model have been reset before it runs.
    connect(proxy, &QAbstractItemModel::modelReset, this, &ModuleTreeView::showNewRows);
    connect(document, &Document::selectionChanged, this, &ModuleTreeView::showDocumentSelection);
    connect(theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void ModuleTreeView::expandToBlocks() {
    const PlacementPlan* plan = m_document->plan().get();
    if (plan == nullptr) {
        return;
    }
    const ModuleTree& tree = *plan->request.tree;
    const auto& noSplit = plan->noSplitClasses();
    std::vector<bool> hasBlock(tree.nodes().size(), false);
    for (std::size_t i = tree.nodes().size(); i-- > 1;) {
        const ModuleNode& node = tree.nodes()[i];
        if (hasBlock[i] ||
            std::find(noSplit.begin(), noSplit.end(), node.className) != noSplit.end()) {
            hasBlock[node.parent.index()] = true;
        }
    }
    m_expanded.clear();
    for (const ModuleNode& node : tree.nodes()) {
        // Without blocks the first level is open, so that a tree from names is no single row.
        const bool open = noSplit.empty() ? node.parent == ModuleTree::root() &&
                                                m_expanded.size() < kMaxExpandedMatches
                                          : hasBlock[node.id.index()];
        if (open && node.id != ModuleTree::root()) {
            m_expanded.insert(node.id.value);
        }
    }
    if (!m_filtered) {
        collapseAll();
        restoreExpanded();
    }
}

void ModuleTreeView::rememberExpanded() {
    if (m_filtered) {
        return;  // what a filter opened is not the person's choice
    }
    m_expanded.clear();
    const auto visit = [this](const auto& self, const QModelIndex& parent) -> void {
        for (int row = 0; row < m_proxy->rowCount(parent); ++row) {
            const QModelIndex index = m_proxy->index(row, 0, parent);
            if (isExpanded(index)) {
                m_expanded.insert(static_cast<std::uint32_t>(index.internalId()));
                self(self, index);
            }
        }
    };
    visit(visit, {});
}

void ModuleTreeView::showNewRows() {
    m_filtered = m_proxy->isFiltering();
    restoreExpanded();
    showDocumentSelection();
}

void ModuleTreeView::restoreExpanded() {
    if (m_filtered) {
        if (m_proxy->matchCount() <= kMaxExpandedMatches) {
            expandAll();
        }
        return;
    }
    for (const std::uint32_t entry : m_expanded) {
        const QModelIndex index = m_proxy->entryIndex(entry);
        if (index.isValid()) {
            setExpanded(index, true);
        }
    }
}

void ModuleTreeView::showDocumentSelection() {
    if (m_showingSelection || selectionModel() == nullptr) {
        return;
    }
    const QScopedValueRollback guard(m_showingSelection, true);
    const QItemSelection selection = rowRanges(*m_proxy, m_document->selection());
    selectionModel()->select(selection,
                             QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    const ModuleId current = m_document->currentModule();
    const QModelIndex index =
        current.isValid() ? m_proxy->entryIndex(current.value) : QModelIndex();
    if (index.isValid()) {
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
        scrollTo(index);
    }
    viewport()->update();
}

void ModuleTreeView::selectionChanged(const QItemSelection& selected,
                                      const QItemSelection& deselected) {
    QTreeView::selectionChanged(selected, deselected);
    if (m_showingSelection) {
        return;
    }
    std::vector<ModuleId> modules;
    const QModelIndex current = currentIndex();
    for (const QModelIndex& index : selectionModel()->selectedRows()) {
        if (isModuleRow(index) && index.row() >= 0) {
            modules.push_back(moduleOf(index));
        }
    }
    // The document's last one is current.
    if (current.isValid() && isModuleRow(current)) {
        const auto it = std::find(modules.begin(), modules.end(), moduleOf(current));
        if (it != modules.end()) {
            std::rotate(it, it + 1, modules.end());
        }
    }
    const QScopedValueRollback guard(m_showingSelection, true);
    m_document->select(std::move(modules));
}

void ModuleTreeView::startDrag(Qt::DropActions) {
    QStringList paths;
    for (const std::string& path : m_document->selectedPaths()) {
        paths.append(QString::fromStdString(path));
    }
    if (paths.isEmpty()) {
        return;
    }
    auto* drag = new QDrag(this);
    drag->setMimeData(makeModulesMimeData(paths));
    drag->setPixmap(
        dragLabel(paths, m_theme->colors(), m_theme->font(TextRole::Tree), devicePixelRatioF()));
    drag->setHotSpot({-kDragLabelPadding, 0});
    m_dragStarter(drag);
}

void ModuleTreeView::keyPressEvent(QKeyEvent* event) {
    const std::vector<PlanEdit> edits = editsForKey(*event, *m_document);
    if (!edits.empty()) {
        for (const PlanEdit& edit : edits) {
            m_document->edit(edit);
        }
        event->accept();
        return;
    }
    // Letters are for placing; the filter finds modules, so the view's own type-ahead is off.
    if (!event->text().isEmpty() && event->text().front().isLetterOrNumber() &&
        event->modifiers() == Qt::NoModifier) {
        event->ignore();
        return;
    }
    QTreeView::keyPressEvent(event);
}

void ModuleTreeView::drawRow(QPainter* painter, const QStyleOptionViewItem& options,
                             const QModelIndex& index) const {
    QTreeView::drawRow(painter, options, index);
    if (selectionModel()->isSelected(index)) {
        painter->save();
        painter->setPen(m_theme->colors().accent);
        painter->drawRect(options.rect.adjusted(0, 0, -1, -1));
        painter->restore();
    }
}

void ModuleTreeView::contextMenuEvent(QContextMenuEvent* event) {
    if (!m_document->selection().empty()) {
        Q_EMIT menuRequested(event->globalPos());
    }
}

}  // namespace stowage
