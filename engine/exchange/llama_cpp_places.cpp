// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/exchange/llama_cpp_places.h"

#include "engine/base/embedded_files.h"
#include "engine/base/json_reader.h"
#include "engine/base/name_table.h"
#include "engine/base/strings.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <unordered_map>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kWeight = ".weight";
constexpr std::string_view kBias = ".bias";

bool isNumber(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// A name without parts that are numbers: an expert's, or a norm's among norms.
std::string withoutNumbers(std::string_view name) {
    std::string kept;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('.', begin), name.size());
        const std::string_view part = name.substr(begin, end - begin);
        if (!isNumber(part)) {
            kept += (kept.empty() ? "" : ".") + std::string(part);
        }
        begin = end + 1;
    }
    return kept;
}

std::string_view withoutSuffix(std::string_view name) {
    for (const std::string_view suffix : {kWeight, kBias}) {
        if (name.ends_with(suffix)) {
            return name.substr(0, name.size() - suffix.size());
        }
    }
    return name;
}

/// A name without what PEFT puts between a module and its own weights ("q_proj.base_layer").
std::string_view withoutWrapper(std::string_view stem) {
    for (const std::string_view wrapper : {".base_layer", ".original_module"}) {
        if (stem.ends_with(wrapper)) {
            return stem.substr(0, stem.size() - wrapper.size());
        }
    }
    return stem;
}

/// The list of names, read once for a tree.
class NameList {
public:
    static Result<NameList> read(const std::string& family) {
        const auto files = ggufNameFiles();
        auto document = parseJson(files.front().text, "gguf_names.json");
        STOWAGE_TRY(document);
        const auto found = (*document)["families"].find(family);
        if (found == (*document)["families"].end()) {
            return fail(ErrorCode::Unsupported,
                        say("The tensor names of llama.cpp for the model family %1 are unknown; "
                            "open a GGUF file of the model, which contains these names.",
                            quotedForMessage(family)));
        }
        NameList list;
        list.m_family = *found;
        list.m_layer = (*document)["layer"];
        list.m_outside = (*document)["outside"];
        return list;
    }

    [[nodiscard]] std::vector<std::string> inLayer(const std::string& name) const {
        const auto own = m_family.find(name);
        return own != m_family.end() ? own->get<std::vector<std::string>>()
                                     : entryOf(m_layer, name);
    }
    [[nodiscard]] std::vector<std::string> outside(std::string_view name) const {
        const std::size_t dot = name.rfind('.');
        return entryOf(m_outside,
                       std::string(dot == std::string_view::npos ? name : name.substr(dot + 1)));
    }

private:
    static std::vector<std::string> entryOf(const Json& object, const std::string& name) {
        const auto found = object.find(name);
        return found == object.end() ? std::vector<std::string>()
                                     : found->get<std::vector<std::string>>();
    }

    Json m_family;
    Json m_layer;
    Json m_outside;
};

std::string familyOf(const ModuleTree& tree, const ModelFacts* facts) {
    return facts != nullptr && !facts->family.empty() ? facts->family : tree.architecture();
}

/// A vision part of a model goes into a file of its own, which -m does not name.
bool isOfAnotherFile(std::string_view name) {
    return name.find("vision_tower.") != std::string_view::npos ||
           name.find("multi_modal_projector.") != std::string_view::npos;
}

/// The number of the layer that a tensor of a GGUF file belongs to, and its name there: {3,
/// "ffn_down"} of "blk.3.ffn_down.weight". `layer` is -1 outside of layers.
struct GgufPart {
    int layer = -1;
    std::string name;

    /// "blk.3.ffn_down": what weight and bias have in common.
    [[nodiscard]] std::string stem() const;
};

std::string GgufPart::stem() const {
    return layer < 0 ? name : "blk." + std::to_string(layer) + "." + name;
}

GgufPart ggufPart(std::string_view name) {
    constexpr std::string_view kBlock = "blk.";
    constexpr std::size_t kMostDigits = 6;
    const std::string_view stem = withoutSuffix(name);
    const std::size_t dot = stem.find('.', kBlock.size());
    if (!stem.starts_with(kBlock) || dot == std::string_view::npos) {
        return {-1, std::string(stem)};
    }
    const std::string_view number = stem.substr(kBlock.size(), dot - kBlock.size());
    if (!isNumber(number) || number.size() > kMostDigits) {
        return {-1, std::string(stem)};
    }
    return {std::stoi(std::string(number)), std::string(stem.substr(dot + 1))};
}

}  // namespace

