// SPDX-License-Identifier: GPL-3.0-or-later
// The pages behind a simulated GPU, held to what the kernel says of its memory file.
#include "engine/backend_sim/page_pool.h"
#include "engine/base/byte_size.h"
#include "tests/backend_sim/memory_file.h"

#include <QRegularExpression>
#include <QTest>

#include <cstring>
#include <map>
#include <random>
#include <vector>

using namespace stowage;
using test::memoryFileNamed;

namespace {

constexpr const char* kName = "page-pool-test";

void punchAll(PagePool& pool) {
    while (pool.punchSome()) {
    }
}

Result<void> fill(PagePool& pool, std::uint64_t id, std::uint64_t size, int value) {
    const std::vector<std::byte> data(size, static_cast<std::byte>(value));
    return pool.copyIn(pool.segmentData(id), pool.segmentOffset(id), data);
}

}  // namespace

class PagePoolTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void pagesComeWhenWritten() {
        const std::unique_ptr<PagePool> pool = std::move(*PagePool::create(kName));
        QVERIFY(pool->addSegment(1, 40 * kMiB));
        QCOMPARE(memoryFileNamed(kName).size, PagePool::kSlab);
        QCOMPARE(memoryFileNamed(kName).pages, std::uint64_t{0});
        QVERIFY(fill(*pool, 1, 10 * kMiB, 7));
        QCOMPARE(memoryFileNamed(kName).pages, 10 * kMiB);
        QCOMPARE(pool->segmentData(1)[10 * kMiB - 1], std::byte{7});
    }

    void segmentsShareASlabAndLargeOnesHaveTheirOwn() {
        const std::unique_ptr<PagePool> pool = std::move(*PagePool::create(kName));
        QVERIFY(pool->addSegment(1, 20 * kMiB));
        QVERIFY(pool->addSegment(2, 44 * kMiB));
        QCOMPARE(memoryFileNamed(kName).size, PagePool::kSlab);
        QCOMPARE(pool->segmentData(2), pool->segmentData(1) + 20 * kMiB);
        QVERIFY(pool->addSegment(3, 200 * kMiB));
        QCOMPARE(memoryFileNamed(kName).size, PagePool::kSlab + 200 * kMiB);
    }

    void pagesStayUntilTheyArePunched() {
        const std::unique_ptr<PagePool> pool = std::move(*PagePool::create(kName));
        QVERIFY(pool->addSegment(1, 60 * kMiB));
        QVERIFY(fill(*pool, 1, 60 * kMiB, 1));
        pool->releaseSegment(1);
        QCOMPARE(memoryFileNamed(kName).pages, 60 * kMiB);
        QVERIFY(pool->addSegment(2, 20 * kMiB));  // takes pages that are there
        QVERIFY(fill(*pool, 2, 20 * kMiB, 2));
        QCOMPARE(memoryFileNamed(kName).pages, 60 * kMiB);
        punchAll(*pool);
        QCOMPARE(memoryFileNamed(kName).pages, 20 * kMiB);
        QCOMPARE(pool->segmentData(2)[20 * kMiB - 1], std::byte{2});
        pool->releaseSegment(2);
        pool->releaseSegment(2);  // a second time, and an unknown one: without effect
        pool->releaseSegment(99);
        punchAll(*pool);
        QCOMPARE(memoryFileNamed(kName).pages, std::uint64_t{0});
        QCOMPARE(pool->segmentData(2), nullptr);
    }

    void punchedInPieces() {
        const std::unique_ptr<PagePool> pool = std::move(*PagePool::create(kName));
        QVERIFY(pool->addSegment(1, 160 * kMiB));
        QVERIFY(fill(*pool, 1, 160 * kMiB, 1));
        pool->releaseSegment(1);
        QVERIFY(pool->punchSome());
        QCOMPARE(memoryFileNamed(kName).pages, 96 * kMiB);
        QVERIFY(pool->punchSome());
        QVERIFY(!pool->punchSome());
        QCOMPARE(memoryFileNamed(kName).pages, std::uint64_t{0});
        QVERIFY(!pool->punchSome());
    }

    void fileDoesNotGrowWithUse() {
        const std::unique_ptr<PagePool> pool = std::move(*PagePool::create(kName));
        for (std::uint64_t round = 0; round < 200; ++round) {
            QVERIFY(pool->addSegment(2 * round, (100 + 2 * (round % 50)) * kMiB));
            QVERIFY(pool->addSegment(2 * round + 1, 2 * kMiB));
            pool->releaseSegment(2 * round);
            pool->releaseSegment(2 * round + 1);
            punchAll(*pool);
        }
        QVERIFY2(memoryFileNamed(kName).size < kGiB,
                 qPrintable(QString::number(memoryFileNamed(kName).size)));
    }

    void segmentsNeverOverlap() {
        std::mt19937 random(3);
        const std::unique_ptr<PagePool> pool = std::move(*PagePool::create(kName));
        std::map<std::uint64_t, std::uint64_t> sizes;
        for (std::uint64_t id = 1; id <= 1500; ++id) {
            const std::uint64_t size = 2 * kMiB * (1 + random() % (random() % 9 == 0 ? 50 : 10));
            QVERIFY(pool->addSegment(id, size));
            // The first and the last eight bytes of a segment carry its number.
            std::memcpy(pool->segmentData(id), &id, sizeof id);
            std::memcpy(pool->segmentData(id) + size - sizeof id, &id, sizeof id);
            sizes[id] = size;
            while (sizes.size() > 1 && random() % 2 == 0) {
                const auto gone =
                    std::next(sizes.begin(), static_cast<long>(random() % sizes.size()));
                pool->releaseSegment(gone->first);
                sizes.erase(gone);
            }
            if (random() % 5 == 0) {
                punchAll(*pool);
            }
        }
        for (const auto& [id, size] : sizes) {
            std::uint64_t first = 0;
            std::uint64_t last = 0;
            std::memcpy(&first, pool->segmentData(id), sizeof first);
            std::memcpy(&last, pool->segmentData(id) + size - sizeof last, sizeof last);
            QCOMPARE(first, id);
            QCOMPARE(last, id);
        }
        for (const auto& [id, size] : sizes) {
            pool->releaseSegment(id);
        }
        punchAll(*pool);
        QCOMPARE(memoryFileNamed(kName).pages, std::uint64_t{0});
    }
};

QTEST_GUILESS_MAIN(PagePoolTest)
#include "tst_page_pool.moc"
