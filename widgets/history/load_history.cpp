// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/history/load_history.h"

#include "engine/base/file_writer.h"
#include "widgets/support/translation.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

using Record = LoadHistory::Record;

QString fileOf(const QString& folder, const std::string& id) {
    return folder + QLatin1Char('/') + QString::fromStdString(id) + QStringLiteral(".json");
}

/// What is in memory of a record from the start: neither its curves nor the object that its figures
/// were read from.
Result<LoadRecord> readSummary(const QString& path) {
    const auto text = readRecordText(path.toStdString());
    STOWAGE_TRY(text);
    auto record = loadRecordFromJson(*text, path.toStdString(), RecordPart::Summary);
    STOWAGE_TRY(record);
    record->loadObject.reset();
    record->curves = {};
    return record;
}

Result<Record> readWhole(const QString& path, const std::string& id) {
    const auto text = readRecordText(path.toStdString());
    STOWAGE_TRY(text);
    auto record = loadRecordFromJson(*text, path.toStdString());
    STOWAGE_TRY(record);
    record->id = id;
    return std::make_shared<const LoadRecord>(std::move(*record));
}

/// Why it could not be removed; "" where it is gone.
QString removeRecord(const QString& path, std::string& text) {
    QFile file(path);
    if (!file.exists()) {
        return {};
    }
    auto held = readRecordText(path.toStdString());
    if (!held) {
        return translated(held.error().message);
    }
    text = std::move(*held);
    return file.remove() ? QString()
                         : LoadHistory::tr("The record file %1 cannot be removed: %2.")
                               .arg(path, file.errorString());
}

/// Why the note is not kept; "" where it is.
QString writeNote(const QString& path, const std::string& note) {
    const auto text = readRecordText(path.toStdString());
    const auto noted = text ? recordWithNote(*text, note, path.toStdString())
                            : Result<std::string>(text.unexpected());
    const auto written =
        noted ? writeFileAtomically(path.toStdString(), *noted) : Result<void>(noted.unexpected());
    return written ? QString()
                   : LoadHistory::tr("The note could not be saved: %1")
                         .arg(translated(written.error().message));
}

/// Why it could not be written; "" where it was.
QString writeRecord(const QString& folder, const LoadRecord& record) {
    if (folder.isEmpty()) {
        return {};
    }
    if (!QDir().mkpath(folder)) {
        return LoadHistory::tr("The record could not be saved: the folder %1 could not be created.")
            .arg(folder);
    }
    const auto written =
        writeFileAtomically(fileOf(folder, record.id).toStdString(), loadRecordToJson(record));
    return written ? QString()
                   : LoadHistory::tr("The record could not be saved: %1")
                         .arg(translated(written.error().message));
}

/// Whether its curves are there, too, as far as it has any.
bool isWhole(const LoadRecord& record) {
    return record.loadObject != nullptr;
}

bool isNewer(const Record& first, const Record& second) {
    return std::pair(first->date, first->id) > std::pair(second->date, second->id);
}

}  // namespace

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
                        Q_EMIT notice(translated(error.message));
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
    enqueue([this, folder = m_folder, limit = m_limit]() -> std::function<void()> {
        std::vector<Record> records;
        QStringList problems;
        QStringList names =
            QDir(folder).entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Time);
        const qsizetype passedOver =
            std::max<qsizetype>(names.size() - static_cast<qsizetype>(limit), 0);
        names.resize(names.size() - passedOver);
        for (const QString& name : names) {
            auto record = readSummary(folder + QLatin1Char('/') + name);
            if (record) {
                // A file that was renamed by hand is still found under its name.
                record->id = QFileInfo(name).completeBaseName().toStdString();
                records.push_back(std::make_shared<const LoadRecord>(std::move(*record)));
            } else {
                problems.append(translated(record.error().message));
            }
        }
        return [this, records = std::move(records), problems, passedOver] {
            for (const Record& record : records) {
                insert(record);
            }
            Q_EMIT changed();
            tellUnread(problems, passedOver);
        };
    });
}

