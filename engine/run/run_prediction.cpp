// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run_prediction.h"

#include "engine/device/allocator_model.h"
#include "engine/run/run_clock.h"
#include "engine/run/stage_work.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// What a run will hold, device by device: no less than its peak, since not all of it need be there
/// at the same moment.
class RunMemory {
public:
    /// `passes`: the prompt's and, where tokens follow, such as have the largest caches and
    /// activations of the later ones. All must outlive the object.
    RunMemory(const RunModel& model, const RunSetting& setting, const std::vector<PassWork>& passes)
        : m_model(model), m_setting(setting), m_passes(passes) {}

    [[nodiscard]] PredictedMemory on(DeviceId device) const;

private:
    [[nodiscard]] std::uint64_t weightsOn(DeviceId device) const;
    [[nodiscard]] std::uint64_t windowOn(DeviceId device) const;
    [[nodiscard]] std::uint64_t largestGroupOn(DeviceId device) const;
    [[nodiscard]] std::vector<std::uint64_t> broughtAhead(DeviceId device) const;

    const RunModel& m_model;
    const RunSetting& m_setting;
    const std::vector<PassWork>& m_passes;
};

namespace {

std::uint64_t roomFor(std::uint64_t bytes, DeviceId device) {
    return device.isGpu() ? allocator_rules::roundUp(bytes, allocator_rules::kRounding) : bytes;
}

using CacheUse = WorkCounter::Cache;

using ByDevice = std::map<DeviceId, std::uint64_t>;

/// One prediction, from the passes that stand for a run to its figures.
class Predictor {
public:
    Predictor(const RunModel& model, const RunSetting& setting, const RunRequest& request)
        : m_model(model),
          m_setting(setting),
          m_request(request),
          m_counter(model, setting),
          m_prompt(static_cast<std::int64_t>(request.tokens.size())),
          m_follow(std::max<std::int64_t>(request.generate - 1, 0)) {}

    Result<RunPrediction> run() {
        STOWAGE_TRY(checkRequest(m_model.traits(), m_request));
        STOWAGE_TRY(countPasses());
        RunPrediction prediction;
        const RunMemory memory(m_model, m_setting, m_passes);
        for (const DeviceInfo& device : m_setting.devices) {
            if (device.id != DeviceId::disk()) {
                prediction.devices.push_back(memory.on(device.id));
            }
        }
        addTimes(prediction);
        prediction.assumptions = assumptions(prediction);
        return prediction;
    }

private:
    /// The prompt's pass, the one in the middle of those that follow, and for memory the last one
    /// and the last in which caches grow.
    Result<void> countPasses() {
        const CacheUse cache = m_request.generate > 0 ? CacheUse::Kept : CacheUse::None;
        const auto first = m_counter.count({m_prompt, 0, m_prompt, cache, m_request.outputs});
        STOWAGE_TRY(first);
        m_passes.push_back(*first);
        if (m_follow == 0) {
            return {};
        }
        const std::int64_t last = m_prompt + m_follow - 1;
        std::int64_t full = std::max<std::int64_t>(m_prompt, 32);
        while (2 * full <= last) {
            full *= 2;
        }
        std::vector<std::int64_t> places{m_prompt + (m_follow - 1) / 2, last};
        if (full <= last) {
            places.push_back(full);
        }
        for (const std::int64_t before : places) {
            const auto pass = m_counter.count({m_prompt, before, 1, cache, Outputs::Last});
            STOWAGE_TRY(pass);
            m_passes.push_back(*pass);
        }
        return {};
    }

