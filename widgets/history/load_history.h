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
#include <set>
#include <string>
#include <vector>

namespace stowage {

/// Every load, run, chain and comparison, kept as a file each in one folder, so that they outlive
/// the window. Files are read and written in a worker; a file that cannot be read is told of and
/// left alone. What is read at the start are summaries: curves come when they are asked for. UI
/// thread only.
class LoadHistory : public QObject {
    Q_OBJECT
public:
    using Record = std::shared_ptr<const LoadRecord>;
    /// Makes a record in the worker. Its id is given by the history; a date that is missing, too.
    using Maker = std::function<Result<LoadRecord>()>;

    /// `folder` is made with the first file; "" keeps the records in memory only. `limit`: how many
    /// records are kept; beyond it the oldest one goes, those with a note last. Of a folder with
    /// more files those that were written last are read.
    explicit LoadHistory(const QString& folder, std::size_t limit = kDefaultLimit,
                         QObject* parent = nullptr);
    /// Writes what still waits.
    ~LoadHistory() override;

    /// Newest first. Of those that were read from files, without curves and `loadObject`.
    [[nodiscard]] const std::vector<Record>& records() const { return m_records; }
    /// Null where there is none.
    [[nodiscard]] Record find(const QString& id) const;
    [[nodiscard]] const QString& folder() const { return m_folder; }
    /// The file of a record; "" where records are kept in memory only.
    [[nodiscard]] QString pathOf(const LoadRecord& record) const;
    /// True until all that was asked for is read and written.
    [[nodiscard]] bool isBusy() const { return m_isBusy || !m_tasks.empty(); }

    /// added() follows, or notice().
    void add(Maker make);
    /// Reads the records of a file that stowagectl or this program wrote. added() follows for each,
    /// or notice() with the reason.
    void importFile(const QString& path);
    /// Writes records to a file: JSON where it is called so, else CSV. notice() says how it went.
    void exportRecords(const std::vector<Record>& records, const QString& path);
    /// Also from the disk. What was removed comes back with undoRemove(), the last removal first,
    /// as long as the history lives.
    void remove(const QStringList& ids);
    /// Of the last removal; 0: there is nothing to bring back.
    [[nodiscard]] std::size_t removedCount() const;
    void undoRemove();
    void setNote(const QString& id, const QString& note);
    /// Reads the curves of those that are there without them; curvesRead() follows, at once where
    /// all are there.
    void wantCurves(const std::vector<Record>& records);
    /// Reads a record whole, to be called in a worker. Errors: those of readRecordText() and
    /// loadRecordFromJson().
    [[nodiscard]] std::function<Result<Record>()> wholeRecord(const Record& record) const;

    static constexpr std::size_t kDefaultLimit = 500;

Q_SIGNALS:
    /// The list is another one.
    void changed();
    void added(const QString& id);
    /// Those of the last wantCurves() are in records() now, as far as they can be read.
    void curvesRead();
    /// The file of a record is there, new or brought back, or it is no more.
    void fileKept(const LoadHistory::Record& record, const QString& path);
    void fileRemoved(const QString& path);
    /// One sentence: what could not be read or kept, or was removed to make room.
    void notice(const QString& sentence);

private:
    /// Work in the worker; what it returns is called here.
    using Task = std::function<std::function<void()>()>;
    struct Removed {
        Record record;
        std::shared_ptr<std::string> text;  ///< of its file; only the worker touches it
    };

    void enqueue(Task task);
    void runNext();
    /// What a task returns that has nothing else to do here; "" tells nothing.
    [[nodiscard]] std::function<void()> telling(const QString& sentence);
    void readFolder();
    void tellUnread(const QStringList& problems, qsizetype passedOver);
    void insert(const Record& record);
    void takeCurves(const Record& record);
    void keepWithinLimit();
    /// `text` gets what it held.
    void removeFile(const Record& record, std::shared_ptr<std::string> text);
    void bringBack(const Removed& removed);
    [[nodiscard]] std::string newId();

    QString m_folder;
    std::size_t m_limit;
    std::vector<Record> m_records;
    std::set<std::string> m_asked;  ///< ids of summaries whose curves were asked for
    std::vector<std::vector<Removed>> m_removed;
    std::deque<Task> m_tasks;
    bool m_isBusy = false;
    int m_lastNumber = 0;
    std::unique_ptr<Worker> m_worker;
};

/// Whether it was made here, of this model, or of a chain in which it had a turn.
[[nodiscard]] bool isRecordOf(const LoadRecord& record, const std::string& modelPath);

}  // namespace stowage
