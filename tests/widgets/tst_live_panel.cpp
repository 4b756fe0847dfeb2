// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/golden_text.h"
#include "tests/widgets/panel_fixture.h"
#include "widgets/support/formats.h"

#include <QJsonArray>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>
#include <map>
#include <set>

namespace stowage {

namespace {

void press(QAbstractButton* button) {
    QVERIFY(button != nullptr);
    QVERIFY(button->isVisible());
    QVERIFY(button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
}

}  // namespace

/// The panel with real loads behind it, pressed and read like a person does.
class LivePanelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void samplesBeforeTheFirstLoad();
    void buttonsPauseResumeAndCancel();
    void steppedLoadTellsWhatItTook();
    void figuresAreThoseOfTheReport();
    void unloadButtonGivesMemoryBack();
    void everyRunBeginsAtZero();
    void failureIsShownWithItsSentence();
    void failureGoesWithItsPlan();
    void buttonsKeepTheirPlaces();
    void progressBarIsSplitByDevice();
    void wheelAndDragMoveBothCharts();
    void crosshairShowsTheSampleUnderIt();
    void freezeHoldsTheView();
    void everyControlHasANameAndARole();
};

void LivePanelTest::init() {
    // Qt forgets the pattern after each test. The platform without a screen says one thing itself.
    QTest::failOnWarning(
        QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
}

void LivePanelTest::samplesBeforeTheFirstLoad() {
    PanelFixture fixture(kFastGpus);
    QTRY_VERIFY(fixture.state("samples").toInt() >= 3);
    QCOMPARE(fixture.state("state").toString(), QStringLiteral("idle"));
    QCOMPARE(fixture.state("text").toString(),
             QString(goldenText("window-live/nothing-is-loaded")));
    QCOMPARE(fixture.state("mark").toString(), QStringLiteral("none"));
    QVERIFY(!fixture.panel.state().contains(QStringLiteral("run")));
    const QJsonObject ram = fixture.state("ram").toObject();
    QVERIFY(ram[QStringLiteral("anon")].toDouble() > 1e6);
    QVERIFY(ram[QStringLiteral("title")].toString().contains(QLatin1String("measured")));
    for (const char* name : {"pause_button", "cancel_button", "step_button", "unload_button"}) {
        QVERIFY(!fixture.button(name)->isVisible());
    }
}

void LivePanelTest::buttonsPauseResumeAndCancel() {
    PanelFixture fixture(kSlowGpus);
    QVERIFY(fixture.open());
    QSignalSpy finished(fixture.controller.get(), &LoadController::finished);
    fixture.controller->start(LoadMethod::Streamed);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.button("pause_button")->isVisible(), kTimeout);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.state("fraction").toDouble() > 0, kTimeout);
    QVERIFY(fixture.state("detail").toString().contains(QLatin1String("of 24 tensors")));
    QVERIFY(fixture.state("text").toString().endsWith(QLatin1String("of 24.0 MiB")));

    press(fixture.button("pause_button"));
    QCOMPARE(fixture.controller->state(), LoadState::Paused);
    QCOMPARE(fixture.button("pause_button")->text(), QStringLiteral("Resume"));
    // It says at which tensor, too.
    QVERIFY2(fixture.state("rate").toString().startsWith(QLatin1String("paused at block.")),
             qPrintable(fixture.state("rate").toString()));
    press(fixture.button("pause_button"));
    QCOMPARE(fixture.controller->state(), LoadState::Loading);
    QCOMPARE(fixture.button("pause_button")->text(), QStringLiteral("Pause"));

    press(fixture.button("cancel_button"));
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    QVERIFY(fixture.state("text").toString().startsWith(QLatin1String("Cancelled after")));
    QCOMPARE(fixture.state("mark").toString(), QStringLiteral("none"));
    QVERIFY(fixture.state("phases").toArray().last()[QStringLiteral("name")].toString().endsWith(
        QLatin1String(", cancelled")));
    QVERIFY(!fixture.button("cancel_button")->isVisible());
    QTRY_COMPARE(fixture
                     .state("vram")[QStringLiteral("devices")][QStringLiteral("gpu:0")]
                                   [QStringLiteral("allocated")]
                     .toDouble(),
                 0.0);
}

