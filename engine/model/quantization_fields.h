// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/json_scanner.h"
#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// The entries of a "quantization_config" that sizes depend on, as they stand there. Names in lists
/// of lists are taken one by one. Built while the text is walked, so that nothing unknown is kept.
class QuantizationFields {
public:
    struct Value {
        enum class Kind : std::uint8_t { Null, Flag, Number, Text, Names, Numbers };
        Kind kind = Kind::Null;
        bool flag = false;
        double number = 0;
        std::string text{};
        std::vector<std::string> names{};  ///< an empty list counts as names
        std::vector<double> numbers{};
    };

    /// Reads the object that the scanner stands in front of. `file` is for messages.
    /// Errors: Malformed, LimitExceeded.
    [[nodiscard]] static Result<QuantizationFields> read(JsonScanner& scanner, std::string file);

    /// Whether the entry is there and not null.
    [[nodiscard]] bool has(std::string_view name) const;
    /// Whether the entry is there and null.
    [[nodiscard]] bool isNull(std::string_view name) const;
    /// A boolean, or `usual` where the entry is not there. Malformed where it is anything else.
    [[nodiscard]] Result<bool> flag(std::string_view name, bool usual) const;
    /// A whole number within the limits.
    [[nodiscard]] Result<std::int64_t> whole(std::string_view name, std::int64_t usual,
                                             std::int64_t least, std::int64_t most) const;
    [[nodiscard]] Result<std::string> text(std::string_view name, std::string_view usual) const;
    /// Names of modules; nothing where the entry is not there.
    [[nodiscard]] Result<std::optional<std::vector<std::string>>> names(
        std::string_view name) const;
    /// Two positive whole numbers; nothing where the entry is not there.
    [[nodiscard]] Result<std::optional<std::pair<std::int64_t, std::int64_t>>> block(
        std::string_view name) const;
    /// "FILE: quantization_config.NAME " and what is wrong with it.
    [[nodiscard]] Unexpected malformed(std::string_view name, const std::string& rule) const;
    [[nodiscard]] Unexpected unsupported(std::string_view name, const std::string& rule) const;
    [[nodiscard]] const std::string& file() const { return m_file; }

private:
    [[nodiscard]] Result<Value> readValue(JsonScanner& scanner, JsonScanner::Event first,
                                          const std::string& name);
    [[nodiscard]] Result<Value> readList(JsonScanner& scanner, const std::string& name);
    [[nodiscard]] const Value* find(std::string_view name) const;
    [[nodiscard]] Unexpected about(ErrorCode code, std::string_view name,
                                   const std::string& rule) const;

    std::string m_file;
    std::map<std::string, Value, std::less<>> m_values;
    std::size_t m_nameBytes = 0;
};

/// The failure of a text that the scanner found to be no JSON object.
[[nodiscard]] Unexpected noJsonObject(const JsonScanner& scanner, const std::string& file);

/// Passes a value whose first event was `first`, with all that it holds.
void passJsonValue(JsonScanner& scanner, JsonScanner::Event first);

}  // namespace stowage
