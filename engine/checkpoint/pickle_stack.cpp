// SPDX-License-Identifier: GPL-3.0-or-later
// The plain parts of the pickle machine: its stack, its input and its complaints.
#include "engine/checkpoint/pickle_machine_impl.h"

#include <algorithm>
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

bool PickleMachine::push(Node node) {
    if (m_document.m_nodes.size() >= m_limits.objects) {
        return fault(ErrorCode::LimitExceeded,
                     "has more than " + std::to_string(m_limits.objects) + " objects");
    }
    // With its place on the stack and in a container.
    if (!charge(sizeof(Node) + 2 * sizeof(PickleRef))) {
        return false;
    }
    m_stack.push_back(static_cast<PickleRef>(m_document.m_nodes.size()));
    m_document.m_nodes.push_back(node);
    return true;
}

bool PickleMachine::pushList(PickleKind kind) {
    if (m_document.m_lists.size() >= m_limits.containers) {
        return fault(ErrorCode::LimitExceeded,
                     "has more than " + std::to_string(m_limits.containers) + " lists and dicts");
    }
    if (!charge(sizeof(std::vector<PickleRef>))) {
        return false;
    }
    Node node;
    node.kind = kind;
    node.index = static_cast<std::uint32_t>(m_document.m_lists.size());
    m_document.m_lists.emplace_back();
    return push(node);
}

bool PickleMachine::pushTensor(PickleTensor tensor) {
    if (m_document.m_tensors.size() >= m_limits.tensors) {
        return fault(ErrorCode::LimitExceeded,
                     "has more than " + std::to_string(m_limits.tensors) + " tensors");
    }
    // Each of the two lists is a piece of memory of its own.
    constexpr std::size_t kAllocationBytes = 32;
    const std::size_t numbers = tensor.shape.capacity() + tensor.strides.capacity();
    if (!charge(sizeof(PickleTensor) + 2 * kAllocationBytes + numbers * sizeof(std::int64_t))) {
        return false;
    }
    Node node;
    node.kind = PickleKind::Tensor;
    node.index = static_cast<std::uint32_t>(m_document.m_tensors.size());
    m_document.m_tensors.push_back(std::move(tensor));
    return push(node);
}

std::optional<PickleRef> PickleMachine::pop() {
    const std::size_t floor = m_marks.empty() ? 0 : m_marks.back();
    if (m_stack.size() <= floor) {
        malformed("takes from an empty stack");
        return std::nullopt;
    }
    const PickleRef top = m_stack.back();
    m_stack.pop_back();
    return top;
}

std::optional<std::size_t> PickleMachine::popMark() {
    if (m_marks.empty()) {
        malformed("closes a mark that it never set");
        return std::nullopt;
    }
    const std::size_t mark = m_marks.back();
    m_marks.pop_back();
    if (mark > m_stack.size()) {
        malformed("takes what stands before its mark");
        return std::nullopt;
    }
    return mark;
}

bool PickleMachine::charge(std::uint64_t bytes) {
    m_keptBytes += bytes;
    return m_keptBytes <= m_limits.memoryBytes ||
           fault(ErrorCode::LimitExceeded, "needs more than " +
                                               std::to_string(m_limits.memoryBytes >> 20) +
                                               " MiB of memory to be listed");
}

std::optional<std::uint64_t> PickleMachine::number(std::size_t count) {
    const auto bytes = m_input.take(count);
    if (!bytes) {
        return std::nullopt;
    }
    std::uint64_t value = 0;
    for (std::size_t i = count; i-- > 0;) {
        value = (value << 8) | std::to_integer<std::uint64_t>((*bytes)[i]);
    }
    return value;
}

std::optional<std::string_view> PickleMachine::text(std::size_t count) {
    const auto part = m_input.take(count);
    if (!part) {
        return std::nullopt;
    }
    return std::string_view(reinterpret_cast<const char*>(part->data()), part->size());
}

bool PickleMachine::truncated(const char* how) {
    if (m_input.failure()) {
        m_error = *m_input.failure();
        return false;
    }
    return fault(ErrorCode::Truncated, how);
}

bool PickleMachine::fault(ErrorCode code, const std::string& reason) {
    m_error = makeError(code,
                        "The pickle " + m_origin.record + " of " + m_origin.file + " " + reason +
                            " (at byte " + std::to_string(m_opcodePosition) + ").",
                        m_origin.file, m_origin.record, m_origin.fileOffset + m_opcodePosition);
    return false;
}

}  // namespace stowage
