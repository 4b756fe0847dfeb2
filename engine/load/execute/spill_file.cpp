// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/execute/spill_file.h"

#include "engine/base/error_conversion.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

/// Not every file system can make a file without a name: there one is made and removed at once.
int openUnnamed(const std::string& folder) {
    const int unnamed = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (unnamed >= 0) {
        return unnamed;
    }
    std::string path = folder + "/stowage-waiting-XXXXXX";
    const int named = ::mkostemp(path.data(), O_CLOEXEC);
    if (named >= 0) {
        ::unlink(path.c_str());
    }
    return named;
}

}  // namespace

Result<std::unique_ptr<SpillFile>> SpillFile::create() {
    std::error_code failure;
    const std::filesystem::path temporary = std::filesystem::temp_directory_path(failure);
    const std::string folder = failure ? "/tmp" : temporary.string();
    const int descriptor = openUnnamed(folder);
    if (descriptor < 0) {
        return writeFailure(folder, errno);
    }
    return std::unique_ptr<SpillFile>(new SpillFile(folder, descriptor));
}

SpillFile::~SpillFile() {
    ::close(m_descriptor);
}

Result<void> SpillFile::append(std::uint32_t tensor, std::span<const std::byte> bytes) {
    m_begins.try_emplace(tensor, m_end);
    while (!bytes.empty()) {
        const ssize_t written =
            ::pwrite(m_descriptor, bytes.data(), bytes.size(), static_cast<off_t>(m_end));
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return writeFailure(m_folder, written < 0 ? errno : ENOSPC);
        }
        m_end += static_cast<std::uint64_t>(written);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

Result<void> SpillFile::read(std::uint32_t tensor, std::uint64_t offset,
                             std::span<std::byte> target) const {
    std::uint64_t at = m_begins.at(tensor) + offset;
    while (!target.empty()) {
        const ssize_t got =
            ::pread(m_descriptor, target.data(), target.size(), static_cast<off_t>(at));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return fail(got < 0 ? ErrorCode::ReadFailed : ErrorCode::Truncated,
                        say("The temporary file of waiting tensors in %1 cannot be read back: %2.",
                            m_folder,
                            got < 0 ? Message(systemErrorText(errno))
                                    : phrase("it is shorter than written")),
                        m_folder);
        }
        at += static_cast<std::uint64_t>(got);
        target = target.subspan(static_cast<std::size_t>(got));
    }
    return {};
}

}  // namespace stowage
