// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/report/plan_report.h"

#include <QByteArray>

#include <cstddef>

class QTextDocument;

namespace stowage {

/// What a report looks like on paper: its blocks (engine/report/plan_report.h) as a document of
/// black on white, boards and charts as drawings. At most `mostRows` of each table and
/// `mostBlocks` blocks, with a sentence where more were left out: for a preview.
void fillReportPage(QTextDocument& document, const PlanReport& report, std::size_t mostRows,
                    std::size_t mostBlocks);

/// A document with just a drawing, as wide as the page.
void fillDrawingPage(QTextDocument& document, const QByteArray& svg);

/// The report on A4 pages: each plan begins one, no heading is parted from what it is above, heads
/// of tables are repeated. May be called in a worker. Error: WriteFailed.
[[nodiscard]] Result<QByteArray> reportToPdf(const PlanReport& report);

/// The board of the first plan, 1800 pixels wide, on white. Errors: WriteFailed.
[[nodiscard]] Result<QByteArray> boardToPng(const PlanReport& report);

}  // namespace stowage
