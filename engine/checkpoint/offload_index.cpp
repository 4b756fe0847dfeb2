// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/offload_index.h"

#include "engine/checkpoint/json_events.h"

#include <limits>
#include <utility>

namespace stowage {
namespace {

constexpr std::size_t kMaxDimensions = 64;

class OffloadHandler : public JsonEvents<OffloadHandler> {
public:
    OffloadHandler(const std::string& file, const OffloadSink& sink)
        : JsonEvents(file), m_sink(sink) {}

    bool scalar(JsonScalar& value) {
        if (depth() <= 1) {
            return wrong(depth() == 0 ? "" : keyAt(0), "is no object of dtype and shape");
        }
        if (depth() == 2) {
            return member(keyAt(1), value);
        }
        return depth() != 3 || keyAt(1) != "shape" || dimension(value);
    }
    bool opened(bool isArray) {
        if (depth() <= 1 && isArray) {
            return wrong(depth() == 0 ? "" : keyAt(0), "is a list");
        }
        if (depth() == 1) {
            m_entry = OffloadEntry{};
            m_entry.name = keyAt(0);
        } else if (depth() == 2 && keyAt(1) == "shape") {
            m_entry.hasShape = isArray;
            return isArray || wrong(keyAt(0), "has a shape that is no list");
        } else if (depth() == 3 && keyAt(1) == "shape") {
            return wrong(keyAt(0), "has a shape that is no list of numbers");
        }
        return true;
    }
    bool closed(bool) {
        if (depth() != 1) {
            return true;
        }
        auto taken = m_sink(m_entry);
        return taken || stopFor(taken.error());
    }

private:
    bool wrong(const std::string& name, const std::string& reason) {
        return refuse(
            ErrorCode::Malformed,
            "is no index of offloaded tensors: its entry " + quotedForMessage(name) + " " + reason,
            name);
    }
    bool member(const std::string& key, const JsonScalar& value) {
        OffloadEntry& entry = m_entry;
        std::string* text = key == "dtype"              ? &entry.dtype
                            : key == "safetensors_file" ? &entry.safetensorsFile
                            : key == "weight_name"      ? &entry.weightName
                                                        : nullptr;
        if (key == "shape") {
            return wrong(entry.name, "has a shape that is no list");
        }
        if (text == nullptr) {
            return true;
        }
        if (value.kind != JsonScalar::Kind::Text) {
            return wrong(entry.name, "has a " + key + " that is no text");
        }
        *text = value.text;
        return true;
    }
    bool dimension(const JsonScalar& value) {
        OffloadEntry& entry = m_entry;
        constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        if (value.kind != JsonScalar::Kind::Unsigned || value.unsignedValue > kMost) {
            return wrong(entry.name, "has a dimension that is no whole number");
        }
        if (entry.shape.size() == kMaxDimensions) {
            return refuse(ErrorCode::LimitExceeded,
                          "gives " + quotedForMessage(entry.name) + " more than 64 dimensions",
                          entry.name);
        }
        entry.shape.push_back(static_cast<std::int64_t>(value.unsignedValue));
        return true;
    }

    const OffloadSink& m_sink;
    OffloadEntry m_entry;
};

}  // namespace

Result<void> scanOffloadIndex(JsonScanner& json, const std::string& file, const OffloadSink& sink) {
    OffloadHandler handler(file, sink);
    return handler.parse(json) ? Result<void>() : Unexpected{handler.error()};
}

Result<std::vector<OffloadEntry>> parseOffloadIndex(std::string_view text,
                                                    const std::string& file) {
    std::vector<OffloadEntry> entries;
    JsonScanner json(text);
    const auto scanned = scanOffloadIndex(json, file, [&](const OffloadEntry& entry) {
        entries.push_back(entry);
        return Result<void>();
    });
    return scanned ? Result<std::vector<OffloadEntry>>(std::move(entries))
                   : Result<std::vector<OffloadEntry>>(scanned.unexpected());
}

}  // namespace stowage
