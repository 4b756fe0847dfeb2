// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/open/checkpoint_file.h"

#include "engine/base/integers.h"
#include "engine/base/json_stream.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/formats/gguf_reader.h"
#include "engine/checkpoint/formats/json_events.h"
#include "engine/checkpoint/formats/npy_reader.h"
#include "engine/checkpoint/formats/offload_folder_reader.h"
#include "engine/checkpoint/formats/safetensors_reader.h"
#include "engine/checkpoint/formats/torch_reader.h"
#include "engine/checkpoint/open/checkpoint_folder.h"
#include "engine/checkpoint/open/sharded_reader.h"
#include "engine/model/module_tree_json.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace stowage {
namespace {

/// Enough to tell every format apart, Git LFS pointers and tar archives included.
constexpr std::size_t kSniffedBytes = 512;
constexpr std::uint64_t kMaxJsonBytes = std::uint64_t{256} << 20;

enum class JsonFiles { Read, Refuse };

std::string_view asText(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool looksLikeText(std::string_view head) {
    return std::ranges::all_of(head, [](char c) {
        return static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\r' || c == '\t';
    });
}

/// A JSON file in windows: an index may have a hundred megabytes, of which little is kept.
JsonScanner scannerOver(const RandomAccessFile& file, const std::stop_token& stop) {
    const auto source = [&file, &stop, done = std::uint64_t{0}](
                            std::span<char> target) mutable -> Result<std::size_t> {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, say("Opening %1 was stopped.", file.path()));
        }
        const auto part = target.first(std::min<std::uint64_t>(target.size(), file.size() - done));
        STOWAGE_TRY(file.readAt(done, std::as_writable_bytes(part)));
        done += part.size();
        return part.size();
    };
    JsonScanner json(source, file.size());
    json.acceptPythonNumbers();
    return json;
}

Result<Checkpoint> readTree(const RandomAccessFile& file, const OpenOptions& options) {
    if (!options.className.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 is a module tree, which already names its classes. A class can be "
                        "chosen only for a config.json; omit the class %2.",
                        file.path(), quotedForMessage(options.className)),
                    file.path(), options.className);
    }
    std::string text(file.size(), '\0');
    STOWAGE_TRY(file.readAt(0, std::as_writable_bytes(std::span(text))));
    auto tree = parseModuleTreeJson(text, file.path());
    STOWAGE_TRY(tree);
    return describedCheckpoint(file.path(), std::move(*tree));
}

Result<Checkpoint> readJsonFile(const std::shared_ptr<const RandomAccessFile>& file,
                                const OpenOptions& options, const std::stop_token& stop,
                                const ProgressSink& progress) {
    if (file->size() > kMaxJsonBytes) {
        return fail(
            ErrorCode::LimitExceeded,
            say("%1 has %2 bytes of JSON; the limit is 256 MiB.", file->path(), file->size()),
            file->path());
    }
    if (file->path().ends_with(".stowage")) {
        return fail(ErrorCode::Unsupported,
                    say("%1 is a project, but a model is required. Specify the model's file or "
                        "folder; \"stowagectl inspect\" shows the path of a project's model.",
                        file->path()),
                    file->path());
    }
    JsonScanner probed = scannerOver(*file, stop);
    const auto kind = probeJson(probed, file->path());
    STOWAGE_TRY(kind);
    JsonScanner json = scannerOver(*file, stop);
    switch (*kind) {
        case JsonKind::ShardIndex: {
            auto whole = readShards(file->path(), json, options, stop, progress);
            return whole || whole.error().code != ErrorCode::FileNotFound
                       ? whole
                       : describeAbsentShards(file->path(), options, whole.error(), stop);
        }
        case JsonKind::OffloadIndex:
            return readOffloadFolder(file->path(), json, stop, progress);
        case JsonKind::ModuleTree:
            return readTree(*file, options);
        case JsonKind::ModelConfig:
            return readConfig(*file, {options.className});
        case JsonKind::Other:
            break;
    }
    return fail(ErrorCode::Malformed,
                say("%1 is not a module tree: \"format\" must be \"stowage.tree\".", file->path()),
                file->path(), "format");
}

