// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/request/request_values.h"

namespace stowage::request_values {

Result<void> Device::read(const Json& json, DeviceId& device) {
    const std::string text = json.is_number_unsigned() ? json.dump()
                             : json.is_string()        ? json.get<std::string>()
                                                       : std::string();
    const auto found = parseDevice(text);
    if (!found) {
        return json.is_string() ? unknownName(text) : wrongField(phrase("is not a device"));
    }
    device = *found;
    return {};
}

Json Devices::write(const std::vector<DeviceInfo>& devices) {
    Json object = Json::object();
    for (const DeviceInfo& device : devices) {
        object[deviceName(device.id)] = Object<kDeviceFields>::write(device);
    }
    return object;
}

Result<void> Devices::read(const Json& json, std::vector<DeviceInfo>& devices) {
    STOWAGE_TRY(requireObject(json));
    if (json.empty() || json.size() > kMaxSimulatedGpus + 2) {
        return wrongField(say("must name from 1 to %1 devices", kMaxSimulatedGpus + 2));
    }
    devices.clear();
    for (const auto& [name, value] : json.items()) {
        DeviceInfo& device = devices.emplace_back();
        auto read = Device::read(name, device.id);
        read = read ? Object<kDeviceFields>::read(value, device) : read;
        if (!read) {
            return Unexpected{inMember(name, read.error())};
        }
    }
    std::ranges::sort(devices, {}, &DeviceInfo::id);
    const auto same = std::ranges::adjacent_find(devices, {}, &DeviceInfo::id);
    if (same != devices.end()) {
        return wrongField(say("describes the device %1 twice", deviceName(same->id)));
    }
    return {};
}

bool LimitsByDevice::isOfText(const MemoryBudget& limit) {
    std::vector<Message> ignored;
    const auto read = readBudget(key(limit.device), limit.text, ignored);
    return read && *read == limit;
}

Json LimitsByDevice::writeOne(const MemoryBudget& limit) {
    if (limit.text.empty()) {
        const auto whole = static_cast<std::uint64_t>(limit.bytes);
        return limit.isFloat || static_cast<double>(whole) != limit.bytes ? Json(limit.bytes)
                                                                          : Json(whole);
    }
    return isOfText(limit) ? Json(limit.text) : Object<kLimitFields>::write(limit);
}

Json LimitsByDevice::write(const Limits& limits) {
    Json object = Json::object();
    for (const MemoryBudget& limit : limits) {
        object[key(limit.device)] = writeOne(limit);
    }
    return object;
}

Result<void> LimitsByDevice::readOne(const Json& json, MemoryBudget& limit) {
    if (json.is_object()) {
        return Object<kLimitFields>::read(json, limit);
    }
    if (!json.is_string()) {
        limit.isFloat = json.is_number_float();
        return Number<kMostRate>::read(json, limit.bytes);
    }
    std::vector<Message> ignored;
    const auto read = readBudget(key(limit.device), json.get<std::string>(), ignored);
    if (!read) {
        return wrongField(say("is not a limit: %1", read.error().message));
    }
    limit = *read;
    return {};
}

Result<void> LimitsByDevice::read(const Json& json, Limits& limits) {
    STOWAGE_TRY(requireObject(json));
    limits.clear();
    for (const auto& [name, value] : json.items()) {
        MemoryBudget& limit = limits.emplace_back();
        auto read = Device::read(name, limit.device);
        read = read ? readOne(value, limit) : read;
        if (!read) {
            return Unexpected{inMember(name, read.error())};
        }
    }
    return {};
}

Json Work::write(const Workload& work) {
    Json object = Json::object();
    for (const WorkloadNumber& number : workloadNumbers()) {
        const std::uint64_t value = work.*number.value;
        object[std::string(number.key)] =
            number.places == 0 ? Json(value) : Json(writtenNumber(number, value));
    }
    writeFields(object, work, kWorkloadFields);
    return object;
}

Result<void> Work::readNumbers(const Json& json, Workload& work) {
    for (const WorkloadNumber& number : workloadNumbers()) {
        const auto found = json.find(number.key);
        if (found == json.end() || found->is_null()) {
            continue;
        }
        const auto written = number.places > 0
                                 ? readNumber(*found, writtenNumber(number, number.most))
                                 : Result<double>(0.0);
        const auto whole = number.places > 0 && written ? Result(storedNumber(number, *written))
                                                        : readWhole(*found, number.most);
        if (!written || !whole) {
            return Unexpected{inMember(number.key, written ? whole.error() : written.error())};
        }
        work.*number.value = *whole;
    }
    return {};
}

Result<void> Work::read(const Json& json, Workload& work) {
    STOWAGE_TRY(readFields(json, work, kWorkloadFields));
    STOWAGE_TRY(readNumbers(json, work));
    const auto checked = checkWorkload(work);
    return checked ? Result<void>()
                   : wrongField(say("is not a valid workload: %1", checked.error().message));
}

}  // namespace stowage::request_values
