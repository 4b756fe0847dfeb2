// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/write/convert_checkpoint.h"

#include "engine/base/error_conversion.h"
#include "engine/base/json_reader.h"
#include "engine/base/random_access_file.h"
#include "engine/checkpoint/folder_guard.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/tensor_reader.h"
#include "engine/checkpoint/write/float_values.h"
#include "engine/checkpoint/write/safetensors_writer.h"
#include "engine/checkpoint/write/target_folder.h"
#include "engine/checkpoint/write/torch_archive_writer.h"
#include "engine/model/tensor_spec.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include <sys/stat.h>

namespace stowage {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kCastPieceBytes = std::uint64_t{256} << 10;

/// More than any model's; a larger file of that name is something else.
constexpr std::uint64_t kMaxCompanionBytes = std::uint64_t{64} << 20;

/// FNV-1a, 64 bits: tells apart what changed by accident.
class Fingerprint {
public:
    void add(std::string_view text) {
        for (const char c : text) {
            m_value = (m_value ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
        }
        m_value = (m_value ^ 0xff) * 0x100000001b3U;  // no byte of UTF-8: ends the text
    }
    void add(std::uint64_t number) { add(std::to_string(number)); }
    std::string hex() const {
        std::array<char, 20> text{};
        std::snprintf(text.data(), text.size(), "%016llx",
                      static_cast<unsigned long long>(m_value));
        return text.data();
    }

private:
    std::uint64_t m_value = 0xcbf29ce484222325U;
};

bool castsAny(const Checkpoint& checkpoint, const ConvertPlan& plan) {
    for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
        if (plan.tensors[i].dtype != checkpoint.tensors[plan.stored[i]].dtype) {
            return true;
        }
    }
    return false;
}

/// The module tree that describes what is written: the one that describes what is read. Cast
/// tensors are no longer what it says, and a tree that nobody took may be another model's.
std::string treeThatGoesAlong(const Checkpoint& checkpoint, const ConvertPlan& plan) {
    return checkpoint.keyCheck != nullptr && !castsAny(checkpoint, plan)
               ? checkpoint.keyCheck->treeFile
               : std::string();
}

std::vector<std::string> foldersOfWeights(const Checkpoint& checkpoint) {
    std::vector<std::string> folders;
    const auto add = [&](const std::string& folder) {
        if (std::ranges::find(folders, folder) == folders.end()) {
            folders.push_back(folder);
        }
    };
    if (!checkpoint.shards.empty()) {
        const std::string folder = folderOf(checkpoint.shards.front()->path());
        add(folder);
        if (fs::path(folder).filename() == "model_parameters") {
            add(folderOf(folder));
        }
    }
    return folders;
}

/// "model-00001-of-00003.safetensors".
bool isShardName(std::string_view name) {
    constexpr std::string_view kPattern = "model-#####-of-#####.safetensors";
    return name.size() == kPattern.size() &&
           std::equal(name.begin(), name.end(), kPattern.begin(), [](char c, char wanted) {
               return wanted == '#' ? c >= '0' && c <= '9' : c == wanted;
           });
}

bool contradictsSafetensors(std::string_view name) {
    return name == "model.safetensors" || name == "model.safetensors.index.json" ||
           isShardName(name);
}

Result<Progress> streamRaw(const CheckpointWriteJob& job, AppendFile& file) {
    const std::uint64_t bytes =
        checkedByteSize(job.tensors[0].dtype, job.tensors[0].shape).value_or(0);
    TensorStream stream(job, file, bytes);
    const auto crc = stream.append(0, bytes, TensorStream::Checksum::None);
    return crc ? Result<Progress>(stream.progress()) : crc.unexpected();
}

/// A config.json that says of which dtype the tensors have become; nothing where it says none.
std::optional<std::string> withDtype(const std::string& config, DType dtype) {
    auto document = parseJson(config, "config.json");
    if (!document || !document->is_object()) {
        return std::nullopt;
    }
    bool isChanged = false;
    const auto change = [&](nlohmann::ordered_json& object) {
        for (const char* const key : {"dtype", "torch_dtype"}) {
            if (const auto found = object.find(key); found != object.end() && found->is_string()) {
                *found = std::string(dtypeName(dtype));
                isChanged = true;
            }
        }
    };
    change(*document);
    for (auto& [name, part] : document->items()) {
        if (name.ends_with("_config") && name != "quantization_config" && part.is_object()) {
            change(part);
        }
    }
    return isChanged ? std::optional(jsonText(*document, 2) + "\n") : std::nullopt;
}

/// The bytes of a conversion's tensors: read from the checkpoint, gathered, cast. One thread; both
/// arguments must outlive it.
class ConvertSource {
public:
    ConvertSource(const Checkpoint& checkpoint, const ConvertPlan& plan)
        : m_checkpoint(checkpoint), m_plan(plan), m_reader(checkpoint) {}

