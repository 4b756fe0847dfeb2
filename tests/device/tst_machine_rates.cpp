// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef Q_MOC_RUN
#include "engine/device/machine_rates.h"
#endif

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QRegularExpression>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <set>

using namespace stowage;

class MachineRatesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
        QVERIFY(m_folder.isValid());
    }
    void everyRateHasItsOwnName();
    void comesBackFromItsFile();
    void aMissingFileIsNothing();
    void refuses_data();
    void refuses();
    void aDiskMeasuredAgainReplacesItself();
    void findsTheFileSystemOfAPath();
    void findsOneWithoutMounts();
    void followsTheEnvironment();

private:
    std::string path(const char* name) const { return m_folder.filePath(name).toStdString(); }
    QTemporaryDir m_folder;
};

namespace {

FileSystemRates diskAt(const std::string& mountPoint, double cold) {
    FileSystemRates disk;
    disk.identity = {mountPoint, "/dev/vda1", "ext4"};
    disk.date = "2026-01-31T12:00:00Z";
    disk.set(DiskRate::Cold, cold);
    disk.readAheadBytes = 8388608;
    return disk;
}

}  // namespace

void MachineRatesTest::everyRateHasItsOwnName() {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < kHostRates; ++i) {
        names.insert(hostRateName(static_cast<HostRate>(i)));
    }
    for (std::size_t i = 0; i < kDiskRates; ++i) {
        names.insert(diskRateName(static_cast<DiskRate>(i)));
    }
    QCOMPARE(names.size(), kHostRates + kDiskRates);
    QVERIFY(!names.contains(std::string_view()));
    QCOMPARE(hostRateName(HostRate::HostToDevice), std::string_view("h2d"));
    QCOMPARE(diskRateName(DiskRate::Write), std::string_view("write"));
}

void MachineRatesTest::comesBackFromItsFile() {
    MachineRates rates;
    rates.date = "2026-02-01T08:30:00Z";
    rates.set(HostRate::Memcpy, 2.1e10);
    rates.set(HostRate::SimulatedWithinFresh, 1.25e9);
    rates.matmul["float32"] = 1.2e11;
    rates.initialise["bfloat16"] = 3.5e8;
    rates.cast["float32>bfloat16"] = 7e9;
    rates.sharing["float32 x1 copies"] = 0.7;
    rates.keptBytes = 1.5e9;
    rates.setDisk(diskAt("/", 4.2e9));
    rates.setDisk(diskAt("/data of mine", 1.1e8));
    const std::string file = path("new folder/machine.json");
    QVERIFY(writeMachineRates(file, rates).has_value());
    const auto read = readMachineRates(file);
    QVERIFY(read.has_value());
    QVERIFY(read->has_value());
    const MachineRates& back = **read;
    QCOMPARE(back.date, rates.date);
    QVERIFY(back.bytesPerSecond == rates.bytesPerSecond);
    QVERIFY(!back.of(HostRate::HostToDevice));
    QVERIFY(back.matmul == rates.matmul && back.initialise == rates.initialise &&
            back.cast == rates.cast && back.sharing == rates.sharing);
    QCOMPARE(back.keptBytes, 1.5e9);
    QCOMPARE(back.disks.size(), std::size_t{2});
    const FileSystemRates* const disk = back.findDisk({"/data of mine", "/dev/vda1", "ext4"});
    QVERIFY(disk != nullptr);
    QVERIFY(disk->of(DiskRate::Cold) == std::optional(1.1e8));
    QVERIFY(!disk->of(DiskRate::Warm));
    QCOMPARE(disk->readAheadBytes, 8388608.0);
    QCOMPARE(disk->date, std::string("2026-01-31T12:00:00Z"));
    QVERIFY(back.findDisk({"/data of mine", "/dev/vdb", "ext4"}) == nullptr);
}

void MachineRatesTest::aMissingFileIsNothing() {
    for (const std::string& absent : {std::string(), path("absent.json")}) {
        const auto read = readMachineRates(absent);
        QVERIFY(read.has_value());
        QVERIFY(!read->has_value());
    }
}

void MachineRatesTest::refuses_data() {
    QTest::addColumn<QByteArray>("text");
    const QByteArray good(machineRatesToJson(MachineRates()).c_str());  // what each line spoils
    QVERIFY(machineRatesFromJson(good.toStdString(), "f").has_value());
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("{\"format\": ");
    QTest::newRow("a list") << QByteArray("[]");
    QTest::newRow("another format") << QByteArray(good).replace("stowage.machine", "stowage.tree");
    QTest::newRow("a newer version")
        << QByteArray(good).replace("\"version\": 1", "\"version\": 2");
    QTest::newRow("a rate below zero")
        << QByteArray(good).replace("\"memcpy\": null", "\"memcpy\": -1.0");
    QTest::newRow("a rate of zero")
        << QByteArray(good).replace("\"memcpy\": null", "\"memcpy\": 0");
    QTest::newRow("a word for a rate")
        << QByteArray(good).replace("\"memcpy\": null", "\"memcpy\": \"fast\"");
    QTest::newRow("an endless rate")
        << QByteArray(good).replace("\"memcpy\": null", "\"memcpy\": 1e300");
    QTest::newRow("no disks") << QByteArray(good).replace("\"disks\"", "\"discs\"");
    QTest::newRow("a disk without a place")
        << QByteArray(good).replace("\"disks\": []", "\"disks\": [{\"rates\": {}}]");
    QTest::newRow("no rates") << QByteArray(good).replace("\"rates\"", "\"speeds\"");
}

