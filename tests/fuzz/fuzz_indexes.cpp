// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of shard and offload indexes, and JSON from outside as such.
#include "engine/base/json_reader.h"
#include "engine/checkpoint/formats/json_events.h"
#include "engine/checkpoint/formats/offload_folder_reader.h"
#include "engine/checkpoint/open/checkpoint_folder.h"
#include "engine/checkpoint/open/sharded_reader.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"

#include <cstdint>
#include <string>
#include <unordered_set>

namespace stowage::fuzz {
namespace {

const std::string kFile = "index.json";

void runShardIndex(std::string_view text) {
    const auto index = parseShardIndex(text, kFile);
    if (!index) {
        checkError(index.error());
        return;
    }
    std::unordered_set<std::string_view> names;
    std::unordered_set<std::uint32_t> used;
    for (const auto& [tensor, number] : index->weights) {
        require(names.insert(tensor).second, "an index has each tensor once");
        require(number < index->files.size(), "a tensor is in one of the files");
        used.insert(number);
    }
    require(used.size() == index->files.size(), "each file has a tensor");
    require(std::unordered_set<std::string_view>(index->files.begin(), index->files.end()).size() ==
                index->files.size(),
            "each file is there once");
}

void runOffloadIndex(std::string_view text) {
    std::unordered_set<std::string> names;
    JsonScanner json(text);
    const auto scanned = scanOffloadIndex(json, kFile, [&names](const OffloadEntry& entry) {
        require(names.insert(entry.name).second, "an index has each tensor once");
        require(entry.shape.size() <= 64, "a tensor has at most 64 dimensions");
        return Result<void>();
    });
    if (!scanned) {
        checkError(scanned.error());
    }
}

/// Keeps the order of keys, so that texts can be compared.
void runDocument(std::string_view text) {
    const auto document = parseJson(text, kFile);
    if (!document) {
        checkError(document.error());
        return;
    }
    const std::string printed = jsonText(*document);
    const auto again = parseJson(printed, kFile);
    require(again.has_value(), "printed JSON can be read");
    require(jsonText(*again) == printed, "printed JSON reads as the same");
}

}  // namespace

void runIndexes(Input input) {
    const std::string_view text = textOf(input);
    runShardIndex(text);
    runOffloadIndex(text);
    runDocument(text);
    if (const auto kind = probeJson(text, kFile); !kind) {
        checkError(kind.error());
    }
    if (const auto shards = shardsOfIndex(std::string(text), kFile); !shards) {
        checkError(shards.error());
    }
}

}  // namespace stowage::fuzz
