// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/activation_formula.h"

#include "engine/base/number_text.h"

#include <algorithm>
#include <vector>

namespace stowage {
namespace {

constexpr std::uint64_t kFloat32Bytes = 4;

/// Numbers a token that live at one moment, beside scores.
struct WidthMoment {
    Phrase name;
    std::uint64_t width = 0;
    std::uint64_t scoreBytes = 0;  ///< bytes of each score
    std::string parts;
};

std::string times(std::uint64_t count, std::uint64_t width) {
    return (count == 1 ? std::string() : std::to_string(count) + " × ") + groupedText(width);
}

/// The moments of a layer, in their order.
std::vector<WidthMoment> momentsOf(const BlockShape& block, const PassShape& pass) {
    const std::uint64_t hidden = block.hidden;
    const bool isWide = pass.bytes >= kFloat32Bytes;
    std::vector<WidthMoment> moments;
    // Narrow numbers are widened, squared and narrowed: 2 + 4 + 4 + 2 + 2 bytes each.
    const std::uint64_t normed = isWide ? 3 : 7;
    moments.push_back({phrase("norm"), normed * hidden, 0, times(normed, hidden)});
    if (block.heads > 0) {
        const std::uint64_t projected = block.queries + 2 * block.keys;
        moments.push_back({phrase("projections"), 2 * hidden + projected, 0,
                           times(2, hidden) + " + " + groupedText(block.queries) + " + 2 × " +
                               groupedText(block.keys)});
        if (pass.attention == AttentionKind::Eager) {
            // Scores with their softmax, which is computed in float32; of sequences one after
            // another what came of those before is there, too.
            const std::uint64_t scores = isWide ? 2 * pass.bytes : pass.bytes + 2 * kFloat32Bytes;
            const std::uint64_t earlier =
                pass.isRagged ? block.queries * (pass.sequences - 1) / pass.sequences : 0;
            // A graph's scores are there until they are multiplied with the values.
            const std::uint64_t width =
                hidden + projected + (pass.isGraph ? 2 * block.queries : earlier);
            moments.push_back({phrase("scores"), width, pass.isGraph ? kFloat32Bytes : scores,
                               groupedText(hidden) + " + " + groupedText(width - hidden)});
        }
        moments.push_back({phrase("attention"), hidden + projected + 2 * block.queries, 0,
                           groupedText(hidden) + " + " + groupedText(projected) + " + 2 × " +
                               groupedText(block.queries)});
    }
    if (block.inner > 0) {
        // What is multiplied with the gate needs its input longer.
        const std::uint64_t inner = block.isGated ? 3 : 2;
        const std::uint64_t outer = block.isGated ? 2 : 1;
        moments.push_back({phrase("feed-forward"), outer * hidden + inner * block.inner, 0,
                           times(outer, hidden) + " + " + times(inner, block.inner)});
    }
    if (block.experts > 0) {
        const std::uint64_t inner = block.areStacked ? 4 : 3;
        moments.push_back(
            {phrase("one expert for all tokens"),
             std::max(5 * hidden + inner * block.expertInner, 7 * hidden) + block.experts, 0,
             times(5, hidden) + " + " + times(inner, block.expertInner)});
    }
    return moments;
}

}  // namespace

std::uint64_t startTokens(const EngineProfile& engine, const Workload& workload,
                          const DeviceInfo& card) {
    const std::uint64_t usual = engine.batchedTokensOn(card.capacity.value_or(0), card.name);
    if (usual == 0) {
        return 0;
    }
    const std::uint64_t asked = workload.prefillChunk > 0
                                    ? workload.prefillChunk
                                    : std::min(usual, workload.batch * workload.tokens());
    return std::max(asked, workload.batch);  // each sequence has one in a pass
}

ActivationPeak blockActivations(const BlockShape& block, const PassShape& pass) {
    const std::uint64_t rows = pass.sequences * pass.tokens;
    const std::uint64_t together = pass.isRagged ? 1 : pass.sequences;
    const std::uint64_t heads = block.heads + (pass.isGraph ? 1 : 0);  // one more: the mask
    const std::uint64_t scores = together * heads * pass.tokens * pass.seen;
    const auto bytesOf = [&](const WidthMoment& moment) {
        return moment.width * rows * pass.bytes + moment.scoreBytes * scores;
    };
    const std::vector<WidthMoment> moments = momentsOf(block, pass);
    const auto widest = std::ranges::max_element(moments, {}, bytesOf);
    if (bytesOf(*widest) == 0) {
        return {};
    }
    return {bytesOf(*widest), widest->scoreBytes > 0
                                  ? say("%1: (%2) numbers × %3 tokens × %4 B + %5 scores × %6 B",
                                        widest->name, widest->parts, groupedText(rows), pass.bytes,
                                        groupedText(scores), widest->scoreBytes)
                                  : say("%1: (%2) numbers × %3 tokens × %4 B", widest->name,
                                        widest->parts, groupedText(rows), pass.bytes)};
}

std::uint64_t logitBytes(const HeadShape& head, std::uint64_t rows, std::uint64_t bytes) {
    return head.outputs * rows * bytes;
}

}  // namespace stowage
