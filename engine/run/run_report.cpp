// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run_report.h"

#include "engine/base/json_fields.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/report/load_report_json.h"
#include "engine/plan/request/request_fields.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <numeric>

namespace stowage {
namespace {

constexpr int kWhole = 100;

using Json = nlohmann::ordered_json;

Json englishJson(const std::vector<Message>& messages) {
    Json texts = Json::array();
    for (const Message& message : messages) {
        texts.push_back(message.english());
    }
    return texts;
}

constexpr std::size_t kTopTokens = 10;

std::optional<std::uint64_t> above(const std::optional<std::uint64_t>& peak,
                                   const std::optional<std::uint64_t>& before) {
    return peak && before ? std::optional(*peak - std::min(*peak, *before)) : std::nullopt;
}

Json hostJson(const RunReport& report) {
    Json object = hostMemoryJson(report.hostBaseline, report.hostPeak);
    object["samples"] = report.samples;
    return object;
}

Json topJson(const RunReport& report, std::size_t sequence) {
    Json top = Json::array();
    for (const auto& [token, logit] : topTokens(report, kTopTokens, sequence)) {
        // JSON has no infinity and no NaN.
        top.push_back(Json::array({token, std::isfinite(logit) ? Json(logit) : Json(nullptr)}));
    }
    return top;
}

/// What each sequence has: the thing itself of one, a list of several.
template <typename Of>
Json ofSequences(const RunReport& report, const Of& of) {
    Json list = Json::array();
    for (std::size_t i = 0; i < report.sequences.size(); ++i) {
        list.push_back(of(report.sequences[i], i));
    }
    return list.size() == 1 ? list.front() : list;
}

Json layersJson(const RunReport& report) {
    Json layers = Json::array();
    for (const RunLayerFigures& layer : report.layers) {
        layers.push_back(Json{{"module", layer.module},
                              {"device", deviceName(layer.device)},
                              {"pass", layer.pass},
                              {"begin", layer.begin},
                              {"end", layer.end},
                              {"transfer_seconds", layer.transferSeconds},
                              {"compute_seconds", layer.computeSeconds},
                              {"waited_seconds", layer.waitedSeconds},
                              {"bytes_moved", layer.bytesMoved}});
    }
    return layers;
}

Json devicesJson(const RunReport& report) {
    Json devices = Json::object();
    for (const DeviceRunFigures& figures : report.devices) {
        const bool lasted = report.seconds > 0;
        devices[deviceName(figures.device)] = Json{
            {"simulated", figures.simulated},
            {"capacity", orNull(figures.capacity)},
            {"context", figures.context},
            {"used_by_others", figures.usedByOthers},
            {"weights", figures.allocatedBefore},
            {"peak_allocated", figures.peakAllocated},
            {"peak_reserved", figures.peakReserved},
            {"final_allocated", figures.finalAllocated},
            {"final_reserved", figures.finalReserved},
            {"compute_seconds", figures.computeSeconds},
            {"transfer_seconds", figures.transferSeconds},
            {"bytes_in", figures.bytesIn},
            {"busy_share", lasted ? Json(figures.computeSeconds / report.seconds) : Json(nullptr)}};
    }
    return devices;
}

Json passesJson(const RunReport& report) {
    Json passes = Json::array();
    for (const RunPassFigures& pass : report.passes) {
        passes.push_back(fieldsJson(pass, kPassFields));
    }
    return passes;
}

Json prefetchJson(const RunReport& report) {
    return Json{{"window", report.window},
                {"bytes_ahead", report.prefetch.bytesAhead},
                {"bytes_on_demand", report.prefetch.bytesOnDemand},
                {"transfer_seconds", report.prefetch.transferSeconds},
                {"waited_seconds", report.prefetch.waitedSeconds},
                {"refused", report.prefetch.refused}};
}

Json passJson(const std::optional<PredictedPass>& pass) {
    if (!pass) {
        return nullptr;
    }
    Json stages = Json::array();
    for (const PredictedStage& stage : pass->stages) {
        stages.push_back(Json{{"module", stage.module},
                              {"device", deviceName(stage.device)},
                              {"compute_seconds", stage.computeSeconds},
                              {"transfer_seconds", stage.transferSeconds},
                              {"bytes_moved", stage.bytesMoved}});
    }
    return Json{{"seconds", pass->seconds}, {"layers", std::move(stages)}};
}

/// What a run was to take of the host's memory above its weights there.
std::optional<std::uint64_t> predictedHostAnon(const RunReport& report) {
    if (report.predicted) {
        for (const PredictedMemory& memory : report.predicted->devices) {
            if (memory.device == DeviceId::cpu()) {
                return above(memory.peakAllocated, memory.weights);
            }
        }
    }
    return std::nullopt;
}

Json predictedJson(const RunReport& report, const std::optional<double>& loadSeconds) {
    const std::optional<RunPrediction>& predicted = report.predicted;
    if (!predicted) {
        return nullptr;
    }
    RunTimes times = predictedTimes(report);
    times.loadSeconds = loadSeconds;
    Json devices = Json::object();
    for (const PredictedMemory& memory : predicted->devices) {
        devices[deviceName(memory.device)] = Json{{"weights", memory.weights},
                                                  {"window", memory.window},
                                                  {"kv_cache", memory.kvCache},
                                                  {"activations", memory.activations},
                                                  {"peak_allocated", memory.peakAllocated},
                                                  {"peak_reserved", memory.peakReserved}};
    }
    Json object{{"seconds", orNull(predicted->seconds)},
                {"prefill", passJson(predicted->prefill)},
                {"decode", passJson(predicted->decode)},
                {"devices", std::move(devices)},
                {"host_anon", orNull(predictedHostAnon(report))},
                {"assumptions", englishJson(predicted->assumptions)}};
    writeFields(object, times, kRunTimeFields);
    return object;
}

/// The same of what was measured. Peaks, too, so that each has its other beside it.
Json measuredJson(const RunReport& report, const LoadReport& load) {
    RunTimes times = measuredTimes(report);
    times.loadSeconds = load.seconds > 0 ? std::optional(load.seconds) : std::nullopt;
    Json devices = Json::object();
    for (const DeviceRunFigures& figures : report.devices) {
        devices[deviceName(figures.device)] = Json{{"peak_allocated", figures.peakAllocated},
                                                   {"peak_reserved", figures.peakReserved}};
    }
    Json object{{"seconds", report.seconds},
                {"devices", std::move(devices)},
                {"host_anon", orNull(above(report.hostPeak.anon, report.hostBaseline.anon))}};
    writeFields(object, times, kRunTimeFields);
    return object;
}

Json loadJson(const LoadReport& load) {
    return Json{{"method", loadMethodName(load.method)},
                {"seconds", load.seconds},
                {"bytes", load.bytes},
                {"bytes_read", load.bytesRead},
                {"bytes_per_second", orNull(loadRate(load))},
                {"tensors", load.tensors},
                {"initialised", load.keys.initialised}};
}

void addStopped(Json& object, const RunReport& report) {
    if (report.stopped) {
        object["stopped"] =
            Json{{"at", report.stoppedAt.english()}, {"kind", errorCodeName(report.stopped->code)}};
        writeMessage(object["stopped"], "why", report.stopped->message);
        if (!report.stopped->key.empty()) {
            object["stopped"]["key"] = report.stopped->key;
        }
    }
}

/// Accelerate's arguments, and what they came to.
void addHooks(Json& object, const RunReport& report) {
    const HookOptions& asked = report.hooks;
    if (!asked.any()) {
        return;
    }
    Json preloaded = Json::array();
    for (const PreloadGroup& group : report.hookRuling.groups) {
        preloaded.push_back(group.module);
    }
    object["hooks"] =
        Json{{"attached", report.hookRuling.attached},
             {"main_device",
              asked.mainDevice ? Json(deviceName(report.hookRuling.mainDevice)) : Json(nullptr)},
             {"force_hooks", asked.force},
             {"skip_keys", asked.skipKeys},
             {"preload_module_classes", asked.preloadClasses},
             {"preloaded", std::move(preloaded)},
             {"offloaded", offloadRuleWords(asked.offloaded)},
             {"warnings", englishJson(report.hookRuling.warnings)}};
}

Json outputJson(const RunReport& report) {
    Json output{{"kind", report.givesLogits ? "logits" : "hidden states"},
                {"positions", report.numbers.positions},
                {"width", report.numbers.vocabulary}};
    if (!report.counted.empty()) {
        output["of"] = report.counted;
    }
    if (!nanNote(report).empty()) {
        output["nan"] = true;
        output["nan_weights"] = report.nanWeights;
    }
    if (!report.unused.empty()) {
        output["unused"] = report.unused;
        output["note"] = unusedNote(report).english();
    }
    return output;
}

/// All but what stopped it, which stands last.
Json figuresJson(const RunReport& report) {
    Json object{
        {"prompt", ofSequences(report, [](const RunSequence& s, auto) { return Json(s.prompt); })},
        {"tokens",
         ofSequences(report, [](const RunSequence& s, auto) { return Json(s.generated); })}};
    if (report.sequences.front().promptText) {
        object["prompt_text"] =
            ofSequences(report, [](const RunSequence& s, auto) { return *s.promptText; });
        object["text"] = ofSequences(
            report, [](const RunSequence& s, auto) { return s.generatedText.value_or(""); });
    }
    if (report.input) {
        object["input"] = Json{{"name", report.input->name}, {"shape", report.input->shape}};
    }
    // Where one row counts something of all sequences, it is not one of theirs.
    const Json top =
        report.counted.empty()
            ? ofSequences(report, [&](const RunSequence&,
                                      std::size_t sequence) { return topJson(report, sequence); })
            : topJson(report, 0);
    object.update(Json{{"top", top},
                       {"seconds", report.seconds},
                       {"paused_seconds", report.pausedSeconds},
                       {"prefetch", report.window > 0},
                       {"family", report.family},
                       {"decoder_tokens", report.decoderTokens},
                       {"output", outputJson(report)},
                       {"execution_device", deviceName(report.executionDevice)},
                       {"threads", report.threads},
                       {"attention", attentionName(report.attention)},
                       {"bytes_moved", report.bytesMoved},
                       {"layers", layersJson(report)},
                       {"prefill_passes", report.prefillPasses},
                       {"passes", passesJson(report)},
                       {"prefetching", prefetchJson(report)},
                       {"devices", devicesJson(report)},
                       {"host", hostJson(report)}});
    return object;
}

Json runJson(const RunReport& report, const LoadReport& load, const LoadSchedule& schedule) {
    Json object = figuresJson(report);
    object["predicted"] = predictedJson(report, schedule.predictedSeconds);
    object["measured"] = measuredJson(report, load);
    object["unaccounted"] = unaccountedJson(runPredictionErrors(report));
    addHooks(object, report);
    object["device_map"] = mapToJson(schedule.plan->map);
    object["load"] = loadJson(load);
    addStopped(object, report);
    return object;
}

}  // namespace

RunReport reportOf(const RunRequest& request) {
    RunReport report;
    report.sequences.resize(request.sequences());
    report.prefillPasses = request.prefillPasses();
    report.attention = request.attention;
    if (request.input) {
        report.input = InputTrait{{}, request.input->shape};
    }
    for (std::size_t i = 0; i < request.sequences(); ++i) {
        report.sequences[i].prompt = request.prompt(i);
    }
    return report;
}

Message nanNote(const RunReport& report) {
    const std::vector<float>& values = report.numbers.values;
    const auto odd = std::ranges::count_if(values, [](float value) { return std::isnan(value); });
    if (odd == 0) {
        return {};
    }
    return report.nanWeights.empty()
               ? say("The output contains NaN (%2 of %1 numbers), so the result is meaningless. "
                     "Either the weights contain NaN, or a sum was too large for its dtype.",
                     values.size(), odd)
               : say("The output contains NaN (%2 of %1 numbers), so the result is meaningless. "
                     "These weights contain NaN: %3.",
                     values.size(), odd, firstNames(report.nanWeights));
}

Message unusedNote(const RunReport& report) {
    const std::size_t count = report.unused.size();
    if (count == 0) {
        return {};
    }
    const Message names = firstNames(report.unused);
    return count == 1 ? say("%1 tensor of the model is not used in this run and does not affect "
                            "the output: %2.",
                            count, names)
                      : say("%1 tensors of the model are not used in this run and do not affect "
                            "the output: %2.",
                            count, names);
}

Logits lastPositions(const RunReport& report) {
    const Logits& numbers = report.numbers;
    const std::size_t width = static_cast<std::size_t>(numbers.vocabulary);
    const std::size_t rows = width == 0 ? 0 : numbers.values.size() / width;
    const std::size_t sequences = report.sequences.size();
    // One row that counts something of all sequences, or the rows of an image.
    if (!report.counted.empty() || (report.input && report.sequences.front().prompt.empty())) {
        return numbers;
    }
    if (rows < sequences) {
        return {};
    }
    Logits last{static_cast<std::int64_t>(sequences), numbers.vocabulary, {}};
    std::size_t end = 0;
    for (std::size_t i = 0; i < sequences; ++i) {
        // Of one sequence the last row, whether there are more or not.
        end = i + 1 == sequences             ? rows
              : rows == sequences            ? end + 1
              : report.decoderTokens.empty() ? end + report.sequences[i].prompt.size()
                                             : end + report.decoderTokens.size();
        const auto row =
            numbers.values.begin() + static_cast<std::ptrdiff_t>((std::min(end, rows) - 1) * width);
        last.values.insert(last.values.end(), row, row + static_cast<std::ptrdiff_t>(width));
    }
    return last;
}

std::size_t promptTokens(const RunReport& report) {
    std::size_t tokens = 0;
    for (const RunSequence& sequence : report.sequences) {
        tokens += sequence.prompt.size();
    }
    return tokens;
}

std::size_t generatedTokens(const RunReport& report) {
    std::size_t tokens = 0;
    for (const RunSequence& sequence : report.sequences) {
        tokens += sequence.generated.size();
    }
    return tokens;
}

std::vector<std::pair<std::int64_t, float>> topTokens(const RunReport& report, std::size_t count,
                                                      std::size_t sequence) {
    const Logits rows = lastPositions(report);
    const auto width = static_cast<std::size_t>(rows.vocabulary);
    if (!report.givesLogits || rows.values.size() < (sequence + 1) * width || width == 0) {
        return {};
    }
    const float* const last = rows.values.data() + sequence * width;
    std::vector<std::int64_t> order(width);
    std::iota(order.begin(), order.end(), 0);
    const auto kept = static_cast<std::ptrdiff_t>(std::min(count, width));
    // What is not finite is never chosen and comes last; NaN has no order of its own.
    const auto height = [last](std::int64_t token) {
        return std::isfinite(last[token]) ? last[token] : -std::numeric_limits<float>::infinity();
    };
    std::ranges::partial_sort(order, order.begin() + kept, [&](std::int64_t a, std::int64_t b) {
        return height(a) != height(b) ? height(a) > height(b) : a < b;
    });
    std::vector<std::pair<std::int64_t, float>> top;
    for (std::ptrdiff_t i = 0; i < kept; ++i) {
        top.emplace_back(order[static_cast<std::size_t>(i)],
                         last[order[static_cast<std::size_t>(i)]]);
    }
    return top;
}

TimeShares sharesOf(double busySeconds, double waitedSeconds, double seconds) {
    if (seconds <= 0) {
        return {};
    }
    TimeShares shares;
    shares.busy = std::clamp(busySeconds / seconds, 0.0, 1.0);
    shares.waiting = std::clamp(waitedSeconds / seconds, 0.0, 1 - shares.busy);
    shares.idle = 1 - shares.busy - shares.waiting;
    return shares;
}

std::array<int, 3> wholePercents(const TimeShares& shares) {
    const std::array<double, 3> exact{shares.busy * kWhole, shares.waiting * kWhole,
                                      shares.idle * kWhole};
    std::array<int, 3> percents{};
    std::array<std::size_t, 3> order{0, 1, 2};
    // Sums of shares are off by the last bit: 29.999… is 30.
    constexpr double kLastBits = 1e-9;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        percents[i] = static_cast<int>(std::floor(exact[i] + kLastBits));
    }
    const auto cut = [&](std::size_t i) { return exact[i] - percents[i]; };
    // Of two that were cut by the same the later one, so that idling takes what is left.
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return std::abs(cut(a) - cut(b)) > kLastBits ? cut(a) > cut(b) : a > b;
    });
    int left = kWhole - std::accumulate(percents.begin(), percents.end(), 0);
    for (const std::size_t i : order) {
        percents[i] += left > 0 ? 1 : 0;
        left -= left > 0 ? 1 : 0;
    }
    return percents;
}

