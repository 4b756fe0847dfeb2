// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/shard_index.h"

#include "engine/base/name_hash.h"
#include "engine/base/utf8.h"
#include "engine/checkpoint/json_events.h"

#include <utility>

namespace stowage {
namespace {

/// Three times what the largest models have, and what a hostile index may cost.
constexpr std::size_t kMaxTensors = 400'000;
constexpr std::size_t kMaxNamesBytes = std::size_t{32} << 20;
constexpr std::size_t kMaxFiles = 65536;

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
            (void)refuse(ErrorCode::Malformed, "is an index of shards that maps no tensors");
            return Unexpected{error()};
        }
        m_index.weights = std::move(m_map.weights);
        m_index.files = std::move(m_map.files);
        return std::move(m_index);
    }

private:
    bool noIndex(const std::string& key) {
        return refuse(ErrorCode::Malformed,
                      "is no index of shards: it must map each tensor's name to a file's name, at "
                      "its top or under \"weight_map\", and does not at " +
                          quotedForMessage(key),
                      key);
    }
    bool mapped(const std::string& key, const JsonScalar& value) {
        if (value.kind != JsonScalar::Kind::Text) {
            return noIndex(key);
        }
        return add(key, value.text, m_map);
    }
    bool add(const std::string& key, std::string_view file, Mapping& mapping) {
        m_namesBytes += key.size() + file.size();
        if (mapping.weights.size() >= kMaxTensors || m_namesBytes > kMaxNamesBytes) {
            return refuse(ErrorCode::LimitExceeded,
                          "maps more than the 400000 tensors, or names of more than the 32 MiB, "
                          "that are read",
                          key);
        }
        const std::uint32_t number = mapping.numberOf(file);
        if (number >= kMaxFiles) {
            return refuse(ErrorCode::LimitExceeded,
                          "names more than the 65536 shards that are read", key);
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
        using Kind = JsonScalar::Kind;
        if (keyAt(1) == "total_size") {
            const bool isNumber = value.kind == Kind::Unsigned || value.kind == Kind::Integer ||
                                  value.kind == Kind::Float;
            m_index.totalSize = isNumber ? value.real : -1;
        } else if (value.kind == Kind::Text) {
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

}  // namespace stowage
