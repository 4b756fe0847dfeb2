// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/report/load_curves.h"
#include "engine/load/report/load_figures.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// Where a load record comes from.
enum class LoadRecordSource {
    Window,      ///< a load or a run in the window
    Comparison,  ///< one method of a comparison, in a process of its own
    Import,      ///< read from a file that stowagectl wrote
};

/// "window", "comparison", "import".
[[nodiscard]] std::string_view loadRecordSourceName(LoadRecordSource source);

/// One load, or one run through a loaded model, as it is kept on disk: what was asked for, what it
/// took, how it went.
struct LoadRecord {
    std::string id;    ///< unique, fit for a file's name
    std::string date;  ///< of its end, ISO 8601 in UTC: "2026-11-20T14:03:22.123Z"
    LoadRecordSource source = LoadRecordSource::Window;
    std::string comparison;  ///< what the loads of one comparison have in common; "" for others
    std::string note;        ///< what the person wrote; stands for a name
    std::string modelPath;
    std::string modelName;
    std::string strategy;                             ///< "auto"; "" where not known
    std::vector<std::pair<DeviceId, double>> limits;  ///< of the plan, bytes
    std::string cache = "as-is";                      ///< the files' pages before it
    /// The object of `load --json` or `run --json`, with whatever a newer version adds to it.
    std::shared_ptr<const nlohmann::ordered_json> loadObject;
    LoadFigures figures;  ///< read from loadObject
    LoadCurves curves;    ///< may be empty
};

/// The files' newest format that this program reads: {"format": "stowage.run", "version": 2}. A
/// record of a load is written as version 1, as ever; that of a run, with "run" in place of "load",
/// as version 2, which programs that know loads alone leave as it is.
inline constexpr int kLoadRecordVersion = 2;

/// The record as its file's text; "prediction_errors" stands in it for readers of other programs.
[[nodiscard]] std::string loadRecordToJson(const LoadRecord& record);

/// Errors: Malformed; Unsupported for a newer version. Each names the file.
[[nodiscard]] Result<LoadRecord> loadRecordFromJson(std::string_view text, const std::string& file);

/// The records of a file from elsewhere: a record, what loadRecordsToJson() wrote, the object of
/// `load --json` or `run --json`, or that of `compare --json` (each of its loads). Ids and dates
/// that are missing stay empty. Errors: as loadRecordFromJson().
[[nodiscard]] Result<std::vector<LoadRecord>> importLoadRecords(std::string_view text,
                                                                const std::string& file);

/// Fills `record` with the object of `load --json` or `run --json` and its figures. Error:
/// Malformed.
[[nodiscard]] Result<void> setLoadObject(LoadRecord& record, nlohmann::ordered_json loadObject,
                                         const std::string& file = {});
/// The same with what a load of this process reported.
[[nodiscard]] Result<void> setLoadReport(LoadRecord& record, const LoadReport& report,
                                         const LoadSchedule& schedule);

/// What the plan of a load was: strategy, limits. For records of loads whose plan is at hand.
void setPlan(LoadRecord& record, const PlacementPlan& plan);

/// Several records in one file, which importLoadRecords() reads: {"format": "stowage.runs",
/// "version": 2, "records": […]}.
[[nodiscard]] std::string loadRecordsToJson(const std::vector<const LoadRecord*>& records);

/// Load records as CSV: a head with units, one line a load. Unknown figures are empty cells.
[[nodiscard]] std::string loadRecordsToCsv(const std::vector<const LoadRecord*>& records);

}  // namespace stowage
