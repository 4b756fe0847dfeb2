// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/stage_prediction.h"

#include "engine/checkpoint/checkpoint.h"
#include "engine/run/product_rates.h"
#include "engine/run/run_clock.h"
#include "engine/run/run_job.h"
#include "engine/run/run_prediction.h"
#include "engine/run/stage_channel.h"
#include "engine/run/stage_work.h"
#include "engine/run/staged_model.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace stowage {

namespace {

/// Where the weights of other stages are taken to lie.
constexpr DeviceId kElsewhere = DeviceId::gpu(9999);

/// Adds the tensors of the whole model that a stage does not have, cast as its own ones are.
void addOthers(RunSetting& setting, const ModuleTree& tree) {
    std::map<DType, DType> castTo{{DType::Float64, DType::Float32}};
    std::set<std::string> own;
    std::uint32_t storage = 0;
    for (const RunTensor& tensor : setting.tensors) {
        own.insert(tensor.name);
        storage = std::max(storage, tensor.storage);
        if (const auto found = tree.findTensor(tensor.name)) {
            castTo[tree.tensor(*found).dtype] = tensor.signature.dtype;
        }
    }
    for (const TensorSpec& spec : tree.tensors()) {
        if (!own.contains(spec.name)) {
            const auto cast = castTo.find(spec.dtype);
            setting.tensors.push_back(
                {spec.name,
                 {cast == castTo.end() ? spec.dtype : cast->second, spec.shape},
                 kElsewhere,
                 ++storage,
                 spec.kind == TensorKind::Buffer});
        }
    }
}

class StagePredictor {
public:
    StagePredictor(const RunModel& whole, const PipelineStage& stage, const RunSetting& setting,
                   const RunRequest& request)
        : m_whole(whole), m_stage(stage), m_setting(setting), m_request(request) {}

    Result<StagePasses> run() {
        STOWAGE_TRY(countRowBytes());
        m_passes.isChunked = m_request.prefillChunk > 0 && m_request.prefillPasses() > 1;
        if (m_passes.isChunked) {
            const auto times = passesOfRun(m_whole, m_setting, m_request);
            STOWAGE_TRY(times);
            for (const std::vector<StageTime>& part : times->prompt.first) {
                addPrompt(part,
                          m_request.sequences() * static_cast<std::size_t>(m_request.prefillChunk));
            }
        }
        for (const RunRequest::MicroBatch& batch : m_request.inMicroBatches()) {
            STOWAGE_TRY(addMicroBatch(batch));
        }
        return std::move(m_passes);
    }

private:
    /// Bytes of a row of the activation that comes from the stage before.
    Result<void> countRowBytes() {
        WorkCounter counter(m_whole, m_setting);
        const auto work = counter.count({1, 0, 1, WorkCounter::Cache::None, Outputs::Last});
        STOWAGE_TRY(work);
        for (std::size_t i = 0; i < work->size(); ++i) {
            for (const MovedWork& hop : (*work)[i].hops) {
                if (isOfStage(m_whole, m_stage, i) && hop.from == kElsewhere) {
                    m_rowBytes = std::max(m_rowBytes, hop.bytes);
                }
            }
        }
        return {};
    }

    Result<void> addMicroBatch(const RunRequest::MicroBatch& batch) {
        RunRequest alone = m_request;
        alone.tokens = m_request.prompt(batch.first);
        alone.alongside.clear();
        alone.prefillChunk = 0;
        alone.microBatches = 1;
        std::vector<std::size_t> lengths{alone.tokens.size()};
        for (std::size_t i = batch.first + 1; i < batch.first + batch.count; ++i) {
            alone.alongside.push_back(m_request.prompt(i));
            lengths.push_back(alone.alongside.back().size());
        }
        std::optional<RunPassTimes>& times = m_known[lengths];
        if (!times) {
            auto counted = passesOfRun(m_whole, m_setting, alone);
            STOWAGE_TRY(counted);
            times = std::move(*counted);
        }
        if (!m_passes.isChunked) {
            addPrompt(times->prompt.first.front(),
                      std::accumulate(lengths.begin(), lengths.end(), std::size_t{0}));
        }
        if (m_request.generate > 1) {
            m_passes.token.push_back({steadySeconds(ownOf(times->token.steady), m_setting.window),
                                      batch.count * m_rowBytes});
        }
        return {};
    }

