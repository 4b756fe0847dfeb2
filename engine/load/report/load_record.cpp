// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/report/load_record.h"

#include "engine/base/byte_size.h"
#include "engine/base/csv.h"
#include "engine/base/json_fields.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/base/random_access_file.h"
#include "engine/load/report/load_report_json.h"
#include "engine/plan/placement_plan.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <limits>
#include <optional>
#include <span>
#include <tuple>

namespace stowage {

namespace {

constexpr int kSecondDigits = 6;

using Cells = std::vector<CsvCell>;

/// Names and sentences stand in quotes whatever they hold, as every version has exported them.
CsvCell textCell(const std::string& text) {
    return {text, CsvQuotes::Always};
}

template <class Integer>
CsvCell integerCell(const std::optional<Integer>& value) {
    return {value ? std::to_string(*value) : std::string()};
}

CsvCell decimalsCell(const std::optional<double>& value, int decimals) {
    return {value ? formatFixed(*value, decimals) : std::string()};
}

std::vector<DeviceId> devicesOf(const std::vector<const LoadRecord*>& records) {
    std::vector<DeviceId> devices;
    for (const LoadRecord* const record : records) {
        for (const GpuLoadFigures& device : record->figures.devices) {
            if (std::ranges::find(devices, device.device) == devices.end()) {
                devices.push_back(device.device);
            }
        }
    }
    std::ranges::sort(devices);
    return devices;
}

void addDevice(Cells& cells, const LoadFigures& figures, DeviceId id) {
    const auto found = std::ranges::find(figures.devices, id, &GpuLoadFigures::device);
    if (found == figures.devices.end()) {
        cells.resize(cells.size() + 4);
        return;
    }
    cells.push_back({found->simulated ? "simulated" : "measured"});
    cells.push_back({std::to_string(found->peakAllocated)});
    cells.push_back({std::to_string(found->peakReserved)});
    cells.push_back(integerCell(found->predictedAllocated));
}

void addForward(Cells& cells, const std::optional<ForwardFigures>& forward) {
    if (!forward) {
        cells.resize(cells.size() + 2);
        return;
    }
    cells.push_back({forward->agrees        ? (*forward->agrees ? "agrees" : "differs")
                     : forward->why.empty() ? "not judged"
                                            : "failed"});
    cells.push_back({forward->maxDifference ? formatGeneral(*forward->maxDifference, 9) : ""});
}

Cells headOf(const std::vector<DeviceId>& devices) {
    Cells cells{{"date (UTC)"}, {"model"},      {"path"},    {"method"},   {"strategy"},
                {"state"},      {"page cache"}, {"dry run"}, {"time [s]"}, {"predicted time [s]"},
                {"read [B]"}};
    for (const DeviceId device : devices) {
        for (const char* const figure :
             {" kind", " peak allocated [B]", " peak reserved [B]", " predicted allocated [B]"}) {
            cells.push_back({deviceName(device) + figure});
        }
    }
    for (const char* const name :
         {"host anonymous peak above baseline [B]", "predicted host anonymous [B]", "GPU error [B]",
          "host error [B]", "time error [%]", "verified", "sha256", "forward pass",
          "largest logit difference", "kind", "time to first token [s]",
          "predicted time to first token [s]", "time per token [s]", "predicted time per token [s]",
          "why", "note"}) {
        cells.push_back({name});
    }
    return cells;
}

Cells cellsOf(const LoadRecord& record, const std::vector<DeviceId>& devices) {
    const LoadFigures& figures = record.figures;
    Cells cells{{record.date},
                textCell(record.modelName),
                textCell(record.modelPath),
                {std::string(loadMethodName(figures.method))},
                {record.strategy},
                {std::string(loadEndingName(figures.state))},
                {record.cache},
                {figures.dryRun ? "yes" : "no"},
                decimalsCell(figures.seconds, kSecondDigits),
                decimalsCell(figures.predictedSeconds, kSecondDigits),
                {std::to_string(figures.bytes)}};
    for (const DeviceId device : devices) {
        addDevice(cells, figures, device);
    }
    const PredictionErrors errors = loadPredictionErrors(figures).value_or(PredictionErrors{});
    cells.push_back(integerCell(figures.hostAnon()));
    cells.push_back(integerCell(figures.predictedHostAnon));
    cells.push_back(integerCell(largestPeakError(errors)));
    cells.push_back(integerCell(errors.hostAnon));
    cells.push_back({errors.seconds ? formatFixed(*errors.seconds * 100, 2) : std::string()});
    cells.push_back({!figures.verified ? "" : *figures.verified ? "yes" : "no"});
    cells.push_back({figures.sha256});
    addForward(cells, figures.forward);
    const RunFigures run = figures.run.value_or(RunFigures{});
    cells.push_back({std::string(recordKindName(figures.kind()))});
    for (const auto& seconds : {run.measured.toFirstToken, run.predicted.toFirstToken,
                                run.measured.perToken, run.predicted.perToken}) {
        cells.push_back(decimalsCell(seconds, kSecondDigits));
    }
    cells.push_back(textCell(figures.why));
    cells.push_back(textCell(record.note));
    return cells;
}

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "stowage.run";

constexpr const char* kListFormat = "stowage.runs";

constexpr const char* kCurvesKey = "curves";

// What is written and what is read stands in these tables once. "format", "version" and "limits"
// are held against more than their kind.

constexpr auto kIdentityFields =
    std::tuple{JsonField{"id", &LoadRecord::id}, JsonField{"date", &LoadRecord::date}};

constexpr auto kNoteFields = std::tuple{JsonField{"comparison", &LoadRecord::comparison},
                                        JsonField{"note", &LoadRecord::note}};

constexpr auto kModelFields =
    std::tuple{JsonField{"path", &LoadRecord::modelPath}, JsonField{"name", &LoadRecord::modelName},
               JsonField{"digest", &LoadRecord::modelDigest}};

constexpr auto kPlanFields = std::tuple{JsonField{"strategy", &LoadRecord::strategy}};

constexpr auto kCacheFields = std::tuple{JsonField{"cache", &LoadRecord::cache}};

template <class Owner>
using CurveColumn = std::pair<const char*, std::vector<double> Owner::*>;

constexpr CurveColumn<DeviceCurve> kDeviceColumns[] = {{"allocated", &DeviceCurve::allocated},
                                                       {"reserved", &DeviceCurve::reserved}};

constexpr CurveColumn<LoadCurves> kHostColumns[] = {{"anon", &LoadCurves::hostAnon},
                                                    {"file", &LoadCurves::hostFile},
                                                    {"shmem", &LoadCurves::hostShmem}};

Json columnJson(const std::vector<double>& column) {
    Json values = Json::array();
    for (const double value : column) {
        values.push_back(std::isnan(value) ? Json(nullptr) : Json(std::llround(value)));
    }
    return values;
}

template <class Owner>
Json columnsJson(const Owner& owner, std::span<const CurveColumn<Owner>> columns) {
    Json object = Json::object();
    for (const auto& [key, column] : columns) {
        object[key] = columnJson(owner.*column);
    }
    return object;
}

Json curvesJson(const LoadCurves& curves) {
    Json devices = Json::object();
    for (const DeviceCurve& curve : curves.devices) {
        devices[deviceName(curve.device)] = columnsJson<DeviceCurve>(curve, kDeviceColumns);
    }
    return Json{{"seconds", curves.seconds},
                {"devices", std::move(devices)},
                {"host", columnsJson<LoadCurves>(curves, kHostColumns)}};
}

/// Larger figures are no bytes and no seconds, and would not fit into the integers that are
/// written.
constexpr double kMostInCurve = 1e18;

/// A column of `count` figures. False where it is something else.
bool readColumn(const Json& object, const char* key, std::size_t count,
                std::vector<double>& column) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_array() || found->size() != count) {
        return false;
    }
    for (const Json& value : *found) {
        if (!value.is_null() &&
            (!value.is_number() || std::abs(value.get<double>()) > kMostInCurve)) {
            return false;
        }
        column.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                         : value.get<double>());
    }
    return true;
}

