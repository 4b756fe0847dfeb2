// SPDX-License-Identifier: GPL-3.0-or-later
// What people type: sizes, limits, simulated GPUs, lists of devices, renamings.
#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/device/device_info.h"
#include "engine/device/memory_budget.h"
#include "engine/device/visible_devices.h"
#include "engine/plan/map/device_map_text.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"

#include <cmath>
#include <string>
#include <vector>

namespace stowage::fuzz {
namespace {

constexpr double kExact = 9007199254740992.0;  // 2^53

void checkSize(const Result<ParsedSize>& size) {
    if (!size) {
        checkError(size.error());
        return;
    }
    const double bytes = size->bytes;
    require(!std::isnan(bytes) && bytes == std::trunc(bytes), "a size is a whole number");
    require(
        !formatSize(bytes).empty() && !formatGiB(bytes).empty() && !formatExactBytes(bytes).empty(),
        "a size can be printed");
    if (bytes >= 0 && bytes < kExact) {
        const auto again = parseSize(formatPythonNumber(bytes, false));
        require(again.has_value() && again->bytes == bytes, "a printed size reads as the same");
    }
}

void checkBudgets(std::string_view text) {
    std::vector<Message> warnings;
    const auto budgets = parseLimitsText(text, warnings);
    if (!budgets) {
        checkError(budgets.error());
        return;
    }
    for (std::size_t i = 0; i < budgets->size(); ++i) {
        const MemoryBudget& budget = (*budgets)[i];
        require(i == 0 || (*budgets)[i - 1].device < budget.device, "budgets stand in order");
        const auto again = parseSize(budget.text);
        require(again.has_value() && (budget.isFloat || again->bytes == budget.bytes),
                "a limit keeps its text");
    }
}

void checkDevices(const std::string& text) {
    if (const auto gpus = parseSimulatedGpus(text); !gpus) {
        checkError(gpus.error());
    } else {
        for (const DeviceInfo& gpu : *gpus) {
            require(gpu.freeBytes().value_or(0) <= gpu.capacity.value_or(0),
                    "no more is free than there is");
        }
    }
    constexpr std::size_t kCount = 3;
    if (const auto visible = parseVisibleDevices(text, kCount); !visible) {
        checkError(visible.error());
    } else {
        for (const auto index : visible->indices) {
            require(index < kCount, "only devices that exist are visible");
        }
    }
    const std::vector<std::string> uuids = {"GPU-8f3a", "GPU-8f4b", "GPU-01"};
    for (const auto index : parseVisibleRealDevices(text, uuids).indices) {
        require(index < uuids.size(), "only devices that exist are visible");
    }
    if (const auto device = parseDevice(text)) {
        const auto again = parseDevice(deviceName(*device));
        require(again.has_value() && *again == *device, "a printed device reads as the same");
    } else {
        checkError(device.error());
    }
}

void checkRename(const std::string& text) {
    const auto rename = parseKeyRename(text);
    if (!rename) {
        checkError(rename.error());
        return;
    }
    const auto again = parseKeyRename(keyRenameText(*rename));
    require(again.has_value() && *again == *rename, "a printed renaming reads as the same");
    require(renamedKey(rename->from + "x", *rename) == rename->to + "x", "a renaming renames");
}

}  // namespace

void runSizes(Input input) {
    const std::string_view text = textOf(input);
    checkSize(parseSize(text));
    checkSize(parseAccelerateSize(text));
    checkSize(parseCapacity(text));
    (void)parseCount(text);
    (void)parsePythonFloat(text);
    checkBudgets(text);
    // Command lines end their words with NUL.
    const std::string word(text.substr(0, text.find('\0')));
    checkDevices(word);
    checkRename(word);
}

}  // namespace stowage::fuzz
