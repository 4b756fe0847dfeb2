// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/pickle_machine.h"

#include "engine/base/utf8.h"
#include "engine/checkpoint/pickle_machine_impl.h"
#include "engine/checkpoint/pickle_opcodes.h"

#include <algorithm>
#include <utility>

namespace stowage {

PickleMachine::PickleMachine(std::span<const std::byte> bytes, PickleOrigin origin,
                             const PickleLimits& limits)
    : m_bytes(bytes), m_origin(std::move(origin)), m_limits(limits) {}

Result<PickleDocument> PickleMachine::run(const std::stop_token& stop) {
    constexpr std::size_t kStepsBetweenStopChecks = 4096;
    if (m_bytes.size() > m_limits.pickleBytes) {
        fault(ErrorCode::LimitExceeded,
              "is larger than " + std::to_string(m_limits.pickleBytes) + " bytes");
        return Unexpected{m_error};
    }
    for (std::size_t steps = 0;; ++steps) {
        if (steps % kStepsBetweenStopChecks == 0 && stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "Opening " + m_origin.file + " was stopped.");
        }
        switch (step()) {
            case Step::Continue:
                break;
            case Step::Stop:
                return std::move(m_document);
            case Step::Failed:
                return Unexpected{m_error};
        }
    }
}

PickleMachine::Step PickleMachine::step() {
    m_opcodePosition = m_position;
    const auto opcode = number(1);
    if (!opcode) {
        fault(ErrorCode::Truncated, "ends without a STOP opcode");
        return Step::Failed;
    }
    const auto code = static_cast<std::uint8_t>(*opcode);
    switch (static_cast<PickleOpcode>(code)) {
        case PickleOpcode::Stop: {
            const auto root = pop();
            if (!root) {
                return Step::Failed;
            }
            m_document.m_root = *root;
            m_document.m_byteCount = m_position;
            return Step::Stop;
        }
        case PickleOpcode::None:
        case PickleOpcode::NewTrue:
        case PickleOpcode::NewFalse:
        case PickleOpcode::EmptyDict:
        case PickleOpcode::EmptyList:
        case PickleOpcode::EmptyTuple:
        case PickleOpcode::BinUnicode:
        case PickleOpcode::ShortBinString:
            return pushLiteral(code) ? Step::Continue : Step::Failed;
        case PickleOpcode::BinInt:
        case PickleOpcode::BinInt1:
        case PickleOpcode::BinInt2:
        case PickleOpcode::Long1:
        case PickleOpcode::BinFloat:
            return pushNumber(code) ? Step::Continue : Step::Failed;
        case PickleOpcode::Mark:
        case PickleOpcode::Tuple:
        case PickleOpcode::Tuple1:
        case PickleOpcode::Tuple2:
        case PickleOpcode::Tuple3:
        case PickleOpcode::Append:
        case PickleOpcode::Appends:
        case PickleOpcode::SetItem:
        case PickleOpcode::SetItems:
            return collect(code) ? Step::Continue : Step::Failed;
        default:
            return apply(code) ? Step::Continue : Step::Failed;
    }
}

bool PickleMachine::pushLiteral(std::uint8_t opcode) {
    Node node;
    switch (static_cast<PickleOpcode>(opcode)) {
        case PickleOpcode::NewTrue:
        case PickleOpcode::NewFalse:
            node.kind = PickleKind::Bool;
            node.integer = static_cast<PickleOpcode>(opcode) == PickleOpcode::NewTrue ? 1 : 0;
            return push(node);
        case PickleOpcode::EmptyDict:
            return pushList(PickleKind::Dict);
        case PickleOpcode::EmptyList:
            return pushList(PickleKind::List);
        case PickleOpcode::EmptyTuple:
            return makeTuple(m_stack.size());
        case PickleOpcode::BinUnicode:
            return pushString(4);
        case PickleOpcode::ShortBinString:
            return pushString(1);
        default:
            return push(node);
    }
}

