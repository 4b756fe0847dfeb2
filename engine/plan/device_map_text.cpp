// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/device_map_text.h"

#include "engine/base/byte_size.h"
#include "engine/base/name_hash.h"
#include "engine/base/utf8.h"
#include "engine/plan/literal_parser.h"

#include <algorithm>
#include <unordered_map>

namespace stowage {

namespace {

Unexpected wrongAt(const Literal& place, const std::string& file, std::string message) {
    return fail(ErrorCode::InvalidArgument, std::move(message), file, {}, place.offset);
}

/// Why a word that torch knows as a device is none here.
std::string whyNoDevice(const std::string& word) {
    if (word == "meta" || word.starts_with("meta:")) {
        return "weights on torch's meta device hold no data; use a GPU's number, \"cpu\" or "
               "\"disk\".";
    }
    if (word == "mps" || word.starts_with("mps:")) {
        return "which is the GPU of an Apple machine, and Stowage plans for CUDA devices; use a "
               "GPU's number, \"cpu\" or \"disk\".";
    }
    return "which is no device; use a GPU's number, \"cpu\" or \"disk\".";
}

Result<DeviceId> deviceFrom(const Literal& value, const std::string& path,
                            const std::string& file) {
    const bool simple = value.kind == Literal::Kind::Number || value.kind == Literal::Kind::Text;
    const std::string word = simple ? value.text : std::string();
    if (word == "cuda") {
        return DeviceId::gpu(0);  // torch's current device, the first unless set otherwise
    }
    const auto device = parseDevice(word);
    if (!device) {
        const std::string given = simple ? quotedForMessage(word) : "this value";
        return wrongAt(value, file,
                       "The device map gives " + quotedForMessage(path) + " " + given +
                           " at byte " + std::to_string(value.offset) + ", " + whyNoDevice(word));
    }
    return *device;
}

/// Collects entries as Python does: a path that comes again keeps its place and takes the last
/// device.
class MapBuilder {
public:
    explicit MapBuilder(const std::string& file) : m_file(file) {}

    Result<void> add(const Literal& path, const Literal& device) {
        if (path.kind != Literal::Kind::Text) {
            return wrongAt(path, m_file,
                           "The device map has a key that is not a text at byte " +
                               std::to_string(path.offset) + "; keys are module paths in quotes.");
        }
        const auto id = deviceFrom(device, path.text, m_file);
        if (!id) {
            return id.unexpected();
        }
        const auto [place, isNew] = m_places.try_emplace(path.text, m_entries.size());
        if (isNew) {
            m_entries.emplace_back(path.text, *id);
        } else {
            m_doubled.push_back({path.text, m_entries[place->second].second, *id});
            m_entries[place->second].second = *id;
        }
        return {};
    }

    ParsedDeviceMap build() {
        for (DoubledKey& key : m_doubled) {
            key.kept = m_entries[m_places.at(key.path)].second;
        }
        return {DeviceMap(std::move(m_entries)), std::move(m_doubled), std::nullopt};
    }

private:
    const std::string& m_file;
    NameTable<std::string, std::size_t> m_places;
    std::vector<DeviceMap::Entry> m_entries;
    std::vector<DoubledKey> m_doubled;
};

/// The value of "device_map" where the literal is a whole `plan --json` object.
const Literal* innerMap(const Literal& literal) {
    for (auto pair = literal.pairs.rbegin(); pair != literal.pairs.rend(); ++pair) {
        const auto& [key, value] = *pair;
        if (key.kind == Literal::Kind::Text && key.text == "device_map" &&
            (value.kind == Literal::Kind::List || value.kind == Literal::Kind::Dict)) {
            return &value;
        }
    }
    return nullptr;
}

/// A text in double quotes that both JSON and Python read.
std::string quoted(const std::string& text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (byte < 0x20 || byte == 0x7F) {
            result += "\\u00";
            result += kHex[byte >> 4U];
            result += kHex[byte & 0xFU];
        } else {
            result += c;
        }
    }
    return result + "\"";
}

std::string deviceLiteral(DeviceId device) {
    return device.isGpu() ? std::to_string(device.index) : quoted(deviceName(device));
}

}  // namespace

Result<ParsedDeviceMap> parseDeviceMapText(std::string_view text, const std::string& file) {
    const auto parsed = parseLiteral(text, file);
    if (!parsed) {
        return parsed.unexpected();
    }
    const Literal* literal = &*parsed;
    if (const Literal* const inner = innerMap(*literal)) {
        literal = inner;
    }
    MapBuilder builder(file);
    for (const auto& [path, device] : literal->pairs) {
        if (const auto added = builder.add(path, device); !added) {
            return added.unexpected();
        }
    }
    for (const Literal& item : literal->items) {
        if (item.kind != Literal::Kind::List || item.items.size() != 2) {
            return wrongAt(item, file,
                           "The device map has an entry at byte " + std::to_string(item.offset) +
                               " that is not a pair; write [\"module\", device].");
        }
        if (const auto added = builder.add(item.items[0], item.items[1]); !added) {
            return added.unexpected();
        }
    }
    if (literal->kind != Literal::Kind::Dict && literal->kind != Literal::Kind::List) {
        return wrongAt(*literal, file,
                       "The device map is neither an object nor a list; write a JSON object such "
                       "as {\"transformer\": 0, \"lm_head\": \"cpu\"}.");
    }
    ParsedDeviceMap result = builder.build();
    result.origin = readPlanOrigin(*parsed);
    return result;
}

std::string deviceMapToJson(const DeviceMap& map) {
    std::string text = "[";
    for (const auto& [path, device] : map.entries()) {
        text += (text.size() > 1 ? ", [" : "[") + quoted(path) + ", " + deviceLiteral(device) + "]";
    }
    return text + "]";
}

std::string deviceMapToPython(const DeviceMap& map) {
    if (map.empty()) {
        return "{}";
    }
    std::string text = "{\n";
    for (const auto& [path, device] : map.entries()) {
        text += "    " + quoted(path) + ": " + deviceLiteral(device) + ",\n";
    }
    return text + "}";
}

std::string pythonSnippet(const DeviceMap& map, std::span<const MemoryBudget> budgets,
                          const std::string& modelPath) {
    std::string limits;
    for (const MemoryBudget& budget : budgets) {
        limits += (limits.empty() ? "" : ", ") + deviceLiteral(budget.device) + ": " +
                  formatPythonNumber(budget.bytes, budget.isFloat);
    }
    return "from transformers import AutoModelForCausalLM\n\n"
           "device_map = " +
           deviceMapToPython(map) + "\nmax_memory = {" + limits +
           "}\n"
           "model = AutoModelForCausalLM.from_pretrained(" +
           quoted(modelPath) + ", device_map=device_map, max_memory=max_memory)\n";
}

}  // namespace stowage
