// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/report/plan_report.h"

#include <string>
#include <vector>

namespace stowage {

/// A table of a report: cells of plain text.
struct ReportTable {
    std::vector<std::string> heads;  ///< ">" before one: its column is numbers
    std::vector<std::vector<std::string>> rows{};
};

/// A part of a report, whatever it is written as. Texts are plain: who writes them escapes them.
struct ReportBlock {
    enum class Kind { Heading, Paragraph, List, Table, Picture };
    Kind kind = Kind::Paragraph;
    int level = 2;                     ///< of a heading
    std::string text{};                ///< of a heading, a paragraph
    std::vector<std::string> items{};  ///< of a list
    ReportTable table{};               ///< of a table
    std::string svg{};                 ///< of a picture: a board or a chart, in a page's colours
};

/// All that a report says, in its order: the plans beside each other where there are several, each
/// plan, records, notes. Every figure says whether it is measured, predicted, estimated or of a
/// simulated device.
[[nodiscard]] std::vector<ReportBlock> reportBlocks(const PlanReport& report);

}  // namespace stowage
