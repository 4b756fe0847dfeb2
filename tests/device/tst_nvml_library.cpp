// SPDX-License-Identifier: GPL-3.0-or-later
// NVML through a stand-in for the driver's library: what it tells, and each way to fail.
#ifndef Q_MOC_RUN
#include "engine/base/byte_size.h"
#include "engine/device/nvml_library.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QCoreApplication>
#include <QtCore/QFileInfo>
#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

#include <algorithm>

using namespace stowage;

namespace {

constexpr const char* kFirst = "GPU-11111111-aaaa-bbbb-cccc-000000000001";
constexpr const char* kSecond = "GPU-22222222-aaaa-bbbb-cccc-000000000002";

}  // namespace

class NvmlLibraryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
        qunsetenv("STOWAGE_FAKE_NVML");
    }

    void listsCards() {
        const auto library = NvmlLibrary::open(STOWAGE_FAKE_NVML_PATH);
        QVERIFY2(library, library ? "" : library.error().message.english().c_str());
        const auto cards = (*library)->cards();
        QVERIFY(cards);
        QCOMPARE(cards->size(), std::size_t{2});
        QCOMPARE((*cards)[0].uuid, std::string(kFirst));
        QCOMPARE((*cards)[0].name, std::string("Fake H100"));
        QCOMPARE((*cards)[0].total, std::optional(80 * kGiB));
        QCOMPARE((*cards)[0].free, std::optional(60 * kGiB));
        QCOMPARE((*cards)[1].name, std::string("Fake L4"));
        QCOMPARE((*library)->usedBytes(kFirst), std::optional(20 * kGiB));
    }

    void listsProcesses() {
        const auto library = NvmlLibrary::open(STOWAGE_FAKE_NVML_PATH);
        QVERIFY(library);
        const auto processes = (*library)->processes(kFirst);
        QVERIFY2(processes, processes ? "" : processes.error().message.english().c_str());
        QCOMPARE(processes->size(), std::size_t{41});  // 40 and one that only draws
        QCOMPARE(processes->front().pid, 7U);
        QCOMPARE(processes->front().bytes, std::optional(5 * kMiB));
        QCOMPARE((*processes)[1].pid, 100U);
        QCOMPARE((*processes)[1].name, std::string("/usr/bin/python3"));
        QVERIFY(!(*processes)[1].bytes.has_value());  // said to be unknown, not 0
        QCOMPARE(processes->back().pid, 139U);        // in both lists, counted once
        QCOMPARE(processes->back().bytes, std::optional(kMiB));
        QVERIFY((*library)->processes(kSecond)->empty());
    }

    void ownBytes() {
        const auto library = NvmlLibrary::open(STOWAGE_FAKE_NVML_PATH);
        QVERIFY(library);
        QCOMPARE((*library)->bytesOfProcess(kFirst, 138), std::optional(2 * kMiB));
        QVERIFY(!(*library)->bytesOfProcess(kFirst, 100).has_value());
        QVERIFY(!(*library)->bytesOfProcess(kFirst, 4711).has_value());
        QVERIFY(!(*library)->bytesOfProcess("GPU-none", 139).has_value());
        QVERIFY(!(*library)->usedBytes("GPU-none").has_value());
    }

    void unknownCard() {
        const auto library = NvmlLibrary::open(STOWAGE_FAKE_NVML_PATH);
        QVERIFY(library);
        const auto processes = (*library)->processes("GPU-none");
        QVERIFY(!processes);
        QCOMPARE(processes.error().code, ErrorCode::InvalidArgument);
        QVERIFY(processes.error().message.english().find("GPU-none") != std::string::npos);
    }

    void startsAndStopsManyTimes() {
        for (int i = 0; i < 3; ++i) {
            const auto one = NvmlLibrary::open(STOWAGE_FAKE_NVML_PATH);
            const auto two = NvmlLibrary::open(STOWAGE_FAKE_NVML_PATH);
            QVERIFY(one && two);
            QCOMPARE((*one)->cards()->size(), (*two)->cards()->size());
        }
    }

    void fails_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QByteArray>("mode");
        QTest::addColumn<QString>("says");
        const QString fake = QStringLiteral(STOWAGE_FAKE_NVML_PATH);
        QTest::newRow("no library")
            << "/nonexistent/libnvidia-ml.so.1" << QByteArray() << "/nonexistent/";
        QTest::newRow("not a library") << QStringLiteral(__FILE__) << QByteArray() << "cannot be";
        QTest::newRow("another library")
            << QStringLiteral("libm.so.6") << QByteArray() << "lacks the function nvmlInit_v2";
        QTest::newRow("no driver") << fake << QByteArray("no-driver") << "Driver Not Loaded";
    }

    void fails() {
        QFETCH(QString, path);
        QFETCH(QByteArray, mode);
        QFETCH(QString, says);
        qputenv("STOWAGE_FAKE_NVML", mode);
        const auto library = NvmlLibrary::open(path.toStdString());
        QVERIFY(!library);
        QCOMPARE(library.error().code, ErrorCode::BackendUnavailable);
        const QString message = QString::fromStdString(library.error().message);
        QVERIFY2(message.contains(says), qPrintable(message));
        QVERIFY2(message.endsWith(goldenText("device/is-unknown-without-it")), qPrintable(message));
    }

    void cardsThatFail() {
        const auto library = NvmlLibrary::open(STOWAGE_FAKE_NVML_PATH);
        QVERIFY(library);
        qputenv("STOWAGE_FAKE_NVML", "lost");
        const auto lost = (*library)->cards();
        QVERIFY(!lost);
        QCOMPARE(lost.error().code, ErrorCode::DeviceLost);
        QVERIFY(lost.error().message.english().find("GPU is lost") != std::string::npos);
        qputenv("STOWAGE_FAKE_NVML", "lost-later");
        QCOMPARE((*library)->processes(kSecond)->size(), std::size_t{0});  // one list answers
        qputenv("STOWAGE_FAKE_NVML", "count-fails");
        const auto uncounted = (*library)->cards();
        QVERIFY(!uncounted);
        QVERIFY(uncounted.error().message.english().find("unknown error") != std::string::npos);
        qputenv("STOWAGE_FAKE_NVML", "no-cards");
        QVERIFY((*library)->cards()->empty());
    }

    void whatIsNotToldIsUnknown() {
        const auto library = NvmlLibrary::open(STOWAGE_FAKE_NVML_PATH);
        QVERIFY(library);
        qputenv("STOWAGE_FAKE_NVML", "no-memory");
        QVERIFY(!(*library)->cards()->front().total.has_value());
        QVERIFY(!(*library)->usedBytes(kFirst).has_value());
    }

    void cardsAsDevices() {
        const auto library = NvmlLibrary::open(STOWAGE_FAKE_NVML_PATH);
        QVERIFY(library);
        const auto devices = describeCards(**library, 512 * kMiB);
        QVERIFY(devices);
        QCOMPARE(devices->size(), std::size_t{2});
        const DeviceInfo& first = devices->front();
        QVERIFY(first.id == DeviceId::gpu(0) && devices->back().id == DeviceId::gpu(1));
        QVERIFY(!first.simulated);
        QCOMPARE(first.uuid, std::string(kFirst));
        QCOMPARE(first.usedByOthers, 20 * kGiB);
        QCOMPARE(first.freeBytes(), std::optional(60 * kGiB - 512 * kMiB));
        qputenv("STOWAGE_FAKE_NVML", "no-memory");
        const auto unknown = describeCards(**library, 512 * kMiB);
        QVERIFY(unknown && !unknown->front().freeBytes().has_value());
        qputenv("STOWAGE_FAKE_NVML", "lost");
        QVERIFY(!describeCards(**library, 0));
    }

    void whatOthersHold() {
        const auto library = NvmlLibrary::open(STOWAGE_FAKE_NVML_PATH);
        QVERIFY(library);
        const auto uses = readGpuUse(**library, {kFirst, "GPU-none", kSecond});
        QCOMPARE(uses.size(), std::size_t{2});  // of a card that is not there nothing is told
        QCOMPARE(uses[0].uuid, std::string(kFirst));
        QCOMPARE(uses[0].bytes, 20 * kGiB);
        QCOMPARE(uses[0].programs.size(), std::size_t{41});
        QCOMPARE(uses[1].uuid, std::string(kSecond));
        QVERIFY(uses[1].bytes == 0 && uses[1].programs.empty());
        qputenv("STOWAGE_FAKE_NVML", "own");
        const auto withOwn = readGpuUse(**library, {kFirst});
        QCOMPARE(withOwn[0].bytes, 17 * kGiB);  // what this process holds is not others'
        QVERIFY(std::ranges::none_of(withOwn[0].programs, [](const GpuProcess& program) {
            return program.pid == static_cast<std::uint32_t>(QCoreApplication::applicationPid());
        }));
        qputenv("STOWAGE_FAKE_NVML", "no-memory");
        QVERIFY(readGpuUse(**library, {kFirst}).empty());
    }

    void programsByName() {
        QCOMPARE(programsText({}), std::string());
        const GpuProcess drawing{7, "/usr/lib/xorg/Xorg", std::nullopt};
        const GpuProcess nameless{99, "", 2 * kGiB};
        QCOMPARE(programsText({drawing, nameless, {4711, "/usr/bin/python3", 5 * kGiB}}),
                 std::string("python3 (pid 4711) 5.00 GiB, a program (pid 99) 2.00 GiB, Xorg (pid "
                             "7) unknown"));
        QVERIFY(
            programsText(std::vector<GpuProcess>(12, nameless)).english().ends_with(" and 4 more"));
    }

    void aDriverWithoutProcessLists() {
        const auto library = NvmlLibrary::open(STOWAGE_FAKE_OLD_NVML_PATH);
        QVERIFY2(library, library ? "" : library.error().message.english().c_str());
        const auto processes = (*library)->processes(kFirst);
        QVERIFY(!processes);
        QCOMPARE(processes.error().code, ErrorCode::Unsupported);
        QVERIFY(!(*library)->bytesOfProcess(kFirst, 139).has_value());
    }
};

QTEST_APPLESS_MAIN(NvmlLibraryTest)
#include "tst_nvml_library.moc"
