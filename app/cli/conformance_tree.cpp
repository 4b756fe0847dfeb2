// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds that ask about a tree: sizes, max_layer, maximum_sizes, tied, check_device_map,
// tied_same_device.
#include "app/cli/conformance_case.h"
#include "engine/plan/reference_checks.h"
#include "engine/plan/reference_sizes.h"
#include "engine/plan/reference_ties.h"
#include "engine/plan/reference_walk.h"

#include <algorithm>
#include <limits>

namespace stowage {

namespace {

CaseJson answerSizes(const ConformanceQuestion& question, const ReferenceDtypes& dtypes) {
    const bool buffersOnly = argument(question.args, "buffers_only", false);
    const ReferenceSizes sizes(
        *question.tree, dtypes,
        buffersOnly ? ReferenceSizes::Tensors::BuffersOnly : ReferenceSizes::Tensors::All);
    const auto depth = argument(question.args, "depth", std::numeric_limits<std::int64_t>::max());
    CaseJson list = CaseJson::array();
    for (const ReferenceItem item : sizes.entries()) {
        const std::string& name = itemName(*question.tree, item);
        if (name.empty() || std::ranges::count(name, '.') < depth) {
            list.push_back(CaseJson::array({name, toJson(sizes.of(item))}));
        }
    }
    return {{"sizes", std::move(list)}, {"entries", sizes.entries().size()}};
}

/// These two functions test `name in no_split` as it is given: in a text, every part of it is in.
NoSplitClasses unsplitClasses(const ModuleTree& tree, const CaseJson& args) {
    const std::vector<std::string> given = noSplitOf(args);
    if (!args.contains("no_split") || !args.at("no_split").is_string()) {
        return {given.begin(), given.end()};
    }
    NoSplitClasses classes;
    for (const ModuleNode& node : tree.nodes()) {
        if (given.front().find(node.className) != std::string::npos) {
            classes.insert(node.className);
        }
    }
    return classes;
}

CaseJson answerLargest(const ConformanceQuestion& question, const ReferenceDtypes& dtypes) {
    const ModuleTree& tree = *question.tree;
    const ReferenceSizes sizes(tree, dtypes);
    const NoSplitClasses noSplit = unsplitClasses(tree, question.args);
    const LargestLayer largest = largestLayer(tree, rootItems(tree), sizes, noSplit);
    CaseJson names = CaseJson::array();
    for (const ReferenceItem layer : largest.layers) {
        names.push_back(itemName(tree, layer));
    }
    if (question.kind == "max_layer") {
        return {{"size", toJson(largest.size)}, {"names", std::move(names)}};
    }
    return {{"total", toJson(sizes.total())},
            {"largest", toJson(largest.size)},
            {"names", std::move(names)}};
}

CaseJson answerTied(const ModuleTree& tree) {
    CaseJson groups = CaseJson::array();
    for (const std::vector<TensorId>& group : findTiedParameters(tree)) {
        CaseJson names = CaseJson::array();
        for (const TensorId member : group) {
            names.push_back(tree.tensor(member).name);
        }
        groups.push_back(std::move(names));
    }
    return {{"groups", std::move(groups)}};
}

CaseJson answerCheck(const ConformanceQuestion& question, ReferenceNotes& notes) {
    const ModuleTree& tree = *question.tree;
    const ReferenceMap map = mapFrom(question.args.at("device_map"));
    const auto failure = question.kind == "check_device_map"
                             ? checkReferenceMap(tree, map, notes)
                             : checkTiedOnSameDevice(tree, findTiedParameters(tree), map, notes);
    return failure ? toJson(*failure) : CaseJson{{"ok", true}};
}

}  // namespace

CaseJson answerTreeQuestion(const ConformanceQuestion& question, ReferenceNotes& notes) {
    if (question.kind == "tied") {
        return answerTied(*question.tree);
    }
    if (question.kind == "check_device_map" || question.kind == "tied_same_device") {
        return answerCheck(question, notes);
    }
    const auto dtypes = dtypesOf(question.args);
    if (const auto* const failure = failureOf(dtypes)) {
        return toJson(*failure);
    }
    const auto& known = std::get<ReferenceDtypes>(dtypes);
    return question.kind == "sizes" ? answerSizes(question, known) : answerLargest(question, known);
}

}  // namespace stowage
