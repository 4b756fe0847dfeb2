// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/exchange/settings_text.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace stowage {
namespace {

bool isWordCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos
               ? std::string_view()
               : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string withoutQuotes(std::string_view text) {
    text = trimmed(text);
    const bool isQuoted = text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
                          text.back() == text.front();
    return std::string(isQuoted ? text.substr(1, text.size() - 2) : text);
}

/// "--max-model-len" is "max_model_len"; variables stay as they are.
std::string keyOf(std::string_view name) {
    std::string key(name.substr(std::min(name.find_first_not_of('-'), name.size())));
    std::ranges::replace(key, '-', '_');
    return key;
}

/// The words of a shell command: quotes of both kinds and backslashes as a POSIX shell reads them,
/// up to a comment. A quote that is not closed ends with the line.
std::vector<std::string> shellWords(std::string_view line) {
    std::vector<std::string> words;
    std::string word;
    bool hasWord = false;
    char quote = '\0';
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        const bool isEscape = c == '\\' && quote != '\'' && i + 1 < line.size();
        // In double quotes a backslash keeps its sense but before these.
        if (isEscape &&
            (quote == '\0' || line[i + 1] == '"' || line[i + 1] == '\\' || line[i + 1] == '$')) {
            word += line[++i];
            hasWord = true;
        } else if (quote == '\0' && (c == '"' || c == '\'')) {
            quote = c;
            hasWord = true;
        } else if (quote != '\0' && c == quote) {
            quote = '\0';
        } else if (quote == '\0' && (c == ' ' || c == '\t' || c == '\r')) {
            if (hasWord) {
                words.push_back(std::move(word));
            }
            word.clear();
            hasWord = false;
        } else if (quote == '\0' && !hasWord && c == '#') {
            break;
        } else {
            word += c;
            hasWord = true;
        }
    }
    if (hasWord) {
        words.push_back(std::move(word));
    }
    return words;
}

bool isOption(std::string_view word) {
    return word.size() > 1 && word.front() == '-' &&
           (word[1] == '-' || std::isalpha(static_cast<unsigned char>(word[1])) != 0);
}

/// Where the key of "key: value" ends; nothing for other lines.
std::optional<std::size_t> endOfYamlKey(std::string_view line) {
    const std::size_t colon = line.find(':');
    const bool isKey = colon != std::string_view::npos && colon > 0 &&
                       std::ranges::all_of(line.substr(0, colon), isWordCharacter) &&
                       (colon + 1 == line.size() || line[colon + 1] == ' ');
    return isKey ? std::optional(colon) : std::nullopt;
}

template <class Number, class Read>
Result<std::vector<Number>> readList(std::string_view text, const Message& setting,
                                     const Read& read) {
    constexpr std::size_t kMostNumbers = 4096;  // more devices or layers than anything has
    std::string list = withoutQuotes(text);
    std::erase_if(list, [](char c) { return c == '[' || c == ']' || c == ' '; });
    std::vector<Number> numbers;
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        const auto number = read(std::string_view(list).substr(begin, end - begin));
        if (!number || numbers.size() == kMostNumbers) {
            return fail(ErrorCode::InvalidArgument,
                        say("%1 is %2; numbers separated by commas are required.", setting,
                            quotedForMessage(text)),
                        {}, setting);
        }
        numbers.push_back(*number);
        begin = end + 1;
    }
    return numbers;
}

}  // namespace

SettingsText::SettingsText(std::string_view text) {
    std::string joined;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line = text.substr(begin, end - begin);
        begin = end + 1;
        while (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        if (line.ends_with('\\')) {
            joined += std::string(line.substr(0, line.size() - 1)) + ' ';
            continue;
        }
        readLine(joined + std::string(line));
        joined.clear();
    }
    readLine(joined);
}

void SettingsText::readLine(std::string_view line) {
    line = trimmed(line);
    if (line.starts_with("- ")) {  // an element of a list in YAML
        line = trimmed(line.substr(2));
    }
    if (const auto end = endOfYamlKey(line)) {
        const std::string_view given = line.substr(*end + 1);
        std::string value = withoutQuotes(given.substr(0, given.find(" #")));
        if (!value.empty()) {  // else it is the title of what follows
            m_settings.emplace_back(keyOf(line.substr(0, *end)), std::move(value));
        }
        return;
    }
    std::vector<std::string> words = shellWords(line);
    if (words.size() >= 3 && words.front() == "PARAMETER") {
        m_settings.emplace_back(words[1], words[2]);
        return;
    }
    if (words.size() == 2 && words.front() == "FROM") {
        m_settings.emplace_back("model", words[1]);
        return;
    }
    readWords(words);
}

void SettingsText::readWords(const std::vector<std::string>& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const std::size_t equals = word.find('=');
        const bool isVariable =
            equals != std::string::npos && equals > 0 && !isOption(word) &&
            std::ranges::all_of(std::string_view(word).substr(0, equals), isWordCharacter);
        if (isVariable || (word.starts_with("--") && equals != std::string::npos)) {
            m_settings.emplace_back(keyOf(word.substr(0, equals)), word.substr(equals + 1));
        } else if (isOption(word)) {
            const bool hasValue = i + 1 < words.size() && !isOption(words[i + 1]);
            const bool isModule = word == "-m" && i > 0 && words[i - 1].starts_with("python");
            if (!isModule) {
                m_settings.emplace_back(keyOf(word), hasValue ? words[i + 1] : std::string());
            }
            i += hasValue ? 1 : 0;
        } else if (i >= 2 && words[i - 1] == "serve" && words[i - 2].ends_with("vllm")) {
            m_settings.emplace_back("model", word);
        }
    }
}

std::optional<std::string> SettingsText::find(std::initializer_list<std::string_view> keys) {
    skip(keys);
    const auto found = std::find_if(m_settings.rbegin(), m_settings.rend(), [&](const auto& each) {
        return std::ranges::find(keys, each.first) != keys.end();
    });
    return found == m_settings.rend() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> SettingsText::unread() const {
    std::vector<std::string> names;
    for (const auto& [key, value] : m_settings) {
        std::string name = printableText(key);
        if (!m_read.contains(key) && std::ranges::find(names, name) == names.end()) {
            names.push_back(std::move(name));
        }
    }
    return names;
}

Result<std::vector<std::size_t>> readCounts(std::string_view text, const Message& setting) {
    return readList<std::size_t>(text, setting,
                                 [](std::string_view part) -> std::optional<std::size_t> {
                                     constexpr std::size_t kMostDigits = 9;
                                     std::size_t number = 0;
                                     if (part.empty() || part.size() > kMostDigits) {
                                         return std::nullopt;
                                     }
                                     for (const char c : part) {
                                         if (c < '0' || c > '9') {
                                             return std::nullopt;
                                         }
                                         number = 10 * number + static_cast<std::size_t>(c - '0');
                                     }
                                     return number;
                                 });
}

Result<std::vector<double>> readNumbers(std::string_view text, const Message& setting) {
    return readList<double>(text, setting, [](std::string_view part) {
        const auto number = parsePythonFloat(part);
        const bool isSize = number && std::isfinite(*number) && *number >= 0;
        return isSize ? number : std::nullopt;
    });
}

}  // namespace stowage
