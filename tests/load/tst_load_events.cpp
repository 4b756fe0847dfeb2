// SPDX-License-Identifier: GPL-3.0-or-later
// Progress of a load for other processes: lines, their curves, a real load.
#include "engine/load/report/load_events.h"
#include "engine/telemetry/memory_sampler.h"
#include "tests/load/load_job_case.h"
#include "tests/support/golden_text.h"

#include <nlohmann/json.hpp>

#include <QFile>

#include <chrono>
#include <cmath>

using namespace stowage;
using namespace stowage::test;

namespace {

LoadEvent exampleEvent() {
    LoadEvent event;
    event.seconds = 0.125;
    event.phase = "read \"weights\"";
    event.item = "h.0.größe";
    event.bytesDone = 10;
    event.bytesTotal = 100;
    event.itemsDone = 1;
    event.itemsTotal = 7;
    event.devices = {{DeviceId::gpu(0), 512, 2097152}, {DeviceId::gpu(3), 0, 0}};
    event.hostAnon = -4096.0;
    event.hostShmem = 7.0;
    return event;
}

bool areEqual(const LoadEvent& a, const LoadEvent& b) {
    const auto same = [](const LoadEventDevice& x, const LoadEventDevice& y) {
        return x.device == y.device && x.allocated == y.allocated && x.reserved == y.reserved;
    };
    return a.seconds == b.seconds && a.phase == b.phase && a.item == b.item &&
           a.bytesDone == b.bytesDone && a.bytesTotal == b.bytesTotal &&
           a.itemsDone == b.itemsDone && a.itemsTotal == b.itemsTotal &&
           std::ranges::equal(a.devices, b.devices, same) && a.hostAnon == b.hostAnon &&
           a.hostFile == b.hostFile && a.hostShmem == b.hostShmem;
}

std::optional<LoadEvent> readEvent(const std::string& line) {
    return readLoadEvent(nlohmann::ordered_json::parse(line, nullptr, false));
}

/// Nothing if a line is no event.
std::optional<std::vector<LoadEvent>> eventsOf(const QString& path) {
    QFile file(path);
    std::vector<LoadEvent> events;
    while (file.isOpen() || file.open(QIODevice::ReadOnly)) {
        if (file.atEnd()) {
            return events;
        }
        const auto event = readEvent(file.readLine().toStdString());
        if (!event) {
            break;
        }
        events.push_back(*event);
    }
    return std::nullopt;
}

}  // namespace

class LoadEventsTest : public LoadJobCase {
    Q_OBJECT

private Q_SLOTS:
    void linesAreReadAsWritten();
    void garbageIsRefused_data();
    void garbageIsRefused();
    void eventsMakeCurves();
    void longCurvesKeepTheirPeaks();
    void aRealLoadTellsOfItself_data() { methods(); }
    void aRealLoadTellsOfItself();
    void manyReportsAreFewLines();
    void whatCannotBeWrittenIsTold();

private:
    [[nodiscard]] QString eventsFile() const {
        return m_folder.path() + QStringLiteral("/tmp/events");
    }
};

void LoadEventsTest::linesAreReadAsWritten() {
    for (const LoadEvent& event : {exampleEvent(), LoadEvent{}}) {
        const std::string line = loadEventLine(event);
        QCOMPARE(std::ranges::count(line, '\n'), 1);
        const auto read = readEvent(line);
        QVERIFY(read.has_value());
        QVERIFY(areEqual(*read, event));
    }
}

void LoadEventsTest::garbageIsRefused_data() {
    QTest::addColumn<QByteArray>("line");
    const QByteArray whole = QByteArray::fromStdString(loadEventLine(exampleEvent())).trimmed();
    const auto changed = [&](const char* from, const char* to) {
        QByteArray line = whole;
        return line.replace(from, to);
    };
    QTest::newRow("words") << QByteArray("Loaded 3 tensors.");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("a list") << QByteArray("[1, 2]");
    QTest::newRow("cut") << whole.left(whole.size() / 2);
    QTest::newRow("no phase") << changed("\"phase\"", "\"faze\"");
    QTest::newRow("bytes below zero") << changed("\"bytes_done\":10", "\"bytes_done\":-1");
    QTest::newRow("seconds of words") << changed("0.125", "\"soon\"");
    QTest::newRow("no such device") << changed("gpu:0", "toaster");
    QTest::newRow("no figure") << changed("\"allocated\":512", "\"allocated\":null");
    QTest::newRow("no host") << changed("\"host\"", "\"guest\"");
    QTest::newRow("anon of words") << changed("-4096.0", "\"much\"");
}

void LoadEventsTest::garbageIsRefused() {
    QFETCH(const QByteArray, line);
    QVERIFY(!readEvent(line.toStdString()));
}

void LoadEventsTest::eventsMakeCurves() {
    LoadCurves curves;
    LoadEvent before;
    before.phase = goldenText("load/write-one-file-a-tensor");
    appendEvent(curves, before);  // no memory: not of the load
    QVERIFY(curves.isEmpty());
    LoadEvent first;
    first.hostAnon = 5;
    appendEvent(curves, first);
    appendEvent(curves, exampleEvent());
    QCOMPARE(curves.seconds, (std::vector<double>{0, 0.125}));
    QCOMPARE(curves.hostAnon, (std::vector<double>{5, -4096}));
    QVERIFY(std::isnan(curves.hostFile[1]));
    QCOMPARE(curves.devices.size(), std::size_t{2});
    QVERIFY(curves.devices[1].device == DeviceId::gpu(3));
    for (const DeviceCurve& device : curves.devices) {
        QCOMPARE(device.allocated.size(), std::size_t{2});
        QCOMPARE(device.reserved.size(), std::size_t{2});
        QVERIFY(std::isnan(device.allocated[0]));
    }
    QCOMPARE(curves.devices[0].allocated[1], 512.0);
}

