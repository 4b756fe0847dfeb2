// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/single_file/convert_keys.h"

#include "engine/base/name_table.h"
#include "engine/model/dtype.h"
#include "engine/model/tensor_spec.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <numeric>
#include <string_view>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

/// What the places of a pattern hold of a name.
struct FoundParts {
    std::map<std::string, std::string, std::less<>> texts;
    std::vector<std::pair<std::string, std::int64_t>> numbers;
};

/// A number as blocks are counted: no sign, no leading zero.
std::optional<std::int64_t> blockNumber(std::string_view text) {
    constexpr std::size_t kMostDigits = 9;
    if (text.empty() || text.size() > kMostDigits || (text.size() > 1 && text[0] == '0')) {
        return std::nullopt;
    }
    std::int64_t number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = status == std::errc() && end == text.data() + text.size() && number >= 0;
    return isWhole ? std::optional(number) : std::nullopt;
}

std::optional<FoundParts> matched(const std::vector<std::string>& pattern, std::string_view name) {
    FoundParts found;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const std::string& wanted = pattern[i];
        if (wanted == "{*}") {
            found.texts.emplace("*", name);
            return name.empty() ? std::nullopt : std::optional(std::move(found));
        }
        const std::size_t dot = name.find('.');
        const bool isLast = i + 1 == pattern.size();
        if (isLast != (dot == std::string_view::npos)) {
            return std::nullopt;
        }
        const std::string_view part = name.substr(0, dot);
        name.remove_prefix(isLast ? name.size() : dot + 1);
        if (wanted.empty() || wanted[0] != '{') {
            if (part != wanted) {
                return std::nullopt;
            }
            continue;
        }
        const std::string place = wanted.substr(1, wanted.size() - 2);
        if (place == "p" || place == "s") {
            found.texts.emplace(place, part);
            continue;
        }
        const auto number = blockNumber(part);
        if (!number) {
            return std::nullopt;
        }
        found.numbers.emplace_back(place, *number);
    }
    return found;
}

std::optional<std::string> nameFrom(const KeyTemplate& made, const FoundParts& found,
                                    const ConfigScope& scope) {
    std::string name;
    for (const KeyTemplate::Part& part : made.parts) {
        if (part.isFound) {
            const auto text = found.texts.find(part.text);
            if (text == found.texts.end()) {
                return std::nullopt;
            }
            name += text->second;
        } else if (part.value) {
            const auto value = evaluate(*part.value, scope);
            const auto number = value ? asWhole(*value) : std::nullopt;
            if (!number || *number < 0) {
                return std::nullopt;
            }
            name += std::to_string(*number);
        } else {
            name += part.text;
        }
    }
    return name;
}

/// Rows of a tensor, of the same file. Nothing where they cannot be cut out.
std::optional<StoredTensor> rowsOf(const StoredTensor& tensor, std::int64_t first,
                                   std::int64_t rows) {
    const auto bytes = checkedByteSize(tensor.dtype, tensor.shape);
    if (tensor.shape.empty() || tensor.shape[0] <= 0 || !tensor.strides.empty() || !bytes ||
        *bytes != tensor.location.length) {
        return std::nullopt;
    }
    const auto count = static_cast<std::uint64_t>(tensor.shape[0]);
    if (*bytes % count != 0) {
        return std::nullopt;
    }
    StoredTensor part = tensor;
    part.shape[0] = rows;
    part.location.offset += *bytes / count * static_cast<std::uint64_t>(first);
    part.location.length = *bytes / count * static_cast<std::uint64_t>(rows);
    return part;
}

bool hasWholeBytes(const StoredTensor& tensor) {
    return tensor.strides.empty() && storedBits(tensor.dtype) % 8 == 0 &&
           checkedElementCount(tensor.shape).value_or(0) > 0;
}

/// A convolution's weight whose kernel is one element is a matrix as it stands; a matrix stays one.
void squeeze(StoredTensor& tensor) {
    while (tensor.shape.size() > 2 && tensor.shape.back() == 1) {
        tensor.shape.pop_back();
    }
}

