// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run_prediction.h"

#include "engine/run/run_replay.h"
#include "engine/run/stage_work.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace stowage {

namespace {

using CacheUse = WorkCounter::Cache;

using ByDevice = std::map<DeviceId, std::uint64_t>;

/// Tokens of each prompt, where all are as long as their mean: times go by the rows in all.
std::int64_t meanPrompt(const RunRequest& request) {
    std::size_t tokens = 0;
    for (std::size_t i = 0; i < request.sequences(); ++i) {
        tokens += request.prompt(i).size();
    }
    const std::size_t mean = (tokens + request.sequences() - 1) / request.sequences();
    return static_cast<std::int64_t>(mean);
}

/// One prediction, from the passes that stand for a run to its figures.
class Predictor {
public:
    Predictor(const RunModel& model, const RunSetting& setting, const RunRequest& request)
        : m_model(model),
          m_setting(setting),
          m_request(request),
          m_counter(model, setting, request.sequences(), request.attention),
          m_prompt(meanPrompt(request)),
          m_follow(std::max<std::int64_t>(request.generate - 1, 0)) {}

    Result<RunPrediction> run() {
        STOWAGE_TRY(checkRequest(m_model.traits(), m_request));
        STOWAGE_TRY(countPasses());
        RunPrediction prediction;
        STOWAGE_TRY(replayMemory(prediction));
        ByDevice fresh;
        for (const PredictedMemory& memory : prediction.devices) {
            fresh[memory.device] = memory.window;
        }
        addTimes(prediction, std::move(fresh));
        prediction.assumptions = assumptions(prediction);
        return prediction;
    }

    Result<RunPrediction> times(ByDevice fresh) {
        STOWAGE_TRY(checkRequest(m_model.traits(), m_request));
        STOWAGE_TRY(countPasses());
        RunPrediction prediction;
        addTimes(prediction, std::move(fresh));
        return prediction;
    }

    Result<RunPassTimes> passes() {
        STOWAGE_TRY(checkRequest(m_model.traits(), m_request));
        STOWAGE_TRY(countPasses());
        RunPassTimes result;
        RunClock clock(m_setting, {}, m_request.passes());
        for (const PassWork& part : m_prefill) {
            result.prompt.first.push_back(priced(clock, part));
        }
        for (const RunStage& stage : m_model.stages()) {
            result.prompt.stages.push_back({stage.paths, DeviceId()});
        }
        result.token = result.prompt;
        setDevices(result.prompt, m_prefill.front());
        if (m_follow > 0) {
            result.token.asked = PassTimes::Asked::Steady;
            result.token.first.clear();
            result.token.steady = priced(clock, m_decode);
            result.token.steadyCount = 1;
            setDevices(result.token, m_decode);
        }
        return result;
    }

private:
    static void setDevices(PassTimes& passes, const PassWork& work) {
        for (std::size_t i = 0; i < work.size(); ++i) {
            passes.stages[i].device = work[i].device;
        }
    }

    [[nodiscard]] static std::vector<StageTime> priced(RunClock& clock, const PassWork& pass) {
        std::vector<StageTime> times;
        for (const StageWork& stage : pass) {
            times.push_back(clock.price(stage));
        }
        clock.endFirstPass();
        return times;
    }

    /// The prompt's passes, and the one in the middle of those that follow.
    Result<void> countPasses() {
        const std::int64_t chunk =
            m_request.prefillChunk > 0 ? std::min(m_request.prefillChunk, m_prompt) : m_prompt;
        const bool keeps = m_request.generate > 0 || chunk < m_prompt;
        const CacheUse cache = keeps ? CacheUse::Kept : CacheUse::None;
        std::int64_t before = 0;
        do {  // without tokens, too, where an array goes in alone
            const std::int64_t tokens = std::min(chunk, m_prompt - before);
            auto part = m_counter.count({chunk, before, tokens, cache, m_request.outputs});
            STOWAGE_TRY(part);
            m_prefill.push_back(std::move(*part));
            before += chunk;
        } while (before < m_prompt);
        if (m_follow > 0) {
            const std::int64_t middle = m_prompt + (m_follow - 1) / 2;
            auto pass = m_counter.count({chunk, middle, 1, cache, Outputs::Last});
            STOWAGE_TRY(pass);
            m_decode = std::move(*pass);
        }
        return {};
    }

    Result<void> replayMemory(RunPrediction& prediction) const {
        const auto replayed = replayRun(m_model, m_setting, m_request);
        STOWAGE_TRY(replayed);
        for (const ReplayedDevice& device : *replayed) {
            if (device.device == DeviceId::disk()) {
                continue;
            }
            const auto most = [&](RunMemoryKind kind) {
                const auto place = static_cast<std::size_t>(kind);
                return std::max(device.prefill[place], device.decode[place]);
            };
            prediction.devices.push_back(
                {device.device, device.allocatedBefore, most(RunMemoryKind::Window), device.kvCache,
                 most(RunMemoryKind::Activations), device.peakAllocated, device.peakReserved});
        }
        return {};
    }

