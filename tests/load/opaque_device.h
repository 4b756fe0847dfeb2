// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/load/plain_backend.h"

#include <cstddef>
#include <memory>
#include <span>

namespace stowage::test {

/// A device as a CUDA card is one for the host: data() is an address that faults at once when the
/// host touches it; the bytes lie elsewhere and come and go through the device alone.
[[nodiscard]] std::shared_ptr<DeviceMemory> makeOpaqueDevice(const DeviceInfo& info);

/// PlainBackend that also works on opaque devices: tensors there read the hidden bytes, and casts
/// within one are done there.
class OpaqueBackend : public PlainBackend {
public:
    [[nodiscard]] std::unique_ptr<TensorSet> makeTensorSet() override;
    [[nodiscard]] Result<void> castOnDevice(DType from, const DeviceBuffer& source, DType to,
                                            DeviceBuffer& target) override;
    int castsOnDevice = 0;
};

/// Pins that the device gave out and that are still held.
[[nodiscard]] int livePins(const DeviceMemory& opaqueDevice);
/// Whether all of that host memory is within one of them.
[[nodiscard]] bool isLocked(const DeviceMemory& opaqueDevice, std::span<const std::byte> memory);
/// The most that were ever held at once.
[[nodiscard]] int mostPins(const DeviceMemory& opaqueDevice);

}  // namespace stowage::test
