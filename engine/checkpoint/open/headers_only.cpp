// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/open/headers_only.h"

#include "engine/base/byte_size.h"
#include "engine/base/error_conversion.h"
#include "engine/base/json_reader.h"
#include "engine/checkpoint/folder_guard.h"
#include "engine/checkpoint/open/companions.h"
#include "engine/checkpoint/open/pipeline_folder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace stowage {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMark = ".stowage-headers.json";
/// In a copy, by Companion: what was copied with the model, each under its own path.
constexpr std::array kCopied{".stowage-adapters", ".stowage-tenants", ".stowage-trees"};
constexpr std::uint64_t kMostMarkBytes = 64 * kKiB;
/// Of what lies between two tensors and is longer than twice this, both ends are taken.
constexpr std::uint64_t kEnd = 24 * kMiB;
constexpr std::uint64_t kPieceRead = 512 * kKiB;
/// Beside the weights: no tokenizer is larger, and no model has more of such files.
constexpr std::uint64_t kMostBesideBytes = 64 * kMiB;
constexpr std::size_t kMostBeside = 512;

bool isBesideWeights(const fs::path& file) {
    constexpr std::array kEndings{".json", ".txt", ".model", ".jinja", ".jsonl"};
    return std::ranges::find(kEndings, file.extension().string()) != kEndings.end() &&
           file.filename() != kMark;
}

void addPiece(std::vector<HeaderPiece>& pieces, std::uint64_t begin, std::uint64_t end) {
    if (end - begin > 2 * kEnd) {
        pieces.push_back({begin, kEnd});
        begin = end - kEnd;
    }
    if (end > begin) {
        pieces.push_back({begin, end - begin});
    }
}

/// What of each file no tensor covers.
std::vector<std::vector<HeaderPiece>> piecesOf(const Checkpoint& checkpoint) {
    std::vector<std::vector<TensorLocation>> covered(checkpoint.shards.size());
    for (const StoredTensor& tensor : checkpoint.tensors) {
        if (!tensor.isMeta && tensor.location.shard < covered.size()) {
            covered[tensor.location.shard].push_back(tensor.location);
        }
    }
    std::vector<std::vector<HeaderPiece>> pieces(covered.size());
    for (std::size_t i = 0; i < covered.size(); ++i) {
        std::ranges::sort(covered[i], {}, &TensorLocation::offset);
        const std::uint64_t size = checkpoint.shards[i]->size();
        std::uint64_t at = 0;
        for (const TensorLocation& one : covered[i]) {
            const std::uint64_t begin = std::min(one.offset, size);
            if (begin > at) {
                addPiece(pieces[i], at, begin);
            }
            at = std::max(at, std::min(begin + one.length, size));
        }
        addPiece(pieces[i], at, size);
    }
    // Zeros in the holes of a copy would be the same.
    for (const TensorLocation& one : checkpoint.differences) {
        std::vector<HeaderPiece>& all = pieces[one.shard];
        const HeaderPiece piece{one.offset, one.length};
        all.insert(std::ranges::upper_bound(all, piece.offset, {}, &HeaderPiece::offset), piece);
    }
    return pieces;
}

/// By offset, and each byte once.
void joinPieces(std::vector<HeaderPiece>& pieces) {
    std::ranges::sort(pieces, {}, &HeaderPiece::offset);
    std::vector<HeaderPiece> joined;
    for (const HeaderPiece& piece : pieces) {
        if (joined.empty() || piece.offset > joined.back().offset + joined.back().length) {
            joined.push_back(piece);
        } else {
            HeaderPiece& last = joined.back();
            last.length = std::max(last.length, piece.offset + piece.length - last.offset);
        }
    }
    pieces = std::move(joined);
}

/// A file may belong to more than one of what is opened together.
void addFile(std::vector<HeaderFile>& files, HeaderFile file) {
    const auto known = std::ranges::find(files, file.name, &HeaderFile::name);
    if (known == files.end()) {
        files.push_back(std::move(file));
        return;
    }
    known->pieces.insert(known->pieces.end(), file.pieces.begin(), file.pieces.end());
    joinPieces(known->pieces);
}

/// The place in a copy of what has this path.
fs::path copiedPlace(Companion companion, const std::string& path) {
    return kCopied.at(static_cast<std::size_t>(companion)) / fs::path(path).relative_path();
}