/// The time does not run backward when the load ends, what is allocated before it is read is named,
/// and the rate is that of the reads.
void LivePanelTest::steppedLoadTellsWhatItTook() {
    PanelFixture fixture(kFastGpus, 64);
    QVERIFY(fixture.open());
    QSignalSpy finished(fixture.controller.get(), &LoadController::finished);
    const auto row = [&fixture](const char* part) {
        for (const QJsonValue side : fixture.state("side").toArray()) {
            if (side.toString().contains(QLatin1String(part))) {
                return side.toString();
            }
        }
        return QString();
    };
    LoadRequest request{.method = LoadMethod::Streamed};
    request.pace = LoadPace::StepByStep;
    fixture.controller->start(request);
    for (std::uint64_t step = 1; step <= 3; ++step) {
        QTRY_COMPARE_WITH_TIMEOUT(fixture.controller->state(), LoadState::Paused, kTimeout);
        fixture.controller->step();
        QTRY_COMPARE_WITH_TIMEOUT(fixture.controller->progress().itemsDone, step, kTimeout);
    }
    QTRY_VERIFY(!row("allocated in advance").isEmpty());
    const QRegularExpression seconds(QStringLiteral("([0-9.]+) s"));
    const QRegularExpressionMatch shown = seconds.match(row("Now"));
    QVERIFY2(shown.hasMatch(), qPrintable(row("Now")));
    const double now = shown.captured(1).toDouble();
    press(fixture.button("cancel_button"));
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    const LoadReport& report = *fixture.controller->finishedLoads().back().report;
    constexpr double kShown = 0.0051;  // a digit less is shown
    QVERIFY2(report.seconds >= now - kShown, qPrintable(QString::number(report.seconds - now)));
    QVERIFY(report.bytesRead > 0);
    const QString rate = formatRate(static_cast<double>(report.bytesRead) / report.seconds);
    QTRY_VERIFY2(row("Mean rate").endsWith(rate), qPrintable(row("Mean rate") + " / " + rate));
}

void LivePanelTest::figuresAreThoseOfTheReport() {
    PanelFixture fixture(kFastGpus, 64);
    QVERIFY(fixture.open());
    QVERIFY(fixture.load());
    const LoadReport& report = *fixture.controller->finishedLoads().back().report;

    const QString text = fixture.state("text").toString();
    QVERIFY2(
        text.startsWith(QStringLiteral("Loaded 64.0 MiB in %1, %2")
                            .arg(formatSeconds(report.seconds),
                                 formatRate(static_cast<double>(report.bytes) / report.seconds))),
        qPrintable(text));
    QCOMPARE(fixture.state("mark").toString(), QStringLiteral("good"));
    QCOMPARE(fixture.state("fraction").toDouble(), 1.0);

    const QJsonObject run = fixture.state("run").toObject();
    QCOMPARE(run[QStringLiteral("title")].toString(), QStringLiteral("Run 1: load with streamed"));
    QCOMPARE(run[QStringLiteral("seconds")].toDouble(), report.seconds);
    QCOMPARE(run[QStringLiteral("bytes")].toDouble(), static_cast<double>(report.bytes));
    QCOMPARE(run[QStringLiteral("samples")].toDouble(), static_cast<double>(report.samples));
    const QJsonObject vram = fixture.state("vram").toObject();
    QCOMPARE(vram[QStringLiteral("title")].toString(), QStringLiteral("VRAM, simulated"));
    for (const DeviceLoadFigures& figures : report.devices) {
        if (!figures.device.id.isGpu()) {
            continue;
        }
        const QString name = QString::fromStdString(deviceName(figures.device.id));
        QCOMPARE(run[QStringLiteral("devices")][name][QStringLiteral("peak_allocated")].toDouble(),
                 static_cast<double>(figures.peakAllocated));
        const QJsonValue shown = vram[QStringLiteral("devices")][name];
        QCOMPARE(shown[QStringLiteral("allocated")].toDouble(),
                 static_cast<double>(figures.finalAllocated));
        QCOMPARE(shown[QStringLiteral("reserved")].toDouble(),
                 static_cast<double>(figures.finalReserved));
    }
    QStringList phases;
    for (const QJsonValue phase : fixture.state("phases").toArray()) {
        phases.append(phase[QStringLiteral("name")].toString().toLower());
    }
    QStringList reported;
    for (const LoadPhase& phase : report.phases) {
        reported.append(QString::fromStdString(phase.name).toLower());
    }
    QCOMPARE(phases, reported);
    QCOMPARE(fixture.viewBegin(), 0.0);
    QVERIFY(fixture.viewEnd() >= report.seconds);
    QVERIFY(fixture.viewEnd() < report.seconds * 1.2);
}

