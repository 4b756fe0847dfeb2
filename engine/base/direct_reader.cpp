// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/direct_reader.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace stowage {

std::optional<DirectReader> DirectReader::open(const OpenDescriptor& file) {
    // Opened through /proc, so that a file put under the same name meanwhile is never taken.
    auto opened = file.openAgain(O_DIRECT);
    if (opened == nullptr) {
        return std::nullopt;
    }
    return DirectReader(std::move(opened));
}

std::uint64_t DirectReader::readSome(std::uint64_t offset, std::span<std::byte> target) const {
    std::uint64_t done = 0;
    while (done < target.size()) {
        const ssize_t count = ::pread(m_descriptor->number(), target.data() + done,
                                      target.size() - done, static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            break;
        }
        done += static_cast<std::uint64_t>(count);
        if (done % kAlignment != 0) {
            break;  // the end of the file
        }
    }
    return done;
}

}  // namespace stowage
