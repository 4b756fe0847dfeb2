// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"
#include "engine/device/device_memory.h"
#include "engine/model/dtype.h"
#include "engine/model/tensor_spec.h"

#include <cstddef>
#include <cstdint>
#include <map>
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
/// What this LibTorch has no dtype for (quantised and sub-byte types; float8 and uint16 in 1.13) is
/// kept as a uint8 tensor of the raw bytes; its true dtype stays in the description.
class TensorSet {
public:
    virtual ~TensorSet() = default;
    /// Adds a tensor; the same description under another name shares its memory (tied).
    [[nodiscard]] virtual Result<void> add(const TensorDescription& description) = 0;
    [[nodiscard]] virtual std::size_t size() const = 0;
    /// Dtype and shape as the tensor itself reports them.
    [[nodiscard]] virtual Result<TensorSignature> signature(const std::string& name) const = 0;
    /// ByteChecksum of the named tensor, computed by ATen where the tensor lies.
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
    /// Fills with N(0, 0.02) from `seed` (floating dtypes) or zeros: initial weights.
    [[nodiscard]] virtual Result<void> initialise(DType dtype, std::span<std::byte> target,
                                                  std::uint64_t seed) = 0;
    /// The CUDA devices that LibTorch drives in this process, numbered as CUDA does, as they are
    /// now. Opens a CUDA context on each, as torch.cuda.mem_get_info does; what it takes is
    /// measured. Error: BackendUnavailable with the reason (no CUDA in LibTorch, no driver, no
    /// card): never an empty list.
    [[nodiscard]] virtual Result<std::vector<DeviceInfo>> cudaDevices();
    /// The memory of one of them, told by its UUID (by its number where `device` has none), under
    /// the number that `device` has. Errors: BackendUnavailable, InvalidArgument (no such card).
    [[nodiscard]] virtual Result<std::shared_ptr<DeviceMemory>> openCudaDevice(
        const DeviceInfo& device);
    /// All of `source`, cast into all of `target`, where both lie on one device whose memory the
    /// host cannot touch (DeviceMemory::isHostAddressable). Errors: Unsupported, DeviceLost,
    /// DeviceOutOfMemory.
    [[nodiscard]] virtual Result<void> castOnDevice(DType from, const DeviceBuffer& source,
                                                    DType to, DeviceBuffer& target);
    /// How long one product of two square matrices of that side takes on the CPU, seconds.
    /// Error: Unsupported where there is none in that dtype.
    [[nodiscard]] virtual Result<double> matmulSeconds(DType dtype, std::int64_t side);
    /// Tensors alive in all sets of this backend.
    [[nodiscard]] virtual std::size_t liveTensors() const = 0;
    /// Runs one small operation, so that later memory figures do not contain LibTorch's start.
    virtual void warmUp() = 0;
    /// False until LibTorch is open (lateTensorBackend): every other call but these three then
    /// needs an open() before it.
    [[nodiscard]] virtual bool isOpen() const { return true; }
    /// Has it opened in a thread of its own, and returns at once. While that goes on, which takes
    /// 0.3 s, the system makes no new thread for anybody: make those that are needed before.
    virtual void beginOpening() {}
    /// Waits until it is. Error: BackendUnavailable with the reason.
    [[nodiscard]] virtual Result<void> open() { return {}; }
};

/// Opens `stowage_torch` when first called (0.3 s, 150 MB); later calls return the same object.
/// `folder`: where the module lies; "" means the environment's STOWAGE_TORCH_MODULE, or else beside
/// the executable and in ../lib/stowage.
/// Error: BackendUnavailable with the reason.
[[nodiscard]] Result<std::shared_ptr<TensorBackend>> openTensorBackend(
    const std::string& folder = {});

/// The same at once: LibTorch is opened in a thread of its own after the first beginOpening() or
/// open(), which tells how that went. The last owner waits for the thread.
[[nodiscard]] std::shared_ptr<TensorBackend> lateTensorBackend();

/// The address of a symbol that `stowage_torch` exports; the module is opened as above where it is
/// not open yet. Error: BackendUnavailable with the reason.
[[nodiscard]] Result<void*> torchModuleSymbol(const char* symbol, const std::string& folder = {});

/// What the module `stowage_torch` exports: the symbol's name and its type. The caller owns the
/// object; the module stays open for good, because LibTorch cannot be unloaded safely.
inline constexpr const char* kTensorBackendFactory = "stowageCreateTensorBackend";
using TensorBackendFactory = TensorBackend* (*)();

/// True where cast() works: float32, float64, float16 and bfloat16 among each other.
[[nodiscard]] bool isCastSupported(DType from, DType to);

/// The advice, as the end of a sentence, that makes weights of a dtype computable in a forward
/// pass: `cast` where a load can cast them, else a way to a file in another dtype.
[[nodiscard]] Message computableAdvice(DType stored, Phrase cast);

class AllocatorModel;

/// What devices held when a load was predicted, by device: their allocators as they were. A device
/// that is not named is empty and as large as the plan says.
using DeviceStates = std::map<DeviceId, AllocatorModel>;

/// The devices and LibTorch, as a load needs them. Made by app/ and tests.
struct LoadBackends {
    std::vector<std::shared_ptr<DeviceMemory>> devices;  ///< every GPU of the plan, and the CPU
    std::shared_ptr<TensorBackend> tensors;
    [[nodiscard]] DeviceMemory* find(DeviceId id) const;
    /// What the devices hold now, for ScheduleOptions::deviceStates, as far as they tell.
    [[nodiscard]] std::shared_ptr<const DeviceStates> states() const;
};

}  // namespace stowage
