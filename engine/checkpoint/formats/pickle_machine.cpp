// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/formats/pickle_machine.h"

#include "engine/base/strings.h"

#include <algorithm>
#include <utility>

namespace stowage {

PickleMachine::PickleMachine(PickleInput input, PickleOrigin origin, const PickleLimits& limits)
    : m_input(std::move(input)), m_origin(std::move(origin)), m_limits(limits) {}

Result<PickleDocument> PickleMachine::run(const std::stop_token& stop) {
    constexpr std::size_t kStepsBetweenStopChecks = 4096;
    if (m_input.left() > m_limits.pickleBytes) {
        fault(ErrorCode::LimitExceeded, say("is larger than %1 bytes", m_limits.pickleBytes));
        return Unexpected{m_error};
    }
    for (std::size_t steps = 0;; ++steps) {
        if (steps % kStepsBetweenStopChecks == 0 && stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, say("Opening %1 was stopped.", m_origin.file));
        }
        if (!step()) {
            return Unexpected{m_error};
        }
        if (m_isStopped) {
            return std::move(m_document);
        }
    }
}

bool PickleMachine::step() {
    m_opcodePosition = m_input.position();
    const auto opcode = number(1);
    if (!opcode) {
        return truncated(phrase("ends without a STOP opcode"));
    }
    const Handler handler = handlers()[*opcode];
    return handler != nullptr ? handler(*this)
                              : forbiddenOpcode(static_cast<std::uint8_t>(*opcode));
}

const std::array<PickleMachine::Handler, 256>& PickleMachine::handlers() {
    using Op = PickleOpcode;
    using M = PickleMachine;
    struct Row {
        Op opcode;
        Handler handler;
    };
    static constexpr auto kRows = std::to_array<Row>({
        {Op::Proto, [](M& m) { return m.runProto(); }},
        {Op::Stop, [](M& m) { return m.endPickle(); }},
        {Op::None, [](M& m) { return m.push(Node()); }},
        {Op::NewTrue, [](M& m) { return m.pushBool(true); }},
        {Op::NewFalse, [](M& m) { return m.pushBool(false); }},
        {Op::BinInt, [](M& m) { return m.pushInt<std::int32_t>(); }},
        {Op::BinInt1, [](M& m) { return m.pushInt<std::uint8_t>(); }},
        {Op::BinInt2, [](M& m) { return m.pushInt<std::uint16_t>(); }},
        {Op::Long1, [](M& m) { return m.pushLong1(); }},
        {Op::BinFloat, [](M& m) { return m.pushFloat(); }},
        {Op::BinUnicode, [](M& m) { return m.pushString(4); }},
        {Op::ShortBinString, [](M& m) { return m.pushString(1); }},
        {Op::EmptyDict, [](M& m) { return m.pushList(PickleKind::Dict); }},
        {Op::EmptyList, [](M& m) { return m.pushList(PickleKind::List); }},
        {Op::EmptyTuple, [](M& m) { return m.makeTuple(m.m_stack.size()); }},
        {Op::Mark, [](M& m) { return m.setMark(); }},
        {Op::Tuple, [](M& m) { return m.collect(&M::makeTuple); }},
        {Op::Tuple1, [](M& m) { return m.makeFixedTuple(1); }},
        {Op::Tuple2, [](M& m) { return m.makeFixedTuple(2); }},
        {Op::Tuple3, [](M& m) { return m.makeFixedTuple(3); }},
        {Op::Append, [](M& m) { return m.collectTop(1, &M::appendItems); }},
        {Op::Appends, [](M& m) { return m.collect(&M::appendItems); }},
        {Op::SetItem, [](M& m) { return m.collectTop(2, &M::setItems); }},
        {Op::SetItems, [](M& m) { return m.collect(&M::setItems); }},
        {Op::BinPut, [](M& m) { return m.memoPut(1); }},
        {Op::LongBinPut, [](M& m) { return m.memoPut(4); }},
        {Op::BinGet, [](M& m) { return m.memoGet(1); }},
        {Op::LongBinGet, [](M& m) { return m.memoGet(4); }},
        {Op::Global, [](M& m) { return m.runGlobal(); }},
        {Op::Reduce, [](M& m) { return m.reduce(); }},
        {Op::NewObj, [](M& m) { return m.newScriptObject(); }},
        {Op::Build, [](M& m) { return m.build(); }},
        {Op::BinPersId, [](M& m) { return m.persistentId(); }},
    });
    static constexpr std::array<Handler, 256> kHandlers = [] {
        std::array<Handler, 256> all{};
        for (const Row& row : kRows) {
            all[static_cast<std::uint8_t>(row.opcode)] = row.handler;
        }
        return all;
    }();
    return kHandlers;
}

