// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/dialogs/file_dialogs.h"
#include "widgets/models/runs_model.h"

#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace stowage {

class RunCharts;
class RunDetails;

/// The Runs dock: every kept run as a row; the selected ones' curves laid over each other, or all
/// that is kept of one; export, import, delete, notes.
class RunsPanel : public QWidget {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    RunsPanel(RunStore* store, FileDialogs* dialogs, const Theme* theme, QWidget* parent = nullptr);

    /// Selected runs, top to bottom.
    [[nodiscard]] std::vector<RunStore::Run> selected() const;
    void select(const QStringList& ids);
    [[nodiscard]] RunCharts* charts() const { return m_charts; }

Q_SIGNALS:
    /// The runs whose curves shall be laid over the live ones; empty: none.
    void overlayRequested(const std::vector<RunStore::Run>& runs);

private:
    QWidget* makeHeader();
    QWidget* makeTable();
    QWidget* makeSide();
    QPushButton* makeButton(const QString& name, const QString& text, const QString& toolTip,
                            QWidget* row);
    void showSelection();
    void showCount();
    void showNotice(const QString& sentence);
    void deleteSelected();

    RunStore* m_store;
    FileDialogs* m_dialogs;
    const Theme* m_theme;
    RunsModel* m_model;
    QSortFilterProxyModel* m_sorted;
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
    RunCharts* m_charts = nullptr;
    RunDetails* m_details = nullptr;
};

}  // namespace stowage