void MachineRatesTest::refuses() {
    QFETCH(QByteArray, text);
    const std::string name = path("spoilt.json");
    QFile file(QString::fromStdString(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
    file.close();
    const auto read = readMachineRates(name);
    QVERIFY(!read.has_value());
    QVERIFY(read.error().code == ErrorCode::Malformed);
    // One sentence that names the file and ends in what to do.
    QVERIFY(read.error().message.english().find(name) != std::string::npos);
    QVERIFY(read.error().message.english().find("devices --measure") != std::string::npos);
}

void MachineRatesTest::aDiskMeasuredAgainReplacesItself() {
    MachineRates rates;
    rates.setDisk(diskAt("/", 1e9));
    rates.setDisk(diskAt("/data", 2e9));
    FileSystemRates exchanged = diskAt("/data", 3e9);
    exchanged.identity.source = "/dev/nvme0n1";
    rates.setDisk(exchanged);
    QCOMPARE(rates.disks.size(), std::size_t{2});
    QVERIFY(rates.findDisk({"/data", "/dev/vda1", "ext4"}) == nullptr);
    QVERIFY(rates.findDisk(exchanged.identity)->of(DiskRate::Cold) == std::optional(3e9));
}

void MachineRatesTest::findsTheFileSystemOfAPath() {
    const auto process = fileSystemOf("/proc/self/status");
    QVERIFY(process.has_value());
    QCOMPARE(process->mountPoint, std::string("/proc"));
    QCOMPARE(process->type, std::string("proc"));
    const auto here = fileSystemOf(m_folder.path().toStdString());
    QVERIFY(here.has_value());
    QVERIFY(here->mountPoint != "/proc" && !here->type.empty());
    QVERIFY(fileSystemOf(path("absent")) == std::nullopt);
    // A link leads to where it points.
    const QString link = m_folder.filePath("link");
    QVERIFY(QFile::link("/proc/self", link));
    QCOMPARE(fileSystemOf(link.toStdString())->mountPoint, std::string("/proc"));
}

void MachineRatesTest::findsOneWithoutMounts() {
    // In a chroot mountinfo lists what is mounted below it, and not what it lies on.
    std::istringstream none;
    const auto here = fileSystemOf(m_folder.path().toStdString(), none);
    QVERIFY(here.has_value());
    QVERIFY(!here->type.empty());
    QVERIFY(here->source.starts_with("device "));
    QVERIFY2(m_folder.path().startsWith(QString::fromStdString(here->mountPoint)),
             here->mountPoint.c_str());
    // The same for every file on it, so that its rates are found again.
    QVERIFY(QDir(m_folder.path()).mkpath("deep/er"));
    std::istringstream others("36 35 0:5 / /proc rw - proc proc rw\n");
    QCOMPARE(fileSystemOf(m_folder.filePath("deep/er").toStdString(), others), here);
    std::istringstream noProc;
    const auto process = fileSystemOf("/proc/self/status", noProc);
    QVERIFY(process.has_value());
    QCOMPARE(process->mountPoint, std::string("/proc"));
    QCOMPARE(process->type, std::string("proc"));
    std::istringstream absent;
    QVERIFY(fileSystemOf(path("absent"), absent) == std::nullopt);
}

void MachineRatesTest::followsTheEnvironment() {
    const QByteArray home = qgetenv("HOME");
    const QByteArray config = qgetenv("XDG_CONFIG_HOME");
    qputenv("HOME", "/home/ada");
    qunsetenv("XDG_CONFIG_HOME");
    QCOMPARE(defaultRatesPath(), std::string("/home/ada/.config/stowage/machine.json"));
    qputenv("XDG_CONFIG_HOME", "/settings");
    QCOMPARE(defaultRatesPath(), std::string("/settings/stowage/machine.json"));
    qputenv("XDG_CONFIG_HOME", "not/absolute");
    QCOMPARE(defaultRatesPath(), std::string("/home/ada/.config/stowage/machine.json"));
    qunsetenv("XDG_CONFIG_HOME");
    qunsetenv("HOME");
    QCOMPARE(defaultRatesPath(), std::string());
    qputenv("HOME", home);
    if (!config.isNull()) {
        qputenv("XDG_CONFIG_HOME", config);
    }
}

QTEST_GUILESS_MAIN(MachineRatesTest)
#include "tst_machine_rates.moc"
