// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/torch_attention.h"

#include "engine/backend_torch/compute_resources.h"
#include "engine/backend_torch/torch_operands.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <limits>
#include <mutex>
#include <optional>
#include <vector>

namespace stowage {
namespace {

/// Of each row and pair, in the dtype of what they turn: [rows × 1 × parts of a head × pairs].
struct RotaryAngles {
    at::Tensor cosines;
    at::Tensor sines;
};

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

RotaryAngles rotaryAngles(const at::Tensor& x, const RotaryTable& table,
                          std::int64_t firstPosition) {
    // LibTorch takes no const pointers.
    const at::Tensor frequencies =
        at::from_blob(const_cast<float*>(table.frequencies.data()),
                      {static_cast<std::int64_t>(table.frequencies.size())},
                      at::TensorOptions().dtype(at::kFloat))
            .to(x.device());
    const at::Tensor positions = positionsOf(table, firstPosition, x.size(0), x.device());
    const at::Tensor angles = positions.unsqueeze(2) * frequencies;
    // One after the other: what is wide goes before the next one comes.
    RotaryAngles made;
    made.cosines = angles.cos().mul_(table.factor).to(x.scalar_type()).unsqueeze(1);
    made.sines = angles.sin().mul_(table.factor).to(x.scalar_type()).unsqueeze(1);
    return made;
}

at::Tensor rotated(const at::Tensor& x, std::int64_t heads, const RotaryTable& table,
                   const RotaryAngles& angles) {
    const std::int64_t rows = x.size(0);
    const auto pairs = static_cast<std::int64_t>(table.frequencies.size());
    const auto& [cosines, sines] = angles;
    const at::Tensor byHead = x.view({rows, heads, cosines.size(2), -1});
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

}  // namespace

class RotaryTurner::Kept {
public:
    RotaryAngles of(const at::Tensor& x, const RotaryTable& table, std::int64_t firstPosition) {
        if (!x.is_cuda() || x.size(0) != 1) {
            return rotaryAngles(x, table, firstPosition);
        }
        const std::scoped_lock lock(m_mutex);
        const auto isIt = [&](const Entry& kept) {
            return kept.firstPosition == firstPosition && kept.factor == table.factor &&
                   kept.angles.cosines.device() == x.device() &&
                   kept.angles.cosines.scalar_type() == x.scalar_type() &&
                   kept.frequencies == table.frequencies && kept.positions == table.positions;
        };
        if (const auto found = std::ranges::find_if(m_kept, isIt); found != m_kept.end()) {
            return found->angles;
        }
        if (m_kept.size() == kMostTables) {
            m_kept.pop_front();
        }
        m_kept.push_back({table.frequencies, table.positions, table.factor, firstPosition,
                          rotaryAngles(x, table, firstPosition)});
        return m_kept.back().angles;
    }

    void clear() {
        const std::scoped_lock lock(m_mutex);
        m_kept.clear();
    }

private:
    /// Layers of a model turn by two tables at most; so many sequences run beside each other.
    static constexpr std::size_t kMostTables = 16;
    struct Entry {
        std::vector<float> frequencies;
        std::vector<std::int64_t> positions;
        double factor = 1;
        std::int64_t firstPosition = 0;
        RotaryAngles angles;
    };
    std::mutex m_mutex;
    std::deque<Entry> m_kept;  ///< the oldest first
};

RotaryTurner::RotaryTurner() : m_kept(std::make_unique<Kept>()) {}

RotaryTurner::~RotaryTurner() = default;

at::Tensor RotaryTurner::rotate(const at::Tensor& x, std::int64_t heads, const RotaryTable& table,
                                std::int64_t firstPosition) {
    return rotated(x, heads, table, m_kept->of(x, table, firstPosition));
}

void RotaryTurner::clear() {
    m_kept->clear();
}

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
