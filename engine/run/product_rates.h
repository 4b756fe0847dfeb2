// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_memory.h"
#include "engine/device/machine_rates.h"
#include "engine/load/tensor_backend.h"
#include "engine/run/weights/compute.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

namespace stowage {

/// So many rows at once are multiplied when this machine is measured: a token that follows, and
/// prompts.
inline constexpr std::array<std::int64_t, 4> kMeasuredRows{1, 16, 128, 512};

/// Who multiplies.
enum class ProductPlace {
    Host,  ///< the CPU, also for simulated GPUs
    Card,  ///< a CUDA card
};

/// How a matrix of weights lies in memory: its products with few rows read it differently.
enum class WeightLayout {
    OutIn,  ///< outputs × inputs: Linear
    InOut,  ///< inputs × outputs: GPT-2's Conv1D
};

/// The key in MachineRates::matmul: "float32 x128", "cuda float16 x1", "float32 x1 conv1d". (A bare
/// "float32" is the square product that calibrate() measures with every thread.)
[[nodiscard]] std::string productRateName(ProductPlace place, DType dtype, std::int64_t rows,
                                          WeightLayout layout = WeightLayout::OutIn);

/// std::thread::hardware_concurrency(), which reads files, asked once.
[[nodiscard]] unsigned hardwareThreads();
/// How many threads a run computes with unless it is told otherwise, and products are measured
/// with: one fewer than there are cores, at least one.
[[nodiscard]] unsigned usualComputeThreads();
/// The same on a machine of so many cores, for each of so many processes that compute at once. Two
/// that took all cores would wait for each other's threads at every product: on 16 cores GPT-2 in
/// two stages came to 2 tokens/s with 15 threads each and to 138 with 7.
[[nodiscard]] unsigned usualComputeThreads(unsigned cores, unsigned sharers = 1);

/// Floating operations per second of products of so many rows with weights of that dtype that lie
/// in no cache, by `threads` threads: between two measured numbers of rows along a straight line in
/// logarithms, beyond them as at the nearest. Where a Conv1D's were not measured, a Linear's; where
/// products were not, a share of the square product's. Nothing where that is not known either.
[[nodiscard]] std::optional<double> productRate(const MachineRates& rates, ProductPlace place,
                                                DType dtype, std::int64_t rows, unsigned threads,
                                                WeightLayout layout = WeightLayout::OutIn);

/// What takes time beside the multiplying of matrices: bytes read and written, operations on single
/// rows, and the beginning of a product, whatever it multiplies ("float32", "float32 calls" and
/// "float32 products" of MachineRates::elementwise).
struct ElementwiseRates {
    double bytesPerSecond = 0;
    double callsPerSecond = 0;
    double productsPerSecond = 0;
};
/// Of activations of that dtype on the host; nothing where it was not measured.
[[nodiscard]] std::optional<ElementwiseRates> elementwiseRates(const MachineRates& rates,
                                                               DType dtype);

/// What each of two keeps of its rate where one thing multiplies and another copies within this
/// machine's memory, as weights on their way to a simulated GPU do: above 0, at most 1.
struct MemorySharing {
    double product = 1;
    double copies = 1;
};
/// Beside products of so many rows, between two measured numbers of rows along a straight line in
/// logarithms (MachineRates::sharing). What was not measured is not shared: 1.
[[nodiscard]] MemorySharing memorySharing(const MachineRates& rates, DType dtype,
                                          std::int64_t rows);

/// The host's rates of a run beside which another one computes, each with the usual number of
/// threads (MachineRates::sharing). What was not measured is not slower.
[[nodiscard]] MachineRates besideAnotherRun(MachineRates rates);

/// Measures products as a run makes them, and on the host what takes numbers one by one and what
/// products, copies and those of another run leave each other, float16 with its widening on the
/// CPU, over weights in memory of `device` (the CPU's, or a card's), and writes them into `rates`.
/// Takes some 4 s, blocks. Sets the threads of `compute` meanwhile. What LibTorch cannot do stays
/// unknown. Errors: Cancelled, OutOfMemory, DeviceOutOfMemory.
[[nodiscard]] Result<void> measureProducts(Compute& compute, TensorBackend& tensors,
                                           DeviceMemory& device, const std::stop_token& stop,
                                           MachineRates& rates);

}  // namespace stowage
