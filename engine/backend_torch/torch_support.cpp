// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/torch_support.h"

#include "engine/backend_torch/compute_resources.h"
#include "engine/base/checksums.h"

#include <ATen/ATen.h>
#include <c10/core/ScalarType.h>
#include <c10/util/Exception.h>
#include <torch/version.h>

#include <algorithm>
#include <array>
#include <exception>
#include <new>

namespace stowage {
namespace {

struct DTypePair {
    DType ours;
    at::ScalarType theirs;
};

constexpr std::array kPairs{
    DTypePair{DType::Bool, at::kBool},
    DTypePair{DType::UInt8, at::kByte},
    DTypePair{DType::Int8, at::kChar},
    DTypePair{DType::Int16, at::kShort},
    DTypePair{DType::Int32, at::kInt},
    DTypePair{DType::Int64, at::kLong},
    DTypePair{DType::Float16, at::kHalf},
    DTypePair{DType::BFloat16, at::kBFloat16},
    DTypePair{DType::Float32, at::kFloat},
    DTypePair{DType::Float64, at::kDouble},
    DTypePair{DType::Complex32, at::kComplexHalf},
    DTypePair{DType::Complex64, at::kComplexFloat},
    DTypePair{DType::Complex128, at::kComplexDouble},
};

#if TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 7)
constexpr std::array kLaterPairs{
    DTypePair{DType::UInt16, at::ScalarType::UInt16},
    DTypePair{DType::UInt32, at::ScalarType::UInt32},
    DTypePair{DType::UInt64, at::ScalarType::UInt64},
    DTypePair{DType::Float8E4M3FN, at::ScalarType::Float8_e4m3fn},
    DTypePair{DType::Float8E5M2, at::ScalarType::Float8_e5m2},
    DTypePair{DType::Float8E4M3FNUZ, at::ScalarType::Float8_e4m3fnuz},
    DTypePair{DType::Float8E5M2FNUZ, at::ScalarType::Float8_e5m2fnuz},
    DTypePair{DType::Float8E8M0FNU, at::ScalarType::Float8_e8m0fnu},
};
#else
constexpr std::array<DTypePair, 0> kLaterPairs{};
#endif

/// The pair of which `isIt` holds; null where there is none.
template <class Condition>
const DTypePair* pairWhere(Condition isIt) {
    for (const std::span<const DTypePair> pairs :
         {std::span<const DTypePair>(kPairs), std::span<const DTypePair>(kLaterPairs)}) {
        if (const auto found = std::ranges::find_if(pairs, isIt); found != pairs.end()) {
            return &*found;
        }
    }
    return nullptr;
}

constexpr std::int64_t kPeriod = kChecksumPeriod;

/// Rows of kPeriod words at a time: 1 MiB of input, 2 MiB widened to int64.
constexpr std::int64_t kRows = 32;

at::Tensor widened(const at::Tensor& bytes, std::int64_t firstWord, std::int64_t words) {
    return bytes.narrow(0, 4 * firstWord, 4 * words).view(at::kInt).to(at::kLong);
}

/// The last bytes, filled up with zeros to one word.
at::Tensor tailWord(const at::Tensor& bytes, std::int64_t words) {
    const std::int64_t rest = bytes.numel() - 4 * words;
    at::Tensor padded = at::zeros({4}, bytes.options());
    padded.narrow(0, 0, rest).copy_(bytes.narrow(0, 4 * words, rest));
    return padded.view(at::kInt).to(at::kLong);
}

}  // namespace

std::string Doing::english() const {
    std::string text(m_what.english());
    if (const std::size_t place = text.find("%1"); place != std::string::npos) {
        text.replace(place, 2, m_name);
    }
    return text;
}

Error errorOfCurrentException(const Message& what) {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return makeError(ErrorCode::OutOfMemory,
                         say("%1 failed: the host has no memory left.", what));
    } catch (const DeviceFailure& failure) {
        return failure.error();
    } catch (const c10::OutOfMemoryError& error) {
        return makeError(ErrorCode::DeviceOutOfMemory,
                         say("%1 failed in LibTorch: %2", what, error.what_without_backtrace()));
    } catch (const c10::Error& error) {
        const std::string reason = error.what_without_backtrace();
        const bool memory = reason.find("not enough memory") != std::string::npos;
        return makeError(memory ? ErrorCode::OutOfMemory : ErrorCode::Internal,
                         say("%1 failed in LibTorch: %2", what, reason));
    } catch (const std::exception& error) {
        return makeError(ErrorCode::Internal, say("%1 failed in LibTorch: %2", what, error.what()));
    } catch (...) {
        return makeError(ErrorCode::Internal,
                         say("%1 failed in LibTorch for an unknown reason.", what));
    }
}

