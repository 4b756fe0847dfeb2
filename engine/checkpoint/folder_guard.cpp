// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/folder_guard.h"

#include "engine/base/strings.h"

#include <sys/stat.h>

#include <filesystem>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

namespace fs = std::filesystem;

bool isWithin(const fs::path& path, const fs::path& folder) {
    const fs::path relative = path.lexically_relative(folder);
    return !relative.empty() && *relative.begin() != ".." && relative != ".";
}

bool namesAPlaceBelow(const std::string& name) {
    if (name.empty() || name.front() == '/' || name.find('\0') != std::string::npos) {
        return false;
    }
    for (const fs::path& part : fs::path(name)) {
        if (part == "..") {
            return false;
        }
    }
    return true;
}

/// `…/models--X/snapshots/REVISION[/…]` may link into `…/models--X/blobs`.
bool isBlobOf(const fs::path& target, const fs::path& folder) {
    for (fs::path at = folder; at.has_relative_path(); at = at.parent_path()) {
        if (at.parent_path().filename() == "snapshots") {
            return isWithin(target, at.parent_path().parent_path() / "blobs");
        }
    }
    return false;
}

/// What lies in the folder itself and is no link cannot lead out of it.
bool isPlainEntry(const std::string& name, const std::string& path) {
    struct stat status {};
    return name.find('/') == std::string::npos && name != "." &&
           ::lstat(path.c_str(), &status) == 0 && !S_ISLNK(status.st_mode);
}

}  // namespace

std::string folderOf(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) {
        return ".";
    }
    return slash == 0 ? "/" : path.substr(0, slash);
}

Result<std::string> placeInFolder(const std::string& folder, const std::string& name,
                                  const std::string& namedBy) {
    return FolderGuard(folder).place(name, namedBy);
}

FolderGuard::FolderGuard(std::string folder) : m_folder(std::move(folder)) {
    std::error_code error;
    const fs::path real = fs::canonical(m_folder, error);
    m_realFolder = error ? std::string() : real.string();
}

Result<std::string> FolderGuard::place(const std::string& name, const std::string& namedBy) const {
    const auto refuse = [&](const Message& reason) {
        return fail(
            ErrorCode::Malformed,
            say("%1 names the file %2, which %3; only files in the folder of the model are opened.",
                namedBy, quotedForMessage(name), reason),
            namedBy, name);
    };
    if (!namesAPlaceBelow(name)) {
        return refuse(say("is outside %1", m_folder));
    }
    std::string path = m_folder.ends_with('/') ? m_folder + name : m_folder + "/" + name;
    if (m_realFolder.empty() || isPlainEntry(name, path)) {
        return path;
    }
    std::error_code error;
    const fs::path target = fs::canonical(path, error);
    // What is not there is for whoever opens it to say.
    if (!error && !isWithin(target, m_realFolder) && !isBlobOf(target, m_realFolder)) {
        return refuse(say("is a symbolic link to a location outside %1", m_folder));
    }
    return path;
}

}  // namespace stowage
