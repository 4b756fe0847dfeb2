// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/sweep.h"

#include "engine/base/byte_size.h"
#include "engine/base/csv.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/device/allocator_model.h"
#include "engine/device/memory_budget.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/place/place.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <map>
#include <utility>

namespace stowage {
namespace {

/// More values of one variable than this are refused.
constexpr std::size_t kMostSweepValues = 100'000;

/// Of those whose value is a number of the workload; null for the others.
std::uint64_t Workload::*numberOf(SweepKind kind) {
    switch (kind) {
        case SweepKind::Batch:
            return &Workload::batch;
        case SweepKind::Prompt:
            return &Workload::prompt;
        case SweepKind::Context:
            return &Workload::context;
        case SweepKind::Generate:
            return &Workload::generate;
        case SweepKind::PrefillChunk:
            return &Workload::prefillChunk;
        default:
            return nullptr;
    }
}

/// Whether another value makes another plan.
bool changesPlan(SweepKind kind) {
    return numberOf(kind) == nullptr && kind != SweepKind::KvDType;
}

bool countsBytes(SweepKind kind) {
    return kind == SweepKind::Limit || kind == SweepKind::Link;
}

Unexpected refuseSweep(std::string_view text, const std::string& why) {
    return fail(ErrorCode::InvalidArgument,
                "--sweep \"" + std::string(text) + "\": " + why +
                    " Write NAME=FIRST..LAST/STEP, NAME=FIRST..LAST*FACTOR or NAME=A,B,C, as in "
                    "context=2048..131072*2, gpu:0=4GiB..24GiB/1GiB, gpus=1..8 or "
                    "dtype=float16,float32.",
                {}, "--sweep");
}

/// A value of a kind from its text; nothing where it is none.
std::optional<SweepValue> sweepValue(SweepKind kind, const std::string& text) {
    if (countsBytes(kind)) {
        const bool isRate = kind == SweepKind::Link && text.ends_with("/s");
        const auto size = parseLimit(isRate ? text.substr(0, text.size() - 2) : text);
        return size && size->bytes > 0 ? std::optional(SweepValue{size->bytes, text})
                                       : std::nullopt;
    }
    if (kind == SweepKind::DType) {
        const auto dtype = dtypeFromName(text);
        return dtype && isFloatingPoint(*dtype) ? std::optional(SweepValue{0, text}) : std::nullopt;
    }
    if (kind == SweepKind::KvDType) {
        return kvTypeFromName(text) ? std::optional(SweepValue{0, text}) : std::nullopt;
    }
    std::uint64_t number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isRead = status == std::errc() && end == text.data() + text.size();
    constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
    return isRead && number <= kMost ? std::optional(SweepValue{static_cast<double>(number), text})
                                     : std::nullopt;
}

/// As options take it: whole units where there are any.
std::string sweepText(SweepKind kind, double number) {
    const auto whole = static_cast<std::uint64_t>(std::llround(number));
    if (countsBytes(kind) && whole % kGiB == 0) {
        return std::to_string(whole / kGiB) + "GiB";
    }
    if (countsBytes(kind) && whole % kMiB == 0) {
        return std::to_string(whole / kMiB) + "MiB";
    }
    return std::to_string(whole);
}

std::vector<std::string> splitAt(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

/// "2048..131072*2", "4GiB..24GiB/1GiB", "1..8".
Result<std::vector<SweepValue>> rangeOf(SweepKind kind, const std::string& text,
                                        std::string_view whole) {
    const std::size_t dots = text.find("..");
    const std::size_t mark = text.find_first_of("/*", dots);
    const auto first = sweepValue(kind, text.substr(0, dots));
    const auto last = sweepValue(kind, text.substr(dots + 2, mark - std::min(mark, dots + 2)));
    if (!first || !last || first->text.empty() || last->number < first->number) {
        return refuseSweep(whole, "the range has no first and last value, smaller one first.");
    }
    const bool isFactor = mark != std::string::npos && text[mark] == '*';
    double step = 1;
    if (mark != std::string::npos) {
        const std::string typed = text.substr(mark + 1);
        const auto [end, status] = std::from_chars(typed.data(), typed.data() + typed.size(), step);
        const bool isNumber = status == std::errc() && end == typed.data() + typed.size();
        if (!isFactor) {
            const auto size = sweepValue(kind, typed);
            step = size ? size->number : 0;
        } else if (!isNumber) {
            step = 0;
        }
    } else if (countsBytes(kind)) {
        step = static_cast<double>(kGiB);
    }
    if (!(step > (isFactor ? 1 : 0)) || !std::isfinite(step)) {
        return refuseSweep(whole, isFactor ? "the factor must be larger than 1."
                                           : "the step must be larger than 0.");
    }
    std::vector<SweepValue> values;
    for (double at = first->number; at <= last->number * (1 + 1e-9);) {
        values.push_back({at, values.empty() ? first->text : sweepText(kind, at)});
        if (values.size() > kMostSweepValues) {
            return refuseSweep(whole,
                               "these are more than " + groupedText(kMostSweepValues) + " values.");
        }
        const double next =
            isFactor ? at * step : first->number + step * static_cast<double>(values.size());
        at = numberOf(kind) != nullptr ? std::max(std::round(next), at + 1) : next;
    }
    return values;
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
        case SweepKind::Gpus:
        case SweepKind::Link: {
            if (!hasGpu(request.devices)) {
                return fail(
                    ErrorCode::InvalidArgument,
                    "--sweep " + variable.key() + ": the plan has no GPU; add one with --gpus.", {},
                    "--sweep");
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
            return fail(ErrorCode::Internal, "No edit stands for " + variable.key() + ".");
    }
}

Result<EstimateInput> withValue(EstimateInput input, const SweepVariable& variable,
                                const SweepValue& value, const std::stop_token& stop) {
    if (const auto number = numberOf(variable.kind)) {
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

SweepPoint pointOf(const CapacityEstimate& estimate) {
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
        point.basis = device.basis == EstimateBasis::Replay ? device.basis : point.basis;
    }
    if (estimate.time) {
        point.tokensPerSecond = estimate.time->tokensPerSecond;
        point.toFirstToken = estimate.time->toFirstToken;
    }
    return point;
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
                return fail(ErrorCode::Cancelled, "The sweep was cancelled.");
            }
            const Workload work = workloadAt(base->workload, point);
            auto estimate = estimator->calculate(work);
            if (!estimate && estimate.error().key == "context") {
                m_sweep.points[point].verdict = Verdict::DoesNotFit;  // more than the model sees
                if (progress) {
                    progress(point, m_sweep.points[point]);
                }
                continue;
            }
            STOWAGE_TRY(estimate);
            if (estimator->replays() && mustBeReplayed(*estimate)) {
                estimate = estimator->estimate(work);
                STOWAGE_TRY(estimate);
            }
            m_sweep.points[point] = pointOf(*estimate);
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

    [[nodiscard]] Workload workloadAt(Workload work, std::size_t point) const {
        const std::vector<std::size_t> place = m_sweep.placeOf(point);
        for (std::size_t i = 0; i < place.size(); ++i) {
            const SweepVariable& variable = m_sweep.variables[i];
            const SweepValue& value = variable.values[place[i]];
            if (const auto number = numberOf(variable.kind)) {
                work.*number = static_cast<std::uint64_t>(value.number);
            } else if (variable.kind == SweepKind::KvDType) {
                if (const auto type = kvTypeFromName(value.text)) {
                    work.kvType = *type;
                }
            }
        }
        return work;
    }

    const EstimateInput& m_input;
    Sweep& m_sweep;
    std::stop_token m_stop;
    unsigned m_inDoubt = 0;  ///< replayed although no capacity is near in its own measure
};

/// Halves and doubles around a number, so many of each.
std::vector<SweepValue> doublings(SweepKind kind, double number, int below, int above,
                                  double most) {
    std::vector<SweepValue> values;
    for (int step = -below; step <= above; ++step) {
        const double value = std::ldexp(number, step);
        if (value >= 1 && value <= most && value == std::floor(value)) {
            values.push_back({value, sweepText(kind, value)});
        }
    }
    return values;
}

/// The tokens that there are now, and the powers of two beyond what is asked and answered, up to
/// the positions that the model was made for.
std::vector<SweepValue> usualContexts(const EstimateInput& input) {
    constexpr double kMostUnknown = 1 << 17;
    constexpr std::size_t kMostContexts = 9;
    const Workload& work = input.workload;
    const auto facts = knownFacts(*input.checkpoint, *input.plan->request.tree);
    const auto now = static_cast<double>(work.tokens());
    const auto least = static_cast<double>(work.prompt + work.generate);
    const double most = facts != nullptr && facts->contextLength
                            ? static_cast<double>(*facts->contextLength)
                            : kMostUnknown;
    std::vector<SweepValue> values{{now, sweepText(SweepKind::Context, now)}};
    for (double tokens = 1; tokens <= most && values.size() < kMostContexts; tokens *= 2) {
        if (tokens >= least && tokens != now) {
            values.push_back({tokens, sweepText(SweepKind::Context, tokens)});
        }
    }
    std::ranges::sort(values, {}, &SweepValue::number);
    return values;
}

nlohmann::ordered_json pointJson(const Sweep& sweep, std::size_t index) {
    using Json = nlohmann::ordered_json;
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
    return Json{
        {"point", std::move(at)},
        {"verdict", verdictName(point.verdict)},
        {"offloaded_bytes", point.offloadedBytes},
        {"tokens_per_second", point.tokensPerSecond ? Json(*point.tokensPerSecond) : Json()},
        {"to_first_token", point.toFirstToken ? Json(*point.toFirstToken) : Json()},
        {"tightest", point.tightest ? Json{{"device", deviceName(point.tightest->device)},
                                           {"margin", point.tightest->margin},
                                           {"stranded", point.tightest->stranded}}
                                    : Json()},
        {"gpu_bytes", point.gpuBytes},
        {"host_bytes", point.hostBytes},
        {"basis", basisName(point.basis)}};
}

}  // namespace

std::string SweepVariable::key() const {
    if (kind == SweepKind::Limit) {
        return deviceName(device);
    }
    return std::string(std::ranges::find(sweepKinds(), kind, &SweepKindName::kind)->key);
}

const std::vector<SweepKindName>& sweepKinds() {
    static const std::vector<SweepKindName> kKinds{
        {SweepKind::Context, "context", "context"},
        {SweepKind::Batch, "batch", "sequences at once"},
        {SweepKind::Prompt, "prompt", "prompt"},
        {SweepKind::Generate, "generate", "tokens to generate"},
        {SweepKind::PrefillChunk, "prefill_chunk", "prefill chunk"},
        {SweepKind::KvDType, "kv_dtype", "dtype of the KV cache"},
        {SweepKind::DType, "dtype", "dtype of the weights"},
        {SweepKind::Gpus, "gpus", "number of GPUs"},
        {SweepKind::Limit, "limit", "limit of a device"},
        {SweepKind::Link, "link", "link of the GPUs"},
        {SweepKind::Window, "window", "prefetch window"},
    };
    return kKinds;
}

Result<SweepVariable> parseSweepVariable(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals + 1 == text.size()) {
        return refuseSweep(text, "there are no values after a \"=\".");
    }
    std::string name(text.substr(0, equals));
    std::ranges::replace(name, '-', '_');
    SweepVariable variable;
    const auto kind = std::ranges::find(sweepKinds(), name, &SweepKindName::key);
    if (kind != sweepKinds().end() && kind->kind != SweepKind::Limit) {
        variable.kind = kind->kind;
    } else if (const auto device = parseDevice(name); device && *device != DeviceId::disk()) {
        variable.kind = SweepKind::Limit;
        variable.device = *device;
    } else {
        std::string known;
        for (const SweepKindName& other : sweepKinds()) {
            known += other.kind == SweepKind::Limit ? "" : std::string(other.key) + ", ";
        }
        return refuseSweep(text, "\"" + name + "\" cannot be varied; take " + known +
                                     "or a device's limit as gpu:0 or cpu.");
    }
    const std::string values(text.substr(equals + 1));
    if (values.find("..") != std::string::npos) {
        if (variable.kind == SweepKind::DType || variable.kind == SweepKind::KvDType) {
            return refuseSweep(text, "dtypes are listed, not counted.");
        }
        auto range = rangeOf(variable.kind, values, text);
        STOWAGE_TRY(range);
        variable.values = std::move(*range);
        return variable;
    }
    for (const std::string& part : splitAt(values, ',')) {
        auto value = sweepValue(variable.kind, part);
        if (!value) {
            return refuseSweep(text, "\"" + part + "\" is no value of " + variable.key() + ".");
        }
        if (!countsBytes(variable.kind) && value->number == 0) {
            value->number = static_cast<double>(variable.values.size());
        }
        variable.values.push_back(std::move(*value));
    }
    return variable;
}

SweepVariable usualSweepVariable(SweepKind kind, const EstimateInput& input) {
    const PlacementRequest& request = input.plan->request;
    const Workload& work = input.workload;
    constexpr double kAny = 1 << 20;
    SweepVariable variable{kind, {}, {}};
    if (const auto number = numberOf(kind)) {
        const auto now = static_cast<double>(std::max<std::uint64_t>(work.*number, 1));
        variable.values =
            kind == SweepKind::Context ? usualContexts(input) : doublings(kind, now, 3, 5, kAny);
        return variable;
    }
    switch (kind) {
        case SweepKind::KvDType: {
            const auto estimator = PlanEstimator::make(input);
            if (!estimator || estimator->replays()) {
                break;  // this program keeps them in the dtype in which it computes
            }
            for (const auto& [type, bits] : estimator->engine().bits) {
                if (bits) {
                    variable.values.push_back({static_cast<double>(variable.values.size()),
                                               std::string(kvTypeName(type))});
                }
            }
            break;
        }
        case SweepKind::DType:
            for (const DType dtype : {DType::Float32, DType::BFloat16, DType::Float16}) {
                variable.values.push_back(
                    {static_cast<double>(variable.values.size()), std::string(dtypeName(dtype))});
            }
            break;
        case SweepKind::Gpus:
            if (hasGpu(request.devices)) {
                variable.values = doublings(kind, 1, 0, 3, 8);
                const auto present = static_cast<double>(std::ranges::count_if(
                    request.devices, [](const DeviceInfo& device) { return device.id.isGpu(); }));
                if (std::ranges::find(variable.values, present, &SweepValue::number) ==
                    variable.values.end()) {
                    variable.values.push_back({present, sweepText(kind, present)});
                    std::ranges::sort(variable.values, {}, &SweepValue::number);
                }
            }
            break;
        case SweepKind::Limit:
        case SweepKind::Link:
            for (const DeviceInfo& device : request.devices) {
                if (!device.id.isGpu() || !variable.values.empty()) {
                    continue;
                }
                variable.device = device.id;
                if (kind == SweepKind::Limit && device.freeBytes()) {
                    const auto whole = static_cast<double>(*device.freeBytes());
                    for (int eighths = 1; eighths <= 8; ++eighths) {
                        const double bytes =
                            std::max(std::floor(whole * eighths / 8 / static_cast<double>(kMiB)) *
                                         static_cast<double>(kMiB),
                                     1.0);
                        variable.values.push_back({bytes, sweepText(kind, bytes)});
                    }
                } else if (kind == SweepKind::Link) {
                    variable.values = doublings(kind, 4e9, 1, 4, 1e12);
                }
            }
            break;
        case SweepKind::Window:
            for (int window = 0; window <= 8; ++window) {
                variable.values.push_back({static_cast<double>(window), std::to_string(window)});
            }
            break;
        default:
            break;
    }
    return variable;
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
                        "A sweep of more than " + groupedText(kMostSweepPoints) +
                            " points is too long; take larger steps.",
                        {}, "--sweep");
        }
    }
    sweep.points.resize(variables.empty() ? 0 : points);
    STOWAGE_TRY(SweepRunner(input, sweep, stop).run(progress));
    sweep.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return sweep;
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