    /// Bytes from `offset` on of tensor `index` of the plan, whole elements.
    /// Errors: Truncated, ReadFailed.
    Result<void> fill(std::size_t index, std::uint64_t offset, std::span<std::byte> target);

private:
    const Checkpoint& m_checkpoint;
    const ConvertPlan& m_plan;
    TensorReader m_reader;
    std::vector<std::byte> m_uncast;
};

Result<void> ConvertSource::fill(std::size_t index, std::uint64_t offset,
                                 std::span<std::byte> target) {
    const StoredTensor& stored = m_checkpoint.tensors[m_plan.stored[index]];
    const DType dtype = m_plan.tensors[index].dtype;
    if (dtype == stored.dtype) {
        return m_reader.read(stored, offset, target);
    }
    const std::uint64_t fromBytes = storedBits(stored.dtype) / 8;
    const std::uint64_t toBytes = storedBits(dtype) / 8;
    while (!target.empty()) {
        const auto piece = target.first(std::min<std::uint64_t>(kCastPieceBytes, target.size()));
        m_uncast.resize(piece.size() / toBytes * fromBytes);
        STOWAGE_TRY(m_reader.read(stored, offset / toBytes * fromBytes, m_uncast));
        castFloats(stored.dtype, m_uncast, dtype, piece);
        offset += piece.size();
        target = target.subspan(piece.size());
    }
    return {};
}

/// Sixteen hexadecimal digits that change with path, size or time of any file of the checkpoint.
/// Errors: FileNotFound, PermissionDenied, ReadFailed.
Result<std::string> sourceState(const Checkpoint& checkpoint) {
    Fingerprint fingerprint;
    for (const auto& shard : checkpoint.shards) {
        struct stat status {};
        if (::stat(shard->path().c_str(), &status) != 0) {
            return openFailure(shard->path(), errno);
        }
        std::error_code error;
        const fs::path path = fs::canonical(shard->path(), error);
        fingerprint.add(error ? shard->path() : path.string());
        fingerprint.add(static_cast<std::uint64_t>(status.st_size));
        fingerprint.add(static_cast<std::uint64_t>(status.st_mtim.tv_sec));
        fingerprint.add(static_cast<std::uint64_t>(status.st_mtim.tv_nsec));
    }
    return fingerprint.hex();
}

/// `config.json` beside the checkpoint's weights (and beside their folder, where that is called
/// model_parameters), and the `.tree.json` there that was taken as their model, unless tensors are
/// cast. `dtype`: what they are cast to, which the config.json says then where it says any.
std::vector<CompanionFile> companionsOf(const Checkpoint& checkpoint, const ConvertPlan& plan,
                                        std::optional<DType> dtype) {
    const std::string tree = treeThatGoesAlong(checkpoint, plan);
    std::vector<CompanionFile> companions;
    for (const std::string& folder : foldersOfWeights(checkpoint)) {
        std::vector<std::string> names;
        std::error_code error;
        for (auto at = fs::directory_iterator(folder, error);
             !error && at != fs::directory_iterator(); at.increment(error)) {
            names.push_back(at->path().filename().string());
        }
        std::ranges::sort(names);
        for (const std::string& name : names) {
            const bool isNew =
                std::ranges::find(companions, name, &CompanionFile::name) == companions.end();
            std::error_code absent;
            const bool isTree =
                name.ends_with(".tree.json") && fs::equivalent(folder + "/" + name, tree, absent);
            if (!isNew || !(isTree || name == "config.json")) {
                continue;
            }
            const auto file = RandomAccessFile::open(folder + "/" + name);
            if (!file || (*file)->size() > kMaxCompanionBytes) {
                continue;
            }
            std::string text((*file)->size(), '\0');
            if ((*file)->readAt(0, std::as_writable_bytes(std::span(text)))) {
                auto changed = dtype && !isTree ? withDtype(text, *dtype) : std::nullopt;
                companions.push_back(changed ? CompanionFile{name, *changed, true}
                                             : CompanionFile{name, std::move(text)});
            }
        }
    }
    return companions;
}

}  // namespace

