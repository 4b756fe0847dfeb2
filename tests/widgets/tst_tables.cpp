// SPDX-License-Identifier: GPL-3.0-or-later
// How tables are painted: titles above their columns, rows from edge to edge.
#include "widgets/support/fact_table.h"
#include "widgets/support/tables.h"
#include "widgets/support/theme.h"

#include <QApplication>
#include <QHeaderView>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QScrollBar>
#include <QTableWidget>
#include <QTest>

#include <algorithm>
#include <utility>

using namespace stowage;

namespace {

/// The first and the last column of pixels in `rect` that has ink, from the rect's left; -1: none.
std::pair<int, int> inkIn(const QImage& image, const QRect& rect) {
    std::pair ink{-1, -1};
    for (int x = rect.left(); x <= rect.right(); ++x) {
        for (int y = rect.top() + 3; y <= rect.bottom() - 3; ++y) {
            if (qGray(image.pixel(x, y)) < 150) {
                ink = {ink.first < 0 ? x - rect.left() : ink.first, x - rect.left()};
            }
        }
    }
    return ink;
}

FactTable twoColumns() {
    const auto text = [](std::size_t row) { return QString::number(row); };
    FactTable table;
    table.columns = {
        {.title = QStringLiteral("Class"), .text = text},
        {.title = QStringLiteral("Modules"), .kind = FactColumn::Kind::Number, .text = text}};
    table.rows = 3;
    return table;
}

}  // namespace

class TablesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        // What the offscreen platform says of windows is no warning of ours.
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not).*")));
    }
    void titlesStandAboveTheirColumns_data();
    void titlesStandAboveTheirColumns();
    void rowsAreAsWideAsTheTable();
    void fittedColumnsFillTheTable();
    void titlesAtTheEdgeAreElided();
    void figuresAtTheEdgeAreWhole_data();
    void figuresAtTheEdgeAreWhole();
};

void TablesTest::titlesStandAboveTheirColumns_data() {
    QTest::addColumn<Qt::LayoutDirection>("direction");
    QTest::newRow("left to right") << Qt::LeftToRight;
    QTest::newRow("right to left") << Qt::RightToLeft;
}

/// Words begin where their title does, and figures end there: on the right in every language.
void TablesTest::titlesStandAboveTheirColumns() {
    QFETCH(Qt::LayoutDirection, direction);
    QApplication::setLayoutDirection(direction);
    const auto back = qScopeGuard([] { QApplication::setLayoutDirection(Qt::LeftToRight); });
    const Theme theme(qApp, ThemeMode::Light);
    QTableWidget table(1, 0);
    setUpRows(&table, metrics::kTableRow);
    setColumns(&table, {QStringLiteral("IIII"), QStringLiteral("IIII")}, {1});
    for (int column = 0; column < 2; ++column) {
        table.setItem(0, column, new QTableWidgetItem(QStringLiteral("IIIIII")));
        table.setColumnWidth(column, 150);
    }
    table.resize(300, 120);
    table.show();
    const QHeaderView* head = table.horizontalHeader();
    const QImage heads = table.horizontalHeader()->viewport()->grab().toImage();
    const QImage cells = table.viewport()->grab().toImage();
    for (int column = 0; column < 2; ++column) {
        const QRect cell = table.visualItemRect(table.item(0, column));
        const QRect title(cell.left(), 0, cell.width(), head->height());
        const auto [titleBegin, titleEnd] = inkIn(heads, title);
        const auto [cellBegin, cellEnd] = inkIn(cells, cell);
        QVERIFY(titleBegin >= 0 && cellBegin >= 0);
        const bool isLeft = column == 0 && direction == Qt::LeftToRight;
        const int off = isLeft ? titleBegin - cellBegin : titleEnd - cellEnd;
        QVERIFY2(std::abs(off) <= 4, qPrintable(QStringLiteral("%1: %2").arg(column).arg(off)));
    }
}

/// However few columns there are, and with each new table.
void TablesTest::rowsAreAsWideAsTheTable() {
    const Theme theme(qApp, ThemeMode::Light);
    FactTableView view(QStringLiteral("facts"), QStringLiteral("Facts"), &theme);
    view.resize(600, 200);
    view.show();
    const QTableView& table = *view.table();
    for (int time = 0; time < 2; ++time) {
        view.setTable(twoColumns());
        QTRY_COMPARE(table.horizontalHeader()->length(), table.viewport()->width());
        const QRect last = table.visualRect(table.model()->index(2, 1));
        QCOMPARE(last.right(), table.viewport()->rect().right());
    }
}

