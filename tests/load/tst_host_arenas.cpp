// SPDX-License-Identifier: GPL-3.0-or-later
// Where host weights of a `streamed` load lie, and whose memory it is before, while and after.
#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"
#include "engine/base/page_cache.h"
#include "engine/device/host_memory.h"
#include "engine/load/execute/placed_model.h"
#include "engine/load/execute/read_batches.h"
#include "engine/load/program/host_layout.h"
#include "engine/load/staging_ring.h"
#include "tests/load/load_fixture.h"
#include "tests/load/plain_backend.h"
#include "tests/load/watched_device.h"
#include "tests/support/golden_text.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <set>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr std::uint64_t kBlock = DirectReader::kAlignment;

std::uint64_t anonymousBytes() {
    return ProcessMemoryReader().read().anon.value_or(0);
}

/// Sanitizers keep freed memory for a while, and books of all memory beside it.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kTellsMemory = false;
#else
constexpr bool kTellsMemory = true;
#endif

/// Whether the loads since `before` left nothing of weight.
bool isGivenBack(std::uint64_t before) {
    return !kTellsMemory || anonymousBytes() < before + 24 * kMiB;
}

/// A file made of tensors at given places, described but not written.
std::shared_ptr<LoadSchedule> described(const std::vector<TensorLocation>& places, DType dtype,
                                        DeviceId device = DeviceId::cpu()) {
    auto checkpoint = std::make_shared<Checkpoint>();
    auto schedule = std::make_shared<LoadSchedule>();
    for (std::uint32_t i = 0; i < places.size(); ++i) {
        const auto elements = static_cast<std::int64_t>(places[i].length * 8 / storedBits(dtype));
        checkpoint->tensors.push_back(
            StoredTensor{"t" + std::to_string(i), dtype, {elements}, {}, places[i], 0});
        schedule->tensors.push_back(
            ScheduledTensor{TensorId{i}, i, device, dtype, places[i].length});
    }
    schedule->checkpoint = checkpoint;
    return schedule;
}

}  // namespace

