// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/forward_pass.h"

#include "app/cli/command_context.h"
#include "app/cli/options/common_options.h"
#include "engine/load/execute/load_job.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/report/load_report_json.h"
#include "engine/load/tensor_backend.h"
#include "engine/run/models/from_scratch_gpt.h"
#include "engine/run/models/logits.h"
#include "engine/run/weights/compute.h"
#include "engine/run/weights/loaded_weights.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

namespace stowage {

namespace {

/// No prompt on a command line is longer; what the model takes is told by its context.
constexpr std::size_t kMostTokens = 65536;

Unexpected wrongPrompt(const std::string& option, const Message& why) {
    return wrongValue(
        option, say("%1; give the token IDs as numbers separated by commas, as in 1,2,3.", why));
}

/// Whether the prompt goes through this model.
Result<void> checkPrompt(const std::vector<std::int64_t>& prompt, const GptShape& shape) {
    const std::int64_t largest = *std::ranges::max_element(prompt);
    if (largest >= shape.vocabulary) {
        return wrongPrompt("--forward",
                           say("the token ID %2 is not in the model's vocabulary of %1 tokens",
                               shape.vocabulary, largest));
    }
    if (static_cast<std::int64_t>(prompt.size()) > shape.context) {
        return wrongPrompt(
            "--forward",
            say("a prompt of %1 tokens is longer than the model's context of %2 tokens",
                prompt.size(), shape.context));
    }
    return {};
}

Result<void> requireFloat32(const LoadSchedule& schedule) {
    const std::optional<DType>& dtype = schedule.plan->request.constraints.dtype;
    if (!dtype || *dtype == DType::Float32) {
        return {};
    }
    return wrongOption(
        "--forward",
        say("--forward computes in float32, but the plan loads the weights in %1; omit --dtype.",
            dtypeName(*dtype)));
}

}  // namespace

Result<std::vector<std::int64_t>> parsePrompt(std::string_view text, const std::string& option) {
    std::vector<std::int64_t> prompt;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        std::int64_t token = -1;
        const auto [rest, failure] = std::from_chars(word.data(), word.data() + word.size(), token);
        if (failure != std::errc() || rest != word.data() + word.size() || token < 0) {
            return wrongPrompt(option, say("\"%1\" is not a token ID", word));
        }
        prompt.push_back(token);
        begin = end + 1;
    }
    if (prompt.size() > kMostTokens) {
        return wrongPrompt(option, say("a prompt has at most %1 tokens", kMostTokens));
    }
    return prompt;
}

void ForwardPass::addTo(CLI::App& command) {
    addTextOption(command, "--forward", "TOKENS", m_prompt);
    addTextOption(command, "--reference", "FILE.npy", m_reference)->needs("--forward");
}

Result<void> ForwardPass::check(const LoadSchedule& schedule, const LoadBackends& backends) const {
    const auto prompt = parsePrompt(m_prompt, "--forward");
    STOWAGE_TRY(prompt);
    STOWAGE_TRY(requireFloat32(schedule));
    const auto compute = openCompute();
    STOWAGE_TRY(compute);
    const FileWeights weights(schedule.checkpoint, *schedule.plan->request.tree, *backends.tensors,
                              **compute);
    const bool isCast = schedule.plan->request.constraints.dtype.has_value();
    const auto shape = readGptShape(weights, schedule.checkpoint->path,
                                    isCast ? GptDTypes::Computable : GptDTypes::Float32);
    STOWAGE_TRY(shape);
    STOWAGE_TRY(checkPrompt(*prompt, *shape));
    if (!m_reference.empty()) {
        STOWAGE_TRY(readLogitsFile(m_reference));
    }
    return {};
}

ForwardOutcome ForwardPass::run(const LoadOutcome& load, const LoadBackends& backends,
                                const std::stop_token& stop, const ProgressSink& progress) const {
    const auto prompt = parsePrompt(m_prompt, "--forward");
    ForwardOptions options;
    options.tokens = prompt ? *prompt : std::vector<std::int64_t>();
    options.referencePath = m_reference;
    ForwardOutcome outcome;
    outcome.began =
        std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    auto figures = forwardAfterLoad(*load.model, backends, *load.schedule->checkpoint, options,
                                    stop, progress);
    if (figures) {
        outcome.figures = std::move(*figures);
        outcome.exitStatus = outcome.figures.agrees.value_or(true) ? kExitDone : kExitAnswerIsNo;
    } else {
        outcome.figures.tokens = options.tokens;
        outcome.figures.why = figures.error().message;
        outcome.exitStatus = exitStatusFor(figures.error().code);
    }
    return outcome;
}

void addForward(nlohmann::ordered_json& object, const ForwardOutcome& forward) {
    object["forward"] = forwardJson(forward.figures);
    object["forward"]["began_monotonic_s"] = forward.began;
}

}  // namespace stowage
