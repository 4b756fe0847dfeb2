// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/output_files.h"

#include "app/cli/job_channel.h"
#include "app/cli/options/common_options.h"
#include "app/cli/options/inputs.h"
#include "app/cli/output/samples_csv.h"
#include "engine/base/file_writer.h"
#include "engine/base/json_reader.h"
#include "engine/device/allocator_statistics.h"
#include "engine/load/execute/load_job.h"
#include "engine/load/execute/load_monitor.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/tensor_backend.h"
#include "engine/project/model_reference.h"
#include "engine/run/models/logits.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace stowage {
namespace {

constexpr std::array<std::string_view, 4> kNames{"-", "/dev/stdout", "/dev/fd/1",
                                                 "/proc/self/fd/1"};

Unexpected isTaken(const NamedOutput& output, const std::string& by) {
    return fail(
        ErrorCode::InvalidArgument,
        say("%1 \"%2\" and %3 would both write to standard output; give a file name instead.",
            output.first, *output.second, by),
        {}, output.first);
}

std::string samplesOf(const MemorySampler& sampler, const LoadBackends& backends) {
    std::vector<DeviceId> devices;
    for (const auto& device : backends.devices) {
        devices.push_back(device->info().id);
    }
    std::uint64_t cursor = 0;
    const auto phases = sampler.phases();
    // From the load's own start, so that the table's times are those of its phases.
    const double origin = phases.empty() ? 0 : phases.front().begin;
    return samplesToCsv(sampler.series().since(cursor).samples, devices, phases, sampler.marks(),
                        origin);
}

/// The segment map of every GPU as one object: {"gpu:0": {"reserved", …, "segments": […]}}.
std::string segmentsToJson(const LoadReport& report) {
    nlohmann::ordered_json devices = nlohmann::ordered_json::object();
    for (const DeviceLoadFigures& figures : report.devices) {
        if (figures.device.id.isGpu()) {
            devices[deviceName(figures.device.id)] = segmentMapJson(figures.segments);
        }
    }
    return jsonText(devices, 2) + "\n";
}

}  // namespace

Result<void> checkOutputs(std::initializer_list<NamedOutput> outputs, CommandContext& context) {
    std::string owner = context.wantsJson() ? "--json" : "";
    for (const auto& [option, path] : outputs) {
        if (std::ranges::find(kNames, *path) == kNames.end()) {
            continue;
        }
        if (!owner.empty()) {
            return isTaken({option, path}, owner);
        }
        owner = option;
        *path = "/dev/stdout";
        context.leaveOutputToFile();
    }
    for (const auto& [option, path] : outputs) {
        if (!path->empty()) {
            STOWAGE_TRY(requireWritable(*path));
            context.willWrite(*path);
        }
    }
    return {};
}

void RecordFile::addTo(CLI::App& command) {
    addOption(command, "--record", "FILE", m_path);
}

Result<void> RecordFile::write(const LoadSchedule& schedule,
                               const std::function<Result<void>(LoadRecord&)>& fill) const {
    if (!isWanted()) {
        return {};
    }
    const auto model = referenceOf(*schedule.checkpoint);
    STOWAGE_TRY(model);
    LoadRecord record;
    record.date = recordDateNow();
    record.source = LoadRecordSource::Import;
    record.modelPath = schedule.checkpoint->path;
    record.modelName = lastNameOf(record.modelPath);
    record.modelDigest = model->digest;
    setPlan(record, *schedule.plan);
    STOWAGE_TRY(fill(record));
    STOWAGE_TRY(writeFileAtomically(m_path, loadRecordToJson(record) + "\n"));
    const bool isFile = std::ranges::find(kNames, m_path) == kNames.end();
    return m_project && isFile ? nameRecord(*m_project, record.modelPath, m_path) : Result<void>();
}

void LoadFiles::addTo(CLI::App& command) {
    addOption(command, "--csv", "FILE", m_samples);
    addOption(command, "--segments", "FILE", m_segments);
    addOption(command, "--audit", "FILE", m_audit);
    addOption(command, "--events", "FILE", m_events);
    m_record.addTo(command);
}