class TestHostArenas : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void runsAreCongruentAndShareNoBlock() {
        // Two neighbours, one beyond a gap of 64 KiB, and one of another shard.
        const auto schedule = described({{0, 1000, 2 * kMiB},
                                         {0, 1000 + 2 * kMiB + 500, 300},
                                         {0, 1000 + 2 * kMiB + 800 + 64 * kKiB, 5000},
                                         {1, 77, 3 * kMiB}},
                                        DType::UInt8);
        const HostLayout layout = layOutHost(*schedule);
        QCOMPARE(layout.arenaBytes.size(), std::size_t{2});
        QCOMPARE(layout.runs.size(), std::size_t{3});
        QCOMPARE(layout.runs[0].range.tensors.size(), std::size_t{2});
        QCOMPARE(layout.places[1].offset - layout.places[0].offset, 2 * kMiB + 500);
        std::set<std::pair<std::uint32_t, std::uint64_t>> blocks;
        for (const HostRun& run : layout.runs) {
            QCOMPARE(run.arenaOffset % kBlock, run.range.offset % kBlock);
            const std::uint64_t end = run.arenaOffset + run.range.length;
            QVERIFY((end + kBlock - 1) / kBlock * kBlock <= layout.arenaBytes[run.arena]);
            for (std::uint64_t block = run.arenaOffset / kBlock; block * kBlock < end; ++block) {
                QVERIFY(blocks.emplace(run.arena, block).second);
            }
        }
        QCOMPARE(layout.places[3].arena, std::uint32_t{1});
        QCOMPARE(layout.places[3].offset, std::uint64_t{77});
    }

    void leftOutIsWhatCannotLieAsInTheFile() {
        auto schedule = described({{0, 4096, 2 * kMiB},
                                   {0, 4096 + kMiB, 2 * kMiB},        // over the first
                                   {0, 4096 + 3 * kMiB + 2, 64 * 4},  // odd for float32
                                   {0, 4096 + 4 * kMiB, 64 * 4},      // to be cast
                                   {0, 4096 + 5 * kMiB, 64 * 4},      // to a GPU
                                   {0, 4096 + 6 * kMiB, 64 * 4},
                                   {1, 0, kMiB - 4}},  // too little of its shard
                                  DType::Float32);
        schedule->tensors[3].dtype = DType::Float64;
        schedule->tensors[3].bytes *= 2;
        schedule->tensors[4].device = DeviceId::gpu(0);
        const HostLayout layout = layOutHost(*schedule);
        std::vector<bool> inArena;
        for (const HostPlace& place : layout.places) {
            inArena.push_back(place.arena != kNone);
        }
        const std::vector<bool> expected{true, false, false, false, false, true, false};
        QVERIFY(inArena == expected);
    }

    void everyByteIsReadOnceAndNoElementIsCut_data() {
        QTest::addColumn<bool>("isCast");
        QTest::newRow("as stored") << false;
        QTest::newRow("cast") << true;
    }

    void everyByteIsReadOnceAndNoElementIsCut() {
        QFETCH(bool, isCast);
        // Odd places, a cut in the middle of elements, overlaps, a tensor at the very cut.
        const auto schedule = described({{0, 13, 4 * kMiB},
                                         {0, 13 + 4 * kMiB, 400},
                                         {0, 13 + 2 * kMiB, 3 * kMiB},
                                         {0, 6 * kMiB - 2, 8},
                                         {0, 6 * kMiB + 6, 4},
                                         {2, 4 * kMiB - 2, 5 * kMiB}},
                                        DType::Float32);
        for (ScheduledTensor& tensor : schedule->tensors) {
            tensor.dtype = isCast ? DType::Float64 : DType::Float32;
            tensor.device = DeviceId::gpu(0);
        }
        const ReadPlan plan = makeReadPlan(*schedule, HostArenas(*schedule, HostMemoryUse::Fresh));
        std::vector<std::uint64_t> arrived(schedule->tensors.size(), 0);
        for (const ReadBatch& batch : plan.batches) {
            QVERIFY(batch.length > 0 && batch.length <= kGrainBytes + 16);
            for (const ReadPart& part : plan.partsOf(batch)) {
                QCOMPARE(part.tensorOffset, arrived[part.scheduled]);
                QVERIFY(!isCast || part.length % 4 == 0);
                QVERIFY(part.offset >= batch.offset);
                QVERIFY(part.offset + part.length <= batch.offset + batch.length);
                const TensorLocation& place = schedule->stored(part.scheduled).location;
                QCOMPARE(part.offset - part.tensorOffset, place.offset);
                arrived[part.scheduled] += part.length;
            }
        }
        for (std::uint32_t i = 0; i < arrived.size(); ++i) {
            QCOMPARE(arrived[i], schedule->stored(i).location.length);
        }
        const ReadBatch both = plan.merged(0, 2);
        QCOMPARE(both.length, plan.batches[0].length + plan.batches[1].length);
        QCOMPARE(both.partCount, plan.batches[0].partCount + plan.batches[1].partCount);
        const std::uint64_t last = plan.batches.size() - 1;
        QCOMPARE(plan.merged(last, 1).grains, std::size_t{1});
    }

    void tensorsShareAnArenaAndItGoesWithTheLast() {
        constexpr std::uint64_t kBytes = 40 * kMiB;
        const std::shared_ptr<DeviceMemory> host = makeHostDevice(cpuInfo());
        const std::uint64_t before = anonymousBytes();
        std::shared_ptr<MemoryArena> arena = *host->makeArena(kBytes, HostMemoryUse::Fresh);
        std::memset(arena->bytes().data(), 1, kBytes);
        std::shared_ptr<DeviceBuffer> first = *arena->take(100, 1000, "first");
        std::shared_ptr<DeviceBuffer> second = *arena->take(5000, kMiB, "second");
        QCOMPARE(second->data() - first->data(), std::ptrdiff_t{4900});
        QCOMPARE(host->statistics().allocated, kMiB + 1000);
        QCOMPARE(host->statistics().reserved, kBytes);
        arena.reset();
        first.reset();
        QCOMPARE(host->statistics().allocated, kMiB);
        QCOMPARE(host->statistics().reserved, kBytes);
        QVERIFY(anonymousBytes() - before >= kBytes);
        second.reset();
        QCOMPARE(host->statistics().allocated, std::uint64_t{0});
        QCOMPARE(host->statistics().reserved, std::uint64_t{0});
        QVERIFY(anonymousBytes() < before + 4 * kMiB);
    }

    void pooledArenasAreReusedAndGivenBack() {
        constexpr std::uint64_t kBytes = 40 * kMiB;
        std::shared_ptr<DeviceMemory> host = makeHostDevice(cpuInfo());
        const std::uint64_t before = anonymousBytes();
        const auto use = HostMemoryUse::Reused;
        std::shared_ptr<MemoryArena> arena = *host->makeArena(kBytes, use);
        QCOMPARE(arena->reusedBytes(), std::uint64_t{0});
        std::memset(arena->bytes().data(), 7, kBytes);
        arena.reset();
        QCOMPARE(host->statistics().reserved, kBytes);
        QCOMPARE(host->statistics().allocated, std::uint64_t{0});
        QVERIFY(anonymousBytes() - before >= kBytes);
        // It is too small for one, much too large for another, and no fresh one takes it.
        QCOMPARE((*host->makeArena(kBytes + 1, use))->reusedBytes(), std::uint64_t{0});
        QCOMPARE((*host->makeArena(kBytes / 2, use))->reusedBytes(), std::uint64_t{0});
        QCOMPARE((*host->makeArena(kBytes, HostMemoryUse::Fresh))->reusedBytes(), std::uint64_t{0});
        host->emptyCache();
        QCOMPARE(host->statistics().reserved, std::uint64_t{0});
        QVERIFY(anonymousBytes() < before + 4 * kMiB);

        arena = *host->makeArena(kBytes, use);
        std::memset(arena->bytes().data(), 7, kBytes);
        arena.reset();
        arena = *host->makeArena(kBytes - kMiB, use);
        QCOMPARE(arena->reusedBytes(), kBytes);
        QCOMPARE(arena->bytes()[5], std::byte{7});
        QCOMPARE(host->statistics().reserved, kBytes);
        // An arena may outlive its device.
        host.reset();
        arena.reset();
        QVERIFY(anonymousBytes() < before + 4 * kMiB);
    }

    void refusedArenaIsAnError() {
        const std::shared_ptr<DeviceMemory> host = makeHostDevice(cpuInfo());
        const auto arena = host->makeArena(std::uint64_t{1} << 60U, HostMemoryUse::Reused);
        QVERIFY(!arena);
        QCOMPARE(arena.error().code, ErrorCode::OutOfMemory);
        QVERIFY2(arena.error().message.english().find("iB") != std::string::npos,
                 arena.error().message.english().c_str());
        QCOMPARE(host->statistics().reserved, std::uint64_t{0});
    }

    void stagingIsUsedForWhatNeedsIt() {
        const std::vector<TensorLocation> places{{0, 4096, 40 * kMiB}, {0, 48 * kMiB, 64}};
        const auto schedule = described(places, DType::Float32);
        const auto planOver = [](bool simulated) {
            auto plan = std::make_shared<PlacementPlan>();
            plan->placements.resize(1);
            plan->placements[0].device = gpuInfo(0, kGiB);
            plan->placements[0].device.simulated = simulated;
            return plan;
        };
        schedule->plan = planOver(true);
        QCOMPARE(stagingUse(*schedule), std::uint64_t{0});
        schedule->tensors[1].device = DeviceId::gpu(0);
        QCOMPARE(stagingUse(*schedule), std::uint64_t{64});
        schedule->tensors[0].device = DeviceId::gpu(0);
        QCOMPARE(stagingUse(*schedule), kStagingBytes);
        schedule->tensors[0].dtype = DType::Float64;
        schedule->tensors[0].bytes *= 2;
        QCOMPARE(stagingUse(*schedule), kStagingBytes);
        // Half of the ring is for what was cast then: the small tensor is read into the other half.
        schedule->tensors[0].device = DeviceId::cpu();
        schedule->tensors[0].bytes = 128;
        QCOMPARE(stagingUse(*schedule), kStagingBytes / 2 + 128);
        // A card has all of it page-locked, whatever passes.
        schedule->plan = planOver(false);
        schedule->method = LoadMethod::Streamed;
        QCOMPARE(stagingUse(*schedule), kCardStagingBytes);
    }

    /// A host without room for all of a shard at once.
    void aLoadWithoutItsArenaStops() {
        class FullHost : public WatchedDevice {
        public:
            using WatchedDevice::WatchedDevice;
            Result<std::shared_ptr<MemoryArena>> makeArena(std::uint64_t, HostMemoryUse) override {
                return fail(ErrorCode::OutOfMemory, "no room for all");
            }
        };
        Loader loader;
        const std::shared_ptr<DeviceMemory> host = loader.host();
        loader.devices = {std::make_shared<FullHost>(host, [] { return Result<void>(); })};
        const LoadOutcome outcome = loader.load(HostMemoryUse::Fresh);
        QVERIFY(outcome.report.stopped);
        QCOMPARE(outcome.report.stopped->code, ErrorCode::OutOfMemory);
        for (const char* part : {goldenText("device/no-room-for-all"), "h.0", "CPU"}) {
            const std::string& message = outcome.report.stopped->message;
            QVERIFY2(message.find(part) != std::string::npos, message.c_str());
        }
        QVERIFY(outcome.model == nullptr);
        QCOMPARE(host->statistics().reserved, std::uint64_t{0});
    }

    void loadedTensorsLieAsInTheFile() {
        Loader loader;
        const LoadOutcome outcome = loader.load(HostMemoryUse::Fresh);
        QVERIFY2(!outcome.report.stopped,
                 outcome.report.stopped ? outcome.report.stopped->message.english().c_str() : "");
        QVERIFY2(outcome.report.verified.value_or(false),
                 outcome.report.verifyFailure.english().c_str());
        const auto& model = dynamic_cast<const PlacedModel&>(*outcome.model);
        const std::byte* const first = model.buffer(1)->data();
        for (std::uint32_t i = 1; i < loader.schedule->tensors.size(); ++i) {
            const auto inFile = loader.schedule->stored(i).location.offset -
                                loader.schedule->stored(1).location.offset;
            QCOMPARE(model.buffer(i)->data() - first, static_cast<std::ptrdiff_t>(inFile));
        }
        QVERIFY(outcome.report.io.has_value());
        QCOMPARE(outcome.report.io->reusedHostBytes, std::uint64_t{0});
        QCOMPARE(outcome.report.io->directBytes + outcome.report.io->bufferedBytes,
                 outcome.report.bytesRead);
    }

    void loadsReuseArenasWhenAsked() {
        Loader loader;
        const std::uint64_t before = anonymousBytes();
        LoadOutcome outcome = loader.load(HostMemoryUse::Reused);
        const std::byte* const address =
            dynamic_cast<const PlacedModel&>(*outcome.model).buffer(1)->data();
        outcome.model.reset();
        QVERIFY(loader.host()->statistics().reserved > loader.schedule->totalBytes);
        outcome = loader.load(HostMemoryUse::Reused);
        QCOMPARE(dynamic_cast<const PlacedModel&>(*outcome.model).buffer(1)->data(), address);
        QVERIFY(outcome.report.io->reusedHostBytes >= loader.schedule->totalBytes);
        QVERIFY(outcome.report.verified.value_or(false));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
        // Their shadow pages are anonymous too.
        QVERIFY2(outcome.report.peak.anon.value_or(0) < 24 * kMiB,
                 qPrintable(QString::number(outcome.report.peak.anon.value_or(0))));
#endif
        outcome.model.reset();
        releaseHostCaches(loader.backends());
        QCOMPARE(loader.host()->statistics().reserved, std::uint64_t{0});
        QVERIFY(isGivenBack(before));
    }

    void freshLoadsLeaveNothing() {
        Loader loader;
        const std::uint64_t before = anonymousBytes();
        LoadOutcome outcome = loader.load(HostMemoryUse::Fresh);
        const auto expected = static_cast<double>(loader.schedule->predictedHostAnonBytes);
        const auto measured = static_cast<double>(outcome.report.peak.anon.value_or(0));
        QVERIFY2(!kTellsMemory || measured < 1.03 * expected + 32.0 * static_cast<double>(kMiB),
                 qPrintable(QStringLiteral("%1 against %2").arg(measured).arg(expected)));
        outcome.model.reset();
        QCOMPARE(loader.host()->statistics().reserved, std::uint64_t{0});
        QCOMPARE(loader.host()->statistics().allocated, std::uint64_t{0});
        QVERIFY(isGivenBack(before));
    }

