// SPDX-License-Identifier: GPL-3.0-or-later
// What capacity_bench and tst_no_false_fits share: random tiny models with their placements and
// workloads, estimated and then really loaded and run on simulated GPUs as small as the estimate.
#pragma once

#include "engine/base/result.h"
#include "engine/capacity/estimate.h"
#include "engine/load/tensor_backend.h"
#include "engine/plan/placement_request.h"
#include "engine/plan/workload.h"
#include "engine/run/weights/compute.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace stowage::bench {

/// Draws that are the same everywhere.
class CaseRandom {
public:
    explicit CaseRandom(std::uint64_t seed) : m_engine(seed * 0x9e3779b97f4a7c15ULL + 1) {}
    /// 0 to `count` - 1.
    std::uint64_t below(std::uint64_t count) { return m_engine() % count; }
    std::uint64_t between(std::uint64_t least, std::uint64_t most) {
        return least + below(most - least + 1);
    }
    bool chance(unsigned percent) { return below(100) < percent; }
    double share() { return static_cast<double>(below(1000)) / 1000; }
    template <typename Value>
    Value pick(std::initializer_list<Value> values) {
        return *(values.begin() + static_cast<std::ptrdiff_t>(below(values.size())));
    }

private:
    std::mt19937_64 m_engine;
};

/// A model of random sizes: a config.json, of one of the families that run.
struct RandomModel {
    std::string family;  ///< "qwen2 with windows"
    std::string config;  ///< "" of a from-scratch GPT
    std::uint64_t vocabulary = 0;
    std::uint64_t width = 0;
    std::uint64_t layers = 0;
    std::uint64_t heads = 0;
    std::uint64_t headWidth = 0;  ///< of ChatGLM
    bool isGenerative = true;
    bool takesBatches = true;
    bool isMixture = false;
    bool needsLongPrompt = false;  ///< its context is told by tokens at its end
};
[[nodiscard]] RandomModel randomModel(CaseRandom& random);
/// Writes it into a folder, every number small and none zero. Errors: those of writing.
[[nodiscard]] Result<void> writeModel(const RandomModel& model, DType dtype, CaseRandom& random,
                                      const std::string& folder);

/// A random model on a random placement with a random workload: all follows from the seed.
struct CapacityCase {
    std::uint64_t seed = 0;
    RandomModel model;
    std::string placement;  ///< "balanced", "by hand"
    DType dtype = DType::Float32;
    std::shared_ptr<const Checkpoint> checkpoint;
    /// By a map; its GPUs have more memory than anything needs.
    PlacementRequest request;
    Workload workload;

    /// "llama, bfloat16, by hand on 2 GPUs, CPU; batch 3, …"
    [[nodiscard]] std::string text() const;
};
/// Where a case's weights lie: anywhere, or as the strategy `optimal` puts them for its workload.
enum class CasePlan : std::uint8_t { Drawn, Optimal };
/// `folder` gets the model's files. Errors: those of writing, opening and placing it.
[[nodiscard]] Result<CapacityCase> makeCapacityCase(std::uint64_t seed, const std::string& folder,
                                                    CasePlan plan = CasePlan::Drawn);

/// How a case ended on GPUs that have just what the estimate says, and on ones with less.
struct CapacityTrial {
    CapacityCase what;
    std::shared_ptr<const CapacityEstimate> replayed;  ///< on GPUs without an end
    std::shared_ptr<const CapacityEstimate> formula;
    double replaySeconds = 0;
    /// Of GPUs as small as the estimate: what was predicted and did not happen; empty: nothing.
    std::vector<std::string> failures;
    bool ranOutOfMemory = false;  ///< a false "fits"
    bool wasExact = false;        ///< every GPU's peaks were those of the replay
    /// One small segment less on one of the GPUs; nothing where none holds anything.
    struct Less {
        DeviceId device;
        bool saidNo = false;
        bool tookSmallerWindow = false;  ///< it fits with fewer units prefetched
        bool ranOutOfMemory = false;     ///< a run, forced where it said no
    };
    std::optional<Less> less;
};

/// What trials are carried out with.
struct TrialMachine {
    std::shared_ptr<TensorBackend> tensors;
    std::shared_ptr<Compute> compute;
    std::string folder;  ///< for the models; what a trial writes there goes with it
};
/// Blocks: tenths of a second. Errors: those of makeCapacityCase(), of the estimates, and of loads
/// and runs that fail of anything but memory.
[[nodiscard]] Result<CapacityTrial> tryCapacity(std::uint64_t seed, const TrialMachine& machine,
                                                CasePlan plan = CasePlan::Drawn);

}  // namespace stowage::bench
