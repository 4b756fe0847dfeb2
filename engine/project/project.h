// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_request.h"
#include "engine/project/model_reference.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// What a person did to a plan, as the Edit menu named it: a record to read, which no plan follows
/// from.
struct ProjectEdit {
    std::string text;  ///< describeEdit(): "Move transformer.h.11 to CPU"
    std::string date;  ///< ISO 8601 in UTC: "2026-11-20T14:03:22.123Z"
    friend bool operator==(const ProjectEdit&, const ProjectEdit&) = default;
};

/// Members of an object that this version does not know, kept as they are; null for none.
using KeptJson = std::shared_ptr<const nlohmann::ordered_json>;

/// One plan of a project.
struct ProjectVariant {
    std::string name;  ///< unique within the project, not empty
    /// Without a tree and a search.
    PlacementRequest request;
    std::vector<ProjectEdit> edits{};  ///< in the order they were done
    std::string notes{};
    KeptJson unknown{};
};

/// What a `.stowage` file holds (docs/projects.md). A value.
struct Project {
    ModelReference model;
    OpenOptions openOptions{};  ///< how the model is opened
    std::vector<ProjectVariant> variants{};
    std::size_t current = 0;             ///< index of the variant that is shown; 0 without any
    std::vector<std::string> records{};  ///< files of load and run records, as they were named
    std::string notes{};
    KeptJson window{};        ///< how the window lay, which the engine does not read
    KeptJson unknown{};       ///< of the file's own object
    KeptJson unknownModel{};  ///< of its "model"
};

/// The file's newest version that this program reads, and the one that it writes.
inline constexpr int kProjectVersion = 2;
/// What a project file may hold at most, in bytes: a plan of 100,000 modules in 10 variants.
inline constexpr std::size_t kProjectFileBytes = std::size_t{64} << 20;
/// How many variants a project may have: each is a plan that is made when it is opened.
inline constexpr std::size_t kProjectVariants = 256;

/// The variant of that name; null where there is none.
[[nodiscard]] const ProjectVariant* findVariant(const Project& project, std::string_view name);

/// Puts the variant in the place of the one of its name, else behind the others, and makes it the
/// current one.
void setVariant(Project& project, ProjectVariant variant);

/// The file's text.
[[nodiscard]] std::string projectToJson(const Project& project);

/// Errors: Malformed with the key and the reason; Unsupported for a newer version; LimitExceeded.
/// Each names `file`.
[[nodiscard]] Result<Project> projectFromJson(std::string_view text, const std::string& file);

/// Reads a project. Errors: as projectFromJson(); those of reading a file.
[[nodiscard]] Result<Project> readProject(const std::string& path);

/// Writes the project beside `path`, synced, and renames it; the model's relative path is told from
/// the folder of `path`. Errors: those of writing; LimitExceeded above kProjectFileBytes.
[[nodiscard]] Result<void> writeProject(const std::string& path, Project project);

/// Whether a path is a project: a file that says so in its first 64 KiB, or whose name ends in
/// ".stowage". False for what cannot be read.
[[nodiscard]] bool isProjectFile(const std::string& path);

/// The folder that the project's relative paths begin at.
[[nodiscard]] std::string projectFolder(const std::string& projectPath);

/// A record's file where it lies: as it is named, else from the project's folder.
[[nodiscard]] std::string recordPath(const std::string& record, const std::string& projectPath);

}  // namespace stowage
