// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/write/target_folder.h"

#include "engine/base/checksums.h"
#include "engine/base/error_conversion.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/name_table.h"
#include "engine/base/random_access_file.h"
#include "engine/checkpoint/folder_guard.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <set>
#include <span>
#include <system_error>
#include <unordered_set>
#include <utility>

namespace stowage {
namespace {

constexpr const char* kAttribute = "user.stowage.written";

std::string markOf(const struct stat& status, std::string_view model) {
    const std::string mark = std::to_string(status.st_size) + ":" +
                             std::to_string(status.st_mtim.tv_sec) + "." +
                             std::to_string(status.st_mtim.tv_nsec);
    if (model.empty()) {
        return mark;
    }
    Sha256 digest;
    digest.add(std::as_bytes(std::span(model)));
    return mark + ":" + digest.hex();
}

namespace fs = std::filesystem;

using FileNames = std::unordered_set<std::string, NameHash, std::equal_to<>>;

Unexpected inTheWay(const std::string& path) {
    return fail(ErrorCode::InvalidArgument,
                say("%1 already exists and is not marked as written by Stowage; remove it or "
                    "choose another folder.",
                    path),
                path);
}

bool exists(const std::string& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0;
}

bool hasText(const std::string& path, const std::string& text) {
    const auto file = RandomAccessFile::open(path);
    if (!file || (*file)->size() != text.size()) {
        return false;
    }
    std::string there(text.size(), '\0');
    const auto read = (*file)->readAt(0, std::as_writable_bytes(std::span(there)));
    return read && there == text;
}

Result<std::vector<std::string>> namesIn(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (auto at = fs::directory_iterator(folder, error); !error && at != fs::directory_iterator();
         at.increment(error)) {
        names.push_back(at->path().filename().string());
    }
    if (error && error != std::errc::no_such_file_or_directory) {
        return openFailure(folder, error.value());
    }
    std::ranges::sort(names);
    return names;
}

/// Device and number of a folder, through links.
std::optional<std::pair<dev_t, ino_t>> identityOf(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        return {};
    }
    return std::pair(status.st_dev, status.st_ino);
}

/// Everything in the folder that belongs to the set alone.
Result<void> listOwn(const std::string& folder, const FileNames& moved, const std::string& relative,
                     std::vector<std::string>& leaving) {
    struct stat status {};
    if (::lstat(folder.c_str(), &status) != 0) {
        return {};
    }
    if (!S_ISDIR(status.st_mode)) {
        return inTheWay(folder);
    }
    const auto names = namesIn(folder);
    STOWAGE_TRY(names);
    for (const std::string& name : *names) {
        const std::string path = folder + "/" + name;
        if (moved.contains(relative + "/" + name)) {
            continue;
        }
        if (!isMarkedAsWritten(path)) {
            return inTheWay(path);
        }
        leaving.push_back(path);
    }
    return {};
}

}  // namespace

void markAsWritten(int descriptor, std::string_view model) {
    struct stat status {};
    if (::fstat(descriptor, &status) == 0) {
        const std::string mark = markOf(status, model);
        [[maybe_unused]] const int done =
            ::fsetxattr(descriptor, kAttribute, mark.data(), mark.size(), 0);
    }
}

void markFileAsWritten(const std::string& path) {
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    markAsWritten(file.get());
}

bool isMarkedAsWritten(const std::string& path, std::string_view model) {
    struct stat status {};
    std::array<char, 128> mark{};
    if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return false;
    }
    const ssize_t length = ::lgetxattr(path.c_str(), kAttribute, mark.data(), mark.size());
    return length > 0 &&
           std::string(mark.data(), static_cast<std::size_t>(length)) == markOf(status, model);
}

Result<std::vector<std::string>> checkTargetFolder(const std::string& folder,
                                                   const TargetNames& names) {
    std::vector<std::string> leaving;
    FileNames planned;
    FileNames moved;
    const std::string own = names.ownFolder.empty() ? "" : names.ownFolder + "/";
    for (const TargetFile& file : names.files) {
        planned.insert(file.name);
        if (file.isMoved) {
            moved.insert(file.name);
        }
        const std::string path = folder + "/" + file.name;
        const bool isOwn = !own.empty() && file.name.starts_with(own);
        const bool isFine = isOwn || file.isMoved || !exists(path) || isMarkedAsWritten(path) ||
                            (file.text && hasText(path, *file.text));
        if (!isFine) {
            return inTheWay(path);
        }
    }
    if (!names.ownFolder.empty()) {
        STOWAGE_TRY(listOwn(folder + "/" + names.ownFolder, moved, names.ownFolder, leaving));
    }
    if (!names.isContradiction) {
        return leaving;
    }
    const auto there = namesIn(folder);
    STOWAGE_TRY(there);
    for (const std::string& name : *there) {
        if (planned.contains(name) || !names.isContradiction(name)) {
            continue;
        }
        const std::string path = folder + "/" + name;
        if (!isMarkedAsWritten(path)) {
            return inTheWay(path);
        }
        leaving.push_back(path);
    }
    return leaving;
}

Result<void> checkIsNotSource(const std::string& folder, const std::vector<std::string>& sources) {
    const auto target = identityOf(folder);
    if (!target) {
        return {};
    }
    std::set<std::string> folders;
    for (const std::string& source : sources) {
        folders.insert(folderOf(source));
        std::error_code error;
        const fs::path real = fs::canonical(source, error);
        if (!error) {
            folders.insert(real.parent_path().string());
        }
    }
    for (const std::string& path : folders) {
        if (identityOf(path) == target) {
            return fail(ErrorCode::InvalidArgument,
                        say("%1 is the folder of the model itself (%2); choose another folder to "
                            "keep the source unchanged.",
                            folder, path),
                        folder);
        }
    }
    return {};
}

Result<bool> makeFolder(const std::string& path) {
    constexpr mode_t kMode = 0777;
    if (::mkdir(path.c_str(), kMode) == 0) {
        return true;
    }
    if (errno != EEXIST) {
        return writeFailure(path, errno);
    }
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 is not a folder; specify another path.", path), path);
    }
    return false;
}

Result<void> syncFolder(const std::string& path) {
    const FileDescriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.get() < 0) {
        return writeFailure(path, errno);
    }
    // Some file systems cannot sync a folder; they have no cheaper promise to give.
    return ::fsync(folder.get()) == 0 || errno == EINVAL ? Result<void>()
                                                         : Result<void>(writeFailure(path, errno));
}

}  // namespace stowage
