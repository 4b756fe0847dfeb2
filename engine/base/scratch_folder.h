// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file_descriptor.h"

#include <string>

namespace stowage {

/// The purpose of a folder for temporary files, which its name shows.
enum class ScratchKind { Work, Offload, PerTensor, Measurement };

/// A folder for temporary files, removed with everything in it when it goes. Those of programs that
/// were killed are removed by the next one of the same machine that makes one there, or that is
/// started: they are known by their names, and nobody has them locked.
class ScratchFolder {
public:
    /// Errors: PermissionDenied, DiskFull, WriteFailed.
    [[nodiscard]] static Result<ScratchFolder> make();
    /// The same for what may be as large as a model: below TMPDIR, else /var/tmp, where there is
    /// one, for /tmp is often in memory.
    [[nodiscard]] static Result<ScratchFolder> makeLarge();
    /// At a path that freshPath() has given. Errors: as make().
    [[nodiscard]] static Result<ScratchFolder> makeAt(const std::string& path);
    /// A path below `parent` that nothing else ever has.
    [[nodiscard]] static std::string freshPath(const std::string& parent, ScratchKind kind);
    /// Removes what killed programs have left in `parent`.
    static void removeAbandoned(const std::string& parent);
    ~ScratchFolder();
    ScratchFolder(ScratchFolder&& other) noexcept = default;
    ScratchFolder& operator=(ScratchFolder&&) = delete;
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    [[nodiscard]] std::string path(const std::string& name) const { return m_path + "/" + name; }
    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    ScratchFolder(std::string path, FileDescriptor held)
        : m_path(std::move(path)), m_held(std::move(held)) {}
    std::string m_path;
    FileDescriptor m_held;  ///< its lock shows others that it is in use
};

/// The system's folder for temporary files: TMPDIR, else /tmp.
[[nodiscard]] std::string temporaryFolder();

}  // namespace stowage
