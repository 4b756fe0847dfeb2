// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/request/request_fields.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/device/machine_link.h"
#include "engine/plan/placement_plan.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/request/old_requests.h"
#include "engine/plan/request/request_values.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace stowage {
namespace {

using namespace request_values;

using Request = PlacementRequest;
using Constraints = PlacementConstraints;
using Group = RequestOption::Group;
using Words = RequestOption::Words;
using Use = RequestOption::Use;
constexpr auto kIfChanged = FieldUse::IfChanged;

// Typed options.

bool has(const TypedOptions& typed, std::string_view option) {
    return typed.contains(option);
}

/// The one word of an option; "" if it was not typed.
std::string wordOf(const TypedOptions& typed, std::string_view option) {
    const auto found = typed.find(option);
    return found == typed.end() || found->second.empty() ? std::string() : found->second.front();
}

template <class Number>
Result<Number> typedNumber(const std::string& option, const std::string& text, Number most) {
    Number number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, status] = std::from_chars(text.data(), end, number);
    return status == std::errc() && stop == end && number <= most
               ? Result(number)
               : wrongValue(option,
                            say("%1 is out of range; use a value from %2 to %3.", text, 0, most));
}

template <auto first, auto... rest>
Result<void> typeFlag(const TypedOptions&, Request& request) {
    memberOf<first, rest...>(request) = true;
    return {};
}

Message strategyList() {
    return strategyNames(", ", strategies());
}

Result<void> typeStrategy(const TypedOptions& typed, Request& request) {
    const std::string name = wordOf(typed, "--strategy");
    const auto strategy = strategyFromName(name);
    if (!strategy) {
        return wrongOption("--strategy", say("--strategy \"%1\" is unknown; use %2.", name,
                                             strategyNames(" or ")));
    }
    request.strategy = *strategy;
    request.isFitted = false;
    request.preset.reset();
    request.proof.reset();
    return {};
}

Message strategyText(const Request& request) {
    if (request.strategy != Strategy::Manual) {
        return strategyName(request.strategy);
    }
    return request.preset && endsOnOneDevice(*request.preset) ? phrase("all on one device")
                                                              : phrase("a given map");
}

Result<void> typeRules(const TypedOptions& typed, Request& request) {
    const auto rules = optionValue("--rules", rulesFromName(wordOf(typed, "--rules")));
    STOWAGE_TRY(rules);
    request.rules = *rules;
    return {};
}

Result<void> typeObjective(const TypedOptions& typed, Request& request) {
    const auto kind = optionValue("--objective", objectiveFromName(wordOf(typed, "--objective")));
    STOWAGE_TRY(kind);
    request.objective = {*kind};
    if (!has(typed, "--mix")) {
        return {};
    }
    const std::string mix = wordOf(typed, "--mix");
    const std::size_t comma = mix.find(',');
    const auto prefill = parsePythonFloat(std::string_view(mix).substr(0, comma));
    const auto decode = comma == std::string::npos
                            ? std::nullopt
                            : parsePythonFloat(std::string_view(mix).substr(comma + 1));
    const bool areWeights = prefill && decode && *prefill >= 0 && *decode >= 0 &&
                            *prefill + *decode > 0 && std::isfinite(*prefill + *decode);
    if (!areWeights || *kind != Objective::Mix) {
        return wrongOption("--mix", say("--mix \"%1\": give --objective mix and two weights of at "
                                        "least 0, not both 0, as in --objective mix --mix 1,256.",
                                        mix));
    }
    request.objective.prefillWeight = *prefill;
    request.objective.decodeWeight = *decode;
    return {};
}

Result<void> typeLinks(const TypedOptions& typed, Request& request) {
    auto links = parseMachineLinks(typed.at("--machine-link"), request.devices);
    STOWAGE_TRY(links);
    request.machineLinks = *std::move(links);
    return {};
}

Message limitsText(const Request& request) {
    return request.budgetsAreDefaults ? phrase("free memory") : phrase("typed");
}

