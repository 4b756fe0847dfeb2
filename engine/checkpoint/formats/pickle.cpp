// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/formats/pickle.h"

#include "engine/base/strings.h"
#include "engine/checkpoint/formats/pickle_protocol.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stowage {

/// The stack machine behind runPickle: first its opcodes, then the stack itself, lists, dicts and
/// objects, last what REDUCE makes of the allowed globals. A member that fails keeps the error in
/// m_error and returns false.
class PickleMachine {
public:
    PickleMachine(PickleInput input, PickleOrigin origin, const PickleLimits& limits);
    Result<PickleDocument> run(const std::stop_token& stop);

private:
    static constexpr PickleRef kNothingKept = ~PickleRef{0};

    enum class Step { Continue, Stop, Failed };
    using Node = PickleDocument::Node;

    Step step();
    bool pushLiteral(std::uint8_t opcode);
    bool pushNumber(std::uint8_t opcode);
    bool collect(std::uint8_t opcode);
    bool apply(std::uint8_t opcode);
    bool runProto();
    bool runGlobal();
    bool forbiddenGlobal(const std::string& module, std::string_view name);
    bool pushString(std::size_t lengthBytes);
    bool pushLong1();
    bool memoPut(std::size_t indexBytes);
    bool memoGet(std::size_t indexBytes);
    bool keep(std::uint32_t index, PickleRef ref);
    std::optional<PickleRef> kept(std::uint64_t index) const;
    bool pushTensor(PickleTensor tensor);
    bool makeTuple(std::size_t firstOnStack);
    bool makeFixedTuple(std::size_t count);
    bool appendItems(std::size_t firstOnStack);
    bool setItems(std::size_t firstOnStack);
    bool build();
    bool newScriptObject();
    bool buildScriptObject(PickleRef state);
    bool persistentId();
    bool storageView(PickleRef ref, PickleStorage& storage);

    bool reduce();
    bool reduceWith(PickleGlobal global, PickleRef argumentTuple);
    bool rebuildTensor(PickleGlobal global, std::span<const PickleRef> arguments);
    bool rebuildParameter(std::span<const PickleRef> arguments);
    bool rebuildSparse();
    bool rebuildMeta(std::span<const PickleRef> arguments);
    bool rebuildFromType(std::span<const PickleRef> arguments);
    bool call(PickleGlobal global, std::span<const PickleRef> arguments);
    bool readSizes(PickleRef ref, std::vector<std::int64_t>& sizes);
    /// Whether the metadata that torch 2 adds say that the bytes are not yet the values.
    bool isLazy(PickleRef metadata) const;
    bool tensorDType(PickleGlobal global, std::span<const PickleRef> arguments,
                     const PickleStorage& storage, PickleTensor& tensor);

    bool push(Node node);
    bool pushList(PickleKind kind);
    std::optional<PickleRef> pop();
    std::optional<std::size_t> popMark();
    /// Counts bytes that are kept from now on; false where they are too many.
    bool charge(std::uint64_t bytes);
    /// The next `count` bytes of the pickle as a number.
    std::optional<std::uint64_t> number(std::size_t count);
    std::optional<std::string_view> text(std::size_t count);
    bool fault(ErrorCode code, const std::string& reason);
    bool malformed(const std::string& reason) { return fault(ErrorCode::Malformed, reason); }
    bool truncated(const char* how = "ends in the middle of a value");

    PickleInput m_input;
    std::uint64_t m_opcodePosition = 0;
    PickleOrigin m_origin;
    PickleLimits m_limits;
    PickleDocument m_document;
    std::vector<PickleGlobalName> m_globals;
    std::vector<PickleRef> m_stack;
    std::vector<std::size_t> m_marks;
    /// What was kept under numbers that came in turn, as torch's do; no number can make it grow by
    /// more than two. Others are in the map.
    std::vector<PickleRef> m_memo;
    std::unordered_map<std::uint32_t, PickleRef> m_sparseMemo;
    /// Stays small where objects are shared a million times: every pushed reference counts.
    std::size_t m_references = 0;
    std::uint64_t m_keptBytes = 0;
    Error m_error;
};

