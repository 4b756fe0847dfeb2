// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/append_file.h"
#include "engine/base/progress.h"
#include "engine/base/result.h"
#include "engine/checkpoint/convert_plan.h"
#include "engine/checkpoint/convert_source.h"
#include "engine/checkpoint/resumable_write.h"
#include "engine/checkpoint/tensor_writing.h"

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

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

}  // namespace stowage