/// --no-split "" means that every module may be split.
Result<void> typeNoSplit(const TypedOptions& typed, Request& request) {
    std::vector<std::string> classes = typed.at("--no-split");
    std::erase(classes, std::string());
    request.constraints.noSplit = std::move(classes);
    return {};
}

constexpr std::size_t kMostNames = 4;  ///< further ones of a list are only counted

Message namesText(const std::vector<std::string>& names, Phrase none) {
    return names.empty() ? Message(none) : listedNames(names, kMostNames);
}

Message noSplitText(const Request& request) {
    return namesText(noSplitInForce(request), phrase("none"));
}

Result<void> typeDtype(const TypedOptions& typed, Request& request) {
    const std::string text = wordOf(typed, "--dtype");
    const auto dtype = dtypeFromName(text);
    if (!dtype || !isFloatingPoint(*dtype)) {
        return wrongOption(
            "--dtype",
            say("--dtype \"%1\" is not known; use float32, float16, bfloat16 or float64.", text));
    }
    request.constraints.dtype = *dtype;
    request.dtypeFollowsPreset = false;
    return {};
}

Message dtypeText(const Request& request) {
    return request.constraints.dtype ? Message(dtypeName(*request.constraints.dtype))
                                     : Message(phrase("as stored"));
}

Result<void> typeQuantization(const TypedOptions& typed, Request& request) {
    const std::string name = wordOf(typed, "--quantize");
    const bool isDouble = has(typed, "--double-quant");
    if (name == "none") {
        request.constraints.quantization.reset();
        return {};
    }
    auto quantization = optionValue("--quantize", quantizationFromName(name));
    STOWAGE_TRY(quantization);
    if (isDouble && !isFourBit(quantization->method)) {
        return wrongOption(
            "--double-quant",
            say("--double-quant applies only to --quantize nf4 and fp4, not to --quantize %1.",
                name));
    }
    quantization->isDoubleQuantised = isDouble;
    request.constraints.quantization = *std::move(quantization);
    return {};
}

Message quantizedText(const Request& request) {
    const auto& quantization = request.constraints.quantization;
    return quantization ? quantizationText(*quantization) : Message(phrase("none"));
}

Result<void> typeWindow(const TypedOptions& typed, Request& request) {
    const std::string text = has(typed, "--no-prefetch") ? "0" : wordOf(typed, "--prefetch-window");
    const auto layers = typedNumber<unsigned>("--prefetch-window", text, kWidestPrefetch);
    STOWAGE_TRY(layers);
    request.prefetchWindow = *layers;
    return {};
}

Message windowText(const Request& request) {
    return std::to_string(request.prefetchWindow);
}

/// `NAME=DEVICE` of --pin.
Result<Place> parsePin(const std::string& text, const Request& request) {
    const std::string option = "--pin";
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos) {
        return wrongOption(option,
                           say("--pin \"%1\" must be NAME=DEVICE, as in --pin lm_head=cpu.", text));
    }
    const std::string name = text.substr(0, equals);
    if (!request.tree->findModule(name) && !request.tree->findTensor(name)) {
        return wrongOption(option, say("--pin \"%1\": the model has no module \"%2\"; see its "
                                       "modules with stowagectl inspect.",
                                       text, name));
    }
    const auto device = optionValue(option, parseDevice(text.substr(equals + 1)));
    STOWAGE_TRY(device);
    if (findDevice(request.devices, *device) == nullptr) {
        const auto gpus = std::ranges::count_if(request.devices, &DeviceId::isGpu, &DeviceInfo::id);
        return wrongOption(
            "--pin", gpus == 0 ? say("%1 names %2, but --gpus specifies no GPU; add GPUs to --gpus "
                                     "or name another device.",
                                     option, deviceLabel(*device))
                               : say("%1 names %2, but the number of GPUs in --gpus is %3; add "
                                     "GPUs to --gpus or name another device.",
                                     option, deviceLabel(*device), gpus));
    }
    return Place(name, *device);
}

