// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/golden_text.h"
#include "tests/widgets/run_report_samples.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/run/run_figures.h"
#include "widgets/run/run_results_view.h"
#include "widgets/run/timeline_view.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/figure_table.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <memory>

using namespace stowage;
using namespace stowage::test;

namespace {

bool near(double a, double b) {
    return std::abs(a - b) < 1e-9;
}

/// The cells of a table as text, rows as they are shown.
QStringList rowsOf(const QAbstractItemModel& model) {
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column) {
            cells.append(model.index(row, column).data().toString());
        }
        rows.append(cells.join(QStringLiteral(" | ")));
    }
    return rows;
}

struct Shown {
    explicit Shown(const RunReport& report) : theme(qApp, ThemeMode::Light), view(&theme) {
        view.resize(1000, 400);
        view.setReport(std::make_shared<const RunReport>(report));
        view.show();
        view.activateWindow();
        (void)QTest::qWaitForWindowActive(&view);
        table = view.findChild<RunLayersTable*>();
    }
    template <class Widget>
    [[nodiscard]] Widget* child(const char* name) const {
        return view.findChild<Widget*>(QString::fromLatin1(name));
    }
    [[nodiscard]] QString text(const char* label) const { return child<QLabel>(label)->text(); }

    Theme theme;
    RunResultsView view;
    RunLayersTable* table = nullptr;
};

}  // namespace

class RunResultsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { failOnWarnings(); }
    void layersAreTheMeanOfTheirPasses();
    void sumsAndErrors();
    void errorsReadWithASign_data();
    void errorsReadWithASign();
    void modelShowsMeasuredBesidePredicted();
    void sumStaysAtTheTop();
    void devicesSayWhatTheyDidWithTheTime();
    void sentencesSayWhatToChange();
    void timelineAndLayersShowTheSameShares();
    void remediesAreLinks();
    void memoryStandsBesideItsParts();
    void emptyViewSaysWhatWillStandHere();
    void choiceOfPassesChangesTheTable();
    void rowsAskForTheirLayer();
    void rowsAreCopiedAsText();
    void stoppedRunShowsWhatItGotTo();
    void narrowViewStacksItsParts();
    void savesATable();
};

void RunResultsTest::layersAreTheMeanOfTheirPasses() {
    const RunReport report = sampleReport();
    const auto prefill = layerFigures(report, RunPasses::Prefill);
    QCOMPARE(prefill.size(), std::size_t{3});
    QCOMPARE(prefill[1].module, std::string("h.1"));
    QCOMPARE(prefill[1].passes, 1U);
    QVERIFY(near(prefill[1].computeSeconds, 0.020));
    QVERIFY(near(prefill[1].waitedSeconds, 0.003));
    QVERIFY(!prefill[1].predictedCompute);
    const auto decode = layerFigures(report, RunPasses::Decode);
    QCOMPARE(decode[1].passes, 2U);
    QVERIFY(near(decode[1].computeSeconds, 0.010));
    QVERIFY(near(decode[1].transferSeconds, 0.0025));
    QCOMPARE(decode[1].bytesMoved, static_cast<double>(24 * kMiB));
    RunReport encoder = report;
    std::erase_if(encoder.layers, [](const RunLayerFigures& layer) { return layer.pass > 0; });
    QVERIFY(layerFigures(encoder, RunPasses::Decode).empty());
}

void RunResultsTest::sumsAndErrors() {
    const auto layers = layerFigures(predictedReport(), RunPasses::Prefill);
    const LayerFigures sum = sumOf(layers);
    QVERIFY(near(sum.computeSeconds, 0.040));
    QVERIFY(near(sum.predictedCompute.value(), 0.050));
    QVERIFY(near(runError(sum.computeSeconds, sum.predictedCompute).value(), -0.2));
    QVERIFY(near(runError(sum.transferSeconds, sum.predictedTransfer).value(), 1.0));
    QVERIFY(!runError(1, 0));
    QVERIFY(!runError(1, std::nullopt));
    // One layer without a prediction: the sum has none either.
    auto holed = layers;
    holed[0].predictedCompute.reset();
    QVERIFY(!sumOf(holed).predictedCompute);
    QVERIFY(!sumOf({}).predictedCompute);
}

void RunResultsTest::errorsReadWithASign_data() {
    QTest::addColumn<double>("error");
    QTest::addColumn<QString>("text");
    QTest::newRow("longer") << 0.123 << QStringLiteral("+12 %");
    QTest::newRow("quicker") << -0.08 << QStringLiteral("−8 %");
    QTest::newRow("far off") << 58.17 << QStringLiteral(">+999 %");
    QTest::newRow("exact") << 0.001 << QStringLiteral("0 %");
}

