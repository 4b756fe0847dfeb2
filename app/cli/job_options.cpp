// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/job_options.h"

#include "app/cli/options/option_texts.h"
#include "engine/base/build_info.h"
#include "engine/base/field_table.h"
#include "engine/base/json_reader.h"
#include "engine/base/option_text.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/open_options_json.h"
#include "engine/plan/request/request_fields.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

constexpr JobKind kKinds[] = {{"devices", "devices", false},
                              {"open", "headers"},
                              {"plan", "plan"},
                              {"estimate", "estimate"},
                              {"inspect", "inspect"},
                              {"check", "check"},
                              {"load", "load"},
                              {"run", "run"},
                              {"reference", "reference", true, false}};

/// The options that another program may set, besides those of requests: no output files and no
/// programs.
constexpr std::string_view kForOthers =
    "gpus visible allocator ram disk max_memory device_map request batch prompt context generate "
    "prefill_chunk images kv_dtype tensor_parallel compute_dtype attention engine "
    "max_num_batched_tokens gpu_memory_utilization explain targets cache memory ram_limit force "
    "method dry_run verify sha256 forward tokens prompt_text decoder_tokens input temperature "
    "top_k "
    "seed threads skip_keys depth tensors classes";

CLI::Option* optionOf(const CLI::App& program, const JobKind& kind, const std::string& key) {
    const CLI::App& command = *program.get_subcommand(std::string(kind.verb));
    const auto find = [](const CLI::App& app, const std::string& name) {
        return const_cast<CLI::Option*>(app.get_option_no_throw(name));
    };
    for (const CLI::App* const app : {&command, &program}) {
        if (CLI::Option* const option = find(*app, optionName(key)); option != nullptr) {
            return option;
        }
    }
    return key.starts_with('-') ? nullptr : find(command, key);  // an argument without dashes
}

/// A number or a text, as an option takes it.
std::optional<std::string> wordOf(const Json& value) {
    if (value.is_string()) {
        auto text = value.get<std::string>();
        return text.find('\0') == std::string::npos ? std::optional(std::move(text)) : std::nullopt;
    }
    return value.is_number() ? std::optional(jsonText(value)) : std::nullopt;
}

/// A device map is not the name of a file: files are named on the command line only.
Result<void> checkMap(const std::string& key, Json& value) {
    if (value.is_structured()) {  // as `plan` answers it
        return {};
    }
    const auto word = wordOf(value);
    if (word && word->find_first_of("{[") != std::string::npos) {
        value = "\n" + *word;  // no file has such a name
        return {};
    }
    std::error_code failure;
    const bool isWord = word && !word->empty() &&
                        std::ranges::all_of(*word,
                                            [](char c) {
                                                return (c >= 'a' && c <= 'z') ||
                                                       (c >= '0' && c <= '9') || c == '_' ||
                                                       c == ':';
                                            }) &&
                        !std::filesystem::exists(*word, failure);
    return isWord ? Result<void>()
                  : wrongMember(key, phrase("give the device map as an object or a string, not as "
                                            "a file name"));
}

Result<void> checkValue(const std::string& key, const Json& value, bool isFlag) {
    if (isFlag) {
        return value.is_boolean() ? Result<void>() : wrongMember(key, phrase("give true or false"));
    }
    const Json values = value.is_array() ? value : Json::array({value});
    return std::ranges::all_of(values, [](const Json& one) { return wordOf(one).has_value(); })
               ? Result<void>()
               : wrongMember(key, phrase("give a string, a number, or a list of strings and "
                                         "numbers"));
}

Result<void> placeAll(OpenOptions& opening, const JobFolders& folders) {
    const auto place = [](const PlacePath& find, std::string& path) -> Result<void> {
        auto found = path.empty() ? Result<std::string>(path) : find(path);
        STOWAGE_TRY(found);
        path = std::move(*found);
        return {};
    };
    STOWAGE_TRY(place(folders.file, opening.treeFile));
    for (std::vector<NamedPath>* const paths : {&opening.adapters, &opening.tenants}) {
        for (NamedPath& path : *paths) {
            STOWAGE_TRY(place(folders.companion, path.path));
        }
    }
    return {};
}

