// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzz_check.h"

#include "engine/base/strings.h"
#include "engine/checkpoint/tensor_reader.h"
#include "engine/model/module_tree_json.h"
#include "engine/model/tensor_spec.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unordered_set>
#include <vector>

namespace stowage::fuzz {
namespace {

constexpr std::size_t kMostMessageBytes = 4096;
/// What makeError cuts a key to, quotes included.
constexpr std::size_t kMostKeyBytes = 4200;
/// Larger tensors are not gathered; a shape of zero strides costs nothing in a file.
constexpr std::uint64_t kGatheredBytes = 4096;
/// Larger trees are not written out: their size follows from the input's only through copies.
constexpr std::size_t kWrittenNodes = 2000;

/// Paths stand in messages as they are, with the tabs and newlines that they may have.
bool isPrintable(std::string_view text) {
    return isValidUtf8(text) && std::ranges::none_of(text, [](char c) {
               return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n') || c == 0x7f;
           });
}

void checkSentence(std::string_view text) {
    require(!text.empty(), "a message says something");
    require(text.size() <= kMostMessageBytes, "a message has at most 4 KiB");
    require(isPrintable(text), "a message is printable UTF-8");
    require(text.ends_with('.'), "a message ends in a full stop");
}

/// Bytes from the first element to the last one that shape and strides reach.
std::uint64_t reachedBytes(const StoredTensor& tensor) {
    if (std::ranges::find(tensor.shape, 0) != tensor.shape.end()) {
        return 0;
    }
    __extension__ using Wide = unsigned __int128;
    Wide last = 0;
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
        last += static_cast<Wide>(tensor.shape[i] - 1) * static_cast<Wide>(tensor.strides[i]);
        require(last < (Wide{1} << 64), "strides stay within 64 bits");
    }
    return static_cast<std::uint64_t>(last + 1) * storedBits(tensor.dtype) / 8;
}

void gather(const RandomAccessFile& file, const StoredTensor& tensor, std::uint64_t bytes) {
    std::vector<std::byte> source(tensor.location.length);
    const auto read = file.readAt(tensor.location.offset, source);
    require(read.has_value(), "what a tensor says it has can be read");
    std::vector<std::byte> target(bytes);
    gatherTensor(tensor, source, target);
}

}  // namespace

void require(bool holds, std::string_view rule) {
    if (!holds) {
        std::fprintf(stderr, "broken: %.*s\n", static_cast<int>(rule.size()), rule.data());
        std::abort();
    }
}

void checkError(const Error& error) {
    checkSentence(error.message.english());
    require(error.key.size() <= kMostKeyBytes, "a key of an error is cut");
    require(error.code != ErrorCode::Internal && error.code != ErrorCode::Cancelled &&
                error.code != ErrorCode::ReadFailed && error.code != ErrorCode::WriteFailed,
            "the error is the input's");
}

void checkTensor(const Checkpoint& checkpoint, const StoredTensor& tensor) {
    require(isValidUtf8(tensor.name) && tensor.name.find('\0') == std::string::npos,
            "a tensor's name is UTF-8 without NUL");
    const auto bytes = checkedByteSize(tensor.dtype, tensor.shape);
    require(bytes.has_value(), "a tensor's size fits 64 bits");
    if (tensor.isMeta) {
        return;
    }
    const TensorLocation& place = tensor.location;
    require(place.shard < checkpoint.shards.size(), "a tensor lies in one of the files");
    const RandomAccessFile& file = *checkpoint.shards[place.shard];
    require(place.offset <= file.size() && place.length <= file.size() - place.offset,
            "a tensor lies inside its file");
    if (tensor.strides.empty()) {
        require(place.length == *bytes, "a tensor has the bytes of its shape");
    } else {
        require(tensor.strides.size() == tensor.shape.size(), "each dimension has its stride");
        require(std::ranges::none_of(tensor.strides, [](auto stride) { return stride < 0; }),
                "no stride is negative");
        require(place.length == reachedBytes(tensor), "a tensor has the bytes it reaches");
    }
    if (*bytes <= kGatheredBytes && place.length <= kGatheredBytes) {
        gather(file, tensor, *bytes);
    }
}

void checkTreeRoundTrip(const ModuleTree& tree) {
    if (tree.nodes().size() > kWrittenNodes || tree.tensors().size() > kWrittenNodes) {
        return;
    }
    const auto again = parseModuleTreeJson(writeModuleTreeJson(tree, "fuzz"), "written.tree.json");
    if (!again) {
        std::fprintf(stderr, "%s\n", again.error().message.english().c_str());
    }
    require(again.has_value(), "a written tree can be read");
    const ModuleTree& read = **again;
    const auto areSame = [](const TensorSpec& a, const TensorSpec& b) {
        return a.name == b.name && a.dtype == b.dtype && a.shape == b.shape && a.kind == b.kind &&
               a.persistent == b.persistent && a.storage == b.storage && a.module == b.module;
    };
    require(std::ranges::equal(tree.tensors(), read.tensors(), areSame),
            "a written tree has the same tensors");
    require(std::ranges::equal(tree.nodes(), read.nodes(),
                               [](const ModuleNode& a, const ModuleNode& b) {
                                   return a.name == b.name && a.parent == b.parent &&
                                          a.className == b.className && a.sameAs == b.sameAs &&
                                          a.subtreeBytes == b.subtreeBytes;
                               }),
            "a written tree has the same modules");
    require(tree.noSplitClasses() == read.noSplitClasses(),
            "a written tree has the same no-split classes");
}

void checkCheckpoint(const Checkpoint& checkpoint) {
    std::unordered_set<std::string_view> names;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        checkTensor(checkpoint, tensor);
        require(names.insert(tensor.name).second, "no tensor is there twice");
    }
    for (const std::string& warning : checkpoint.warnings) {
        checkSentence(warning);
    }
    const auto tree = buildModuleTree(checkpoint);
    if (!tree) {
        checkError(tree.error());
        return;
    }
    // A tree from elsewhere may lack some: the key check tells them.
    const bool isFromNames = checkpoint.describedTree == nullptr;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        require(!isFromNames || (*tree)->findTensor(tensor.name).has_value(),
                "the tree has every tensor");
    }
    checkTreeRoundTrip(**tree);
}

void checkResult(const Result<Checkpoint>& result) {
    if (result) {
        checkCheckpoint(*result);
    } else {
        checkError(result.error());
    }
}

void checkResult(const Result<StoredTensor>& result,
                 const std::shared_ptr<const RandomAccessFile>& file) {
    if (!result) {
        checkError(result.error());
        return;
    }
    Checkpoint checkpoint;
    checkpoint.shards = {file};
    checkTensor(checkpoint, *result);
}

}  // namespace stowage::fuzz
