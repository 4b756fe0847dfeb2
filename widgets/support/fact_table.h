// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/dtype.h"
#include "engine/model/tensor_spec.h"
#include "widgets/support/theme.h"

#include <QAbstractTableModel>
#include <QFont>
#include <QString>
#include <QWidget>

#include <cstddef>
#include <functional>
#include <vector>

class QLabel;
class QStackedWidget;
class QTableView;

namespace stowage {

class FactTableProxy;

/// A column of a FactTable. Its functions take a row and are called for the rows in view only,
/// so that a table of 100,000 files costs nothing until it is shown.
struct FactColumn {
    enum class Kind { Text, Path, Number };

    QString title;
    QString hint{};  ///< tooltip of the head: what the column measures
    Kind kind = Kind::Text;
    std::function<QString(std::size_t)> text;
    /// What the tooltip says; empty: the text itself.
    std::function<QString(std::size_t)> toolTip{};
    /// Order of two rows; empty: that of their texts.
    std::function<bool(std::size_t, std::size_t)> isLess{};
    /// 0…1, painted as a bar behind the text; empty: no bar.
    std::function<double(std::size_t)> share{};
    /// Name of an icon before the text, "" for none; empty: never one.
    std::function<QString(std::size_t)> icon{};
    int width = 80;  ///< at 100 %
};

/// What a table of facts shows. A value; what its functions read is shared by them.
struct FactTable {
    std::vector<FactColumn> columns;
    std::size_t rows = 0;
    QString whenEmpty;  ///< a sentence in place of the table
    /// One column of sentences, which are shown whole, in several lines where they must.
    bool isProse = false;
    /// Modules that a row is about, to be selected in the tree; empty: of none.
    std::function<std::vector<ModuleId>(std::size_t)> modules{};
    /// The filter of the tree that shows the same; empty: there is none.
    std::function<QString(std::size_t)> filter{};
};

/// A FactTable for views.
class FactTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role {
        ShareRole = Qt::UserRole,  ///< double; invalid: no bar
        IconNameRole,              ///< QString; invalid: none
        IsPathRole,                ///< bool: elided in the middle
    };

    explicit FactTableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    /// Of the head. As data, because a header that becomes part of a tab forgets a font set on it.
    void setHeadFont(const QFont& font) { m_headFont = font; }
    void setTable(FactTable table);
    [[nodiscard]] const FactTable& table() const { return m_table; }
    /// Order of two rows by a column.
    [[nodiscard]] bool isLess(int column, int left, int right) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    FactTable m_table;
    QFont m_headFont;
};

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
