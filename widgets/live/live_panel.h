// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_curves.h"
#include "widgets/load/load_controller.h"
#include "widgets/support/theme.h"

#include <QJsonObject>
#include <QWidget>

#include <memory>
#include <vector>

namespace stowage {

class RunController;

/// The bottom dock: VRAM and RAM charts side by side (one above the other where there is height
/// for it) on one time axis, progress with pause and cancel above them while loading, the figures
/// of the last run or of the crosshair at the side.
/// Pulls sampler.series().since(cursor) on a timer; never called from another thread.
class LivePanel : public QWidget {
    Q_OBJECT
public:
    LivePanel(LoadController* controller, const Theme* theme, QWidget* parent = nullptr);
    ~LivePanel() override;

    /// The method that a load would take: its predicted curves are shown before it.
    void setMethod(LoadMethod method);
    /// Runs of the loaded model are shown as loads are: their phases, peaks and progress, with
    /// pause and cancel. Borrowed; outlives the panel.
    void setModelRuns(RunController* runs);
    /// Lays other loads' curves over both charts, from the start of the load or run that they show
    /// (or alone, before the first one); replaces those of before. Empty: none.
    void setOverlays(std::vector<ChartOverlay> overlays);

    /// What the panel shows now, for tests; bytes and seconds:
    /// {"state": "loading", "model_run": "idle|running|paused|cancelling", "text": "8.68 of 14.96
    /// GiB", "detail", "phase", "percent": "58 %",
    ///  "rate", "left", "mark": "none|good|error", "fraction": 0.58, "segments":
    ///  [{"device","bytes"}], "vram": {"title", "unit", "devices": {"gpu:0":
    ///  {"allocated","reserved"}}}, "ram": {"title", "unit", "anon", "shmem", "file"},      last
    ///  sample; null: unknown "phases": [{"name","begin","end"}], "view": [begin, end], "follow",
    ///  "frozen", "samples": rows drawn from, "crosshair": seconds or null, "side": ["what the
    ///  table at the side says, a row each"],
    ///  "forecast": {"basis": "none|seconds|bytes|pace", "points", "end": where the dashed curves
    ///  end on the axis, "overlays": [labels]}, "vram_limits": [names], "ram_limits": [names],
    ///  "tensor_marks": how many, "run":
    ///  {"number","title","seconds","bytes","samples","peak_host_anon","stopped",
    ///          "devices": {"gpu:0": {"peak_allocated","peak_reserved","predicted_allocated",
    ///                                "predicted_reserved"}}}}  absent before the first run
    [[nodiscard]] QJsonObject state() const;

Q_SIGNALS:
    /// The header's Step button: begins a load or brings one on by a tensor.
    void stepRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

}  // namespace stowage