std::string contentsOf(const ConvertPlan& plan) {
    Fingerprint fingerprint;
    for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
        const TensorToWrite& tensor = plan.tensors[i];
        fingerprint.add(tensor.name);
        fingerprint.add(dtypeName(tensor.dtype));
        for (const std::int64_t size : tensor.shape) {
            fingerprint.add(static_cast<std::uint64_t>(size));
        }
        fingerprint.add(tensor.sameAs ? *tensor.sameAs + 1 : 0);
        fingerprint.add(plan.stored[i]);
    }
    for (const ConvertFile& file : plan.files) {
        fingerprint.add(file.name);
        fingerprint.add(file.tensors.size());
    }
    for (const auto& [key, value] : plan.metadata) {
        fingerprint.add(key);
        fingerprint.add(value);
    }
    fingerprint.add(plan.indexText);
    return fingerprint.hex();
}

PlannedWrite::PlannedWrite(ConvertPlan plan, std::vector<CompanionFile> companions,
                           TensorSource source, std::stop_token stop)
    : m_plan(std::move(plan)),
      m_companions(std::move(companions)),
      m_source(std::move(source)),
      m_stop(std::move(stop)) {}

ResumableWrite PlannedWrite::write(const std::string& folder) const {
    constexpr const char* kParameterFolder = "model_parameters";
    ResumableWrite write;
    write.folder = folder;
    write.stop = m_stop;
    for (const CompanionFile& companion : m_companions) {
        write.files.push_back({companion.name, 0, 0, companion.text});
    }
    for (const ConvertFile& file : m_plan.files) {
        write.files.push_back({file.name, file.tensorBytes, file.tensors.size(), {}});
    }
    if (!m_plan.indexName.empty()) {
        write.files.push_back({m_plan.indexName, 0, 0, m_plan.indexText});
    }
    if (m_plan.target == ConvertTarget::PerTensor) {
        write.ownFolder = kParameterFolder;
    } else if (m_plan.target == ConvertTarget::Safetensors) {
        write.isContradiction = contradictsSafetensors;
    }
    write.writeFile = [this](std::size_t file, AppendFile& target, const ProgressSink& sink) {
        return writeFile(m_plan.files[file - m_companions.size()], target, sink);
    };
    return write;
}

Result<Progress> PlannedWrite::writeFile(const ConvertFile& file, AppendFile& target,
                                         const ProgressSink& sink) const {
    const bool isWhole = file.tensors.size() == m_plan.tensors.size();
    std::vector<TensorToWrite> some;
    for (std::size_t i = 0; i < file.tensors.size() && !isWhole; ++i) {
        some.push_back(m_plan.tensors[file.tensors[i]]);
    }
    CheckpointWriteJob job;
    job.path = target.path();
    job.tensors = isWhole ? std::span<const TensorToWrite>(m_plan.tensors) : some;
    job.source = [&](std::size_t index, std::uint64_t offset, std::span<std::byte> bytes) {
        return m_source(file.tensors[index], offset, bytes);
    };
    job.stop = m_stop;
    job.progress = sink;
    switch (m_plan.target) {
        case ConvertTarget::Safetensors:
            return streamSafetensors(job, m_plan.metadata, target);
        case ConvertTarget::TorchArchive:
            return streamTorchArchive(job, target);
        case ConvertTarget::PerTensor:
            return streamTorchTensor(job, target);
        case ConvertTarget::OffloadFolder:
            break;
    }
    return streamRaw(job, target);
}

