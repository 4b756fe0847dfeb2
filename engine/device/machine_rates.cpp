// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/machine_rates.h"

#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <cstdio>
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

std::string deviceText(dev_t device) {
    return std::to_string(major(device)) + ":" + std::to_string(minor(device));
}

/// The name that mountinfo has for a type; the numbers are those of linux/magic.h and statfs(2).
std::string typeName(unsigned long number) {
    constexpr std::pair<unsigned long, const char*> kTypes[] = {
        {0xEF53, "ext4"},      {0x58465342, "xfs"},      {0x9123683E, "btrfs"},
        {0x01021994, "tmpfs"}, {0x794C7630, "overlay"},  {0x6969, "nfs"},
        {0x01021997, "9p"},    {0x65735546, "fuse"},     {0x2FC12FC1, "zfs"},
        {0xF2F52010, "f2fs"},  {0xFF534D42, "cifs"},     {0x4D44, "vfat"},
        {0x2011BAB0, "exfat"}, {0x52654973, "reiserfs"}, {0xCA451A4E, "bcachefs"},
        {0x858458F6, "ramfs"}, {0x9FA0, "proc"},         {0x73717368, "squashfs"},
        {0xE0F5E1E2, "erofs"},
    };
    for (const auto& [magic, name] : kTypes) {
        if (magic == number) {
            return name;
        }
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "0x%lx", number);
    return text.data();
}

/// What the file itself tells, where mountinfo lists no mount above it, as in a chroot: the
/// topmost folder on the same device, the device's numbers, and the type by its number.
std::optional<FileSystemIdentity> fileSystemOfDevice(const std::filesystem::path& path) {
    struct stat file {};
    struct statfs system {};
    if (::stat(path.c_str(), &file) != 0 || ::statfs(path.c_str(), &system) != 0) {
        return std::nullopt;
    }
    std::filesystem::path top = path;
    while (top.has_relative_path()) {
        struct stat above {};
        if (::stat(top.parent_path().c_str(), &above) != 0 || above.st_dev != file.st_dev) {
            break;
        }
        top = top.parent_path();
    }
    return FileSystemIdentity{top.string(), "device " + deviceText(file.st_dev),
                              typeName(static_cast<unsigned long>(system.f_type) & 0xFFFFFFFFUL)};
}

}  // namespace

std::optional<FileSystemIdentity> fileSystemOf(const std::string& path, std::istream& mounts) {
    std::error_code failure;
    const std::filesystem::path real = std::filesystem::canonical(path, failure);
    if (failure) {
        return std::nullopt;
    }
    std::optional<FileSystemIdentity> deepest;
    for (std::string line; std::getline(mounts, line);) {
        std::optional<FileSystemIdentity> mount = parseMount(line);
        // A later mount covers an earlier one at the same place.
        if (mount && liesBelow(real.string(), mount->mountPoint) &&
            (!deepest || mount->mountPoint.size() >= deepest->mountPoint.size())) {
            deepest = std::move(mount);
        }
    }
    return deepest ? deepest : fileSystemOfDevice(real);
}

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
    std::ifstream mounts("/proc/self/mountinfo");
    return fileSystemOf(path, mounts);
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
