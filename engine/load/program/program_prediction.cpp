// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program/program_prediction.h"

#include "engine/load/program/load_time.h"
#include "engine/load/program/program_walk.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

/// Steps that change less than this share of the model are not worth a point of their own.
constexpr std::uint64_t kPointsOfACurve = 2048;

/// A walk that notes peaks, phases and curves; with `conditions` a clock goes along.
class Prediction final : public ProgramWalk {
public:
    Prediction(const LoadSchedule& schedule, const LoadProgram& program, GpuLimits limits,
               const TimeConditions* conditions)
        : ProgramWalk(schedule, program, limits),
          m_pointStep(std::max<std::uint64_t>(schedule.totalBytes / kPointsOfACurve, 1)) {
        if (conditions != nullptr) {
            m_clock.emplace(schedule, program, *conditions);
        }
    }

    [[nodiscard]] PredictedShortage shortage() {
        const ProgramBuffer& wanted = program().buffers[refused()];
        const AllocatorModel& allocator = gpuOf(wanted.device).allocator;
        const std::uint64_t limit = allocator.limit();
        return PredictedShortage{wanted.device, m_prediction.phases.back().name, wanted.tensor,
                                 wanted.bytes,
                                 limit - std::min(limit, allocator.statistics().reserved)};
    }

    ProgramPrediction take() {
        endPhase();
        m_prediction.seconds = m_clock ? m_clock->seconds() : std::nullopt;
        if (!m_prediction.seconds) {  // also those from before the first unknown rate
            for (PredictedPoint& point : m_prediction.points) {
                point.seconds = 0;
            }
            for (PredictedPhase& phase : m_prediction.phases) {
                phase.seconds = 0;
            }
        }
        m_prediction.bytesRead = bytesRead();
        // The ring goes when the program ends; what is left is the model.
        m_prediction.finalHostAnon = hostBytes() - ringBytes();
        for (const ModelledGpu& gpu : gpus()) {
            const AllocatorStatistics& now = gpu.allocator.statistics();
            m_prediction.devices.push_back(gpu.info.id);
            m_prediction.peaks.try_emplace(gpu.info.id);  // of a program without a phase
            m_prediction.finals[gpu.info.id] = PredictedPeak{now.allocated, now.reserved};
            m_prediction.allocators.emplace(gpu.info.id, gpu.allocator);
        }
        return std::move(m_prediction);
    }

private:
    void phaseBegins(const ProgramPhase& phase) override {
        endPhase();
        m_prediction.phases.push_back(
            PredictedPhase{phase.name, {}, 0, m_prediction.points.size()});
        m_phaseHost = hostBytes();
        addPoint();
    }

    void stepBegins(const LoadOp& op) override {
        if (m_clock) {
            m_clock->step(op);
        }
    }

    void bulkReadBegins(const ReadStep& read, std::uint32_t place) override {
        if (m_clock) {
            m_clock->bulkRead(read, place);
        }
    }

    void stepEnds() override {
        m_prediction.mappedFileBytes = std::max(m_prediction.mappedFileBytes, filePages());
        if (isNewPoint()) {
            addPoint();
        }
    }

    void memoryGrew() override {
        m_phaseHost = std::max(m_phaseHost, hostBytes());
        m_prediction.peakHostAnon = std::max(m_prediction.peakHostAnon, hostBytes());
        std::uint64_t simulated = 0;
        for (const ModelledGpu& gpu : gpus()) {
            simulated += gpu.info.simulated ? gpu.populated : 0;
        }
        if (hostBytes() + simulated > m_prediction.peakMachine) {
            m_prediction.peakMachine = hostBytes() + simulated;
            m_prediction.peakSimulated = simulated;
        }
    }

    void endPhase() {
        if (m_prediction.phases.empty()) {
            return;
        }
        addPoint();
        PredictedPhase& phase = m_prediction.phases.back();
        phase.peakHostAnon = m_phaseHost;
        phase.seconds = secondsNow() - m_prediction.points[phase.firstPoint].seconds;
        for (const ModelledGpu& gpu : gpus()) {
            const AllocatorStatistics& statistics = gpu.allocator.statistics();
            const PredictedPeak peak{statistics.peakAllocated, statistics.peakReserved};
            PredictedPeak& highest = m_prediction.peaks[gpu.info.id];
            highest.allocated = std::max(highest.allocated, peak.allocated);
            highest.reserved = std::max(highest.reserved, peak.reserved);
            phase.peaks[gpu.info.id] = peak;
        }
        resetPeaks();
    }

    [[nodiscard]] bool isNewPoint() const {
        if (m_prediction.points.empty()) {
            return true;
        }
        const auto differs = [this](std::uint64_t a, std::uint64_t b) {
            return (a > b ? a - b : b - a) >= m_pointStep;
        };
        const PredictedPoint& last = m_prediction.points.back();
        bool isNew = differs(last.hostAnon, hostBytes()) || differs(last.filePages, filePages()) ||
                     differs(last.bytesRead, bytesRead());
        for (std::size_t i = 0; i < gpus().size() && !isNew; ++i) {
            isNew = i >= last.devices.size() ||
                    differs(last.devices[i].allocated, gpus()[i].allocator.statistics().allocated);
        }
        return isNew;
    }

    void addPoint() {
        PredictedPoint point{bytesRead(), hostBytes(), filePages(), {}, secondsNow()};
        for (const ModelledGpu& gpu : gpus()) {
            const AllocatorStatistics& now = gpu.allocator.statistics();
            point.devices.push_back(PredictedPeak{now.allocated, now.reserved});
        }
        m_prediction.points.push_back(std::move(point));
    }

    [[nodiscard]] double secondsNow() const {
        return m_clock ? m_clock->seconds().value_or(0.0) : 0.0;
    }

    std::optional<LoadClock> m_clock;  ///< told every step
    std::uint64_t m_phaseHost = 0;
    std::uint64_t m_pointStep = 1;
    ProgramPrediction m_prediction;
};

}  // namespace

ProgramPrediction predictProgram(const LoadSchedule& schedule, const LoadProgram& program,
                                 const TimeConditions* conditions) {
    Prediction limited(schedule, program, GpuLimits::Kept, conditions);
    if (limited.run()) {
        return limited.take();
    }
    Prediction unlimited(schedule, program, GpuLimits::Lifted, conditions);
    unlimited.run();
    ProgramPrediction prediction = unlimited.take();
    prediction.shortages.push_back(limited.shortage());
    return prediction;
}

std::vector<MethodPrediction> predictMethods(const std::shared_ptr<const PlacementPlan>& plan,
                                             const std::shared_ptr<const Checkpoint>& checkpoint,
                                             const std::shared_ptr<const MachineRates>& rates) {
    ScheduleOptions options;
    options.dryRun = true;  // what this machine can hold is not the question here
    options.rates = rates;
    const auto first = makeLoadSchedule(plan, checkpoint, options);
    std::vector<MethodPrediction> predictions;
    if (!first) {
        return predictions;
    }
    for (const LoadMethod method : allLoadMethods()) {
        const auto schedule = scheduleWithMethod(**first, method);
        predictions.push_back(
            {method, schedule->predictedHostAnonBytes, schedule->predictedSeconds});
    }
    return predictions;
}

}  // namespace stowage
