// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <string>

namespace stowage {

/// A folder for temporary files, removed with everything in it when it goes.
class ScratchFolder {
public:
    /// Errors: PermissionDenied, DiskFull, WriteFailed.
    [[nodiscard]] static Result<ScratchFolder> make();
    /// The same for what may be as large as a model: below TMPDIR, else /var/tmp, where there is
    /// one, for /tmp often lies in memory.
    [[nodiscard]] static Result<ScratchFolder> makeLarge();
    ~ScratchFolder();
    ScratchFolder(ScratchFolder&& other) noexcept;
    ScratchFolder& operator=(ScratchFolder&&) = delete;
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    [[nodiscard]] std::string path(const std::string& name) const { return m_path + "/" + name; }
    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    [[nodiscard]] static Result<ScratchFolder> makeBelow(const std::string& parent);
    explicit ScratchFolder(std::string path) : m_path(std::move(path)) {}
    std::string m_path;
};

}  // namespace stowage
