// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/machines/machine_answer.h"
#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/checkpoint/open/headers_only.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// What `run --send-weights` writes to `receive` before the bytes of all pieces, one after another:
/// a line {"files": [{"name", "bytes", "pieces": [[offset, length], …]}]}, without its end.
[[nodiscard]] std::string manifestText(const ModelHeaders& model);

/// Errors: Malformed (no such line, a file outside its folder, a piece outside its file),
/// LimitExceeded.
[[nodiscard]] Result<ModelHeaders> parseManifest(std::string_view text);

/// What became of a part that a machine was sent.
struct SentPart {
    MachineAnswer answer{};  ///< isOk() where it is there
    std::string model{};     ///< what to open on that machine
    std::uint64_t bytes = 0;
    double seconds = 0;
    bool endedByItself = false;  ///< it failed, or was stopped there, before others did
};

/// Parts of a model on other machines. Each is kept by a `stowagectl receive` that is started as
/// any command is, reads the part from its standard input and removes it when that ends: when this
/// object goes, or the program, or the connection.
class SentParts {
public:
    /// `patience`: with a machine that takes nothing; at least half a minute.
    explicit SentParts(std::chrono::milliseconds patience);
    /// Has the parts removed, and waits for that.
    ~SentParts();
    SentParts(const SentParts&) = delete;
    SentParts& operator=(const SentParts&) = delete;

    /// Reads each part from this machine's disk and sends it as it is read, all at once. Blocks
    /// until all are there; where one cannot be sent the others are given up. To be called once.
    /// Errors: those of machineCommand().
    [[nodiscard]] Result<std::vector<SentPart>> send(const std::vector<std::string>& machines,
                                                     const std::vector<ModelHeaders>& parts,
                                                     const std::stop_token& stop,
                                                     const ProgressSink& progress);

private:
    struct Receiver;

    void runReceiver(Receiver& receiver);
    void sendTo(Receiver& receiver);
    [[nodiscard]] Result<void> write(Receiver& receiver, std::span<const std::byte> bytes);
    /// Waits until it has said where the part is, or why not.
    [[nodiscard]] Result<void> waitForFolder(Receiver& receiver);
    void tellProgress(std::uint64_t bytes, const std::string& file);

    std::chrono::milliseconds m_patience;
    std::vector<std::unique_ptr<Receiver>> m_receivers;
    std::stop_source m_giveUp;  ///< of sending
    std::stop_source m_end;     ///< kills them
    std::mutex m_mutex;         ///< guards what receivers say, and the progress
    std::condition_variable_any m_changed;
    std::unique_ptr<ProgressThrottle> m_throttle;
    Progress m_progress;
};

}  // namespace stowage
