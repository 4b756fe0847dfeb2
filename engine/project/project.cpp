// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/project/project.h"

#include "engine/base/byte_size.h"
#include "engine/base/file_writer.h"
#include "engine/base/json_reader.h"
#include "engine/base/json_stream.h"
#include "engine/base/random_access_file.h"
#include "engine/checkpoint/folder_guard.h"
#include "engine/project/json_node.h"
#include "engine/project/request_json.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kProjectFormat = "stowage.project";

Json namedPathsToJson(const std::vector<NamedPath>& paths) {
    Json list = Json::array();
    for (const NamedPath& path : paths) {
        list.push_back(Json{{"name", path.name}, {"path", path.path}});
    }
    return list;
}

void readNamedPaths(const JsonNode& node, std::vector<NamedPath>& paths) {
    for (const JsonNode& item : node.items()) {
        NamedPath& path = paths.emplace_back();
        item.at("name").read(path.name);
        item.at("path").required().read(path.path);
    }
}

Json modelToJson(const Project& project) {
    const ModelReference& model = project.model;
    Json files = Json::array();
    for (const ReferencedFile& file : model.files) {
        files.push_back(Json{{"name", file.name}, {"bytes", file.bytes}, {"digest", file.digest}});
    }
    Json renames = Json::array();
    for (const KeyRename& rename : project.openOptions.renames) {
        renames.push_back(Json::array({rename.from, rename.to}));
    }
    const auto& prefix = project.openOptions.prefix;
    Json object{{"path", model.path},
                {"relative_path", model.relativePath},
                {"digest", model.digest},
                {"files", std::move(files)},
                {"config", model.config.empty() ? Json() : Json(model.config)},
                {"open",
                 {{"prefix", prefix ? Json(*prefix) : Json()},
                  {"renames", std::move(renames)},
                  {"tree", project.openOptions.treeFile},
                  {"class", project.openOptions.className},
                  {"weights_variant", project.openOptions.variant},
                  {"adapters", namedPathsToJson(project.openOptions.adapters)},
                  {"tenants", namedPathsToJson(project.openOptions.tenants)},
                  {"mtp", project.openOptions.withMtp}}}};
    if (model.isElsewhere()) {
        object["elsewhere"] = {{"machine", model.elsewhere.machine},
                               {"path", model.elsewhere.path}};
    }
    return object;
}

void addKept(Json& object, const KeptJson& kept) {
    if (kept) {
        object.insert(kept->begin(), kept->end());
    }
}

Json variantToJson(const ProjectVariant& variant) {
    Json edits = Json::array();
    for (const ProjectEdit& edit : variant.edits) {
        edits.push_back(Json{{"text", edit.text}, {"date", edit.date}});
    }
    Json request = requestToJson(variant.request);
    Json object{{"name", variant.name}, {"request", nullptr}, {"workload", request["workload"]}};
    request.erase("workload");
    object["request"] = std::move(request);
    object["edits"] = std::move(edits);
    object["notes"] = variant.notes;
    addKept(object, variant.unknown);
    return object;
}

/// The members that this version does not know; null where there are none.
KeptJson unknownOf(const JsonNode& node, std::initializer_list<std::string_view> known) {
    Json rest = Json::object();
    for (const auto& [key, value] : node.value().items()) {
        if (std::ranges::find(known, key) == known.end()) {
            rest[key] = value;
        }
    }
    return rest.empty() ? nullptr : std::make_shared<const Json>(std::move(rest));
}

void readModel(const JsonNode& node, Project& project) {
    if (!node.required().isThere() || !node.isObject()) {
        return;
    }
    node.at("path").required().read(project.model.path);
    node.at("relative_path").read(project.model.relativePath);
    node.at("digest").required().read(project.model.digest);
    for (const JsonNode& item : node.at("files").items()) {
        ReferencedFile& file = project.model.files.emplace_back();
        item.at("name").required().read(file.name);
        item.at("bytes").required().read(file.bytes, std::uint64_t{1} << 63);
        item.at("digest").read(file.digest);
    }
    node.at("config").read(project.model.config);
    if (const JsonNode elsewhere = node.at("elsewhere"); elsewhere.isThere()) {
        elsewhere.at("machine").required().read(project.model.elsewhere.machine);
        elsewhere.at("path").required().read(project.model.elsewhere.path);
    }
    const JsonNode open = node.at("open");
    open.at("prefix").readOptional(
        project.openOptions.prefix,
        [](const JsonNode& name, std::string& prefix) { name.read(prefix); });
    for (const JsonNode& item : open.at("renames").items()) {
        if (const auto pair = item.items(2); pair.size() == 2) {
            KeyRename& rename = project.openOptions.renames.emplace_back();
            pair[0].required().read(rename.from);
            pair[1].required().read(rename.to);
        }
    }
    open.at("tree").read(project.openOptions.treeFile);
    open.at("class").read(project.openOptions.className);
    open.at("weights_variant").read(project.openOptions.variant);
    readNamedPaths(open.at("adapters"), project.openOptions.adapters);
    readNamedPaths(open.at("tenants"), project.openOptions.tenants);
    open.at("mtp").read(project.openOptions.withMtp);
    project.unknownModel = unknownOf(
        node, {"path", "relative_path", "digest", "files", "config", "elsewhere", "open"});
}