/// Fitted again with shorter texts, they are as wide as these.
void TablesTest::fittedColumnsFillTheTable() {
    const Theme theme(qApp, ThemeMode::Light);
    QTableWidget table(1, 0);
    setUpRows(&table, metrics::kTableRow);
    setColumns(&table, {QStringLiteral("Model"), QStringLiteral("Size")}, {1});
    table.resize(500, 120);
    table.show();
    int before = 1000;
    for (const int letters : {20, 4}) {
        table.setItem(0, 0, new QTableWidgetItem(QString(letters, u'm')));
        fitColumns(&table, 8);
        QVERIFY(table.columnWidth(0) < before);
        before = table.columnWidth(0);
        QTRY_COMPARE(table.horizontalHeader()->length(), table.viewport()->width());
    }
}

/// As the words below them are: one sees that a title goes on.
void TablesTest::titlesAtTheEdgeAreElided() {
    const Theme theme(qApp, ThemeMode::Light);
    QTableWidget table(1, 0);
    setUpRows(&table, metrics::kTableRow);
    setColumns(&table, {QString(60, u'H'), QStringLiteral("b")}, {});
    table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.setColumnWidth(0, 900);
    table.resize(200, 120);
    table.show();
    QHeaderView* const titles = table.horizontalHeader();
    for (const int offset : {0, 7}) {
        table.horizontalScrollBar()->setValue(offset);
        const QImage image = titles->viewport()->grab().toImage();
        // Letters stand higher than the dots of an ellipsis.
        const auto height = [&](int x) {
            int inked = 0;
            for (int y = 4; y < image.height() - 4; ++y) {
                inked += image.pixel(x, y) == image.pixel(1, 1) ? 0 : 1;
            }
            return inked;
        };
        int tallest = 0;
        for (int x = image.width() - 9; x < image.width() - 1; ++x) {
            tallest = std::max(tallest, height(x));
        }
        QVERIFY2(tallest < titles->fontMetrics().capHeight() / 2,
                 qPrintable(QString::number(tallest)));
    }
}

void TablesTest::figuresAtTheEdgeAreWhole_data() {
    titlesStandAboveTheirColumns_data();
}

/// A part of a figure is another figure: "12.3" would read "2.3".
void TablesTest::figuresAtTheEdgeAreWhole() {
    QFETCH(Qt::LayoutDirection, direction);
    QApplication::setLayoutDirection(direction);
    const auto back = qScopeGuard([] { QApplication::setLayoutDirection(Qt::LeftToRight); });
    const Theme theme(qApp, ThemeMode::Light);
    QTableWidget table(1, 0);
    setUpRows(&table, metrics::kTableRow);
    setColumns(&table, {QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")}, {0, 1, 2});
    const QString figure(6, u'H');  // high from end to end
    for (int column = 0; column < table.columnCount(); ++column) {
        table.setItem(0, column, new QTableWidgetItem(figure));
        table.setColumnWidth(column, 100);
    }
    table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.resize(202, 120);
    table.show();
    QScrollBar* const bar = table.horizontalScrollBar();
    QVERIFY(bar->maximum() > 60);
    const QFontMetrics metrics = table.fontMetrics();
    const int whole = metrics.horizontalAdvance(figure);
    const QString several = QStringLiteral("1.0 | 2.0 | 3.0");
    const QString some = QStringLiteral("1.0 | 2.0 | …");
    QCOMPARE(wholeFigure(several, metrics, metrics.horizontalAdvance(several)), several);
    QCOMPARE(wholeFigure(several, metrics, metrics.horizontalAdvance(some)), some);
    QCOMPARE(wholeFigure(several, metrics, 1), QStringLiteral("…"));
    for (const int offset : {0, 20, 60, bar->maximum()}) {
        bar->setValue(offset);
        const QImage image = table.viewport()->grab().toImage();
        for (int column = 0; column < table.columnCount(); ++column) {
            const QRect cell = table.visualItemRect(table.item(0, column)) & image.rect();
            // Letters stand higher than the dots of an ellipsis.
            const QRect upper(cell.left(), cell.top(), cell.width(), cell.height() / 2 + 2);
            const auto [begin, end] = inkIn(image, upper);
            QVERIFY2(begin < 0 || std::abs(end - begin + 1 - whole) <= 4,
                     qPrintable(QStringLiteral("%1 at %2: %3 of %4")
                                    .arg(column)
                                    .arg(offset)
                                    .arg(end - begin + 1)
                                    .arg(whole)));
        }
    }
}

QTEST_MAIN(TablesTest)
#include "tst_tables.moc"
