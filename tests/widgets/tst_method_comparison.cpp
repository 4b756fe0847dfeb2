// SPDX-License-Identifier: GPL-3.0-or-later
// Methods compared by the real stowagectl, from the window: rows, refusals, cancel, what is left.
#include "tests/support/golden_text.h"
#include "tests/support/job_processes.h"
#include "tests/widgets/load_record_samples.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/history/load_record_charts.h"
#include "widgets/methods/method_comparison.h"
#include "widgets/methods/methods_feature.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyle>
#include <QTableView>
#include <QTest>

#include <signal.h>

#include <algorithm>

using namespace stowage;
using namespace stowage::test;

namespace {

using State = ComparedMethod::State;

constexpr int kLong = 120'000;
const char* const kGpus = "256MiB:context=4MiB,256MiB";
/// So slow a link that a load has a middle.
const char* const kSlowGpus = "256MiB:link=2MB/s,256MiB:link=2MB/s";

QString program() {
    return QStringLiteral(STOWAGE_BIN_DIR "/stowagectl");
}

bool isAlive(qint64 pid) {
    return ::kill(static_cast<pid_t>(pid), 0) == 0;
}

/// A document and what compares its plan; the panel on the screen.
class Fixture {
public:
    explicit Fixture(const char* gpus, const QString& compareProgram = program())
        : theme(qApp, ThemeMode::Light),
          document(windowDevices(gpus)),
          comparison(&document, &store, compareProgram),
          panel(&comparison, &theme) {
        comparison.setWatched(true);
        panel.resize(1500, 320);
        panel.show();
    }
    [[nodiscard]] const ComparedMethod& row(LoadMethod method) const {
        return *std::ranges::find(comparison.rows(), method,
                                  [](const ComparedMethod& one) { return one.preflight.method; });
    }
    template <class Widget>
    Widget* child(const char* name) {
        auto* widget = panel.findChild<Widget*>(QString::fromLatin1(name));
        if (widget == nullptr) {
            qFatal("the panel has no %s", name);
        }
        return widget;
    }
    /// Clicks the tick of a method's row.
    void tick(int row) {
        auto* table = child<QTableView>("methods_table");
        const QRect rect = table->visualRect(table->model()->index(row, 0));
        const int margin = table->style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1;
        const int width = table->style()->pixelMetric(QStyle::PM_IndicatorWidth);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          QPoint(rect.left() + margin + width / 2, rect.center().y()));
    }

    Theme theme;
    Document document;
    LoadHistory store{QString()};
    MethodComparison comparison;
    MethodsPanel panel;
};

}  // namespace

class MethodComparisonTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void predictsBeforeItRuns();
    void comparesAllMethods();
    void cancelLeavesNothing();
    void endingTheWindowEndsTheProcess();
    void refusedMethodsSayWhy();
    void aRamLimitShowsWhatDies();
    void whatCannotBegin();
    void aProgramThatFails();
    void drivenByClicks();
    void refusesTwoKindsOfGpu();

private:
    QTemporaryDir m_folder;
    QString m_sample;
};

void MethodComparisonTest::initTestCase() {
    failOnWarnings();
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
    QVERIFY(!m_sample.isEmpty());
    QVERIFY2(QFile::exists(program()), qPrintable(program()));
}

