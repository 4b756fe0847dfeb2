// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/model_chain.h"

#include "engine/base/byte_size.h"
#include "engine/base/json_fields.h"
#include "engine/base/strings.h"
#include "engine/load/execute/placed_model.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/report/load_report_json.h"
#include "engine/run/run_setting.h"
#include "engine/run/weights/loaded_weights.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

using Clock = std::chrono::steady_clock;

/// What a device has left for more weights, its cached segments included; nothing where it is not
/// limited.
std::optional<std::uint64_t> freeOn(const DeviceMemory& device) {
    const std::optional<std::uint64_t> room = device.info().freeBytes();
    const std::uint64_t allocated = device.statistics().allocated;
    return room ? std::optional(*room - std::min(*room, allocated)) : room;
}

constexpr std::uint64_t kMostTimes = 100'000;

bool exists(const std::string& path) {
    std::error_code failure;
    return std::filesystem::exists(path, failure);
}

std::string trimmed(const std::string& text) {
    constexpr const char* kSpaces = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(kSpaces);
    return begin == std::string::npos
               ? std::string()
               : text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
}

Result<ChainEntry> entryOf(const std::string& typed) {
    if (exists(typed)) {
        return ChainEntry{typed, 1};
    }
    const std::string text = trimmed(typed);
    const std::size_t star = text.rfind('*');
    if (!text.empty() && (star == std::string::npos || exists(text))) {
        return ChainEntry{text, 1};
    }
    std::uint64_t times = 0;
    if (star != std::string::npos && star > 0) {
        const char* const end = text.data() + text.size();
        const auto [stop, status] = std::from_chars(text.data() + star + 1, end, times);
        times = status == std::errc() && stop == end ? times : 0;
    }
    if (times == 0 || times > kMostTimes) {
        return fail(ErrorCode::InvalidArgument,
                    say("\"%1\" is neither a model nor MODEL*N, where N is a number from 1 to %2.",
                        text, kMostTimes));
    }
    return ChainEntry{trimmed(text.substr(0, star)), times};
}

/// The options' request as this model can take it: an encoder lets no token follow, its prompt goes
/// in whole, and its numbers are of every token.
RunRequest requestFor(const RunTraits& traits, RunRequest request) {
    request.outputs = traits.isGenerative ? Outputs::Last : Outputs::All;
    request.generate = traits.isGenerative ? request.generate : 0;
    request.prefillChunk = traits.takesChunks ? request.prefillChunk : 0;
    return request;
}

/// The prompt with what followed it, where the next model takes such tokens.
std::vector<std::int64_t> passedOn(const RunTraits& traits, RunRequest request,
                                   const RunReport& before) {
    const std::vector<std::int64_t> first = request.tokens;
    request.tokens = before.sequences.front().prompt;
    request.tokens.insert(request.tokens.end(), before.sequences.front().generated.begin(),
                          before.sequences.front().generated.end());
    return checkRequest(traits, request) ? request.tokens : first;
}

}  // namespace

ChainedModel::ChainedModel(const ChainStage& stage, std::string name, const LoadedModel& model,
                           ChainedModel* previous)
    : m_stage(stage), m_name(std::move(name)), m_model(model), m_previous(previous) {
    for (NamedTensor& named : namedTensors(model.schedule())) {
        m_scheduled.emplace(named.name, named.scheduled);
        m_names.push_back(std::move(named.name));
    }
}

std::optional<TensorSignature> ChainedModel::describe(const std::string& name) const {
    const auto found = m_scheduled.find(name);
    return found == m_scheduled.end() ? std::nullopt
                                      : std::optional(m_model.tensor(found->second).signature);
}

bool ChainedModel::liesThere(std::uint32_t scheduled) const {
    const LoadedTensor tensor = m_model.tensor(scheduled);
    return tensor.memory != nullptr && tensor.device == m_stage.device;
}

std::uint64_t ChainedModel::bytesToBring() const {
    std::uint64_t bytes = 0;
    const std::vector<ScheduledTensor>& tensors = m_model.schedule().tensors;
    for (std::uint32_t i = 0; i < tensors.size(); ++i) {
        bytes += liesThere(i) ? 0 : tensors[i].bytes;
    }
    return bytes;
}

