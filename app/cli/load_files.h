// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/load/load_events.h"
#include "engine/load/load_job.h"

#include <memory>
#include <string>

namespace CLI {
class App;
}

namespace stowage {

/// The files that a load leaves where a person asks for them: `--csv`, `--segments`, `--audit`,
/// `--events`.
class LoadFiles {
public:
    /// Adds the options to a command; they bind to this object, which must outlive the parse.
    void addTo(CLI::App& command);

    /// Before seconds of loading: whether they can be written; "-" is standard output from then on.
    /// Errors: those of claimStandardOutput and of opening them.
    [[nodiscard]] Result<void> check(CommandContext& context);
    [[nodiscard]] bool wantsSamples() const { return !m_samples.empty(); }
    [[nodiscard]] bool wantsEvents() const { return !m_events.empty(); }
    /// An audit compares every byte, so it verifies.
    [[nodiscard]] bool wantsAudit() const { return !m_audit.empty(); }

    /// The events' file, made before the load; null where none is wanted. Errors: those of opening
    /// it.
    [[nodiscard]] Result<std::unique_ptr<LoadEventWriter>> openEvents(
        std::shared_ptr<const MemorySampler> sampler) const;

    /// Writes those that are written at the end; `sampler` is the load's where there are samples.
    /// Errors: those of writing; the first one, with the others written all the same.
    [[nodiscard]] Result<void> write(const LoadReport& report, const MemorySampler* sampler,
                                     const LoadBackends& backends) const;

private:
    std::string m_samples;
    std::string m_segments;
    std::string m_audit;
    std::string m_events;
};

/// The segment map of every GPU as one object: {"gpu:0": {"reserved", …, "segments": […]}}.
[[nodiscard]] std::string segmentsToJson(const LoadReport& report);

}  // namespace stowage
