// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/feature.h"

namespace stowage {

class LivePanel;
class LoadFeature;
class RunFeature;

/// What loads and runs do to the memory: the docks Live, Segments and Audit.
class LiveFeature : public Feature {
    Q_OBJECT
public:
    /// `load` and `run` are borrowed.
    LiveFeature(const FeatureParts& parts, LoadFeature* load, RunFeature* run);

    [[nodiscard]] QList<DockContent> docks() override;
    void start() override;

    [[nodiscard]] LivePanel* panel() const { return m_panel; }
    /// Brings the map of an allocator's segments to the front.
    void showSegments();
    /// Brings what the last verification found to the front.
    void showAudit();

private:
    /// Shows some lines of segments, and of the table, with what stands above them.
    static constexpr int kDockHeight = 318;
    [[nodiscard]] QWidget* makeAudit(QWidget* parent);
    void selectTensor(const QString& name);

    LoadFeature* m_load;
    RunFeature* m_run;
    LivePanel* m_panel = nullptr;
};

}  // namespace stowage
