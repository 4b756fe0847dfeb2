// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_memory.h"

#include <exception>
#include <memory>
#include <string_view>
#include <utility>

namespace at {
class Tensor;
}

namespace stowage {

/// From the first call on, LibTorch's tensors of the CPU get their memory by way of us: in a
/// MemoryScope of a simulated GPU from that device, byte for byte as CUDA's allocator would be
/// asked, elsewhere from the allocator that LibTorch had. Holds for the rest of the process.
/// Thread-safe.
void installComputeMemory();

/// While it lives, CPU tensors that this thread makes lie in the memory of `device`; null: in
/// LibTorch's own. Scopes nest, and end on the thread on which they began, the last one first.
/// LibTorch's own worker threads have no scope. What a tensor holds goes back to its own device,
/// whenever and on whichever thread it is let go.
class MemoryScope {
public:
    explicit MemoryScope(DeviceMemory* device);
    ~MemoryScope();
    MemoryScope(const MemoryScope&) = delete;
    MemoryScope& operator=(const MemoryScope&) = delete;

private:
    DeviceMemory* m_before;
};

/// The device of this thread's scope; null: LibTorch's own memory.
[[nodiscard]] DeviceMemory* computeDevice();

/// While it lives, what this thread allocates in a scope is for `owner`: segment maps and errors
/// name it. The text must live as long.
class MemoryOwner {
public:
    explicit MemoryOwner(std::string_view owner);
    ~MemoryOwner();
    MemoryOwner(const MemoryOwner&) = delete;
    MemoryOwner& operator=(const MemoryOwner&) = delete;

private:
    std::string_view m_before;
};

/// The memory behind a tensor that was made in a scope.
struct TensorMemory {
    std::shared_ptr<DeviceBuffer> buffer;  ///< null: LibTorch's own, or a weight's
    DeviceMemory* device = nullptr;        ///< whose it is; lives as long as the buffer
};
[[nodiscard]] TensorMemory memoryOf(const at::Tensor& tensor);

/// What a device answered, on its way out of LibTorch: errorOfCurrentException() gives it back.
class DeviceFailure : public std::exception {
public:
    explicit DeviceFailure(Error error) : m_error(std::move(error)) {}
    [[nodiscard]] const Error& error() const { return m_error; }
    [[nodiscard]] const char* what() const noexcept override {
        return m_error.message.english().c_str();
    }

private:
    Error m_error;
};

/// How many threads one operation on the CPU uses from now on: LibTorch's own and those of a BLAS
/// that keeps its own. At least 1. Thread-safe.
void setComputeThreads(unsigned threads);
/// What was set; before that, LibTorch's own number.
[[nodiscard]] unsigned computeThreads();
/// Lets the calling thread follow: OpenMP keeps the number thread by thread, so that one which has
/// computed before would go on with the old one. Cheap; to be called before operations.
void applyComputeThreads();

}  // namespace stowage
