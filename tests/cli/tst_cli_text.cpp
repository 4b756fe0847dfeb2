// SPDX-License-Identifier: GPL-3.0-or-later
// What stowagectl prints for people, where no model is needed: tables, the bar, the CSV.
#include "app/cli/device_processes.h"
#include "app/cli/load_repeats.h"
#include "app/cli/output/progress_bar.h"
#include "app/cli/output/samples_csv.h"
#include "app/cli/output/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/base/catalogue.h"
#include "tests/support/golden_text.h"

#include <QTest>

#include <nlohmann/json.hpp>

using stowage::DeviceId;
using stowage::MemorySample;
using stowage::Message;
using stowage::rightHead;
using stowage::TextTable;
using stowage::translateBy;

class CliTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase();
    void alignsColumns();
    void countsLettersNotBytes();
    void fillsTheBar_data();
    void fillsTheBar();
    void countsItemsWhereThereAreNoBytes();
    void writesSamples();
    void knowsGrowth_data();
    void knowsGrowth();
    void listsProgramsOfAGpu();
};

void CliTextTest::initTestCase() {}

void CliTextTest::alignsColumns() {
    TextTable table({Message("device"), rightHead("weights"), Message("why")},
                    translateBy(nullptr));
    QVERIFY(table.empty());
    table.addRow({"GPU 0", "1.20 GiB", "fits"});
    table.addRow({"CPU", "0 B"});
    QCOMPARE(QString::fromStdString(table.text()), QStringLiteral("device   weights  why\n"
                                                                  "GPU 0   1.20 GiB  fits\n"
                                                                  "CPU          0 B\n"));
}

void CliTextTest::countsLettersNotBytes() {
    TextTable table({Message("module"), Message("device")}, translateBy(nullptr));
    table.addRow({"h.0 … 5", "GPU 0"});
    table.addRow({"lm_head", "CPU"});
    QCOMPARE(QString::fromStdString(table.text()), QString::fromUtf8("module   device\n"
                                                                     "h.0 … 5  GPU 0\n"
                                                                     "lm_head  CPU\n"));
}

void CliTextTest::fillsTheBar_data() {
    QTest::addColumn<quint64>("done");
    QTest::addColumn<quint64>("total");
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("line");
    const quint64 gib = stowage::kGiB;
    QTest::newRow("nothing yet") << quint64(0) << 2 * gib << 0.0
                                 << "[                        ]   0 %  0 B of 2.00 GiB  read";
    QTest::newRow("half") << gib << 2 * gib << 2.0
                          << "[############            ]  50 %  1.00 GiB of 2.00 GiB  "
                             "512.0 MiB/s  read";
    QTest::newRow("all") << 2 * gib << 2 * gib << 1.0
                         << "[########################] 100 %  2.00 GiB of 2.00 GiB  "
                            "2.00 GiB/s  read";
    QTest::newRow("of nothing") << quint64(0) << quint64(0) << 1.0
                                << "[                        ]   0 %  0 B of 0 B  read";
}

void CliTextTest::countsItemsWhereThereAreNoBytes() {
    stowage::Progress progress;
    progress.phase = goldenText("checkpoint/headers-of-files");
    progress.itemsDone = 100;
    QCOMPARE(stowage::progressLine(progress, 1, translateBy(nullptr)),
             std::string(goldenText("checkpoint/100-headers-of-files")));
    progress.itemsTotal = 200;
    QCOMPARE(stowage::progressLine(progress, 1, translateBy(nullptr)),
             std::string(goldenText("checkpoint/50-100-of-200-headers-of-files")));
}

void CliTextTest::fillsTheBar() {
    QFETCH(const quint64, done);
    QFETCH(const quint64, total);
    QFETCH(const double, seconds);
    stowage::Progress progress;
    progress.phase = "read";
    progress.bytesDone = done;
    progress.bytesTotal = total;
    const std::string line = stowage::progressLine(progress, seconds, translateBy(nullptr));
    QTEST(QString::fromStdString(line), "line");
}

