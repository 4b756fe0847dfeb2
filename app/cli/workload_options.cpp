// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/workload_options.h"

#include "app/cli/common_options.h"
#include "app/cli/help_texts.h"
#include "engine/model/dtype.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <utility>

namespace stowage {
namespace {

std::string optionName(std::string_view key) {
    std::string name = "--" + std::string(key);
    std::ranges::replace(name, '_', '-');
    return name;
}

/// Digits, with commas or underscores between them as people write long numbers.
Result<std::uint64_t> parseCount(const std::string& option, std::string text) {
    std::erase_if(text, [](char c) { return c == ',' || c == '_'; });
    std::uint64_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isNegative = text.size() > 1 && text.front() == '-' &&
                            text.find_first_not_of("0123456789", 1) == std::string::npos;
    if (isNegative || failure == std::errc::result_out_of_range) {
        return wrongOption(
            option, say("%1 \"%2\" is out of range; write a whole number from 0 to %3.", option,
                        text, std::numeric_limits<std::uint64_t>::max()));
    }
    if (failure != std::errc() || end != text.data() + text.size() || text.empty()) {
        return wrongOption(option,
                           say("%1 \"%2\" is no whole number; write it as 4096.", option, text));
    }
    return value;
}

}  // namespace

void WorkloadOptions::addTo(CLI::App& command, const HelpTexts& help) {
    add(command, help, false);
}

void WorkloadOptions::addOthersTo(CLI::App& command, const HelpTexts& help) {
    add(command, help, true);
}

void WorkloadOptions::add(CLI::App& command, const HelpTexts& help, bool isHidden) {
    const auto option = [&](const std::string& name, const char* type, const Message& hint) {
        std::string& text = m_texts[name];
        if (command.get_option_no_throw(name) == nullptr) {
            CLI::Option* const added = addTextOption(command, name, type, text, help(hint));
            if (isHidden) {
                added->group("");
            }
        }
    };
    for (const WorkloadNumber& number : workloadNumbers()) {
        option(optionName(number.key), "N", number.hint);
    }
    option("--kv-dtype", "DTYPE",
           say("In what keys and values are kept: float32, float16, bfloat16, fp8, int8 or q4 "
               "(the dtype of compute)"));
    option("--compute-dtype", "DTYPE", say("In what the model computes (the weights' dtype)"));
    option("--attention", "KIND",
           say("eager: all scores lie in memory; fused: none do (what the engine does)"));
    option("--engine", "ENGINE",
           say("Whose rules of memory: stowage, transformers, transformers-static, vllm, sglang "
               "or llama.cpp (stowage where it runs the family, else transformers)"));
}

bool WorkloadOptions::isGiven() const {
    return std::ranges::any_of(m_texts, [](const auto& text) { return !text.second.empty(); });
}

Result<Workload> WorkloadOptions::makeWorkload(Workload base) const {
    Workload work = std::move(base);
    for (const WorkloadNumber& number : workloadNumbers()) {
        const std::string name = optionName(number.key);
        const std::string& text = m_texts.at(name);
        if (text.empty()) {
            continue;
        }
        const auto value = parseCount(name, text);
        STOWAGE_TRY(value);
        if (*value < number.least || *value > number.most) {
            return wrongValue(
                name, say("%1 is out of range; take %2 to %3.", text, number.least, number.most));
        }
        work.*number.value = *value;
    }
    if (const std::string& text = m_texts.at("--kv-dtype"); !text.empty()) {
        const auto type = kvTypeFromName(text);
        if (!type) {
            return wrongValue("--kv-dtype", type.error().message);
        }
        work.kvType = *type;
    }
    if (const std::string& text = m_texts.at("--compute-dtype"); !text.empty()) {
        const auto dtype = dtypeFromName(text);
        if (!dtype || !kvTypeOf(*dtype)) {
            return wrongOption("--compute-dtype", say("--compute-dtype \"%1\" is not known; take "
                                                      "float32, float16 or bfloat16.",
                                                      text));
        }
        work.computeType = *dtype;
    }
    if (const std::string& text = m_texts.at("--attention"); !text.empty()) {
        const auto kind = attentionFromName(text);
        if (!kind) {
            return wrongValue("--attention", kind.error().message);
        }
        work.attention = *kind;
    }
    if (const std::string& text = m_texts.at("--engine"); !text.empty()) {
        work.engine = text;
    }
    return work;
}

}  // namespace stowage
