// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of run_bench share. See run_bench.cpp.
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/page_cache.h"
#include "engine/load/execute/load_job.h"
#include "engine/run/run_job.h"
#include "engine/run/weights/compute.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage::bench {

/// What was typed.
struct RunBenchOptions {
    std::string folder;  ///< for the sample and the offload folders
    unsigned repeats = 5;
    unsigned threads = 1;           ///< that compute, on both sides
    bool isQuick = false;           ///< only what the aims speak of, the long prompt alone
    std::int64_t shortPrompt = 1;   ///< as a pass of decoding
    std::int64_t longPrompt = 128;  ///< a layer computes and travels for 20 ms at least
    bool hasPython = true;
    std::string only{};  ///< of the cases, those with this in their names; "": all
};

/// Where the layers of a run lie, and where they run.
struct RunCase {
    enum class Layers { Cpu, Disk };
    std::string what;
    Layers layers = Layers::Cpu;
    /// On a simulated GPU, which then holds what is not a layer; else everything is offloaded and
    /// runs on the CPU.
    bool runsOnGpu = false;
    std::optional<double> linkBytesPerSecond{};
    PageCacheState state = PageCacheState::AsIs;  ///< of the offload folder before each run
    std::int64_t tokens = 0;
    bool besidePython = false;
    std::string layerPath = "transformer.h";  ///< the module list of the model's layers
};

/// One line of the table: medians, seconds.
struct RunRow {
    RunCase what;
    std::uint64_t layerCount = 0;
    std::optional<double> compute;   ///< with all weights where they run
    std::optional<double> transfer;  ///< all of them brought in and nothing else
    std::optional<double> first;     ///< of these, the first stage that is brought
    double without = 0;              ///< no prefetch
    double with = 0;
    /// Of neighbours: with ÷ (the larger of compute and transfer + first).
    std::optional<double> ratio;
    std::optional<double> python;  ///< seconds
    std::optional<double> faster;  ///< of neighbours: Python's ÷ with
    std::string note{};
};

/// What a pass says of itself, so that both sides can be seen to compute the same.
struct RunAnswer {
    double seconds = 0;
    std::int64_t token = 0;  ///< of the largest logit of the last position
    double logit = 0;
};

/// The sample, loaded in one way. What it wrote goes with it.
class BenchModel {
public:
    /// `offloadFolder`: for what lies on disk. Errors: those of loading, Cancelled.
    [[nodiscard]] static Result<BenchModel> load(const std::string& folder, const RunCase& wanted,
                                                 bool isResident, const std::string& offloadFolder,
                                                 const std::stop_token& stop);

    /// One forward pass over `tokens` prompt tokens, `window` stages prefetched. The clock
    /// starts with everything loaded, and stops when the logits of all positions are there.
    [[nodiscard]] Result<RunAnswer> run(std::int64_t tokens, unsigned window, unsigned threads,
                                        const std::stop_token& stop) const;
    /// What a run says of itself.
    [[nodiscard]] RunReport report(RunOptions options, const std::stop_token& stop) const;
    /// Brings every offloaded weight to where it runs, stage by stage, and nothing else: seconds
    /// of all, and of the first stage that brought anything.
    struct Transfer {
        double seconds = 0;
        double first = 0;
    };
    [[nodiscard]] Result<Transfer> bringAll(const std::stop_token& stop) const;
    [[nodiscard]] std::uint64_t layerCount() const { return m_layers; }
    /// The files of the offload folder.
    [[nodiscard]] std::vector<std::string> offloadFiles() const;

private:
    LoadBackends m_backends;
    std::shared_ptr<LoadedModel> m_model;
    std::shared_ptr<Compute> m_compute;
    std::uint64_t m_layers = 0;
};

/// Prompt tokens 1, 2, 3, …
[[nodiscard]] std::vector<std::int64_t> benchTokens(std::int64_t count);
/// Every file right in a folder.
[[nodiscard]] std::vector<std::string> filesIn(const std::string& folder);
[[nodiscard]] double median(std::vector<double> values);

/// Measures the cases in turns. Errors: Cancelled, those of loads and runs; Internal where both
/// sides do not compute the same.
[[nodiscard]] Result<std::vector<RunRow>> measureRuns(const RunBenchOptions& options,
                                                      const std::string& model,
                                                      const std::stop_token& stop);

void printRuns(const RunBenchOptions& options, const std::vector<RunRow>& rows);
/// Each aim: figure, met or by how much it is missed.
void printRunAims(const std::vector<RunRow>& rows);
/// The library that multiplies matrices, as this process has it open.
[[nodiscard]] std::string openBlas();

}  // namespace stowage::bench