Result<void> LoadFiles::check(CommandContext& context) {
    return checkOutputs({{"--csv", &m_samples},
                         {"--segments", &m_segments},
                         {"--audit", &m_audit},
                         {"--events", &m_events},
                         m_record.output()},
                        context);
}

const char* LoadFiles::measuredOption() const {
    return !m_samples.empty()    ? "--csv"
           : !m_segments.empty() ? "--segments"
           : wantsAudit()        ? "--audit"
                                 : nullptr;
}

Result<std::unique_ptr<LoadEventWriter>> LoadFiles::openEvents(
    std::shared_ptr<const MemorySampler> sampler, const JobChannel* job) const {
    if (job != nullptr && job->isFollowed() && m_events.empty()) {
        return LoadEventWriter::toSink([job](std::string_view line) { job->tell(line); },
                                       std::move(sampler));
    }
    return m_events.empty() ? std::unique_ptr<LoadEventWriter>()
                            : LoadEventWriter::open(m_events, std::move(sampler));
}

Result<void> LoadFiles::writeRecord(const LoadReport& report, const LoadSchedule& schedule,
                                    const MemorySampler* sampler) const {
    return m_record.write(schedule, [&](LoadRecord& record) {
        if (sampler != nullptr) {
            record.curves = curvesOf(*sampler, curveSpanOf(*sampler, 0, report));
        }
        return setLoadReport(record, report, schedule);
    });
}

Result<void> LoadFiles::write(const LoadReport& report, const LoadSchedule& schedule,
                              const MemorySampler* sampler, const LoadBackends& backends) const {
    Result<void> outcome;
    const auto leave = [&outcome](const std::string& path, const std::string& text) {
        if (Result<void> written = writeFileAtomically(path, text); !written && outcome) {
            outcome = written;
        }
    };
    if (!m_samples.empty() && sampler != nullptr) {
        leave(m_samples, samplesOf(*sampler, backends));
    }
    if (!m_segments.empty()) {
        leave(m_segments, segmentsToJson(report));
    }
    if (wantsAudit()) {
        leave(m_audit, auditToCsv(report.audit));
    }
    const auto recorded = writeRecord(report, schedule, sampler);
    return outcome ? recorded : outcome;
}

void RunFiles::addTo(CLI::App& command) {
    addTextOption(command, "--logits", "FILE.npy", m_logits);
    addTextOption(command, "--timeline", "FILE.csv", m_timeline);
    m_record.addTo(command);
}

Result<void> RunFiles::check(CommandContext& context) {
    return checkOutputs({{"--logits", &m_logits}, {"--timeline", &m_timeline}, m_record.output()},
                        context);
}

std::shared_ptr<Timeline> RunFiles::makeTimeline() const {
    constexpr std::size_t kMostSpans = 1'000'000;  // of a few hundred bytes each
    return m_timeline.empty() ? nullptr
                              : std::make_shared<Timeline>(Timeline::Clock::now(), kMostSpans);
}

std::shared_ptr<MemorySampler> RunFiles::makeSampler(const LoadBackends& backends) const {
    if (!m_record.isWanted()) {
        return nullptr;
    }
    auto sampler = std::make_shared<MemorySampler>(LoadOptions().sampleIntervalSeconds);
    sampler->setDevices(backends.devices);
    return sampler;
}

Result<void> RunFiles::write(const RunReport& report, const Timeline* timeline) const {
    Result<void> outcome;
    if (!m_logits.empty() && report.numbers.positions > 0) {
        outcome = writeLogitsFile(lastPositions(report), m_logits);
    }
    if (timeline != nullptr && !m_timeline.empty()) {
        const auto written = writeFileAtomically(m_timeline, timelineToCsv(timeline->all()));
        outcome = outcome ? written : outcome;
    }
    return outcome;
}

}  // namespace stowage
