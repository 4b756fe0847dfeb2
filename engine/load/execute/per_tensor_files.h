// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/base/scratch_folder.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

struct LoadSchedule;

/// The phase before a load in which they are written.
inline constexpr Phrase kWriteFilesPhase = phrase("write one file per tensor");

/// A checkpoint of another format as one `.pt` file a tensor, in a folder beside the model (in the
/// system's temporary folder where that one may not be written to). The folder goes with it.
class PerTensorFiles {
public:
    struct Place {
        std::string path;
        std::uint64_t offset = 0;  ///< where the tensor's bytes lie, in C order
    };

    /// Writes every tensor of the schedule. Errors: Cancelled, DiskFull, WriteFailed, those of
    /// reading, and Unsupported for a dtype that PyTorch cannot save.
    [[nodiscard]] static Result<std::unique_ptr<PerTensorFiles>> write(const LoadSchedule& schedule,
                                                                       std::stop_token stop,
                                                                       const ProgressSink& sink);

    /// By index into LoadSchedule::tensors.
    [[nodiscard]] const Place& place(std::uint32_t tensor) const { return m_places[tensor]; }

private:
    explicit PerTensorFiles(ScratchFolder folder) : m_folder(std::move(folder)) {}

    ScratchFolder m_folder;
    std::vector<Place> m_places;
};

}  // namespace stowage
