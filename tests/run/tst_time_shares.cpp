// SPDX-License-Identifier: GPL-3.0-or-later
// What devices, links and the disk did with the time of a run: shares that add up.
#include "engine/run/run_report.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace stowage;

namespace {

bool near(double a, double b) {
    return std::abs(a - b) < 1e-9;
}

/// Half of two seconds computed on GPU 0, 0.3 s waited; a link that was busy for 0.8 s.
RunReport report() {
    RunReport run;
    run.seconds = 2;
    DeviceRunFigures gpu;
    gpu.device = DeviceId::gpu(0);
    gpu.computeSeconds = 1;
    run.devices = {gpu};
    run.layers = {{"h.0", DeviceId::gpu(0), 0, 0, 1, 0.7, 0.4, 0.3, 100}};
    run.transfers = {{SpanKind::Disk, DeviceId::disk(), 0.1},
                     {SpanKind::HostToDevice, DeviceId::gpu(0), 0.8}};
    return run;
}

}  // namespace

class TimeSharesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void percentsAddUp_data() {
        QTest::addColumn<double>("busy");
        QTest::addColumn<double>("waiting");
        QTest::addColumn<QString>("texts");
        const auto row = [](double busy, double waiting, const char* texts) {
            QTest::newRow(texts) << busy << waiting << QString::fromLatin1(texts);
        };
        row(0.375, 0, "37 % 0 % 63 %");       // 38 + 63 is 101
        row(0.333, 0.333, "33 % 33 % 34 %");  // 33 + 33 + 33 is 99
        row(0.125, 0.375, "12 % 38 % 50 %");  // 13 + 38 + 50 is 101
        row(0.3, 0.03, "30 % 3 % 67 %");
        row(0.003, 0, "<1 % 0 % >99 %");
        row(0.996, 0.004, ">99 % <1 % 0 %");
        row(0, 0, "0 % 0 % 100 %");
        row(1, 0, "100 % 0 % 0 %");
    }

    void percentsAddUp() {
        QFETCH(double, busy);
        QFETCH(double, waiting);
        const auto texts = percentTexts({busy, waiting, 1 - busy - waiting});
        QTEST(QString::fromStdString(joined({texts[0], texts[1], texts[2]}, " ").english()),
              "texts");
    }

    void anySharesAddUp() {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> seconds(0, 1);
        for (int i = 0; i < 20000; ++i) {
            const TimeShares shares = sharesOf(seconds(random), seconds(random), 1.2);
            const auto percents = wholePercents(shares);
            QCOMPARE(std::accumulate(percents.begin(), percents.end(), 0), 100);
            QVERIFY(std::abs(percents[0] - shares.busy * 100) < 1);
            QVERIFY(std::abs(percents[1] - shares.waiting * 100) < 1);
            QVERIFY(std::abs(percents[2] - shares.idle * 100) < 1);
        }
    }

    void everyLaneHasItsShare() {
        const std::vector<LaneTime> times = laneTimes(report());
        QCOMPARE(times.size(), std::size_t{3});
        QVERIFY(times[0].kind == SpanKind::Disk && near(times[0].shares.busy, 0.05));
        QVERIFY(times[1].kind == SpanKind::HostToDevice && near(times[1].shares.busy, 0.4));
        QVERIFY(near(times[2].shares.busy, 0.5) && near(times[2].shares.waiting, 0.15) &&
                near(times[2].shares.idle, 0.35));
        QVERIFY(laneTimes(RunReport()).empty());
    }

    /// Two threads carry at once, and tell of it when they are done.
    void whatOverlapsCountsOnce() {
        CoveredTime time;
        time.add(0, 1);
        time.add(2, 2.5);
        time.add(1.5, 3);  // began before what was told of already
        QVERIFY(near(time.seconds(), 2.5));
        time.add(0.5, 1.75);
        QVERIFY(near(time.seconds(), 3));
        time.add(4, 4);
        time.add(5, 6);
        QVERIFY(near(time.seconds(), 4));
        time.add(3, 5);
        QVERIFY(near(time.seconds(), 6));
    }

    void anyOrderCoversTheSame() {
        std::mt19937 random(3);
        std::vector<std::pair<double, double>> stretches;
        std::vector<bool> covered(400);
        for (int i = 0; i < 120; ++i) {
            const int begin = static_cast<int>(random() % 390);
            const int end = begin + 1 + static_cast<int>(random() % 9);
            stretches.emplace_back(begin, end);
            std::fill(covered.begin() + begin, covered.begin() + end, true);
        }
        const auto wanted = static_cast<double>(std::ranges::count(covered, true));
        for (int order = 0; order < 20; ++order) {
            std::ranges::shuffle(stretches, random);
            CoveredTime time;
            for (const auto& [begin, end] : stretches) {
                time.add(begin, end);
            }
            QCOMPARE(time.seconds(), wanted);
        }
    }
};

QTEST_GUILESS_MAIN(TimeSharesTest)
#include "tst_time_shares.moc"
