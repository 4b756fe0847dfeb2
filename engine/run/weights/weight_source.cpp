// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/weights/weight_source.h"

#include "engine/base/strings.h"
#include "engine/load/tensor_backend.h"
#include "engine/model/tensor_spec.h"
#include "engine/run/weights/dequantize.h"

#include <algorithm>

namespace stowage {

namespace {

std::string shapeText(const std::vector<std::int64_t>& shape) {
    return "[" + joinedText(shape, ", ") + "]";
}

bool isComputable(const TensorSignature& tensor, const DTypeRule& rule) {
    const bool isHalf = tensor.dtype == DType::BFloat16 || tensor.dtype == DType::Float16;
    const bool isMatrix = tensor.shape.size() == 2;
    return tensor.dtype == DType::Float32 || (isHalf && rule.takesHalf) ||
           (isMatrix && rule.takesBlocks && isDequantizable(tensor.dtype));
}

}  // namespace

std::string moduleOf(std::string_view tensor) {
    const std::size_t dot = tensor.rfind('.');
    return dot == std::string_view::npos ? std::string() : std::string(tensor.substr(0, dot));
}

std::uint64_t storedBytes(const TensorSignature& signature) {
    return storedBytes(signature.dtype, elementCount(signature.shape));
}

std::string RunTensors::prefixOf(const std::vector<std::string>& prefixes,
                                 const std::string& name) const {
    const auto found = std::find_if(prefixes.begin(), prefixes.end(),
                                    [&](const auto& prefix) { return has(prefix + name); });
    return found == prefixes.end() ? prefixes.front() : *found;
}

void RunTensors::require(const std::string& name, const std::vector<std::int64_t>& shape) {
    if (m_error && !has(name)) {
        m_error = fail(ErrorCode::KeyMismatch,
                       say("The forward pass needs the tensor %1 (shape %2), but this model has no "
                           "such tensor.",
                           name, shapeText(shape)),
                       {}, name);
    }
    check(name, shape);
}

void RunTensors::check(const std::string& name, const std::vector<std::int64_t>& shape) {
    const std::optional<TensorSignature> found = m_source.describe(name);
    if (!m_error || !found) {
        return;
    }
    if (found->shape != shape) {
        m_error = fail(ErrorCode::KeyMismatch,
                       say("The forward pass needs the tensor %1 in the shape %2, but in this "
                           "model the tensor has the shape %3.",
                           name, shapeText(shape), shapeText(found->shape)),
                       {}, name);
    } else if (!isComputable(*found, m_dtypes)) {
        const std::string_view dtype = dtypeName(found->dtype);
        const Message advice = computableAdvice(found->dtype, m_dtypes.advice);
        m_error =
            fail(ErrorCode::Unsupported,
                 m_dtypes.takesHalf ? say("The forward pass computes in float32, bfloat16 and "
                                          "float16, but the weight %1 has the dtype %2; %3.",
                                          name, dtype, advice)
                                    : say("The forward pass computes in float32, but %1 is %2; %3.",
                                          name, dtype, advice),
                 {}, name);
    }
}

void RunTensors::requireLinear(const std::string& path, std::int64_t in, std::int64_t out) {
    require(path + ".weight", {out, in});
    check(path + ".bias", {out});
}

void RunTensors::requireConv1D(const std::string& path, std::int64_t in, std::int64_t out) {
    require(path + ".weight", {in, out});
    require(path + ".bias", {out});
}

void RunTensors::requireLayerNorm(const std::string& path, std::int64_t width) {
    require(path + ".weight", {width});
    require(path + ".bias", {width});
}

void RunTensors::requireScale(const std::string& path, std::int64_t width) {
    require(path + ".weight", {width});
}

}  // namespace stowage
