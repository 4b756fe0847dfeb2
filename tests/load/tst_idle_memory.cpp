// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "engine/load/rates/calibration_parts.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <vector>

using namespace stowage;

/// Free memory that a hypervisor has taken back is told from seconds of first writes.
class IdleMemoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void memoryThatIsHereHasNoRateOfItsOwn() {
        const IdleMemory idle = idleMemoryOf(std::vector<double>(100, 0.003), 0.003);
        QVERIFY(!idle.rate.has_value());
        QCOMPARE(idle.keptBytes, 0.0);
    }

    void someSlowPiecesAreChance() {
        std::vector<double> pieces(100, 0.003);
        pieces[10] = pieces[40] = pieces[41] = pieces[80] = 0.07;
        QVERIFY(!idleMemoryOf(pieces, 0.003).rate.has_value());
        QVERIFY(!idleMemoryOf({0.003, 0.003, 0.07, 0.07}, 0.003).rate.has_value());
        QVERIFY(!idleMemoryOf({}, 0.003).rate.has_value());
    }

    void whatComesFromTheHostIsSlow() {
        std::vector<double> pieces(40, 0.003);
        pieces.insert(pieces.end(), 8, 0.064);
        const IdleMemory idle = idleMemoryOf(pieces, 0.003);
        QVERIFY(idle.rate.has_value());
        QCOMPARE(*idle.rate, 32.0 * kMiB / 0.064);
        QCOMPARE(idle.keptBytes, 40.0 * 32 * kMiB);
    }

    void allOfItMayComeFromTheHost() {
        const IdleMemory idle = idleMemoryOf(std::vector<double>(9, 0.07), 0.003);
        QVERIFY(idle.rate.has_value());
        QVERIFY(std::abs(*idle.rate - 32.0 * kMiB / 0.07) < 1);
        QCOMPARE(idle.keptBytes, 0.0);
    }

    void aSlowPieceFarAheadOfTheOthersIsNotTheirBeginning() {
        std::vector<double> pieces(50, 0.003);
        pieces[2] = 0.07;
        pieces.insert(pieces.end(), {0.07, 0.003, 0.07, 0.07, 0.07});
        const IdleMemory idle = idleMemoryOf(pieces, 0.003);
        QVERIFY(idle.rate.has_value());
        QCOMPARE(idle.keptBytes, 50.0 * 32 * kMiB);
        QVERIFY(std::abs(*idle.rate - 5 * 32.0 * kMiB / 0.283) < 1);
    }
};

QTEST_GUILESS_MAIN(IdleMemoryTest)
#include "tst_idle_memory.moc"
