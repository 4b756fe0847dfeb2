// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/memory_file.h"

#include "tests/fuzz/fuzz_check.h"

#include <sys/mman.h>
#include <unistd.h>

#include <string>

namespace stowage::fuzz {

std::shared_ptr<const RandomAccessFile> memoryFile(Input bytes) {
    static const int kDescriptor = ::memfd_create("input", MFD_CLOEXEC);
    const bool isWritten =
        ::ftruncate(kDescriptor, 0) == 0 &&
        ::pwrite(kDescriptor, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size());
    require(isWritten, "the harness can write to memory");
    auto file = RandomAccessFile::open("/proc/self/fd/" + std::to_string(kDescriptor));
    require(file.has_value(), "the harness can open its file");
    return *file;
}

}  // namespace stowage::fuzz