    /// The first pass finds no weights on their way to it.
    void addPrompt(const std::vector<StageTime>& pass, std::size_t rows) {
        const std::vector<StageTime> own = ownOf(pass);
        m_passes.prompt.push_back({m_passes.prompt.empty()
                                       ? passEnds({own}, m_setting.window).back()
                                       : steadySeconds(own, m_setting.window),
                                   rows * m_rowBytes});
    }

    [[nodiscard]] std::vector<StageTime> ownOf(const std::vector<StageTime>& pass) const {
        std::vector<StageTime> own;
        for (std::size_t i = 0; i < pass.size(); ++i) {
            if (isOfStage(m_whole, m_stage, i)) {
                own.push_back(pass[i]);
            }
        }
        return own;
    }

    const RunModel& m_whole;
    const PipelineStage& m_stage;
    const RunSetting& m_setting;
    const RunRequest& m_request;
    std::uint64_t m_rowBytes = 0;
    StagePasses m_passes;
    /// By the lengths of prompts that pass together.
    std::map<std::vector<std::size_t>, std::optional<RunPassTimes>> m_known;
};

/// As the first stage has them.
std::size_t microBatchesOf(const PipelineRun& run) {
    const StagePasses& first = run.stages.front().passes;
    return run.generate > 1 ? first.token.size() : first.isChunked ? 1 : first.prompt.size();
}

class PipelineClock {
public:
    explicit PipelineClock(const PipelineRun& run)
        : m_run(run), m_free(run.stages.size(), 0), m_chosen(microBatchesOf(run), 0) {
        m_result.stages.resize(run.stages.size());
        for (const PipelineRun::Stage& stage : run.stages) {
            m_here.push_back(static_cast<std::size_t>(
                std::ranges::count(run.stages, stage.machine, &PipelineRun::Stage::machine)));
        }
    }

    PipelinePrediction predict() {
        const StagePasses& first = m_run.stages.front().passes;
        for (std::size_t i = 0; i < first.prompt.size(); ++i) {
            const double end = pass(&StagePasses::prompt, i, 0);
            m_result.times.toFirstToken = end;
            if (first.isChunked) {
                std::ranges::fill(m_chosen, end);
            } else {
                m_chosen[i] = end;
            }
        }
        for (std::int64_t round = 1; round < m_run.generate; ++round) {
            for (std::size_t i = 0; i < m_chosen.size(); ++i) {
                m_chosen[i] = pass(&StagePasses::token, i, m_chosen[i] + tokenSeconds());
            }
        }
        if (m_run.generate > 1) {
            const double perToken = (m_chosen.back() - *m_result.times.toFirstToken) /
                                    static_cast<double>(m_run.generate - 1);
            m_result.times.perToken = perToken;
            m_result.times.tokensPerSecond = static_cast<double>(m_run.sequences) / perToken;
        }
        for (std::size_t s = 0; m_run.generate > 0 && s + 1 < m_free.size(); ++s) {
            waitUntil(s, m_chosen.back() + tokenSeconds());
        }
        m_result.seconds = *std::ranges::max_element(m_free);
        return std::move(m_result);
    }

private:
    using Passes = std::vector<StagePass> StagePasses::*;

    [[nodiscard]] double tokenSeconds() const { return m_run.stages.back().next.latencySeconds; }

    void waitUntil(std::size_t stage, double moment) {
        m_result.stages[stage].waitedSeconds += std::max(0.0, moment - m_free[stage]);
        m_free[stage] = std::max(m_free[stage], moment);
    }