/// A kind of file that is no checkpoint, by the bytes that it has at an offset.
struct OtherKind {
    std::size_t offset;
    std::string_view bytes;
    Phrase name;
};
constexpr std::array kOtherKinds{
    OtherKind{0, "\xff\xd8\xff", phrase("a JPEG picture")},
    OtherKind{0, "\x89PNG\r\n\x1a\n", phrase("a PNG picture")},
    OtherKind{0, "GIF8", phrase("a GIF picture")},
    OtherKind{8, "WEBP", phrase("a WebP picture")},
    OtherKind{4, "ftyp", phrase("an MP4 video or a HEIF picture")},
    OtherKind{0, "%PDF-", phrase("a PDF document")},
    OtherKind{0, "SQLite format 3", phrase("an SQLite database")},
    OtherKind{0, "PAR1", phrase("a Parquet table")},
    OtherKind{0, "\x1f\x8b", phrase("a gzip archive")},
    OtherKind{0, "\3757zXZ", phrase("an xz archive")},
    OtherKind{0, "\x28\xb5\x2f\xfd", phrase("a Zstandard archive")},
    OtherKind{0, "BZh", phrase("a bzip2 archive")},
    OtherKind{0, "7z\xbc\xaf\x27\x1c", phrase("a 7-Zip archive")},
    OtherKind{0, "Rar!\x1a\x07", phrase("a RAR archive")},
    OtherKind{0, "\177ELF", phrase("a program or a library")},
    OtherKind{0, "lmgg", phrase("a ggml file in a format older than GGUF")},
    OtherKind{0, "tjgg", phrase("a ggml file in a format older than GGUF")},
};

/// That a file's format is known and not read; empty if the head is none of them.
Message knownButUnread(const std::string& path, std::string_view head) {
    constexpr std::size_t kTarMagicOffset = 257;
    if (head.size() >= 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5) {
        return say(
            "%1 is a bare Python pickle, not a checkpoint; save the state dict with "
            "torch.save.",
            path);
    }
    if (head.starts_with("\x89HDF\r\n")) {
        return say("%1 is an HDF5 file, not a PyTorch checkpoint; convert it to safetensors.",
                   path);
    }
    if (head.size() > kTarMagicOffset && head.substr(kTarMagicOffset).starts_with("ustar")) {
        return say(
            "%1 is a tar archive. If PyTorch before 0.1.10 wrote the file, load and save it with a "
            "newer torch; otherwise, extract the archive.",
            path);
    }
    if (head.starts_with("version https://git-lfs")) {
        return say("%1 is a Git LFS pointer, not the file itself; run `git lfs pull`.", path);
    }
    const auto* const other = std::ranges::find_if(kOtherKinds, [head](const OtherKind& kind) {
        return head.size() > kind.offset && head.substr(kind.offset).starts_with(kind.bytes);
    });
    if (other == kOtherKinds.end()) {
        return {};
    }
    return say(
        "%1 is %2, not a checkpoint. Fetch the checkpoint itself; if the file is an archive, "
        "extract the archive.",
        path, other->name);
}

/// What is neither a zip nor JSON nor plainly safetensors.
Result<Checkpoint> readUnplain(const std::shared_ptr<const RandomAccessFile>& file,
                               std::string_view head, const OpenOptions& options,
                               const std::stop_token& stop) {
    const std::string& path = file->path();
    if (isLegacyTorchFile(head)) {
        return readLegacyTorchFile(file, options, stop);
    }
    if (head.starts_with("GGUF")) {
        return readGguf(file, stop);
    }
    if (isNpyFile(head)) {
        return readNpy(file);
    }
    if (const Message refusal = knownButUnread(path, head); !refusal.empty()) {
        return fail(ErrorCode::Unsupported, refusal, path);
    }
    if (looksLikeText(head)) {
        return fail(ErrorCode::UnknownFormat,
                    say("%1 is not a checkpoint: it is a text file that begins with %2.", path,
                        quotedForMessage(head, 24)),
                    path);
    }
    if (path.ends_with(".safetensors")) {
        return readSafetensors(file, stop);
    }
    return fail(ErrorCode::UnknownFormat,
                say("%1 is not in a format that Stowage reads (safetensors, PyTorch, GGUF, .npy or "
                    ".tree.json).",
                    path),
                path);
}

