// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/base/result.h"
#include "engine/load/report/load_events.h"
#include "engine/load/report/load_record.h"
#include "engine/run/run_report.h"
#include "engine/telemetry/timeline.h"

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

namespace CLI {
class App;
}

namespace stowage {

struct LoadBackends;
struct LoadReport;
struct LoadSchedule;

struct OpenedProject;

/// An option that writes a file, "--csv", and the path that somebody gave to it, which is changed
/// in place; "" where the option was not given.
using NamedOutput = std::pair<const char*, std::string*>;

/// To be called before anything is printed: whether the files can be written. A path of "-",
/// /dev/stdout or the like means standard output: it becomes /dev/stdout, and what the command says
/// to people goes to standard error, so that the file stands there alone. Errors: InvalidArgument
/// (beside --json, which has standard output, or two of them); those of opening them.
[[nodiscard]] Result<void> checkOutputs(std::initializer_list<NamedOutput> outputs,
                                        CommandContext& context);

/// `--record FILE`: one load, run or chain as the window's history keeps it, curves included.
class RecordFile {
public:
    /// Adds the option to a command; it binds to this object, which must outlive the parse.
    void addTo(CLI::App& command);

    [[nodiscard]] bool isWanted() const { return !m_path.empty(); }
    [[nodiscard]] NamedOutput output() { return {"--record", &m_path}; }
    /// The project, where the model was named by one, that names the record once it is written.
    void nameIn(std::shared_ptr<const OpenedProject> project) { m_project = std::move(project); }
    /// Writes what `fill` makes of a record that has its date, its model and its plan; without
    /// effect where none is wanted. Reads headers of the model. Errors: those of `fill`, of
    /// referenceOf(), of writing and of nameRecord().
    [[nodiscard]] Result<void> write(const LoadSchedule& schedule,
                                     const std::function<Result<void>(LoadRecord&)>& fill) const;

private:
    std::string m_path;
    std::shared_ptr<const OpenedProject> m_project;
};

/// The files that a load leaves where a person asks for them: `--csv`, `--segments`, `--audit`,
/// `--events`, `--record`.
class LoadFiles {
public:
    /// Adds the options to a command; they bind to this object, which must outlive the parse.
    void addTo(CLI::App& command);

    /// Before seconds of loading: whether they can be written; "-" is standard output from then on.
    /// Errors: those of checkOutputs().
    [[nodiscard]] Result<void> check(CommandContext& context);
    [[nodiscard]] bool wantsSamples() const { return !m_samples.empty() || wantsRecord(); }
    [[nodiscard]] bool wantsRecord() const { return m_record.isWanted(); }
    void nameIn(std::shared_ptr<const OpenedProject> project) {
        m_record.nameIn(std::move(project));
    }
    /// The first option whose file is made of what a load measures; null where none was given.
    [[nodiscard]] const char* measuredOption() const;
    [[nodiscard]] bool wantsEvents() const { return !m_events.empty(); }
    /// An audit compares every byte, so it verifies.
    [[nodiscard]] bool wantsAudit() const { return !m_audit.empty(); }

    /// The events' file, made before the load, or the progress of `job`; null where neither is
    /// wanted. Errors: those of opening the file.
    [[nodiscard]] Result<std::unique_ptr<LoadEventWriter>> openEvents(
        std::shared_ptr<const MemorySampler> sampler, const JobChannel* job) const;

    /// Writes those that are written at the end; `sampler` is the load's where there are samples.
    /// Errors: those of writing; the first one, with the others written all the same.
    [[nodiscard]] Result<void> write(const LoadReport& report, const LoadSchedule& schedule,
                                     const MemorySampler* sampler,
                                     const LoadBackends& backends) const;
    /// Of a dry run, which leaves no other file. Errors: as RecordFile::write().
    [[nodiscard]] Result<void> writeRecord(const LoadReport& report, const LoadSchedule& schedule,
                                           const MemorySampler* sampler) const;

private:
    std::string m_samples;
    std::string m_segments;
    std::string m_audit;
    std::string m_events;
    RecordFile m_record;
};

/// The files that a run leaves where a person asks for them: `--logits`, `--timeline`, `--record`.
class RunFiles {
public:
    /// Adds the options to a command; they bind to this object, which must outlive the parse.
    void addTo(CLI::App& command);

    /// Before seconds of loading: whether they can be written; "-" is standard output from then
    /// on. Errors: those of checkOutputs().
    [[nodiscard]] Result<void> check(CommandContext& context);
    [[nodiscard]] const RecordFile& record() const { return m_record; }
    void nameIn(std::shared_ptr<const OpenedProject> project) {
        m_record.nameIn(std::move(project));
    }
    /// For the curves of a run that begins now; null where no record is wanted.
    [[nodiscard]] std::shared_ptr<MemorySampler> makeSampler(const LoadBackends& backends) const;
    /// To be filled while the model runs; null where no `--timeline` is wanted.
    [[nodiscard]] std::shared_ptr<Timeline> makeTimeline() const;
    /// Writes those that there is something for. Errors: those of writing; the first one, with the
    /// other written all the same.
    [[nodiscard]] Result<void> write(const RunReport& report, const Timeline* timeline) const;

private:
    std::string m_logits;
    std::string m_timeline;
    RecordFile m_record;
};

}  // namespace stowage
