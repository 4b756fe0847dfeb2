// SPDX-License-Identifier: GPL-3.0-or-later
// Records of loads, runs and chains, or what stowagectl prints of them; what is read is written,
// noted and read again.
#include "engine/load/report/load_record.h"
#include "engine/load/report/record_accuracy.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"

namespace stowage::fuzz {
namespace {

void comesBack(const LoadRecord& record) {
    const std::string text = loadRecordToJson(record);
    const auto again = loadRecordFromJson(text, "a.json");
    require(again.has_value(), "what was written is read");
    require(loadRecordToJson(*again) == text, "a record comes back as it was");
    const auto summary = loadRecordFromJson(text, "a.json", RecordPart::Summary);
    require(summary.has_value() && summary->curves.isEmpty(), "a summary is all but the curves");
    const auto noted = recordWithNote(text, "note", "a.json");
    require(noted.has_value(), "a note is written");
    LoadRecord same = *again;
    same.note = "note";
    require(*noted == loadRecordToJson(same), "a note leaves the rest as it was");
    const std::vector points{std::make_shared<const LoadRecord>(record)};
    for (const RecordQuantity& quantity : recordQuantities()) {
        (void)accuracyToCsv(accuracyPoints(points, quantity), quantity);
    }
}

}  // namespace

void runRecord(Input input) {
    const auto records = importLoadRecords(textOf(input), "a.json");
    if (!records) {
        checkError(records.error());
    } else {
        for (const LoadRecord& record : *records) {
            comesBack(record);
        }
    }
    if (const auto summary = loadRecordFromJson(textOf(input), "a.json", RecordPart::Summary);
        !summary) {
        checkError(summary.error());
    }
}

}  // namespace stowage::fuzz
