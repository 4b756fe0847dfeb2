// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef Q_MOC_RUN
#include "engine/device/visible_devices.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

using namespace stowage;

class VisibleDevicesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void readsAsCudaDoes_data();
    void readsAsCudaDoes();
    void refusesUuids();
    void readsUuidsOfRealGpus_data();
    void readsUuidsOfRealGpus();
    void renumbers();
};

namespace {

void addColumns() {
    QTest::addColumn<QString>("list");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("note");
}

void row(const char* name, const char* list, const char* shown, const char* note) {
    QTest::newRow(name) << QString::fromLatin1(list) << QString::fromLatin1(shown)
                        << QString::fromLatin1(note);
}

}  // namespace

void VisibleDevicesTest::readsAsCudaDoes_data() {
    addColumns();
    row("all", "0,1,2,3", "0 1 2 3", "");
    row("some, the other way round", "2,0", "2 0", "");
    row("blanks", " 1 ,\t3 ", "1 3", "");
    row("plus sign", "+1", "1", "");
    row("letters behind the digits", "1st,2nd", "1 2", "");
    row("-1 ends the list", "0,1,-1,2", "0 1", "");
    row("-1 alone", "-1", "", "");
    row("empty", "", "", "");
    row("blanks alone", "  ", "", "");
    row("another negative number", "0,-2", "0",
        goldenText("device/only-the-1-before-it-is-visible"));
    row("too high", "0,1,4,2", "0 1", "(4 GPUs are available)");
    row("too high at once", "9,0", "", goldenText("device/no-gpu-is-visible"));
    row("far too high", "0,99999999999999999999", "0", goldenText("device/ends-the-list"));
    row("word", "0,two", "0", "\"two\"");
    row("comma at the end", "0,", "0", goldenText("device/ends-the-list-2"));
    row("comma at the start", ",0", "", goldenText("device/no-gpu-is-visible"));
    row("repeated", "0,1,0", "", "appears twice");
    row("repeated in another spelling", "1,01", "", "appears twice");
    row("repeated behind the end", "0,-1,0", "0", "");
    row("hexadecimal is read up to the x", "0x1", "0", "");
}

void VisibleDevicesTest::readsAsCudaDoes() {
    QFETCH(QString, list);
    QFETCH(QString, shown);
    QFETCH(QString, note);
    const auto visible = parseVisibleDevices(list.toStdString(), 4);
    QVERIFY(visible.has_value());
    QStringList indices;
    for (const std::uint32_t index : visible->indices) {
        indices.append(QString::number(index));
    }
    QCOMPARE(indices.join(QLatin1Char(' ')), shown);
    QCOMPARE(visible->notes.empty(), note.isEmpty());
    if (!note.isEmpty()) {
        const QString said = QString::fromStdString(visible->notes.front());
        QVERIFY2(said.contains(note), qPrintable(said));
    }
}

void VisibleDevicesTest::refusesUuids() {
    for (const char* const list : {"GPU-8932f937", "0, MIG-GPU-1/2/3"}) {
        const auto visible = parseVisibleDevices(list, 4);
        QVERIFY(!visible.has_value());
        QVERIFY(visible.error().code == ErrorCode::InvalidArgument);
        QVERIFY(visible.error().message.english().find("UUID") != std::string::npos);
    }
}

void VisibleDevicesTest::readsUuidsOfRealGpus_data() {
    addColumns();
    row("whole", "GPU-11aa-22", "0", "");
    row("shortened, the other way round", "GPU-33, GPU-11aa", "2 0", "");
    row("shortened too far", "GPU-11", "", "Several UUIDs begin with");
    row("unknown", "GPU-11aa,GPU-99,GPU-33", "0",
        goldenText("device/gpu-99-is-the-uuid-of-no-gpu-here"));
    row("repeated", "GPU-33,GPU-33cc", "", "appears twice");
    row("a number among them", "GPU-33,0", "2", goldenText("device/0-is-the-uuid-of-no-gpu-here"));
    row("behind a number", "1,GPU-33", "1", goldenText("device/gpu-33-ends-the-list"));
    row("a part of a card", "MIG-GPU-33/1/0", "", "MIG");
    row("numbers", "2,0", "2 0", "");
    row("lower case", "gpu-33", "", goldenText("device/ends-the-list"));
    row("empty", "", "", "");
}

void VisibleDevicesTest::readsUuidsOfRealGpus() {
    QFETCH(QString, list);
    QFETCH(QString, shown);
    QFETCH(QString, note);
    const std::vector<std::string> uuids{"GPU-11aa-22", "GPU-11bb-22", "GPU-33cc-22"};
    const VisibleDevices visible = parseVisibleRealDevices(list.toStdString(), uuids);
    QStringList indices;
    for (const std::uint32_t index : visible.indices) {
        indices.append(QString::number(index));
    }
    QCOMPARE(indices.join(QLatin1Char(' ')), shown);
    QCOMPARE(visible.notes.empty(), note.isEmpty());
    if (!note.isEmpty()) {
        const QString said = QString::fromStdString(visible.notes.front());
        QVERIFY2(said.contains(note), qPrintable(said));
    }
}

void VisibleDevicesTest::renumbers() {
    const auto gpus = parseSimulatedGpus("8GiB,16GiB:used=1GiB,24GiB:name=right");
    QVERIFY(gpus.has_value());
    const auto visible = parseVisibleDevices("2,1", gpus->size());
    QVERIFY(visible.has_value());
    const auto shown = visibleOf(*gpus, *visible);
    QCOMPARE(shown.size(), std::size_t{2});
    QVERIFY(shown[0].id == DeviceId::gpu(0) && shown[1].id == DeviceId::gpu(1));
    QCOMPARE(QString::fromStdString(shown[0].name), QStringLiteral("right"));
    QVERIFY(shown[0].capacity == std::uint64_t{24} << 30U);
    QCOMPARE(shown[1].usedByOthers, std::uint64_t{1} << 30U);
}

QTEST_GUILESS_MAIN(VisibleDevicesTest)
#include "tst_visible_devices.moc"
