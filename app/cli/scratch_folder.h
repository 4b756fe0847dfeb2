// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <string>

namespace stowage {

/// A folder for temporary files, removed with everything in it when it goes. Those of programs that
/// were killed are removed by the next one that makes one there.
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
    ScratchFolder(std::string path, int held) : m_path(std::move(path)), m_held(held) {}
    std::string m_path;
    int m_held = -1;  ///< tells others that it is in use
};

}  // namespace stowage
