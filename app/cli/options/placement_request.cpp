// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/placement_options.h"

#include "app/backends.h"
#include "app/cli/options/common_options.h"
#include "app/cli/options/inputs.h"
#include "app/cli/output/progress_bar.h"
#include "app/cli/planned_model.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/optimal/optimal_search.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/device/host_memory.h"
#include "engine/model/dtype.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/place/place.h"
#include "engine/plan/request/request_fields.h"
#include "engine/project/saved_request.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

namespace stowage {

namespace {

Result<std::uint64_t> countOf(const std::string& option, const std::string& text) {
    if (const auto count = parseCount(text)) {
        return *count;
    }
    constexpr std::string_view kDigits = "0123456789,_";
    const bool isWhole =
        text.find_first_of(kDigits.substr(0, 10)) != std::string::npos &&
        text.find_first_not_of(kDigits, text.starts_with('-') ? 1 : 0) == std::string::npos;
    if (isWhole) {
        return wrongOption(
            option, say("%1 \"%2\" is out of range; write a whole number from 0 to %3.", option,
                        text, std::numeric_limits<std::uint64_t>::max()));
    }
    return wrongOption(
        option, say("%1 \"%2\" is not a whole number; write a number such as 4096.", option, text));
}

/// A number with decimal places, as the workload keeps it.
Result<std::uint64_t> parseWritten(const std::string& option, const std::string& text,
                                   const WorkloadNumber& number) {
    double value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || end != text.data() + text.size() || !(value >= 0)) {
        return wrongOption(
            option, say("%1 \"%2\" is not a number; write a number such as 0.92.", option, text));
    }
    return storedNumber(number, value);
}

}  // namespace

void WorkloadOptions::addTo(CLI::App& command) {
    const auto option = [&](const std::string& name, const char* type) {
        std::string& text = m_texts[name];
        if (command.get_option_no_throw(name) == nullptr) {
            addTextOption(command, name, type, text)->take_last();
        }
    };
    for (const WorkloadNumber& number : workloadNumbers()) {
        option(optionName(number.key), "N");
    }
    option("--kv-dtype", "DTYPE");
    option("--compute-dtype", "DTYPE");
    option("--attention", "KIND");
    option("--engine", "ENGINE");
}

bool WorkloadOptions::isGiven() const {
    return std::ranges::any_of(m_texts, [](const auto& text) { return !text.second.empty(); });
}

Result<Workload> WorkloadOptions::makeWorkload(Workload base) const {
    Workload work = std::move(base);
    for (const WorkloadNumber& number : workloadNumbers()) {
        const std::string name = optionName(number.key);
        const std::string& text = m_texts.at(name);
        if (text.empty()) {
            continue;
        }
        const auto value =
            number.places == 0 ? countOf(name, text) : parseWritten(name, text, number);
        STOWAGE_TRY(value);
        if (*value < number.least || *value > number.most) {
            return wrongValue(name, say("%1 is out of range; use a value from %2 to %3.", text,
                                        formatGeneral(writtenNumber(number, number.least), 12),
                                        formatGeneral(writtenNumber(number, number.most), 12)));
        }
        work.*number.value = *value;
    }
    // A context that was typed limits an assumed prompt.
    if (m_texts.at("--generate").empty()) {
        work.shortenAnswer();
    }
    if (m_texts.at("--prompt").empty()) {
        work.shortenPrompt();
    }
    if (const std::string& text = m_texts.at("--kv-dtype"); !text.empty()) {
        const auto type = optionValue("--kv-dtype", kvTypeFromName(text));
        STOWAGE_TRY(type);
        work.kvType = *type;
    }
    if (const std::string& text = m_texts.at("--compute-dtype"); !text.empty()) {
        const auto dtype = dtypeFromName(text);
        if (!dtype || !kvTypeOf(*dtype)) {
            return wrongOption(
                "--compute-dtype",
                say("--compute-dtype \"%1\" is unknown; use float32, float16 or bfloat16.", text));
        }
        work.computeType = *dtype;
    }
    if (const std::string& text = m_texts.at("--attention"); !text.empty()) {
        const auto kind = optionValue("--attention", attentionFromName(text));
        STOWAGE_TRY(kind);
        work.attention = *kind;
    }
    if (const std::string& text = m_texts.at("--engine"); !text.empty()) {
        work.engine = text;
    }
    return work;
}