    void addTimes(RunPrediction& prediction) const {
        ByDevice fresh;
        for (const PredictedMemory& memory : prediction.devices) {
            fresh[memory.device] = memory.window;
        }
        RunClock clock(m_setting, std::move(fresh));
        const auto priced = [&](const PassWork& pass) {
            std::vector<StageTime> times;
            for (const StageWork& stage : pass.stages) {
                times.push_back(clock.price(stage));
            }
            return times;
        };
        // A pass in the middle begins while weights for it are already on their way.
        std::vector<std::vector<StageTime>> passes{priced(m_passes[0])};
        for (int i = 0; m_follow > 0 && i < 3; ++i) {
            passes.push_back(priced(m_passes[1]));
        }
        const std::vector<double> ends = passEnds(passes, m_setting.window);
        if (std::isnan(ends.back())) {
            return;
        }
        prediction.prefill = passOf(m_passes[0], passes[0], ends[0]);
        prediction.seconds = ends[0];
        if (m_follow > 0) {
            const double decode = ends[3] - ends[2];
            prediction.decode = passOf(m_passes[1], passes[1], decode);
            *prediction.seconds += decode * static_cast<double>(m_follow);
        }
    }

    [[nodiscard]] static PredictedPass passOf(const PassWork& work,
                                              const std::vector<StageTime>& times, double seconds) {
        PredictedPass pass;
        pass.seconds = seconds;
        for (std::size_t i = 0; i < work.stages.size(); ++i) {
            const StageWork& stage = work.stages[i];
            pass.stages.push_back({stage.module, stage.device, times[i].compute,
                                   times[i].ahead + times[i].onDemand, stage.bytesMoved()});
        }
        return pass;
    }

    [[nodiscard]] std::vector<std::string> assumptions(const RunPrediction& prediction) const {
        std::vector<std::string> all{
            "Attention is not fused: all scores of a layer lie in memory at once, and their "
            "softmax beside them.",
            "What a key/value cache keeps grows by doubling, from 32 rows or the prompt."};
        if (!m_model.traits().onDemand.empty()) {
            all.emplace_back(
                "Which experts tokens choose is by chance, evenly; their weights are brought when "
                "they are chosen, not ahead.");
        }
        if (!prediction.prefill) {
            all.emplace_back(
                "Times are unknown: a rate that they need was not measured. \"stowagectl devices "
                "--measure\" measures this machine; --dir with a folder on the disk of the "
                "offloaded weights measures that disk.");
            return all;
        }
        all.push_back("Products take what was measured on this machine, for " +
                      std::to_string(m_setting.threads) +
                      (m_setting.threads == 1 ? " thread" : " threads") +
                      "; nothing else is running.");
        if (!m_setting.offloadFolder.empty()) {
            all.push_back("Of the offloaded files " +
                          std::to_string(std::lround(100 * m_setting.warmShare)) +
                          " % lie in the page cache; reading them leaves it as it is.");
        }
        return all;
    }

    const RunModel& m_model;
    const RunSetting& m_setting;
    const RunRequest& m_request;
    WorkCounter m_counter;
    std::int64_t m_prompt;
    std::int64_t m_follow;           ///< passes after the prompt's
    std::vector<PassWork> m_passes;  ///< the prompt's, one in the middle, and for memory others
};

}  // namespace

PredictedMemory RunMemory::on(DeviceId device) const {
    PredictedMemory memory;
    memory.device = device;
    memory.weights = weightsOn(device);
    memory.window = windowOn(device);
    for (const PassWork& pass : m_passes) {
        if (const auto found = pass.devices.find(device); found != pass.devices.end()) {
            memory.kvCache = std::max(memory.kvCache, found->second.cache);
            memory.activations = std::max(memory.activations, found->second.activations);
        }
    }
    return memory;
}

/// What lies there for good, and the buffers of offloaded modules that stay where they run.
std::uint64_t RunMemory::weightsOn(DeviceId device) const {
    std::uint64_t loaded = 0;
    std::uint64_t kept = 0;
    std::set<std::uint32_t> seen;
    for (const RunTensor& tensor : m_setting.tensors) {
        const bool stays = tensor.isBuffer && !m_setting.offloadBuffers &&
                           device == m_setting.executionDevice && !tensor.device.isGpu() &&
                           tensor.device != device;
        kept += stays ? roomFor(tensor.bytes(), device) : 0;
        if (tensor.device == device && seen.insert(tensor.storage).second) {
            loaded += roomFor(tensor.bytes(), device);
        }
    }
    const auto held = m_setting.held.find(device);
    return (held != m_setting.held.end() ? held->second : loaded) + kept;
}

