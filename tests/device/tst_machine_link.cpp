// SPDX-License-Identifier: GPL-3.0-or-later
// Machines of a cluster: how they are typed, which one has the CPU, and what joins two of them.
#ifndef Q_MOC_RUN
#include "engine/device/machine_link.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

using namespace stowage;

class MachineLinkTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void gpusNameTheirMachine();
    void firstMachineHasTheCpu_data();
    void firstMachineHasTheCpu();
    void parsesLinks_data();
    void parsesLinks();
    void refusesWrongLinks_data();
    void refusesWrongLinks();
    void cellsReadBack();
    void laterLinksCount();
    void longLatencies();

private:
    static std::vector<DeviceInfo> gpus(const std::string& spec) {
        const auto devices = parseSimulatedGpus(spec);
        return devices ? *devices : std::vector<DeviceInfo>();
    }
};

void MachineLinkTest::gpusNameTheirMachine() {
    const auto devices = gpus("24GiB,node-2.lan/rtx-4090*2:link=12GB/s,this/8GiB");
    QCOMPARE(devices.size(), std::size_t{4});
    QVERIFY(devices[0].machine.empty());
    QVERIFY(devices[1].machine == "node-2.lan" && devices[2].machine == "node-2.lan");
    QVERIFY(devices[3].machine.empty());
    QCOMPARE(*devices[2].linkBytesPerSecond, 12e9);
    QCOMPARE(QString::fromStdString(deviceLabelOn(devices[2]).english()),
             QStringLiteral("GPU 2 on node-2.lan"));
    QCOMPARE(QString::fromStdString(deviceLabelOn(devices[3]).english()), QStringLiteral("GPU 3"));
    for (const char* const wrong : {"/8GiB", "a b/8GiB", "-a/8GiB", "a/", "a/b/8GiB"}) {
        QVERIFY2(!parseSimulatedGpus(wrong), wrong);
    }
}

void MachineLinkTest::firstMachineHasTheCpu_data() {
    QTest::addColumn<QString>("spec");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("all");
    QTest::newRow("none") << "none"
                          << ""
                          << "";
    QTest::newRow("one") << "8GiB*2"
                         << ""
                         << "";
    QTest::newRow("one with a name") << "a/8GiB*2"
                                     << "a"
                                     << "a";
    QTest::newRow("named ones") << "b/8GiB,a/8GiB,b/8GiB"
                                << "b"
                                << "b,a";
    QTest::newRow("one without a name") << "b/8GiB,8GiB"
                                        << ""
                                        << ",b";
}

void MachineLinkTest::firstMachineHasTheCpu() {
    QFETCH(QString, spec);
    QFETCH(QString, first);
    QFETCH(QString, all);
    const auto devices = gpus(spec.toStdString());
    QCOMPARE(QString::fromStdString(firstMachine(devices)), first);
    QCOMPARE(QString::fromStdString(machineOf(devices, DeviceId::cpu())), first);
    QCOMPARE(QString::fromStdString(machineOf(devices, DeviceId::disk())), first);
    QStringList names;
    for (const std::string& machine : machinesOf(devices)) {
        names << QString::fromStdString(machine);
    }
    QCOMPARE(names.join(','), all);
    QCOMPARE(areSeveralMachines(devices), names.size() > 1);
}

void MachineLinkTest::parsesLinks_data() {
    QTest::addColumn<QStringList>("texts");
    QTest::addColumn<double>("rate");
    QTest::addColumn<double>("latency");
    QTest::newRow("assumed") << QStringList() << 1.25e9 << 100e-6;
    QTest::newRow("of any two") << QStringList{"2GB/s:1ms"} << 2e9 << 1e-3;
    QTest::newRow("microseconds") << QStringList{"2GB/s:200us"} << 2e9 << 200e-6;
    QTest::newRow("without a latency") << QStringList{"2GB/s"} << 2e9 << 100e-6;
    QTest::newRow("of the two") << QStringList{"node-1-b=10GiB/s:2.5us", "2GB/s:1s"}
                                << 10.0 * 1073741824.0 << 2.5e-6;
    QTest::newRow("the other way round") << QStringList{"b-node-1=3GB/s:0s"} << 3e9 << 0.0;
    QTest::newRow("of others") << QStringList{"b-this=3GB/s:0s"} << 1.25e9 << 100e-6;
}

