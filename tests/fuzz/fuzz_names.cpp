// SPDX-License-Identifier: GPL-3.0-or-later
// A module tree from the names of tensors alone: one line a tensor, "NAME[ SIZE…[ =TIE]]".
#include "engine/base/strings.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/state_dict.h"

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

namespace stowage::fuzz {
namespace {

std::string_view cut(std::string_view& text, char separator) {
    const std::size_t at = text.find(separator);
    const std::string_view part = text.substr(0, at);
    text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
    return part;
}

StateDictEntry entryOf(std::string_view line) {
    StateDictEntry entry;
    entry.name = std::string(cut(line, ' '));
    while (!line.empty() && entry.shape.size() < 8) {
        std::string_view word = cut(line, ' ');
        const bool isTie = word.starts_with('=');
        word.remove_prefix(isTie ? 1 : 0);
        std::uint32_t number = 0;
        std::from_chars(word.data(), word.data() + word.size(), number);
        if (isTie) {
            entry.tieGroup = number;
        } else {
            entry.shape.push_back(number);
        }
    }
    return entry;
}

}  // namespace

void runNames(Input input) {
    std::vector<StateDictEntry> entries;
    for (std::string_view rest = textOf(input); !rest.empty();) {
        auto entry = entryOf(cut(rest, '\n'));
        // Readers let no others through.
        if (isValidUtf8(entry.name) && entry.name.find('\0') == std::string::npos) {
            entries.push_back(std::move(entry));
        }
    }
    for (const KeyOrder order : {KeyOrder::Registration, KeyOrder::Sorted}) {
        const auto tree = test::buildStateDictTree(entries, order);
        if (!tree) {
            checkError(tree.error());
            continue;
        }
        for (const StateDictEntry& entry : entries) {
            const auto found = (*tree)->findTensor(entry.name);
            require(found.has_value(), "the tree has every tensor");
            require((*tree)->tensor(*found).shape == entry.shape, "a tensor keeps its shape");
        }
        checkTreeRoundTrip(**tree);
    }
}

}  // namespace stowage::fuzz
