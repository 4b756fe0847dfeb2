// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/machine_link.h"
#include "engine/run/weights/compute.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// Keys and values that all stages of a run share, through which they find each other. Thread-safe.
class StageStore {
public:
    using Bytes = std::vector<std::uint8_t>;
    virtual ~StageStore() = default;
    virtual void set(const std::string& key, Bytes value) = 0;
    /// Waits for the key. Nothing where it did not come in time, or the run was stopped.
    [[nodiscard]] virtual std::optional<Bytes> get(const std::string& key,
                                                   std::chrono::milliseconds patience) = 0;
    [[nodiscard]] virtual bool has(const std::string& key) = 0;
    /// Adds to a number that begins at 0 and gives the sum; nothing as get().
    [[nodiscard]] virtual std::optional<std::int64_t> add(const std::string& key,
                                                          std::int64_t by) = 0;
};

/// How the stages of a run reach each other.
struct StageChannelOptions {
    std::shared_ptr<StageStore> store;
    int number = 0;  ///< of this stage, from 0 on
    int count = 1;
    std::string address;  ///< of this machine, on which the others are answered; "10.0.0.2"
    std::chrono::milliseconds patience{300'000};  ///< with a stage that sends nothing
    std::stop_token stop{};
};

/// What went over a channel, and how long was waited for it.
struct StageTraffic {
    std::uint64_t bytesSent = 0;
    std::uint64_t bytesReceived = 0;
    double waitedSeconds = 0;  ///< for what other stages sent

    /// What went since then.
    friend StageTraffic operator-(const StageTraffic& now, const StageTraffic& then) {
        return {now.bytesSent - then.bytesSent, now.bytesReceived - then.bytesReceived,
                now.waitedSeconds - then.waitedSeconds};
    }
};

/// Every activation begins with one message of this size, which has its numbers where they are no
/// more bytes than `kStageMessageNumbers`. Else they come behind it, once the other stage has
/// asked.
inline constexpr std::int64_t kStageMessageNumbers = 32 * 1024;
inline constexpr std::int64_t kStageMessageBytes = kStageMessageNumbers + 64;

/// Carries activations and tokens from stage to stage, by c10d over Gloo. Receives come in the
/// order of the other's sends. One thread. Errors of all: Cancelled, DeviceLost where the other
/// stage is gone or silent for longer than the channel is patient; Error::key is then "stage:" and
/// its number.
class StageChannel {
public:
    virtual ~StageChannel() = default;
    /// Returns once the numbers are taken; they travel while the caller goes on.
    [[nodiscard]] virtual Result<void> send(const Activation& x, int to) = 0;
    /// On the host.
    [[nodiscard]] virtual Result<ActivationPtr> receive(int from) = 0;
    [[nodiscard]] virtual Result<void> sendNumbers(std::span<const std::int64_t> numbers,
                                                   int to) = 0;
    /// As many as the span has room for.
    [[nodiscard]] virtual Result<void> receiveNumbers(std::span<std::int64_t> numbers,
                                                      int from) = 0;
    /// Returns when all that was sent has left this machine.
    [[nodiscard]] virtual Result<void> finish() = 0;
    [[nodiscard]] virtual StageTraffic traffic() const = 0;
};

/// Connects to all other stages, which must do the same meanwhile. Blocks. Errors:
/// BackendUnavailable (a build without c10d's Gloo, or LibTorch), Cancelled, DeviceLost,
/// InvalidArgument (no such address on this machine).
[[nodiscard]] Result<std::shared_ptr<StageChannel>> openStageChannel(
    const StageChannelOptions& options);

/// What the module stowage_torch exports for it: the symbol's name and its type.
inline constexpr const char* kStageChannelFactory = "stowageOpenStageChannel";
using OpenedStageChannel = Result<std::shared_ptr<StageChannel>>;
using StageChannelFactory = void (*)(const StageChannelOptions&, OpenedStageChannel& opened);

/// What Error::key says where another stage is at fault.
[[nodiscard]] std::string stageKey(int number);

/// How much a link is measured with. As it stands: what a run can spend, some 50 ms.
struct LinkEffort {
    int pings = 16;  ///< at most, there and back; the median counts
    int pieces = 6;  ///< at most; the fastest counts
    std::int64_t firstBytes = std::int64_t{1} << 16;  ///< of a piece …
    std::int64_t mostBytes = std::int64_t{1} << 20;   ///< … four times as many where it is quick
    double seconds = 0.04;                            ///< after which no other piece is begun
};

/// How soon and how fast an activation is at another stage, which calls answerLink() meanwhile. Of
/// a ping half is the latency; a piece takes four latencies (its message, its being asked for, its
/// numbers, the answer) and its bytes / rate. Errors: those of StageChannel and of openCompute().
[[nodiscard]] Result<MachineLink> measureLink(StageChannel& channel, int to,
                                              const LinkEffort& effort = {});
/// The other end. Errors: those of StageChannel.
[[nodiscard]] Result<void> answerLink(StageChannel& channel, int from);

/// The link of a stage to the next one, of the last one to the first, which all stages must ask for
/// at once: no stage measures two links at a time. Errors: as measureLink().
[[nodiscard]] Result<MachineLink> measureNextLink(StageChannel& channel, int number, int count);

}  // namespace stowage
