// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/offload_rules.h"

#include "engine/base/strings.h"
#include "engine/model/module_tree.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace stowage {
namespace {

constexpr std::string_view kCompute = "compute";
constexpr std::string_view kStream = "stream";

bool standsUnder(std::string_view path, std::string_view module) {
    return module.empty() || (path.starts_with(module) &&
                              (path.size() == module.size() || path[module.size()] == '.'));
}

std::string_view modeName(OffloadRule::Mode mode) {
    return mode == OffloadRule::Mode::Compute ? kCompute : kStream;
}

}  // namespace

bool computesOnCpu(std::span<const OffloadRule> rules, std::string_view module) {
    const auto last = std::find_if(rules.rbegin(), rules.rend(), [&](const OffloadRule& rule) {
        return standsUnder(module, rule.module);
    });
    return last != rules.rend() && last->mode == OffloadRule::Mode::Compute;
}

bool computesSome(std::span<const OffloadRule> rules, std::string_view module) {
    return computesOnCpu(rules, module) || std::ranges::any_of(rules, [&](const OffloadRule& rule) {
               return standsUnder(rule.module, module) && computesOnCpu(rules, rule.module);
           });
}

Result<std::vector<OffloadRule>> parseOffloadRules(std::string_view text) {
    const std::size_t colon = text.find(':');
    const std::string_view word = text.substr(0, colon);
    const bool isNamed = colon != std::string_view::npos;
    const auto refused = [](const Message& why) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1; give compute, stream, or one of them with modules, as "
                        "compute:model.layers.3,model.layers.7.",
                        why));
    };
    if (word != kCompute && word != kStream) {
        return refused(say("%1 is no way to run offloaded modules", quotedForMessage(text)));
    }
    const auto mode = word == kCompute ? OffloadRule::Mode::Compute : OffloadRule::Mode::Stream;
    std::vector<OffloadRule> rules;
    std::string_view rest = isNamed ? text.substr(colon + 1) : std::string_view();
    while (isNamed) {
        const std::size_t comma = rest.find(',');
        const std::string_view module = rest.substr(0, comma);
        if (module.empty()) {
            return refused(
                say("%1 names no module after its colon or a comma", quotedForMessage(text)));
        }
        rules.push_back({mode, std::string(module)});
        if (comma == std::string_view::npos) {
            return rules;
        }
        rest = rest.substr(comma + 1);
    }
    rules.push_back({mode, {}});
    return rules;
}

std::vector<std::string> offloadRuleWords(std::span<const OffloadRule> rules) {
    std::vector<std::string> words;
    std::optional<OffloadRule::Mode> open;  // of a word that more modules can follow
    for (const OffloadRule& rule : rules) {
        if (rule.module.empty()) {
            words.emplace_back(modeName(rule.mode));
            open.reset();
        } else if (open == rule.mode) {
            words.back() += "," + rule.module;
        } else {
            words.push_back(std::string(modeName(rule.mode)) + ":" + rule.module);
            open = rule.mode;
        }
    }
    return words;
}

Result<void> checkOffloadRules(std::span<const OffloadRule> rules, const ModuleTree& tree) {
    for (const OffloadRule& rule : rules) {
        if (!tree.findModule(rule.module)) {
            return fail(ErrorCode::InvalidArgument,
                        say("This model has no module %1; \"stowagectl inspect\" lists those that "
                            "it has.",
                            quotedForMessage(rule.module)),
                        {}, rule.module);
        }
    }
    return {};
}

}  // namespace stowage
