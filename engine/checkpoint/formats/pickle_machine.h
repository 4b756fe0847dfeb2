// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/formats/buffered_reads.h"
#include "engine/checkpoint/formats/pickle.h"
#include "engine/checkpoint/formats/pickle_protocol.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stowage {

/// The stack machine behind runPickle. pickle_machine.cpp has the opcodes, the stack, lists and
/// dicts; pickle.cpp what becomes of objects, persistent ids and the allowed globals. A
/// member that fails keeps the error in m_error and returns false.
class PickleMachine {
public:
    PickleMachine(PickleInput input, PickleOrigin origin, const PickleLimits& limits);
    Result<PickleDocument> run(const std::stop_token& stop);

private:
    static constexpr PickleRef kNothingKept = ~PickleRef{0};

    using Node = PickleDocument::Node;
    using Handler = bool (*)(PickleMachine&);

    /// What each opcode does; null for those that torch never writes.
    static const std::array<Handler, 256>& handlers();

    bool step();
    bool endPickle();
    bool forbiddenOpcode(std::uint8_t opcode);
    bool pushBool(bool value);
    template <typename Number>
    bool pushInt();
    bool pushFloat();
    bool setMark();
    /// Hands what lies above the topmost mark to one of the members that collect.
    bool collect(bool (PickleMachine::*take)(std::size_t firstOnStack));
    /// The same of the topmost `count` objects.
    bool collectTop(std::size_t count, bool (PickleMachine::*take)(std::size_t firstOnStack));
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
    bool moveInto(const Node& target, std::size_t firstOnStack);
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
    /// `reason` follows "The pickle … of …"; `advice` is whole sentences.
    bool fault(ErrorCode code, const Message& reason, const Message& advice = {});
    bool malformed(const Message& reason) { return fault(ErrorCode::Malformed, reason); }
    bool truncated(Phrase how = phrase("ends in the middle of a value"));

    PickleInput m_input;
    std::uint64_t m_opcodePosition = 0;
    bool m_isStopped = false;
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

}  // namespace stowage
