// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/single_file/single_file.h"

#include "engine/base/embedded_files.h"
#include "engine/base/json_reader.h"
#include "engine/base/name_table.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/keys/fit_config.h"
#include "engine/checkpoint/keys/joined_checkpoint.h"
#include "engine/checkpoint/single_file/convert_keys.h"
#include "engine/model/architecture_file.h"
#include "engine/model/config_expression.h"
#include "engine/model/config_model.h"
#include "engine/model/joined_tree.h"
#include "engine/model/tensor_spec.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace stowage {
namespace {

/// How a field of a configuration follows from the keys and shapes of a file. One of `key`,
/// `blocks` and `list` is there.
struct SizeRule {
    std::string field;
    std::string key;       ///< a tensor, without the component's prefix
    std::size_t axis = 0;  ///< whose size it is
    std::string per;       ///< a field that divides it
    bool isRoot = false;   ///< the size is this field's square
    std::string ifThere;   ///< the field's value where the tensor is there, as JSON; "": its size
    std::string ifNot;     ///< and where it is not
    std::string blocks;    ///< what stands before the numbers that are counted: "double_blocks."
    std::string within;    ///< only of keys that go on so: the numbers themselves are the value
    std::vector<SizeRule> list;  ///< the field is a list of these
};

/// One model of a file.
struct ComponentLayout {
    std::string name;                   ///< "text_encoder"
    std::string library;                ///< "transformers"
    std::string className;              ///< "CLIPTextModel"
    std::vector<std::string> prefixes;  ///< before its keys; any of them
    std::vector<KeyRule> rules;         ///< the first that fits is taken
    nlohmann::ordered_json config;      ///< as published
    std::vector<SizeRule> sizes;        ///< what may be otherwise in a file, in order
};

/// Keys by which diffusers tells a kind of file (CHECKPOINT_KEY_NAMES).
struct FileMark {
    std::vector<std::string> keys;     ///< all of them are there
    std::vector<std::string> without;  ///< and none of these
    /// Nor a tensor of this name whose last size is this one.
    std::map<std::string, std::int64_t> withoutLastSize;
};

/// A kind of file that holds a pipeline in the layout of its first release.
struct SingleFileLayout {
    std::string pipeline;  ///< "FluxPipeline"
    std::vector<ComponentLayout> components;
};

using LayoutJson = nlohmann::ordered_json;
using Rules = std::map<std::string, std::vector<KeyRule>, std::less<>>;

constexpr std::string_view kRulesFile = "keys";  ///< the one of the files that holds the rules

std::vector<std::string> stringsOf(const LayoutJson& object, const char* key) {
    return object.value(key, std::vector<std::string>());
}

std::vector<std::string> betweenDots(std::string_view name) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('.', begin), name.size());
        parts.emplace_back(name.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

Result<KeyTemplate> parseTemplate(std::string_view text) {
    KeyTemplate made;
    while (!text.empty()) {
        const std::size_t open = std::min(text.find('{'), text.size());
        if (open > 0) {
            made.parts.push_back({std::string(text.substr(0, open)), false, {}});
            text.remove_prefix(open);
            continue;
        }
        const std::size_t close = std::min(text.find('}'), text.size() - 1);
        const std::string_view inside = text.substr(1, close - 1);
        text.remove_prefix(close + 1);
        if (inside == "p" || inside == "s" || inside == "*") {
            made.parts.push_back({std::string(inside), true, {}});
            continue;
        }
        auto value = parseExpression(inside);
        STOWAGE_TRY(value);
        made.parts.push_back({std::string(inside), false, std::move(*value)});
    }
    return made;
}

/// ["from", "to" or ["to", …] or null, {"change": …, "shares": […], "when": …}].
Result<KeyRule> parseRule(const LayoutJson& entry) {
    KeyRule rule;
    rule.pattern = betweenDots(entry.at(0).get<std::string>());
    const LayoutJson& to = entry.at(1);
    std::vector<std::string> targets;
    if (to.is_array()) {
        targets = to.get<std::vector<std::string>>();
    } else if (to.is_string()) {
        targets.push_back(to.get<std::string>());
    }
    for (const std::string& target : targets) {
        auto parsed = parseTemplate(target);
        STOWAGE_TRY(parsed);
        rule.targets.push_back(std::move(*parsed));
    }
    const LayoutJson more = entry.size() > 2 ? entry.at(2) : LayoutJson::object();
    rule.shares = more.value("shares", std::vector<std::int64_t>(targets.size(), 1));
    const std::string change = more.value("change", "");
    rule.change = change == "squeeze"       ? KeyChange::Squeeze
                  : change == "transpose"   ? KeyChange::Transpose
                  : change == "swap halves" ? KeyChange::SwapHalves
                                            : KeyChange::None;
    if (more.contains("when")) {
        auto condition = parseExpression(more.at("when").get<std::string>());
        STOWAGE_TRY(condition);
        rule.condition = std::move(*condition);
    }
    return rule;
}

Result<Rules> parseRules(const LayoutJson& document) {
    Rules rules;
    for (const auto& [name, entries] : document.items()) {
        for (const LayoutJson& entry : entries) {
            auto rule = parseRule(entry);
            STOWAGE_TRY(rule);
            rules[name].push_back(std::move(*rule));
        }
    }
    return rules;
}

SizeRule parseSize(const std::string& field, const LayoutJson& entry) {
    SizeRule size;
    size.field = field;
    if (entry.is_array()) {
        for (const LayoutJson& each : entry) {
            size.list.push_back(parseSize(field, each));
        }
        return size;
    }
    if (entry.is_number()) {  // whatever the file holds
        size.ifThere = size.ifNot = entry.dump();
        return size;
    }
    size.key = entry.value("size", entry.value("has", ""));
    size.axis = entry.value("axis", std::size_t{0});
    size.per = entry.value("per", "");
    size.isRoot = entry.value("root", false);
    if (entry.contains("has")) {
        size.ifThere = entry.contains("then") ? entry.at("then").dump() : "true";
        size.ifNot = entry.contains("then") ? "null" : "false";
    }
    size.blocks = entry.value("blocks", "");
    size.within = entry.value("within", "");
    return size;
}

Result<SingleFileLayout> parseLayout(const LayoutJson& document, const Rules& rules) {
    SingleFileLayout layout;
    layout.pipeline = document.at("pipeline").get<std::string>();
    for (const LayoutJson& entry : document.at("components")) {
        ComponentLayout component;
        component.name = entry.at("name").get<std::string>();
        component.library = entry.at("library").get<std::string>();
        component.className = entry.at("class").get<std::string>();
        component.prefixes = stringsOf(entry, "prefixes");
        component.rules = rules.at(entry.at("keys").get<std::string>());
        component.config = entry.at("config");
        for (const auto& [field, size] : entry.at("sizes").items()) {
            component.sizes.push_back(parseSize(field, size));
        }
        layout.components.push_back(std::move(component));
    }
    return layout;
}

Unexpected wrongLayout(const Message& what) {
    return fail(ErrorCode::Internal,
                say("The built-in list of single-file layouts contains an error: %1", what));
}

Result<LayoutJson> documentNamed(std::string_view name) {
    const auto files = singleFileLayoutFiles();
    const auto found = std::ranges::find(files, name, &EmbeddedFile::name);
    return found == files.end() ? wrongLayout(say("the file %1.json is missing", name))
                                : parseJson(found->text, std::string(name) + ".json");
}

/// What `parse` makes of a document, or that the list is wrong.
template <class Parse>
auto readDocument(std::string_view name, Parse parse)
    -> decltype(parse(std::declval<const LayoutJson&>())) {
    const auto document = documentNamed(name);
    STOWAGE_TRY(document);
    try {
        auto parsed = parse(*document);
        return parsed ? std::move(parsed) : wrongLayout(parsed.error().message);
    } catch (const LayoutJson::exception& error) {
        return wrongLayout(error.what());
    } catch (const std::out_of_range& error) {
        return wrongLayout(error.what());
    }
}

/// The kinds that are compiled in (resources/single_files/marks.json), each with the marks of which
/// any one tells it. Every file that is opened is held to them: little is read. Error: Internal.
Result<std::vector<std::pair<std::string, std::vector<FileMark>>>> singleFileMarks() {
    using Marks = std::vector<std::pair<std::string, std::vector<FileMark>>>;
    return readDocument("marks", [](const LayoutJson& document) -> Result<Marks> {
        Marks kinds;
        for (const auto& [name, marks] : document.items()) {
            auto& kind = kinds.emplace_back(name, std::vector<FileMark>());
            for (const LayoutJson& mark : marks) {
                kind.second.push_back(
                    {stringsOf(mark, "keys"), stringsOf(mark, "without"),
                     mark.value("without_last_size", std::map<std::string, std::int64_t>())});
            }
        }
        return kinds;
    });
}

/// The layout of one of them, by its name: "flux". Error: Internal.
Result<SingleFileLayout> singleFileLayout(const std::string& name) {
    const auto rules = readDocument(kRulesFile, parseRules);
    STOWAGE_TRY(rules);
    return readDocument(
        name, [&rules](const LayoutJson& document) { return parseLayout(document, *rules); });
}

class FileSizes {
public:
    explicit FileSizes(std::span<const StoredTensor> tensors) : m_tensors(tensors) {
        for (const StoredTensor& tensor : tensors) {
            m_byName.emplace(tensor.name, &tensor);
        }
    }

    /// Nothing where the file does not tell.
    [[nodiscard]] std::optional<LayoutJson> value(const SizeRule& rule,
                                                  const LayoutJson& config) const {
        if (!rule.list.empty()) {
            LayoutJson list = LayoutJson::array();
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
            return LayoutJson::parse(tensor != nullptr ? rule.ifThere : rule.ifNot);
        }
        return tensor == nullptr ? std::nullopt : size(rule, *tensor, config);
    }

private:
    static std::optional<LayoutJson> size(const SizeRule& rule, const StoredTensor& tensor,
                                          const LayoutJson& config) {
        if (rule.axis >= tensor.shape.size() || tensor.shape[rule.axis] <= 0) {
            return std::nullopt;
        }
        const std::int64_t size = tensor.shape[rule.axis];
        if (rule.isRoot) {
            const auto root = static_cast<std::int64_t>(std::llround(std::sqrt(size)));
            return root <= (std::int64_t{1} << 31) && root * root == size
                       ? std::optional<LayoutJson>(root)
                       : std::nullopt;
        }
        if (rule.per.empty()) {
            return size;
        }
        const std::int64_t divisor = config.value(rule.per, std::int64_t{0});
        return divisor > 0 && size % divisor == 0 ? std::optional<LayoutJson>(size / divisor)
                                                  : std::nullopt;
    }

    /// Counts blocks, or lists those that have a certain tensor.
    [[nodiscard]] std::optional<LayoutJson> blocks(const SizeRule& rule) const {
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
            return LayoutJson(numbers);
        }
        return numbers.empty() ? std::nullopt : std::optional<LayoutJson>(*numbers.rbegin() + 1);
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
                ? say("The model %2 of %1 is not in the file and is not included.",
                      pipeline.className, names)
                : say("The models %2 of %1 are not in the file and are not included.",
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

Result<Checkpoint> joinWithOthers(const Checkpoint& file, ConvertedFile converted,
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
        say("The keys match the single-file layout of %1, but the modules are derived from the "
            "keys: %2",
            layout.pipeline, why));
}

/// Float8 weights as ComfyUI writes them, each with a scale of its own.
void warnOfScaledFloat8(Checkpoint& file) {
    if (std::ranges::any_of(file.tensors, [](const StoredTensor& tensor) {
            return tensor.name.ends_with(".scale_weight") || tensor.name.ends_with("scaled_fp8");
        })) {
        file.warnings.push_back(
            say("The weights are scaled float8 in ComfyUI's format, which diffusers does not read. "
                "The sizes do not include the scales (scale_weight)."));
    }
}

}  // namespace

Result<std::optional<Checkpoint>> pipelineOfSingleFile(Checkpoint& file) {
    warnOfScaledFloat8(file);
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
        file.warnings.push_back(
            say("The keys match the single-file layout of %1, but no tensor has the expected "
                "shape, so the modules are derived from the keys.",
                layout->pipeline));
        return std::optional<Checkpoint>();
    }
    auto all = joinWithOthers(file, std::move(converted), tensors.others);
    if (!all) {
        warnNoPipeline(file, *layout, all.error().message);
        return std::optional<Checkpoint>();
    }
    return std::optional(std::move(*all));
}

}  // namespace stowage