template <class Owner>
bool readColumns(const Json& object, std::size_t count, Owner& owner,
                 std::span<const CurveColumn<Owner>> columns) {
    return std::ranges::all_of(columns, [&](const CurveColumn<Owner>& column) {
        return readColumn(object, column.first, count, owner.*column.second);
    });
}

bool readCurves(const Json& object, LoadCurves& curves) {
    const auto seconds = object.find("seconds");
    const auto devices = object.find("devices");
    const auto host = object.find("host");
    if (seconds == object.end() || devices == object.end() || host == object.end() ||
        !devices->is_object() || !readColumn(object, "seconds", seconds->size(), curves.seconds)) {
        return false;
    }
    const std::size_t count = curves.seconds.size();
    const bool isKnown =
        std::ranges::none_of(curves.seconds, [](double s) { return std::isnan(s); });
    if (count > kMostCurvePoints || !isKnown || !std::ranges::is_sorted(curves.seconds)) {
        return false;
    }
    for (const auto& [name, one] : devices->items()) {
        const auto id = parseDevice(name);
        DeviceCurve curve;
        if (!id || !readColumns<DeviceCurve>(one, count, curve, kDeviceColumns)) {
            return false;
        }
        curve.device = *id;
        curves.devices.push_back(std::move(curve));
    }
    return readColumns<LoadCurves>(*host, count, curves, kHostColumns);
}

