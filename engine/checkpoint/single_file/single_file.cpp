// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/single_file/single_file.h"

#include "engine/base/json_reader.h"
#include "engine/base/name_table.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/keys/fit_config.h"
#include "engine/checkpoint/keys/joined_checkpoint.h"
#include "engine/checkpoint/single_file/layout.h"
#include "engine/model/config_expression.h"
#include "engine/model/config_model.h"
#include "engine/model/dtype.h"
#include "engine/model/joined_tree.h"
#include "engine/model/tensor_spec.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace stowage {
namespace {

/// The tensors of one component under the names of its class.
struct ConvertedKeys {
    std::vector<StoredTensor> tensors;  ///< in the file's order
    std::vector<std::string> leftOut;   ///< names that the rules leave out
};

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

/// Gives tensors of a component, whose prefix is off already, the names and shapes that diffusers'
/// converters give them; nothing is read: all stay where they are in the file, as whole tensors,
/// rows of one, transposed or with their halves swapped. What no rule fits, what has a shape that a
/// rule cannot divide, and what would get a name that is taken keeps its own. `fields`: what
/// expressions of the rules see of the configuration.
/// Source of the rules: diffusers' loaders/single_file_utils.py.
ConvertedKeys convertKeys(std::span<const StoredTensor> tensors, std::span<const KeyRule> rules,
                          const ConfigScope& fields) {
    return KeyConverter(rules, fields).convert(tensors);
}

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

/// The config.json of a component: the published one, with those sizes that the keys and shapes of
/// the file tell (SizeRule). Fine-tuned and smaller models of the same layout so get theirs. A size
/// that the file does not tell stays as published; that the tensors then differ is the key check's
/// to say. `tensors` are the component's, without its prefix.
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

constexpr std::size_t kFirstLeftOut = 3;  ///< names; the others are counted

const StoredTensor* tensorNamed(const Checkpoint& file, std::string_view name) {
    const auto found = std::ranges::find(file.tensors, name, &StoredTensor::name);
    return found == file.tensors.end() ? nullptr : &*found;
}

bool hasMark(const Checkpoint& file, const FileMark& mark) {
    const auto isThere = [&file](const std::string& key) {
        return tensorNamed(file, key) != nullptr;
    };
    return std::ranges::all_of(mark.keys, isThere) && std::ranges::none_of(mark.without, isThere) &&
           std::ranges::none_of(mark.withoutLastSize, [&file](const auto& size) {
               const StoredTensor* const tensor = tensorNamed(file, size.first);
               return tensor != nullptr && !tensor->shape.empty() &&
                      tensor->shape.back() == size.second;
           });
}

/// The tensors of each component, without its prefix, and what belongs to none.
struct SortedTensors {
    std::vector<std::vector<StoredTensor>> components;
    std::vector<std::string> others;
};

SortedTensors sorted(const Checkpoint& file, const SingleFileLayout& layout) {
    SortedTensors result;
    result.components.resize(layout.components.size());
    for (const StoredTensor& tensor : file.tensors) {
        std::size_t owner = layout.components.size();
        std::size_t longest = 0;
        for (std::size_t i = 0; i < layout.components.size(); ++i) {
            for (const std::string& prefix : layout.components[i].prefixes) {
                const bool isCloser = owner == layout.components.size() || prefix.size() > longest;
                if (isCloser && tensor.name.starts_with(prefix) &&
                    tensor.name.size() > prefix.size()) {
                    owner = i;
                    longest = prefix.size();
                }
            }
        }
        if (owner == layout.components.size()) {
            result.others.push_back(tensor.name);
            continue;
        }
        result.components[owner].push_back(tensor);
        result.components[owner].back().name.erase(0, longest);
    }
    return result;
}

/// Sums of what becomes of the file's keys, for one check of all.
struct ConvertedFile {
    std::vector<NamedCheckpoint> models;
    Pipeline pipeline;
    std::vector<std::string> leftOut;
    std::size_t agreeing = 0;
};

/// Adds one model. Errors: those of readConfigModel() and fitConfig().
Result<void> addComponent(ConvertedFile& converted, const std::string& path,
                          const ComponentLayout& component,
                          const std::vector<StoredTensor>& tensors) {
    const std::string config = componentConfig(component, tensors);
    auto model = readConfigModel(config, path + " (" + component.name + ")",
                                 {component.library == "diffusers" ? "" : component.className});
    STOWAGE_TRY(model);
    model->isBesideWeights = true;
    ConvertedKeys keys = convertKeys(tensors, component.rules, model->fields);
    auto fitted = fitConfig(*model, keys.tensors);
    STOWAGE_TRY(fitted);
    auto one = std::make_shared<Checkpoint>();
    one->path = path;
    one->tensors = std::move(fitted->tensors);
    one->describedTree = fitted->tree;
    one->keyCheck = std::make_shared<const KeyCheck>(std::move(fitted->check));
    std::ranges::move(fitted->notes, std::back_inserter(one->warnings));
    converted.agreeing += fitted->agreeing;
    converted.models.push_back({component.name, std::move(one), std::move(fitted->tree)});
    converted.pipeline.components.push_back(
        {component.name, component.library, component.className, path});
    for (const std::string& name : keys.leftOut) {
        converted.leftOut.push_back(component.name + "." + name);
    }
    return {};
}

void addWarnings(Checkpoint& joined, const ConvertedFile& converted,
                 const std::vector<std::string>& others) {
    const Pipeline& pipeline = converted.pipeline;
    std::vector<Message> warnings;
    if (!pipeline.absent.empty()) {
        const Message names = listedNames(pipeline.absent, pipeline.absent.size());
        warnings.push_back(
            pipeline.absent.size() == 1
                ? say("Of the models of %1, %2 is not in this file and not counted.",
                      pipeline.className, names)
                : say("Of the models of %1, %2 are not in this file and not counted.",
                      pipeline.className, names));
    }
    if (!others.empty()) {
        const Message names = listedNames(others, kFirstLeftOut);
        warnings.push_back(
            others.size() == 1
                ? say("%1 tensor of the file belongs to none of the models of %2 and will not be "
                      "loaded: %3.",
                      others.size(), pipeline.className, names)
                : say("%1 tensors of the file belong to none of the models of %2 and will not be "
                      "loaded: %3.",
                      others.size(), pipeline.className, names));
    }
    joined.warnings.insert(joined.warnings.begin(), warnings.begin(), warnings.end());
}

Result<Checkpoint> joined(const Checkpoint& file, ConvertedFile converted,
                          const std::vector<std::string>& others) {
    auto all = joinCheckpoints(converted.models, file.path, converted.pipeline.className,
                               std::string(kPipelineArchitecture));
    STOWAGE_TRY(all);
    all->format = file.format;
    all->shards = file.shards;
    all->warnings.insert(all->warnings.begin(), file.warnings.begin(), file.warnings.end());
    auto check = std::make_shared<KeyCheck>(*all->keyCheck);
    check->ignored.insert(check->ignored.end(), converted.leftOut.begin(), converted.leftOut.end());
    check->ignored.insert(check->ignored.end(), others.begin(), others.end());
    all->keyCheck = std::move(check);
    addWarnings(*all, converted, others);
    all->pipeline = std::make_shared<const Pipeline>(std::move(converted.pipeline));
    return all;
}

void warnNoPipeline(Checkpoint& file, const SingleFileLayout& layout, const Message& why) {
    file.warnings.push_back(
        say("The keys are those of a single file of %1, but it is shown by the names of its "
            "tensors: %2",
            layout.pipeline, why));
}

}  // namespace

