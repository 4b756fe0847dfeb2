// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan's tables, its card and the window's bars say: marks stand where something overflows,
// and each word in every case in which it can appear.
#include "engine/base/byte_size.h"
#include "engine/load/program/load_schedule.h"
#include "engine/plan/map/device_map_text.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/document/plan_view.h"
#include "widgets/document/problem_fixes.h"
#include "widgets/load/preflight.h"
#include "widgets/plan/plan_panels.h"
#include "widgets/plan/verdict_card.h"
#include "widgets/support/formats.h"

#include <QApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace stowage;
using namespace stowage::test;

namespace {

enum LoadColumn { kOn = 1, kGpuPeak = 2, kRamPeak = 3 };

const FigureRow& rowOf(const PlanTable& table, LoadMethod method) {
    const QString name = QString::fromStdString(std::string(loadMethodName(method)));
    return *std::ranges::find_if(
        table.rows, [&name](const FigureRow& row) { return row.cells.front().text == name; });
}

}  // namespace

class PlanWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void markStandsOnTheGpuThatOverflows();
    void ramPeakAboveTheRamIsMarked();
    void noGpuIsNamedWhereNoneIsUsed();
    void toLimitIsToTheLimit();
    void restFitsOnlyWhereItDoes();
    void toolbarHasThePlansSize();
    void whatATokenWaitsForComesFirst();
    void typedNamesStayInside();
    void oneWordForTheContext();
    void misspeltKeyIsRenamed();
    void signStandsBeforeItsNumber();
    void overfilledPlanHasARemedy();

private:
    /// Opens the sample on these devices, under a map where one is given.
    void open(const std::string& gpus, const std::string& map = {}, std::uint64_t ram = kGiB);
    [[nodiscard]] LoadPrediction prediction(LoadMethod method) const;
    [[nodiscard]] std::shared_ptr<const PlacementPlan> plan() const { return m_document->plan(); }

    QTemporaryDir m_folder;
    QString m_sample;
    std::unique_ptr<Document> m_document;
};

void PlanWordsTest::initTestCase() {
    failOnWarnings();
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
    QVERIFY(!m_sample.isEmpty());
}

void PlanWordsTest::open(const std::string& gpus, const std::string& map, std::uint64_t ram) {
    std::vector<DeviceInfo> devices = windowDevices(gpus);
    for (DeviceInfo& device : devices) {
        device.capacity = device.id == DeviceId::cpu() ? std::optional(ram) : device.capacity;
    }
    m_document = std::make_unique<Document>(std::move(devices));
    QVERIFY(openAndWait(*m_document, m_sample));
    if (map.empty()) {
        return;
    }
    const auto parsed = parseDeviceMapText(map);
    QVERIFY(parsed);
    m_document->edit(SetMapEdit{parsed->map, parsed->doubledKeys});
    QVERIFY(waitUntilIdle(*m_document));
}

LoadPrediction PlanWordsTest::prediction(LoadMethod method) const {
    const auto all = predictLoads(plan(), m_document->checkpoint(), nullptr, {});
    return *std::ranges::find(all, method, &LoadPrediction::method);
}

void PlanWordsTest::markStandsOnTheGpuThatOverflows() {
    // Nearly all lies on GPU 0, which has the room; GPU 1 is too small for its one block.
    open("1GiB,1MiB", "{'transformer': 0, 'lm_head': 0, 'transformer.h.5': 1}");
    const LoadPrediction streamed = prediction(LoadMethod::Streamed);
    QCOMPARE(streamed.device, std::optional(DeviceId::gpu(1)));
    QVERIFY(streamed.missingOnDevice > 0);
    const FigureRow row =
        rowOf(makeLoadTable({streamed}, LoadMethod::Streamed), LoadMethod::Streamed);
    QCOMPARE(row.cells[kOn].text, QString("GPU 1"));
    QVERIFY(row.cells[kGpuPeak].errorMark);
    QVERIFY(!row.cells[kRamPeak].errorMark);
    open("1GiB,1GiB", "{'transformer': 0, 'lm_head': 0, 'transformer.h.5': 1}");
    const LoadPrediction roomy = prediction(LoadMethod::Streamed);
    QCOMPARE(roomy.device, std::optional(DeviceId::gpu(0)));
    QCOMPARE(roomy.missingOnDevice, std::uint64_t{0});
}