bool PickleMachine::endPickle() {
    const auto root = pop();
    if (!root) {
        return false;
    }
    m_document.m_root = *root;
    m_document.m_byteCount = m_input.position();
    m_isStopped = true;
    return true;
}

bool PickleMachine::forbiddenOpcode(std::uint8_t opcode) {
    return fault(ErrorCode::ForbiddenPickle,
                 say("uses the opcode %1, which torch.save never writes", pickleOpcodeName(opcode)),
                 phrase("Nothing in the pickle was executed."));
}

bool PickleMachine::pushBool(bool value) {
    Node node;
    node.kind = PickleKind::Bool;
    node.integer = value ? 1 : 0;
    return push(node);
}

template <typename Number>
bool PickleMachine::pushInt() {
    const auto value = number(sizeof(Number));
    if (!value) {
        return truncated();
    }
    Node node;
    node.kind = PickleKind::Int;
    node.integer = static_cast<Number>(*value);
    return push(node);
}

/// A float never says anything about a tensor: its value is not kept.
bool PickleMachine::pushFloat() {
    if (!number(8)) {
        return truncated();
    }
    Node node;
    node.kind = PickleKind::Float;
    return push(node);
}

bool PickleMachine::setMark() {
    if (m_marks.size() >= m_limits.depth) {
        return fault(ErrorCode::LimitExceeded, say("has more than %1 open marks", m_limits.depth));
    }
    m_marks.push_back(m_stack.size());
    return true;
}

bool PickleMachine::collect(bool (PickleMachine::*take)(std::size_t firstOnStack)) {
    const auto first = popMark();
    return first && (this->*take)(*first);
}

bool PickleMachine::collectTop(std::size_t count,
                               bool (PickleMachine::*take)(std::size_t firstOnStack)) {
    return m_stack.size() < count ? malformed(phrase("pops from an empty stack"))
                                  : (this->*take)(m_stack.size() - count);
}

bool PickleMachine::runProto() {
    constexpr std::uint64_t kProtocol = 2;
    const auto protocol = number(1);
    if (!protocol) {
        return truncated();
    }
    if (*protocol != kProtocol) {
        return fault(ErrorCode::Unsupported,
                     say("uses pickle protocol %1, but only protocol 2, the default of torch.save, "
                         "is supported",
                         *protocol),
                     phrase("Save the file again without pickle_protocol."));
    }
    return true;
}

bool PickleMachine::forbiddenGlobal(const std::string& module, std::string_view name) {
    const bool isModule = module.starts_with("torch.nn.modules.");
    const std::string object = quotedForMessage(module + "." + std::string(name));
    return fault(
        ErrorCode::ForbiddenPickle,
        isModule
            ? say("names the Python object %1: a whole module was saved, which needs its Python "
                  "code",
                  object)
            : say("names the Python object %1, which is not allowed in a checkpoint", object),
        phrase("Nothing in the pickle was executed. Save only model.state_dict()."));
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
        return fault(ErrorCode::LimitExceeded, say("has a string of %1 bytes; the limit is %2",
                                                   *length, m_limits.stringBytes));
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
        return fault(
            ErrorCode::LimitExceeded,
            say("stores an object under the number %1; the limit is %2", *index, m_limits.objects));
    }
    if (m_stack.empty()) {
        return malformed(phrase("pops from an empty stack"));
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
        return malformed(say("refers to object number %1, which was not stored", *index));
    }
    if (++m_references > m_limits.objects) {
        return fault(ErrorCode::LimitExceeded,
                     say("has more than %1 references", m_limits.objects));
    }
    if (!charge(2 * sizeof(PickleRef))) {
        return false;
    }
    m_stack.push_back(*found);
    return true;
}

