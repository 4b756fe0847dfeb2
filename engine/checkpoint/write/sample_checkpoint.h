// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file_writer.h"
#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/write/resume_journal.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

enum class SampleInit {
    Default,    ///< weights N(0, 0.02), norms one, biases zero
    Perturbed,  ///< the same and N(0, 0.2) on every parameter, so that no two are alike
};

/// The sizes of a GPT-2.
struct SampleSizes {
    std::int64_t vocabulary = 50257;
    std::int64_t context = 1024;
    std::int64_t width = 768;
    std::int64_t layers = 12;
    std::int64_t heads = 12;
};

/// What `stowagectl sample` writes.
struct SampleOptions {
    std::string folder;                                       ///< made where it is missing
    std::string arch = "gpt2";                                ///< one of sampleArchitectures()
    CheckpointFormat format = CheckpointFormat::Safetensors;  ///< or TorchZip, PerTensor
    std::optional<std::uint64_t> shardBytes{};  ///< of Safetensors: shards of at most that
    DType dtype = DType::Float32;               ///< float16, bfloat16, float32 or float64
    std::uint64_t seed = 0;
    SampleInit init = SampleInit::Default;
    std::optional<SampleSizes> sizes{};  ///< other sizes than the architecture's own
    /// A sample can always be made again: only a person's own need wait for the disk.
    AtomicFileWriter::Durability durability = AtomicFileWriter::Durability::Cached;
};

/// What was written.
struct SampleSummary {
    std::string path;               ///< of the checkpoint's file, index or folder of tensors
    std::uint64_t fileBytes = 0;    ///< of all its files
    std::size_t fileCount = 1;      ///< without the index
    std::uint64_t tensorBytes = 0;  ///< a tied tensor once
    std::uint64_t tensorCount = 0;  ///< names in the file
    std::uint64_t parameterCount = 0;
};

/// "gpt2", "gpt2-medium" … "raschka-gpt2-xl".
[[nodiscard]] std::vector<std::string> sampleArchitectures();

/// Writes `folder`/model.pth, model.safetensors, its shards and their index, or
/// model_parameters/NAME.pt with random weights, and config.json. The
/// values depend on seed, architecture and dtype alone. gpt2*: Hugging Face's names and Conv1D
/// shapes, no masks; the tied head is a second name in a .pth and left out of the others, as
/// torch.save, save_model and named_parameters do. raschka-gpt2*: from-scratch names,
/// query/key/value biases, mask buffers, a head of its own. Needs room for the file; stopped or
/// failed, it leaves no file. Errors: InvalidArgument, Cancelled, PermissionDenied, FileNotFound,
/// DiskFull, WriteFailed.
[[nodiscard]] Result<SampleSummary> writeSampleCheckpoint(const SampleOptions& options,
                                                          std::stop_token stop = {},
                                                          const ProgressSink& progress = {});

/// What a sample that can be taken up again has become.
struct ResumableSample {
    SampleSummary summary;
    std::uint64_t keptBytes = 0;  ///< what an interrupted run had written of it
    bool isResumed = false;
    bool isDiscarded = false;  ///< an interrupted run was thrown away
};

/// Writes the sample that writeSampleCheckpoint writes, as a conversion is written: what has
/// reached the disk of it is kept when it is stopped or killed, files appear when all is complete,
/// and what somebody else put in the folder is not replaced. See writeResumably.
/// Errors: those of both.
[[nodiscard]] Result<ResumableSample> writeSampleResumably(const SampleOptions& options,
                                                           ResumeJournal::Start start,
                                                           std::stop_token stop = {},
                                                           const ProgressSink& progress = {});

}  // namespace stowage
