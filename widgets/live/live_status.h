// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_curves.h"
#include "widgets/charts/chart_heads.h"
#include "widgets/charts/live_figures.h"
#include "widgets/live/reference_curves.h"
#include "widgets/load/load_controller.h"

#include <QString>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stowage {

/// How far a finished load was from its prediction, in one line: "Predicted peaks exact · host
/// +3.1 MiB · time −8 %". "" for a load that was stopped, which has no peaks to compare. The time
/// of a load that was paused says nothing and stays away; so does one that was not predicted.
[[nodiscard]] QString predictionText(const FinishedLoad& load);

/// How long the phase of a load that runs takes, without its pauses, and when those were. Seconds,
/// on the sampler's clock.
class PhaseClock {
public:
    /// A load begins.
    void reset() {
        m_phase.clear();
        m_pausedSince.reset();
        m_pauses.clear();
    }
    /// It has ended: it is not paused, and in no phase.
    void end(double now) {
        m_phase.clear();
        (void)resume(now);
    }
    /// A phase that is another than before begins now.
    void enter(const std::string& phase, double now);
    void pause(double now) { m_pausedSince = now; }
    /// False where it was not paused.
    bool resume(double now);
    [[nodiscard]] double seconds(double now) const { return m_pausedSince.value_or(now) - start(); }
    /// When it would have begun, had there been no pause.
    [[nodiscard]] double start() const { return m_began + m_paused; }
    /// Of the load, in order; one that lasts ends now.
    [[nodiscard]] std::vector<LoadPause> pauses(double now) const;

private:
    std::string m_phase;
    double m_began = 0;
    double m_paused = 0;
    std::optional<double> m_pausedSince;
    std::vector<LoadPause> m_pauses;  ///< that have ended
};

/// The load whose weights are there, or were last; null where none ended well.
[[nodiscard]] const FinishedLoad* lastDone(const LoadController& controller);

/// Whether the GPUs that loads go to are cards or simulated ones.
[[nodiscard]] VramOrigin vramOrigin(const LoadController& controller);

/// "VRAM, simulated".
[[nodiscard]] QString vramTitle(const LoadController& controller);

/// Room behind the end of a finished run and of an expected one: a share of its length.
inline constexpr double kRunMargin = 1.06;

/// When a load's own clock began: when devices and threads were there, which takes a while on a
/// busy machine, and later than the charts' did, at the order to load (`ordered`). Both and
/// `phases` on the sampler's clock. Nothing where the charts show all of the load anyway.
[[nodiscard]] std::optional<double> clockOf(const LoadReport& report,
                                            std::span<const PhaseMark> phases, double ordered);

/// How far a phase is, 0…1.
[[nodiscard]] double fractionOf(const Progress& progress);

/// What the header needs beside the controller.
struct LiveStatus {
    double phaseSeconds = 0;                 ///< of the phase that runs, without pauses
    QString failure;                         ///< sentence of the last start or load; "" for none
    double lastFraction = 0;                 ///< how far the last load came
    std::shared_ptr<const LoadReport> last;  ///< of the load that ended last; null before
};

/// The words, marks and buttons above the charts for the controller's state.
[[nodiscard]] LiveHeaderContent headerContent(const LoadController& controller,
                                              const LiveStatus& status);

/// Seconds the phase that runs will take in all, from its mean rate; nothing while that is a
/// guess.
[[nodiscard]] std::optional<double> estimatedSeconds(const Progress& progress, double phaseSeconds);

/// The sampler's phases on the run's clock, cut at `end`; open ones last until then. How the run
/// ended is said in the last one.
[[nodiscard]] std::vector<ChartBand> phaseBands(std::span<const PhaseMark> phases, double origin,
                                                double end, const LoadReport* ended);

/// The end of a time axis that shows `seconds` and changes seldom while they grow: 1, 1.5, 2, 3 …
[[nodiscard]] double steadyAxisEnd(double seconds);

}  // namespace stowage
