// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/placement_options.h"

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

}  // namespace

void PlacementOptions::addTo(CLI::App& command, MapOption map) {
    using Use = RequestOption::Use;
    static constexpr Use kUses[] = {Use::Plan, Use::Map, Use::Strategy};
    m_devices.addTo(command);
    addTextOption(command, "--ram", "SIZE", m_ram);
    addTextOption(command, "--disk", "SIZE", m_disk);
    addTextOption(command, "--max-memory", "BUDGETS", m_maxMemory)->take_last();
    if (map != MapOption::None) {
        addTextOption(command, "--device-map", "FILE|TEXT", m_deviceMap)
            ->take_last()
            ->required(map == MapOption::Required);
        addTextOption(command, "--request", "FILE|TEXT", m_request);
    }
    const std::size_t count = map == MapOption::None ? 1 : map == MapOption::Required ? 2 : 3;
    m_typed.addTo(command, std::span(kUses).first(count));
}

void PlacementOptions::addForLoadTo(CLI::App& command) {
    command.add_flag("--force", m_isForced);
    addOption(command, "--offload-dir", "DIR", m_offloadFolder);
    addTo(command, MapOption::InsteadOfStrategy);
}

void PlacementOptions::addImportTo(CLI::App& command) {
    CLI::Option* const import = addTextOption(command, "--import", "FILE|TEXT", m_import);
    for (const char* other : {"--device-map", "--strategy", "--pin"}) {
        import->excludes(command.get_option(other));
    }
    addTextOption(command, "--from", "ENGINE", m_from)->needs(import);
}

Result<void> PlacementOptions::finishPreset(PlacementRequest& request,
                                            const ReadPlacement* read) const {
    if (!m_typed.hasRow("preset")) {
        return {};
    }
    LoadModelPreset& preset = *request.preset;
    if (read != nullptr || !m_deviceMap.empty() || m_typed.has("--strategy")) {
        preset.strategy = request.strategy;
        preset.givenMap = request.givenMap;
    }
    if (!m_maxMemory.empty()) {
        preset.maxMemory = request.budgets;
    }
    return m_maxMemory.empty() || !preset.maxMemory.empty()
               ? Result<void>()
               : wrongValue("--max-memory",
                            say("with the options of load_hf_model, --max-memory must limit at "
                                "least one device, as in {0: \"10GiB\"}."));
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

void PlacementOptions::warnOfIgnored(const PlacementRequest& request,
                                     const CommandContext& context) const {
    if (m_typed.has("--fallback-allocation") && request.rules == PlacementRules::Transformers) {
        context.warn(
            say("--fallback-allocation has no effect with the rules of transformers; add --rules "
                "accelerate."));
    }
    if (m_typed.has("--machine-link") && !areSeveralMachines(request.devices)) {
        context.warn(say("--machine-link has no effect: all devices are in one machine."));
    }
    if (m_typed.has("--no-split") && !tellsIssues(context)) {
        warnOfAbsentClasses(*request.constraints.noSplit, *request.tree, context);
    }
}

Result<void> PlacementOptions::setMap(PlacementRequest& request, const CommandContext& context,
                                      const ReadPlacement* read) const {
    if (read == nullptr && m_deviceMap.empty()) {
        return {};
    }
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

Result<void> PlacementOptions::checkObjective(PlacementRequest& request,
                                              const Checkpoint& checkpoint) const {
    const bool isTyped = m_typed.has("--objective");
    const bool isOptimal = request.strategy == Strategy::Optimal;
    if (!isOptimal && isTyped) {
        return wrongOption(
            "--objective",
            say("--objective needs --strategy optimal; add that strategy, or omit --objective."));
    }
    if (isOptimal && (m_typed.hasRow("prefetch_window") || m_typed.hasRow("offloaded"))) {
        return wrongOption(
            "--strategy",
            say("--strategy optimal chooses the prefetch window and the offloaded modules that the "
                "CPU computes; omit --prefetch-window, --no-prefetch and --offloaded."));
    }
    const Objective kind = request.objective.kind;
    const auto facts = isOptimal ? knownFacts(checkpoint, *request.tree) : nullptr;
    if (facts != nullptr && !facts->generates &&
        (kind == Objective::Decode || kind == Objective::Mix)) {
        if (isTyped) {
            return wrongOption(
                "--objective",
                say("--objective %1: %2 generates no tokens after a prompt; use prefill.",
                    objectiveName(kind), facts->className));
        }
        request.objective = {Objective::Prefill};
    }
    return {};
}

}  // namespace stowage
