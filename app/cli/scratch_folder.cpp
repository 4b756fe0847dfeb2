// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/scratch_folder.h"

#include "engine/base/error_conversion.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

std::string temporaryFolder() {
    std::error_code failure;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(failure);
    return failure ? "/tmp" : folder.string();
}

/// What the names of all of them begin with.
constexpr std::string_view kName = "stowagectl-scratch-";

/// Holds a folder for as long as the descriptor is open, or its process lives; -1 where it is gone
/// or somebody else's.
int holdFolder(const std::string& path) {
    const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat found {};
    if (folder >= 0 && ::flock(folder, LOCK_EX | LOCK_NB) == 0 && ::fstat(folder, &found) == 0 &&
        found.st_nlink > 0 && found.st_uid == ::geteuid()) {
        return folder;
    }
    if (folder >= 0) {
        ::close(folder);
    }
    return -1;
}

/// Removes the folders of those that were killed before they could do it.
void removeAbandoned(const std::string& parent) {
    std::error_code failure;
    for (std::filesystem::directory_iterator entry(parent, failure), end; !failure && entry != end;
         entry.increment(failure)) {
        if (!entry->path().filename().string().starts_with(kName)) {
            continue;
        }
        if (const int held = holdFolder(entry->path().string()); held >= 0) {
            std::error_code notRemoved;
            std::filesystem::remove_all(entry->path(), notRemoved);
            ::close(held);
        }
    }
}

}  // namespace

Result<ScratchFolder> ScratchFolder::make() {
    return makeBelow(temporaryFolder());
}

Result<ScratchFolder> ScratchFolder::makeLarge() {
    constexpr const char* kOnDisk = "/var/tmp";
    const bool isChosen = std::getenv("TMPDIR") != nullptr;
    return makeBelow(!isChosen && ::access(kOnDisk, W_OK | X_OK) == 0 ? kOnDisk
                                                                      : temporaryFolder());
}

Result<ScratchFolder> ScratchFolder::makeBelow(const std::string& parent) {
    removeAbandoned(parent);
    for (;;) {
        std::string path = parent + "/" + std::string(kName) + "XXXXXX";
        if (::mkdtemp(path.data()) == nullptr) {
            return writeFailure(path, errno);
        }
        // Until it is held, somebody else may take it for abandoned.
        if (const int held = holdFolder(path); held >= 0) {
            return ScratchFolder(std::move(path), held);
        }
    }
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : m_path(std::exchange(other.m_path, std::string())), m_held(std::exchange(other.m_held, -1)) {}

ScratchFolder::~ScratchFolder() {
    if (m_held >= 0) {
        std::error_code failure;
        std::filesystem::remove_all(m_path, failure);
        ::close(m_held);
    }
}

}  // namespace stowage
