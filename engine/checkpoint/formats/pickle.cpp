// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/formats/pickle.h"

#include "engine/checkpoint/formats/pickle_machine.h"

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

Result<PickleDocument> runPickle(PickleInput input, const PickleOrigin& origin,
                                 const std::stop_token& stop, const PickleLimits& limits) {
    return PickleMachine(std::move(input), origin, limits).run(stop);
}

Result<PickleDocument> runPickle(std::span<const std::byte> bytes, const PickleOrigin& origin,
                                 const std::stop_token& stop, const PickleLimits& limits) {
    return runPickle(PickleInput(bytes), origin, stop, limits);
}

/// An object of a scripted class: its attributes, which BUILD brings.
bool PickleMachine::newScriptObject() {
    if (m_origin.dialect != PickleDialect::TorchScript) {
        return forbiddenOpcode(static_cast<std::uint8_t>(PickleOpcode::NewObj));
    }
    const auto arguments = pop();
    const auto type = arguments ? pop() : std::nullopt;
    if (!type) {
        return false;
    }
    const Node& node = m_document.m_nodes[*type];
    if (node.kind != PickleKind::Global ||
        m_globals[node.index].global != PickleGlobal::ScriptClass) {
        return malformed(phrase("creates an object of something that is not a scripted class"));
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
        return malformed(phrase("sets attributes of something that is not a dict"));
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
        return malformed(phrase("has a storage view that is not a tuple of three elements"));
    }
    const PickleStorageView view{m_document.node(parts[1]).integer,
                                 m_document.node(parts[2]).integer};
    if (view.offset < 0 || view.elements < 0 || view.offset > storage.elements ||
        view.elements > storage.elements - view.offset) {
        return malformed(
            say("has a view of %1 elements from element %2, which is outside its storage of %3 "
                "elements",
                view.elements, view.offset, storage.elements));
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
        return malformed(isLegacy
                             ? phrase("has a persistent id that is not a tuple of six elements")
                             : phrase("has a persistent id that is not a tuple of five elements"));
    }
    const Node& tag = m_document.node(parts[0]);
    const Node& type = m_document.node(parts[1]);
    const Node& key = m_document.node(parts[2]);
    const Node& elements = m_document.node(parts[4]);
    const bool isStorage = tag.kind == PickleKind::String && tag.text() == "storage" &&
                           type.kind == PickleKind::Global && key.kind == PickleKind::String &&
                           elements.kind == PickleKind::Int;
    if (!isStorage) {
        return malformed(phrase("has a persistent id that names no storage"));
    }
    const PickleGlobalName& global = m_globals[type.index];
    PickleStorage storage;
    if (global.global == PickleGlobal::TypedStorage) {
        storage.dtype = global.dtype;
    } else if (global.global != PickleGlobal::UntypedStorage) {
        return malformed(phrase("has a persistent id with an unknown kind of storage"));
    }
    storage.key = key.text();
    storage.elements = elements.integer;
    if (storage.elements < 0) {
        return malformed(
            say("has a storage with the negative size of %1 elements", storage.elements));
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
        return malformed(phrase("makes a call that is not allowed"));
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
                                     : malformed(phrase("creates an OrderedDict with arguments"));
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
                return malformed(
                    phrase("creates a torch.Size with more or fewer than one argument"));
            }
            m_stack.push_back(arguments.front());
            return true;
        case PickleGlobal::ScriptWrapper:
            if (arguments.empty()) {
                return malformed(phrase("calls a TorchScript wrapper without an object"));
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
    return malformed(phrase("calls an object that is not a function"));
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
        return malformed(phrase("creates a meta tensor with the wrong arguments"));
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
        return malformed(phrase("creates a typed tensor with the wrong arguments"));
    }
    const PickleGlobal function = m_globals[m_document.node(arguments[0]).index].global;
    if (function == PickleGlobal::RebuildFromType) {
        return malformed(phrase("creates a typed tensor from another typed tensor"));
    }
    return reduceWith(function, arguments[2]);
}

bool PickleMachine::rebuildParameter(std::span<const PickleRef> arguments) {
    if (arguments.empty() || m_document.node(arguments[0]).kind != PickleKind::Tensor) {
        return malformed(phrase("creates a Parameter from something that is not a tensor"));
    }
    m_stack.push_back(arguments[0]);
    return true;
}

bool PickleMachine::readSizes(PickleRef ref, std::vector<std::int64_t>& sizes) {
    const Node& node = m_document.node(ref);
    const auto members = m_document.members(ref);
    if (node.kind != PickleKind::Tuple && node.kind != PickleKind::List) {
        return malformed(
            phrase("has a tensor whose size or strides are neither a tuple nor a list"));
    }
    if (members.size() > m_limits.dimensions) {
        return fault(ErrorCode::LimitExceeded, say("has a tensor of %1 dimensions; the limit is %2",
                                                   members.size(), m_limits.dimensions));
    }
    for (const PickleRef member : members) {
        const Node& size = m_document.node(member);
        if (size.kind != PickleKind::Int) {
            return malformed(phrase("has a tensor whose size or stride is not an integer"));
        }
        if (size.integer < 0) {
            return malformed(say("has a tensor with the negative size or stride %1", size.integer));
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
            return malformed(phrase("has a tensor with an untyped storage and without a dtype"));
        }
        if (global == PickleGlobal::RebuildQuantised && !isTorchQuantised(*storage.dtype)) {
            return malformed(say("has a quantised tensor whose storage has the dtype %1",
                                 dtypeName(*storage.dtype)));
        }
        tensor.dtype = *storage.dtype;
        return true;
    }
    const Node& dtype = m_document.node(arguments[kDTypeArgument]);
    if (dtype.kind != PickleKind::Global ||
        m_globals[dtype.index].global != PickleGlobal::DTypeName) {
        return malformed(phrase("has a tensor whose dtype argument is not a dtype"));
    }
    tensor.dtype = m_globals[dtype.index].dtype;
    if (storage.dtype && *storage.dtype != tensor.dtype) {
        return malformed(phrase("has a tensor whose dtype differs from that of its storage"));
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
        return malformed(phrase("creates a tensor with the wrong arguments"));
    }
    PickleTensor tensor;
    tensor.storage = m_document.node(arguments[0]).index;
    tensor.offset = m_document.node(arguments[1]).integer;
    if (tensor.offset < 0) {
        return malformed(say("has a tensor at the negative offset %1", tensor.offset));
    }
    if (!readSizes(arguments[2], tensor.shape) || !readSizes(arguments[3], tensor.strides) ||
        !tensorDType(global, arguments, m_document.storage(tensor.storage), tensor)) {
        return false;
    }
    if (tensor.shape.size() != tensor.strides.size()) {
        return malformed(say("has a tensor of %1 dimensions with %2 strides", tensor.shape.size(),
                             tensor.strides.size()));
    }
    if (arguments.size() > needed && isLazy(arguments[needed])) {
        tensor.kind = PickleTensorKind::Lazy;
    }
    return pushTensor(std::move(tensor));
}

}  // namespace stowage