void RunResultsTest::errorsReadWithASign() {
    QFETCH(const double, error);
    QTEST(errorShareText(error), "text");
    QCOMPARE(errorShareText(std::nullopt), QStringLiteral("—"));
}

void RunResultsTest::modelShowsMeasuredBesidePredicted() {
    RunLayersModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    model.setLayers(layerFigures(predictedReport(), RunPasses::Prefill));
    QCOMPARE(rowsOf(model).join(u'\n'),
             QStringLiteral("All layers |  | 24.0 | 40.00 | 50.00 | −20 % | 5.00 | 2.50 | +100 % | "
                            "3.00\n"
                            "h.0 | GPU 0 | – | 10.00 | 12.50 | −20 % | – | – | — | –\n"
                            "h.1 | GPU 0 | 24.0 | 20.00 | 25.00 | −20 % | 5.00 | 2.50 | +100 % | "
                            "3.00\n"
                            "h.2 | GPU 1 | – | 10.00 | 12.50 | −20 % | – | – | — | –"));
    model.setLayers(layerFigures(sampleReport(), RunPasses::Decode));
    QCOMPARE(rowsOf(model).at(2),
             QStringLiteral("h.1 | GPU 0 | 24.0 | 10.00 | — | — | 2.50 | — | — | 1.50"));
    QCOMPARE(model.index(2, RunLayersModel::Compute).data(Qt::ToolTipRole).toString(),
             QString(goldenText("window-run/10-0-ms-measured-the-mean-of-2")));
    QVERIFY(model.index(2, RunLayersModel::ComputeError)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QString(goldenText("cli/stowagectl-devices-measure"))));
    QCOMPARE(model.index(2, RunLayersModel::Compute).data(RunLayersModel::ShareRole).toDouble(),
             1.0);
    QVERIFY(!model.index(0, RunLayersModel::Compute).data(RunLayersModel::ShareRole).isValid());
    QCOMPARE(model.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("Weights MiB\nmoved"));
}

