// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/tables.h"

#include "engine/base/csv.h"
#include "widgets/support/formats.h"
#include "widgets/support/theme.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyle>
#include <QStyleOptionViewItem>
#include <QTableView>
#include <QTableWidget>

#include <algorithm>
#include <numeric>

namespace stowage {
namespace {

constexpr double kBarShare = 0.22;  ///< of the accent, over the row's background

/// Ctrl+A is about the rows of a table in which several may be selected, although the window has
/// the key, too.
class SelectAllKey : public QObject {
public:
    explicit SelectAllKey(QTableView* table) : QObject(table), m_table(table) {
        table->installEventFilter(this);
    }
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::ShortcutOverride &&
            m_table->selectionMode() == QAbstractItemView::ExtendedSelection &&
            static_cast<QKeyEvent*>(event)->matches(QKeySequence::SelectAll)) {
            event->accept();
            return true;
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QTableView* m_table;
};

/// A title at the edge of the view is elided there, as the cells below it are.
class ColumnTitles : public QHeaderView {
public:
    explicit ColumnTitles(QTableView* table) : QHeaderView(Qt::Horizontal, table) {
        setSectionsClickable(true);
    }

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override {
        const QRect seen = rect & viewport()->rect();
        m_missing = seen == rect ? 0 : std::max(0, sectionSizeHint(section) - seen.width());
        QHeaderView::paintSection(painter, seen, section);
        m_missing = 0;
    }

    void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override {
        QHeaderView::initStyleOptionForIndex(option, section);
        if (m_missing > 0) {
            const QFontMetrics& metrics = option->fontMetrics;
            option->text = metrics.elidedText(option->text, Qt::ElideRight,
                                              metrics.horizontalAdvance(option->text) - m_missing);
        }
    }

private:
    mutable int m_missing = 0;  ///< pixels that the title lacks while it is painted
};

}  // namespace

QRect partInView(const QStyleOptionViewItem& option) {
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    return view == nullptr ? option.rect : option.rect & view->viewport()->rect();
}

QString wholeFigure(const QString& figure, const QFontMetrics& metrics, int room) {
    const QString between = QStringLiteral(" | ");
    QString shown = figure;
    qsizetype end = figure.size();
    while (end > 0 && metrics.horizontalAdvance(shown) > room) {
        end = figure.lastIndexOf(between, end - 1);
        shown = end > 0 ? figure.left(end) + between + QChar(0x2026) : QString(QChar(0x2026));
    }
    return shown;
}

void ColumnDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    const QVariant title =
        index.model()->headerData(index.column(), Qt::Horizontal, Qt::TextAlignmentRole);
    if (title.isValid()) {
        option->displayAlignment =
            (title.value<Qt::Alignment>() & Qt::AlignHorizontal_Mask) | Qt::AlignVCenter;
    }
}

void ColumnDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
    QStyleOptionViewItem own = option;
    initStyleOption(&own, index);
    const QStyle* style = own.widget->style();
    if (own.icon.isNull() && !own.features.testFlag(QStyleOptionViewItem::HasCheckIndicator)) {
        own.rect = partInView(own);
    }
    if (own.displayAlignment == kFigureAlignment) {
        const int margin =
            style->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, own.widget) + 1;
        own.text = wholeFigure(own.text, own.fontMetrics, own.rect.width() - 2 * margin);
    }
    style->drawControl(QStyle::CE_ItemViewItem, &own, painter, own.widget);
}

void setUpRows(QTableView* table, int rowHeight) {
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    new SelectAllKey(table);
    table->setItemDelegate(new ColumnDelegate(table));
    table->setHorizontalHeader(new ColumnTitles(table));
    // Cells at the edges say other things when more or less of them is in view.
    for (QWidget* part : {table->viewport(), table->horizontalHeader()->viewport()}) {
        QObject::connect(table->horizontalScrollBar(), &QScrollBar::valueChanged, part,
                         qOverload<>(&QWidget::update));
    }
    QHeaderView* rows = table->verticalHeader();
    rows->hide();
    rows->setSectionResizeMode(QHeaderView::Fixed);
    rows->setMinimumSectionSize(px(rowHeight));
    rows->setDefaultSectionSize(px(rowHeight));
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setStretchLastSection(true);
}

