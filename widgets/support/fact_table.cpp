// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/fact_table.h"

#include "widgets/support/figure_saver.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/tables.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace stowage {

/// Sorts a FactTableModel as its columns say; as it was made until a column is asked for.
class FactTableProxy : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit FactTableProxy(FactTableModel* model, QObject* parent = nullptr);

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    FactTableModel* m_model;
};

namespace {

Qt::Alignment alignmentOf(const FactColumn& column) {
    return column.kind == FactColumn::Kind::Number ? kFigureAlignment
                                                   : Qt::AlignLeft | Qt::AlignVCenter;
}

enum FactsPage { kFactsTablePage, kFactsEmptyPage };

constexpr int kFactRowHeight = 20;
constexpr int kFactIcon = 14;
constexpr int kMostProseHeight = 2000;

/// So many sentences are measured for their height; more stand in one line each.
constexpr std::size_t kMostProse = 400;

/// Bars behind shares, icons before names, paths elided in the middle.
class FactDelegate : public QStyledItemDelegate {
public:
    FactDelegate(const Theme* theme, QObject* parent)
        : QStyledItemDelegate(parent), m_theme(theme) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const ThemeColors& colors = m_theme->colors();
        const QColor background =
            paintCellBackground(*painter, option, index.data(FactTableModel::ShareRole), colors);
        QRect room = option.rect.adjusted(kCellPadding, 0, -kCellPadding, 0);
        const QString icon = index.data(FactTableModel::IconNameRole).toString();
        if (!icon.isEmpty()) {
            const QRect mark(room.left(), room.center().y() - kFactIcon / 2 + 1, kFactIcon,
                             kFactIcon);
            paintIcon(*painter, QStyle::visualRect(option.direction, option.rect, mark), icon,
                      iconColor(icon), background);
            room.adjust(kFactIcon + kCellPadding, 0, 0, 0);
        }
        painter->setFont(option.font);
        painter->setPen(colors.text);
        if (m_isProse) {
            paintProse(*painter, QStyle::visualRect(option.direction, option.rect, room),
                       Qt::AlignLeft | Qt::AlignVCenter, unbrokenFigures(index.data().toString()));
            return;
        }
        const Qt::TextElideMode elide =
            index.data(FactTableModel::IsPathRole).toBool() ? Qt::ElideMiddle : Qt::ElideRight;
        const auto alignment = index.data(Qt::TextAlignmentRole).value<Qt::Alignment>();
        const QRect seen = QStyle::visualRect(option.direction, option.rect, room) &
                           partInView(option).adjusted(kCellPadding, 0, -kCellPadding, 0);
        const QString text = index.data().toString();
        painter->drawText(seen, QStyle::visualAlignment(option.direction, alignment),
                          alignment == kFigureAlignment
                              ? wholeFigure(text, painter->fontMetrics(), seen.width())
                              : painter->fontMetrics().elidedText(text, elide, seen.width()));
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(colors.accent);
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
    }

    /// Of prose as high as its lines in the column's width.
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override {
        if (!m_isProse) {
            return QStyledItemDelegate::sizeHint(option, index);
        }
        const int icon = index.data(FactTableModel::IconNameRole).toString().isEmpty()
                             ? 0
                             : kFactIcon + kCellPadding;
        const QRect room(0, 0, option.rect.width() - 2 * kCellPadding - icon, kMostProseHeight);
        const QRect text = option.fontMetrics.boundingRect(
            room, Qt::TextWordWrap, unbrokenFigures(index.data().toString()));
        return {text.width(), std::max(px(kFactRowHeight), text.height() + kCellPadding)};
    }

    void setProse(bool isProse) { m_isProse = isProse; }

private:
    [[nodiscard]] QColor iconColor(const QString& icon) const {
        const ThemeColors& colors = m_theme->colors();
        return icon == QLatin1String("error")     ? colors.error
               : icon == QLatin1String("warning") ? colors.warning
                                                  : colors.secondaryText;
    }

    const Theme* m_theme;
    bool m_isProse = false;
};

}  // namespace

void FactTableModel::setTable(FactTable table) {
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

bool FactTableModel::isLess(int column, int left, int right) const {
    const FactColumn& definition = m_table.columns[static_cast<std::size_t>(column)];
    const auto a = static_cast<std::size_t>(left);
    const auto b = static_cast<std::size_t>(right);
    return definition.isLess ? definition.isLess(a, b) : definition.text(a) < definition.text(b);
}

int FactTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows);
}

int FactTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant FactTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const FactColumn& column = m_table.columns[static_cast<std::size_t>(index.column())];
    const auto row = static_cast<std::size_t>(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return column.text(row);
        case Qt::ToolTipRole:
            return column.toolTip ? column.toolTip(row) : column.text(row);
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(alignmentOf(column));
        case ShareRole:
            return column.share ? QVariant(column.share(row)) : QVariant();
        case IconNameRole:
            return column.icon ? QVariant(column.icon(row)) : QVariant();
        case IsPathRole:
            return column.kind == FactColumn::Kind::Path;
        default:
            return {};
    }
}

