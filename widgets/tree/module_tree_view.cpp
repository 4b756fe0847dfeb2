// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree/module_tree_view.h"

#include "engine/device/device_info.h"
#include "widgets/document/document.h"
#include "widgets/document/placement_input.h"
#include "widgets/support/formats.h"
#include "widgets/support/style_sheet.h"
#include "widgets/tree/module_filter.h"
#include "widgets/tree/module_tree_model.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QDrag>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QPixmap>
#include <QScopedValueRollback>
#include <QStyle>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

constexpr int kPad = 4;
constexpr int kModelMark = 3;  // a band of the tint of one of several models
constexpr int kViewBadge = 14;
constexpr int kChipHeight = 16;
constexpr int kLoadBarWidth = 24;
constexpr int kArrowWidth = 18;

/// Share of the accent in the background of the module that runs.
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

/// A place in a cell as it is painted: on the other side where the tree is laid out from the right.
QRect mirrored(const QPainter& painter, const QRect& cell, const QRect& place) {
    return QStyle::visualRect(painter.layoutDirection(), cell, place);
}

QRect chipRect(const QRect& cell) {
    return {cell.right() - kPad - px(metrics::kChipWidth) + 1,
            cell.center().y() - px(kChipHeight) / 2 + 1, px(metrics::kChipWidth), px(kChipHeight)};
}

/// More matches than this are shown collapsed: nobody reads them one by one.
constexpr std::uint32_t kMaxExpandedMatches = 5000;
constexpr int kDragLabelPadding = 8;

ModuleId moduleOf(const QModelIndex& index) {
    return ModuleId{index.data(ModuleTreeModel::ModuleRole).toUInt()};
}

