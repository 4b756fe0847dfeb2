// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/report/load_figures.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

/// Reads members of an object; remembers the first one that is of the wrong kind.
class Reader {
public:
    [[nodiscard]] const std::string& trouble() const { return m_trouble; }

    const Json* find(const Json& object, const char* key) {
        const auto found = object.is_object() ? object.find(key) : object.end();
        const bool isUnknown = found == object.end() || found->is_null() ||
                               (found->is_number_float() && !std::isfinite(found->get<double>()));
        return isUnknown ? nullptr : &*found;
    }
    std::optional<std::uint64_t> bytes(const Json& object, const char* key) {
        const Json* const value = find(object, key);
        if (value == nullptr) {
            return std::nullopt;
        }
        if (value->is_number_unsigned()) {
            return value->get<std::uint64_t>();
        }
        // Peaks above a baseline may be below it where the process shrank.
        return value->is_number_integer()
                   ? std::optional(static_cast<std::uint64_t>(
                         std::max<std::int64_t>(value->get<std::int64_t>(), 0)))
                   : blame<std::uint64_t>(key);
    }
    std::optional<double> number(const Json& object, const char* key) {
        const Json* const value = find(object, key);
        if (value == nullptr) {
            return std::nullopt;
        }
        return value->is_number() ? std::optional(value->get<double>()) : blame<double>(key);
    }
    std::optional<bool> truth(const Json& object, const char* key) {
        const Json* const value = find(object, key);
        if (value == nullptr) {
            return std::nullopt;
        }
        return value->is_boolean() ? std::optional(value->get<bool>()) : blame<bool>(key);
    }
    std::string text(const Json& object, const char* key) {
        const Json* const value = find(object, key);
        if (value == nullptr) {
            return {};
        }
        return value->is_string() ? value->get<std::string>()
                                  : blame<std::string>(key).value_or("");
    }
    template <class Value>
    std::optional<Value> blame(const std::string& key) {
        m_trouble = m_trouble.empty() ? key : m_trouble;
        return std::nullopt;
    }

private:
    std::string m_trouble;
};

const Json& memberOr(const Json& object, const char* key, const Json& fallback) {
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? fallback : *found;
}

ProcessMemory readProcess(Reader& reader, const Json& object) {
    return {reader.bytes(object, "rss"), reader.bytes(object, "anon"), reader.bytes(object, "file"),
            reader.bytes(object, "shmem")};
}

void readDevices(Reader& reader, const Json& object, LoadFigures& figures) {
    static const Json kNone = Json::object();
    const Json& said = memberOr(memberOr(object, "predicted", kNone), "devices", kNone);
    const Json& devices = memberOr(object, "devices", kNone);
    if (!devices.is_object() || !said.is_object()) {
        reader.blame<int>("devices");
        return;
    }
    for (const auto& [name, one] : devices.items()) {
        const auto id = parseDevice(name);
        if (!id) {
            reader.blame<int>(name);
            continue;
        }
        GpuLoadFigures device;
        device.device = *id;
        device.simulated = reader.truth(one, "simulated").value_or(false);
        device.capacity = reader.bytes(one, "capacity");
        device.peakAllocated = reader.bytes(one, "peak_allocated").value_or(0);
        device.peakReserved = reader.bytes(one, "peak_reserved").value_or(0);
        device.finalAllocated = reader.bytes(one, "final_allocated").value_or(0);
        device.finalReserved = reader.bytes(one, "final_reserved").value_or(0);
        const Json& predicted = memberOr(said, name.c_str(), kNone);
        device.predictedAllocated = reader.bytes(predicted, "peak_allocated");
        device.predictedReserved = reader.bytes(predicted, "peak_reserved");
        figures.devices.push_back(device);
    }
}

void readMap(Reader& reader, const Json& object, LoadFigures& figures) {
    const Json* const map = reader.find(object, "device_map");
    if (map == nullptr) {
        return;
    }
    for (const Json& pair : *map) {
        const bool isPair = pair.is_array() && pair.size() == 2 && pair[0].is_string() &&
                            (pair[1].is_string() || pair[1].is_number_integer());
        const auto device =
            isPair ? parseDevice(pair[1].is_string() ? pair[1].get<std::string>() : pair[1].dump())
                   : Result<DeviceId>(fail(ErrorCode::Malformed, ""));
        if (!device) {
            reader.blame<int>("device_map");
            return;
        }
        figures.deviceMap.emplace_back(pair[0].get<std::string>(), *device);
    }
}

