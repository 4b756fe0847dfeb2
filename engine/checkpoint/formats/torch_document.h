// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/name_table.h"
#include "engine/base/random_access_file.h"
#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/formats/pickle.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// One stored (uncompressed) record of a zip file.
struct ZipRecord {
    std::string name;
    std::uint64_t dataOffset = 0;  ///< of its first byte in the file
    std::uint64_t size = 0;
    std::uint32_t crc = 0;
};

/// The records of a zip file, from its central directory; local headers are only looked at for
/// where their data begins, because torch leaves sizes and checksums there zero.
/// Format: PKWARE APPNOTE 6.3.9, with zip64.
class ZipDirectory {
public:
    ZipDirectory() = default;
    ~ZipDirectory() = default;
    ZipDirectory(ZipDirectory&&) = default;
    ZipDirectory& operator=(ZipDirectory&&) = default;
    ZipDirectory(const ZipDirectory&) = delete;
    ZipDirectory& operator=(const ZipDirectory&) = delete;

    /// Errors: Truncated (no end record), Malformed (bounds, overlaps, duplicates), Unsupported
    /// (compressed, encrypted or split archives), LimitExceeded, ReadFailed, Cancelled.
    [[nodiscard]] static Result<ZipDirectory> read(const RandomAccessFile& file,
                                                   const std::stop_token& stop);

    [[nodiscard]] const std::vector<ZipRecord>& records() const { return m_records; }
    [[nodiscard]] const ZipRecord* find(std::string_view name) const;

private:
    std::vector<ZipRecord> m_records;
    NameTable<std::string_view, std::size_t> m_position;  ///< names of m_records
};

/// The names under which a container holds its tensors.
struct TensorNames {
    std::size_t dotted = 0;   ///< "layer.0.weight": as a module names them
    std::size_t plain = 0;    ///< other texts
    std::size_t numbers = 0;  ///< places in a list, or keys that are numbers

    [[nodiscard]] std::size_t count() const { return dotted + plain + numbers; }
};

/// How likely it is that a part of a checkpoint is the model, for comparing parts of one file.
/// A part that an optimizer or scheduler keeps ("optimizer.state.0", with twice the tensors of the
/// model) is behind every other. Among the others tensors count, more where they have dotted names
/// and where the path names a model ("model", "state_dict", "module", "net", …; "ema" and other
/// averages less); so the largest is taken, unless a well known one has at least a fourth of it.
struct ModelLikelihood {
    bool isTraining = false;
    std::uint64_t score = 0;

    [[nodiscard]] bool exceeds(const ModelLikelihood& other) const {
        return isTraining != other.isTraining ? other.isTraining : score > other.score;
    }
};

/// `path` are the keys that lead to the part, joined by '.'; "" is the top.
[[nodiscard]] ModelLikelihood modelLikelihood(std::string_view path, const TensorNames& names);

/// The part of a pickle that is taken for the model's state dict.
struct FoundStateDict {
    std::string prefix;  ///< path of keys from the root, joined by '.'; "" is the root itself
    std::vector<std::pair<std::string, PickleRef>> tensors;  ///< in their order
    bool isLone = false;               ///< the file is one tensor, which has no name
    std::size_t otherEntries = 0;      ///< of the same dict or list that are no tensors
    std::size_t tensorsElsewhere = 0;  ///< in other dicts and lists
    std::vector<CheckpointPart>
        parts;  ///< what could be taken, the largest first, a thousand at most
};

/// Walks a pickle's containers and chooses the dict or list that most likely is the model (see
/// ModelLikelihood) among those that hold tensors themselves; the first such in the walk where
/// several are as likely. With a prefix it is the one of that path. Numbers name what has no text
/// for a name. Each container is visited once, so shared and self-containing ones cost nothing.
/// Errors: LimitExceeded (nested over 256 levels), NoCheckpoint (no tensors), Unsupported (none
/// with a name), Malformed (one name twice), InvalidArgument (no tensors under the prefix; the
/// message lists the parts).
[[nodiscard]] Result<FoundStateDict> findStateDict(const PickleDocument& document,
                                                   const std::string& file,
                                                   const std::optional<std::string>& prefix = {});

/// A pickle that torch.save wrote, and where its storages lie. The old format and the zip differ in
/// nothing else.
struct TorchDocument {
    const PickleDocument& pickle;  ///< borrowed
    std::shared_ptr<const RandomAccessFile> file;
    /// Where the bytes of one storage lie. The error's message is the second half of a sentence
    /// ("refers to the record …").
    std::function<Result<TensorLocation>(const PickleStorage&)> findStorage;
};

/// The checkpoint of a document whose root holds named tensors somewhere: the part that `options`
/// names, else the most likely model. `parts`, `prefix` and a warning say which were there. Meta
/// tensors are listed as such; sparse ones are left out, which a warning says. A tensor that was
/// saved alone gets the file's name.
/// Errors: those of findStateDict; Unsupported (only sparse tensors, lazy views), Malformed
/// (bounds, names).
[[nodiscard]] Result<Checkpoint> makeTorchCheckpoint(const TorchDocument& document,
                                                     CheckpointFormat format,
                                                     const OpenOptions& options);

/// The tensor of a document that holds nothing else; it has no name. Errors: Malformed (something
/// else was saved), and as above.
[[nodiscard]] Result<StoredTensor> makeLoneTensor(const TorchDocument& document);

/// One tensor of a document as a place in its file. Errors: Unsupported, Malformed.
[[nodiscard]] Result<StoredTensor> placeTorchTensor(const TorchDocument& document,
                                                    std::string_view name,
                                                    const PickleTensor& tensor);

/// The tensors of a TorchScript archive, named as in the module's state dict: the attributes that
/// lead to them, joined by '.'. An object that is reached twice is listed once, under its first
/// name. A warning says that the code was left alone.
/// Errors: LimitExceeded (nesting, length of names), NoCheckpoint (no tensors), Malformed (a name
/// twice), and those of placeTorchTensor.
[[nodiscard]] Result<Checkpoint> makeScriptCheckpoint(const TorchDocument& document);

}  // namespace stowage
