// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/project/request_json.h"

#include "engine/base/byte_size.h"
#include "engine/base/json_fields.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/device/this_machine.h"
#include "engine/model/architecture_file.h"
#include "engine/model/joined_tree.h"
#include "engine/model/model_facts.h"
#include "engine/plan/map/plan_json.h"
#include "engine/plan/strategies/strategies.h"
#include "engine/project/json_node.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;
using ModuleDevices = std::vector<std::pair<std::string, DeviceId>>;

/// What a capacity may be at most (parseLimit()): sums of three stay in 64 bits.
constexpr std::uint64_t kMostDeviceBytes = std::uint64_t{1} << 62;
constexpr unsigned kWidestPrefetch = 65536;
constexpr std::int64_t kMostGroup = std::int64_t{1} << 24;

constexpr const char* kStreamName = "stream";
constexpr const char* kComputeName = "compute";

Json deviceOrNull(std::optional<DeviceId> device) {
    return device ? Json(deviceName(*device)) : Json();
}

template <class Places>
Json modulesJson(const Places& places) {
    Json list = Json::array();
    for (const auto& [path, device] : places) {
        list.push_back(Json::array({path, deviceName(device)}));
    }
    return list;
}

Json deviceToJson(const DeviceInfo& device) {
    return Json{{"id", deviceName(device.id)},
                {"name", device.name},
                {"simulated", device.simulated},
                {"capacity", orNull(device.capacity)},
                {"used_by_others", device.usedByOthers},
                {"context", device.context},
                {"context_said", device.contextIsSaid},
                {"link", orNull(device.linkBytesPerSecond)},
                {"uuid", device.uuid},
                {"this_machine", orNull(device.presentBytes)},
                {"allocator", allocatorName(device.allocator)},
                {"machine", device.machine}};
}

Json linksToJson(const std::vector<MachineLink>& links) {
    Json list = Json::array();
    for (const MachineLink& link : links) {
        list.push_back(Json{{"machines", {link.one, link.other}},
                            {"bytes_per_second", link.bytesPerSecond},
                            {"latency_seconds", link.latencySeconds}});
    }
    return list;
}

Json budgetsToJson(const std::vector<MemoryBudget>& budgets) {
    Json list = Json::array();
    for (const MemoryBudget& budget : budgets) {
        list.push_back(Json{{"device", deviceName(budget.device)},
                            {"bytes", budget.bytes},
                            {"text", budget.text},
                            {"float", budget.isFloat}});
    }
    return list;
}

Json rulesToJson(const std::vector<OffloadRule>& rules) {
    Json list = Json::array();
    for (const OffloadRule& rule : rules) {
        const bool isStream = rule.mode == OffloadRule::Mode::Stream;
        list.push_back(Json::array({isStream ? kStreamName : kComputeName, rule.module}));
    }
    return list;
}

Json presetToJson(const std::optional<LoadModelPreset>& preset) {
    if (!preset) {
        return {};
    }
    return Json{{"device", preset->device},
                {"num_gpus", orNull(preset->numGpus)},
                {"max_gpu_memory", preset->maxGpuMemory},
                {"strategy", preset->strategy ? Json(strategyName(*preset->strategy)) : Json()},
                {"device_map", modulesJson(preset->givenMap.entries())},
                {"max_memory", budgetsToJson(preset->maxMemory)}};
}

/// Its objective is the request's, with the weight that the search took.
Json proofToJson(const std::shared_ptr<const OptimalProof>& proof) {
    if (proof == nullptr) {
        return {};
    }
    return Json{{"value", orNull(proof->value)},
                {"bound", proof->bound},
                {"robust_within", orNull(proof->robustWithin)},
                {"text", proof->text.english()},
                {"explored", proof->explored},
                {"seconds", proof->seconds},
                {"compared", proof->isCompared},
                {"doubt", proof->doubt.english()},
                {"decode_weight", orNull(proof->objective.decodeWeight)},
                {"options", proof->options}};
}

