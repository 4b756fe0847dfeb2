// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/machine_rates.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

constexpr std::array<std::string_view, kHostRates> kHostNames{"memcpy",
                                                              "h2d",
                                                              "touch_large",
                                                              "touch_small",
                                                              "release",
                                                              "simulated_fresh",
                                                              "simulated_populated",
                                                              "simulated_within",
                                                              "simulated_within_fresh"};

constexpr std::array<std::string_view, kDiskRates> kDiskNames{"disk_cold",
                                                              "disk_warm",
                                                              "read_cold",
                                                              "read_warm",
                                                              "map_cold",
                                                              "map_warm",
                                                              "stream_host_cold",
                                                              "stream_host_warm",
                                                              "stream_simulated_cold",
                                                              "stream_simulated_warm",
                                                              "stream_populated_cold",
                                                              "stream_populated_warm",
                                                              "write"};

/// mountinfo writes blanks and backslashes as \040 and the like.
std::string unescaped(const std::string& text) {
    constexpr std::size_t kDigits = 3;
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isEscape = text[i] == '\\' && i + kDigits < text.size();
        if (!isEscape) {
            plain += text[i];
            continue;
        }
        unsigned code = 0;
        for (std::size_t digit = 1; digit <= kDigits; ++digit) {
            code = code * 8 + static_cast<unsigned>(text[i + digit] - '0');
        }
        plain += static_cast<char>(code);
        i += kDigits;
    }
    return plain;
}

/// One line: "36 35 98:0 /root /mount options optional… - type source options".
std::optional<FileSystemIdentity> parseMount(const std::string& line) {
    std::istringstream words(line);
    std::string word;
    std::string mountPoint;
    constexpr int kMountPointPlace = 4;
    for (int i = 0; i <= kMountPointPlace; ++i) {
        words >> mountPoint;
    }
    while (words >> word && word != "-") {
    }
    FileSystemIdentity identity;
    identity.mountPoint = unescaped(mountPoint);
    if (!(words >> identity.type >> identity.source)) {
        return std::nullopt;
    }
    identity.source = unescaped(identity.source);
    return identity;
}

bool liesBelow(const std::string& path, const std::string& folder) {
    return folder == "/" || path == folder ||
           (path.size() > folder.size() && path.compare(0, folder.size(), folder) == 0 &&
            path[folder.size()] == '/');
}

}  // namespace

std::string_view hostRateName(HostRate rate) {
    return kHostNames[static_cast<std::size_t>(rate)];
}

std::string_view diskRateName(DiskRate rate) {
    return kDiskNames[static_cast<std::size_t>(rate)];
}

const FileSystemRates* MachineRates::findDisk(const FileSystemIdentity& identity) const {
    const auto found = std::find_if(disks.begin(), disks.end(), [&](const FileSystemRates& disk) {
        return disk.identity == identity;
    });
    return found == disks.end() ? nullptr : &*found;
}

void MachineRates::setDisk(FileSystemRates disk) {
    std::erase_if(disks, [&](const FileSystemRates& other) {
        return other.identity.mountPoint == disk.identity.mountPoint;
    });
    disks.push_back(std::move(disk));
}

std::optional<FileSystemIdentity> fileSystemOf(const std::string& path) {
    std::error_code failure;
    const std::string real = std::filesystem::canonical(path, failure).string();
    if (failure) {
        return std::nullopt;
    }
    std::ifstream mounts("/proc/self/mountinfo");
    std::optional<FileSystemIdentity> deepest;
    for (std::string line; std::getline(mounts, line);) {
        std::optional<FileSystemIdentity> mount = parseMount(line);
        // A later mount covers an earlier one at the same place.
        if (mount && liesBelow(real, mount->mountPoint) &&
            (!deepest || mount->mountPoint.size() >= deepest->mountPoint.size())) {
            deepest = std::move(mount);
        }
    }
    return deepest;
}

std::string defaultRatesPath() {
    const auto variable = [](const char* name) {
        const char* const value = std::getenv(name);
        return std::string(value == nullptr ? "" : value);
    };
    const std::string home = variable("HOME");
    std::string base = variable("XDG_CONFIG_HOME");
    // The specification of that variable tells us to ignore a relative path.
    if (base.empty() || base.front() != '/') {
        base = home.empty() ? "" : home + "/.config";
    }
    return base.empty() ? "" : base + "/stowage/machine.json";
}

}  // namespace stowage
