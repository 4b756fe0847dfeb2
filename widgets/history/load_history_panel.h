// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/report/load_record.h"
#include "widgets/history/load_history_model.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace stowage {

class LoadRecordCharts;
class LoadRecordDetails;

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

}  // namespace stowage