    void addTimes(RunPrediction& prediction, ByDevice fresh) const {
        RunClock clock(m_setting, std::move(fresh), m_request.passes());
        std::vector<std::vector<StageTime>> passes;
        for (const PassWork& part : m_prefill) {
            passes.push_back(priced(clock, part));
        }
        const std::vector<StageTime> follows =
            m_follow > 0 ? priced(clock, m_decode) : std::vector<StageTime>();
        const double prompt = passEnds(passes, m_setting.window).back();
        const double decode = m_follow > 0 ? steadySeconds(follows, m_setting.window) : 0;
        if (std::isnan(prompt) || std::isnan(decode)) {
            return;
        }
        prediction.prefill = passOf(m_prefill[0], passes[0], prompt);
        for (std::size_t i = 1; i < passes.size(); ++i) {
            addTo(*prediction.prefill, passOf(m_prefill[i], passes[i], 0));
        }
        prediction.seconds = prediction.prefill->seconds;
        if (m_follow > 0) {
            prediction.decode = passOf(m_decode, follows, decode);
            *prediction.seconds += decode * static_cast<double>(m_follow);
        }
    }

    /// What a later part of the prompt takes of each stage.
    static void addTo(PredictedPass& pass, const PredictedPass& part) {
        for (std::size_t i = 0; i < pass.stages.size(); ++i) {
            pass.stages[i].computeSeconds += part.stages[i].computeSeconds;
            pass.stages[i].transferSeconds += part.stages[i].transferSeconds;
            pass.stages[i].bytesMoved += part.stages[i].bytesMoved;
        }
    }

    [[nodiscard]] static PredictedPass passOf(const PassWork& work,
                                              const std::vector<StageTime>& times, double seconds) {
        PredictedPass pass;
        pass.seconds = seconds;
        for (std::size_t i = 0; i < work.size(); ++i) {
            const StageWork& stage = work[i];
            pass.stages.push_back({stage.module, stage.device, times[i].compute,
                                   times[i].ahead + times[i].onDemand, stage.bytesMoved()});
        }
        return pass;
    }

    [[nodiscard]] std::vector<Message> assumptions(const RunPrediction& prediction) const {
        std::vector<Message> all;
        if (m_model.traits().cacheGrows) {
            all.push_back(
                m_request.attention == AttentionKind::Fused
                    ? say("Attention is fused: no attention scores of a layer are in memory.")
                    : say("Attention is not fused: all attention scores of a layer are in memory "
                          "at once, together with their softmax."));
            if (m_model.traits().isGenerative) {
                all.push_back(
                    say("A KV cache starts with one row per token of the first pass, but at least "
                        "32 rows. It doubles when it is full."));
            }
        } else {
            all.push_back(
                say("The state that layers store for earlier tokens has the same size after each "
                    "token."));
        }
        if (!m_model.traits().onDemand.empty()) {
            all.push_back(
                say("Tokens are assumed to choose experts at random, with equal probability. The "
                    "weights of an expert are copied when a token chooses the expert, not ahead of "
                    "time."));
        }
        if (!prediction.prefill) {
            all.push_back(
                say("Times are unknown: a required rate has not been measured. \"stowagectl "
                    "devices --measure\" measures this machine; to measure the disk of the "
                    "offloaded weights, add --dir with a folder on that disk."));
            return all;
        }
        all.push_back(m_setting.threads == 1
                          ? say("Times of matrix products are based on measurements of this "
                                "machine, for a run with %1 thread while nothing else is running.",
                                m_setting.threads)
                          : say("Times of matrix products are based on measurements of this "
                                "machine, for a run with %1 threads while nothing else is running.",
                                m_setting.threads));
        if (!m_setting.offloadFolder.empty()) {
            const bool isAgain = m_setting.staysCached && m_prefill.size() + m_follow > 1;
            const long warmPercent = std::lround(100 * m_setting.warmShare);
            all.push_back(isAgain
                              ? say("%1 % of the offloaded files is in the page cache. After the "
                                    "first pass, all offloaded files are in the page cache.",
                                    warmPercent)
                              : say("%1 % of the offloaded files is in the page cache. Reading the "
                                    "files does not change this percentage.",
                                    warmPercent));
        }
        return all;
    }

    const RunModel& m_model;
    const RunSetting& m_setting;
    const RunRequest& m_request;
    WorkCounter m_counter;
    std::int64_t m_prompt;
    std::int64_t m_follow;            ///< passes after the prompt's
    std::vector<PassWork> m_prefill;  ///< the prompt's
    PassWork m_decode;                ///< one in the middle of those that follow
};

}  // namespace

Result<RunPrediction> predictRun(const RunModel& model, const RunSetting& setting,
                                 const RunRequest& request) {
    return Predictor(model, setting, request).run();
}

Result<RunPrediction> predictTimes(const RunModel& model, const RunSetting& setting,
                                   const RunRequest& request,
                                   std::map<DeviceId, std::uint64_t> fresh) {
    return Predictor(model, setting, request).times(std::move(fresh));
}

Result<RunPassTimes> passesOfRun(const RunModel& model, const RunSetting& setting,
                                 const RunRequest& request) {
    return Predictor(model, setting, request).passes();
}

}  // namespace stowage
