// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/placement_options.h"

#include "engine/base/byte_size.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/device/memory_budget.h"
#include "engine/device/this_machine.h"
#include "engine/model/quantization.h"
#include "engine/plan/strategies/strategies.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>

namespace stowage {
namespace {

/// The same failure, naming the option whose value was wrong.
Unexpected inOption(const std::string& option, Error error) {
    if (error.key.empty()) {
        error.message = say("%1: %2", option, error.message);
        error.key = option;
    }
    return Unexpected{std::move(error)};
}

/// The value of --ram or --disk.
Result<double> parseMemory(const std::string& option, const std::string& text,
                           const CommandContext& context) {
    const auto size = parseCapacity(text);
    if (!size) {
        return inOption(option, size.error());
    }
    if (size->countedBits) {
        context.warn(
            say("%1: \"%2\" is a number of bits, as in Accelerate, and means %3. Write a capital B "
                "for bytes.",
                option, text, formatSize(size->bytes)));
    }
    return size->bytes;
}

double capacityOfCpu(const std::vector<DeviceInfo>& devices) {
    const auto cpu = std::ranges::find(devices, DeviceId::cpu(), &DeviceInfo::id);
    return cpu == devices.end() ? 0 : static_cast<double>(cpu->capacity.value_or(0));
}

/// What was free when the devices were described: read once, so that all figures agree.
Result<double> availableRam(const std::vector<DeviceInfo>& devices) {
    const auto cpu = std::ranges::find(devices, DeviceId::cpu(), &DeviceInfo::id);
    if (cpu != devices.end() && cpu->freeBytes()) {
        return static_cast<double>(*cpu->freeBytes());
    }
    return fail(ErrorCode::ReadFailed,
                say("The free memory of this machine cannot be read from /proc/meminfo; give the "
                    "limit of the CPU with --ram SIZE."));
}

/// One `NAME=DEVICE` of --pin.
Result<std::pair<std::string, DeviceId>> parsePin(const std::string& text, const ModuleTree& tree) {
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos) {
        return wrongOption("--pin",
                           say("--pin \"%1\" must be NAME=DEVICE, as in --pin lm_head=cpu.", text));
    }
    const std::string name = text.substr(0, equals);
    if (!tree.findModule(name) && !tree.findTensor(name)) {
        return wrongOption("--pin", say("--pin \"%1\": the model has no module \"%2\"; see its "
                                        "modules with stowagectl inspect.",
                                        text, name));
    }
    const auto device = parseDevice(text.substr(equals + 1));
    if (!device) {
        return inOption("--pin", device.error());
    }
    return std::pair{name, *device};
}

/// Accelerate keeps silent about a misspelt class, and then splits every block.
void warnOfAbsentClasses(const std::vector<std::string>& classes, const ModuleTree& tree,
                         const CommandContext& context) {
    for (const std::string& name : classes) {
        if (std::ranges::find(tree.nodes(), name, &ModuleNode::className) == tree.nodes().end()) {
            context.warn(
                say("--no-split: this model has no module of the class \"%1\"; see the classes "
                    "with stowagectl inspect.",
                    name));
        }
    }
}

bool hasLimit(const std::vector<MemoryBudget>& budgets, DeviceId device) {
    return std::ranges::find(budgets, device, &MemoryBudget::device) != budgets.end();
}

bool isPinnedElsewhere(const std::vector<std::pair<std::string, DeviceId>>& pins,
                       const std::pair<std::string, DeviceId>& pin) {
    return std::ranges::any_of(pins, [&pin](const auto& other) {
        return other.first == pin.first && other.second != pin.second;
    });
}

Result<DType> parsePlannedDtype(const std::string& text) {
    const auto dtype = dtypeFromName(text);
    if (!dtype || !isFloatingPoint(*dtype)) {
        return wrongOption(
            "--dtype",
            say("--dtype \"%1\" is not known; use float32, float16, bfloat16 or float64.", text));
    }
    return *dtype;
}

Result<void> requireListed(const std::vector<DeviceInfo>& devices, DeviceId id,
                           const std::string& option) {
    if (std::ranges::find(devices, id, &DeviceInfo::id) != devices.end()) {
        return {};
    }
    const auto gpus = std::ranges::count_if(devices, &DeviceId::isGpu, &DeviceInfo::id);
    return wrongOption(option, gpus == 0 ? say("%1 names %2, but --gpus specifies no GPU; add GPUs "
                                               "to --gpus or name another device.",
                                               option, deviceLabel(id))
                                         : say("%1 names %2, but the number of GPUs in --gpus is "
                                               "%3; add GPUs to --gpus or name another device.",
                                               option, deviceLabel(id), gpus));
}

}  // namespace

