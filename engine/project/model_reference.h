// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/checkpoint/checkpoint.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// A file of a model as a project remembers it.
struct ReferencedFile {
    std::string name;         ///< relative to the model's folder
    std::uint64_t bytes = 0;  ///< its size
    std::string digest{};     ///< SHA-256 of what it says of its tensors, or of a JSON file's bytes
    friend bool operator==(const ReferencedFile&, const ReferencedFile&) = default;
};

/// Which model a project is about, and how it is known again. A value.
struct ModelReference {
    std::string path;          ///< absolute: a file or a folder, what the person opened
    std::string relativePath;  ///< the same from the project's folder; "" until it is written
    /// SHA-256 over the files' names, sizes and digests, in the order of their names: of headers
    /// and sizes, never of a tensor's bytes.
    std::string digest;
    std::vector<ReferencedFile> files;  ///< by name
    /// The config.json of a model that was typed and lies in no file; `path` is its name then.
    std::string config{};
    /// Of a model of another machine, of which only the headers were here: that machine, and the
    /// model's path there. `path` is where the headers were. No machine of any other model.
    WeightsElsewhere elsewhere{};
    [[nodiscard]] bool isElsewhere() const { return !elsewhere.machine.empty(); }
    friend bool operator==(const ModelReference&, const ModelReference&) = default;
};

/// The reference to an open checkpoint, without a relative path: its shards, and the config.json
/// beside them or whatever JSON was opened itself. Some 75 ms for 100,000 tensors.
/// Errors: those of reading the config.json; LimitExceeded where a JSON file is above 1 GiB.
[[nodiscard]] Result<ModelReference> referenceOf(const Checkpoint& checkpoint);

/// The reference to a model that was typed: its name, and the text of its config.json.
[[nodiscard]] ModelReference typedReference(const std::string& name, const std::string& config);

/// How a model agrees with the reference.
struct ModelCheck {
    enum class State { Same, Changed, Missing };
    State state = State::Same;
    Message text{};  ///< a sentence that names the files at fault; "" for Same
};

/// Holds an open checkpoint against the reference: never Missing. Its path does not count. Errors:
/// as referenceOf().
[[nodiscard]] Result<ModelCheck> checkModel(const ModelReference& reference,
                                            const Checkpoint& checkpoint);

/// Where the model may lie, what exists of it: at its absolute path, at its path from
/// `projectFolder`, under its own name in that folder. Each once. Nowhere, where it was typed.
[[nodiscard]] std::vector<std::string> findModel(const ModelReference& reference,
                                                 const std::string& projectFolder);

/// The model of a project, opened.
struct ReferencedModel {
    std::shared_ptr<const Checkpoint> checkpoint;  ///< null where it is Missing
    ModelCheck check;
    Message found{};  ///< a sentence where it lies elsewhere than the project says; else ""
};

/// Builds what was typed; else opens the first of findModel() that is the very same, else the first
/// that can be opened, which then is Changed; Missing says where it was looked for. For the headers
/// of another machine's model only headers are taken, no model of here. Blocks; reads headers.
/// Errors: Cancelled; those of openCheckpoint() where none of those that exist can be opened.
[[nodiscard]] Result<ReferencedModel> openReferencedModel(const ModelReference& reference,
                                                          const OpenOptions& options,
                                                          const std::string& projectFolder,
                                                          const std::stop_token& stop = {},
                                                          const ProgressSink& progress = {});

}  // namespace stowage
