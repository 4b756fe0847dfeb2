// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/load/load_schedule.h"

#include <string>

namespace CLI {
class App;
}

namespace stowage {

/// `--cache` and `--memory`: in which state a load is to find the page cache and free memory.
class LoadPreparation {
public:
    /// Adds the options; they bind to this object, which must outlive the parse.
    void addTo(CLI::App& command);
    /// Before the schedule is made, whose predicted time looks at the page cache. Errors:
    /// InvalidArgument that names the option; those of reading the files, Cancelled.
    [[nodiscard]] Result<void> prepareFiles(const Checkpoint& checkpoint,
                                            const CommandContext& context) const;
    /// Just before the load. Error: Cancelled.
    [[nodiscard]] Result<void> prepareMemory(const LoadSchedule& schedule,
                                             const CommandContext& context) const;

private:
    std::string m_cache = "as-is";
    std::string m_memory = "as-is";
};

}  // namespace stowage
