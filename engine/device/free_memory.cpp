// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/free_memory.h"

#include "engine/base/byte_size.h"
#include "engine/base/utf8.h"
#include "engine/device/host_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace stowage {

namespace {

constexpr std::array kStates{FreeMemoryState::AsIs, FreeMemoryState::Touched};
constexpr std::uint64_t kPage = 4 * kKiB;
constexpr std::uint64_t kPiece = 64 * kMiB;  ///< between two looks at the stop token
constexpr double kShareOfFree = 0.9;

}  // namespace

std::string_view freeMemoryStateName(FreeMemoryState state) {
    return state == FreeMemoryState::Touched ? "touched" : "as-is";
}

Result<FreeMemoryState> freeMemoryStateFromName(std::string_view name) {
    for (const FreeMemoryState state : kStates) {
        if (freeMemoryStateName(state) == name) {
            return state;
        }
    }
    return fail(ErrorCode::InvalidArgument,
                "Free memory cannot be " + quotedForMessage(name) + "; take as-is or touched.");
}

Result<void> touchFreeMemory(std::uint64_t bytes, const std::stop_token& stop) {
    if (const auto left = hostBudgetBytes(readHostMemory())) {
        bytes =
            std::min(bytes, static_cast<std::uint64_t>(static_cast<double>(*left) * kShareOfFree));
    }
    if (bytes == 0) {
        return {};
    }
    void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return {};  // it was a wish: the load says by itself what it cannot get
    }
    (void)::madvise(memory, bytes, MADV_HUGEPAGE);
    auto* const data = static_cast<volatile std::byte*>(memory);
    bool isStopped = false;
    for (std::uint64_t begin = 0; begin < bytes && !isStopped; begin += kPiece) {
        const std::uint64_t end = std::min(bytes, begin + kPiece);
        for (std::uint64_t at = begin; at < end; at += kPage) {
            data[at] = std::byte{1};
        }
        isStopped = stop.stop_requested();
    }
    ::munmap(memory, bytes);
    if (isStopped) {
        return fail(ErrorCode::Cancelled, "Touching free memory was stopped.");
    }
    return {};
}

}  // namespace stowage