void MachineLinkTest::parsesLinks() {
    QFETCH(QStringList, texts);
    QFETCH(double, rate);
    QFETCH(double, latency);
    const auto devices = gpus("8GiB,node-1/8GiB*2,b/8GiB");
    std::vector<std::string> given;
    for (const QString& text : texts) {
        given.push_back(text.toStdString());
    }
    const auto links = parseMachineLinks(given, devices);
    QVERIFY2(links, links ? "" : links.error().message.english().c_str());
    for (const bool isBack : {false, true}) {
        const auto link = linkBetween(devices, *links, DeviceId::gpu(isBack ? 3 : 1),
                                      DeviceId::gpu(isBack ? 1 : 3));
        QVERIFY(link.has_value());
        QCOMPARE(link->bytesPerSecond, rate);
        QVERIFY(link->latencySeconds == latency);  // as JSON has it, to the last digit
        QVERIFY(link->one == (isBack ? "b" : "node-1"));
        QCOMPARE(link->isAssumed, latency == 100e-6 && rate == 1.25e9);
        QCOMPARE(link->secondsFor(1e6), 1e6 / rate + latency);
    }
    QVERIFY(!linkBetween(devices, *links, DeviceId::gpu(1), DeviceId::gpu(2)));
    QVERIFY(!linkBetween(devices, *links, DeviceId::gpu(0), DeviceId::cpu()));
    QVERIFY(linkBetween(devices, *links, DeviceId::cpu(), DeviceId::gpu(3)).has_value());
}

void MachineLinkTest::refusesWrongLinks_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("why");
    const auto row = [](const char* text, const char* why) {
        QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(why);
    };
    row("this-c=1GB/s", goldenText("device/those-of-gpus-are-this-b"));
    row("b-b=1GB/s", "two machines");
    row("b=1GB/s", "two machines");
    row("1GB", goldenText("device/a-rate-is-needed"));
    row("0GB/s", goldenText("device/a-rate-is-needed"));
    row("fast/s", goldenText("device/a-rate-is-needed"));
    row("1GB/s:100", "a latency of up to 10 s");
    row("1GB/s:-1us", "a latency of up to 10 s");
    row("1GB/s:11s", "a latency of up to 10 s");
    row("1GB/s:nans", "a latency of up to 10 s");
}

void MachineLinkTest::refusesWrongLinks() {
    QFETCH(QString, text);
    QFETCH(QString, why);
    const auto links = parseMachineLinks({text.toStdString()}, gpus("8GiB,b/8GiB"));
    QVERIFY(!links);
    QCOMPARE(links.error().code, ErrorCode::InvalidArgument);
    QVERIFY2(links.error().message.english().find(why.toStdString()) != std::string::npos,
             links.error().message.english().c_str());
}

void MachineLinkTest::cellsReadBack() {
    for (const auto& [rate, latency] :
         {std::pair(1.25e9, 100e-6), {125e6, 0.5e-3}, {2e9, 0.0}, {8e9, 10.0}}) {
        const MachineLink link{.bytesPerSecond = rate, .latencySeconds = latency};
        QVERIFY(linkRateOf(linkRateText(link)) == rate);
        QVERIFY(linkLatencyOf(linkLatencyText(link)) == latency);
    }
    QVERIFY(linkRateOf("10Gb/s") == 1.25e9);  // bits
    QVERIFY(!linkRateOf("") && !linkRateOf("1GB") && !linkLatencyOf("") && !linkLatencyOf("1"));
}

void MachineLinkTest::laterLinksCount() {
    const auto devices = gpus("8GiB,b/8GiB");
    const auto links = parseMachineLinks({"this-b=1GB/s:1us", "b-this=2GB/s:2us"}, devices);
    QVERIFY(links);
    QCOMPARE(links->size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(linkText(links->front())), QStringLiteral("2 GB/s, 2 µs"));
}

void MachineLinkTest::longLatencies() {
    const auto devices = gpus("8GiB,b/8GiB");
    for (const auto& [given, shown] :
         {std::pair{"1500ms", "1 GB/s, 1.5 s"}, std::pair{"20ms", "1 GB/s, 20 ms"},
          std::pair{"999us", "1 GB/s, 999 µs"}}) {
        const auto links = parseMachineLinks({std::string("1GB/s:") + given}, devices);
        QVERIFY(links);
        QCOMPARE(QString::fromStdString(linkText(links->front())), QString::fromUtf8(shown));
    }
}

QTEST_GUILESS_MAIN(MachineLinkTest)
#include "tst_machine_link.moc"
