// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/shard_index.h"

#include "engine/checkpoint/json_events.h"

namespace stowage {
namespace {

/// Three times what the largest models have, and what a hostile index may cost.
constexpr std::size_t kMaxTensors = 400'000;
constexpr std::size_t kMaxNamesBytes = std::size_t{32} << 20;

class IndexHandler : public JsonEvents<IndexHandler> {
public:
    using JsonEvents::JsonEvents;

    bool scalar(JsonScalar& value) {
        if (depth() == 1) {
            return flatMember(value);
        }
        if (depth() == 2 && m_isInMap) {
            return mapped(keyAt(1), value, m_index.weights);
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
            m_index.weights = std::move(m_flat);
        }
        if (m_index.weights.empty()) {
            (void)refuse(ErrorCode::Malformed, "is an index of shards that maps no tensors");
            return Unexpected{error()};
        }
        return std::move(m_index);
    }

private:
    using Pairs = std::vector<std::pair<std::string, std::string>>;

    bool noIndex(const std::string& key) {
        return refuse(ErrorCode::Malformed,
                      "is no index of shards: it must map each tensor's name to a file's name, at "
                      "its top or under \"weight_map\", and does not at " +
                          quotedForMessage(key),
                      key);
    }
    bool mapped(const std::string& key, JsonScalar& value, Pairs& pairs) {
        if (value.kind != JsonScalar::Kind::Text) {
            return noIndex(key);
        }
        return add(key, value, pairs);
    }
    bool add(const std::string& key, JsonScalar& value, Pairs& pairs) {
        m_namesBytes += key.size() + value.text.size();
        if (pairs.size() >= kMaxTensors || m_namesBytes > kMaxNamesBytes) {
            return refuse(ErrorCode::LimitExceeded,
                          "maps more than the 400000 tensors, or names of more than the 32 MiB, "
                          "that are read",
                          key);
        }
        pairs.emplace_back(key, std::move(value.text));
        return true;
    }
    /// Besides a weight_map other members may be anything.
    bool flatMember(JsonScalar& value) {
        if (keyAt(0) == "weight_map") {
            return noIndex(keyAt(0));
        }
        if (value.kind == JsonScalar::Kind::Text) {
            return add(keyAt(0), value, m_flat);
        }
        if (m_odd.empty()) {
            m_odd = keyAt(0);
        }
        return true;
    }
    void noteMetadata(JsonScalar& value) {
        using Kind = JsonScalar::Kind;
        if (keyAt(1) == "total_size") {
            const bool isNumber = value.kind == Kind::Unsigned || value.kind == Kind::Integer ||
                                  value.kind == Kind::Float;
            m_index.totalSize = isNumber ? value.real : -1;
        } else if (value.kind == Kind::Text) {
            m_index.metadata.emplace_back(keyAt(1), std::move(value.text));
        }
    }

    ShardIndex m_index;
    Pairs m_flat;
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
