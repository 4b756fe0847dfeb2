// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a run record: versioned, with the object of `load --json` whole inside it.
#include "engine/load/run_record.h"

#include "engine/base/json_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "stowage.run";
constexpr const char* kListFormat = "stowage.runs";

Json columnJson(const std::vector<double>& column) {
    Json values = Json::array();
    for (const double value : column) {
        values.push_back(std::isnan(value) ? Json(nullptr) : Json(std::llround(value)));
    }
    return values;
}

Json curvesJson(const RunCurves& curves) {
    Json devices = Json::object();
    for (const DeviceCurve& curve : curves.devices) {
        devices[deviceName(curve.device)] = Json{{"allocated", columnJson(curve.allocated)},
                                                 {"reserved", columnJson(curve.reserved)}};
    }
    return Json{{"seconds", curves.seconds},
                {"devices", std::move(devices)},
                {"host",
                 {{"anon", columnJson(curves.hostAnon)},
                  {"file", columnJson(curves.hostFile)},
                  {"shmem", columnJson(curves.hostShmem)}}}};
}

Json errorsJson(const RunFigures& figures) {
    const auto errors = runErrors(figures);
    if (!errors) {
        return nullptr;
    }
    Json devices = Json::object();
    for (const auto& [device, peaks] : errors->devices) {
        devices[deviceName(device)] =
            Json{{"peak_allocated", peaks.allocated}, {"peak_reserved", peaks.reserved}};
    }
    return Json{{"devices", std::move(devices)},
                {"host_anon", errors->hostAnon ? Json(*errors->hostAnon) : Json(nullptr)},
                {"seconds", errors->seconds ? Json(*errors->seconds) : Json(nullptr)}};
}

/// A column of `count` figures. False where it is something else.
bool readColumn(const Json& object, const char* key, std::size_t count,
                std::vector<double>& column) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_array() || found->size() != count) {
        return false;
    }
    for (const Json& value : *found) {
        if (!value.is_number() && !value.is_null()) {
            return false;
        }
        column.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                         : value.get<double>());
    }
    return true;
}

bool readCurves(const Json& object, RunCurves& curves) {
    const auto seconds = object.find("seconds");
    const auto devices = object.find("devices");
    const auto host = object.find("host");
    if (seconds == object.end() || devices == object.end() || host == object.end() ||
        !devices->is_object() || !readColumn(object, "seconds", seconds->size(), curves.seconds)) {
        return false;
    }
    const std::size_t count = curves.seconds.size();
    for (const auto& [name, one] : devices->items()) {
        const auto id = parseDevice(name);
        DeviceCurve curve;
        if (!id || !readColumn(one, "allocated", count, curve.allocated) ||
            !readColumn(one, "reserved", count, curve.reserved)) {
            return false;
        }
        curve.device = *id;
        curves.devices.push_back(std::move(curve));
    }
    return readColumn(*host, "anon", count, curves.hostAnon) &&
           readColumn(*host, "file", count, curves.hostFile) &&
           readColumn(*host, "shmem", count, curves.hostShmem);
}

Unexpected malformed(const std::string& file, const std::string& what) {
    return fail(ErrorCode::Malformed, file + " is no run record of Stowage: " + what + ".", file);
}

/// False where the member is there and no text.
bool readText(const Json& object, const char* key, std::string& text) {
    const auto found = object.find(key);
    if (found == object.end() || found->is_null()) {
        return true;
    }
    if (!found->is_string()) {
        return false;
    }
    text = found->get<std::string>();
    return true;
}

