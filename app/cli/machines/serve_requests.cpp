// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/machines/serve_requests.h"

#include "engine/base/build_info.h"
#include "engine/base/byte_size.h"
#include "engine/base/child_process.h"
#include "engine/base/error_conversion.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/open/companions.h"
#include "engine/plan/request/request_fields.h"
#include "engine/project/project.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <span>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMostEntries = 10'000;

/// Which of the links in a model's folder are looked at.
enum class Links { All, OfJson };

/// Error: FileNotFound for a link that leads out of the folders.
Result<void> checkLinks(const AllowedFolders& folders, const std::string& folder, Links which) {
    std::error_code failure;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied,
                                        failure);
    for (const fs::recursive_directory_iterator end; !failure && at != end; at.increment(failure)) {
        std::error_code none;
        if (at.depth() > 0 || which == Links::OfJson) {  // a pipeline's models lie one folder down
            at.disable_recursion_pending();
        }
        const bool isMeant = which == Links::All || at->path().extension() == ".json";
        if (isMeant && at->is_symlink(none) && at->exists(none) &&
            !folders.place(at->path().string())) {
            return fail(
                ErrorCode::FileNotFound,
                say("%1 is a symbolic link to a location outside the served folders (%2). Serve "
                    "its target with --allow, or copy the target into a served folder.",
                    quotedForMessage(at->path().string()),
                    listedNames(folders.all(), folders.all().size())),
                at->path().string());
        }
    }
    return {};
}

std::string modifiedText(fs::file_time_type time) {
    const auto seconds =
        std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::file_clock::to_sys(time));
    return utcText(std::chrono::system_clock::to_time_t(seconds), "%Y-%m-%dT%H:%M:%SZ");
}

struct Entry {
    bool isFile = false;
    std::string name;
    std::uint64_t bytes = 0;
    std::string modified;
    friend auto operator<=>(const Entry&, const Entry&) = default;
};

}  // namespace

Result<AllowedFolders> AllowedFolders::make(const std::vector<std::string>& folders) {
    std::vector<std::string> wanted = folders;
    if (wanted.empty()) {
        const char* const home = std::getenv("HOME");
        wanted.emplace_back(home == nullptr || *home == '\0' ? "." : home);
    }
    AllowedFolders allowed;
    for (const std::string& folder : wanted) {
        std::error_code failure;
        const fs::path place = fs::canonical(folder, failure);
        if (failure || !fs::is_directory(place, failure)) {
            return fail(ErrorCode::FileNotFound, say("There is no folder %1.", folder), folder);
        }
        allowed.m_folders.push_back(place.string());
    }
    return allowed;
}

Result<std::string> AllowedFolders::place(const std::string& path) const {
    std::error_code failure;
    const bool isText = path.find('\0') == std::string::npos;
    const fs::path place =
        isText ? fs::canonical(fs::path(m_folders.front()) / path, failure) : fs::path();
    const bool isInside = !failure && std::ranges::any_of(m_folders, [&](const fs::path& folder) {
        return std::mismatch(folder.begin(), folder.end(), place.begin(), place.end()).first ==
               folder.end();
    });
    if (isInside) {
        return place.string();
    }
    // What lies outside is not told from what is not there.
    return fail(ErrorCode::FileNotFound,
                say("%1 does not exist in the served folders (%2).", quotedForMessage(path),
                    listedNames(m_folders, m_folders.size())),
                path);
}

Result<std::string> AllowedFolders::placeModel(const std::string& path) const {
    auto found = place(path);
    STOWAGE_TRY(found);
    if (isProjectFile(*found)) {
        return fail(ErrorCode::Unsupported,
                    say("%1 is a project, whose model may be outside the served folders. Request "
                        "the model instead of the project.",
                        *found),
                    *found);
    }
    std::error_code failure;
    if (fs::is_directory(*found, failure)) {
        STOWAGE_TRY(checkLinks(*this, *found, Links::All));
        return found;
    }
    // A file keeps its name, also where it is a link: what is read with it lies beside that.
    const fs::path named = fs::path(m_folders.front()) / path;
    const auto folder = place(named.parent_path().string());
    STOWAGE_TRY(folder);
    STOWAGE_TRY(checkLinks(*this, *folder, Links::OfJson));
    return (fs::path(*folder) / named.filename()).string();
}

