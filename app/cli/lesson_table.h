// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/lesson/lesson_figures.h"
#include "engine/lesson/peak_reasons.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

struct LoadSchedule;

/// One method's load as a row of the lesson's table.
struct LessonRow {
    LoadRecord run;
    LessonFigures figures;
    std::vector<PeakReason> reasons;
};

/// The lesson's table of a comparison.
struct LessonTable {
    LessonSize size = LessonSize::Small124M;
    std::vector<LessonRow> rows;  ///< of the methods that left a load
};

/// Makes rows of what `compare` found of the lesson's model.
class LessonTableMaker {
public:
    /// Nothing where the plan's model is none of the lesson's sizes, or is cast while it is loaded.
    [[nodiscard]] static std::optional<LessonTableMaker> make(
        const std::shared_ptr<const PlacementPlan>& plan,
        const std::shared_ptr<const Checkpoint>& checkpoint);

    /// The row of a load's object and of its samples (`load --csv`); nothing where there is no
    /// load. Samples that cannot be read leave RSS unknown.
    [[nodiscard]] std::optional<LessonRow> row(const nlohmann::ordered_json& loadObject,
                                               const std::string& samplesFile) const;
    [[nodiscard]] LessonSize size() const { return m_size; }

private:
    LessonTableMaker(LessonSize size, std::shared_ptr<const LoadSchedule> schedule)
        : m_size(size), m_schedule(std::move(schedule)) {}

    LessonSize m_size;
    std::shared_ptr<const LoadSchedule> m_schedule;
};

/// "lesson" of a load: {"size", "kind", "vram", "vram_reserved", "vram_published",
/// "ram_rss_less_shared", "ram_anonymous", "ram_file", "ram_published", "published_is_scaled",
/// "vram_difference", "ram_difference", "reasons": [{"kind", "of", "bytes", "name"?, "device"?,
/// "seconds"?, "text"}]}; bytes, differences as shares; null where unknown.
[[nodiscard]] nlohmann::ordered_json lessonRowJson(const LessonRow& row, LessonSize size);

/// The table for people, and under it a sentence for each reason of a difference above 5 %.
[[nodiscard]] std::string lessonTableText(const LessonTable& table, const Translate& translate);

}  // namespace stowage