void PlacementOptions::addTo(CLI::App& command, MapOption map) {
    m_devices.addTo(command);
    addTextOption(command, "--ram", "SIZE", m_ram);
    addTextOption(command, "--disk", "SIZE", m_disk);
    command.add_option("--machine-link", m_machineLinks)
        ->type_name("[A-B=]RATE[:LATENCY]")
        ->allow_extra_args(false)
        ->check(notEmpty());
    addTextOption(command, "--max-memory", "BUDGETS", m_maxMemory)->take_last();
    addListOption(command, "--no-split", "CLASS,...", m_noSplit)->each([this](const std::string&) {
        m_noSplitGiven = true;
    });
    addTextOption(command, "--dtype", "DTYPE", m_dtype);
    addQuantizationTo(command);
    if (map == MapOption::None) {
        return;
    }
    m_window.addTo(command);
    auto* deviceMap = addTextOption(command, "--device-map", "FILE|TEXT", m_deviceMap);
    deviceMap->take_last();
    if (map == MapOption::Required) {
        deviceMap->required();
        return;
    }
    addStrategyTo(command);
    addPresetTo(command);
}

void PlacementOptions::addForLoadTo(CLI::App& command) {
    command.add_flag("--force", m_isForced);
    addOption(command, "--offload-dir", "DIR", m_offloadFolder);
    addTo(command, MapOption::InsteadOfStrategy);
}

void PlacementOptions::addQuantizationTo(CLI::App& command) {
    CLI::Option* const quantize =
        addTextOption(command, "--quantize", "METHOD", m_quantize)->take_last();
    command.add_flag("--double-quant", m_doubleQuant)->needs(quantize);
}

void PlacementOptions::addStrategyTo(CLI::App& command) {
    CLI::Option* const deviceMap = command.get_option("--device-map");
    const auto rows = strategies();
    addTextOption(command, "--strategy", "NAME", m_strategy)->take_last()->excludes(deviceMap);
    CLI::Option* const objective = addTextOption(command, "--objective", "NAME", m_objective);
    addTextOption(command, "--mix", "P,D", m_mix)->needs(objective);
    addTextOption(command, "--rules", "NAME", m_rules);
    command.add_option("--pin", m_pins)
        ->type_name("NAME=DEVICE")
        ->allow_extra_args(false)
        ->excludes(deviceMap);
    command.add_flag("--offload-buffers", m_offloadBuffers);
    command.add_flag("--fallback-allocation", m_fallbackAllocation);
    command.add_flag("--keep-map-unclean", m_keepMapUnclean);
}

void PlacementOptions::addPresetTo(CLI::App& command) {
    takesNumber(command.add_option("--num-gpus", m_numGpus));
    addTextOption(command, "--max-gpu-memory", "SIZE", m_maxGpuMemory);
    addTextOption(command, "--device", "NAME", m_device);
}

void PlacementOptions::addImportTo(CLI::App& command) {
    CLI::Option* const import = addTextOption(command, "--import", "FILE|TEXT", m_import);
    for (const char* other : {"--device-map", "--strategy", "--pin"}) {
        import->excludes(command.get_option(other));
    }
    addTextOption(command, "--from", "ENGINE", m_from)->needs(import);
}

std::optional<LoadModelPreset> PlacementOptions::makePreset(const PlacementRequest& request,
                                                            const ReadPlacement* read) const {
    if (!m_numGpus && m_maxGpuMemory.empty() && m_device.empty()) {
        return std::nullopt;
    }
    LoadModelPreset preset;
    preset.device = m_device.empty() ? preset.device : m_device;
    preset.numGpus = m_numGpus;
    preset.maxGpuMemory = m_maxGpuMemory;
    if (read != nullptr || !m_deviceMap.empty() || !m_strategy.empty()) {
        preset.strategy = request.strategy;
        preset.givenMap = request.givenMap;
    }
    if (!m_maxMemory.empty()) {
        preset.maxMemory = request.budgets;
    }
    return preset;
}