Unexpected malformed(const std::string& file, const Message& what) {
    return fail(ErrorCode::Malformed, say("%1 is not a recording of Stowage: %2.", file, what),
                file);
}

Unexpected otherFormat(const std::string& file) {
    return malformed(file, phrase("\"format\" is not \"stowage.run\""));
}

bool readHead(const Json& document, LoadRecord& record) {
    static const Json kNone = Json::object();
    const auto model = document.find("model");
    const auto plan = document.find("plan");
    const Json& modelObject = model == document.end() ? kNone : *model;
    const Json& planObject = plan == document.end() ? kNone : *plan;
    std::string source;
    JsonFieldReader reader(JsonFieldReader::Missing::Keep);
    reader.read(document, "source", source);
    reader.readFields(document, record, kIdentityFields);
    reader.readFields(document, record, kNoteFields);
    reader.readFields(document, record, kCacheFields);
    reader.readFields(modelObject, record, kModelFields);
    reader.readFields(planObject, record, kPlanFields);
    if (!reader.trouble().empty()) {
        return false;
    }
    record.source = LoadRecordSource::Import;
    for (const LoadRecordSource known : {LoadRecordSource::Window, LoadRecordSource::Comparison}) {
        record.source = source == loadRecordSourceName(known) ? known : record.source;
    }
    const auto limits = planObject.find("limits");
    if (limits != planObject.end() && limits->is_object()) {
        for (const auto& [name, bytes] : limits->items()) {
            const auto device = parseDevice(name);
            if (!device || !bytes.is_number()) {
                return false;
            }
            record.limits.emplace_back(*device, bytes.get<double>());
        }
    }
    return true;
}

bool isRecord(const Json& document) {
    const auto format = document.find("format");
    return format != document.end() && *format == kFormat;
}

/// What tells of the load, run or chain; null where no member does.
const Json* objectOf(const Json& document) {
    for (const RecordKind kind : {RecordKind::Chain, RecordKind::Run, RecordKind::Load}) {
        const auto found = document.find(recordKindName(kind));
        if (found != document.end()) {
            return found->is_object() ? &*found : nullptr;
        }
    }
    return nullptr;
}