Unexpected ChainedModel::doesNotFit(const DeviceMemory& device, const Error& reason) const {
    Error told = reason;
    const std::optional<std::uint64_t> free = freeOn(device);
    const std::string needed = formatSize(bytesToBring());
    const Message place = deviceLabel(m_stage.device);
    const Message needs = free
                              ? say("The model %1 needs %2 to run as a whole on %3, but only %4 is "
                                    "free. Offload the models that are still on that device, free "
                                    "some memory there, or stream the weights layer by layer.",
                                    m_name, needed, place, formatSize(*free))
                              : say("The model %1 needs %2 to run as a whole on %3. Offload the "
                                    "models that are still on that device, free some memory there, "
                                    "or stream the weights layer by layer.",
                                    m_name, needed, place);
    told.message = joined({needs, reason.message}, " ");
    return Unexpected{std::move(told)};
}

/// Before a byte moves. Rounding and segments may still refuse what fits by its sum.
Result<void> ChainedModel::requireRoom(const DeviceMemory& device) const {
    const std::uint64_t bytes = bytesToBring();
    if (device.isHost() || freeOn(device).value_or(bytes) >= bytes) {
        return {};
    }
    return doesNotFit(device, makeError(ErrorCode::DeviceOutOfMemory, {}, {}, m_name));
}

Result<void> ChainedModel::bringAll(const std::stop_token& stop) {
    LoadedWeights weights(m_model, m_stage.backends, m_stage.compute);
    const ModuleTree& tree = *m_model.schedule().plan->request.tree;
    // As Module.to() goes through a model, so that the allocator's figures are those.
    for (const std::uint32_t scheduled : m_model.schedule().applyOrder) {
        if (liesThere(scheduled)) {
            continue;
        }
        const std::string& owner = tree.tensor(m_model.schedule().tensors[scheduled].tensor).name;
        Result<WeightPtr> weight = weights.bring(owner, m_stage.device, stop);
        STOWAGE_TRY(weight);
        m_brought.emplace(scheduled, std::move(*weight));
    }
    return {};
}

Result<void> ChainedModel::call(const std::stop_token& stop) {
    if (m_previous != nullptr && m_previous->isOnDevice()) {
        m_previous->offload();
    }
    if (m_isOnDevice) {
        return {};
    }
    DeviceMemory* const device = m_stage.backends.find(m_stage.device);
    if (device == nullptr) {
        return fail(
            ErrorCode::InvalidArgument,
            say("The model %1 should run on %2, which is not among the devices of the load.",
                m_name, deviceLabel(m_stage.device)));
    }
    STOWAGE_TRY(requireRoom(*device));
    const Clock::time_point begin = Clock::now();
    if (Result<void> brought = bringAll(stop); !brought) {
        offload();
        return brought.error().code == ErrorCode::DeviceOutOfMemory
                   ? doesNotFit(*device, brought.error())
                   : brought;
    }
    m_isOnDevice = true;
    m_transferSeconds = std::chrono::duration<double>(Clock::now() - begin).count();
    m_bytesMoved = bytesToBring();
    return {};
}

void ChainedModel::offload() {
    m_brought.clear();
    m_isOnDevice = false;
    DeviceMemory* const device = m_stage.backends.find(m_stage.device);
    if (device != nullptr && !device->isHost()) {
        device
            ->emptyCache();  // so that the next model finds whole segments; Accelerate does it too
    }
}

Result<WeightPtr> ChainedModel::lend(const std::string& name) const {
    const auto found = m_scheduled.find(name);
    if (found == m_scheduled.end()) {
        return fail(ErrorCode::KeyMismatch, say("No tensor %1 is loaded.", name), {}, name);
    }
    const auto brought = m_brought.find(found->second);
    return brought == m_brought.end() ? m_stage.compute.weight(m_model.tensors(), name)
                                      : Result<WeightPtr>(brought->second);
}

Result<ModuleWeights> ChainedModel::borrow(std::span<const std::string> names,
                                           const std::stop_token& stop) {
    STOWAGE_TRY(call(stop));
    ModuleWeights module;
    module.device = m_stage.device;
    module.transferSeconds = std::exchange(m_transferSeconds, 0);
    module.bytesMoved = std::exchange(m_bytesMoved, 0);
    for (const std::string& name : names) {
        Result<WeightPtr> weight = lend(name);
        STOWAGE_TRY(weight);
        module.weights.push_back(std::move(*weight));
    }
    return module;
}