/// The path below `folder`; nothing for one that is not.
std::optional<std::string> below(const fs::path& path, const fs::path& folder) {
    const fs::path name = path.lexically_normal().lexically_relative(folder);
    const bool isOutside = name.empty() || *name.begin() == ".." || name.is_absolute();
    return isOutside ? std::nullopt : std::optional(name.generic_string());
}

/// A path without "." and '/' at its end.
fs::path wholePath(const std::string& path) {
    std::error_code failure;
    fs::path whole = fs::absolute(path, failure).lexically_normal();
    return whole.has_filename() ? whole : whole.parent_path();  // "gpt2/"
}

/// Where small files are the model's: its folder, and below it those that have weights, or all of a
/// pipeline, whose models lie one folder down.
std::set<fs::path> foldersBeside(const Checkpoint& checkpoint, const fs::path& folder) {
    std::set<fs::path> folders{folder};
    std::error_code failure;
    for (const auto& shard : checkpoint.shards) {
        folders.insert(wholePath(shard->path()).parent_path());
    }
    if (pipelineIndexAt(checkpoint.path)) {
        for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
             at.increment(failure)) {
            std::error_code none;
            if (at->is_directory(none)) {
                folders.insert(at->path());
            }
        }
    }
    return folders;
}

/// The small files of a folder; what cannot be read is passed over, and links out of the model's
/// folder: what they lead to is not the model's.
void addBeside(const fs::path& folder, const FolderGuard& guard, ModelHeaders& headers) {
    std::error_code failure;
    for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
         at.increment(failure)) {
        std::error_code none;
        const std::string name = below(at->path(), headers.folder).value_or("");
        const bool isTaken = at->is_regular_file(none) && isBesideWeights(at->path()) &&
                             headers.files.size() < kMostBeside && guard.place(name, {});
        const std::uint64_t bytes = isTaken ? at->file_size(none) : 0;
        if (isTaken && !none && bytes <= kMostBesideBytes) {
            HeaderFile file{name, at->path().string(), bytes};
            addPiece(file.pieces, 0, bytes);
            headers.files.push_back(std::move(file));
        }
    }
}

std::shared_ptr<const WeightsElsewhere> markIn(const fs::path& folder) {
    std::error_code failure;
    const fs::path mark = folder / kMark;
    const std::uint64_t bytes = fs::file_size(mark, failure);
    if (failure || bytes > kMostMarkBytes) {
        return nullptr;
    }
    std::ifstream file(mark);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto object = parseJson(text, mark.string());
    WeightsElsewhere weights;
    if (object) {
        weights = {textMember(*object, "machine"), textMember(*object, "path")};
    }
    return std::make_shared<const WeightsElsewhere>(std::move(weights));
}

}  // namespace

std::uint64_t ModelHeaders::bytes() const {
    std::uint64_t sum = 0;
    for (const HeaderFile& file : files) {
        sum += file.bytes;
    }
    return sum;
}

std::uint64_t ModelHeaders::headerBytes() const {
    std::uint64_t sum = 0;
    for (const HeaderFile& file : files) {
        for (const HeaderPiece& piece : file.pieces) {
            sum += piece.length;
        }
    }
    return sum;
}

void leaveOutTokenizers(ModelHeaders& headers) {
    constexpr std::array kFiles{"tokenizer.json", "vocab.json",   "vocab.txt",
                                "merges.txt",     "spiece.model", "sentencepiece.bpe.model",
                                "tokenizer.model"};
    std::erase_if(headers.files, [&kFiles](const HeaderFile& file) {
        const std::string name = fs::path(file.name).filename().string();
        return std::ranges::find(kFiles, name) != kFiles.end();
    });
}

