// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/dtype.h"
#include "engine/model/tensor_spec.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace stowage {

class AtomicFileWriter;
struct TensorToWrite;

/// Whether an offload folder can hold such a tensor; `byteSize` must be elements × element size.
/// Errors: InvalidArgument (a name with '/' or NUL, an empty tensor — numpy cannot map an empty
/// file —, a size that does not fit), Unsupported (a dtype that Accelerate cannot read back).
[[nodiscard]] Result<void> checkOffloadTensor(const std::string& name, DType dtype,
                                              const std::vector<std::int64_t>& shape,
                                              std::uint64_t byteSize);

/// The dtype and shape that the index of an offload folder states: the tensor's own, or for GGUF's
/// blocks, for which neither numpy nor torch has a name, uint8 and their bytes row by row.
[[nodiscard]] TensorSignature offloadedForm(DType dtype, std::vector<std::int64_t> shape);

/// The text of the index.json of these tensors, as Python's json.dump writes it: two spaces,
/// everything beyond ASCII escaped.
[[nodiscard]] std::string offloadIndexText(std::span<const TensorToWrite> tensors);

/// One `NAME.dat` in the making. It has its final name only after OffloadFolderWriter::finish;
/// dropped before that, it leaves nothing behind.
class OffloadFile {
public:
    ~OffloadFile();
    OffloadFile(const OffloadFile&) = delete;
    OffloadFile& operator=(const OffloadFile&) = delete;

    [[nodiscard]] const std::string& name() const { return m_name; }
    /// Where the file will be.
    [[nodiscard]] const std::string& path() const;
    [[nodiscard]] std::uint64_t byteSize() const { return m_byteSize; }
    /// Writes a part of the tensor's raw bytes (C order). Any thread, any order; parts must not
    /// overlap. Errors: InvalidArgument (beyond the tensor's size), DiskFull, WriteFailed.
    [[nodiscard]] Result<void> writeAt(std::uint64_t offset, std::span<const std::byte> bytes);

private:
    friend class OffloadFolderWriter;
    OffloadFile(std::string name, DType dtype, std::vector<std::int64_t> shape,
                std::uint64_t byteSize, std::unique_ptr<AtomicFileWriter> file);

    std::string m_name;
    DType m_dtype;
    std::vector<std::int64_t> m_shape;
    std::uint64_t m_byteSize;
    std::unique_ptr<AtomicFileWriter> m_file;
};

/// Writes Accelerate's offload folder: `NAME.dat` with raw bytes in C order and `index.json` with
/// {name: {"dtype", "shape"}}, two-space indent, merged with an index that is already there.
/// bfloat16 keeps its bits under the dtype "bfloat16"; a 0-d tensor has shape [] and one element.
/// All members may be called from several threads.
///
///     auto writer = OffloadFolderWriter::create("/scratch/offload");
///     auto file = (*writer)->begin("h.0.weight", DType::Float32, {768, 768}, 2359296);
///     (*file)->writeAt(0, firstHalf); (*file)->writeAt(1179648, secondHalf);
///     (*writer)->finish(**file);
///     (*writer)->writeIndex();
class OffloadFolderWriter {
public:
    /// Makes the folder where it is missing and reads its index. Where `model` is given,
    /// the files are marked as written of it (markAsWritten()).
    /// Errors: PermissionDenied, FileNotFound (its parent), NotARegularFile (a file stands
    /// there), Malformed (an index.json that is no such index), WriteFailed.
    [[nodiscard]] static Result<std::shared_ptr<OffloadFolderWriter>> create(
        const std::string& folder, const std::string& model = {});

    [[nodiscard]] const std::string& folder() const { return m_folder; }

    /// Starts one tensor. `byteSize` must be elements × element size.
    /// Errors: those of checkOffloadTensor, DiskFull.
    [[nodiscard]] Result<std::shared_ptr<OffloadFile>> begin(const std::string& name, DType dtype,
                                                             std::vector<std::int64_t> shape,
                                                             std::uint64_t byteSize);
    /// Gives the file its name and enters it into the index to be written.
    [[nodiscard]] Result<void> finish(OffloadFile& file);
    /// Enters a finished tensor under a second name too, as a tied one has: Accelerate asks for
    /// either. The file gets a second link, or is copied where the file system has none.
    /// Errors: InvalidArgument (a name that no file can have; `owner` is not in the index),
    /// DiskFull, WriteFailed.
    [[nodiscard]] Result<void> addName(const std::string& name, const std::string& owner);
    /// Writes index.json atomically with everything finished so far. May be called again.
    [[nodiscard]] Result<void> writeIndex();

private:
    /// One entry, ready to be printed.
    struct Entry {
        std::string name;
        std::string json;
    };
    OffloadFolderWriter(std::string folder, std::string model);
    [[nodiscard]] Result<void> readIndex();
    void enter(const std::string& name, std::string json);

    std::string m_folder;
    std::string m_model;
    mutable std::mutex m_mutex;
    std::vector<Entry> m_entries;  ///< in the order of the index: old ones first
    std::map<std::string, std::size_t, std::less<>> m_position;
};

}  // namespace stowage