private:
    /// A model of some 50 MiB on the CPU, in a file where floats begin where they may.
    struct Loader {
        Loader() {
            std::vector<FixtureTensor> tensors{{"pad", DType::UInt8, {3}}};
            for (int layer = 0; layer < 12; ++layer) {
                const std::string name = "h." + std::to_string(layer);
                tensors.push_back({name + ".weight", DType::Float32, {1024, 1021}});
                tensors.push_back({name + ".bias", DType::Float32, {1021}});
            }
            model = makeFixture(folder.path().toStdString(), tensors);
            const auto plan = planFor(model.tree, {cpuInfo()}, {{"", DeviceId::cpu()}});
            schedule = *makeLoadSchedule(plan, model.checkpoint, {LoadMethod::Streamed, {}});
        }
        [[nodiscard]] const std::shared_ptr<DeviceMemory>& host() const { return devices.front(); }
        [[nodiscard]] LoadBackends backends() const { return {devices, backend}; }
        LoadOutcome load(HostMemoryUse use) {
            LoadOptions options;
            options.hostMemory = use;
            options.verification = Verification::Bytes;
            const PauseGate gate;
            return runLoadJob(schedule, backends(), options, gate, {}, {});
        }

        QTemporaryDir folder;
        LoadFixture model;
        std::shared_ptr<const LoadSchedule> schedule;
        std::shared_ptr<PlainBackend> backend = std::make_shared<PlainBackend>();
        std::vector<std::shared_ptr<DeviceMemory>> devices{makeHostDevice(cpuInfo())};
    };
};

QTEST_GUILESS_MAIN(TestHostArenas)
#include "tst_host_arenas.moc"