QVariant FactTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    const FactColumn& column = m_table.columns[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(alignmentOf(column));
    }
    if (role == Qt::FontRole) {
        return m_headFont;
    }
    if (role == Qt::ToolTipRole && !column.hint.isEmpty()) {
        return column.hint;
    }
    return role == Qt::DisplayRole ? QVariant(column.title) : QVariant();
}

FactTableProxy::FactTableProxy(FactTableModel* model, QObject* parent)
    : QSortFilterProxyModel(parent), m_model(model) {
    setSourceModel(model);
}

bool FactTableProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    return m_model->isLess(left.column(), left.row(), right.row());
}

FactTableView::FactTableView(const QString& name, const QString& title, const Theme* theme,
                             QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_model(new FactTableModel(this)),
      m_sorted(new FactTableProxy(m_model, this)),
      m_pages(new QStackedWidget(this)),
      m_table(new QTableView(m_pages)),
      m_empty(new ProseLabel(m_pages)) {
    setUpTable(name, title);
    m_empty->setObjectName(name + QStringLiteral("_empty"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setMargin(metrics::kPadding);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    addWidgets(m_pages, {m_table, m_empty});
    makeColumn(this, 0)->addWidget(m_pages);
    connect(theme, &Theme::changed, this, &FactTableView::applyTheme);
    applyTheme();
}

void FactTableView::setUpTable(const QString& name, const QString& title) {
    m_table->setObjectName(name);
    m_table->setAccessibleName(title);
    m_table->setModel(m_sorted);
    setUpRows(m_table, kFactRowHeight);
    m_table->setItemDelegate(new FactDelegate(m_theme, m_table));
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    offerFigure(m_table,
                {name, SavedFigure::Picture::None, [this] { return tableCsv(*m_sorted); }});
    QHeaderView* head = m_table->horizontalHeader();
    head->setSortIndicatorClearable(true);
    head->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    m_table->installEventFilter(this);
    connect(head, &QHeaderView::sectionResized, this, [this] {
        // Sentences have other line breaks then.
        if (m_table->wordWrap()) {
            m_table->resizeRowsToContents();
        }
    });
    connect(m_table, &QTableView::clicked, this, &FactTableView::request);
    connect(m_table, &QTableView::customContextMenuRequested, this, &FactTableView::showMenu);
}

void FactTableView::setTable(FactTable table) {
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_empty->setText(table.whenEmpty);
    m_pages->setCurrentIndex(table.rows == 0 ? kFactsEmptyPage : kFactsTablePage);
    const bool isProse = table.isProse && table.rows <= kMostProse;
    static_cast<FactDelegate*>(m_table->itemDelegate())->setProse(isProse);
    m_table->setWordWrap(isProse);
    m_model->setTable(std::move(table));
    const auto& columns = m_model->table().columns;
    const QFontMetrics heads(m_theme->font(TextRole::Caption));
    constexpr int kSortMark = 18;
    for (std::size_t column = 0; column < columns.size(); ++column) {
        const int least = heads.horizontalAdvance(columns[column].title) + kSortMark;
        m_table->setColumnWidth(static_cast<int>(column),
                                std::max(px(columns[column].width), least));
    }
    m_table->horizontalHeader()->setStretchLastSection(!isProse);
    m_table->horizontalHeader()->setSectionResizeMode(isProse ? QHeaderView::Stretch
                                                              : QHeaderView::Interactive);
    if (isProse) {
        m_table->resizeRowsToContents();
    }
}

void FactTableView::request(const QModelIndex& index) {
    const int row = m_sorted->mapToSource(index).row();
    const FactTable& table = m_model->table();
    if (row < 0 || !table.modules) {
        return;
    }
    const auto number = static_cast<std::size_t>(row);
    Q_EMIT modulesRequested(table.modules(number), table.filter ? table.filter(number) : QString());
}

bool FactTableView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Copy)) {
            copySelectedRows(*m_table);
            return true;
        }
        const bool enters = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (enters && m_table->currentIndex().isValid()) {
            request(m_table->currentIndex());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

QString FactTableView::allText() const {
    return tableText(*m_sorted);
}

void FactTableView::showMenu(const QPoint& at) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* copy = menu->addAction(tr("Copy rows"), this, [this] { copySelectedRows(*m_table); });
    copy->setEnabled(m_table->selectionModel()->hasSelection());
    menu->addAction(tr("Copy the table"), this, [this] { copyToClipboard(allText()); });
    menu->addActions(m_table->actions());
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

void FactTableView::showEvent(QShowEvent* event) {
    // Becoming the page of a tab takes fonts away that were set before.
    applyTheme();
    QWidget::showEvent(event);
}

void FactTableView::applyTheme() {
    m_table->setFont(m_theme->font(TextRole::Tree));
    m_model->setHeadFont(m_theme->font(TextRole::Caption));
    m_empty->setFont(m_theme->font(TextRole::Tree));
}

}  // namespace stowage

#include "fact_table.moc"
