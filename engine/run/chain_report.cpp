// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/chain_report.h"

#include "engine/base/json_fields.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/report/load_report_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kChainTopTokens = 10;

ChainTurn turnOf(const ChainLink& link) {
    return {link.path,           link.times,    link.report.bytesMoved, link.transferSeconds,
            link.report.seconds, link.allocated};
}

Json linkJson(const ChainLink& link) {
    Json top = Json::array();
    if (link.report.givesLogits) {
        for (const auto& [token, logit] : topTokens(link.report, kChainTopTokens)) {
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
