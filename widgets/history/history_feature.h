// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_curves.h"
#include "widgets/support/feature.h"

#include <memory>
#include <vector>

namespace stowage {

class LoadHistory;
class LoadHistoryPanel;
class RunController;
struct LoadRecord;

/// The records of loads, runs and chains: keeping them, and the History dock, which shows them and
/// lays their curves over the live ones.
class HistoryFeature : public Feature {
    Q_OBJECT
public:
    /// `history` is borrowed, as `runs` is; null: records are kept as long as the window lives.
    HistoryFeature(const FeatureParts& parts, RunController* runs, LoadHistory* history);

    [[nodiscard]] QList<DockContent> docks() override;

    [[nodiscard]] LoadHistory* store() const { return m_history; }
    [[nodiscard]] LoadHistoryPanel* panel() const { return m_panel; }
    /// Brings the History dock to the front.
    void show();
    [[nodiscard]] QAction* showAction() const { return m_show; }

Q_SIGNALS:
    /// The curves that lie over the live ones, in the theme's colours; empty: none.
    void overlaysChanged(const std::vector<ChartOverlay>& overlays);

private:
    void showOverlays();

    LoadHistory* m_history;
    LoadHistoryPanel* m_panel = nullptr;
    QAction* m_show;
    std::vector<std::shared_ptr<const LoadRecord>> m_overlaid;
};

}  // namespace stowage
