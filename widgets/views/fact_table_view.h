// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/fact_table.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <vector>

class QLabel;
class QStackedWidget;
class QTableView;

namespace stowage {

/// One table of the page on the open model: sortable, its rows copied as text, and a sentence
/// where it is empty. A click, or Enter, on a row asks for the modules that it is about.
class FactTableView : public QWidget {
    Q_OBJECT
public:
    /// `name` becomes the object name of the table itself.
    FactTableView(const QString& name, const QString& title, const Theme* theme,
                  QWidget* parent = nullptr);

    void setTable(FactTable table);
    [[nodiscard]] FactTableModel* model() const { return m_model; }
    [[nodiscard]] QTableView* table() const { return m_table; }
    /// Rows as shown, with their head, cells parted by tabs: what a spreadsheet takes.
    [[nodiscard]] QString allText() const;

Q_SIGNALS:
    void modulesRequested(const std::vector<ModuleId>& modules, const QString& filter);

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void setUpTable(const QString& name, const QString& title);
    void request(const QModelIndex& index);
    [[nodiscard]] QString rowsText(const std::vector<int>& rows) const;
    void copySelected() const;
    void showMenu(const QPoint& at);
    void applyTheme();

    const Theme* m_theme;
    FactTableModel* m_model;
    FactTableProxy* m_sorted;
    QStackedWidget* m_pages;
    QTableView* m_table;
    QLabel* m_empty;
};

}  // namespace stowage