std::array<Message, 3> percentTexts(const TimeShares& shares) {
    const std::array<double, 3> exact{shares.busy, shares.waiting, shares.idle};
    const std::array<int, 3> percents = wholePercents(shares);
    constexpr double kNothing = 1e-9;
    std::array<Message, 3> texts;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        texts[i] = percentText(percents[i] == 0 && exact[i] > kNothing ? "<1"
                               : percents[i] == kWhole && exact[i] < 1 - kNothing
                                   ? ">99"
                                   : std::to_string(percents[i]));
    }
    return texts;
}

std::vector<LaneTime> laneTimes(const RunReport& report) {
    std::vector<LaneTime> times;
    const double seconds = report.seconds;
    if (seconds <= 0) {
        return times;
    }
    for (const TransferFigures& moved : report.transfers) {
        times.push_back({moved.kind, moved.device, sharesOf(moved.busySeconds, 0, seconds)});
    }
    for (const DeviceRunFigures& device : report.devices) {
        double waited = 0;
        for (const RunLayerFigures& layer : report.layers) {
            waited += layer.device == device.device ? layer.waitedSeconds : 0;
        }
        times.push_back(
            {SpanKind::Compute, device.device, sharesOf(device.computeSeconds, waited, seconds)});
    }
    return times;
}