Result<void> typePins(const TypedOptions& typed, Request& request) {
    Places& pins = request.constraints.pins;
    pins.clear();
    for (const std::string& text : typed.at("--pin")) {
        auto pin = parsePin(text, request);
        STOWAGE_TRY(pin);
        const auto same = std::ranges::find(pins, pin->first, &Place::first);
        if (same != pins.end() && same->second != pin->second) {
            return wrongOption(
                "--pin",
                say("--pin places \"%1\" on two devices; keep one of the two.", pin->first));
        }
        pins.push_back(*std::move(pin));
    }
    return {};
}

Message placesText(const Places& places) {
    std::vector<Message> parts;
    for (const auto& [path, device] : places) {
        parts.push_back(path.empty() ? say("the whole model on %1", deviceLabel(device))
                                     : say("%1 on %2", path, deviceLabel(device)));
    }
    return parts.empty() ? Message(phrase("nothing"))
                         : listedMessages(std::move(parts), kMostNames);
}

/// The value of --execution-device or --main-device, which say the same.
Result<DeviceId> typedDevice(const TypedOptions& typed, std::string_view name,
                             const Request& request) {
    const std::string option(name);
    const auto device = optionValue(option, parseDevice(wordOf(typed, option)));
    STOWAGE_TRY(device);
    if (*device == DeviceId::disk()) {
        return wrongValue(option, say("the disk cannot compute; use a GPU or the CPU."));
    }
    if (has(typed, "--execution-device") && has(typed, "--main-device")) {
        return wrongValue(
            "--main-device",
            say("--execution-device sets the same device; give only one of the two options."));
    }
    if (!request.devices.empty() && findDevice(request.devices, *device) == nullptr) {
        return wrongOption(option, say("%1 names %2, which is not one of the devices; use a GPU of "
                                       "--gpus, or the CPU.",
                                       option, deviceLabel(*device)));
    }
    if (!request.devices.empty() && !isOnFirstMachine(request.devices, *device)) {
        return wrongOption(option, say("%1 names %2, but the CPU and the disk are in another "
                                       "machine; use the CPU or a GPU of that machine.",
                                       option, deviceLabel(*device)));
    }
    return device;
}

Result<void> typeExecutionDevice(const TypedOptions& typed, Request& request) {
    const auto device = typedDevice(typed, "--execution-device", request);
    STOWAGE_TRY(device);
    request.executionDevice = *device;
    request.hooks.mainDevice.reset();
    return {};
}

Result<void> typeMainDevice(const TypedOptions& typed, Request& request) {
    const auto device = typedDevice(typed, "--main-device", request);
    STOWAGE_TRY(device);
    request.hooks.mainDevice = *device;
    request.executionDevice.reset();
    return {};
}

Message executionText(const Request& request) {
    return request.executionDevice
               ? Message(deviceLabel(*request.executionDevice))
               : Message(phrase("the GPU with the lowest number in the map, otherwise the CPU"));
}

Message mainDeviceText(const Request& request) {
    const auto& device = request.hooks.mainDevice;
    return device ? Message(deviceLabel(*device)) : Message(phrase("automatic"));
}

Result<void> typePreloaded(const TypedOptions& typed, Request& request) {
    request.hooks.preloadClasses = typed.at("--preload-module-classes");
    return {};
}

Message preloadedText(const Request& request) {
    return namesText(request.hooks.preloadClasses, phrase("none"));
}

Result<void> typeOffloaded(const TypedOptions& typed, Request& request) {
    std::vector<OffloadRule>& rules = request.hooks.offloaded;
    rules.clear();
    for (const std::string& word : typed.at("--offloaded")) {
        const auto some = optionValue("--offloaded", parseOffloadRules(word));
        STOWAGE_TRY(some);
        rules.insert(rules.end(), some->begin(), some->end());
    }
    return request.tree == nullptr
               ? Result<void>()
               : optionValue("--offloaded", checkOffloadRules(rules, *request.tree));
}

Message offloadedText(const Request& request) {
    return namesText(offloadRuleWords(request.hooks.offloaded), phrase("streamed"));
}

