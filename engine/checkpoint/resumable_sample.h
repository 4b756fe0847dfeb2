// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/progress.h"
#include "engine/base/result.h"
#include "engine/checkpoint/resume_journal.h"
#include "engine/checkpoint/sample_checkpoint.h"

#include <cstdint>
#include <stop_token>

namespace stowage {

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
