// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/device_info.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/device/card_catalogue.h"
#include "engine/device/machine_link.h"
#include "engine/device/memory_budget.h"

#include <algorithm>
#include <charconv>

namespace stowage {
namespace {

constexpr std::uint32_t kMaxGpuIndex = 1023;  ///< far above any machine; catches slips of the key

std::optional<std::uint32_t> parseIndex(std::string_view digits) {
    std::uint32_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, status] = std::from_chars(digits.data(), end, value);
    if (digits.empty() || status != std::errc() || stop != end || value > kMaxGpuIndex) {
        return std::nullopt;
    }
    return value;
}

/// Cuts `text` at the first `separator`; the rest stays in `text`.
std::string_view takePart(std::string_view& text, char separator) {
    const std::size_t at = text.find(separator);
    const std::string_view part = text.substr(0, at);
    text = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
    return part;
}

Unexpected wrong(const Message& what, std::size_t gpu) {
    return fail(ErrorCode::InvalidArgument, say("GPU %1 of the list: %2", gpu, what), {}, "--gpus");
}

Result<std::uint64_t> parseBytes(std::string_view text) {
    const auto size = parseCapacity(text);
    STOWAGE_TRY(size);
    return static_cast<std::uint64_t>(size->bytes);
}

Result<void> applyLink(std::string_view value, DeviceInfo& device) {
    const std::size_t gpu = device.id.index;
    if (!value.ends_with("/s")) {
        return wrong(say("link=%1 must end in \"/s\", as in link=12GB/s.", quotedForMessage(value)),
                     gpu);
    }
    const auto rate = parseBytes(value.substr(0, value.size() - 2));
    if (!rate) {
        return wrong(rate.error().message, gpu);
    }
    if (*rate == 0) {
        return wrong(say("a load over a link of 0 bytes per second would never finish; leave "
                         "\"link\" out for no limit."),
                     gpu);
    }
    device.linkBytesPerSecond = static_cast<double>(*rate);
    return {};
}

/// One `key=value` behind a capacity.
Result<void> applyOption(std::string_view option, DeviceInfo& device) {
    const std::size_t gpu = device.id.index;
    std::string_view value = option;
    const std::string_view key = takePart(value, '=');
    if (key == "name" && !value.empty()) {
        device.name = std::string(value);
        return {};
    }
    if (key == "link") {
        return applyLink(value, device);
    }
    if (key == "allocator") {
        const auto kind = allocatorFromName(value);
        if (!kind) {
            return wrong(kind.error().message, gpu);
        }
        device.allocator = *kind;
        return {};
    }
    if (key != "used" && key != "context") {
        return wrong(say("the option %1 is unknown; the options are used=SIZE, context=SIZE, "
                         "link=SIZE/s, allocator=KIND and name=TEXT.",
                         quotedForMessage(option)),
                     gpu);
    }
    const auto bytes = parseBytes(value);
    if (!bytes) {
        return wrong(joined({key, bytes.error().message}, ": "), gpu);
    }
    (key == "used" ? device.usedByOthers : device.context) = *bytes;
    device.contextIsSaid = device.contextIsSaid || key == "context";
    return {};
}

/// What stands before the first ':': a size, or a card of the catalogue.
Result<DeviceInfo> parseGpu(std::string_view text, std::size_t gpu) {
    if (text.empty() || text == "0") {
        return wrong(say("a capacity is missing; write capacities, as in 24GiB,24GiB."), gpu);
    }
    if (looksLikeCard(text)) {
        const auto card = findCard(text);
        return card ? Result(simulatedCard(*card)) : wrong(card.error().message, gpu);
    }
    const auto capacity = parseBytes(text);
    if (!capacity) {
        return wrong(capacity.error().message, gpu);
    }
    DeviceInfo device;
    device.simulated = true;
    device.capacity = *capacity;
    device.name = simulatedName(*capacity);
    return device;
}

/// How many are meant: "rtx-4090*2", "2xrtx-4090" or "2x rtx-4090"; the count is taken off.
Result<std::size_t> takeCount(std::string_view& text, std::size_t gpu) {
    const std::size_t star = text.rfind('*');
    const std::size_t cross = std::min(text.find_first_not_of("0123456789"), text.size());
    const bool isBefore = cross > 0 && cross < text.size() &&
                          (text[cross] == 'x' || text[cross] == 'X') && !looksLikeCard(text);
    if (star == std::string_view::npos && !isBefore) {
        return std::size_t{1};
    }
    const std::string_view digits = isBefore ? text.substr(0, cross) : text.substr(star + 1);
    std::size_t count = 0;
    const auto [stop, status] =
        std::from_chars(digits.data(), digits.data() + digits.size(), count);
    const bool isCount = status == std::errc() && stop == digits.data() + digits.size();
    if (!isCount || count < 1 || count > kMaxSimulatedGpus) {
        return wrong(say("the number of GPUs in %1 is not a number from 1 to 64; write the number "
                         "as in h100*8 or 8xh100.",
                         quotedForMessage(text)),
                     gpu);
    }
    text = isBefore ? text.substr(cross + 1) : text.substr(0, star);
    return count;
}

/// The machine before a "/", which is taken off; "" where there is none.
Result<std::string> takeMachine(std::string_view& text, std::size_t gpu) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) {
        return std::string();
    }
    const std::string_view name = text.substr(0, slash);
    if (!isMachineName(name)) {
        return wrong(
            say("%1 is not a machine name: use up to 63 letters, digits, \".\", \"_\" and \"-\".",
                quotedForMessage(name)),
            gpu);
    }
    text.remove_prefix(slash + 1);
    return machineNamed(name);
}