/// Strategy, map and limits are those of the request, which are the function's `**kwargs`, and are
/// put into the preset by whoever knows which of them were typed.
Result<void> typePreset(const TypedOptions& typed, Request& request) {
    LoadModelPreset& preset = request.preset.emplace();
    if (const std::string text = wordOf(typed, "--num-gpus"); !text.empty()) {
        const auto number =
            typedNumber("--num-gpus", text, std::numeric_limits<std::uint32_t>::max());
        STOWAGE_TRY(number);
        preset.numGpus = *number;
    }
    preset.device = has(typed, "--device") ? wordOf(typed, "--device") : preset.device;
    preset.maxGpuMemory = wordOf(typed, "--max-gpu-memory");
    return {};
}

Message presetLine(const Request& request) {
    return request.preset ? presetText(*request.preset) : Message(phrase("none"));
}

Message workText(const Request& request) {
    return request.workload ? workloadText(*request.workload) : Message(phrase("none"));
}

constexpr RequestOption option(std::string_view key, Group group, Use use, Words words,
                               std::string_view value, std::string_view name, Phrase sentence,
                               Phrase details = {}, Message (*argument)() = nullptr) {
    return {{name, sentence, details, {}, argument}, key, group, use, words, value};
}

constexpr RequestOption kRequestOptions[] = {
    option("strategy", Group::Placement, Use::Strategy, Words::Last, "NAME", "--strategy",
           phrase("Strategy: %1 (auto)"), {}, strategyList)
        .without("--device-map"),
    option(
        "rules", Group::Placement, Use::Strategy, Words::One, "NAME", "--rules",
        phrase("Planner: accelerate, or transformers as in from_pretrained (depends on the model)"),
        phrase(
            "The default is transformers for a model with a class of transformers, and accelerate "
            "for other models.")),
    option(
        "objective", Group::Placement, Use::Strategy, Words::One, "NAME", "--objective",
        phrase("Goal of --strategy optimal: decode, prefill, mix, context or pipeline (decode)")),
    option("objective", Group::Placement, Use::Strategy, Words::One, "P,D", "--mix",
           phrase("Weights of time to first token and time per token, for --objective mix (1 "
                  "and --generate)"))
        .with("--objective"),
    option("machine_links", Group::Devices, Use::Plan, Words::Repeated, "[A-B=]RATE[:LATENCY]",
           "--machine-link",
           phrase("Rate and latency between machines of --gpus; repeatable (1.25GB/s:100us)"),
           phrase("A link without machine names applies to any two machines.")),
    option(
        "no_split", Group::Placement, Use::Plan, Words::Names, "CLASS,...", "--no-split",
        phrase("Module classes that are never split (the no-split classes of the architecture)")),
    option("dtype", Group::Model, Use::Plan, Words::One, "DTYPE", "--dtype",
           phrase("Dtype of the weights (as stored)")),
    option(
        "quantization", Group::Model, Use::Plan, Words::Last, "METHOD", "--quantize",
        phrase("Plan with weights quantised to int8, nf4, fp4, fp8 or mxfp4 (as the config says)"),
        phrase("A plan with quantised weights cannot be loaded. none ignores the quantisation in "
               "config.json.")),
    option("quantization", Group::Model, Use::Plan, Words::None, "", "--double-quant",
           phrase("With --quantize nf4 or fp4: quantise the scales as well"))
        .with("--quantize"),
    option("offload_buffers", Group::Offload, Use::Strategy, Words::None, "", "--offload-buffers",
           phrase("Also offload buffers, like Accelerate's offload_buffers")),
    option("fallback_allocation", Group::Placement, Use::Strategy, Words::None, "",
           "--fallback-allocation",
           phrase("Place a smaller module first if the next module does not fit")),
    option("keep_map_unclean", Group::Placement, Use::Strategy, Words::None, "",
           "--keep-map-unclean",
           phrase("Do not merge entries of the device map that are on the same device")),
    option("prefetch_window", Group::Offload, Use::Map, Words::Number, "N", "--prefetch-window",
           phrase("Layers to prefetch while a layer computes (2)")),
    option("prefetch_window", Group::Offload, Use::Map, Words::None, "", "--no-prefetch",
           phrase("Load a layer's weights only when the layer runs, as Accelerate does"))
        .without("--prefetch-window"),
    option("pins", Group::Placement, Use::Strategy, Words::Repeated, "NAME=DEVICE", "--pin",
           phrase("Place this module on this device; the strategy places the other modules"))
        .without("--device-map"),
    option("execution_device", Group::Offload, Use::Map, Words::One, "DEVICE", "--execution-device",
           phrase("Device on which offloaded layers run (the lowest-numbered GPU "
                  "of the map, or else the CPU)")),
    option(
        "main_device", Group::Offload, Use::Map, Words::One, "DEVICE", "--main-device",
        phrase(
            "Accelerate's main_device: device on which offloaded layers run if there are hooks")),
    option("force_hooks", Group::Offload, Use::Map, Words::None, "", "--force-hooks",
           phrase("Accelerate's force_hooks: add hooks even if the model is on one device")),
    option("preload_module_classes", Group::Offload, Use::Map, Words::Names, "CLASS,...",
           "--preload-module-classes",
           phrase("Accelerate's preload_module_classes: classes whose "
                  "modules load all weights below them at once")),
    option(
        "offloaded", Group::Offload, Use::Map, Words::Repeated, "compute|stream[:MODULE,...]",
        "--offloaded",
        phrase("Stream offloaded modules to a GPU or compute them on the CPU; repeatable (stream)"),
        phrase("The last rule that names a module, or a parent of that module, applies.")),
    option(
        "preset", Group::Placement, Use::Strategy, Words::Number, "N", "--num-gpus",
        phrase("As in load_hf_model: use the first N GPUs; with 1, the whole model is on one GPU"),
        phrase(
            "With --device or --max-gpu-memory, but without --num-gpus, the whole model is on one "
            "device, as in load_hf_model, even if a device map was made first. --strategy, "
            "--device-map and --max-memory correspond to the **kwargs of load_hf_model.")),
    option("preset", Group::Placement, Use::Strategy, Words::One, "SIZE", "--max-gpu-memory",
           phrase("As in load_hf_model: one limit for each GPU (85 % of its free memory)")),
    option(
        "preset", Group::Placement, Use::Strategy, Words::One, "NAME", "--device",
        phrase("As in load_hf_model: cpu, cuda, one GPU such as cuda:1, or mps (cuda)"),
        phrase("mps means a machine whose CPU and GPU share one memory. A plan for mps cannot be "
               "loaded.")),
};