void RunResultsTest::sumStaysAtTheTop() {
    RunLayersModel model;
    RunLayersProxy sorted(&model);
    const QAbstractItemModelTester tester(&sorted,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setLayers(layerFigures(predictedReport(), RunPasses::Prefill));
    const auto names = [&sorted] {
        QStringList all;
        for (int row = 0; row < sorted.rowCount(); ++row) {
            all.append(sorted.index(row, 0).data().toString());
        }
        return all.join(u' ');
    };
    sorted.sort(RunLayersModel::Compute, Qt::AscendingOrder);
    QCOMPARE(names(), QStringLiteral("All layers h.0 h.2 h.1"));
    sorted.sort(RunLayersModel::Compute, Qt::DescendingOrder);
    QVERIFY(names().startsWith(QStringLiteral("All layers h.1 ")));
    sorted.sort(RunLayersModel::Device, Qt::DescendingOrder);
    QVERIFY(names().startsWith(QStringLiteral("All layers h.2 ")));
}

void RunResultsTest::devicesSayWhatTheyDidWithTheTime() {
    const std::vector<DeviceTime> times = deviceTimes(sampleReport());
    QCOMPARE(times.size(), std::size_t{3});
    QVERIFY(near(times[0].shares.busy, 0.3));
    QVERIFY(near(times[0].shares.waiting, 0.03));
    QVERIFY(near(times[0].shares.idle, 0.67));
    QCOMPARE(times[0].layers, std::size_t{2});
    QCOMPARE(times[1].sentence,
             QString(goldenText("window-run/gpu-1-idled-90-of-the-time-layers")));
    QCOMPARE(times[2].sentence, QString(goldenText("window-run/gpu-2-idled-no-layer-ran-there")));
    QVERIFY(deviceTimes(RunReport()).empty());
}

void RunResultsTest::sentencesSayWhatToChange() {
    RunReport report = sampleReport();
    report.layers[1].waitedSeconds = 0.08;
    // The resource that was busy is named, by its share, and what is nearly idle is not blamed.
    report.transfers = {{SpanKind::Disk, DeviceId::disk(), 0.008},
                        {SpanKind::HostToDevice, DeviceId::gpu(0), 0.166},
                        {SpanKind::HostToDevice, DeviceId::gpu(1), 0.19}};
    QCOMPARE(deviceTimes(report)[0].sentence,
             QString(goldenText("window-run/gpu-0-waited-41-of-the-time-for-2")));
    report.transfers[0].busySeconds = 0.18;
    QVERIFY(deviceTimes(report)[0].sentence.endsWith(
        QString(goldenText("window-run/the-disk-was-busy-90-the-link-to"))));
    report.prefetch.refused = 3;
    QVERIFY(deviceTimes(report)[0].sentence.endsWith(
        QString(goldenText("window-run/83-3-times-a-tensor-found-no-room"))));
    report.window = 0;
    QVERIFY(deviceTimes(report)[0].sentence.startsWith(
        QString(goldenText("window-run/gpu-0-waited-41-of-the-time-for"))));
    // Alone a device does not idle for another one's sake.
    report = sampleReport();
    std::erase_if(report.layers,
                  [](const RunLayerFigures& layer) { return layer.device == DeviceId::gpu(1); });
    QCOMPARE(deviceTimes(report)[0].sentence,
             QString(goldenText("window-run/gpu-0-computed-30-of-the-time")));
    report.devices[0].computeSeconds = 0.19;
    QCOMPARE(deviceTimes(report)[0].sentence,
             QString(goldenText("window-run/gpu-0-computed-95-of-the-time")));
    // The CPU has a bar where it computes, not where it only holds weights.
    DeviceRunFigures host;
    report.devices.push_back(host);
    QCOMPARE(deviceTimes(report).size(), std::size_t{3});
    report.layers.back().device = DeviceId::cpu();
    QCOMPARE(deviceTimes(report).size(), std::size_t{4});
}

/// 37.5 % and 62.5 % would be 38 and 63: figures of one lane add up to 100, and the timeline's are
/// those of the bars, although its spans leave out what lies between two modules.
void RunResultsTest::timelineAndLayersShowTheSameShares() {
    RunReport report = sampleReport();
    report.seconds = 0.16;
    report.layers[1].waitedSeconds = 0;
    report.layers[4].waitedSeconds = 0;
    report.layers[7].waitedSeconds = 0;
    report.transfers = {{SpanKind::HostToDevice, DeviceId::gpu(0), 0.004}};
    const Shown shown(report);
    TimelineView timeline(&shown.theme);
    std::vector<DeviceInfo> devices(3);
    for (std::uint32_t i = 0; i < 3; ++i) {
        devices[i].id = DeviceId::gpu(i);
    }
    timeline.setDevices(devices);
    timeline.append({{SpanKind::HostToDevice, DeviceId::gpu(0), "h.1", "w", 0, 1, 0.02, 0.021},
                     {SpanKind::Compute, DeviceId::gpu(0), "h.0", "h.0", 0, 0, 0, 0.055},
                     {SpanKind::Compute, DeviceId::gpu(1), "h.2", "h.2", 0, 0, 0.1, 0.15}});
    timeline.setReport(report);
    const QString lanes = timeline.findChild<TimelinePlot*>()->accessibleDescription();
    QVERIFY2(lanes.contains(QString(goldenText("window-run/gpu-0-computes-busy-37-waits-for"))),
             qPrintable(lanes));
    QVERIFY2(lanes.contains(QStringLiteral("GPU 0 weights in: busy 2 %, measured over 160 ms")) ||
                 lanes.contains(QStringLiteral("GPU 0 weights in: busy 3 %, measured over 160 ms")),
             qPrintable(lanes));
    QCOMPARE(shown.child<QWidget>("run_use_gpu0")->accessibleName(),
             QString(goldenText("window-run/gpu-0-computed-37-waited-for")));
    QCOMPARE(shown.text("run_use_text_gpu0"),
             QString(goldenText("window-run/gpu-0-computed-37-of-the-time")));
    // The next run begins with its own spans.
    timeline.clear();
    timeline.append({{SpanKind::Compute, DeviceId::gpu(0), "h.0", "h.0", 0, 0, 0, 1}});
    QTRY_VERIFY(timeline.findChild<TimelinePlot*>()->accessibleDescription().contains(
        QStringLiteral("GPU 0 computes: busy 100 %")));
}

void RunResultsTest::remediesAreLinks() {
    Shown shown(sampleReport());
    auto* label = shown.child<QLabel>("run_fixes");
    QVERIFY(!label->isVisible());
    shown.view.setFixes({{{goldenText("window-run/gpu-0-had-734-mib-free-under-a")},
                          {goldenText("window-document/set-limit-to-997mib")},
                          PlanEdit(SetBudgetEdit{DeviceId::gpu(0), "997MiB"})}});
    QVERIFY(label->isVisible());
    std::vector<RunFix> asked;
    connect(&shown.view, &RunResultsView::fixRequested, this,
            [&asked](const RunFix& fix) { asked.push_back(fix); });
    label->setFocus();
    QTest::keyClick(label, Qt::Key_Tab);  // the first link
    QTest::keyClick(label, Qt::Key_Return);
    QCOMPARE(asked.size(), std::size_t{1});
    QCOMPARE(std::get<SetBudgetEdit>(std::get<PlanEdit>(asked.front().edit)).text,
             std::string("997MiB"));
    shown.view.setReport(std::make_shared<const RunReport>(sampleReport()));
    QVERIFY(!label->isVisible());
}

void RunResultsTest::memoryStandsBesideItsParts() {
    const auto rows = [](const RunMemoryTable& table) {
        QStringList lines;
        for (const FigureRow& row : table.rows) {
            QStringList cells;
            for (const FigureCell& cell : row.cells) {
                cells.append(cell.text);
            }
            lines.append(cells.join(QStringLiteral(" | ")));
        }
        return lines.join(u'\n');
    };
    const RunMemoryTable table = runMemoryTable(predictedReport());
    QCOMPARE(table.unit, QStringLiteral("MiB"));
    QCOMPARE(table.head, QStringList({QString(), QStringLiteral("GPU 0"),
                                      QStringLiteral("GPU 1")}));  // GPU 2 held nothing
    QCOMPARE(rows(table), QStringLiteral("Peaks are | simulated | measured\n"
                                         "Weights before run | 100.0 | 150.0\n"
                                         "Peak allocated | 130.0 | 180.0\n"
                                         "Peak reserved | 140.0 | 190.0\n"
                                         "Predicted peak | 128.0 | 180.0\n"
                                         "· weights | 100.0 | 150.0\n"
                                         "· prefetch window | 24.0 | –\n"
                                         "· KV cache | 1.0 | 1.0\n"
                                         "· activations | 3.0 | 29.0\n"
                                         "Error of the peak | +2 % | 0 %\n"
                                         "Unaccounted | +2.0 MiB | 0 B"));
    QCOMPARE(runMemoryTable(sampleReport()).rows.size(), std::size_t{4});
}

void RunResultsTest::emptyViewSaysWhatWillStandHere() {
    Shown shown(sampleReport());
    const auto* empty = shown.child<QLabel>("run_results_empty");
    QVERIFY(!empty->isVisible());
    shown.view.clear();
    QVERIFY(empty->isVisible());
    QVERIFY(empty->text().contains(QStringLiteral("this view lists the layers")));
    QCOMPARE(shown.table->model()->rowCount(), 0);
}

void RunResultsTest::choiceOfPassesChangesTheTable() {
    Shown shown(predictedReport());
    QVERIFY(shown.child<QPushButton>("run_results_prefill")->isChecked());
    QCOMPARE(shown.text("run_results_sentence"),
             QString(goldenText("window-run/3-tokens-of-the-prompt-in-43-0-ms")));
    QCOMPARE(shown.text("run_results_hint"),
             QStringLiteral("The CPU computes 50 GFLOP/s. Links carry 12 GB/s."));
    QTest::mouseClick(shown.child<QPushButton>("run_results_decode"), Qt::LeftButton);
    QCOMPARE(shown.text("run_results_sentence"),
             QString(goldenText("window-run/mean-of-2-passes-of-a-token-each-21")));
    QCOMPARE(rowsOf(*shown.table->model()).at(1),
             QStringLiteral("h.0 | GPU 0 | – | 5.00 | 6.25 | −20 % | – | – | — | –"));
    // A run without a second pass has nothing to choose.
    RunReport once = sampleReport();
    once.passes.resize(1);
    std::erase_if(once.layers, [](const RunLayerFigures& layer) { return layer.pass > 0; });
    shown.view.setReport(std::make_shared<const RunReport>(once));
    QVERIFY(!shown.child<QPushButton>("run_results_decode")->isEnabled());
    QVERIFY(shown.child<QPushButton>("run_results_prefill")->isChecked());
    QVERIFY(shown.child<QLabel>("run_results_hint")
                ->toolTip()
                .contains(QStringLiteral("devices --measure")));
}

void RunResultsTest::rowsAskForTheirLayer() {
    Shown shown(sampleReport());
    QSignalSpy activated(&shown.view, &RunResultsView::stageActivated);
    const auto click = [&shown](int row) {
        const QModelIndex index = shown.table->model()->index(row, 3);
        QTest::mouseClick(shown.table->viewport(), Qt::LeftButton, {},
                          shown.table->visualRect(index).center());
    };
    click(2);
    QCOMPARE(activated.count(), 1);
    QCOMPARE(activated.takeFirst().at(0).toString(), QStringLiteral("h.1"));
    QTest::keyClick(shown.table, Qt::Key_Down);
    QTest::keyClick(shown.table, Qt::Key_Return);
    QCOMPARE(activated.takeFirst().at(0).toString(), QStringLiteral("h.2"));
    click(0);  // the sum is no layer
    QCOMPARE(activated.count(), 0);
    // Sorted by a click on a head, rows still know their layer.
    QHeaderView* head = shown.table->horizontalHeader();
    const int x = head->sectionViewportPosition(RunLayersModel::Compute) + 10;
    QTest::mouseClick(head->viewport(), Qt::LeftButton, {}, QPoint(x, head->height() / 2));
    QTest::mouseClick(head->viewport(), Qt::LeftButton, {}, QPoint(x, head->height() / 2));
    click(1);
    QCOMPARE(activated.count(), 1);
    const QString first = shown.table->model()->index(1, 0).data().toString();
    QCOMPARE(activated.at(0).at(0).toString(), first);
    QCOMPARE(shown.table->model()->index(0, 0).data().toString(), QStringLiteral("All layers"));
}

void RunResultsTest::rowsAreCopiedAsText() {
    Shown shown(sampleReport());
    shown.table->setFocus();
    shown.table->selectRow(2);
    QTest::keySequence(shown.table, QKeySequence::Copy);
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QStringLiteral("h.1\tGPU 0\t24.0\t20.00\t—\t—\t5.00\t—\t—\t3.00"));
    shown.child<QAction>("run_layers_copy_all")->trigger();
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
    QCOMPARE(lines.size(), 6);  // a head, three layers, the sum, and the end
    QCOMPARE(lines.first(),
             QStringLiteral("Layer\tRuns on\tWeights MiB moved\tCompute ms measured\tCompute ms "
                            "predicted\tCompute error\tTransfer ms measured\tTransfer ms "
                            "predicted\tTransfer error\tWaited ms measured"));
}

