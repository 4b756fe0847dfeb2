// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// Settings of another engine, as people hand them on: shell command lines with options and
/// variables, lines of YAML ("key: value") and of Modelfiles ("PARAMETER key value", "FROM model"),
/// mixed. Keys have no dashes in front, and underscores inside: --max-model-len is "max_model_len".
/// The model that `vllm serve` and FROM name has the key "model".
class SettingsText {
public:
    /// Reads any text; what is no setting is passed over, and comments (#) are.
    explicit SettingsText(std::string_view text);

    /// The value that was given last under one of these keys; nothing where none was. All of the
    /// keys count as read.
    [[nodiscard]] std::optional<std::string> find(std::initializer_list<std::string_view> keys);
    /// Counts keys as read that the placement does not depend on.
    void skip(std::initializer_list<std::string_view> keys) {
        m_read.insert(keys.begin(), keys.end());
    }
    /// All settings in order; the value of a flag is "".
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& all() const {
        return m_settings;
    }
    /// The keys that were not read, each once, printable.
    [[nodiscard]] std::vector<std::string> unread() const;

private:
    void readLine(std::string_view line);
    void readWords(const std::vector<std::string>& words);

    std::vector<std::pair<std::string, std::string>> m_settings;
    std::set<std::string, std::less<>> m_read;
};

/// Whole numbers in a list such as "16,32" or "[16, 32]", in quotes or not. Error:
/// InvalidArgument that names `setting`.
[[nodiscard]] Result<std::vector<std::size_t>> readCounts(std::string_view text,
                                                          const Message& setting);
/// The same of decimal numbers that are not negative.
[[nodiscard]] Result<std::vector<double>> readNumbers(std::string_view text,
                                                      const Message& setting);

}  // namespace stowage
