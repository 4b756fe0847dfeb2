// SPDX-License-Identifier: GPL-3.0-or-later
// What holds other values: tuples, lists, dicts and scripted objects.
#include "engine/checkpoint/pickle_machine_impl.h"

#include <algorithm>

namespace stowage {

bool PickleMachine::makeTuple(std::size_t firstOnStack) {
    Node node;
    node.kind = PickleKind::Tuple;
    node.index = static_cast<std::uint32_t>(m_document.m_tupleMembers.size());
    node.count = static_cast<std::uint32_t>(m_stack.size() - firstOnStack);
    for (std::size_t i = firstOnStack; i < m_stack.size(); ++i) {
        node.depth = static_cast<std::uint16_t>(
            std::max<unsigned>(node.depth, m_document.m_nodes[m_stack[i]].depth + 1U));
        m_document.m_tupleMembers.push_back(m_stack[i]);
    }
    if (node.depth > m_limits.depth) {
        return fault(ErrorCode::LimitExceeded,
                     "nests tuples deeper than " + std::to_string(m_limits.depth) + " levels");
    }
    m_stack.resize(firstOnStack);
    return push(node);
}

bool PickleMachine::makeFixedTuple(std::size_t count) {
    const std::size_t floor = m_marks.empty() ? 0 : m_marks.back();
    return m_stack.size() < floor + count ? malformed("takes from an empty stack")
                                          : makeTuple(m_stack.size() - count);
}

bool PickleMachine::appendItems(std::size_t firstOnStack) {
    if (firstOnStack == 0) {
        return malformed("appends to nothing");
    }
    const Node& target = m_document.m_nodes[m_stack[firstOnStack - 1]];
    if (target.kind != PickleKind::List) {
        return malformed("appends to what is no list");
    }
    auto& list = m_document.m_lists[target.index];
    list.insert(list.end(), m_stack.begin() + static_cast<std::ptrdiff_t>(firstOnStack),
                m_stack.end());
    m_stack.resize(firstOnStack);
    return true;
}

bool PickleMachine::setItems(std::size_t firstOnStack) {
    if (firstOnStack == 0 || (m_stack.size() - firstOnStack) % 2 != 0) {
        return malformed("sets items without a dict or without a value");
    }
    const Node& target = m_document.m_nodes[m_stack[firstOnStack - 1]];
    if (target.kind != PickleKind::Dict) {
        return malformed("sets items of what is no dict");
    }
    auto& list = m_document.m_lists[target.index];
    list.insert(list.end(), m_stack.begin() + static_cast<std::ptrdiff_t>(firstOnStack),
                m_stack.end());
    m_stack.resize(firstOnStack);
    return true;
}

/// An object of a scripted class: its attributes, which BUILD brings.
bool PickleMachine::newScriptObject() {
    const auto arguments = pop();
    const auto type = arguments ? pop() : std::nullopt;
    if (!type) {
        return false;
    }
    const Node& node = m_document.m_nodes[*type];
    if (node.kind != PickleKind::Global ||
        m_globals[node.index].global != PickleGlobal::ScriptClass) {
        return malformed("makes an object of what is no scripted class");
    }
    return pushList(PickleKind::Dict);
}

/// Attributes set on an object. A state dict gets its `_metadata` this way: versions of modules,
/// which say nothing about the tensors.
bool PickleMachine::build() {
    const auto state = pop();
    if (!state) {
        return false;
    }
    const std::size_t floor = m_marks.empty() ? 0 : m_marks.back();
    if (m_stack.size() <= floor || m_document.m_nodes[m_stack.back()].kind != PickleKind::Dict) {
        return malformed("sets attributes of what is no dict");
    }
    return m_origin.dialect != PickleDialect::TorchScript || buildScriptObject(*state);
}

bool PickleMachine::buildScriptObject(PickleRef state) {
    const PickleRef target = m_stack.back();
    // The object takes the whole list over: nothing is copied, however often it is shared.
    if (m_document.m_nodes[state].kind == PickleKind::Dict) {
        m_document.m_nodes[target].index = m_document.m_nodes[state].index;
        return true;
    }
    // Packed parameters, say: a class of torch's own with a state that is no dict.
    Node name;
    name.setText("state");
    if (!push(name)) {
        return false;
    }
    auto& members = m_document.m_lists[m_document.m_nodes[target].index];
    members.insert(members.end(), {m_stack.back(), state});
    m_stack.pop_back();
    return true;
}

}  // namespace stowage