Result<GgufNames> ggufNames(const ModuleTree& tree, const LayerChain& chain,
                            const ModelFacts* facts) {
    GgufNames names(tree.tensors().size());
    if (hasGgufNames(tree)) {
        std::ranges::transform(tree.tensors(), names.begin(), [](const TensorSpec& tensor) {
            return std::vector<std::string>{tensor.name};
        });
        return names;
    }
    const auto list = NameList::read(familyOf(tree, facts));
    STOWAGE_TRY(list);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string& name = tree.tensors()[i].name;
        if (isOfAdapter(name)) {
            continue;
        }
        const std::string_view stem = withoutWrapper(withoutSuffix(name));
        const std::size_t layer = chain.places[i];
        std::string prefix;
        if (layer < chain.layers.size()) {
            const std::string& path = tree.path(chain.layers[layer]);
            prefix = "blk." + std::to_string(layer) + ".";
            names[i] = list->inLayer(withoutNumbers(stem.substr(path.size() + 1)));
        } else if (!isOfAnotherFile(name)) {
            names[i] = list->outside(stem);
        }
        const bool isBias = name.ends_with("bias");
        for (std::string& part : names[i]) {
            part = prefix + part + std::string(isBias ? kBias : kWeight);
        }
    }
    return names;
}

namespace {

/// The Thompson automaton of libstdc++, whose time is polynomial whatever the pattern.
#ifdef __GLIBCXX__
constexpr auto kRegexFlags = std::regex::ECMAScript | std::regex_constants::__polynomial;
#else
constexpr auto kRegexFlags = std::regex::ECMAScript;
#endif

Unexpected wrongPattern(Message message) {
    return fail(ErrorCode::InvalidArgument, std::move(message), {}, "-ot");
}

/// Finds the first override for a name; each name is looked for once.
class Overrides {
public:
    static Result<Overrides> make(const std::vector<TensorOverride>& list) {
        constexpr std::size_t kLongest = 16 * 1024;  // all layers of any model by number
        constexpr std::size_t kMost = 1024;
        Overrides made;
        if (list.size() > kMost) {
            return wrongPattern(say("-ot has %1 patterns; the limit is 1024.", list.size()));
        }
        for (const TensorOverride& each : list) {
            const std::string pattern = quotedForMessage(each.pattern);
            if (each.pattern.size() > kLongest) {
                return wrongPattern(
                    say("-ot has the pattern %1, which is too long; shorten it.", pattern));
            }
            if (each.pattern.find('{') != std::string::npos) {
                return wrongPattern(
                    say("-ot has the pattern %1, which uses the repetition {…}; write the "
                        "repetition out.",
                        pattern));
            }
            try {
                made.m_rules.emplace_back(std::regex(each.pattern, kRegexFlags), each.device);
            } catch (const std::regex_error&) {
                return wrongPattern(say(
                    "-ot has the pattern %1, which is not a valid regular expression; correct it.",
                    pattern));
            }
        }
        return made;
    }

    std::optional<DeviceId> find(const std::string& name) {
        const auto [entry, isNew] = m_found.try_emplace(name);
        for (std::size_t i = 0; isNew && !entry->second && i < m_rules.size(); ++i) {
            if (std::regex_search(name, m_rules[i].first)) {
                entry->second = m_rules[i].second;
            }
        }
        return entry->second;
    }

private:
    std::vector<std::pair<std::regex, DeviceId>> m_rules;
    std::unordered_map<std::string, std::optional<DeviceId>, NameHash> m_found;
};

/// The device of each slot: the layers in their order, then the output.
std::vector<DeviceId> slotDevices(std::size_t slots, const LlamaCppSettings& settings) {
    std::vector<DeviceId> devices(slots, DeviceId::cpu());
    const std::size_t onGpus = settings.gpus.empty() ? 0 : std::min(settings.gpuLayers, slots);
    // Sums and quotients in the same precision as there, so that borders fall alike.
    std::vector<float> ends(settings.gpus.size());
    float sum = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        sum += settings.split.empty()      ? 1.0F
               : i < settings.split.size() ? static_cast<float>(settings.split[i])
                                           : 0.0F;
        ends[i] = sum;
    }
    for (std::size_t i = 0; i < onGpus; ++i) {
        const float place = static_cast<float>(i) / static_cast<float>(onGpus);
        const auto gpu = std::ranges::find_if(
            ends, [&](float end) { return place < (sum > 0 ? end / sum : 1.0F); });
        const auto index = std::min(static_cast<std::size_t>(gpu - ends.begin()), ends.size() - 1);
        devices[slots - onGpus + i] = settings.gpus[index];
    }
    return devices;
}

/// A part of a regular expression that stands for just these texts.
std::string anyOf(const std::set<std::string>& texts) {
    const std::string all = joinedText(texts, "|");
    return texts.size() == 1 ? all : "(" + all + ")";
}

std::string anyLayer(const std::set<int>& layers) {
    std::string text;
    for (const int layer : layers) {
        text += (text.empty() ? "" : "|") + std::to_string(layer);
    }
    return layers.size() == 1 ? text : "(" + text + ")";
}

}  // namespace

