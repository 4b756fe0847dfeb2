// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/allowed_folders.h"

#include "engine/base/error_conversion.h"
#include "engine/base/strings.h"
#include "engine/project/project.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <system_error>

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
            return fail(ErrorCode::FileNotFound,
                        say("%1 is a link that leads out of the folders that are served: %2. Serve "
                            "with --allow what it leads to, or copy that here.",
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
    const std::time_t when = std::chrono::system_clock::to_time_t(seconds);
    std::tm parts{};
    ::gmtime_r(&when, &parts);
    char text[sizeof "2026-01-31T12:00:00Z +++++++"];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

struct Entry {
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
        const char* const home = std::getenv("HOME");
        wanted.emplace_back(home == nullptr || *home == '\0' ? "." : home);
    }
    AllowedFolders allowed;
    for (const std::string& folder : wanted) {
        std::error_code failure;
        const fs::path place = fs::canonical(folder, failure);
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
        isText ? fs::canonical(fs::path(m_folders.front()) / path, failure) : fs::path();
    const bool isInside = !failure && std::ranges::any_of(m_folders, [&](const fs::path& folder) {
        return std::mismatch(folder.begin(), folder.end(), place.begin(), place.end()).first ==
               folder.end();
    });
    if (isInside) {
        return place.string();
    }
    // What lies outside is not told from what is not there.
    return fail(ErrorCode::FileNotFound,
                say("There is nothing at %1 in the folders that are served: %2.",
                    quotedForMessage(path), listedNames(m_folders, m_folders.size())),
                path);
}

Result<std::string> AllowedFolders::placeModel(const std::string& path) const {
    auto found = place(path);
    STOWAGE_TRY(found);
    if (isProjectFile(*found)) {
        return fail(
            ErrorCode::Unsupported,
            say("%1 is a project, whose model may be anywhere; ask for the model itself.", *found),
            *found);
    }
    std::error_code failure;
    if (fs::is_directory(*found, failure)) {
        STOWAGE_TRY(checkLinks(*this, *found, Links::All));
        return found;
    }
    // A file keeps its name, also where it is a link: what is read with it lies beside that.
    const fs::path named = fs::path(m_folders.front()) / path;
    const auto folder = place(named.parent_path().string());
    STOWAGE_TRY(folder);
    STOWAGE_TRY(checkLinks(*this, *folder, Links::OfJson));
    return (fs::path(*folder) / named.filename()).string();
}

Result<Json> listFolder(const std::string& path, const AllowedFolders& folders) {
    const std::string folder = path.empty() ? folders.all().front() : path;
    std::error_code failure;
    fs::directory_iterator at(folder, failure);
    if (failure) {
        return fail(failure == std::errc::permission_denied ? ErrorCode::PermissionDenied
                                                            : ErrorCode::NotARegularFile,
                    say("%1 cannot be listed: %2.", folder, systemErrorText(failure.value())),
                    folder);
    }
    std::vector<Entry> entries;
    std::size_t leftOff = 0;
    for (const fs::directory_iterator end; !failure && at != end; at.increment(failure)) {
        std::error_code none;
        if (at->is_symlink(none) && !folders.place(at->path().string())) {
            continue;  // nothing is told of what lies outside
        }
        const bool isFolder = at->is_directory(none);
        if (!isFolder && !at->is_regular_file(none)) {
            continue;
        }
        if (entries.size() == kMostEntries) {
            ++leftOff;
            continue;
        }
        const auto time = at->last_write_time(none);
        entries.push_back({!isFolder, at->path().filename().string(),
                           isFolder ? 0 : at->file_size(none),
                           none ? std::string() : modifiedText(time)});
    }
    std::ranges::sort(entries);
    Json list = Json::array();
    for (const Entry& entry : entries) {
        list.push_back({{"name", entry.name},
                        {"kind", entry.isFile ? "file" : "folder"},
                        {"bytes", entry.isFile ? Json(entry.bytes) : Json()},
                        {"modified", entry.modified.empty() ? Json() : Json(entry.modified)}});
    }
    const auto parent = folders.place(fs::path(folder).parent_path().string());
    return Json{{"path", folder},
                {"parent", parent && *parent != folder ? Json(*parent) : Json()},
                {"entries", std::move(list)},
                {"left_off", leftOff}};
}

}  // namespace stowage
