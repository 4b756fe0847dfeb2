// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/work_ledger.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace stowage {

/// Numbers of one row, and where they lie.
struct RowShape {
    DType dtype = DType::Float32;
    DeviceId device;
    std::int64_t width = 0;
};

/// Rows that a cache of so many has room for: 32 at first, then twice as many each time, as
/// Compute::append() grows it row by row after a prompt.
[[nodiscard]] std::int64_t cacheRoom(std::int64_t prompt, std::int64_t rows);

/// Which experts tokens choose where nobody has computed it.
enum class ExpertRouting {
    Even,   ///< each row others, one further than the row before
    Worst,  ///< every row the same: no other takes more memory at once
};

/// Arithmetic without numbers: every operation writes down in the ledger what it would compute and
/// read, and takes and gives back memory allocation by allocation as backend_torch does on a
/// simulated GPU (tst_compute_replay holds the two together). Weights are DescribedWeights'. Never
/// fails.
class MeteredCompute : public Compute {
public:
    /// `onDemand`: RunTraits::onDemand. `ledger` must outlive it and what it computes.
    MeteredCompute(WorkLedger& ledger, std::string onDemand,
                   ExpertRouting routing = ExpertRouting::Even)
        : m_ledger(ledger), m_onDemand(std::move(onDemand)), m_routing(routing) {}

    /// Cached keys or values of `rows` tokens, with room for more; or rows of a state.
    [[nodiscard]] ActivationPtr cached(const RowShape& shape, std::int64_t rows, std::int64_t room);
    [[nodiscard]] static RowShape shapeOf(const Activation& cached);
    /// The path of the expert that a weight belongs to; "": to none.
    [[nodiscard]] std::string expertOf(const std::string& weight) const;

    [[nodiscard]] Result<WeightPtr> weight(const TensorSet& set, const std::string& name) override;
    [[nodiscard]] Result<WeightPtr> part(const Weight& stack, std::int64_t index) override;
    [[nodiscard]] Made move(const ActivationPtr& x, ComputePlace place) override;
    /// Numbers by which rows choose experts, as the routing says.
    [[nodiscard]] Result<void> copyOut(const Activation& x, std::span<float> target) override;
    [[nodiscard]] Result<void> finish(ComputePlace place) override;
    [[nodiscard]] Made embedding(std::span<const std::int64_t> rows, const Weight& table) override;
    [[nodiscard]] Made add(const Activation& a, const Activation& b) override;
    [[nodiscard]] Made multiply(const Activation& a, const Activation& b) override;
    [[nodiscard]] Made linear(const Activation& x, const Weight& weight,
                              const Weight* bias) override;
    [[nodiscard]] Made conv1D(const Activation& x, const Weight& weight,
                              const Weight* bias) override;
    [[nodiscard]] Made layerNorm(const Activation& x, const Weight& scale, const Weight& shift,
                                 double epsilon) override;
    [[nodiscard]] Made rmsNorm(const Activation& x, const Weight& scale, double epsilon,
                               RmsScale how) override;
    [[nodiscard]] Made normalize(const Activation& x, double epsilon) override;
    [[nodiscard]] Made convert(const ActivationPtr& x, const Weight* like) override;
    [[nodiscard]] Made activation(const Activation& x, ActivationFunction how) override;
    [[nodiscard]] Made scale(const Activation& x, double factor) override;
    [[nodiscard]] Made rotate(const Activation& x, std::int64_t heads, const RotaryTable& table,
                              std::int64_t firstPosition) override;
    [[nodiscard]] Made attention(const AttentionInput& input) override;
    [[nodiscard]] Result<Carried> causalConvolution(const Activation& x, const Weight& weight,
                                                    const Weight* bias,
                                                    const Activation* state) override;
    [[nodiscard]] Result<Carried> selectiveScan(const ScanInput& input) override;
    [[nodiscard]] Made headColumns(const Activation& x, std::int64_t heads, std::int64_t first,
                                   std::int64_t count) override;
    [[nodiscard]] Made columns(const Activation& x, std::int64_t first,
                               std::int64_t count) override;
    [[nodiscard]] Made rows(const Activation& x, std::span<const std::int64_t> rows) override;
    [[nodiscard]] Made rowRange(const Activation& x, std::int64_t first,
                                std::int64_t count) override;
    [[nodiscard]] Made join(std::span<const ActivationPtr> parts) override;
    [[nodiscard]] Made append(const ActivationPtr& earlier, const Activation& more) override;
    [[nodiscard]] Made addRows(const Activation& x, std::span<const std::int64_t> rows,
                               const Activation& more, std::span<const float> shares) override;
    [[nodiscard]] Made zerosLike(const Activation& x) override;
    [[nodiscard]] Made relativeBias(const Weight& table, const RelativeBuckets& buckets,
                                    std::int64_t firstQuery, std::int64_t rows,
                                    std::int64_t seen) override;
    [[nodiscard]] Made input(std::span<const float> values, std::span<const std::int64_t> shape,
                             ComputePlace place) override;
    [[nodiscard]] Made convolvePatches(const Activation& image, const Weight& kernel,
                                       const Weight* bias) override;
    [[nodiscard]] Made convolveRows(const Activation& x, const Weight& weight, const Weight* bias,
                                    const RowConvolution& how) override;
    [[nodiscard]] Made cosines(const Activation& a, const Activation& b,
                               const Weight& logScale) override;

private:
    [[nodiscard]] ActivationPtr make(DType dtype, std::vector<std::int64_t> shape);
    /// A result in `x`'s dtype that is read from x once and written once.
    [[nodiscard]] ActivationPtr after(const Activation& x, std::vector<std::int64_t> shape);
    [[nodiscard]] Made product(const Activation& x, const Weight& weight, const Weight* bias,
                               WeightLayout layout);
    /// The dtype in which a weight is computed with where nothing else says it.
    [[nodiscard]] DType computedType(const Weight& weight) const;
    /// Reads a weight in an activation's dtype: the copy that this takes of the device, or null.
    ReplayedMemory::BlockPtr use(const Weight& weight, DType wanted);
    /// What an operation needs for itself.
    [[nodiscard]] ReplayedMemory::BlockPtr need(std::uint64_t bytes) {
        return m_ledger.take(RunMemoryKind::Activations, bytes);
    }
    /// Which positions are hidden from which; null where none is.
    [[nodiscard]] ReplayedMemory::BlockPtr hiddenPlaces(const AttentionInput& input);
    /// What keys are biased by, one number for each head and key; null where they are not.
    [[nodiscard]] ReplayedMemory::BlockPtr alibiBias(const AttentionInput& input);
    [[nodiscard]] Made fusedAttention(const AttentionInput& input, std::vector<std::int64_t> shape);

    WorkLedger& m_ledger;
    std::string m_onDemand;
    ExpertRouting m_routing;
};

}  // namespace stowage
