// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/compute_resources.h"

#include "engine/run/run_replay.h"

#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>
#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <mutex>
#include <unordered_map>

namespace stowage {
namespace {

struct ThreadState {
    DeviceMemory* device = nullptr;
    std::string_view owner;
};

thread_local ThreadState threadState;

/// The live blocks that LibTorch has of devices, by address: it hands nothing else back. A header
/// before the data would tell it too, but then the device would count other bytes than a card.
class LiveBlocks {
public:
    void add(std::byte* address, TensorMemory memory) {
        const std::scoped_lock lock(m_mutex);
        m_blocks.emplace(address, std::move(memory));
    }
    TensorMemory take(const void* address) {
        const std::scoped_lock lock(m_mutex);
        const auto node = m_blocks.extract(address);
        return node ? std::move(node.mapped()) : TensorMemory();
    }
    TensorMemory find(const void* address) const {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_blocks.find(address);
        return found == m_blocks.end() ? TensorMemory() : found->second;
    }

private:
    mutable std::mutex m_mutex;
    std::unordered_map<const void*, TensorMemory> m_blocks;
};

/// Never destroyed: tensors may be let go while the process ends.
LiveBlocks& liveBlocks() {
    static auto* const blocks = new LiveBlocks();
    return *blocks;
}

/// The buffer goes outside of the table's lock, as its device has a lock of its own.
void release(void* address) {
    const TensorMemory memory = liveBlocks().take(address);
    static_cast<void>(memory);
}

c10::DataPtr allocateOn(DeviceMemory& device, std::size_t bytes) {
    Result<std::shared_ptr<DeviceBuffer>> buffer = device.allocateFor(bytes, threadState.owner);
    if (!buffer) {
        throw DeviceFailure(buffer.error());
    }
    std::byte* const data = (*buffer)->data();
    liveBlocks().add(data, {std::move(*buffer), &device});
    // The address is the context too: raw_allocate() of LibTorch holds to that.
    return {data, data, &release, c10::Device(c10::DeviceType::CPU)};
}

/// What this thread's scope says, else the allocator that was there before.
class Routes {
public:
    explicit Routes(c10::Allocator& former) : m_former(former) {}

    [[nodiscard]] c10::DataPtr allocate(std::size_t bytes) const {
        DeviceMemory* const device = threadState.device;
        return device == nullptr || bytes <= kSingleNumberBytes ? m_former.allocate(bytes)
                                                                : allocateOn(*device, bytes);
    }
    /// LibTorch asks nothing but this of memory that it took raw.
    static void deallocateRaw(void* address);
    [[nodiscard]] c10::Allocator& former() const { return m_former; }

private:
    c10::Allocator& m_former;
};

/// Never destroyed, as LibTorch keeps its address.
const Routes& routes() {
    static const auto* const made = new Routes(*c10::GetCPUAllocator());
    return *made;
}

void Routes::deallocateRaw(void* address) {
    if (liveBlocks().take(address).buffer == nullptr) {
        routes().former().raw_deallocate(address);
    }
}

/// c10::Allocator over the routes; `allocate` is const in older versions (1.13) and no longer in
/// newer ones, which also have `copy_data`.
template <class Base, class Allocate>
class RoutingAllocator;

template <class Base>
class RoutingBase : public Base {
public:
    [[nodiscard]] c10::DeleterFnPtr raw_deleter() const override { return &Routes::deallocateRaw; }
    // Overrides where there is one.
    void copy_data(void* target, const void* source, std::size_t bytes) const {
        std::memcpy(target, source, bytes);
    }
};

template <class Base>
class RoutingAllocator<Base, c10::DataPtr (Base::*)(std::size_t) const> : public RoutingBase<Base> {
public:
    [[nodiscard]] c10::DataPtr allocate(std::size_t bytes) const override {
        return routes().allocate(bytes);
    }
};

template <class Base>
class RoutingAllocator<Base, c10::DataPtr (Base::*)(std::size_t)> : public RoutingBase<Base> {
public:
    [[nodiscard]] c10::DataPtr allocate(std::size_t bytes) override {
        return routes().allocate(bytes);
    }
};

using Routing = RoutingAllocator<c10::Allocator, decltype(&c10::Allocator::allocate)>;

std::atomic<int> wanted{0};  ///< 0: nobody has said

thread_local int appliedThreads = 0;  ///< in this thread

/// OpenBLAS has threads of its own, whatever OpenMP is told. It is known by its function alone:
/// which BLAS lies behind LibTorch is the system's choice.
void setBlasThreads(int threads) {
    using SetThreads = void (*)(int);
    static const auto set =
        reinterpret_cast<SetThreads>(::dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
    if (set != nullptr) {
        set(threads);
    }
}

}  // namespace

void installComputeMemory() {
    static const bool installed = [] {
        (void)routes();  // asks for the allocator that there is before it is replaced
        c10::SetCPUAllocator(new Routing(), std::numeric_limits<std::uint8_t>::max());
        return true;
    }();
    static_cast<void>(installed);
}

MemoryScope::MemoryScope(DeviceMemory* device) : m_before(threadState.device) {
    threadState.device = device;
}

MemoryScope::~MemoryScope() {
    threadState.device = m_before;
}

DeviceMemory* computeDevice() {
    return threadState.device;
}

MemoryOwner::MemoryOwner(std::string_view owner) : m_before(threadState.owner) {
    threadState.owner = owner;
}

MemoryOwner::~MemoryOwner() {
    threadState.owner = m_before;
}

TensorMemory memoryOf(const at::Tensor& tensor) {
    return tensor.defined() && tensor.is_cpu() && tensor.has_storage()
               ? liveBlocks().find(tensor.storage().data_ptr().get())
               : TensorMemory();
}

void setComputeThreads(unsigned threads) {
    const int count = static_cast<int>(std::clamp(threads, 1U, 1024U));
    wanted = count;
    setBlasThreads(count);
    applyComputeThreads();
}

unsigned computeThreads() {
    const int count = wanted;
    return static_cast<unsigned>(count > 0 ? count : std::max(at::get_num_threads(), 1));
}

void applyComputeThreads() {
    const int count = wanted;
    if (count != appliedThreads) {
        at::set_num_threads(count);
        appliedThreads = count;
    }
}

}  // namespace stowage