Result<ModelHeaders> headersOf(const Checkpoint& checkpoint) {
    if (checkpoint.elsewhere) {
        return Unexpected{elsewhereError(checkpoint)};
    }
    std::error_code failure;
    const fs::path path = wholePath(checkpoint.path);
    const bool isFolder = fs::is_directory(path, failure);
    ModelHeaders headers;
    headers.folder = (isFolder ? path : path.parent_path()).string();
    headers.open = isFolder ? "." : path.filename().string();
    const FolderGuard guard(headers.folder);
    for (const fs::path& folder : foldersBeside(checkpoint, headers.folder)) {
        addBeside(folder, guard, headers);
    }
    auto pieces = piecesOf(checkpoint);
    for (std::size_t i = 0; i < checkpoint.shards.size(); ++i) {
        const RandomAccessFile& shard = *checkpoint.shards[i];
        const auto name = below(fs::absolute(shard.path(), failure), headers.folder);
        if (!name) {
            return fail(ErrorCode::Unsupported,
                        say("%1 is outside the model's folder, %2; open the folder that contains "
                            "all files of the model.",
                            shard.path(), headers.folder),
                        shard.path());
        }
        std::erase_if(headers.files, [&](const HeaderFile& file) { return file.name == *name; });
        headers.files.push_back({*name, shard.path(), shard.size(), std::move(pieces[i])});
    }
    const bool hasOpened = isFolder || std::ranges::any_of(headers.files, [&](const auto& file) {
                               return file.name == headers.open;
                           });
    if (!hasOpened) {
        HeaderFile file{headers.open, path.string(), fs::file_size(path, failure)};
        addPiece(file.pieces, 0, failure ? 0 : file.bytes);
        headers.files.push_back(std::move(file));
    }
    return headers;
}

Result<ModelHeaders> headersWith(const Checkpoint& checkpoint,
                                 std::span<const StoredTensor> tensors) {
    auto headers = headersOf(checkpoint);
    STOWAGE_TRY(headers);
    std::map<std::string, HeaderFile*> files;
    for (HeaderFile& file : headers->files) {
        files[file.path] = &file;
    }
    for (const StoredTensor& tensor : tensors) {
        const TensorLocation& place = tensor.location;
        if (tensor.isMeta || place.length == 0 || place.shard >= checkpoint.shards.size()) {
            continue;
        }
        HeaderFile& file = *files.at(checkpoint.shards[place.shard]->path());
        file.pieces.push_back({place.offset, place.length});
    }
    for (HeaderFile& file : headers->files) {
        joinPieces(file.pieces);
    }
    return headers;
}

Result<void> addAdapter(ModelHeaders& headers, const NamedPath& adapter,
                        const std::stop_token& stop) {
    const auto files = openAdapter(adapter.path, stop);
    STOWAGE_TRY(files);
    auto own = headersOf(*files->weights);
    STOWAGE_TRY(own);
    const std::string& weights = files->weights->path;
    const bool isFile = weights == adapter.path;
    const fs::path place = copiedPlace(Companion::Adapter, adapter.path);
    for (HeaderFile& file : own->files) {
        if (file.path == weights || (!isFile && file.name == "adapter_config.json")) {
            file.name = (isFile ? place : place / file.name).generic_string();
            addFile(headers.files, std::move(file));
        }
    }
    headers.adapters.push_back(adapter);
    return {};
}

Result<void> addTenant(ModelHeaders& headers, const NamedPath& tenant, const Checkpoint& opened) {
    auto own = headersOf(opened);
    STOWAGE_TRY(own);
    const fs::path place = copiedPlace(Companion::Tenant, own->folder);
    for (HeaderFile& file : own->files) {
        file.name = (place / file.name).generic_string();
        addFile(headers.files, std::move(file));
    }
    headers.tenants.push_back(tenant);
    return {};
}

Result<void> addTreeFile(ModelHeaders& headers, const std::string& path) {
    const auto opened = RandomAccessFile::open(path);
    STOWAGE_TRY(opened);
    const std::uint64_t bytes = (*opened)->size();
    addFile(headers.files,
            {copiedPlace(Companion::TreeFile, path).generic_string(), path, bytes, {{0, bytes}}});
    headers.treeFile = path;
    return {};
}

std::string companionPlace(const std::string& model, Companion companion, const std::string& path) {
    std::error_code failure;
    const fs::path opened = wholePath(model);
    const fs::path folder = fs::is_directory(opened, failure) ? opened : opened.parent_path();
    const fs::path copy = folder / copiedPlace(companion, path);
    // Without the mark it is a stranger's folder that calls itself so.
    return !path.empty() && fs::exists(copy, failure) && markIn(folder) != nullptr ? copy.string()
                                                                                   : path;
}

Result<void> readHeaders(const ModelHeaders& headers, const HeaderSink& sink,
                         const std::stop_token& stop) {
    std::vector<std::byte> buffer(kPieceRead);
    for (const HeaderFile& file : headers.files) {
        const auto opened = RandomAccessFile::open(file.path);
        STOWAGE_TRY(opened);
        if (file.pieces.empty()) {
            STOWAGE_TRY(sink(file, 0, {}));
        }
        for (const HeaderPiece& piece : file.pieces) {
            for (std::uint64_t at = 0; at < piece.length; at += kPieceRead) {
                if (stop.stop_requested()) {
                    return fail(ErrorCode::Cancelled, say("Opening was cancelled."));
                }
                const auto part = std::span(buffer).first(std::min(kPieceRead, piece.length - at));
                STOWAGE_TRY((*opened)->readAt(piece.offset + at, part));
                STOWAGE_TRY(sink(file, piece.offset + at, part));
            }
        }
    }
    return {};
}