ProjectVariant readVariant(const JsonNode& node) {
    ProjectVariant variant;
    if (!node.required().isThere() || !node.isObject()) {
        return variant;
    }
    node.at("name").required().read(variant.name);
    readRequest(node.at("request").required(), variant.request);
    variant.request.workload.reset();
    readWorkload(node.at("workload"), variant.request.workload);
    for (const JsonNode& item : node.at("edits").items()) {
        ProjectEdit& edit = variant.edits.emplace_back();
        item.at("text").required().read(edit.text);
        item.at("date").read(edit.date);
    }
    node.at("notes").read(variant.notes);
    variant.unknown = unknownOf(node, {"name", "request", "workload", "edits", "notes"});
    return variant;
}

void readVariants(const JsonNode& node, Project& project) {
    const auto items = node.items();
    if (items.size() > kProjectVariants) {
        node.blame(say("has more than %1 plans", kProjectVariants));
        return;
    }
    for (const JsonNode& item : items) {
        ProjectVariant variant = readVariant(item);
        if (variant.name.empty()) {
            item.at("name").blame(say("is empty; every plan needs a name"));
        } else if (findVariant(project, variant.name) != nullptr) {
            item.at("name").blame(say("is %1, which is already the name of another plan",
                                      quotedForMessage(variant.name)));
        }
        project.variants.push_back(std::move(variant));
    }
}

void readCurrent(const JsonNode& node, Project& project) {
    std::string name;
    node.read(name);
    const ProjectVariant* const current = findVariant(project, name);
    if (current != nullptr) {
        project.current = static_cast<std::size_t>(current - project.variants.data());
    } else if (node.isThere()) {
        node.blame(say("is %1, which is not the name of any plan", quotedForMessage(name)));
    }
}

/// What a file must say of itself before anything else of it is read.
Result<void> checkFormat(const Json& document, const std::string& file) {
    const bool isProject =
        document.is_object() && document.contains("format") && document["format"] == kProjectFormat;
    if (!isProject) {
        return fail(
            ErrorCode::Malformed,
            say("%1 is not a Stowage project: its \"format\" is not \"%2\".", file, kProjectFormat),
            file, "format");
    }
    const auto version = document.find("version");
    if (version == document.end() || !version->is_number_unsigned() || *version == 0) {
        return fail(ErrorCode::Malformed,
                    say("%1 is damaged: its \"version\" is not a whole number above 0.", file),
                    file, "version");
    }
    if (*version > kProjectVersion) {
        return fail(ErrorCode::Unsupported,
                    say("%1 was written by a newer version of Stowage (file version %2; this "
                        "Stowage reads file versions up to %3). Open the file with the newer "
                        "version. The file was not changed.",
                        file, version->dump(), kProjectVersion),
                    file, "version");
    }
    return {};
}

/// Whether a text begins as a project does: an object with the format among its first members.
bool beginsAsProject(std::string_view text) {
    using Event = JsonScanner::Event;
    JsonScanner scanner(text);
    int depth = 0;
    bool isFormat = false;
    while (true) {
        const Event event = scanner.next();
        if (event == Event::End || event == Event::Failed) {
            return false;
        }
        if (isFormat) {
            return event == Event::Text && scanner.text() == kProjectFormat;
        }
        isFormat = event == Event::Key && depth == 1 && scanner.text() == "format";
        depth += event == Event::BeginObject || event == Event::BeginArray ? 1 : 0;
        depth -= event == Event::EndObject || event == Event::EndArray ? 1 : 0;
    }
}

}  // namespace

const ProjectVariant* findVariant(const Project& project, std::string_view name) {
    const auto found = std::ranges::find(project.variants, name, &ProjectVariant::name);
    return found == project.variants.end() ? nullptr : &*found;
}

