// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/scratch_folder.h"

#include "engine/base/error_conversion.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string_view>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

/// The beginnings of their names, by kind. A number of the machine, that of the process, the time
/// when it made its first one and a count follow.
constexpr std::array<std::string_view, 4> kNames{"stowagectl-scratch", "stowage-offload",
                                                 ".stowage-per-tensor", ".stowage-measure"};

/// Locks of a shared file system may hold on one machine alone.
std::string machineNumber() {
    std::array<char, 256> name{};
    (void)::gethostname(name.data(), name.size() - 1);
    return std::to_string(std::hash<std::string_view>{}(name.data()));
}

bool isOurs(std::string_view name) {
    const auto* const kind = std::ranges::find_if(
        kNames, [&](std::string_view begin) { return name.starts_with(begin); });
    if (kind == kNames.end()) {
        return false;
    }
    const std::string_view numbers = name.substr(kind->size());
    return std::ranges::count(numbers, '-') == 4 &&
           numbers.starts_with("-" + machineNumber() + "-") &&
           numbers.find("--") == std::string_view::npos && numbers.back() != '-' &&
           numbers.find_first_not_of("-0123456789") == std::string_view::npos;
}

FileDescriptor openFolder(const std::string& path) {
    return FileDescriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

/// Removes a folder unless a process that lives has it locked, or it is somebody else's.
void removeUnlocked(const std::filesystem::path& path) {
    const FileDescriptor folder = openFolder(path.string());
    struct stat found {};
    if (::flock(folder.get(), LOCK_EX | LOCK_NB) == 0 && ::fstat(folder.get(), &found) == 0 &&
        found.st_uid == ::geteuid()) {
        std::error_code notRemoved;
        std::filesystem::remove_all(path, notRemoved);
    }
}

}  // namespace

std::string temporaryFolder() {
    std::error_code failure;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(failure);
    return failure ? "/tmp" : folder.string();
}

Result<ScratchFolder> ScratchFolder::make() {
    return makeAt(freshPath(temporaryFolder(), ScratchKind::Work));
}

Result<ScratchFolder> ScratchFolder::makeLarge() {
    constexpr const char* kOnDisk = "/var/tmp";
    const bool isChosen = std::getenv("TMPDIR") != nullptr;
    return makeAt(
        freshPath(!isChosen && ::access(kOnDisk, W_OK | X_OK) == 0 ? kOnDisk : temporaryFolder(),
                  ScratchKind::Work));
}

std::string ScratchFolder::freshPath(const std::string& parent, ScratchKind kind) {
    static const auto kBegin = std::chrono::system_clock::now().time_since_epoch().count();
    static std::atomic<unsigned> next{0};
    return parent + "/" + std::string(kNames[static_cast<std::size_t>(kind)]) + "-" +
           machineNumber() + "-" + std::to_string(::getpid()) + "-" + std::to_string(kBegin) + "-" +
           std::to_string(next.fetch_add(1));
}

Result<ScratchFolder> ScratchFolder::makeAt(const std::string& path) {
    const std::string parent = path.substr(0, path.rfind('/'));
    removeAbandoned(parent);
    // It gets its name once it is locked: before, somebody else could take it for abandoned.
    std::string unnamed = parent + "/.stowage-making-XXXXXX";
    if (::mkdtemp(unnamed.data()) == nullptr) {
        return writeFailure(path, errno);
    }
    FileDescriptor folder = openFolder(unnamed);
    // Not every file system has locks; where there are none, nothing is taken for abandoned.
    (void)::flock(folder.get(), LOCK_EX | LOCK_NB);
    if (folder.get() < 0 || ::rename(unnamed.c_str(), path.c_str()) != 0) {
        const int reason = errno;
        ::rmdir(unnamed.c_str());
        return writeFailure(path, reason);
    }
    return ScratchFolder(path, std::move(folder));
}

void ScratchFolder::removeAbandoned(const std::string& parent) {
    std::error_code failure;
    for (std::filesystem::directory_iterator entry(parent, failure), end; !failure && entry != end;
         entry.increment(failure)) {
        if (isOurs(entry->path().filename().string())) {
            removeUnlocked(entry->path());
        }
    }
}

ScratchFolder::~ScratchFolder() {
    if (m_held.get() >= 0) {
        std::error_code failure;
        std::filesystem::remove_all(m_path, failure);
    }
}

}  // namespace stowage
