// SPDX-License-Identifier: GPL-3.0-or-later
// JSON event by event: whole, in pieces, and against the library's own parser.
#include "engine/base/json_stream.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <string>
#include <string_view>

namespace stowage::fuzz {
namespace {

using Event = JsonScanner::Event;

/// All events as text; `hasFarNumber` where a number is beyond what a double holds.
struct Walk {
    std::string events;
    bool isWhole = false;
    bool hasFarNumber = false;
};

Walk walk(JsonScanner& scanner) {
    Walk walk;
    for (Event event = Event::Null; event != Event::End && event != Event::Failed;) {
        event = scanner.next();
        walk.events += static_cast<char>('A' + static_cast<int>(event));
        if (event == Event::Key || event == Event::Text) {
            walk.events += std::string(scanner.text()) + (scanner.isCut() ? "~" : "");
        } else if (event == Event::Unsigned) {
            walk.events += std::to_string(scanner.number());
        } else if (event == Event::Negative) {
            walk.events += std::to_string(scanner.negative());
        } else if (event == Event::Real) {
            walk.events += std::to_string(std::bit_cast<std::uint64_t>(scanner.real()));
            walk.hasFarNumber =
                walk.hasFarNumber || !std::isfinite(scanner.real()) || scanner.real() == 0;
        }
    }
    walk.isWhole = walk.events.back() == static_cast<char>('A' + static_cast<int>(Event::End));
    walk.events += std::to_string(scanner.position());
    return walk;
}

Walk walkInPieces(std::string_view text, std::size_t pieceBytes) {
    JsonScanner scanner(
        [&](std::span<char> target) -> Result<std::size_t> {
            const auto part = text.substr(0, std::min(pieceBytes, target.size()));
            std::ranges::copy(part, target.begin());
            text.remove_prefix(part.size());
            return part.size();
        },
        text.size());
    return walk(scanner);
}

}  // namespace

void runJson(Input input) {
    const std::string_view text = textOf(input);
    JsonScanner scanner(text);
    const Walk whole = walk(scanner);
    require(scanner.next() == (whole.isWhole ? Event::End : Event::Failed),
            "the last event stays the last");
    for (const std::size_t pieceBytes : {1, 3}) {
        const Walk inPieces = walkInPieces(text, pieceBytes);
        require(inPieces.events == whole.events, "pieces tell the same as the whole");
    }
    // The library skips a byte order mark, ends at a NUL and refuses numbers that no double holds.
    const bool isReadOtherwise =
        text.starts_with('\xef') || text.find('\0') != std::string_view::npos;
    if (!whole.hasFarNumber && !isReadOtherwise) {
        require(nlohmann::json::accept(text) == whole.isWhole,
                "the library takes and refuses the same texts");
    }
}

}  // namespace stowage::fuzz
