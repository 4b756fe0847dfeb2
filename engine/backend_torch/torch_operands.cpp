// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/torch_operands.h"

#include "engine/load/tensor_backend.h"
#include "engine/run/weights/dequantize.h"
#include "engine/run/weights/weight_source.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/version.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace stowage {
namespace {

ComputePlace placeOf(const at::Tensor& tensor) {
    return tensor.is_cuda() ? ComputePlace{static_cast<int>(tensor.device().index())}
                            : ComputePlace{};
}

class TorchActivation : public Activation {
public:
    TorchActivation(at::Tensor tensor, at::Tensor room)
        : m_tensor(std::move(tensor)), m_room(std::move(room)) {}
    [[nodiscard]] std::vector<std::int64_t> shape() const override {
        return m_tensor.sizes().vec();
    }
    [[nodiscard]] ComputePlace place() const override { return placeOf(m_tensor); }
    [[nodiscard]] const at::Tensor& tensor() const { return m_tensor; }
    [[nodiscard]] const at::Tensor& room() const { return m_room; }

private:
    at::Tensor m_tensor;
    at::Tensor m_room;
};

class TorchWeight : public Weight {
public:
    TorchWeight(std::string name, DType dtype, at::Tensor tensor)
        : m_name(std::move(name)), m_dtype(dtype), m_tensor(std::move(tensor)) {}
    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] ComputePlace place() const override { return placeOf(m_tensor); }
    [[nodiscard]] DType dtype() const { return m_dtype; }
    [[nodiscard]] const at::Tensor& tensor() const { return m_tensor; }

private:
    std::string m_name;
    DType m_dtype;
    at::Tensor m_tensor;
};

/// Before version 2, LibTorch's own products of bfloat16 are summed up in bfloat16.
constexpr bool kSumsInFloat = TORCH_VERSION_MAJOR >= 2;
/// Numbers of a matrix that are widened at once: 2 MiB in float32.
constexpr std::int64_t kMostWidened = 1 << 19;
/// Up to so many rows BLAS takes longer for a product of two matrices, because it copies the larger
/// one first: OpenBLAS under Debian's 1.13, MKL under the wheels of 2.
constexpr std::int64_t kFewRows = TORCH_VERSION_MAJOR >= 2 ? 3 : 6;
/// Smaller products never go to oneDNN (ATen/native/mkldnn/Matmul.cpp: 16 × 16 × 16).
constexpr std::int64_t kSmallestForOneDnn = 4096;

/// What oneDNN's products in bfloat16 need.
bool hasBFloat16Products() {
#if defined(__x86_64__)
    static const bool hasThem = at::hasMKLDNN() && __builtin_cpu_supports("avx512bw") > 0 &&
                                __builtin_cpu_supports("avx512vl") > 0 &&
                                __builtin_cpu_supports("avx512dq") > 0;
    return hasThem;
#else
    return false;
#endif
}

/// True where a product is computed in float32: it would be rounded midway, or take longer.
/// LibTorch 2.15 needs four times as long for 64 rows without AVX-512, and for one row a quarter of
/// it.
bool isProductWidened(std::int64_t rows, std::int64_t inner, std::int64_t columns) {
    if (kSumsInFloat) {
        return rows > 1 && !hasBFloat16Products();
    }
    return rows * inner * columns <= kSmallestForOneDnn || !hasBFloat16Products();
}

/// Calls `work` with the dimension of a matrix of so many numbers' parts, and each part's first row
/// and count. Parts lie in one piece: rows as they are stored, whichever way the matrix is turned.
template <class Work>
void forEachPart(const at::Tensor& matrix, std::int64_t numbers, const Work& work) {
    const int dimension = matrix.is_contiguous() ? 0 : 1;
    const std::int64_t all = matrix.size(dimension);
    const std::int64_t width = std::max<std::int64_t>(matrix.size(1 - dimension), 1);
    const std::int64_t most = std::max<std::int64_t>(numbers / width, 1);
    for (std::int64_t first = 0; first < all; first += most) {
        work(dimension, first, std::min(most, all - first));
    }
}

