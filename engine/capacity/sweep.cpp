// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/sweep.h"

#include "engine/base/byte_size.h"
#include "engine/base/csv.h"
#include "engine/base/json_fields.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/device/allocator_model.h"
#include "engine/device/memory_budget.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/place/place.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

/// Whether another value makes another plan.
bool changesPlan(SweepKind kind) {
    return sweptNumber(kind) == nullptr && kind != SweepKind::KvDType;
}

/// GPUs of a plan, so many of them: the first ones, and then copies of the last.
std::vector<DeviceInfo> devicesWithGpus(const std::vector<DeviceInfo>& devices, std::size_t count) {
    std::vector<DeviceInfo> chosen;
    std::vector<DeviceInfo> others;
    for (const DeviceInfo& device : devices) {
        if (!device.id.isGpu()) {
            others.push_back(device);
        } else if (chosen.size() < count) {
            chosen.push_back(device);
        }
    }
    while (!chosen.empty() && chosen.size() < count) {
        DeviceInfo copy = chosen.back();
        copy.id = DeviceId::gpu(copy.id.index + 1);
        copy.usedByOthers = 0;
        chosen.push_back(std::move(copy));
    }
    chosen.insert(chosen.end(), others.begin(), others.end());
    return chosen;
}

bool hasGpu(const std::vector<DeviceInfo>& devices) {
    return std::ranges::any_of(devices, [](const DeviceInfo& device) { return device.id.isGpu(); });
}

/// The edit that one value stands for.
Result<PlanEdit> sweepEdit(const PlacementRequest& request, const SweepVariable& variable,
                           const SweepValue& value) {
    switch (variable.kind) {
        case SweepKind::Limit:
            return PlanEdit(SetBudgetEdit{variable.device, value.text});
        case SweepKind::DType:
            return PlanEdit(SetDtypeEdit{dtypeFromName(value.text).value_or(DType::Float32)});
        case SweepKind::MachineLink: {
            SetDevicesEdit edit{request.devices};
            edit.machineLinks = linksOf(request.devices, request.machineLinks);
            if (edit.machineLinks->empty()) {
                return fail(ErrorCode::InvalidArgument,
                            say("--sweep %1: all devices are in one machine; put some GPUs of "
                                "--gpus in other machines, as in a/24GiB,b/24GiB.",
                                variable.key()),
                            {}, "--sweep");
            }
            for (MachineLink& link : *edit.machineLinks) {
                link.bytesPerSecond = value.number;
                link.isAssumed = false;
            }
            return PlanEdit(std::move(edit));
        }
        case SweepKind::Gpus:
        case SweepKind::Link: {
            if (!hasGpu(request.devices)) {
                return fail(
                    ErrorCode::InvalidArgument,
                    say("--sweep %1: the plan has no GPU; add one with --gpus.", variable.key()),
                    {}, "--sweep");
            }
            SetDevicesEdit edit{request.devices};
            if (variable.kind == SweepKind::Gpus) {
                edit.devices =
                    devicesWithGpus(request.devices, static_cast<std::size_t>(value.number));
                for (const DeviceInfo& device : request.devices) {
                    if (findDevice(edit.devices, device.id) == nullptr) {
                        edit.places[device.id] = std::nullopt;
                    }
                }
            } else {
                for (DeviceInfo& device : edit.devices) {
                    if (device.id.isGpu()) {
                        device.linkBytesPerSecond = value.number;
                    }
                }
            }
            return PlanEdit(std::move(edit));
        }
        default:
            return fail(ErrorCode::Internal, say("There is no edit for %1.", variable.key()));
    }
}

Result<EstimateInput> withValue(EstimateInput input, const SweepVariable& variable,
                                const SweepValue& value, const std::stop_token& stop) {
    if (const auto number = sweptNumber(variable.kind)) {
        input.workload.*number = static_cast<std::uint64_t>(value.number);
        return input;
    }
    if (variable.kind == SweepKind::KvDType) {
        const auto type = kvTypeFromName(value.text);
        STOWAGE_TRY(type);
        input.workload.kvType = *type;
        return input;
    }
    if (variable.kind == SweepKind::Window) {
        PlacementRequest request = input.plan->request;
        request.prefetchWindow = static_cast<unsigned>(value.number);
        auto plan = place(request, stop);
        STOWAGE_TRY(plan);
        input.plan = std::move(*plan);
        return input;
    }
    const auto edit = sweepEdit(input.plan->request, variable, value);
    STOWAGE_TRY(edit);
    auto plan = applyEdit(*input.plan, *edit, stop);
    STOWAGE_TRY(plan);
    input.plan = std::move(*plan);
    return input;
}

