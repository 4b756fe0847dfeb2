// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// A part of a file, bytes; one that holds no tensor, but for headersWith().
struct HeaderPiece {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};

/// A file of a model, and those parts of it.
struct HeaderFile {
    std::string name;  ///< its path below the model's folder, with '/'
    std::string path;
    std::uint64_t bytes = 0;
    std::vector<HeaderPiece> pieces{};  ///< by offset, none of them empty
};

/// All that opens a model, without its tensors: headers of the files that hold them, and the small
/// files beside them (config.json, the index, the tokenizer's).
struct ModelHeaders {
    std::string folder;  ///< of the model
    std::string open;    ///< what to open in that folder: "." or a file's name
    std::vector<HeaderFile> files{};
    std::vector<NamedPath> adapters{};                ///< whose files are among them: addAdapter()
    std::vector<NamedPath> tenants{};                 ///< likewise: addTenant()
    std::string treeFile{};                           ///< likewise: addTreeFile(); "": none
    [[nodiscard]] std::uint64_t bytes() const;        ///< of the files
    [[nodiscard]] std::uint64_t headerBytes() const;  ///< of their pieces
};

/// Of more than 48 MiB between two tensors (what a training run saved beside the model) the first
/// and the last 24 MiB are a piece. Errors: Unsupported (a model whose files lie in several
/// folders), NoCheckpoint (one of which only headers are here).
[[nodiscard]] Result<ModelHeaders> headersOf(const Checkpoint& checkpoint);

/// The same and the bytes of some of the checkpoint's tensors: a part of the model that can be run.
/// Errors: those of headersOf().
[[nodiscard]] Result<ModelHeaders> headersWith(const Checkpoint& checkpoint,
                                               std::span<const StoredTensor> tensors);

/// Removes the large files of tokenizers, which no plan needs.
void leaveOutTokenizers(ModelHeaders& headers);

/// Adds the headers of an adapter, whose path is absolute: of its weights, and the
/// adapter_config.json of a folder. In the copy they lie below ".stowage-adapters", under that
/// path. Errors: those of openAdapter() and of headersOf().
[[nodiscard]] Result<void> addAdapter(ModelHeaders& headers, const NamedPath& adapter,
                                      const std::stop_token& stop);

/// Adds the headers of a further model that is planned with this one, whose path is absolute and
/// which was opened alone. In the copy its folder lies below ".stowage-tenants", under its own
/// path. Errors: those of headersOf().
[[nodiscard]] Result<void> addTenant(ModelHeaders& headers, const NamedPath& tenant,
                                     const Checkpoint& opened);

/// Adds the `.tree.json` that the model was opened with, whose path is absolute. In the copy it
/// lies below ".stowage-trees", under that path. Errors: those of opening a file.
[[nodiscard]] Result<void> addTreeFile(ModelHeaders& headers, const std::string& path);

/// What is opened with a model, and may have been copied with it.
enum class Companion { Adapter, Tenant, TreeFile };

/// Where a companion of the model that was opened at `model` is read: in the model's copy, where it
/// was copied with it, else at its own `path`.
[[nodiscard]] std::string companionPlace(const std::string& model, Companion companion,
                                         const std::string& path);

/// Given a piece, or a part of it of at most 512 KiB; a file without any comes once, empty.
using HeaderSink = std::function<Result<void>(const HeaderFile& file, std::uint64_t offset,
                                              std::span<const std::byte> bytes)>;

/// Reads the pieces, file by file. Errors: those of reading and of `sink`; Cancelled.
[[nodiscard]] Result<void> readHeaders(const ModelHeaders& headers, const HeaderSink& sink,
                                       const std::stop_token& stop);

/// Writes the files into a new or empty folder, with holes where tensors lie, and marks it. What
/// opens the copy takes it for the model, but for its weights (Checkpoint::elsewhere).
/// Of a copy that fails nothing stays. Errors: those of readHeaders(); WriteFailed, DiskFull,
/// PermissionDenied, FileNotFound (the folder cannot be made), InvalidArgument for a folder that
/// has something in it.
[[nodiscard]] Result<void> writeHeadersCopy(const ModelHeaders& headers, const std::string& folder,
                                            const WeightsElsewhere& weights,
                                            const std::stop_token& stop);

/// Marks a folder as one that holds headers only. Errors: those of writing a file.
[[nodiscard]] Result<void> markHeadersOnly(const std::string& folder,
                                           const WeightsElsewhere& weights);

/// What the mark says of the model at `path`: a folder, a file in it, or one of a pipeline's
/// models; null where there is none.
[[nodiscard]] std::shared_ptr<const WeightsElsewhere> weightsElsewhere(const std::string& path);

/// Files that are copied in part: of each some pieces, with holes where nothing is written, which
/// take no room. One thread.
class SparseCopy {
public:
    /// `folder` must be there.
    explicit SparseCopy(std::string folder) : m_folder(std::move(folder)) {}

    /// Writes into the file `name` below the folder, which has `fileBytes` bytes. All pieces of a
    /// file come one after another; a new name makes a new file. Errors: DiskFull, WriteFailed,
    /// PermissionDenied.
    [[nodiscard]] Result<void> write(const std::string& name, std::uint64_t fileBytes,
                                     std::uint64_t offset, std::span<const std::byte> bytes);
    /// To be called once, last. Errors: DiskFull, WriteFailed.
    [[nodiscard]] Result<void> finish();

private:
    [[nodiscard]] std::string path() const { return m_folder + "/" + m_name; }

    std::string m_folder;
    std::string m_name;  ///< of the open file
    FileDescriptor m_file;
};

}  // namespace stowage
