// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/atomic_file_writer.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/random_access_file.h"
#include "engine/base/utf8.h"
#include "engine/device/machine_rates.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kFormat = "stowage.machine";
constexpr std::uint64_t kVersion = 1;
constexpr JsonLimits kLimits{kMiB, 16};
/// Nothing that is measured here is faster, in bytes or operations per second.
constexpr double kFastest = 1e18;

Unexpected malformed(const std::string& file, const std::string& what) {
    return fail(ErrorCode::Malformed,
                file + " does not hold measured rates: " + what +
                    ". Measure again with \"stowagectl devices --measure\".",
                file);
}

Json orNull(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Result<std::optional<double>> readRate(const Json& value, const std::string& name,
                                       const std::string& file) {
    if (value.is_null()) {
        return std::optional<double>();
    }
    const double number = value.is_number() ? value.get<double>() : 0.0;
    if (!(number > 0) || !(number < kFastest)) {
        return malformed(file, quotedForMessage(name) + " is no rate");
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
        return malformed(file, "\"rates\" is missing");
    }
    for (std::size_t i = 0; i < count; ++i) {
        const std::string name(nameOf(static_cast<Rate>(i)));
        const auto value = object->find(name);
        if (value == object->end()) {
            continue;
        }
        const auto rate = readRate(*value, name, file);
        if (!rate) {
            return rate.unexpected();
        }
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
        if (!rate) {
            return rate.unexpected();
        }
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
        return malformed(file, "\"disks\" is missing");
    }
    for (const Json& entry : *disks) {
        FileSystemRates disk;
        disk.identity = {textOf(entry, "mount_point"), textOf(entry, "source"),
                         textOf(entry, "type")};
        if (disk.identity.mountPoint.empty()) {
            return malformed(file, "a disk has no \"mount_point\"");
        }
        disk.date = textOf(entry, "date");
        auto values = readRates<DiskRate, kDiskRates>(entry, diskRateName, file);
        if (!values) {
            return values.unexpected();
        }
        disk.bytesPerSecond = *values;
        const auto ahead = entry.find("read_ahead_bytes");
        const bool isNumber = ahead != entry.end() && ahead->is_number();
        disk.readAheadBytes = isNumber ? std::max(ahead->get<double>(), 0.0) : 0.0;
        rates.setDisk(std::move(disk));
    }
    return {};
}

}  // namespace

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
        {"format", kFormat},      {"version", kVersion},
        {"date", rates.date},     {"rates", ratesJson(rates.bytesPerSecond, hostRateName)},
        {"matmul", rates.matmul}, {"initialise", rates.initialise},
        {"cast", rates.cast},     {"disks", std::move(disks)}};
    return jsonText(document, 2) + "\n";
}

Result<MachineRates> machineRatesFromJson(std::string_view text, const std::string& file) {
    const auto document = parseJson(text, file, kLimits);
    if (!document) {
        return malformed(file, "it is no JSON");
    }
    if (!document->is_object() || textOf(*document, "format") != kFormat) {
        return malformed(file, "\"format\" is not \"" + std::string(kFormat) + "\"");
    }
    const auto version = document->find("version");
    if (version == document->end() || *version != Json(kVersion)) {
        return malformed(file, "its version is not " + std::to_string(kVersion));
    }
    MachineRates rates;
    rates.date = textOf(*document, "date");
    auto host = readRates<HostRate, kHostRates>(*document, hostRateName, file);
    if (!host) {
        return host.unexpected();
    }
    rates.bytesPerSecond = *host;
    for (const auto& [key, named] :
         {std::pair{"matmul", &rates.matmul}, std::pair{"initialise", &rates.initialise},
          std::pair{"cast", &rates.cast}}) {
        auto values = readNamed(*document, key, file);
        if (!values) {
            return values.unexpected();
        }
        *named = std::move(values).value();
    }
    if (Result<void> disks = readDisks(*document, file, rates); !disks) {
        return disks.unexpected();
    }
    return rates;
}

Result<std::optional<MachineRates>> readMachineRates(const std::string& path) {
    std::error_code failure;
    if (path.empty() || !std::filesystem::exists(path, failure)) {
        return std::optional<MachineRates>();
    }
    const auto file = RandomAccessFile::open(path);
    if (!file) {
        return file.unexpected();
    }
    if ((*file)->size() > kLimits.textBytes) {
        return fail(ErrorCode::LimitExceeded,
                    path +
                        " is too long for measured rates. Measure again with \"stowagectl "
                        "devices --measure\".",
                    path);
    }
    std::string text((*file)->size(), '\0');
    if (Result<void> read = (*file)->readAt(0, std::as_writable_bytes(std::span(text))); !read) {
        return read.unexpected();
    }
    auto rates = machineRatesFromJson(text, path);
    if (!rates) {
        return rates.unexpected();
    }
    return std::optional(std::move(rates).value());
}

Result<void> writeMachineRates(const std::string& path, const MachineRates& rates) {
    std::error_code failure;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), failure);
    return writeFileAtomically(path, machineRatesToJson(rates));
}

}  // namespace stowage
