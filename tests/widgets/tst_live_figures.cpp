// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_curves.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/charts/live_figures.h"
#include "widgets/live/live_panel.h"
#include "widgets/support/formats.h"
#include "widgets/support/theme.h"

#include <QApplication>
#include <QImage>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

namespace stowage {

/// What the live panel computes before it paints.
class LiveFiguresTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void thinningKeepsSummits();
    void dataFollowsTheRunsClock();
    void units_data();
    void units();
    void cancelledPhaseSaysSo();
    void verificationIsNoBandOfTheLoad();
    void machineFiguresHoldUntilTheNextReading();
    void axisEndChangesSeldom();
    void nameOfMemoryIsWholeBesideItsFigures();
};

void LiveFiguresTest::init() {
    // Qt forgets the pattern after each test.
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
}

void LiveFiguresTest::thinningKeepsSummits() {
    std::vector<double> times;
    std::vector<double> values;
    for (int i = 0; i < 100000; ++i) {
        times.push_back(i * 0.01);
        values.push_back(i == 54321 ? 99 : 1);
    }
    values[777] = std::nan("");
    const auto points = thinForChart(times, values, 0, 1000, 400);
    QVERIFY(points.size() <= 802);
    double highest = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        highest = std::max(highest, points[i].bytes);
        QVERIFY(i == 0 || points[i - 1].seconds < points[i].seconds);
    }
    QCOMPARE(highest, 99.0);
    // One sample on either side of the range, so that the line reaches both edges.
    const auto few = thinForChart(times, values, 0.025, 0.055, 400);
    QCOMPARE(few.front().seconds, 0.02);
    QCOMPARE(few.back().seconds, 0.06);
}

void LiveFiguresTest::dataFollowsTheRunsClock() {
    MemorySeries series;
    for (int i = 0; i < 10; ++i) {
        MemorySample sample;
        sample.seconds = i;
        sample.process.anon = static_cast<std::uint64_t>(i);
        sample.devices = {{DeviceId::gpu(0), static_cast<std::uint64_t>(i * 10), 100, 0}};
        series.append(sample);
    }
    ChartData data;
    QVERIFY(data.pull(series));
    QVERIFY(!data.pull(series));
    QCOMPARE(data.times().size(), 10U);
    data.setOrigin(4);
    QCOMPARE(data.times().size(), 6U);
    QCOMPARE(data.times().front(), 0.0);
    QCOMPARE(data.gpus().at(DeviceId::gpu(0)).allocated.front(), 40.0);
    QCOMPARE(data.host(HostClass::Anonymous).back(), 9.0);
    QVERIFY(std::isnan(data.hostStack(HostClass::Shared).back()));  // unknown, never zero
    QCOMPARE(data.rowAt(2.5).value(), 2U);
    QVERIFY(!data.rowAt(-1).has_value());
}

