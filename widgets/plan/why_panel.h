// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/compare/plan_diff.h"
#include "engine/plan/placement_plan.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <string>

class QLabel;
class QVBoxLayout;

namespace stowage {

class Document;
class PlanComparison;
template <class Item>
class PlanPreviews;

/// "Why here?": what the planner tried for the current module, one line a device with the room it
/// had there, edits by hand last; what it shares weights with; what was tried for the modules
/// around it. Below, what keeping each no-split class whole does to the plan.
class WhyPanel : public QWidget {
    Q_OBJECT
public:
    WhyPanel(Document* document, const Theme* theme, QWidget* parent = nullptr);

    /// Where "Show the difference" of a class goes. Borrowed; must outlive the panel.
    void setComparison(PlanComparison* comparison) { m_comparison = comparison; }
    [[nodiscard]] const PlanPreviews<NoSplitEffect>& noSplit() const { return *m_noSplit; }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void showModule();
    void showEffects();
    [[nodiscard]] QVBoxLayout* startAnew(QWidget*& box);
    QLabel* addText(QVBoxLayout* layout, const QString& text, bool semibold = false);
    void addHead(QVBoxLayout* layout, ModuleId module);
    void addDecisions(QVBoxLayout* layout, ModuleId module);
    void addLine(QVBoxLayout* layout, const PlacementDecision& decision);
    void addPartners(QVBoxLayout* layout, ModuleId module);
    void addEffect(QVBoxLayout* layout, const NoSplitEffect& effect);
    void followLink(const std::string& className, const QString& link);

    Document* m_document;
    const Theme* m_theme;
    PlanComparison* m_comparison = nullptr;
    PlanPreviews<NoSplitEffect>* m_noSplit;
    QVBoxLayout* m_layout = nullptr;
    QWidget* m_module = nullptr;   ///< about the current module
    QWidget* m_effects = nullptr;  ///< about the no-split classes
};

}  // namespace stowage
