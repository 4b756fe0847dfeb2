// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_report.h"

#include <QByteArray>

namespace stowage {

/// The report as a PDF on A4, with title and page number at the foot of each page. Needs an
/// application with fonts; may be called in a worker. Error: WriteFailed.
[[nodiscard]] Result<QByteArray> lessonReportPdf(const LessonReportContents& contents);

}  // namespace stowage