void LivePanelTest::unloadButtonGivesMemoryBack() {
    PanelFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    QVERIFY(fixture.load());
    press(fixture.button("unload_button"));
    QTRY_COMPARE_WITH_TIMEOUT(fixture.controller->state(), LoadState::Idle, kTimeout);
    QVERIFY(isAllZero(fixture.controller->counters()));
    QCOMPARE(fixture.state("text").toString(), QStringLiteral("Unloaded"));
    QVERIFY(!fixture.button("unload_button")->isEnabled());
    QTRY_COMPARE(fixture
                     .state("vram")[QStringLiteral("devices")][QStringLiteral("gpu:1")]
                                   [QStringLiteral("reserved")]
                     .toDouble(),
                 0.0);
}

void LivePanelTest::everyRunBeginsAtZero() {
    PanelFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    for (int run = 1; run <= 2; ++run) {
        QVERIFY(fixture.load());
        const QJsonArray phases = fixture.state("phases").toArray();
        const LoadReport& report = *fixture.controller->finishedLoads().back().report;
        QCOMPARE(phases.size(), static_cast<qsizetype>(report.phases.size()));
        // The clock itself is seconds ahead. How near both ends are stands in tests/timing.
        QVERIFY(phases.first()[QStringLiteral("begin")].toDouble() >= 0);
        QVERIFY(phases.last()[QStringLiteral("end")].toDouble() < report.seconds + 5);
        QCOMPARE(fixture.state("run")[QStringLiteral("number")].toInt(), run);
    }
}

void LivePanelTest::failureIsShownWithItsSentence() {
    PanelFixture fixture(kFastGpus);
    QSignalSpy failed(fixture.controller.get(), &LoadController::failed);
    fixture.controller->start(LoadMethod::Streamed);
    QCOMPARE(failed.size(), 1);
    QCOMPARE(fixture.state("text").toString(), failed.front().front().toString());
    QCOMPARE(fixture.state("mark").toString(), QStringLiteral("error"));

    QVERIFY(fixture.open());
    QVERIFY(fixture.load());
    QCOMPARE(fixture.state("mark").toString(), QStringLiteral("good"));
}

/// A refusal is of a plan: with another one, what is loaded, or that nothing is, is said again.
void LivePanelTest::failureGoesWithItsPlan() {
    PanelFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    for (const char* const text :
         {goldenText("window-live/nothing-is-loaded"), "Loaded 24.0 MiB in "}) {
        const auto good = fixture.document->plan();
        fixture.document->edit(SetBudgetEdit{DeviceId::gpu(0), "1MiB"});
        fixture.document->edit(MoveEdit{{"block"}, DeviceId::gpu(0)});
        QTRY_VERIFY(fixture.document->plan()->verdict == Verdict::DoesNotFit);
        fixture.controller->start(LoadMethod::Streamed);
        QTRY_COMPARE_WITH_TIMEOUT(fixture.state("mark").toString(), QStringLiteral("error"),
                                  kTimeout);
        fixture.document->undoStack()->undo();
        fixture.document->undoStack()->undo();
        QTRY_VERIFY(fixture.document->plan() == good);
        QVERIFY2(fixture.state("text").toString().startsWith(QLatin1String(text)),
                 qPrintable(fixture.state("text").toString()));
        QVERIFY(fixture.controller->state() == LoadState::Loaded || fixture.load());
    }
}