void readPhases(Reader& reader, const Json& object, LoadFigures& figures) {
    static const Json kNone = Json::object();
    const Json* const phases = reader.find(object, "phases");
    if (phases == nullptr) {
        return;
    }
    for (const Json& one : *phases) {
        LoadPhase phase;
        phase.name = reader.text(one, "name");
        phase.begin = reader.number(one, "begin").value_or(0);
        phase.end = reader.number(one, "end").value_or(0);
        const Json& peak = one.is_object() ? memberOr(one, "peak", kNone) : kNone;
        for (const auto& [name, value] : peak.items()) {
            if (const auto device = parseDevice(name)) {
                phase.peakAllocated[*device] = reader.bytes(peak, name.c_str()).value_or(0);
            }
        }
        phase.peakHostAnon = reader.bytes(peak, "host_anon");
        figures.phases.push_back(std::move(phase));
    }
}

void readForward(Reader& reader, const Json& object, LoadFigures& figures) {
    const Json* const one = reader.find(object, "forward");
    if (one == nullptr) {
        return;
    }
    if (!one->is_object()) {
        reader.blame<int>("forward");
        return;
    }
    ForwardFigures forward;
    if (const Json* const tokens = reader.find(*one, "tokens")) {
        for (const Json& token : *tokens) {
            const bool isToken = token.is_number_integer();
            forward.tokens.push_back(isToken ? token.get<std::int64_t>()
                                             : reader.blame<std::int64_t>("tokens").value_or(0));
        }
    }
    forward.sha256 = reader.text(*one, "sha256");
    forward.maxLogit = reader.number(*one, "max_logit").value_or(0);
    forward.nextToken = static_cast<std::int64_t>(reader.bytes(*one, "next_token").value_or(0));
    forward.maxDifference = reader.number(*one, "max_difference");
    forward.agrees = reader.truth(*one, "agrees");
    forward.seconds = reader.number(*one, "seconds").value_or(0);
    forward.bytesMoved = reader.bytes(*one, "bytes_moved").value_or(0);
    forward.why = reader.text(*one, "why");
    figures.forward = std::move(forward);
}

/// A load whose forward pass disagrees holds other weights; one whose pass could not be run was
/// not proved.
void judgeForward(LoadFigures& figures) {
    if (figures.state != LoadEnding::Done || !figures.forward || figures.forward->why.empty()) {
        return;
    }
    figures.state = figures.forward->agrees ? LoadEnding::Differs : LoadEnding::Failed;
    figures.stoppedAt = "forward pass";
    figures.why = figures.forward->why;
}

/// Where `compare` found no object, it leaves "error" instead of one.
void readEnd(Reader& reader, const Json& object, LoadFigures& figures) {
    figures.verified = reader.truth(object, "verified");
    figures.sha256 = reader.text(object, "sha256");
    figures.why = reader.text(object, "verify_failure");
    figures.state = figures.verified.value_or(true) ? LoadEnding::Done : LoadEnding::Differs;
    if (const Json* const stopped = reader.find(object, "stopped")) {
        figures.stoppedAt = reader.text(*stopped, "at");
        figures.why = reader.text(*stopped, "why");
        const bool isCancelled =
            reader.text(*stopped, "kind") == errorCodeName(ErrorCode::Cancelled);
        figures.state = isCancelled                         ? LoadEnding::Cancelled
                        : figures.stoppedAt == "pre-flight" ? LoadEnding::Refused
                                                            : LoadEnding::Failed;
    } else if (const Json* const error = reader.find(object, "error")) {
        figures.why = reader.text(*error, "message");
        figures.state = LoadEnding::Failed;
    }
    judgeForward(figures);
}

}  // namespace