bool readHead(const Json& document, RunRecord& record) {
    static const Json kNone = Json::object();
    const auto model = document.find("model");
    const auto plan = document.find("plan");
    const Json& modelObject = model == document.end() ? kNone : *model;
    const Json& planObject = plan == document.end() ? kNone : *plan;
    std::string source;
    const bool isRead =
        readText(document, "id", record.id) && readText(document, "date", record.date) &&
        readText(document, "source", source) &&
        readText(document, "comparison", record.comparison) &&
        readText(document, "note", record.note) && readText(document, "cache", record.cache) &&
        readText(modelObject, "path", record.modelPath) &&
        readText(modelObject, "name", record.modelName) &&
        readText(planObject, "strategy", record.strategy);
    if (!isRead) {
        return false;
    }
    record.source = RunSource::Import;
    for (const RunSource known : {RunSource::Window, RunSource::Comparison}) {
        record.source = source == runSourceName(known) ? known : record.source;
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

Result<RunRecord> recordOf(const Json& document, const std::string& file) {
    if (!isRecord(document)) {
        return malformed(file, "\"format\" is not \"stowage.run\"");
    }
    const auto version = document.find("version");
    if (version == document.end() || !version->is_number_unsigned()) {
        return malformed(file, "\"version\" is missing");
    }
    if (version->get<std::uint64_t>() > kRunFormatVersion) {
        return fail(ErrorCode::Unsupported,
                    file + " was written by a newer Stowage (version " + version->dump() +
                        " of the format; this one reads up to " +
                        std::to_string(kRunFormatVersion) + ").",
                    file);
    }
    RunRecord record;
    const auto load = document.find("load");
    if (load == document.end() || !load->is_object()) {
        return malformed(file, "\"load\" is missing");
    }
    if (!readHead(document, record)) {
        return malformed(file, "one of id, date, source, model, plan and note is no text");
    }
    if (auto set = setLoadObject(record, jsonText(*load), file); !set) {
        return set.error().code == ErrorCode::Malformed ? malformed(file, set.error().message)
                                                        : set.unexpected();
    }
    const auto curves = document.find("curves");
    if (curves != document.end() && !readCurves(*curves, record.curves)) {
        return malformed(file, "its curves are not columns of equal length");
    }
    return record;
}

}  // namespace

namespace {

Json recordJson(const RunRecord& record) {
    Json limits = Json::object();
    for (const auto& [device, bytes] : record.limits) {
        limits[deviceName(device)] = bytes;
    }
    Json document{{"format", kFormat},
                  {"version", kRunFormatVersion},
                  {"id", record.id},
                  {"date", record.date},
                  {"source", runSourceName(record.source)},
                  {"comparison", record.comparison},
                  {"note", record.note},
                  {"model", {{"path", record.modelPath}, {"name", record.modelName}}},
                  {"plan", {{"strategy", record.strategy}, {"limits", std::move(limits)}}},
                  {"cache", record.cache},
                  {"prediction_errors", errorsJson(record.figures)}};
    document["load"] = Json::parse(record.loadObject, nullptr, false);
    document["curves"] = curvesJson(record.curves);
    return document;
}

}  // namespace

std::string runRecordToJson(const RunRecord& record) {
    return jsonText(recordJson(record));
}

std::string runsToJson(const std::vector<const RunRecord*>& records) {
    Json list = Json::array();
    for (const RunRecord* const record : records) {
        list.push_back(recordJson(*record));
    }
    return jsonText(Json{
        {"format", kListFormat}, {"version", kRunFormatVersion}, {"records", std::move(list)}});
}

Result<RunRecord> runRecordFromJson(std::string_view text, const std::string& file) {
    const auto document = parseJson(text, file);
    if (!document) {
        return document.unexpected();
    }
    return recordOf(*document, file);
}

Result<std::vector<RunRecord>> importRuns(std::string_view text, const std::string& file) {
    const auto document = parseJson(text, file);
    if (!document) {
        return document.unexpected();
    }
    std::vector<RunRecord> records;
    const auto listed = document->find("records");
    const bool isList = listed != document->end() && listed->is_array();
    if (isList || isRecord(*document)) {
        for (const Json& one : isList ? *listed : Json::array({*document})) {
            auto record = recordOf(one, file);
            if (!record) {
                return record.unexpected();
            }
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
        RunRecord record;
        record.source = RunSource::Import;
        record.cache = cache;
        if (auto set = setLoadObject(record, jsonText(load), file); !set) {
            return set.unexpected();
        }
        records.push_back(std::move(record));
    }
    return records;
}

}  // namespace stowage
