// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/lesson/lesson_outline.h"
#include "engine/load/report/load_record.h"

#include <optional>
#include <span>
#include <string_view>

namespace stowage {

/// What the lesson printed for one method: "GB", meaning 2^30 bytes. The memory column is RSS
/// less a baseline, sampled every 0.1 s, so file pages are in it and short peaks are not.
struct PublishedRow {
    std::string_view method;
    double vramGiB = 0;
    double ramGiB = 0;
};

/// The rows for GPT-2 XL in float32.
[[nodiscard]] std::span<const PublishedRow> publishedRows();

/// The row of a method, if there is one.
[[nodiscard]] std::optional<PublishedRow> publishedRow(std::string_view method);

/// Whether a checkpoint is the model of those rows: the lesson's GPT in the sizes of GPT-2 XL,
/// stored in float32.
[[nodiscard]] bool isPublishedModel(const Checkpoint& checkpoint);

/// A row of the lesson's table: measured (of a dry run: predicted) beside published. Bytes and
/// seconds; nothing where not measured or not published.
struct LessonFigures {
    std::optional<double> vram;      ///< peak allocated; of several GPUs the sum of their peaks
    std::optional<double> reserved;  ///< peak reserved, likewise
    /// The highest RSS less shared pages above the level before: anonymous and file-backed memory
    /// at one moment of the curves. Nothing without curves.
    std::optional<double> ramRss;
    std::optional<double> ramAnonymous;  ///< LoadFigures::hostAnon()
    std::optional<double> ramFile;       ///< the highest of file-backed pages, evictable
    std::optional<double> seconds;
    /// What the lesson printed for GPT-2 XL; nothing was published for other sizes.
    std::optional<double> publishedVram;
    std::optional<double> publishedRam;

    /// What stands against the published RAM, which contains file pages: ramRss, or ramAnonymous
    /// where there are no curves.
    [[nodiscard]] std::optional<double> ram() const;
    [[nodiscard]] std::optional<double> vramDifference() const;  ///< vram / published − 1
    [[nodiscard]] std::optional<double> ramDifference() const;   ///< ram() / published − 1
};

/// From which difference on a published figure asks for an explanation.
inline constexpr double kExplainedDifference = 0.05;

/// What was published of this method at this size, as printed: only the published fields are set,
/// and none but for GPT-2 XL.
[[nodiscard]] LessonFigures publishedFigures(LoadMethod method, LessonSize size);

/// The row of a load. Published figures are set where all weights went to one GPU, as the lesson's.
[[nodiscard]] LessonFigures lessonFigures(const LoadRecord& load, LessonSize size);

}  // namespace stowage
