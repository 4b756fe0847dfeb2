// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/feature.h"
#include "widgets/support/theme.h"

#include <QTimer>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTableView;

namespace stowage {

class HistoryFeature;
class LoadRecordCharts;
class MethodComparison;
class MethodsModel;

/// The Methods dock: loads the plan by the ticked methods, each in a fresh process, and tables
/// what they took beside what was predicted and published; the curves are laid over each other.
class MethodsPanel : public QWidget {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    MethodsPanel(MethodComparison* comparison, const Theme* theme, QWidget* parent = nullptr);

    [[nodiscard]] LoadRecordCharts* charts() const { return m_charts; }

private:
    static constexpr int kRowHeight = 20;
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

/// Comparing load methods, each in a fresh process: the Methods dock.
class MethodsFeature : public Feature {
    Q_OBJECT
public:
    /// `program` is stowagectl; "": the one beside this program. What was measured goes into the
    /// records of `history`, which is borrowed.
    MethodsFeature(const FeatureParts& parts, const QString& program, HistoryFeature* history);

    [[nodiscard]] QList<DockContent> docks() override;
    [[nodiscard]] QList<QAction*> menuActions(MenuSection section) override;
    void start() override;

    [[nodiscard]] MethodComparison* comparison() const { return m_methods; }
    /// Brings the Methods dock to the front.
    void show();

private:
    HistoryFeature* m_history;
    MethodComparison* m_methods;
    QAction* m_compare;
};

}  // namespace stowage