/// One entry between commas, which may stand for several devices.
Result<std::vector<DeviceInfo>> parseEntry(std::string_view text, std::size_t first) {
    std::string_view capacityText = takePart(text, ':');
    auto machine = takeMachine(capacityText, first);
    STOWAGE_TRY(machine);
    const auto count = takeCount(capacityText, first);
    STOWAGE_TRY(count);
    auto device = parseGpu(capacityText, first);
    STOWAGE_TRY(device);
    device->id = DeviceId::gpu(static_cast<std::uint32_t>(first));
    device->machine = *std::move(machine);
    while (!text.empty()) {
        STOWAGE_TRY(applyOption(takePart(text, ':'), *device));
    }
    const std::uint64_t capacity = *device->capacity;
    if (device->context > capacity || device->usedByOthers > capacity - device->context) {
        return wrong(say("\"used\" plus \"context\" (%1 in total) exceeds the capacity of %2.",
                         formatSize(static_cast<double>(device->usedByOthers) +
                                    static_cast<double>(device->context)),
                         formatSize(static_cast<double>(capacity))),
                     first);
    }
    std::vector<DeviceInfo> devices(*count, *device);
    for (std::size_t i = 0; i < devices.size(); ++i) {
        devices[i].id = DeviceId::gpu(static_cast<std::uint32_t>(first + i));
    }
    return devices;
}

}  // namespace

std::string deviceName(DeviceId id) {
    return id.isGpu()                   ? "gpu:" + std::to_string(id.index)
           : id.kind == DeviceKind::Cpu ? "cpu"
                                        : "disk";
}

Message deviceLabel(DeviceId id) {
    return id.isGpu()                   ? say("GPU %1", id.index)
           : id.kind == DeviceKind::Cpu ? phrase("CPU")
                                        : phrase("Disk");
}

Message namedDevice(DeviceId id) {
    return id.isGpu()               ? deviceLabel(id)
           : id == DeviceId::disk() ? Message(phrase("the disk"))
                                    : Message(phrase("the CPU"));
}

Result<DeviceId> parseDevice(std::string_view text) {
    if (text == "cpu") {
        return DeviceId::cpu();
    }
    if (text == "disk") {
        return DeviceId::disk();
    }
    std::string_view digits = text;
    for (const std::string_view prefix : {"gpu:", "cuda:"}) {
        if (digits.starts_with(prefix)) {
            digits.remove_prefix(prefix.size());
            break;
        }
    }
    if (const auto index = parseIndex(digits)) {
        return DeviceId::gpu(*index);
    }
    return fail(ErrorCode::InvalidArgument,
                say("%1 is not a device; use a GPU's number (0, gpu:0, cuda:0), \"cpu\" or "
                    "\"disk\".",
                    quotedForMessage(text)));
}

std::string_view allocatorName(AllocatorKind kind) {
    return kind == AllocatorKind::Native ? "native" : "expandable_segments";
}

Result<AllocatorKind> allocatorFromName(std::string_view name) {
    for (const auto kind : {AllocatorKind::Native, AllocatorKind::ExpandableSegments}) {
        if (name == allocatorName(kind)) {
            return kind;
        }
    }
    return fail(ErrorCode::InvalidArgument,
                say("%1 is not an allocator; use \"native\" or \"expandable_segments\".",
                    quotedForMessage(name)));
}

std::string simulatedName(std::uint64_t capacity) {
    return "Simulated, " + formatSize(static_cast<double>(capacity));
}

const DeviceInfo* findDevice(std::span<const DeviceInfo> devices, DeviceId id) {
    const auto found = std::ranges::find(devices, id, &DeviceInfo::id);
    return found == devices.end() ? nullptr : &*found;
}

std::optional<std::uint64_t> DeviceInfo::freeBytes() const {
    if (!capacity) {
        return std::nullopt;
    }
    const std::uint64_t afterContext = *capacity - std::min(*capacity, context);
    return afterContext - std::min(afterContext, usedByOthers);
}

Result<std::vector<DeviceInfo>> parseSimulatedGpus(const std::string& spec) {
    std::vector<DeviceInfo> devices;
    if (spec == "none") {
        return devices;
    }
    std::string_view rest = spec;
    do {
        const bool lastComma = rest.ends_with(',') && rest.find(',') == rest.size() - 1;
        auto entry = parseEntry(takePart(rest, ','), devices.size());
        STOWAGE_TRY(entry);
        devices.insert(devices.end(), entry->begin(), entry->end());
        if (devices.size() > kMaxSimulatedGpus) {
            return fail(ErrorCode::InvalidArgument,
                        say("The list contains more than 64 devices; specify 64 or fewer."), {},
                        "--gpus");
        }
        if (lastComma) {
            return wrong(say("a capacity is missing after the last comma."), devices.size());
        }
    } while (!rest.empty());
    return devices;
}

}  // namespace stowage
