// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/project/project.h"

#include "engine/base/byte_size.h"
#include "engine/base/field_table.h"
#include "engine/base/file_writer.h"
#include "engine/base/json_reader.h"
#include "engine/base/json_stream.h"
#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/folder_guard.h"
#include "engine/checkpoint/open_options_json.h"
#include "engine/plan/request/request_fields.h"

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

constexpr Field<ReferencedFile> kFileFields[] = {
    field<Text, &ReferencedFile::name>("name", FieldUse::Compulsory),
    field<Whole<std::uint64_t{1} << 63>, &ReferencedFile::bytes>("bytes", FieldUse::Compulsory),
    field<Text, &ReferencedFile::digest>("digest")};

struct OpenCodec {
    static Json write(const OpenOptions& options) { return openOptionsToJson(options); }
    static Result<void> read(const Json& json, OpenOptions& options) {
        return readOpenOptions(json, options);
    }
};

constexpr Field<WeightsElsewhere> kElsewhereFields[] = {
    field<Text, &WeightsElsewhere::machine>("machine", FieldUse::Compulsory),
    field<Text, &WeightsElsewhere::path>("path", FieldUse::Compulsory)};

constexpr Field<Project> kModelFields[] = {
    field<Text, &Project::model, &ModelReference::path>("path", FieldUse::Compulsory),
    field<Text, &Project::model, &ModelReference::relativePath>("relative_path"),
    field<Text, &Project::model, &ModelReference::digest>("digest", FieldUse::Compulsory),
    field<List<Object<kFileFields>>, &Project::model, &ModelReference::files>("files"),
    {"config",
     [](const Project& project) {
         return project.model.config.empty() ? Json() : Json(project.model.config);
     },
     [](const Json& json, Project& project) -> Result<void> {
         return Text::read(json, project.model.config);
     }},
    field<OpenCodec, &Project::openOptions>("open"),
    field<Object<kElsewhereFields>, &Project::model, &ModelReference::elsewhere>(
        "elsewhere", FieldUse::IfChanged)};

constexpr Field<ProjectEdit> kEditFields[] = {
    field<Text, &ProjectEdit::text>("text", FieldUse::Compulsory),
    field<Text, &ProjectEdit::date>("date")};

constexpr Field<ProjectVariant> kVariantFields[] = {
    field<Text, &ProjectVariant::name>("name", FieldUse::Compulsory),
    {"request", [](const ProjectVariant& variant) { return requestToJson(variant.request); },
     [](const Json& json, ProjectVariant& variant) -> Result<void> {
         return readRequest(json, variant.request);
     },
     false, FieldUse::Compulsory},
    field<List<Object<kEditFields>>, &ProjectVariant::edits>("edits"),
    field<Text, &ProjectVariant::notes>("notes")};

void addKept(Json& object, const KeptJson& kept) {
    if (kept) {
        object.insert(kept->begin(), kept->end());
    }
}

/// The members that this version does not know; null where there are none.
KeptJson unknownOf(const Json& object, const auto& known,
                   std::initializer_list<std::string_view> others = {}) {
    Json rest = Json::object();
    for (const auto& [key, value] : object.items()) {
        const bool isKnown =
            std::ranges::any_of(known, [&](const auto& field) { return field.key == key; }) ||
            std::ranges::find(others, key) != others.end();
        if (!isKnown) {
            rest[key] = value;
        }
    }
    return rest.empty() ? nullptr : std::make_shared<const Json>(std::move(rest));
}

/// The project's "model".
struct ModelCodec {
    static Json write(const Project& project) {
        Json object = Object<kModelFields>::write(project);
        addKept(object, project.unknownModel);
        return object;
    }
    static Result<void> read(const Json& json, Project& project) {
        STOWAGE_TRY(Object<kModelFields>::read(json, project));
        project.unknownModel = unknownOf(json, kModelFields);
        return {};
    }
};

struct VariantCodec {
    static Json write(const ProjectVariant& variant) {
        Json object = Object<kVariantFields>::write(variant);
        addKept(object, variant.unknown);
        return object;
    }
    /// Version 1 has the workload next to the request.
    static Result<void> read(const Json& json, ProjectVariant& variant) {
        STOWAGE_TRY(requireObject(json));
        const bool hasWorkload =
            json.contains("workload") && json.contains("request") && json["request"].is_object();
        Json object = json;
        if (hasWorkload && !json["request"].contains("version")) {
            object["request"]["workload"] = json["workload"];
        }
        STOWAGE_TRY(Object<kVariantFields>::read(object, variant));
        variant.unknown = unknownOf(json, kVariantFields, {"workload"});
        return variant.name.empty()
                   ? Unexpected{inMember(
                         "name", wrongField(phrase("is empty; every plan needs a name")).error)}
                   : Result<void>();
    }
};

Result<void> readVariants(const Json& json, Project& project) {
    STOWAGE_TRY(requireList(json));
    if (json.size() > kProjectVariants) {
        return wrongField(say("has more than %1 plans", kProjectVariants));
    }
    STOWAGE_TRY(List<VariantCodec>::read(json, project.variants));
    for (std::size_t i = 0; i < project.variants.size(); ++i) {
        const std::string& name = project.variants[i].name;
        if (findVariant(project, name) != &project.variants[i]) {
            return Unexpected{inElement(
                i, inMember("name", wrongField(say("is %1, which is already the name of another "
                                                   "plan",
                                                   quotedForMessage(name)))
                                        .error))};
        }
    }
    return {};
}

/// After the plans.
Result<void> readCurrent(const Json& json, Project& project) {
    std::string name;
    STOWAGE_TRY(Text::read(json, name));
    const ProjectVariant* const current = findVariant(project, name);
    if (current == nullptr) {
        return wrongField(say("is %1, which is not the name of any plan", quotedForMessage(name)));
    }
    project.current = static_cast<std::size_t>(current - project.variants.data());
    return {};
}

constexpr Field<Project> kProjectFields[] = {
    {"model", ModelCodec::write, ModelCodec::read, false, FieldUse::Compulsory},
    {"variants", [](const Project& project) { return List<VariantCodec>::write(project.variants); },
     readVariants},
    {"current",
     [](const Project& project) {
         return project.current < project.variants.size()
                    ? Json(project.variants[project.current].name)
                    : Json();
     },
     readCurrent},
    field<List<Text>, &Project::records>("records"),
    field<Text, &Project::notes>("notes"),
    {"window", [](const Project& project) { return project.window ? *project.window : Json(); },
     [](const Json& json, Project& project) -> Result<void> {
         project.window = std::make_shared<const Json>(json);
         return {};
     }}};

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
    Json object{{"format", kProjectFormat}, {"version", kProjectVersion}};
    writeFields(object, project, kProjectFields);
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
    Project project;
    if (const auto read = readFields(*document, project, kProjectFields); !read) {
        return inFile(file, read.error());
    }
    project.unknown = unknownOf(*document, kProjectFields, {"format", "version"});
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
