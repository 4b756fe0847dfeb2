// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/load_events.h"

#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

/// No line of ours comes near it; bounds a file that is something else.
constexpr std::size_t kMostLineBytes = kMiB;
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

Json orNull(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

/// Reads members of one line; remembers the first that is of the wrong kind.
class Members {
public:
    explicit Members(const Json& object) : m_object(object) {}
    [[nodiscard]] const std::string& trouble() const { return m_trouble; }

    double number(const char* key) {
        const auto found = m_object.find(key);
        return found != m_object.end() && found->is_number() ? found->get<double>()
                                                             : blame(key, 0.0);
    }
    std::uint64_t count(const char* key) {
        const auto found = m_object.find(key);
        return found != m_object.end() && found->is_number_unsigned()
                   ? found->get<std::uint64_t>()
                   : blame(key, std::uint64_t{0});
    }
    std::string text(const char* key) {
        const auto found = m_object.find(key);
        return found != m_object.end() && found->is_string() ? found->get<std::string>()
                                                             : blame(key, std::string());
    }
    std::optional<double> numberOrNull(const char* key) {
        const auto found = m_object.find(key);
        if (found != m_object.end() && found->is_null()) {
            return std::nullopt;
        }
        return number(key);
    }

private:
    template <class Value>
    Value blame(const char* key, Value otherwise) {
        m_trouble = m_trouble.empty() ? key : m_trouble;
        return otherwise;
    }

    const Json& m_object;
    std::string m_trouble;
};

Unexpected malformed(std::uint64_t line, const std::string& why) {
    return fail(ErrorCode::Malformed, "Line " + std::to_string(line) +
                                          " of a load's events cannot be read: " + why +
                                          ". Take the file that load --events writes.");
}

Result<std::vector<RunDeviceNow>> devicesOf(const Json& object, std::uint64_t line) {
    const auto found = object.find("devices");
    if (found == object.end() || !found->is_object()) {
        return malformed(line, "\"devices\" is no object");
    }
    std::vector<RunDeviceNow> devices;
    for (const auto& [name, figures] : found->items()) {
        const auto id = parseDevice(name);
        if (!id || !figures.is_object()) {
            return malformed(line, "\"" + name + "\" is no device with figures");
        }
        Members members(figures);
        devices.push_back({*id, members.count("allocated"), members.count("reserved")});
        if (!members.trouble().empty()) {
            return malformed(line, "\"" + members.trouble() + "\" of " + name + " is no number");
        }
    }
    return devices;
}

Result<LoadEvent> readLine(std::string_view text, std::uint64_t line) {
    const auto object = parseJson(text, "events");
    if (!object || !object->is_object()) {
        return malformed(line, object ? "it is no object" : "it is no JSON");
    }
    Members members(*object);
    LoadEvent event;
    event.seconds = members.number("seconds");
    event.phase = members.text("phase");
    event.item = members.text("item");
    event.bytesDone = members.count("bytes_done");
    event.bytesTotal = members.count("bytes_total");
    event.itemsDone = members.count("items_done");
    event.itemsTotal = members.count("items_total");
    if (!members.trouble().empty()) {
        return malformed(line, "\"" + members.trouble() + "\" is missing or of the wrong kind");
    }
    auto devices = devicesOf(*object, line);
    if (!devices) {
        return devices.unexpected();
    }
    event.devices = std::move(*devices);
    const auto host = object->find("host");
    if (host == object->end() || !host->is_object()) {
        return malformed(line, "\"host\" is no object");
    }
    Members figures(*host);
    event.hostAnon = figures.numberOrNull("anon");
    event.hostFile = figures.numberOrNull("file");
    event.hostShmem = figures.numberOrNull("shmem");
    if (!figures.trouble().empty()) {
        return malformed(line, "\"" + figures.trouble() + "\" of the host is no number");
    }
    return event;
}

double higher(double a, double b) {
    return std::isnan(a) || b > a ? b : a;  // an unknown figure must not hide a known one
}

/// Two neighbours become one, at the first one's moment with the higher figure.
void mergePairs(std::vector<double>& column) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < column.size(); i += 2) {
        column[kept++] = i + 1 < column.size() ? higher(column[i], column[i + 1]) : column[i];
    }
    column.resize(kept);
}

