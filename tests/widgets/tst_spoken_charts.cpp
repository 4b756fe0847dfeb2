// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "tests/widgets/board_fixture.h"
#include "tests/widgets/screen_reader.h"
#include "widgets/capacity/point_chart.h"
#include "widgets/charts/memory_charts.h"
#include "widgets/support/spoken_chart.h"

#include <QAccessible>
#include <QApplication>
#include <QTest>

#include <memory>

using namespace stowage;

/// What charts say to a screen reader: that they are charts, of what, and their last figures.
class TestSpokenCharts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<Theme>(qApp, ThemeMode::Light); }
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void cleanupTestCase() { m_theme.reset(); }

    void vramSaysItsLastFigures();
    void ramSaysItsLastFigures();
    void otherLoadsSayTheirNames();
    void anEmptyChartSaysSo();
    void pointsSayTheChosenOne();
    void aDescriptionIsKept();
    void aReaderThatIsThereFindsCharts();

private:
    [[nodiscard]] static QAccessibleInterface* spoken(QWidget& chart) {
        return QAccessible::queryAccessibleInterface(&chart);
    }
    [[nodiscard]] static QString words(QWidget& chart) {
        return spoken(chart)->text(QAccessible::Description);
    }
    /// Ten seconds in which GPU 0 comes to 512 MiB and the process to 1 GiB.
    [[nodiscard]] static ChartData samples() {
        MemorySeries series;
        for (std::uint64_t i = 1; i <= 10; ++i) {
            MemorySample sample;
            sample.seconds = static_cast<double>(i);
            sample.process.anon = i * kGiB / 10;
            sample.devices = {{DeviceId::gpu(0), i * 512 * kMiB / 10, 600 * kMiB, 0}};
            series.append(sample);
        }
        ChartData data;
        static_cast<void>(data.pull(series));
        return data;
    }

    std::unique_ptr<Theme> m_theme;
};

void TestSpokenCharts::vramSaysItsLastFigures() {
    VramChart chart(m_theme.get());
    chart.resize(600, 200);
    const auto plan = test::makePlan({}, "2GiB,2GiB");
    chart.setPlan(plan.get());
    chart.setTimeRange(0, 10);
    chart.setBands({{QStringLiteral("Read"), 0, 5}, {QStringLiteral("Copy"), 5, 10}});
    const ChartData data = samples();
    chart.showData(data, unitFor(static_cast<double>(512 * kMiB)));
    QCOMPARE(spoken(chart)->role(), QAccessible::Chart);
    QCOMPARE(spoken(chart)->text(QAccessible::Name), QStringLiteral("VRAM by device over time"));
    const QString said = words(chart);
    QVERIFY2(said.startsWith(QStringLiteral("At the end, in MiB: GPU 0 512.0")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("GPU 0, GPU 1 ")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("Last phase: Copy")), qPrintable(said));
    QVERIFY2(said.endsWith(QStringLiteral("Shown from 0.00 s to 10.0 s")), qPrintable(said));
    // It says what is shown: half of the time, half of the bytes.
    chart.setTimeRange(0, 5);
    chart.showData(data, unitFor(static_cast<double>(512 * kMiB)));
    QVERIFY2(words(chart).startsWith(QStringLiteral("At the end, in MiB: GPU 0 256.0")),
             qPrintable(words(chart)));
}

void TestSpokenCharts::ramSaysItsLastFigures() {
    RamChart chart(m_theme.get());
    chart.resize(600, 200);
    chart.setTimeRange(0, 10);
    chart.showData(samples(), unitFor(static_cast<double>(kGiB)));
    QCOMPARE(spoken(chart)->role(), QAccessible::Chart);
    QVERIFY2(words(chart).contains(QStringLiteral("in GiB: anonymous 1.00")),
             qPrintable(words(chart)));
}

void TestSpokenCharts::otherLoadsSayTheirNames() {
    VramChart chart(m_theme.get());
    chart.resize(600, 200);
    ChartOverlay overlay;
    overlay.label = QStringLiteral("mmap");
    overlay.style = QPen(Qt::black, 2);
    overlay.seconds = {0, 1, 2};
    overlay.devices[DeviceId::gpu(0)].allocated = {0, 3e9, 6e9};
    std::vector<ChartCurve> curves = vramCurves({overlay}, m_theme->colors().base);
    for (ChartCurve& curve : curves) {
        curve.label.clear();  // as where a legend has the names
    }
    chart.setCurves(CurvePlace::Above, std::move(curves));
    chart.setTimeRange(0, 2);
    chart.showData({}, unitFor(6e9));
    QVERIFY2(words(chart).startsWith(QStringLiteral("At the end, in GiB: mmap")),
             qPrintable(words(chart)));
    QVERIFY2(words(chart).contains(QStringLiteral(" 5.59")), qPrintable(words(chart)));
}

void TestSpokenCharts::anEmptyChartSaysSo() {
    VramChart chart(m_theme.get());
    QCOMPARE(words(chart), QStringLiteral("No curve is drawn"));
}

void TestSpokenCharts::pointsSayTheChosenOne() {
    PointChart chart("points", QStringLiteral("Points"), m_theme.get());
    ChartPoints points;
    points.points = {{1, 2, Qt::red, {}, QStringLiteral("one")},
                     {2, 3, Qt::blue, {}, QStringLiteral("two")}};
    chart.setPoints(points);
    QCOMPARE(spoken(chart)->role(), QAccessible::Chart);
    QCOMPARE(words(chart), QStringLiteral("one"));
    QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(words(chart), QStringLiteral("two"));
}

void TestSpokenCharts::aDescriptionIsKept() {
    QWidget plain;
    speakAsChart(&plain);
    plain.setAccessibleDescription(QStringLiteral("three bars"));
    QCOMPARE(spoken(plain)->role(), QAccessible::Chart);
    QCOMPARE(words(plain), QStringLiteral("three bars"));
}

void TestSpokenCharts::aReaderThatIsThereFindsCharts() {
    // With a reader there, an interface is made as soon as a widget has a name, and kept.
    const test::ScreenReader reader;
    VramChart vram(m_theme.get());
    RamChart ram(m_theme.get());
    PointChart points("points", QStringLiteral("Points"), m_theme.get());
    for (QWidget* chart : {static_cast<QWidget*>(&vram), static_cast<QWidget*>(&ram),
                           static_cast<QWidget*>(&points)}) {
        QCOMPARE(spoken(*chart)->role(), QAccessible::Chart);
    }
}

QTEST_MAIN(TestSpokenCharts)
#include "tst_spoken_charts.moc"
