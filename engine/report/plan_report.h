// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/catalogue.h"
#include "engine/capacity/estimate.h"
#include "engine/load/report/load_record.h"
#include "engine/plan/placement_plan.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// One plan of a report, judged.
struct ReportedPlan {
    std::string name;
    std::shared_ptr<const PlacementPlan> plan;           ///< judged by its work
    std::shared_ptr<const CapacityEstimate> estimate{};  ///< null where none can be made
    Message why{};                                       ///< why there is none: a sentence
    std::optional<double> loadSeconds{};  ///< predicted, by the default method; nothing: not known
    std::string notes{};                  ///< the person's own
};

/// What the plan's own work, or that of a fresh Workload, takes under the plan. Blocks. Error:
/// Cancelled; whatever else stands in the way is told in `why`.
[[nodiscard]] Result<ReportedPlan> reportedPlan(std::string name, EstimateInput input,
                                                const std::stop_token& stop = {});

/// What a report tells of. A value.
struct PlanReport {
    const Language* language = &english();  ///< of its texts; a CSV has English heads in all
    std::string model;                      ///< its name, for the heading
    std::string modelPath;                  ///< "" where it comes from no file
    Message modelNote;  ///< what became of it since it was saved; "" for nothing
    std::string date;   ///< when the report was made
    std::string notes;
    std::vector<ReportedPlan> plans;
    std::vector<LoadRecord> records;
    std::vector<Message> unread;  ///< records that could not be read: a sentence each
};

/// The head of a column.
struct ReportHead {
    Message text;
    bool isNumber = false;  ///< of the cells below it
};

/// A part of a report, whatever it is written as. Texts are plain: who writes them escapes them.
struct ReportBlock {
    enum class Kind { Heading, Paragraph, List, Table, Picture };
    Kind kind = Kind::Paragraph;
    int level = 2;                    ///< of a heading
    Message text{};                   ///< of a heading, a paragraph
    std::vector<Message> items{};     ///< of a list
    std::vector<ReportHead> heads{};  ///< of a table
    std::vector<std::vector<Message>> rows{};
    std::string svg{};  ///< of a picture: a board or a chart, in a page's colours
};

/// All that a report says, in its order: the plans beside each other where there are several, each
/// plan, records, notes. Every figure says whether it is measured, predicted, estimated or of a
/// simulated device. Texts are those of the report's language.
[[nodiscard]] std::vector<ReportBlock> reportBlocks(const PlanReport& report);

/// Reads the records of a file (importLoadRecords()) into the report; one that cannot be read is
/// told there.
void addRecordsOf(const std::string& path, PlanReport& report);
/// Now, as PlanReport::date: "2026-01-31 12:00 UTC".
[[nodiscard]] std::string reportDate();

/// In what a report is written: told by a file's ending.
enum class ReportFormat { Html, Markdown, Svg, Csv };
/// Error: InvalidArgument that names the endings; one of its own for ".pdf", which the window
/// paints.
[[nodiscard]] Result<ReportFormat> reportFormatOf(std::string_view path);

/// One HTML file without scripts and without other files: every name and note escaped, colours for
/// light and dark screens, boards as SVG with their text beside them.
[[nodiscard]] std::string reportToHtml(const PlanReport& report);
/// The same in words and tables, without pictures.
[[nodiscard]] std::string reportToMarkdown(const PlanReport& report);
/// One line a plan and device: plan, verdict, device, kind, bytes of each part.
[[nodiscard]] std::string reportToCsv(const PlanReport& report);
/// The file's text in that format; an SVG has the board of the first plan.
[[nodiscard]] std::string writtenReport(const PlanReport& report, ReportFormat format);

}  // namespace stowage
