// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/sweep.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/capacity/estimate.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/device/memory_budget.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

namespace stowage {

namespace {

/// More values of one variable than this are refused.
constexpr std::size_t kMostSweepValues = 100'000;

bool isRate(SweepKind kind) {
    return kind == SweepKind::Link || kind == SweepKind::MachineLink;
}

bool countsBytes(SweepKind kind) {
    return kind == SweepKind::Limit || isRate(kind);
}

Unexpected refuseSweep(std::string_view text, const Message& why) {
    return fail(ErrorCode::InvalidArgument,
                say("--sweep \"%1\": %2 Write NAME=FIRST..LAST/STEP, NAME=FIRST..LAST*FACTOR or "
                    "NAME=A,B,C, as in context=2048..131072*2, gpu:0=4GiB..24GiB/1GiB, gpus=1..8 "
                    "or dtype=float16,float32.",
                    text, why),
                {}, "--sweep");
}

/// A value of a kind from its text; nothing where it is none.
std::optional<SweepValue> sweepValue(SweepKind kind, const std::string& text) {
    if (countsBytes(kind)) {
        const bool isTimed = isRate(kind) && text.ends_with("/s");
        const std::string typed = isTimed ? text.substr(0, text.size() - 2) : text;
        const auto size = isRate(kind) ? parseCapacity(typed) : parseLimit(typed);
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
    const auto number = parseCount(text);
    constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
    return number && *number <= kMost
               ? std::optional(SweepValue{static_cast<double>(*number), text})
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
    std::size_t mark = text.find_first_of("/*", dots);
    if (isRate(kind) && mark != std::string::npos && text.compare(mark, 2, "/s") == 0) {
        mark = text.find_first_of("/*", mark + 1);  // that one was a second's
    }
    const auto first = sweepValue(kind, text.substr(0, dots));
    const auto last = sweepValue(kind, text.substr(dots + 2, mark - std::min(mark, dots + 2)));
    if (!first || !last || first->text.empty() || last->number < first->number) {
        return refuseSweep(
            whole, say("the range needs a first and a last value, with the smaller value first."));
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
        return refuseSweep(whole, isFactor ? say("the factor must be larger than 1.")
                                           : say("the step must be larger than 0."));
    }
    std::vector<SweepValue> values;
    for (double at = first->number; at <= last->number * (1 + 1e-9);) {
        values.push_back({at, values.empty() ? first->text : sweepText(kind, at)});
        if (values.size() > kMostSweepValues) {
            return refuseSweep(
                whole, say("the range has more than %1 values.", groupedText(kMostSweepValues)));
        }
        const double next =
            isFactor ? at * step : first->number + step * static_cast<double>(values.size());
        at = sweptNumber(kind) != nullptr ? std::max(std::round(next), at + 1) : next;
    }
    return values;
}

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
    constexpr std::size_t kMostContexts = 12;
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

}  // namespace

std::uint64_t Workload::*sweptNumber(SweepKind kind) {
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

std::string SweepVariable::key() const {
    if (kind == SweepKind::Limit) {
        return deviceName(device);
    }
    return std::string(std::ranges::find(sweepKinds(), kind, &SweepKindName::kind)->key);
}

const std::vector<SweepKindName>& sweepKinds() {
    static const std::vector<SweepKindName> kKinds{
        {SweepKind::Context, "context", phrase("context")},
        {SweepKind::Batch, "batch", phrase("batch size")},
        {SweepKind::Prompt, "prompt", phrase("prompt")},
        {SweepKind::Generate, "generate", phrase("tokens to generate")},
        {SweepKind::PrefillChunk, "prefill_chunk", phrase("prefill chunk")},
        {SweepKind::KvDType, "kv_dtype", phrase("dtype of the KV cache")},
        {SweepKind::DType, "dtype", phrase("dtype of the weights")},
        {SweepKind::Gpus, "gpus", phrase("number of GPUs")},
        {SweepKind::Limit, "limit", phrase("limit of a device")},
        {SweepKind::Link, "link", phrase("link of the GPUs")},
        {SweepKind::MachineLink, "machine_link", phrase("link between machines")},
        {SweepKind::Window, "window", phrase("prefetch window")},
    };
    return kKinds;
}

Result<SweepVariable> parseSweepVariable(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals + 1 == text.size()) {
        return refuseSweep(text, say("the values after \"=\" are missing."));
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
            if (other.kind != SweepKind::Limit) {
                known += (known.empty() ? "" : " ") + std::string(other.key) + ",";
            }
        }
        return refuseSweep(
            text,
            say("\"%1\" cannot be varied; use %2 or the limit of a device, such as gpu:0 or cpu.",
                name, known));
    }
    const std::string values(text.substr(equals + 1));
    if (values.find("..") != std::string::npos) {
        if (variable.kind == SweepKind::DType || variable.kind == SweepKind::KvDType) {
            return refuseSweep(text, say("dtypes have no range; list them instead."));
        }
        auto range = rangeOf(variable.kind, values, text);
        STOWAGE_TRY(range);
        variable.values = std::move(*range);
        return variable;
    }
    for (const std::string& part : splitAt(values, ',')) {
        auto value = sweepValue(variable.kind, part);
        if (!value) {
            return refuseSweep(text,
                               say("\"%1\" is not a valid value of %2.", part, variable.key()));
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
    if (const auto number = sweptNumber(kind)) {
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
            if (const auto present = static_cast<double>(std::ranges::count_if(
                    request.devices, [](const DeviceInfo& device) { return device.id.isGpu(); }));
                present > 0) {
                variable.values = doublings(kind, 1, 0, 3, 8);
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
        case SweepKind::MachineLink:
            if (areSeveralMachines(request.devices)) {
                variable.values = doublings(kind, 1.25e9, 1, 5, 1e12);
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

namespace {

/// The value that the plan and its workload have now, as a number; below 0: none.
double presentNumber(const SweepVariable& variable, const CapacityEstimate& estimate) {
    const PlacementRequest& request = estimate.plan->request;
    const Workload& work = estimate.workload;
    const auto isGpu = [](const DeviceInfo& device) { return device.id.isGpu(); };
    switch (variable.kind) {
        case SweepKind::Batch:
            return static_cast<double>(work.batch);
        case SweepKind::Prompt:
            return static_cast<double>(work.prompt);
        case SweepKind::Context:
            return static_cast<double>(work.tokens());
        case SweepKind::Generate:
            return static_cast<double>(work.generate);
        case SweepKind::PrefillChunk:
            return static_cast<double>(work.prefillChunk);
        case SweepKind::Window:
            return request.prefetchWindow;
        case SweepKind::Gpus:
            return static_cast<double>(std::ranges::count_if(request.devices, isGpu));
        case SweepKind::Limit: {
            const auto limit =
                std::ranges::find(request.budgets, variable.device, &MemoryBudget::device);
            return limit == request.budgets.end() ? -1 : limit->bytes;
        }
        case SweepKind::Link: {
            const auto gpu = std::ranges::find_if(request.devices, isGpu);
            return gpu == request.devices.end() ? -1 : gpu->linkBytesPerSecond.value_or(-1);
        }
        case SweepKind::MachineLink: {
            const auto links = linksOf(request.devices, request.machineLinks);
            return links.empty() ? -1 : links.front().bytesPerSecond;
        }
        default:
            return -1;
    }
}

std::optional<std::size_t> presentValue(const SweepVariable& variable,
                                        const CapacityEstimate& estimate) {
    std::string_view text;
    if (variable.kind == SweepKind::DType) {
        text = dtypeName(
            estimate.plan->request.constraints.dtype.value_or(mostCommonDtype(*estimate.plan)));
    } else if (variable.kind == SweepKind::KvDType && estimate.kvType) {
        text = kvTypeName(*estimate.kvType);
    }
    const double number = presentNumber(variable, estimate);
    for (std::size_t i = 0; i < variable.values.size(); ++i) {
        const SweepValue& value = variable.values[i];
        if (text.empty() ? number >= 0 && std::abs(value.number - number) < 1
                         : value.text == text) {
            return i;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::size_t> presentPoint(const Sweep& sweep, const CapacityEstimate* estimate) {
    std::size_t point = 0;
    std::size_t stride = 1;
    for (const SweepVariable& variable : sweep.variables) {
        const auto value = estimate == nullptr ? std::nullopt : presentValue(variable, *estimate);
        if (!value) {
            return std::nullopt;
        }
        point += stride * *value;
        stride *= variable.values.size();
    }
    return point;
}

}  // namespace stowage
