// SPDX-License-Identifier: GPL-3.0-or-later
// The plain parts of the pickle machine: its stack, its input and its complaints.
#include "engine/checkpoint/pickle_machine_impl.h"

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

bool PickleMachine::push(Node node) {
    if (m_document.m_nodes.size() >= m_limits.objects) {
        return fault(ErrorCode::LimitExceeded,
                     "has more than " + std::to_string(m_limits.objects) + " objects");
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

std::optional<std::uint64_t> PickleMachine::number(std::size_t count) {
    if (m_bytes.size() - m_position < count) {
        return std::nullopt;
    }
    std::uint64_t value = 0;
    for (std::size_t i = count; i-- > 0;) {
        value = (value << 8) | std::to_integer<std::uint64_t>(m_bytes[m_position + i]);
    }
    m_position += count;
    return value;
}

std::optional<std::string_view> PickleMachine::text(std::size_t count) {
    if (m_bytes.size() - m_position < count) {
        return std::nullopt;
    }
    const auto part = m_bytes.subspan(m_position, count);
    m_position += count;
    return std::string_view(reinterpret_cast<const char*>(part.data()), part.size());
}

std::optional<std::string_view> PickleMachine::line() {
    const auto rest = m_bytes.subspan(m_position);
    const std::string_view content(reinterpret_cast<const char*>(rest.data()), rest.size());
    const std::size_t end = content.find('\n');
    if (end == std::string_view::npos || end > m_limits.stringBytes) {
        return std::nullopt;
    }
    m_position += end + 1;
    return content.substr(0, end);
}

bool PickleMachine::fault(ErrorCode code, const std::string& reason) {
    m_error = makeError(code,
                        "The pickle " + m_origin.record + " of " + m_origin.file + " " + reason +
                            " (at byte " + std::to_string(m_opcodePosition) + ").",
                        m_origin.file, m_origin.record, m_origin.fileOffset + m_opcodePosition);
    return false;
}

}  // namespace stowage
