// SPDX-License-Identifier: GPL-3.0-or-later
// What a load in another process tells of itself, read while its file grows.
#include "tests/widgets/window_fixture.h"
#include "widgets/lesson/lesson_session.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage;
using namespace stowage::test;

class LoadEventFollowerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnWarnings(); }
    void readsWhatGrows();
};

void LoadEventFollowerTest::readsWhatGrows() {
    QTemporaryDir folder;
    const QString path = folder.filePath("events.jsonl");
    LoadEventFollower tail;
    QVERIFY(!tail.pull());
    tail.follow(path);
    QVERIFY(!tail.pull());  // not there yet
    LoadEvent event;
    event.seconds = 0.5;
    event.phase = "read weights";
    event.bytesDone = 3;
    event.bytesTotal = 10;
    event.devices = {{DeviceId::gpu(0), 100, 200}};
    event.hostAnon = 7;
    const QByteArray line = QByteArray::fromStdString(loadEventLine(event));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    file.write(line.left(10));
    QVERIFY(!tail.pull());
    file.write(line.mid(10) + line.left(20));
    QVERIFY(tail.pull());
    QCOMPARE(tail.curves().seconds, std::vector<double>{0.5});
    QCOMPARE(tail.curves().devices.front().allocated, std::vector<double>{100});
    QCOMPARE(tail.progress().bytesDone, std::uint64_t{3});
    file.write("nonsense\n");
    QVERIFY(!tail.pull());
    file.write(line);
    QVERIFY(!tail.pull());  // what comes behind nonsense is not trusted
    QCOMPARE(tail.curves().seconds.size(), std::size_t{1});
}

QTEST_MAIN(LoadEventFollowerTest)
#include "tst_load_event_follower.moc"
