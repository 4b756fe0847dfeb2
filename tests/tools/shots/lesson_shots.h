// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace stowage {

class ShotSeries;

/// `--shot FILE --scene NAME`: a step of the lesson ("lesson-5", "lesson-xl-5", "lesson-dry-5"), or
/// "-empty", "-projector", "-running" and "-stepping" in place of the number. False for a name that
/// is none of these.
[[nodiscard]] bool planLessonScene(ShotSeries& series, const QString& scene, const QString& file);

/// `--shots DIR --scene NAME`: the lesson, played through, with a picture of every step in both
/// themes, both sizes of window and both sizes of type. False for a name that is none.
[[nodiscard]] bool planLessonSeries(ShotSeries& series, const QString& scene,
                                    const QString& folder);

}  // namespace stowage