namespace {

/// A project's request: what a search found for it holds as long as it is asked the same.
class SavedSearch {
public:
    explicit SavedSearch(const PlacementRequest& request)
        : m_asked(request.proof ? std::optional(requestToJson(request)) : std::nullopt) {}
    void keepIn(PlacementRequest& request) const {
        if (m_asked && *m_asked != requestToJson(request)) {
            request.proof.reset();
        }
    }

private:
    std::optional<nlohmann::ordered_json> m_asked;
};

/// What a saved plan's devices are held against. Real GPUs are looked for only where it has some.
std::vector<DeviceInfo> devicesHere(const std::vector<DeviceInfo>& saved, const std::string& folder,
                                    const CommandContext& context) {
    const bool hasReal = std::ranges::any_of(
        saved, [](const DeviceInfo& device) { return device.id.isGpu() && !device.simulated; });
    auto gpus = hasReal ? DeviceOptions().makeGpus(context)
                        : Result<std::vector<DeviceInfo>>(std::vector<DeviceInfo>());
    return withHostAndDisk(gpus ? *std::move(gpus) : std::vector<DeviceInfo>(), readHostMemory(),
                           folder);
}

}  // namespace

Result<void> PlacementOptions::setMachine(PlacementRequest& request,
                                          const CommandContext& context) const {
    const bool isFresh = request.devices.empty();
    std::vector<DeviceInfo> devices = request.devices;
    if (isFresh || m_devices.areGiven()) {
        auto gpus = m_devices.makeGpus(context);
        STOWAGE_TRY(gpus);
        std::erase_if(devices, [](const DeviceInfo& device) { return device.id.isGpu(); });
        devices.insert(devices.begin(), gpus->begin(), gpus->end());
    }
    if (isFresh) {
        devices = withHostAndDisk(std::move(devices), readHostMemory(), m_offloadFolder);
    }
    STOWAGE_TRY(giveCapacities(devices, context));
    if (isFresh) {
        request.devices = std::move(devices);
    } else if (m_devices.areGiven() || !m_ram.empty() || !m_disk.empty()) {
        request = withDevices(std::move(request), devices);
    }
    const bool hasLimits = !request.budgetsAreDefaults || !request.budgets.empty();
    if (!m_maxMemory.empty() || !hasLimits || (isFresh && !m_ram.empty())) {
        auto budgets = makeBudgets(request.devices, context);
        STOWAGE_TRY(budgets);
        if (request.budgetsAreDefaults) {
            request.defaultBudgets = std::move(request.budgets);
        }
        request.budgets = *std::move(budgets);
        request.budgetsAreDefaults = m_maxMemory.empty();
        request.preset.reset();
    }
    return {};
}

Result<void> PlacementOptions::readRequestOption(PlacementRequest& request,
                                                 const CommandContext& context) const {
    if (m_request.empty()) {
        return {};
    }
    const auto text = readImportText(m_request, context);
    STOWAGE_TRY(text);
    const auto object = parseJson(*text, "--request");
    STOWAGE_TRY(object);
    const auto read = readRequest(*object, request);
    return read ? Result<void>() : inFile("--request", read.error());
}

Result<PlacementRequest> PlacementOptions::start(const OpenedModel& model,
                                                 const PlacementRequest* origin,
                                                 const CommandContext& context) const {
    PlacementRequest request = startingRequest({}, *model.checkpoint, *model.tree);
    if (model.saved != nullptr) {
        request = savedPlan(*model.saved).request;
    }
    if (origin != nullptr) {
        const PlacementRequest before = std::exchange(request, *origin);
        request.devices = origin->devices.empty() ? before.devices : origin->devices;
        if (origin->budgetsAreDefaults && origin->budgets.empty()) {
            request.budgets = before.budgets;
            request.budgetsAreDefaults = before.budgetsAreDefaults;
        }
        request.constraints.pins.clear();  // the map has them already
    }
    STOWAGE_TRY(readRequestOption(request, context));
    if (!request.devices.empty() && !m_devices.areGiven()) {
        const auto here = devicesHere(request.devices, m_offloadFolder, context);
        AdoptedRequest adopted = adoptRequest(std::move(request), here);
        for (const Message& note : adopted.notes) {
            context.warn(note);
        }
        request = std::move(adopted.request);
        if (findDevice(request.devices, DeviceId::cpu()) == nullptr) {
            request.devices =
                withHostAndDisk(std::move(request.devices), readHostMemory(), m_offloadFolder);
        }
    }
    request = withModel(std::move(request), model.tree);
    const SavedSearch search(request);
    STOWAGE_TRY(setMachine(request, context));
    search.keepIn(request);
    return request;
}

