// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/scratch_folder.h"

#include "engine/base/error_conversion.h"

#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace stowage {

Result<ScratchFolder> ScratchFolder::make() {
    std::error_code failure;
    const std::filesystem::path parent = std::filesystem::temp_directory_path(failure);
    std::string pattern = ((failure ? "/tmp" : parent) / "stowagectl-XXXXXX").string();
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