constexpr RequestField kRequestFields[] = {
    {field<StrategyName, &Request::strategy>("strategy"), typeStrategy, phrase("Strategy"),
     strategyText},
    {field<Named<rulesName, rulesFromName>, &Request::rules>("rules"), typeRules, phrase("Rules"),
     [](const Request& request) { return Message(rulesName(request.rules)); }},
    {field<Object<kObjectiveFields>, &Request::objective>("objective", kIfChanged), typeObjective},
    {field<Devices, &Request::devices>("devices")},
    {field<List<Object<kLinkFields>>, &Request::machineLinks>("machine_links", kIfChanged),
     typeLinks},
    {{"max_memory",
      [](const Request& request) {
          return request.budgetsAreDefaults ? Json() : LimitsByDevice::write(request.budgets);
      },
      [](const Json& json, Request& request) -> Result<void> {
          request.budgetsAreDefaults = json.is_null();
          return json.is_null() ? Result<void>() : LimitsByDevice::read(json, request.budgets);
      },
      true},
     nullptr,
     phrase("Limits"),
     limitsText},
    // Limits that nobody typed.
    {{"free_memory",
      [](const Request& request) {
          return LimitsByDevice::write(request.budgetsAreDefaults ? request.budgets : Limits());
      },
      [](const Json& json, Request& request) -> Result<void> {
          return LimitsByDevice::read(json, request.budgets);
      },
      false, kIfChanged}},
    {field<LimitsByDevice, &Request::defaultBudgets>("default_max_memory", kIfChanged)},
    {field<Optional<List<Text>>, &Request::constraints, &Constraints::noSplit>("no_split"),
     typeNoSplit, phrase("No-split classes"), noSplitText},
    {field<Optional<FloatingDtype>, &Request::constraints, &Constraints::dtype>("dtype"), typeDtype,
     phrase("Dtype"), dtypeText},
    {field<Flag, &Request::dtypeFollowsPreset>("dtype_follows_preset", kIfChanged)},
    {field<Optional<Object<kQuantizationFields>>, &Request::constraints,
           &Constraints::quantization>("quantization"),
     typeQuantization, phrase("Quantisation"), quantizedText},
    {field<Flag, &Request::constraints, &Constraints::offloadBuffers>("offload_buffers"),
     typeFlag<&Request::constraints, &Constraints::offloadBuffers>, phrase("Offload buffers"),
     nullptr, phrase("Offload the buffers"), phrase("Keep buffers on the GPUs")},
    {field<Flag, &Request::constraints, &Constraints::fallbackAllocation>("fallback_allocation"),
     typeFlag<&Request::constraints, &Constraints::fallbackAllocation>,
     phrase("Fallback allocation"), nullptr,
     phrase("If a module does not fit, place a smaller one first"),
     phrase("Place modules in their order")},
    {field<Flag, &Request::constraints, &Constraints::keepMapUnclean>("keep_map_unclean"),
     typeFlag<&Request::constraints, &Constraints::keepMapUnclean>, phrase("Unclean map"), nullptr,
     phrase("Keep one map entry per module"), phrase("Merge device map entries")},
    {field<Whole<kWidestPrefetch>, &Request::prefetchWindow>("prefetch_window"), typeWindow,
     phrase("Prefetch window"), windowText},
    {field<PlaceList, &Request::constraints, &Constraints::pins>("pins"), typePins,
     phrase("Pinned"), [](const Request& request) { return placesText(request.constraints.pins); }},
    {field<PlaceList, &Request::moves>("moves"), nullptr, phrase("Moved by hand"),
     [](const Request& request) { return placesText(request.moves); }},
    {field<Map, &Request::givenMap>("device_map", kIfChanged)},
    {field<List<Row<kDuplicateKeyFields>>, &Request::doubledKeys>("duplicate_keys", kIfChanged)},
    {field<Flag, &Request::isFitted>("fitted", kIfChanged)},
    {field<Optional<ComputingDevice>, &Request::executionDevice>("execution_device", kIfChanged),
     typeExecutionDevice, phrase("Offloaded layers run on"), executionText},
    {field<Optional<ComputingDevice>, &Request::hooks, &HookOptions::mainDevice>("main_device",
                                                                                 kIfChanged),
     typeMainDevice, phrase("Main device"), mainDeviceText},
    {field<Flag, &Request::hooks, &HookOptions::force>("force_hooks", kIfChanged),
     typeFlag<&Request::hooks, &HookOptions::force>, phrase("Forced hooks")},
    {field<List<Text>, &Request::hooks, &HookOptions::preloadClasses>("preload_module_classes",
                                                                      kIfChanged),
     typePreloaded, phrase("Preloaded classes"), preloadedText},
    {field<List<Text>, &Request::hooks, &HookOptions::skipKeys>("skip_keys", kIfChanged)},
    {field<OffloadRules, &Request::hooks, &HookOptions::offloaded>("offloaded", kIfChanged),
     typeOffloaded, phrase("Offloaded modules"), offloadedText},
    {field<Optional<Object<kPresetFields>>, &Request::preset>("preset", kIfChanged), typePreset,
     phrase("load_hf_model"), presetLine},
    {field<Proof, &Request::proof>("proof", kIfChanged)},
    {field<Optional<Object<kRunFields>>, &Request::runBeforeStrategy>("run_before_optimal",
                                                                      kIfChanged)},
    {field<Optional<Work>, &Request::workload>("workload"), nullptr, phrase("Workload"), workText}};

}  // namespace