ChainedModel& ModelChain::add(std::string name, const LoadedModel& model) {
    ChainedModel* const previous = m_models.empty() ? nullptr : m_models.back().get();
    m_models.push_back(std::make_unique<ChainedModel>(m_stage, std::move(name), model, previous));
    return *m_models.back();
}

void ModelChain::offload() {
    for (const std::unique_ptr<ChainedModel>& model : m_models) {
        model->offload();
    }
}

Result<std::vector<ChainEntry>> chainEntriesOf(const std::string& line) {
    std::vector<ChainEntry> entries;
    const bool isOne = exists(line);
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = isOne ? line.size() : std::min(line.find(',', begin), line.size());
        auto entry = entryOf(line.substr(begin, end - begin));
        STOWAGE_TRY(entry);
        entries.push_back(std::move(*entry));
        begin = end + 1;
    }
    return entries;
}

Unexpected ofLink(const ChainLink& link, Error error) {
    if (error.message.english().find(link.path) == std::string::npos) {
        error.message = joined({link.path, error.message}, ": ");
    }
    return Unexpected{std::move(error)};
}

Result<void> checkLink(const ChainLink& link, const RunOptions& options) {
    const RunSetting setting = runSettingOf(*link.schedule);
    const auto model = runModelOf(*link.schedule->checkpoint, DescribedWeights(setting));
    if (!model) {
        return ofLink(link, model.error());
    }
    const RunTraits& traits = (*model)->traits();
    const auto checked = checkRequest(traits, requestFor(traits, options.request));
    return checked ? Result<void>() : ofLink(link, checked.error());
}

DeviceId chainDevice(const RunOptions& options, const LoadBackends& backends) {
    for (const std::shared_ptr<DeviceMemory>& device : backends.devices) {
        if (!options.executionDevice && device->info().id.isGpu()) {
            return device->info().id;
        }
    }
    return options.executionDevice.value_or(DeviceId::cpu());
}

Result<void> callLink(ChainLink& link, ChainedModel& source, const ChainCall& call,
                      const std::stop_token& stop, const ProgressSink& progress) {
    const auto model = runModelOf(*link.schedule->checkpoint, source);
    if (!model) {
        return ofLink(link, model.error());
    }
    if (const auto whole = checkWeights(source.model()); !whole) {
        return ofLink(link, whole.error());
    }
    const RunTraits& traits = (*model)->traits();
    RunRequest request = requestFor(traits, call.options.request);
    if (call.before != nullptr) {
        request.tokens = passedOn(traits, request, *call.before);
    }
    RunEnvironment around;
    around.devices = &call.stage.backends;
    around.gate = call.gate;
    const ComputeSession session(call.stage.compute);
    auto outcome = runModel(**model, request, source, call.stage.compute, stop, progress, around);
    if (const auto whole = checkWeights(source.model()); outcome && !whole) {
        outcome = whole.unexpected();
    }
    if (!outcome) {
        return ofLink(link, outcome.error());
    }
    link.report.sequences = reportOf(request).sequences;
    link.report.family = traits.family;
    link.report.givesLogits = traits.givesLogits;
    link.report.decoderTokens = request.decoderTokensFor(traits);
    link.report.numbers = std::move(outcome->numbers);
    link.report.sequences.front().generated = std::move(outcome->generated.front());
    link.report.seconds += outcome->seconds;
    link.report.bytesMoved += outcome->bytesMoved;
    for (const ForwardStep& step : outcome->passes.front().steps) {
        link.transferSeconds += step.transferSeconds;
    }
    link.allocated = call.stage.backends.find(call.stage.device)->statistics().allocated;
    return {};
}

std::string chainTokensText(const RunReport& report) {
    if (!report.givesLogits) {
        return {};
    }
    const std::string text = joinedText(report.sequences.front().generated, ",");
    const auto top = topTokens(report, 1);
    return text.empty() && !top.empty() ? std::to_string(top.front().first) : text;
}