bool PickleMachine::pushNumber(std::uint8_t opcode) {
    Node node;
    node.kind = PickleKind::Int;
    std::optional<std::uint64_t> value;
    switch (static_cast<PickleOpcode>(opcode)) {
        case PickleOpcode::BinInt:
            value = number(4);
            node.integer = value ? static_cast<std::int32_t>(*value) : 0;
            break;
        case PickleOpcode::BinInt1:
            value = number(1);
            node.integer = value ? static_cast<std::int64_t>(*value) : 0;
            break;
        case PickleOpcode::BinInt2:
            value = number(2);
            node.integer = value ? static_cast<std::int64_t>(*value) : 0;
            break;
        case PickleOpcode::Long1:
            return pushLong1();
        default:
            // A float never says anything about a tensor: its value is not kept.
            value = number(8);
            node.kind = PickleKind::Float;
            break;
    }
    return value ? push(node) : truncated();
}

bool PickleMachine::collect(std::uint8_t opcode) {
    switch (static_cast<PickleOpcode>(opcode)) {
        case PickleOpcode::Mark:
            if (m_marks.size() >= m_limits.depth) {
                return fault(ErrorCode::LimitExceeded,
                             "has more than " + std::to_string(m_limits.depth) + " open marks");
            }
            m_marks.push_back(m_stack.size());
            return true;
        case PickleOpcode::Tuple1:
            return makeFixedTuple(1);
        case PickleOpcode::Tuple2:
            return makeFixedTuple(2);
        case PickleOpcode::Tuple3:
            return makeFixedTuple(3);
        case PickleOpcode::Append:
            return m_stack.empty() ? malformed("takes from an empty stack")
                                   : appendItems(m_stack.size() - 1);
        case PickleOpcode::SetItem:
            return m_stack.size() < 2 ? malformed("takes from an empty stack")
                                      : setItems(m_stack.size() - 2);
        default:
            break;
    }
    const auto first = popMark();
    if (!first) {
        return false;
    }
    switch (static_cast<PickleOpcode>(opcode)) {
        case PickleOpcode::Tuple:
            return makeTuple(*first);
        case PickleOpcode::Appends:
            return appendItems(*first);
        default:
            return setItems(*first);
    }
}

bool PickleMachine::apply(std::uint8_t opcode) {
    switch (static_cast<PickleOpcode>(opcode)) {
        case PickleOpcode::Proto:
            return runProto();
        case PickleOpcode::Global:
            return runGlobal();
        case PickleOpcode::BinPut:
            return memoPut(1);
        case PickleOpcode::LongBinPut:
            return memoPut(4);
        case PickleOpcode::BinGet:
            return memoGet(1);
        case PickleOpcode::LongBinGet:
            return memoGet(4);
        case PickleOpcode::Reduce:
            return reduce();
        case PickleOpcode::Build:
            return build();
        case PickleOpcode::BinPersId:
            return persistentId();
        case PickleOpcode::NewObj:
            if (m_origin.dialect == PickleDialect::TorchScript) {
                return newScriptObject();
            }
            [[fallthrough]];
        default:
            return fault(ErrorCode::ForbiddenPickle,
                         "uses the opcode " + pickleOpcodeName(opcode) +
                             ", which torch.save never writes; nothing of it was executed");
    }
}

bool PickleMachine::runProto() {
    constexpr std::uint64_t kProtocol = 2;
    const auto protocol = number(1);
    if (!protocol) {
        return truncated();
    }
    if (*protocol != kProtocol) {
        return fault(ErrorCode::Unsupported, "is of pickle protocol " + std::to_string(*protocol) +
                                                 "; only protocol 2, torch.save's own, is read: "
                                                 "save it again without pickle_protocol");
    }
    return true;
}

bool PickleMachine::runGlobal() {
    const auto module = line();
    const auto name = module ? line() : std::nullopt;
    if (!name) {
        return truncated();
    }
    auto global = findPickleGlobal(*module, *name);
    if (!global && m_origin.dialect == PickleDialect::TorchScript) {
        global = findScriptGlobal(*module, *name);
    }
    if (!global) {
        return fault(ErrorCode::ForbiddenPickle,
                     "names the Python object " +
                         quotedForMessage(std::string(*module) + "." + std::string(*name)) +
                         ", which is not allowed in a checkpoint; nothing of it was executed");
    }
    Node node;
    node.kind = PickleKind::Global;
    node.index = static_cast<std::uint32_t>(m_globals.size());
    m_globals.push_back(*global);
    return push(node);
}

