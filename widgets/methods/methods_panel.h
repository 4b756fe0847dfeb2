// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/methods/method_comparison.h"
#include "widgets/support/tables.h"
#include "widgets/support/theme.h"

#include <QAbstractTableModel>
#include <QTimer>
#include <QWidget>

#include <set>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTableView;

namespace stowage {

/// The methods of a comparison as rows: a tick for those that shall run, predicted figures until
/// there are measured ones, and beside them what the lesson published for the same model.
class MethodsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    MethodsModel(MethodComparison* comparison, const Theme* theme, QObject* parent = nullptr);

    /// Those that are ticked, in order.
    [[nodiscard]] std::vector<LoadMethod> ticked() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    using Column = TableColumn<ComparedMethod>;

    void refresh();
    /// Those that the rows ask for: a VRAM peak for each GPU, a limit and published figures where
    /// there are any. The first has the ticks.
    [[nodiscard]] std::vector<Column> columnsNow() const;
    [[nodiscard]] std::vector<Column> vramColumns() const;
    [[nodiscard]] const ComparedMethod& rowAt(int row) const;

    MethodComparison* m_comparison;
    const Theme* m_theme;
    std::vector<Column> m_columns;
    std::set<LoadMethod> m_unticked;
};

class LoadRecordCharts;

/// The Methods dock: loads the plan by the ticked methods, each in a fresh process, and tables
/// what they took beside what was predicted and published; the curves are laid over each other.
class MethodsPanel : public QWidget {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    MethodsPanel(MethodComparison* comparison, const Theme* theme, QWidget* parent = nullptr);

    [[nodiscard]] LoadRecordCharts* charts() const { return m_charts; }

private:
    QWidget* makeHeader();
    void makeTable();
    void fitColumns();
    void toggleComparison();
    /// Hands the limit that is typed on; false where it is none, which is then said.
    bool takeRamLimit();
    void showState();
    void showSentence();
    [[nodiscard]] QString summary() const;

    MethodComparison* m_comparison;
    const Theme* m_theme;
    MethodsModel* m_model;
    QComboBox* m_cache = nullptr;
    QCheckBox* m_verify = nullptr;
    QLineEdit* m_ramLimit = nullptr;
    QPushButton* m_run = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_summary = nullptr;
    QLabel* m_sentence = nullptr;
    QTableView* m_table = nullptr;
    LoadRecordCharts* m_charts = nullptr;
    QString m_failure;  ///< why nothing could begin
    QTimer m_clock;     ///< brings the seconds of the running row forward
};

}  // namespace stowage