Result<std::vector<MemoryBudget>> PlacementOptions::makeBudgets(
    const std::vector<DeviceInfo>& devices, const CommandContext& context) const {
    const double given = m_ram.empty() ? 0 : capacityOfCpu(devices);
    if (m_maxMemory.empty()) {
        const auto cpu = m_ram.empty() ? availableRam(devices) : Result<double>(given);
        return cpu ? Result(defaultBudgets(devices, *cpu)) : cpu.unexpected();
    }
    std::vector<Message> warnings;
    auto budgets = parseLimitsText(m_maxMemory, warnings);
    for (const Message& warning : tellsIssues(context) ? std::vector<Message>() : warnings) {
        context.warn(say("--max-memory: %1", warning));
    }
    if (!budgets) {
        return inOption("--max-memory", budgets.error());
    }
    if (!m_ram.empty() && !hasLimit(*budgets, DeviceId::cpu())) {
        budgets->push_back({DeviceId::cpu(), given, m_ram, false});
        std::ranges::sort(*budgets, {}, &MemoryBudget::device);
    }
    return budgets;
}

bool PlacementOptions::tellsIssues(const CommandContext& context) const {
    return m_issueTelling == IssueTelling::Always ||
           (m_issueTelling == IssueTelling::InText && !context.wantsJson());
}

std::optional<PlanIssue> PlacementOptions::ramIssue() const {
    std::vector<Message> unheard;
    const auto typed = parseLimitsText(m_maxMemory, unheard);
    if (m_ram.empty() || m_maxMemory.empty() || !typed || hasLimit(*typed, DeviceId::cpu())) {
        return std::nullopt;
    }
    return planIssue(Severity::Hint, "cpu_limit_from_ram", DeviceId::cpu(), 0,
                     say("--max-memory specifies no limit for the CPU, so the limit of the CPU is "
                         "%1 from --ram. Accelerate would not use the CPU. To exclude the CPU, add "
                         "cpu=0 to --max-memory; to use the CPU, add its limit there.",
                         m_ram));
}

Result<void> PlacementOptions::giveCapacities(std::vector<DeviceInfo>& devices,
                                              const CommandContext& context) const {
    for (DeviceInfo& device : devices) {
        const bool isCpu = device.id == DeviceId::cpu();
        const std::string& text = isCpu ? m_ram : m_disk;
        if (device.id.isGpu() || text.empty()) {
            continue;
        }
        const auto bytes = parseMemory(isCpu ? "--ram" : "--disk", text, context);
        STOWAGE_TRY(bytes);
        if (!isCpu && !device.capacity) {
            device = describeDisk(defaultOffloadParent());
        }
        overrideCapacity(device, static_cast<std::uint64_t>(*bytes));
    }
    return {};
}

Result<void> PlacementOptions::setConstraints(PlacementRequest& request,
                                              const CommandContext& context) const {
    const ModuleTree& tree = *request.tree;
    PlacementConstraints& constraints = request.constraints;
    constraints.offloadBuffers = constraints.offloadBuffers || m_offloadBuffers;
    constraints.fallbackAllocation = constraints.fallbackAllocation || m_fallbackAllocation;
    constraints.keepMapUnclean = constraints.keepMapUnclean || m_keepMapUnclean;
    if (m_noSplitGiven) {
        std::vector<std::string> classes = m_noSplit;
        std::erase(classes, std::string());  // --no-split "" means that everything may be split
        if (!tellsIssues(context)) {
            warnOfAbsentClasses(classes, tree, context);
        }
        constraints.noSplit = std::move(classes);
    }
    STOWAGE_TRY(setDtype(request));
    if (!m_pins.empty()) {
        constraints.pins.clear();
    }
    for (const std::string& text : m_pins) {
        auto pin = parsePin(text, tree);
        STOWAGE_TRY(pin);
        if (isPinnedElsewhere(constraints.pins, *pin)) {
            return wrongOption(
                "--pin",
                say("--pin places \"%1\" on two devices; keep one of the two.", pin->first));
        }
        STOWAGE_TRY(requireListed(request.devices, pin->second, "--pin"));
        constraints.pins.push_back(std::move(*pin));
    }
    return {};
}

Result<void> PlacementOptions::setDtype(PlacementRequest& request) const {
    if (m_dtype.empty()) {
        return {};
    }
    const auto dtype = parsePlannedDtype(m_dtype);
    STOWAGE_TRY(dtype);
    request.constraints.dtype = *dtype;
    request.dtypeFollowsPreset = false;
    return {};
}