/// By what the formula may miss segments that the allocator shares out: two of them.
constexpr std::uint64_t kSharedSegments = 2 * allocator_rules::kMiddleSegment;

/// Whether a device's capacity is as near to what it needs as `margin` says of it, bytes.
bool isNearLimit(const CapacityEstimate& estimate,
                 const std::function<double(const DeviceEstimate&)>& margin) {
    return std::ranges::any_of(estimate.devices, [&](const DeviceEstimate& device) {
        const auto free = device.free();
        return free && device.needed() > 0 && device.device.capacity &&
               std::fabs(static_cast<double>(*free)) <= margin(device);
    });
}

double shareOfCapacity(const DeviceEstimate& device) {
    return kReplayedMargin * static_cast<double>(device.device.capacity.value_or(0));
}

/// What the formula may miss: shared segments, and what a cache has grown out of.
double whatMayBeMissed(const DeviceEstimate& device) {
    return static_cast<double>(device.kvCache + kSharedSegments);
}

Workload workloadAt(const Sweep& sweep, Workload work, std::size_t point) {
    const std::vector<std::size_t> place = sweep.placeOf(point);
    for (std::size_t i = 0; i < place.size(); ++i) {
        const SweepVariable& variable = sweep.variables[i];
        const SweepValue& value = variable.values[place[i]];
        if (const auto number = sweptNumber(variable.kind)) {
            work.*number = static_cast<std::uint64_t>(value.number);
        } else if (variable.kind == SweepKind::KvDType) {
            if (const auto type = kvTypeFromName(value.text)) {
                work.kvType = *type;
            }
        }
    }
    return work;
}

/// "context=64 × batch=2".
std::string pointText(const Sweep& sweep, std::size_t point) {
    const std::vector<std::size_t> place = sweep.placeOf(point);
    std::string text;
    for (std::size_t i = 0; i < place.size(); ++i) {
        const SweepVariable& variable = sweep.variables[i];
        text += (i > 0 ? " × " : "") + variable.key() + "=" + variable.values[place[i]].text;
    }
    return text;
}

/// Points that share a plan are estimated one after another over it.
class SweepRunner {
public:
    SweepRunner(const EstimateInput& input, Sweep& sweep, std::stop_token stop)
        : m_input(input), m_sweep(sweep), m_stop(std::move(stop)) {}

    Result<void> run(const std::function<void(std::size_t, const SweepPoint&)>& progress) {
        std::map<std::vector<std::size_t>, std::vector<std::size_t>> pointsByPlan;
        for (std::size_t point = 0; point < m_sweep.points.size(); ++point) {
            pointsByPlan[planPlaceOf(point)].push_back(point);
        }
        for (const auto& [place, points] : pointsByPlan) {
            STOWAGE_TRY(runPlan(points, progress));
        }
        return {};
    }

private:
    /// The part of a point's place that chooses its plan; 0 for the others.
    [[nodiscard]] std::vector<std::size_t> planPlaceOf(std::size_t point) const {
        std::vector<std::size_t> place = m_sweep.placeOf(point);
        for (std::size_t i = 0; i < place.size(); ++i) {
            place[i] = changesPlan(m_sweep.variables[i].kind) ? place[i] : 0;
        }
        return place;
    }

