// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/base/result.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace stowage {

class HelpTexts;

/// `load MODEL --machines A,B,…`: the same load on several machines at once, as data parallel work
/// begins. Each runs a stowagectl of its own, reached by ssh, and this program where the machine is
/// named "localhost" or ".". The first machine makes the plan, with its devices, and all of them
/// load its device map.
class LoadMachines {
public:
    /// Adds the option to a command that has all others already; it binds to this object, which
    /// must outlive the parse.
    void addTo(CLI::App& command, const HelpTexts& help);
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
    /// What a machine is asked: `verb` with those options that it knows, and the map.
    [[nodiscard]] std::vector<std::string> argumentsOf(const std::string& verb,
                                                       const std::string& map,
                                                       const std::string& model) const;

    CLI::App* m_command = nullptr;
    std::vector<std::string> m_machines;
};

}  // namespace stowage