Result<Json> listFolder(const std::string& path, const AllowedFolders& folders) {
    const std::string folder = path.empty() ? folders.all().front() : path;
    std::error_code failure;
    fs::directory_iterator at(folder, failure);
    if (failure) {
        return fail(
            failure == std::errc::permission_denied ? ErrorCode::PermissionDenied
                                                    : ErrorCode::NotARegularFile,
            say("The folder %1 cannot be listed: %2.", folder, systemErrorText(failure.value())),
            folder);
    }
    std::vector<Entry> entries;
    std::size_t leftOff = 0;
    for (const fs::directory_iterator end; !failure && at != end; at.increment(failure)) {
        std::error_code none;
        if (at->is_symlink(none) && !folders.place(at->path().string())) {
            continue;  // nothing is told of what lies outside
        }
        const bool isFolder = at->is_directory(none);
        if (!isFolder && !at->is_regular_file(none)) {
            continue;
        }
        if (entries.size() == kMostEntries) {
            ++leftOff;
            continue;
        }
        const auto time = at->last_write_time(none);
        entries.push_back({!isFolder, at->path().filename().string(),
                           isFolder ? 0 : at->file_size(none),
                           none ? std::string() : modifiedText(time)});
    }
    std::ranges::sort(entries);
    Json list = Json::array();
    for (const Entry& entry : entries) {
        list.push_back({{"name", entry.name},
                        {"kind", entry.isFile ? "file" : "folder"},
                        {"bytes", entry.isFile ? Json(entry.bytes) : Json()},
                        {"modified", entry.modified.empty() ? Json() : Json(entry.modified)}});
    }
    const auto parent = folders.place(fs::path(folder).parent_path().string());
    return Json{{"path", folder},
                {"parent", parent && *parent != folder ? Json(*parent) : Json()},
                {"entries", std::move(list)},
                {"left_off", leftOff}};
}

