// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/live_fixture.h"
#include "widgets/views/chart_plot.h"
#include "widgets/views/chart_units.h"
#include "widgets/views/live_panel.h"

#include <QJsonArray>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>

namespace stowage {

namespace {

constexpr int kTimeout = 30000;
const std::string kSlowGpus = "64MiB:link=20MB/s,64MiB:link=20MB/s";
const std::string kFastGpus = "64MiB,64MiB";

/// A panel on the screen over a real controller.
struct PanelFixture : LiveFixture {
    explicit PanelFixture(const std::string& gpus, int blocks = 24)
        : LiveFixture(gpus, blocks),
          theme(qApp, ThemeMode::Light),
          panel(controller.get(), &theme) {
        panel.resize(1000, 260);
        panel.show();
    }
    QPushButton* button(const char* name) const {
        return panel.findChild<QPushButton*>(QString::fromLatin1(name));
    }
    QToolButton* toolButton(const char* name) const {
        return panel.findChild<QToolButton*>(QString::fromLatin1(name));
    }
    QWidget* chart(const char* name) const {
        return panel.findChild<QWidget*>(QString::fromLatin1(name));
    }
    QJsonValue state(const char* key) const {
        return panel.state().value(QString::fromLatin1(key));
    }
    double viewEnd() const { return state("view").toArray().at(1).toDouble(); }
    double viewBegin() const { return state("view").toArray().at(0).toDouble(); }
    ChartPlot* plot(const char* name) const {
        return panel.findChild<ChartPlot*>(QString::fromLatin1(name));
    }
    /// The last figure of a curve, bytes.
    double lastBytes(const char* chartName, const std::string& curve) const {
        const ChartPlot* shown = plot(chartName);
        const QCPGraph* graph = shown->findGraph(QString::fromStdString(curve));
        if (graph == nullptr || graph->dataCount() == 0) {
            return std::nan("");
        }
        return std::round((graph->data()->constEnd() - 1)->value * shown->unit().bytes);
    }
    /// Moves the pointer over a chart to a share of its width.
    void moveTo(const char* chartName, double share) const {
        ChartPlot* shown = plot(chartName);
        const QRect area = shown->axisRect()->rect();
        const QPoint at(area.left() + static_cast<int>(area.width() * share), area.center().y());
        QMouseEvent move(QEvent::MouseMove, at, shown->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(shown, &move);
    }
    /// As if everything on this machine ran at `bytesPerSecond`.
    std::shared_ptr<const MachineRates> allRates(double bytesPerSecond) const {
        MachineRates rates;
        rates.bytesPerSecond.fill(bytesPerSecond);
        rates.initialise["float32"] = bytesPerSecond;
        FileSystemRates disk;
        disk.identity = fileSystemOf(folder.path().toStdString()).value_or(FileSystemIdentity{});
        disk.bytesPerSecond.fill(bytesPerSecond);
        rates.setDisk(std::move(disk));
        return std::make_shared<const MachineRates>(std::move(rates));
    }
    bool load() {
        controller->start(LoadMethod::Streamed);
        return QTest::qWaitFor([this] { return controller->state() == LoadState::Loaded; },
                               kTimeout);
    }

    Theme theme;
    LivePanel panel;
};

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
    void figuresAreThoseOfTheReport();
    void unloadButtonGivesMemoryBack();
    void everyRunBeginsAtZero();
    void failureIsShownWithItsSentence();
    void progressBarIsSplitByDevice();
    void wheelAndDragMoveBothCharts();
    void crosshairShowsTheSampleUnderIt();
    void freezeHoldsTheView();
    void everyControlHasANameAndARole();
    void predictionStandsBeforeTheFirstLoad();
    void predictionFollowsTheMethod();
    void measuredRatesGiveAnAxisOfSeconds();
    void predictionStaysUnderTheMeasurement();
    void limitsAreNamed();
    void tensorsAreMarked();
    void overlaysAreDrawnAndTakenAway();
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
    QCOMPARE(fixture.state("text").toString(), QStringLiteral("Nothing is loaded"));
    QCOMPARE(fixture.state("mark").toString(), QStringLiteral("none"));
    QVERIFY(!fixture.panel.state().contains(QStringLiteral("run")));
    const QJsonObject ram = fixture.state("ram").toObject();
    QVERIFY(ram[QStringLiteral("anon")].toDouble() > 1e6);
    QVERIFY(ram[QStringLiteral("title")].toString().contains(QLatin1String("measured")));
    for (const char* name : {"pause_button", "cancel_button", "unload_button"}) {
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

void LivePanelTest::figuresAreThoseOfTheReport() {
    PanelFixture fixture(kFastGpus, 64);
    QVERIFY(fixture.open());
    QVERIFY(fixture.load());
    const LoadReport& report = *fixture.controller->runs().back().report;

    const QString text = fixture.state("text").toString();
    QVERIFY2(
        text.startsWith(QStringLiteral("Loaded 64.0 MiB in %1, %2")
                            .arg(formatSeconds(report.seconds),
                                 formatRate(static_cast<double>(report.bytes) / report.seconds))),
        qPrintable(text));
    QCOMPARE(fixture.state("mark").toString(), QStringLiteral("good"));
    QCOMPARE(fixture.state("fraction").toDouble(), 1.0);

    const QJsonObject run = fixture.state("run").toObject();
    QCOMPARE(run[QStringLiteral("title")].toString(), QStringLiteral("Run 1: load, streamed"));
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
    QVERIFY(!fixture.button("unload_button")->isVisible());
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
        const LoadReport& report = *fixture.controller->runs().back().report;
        QCOMPARE(phases.size(), static_cast<qsizetype>(report.phases.size()));
        const double tolerance = 0.25;  // a busy machine; the clock itself is seconds ahead
        QVERIFY(phases.first()[QStringLiteral("begin")].toDouble() < tolerance);
        QVERIFY(std::abs(phases.last()[QStringLiteral("end")].toDouble() - report.seconds) <
                tolerance);
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
        QLatin1String("At the crosshair")));

    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(vram, &leave);
    QVERIFY(fixture.state("crosshair").isNull());
    QCOMPARE(fixture.state("side").toArray().first().toString(),
             QStringLiteral("Run 1: load, streamed"));
}

void LivePanelTest::freezeHoldsTheView() {
    PanelFixture fixture(kSlowGpus);
    QVERIFY(fixture.open());
    fixture.controller->start(LoadMethod::Streamed);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.state("fraction").toDouble() > 0, kTimeout);
    press(fixture.toolButton("freeze_button"));
    auto* vram = qobject_cast<ChartPlot*>(fixture.chart("vram_chart"));
    const QString curve = QStringLiteral("allocated gpu:0");
    const auto points = vram->findGraph(curve)->dataCount();
    const int samples = fixture.state("samples").toInt();
    QTRY_COMPARE_WITH_TIMEOUT(fixture.controller->state(), LoadState::Loaded, kTimeout);
    QTRY_VERIFY(fixture.state("samples").toInt() > samples);
    QCOMPARE(vram->findGraph(curve)->dataCount(), points);
    press(fixture.toolButton("freeze_button"));
    QVERIFY(vram->findGraph(curve)->dataCount() > points);
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

void LivePanelTest::predictionStandsBeforeTheFirstLoad() {
    PanelFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    QTRY_COMPARE(fixture.state("forecast")[QStringLiteral("basis")].toString(),
                 QStringLiteral("bytes"));
    QCOMPARE(fixture.state("vram")[QStringLiteral("title")].toString(),
             QStringLiteral("VRAM, predicted"));
    QCOMPARE(fixture.state("side").toArray().first().toString(),
             QStringLiteral("Predicted: streamed"));
    // 24 MiB are read and copied at once: the axis ends there, the curve at what the plan places.
    QCOMPARE(fixture.state("forecast")[QStringLiteral("end")].toDouble(), 24.0);
    const ChartPlot* vram = fixture.plot("vram_chart");
    for (const char* figure : {"allocated", "reserved"}) {
        const QCPGraph* graph =
            vram->findGraph(QStringLiteral("predicted %1 gpu:0").arg(QLatin1String(figure)));
        QVERIFY(graph != nullptr);
        QVERIFY(graph->pen().style() != Qt::SolidLine);
    }
    double weights = 0;
    for (const DevicePlacement& placement : fixture.document->plan()->placements) {
        if (placement.device.id == DeviceId::gpu(0)) {
            weights = placement.weights;
        }
    }
    QCOMPARE(fixture.lastBytes("vram_chart", "predicted allocated gpu:0"), weights);
    QVERIFY(fixture.plot("ram_chart")->findGraph(QStringLiteral("predicted anonymous")) != nullptr);

    fixture.moveTo("vram_chart", 0.5);
    const QJsonArray side = fixture.state("side").toArray();
    QVERIFY(side.first().toString().startsWith(QLatin1String("Predicted ")));
    QVERIFY(side.at(1).toString().startsWith(QLatin1String("Read until then")));
}

void LivePanelTest::predictionFollowsTheMethod() {
    PanelFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    QTRY_COMPARE(fixture.state("side").toArray().first().toString(),
                 QStringLiteral("Predicted: streamed"));
    fixture.panel.setMethod(LoadMethod::Naive);
    QTRY_COMPARE(fixture.state("side").toArray().first().toString(),
                 QStringLiteral("Predicted: naive"));
    QVERIFY(fixture.state("forecast")[QStringLiteral("end")].toDouble() > 24.0);
    QVERIFY(fixture.state("phases").toArray().size() > 1);
}

void LivePanelTest::measuredRatesGiveAnAxisOfSeconds() {
    PanelFixture fixture(kFastGpus);
    fixture.controller->setMachineRates(fixture.allRates(1e8));
    QVERIFY(fixture.open());
    QTRY_COMPARE(fixture.state("forecast")[QStringLiteral("basis")].toString(),
                 QStringLiteral("seconds"));
    const double foreseen = fixture.state("forecast")[QStringLiteral("end")].toDouble();
    QVERIFY2(foreseen >= 0.1, qPrintable(QString::number(foreseen)));  // 24 MiB at 100 MB/s
    QVERIFY(fixture.state("side").toArray().at(1).toString().contains(formatSeconds(foreseen)));
    QVERIFY(fixture.load());
    QTRY_COMPARE(fixture.state("forecast")[QStringLiteral("basis")].toString(),
                 QStringLiteral("seconds"));
    QCOMPARE(fixture.state("forecast")[QStringLiteral("end")].toDouble(), foreseen);
}

void LivePanelTest::predictionStaysUnderTheMeasurement() {
    PanelFixture fixture(kFastGpus, 64);
    QVERIFY(fixture.open());
    QVERIFY(fixture.load());
    const LoadReport& report = *fixture.controller->runs().back().report;
    QTRY_COMPARE(fixture.state("forecast")[QStringLiteral("basis")].toString(),
                 QStringLiteral("pace"));
    QVERIFY(std::abs(fixture.state("forecast")[QStringLiteral("end")].toDouble() - report.seconds) <
            0.05);
    for (const DeviceLoadFigures& figures : report.devices) {
        if (figures.device.id.isGpu()) {
            const std::string name = deviceName(figures.device.id);
            QCOMPARE(fixture.lastBytes("vram_chart", "predicted allocated " + name),
                     static_cast<double>(figures.finalAllocated));
            QCOMPARE(fixture.lastBytes("vram_chart", "predicted reserved " + name),
                     static_cast<double>(figures.finalReserved));
        }
    }
    // Under the measured curve: on a layer below it.
    const ChartPlot* vram = fixture.plot("vram_chart");
    QVERIFY(vram->findGraph(QStringLiteral("predicted allocated gpu:0"))->layer()->index() <
            vram->findGraph(QStringLiteral("allocated gpu:0"))->layer()->index());
    fixture.moveTo("vram_chart", 0.9);
    const QString head = fixture.state("side").toArray().at(1).toString();
    QVERIFY(head.contains(QLatin1String("simulated predicted")) ||
            fixture.state("side").toArray().at(2).toString().contains(
                QLatin1String("simulated predicted")));
}

void LivePanelTest::limitsAreNamed() {
    PanelFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    QVERIFY(fixture.load());
    QStringList names;
    for (const QJsonValue name : fixture.state("ram_limits").toArray()) {
        names.append(name.toString());
    }
    QVERIFY2(names.join(u'|').contains(QLatin1String("MemAvailable ")),
             qPrintable(names.join(u'|')));
    QVERIFY(!fixture.state("vram_limits").toArray().isEmpty());
    fixture.document->edit(SetBudgetEdit{DeviceId::cpu(), "100MiB"});
    QTRY_VERIFY(fixture.document->plan()->placement(DeviceId::cpu())->budgetText == "100MiB");
    fixture.controller->unload();
    QTRY_COMPARE_WITH_TIMEOUT(fixture.controller->state(), LoadState::Idle, kTimeout);
    QTRY_VERIFY(fixture.state("ram_limits")
                    .toArray()
                    .first()
                    .toString()
                    .contains(QLatin1String("CPU limit 100.0")));
}

void LivePanelTest::tensorsAreMarked() {
    PanelFixture fixture(kSlowGpus);
    QVERIFY(fixture.open());
    QVERIFY(fixture.load());
    QTRY_VERIFY(fixture.state("tensor_marks").toInt() >= 24);
    const ChartPlot* vram = fixture.plot("vram_chart");
    QVERIFY(vram->showsMarks());
    fixture.moveTo("vram_chart", 0.4);
    const QString tensor = fixture.state("side").toArray().at(1).toString();
    QVERIFY2(
        tensor.startsWith(QLatin1String("block.")) && tensor.contains(QLatin1String("complete at")),
        qPrintable(tensor));
}

void LivePanelTest::overlaysAreDrawnAndTakenAway() {
    PanelFixture fixture(kFastGpus);
    ChartOverlay overlay;
    overlay.label = QStringLiteral("mmap");
    overlay.style = QPen(QColor(0x117733), 2, Qt::DotLine);
    overlay.seconds = {0, 1, 40};
    overlay.devices[DeviceId::gpu(0)] = {{0, 1e6, 2e6}, {0, 2e6, 4e6}};
    overlay.hostAnon = {0, 5e6, 5e6};
    fixture.panel.setOverlays({overlay});
    QCOMPARE(fixture.lastBytes("vram_chart", "mmap allocated gpu:0"), 2e6);
    QCOMPARE(fixture.lastBytes("vram_chart", "mmap reserved gpu:0"), 4e6);
    QVERIFY(fixture.lastBytes("ram_chart", "mmap anonymous") > 5e6);  // over what is there
    QVERIFY(fixture.viewEnd() >= 40);
    QVERIFY(fixture.viewEnd() < 50);

    // A load is drawn beside it, from the same zero.
    QVERIFY(fixture.open());
    QVERIFY(fixture.load());
    QCOMPARE(fixture.lastBytes("vram_chart", "mmap allocated gpu:0"), 2e6);
    QVERIFY(fixture.lastBytes("vram_chart", "allocated gpu:0") > 0);
    fixture.panel.setOverlays({});
    QVERIFY(fixture.plot("vram_chart")->findGraph(QStringLiteral("mmap allocated gpu:0")) ==
            nullptr);
    QVERIFY(fixture.state("forecast")[QStringLiteral("overlays")].toArray().isEmpty());
}

}  // namespace stowage

QTEST_MAIN(stowage::LivePanelTest)
#include "tst_live_panel.moc"
