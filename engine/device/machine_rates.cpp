// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/machine_rates.h"

#include "engine/base/byte_size.h"
#include "engine/base/file_writer.h"
#include "engine/base/json_fields.h"
#include "engine/base/json_reader.h"
#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"

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

constexpr std::array<std::string_view, kHostRates> kHostNames{
    "memcpy",           "h2d",
    "touch_large",      "touch_small",
    "touch_idle",       "release",
    "simulated_fresh",  "simulated_populated",
    "simulated_within", "simulated_within_fresh"};

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
                                                              "write",
                                                              "staged_warm",
                                                              "stream_card_warm"};

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

using Json = nlohmann::ordered_json;

constexpr std::string_view kFormat = "stowage.machine";

constexpr std::uint64_t kVersion = 1;

constexpr JsonLimits kLimits{kMiB, 16};

/// Nothing that is measured here is faster, in bytes or operations per second.
constexpr double kFastest = 1e18;

Unexpected malformed(const std::string& file, const Message& what) {
    return fail(ErrorCode::Malformed,
                say("%1 does not contain measured rates: %2. Measure again with \"stowagectl "
                    "devices --measure\".",
                    file, what),
                file);
}

Result<std::optional<double>> readRate(const Json& value, const std::string& name,
                                       const std::string& file) {
    if (value.is_null()) {
        return std::optional<double>();
    }
    const double number = value.is_number() ? value.get<double>() : 0.0;
    if (!(number > 0) || !(number < kFastest)) {
        return malformed(file, say("%1 is not a rate", quotedForMessage(name)));
    }
    return std::optional<double>(number);
}

/// The rates of a list by their names; what is absent or unknown here is left alone.
template <class Rate, std::size_t count>
Result<std::array<std::optional<double>, count>> readRates(const Json& parent,
                                                           std::string_view (*nameOf)(Rate),
                                                           const std::string& file) {
    std::array<std::optional<double>, count> rates{};
    const auto object = parent.find("rates");
    if (object == parent.end() || !object->is_object()) {
        return malformed(file, phrase("\"rates\" is missing"));
    }
    for (std::size_t i = 0; i < count; ++i) {
        const std::string name(nameOf(static_cast<Rate>(i)));
        const auto value = object->find(name);
        if (value == object->end()) {
            continue;
        }
        const auto rate = readRate(*value, name, file);
        STOWAGE_TRY(rate);
        rates[i] = *rate;
    }
    return rates;
}

Result<std::map<std::string, double>> readNamed(const Json& parent, const char* key,
                                                const std::string& file) {
    std::map<std::string, double> rates;
    const auto object = parent.find(key);
    if (object == parent.end() || !object->is_object()) {
        return rates;
    }
    for (const auto& [name, value] : object->items()) {
        const auto rate = readRate(value, name, file);
        STOWAGE_TRY(rate);
        if (*rate) {
            rates[name] = **rate;
        }
    }
    return rates;
}

std::string textOf(const Json& parent, const char* key) {
    const auto value = parent.find(key);
    return value != parent.end() && value->is_string() ? value->get<std::string>() : "";
}

/// 0 where it is absent or below.
double bytesOf(const Json& parent, const char* key) {
    const auto value = parent.find(key);
    const bool isNumber = value != parent.end() && value->is_number();
    return isNumber ? std::max(value->get<double>(), 0.0) : 0.0;
}

template <class Rate, std::size_t count>
Json ratesJson(const std::array<std::optional<double>, count>& rates,
               std::string_view (*nameOf)(Rate)) {
    Json object = Json::object();
    for (std::size_t i = 0; i < count; ++i) {
        object[std::string(nameOf(static_cast<Rate>(i)))] = orNull(rates[i]);
    }
    return object;
}

