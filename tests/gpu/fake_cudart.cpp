// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for CUDA's runtime, to be laid before it with LD_PRELOAD on a machine without a card:
// one device whose memory the host cannot touch (its addresses fault) and on which no kernel runs.
// PyTorch's real caching allocator and our back end work over it. Found as libcuda.so.1 too, it
// answers the one question that PyTorch asks the driver itself. Whatever is asynchronous is done
// as late as CUDA allows, when somebody waits for it, so that a buffer reused too early shows.
//
//   STOWAGE_FAKE_CUDA_MIB     its capacity (4096)
//   STOWAGE_FAKE_CUDA_OTHERS  MiB that other programs hold (300); 100 MiB are the context's
#include <cuda_runtime_api.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMiB = 1024 * 1024;
constexpr std::size_t kContext = 100 * kMiB;

struct Stream {
    std::deque<std::function<void()>> waiting;
    std::uint64_t given = 0;  ///< how many operations it ever got
    std::uint64_t done = 0;
};
struct Event {
    Stream* stream = nullptr;  ///< null: never recorded
    std::uint64_t place = 0;
    Clock::time_point at;
};
struct Block {
    std::size_t size = 0;
    std::byte* hidden = nullptr;
};

std::recursive_mutex mutex;
std::map<std::uintptr_t, Block> blocks;            ///< by device address
std::map<std::uintptr_t, std::size_t> pageLocked;  ///< host memory, by address
std::map<cudaStream_t, Stream> streams;
std::size_t allocated = 0;
thread_local cudaError_t lastError = cudaSuccess;

std::size_t mebibytes(const char* name, std::size_t otherwise) {
    const char* const text = std::getenv(name);
    return kMiB * (text == nullptr ? otherwise : std::strtoull(text, nullptr, 10));
}

cudaError_t failed(cudaError_t error) {
    lastError = error;
    return error;
}

Stream& streamOf(cudaStream_t stream) {
    return streams[stream];
}

void runUntil(Stream& stream, std::uint64_t place) {
    while (stream.done < place) {
        const std::function<void()> next = std::move(stream.waiting.front());
        stream.waiting.pop_front();
        ++stream.done;
        next();
    }
}

void runAll() {
    for (auto& [handle, stream] : streams) {
        runUntil(stream, stream.given);
    }
}

void give(cudaStream_t handle, std::function<void()> work) {
    Stream& stream = streamOf(handle);
    stream.waiting.push_back(std::move(work));
    ++stream.given;
}

Event& eventOf(cudaEvent_t event) {
    return *reinterpret_cast<Event*>(event);
}

template <class Map>
auto containing(Map& ranges, const void* memory) {
    auto found = ranges.upper_bound(reinterpret_cast<std::uintptr_t>(memory));
    return found == ranges.begin() ? ranges.end() : std::prev(found);
}

/// Where the bytes of an address really are.
std::byte* bytesAt(const void* memory) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    const auto found = containing(blocks, memory);
    if (found != blocks.end() && address < found->first + found->second.size) {
        return found->second.hidden + (address - found->first);
    }
    return static_cast<std::byte*>(const_cast<void*>(memory));
}

}  // namespace