bool changeShape(StoredTensor& tensor, KeyChange change) {
    switch (change) {
        case KeyChange::None:
            return true;
        case KeyChange::Squeeze:
            squeeze(tensor);
            return true;
        case KeyChange::Transpose:
            if (tensor.shape.size() != 2 || !hasWholeBytes(tensor)) {
                return false;
            }
            tensor.strides = {1, tensor.shape[1]};
            std::swap(tensor.shape[0], tensor.shape[1]);
            return true;
        case KeyChange::SwapHalves: {
            if (tensor.shape.empty() || tensor.shape[0] % 2 != 0 || !hasWholeBytes(tensor)) {
                return false;
            }
            const auto elements = checkedElementCount(tensor.shape).value_or(0);
            tensor.firstElement = elements / 2;
            tensor.strides.assign(tensor.shape.size(), 1);
            for (std::size_t i = tensor.shape.size() - 1; i > 0; --i) {
                tensor.strides[i - 1] = tensor.strides[i] * tensor.shape[i];
            }
            return true;
        }
    }
    return false;
}

/// What a rule makes of a tensor whose name it found; nothing where it cannot.
std::optional<std::vector<StoredTensor>> applied(const KeyRule& rule, const FoundParts& found,
                                                 const StoredTensor& tensor,
                                                 const ConfigScope& scope) {
    std::vector<StoredTensor> made;
    const std::int64_t shares =
        std::accumulate(rule.shares.begin(), rule.shares.end(), std::int64_t{0});
    const bool isCut = rule.targets.size() > 1;
    if (isCut && (tensor.shape.empty() || tensor.shape[0] % shares != 0)) {
        return std::nullopt;
    }
    std::int64_t first = 0;
    for (std::size_t i = 0; i < rule.targets.size(); ++i) {
        const std::int64_t rows = isCut ? tensor.shape[0] / shares * rule.shares[i] : 0;
        auto part = isCut ? rowsOf(tensor, first, rows) : std::optional(tensor);
        auto name = nameFrom(rule.targets[i], found, scope);
        if (!part || !name || !changeShape(*part, rule.change)) {
            return std::nullopt;
        }
        part->name = std::move(*name);
        first += rows;
        made.push_back(std::move(*part));
    }
    return made;
}

class KeyConverter {
public:
    KeyConverter(std::span<const KeyRule> rules, const ConfigScope& fields)
        : m_rules(rules), m_fields(fields) {}

    ConvertedKeys convert(std::span<const StoredTensor> tensors) {
        std::vector<const StoredTensor*> kept;
        for (const StoredTensor& tensor : tensors) {
            if (!take(tensor)) {
                kept.push_back(&tensor);
            }
        }
        // Under its own name, unless that is one of the class's.
        for (const StoredTensor* const tensor : kept) {
            if (m_taken.insert(tensor->name)) {
                m_converted.tensors.push_back(*tensor);
            } else {
                m_converted.leftOut.push_back(tensor->name);
            }
        }
        return std::move(m_converted);
    }

private:
    /// Whether the first rule that fits could be followed.
    bool take(const StoredTensor& tensor) {
        for (const KeyRule& rule : m_rules) {
            const auto found = matched(rule.pattern, tensor.name);
            if (!found) {
                continue;
            }
            ConfigScope scope(&m_fields);
            for (const auto& [name, number] : found->numbers) {
                scope.set(name, number);
            }
            if (rule.condition) {
                const auto holds = evaluate(*rule.condition, scope);
                if (!holds || !isTrue(*holds)) {
                    continue;
                }
            }
            return follow(rule, *found, tensor, scope);
        }
        return false;
    }

    bool follow(const KeyRule& rule, const FoundParts& found, const StoredTensor& tensor,
                const ConfigScope& scope) {
        if (rule.targets.empty()) {
            m_converted.leftOut.push_back(tensor.name);
            return true;
        }
        auto made = applied(rule, found, tensor, scope);
        const bool isNew = made && std::ranges::all_of(*made, [this](const StoredTensor& part) {
                               return m_taken.insert(part.name);
                           });
        if (isNew) {
            std::ranges::move(*made, std::back_inserter(m_converted.tensors));
        }
        return isNew;
    }

    std::span<const KeyRule> m_rules;
    const ConfigScope& m_fields;
    ConvertedKeys m_converted;
    SeenNames m_taken;
};

}  // namespace

ConvertedKeys convertKeys(std::span<const StoredTensor> tensors, std::span<const KeyRule> rules,
                          const ConfigScope& fields) {
    return KeyConverter(rules, fields).convert(tensors);
}

}  // namespace stowage
