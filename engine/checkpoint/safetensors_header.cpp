// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/safetensors_header.h"

#include "engine/base/utf8.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <unordered_set>
#include <utility>

namespace stowage {
namespace {

constexpr std::string_view kMetadataKey = "__metadata__";
/// Fields that the format does not know are passed over, but not at any depth.
constexpr unsigned kMaxUnknownDepth = 32;
/// As many as torch allows a tensor.
constexpr std::size_t kMaxDimensions = 64;

using Json = nlohmann::json;

/// Where in the header the parser stands.
enum class Place { Start, Root, Metadata, Entry, Shape, Offsets, Unknown, End };
enum class Field { None, DType, Shape, Offsets, Unknown };

class HeaderHandler {
public:
    using number_integer_t = Json::number_integer_t;
    using number_unsigned_t = Json::number_unsigned_t;
    using number_float_t = Json::number_float_t;
    using string_t = Json::string_t;
    using binary_t = Json::binary_t;

    explicit HeaderHandler(std::string file) : m_file(std::move(file)) {}

    bool null() { return scalar("null"); }
    bool boolean(bool) { return scalar("true or false"); }
    bool number_integer(number_integer_t) { return scalar("a negative number"); }
    bool number_float(number_float_t, const string_t&) {
        return scalar("a number that is not whole or exceeds 64 bits");
    }
    bool binary(binary_t&) { return scalar("binary data"); }

    bool number_unsigned(number_unsigned_t value) {
        if (m_place == Place::Shape) {
            if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
                return malformed("has a dimension above 2^63");
            }
            if (m_entry.shape.size() >= kMaxDimensions) {
                return refuse(ErrorCode::LimitExceeded, "has more than 64 dimensions");
            }
            m_entry.shape.push_back(static_cast<std::int64_t>(value));
            return true;
        }
        if (m_place == Place::Offsets) {
            if (m_offsetCount >= 2) {
                return malformed("has more than two \"data_offsets\"");
            }
            (m_offsetCount == 0 ? m_entry.begin : m_entry.end) = value;
            ++m_offsetCount;
            return true;
        }
        return scalar("a number");
    }

    bool string(string_t& value) {
        if (m_place == Place::Metadata) {
            m_header.metadata.back().second = std::move(value);
            return true;
        }
        if (m_place == Place::Entry && m_field == Field::DType) {
            const auto dtype = dtypeFromSafetensorsName(value);
            if (!dtype) {
                return malformed("has the unknown dtype " + quotedForMessage(value));
            }
            m_entry.dtype = *dtype;
            return true;
        }
        return scalar("a string");
    }

    bool start_object(std::size_t) {
        switch (m_place) {
            case Place::Start:
                m_place = Place::Root;
                return true;
            case Place::Root:
                m_place = m_isMetadata ? Place::Metadata : Place::Entry;
                return true;
            default:
                return startUnknown("an object");
        }
    }

    bool end_object() {
        switch (m_place) {
            case Place::Entry:
                m_place = Place::Root;
                return finishEntry();
            case Place::Metadata:
                m_place = Place::Root;
                return true;
            case Place::Root:
                m_place = Place::End;
                return true;
            default:
                endUnknown();
                return true;
        }
    }

    bool start_array(std::size_t) {
        if (m_place == Place::Entry && m_field == Field::Shape) {
            m_place = Place::Shape;
            return true;
        }
        if (m_place == Place::Entry && m_field == Field::Offsets) {
            m_place = Place::Offsets;
            return true;
        }
        return startUnknown("a list");
    }

    bool end_array() {
        if (m_place == Place::Shape || m_place == Place::Offsets) {
            m_place = Place::Entry;
        } else {
            endUnknown();
        }
        return true;
    }

    bool key(string_t& name) {
        switch (m_place) {
            case Place::Root:
                return startEntry(name);
            case Place::Metadata:
                m_header.metadata.emplace_back(name, std::string());
                return m_metadataKeys.insert(name).second ||
                       malformed("has the key " + quotedForMessage(name) + " twice");
            case Place::Entry:
                return startField(name);
            default:
                return true;
        }
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) {
        constexpr std::size_t kLengthBytes = 8;
        const std::size_t offset = kLengthBytes + (position > 0 ? position - 1 : 0);
        m_error = makeError(ErrorCode::Malformed,
                            "The header of " + m_file + " is not valid JSON in UTF-8 at offset " +
                                std::to_string(offset) + ".",
                            m_file, {}, offset);
        return false;
    }

