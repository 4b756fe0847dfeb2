// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/lesson/lesson_figures.h"
#include "engine/lesson/lesson_outline.h"
#include "engine/lesson/peak_reasons.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

struct LoadSchedule;
struct PlacementPlan;

/// One method's load as a row of the lesson's table.
struct LessonRow;

/// The lesson's table of a comparison.
class LessonComparison {
public:
    /// Nothing where the plan's model is none of the lesson's sizes, or is cast while it is loaded.
    [[nodiscard]] static std::optional<LessonComparison> make(
        const std::shared_ptr<const PlacementPlan>& plan,
        const std::shared_ptr<const Checkpoint>& checkpoint);
    /// Makes a row of a load's object and of its samples (`load --csv`), unless there is no load,
    /// and adds to the object: {"lesson": {"size", "kind", "vram", "vram_reserved",
    /// "vram_published", "ram_rss_less_shared", "ram_anonymous", "ram_file", "ram_published",
    /// "published_is_scaled", "vram_difference", "ram_difference", "reasons": [{"kind", "of",
    /// "bytes", "name"?, "device"?, "seconds"?, "text"}]}}; bytes, differences as shares; null
    /// where unknown. Samples that cannot be read leave RSS unknown.
    void add(nlohmann::ordered_json& loadObject, const std::string& samplesFile);
    /// The table for people, and under it a sentence for each reason of a difference above 5 %.
    [[nodiscard]] std::string text(const Translate& translate) const;

private:
    LessonComparison(LessonSize size, std::shared_ptr<const LoadSchedule> schedule)
        : m_size(size), m_schedule(std::move(schedule)) {}

    LessonSize m_size;
    std::shared_ptr<const LoadSchedule> m_schedule;
    std::vector<std::shared_ptr<const LessonRow>> m_rows;  ///< of the methods that left a load
};

}  // namespace stowage
