// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/device_map_text.h"

#include "engine/base/name_hash.h"
#include "engine/base/utf8.h"
#include "engine/plan/device_map_script.h"
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

Result<ParsedDeviceMap> mapFrom(const Literal& literal, const std::string& file) {
    MapBuilder builder(file);
    for (const auto& [path, device] : literal.pairs) {
        if (const auto added = builder.add(path, device); !added) {
            return added.unexpected();
        }
    }
    for (const Literal& item : literal.items) {
        if (item.kind != Literal::Kind::List || item.items.size() != 2) {
            return wrongAt(item, file,
                           "The device map has an entry at byte " + std::to_string(item.offset) +
                               " that is not a pair; write [\"module\", device].");
        }
        if (const auto added = builder.add(item.items[0], item.items[1]); !added) {
            return added.unexpected();
        }
    }
    return builder.build();
}

/// How much a name says that what it is given is a device map.
enum class NameRank { None, Other, Related, DeviceMap };

NameRank rankOf(std::string_view name) {
    if (name.ends_with("device_map")) {
        return NameRank::DeviceMap;
    }
    const bool isRelated =
        name.find("map") != std::string_view::npos || name.find("device") != std::string_view::npos;
    return isRelated ? NameRank::Related : NameRank::Other;
}

/// Finds the device map among the literals of a script.
class ScriptMaps {
public:
    void add(std::string_view name, const Literal& literal) {
        const NameRank rank = rankOf(name);
        if (mayBeMap(literal, rank)) {
            if (rank >= m_rank) {
                m_rank = rank;
                m_best = &literal;
            }
            return;
        }
        for (const auto& [key, value] : literal.pairs) {
            add(key.kind == Literal::Kind::Text ? std::string_view(key.text) : name, value);
        }
        for (const Literal& item : literal.items) {
            add(name, item);
        }
    }
    [[nodiscard]] const Literal* best() const { return m_best; }
    [[nodiscard]] NameRank rank() const { return m_rank; }

private:
    static bool isEntry(const Literal& path, const Literal& device, NameRank rank) {
        const bool isSimple =
            device.kind == Literal::Kind::Number || device.kind == Literal::Kind::Text;
        // What is called a device map is one, with whatever mistakes.
        return path.kind == Literal::Kind::Text &&
               (rank == NameRank::DeviceMap ||
                (isSimple && (device.text == "cuda" || parseDevice(device.text).has_value())));
    }

    static bool mayBeMap(const Literal& literal, NameRank rank) {
        const auto isPair = [rank](const Literal& item) {
            return item.kind == Literal::Kind::List && item.items.size() == 2 &&
                   isEntry(item.items[0], item.items[1], rank);
        };
        return literal.pairs.size() + literal.items.size() > 0 &&
               std::ranges::all_of(literal.pairs,
                                   [rank](const LiteralPair& pair) {
                                       return isEntry(pair.first, pair.second, rank);
                                   }) &&
               std::ranges::all_of(literal.items, isPair);
    }

    const Literal* m_best = nullptr;
    NameRank m_rank = NameRank::None;
};

Result<ParsedDeviceMap> mapInScript(std::string_view text, const std::string& file) {
    const auto literals = literalsInScript(text, file);
    if (!literals) {
        return literals.unexpected();
    }
    ScriptMaps maps;
    const Error* failure = nullptr;
    NameRank failed = NameRank::None;
    for (const ScriptLiteral& found : *literals) {
        if (found.literal) {
            maps.add(found.name, *found.literal);
        } else if (rankOf(found.name) > failed) {
            failed = rankOf(found.name);
            failure = &found.literal.error();
        }
    }
    if (maps.best() != nullptr && maps.rank() >= failed) {
        return mapFrom(*maps.best(), file);
    }
    if (failure != nullptr) {
        return Unexpected{*failure};
    }
    return fail(ErrorCode::InvalidArgument,
                "No device map stands in this text; write one such as {\"transformer\": 0, "
                "\"lm_head\": \"cpu\"}.",
                file, {}, 0);
}

/// Whether a text that is no literal alone may be a script: it begins with a name, or lines that
/// do follow the literal.
bool isScript(std::string_view text, const Error& error) {
    const auto isName = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    std::size_t first = 0;
    while (first < text.size() &&
           std::string_view(" \t\r\n#`>").find(text[first]) != std::string_view::npos) {
        first = text[first] == '#' ? std::min(text.find('\n', first), text.size()) : first + 1;
    }
    if (first < text.size() && isName(text[first])) {
        return true;
    }
    const std::size_t at = error.offset.value_or(0);
    if (at == 0 || at >= text.size() || !isName(text[at])) {
        return false;
    }
    const std::size_t before = text.find_last_not_of(" \t\r\n", at - 1);
    return before != std::string_view::npos &&
           std::string_view("}])").find(text[before]) != std::string_view::npos &&
           text.substr(before, at - before).find('\n') != std::string_view::npos;
}

}  // namespace

std::string quotedLiteral(const std::string& text) {
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
    return device.isGpu() ? std::to_string(device.index) : quotedLiteral(deviceName(device));
}

Result<ParsedDeviceMap> parseDeviceMapText(std::string_view text, const std::string& file) {
    auto parsed = parseLiteral(text, file);
    if (!parsed && isScript(text, parsed.error())) {
        return mapInScript(text, file);
    }
    if (!parsed) {
        return parsed.unexpected();
    }
    const bool isContainer =
        parsed->kind == Literal::Kind::Dict || parsed->kind == Literal::Kind::List;
    if (!isContainer) {
        return wrongAt(*parsed, file,
                       "The device map is neither an object nor a list; write a JSON object such "
                       "as {\"transformer\": 0, \"lm_head\": \"cpu\"}.");
    }
    const Literal* const inner = innerMap(*parsed);
    auto result = mapFrom(inner != nullptr ? *inner : *parsed, file);
    if (result) {
        result->origin = readPlanOrigin(*parsed);
    }
    return result;
}

std::string deviceMapToJson(const DeviceMap& map) {
    std::string text = "[";
    for (const auto& [path, device] : map.entries()) {
        text += (text.size() > 1 ? ", [" : "[") + quotedLiteral(path) + ", " +
                deviceLiteral(device) + "]";
    }
    return text + "]";
}

std::string deviceMapToPython(const DeviceMap& map) {
    if (map.empty()) {
        return "{}";
    }
    std::string text = "{\n";
    for (const auto& [path, device] : map.entries()) {
        text += "    " + quotedLiteral(path) + ": " + deviceLiteral(device) + ",\n";
    }
    return text + "}";
}

}  // namespace stowage