void MethodComparisonTest::predictsBeforeItRuns() {
    Fixture f(kGpus);
    const QAbstractItemModelTester tester(f.child<QTableView>("methods_table")->model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(openAndWait(f.document, m_sample));
    QTRY_VERIFY(!f.row(LoadMethod::Naive).preflight.peaks.empty());
    const auto& naive = f.row(LoadMethod::Naive);
    const auto& streamed = f.row(LoadMethod::Streamed);
    QCOMPARE(naive.state, State::NotRun);
    QVERIFY(naive.preflight.refusal.empty());
    const DeviceId gpu = DeviceId::gpu(0);
    QVERIFY(naive.preflight.peaks.at(gpu).allocated > streamed.preflight.peaks.at(gpu).allocated);
    const auto* model = f.child<QTableView>("methods_table")->model();
    QCOMPARE(model->index(0, 1).data().toString(), QString("predicted"));
    QVERIFY(!f.comparison.isPublishedModel());
    for (int column = 0; column < model->columnCount(); ++column) {
        QVERIFY(!model->headerData(column, Qt::Horizontal).toString().contains("published"));
    }
}

void MethodComparisonTest::comparesAllMethods() {
    Fixture f(kGpus);
    QVERIFY(openAndWait(f.document, m_sample));
    QSignalSpy finished(&f.comparison, &MethodComparison::finished);
    const auto methods = allLoadMethods();
    f.comparison.start({{methods.begin(), methods.end()}, PageCacheState::Cold, true});
    QVERIFY(f.comparison.isRunning());
    const QString folder = f.comparison.folder();
    QVERIFY(QDir(folder).exists());
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kLong);
    QCOMPARE(f.comparison.doneCount(), 7);
    std::string digest;
    for (const ComparedMethod& row : f.comparison.rows()) {
        QVERIFY2(row.state == State::Done, qUtf8Printable(row.sentence));
        const LoadFigures& figures = row.run->figures;
        QCOMPARE(figures.method, row.preflight.method);
        QCOMPARE(figures.verified.value_or(false), true);
        QVERIFY(figures.polledHostAnon.has_value());
        QVERIFY(digest.empty() || digest == figures.sha256);
        digest = figures.sha256;
        // What the other process took is what this one said before.
        for (const GpuLoadFigures& device : figures.devices) {
            const PredictedPeak& said = row.preflight.peaks.at(device.device);
            QCOMPARE(device.peakAllocated, said.allocated);
            QCOMPARE(device.peakReserved, said.reserved);
        }
        QCOMPARE(row.run->cache, std::string("cold"));
        QCOMPARE(row.run->comparison, f.comparison.rows().front().run->comparison);
        QVERIFY(!row.run->curves.isEmpty());
    }
    QVERIFY(waitUntilKept(f.store));
    QCOMPARE(f.store.records().size(), std::size_t{7});
    QCOMPARE(f.store.records()[0]->source, LoadRecordSource::Comparison);
    QCOMPARE(f.panel.charts()->overlays().size(), std::size_t{7});
    QVERIFY(f.comparison.folder().isEmpty() && !QDir(folder).exists());
    QCOMPARE(jobProcess(), 0);
}

void MethodComparisonTest::cancelLeavesNothing() {
    Fixture f(kSlowGpus);
    QVERIFY(openAndWait(f.document, m_sample));
    const QStringList before = QDir(QFileInfo(m_sample).path()).entryList(QDir::AllEntries);
    QSignalSpy finished(&f.comparison, &MethodComparison::finished);
    f.comparison.start(
        {{LoadMethod::PerTensor, LoadMethod::Streamed}, PageCacheState::AsIs, false});
    const QString folder = f.comparison.folder();
    qint64 process = 0;
    QTRY_VERIFY_WITH_TIMEOUT((process = jobProcess()) > 0, kLong);
    f.comparison.cancel();
    f.comparison.cancel();  // twice does no harm
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kLong);
    QVERIFY(!isAlive(process));
    QVERIFY(!QDir(folder).exists());
    QCOMPARE(QDir(QFileInfo(m_sample).path()).entryList(QDir::AllEntries), before);
    QCOMPARE(f.row(LoadMethod::PerTensor).state, State::Cancelled);
    QCOMPARE(f.row(LoadMethod::Streamed).state, State::Cancelled);
    QCOMPARE(f.row(LoadMethod::Naive).state, State::NotRun);
    QVERIFY(waitUntilKept(f.store));
    QVERIFY(f.store.records().empty());
    QVERIFY(!f.comparison.isRunning());
}

void MethodComparisonTest::endingTheWindowEndsTheProcess() {
    qint64 process = 0;
    QString folder;
    {
        Fixture f(kSlowGpus);
        QVERIFY(openAndWait(f.document, m_sample));
        f.comparison.start({{LoadMethod::Streamed}, PageCacheState::AsIs, false});
        folder = f.comparison.folder();
        QTRY_VERIFY_WITH_TIMEOUT((process = jobProcess()) > 0, kLong);
    }
    QVERIFY(!isAlive(process));
    QVERIFY(!QDir(folder).exists());
}

