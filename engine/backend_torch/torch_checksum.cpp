// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/torch_checksum.h"

#include "engine/load/tensor_backend.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace stowage {

namespace {

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
