// SPDX-License-Identifier: GPL-3.0-or-later
// How fast a device is taken to be, and where that is from.
#ifndef Q_MOC_RUN
#include "engine/base/byte_size.h"
#include "engine/capacity/device_speed.h"
#include "engine/run/product_rates.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

using namespace stowage;

class DeviceSpeedTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void aRealCardIsThePublishedOne();
    void aRateThatNobodyPublishedIsNamed();
    void itsLinkIsTheMeasuredOne();
    void anUnknownCardIsMeasured();
    void aSimulatedGpuComputesAsThisMachine();
    void aGpuWithoutACardIsTheSlowestCurrentOne();
    void aProcessorStandsInForWhatWasNotMeasured();

private:
    static DeviceInfo card(const char* name, std::uint64_t gib);
    /// A machine whose card does 100 TFLOP/s with many rows and reads 1 TB/s with one.
    static MachineRates measured();
};

DeviceInfo DeviceSpeedTest::card(const char* name, std::uint64_t gib) {
    DeviceInfo device;
    device.id = DeviceId::gpu(0);
    device.name = name;
    device.capacity = gib * kGiB;
    return device;
}

constexpr UnnamedGpus kHere = UnnamedGpus::ThisMachine;

MachineRates DeviceSpeedTest::measured() {
    MachineRates rates;
    rates.set(HostRate::HostToDevice, 50e9);
    rates.set(HostRate::Memcpy, 8e9);
    const auto set = [&](ProductPlace place, std::int64_t rows, double rate) {
        rates.matmul[productRateName(place, DType::Float16, rows)] = rate;
    };
    set(ProductPlace::Card, kMeasuredRows.front(), 1e12);
    set(ProductPlace::Card, kMeasuredRows.back(), 100e12);
    set(ProductPlace::Host, kMeasuredRows.front(), 1e9);
    set(ProductPlace::Host, kMeasuredRows.back(), 50e9);
    return rates;
}

void DeviceSpeedTest::aRealCardIsThePublishedOne() {
    const auto speeds = SpeedSource::make(nullptr, kHere);
    QVERIFY(speeds);
    const DeviceSpeed real = speeds->of(card("NVIDIA H100 80GB HBM3", 79), DType::Float16);
    QVERIFY(real.basis == SpeedBasis::Catalogue);
    QCOMPARE(real.source.english(), std::string("H100 SXM5 80 GB, published"));
    DeviceInfo simulated = card("H100 SXM5 80 GB", 80);
    simulated.simulated = true;
    QCOMPARE(real.bandwidth, speeds->of(simulated, DType::Float16).bandwidth);
    QCOMPARE(real.operations, speeds->of(simulated, DType::Float16).operations);
}

/// Of a card that does more in bfloat16 than in float32 it would tell too long a time.
void DeviceSpeedTest::aRateThatNobodyPublishedIsNamed() {
    const auto speeds = SpeedSource::make(nullptr, kHere);
    QVERIFY(speeds);
    const auto of = [&](const char* name, std::uint64_t gib, DType dtype) {
        DeviceInfo device = card(name, gib);
        device.simulated = true;
        return speeds->of(device, dtype);
    };
    const DeviceSpeed turing = of("Tesla T4", 16, DType::BFloat16);
    QVERIFY(turing.products == ProductRate::Float32);
    QCOMPARE(turing.operations, of("Tesla T4", 16, DType::Float32).operations);
    QVERIFY2(turing.source.english().find(
                 goldenText("capacity/not-its-rate-in-bfloat16-float32s")) != std::string::npos,
             turing.source.english().c_str());
    QVERIFY(of("Tesla T4", 16, DType::Float32).products == ProductRate::Own);
    // NVIDIA's white papers: dense, with sums in float32.
    const DeviceSpeed blackwell = of("GeForce RTX 5090", 32, DType::BFloat16);
    QVERIFY(blackwell.products == ProductRate::Own);
    QCOMPARE(blackwell.operations, 209.5e12 * kReachedOperations);
}

void DeviceSpeedTest::itsLinkIsTheMeasuredOne() {
    const MachineRates rates = measured();
    const auto speeds = SpeedSource::make(&rates, kHere);
    QVERIFY(speeds);
    DeviceInfo device = card("NVIDIA H100 80GB HBM3", 79);
    QCOMPARE(speeds->of(device, DType::Float16).link, 50e9);
    device.linkBytesPerSecond = 12e9;
    QCOMPARE(speeds->of(device, DType::Float16).link, 12e9 * kReachedBandwidth);
    // What this machine's slot reaches says nothing of a card that one does not have.
    DeviceInfo simulated = card("H100 SXM5 80 GB", 80);
    simulated.simulated = true;
    QCOMPARE(speeds->of(simulated, DType::Float16).link, 63e9 * kReachedBandwidth);
}

