// SPDX-License-Identifier: GPL-3.0-or-later
// What a person types about a device, cell by cell, and GPUs that come, go and change places.
#ifndef Q_MOC_RUN
#include "engine/base/byte_size.h"
#include "engine/device/device_fields.h"
#include "engine/device/this_machine.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

using namespace stowage;

namespace {

DeviceInfo gpuOf(std::uint64_t capacity, std::uint32_t index = 0) {
    DeviceInfo gpu;
    gpu.id = DeviceId::gpu(index);
    gpu.simulated = true;
    gpu.capacity = capacity;
    gpu.name = simulatedName(capacity);
    return gpu;
}

/// Two GPUs of different sizes, then the CPU.
std::vector<DeviceInfo> twoGpus() {
    DeviceInfo cpu;
    cpu.id = DeviceId::cpu();
    return {gpuOf(kGiB, 0), gpuOf(2 * kGiB, 1), cpu};
}

QString sizes(const std::vector<DeviceInfo>& devices) {
    QStringList texts;
    for (const DeviceInfo& device : devices) {
        texts += QString::fromStdString(deviceName(device.id) + "=" +
                                        deviceFieldText(device, DeviceField::Capacity));
    }
    return texts.join(u' ');
}

}  // namespace

class DeviceFieldsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void takes_data();
    void takes();
    void refuses_data();
    void refuses();
    void bitsAreWarnedOf();
    void showsWhatItReadsBack_data();
    void showsWhatItReadsBack();
    void namesFollowTheCapacity();
    void machinesAreNamed();
    void ramIsGivenAndTakenBack();
    void gpusComeGoAndChangePlaces();
    void realGpusStayWhereTheyAre();
    void anotherDeviceHasNoContextOfTheOneBefore();
};

void DeviceFieldsTest::takes_data() {
    QTest::addColumn<int>("field");
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("bytes");
    const auto row = [](DeviceField field, const char* text, double bytes) {
        QTest::newRow(text) << int(field) << QString::fromLatin1(text) << bytes;
    };
    row(DeviceField::Capacity, "24GiB", double(24 * kGiB));
    row(DeviceField::Capacity, " 24GB ", 24e9);
    row(DeviceField::Capacity, "rtx-4090", 24081.0 * double(kMiB));
    row(DeviceField::Capacity, "4090", 24081.0 * double(kMiB));
    row(DeviceField::Capacity, "1TiB", double(1024 * kGiB));
    row(DeviceField::Capacity, "25769803776", double(24 * kGiB));
    row(DeviceField::Capacity, "1073741825B", 1073741825.0);
    row(DeviceField::UsedByOthers, "0", 0);
    row(DeviceField::UsedByOthers, "512MiB", double(512 * kMiB));
    row(DeviceField::Context, "0.5GiB", double(512 * kMiB));
    row(DeviceField::Link, "12GB/s", 12e9);
    row(DeviceField::Link, "12 GB /s", 12e9);
    row(DeviceField::Link, "", -1);
}

void DeviceFieldsTest::takes() {
    QFETCH(int, field);
    QFETCH(QString, text);
    QFETCH(double, bytes);
    const auto cell = static_cast<DeviceField>(field);
    const auto entry = withDeviceField(gpuOf(4 * kGiB), cell, text.toStdString());
    QVERIFY2(entry.has_value(), entry ? "" : entry.error().message.english().c_str());
    QVERIFY(entry->warning.empty());
    const DeviceInfo& device = entry->device;
    const double found = cell == DeviceField::Capacity       ? double(*device.capacity)
                         : cell == DeviceField::UsedByOthers ? double(device.usedByOthers)
                         : cell == DeviceField::Context      ? double(device.context)
                                                        : device.linkBytesPerSecond.value_or(-1);
    QCOMPARE(found, bytes);
}

