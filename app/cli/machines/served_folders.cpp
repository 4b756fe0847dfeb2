// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/machines/served_folders.h"

#include "engine/base/error_conversion.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/open/companions.h"
#include "engine/project/project.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMostEntries = 10'000;

/// Which of the links in a model's folder are looked at.
enum class Links { All, OfJson };

/// Error: FileNotFound for a link that leads out of the folders.
Result<void> checkLinks(const AllowedFolders& folders, const std::string& folder, Links which) {
    std::error_code failure;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied,
                                        failure);
    for (const fs::recursive_directory_iterator end; !failure && at != end; at.increment(failure)) {
        std::error_code none;
        if (at.depth() > 0 || which == Links::OfJson) {  // a pipeline's models lie one folder down
            at.disable_recursion_pending();
        }
        const bool isMeant = which == Links::All || at->path().extension() == ".json";
        if (isMeant && at->is_symlink(none) && at->exists(none) &&
            !folders.place(at->path().string())) {
            return fail(
                ErrorCode::FileNotFound,
                say("%1 is a symbolic link to a location outside the served folders (%2). Serve "
                    "its target with --allow, or copy the target into a served folder.",
                    quotedForMessage(at->path().string()),
                    listedNames(folders.all(), folders.all().size())),
                at->path().string());
        }
    }
    return {};
}

std::string modifiedText(fs::file_time_type time) {
    const auto seconds =
        std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::file_clock::to_sys(time));
    return utcText(std::chrono::system_clock::to_time_t(seconds), "%Y-%m-%dT%H:%M:%SZ");
}

std::string homeFolder() {
    const char* const home = std::getenv("HOME");
    return home == nullptr || *home == '\0' ? "." : home;
}

/// A path whose first part is "~", as a shell takes it.
fs::path expanded(const std::string& path) {
    return path == "~" || path.starts_with("~/")
               ? fs::path(homeFolder()) / path.substr(std::min(path.size(), std::size_t{2}))
               : fs::path(path);
}

struct Entry {
    bool isOutside = false;  ///< a link to what is not served
    bool isFile = false;
    std::string name;
    std::uint64_t bytes = 0;
    std::string modified;
    friend auto operator<=>(const Entry&, const Entry&) = default;
};

}  // namespace

Result<AllowedFolders> AllowedFolders::make(const std::vector<std::string>& folders) {
    std::vector<std::string> wanted = folders;
    if (wanted.empty()) {
        wanted.push_back(homeFolder());
    }
    AllowedFolders allowed;
    for (const std::string& folder : wanted) {
        std::error_code failure;
        const fs::path place = fs::canonical(expanded(folder), failure);
        if (failure || !fs::is_directory(place, failure)) {
            return fail(ErrorCode::FileNotFound, say("There is no folder %1.", folder), folder);
        }
        allowed.m_folders.push_back(place.string());
    }
    return allowed;
}

Result<std::string> AllowedFolders::place(const std::string& path) const {
    std::error_code failure;
    const bool isText = path.find('\0') == std::string::npos;
    const fs::path place =
        isText ? fs::canonical(fs::path(m_folders.front()) / expanded(path), failure) : fs::path();
    const bool isInside = !failure && std::ranges::any_of(m_folders, [&](const fs::path& folder) {
        return std::mismatch(folder.begin(), folder.end(), place.begin(), place.end()).first ==
               folder.end();
    });
    if (isInside) {
        return place.string();
    }
    const std::string folders = listedNames(m_folders, m_folders.size()).english();
    return fail(
        ErrorCode::FileNotFound,
        failure || !isText
            ? say("%1 does not exist in the served folders (%2).", quotedForMessage(path), folders)
            : say("%1 exists, but is not in the served folders (%2). In the window, add "
                  "its folder to the machine's folders; otherwise, use serve --allow.",
                  quotedForMessage(path), folders),
        path);
}

Result<std::string> AllowedFolders::placeModel(const std::string& path) const {
    auto found = place(path);
    STOWAGE_TRY(found);
    if (isProjectFile(*found)) {
        return fail(ErrorCode::Unsupported,
                    say("%1 is a project, whose model may be outside the served folders. Request "
                        "the model instead of the project.",
                        *found),
                    *found);
    }
    std::error_code failure;
    if (fs::is_directory(*found, failure)) {
        STOWAGE_TRY(checkLinks(*this, *found, Links::All));
        return found;
    }
    // A file keeps its name, also where it is a link: what is read with it lies beside that.
    const fs::path named = fs::path(m_folders.front()) / expanded(path);
    const auto folder = place(named.parent_path().string());
    STOWAGE_TRY(folder);
    STOWAGE_TRY(checkLinks(*this, *folder, Links::OfJson));
    return (fs::path(*folder) / named.filename()).string();
}

Result<std::string> AllowedFolders::placeOpened(const std::string& path) const {
    auto found = placeModel(path);
    STOWAGE_TRY(found);
    if (const std::string base = localBaseOf(*found); !base.empty()) {
        std::error_code failure;
        STOWAGE_TRY(placeModel(fs::absolute(base, failure).string()));
    }
    return found;
}

Result<Json> listFolder(const std::string& path, const AllowedFolders& folders) {
    const std::string folder = path.empty() ? folders.all().front() : path;
    std::error_code failure;
    fs::directory_iterator at(folder, failure);
    if (failure) {
        return fail(
            failure == std::errc::permission_denied ? ErrorCode::PermissionDenied
                                                    : ErrorCode::NotARegularFile,
            say("The folder %1 cannot be listed: %2.", folder, systemErrorText(failure.value())),
            folder);
    }
    std::vector<Entry> entries;
    std::size_t leftOff = 0;
    for (const fs::directory_iterator end; !failure && at != end; at.increment(failure)) {
        std::error_code none;
        const bool isOutside =
            at->is_symlink(none) && at->exists(none) && !folders.place(at->path().string());
        const bool isFolder = at->is_directory(none);
        if (!isOutside && !isFolder && !at->is_regular_file(none)) {
            continue;
        }
        if (entries.size() == kMostEntries) {
            ++leftOff;
            continue;
        }
        const auto time = at->last_write_time(none);
        entries.push_back({isOutside, !isFolder, at->path().filename().string(),
                           isFolder || isOutside ? 0 : at->file_size(none),
                           none || isOutside ? std::string() : modifiedText(time)});
    }
    std::ranges::sort(entries);
    Json list = Json::array();
    for (const Entry& entry : entries) {
        list.push_back({{"name", entry.name},
                        {"kind", entry.isOutside ? "outside"
                                 : entry.isFile  ? "file"
                                                 : "folder"},
                        {"bytes", entry.isFile && !entry.isOutside ? Json(entry.bytes) : Json()},
                        {"modified", entry.modified.empty() ? Json() : Json(entry.modified)}});
    }
    const auto parent = folders.place(fs::path(folder).parent_path().string());
    return Json{{"path", folder},
                {"parent", parent && *parent != folder ? Json(*parent) : Json()},
                {"entries", std::move(list)},
                {"left_off", leftOff}};
}

}  // namespace stowage