Result<LoadRecord> recordOf(const Json& document, const std::string& file) {
    if (!isRecord(document)) {
        return otherFormat(file);
    }
    const auto version = document.find("version");
    if (version == document.end() || !version->is_number_unsigned()) {
        return malformed(file, phrase("\"version\" is missing or is not a whole number"));
    }
    if (version->get<std::uint64_t>() > kLoadRecordVersion) {
        return fail(ErrorCode::Unsupported,
                    say("%1 was written by a newer Stowage (version %2 of the format; this Stowage "
                        "reads versions up to %3).",
                        file, version->dump(), kLoadRecordVersion),
                    file);
    }
    LoadRecord record;
    const Json* const object = objectOf(document);
    if (object == nullptr) {
        return malformed(file, phrase("\"load\", \"run\" and \"chain\" are missing"));
    }
    if (!readHead(document, record)) {
        return malformed(file, phrase("a value such as the id, the date, the model, the plan or "
                                      "the note has the wrong type"));
    }
    if (auto set = setLoadObject(record, *object, file); !set) {
        return set.unexpected();  // names the file already
    }
    const auto curves = document.find(kCurvesKey);
    if (curves != document.end() && !readCurves(*curves, record.curves)) {
        return malformed(file, say("the columns of the curves must have equal length, be in order "
                                   "of time and have at most %1 points",
                                   kMostCurvePoints));
    }
    return record;
}

}  // namespace

std::string_view loadRecordSourceName(LoadRecordSource source) {
    switch (source) {
        case LoadRecordSource::Window:
            return "window";
        case LoadRecordSource::Comparison:
            return "comparison";
        case LoadRecordSource::Import:
            break;
    }
    return "import";
}

Result<void> setLoadObject(LoadRecord& record, Json loadObject, const std::string& file) {
    auto figures = readLoadFigures(loadObject, file);
    STOWAGE_TRY(figures);
    record.figures = std::move(*figures);
    record.loadObject = std::make_shared<const Json>(std::move(loadObject));
    return {};
}

Result<void> setLoadReport(LoadRecord& record, const LoadReport& report,
                           const LoadSchedule& schedule) {
    return setLoadObject(record, loadReportJson(report, schedule));
}

void setPlan(LoadRecord& record, const PlacementPlan& plan) {
    record.strategy = strategyName(plan.request.strategy);
    record.limits.clear();
    for (const DevicePlacement& placement : plan.placements) {
        if (placement.budget) {
            record.limits.emplace_back(placement.device.id, *placement.budget);
        }
    }
}

std::string loadRecordsToCsv(const std::vector<const LoadRecord*>& records) {
    const std::vector<DeviceId> devices = devicesOf(records);
    std::string text = csvRow(headOf(devices));
    for (const LoadRecord* const record : records) {
        text += csvRow(cellsOf(*record, devices));
    }
    return text;
}

namespace {

Json recordJson(const LoadRecord& record) {
    Json limits = Json::object();
    for (const auto& [device, bytes] : record.limits) {
        limits[deviceName(device)] = bytes;
    }
    Json plan = fieldsJson(record, kPlanFields);
    plan["limits"] = std::move(limits);
    // In the order of the enumerators.
    constexpr std::array kVersions{1, 2, 3};
    const RecordKind kind = record.figures.kind();
    Json document{{"format", kFormat}, {"version", kVersions[static_cast<std::size_t>(kind)]}};
    writeFields(document, record, kIdentityFields);
    document["source"] = loadRecordSourceName(record.source);
    writeFields(document, record, kNoteFields);
    document["model"] = fieldsJson(record, kModelFields);
    document["plan"] = std::move(plan);
    writeFields(document, record, kCacheFields);
    document["prediction_errors"] = predictionErrorsJson(loadPredictionErrors(record.figures));
    document[std::string(recordKindName(kind))] =
        record.loadObject ? *record.loadObject : Json(nullptr);
    document[kCurvesKey] = curvesJson(record.curves);
    return document;
}

}  // namespace