namespace {

bool isQuantised(DType dtype) {
    return dtype == DType::QInt8 || dtype == DType::QUInt8 || dtype == DType::QInt32;
}

}  // namespace

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

/// The sixth member of an old persistent id: None, or (key of the view, offset, elements).
bool PickleMachine::storageView(PickleRef ref, PickleStorage& storage) {
    if (m_document.node(ref).kind == PickleKind::None) {
        return true;
    }
    const auto parts = m_document.members(ref);
    const bool isView = m_document.node(ref).kind == PickleKind::Tuple && parts.size() == 3 &&
                        m_document.node(parts[1]).kind == PickleKind::Int &&
                        m_document.node(parts[2]).kind == PickleKind::Int;
    if (!isView) {
        return malformed("has a view of a storage that is no tuple of three");
    }
    const PickleStorageView view{m_document.node(parts[1]).integer,
                                 m_document.node(parts[2]).integer};
    if (view.offset < 0 || view.elements < 0 || view.offset > storage.elements ||
        view.elements > storage.elements - view.offset) {
        return malformed("has a view of " + std::to_string(view.elements) + " elements from " +
                         std::to_string(view.offset) + " on, outside its storage of " +
                         std::to_string(storage.elements));
    }
    storage.view = view;
    return true;
}

/// ('storage', torch.XStorage, key, location, elements): all that torch ever names this way. Files
/// from before 1.6 add what part of the storage is meant.
bool PickleMachine::persistentId() {
    const auto id = pop();
    if (!id) {
        return false;
    }
    const auto parts = m_document.members(*id);
    const bool isLegacy = m_origin.dialect == PickleDialect::Legacy;
    if (m_document.node(*id).kind != PickleKind::Tuple || parts.size() != (isLegacy ? 6 : 5)) {
        return malformed(isLegacy ? "has a persistent id that is no tuple of six"
                                  : "has a persistent id that is no tuple of five");
    }
    const Node& tag = m_document.node(parts[0]);
    const Node& type = m_document.node(parts[1]);
    const Node& key = m_document.node(parts[2]);
    const Node& elements = m_document.node(parts[4]);
    const bool isStorage = tag.kind == PickleKind::String && tag.text() == "storage" &&
                           type.kind == PickleKind::Global && key.kind == PickleKind::String &&
                           elements.kind == PickleKind::Int;
    if (!isStorage) {
        return malformed("has a persistent id that names no storage");
    }
    const PickleGlobalName& global = m_globals[type.index];
    PickleStorage storage;
    if (global.global == PickleGlobal::TypedStorage) {
        storage.dtype = global.dtype;
    } else if (global.global != PickleGlobal::UntypedStorage) {
        return malformed("has a persistent id with an unknown kind of storage");
    }
    storage.key = key.text();
    storage.elements = elements.integer;
    if (storage.elements < 0) {
        return malformed("has a storage of " + std::to_string(storage.elements) + " elements");
    }
    if (isLegacy && !storageView(parts[5], storage)) {
        return false;
    }
    if (!charge(sizeof(PickleStorage))) {
        return false;
    }
    Node node;
    node.kind = PickleKind::Storage;
    node.index = static_cast<std::uint32_t>(m_document.m_storages.size());
    m_document.m_storages.push_back(storage);
    return push(node);
}

bool PickleMachine::reduce() {
    const auto argumentTuple = pop();
    const auto callable = argumentTuple ? pop() : std::nullopt;
    if (!callable) {
        return false;
    }
    if (m_document.node(*callable).kind != PickleKind::Global ||
        m_document.node(*argumentTuple).kind != PickleKind::Tuple) {
        return malformed("applies what is no allowed object");
    }
    return reduceWith(m_globals[m_document.node(*callable).index].global, *argumentTuple);
}

bool PickleMachine::reduceWith(PickleGlobal global, PickleRef argumentTuple) {
    // A copy: making new values may move the list that the members lie in. No function looks at
    // more of them, and a tuple of a million can be applied a million times.
    constexpr std::size_t kMostArguments = 16;
    const auto members = m_document.members(argumentTuple);
    const auto seen = members.first(std::min(members.size(), kMostArguments));
    const std::vector<PickleRef> arguments(seen.begin(), seen.end());
    return call(global, arguments);
}

