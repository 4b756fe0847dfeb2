// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lesson/lesson_figures.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

struct LoadSchedule;

/// A part of a peak, or a reason for a difference to the published figure, with its numbers.
struct PeakReason {
    enum class Kind {
        Weights,            ///< the model's tensors on GPUs, as a sum
        AllocatorRounding,  ///< what the allocator counts beyond the sums: steps and unsplit rests
        SecondCopy,         ///< the state dict on the GPU beside the model
        LargestTensor,      ///< one tensor that passes; `name`
        InitialWeights,     ///< on the host: the model as it was built there first
        StateDictOnHost,
        LargestShard,  ///< one shard whole in host memory; `name` of its file
        Ring,          ///< staging buffers
        FilePages,     ///< pages of a mapped file, evictable
        CpuPart,       ///< weights that stay on the CPU
        /// `bytes` again at another moment: the state dict on the host, after the initial weights
        /// have left it.
        StateDictLater,
        DiskPart,  ///< weights that stay on disk: in no memory, so no part of a sum
        /// The published figure is `bytes` lower. The curve lay above it for `seconds`, where there
        /// is a curve: whether samples 0.1 s apart can have missed that.
        PublishedLower,
        /// The published figure is `bytes` higher: RSS counts more than a load takes.
        PublishedHigher,
        /// `bytes` of the figure here are file pages, which are in the published figure as well.
        PublishedFilePages,
        /// The notebook's loop never copied the causal masks, `bytes` in all.
        PublishedMasks,
        Other,  ///< what none of the parts explains; below zero where they are more than measured
    };
    enum class Of { Vram, Ram };

    Kind kind = Kind::Other;
    Of of = Of::Vram;
    double bytes = 0;
    std::string name{};                ///< of a tensor or a file
    std::optional<double> seconds{};   ///< of PublishedLower
    std::optional<DeviceId> device{};  ///< of parts that lie on one of several GPUs

    /// Not a part of a sum but a reason for a difference.
    [[nodiscard]] bool isRemark() const;
};

/// What made the load's peaks: for VRAM the sum of the GPUs' peaks, for RAM figures.ram(). First
/// VRAM, then RAM, each with its parts by size, which add up to the figure (Other fills the rest),
/// then the remarks: StateDictLater, DiskPart, and for a figure that differs from the published one
/// by more than kExplainedDifference the Published* that apply. The parts are found by walking the
/// schedule's program; `schedule` is that of the load's plan, method and files.
[[nodiscard]] std::vector<PeakReason> peakReasons(const LoadRecord& load,
                                                  const LoadSchedule& schedule,
                                                  const LessonFigures& figures);

/// How far apart the notebook's samples of RSS were, in seconds.
inline constexpr double kPublishedSampleSeconds = 0.1;

/// One sentence with the figures in GiB or MiB, for the command line.
[[nodiscard]] Message peakReasonText(const PeakReason& reason);

/// A stable key for JSON: "weights", "allocator_rounding", …, "published_lower", "other".
[[nodiscard]] std::string_view peakReasonName(PeakReason::Kind kind);

/// The parts of a load in a few words, for a table: "model + state dict; RAM: initial weights".
/// Parts below 2 % of their figure are left out.
[[nodiscard]] Message peakReasonPhrase(const std::vector<PeakReason>& reasons);

/// Walks the schedule's program as predictProgram() does, and remembers of the highest moments
/// what each buffer that lay there was for. Empty parts are left out. Those of VRAM come GPU by
/// GPU, each with its device, and add up to its predicted peak allocated, those of RAM to the
/// prediction's peakHostAnon; StateDictLater may follow.
[[nodiscard]] std::vector<PeakReason> takePeaksApart(const LoadSchedule& schedule);

}  // namespace stowage
