// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/tensor_spec.h"
#include "engine/run/weights/compute.h"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace stowage::test {

/// A weight as it was read back when it was lent.
class ReadWeight : public Weight {
public:
    ReadWeight(std::string name, std::vector<std::byte> bytes)
        : m_name(std::move(name)), m_bytes(std::move(bytes)) {}
    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] ComputePlace place() const override { return {}; }
    [[nodiscard]] const std::vector<std::byte>& bytes() const { return m_bytes; }

private:
    std::string m_name;
    std::vector<std::byte> m_bytes;
};

/// Arithmetic that can do nothing but read weights back, from whatever memory they lie in.
class ReadingCompute : public Compute {
public:
    [[nodiscard]] Result<WeightPtr> weight(const TensorSet& set, const std::string& name) override {
        const Result<TensorSignature> signature = set.signature(name);
        if (!signature) {
            return signature.unexpected();
        }
        std::vector<std::byte> bytes(storedBytes(signature->dtype, elementCount(signature->shape)));
        if (Result<void> read = set.copyOut(name, 0, bytes); !read) {
            return read.unexpected();
        }
        return WeightPtr(std::make_shared<ReadWeight>(name, std::move(bytes)));
    }
    Result<void> finish(ComputePlace) override { return {}; }

    Result<void> copyOut(const Activation&, std::span<float>) override { return no(); }
    Made move(const ActivationPtr&, ComputePlace) override { return no(); }
    Made embedding(std::span<const std::int64_t>, const Weight&) override { return no(); }
    Made add(const Activation&, const Activation&) override { return no(); }
    Made multiply(const Activation&, const Activation&) override { return no(); }
    Made linear(const Activation&, const Weight&, const Weight*) override { return no(); }
    Made conv1D(const Activation&, const Weight&, const Weight*) override { return no(); }
    Made layerNorm(const Activation&, const Weight&, const Weight&, double) override {
        return no();
    }
    Made rmsNorm(const Activation&, const Weight&, double, RmsScale) override { return no(); }
    Made activation(const Activation&, ActivationFunction) override { return no(); }
    Made rotate(const Activation&, std::int64_t, const RotaryTable&, std::int64_t) override {
        return no();
    }
    Made attention(const AttentionInput&) override { return no(); }
    Made scale(const Activation&, double) override { return no(); }
    Made columns(const Activation&, std::int64_t, std::int64_t) override { return no(); }
    Made headColumns(const Activation&, std::int64_t, std::int64_t, std::int64_t) override {
        return no();
    }
    Made rows(const Activation&, std::span<const std::int64_t>) override { return no(); }
    Made rowRange(const Activation&, std::int64_t, std::int64_t) override { return no(); }
    Made join(std::span<const ActivationPtr>) override { return no(); }
    Made append(const ActivationPtr&, const Activation&) override { return no(); }
    Made addRows(const Activation&, std::span<const std::int64_t>, const Activation&,
                 std::span<const float>) override {
        return no();
    }
    Made zerosLike(const Activation&) override { return no(); }
    Made relativeBias(const Weight&, const RelativeBuckets&, std::int64_t, std::int64_t,
                      std::int64_t) override {
        return no();
    }

private:
    static Unexpected no() { return fail(ErrorCode::Unsupported, "Nothing is computed here."); }
};

}  // namespace stowage::test
