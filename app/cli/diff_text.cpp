// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/diff_text.h"

#include "app/cli/path_runs.h"
#include "app/cli/text_table.h"
#include "engine/base/byte_size.h"

#include <cstdint>

namespace stowage {

namespace {

using Align = TextTable::Align;

std::string placeText(const std::optional<DeviceId>& device) {
    return device ? deviceLabel(*device) : "no device";
}

std::string limitText(const std::optional<double>& bytes) {
    return bytes ? formatSize(*bytes) : "none";
}

std::string sizeText(std::uint64_t bytes) {
    return formatSize(static_cast<double>(bytes));
}

std::string pairTable(const PlanDiff& diff) {
    TextTable table({{"from"}, {"to"}, {"moved", Align::Right}, {"modules", Align::Right}});
    for (const MovedBytes& pair : diff.pairs) {
        table.addRow({placeText(pair.from), placeText(pair.to), sizeText(pair.bytes),
                      std::to_string(pair.modules)});
    }
    return table.text();
}

std::string moduleTable(const PlanDiff& diff) {
    TextTable table({{"module"}, {"from"}, {"to"}, {"bytes", Align::Right}});
    const auto& moved = diff.moved;
    for (std::size_t begin = 0; begin < moved.size();) {
        std::size_t last = begin;
        std::uint64_t bytes = moved[begin].bytes;
        while (last + 1 < moved.size() && moved[last + 1].from == moved[begin].from &&
               moved[last + 1].to == moved[begin].to &&
               isNextSibling(moved[last].module, moved[last + 1].module)) {
            bytes += moved[++last].bytes;
        }
        table.addRow({runText(moved[begin].module, moved[last].module),
                      placeText(moved[begin].from), placeText(moved[begin].to), sizeText(bytes)});
        begin = last + 1;
    }
    return table.text();
}

std::string budgetTable(const PlanDiff& diff) {
    TextTable table({{"limit of"}, {"before", Align::Right}, {"after", Align::Right}});
    for (const BudgetChange& change : diff.budgets) {
        table.addRow(
            {deviceLabel(change.device), limitText(change.before), limitText(change.after)});
    }
    return table.text();
}

}  // namespace

std::string diffText(const PlanDiff& diff) {
    std::string text;
    if (!diff.moved.empty()) {
        text += pairTable(diff) + "\n" + moduleTable(diff) + "\n";
    }
    if (!diff.budgets.empty()) {
        text += budgetTable(diff) + "\n";
    }
    for (const std::string& reason : diff.reasons) {
        text += reason + "\n";
    }
    text += diff.reasons.empty() ? "" : "\n";
    return text +
           (diff.moved.empty() ? std::string("Nothing moves: every weight lies where it lay.")
                               : sizeText(diff.bytesMoved) + " lie elsewhere.") +
           "\n";
}

}  // namespace stowage
