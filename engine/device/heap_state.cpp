// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/heap_state.h"

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace stowage {

std::optional<std::uint64_t> heapHeldByAllocator() {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 33))
    return static_cast<std::uint64_t>(::mallinfo2().fordblks);
#else
    return std::nullopt;
#endif
}

bool resetResidentPeak() {
    const int file = ::open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    const bool done = ::write(file, "5", 1) == 1;
    ::close(file);
    return done;
}

std::optional<std::uint64_t> readResidentPeak() {
    std::ifstream status("/proc/self/status");
    std::string label;
    while (status >> label) {
        if (label == "VmHWM:") {
            std::uint64_t kibibytes = 0;
            if (status >> kibibytes) {
                return kibibytes * 1024;
            }
            return std::nullopt;
        }
    }
    return std::nullopt;
}

}  // namespace stowage