void CoveredTime::add(double begin, double end) {
    if (end <= begin) {
        return;
    }
    std::pair<double, double> stretch(begin, end);
    // Those that it meets become one with it. They are among the last as a rule.
    auto last = m_stretches.end();
    while (last != m_stretches.begin() && std::prev(last)->first > stretch.second) {
        --last;
    }
    auto first = last;
    while (first != m_stretches.begin() && std::prev(first)->second >= stretch.first) {
        --first;
        stretch.first = std::min(stretch.first, first->first);
        stretch.second = std::max(stretch.second, first->second);
    }
    m_stretches.insert(m_stretches.erase(first, last), stretch);
}

double CoveredTime::seconds() const {
    double sum = 0;
    for (const auto& [begin, end] : m_stretches) {
        sum += end - begin;
    }
    return sum;
}

std::string runReportToJson(const RunReport& report, const LoadReport& load,
                            const LoadSchedule& schedule) {
    return jsonText(runJson(report, load, schedule), 2);
}

RunTimes measuredTimes(const RunReport& report) {
    RunTimes times;
    const std::vector<RunPassFigures>& passes = report.passes;
    const std::size_t generated = report.sequences.front().generated.size();
    const std::size_t decoded = generated > 0 ? generated - 1 : 0;  // a pass each
    if (report.stopped || passes.size() <= decoded) {
        return times;
    }
    const double first = passes[passes.size() - 1 - decoded].end;
    times.toFirstToken = first - passes.front().begin;
    if (decoded > 0 && passes.back().end > first) {
        times.perToken = (passes.back().end - first) / static_cast<double>(decoded);
        times.tokensPerSecond = static_cast<double>(report.sequences.size()) / *times.perToken;
    }
    return times;
}