void writeConstraints(Json& object, const PlacementConstraints& constraints) {
    object["no_split"] = orNull(constraints.noSplit);
    object["dtype"] = constraints.dtype ? Json(dtypeName(*constraints.dtype)) : Json();
    object["quantization"] = quantizationToJson(constraints.quantization);
    object["offload_buffers"] = constraints.offloadBuffers;
    object["fallback_allocation"] = constraints.fallbackAllocation;
    object["keep_map_unclean"] = constraints.keepMapUnclean;
    object["pins"] = modulesJson(constraints.pins);
}

void writeRun(Json& object, const PlacementRequest& request) {
    object["prefetch_window"] = request.prefetchWindow;
    object["execution_device"] = deviceOrNull(request.executionDevice);
    object["main_device"] = deviceOrNull(request.hooks.mainDevice);
    object["force_hooks"] = request.hooks.force;
    object["preload_module_classes"] = request.hooks.preloadClasses;
    object["skip_keys"] = request.hooks.skipKeys;
    object["offloaded"] = rulesToJson(request.hooks.offloaded);
    object["proof"] = proofToJson(request.proof);
    if (const auto& before = request.runBeforeStrategy) {
        object["run_before_optimal"] = Json{{"prefetch_window", before->prefetchWindow},
                                            {"offloaded", rulesToJson(before->offloaded)}};
    }
}

// Readers: one a value, each blames its node.

void readDevice(const JsonNode& node, DeviceId& device) {
    node.readNamed(device, parseDevice);
}

void readModules(const JsonNode& node, ModuleDevices& places) {
    for (const JsonNode& item : node.items()) {
        const auto pair = item.items(2);
        if (pair.size() == 2) {
            auto& [path, device] = places.emplace_back();
            pair[0].required().read(path);
            readDevice(pair[1].required(), device);
        }
    }
}

DeviceMap readMap(const JsonNode& node) {
    ModuleDevices places;
    readModules(node, places);
    return DeviceMap(std::move(places));
}

void readBytes(const JsonNode& node, std::uint64_t& bytes) {
    node.read(bytes, kMostDeviceBytes);
}

template <class Whole>
void readWhole(const JsonNode& node, Whole& field, std::uint64_t most) {
    std::uint64_t number = static_cast<std::uint64_t>(field);
    node.read(number, most);
    field = static_cast<Whole>(number);
}

DeviceInfo readDeviceInfo(const JsonNode& node) {
    DeviceInfo device;
    readDevice(node.at("id").required(), device.id);
    node.at("name").read(device.name);
    node.at("simulated").read(device.simulated);
    node.at("capacity").readOptional(device.capacity, readBytes);
    readBytes(node.at("used_by_others"), device.usedByOthers);
    readBytes(node.at("context"), device.context);
    node.at("context_said").read(device.contextIsSaid);
    node.at("link").readOptional(device.linkBytesPerSecond, [](const JsonNode& link, double& rate) {
        link.read(rate, static_cast<double>(kMostDeviceBytes));
    });
    node.at("uuid").read(device.uuid);
    node.at("this_machine").readOptional(device.presentBytes, readBytes);
    node.at("allocator").readNamed(device.allocator, allocatorFromName);
    node.at("machine").read(device.machine);
    if (!device.machine.empty() && !isMachineName(device.machine)) {
        node.at("machine").blame(say("is not a machine name"));
    }
    return device;
}

void readDevices(const JsonNode& node, std::vector<DeviceInfo>& devices) {
    for (const JsonNode& item : node.items()) {
        DeviceInfo device = readDeviceInfo(item);
        if (!devices.empty() && !(devices.back().id < device.id)) {
            item.blame(
                say("is out of order: list the GPUs first, in the order of their numbers, then the "
                    "CPU and the disk"));
        }
        devices.push_back(std::move(device));
    }
    if (devices.empty() || devices.size() > kMaxSimulatedGpus + 2) {
        node.blame(say("must name from 1 to %1 devices", kMaxSimulatedGpus + 2));
    }
}

