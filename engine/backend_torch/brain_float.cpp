// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/brain_float.h"

#include "engine/backend_torch/compute_memory.h"

#include <ATen/ATen.h>

#include <cstdint>

namespace stowage {

namespace {

/// Smaller products never go to oneDNN (ATen/native/mkldnn/Matmul.cpp: 16 × 16 × 16).
constexpr std::int64_t kSmallestForOneDnn = 4096;

/// What oneDNN's products in bfloat16 need.
bool hasBrainFloatProducts() {
#if defined(__x86_64__)
    static const bool hasThem = at::hasMKLDNN() && __builtin_cpu_supports("avx512bw") > 0 &&
                                __builtin_cpu_supports("avx512vl") > 0 &&
                                __builtin_cpu_supports("avx512dq") > 0;
    return hasThem;
#else
    return false;
#endif
}

/// True where a product must be computed in float32.
bool isRoundedMidway(std::int64_t rows, std::int64_t inner, std::int64_t columns) {
    return rows * inner * columns <= kSmallestForOneDnn || !hasBrainFloatProducts();
}

}  // namespace

bool isHostBrainFloat(const at::Tensor& x) {
    return x.is_cpu() && x.scalar_type() == at::kBFloat16;
}

at::Tensor inFloat(const at::Tensor& x, const std::function<at::Tensor(const Widen& wide)>& work) {
    at::Tensor made;
    {
        const MemoryScope host(nullptr);
        made = work([](const at::Tensor& operand) {
            return operand.defined() ? operand.to(at::kFloat) : operand;
        });
    }
    return made.to(x.scalar_type());
}

at::Tensor brainProduct(const at::Tensor& x, const at::Tensor& matrix, const at::Tensor& bias) {
    if (isRoundedMidway(x.size(0), x.size(1), matrix.size(1))) {
        return inFloat(x, [&](const Widen& wide) {
            return bias.defined() ? at::addmm(wide(bias), wide(x), wide(matrix))
                                  : at::mm(wide(x), wide(matrix));
        });
    }
    at::Tensor product = at::empty({x.size(0), matrix.size(1)}, x.options());
    const MemoryScope host(nullptr);
    return bias.defined() ? at::addmm_out(product, bias, x, matrix)
                          : at::mm_out(product, x, matrix);
}

at::Tensor batchProduct(const at::Tensor& a, const at::Tensor& b, double scale) {
    if (!isHostBrainFloat(a)) {
        const at::Tensor product = at::matmul(a, b);
        return scale == 1 ? product : product.mul_(scale);
    }
    if (isRoundedMidway(a.size(1), a.size(2), b.size(2))) {
        return inFloat(a, [&](const Widen& wide) {
            const at::Tensor product = at::matmul(wide(a), wide(b));
            return scale == 1 ? product : product.mul_(scale);
        });
    }
    at::Tensor product = at::empty({a.size(0), a.size(1), b.size(2)}, a.options());
    const MemoryScope host(nullptr);
    // Scaled before it is rounded, not after.
    return at::baddbmm_out(product, at::zeros({1, 1, 1}, a.options()), a, b, 0, scale);
}

}  // namespace stowage