    [[nodiscard]] const Error& error() const { return m_error; }
    SafetensorsHeader takeHeader() { return std::move(m_header); }

private:
    bool refuse(ErrorCode code, const std::string& reason) {
        const std::string subject = m_entry.name.empty() && !m_hasEntry
                                        ? "The header"
                                        : "The entry " + quotedForMessage(m_entry.name);
        m_error =
            makeError(code, subject + " of " + m_file + " " + reason + ".", m_file, m_entry.name);
        return false;
    }
    bool malformed(const std::string& reason) { return refuse(ErrorCode::Malformed, reason); }

    /// A value where only certain others may stand.
    bool scalar(const std::string& what) {
        switch (m_place) {
            case Place::Unknown:
                return true;
            case Place::Metadata:
                return malformed("has " + what + " where metadata must be strings");
            case Place::Shape:
                return malformed("has " + what + " as a dimension");
            case Place::Offsets:
                return malformed("has " + what + " among its \"data_offsets\"");
            case Place::Entry:
                return m_field == Field::Unknown ||
                       malformed("has " + what + " in a field of another type");
            default:
                return malformed("is " + what + " where an object must be");
        }
    }

    bool startUnknown(const std::string& what) {
        const bool isUnknownField = m_place == Place::Entry && m_field == Field::Unknown;
        if (!isUnknownField && m_place != Place::Unknown) {
            return scalar(what);
        }
        if (++m_unknownDepth > kMaxUnknownDepth) {
            return refuse(ErrorCode::LimitExceeded, "is nested too deeply");
        }
        m_place = Place::Unknown;
        return true;
    }
    void endUnknown() {
        if (--m_unknownDepth == 0) {
            m_place = Place::Entry;
        }
    }

    bool startEntry(const std::string& name) {
        m_entry = SafetensorsEntry{};
        m_entry.name = name;
        m_hasEntry = true;
        m_isMetadata = name == kMetadataKey;
        m_hasDType = m_hasShape = m_hasOffsets = false;
        m_offsetCount = 0;
        if (!m_names.insert(name).second) {
            return malformed("is there twice");
        }
        if (name.find('\0') != std::string::npos) {
            return malformed("has a NUL in its name");
        }
        if (name.find('/') != std::string::npos) {
            return refuse(ErrorCode::Unsupported,
                          "has a '/' in its name, which no module path and no file of an offload "
                          "folder can have");
        }
        return true;
    }

    bool startField(const std::string& name) {
        bool isTwice = false;
        if (name == "dtype") {
            m_field = Field::DType;
            isTwice = std::exchange(m_hasDType, true);
        } else if (name == "shape") {
            m_field = Field::Shape;
            isTwice = std::exchange(m_hasShape, true);
        } else if (name == "data_offsets") {
            m_field = Field::Offsets;
            isTwice = std::exchange(m_hasOffsets, true);
        } else {
            m_field = Field::Unknown;
        }
        return !isTwice || malformed("has the field " + quotedForMessage(name) + " twice");
    }

    bool finishEntry() {
        if (!m_hasDType || !m_hasShape || m_offsetCount != 2) {
            return malformed("lacks one of \"dtype\", \"shape\" and two \"data_offsets\"");
        }
        m_header.entries.push_back(m_entry);
        return true;
    }

    std::string m_file;
    Place m_place = Place::Start;
    Field m_field = Field::None;
    SafetensorsEntry m_entry;
    bool m_hasEntry = false;
    bool m_isMetadata = false;
    bool m_hasDType = false;
    bool m_hasShape = false;
    bool m_hasOffsets = false;
    unsigned m_offsetCount = 0;
    unsigned m_unknownDepth = 0;
    std::unordered_set<std::string> m_names;
    std::unordered_set<std::string> m_metadataKeys;
    SafetensorsHeader m_header;
    Error m_error;
};

}  // namespace

Result<SafetensorsHeader> parseSafetensorsHeader(std::string_view json, const std::string& file) {
    HeaderHandler handler(file);
    if (!Json::sax_parse(json.begin(), json.end(), &handler)) {
        return Unexpected{handler.error()};
    }
    return handler.takeHeader();
}

}  // namespace stowage
