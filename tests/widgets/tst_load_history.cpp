// SPDX-License-Identifier: GPL-3.0-or-later
// Load records as files: kept, read again, noted, removed, limited; strange files left alone.
#include "tests/support/golden_text.h"
#include "tests/widgets/live_fixture.h"
#include "tests/widgets/load_record_samples.h"
#include "widgets/history/history_feature.h"
#include "widgets/history/load_history.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace stowage;
using namespace stowage::test;

namespace {

QStringList filesIn(const QString& folder) {
    return QDir(folder).entryList(QDir::Files, QDir::Name);
}

void write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
        qFatal("%s cannot be written", qUtf8Printable(path));
    }
}

QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class LoadHistoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void runsOutliveTheStore();
    void notesAreKept();
    void removedRunsComeBack();
    void everyRemovalComesBackByteByByte();
    void notesAndExportsOfSummariesLoseNothing();
    void namesNeverCollide();
    void aFolderIsReadInBounds();
    void hostileFilesDoNotHarmTheOthers();
    void theOldestGivesWay();
    void strangeFilesAreLeftAlone();
    void whatCannotBeWrittenIsSaid();
    void aClosingWindowLosesNothing();
    void importsFilesOfStowagectl();
    void exportsAsTableAndJson();
    void aLoadOfTheWindowIsKept();

private:
    /// A folder of its own for each test.
    QString folder() { return m_dir.filePath(QString::fromLatin1(QTest::currentTestFunction())); }
    QTemporaryDir m_dir;
};

void LoadHistoryTest::runsOutliveTheStore() {
    QString older;
    QString newer;
    {
        LoadHistory store(folder());
        QVERIFY(waitUntilKept(store));
        QVERIFY(store.records().empty());
        newer = addRun(store, loadRecord("naive", 5000, "2026-11-20T10:00:00.000Z"));
        older = addRun(store, loadRecord("mmap", 7000, "2026-11-19T10:00:00.000Z"));
        QVERIFY(!newer.isEmpty() && !older.isEmpty() && newer != older);
        QCOMPARE(filesIn(folder()).size(), 2);
    }
    LoadHistory again(folder());
    QVERIFY(waitUntilKept(again));
    QCOMPARE(again.records().size(), std::size_t{2});
    QCOMPARE(QString::fromStdString(again.records()[0]->id), newer);
    QCOMPARE(QString::fromStdString(again.records()[1]->id), older);
    const LoadHistory::Record run = again.find(older);
    QVERIFY(run != nullptr);
    QCOMPARE(run->figures.method, LoadMethod::Mmap);
    QCOMPARE(run->figures.devices[0].peakAllocated, std::uint64_t{7000});
    QVERIFY(run->curves.isEmpty() && run->loadObject == nullptr);  // a summary
    QSignalSpy read(&again, &LoadHistory::curvesRead);
    again.wantCurves({run});
    QTRY_COMPARE(read.size(), 1);
    QCOMPARE(again.find(older)->curves.devices[0].allocated.back(), 7000.0);
    QVERIFY(again.find(older)->loadObject != nullptr);
    again.wantCurves({again.find(older)});  // they are there
    QCOMPARE(read.size(), 2);
    QVERIFY(again.find(newer)->curves.isEmpty());
    QVERIFY(again.find(QStringLiteral("another")) == nullptr);
}

void LoadHistoryTest::notesAreKept() {
    QString id;
    {
        LoadHistory store(folder());
        id = addRun(store, loadRecord("naive", 5000, "2026-11-20T10:00:00.000Z"));
        QSignalSpy changed(&store, &LoadHistory::changed);
        store.setNote(id, QStringLiteral("before the new disk"));
        QCOMPARE(changed.size(), 1);
        QVERIFY(waitUntilKept(store));
    }
    LoadHistory again(folder());
    QVERIFY(waitUntilKept(again));
    QCOMPARE(again.find(id)->note, std::string("before the new disk"));
    QCOMPARE(filesIn(folder()).size(), 1);
}

