// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/board_fixture.h"
#include "tests/widgets/screen_reader.h"
#include "widgets/capacity/point_chart.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/lesson/lesson_chart.h"
#include "widgets/support/spoken_chart.h"

#include <QAccessible>
#include <QApplication>
#include <QDebug>
#include <QSignalSpy>
#include <QTest>

#include <memory>
#include <optional>

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
    void eachCurveLimitAndPhaseIsAChild();
    void ramCurvesSayTheirOwnFigures();
    void aLimitThatChangesStaysTheSame();
    void otherLoadsAndPredictionsSayWhatTheyAre();
    void samplesAreToldTogether();
    void pointsAreChildren();
    void lessonCurvesAreChildren();

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
    QCOMPARE(spoken(chart)->text(QAccessible::Name),
             QString(goldenText("window-charts/vram-by-device-over-time")));
    const QString said = words(chart);
    QVERIFY2(said.startsWith(QString(goldenText("window-charts/at-the-end-in-mib-gpu-0-512-0"))),
             qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("GPU 0, GPU 1 ")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("Last phase: Copy")), qPrintable(said));
    QVERIFY2(said.endsWith(QStringLiteral("Visible range: 0.00 s to 10.0 s")), qPrintable(said));
    // It says what is shown: half of the time, half of the bytes.
    chart.setTimeRange(0, 5);
    chart.showData(data, unitFor(static_cast<double>(512 * kMiB)));
    QVERIFY2(
        words(chart).startsWith(QString(goldenText("window-charts/at-the-end-in-mib-gpu-0-256-0"))),
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
    QVERIFY2(words(chart).startsWith(QString(goldenText("window-charts/at-the-end-in-gib-mmap"))),
             qPrintable(words(chart)));
    QVERIFY2(words(chart).contains(QStringLiteral(" 5.59")), qPrintable(words(chart)));
}

void TestSpokenCharts::anEmptyChartSaysSo() {
    VramChart chart(m_theme.get());
    QCOMPARE(words(chart), QString(goldenText("window-charts/no-curve-is-drawn")));
}

void TestSpokenCharts::pointsSayTheChosenOne() {
    PointChart chart("points", QStringLiteral("Points"), m_theme.get());
    ChartPoints points;
    points.points = {{1, 2, Qt::red, {}, QStringLiteral("one")},
                     {2, 3, Qt::blue, {}, QStringLiteral("two")}};
    chart.setPoints(points);
    QCOMPARE(spoken(*chart.widget())->role(), QAccessible::Chart);
    QCOMPARE(words(*chart.widget()), QStringLiteral("one"));
    QTest::keyClick(chart.widget(), Qt::Key_Right);
    QCOMPARE(words(*chart.widget()), QStringLiteral("two"));
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
    for (QWidget* chart :
         {static_cast<QWidget*>(&vram), static_cast<QWidget*>(&ram), points.widget()}) {
        QCOMPARE(spoken(*chart)->role(), QAccessible::Chart);
    }
}

void TestSpokenCharts::eachCurveLimitAndPhaseIsAChild() {
    VramChart chart(m_theme.get());
    chart.resize(600, 200);
    const auto plan = test::makePlan({}, "2GiB,2GiB");
    chart.setPlan(plan.get());
    chart.setTimeRange(0, 10);
    chart.setBands({{QStringLiteral("Read"), 0, 5}, {QStringLiteral("Copy"), 5, 10}});
    const ChartData data = samples();
    const ByteUnit unit = unitFor(static_cast<double>(512 * kMiB));
    chart.showData(data, unit);
    chart.grab();  // lays it out in its size
    QAccessibleInterface* const whole = spoken(chart);
    QAccessibleInterface* const allocated = test::childNamed(whole, QStringLiteral("GPU 0 alloc"));
    QVERIFY(allocated != nullptr);
    QCOMPARE(allocated->text(QAccessible::Name), QStringLiteral("GPU 0 allocated, simulated"));
    QCOMPARE(allocated->text(QAccessible::Value), QStringLiteral("512.0 MiB"));
    QCOMPARE(allocated->text(QAccessible::Description),
             QString(goldenText("window-charts/at-the-end-512-0-mib-least-51-2-mib")));
    QCOMPARE(allocated->role(), QAccessible::ListItem);
    QCOMPARE(allocated->parent(), whole);
    QCOMPARE(whole->child(whole->indexOfChild(allocated)), allocated);
    const QRect around(chart.mapToGlobal(QPoint(0, 0)), chart.size());
    QVERIFY2(around.contains(allocated->rect()),
             qPrintable(QDebug::toString(around) + QDebug::toString(allocated->rect())));
    QVERIFY(!allocated->state().selectable);
    QVERIFY(test::actionsOf(allocated)->actionNames().isEmpty());
    const QAccessibleInterface* reserved =
        test::childNamed(whole, QStringLiteral("GPU 0 reserved, simulated"));
    QVERIFY(reserved != nullptr);
    QCOMPARE(reserved->text(QAccessible::Value), QStringLiteral("600.0 MiB"));
    // What the plan's limits and the phases are.
    for (const ChartLimit& limit : chart.limits()) {
        const QAccessibleInterface* line = test::childNamed(whole, limit.name);
        QVERIFY2(line != nullptr, qPrintable(limit.name));
        QCOMPARE(line->text(QAccessible::Value), formatWithUnit(unit, limit.bytes));
    }
    const QAccessibleInterface* phase = test::childNamed(whole, QStringLiteral("Phase: Copy"));
    QVERIFY(phase != nullptr);
    QCOMPARE(phase->text(QAccessible::Value), chart.axisText(5));
    QCOMPARE(phase->text(QAccessible::Description), QStringLiteral("From 5.00 s to 10.0 s"));
    QCOMPARE(whole->childCount(), 2 + static_cast<int>(chart.limits().size()) + 2);
    // The same object goes on saying what is shown.
    chart.setTimeRange(0, 5);
    chart.showData(data, unit);
    QVERIFY(allocated->isValid());
    QCOMPARE(allocated->text(QAccessible::Value), QStringLiteral("256.0 MiB"));
    // Without samples there is no curve.
    chart.showData({}, unit);
    QVERIFY(!allocated->isValid());
    QVERIFY(allocated->text(QAccessible::Name).isEmpty());
}

