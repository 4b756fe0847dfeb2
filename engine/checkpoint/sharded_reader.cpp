// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/sharded_reader.h"

#include "engine/base/name_hash.h"
#include "engine/base/natural_order.h"
#include "engine/base/seen_names.h"
#include "engine/base/utf8.h"
#include "engine/checkpoint/checkpoint_file.h"
#include "engine/checkpoint/folder_guard.h"
#include "engine/checkpoint/safetensors_reader.h"
#include "engine/checkpoint/shard_index.h"
#include "engine/model/tensor_size.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace stowage {
namespace {

/// Beyond these, shards are opened only while they are read.
constexpr std::size_t kMaxOpenShards = 128;
constexpr std::size_t kMaxShards = 65536;
constexpr std::uint32_t kNoShard = ~std::uint32_t{0};

std::string lowerCase(std::string text) {
    for (char& c : text) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return text;
}

class ShardReader {
public:
    ShardReader(std::string indexPath, const OpenOptions& options, const std::stop_token& stop)
        : m_path(std::move(indexPath)),
          m_folder(folderOf(m_path)),
          m_guard(m_folder),
          m_options(options),
          m_stop(stop) {}

    Result<Checkpoint> read(ShardIndex index) {
        m_index = std::move(index);
        if (const auto listed = listShards(); !listed) {
            return listed.unexpected();
        }
        m_checkpoint.path = m_path;
        m_checkpoint.format = CheckpointFormat::TorchShards;
        m_checkpoint.tensors.reserve(m_index.weights.size());
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            if (m_stop.stop_requested()) {
                return fail(ErrorCode::Cancelled, "Opening " + m_path + " was stopped.");
            }
            if (const auto read = readShard(static_cast<std::uint32_t>(i)); !read) {
                return read.unexpected();
            }
        }
        if (const auto checked = checkMap(); !checked) {
            return checked.unexpected();
        }
        checkTotalSize();
        addTiedNames(m_index.metadata, m_checkpoint.tensors);
        return std::move(m_checkpoint);
    }

private:
    Result<void> listShards() {
        SeenNames seen;
        std::map<std::string, std::string> byLowerCase;
        m_entries.reserve(m_index.weights.size());
        m_foundIn.assign(m_index.weights.size(), kNoShard);
        for (std::size_t i = 0; i < m_index.weights.size(); ++i) {
            const auto& [tensor, shard] = m_index.weights[i];
            m_entries.emplace(tensor, static_cast<std::uint32_t>(i));
            // Mostly the shard of the tensor before it.
            if ((i > 0 && shard == m_index.weights[i - 1].second) || !seen.insert(shard)) {
                continue;
            }
            const auto [other, isNew] = byLowerCase.emplace(lowerCase(shard), shard);
            if (!isNew) {
                return fail(ErrorCode::Malformed,
                            m_path + " names the shards " + quotedForMessage(other->second) +
                                " and " + quotedForMessage(shard) +
                                ", which differ by case only; on many file systems they are one "
                                "file. Rename one.",
                            m_path, shard);
            }
            m_names.push_back(shard);
        }
        if (m_names.size() > kMaxShards) {
            return fail(ErrorCode::LimitExceeded,
                        m_path + " names " + std::to_string(m_names.size()) +
                            " shards; at most 65536 are read.",
                        m_path);
        }
        std::ranges::sort(m_names, isNaturallyLess);
        return {};
    }

    Result<std::shared_ptr<const RandomAccessFile>> openShard(const std::string& name) const {
        const auto path = m_guard.place(name, m_path);
        if (!path) {
            return path.unexpected();
        }
        auto file = m_names.size() > kMaxOpenShards ? RandomAccessFile::openWhenRead(*path)
                                                    : RandomAccessFile::open(*path);
        if (!file && file.error().code == ErrorCode::FileNotFound) {
            return fail(ErrorCode::FileNotFound,
                        m_path + " names the shard " + quotedForMessage(name) +
                            ", which is missing from " + m_folder + "; fetch it again.",
                        *path, name);
        }
        return file;
    }

    Result<void> readShard(std::uint32_t number) {
        const auto file = openShard(m_names[number]);
        if (!file) {
            return file.unexpected();
        }
        auto shard = readWeightsFile(*file, m_options, m_stop);
        if (!shard) {
            return shard.unexpected();
        }
        if (shard->format == CheckpointFormat::Safetensors) {
            m_checkpoint.format = CheckpointFormat::SafetensorsShards;
        }
        m_checkpoint.shards.push_back(*file);
        m_checkpoint.prefix = number == 0 ? shard->prefix : m_checkpoint.prefix;
        std::ranges::move(shard->warnings, std::back_inserter(m_checkpoint.warnings));
        std::unordered_map<std::uint64_t, std::uint64_t> keys;
        for (StoredTensor& tensor : shard->tensors) {
            if (const std::uint32_t other = std::exchange(shardOf(tensor.name), number);
                other != kNoShard) {
                return fail(ErrorCode::Malformed,
                            "The tensor " + quotedForMessage(tensor.name) +
                                " is in two shards of " + m_path + ": " +
                                quotedForMessage(m_names[other]) + " and " +
                                quotedForMessage(m_names[number]) + ".",
                            m_path, tensor.name);
            }
            tensor.location.shard = number;
            if (tensor.storageKey != 0) {
                const auto [key, isFirst] = keys.try_emplace(tensor.storageKey, m_lastKey + 1);
                m_lastKey += isFirst ? 1 : 0;
                tensor.storageKey = key->second;
            }
            m_checkpoint.tensors.push_back(std::move(tensor));
        }
        return {};
    }