void setColumns(QTableWidget* table, const QStringList& titles, const std::vector<int>& figures) {
    table->setColumnCount(static_cast<int>(titles.size()));
    table->setHorizontalHeaderLabels(titles);
    for (int column = 0; column < table->columnCount(); ++column) {
        const bool areFigures = std::ranges::find(figures, column) != figures.end();
        table->horizontalHeaderItem(column)->setTextAlignment(
            areFigures ? kFigureAlignment : Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (dynamic_cast<ColumnDelegate*>(table->itemDelegate()) == nullptr) {
        table->setItemDelegate(new ColumnDelegate(table));
    }
}

void fitColumns(QTableView* table, int room) {
    // The last one would else keep the width that it was stretched to.
    table->horizontalHeader()->setStretchLastSection(false);
    table->resizeColumnsToContents();
    for (int column = 0; column < table->model()->columnCount(); ++column) {
        table->setColumnWidth(column, table->columnWidth(column) + room);
    }
    table->horizontalHeader()->setStretchLastSection(true);
}

QString rowsText(const QAbstractItemModel& model, const std::vector<int>& rows) {
    QStringList lines;
    for (const int row : rows) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column) {
            cells.append(model.index(row, column).data().toString());
        }
        lines.append(cells.join(u'\t'));
    }
    return lines.join(u'\n');
}

QString tableText(const QAbstractItemModel& model) {
    QStringList head;
    for (int column = 0; column < model.columnCount(); ++column) {
        QString title = model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        head.append(title.replace(u'\n', u' '));
    }
    std::vector<int> rows(static_cast<std::size_t>(model.rowCount()));
    std::iota(rows.begin(), rows.end(), 0);
    const QString text = head.join(u'\t') + u'\n';
    return rows.empty() ? text : text + rowsText(model, rows) + u'\n';
}

std::string tableCsv(const QAbstractItemModel& model) {
    std::vector<std::string> cells;
    const int columns = model.columnCount();
    for (int column = 0; column < columns; ++column) {
        cells.push_back(
            model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().toStdString());
    }
    std::string csv = csvRow(cells);
    for (int row = 0; row < model.rowCount(); ++row) {
        for (int column = 0; column < columns; ++column) {
            cells[static_cast<std::size_t>(column)] =
                model.index(row, column).data().toString().toStdString();
        }
        csv += csvRow(cells);
    }
    return csv;
}

void copySelectedRows(const QTableView& table) {
    std::vector<int> rows;
    for (const QModelIndex& index : table.selectionModel()->selectedRows()) {
        rows.push_back(index.row());
    }
    std::ranges::sort(rows);
    if (!rows.empty()) {
        copyToClipboard(rowsText(*table.model(), rows));
    }
}

QColor paintCellBackground(QPainter& painter, const QStyleOptionViewItem& option,
                           const QVariant& share, const ThemeColors& colors) {
    const QColor background = option.state.testFlag(QStyle::State_Selected) ? colors.selectedRow
                              : option.features.testFlag(QStyleOptionViewItem::Alternate)
                                  ? colors.alternate
                                  : colors.base;
    painter.fillRect(option.rect, background);
    if (share.isValid()) {
        QRect bar = option.rect.adjusted(kCellPadding, 3, -kCellPadding, -3);
        bar.setWidth(static_cast<int>(bar.width() * share.toDouble()));
        painter.fillRect(QStyle::visualRect(option.direction, option.rect, bar),
                         mixColors(colors.accent, background, kBarShare));
    }
    return background;
}

}  // namespace stowage
