// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/plan_estimator_work.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/device/card_catalogue.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <set>
#include <utility>

namespace stowage {

namespace {

/// How many times as large experts in MXFP4 become by tiles. Each card has a part of their inner
/// width. `gateAndUp` has a side for the experts, the hidden width and twice the inner one.
double tiledShare(const EngineProfile::Mxfp4Tiles& tiles, const TensorSpec& gateAndUp,
                  std::uint64_t cards) {
    const auto filledUp = [](std::uint64_t width, std::uint64_t multiple) {
        return static_cast<double>((width + multiple - 1) / multiple * multiple);
    };
    const auto hidden = static_cast<std::uint64_t>(gateAndUp.shape[1]);
    const std::uint64_t inner = static_cast<std::uint64_t>(gateAndUp.shape[2]) / 2 / cards;
    return filledUp(hidden, tiles.hiddenMultiple) * filledUp(inner, tiles.innerMultiple) /
           (static_cast<double>(hidden) * static_cast<double>(std::max<std::uint64_t>(inner, 1)));
}

/// Whether anything of the model or its work stays there.
bool holdsSome(const DeviceEstimate& device) {
    return device.weights + device.kvCache + device.state + device.window +
               device.prefillActivations + device.decodeActivations + device.logits >
           0;
}

}  // namespace

void PlanEstimator::Work::beginDevices() {
    const auto used = static_cast<std::uint64_t>(
        std::ranges::count_if(m_plan.placements, [](const DevicePlacement& placement) {
            return placement.device.id.isGpu() && placement.weights > 0;
        }));
    const std::uint64_t gpus = m_share ? m_share->cards : used;
    const EngineProfile::Context* const published =
        m_fresh.engine.contextOf(std::max<std::uint64_t>(gpus, 1), isParallel());
    const EngineProfile::Context* const context =
        published != nullptr ? published : nearestContext(gpus);
    const auto expands = [](const DevicePlacement& placement) {
        return placement.device.allocator == AllocatorKind::ExpandableSegments;
    };
    if (std::ranges::any_of(m_plan.placements, expands)) {
        m_fresh.notes.push_back(say(
            "GPU memory is calculated as in PyTorch's allocator with expandable_segments:True."));
    }
    for (const DevicePlacement& placement : m_plan.placements) {
        DeviceEstimate device;
        device.device = placement.device;
        device.weights = m_share ? m_share->weights : placement.weightsAllocated;
        device.peakAllocated = device.weights;
        device.peakReserved = m_share ? 0 : placement.weightsReserved;
        // A card that the plan leaves alone is never opened.
        const bool isOpened =
            m_share || placement.weights > 0 || placement.device.id == m_plan.executionDevice();
        if (placement.device.id.isGpu() && isOpened) {
            // What a person said, or was measured, is better than what was published.
            device.context = placement.device.knowsContext() ? placement.device.context
                             : context != nullptr            ? context->bytes
                                                             : 0;
            if (context != nullptr && !placement.device.knowsContext()) {
                device.explained["context"] = say(
                    "memory that %1 uses on each GPU before any tensor is allocated: %2 (%3; %4)",
                    m_fresh.engine.title, formatSize(context->bytes), context->note,
                    context->source);
                m_fresh.context = *context;
            }
            beginShare(device, context);
        }
        takeLoad(device);
        if (device.device.id.isGpu()) {
            m_formula->begin(device);
            addRotaryTable(device);
            addExpertTiles(device);
        } else if (gpus > 0 && device.device.id == DeviceId::cpu()) {
            pinWeights(device);
        }
        m_fresh.devices.push_back(std::move(device));
    }
    const bool isSaid = std::ranges::all_of(m_fresh.devices, [](const DeviceEstimate& device) {
        return !device.device.id.isGpu() || device.weights == 0 || device.device.knowsContext();
    });
    if (gpus > 0 && published == nullptr && !m_own && !isSaid) {
        m_fresh.notes.push_back(notPublished(gpus, context));
    }
}

void PlanEstimator::Work::beginShare(DeviceEstimate& device,
                                     const EngineProfile::Context* context) const {
    if (m_fresh.engine.staticShare) {
        MemoryShare share;
        share.isStatic = true;
        const auto& catalogue = deviceCatalogue();
        const CatalogueCard* const card =
            catalogue ? cardOfDevice(*catalogue, device.device) : nullptr;
        share.total = card != nullptr && card->driverTotal > 0 ? card->driverTotal
                                                               : device.device.capacity.value_or(0);
        device.share = std::move(share);
        return;
    }
    if (!m_fresh.engine.memoryShare) {
        return;
    }
    const std::uint64_t after = context == nullptr ? 0 : context->afterSnapshot;
    MemoryShare share;
    share.before = device.context - std::min(after, device.context);
    // Buffers of communication depend on how cards are joined.
    const EngineProfile::Context* const alone = m_fresh.engine.contextOf(1, false);
    share.sure = alone == nullptr ? 0 : std::min(share.before, alone->bytes - alone->afterSnapshot);
    share.cudaGraphs =
        m_fresh.engine.cudaGraphs.on(device.device.capacity.value_or(0), device.device.name);
    device.context += share.cudaGraphs;
    device.share = std::move(share);
    Message& told = device.explained["context"];
    const Message graphs =
        say("estimated memory of CUDA graphs: %1", formatSize(device.share->cudaGraphs));
    told = told.english().empty() ? graphs : joined({told, graphs}, "; ");
}

void PlanEstimator::Work::noteShare() {
    const auto isStatic = [](const DeviceEstimate& device) {
        return device.share && device.share->isStatic && device.shareBytes();
    };
    const auto other = std::ranges::find_if(m_estimate.devices, isStatic);
    if (other != m_estimate.devices.end()) {
        m_estimate.notes.push_back(
            say("Estimate for keys and values on %1: %4 (%2 × the free memory when %3 starts) "
                "minus %5 of weights = %6.",
                deviceLabel(other->device.id), formatGeneral(other->share->utilization, 4),
                m_fresh.engine.title, formatSize(*other->shareBytes()), formatSize(other->weights),
                formatSize(*other->cacheRoom())));
        return;
    }
    const DeviceEstimate* fewest = nullptr;
    for (const DeviceEstimate& device : m_estimate.devices) {
        const bool counts = device.share && device.share->plan.bytesPerBlock > 0 &&
                            device.device.capacity.has_value();
        if (counts && (fewest == nullptr || device.kvBlocks(m_estimate.served).value_or(0) <
                                                fewest->kvBlocks(m_estimate.served).value_or(0))) {
            fewest = &device;
        }
    }
    if (fewest == nullptr) {
        return;
    }
    const MemoryShare& share = *fewest->share;
    const std::uint64_t room = *fewest->cacheRoom();
    const std::uint64_t passes =
        std::max({fewest->prefillActivations, fewest->decodeActivations, fewest->logits});
    const std::uint64_t rest = fewest->context - share.before - share.cudaGraphs;
    m_estimate.notes.push_back(
        say("Estimate for keys and values on %1: %2 × %3 minus %4 of weights, %5 of activations, "
            "%6 of memory outside of PyTorch and %7 of CUDA graphs = %8.",
            deviceLabel(fewest->device.id), formatSize(*fewest->device.capacity),
            formatGeneral(share.utilization, 4), formatSize(fewest->weights), formatSize(passes),
            formatSize(rest), formatSize(share.cudaGraphs), formatSize(room)));
    const std::uint64_t tokens = decoderWorkload(*m_facts->cache, m_estimate.served).tokens();
    const double concurrency = share.plan.concurrency(room, tokens);
    m_estimate.notes.push_back(
        say("With %1, this memory for keys and values corresponds to %2 blocks of %3 tokens. That "
            "is %4 tokens, or %5 simultaneous requests of %6 tokens.",
            m_fresh.engine.title, groupedText(share.plan.blocks(room)),
            groupedText(share.plan.blockTokens),
            groupedText(static_cast<std::uint64_t>(concurrency * static_cast<double>(tokens))),
            formatFixed(concurrency, 2), groupedText(tokens)));
}

Message PlanEstimator::Work::notPublished(std::uint64_t gpus,
                                          const EngineProfile::Context* nearest) const {
    const std::string& title = m_fresh.engine.title;
    return nearest == nullptr ? say("How much memory %1 uses on a GPU before any tensor is "
                                    "allocated is unknown, because no figure is published.",
                                    title)
           : nearest->gpus > gpus
               ? say("How much memory %1 uses on a GPU before any tensor is allocated is not "
                     "published for this number of GPUs (%3). The figure for %2 GPUs is used; the "
                     "actual memory is not larger.",
                     title, nearest->gpus, gpus)
               : say("How much memory %1 uses on a GPU before any tensor is allocated is not "
                     "published for this number of GPUs (%3). The figure for fewer GPUs (%2) is "
                     "used as a minimum.",
                     title, nearest->gpus, gpus);
}

/// That of the next larger number of GPUs, where it takes no less; else of the next smaller.
const EngineProfile::Context* PlanEstimator::Work::nearestContext(std::uint64_t gpus) const {
    const EngineProfile::Context* above = nullptr;
    const EngineProfile::Context* below = nullptr;
    for (const EngineProfile::Context& context : m_fresh.engine.contexts) {
        if (context.gpus >= gpus) {
            above = above == nullptr || context.gpus < above->gpus ? &context : above;
        } else if (context.gpus == 1 || context.isOfParallel == isParallel()) {
            below = below == nullptr || context.gpus > below->gpus ? &context : below;
        }
    }
    // A bare context is the same on each of several cards; one with communication is no bare one.
    const bool isBare = below != nullptr && below->gpus == 1 && !isParallel();
    return above == nullptr || (isBare && above->isOfParallel) ? below : above;
}

void PlanEstimator::Work::addRotaryTable(DeviceEstimate& device) {
    const auto& tensors = m_plan.request.tree->tensors();
    const auto rotary = std::ranges::find_if(tensors, [](const TensorSpec& tensor) {
        return tensor.name.ends_with("rotary_emb.inv_freq");
    });
    if (device.weights == 0 || !m_fresh.engine.keepsRotaryTable || rotary == tensors.end() ||
        m_facts == nullptr || !m_facts->contextLength || rotary->shape.empty()) {
        return;
    }
    const auto width = 2 * static_cast<std::uint64_t>(rotary->shape.front());
    const std::uint64_t bytes =
        *m_facts->contextLength * width * storedBytes(m_fresh.computeType, 1);
    device.weights += bytes;
    m_formula->hold(device.device.id, bytes);
    device.explained["rotary"] =
        say("the weights include a rotary table: %1 positions × %2 numbers = %3",
            groupedText(*m_facts->contextLength), groupedText(width), formatSize(bytes));
}

void PlanEstimator::Work::addExpertTiles(DeviceEstimate& device) {
    const auto& tiles = m_fresh.engine.mxfp4Tiles;
    const QuantizedWeights* const quantized = quantizedWeights(m_plan);
    if (!tiles || quantized == nullptr ||
        quantized->quantization().method != QuantizationMethod::Mxfp4 || device.weights == 0) {
        return;
    }
    const ModuleTree& tree = *m_plan.request.tree;
    const std::uint64_t cards = m_share ? m_share->cards : 1;
    double bytes = 0;
    for (const ModuleId module : quantized->modules()) {
        double more = 0;
        for (const TensorSpec& tensor : tree.ownTensors(module)) {
            const TensorId id{static_cast<std::uint32_t>(&tensor - tree.tensors().data())};
            if (!quantized->contains(id)) {
                continue;
            }
            // The first one is the gate and the way up; the way down is as wide.
            more = more == 0 ? tiledShare(*tiles, tensor, cards) - 1 : more;
            if (m_share || m_plan.storageDevices[tensor.storage.index()] == device.device.id) {
                bytes +=
                    more * static_cast<double>(quantized->bytesOf(id)) / static_cast<double>(cards);
            }
        }
    }
    if (bytes < 1) {
        return;
    }
    const auto whole = static_cast<std::uint64_t>(bytes);
    device.weights += whole;
    m_formula->hold(device.device.id, whole);
    device.explained["experts"] = say(
        "the weights include %3 of padding: MXFP4 experts are padded to tiles of %1 × %2 weights",
        groupedText(tiles->innerMultiple), groupedText(tiles->hiddenMultiple), formatSize(whole));
}

void PlanEstimator::Work::takeLoad(DeviceEstimate& device) const {
    if (m_schedule == nullptr || m_schedule->prediction == nullptr) {
        return;
    }
    const ProgramPrediction& load = *m_schedule->prediction;
    if (device.device.id == DeviceId::cpu()) {
        device.peakAllocated = std::max(device.peakAllocated, load.peakHostAnon);
        device.peakReserved = device.peakAllocated;
    }
    if (const auto peak = load.peaks.find(device.device.id); peak != load.peaks.end()) {
        device.peakAllocated = peak->second.allocated;
        device.peakReserved = peak->second.reserved;
    }
    if (const auto left = load.finals.find(device.device.id); left != load.finals.end()) {
        device.weights = left->second.allocated;
    }
}

void PlanEstimator::Work::pinWeights(DeviceEstimate& device) const {
    if (!m_fresh.engine.pinsOffloaded || !m_plan.executionDevice().isGpu()) {
        return;
    }
    std::uint64_t bytes = 0;
    std::set<std::size_t> seen;  // tied tensors once
    for (const TensorSpec& tensor : m_plan.request.tree->tensors()) {
        const std::size_t storage = tensor.storage.index();
        if (m_plan.storageDevices[storage] != device.device.id || !seen.insert(storage).second) {
            continue;
        }
        const std::uint64_t own = plannedBytes(m_plan, tensor);
        bytes += tensor.kind == TensorKind::Parameter ? std::bit_ceil(own) : own;
    }
    if (bytes > device.weights) {
        device.explained["weights"] =
            say("%1 of parameters, each pinned in a block whose size is a power of two: %2",
                formatSize(device.weights), formatSize(bytes));
        device.weights = bytes;
        device.peakAllocated = std::max(device.peakAllocated, bytes);
        device.peakReserved = std::max(device.peakReserved, device.peakAllocated);
    }
}

void PlanEstimator::Work::judge() {
    const Verdict planned = m_share && !m_plan.hasNoOptimum() ? Verdict::Fits : m_plan.verdict;
    // Weights of unknown size may be smaller than is counted.
    const bool isKnown = m_plan.missing.empty();
    m_estimate.verdict =
        (isKnown && !m_estimate.holds()) || planned == Verdict::DoesNotFit || m_estimate.refusal
            ? Verdict::DoesNotFit
        : m_estimate.missing.empty() ? planned
                                     : Verdict::Undetermined;
    for (DeviceEstimate& device : m_estimate.devices) {
        device.basis = m_estimate.missing.empty() ? device.basis : EstimateBasis::Incomplete;
        const auto free = device.free();
        // A disk is named where it lacks room; what it has left limits nothing. Nor does what a
        // CPU has left that only loads.
        const bool isLimit = device.device.id.isGpu() || holdsSome(device) || free.value_or(0) < 0;
        const bool isUsed = device.peakAllocated > 0 && isLimit &&
                            (device.device.id != DeviceId::disk() || free.value_or(0) < 0);
        if (free && isUsed && (!m_estimate.tightest || *free < m_estimate.tightest->margin)) {
            m_estimate.tightest = TightestDevice{device.device.id, *free, 0};
        }
    }
    for (const DeviceEstimate& device : m_estimate.devices) {
        const std::int64_t free = device.free().value_or(0);
        if (m_estimate.tightest && device.device.id.isGpu() &&
            device.device.id != m_estimate.tightest->device && free > 0) {
            m_estimate.tightest->stranded += static_cast<std::uint64_t>(free);
        }
    }
}

}  // namespace stowage
