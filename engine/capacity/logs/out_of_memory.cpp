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

    /// `what` says what it is, and is asked where the size is right.
    template <class What>
    void consider(double bytes, const What& what) {
        const double segment = std::ceil(bytes / kSegmentStep) * kSegmentStep;
        if (bytes < kOwnSegment || std::abs(segment - m_bytes) > m_half ||
            m_names.size() >= kMostNamed) {
            return;
        }
        Message name = what();
        if (std::ranges::find(m_names, name) == m_names.end()) {
            m_names.push_back(std::move(name));
        }
    }
    [[nodiscard]] Message text() const { return joined(m_names, "; "); }

private:
    double m_bytes;
    double m_half;
    std::vector<Message> m_names;
};

void considerWeights(const PlacementPlan& plan, TensorsOfSize& found) {
    for (const TensorSpec& tensor : plan.request.tree->tensors()) {
        found.consider(static_cast<double>(plannedBytes(plan, tensor)),
                       [&] { return say("the weight %1", tensor.name); });
    }
}

/// What a pass makes, of the shapes that the workload gives it.
void considerPass(const CapacityEstimate& estimate, const ModelFacts& facts, TensorsOfSize& found) {
    const Workload& work = estimate.workload;
    const auto bytes = static_cast<double>(storedBytes(estimate.computeType, 1));
    const auto batch = static_cast<double>(work.batch);
    const auto prompt = static_cast<double>(work.prompt);
    const ModelShape shape = modelShape(*estimate.plan->request.tree, facts);
    const std::string sequences = groupedText(work.batch);
    const std::string tokensOfEach = groupedText(work.prompt);
    for (const BlockShape& block : shape.blocks) {
        const auto tokens = batch * prompt * bytes;
        found.consider(batch * static_cast<double>(block.heads) * prompt * prompt * bytes, [&] {
            return say(
                "a layer's attention scores of the prompt, batch %1 × %2 "
                "tokens",
                sequences, tokensOfEach);
        });
        found.consider(tokens * static_cast<double>(block.inner), [&] {
            return say(
                "a layer's feed-forward numbers of the prompt, batch %1 × "
                "%2 tokens",
                sequences, tokensOfEach);
        });
        found.consider(tokens * static_cast<double>(block.hidden), [&] {
            return say("a layer's numbers of the prompt, batch %1 × %2 tokens", sequences,
                       tokensOfEach);
        });
    }
    const auto outputs = static_cast<double>(shape.head.outputs);
    found.consider(batch * prompt * outputs * bytes, [&] {
        return say("the logits of every token of the prompt, batch %1 × %2 tokens", sequences,
                   tokensOfEach);
    });
    found.consider(batch * prompt * outputs * 4, [&] {
        return say("the logits of every token of the prompt, batch %1 × %2 tokens, in float32",
                   sequences, tokensOfEach);
    });
    if (facts.cache && facts.cache->layers > 0) {
        found.consider(static_cast<double>(estimate.kvBytesPerToken) * batch *
                           static_cast<double>(work.tokens()) /
                           static_cast<double>(2 * facts.cache->layers),
                       [] { return say("the keys or the values of a layer, grown by a token"); });
    }
}

Message whatWasAsked(const EngineLog& log, const CapacityEstimate& estimate,
                     const ModelFacts* facts) {
    const auto tried = std::ranges::find(log.figures, "tried", &LogFigure::name);
    const auto device = log.value("device");
    const Message place = device ? say("GPU %1", formatFixed(*device, 0)) : say("The device");
    const std::string size = sizeText(tried->value);
    if (tried->value == kSharedSegment) {
        return say(
            "%1 was asked for %2 more: a segment that PyTorch takes for tensors of 1 to 10 "
            "MiB, so its size does not tell which.",
            place, size);
    }
    if (tried->value <= kSegmentStep) {
        return say(
            "%1 was asked for %2 more: a segment that PyTorch takes for tensors of up to 1 "
            "MiB, so its size does not tell which.",
            place, size);
    }
    TensorsOfSize found(tried->value, tried->step);
    considerWeights(*estimate.plan, found);
    if (facts != nullptr) {
        considerPass(estimate, *facts, found);
    }
    const Message names = found.text();
    return names.empty() ? say("%1 was asked for %2 more. No tensor of this plan and workload is "
                               "of that size.",
                               place, size)
                         : say("%1 was asked for %2 more. In this plan that is the size of: %3.",
                               place, size, names);
}

