// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/base/strings.h"

#include <nlohmann/json_fwd.hpp>

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <thread>

namespace stowage {

/// Standard input, line by line. The lines "pause", "resume" and "step" control a load that runs.
class CommandInput {
public:
    explicit CommandInput(const CommandContext& context) : m_context(context) {}
    CommandInput(const CommandInput&) = delete;
    CommandInput& operator=(const CommandInput&) = delete;
    ~CommandInput() { stop(); }
    /// Reads no further.
    void stop();

    /// The next line; "" at the end. Errors: ReadFailed, LimitExceeded (more than 64 MiB).
    [[nodiscard]] Result<std::string> readLine();
    /// Reads the rest in a thread of its own; other lines are ignored. `atEnd` is called there when
    /// the input ends or the command is interrupted. `gate` outlives this.
    void follow(PauseGate& gate, std::function<void()> atEnd = {});
    /// Waits until the input ends or the command is interrupted; returns at once without follow().
    void wait();

private:
    void read(PauseGate& gate);

    const CommandContext& m_context;
    LineSplitter m_lines{std::size_t{64} << 20};
    std::atomic<bool> m_isStopped = false;
    int m_stop = -1;  ///< eventfd: can be read once nothing more is to be read
    std::thread m_thread;
};

/// The other end of a job that this process runs (docs/serve.md).
class JobChannel {
public:
    /// Members of the job.
    struct Wishes {
        bool follow = false;  ///< progress of a load is printed
        bool hold = false;    ///< its weights are kept
        bool sample = false;  ///< its report has "model_sample"
    };

    JobChannel(CommandInput& input, const CommandContext& output, Wishes wishes)
        : m_input(input), m_output(output), m_wishes(wishes) {}

    [[nodiscard]] bool isFollowed() const { return m_wishes.follow; }
    [[nodiscard]] bool keepsLoaded() const { return m_wishes.hold; }
    [[nodiscard]] bool wantsSample() const { return m_wishes.sample; }

    /// Prints {"progress": `object`}; `object` is one line. From any thread.
    void tell(std::string_view object) const;
    /// A load is done: with "hold" its report is printed, and its weights are kept until the input
    /// ends.
    void keepLoaded(const nlohmann::ordered_json& report);
    /// Whether the end of the input is no reason to cancel.
    [[nodiscard]] bool isLoaded() const { return m_isLoaded; }

    PauseGate gate;

private:
    CommandInput& m_input;
    const CommandContext& m_output;
    Wishes m_wishes;
    std::atomic<bool> m_isLoaded = false;
};

}  // namespace stowage
