// SPDX-License-Identifier: GPL-3.0-or-later
// The caching allocator against the figures of docs/spec/memory.md §1.
#ifndef Q_MOC_RUN
#include "engine/base/byte_size.h"
#include "engine/device/allocator_model.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>
#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <vector>

using namespace stowage;

namespace {

using Sizes = std::vector<std::uint64_t>;

struct GptShape {
    std::uint64_t width;
    std::uint64_t layers;
};

constexpr std::uint64_t kVocabulary = 50257;
constexpr std::uint64_t kContext = 1024;
constexpr std::uint64_t kFloat = 4;

void append(Sizes& sizes, const Sizes& more) {
    sizes.insert(sizes.end(), more.begin(), more.end());
}

Sizes linear(std::uint64_t in, std::uint64_t out) {
    return {in * out * kFloat, out * kFloat};
}

/// One TransformerBlock; `childrenFirst` is the order of Module._apply, else that of a state dict.
Sizes block(const GptShape& shape, bool childrenFirst) {
    const std::uint64_t width = shape.width;
    Sizes linears;
    for (int i = 0; i < 4; ++i) {  // query, key, value, out_proj
        append(linears, linear(width, width));
    }
    const Sizes mask = {kContext * kContext * kFloat};
    Sizes sizes = childrenFirst ? linears : mask;
    append(sizes, childrenFirst ? mask : linears);
    append(sizes, linear(width, 4 * width));
    append(sizes, linear(4 * width, width));
    append(sizes, {width * kFloat, width * kFloat, width * kFloat, width * kFloat});
    return sizes;
}

Sizes model(const GptShape& shape, bool childrenFirst) {
    const std::uint64_t width = shape.width;
    Sizes sizes = {kVocabulary * width * kFloat, kContext * width * kFloat};
    for (std::uint64_t i = 0; i < shape.layers; ++i) {
        append(sizes, block(shape, childrenFirst));
    }
    append(sizes, {width * kFloat, width * kFloat, kVocabulary * width * kFloat});
    return sizes;
}

std::vector<std::uint64_t> allocateAll(AllocatorModel& allocator, const Sizes& sizes) {
    std::vector<std::uint64_t> blocks;
    for (const std::uint64_t size : sizes) {
        const auto block = allocator.allocate(size);
        if (block) {
            blocks.push_back(block->id);
        }
    }
    return blocks;
}

QString segmentsText(AllocatorModel& allocator) {
    std::map<std::uint64_t, int> counts;
    for (const SegmentChange& change : allocator.takeSegmentChanges()) {
        counts[change.size] += change.kind == SegmentChange::Kind::Created ? 1 : -1;
    }
    QStringList parts;
    for (const auto& [size, count] : counts) {
        parts.append(QStringLiteral("%1 x %2 MiB").arg(count).arg(size / kMiB));
    }
    return parts.join(QStringLiteral(", "));
}

}  // namespace

class AllocatorModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void segmentsOfThreeLiveBlocks_data();
    void segmentsOfThreeLiveBlocks();
    void lessonModels_data();
    void lessonModels();
    void emptyRequestTakesNothing();
    void reusesTheSmallestFreeBlockThatFits();
    void mergesNeighboursOnFree();
    void unsplitRestCountsAsAllocated();
    void releasesCachedSegmentsWhenFull();
    void refusesBeyondTheLimit();
    void staysConsistentUnderRandomUse();
    void growthComesToTheSame_data();
    void growthComesToTheSame();
};

void AllocatorModelTest::segmentsOfThreeLiveBlocks_data() {
    QTest::addColumn<quint64>("bytes");
    QTest::addColumn<QString>("segments");
    QTest::newRow("512 B") << quint64{512} << QStringLiteral("1 x 2 MiB");
    QTest::newRow("1 MiB") << quint64{kMiB} << QStringLiteral("2 x 2 MiB");
    QTest::newRow("1 MiB + 512") << quint64{kMiB + 512} << QStringLiteral("1 x 20 MiB");
    QTest::newRow("10 MiB - 512") << quint64{10 * kMiB - 512} << QStringLiteral("2 x 20 MiB");
    QTest::newRow("10 MiB + 512") << quint64{10 * kMiB + 512} << QStringLiteral("3 x 12 MiB");
}

void AllocatorModelTest::segmentsOfThreeLiveBlocks() {
    QFETCH(quint64, bytes);
    QFETCH(QString, segments);
    AllocatorModel allocator;
    QCOMPARE(allocateAll(allocator, Sizes(3, bytes)).size(), std::size_t{3});
    QCOMPARE(segmentsText(allocator), segments);
}