std::span<const RequestField> requestFields() {
    return kRequestFields;
}

std::span<const RequestOption> requestOptions() {
    return kRequestOptions;
}

const RequestField& requestField(std::string_view key) {
    return *std::ranges::find(kRequestFields, key, &RequestField::key);
}

Message differenceText(const RequestField& row, const PlacementRequest& request) {
    return row.text != nullptr                ? row.text(request)
           : row.write(request) == Json(true) ? Message(phrase("on"))
                                              : Message(phrase("off"));
}

Json requestToJson(const PlacementRequest& request) {
    Json object{{"version", kRequestVersion}};
    writeFields(object, request, requestFields());
    return object;
}

Result<void> readRequest(const Json& object, PlacementRequest& request) {
    STOWAGE_TRY(requireObject(object));
    const auto version = object.find("version");
    if (version == object.end()) {
        return readFields(upgradedRequest(object), request, requestFields());
    }
    return *version == kRequestVersion
               ? readFields(object, request, requestFields())
               : Unexpected{inMember("version", unknownName(version->dump()).error)};
}

Result<std::optional<PlacementRequest>> requestOfPlan(const Json& plan) {
    using Found = std::optional<PlacementRequest>;
    const auto request = plan.find("request");
    if (request == plan.end() || !request->is_object()) {
        return Found();
    }
    const bool isNew = request->contains("version");
    PlacementRequest read;
    read.strategy = Strategy::Manual;
    const auto given =
        isNew ? readRequest(*request, read) : readFields(upgradedPlan(plan), read, requestFields());
    if (!given) {
        return Unexpected{isNew ? inMember("request", given.error()) : given.error()};
    }
    return Found(std::move(read));
}