/// Row by row over parts of the matrix that all rows find in the cache.
at::Tensor fewRowsProduct(const at::Tensor& x, const at::Tensor& matrix, const at::Tensor& bias) {
    const std::int64_t rows = x.size(0);
    const at::Tensor made =
        bias.defined() ? bias.expand({rows, matrix.size(1)}).clone(at::MemoryFormat::Contiguous)
                       : at::zeros({rows, matrix.size(1)}, x.options());
    forEachPart(matrix, kMostWidened * at::get_num_threads(),
                [&](int dimension, std::int64_t first, std::int64_t count) {
                    const at::Tensor part = matrix.narrow(dimension, first, count).t();
                    for (std::int64_t row = 0; row < rows; ++row) {
                        const at::Tensor own = made[row];
                        if (dimension == 1) {
                            own.narrow(0, first, count).addmv_(part, x[row]);
                        } else {
                            own.addmv_(part, x[row].narrow(0, first, count));
                        }
                    }
                });
    return made;
}

}  // namespace

ActivationPtr makeActivation(at::Tensor tensor) {
    return makeGrowingActivation(std::move(tensor), at::Tensor());
}

ActivationPtr makeGrowingActivation(at::Tensor tensor, at::Tensor room) {
    return std::make_shared<TorchActivation>(std::move(tensor), std::move(room));
}

WeightPtr makeWeight(std::string name, DType dtype, at::Tensor tensor) {
    return std::make_shared<TorchWeight>(std::move(name), dtype, std::move(tensor));
}

WeightPtr partOf(const Weight& stack, std::int64_t index) {
    const auto& whole = dynamic_cast<const TorchWeight&>(stack);
    return makeWeight(whole.name(), whole.dtype(), whole.tensor().select(0, index));
}

WeightPtr matrixOf(const Weight& kernel) {
    const auto& whole = dynamic_cast<const TorchWeight&>(kernel);
    return makeWeight(whole.name(), whole.dtype(),
                      whole.tensor().view({whole.tensor().size(0), -1}));
}

WeightPtr rowMatrixOf(const Weight& kernel) {
    const auto& whole = dynamic_cast<const TorchWeight&>(kernel);
    const MemoryScope host(nullptr);
    return makeWeight(whole.name(), whole.dtype(),
                      whole.tensor().permute({0, 2, 1}).flatten(1).contiguous());
}

const at::Tensor& tensorOf(const Activation& x) {
    return dynamic_cast<const TorchActivation&>(x).tensor();
}

const at::Tensor& tensorOf(const Weight& weight) {
    return dynamic_cast<const TorchWeight&>(weight).tensor();
}

const at::Tensor& roomOf(const Activation& x) {
    return dynamic_cast<const TorchActivation&>(x).room();
}

at::Tensor operandFor(const Weight& weight, const at::Tensor& x) {
    const at::Tensor& tensor = tensorOf(weight);
    const MemoryScope where(widens(tensor) ? nullptr : computeDevice());
    return tensor.to(x.scalar_type());
}

bool widens(const at::Tensor& tensor) {
    return tensor.is_cpu() && tensor.scalar_type() == at::kHalf;
}

std::optional<DType> blocksOf(const Weight& weight) {
    const DType dtype = dynamic_cast<const TorchWeight&>(weight).dtype();
    return elementBlock(dtype) ? std::optional(dtype) : std::nullopt;
}

at::Tensor dequantized(const at::Tensor& blocks, DType dtype) {
    const ElementBlock block = elementBlock(dtype).value_or(ElementBlock{});
    const std::int64_t rows = blocks.size(0);
    const std::int64_t rowBytes = blocks.size(1);
    const std::int64_t width = rowBytes / static_cast<std::int64_t>(block.bytes) *
                               static_cast<std::int64_t>(block.elements);
    at::Tensor numbers = at::empty({rows, width}, blocks.options().dtype(at::kFloat));
    const auto* const from = static_cast<const std::byte*>(blocks.data_ptr());
    auto* const to = numbers.data_ptr<float>();
    at::parallel_for(0, rows, 1, [&](std::int64_t first, std::int64_t end) {
        const auto span = [](std::int64_t count) { return static_cast<std::size_t>(count); };
        dequantize(dtype, {from + first * rowBytes, span((end - first) * rowBytes)},
                   {to + first * width, span((end - first) * width)});
    });
    return numbers;
}