Result<void> checkOpening(Json& value, const JobFolders* folders) {
    OpenOptions opening;
    if (const auto read = readOpenOptions(value, opening); !read) {
        const Error error = inMember("open", read.error());
        return fail(ErrorCode::InvalidArgument, say("\"%1\" %2.", error.key, error.message), {},
                    error.key);
    }
    if (folders != nullptr) {
        STOWAGE_TRY(placeAll(opening, *folders));
        value = openOptionsToJson(opening);
    }
    return {};
}

Result<void> placePath(const std::string& key, Json& value, const PlacePath& find) {
    if (!value.is_string()) {
        return wrongMember(key, phrase("give a path"));
    }
    if (find) {
        auto place = find(value.get<std::string>());
        STOWAGE_TRY(place);
        value = std::move(*place);
    }
    return {};
}

/// Gives the parser the members of a job in the place of a configuration file.
class JobConfig : public CLI::Config {
public:
    explicit JobConfig(std::vector<CLI::ConfigItem> items) : m_items(std::move(items)) {}
    std::string to_config(const CLI::App* /*app*/, bool /*defaults*/, bool /*descriptions*/,
                          std::string /*prefix*/) const override {
        return {};
    }
    std::vector<CLI::ConfigItem> from_config(std::istream& /*input*/) const override {
        return m_items;
    }

private:
    std::vector<CLI::ConfigItem> m_items;
};

/// Members of a job that are no options.
constexpr std::array<std::string_view, 9> kNoOptions{"v",     "id",     "do",   "hold",  "open",
                                                     "model", "follow", "text", "sample"};
/// Options of the program itself.
constexpr std::array<std::string_view, 3> kProgramOptions{"variant", "python", "trust_remote_code"};

}  // namespace

const JobKind& jobKind(std::string_view name) {
    return *std::ranges::find(kKinds, name, &JobKind::name);
}

const JobKind* jobKindOfVerb(std::string_view verb) {
    const auto* const found = std::ranges::find_if(kKinds, [verb](const JobKind& kind) {
        return kind.verb == verb && kind.name == verb && kind.isForOthers;
    });
    return found == std::end(kKinds) ? nullptr : found;
}

bool isOptionForOthers(std::string_view key) {
    const auto options = requestOptions();
    return hasWord(kForOthers, key) ||
           std::ranges::find(options, optionName(key), &RequestOption::name) != options.end();
}

Result<const JobKind*> jobKindOf(const Json& job, std::string_view others) {
    if (!job.is_object()) {
        return fail(ErrorCode::InvalidArgument,
                    say("A request must be one JSON object on one line."));
    }
    const auto version = job.find("v");
    if (version == job.end() || !version->is_number_integer()) {
        return wrongMember("v", say("give the protocol version, %1", kServeVersion));
    }
    if (*version != kServeVersion) {
        return fail(ErrorCode::Unsupported,
                    say("Protocol version %1 of the request is not supported; stowagectl %2 "
                        "supports version %3.",
                        jsonText(*version), STOWAGE_VERSION, kServeVersion),
                    {}, "v");
    }
    const std::string name = textMember(job, "do");
    std::string names;
    for (const JobKind& kind : kKinds) {
        if (kind.name == name) {
            return &kind;
        }
        names += kind.isForOthers ? std::string(kind.name) + ", " : std::string();
    }
    return wrongMember("do", say("%1 is not a request; use one of %2", quotedForMessage(name),
                                 names + std::string(others)));
}

std::string jobKey(const std::string& option) {
    std::string key = option.substr(2);
    std::ranges::replace(key, '-', '_');
    return key;
}

Unexpected wrongMember(const std::string& key, const Message& why) {
    return fail(ErrorCode::InvalidArgument, say("%1: %2.", quotedForMessage(key), why), {},
                printableText(key));
}