void readLinks(const JsonNode& node, std::vector<MachineLink>& links) {
    constexpr double kMostSeconds = 10;
    for (const JsonNode& item : node.items()) {
        MachineLink& link = links.emplace_back();
        if (const auto machines = item.at("machines").items(2); machines.size() == 2) {
            machines[0].required().read(link.one);
            machines[1].required().read(link.other);
        }
        item.at("bytes_per_second")
            .read(link.bytesPerSecond, static_cast<double>(kMostDeviceBytes));
        item.at("latency_seconds").read(link.latencySeconds, kMostSeconds);
        if (link.bytesPerSecond < 1) {
            item.at("bytes_per_second").blame(say("is less than one byte per second"));
        }
    }
}

void readBudgets(const JsonNode& node, std::vector<MemoryBudget>& budgets) {
    for (const JsonNode& item : node.items()) {
        MemoryBudget& budget = budgets.emplace_back();
        readDevice(item.at("device").required(), budget.device);
        item.at("bytes").required().read(budget.bytes, static_cast<double>(kMostDeviceBytes));
        item.at("text").read(budget.text);
        item.at("float").read(budget.isFloat);
    }
}

void readStrategy(const JsonNode& node, Strategy& strategy) {
    node.readNamed(strategy, [](const std::string& name) {
        return name == strategyName(Strategy::Manual) ? Result<Strategy>(Strategy::Manual)
                                                      : strategyFromName(name);
    });
}

void readRules(const JsonNode& node, std::vector<OffloadRule>& rules) {
    for (const JsonNode& item : node.items()) {
        const auto pair = item.items(2);
        if (pair.size() == 2) {
            OffloadRule& rule = rules.emplace_back();
            std::string mode;
            pair[0].required().read(mode);
            pair[1].required().read(rule.module);
            rule.mode =
                mode == kComputeName ? OffloadRule::Mode::Compute : OffloadRule::Mode::Stream;
            if (mode != kComputeName && mode != kStreamName) {
                pair[0].blame(say("is neither \"stream\" nor \"compute\""));
            }
        }
    }
}

void readObjective(const JsonNode& node, PlanObjective& objective) {
    static constexpr double kMostWeight = 1e300;  // sums of two stay finite
    node.at("kind").readNamed(objective.kind, objectiveFromName);
    node.at("prefill_weight").read(objective.prefillWeight, kMostWeight);
    node.at("decode_weight")
        .readOptional(objective.decodeWeight, [](const JsonNode& weight, double& number) {
            weight.read(number, kMostWeight);
        });
}

void readNumber(const JsonNode& node, double& number) {
    node.read(number, std::numeric_limits<double>::max());
}

void readProof(const JsonNode& node, PlacementRequest& request) {
    if (!node.isThere() || !node.isObject()) {
        return;
    }
    OptimalProof proof;
    proof.objective = request.objective;
    node.at("value").readOptional(proof.value, readNumber);
    readNumber(node.at("bound"), proof.bound);
    node.at("robust_within").readOptional(proof.robustWithin, readNumber);
    std::string text;
    node.at("text").read(text);
    proof.text = std::move(text);
    if (const JsonNode doubt = node.at("doubt"); doubt.isThere()) {
        doubt.read(text);
        proof.doubt = std::move(text);
    }
    node.at("explored").read(proof.explored, std::numeric_limits<std::uint64_t>::max());
    readNumber(node.at("seconds"), proof.seconds);
    if (const JsonNode compared = node.at("compared"); compared.isThere()) {
        compared.read(proof.isCompared);
    }
    node.at("decode_weight").readOptional(proof.objective.decodeWeight, readNumber);
    node.at("options").read(proof.options);
    request.proof = std::make_shared<const OptimalProof>(std::move(proof));
}

void readPreset(const JsonNode& node, LoadModelPreset& preset) {
    node.at("device").read(preset.device);
    node.at("num_gpus")
        .readOptional(preset.numGpus, [](const JsonNode& count, std::uint32_t& gpus) {
            readWhole(count, gpus, std::numeric_limits<std::uint32_t>::max());
        });
    node.at("max_gpu_memory").read(preset.maxGpuMemory);
    node.at("strategy").readOptional(preset.strategy, readStrategy);
    preset.givenMap = readMap(node.at("device_map"));
    readBudgets(node.at("max_memory"), preset.maxMemory);
}

