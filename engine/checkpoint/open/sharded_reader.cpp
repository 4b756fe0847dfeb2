// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/open/sharded_reader.h"

#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/folder_guard.h"
#include "engine/checkpoint/formats/json_events.h"
#include "engine/checkpoint/formats/safetensors_reader.h"
#include "engine/checkpoint/open/checkpoint_file.h"
#include "engine/checkpoint/open/checkpoint_folder.h"
#include "engine/model/pretrained_models.h"
#include "engine/model/tensor_spec.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <span>
#include <system_error>
#include <unordered_map>
#include <unordered_set>

namespace stowage {
namespace {

constexpr std::size_t kMostShards = 65536;

/// Tensors and the files that they are said to be in.
struct Mapping {
    std::vector<ShardIndex::Weight> weights;
    std::vector<std::string> files;
    NameTable<std::string, std::uint32_t> numbers;  ///< of the files
    std::uint32_t last = 0;

    /// Mostly that of the tensor before.
    std::uint32_t numberOf(std::string_view file) {
        if (files.empty() || files[last] != file) {
            const auto next = static_cast<std::uint32_t>(files.size());
            const auto found = numbers.find(file);
            last = found != numbers.end() ? found->second : next;
            if (last == next) {
                numbers.emplace(files.emplace_back(file), next);
            }
        }
        return last;
    }
};

class IndexHandler : public JsonEvents<IndexHandler> {
public:
    using JsonEvents::JsonEvents;

    bool scalar(JsonScalar& value) {
        if (depth() == 1) {
            return flatMember(value);
        }
        if (depth() == 2 && m_isInMap) {
            return mapped(keyAt(1), value);
        }
        if (depth() == 2 && m_isInMetadata) {
            noteMetadata(value);
        }
        return true;
    }
    bool opened(bool isArray) {
        if (depth() == 0 && isArray) {
            return noIndex("[");
        }
        if (depth() == 1) {
            m_isInMap = keyAt(0) == "weight_map";
            m_isInMetadata = keyAt(0) == "metadata" && !isArray;
            m_hasMap = m_hasMap || m_isInMap;
            if (m_isInMap && isArray) {
                return noIndex("weight_map");
            }
            m_odd = m_isInMap || m_isInMetadata || !m_odd.empty() ? m_odd : keyAt(0);
        } else if (depth() == 2 && m_isInMap) {
            return noIndex(keyAt(1));
        }
        return true;
    }
    bool closed(bool) {
        if (depth() == 1) {
            m_isInMap = m_isInMetadata = false;
        }
        return true;
    }

