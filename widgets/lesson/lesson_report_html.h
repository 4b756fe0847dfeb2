// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_report.h"

#include <QString>

#include <functional>

namespace stowage {

/// Where a picture is found: what `src` says of it. `name` is unique, "naive-vram".
using LessonPictureSource = std::function<QString(const QString& name, const QPicture& picture)>;

/// The drawing inside the page itself: "data:image/svg+xml;base64,…".
[[nodiscard]] QString embeddedPicture(const QString& name, const QPicture& picture);

/// The report as a page that a browser and QTextDocument both read. For paper the first step and
/// each one that was run begin a page.
[[nodiscard]] QString lessonReportHtml(const LessonReportContents& contents,
                                       const LessonPictureSource& pictures);

/// How the figures of a step are known, all of them: "VRAM simulated, RAM and time measured".
[[nodiscard]] QString lessonReportKind(const LessonStepState& state, const LessonSetup& setup);

/// "Loading GPT-2 XL, 1558M": the report's title.
[[nodiscard]] QString lessonReportTitle(const LessonReportContents& contents);

}  // namespace stowage