void PlanWordsTest::ramPeakAboveTheRamIsMarked() {
    open("1GiB", "{'': 0}", kMiB);
    const LoadPrediction naive = prediction(LoadMethod::Naive);
    QCOMPARE(naive.missingOnHost, naive.hostAnonBytes - kMiB);
    const FigureRow row = rowOf(makeLoadTable({naive}, LoadMethod::Naive), LoadMethod::Naive);
    QVERIFY(row.cells[kRamPeak].errorMark);
    QCOMPARE(row.cells[kRamPeak].tone, CellTone::Error);
    QVERIFY(row.cells[kRamPeak].toolTip.contains(
        goldenText("window-plan/more-than-the-ram-that-is-free")));
    QVERIFY(!row.cells[kGpuPeak].errorMark);
    // A dry run is held to the same RAM, and its problem names a method that needs less.
    ScheduleOptions dry;
    dry.method = LoadMethod::Naive;
    dry.dryRun = true;
    const auto tooMuch = makeLoadSchedule(plan(), m_document->checkpoint(), dry);
    QVERIFY(tooMuch);
    const auto objections = loadObjections(**tooMuch);
    QCOMPARE(objections.size(), std::size_t{1});
    QCOMPARE(objections.front().code, std::string("load_host_memory"));
    QCOMPARE(objections.front().device, std::optional(DeviceId::cpu()));
    QVERIFY2(objections.front().text.english().find("only 1.0 MiB is free") != std::string::npos,
             objections.front().text.english().c_str());
    open("1GiB", "{'': 0}");
    QCOMPARE(prediction(LoadMethod::Naive).missingOnHost, std::uint64_t{0});
    const auto enough = makeLoadSchedule(plan(), m_document->checkpoint(), dry);
    QVERIFY(enough && loadObjections(**enough).empty());
}

void PlanWordsTest::noGpuIsNamedWhereNoneIsUsed() {
    open("1GiB,1GiB", "{'': 'cpu'}");
    const LoadPrediction streamed = prediction(LoadMethod::Streamed);
    QVERIFY(!streamed.device.has_value());
    const FigureRow row =
        rowOf(makeLoadTable({streamed}, LoadMethod::Streamed), LoadMethod::Streamed);
    QCOMPARE(row.cells[kOn].text, QString("–"));
    QCOMPARE(row.cells[kGpuPeak].text, QString("–"));
}

void PlanWordsTest::toLimitIsToTheLimit() {
    open("64MiB,64MiB");
    m_document->edit(SetBudgetEdit{DeviceId::gpu(0), "1GiB"});
    m_document->edit(MoveEdit{{"transformer", "lm_head"}, DeviceId::gpu(0)});
    std::vector<DeviceInfo> devices = m_document->devices();
    devices.front().capacity = 4 * kMiB;
    m_document->edit(SetDevicesEdit{devices});
    QVERIFY(waitUntilIdle(*m_document));
    const DevicePlacement& gpu = *plan()->placement(DeviceId::gpu(0));
    QVERIFY(gpu.overCapacity() > 0);
    QCOMPARE(gpu.overBudget(), 0.0);
    const PlanTable table = makeDeviceTable(*m_document->view()->board);
    const FigureRow& row = table.rows.front();
    // The limit has room; that the card has none is marked where the card's bytes stand.
    QVERIFY2(row.cells.back().text.startsWith(QString::fromUtf8("−")),
             qPrintable(row.cells.back().text));
    QVERIFY(row.cells.back().tone != CellTone::Over);
    QCOMPARE(row.cells[3].tone, CellTone::Over);
    QVERIFY(row.cells[3].toolTip.contains(goldenText("window-plan/over-the-capacity")));
}

