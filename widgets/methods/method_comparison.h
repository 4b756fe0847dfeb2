// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/history/load_history.h"
#include "widgets/load/preflight.h"
#include "widgets/methods/load_process.h"
#include "widgets/support/worker.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTemporaryDir>

#include <memory>
#include <optional>
#include <vector>

namespace stowage {

class Document;

/// What is compared, and under which conditions.
struct ComparisonRequest {
    std::vector<LoadMethod> methods;
    PageCacheState cache = PageCacheState::AsIs;
    bool verify = true;  ///< compare every loaded byte with the file
};

/// One method's row.
struct ComparedMethod {
    enum class State { NotRun, Waiting, Refused, Running, Done, Failed, Cancelled };
    State state = State::NotRun;
    MethodPreflight preflight;  ///< what was said before
    LoadHistory::Record run;    ///< what was found; null unless Done or Failed
    QString sentence;           ///< why it was refused or failed
};

/// Loads the document's plan by several methods, one after the other, each in a fresh process of
/// stowagectl, which polls the memory of the one that loads from outside; the load records go into
/// the history. Nothing of it happens in this process, so that no method finds what another one
/// left. UI thread only, never waits there.
class MethodComparison : public QObject {
    Q_OBJECT
public:
    /// `program`: stowagectl's path; "": the one beside this program. All else is borrowed and
    /// outlives this.
    MethodComparison(Document* document, LoadHistory* store, QString program,
                     QObject* parent = nullptr);
    /// Ends the process that runs, and waits for its end.
    ~MethodComparison() override;

    /// What predicted times are computed from; null: they are unknown.
    void setMachineRates(std::shared_ptr<const MachineRates> rates);
    /// The most RAM that each method may hold, bytes; what was measured under another limit goes.
    /// A method that needs more is run and stopped there, if nothing else speaks against it. Does
    /// nothing while a comparison runs.
    void setRamLimit(std::optional<std::uint64_t> bytes);
    [[nodiscard]] std::optional<std::uint64_t> ramLimit() const { return m_ramLimit; }

    /// changed() follows for every step, finished() at the end; failed() where it cannot begin.
    /// Does nothing while a comparison runs.
    void start(const ComparisonRequest& request);
    /// Ends the process that runs; what is done stays. finished() follows.
    void cancel();

    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    /// A row for each method there is, in the order of allLoadMethods().
    [[nodiscard]] const std::vector<ComparedMethod>& rows() const { return m_rows; }
    /// Whether the model that was compared, or will be, is the one of the published row.
    [[nodiscard]] bool isPublishedModel() const { return m_isPublished; }
    [[nodiscard]] const ComparisonRequest& request() const { return m_request; }
    /// Of the method that runs.
    [[nodiscard]] double elapsedSeconds() const;
    /// Methods that are over, and how many were asked for.
    [[nodiscard]] int doneCount() const;
    [[nodiscard]] int askedCount() const { return static_cast<int>(m_request.methods.size()); }
    /// Where temporary files of the comparison lie; "" while none runs.
    [[nodiscard]] QString folder() const { return m_folder ? m_folder->path() : QString(); }

    /// Asks for the figures of the plan as it is now; off while nobody sees them.
    void setWatched(bool watched);
    [[nodiscard]] bool isWatched() const { return m_isWatched; }

Q_SIGNALS:
    void changed();
    void finished();
    /// The comparison cannot begin, or goes no further: one sentence.
    void failed(const QString& sentence);

private:
    void predict();
    void showPreflights(std::vector<MethodPreflight> preflights);
    void onPrepared(const std::vector<MethodPreflight>& preflights);
    void runNext();
    void startProcess(ComparedMethod& row);
    void onRead(Result<LoadRecord> record);
    void end();
    [[nodiscard]] LoadProcessRequest processRequestFor(LoadMethod method) const;
    [[nodiscard]] bool isAsked(LoadMethod method) const;
    [[nodiscard]] ComparedMethod* runningRow();

    Document* m_document;
    LoadHistory* m_store;
    std::shared_ptr<const MachineRates> m_rates;
    std::optional<std::uint64_t> m_ramLimit;
    std::vector<ComparedMethod> m_rows;
    ComparisonRequest m_request;
    std::shared_ptr<const PlacementPlan> m_plan;
    std::shared_ptr<const Checkpoint> m_checkpoint;
    OpenOptions m_opening;
    QString m_modelName;
    std::string m_id;
    bool m_isRunning = false;
    bool m_isCancelled = false;
    bool m_isWatched = false;
    bool m_isPublished = false;
    std::unique_ptr<QTemporaryDir> m_folder;  // outlives the worker
    QString m_program;
    QElapsedTimer m_elapsed;
    std::unique_ptr<Worker> m_predictor;
    std::unique_ptr<Worker> m_worker;
};

}  // namespace stowage