void thin(RunCurves& curves) {
    std::vector<double> seconds;
    for (std::size_t i = 0; i < curves.seconds.size(); i += 2) {
        seconds.push_back(curves.seconds[i]);
    }
    curves.seconds = std::move(seconds);
    for (std::vector<double>* const column :
         {&curves.hostAnon, &curves.hostFile, &curves.hostShmem}) {
        mergePairs(*column);
    }
    for (DeviceCurve& device : curves.devices) {
        mergePairs(device.allocated);
        mergePairs(device.reserved);
    }
}

/// The curve of a device, filled up with unknown figures where it is new.
void addDevice(RunCurves& curves, DeviceId id) {
    const auto place = std::ranges::lower_bound(curves.devices, id, {}, &DeviceCurve::device);
    if (place == curves.devices.end() || place->device != id) {
        const std::vector<double> before(curves.seconds.size(), kUnknown);
        curves.devices.insert(place, DeviceCurve{id, before, before});
    }
}

}  // namespace

std::string loadEventLine(const LoadEvent& event) {
    Json devices = Json::object();
    for (const RunDeviceNow& device : event.devices) {
        devices[deviceName(device.device)] =
            Json{{"allocated", device.allocated}, {"reserved", device.reserved}};
    }
    const Json object{{"seconds", event.seconds},
                      {"phase", event.phase},
                      {"item", event.item},
                      {"bytes_done", event.bytesDone},
                      {"bytes_total", event.bytesTotal},
                      {"items_done", event.itemsDone},
                      {"items_total", event.itemsTotal},
                      {"devices", std::move(devices)},
                      {"host", Json{{"anon", orNull(event.hostAnon)},
                                    {"file", orNull(event.hostFile)},
                                    {"shmem", orNull(event.hostShmem)}}}};
    return jsonText(object) + "\n";
}

Result<std::vector<LoadEvent>> LoadEventReader::feed(std::string_view bytes) {
    std::vector<LoadEvent> events;
    while (!bytes.empty()) {
        const std::size_t end = std::min(bytes.find('\n'), bytes.size());
        if (m_rest.size() + end > kMostLineBytes) {
            return fail(ErrorCode::LimitExceeded,
                        "Line " + std::to_string(m_line + 1) +
                            " of a load's events has more than " +
                            formatSize(static_cast<double>(kMostLineBytes)) +
                            ". Take the file that load --events writes.");
        }
        m_rest.append(bytes.substr(0, end));
        if (end == bytes.size()) {
            break;
        }
        bytes.remove_prefix(end + 1);
        auto event = readLine(std::exchange(m_rest, {}), ++m_line);
        if (!event) {
            return event.unexpected();
        }
        events.push_back(std::move(*event));
    }
    return events;
}

void appendEvent(RunCurves& curves, const LoadEvent& event) {
    if (event.devices.empty() && !event.hostAnon && !event.hostFile && !event.hostShmem) {
        return;
    }
    if (curves.seconds.size() >= kMostCurvePoints) {
        thin(curves);
    }
    for (const RunDeviceNow& device : event.devices) {
        addDevice(curves, device.device);
    }
    curves.seconds.push_back(event.seconds);
    curves.hostAnon.push_back(event.hostAnon.value_or(kUnknown));
    curves.hostFile.push_back(event.hostFile.value_or(kUnknown));
    curves.hostShmem.push_back(event.hostShmem.value_or(kUnknown));
    for (DeviceCurve& curve : curves.devices) {
        const auto now = std::ranges::find(event.devices, curve.device, &RunDeviceNow::device);
        const bool isKnown = now != event.devices.end();
        curve.allocated.push_back(isKnown ? static_cast<double>(now->allocated) : kUnknown);
        curve.reserved.push_back(isKnown ? static_cast<double>(now->reserved) : kUnknown);
    }
}

}  // namespace stowage
