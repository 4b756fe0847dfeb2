// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/report/load_record.h"
#include "widgets/support/worker.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace stowage {

/// Every load and comparison, kept as a file each in one folder, so that they outlive the window.
/// Files are read and written in a worker; a file that cannot be read is told of and left alone.
/// UI thread only.
class LoadHistory : public QObject {
    Q_OBJECT
public:
    using Record = std::shared_ptr<const LoadRecord>;
    /// Makes a record in the worker. Its id is given by the history; a date that is missing, too.
    using Maker = std::function<Result<LoadRecord>()>;

    /// `folder` is made with the first file; "" keeps the records in memory only. `limit`: how many
    /// records are kept; beyond it the oldest one goes, those with a note last.
    explicit LoadHistory(const QString& folder, std::size_t limit = kDefaultLimit,
                         QObject* parent = nullptr);
    /// Writes what still waits.
    ~LoadHistory() override;

    /// Newest first.
    [[nodiscard]] const std::vector<Record>& records() const { return m_records; }
    /// Null where there is none.
    [[nodiscard]] Record find(const QString& id) const;
    [[nodiscard]] const QString& folder() const { return m_folder; }
    /// True until all that was asked for is read and written.
    [[nodiscard]] bool isBusy() const { return m_isBusy || !m_tasks.empty(); }

    /// added() follows, or notice().
    void add(Maker make);
    /// Reads the records of a file that stowagectl or this program wrote. added() follows for each,
    /// or notice() with the reason.
    void importFile(const QString& path);
    /// Writes records to a file: JSON where it is called so, else CSV. notice() says how it went.
    void exportRecords(std::vector<Record> runs, const QString& path);
    /// Also from the disk. Those removed last come back with undoRemove().
    void remove(const QStringList& ids);
    [[nodiscard]] std::size_t removedCount() const { return m_removed.size(); }
    void undoRemove();
    void setNote(const QString& id, const QString& note);

    static constexpr std::size_t kDefaultLimit = 500;

Q_SIGNALS:
    /// The list is another one.
    void changed();
    void added(const QString& id);
    /// One sentence: what could not be read or kept, or was removed to make room.
    void notice(const QString& sentence);

private:
    /// Work in the worker; what it returns is called here.
    using Task = std::function<std::function<void()>()>;

    void enqueue(Task task);
    void runNext();
    /// What a task returns that has nothing else to do here; "" tells nothing.
    [[nodiscard]] std::function<void()> telling(const QString& sentence);
    void readFolder();
    void insert(const Record& run);
    void keepWithinLimit();
    void write(const Record& run);
    void removeFile(const std::string& id);
    [[nodiscard]] std::string newId();

    QString m_folder;
    std::size_t m_limit;
    std::vector<Record> m_records;
    std::vector<Record> m_removed;
    std::deque<Task> m_tasks;
    bool m_isBusy = false;
    int m_lastNumber = 0;
    std::unique_ptr<Worker> m_worker;
};

/// Now, as records hold dates: "2026-11-20T14:03:22.123Z".
[[nodiscard]] std::string recordDateNow();

class LoadController;
class LoadHistory;
class RunController;
struct CurveSpan;
struct LoadReport;
struct RunReport;

/// Keeps every load and every run of the window as a record: its report, its plan, and the sampled
/// curves of its time. All are borrowed and outlive it.
class LoadRecorder : public QObject {
    Q_OBJECT
public:
    LoadRecorder(LoadController* controller, LoadHistory* store, QObject* parent = nullptr);
    /// From now on its runs, too.
    void follow(RunController* runs);

private:
    void keep(const std::shared_ptr<const LoadReport>& report);
    void keepRun(const RunController& runs);
    /// `fill` is called in the worker.
    void add(const std::shared_ptr<const LoadSchedule>& schedule, const QString& modelName,
             const CurveSpan& span, std::function<Result<void>(LoadRecord&)> fill);

    LoadController* m_controller;
    LoadHistory* m_store;
};

}  // namespace stowage