/// Room for the weights once, not twice: naive and meta cannot run, and nothing is started for
/// them.
void MethodComparisonTest::refusedMethodsSayWhy() {
    Fixture measure(kGpus);
    QVERIFY(openAndWait(measure.document, m_sample));
    QTRY_VERIFY(!measure.row(LoadMethod::Streamed).preflight.peaks.empty());
    std::uint64_t weights = 0;
    for (const auto& [device, peak] : measure.row(LoadMethod::Streamed).preflight.peaks) {
        weights += device.isGpu() ? peak.reserved : 0;
    }
    const std::string tight = std::to_string(weights + (weights / 4));
    Fixture f(tight.c_str());
    QVERIFY(openAndWait(f.document, m_sample));
    f.document.edit(MoveEdit{{""}, DeviceId::gpu(0)});
    QVERIFY(waitUntilIdle(f.document));
    QSignalSpy finished(&f.comparison, &MethodComparison::finished);
    f.comparison.start({{LoadMethod::Naive, LoadMethod::Streamed}, PageCacheState::AsIs, false});
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kLong);
    const ComparedMethod& naive = f.row(LoadMethod::Naive);
    QCOMPARE(naive.state, State::Refused);
    QVERIFY2(naive.sentence.contains("GPU 0"), qUtf8Printable(naive.sentence));
    QVERIFY(naive.run == nullptr);
    const ComparedMethod& streamed = f.row(LoadMethod::Streamed);
    QVERIFY2(streamed.state == State::Done, qUtf8Printable(streamed.sentence));
    QVERIFY(f.child<QLabel>("methods_sentence")->text().startsWith("naive: "));
    QVERIFY(waitUntilKept(f.store));
    QCOMPARE(f.store.records().size(), std::size_t{1});
}

/// "With little RAM mmap takes less": one method is stopped at the limit, the other holds it.
void MethodComparisonTest::aRamLimitShowsWhatDies() {
    const QString large =
        writeSmallSample(m_folder.filePath("large"), CheckpointFormat::Safetensors, 24);
    QVERIFY(!large.isEmpty());
    Fixture f(kGpus);
    QVERIFY(openAndWait(f.document, large));
    QTRY_VERIFY(f.row(LoadMethod::Naive).preflight.hostAnonBytes.has_value());
    const std::uint64_t most = f.row(LoadMethod::Naive).preflight.hostAnonBytes.value_or(0);
    const std::uint64_t least = f.row(LoadMethod::Mmap).preflight.hostAnonBytes.value_or(0);
    QVERIFY2(most > least + (40U << 20U), qPrintable(QString::number(most)));
    const auto said = [&f](LoadMethod method) {
        const auto* model = f.child<QTableView>("methods_table")->model();
        for (int column = 0; column < model->columnCount(); ++column) {
            if (model->headerData(column, Qt::Horizontal).toString() ==
                QLatin1String("RAM limit")) {
                const auto methods = allLoadMethods();
                const auto row = std::ranges::find(methods, method) - methods.begin();
                return model->index(static_cast<int>(row), column).data().toString();
            }
        }
        return QString();
    };
    QCOMPARE(said(LoadMethod::Naive), QString());  // no limit, no column
    auto* limit = f.child<QLineEdit>("methods_ram_limit");
    limit->setText("many");
    QTest::keyClick(limit, Qt::Key_Return);
    QVERIFY(f.child<QLabel>("methods_sentence")->text().startsWith("RAM limit: "));
    QVERIFY(!f.comparison.ramLimit().has_value());
    limit->setText(QString::number((most + least) / 2));
    QTest::keyClick(limit, Qt::Key_Return);
    QCOMPARE(f.comparison.ramLimit(), std::optional((most + least) / 2));
    QTRY_VERIFY(f.row(LoadMethod::Naive).preflight.isOnlyOverRamLimit);
    QCOMPARE(said(LoadMethod::Naive), QString(goldenText("window-methods/would-be-stopped")));
    QCOMPARE(said(LoadMethod::Mmap), QString("would fit"));
    QSignalSpy finished(&f.comparison, &MethodComparison::finished);
    f.comparison.start({{LoadMethod::Naive, LoadMethod::Mmap}, PageCacheState::AsIs, false});
    QVERIFY(!limit->isEnabled());
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kLong);
    const ComparedMethod& naive = f.row(LoadMethod::Naive);
    QCOMPARE(naive.state, State::Failed);
    QVERIFY2(naive.sentence.contains(goldenText("load/its-limit-is")),
             qUtf8Printable(naive.sentence));
    QVERIFY2(said(LoadMethod::Naive).startsWith("stopped at "),
             qUtf8Printable(said(LoadMethod::Naive)));
    const ComparedMethod& mapped = f.row(LoadMethod::Mmap);
    QVERIFY2(mapped.state == State::Done, qUtf8Printable(mapped.sentence));
    QCOMPARE(said(LoadMethod::Mmap), QString("within limit"));
    limit->clear();
    QTest::keyClick(limit, Qt::Key_Return);
    QCOMPARE(f.row(LoadMethod::Naive).state, State::NotRun);  // of another limit: it is gone
    QVERIFY(waitUntilKept(f.store));
}

