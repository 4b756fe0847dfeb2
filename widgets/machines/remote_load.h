// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/load/program/load_method.h"
#include "engine/load/report/load_events.h"
#include "engine/load/report/load_record.h"
#include "widgets/machines/machine_connection.h"
#include "widgets/methods/load_process.h"

#include <nlohmann/json_fwd.hpp>

#include <QObject>
#include <QString>
#include <QTimer>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace stowage {

class LoadHistory;

/// What is to be loaded or run on a machine.
struct RemoteTask {
    std::shared_ptr<const PlacementPlan> plan;
    QString model;                                    ///< its path there
    QString modelName;                                ///< for the record
    std::shared_ptr<nlohmann::ordered_json> members;  ///< of the job
    AskedMethod method{};                             ///< of a load
};

/// One load or run at a time on another machine: its figures as they come, and its record, which
/// goes into the history. What is loaded stays there until cancel(), or until the connection ends.
/// UI thread only.
class RemoteLoad : public QObject {
    Q_OBJECT
public:
    enum class State {
        Idle,
        Loading,
        Paused,
        Loaded,
        Running,
        Ending,  ///< cancelled, or being unloaded
    };

    /// Both are borrowed and outlive it.
    RemoteLoad(MachineConnection* connection, LoadHistory* history, QObject* parent = nullptr);

    /// To be called while Idle and connected, as run() is.
    void load(RemoteTask task);
    void run(RemoteTask task);
    // Of a load that is on its way; other states ignore them.
    void pause();
    void resume();
    void step();
    /// Ends whatever there is: Idle follows, once everything was given back there.
    void cancel();

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] const Progress& progress() const { return m_progress; }
    /// The rate of the present phase, without pauses; 0: not known.
    [[nodiscard]] double bytesPerSecond() const { return m_rate; }
    /// What the charts show: the load as far as it is, then its record. Null before the first.
    [[nodiscard]] std::shared_ptr<const LoadRecord> record() const;
    /// What the load holds of a GPU there by now, bytes; nothing where that is not known.
    [[nodiscard]] std::optional<std::uint64_t> reservedOn(DeviceId gpu) const;
    /// How the last one went, or why not, in sentences; "" while there is nothing to tell.
    [[nodiscard]] const QString& report() const { return m_report; }
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; }
    /// Whether the last load was refused by its pre-flight check, which a load with the member
    /// "force" ignores.
    [[nodiscard]] bool wasRefused() const { return m_wasRefused; }

Q_SIGNALS:
    /// 10 times a second at most while it loads.
    void changed();

private:
    static constexpr int kLiveMs = 100;
    void begin(const char* what, State state, RemoteTask task);
    void ask(const char* what, State after);
    void takeProgress(const nlohmann::ordered_json& progress);
    void takeLoaded(const nlohmann::ordered_json& object);
    void takeRun(nlohmann::ordered_json object);
    void onDone(const Result<ServeAnswer>& answer);
    /// Null where the object is none of a load; then that is reported.
    [[nodiscard]] std::shared_ptr<LoadRecord> makeRecord(const nlohmann::ordered_json& object);
    void keep(const std::shared_ptr<const LoadRecord>& record);
    void tell(const QString& report, bool hasFailed);
    void setState(State state);

    MachineConnection* m_connection;
    LoadHistory* m_history;
    State m_state = State::Idle;
    RemoteTask m_task;
    std::int64_t m_id = -1;
    Progress m_progress;
    std::string m_phase;
    // Where the rate begins: with the phase, or after the last pause. Nothing: with the next event.
    std::optional<double> m_rateBegin;
    std::uint64_t m_rateBytes = 0;
    double m_rate = 0;
    LoadCurves m_curves;
    std::shared_ptr<const LoadRecord> m_record;  ///< null while it loads
    QString m_report;
    bool m_hasFailed = false;
    bool m_wasRefused = false;
    QTimer m_clock;
};

}  // namespace stowage