bool PickleMachine::pushString(std::size_t lengthBytes) {
    const auto length = number(lengthBytes);
    if (!length) {
        return truncated();
    }
    if (*length > m_limits.stringBytes) {
        return fault(ErrorCode::LimitExceeded,
                     "has a string of " + std::to_string(*length) + " bytes; at most " +
                         std::to_string(m_limits.stringBytes) + " are read");
    }
    const auto content = text(*length);
    if (!content) {
        return truncated();
    }
    Node node;
    node.kind = PickleKind::String;
    node.text = *content;
    return push(node);
}

bool PickleMachine::pushLong1() {
    const auto length = number(1);
    const auto content = length ? text(*length) : std::nullopt;
    if (!content) {
        return truncated();
    }
    Node node;
    if (content->size() > sizeof(std::int64_t)) {
        // A random seed, say, beside the weights: no size of a tensor can be as large.
        node.kind = PickleKind::Opaque;
        return push(node);
    }
    std::uint64_t value = 0;
    for (std::size_t i = content->size(); i-- > 0;) {
        value = (value << 8) | static_cast<unsigned char>((*content)[i]);
    }
    const std::size_t unusedBits = 64 - 8 * content->size();
    node.kind = PickleKind::Int;
    // Two's complement of any width: the topmost bit that is there is the sign.
    node.integer =
        unusedBits == 64 ? 0 : static_cast<std::int64_t>(value << unusedBits) >> unusedBits;
    return push(node);
}

bool PickleMachine::memoPut(std::size_t indexBytes) {
    const auto index = number(indexBytes);
    if (!index) {
        return truncated();
    }
    if (*index >= m_limits.objects) {
        return fault(ErrorCode::LimitExceeded, "keeps an object under the number " +
                                                   std::to_string(*index) + "; at most " +
                                                   std::to_string(m_limits.objects) + " are read");
    }
    if (m_stack.empty()) {
        return malformed("takes from an empty stack");
    }
    m_memo[static_cast<std::uint32_t>(*index)] = m_stack.back();
    return true;
}

bool PickleMachine::memoGet(std::size_t indexBytes) {
    const auto index = number(indexBytes);
    if (!index) {
        return truncated();
    }
    const auto found = m_memo.find(static_cast<std::uint32_t>(*index));
    if (found == m_memo.end()) {
        return malformed("refers to object number " + std::to_string(*index) +
                         ", which it never kept");
    }
    if (++m_references > m_limits.objects) {
        return fault(ErrorCode::LimitExceeded,
                     "has more than " + std::to_string(m_limits.objects) + " references");
    }
    m_stack.push_back(found->second);
    return true;
}

bool PickleMachine::makeTuple(std::size_t firstOnStack) {
    Node node;
    node.kind = PickleKind::Tuple;
    node.index = static_cast<std::uint32_t>(m_document.m_tupleMembers.size());
    node.count = static_cast<std::uint32_t>(m_stack.size() - firstOnStack);
    for (std::size_t i = firstOnStack; i < m_stack.size(); ++i) {
        node.depth = std::max(node.depth, m_document.m_nodes[m_stack[i]].depth + 1);
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
    name.kind = PickleKind::String;
    name.text = "state";
    if (!push(name)) {
        return false;
    }
    auto& members = m_document.m_lists[m_document.m_nodes[target].index];
    members.insert(members.end(), {m_stack.back(), state});
    m_stack.pop_back();
    return true;
}

Result<PickleDocument> runPickle(std::span<const std::byte> bytes, const PickleOrigin& origin,
                                 const std::stop_token& stop, const PickleLimits& limits) {
    return PickleMachine(bytes, origin, limits).run(stop);
}

}  // namespace stowage