void multiplyDequantized(const at::Tensor& made, const at::Tensor& x, const at::Tensor& blocks,
                         DType dtype, const at::Tensor& bias) {
    const MemoryScope host(nullptr);
    const at::Tensor wide = x.to(at::kFloat);
    const at::Tensor wideBias = bias.defined() ? bias.to(at::kFloat) : bias;
    const std::int64_t outputs = blocks.size(0);
    const std::int64_t most =
        std::max<std::int64_t>(kMostWidened / std::max<std::int64_t>(x.size(1), 1), 1);
    for (std::int64_t first = 0; first < outputs; first += most) {
        const std::int64_t count = std::min(most, outputs - first);
        const at::Tensor part = dequantized(blocks.narrow(0, first, count), dtype);
        const at::Tensor offsets = bias.defined() ? wideBias.narrow(0, first, count) : wideBias;
        made.narrow(1, first, count).copy_(product(wide, part.t(), offsets));
    }
}

at::Tensor widened(const at::Tensor& tensor) {
    return widens(tensor) ? tensor.to(at::kFloat) : tensor;
}

Result<void> requireComputable(std::initializer_list<const Weight*> weights) {
    for (const Weight* weight : weights) {
        if (weight == nullptr) {
            continue;
        }
        const DType dtype = dynamic_cast<const TorchWeight&>(*weight).dtype();
        if (isDequantizable(dtype)) {
            if (weight->place().card) {
                return fail(ErrorCode::Unsupported,
                            say("The weight %1 is stored as %2 on a CUDA GPU, but Stowage cannot "
                                "dequantise weights on CUDA GPUs. Run this model on the CPU or on "
                                "simulated GPUs.",
                                weight->name(), dtypeName(dtype)),
                            {}, weight->name());
            }
            continue;
        }
        if (dtype != DType::Float32 && dtype != DType::BFloat16 && dtype != DType::Float16) {
            return fail(
                ErrorCode::Unsupported,
                say("The forward pass computes in float32, bfloat16 and float16, but the weight %1 "
                    "has the dtype %2; %3.",
                    weight->name(), dtypeName(dtype), computableAdvice(dtype, DTypeRule{}.advice)),
                {}, weight->name());
        }
    }
    return {};
}

bool isHostBFloat16(const at::Tensor& x) {
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

at::Tensor product(const at::Tensor& x, const at::Tensor& matrix, const at::Tensor& bias) {
    if (x.is_cpu() && x.scalar_type() == at::kFloat) {
        if (x.size(0) == 1) {
            const at::Tensor row = x.reshape({-1});
            return (bias.defined() ? at::addmv(bias, matrix.t(), row) : at::mv(matrix.t(), row))
                .unsqueeze(0);
        }
        if (x.size(0) <= kFewRows) {
            return fewRowsProduct(x, matrix, bias);
        }
    }
    return bias.defined() ? at::addmm(bias, x, matrix) : at::mm(x, matrix);
}

void multiplyWidened(const at::Tensor& made, const at::Tensor& x, const at::Tensor& matrix,
                     const at::Tensor& bias) {
    const MemoryScope host(nullptr);
    const at::Tensor offsets = bias.defined() ? bias.to(at::kFloat) : bias;
    const auto multiply = [&](int dimension, std::int64_t first, std::int64_t count) {
        const at::Tensor part = matrix.narrow(dimension, first, count).to(at::kFloat);
        if (dimension == 1) {
            made.narrow(1, first, count)
                .copy_(product(x, part,
                               offsets.defined() ? offsets.narrow(0, first, count) : offsets));
        } else {  // sums of so many of the inner numbers, in float32
            const at::Tensor before = first == 0 ? offsets : made.size(0) == 1 ? made[0] : made;
            made.copy_(product(x.narrow(1, first, count), part, before));
        }
    };
    forEachPart(matrix, kMostWidened, multiply);
}

at::Tensor bfloat16Product(const at::Tensor& x, const at::Tensor& matrix, const at::Tensor& bias) {
    if (isProductWidened(x.size(0), x.size(1), matrix.size(1))) {
        return inFloat(x, [&](const Widen& wide) {
            const at::Tensor row = wide(x);
            at::Tensor made = at::empty({x.size(0), matrix.size(1)}, row.options());
            multiplyWidened(made, row, matrix, bias);
            return made;
        });
    }
    at::Tensor made = at::empty({x.size(0), matrix.size(1)}, x.options());
    const MemoryScope host(nullptr);
    return bias.defined() ? at::addmm_out(made, bias, x, matrix) : at::mm_out(made, x, matrix);
}

at::Tensor batchProduct(const at::Tensor& a, const at::Tensor& b, double scale) {
    if (!isHostBFloat16(a)) {
        const at::Tensor product = at::matmul(a, b);
        return scale == 1 ? product : product.mul_(scale);
    }
    if (isProductWidened(a.size(1), a.size(2), b.size(2))) {
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
