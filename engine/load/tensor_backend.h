// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_memory.h"
#include "engine/model/dtype.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace stowage {

/// What a tensor is made over: memory of ours, kept alive by `buffer`.
struct TensorDescription {
    std::string name;
    DType dtype = DType::Float32;
    std::vector<std::int64_t> shape;
    std::uint64_t bufferOffset = 0;
    std::shared_ptr<DeviceBuffer> buffer;
};

/// Real tensors (at::Tensor) over our memory; they share ownership of it.
class TensorSet {
public:
    virtual ~TensorSet() = default;
    /// Adds a tensor; the same description under another name shares its memory (tied).
    [[nodiscard]] virtual Result<void> add(const TensorDescription& description) = 0;
    [[nodiscard]] virtual std::size_t size() const = 0;
    /// checksumBytes() of the named tensor, computed by ATen where the tensor lies.
    /// Needs at most a few MiB beside the tensor.
    [[nodiscard]] virtual Result<std::uint64_t> checksum(const std::string& name) const = 0;
    /// Copies a tensor's elements out, C order: for verification.
    [[nodiscard]] virtual Result<void> copyOut(const std::string& name, std::uint64_t offset,
                                               std::span<std::byte> target) const = 0;
};

/// The only door to LibTorch. Implemented by the module `stowage_torch`. Thread-safe.
class TensorBackend {
public:
    virtual ~TensorBackend() = default;
    /// "LibTorch 1.13.0, 2 threads".
    [[nodiscard]] virtual std::string description() const = 0;
    [[nodiscard]] virtual std::unique_ptr<TensorSet> makeTensorSet() = 0;
    /// Casts `count` elements; spans hold exactly that many of their dtype.
    [[nodiscard]] virtual Result<void> cast(DType from, std::span<const std::byte> source, DType to,
                                            std::span<std::byte> target) = 0;
    /// target ← source in C order, where source has the given element strides.
    [[nodiscard]] virtual Result<void> gather(DType dtype, std::span<const std::int64_t> shape,
                                              std::span<const std::int64_t> strides,
                                              std::span<const std::byte> source,
                                              std::span<std::byte> target) = 0;
    /// Fills with N(0, 0.02) from `seed` (floating dtypes) or zeros: initial weights.
    [[nodiscard]] virtual Result<void> initialise(DType dtype, std::span<std::byte> target,
                                                  std::uint64_t seed) = 0;
    /// Tensors alive in all sets of this backend.
    [[nodiscard]] virtual std::size_t liveTensors() const = 0;
    /// Runs one small operation, so that later memory figures do not contain LibTorch's start.
    virtual void warmUp() = 0;
};

/// Opens `stowage_torch` when first called (0.3 s, 150 MB); later calls return the same object.
/// `folder`: where the module lies, "" means beside the executable and in ../lib/stowage.
/// Error: BackendUnavailable with the reason.
[[nodiscard]] Result<std::shared_ptr<TensorBackend>> openTensorBackend(
    const std::string& folder = {});

/// The checksum in plain C++, to hold ATen's against: the sum over little-endian 32-bit words of
/// word × (1 + index mod 8191), plus the length, modulo 2^64; a short tail counts as zeros.
/// Feed parts in order; every part but the last a multiple of 4 bytes.
class ByteChecksum {
public:
    void add(std::span<const std::byte> bytes);
    [[nodiscard]] std::uint64_t value() const;

private:
    std::uint64_t m_sum = 0;
    std::uint64_t m_words = 0;
    std::uint64_t m_length = 0;
};

}  // namespace stowage
