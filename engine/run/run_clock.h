// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/product_rates.h"
#include "engine/run/stage_work.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace stowage {

/// What a stage takes: seconds, not a number where a rate is unknown.
struct StageTime {
    double compute = 0;
    double ahead = 0;     ///< bringing the weights that can come while earlier stages compute
    double onDemand = 0;  ///< bringing those that the stage itself asks for, and waits for
    double copying = 0;  ///< of `ahead`: this machine's memory is copied; else a link is waited for
    /// What computing keeps of its speed while this machine copies, and copies keep beside it.
    double besideCopies = 1;
    double copiesBeside = 1;
    double hops = 0;  ///< of `compute`: activations come over from another device
};

/// Prices stages with the rates of a setting (docs/spec/memory.md has the formulas): on its device
/// a stage takes Σ operations / rate, and what it reads and writes beside its weights, and its
/// calls, at their rates; where those were not measured, the larger of products and bytes touched /
/// memory bandwidth. Weights from disk are read, then carried over the link, to a card at the CPU's
/// rate of copies where its memory is not page-locked; a simulated GPU's takes the copy in this
/// machine's memory or the link's limit, whichever is longer. Activations that change device cross
/// its link too.
class RunClock {
public:
    /// `setting` must outlive the clock. `fresh`: bytes of each device's memory whose pages must
    /// still be made when weights first come there; later ones use it again. `passes`: of the run.
    RunClock(const RunSetting& setting, std::map<DeviceId, std::uint64_t> fresh,
             std::uint64_t passes);

    /// Stages are to be priced in the order in which they run: the first make a GPU's pages.
    [[nodiscard]] StageTime price(const StageWork& stage);
    /// From here on stages are those of a pass after the first.
    void endFirstPass();

private:
    /// Seconds, and for how many of them this machine copies within its memory.
    struct Carriage {
        double seconds = 0;
        double copying = 0;
    };

    void compute(const StageWork& stage, StageTime& time);
    [[nodiscard]] const MemorySharing& sharing(DType dtype, std::int64_t rows);
    [[nodiscard]] double hopping(const MovedWork& hop) const;
    [[nodiscard]] Carriage moving(const MovedWork& moved);
    [[nodiscard]] Carriage reading(double bytes, DeviceId target) const;
    [[nodiscard]] Carriage writingTo(DeviceId device, double bytes);

    const RunSetting& m_setting;
    const FileSystemRates* m_disk = nullptr;  ///< of the offload folder; null: not measured
    double m_warmShare;                       ///< of the files that are still to be read
    std::map<DeviceId, std::uint64_t> m_fresh;
    bool m_isLocked;  ///< what travels from the CPU to a card
    std::map<std::pair<DType, std::int64_t>, MemorySharing> m_sharing;  ///< what sharing() found
};

/// The passes of which a time is made: `first` ones in their order, and `steady`, one of many after
/// them. Each pass has a time for each of `stages`.
struct PassTimes {
    struct Stage {
        std::vector<std::string> modules;  ///< what runs in it: paths, with all below them
        DeviceId device;
    };
    /// What of them is asked for.
    enum class Asked {
        All,     ///< until the first ones end, and so many steady ones more, each as `Steady`
        Steady,  ///< one steady pass (steadySeconds())
    };
    Asked asked = Asked::All;
    std::vector<Stage> stages;
    std::vector<std::vector<StageTime>> first;
    std::vector<StageTime> steady;  ///< empty: none
    double steadyCount = 0;

    /// Seconds, where weights travel up to `window` stages ahead; not a number where a rate is
    /// unknown.
    [[nodiscard]] double seconds(unsigned window) const;
};

/// One of many passes that are alike, whose weights are on their way when it begins. What a long
/// prompt before them let travel ahead does not count: a wide window would lend several passes of
/// it.
[[nodiscard]] double steadySeconds(const std::vector<StageTime>& pass, unsigned window);

/// When each of some passes ends, seconds since the first began, where the weights of up to
/// `window` stages travel while an earlier one computes: one thing is carried and one computed at a
/// time, and nothing of a stage travels before the stage `window` places ahead of it runs. While
/// both go on they share this machine's memory: each has its own share of its speed, computing for
/// as much of the time as copying takes.
[[nodiscard]] std::vector<double> passEnds(const std::vector<std::vector<StageTime>>& passes,
                                           unsigned window);

}  // namespace stowage
