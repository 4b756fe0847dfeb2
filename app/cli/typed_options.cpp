// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/typed_options.h"

#include "app/cli/inputs.h"
#include "engine/plan/map/device_map_text.h"

#include <CLI/CLI.hpp>

namespace stowage {

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

void addTypedOpening(const CLI::App& command, std::vector<std::string>& arguments) {
    for (const CLI::Option* const option : command.get_parent()->get_options()) {
        if (option->count() > 0 && option->get_name() != "--json") {
            addTyped(*option, arguments);
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
    return map->strategy ? typed : deviceMapToJson(map->map);
}

}  // namespace stowage