void TestSpokenCharts::ramCurvesSayTheirOwnFigures() {
    RamChart chart(m_theme.get());
    chart.resize(600, 200);
    chart.setTimeRange(0, 10);
    chart.showData(samples(), unitFor(static_cast<double>(kGiB)));
    const QAccessibleInterface* anonymous =
        test::childNamed(spoken(chart), QStringLiteral("anonymous, measured"));
    QVERIFY(anonymous != nullptr);
    QCOMPARE(anonymous->text(QAccessible::Value), QStringLiteral("1.00 GiB"));
    QVERIFY2(
        anonymous->text(QAccessible::Description)
            .startsWith(QString(goldenText("window-charts/at-the-end-1-00-gib-least-0-10-gib"))),
        qPrintable(anonymous->text(QAccessible::Description)));
}

void TestSpokenCharts::aLimitThatChangesStaysTheSame() {
    RamChart chart(m_theme.get());
    chart.resize(600, 200);
    chart.setTimeRange(0, 10);
    const ByteUnit unit = unitFor(static_cast<double>(kGiB));
    chart.setMachineNow(8.0 * kGiB, std::nullopt);
    chart.showData(samples(), unit);
    const QAccessibleInterface* available =
        test::childNamed(spoken(chart), QStringLiteral("MemAvailable"));
    QVERIFY(available != nullptr);
    chart.setMachineNow(4.0 * kGiB, std::nullopt);
    chart.showData(samples(), unit);
    QVERIFY(available->isValid());
    QCOMPARE(available->text(QAccessible::Value), formatWithUnit(unit, 4.0 * kGiB));
}

void TestSpokenCharts::otherLoadsAndPredictionsSayWhatTheyAre() {
    VramChart chart(m_theme.get());
    chart.resize(600, 200);
    ChartOverlay overlay;
    overlay.label = QStringLiteral("mmap");
    overlay.seconds = {0, 1, 2};
    overlay.devices[DeviceId::gpu(0)].allocated = {0, 3e9, 2e9};
    overlay.devices[DeviceId::gpu(1)].allocated = {0, 1e9, 1e9};
    overlay.simulated = {DeviceId::gpu(1)};
    chart.setCurves(CurvePlace::Above, vramCurves({overlay}, m_theme->colors().base));
    PredictedCurves predicted;
    predicted.gpus[DeviceId::gpu(0)] = {{0, 4e9}, {0, 5e9}};
    chart.setCurves(CurvePlace::Below,
                    predictedVramCurves(predicted, {0, 2}, m_theme->colors(), CurveNames::None));
    chart.setTimeRange(0, 2);
    const ByteUnit unit = unitFor(6e9);
    chart.showData({}, unit);
    const auto child = [&chart](const char* name) {
        return test::childNamed(spoken(chart), QString::fromLatin1(name));
    };
    QAccessibleInterface* const first = child("mmap, GPU 0 allocated, measured");
    QVERIFY(first != nullptr);
    QCOMPARE(first->text(QAccessible::Value), formatWithUnit(unit, 2e9));
    QVERIFY(first->text(QAccessible::Description).contains(formatWithUnit(unit, 3e9)));
    QVERIFY(child("mmap, GPU 1 allocated, simulated") != nullptr);
    QVERIFY(child("GPU 0 allocated, predicted") != nullptr);
    QAccessibleInterface* const reserved = child("GPU 0 reserved, predicted");
    QVERIFY(reserved != nullptr);
    QCOMPARE(reserved->text(QAccessible::Value), formatWithUnit(unit, 5e9));
}