void CliTextTest::writesSamples() {
    MemorySample first;
    first.seconds = 0.25;
    first.devices = {{DeviceId::gpu(0), 512, 2097152, 33}};
    first.available = 9000;
    first.cgroupLimit = 8000;
    first.process.rss = 4096;
    first.process.anon = 1024;
    MemorySample second;
    second.seconds = 0.5;
    second.process.shmem = 7;
    first.allocatorHeld = 5;
    const auto csv = stowage::samplesToCsv({first, second}, {DeviceId::gpu(0), DeviceId::cpu()},
                                           {{"copy", 0.2, 0.3}, {"verify", 0.6, -1}},
                                           {{"a", 0.3}, {"b\"c", 0.4}, {"later", 0.7}});
    QCOMPARE(QString::fromStdString(csv),
             QStringLiteral("time [s],gpu:0 allocated [B],gpu:0 reserved [B],"
                            "gpu:0 used by others [B],cpu allocated [B],cpu reserved [B],"
                            "rss [B],anon [B],file (evictable cache) [B],"
                            "shmem [B],available [B],cgroup limit [B],cgroup left [B],"
                            "held by malloc [B],phase,tensors completed\n"
                            "0.250000,512,2097152,33,,,4096,1024,,,9000,8000,,5,copy,\n"
                            "0.500000,,,,,,,,,7,,,,,,\"a b\"\"c\"\n"));
}

void CliTextTest::listsProgramsOfAGpu() {
    using stowage::GpuProcess;
    using stowage::kGiB;
    using stowage::processesText;
    using stowage::processesToJson;
    const stowage::Translate english = translateBy(nullptr);
    std::vector<GpuProcess> programs{{7, "/usr/lib/xorg/Xorg", std::nullopt},
                                     {99, "", 2 * kGiB},
                                     {4711, "/usr/bin/python3", 5 * kGiB}};
    QCOMPARE(QString::fromStdString(processesText("GPU 0", programs, english)),
             QStringLiteral("Programs on GPU 0 (measured): python3 (pid 4711) 5.00 GiB, a program "
                            "(pid 99) 2.00 GiB, Xorg (pid 7) unknown.\n"));
    const auto json = processesToJson(programs);
    QCOMPARE(json.size(), std::size_t{3});
    QVERIFY(json[0]["bytes"].is_null());
    QCOMPARE(json[2]["pid"].get<int>(), 4711);
    QCOMPARE(json[2]["name"].get<std::string>(), std::string("/usr/bin/python3"));
    QCOMPARE(json[2]["bytes"].get<std::uint64_t>(), 5 * kGiB);
    QVERIFY(processesToJson(std::nullopt).is_null());
    QVERIFY(processesText("GPU 1", std::nullopt, english).find("unknown") != std::string::npos);
    QVERIFY(processesText("GPU 1", std::vector<GpuProcess>(), english).ends_with("none.\n"));
    programs.resize(12, {1, "x", 1});
    QVERIFY(processesText("GPU 1", programs, english).ends_with(" and 4 more.\n"));
}

void CliTextTest::knowsGrowth_data() {
    QTest::addColumn<quint64>("anon");
    QTest::addColumn<quint64>("shmem");
    QTest::addColumn<quint64>("descriptors");
    QTest::addColumn<quint64>("threads");
    QTest::addColumn<bool>("grew");
    constexpr quint64 kMiB = 1024 * 1024;
    QTest::newRow("the same") << 50 * kMiB << 3 * kMiB << quint64(9) << quint64(2) << false;
    QTest::newRow("less") << 40 * kMiB << quint64(0) << quint64(8) << quint64(1) << false;
    QTest::newRow("a little") << 53 * kMiB << 3 * kMiB << quint64(9) << quint64(2) << false;
    QTest::newRow("anonymous") << 55 * kMiB << 3 * kMiB << quint64(9) << quint64(2) << true;
    QTest::newRow("shared") << 50 * kMiB << 8 * kMiB << quint64(9) << quint64(2) << true;
    QTest::newRow("a descriptor") << 50 * kMiB << 3 * kMiB << quint64(10) << quint64(2) << true;
    QTest::newRow("a thread") << 50 * kMiB << 3 * kMiB << quint64(9) << quint64(3) << true;
}

void CliTextTest::knowsGrowth() {
    QFETCH(const quint64, anon);
    QFETCH(const quint64, shmem);
    QFETCH(const quint64, descriptors);
    QFETCH(const quint64, threads);
    constexpr quint64 kMiB = 1024 * 1024;
    const stowage::AfterLoad first{1.0, 50 * kMiB, 3 * kMiB, 9, 2};
    const stowage::AfterLoad last{1.0, anon, shmem, descriptors, threads};
    QTEST(stowage::isGrowth(first, last), "grew");
    // What is not known can not have grown.
    const stowage::AfterLoad unknown{1.0, std::nullopt, std::nullopt, 9, 2};
    QVERIFY(!stowage::isGrowth(unknown, {1.0, anon, shmem, 9, 2}));
}

QTEST_GUILESS_MAIN(CliTextTest)
#include "tst_cli_text.moc"
