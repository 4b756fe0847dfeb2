// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/base/message.h"
#include "engine/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace stowage {

struct LoadBackends;
struct LoadOutcome;

/// `load MODEL --machines A,B,…`: the same load on several machines at once, as data parallel work
/// begins. Each runs a stowagectl of its own, reached by ssh, and this program where the machine is
/// named "localhost" or ".". The first machine makes the plan, with its devices, and all of them
/// load its device map.
class LoadMachines {
public:
    /// Adds the option to a command that has all others already; it binds to this object, which
    /// must outlive the parse.
    void addTo(CLI::App& command);
    [[nodiscard]] bool isWanted() const { return !m_machines.empty(); }

    /// Loads with what was typed and prints a row a machine, or {"machines": [{"machine", "ok" |
    /// "error"}], "device_map"}. MODEL and other paths are those of the machines; the file of a
    /// device map is read here. Returns the exit status of the first machine that failed.
    /// Interrupted, it ends the loads on all of them.
    /// Errors: InvalidArgument (names that are none, options that tell of one load), those of
    /// reading a device map, Cancelled.
    [[nodiscard]] Result<int> run(const std::string& model, const CommandContext& context) const;

private:
    [[nodiscard]] Result<void> check(const std::string& model) const;

    CLI::App* m_command = nullptr;
    std::vector<std::string> m_machines;
};

/// What a process holds when a load was given back.
struct AfterLoad {
    double seconds = 0;  ///< of the load
    std::optional<std::uint64_t> anon;
    std::optional<std::uint64_t> shmem;
    std::uint64_t descriptors = 0;
    std::uint64_t threads = 0;
};

/// `--repeat N`: one load several times in one process, each given back before the next, to see
/// that nothing grows. With `--reuse` devices and host keep the memory between them.
class LoadRepeats {
public:
    /// Adds the options to a command; they bind to this object, which must outlive the parse.
    void addTo(CLI::App& command);

    static constexpr unsigned kMost = 100'000;
    [[nodiscard]] unsigned count() const { return m_count; }
    [[nodiscard]] bool isWanted() const { return m_count > 1; }
    [[nodiscard]] bool reuses() const { return m_reuse; }
    /// Loads until the count is reached or one stops; returns the last outcome, given back.
    [[nodiscard]] LoadOutcome run(const std::function<LoadOutcome()>& load,
                                  const LoadBackends& backends);

    /// Memory, descriptors or threads grew beyond what the first loads left.
    [[nodiscard]] bool grew() const;
    /// Adds "repeats" to the object of `load --json`.
    void addToJson(nlohmann::ordered_json& object) const;
    /// One sentence on seconds and growth.
    [[nodiscard]] Message sentence() const;

private:
    unsigned m_count = 1;
    bool m_reuse = false;
    std::vector<AfterLoad> m_loads;
};

/// What counts as growth beyond `first`: more descriptors or threads, or more memory than the
/// system's own bookkeeping of a process explains.
[[nodiscard]] bool isGrowth(const AfterLoad& first, const AfterLoad& last);

}  // namespace stowage
