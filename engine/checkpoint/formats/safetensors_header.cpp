// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/formats/safetensors_reader.h"

#include "engine/base/name_table.h"
#include "engine/base/strings.h"

#include <array>
#include <cstddef>
#include <limits>
#include <optional>

namespace stowage {
namespace {

/// Tensors have fewer; more are for the walk.
constexpr std::size_t kMaxSizes = 8;

constexpr std::size_t kMaxDTypeBytes = 16;

/// Every number of so many digits fits 63 bits.
constexpr std::size_t kMaxDigits = 18;

/// Walks a text that should be of a certain form; false and nothing else where it is not.
class Matcher {
public:
    explicit Matcher(std::string_view text)
        : m_begin(text.data()), m_at(text.data()), m_end(text.data() + text.size()) {}

    bool take(std::string_view word) {
        if (left() < word.size() || std::string_view(m_at, word.size()) != word) {
            return false;
        }
        m_at += word.size();
        return true;
    }
    bool take(char c) {
        const bool isThere = m_at != m_end && *m_at == c;
        m_at += isThere ? 1 : 0;
        return isThere;
    }
    /// A whole number without leading zeros.
    bool take(std::uint64_t& value) {
        const char* const begin = m_at;
        value = 0;
        for (; m_at != m_end && *m_at >= '0' && *m_at <= '9'; ++m_at) {
            value = 10 * value + static_cast<std::uint64_t>(*m_at - '0');
        }
        const auto digits = static_cast<std::size_t>(m_at - begin);
        return digits > 0 && digits <= kMaxDigits && (digits == 1 || *begin != '0');
    }
    /// What stands before a quote that is near.
    bool takeName(std::string_view& name) {
        const char* const begin = m_at;
        while (m_at != m_end && *m_at != '"' &&
               static_cast<std::size_t>(m_at - begin) < kMaxDTypeBytes) {
            ++m_at;
        }
        name = {begin, static_cast<std::size_t>(m_at - begin)};
        return take('"');
    }
    [[nodiscard]] std::size_t taken() const { return static_cast<std::size_t>(m_at - m_begin); }

private:
    [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(m_end - m_at); }

    const char* m_begin;
    const char* m_at;
    const char* m_end;
};

using Event = JsonScanner::Event;

constexpr std::string_view kMetadataKey = "__metadata__";

/// Fields that the format does not know are passed over, but not at any depth.
constexpr unsigned kMaxUnknownDepth = 32;

/// Metadata of 100 MB could have ten million keys, and each is remembered.
constexpr std::size_t kMaxMetadataKeys = 1'000'000;

/// What a value is called that stands where another must be.
Phrase nameOf(Event event) {
    switch (event) {
        case Event::BeginObject:
            return phrase("an object");
        case Event::BeginArray:
            return phrase("a list");
        case Event::Text:
            return phrase("a string");
        case Event::Unsigned:
            return phrase("a number");
        case Event::Negative:
            return phrase("a negative number");
        case Event::Real:
            return phrase("a number that is not whole or exceeds 64 bits");
        case Event::True:
        case Event::False:
            return phrase("true or false");
        default:
            return phrase("null");
    }
}

/// What must stand where another value stands.
enum class WantedValue { Object, MetadataText, Field };

/// That `found` stands there.
Message otherValueText(WantedValue wanted, Phrase found) {
    switch (wanted) {
        case WantedValue::Object:
            return say("is %1 but must be an object", found);
        case WantedValue::MetadataText:
            return say("has %1 in the metadata, whose values must be strings", found);
        default:
            return say("has %1 in a field that requires another type", found);
    }
}

/// Reads the value of an entry where it is written as the reference writes it, to the letter:
/// {"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}. Then `entry` has all but its name, and the
/// value's bytes are returned. Nothing for whatever differs (a space, another order, numbers that
/// break a rule, a text that ends before): that is for the walk through the JSON, which takes some
/// ten times as long and knows what to say.
std::optional<std::size_t> canonicalEntry(std::string_view text, SafetensorsEntry& entry) {
    Matcher matcher(text);
    std::string_view dtypeText;
    if (!matcher.take(R"({"dtype":")") || !matcher.takeName(dtypeText) ||
        !matcher.take(R"(,"shape":[)")) {
        return std::nullopt;
    }
    // Mostly that of the entry before, which is found at once.
    const auto dtype = safetensorsName(entry.dtype) == dtypeText
                           ? std::optional(entry.dtype)
                           : dtypeFromSafetensorsName(dtypeText);
    if (!dtype) {
        return std::nullopt;
    }
    std::array<std::int64_t, kMaxSizes> sizes{};
    std::size_t count = 0;
    if (!matcher.take(']')) {
        do {
            std::uint64_t size = 0;
            if (count == kMaxSizes || !matcher.take(size)) {
                return std::nullopt;
            }
            sizes[count++] = static_cast<std::int64_t>(size);
        } while (matcher.take(','));
        if (!matcher.take(']')) {
            return std::nullopt;
        }
    }
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    if (!matcher.take(R"(,"data_offsets":[)") || !matcher.take(begin) || !matcher.take(',') ||
        !matcher.take(end) || !matcher.take("]}")) {
        return std::nullopt;
    }
    entry.dtype = *dtype;
    entry.shape.assign(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(count));
    entry.begin = begin;
    entry.end = end;
    return matcher.taken();
}

class SafetensorsHeaderParser {
public:
    SafetensorsHeaderParser(JsonScanner& json, std::string file, SafetensorsSink& sink)
        : m_json(json), m_file(std::move(file)), m_sink(sink) {}

