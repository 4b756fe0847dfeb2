// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/common_options.h"

#include "app/backends.h"
#include "app/cli/options/inputs.h"
#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/checkpoint/write/convert_plan.h"
#include "engine/device/memory_budget.h"
#include "engine/device/visible_devices.h"
#include "engine/plan/map/device_map_text.h"
#include "engine/plan/placement_request.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace stowage {

namespace {

constexpr const char* kRealGpus = "real";

/// A capacity in lower case is an eighth of what was meant, most likely.
void warnOfBits(const std::string& spec, const CommandContext& context) {
    std::size_t begin = 0;
    while (begin < spec.size()) {
        const std::size_t end = std::min(spec.find_first_of(",:=*/x", begin), spec.size());
        const std::string part = spec.substr(begin, end - begin);
        const auto size = parseCapacity(part);
        if (size && size->countedBits) {
            context.warn(
                say("--gpus: \"%1\" is a number of bits, as in Accelerate, and means %2. Write a "
                    "capital B for bytes.",
                    part, formatSize(size->bytes)));
        }
        begin = end + 1;
    }
}

}  // namespace

Result<void> requireRange(const char* option, std::int64_t value, std::int64_t least,
                          std::int64_t most) {
    if (value >= least && value <= most) {
        return {};
    }
    return wrongValue(option,
                      say("%1 is out of range; use a value from %2 to %3.", value, least, most));
}

CLI::Validator notEmpty() {
    return {[](const std::string& value) {
                return value.empty() ? std::string("the value is missing") : std::string();
            },
            ""};
}

CLI::Validator isNumber() {
    return {[](const std::string& value) -> std::string {
                constexpr auto kMost =
                    static_cast<double>(std::numeric_limits<std::int64_t>::max());
                if (value.empty()) {
                    return "the value is missing";
                }
                // The parser would take the largest number that there is.
                const auto number = parsePythonFloat(value);
                return number && std::abs(*number) >= kMost ? "too large: " + value : "";
            },
            ""};
}

CLI::Option* takesNumber(CLI::Option* option, const std::string& value) {
    return option->type_name(value)->check(isNumber());
}

CLI::Option* takesTokens(CLI::Option* option) {
    return takesNumber(option)->transform(CLI::Validator(
        [](std::string& text) {
            const auto count = parseCount(text);
            text = count ? std::to_string(*count) : text;
            return std::string();
        },
        ""));
}

CLI::Option* addTextOption(CLI::App& command, const std::string& name, const std::string& value,
                           std::string& target) {
    return addOption(command, name, value, target)->check(notEmpty());
}

CLI::Option* addOption(CLI::App& command, const std::string& name, const std::string& value,
                       std::string& target) {
    return command.add_option(name, target)->type_name(value);
}

CLI::Option* addListOption(CLI::App& command, const std::string& name, const std::string& value,
                           std::vector<std::string>& target) {
    return command.add_option(name, target)
        ->type_name(value)
        ->delimiter(',')
        ->allow_extra_args(false);
}

Result<std::vector<DeviceInfo>> parseGpus(const std::string& spec, const CommandContext& context) {
    if (spec == kRealGpus) {
        auto real = openRealGpus();
        if (!real) {
            Error error = real.error();
            error.code = ErrorCode::InvalidArgument;  // the option asks for what is not there
            error.message = joined({"--gpus real", error.message}, ": ");
            error.key = "--gpus";
            return Unexpected{std::move(error)};
        }
        return real;
    }
    auto devices = parseSimulatedGpus(spec);
    if (devices) {
        warnOfBits(spec, context);
    }
    return devices;
}

void DeviceOptions::addTo(CLI::App& command) {
    command.add_option("--gpus", m_gpus)->type_name("SPEC");
    command.add_option("--visible", m_visible)->type_name("LIST");
    addTextOption(command, "--allocator", "KIND", m_allocator)->take_last();
}

Result<void> DeviceOptions::setAllocator(std::vector<DeviceInfo>& devices) const {
    if (m_allocator.empty()) {
        return {};
    }
    const auto kind = optionValue("--allocator", allocatorFromName(m_allocator));
    STOWAGE_TRY(kind);
    bool isAny = false;
    for (DeviceInfo& device : devices) {
        if (device.id.isGpu() && device.simulated) {
            device.allocator = *kind;
            isAny = true;
        }
    }
    return isAny ? Result<void>()
                 : wrongOption("--allocator",
                               say("--allocator applies only to simulated GPUs, but no GPU is "
                                   "simulated; simulate a GPU with --gpus 24GiB."));
}

