// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/logs/out_of_memory.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/capacity/activation_formula.h"
#include "engine/capacity/block_shapes.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace stowage {
namespace {

constexpr double kMebi = 1024.0 * 1024.0;
/// Segments of PyTorch's allocator (docs/spec/memory.md §1): tensors below share one.
constexpr double kSharedSegment = 20 * kMebi;
constexpr double kOwnSegment = 10 * kMebi;
constexpr double kSegmentStep = 2 * kMebi;
constexpr std::size_t kMostNamed = 3;

std::string sizeText(double bytes) {
    return formatSize(std::max(bytes, 0.0));
}

/// Finds tensors of a plan for which PyTorch would ask for a segment of a printed size.
class TensorsOfSize {
public:
    TensorsOfSize(double bytes, double step) : m_bytes(bytes), m_half(step / 2) {}

    void consider(double bytes, const std::string& what) {
        const double segment = std::ceil(bytes / kSegmentStep) * kSegmentStep;
        if (bytes >= kOwnSegment && std::abs(segment - m_bytes) <= m_half &&
            m_names.size() < kMostNamed && std::ranges::find(m_names, what) == m_names.end()) {
            m_names.push_back(what);
        }
    }
    [[nodiscard]] std::string text() const {
        std::string text;
        for (const std::string& name : m_names) {
            text += (text.empty() ? "" : "; ") + name;
        }
        return text;
    }

private:
    double m_bytes;
    double m_half;
    std::vector<std::string> m_names;
};

void considerWeights(const PlacementPlan& plan, TensorsOfSize& found) {
    for (const TensorSpec& tensor : plan.request.tree->tensors()) {
        found.consider(static_cast<double>(plannedBytes(plan, tensor)),
                       "the weight " + tensor.name);
    }
}

/// What a pass makes, of the shapes that the workload gives it.
void considerPass(const CapacityEstimate& estimate, const ModelFacts& facts, TensorsOfSize& found) {
    const Workload& work = estimate.workload;
    const auto bytes = static_cast<double>(storedBytes(estimate.computeType, 1));
    const auto batch = static_cast<double>(work.batch);
    const auto prompt = static_cast<double>(work.prompt);
    const ModelShape shape = modelShape(*estimate.plan->request.tree, facts);
    const std::string ofPrompt = " of the prompt, batch " + groupedText(work.batch) + " × " +
                                 groupedText(work.prompt) + " tokens";
    for (const BlockShape& block : shape.blocks) {
        const auto tokens = batch * prompt * bytes;
        found.consider(batch * static_cast<double>(block.heads) * prompt * prompt * bytes,
                       "a layer's attention scores" + ofPrompt);
        found.consider(tokens * static_cast<double>(block.inner),
                       "a layer's feed-forward numbers" + ofPrompt);
        found.consider(tokens * static_cast<double>(block.hidden), "a layer's numbers" + ofPrompt);
    }
    const auto outputs = static_cast<double>(shape.head.outputs);
    found.consider(batch * prompt * outputs * bytes, "the logits of every token" + ofPrompt);
    found.consider(batch * prompt * outputs * 4,
                   "the logits of every token" + ofPrompt + ", in float32");
    if (facts.cache && facts.cache->layers > 0) {
        found.consider(static_cast<double>(estimate.kvBytesPerToken) * batch *
                           static_cast<double>(work.tokens()) /
                           static_cast<double>(2 * facts.cache->layers),
                       "the keys or the values of a layer, grown by a token");
    }
}

std::string whatWasAsked(const EngineLog& log, const CapacityEstimate& estimate,
                         const ModelFacts* facts) {
    const auto tried = std::ranges::find(log.figures, "tried", &LogFigure::name);
    const auto device = log.value("device");
    std::string text = (device ? "GPU " + formatFixed(*device, 0) : std::string("The device")) +
                       " was asked for " + sizeText(tried->value) + " more";
    if (tried->value <= kSegmentStep || tried->value == kSharedSegment) {
        return text + ": a segment that PyTorch takes for tensors of " +
               (tried->value == kSharedSegment ? "1 to 10 MiB" : "up to 1 MiB") +
               ", so its size does not tell which.\n";
    }
    TensorsOfSize found(tried->value, tried->step);
    considerWeights(*estimate.plan, found);
    if (facts != nullptr) {
        considerPass(estimate, *facts, found);
    }
    const std::string names = found.text();
    return text + (names.empty() ? ". No tensor of this plan and workload is of that size.\n"
                                 : ". In this plan that is the size of: " + names + ".\n");
}

std::string whatWasHeld(const EngineLog& log) {
    std::string text;
    const auto add = [&](const char* name, const char* before, const char* behind) {
        if (const auto value = log.value(name)) {
            text +=
                (text.empty() ? "Held: " : ", ") + std::string(before) + sizeText(*value) + behind;
        }
    };
    add("allocated", "", " by tensors");
    add("reserved_unallocated", "", " kept by PyTorch without a tensor");
    if (!log.value("reserved_unallocated")) {
        add("reserved", "", " reserved by PyTorch in all");
    }
    add("context", "", " by the driver's context and libraries of the process");
    add("others", "", " by other programs");
    add("free", "", " were free");
    add("capacity", "of ", " in all");
    return text.empty() ? text : text + ".\n";
}

std::string changesText(const std::vector<CapacityChange>& remedies) {
    std::string text;
    for (const CapacityChange& remedy : remedies) {
        text += (text.empty() ? "" : ", then ") + remedy.text;
    }
    return text;
}

std::string whatWouldHelp(const EngineLog& log, const CapacityEstimate& estimate,
                          const std::vector<CapacityChange>& remedies) {
    const double tried = log.value("tried").value_or(0);
    const double free = log.value("free").value_or(0);
    const double kept =
        log.value("reserved_unallocated")
            .value_or(log.value("reserved").value_or(0) - log.value("allocated").value_or(0));
    std::string text;
    if (log.value("allowed") && free >= tried) {
        text += "The process was allowed less than the device has: raise that limit.\n";
    } else if (log.value("free") && free >= tried) {
        text +=
            "More was free than was asked for: what one process may take was limited, or "
            "something was given back meanwhile.\n";
    }
    if (kept >= tried) {
        text +=
            "PyTorch kept more than was asked for, in pieces: "
            "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True joins them.\n";
    }
    if (log.value("others").value_or(0) >= tried) {
        text += "Ending the other programs would have made room.\n";
    }
    if (const auto capacity = log.value("capacity"); capacity && tried > *capacity) {
        text +=
            "One tensor alone is larger than the device: shorter prompts or chunks of them, or "
            "fused attention.\n";
    }
    if (estimate.verdict != Verdict::DoesNotFit) {
        return text + "The plan with this workload fits, so what ran differed from it.\n";
    }
    const bool isSolved =
        !remedies.empty() && remedies.back().result->verdict != Verdict::DoesNotFit;
    return text + "The plan with this workload does not fit, either" +
           (isSolved ? "; it does with " + changesText(remedies) : "") + ".\n";
}

}  // namespace

std::string outOfMemoryText(const EngineLog& log, const CapacityEstimate& estimate,
                            const ModelFacts* facts, const std::vector<CapacityChange>& remedies) {
    if (!log.value("tried") || log.engine != "pytorch") {
        return {};
    }
    return whatWasAsked(log, estimate, facts) + whatWasHeld(log) +
           whatWouldHelp(log, estimate, remedies);
}

}  // namespace stowage