std::string_view loadEndingName(LoadEnding state) {
    switch (state) {
        case LoadEnding::Done:
            return "done";
        case LoadEnding::Differs:
            return "differs";
        case LoadEnding::Cancelled:
            return "cancelled";
        case LoadEnding::Refused:
            return "refused";
        case LoadEnding::Failed:
            break;
    }
    return "failed";
}

std::optional<std::uint64_t> LoadFigures::hostAnon() const {
    return polledHostAnon ? polledHostAnon : peak.anon;
}

std::optional<double> LoadFigures::rate() const {
    const std::uint64_t loaded = std::min(bytes, bytesRead);
    return seconds && *seconds > 0 && loaded > 0
               ? std::optional(static_cast<double>(loaded) / *seconds)
               : std::nullopt;
}

std::optional<PredictionErrors> loadPredictionErrors(const LoadFigures& figures) {
    const bool isWhole = figures.state == LoadEnding::Done || figures.state == LoadEnding::Differs;
    if (!isWhole || figures.dryRun) {
        return std::nullopt;
    }
    const auto difference = [](std::uint64_t measured, std::uint64_t said) {
        return static_cast<std::int64_t>(measured) - static_cast<std::int64_t>(said);
    };
    PredictionErrors errors;
    for (const GpuLoadFigures& device : figures.devices) {
        if (device.predictedAllocated && device.predictedReserved) {
            errors.devices[device.device] = {
                difference(device.peakAllocated, *device.predictedAllocated),
                difference(device.peakReserved, *device.predictedReserved)};
        }
    }
    if (figures.hostAnon() && figures.predictedHostAnon) {
        errors.hostAnon = difference(*figures.hostAnon(), *figures.predictedHostAnon);
    }
    if (figures.seconds && figures.predictedSeconds && *figures.predictedSeconds > 0) {
        errors.seconds = *figures.seconds / *figures.predictedSeconds - 1;
    }
    return errors;
}

std::optional<std::int64_t> largestPeakError(const PredictionErrors& errors) {
    std::optional<std::int64_t> largest;
    for (const auto& [device, peaks] : errors.devices) {
        for (const std::int64_t error : {peaks.allocated, peaks.reserved}) {
            if (!largest || std::abs(error) > std::abs(*largest)) {
                largest = error;
            }
        }
    }
    return largest;
}

Result<LoadFigures> readLoadFigures(const Json& object, const std::string& file) {
    static const Json kNone = Json::object();
    Reader reader;
    const auto method =
        loadMethodFromName(object.is_object() ? reader.text(object, "method") : std::string());
    if (!method) {
        return fail(ErrorCode::Malformed,
                    (file.empty() ? std::string("This text") : file) +
                        " holds no load as load --json prints it: no known \"method\" is named.",
                    file);
    }
    LoadFigures figures;
    figures.method = *method;
    figures.dryRun = reader.truth(object, "dry_run").value_or(false);
    figures.seconds = reader.number(object, "seconds");
    figures.bytes = reader.bytes(object, "bytes").value_or(0);
    figures.bytesRead = reader.bytes(object, "bytes_read").value_or(figures.bytes);
    figures.tensors = reader.bytes(object, "tensors").value_or(0);
    readMap(reader, object, figures);
    readDevices(reader, object, figures);
    const Json& host = memberOr(object, "host", kNone);
    figures.baseline = readProcess(reader, memberOr(host, "baseline", kNone));
    figures.peak = readProcess(reader, memberOr(host, "peak", kNone));
    figures.polledHostAnon = reader.bytes(object, "polled_host_anon");
    const Json& predicted = memberOr(object, "predicted", kNone);
    figures.predictedHostAnon = reader.bytes(predicted, "host_anon");
    figures.predictedSeconds = reader.number(predicted, "seconds");
    readPhases(reader, object, figures);
    readForward(reader, object, figures);
    readEnd(reader, object, figures);
    if (!reader.trouble().empty()) {
        return fail(ErrorCode::Malformed,
                    (file.empty() ? std::string("This load") : file) + ": \"" + reader.trouble() +
                        "\" is not what load --json writes there.",
                    file, reader.trouble());
    }
    return figures;
}

}  // namespace stowage