void PlanWordsTest::restFitsOnlyWhereItDoes() {
    const Theme theme(qApp, ThemeMode::Light);
    const auto detail = [&theme](const PlanView& view) {
        VerdictCard card(&theme);
        card.setView(view);
        return card.findChild<QLabel*>("verdict_detail")->text().replace(QChar(QChar::Nbsp), u' ');
    };
    open("64MiB,64MiB", "{'transformer': 0, 'lm_head': 0, 'transformer.h.5': 1}");
    m_document->edit(SetBudgetEdit{DeviceId::gpu(0), "1MiB"});
    QVERIFY(waitUntilIdle(*m_document));
    QVERIFY2(detail(*m_document->view()).startsWith(goldenText("window-plan/the-rest-fits-gpu-1")),
             qPrintable(detail(*m_document->view())));
    // A module without a device is no rest that fits.
    open("64MiB,64MiB", "{'transformer.h': 0, 'lm_head': 1}");
    QVERIFY(plan()->verdict == Verdict::DoesNotFit);
    QVERIFY2(!detail(*m_document->view()).contains("fit"), qPrintable(detail(*m_document->view())));
}

void PlanWordsTest::toolbarHasThePlansSize() {
    WindowFixture f("64MiB,64MiB");
    QVERIFY(openAndWait(f.document, m_sample));
    const auto shown = [&f] { return f.child<QLabel>("model_figures")->text(); };
    const auto bytes = static_cast<double>(f.document.tree()->totalBytes());
    QVERIFY2(shown().startsWith(sizeText(bytes) + " · float32"), qPrintable(shown()));
    f.document.edit(SetDtypeEdit{DType::Float16});
    QVERIFY(waitUntilIdle(f.document));
    QVERIFY2(shown().startsWith(sizeText(bytes / 2) + " · float16"), qPrintable(shown()));
    f.document.undoStack()->undo();
    QVERIFY2(shown().startsWith(sizeText(bytes) + " · float32"), qPrintable(shown()));
}

void PlanWordsTest::whatATokenWaitsForComesFirst() {
    WindowFixture f("64MiB,64MiB");
    QVERIFY(openAndWait(f.document, m_sample));
    const auto shown = [&f] { return f.child<QLabel>("status_hops")->text(); };
    QCOMPARE(f.document.view()->movedBytes, 0.0);
    QVERIFY2(shown().endsWith("per token") && !shown().contains("transferred"),
             qPrintable(shown()));
    f.document.edit(MoveEdit{{"transformer.h"}, DeviceId::disk()});
    QVERIFY(waitUntilIdle(f.document));
    const double moved = f.document.plan()->placement(DeviceId::disk())->weights;
    QVERIFY2(shown().startsWith(sizeText(moved) + goldenText("window-window/moved-per-token")),
             qPrintable(shown()));
}

void PlanWordsTest::typedNamesStayInside() {
    Document document(windowDevices("64MiB"));
    document.openConfigText("tiny",
                            "{\"model_type\": \"gpt2\", \"architectures\": "
                            "[\"GPT2LMHeadModel\"], \"n_layer\": 2, \"n_embd\": 64, "
                            "\"n_head\": 2}");
    QTRY_VERIFY(document.plan() != nullptr && document.isIdle());
    QCOMPARE(QString::fromStdString(document.checkpoint()->path), QString("tiny"));
    QCOMPARE(document.displayName(), QString("tiny"));
    QCOMPARE(document.folder(), QString());
    QSignalSpy failures(&document, &Document::failed);
    document.openConfigText("broken", "{\"model_type\": ");
    QTRY_COMPARE(failures.count(), 1);
    const auto failure = failures.front().front().value<OpenFailure>();
    const std::string words = failure.error.message.english() + failure.error.file;
    QVERIFY2(words.find("typed:") == std::string::npos, words.c_str());
}

