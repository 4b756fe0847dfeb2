// SPDX-License-Identifier: GPL-3.0-or-later
// A pickle alone: 'A' (archive), 'L' (legacy) or 'S' (TorchScript), then its bytes. Every storage
// that it names is there, in a file of zeros.
#include "engine/checkpoint/formats/pickle.h"
#include "engine/checkpoint/formats/torch_document.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/memory_file.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <stop_token>
#include <string>

namespace stowage::fuzz {
namespace {

constexpr std::uint64_t kStorageBytes = 4096;

std::optional<PickleDialect> dialectOf(std::byte letter) {
    switch (std::to_integer<char>(letter)) {
        case 'A':
            return PickleDialect::Archive;
        case 'L':
            return PickleDialect::Legacy;
        case 'S':
            return PickleDialect::TorchScript;
        default:
            return std::nullopt;
    }
}

/// Every value refers to values that are there, every text lies in the pickle.
void checkDocument(const PickleDocument& document, std::string_view bytes) {
    require(document.byteCount() <= bytes.size(), "a pickle ends with its bytes");
    require(document.root() < document.size(), "a pickle has a root");
    for (PickleRef ref = 0; ref < document.size(); ++ref) {
        const auto& node = document.node(ref);
        const std::string_view text = node.text();
        // Looked at for the sanitizer: a text is a view.
        require(std::ranges::count(text, '\n') <= std::ssize(text), "a text can be read");
        const auto members = document.members(ref);
        require(node.kind != PickleKind::Dict || members.size() % 2 == 0,
                "each key of a dict has a value");
        for (const PickleRef member : members) {
            require(member < document.size(), "members are there");
        }
        if (node.kind == PickleKind::Storage) {
            require(node.index < document.storages().size() &&
                        document.storage(node.index).elements >= 0,
                    "a storage is there");
        }
    }
}

TorchDocument torchDocument(const PickleDocument& pickle) {
    static constexpr std::array<std::byte, kStorageBytes> kZeros{};
    return {pickle, memoryFile(kZeros), [](const PickleStorage&) {
                return TensorLocation{0, 0, kStorageBytes};
            }};
}

}  // namespace

void runPickle(Input input) {
    const auto dialect = input.empty() ? std::nullopt : dialectOf(input.front());
    if (!dialect) {
        return;
    }
    const Input bytes = input.subspan(1);
    const PickleOrigin origin{"model.pth", "archive/data.pkl", 0, *dialect};
    const auto pickle = runPickle(bytes, origin, std::stop_token());
    if (!pickle) {
        checkError(pickle.error());
        return;
    }
    checkDocument(*pickle, textOf(bytes));
    const TorchDocument document = torchDocument(*pickle);
    if (*dialect == PickleDialect::TorchScript) {
        checkResult(makeScriptCheckpoint(document));
        return;
    }
    const auto found = findStateDict(*pickle, "model.pth");
    checkResult(makeTorchCheckpoint(document, CheckpointFormat::TorchZip, OpenOptions{}));
    checkResult(makeLoneTensor(document), document.file);
    if (found && found->parts.size() > 1) {
        OpenOptions options;
        options.prefix = found->parts.back().prefix;
        const auto part = findStateDict(*pickle, "model.pth", options.prefix);
        require(part.has_value() && part->prefix == *options.prefix,
                "a part that is named can be taken");
        checkResult(makeTorchCheckpoint(document, CheckpointFormat::TorchZip, options));
    }
}

}  // namespace stowage::fuzz