void DeviceFieldsTest::anotherDeviceHasNoContextOfTheOneBefore() {
    DeviceInfo gpu = gpuOf(4 * kGiB);
    gpu.context = 512 * kMiB;
    gpu.contextIsSaid = true;
    for (const char* const capacity : {"h100", "80GiB"}) {
        const auto entry = withDeviceField(gpu, DeviceField::Capacity, capacity);
        QVERIFY2(entry, entry ? "" : entry.error().message.english().c_str());
        QVERIFY(!entry->device.knowsContext());
        QCOMPARE(deviceFieldText(entry->device, DeviceField::Context), std::string());
    }
    const auto emptied = withDeviceField(gpu, DeviceField::Context, "");
    QVERIFY(emptied && !emptied->device.knowsContext());
}

void DeviceFieldsTest::refuses_data() {
    QTest::addColumn<int>("field");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    const auto row = [](DeviceField field, const char* text, const char* part) {
        QTest::newRow(qPrintable(QString::number(int(field)) + QLatin1String(text)))
            << int(field) << QString::fromLatin1(text) << QString::fromUtf8(part);
    };
    row(DeviceField::Capacity, "24", "24GiB");
    row(DeviceField::Capacity, "2,5GiB", "comma");
    row(DeviceField::Capacity, "1GiB,1GiB", "comma");
    row(DeviceField::Capacity, "", "missing");
    row(DeviceField::Capacity, "1e30GiB", "4 EiB");
    row(DeviceField::Capacity, "rtx-4099", "not a card");
    row(DeviceField::UsedByOthers, "3", "3GiB");
    row(DeviceField::UsedByOthers, "5GiB", goldenText("device/exceed-the-capacity-of-4-00-gib"));
    row(DeviceField::Context, "x", "no known unit");
    row(DeviceField::Link, "12GB", "/s");
    row(DeviceField::Link, "0GB/s", "0 bytes");
    row(DeviceField::Machine, "node 2", goldenText("project/no-name-of-a-machine"));
    row(DeviceField::Machine, "-b", goldenText("project/no-name-of-a-machine"));
}

void DeviceFieldsTest::refuses() {
    QFETCH(int, field);
    QFETCH(QString, text);
    QFETCH(QString, part);
    const auto entry =
        withDeviceField(gpuOf(4 * kGiB), static_cast<DeviceField>(field), text.toStdString());
    QVERIFY(!entry.has_value());
    const QString message = QString::fromStdString(entry.error().message);
    QVERIFY2(message.contains(part), qPrintable(message));
    QVERIFY2(!message.contains(QLatin1String("--gpus")), qPrintable(message));
}

