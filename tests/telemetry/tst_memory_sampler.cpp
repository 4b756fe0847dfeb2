// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"
#include "engine/device/host_memory.h"
#include "engine/telemetry/memory_sampler.h"
#include "tests/run/recording_device.h"
#include "tests/support/golden_text.h"

#include <QTest>

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

MemorySample sampleOf(double seconds, std::uint64_t rss) {
    MemorySample sample;
    sample.seconds = seconds;
    sample.process.rss = rss;
    return sample;
}

/// The thread takes one when it starts; then, with a long interval, none for a while.
void waitForFirstSample(const MemorySampler& sampler) {
    QTRY_VERIFY(sampler.peaks().samples > 0);
}

/// A GPU whose figures cannot be read while there is no memory.
class OddDevice : public RecordingDevice {
public:
    using RecordingDevice::RecordingDevice;
    [[nodiscard]] AllocatorStatistics statistics() const override {
        if (isOut) {
            throw std::bad_alloc();
        }
        return RecordingDevice::statistics();
    }
    std::atomic<bool> isOut = false;
};

}  // namespace

class TestMemorySampler : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void seriesHandsOutOnlyWhatIsNew() {
        MemorySeries series;
        std::uint64_t cursor = 0;
        series.append(sampleOf(1, 10));
        series.append(sampleOf(2, 20));
        MemorySeries::Batch batch = series.since(cursor);
        QCOMPARE(batch.samples.size(), std::size_t{2});
        QVERIFY(!batch.reset);
        QVERIFY(series.since(cursor).samples.empty());
        series.append(sampleOf(3, 30));
        batch = series.since(cursor);
        QCOMPARE(batch.samples.size(), std::size_t{1});
        QCOMPARE(batch.samples.front().seconds, 3.0);
    }

    void fullSeriesIsThinnedAndKeepsItsSummit() {
        constexpr std::size_t kCapacity = 64;
        MemorySeries series(kCapacity);
        std::uint64_t cursor = 0;
        for (int i = 0; i < 1000; ++i) {
            series.append(sampleOf(i, i == 137 ? 999999U : 1000U));
        }
        const MemorySeries::Batch batch = series.since(cursor);
        QVERIFY(batch.reset);
        QVERIFY(batch.samples.size() <= kCapacity);
        QVERIFY(batch.samples.size() >= kCapacity / 4);
        std::uint64_t highest = 0;
        double last = -1;
        for (const MemorySample& sample : batch.samples) {
            highest = std::max(highest, *sample.process.rss);
            QVERIFY(sample.seconds > last);
            last = sample.seconds;
        }
        QCOMPARE(highest, std::uint64_t{999999});
        QCOMPARE(last, 999.0);
    }

    void clearedSeriesResetsItsReaders() {
        MemorySeries series;
        std::uint64_t cursor = 0;
        series.append(sampleOf(1, 10));
        (void)series.since(cursor);
        series.clear();
        series.append(sampleOf(2, 20));
        const MemorySeries::Batch batch = series.since(cursor);
        QVERIFY(batch.reset);
        QCOMPARE(batch.samples.size(), std::size_t{1});
    }

    void threadSamplesByItself() {
        MemorySampler sampler(0.001);
        std::uint64_t cursor = 0;
        std::size_t seen = 0;
        QTRY_VERIFY((seen += sampler.series().since(cursor).samples.size()) >= 20);
    }

    void newIntervalTakesEffectAtOnce() {
        MemorySampler sampler(3600);
        waitForFirstSample(sampler);
        sampler.setInterval(0.001);
        QCOMPARE(sampler.interval(), 0.001);
        std::uint64_t cursor = 0;
        std::size_t seen = 0;
        QTRY_VERIFY((seen += sampler.series().since(cursor).samples.size()) >= 5);
    }

    void peaksFollowAnonymousMemory() {
        MemorySampler sampler(3600);
        waitForFirstSample(sampler);
        const MemorySample before = sampler.sampleNow();
        sampler.resetPeaks();
        constexpr std::size_t kBytes = 32 * kMiB;
        void* memory =
            ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        QVERIFY(memory != MAP_FAILED);
        std::memset(memory, 1, kBytes);
        (void)sampler.sampleNow();
        ::munmap(memory, kBytes);
        const MemorySample after = sampler.sampleNow();
        const MemorySampler::Peaks peaks = sampler.peaks();
        QCOMPARE(peaks.samples, std::uint64_t{2});
        QVERIFY(*peaks.process.anon >= *before.process.anon + kBytes);
        QVERIFY(*after.process.anon + kBytes / 2 < *peaks.process.anon);
    }

    void peaksKnowWhatWasBetweenTwoSamples() {
        MemorySampler sampler(3600);
        waitForFirstSample(sampler);
        if (!resetResidentPeak()) {
            QSKIP("This kernel does not let a process reset its resident peak.");
        }
        const MemorySample before = sampler.sampleNow();
        sampler.resetPeaks();
        constexpr std::size_t kBytes = 64 * kMiB;
        void* memory =
            ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        QVERIFY(memory != MAP_FAILED);
        std::memset(memory, 1, kBytes);
        ::munmap(memory, kBytes);
        const MemorySample after = sampler.sampleNow();
        QVERIFY(*after.process.rss < *before.process.rss + kBytes / 2);
        // Of the rest the system may have taken pages of files back.
        QVERIFY(*sampler.peaks().process.rss + kMiB >= *before.process.anon + kBytes);
        sampler.resetPeaks();
        QVERIFY(*sampler.peaks().process.rss < *before.process.rss + kBytes / 2);
    }

    void samplesKnowTheMachine() {
        MemorySampler sampler(3600);
        const HostMemory machine = readHostMemory();
        const MemorySample sample = sampler.sampleNow();
        QCOMPARE(sample.cgroupLimit, machine.cgroupLimit);
        QCOMPARE(sample.cgroupLeft.has_value(), machine.cgroupLeft.has_value());
        QVERIFY(sample.available && *sample.available <= *machine.total);
        QVERIFY(!sample.allocatorHeld);
    }

    void thoroughSampleKnowsWhatMallocHolds() {
        MemorySampler sampler(3600);
        constexpr std::size_t kBlocks = 2000;
        constexpr std::size_t kBlockBytes = 10000;
        std::vector<void*> blocks;
        for (std::size_t i = 0; i < kBlocks; ++i) {
            blocks.push_back(std::malloc(kBlockBytes));
        }
        for (std::size_t i = 0; i < kBlocks; i += 2) {
            std::free(blocks[i]);  // every second one: nothing can be given back
        }
        const MemorySample sample = sampler.sampleThoroughly();
        for (std::size_t i = 1; i < kBlocks; i += 2) {
            std::free(blocks[i]);
        }
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("The sanitizer's own malloc says nothing.");
#endif
        QVERIFY(sample.allocatorHeld && *sample.allocatorHeld >= kBlocks / 2 * kBlockBytes);
    }

    /// How little that is, is held in tests/timing.
    void theThreadCountsItsOwnTime() {
        MemorySampler sampler(0.01);
        QTRY_VERIFY(sampler.peaks().samples >= 60);
        QVERIFY(sampler.busySeconds() > 0);
        QVERIFY(sampler.busySeconds() < sampler.now());
    }

    void marksKeepTheirOrderAndAreBounded() {
        MemorySampler sampler(3600);
        for (int i = 0; i < 50000; ++i) {
            sampler.mark(std::to_string(i));
        }
        const std::vector<EventMark> marks = sampler.marks();
        QVERIFY(marks.size() >= 10000 && marks.size() <= 20000);
        QCOMPARE(marks.front().name, std::string("0"));
        QCOMPARE(marks.back().name, std::string("49999"));
        QVERIFY(std::is_sorted(
            marks.begin(), marks.end(),
            [](const EventMark& a, const EventMark& b) { return a.seconds < b.seconds; }));
    }

    /// Whoever reads again gets only what is new; whoever was away while marks were dropped gets
    /// all.
    void marksAreHandedOutOnce() {
        MemorySampler sampler(3600);
        std::uint64_t cursor = 0;
        sampler.mark("a");
        sampler.mark("b");
        QCOMPARE(sampler.marksSince(cursor).marks.size(), std::size_t{2});
        const MemorySampler::MarkBatch nothing = sampler.marksSince(cursor);
        QVERIFY(nothing.marks.empty() && !nothing.reset);
        sampler.mark("c");
        const MemorySampler::MarkBatch one = sampler.marksSince(cursor);
        QCOMPARE(one.marks.size(), std::size_t{1});
        QCOMPARE(one.marks.front().name, std::string("c"));
        for (int i = 0; i < 25000; ++i) {
            sampler.mark(std::to_string(i));
        }
        const MemorySampler::MarkBatch all = sampler.marksSince(cursor);
        QVERIFY(all.reset);
        QCOMPARE(all.marks.size(), sampler.marks().size());
        QCOMPARE(all.marks.front().name, std::string("a"));
        QVERIFY(!sampler.marksSince(cursor).reset);
        // Also whoever had read the last one when some of them were dropped.
        std::size_t most = sampler.marks().size();
        while (sampler.marks().size() >= most) {
            most = sampler.marks().size();
            (void)sampler.marksSince(cursor);
            sampler.mark("more");
        }
        QVERIFY(sampler.marksSince(cursor).reset);
    }

    /// Every sample counts in one stretch of time, however often peaks are taken beside it.
    void noPeakIsLostWhileSamplesAreTaken() {
        MemorySampler sampler(3600);
        waitForFirstSample(sampler);
        sampler.resetPeaks();
        constexpr int kSamples = 3000;
        std::jthread other([&sampler] {
            for (int i = 0; i < kSamples; ++i) {
                (void)sampler.sampleNow();
            }
        });
        std::uint64_t counted = 0;
        while (counted < kSamples / 2) {
            counted += sampler.takePeaks().samples;
        }
        other.join();
        counted += sampler.takePeaks().samples;
        QCOMPARE(counted, std::uint64_t{kSamples});
        QCOMPARE(sampler.peaks().samples, std::uint64_t{0});
    }

    /// Memory runs out while a sample is taken: that one is missing, and is told of.
    void aSampleThatCannotBeTakenIsTold() {
        DeviceInfo info;
        info.id = DeviceId::gpu(0);
        info.capacity = kGiB;
        const auto gpu = makeSimulatedGpu(info);
        QVERIFY(gpu);
        const auto odd = std::make_shared<OddDevice>(*gpu);
        MemorySampler sampler(0.001);
        QCOMPARE(sampler.failure(), std::string());
        odd->isOut = true;
        sampler.setDevices({odd});
        QTRY_VERIFY(sampler.missedSamples() >= 2);
        QCOMPARE(sampler.failure(),
                 std::string(goldenText("base/there-was-not-enough-memory-for-2")));
        odd->isOut = false;
        std::uint64_t cursor = 0;
        (void)sampler.series().since(cursor);
        std::size_t seen = 0;
        QTRY_VERIFY((seen += sampler.series().since(cursor).samples.size()) >= 3);
    }

    void othersMemoryIsFollowed() {
        DeviceInfo info;
        info.id = DeviceId::gpu(0);
        info.capacity = kGiB;
        const Result<std::shared_ptr<DeviceMemory>> gpu = makeSimulatedGpu(info);
        QVERIFY(gpu);
        MemorySampler sampler(3600);
        sampler.setDevices({*gpu});
        QCOMPARE(sampler.sampleNow().devices[0].usedByOthers, std::uint64_t{0});
        QVERIFY((*gpu)->setUsedByOthers(300 * kMiB));
        QCOMPARE(sampler.sampleNow().devices[0].usedByOthers, 300 * kMiB);
    }

    void devicesAreSampled() {
        DeviceInfo info;
        info.id = DeviceId::gpu(3);
        info.simulated = true;
        info.capacity = kGiB;
        info.usedByOthers = 5 * kMiB;
        Result<std::shared_ptr<DeviceMemory>> gpu = makeSimulatedGpu(info);
        QVERIFY(gpu);
        MemorySampler sampler(3600);
        sampler.setDevices({*gpu});
        const Result<std::shared_ptr<DeviceBuffer>> buffer = (*gpu)->allocate(kMiB);
        QVERIFY(buffer);
        const MemorySample sample = sampler.sampleNow();
        QCOMPARE(sample.devices.size(), std::size_t{1});
        QCOMPARE(sample.devices[0].device.index, 3U);
        QCOMPARE(sample.devices[0].allocated, kMiB);
        QCOMPARE(sample.devices[0].reserved, 2 * kMiB);
        QCOMPARE(sample.devices[0].usedByOthers, 5 * kMiB);
    }

    void phasesCloseEachOther() {
        MemorySampler sampler(3600);
        sampler.beginPhase("allocate");
        sampler.beginPhase("read weights");
        std::vector<PhaseMark> phases = sampler.phases();
        QCOMPARE(phases.size(), std::size_t{2});
        QVERIFY(phases[0].end >= phases[0].begin);
        QVERIFY(phases[1].end < phases[1].begin);
        sampler.endPhase();
        sampler.endPhase();
        phases = sampler.phases();
        QVERIFY(phases[1].end >= phases[1].begin);
        QVERIFY(phases[1].begin >= phases[0].end);
    }
};

QTEST_GUILESS_MAIN(TestMemorySampler)
#include "tst_memory_sampler.moc"
