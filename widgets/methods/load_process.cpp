// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/methods/load_process.h"

#include "engine/base/build_info.h"
#include "engine/base/json_reader.h"
#include "engine/checkpoint/open_options_json.h"
#include "engine/jobs/job_process.h"
#include "engine/plan/placement_plan.h"
#include "engine/plan/request/request_fields.h"
#include "widgets/support/translation.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cmath>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

/// Whose texts these are, for the catalogues.
struct LoadProcessTexts {
    Q_DECLARE_TR_FUNCTIONS(LoadProcess)
};

/// The sampler's clock starts a moment before the load's own, seconds. What comes after the load is
/// level: its weights are held until the samples are written.
constexpr double kEndTolerance = 0.1;

Error cancelled() {
    return makeError(ErrorCode::Cancelled, "The load was cancelled.");  // shown to nobody
}

QString pathOf(const QString& program) {
    return program.isEmpty()
               ? QCoreApplication::applicationDirPath() + QStringLiteral("/stowagectl")
               : program;
}

/// Brings the pages of the files into the state that was asked for, or into the nearest one.
Result<PageCacheState> prepareFiles(const LoadProcessRequest& order, const std::stop_token& stop) {
    std::vector<std::string> files;
    for (const auto& shard : order.checkpoint->shards) {
        files.push_back(shard->path());
    }
    const PageCacheState state = attainablePageCache(order.cache, files);
    STOWAGE_TRY(preparePageCache(files, state, stop));
    return state;
}

Result<void> addCurves(const QString& samples, LoadRecord& record) {
    QFile file(samples);
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const double end = record.figures.seconds.value_or(0) + kEndTolerance;
    auto curves = curvesOfCsv(file.readAll().toStdString(), samples.toStdString(),
                              {0, end, record.figures.baseline});
    STOWAGE_TRY(curves);
    record.curves = std::move(*curves);
    return {};
}

}  // namespace

std::string stowagectlPath(const QString& program) {
    const QString path = pathOf(program);
    return QFileInfo(path).isExecutable() ? path.toStdString() : std::string();
}

QString stowagectlPlace(const QString& program) {
    return QDir::toNativeSeparators(pathOf(program));
}

std::string promptText(const std::vector<std::int64_t>& tokens) {
    std::string text;
    for (const std::int64_t token : tokens) {
        text += (text.empty() ? "" : ",") + std::to_string(token);
    }
    return text;
}

std::string simulatedGpuSpec(const DeviceInfo& gpu) {
    const auto sizeText = [](std::uint64_t bytes) {
        return std::to_string(bytes) + (bytes > 0 && bytes < kMiB ? "B" : "");
    };
    std::string spec = sizeText(gpu.capacity.value_or(0)) + ":used=" + sizeText(gpu.usedByOthers) +
                       ":context=" + sizeText(gpu.context);
    if (gpu.linkBytesPerSecond) {
        spec +=
            ":link=" + sizeText(static_cast<std::uint64_t>(std::llround(*gpu.linkBytesPerSecond))) +
            "/s";
    }
    if (gpu.allocator != AllocatorKind::Native) {
        spec += ":allocator=" + std::string(allocatorName(gpu.allocator));
    }
    return spec;
}

Result<void> requireOneKindOfGpu(const PlacementPlan& plan) {
    bool anyReal = false;
    bool anySimulated = false;
    for (const DeviceInfo& device : plan.request.devices) {
        anyReal = anyReal || (device.id.isGpu() && !device.simulated);
        anySimulated = anySimulated || device.simulated;
    }
    return anyReal && anySimulated
               ? fail(ErrorCode::Unsupported,
                      LoadProcessTexts::tr(
                          "A comparison of load methods cannot use real and simulated GPUs "
                          "together: remove the simulated or the real GPUs from the plan.")
                          .toStdString())
               : Result<void>();
}

Result<Json> loadJob(const LoadProcessRequest& order) {
    STOWAGE_TRY(requireOneKindOfGpu(*order.plan));
    Json job{{"v", kServeVersion},
             {"do", "load"},
             {"model", order.model.toStdString()},
             {"open", openOptionsToJson(order.opening)},
             {"request", requestToJson(requestToLoad(*order.plan))}};
    if (order.verify) {
        job["verify"] = true;
    }
    if (order.ramLimit) {
        job["ram_limit"] = std::to_string(*order.ramLimit) + "B";
    }
    if (order.force) {
        job["force"] = true;
    }
    if (!order.forward.empty()) {
        job["forward"] = promptText(order.forward);
    }
    if (!order.reference.isEmpty()) {
        job["reference"] = order.reference.toStdString();
    }
    return job;
}

Result<LoadRecord> runLoadProcess(const LoadProcessRequest& order, const std::string& program,
                                  const std::function<void(const LoadEvent& event)>& onEvent,
                                  const std::stop_token& stop) {
    auto job = loadJob(order);
    STOWAGE_TRY(job);
    const QString samples = order.folder + QStringLiteral("/samples.csv");
    QFile::remove(samples);
    (*job)["method"] = loadMethodName(order.method);
    (*job)["csv"] = samples.toStdString();
    const auto cache = prepareFiles(order, stop);
    STOWAGE_TRY(cache);
    JobProcess::OnProgress onProgress;
    if (onEvent) {
        onProgress = [&onEvent](std::string_view line) {
            // A line that makes no sense is ignored: the load's own report counts.
            const auto progress = parseJson(line, "stowagectl");
            const auto event = progress ? readLoadEvent(progress->front()) : std::nullopt;
            if (event) {
                onEvent(*event);
            }
        };
    }
    JobProcess process(
        {.program = program, .temporaryFolder = order.folder.toStdString(), .pollsMemory = true});
    const auto end = process.run(*job, onProgress, stop);
    STOWAGE_TRY(end);
    if (stop.stop_requested()) {
        return Unexpected{cancelled()};
    }
    LoadRecord record;
    record.source = LoadRecordSource::Comparison;
    record.cache = pageCacheStateName(*cache);
    record.date = recordDateNow();
    auto load = measuredLoad(loadMethodName(order.method), *end);
    if (const auto set = setLoadObject(record, std::move(load.report), "compare"); !set) {
        return load.failure.empty() ? Unexpected{set.error()}
                                    : fail(ErrorCode::ReadFailed, load.failure);
    }
    setPlan(record, *order.plan);
    STOWAGE_TRY(addCurves(samples, record));
    return record;
}

Result<void> makeReference(const LoadProcessRequest& order, const std::string& program,
                           const std::stop_token& stop) {
    const QString made = order.folder + QStringLiteral("/reference.npy");
    const Json job{{"v", kServeVersion},
                   {"do", "reference"},
                   {"model", order.model.toStdString()},
                   {"tokens", promptText(order.forward)},
                   {"FILE.npy", made.toStdString()}};
    const JobPlace place{.program = program, .temporaryFolder = order.folder.toStdString()};
    const auto end = JobProcess(place).run(job, {}, stop);
    STOWAGE_TRY(end);
    if (stop.stop_requested()) {
        return Unexpected{cancelled()};
    }
    if (const auto report = jobReport(place, *end); !report) {
        return fail(ErrorCode::ReadFailed,
                    LoadProcessTexts::tr("The reference logits could not be computed: %1")
                        .arg(translated(report.error().message))
                        .toStdString());
    }
    // Within one file system: it appears whole.
    return QFile::rename(made, order.reference)
               ? Result<void>()
               : fail(ErrorCode::WriteFailed,
                      LoadProcessTexts::tr("The reference logits could not be saved as %1.")
                          .arg(order.reference)
                          .toStdString());
}

}  // namespace stowage