namespace {

using Json = nlohmann::ordered_json;

ChainTurn turnOf(const ChainLink& link) {
    return {link.path,           link.times,    link.report.bytesMoved, link.transferSeconds,
            link.report.seconds, link.allocated};
}

Json linkJson(const ChainLink& link) {
    constexpr std::size_t kTopTokens = 10;
    Json top = Json::array();
    if (link.report.givesLogits) {
        for (const auto& [token, logit] : topTokens(link.report, kTopTokens)) {
            top.push_back(Json::array({token, logit}));
        }
    }
    Json object = fieldsJson(turnOf(link), kTurnFields);
    object["prompt"] = link.report.sequences.front().prompt;
    object["family"] = link.report.family;
    object["tokens"] = link.report.sequences.front().generated;
    object["top"] = std::move(top);
    return object;
}

Json deviceJson(const ChainOutcome& outcome) {
    return Json{{"id", deviceName(outcome.device.id)},
                {"simulated", outcome.device.simulated},
                {"capacity", orNull(outcome.device.capacity)},
                {"peak_allocated", outcome.statistics.peakAllocated},
                {"peak_reserved", outcome.statistics.peakReserved},
                {"final_allocated", outcome.statistics.allocated},
                {"final_reserved", outcome.statistics.reserved}};
}

/// As a run in the window is sampled.
constexpr double kChainSampleSeconds = 0.01;

}  // namespace

ChainMeter::ChainMeter(const LoadBackends& backends, DeviceId device)
    : m_sampler(kChainSampleSeconds) {
    m_device = backends.find(device);
    m_outcome.device.id = device;
    if (m_device != nullptr) {  // else its turns will say so
        m_outcome.device = m_device->info();
    }
    m_sampler.setDevices(backends.devices);
    m_outcome.hostBaseline = m_sampler.sampleThoroughly().process;
    m_sampler.resetPeaks();
    m_begin = m_sampler.now();
}

void ChainMeter::notePeaks() {
    if (m_device == nullptr) {
        return;
    }
    const AllocatorStatistics now = m_device->statistics();
    const AllocatorStatistics before = std::exchange(m_outcome.statistics, now);
    m_outcome.statistics.peakAllocated = std::max(now.peakAllocated, before.peakAllocated);
    m_outcome.statistics.peakReserved = std::max(now.peakReserved, before.peakReserved);
}

void ChainMeter::turnDone(const ChainLink& link) {
    ++m_outcome.turns;
    m_outcome.seconds += link.report.seconds;
    notePeaks();
}

ChainOutcome ChainMeter::outcome(const std::optional<Error>& stopped, double loadSeconds) {
    m_sampler.sampleNow();
    notePeaks();
    m_outcome.hostPeaks = m_sampler.peaks();
    m_outcome.stopped = stopped;
    m_outcome.loadSeconds = loadSeconds;
    return m_outcome;
}

LoadCurves ChainMeter::curves() const {
    return curvesOf(m_sampler, {m_begin, m_sampler.now(), m_outcome.hostBaseline});
}

Json chainJson(std::span<const ChainLink> links, const ChainOutcome& outcome) {
    Json turns = Json::array();
    for (const ChainLink& link : links.first(outcome.turns)) {
        turns.push_back(linkJson(link));
    }
    Json object{{"prompt", links.front().report.sequences.front().prompt},
                {"chain", std::move(turns)},
                {"device", deviceJson(outcome)},
                {"seconds", outcome.seconds},
                {"load_seconds", outcome.loadSeconds},
                {"host", hostMemoryJson(outcome.hostBaseline, outcome.hostPeaks.process)}};
    object["host"]["samples"] = outcome.hostPeaks.samples;
    if (outcome.stopped) {
        object["stopped"] =
            Json{{"at", outcome.turns < links.size() ? links[outcome.turns].path : ""},
                 {"kind", errorCodeName(outcome.stopped->code)},
                 {"why", outcome.stopped->message.english()}};
    }
    return object;
}

Result<void> setChainReport(LoadRecord& record, std::span<const ChainLink> links,
                            const ChainOutcome& outcome) {
    Json object = chainJson(links, outcome);
    object.erase("prompt");
    for (Json& turn : object["chain"]) {
        for (const char* const key : {"prompt", "tokens", "top"}) {
            turn.erase(key);
        }
    }
    ChainFigures all;
    for (const ChainLink& link : links) {
        all.turns.push_back(turnOf(link));
    }
    record.modelName = chainName(all);
    record.modelPath = links.front().path;
    if (links.front().schedule != nullptr) {
        record.modelPath = links.front().schedule->checkpoint->path;
        setPlan(record, *links.front().schedule->plan);
    }
    return setLoadObject(record, std::move(object));
}

}  // namespace stowage