void LoadHistory::tellUnread(const QStringList& problems, qsizetype passedOver) {
    if (problems.size() == 1) {
        Q_EMIT notice(
            tr("A record could not be read and was left unchanged: %1").arg(problems.front()));
    } else if (problems.size() > 1) {
        Q_EMIT notice(
            tr("%1 records could not be read and were left unchanged. The first error is: %2")
                .arg(problems.size())
                .arg(problems.front()));
    } else if (passedOver > 0) {
        Q_EMIT notice(tr("At most %1 record files are shown; %2 older files in %3 were not read.")
                          .arg(m_limit)
                          .arg(passedOver)
                          .arg(m_folder));
    }
}

LoadHistory::Record LoadHistory::find(const QString& id) const {
    const auto found = std::ranges::find(m_records, id.toStdString(), &LoadRecord::id);
    return found == m_records.end() ? nullptr : *found;
}

QString LoadHistory::pathOf(const LoadRecord& record) const {
    return m_folder.isEmpty() ? QString() : fileOf(m_folder, record.id);
}

void LoadHistory::insert(const Record& record) {
    m_records.insert(std::ranges::upper_bound(m_records, record, isNewer), record);
}

std::string LoadHistory::newId() {
    const QString now =
        QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd-HHmmss-zzz"));
    // Windows that end something in the same millisecond are told apart by chance.
    return QStringLiteral("%1-%2-%3")
        .arg(now)
        .arg(++m_lastNumber)
        .arg(QRandomGenerator::global()->generate(), 8, 16, QLatin1Char('0'))
        .toStdString();
}

void LoadHistory::add(Maker make) {
    enqueue([this, folder = m_folder, id = newId(),
             make = std::move(make)]() -> std::function<void()> {
        auto made = make();
        if (!made) {
            return telling(translated(made.error().message));
        }
        made->id = id;
        // Whatever chance says, no file is written over.
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
            } else if (!m_folder.isEmpty()) {
                Q_EMIT fileKept(run, pathOf(*run));
            }
            keepWithinLimit();
        };
    });
}

