// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/formats/buffered_reads.h"
#include "engine/model/dtype.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// What a pickle's value is; nothing that a pickle could have executed.
enum class PickleKind : std::uint8_t {
    None,
    Bool,
    Int,
    Float,
    String,
    Tuple,
    List,
    Dict,
    Global,   ///< an allowed name, not yet applied
    Storage,  ///< index into PickleDocument::storages
    Tensor,   ///< index into PickleDocument::tensors
    Opaque,   ///< something allowed that carries no weights: a device, bytes, an integer above 64
              ///< bits
};

/// A value: an index into PickleDocument.
using PickleRef = std::uint32_t;

/// Which part of a storage an old file's persistent id means, in elements.
struct PickleStorageView {
    std::int64_t offset = 0;
    std::int64_t elements = 0;
};

/// One storage that the pickle refers to by its persistent id.
struct PickleStorage {
    std::optional<DType> dtype;  ///< none: untyped, `elements` are bytes
    std::string_view key;        ///< the record's name under data/
    std::int64_t elements = 0;
    std::optional<PickleStorageView> view;  ///< only in files from before 1.6
};

/// What may keep a tensor's bytes from being its values.
enum class PickleTensorKind : std::uint8_t {
    Dense,   ///< nothing
    Meta,    ///< it was on the meta device: there are no bytes
    Sparse,  ///< indices and values, without shape or dtype here
    Lazy,    ///< a view still to be conjugated or negated
};

/// One tensor as `_rebuild_tensor_v2` would make it; nothing is checked against files yet.
struct PickleTensor {
    DType dtype = DType::Float32;
    std::uint32_t storage = 0;
    std::int64_t offset = 0;  ///< in elements
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;
    PickleTensorKind kind = PickleTensorKind::Dense;
};

/// The values of one pickle in flat vectors, so that neither cycles nor depth need recursion to
/// free them. Texts are views into the pickle's bytes where these were in memory, which must then
/// outlive the document; else the document keeps them.
class PickleDocument {
public:
    /// Small, because a hostile pickle makes two million of them.
    struct Node {
        PickleKind kind = PickleKind::None;
        std::uint16_t depth = 1;  ///< of tuples: nesting below
        std::uint32_t count = 0;  ///< of tuples: members; of strings: bytes
        union {
            std::int64_t integer = 0;  ///< of ints and bools
            const char* characters;    ///< of strings
            std::uint32_t index;       ///< of all others: into the list of their kind
        };

        /// Of strings; empty for all others.
        [[nodiscard]] std::string_view text() const {
            return kind == PickleKind::String ? std::string_view(characters, count)
                                              : std::string_view();
        }
        /// Makes this a string.
        void setText(std::string_view text) {
            kind = PickleKind::String;
            characters = text.data();
            count = static_cast<std::uint32_t>(text.size());
        }
    };
    static_assert(sizeof(Node) == 16);

    [[nodiscard]] PickleRef root() const { return m_root; }
    /// How many bytes the pickle has, its STOP included.
    [[nodiscard]] std::size_t byteCount() const { return m_byteCount; }
    [[nodiscard]] std::size_t size() const { return m_nodes.size(); }
    [[nodiscard]] const Node& node(PickleRef ref) const { return m_nodes[ref]; }
    /// Members of a tuple or list; keys and values in turn of a dict.
    [[nodiscard]] std::span<const PickleRef> members(PickleRef ref) const;
    [[nodiscard]] const PickleStorage& storage(std::uint32_t index) const {
        return m_storages[index];
    }
    [[nodiscard]] const std::deque<PickleStorage>& storages() const { return m_storages; }
    [[nodiscard]] const PickleTensor& tensor(std::uint32_t index) const { return m_tensors[index]; }

private:
    friend class PickleMachine;
    /// A copy of a text that lives as long as the document.
    [[nodiscard]] std::string_view keep(std::string_view text);

    // What may be a million does not move while it grows, which would take it twice for a moment.
    std::deque<Node> m_nodes;
    std::vector<PickleRef> m_tupleMembers;
    std::deque<std::vector<PickleRef>> m_lists;  ///< of lists and dicts
    std::deque<PickleStorage> m_storages;
    std::deque<PickleTensor> m_tensors;
    std::vector<std::unique_ptr<char[]>> m_texts;  ///< kept ones, in blocks
    std::size_t m_blockBytes = 0;                  ///< of the last block
    std::size_t m_blockUsed = 0;
    PickleRef m_root = 0;
    std::size_t m_byteCount = 0;
};

/// Caps against hostile pickles. The largest real state dicts (10^5 tensors) have 2 MiB … 20 MiB
/// of pickle and a tenth of these objects.
struct PickleLimits {
    std::uint64_t pickleBytes = std::uint64_t{64} << 20;
    std::size_t objects = 2'000'000;
    std::size_t containers = 1'000'000;  ///< lists and dicts among them
    std::size_t tensors = 250'000;       ///< among them; each real one needs a dozen objects
    /// What is kept of a pickle, in bytes: few caps can be reached at once. 160,000 real tensors
    /// need as much, and then have 2 million objects.
    std::uint64_t memoryBytes = std::uint64_t{80} << 20;
    unsigned depth = 256;
    std::size_t stringBytes = 64 * 1024;
    std::size_t dimensions = 64;
};

/// Who wrote a pickle: what a persistent id looks like and which names are allowed.
enum class PickleDialect : std::uint8_t {
    Archive,      ///< torch.save since 1.6
    Legacy,       ///< torch.save before: persistent ids have a sixth member
    TorchScript,  ///< torch.jit.save: objects of classes under `__torch__`, made of their
                  ///< attributes
};

/// Where a pickle comes from.
struct PickleOrigin {
    std::string file;              ///< for messages
    Message record;                ///< its name there, for messages
    std::uint64_t fileOffset = 0;  ///< of its first byte in the file, for errors
    PickleDialect dialect = PickleDialect::Archive;
};

/// Runs a pickle of protocol 2 in the subset that torch writes. Only listed opcodes and globals
/// pass; every global is resolved to an enum and nothing is ever called. What follows the STOP is
/// not looked at.
/// Errors: ForbiddenPickle (an opcode or global that is not allowed, by name), Unsupported
/// (another protocol), Malformed, Truncated (no STOP), LimitExceeded, ReadFailed, Cancelled.
[[nodiscard]] Result<PickleDocument> runPickle(PickleInput input, const PickleOrigin& origin,
                                               const std::stop_token& stop,
                                               const PickleLimits& limits = {});

/// The same of bytes in memory; texts of the result are views into them.
[[nodiscard]] Result<PickleDocument> runPickle(std::span<const std::byte> bytes,
                                               const PickleOrigin& origin,
                                               const std::stop_token& stop,
                                               const PickleLimits& limits = {});

}  // namespace stowage
