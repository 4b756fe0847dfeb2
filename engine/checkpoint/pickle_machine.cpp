// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/pickle_machine.h"

#include "engine/base/utf8.h"
#include "engine/checkpoint/pickle_machine_impl.h"
#include "engine/checkpoint/pickle_opcodes.h"

#include <utility>

namespace stowage {

PickleMachine::PickleMachine(PickleInput input, PickleOrigin origin, const PickleLimits& limits)
    : m_input(std::move(input)), m_origin(std::move(origin)), m_limits(limits) {}

Result<PickleDocument> PickleMachine::run(const std::stop_token& stop) {
    constexpr std::size_t kStepsBetweenStopChecks = 4096;
    if (m_input.left() > m_limits.pickleBytes) {
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
    m_opcodePosition = m_input.position();
    const auto opcode = number(1);
    if (!opcode) {
        truncated("ends without a STOP opcode");
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
            m_document.m_byteCount = m_input.position();
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

bool PickleMachine::forbiddenGlobal(const std::string& module, std::string_view name) {
    const bool isModule = module.starts_with("torch.nn.modules.");
    return fault(ErrorCode::ForbiddenPickle,
                 "names the Python object " + quotedForMessage(module + "." + std::string(name)) +
                     (isModule ? ": a whole module was saved, which needs its Python code. Save "
                                 "its model.state_dict() instead; nothing of it was executed"
                               : ", which is not allowed in a checkpoint; nothing of it was "
                                 "executed. Save the model.state_dict() alone"));
}

bool PickleMachine::runGlobal() {
    const auto line = m_input.takeLine(m_limits.stringBytes);
    if (!line) {
        return truncated();
    }
    const std::string module(*line);  // the window may move on
    const auto name = m_input.takeLine(m_limits.stringBytes);
    if (!name) {
        return truncated();
    }
    auto global = findPickleGlobal(module, *name);
    if (!global && m_origin.dialect == PickleDialect::TorchScript) {
        global = findScriptGlobal(module, *name);
    }
    if (!global) {
        return forbiddenGlobal(module, *name);
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
    if (!m_input.isLasting() && !charge(content->size())) {
        return false;
    }
    Node node;
    node.setText(m_input.isLasting() ? *content : m_document.keep(*content));
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
    return keep(static_cast<std::uint32_t>(*index), m_stack.back());
}

bool PickleMachine::keep(std::uint32_t index, PickleRef ref) {
    constexpr std::uint64_t kSparseBytes = 48;  // of a hash map's element
    if (index > m_memo.size() + 1) {
        if (!charge(kSparseBytes)) {
            return false;
        }
        m_sparseMemo[index] = ref;
        return true;
    }
    // Python 2 counts from one: a gap of one costs nothing.
    while (m_memo.size() <= index) {
        if (!charge(sizeof(PickleRef))) {
            return false;
        }
        m_memo.push_back(kNothingKept);
    }
    m_memo[index] = ref;
    return true;
}

std::optional<PickleRef> PickleMachine::kept(std::uint64_t index) const {
    if (index < m_memo.size() && m_memo[index] != kNothingKept) {
        return m_memo[index];
    }
    const auto found = m_sparseMemo.find(static_cast<std::uint32_t>(index));
    return found == m_sparseMemo.end() ? std::nullopt : std::optional(found->second);
}

bool PickleMachine::memoGet(std::size_t indexBytes) {
    const auto index = number(indexBytes);
    if (!index) {
        return truncated();
    }
    const auto found = kept(*index);
    if (!found) {
        return malformed("refers to object number " + std::to_string(*index) +
                         ", which it never kept");
    }
    if (++m_references > m_limits.objects) {
        return fault(ErrorCode::LimitExceeded,
                     "has more than " + std::to_string(m_limits.objects) + " references");
    }
    if (!charge(2 * sizeof(PickleRef))) {
        return false;
    }
    m_stack.push_back(*found);
    return true;
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
