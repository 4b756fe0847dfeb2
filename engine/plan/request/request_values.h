// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/field_table.h"
#include "engine/base/strings.h"
#include "engine/device/memory_budget.h"
#include "engine/plan/placement_request.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// How the values of a request are written and read: a codec or a table for each kind.
namespace stowage::request_values {

using Json = nlohmann::ordered_json;
using Place = std::pair<std::string, DeviceId>;
using Places = std::vector<Place>;
using Limits = std::vector<MemoryBudget>;

/// Upper limit of a capacity (parseLimit()): sums of three fit in 64 bits.
inline constexpr std::uint64_t kMostDeviceBytes = std::uint64_t{1} << 62;
inline constexpr double kMostRate = 0x1p62;
inline constexpr double kMostLatency = 10;
inline constexpr double kMostWeight = 1e300;  // sums of two stay finite
inline constexpr std::uint64_t kWidestPrefetch = 65536;
inline constexpr std::uint64_t kMostGroup = std::uint64_t{1} << 24;

using Bytes = Whole<kMostDeviceBytes>;

struct Device {
    static Json write(DeviceId device) {
        return device.isGpu() ? Json(device.index) : Json(deviceName(device));
    }
    static Result<void> read(const Json& json, DeviceId& device);
};

struct ComputingDevice : Device {
    static Result<void> read(const Json& json, DeviceId& device) {
        STOWAGE_TRY(Device::read(json, device));
        return device == DeviceId::disk() ? wrongField(phrase("is the disk, which cannot compute"))
                                          : Result<void>();
    }
};

inline constexpr Field<Place> kPlaceFields[] = {
    field<Text, &Place::first>("path", FieldUse::Compulsory),
    field<Device, &Place::second>("device", FieldUse::Compulsory)};
using PlaceList = List<Row<kPlaceFields>>;

struct Map {
    static Json write(const DeviceMap& map) {
        return PlaceList::write(Places(map.entries().begin(), map.entries().end()));
    }
    static Result<void> read(const Json& json, DeviceMap& map) {
        Places places;
        STOWAGE_TRY(PlaceList::read(json, places));
        map = DeviceMap(std::move(places));
        return {};
    }
};

inline constexpr Field<DoubledKey> kDuplicateKeyFields[] = {
    field<Text, &DoubledKey::path>("path", FieldUse::Compulsory),
    field<Device, &DoubledKey::dropped>("dropped", FieldUse::Compulsory),
    field<Device, &DoubledKey::kept>("kept", FieldUse::Compulsory)};

struct MachineName : Text {
    static Result<void> read(const Json& json, std::string& name) {
        STOWAGE_TRY(Text::read(json, name));
        return name.empty() || isMachineName(name) ? Result<void>()
                                                   : wrongField(phrase("is not a machine name"));
    }
};

inline constexpr Field<DeviceInfo> kDeviceFields[] = {
    field<Text, &DeviceInfo::name>("name"),
    field<Flag, &DeviceInfo::simulated>("simulated"),
    field<Optional<Bytes>, &DeviceInfo::capacity>("capacity"),
    field<Bytes, &DeviceInfo::usedByOthers>("used_by_others"),
    field<Bytes, &DeviceInfo::context>("context"),
    field<Flag, &DeviceInfo::contextIsSaid>("context_given", FieldUse::IfChanged),
    field<Optional<Number<kMostRate>>, &DeviceInfo::linkBytesPerSecond>("link",
                                                                        FieldUse::IfChanged),
    field<Text, &DeviceInfo::uuid>("uuid", FieldUse::IfChanged),
    field<Optional<Bytes>, &DeviceInfo::presentBytes>("this_machine", FieldUse::IfChanged),
    field<Named<allocatorName, allocatorFromName>, &DeviceInfo::allocator>("allocator",
                                                                           FieldUse::IfChanged),
    field<MachineName, &DeviceInfo::machine>("machine", FieldUse::IfChanged)};

/// By name, in the order of DeviceId.
struct Devices {
    static Json write(const std::vector<DeviceInfo>& devices);
    static Result<void> read(const Json& json, std::vector<DeviceInfo>& devices);
};

inline constexpr Field<MemoryBudget> kLimitFields[] = {
    field<Number<kMostRate>, &MemoryBudget::bytes>("bytes", FieldUse::Compulsory),
    field<Text, &MemoryBudget::text>("text"), field<Flag, &MemoryBudget::isFloat>("float")};

/// By device: the typed text, otherwise bytes, a float if Python would have one; an object of all
/// three where the text stands for something else.
struct LimitsByDevice {
    static bool isOfText(const MemoryBudget& limit);
    static std::string key(DeviceId device) {
        return device.isGpu() ? std::to_string(device.index) : deviceName(device);
    }
    static Json writeOne(const MemoryBudget& limit);
    static Json write(const Limits& limits);
    static Result<void> readOne(const Json& json, MemoryBudget& limit);
    static Result<void> read(const Json& json, Limits& limits);
};

inline constexpr Field<MachineLink> kLinkFields[] = {
    {"machines",
     [](const MachineLink& link) {
         return Json{link.one, link.other};
     },
     [](const Json& json, MachineLink& link) -> Result<void> {
         STOWAGE_TRY(requireList(json, 2));
         STOWAGE_TRY(Text::read(json[0], link.one));
         return Text::read(json[1], link.other);
     }},
    {"bytes_per_second", [](const MachineLink& link) { return Json(link.bytesPerSecond); },
     [](const Json& json, MachineLink& link) -> Result<void> {
         STOWAGE_TRY(Number<kMostRate>::read(json, link.bytesPerSecond));
         return link.bytesPerSecond < 1 ? wrongField(phrase("is less than one byte per second"))
                                        : Result<void>();
     }},
    field<Number<kMostLatency>, &MachineLink::latencySeconds>("latency_seconds")};

struct StrategyName : Named<strategyName, strategyFromName> {
    static Result<void> read(const Json& json, Strategy& strategy) {
        if (json == strategyName(Strategy::Manual)) {
            strategy = Strategy::Manual;
            return {};
        }
        return Named::read(json, strategy);
    }
};

inline constexpr Field<PlanObjective> kObjectiveFields[] = {
    field<Named<objectiveName, objectiveFromName>, &PlanObjective::kind>("kind"),
    field<Number<kMostWeight>, &PlanObjective::prefillWeight>("prefill_weight"),
    field<Optional<Number<kMostWeight>>, &PlanObjective::decodeWeight>("decode_weight")};

/// Words of `--offloaded`.
struct OffloadRules {
    static Json write(const std::vector<OffloadRule>& rules) { return offloadRuleWords(rules); }
    static Result<void> read(const Json& json, std::vector<OffloadRule>& rules) {
        std::vector<std::string> words;
        STOWAGE_TRY(List<Text>::read(json, words));
        rules.clear();
        for (std::size_t i = 0; i < words.size(); ++i) {
            const auto some = parseOffloadRules(words[i]);
            if (!some) {
                return Unexpected{inElement(i, unknownName(words[i]).error)};
            }
            rules.insert(rules.end(), some->begin(), some->end());
        }
        return {};
    }
};

inline constexpr Field<OffloadedRun> kRunFields[] = {
    field<Whole<kWidestPrefetch>, &OffloadedRun::prefetchWindow>("prefetch_window"),
    field<OffloadRules, &OffloadedRun::offloaded>("offloaded")};

struct EnglishText {
    static Json write(const Message& message) { return message.english(); }
    static Result<void> read(const Json& json, Message& message) {
        std::string text;
        STOWAGE_TRY(Text::read(json, text));
        message = std::move(text);
        return {};
    }
};

inline constexpr Field<OptimalProof> kProofFields[] = {
    field<Object<kObjectiveFields>, &OptimalProof::objective>("objective"),
    field<Optional<Number<>>, &OptimalProof::value>("value"),
    field<Number<>, &OptimalProof::bound>("bound"),
    field<Optional<Number<>>, &OptimalProof::robustWithin>("robust_within"),
    field<EnglishText, &OptimalProof::text>("text"),
    field<Whole<>, &OptimalProof::explored>("explored"),
    field<Number<>, &OptimalProof::seconds>("seconds"),
    field<Flag, &OptimalProof::isCompared>("compared"),
    field<EnglishText, &OptimalProof::doubt>("doubt"),
    field<List<Text>, &OptimalProof::options>("options")};

struct Proof {
    static constexpr bool kReadsNull = true;
    static Json write(const std::shared_ptr<const OptimalProof>& proof) {
        return proof == nullptr ? Json() : Object<kProofFields>::write(*proof);
    }
    static Result<void> read(const Json& json, std::shared_ptr<const OptimalProof>& proof) {
        OptimalProof read;
        STOWAGE_TRY(json.is_null() ? Result<void>() : Object<kProofFields>::read(json, read));
        proof = json.is_null() ? nullptr : std::make_shared<const OptimalProof>(std::move(read));
        return {};
    }
};

inline constexpr Field<LoadModelPreset> kPresetFields[] = {
    field<Text, &LoadModelPreset::device>("device"),
    field<Optional<Whole<std::numeric_limits<std::uint32_t>::max()>>, &LoadModelPreset::numGpus>(
        "num_gpus", FieldUse::IfChanged),
    field<Text, &LoadModelPreset::maxGpuMemory>("max_gpu_memory", FieldUse::IfChanged),
    {"device_map",
     [](const LoadModelPreset& preset) {
         return !preset.strategy                       ? Json()
                : *preset.strategy == Strategy::Manual ? Map::write(preset.givenMap)
                                                       : Json(strategyName(*preset.strategy));
     },
     [](const Json& json, LoadModelPreset& preset) -> Result<void> {
         if (!json.is_array()) {
             return StrategyName::read(json, preset.strategy.emplace());
         }
         preset.strategy = Strategy::Manual;
         return Map::read(json, preset.givenMap);
     },
     false, FieldUse::IfChanged},
    field<LimitsByDevice, &LoadModelPreset::maxMemory>("max_memory", FieldUse::IfChanged)};

struct DtypeName {
    static Json write(DType dtype) { return dtypeName(dtype); }
    static Result<void> read(const Json& json, DType& dtype) {
        std::string name;
        STOWAGE_TRY(Text::read(json, name));
        const auto known = dtypeFromName(name);
        if (!known) {
            return wrongField(say("is %1, which is not a dtype", quotedForMessage(name)));
        }
        dtype = *known;
        return {};
    }
};

struct FloatingDtype : DtypeName {
    static Result<void> read(const Json& json, DType& dtype) {
        STOWAGE_TRY(DtypeName::read(json, dtype));
        return isFloatingPoint(dtype)
                   ? Result<void>()
                   : wrongField(phrase("is not a floating-point dtype, as needed for weights"));
    }
};

struct StorageDtype : DtypeName {
    static Result<void> read(const Json& json, DType& dtype) {
        STOWAGE_TRY(DtypeName::read(json, dtype));
        return storedBits(dtype) % 8 == 0 && !elementBlock(dtype)
                   ? Result<void>()
                   : wrongField(phrase("is not a dtype whose values use whole bytes"));
    }
};

/// -1 stands for all of a row.
struct GroupSize : Whole<kMostGroup> {
    static Result<void> read(const Json& json, std::int64_t& group) {
        if (json == -1) {
            group = -1;
            return {};
        }
        return Whole::read(json, group);
    }
};

struct Bits : Whole<8> {
    static Result<void> read(const Json& json, unsigned& bits) {
        STOWAGE_TRY(Whole::read(json, bits));
        return bits == 2 || bits == 3 || bits == 4 || bits == 8
                   ? Result<void>()
                   : wrongField(say("is not 2, 3, 4 or 8"));
    }
};

inline constexpr Field<Quantization> kQuantizationFields[] = {
    {"method",
     [](const Quantization& quantization) { return Json(quantizationName(quantization.method)); },
     [](const Json& json, Quantization& quantization) -> Result<void> {
         std::string method;
         STOWAGE_TRY(Text::read(json, method));
         auto usual = quantizationOfMethod(method);
         if (!usual) {
             return wrongField(
                 say("is %1, which is not a quantisation method", quotedForMessage(method)));
         }
         quantization = *std::move(usual);
         return {};
     },
     false, FieldUse::Compulsory},
    field<Bits, &Quantization::bits>("bits"),
    field<GroupSize, &Quantization::groupSize>("group_size"),
    {"block",
     [](const Quantization& quantization) {
         return Json{quantization.blockRows, quantization.blockColumns};
     },
     [](const Json& json, Quantization& quantization) -> Result<void> {
         STOWAGE_TRY(requireList(json, 2));
         STOWAGE_TRY(GroupSize::read(json[0], quantization.blockRows));
         return GroupSize::read(json[1], quantization.blockColumns);
     }},
    field<DtypeName, &Quantization::scaleType>("scale"),
    field<Flag, &Quantization::hasActivationScale>("activation_scale"),
    field<Flag, &Quantization::isDoubleQuantised>("double_quant"),
    field<StorageDtype, &Quantization::storage>("storage"),
    field<Optional<List<Text>>, &Quantization::skippedModules>("skip"),
    field<Optional<List<Text>>, &Quantization::chosenModules>("only"),
    field<Text, &Quantization::declaredBy>("declared_by")};

inline constexpr Field<Workload> kWorkloadFields[] = {
    field<Optional<Named<kvTypeName, kvTypeFromName>>, &Workload::kvType>("kv_dtype"),
    field<Optional<DtypeName>, &Workload::computeType>("compute_dtype"),
    field<Optional<Named<attentionName, attentionFromName>>, &Workload::attention>("attention"),
    {"engine",
     [](const Workload& work) { return work.engine.empty() ? Json() : Json(work.engine); },
     [](const Json& json, Workload& work) -> Result<void> {
         return Text::read(json, work.engine);
     }}};

/// Its numbers are the rows of workloadNumbers().
struct Work {
    static Json write(const Workload& work);
    static Result<void> readNumbers(const Json& json, Workload& work);
    static Result<void> read(const Json& json, Workload& work);
};

}  // namespace stowage::request_values