    /// Takes a pass through all stages, whose tokens are at the first one then; when it ends.
    double pass(Passes passes, std::size_t number, double begin) {
        double sent = begin;
        for (std::size_t s = 0; s < m_free.size(); ++s) {
            const PipelineRun::Stage& stage = m_run.stages[s];
            const StagePass& own = (stage.passes.*passes)[number];
            if (s == 0) {
                waitUntil(s, begin);
            } else {
                const MachineLink& link = m_run.stages[s - 1].next;
                waitUntil(s, sent + link.secondsFor(kStageMessageBytes));
                if (own.bytesIn > kStageMessageNumbers) {
                    waitUntil(s, m_free[s] + link.latencySeconds +
                                     link.secondsFor(static_cast<double>(own.bytesIn)));
                }
            }
            const double seconds = own.seconds * slowdown(s, own, (stage.passes.*passes).size());
            m_result.stages[s].computeSeconds += seconds;
            m_free[s] += seconds;
            sent = m_free[s];
        }
        return sent;
    }

    /// How many times as long a stage takes beside others of its machine.
    double slowdown(std::size_t number, const StagePass& pass, std::size_t passes) {
        const PipelineRun::Stage& stage = m_run.stages[number];
        const std::size_t atOnce = std::min(m_here[number], passes);
        if (atOnce < 2) {
            return 1;
        }
        m_result.sharesCores = true;
        const auto forCores = [&stage](double threads) {
            return std::max(1.0, threads / stage.cores);
        };
        const double measured = pass.seconds > 0 ? pass.besideSeconds / pass.seconds : 1;
        const double more = measured / forCores(2 * usualComputeThreads(stage.cores));
        return forCores(static_cast<double>(atOnce) * stage.threads) * std::max(1.0, more);
    }

    const PipelineRun& m_run;
    std::vector<std::size_t> m_here;  ///< by stage: how many are on its machine
    std::vector<double> m_free;       ///< by stage: when it is done with what it has begun
    std::vector<double> m_chosen;     ///< by micro-batch: when its last token was
    PipelinePrediction m_result;
};

}  // namespace

Result<StagePasses> predictStage(const StagedRun& run, RunSetting setting,
                                 const RunRequest& request, const std::string& configText,
                                 const std::string& configFile) {
    addOthers(setting, *run.tree);
    const DescribedWeights weights(setting);
    const auto whole = runModelOf(*run.whole, weights, configText, configFile);
    STOWAGE_TRY(whole);
    auto passes = StagePredictor(**whole, run.stage, setting, request).run();
    STOWAGE_TRY(passes);
    if (setting.rates) {
        setting.rates = besideAnotherRun(*std::move(setting.rates));
    }
    const auto beside = StagePredictor(**whole, run.stage, setting, request).run();
    STOWAGE_TRY(beside);
    for (std::vector<StagePass> StagePasses::*const list :
         {&StagePasses::prompt, &StagePasses::token}) {
        for (std::size_t i = 0; i < ((*passes).*list).size(); ++i) {
            ((*passes).*list)[i].besideSeconds = ((*beside).*list)[i].seconds;
        }
    }
    return passes;
}

std::optional<PipelinePrediction> predictPipeline(const PipelineRun& run) {
    if (run.stages.empty()) {
        return std::nullopt;
    }
    const StagePasses& first = run.stages.front().passes;
    const std::size_t batches = microBatchesOf(run);
    if (batches == 0 || batches > run.sequences) {
        return std::nullopt;
    }
    const std::size_t prompts = first.isChunked ? first.prompt.size() : batches;
    const std::size_t tokens = run.generate > 1 ? batches : 0;
    const auto isKnown = [&](const PipelineRun::Stage& stage) {
        const auto hasTime = [](const StagePass& pass) { return pass.seconds >= 0; };
        return prompts > 0 && stage.passes.prompt.size() == prompts &&
               stage.passes.token.size() == tokens &&
               std::ranges::all_of(stage.passes.prompt, hasTime) &&
               std::ranges::all_of(stage.passes.token, hasTime) && stage.cores > 0 &&
               stage.next.bytesPerSecond > 0;
    };
    return std::ranges::all_of(run.stages, isKnown) ? std::optional(PipelineClock(run).predict())
                                                    : std::nullopt;
}

}  // namespace stowage
