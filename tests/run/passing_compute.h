// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/weights/compute.h"

#include <memory>
#include <utility>

namespace stowage::test {

/// Another Compute's arithmetic, passed on as it is: what a test changes of it overrides that.
class PassingCompute : public Compute {
public:
    explicit PassingCompute(std::shared_ptr<Compute> inner) : m_inner(std::move(inner)) {}

    Result<std::unique_ptr<ComputeScope>> enter(DeviceMemory& device) override {
        return m_inner->enter(device);
    }
    void setThreads(unsigned threads) override { m_inner->setThreads(threads); }
    unsigned threads() const override { return m_inner->threads(); }
    Result<WeightPtr> weight(const TensorSet& set, const std::string& name) override {
        return m_inner->weight(set, name);
    }
    Made move(const ActivationPtr& x, ComputePlace place) override {
        return m_inner->move(x, place);
    }
    Result<void> copyOut(const Activation& x, std::span<float> target) override {
        return m_inner->copyOut(x, target);
    }
    Result<void> finish(ComputePlace place) override { return m_inner->finish(place); }
    Made embedding(std::span<const std::int64_t> rows, const Weight& table) override {
        return m_inner->embedding(rows, table);
    }
    Made add(const Activation& a, const Activation& b) override { return m_inner->add(a, b); }
    Made multiply(const Activation& a, const Activation& b) override {
        return m_inner->multiply(a, b);
    }
    Made linear(const Activation& x, const Weight& weight, const Weight* bias) override {
        return m_inner->linear(x, weight, bias);
    }
    Made conv1D(const Activation& x, const Weight& weight, const Weight* bias) override {
        return m_inner->conv1D(x, weight, bias);
    }
    Made layerNorm(const Activation& x, const Weight& scale, const Weight& shift,
                   double epsilon) override {
        return m_inner->layerNorm(x, scale, shift, epsilon);
    }
    Made rmsNorm(const Activation& x, const Weight& scale, double epsilon, RmsScale how) override {
        return m_inner->rmsNorm(x, scale, epsilon, how);
    }
    Made activation(const Activation& x, ActivationFunction how) override {
        return m_inner->activation(x, how);
    }
    Made rotate(const Activation& x, std::int64_t heads, const RotaryTable& table,
                std::int64_t firstPosition) override {
        return m_inner->rotate(x, heads, table, firstPosition);
    }
    Made attention(const AttentionInput& input) override { return m_inner->attention(input); }
    Made scale(const Activation& x, double factor) override { return m_inner->scale(x, factor); }
    Made headColumns(const Activation& x, std::int64_t heads, std::int64_t first,
                     std::int64_t count) override {
        return m_inner->headColumns(x, heads, first, count);
    }
    Made columns(const Activation& x, std::int64_t first, std::int64_t count) override {
        return m_inner->columns(x, first, count);
    }
    Made rows(const Activation& x, std::span<const std::int64_t> rows) override {
        return m_inner->rows(x, rows);
    }
    Made rowRange(const Activation& x, std::int64_t first, std::int64_t count) override {
        return m_inner->rowRange(x, first, count);
    }
    Made join(std::span<const ActivationPtr> parts) override { return m_inner->join(parts); }
    Made append(const ActivationPtr& earlier, const Activation& more) override {
        return m_inner->append(earlier, more);
    }
    Made addRows(const Activation& x, std::span<const std::int64_t> rows, const Activation& more,
                 std::span<const float> shares) override {
        return m_inner->addRows(x, rows, more, shares);
    }
    Made zerosLike(const Activation& x) override { return m_inner->zerosLike(x); }
    Made relativeBias(const Weight& table, const RelativeBuckets& buckets, std::int64_t firstQuery,
                      std::int64_t rows, std::int64_t seen) override {
        return m_inner->relativeBias(table, buckets, firstQuery, rows, seen);
    }
    Made input(std::span<const float> values, std::span<const std::int64_t> shape,
               ComputePlace place) override {
        return m_inner->input(values, shape, place);
    }
    Made convolvePatches(const Activation& image, const Weight& kernel,
                         const Weight* bias) override {
        return m_inner->convolvePatches(image, kernel, bias);
    }
    Made convolveRows(const Activation& x, const Weight& weight, const Weight* bias,
                      const RowConvolution& how) override {
        return m_inner->convolveRows(x, weight, bias, how);
    }
    Made cosines(const Activation& a, const Activation& b, const Weight& logScale) override {
        return m_inner->cosines(a, b, logScale);
    }
    Result<WeightPtr> part(const Weight& stack, std::int64_t index) override {
        return m_inner->part(stack, index);
    }
    void dropWorkspaces() override { m_inner->dropWorkspaces(); }
    Made normalize(const Activation& x, double epsilon) override {
        return m_inner->normalize(x, epsilon);
    }
    Made convert(const ActivationPtr& x, const Weight* like) override {
        return m_inner->convert(x, like);
    }
    Result<Carried> causalConvolution(const Activation& x, const Weight& weight, const Weight* bias,
                                      const Activation* state) override {
        return m_inner->causalConvolution(x, weight, bias, state);
    }
    Result<Carried> selectiveScan(const ScanInput& input) override {
        return m_inner->selectiveScan(input);
    }

protected:
    [[nodiscard]] Compute& inner() { return *m_inner; }

private:
    std::shared_ptr<Compute> m_inner;
};

}  // namespace stowage::test