/// Empty where the log tells nothing of it.
Message whatWasHeld(const EngineLog& log) {
    std::vector<Message> parts;
    const auto size = [&](const char* name) { return sizeText(log.value(name).value_or(0)); };
    if (log.value("allocated")) {
        parts.push_back(say("%1 by tensors", size("allocated")));
    }
    if (log.value("reserved_unallocated")) {
        parts.push_back(say("%1 kept by PyTorch without a tensor", size("reserved_unallocated")));
    } else if (log.value("reserved")) {
        parts.push_back(say("%1 reserved by PyTorch in all", size("reserved")));
    }
    if (log.value("context")) {
        parts.push_back(
            say("%1 by the driver's context and libraries of the process", size("context")));
    }
    if (log.value("others")) {
        parts.push_back(say("%1 by other programs", size("others")));
    }
    if (log.value("free")) {
        parts.push_back(say("%1 were free", size("free")));
    }
    if (log.value("capacity")) {
        parts.push_back(say("of %1 in all", size("capacity")));
    }
    return parts.empty() ? Message() : say("Held: %1.", joined(std::move(parts), ", "));
}

Message changesText(const std::vector<CapacityChange>& remedies) {
    Message text;
    for (const CapacityChange& remedy : remedies) {
        text = text.empty() ? remedy.text : say("%1, then %2", text, remedy.text);
    }
    return text;
}

/// Sentences, a line each.
std::vector<Message> whatWouldHelp(const EngineLog& log, const CapacityEstimate& estimate,
                                   const std::vector<CapacityChange>& remedies) {
    const double tried = log.value("tried").value_or(0);
    const double free = log.value("free").value_or(0);
    const double kept =
        log.value("reserved_unallocated")
            .value_or(log.value("reserved").value_or(0) - log.value("allocated").value_or(0));
    std::vector<Message> lines;
    if (log.value("allowed") && free >= tried) {
        lines.push_back(say("The process was allowed less than the device has: raise that limit."));
    } else if (log.value("free") && free >= tried) {
        lines.push_back(
            say("More was free than was asked for: what one process may take was limited, or "
                "something was given back meanwhile."));
    }
    if (kept >= tried) {
        lines.push_back(
            say("PyTorch kept more than was asked for, in pieces: "
                "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True joins them."));
    }
    if (log.value("others").value_or(0) >= tried) {
        lines.push_back(say("Ending the other programs would have made room."));
    }
    if (const auto capacity = log.value("capacity"); capacity && tried > *capacity) {
        lines.push_back(
            say("One tensor alone is larger than the device: shorter prompts or chunks of them, or "
                "fused attention."));
    }
    const bool isSolved =
        !remedies.empty() && remedies.back().result->verdict != Verdict::DoesNotFit;
    if (estimate.verdict != Verdict::DoesNotFit) {
        lines.push_back(say("The plan with this workload fits, so what ran differed from it."));
    } else if (isSolved) {
        lines.push_back(say("The plan with this workload does not fit, either; it does with %1.",
                            changesText(remedies)));
    } else {
        lines.push_back(say("The plan with this workload does not fit, either."));
    }
    return lines;
}

}  // namespace

Message outOfMemoryText(const EngineLog& log, const CapacityEstimate& estimate,
                        const ModelFacts* facts, const std::vector<CapacityChange>& remedies) {
    if (!log.value("tried") || log.engine != "pytorch") {
        return {};
    }
    std::vector<Message> lines{whatWasAsked(log, estimate, facts), whatWasHeld(log)};
    for (Message& line : whatWouldHelp(log, estimate, remedies)) {
        lines.push_back(std::move(line));
    }
    return say("%1\n", joined(std::move(lines), "\n"));
}

}  // namespace stowage
