// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"
#include "widgets/support/feature.h"

#include <functional>
#include <memory>

namespace stowage {

class FactsPanel;
class LoadedPlaces;
class ModelPanel;
class OpenFeature;

/// The model as a tree, and the page on it: the docks Model and Model facts.
class TreeFeature : public Feature {
    Q_OBJECT
public:
    /// `open` is borrowed.
    TreeFeature(const FeatureParts& parts, OpenFeature* open);

    [[nodiscard]] QList<DockContent> docks() override;
    [[nodiscard]] QList<QAction*> menuActions(MenuSection section) override;
    void start() override;

    [[nodiscard]] ModelPanel* panel() const { return m_panel; }
    /// Made when it is first asked for or its dock is first seen: most starts do without.
    [[nodiscard]] FactsPanel* facts();
    /// Brings the page on the open model to the front.
    void showFacts();
    /// Shows what of each module is loaded where the plan has it. `fraction` is the share that a
    /// load which goes on has brought in; empty: none goes on. Without `places` nothing is loaded.
    void setLoaded(const std::shared_ptr<const LoadedPlaces>& places,
                   const std::function<double(ModuleId)>& fraction);

private:
    OpenFeature* m_open;
    ModelPanel* m_panel = nullptr;
    QWidget* m_factsPlace = nullptr;
    FactsPanel* m_facts = nullptr;
    QAction* m_find;
    QAction* m_showFacts;
};

}  // namespace stowage