std::string loadRecordToJson(const LoadRecord& record) {
    return jsonText(recordJson(record));
}

std::string loadRecordsToJson(const std::vector<const LoadRecord*>& records) {
    Json list = Json::array();
    for (const LoadRecord* const record : records) {
        list.push_back(recordJson(*record));
    }
    return jsonText(Json{
        {"format", kListFormat}, {"version", kLoadRecordVersion}, {"records", std::move(list)}});
}

Result<LoadRecord> loadRecordFromJson(std::string_view text, const std::string& file,
                                      RecordPart part) {
    JsonLimits limits;
    limits.endsAt = part == RecordPart::Summary ? kCurvesKey : "";
    const auto document = parseJson(text, file, limits);
    STOWAGE_TRY(document);
    auto record = recordOf(*document, file);
    // Where another program wrote the curves first, there was nothing before them to read.
    const bool isCut =
        part == RecordPart::Summary && !record && record.error().code == ErrorCode::Malformed;
    return isCut ? loadRecordFromJson(text, file) : record;
}

Result<std::string> recordWithNote(std::string_view text, const std::string& note,
                                   const std::string& file) {
    auto document = parseJson(text, file);
    STOWAGE_TRY(document);
    if (!isRecord(*document)) {
        return otherFormat(file);
    }
    (*document)["note"] = note;
    return jsonText(*document);
}

Result<std::string> readRecordText(const std::string& path) {
    const auto file = RandomAccessFile::open(path);
    STOWAGE_TRY(file);
    if ((*file)->size() > kMostRecordBytes) {
        return fail(ErrorCode::LimitExceeded,
                    say("%1 has %2, which is too large for a recording; the limit is %3.", path,
                        formatSize((*file)->size()), formatSize(kMostRecordBytes)),
                    path);
    }
    std::string text((*file)->size(), '\0');
    STOWAGE_TRY((*file)->readAt(0, std::as_writable_bytes(std::span(text))));
    return text;
}

std::string recordDateNow() {
    using namespace std::chrono;
    const auto now = floor<milliseconds>(system_clock::now());
    const std::time_t seconds = system_clock::to_time_t(now);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> date{};
    std::strftime(date.data(), date.size(), "%Y-%m-%dT%H:%M:%S", &parts);
    std::array<char, 8> fraction{};
    std::snprintf(fraction.data(), fraction.size(), ".%03dZ",
                  static_cast<int>(now.time_since_epoch().count() % 1000));
    return std::string(date.data()) + fraction.data();
}

Result<std::vector<LoadRecord>> importLoadRecords(std::string_view text, const std::string& file) {
    const auto document = parseJson(text, file);
    STOWAGE_TRY(document);
    std::vector<LoadRecord> records;
    const auto listed = document->find("records");
    const bool isList = listed != document->end() && listed->is_array();
    if (isList || isRecord(*document)) {
        for (const Json& one : isList ? *listed : Json::array({*document})) {
            auto record = recordOf(one, file);
            STOWAGE_TRY(record);
            records.push_back(std::move(*record));
        }
        return records;
    }
    const auto runs = document->find("runs");
    const Json list = runs != document->end() && runs->is_array() ? *runs : Json{*document};
    std::string cache = "as-is";
    if (const Json::json_pointer state("/cache/state");
        document->is_object() && document->contains(state) && (*document)[state].is_string()) {
        cache = (*document)[state].get<std::string>();
    }
    for (const Json& load : list) {
        LoadRecord record;
        record.source = LoadRecordSource::Import;
        record.cache = cache;
        STOWAGE_TRY(setLoadObject(record, load, file));
        if (record.figures.chain) {
            record.modelName = chainName(*record.figures.chain);
        }
        records.push_back(std::move(record));
    }
    return records;
}

}  // namespace stowage