    Result<ShardIndex> take() {
        if (!m_hasMap) {
            if (!m_odd.empty()) {
                (void)noIndex(m_odd);
                return Unexpected{error()};
            }
            std::swap(m_map, m_flat);
        }
        if (m_map.weights.empty()) {
            (void)refuse(ErrorCode::Malformed,
                         say("is an index of shards, but contains no tensor names"));
            return Unexpected{error()};
        }
        m_index.weights = std::move(m_map.weights);
        m_index.files = std::move(m_map.files);
        return std::move(m_index);
    }

private:
    bool noIndex(const std::string& key) {
        return refuse(ErrorCode::Malformed,
                      say("is not an index of shards: an index maps tensor names to file names (at "
                          "its top level or under \"weight_map\"), but the JSON at %1 differs",
                          quotedForMessage(key)),
                      key);
    }
    bool mapped(const std::string& key, const JsonScalar& value) {
        if (value.kind != JsonScalar::Kind::Text) {
            return noIndex(key);
        }
        return add(key, value.text, m_map);
    }
    bool add(const std::string& key, std::string_view file, Mapping& mapping) {
        constexpr std::size_t kMaxNamesBytes = std::size_t{32} << 20;
        // Three times what the largest models have, and what a hostile index may cost.
        constexpr std::size_t kMaxTensors = 400'000;
        m_namesBytes += key.size() + file.size();
        if (mapping.weights.size() >= kMaxTensors || m_namesBytes > kMaxNamesBytes) {
            return refuse(
                ErrorCode::LimitExceeded,
                say("maps more tensors than the limit of 400000, or has more than 32 MiB of names"),
                key);
        }
        const std::uint32_t number = mapping.numberOf(file);
        if (number >= kMostShards) {
            return refuse(ErrorCode::LimitExceeded,
                          say("names more shards than the limit of 65536"), key);
        }
        mapping.weights.push_back({m_index.names.keep(key), number});
        return true;
    }
    /// Besides a weight_map other members may be anything.
    bool flatMember(const JsonScalar& value) {
        if (keyAt(0) == "weight_map") {
            return noIndex(keyAt(0));
        }
        if (value.kind == JsonScalar::Kind::Text) {
            return add(keyAt(0), value.text, m_flat);
        }
        if (m_odd.empty()) {
            m_odd = keyAt(0);
        }
        return true;
    }
    void noteMetadata(const JsonScalar& value) {
        using ScalarKind = JsonScalar::Kind;
        if (keyAt(1) == "total_size") {
            const bool isNumber = value.kind == ScalarKind::Unsigned ||
                                  value.kind == ScalarKind::Integer ||
                                  value.kind == ScalarKind::Float;
            m_index.totalSize = isNumber ? value.real : -1;
        } else if (value.kind == ScalarKind::Text) {
            m_index.metadata.emplace_back(keyAt(1), value.text);
        }
    }

    ShardIndex m_index;
    Mapping m_map;
    Mapping m_flat;
    std::size_t m_namesBytes = 0;
    std::string m_odd;  ///< a member that no flat index can have
    bool m_hasMap = false;
    bool m_isInMap = false;
    bool m_isInMetadata = false;
};

/// Beyond these, shards are opened only while they are read.
constexpr std::size_t kMaxOpenShards = 128;

constexpr std::uint32_t kNoShard = ~std::uint32_t{0};

std::string lowerCase(std::string text) {
    for (char& c : text) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return text;
}

class ShardReader {
public:
    ShardReader(std::string indexPath, const OpenOptions& options, const std::stop_token& stop,
                const ProgressSink& progress)
        : m_path(std::move(indexPath)),
          m_folder(folderOf(m_path)),
          m_guard(m_folder),
          m_options(options),
          m_stop(stop),
          m_progress(progress) {}

    Result<Checkpoint> read(ShardIndex index) {
        m_index = std::move(index);
        STOWAGE_TRY(listShards());
        m_checkpoint.path = m_path;
        m_checkpoint.format = CheckpointFormat::TorchShards;
        m_checkpoint.tensors.reserve(m_index.weights.size());
        ProgressThrottle throttle(m_progress);
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            if (m_stop.stop_requested()) {
                return fail(ErrorCode::Cancelled, say("Opening %1 was stopped.", m_path));
            }
            throttle.report(progressAt(i));
            STOWAGE_TRY(readShard(static_cast<std::uint32_t>(i)));
        }
        throttle.reportFinal(progressAt(m_names.size()));
        STOWAGE_TRY(checkMap());
        checkTotalSize();
        addTiedNames(m_index.metadata, m_checkpoint.tensors);
        return std::move(m_checkpoint);
    }

private:
    /// Shards in their order, with the tensors that the index says are in each.
    Result<void> listShards() {
        std::map<std::string, const std::string*> byLowerCase;
        for (const std::string& name : m_index.files) {
            const auto [other, isNew] = byLowerCase.emplace(lowerCase(name), &name);
            if (!isNew) {
                return fail(ErrorCode::Malformed,
                            say("%1 names the shards %2 and %3, whose names differ only in case. "
                                "On many file systems, both names refer to the same file; rename "
                                "one of the shards.",
                                m_path, quotedForMessage(*other->second), quotedForMessage(name)),
                            m_path, name);
            }
        }
        std::vector<std::uint32_t> order(m_index.files.size());
        std::iota(order.begin(), order.end(), std::uint32_t{0});
        std::ranges::sort(order, isNaturallyLess,
                          [&](std::uint32_t i) -> const std::string& { return m_index.files[i]; });
        m_shardOf.resize(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            m_shardOf[order[i]] = static_cast<std::uint32_t>(i);
            m_names.push_back(m_index.files[order[i]]);
        }
        sortByShard();
        m_foundIn.assign(m_index.weights.size(), kNoShard);
        return {};
    }

