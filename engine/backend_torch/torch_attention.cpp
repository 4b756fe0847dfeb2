// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/torch_attention.h"

#include "engine/backend_torch/compute_resources.h"
#include "engine/backend_torch/torch_operands.h"

#include <ATen/ATen.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace stowage {
namespace {

/// True where a position is hidden from another: [rows × seen].
at::Tensor maskedPositions(const AttentionInput& input, std::int64_t rows, std::int64_t seen,
                           const at::Device& device) {
    if (input.mask != nullptr) {
        const at::Tensor& own = tensorOf(*input.mask);
        const at::Tensor all = own.view({own.size(-2), own.size(-1)});
        const at::Tensor part = all.narrow(0, input.firstQuery, rows).narrow(1, 0, seen);
        return input.maskKind == MaskKind::Hides ? part.to(at::kBool) : part == 0;
    }
    const auto options = at::TensorOptions().dtype(at::kLong).device(device);
    const at::Tensor queries =
        at::arange(input.firstQuery, input.firstQuery + rows, options).unsqueeze(1);
    const at::Tensor keys = at::arange(seen, options).unsqueeze(0);
    if (input.seenByAll > 0) {
        return (keys > queries).logical_and(keys >= input.seenByAll);
    }
    if (input.window == 0) {
        return keys > queries;
    }
    const at::Tensor tooOld = queries - keys >= input.window;
    return input.attentionMask == AttentionMask::Causal ? tooOld.logical_or(keys > queries)
                                                        : tooOld;
}

/// Whether any position is hidden from another.
bool masksAny(const AttentionInput& input, std::int64_t rows, std::int64_t seen) {
    const bool hasLater =
        input.attentionMask == AttentionMask::Causal && input.firstQuery + 1 < seen;
    const bool hasOld = input.window > 0 && input.firstQuery + rows > input.window;
    return input.mask != nullptr || hasLater || hasOld;
}

/// What keys are biased by: [key heads × shared × 1 × seen], in the dtype of the scores.
at::Tensor alibiBias(const AlibiBias& alibi, std::int64_t keyHeads, std::int64_t seen,
                     const at::Tensor& scores) {
    const auto heads = static_cast<std::int64_t>(alibi.slopes.size());
    // LibTorch takes no const pointers.
    const at::Tensor slopes = at::from_blob(const_cast<float*>(alibi.slopes.data()), {heads, 1},
                                            at::TensorOptions().dtype(at::kFloat))
                                  .to(scores.device());
    at::Tensor positions = at::arange(seen, scores.options().dtype(at::kFloat));
    if (alibi.isBFloat16) {
        positions = positions.to(at::kBFloat16).to(at::kFloat);
    }
    at::Tensor bias = slopes * positions;
    if (alibi.isBFloat16) {
        bias = bias.to(at::kBFloat16);
    }
    bias = bias.to(scores.scalar_type());
    if (alibi.factor != 1) {
        bias.mul_(alibi.factor);
    }
    return bias.view({keyHeads, heads / keyHeads, 1, seen});
}

/// queries · keysᵀ · scale, bounded and biased, hidden places at minus infinity: [key heads ×
/// shared × rows × seen].
at::Tensor scoresOf(const AttentionInput& input, const at::Tensor& keysByHead,
                    std::int64_t shared) {
    const at::Tensor& queries = tensorOf(input.queries);
    const std::int64_t rows = queries.size(0);
    const std::int64_t keyHeads = keysByHead.size(0);
    const std::int64_t seen = keysByHead.size(1);
    const std::int64_t width = queries.size(1) / input.heads;
    const at::Tensor asked = queries.view({rows, keyHeads, shared, width})
                                 .permute({1, 2, 0, 3})
                                 .reshape({keyHeads, shared * rows, width});
    const double scale = input.scale > 0 ? input.scale : 1 / std::sqrt(static_cast<double>(width));
    const at::Tensor scores =
        batchProduct(asked, keysByHead.transpose(1, 2), scale).view({keyHeads, shared, rows, seen});
    if (input.cap > 0) {
        scores.div_(input.cap).tanh_().mul_(input.cap);
    }
    if (input.alibi != nullptr) {
        scores.add_(alibiBias(*input.alibi, keyHeads, seen, scores));
    }
    if (input.bias != nullptr) {
        scores.add_(tensorOf(*input.bias).view(scores.sizes()));
    }
    if (masksAny(input, rows, seen)) {
        scores.masked_fill_(maskedPositions(input, rows, seen, queries.device()),
                            -std::numeric_limits<float>::infinity());
    }
    return scores;
}

#if TORCH_VERSION_MAJOR >= 2
at::Tensor attendFused(const AttentionInput& input) {
    const at::Tensor& queries = tensorOf(input.queries);
    const std::int64_t rows = queries.size(0);
    const std::int64_t seen = tensorOf(input.keys).size(0);
    const std::int64_t keyHeads = input.keyHeads > 0 ? input.keyHeads : input.heads;
    const std::int64_t shared = input.heads / keyHeads;
    // A sequence for each head that has keys of its own; those that share them see the same ones.
    const auto ofHeads = [&](const at::Tensor& x) {
        const at::Tensor heads = x.view({seen, keyHeads, -1}).transpose(0, 1).unsqueeze(1);
        return heads.expand({keyHeads, shared, seen, heads.size(3)});
    };
    const at::Tensor asked = queries.view({rows, keyHeads, shared, -1}).permute({1, 2, 0, 3});
    const at::Tensor values = ofHeads(tensorOf(input.values));
    const bool isPlain = input.isPlainlyCausal(rows, seen);
    std::optional<at::Tensor> shown;  // or what is added to the scores
    at::Tensor hidden;
    if (!isPlain && masksAny(input, rows, seen)) {
        hidden = maskedPositions(input, rows, seen, queries.device());
    }
    if (input.alibi != nullptr || input.bias != nullptr) {
        shown = input.alibi != nullptr ? alibiBias(*input.alibi, keyHeads, seen, queries)
                                       : tensorOf(*input.bias).view({keyHeads, shared, rows, seen});
        shown = hidden.defined()
                    ? shown->masked_fill(hidden, -std::numeric_limits<float>::infinity())
                    : *shown;
    } else if (hidden.defined()) {
        shown = input.mask != nullptr ? at::logical_not(hidden) : hidden.logical_not_();
    }
    hidden.reset();
    at::Tensor made = at::empty({rows, input.heads * values.size(3)}, queries.options());
    const MemoryScope host(nullptr);
    const std::optional<double> scale = input.scale > 0 ? std::optional(input.scale) : std::nullopt;
    made.view({rows, keyHeads, shared, -1})
        .copy_(at::scaled_dot_product_attention(asked, ofHeads(tensorOf(input.keys)), values, shown,
                                                0.0, isPlain && rows > 1, scale)
                   .permute({2, 0, 1, 3}));
    return made;
}
#endif

}  // namespace