/// What is pressed twice is one button twice: none comes where another one was.
void LivePanelTest::buttonsKeepTheirPlaces() {
    PanelFixture fixture(kSlowGpus);
    QVERIFY(fixture.open());
    std::map<QString, QRect> places;
    const auto note = [&](const char* const expected, const std::set<QString>& pressable) {
        QTRY_COMPARE_WITH_TIMEOUT(fixture.state("state").toString(), QString(expected), kTimeout);
        for (const char* name : {"cancel_button", "pause_button", "step_button", "unload_button",
                                 "follow_button", "freeze_button"}) {
            const auto* button = fixture.panel.findChild<QAbstractButton*>(QLatin1String(name));
            const bool isPressable = button->isVisible() && button->isEnabled();
            const bool isToggle = qobject_cast<const QToolButton*>(button) != nullptr;
            QCOMPARE(isPressable, isToggle || pressable.contains(QLatin1String(name)));
            if (button->isVisible()) {
                QCOMPARE(places.try_emplace(name, button->geometry()).first->second,
                         button->geometry());
            }
        }
    };
    QTRY_VERIFY(fixture.button("step_button")->isVisible());
    note("idle", {"step_button"});
    fixture.controller->start(LoadMethod::Streamed);
    note("loading", {"cancel_button", "pause_button", "step_button"});
    fixture.controller->pause();
    note("paused", {"cancel_button", "pause_button", "step_button"});
    fixture.controller->resume();
    note("loaded", {"step_button", "unload_button"});
    QCOMPARE(places.size(), 6U);
    for (const auto& [name, place] : places) {
        for (const auto& [other, otherPlace] : places) {
            QVERIFY2(name == other || !place.intersects(otherPlace), qPrintable(name + other));
        }
    }
}

void LivePanelTest::progressBarIsSplitByDevice() {
    PanelFixture fixture("64MiB,64MiB");
    QVERIFY(fixture.open());
    QVERIFY(fixture.load());
    std::map<QString, double> byDevice;
    for (const QJsonValue segment : fixture.state("segments").toArray()) {
        byDevice[segment[QStringLiteral("device")].toString()] +=
            segment[QStringLiteral("bytes")].toDouble();
    }
    const PlacementPlan& plan = *fixture.document->plan();
    double total = 0;
    for (const DevicePlacement& placement : plan.placements) {
        QCOMPARE(byDevice[QString::fromStdString(deviceName(placement.device.id))],
                 placement.weights);
        total += placement.weights;
    }
    QCOMPARE(total, 24.0 * 1024 * 1024);
}