bool PickleMachine::push(Node node) {
    if (m_document.m_nodes.size() >= m_limits.objects) {
        return fault(ErrorCode::LimitExceeded, say("has more than %1 objects", m_limits.objects));
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
                     say("has more than %1 lists and dicts", m_limits.containers));
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
        return fault(ErrorCode::LimitExceeded, say("has more than %1 tensors", m_limits.tensors));
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
        malformed(phrase("pops from an empty stack"));
        return std::nullopt;
    }
    const PickleRef top = m_stack.back();
    m_stack.pop_back();
    return top;
}

std::optional<std::size_t> PickleMachine::popMark() {
    if (m_marks.empty()) {
        malformed(phrase("closes a mark that was never set"));
        return std::nullopt;
    }
    const std::size_t mark = m_marks.back();
    m_marks.pop_back();
    if (mark > m_stack.size()) {
        malformed(phrase("removes objects that are below its mark on the stack"));
        return std::nullopt;
    }
    return mark;
}

bool PickleMachine::charge(std::uint64_t bytes) {
    m_keptBytes += bytes;
    return m_keptBytes <= m_limits.memoryBytes ||
           fault(ErrorCode::LimitExceeded,
                 say("needs more than %1 MiB of memory for the list of its contents",
                     m_limits.memoryBytes >> 20));
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

bool PickleMachine::truncated(Phrase how) {
    if (m_input.failure()) {
        m_error = *m_input.failure();
        return false;
    }
    return fault(ErrorCode::Truncated, how);
}

bool PickleMachine::fault(ErrorCode code, const Message& reason, const Message& advice) {
    const Message what = say("The pickle %1 of %2 %3 (at byte %4).", m_origin.record, m_origin.file,
                             reason, m_opcodePosition);
    m_error = makeError(code, joined({what, advice}, " "), m_origin.file, m_origin.record,
                        m_origin.fileOffset + m_opcodePosition);
    return false;
}

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
                     say("nests tuples deeper than %1 levels", m_limits.depth));
    }
    m_stack.resize(firstOnStack);
    return push(node);
}

bool PickleMachine::makeFixedTuple(std::size_t count) {
    const std::size_t floor = m_marks.empty() ? 0 : m_marks.back();
    return m_stack.size() < floor + count ? malformed(phrase("pops from an empty stack"))
                                          : makeTuple(m_stack.size() - count);
}

bool PickleMachine::appendItems(std::size_t firstOnStack) {
    if (firstOnStack == 0) {
        return malformed(phrase("appends items without a list"));
    }
    const Node& target = m_document.m_nodes[m_stack[firstOnStack - 1]];
    if (target.kind != PickleKind::List) {
        return malformed(phrase("appends to something that is not a list"));
    }
    return moveInto(target, firstOnStack);
}

bool PickleMachine::setItems(std::size_t firstOnStack) {
    if (firstOnStack == 0 || (m_stack.size() - firstOnStack) % 2 != 0) {
        return malformed(phrase("sets items without a dict or sets a key without a value"));
    }
    const Node& target = m_document.m_nodes[m_stack[firstOnStack - 1]];
    if (target.kind != PickleKind::Dict) {
        return malformed(phrase("sets items of something that is not a dict"));
    }
    return moveInto(target, firstOnStack);
}

/// What lies on the stack from `firstOnStack` on becomes members of the list or dict.
bool PickleMachine::moveInto(const Node& target, std::size_t firstOnStack) {
    auto& list = m_document.m_lists[target.index];
    list.insert(list.end(), m_stack.begin() + static_cast<std::ptrdiff_t>(firstOnStack),
                m_stack.end());
    m_stack.resize(firstOnStack);
    return true;
}

}  // namespace stowage
