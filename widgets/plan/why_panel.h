// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/compare/plan_preview.h"
#include "engine/plan/placement_plan.h"
#include "widgets/support/theme.h"

#include <QObject>
#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace stowage {

class Document;
class Worker;

/// What keeping each no-split class whole does to the document's plan, planned in a worker and
/// again whenever the plan changes. Costs nothing while nobody watches.
class NoSplitPreview : public QObject {
    Q_OBJECT
public:
    explicit NoSplitPreview(Document* document, QObject* parent = nullptr);
    ~NoSplitPreview() override;

    /// On while the effects can be seen.
    void setWatched(bool watched);
    [[nodiscard]] const std::vector<NoSplitEffect>& effects() const { return m_effects; }
    /// True while effects() are those of an earlier plan.
    [[nodiscard]] bool isStale() const { return m_stale; }

Q_SIGNALS:
    void changed();

private:
    void compute();

    Document* m_document;
    std::vector<NoSplitEffect> m_effects;
    std::shared_ptr<const PlacementPlan> m_planned;  ///< what effects() are for
    bool m_watched = false;
    bool m_stale = false;
    std::unique_ptr<Worker> m_worker;
};

class Document;
class NoSplitPreview;
class PlanComparison;
struct NoSplitEffect;

/// "Why here?": what the planner tried for the current module, one line a device with the room it
/// had there, edits by hand last; what it shares weights with; what was tried for the modules
/// around it. Below, what keeping each no-split class whole does to the plan.
class WhyPanel : public QWidget {
    Q_OBJECT
public:
    WhyPanel(Document* document, const Theme* theme, QWidget* parent = nullptr);

    /// Where "Show the difference" of a class goes. Borrowed; must outlive the panel.
    void setComparison(PlanComparison* comparison) { m_comparison = comparison; }
    [[nodiscard]] const NoSplitPreview& noSplit() const { return *m_noSplit; }

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
    NoSplitPreview* m_noSplit;
    QVBoxLayout* m_layout = nullptr;
    QWidget* m_module = nullptr;   ///< about the current module
    QWidget* m_effects = nullptr;  ///< about the no-split classes
};

}  // namespace stowage
