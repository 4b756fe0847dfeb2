// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/load/report/load_figures.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace stowage {

struct LoadBackends;
struct LoadOutcome;
struct LoadSchedule;

/// A prompt as people type it, "1,2,3". Error: InvalidArgument that names the option.
[[nodiscard]] Result<std::vector<std::int64_t>> parsePrompt(std::string_view text,
                                                            const std::string& option);

/// What a forward pass after a load came to.
struct ForwardOutcome {
    ForwardFigures figures;
    /// Of the monotonic clock, which all processes share: until then the memory was the load's.
    double began = 0;
    int exitStatus = 0;  ///< 1 where the logits disagree; that of the failure where it failed
};

/// `--forward 1,2,3` and `--reference FILE.npy` of a load.
class ForwardPass {
public:
    /// Adds the options to a command; they bind to this object, which must outlive the parse.
    void addTo(CLI::App& command);
    [[nodiscard]] bool isWanted() const { return !m_prompt.empty(); }

    /// Before anything is loaded: whether there can be a pass. Errors: InvalidArgument that names
    /// the option; Unsupported and others where the model is no from-scratch GPT in float32; those
    /// of the reference's file.
    [[nodiscard]] Result<void> check(const LoadSchedule& schedule,
                                     const LoadBackends& backends) const;

    /// Through the model of `load`, which did not stop. What fails is in the outcome.
    [[nodiscard]] ForwardOutcome run(const LoadOutcome& load, const LoadBackends& backends,
                                     const std::stop_token& stop,
                                     const ProgressSink& progress) const;

private:
    std::string m_prompt;
    std::string m_reference;
};

/// Adds "forward" to the object of `load --json`.
void addForward(nlohmann::ordered_json& object, const ForwardOutcome& forward);

}  // namespace stowage
