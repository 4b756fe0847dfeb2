// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/load/execute/loaded_model.h"
#include "engine/load/report/load_record.h"
#include "engine/load/tensor_backend.h"
#include "engine/run/run_job.h"
#include "engine/run/weights/weight_source.h"
#include "engine/telemetry/memory_sampler.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

namespace stowage {

/// Where the models of a chain run. All that it names must outlive the chain.
struct ChainStage {
    const LoadBackends& backends;
    Compute& compute;
    DeviceId device;  ///< the execution device
};

/// One model of a chain: its weights lie in RAM (or in the offload folder) and come to the
/// execution device as a whole when it is called, that is when the first of them is borrowed. There
/// they stay, from run to run, until the next model of the chain is called or offload() is.
///
/// What Accelerate's cpu_offload_with_hook does, but for two things: the copy in RAM stays, so that
/// leaving copies nothing back, and a model that does not fit leaves no part of itself behind.
/// Tied weights come once. One thread only.
class ChainedModel : public WeightSource {
public:
    /// `name`: for errors. `model` and `previous` must outlive it; null: it is the first.
    ChainedModel(const ChainStage& stage, std::string name, const LoadedModel& model,
                 ChainedModel* previous);

    [[nodiscard]] std::vector<std::string> names() const override { return m_names; }
    [[nodiscard]] std::optional<TensorSignature> describe(const std::string& name) const override;
    /// Errors also: those of call().
    [[nodiscard]] Result<ModuleWeights> borrow(std::span<const std::string> names,
                                               const std::stop_token& stop) override;

    /// What comes before the model runs: the previous one leaves if it is on the device, then this
    /// one comes unless it is there. borrow() does it where nobody did.
    /// Errors: DeviceOutOfMemory, which names the model, what it needs and what is free there;
    /// InvalidArgument (the load has no such device); Cancelled; those of reading. After an error
    /// the device holds nothing of this model.
    [[nodiscard]] Result<void> call(const std::stop_token& stop);
    /// Gives the device's memory back now. Weights still borrowed keep theirs until they go.
    void offload();
    [[nodiscard]] bool isOnDevice() const { return m_isOnDevice; }

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] const LoadedModel& model() const { return m_model; }
    /// Bytes that lie elsewhere than on the execution device and come to it with a call, each tied
    /// weight once.
    [[nodiscard]] std::uint64_t bytesToBring() const;

private:
    [[nodiscard]] bool liesThere(std::uint32_t scheduled) const;
    [[nodiscard]] Result<void> requireRoom(const DeviceMemory& device) const;
    [[nodiscard]] Unexpected doesNotFit(const DeviceMemory& device, const Error& reason) const;
    [[nodiscard]] Result<void> bringAll(const std::stop_token& stop);
    [[nodiscard]] Result<WeightPtr> lend(const std::string& name) const;

    ChainStage m_stage;
    std::string m_name;
    const LoadedModel& m_model;
    ChainedModel* m_previous;
    std::vector<std::string> m_names;
    std::unordered_map<std::string, std::uint32_t> m_scheduled;  ///< by name
    std::unordered_map<std::uint32_t, WeightPtr> m_brought;      ///< by scheduled tensor
    bool m_isOnDevice = false;
    double m_transferSeconds = 0;    ///< of the last call, told with the first module after it
    std::uint64_t m_bytesMoved = 0;  ///< likewise
};

/// Models that take turns on one device, in the order in which they were added: what a pipeline of
/// several models does on a card that cannot hold them all.
class ModelChain {
public:
    explicit ModelChain(const ChainStage& stage) : m_stage(stage) {}

    /// A model after those added before, to be run through the source that comes back, which lives
    /// as long as the chain. `model` must outlive the chain.
    ChainedModel& add(std::string name, const LoadedModel& model);
    /// Every model leaves.
    void offload();
    [[nodiscard]] const std::vector<std::unique_ptr<ChainedModel>>& models() const {
        return m_models;
    }

private:
    ChainStage m_stage;
    std::vector<std::unique_ptr<ChainedModel>> m_models;
};

/// A model's place in a chain, as "b" or "b*50" says it.
struct ChainEntry {
    std::string path;
    std::uint64_t times = 1;  ///< that it runs before the next one is called
};