    /// Where a tensor was found, by its name; kNoShard as yet.
    std::uint32_t& shardOf(const std::string& name) {
        const auto found = m_entries.find(name);
        return found != m_entries.end() ? m_foundIn[found->second]
                                        : m_unmapped.try_emplace(name, kNoShard).first->second;
    }

    /// The map and the shards must agree about what is where.
    Result<void> checkMap() {
        for (std::size_t i = 0; i < m_index.weights.size(); ++i) {
            const auto& [tensor, shard] = m_index.weights[i];
            const std::uint32_t found = m_foundIn[i];
            if (found == kNoShard || m_names[found] != shard) {
                return fail(ErrorCode::Malformed,
                            m_path + " says that the tensor " + quotedForMessage(tensor) +
                                " is in " + quotedForMessage(shard) + ", but it is " +
                                (found == kNoShard ? std::string("in no shard")
                                                   : "in " + quotedForMessage(m_names[found])) +
                                ".",
                            m_path, tensor);
            }
        }
        warnOfUnmapped();
        return {};
    }

    void warnOfUnmapped() {
        if (m_unmapped.empty()) {
            return;
        }
        std::unordered_set<std::uint64_t> mappedStorages;
        for (const StoredTensor& tensor : m_checkpoint.tensors) {
            if (tensor.storageKey != 0 && !m_unmapped.contains(tensor.name)) {
                mappedStorages.insert(tensor.storageKey);
            }
        }
        std::size_t unmapped = 0;
        const StoredTensor* first = nullptr;
        for (const StoredTensor& tensor : m_checkpoint.tensors) {
            // Second names of a mapped tensor are often left out on purpose.
            if (m_unmapped.contains(tensor.name) && !mappedStorages.contains(tensor.storageKey)) {
                first = unmapped++ == 0 ? &tensor : first;
            }
        }
        if (first != nullptr) {
            m_checkpoint.warnings.push_back(m_path + " leaves out " + std::to_string(unmapped) +
                                            (unmapped == 1 ? " tensor" : " tensors") +
                                            " of its shards, such as " +
                                            quotedForMessage(first->name) + " in " +
                                            quotedForMessage(m_names[first->location.shard]) +
                                            "; they were taken all the same, as Accelerate does.");
        }
    }

    /// Writers count a tensor that has two names once or twice: both are right.
    void checkTotalSize() {
        if (!m_index.totalSize) {
            return;
        }
        std::uint64_t names = 0;
        std::uint64_t storages = 0;
        std::unordered_set<std::uint64_t> seen;
        for (const StoredTensor& tensor : m_checkpoint.tensors) {
            const std::uint64_t bytes = checkedByteSize(tensor.dtype, tensor.shape).value_or(0);
            names += bytes;
            const bool isNew = tensor.storageKey == 0 || seen.insert(tensor.storageKey).second;
            storages += isNew ? bytes : 0;
        }
        const double said = *m_index.totalSize;
        if (said != static_cast<double>(names) && said != static_cast<double>(storages)) {
            const std::string text =
                said >= 0 && said < 1e18
                    ? std::to_string(static_cast<std::uint64_t>(said)) + " bytes"
                    : "a size that cannot be";
            m_checkpoint.warnings.push_back(m_path + " gives " + text +
                                            " as its total_size, but its tensors have " +
                                            std::to_string(storages) + " bytes.");
        }
    }

    std::string m_path;
    std::string m_folder;
    FolderGuard m_guard;
    const OpenOptions& m_options;
    const std::stop_token& m_stop;
    ShardIndex m_index;
    std::vector<std::string> m_names;  ///< of the shards, in their order
    /// Of the index's tensors: their numbers in it, and in which shard each was found.
    NameTable<std::string_view, std::uint32_t> m_entries;
    std::vector<std::uint32_t> m_foundIn;
    NameTable<std::string, std::uint32_t> m_unmapped;  ///< tensors it leaves out
    std::uint64_t m_lastKey = 0;
    Checkpoint m_checkpoint;
};

}  // namespace

Result<Checkpoint> readShards(const std::string& indexPath, JsonScanner& json,
                              const OpenOptions& options, const std::stop_token& stop) {
    auto index = parseShardIndex(json, indexPath);
    if (!index) {
        return index.unexpected();
    }
    return ShardReader(indexPath, options, stop).read(std::move(*index));
}

}  // namespace stowage
