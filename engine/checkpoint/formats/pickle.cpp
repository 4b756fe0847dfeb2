// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/formats/pickle.h"

#include "engine/checkpoint/formats/pickle_machine.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace stowage {

std::span<const PickleRef> PickleDocument::members(PickleRef ref) const {
    const Node& value = m_nodes[ref];
    switch (value.kind) {
        case PickleKind::Tuple:
            return std::span(m_tupleMembers).subspan(value.index, value.count);
        case PickleKind::List:
        case PickleKind::Dict:
            return m_lists[value.index];
        default:
            return {};
    }
}

std::string_view PickleDocument::keep(std::string_view text) {
    // Most pickles have a few hundred bytes of texts, a few have millions.
    constexpr std::size_t kFirstBlock = std::size_t{4} << 10;
    constexpr std::size_t kLargestBlock = std::size_t{1} << 20;
    if (m_texts.empty() || m_blockBytes - m_blockUsed < text.size()) {
        m_blockBytes =
            std::max(std::clamp(2 * m_blockBytes, kFirstBlock, kLargestBlock), text.size());
        m_texts.push_back(std::make_unique_for_overwrite<char[]>(m_blockBytes));
        m_blockUsed = 0;
    }
    char* const place = m_texts.back().get() + m_blockUsed;
    std::ranges::copy(text, place);
    m_blockUsed += text.size();
    return {place, text.size()};
}

Result<PickleDocument> runPickle(PickleInput input, const PickleOrigin& origin,
                                 const std::stop_token& stop, const PickleLimits& limits) {
    return PickleMachine(std::move(input), origin, limits).run(stop);
}

Result<PickleDocument> runPickle(std::span<const std::byte> bytes, const PickleOrigin& origin,
                                 const std::stop_token& stop, const PickleLimits& limits) {
    return runPickle(PickleInput(bytes), origin, stop, limits);
}

}  // namespace stowage