void AllocatorModelTest::lessonModels_data() {
    QTest::addColumn<quint64>("width");
    QTest::addColumn<quint64>("layers");
    QTest::addColumn<QList<quint64>>("figures");  // sum, then allocated and reserved four times
    QTest::newRow("124M") << quint64{768} << quint64{12}
                          << QList<quint64>{702480384, 706701312, 731906048,  707225600, 731906048,
                                            861890560, 887095296, 1414975488, 1461714944};
    QTest::newRow("355M") << quint64{1024} << quint64{24}
                          << QList<quint64>{1725808640, 1725808640, 1730150400,
                                            1725808640, 1730150400, 1931661312,
                                            1937768448, 3451617280, 3460300800};
    QTest::newRow("774M") << quint64{1280} << quint64{36}
                          << QList<quint64>{3504431104, 3581196288, 3762290688,
                                            3581982720, 3741319168, 3839145984,
                                            4020240384, 7163179008, 7501512704};
    QTest::newRow("1558M") << quint64{1600} << quint64{48}
                           << QList<quint64>{6753416192, 6888695808,  6962544640,
                                             6889187328, 6962544640,  7210340864,
                                             7285506048, 13777883136, 13904117760};
}

void AllocatorModelTest::lessonModels() {
    QFETCH(quint64, width);
    QFETCH(quint64, layers);
    QFETCH(QList<quint64>, figures);
    const Sizes applied = model({width, layers}, true);
    const Sizes inTree = model({width, layers}, false);
    const auto sum = std::accumulate(applied.begin(), applied.end(), std::uint64_t{0});
    QCOMPARE(sum, figures[0]);

    AllocatorModel first;
    allocateAll(first, applied);
    QCOMPARE(first.statistics().allocated, figures[1]);
    QCOMPARE(first.statistics().reserved, figures[2]);

    AllocatorModel second;
    allocateAll(second, inTree);
    QCOMPARE(second.statistics().allocated, figures[3]);
    QCOMPARE(second.statistics().reserved, figures[4]);

    // One tensor at a time beside the model, the largest among them.
    for (const std::uint64_t size : inTree) {
        const auto block = first.allocate(size);
        QVERIFY(block.has_value());
        first.free(block->id);
    }
    QCOMPARE(first.statistics().peakAllocated, figures[5]);
    QCOMPARE(first.statistics().peakReserved, figures[6]);
    QCOMPARE(first.statistics().allocated, figures[1]);

    AllocatorModel both;
    allocateAll(both, applied);
    allocateAll(both, inTree);
    QCOMPARE(both.statistics().allocated, figures[7]);
    QCOMPARE(both.statistics().reserved, figures[8]);
}

void AllocatorModelTest::emptyRequestTakesNothing() {
    AllocatorModel allocator(0);
    const auto block = allocator.allocate(0);
    QVERIFY(block.has_value());
    allocator.free(block->id);
    QCOMPARE(allocator.statistics().reserved, std::uint64_t{0});
    QVERIFY(allocator.takeSegmentChanges().empty());
}

void AllocatorModelTest::reusesTheSmallestFreeBlockThatFits() {
    AllocatorModel allocator;
    const auto large = allocator.allocate(14 * kMiB);
    const auto small = allocator.allocate(12 * kMiB);
    QVERIFY(large && small);
    allocator.free(large->id);
    allocator.free(small->id);
    const auto again = allocator.allocate(12 * kMiB - 512);
    QVERIFY(again.has_value());
    QCOMPARE(again->segment, small->segment);
    QCOMPARE(allocator.statistics().reserved, 26 * kMiB);
}

void AllocatorModelTest::mergesNeighboursOnFree() {
    AllocatorModel allocator;
    std::vector<ModelBlock> blocks;
    for (int i = 0; i < 4; ++i) {
        const auto block = allocator.allocate(4 * kMiB);
        QVERIFY(block.has_value());
        blocks.push_back(*block);
    }
    QCOMPARE(allocator.statistics().reserved, 20 * kMiB);
    allocator.free(blocks[1].id);
    allocator.free(blocks[3].id);
    allocator.free(blocks[2].id);  // joins its neighbours and the rest of the segment
    const auto joined = allocator.allocate(9 * kMiB);
    QVERIFY(joined.has_value());
    QCOMPARE(joined->segment, blocks[0].segment);
    QCOMPARE(joined->offset, 4 * kMiB);
    QCOMPARE(allocator.statistics().reserved, 20 * kMiB);
    allocator.free(joined->id);
    allocator.free(joined->id);  // a second free of the same block is without effect
    QCOMPARE(allocator.statistics().allocated, 4 * kMiB);
}

void AllocatorModelTest::unsplitRestCountsAsAllocated() {
    AllocatorModel allocator;
    const auto block = allocator.allocate(11 * kMiB);
    QVERIFY(block.has_value());
    QCOMPARE(block->size, 12 * kMiB);  // a rest of 1 MiB is not split off in the large pool
    QCOMPARE(allocator.statistics().allocated, 12 * kMiB);
}