Result<StoragePlaces> llamaCppPlaces(const ModuleTree& tree, const LayerChain& chain,
                                     const GgufNames& names, const LlamaCppSettings& settings) {
    auto overrides = Overrides::make(settings.overrides);
    STOWAGE_TRY(overrides);
    const auto slots = slotDevices(chain.layers.size() + 1, settings);
    return placesBy(tree, [&](TensorId tensor) {
        for (const std::string& name : names[tensor.index()]) {
            if (const auto device = overrides->find(name)) {
                return *device;
            }
        }
        const std::size_t place = chain.places[tensor.index()];
        return place == LayerChain::kBefore  ? DeviceId::cpu()
               : place == LayerChain::kAfter ? slots.back()
                                             : slots[place];
    });
}

std::vector<std::pair<std::string, DeviceId>> ggufPlaces(const PlacementPlan& plan,
                                                         const GgufNames& names) {
    const ModuleTree& tree = *plan.request.tree;
    std::map<std::string, std::map<DeviceId, std::uint64_t>> bytes;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const TensorSpec& tensor = tree.tensors()[i];
        const auto planned = plan.storageDevices[tensor.storage.index()];
        const DeviceId device = planned && planned->isGpu() ? *planned : DeviceId::cpu();
        for (const std::string& name : names[i]) {
            bytes[ggufPart(name).stem()][device] += plannedBytes(plan, tensor);
        }
    }
    std::vector<std::pair<std::string, DeviceId>> places;
    for (const auto& [name, byDevice] : bytes) {
        const auto most =
            std::ranges::max_element(byDevice, {}, [](const auto& entry) { return entry.second; });
        places.emplace_back(name, most->first);
    }
    return places;
}

std::vector<TensorOverride> overridesFor(
    const std::vector<std::pair<std::string, DeviceId>>& places) {
    using Parts = std::map<std::string, DeviceId>;
    std::map<int, Parts> layers;
    for (const auto& [name, device] : places) {
        const GgufPart part = ggufPart(name);
        layers[part.layer].try_emplace(part.name, device);
    }
    std::map<DeviceId, std::set<std::string>> outside;
    std::map<Parts, std::set<int>> parted;
    std::map<DeviceId, std::set<int>> whole;
    for (const auto& [layer, parts] : layers) {
        const DeviceId first = parts.begin()->second;
        const bool isWhole =
            std::ranges::all_of(parts, [first](const auto& part) { return part.second == first; });
        if (layer < 0) {
            for (const auto& [name, device] : parts) {
                outside[device].insert(name);
            }
        } else if (isWhole) {
            whole[first].insert(layer);
        } else {
            parted[parts].insert(layer);
        }
    }
    std::vector<TensorOverride> overrides;
    for (const auto& [device, names] : outside) {
        overrides.push_back({"^" + anyOf(names) + "\\.", device});
    }
    for (const auto& [parts, numbers] : parted) {
        std::map<DeviceId, std::set<std::string>> byDevice;
        for (const auto& [name, device] : parts) {
            byDevice[device].insert(name);
        }
        for (const auto& [device, names] : byDevice) {
            overrides.push_back(
                {"^blk\\." + anyLayer(numbers) + "\\." + anyOf(names) + "\\.", device});
        }
    }
    for (const auto& [device, numbers] : whole) {
        overrides.push_back({"^blk\\." + anyLayer(numbers) + "\\.", device});
    }
    return overrides;
}

std::string_view llamaCppCacheType(KvType type) {
    constexpr std::array<std::pair<KvType, std::string_view>, 5> kTypes = {
        {{KvType::Float32, "f32"},
         {KvType::Float16, "f16"},
         {KvType::BFloat16, "bf16"},
         {KvType::Int8, "q8_0"},
         {KvType::Q4, "q4_0"}}};
    const auto found = std::ranges::find(kTypes, type, &std::pair<KvType, std::string_view>::first);
    return found == kTypes.end() ? std::string_view() : found->second;
}

std::vector<double> sharesByMemory(const std::vector<DeviceInfo>& devices,
                                   const std::vector<DeviceId>& gpus) {
    std::vector<double> shares;
    for (const DeviceId gpu : gpus) {
        const DeviceInfo* const device = findDevice(devices, gpu);
        const auto free = device == nullptr ? std::nullopt : device->freeBytes();
        shares.push_back(static_cast<double>(free.value_or(1)));
    }
    return shares;
}

std::vector<DeviceId> gpusAmong(const std::vector<DeviceInfo>& devices) {
    std::vector<DeviceId> gpus;
    for (const DeviceInfo& device : devices) {
        if (device.id.isGpu()) {
            gpus.push_back(device.id);
        }
    }
    return gpus;
}

}  // namespace stowage
