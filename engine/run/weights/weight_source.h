// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"
#include "engine/run/weights/compute.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// The weights of one module while it runs. What was brought in for it goes with them.
struct ModuleWeights {
    DeviceId device;                 ///< on which the module runs
    std::vector<WeightPtr> weights;  ///< in the order asked for
    double transferSeconds = 0;      ///< spent on bringing weights in
    std::uint64_t bytesMoved = 0;    ///< of weights that lay elsewhere
};

/// "h.0.attn" of "h.0.attn.weight"; "" of a tensor of the model itself.
[[nodiscard]] std::string moduleOf(std::string_view tensor);

/// Of all its elements.
[[nodiscard]] std::uint64_t storedBytes(const TensorSignature& signature);

/// Where a forward pass gets its weights from, one module at a time. One thread only.
class WeightSource {
public:
    virtual ~WeightSource() = default;
    /// Every name of the state dict.
    [[nodiscard]] virtual std::vector<std::string> names() const = 0;
    /// Dtype and shape of a tensor; nothing where there is none of that name.
    [[nodiscard]] virtual std::optional<TensorSignature> describe(
        const std::string& name) const = 0;
    /// The named tensors of one module, all on one device. Errors: KeyMismatch (no such tensor),
    /// Cancelled, those of reading and of device memory.
    [[nodiscard]] virtual Result<ModuleWeights> borrow(std::span<const std::string> names,
                                                       const std::stop_token& stop) = 0;
    /// Gives back what was brought for later, as what is computed finds no room. True where
    /// there was any: then it is worth another try. False where it was stopped.
    [[nodiscard]] virtual bool makeRoom(const std::stop_token& stop) {
        (void)stop;
        return false;
    }
};

/// What dtypes a pass takes its weights in.
struct DTypeRule {
    bool takesHalf = true;     ///< float16 and bfloat16 beside float32
    bool takesBlocks = false;  ///< matrices in the quantised types of GGUF files, too
    Phrase advice = phrase("load the model in one of these dtypes (--dtype float32)");
};

/// Checks what a family needs of a source's tensors; the first that is missing or has another shape
/// is kept as the error.
class RunTensors {
public:
    explicit RunTensors(const WeightSource& source, DTypeRule dtypes = {})
        : m_source(source), m_dtypes(dtypes) {}

    [[nodiscard]] bool has(const std::string& name) const {
        return m_source.describe(name).has_value();
    }
    /// The first of these prefixes under which `name` is there; the first where it is nowhere.
    [[nodiscard]] std::string prefixOf(const std::vector<std::string>& prefixes,
                                       const std::string& name) const;
    void require(const std::string& name, const std::vector<std::int64_t>& shape);
    /// Only where it is there.
    void check(const std::string& name, const std::vector<std::int64_t>& shape);
    /// `path`.weight [out × in], and `path`.bias [out] where it is there.
    void requireLinear(const std::string& path, std::int64_t in, std::int64_t out);
    void requireConv1D(const std::string& path, std::int64_t in, std::int64_t out);
    /// `path`.weight and `path`.bias.
    void requireLayerNorm(const std::string& path, std::int64_t width);
    void requireScale(const std::string& path, std::int64_t width);

    [[nodiscard]] Result<void> result() const { return m_error; }

private:
    const WeightSource& m_source;
    DTypeRule m_dtypes;
    Result<void> m_error;
};

}  // namespace stowage
