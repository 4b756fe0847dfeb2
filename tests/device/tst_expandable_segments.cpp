// SPDX-License-Identifier: GPL-3.0-or-later
// PyTorch's allocator with expandable_segments:True: rule by rule, and every figure and block
// against a second, plain model.
#ifndef Q_MOC_RUN
#include "engine/base/byte_size.h"
#include "engine/device/allocator_model.h"
#include "engine/device/device_memory.h"
#include "tests/device/naive_expandable.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

#include <nlohmann/json.hpp>

#include <limits>
#include <map>
#include <random>
#include <vector>

using namespace stowage;
using test::NaiveExpandable;

namespace {

constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();

AllocatorModel expandable(std::uint64_t limit = kAll, std::uint64_t card = 64 * kGiB) {
    return AllocatorModel(limit, AllocatorKind::ExpandableSegments, card);
}

ModelBlock take(AllocatorModel& model, std::uint64_t bytes) {
    const Result<ModelBlock> block = model.allocate(bytes);
    if (!block) {
        qWarning("%s", block.error().message.english().c_str());
    }
    return block ? *block : ModelBlock{};
}

std::uint64_t reservedOf(const AllocatorModel& model) {
    return model.statistics().reserved;
}

/// Mapped stretches, each block as "offset+size/requested".
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

QStringList mapOf(const NaiveExpandable& naive) {
    QStringList lines;
    for (const NaiveExpandable::Segment& segment : naive.segments) {
        QString text;
        std::uint64_t size = 0;
        const auto finish = [&] {
            if (size > 0) {
                lines.append(QStringLiteral("%1 %2:").arg(segment.small).arg(size) + text);
            }
            text.clear();
            size = 0;
        };
        for (const NaiveExpandable::Block& block : segment.blocks) {
            if (block.state == NaiveExpandable::State::Unmapped) {
                finish();
                continue;
            }
            text += QStringLiteral(" %1+%2/%3").arg(size).arg(block.size).arg(block.requested);
            size += block.size;
        }
        finish();
    }
    return lines;
}

std::uint64_t someSize(std::mt19937_64& random) {
    static constexpr std::uint64_t kBounds[] = {2000, kMiB, 3 * kMiB, 20 * kMiB, 50 * kMiB};
    const std::uint64_t bound = kBounds[random() % std::size(kBounds)];
    return random() % 4 == 0 ? bound + random() % 1024 : 1 + random() % bound;
}

}  // namespace

class ExpandableSegmentsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void threeLiveBlocks_data() {
        QTest::addColumn<quint64>("bytes");
        QTest::addColumn<quint64>("reserved");
        QTest::newRow("512 B") << quint64{512} << quint64{2 * kMiB};
        QTest::newRow("1 MiB") << quint64{kMiB} << quint64{4 * kMiB};
        QTest::newRow("1 MiB + 512") << quint64{kMiB + 512} << quint64{20 * kMiB};
        QTest::newRow("10 MiB - 512") << quint64{10 * kMiB - 512} << quint64{40 * kMiB};
        QTest::newRow("10 MiB + 512") << quint64{10 * kMiB + 512} << quint64{40 * kMiB};
        QTest::newRow("20 MiB") << quint64{20 * kMiB} << quint64{60 * kMiB};
        QTest::newRow("20 MiB + 512") << quint64{20 * kMiB + 512} << quint64{80 * kMiB};
    }

    /// One segment, mapped by 2 MiB or 20 MiB as far as is needed; nothing counts but what was
    /// asked for, rounded.
    void threeLiveBlocks() {
        QFETCH(quint64, bytes);
        QFETCH(quint64, reserved);
        AllocatorModel model = expandable();
        std::uint64_t end = 0;
        for (int i = 0; i < 3; ++i) {
            const ModelBlock block = take(model, bytes);
            QCOMPARE(block.segment, std::uint64_t{1});
            QCOMPARE(block.offset, std::exchange(end, end + bytes));
            QCOMPARE(block.size, std::uint64_t{bytes});
        }
        QCOMPARE(model.statistics().allocated, std::uint64_t{3 * bytes});
        QCOMPARE(reservedOf(model), std::uint64_t{reserved});
        QCOMPARE(model.segments().size(), std::size_t{1});
    }

    /// Behind a free tail only what is missing is mapped.
    void aFreeTailGrows() {
        AllocatorModel model = expandable();
        take(model, 30 * kMiB);
        QCOMPARE(reservedOf(model), 40 * kMiB);
        const ModelBlock next = take(model, 25 * kMiB);
        QCOMPARE(next.offset, 30 * kMiB);
        QCOMPARE(reservedOf(model), 60 * kMiB);
    }

    void whatIsFreedIsUsedAgain() {
        AllocatorModel model = expandable();
        const ModelBlock first = take(model, 30 * kMiB);
        const ModelBlock second = take(model, 26 * kMiB);
        take(model, 2 * kMiB);
        model.free(first.id);
        model.free(second.id);
        const ModelBlock joined = take(model, 56 * kMiB);
        QCOMPARE(joined.offset, std::uint64_t{0});
        QCOMPARE(reservedOf(model), 60 * kMiB);
        QCOMPARE(model.statistics().peakReserved, 60 * kMiB);
    }

    /// A gap that is large enough comes before the tail, which counts with what it can grow to.
    void aGapIsTakenBeforeTheTail() {
        AllocatorModel model = expandable();
        const ModelBlock gap = take(model, 19 * kMiB);
        take(model, 5 * kMiB);  // the tail has 16 MiB, less than the gap
        model.free(gap.id);
        QCOMPARE(take(model, 15 * kMiB).offset, std::uint64_t{0});
        QCOMPARE(take(model, 15 * kMiB).offset, 24 * kMiB);
    }

    /// Two tensors give way to shorter ones, whose rests are in pieces of native segments.
    void shorterTensorsStrandNothing() {
        for (const AllocatorKind kind :
             {AllocatorKind::Native, AllocatorKind::ExpandableSegments}) {
            AllocatorModel model(40 * kMiB, kind, 40 * kMiB);
            const ModelBlock one = take(model, 16 * kMiB);
            const ModelBlock two = take(model, 16 * kMiB);
            model.free(one.id);
            model.free(two.id);
            take(model, 12 * kMiB);
            take(model, 12 * kMiB);
            QCOMPARE(model.allocate(8 * kMiB).has_value(),
                     kind == AllocatorKind::ExpandableSegments);
            QCOMPARE(model.counters().outOfMemories,
                     std::uint64_t{kind == AllocatorKind::Native ? 1U : 0U});
        }
    }

    /// It is not always less: a granule is shared by large blocks alone.
    void aLoneLargeBlockTakesWholeGranules() {
        AllocatorModel native;
        AllocatorModel model = expandable();
        take(native, 21 * kMiB);
        take(model, 21 * kMiB);
        QCOMPARE(reservedOf(native), 22 * kMiB);
        QCOMPARE(reservedOf(model), 40 * kMiB);
    }

    void withoutRoomFreeGranulesAreUnmapped() {
        AllocatorModel model = expandable(62 * kMiB);
        take(model, 20 * kMiB);
        const ModelBlock middle = take(model, 20 * kMiB);
        take(model, 20 * kMiB);
        model.free(middle.id);
        QCOMPARE(reservedOf(model), 60 * kMiB);
        take(model, 512);  // the small pool needs 2 MiB: there is room
        QCOMPARE(model.counters().allocRetries, std::uint64_t{0});
        model.setLimit(50 * kMiB);
        for (int i = 0; i < 2; ++i) {
            take(model, kMiB);
        }
        QCOMPARE(model.counters().allocRetries, std::uint64_t{1});
        QCOMPARE(reservedOf(model), 44 * kMiB);
        model.setLimit(64 * kMiB);
        QCOMPARE(take(model, 20 * kMiB).offset, 20 * kMiB);  // into the gap
        QCOMPARE(model.segments().size(), std::size_t{2});
        QVERIFY(!model.allocate(20 * kMiB));
        QVERIFY(!model.allocate(kAll - 21 * kMiB));
        QVERIFY(!model.allocate(kAll));
        QCOMPARE(model.counters().outOfMemories, std::uint64_t{3});
        QCOMPARE(model.statistics().peakReserved, 64 * kMiB);
    }

    void partsOfGranulesStay() {
        AllocatorModel model = expandable();
        take(model, 30 * kMiB);
        const ModelBlock gone = take(model, 30 * kMiB);
        model.emptyCache();
        QCOMPARE(reservedOf(model), 60 * kMiB);
        model.free(gone.id);
        const SegmentMapFigures before = figuresOf(model.segments());
        QCOMPARE(before.cached, 20 * kMiB);  // 40 to 60 MiB
        QCOMPARE(before.trapped, 10 * kMiB);
        model.emptyCache();
        QCOMPARE(reservedOf(model), 40 * kMiB);
        const SegmentMapFigures after = figuresOf(model.segments());
        QCOMPARE(after.cached, std::uint64_t{0});
        QCOMPARE(after.trapped, 10 * kMiB);
        QVERIFY(segmentMapJson(model.segments())["segments"][0]["is_expandable"].get<bool>());
    }

    /// The addresses of a card's segment are 9/8 of its memory.
    void whereAddressesEndAnotherSegmentBegins() {
        AllocatorModel model = expandable(kAll, 40 * kMiB);  // 45 MiB: three granules
        const ModelBlock first = take(model, 20 * kMiB);
        take(model, 20 * kMiB);
        model.free(first.id);
        model.emptyCache();
        QCOMPARE(take(model, 40 * kMiB).segment, std::uint64_t{2});
        QCOMPARE(take(model, 20 * kMiB).segment, std::uint64_t{1});
        QCOMPARE(take(model, 100 * kMiB).segment, std::uint64_t{3});  // more than the card
    }

    void countsAsTorchDoes() {
        AllocatorModel model = expandable();
        const ModelBlock block = take(model, 3 * kMiB);
        take(model, 1000);
        take(model, 3 * kMiB);
        model.free(block.id);
        const AllocatorCounters& counters = model.counters();
        QCOMPARE(counters.segment.all.current, std::uint64_t{0});
        QCOMPARE(counters.inactiveSplit.all.current, std::uint64_t{0});
        QCOMPARE(counters.reservedBytes.large.current, 20 * kMiB);
        QCOMPARE(counters.reservedBytes.small.current, 2 * kMiB);
        QCOMPARE(counters.allocation.all.current, std::uint64_t{2});
    }

    void refusalsSayByWhatItGrows() {
        AllocatorModel model = expandable(30 * kMiB, 30 * kMiB);
        take(model, 20 * kMiB);
        QVERIFY(!model.allocate(2 * kMiB));
        DeviceInfo device;
        device.id = DeviceId::gpu(0);
        device.capacity = 30 * kMiB;
        const std::string text = outOfMemoryError(device, model, 2 * kMiB, "a.weight").message;
        QVERIFY2(
            text.find(goldenText("device/a-segment-grows-by-20-0-mib-at-a")) != std::string::npos,
            text.c_str());
        QVERIFY2(text.find("new segment") == std::string::npos, text.c_str());
    }

    void randomSequences_data() {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = 1; seed <= 16; ++seed) {
            QTest::addRow("seed %d", static_cast<int>(seed)) << seed;
        }
    }

    void randomSequences() {
        QFETCH(quint64, seed);
        std::mt19937_64 random(seed);
        const std::uint64_t card = (seed % 4 == 0 ? 4096 : 90 + 40 * seed) * kMiB;
        AllocatorModel model = expandable(card, card);
        NaiveExpandable naive;
        naive.limit = card;
        naive.card = card;
        std::vector<std::uint64_t> live;
        std::map<std::uint64_t, std::uint64_t> mapped;  // what the back end is told, by segment
        std::uint64_t peak = 0;
        for (int step = 0; step < 1500; ++step) {
            const std::uint64_t dice = random() % 100;
            if (dice == 0) {
                model.emptyCache();
                naive.emptyCache();
            } else if (dice == 1) {  // other programs take or give memory
                naive.limit = card / 2 + random() % card;
                model.setLimit(naive.limit);
            } else if (dice < 60 || live.empty()) {
                const std::uint64_t bytes = someSize(random);
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
            for (const SegmentChange& change : model.takeSegmentChanges()) {
                using Kind = SegmentChange::Kind;
                if (change.kind == Kind::Released) {
                    QCOMPARE(mapped[change.segment], std::uint64_t{0});
                } else if (change.kind != Kind::Created) {
                    mapped[change.segment] +=
                        change.kind == Kind::Mapped ? change.size : 0 - change.size;
                }
            }
            std::uint64_t told = 0;
            for (const auto& [segment, bytes] : mapped) {
                told += bytes;
            }
            peak = std::max(peak, naive.mapped());
            QCOMPARE(reservedOf(model), naive.mapped());
            QCOMPARE(told, naive.mapped());
            QVERIFY(model.statistics().peakReserved >= peak);
            QCOMPARE(model.statistics().allocated, naive.bytes(NaiveExpandable::State::Used));
            QCOMPARE(model.counters().allocRetries, naive.retries);
            QCOMPARE(model.counters().outOfMemories, naive.outOfMemories);
            if (step % 25 == 0) {
                QCOMPARE(mapOf(model.segments()), mapOf(naive));
            }
        }
        for (const std::uint64_t block : live) {
            model.free(block);
        }
        model.emptyCache();
        QCOMPARE(reservedOf(model), std::uint64_t{0});
        QVERIFY(model.segments().empty());
    }

    /// What the planner counts with from an empty card, and from one that was used.
    void growthComesToTheSame() {
        for (unsigned seed = 0; seed < 40; ++seed) {
            std::mt19937_64 random(seed);
            AllocatorModel model = expandable();
            std::vector<std::uint64_t> live;
            for (unsigned i = 0; i < 20 * (seed % 4); ++i) {
                live.push_back(take(model, 1 + random() % (12 * kMiB)).id);
            }
            for (std::size_t i = 0; i < live.size(); i += 1 + random() % 3) {
                model.free(live[i]);
            }
            AllocatorGrowth growth =
                live.empty() ? AllocatorGrowth(AllocatorKind::ExpandableSegments) : model.growth();
            for (int i = 0; i < 200; ++i) {
                const std::uint64_t bytes = someSize(random);
                take(model, bytes);
                growth.allocate(bytes);
                QCOMPARE(growth.allocated(), model.statistics().allocated);
                QCOMPARE(growth.reserved(), reservedOf(model));
            }
        }
    }
};

QTEST_GUILESS_MAIN(ExpandableSegmentsTest)
#include "tst_expandable_segments.moc"