void readDtype(const JsonNode& node, DType& dtype) {
    std::string name;
    node.read(name);
    if (const auto known = dtypeFromName(name)) {
        dtype = *known;
    } else {
        node.blame(say("is %1, which is not a dtype", quotedForMessage(name)));
    }
}

/// -1 stands for all of a row.
void readGroup(const JsonNode& node, std::int64_t& group) {
    if (node.isThere() && node.value() == -1) {
        group = -1;
    } else {
        readWhole(node, group, kMostGroup);
    }
}

void readNames(const JsonNode& node, std::vector<std::string>& names) {
    node.read(names);
}

void readQuantization(const JsonNode& node, Quantization& quantization) {
    std::string method;
    node.at("method").required().read(method);
    const auto usual = quantizationOfMethod(method);
    if (!usual) {
        node.at("method").blame(
            say("is %1, which is not a quantisation method", quotedForMessage(method)));
        return;
    }
    quantization = *usual;
    readWhole(node.at("bits"), quantization.bits, 8);
    if (constexpr unsigned kBits[] = {2, 3, 4, 8};
        std::ranges::find(kBits, quantization.bits) == std::end(kBits)) {
        node.at("bits").blame(say("is not 2, 3, 4 or 8"));
    }
    readGroup(node.at("group_size"), quantization.groupSize);
    if (const auto block = node.at("block"); block.isThere()) {
        if (const auto sides = block.items(2); sides.size() == 2) {
            readGroup(sides[0], quantization.blockRows);
            readGroup(sides[1], quantization.blockColumns);
        }
    }
    if (const auto scale = node.at("scale"); scale.isThere()) {
        readDtype(scale, quantization.scaleType);
    }
    node.at("activation_scale").read(quantization.hasActivationScale);
    node.at("double_quant").read(quantization.isDoubleQuantised);
    if (const auto storage = node.at("storage"); storage.isThere()) {
        readDtype(storage, quantization.storage);
        if (storedBits(quantization.storage) % 8 != 0 || elementBlock(quantization.storage)) {
            storage.blame(say("is not a dtype whose values use whole bytes"));
        }
    }
    node.at("skip").readOptional(quantization.skippedModules, readNames);
    node.at("only").readOptional(quantization.chosenModules, readNames);
    node.at("declared_by").read(quantization.declaredBy);
}

void readWork(const JsonNode& node, Workload& workload) {
    for (const WorkloadNumber& number : workloadNumbers()) {
        const JsonNode member = node.at(std::string(number.key).c_str());
        if (number.places == 0) {
            member.read(workload.*number.value, number.most);
        } else {
            double written = 0;
            member.read(written, writtenNumber(number, number.most));
            workload.*number.value = storedNumber(number, written);
        }
    }
    node.at("kv_dtype").readOptional(workload.kvType, [](const JsonNode& name, KvType& type) {
        name.readNamed(type, kvTypeFromName);
    });
    node.at("compute_dtype").readOptional(workload.computeType, readDtype);
    node.at("attention")
        .readOptional(workload.attention, [](const JsonNode& name, AttentionKind& kind) {
            name.readNamed(kind, attentionFromName);
        });
    node.at("engine").read(workload.engine);
    if (const auto checked = checkWorkload(workload); !checked) {
        node.blame(say("is not a valid workload: %1", checked.error().message));
    }
}

void readConstraints(const JsonNode& node, PlacementConstraints& constraints) {
    node.at("no_split").readOptional(constraints.noSplit, readNames);
    node.at("dtype").readOptional(constraints.dtype, [](const JsonNode& name, DType& dtype) {
        readDtype(name, dtype);
        if (!isFloatingPoint(dtype)) {
            name.blame(say("is not a floating-point dtype, as needed for weights"));
        }
    });
    node.at("quantization").readOptional(constraints.quantization, readQuantization);
    node.at("offload_buffers").read(constraints.offloadBuffers);
    node.at("fallback_allocation").read(constraints.fallbackAllocation);
    node.at("keep_map_unclean").read(constraints.keepMapUnclean);
    readModules(node.at("pins"), constraints.pins);
}

