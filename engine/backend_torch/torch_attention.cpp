// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/torch_attention.h"

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
        const at::Tensor& all = tensorOf(*input.mask);
        return all.narrow(0, input.firstQuery, rows).narrow(1, 0, seen).to(at::kBool);
    }
    const auto options = at::TensorOptions().dtype(at::kLong).device(device);
    const at::Tensor queries =
        at::arange(input.firstQuery, input.firstQuery + rows, options).unsqueeze(1);
    const at::Tensor keys = at::arange(seen, options).unsqueeze(0);
    at::Tensor hidden = at::zeros({rows, seen}, options.dtype(at::kBool));
    if (input.sight == Sight::Earlier) {
        hidden = hidden.logical_or(keys > queries);
    }
    if (input.window > 0) {
        hidden = hidden.logical_or(queries - keys >= input.window);
    }
    return hidden;
}

}  // namespace

at::Tensor attend(const AttentionInput& input) {
    const at::Tensor& queries = tensorOf(input.queries);
    const at::Tensor& keys = tensorOf(input.keys);
    const std::int64_t rows = queries.size(0);
    const std::int64_t seen = keys.size(0);
    const std::int64_t width = queries.size(1) / input.heads;
    const std::int64_t keyHeads = input.keyHeads > 0 ? input.keyHeads : input.heads;
    // Heads that share keys stand beside each other: they become further rows of one product.
    const std::int64_t shared = input.heads / keyHeads;
    const at::Tensor asked = queries.view({rows, keyHeads, shared, width})
                                 .permute({1, 2, 0, 3})
                                 .reshape({keyHeads, shared * rows, width});
    const auto byHead = [&](const at::Tensor& x) {
        return x.view({seen, keyHeads, -1}).transpose(0, 1);
    };
    const double scale = input.scale > 0 ? input.scale : 1 / std::sqrt(static_cast<double>(width));
    at::Tensor scores = at::matmul(asked, byHead(keys).transpose(1, 2)).mul_(scale);
    scores = scores.view({keyHeads, shared, rows, seen});
    scores.masked_fill_(hiddenPlaces(input, rows, seen, queries.device()),
                        -std::numeric_limits<float>::infinity());
    const at::Tensor shares =
        at::softmax(scores, -1, at::kFloat).to(queries.scalar_type()).view({keyHeads, -1, seen});
    const at::Tensor values = at::matmul(shares, byHead(tensorOf(input.values)));
    return values.view({keyHeads, shared, rows, -1}).permute({2, 0, 1, 3}).reshape({rows, -1});
}

at::Tensor rotated(const at::Tensor& x, std::int64_t heads, const RotaryTable& table,
                   std::int64_t firstPosition) {
    const std::int64_t rows = x.size(0);
    const auto pairs = static_cast<std::int64_t>(table.frequencies.size());
    // LibTorch takes no const pointers.
    const at::Tensor frequencies = at::from_blob(const_cast<float*>(table.frequencies.data()),
                                                 {pairs}, at::TensorOptions().dtype(at::kFloat))
                                       .to(x.device());
    const at::Tensor positions =
        at::arange(firstPosition, firstPosition + rows,
                   at::TensorOptions().dtype(at::kFloat).device(x.device()));
    const at::Tensor angles = positions.unsqueeze(1) * frequencies.unsqueeze(0);
    const at::Tensor cosines =
        (angles.cos() * table.factor).to(x.scalar_type()).unsqueeze(1);  // [rows × 1 × pairs]
    const at::Tensor sines = (angles.sin() * table.factor).to(x.scalar_type()).unsqueeze(1);
    const at::Tensor byHead = x.view({rows, heads, -1});
    const at::Tensor first = byHead.narrow(2, 0, pairs);
    const at::Tensor second = byHead.narrow(2, pairs, pairs);
    const std::int64_t still = byHead.size(2) - 2 * pairs;
    std::vector<at::Tensor> parts{first * cosines - second * sines,
                                  second * cosines + first * sines};
    if (still > 0) {  // partly rotary: the end of each head stays as it is
        parts.push_back(byHead.narrow(2, 2 * pairs, still));
    }
    return at::cat(parts, 2).view({rows, -1});
}

}  // namespace stowage
