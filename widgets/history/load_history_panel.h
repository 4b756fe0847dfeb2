// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/report/load_record.h"
#include "widgets/history/load_history.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/tables.h"
#include "widgets/support/theme.h"

#include <QAbstractTableModel>
#include <QDialog>
#include <QStringList>
#include <QWidget>

#include <array>
#include <cstddef>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace stowage {

class AccuracyPlot;
class FactTableView;
class LoadRecordCharts;
class LoadRecordDetails;
class RecordFilter;
struct RecordQuantity;

/// The records of loads, runs and chains as rows, newest first. The note is edited in place.
class LoadHistoryModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// In the order of columns(), which does not compile with another number of them.
    enum Column { Date, Model, Note, Kind, State, Method, Plan, Time, Vram, Ram, Errors, Verified };
    static constexpr int kColumnCount = Verified + 1;
    using Columns = std::array<TableColumn<LoadRecord>, kColumnCount>;
    enum Role {
        SortRole = Qt::UserRole,  ///< a number or text that sorts as the column means it
        IdRole,                   ///< the record's id
        KindRole,                 ///< its RecordKind as an int
        SearchRole,               ///< all that a search looks into, in small letters
    };

    LoadHistoryModel(LoadHistory* store, const Theme* theme, QObject* parent = nullptr);

    [[nodiscard]] LoadHistory::Record recordAt(int row) const;
    [[nodiscard]] const Columns& columns() const { return m_columns; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] static Columns makeColumns(const Theme* theme);
    void takeRecords();

    LoadHistory* m_store;
    const Columns m_columns;
    std::vector<LoadHistory::Record> m_records;  ///< the history's, as views know them
};

/// The History dock: every record as a row, searched and sorted; the selected ones' curves laid
/// over each other, or all that is kept of one; export, import, delete, notes.
class LoadHistoryPanel : public QWidget {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    LoadHistoryPanel(LoadHistory* store, FileDialogs* dialogs, const Theme* theme,
                     QWidget* parent = nullptr);

    /// Selected records, top to bottom.
    [[nodiscard]] std::vector<LoadHistory::Record> selected() const;
    void select(const QStringList& ids);
    [[nodiscard]] LoadRecordCharts* charts() const { return m_charts; }

Q_SIGNALS:
    /// The records whose curves shall be laid over the live ones; empty: none.
    void overlayRequested(const std::vector<LoadHistory::Record>& records);

private:
    static constexpr int kRowHeight = 20;
    QWidget* makeHeader();
    QWidget* makeSearch();
    QWidget* makeTable();
    QWidget* makeSide();
    QPushButton* makeButton(const QString& name, const QString& text, const QString& toolTip,
                            QWidget* row);
    void showSelection();
    void showCurves();
    void showCount();
    void showNotice(const QString& sentence);
    void deleteSelected();

    LoadHistory* m_store;
    FileDialogs* m_dialogs;
    const Theme* m_theme;
    LoadHistoryModel* m_model;
    RecordFilter* m_sorted;
    QLineEdit* m_search = nullptr;
    QComboBox* m_kind = nullptr;
    QLabel* m_empty = nullptr;
    QLabel* m_count = nullptr;
    QLabel* m_notice = nullptr;
    QPushButton* m_overlay = nullptr;
    QPushButton* m_export = nullptr;
    QPushButton* m_delete = nullptr;
    QPushButton* m_undo = nullptr;
    QPushButton* m_curvesPage = nullptr;
    QPushButton* m_detailsPage = nullptr;
    QStackedWidget* m_pages = nullptr;
    QTableView* m_table = nullptr;
    QStackedWidget* m_side = nullptr;
    LoadRecordCharts* m_charts = nullptr;
    LoadRecordDetails* m_details = nullptr;
};

/// *Predicted and measured*: all kept loads and runs by one quantity, as a scatter and as a table
/// with the spread of repeats; what lies outside the stated range is flagged and named. Stands
/// beside the window, which goes on working.
class AccuracyDialog : public QDialog {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    AccuracyDialog(LoadHistory* store, const Theme* theme, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The person asks for the record of a point.
    void recordChosen(const QString& id);

private:
    QWidget* makeHead();
    QWidget* makeFoot();
    [[nodiscard]] const RecordQuantity& quantity() const;
    void showPoints();
    void choose(std::size_t point);

    LoadHistory* m_store;
    const Theme* m_theme;
    QComboBox* m_quantity = nullptr;
    QLabel* m_summary = nullptr;
    AccuracyPlot* m_plot;
    FactTableView* m_table;
};

}  // namespace stowage