    /// The entries of each shard, one after the other, in the index's order.
    void sortByShard() {
        m_firstOf.assign(m_names.size() + 1, 0);
        for (const ShardIndex::Weight& weight : m_index.weights) {
            ++m_firstOf[m_shardOf[weight.file] + 1];
        }
        std::partial_sum(m_firstOf.begin(), m_firstOf.end(), m_firstOf.begin());
        std::vector<std::uint32_t> next(m_firstOf.begin(), m_firstOf.end() - 1);
        m_byShard.resize(m_index.weights.size());
        for (std::size_t i = 0; i < m_index.weights.size(); ++i) {
            m_byShard[next[m_shardOf[m_index.weights[i].file]]++] = static_cast<std::uint32_t>(i);
        }
    }

    [[nodiscard]] Progress progressAt(std::size_t shard) const {
        return {phrase("headers of files"),
                0,
                0,
                shard,
                m_names.size(),
                shard < m_names.size() ? m_names[shard] : std::string()};
    }

    Result<std::shared_ptr<const RandomAccessFile>> openShard(const std::string& name) const {
        const auto path = m_guard.place(name, m_path);
        STOWAGE_TRY(path);
        auto file = m_names.size() > kMaxOpenShards ? RandomAccessFile::openWhenRead(*path)
                                                    : RandomAccessFile::open(*path);
        if (!file && file.error().code == ErrorCode::FileNotFound) {
            return fail(
                ErrorCode::FileNotFound,
                say("%1 names the shard %2, which is missing from %3; fetch the shard again.",
                    m_path, quotedForMessage(name), m_folder),
                *path, name);
        }
        return file;
    }