void LoadHistoryTest::removedRunsComeBack() {
    LoadHistory store(folder());
    const QString first = addRun(store, loadRecord("naive", 1, "2026-11-20T10:00:00.000Z"));
    const QString second = addRun(store, loadRecord("meta", 2, "2026-11-20T11:00:00.000Z"));
    const QString third = addRun(store, loadRecord("mmap", 3, "2026-11-20T12:00:00.000Z"));
    store.remove({first, third, QStringLiteral("unknown")});
    QCOMPARE(store.records().size(), std::size_t{1});
    QCOMPARE(store.removedCount(), std::size_t{2});
    QVERIFY(waitUntilKept(store));
    QCOMPARE(filesIn(folder()), QStringList{second + ".json"});
    store.undoRemove();
    QVERIFY(waitUntilKept(store));
    QCOMPARE(store.removedCount(), std::size_t{0});
    QCOMPARE(filesIn(folder()).size(), 3);
    QCOMPARE(QString::fromStdString(store.records()[0]->id), third);
    QCOMPARE(QString::fromStdString(store.records()[2]->id), first);
}

void LoadHistoryTest::everyRemovalComesBackByteByByte() {
    QVERIFY(QDir().mkpath(folder()));
    // What this version does not know comes back, too.
    const QByteArray strange =
        R"({"format":"stowage.run","version":1,"load":{"method":"naive"},"future":[1,2]})";
    write(folder() + "/strange.json", strange);
    LoadHistory store(folder());
    const QString other = addRun(store, loadRecord("meta", 2, "2026-11-20T11:00:00.000Z"));
    const QByteArray kept = read(folder() + "/" + other + ".json");
    QSignalSpy there(&store, &LoadHistory::fileKept);
    QSignalSpy gone(&store, &LoadHistory::fileRemoved);
    store.remove({QStringLiteral("strange")});
    store.remove({other});
    QVERIFY(waitUntilKept(store));
    QVERIFY(filesIn(folder()).isEmpty() && store.records().empty());
    QCOMPARE(gone.size(), 2);
    store.undoRemove();
    QCOMPARE(store.removedCount(), std::size_t{1});  // the one before
    store.undoRemove();
    store.undoRemove();  // there is no more
    QVERIFY(waitUntilKept(store));
    QCOMPARE(store.records().size(), std::size_t{2});
    QCOMPARE(there.size(), 2);
    QCOMPARE(there[0][1].toString(), folder() + "/" + other + ".json");
    QCOMPARE(read(folder() + "/strange.json"), strange);
    QCOMPARE(read(folder() + "/" + other + ".json"), kept);
}

void LoadHistoryTest::notesAndExportsOfSummariesLoseNothing() {
    QString id;
    QByteArray before;
    {
        LoadHistory store(folder());
        id = addRun(store, loadRecord("naive", 5000, "2026-11-20T10:00:00.000Z"));
        before = read(folder() + "/" + id + ".json");
    }
    LoadHistory again(folder());
    QVERIFY(waitUntilKept(again));
    again.exportRecords(again.records(), m_dir.filePath("summary.json"));
    QVERIFY(waitUntilKept(again));
    const QByteArray exported = read(m_dir.filePath("summary.json"));
    QVERIFY(exported.contains(before.mid(1, before.size() - 2)));
    again.setNote(id, QStringLiteral("a note"));
    QVERIFY(waitUntilKept(again));
    QCOMPARE(read(folder() + "/" + id + ".json"),
             QByteArray(before).replace("\"note\":\"\"", "\"note\":\"a note\""));
    // A file that went meanwhile is told of.
    QVERIFY(QFile::remove(folder() + "/" + id + ".json"));
    QSignalSpy notices(&again, &LoadHistory::notice);
    again.setNote(id, QStringLiteral("too late"));
    QTRY_COMPARE(notices.size(), 1);
    QVERIFY(notices[0][0].toString().startsWith(goldenText("window-history/the-note-is-not-kept")));
}

