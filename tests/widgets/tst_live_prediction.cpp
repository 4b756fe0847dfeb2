// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/golden_text.h"
#include "tests/widgets/panel_fixture.h"
#include "widgets/support/formats.h"

#include <QBuffer>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <QXmlStreamReader>

#include <cmath>

namespace stowage {
namespace {

/// The texts that a plot draws.
QStringList textsOf(QCustomPlot* plot) {
    QBuffer buffer;
    QSvgGenerator drawing;
    drawing.setOutputDevice(&buffer);
    drawing.setSize(plot->size());
    {
        QCPPainter painter(&drawing);
        plot->toPainter(&painter, plot->width(), plot->height());
    }
    QStringList texts;
    QXmlStreamReader xml(buffer.data());
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement &&
            xml.name() == QLatin1String("text")) {
            texts.append(xml.readElementText());
        }
    }
    return texts;
}

}  // namespace

/// What the panel shows beside measurements: predictions, limits, tensors, other loads.
class LivePredictionTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void predictionStandsBeforeTheFirstLoad();
    void predictionFollowsTheMethod();
    void measuredRatesGiveAnAxisOfSeconds();
    void predictionWaitsWhileALoadIsPaused_data();
    void predictionWaitsWhileALoadIsPaused();
    void pausesAreNoTimeOfALoad();
    void panelsMadeInAPauseShowIt();
    void whatIsReadIsPredicted_data();
    void whatIsReadIsPredicted();
    void predictionStaysUnderTheMeasurement();
    void limitsAreNamed();
    void farLimitsLeaveTheChartToTheCurves();
    void narrowChartsKeepNames();
    void tensorsAreMarked();
    void overlaysAreDrawnAndTakenAway();
};

