// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/load/read_faults.h"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

namespace stowage::test {

namespace {

ReadFaults ordered;  // changed only while nothing reads
struct stat watchedFile {};
std::atomic<bool> isWatching = false;
std::atomic<std::uint64_t> faultsMet = 0;
std::atomic<std::uint64_t> readsSeen = 0;

ssize_t plainRead(int descriptor, void* target, std::size_t length, off_t offset) {
    return ::syscall(SYS_pread64, descriptor, target, length, offset);
}

bool isWatched(int descriptor) {
    struct stat file {};
    return isWatching && ::fstat(descriptor, &file) == 0 && file.st_ino == watchedFile.st_ino &&
           file.st_dev == watchedFile.st_dev;
}

}  // namespace

ssize_t faultyRead(int descriptor, void* target, std::size_t length, off_t offset) {
    constexpr std::size_t kPage = 4096;
    if (!isWatched(descriptor)) {
        return plainRead(descriptor, target, length, offset);
    }
    if (ordered.onRead) {
        ordered.onRead(length);
    }
    const auto begin = static_cast<std::uint64_t>(offset);
    if (ordered.badAt && *ordered.badAt >= begin && *ordered.badAt - begin < length) {
        ++faultsMet;
        errno = EIO;
        return -1;
    }
    if (ordered.areShort && ++readsSeen % 3 == 0) {
        ++faultsMet;
        errno = EINTR;
        return -1;
    }
    if (ordered.areShort && length > kPage) {
        ++faultsMet;
        const std::size_t half = length / 2 / kPage * kPage;
        length = half > 0 ? half : kPage;
    }
    return plainRead(descriptor, target, length, offset);
}

void orderReadFaults(const ReadFaults& faults) {
    isWatching = false;
    ordered = faults;
    faultsMet = 0;
    if (!faults.path.empty()) {
        if (::stat(faults.path.c_str(), &watchedFile) != 0) {
            std::abort();
        }
        isWatching = true;
    }
}

std::uint64_t readFaultsMet() {
    return faultsMet;
}

}  // namespace stowage::test

// The definitions of the program itself come before those of the C library.
extern "C" {

ssize_t pread(int descriptor, void* target, std::size_t length, off_t offset) {
    return stowage::test::faultyRead(descriptor, target, length, offset);
}

ssize_t pread64(int descriptor, void* target, std::size_t length, off_t offset) {
    return stowage::test::faultyRead(descriptor, target, length, offset);
}

}  // extern "C"