RunTimes predictedTimes(const RunReport& report) {
    RunTimes times;
    if (report.predicted && report.predicted->prefill) {
        times.toFirstToken = report.predicted->prefill->seconds;
    }
    if (report.predicted && report.predicted->decode && report.predicted->decode->seconds > 0) {
        times.perToken = report.predicted->decode->seconds;
        times.tokensPerSecond = static_cast<double>(report.sequences.size()) / *times.perToken;
    }
    return times;
}

std::optional<PredictionErrors> runPredictionErrors(const RunReport& report) {
    if (report.stopped || !report.predicted) {
        return std::nullopt;
    }
    const auto difference = [](std::uint64_t measured, std::uint64_t predicted) {
        return static_cast<std::int64_t>(measured) - static_cast<std::int64_t>(predicted);
    };
    PredictionErrors errors;
    for (const DeviceRunFigures& measured : report.devices) {
        for (const PredictedMemory& memory : report.predicted->devices) {
            if (memory.device == measured.device && memory.device.isGpu()) {
                errors.devices[memory.device] = {
                    difference(measured.peakAllocated, memory.peakAllocated),
                    difference(measured.peakReserved, memory.peakReserved)};
            }
        }
    }
    const auto anon = above(report.hostPeak.anon, report.hostBaseline.anon);
    const auto predicted = predictedHostAnon(report);
    if (anon && predicted) {
        errors.hostAnon = difference(*anon, *predicted);
    }
    if (report.predicted->seconds && *report.predicted->seconds > 0) {
        errors.seconds = report.seconds / *report.predicted->seconds - 1;
    }
    return errors;
}

Result<void> setRunReport(LoadRecord& record, const RunReport& report, const LoadReport& load,
                          const LoadSchedule& schedule) {
    Json object = runJson(report, load, schedule);
    for (const char* const key : {"prompt", "tokens", "prompt_text", "text", "top", "layers"}) {
        object.erase(key);
    }
    return setLoadObject(record, std::move(object));
}

}  // namespace stowage