bool PickleMachine::call(PickleGlobal global, std::span<const PickleRef> arguments) {
    switch (global) {
        case PickleGlobal::OrderedDict:
            return arguments.empty() ? pushList(PickleKind::Dict)
                                     : malformed("makes an OrderedDict of arguments");
        case PickleGlobal::RebuildTensor:
        case PickleGlobal::RebuildTensorV2:
        case PickleGlobal::RebuildTensorV3:
        case PickleGlobal::RebuildQuantised:
            return rebuildTensor(global, arguments);
        case PickleGlobal::Parameter:
        case PickleGlobal::RebuildParameter:
            return rebuildParameter(arguments);
        case PickleGlobal::RebuildFromType:
            return rebuildFromType(arguments);
        case PickleGlobal::RebuildMeta:
            return rebuildMeta(arguments);
        case PickleGlobal::RebuildSparse:
            return rebuildSparse();
        case PickleGlobal::Size:
            if (arguments.size() != 1) {
                return malformed("makes a torch.Size of other than one argument");
            }
            m_stack.push_back(arguments.front());
            return true;
        case PickleGlobal::ScriptWrapper:
            if (arguments.empty()) {
                return malformed("names the type of nothing");
            }
            m_stack.push_back(arguments.front());
            return true;
        case PickleGlobal::Device:
        case PickleGlobal::GetLayout:
        case PickleGlobal::CodecsEncode:
        case PickleGlobal::PlainValue: {
            Node node;
            node.kind = PickleKind::Opaque;
            return push(node);
        }
        case PickleGlobal::TypedStorage:
        case PickleGlobal::UntypedStorage:
        case PickleGlobal::DTypeName:
        case PickleGlobal::QuantisationScheme:
        case PickleGlobal::ScriptClass:
        case PickleGlobal::TensorType:
            break;
    }
    return malformed("applies an object that is no function");
}

bool PickleMachine::rebuildSparse() {
    PickleTensor tensor;
    tensor.kind = PickleTensorKind::Sparse;
    return pushTensor(std::move(tensor));
}

/// (dtype, size, stride, requires_grad)
bool PickleMachine::rebuildMeta(std::span<const PickleRef> arguments) {
    constexpr std::size_t kNeeded = 3;
    if (arguments.size() < kNeeded || m_document.node(arguments[0]).kind != PickleKind::Global ||
        m_globals[m_document.node(arguments[0]).index].global != PickleGlobal::DTypeName) {
        return malformed("makes a meta tensor of the wrong arguments");
    }
    PickleTensor tensor;
    tensor.kind = PickleTensorKind::Meta;
    tensor.dtype = m_globals[m_document.node(arguments[0]).index].dtype;
    return readSizes(arguments[1], tensor.shape) && pushTensor(std::move(tensor));
}

/// (function, type, its arguments, attributes): a tensor with attributes of its own, or of a
/// subclass, as the function makes it.
bool PickleMachine::rebuildFromType(std::span<const PickleRef> arguments) {
    constexpr std::size_t kNeeded = 3;
    if (arguments.size() < kNeeded || m_document.node(arguments[0]).kind != PickleKind::Global ||
        m_document.node(arguments[2]).kind != PickleKind::Tuple) {
        return malformed("makes a tensor of a type of the wrong arguments");
    }
    const PickleGlobal function = m_globals[m_document.node(arguments[0]).index].global;
    if (function == PickleGlobal::RebuildFromType) {
        return malformed("makes a tensor of a type of a tensor of a type");
    }
    return reduceWith(function, arguments[2]);
}

bool PickleMachine::rebuildParameter(std::span<const PickleRef> arguments) {
    if (arguments.empty() || m_document.node(arguments[0]).kind != PickleKind::Tensor) {
        return malformed("makes a Parameter of what is no tensor");
    }
    m_stack.push_back(arguments[0]);
    return true;
}

