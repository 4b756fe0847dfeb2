// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/run/run_report.h"
#include "engine/telemetry/timeline.h"

#include <memory>
#include <string>

namespace CLI {
class App;
}

namespace stowage {

/// The files that a run leaves where a person asks for them: `--logits`, `--timeline`.
class RunFiles {
public:
    /// Adds the options to a command; they bind to this object, which must outlive the parse.
    void addTo(CLI::App& command);

    /// Before seconds of loading: whether both can be written; "-" is standard output from then
    /// on. Errors: those of claimStandardOutput and of opening them.
    [[nodiscard]] Result<void> check(CommandContext& context);
    /// To be filled while the model runs; null where no `--timeline` is wanted.
    [[nodiscard]] std::shared_ptr<Timeline> makeTimeline() const;
    /// Writes those that there is something for. Errors: those of writing; the first one, with the
    /// other written all the same.
    [[nodiscard]] Result<void> write(const RunReport& report, const Timeline* timeline) const;

private:
    std::string m_logits;
    std::string m_timeline;
};

}  // namespace stowage