void LiveFiguresTest::units_data() {
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("expected");
    const double gib = 1024.0 * 1024 * 1024;
    QTest::newRow("below a GiB") << formatWithUnit(unitFor(0.46 * gib), 0.46 * gib) << "471.0 MiB";
    QTest::newRow("from a GiB on") << formatWithUnit(unitFor(gib), 1.5 * gib) << "1.50 GiB";
    QTest::newRow("part of more") << formatIn(unitFor(2 * gib), 0.25 * gib) << "0.25";
    QTest::newRow("unknown") << formatIn(unitFor(gib), std::nan("")) << "–";
    QTest::newRow("milliseconds") << formatSeconds(0.312) << "0.31 s";
    QTest::newRow("rounds up") << formatSeconds(9.996) << "10.0 s";
    QTest::newRow("seconds") << formatSeconds(11.04) << "11.0 s";
    QTest::newRow("minutes") << formatSeconds(125.2) << "2 min 5 s";
    QTest::newRow("hours") << formatSeconds(7500) << "2 h 5 min";
    QTest::newRow("days") << formatSeconds(142'662) << "1 d 16 h";
    QTest::newRow("fast") << formatRate(1.611e9) << "1.61 GB/s";
    QTest::newRow("of a slow disk") << formatRate(1.21e8) << "121 MB/s";
    QTest::newRow("slow") << formatRate(2.04e7) << "20 MB/s";
}

void LiveFiguresTest::units() {
    QFETCH(QString, shown);
    QTEST(shown, "expected");
}

void LiveFiguresTest::cancelledPhaseSaysSo() {
    const std::vector<PhaseMark> phases{{"old", 1, 2}, {"allocate", 10, 10.5}, {"read", 10.5, -1}};
    LoadReport report;
    report.stopped = makeError(ErrorCode::Cancelled, "cancelled");
    const auto cancelled = phaseBands(phases, 10, 3, &report);
    QCOMPARE(cancelled.size(), 2U);
    QCOMPARE(cancelled[0].name, QStringLiteral("Allocate"));
    QCOMPARE(cancelled[1].name, QStringLiteral("Read, cancelled"));
    QCOMPARE(cancelled[1].end, 3.0);
    QVERIFY(!cancelled[1].failed);
    report.stopped->code = ErrorCode::ReadFailed;
    QVERIFY(phaseBands(phases, 10, 3, &report)[1].failed);
}

void LiveFiguresTest::verificationIsNoBandOfTheLoad() {
    const std::vector<PhaseMark> phases{{"read", 10, 12}, {"verify", 12.1, 15}};
    const LoadReport report;
    const auto bands = phaseBands(phases, 10, 2, &report);
    QCOMPARE(bands.size(), 1U);
    QCOMPARE(bands.front().name, QStringLiteral("Read"));
    // While it runs it is shown.
    QCOMPARE(phaseBands(phases, 10, 5, nullptr).size(), 2U);
}

void LiveFiguresTest::machineFiguresHoldUntilTheNextReading() {
    MemorySeries series;
    for (int i = 0; i < 6; ++i) {
        MemorySample sample;
        sample.seconds = i;
        sample.available = 1000U - static_cast<unsigned>(i);
        if (i == 1 || i == 4) {
            sample.allocatorHeld = static_cast<std::uint64_t>(i) * 10;
        }
        series.append(sample);
    }
    ChartData data;
    data.setOrigin(1);
    QVERIFY(data.pull(series));
    const ChartColumn& held = data.machine().allocatorHeld;
    QCOMPARE(held.size(), 5U);
    QCOMPARE(lastKnown(held, 2), 10.0);
    QCOMPARE(lastKnown(held, 3), 40.0);
    QCOMPARE(lastKnown(data.machine().available, 99), 995.0);
    QVERIFY(std::isnan(lastKnown(data.machine().cgroupLimit, 4)));  // unknown, never zero
    data.setOrigin(3);
    QVERIFY(std::isnan(lastKnown(held, 0)));
    QCOMPARE(lastKnown(held, 1), 40.0);
}

void LiveFiguresTest::axisEndChangesSeldom() {
    QCOMPARE(steadyAxisEnd(1.01), 1.2);
    QCOMPARE(steadyAxisEnd(0.35), 0.4);
    QCOMPARE(steadyAxisEnd(83), 100.0);
}

/// Beside figures in three columns the name of a class of memory is painted as it is alone.
void LiveFiguresTest::nameOfMemoryIsWholeBesideItsFigures() {
    const Theme theme(qApp, ThemeMode::Light);
    LiveFigures figures(&theme);
    const QString name = hostClassName(HostClass::Anonymous);
    const auto painted = [&](const QStringList& values) {
        LiveFigureRow row = liveRow(LiveFigureRow::Kind::Figure, name, values);
        row.memory = HostClass::Anonymous;
        figures.setRows({row});
        return figures.grab().toImage();
    };
    const QImage alone = painted({});
    const QImage beside = painted({"116.9", QString(), "116.0"});
    const int square = 27;  // and the space around it
    const int width = square + QFontMetrics(theme.font(TextRole::Tree)).horizontalAdvance(name);
    const QRect label(0, 0, width, alone.height());
    QVERIFY(alone != beside);
    QCOMPARE(beside.copy(label), alone.copy(label));
}

}  // namespace stowage

QTEST_MAIN(stowage::LiveFiguresTest)
#include "tst_live_figures.moc"
