// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/torch_attention.h"

#include "engine/backend_torch/brain_float.h"
#include "engine/backend_torch/torch_operands.h"

#include <ATen/ATen.h>

#include <cmath>
#include <limits>
#include <vector>

namespace stowage {

namespace {

/// True where a position is hidden from another: [rows × seen].
at::Tensor hiddenPlaces(const AttentionInput& input, std::int64_t rows, std::int64_t seen,
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
    return input.sight == Sight::Earlier ? tooOld.logical_or(keys > queries) : tooOld;
}

/// Whether any position is hidden from another.
bool hidesAny(const AttentionInput& input, std::int64_t rows, std::int64_t seen) {
    const bool hasLater = input.sight == Sight::Earlier && input.firstQuery + 1 < seen;
    const bool hasOld = input.window > 0 && input.firstQuery + rows > input.window;
    return input.mask != nullptr || hasLater || hasOld;
}

/// queries · keysᵀ · scale, hidden places at minus infinity: [key heads × shared × rows × seen].
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
    if (hidesAny(input, rows, seen)) {
        scores.masked_fill_(hiddenPlaces(input, rows, seen, queries.device()),
                            -std::numeric_limits<float>::infinity());
    }
    return scores;
}

}  // namespace

at::Tensor attend(const AttentionInput& input) {
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

namespace {

/// [rows × parts of a head]
at::Tensor positionsOf(const RotaryTable& table, std::int64_t firstPosition, std::int64_t rows,
                       const at::Device& device) {
    if (table.positions.empty()) {
        return at::arange(firstPosition, firstPosition + rows,
                          at::TensorOptions().dtype(at::kFloat).device(device))
            .unsqueeze(1);
    }
    const auto count = static_cast<std::int64_t>(table.positions.size());
    return at::from_blob(const_cast<std::int64_t*>(table.positions.data()), {rows, count / rows},
                         at::TensorOptions().dtype(at::kLong))
        .to(at::TensorOptions().dtype(at::kFloat).device(device));
}

}  // namespace

at::Tensor rotated(const at::Tensor& x, std::int64_t heads, const RotaryTable& table,
                   std::int64_t firstPosition) {
    const std::int64_t rows = x.size(0);
    const auto pairs = static_cast<std::int64_t>(table.frequencies.size());
    // LibTorch takes no const pointers.
    const at::Tensor frequencies = at::from_blob(const_cast<float*>(table.frequencies.data()),
                                                 {pairs}, at::TensorOptions().dtype(at::kFloat))
                                       .to(x.device());
    const at::Tensor positions = positionsOf(table, firstPosition, rows, x.device());
    const at::Tensor angles = positions.unsqueeze(2) * frequencies;
    const at::Tensor cosines =
        angles.cos().mul_(table.factor).to(x.scalar_type()).unsqueeze(1);  // [rows × 1 × … × pairs]
    const at::Tensor sines = angles.sin().mul_(table.factor).to(x.scalar_type()).unsqueeze(1);
    const at::Tensor byHead = x.view({rows, heads, positions.size(1), -1});
    const at::Tensor turning = byHead.narrow(3, 0, 2 * pairs);
    const bool areHalves = table.pairs == RotaryPairs::Halves;
    const at::Tensor first =
        areHalves ? turning.narrow(3, 0, pairs) : turning.slice(3, 0, 2 * pairs, 2);
    const at::Tensor second =
        areHalves ? turning.narrow(3, pairs, pairs) : turning.slice(3, 1, 2 * pairs, 2);
    std::vector<at::Tensor> parts{first * cosines - second * sines,
                                  second * cosines + first * sines};
    if (!areHalves) {
        parts = {at::stack(parts, 4).flatten(3)};
    }
    if (const std::int64_t still = byHead.size(3) - 2 * pairs; still > 0) {
        parts.push_back(byHead.narrow(3, 2 * pairs, still));  // the end of each head stays as it is
    }
    return parts.size() == 1 ? parts.front().view({rows, -1}) : at::cat(parts, 3).view({rows, -1});
}

}  // namespace stowage