    Result<void> runPlan(const std::vector<std::size_t>& points,
                         const std::function<void(std::size_t, const SweepPoint&)>& progress) {
        auto base = sweepInput(m_input, m_sweep.variables, m_sweep.placeOf(points.front()), m_stop);
        STOWAGE_TRY(base);
        auto estimator = PlanEstimator::make(*base, m_stop);
        STOWAGE_TRY(estimator);
        for (const std::size_t point : points) {
            if (m_stop.stop_requested()) {
                return fail(ErrorCode::Cancelled, say("The sweep was cancelled."));
            }
            const Workload work = workloadAt(m_sweep, base->workload, point);
            const auto memory = estimator->calculateMemory(work);
            const std::string key = memory ? std::string() : memory.error().key;
            if (key == "context" || key == "batch") {  // more than the model sees, or runs at once
                m_sweep.points[point].verdict = Verdict::DoesNotFit;
                if (progress) {
                    progress(point, m_sweep.points[point]);
                }
                continue;
            }
            STOWAGE_TRY(memory);
            const bool isReplayed = estimator->replays() && mustBeReplayed(*memory);
            const auto estimate =
                isReplayed ? estimator->estimate(work) : estimator->calculate(work);
            STOWAGE_TRY(estimate);
            m_sweep.points[point] = sweepPointOf(*estimate);
            if (progress) {
                progress(point, m_sweep.points[point]);
            }
        }
        return {};
    }

    /// All points near a capacity, and the first of those that small devices keep in doubt.
    [[nodiscard]] bool mustBeReplayed(const CapacityEstimate& estimate) {
        if (isNearLimit(estimate, shareOfCapacity)) {
            return true;
        }
        constexpr unsigned kMostInDoubt = 16;
        return m_inDoubt < kMostInDoubt && isNearLimit(estimate, whatMayBeMissed) &&
               ++m_inDoubt > 0;
    }

    const EstimateInput& m_input;
    Sweep& m_sweep;
    std::stop_token m_stop;
    unsigned m_inDoubt = 0;  ///< replayed although no capacity is near in its own measure
};

Json pointJson(const Sweep& sweep, std::size_t index) {
    const SweepPoint& point = sweep.points[index];
    const std::vector<std::size_t> place = sweep.placeOf(index);
    Json at = Json::object();
    for (std::size_t i = 0; i < place.size(); ++i) {
        const SweepVariable& variable = sweep.variables[i];
        const SweepValue& value = variable.values[place[i]];
        const bool isWord =
            variable.kind == SweepKind::DType || variable.kind == SweepKind::KvDType;
        at[variable.key()] = isWord ? Json(value.text)
                                    : Json(static_cast<std::uint64_t>(std::llround(value.number)));
    }
    return Json{{"point", std::move(at)},
                {"verdict", verdictName(point.verdict)},
                {"offloaded_bytes", point.offloadedBytes},
                {"tokens_per_second", orNull(point.tokensPerSecond)},
                {"to_first_token", orNull(point.toFirstToken)},
                {"tightest", point.tightest ? Json{{"device", deviceName(point.tightest->device)},
                                                   {"margin", point.tightest->margin},
                                                   {"stranded", point.tightest->stranded}}
                                            : Json()},
                {"gpu_bytes", point.gpuBytes},
                {"host_bytes", point.hostBytes},
                {"basis", basisName(point.basis)}};
}

}  // namespace

SweepPoint sweepPointOf(const CapacityEstimate& estimate) {
    SweepPoint point;
    point.verdict = estimate.verdict;
    point.tightest = estimate.tightest;
    const bool gpuRuns = estimate.plan->executionDevice().isGpu();
    for (const DeviceEstimate& device : estimate.devices) {
        const DeviceId id = device.device.id;
        const DevicePlacement* const placement = estimate.plan->placement(id);
        const bool isOffloaded = id == DeviceId::disk() || (id == DeviceId::cpu() && gpuRuns);
        if (isOffloaded && placement != nullptr) {
            point.offloadedBytes += static_cast<std::uint64_t>(placement->weights);
        }
        point.gpuBytes += id.isGpu() ? device.needed() : 0;
        point.hostBytes += id == DeviceId::cpu() ? device.needed() : 0;
        point.basis = device.basis != EstimateBasis::Formula ? device.basis : point.basis;
    }
    if (const TimeEstimate* const time = estimate.toldTime()) {
        const double rate = time->tokensPerSecond;
        point.tokensPerSecond = rate > 0 ? std::optional(rate) : std::nullopt;
        point.toFirstToken = time->toFirstToken;
    }
    return point;
}