Result<PlacementRequest> PlacementOptions::makeRequest(const OpenedModel& model,
                                                       const CommandContext& context,
                                                       const ReadPlacement* read,
                                                       const ProgressSink& progress) const {
    auto request = read != nullptr && read->begin
                       ? Result(*read->begin)
                       : start(model, read == nullptr ? nullptr : read->origin, context);
    STOWAGE_TRY(request);
    if (read != nullptr && read->workload) {
        request->workload = read->workload;
    }
    const SavedSearch search(*request);
    STOWAGE_TRY(m_typed.putRow("strategy", *request));
    // A map wins over the strategy; options of a plan that it is from give way to typed ones.
    STOWAGE_TRY(setMap(*request, context, read));
    STOWAGE_TRY(m_typed.putInto(*request));
    warnOfIgnored(*request, context);
    STOWAGE_TRY(checkObjective(*request, *model.checkpoint));
    const bool isOptimal = request->strategy == Strategy::Optimal;
    const Workload usual = usualWorkload(knownFacts(*model.checkpoint, *model.tree).get());
    request->search = makePlacementSearch(
        model.checkpoint, measuredRates(context, isOptimal ? Telling::Warning : Telling::Silent),
        usual, progress);
    STOWAGE_TRY(finishPreset(*request, read));
    if (m_workload.isGiven()) {
        const auto workload = m_workload.makeWorkload(request->workload.value_or(usual));
        STOWAGE_TRY(workload);
        request->workload = *workload;
    } else if (isOptimal && m_runWorkload && !request->workload && !request->proof) {
        request->workload = m_runWorkload;
    }
    search.keepIn(*request);
    return request;
}

Result<std::shared_ptr<const PlacementPlan>> PlacementOptions::makePlan(
    const OpenedModel& model, const CommandContext& context, const ReadPlacement* read) const {
    // The plan keeps the search, which outlives the bar.
    auto bar = std::make_shared<ProgressBar>(context.translate);
    auto request =
        makeRequest(model, context, read, [shown = std::weak_ptr(bar)](const Progress& progress) {
            if (const auto there = shown.lock()) {
                there->show(progress);
            }
        });
    STOWAGE_TRY(request);
    STOWAGE_TRY(m_devices.setAllocator(request->devices));
    auto placed = place(*request, context.stop());
    bar.reset();
    STOWAGE_TRY(placed);
    auto fromRam = ramIssue();
    const PlacementRequest* const origin =
        read == nullptr || !read->map.origin || request->preset ? nullptr : &*read->map.origin;
    if (!fromRam && origin == nullptr) {
        return placed;
    }
    auto plan = std::make_shared<PlacementPlan>(**placed);
    if (fromRam) {
        plan->issues.push_back(*std::move(fromRam));
    }
    if (origin != nullptr) {
        // The map is the plan's own; what it followed from is recorded, not applied again.
        plan->request.strategy = origin->strategy;
        plan->request.constraints.pins = origin->constraints.pins;
        plan->request.moves = origin->moves;
        plan->request.preset = origin->preset;
    }
    return std::shared_ptr<const PlacementPlan>(std::move(plan));
}

Result<PlacementOptions::PlanAndImport> PlacementOptions::makeOrImportPlan(
    const OpenedModel& model, const CommandContext& context) const {
    if (m_import.empty()) {
        auto plan = makePlan(model, context);
        STOWAGE_TRY(plan);
        return PlanAndImport(*std::move(plan), std::nullopt);
    }
    const auto text = readImportText(m_import, context);
    STOWAGE_TRY(text);
    auto request = start(model, nullptr, context);
    STOWAGE_TRY(request);
    STOWAGE_TRY(m_typed.putRow("dtype", *request));
    const auto facts = knownFacts(*model.checkpoint, *model.tree);
    auto imported = importPlacement(
        {model.tree, facts, request->devices, request->constraints.dtype, *text,
         request->workload.value_or(usualWorkload(facts.get())), pretrainedSource(model, context)},
        m_from);
    STOWAGE_TRY(imported);
    for (const auto* const sentences : {&imported->warnings, &imported->notes}) {
        for (const Message& sentence : *sentences) {
            context.warn(say("%1: %2", imported->from, sentence));
        }
    }
    const auto& origin = imported->map.origin;
    ReadPlacement read{imported->map, origin ? &*origin : nullptr, imported->workload};
    if (!origin) {
        read.begin = *std::move(request);
    }
    auto plan = makePlan(model, context, &read);
    STOWAGE_TRY(plan);
    return PlanAndImport(*std::move(plan), *std::move(imported));
}

}  // namespace stowage
