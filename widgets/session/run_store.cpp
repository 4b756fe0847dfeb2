// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/run_store.h"

#include "engine/base/atomic_file_writer.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

using Run = RunStore::Run;

QString fileOf(const QString& folder, const std::string& id) {
    return folder + QLatin1Char('/') + QString::fromStdString(id) + QStringLiteral(".json");
}

Result<std::string> readText(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return fail(
            ErrorCode::ReadFailed,
            path.toStdString() + " cannot be read: " + file.errorString().toStdString() + ".",
            path.toStdString());
    }
    return file.readAll().toStdString();
}

Result<RunRecord> readRecord(const QString& path) {
    const auto text = readText(path);
    return text ? runRecordFromJson(*text, path.toStdString()) : text.unexpected();
}

/// Why it could not be written; "" where it was.
QString writeRecord(const QString& folder, const RunRecord& record) {
    if (folder.isEmpty()) {
        return {};
    }
    if (!QDir().mkpath(folder)) {
        return RunStore::tr("The run is not kept: the folder %1 cannot be made.").arg(folder);
    }
    const auto written =
        writeFileAtomically(fileOf(folder, record.id).toStdString(), runRecordToJson(record));
    return written ? QString()
                   : RunStore::tr("The run is not kept: %1")
                         .arg(QString::fromStdString(written.error().message));
}

bool isNewer(const Run& first, const Run& second) {
    return std::pair(first->date, first->id) > std::pair(second->date, second->id);
}

}  // namespace

std::string runDateNow() {
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toStdString();
}

RunStore::RunStore(const QString& folder, std::size_t limit, QObject* parent)
    : QObject(parent), m_folder(folder), m_limit(limit), m_worker(std::make_unique<Worker>()) {
    setObjectName(QStringLiteral("run_store"));
    if (!folder.isEmpty()) {
        readFolder();
    }
}

RunStore::~RunStore() {
    m_worker->stopAndJoin();
    for (const Task& task : m_tasks) {
        task();
    }
}

void RunStore::enqueue(Task task) {
    m_tasks.push_back(std::move(task));
    runNext();
}

void RunStore::runNext() {
    if (m_isBusy || m_tasks.empty()) {
        return;
    }
    m_isBusy = true;
    Task task = std::move(m_tasks.front());
    m_tasks.pop_front();
    m_worker->start([task = std::move(task)](const std::stop_token&) { return task(); },
                    [this](const std::function<void()>& done) {
                        m_isBusy = false;
                        done();
                        runNext();
                    },
                    [this](const Error& error) {
                        m_isBusy = false;
                        Q_EMIT notice(QString::fromStdString(error.message));
                        runNext();
                    });
}

void RunStore::readFolder() {
    enqueue([this, folder = m_folder]() -> std::function<void()> {
        std::vector<Run> runs;
        QStringList problems;
        const QStringList names =
            QDir(folder).entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name);
        for (const QString& name : names) {
            auto record = readRecord(folder + QLatin1Char('/') + name);
            if (record) {
                // A file that was renamed by hand is still found under its name.
                record->id = QFileInfo(name).completeBaseName().toStdString();
                runs.push_back(std::make_shared<const RunRecord>(std::move(*record)));
            } else {
                problems.append(QString::fromStdString(record.error().message));
            }
        }
        return [this, runs = std::move(runs), problems] {
            for (const Run& run : runs) {
                insert(run);
            }
            Q_EMIT changed();
            if (problems.size() == 1) {
                Q_EMIT notice(tr("A kept run is left as it is: %1").arg(problems.front()));
            } else if (problems.size() > 1) {
                Q_EMIT notice(tr("%1 kept runs are left as they are; the first: %2")
                                  .arg(problems.size())
                                  .arg(problems.front()));
            }
        };
    });
}

RunStore::Run RunStore::find(const QString& id) const {
    const auto found = std::ranges::find(m_runs, id.toStdString(), &RunRecord::id);
    return found == m_runs.end() ? nullptr : *found;
}

void RunStore::insert(const Run& run) {
    m_runs.insert(std::ranges::upper_bound(m_runs, run, isNewer), run);
}

std::string RunStore::newId() {
    const QString now =
        QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd-HHmmss-zzz"));
    return QStringLiteral("%1-%2").arg(now).arg(++m_lastNumber).toStdString();
}