Result<std::optional<Checkpoint>> pipelineOfSingleFile(Checkpoint& file) {
    const auto kinds = singleFileMarks();
    STOWAGE_TRY(kinds);
    const auto kind = std::ranges::find_if(*kinds, [&file](const auto& one) {
        return std::ranges::any_of(one.second,
                                   [&file](const auto& mark) { return hasMark(file, mark); });
    });
    if (kind == kinds->end()) {
        return std::optional<Checkpoint>();
    }
    const auto layout = singleFileLayout(kind->first);
    STOWAGE_TRY(layout);
    const SortedTensors tensors = sorted(file, *layout);
    ConvertedFile converted;
    converted.pipeline.className = layout->pipeline;
    converted.pipeline.file = file.path;
    for (std::size_t i = 0; i < layout->components.size(); ++i) {
        const ComponentLayout& component = layout->components[i];
        if (tensors.components[i].empty()) {
            converted.pipeline.absent.push_back(component.name);
            continue;
        }
        if (const auto added = addComponent(converted, file.path, component, tensors.components[i]);
            !added) {
            warnNoPipeline(file, *layout, added.error().message);
            return std::optional<Checkpoint>();
        }
    }
    if (converted.agreeing == 0) {
        warnNoPipeline(file, *layout, say("none of them has the shape that it has there."));
        return std::optional<Checkpoint>();
    }
    auto all = joined(file, std::move(converted), tensors.others);
    if (!all) {
        warnNoPipeline(file, *layout, all.error().message);
        return std::optional<Checkpoint>();
    }
    return std::optional(std::move(*all));
}

}  // namespace stowage
