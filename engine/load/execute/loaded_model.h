// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/tensor_backend.h"

#include <cstdint>
#include <memory>
#include <string>

namespace stowage {

struct LoadSchedule;

/// Where the bytes of a loaded tensor lie.
struct LoadedTensor {
    DeviceId device;
    TensorSignature signature;
    std::shared_ptr<DeviceBuffer> memory;  ///< from its first byte on; null on disk
    std::string file;                      ///< on disk: a file of its bytes alone, in C order
};

/// A model whose weights are in place. Destroying it gives everything back, also the temporary
/// offload folder. Thread-safe for reading.
class LoadedModel {
public:
    virtual ~LoadedModel() = default;
    [[nodiscard]] virtual const TensorSet& tensors() const = 0;
    [[nodiscard]] virtual const LoadSchedule& schedule() const = 0;
    /// One of the schedule's tensors, by its index there.
    [[nodiscard]] virtual LoadedTensor tensor(std::uint32_t scheduled) const = 0;
    /// Whoever keeps it keeps the files of tensors on disk; null where none are.
    [[nodiscard]] virtual std::shared_ptr<const void> offloaded() const = 0;
};

/// Whether all weights in memory are still what was loaded: those that are pages of a mapped file
/// are not once that file was cut or written to. To be asked before a run and after it.
/// Errors: those of DeviceBuffer::check.
[[nodiscard]] Result<void> checkWeights(const LoadedModel& model);

}  // namespace stowage
