// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/machines.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/capacity/device_speed.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/plan/place/place.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>

namespace stowage {
namespace {

constexpr std::array<std::size_t, 4> kCardCounts{1, 2, 4, 8};
constexpr std::uint64_t kMoreMemory = std::uint64_t{8} << 30;
/// Times that differ by no more are the same: one more change of device takes less.
constexpr double kSameTime = 0.01;

using MachineEstimate = Result<std::shared_ptr<const CapacityEstimate>>;

Unexpected wrongTargets(std::string_view part) {
    return fail(
        ErrorCode::InvalidArgument,
        say("%1 is not a target; write ttft=SECONDS, tps=TOKENS, or both, separated by a comma.",
            quotedForMessage(part)));
}

/// The workload of `input` on a plan of this request.
MachineEstimate estimateOf(EstimateInput input, const PlacementRequest& request, bool byFormula,
                           const std::stop_token& stop) {
    auto plan = place(request, stop);
    STOWAGE_TRY(plan);
    input.plan = std::move(*plan);
    input.byFormula = byFormula;
    return estimateCapacity(input, stop);
}

/// The request with these GPUs in place of its own, shared out by `auto`.
PlacementRequest withCards(const PlacementRequest& request, const CatalogueCard& card,
                           std::size_t count) {
    PlacementRequest changed = request;
    const auto own = std::ranges::find_if(request.devices, &DeviceId::isGpu, &DeviceInfo::id);
    const AllocatorKind allocator =
        own == request.devices.end() ? AllocatorKind::Native : own->allocator;
    std::erase_if(changed.devices, [](const DeviceInfo& device) { return device.id.isGpu(); });
    for (std::size_t i = count; i > 0; --i) {
        DeviceInfo gpu = simulatedCard(card);
        gpu.id = DeviceId::gpu(static_cast<std::uint32_t>(i - 1));
        gpu.allocator = allocator;
        changed.devices.insert(changed.devices.begin(), std::move(gpu));
    }
    const DeviceInfo* const cpu = findDevice(changed.devices, DeviceId::cpu());
    const double ram = cpu != nullptr ? static_cast<double>(cpu->freeBytes().value_or(0)) : 0;
    changed.budgets = defaultBudgets(changed.devices, ram);
    changed.budgetsAreDefaults = true;
    changed.defaultBudgets.clear();
    changed.strategy = Strategy::Auto;
    changed.givenMap = {};
    changed.isFitted = false;
    changed.preset.reset();
    changed.executionDevice.reset();
    changed.hooks = {};
    changed.constraints.pins.clear();
    changed.moves.clear();
    return changed;
}

/// Several cards share layers out where nobody says otherwise: of layers that all of them divide no
/// time is estimated.
EstimateInput pipelined(EstimateInput input) {
    input.workload.tensorParallel = std::max<std::uint64_t>(input.workload.tensorParallel, 1);
    return input;
}

ServingMachine machineOf(const CatalogueCard& card, std::size_t count,
                         std::shared_ptr<const CapacityEstimate> result) {
    const auto sequences = static_cast<double>(result->workload.batch);
    const TimeEstimate time = result->time.value_or(TimeEstimate());
    return {card,
            count,
            std::move(result),
            time.tokensPerSecond / sequences,
            time.low / sequences,
            time.high / sequences};
}

/// Whether such times, in seconds, reach the targets at the slow end of their range.
bool areQuick(double toFirstToken, double perToken, SpeedBasis basis,
              const MachineTargets& targets) {
    const double share = basis == SpeedBasis::Catalogue ? kLowShare : 1;
    return (!targets.toFirstToken || toFirstToken <= share * *targets.toFirstToken) &&
           (!targets.tokensPerSecond || perToken * *targets.tokensPerSecond <= share);
}

/// By the rates that are known.
bool serves(const ServingMachine& machine, const MachineTargets& targets) {
    const CapacityEstimate& result = *machine.result;
    if (!isYes(result.verdict)) {
        return false;
    }
    if (!result.time) {
        return !targets.toFirstToken && !targets.tokensPerSecond;
    }
    return areQuick(result.time->toFirstToken, result.time->perToken, result.time->basis, targets);
}

/// Whether it is open if it serves: the verdict is undetermined, or nobody published its rates. One
/// of float32 in place of the dtype's is too low, but what memory, links and disk take alone may be
/// too long already; none at all makes prompts too quick.
bool isOpen(const ServingMachine& machine, const MachineTargets& targets, bool isServing) {
    const auto& time = machine.result->time;
    if (machine.result->verdict == Verdict::Undetermined) {
        return true;
    }
    if (!time || machine.result->verdict == Verdict::DoesNotFit) {
        return false;
    }
    return isServing
               ? time->products == ProductRate::None && targets.toFirstToken
               : time->products == ProductRate::Float32 &&
                     areQuick(time->leastToFirstToken, time->leastPerToken, time->basis, targets);
}

/// The fewest of a card that serve; where none does for sure, the fewest of which it is open.
Result<std::optional<ServingMachine>> fewestOf(const CatalogueCard& card,
                                               const EstimateInput& input,
                                               const MachineTargets& targets,
                                               const std::stop_token& stop,
                                               const std::function<void()>& progress) {
    std::optional<ServingMachine> open;
    for (const std::size_t count : kCardCounts) {
        if (count > 1 && card.kind != CatalogueCard::Kind::Gpu) {
            break;
        }
        const PlacementRequest request = withCards(input.plan->request, card, count);
        for (const bool byFormula : {true, false}) {
            if (progress) {
                progress();
            }
            auto result = estimateOf(pipelined(input), request, byFormula, stop);
            if (!result && result.error().code == ErrorCode::Cancelled) {
                return result.unexpected();
            }
            if (!result) {
                break;  // no plan on these cards
            }
            ServingMachine machine = machineOf(card, count, std::move(*result));
            const bool isServing = serves(machine, targets);
            machine.isOpen = isOpen(machine, targets, isServing);
            if (!isServing && !machine.isOpen) {
                break;
            }
            if (!byFormula && !machine.isOpen) {
                return std::optional(std::move(machine));
            }
            if (!byFormula && !open) {
                open = std::move(machine);
            }
        }
    }
    return open;
}

std::optional<CapacityGain> gainOf(Message text, const char* key, std::string value) {
    CapacityGain gain;
    gain.text = std::move(text);
    gain.values.emplace_back(key, std::move(value));
    return gain;
}

/// Budgets of a request that a person did not type follow from the devices.
void followDevices(PlacementRequest& request) {
    if (!request.budgetsAreDefaults) {
        return;
    }
    const auto cpu = std::ranges::find(request.budgets, DeviceId::cpu(), &MemoryBudget::device);
    request.budgets =
        defaultBudgets(request.devices, cpu == request.budgets.end() ? 0 : cpu->bytes);
    request.defaultBudgets.clear();
}

std::optional<CapacityGain> moreMemory(PlacementRequest& request) {
    bool isAny = false;
    for (DeviceInfo& device : request.devices) {
        if (device.id.isGpu() && device.capacity) {
            *device.capacity += kMoreMemory;
            isAny = true;
        }
    }
    followDevices(request);
    return isAny ? gainOf(say("8 GiB more on each GPU"), "memory", "8GiB") : std::nullopt;
}

std::optional<CapacityGain> oneMoreCard(PlacementRequest& request) {
    const auto last = std::ranges::find_if(request.devices.rbegin(), request.devices.rend(),
                                           &DeviceId::isGpu, &DeviceInfo::id);
    if (last == request.devices.rend() || request.strategy == Strategy::Manual ||
        last->id.index + 1 >= kMaxSimulatedGpus) {
        return std::nullopt;
    }
    DeviceInfo card = *last;
    const DeviceId before = card.id;
    card.id.index += 1;
    card.usedByOthers = 0;
    card.uuid.clear();
    const std::string name = card.name;
    request.devices.insert(last.base(), card);
    const auto budget = std::ranges::find(request.budgets, before, &MemoryBudget::device);
    if (budget != request.budgets.end() && !request.budgetsAreDefaults) {
        MemoryBudget same = *budget;
        same.device = card.id;
        request.budgets.insert(budget + 1, std::move(same));
    }
    followDevices(request);
    return gainOf(say("one more GPU (%1)", name), "gpus", "+1");
}

Result<std::optional<CapacityGain>> fasterLinks(const EstimateInput& input,
                                                PlacementRequest& request) {
    const auto speeds = SpeedSource::make(input.rates.get(), unnamedGpusFor(input.workload));
    STOWAGE_TRY(speeds);
    for (DeviceInfo& device : request.devices) {
        const double link = speeds->of(device, DType::BFloat16).link;
        if (device.id.isGpu() && link > 0) {
            device.linkBytesPerSecond = 1;  // to see which part of a typed rate counts
            device.linkBytesPerSecond = 2 * link / speeds->of(device, DType::BFloat16).link;
        }
    }
    request.machineLinks = linksOf(request.devices, request.machineLinks);
    for (MachineLink& link : request.machineLinks) {
        link.bytesPerSecond *= 2;
    }
    return gainOf(say("links twice as fast"), "link", "*2");
}

int rankOf(Verdict verdict) {
    constexpr std::array kFromTheBest{Verdict::Fits, Verdict::FitsWithOffload,
                                      Verdict::Undetermined, Verdict::DoesNotFit};
    return static_cast<int>(std::ranges::find(kFromTheBest, verdict) - kFromTheBest.begin());
}

/// Prompts or tokens take longer, where times are known.
bool isSlower(const std::optional<TimeEstimate>& time, const std::optional<TimeEstimate>& than) {
    return time && than &&
           (time->toFirstToken > than->toFirstToken * (1 + kSameTime) ||
            time->perToken > than->perToken * (1 + kSameTime));
}

bool isWorse(const CapacityEstimate& estimate, const CapacityEstimate& than) {
    const int rank = rankOf(estimate.verdict) - rankOf(than.verdict);
    return rank > 0 || (rank == 0 && isSlower(estimate.time, than.time));
}

/// `input` on the plan of a changed request, or on the plan that it has where that is better then:
/// a machine that can do more takes no plan away.
Result<EstimateInput> withMachine(EstimateInput input, const PlacementRequest& request,
                                  std::shared_ptr<const CapacityEstimate>& result,
                                  const std::stop_token& stop) {
    const std::shared_ptr<const PlacementPlan> now = input.plan;
    PlacementRequest kept =
        requestOf(request, now->map, {now->request.prefetchWindow, now->request.hooks.offloaded});
    kept.preset.reset();
    std::optional<EstimateInput> best;
    for (const PlacementRequest* const asked :
         std::array<const PlacementRequest*, 2>{&request, &kept}) {
        auto plan = place(*asked, stop);
        if (best && (!plan || (*plan)->map.entries() == best->plan->map.entries())) {
            break;
        }
        STOWAGE_TRY(plan);
        input.plan = std::move(*plan);
        auto estimate = estimateCapacity(input, stop);
        STOWAGE_TRY(estimate);
        if (!best || isWorse(*result, **estimate)) {
            best = input;
            result = std::move(*estimate);
        }
    }
    return *std::move(best);
}

}  // namespace

Result<MachineTargets> parseTargets(const std::string& text) {
    MachineTargets targets;
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        const std::string_view part = rest.substr(0, comma);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
        const std::size_t equals = std::min(part.find('='), part.size());
        const std::string_view number = part.substr(std::min(equals + 1, part.size()));
        double value = 0;
        const auto [end, failure] =
            std::from_chars(number.data(), number.data() + number.size(), value);
        const bool isNumber = failure == std::errc() && end == number.data() + number.size();
        if (!isNumber || !std::isfinite(value) || value <= 0) {
            return wrongTargets(part);
        }
        if (part.substr(0, equals) == "ttft") {
            targets.toFirstToken = value;
        } else if (part.substr(0, equals) == "tps") {
            targets.tokensPerSecond = value;
        } else {
            return wrongTargets(part);
        }
    }
    return targets;
}