extern "C" {

// Of the driver: whether a context is open. PyTorch asks before it selects a device.
int cuDevicePrimaryCtxGetState(int, unsigned* flags, int* isActive) {
    *flags = 0;
    *isActive = 1;
    return 0;
}

cudaError_t cudaGetDeviceCount(int* count) {
    *count = 1;
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
    *device = 0;
    return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
    return device == 0 ? cudaSuccess : failed(cudaErrorInvalidDevice);
}
cudaError_t cudaDriverGetVersion(int* version) {
    *version = 13020;
    return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
    *properties = cudaDeviceProp{};
    std::strcpy(properties->name, "Stand-in without kernels");
    std::memcpy(properties->uuid.bytes, "stowage-fake-gpu", 16);
    properties->totalGlobalMem = mebibytes("STOWAGE_FAKE_CUDA_MIB", 4096);
    properties->major = 9;
    properties->multiProcessorCount = 1;
    properties->warpSize = 32;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    *least = 0;
    *greatest = 0;
    return cudaSuccess;
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
    *can = 0;
    return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() {
    const std::scoped_lock lock(mutex);
    runAll();
    return cudaSuccess;
}
cudaError_t cudaGetLastError() {
    return std::exchange(lastError, cudaSuccess);
}
cudaError_t cudaPeekAtLastError() {
    return lastError;
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
    const std::scoped_lock lock(mutex);
    *total = mebibytes("STOWAGE_FAKE_CUDA_MIB", 4096);
    *free = *total - kContext - mebibytes("STOWAGE_FAKE_CUDA_OTHERS", 300) - allocated;
    return cudaSuccess;
}
cudaError_t cudaMalloc(void** memory, std::size_t size) {
    const std::scoped_lock lock(mutex);
    std::size_t free = 0;
    std::size_t total = 0;
    (void)cudaMemGetInfo(&free, &total);
    if (size > free) {
        return failed(cudaErrorMemoryAllocation);
    }
    const int file = ::memfd_create("stowage-fake-gpu", MFD_CLOEXEC);
    if (file < 0 || ::ftruncate(file, static_cast<off_t>(size)) != 0) {
        return failed(cudaErrorMemoryAllocation);
    }
    void* const hidden = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    void* const address = ::mmap(nullptr, size, PROT_NONE, MAP_SHARED, file, 0);
    ::close(file);
    if (hidden == MAP_FAILED || address == MAP_FAILED) {
        return failed(cudaErrorMemoryAllocation);
    }
    blocks[reinterpret_cast<std::uintptr_t>(address)] = {size, static_cast<std::byte*>(hidden)};
    allocated += size;
    *memory = address;
    return cudaSuccess;
}
cudaError_t cudaFree(void* memory) {
    const std::scoped_lock lock(mutex);
    runAll();
    const auto found = blocks.find(reinterpret_cast<std::uintptr_t>(memory));
    if (memory == nullptr) {
        return cudaSuccess;
    }
    if (found == blocks.end()) {
        return failed(cudaErrorInvalidValue);
    }
    ::munmap(memory, found->second.size);
    ::munmap(found->second.hidden, found->second.size);
    allocated -= found->second.size;
    blocks.erase(found);
    return cudaSuccess;
}

cudaError_t cudaHostAlloc(void** memory, std::size_t size, unsigned) {
    const std::scoped_lock lock(mutex);
    *memory = std::aligned_alloc(4096, (size + 4095) / 4096 * 4096);
    pageLocked[reinterpret_cast<std::uintptr_t>(*memory)] = size;
    return cudaSuccess;
}
cudaError_t cudaFreeHost(void* memory) {
    const std::scoped_lock lock(mutex);
    runAll();
    pageLocked.erase(reinterpret_cast<std::uintptr_t>(memory));
    std::free(memory);
    return cudaSuccess;
}
cudaError_t cudaHostRegister(void* memory, std::size_t size, unsigned) {
    const std::scoped_lock lock(mutex);
    const bool isNew = pageLocked.emplace(reinterpret_cast<std::uintptr_t>(memory), size).second;
    return isNew ? cudaSuccess : failed(cudaErrorHostMemoryAlreadyRegistered);
}
cudaError_t cudaHostUnregister(void* memory) {
    const std::scoped_lock lock(mutex);
    return pageLocked.erase(reinterpret_cast<std::uintptr_t>(memory)) == 1
               ? cudaSuccess
               : failed(cudaErrorHostMemoryNotRegistered);
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* memory) {
    const std::scoped_lock lock(mutex);
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    const auto host = containing(pageLocked, memory);
    *attributes = cudaPointerAttributes{};
    attributes->type = cudaMemoryTypeUnregistered;
    if (bytesAt(memory) != memory) {
        attributes->type = cudaMemoryTypeDevice;
    } else if (host != pageLocked.end() && address < host->first + host->second) {
        attributes->type = cudaMemoryTypeHost;
    }
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned, int) {
    const std::scoped_lock lock(mutex);
    *stream = reinterpret_cast<cudaStream_t>(std::malloc(1));
    streams[*stream] = Stream();
    return cudaSuccess;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
    return cudaStreamCreateWithPriority(stream, flags, 0);
}
cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
    const std::scoped_lock lock(mutex);
    Stream& stream = streamOf(handle);
    runUntil(stream, stream.given);
    return cudaSuccess;
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return cudaStreamSynchronize(stream);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    const std::scoped_lock lock(mutex);
    (void)cudaStreamSynchronize(stream);
    streams.erase(stream);
    std::free(stream);
    return cudaSuccess;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus* status) {
    *status = cudaStreamCaptureStatusNone;
    return cudaSuccess;
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t, cudaStreamCaptureStatus* status,
                                     unsigned long long*, cudaGraph_t*, const cudaGraphNode_t**,
                                     const cudaGraphEdgeData**, std::size_t*) {
    *status = cudaStreamCaptureStatusNone;
    return cudaSuccess;
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode*) {
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
    *event = reinterpret_cast<cudaEvent_t>(new Event());
    return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t* event) {
    return cudaEventCreateWithFlags(event, 0);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    const std::scoped_lock lock(mutex);
    runAll();
    delete &eventOf(event);
    return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t handle) {
    const std::scoped_lock lock(mutex);
    give(handle, [event] { eventOf(event).at = Clock::now(); });
    eventOf(event).stream = &streamOf(handle);
    eventOf(event).place = streamOf(handle).given;
    return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    const std::scoped_lock lock(mutex);
    if (eventOf(event).stream != nullptr) {
        runUntil(*eventOf(event).stream, eventOf(event).place);
    }
    return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
    return cudaEventSynchronize(event);
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
    const std::scoped_lock lock(mutex);
    (void)cudaEventSynchronize(end);
    const std::chrono::duration<float, std::milli> passed = eventOf(end).at - eventOf(begin).at;
    *milliseconds = passed.count();
    return cudaSuccess;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned) {
    const std::scoped_lock lock(mutex);
    // What it waits for is the event as it was recorded now, not as it may be later.
    Stream* const other = eventOf(event).stream;
    const std::uint64_t place = eventOf(event).place;
    give(handle, [other, place] {
        if (other != nullptr) {
            runUntil(*other, place);
        }
    });
    return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* target, const void* source, std::size_t size, cudaMemcpyKind,
                            cudaStream_t handle) {
    const std::scoped_lock lock(mutex);
    give(handle, [=] { std::memcpy(bytesAt(target), bytesAt(source), size); });
    // From pageable memory CUDA returns when the source may be reused.
    cudaPointerAttributes from{};
    cudaPointerAttributes to{};
    (void)cudaPointerGetAttributes(&from, source);
    (void)cudaPointerGetAttributes(&to, target);
    const bool isPageable =
        from.type == cudaMemoryTypeUnregistered || to.type == cudaMemoryTypeUnregistered;
    return isPageable ? cudaStreamSynchronize(handle) : cudaSuccess;
}
cudaError_t cudaMemcpy(void* target, const void* source, std::size_t size, cudaMemcpyKind kind) {
    const std::scoped_lock lock(mutex);
    (void)cudaMemcpyAsync(target, source, size, kind, nullptr);
    return cudaStreamSynchronize(nullptr);
}
cudaError_t cudaMemsetAsync(void* target, int value, std::size_t size, cudaStream_t handle) {
    const std::scoped_lock lock(mutex);
    give(handle, [=] { std::memset(bytesAt(target), value, size); });
    return cudaSuccess;
}
}