void LoadEventsTest::longCurvesKeepTheirPeaks() {
    LoadCurves curves;
    for (int i = 0; i < 3 * static_cast<int>(kMostCurvePoints); ++i) {
        LoadEvent event;
        event.seconds = i;
        event.hostAnon = i == 1234 ? 1e9 : i % 10;
        event.devices = {{DeviceId::gpu(0), i == 4321 ? 77U : 1U, 3}};
        appendEvent(curves, event);
        QVERIFY(curves.seconds.size() <= kMostCurvePoints);
    }
    QCOMPARE(std::ranges::max(curves.hostAnon), 1e9);
    QCOMPARE(std::ranges::max(curves.devices[0].allocated), 77.0);
    QVERIFY(std::ranges::is_sorted(curves.seconds));
    for (const std::vector<double>* const column :
         {&curves.hostAnon, &curves.hostFile, &curves.hostShmem, &curves.devices[0].allocated,
          &curves.devices[0].reserved}) {
        QCOMPARE(column->size(), curves.seconds.size());
    }
}

/// Bytes of a phase only rise, the last line is the load's end, and memory is that of the devices.
void LoadEventsTest::aRealLoadTellsOfItself() {
    QFETCH(const QString, method);
    const auto schedule = scheduleFor(kEverywhere, *loadMethodFromName(method.toStdString()));
    LoadOptions options;
    options.sampleIntervalSeconds = 0.001;
    options.sampler = std::make_shared<MemorySampler>(options.sampleIntervalSeconds);
    options.sampler->setDevices(m_devices);
    auto writer = LoadEventWriter::open(eventsFile().toStdString(), options.sampler);
    QVERIFY2(writer.has_value(), writer ? "" : writer.error().message.english().c_str());
    const PauseGate gate;
    LoadOutcome outcome =
        runLoadJob(schedule, {m_devices, m_backend}, options, gate, {},
                   [&writer](const Progress& progress) { (*writer)->report(progress); });
    QVERIFY(!outcome.report.stopped);
    QVERIFY((*writer)->finish());
    const auto events = eventsOf(eventsFile());
    QVERIFY(events.has_value());
    QVERIFY(!events->empty());
    for (std::size_t i = 1; i < events->size(); ++i) {
        const LoadEvent& before = (*events)[i - 1];
        const LoadEvent& now = (*events)[i];
        QVERIFY(now.seconds >= before.seconds);
        QVERIFY(now.phase != before.phase || now.bytesDone >= before.bytesDone);
        QVERIFY(now.bytesDone <= now.bytesTotal);
    }
    const LoadEvent& last = events->back();
    QCOMPARE(last.phase, outcome.report.phases.back().name);
    QCOMPARE(last.bytesDone, last.bytesTotal);
    QCOMPARE(last.itemsDone, last.itemsTotal);
    QCOMPARE(last.devices.size(), std::size_t{2});
    QVERIFY(last.hostAnon.has_value());
    std::map<DeviceId, std::uint64_t> highest;
    for (const LoadEvent& event : *events) {
        for (const LoadEventDevice& device : event.devices) {
            highest[device.device] = std::max(highest[device.device], device.allocated);
        }
    }
    for (const DeviceLoadFigures& figures : outcome.report.devices) {
        if (figures.device.id.isGpu()) {
            QVERIFY(highest[figures.device.id] >= figures.finalAllocated);
            QVERIFY(highest[figures.device.id] <= figures.peakAllocated);
        }
    }
    outcome.model.reset();
    QVERIFY(QFile::remove(eventsFile()));
}

void LoadEventsTest::manyReportsAreFewLines() {
    const auto sampler = std::make_shared<MemorySampler>(0.01);
    auto writer = LoadEventWriter::open(eventsFile().toStdString(), sampler);
    QVERIFY(writer.has_value());
    constexpr std::uint64_t kReports = 20000;
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint64_t i = 0; i < kReports; ++i) {
        (*writer)->report(Progress{"phase " + std::to_string(i % 7), i, kReports, 0, 0, "w"});
    }
    QVERIFY((*writer)->finish());
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    const auto events = eventsOf(eventsFile());
    QVERIFY(events.has_value());
    QVERIFY(events->size() >= 2);
    QVERIFY(static_cast<double>(events->size()) <= 2 + kMostEventsPerSecond * took.count());
    QCOMPARE(events->back().bytesDone, kReports - 1);  // nothing is lost at the end
    // Before a load begins there is no level to hold memory against.
    QVERIFY(!events->back().hostAnon && events->back().devices.empty());
    QVERIFY(QFile::remove(eventsFile()));
}

void LoadEventsTest::whatCannotBeWrittenIsTold() {
    const auto sampler = std::make_shared<MemorySampler>(0.01);
    const auto none = LoadEventWriter::open("/nonexistent/events", sampler);
    QVERIFY(!none.has_value());
    QVERIFY(none.error().message.english().find("/nonexistent/events") != std::string::npos);
    auto full = LoadEventWriter::open("/dev/full", sampler);
    QVERIFY(full.has_value());
    (*full)->report(Progress{"read", 1, 2, 0, 0, {}});
    const auto told = (*full)->finish();
    QVERIFY(!told.has_value());
    QCOMPARE(told.error().code, ErrorCode::DiskFull);
}

QTEST_GUILESS_MAIN(LoadEventsTest)
#include "tst_load_events.moc"