void MethodComparisonTest::whatCannotBegin() {
    Fixture f(kGpus, QStringLiteral("/no/such/stowagectl"));
    QSignalSpy failed(&f.comparison, &MethodComparison::failed);
    f.comparison.start({{LoadMethod::Naive}, PageCacheState::AsIs, false});
    QCOMPARE(failed.back()[0].toString(),
             QString(goldenText("window-methods/nothing-can-be-compared-yet-open-a")));
    QVERIFY(openAndWait(f.document, m_sample));
    f.comparison.start({{}, PageCacheState::AsIs, false});
    QCOMPARE(failed.back()[0].toString(),
             QString(goldenText("window-methods/no-method-is-chosen-tick-those-to")));
    f.comparison.start({{LoadMethod::Naive}, PageCacheState::AsIs, false});
    QVERIFY(failed.back()[0].toString().contains("/no/such/stowagectl"));
    QVERIFY(f.child<QLabel>("methods_sentence")->text().contains("/no/such/stowagectl"));
    QVERIFY(!f.comparison.isRunning());
}

void MethodComparisonTest::aProgramThatFails() {
    Fixture f(kGpus, QStringLiteral("/bin/false"));
    QVERIFY(openAndWait(f.document, m_sample));
    QSignalSpy finished(&f.comparison, &MethodComparison::finished);
    f.comparison.start({{LoadMethod::Naive}, PageCacheState::AsIs, false});
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kLong);
    QCOMPARE(f.row(LoadMethod::Naive).state, State::Failed);
    QCOMPARE(f.row(LoadMethod::Naive).sentence,
             QString(goldenText("window-methods/stowagectl-left-no-result")));
    QVERIFY(waitUntilKept(f.store));
    QCOMPARE(f.store.records().size(), std::size_t{1});
    QVERIFY(f.store.records().front()->figures.state == LoadEnding::Failed);
}

void MethodComparisonTest::drivenByClicks() {
    Fixture f(kGpus);
    QVERIFY(QTest::qWaitForWindowExposed(&f.panel));
    QVERIFY(openAndWait(f.document, m_sample));
    auto* run = f.child<QPushButton>("methods_run");
    QCOMPARE(run->text(), QString("Compare methods"));
    for (int row = 1; row < 7; ++row) {
        f.tick(row);
    }
    QTest::mouseClick(f.child<QCheckBox>("methods_verify"), Qt::LeftButton);
    auto* cache = f.child<QComboBox>("methods_cache");
    QTest::keyClick(cache, Qt::Key_Down);
    QCOMPARE(cache->currentText(), QString(goldenText("window-methods/cold-page-cache")));
    QSignalSpy finished(&f.comparison, &MethodComparison::finished);
    QTest::mouseClick(run, Qt::LeftButton);
    QCOMPARE(run->text(), QString("Cancel"));
    QVERIFY(!cache->isEnabled());
    QCOMPARE(f.comparison.request().methods, std::vector<LoadMethod>{LoadMethod::Naive});
    QCOMPARE(f.comparison.request().cache, PageCacheState::Cold);
    QVERIFY(!f.comparison.request().verify);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kLong);
    QCOMPARE(f.row(LoadMethod::Naive).state, State::Done);
    QCOMPARE(run->text(), QString("Compare methods"));
    auto* model = f.child<QTableView>("methods_table")->model();
    QCOMPARE(model->index(0, 1).data().toString(), QString("measured"));
    QCOMPARE(model->index(1, 1).data().toString(), QString("predicted"));
    f.tick(1);
    QTest::mouseClick(run, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(jobProcess() > 0, kLong);
    QTest::mouseClick(run, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, kLong);
    QCOMPARE(f.row(LoadMethod::Naive).state, State::Cancelled);
}

void MethodComparisonTest::refusesTwoKindsOfGpu() {
    PlacementPlan plan;
    plan.request.devices = windowDevices("1GiB,2GiB");
    QVERIFY(requireOneKindOfGpu(plan));
    plan.request.devices[1].simulated = false;
    QVERIFY(!requireOneKindOfGpu(plan));
    plan.request.devices[0].simulated = false;
    QVERIFY(requireOneKindOfGpu(plan));
}

QTEST_MAIN(MethodComparisonTest)
#include "tst_method_comparison.moc"