Result<Checkpoint> readFile(const std::shared_ptr<const RandomAccessFile>& file, JsonFiles json,
                            const OpenOptions& options, const std::stop_token& stop,
                            const ProgressSink& progress) {
    constexpr std::size_t kSafetensorsBrace = 8;
    if (file->size() == 0) {
        return fail(ErrorCode::Truncated,
                    say("%1 is empty (0 bytes); fetch or save it again.", file->path()),
                    file->path(), {}, 0);
    }
    std::array<std::byte, kSniffedBytes> buffer{};
    const auto bytes =
        std::span(buffer).first(std::min<std::uint64_t>(kSniffedBytes, file->size()));
    STOWAGE_TRY(file->readAt(0, bytes));
    const std::string_view head = asText(bytes);
    if (head.starts_with("PK\x03\x04") || head.starts_with("PK\x05\x06")) {
        return readTorchArchive(file, options, stop);
    }
    if (head.size() > kSafetensorsBrace && head[kSafetensorsBrace] == '{' && head[0] != '{') {
        return readSafetensors(file, stop);
    }
    // A header of 123 bytes begins with '{' as well: there the length's other bytes are zero.
    const bool hasBinaryLength =
        head.size() >= kSafetensorsBrace &&
        head.substr(0, kSafetensorsBrace).find('\0') != std::string_view::npos;
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && head[first] == '{' && !hasBinaryLength) {
        return json == JsonFiles::Read ? readJsonFile(file, options, stop, progress)
                                       : readUnplain(file, head, options, stop);
    }
    if (hasBinaryLength && head.size() > kSafetensorsBrace && head[kSafetensorsBrace] == '{') {
        return readSafetensors(file, stop);
    }
    return readUnplain(file, head, options, stop);
}

/// The index of shards in a file of JSON; nothing where it is none.
std::optional<ShardIndex> readShardIndex(const std::string& path, const std::stop_token& stop) {
    const auto file = RandomAccessFile::open(path);
    if (!file || (*file)->size() > kMaxJsonBytes) {
        return std::nullopt;
    }
    JsonScanner json = scannerOver(**file, stop);
    auto index = parseShardIndex(json, path);
    return index ? std::optional(std::move(*index)) : std::nullopt;
}

/// The indexes that may lie in a folder.
std::vector<std::string> indexesIn(const std::filesystem::path& folder) {
    constexpr std::size_t kMost = 8;
    std::vector<std::string> indexes;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, error), end;
         !error && entry != end && indexes.size() < kMost; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name == "index.json" || name.ends_with(".index.json")) {
            indexes.push_back((folder / name).string());
        }
    }
    std::ranges::sort(indexes);
    return indexes;
}

}  // namespace

bool isShardIndexFile(const std::string& path, const std::stop_token& stop) {
    return readShardIndex(path, stop).has_value();
}

std::optional<ShardSet> shardSetOf(const std::string& path, const std::stop_token& stop) {
    const std::filesystem::path place(path);
    const std::string name = place.filename().string();
    std::error_code error;
    if (!isWeightsFile(name) || !std::filesystem::is_regular_file(place, error)) {
        return std::nullopt;
    }
    for (const std::string& file : indexesIn(place.parent_path())) {
        const auto index = readShardIndex(file, stop);
        if (index && std::ranges::find(index->files, name) != index->files.end()) {
            return ShardSet{file, index->files.size()};
        }
    }
    return std::nullopt;
}

Result<Checkpoint> readCheckpointFile(const std::shared_ptr<const RandomAccessFile>& file,
                                      const OpenOptions& options, const std::stop_token& stop,
                                      const ProgressSink& progress) {
    return readFile(file, JsonFiles::Read, options, stop, progress);
}

Result<Checkpoint> readWeightsFile(const std::shared_ptr<const RandomAccessFile>& file,
                                   const OpenOptions& options, const std::stop_token& stop) {
    return readFile(file, JsonFiles::Refuse, options, stop, {});
}

}  // namespace stowage
