// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/history/load_history.h"

#include "engine/base/file_writer.h"
#include "engine/load/execute/load_monitor.h"
#include "widgets/load/load_controller.h"
#include "widgets/run/run_controller.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

using Record = LoadHistory::Record;

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

Result<LoadRecord> readRecord(const QString& path) {
    const auto text = readText(path);
    return text ? loadRecordFromJson(*text, path.toStdString()) : text.unexpected();
}

/// Why it could not be written; "" where it was.
QString writeRecord(const QString& folder, const LoadRecord& record) {
    if (folder.isEmpty()) {
        return {};
    }
    if (!QDir().mkpath(folder)) {
        return LoadHistory::tr("The run is not kept: the folder %1 cannot be made.").arg(folder);
    }
    const auto written =
        writeFileAtomically(fileOf(folder, record.id).toStdString(), loadRecordToJson(record));
    return written ? QString()
                   : LoadHistory::tr("The run is not kept: %1")
                         .arg(QString::fromStdString(written.error().message));
}

bool isNewer(const Record& first, const Record& second) {
    return std::pair(first->date, first->id) > std::pair(second->date, second->id);
}

/// The load's own time on the sampler's clock: from its first phase to the end of the last one,
/// without the verification. `started`: a moment before.
CurveSpan spanOf(MemorySampler& sampler, double started, const LoadReport& report) {
    CurveSpan span{started, started, report.baseline};
    bool isFirst = true;
    for (const PhaseMark& mark : sampler.phases()) {
        if (mark.begin < started || mark.name == kVerifyPhase) {
            continue;
        }
        span.begin = isFirst ? mark.begin : span.begin;
        span.end = std::max(span.end, mark.end);
        isFirst = false;
    }
    span.end = (isFirst ? sampler.now() : span.end) + report.sampleIntervalSeconds;
    return span;
}

}  // namespace

std::string recordDateNow() {
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toStdString();
}

LoadHistory::LoadHistory(const QString& folder, std::size_t limit, QObject* parent)
    : QObject(parent), m_folder(folder), m_limit(limit), m_worker(std::make_unique<Worker>()) {
    setObjectName(QStringLiteral("run_store"));
    if (!folder.isEmpty()) {
        readFolder();
    }
}

LoadHistory::~LoadHistory() {
    m_worker->stopAndJoin();
    for (const Task& task : m_tasks) {
        task();
    }
}

void LoadHistory::enqueue(Task task) {
    m_tasks.push_back(std::move(task));
    runNext();
}