void LivePredictionTest::init() {
    // Qt forgets the pattern after each test. The platform without a screen says one thing itself.
    QTest::failOnWarning(
        QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
}

void LivePredictionTest::predictionStandsBeforeTheFirstLoad() {
    PanelFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    QTRY_COMPARE(fixture.state("forecast")[QStringLiteral("basis")].toString(),
                 QStringLiteral("bytes"));
    QCOMPARE(fixture.state("vram")[QStringLiteral("title")].toString(),
             QStringLiteral("VRAM, predicted"));
    QCOMPARE(fixture.state("side").toArray().first().toString(),
             QStringLiteral("Predicted load: streamed"));
    // 24 MiB are read and copied at once: the axis ends there, the curve at what the plan places.
    QCOMPARE(fixture.state("forecast")[QStringLiteral("end")].toDouble(), 24.0);
    const ChartPlot* vram = fixture.plot("vram_chart");
    for (const char* figure : {"allocated", "reserved"}) {
        const QCPGraph* graph =
            namedCurve(*vram, QStringLiteral("predicted %1 gpu:0").arg(QLatin1String(figure)));
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
    QVERIFY(namedCurve(*fixture.plot("ram_chart"), QStringLiteral("predicted anonymous")) !=
            nullptr);

    fixture.moveTo("vram_chart", 0.5);
    const QJsonArray side = fixture.state("side").toArray();
    QVERIFY(side.first().toString().startsWith(QLatin1String("Predicted ")));
    QVERIFY(side.at(1).toString().startsWith(QString(goldenText("window-charts/read-until-then"))));
}

void LivePredictionTest::predictionFollowsTheMethod() {
    PanelFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    QTRY_COMPARE(fixture.state("side").toArray().first().toString(),
                 QStringLiteral("Predicted load: streamed"));
    fixture.panel.setMethod(LoadMethod::Naive);
    QTRY_COMPARE(fixture.state("side").toArray().first().toString(),
                 QStringLiteral("Predicted load: naive"));
    QVERIFY(fixture.state("forecast")[QStringLiteral("end")].toDouble() > 24.0);
    QVERIFY(fixture.state("phases").toArray().size() > 1);
}

void LivePredictionTest::measuredRatesGiveAnAxisOfSeconds() {
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

void LivePredictionTest::predictionWaitsWhileALoadIsPaused_data() {
    QTest::addColumn<bool>("isTimeKnown");
    QTest::newRow("rates of the machine") << true;
    QTest::newRow("pace") << false;
}

/// What is predicted beside "Now" stands still while the load does, and what is to come moves on.
void LivePredictionTest::predictionWaitsWhileALoadIsPaused() {
    QFETCH(bool, isTimeKnown);
    PanelFixture fixture(kSlowGpus);
    if (isTimeKnown) {
        fixture.controller->setMachineRates(fixture.allRates(5e6));
    }
    QVERIFY(fixture.open());
    fixture.controller->start(LoadMethod::Streamed);
    const auto predicted = [&fixture] {
        QStringList rows;
        for (const QJsonValue row : fixture.state("side").toArray()) {
            if (row.toString().startsWith(QLatin1String("GPU"))) {
                rows.append(row.toString().section(u' ', -1));
            }
        }
        return rows;
    };
    const auto end = [&fixture] {
        return fixture.state("forecast")[QStringLiteral("end")].toDouble();
    };
    QTRY_VERIFY_WITH_TIMEOUT(fixture.controller->progress().bytesDone > 4U << 20U, kTimeout);
    fixture.controller->pause();
    QTRY_COMPARE(fixture.controller->state(), LoadState::Paused);
    const auto clock = [&fixture] { return fixture.controller->sampler().now(); };
    const double began = clock();
    QTRY_VERIFY(clock() > began + 2);  // work that was under way has ended
    const QStringList rows = predicted();
    const double endBefore = end();
    const double before = clock();
    QVERIFY(!rows.isEmpty());
    QTRY_VERIFY(clock() > before + 1);
    QCOMPARE(predicted(), rows);
    QVERIFY2(end() > endBefore + 0.5, qPrintable(QString::number(end() - endBefore)));
    fixture.controller->cancel();
    QTRY_COMPARE_WITH_TIMEOUT(fixture.controller->state(), LoadState::Idle, kTimeout);
}

/// The time of a load that is gone through in steps is that of its steps.
void LivePredictionTest::pausesAreNoTimeOfALoad() {
    PanelFixture fixture("64MiB");
    QVERIFY(fixture.open());
    fixture.controller->start({.method = LoadMethod::Streamed, .pace = LoadPace::StepByStep});
    QTRY_COMPARE_WITH_TIMEOUT(fixture.controller->state(), LoadState::Paused, kTimeout);
    const auto row = [&fixture](const char* name) {
        for (const QJsonValue line : fixture.state("side").toArray()) {
            if (line.toString().startsWith(QLatin1String(name))) {
                return line.toString().mid(QLatin1String(name).size()).trimmed();
            }
        }
        return QString();
    };
    for (std::uint64_t step = 1; step <= 6; ++step) {
        fixture.controller->step();
        QTRY_COMPARE_WITH_TIMEOUT(fixture.controller->progress().itemsDone, step, kTimeout);
    }
    const double began = fixture.controller->sampler().now();
    QTRY_VERIFY(fixture.controller->sampler().now() > began + 1.2);
    QVERIFY(!row("Paused, not included").isEmpty());
    QVERIFY2(row("Now").endsWith(QLatin1String("ms")) || row("Now").toDouble() < 1,
             qPrintable(row("Now")));
    fixture.controller->cancel();
    QTRY_COMPARE_WITH_TIMEOUT(fixture.controller->state(), LoadState::Idle, kTimeout);
}

/// As one of a window in another language.
void LivePredictionTest::panelsMadeInAPauseShowIt() {
    PanelFixture fixture(kSlowGpus);
    fixture.controller->setMachineRates(fixture.allRates(5e6));
    QVERIFY(fixture.open());
    fixture.controller->start(LoadMethod::Streamed);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.controller->progress().bytesDone > 4U << 20U, kTimeout);
    fixture.controller->pause();
    const auto clock = [&fixture] { return fixture.controller->sampler().now(); };
    const double began = clock();
    QTRY_VERIFY(clock() > began + 2);  // work that was under way has ended
    LivePanel panel(fixture.controller.get(), &fixture.theme);
    panel.resize(1000, 260);
    panel.show();
    const auto side = [&panel] {
        QStringList rows;
        for (const QJsonValue row : panel.state()[QStringLiteral("side")].toArray()) {
            if (row.toString().startsWith(QLatin1String("GPU"))) {
                rows.append(row.toString());
            }
        }
        return rows;
    };
    // Measured beside predicted.
    QTRY_VERIFY(!side().isEmpty() && side().front().split(u' ').size() == 5);
    const QStringList rows = side();
    const double before = clock();
    QTRY_VERIFY(clock() > before + 1);
    QCOMPARE(side(), rows);
    fixture.controller->cancel();
    QTRY_COMPARE_WITH_TIMEOUT(fixture.controller->state(), LoadState::Idle, kTimeout);
}

void LivePredictionTest::whatIsReadIsPredicted_data() {
    QTest::addColumn<int>("method");
    for (const LoadMethod method : allLoadMethods()) {
        QTest::newRow(loadMethodName(method).data()) << static_cast<int>(method);
    }
}

/// "To be read" before a load is "Bytes read, measured" after it, also where a part stays in the
/// file.
void LivePredictionTest::whatIsReadIsPredicted() {
    QFETCH(int, method);
    PanelFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    const auto before = fixture.document->plan();
    fixture.document->edit(MoveEdit{{"block.3", "block.4", "block.5"}, DeviceId::cpu()});
    QTRY_VERIFY(fixture.document->plan() != before);
    const auto row = [&fixture](const QString& name) {
        for (const QJsonValue line : fixture.state("side").toArray()) {
            if (line.toString().startsWith(name)) {
                return line.toString().mid(name.size());
            }
        }
        return QString();
    };
    const auto kind = static_cast<LoadMethod>(method);
    fixture.panel.setMethod(kind);
    QTRY_COMPARE(row(QStringLiteral("Predicted load: ")),
                 QString::fromLatin1(loadMethodName(kind).data()));
    const QString predicted = row(QString(goldenText("window-charts/to-be-read")));
    QVERIFY(!predicted.isEmpty());
    fixture.controller->start(kind);
    QTRY_COMPARE_WITH_TIMEOUT(fixture.controller->state(), LoadState::Loaded, kTimeout);
    QTRY_COMPARE(row(QStringLiteral("Bytes read, measured")), predicted);
}

void LivePredictionTest::predictionStaysUnderTheMeasurement() {
    PanelFixture fixture(kFastGpus, 64);
    QVERIFY(fixture.open());
    QVERIFY(fixture.load());
    const LoadReport& report = *fixture.controller->finishedLoads().back().report;
    QTRY_COMPARE(fixture.state("forecast")[QStringLiteral("basis")].toString(),
                 QStringLiteral("pace"));
    const double end = fixture.state("forecast")[QStringLiteral("end")].toDouble();
    QVERIFY(end > 0 && end < report.seconds + 5);  // how near stands in tests/timing
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
    QVERIFY(namedCurve(*vram, QStringLiteral("predicted allocated gpu:0"))->layer()->index() <
            namedCurve(*vram, QStringLiteral("allocated gpu:0"))->layer()->index());
    fixture.moveTo("vram_chart", 0.9);
    const QString head = fixture.state("side").toArray().at(1).toString();
    QVERIFY(head.contains(QLatin1String("simulated predicted")) ||
            fixture.state("side").toArray().at(2).toString().contains(
                QLatin1String("simulated predicted")));
}

void LivePredictionTest::limitsAreNamed() {
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

void LivePredictionTest::farLimitsLeaveTheChartToTheCurves() {
    // 24 MiB of weights under limits of four and of a thousand times as much.
    for (const std::string& gpus : {std::string("96MiB,96MiB"), std::string("24GiB,24GiB")}) {
        PanelFixture fixture(gpus);
        QVERIFY(fixture.open());
        QVERIFY(fixture.load());
        const ChartPlot* vram = fixture.plot("vram_chart");
        // The load's last sample may reach the chart after the load's end.
        const auto taken = [&fixture] {
            return std::max(fixture.lastBytes("vram_chart", "reserved gpu:0"),
                            fixture.lastBytes("vram_chart", "reserved gpu:1"));
        };
        QTRY_VERIFY(taken() > 0);
        const double top = vram->yAxis->range().upper * vram->unit().bytes;
        QVERIFY2(taken() > 0.35 * top, qPrintable(QString::number(taken() / top)));
        QVERIFY(!vram->limits().empty());
        for (const ChartLimit& limit : vram->limits()) {
            QVERIFY2(vram->isAbove(limit), qPrintable(limit.name));
        }
    }
}

/// Curves keep their names and limits their figures, however little room there is.
void LivePredictionTest::narrowChartsKeepNames() {
    PanelFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    QVERIFY(fixture.load());
    ChartPlot* vram = fixture.plot("vram_chart");
    ChartPlot* ram = fixture.plot("ram_chart");
    QTRY_VERIFY(!vram->limits().empty() && !ram->limits().empty());
    const auto has = [](const QStringList& texts, const QString& whole) {
        return texts.indexOf(QRegularExpression(whole)) >= 0;
    };
    QStringList all;
    for (int width = 660; width <= 1400; width += 40) {
        fixture.panel.resize(width, 230);
        QCoreApplication::processEvents();
        const QStringList areas = textsOf(ram);
        const QStringList lines = textsOf(vram);
        all += areas + lines;
        for (const char* name : {"anonymous.*", "shared.*", "(file-backed|evictable cache).*"}) {
            QVERIFY2(has(areas, QLatin1String(name)), qPrintable(areas.join(u'|')));
        }
        for (const char* name : {"GPU 0( [0-9.]+)?", "GPU 1( [0-9.]+)?"}) {
            QVERIFY2(has(lines, QLatin1String(name)), qPrintable(lines.join(u'|')));
        }
        // What lies above the chart has its figure, with its name where there is room, and says all
        // of it when pointed at.
        const QRect area = ram->axisRect()->rect();
        const bool hasRoom = area.width() > 150;
        QVERIFY2(!hasRoom || has(areas, QStringLiteral("MemAvailable [0-9.]+ .*")),
                 qPrintable(areas.join(u'|')));
        QVERIFY2(!has(areas, QStringLiteral("MemAvailable")), qPrintable(areas.join(u'|')));
        QStringList pointed;
        for (int y = area.top(); y < area.bottom(); ++y) {
            pointed += ram->limitAt({area.left() + 10, y});
        }
        QVERIFY2(has(pointed, QStringLiteral("MemAvailable [0-9.]+ .*")),
                 qPrintable(QString::number(width)));
    }
    const ChartLimit limit = vram->limits().front();
    QVERIFY2(all.contains(limit.shortName), qPrintable(limit.shortName));
    QVERIFY2(has(all, QRegularExpression::escape(limit.name) + QStringLiteral(".*")),
             qPrintable(limit.name));
    // Names of phases may be cut, figures not.
    QVERIFY2(!has(all, QStringLiteral(".*[0-9].*….*|.*….*[0-9].*")), qPrintable(all.join(u'|')));
}

void LivePredictionTest::tensorsAreMarked() {
    PanelFixture fixture(kSlowGpus);
    QVERIFY(fixture.open());
    QVERIFY(fixture.load());
    QTRY_VERIFY(fixture.state("tensor_marks").toInt() >= 24);
    const ChartPlot* vram = fixture.plot("vram_chart");
    QVERIFY(vram->showsMarks());
    fixture.moveTo("vram_chart", 0.4);
    const QString tensor = fixture.state("side").toArray().at(1).toString();
    QVERIFY2(tensor.startsWith(QLatin1String("block.")) &&
                 tensor.contains(QLatin1String("fully loaded at")),
             qPrintable(tensor));
}

void LivePredictionTest::overlaysAreDrawnAndTakenAway() {
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
    // Over what is there, as soon as it was measured.
    QTRY_VERIFY(fixture.lastBytes("ram_chart", "mmap anonymous") > 5e6);
    QVERIFY(fixture.viewEnd() >= 40);
    QVERIFY(fixture.viewEnd() < 50);

    // A load is drawn beside it, from the same zero.
    QVERIFY(fixture.open());
    QVERIFY(fixture.load());
    QCOMPARE(fixture.lastBytes("vram_chart", "mmap allocated gpu:0"), 2e6);
    QVERIFY(fixture.lastBytes("vram_chart", "allocated gpu:0") > 0);
    fixture.panel.setOverlays({});
    QVERIFY(namedCurve(*fixture.plot("vram_chart"), QStringLiteral("mmap allocated gpu:0")) ==
            nullptr);
    QVERIFY(fixture.state("forecast")[QStringLiteral("overlays")].toArray().isEmpty());
}

}  // namespace stowage

QTEST_MAIN(stowage::LivePredictionTest)
#include "tst_live_prediction.moc"