/// Weights that are there while they are used: with prefetch the largest row of stages that
/// the window takes in, else the largest module.
std::uint64_t RunMemory::windowOn(DeviceId device) const {
    std::uint64_t module = 0;
    std::uint64_t onDemand = 0;
    for (const PassWork& pass : m_passes) {
        if (const auto found = pass.devices.find(device); found != pass.devices.end()) {
            module = std::max(module, found->second.largestModule);
            onDemand = std::max(onDemand, found->second.largestOnDemand);
        }
    }
    const std::uint64_t group = largestGroupOn(device);
    if (m_setting.window == 0) {
        return std::max(module, group);
    }
    const std::vector<std::uint64_t> stages = broughtAhead(device);
    const std::size_t width = std::min<std::size_t>(m_setting.window + 1U, stages.size());
    // After the last stage of a pass comes the first of the next one.
    const std::size_t begins = m_passes.size() > 1 ? stages.size() : stages.size() - width + 1;
    std::uint64_t most = 0;
    for (std::size_t begin = 0; begin < begins; ++begin) {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < width; ++i) {
            sum += stages[(begin + i) % stages.size()];
        }
        most = std::max(most, sum);
    }
    return most + std::max(onDemand, group);
}

/// Of the modules that bring all below them at once: the most that one brings, tied weights once.
std::uint64_t RunMemory::largestGroupOn(DeviceId device) const {
    if (device != m_setting.executionDevice) {
        return 0;
    }
    const DescribedWeights weights(m_setting);
    return largestGroup(m_setting.preload,
                        [&](const std::string& name) -> std::optional<BroughtTensor> {
                            const RunTensor* const tensor = weights.find(name);
                            const bool comes = tensor != nullptr && !tensor->device.isGpu() &&
                                               weights.travels(*tensor, device);
                            return comes ? std::optional(BroughtTensor{
                                               tensor->storage, roomFor(tensor->bytes(), device)})
                                         : std::nullopt;
                        })
        .bytes;
}

/// By stage: what is brought to a device before it is asked for. All tensors of a stage are,
/// also those that no formula reads.
std::vector<std::uint64_t> RunMemory::broughtAhead(DeviceId device) const {
    const std::vector<RunStage> stages = m_model.stages();
    const std::string& onDemand = m_model.traits().onDemand;
    std::vector<std::uint64_t> bytes(stages.size(), 0);
    std::map<std::string, DeviceId> runsOn;
    for (const RunTensor& tensor : m_setting.tensors) {
        DeviceId& place =
            runsOn.try_emplace(moduleOf(tensor.name), m_setting.executionDevice).first->second;
        place = tensor.device.isGpu() ? tensor.device : place;
    }
    const DescribedWeights weights(m_setting);
    std::set<std::string> grouped;
    for (const PreloadGroup& group : m_setting.preload) {
        grouped.insert(group.tensors.begin(), group.tensors.end());
    }
    for (const RunTensor& tensor : m_setting.tensors) {
        const bool waits = grouped.contains(tensor.name) ||
                           (!onDemand.empty() && tensor.name.find(onDemand) != std::string::npos);
        const auto stage = stageWith(stages, tensor.name);
        if (!waits && stage && runsOn[moduleOf(tensor.name)] == device &&
            weights.travels(tensor, device)) {
            bytes[*stage] += roomFor(tensor.bytes(), device);
        }
    }
    return bytes;
}

Result<RunPrediction> predictRun(const RunModel& model, const RunSetting& setting,
                                 const RunRequest& request) {
    return Predictor(model, setting, request).run();
}

}  // namespace stowage