void LoadHistory::runNext() {
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

std::function<void()> LoadHistory::telling(const QString& sentence) {
    return [this, sentence] {
        if (!sentence.isEmpty()) {
            Q_EMIT notice(sentence);
        }
    };
}

void LoadHistory::readFolder() {
    enqueue([this, folder = m_folder]() -> std::function<void()> {
        std::vector<Record> runs;
        QStringList problems;
        const QStringList names =
            QDir(folder).entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name);
        for (const QString& name : names) {
            auto record = readRecord(folder + QLatin1Char('/') + name);
            if (record) {
                // A file that was renamed by hand is still found under its name.
                record->id = QFileInfo(name).completeBaseName().toStdString();
                runs.push_back(std::make_shared<const LoadRecord>(std::move(*record)));
            } else {
                problems.append(QString::fromStdString(record.error().message));
            }
        }
        return [this, runs = std::move(runs), problems] {
            for (const Record& run : runs) {
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

LoadHistory::Record LoadHistory::find(const QString& id) const {
    const auto found = std::ranges::find(m_records, id.toStdString(), &LoadRecord::id);
    return found == m_records.end() ? nullptr : *found;
}

void LoadHistory::insert(const Record& run) {
    m_records.insert(std::ranges::upper_bound(m_records, run, isNewer), run);
}

std::string LoadHistory::newId() {
    const QString now =
        QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd-HHmmss-zzz"));
    return QStringLiteral("%1-%2").arg(now).arg(++m_lastNumber).toStdString();
}

void LoadHistory::add(Maker make) {
    enqueue([this, folder = m_folder, id = newId(),
             make = std::move(make)]() -> std::function<void()> {
        auto made = make();
        if (!made) {
            return telling(QString::fromStdString(made.error().message));
        }
        made->id = id;
        // Another window may have taken the same name in the same millisecond.
        for (int copy = 2; !folder.isEmpty() && QFile::exists(fileOf(folder, made->id)); ++copy) {
            made->id = id + "-" + std::to_string(copy);
        }
        made->date = made->date.empty() ? recordDateNow() : made->date;
        const auto run = std::make_shared<const LoadRecord>(std::move(*made));
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

void LoadHistory::importFile(const QString& path) {
    enqueue([this, path]() -> std::function<void()> {
        const auto text = readText(path);
        auto records = text ? importLoadRecords(*text, path.toStdString())
                            : Result<std::vector<LoadRecord>>(text.unexpected());
        if (!records) {
            return telling(QString::fromStdString(records.error().message));
        }
        const std::string date =
            QFileInfo(path).lastModified().toUTC().toString(Qt::ISODateWithMs).toStdString();
        return [this, path, date, records = std::move(*records)] {
            for (LoadRecord record : records) {
                record.date = record.date.empty() ? date : record.date;
                if (record.modelName.empty()) {
                    record.modelName = QFileInfo(path).completeBaseName().toStdString();
                }
                add([record = std::move(record)] { return Result<LoadRecord>(record); });
            }
        };
    });
}

void LoadHistory::exportRecords(std::vector<Record> runs, const QString& path) {
    enqueue([this, runs = std::move(runs), path]() -> std::function<void()> {
        std::vector<const LoadRecord*> records;
        std::ranges::transform(runs, std::back_inserter(records), &Record::get);
        const bool asJson = path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
        const auto written = writeFileAtomically(
            path.toStdString(), asJson ? loadRecordsToJson(records) : loadRecordsToCsv(records));
        const QString name = QDir::toNativeSeparators(path);
        const QString sentence = !written ? QString::fromStdString(written.error().message)
                                 : runs.size() == 1
                                     ? tr("1 run exported to %1.").arg(name)
                                     : tr("%1 runs exported to %2.").arg(runs.size()).arg(name);
        return telling(sentence);
    });
}

void LoadHistory::keepWithinLimit() {
    while (m_records.size() > m_limit) {
        // From the oldest on; a note says that somebody cares.
        const auto plain = std::ranges::find(m_records.rbegin(), m_records.rend(), std::string(),
                                             [](const Record& run) { return run->note; });
        const auto victim = plain == m_records.rend() ? m_records.rbegin() : plain;
        const Record run = *victim;
        m_records.erase(std::next(victim).base());
        removeFile(run->id);
        Q_EMIT changed();
        Q_EMIT notice(tr("%1 runs are kept; the oldest one, of %2, was removed.")
                          .arg(m_limit)
                          .arg(QString::fromStdString(run->date.substr(0, 10))));
    }
}

void LoadHistory::remove(const QStringList& ids) {
    std::vector<Record> removed;
    for (const QString& id : ids) {
        if (const Record run = find(id)) {
            removed.push_back(run);
            std::erase(m_records, run);
            removeFile(run->id);
        }
    }
    if (!removed.empty()) {
        m_removed = std::move(removed);
        Q_EMIT changed();
    }
}

void LoadHistory::undoRemove() {
    for (const Record& run : std::exchange(m_removed, {})) {
        insert(run);
        write(run);
    }
    Q_EMIT changed();
}

void LoadHistory::setNote(const QString& id, const QString& note) {
    const auto found = std::ranges::find(m_records, id.toStdString(), &LoadRecord::id);
    if (found == m_records.end() || (*found)->note == note.toStdString()) {
        return;
    }
    auto noted = std::make_shared<LoadRecord>(**found);
    noted->note = note.toStdString();
    *found = noted;
    write(noted);
    Q_EMIT changed();
}

void LoadHistory::write(const Record& run) {
    enqueue([this, folder = m_folder, run]() -> std::function<void()> {
        return telling(writeRecord(folder, *run));
    });
}

void LoadHistory::removeFile(const std::string& id) {
    if (m_folder.isEmpty()) {
        return;
    }
    enqueue([this, path = fileOf(m_folder, id)]() -> std::function<void()> {
        QFile file(path);
        const bool isGone = !file.exists() || file.remove();
        return telling(isGone ? QString()
                              : tr("%1 cannot be removed: %2.").arg(path, file.errorString()));
    });
}

LoadRecorder::LoadRecorder(LoadController* controller, LoadHistory* store, QObject* parent)
    : QObject(parent), m_controller(controller), m_store(store) {
    connect(controller, &LoadController::finished, this, &LoadRecorder::keep);
}

void LoadRecorder::keep(const std::shared_ptr<const LoadReport>& report) {
    // A load that was cancelled before it began leaves no record.
    if (m_controller->finishedLoads().empty() ||
        m_controller->finishedLoads().back().report != report ||
        !m_controller->finishedLoads().back().schedule) {
        return;
    }
    const FinishedLoad& load = m_controller->finishedLoads().back();
    add(load.schedule, load.modelName,
        spanOf(m_controller->sampler(), m_controller->startedAt().value_or(0), *report),
        [report, schedule = load.schedule](LoadRecord& record) {
            return setLoadReport(record, *report, *schedule);
        });
}

void LoadRecorder::follow(RunController* runs) {
    connect(runs, &RunController::finished, this, [this, runs] { keepRun(*runs); });
}

void LoadRecorder::keepRun(const RunController& runs) {
    const FinishedRun& run = runs.runs().back();
    const auto& loads = m_controller->finishedLoads();
    const auto load = std::find_if(loads.rbegin(), loads.rend(), [&](const FinishedLoad& one) {
        return one.schedule == run.schedule;
    });
    if (load == loads.rend()) {
        return;  // it did not begin
    }
    const CurveSpan span{runs.startedAt().value_or(0), m_controller->sampler().now(),
                         run.report->hostBaseline};
    add(run.schedule, run.modelName, span,
        [report = run.report, loaded = load->report, schedule = run.schedule](LoadRecord& record) {
            return setRunReport(record, *report, *loaded, *schedule);
        });
}

void LoadRecorder::add(const std::shared_ptr<const LoadSchedule>& schedule,
                       const QString& modelName, const CurveSpan& span,
                       std::function<Result<void>(LoadRecord&)> fill) {
    std::uint64_t cursor = 0;
    auto samples = std::make_shared<const std::vector<MemorySample>>(
        m_controller->sampler().series().since(cursor).samples);
    m_store->add([fill = std::move(fill), span, samples, schedule, name = modelName.toStdString(),
                  date = recordDateNow()]() -> Result<LoadRecord> {
        LoadRecord record;
        record.date = date;
        record.modelPath = schedule->checkpoint->path;
        record.modelName = name;
        setPlan(record, *schedule->plan);
        record.curves = curvesOfSamples(*samples, span);
        STOWAGE_TRY(fill(record));
        return record;
    });
}

}  // namespace stowage
