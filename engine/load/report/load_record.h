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

struct LoadReport;
struct LoadSchedule;
struct PlacementPlan;

/// Where a load record comes from.
enum class LoadRecordSource {
    Window,      ///< a load or a run in the window
    Comparison,  ///< one method of a comparison, in a process of its own
    Import,      ///< read from a file that stowagectl wrote
};

/// "window", "comparison", "import".
[[nodiscard]] std::string_view loadRecordSourceName(LoadRecordSource source);

/// One load, one run through a loaded model or one chain of models, as it is kept on disk: what was
/// asked for, what it took, how it went. A value.
struct LoadRecord {
    std::string id;    ///< unique, fit for a file's name
    std::string date;  ///< of its end, ISO 8601 in UTC: "2026-11-20T14:03:22.123Z"
    LoadRecordSource source = LoadRecordSource::Window;
    std::string comparison;  ///< what the loads of one comparison have in common; "" for others
    std::string note;        ///< what the person wrote; stands for a name
    std::string modelPath;   ///< of a chain that of its first model
    std::string modelName;
    std::string modelDigest;  ///< as ModelReference::digest; "" where not known
    std::string strategy;     ///< "auto"; "" where not known
    std::vector<std::pair<DeviceId, double>> limits;  ///< of the plan, bytes
    std::string cache = "as-is";                      ///< the files' pages before it
    /// The object of `load --json` or `run --json`, with whatever a newer version adds to it.
    std::shared_ptr<const nlohmann::ordered_json> loadObject;
    LoadFigures figures;  ///< read from loadObject
    LoadCurves curves;    ///< may be empty
};

/// The files' newest format that this program reads: {"format": "stowage.run", "version": 3}. A
/// record of a load is written as version 1, as ever; that of a run, with "run" in place of "load",
/// as version 2, that of a chain, with "chain" there, as version 3: programs that do not know such
/// a kind leave it as it is.
inline constexpr int kLoadRecordVersion = 3;

/// Larger files are no records: the curves of one have some hundred KiB, the names of 100,000
/// tensors some MiB.
inline constexpr std::uint64_t kMostRecordBytes = std::uint64_t{64} << 20U;

/// The record as its file's text; "prediction_errors" stands in it for readers of other programs.
[[nodiscard]] std::string loadRecordToJson(const LoadRecord& record);

/// How much of a record is read.
enum class RecordPart {
    All,
    Summary,  ///< all but the curves, which stand last in the file and are not even looked at
};

/// Errors: Malformed; Unsupported for a newer version. Each names the file.
[[nodiscard]] Result<LoadRecord> loadRecordFromJson(std::string_view text, const std::string& file,
                                                    RecordPart part = RecordPart::All);

/// The text of a record's file with another note and everything else as it was, what this version
/// does not know included. Error: Malformed.
[[nodiscard]] Result<std::string> recordWithNote(std::string_view text, const std::string& note,
                                                 const std::string& file);

/// The text of a file that holds records. Blocks. Errors: those of opening and reading it;
/// LimitExceeded above kMostRecordBytes.
[[nodiscard]] Result<std::string> readRecordText(const std::string& path);

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

/// Now, as records hold dates: "2026-11-20T14:03:22.123Z".
[[nodiscard]] std::string recordDateNow();

/// Several records in one file, which importLoadRecords() reads: {"format": "stowage.runs",
/// "version": 3, "records": […]}.
[[nodiscard]] std::string loadRecordsToJson(const std::vector<const LoadRecord*>& records);

/// Records as CSV: a head with units, one line a record. Unknown figures are empty cells.
[[nodiscard]] std::string loadRecordsToCsv(const std::vector<const LoadRecord*>& records);

}  // namespace stowage
