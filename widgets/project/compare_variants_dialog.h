// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/fact_table.h"
#include "widgets/support/theme.h"
#include "widgets/support/worker.h"

#include <QDialog>
#include <QWidget>

#include <map>
#include <memory>

namespace stowage {

class Document;
class LoadController;
class PlanHistory;
class ProjectSession;
struct PlanView;
struct VariantFigures;

/// The project's plans in a table: whether each fits, tokens a second, what it takes of each GPU
/// and of RAM, how long it loads. It follows the plans while it is open; a double click shows one.
/// A plan that was never shown is made for it, and kept.
class CompareVariantsDialog : public QDialog {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    CompareVariantsDialog(Document* document, LoadController* loads, ProjectSession* session,
                          const Theme* theme, QWidget* parent);

    [[nodiscard]] FactTableView* view() const { return m_view; }
    /// True while figures are on their way.
    [[nodiscard]] bool isBusy() const { return m_worker.isRunning(); }

protected:
    void showEvent(QShowEvent* event) override;

private:
    using View = std::shared_ptr<const PlanView>;
    struct Row {
        QString name;
        std::shared_ptr<const VariantFigures> figures;  ///< null: on their way
    };
    /// What the worker makes of one variant.
    struct Made {
        View view;
        std::shared_ptr<const VariantFigures> figures;
    };

    void follow();
    void computeNext();
    void take(const std::shared_ptr<PlanHistory>& history, const Made& made);
    void showTable();
    [[nodiscard]] FactTable makeTable() const;

    Document* m_document;
    LoadController* m_loads;
    ProjectSession* m_session;
    FactTableView* m_view;
    std::map<View, std::shared_ptr<const VariantFigures>> m_known;
    /// Of plans that cannot be made, which no view stands for.
    std::map<std::shared_ptr<PlanHistory>, std::shared_ptr<const VariantFigures>> m_refused;
    Worker m_worker;
};

/// The tabs of the project's plans. Session and theme are borrowed and outlive them.
[[nodiscard]] QWidget* makeVariantBar(ProjectSession* session, const Theme* theme, QWidget* parent);

}  // namespace stowage