void AllocatorModelTest::releasesCachedSegmentsWhenFull() {
    AllocatorModel allocator(32 * kMiB);
    const auto first = allocator.allocate(20 * kMiB);
    QVERIFY(first.has_value());
    allocator.free(first->id);
    QCOMPARE(allocator.statistics().reserved, 20 * kMiB);
    QVERIFY(allocator.allocate(30 * kMiB).has_value());
    QCOMPARE(allocator.statistics().reserved, 30 * kMiB);
    const auto changes = allocator.takeSegmentChanges();
    QCOMPARE(changes.size(), std::size_t{3});
    QVERIFY(changes[1].kind == SegmentChange::Kind::Released);
    QCOMPARE(allocator.statistics().peakReserved, 30 * kMiB);
}

void AllocatorModelTest::refusesBeyondTheLimit() {
    AllocatorModel allocator(16 * kMiB);
    const auto refused = allocator.allocate(17 * kMiB);
    QVERIFY(!refused.has_value());
    QVERIFY(refused.error().code == ErrorCode::DeviceOutOfMemory);
    QVERIFY(!allocator.allocate(std::numeric_limits<std::uint64_t>::max()).has_value());
    QCOMPARE(allocator.statistics().allocated, std::uint64_t{0});
    QVERIFY(allocator.allocate(16 * kMiB).has_value());
}

void AllocatorModelTest::staysConsistentUnderRandomUse() {
    std::mt19937 random(20);
    AllocatorModel allocator(512 * kMiB);
    std::map<std::uint64_t, ModelBlock> live;
    std::uint64_t allocated = 0;
    std::uint64_t reserved = 0;
    for (int step = 0; step < 20000; ++step) {
        if (live.empty() || random() % 5 < 3) {
            const std::uint64_t size = 1 + random() % (random() % 2 == 0 ? 3 * kMiB : 24 * kMiB);
            if (const auto block = allocator.allocate(size)) {
                QVERIFY(block->size >= size);
                live[block->id] = *block;
                allocated += block->size;
            }
        } else {
            auto victim = std::next(live.begin(), static_cast<long>(random() % live.size()));
            allocated -= victim->second.size;
            allocator.free(victim->first);
            live.erase(victim);
        }
        for (const SegmentChange& change : allocator.takeSegmentChanges()) {
            const bool created = change.kind == SegmentChange::Kind::Created;
            reserved += created ? change.size : 0 - change.size;
        }
        QCOMPARE(allocator.statistics().allocated, allocated);
        QCOMPARE(allocator.statistics().reserved, reserved);
        QVERIFY(allocated <= reserved && reserved <= 512 * kMiB);
    }
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> ends;
    for (const auto& [id, block] : live) {
        ends[{block.segment, block.offset}] = block.offset + block.size;
    }
    for (auto block = ends.begin(); block != ends.end(); ++block) {
        const auto next = std::next(block);
        QVERIFY(next == ends.end() || next->first.first != block->first.first ||
                block->second <= next->first.second);
    }
    for (const auto& [id, block] : live) {
        allocator.free(id);
    }
    allocator.emptyCache();
    QCOMPARE(allocator.statistics().reserved, std::uint64_t{0});
    allocator.resetPeaks();
    QCOMPARE(allocator.statistics().peakReserved, std::uint64_t{0});
}

void AllocatorModelTest::growthComesToTheSame_data() {
    QTest::addColumn<std::uint64_t>("largest");
    QTest::newRow("small pool") << 1 * kMiB;
    QTest::newRow("around the split") << 3 * kMiB;
    QTest::newRow("shared large segments") << 12 * kMiB;
    QTest::newRow("own segments") << 300 * kMiB;
}

void AllocatorModelTest::growthComesToTheSame() {
    QFETCH(std::uint64_t, largest);
    for (unsigned seed = 0; seed < 40; ++seed) {
        std::mt19937_64 random(seed);
        AllocatorModel model;
        AllocatorGrowth growth;
        for (int i = 0; i < 300; ++i) {
            // Often a size that came before, so that rests are used up to the byte.
            const std::uint64_t bytes =
                random() % 3 == 0 ? (random() % 8) * 512 * 100 : random() % largest;
            QVERIFY(model.allocate(bytes));
            growth.allocate(bytes);
            QCOMPARE(growth.allocated(), model.statistics().allocated);
            QCOMPARE(growth.reserved(), model.statistics().reserved);
        }
    }
    AllocatorGrowth growth;
    growth.allocate(std::numeric_limits<std::uint64_t>::max());
    QCOMPARE(growth.reserved(), std::uint64_t{0});
}

QTEST_GUILESS_MAIN(AllocatorModelTest)
#include "tst_allocator_model.moc"