void LivePanelTest::wheelAndDragMoveBothCharts() {
    PanelFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    QVERIFY(fixture.load());
    const double whole = fixture.viewEnd() - fixture.viewBegin();
    QVERIFY(fixture.state("follow").toBool());
    auto* vram = qobject_cast<ChartPlot*>(fixture.chart("vram_chart"));
    auto* ram = qobject_cast<ChartPlot*>(fixture.chart("ram_chart"));

    const QPointF middle = vram->axisRect()->rect().center();
    QWheelEvent wheel(middle, vram->mapToGlobal(middle), {}, QPoint(0, 120), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(vram, &wheel);
    const double zoomed = fixture.viewEnd() - fixture.viewBegin();
    QVERIFY(zoomed < whole);
    QVERIFY(!fixture.state("follow").toBool());
    QVERIFY(!fixture.toolButton("follow_button")->isChecked());
    QCOMPARE(ram->xAxis->range().lower, vram->xAxis->range().lower);
    QCOMPARE(ram->xAxis->range().upper, vram->xAxis->range().upper);

    const double before = fixture.viewBegin();
    const QPoint grip = ram->axisRect()->rect().center();
    QTest::mousePress(ram, Qt::LeftButton, {}, grip);
    QMouseEvent move(QEvent::MouseMove, grip - QPoint(40, 0), ram->mapToGlobal(grip), Qt::NoButton,
                     Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(ram, &move);
    QTest::mouseRelease(ram, Qt::LeftButton, {}, grip - QPoint(40, 0));
    QVERIFY(fixture.viewBegin() > before);
    QVERIFY(std::abs(fixture.viewEnd() - fixture.viewBegin() - zoomed) < 1e-9);
    QCOMPARE(vram->xAxis->range().lower, fixture.viewBegin());

    press(fixture.toolButton("follow_button"));
    QCOMPARE(fixture.viewBegin(), 0.0);
    QCOMPARE(fixture.viewEnd(), whole);
}

void LivePanelTest::crosshairShowsTheSampleUnderIt() {
    PanelFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    QVERIFY(fixture.load());
    auto* vram = qobject_cast<ChartPlot*>(fixture.chart("vram_chart"));
    const QPoint nearEnd =
        vram->axisRect()->rect().center() + QPoint(vram->axisRect()->width() / 3, 0);
    QMouseEvent move(QEvent::MouseMove, nearEnd, vram->mapToGlobal(nearEnd), Qt::NoButton,
                     Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(vram, &move);
    const double seconds = fixture.state("crosshair").toDouble();
    QVERIFY(std::abs(seconds - vram->xAxis->pixelToCoord(nearEnd.x())) < 1e-9);
    QVERIFY(fixture.state("side").toArray().first().toString().startsWith(
        QString(goldenText("window-live/at-the-crosshair"))));

    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(vram, &leave);
    QVERIFY(fixture.state("crosshair").isNull());
    QCOMPARE(fixture.state("side").toArray().first().toString(),
             QStringLiteral("Run 1: load with streamed"));
}

void LivePanelTest::freezeHoldsTheView() {
    PanelFixture fixture(kSlowGpus);
    QVERIFY(fixture.open());
    fixture.controller->start(LoadMethod::Streamed);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.state("fraction").toDouble() > 0, kTimeout);
    auto* vram = qobject_cast<ChartPlot*>(fixture.chart("vram_chart"));
    const QString curve = QStringLiteral("allocated gpu:0");
    QTRY_VERIFY(namedCurve(*vram, curve) != nullptr && namedCurve(*vram, curve)->dataCount() > 1);
    press(fixture.toolButton("freeze_button"));
    const auto points = namedCurve(*vram, curve)->dataCount();
    const int samples = fixture.state("samples").toInt();
    QTRY_COMPARE_WITH_TIMEOUT(fixture.controller->state(), LoadState::Loaded, kTimeout);
    QTRY_VERIFY(fixture.state("samples").toInt() > samples);
    QCOMPARE(namedCurve(*vram, curve)->dataCount(), points);
    press(fixture.toolButton("freeze_button"));
    QVERIFY(namedCurve(*vram, curve)->dataCount() > points);
}

void LivePanelTest::everyControlHasANameAndARole() {
    PanelFixture fixture(kFastGpus);
    for (const auto* control : fixture.panel.findChildren<QAbstractButton*>()) {
        if (control->objectName().startsWith(QLatin1String("qt_"))) {
            continue;
        }
        QVERIFY(!control->objectName().isEmpty());
        QVERIFY2(!control->accessibleName().isEmpty(), qPrintable(control->objectName()));
    }
}

}  // namespace stowage

QTEST_MAIN(stowage::LivePanelTest)
#include "tst_live_panel.moc"