Result<std::vector<DeviceInfo>> DeviceOptions::makeGpus(const CommandContext& context) const {
    const bool isReal = m_gpus ? *m_gpus == kRealGpus : mayHaveRealGpus();
    if (isReal && m_visible) {
        for (const Message& note : showOnlyGpus(*m_visible)) {
            context.warn(joined({"--visible", note}, ": "));
        }
    }
    auto gpus = parseGpus(isReal ? kRealGpus : m_gpus.value_or("none"), context);
    if (!gpus && !m_gpus) {
        return std::vector<DeviceInfo>();  // the driver is there, but no card for this process
    }
    if (!gpus || !m_visible || isReal) {
        return gpus;
    }
    const auto visible = optionValue("--visible", parseVisibleDevices(*m_visible, gpus->size()));
    STOWAGE_TRY(visible);
    for (const Message& note : visible->notes) {
        context.warn(joined({"--visible", note}, ": "));
    }
    return visibleOf(*gpus, *visible);
}

std::vector<std::uint32_t> DeviceOptions::shownNumbers() const {
    const bool isReal = m_gpus ? *m_gpus == kRealGpus : mayHaveRealGpus();
    const char* const inherited = isReal ? std::getenv("CUDA_VISIBLE_DEVICES") : nullptr;
    if (!m_visible && inherited == nullptr) {
        return {};
    }
    const auto visible =
        parseVisibleDevices(m_visible ? *m_visible : std::string(inherited), kMaxSimulatedGpus);
    return visible ? visible->indices : std::vector<std::uint32_t>();
}

void RequestOptions::add(CLI::App& command, const RequestOption& option) {
    using Words = RequestOption::Words;
    const std::string name(option.name);
    CLI::Option* added = nullptr;
    if (option.words == Words::None) {
        added = command.add_flag_callback(name, [this, &option] { m_typed[option.name] = {}; });
    } else {
        added = command.add_option(name, [this, &option](const CLI::results_t& words) {
            m_typed[option.name] = words;
            std::int64_t number = 0;
            return option.words != Words::Number || CLI::detail::lexical_cast(words[0], number);
        });
        added->type_name(std::string(option.value));
        if (option.name != "--no-split") {  // whose "" splits everything
            added->check(option.words == Words::Number ? isNumber() : notEmpty());
        }
    }
    if (option.words == Words::Names) {
        added->delimiter(',');
    }
    if (option.words == Words::Names || option.words == Words::Repeated) {
        added->expected(1, CLI::detail::expected_max_vector_size)->allow_extra_args(false);
    } else if (option.words == Words::Last) {
        added->take_last();
    }
    if (!option.needs.empty()) {
        added->needs(command.get_option(std::string(option.needs)));
    }
    if (!option.excludes.empty()) {
        added->excludes(command.get_option(std::string(option.excludes)));
    }
}

void RequestOptions::addTo(CLI::App& command, std::span<const RequestOption::Use> uses) {
    for (const RequestOption& option : requestOptions()) {
        if (std::ranges::find(uses, option.use) != uses.end()) {
            add(command, option);
        }
    }
}

bool RequestOptions::hasRow(std::string_view key) const {
    return std::ranges::any_of(requestOptions(), [&](const RequestOption& option) {
        return option.key == key && has(option.name);
    });
}

Result<void> RequestOptions::putRow(std::string_view key, PlacementRequest& request) const {
    return hasRow(key) ? requestField(key).type(m_typed, request) : Result<void>();
}

Result<void> RequestOptions::putInto(PlacementRequest& request, RequestOption::Use use) const {
    for (const RequestOption& option : requestOptions()) {
        STOWAGE_TRY(option.use == use ? putRow(option.key, request) : Result<void>());
    }
    return {};
}

Result<void> RequestOptions::putInto(PlacementRequest& request) const {
    for (const RequestField& row : requestFields()) {
        STOWAGE_TRY(row.key == "strategy" ? Result<void>() : putRow(row.key, request));
    }
    return {};
}

Result<std::uint64_t> parseShardSize(const std::string& text) {
    return optionValue("--shard-size", shardBytesFromText(text));
}

void addTyped(const CLI::Option& option, std::vector<std::string>& arguments) {
    const std::string name = option.get_name();
    if (option.get_items_expected_max() == 0) {
        arguments.push_back(name);
        return;
    }
    std::vector<std::string> values = option.results();
    if (option.get_delimiter() != '\0') {
        std::string joined;
        for (const std::string& value : values) {
            joined += (joined.empty() ? "" : std::string(1, option.get_delimiter())) + value;
        }
        values = {joined};
    }
    for (const std::string& value : values) {
        if (value.empty()) {  // "--no-split=" would take the next word
            arguments.insert(arguments.end(), {name, value});
        } else {
            arguments.push_back(name + "=" + value);
        }
    }
}

Result<std::string> typedDeviceMap(const CLI::App& command, const CommandContext& context) {
    const CLI::Option& option = *command.get_option("--device-map");
    if (option.count() == 0) {
        return std::string();
    }
    const std::string typed = option.results().front();
    const auto map = readDeviceMap(typed, context);
    STOWAGE_TRY(map);
    return map->strategy ? typed
           : map->origin ? deviceMapToJson(map->map, *map->origin)
                         : deviceMapToJson(map->map);
}

}  // namespace stowage
