// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/plan/workload.h"

#include <map>
#include <string>

namespace CLI {
class App;
}

namespace stowage {

class HelpTexts;

/// The options that say what work a plan has to carry (docs/spec/planning.md), as they were typed.
class WorkloadOptions {
public:
    /// Adds the options to a command; they bind to this object, which must outlive the parse.
    void addTo(CLI::App& command, const HelpTexts& help);
    /// The same without those that the command has already, and out of its help.
    void addOthersTo(CLI::App& command, const HelpTexts& help);
    /// Whether one was typed: without, plans are judged by their weights alone.
    [[nodiscard]] bool isGiven() const;
    /// `base` with what was typed. Errors: InvalidArgument that names the option.
    [[nodiscard]] Result<Workload> makeWorkload(Workload base = {}) const;

private:
    void add(CLI::App& command, const HelpTexts& help, bool isHidden);

    std::map<std::string, std::string> m_texts;  ///< by option; "" where it was not typed
};

}  // namespace stowage
