// SPDX-License-Identifier: GPL-3.0-or-later
// A line as `serve` gets it: of a job that is taken, its members. With STOWAGE_FUZZ_DO in the
// environment every line asks for that ("plan"), so that each kind gets its share of time.
#include "app/cli/job_options.h"
#include "app/cli/machines/served_folders.h"
#include "engine/base/json_reader.h"
#include "tests/fuzz/folder_text.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace stowage::fuzz {
namespace {

constexpr std::string_view kFiles =
    "=== model.safetensors\nno model\n=== a=b\nno model\n=== out -> /etc/passwd\n";
constexpr JsonLimits kLimits{.textBytes = 16 << 20, .depth = 64, .values = 1'000'000};
/// Options that write files or start programs, and those that name a file otherwise than by a path
/// that was looked at.
constexpr std::string_view kRefused[] = {
    "csv",       "events",   "record",      "segments", "audit",    "save",
    "python",    "machines", "offload_dir", "logits",   "timeline", "chain",
    "config",    "measure",  "dir",         "import",   "log",      "trust_remote_code",
    "reference", "json",     "lines",       "variant",  "help"};
constexpr std::string_view kTaken[] = {"gpus",       "method",  "tokens",   "input",
                                       "device_map", "request", "strategy", "max_memory"};
constexpr std::string_view kFlags[] = {"verify", "dry_run", "force"};

std::string withDashes(std::string_view key) {
    std::string name = "--" + std::string(key);
    std::ranges::replace(name, '_', '-');
    return name;
}

/// A command line whose commands have all of these options.
const CLI::App& program() {
    static CLI::App app;
    if (app.get_subcommands({}).empty()) {
        for (const char* const verb :
             {"devices", "headers", "plan", "estimate", "load", "run", "reference"}) {
            CLI::App* const command = app.add_subcommand(verb);
            for (const std::span<const std::string_view> keys :
                 {std::span<const std::string_view>(kRefused), {kTaken}}) {
                for (const std::string_view key : keys) {
                    if (key == "help") {
                        continue;  // every command has it
                    }
                    command->add_option_function<std::vector<std::string>>(withDashes(key),
                                                                           [](const auto&) {});
                }
            }
            for (const std::string_view key : kFlags) {
                command->add_flag(withDashes(key));
            }
        }
    }
    return app;
}

const AllowedFolders& folders() {
    static const AllowedFolders kFolders =
        *AllowedFolders::make({folderFrom(std::as_bytes(std::span(kFiles.data(), kFiles.size())))});
    return kFolders;
}

bool isInside(std::string_view path) {
    const std::string& folder = folders().all().front();
    return path == folder || (path.starts_with(folder + "/") &&
                              path.find("..") == std::string_view::npos && path != folder + "/out");
}

void checkMember(const std::string& key, const nlohmann::ordered_json& value) {
    require(std::ranges::find(kRefused, key) == std::end(kRefused), "no option that is not served");
    if (key == "model" || key == "input") {
        require(value.is_string() && isInside(value.get<std::string>()),
                "a path lies in the folders");
    }
    if (key == "device_map" && value.is_string()) {
        const auto map = value.get<std::string>();
        require(map.find('/') == std::string::npos ||
                    std::string_view("\n{[").find(map.front()) != std::string_view::npos,
                "a device map is no path");
    }
    if (key == "open") {
        const auto tree = value.at("tree").get<std::string>();
        require(tree.empty() || isInside(tree), "the tree lies in the folders");
        for (const char* const list : {"adapters", "tenants"}) {
            for (const auto& path : value.at(list)) {
                require(path.at("path").get<std::string>().empty() ||
                            isInside(path.at("path").get<std::string>()),
                        "a companion lies in the folders");
            }
        }
    }
}

}  // namespace

void runServe(Input input) {
    auto object = parseJson(textOf(input), "The request", kLimits);
    if (!object) {
        checkError(object.error());
        return;
    }
    static const char* const kDo = std::getenv("STOWAGE_FUZZ_DO");
    if (kDo != nullptr && object->is_object()) {
        (*object)["do"] = kDo;
    }
    const auto kind = jobKindOf(*object);
    if (!kind) {
        checkError(kind.error());
        return;
    }
    const AllowedFolders& served = folders();
    const JobFolders places{.model = [&](const auto& path) { return served.placeOpened(path); },
                            .companion = [&](const auto& path) { return served.placeModel(path); },
                            .file = [&](const auto& path) { return served.place(path); }};
    if (const auto checked = checkJob(*object, **kind, program(), &places); !checked) {
        checkError(checked.error());
        return;
    }
    for (const auto& [key, value] : object->items()) {
        checkMember(key, value);
    }
    const auto options = jobOptions(*object, **kind);
    std::istringstream none;
    for (const CLI::ConfigItem& item : options->from_config(none)) {
        require(!item.name.empty(), "an option has a name");
        for (const std::string& word : item.inputs) {
            require(word.find('\0') == std::string::npos || item.name == "request" ||
                        item.name == "device-map",
                    "a value has no NUL");
        }
    }
    require(checkJob(*object, **kind, program(), &places).has_value(), "a checked job is a job");
}

}  // namespace stowage::fuzz
