// SPDX-License-Identifier: GPL-3.0-or-later
// What attention, convolutions and scans over sequences take, as backend_torch computes them.
#include "engine/run/metered_compute.h"

#include <utility>

namespace stowage {

ReplayedMemory::BlockPtr MeteredCompute::hiddenPlaces(const AttentionInput& input) {
    const std::int64_t rows = input.queries.shape().front();
    const std::int64_t seen = input.keys.shape().front();
    const auto places = static_cast<std::uint64_t>(rows * seen);
    if (input.mask != nullptr) {
        const DType dtype = describedTensor(*input.mask).signature.dtype;
        m_ledger.touch(storedBytes(dtype, places));
        return dtype == DType::Bool && input.maskKind == MaskKind::Hides ? nullptr : need(places);
    }
    const bool isCausal = input.attentionMask == AttentionMask::Causal;
    const bool hasLater = isCausal && input.firstQuery + 1 < seen;
    const bool hasOld = input.window > 0 && input.firstQuery + rows > input.window;
    if (!hasLater && !hasOld) {
        return nullptr;
    }
    const auto queries = need(kIndexBytes * static_cast<std::uint64_t>(rows));
    const auto keys = need(kIndexBytes * static_cast<std::uint64_t>(seen));
    if (input.seenByAll > 0) {
        const auto later = need(places);
        const auto context = need(static_cast<std::uint64_t>(seen));
        return need(places);
    }
    if (input.window == 0) {
        return need(places);
    }
    auto distances = need(kIndexBytes * places);
    auto tooOld = need(places);
    distances.reset();
    if (!isCausal) {
        return tooOld;
    }
    const auto later = need(places);
    return need(places);
}

/// In float32 first, then as the scores are.
ReplayedMemory::BlockPtr MeteredCompute::alibiBias(const AttentionInput& input) {
    if (input.alibi == nullptr) {
        return nullptr;
    }
    const auto seen = static_cast<std::uint64_t>(input.keys.shape().front());
    const std::uint64_t count = seen * static_cast<std::uint64_t>(input.heads);
    const bool isCard = m_ledger.setting().isCard(m_ledger.device());
    const auto slopes =
        isCard ? need(kFloatBytes * static_cast<std::uint64_t>(input.heads)) : nullptr;
    auto positions = need(kFloatBytes * seen);
    if (input.alibi->isBFloat16) {
        const auto rounded = need(storedBytes(DType::BFloat16, seen));
        auto widened = need(kFloatBytes * seen);
        positions = std::move(widened);
    }
    auto bias = need(kFloatBytes * count);
    DType dtype = DType::Float32;
    const auto become = [&](DType wanted) {
        if (dtype != wanted) {
            auto other = need(storedBytes(wanted, count));
            bias = std::move(other);
            dtype = wanted;
        }
    };
    if (input.alibi->isBFloat16) {
        become(DType::BFloat16);
    }
    become(metered(input.queries).dtype());
    return bias;
}

/// Later positions of a whole prompt are not multiplied, and nothing of [rows × seen] is kept but
/// what is hidden.
Compute::Made MeteredCompute::fusedAttention(const AttentionInput& input,
                                             std::vector<std::int64_t> shape) {
    const MeteredActivation& queries = metered(input.queries);
    const std::int64_t rows = queries.shape().front();
    const std::int64_t seen = metered(input.keys).shape().front();
    const bool isPlain = input.isPlainlyCausal(rows, seen);
    const auto multiplied = static_cast<double>(isPlain ? (seen + 1) / 2 : seen);
    m_ledger.multiply(
        queries.dtype(), WeightLayout::OutIn, rows,
        4.0 * static_cast<double>(rows) * multiplied * static_cast<double>(queries.shape().back()));
    m_ledger.touch(queries.bytes() + metered(input.keys).bytes() + metered(input.values).bytes());
    auto hidden = isPlain ? nullptr : hiddenPlaces(input);
    auto bias = alibiBias(input);
    m_ledger.touch(input.bias != nullptr ? metered(*input.bias).bytes() : 0);
    if ((bias != nullptr || input.bias != nullptr) && hidden != nullptr) {
        auto both = need(
            storedBytes(queries.dtype(), static_cast<std::uint64_t>(rows * seen * input.heads)));
        bias = std::move(both);
        hidden.reset();
    }
    if (input.mask != nullptr) {  // turned over into memory of its own: the model keeps its mask
        auto shown = need(static_cast<std::uint64_t>(rows * seen));
        hidden = std::move(shown);
    }
    return after(input.queries, std::move(shape));
}

/// One after the other: the scores with what is hidden of them, their softmax in float32 beside
/// them, the values that come together, and the heads beside each other.
Compute::Made MeteredCompute::attention(const AttentionInput& input) {
    const MeteredActivation& queries = metered(input.queries);
    const std::int64_t rows = queries.shape().front();
    const std::int64_t seen = metered(input.keys).shape().front();
    const std::int64_t width = queries.shape().back();
    const std::int64_t keyHeads = input.keyHeads > 0 ? input.keyHeads : input.heads;
    const std::int64_t outWidth = metered(input.values).shape().back() / keyHeads * input.heads;
    const std::vector<std::int64_t> shape{rows, outWidth};
    if (input.kind == AttentionKind::Fused) {
        return fusedAttention(input, shape);
    }
    const DType dtype = queries.dtype();
    const auto count = static_cast<std::uint64_t>(rows * seen * input.heads);
    const std::uint64_t scoreBytes = storedBytes(dtype, count);
    m_ledger.multiply(
        dtype, WeightLayout::OutIn, rows,
        4.0 * static_cast<double>(rows) * static_cast<double>(seen) * static_cast<double>(width));
    m_ledger.touch(queries.bytes() + metered(input.keys).bytes() + metered(input.values).bytes() +
                   4 * scoreBytes);
    // Heads that share keys become rows of one product, which takes a copy.
    auto asked = keyHeads < input.heads && rows > 1 ? need(queries.bytes()) : nullptr;
    auto scores = need(scoreBytes);
    alibiBias(input).reset();
    m_ledger.touch(input.bias != nullptr ? metered(*input.bias).bytes() : 0);
    hiddenPlaces(input).reset();
    asked.reset();
    ReplayedMemory::BlockPtr shares;
    if (dtype == DType::Float32) {
        shares = need(scoreBytes);
    } else {
        auto wide = need(kFloatBytes * count);
        const auto wideShares = need(kFloatBytes * count);
        wide.reset();
        shares = need(scoreBytes);
    }
    scores.reset();
    if (rows == 1 || input.heads == 1) {
        return after(input.queries, shape);
    }
    const auto values = need(meteredBytes(dtype, shape));
    shares.reset();
    return after(input.queries, shape);
}

/// What is made, then the new state: weights are looked at where they lie, or widened on the host.
Result<Carried> MeteredCompute::causalConvolution(const Activation& x, const Weight& weight,
                                                  const Weight* bias, const Activation* /*state*/) {
    const RowShape row{metered(x).dtype(), m_ledger.device(), x.shape().back()};
    const std::int64_t kept = describedTensor(weight).signature.shape.back() - 1;
    m_ledger.readWeight(describedTensor(weight).bytes() +
                        (bias ? describedTensor(*bias).bytes() : 0));
    Made made = after(x, x.shape());
    STOWAGE_TRY(made);
    ActivationPtr state = cached(row, kept, kept);
    m_ledger.touch(2 * metered(*state).bytes());
    return Carried{std::move(*made), std::move(state)};
}

/// The same. States are read and written for each row.
Result<Carried> MeteredCompute::selectiveScan(const ScanInput& input) {
    const std::vector<std::int64_t>& shape = describedTensor(input.aLog).signature.shape;
    m_ledger.readWeight(describedTensor(input.aLog).bytes() +
                        (input.d != nullptr ? describedTensor(*input.d).bytes() : 0));
    for (const Activation* const rows : {&input.timeSteps, &input.b, &input.c, &input.gate}) {
        m_ledger.touch(metered(*rows).bytes());
    }
    Made made = after(input.x, input.x.shape());
    STOWAGE_TRY(made);
    ActivationPtr state =
        cached({DType::Float32, m_ledger.device(), shape.back()}, shape.front(), shape.front());
    const auto rows = static_cast<std::uint64_t>(input.x.shape().front());
    m_ledger.touch(2 * rows * metered(*state).bytes());
    return Carried{std::move(*made), std::move(state)};
}

/// What the table's rows are put together of is this machine's need.
Compute::Made MeteredCompute::relativeBias(const Weight& table, const RelativeBuckets& /*buckets*/,
                                           std::int64_t /*firstQuery*/, std::int64_t rows,
                                           std::int64_t seen) {
    const TensorSignature& signature = describedTensor(table).signature;
    const std::int64_t heads = signature.shape.back();
    m_ledger.touch(storedBytes(signature.dtype, static_cast<std::uint64_t>(heads * (rows + seen))));
    return make(computedType(table), {heads, rows * seen});
}

}  // namespace stowage
