// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/exchange/llama_cpp_places.h"

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
            return wrongPattern(say("-ot has %1 patterns; at most 1024 are taken.", list.size()));
        }
        for (const TensorOverride& each : list) {
            const std::string pattern = quotedForMessage(each.pattern);
            if (each.pattern.size() > kLongest) {
                return wrongPattern(
                    say("-ot has the pattern %1, which is too long; shorten it.", pattern));
            }
            if (each.pattern.find('{') != std::string::npos) {
                return wrongPattern(
                    say("-ot has the pattern %1, which counts with {…}; write the parts out.",
                        pattern));
            }
            try {
                made.m_rules.emplace_back(std::regex(each.pattern, kRegexFlags), each.device);
            } catch (const std::regex_error&) {
                return wrongPattern(
                    say("-ot has the pattern %1, which is no regular expression that "
                        "can be read; correct it.",
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
