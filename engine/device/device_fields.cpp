// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/device_fields.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/device/card_catalogue.h"
#include "engine/device/machine_link.h"
#include "engine/device/memory_budget.h"
#include "engine/device/this_machine.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stowage {

namespace {

constexpr std::string_view kPerSecond = "/s";

struct CellUnit {
    std::string_view name;
    std::uint64_t bytes;
};
/// The largest that divides a number of bytes is what a cell shows.
constexpr std::array<CellUnit, 6> kUnits = {{{"GiB", kGiB},
                                             {"MiB", kMiB},
                                             {"GB", 1'000'000'000},
                                             {"MB", 1'000'000},
                                             {"KiB", kKiB},
                                             {"B", 1}}};

std::string_view withoutSpaces(std::string_view text) {
    while (!text.empty() && text.front() == ' ') {
        text.remove_prefix(1);
    }
    while (!text.empty() && text.back() == ' ') {
        text.remove_suffix(1);
    }
    return text;
}

Unexpected wrongCell(Message sentence) {
    return fail(ErrorCode::InvalidArgument, std::move(sentence));
}

std::string sizeCell(std::uint64_t bytes) {
    if (bytes == 0) {
        return "0";
    }
    const auto* const unit = std::ranges::find_if(
        kUnits, [bytes](const CellUnit& candidate) { return bytes % candidate.bytes == 0; });
    return std::to_string(bytes / unit->bytes) + std::string(unit->name);
}

/// A size; `warning` is set where it counts bits.
Result<std::uint64_t> readSize(std::string_view text, Message& warning) {
    if (text.empty()) {
        return wrongCell(say("The size is missing; type a size, as in 24GiB."));
    }
    if (text.find(',') != std::string_view::npos) {
        return wrongCell(
            say("%1 has a comma; use a decimal point, as in 2.5GiB, and one size per cell.",
                quotedForMessage(text)));
    }
    const auto size = parseCapacity(text);
    if (!size) {
        return wrongCell(size.error().message);
    }
    if (size->countedBits) {
        warning = say("A lowercase b means bits, so the value is read as %1. Type %2B for bytes.",
                      formatSize(size->bytes), text.substr(0, text.size() - 1));
    }
    return static_cast<std::uint64_t>(size->bytes);
}

/// The context of another device says nothing about this one's: the engine's own counts until the
/// user types another.
void forgetContext(DeviceInfo& device) {
    device.context = 0;
    device.contextIsSaid = false;
}

/// A name that says no more than the capacity, or what a card is called, goes with the capacity.
void setCapacity(DeviceInfo& device, std::uint64_t bytes) {
    if (!device.id.isGpu()) {
        overrideCapacity(device, bytes);
        return;
    }
    const auto cards = cardCatalogue();
    const bool isCard = cards && std::ranges::any_of(*cards, [&](const CatalogueCard& card) {
                            return card.name == device.name && card.capacity != bytes;
                        });
    if (isCard || device.name.empty() || device.name.starts_with("Simulated, ")) {
        device.name = simulatedName(bytes);
    }
    device.capacity = bytes;
    forgetContext(device);
}

Result<void> readCapacity(DeviceInfo& device, std::string_view text, Message& warning) {
    if (!device.id.isGpu() && text.empty()) {
        resetCapacity(device);
        return {};
    }
    if (device.id.isGpu() && looksLikeCard(text)) {
        const auto card = findCard(text);
        if (!card) {
            return wrongCell(say(
                "%1 is not a card of the catalogue; choose a card, or specify a size, as in 24GiB.",
                quotedForMessage(text)));
        }
        device.name = card->name;
        device.capacity = card->capacity;
        forgetContext(device);
        return {};
    }
    const auto bytes = readSize(text, warning);
    STOWAGE_TRY(bytes);
    setCapacity(device, *bytes);
    return {};
}

Result<void> readLink(DeviceInfo& device, std::string_view text, Message& warning) {
    if (text.empty()) {
        device.linkBytesPerSecond.reset();
        return {};
    }
    if (!text.ends_with(kPerSecond)) {
        return wrongCell(
            say("%1 is not a rate. Type a rate that ends with \"/s\", as in 12GB/s, or leave the "
                "cell empty for no limit.",
                quotedForMessage(text)));
    }
    const auto rate =
        readSize(withoutSpaces(text.substr(0, text.size() - kPerSecond.size())), warning);
    STOWAGE_TRY(rate);
    if (*rate == 0) {
        return wrongCell(
            say("A load over a link of 0 bytes per second would never finish; leave the cell empty "
                "for no limit."));
    }
    device.linkBytesPerSecond = static_cast<double>(*rate);
    return {};
}

Result<void> readMachine(DeviceInfo& device, std::string_view text) {
    if (!text.empty() && !isMachineName(text)) {
        return wrongCell(
            say("%1 is not a machine name: use up to 63 letters, digits, \".\", \"_\" and \"-\".",
                quotedForMessage(text)));
    }
    device.machine = machineNamed(text);
    return {};
}

Result<void> requireRoom(const DeviceInfo& device) {
    const std::uint64_t capacity = device.capacity.value_or(0);
    if (!device.id.isGpu() || !device.capacity ||
        (device.context <= capacity && device.usedByOthers <= capacity - device.context)) {
        return {};
    }
    return wrongCell(say(
        "The memory used by other programs plus the CUDA context (%1 in total) exceeds the "
        "capacity of %2.",
        formatSize(static_cast<double>(device.usedByOthers) + static_cast<double>(device.context)),
        formatSize(static_cast<double>(capacity))));
}

bool isSimulatedGpu(const std::vector<DeviceInfo>& devices, DeviceId id) {
    return std::ranges::any_of(devices, [id](const DeviceInfo& device) {
        return device.id == id && device.id.isGpu() && device.simulated;
    });
}

/// GPUs in their new order, each with the number that it had (nothing for a new one); what is no
/// GPU follows as it was.
using OrderedGpus = std::vector<std::pair<DeviceInfo, std::optional<DeviceId>>>;

OrderedGpus gpusOf(const std::vector<DeviceInfo>& devices) {
    OrderedGpus gpus;
    for (const DeviceInfo& device : devices) {
        if (device.id.isGpu()) {
            gpus.emplace_back(device, device.id);
        }
    }
    return gpus;
}

DeviceListChange renumbered(const std::vector<DeviceInfo>& before, const OrderedGpus& gpus) {
    DeviceListChange change;
    for (const DeviceInfo& device : before) {
        if (device.id.isGpu()) {
            change.places[device.id] = std::nullopt;
        }
    }
    for (const auto& [gpu, was] : gpus) {
        DeviceInfo device = gpu;
        device.id = DeviceId::gpu(static_cast<std::uint32_t>(change.devices.size()));
        if (was) {
            change.places[*was] = device.id;
        }
        change.devices.push_back(std::move(device));
    }
    std::ranges::copy_if(before, std::back_inserter(change.devices),
                         [](const DeviceInfo& device) { return !device.id.isGpu(); });
    return change;
}

auto placeOf(OrderedGpus& gpus, DeviceId id) {
    return std::ranges::find_if(gpus, [id](const auto& entry) { return entry.second == id; });
}

}  // namespace

std::string deviceFieldText(const DeviceInfo& device, DeviceField field) {
    switch (field) {
        case DeviceField::Capacity:
            return device.capacity ? sizeCell(*device.capacity) : std::string();
        case DeviceField::UsedByOthers:
            return sizeCell(device.usedByOthers);
        case DeviceField::Context:
            return device.knowsContext() ? sizeCell(device.context) : std::string();
        case DeviceField::Machine:
            return device.machine;
        case DeviceField::Link:
            break;
    }
    return device.linkBytesPerSecond
               ? sizeCell(static_cast<std::uint64_t>(*device.linkBytesPerSecond)) +
                     std::string(kPerSecond)
               : std::string();
}

Result<DeviceEntry> withDeviceField(const DeviceInfo& device, DeviceField field,
                                    std::string_view text) {
    DeviceEntry entry{device, {}};
    text = withoutSpaces(text);
    Result<void> done;
    if (field == DeviceField::Capacity) {
        done = readCapacity(entry.device, text, entry.warning);
    } else if (field == DeviceField::Link) {
        done = readLink(entry.device, text, entry.warning);
    } else if (field == DeviceField::Machine) {
        done = readMachine(entry.device, text);
    } else if (field == DeviceField::Context && text.empty()) {
        forgetContext(entry.device);
    } else if (const auto bytes = readSize(text, entry.warning)) {
        (field == DeviceField::Context ? entry.device.context : entry.device.usedByOthers) = *bytes;
        entry.device.contextIsSaid = entry.device.contextIsSaid || field == DeviceField::Context;
    } else {
        done = bytes.unexpected();
    }
    if (done) {
        done = requireRoom(entry.device);
    }
    return done ? Result<DeviceEntry>(std::move(entry)) : done.unexpected();
}

DeviceListChange withOneMoreGpu(const std::vector<DeviceInfo>& devices) {
    OrderedGpus gpus = gpusOf(devices);
    DeviceInfo gpu;
    gpu.simulated = true;
    gpu.capacity = 2 * kGiB;
    gpu.name = simulatedName(*gpu.capacity);
    if (!gpus.empty() && gpus.back().first.simulated) {
        gpu = gpus.back().first;
    }
    if (gpus.size() < kMaxSimulatedGpus) {
        gpus.emplace_back(std::move(gpu), std::nullopt);
    }
    return renumbered(devices, gpus);
}

DeviceListChange withDuplicate(const std::vector<DeviceInfo>& devices, DeviceId gpu) {
    OrderedGpus gpus = gpusOf(devices);
    if (isSimulatedGpu(devices, gpu) && gpus.size() < kMaxSimulatedGpus) {
        const auto at = placeOf(gpus, gpu);
        const DeviceInfo copy = at->first;
        gpus.insert(at + 1, {copy, std::nullopt});
    }
    return renumbered(devices, gpus);
}

DeviceListChange withoutGpu(const std::vector<DeviceInfo>& devices, DeviceId gpu) {
    OrderedGpus gpus = gpusOf(devices);
    if (isSimulatedGpu(devices, gpu)) {
        gpus.erase(placeOf(gpus, gpu));
    }
    return renumbered(devices, gpus);
}

DeviceListChange withSwapped(const std::vector<DeviceInfo>& devices, DeviceId one, DeviceId other) {
    OrderedGpus gpus = gpusOf(devices);
    if (isSimulatedGpu(devices, one) && isSimulatedGpu(devices, other)) {
        std::swap(*placeOf(gpus, one), *placeOf(gpus, other));
    }
    return renumbered(devices, gpus);
}

}  // namespace stowage
