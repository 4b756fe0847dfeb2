// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/scratch_folder.h"

#include "engine/base/error_conversion.h"

#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

std::string temporaryFolder() {
    std::error_code failure;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(failure);
    return failure ? "/tmp" : folder.string();
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
    std::string pattern = parent + "/stowagectl-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) {
        return writeFailure(pattern, errno);
    }
    return ScratchFolder(std::move(pattern));
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : m_path(std::exchange(other.m_path, std::string())) {}

ScratchFolder::~ScratchFolder() {
    if (!m_path.empty()) {
        std::error_code failure;
        std::filesystem::remove_all(m_path, failure);
    }
}

}  // namespace stowage