Result<std::optional<Quantization>> PlacementOptions::makeQuantization() const {
    using Choice = std::optional<Quantization>;
    if (m_quantize == "none") {
        return Choice();
    }
    auto quantization = quantizationFromName(m_quantize);
    if (!quantization) {
        return inOption("--quantize", quantization.error());
    }
    if (m_doubleQuant && !isFourBit(quantization->method)) {
        return wrongOption(
            "--double-quant",
            say("--double-quant applies only to --quantize nf4 and fp4, not to --quantize %1.",
                m_quantize));
    }
    quantization->isDoubleQuantised = m_doubleQuant;
    return Choice(*std::move(quantization));
}

Result<void> PlacementOptions::setStrategy(PlacementRequest& request, const CommandContext& context,
                                           const ReadPlacement* read) const {
    if (read != nullptr || !m_deviceMap.empty()) {
        auto map = read != nullptr ? Result(read->map) : readDeviceMap(m_deviceMap, context);
        STOWAGE_TRY(map);
        request.strategy = map->strategy.value_or(Strategy::Manual);
        if (map->origin) {
            if (const Message lost = takeRunOptions(request, *map->origin); !lost.empty()) {
                context.warn(say("--device-map: %1", lost));
            }
        }
        request.givenMap = std::move(map->map);
        request.doubledKeys = std::move(map->doubledKeys);
        request.constraints.pins.clear();  // a map places every module
        request.moves.clear();
        request.isFitted = false;
        request.preset.reset();
        return {};
    }
    if (m_strategy.empty()) {
        return {};
    }
    request.isFitted = false;
    request.preset.reset();
    const auto strategy = strategyFromName(m_strategy);
    if (!strategy) {
        return wrongOption("--strategy", say("--strategy \"%1\" is unknown; use %2.", m_strategy,
                                             strategyNames(" or ")));
    }
    request.strategy = *strategy;
    return {};
}

Result<void> PlacementOptions::setRules(PlacementRequest& request) const {
    if (m_rules.empty()) {
        return {};
    }
    const auto rules = rulesFromName(m_rules);
    if (!rules) {
        return inOption("--rules", rules.error());
    }
    request.rules = *rules;
    return {};
}

Result<PlanObjective> PlacementOptions::makeObjective() const {
    PlanObjective objective;
    if (m_objective.empty()) {
        return objective;
    }
    const auto kind = optionValue("--objective", objectiveFromName(m_objective));
    STOWAGE_TRY(kind);
    objective.kind = *kind;
    if (m_mix.empty()) {
        return objective;
    }
    const std::size_t comma = m_mix.find(',');
    const auto prefill = parsePythonFloat(std::string_view(m_mix).substr(0, comma));
    const auto decode = comma == std::string::npos
                            ? std::nullopt
                            : parsePythonFloat(std::string_view(m_mix).substr(comma + 1));
    const bool areWeights = prefill && decode && *prefill >= 0 && *decode >= 0 &&
                            *prefill + *decode > 0 && std::isfinite(*prefill + *decode);
    if (!areWeights || *kind != Objective::Mix) {
        return wrongOption("--mix", say("--mix \"%1\": give --objective mix and two weights of at "
                                        "least 0, not both 0, as in --objective mix --mix 1,256.",
                                        m_mix));
    }
    objective.prefillWeight = *prefill;
    objective.decodeWeight = *decode;
    return objective;
}

Result<void> PlacementOptions::setObjective(PlacementRequest& request,
                                            const Checkpoint& checkpoint) const {
    const auto objective = makeObjective();
    STOWAGE_TRY(objective);
    const bool isOptimal = request.strategy == Strategy::Optimal;
    if (!isOptimal && !m_objective.empty()) {
        return wrongOption(
            "--objective",
            say("--objective needs --strategy optimal; add that strategy, or omit --objective."));
    }
    if (isOptimal && m_window.choosesOffloadedRun()) {
        return wrongOption(
            "--strategy",
            say("--strategy optimal chooses the prefetch window and the offloaded modules that the "
                "CPU computes; omit --prefetch-window, --no-prefetch and --offloaded."));
    }
    if (!m_objective.empty()) {
        request.objective = *objective;
    }
    const Objective kind = request.objective.kind;
    const auto facts = isOptimal ? knownFacts(checkpoint, *request.tree) : nullptr;
    if (facts != nullptr && !facts->generates &&
        (kind == Objective::Decode || kind == Objective::Mix)) {
        if (!m_objective.empty()) {
            return wrongOption(
                "--objective",
                say("--objective %1: %2 generates no tokens after a prompt; use prefill.",
                    m_objective, facts->className));
        }
        request.objective = {Objective::Prefill};
    }
    return {};
}

}  // namespace stowage