namespace {

ConvertSummary summaryOf(const PlannedWrite& planned, const std::string& folder,
                         const ResumableOutcome& outcome) {
    const ConvertPlan& plan = planned.plan();
    ConvertSummary summary;
    const bool isFolder = plan.target == ConvertTarget::OffloadFolder;
    summary.path = isFolder ? folder : folder + "/" + plan.entry;
    summary.fileCount = plan.files.size();
    summary.fileBytes = outcome.fileBytes;
    summary.keptBytes = outcome.keptBytes;
    summary.tensorCount = plan.tensors.size();
    summary.tensorBytes = plan.tensorBytes;
    summary.leftOut = plan.leftOut;
    for (const CompanionFile& companion : planned.companions()) {
        summary.copied.push_back(companion.name);
        summary.saysNewDType = summary.saysNewDType || companion.saysNewDType;
    }
    summary.isResumed = outcome.isResumed;
    summary.isDiscarded = outcome.isDiscarded;
    return summary;
}

std::string absolutePath(const std::string& path) {
    std::error_code error;
    const auto absolute = std::filesystem::absolute(path, error);
    return error ? path : absolute.lexically_normal().string();
}

Result<void> checkFolder(const Checkpoint& checkpoint, const std::string& folder) {
    std::vector<std::string> sources;
    for (const auto& shard : checkpoint.shards) {
        sources.push_back(shard->path());
    }
    return checkIsNotSource(folder, sources);
}

}  // namespace

Result<ConvertSummary> convertCheckpoint(const Checkpoint& checkpoint,
                                         const ConvertOptions& options, std::stop_token stop,
                                         const ProgressSink& progress) {
    if (checkpoint.elsewhere) {  // before anything is written
        return Unexpected{elsewhereError(checkpoint)};
    }
    const auto plan = planConversion(checkpoint, options.choices);
    STOWAGE_TRY(plan);
    STOWAGE_TRY(checkFolder(checkpoint, options.folder));
    const auto before = sourceState(checkpoint);
    STOWAGE_TRY(before);
    ConvertSource source(checkpoint, *plan);
    auto companions = companionsOf(checkpoint, *plan, options.choices.dtype);
    const PlannedWrite planned(
        *plan, std::move(companions),
        [&](std::size_t index, std::uint64_t offset, std::span<std::byte> target) {
            return source.fill(index, offset, target);
        },
        std::move(stop));
    ResumableWrite write = planned.write(options.folder);
    write.start = options.start;
    write.syncBytes = options.syncBytes;
    write.durability = options.durability;
    write.fault = options.fault;
    write.identity = {absolutePath(checkpoint.path), *before,
                      std::string(convertTargetName(options.choices.target)), contentsOf(*plan)};
    write.progress = progress;
    write.check = [&]() -> Result<void> {
        const auto after = sourceState(checkpoint);
        STOWAGE_TRY(after);
        return *after == *before ? Result<void>()
                                 : fail(ErrorCode::Malformed,
                                        say("%1 changed during the conversion, so the result "
                                            "cannot be trusted: convert it again without --resume.",
                                            checkpoint.path),
                                        checkpoint.path);
    };
    const auto outcome = writeResumably(write);
    return outcome ? Result<ConvertSummary>(summaryOf(planned, options.folder, *outcome))
                   : outcome.unexpected();
}

}  // namespace stowage