/// What hangs at the pointer while modules are dragged.
QPixmap dragLabel(const QStringList& paths, const ThemeColors& colors, const QFont& font,
                  qreal pixelRatio) {
    const QString text = paths.size() == 1 ? paths.front()
                                           : ModuleTreeView::tr("%1 and %n more", nullptr,
                                                                static_cast<int>(paths.size()) - 1)
                                                 .arg(paths.front());
    const QFontMetrics fontMetrics(font);
    const QSize size(fontMetrics.horizontalAdvance(text) + 2 * kDragLabelPadding,
                     px(metrics::kField));
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

/// Paints the cells of the module tree: badges behind the name, numbers to the right, devices as
/// chips ("mixed" dashed), while loading what is loaded and what waits, and the module that runs.
/// `theme` outlives it.
class ModuleTreeDelegate : public QStyledItemDelegate {
public:
    ModuleTreeDelegate(const Theme* theme, QObject* parent)
        : QStyledItemDelegate(parent), m_theme(theme) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    /// The names' width is what they need; the panel gives the other columns theirs.
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&,
                                 const QModelIndex& index) const override {
        constexpr int kUsual = 60;
        const QFontMetrics font(m_theme->font(TextRole::Tree));
        const int name = font.horizontalAdvance(index.data().toString()) + 3 * kPad + kViewBadge;
        return {index.column() == ModuleTreeModel::Name ? name : kUsual, px(metrics::kTreeRow)};
    }

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

void ModuleTreeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const {
    painter->save();
    paintBackground(*painter, option, index);
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

void ModuleTreeDelegate::paintBackground(QPainter& painter, const QStyleOptionViewItem& option,
                                         const QModelIndex& index) const {
    const ThemeColors& colors = m_theme->colors();
    const bool runs = index.data(ModuleTreeModel::RunningRole).toBool();
    if (option.state.testFlag(QStyle::State_Selected)) {
        painter.fillRect(option.rect, colors.selectedRow);
    } else if (runs) {
        painter.fillRect(option.rect, mixColors(colors.accent, colors.base, kRunningShare));
    } else if (option.state.testFlag(QStyle::State_MouseOver)) {
        painter.fillRect(option.rect, colors.softBorder);
    }
    const QVariant model = index.data(ModuleTreeModel::ModelNumberRole);
    if (model.isValid() && index.column() == ModuleTreeModel::Name) {
        QRect mark(option.rect.left(), option.rect.top(), kModelMark, option.rect.height());
        painter.fillRect(mirrored(painter, option.rect, mark),
                         colors.modelTint(static_cast<std::size_t>(model.toInt())));
    }
    if (runs && index.column() == ModuleTreeModel::Device) {
        // A sign beside the colour, in the place of the load's check.
        const QRect sign(option.rect.left() + kPad, option.rect.center().y() - kViewBadge / 2 + 1,
                         kViewBadge, kViewBadge);
        paintIcon(painter, mirrored(painter, option.rect, sign), QStringLiteral("run"),
                  colors.accent, colors.base);
    }
}

void ModuleTreeDelegate::paintName(QPainter& painter, const QRect& cell,
                                   const QModelIndex& index) const {
    const ThemeColors& colors = m_theme->colors();
    const unsigned badges = index.data(ModuleTreeModel::BadgesRole).toUInt();
    const auto has = [badges](ModuleBadge badge) {
        return (badges & static_cast<unsigned>(badge)) != 0;
    };
    const int count = static_cast<int>(
        std::ranges::count_if(kBadges, [&](const BadgeIcon& b) { return has(b.badge); }));
    const QString name = index.data().toString();
    const QFontMetrics fontMetrics = painter.fontMetrics();
    const int room = cell.width() - 2 * kPad - count * (kViewBadge + 3);
    const QString text = fontMetrics.elidedText(name, Qt::ElideMiddle, room);
    painter.setPen(colors.text);
    painter.drawText(mirrored(painter, cell, cell.adjusted(kPad, 0, 0, 0)),
                     Qt::AlignVCenter | Qt::AlignLeft, text);

    int x = cell.left() + kPad + fontMetrics.horizontalAdvance(text) + 5;
    for (const BadgeIcon& badge : kBadges) {
        if (has(badge.badge)) {
            const QRect icon(x, cell.center().y() - kViewBadge / 2 + 1, kViewBadge, kViewBadge);
            paintIcon(painter, mirrored(painter, cell, icon), QString::fromLatin1(badge.icon),
                      colors.secondaryText, colors.base);
            x += kViewBadge + 3;
        }
    }
}

void ModuleTreeDelegate::paintText(QPainter& painter, const QRect& cell,
                                   const QModelIndex& index) const {
    const ThemeColors& colors = m_theme->colors();
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
    const ThemeColors& colors = m_theme->colors();
    const QRect chip = chipRect(cell);
    const QVariant from = index.data(ModuleTreeModel::MovedFromRole);
    if (!from.isValid()) {
        const int inside = index.data(ModuleTreeModel::MovesInsideRole).toInt();
        if (inside > 0) {
            painter.setFont(m_theme->font(TextRole::Caption));
            painter.setPen(colors.accent);
            const QRect room(cell.left(), cell.top(), chip.left() - cell.left() - 5, cell.height());
            painter.drawText(mirrored(painter, cell, room), Qt::AlignVCenter | Qt::AlignRight,
                             QCoreApplication::translate("ModuleTree", "%1 move").arg(inside));
        }
        return false;
    }
    const QVariant to = index.data(ModuleTreeModel::MovedToRole);
    const bool proposed = index.data(ModuleTreeModel::MovedToRole).toString() !=
                          index.data(ModuleTreeModel::DeviceNameRole).toString();
    const QRect before = chip.translated(-px(metrics::kChipWidth) - px(kArrowWidth), 0);
    const QFont strong = m_theme->font(TextRole::Caption, true);
    // What lies there now is filled; where it was, or would be, is outlined.
    const auto paint = [&](const QRect& place, const QVariant& name, bool filled) {
        const QRect rect = mirrored(painter, cell, place);
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
    const QRect arrow(before.right() + 1, chip.top(), px(kArrowWidth), chip.height());
    painter.setFont(m_theme->font(TextRole::Tree, true));
    painter.setPen(colors.accent);
    painter.drawText(
        mirrored(painter, cell, arrow), Qt::AlignCenter,
        painter.layoutDirection() == Qt::RightToLeft ? QStringLiteral("←") : QStringLiteral("→"));
    return true;
}

void ModuleTreeDelegate::paintDevice(QPainter& painter, const QRect& cell,
                                     const QModelIndex& index) const {
    const QString name = index.data(ModuleTreeModel::DeviceNameRole).toString();
    if (paintMove(painter, cell, index)) {
        return;
    }
    const ThemeColors& colors = m_theme->colors();
    if (name.isEmpty()) {
        if (!index.data().toString().isEmpty()) {  // "No device", which has no room here
            const QRect chip = chipRect(cell);
            const QRect sign(chip.center().x() - kViewBadge / 2, cell.center().y() - kViewBadge / 2,
                             kViewBadge, kViewBadge);
            paintIcon(painter, mirrored(painter, cell, sign), QStringLiteral("error"), colors.error,
                      colors.base);
        }
        return;
    }
    const QFont font = m_theme->font(TextRole::Caption, true);
    const double loaded = index.data(ModuleTreeModel::LoadFractionRole).toDouble();
    const auto shown = [&](const QRect& place) { return mirrored(painter, cell, place); };
    if (loaded > 0 && loaded < 1) {
        const QRect bar(cell.left() + kPad, cell.center().y() - 2, kLoadBarWidth, 5);
        const QRect part(bar.topLeft(), QSize(static_cast<int>(loaded * bar.width()), 5));
        painter.fillRect(shown(bar), colors.softBorder);
        painter.fillRect(shown(part), colors.accent);
    } else if (loaded >= 1) {
        const QRect sign(cell.left() + kPad, cell.center().y() - 6, kViewBadge, kViewBadge);
        paintIcon(painter, shown(sign), QStringLiteral("check"), colors.good, colors.base);
    } else if (loaded == 0) {
        painter.setPen(colors.secondaryText);
        painter.drawText(shown(cell.adjusted(kPad, 0, 0, 0)), Qt::AlignVCenter | Qt::AlignLeft,
                         kUnknownFigure);
    }
    const QRect chip = shown(chipRect(cell));
    const auto device = parseDevice(name.toStdString());
    if (!device) {
        paintMixedChip(painter, chip, colors, m_theme->font(TextRole::Caption));
    } else if (loaded >= 0 && loaded < 1) {
        paintOutlinedChip(painter, chip, *device, colors, font);
    } else {
        paintDeviceChip(painter, chip, *device, colors, font);
    }
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
    std::unordered_set<std::uint32_t> rows;
    for (const ModuleNode& node : tree.nodes()) {
        // Without blocks the first level is open, so that a tree from names is no single row.
        const bool open =
            noSplit.empty() ? node.parent == ModuleTree::root() && rows.size() < kMaxExpandedMatches
                            : hasBlock[node.id.index()];
        if (open && node.id != ModuleTree::root()) {
            rows.insert(node.id.value);
        }
    }
    setExpandedRows(std::move(rows));
}

std::unordered_set<std::uint32_t> ModuleTreeView::expandedRows() {
    rememberExpanded();
    return m_expanded;
}

void ModuleTreeView::setExpandedRows(std::unordered_set<std::uint32_t> rows) {
    m_expanded = std::move(rows);
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
    const QStringList paths = textList(m_document->selectedPaths());
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
    const bool hasKeys =
        hasFocus() && index.siblingAtColumn(0) == currentIndex().siblingAtColumn(0);
    if (!hasKeys && !selectionModel()->isSelected(index)) {
        return;
    }
    painter->save();
    painter->setPen(m_theme->colors().accent);
    painter->drawRect(options.rect.adjusted(0, 0, -1, -1));
    if (hasKeys) {  // the frame of a selected row, twice as thick
        painter->drawRect(options.rect.adjusted(1, 1, -2, -2));
    }
    painter->restore();
}

void ModuleTreeView::contextMenuEvent(QContextMenuEvent* event) {
    if (!m_document->selection().empty()) {
        Q_EMIT menuRequested(event->globalPos());
    }
}

}  // namespace stowage