Result<void> checkJob(Json& job, const JobKind& kind, const CLI::App& program,
                      const JobFolders* folders) {
    for (auto member = job.begin(); member != job.end(); ++member) {
        const std::string& key = member.key();
        Json& value = member.value();
        if (key == "v" || key == "id" || key == "do" ||
            (folders == nullptr && (key == "follow" || key == "text" || key == "sample"))) {
            continue;
        }
        if (key == "model" && kind.hasModel) {
            STOWAGE_TRY(placePath(key, value, folders == nullptr ? PlacePath() : folders->model));
        } else if (key == "open" && kind.hasModel) {
            STOWAGE_TRY(checkOpening(value, folders));
        } else if (key == "hold" && kind.name == "load") {
            STOWAGE_TRY(checkValue(key, value, true));
        } else {
            const CLI::Option* const option = optionOf(program, kind, key);
            if (option == nullptr || (folders != nullptr && !isOptionForOthers(key))) {
                return wrongMember(key, say("the request \"%1\" has no such member", kind.name));
            }
            const bool isJson =
                key == "device_map" ? value.is_structured() : key == "request" && value.is_object();
            if (key == "device_map" && folders != nullptr) {
                STOWAGE_TRY(checkMap(key, value));
            } else if (key == "request" && folders != nullptr && !isJson) {
                return wrongMember(key, phrase("give an object"));
            } else if (!isJson) {
                STOWAGE_TRY(checkValue(key, value, option->get_items_expected_max() == 0));
            }
            if (folders != nullptr && key == "input") {
                STOWAGE_TRY(placePath(key, value, folders->file));
            }
        }
    }
    const auto isTrue = [&job](const char* key) { return job.value(key, false); };
    if (kind.hasModel && !job.contains("model")) {
        return wrongMember("model", phrase("give a path"));
    }
    return isTrue("hold") && isTrue("dry_run")
               ? wrongMember("hold", phrase("a dry run loads no weights, so none can be kept"))
               : Result<void>();
}

std::shared_ptr<CLI::Config> jobOptions(const Json& job, const JobKind& kind) {
    std::vector<CLI::ConfigItem> items;
    const auto add = [&items](std::vector<std::string> parents, const std::string& name,
                              std::vector<std::string> inputs) {
        CLI::ConfigItem& item = items.emplace_back();
        item.parents = std::move(parents);
        item.name = name;
        item.inputs = std::move(inputs);
    };
    const std::vector<std::string> verb{std::string(kind.verb)};
    add(verb, "++", {});
    if (kind.name == "open") {
        add(verb, "lines", {"true"});
    }
    if (kind.hasModel) {
        add(verb, "MODEL", {job.at("model").get<std::string>()});
    }
    for (const auto& [key, value] : job.items()) {
        if (std::ranges::find(kNoOptions, key) != kNoOptions.end() || value == Json(false)) {
            continue;
        }
        if (value == Json::array() && key != "device_map") {
            continue;  // an option that is given no times
        }
        std::vector<std::string> inputs;
        if (value.is_object() || (key == "device_map" && value.is_structured())) {
            inputs.push_back(jsonText(value));
        } else if (value.is_boolean()) {
            inputs.emplace_back("true");
        } else {
            for (const Json& one : value.is_array() ? value : Json::array({value})) {
                inputs.push_back(*wordOf(one));
            }
        }
        const bool isOfProgram = std::ranges::find(kProgramOptions, key) != kProgramOptions.end();
        const std::string name = optionName(key).substr(2);
        add(isOfProgram ? std::vector<std::string>() : verb, name, std::move(inputs));
    }
    return std::make_shared<JobConfig>(std::move(items));
}

Json typedJob(const CLI::App& command, const JobKind& kind, const std::string& model,
              const CommandContext& context, std::span<const std::string_view> leftOut) {
    Json job{{"v", kServeVersion}, {"do", kind.name}};
    if (kind.hasModel) {
        job["model"] = model;
        job["open"] = openOptionsToJson(context.opening);
        if (!context.variant.empty()) {
            job["variant"] = context.variant;
        }
        if (context.opening.python) {
            if (!context.opening.python->program.empty()) {
                job["python"] = context.opening.python->program;
            }
            job["trust_remote_code"] = context.opening.python->trustsRemoteCode;
        }
    }
    const CLI::App& asked = *command.get_parent()->get_subcommand(std::string(kind.verb));
    for (const CLI::Option* const option : command.get_options()) {
        const std::string name = option->get_name();
        if (option->count() == 0 || !name.starts_with("--") ||
            std::ranges::find(leftOut, name) != leftOut.end() ||
            asked.get_option_no_throw(name) == nullptr) {
            continue;
        }
        const std::string key = jobKey(name);
        const std::vector<std::string> values = option->results();
        if (option->get_items_expected_max() == 0) {
            job[key] = true;
        } else if (option->get_delimiter() != '\0') {
            std::string joined;
            for (const std::string& value : values) {
                joined += (joined.empty() ? "" : std::string(1, option->get_delimiter())) + value;
            }
            job[key] = joined;
        } else {
            job[key] = values.size() == 1 ? Json(values.front()) : Json(values);
        }
    }
    return job;
}

}  // namespace stowage
