// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/common_options.h"
#include "app/cli/options/inputs.h"
#include "app/cli/options/placement_options.h"
#include "app/cli/output/text_table.h"
#include "app/cli/planned_model.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/byte_size.h"
#include "engine/plan/compare/plan_diff.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace stowage {

/// `diff MODEL A B`: what lies elsewhere in the second map, module by module.
class DiffVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    std::string m_model;
    std::string m_before;
    std::string m_after;
    PlacementOptions m_placement;
};

namespace {

Message placeText(const std::optional<DeviceId>& device) {
    return device ? Message(deviceLabel(*device)) : phrase("no device");
}

Message limitText(const std::optional<double>& bytes) {
    return bytes ? Message(formatSize(*bytes)) : phrase("none");
}

std::string pairTable(const PlanDiff& diff, const Translate& translate) {
    TextTable table(
        {phrase("from"), phrase("to"), rightHead(phrase("moved")), rightHead(phrase("modules"))},
        translate);
    for (const MovedBytes& pair : diff.pairs) {
        table.addRow({placeText(pair.from), placeText(pair.to), formatSize(pair.bytes),
                      std::to_string(pair.modules)});
    }
    return table.text();
}

std::string moduleTable(const PlanDiff& diff, const Translate& translate) {
    TextTable table({phrase("module"), phrase("from"), phrase("to"), rightHead(phrase("bytes"))},
                    translate);
    const auto& moved = diff.moved;
    for (std::size_t begin = 0; begin < moved.size();) {
        std::size_t last = begin;
        std::uint64_t bytes = moved[begin].bytes;
        while (last + 1 < moved.size() && moved[last + 1].from == moved[begin].from &&
               moved[last + 1].to == moved[begin].to &&
               isNextSibling(moved[last].module, moved[last + 1].module)) {
            bytes += moved[++last].bytes;
        }
        table.addRow({siblingsText(moved[begin].module, moved[last].module),
                      placeText(moved[begin].from), placeText(moved[begin].to), formatSize(bytes)});
        begin = last + 1;
    }
    return table.text();
}

std::string budgetTable(const PlanDiff& diff, const Translate& translate) {
    TextTable table({phrase("limit of"), rightHead(phrase("before")), rightHead(phrase("after"))},
                    translate);
    for (const BudgetChange& change : diff.budgets) {
        table.addRow(
            {deviceLabel(change.device), limitText(change.before), limitText(change.after)});
    }
    return table.text();
}

/// What a map followed from. A bare map tells nothing; the other one's limits and devices are
/// taken for it then, so that only what is known to differ is said to.
const PlacementRequest* originOf(const ParsedDeviceMap& map, const ParsedDeviceMap& other) {
    if (map.origin) {
        return &*map.origin;
    }
    return other.origin ? &*other.origin : nullptr;
}

/// Keys that nothing in the model answers to: the map is another model's, or misspelt.
void warnOfKeys(const PlacementPlan& plan, const std::string& name, const CommandContext& context) {
    for (const PlanIssue& issue : plan.issues) {
        if (issue.code == "unknown_module" || issue.code == "doubled_key") {
            context.warn(joined({name, issue.text}, ": "));
        }
    }
}

/// A comparison for people: bytes by device pair, modules with runs of numbered siblings drawn
/// together ("transformer.h.3 … 7"), limits that differ and what else does.
std::string diffText(const PlanDiff& diff, const Translate& translate) {
    std::string text;
    if (!diff.moved.empty()) {
        text += pairTable(diff, translate) + "\n" + moduleTable(diff, translate) + "\n";
    }
    if (!diff.budgets.empty()) {
        text += budgetTable(diff, translate) + "\n";
    }
    text += linesOf(diff.reasons, translate) + (diff.reasons.empty() ? "" : "\n");
    const Message sum = diff.moved.empty() ? say("No weight moves to another device.")
                                           : say("Weights that move to another device: %1.",
                                                 formatSize(diff.bytesMoved));
    return text + sum.in(translate) + "\n";
}

}  // namespace

void DiffVerb::describe(CLI::App& command) {
    command.add_option("MODEL", m_model)->required();
    command.add_option("A", m_before)->required()->check(notEmpty());
    command.add_option("B", m_after)->required()->check(notEmpty());
    m_placement.addTo(command, PlacementOptions::MapOption::None);
}

Result<int> DiffVerb::run(CommandContext& context) {
    const auto model = openModel(m_model, context);
    STOWAGE_TRY(model);
    const auto before = readDeviceMap(m_before, context);
    STOWAGE_TRY(before);
    const auto after = readDeviceMap(m_after, context);
    STOWAGE_TRY(after);
    const PlacementOptions::ReadPlacement a{*before, originOf(*before, *after)};
    const PlacementOptions::ReadPlacement b{*after, originOf(*after, *before)};
    const auto first = m_placement.makePlan(*model, context, &a);
    STOWAGE_TRY(first);
    const auto second = m_placement.makePlan(*model, context, &b);
    STOWAGE_TRY(second);
    warnOfKeys(**first, "A", context);
    warnOfKeys(**second, "B", context);
    const PlanDiff diff = diffPlans(**first, **second);
    context.print(context.wantsJson() ? diffToJson(diff) : diffText(diff, context.translate));
    return kExitDone;
}

std::unique_ptr<Verb> makeDiffVerb() {
    return std::make_unique<DiffVerb>();
}

}  // namespace stowage