    Result<void> parse() {
        if (!parseRoot()) {
            return Unexpected{std::move(*m_error)};
        }
        return {};
    }

private:
    bool parseRoot() {
        if (!opens(Event::BeginObject, WantedValue::Object)) {
            return false;
        }
        for (Event event = next(); event != Event::EndObject; event = next()) {
            if (event == Event::Failed || !startEntry()) {
                return false;
            }
            if (!(m_isMetadata ? parseMetadata() : parseEntry())) {
                return false;
            }
        }
        return next() == Event::End;
    }

    /// The next event; where the text is no JSON the error is noted.
    Event next() {
        const Event event = m_json.next();
        if (event == Event::Failed) {
            noteNoJson();
        }
        return event;
    }

    void noteNoJson() {
        if (m_json.sourceError()) {
            m_error = m_json.sourceError();
            return;
        }
        constexpr std::uint64_t kLengthBytes = 8;
        const std::uint64_t offset = kLengthBytes + m_json.position();
        m_error = makeError(
            ErrorCode::Malformed,
            say("The header of %1 is not valid JSON in UTF-8 at offset %2.", m_file, offset),
            m_file, {}, offset);
    }

    /// Whether the next value is of this kind; what else it is gets into the reason.
    bool opens(Event wanted, WantedValue value) {
        const Event event = next();
        if (event == wanted) {
            return true;
        }
        return event != Event::Failed && malformed(otherValueText(value, nameOf(event)));
    }

    bool refuse(ErrorCode code, const Message& reason) {
        m_error = makeError(code,
                            m_hasEntry ? say("The entry %1 of %2 %3.",
                                             quotedForMessage(m_entry.name), m_file, reason)
                                       : say("The header of %1 %2.", m_file, reason),
                            m_file, m_entry.name);
        return false;
    }
    bool malformed(const Message& reason) { return refuse(ErrorCode::Malformed, reason); }

    bool startEntry() {
        const std::string_view name = m_json.text();
        m_entry.name = name;
        m_entry.shape.clear();
        m_hasEntry = true;
        m_isMetadata = name == kMetadataKey;
        if (m_json.isCut()) {
            return refuse(ErrorCode::LimitExceeded, phrase("has a name of more than 262144 bytes"));
        }
        if (!m_names.insert(name)) {
            return malformed(phrase("occurs twice"));
        }
        if (name.find('\0') != std::string_view::npos) {
            return malformed(phrase("has a NUL in its name"));
        }
        if (name.find('/') != std::string_view::npos) {
            return refuse(ErrorCode::Unsupported,
                          phrase("has a '/' in its name, which is not allowed in a module path or "
                                 "in a file name of an offload folder"));
        }
        return true;
    }

    bool parseMetadata() {
        const Event begin = next();
        if (begin == Event::Null) {
            return true;  // the reference reads it as no metadata
        }
        if (begin != Event::BeginObject) {
            return begin != Event::Failed &&
                   malformed(otherValueText(WantedValue::Object, nameOf(begin)));
        }
        std::string key;
        for (Event event = next(); event != Event::EndObject; event = next()) {
            if (event == Event::Failed) {
                return false;
            }
            key = m_json.text();
            const bool isCut = m_json.isCut();
            if (!isCut && !m_metadataKeys.insert(key)) {
                return malformed(say("has the key %1 twice", quotedForMessage(key)));
            }
            if (m_metadataKeys.size() > kMaxMetadataKeys) {
                return refuse(ErrorCode::LimitExceeded, phrase("has more than 1,000,000 keys"));
            }
            if (!opens(Event::Text, WantedValue::MetadataText)) {
                return false;
            }
            if (!isCut && !m_json.isCut()) {
                m_sink.addMetadata(key, m_json.text());
            }
        }
        return true;
    }