namespace {

/// Linux takes not much more of all arguments together.
constexpr std::size_t kMostWordsBytes = kMiB;

enum class Kind { Text, Flag, Path, NamedPath, Map, Object };

/// An option that may be asked for: its name on the command line has '-' for '_'.
struct Option {
    std::string_view name;
    Kind kind = Kind::Text;
};

constexpr Option kOpening[] = {{"prefix"},
                               {"rename"},
                               {"tree", Kind::Path},
                               {"class"},
                               {"weights_variant"},
                               {"adapter", Kind::NamedPath},
                               {"tenant", Kind::NamedPath},
                               {"mtp", Kind::Flag}};

constexpr Option kGpus[] = {{"gpus"}};
constexpr Option kDevices[] = {{"gpus"}, {"visible"}};

/// Together with the options of requestFields().
constexpr Option kPlacement[] = {{"allocator"},
                                 {"ram"},
                                 {"disk"},
                                 {"max_memory"},
                                 {"device_map", Kind::Map},
                                 {"request", Kind::Object}};

constexpr Option kWorkload[] = {{"batch"},
                                {"prompt"},
                                {"context"},
                                {"generate"},
                                {"prefill_chunk"},
                                {"images"},
                                {"kv_dtype"},
                                {"tensor_parallel"},
                                {"compute_dtype"},
                                {"attention"},
                                {"engine"},
                                {"max_num_batched_tokens"},
                                {"gpu_memory_utilization"}};

constexpr Option kPlan[] = {{"explain", Kind::Flag}};
constexpr Option kEstimate[] = {{"targets"}};

constexpr Option kLoading[] = {{"cache"}, {"memory"}, {"ram_limit"}, {"force", Kind::Flag}};

constexpr Option kLoad[] = {{"method"},
                            {"dry_run", Kind::Flag},
                            {"verify", Kind::Flag},
                            {"sha256", Kind::Flag},
                            {"forward"}};

constexpr Option kRun[] = {
    {"tokens"},        {"prompt_text"}, {"decoder_tokens"}, {"input", Kind::Path}, {"batch"},
    {"prefill_chunk"}, {"attention"},   {"generate"},       {"temperature"},       {"top_k"},
    {"seed"},          {"threads"},     {"skip_keys"}};

/// What may be asked for: a row a name.
struct Task {
    std::string_view name;
    ServeTask task = ServeTask::Command;
    std::string_view verb{};  ///< of stowagectl, for a Command
    bool hasModel = false;
    std::array<std::span<const Option>, 6> options{};
};

constexpr std::array kTasks{
    Task{"devices", ServeTask::Command, "devices", false, {kGpus}},
    Task{"open", ServeTask::Command, "headers", true, {kOpening}},
    Task{"plan",
         ServeTask::Command,
         "plan",
         true,
         {kOpening, kDevices, kPlacement, kWorkload, kPlan}},
    Task{"estimate",
         ServeTask::Command,
         "estimate",
         true,
         {kOpening, kDevices, kPlacement, kWorkload, kEstimate}},
    Task{"load",
         ServeTask::Command,
         "load",
         true,
         {kOpening, kDevices, kPlacement, kWorkload, kLoading, kLoad}},
    Task{"run", ServeTask::Command, "run", true, {kOpening, kDevices, kPlacement, kLoading, kRun}},
    Task{"list", ServeTask::List},
    Task{"sample", ServeTask::Sample},
    Task{"cancel", ServeTask::Cancel},
    Task{"pause", ServeTask::Pause},
    Task{"resume", ServeTask::Resume},
    Task{"step", ServeTask::Step}};

std::string taskNames() {
    std::string names;
    for (const Task& task : kTasks) {
        names += (names.empty() ? "" : ", ") + std::string(task.name);
    }
    return names;
}

/// Whether it is asked of another request.
bool isControl(ServeTask task) {
    return task == ServeTask::Cancel || task == ServeTask::Pause || task == ServeTask::Resume ||
           task == ServeTask::Step;
}

Unexpected wrongMember(const std::string& key, const Message& why) {
    return fail(ErrorCode::InvalidArgument, say("%1: %2.", quotedForMessage(key), why), {},
                printableText(key));
}

/// A number or a text, as the command line has it.
std::optional<std::string> wordOf(const Json& value) {
    if (value.is_string()) {
        auto text = value.get<std::string>();
        return text.find('\0') == std::string::npos ? std::optional(std::move(text)) : std::nullopt;
    }
    return value.is_number() ? std::optional(jsonText(value)) : std::nullopt;
}

Result<std::string> argumentOf(const std::string& key, const Json& value, Kind kind,
                               const AllowedFolders& folders) {
    if (kind == Kind::Map && value.is_structured()) {  // as `plan` answers it, too
        return jsonText(value);
    }
    if (kind == Kind::Object) {
        return value.is_object() ? Result<std::string>(jsonText(value))
                                 : wrongMember(key, phrase("give an object"));
    }
    std::optional<std::string> word = wordOf(value);
    if (!word) {
        return wrongMember(
            key, kind == Kind::Map
                     ? phrase("give the device map as an object or a string, not as a file name")
                     : phrase("give a string, a number, or a list of strings and numbers"));
    }
    if (kind == Kind::Map) {  // a file is named on the command line only
        std::error_code failure;
        const bool isMap = word->find_first_of("{[") != std::string::npos;
        const bool isWord = !word->empty() && std::ranges::all_of(*word, [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == ':';
        }) && !fs::exists(*word, failure);
        return isMap ? Result<std::string>("\n" + *word)  // which no file is called
               : isWord
                   ? Result<std::string>(std::move(*word))
                   : wrongMember(
                         key,
                         phrase(
                             "give the device map as an object or a string, not as a file name"));
    }
    if (kind == Kind::Path) {
        return folders.place(*word);
    }
    if (kind == Kind::NamedPath) {
        const std::size_t equals = word->find('=');
        const bool isNamed = equals != std::string::npos && word->find('/') > equals;
        const std::size_t begin = isNamed ? equals + 1 : 0;
        const auto place = folders.placeModel(word->substr(begin));
        STOWAGE_TRY(place);
        // An empty name where there is none: a path may have a '=', too.
        return (isNamed ? word->substr(0, begin) : "=") + *place;
    }
    return std::move(*word);
}

/// Adds one member to the command line.
Result<void> addOption(const std::string& key, const Json& value, const Option& option,
                       const AllowedFolders& folders, std::vector<std::string>& arguments) {
    const std::string name = optionName(key);
    if (option.kind == Kind::Flag) {
        if (!value.is_boolean()) {
            return wrongMember(key, phrase("give true or false"));
        }
        if (value.get<bool>()) {
            arguments.push_back(name);
        }
        return {};
    }
    const bool isList = value.is_array() && option.kind != Kind::Map && option.kind != Kind::Object;
    for (std::size_t i = 0; i < (isList ? value.size() : 1); ++i) {
        const auto word = argumentOf(key, isList ? value[i] : value, option.kind, folders);
        STOWAGE_TRY(word);
        std::string argument = name + "=" + *word;
        if (argument.size() > kMostArgumentBytes) {
            return fail(ErrorCode::LimitExceeded,
                        say("The member \"%1\" has a size of %2, but the limit for a member of a "
                            "command is %3.",
                            key, formatSize(argument.size()), formatSize(kMostArgumentBytes)),
                        {}, key);
        }
        arguments.push_back(std::move(argument));
    }
    return {};
}

std::optional<Option> optionOf(const Task& task, const std::string& key) {
    bool plans = false;
    for (const std::span<const Option> options : task.options) {
        plans = plans || options.data() == std::data(kPlacement);
        const auto found = std::ranges::find(options, std::string_view(key), &Option::name);
        if (found != options.end()) {
            return *found;
        }
    }
    const auto options = requestOptions();
    const auto found = std::ranges::find(options, optionName(key), &RequestOption::name);
    if (plans && found != options.end()) {
        const bool isFlag = found->words == RequestOption::Words::None;
        return Option{key, isFlag ? Kind::Flag : Kind::Text};
    }
    return std::nullopt;
}

/// An adapter's own folder is opened over the base model that it names.
Result<void> checkBase(const std::string& model, const AllowedFolders& folders) {
    const std::string base = localBaseOf(model);
    if (!base.empty()) {
        std::error_code failure;
        STOWAGE_TRY(folders.placeModel(fs::absolute(base, failure).string()));
    }
    return {};
}

Result<void> takeMember(const Task& task, const std::string& key, const Json& value,
                        const AllowedFolders& folders, ServeRequest& request) {
    if (isControl(task.task) && key == "request") {
        request.other =
            value.is_number_integer() ? std::optional(value.get<std::int64_t>()) : std::nullopt;
        return request.other ? Result<void>()
                             : wrongMember(key, phrase("give the id of a request"));
    }
    if ((task.task == ServeTask::List && key == "path") || (task.hasModel && key == "model")) {
        if (!value.is_string()) {
            return wrongMember(key, phrase("give a path"));
        }
        const auto text = value.get<std::string>();
        const auto place = task.hasModel ? folders.placeModel(text) : folders.place(text);
        STOWAGE_TRY(place);
        if (task.hasModel) {
            STOWAGE_TRY(checkBase(*place, folders));
        }
        request.path = *place;
        return {};
    }
    if (task.verb == "load" && key == "hold") {
        if (!value.is_boolean()) {
            return wrongMember(key, phrase("give true or false"));
        }
        request.holds = value.get<bool>();
        return {};
    }
    const std::optional<Option> option = optionOf(task, key);
    if (!option) {
        return wrongMember(key, say("the request \"%1\" has no such member", task.name));
    }
    return addOption(key, value, *option, folders, request.arguments);
}

}  // namespace

