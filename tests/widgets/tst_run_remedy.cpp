// SPDX-License-Identifier: GPL-3.0-or-later
// What a run whose layers waited for weights proposes, and that it helps.
#include "engine/base/byte_size.h"
#include "engine/base/catalogue.h"
#include "engine/plan/map/device_map_text.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/run/run_fixes.h"
#include "widgets/support/translation.h"

#include <QApplication>
#include <QRegularExpression>
#include <QTest>

#include <memory>

using namespace stowage;
using namespace stowage::test;

namespace {

const DeviceId kGpu = DeviceId::gpu(0);

/// A run of a second in which GPU 0 waited for so much of it, and held so much at most.
RunReport reportOf(double waited, std::uint64_t peak) {
    RunReport report;
    report.seconds = 1;
    report.window = 2;
    report.bytesMoved = 12 * kMiB;
    DeviceRunFigures gpu;
    gpu.device = kGpu;
    gpu.simulated = true;
    gpu.capacity = 64 * kMiB;
    gpu.peakReserved = peak;
    gpu.computeSeconds = 1 - waited;
    report.devices = {gpu};
    report.layers = {{"transformer.h.0", kGpu, 0, 0, 1, 1 - waited, waited, waited, 12 * kMiB}};
    return report;
}

double offloaded(const PlacementPlan& plan) {
    return plan.placement(DeviceId::cpu())->weights + plan.placement(DeviceId::disk())->weights;
}

}  // namespace

class RunRemedyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void aLimitBelowWhatIsFreeIsRaised();
    void blocksPutElsewhereByHandAreMoved();
    void withoutPrefetchItIsProposed();
    void nothingIsProposedThatDoesNotHelp();
    void tellsThemInTheLanguageThatHolds();

private:
    [[nodiscard]] std::vector<RunFix> fixes(const RunReport& report) const {
        return runFixes(*m_document->plan(), report);
    }
    void take(const RunFix& fix) {
        m_document->edit(std::get<PlanEdit>(fix.edit));
        QVERIFY(waitUntilIdle(*m_document));
    }

    QTemporaryDir m_folder;
    QString m_sample;
    std::unique_ptr<Document> m_document;
};

void RunRemedyTest::initTestCase() {
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
    QVERIFY(!m_sample.isEmpty());
}

void RunRemedyTest::init() {
    failOnWarnings();
    m_document = std::make_unique<Document>(windowDevices("64MiB"));
    QVERIFY(openAndWait(*m_document, m_sample));
}

void RunRemedyTest::aLimitBelowWhatIsFreeIsRaised() {
    m_document->edit(SetBudgetEdit{kGpu, "10MiB"});
    QVERIFY(waitUntilIdle(*m_document));
    const double before = offloaded(*m_document->plan());
    QVERIFY(before > 0);
    const auto found = fixes(reportOf(0.5, 20 * kMiB));
    QCOMPARE(found.size(), std::size_t{1});
    const QString reason = found.front().reason.shown();
    QCOMPARE(reason, QString(goldenText("window-run/gpu-0-had-44-0-mib-free-under-a")));
    const QString text = found.front().text.shown();
    QVERIFY2(text.startsWith(QString(goldenText("window-document/set-limit-to"))),
             qPrintable(text));
    take(found.front());
    QCOMPARE(offloaded(*m_document->plan()), 0.0);
    QCOMPARE(m_document->plan()->placement(kGpu)->overCapacity(), std::uint64_t{0});
    m_document->undoStack()->undo();
    QCOMPARE(offloaded(*m_document->plan()), before);
    // Where less is free, no more is taken than that.
    const auto smaller = fixes(reportOf(0.5, 58 * kMiB));
    QCOMPARE(smaller.size(), std::size_t{1});
    take(smaller.front());
    QVERIFY(offloaded(*m_document->plan()) > 0 && offloaded(*m_document->plan()) < before);
}

void RunRemedyTest::blocksPutElsewhereByHandAreMoved() {
    m_document->edit(MoveEdit{{"transformer.h.2", "transformer.h.4"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(*m_document));
    const auto found = fixes(reportOf(0.5, 20 * kMiB));
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found.front().text.shown(), QStringLiteral("Move 2 blocks to GPU 0"));
    take(found.front());
    QCOMPARE(offloaded(*m_document->plan()), 0.0);
}

void RunRemedyTest::withoutPrefetchItIsProposed() {
    m_document->edit(MoveEdit{{"transformer.h.2"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(*m_document));
    RunReport report = reportOf(0.5, 64 * kMiB);
    report.window = 0;
    const auto found = fixes(report);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(std::get<PrefetchEdit>(found.front().edit).window, 2U);
}

void RunRemedyTest::nothingIsProposedThatDoesNotHelp() {
    m_document->edit(SetBudgetEdit{kGpu, "10MiB"});
    QVERIFY(waitUntilIdle(*m_document));
    QVERIFY(fixes(reportOf(0.05, 20 * kMiB)).empty());  // little was waited for
    QVERIFY(fixes(reportOf(0.5, 64 * kMiB)).empty());   // the GPU was full
    RunReport nothingMoved = reportOf(0.5, 20 * kMiB);
    nothingMoved.bytesMoved = 0;
    QVERIFY(fixes(nothingMoved).empty());
    m_document->undoStack()->undo();
    QVERIFY(fixes(reportOf(0.5, 20 * kMiB)).empty());  // all lies on the GPU
}

/// A run stays as it is when the window is put into another language.
void RunRemedyTest::tellsThemInTheLanguageThatHolds() {
    m_document->edit(MoveEdit{{"transformer.h.2", "transformer.h.4"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(*m_document));
    RunReport report = reportOf(0.5, 20 * kMiB);
    report.window = 0;
    const auto found = fixes(report);
    QCOMPARE(found.size(), std::size_t{2});
    for (const Language& language : languages()) {
        const auto translator = catalogueTranslator(language);
        if (translator == nullptr) {
            continue;  // English
        }
        QVERIFY(qApp->installTranslator(translator.get()));
        QString texts;
        for (const RunFix& fix : found) {
            texts += fix.reason.shown() + fix.text.shown();
        }
        qApp->removeTranslator(translator.get());
        QVERIFY2(texts.contains("44.0") && texts.contains("GPU 0"), qPrintable(texts));
        QVERIFY2(!texts.contains(QRegularExpression("had|Move|weights|Prefetch")),
                 qPrintable(texts));
    }
    QCOMPARE(found.front().text.shown(), QStringLiteral("Move 2 blocks to GPU 0"));
}

QTEST_MAIN(RunRemedyTest)
#include "tst_run_remedy.moc"
