// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef Q_MOC_RUN
#include "engine/base/byte_size.h"
#include "engine/device/device_info.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

using namespace stowage;

class DeviceInfoTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void parsesDevices_data();
    void parsesDevices();
    void ordersLikeAccelerate();
    void parsesAllOptions();
    void parsesNone();
    void refusesBadSpecs_data();
    void refusesBadSpecs();
    void freeBytesNeverGoBelowZero();
};

void DeviceInfoTest::parsesDevices_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("label");
    const auto row = [](const char* text, const char* name, const char* label) {
        QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(name)
                            << QString::fromLatin1(label);
    };
    row("gpu:0", "gpu:0", "GPU 0");
    row("cuda:12", "gpu:12", "GPU 12");
    row("3", "gpu:3", "GPU 3");
    row("cpu", "cpu", "CPU");
    row("disk", "disk", "Disk");
    for (const char* const wrong : {"", "gpu", "gpu:", "gpu:-1", "gpu:x", "-1", "0x1", "CPU", "mps",
                                    "99999999999999999999", "gpu:1024", "0 "}) {
        row(wrong, "", "");
    }
}

void DeviceInfoTest::parsesDevices() {
    QFETCH(QString, text);
    QFETCH(QString, name);
    QFETCH(QString, label);
    const auto device = parseDevice(text.toStdString());
    if (name.isEmpty()) {
        QVERIFY(!device.has_value());
        QVERIFY(device.error().code == ErrorCode::InvalidArgument);
        return;
    }
    QVERIFY(device.has_value());
    QCOMPARE(QString::fromStdString(deviceName(*device)), name);
    QCOMPARE(QString::fromStdString(deviceLabel(*device)), label);
}

void DeviceInfoTest::ordersLikeAccelerate() {
    QVERIFY(DeviceId::gpu(0) < DeviceId::gpu(1));
    QVERIFY(DeviceId::gpu(9) < DeviceId::cpu());
    QVERIFY(DeviceId::cpu() < DeviceId::disk());
}

void DeviceInfoTest::parsesAllOptions() {
    const auto devices = parseSimulatedGpus(
        "24GiB:used=13GiB:context=512MiB,320MiB:link=12GB/"
        "s:allocator=expandable_segments:name=left");
    QVERIFY(devices.has_value());
    QCOMPARE(devices->size(), std::size_t{2});
    const DeviceInfo& first = devices->front();
    QVERIFY(first.id == DeviceId::gpu(0) && first.simulated);
    QCOMPARE(*first.capacity, 24 * kGiB);
    QCOMPARE(first.usedByOthers, 13 * kGiB);
    QCOMPARE(first.context, 512 * kMiB);
    QVERIFY(first.knowsContext() && !devices->back().knowsContext());
    const auto none = parseSimulatedGpus("24GiB:context=0");
    QVERIFY(none && none->front().context == 0 && none->front().knowsContext());
    QCOMPARE(*first.freeBytes(), 24 * kGiB - 13 * kGiB - 512 * kMiB);
    QCOMPARE(QString::fromStdString(first.name), QStringLiteral("Simulated, 24.00 GiB"));
    QVERIFY(!first.linkBytesPerSecond);
    const DeviceInfo& second = devices->back();
    QVERIFY(second.id == DeviceId::gpu(1));
    QCOMPARE(*second.linkBytesPerSecond, 12e9);
    QVERIFY(first.allocator == AllocatorKind::Native);
    QVERIFY(second.allocator == AllocatorKind::ExpandableSegments);
    QCOMPARE(QString::fromStdString(second.name), QStringLiteral("left"));
}

void DeviceInfoTest::parsesNone() {
    const auto devices = parseSimulatedGpus("none");
    QVERIFY(devices.has_value() && devices->empty());
}

void DeviceInfoTest::refusesBadSpecs_data() {
    QTest::addColumn<QString>("spec");
    QTest::addColumn<QString>("part");
    const auto row = [](const QString& spec, const char* part) {
        QTest::newRow(qPrintable(spec.left(40))) << spec << QString::fromLatin1(part);
    };
    row(QString(), "GPU 0");
    row(QStringLiteral("10 bananas"), "10 bananas");
    row(QStringLiteral("1GiB,"), "last comma");
    row(QStringLiteral("1GiB,,1GiB"), "GPU 1");
    row(QStringLiteral("1GiB:speed=3"), "speed=3");
    row(QStringLiteral("1GiB:used"), "used");
    row(QStringLiteral("1GiB:used=x"), "\"x\"");
    row(QStringLiteral("1GiB:link=12GB"), "/s");
    row(QStringLiteral("1GiB:link=0GB/s"), "0 bytes");
    row(QStringLiteral("1GiB:name="), "name=");
    row(QStringLiteral("1GiB:allocator=jemalloc"), goldenText("device/jemalloc-is-no-allocator"));
    row(QStringLiteral("1GiB:used=1GiB:context=1MiB"), "exceed");
    row(QStringLiteral("1e30GiB"), "4 EiB");
    row(QStringLiteral("1GiB,").repeated(64) + QStringLiteral("1GiB"), "64");
}

void DeviceInfoTest::refusesBadSpecs() {
    QFETCH(QString, spec);
    QFETCH(QString, part);
    const auto devices = parseSimulatedGpus(spec.toStdString());
    QVERIFY(!devices.has_value());
    QVERIFY(devices.error().code == ErrorCode::InvalidArgument);
    const QString message = QString::fromStdString(devices.error().message);
    QVERIFY2(message.contains(part), qPrintable(message));
}

void DeviceInfoTest::freeBytesNeverGoBelowZero() {
    DeviceInfo device;
    QVERIFY(!device.freeBytes().has_value());
    device.capacity = 100;
    device.context = 80;
    device.usedByOthers = 30;
    QCOMPARE(*device.freeBytes(), std::uint64_t{0});
    device.context = 200;
    QCOMPARE(*device.freeBytes(), std::uint64_t{0});
}

QTEST_GUILESS_MAIN(DeviceInfoTest)
#include "tst_device_info.moc"
