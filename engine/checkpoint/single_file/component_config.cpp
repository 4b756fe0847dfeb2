// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/single_file/component_config.h"

#include "engine/base/json_reader.h"
#include "engine/base/name_table.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>

namespace stowage {
namespace {

using SizeJson = nlohmann::ordered_json;

class FileSizes {
public:
    explicit FileSizes(std::span<const StoredTensor> tensors) : m_tensors(tensors) {
        for (const StoredTensor& tensor : tensors) {
            m_byName.emplace(tensor.name, &tensor);
        }
    }

    /// Nothing where the file does not tell.
    [[nodiscard]] std::optional<SizeJson> value(const SizeRule& rule,
                                                const SizeJson& config) const {
        if (!rule.list.empty()) {
            SizeJson list = SizeJson::array();
            for (const SizeRule& each : rule.list) {
                const auto size = value(each, config);
                if (!size) {
                    return std::nullopt;
                }
                list.push_back(*size);
            }
            return list;
        }
        if (!rule.blocks.empty()) {
            return blocks(rule);
        }
        const auto found = m_byName.find(rule.key);
        const StoredTensor* const tensor = found == m_byName.end() ? nullptr : found->second;
        if (!rule.ifThere.empty()) {
            return SizeJson::parse(tensor != nullptr ? rule.ifThere : rule.ifNot);
        }
        return tensor == nullptr ? std::nullopt : size(rule, *tensor, config);
    }

private:
    static std::optional<SizeJson> size(const SizeRule& rule, const StoredTensor& tensor,
                                        const SizeJson& config) {
        if (rule.axis >= tensor.shape.size() || tensor.shape[rule.axis] <= 0) {
            return std::nullopt;
        }
        const std::int64_t size = tensor.shape[rule.axis];
        if (rule.isRoot) {
            const auto root = static_cast<std::int64_t>(std::llround(std::sqrt(size)));
            return root <= (std::int64_t{1} << 31) && root * root == size
                       ? std::optional<SizeJson>(root)
                       : std::nullopt;
        }
        if (rule.per.empty()) {
            return size;
        }
        const std::int64_t divisor = config.value(rule.per, std::int64_t{0});
        return divisor > 0 && size % divisor == 0 ? std::optional<SizeJson>(size / divisor)
                                                  : std::nullopt;
    }

    /// Counts blocks, or lists those that have a certain tensor.
    [[nodiscard]] std::optional<SizeJson> blocks(const SizeRule& rule) const {
        std::set<std::uint64_t> numbers;
        for (const StoredTensor& tensor : m_tensors) {
            std::string_view name = tensor.name;
            if (!name.starts_with(rule.blocks)) {
                continue;
            }
            name.remove_prefix(rule.blocks.size());
            std::uint64_t number = 0;
            const auto [end, status] =
                std::from_chars(name.data(), name.data() + name.size(), number);
            name.remove_prefix(static_cast<std::size_t>(end - name.data()));
            const bool isTaken = rule.within.empty() ? name.starts_with('.') : name == rule.within;
            // There are no more blocks than tensors.
            if (status == std::errc() && isTaken && number < m_tensors.size()) {
                numbers.insert(number);
            }
        }
        if (!rule.within.empty()) {
            return SizeJson(numbers);
        }
        return numbers.empty() ? std::nullopt : std::optional<SizeJson>(*numbers.rbegin() + 1);
    }

    std::span<const StoredTensor> m_tensors;
    NameTable<std::string_view, const StoredTensor*> m_byName;
};

}  // namespace

std::string componentConfig(const ComponentLayout& component,
                            std::span<const StoredTensor> tensors) {
    const FileSizes sizes(tensors);
    nlohmann::ordered_json config = component.config;
    for (const SizeRule& rule : component.sizes) {
        if (auto value = sizes.value(rule, config)) {
            config[rule.field] = std::move(*value);
        }
    }
    return jsonText(config);
}

}  // namespace stowage