void DeviceSpeedTest::anUnknownCardIsMeasured() {
    const MachineRates rates = measured();
    const auto speeds = SpeedSource::make(&rates, kHere);
    QVERIFY(speeds);
    const DeviceSpeed speed = speeds->of(card("NVIDIA Graphics Device", 24), DType::Float16);
    QVERIFY(speed.basis == SpeedBasis::Measured);
    QCOMPARE(speed.source.english(), std::string("NVIDIA Graphics Device, measured"));
    QCOMPARE(speed.operations, 100e12);
    QCOMPARE(speed.bandwidth, 1e12);
    QCOMPARE(speed.link, 50e9);
    QVERIFY(speed.pricesRuns);
    const auto nothing = SpeedSource::make(nullptr, kHere);
    QVERIFY(nothing);
    const DeviceSpeed unknown = nothing->of(card("NVIDIA Graphics Device", 24), DType::Float16);
    QVERIFY(unknown.basis == SpeedBasis::Catalogue && !unknown.pricesRuns);
    QVERIFY2(unknown.source.english().starts_with("NVIDIA Graphics Device, speed unknown"),
             unknown.source.english().c_str());
    // It is the card that was not measured, whatever computes for it here.
    QCOMPARE(unknown.unknownCard, std::string("NVIDIA Graphics Device"));
    QVERIFY(speed.unknownCard.empty());
}

void DeviceSpeedTest::aSimulatedGpuComputesAsThisMachine() {
    const MachineRates rates = measured();
    const auto speeds = SpeedSource::make(&rates, kHere);
    QVERIFY(speeds);
    DeviceInfo simulated = card("Simulated, 24.00 GiB", 24);
    simulated.simulated = true;
    const DeviceSpeed speed = speeds->of(simulated, DType::Float16);
    const std::string source = speed.source.english();
    QVERIFY2(source.starts_with("CPU of this machine: ") && source.ends_with(", measured"),
             source.c_str());
    QCOMPARE(speed.operations, 50e9);
    QCOMPARE(speed.bandwidth, 8e9);
    QCOMPARE(speed.link, 8e9);
    // The rate at which a run's copies are held back.
    simulated.linkBytesPerSecond = 1e9;
    QCOMPARE(speeds->of(simulated, DType::Float16).link, 1e9);
    QCOMPARE(speeds->of(simulated, DType::Float16).linkSource.english(),
             std::string("link of Simulated, 24.00 GiB: 1 GB/s, as specified"));
}

void DeviceSpeedTest::aGpuWithoutACardIsTheSlowestCurrentOne() {
    const MachineRates rates = measured();
    const auto speeds = SpeedSource::make(&rates, UnnamedGpus::AssumedCard);
    QVERIFY(speeds);
    const auto named = [](const char* name) {
        DeviceInfo device = card(name, 12);
        device.simulated = true;
        return device;
    };
    const DeviceSpeed speed = speeds->of(named("Simulated, 12.00 GiB"), DType::BFloat16);
    QVERIFY(speed.basis == SpeedBasis::Catalogue);
    QCOMPARE(speed.assumedCard, std::string("GeForce RTX 3060"));
    QCOMPARE(speed.bandwidth, speeds->of(named("GeForce RTX 3060"), DType::BFloat16).bandwidth);
}

void DeviceSpeedTest::aProcessorStandsInForWhatWasNotMeasured() {
    const MachineRates rates = measured();
    const auto nothing = SpeedSource::make(nullptr, kHere);
    const auto speeds = SpeedSource::make(&rates, kHere);
    QVERIFY(nothing && speeds);
    DeviceInfo host;
    host.id = DeviceId::cpu();
    DeviceInfo simulated = card("Simulated, 24.00 GiB", 24);
    simulated.simulated = true;
    for (const DeviceInfo& device : {host, simulated}) {
        const DeviceSpeed speed = nothing->of(device, DType::Float16);
        QVERIFY(speed.bandwidth > 0 && speed.isStandIn);
        QVERIFY(!speeds->of(device, DType::Float16).isStandIn);
    }
    QVERIFY(!nothing->of(card("H100 SXM5 80 GB", 80), DType::Float16).isStandIn);
}

QTEST_GUILESS_MAIN(DeviceSpeedTest)
#include "tst_device_speed.moc"