void TestSpokenCharts::samplesAreToldTogether() {
    const test::ScreenReader reader;
    VramChart chart(m_theme.get());
    chart.resize(600, 200);
    const auto plan = test::makePlan({}, "2GiB,2GiB");
    chart.setPlan(plan.get());
    const ChartData data = samples();
    const auto show = [&](double end) {
        chart.setTimeRange(0, end);
        chart.showData(data, unitFor(static_cast<double>(512 * kMiB)));
    };
    const QString name = QStringLiteral("GPU 0 allocated");
    show(1);
    QVERIFY(test::childNamed(spoken(chart), name) != nullptr);
    const auto told = [&name] {
        return test::ScreenReader::count(QAccessible::ValueChanged, name);
    };
    test::ScreenReader::forget();
    for (int end = 2; end <= 10; ++end) {
        show(end);
    }
    QCOMPARE(told(), 0);
    QTRY_COMPARE(told(), 1);
    QCOMPARE(test::ScreenReader::count(QAccessible::DescriptionChanged, name), 1);
    show(10);  // nothing differs
    QCOMPARE(told(), 1);
}

void TestSpokenCharts::pointsAreChildren() {
    PointChart chart("points", QStringLiteral("Points"), m_theme.get());
    chart.widget()->resize(400, 300);
    ChartPoints points;
    points.points = {{1, 2, Qt::red, {}, QStringLiteral("one")},
                     {2, 3.5, Qt::blue, {}, QStringLiteral("two")}};
    points.line = {0, 1};
    points.xTitle = QString(goldenText("window-capacity/vram-needed-gib"));
    points.yTitle = QString(goldenText("window-capacity/tokens-a-second"));
    chart.setPoints(points);
    QAccessibleInterface* const two =
        test::childNamed(spoken(*chart.widget()), QStringLiteral("two"));
    QVERIFY(two != nullptr);
    QCOMPARE(two->text(QAccessible::Value), QStringLiteral("3.5"));
    QCOMPARE(two->text(QAccessible::Description),
             QString(goldenText("cli/vram-needed-gib-2-tokens-a-second-3")));
    QVERIFY(two->state().selectable);
    QVERIFY(!two->state().selected);
    const QAccessibleInterface* line =
        test::childNamed(spoken(*chart.widget()), QStringLiteral("Line: "));
    QVERIFY(line != nullptr);
    QCOMPARE(line->text(QAccessible::Description),
             QStringLiteral("Line through 2 points, minimum 2, maximum 3.5"));
    // It can be chosen as by a click.
    const QSignalSpy requested(&chart, &PointChart::pointRequested);
    const test::ScreenReader reader;
    test::actionsOf(two)->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(requested.count(), 1);
    QCOMPARE(requested.front().front().value<std::size_t>(), std::size_t{1});
    QVERIFY(two->state().selected);
    QCOMPARE(test::ScreenReader::count(QAccessible::Selection, QStringLiteral("two")), 1);
}

void TestSpokenCharts::lessonCurvesAreChildren() {
    const LessonType type(m_theme.get(), nullptr);
    LessonChart chart(&type);
    chart.setAccessibleName(QStringLiteral("VRAM"));
    chart.resize(480, 250);
    LessonChartContent content;
    content.origin = QStringLiteral("measured");
    content.curves = {{LessonStep::Naive,
                       LessonCurve::Kind::Needed,
                       QStringLiteral("2  naive"),
                       {0, 1, 2},
                       {0, 2.0 * kGiB, 1.0 * kGiB}}};
    content.bands = {{QStringLiteral("Read"), 0, 2}};
    content.marker = LessonMarker::Movable;
    content.guess = 1.0 * kGiB;
    chart.setContent(content);
    const QAccessibleInterface* curve =
        test::childNamed(spoken(chart), QStringLiteral("2  naive, measured"));
    QVERIFY(curve != nullptr);
    QCOMPARE(curve->text(QAccessible::Value), QStringLiteral("1.00 GiB"));
    QCOMPARE(curve->text(QAccessible::Description),
             QString(goldenText("window-charts/at-the-end-1-00-gib-least-0-b")));
    QVERIFY(test::childNamed(spoken(chart), QStringLiteral("Phase: Read")) != nullptr);
    // The guess goes up and down as by the keys.
    QAccessibleInterface* const guess =
        test::childNamed(spoken(chart), QStringLiteral("Your guess"));
    QVERIFY(guess != nullptr);
    QCOMPARE(guess->text(QAccessible::Value), QStringLiteral("1.00 GiB"));
    const QSignalSpy changed(&chart, &LessonChart::guessChanged);
    test::actionsOf(guess)->doAction(QAccessibleActionInterface::increaseAction());
    QCOMPARE(changed.count(), 1);
    QVERIFY(changed.front().front().toDouble() > 1.0 * kGiB);
    content.marker = LessonMarker::Kept;
    chart.setContent(content);
    QVERIFY(test::actionsOf(guess)->actionNames().isEmpty());
}

QTEST_MAIN(TestSpokenCharts)
#include "tst_spoken_charts.moc"
