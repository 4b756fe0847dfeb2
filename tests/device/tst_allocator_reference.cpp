// SPDX-License-Identifier: GPL-3.0-or-later
// The caching allocator's every figure and block against a second, plain model of the rules, and
// the names and order of torch.cuda.memory_stats.
#ifndef Q_MOC_RUN
#include "engine/base/byte_size.h"
#include "engine/device/allocator_model.h"
#include "engine/device/allocator_statistics.h"
#include "engine/device/device_memory.h"
#include "tests/device/naive_allocator.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

#include <nlohmann/json.hpp>

#include <random>
#include <set>

using namespace stowage;
using test::NaiveAllocator;

namespace {

using Pools = AllocatorPoolCounters;

/// Every current figure of one pool, in one line, so that a difference is read at a glance.
QString line(const NaiveAllocator::Figures& f) {
    return QStringLiteral("blocks %1 allocated %2 requested %3 segments %4 reserved %5 split %6 %7")
        .arg(f.liveBlocks)
        .arg(f.allocated)
        .arg(f.requested)
        .arg(f.segments)
        .arg(f.reserved)
        .arg(f.splitBlocks)
        .arg(f.splitBytes);
}

QString line(const AllocatorCounters& c, AllocatorCounter Pools::*pool) {
    return line(
        NaiveAllocator::Figures{(c.allocation.*pool).current, (c.allocatedBytes.*pool).current,
                                (c.requestedBytes.*pool).current, (c.segment.*pool).current,
                                (c.reservedBytes.*pool).current, (c.inactiveSplit.*pool).current,
                                (c.inactiveSplitBytes.*pool).current});
}

/// Blocks as "offset+size" with requests and owners, segment by segment.
QStringList mapOf(const std::vector<SegmentSnapshot>& segments) {
    QStringList lines;
    for (const SegmentSnapshot& segment : segments) {
        QString text =
            QStringLiteral("%1 %2:").arg(segment.pool == AllocatorPool::Small).arg(segment.size);
        for (const BlockSnapshot& block : segment.blocks) {
            text += QStringLiteral(" %1+%2/%3")
                        .arg(block.offset)
                        .arg(block.size)
                        .arg(block.active ? block.requested : 0);
        }
        lines.append(text);
    }
    return lines;
}

QStringList mapOf(const std::list<NaiveAllocator::Segment>& segments) {
    QStringList lines;
    for (const NaiveAllocator::Segment& segment : segments) {
        QString text = QStringLiteral("%1 %2:").arg(segment.small).arg(segment.size);
        std::uint64_t offset = 0;
        for (const NaiveAllocator::Block& block : segment.blocks) {
            text += QStringLiteral(" %1+%2/%3").arg(offset).arg(block.size).arg(block.requested);
            offset += block.size;
        }
        lines.append(text);
    }
    return lines;
}

std::uint64_t randomSize(std::mt19937_64& random) {
    static constexpr std::uint64_t kBounds[] = {2000, kMiB, 3 * kMiB, 11 * kMiB, 40 * kMiB};
    const std::uint64_t bound = kBounds[random() % std::size(kBounds)];
    const std::uint64_t around = random() % 4;  // often right at a bound, where rules change
    return around == 0 ? bound + random() % 1024 : 1 + random() % bound;
}

}  // namespace

class AllocatorReferenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void randomSequences_data() {
        QTest::addColumn<quint64>("seed");
        QTest::addColumn<quint64>("limit");
        for (quint64 seed = 1; seed <= 12; ++seed) {
            const quint64 limit = seed % 3 == 0 ? 1024 * kGiB : (64 * seed + 2 * (seed % 5)) * kMiB;
            QTest::addRow("seed %d", static_cast<int>(seed)) << seed << limit;
        }
    }

    void randomSequences() {
        QFETCH(quint64, seed);
        QFETCH(quint64, limit);
        std::mt19937_64 random(seed);
        AllocatorModel model(limit);
        NaiveAllocator naive;
        naive.limit = limit;
        std::vector<std::uint64_t> live;
        std::uint64_t peakAllocated = 0;
        std::uint64_t peakReserved = 0;
        for (int step = 0; step < 1500; ++step) {
            const std::uint64_t dice = random() % 100;
            if (dice == 0) {
                model.emptyCache();
                naive.emptyCache();
            } else if (dice == 1) {  // other programs take or give memory
                naive.limit = limit / 2 + random() % limit;
                model.setLimit(naive.limit);
            } else if (dice < 60 || live.empty()) {
                const std::uint64_t bytes = randomSize(random);
                const Result<ModelBlock> block = model.allocate(bytes);
                const std::uint64_t handle = block ? block->id : 0;
                QCOMPARE(block.has_value(), naive.allocate(handle, bytes));
                if (block) {
                    live.push_back(handle);
                }
            } else {
                const std::size_t victim = random() % live.size();
                model.free(live[victim]);
                naive.free(live[victim]);
                live.erase(live.begin() + static_cast<long>(victim));
            }
            const AllocatorCounters& counters = model.counters();
            const NaiveAllocator::Figures total = naive.total();
            peakAllocated = std::max(peakAllocated, total.allocated);
            peakReserved = std::max(peakReserved, total.reserved);
            QCOMPARE(line(counters, &Pools::all), line(total));
            QCOMPARE(line(counters, &Pools::small), line(naive.figures(true)));
            QCOMPARE(line(counters, &Pools::large), line(naive.figures(false)));
            QCOMPARE(counters.allocRetries, naive.retries);
            QCOMPARE(counters.outOfMemories, naive.outOfMemories);
            QCOMPARE(counters.allocatedBytes.all.peak, peakAllocated);
            QCOMPARE(model.statistics().peakAllocated, peakAllocated);
            QCOMPARE(model.statistics().peakReserved, peakReserved);
            QCOMPARE(counters.reservedBytes.all.peak, peakReserved);
            if (step % 50 == 0) {
                QCOMPARE(mapOf(model.segments()), mapOf(naive.segments));
            }
        }
        QVERIFY(model.counters().allocation.all.allocated > 300);
    }

    void everythingThatCameAndWentBalances() {
        std::mt19937_64 random(5);
        AllocatorModel model(300 * kMiB);
        std::vector<std::uint64_t> live;
        for (int step = 0; step < 800; ++step) {
            if (const Result<ModelBlock> block = model.allocate(randomSize(random))) {
                live.push_back(block->id);
            } else {
                model.free(live[random() % live.size()]);
            }
        }
        for (const std::uint64_t block : live) {
            model.free(block);  // some went before: without effect
        }
        model.emptyCache();
        const auto stats = torchMemoryStats(model.counters());
        std::map<std::string, std::int64_t> values(stats.begin(), stats.end());
        int counters = 0;
        for (const auto& [key, value] : stats) {
            if (key.ends_with(".current")) {
                const std::string stem = key.substr(0, key.size() - 8);
                QCOMPARE(value, 0);
                QCOMPARE(values[stem + ".allocated"], values[stem + ".freed"]);
                QVERIFY(values[stem + ".peak"] <= values[stem + ".allocated"]);
                ++counters;
            }
        }
        QCOMPARE(counters, 9 * 3 + 2);
        QVERIFY(values["num_ooms"] > 0);
        QVERIFY(values["num_alloc_retries"] >= values["num_ooms"]);
    }

    void countersHaveTorchNames() {
        AllocatorModel model;
        (void)model.allocate(1000);      // one 2 MiB segment, 1,024 bytes of it
        (void)model.allocate(3 * kMiB);  // one of 20 MiB
        const nlohmann::ordered_json json = allocatorStatisticsJson(model.counters());
        QCOMPARE(json["allocated_bytes.small_pool.current"].get<int>(), 1024);
        QCOMPARE(json["requested_bytes.small_pool.current"].get<int>(), 1000);
        QCOMPARE(json["active_bytes.all.peak"].get<std::uint64_t>(), 3 * kMiB + 1024);
        QCOMPARE(json["reserved_bytes.large_pool.allocated"].get<std::uint64_t>(), 20 * kMiB);
        QCOMPARE(json["inactive_split_bytes.all.current"].get<std::uint64_t>(),
                 17 * kMiB + 2 * kMiB - 1024);
        QCOMPARE(json["inactive_split.all.current"].get<int>(), 2);
        QCOMPARE(json["segment.all.current"].get<int>(), 2);
        QCOMPARE(json["allocation.large_pool.freed"].get<int>(), 0);
        QCOMPARE(json["oversize_allocations.current"].get<int>(), 0);
        QCOMPARE(json["max_split_size"].get<int>(), -1);
        std::string previous;
        for (const auto& [key, value] : json.items()) {
            QVERIFY(previous < key);
            previous = key;
        }
    }

    void segmentMapNamesOwnersAndWaste() {
        AllocatorModel model;
        const Result<ModelBlock> bias = model.allocate(100, "h.0.bias");
        const Result<ModelBlock> weight = model.allocate(11 * kMiB, "h.0.weight");
        const Result<ModelBlock> gone = model.allocate(100, "h.1.bias");
        QVERIFY(bias && weight && gone);
        model.free(gone->id);
        const std::vector<SegmentSnapshot> segments = model.segments();
        QCOMPARE(segments.size(), std::size_t{2});
        QVERIFY(segments[0].pool == AllocatorPool::Small);
        QCOMPARE(segments[0].blocks.size(), std::size_t{2});
        QCOMPARE(segments[0].blocks[0].owner, std::string("h.0.bias"));
        QCOMPARE(segments[0].blocks[0].waste(), std::uint64_t{412});
        QVERIFY(!segments[0].blocks[1].active);
        QVERIFY(segments[0].blocks[1].owner.empty());
        QCOMPARE(segments[1].blocks[0].waste(), kMiB);  // the rest of 12 MiB is not split off
        const SegmentMapFigures figures = figuresOf(segments);
        QCOMPARE(figures.waste, kMiB + 412);
        QCOMPARE(figures.trapped, 2 * kMiB - 512);
        QCOMPARE(figures.cached, std::uint64_t{0});
        QCOMPARE(figures.fragmentation, 0.0);
        const nlohmann::ordered_json json = segmentMapJson(segments);
        QCOMPARE(json["segments"][1]["blocks"][0]["owner"].get<std::string>(),
                 std::string("h.0.weight"));
        QVERIFY(!json["segments"][0]["blocks"][1].contains("owner"));
    }

    void fragmentationIsTheShareThatIsNotInOnePiece() {
        AllocatorModel model;
        std::vector<std::uint64_t> blocks;
        for (int i = 0; i < 5; ++i) {
            blocks.push_back(model.allocate(4 * kMiB)->id);
        }
        model.free(blocks[0]);
        model.free(blocks[2]);
        model.free(blocks[3]);
        const SegmentMapFigures figures = figuresOf(model.segments());
        QCOMPARE(figures.largestFree, 8 * kMiB);
        QCOMPARE(figures.trapped, 12 * kMiB);
        QCOMPARE(figures.fragmentation, 1.0 - 8.0 / 12.0);
        QCOMPARE(figuresOf({}).fragmentation, 0.0);
    }

    void limitBelowWhatIsReservedIsLegal() {
        AllocatorModel model(100 * kMiB);
        const Result<ModelBlock> kept = model.allocate(40 * kMiB);
        const Result<ModelBlock> cached = model.allocate(20 * kMiB);
        QVERIFY(kept && cached);
        model.setLimit(30 * kMiB);
        QCOMPARE(model.statistics().reserved, 60 * kMiB);
        model.free(cached->id);
        QVERIFY(model.allocate(15 * kMiB));  // from the cached segment: nothing new is needed
        QVERIFY(!model.allocate(kMiB));
        model.setLimit(62 * kMiB);
        QVERIFY(model.allocate(kMiB));
    }

    void outOfMemoryTellsTheNumbers() {
        DeviceInfo device;
        device.id = DeviceId::gpu(2);
        device.capacity = 100 * kMiB;
        device.context = 30 * kMiB;
        device.usedByOthers = 10 * kMiB;
        AllocatorModel model(60 * kMiB);
        std::vector<std::uint64_t> blocks;
        for (int i = 0; i < 10; ++i) {
            blocks.push_back(model.allocate(4 * kMiB)->id);
        }
        for (int i = 0; i < 10; i += 2) {
            model.free(blocks[static_cast<std::size_t>(i)]);
        }
        QVERIFY(!model.allocate(20 * kMiB + 1, "h.3.weight"));
        const Error error = outOfMemoryError(device, model, 20 * kMiB + 1, "h.3.weight");
        QCOMPARE(error.code, ErrorCode::DeviceOutOfMemory);
        QCOMPARE(error.key, std::string("h.3.weight"));
        for (const char* part :
             {"GPU 2", "\"h.3.weight\"", "20,971,521 bytes", "segment of 22.0 MiB",
              "20.0 MiB is free", "The device has 100.0 MiB in total", "40.0 MiB is reserved",
              goldenText("device/20-0-mib-of-them-allocated"),
              goldenText("backend_torch/30-0-mib-are-the-contexts"), "10.0 MiB by other programs",
              "20.0 MiB of unused memory", goldenText("device/free-block-being-4-0-mib")}) {
            QVERIFY2(error.message.english().find(part) != std::string::npos,
                     (std::string(part) + " | " + error.message.english()).c_str());
        }
        model.setLimit(25 * kMiB);
        const std::string over = outOfMemoryError(device, model, 512, {}).message;
        QVERIFY2(
            over.find(goldenText("device/15-0-mib-more-are-reserved-than")) != std::string::npos,
            over.c_str());
        QVERIFY2(over.find(goldenText("device/would-have-sufficed")) != std::string::npos,
                 over.c_str());
    }
};

QTEST_GUILESS_MAIN(AllocatorReferenceTest)
#include "tst_allocator_reference.moc"