std::vector<std::size_t> Sweep::placeOf(std::size_t point) const {
    std::vector<std::size_t> place;
    for (const SweepVariable& variable : variables) {
        place.push_back(point % variable.values.size());
        point /= variable.values.size();
    }
    return place;
}

Result<EstimateInput> sweepInput(const EstimateInput& input,
                                 const std::vector<SweepVariable>& variables,
                                 const std::vector<std::size_t>& place,
                                 const std::stop_token& stop) {
    EstimateInput changed = input;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        auto next =
            withValue(std::move(changed), variables[i], variables[i].values[place[i]], stop);
        STOWAGE_TRY(next);
        changed = std::move(*next);
    }
    return changed;
}

Result<Sweep> runSweep(const EstimateInput& input, const std::vector<SweepVariable>& variables,
                       const std::function<void(std::size_t, const SweepPoint&)>& progress,
                       const std::stop_token& stop) {
    const auto start = std::chrono::steady_clock::now();
    Sweep sweep{variables, {}, 0};
    std::size_t points = 1;
    for (const SweepVariable& variable : variables) {
        points *= std::min(variable.values.size(), kMostSweepPoints + 1);
        if (points > kMostSweepPoints) {
            return fail(ErrorCode::InvalidArgument,
                        say("A sweep of more than %1 points is too long; use larger steps.",
                            groupedText(kMostSweepPoints)),
                        {}, "--sweep");
        }
    }
    sweep.points.resize(variables.empty() ? 0 : points);
    STOWAGE_TRY(SweepRunner(input, sweep, stop).run(progress));
    sweep.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return sweep;
}

std::optional<Message> shortContexts(const EstimateInput& input, const Sweep& sweep) {
    constexpr std::size_t kMostPoints = 5;
    const auto facts = knownFacts(*input.checkpoint, *input.plan->request.tree);
    std::vector<std::string> points;
    for (std::size_t point = 0; point < sweep.points.size(); ++point) {
        const Workload work = workloadAt(sweep, input.workload, point);
        if (shortContextText(withImageTokens(work, facts.get()))) {
            points.push_back(pointText(sweep, point));
        }
    }
    if (points.empty()) {
        return std::nullopt;
    }
    return say(
        "at %1, the context is shorter than the prompt plus the generated tokens; the sum of both "
        "is used as the context.",
        listedNames(points, kMostPoints));
}

std::string sweepToJsonLines(const Sweep& sweep) {
    std::string text;
    for (std::size_t point = 0; point < sweep.points.size(); ++point) {
        text += jsonText(pointJson(sweep, point), -1) + "\n";
    }
    return text;
}

std::string sweepToCsv(const Sweep& sweep) {
    std::vector<std::string> titles;
    for (const SweepVariable& variable : sweep.variables) {
        titles.push_back(variable.key());
    }
    for (const char* const title :
         {"verdict", "offloaded_bytes", "tokens_per_second", "to_first_token", "tightest_device",
          "margin", "gpu_bytes", "host_bytes", "basis"}) {
        titles.emplace_back(title);
    }
    const auto numberOrNone = [](const std::optional<double>& number) {
        return number ? nlohmann::ordered_json(*number).dump() : std::string();
    };
    std::string text = csvRow(titles);
    for (std::size_t index = 0; index < sweep.points.size(); ++index) {
        const SweepPoint& point = sweep.points[index];
        const std::vector<std::size_t> place = sweep.placeOf(index);
        std::vector<std::string> cells;
        for (std::size_t i = 0; i < place.size(); ++i) {
            cells.push_back(sweep.variables[i].values[place[i]].text);
        }
        cells.emplace_back(verdictName(point.verdict));
        cells.push_back(std::to_string(point.offloadedBytes));
        cells.push_back(numberOrNone(point.tokensPerSecond));
        cells.push_back(numberOrNone(point.toFirstToken));
        cells.push_back(point.tightest ? deviceName(point.tightest->device) : std::string());
        cells.push_back(point.tightest ? std::to_string(point.tightest->margin) : std::string());
        cells.push_back(std::to_string(point.gpuBytes));
        cells.push_back(std::to_string(point.hostBytes));
        cells.emplace_back(basisName(point.basis));
        text += csvRow(cells);
    }
    return text;
}

}  // namespace stowage
