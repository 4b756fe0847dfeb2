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

/// Arithmetic without numbers: every operation writes down in the ledger what it would compute,
/// read and hold. Weights are DescribedWeights'. Never fails.
class MeteredCompute : public Compute {
public:
    /// `onDemand`: RunTraits::onDemand. `ledger` must outlive it and what it computes.
    MeteredCompute(WorkLedger& ledger, std::string onDemand)
        : m_ledger(ledger), m_onDemand(std::move(onDemand)) {}

    /// Cached keys or values of `rows` tokens, with room for more.
    [[nodiscard]] ActivationPtr cached(const RowShape& shape, std::int64_t rows, std::int64_t room);
    [[nodiscard]] static RowShape shapeOf(const Activation& cached);
    /// The path of the expert that a weight belongs to; "": to none.
    [[nodiscard]] std::string expertOf(const std::string& weight) const;

    [[nodiscard]] Result<WeightPtr> weight(const TensorSet& set, const std::string& name) override;
    [[nodiscard]] Result<WeightPtr> part(const Weight& stack, std::int64_t index) override;
    [[nodiscard]] Made move(const ActivationPtr& x, ComputePlace place) override;
    /// Numbers by which each row chooses experts of its own, one further than the row before.
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
    [[nodiscard]] Made rmsNorm(const Activation& x, const Weight& scale, double epsilon) override;
    [[nodiscard]] Made bend(const Activation& x, Bend how) override;
    [[nodiscard]] Made scale(const Activation& x, double factor) override;
    [[nodiscard]] Made rotate(const Activation& x, std::int64_t heads, const RotaryTable& table,
                              std::int64_t firstPosition) override;
    [[nodiscard]] Made attention(const AttentionInput& input) override;
    [[nodiscard]] Made headColumns(const Activation& x, std::int64_t heads, std::int64_t first,
                                   std::int64_t count) override;
    [[nodiscard]] Made columns(const Activation& x, std::int64_t first,
                               std::int64_t count) override;
    [[nodiscard]] Made rows(const Activation& x, std::span<const std::int64_t> rows) override;
    [[nodiscard]] Made append(const ActivationPtr& earlier, const Activation& more) override;
    [[nodiscard]] Made addRows(const Activation& x, std::span<const std::int64_t> rows,
                               const Activation& more, std::span<const float> shares) override;
    [[nodiscard]] Made zerosLike(const Activation& x) override;

private:
    [[nodiscard]] ActivationPtr make(DType dtype, std::vector<std::int64_t> shape);
    /// A result in `x`'s dtype that is read from x once and written once.
    [[nodiscard]] ActivationPtr after(const Activation& x, std::vector<std::int64_t> shape);
    [[nodiscard]] Made product(const Activation& x, const Weight& weight, const Weight* bias,
                               std::int64_t outputs);
    /// Reads a weight in an activation's dtype; bytes of the copy that this takes of the device.
    std::uint64_t use(const Weight& weight, DType wanted);

    WorkLedger& m_ledger;
    std::string m_onDemand;
};

}  // namespace stowage