    bool parseEntry() {
        if (const auto usual = canonicalEntry(m_json.ahead(), m_entry); usual) {
            m_json.passValue(*usual);
            return giveEntry();
        }
        if (!opens(Event::BeginObject, WantedValue::Object)) {
            return false;
        }
        m_hasDType = m_hasShape = m_hasOffsets = false;
        for (Event event = next(); event != Event::EndObject; event = next()) {
            if (event == Event::Failed || !parseField()) {
                return false;
            }
        }
        if (!m_hasDType || !m_hasShape || !m_hasOffsets) {
            return malformed(phrase("lacks one of \"dtype\", \"shape\" and \"data_offsets\""));
        }
        return giveEntry();
    }

    bool giveEntry() {
        if (Result<void> added = m_sink.addEntry(m_entry); !added) {
            m_error = added.error();
            return false;
        }
        return true;
    }

    bool parseField() {
        const std::string_view name = m_json.text();
        if (name == "dtype") {
            return isFirst(name, m_hasDType) && parseDType();
        }
        if (name == "shape") {
            return isFirst(name, m_hasShape) && parseShape();
        }
        if (name == "data_offsets") {
            return isFirst(name, m_hasOffsets) && parseOffsets();
        }
        return passOver();
    }

    bool isFirst(std::string_view name, bool& isThere) {
        return !std::exchange(isThere, true) ||
               malformed(say("has the field %1 twice", quotedForMessage(name)));
    }

    bool parseDType() {
        if (!opens(Event::Text, WantedValue::Field)) {
            return false;
        }
        const auto dtype = dtypeFromSafetensorsName(m_json.text());
        if (!dtype) {
            return malformed(say("has the unknown dtype %1", quotedForMessage(m_json.text())));
        }
        m_entry.dtype = *dtype;
        return true;
    }

    bool parseShape() {
        // As many as torch allows a tensor.
        constexpr std::size_t kMaxDimensions = 64;
        if (!opens(Event::BeginArray, WantedValue::Field)) {
            return false;
        }
        constexpr auto kLargest =
            static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        // Collected on the stack: the entry's list is then allocated once, and no larger than it
        // is.
        std::array<std::int64_t, kMaxDimensions> sizes{};
        std::size_t count = 0;
        for (Event event = next(); event != Event::EndArray; event = next()) {
            if (event != Event::Unsigned) {
                return event != Event::Failed &&
                       malformed(say("has %1 as a dimension", nameOf(event)));
            }
            if (m_json.number() > kLargest) {
                return malformed(phrase("has a dimension above 2^63 - 1"));
            }
            if (count == kMaxDimensions) {
                return refuse(ErrorCode::LimitExceeded, phrase("has more than 64 dimensions"));
            }
            sizes[count++] = static_cast<std::int64_t>(m_json.number());
        }
        m_entry.shape.assign(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(count));
        return true;
    }

    bool parseOffsets() {
        if (!opens(Event::BeginArray, WantedValue::Field)) {
            return false;
        }
        unsigned count = 0;
        for (Event event = next(); event != Event::EndArray; event = next(), ++count) {
            if (event != Event::Unsigned) {
                return event != Event::Failed &&
                       malformed(say("has %1 among its \"data_offsets\"", nameOf(event)));
            }
            if (count == 2) {
                return malformed(phrase("has more than two \"data_offsets\""));
            }
            (count == 0 ? m_entry.begin : m_entry.end) = m_json.number();
        }
        return count == 2 || malformed(phrase("does not have exactly two \"data_offsets\""));
    }

    bool passOver() {
        unsigned depth = 0;
        do {
            const Event event = next();
            if (event == Event::Failed) {
                return false;
            }
            depth += event == Event::BeginObject || event == Event::BeginArray ? 1 : 0;
            depth -= event == Event::EndObject || event == Event::EndArray ? 1 : 0;
            if (depth > kMaxUnknownDepth) {
                return refuse(ErrorCode::LimitExceeded, phrase("is nested too deeply"));
            }
        } while (depth > 0);
        return true;
    }

    JsonScanner& m_json;
    std::string m_file;
    SafetensorsSink& m_sink;
    SafetensorsEntry m_entry;
    bool m_hasEntry = false;
    bool m_isMetadata = false;
    bool m_hasDType = false;
    bool m_hasShape = false;
    bool m_hasOffsets = false;
    SeenNames m_names;
    SeenNames m_metadataKeys;
    std::optional<Error> m_error;
};

}  // namespace

Result<void> scanSafetensorsHeader(JsonScanner& json, const std::string& file,
                                   SafetensorsSink& sink) {
    return SafetensorsHeaderParser(json, file, sink).parse();
}

}  // namespace stowage