bool PickleMachine::readSizes(PickleRef ref, std::vector<std::int64_t>& sizes) {
    const Node& node = m_document.node(ref);
    const auto members = m_document.members(ref);
    if (node.kind != PickleKind::Tuple && node.kind != PickleKind::List) {
        return malformed("gives a tensor's size or strides as what is no tuple");
    }
    if (members.size() > m_limits.dimensions) {
        return fault(ErrorCode::LimitExceeded,
                     "has a tensor of " + std::to_string(members.size()) + " dimensions; at most " +
                         std::to_string(m_limits.dimensions) + " are read");
    }
    for (const PickleRef member : members) {
        const Node& size = m_document.node(member);
        if (size.kind != PickleKind::Int) {
            return malformed("gives a tensor's size or stride as what is no integer");
        }
        if (size.integer < 0) {
            return malformed("has a tensor with the negative size or stride " +
                             std::to_string(size.integer));
        }
        sizes.push_back(size.integer);
    }
    return true;
}

bool PickleMachine::tensorDType(PickleGlobal global, std::span<const PickleRef> arguments,
                                const PickleStorage& storage, PickleTensor& tensor) {
    constexpr std::size_t kDTypeArgument = 6;
    if (global != PickleGlobal::RebuildTensorV3) {
        if (!storage.dtype) {
            return malformed("has a tensor over an untyped storage without a dtype");
        }
        if (global == PickleGlobal::RebuildQuantised && !isQuantised(*storage.dtype)) {
            return malformed("has a quantised tensor over a storage of " +
                             std::string(dtypeName(*storage.dtype)));
        }
        tensor.dtype = *storage.dtype;
        return true;
    }
    const Node& dtype = m_document.node(arguments[kDTypeArgument]);
    if (dtype.kind != PickleKind::Global ||
        m_globals[dtype.index].global != PickleGlobal::DTypeName) {
        return malformed("has a tensor whose dtype is none");
    }
    tensor.dtype = m_globals[dtype.index].dtype;
    if (storage.dtype && *storage.dtype != tensor.dtype) {
        return malformed("has a tensor of another dtype than its storage");
    }
    return true;
}

bool PickleMachine::isLazy(PickleRef metadata) const {
    // torch writes two members; a dict of a million can be every tensor's metadata.
    constexpr std::size_t kMostMembers = 64;
    if (m_document.node(metadata).kind != PickleKind::Dict) {
        return false;
    }
    const auto all = m_document.members(metadata);
    const auto members = all.first(std::min(all.size(), kMostMembers));
    for (std::size_t i = 0; i + 1 < members.size(); i += 2) {
        const Node& key = m_document.node(members[i]);
        const Node& value = m_document.node(members[i + 1]);
        const bool isSet = value.kind == PickleKind::Bool && value.integer != 0;
        if (isSet && (key.text() == "conj" || key.text() == "neg")) {
            return true;
        }
    }
    return false;
}

/// (storage, offset, size, stride[, requires_grad, hooks[, dtype][, metadata]]); a quantised tensor
/// has its scheme before requires_grad, and is stored as the integers that the scheme explains.
bool PickleMachine::rebuildTensor(PickleGlobal global, std::span<const PickleRef> arguments) {
    const std::size_t needed = global == PickleGlobal::RebuildTensor     ? 4
                               : global == PickleGlobal::RebuildTensorV2 ? 6
                                                                         : 7;
    if (arguments.size() < needed || m_document.node(arguments[0]).kind != PickleKind::Storage ||
        m_document.node(arguments[1]).kind != PickleKind::Int) {
        return malformed("makes a tensor of the wrong arguments");
    }
    PickleTensor tensor;
    tensor.storage = m_document.node(arguments[0]).index;
    tensor.offset = m_document.node(arguments[1]).integer;
    if (tensor.offset < 0) {
        return malformed("has a tensor at the negative offset " + std::to_string(tensor.offset));
    }
    if (!readSizes(arguments[2], tensor.shape) || !readSizes(arguments[3], tensor.strides) ||
        !tensorDType(global, arguments, m_document.storage(tensor.storage), tensor)) {
        return false;
    }
    if (tensor.shape.size() != tensor.strides.size()) {
        return malformed("has a tensor of " + std::to_string(tensor.shape.size()) +
                         " dimensions with " + std::to_string(tensor.strides.size()) + " strides");
    }
    if (arguments.size() > needed && isLazy(arguments[needed])) {
        tensor.kind = PickleTensorKind::Lazy;
    }
    return pushTensor(std::move(tensor));
}

}  // namespace stowage