void readComputing(const JsonNode& node, DeviceId& device) {
    readDevice(node, device);
    if (device == DeviceId::disk()) {
        node.blame(say("is the disk, which cannot compute"));
    }
}

void readRun(const JsonNode& node, PlacementRequest& request) {
    readWhole(node.at("prefetch_window"), request.prefetchWindow, kWidestPrefetch);
    node.at("execution_device").readOptional(request.executionDevice, readComputing);
    node.at("main_device").readOptional(request.hooks.mainDevice, readComputing);
    node.at("force_hooks").read(request.hooks.force);
    node.at("preload_module_classes").read(request.hooks.preloadClasses);
    node.at("skip_keys").read(request.hooks.skipKeys);
    readRules(node.at("offloaded"), request.hooks.offloaded);
    readProof(node.at("proof"), request);
    node.at("run_before_optimal")
        .readOptional(request.runBeforeStrategy, [](const JsonNode& before, OffloadedRun& run) {
            readWhole(before.at("prefetch_window"), run.prefetchWindow, kWidestPrefetch);
            readRules(before.at("offloaded"), run.offloaded);
        });
}

void readDoubledKeys(const JsonNode& node, std::vector<DoubledKey>& keys) {
    for (const JsonNode& item : node.items()) {
        if (const auto parts = item.items(3); parts.size() == 3) {
            DoubledKey& key = keys.emplace_back();
            parts[0].required().read(key.path);
            readDevice(parts[1].required(), key.dropped);
            readDevice(parts[2].required(), key.kept);
        }
    }
}

}  // namespace

Json requestToJson(const PlacementRequest& request) {
    Json devices = Json::array();
    for (const DeviceInfo& device : request.devices) {
        devices.push_back(deviceToJson(device));
    }
    Json doubled = Json::array();
    for (const DoubledKey& key : request.doubledKeys) {
        doubled.push_back(Json::array({key.path, deviceName(key.dropped), deviceName(key.kept)}));
    }
    Json object{{"strategy", strategyName(request.strategy)},
                {"rules", rulesName(request.rules)},
                {"objective",
                 {{"kind", objectiveName(request.objective.kind)},
                  {"prefill_weight", request.objective.prefillWeight},
                  {"decode_weight", orNull(request.objective.decodeWeight)}}},
                {"devices", std::move(devices)},
                {"machine_links", linksToJson(request.machineLinks)},
                {"max_memory", budgetsToJson(request.budgets)},
                {"max_memory_is_default", request.budgetsAreDefaults},
                {"default_max_memory", budgetsToJson(request.defaultBudgets)}};
    writeConstraints(object, request.constraints);
    object["moves"] = modulesJson(request.moves);
    object["device_map"] = modulesJson(request.givenMap.entries());
    object["doubled_keys"] = std::move(doubled);
    object["fitted"] = request.isFitted;
    object["preset"] = presetToJson(request.preset);
    object["dtype_follows_preset"] = request.dtypeFollowsPreset;
    writeRun(object, request);
    object["workload"] = request.workload ? workloadToJson(*request.workload) : Json();
    return object;
}

void readWorkload(const JsonNode& node, std::optional<Workload>& workload) {
    node.readOptional(workload, readWork);
}

void readRequest(const JsonNode& node, PlacementRequest& request) {
    if (!node.required().isObject()) {
        return;
    }
    readStrategy(node.at("strategy"), request.strategy);
    node.at("rules").readNamed(request.rules, rulesFromName);
    readObjective(node.at("objective"), request.objective);
    readDevices(node.at("devices"), request.devices);
    readLinks(node.at("machine_links"), request.machineLinks);
    readBudgets(node.at("max_memory"), request.budgets);
    node.at("max_memory_is_default").read(request.budgetsAreDefaults);
    readBudgets(node.at("default_max_memory"), request.defaultBudgets);
    readConstraints(node, request.constraints);
    readModules(node.at("moves"), request.moves);
    request.givenMap = readMap(node.at("device_map"));
    readDoubledKeys(node.at("doubled_keys"), request.doubledKeys);
    node.at("fitted").read(request.isFitted);
    node.at("preset").readOptional(request.preset, readPreset);
    node.at("dtype_follows_preset").read(request.dtypeFollowsPreset);
    readRun(node, request);
    readWorkload(node.at("workload"), request.workload);
}