std::optional<std::int64_t> serveIdOf(const Json& object) {
    const auto found = object.is_object() ? object.find("id") : object.end();
    const bool isId =
        found != object.end() && found->is_number_integer() &&
        !(found->is_number_unsigned() && found->get<std::uint64_t>() > std::uint64_t{1} << 53) &&
        found->get<std::int64_t>() >= 0;
    return isId ? std::optional(found->get<std::int64_t>()) : std::nullopt;
}

bool ServeRequest::isFollowed() const {
    return verb == "load" && std::ranges::find(arguments, "--dry-run") == arguments.end();
}

Result<ServeRequest> readServeRequest(const Json& object, const AllowedFolders& folders) {
    if (!object.is_object()) {
        return fail(ErrorCode::InvalidArgument,
                    say("A request must be one JSON object on one line."));
    }
    const auto id = serveIdOf(object);
    if (!id) {
        return wrongMember("id", phrase("give a whole number of at least 0"));
    }
    const auto version = object.find("v");
    if (version == object.end() || !version->is_number_integer()) {
        return wrongMember("v", say("give the protocol version, %1", kServeVersion));
    }
    if (*version != kServeVersion) {
        return fail(ErrorCode::Unsupported,
                    say("Protocol version %1 of the request is not supported; stowagectl %2 "
                        "supports version %3.",
                        jsonText(*version), STOWAGE_VERSION, kServeVersion),
                    {}, "v");
    }
    const auto what = object.find("do");
    const std::string name =
        what != object.end() && what->is_string() ? what->get<std::string>() : std::string();
    const auto task = std::ranges::find(kTasks, std::string_view(name), &Task::name);
    if (task == kTasks.end()) {
        return wrongMember(
            "do", say("%1 is not a request; use one of %2", quotedForMessage(name), taskNames()));
    }
    ServeRequest request{*id, name, task->task};
    for (const auto& [key, value] : object.items()) {
        if (key != "v" && key != "id" && key != "do") {
            STOWAGE_TRY(takeMember(*task, key, value, folders, request));
        }
    }
    if (isControl(task->task) && !request.other) {
        return wrongMember("request", phrase("give the id of a request"));
    }
    if (task->hasModel && request.path.empty()) {
        return wrongMember("model", phrase("give a path"));
    }
    if (request.holds && !request.isFollowed()) {
        return wrongMember("hold", phrase("a dry run loads no weights, so none can be kept"));
    }
    if (task->task == ServeTask::Command) {
        std::vector<std::string> words{std::string(task->verb)};
        std::ranges::move(request.arguments, std::back_inserter(words));
        if (task->hasModel) {
            words.insert(words.end(), {"--", request.path});
        }
        std::size_t bytes = 0;
        for (const std::string& word : words) {
            bytes += word.size() + sizeof(char*);
        }
        if (bytes > kMostWordsBytes) {
            return fail(
                ErrorCode::LimitExceeded,
                say("The members of the command have a total size of %1, but the limit is %2.",
                    formatSize(bytes), formatSize(kMostWordsBytes)));
        }
        request.arguments = std::move(words);
    }
    return request;
}

}  // namespace stowage
