// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_files.h"

#include "app/cli/device_options.h"
#include "app/cli/output_paths.h"
#include "engine/base/atomic_file_writer.h"
#include "engine/base/output_target.h"
#include "engine/run/logits_file.h"
#include "engine/telemetry/timeline_csv.h"

#include <CLI/CLI.hpp>

namespace stowage {

namespace {

/// The row of the last position.
Logits lastPosition(const Logits& numbers) {
    const auto width = static_cast<std::ptrdiff_t>(numbers.vocabulary);
    return {1, numbers.vocabulary, {numbers.values.end() - width, numbers.values.end()}};
}

}  // namespace

void RunFiles::addTo(CLI::App& command) {
    command
        .add_option("--logits", m_logits,
                    "Write the logits of the prompt's last position as float32 [1 × vocabulary]; "
                    "of an encoder its numbers (- for standard output)")
        ->type_name("FILE.npy")
        ->check(notEmpty());
    command
        .add_option("--timeline", m_timeline,
                    "Write what devices, links and disk did, and when, as CSV (- for standard "
                    "output)")
        ->type_name("FILE.csv")
        ->check(notEmpty());
}

Result<void> RunFiles::check(CommandContext& context) {
    if (const auto claimed =
            claimStandardOutput({{"--logits", &m_logits}, {"--timeline", &m_timeline}}, context);
        !claimed) {
        return claimed;
    }
    for (const std::string& path : {m_logits, m_timeline}) {
        if (const auto can = path.empty() ? Result<void>() : requireWritable(path); !can) {
            return can;
        }
    }
    return {};
}

std::shared_ptr<Timeline> RunFiles::makeTimeline() const {
    constexpr std::size_t kMostSpans = 1'000'000;  // of a few hundred bytes each
    return m_timeline.empty() ? nullptr
                              : std::make_shared<Timeline>(Timeline::Clock::now(), kMostSpans);
}

Result<void> RunFiles::write(const RunReport& report, const Timeline* timeline) const {
    Result<void> outcome;
    if (!m_logits.empty() && report.numbers.positions > 0) {
        outcome = writeLogitsFile(lastPosition(report.numbers), m_logits);
    }
    if (timeline != nullptr && !m_timeline.empty()) {
        const auto written = writeFileAtomically(m_timeline, timelineToCsv(timeline->all()));
        outcome = outcome ? written : outcome;
    }
    return outcome;
}

}  // namespace stowage