PlacementRequest startingRequest(PlacementRequest request, const Checkpoint& checkpoint,
                                 const ModuleTree& tree) {
    request.constraints.quantization = startingQuantization(checkpoint);
    const ModelFacts* const facts = checkpoint.modelFacts.get();
    const bool isTransformers =
        checkpoint.adapters == nullptr && !isOfSeveralModels(tree) &&
        ((facts != nullptr && facts->isOfPython) || isTransformersFamily(tree.architecture()));
    request.rules = isTransformers ? PlacementRules::Transformers : PlacementRules::Accelerate;
    return request;
}

PlacementRequest withModel(PlacementRequest request, std::shared_ptr<const ModuleTree> tree,
                           std::shared_ptr<const PlacementSearch> search) {
    request.tree = std::move(tree);
    request.search = std::move(search);
    return request;
}

namespace {

/// Whether a real GPU of this machine can stand for a saved one: the very card, else one alike.
bool isSameCard(const DeviceInfo& saved, const DeviceInfo& present) {
    const bool isVeryCard = !saved.uuid.empty() && saved.uuid == present.uuid;
    return present.id.isGpu() && !present.simulated &&
           (isVeryCard || (saved.name == present.name && saved.capacity == present.capacity));
}

/// The real GPU under its number of this machine, else a simulated one in its place.
void adoptGpu(DeviceInfo& gpu, std::span<const DeviceInfo> here, std::vector<Message>& notes) {
    const DeviceInfo* const present = findDevice(here, gpu.id);
    if (present != nullptr && isSameCard(gpu, *present)) {
        return;
    }
    gpu.simulated = true;
    gpu.uuid.clear();
    notes.push_back(gpu.capacity ? say("%1 is now simulated: it was a real %2 with %3, which this "
                                       "machine does not have under that number.",
                                       deviceLabel(gpu.id), gpu.name, formatSize(*gpu.capacity))
                                 : say("%1 is now simulated: it was a real %2, which this machine "
                                       "does not have under that number.",
                                       deviceLabel(gpu.id), gpu.name));
}

/// CPU and disk as they were saved; what this machine has is remembered where it has less, and
/// where they were another machine's already.
void adoptHost(DeviceInfo& device, std::span<const DeviceInfo> here, std::vector<Message>& notes) {
    const DeviceInfo* const present = findDevice(here, device.id);
    if (present == nullptr || !present->capacity || !device.capacity) {
        return;
    }
    const std::uint64_t has = present->presentBytes.value_or(*present->capacity);
    const bool wasElsewhere = exceedsThisMachine(device);
    if (device.presentBytes || *device.capacity > has) {
        device.presentBytes = has;
    }
    if (exceedsThisMachine(device) && !wasElsewhere) {
        const std::string planned = formatSize(*device.capacity);
        notes.push_back(
            device.id == DeviceId::cpu()
                ? say("The plan is for %1 of RAM, but this machine has %2 of RAM. The model can be "
                      "planned and estimated on this machine, but not loaded.",
                      planned, formatSize(has))
                : say("The plan is for %1 of disk space, but this machine has %2 of disk space. "
                      "The model can be planned and estimated on this machine, but not loaded.",
                      planned, formatSize(has)));
    }
}

}  // namespace

AdoptedRequest adoptRequest(PlacementRequest request, std::span<const DeviceInfo> here) {
    AdoptedRequest adopted{std::move(request), {}};
    for (DeviceInfo& device : adopted.request.devices) {
        if (!device.id.isGpu()) {
            adoptHost(device, here, adopted.notes);
        } else if (!device.simulated) {
            adoptGpu(device, here, adopted.notes);
        }
    }
    return adopted;
}

}  // namespace stowage
