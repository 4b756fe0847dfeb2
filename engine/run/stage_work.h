// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/models/module_pass.h"
#include "engine/run/models/run_model.h"
#include "engine/run/product_rates.h"
#include "engine/run/run_setting.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stowage {

/// Products of so many rows with matrices of one dtype and layout on one device: a linear layer's
/// weights, or an attention's keys and values.
struct ProductWork {
    DType dtype = DType::Float32;
    std::int64_t rows = 0;
    double operations = 0;    ///< floating: two for each multiplication with its addition
    std::uint64_t calls = 1;  ///< products
    WeightLayout layout = WeightLayout::OutIn;
    DeviceId device{};  ///< that multiplies
};

/// Bytes that go from one device to another.
struct MovedWork {
    DeviceId from;
    DeviceId to;
    std::uint64_t bytes = 0;
    bool onDemand = false;  ///< weights that are brought when they are asked for, not ahead
};

/// What one stage of a pass asks for.
struct StageWork {
    std::string module;  ///< as RunStage names it
    DeviceId device;     ///< of its last module
    std::vector<ProductWork> products{};
    std::uint64_t bytesTouched = 0;  ///< weights, cache and activations, read and written
    std::uint64_t weightBytes = 0;   ///< of these: weights, with what they are widened to
    /// What this machine computes of it, and no card: bytes beside weights, and operations that
    /// make something, however small.
    std::uint64_t hostTouched = 0;
    std::uint64_t hostCalls = 0;
    std::vector<MovedWork> moved{};  ///< weights
    std::vector<MovedWork> hops{};   ///< activations

    [[nodiscard]] double operations() const;
    [[nodiscard]] std::uint64_t bytesMoved() const;
};

/// One pass through a model, counted without numbers.
using PassWork = std::vector<StageWork>;

/// Counts passes through a model over a setting: the model's own formulas are walked with shapes
/// in place of numbers, so that what is counted is what is run. Products are 2 × rows × elements of
/// the matrix, attention 4 × rows × seen × width, as it is computed here: every score, hidden or
/// not, but where it is fused half of those of a prompt that goes in whole. Tables that are looked
/// up are not multiplied. Which experts tokens choose is assumed to be by chance, evenly: n · (1 −
/// (1 − k/n)^tokens) of n are used where each token takes k.
class WorkCounter {
public:
    /// Both must outlive the counter. So many sequences of equal length run in each pass.
    WorkCounter(const RunModel& model, const RunSetting& setting, std::size_t sequences = 1,
                AttentionKind attention = AttentionKind::Eager);
    ~WorkCounter();
    WorkCounter(const WorkCounter&) = delete;
    WorkCounter& operator=(const WorkCounter&) = delete;

    enum class Cache { None, Kept };
    /// Which pass of a run it is; tokens are those of each sequence.
    struct Pass {
        std::int64_t prompt = 1;  ///< tokens of the first pass, with which the cache began
        std::int64_t before = 0;  ///< tokens in the cache
        std::int64_t tokens = 1;  ///< that go in
        Cache cache = Cache::None;
        Outputs outputs = Outputs::All;
    };
    /// Errors: KeyMismatch (the setting lacks a tensor).
    [[nodiscard]] Result<PassWork> count(const Pass& pass);

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace stowage