void LoadHistoryTest::namesNeverCollide() {
    constexpr int kEach = 40;
    {
        LoadHistory first(folder());
        LoadHistory second(folder());
        for (int i = 0; i < kEach; ++i) {
            for (LoadHistory* store : {&first, &second}) {
                store->add([]() -> Result<LoadRecord> {
                    return loadRecord("naive", 1, "2026-11-20T10:00:00.000Z");
                });
            }
        }
        QVERIFY(waitUntilKept(first) && waitUntilKept(second));
    }
    QCOMPARE(filesIn(folder()).size(), 2 * kEach);
}

void LoadHistoryTest::aFolderIsReadInBounds() {
    QStringList ids;
    {
        LoadHistory store(folder());
        for (const int second : {10, 20, 30, 40, 50}) {
            ids.append(addRun(
                store,
                loadRecord("naive", 1, "2026-11-20T10:00:" + std::to_string(second) + ".000Z")));
            QFile file(folder() + "/" + ids.back() + ".json");
            QVERIFY(file.open(QIODevice::ReadWrite));
            QVERIFY(file.setFileTime(QDateTime::fromSecsSinceEpoch(1'000'000 + second),
                                     QFileDevice::FileModificationTime));
        }
    }
    LoadHistory few(folder(), 3);
    QSignalSpy notices(&few, &LoadHistory::notice);
    QVERIFY(waitUntilKept(few));
    QCOMPARE(few.records().size(), std::size_t{3});
    QVERIFY(few.find(ids[4]) != nullptr && few.find(ids[1]) == nullptr);
    QCOMPARE(notices.size(), 1);
    QVERIFY(notices[0][0].toString().startsWith(
        goldenText("window-history/3-files-are-shown-at-most-2-older")));
    QCOMPARE(filesIn(folder()).size(), 5);
}