void DeviceFieldsTest::bitsAreWarnedOf() {
    const auto entry = withDeviceField(gpuOf(4 * kGiB), DeviceField::Capacity, "24gb");
    QVERIFY(entry.has_value());
    QCOMPARE(*entry->device.capacity, std::uint64_t{3'000'000'000});
    QVERIFY2(entry->warning.english().find("24gB") != std::string::npos,
             entry->warning.english().c_str());
}

void DeviceFieldsTest::showsWhatItReadsBack_data() {
    QTest::addColumn<quint64>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("GiB") << quint64(24 * kGiB) << "24GiB";
    QTest::newRow("MiB") << quint64(512 * kMiB) << "512MiB";
    QTest::newRow("GB") << quint64(24'000'000'000) << "24GB";
    QTest::newRow("odd") << quint64(kGiB + 1) << "1073741825B";
}

void DeviceFieldsTest::showsWhatItReadsBack() {
    QFETCH(quint64, bytes);
    QFETCH(QString, text);
    const std::string shown = deviceFieldText(gpuOf(bytes), DeviceField::Capacity);
    QCOMPARE(QString::fromStdString(shown), text);
    const auto entry = withDeviceField(gpuOf(kMiB), DeviceField::Capacity, shown);
    QVERIFY(entry.has_value());
    QCOMPARE(*entry->device.capacity, bytes);
}

void DeviceFieldsTest::namesFollowTheCapacity() {
    auto entry = withDeviceField(gpuOf(kGiB), DeviceField::Capacity, "rtx-4090");
    QCOMPARE(QString::fromStdString(entry->device.name), QStringLiteral("GeForce RTX 4090"));
    entry = withDeviceField(entry->device, DeviceField::Capacity, "20GiB");
    QCOMPARE(QString::fromStdString(entry->device.name), QStringLiteral("Simulated, 20.00 GiB"));
    DeviceInfo named = gpuOf(kGiB);
    named.name = "left";
    entry = withDeviceField(named, DeviceField::Capacity, "2GiB");
    QCOMPARE(QString::fromStdString(entry->device.name), QStringLiteral("left"));
}

void DeviceFieldsTest::machinesAreNamed() {
    const auto named = withDeviceField(gpuOf(kGiB), DeviceField::Machine, " node-2 ");
    QVERIFY(named.has_value());
    QCOMPARE(deviceFieldText(named->device, DeviceField::Machine), std::string("node-2"));
    for (const char* text : {"", "this"}) {
        const auto here = withDeviceField(named->device, DeviceField::Machine, text);
        QVERIFY(here.has_value() && here->device.machine.empty());
    }
    QCOMPARE(withOneMoreGpu({named->device}).devices.at(1).machine, std::string("node-2"));
}

void DeviceFieldsTest::ramIsGivenAndTakenBack() {
    HostMemory memory;
    memory.total = 32 * kGiB;
    memory.available = 20 * kGiB;
    const DeviceInfo host = describeHost(memory);
    const auto larger = withDeviceField(host, DeviceField::Capacity, "256GiB");
    QVERIFY(larger.has_value() && exceedsThisMachine(larger->device));
    QCOMPARE(*larger->device.freeBytes(), 256 * kGiB);
    const auto back = withDeviceField(larger->device, DeviceField::Capacity, "");
    QVERIFY(back.has_value() && !back->device.presentBytes && !exceedsThisMachine(back->device));
    // Nothing was given: an empty cell changes nothing.
    const auto same = withDeviceField(host, DeviceField::Capacity, "");
    QCOMPARE(*same->device.capacity, 32 * kGiB);
}

void DeviceFieldsTest::gpusComeGoAndChangePlaces() {
    const auto more = withOneMoreGpu(twoGpus());
    QCOMPARE(sizes(more.devices), QStringLiteral("gpu:0=1GiB gpu:1=2GiB gpu:2=2GiB cpu="));
    const auto twice = withDuplicate(twoGpus(), DeviceId::gpu(0));
    QCOMPARE(sizes(twice.devices), QStringLiteral("gpu:0=1GiB gpu:1=1GiB gpu:2=2GiB cpu="));
    QVERIFY(twice.places.at(DeviceId::gpu(1)) == DeviceId::gpu(2));
    const auto fewer = withoutGpu(twoGpus(), DeviceId::gpu(0));
    QCOMPARE(sizes(fewer.devices), QStringLiteral("gpu:0=2GiB cpu="));
    QVERIFY(fewer.places.at(DeviceId::gpu(1)) == DeviceId::gpu(0));
    QVERIFY(!fewer.places.at(DeviceId::gpu(0)));
    const auto swapped = withSwapped(twoGpus(), DeviceId::gpu(0), DeviceId::gpu(1));
    QCOMPARE(sizes(swapped.devices), QStringLiteral("gpu:0=2GiB gpu:1=1GiB cpu="));
    QVERIFY(swapped.places.at(DeviceId::gpu(0)) == DeviceId::gpu(1));
    const auto first = withOneMoreGpu({twoGpus().back()});
    QCOMPARE(sizes(first.devices), QStringLiteral("gpu:0=2GiB cpu="));
}

void DeviceFieldsTest::realGpusStayWhereTheyAre() {
    std::vector<DeviceInfo> devices = twoGpus();
    devices[0].simulated = false;
    QCOMPARE(withoutGpu(devices, DeviceId::gpu(0)).devices.size(), std::size_t{3});
    QCOMPARE(sizes(withSwapped(devices, DeviceId::gpu(0), DeviceId::gpu(1)).devices),
             QStringLiteral("gpu:0=1GiB gpu:1=2GiB cpu="));
}

QTEST_GUILESS_MAIN(DeviceFieldsTest)
#include "tst_device_fields.moc"