Message presetText(const LoadModelPreset& preset) {
    std::vector<Message> parts{"--device " + preset.device};
    if (preset.numGpus) {
        parts.emplace_back("--num-gpus " + std::to_string(*preset.numGpus));
    }
    if (!preset.maxGpuMemory.empty()) {
        parts.emplace_back("--max-gpu-memory " + preset.maxGpuMemory);
    }
    if (preset.strategy == Strategy::Manual) {
        const std::size_t count = preset.givenMap.size();
        parts.push_back(count == 1 ? say("--device-map of %1 entry", count)
                                   : say("--device-map of %1 entries", count));
    } else if (preset.strategy) {
        parts.emplace_back("--strategy " + std::string(strategyName(*preset.strategy)));
    }
    std::string limits;
    for (const MemoryBudget& limit : preset.maxMemory) {
        limits +=
            (limits.empty() ? "--max-memory " : ",") +
            (limit.device.isGpu() ? std::to_string(limit.device.index) : deviceName(limit.device)) +
            "=" + (limit.text.empty() ? formatSize(limit.bytes) : limit.text);
    }
    parts.emplace_back(limits);
    return joined(std::move(parts), " ");
}

PlacementRequest requestToLoad(const PlacementPlan& plan) {
    const PlacementRequest& asked = plan.request;
    PlacementRequest request =
        requestOf(asked, plan.map, {asked.prefetchWindow, asked.hooks.offloaded});
    std::erase_if(request.devices, [](const DeviceInfo& device) { return !device.id.isGpu(); });
    request.constraints.pins.clear();
    request.preset.reset();
    request.proof.reset();
    request.workload.reset();
    request.defaultBudgets.clear();
    request.budgets.clear();
    request.budgetsAreDefaults = false;
    for (const DevicePlacement& placement : plan.placements) {
        if (placement.budget && placement.device.id != DeviceId::disk()) {
            request.budgets.push_back({placement.device.id, std::floor(*placement.budget), {}});
        }
    }
    return request;
}

Json deviceToJson(DeviceId device) {
    return Device::write(device);
}

Json mapToJson(const DeviceMap& map) {
    return Map::write(map);
}

Json quantizationToJson(const std::optional<Quantization>& quantization) {
    return Optional<Object<kQuantizationFields>>::write(quantization);
}

Json workloadToJson(const Workload& workload) {
    return Work::write(workload);
}

}  // namespace stowage