void LoadHistoryTest::hostileFilesDoNotHarmTheOthers() {
    QString good;
    {
        LoadHistory store(folder());
        good = addRun(store, loadRecord("naive", 7, "2026-11-20T10:00:00.000Z"));
    }
    QFile huge(folder() + "/huge.json");
    QVERIFY(huge.open(QIODevice::WriteOnly) && huge.resize((64LL << 20) + 1));
    const QByteArray head = R"({"format":"stowage.run","version":1,"load":{"method":"naive"},)";
    write(folder() + "/deep.json", head + "\"x\":" + QByteArray(100'000, '['));
    write(folder() + "/nul.json", head + QByteArray(3, '\0'));
    write(folder() + "/bytes.json", "\xff\xfe" + head);
    write(folder() + "/twice.json", head + R"("note":"a","note":"b"})");
    write(folder() + "/empty.json", "");
    write(folder() + "/list.json", "[1,2]");
    write(folder() + "/chain.json",
          R"({"format":"stowage.run","version":3,"chain":{"chain":7,"device":{"id":"moon"}}})");
    QVERIFY(QDir(folder()).mkdir("folder.json"));
    QVERIFY(QFile::link("/nowhere", folder() + "/link.json"));
    LoadHistory store(folder());
    QSignalSpy notices(&store, &LoadHistory::notice);
    QVERIFY(waitUntilKept(store));
    QCOMPARE(store.records().size(), std::size_t{1});
    QVERIFY(store.find(good) != nullptr);
    QCOMPARE(notices.size(), 1);
    const QString sentence = notices[0][0].toString();
    QVERIFY2(sentence.startsWith(goldenText("window-history/8-records-are-left-as-they-are-the")),
             qUtf8Printable(sentence));
    // A record whose curves are broken is there without them, and says so once it is asked.
    write(folder() + "/curves.json", head + R"("curves":{"seconds":7}})");
    LoadHistory again(folder());
    QVERIFY(waitUntilKept(again));
    QCOMPARE(again.records().size(), std::size_t{2});
    QSignalSpy told(&again, &LoadHistory::notice);
    QSignalSpy read(&again, &LoadHistory::curvesRead);
    again.wantCurves(again.records());
    QTRY_COMPARE(read.size(), 1);
    QCOMPARE(told.size(), 1);
    QVERIFY(told[0][0].toString().contains("curves.json"));
    again.wantCurves(again.records());
    QCOMPARE(told.size(), 1);
}

void LoadHistoryTest::theOldestGivesWay() {
    LoadHistory store(folder(), 3);
    QSignalSpy notices(&store, &LoadHistory::notice);
    const QString noted = addRun(store, loadRecord("naive", 1, "2026-11-01T10:00:00.000Z"));
    store.setNote(noted, QStringLiteral("keep"));
    const QString plain = addRun(store, loadRecord("naive", 2, "2026-11-02T10:00:00.000Z"));
    QVERIFY(!addRun(store, loadRecord("naive", 3, "2026-11-03T10:00:00.000Z")).isEmpty());
    QVERIFY(notices.isEmpty());
    QVERIFY(!addRun(store, loadRecord("naive", 4, "2026-11-04T10:00:00.000Z")).isEmpty());
    QCOMPARE(notices.size(), 1);
    QCOMPARE(notices[0][0].toString(),
             QString(goldenText("window-history/3-records-are-kept-the-oldest-one")));
    QVERIFY(waitUntilKept(store));
    QCOMPARE(filesIn(folder()).size(), 3);
    QVERIFY(store.find(noted) != nullptr && store.find(plain) == nullptr);
}

void LoadHistoryTest::strangeFilesAreLeftAlone() {
    QVERIFY(QDir().mkpath(folder()));
    const QByteArray newer = R"({"format":"stowage.run","version":9,"load":{}})";
    write(folder() + "/newer.json", newer);
    write(folder() + "/half.json", "{\"format\":\"stow");
    write(folder() + "/notes.txt", "mine");
    LoadHistory store(folder());
    QSignalSpy notices(&store, &LoadHistory::notice);
    QVERIFY(waitUntilKept(store));
    QVERIFY(store.records().empty());
    QCOMPARE(notices.size(), 1);
    const QString sentence = notices[0][0].toString();
    QVERIFY2(sentence.startsWith(goldenText("window-history/2-records-are-left-as-they-are-the")) &&
                 sentence.contains("half.json"),
             qUtf8Printable(sentence));
    QVERIFY(!addRun(store, loadRecord("naive", 1, "2026-11-20T10:00:00.000Z")).isEmpty());
    QCOMPARE(filesIn(folder()).size(), 4);
    QCOMPARE(read(folder() + "/newer.json"), newer);
    QCOMPARE(read(folder() + "/half.json"), QByteArray("{\"format\":\"stow"));
}

void LoadHistoryTest::whatCannotBeWrittenIsSaid() {
    write(m_dir.filePath("a_file"), "x");
    LoadHistory store(m_dir.filePath("a_file/runs"));
    QVERIFY(waitUntilKept(store));
    QSignalSpy notices(&store, &LoadHistory::notice);
    QVERIFY(!addRun(store, loadRecord("naive", 1, "2026-11-20T10:00:00.000Z")).isEmpty());
    QTRY_COMPARE(notices.size(), 1);
    QVERIFY(
        notices[0][0].toString().startsWith(goldenText("window-history/the-record-is-not-kept")));
    QCOMPARE(store.records().size(), std::size_t{1});
    store.add([]() -> Result<LoadRecord> { return fail(ErrorCode::Malformed, "No load."); });
    QTRY_COMPARE(notices.size(), 2);
    QCOMPARE(notices[1][0].toString(), QString("No load."));
}

void LoadHistoryTest::aClosingWindowLosesNothing() {
    {
        LoadHistory store(folder());
        for (int i = 0; i < 5; ++i) {
            store.add([]() -> Result<LoadRecord> {
                return loadRecord("naive", 1, "2026-11-20T10:00:00.000Z");
            });
        }
    }
    QCOMPARE(filesIn(folder()).size(), 5);
}

void LoadHistoryTest::importsFilesOfStowagectl() {
    QVERIFY(QDir().mkpath(folder()));
    const QString one = folder() + "/load.txt";
    const QString bad = folder() + "/bad.txt";
    write(one,
          QByteArray::fromStdString("{\"runs\":[" + loadObject("naive", 10) + "," +
                                    loadObject("meta", 20) + "],\"cache\":{\"state\":\"warm\"}}"));
    write(bad, "{}");
    LoadHistory store(folder() + "/runs");
    QVERIFY(waitUntilKept(store));
    QSignalSpy notices(&store, &LoadHistory::notice);
    store.importFile(one);
    QTRY_COMPARE(store.records().size(), std::size_t{2});
    QCOMPARE(store.records()[0]->cache, std::string("warm"));
    QCOMPARE(store.records()[0]->modelName, std::string("load"));
    QCOMPARE(store.records()[0]->source, LoadRecordSource::Import);
    QVERIFY(!store.records()[0]->date.empty());
    QVERIFY(notices.isEmpty());
    store.importFile(bad);
    QTRY_COMPARE(notices.size(), 1);
    QVERIFY(notices[0][0].toString().contains("bad.txt"));
    QCOMPARE(store.records().size(), std::size_t{2});
}

void LoadHistoryTest::exportsAsTableAndJson() {
    LoadHistory store(folder() + "/runs");
    QVERIFY(!addRun(store, loadRecord("naive", 10, "2026-11-20T10:00:00.000Z")).isEmpty());
    QVERIFY(!addRun(store, loadRecord("meta", 20, "2026-11-20T11:00:00.000Z")).isEmpty());
    QSignalSpy notices(&store, &LoadHistory::notice);
    store.exportRecords(store.records(), folder() + "/out.csv");
    store.exportRecords(store.records(), folder() + "/out.json");
    QTRY_COMPARE(notices.size(), 2);
    QVERIFY(
        notices[0][0].toString().startsWith(goldenText("window-history/2-records-exported-to")));
    QCOMPARE(read(folder() + "/out.csv").count('\n'), 3);
    store.importFile(folder() + "/out.json");
    QTRY_COMPARE(store.records().size(), std::size_t{4});
}

void LoadHistoryTest::aLoadOfTheWindowIsKept() {
    LiveFixture live("64MiB,64MiB");
    QVERIFY(live.open());
    LoadHistory store(folder());
    const LoadRecorder recorder(live.controller.get(), &store);
    QSignalSpy added(&store, &LoadHistory::added);
    live.controller->start(LoadMethod::Mmap);
    QTRY_COMPARE_WITH_TIMEOUT(added.size(), 1, 60000);
    const LoadHistory::Record run = store.records().front();
    QCOMPARE(run->source, LoadRecordSource::Window);
    QCOMPARE(run->figures.method, LoadMethod::Mmap);
    QCOMPARE(run->figures.state, LoadEnding::Done);
    QCOMPARE(run->strategy, std::string("auto"));
    QVERIFY(!run->modelName.empty() && !run->modelPath.empty());
    QVERIFY(!run->figures.phases.empty());
    const auto errors = loadPredictionErrors(run->figures);
    QVERIFY(errors.has_value());
    QCOMPARE(largestPeakError(*errors).value_or(-1), std::int64_t{0});
    // The curve ends where the load ended, with what it left.
    QVERIFY(run->curves.seconds.size() > 1);
    QVERIFY(run->curves.seconds.front() >= 0);
    double held = 0;
    for (const DeviceCurve& curve : run->curves.devices) {
        held += *std::ranges::max_element(curve.allocated);
    }
    QCOMPARE(held, static_cast<double>(24 << 20));
    live.controller->unload();
    QTRY_COMPARE_WITH_TIMEOUT(live.controller->state(), LoadState::Idle, 60000);
}

QTEST_MAIN(LoadHistoryTest)
#include "tst_load_history.moc"