void RunResultsTest::stoppedRunShowsWhatItGotTo() {
    RunReport report = sampleReport();
    report.stopped = Error{ErrorCode::Cancelled, "Cancelled.", {}, {}};
    report.layers.resize(4);
    Shown shown(report);
    QVERIFY(shown.text("run_results_sentence").startsWith(QStringLiteral("The run was stopped. ")));
    QTest::mouseClick(shown.child<QPushButton>("run_results_decode"), Qt::LeftButton);
    QCOMPARE(shown.table->model()->rowCount(), 2);
    // One that never began has nothing to show, and says so.
    RunReport nothing;
    nothing.stopped = report.stopped;
    shown.view.setReport(std::make_shared<const RunReport>(nothing));
    QCOMPARE(shown.table->model()->rowCount(), 0);
    QVERIFY(shown.text("run_results_sentence")
                .contains(QString(goldenText("window-methods/did-not-begin"))));
}

void RunResultsTest::narrowViewStacksItsParts() {
    Shown shown(predictedReport());
    const auto* columns = shown.child<QSplitter>("run_results_splitter");
    QCOMPARE(columns->orientation(), Qt::Horizontal);
    shown.view.resize(500, 700);
    QTRY_COMPARE(columns->orientation(), Qt::Vertical);
    QVERIFY(shown.child<QWidget>("run_use_gpu1")
                ->accessibleName()
                .contains(QString(goldenText("window-run/gpu-1-computed-10-waited-for"))));
    QVERIFY(shown.text("run_use_text_gpu1")
                .contains(QString(goldenText("window-tree/one-after-the-other"))));
}

void RunResultsTest::savesATable() {
    Shown shown(predictedReport());
    const QTemporaryDir folder;
    FixedFileDialogs dialogs;
    dialogs.answer = folder.filePath(QStringLiteral("layers.csv"));
    FigureSaver saver(&dialogs, &shown.view);
    QSignalSpy told(&saver, &FigureSaver::told);
    shown.child<QAction>("run_layers_save_figures")->trigger();
    QTRY_COMPARE(told.count(), 1);
    QFile file(dialogs.answer);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 7);
    QCOMPARE(lines.at(2),
             QStringLiteral("h.1,gpu:0,prefill,1,25165824,0.02,0.025,0.005,0.0025,0.003"));
    QCOMPARE(lines.at(4), QStringLiteral("h.0,gpu:0,\"decode, mean\",2,0,0.005,0.00625,0,0,0"));
}

QTEST_MAIN(RunResultsTest)
#include "tst_run_results.moc"
