// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/load_files.h"

#include "app/cli/output_paths.h"
#include "app/cli/samples_csv.h"
#include "engine/base/atomic_file_writer.h"
#include "engine/base/output_target.h"
#include "engine/device/allocator_json.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <utility>

namespace stowage {

namespace {

std::string samplesOf(const MemorySampler& sampler, const LoadBackends& backends) {
    std::vector<DeviceId> devices;
    for (const auto& device : backends.devices) {
        devices.push_back(device->info().id);
    }
    std::uint64_t cursor = 0;
    SampleMarks marks{sampler.phases(), sampler.marks()};
    // From the load's own start, so that the table's times are those of its phases.
    marks.origin = marks.phases.empty() ? 0 : marks.phases.front().begin;
    return samplesToCsv(sampler.series().since(cursor).samples, devices, marks);
}

}  // namespace

void LoadFiles::addTo(CLI::App& command) {
    command
        .add_option("--csv", m_samples,
                    "Write the memory samples, with phases and tensors, as CSV (- for "
                    "standard output, as for the next three)")
        ->type_name("FILE");
    command
        .add_option("--segments", m_segments,
                    "Write which tensor lies where on each GPU at the end, as JSON")
        ->type_name("FILE");
    command
        .add_option("--audit", m_audit,
                    "Verify, and write every tensor's device, dtype and comparison as CSV")
        ->type_name("FILE");
    command
        .add_option("--events", m_events,
                    "Write progress and memory as JSON lines while the load runs, for programs "
                    "that follow it")
        ->type_name("FILE");
}

Result<void> LoadFiles::check(CommandContext& context) {
    if (const auto claimed = claimStandardOutput({{"--csv", &m_samples},
                                                  {"--segments", &m_segments},
                                                  {"--audit", &m_audit},
                                                  {"--events", &m_events}},
                                                 context);
        !claimed) {
        return claimed;
    }
    for (const std::string& path : {m_samples, m_segments, m_audit, m_events}) {
        if (const auto can = path.empty() ? Result<void>() : requireWritable(path); !can) {
            return can;
        }
    }
    return {};
}

Result<std::unique_ptr<LoadEventWriter>> LoadFiles::openEvents(
    std::shared_ptr<const MemorySampler> sampler) const {
    return m_events.empty() ? std::unique_ptr<LoadEventWriter>()
                            : LoadEventWriter::open(m_events, std::move(sampler));
}

Result<void> LoadFiles::write(const LoadReport& report, const MemorySampler* sampler,
                              const LoadBackends& backends) const {
    Result<void> outcome;
    const auto leave = [&outcome](const std::string& path, const std::string& text) {
        if (Result<void> written = writeFileAtomically(path, text); !written && outcome) {
            outcome = written;
        }
    };
    if (wantsSamples() && sampler != nullptr) {
        leave(m_samples, samplesOf(*sampler, backends));
    }
    if (!m_segments.empty()) {
        leave(m_segments, segmentsToJson(report));
    }
    if (wantsAudit()) {
        leave(m_audit, auditToCsv(report.audit));
    }
    return outcome;
}

std::string segmentsToJson(const LoadReport& report) {
    nlohmann::ordered_json devices = nlohmann::ordered_json::object();
    for (const DeviceLoadFigures& figures : report.devices) {
        if (figures.device.id.isGpu()) {
            devices[deviceName(figures.device.id)] = segmentMapJson(figures.segments);
        }
    }
    return devices.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace stowage