Result<std::vector<ServingMachine>> machinesFor(const EstimateInput& input,
                                                const MachineTargets& targets,
                                                const std::stop_token& stop,
                                                const std::function<void()>& progress) {
    const auto facts = knownFacts(*input.checkpoint, *input.plan->request.tree);
    if (targets.tokensPerSecond && facts != nullptr && !facts->generates) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 generates no tokens after a prompt; leave out the number of tokens to "
                        "generate.",
                        facts->className),
                    {}, "targets");
    }
    const auto cards = cardCatalogue();
    STOWAGE_TRY(cards);
    std::vector<ServingMachine> machines;
    for (const CatalogueCard& card : *cards) {
        if (card.kind == CatalogueCard::Kind::Cpu) {
            continue;
        }
        auto machine = fewestOf(card, input, targets, stop, progress);
        STOWAGE_TRY(machine);
        if (*machine) {
            machines.push_back(std::move(**machine));
        }
    }
    std::ranges::stable_sort(machines, {}, [](const ServingMachine& machine) {
        return std::tuple(machine.isOpen, machine.card.capacity * machine.count,
                          machine.card.bandwidth.value_or(0) * static_cast<double>(machine.count));
    });
    return machines;
}

Result<std::vector<CapacityGain>> capacityGains(const EstimateInput& input,
                                                const CapacityEstimate& now,
                                                const std::stop_token& stop) {
    std::vector<CapacityGain> gains;
    if (!now.missing.empty()) {
        return gains;
    }
    const auto longest = [&stop](EstimateInput of) {
        of.byFormula = true;
        return CapacityQuestions(std::move(of), stop).largestContext();
    };
    const auto before = longest(input);
    STOWAGE_TRY(before);
    const auto add = [&](std::optional<CapacityGain> gain,
                         const PlacementRequest& request) -> Result<void> {
        if (!gain) {
            return {};
        }
        const auto changed = withMachine(input, request, gain->result, stop);
        STOWAGE_TRY(changed);
        bool isLoss = isWorse(*gain->result, now);
        if (gain->values.front().first == "link") {  // which makes no room, and brings time alone
            isLoss = isLoss || gain->result->toldTime() == nullptr || now.toldTime() == nullptr ||
                     !isSlower(now.time, gain->result->time);
        } else if (!isLoss) {
            const auto context = longest(*changed);
            STOWAGE_TRY(context);
            gain->largestContext = *context;
            isLoss = *context && (!*before || **context < **before);
        }
        if (!isLoss) {
            gains.push_back(std::move(*gain));
        }
        return {};
    };
    PlacementRequest request = input.plan->request;
    STOWAGE_TRY(add(moreMemory(request), request));
    request = input.plan->request;
    STOWAGE_TRY(add(oneMoreCard(request), request));
    request = input.plan->request;
    auto faster = fasterLinks(input, request);
    STOWAGE_TRY(faster);
    STOWAGE_TRY(add(std::move(*faster), request));
    return gains;
}

}  // namespace stowage
