// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/single_file/single_file_table.h"

#include "engine/base/embedded_files.h"
#include "engine/base/json_reader.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <unordered_map>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

/// A name's parts between dots; rules put '#' in the place of whole parts that are numbers.
std::vector<std::string_view> partsOf(std::string_view name) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t dot = name.find('.');
        parts.push_back(name.substr(0, dot));
        if (dot == std::string_view::npos) {
            return parts;
        }
        name.remove_prefix(dot + 1);
    }
}

bool isNumber(std::string_view part) {
    return !part.empty() && std::ranges::all_of(part, [](char c) { return c >= '0' && c <= '9'; });
}

/// A name with those of its numbers as '#' that `chosen` has a bit for, and these numbers.
std::pair<std::string, std::vector<std::string_view>> patternOf(
    const std::vector<std::string_view>& parts, unsigned chosen) {
    std::pair<std::string, std::vector<std::string_view>> pattern;
    unsigned bit = 1;
    for (const std::string_view part : parts) {
        pattern.first += pattern.first.empty() ? "" : ".";
        const bool isChosen = isNumber(part) && (chosen & bit) != 0;
        bit <<= isNumber(part) ? 1U : 0U;
        if (isChosen) {
            pattern.second.push_back(part);
        }
        pattern.first += isChosen ? std::string_view("#") : part;
    }
    return pattern;
}

std::string filled(const std::string& target, const std::vector<std::string_view>& numbers) {
    std::string result;
    std::size_t next = 0;
    for (const char c : target) {
        if (c == '#' && next < numbers.size()) {
            result += numbers[next++];
        } else {
            result += c;
        }
    }
    return result;
}

SingleFileRules parseRules(const Json& table) {
    SingleFileRules rules;
    for (const Json& row : table) {
        SingleFileRule rule{row.at(1).get<std::string>(), SingleFileRule::How::Same, {0, 1, 1}};
        if (row.size() > 2 && row.at(2).is_array()) {
            rule.how = SingleFileRule::How::Rows;
            rule.rows = row.at(2).get<std::array<std::uint64_t, 3>>();
        } else if (row.size() > 2) {
            rule.how = row.at(2) == "swap" ? SingleFileRule::How::SwappedHalves
                                           : SingleFileRule::How::Transposed;
        }
        rules.add(row.at(0).get<std::string>(), std::move(rule));
    }
    return rules;
}

Json tableNamed(const std::string& name) {
    const auto files = singleFileFiles();
    const auto found = std::ranges::find(files, name, &EmbeddedFile::name);
    return found == files.end() ? Json() : Json::parse(found->text, nullptr, false);
}

SingleFileComponent parseComponent(const Json& json) {
    SingleFileComponent component;
    component.name = json.at("name").get<std::string>();
    component.library = json.at("library").get<std::string>();
    component.className = json.at("class").get<std::string>();
    component.prefixes = json.at("prefixes").get<std::vector<std::string>>();
    component.config = jsonText(json.at("config"));
    if (const auto rules = json.at("rules").get<std::string>(); !rules.empty()) {
        component.rules = parseRules(tableNamed("rules_" + rules));
    }
    if (const auto shapes = json.find("from_shapes"); shapes != json.end()) {
        for (const auto& [member, place] : shapes->items()) {
            component.fromShapes.push_back(
                {member, place.at(0).get<std::string>(), place.at(1).get<std::size_t>()});
        }
    }
    if (const auto without = json.find("without"); without != json.end()) {
        component.withoutKey = without->at(0).get<std::string>();
        component.withoutMembers = jsonText(without->at(1));
    }
    return component;
}

}  // namespace

void SingleFileRules::add(std::string source, SingleFileRule rule) {
    m_rules[std::move(source)].push_back(std::move(rule));
}

std::vector<SingleFileRule> SingleFileRules::of(std::string_view name) const {
    constexpr std::ptrdiff_t kMostNumbers = 5;
    const auto parts = partsOf(name);
    const std::ptrdiff_t numbers = std::ranges::count_if(parts, isNumber);
    std::vector<SingleFileRule> rules;
    if (numbers > kMostNumbers) {
        return rules;
    }
    // Of the patterns that fit, the one that names the most numbers itself.
    for (std::ptrdiff_t open = 0; open <= numbers && rules.empty(); ++open) {
        for (unsigned chosen = 0; chosen < (1U << numbers) && rules.empty(); ++chosen) {
            if (std::popcount(chosen) != open) {
                continue;
            }
            const auto [pattern, values] = patternOf(parts, chosen);
            const auto found = m_rules.find(pattern);
            for (const SingleFileRule& rule :
                 found == m_rules.end() ? std::vector<SingleFileRule>() : found->second) {
                rules.push_back({filled(rule.target, values), rule.how, rule.rows});
            }
        }
    }
    return rules;
}

Result<std::optional<SingleFilePipeline>> singleFilePipelineOf(const Checkpoint& checkpoint) {
    static const Json pipelines = tableNamed("pipelines");
    if (!pipelines.is_array()) {
        return fail(ErrorCode::Internal, "The tables of single files are broken.");
    }
    const auto has = [&checkpoint](const Json& sign) {
        const auto key = sign.at(0).get<std::string>();
        const auto found = std::ranges::find(checkpoint.tensors, key, &StoredTensor::name);
        return found != checkpoint.tensors.end() && !found->shape.empty() &&
               (sign.at(1).is_null() || found->shape.back() == sign.at(1).get<std::int64_t>());
    };
    for (const Json& json : pipelines) {
        const Json& signs = json.at("recognised_by");
        if (std::ranges::none_of(signs, has)) {
            continue;
        }
        SingleFilePipeline pipeline;
        pipeline.className = json.at("class").get<std::string>();
        for (const Json& component : json.at("components")) {
            pipeline.components.push_back(parseComponent(component));
        }
        return std::optional(std::move(pipeline));
    }
    return std::optional<SingleFilePipeline>();
}

}  // namespace stowage