std::optional<at::ScalarType> scalarTypeOf(DType dtype) {
    const DTypePair* const found =
        pairWhere([dtype](const DTypePair& pair) { return pair.ours == dtype; });
    return found != nullptr ? std::optional(found->theirs) : std::nullopt;
}

std::optional<DType> dtypeOf(at::ScalarType scalar) {
    const DTypePair* const found =
        pairWhere([scalar](const DTypePair& pair) { return pair.theirs == scalar; });
    return found != nullptr ? std::optional(found->ours) : std::nullopt;
}

AtenLayout layoutOf(DType dtype, std::span<const std::int64_t> shape) {
    AtenLayout layout;
    layout.scalar = at::kByte;
    layout.shape.assign(shape.begin(), shape.end());
    std::uint64_t elements = 1;
    for (const std::int64_t dimension : shape) {
        elements *= static_cast<std::uint64_t>(dimension);
    }
    const std::uint64_t bits = storedBits(dtype);
    layout.byteSize = (elements * bits + 7) / 8;
    if (const auto block = elementBlock(dtype); block && !layout.shape.empty()) {
        const auto row = static_cast<std::uint64_t>(layout.shape.back());
        layout.shape.back() = static_cast<std::int64_t>(storedBytes(dtype, row));
        layout.byteSize = storedBytes(dtype, elements);
    } else if (const std::optional<at::ScalarType> scalar = scalarTypeOf(dtype)) {
        layout.scalar = *scalar;
    } else if (bits < 8) {
        layout.shape = {static_cast<std::int64_t>(layout.byteSize)};
    } else if (bits > 8) {
        layout.shape.push_back(static_cast<std::int64_t>(bits / 8));
    }
    return layout;
}

std::uint64_t checksumOnDevice(const at::Tensor& bytes) {
    const auto longs = bytes.options().dtype(at::kLong);
    // A word's weight follows from its column alone, so whole rows are first summed by column.
    at::Tensor columns = at::zeros({kPeriod}, longs);
    const std::int64_t words = bytes.numel() / 4;
    const std::int64_t fullRows = words / kPeriod;
    for (std::int64_t row = 0; row < fullRows; row += kRows) {
        const std::int64_t rows = std::min(kRows, fullRows - row);
        const at::Tensor part = widened(bytes, row * kPeriod, rows * kPeriod);
        columns.add_(part.view({rows, kPeriod}).sum(0));
    }
    std::int64_t column = words - fullRows * kPeriod;
    if (column > 0) {
        columns.narrow(0, 0, column).add_(widened(bytes, fullRows * kPeriod, column));
    }
    if (bytes.numel() % 4 != 0) {
        columns.narrow(0, column, 1).add_(tailWord(bytes, words));
    }
    const at::Tensor weights = at::arange(1, kPeriod + 1, longs);
    const std::int64_t sum = columns.mul_(weights).sum().item<std::int64_t>();
    return static_cast<std::uint64_t>(sum) + static_cast<std::uint64_t>(bytes.numel());
}

}  // namespace stowage
