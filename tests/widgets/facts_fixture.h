// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/widgets/window_fixture.h"
#include "widgets/support/fact_table.h"
#include "widgets/support/labels.h"
#include "widgets/tree/facts_panel.h"

#include <QApplication>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

namespace stowage::test {

/// Tables of the page, in the order of its tabs.
inline constexpr const char* kFactTables[] = {"facts_classes", "facts_types", "facts_largest",
                                              "facts_files",   "facts_tied",  "facts_keys",
                                              "facts_notes"};

/// A document without a load behind it, and the page over it on the screen.
class FactsFixture {
public:
    FactsFixture()
        : theme(qApp, ThemeMode::Light),
          document(windowDevices("48MiB,48MiB")),
          panel(&document, &dialogs, &theme) {
        panel.resize(1080, 300);
        panel.show();
    }
    template <class Widget>
    Widget* child(const char* name) {
        auto* widget = panel.findChild<Widget*>(QString::fromLatin1(name));
        if (widget == nullptr) {
            qFatal("the page has no %s", name);
        }
        return widget;
    }
    QTableView* table(const char* name) { return child<QTableView>(name); }
    /// Brings the table's tab to the front by its tab bar.
    QTableView* goTo(FactsPanel::Page page) {
        auto* bar = child<QTabWidget>("facts_tabs")->tabBar();
        const int tab = static_cast<int>(page);
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
        return table(kFactTables[tab]);
    }
    QString line(const char* name) { return child<SelectableText>(name)->toPlainText(); }
    static QString text(const QTableView* table, int row, int column, int role = Qt::DisplayRole) {
        return table->model()->index(row, column).data(role).toString();
    }
    static int rowOf(const QTableView* table, const QString& first) {
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            if (text(table, row, 0) == first) {
                return row;
            }
        }
        return -1;
    }
    static void click(QTableView* table, int row) {
        const QModelIndex index = table->model()->index(row, 0);
        table->scrollTo(index);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
    }

    QTemporaryDir folder;
    FixedFileDialogs dialogs;
    Theme theme;
    Document document;
    FactsPanel panel;
};

/// A checkpoint that a real library wrote.
inline QString checkpointFixture(const char* name) {
    return QStringLiteral(STOWAGE_TEST_DATA "/checkpoints/") + QLatin1String(name);
}

}  // namespace stowage::test