Result<void> readDisks(const Json& document, const std::string& file, MachineRates& rates) {
    const auto disks = document.find("disks");
    if (disks == document.end() || !disks->is_array()) {
        return malformed(file, phrase("\"disks\" is missing"));
    }
    for (const Json& entry : *disks) {
        FileSystemRates disk;
        disk.identity = {textOf(entry, "mount_point"), textOf(entry, "source"),
                         textOf(entry, "type")};
        if (disk.identity.mountPoint.empty()) {
            return malformed(file, phrase("a disk has no \"mount_point\""));
        }
        disk.date = textOf(entry, "date");
        auto values = readRates<DiskRate, kDiskRates>(entry, diskRateName, file);
        STOWAGE_TRY(values);
        disk.bytesPerSecond = *values;
        disk.readAheadBytes = bytesOf(entry, "read_ahead_bytes");
        rates.setDisk(std::move(disk));
    }
    return {};
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
    const auto found = std::ranges::find(disks, identity, &FileSystemRates::identity);
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

std::optional<FileSystemIdentity> fileSystemFor(const std::string& path) {
    std::error_code failure;
    std::filesystem::path place = std::filesystem::absolute(path, failure);
    while (!std::filesystem::exists(place, failure) && place.has_relative_path()) {
        place = place.parent_path();
    }
    return fileSystemOf(place.string());
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

std::string machineRatesToJson(const MachineRates& rates) {
    Json disks = Json::array();
    for (const FileSystemRates& disk : rates.disks) {
        disks.push_back(Json{{"mount_point", disk.identity.mountPoint},
                             {"source", disk.identity.source},
                             {"type", disk.identity.type},
                             {"date", disk.date},
                             {"read_ahead_bytes", disk.readAheadBytes},
                             {"rates", ratesJson(disk.bytesPerSecond, diskRateName)}});
    }
    const Json document{
        {"format", kFormat},        {"version", kVersion},
        {"date", rates.date},       {"rates", ratesJson(rates.bytesPerSecond, hostRateName)},
        {"matmul", rates.matmul},   {"initialise", rates.initialise},
        {"cast", rates.cast},       {"elementwise", rates.elementwise},
        {"sharing", rates.sharing}, {"kept_bytes", rates.keptBytes},
        {"disks", std::move(disks)}};
    return jsonText(document, 2) + "\n";
}

Result<MachineRates> machineRatesFromJson(std::string_view text, const std::string& file) {
    const auto document = parseJson(text, file, kLimits);
    if (!document) {
        return malformed(file, phrase("the text is not valid JSON"));
    }
    if (!document->is_object() || textOf(*document, "format") != kFormat) {
        return malformed(file, say("\"format\" is not \"%1\"", kFormat));
    }
    const auto version = document->find("version");
    if (version == document->end() || *version != Json(kVersion)) {
        return malformed(file, say("the version of the format is not %1", kVersion));
    }
    MachineRates rates;
    rates.date = textOf(*document, "date");
    auto host = readRates<HostRate, kHostRates>(*document, hostRateName, file);
    STOWAGE_TRY(host);
    rates.bytesPerSecond = *host;
    for (const auto& [key, named] :
         {std::pair{"matmul", &rates.matmul}, std::pair{"initialise", &rates.initialise},
          std::pair{"cast", &rates.cast}, std::pair{"elementwise", &rates.elementwise},
          std::pair{"sharing", &rates.sharing}}) {
        const bool isNewer = named == &rates.elementwise || named == &rates.sharing;
        if (isNewer && !document->contains(key)) {
            continue;  // measured before there was such a thing
        }
        auto values = readNamed(*document, key, file);
        STOWAGE_TRY(values);
        *named = std::move(values).value();
    }
    rates.keptBytes = bytesOf(*document, "kept_bytes");
    STOWAGE_TRY(readDisks(*document, file, rates));
    return rates;
}

Result<std::optional<MachineRates>> readMachineRates(const std::string& path) {
    std::error_code failure;
    if (path.empty() || !std::filesystem::exists(path, failure)) {
        return std::optional<MachineRates>();
    }
    const auto text = readWholeFile(path, kLimits.textBytes, [&path](std::uint64_t size) {
        return say(
            "%1 has a size of %2, but a file of measured rates has at most %3. Measure again with "
            "\"stowagectl devices --measure\".",
            path, formatSize(size), formatSize(kLimits.textBytes));
    });
    STOWAGE_TRY(text);
    auto rates = machineRatesFromJson(*text, path);
    STOWAGE_TRY(rates);
    return std::optional(std::move(rates).value());
}

Result<void> writeMachineRates(const std::string& path, const MachineRates& rates) {
    std::error_code failure;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), failure);
    return writeFileAtomically(path, machineRatesToJson(rates));
}

}  // namespace stowage
