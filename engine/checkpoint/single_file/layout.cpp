// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/single_file/layout.h"

#include "engine/base/embedded_files.h"
#include "engine/base/json_reader.h"
#include "engine/model/architecture_file.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace stowage {
namespace {

using LayoutJson = nlohmann::ordered_json;
using Rules = std::map<std::string, std::vector<KeyRule>, std::less<>>;

constexpr std::string_view kRulesFile = "keys";  ///< the one of the files that holds the rules

std::vector<std::string> stringsOf(const LayoutJson& object, const char* key) {
    return object.value(key, std::vector<std::string>());
}

std::vector<std::string> betweenDots(std::string_view name) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('.', begin), name.size());
        parts.emplace_back(name.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

Result<KeyTemplate> parseTemplate(std::string_view text) {
    KeyTemplate made;
    while (!text.empty()) {
        const std::size_t open = std::min(text.find('{'), text.size());
        if (open > 0) {
            made.parts.push_back({std::string(text.substr(0, open)), false, {}});
            text.remove_prefix(open);
            continue;
        }
        const std::size_t close = std::min(text.find('}'), text.size() - 1);
        const std::string_view inside = text.substr(1, close - 1);
        text.remove_prefix(close + 1);
        if (inside == "p" || inside == "s" || inside == "*") {
            made.parts.push_back({std::string(inside), true, {}});
            continue;
        }
        auto value = parseExpression(inside);
        STOWAGE_TRY(value);
        made.parts.push_back({std::string(inside), false, std::move(*value)});
    }
    return made;
}

/// ["from", "to" or ["to", …] or null, {"change": …, "shares": […], "when": …}].
Result<KeyRule> parseRule(const LayoutJson& entry) {
    KeyRule rule;
    rule.pattern = betweenDots(entry.at(0).get<std::string>());
    const LayoutJson& to = entry.at(1);
    std::vector<std::string> targets;
    if (to.is_array()) {
        targets = to.get<std::vector<std::string>>();
    } else if (to.is_string()) {
        targets.push_back(to.get<std::string>());
    }
    for (const std::string& target : targets) {
        auto parsed = parseTemplate(target);
        STOWAGE_TRY(parsed);
        rule.targets.push_back(std::move(*parsed));
    }
    const LayoutJson more = entry.size() > 2 ? entry.at(2) : LayoutJson::object();
    rule.shares = more.value("shares", std::vector<std::int64_t>(targets.size(), 1));
    const std::string change = more.value("change", "");
    rule.change = change == "squeeze"       ? KeyChange::Squeeze
                  : change == "transpose"   ? KeyChange::Transpose
                  : change == "swap halves" ? KeyChange::SwapHalves
                                            : KeyChange::None;
    if (more.contains("when")) {
        auto condition = parseExpression(more.at("when").get<std::string>());
        STOWAGE_TRY(condition);
        rule.condition = std::move(*condition);
    }
    return rule;
}

Result<Rules> parseRules(const LayoutJson& document) {
    Rules rules;
    for (const auto& [name, entries] : document.items()) {
        for (const LayoutJson& entry : entries) {
            auto rule = parseRule(entry);
            STOWAGE_TRY(rule);
            rules[name].push_back(std::move(*rule));
        }
    }
    return rules;
}

SizeRule parseSize(const std::string& field, const LayoutJson& entry) {
    SizeRule size;
    size.field = field;
    if (entry.is_array()) {
        for (const LayoutJson& each : entry) {
            size.list.push_back(parseSize(field, each));
        }
        return size;
    }
    if (entry.is_number()) {  // whatever the file holds
        size.ifThere = size.ifNot = entry.dump();
        return size;
    }
    size.key = entry.value("size", entry.value("has", ""));
    size.axis = entry.value("axis", std::size_t{0});
    size.per = entry.value("per", "");
    size.isRoot = entry.value("root", false);
    if (entry.contains("has")) {
        size.ifThere = entry.contains("then") ? entry.at("then").dump() : "true";
        size.ifNot = entry.contains("then") ? "null" : "false";
    }
    size.blocks = entry.value("blocks", "");
    size.within = entry.value("within", "");
    return size;
}

Result<SingleFileLayout> parseLayout(const LayoutJson& document, const Rules& rules) {
    SingleFileLayout layout;
    layout.pipeline = document.at("pipeline").get<std::string>();
    for (const LayoutJson& entry : document.at("components")) {
        ComponentLayout component;
        component.name = entry.at("name").get<std::string>();
        component.library = entry.at("library").get<std::string>();
        component.className = entry.at("class").get<std::string>();
        component.prefixes = stringsOf(entry, "prefixes");
        component.rules = rules.at(entry.at("keys").get<std::string>());
        component.config = entry.at("config");
        for (const auto& [field, size] : entry.at("sizes").items()) {
            component.sizes.push_back(parseSize(field, size));
        }
        layout.components.push_back(std::move(component));
    }
    return layout;
}

Unexpected wrongLayout(const Message& what) {
    return fail(ErrorCode::Internal, say("The list of single-file layouts is wrong: %1", what));
}

Result<LayoutJson> documentNamed(std::string_view name) {
    const auto files = singleFileLayoutFiles();
    const auto found = std::ranges::find(files, name, &EmbeddedFile::name);
    return found == files.end() ? wrongLayout(say("there is no %1.json", name))
                                : parseJson(found->text, std::string(name) + ".json");
}

/// What `parse` makes of a document, or that the list is wrong.
template <class Parse>
auto readDocument(std::string_view name, Parse parse)
    -> decltype(parse(std::declval<const LayoutJson&>())) {
    const auto document = documentNamed(name);
    STOWAGE_TRY(document);
    try {
        auto parsed = parse(*document);
        return parsed ? std::move(parsed) : wrongLayout(parsed.error().message);
    } catch (const LayoutJson::exception& error) {
        return wrongLayout(error.what());
    } catch (const std::out_of_range& error) {
        return wrongLayout(error.what());
    }
}

}  // namespace

Result<std::vector<std::pair<std::string, std::vector<FileMark>>>> singleFileMarks() {
    using Marks = std::vector<std::pair<std::string, std::vector<FileMark>>>;
    return readDocument("marks", [](const LayoutJson& document) -> Result<Marks> {
        Marks kinds;
        for (const auto& [name, marks] : document.items()) {
            auto& kind = kinds.emplace_back(name, std::vector<FileMark>());
            for (const LayoutJson& mark : marks) {
                kind.second.push_back(
                    {stringsOf(mark, "keys"), stringsOf(mark, "without"),
                     mark.value("without_last_size", std::map<std::string, std::int64_t>())});
            }
        }
        return kinds;
    });
}

Result<SingleFileLayout> singleFileLayout(const std::string& name) {
    const auto rules = readDocument(kRulesFile, parseRules);
    STOWAGE_TRY(rules);
    return readDocument(
        name, [&rules](const LayoutJson& document) { return parseLayout(document, *rules); });
}

}  // namespace stowage
