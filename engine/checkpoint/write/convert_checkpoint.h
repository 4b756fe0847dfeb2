// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file_writer.h"
#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/write/convert_plan.h"
#include "engine/checkpoint/write/resumable_write.h"
#include "engine/checkpoint/write/tensor_writing.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// Sixteen hexadecimal digits that change with anything the plan would write.
[[nodiscard]] std::string contentsOf(const ConvertPlan& plan);

/// A small file that belongs to a model.
struct CompanionFile {
    std::string name;
    std::string text;
    bool saysNewDType = false;  ///< it is no copy: its dtype was changed
};

/// The files of a plan as a set that is written resumably: small companions first, then the files
/// with tensors, what opens the whole last.
class PlannedWrite {
public:
    /// `source` is asked for tensors of the plan by their number in it.
    PlannedWrite(ConvertPlan plan, std::vector<CompanionFile> companions, TensorSource source,
                 std::stop_token stop);

    /// What is to be written into `folder`, without its identity. This must outlive it.
    [[nodiscard]] ResumableWrite write(const std::string& folder) const;
    [[nodiscard]] const ConvertPlan& plan() const { return m_plan; }
    [[nodiscard]] const std::vector<CompanionFile>& companions() const { return m_companions; }

private:
    [[nodiscard]] Result<Progress> writeFile(const ConvertFile& file, AppendFile& target,
                                             const ProgressSink& sink) const;

    ConvertPlan m_plan;
    std::vector<CompanionFile> m_companions;
    TensorSource m_source;
    std::stop_token m_stop;
};

/// What `stowagectl convert` and `offload` do.
struct ConvertOptions {
    std::string folder;  ///< made where it is missing; its parent must be there
    ConvertChoices choices{};
    ResumeJournal::Start start = ResumeJournal::Start::Over;
    std::uint64_t syncBytes = std::uint64_t{64} << 20;  ///< written between two syncs
    AtomicFileWriter::Durability durability = AtomicFileWriter::Durability::Synced;
    WriteFault fault{};
};

/// What was written.
struct ConvertSummary {
    std::string path;               ///< of what is to be opened: the file, the index or the folder
    std::size_t fileCount = 0;      ///< with tensors, without the index
    std::uint64_t fileBytes = 0;    ///< of all files, the index and copies included
    std::uint64_t keptBytes = 0;    ///< of these, what an interrupted run had written
    std::uint64_t tensorCount = 0;  ///< names in the files
    std::uint64_t tensorBytes = 0;
    std::vector<LeftOutName> leftOut;
    std::vector<std::string> copied;  ///< files that were taken along: "config.json"
    bool saysNewDType = false;        ///< that config.json names the dtype of what was cast
    bool isResumed = false;
    bool isDiscarded = false;  ///< an interrupted run was thrown away
};

/// Writes the checkpoint's tensors into `options.folder` in another format, in some MiB of memory:
/// views are gathered, floating-point tensors cast where a dtype is chosen. `config.json` and
/// the `.tree.json` of the model that lie beside the weights go along. The source is only read;
/// that it is the same at the end as at the beginning is checked. See writeResumably for what a
/// stop leaves. Errors: those of planConversion and writeResumably, those of reading, ReadFailed
/// (the source changed meanwhile), InvalidArgument (the folder is the source's own).
[[nodiscard]] Result<ConvertSummary> convertCheckpoint(const Checkpoint& checkpoint,
                                                       const ConvertOptions& options,
                                                       std::stop_token stop = {},
                                                       const ProgressSink& progress = {});

}  // namespace stowage
