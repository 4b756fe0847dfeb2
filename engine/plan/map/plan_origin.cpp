// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/map/device_map_text.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/model/quantization.h"
#include "engine/plan/map/python_literals.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

namespace stowage {

namespace {

using Places = std::vector<std::pair<std::string, DeviceId>>;

/// What stands for the value of a key that is not there: no text, no entries.
const Literal& missing() {
    static const Literal kMissing;
    return kMissing;
}

/// The value of a key, the last one as in JSON, or missing().
const Literal& find(const Literal& object, std::string_view key) {
    for (auto pair = object.pairs.rbegin(); pair != object.pairs.rend(); ++pair) {
        if (pair->first.kind == Literal::Kind::Text && pair->first.text == key) {
            return pair->second;
        }
    }
    return missing();
}

constexpr double kWidestWindow = 65536;

std::string textOf(const Literal& value) {
    return value.kind == Literal::Kind::Text ? value.text : std::string();
}

/// Nothing for what is no number, and for one that does not fit.
template <class Number>
std::optional<Number> readNumber(const Literal& value) {
    Number number = 0;
    const char* const end = value.text.data() + value.text.size();
    const auto [stop, status] = std::from_chars(value.text.data(), end, number);
    const bool isRead = value.kind == Literal::Kind::Number && status == std::errc() && stop == end;
    return isRead ? std::optional(number) : std::nullopt;
}

std::optional<double> numberOf(const Literal& value) {
    constexpr double kMostBytes = 4611686018427387904.0;  // 2^62: sums of three stay in 64 bits
    const auto number = readNumber<double>(value);
    return number && *number >= 0 && *number < kMostBytes ? number : std::nullopt;
}

bool isTrue(const Literal& value) {
    return value.kind == Literal::Kind::Word && (value.text == "true" || value.text == "True");
}

std::optional<DeviceId> deviceOf(const Literal& value) {
    const auto device = parseDevice(value.text);
    return device ? std::optional(*device) : std::nullopt;
}

/// True where an entry for that device is there already ("gpu:0" and "cuda:0" are one).
template <class Entry>
bool lists(const std::vector<Entry>& entries, DeviceId device, DeviceId Entry::*member) {
    return std::ranges::any_of(entries,
                               [=](const Entry& entry) { return entry.*member == device; });
}

Places placesOf(const Literal& list) {
    Places places;
    for (const Literal& item : list.items) {
        const auto device = item.items.size() == 2 ? deviceOf(item.items[1]) : std::nullopt;
        if (device) {
            places.emplace_back(item.items[0].text, *device);
        }
    }
    return places;
}

std::vector<MemoryBudget> budgetsOf(const Literal& plan, const Literal& typed) {
    std::vector<MemoryBudget> budgets;
    for (const auto& [key, value] : find(plan, "max_memory").pairs) {
        const auto device = deviceOf(key);
        const auto bytes = numberOf(value);
        if (device && bytes && !lists(budgets, *device, &MemoryBudget::device)) {
            const bool isFloat = value.text.find_first_of(".eE") != std::string::npos;
            budgets.push_back({*device, *bytes, textOf(find(typed, key.text)), isFloat});
        }
    }
    std::ranges::sort(budgets, {}, &MemoryBudget::device);
    return budgets;
}

/// Limits as a preset was given them: a text, or bytes.
std::vector<MemoryBudget> limitsOf(const Literal& object) {
    std::vector<MemoryBudget> budgets;
    for (const auto& [key, value] : object.pairs) {
        const auto device = deviceOf(key);
        const auto size = parseLimit(textOf(value));
        const auto bytes = size ? std::optional(size->bytes) : numberOf(value);
        if (device && bytes && !lists(budgets, *device, &MemoryBudget::device)) {
            budgets.push_back({*device, *bytes, size ? textOf(value) : std::string(), false});
        }
    }
    std::ranges::sort(budgets, {}, &MemoryBudget::device);
    return budgets;
}

/// A device that computes, which the disk does not.
std::optional<DeviceId> computingDeviceOf(const Literal& value) {
    const auto device = deviceOf(value);
    return device == DeviceId::disk() ? std::nullopt : device;
}

/// 0 for what is no size; nothing where there is no such key.
std::optional<std::uint64_t> bytesOf(const Literal& object, std::string_view key) {
    const Literal& value = find(object, key);
    return &value == &missing()
               ? std::nullopt
               : std::optional(static_cast<std::uint64_t>(numberOf(value).value_or(0)));
}

std::vector<DeviceInfo> devicesOf(const Literal& plan) {
    std::vector<DeviceInfo> devices;
    for (const auto& [key, value] : find(plan, "devices").pairs) {
        const auto id = deviceOf(key);
        if (!id || lists(devices, *id, &DeviceInfo::id)) {
            continue;
        }
        DeviceInfo device;
        device.id = *id;
        device.simulated = id->isGpu();
        device.name = deviceLabel(*id);
        device.capacity = bytesOf(value, "capacity");
        device.presentBytes = bytesOf(value, "this_machine");
        device.usedByOthers = bytesOf(value, "used_by_others").value_or(0);
        device.context = bytesOf(value, "context").value_or(0);
        device.contextIsSaid = &find(value, "context_said") != &missing();
        if (const auto kind = allocatorFromName(textOf(find(value, "allocator")))) {
            device.allocator = *kind;
        }
        if (const std::string machine = textOf(find(value, "machine"));
            id->isGpu() && isMachineName(machine)) {
            device.machine = machine;
        }
        devices.push_back(std::move(device));
    }
    std::ranges::sort(devices, {}, &DeviceInfo::id);
    return devices;
}

std::optional<std::vector<std::string>> namesOf(const Literal& list) {
    if (list.kind != Literal::Kind::List) {
        return std::nullopt;
    }
    std::vector<std::string> names;
    for (const Literal& item : list.items) {
        names.push_back(item.text);
    }
    return names;
}

/// A whole number within the limits, which may be below 0; 0 where it is anything else.
std::int64_t wholeOf(const Literal& value) {
    constexpr std::int64_t kLargest = 1 << 24;
    const std::int64_t number = readNumber<std::int64_t>(value).value_or(0);
    return number >= -1 && number <= kLargest ? number : 0;
}

std::optional<Quantization> quantizationOf(const Literal& object) {
    if (object.kind != Literal::Kind::Dict) {
        return std::nullopt;
    }
    auto quantization = quantizationOfMethod(textOf(find(object, "method")));
    if (!quantization) {
        return std::nullopt;
    }
    const std::int64_t bits = wholeOf(find(object, "bits"));
    if (bits == 2 || bits == 3 || bits == 4 || bits == 8) {
        quantization->bits = static_cast<unsigned>(bits);
    }
    quantization->groupSize = wholeOf(find(object, "group_size"));
    if (const Literal& block = find(object, "block"); block.items.size() == 2) {
        quantization->blockRows = wholeOf(block.items[0]);
        quantization->blockColumns = wholeOf(block.items[1]);
    }
    quantization->scaleType =
        dtypeFromName(textOf(find(object, "scale"))).value_or(quantization->scaleType);
    quantization->hasActivationScale = isTrue(find(object, "activation_scale"));
    quantization->isDoubleQuantised = isTrue(find(object, "double_quant"));
    const auto storage = dtypeFromName(textOf(find(object, "storage")));
    if (storage && storedBits(*storage) % 8 == 0 && !elementBlock(*storage)) {
        quantization->storage = *storage;
    }
    quantization->skippedModules = namesOf(find(object, "skip"));
    quantization->chosenModules = namesOf(find(object, "only"));
    quantization->declaredBy = textOf(find(object, "declared_by"));
    return quantization;
}

PlacementConstraints constraintsOf(const Literal& request) {
    PlacementConstraints constraints;
    constraints.noSplit = namesOf(find(request, "no_split"));
    constraints.dtype = dtypeFromName(textOf(find(request, "dtype")));
    constraints.quantization = quantizationOf(find(request, "quantization"));
    constraints.offloadBuffers = isTrue(find(request, "offload_buffers"));
    constraints.fallbackAllocation = isTrue(find(request, "fallback_allocation"));
    constraints.keepMapUnclean = isTrue(find(request, "keep_map_unclean"));
    constraints.pins = placesOf(find(request, "pins"));
    return constraints;
}

std::optional<LoadModelPreset> presetOf(const Literal& object) {
    if (object.kind != Literal::Kind::Dict) {
        return std::nullopt;
    }
    LoadModelPreset preset;
    preset.device = textOf(find(object, "device"));
    if (const auto count = numberOf(find(object, "num_gpus")); count && *count <= 1024) {
        preset.numGpus = static_cast<std::uint32_t>(*count);
    }
    preset.maxGpuMemory = textOf(find(object, "max_gpu_memory"));
    const Literal& map = find(object, "device_map");
    if (map.kind == Literal::Kind::List) {
        preset.strategy = Strategy::Manual;
        preset.givenMap = DeviceMap(placesOf(map));
    } else if (const auto strategy = strategyFromName(textOf(map))) {
        preset.strategy = *strategy;
    }
    preset.maxMemory = limitsOf(find(object, "max_memory"));
    return preset;
}

std::vector<MachineLink> linksOf(const Literal& list) {
    std::vector<MachineLink> links;
    for (const Literal& item : list.items) {
        const Literal& machines = find(item, "machines");
        const double rate = numberOf(find(item, "bytes_per_second")).value_or(0);
        const double latency = numberOf(find(item, "latency_seconds")).value_or(-1);
        if (machines.items.size() == 2 && rate >= 1 && latency >= 0) {
            links.push_back({machines.items[0].text, machines.items[1].text, rate, latency});
        }
    }
    return links;
}

/// Nothing where there is none, or one of its numbers is none that a workload can have.
std::optional<Workload> workloadOf(const Literal& object) {
    if (object.kind != Literal::Kind::Dict) {
        return std::nullopt;
    }
    Workload work;
    for (const WorkloadNumber& number : workloadNumbers()) {
        if (const auto value = readNumber<std::uint64_t>(find(object, number.key));
            value && number.places == 0) {
            work.*number.value = *value;
        } else if (const auto written = readNumber<double>(find(object, number.key));
                   written && number.places > 0) {
            work.*number.value = storedNumber(number, *written);
        }
    }
    if (const auto type = kvTypeFromName(textOf(find(object, "kv_dtype")))) {
        work.kvType = *type;
    }
    if (const auto dtype = dtypeFromName(textOf(find(object, "compute_dtype")));
        dtype && kvTypeOf(*dtype)) {
        work.computeType = *dtype;
    }
    if (const auto kind = attentionFromName(textOf(find(object, "attention")))) {
        work.attention = *kind;
    }
    work.engine = textOf(find(object, "engine"));
    return checkWorkload(work) ? std::optional(work) : std::nullopt;
}

}  // namespace

std::optional<PlacementRequest> readPlanOrigin(const Literal& plan) {
    const Literal& map = find(plan, "device_map");
    if (map.kind != Literal::Kind::List && map.kind != Literal::Kind::Dict) {
        return std::nullopt;
    }
    PlacementRequest origin;
    const auto strategy = strategyFromName(textOf(find(plan, "strategy")));
    origin.strategy = strategy ? *strategy : Strategy::Manual;
    if (const auto rules = rulesFromName(textOf(find(plan, "rules")))) {
        origin.rules = *rules;
    }
    const Literal& request = find(plan, "request");
    const Literal& typed = find(request, "max_memory");
    origin.budgetsAreDefaults = typed.kind != Literal::Kind::Dict;
    origin.budgets = budgetsOf(plan, typed);
    origin.devices = devicesOf(plan);
    origin.machineLinks = linksOf(find(request, "machine_links"));
    origin.constraints = constraintsOf(request);
    origin.preset = presetOf(find(request, "habit"));
    origin.moves = placesOf(find(request, "moves"));
    if (const auto window = numberOf(find(request, "prefetch_window"));
        window && *window >= 0 && *window <= kWidestWindow) {
        origin.prefetchWindow = static_cast<unsigned>(*window);
    }
    origin.executionDevice = computingDeviceOf(find(request, "execution_device"));
    origin.hooks.mainDevice = computingDeviceOf(find(request, "main_device"));
    origin.hooks.force = isTrue(find(request, "force_hooks"));
    origin.hooks.preloadClasses =
        namesOf(find(request, "preload_module_classes")).value_or(std::vector<std::string>());
    for (const std::string& word :
         namesOf(find(request, "offloaded")).value_or(std::vector<std::string>())) {
        if (const auto rules = parseOffloadRules(word)) {
            origin.hooks.offloaded.insert(origin.hooks.offloaded.end(), rules->begin(),
                                          rules->end());
        }
    }
    origin.workload = workloadOf(find(plan, "workload"));
    return origin;
}

namespace {

using Limits = std::vector<MemoryBudget>;

constexpr LiteralSubject kSubject{phrase("The dict of limits"),
                                  phrase("write limits such as {0: \"10GiB\", \"cpu\": \"30GiB\"}"),
                                  "max_memory"};
/// What a dict, a script or an assignment has and `0=10GiB,cpu=30GiB` has not.
constexpr std::string_view kDictSigns = "{(\n";

Unexpected wrongAt(const Literal& place, const Message& what) {
    return fail(ErrorCode::InvalidArgument,
                say("%1 at byte %2; %3.", what, place.offset, kSubject.advice), {}, {},
                place.offset);
}

/// A text is a size; a number of Python is bytes, and Accelerate keeps a float as one.
Result<MemoryBudget> budgetOf(const LiteralPair& pair, std::vector<Message>& warnings) {
    constexpr double kMostBytes = 4611686018427387904.0;  // 2^62, as of any limit
    const auto& [key, value] = pair;
    const auto device = parseDevice(key.text);
    // Accelerate refuses "cuda:0". In JSON a number can only be a text.
    if (!device || key.text.find(':') != std::string::npos) {
        return wrongAt(
            key, say("The dict of limits names %1 instead of a GPU's number, \"cpu\" or \"disk\"",
                     quotedForMessage(key.text)));
    }
    if (value.kind == Literal::Kind::Text) {
        auto budget = readBudget(key.text, value.text, warnings);
        return budget ? budget
                      : wrongAt(value, say("The limit of %1 in the dict of limits is wrong (%2)",
                                           deviceLabel(*device), budget.error().message));
    }
    const auto bytes =
        value.kind == Literal::Kind::Number ? parsePythonFloat(value.text) : std::nullopt;
    if (!bytes || !(*bytes >= 0) || *bytes > kMostBytes) {
        return wrongAt(value, say("The limit of %1 in the dict of limits is neither a size in "
                                  "quotes nor a number of bytes up to 4 EiB",
                                  deviceLabel(*device)));
    }
    const bool isFloat = value.text.find_first_of(".eE") != std::string::npos;
    return MemoryBudget{*device, *bytes, std::to_string(static_cast<std::uint64_t>(*bytes)),
                        isFloat};
}

Result<Limits> limitsOf(const Literal& dict, std::vector<Message>& warnings) {
    Limits limits;
    for (const LiteralPair& pair : dict.pairs) {
        auto budget = budgetOf(pair, warnings);
        STOWAGE_TRY(budget);
        const auto same = std::ranges::find(limits, budget->device, &MemoryBudget::device);
        if (same != limits.end()) {
            *same = std::move(*budget);
        } else {
            limits.push_back(std::move(*budget));
        }
    }
    std::ranges::sort(limits, {}, &MemoryBudget::device);
    return limits;
}

/// The dict of limits in a literal: under "max_memory", or itself, if it limits some device.
const Literal* findLimits(const Literal& literal) {
    for (const auto& [key, value] : literal.pairs) {
        if (key.text == kSubject.name && value.kind == Literal::Kind::Dict) {
            return &value;
        }
    }
    std::vector<Message> unheard;
    return !literal.pairs.empty() && limitsOf(literal, unheard) ? &literal : nullptr;
}

Result<Limits> limitsInScript(std::string_view text, std::vector<Message>& warnings) {
    const auto literals = literalsInScript(text, {}, kSubject);
    STOWAGE_TRY(literals);
    const Literal* best = nullptr;
    const Error* failure = nullptr;
    bool isNamed = false;  // what is called max_memory wins over other dicts of limits
    for (const ScriptLiteral& found : *literals) {
        const bool isNamedNow = found.name.ends_with(kSubject.name);
        if (!found.literal) {
            failure = isNamedNow || failure == nullptr ? &found.literal.error() : failure;
        } else if (found.literal->kind == Literal::Kind::Dict && isNamedNow) {
            best = &*found.literal;
            isNamed = true;
        } else if (const Literal* const limits = isNamed ? nullptr : findLimits(*found.literal)) {
            best = limits;
        }
    }
    if (best != nullptr) {
        return limitsOf(*best, warnings);
    }
    if (failure != nullptr) {
        return Unexpected{*failure};
    }
    return fail(ErrorCode::InvalidArgument,
                say("This text contains no limits; %1, or 0=10GiB,cpu=30GiB.", kSubject.advice), {},
                {}, 0);
}

Result<Limits> readLimits(std::string_view text, std::vector<Message>& warnings) {
    if (text.find_first_of(kDictSigns) == std::string_view::npos) {
        return parseMaxMemory(text, warnings);
    }
    const auto dict = parseLiteral(text, {}, kSubject);
    if (!dict || dict->kind != Literal::Kind::Dict) {
        return limitsInScript(text, warnings);
    }
    const Literal* const inner = findLimits(*dict);
    return limitsOf(inner != nullptr ? *inner : *dict, warnings);
}

}  // namespace

Result<Limits> parseLimitsText(std::string_view text, std::vector<Message>& warnings) {
    auto limits = readLimits(text, warnings);
    if (limits) {
        return limits;
    }
    const auto mended = mendFor(text, limits.error(), [](const std::string& plain) {
        std::vector<Message> unheard;
        return readLimits(plain, unheard).has_value();
    });
    return mended ? Result<Limits>(
                        namingSign(*mended, limits.error(), phrase("The text of the limits")))
                  : limits;
}

bool holdsSeveralLimits(std::string_view text) {
    return text.find_first_of("{=(") != std::string_view::npos;
}

}  // namespace stowage