    Result<void> readShard(std::uint32_t number) {
        const auto file = openShard(m_names[number]);
        STOWAGE_TRY(file);
        auto shard = readWeightsFile(*file, m_options, m_stop);
        STOWAGE_TRY(shard);
        if (shard->format == CheckpointFormat::Safetensors) {
            m_checkpoint.format = CheckpointFormat::SafetensorsShards;
        }
        m_checkpoint.shards.push_back(*file);
        m_checkpoint.prefix = number == 0 ? shard->prefix : m_checkpoint.prefix;
        std::ranges::move(shard->warnings, std::back_inserter(m_checkpoint.warnings));
        std::unordered_map<std::uint64_t, std::uint64_t> keys;
        std::uint32_t next = m_firstOf[number];
        for (StoredTensor& tensor : shard->tensors) {
            if (const std::uint32_t other =
                    std::exchange(foundIn(tensor.name, number, next), number);
                other != kNoShard) {
                return fail(
                    ErrorCode::Malformed,
                    say("The tensor %1 is in two shards of %2: %3 and %4.",
                        quotedForMessage(tensor.name), m_path, quotedForMessage(m_names[other]),
                        quotedForMessage(m_names[number])),
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

    /// Where a tensor was found; kNoShard as yet. `next` is the place in m_byShard where it is
    /// expected, for indexes and shards mostly have one order, and moves on behind it.
    std::uint32_t& foundIn(const std::string& name, std::uint32_t shard, std::uint32_t& next) {
        if (next < m_firstOf[shard + 1] && m_index.weights[m_byShard[next]].tensor == name) {
            return m_foundIn[m_byShard[next++]];
        }
        if (m_entries.empty()) {
            m_entries.reserve(m_index.weights.size());
            for (std::size_t i = 0; i < m_index.weights.size(); ++i) {
                m_entries.emplace(m_index.weights[i].tensor, static_cast<std::uint32_t>(i));
            }
        }
        const auto found = m_entries.find(name);
        if (found == m_entries.end()) {
            return m_unmapped.try_emplace(name, kNoShard).first->second;
        }
        if (m_shardOf[m_index.weights[found->second].file] == shard) {
            const auto end = m_byShard.begin() + m_firstOf[shard + 1];
            const auto at =
                std::lower_bound(m_byShard.begin() + m_firstOf[shard], end, found->second);
            next = static_cast<std::uint32_t>(at - m_byShard.begin()) + 1;
        }
        return m_foundIn[found->second];
    }

    /// The map and the shards must agree about what is where.
    Result<void> checkMap() {
        for (std::size_t i = 0; i < m_index.weights.size(); ++i) {
            const auto& [tensor, file] = m_index.weights[i];
            const std::uint32_t found = m_foundIn[i];
            if (found != m_shardOf[file]) {
                const std::string name = quotedForMessage(tensor);
                const std::string said = quotedForMessage(m_index.files[file]);
                return fail(
                    ErrorCode::Malformed,
                    found == kNoShard
                        ? say("%1 maps the tensor %2 to %3, but no shard contains the tensor.",
                              m_path, name, said)
                        : say("%1 maps the tensor %2 to %3, but the tensor is in %4.", m_path, name,
                              said, quotedForMessage(m_names[found])),
                    m_path, std::string(tensor));
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
            const std::string name = quotedForMessage(first->name);
            const std::string shard = quotedForMessage(m_names[first->location.shard]);
            m_checkpoint.warnings.push_back(
                unmapped == 1 ? say("The index %1 omits %2 tensor of its shards (%3 in %4). The "
                                    "tensor was read anyway, as Accelerate does.",
                                    m_path, unmapped, name, shard)
                              : say("The index %1 omits %2 tensors of its shards (such as %3 in "
                                    "%4). The tensors were read anyway, as Accelerate does.",
                                    m_path, unmapped, name, shard));
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
            m_checkpoint.warnings.push_back(
                said >= 0 && said < 1e18
                    ? say("%1 states a total_size of %2 bytes, but its tensors have %3 bytes.",
                          m_path, static_cast<std::uint64_t>(said), storages)
                    : say("%1 states an impossible total_size; its tensors have %2 bytes.", m_path,
                          storages));
        }
    }

    std::string m_path;
    std::string m_folder;
    FolderGuard m_guard;
    const OpenOptions& m_options;
    const std::stop_token& m_stop;
    const ProgressSink& m_progress;
    ShardIndex m_index;
    std::vector<std::string> m_names;      ///< of the shards, in their order
    std::vector<std::uint32_t> m_shardOf;  ///< the shard that is each of the index's files
    std::vector<std::uint32_t> m_byShard;  ///< numbers of the index's tensors, shard by shard
    std::vector<std::uint32_t> m_firstOf;  ///< where each shard's begin there, and the end
    std::vector<std::uint32_t> m_foundIn;  ///< of the index's tensors: the shard that has each
    /// Of the index's tensors: their numbers in it. Empty until one is not where it is expected.
    NameTable<std::string_view, std::uint32_t> m_entries;
    NameTable<std::string, std::uint32_t> m_unmapped;  ///< tensors it leaves out
    std::uint64_t m_lastKey = 0;
    Checkpoint m_checkpoint;
};

}  // namespace

Result<ShardIndex> parseShardIndex(JsonScanner& json, const std::string& file) {
    IndexHandler handler(file);
    if (!handler.parse(json)) {
        return Unexpected{handler.error()};
    }
    return handler.take();
}

Result<ShardIndex> parseShardIndex(std::string_view text, const std::string& file) {
    JsonScanner json(text);
    return parseShardIndex(json, file);
}

Result<Checkpoint> readShards(const std::string& indexPath, JsonScanner& json,
                              const OpenOptions& options, const std::stop_token& stop,
                              const ProgressSink& progress) {
    auto index = parseShardIndex(json, indexPath);
    STOWAGE_TRY(index);
    return ShardReader(indexPath, options, stop, progress).read(std::move(*index));
}

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostIndexBytes = std::size_t{64} << 20;

Result<ShardIndex> readIndex(const std::string& path) {
    const auto file = RandomAccessFile::open(path);
    STOWAGE_TRY(file);
    if ((*file)->size() > kMostIndexBytes) {
        return fail(ErrorCode::LimitExceeded,
                    say("The index file %1 has %2 bytes; the limit for an index without its shards "
                        "is 64 MiB.",
                        path, (*file)->size()),
                    path);
    }
    std::string text(static_cast<std::size_t>((*file)->size()), '\0');
    STOWAGE_TRY((*file)->readAt(0, std::as_writable_bytes(std::span(text))));
    return parseShardIndex(text, path);
}

bool isThere(const fs::path& path) {
    std::error_code error;
    return fs::exists(path, error);
}

/// Whether a tree has just the tensors of an index, with as many bytes.
bool hasTensorsOf(const ModuleTree& tree, const ShardIndex& index) {
    const bool hasAll = std::ranges::all_of(index.weights, [&tree](const auto& weight) {
        return tree.findTensor(weight.tensor).has_value();
    });
    std::uint64_t bytes = 0;
    std::vector<bool> seen(tree.storageCount());
    for (const TensorSpec& tensor : tree.tensors()) {
        const bool isNew = tensor.persistent && !seen[tensor.storage.index()];
        seen[tensor.storage.index()] = true;
        bytes += isNew ? tensor.byteSize : 0;
    }
    return hasAll && static_cast<double>(bytes) == *index.totalSize;
}

/// The known model that the index is of, and its name.
std::optional<std::pair<Checkpoint, std::string>> knownModelOf(const ShardIndex& index,
                                                               const std::string& path) {
    const auto presets = modelPresets();
    if (!presets || !index.totalSize) {
        return std::nullopt;
    }
    for (const ModelPreset& preset : *presets) {
        auto checkpoint = configCheckpoint(preset.configText, path);
        if (checkpoint && hasTensorsOf(*checkpoint->describedTree, index)) {
            return std::pair{std::move(*checkpoint), preset.name};
        }
    }
    return std::nullopt;
}

/// That the tensors of missing shards are in files that their index does not name, so that it is of
/// another set of files. Empty where none of them is. Error: Cancelled.
Result<Message> staleText(const std::string& indexPath, const ShardIndex& index,
                          const std::vector<bool>& isMissing, const OpenOptions& options,
                          const std::stop_token& stop) {
    constexpr std::size_t kNamed = 2;
    std::set<std::string_view> wanted;
    std::set<std::string_view> missing;
    for (const auto& [tensor, file] : index.weights) {
        if (isMissing[file]) {
            wanted.insert(tensor);
            missing.insert(index.files[file]);
        }
    }
    const FolderGuard guard(folderOf(indexPath));
    const std::set<std::string> named(index.files.begin(), index.files.end());
    std::vector<std::string> holders;
    const auto names = namesInFolder(folderOf(indexPath));
    STOWAGE_TRY(names);
    for (const std::string& name : *names) {
        const auto path = guard.place(name, indexPath);
        if (!path || !isWeightsFile(name) || named.contains(name)) {
            continue;
        }
        const auto file = RandomAccessFile::open(*path);
        const auto shard =
            file ? readWeightsFile(*file, options, stop) : Result<Checkpoint>(file.unexpected());
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, say("Opening %1 was stopped.", indexPath));
        }
        const std::size_t before = wanted.size();
        if (shard) {
            for (const StoredTensor& tensor : shard->tensors) {
                wanted.erase(tensor.name);
            }
        }
        if (wanted.size() < before) {
            holders.push_back(name);
        }
    }
    if (holders.empty()) {
        return Message();
    }
    const Message absent = listedNames({missing.begin(), missing.end()}, kNamed);
    const Message held = listedNames(holders, kNamed);
    return wanted.empty()
               ? say("The index %1 is outdated: all tensors of its missing shards (%2) are in "
                     "other files of the folder (%3). Fetch the index of the other files, or open "
                     "these files by name.",
                     indexPath, absent, held)
               : say("The index %1 is outdated: all tensors of its missing shards (%2) except %3 "
                     "are in other files of the folder (%4). Fetch the index of the other files, "
                     "or open these files by name.",
                     indexPath, absent, listedNames({wanted.begin(), wanted.end()}, kNamed), held);
}

}  // namespace

Result<Checkpoint> describeAbsentShards(const std::string& indexPath, const OpenOptions& options,
                                        const Error& missing, const std::stop_token& stop) {
    const auto index = readIndex(indexPath);
    STOWAGE_TRY(index);
    const fs::path folder = fs::path(indexPath).parent_path();
    std::vector<bool> isMissing;
    for (const std::string& name : index->files) {
        isMissing.push_back(!isThere(folder / name));
    }
    const auto stale = staleText(indexPath, *index, isMissing, options, stop);
    STOWAGE_TRY(stale);
    if (!std::ranges::all_of(isMissing, std::identity())) {
        return stale->empty() ? Unexpected{missing}
                              : fail(missing.code, *stale, missing.file, missing.key);
    }
    const std::size_t count = index->files.size();
    const Message absent =
        count == 1 ? say("%1 names %2 shard, which was not found", indexPath, count)
                   : say("%1 names %2 shards, none of which was found", indexPath, count);
    const Message wanted = listedNames(index->files, 2);
    const std::string config = (folder / "config.json").string();
    if (isThere(config)) {
        const auto file = RandomAccessFile::open(config);
        STOWAGE_TRY(file);
        auto checkpoint = readConfig(**file, {options.className});
        STOWAGE_TRY(checkpoint);
        checkpoint->warnings.push_back(
            stale->empty() ? say("%1: the model is planned from its config.json. To load the "
                                 "model, put %2 next to the index.",
                                 absent, wanted)
                           : say("%1 For now, the model is planned from its config.json.", *stale));
        return checkpoint;
    }
    if (auto known = knownModelOf(*index, indexPath)) {
        known->first.warnings.push_back(
            stale->empty()
                ? say("%1: the names and the total size of the tensors match %2, whose modules are "
                      "used for the plan. To load the model, put %3 next to the index.",
                      absent, known->second, wanted)
                : say("%1 The names and the total size of the tensors match %2, whose modules are "
                      "used for the plan.",
                      *stale, known->second));
        return std::move(known->first);
    }
    return fail(ErrorCode::FileNotFound,
                stale->empty() ? say("%1: an index does not contain the shapes of the tensors. To "
                                     "plan the model, put its config.json next to the index; to "
                                     "load the model, also put %2 next to the index.",
                                     absent, wanted)
                               : *stale,
                missing.file, missing.key);
}

namespace {

bool namesAFile(std::string_view path) {
    constexpr std::array<std::string_view, 7> kEndings = {".safetensors", ".pth", ".pt",  ".bin",
                                                          ".gguf",        ".npy", ".json"};
    return std::ranges::any_of(kEndings, [path](auto ending) { return path.ends_with(ending); });
}

}  // namespace

bool looksLikeHubName(const std::string& path) {
    const std::size_t slash = path.find('/');
    std::error_code error;
    return slash != std::string::npos && isHubName(path) && !namesAFile(path) &&
           !std::filesystem::is_directory(path.substr(0, slash), error);
}

Unexpected hubNameError(const std::string& path) {
    const std::string folder = path.substr(path.find('/') + 1);
    return fail(
        ErrorCode::FileNotFound,
        say("There is no file or folder %1. To use a model of the Hugging Face Hub, download its "
            "files into a folder (hf download %1 config.json --local-dir %2) and open %2. A plan "
            "needs config.json; a load also needs *.safetensors and model.safetensors.index.json.",
            path, folder),
        path);
}

}  // namespace stowage