void RunStore::add(Maker make) {
    enqueue([this, folder = m_folder, id = newId(),
             make = std::move(make)]() -> std::function<void()> {
        auto made = make();
        if (!made) {
            const QString sentence = QString::fromStdString(made.error().message);
            return [this, sentence] { Q_EMIT notice(sentence); };
        }
        made->id = id;
        // Another window may have taken the same name in the same millisecond.
        for (int copy = 2; !folder.isEmpty() && QFile::exists(fileOf(folder, made->id)); ++copy) {
            made->id = id + "-" + std::to_string(copy);
        }
        made->date = made->date.empty() ? runDateNow() : made->date;
        const auto run = std::make_shared<const RunRecord>(std::move(*made));
        const QString problem = writeRecord(folder, *run);
        return [this, run, problem] {
            insert(run);
            Q_EMIT changed();
            Q_EMIT added(QString::fromStdString(run->id));
            if (!problem.isEmpty()) {
                Q_EMIT notice(problem);
            }
            keepWithinLimit();
        };
    });
}

void RunStore::importFile(const QString& path) {
    enqueue([this, path]() -> std::function<void()> {
        const auto text = readText(path);
        auto records = text ? importRuns(*text, path.toStdString())
                            : Result<std::vector<RunRecord>>(text.unexpected());
        if (!records) {
            const QString sentence = QString::fromStdString(records.error().message);
            return [this, sentence] { Q_EMIT notice(sentence); };
        }
        const std::string date =
            QFileInfo(path).lastModified().toUTC().toString(Qt::ISODateWithMs).toStdString();
        return [this, path, date, records = std::move(*records)] {
            for (RunRecord record : records) {
                record.date = record.date.empty() ? date : record.date;
                if (record.modelName.empty()) {
                    record.modelName = QFileInfo(path).completeBaseName().toStdString();
                }
                add([record = std::move(record)] { return Result<RunRecord>(record); });
            }
        };
    });
}

void RunStore::exportRuns(std::vector<Run> runs, const QString& path) {
    enqueue([this, runs = std::move(runs), path]() -> std::function<void()> {
        std::vector<const RunRecord*> records;
        std::ranges::transform(runs, std::back_inserter(records), &Run::get);
        const bool asJson = path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
        const auto written = writeFileAtomically(path.toStdString(),
                                                 asJson ? runsToJson(records) : runsToCsv(records));
        const QString name = QDir::toNativeSeparators(path);
        const QString sentence = !written ? QString::fromStdString(written.error().message)
                                 : runs.size() == 1
                                     ? tr("1 run exported to %1.").arg(name)
                                     : tr("%1 runs exported to %2.").arg(runs.size()).arg(name);
        return [this, sentence] { Q_EMIT notice(sentence); };
    });
}

void RunStore::keepWithinLimit() {
    while (m_runs.size() > m_limit) {
        // From the oldest on; a note says that somebody cares.
        const auto plain = std::ranges::find(m_runs.rbegin(), m_runs.rend(), std::string(),
                                             [](const Run& run) { return run->note; });
        const auto victim = plain == m_runs.rend() ? m_runs.rbegin() : plain;
        const Run run = *victim;
        m_runs.erase(std::next(victim).base());
        removeFile(run->id);
        Q_EMIT changed();
        Q_EMIT notice(tr("%1 runs are kept; the oldest one, of %2, was removed.")
                          .arg(m_limit)
                          .arg(QString::fromStdString(run->date.substr(0, 10))));
    }
}

void RunStore::remove(const QStringList& ids) {
    std::vector<Run> removed;
    for (const QString& id : ids) {
        if (const Run run = find(id)) {
            removed.push_back(run);
            std::erase(m_runs, run);
            removeFile(run->id);
        }
    }
    if (!removed.empty()) {
        m_removed = std::move(removed);
        Q_EMIT changed();
    }
}

void RunStore::undoRemove() {
    for (const Run& run : std::exchange(m_removed, {})) {
        insert(run);
        write(run);
    }
    Q_EMIT changed();
}

void RunStore::setNote(const QString& id, const QString& note) {
    const auto found = std::ranges::find(m_runs, id.toStdString(), &RunRecord::id);
    if (found == m_runs.end() || (*found)->note == note.toStdString()) {
        return;
    }
    auto noted = std::make_shared<RunRecord>(**found);
    noted->note = note.toStdString();
    *found = noted;
    write(noted);
    Q_EMIT changed();
}

void RunStore::write(const Run& run) {
    enqueue([this, folder = m_folder, run]() -> std::function<void()> {
        const QString problem = writeRecord(folder, *run);
        return [this, problem] {
            if (!problem.isEmpty()) {
                Q_EMIT notice(problem);
            }
        };
    });
}

void RunStore::removeFile(const std::string& id) {
    if (m_folder.isEmpty()) {
        return;
    }
    enqueue([this, path = fileOf(m_folder, id)]() -> std::function<void()> {
        QFile file(path);
        const bool isGone = !file.exists() || file.remove();
        const QString problem = isGone ? QString() : file.errorString();
        return [this, path, problem] {
            if (!problem.isEmpty()) {
                Q_EMIT notice(tr("%1 cannot be removed: %2.").arg(path, problem));
            }
        };
    });
}

}  // namespace stowage
