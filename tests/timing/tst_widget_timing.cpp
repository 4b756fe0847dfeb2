// SPDX-License-Identifier: GPL-3.0-or-later
// What the window must not take long for, and how near its clocks are to those of the engine. That
// what it shows is right stands in tests/widgets.
#include "engine/device/allocator_model.h"
#include "tests/widgets/panel_fixture.h"
#include "widgets/live/segment_map_panel.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <memory>
#include <string>

namespace stowage {

class WidgetTimingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void thousandsOfBlocksPaintFast();
    void shownPhasesEndWithTheLoad();
    void predictionEndsWithTheLoad();
};

void WidgetTimingTest::init() {
    // Qt forgets the pattern after each test. The platform without a screen says one thing itself.
    QTest::failOnWarning(
        QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
}

void WidgetTimingTest::thousandsOfBlocksPaintFast() {
    AllocatorModel model;
    for (int i = 0; i < 20000; ++i) {
        (void)model.allocate(100 * 1024, "layer." + std::to_string(i) + ".weight");
    }
    const auto picture = [&model] {
        SegmentPicture made;
        made.device.id = DeviceId::gpu(0);
        made.device.simulated = true;
        made.segments = model.segments();
        made.figures = figuresOf(made.segments);
        return std::make_shared<const SegmentPicture>(std::move(made));
    };
    const Theme theme(qApp, ThemeMode::Light);
    SegmentMapView map(&theme);
    map.resize(1200, 240);
    map.show();
    map.setPicture(picture());
    constexpr int kFrames = 20;
    QElapsedTimer clock;
    clock.start();
    for (int i = 0; i < kFrames; ++i) {
        (void)map.viewport()->grab();
    }
    const double paint = static_cast<double>(clock.elapsed()) / kFrames;
    clock.restart();
    map.setPicture(picture());
    const double refresh = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    qInfo("20,000 blocks: %.1f ms a frame, %.1f ms a picture", paint, refresh);
    QVERIFY2(paint < 100, qPrintable(QString::number(paint)));
    QVERIFY2(refresh < 200, qPrintable(QString::number(refresh)));
}

void WidgetTimingTest::shownPhasesEndWithTheLoad() {
    PanelFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    for (int run = 1; run <= 2; ++run) {
        QVERIFY(fixture.load());
        const QJsonArray phases = fixture.state("phases").toArray();
        const LoadReport& report = *fixture.controller->finishedLoads().back().report;
        const double tolerance = 0.25;  // seconds; the clock itself is seconds ahead
        QVERIFY(phases.first()[QStringLiteral("begin")].toDouble() < tolerance);
        QVERIFY(std::abs(phases.last()[QStringLiteral("end")].toDouble() - report.seconds) <
                tolerance);
    }
}

void WidgetTimingTest::predictionEndsWithTheLoad() {
    PanelFixture fixture(kFastGpus, 64);
    QVERIFY(fixture.open());
    QVERIFY(fixture.load());
    const LoadReport& report = *fixture.controller->finishedLoads().back().report;
    QTRY_COMPARE(fixture.state("forecast")[QStringLiteral("basis")].toString(),
                 QStringLiteral("pace"));
    QVERIFY(std::abs(fixture.state("forecast")[QStringLiteral("end")].toDouble() - report.seconds) <
            0.05);
}

}  // namespace stowage

QTEST_MAIN(stowage::WidgetTimingTest)
#include "tst_widget_timing.moc"
