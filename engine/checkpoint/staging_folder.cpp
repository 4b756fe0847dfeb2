// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/staging_folder.h"

#include "engine/base/system_error.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

namespace stowage {
namespace {

namespace fs = std::filesystem;
constexpr mode_t kFolderMode = 0777;

Result<void> removeStale(const std::string& folder, std::string_view ending,
                         const std::vector<fs::path>& successors) {
    std::error_code error;
    std::vector<fs::path> stale;
    for (auto at = fs::directory_iterator(folder, error); !error && at != fs::directory_iterator();
         at.increment(error)) {
        const fs::path name = at->path().filename();
        if (name.string().ends_with(ending) &&
            std::ranges::find(successors, name) == successors.end()) {
            stale.push_back(at->path());
        }
    }
    for (const fs::path& path : stale) {
        if (::unlink(path.c_str()) != 0) {
            return writeFailure(path.string(), errno);
        }
    }
    return error ? Result<void>(writeFailure(folder, error.value())) : Result<void>();
}

}  // namespace

Result<std::unique_ptr<StagingFolder>> StagingFolder::create(const std::string& parent) {
    for (unsigned attempt = 0;; ++attempt) {
        std::string path = parent + "/.stowage-" + std::to_string(::getpid()) + "-" +
                           std::to_string(attempt) + ".partial";
        if (::mkdir(path.c_str(), kFolderMode) == 0) {
            return std::unique_ptr<StagingFolder>(new StagingFolder(std::move(path)));
        }
        if (errno != EEXIST) {
            return writeFailure(path, errno);
        }
    }
}

StagingFolder::~StagingFolder() {
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

Result<void> StagingFolder::publish(const std::string& folder, std::string_view staleEnding) {
    // A folder that is not there yet appears at once, with everything in it.
    std::error_code unknown;
    if (!fs::exists(fs::symlink_status(folder, unknown)) &&
        std::rename(m_path.c_str(), folder.c_str()) == 0) {
        return {};
    }
    std::vector<fs::path> names;
    std::error_code error;
    for (auto at = fs::directory_iterator(m_path, error); !error && at != fs::directory_iterator();
         at.increment(error)) {
        names.push_back(at->path().filename());
    }
    if (error) {
        return writeFailure(m_path, error.value());
    }
    if (::mkdir(folder.c_str(), kFolderMode) != 0) {
        if (errno != EEXIST) {
            return writeFailure(folder, errno);
        }
        if (const auto removed =
                staleEnding.empty() ? Result<void>() : removeStale(folder, staleEnding, names);
            !removed) {
            return removed;
        }
    }
    std::ranges::sort(names);
    for (const fs::path& name : names) {
        const std::string target = folder + "/" + name.string();
        if (::rename((fs::path(m_path) / name).c_str(), target.c_str()) != 0) {
            return writeFailure(target, errno);
        }
    }
    return {};
}

}  // namespace stowage