namespace {

Result<void> fillCopy(const ModelHeaders& headers, const std::string& folder,
                      const WeightsElsewhere& weights, const std::stop_token& stop) {
    // First, so that what is left of a copy that is killed is not taken for weights.
    STOWAGE_TRY(markHeadersOnly(folder, weights));
    SparseCopy copy(folder);
    STOWAGE_TRY(readHeaders(
        headers,
        [&](const HeaderFile& file, std::uint64_t offset, std::span<const std::byte> bytes) {
            return copy.write(file.name, file.bytes, offset, bytes);
        },
        stop));
    return copy.finish();
}

/// Of a copy that failed nothing stays, so that the next one finds its folder empty.
void emptyAgain(const ModelHeaders& headers, const std::string& path) {
    const fs::path folder = (fs::path(path) / "").parent_path();  // without a slash at its end
    std::error_code failure;
    for (const HeaderFile& file : headers.files) {
        fs::path place = folder / file.name;
        fs::remove(place, failure);
        do {
            place = place.parent_path();
        } while (place != folder && fs::remove(place, failure));
    }
    fs::remove(folder / kMark, failure);
}

}  // namespace

Result<void> writeHeadersCopy(const ModelHeaders& headers, const std::string& folder,
                              const WeightsElsewhere& weights, const std::stop_token& stop) {
    std::error_code failure;
    fs::create_directories(folder, failure);
    std::error_code absent;
    if (failure && !fs::exists(folder, absent)) {
        return writeFailure(folder, failure.value());
    }
    if (!fs::is_directory(folder, failure) || !fs::is_empty(folder, failure)) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 is not an empty folder; specify an empty or new folder.", folder),
                    folder);
    }
    auto written = fillCopy(headers, folder, weights, stop);
    if (!written) {
        emptyAgain(headers, folder);
    }
    return written;
}

Result<void> markHeadersOnly(const std::string& folder, const WeightsElsewhere& weights) {
    const nlohmann::ordered_json mark = {{"machine", weights.machine}, {"path", weights.path}};
    const std::string path = folder + "/" + kMark;
    std::ofstream file(path, std::ios::trunc);
    file << jsonText(mark) << '\n';
    file.close();
    return file ? Result<void>() : Result<void>(writeFailure(path, errno));
}

std::shared_ptr<const WeightsElsewhere> weightsElsewhere(const std::string& path) {
    std::error_code failure;
    const fs::path place = wholePath(path);
    const fs::path folder = fs::is_directory(place, failure) ? place : place.parent_path();
    auto marked = markIn(folder);
    return marked != nullptr ? marked : markIn(folder.parent_path());  // a pipeline's model
}

namespace {

namespace fs = std::filesystem;

/// A new file of `bytes` bytes, none of them written.
Result<FileDescriptor> makeSparse(const std::string& path, std::uint64_t bytes) {
    constexpr mode_t kReadableByAll = 0644;
    std::error_code failure;
    fs::create_directories(fs::path(path).parent_path(), failure);
    FileDescriptor file(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kReadableByAll));
    if (file.get() < 0 || ::ftruncate(file.get(), static_cast<off_t>(bytes)) != 0) {
        return writeFailure(path, errno);
    }
    return file;
}

}  // namespace

Result<void> SparseCopy::write(const std::string& name, std::uint64_t fileBytes,
                               std::uint64_t offset, std::span<const std::byte> bytes) {
    if (m_file.get() < 0 || name != m_name) {
        STOWAGE_TRY(finish());
        Result<FileDescriptor> made = makeSparse(m_folder + "/" + name, fileBytes);
        STOWAGE_TRY(made);
        m_file = std::move(*made);
        m_name = name;
    }
    return m_file.writeAt(offset, bytes, path());
}

Result<void> SparseCopy::finish() {
    // Some file systems have no room only when a file is closed.
    if (m_file.get() >= 0 && ::close(m_file.release()) != 0 && errno != EINTR) {
        return writeFailure(path(), errno);
    }
    return {};
}

}  // namespace stowage