/// "a,b*50,c", spaces around a name ignored. What exists under a whole name with its commas, its
/// asterisk or its spaces is that. Asks the file system.
/// Errors: InvalidArgument (no name, or no number of times from 1 to 100000).
[[nodiscard]] Result<std::vector<ChainEntry>> chainEntriesOf(const std::string& line);

/// A model of a chain and what came of its turn.
struct ChainLink {
    std::string path;
    std::uint64_t times = 1;
    std::shared_ptr<const LoadSchedule> schedule;
    std::shared_ptr<const LoadedModel> model;  ///< null until it is loaded
    RunReport report;             ///< numbers, generated tokens, seconds and bytes of its calls
    double transferSeconds = 0;   ///< of these seconds, its weights travelled
    std::uint64_t allocated = 0;  ///< on the device once it had run, bytes
};

/// An error with the model's path in front, where its message does not name it.
[[nodiscard]] Unexpected ofLink(const ChainLink& link, Error error);

/// Before anything is loaded: whether the model of a link, with its schedule, can be run so.
/// Errors: those of runModelOf() and checkRequest(), as ofLink() tells them.
[[nodiscard]] Result<void> checkLink(const ChainLink& link, const RunOptions& options);

/// Where the models of a chain run: as the options say, else the first GPU, else the CPU.
[[nodiscard]] DeviceId chainDevice(const RunOptions& options, const LoadBackends& backends);

/// What a call of a chain's model needs beside the model.
struct ChainCall {
    const ChainStage& stage;
    const RunOptions& options;  ///< whose request is asked of each model as it can take it
    /// Of the call before, whose prompt and tokens go in where the model takes them; null: the
    /// request's own.
    const RunReport* before = nullptr;
    const PauseGate* gate = nullptr;  ///< null: no pauses
};

/// One call of a link's model, which comes to the device first unless it is there; its figures are
/// added to the link. Blocks; run it in a worker. Errors: those of runModelOf() and runModel(), as
/// ofLink() tells them.
[[nodiscard]] Result<void> callLink(ChainLink& link, ChainedModel& source, const ChainCall& call,
                                    const std::stop_token& stop, const ProgressSink& progress);

/// The tokens that a link's model gave last: those that followed, else the likeliest one; "" of an
/// encoder. "7,12".
[[nodiscard]] std::string chainTokensText(const RunReport& report);

/// What a chain came to beside what its links tell. Bytes and seconds.
struct ChainOutcome {
    DeviceInfo device;               ///< on which the turns were taken
    AllocatorStatistics statistics;  ///< of it, the peaks over all turns
    std::size_t turns = 0;           ///< links that came to their end, from the first on
    double loadSeconds = 0;          ///< of all models into RAM
    double seconds = 0;              ///< of the turns
    MemorySampler::Peaks hostPeaks{};
    ProcessMemory hostBaseline{};    ///< before the first turn, all models in RAM
    std::optional<Error> stopped{};  ///< why it ended before its end
};

/// Measures a chain while its models take their turns. Members belong to the thread that runs them.
class ChainMeter {
public:
    /// Begins, with all models in RAM; samples the back ends' devices, which outlive it, in a
    /// thread of its own.
    ChainMeter(const LoadBackends& backends, DeviceId device);

    /// A link came to its end. To be called before the device's peaks are reset.
    void turnDone(const ChainLink& link);
    /// What it came to until now.
    [[nodiscard]] ChainOutcome outcome(const std::optional<Error>& stopped, double loadSeconds);
    /// Since it began, as the last outcome() left them.
    [[nodiscard]] LoadCurves curves() const;

private:
    void notePeaks();

    DeviceMemory* m_device = nullptr;
    MemorySampler m_sampler;
    double m_begin = 0;
    ChainOutcome m_outcome;
};

/// The object of `run --chain --json`: {"prompt", "chain": [{"model", "times", …}], "device",
/// "seconds", "load_seconds", "host", "stopped"?}.
[[nodiscard]] nlohmann::ordered_json chainJson(std::span<const ChainLink> links,
                                               const ChainOutcome& outcome);

/// Fills `record` with a chain: what `run --chain --json` says of it but prompts and tokens, its
/// models, and the plan of the first of them. Error: Malformed.
[[nodiscard]] Result<void> setChainReport(LoadRecord& record, std::span<const ChainLink> links,
                                          const ChainOutcome& outcome);

}  // namespace stowage
