// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/base/result.h"
#include "engine/run/models/pipeline_stage.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace stowage {

class SentParts;
struct SentPart;

/// One of `--stages`: "gpu1:0-11", "gpu1:0-11@10.0.0.2".
struct StagePlace {
    std::string machine;
    LayerRange layers;
    std::string address{};  ///< on which the machine is answered; "": the one that ssh reached
};

/// Errors: InvalidArgument that names `--stages` (what is no stage, layers that are missing between
/// two of them or are in both, a first one that does not begin with layer 0).
[[nodiscard]] Result<std::vector<StagePlace>> parseStages(const std::vector<std::string>& words);

/// `run MODEL --stages A:0-11,B:12-23`: a model in several processes, each with some of its layers,
/// on machines that ssh reaches, or on this one ("localhost", as often as wanted). Each loads its
/// own part from its own disk, or is sent it; activations go from one to the next by c10d.
class RunStages {
public:
    /// Adds the options to a command that has all others already; they bind to this object, which
    /// must outlive the parse.
    void addTo(CLI::App& command);
    [[nodiscard]] bool isWanted() const { return !m_stages.empty(); }
    [[nodiscard]] std::chrono::milliseconds patience() const;
    /// In so many groups the prompts go through so many stages.
    [[nodiscard]] std::size_t microBatches(int stages) const;
    /// In the process of a stage: the threads that compute there, `wanted` of them; with 0 its
    /// share of the usual number (usualComputeThreads) where other stages of the run are on its
    /// machine, else 0.
    [[nodiscard]] unsigned threadsOf(unsigned wanted) const;

    /// Runs with what was typed and prints what the last stage found, with a row a stage. MODEL is
    /// the machines' own path; with `--send-weights` it is this machine's. Where one stage fails or
    /// the command is interrupted, all end. Errors: those of parseStages(), InvalidArgument
    /// (options that tell of one process), LimitExceeded, Cancelled; with `--send-weights` those of
    /// opening the model, stagePartOf() and headersWith().
    [[nodiscard]] Result<int> run(const std::string& model, CommandContext& context) const;

private:
    [[nodiscard]] Result<void> check(const std::string& model) const;
    /// Each stage keeps its own index in an offload folder.
    [[nodiscard]] Result<void> checkFolder(const std::vector<StagePlace>& places) const;
    /// Whether all that the stages open is sent with the model.
    [[nodiscard]] Result<void> checkSending(const std::string& model,
                                            const CommandContext& context) const;
    /// With `--send-weights`: sends each stage on another machine its part. What came of it by
    /// stage; nothing for a stage that reads its own disk.
    [[nodiscard]] Result<std::vector<std::optional<SentPart>>> sendParts(
        const std::string& model, const std::vector<StagePlace>& places, SentParts& parts,
        const CommandContext& context) const;
    /// Of `--timeline`; "": none is wanted.
    [[nodiscard]] std::string timelineFile() const;
    /// What a stage's stowagectl is started with.
    /// `sharers`: stages on its machine, itself among them. `map`: typedDeviceMap().
    [[nodiscard]] std::vector<std::string> argumentsOf(const PipelineStage& stage,
                                                       std::size_t sharers, const std::string& map,
                                                       const std::string& model,
                                                       const CommandContext& context) const;

    CLI::App* m_command = nullptr;
    std::vector<std::string> m_stages;
    double m_patience = 300;
    std::int64_t m_microBatches = 0;  ///< 0: as many as there are stages
    std::int64_t m_sharers = 1;       ///< of a stage: stages on its machine
    bool m_sendsWeights = false;
    std::string m_events;  ///< "": not wanted
};

}  // namespace stowage