at::Tensor relativeBias(const Weight& table, const RelativeBuckets& buckets,
                        std::int64_t firstQuery, std::int64_t rows, std::int64_t seen) {
    const at::Tensor& all = tensorOf(table);
    const std::int64_t heads = all.size(1);
    std::vector<std::int64_t> chosen;
    for (std::int64_t distance = 1 - firstQuery - rows; distance < seen - firstQuery; ++distance) {
        chosen.push_back(buckets.of(distance));
    }
    at::Tensor ofDistance;  // [heads × distances], so few that they are this machine's
    {
        const MemoryScope host(nullptr);
        const at::Tensor rowsOfTable =
            at::from_blob(chosen.data(), {static_cast<std::int64_t>(chosen.size())},
                          at::TensorOptions().dtype(at::kLong))
                .to(all.device());
        ofDistance = widened(at::embedding(all, rowsOfTable)).t().contiguous();
    }
    at::Tensor made = at::empty({heads, rows * seen}, ofDistance.options());
    const at::Tensor byRow = made.view({heads, rows, seen});
    for (std::int64_t row = 0; row < rows; ++row) {
        byRow.select(1, row).copy_(ofDistance.narrow(1, rows - 1 - row, seen));
    }
    return made;
}

at::Tensor attend(const AttentionInput& input) {
#if TORCH_VERSION_MAJOR >= 2
    if (input.kind == AttentionKind::Fused) {
        return attendFused(input);
    }
#endif
    const at::Tensor& queries = tensorOf(input.queries);
    const at::Tensor& keys = tensorOf(input.keys);
    const std::int64_t rows = queries.size(0);
    const std::int64_t seen = keys.size(0);
    const std::int64_t keyHeads = input.keyHeads > 0 ? input.keyHeads : input.heads;
    // Heads that share keys stand beside each other: they become further rows of one product.
    const std::int64_t shared = input.heads / keyHeads;
    const auto byHead = [&](const at::Tensor& x) {
        return x.view({seen, keyHeads, -1}).transpose(0, 1);
    };
    // What is done with goes at once: these are the largest numbers of a long prompt.
    at::Tensor shares = at::softmax(scoresOf(input, byHead(keys), shared), -1, at::kFloat)
                            .to(queries.scalar_type())
                            .view({keyHeads, -1, seen});
    const at::Tensor values = batchProduct(shares, byHead(tensorOf(input.values)), 1);
    shares.reset();
    return values.view({keyHeads, shared, rows, -1}).permute({2, 0, 1, 3}).reshape({rows, -1});
}

}  // namespace stowage