void PlanWordsTest::oneWordForTheContext() {
    WindowFixture f("64MiB:context=4MiB,64MiB");
    QVERIFY(openAndWait(f.document, m_sample));
    int named = 0;
    for (const QLabel* const label : f.window.findChildren<QLabel*>()) {
        const QString words = label->text() + label->toolTip() + label->accessibleName();
        QVERIFY2(!words.contains("verhead"), qPrintable(words));
        named += words == "Context" ? 1 : 0;
    }
    QVERIFY(named > 0);
}

void PlanWordsTest::misspeltKeyIsRenamed() {
    // The letter O for a nought: no part of the name exists, but one module lacks its device.
    open("64MiB,64MiB",
         "{'transformer.wte': 0, 'transformer.wpe': 0, 'transformer.h.0': 0, 'transformer.h.1': 0, "
         "'transformer.h.2': 1, 'transformer.h.3': 1, 'transformer.h.4': 1, 'transformer.hh.5': 1, "
         "'transformer.ln_f': 1, 'lm_head': 0}");
    const auto problem = [this](const std::string& code) {
        const auto& problems = m_document->view()->problems;
        return std::ranges::find_if(problems,
                                    [&](const PlanProblem& one) { return one.issue.code == code; });
    };
    const auto unplaced = problem("no_device");
    QVERIFY(unplaced != m_document->view()->problems.end());
    QCOMPARE(QString::fromStdString(unplaced->issue.module), QString("transformer.h.5"));
    QVERIFY(unplaced->issue.text.english().find("\"transformer.hh.5\" of the device map may be a "
                                                "misspelling") != std::string::npos);
    QVERIFY(!unplaced->fixes.empty());
    QCOMPARE(unplaced->fixes.front().text.shown(),
             QString(goldenText("window-document/rename-the-key-transformer-hh-5")));
    const auto unknown = problem("unknown_module");
    QCOMPARE(unknown->fixes.front().text.shown(), QString("Rename to transformer.h.5"));
    m_document->edit(unplaced->fixes.front().edit);
    QVERIFY(waitUntilIdle(*m_document));
    QVERIFY(plan()->deviceOf(*m_document->tree()->findModule("transformer.h.5")) ==
            DeviceId::gpu(1));
    QCOMPARE(m_document->view()->errors, 0);
}

void PlanWordsTest::overfilledPlanHasARemedy() {
    // The limit allows what the card has not.
    open("8MiB");
    m_document->edit(SetBudgetEdit{DeviceId::gpu(0), "1GiB"});
    QVERIFY(waitUntilIdle(*m_document));
    QVERIFY2(plan()->verdict == Verdict::DoesNotFit, plan()->verdictText.english().c_str());
    const auto& problems = m_document->view()->problems;
    const auto over = std::ranges::find_if(
        problems, [](const PlanProblem& one) { return one.issue.code == "over_capacity"; });
    QVERIFY(over != problems.end());
    QCOMPARE(over->fixes.front().text.shown(), QString(goldenText("plan/make-the-plan-fit")));
    m_document->edit(over->fixes.front().edit);
    QVERIFY(waitUntilIdle(*m_document));
    QVERIFY2(plan()->verdict != Verdict::DoesNotFit, plan()->verdictText.english().c_str());
    QVERIFY(plan()->request.isFitted);
}

/// Read from the right, a bare minus would stand behind the number.
void PlanWordsTest::signStandsBeforeItsNumber() {
    constexpr QChar kIsolate(0x2066);
    const double more = static_cast<double>(3 * kMiB);
    QCOMPARE(formatDifference(-more, TableUnit::MiB), QStringLiteral("−3.0"));
    QApplication::setLayoutDirection(Qt::RightToLeft);
    const auto back = qScopeGuard([] { QApplication::setLayoutDirection(Qt::LeftToRight); });
    QVERIFY(formatDifference(-more, TableUnit::MiB).startsWith(kIsolate + QStringLiteral("−3.0")));
    QVERIFY(formatDifference(more, TableUnit::MiB).startsWith(kIsolate + QStringLiteral("+3.0")));
    QVERIFY(differenceBetween(more, 0, TableUnit::MiB).text.startsWith(kIsolate));
}

QTEST_MAIN(PlanWordsTest)
#include "tst_plan_words.moc"