void setVariant(Project& project, ProjectVariant variant) {
    const auto found = std::ranges::find(project.variants, variant.name, &ProjectVariant::name);
    project.current = static_cast<std::size_t>(found - project.variants.begin());
    if (found != project.variants.end()) {
        *found = std::move(variant);
    } else {
        project.variants.push_back(std::move(variant));
    }
}

std::string projectToJson(const Project& project) {
    Json model = modelToJson(project);
    addKept(model, project.unknownModel);
    Json variants = Json::array();
    for (const ProjectVariant& variant : project.variants) {
        variants.push_back(variantToJson(variant));
    }
    const bool hasCurrent = project.current < project.variants.size();
    Json object{{"format", kProjectFormat},
                {"version", kProjectVersion},
                {"model", std::move(model)},
                {"variants", std::move(variants)},
                {"current", hasCurrent ? Json(project.variants[project.current].name) : Json()},
                {"records", project.records},
                {"notes", project.notes},
                {"window", project.window ? *project.window : Json()}};
    addKept(object, project.unknown);
    return jsonText(object, 1) + "\n";
}

Result<Project> projectFromJson(std::string_view text, const std::string& file) {
    // A window's layout and what other versions add nest no deeper; ten maps of 100,000 entries
    // have three million values.
    constexpr JsonLimits kLimits{kProjectFileBytes, 64, 4'000'000};
    auto document = parseJson(text, file, kLimits);
    STOWAGE_TRY(document);
    STOWAGE_TRY(checkFormat(*document, file));
    JsonTrouble trouble{file};
    const JsonNode root(*document, {}, trouble);
    Project project;
    readModel(root.at("model"), project);
    readVariants(root.at("variants"), project);
    readCurrent(root.at("current"), project);
    root.at("records").read(project.records);
    root.at("notes").read(project.notes);
    if (const JsonNode window = root.at("window"); window.isThere()) {
        project.window = std::make_shared<const Json>(window.value());
    }
    project.unknown = unknownOf(
        root, {"format", "version", "model", "variants", "current", "records", "notes", "window"});
    if (trouble.error) {
        return Unexpected{*std::move(trouble.error)};
    }
    return project;
}

Result<Project> readProject(const std::string& path) {
    const auto text = readWholeFile(path, kProjectFileBytes, [&path](std::uint64_t size) {
        return say("%1 has a size of %2; a project file may have at most %3.", path,
                   formatSize(size), formatSize(kProjectFileBytes));
    });
    STOWAGE_TRY(text);
    return projectFromJson(*text, path);
}

Result<void> writeProject(const std::string& path, Project project) {
    const fs::path model(project.model.config.empty() ? project.model.path : std::string());
    project.model.relativePath = model.lexically_relative(projectFolder(path)).generic_string();
    const std::string text = projectToJson(project);
    if (text.size() > kProjectFileBytes) {
        return fail(ErrorCode::LimitExceeded,
                    say("The project needs %1, but a project file may have at most %2. Move some "
                        "plans to another project.",
                        formatSize(text.size()), formatSize(kProjectFileBytes)),
                    path);
    }
    return writeFileAtomically(path, text);
}

bool isProjectFile(const std::string& path) {
    constexpr std::size_t kHeadBytes = std::size_t{64} << 10;
    constexpr const char* kEnding = ".stowage";
    std::error_code failure;
    if (!fs::is_regular_file(path, failure)) {
        return false;
    }
    const auto file = RandomAccessFile::open(path);
    if (!file) {
        return false;
    }
    std::string head(std::min<std::uint64_t>((*file)->size(), kHeadBytes), '\0');
    return path.ends_with(kEnding) ||
           ((*file)->readAt(0, std::as_writable_bytes(std::span(head))) && beginsAsProject(head));
}

std::string projectFolder(const std::string& projectPath) {
    std::error_code failure;
    const fs::path folder = fs::absolute(folderOf(projectPath), failure);
    // "/a/." has the same parent as "/a/", which is how a bare name's folder comes out.
    return failure ? folderOf(projectPath)
                   : (folder / "").lexically_normal().parent_path().string();
}

std::string recordPath(const std::string& record, const std::string& projectPath) {
    std::error_code failure;
    const fs::path path(record);
    if (path.is_absolute() && fs::exists(path, failure)) {
        return record;
    }
    const fs::path beside = path.is_absolute() ? path.filename() : path;
    return (fs::path(projectFolder(projectPath)) / beside).string();
}

}  // namespace stowage