void LoadHistory::importFile(const QString& path) {
    enqueue([this, path]() -> std::function<void()> {
        const auto text = readRecordText(path.toStdString());
        auto records = text ? importLoadRecords(*text, path.toStdString())
                            : Result<std::vector<LoadRecord>>(text.unexpected());
        if (!records) {
            return telling(translated(records.error().message));
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

void LoadHistory::exportRecords(const std::vector<Record>& records, const QString& path) {
    std::vector<std::function<Result<Record>()>> readers;
    for (const Record& record : records) {
        readers.push_back(wholeRecord(record));
    }
    enqueue([this, readers = std::move(readers), path]() -> std::function<void()> {
        std::vector<Record> whole;
        for (const auto& read : readers) {
            auto record = read();
            if (!record) {
                return telling(translated(record.error().message));
            }
            whole.push_back(std::move(*record));
        }
        std::vector<const LoadRecord*> written;
        std::ranges::transform(whole, std::back_inserter(written), &Record::get);
        const bool asJson = path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
        const auto done = writeFileAtomically(
            path.toStdString(), asJson ? loadRecordsToJson(written) : loadRecordsToCsv(written));
        const QString name = QDir::toNativeSeparators(path);
        return telling(!done ? translated(done.error().message)
                       : whole.size() == 1
                           ? tr("1 record exported to %1.").arg(name)
                           : tr("%1 records exported to %2.").arg(whole.size()).arg(name));
    });
}

void LoadHistory::keepWithinLimit() {
    while (m_records.size() > m_limit) {
        // From the oldest on; a note says that somebody cares.
        const auto plain = std::ranges::find(m_records.rbegin(), m_records.rend(), std::string(),
                                             [](const Record& one) { return one->note; });
        const auto victim = plain == m_records.rend() ? m_records.rbegin() : plain;
        const Record record = *victim;
        m_records.erase(std::next(victim).base());
        removeFile(record, std::make_shared<std::string>());
        Q_EMIT changed();
        Q_EMIT notice(tr("At most %1 records are stored; an old record, from %2, was removed. "
                         "Records without a note are removed first.")
                          .arg(m_limit)
                          .arg(QString::fromStdString(record->date.substr(0, 10))));
    }
}

std::size_t LoadHistory::removedCount() const {
    return m_removed.empty() ? 0 : m_removed.back().size();
}

void LoadHistory::remove(const QStringList& ids) {
    std::vector<Removed> removed;
    for (const QString& id : ids) {
        if (const Record record = find(id)) {
            removed.push_back({record, std::make_shared<std::string>()});
            std::erase(m_records, record);
            removeFile(record, removed.back().text);
        }
    }
    if (!removed.empty()) {
        m_removed.push_back(std::move(removed));
        Q_EMIT changed();
    }
}

void LoadHistory::undoRemove() {
    if (m_removed.empty()) {
        return;
    }
    const std::vector<Removed> back = std::move(m_removed.back());
    m_removed.pop_back();
    for (const Removed& removed : back) {
        insert(removed.record);
        bringBack(removed);
    }
    Q_EMIT changed();
}

void LoadHistory::bringBack(const Removed& removed) {
    if (m_folder.isEmpty()) {
        return;
    }
    enqueue([this, path = pathOf(*removed.record), removed]() -> std::function<void()> {
        if (removed.text->empty()) {
            return {};  // its file could not be removed
        }
        const auto written = writeFileAtomically(path.toStdString(), *removed.text);
        if (!written) {
            return telling(translated(written.error().message));
        }
        return [this, path, removed] { Q_EMIT fileKept(removed.record, path); };
    });
}

void LoadHistory::setNote(const QString& id, const QString& note) {
    const auto found = std::ranges::find(m_records, id.toStdString(), &LoadRecord::id);
    if (found == m_records.end() || (*found)->note == note.toStdString()) {
        return;
    }
    auto noted = std::make_shared<LoadRecord>(**found);
    noted->note = note.toStdString();
    *found = noted;
    Q_EMIT changed();
    if (!m_folder.isEmpty()) {
        enqueue([this, path = pathOf(*noted), text = noted->note]() -> std::function<void()> {
            return telling(writeNote(path, text));
        });
    }
}

void LoadHistory::removeFile(const Record& record, std::shared_ptr<std::string> text) {
    if (m_folder.isEmpty()) {
        return;
    }
    enqueue([this, path = pathOf(*record), text = std::move(text)]() -> std::function<void()> {
        const QString problem = removeRecord(path, *text);
        if (!problem.isEmpty()) {
            return telling(problem);
        }
        return [this, path] { Q_EMIT fileRemoved(path); };
    });
}

std::function<Result<Record>()> LoadHistory::wholeRecord(const Record& record) const {
    if (isWhole(*record)) {
        return [record]() -> Result<Record> { return record; };
    }
    return [path = pathOf(*record), id = record->id] { return readWhole(path, id); };
}

void LoadHistory::wantCurves(const std::vector<Record>& records) {
    bool isAsked = false;
    for (const Record& record : records) {
        if (isWhole(*record) || !m_asked.insert(record->id).second) {
            continue;
        }
        isAsked = true;
        enqueue([this, path = pathOf(*record), id = record->id]() -> std::function<void()> {
            auto whole = readWhole(path, id);
            if (!whole) {
                return telling(translated(whole.error().message));
            }
            return [this, whole = std::move(*whole)] { takeCurves(whole); };
        });
    }
    if (!isAsked) {
        Q_EMIT curvesRead();
        return;
    }
    enqueue([this]() -> std::function<void()> { return [this] { Q_EMIT curvesRead(); }; });
}

void LoadHistory::takeCurves(const Record& whole) {
    const auto found = std::ranges::find(m_records, whole->id, &LoadRecord::id);
    if (found != m_records.end()) {
        auto record = std::make_shared<LoadRecord>(*whole);
        record->note = (*found)->note;  // it may be another one by now
        *found = std::move(record);
        Q_EMIT changed();
    } else {
        m_asked.erase(whole->id);  // it was removed meanwhile, and may come back
    }
}

bool isRecordOf(const LoadRecord& record, const std::string& modelPath) {
    const auto& chain = record.figures.chain;
    return record.source != LoadRecordSource::Import &&
           (record.modelPath == modelPath ||
            (chain &&
             std::ranges::find(chain->turns, modelPath, &ChainTurn::model) != chain->turns.end()));
}

}  // namespace stowage
