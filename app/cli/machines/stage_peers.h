// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/device/device_memory.h"
#include "engine/run/models/pipeline_stage.h"
#include "engine/run/stage_channel.h"

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace stowage {

class ModuleTree;

/// What shows that two machines have the same model, though each may have other files of it: its
/// class, and of some matrices dtype, shape and the SHA-256 of their first bytes. An object of
/// texts by name, of at most 8 KiB. Reads 4 KiB of at most 16 tensors; what cannot be read is left
/// out.
[[nodiscard]] nlohmann::ordered_json modelSample(const Checkpoint& checkpoint,
                                                 const ModuleTree& tree);

/// The first name of which the two samples say different things; nothing: they have none.
[[nodiscard]] std::optional<std::string> sampleDifference(const nlohmann::ordered_json& one,
                                                          const nlohmann::ordered_json& other);

/// The numbers from 0 on of "1/2:12-23", with these characters between them; empty where it is none
/// such.
[[nodiscard]] std::vector<std::int64_t> numbersBetween(std::string_view text,
                                                       std::string_view separators);

/// "1/2:12-23", the value of `run --stage`: stage 1 of 0 and 1, with the layers 12 to 23.
[[nodiscard]] Result<PipelineStage> parsePipelineStage(const std::string& text);
[[nodiscard]] std::string pipelineStageText(const PipelineStage& stage);

/// The other stages of a run as one of them knows them: lines of JSON on its standard streams,
/// which `run --stages` passes on (docs/spec/command-line.md). When standard input ends the command
/// is interrupted, and ended where that does not help within seconds. Thread-safe.
class StagePeers : public StageStore {
public:
    explicit StagePeers(const CommandContext& context);
    ~StagePeers() override;
    StagePeers(const StagePeers&) = delete;
    StagePeers& operator=(const StagePeers&) = delete;

    /// Tells whoever started the stages something of this one: a line, a whole object of JSON.
    void tell(std::string_view line);
    /// Waits until all stages are ready. Gives the address on which this one is to be answered.
    /// Error: Cancelled.
    [[nodiscard]] Result<std::string> waitForStart();

    /// Whoever started the stages wants to know of this one's memory while it goes.
    [[nodiscard]] bool isWatched();

    /// Nobody asks for this stage any more.
    [[nodiscard]] bool hasEnded();

    void set(const std::string& key, Bytes value) override;
    [[nodiscard]] std::optional<Bytes> get(const std::string& key,
                                           std::chrono::milliseconds patience) override;
    [[nodiscard]] bool has(const std::string& key) override;
    [[nodiscard]] std::optional<std::int64_t> add(const std::string& key, std::int64_t by) override;

private:
    void read();
    void take(std::string_view line);
    /// Nobody asks for this stage any more: it stops, in order where it can.
    void endOnTime() const;

    const CommandContext& m_context;
    std::mutex m_mutex;  ///< guards what is below
    std::condition_variable m_changed;
    std::map<std::string, Bytes> m_values;
    std::optional<std::int64_t> m_sum;
    std::optional<std::string> m_address;
    bool m_isWatched = false;
    bool m_hasEnded = false;
    int m_finish = -1;     ///< eventfd: nothing more is to be read
    std::thread m_thread;  ///< last: it uses what is above
};

/// Tells whoever started the stages what memory this one's process and its GPUs hold, once a second
/// from when that is asked for until the thread is stopped, and then once more: {"memory": {"ram":
/// anonymous, "ram_total", "gpus": [{"device", "held" (by its allocator), "total", "simulated"}]}}.
/// Bytes; what is not known is left out.
[[nodiscard]] std::jthread tellStageMemory(std::shared_ptr<StagePeers> peers,
                                           std::vector<std::shared_ptr<DeviceMemory>> devices);

/// Tells the others that this stage is ready and what its model is (modelSample()), waits until all
/// are, and connects it to them.
/// Errors: those of openStageChannel().
[[nodiscard]] Result<std::shared_ptr<StageChannel>> connectStages(
    const std::shared_ptr<StagePeers>& peers, int number, int count,
    std::chrono::milliseconds patience, const nlohmann::ordered_json& sample,
    const CommandContext& context);

/// A moment on this machine's clock, seconds.
[[nodiscard]] double stageClock();

}  // namespace stowage
