// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/folder_guard.h"

#include "engine/base/utf8.h"

#include <filesystem>
#include <string_view>
#include <system_error>

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
    const auto refuse = [&](const std::string& reason) {
        return fail(ErrorCode::Malformed,
                    namedBy + " names the file " + quotedForMessage(name) + ", which " + reason +
                        "; only files in its folder are opened.",
                    namedBy, name);
    };
    if (!namesAPlaceBelow(name)) {
        return refuse("lies outside " + folder);
    }
    std::string path = folder.ends_with('/') ? folder + name : folder + "/" + name;
    std::error_code error;
    const fs::path realFolder = fs::canonical(folder, error);
    const fs::path target = error ? fs::path() : fs::canonical(path, error);
    // What is not there is for whoever opens it to say.
    if (!error && !isWithin(target, realFolder) && !isBlobOf(target, realFolder)) {
        return refuse("is a symbolic link out of " + folder);
    }
    return path;
}

}  // namespace stowage
