// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of the loaded model as the session starts, pauses and cancels them.
#include "tests/support/golden_text.h"
#include "tests/widgets/live_fixture.h"
#include "tests/widgets/model_run_fixture.h"
#include "widgets/run/run_controller.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <memory>
#include <set>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr int kTimeout = 60000;

/// Document, load controller and run controller over the real LibTorch, with no window.
class Session {
public:
    explicit Session(const std::string& gpus)
        : m_live(gpus, 1, 4096),
          document(*m_live.document),
          loads(*m_live.controller),
          runs(std::make_unique<RunController>(&loads)) {}

    bool load(const QString& path = tinyGpt2()) { return loadMixed(document, loads, path); }
    bool waitUntilAble() const {
        return QTest::qWaitFor([this] { return runs->canRun(); }, kTimeout);
    }
    /// The file without a config.json that the fixture wrote.
    bool openUnknown() { return m_live.open(); }
    [[nodiscard]] std::uint64_t bytesHeld() const { return m_live.bytesHeld(); }

private:
    LiveFixture m_live;

public:
    Document& document;
    LoadController& loads;
    std::unique_ptr<RunController> runs;
};

}  // namespace

class RunControllerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void tokensAreTheLibrarys();
    void timelineAndPhasesAreFilled();
    void onlyWhatIsLoadedRuns();
    void whatHasNoFamilySaysWhichDo();
    void aWrongPromptIsAFailureInWords();
    void cancelLeavesTheModelUsable_data();
    void cancelLeavesTheModelUsable();
    void pauseHoldsAndResumeGoesOn();
    void weightsStayWhileTheyRun();
    void endsWithItsOwner();
    void runsWhatIsLoadedNotWhatIsOpen();
    void everyStateHasAName();
};

void RunControllerTest::tokensAreTheLibrarys() {
    Session session(kPlainGpus);
    QVERIFY(session.load());
    QVERIFY(session.waitUntilAble());
    QCOMPARE(session.runs->traits()->vocabulary, 97);
    const std::uint64_t held = session.loads.counters().allocatedBytes;
    QSignalSpy failed(session.runs.get(), &RunController::failed);
    int number = 0;
    for (const Continuation& wanted : continuationsOf(tinyGpt2())) {
        QSignalSpy finished(session.runs.get(), &RunController::finished);
        QSignalSpy chosen(session.runs.get(), &RunController::tokenChosen);
        session.runs->start(optionsFor(wanted));
        QCOMPARE(session.runs->state(), ModelRunState::Running);
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
        const FinishedRun& run = session.runs->runs().back();
        QVERIFY2(!run.report->stopped,
                 run.report->stopped ? run.report->stopped->message.english().c_str() : "");
        QCOMPARE(run.report->sequences.front().generated, wanted.follow);
        QCOMPARE(session.runs->chosen(), wanted.follow);
        QCOMPARE(static_cast<std::size_t>(chosen.size()), wanted.follow.size());
        QCOMPARE(run.number, ++number);
        QVERIFY(!run.wasPaused);
        QVERIFY(run.schedule == session.loads.schedule());
        QVERIFY(run.report->bytesMoved > 0);
        QCOMPARE(session.runs->state(), ModelRunState::Idle);
        QCOMPARE(session.loads.counters().allocatedBytes, held);
    }
    QCOMPARE(failed.size(), 0);
}

void RunControllerTest::timelineAndPhasesAreFilled() {
    Session session(kPlainGpus);
    QVERIFY(session.load());
    QVERIFY(session.waitUntilAble());
    QVERIFY(session.runs->timeline() == nullptr);
    QSignalSpy finished(session.runs.get(), &RunController::finished);
    session.runs->start(optionsFor(continuationsOf(tinyGpt2()).front()));
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);

    std::set<std::string> stages;
    for (const TimelineSpan& span : session.runs->timeline()->all()) {
        stages.insert(span.stage);
    }
    for (const char* stage :
         {"transformer.h.0", "transformer.h.1", "transformer.h.2", "transformer.h.3"}) {
        QVERIFY2(stages.contains(stage), stage);
    }
    std::vector<std::string> phases;
    for (const PhaseMark& phase : session.loads.sampler().phases()) {
        if (phase.begin >= session.runs->startedAt()) {
            phases.push_back(phase.name);
            QVERIFY(phase.end >= phase.begin);
        }
    }
    QCOMPARE(phases, (std::vector<std::string>{"prefill", "decode"}));
    QCOMPARE(session.runs->progress().itemsDone, session.runs->progress().itemsTotal);
}

void RunControllerTest::onlyWhatIsLoadedRuns() {
    Session session(kPlainGpus);
    QSignalSpy failed(session.runs.get(), &RunController::failed);
    QVERIFY(!session.runs->canRun());
    session.runs->start(optionsFor(continuationsOf(tinyGpt2()).front()));
    QCOMPARE(failed.size(), 1);
    QVERIFY(failed.front().front().toString().contains(
        QString(goldenText("window-run/load-the-model-first"))));

    QVERIFY(session.load());
    QVERIFY(session.waitUntilAble());
    QVERIFY(session.runs->whyNot().isEmpty());
    session.loads.unload();
    QVERIFY(!session.runs->canRun());
    QTRY_COMPARE_WITH_TIMEOUT(session.loads.state(), LoadState::Idle, kTimeout);
    QVERIFY(!session.runs->canRun());
    QVERIFY(
        session.runs->whyNot().contains(QString(goldenText("window-run/load-the-model-first"))));
    session.runs->start(optionsFor(continuationsOf(tinyGpt2()).front()));
    QCOMPARE(failed.size(), 2);
    QCOMPARE(session.runs->state(), ModelRunState::Idle);
    QVERIFY(session.runs->runs().empty());
    // Of the model that is open it is still known what can be typed.
    QVERIFY(session.runs->traits().has_value());
}

void RunControllerTest::whatHasNoFamilySaysWhichDo() {
    Session session(kPlainGpus);
    QVERIFY(session.openUnknown());
    session.loads.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(session.loads.state(), LoadState::Loaded, kTimeout);
    QTRY_VERIFY(session.runs->whyNot().contains(QLatin1String("gpt2")));
    QVERIFY(session.runs->whyNot().contains(QLatin1String("llama")));
    QVERIFY(!session.runs->canRun());
    QVERIFY(!session.runs->traits().has_value());
}

void RunControllerTest::aWrongPromptIsAFailureInWords() {
    Session session(kPlainGpus);
    QVERIFY(session.load());
    QVERIFY(session.waitUntilAble());
    QSignalSpy finished(session.runs.get(), &RunController::finished);
    QSignalSpy failed(session.runs.get(), &RunController::failed);
    session.runs->start(optionsFor({{1, 97}, {1}}));
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    QCOMPARE(failed.size(), 1);
    QVERIFY(failed.front().front().toString().contains(
        QLatin1String("vocabulary, which contains the tokens 0 to 96")));
    QVERIFY(session.runs->canRun());
}

void RunControllerTest::cancelLeavesTheModelUsable_data() {
    QTest::addColumn<int>("after");
    QTest::newRow("at once") << -1;
    QTest::newRow("in the prefill") << 0;
    QTest::newRow("in the second layer") << 2;
    QTest::newRow("in the decode") << 12;
}

void RunControllerTest::cancelLeavesTheModelUsable() {
    QFETCH(int, after);
    Session session(kSlowLinkGpus);
    QVERIFY(session.load());
    QVERIFY(session.waitUntilAble());
    const std::uint64_t held = session.loads.counters().allocatedBytes;
    const Continuation wanted = continuationsOf(tinyGpt2()).front();
    QSignalSpy finished(session.runs.get(), &RunController::finished);
    QSignalSpy failed(session.runs.get(), &RunController::failed);
    const auto watch = connect(session.runs.get(), &RunController::progressChanged, this,
                               [&](const Progress& progress) {
                                   if (static_cast<int>(progress.itemsDone) >= after) {
                                       session.runs->cancel();
                                   }
                               });
    session.runs->start(optionsFor(wanted));
    if (after < 0) {
        session.runs->cancel();
        QCOMPARE(session.runs->state(), ModelRunState::Cancelling);
    }
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    disconnect(watch);
    const auto report = session.runs->runs().back().report;
    QVERIFY(report->stopped.has_value());
    QCOMPARE(report->stopped->code, ErrorCode::Cancelled);
    QVERIFY(report->sequences.front().generated.size() < wanted.follow.size());
    QCOMPARE(failed.size(), 0);
    QCOMPARE(session.loads.state(), LoadState::Loaded);
    QCOMPARE(session.loads.counters().allocatedBytes, held);

    RunOptions options = optionsFor(wanted);
    options.request.generate = 3;
    session.runs->start(options);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, kTimeout);
    QCOMPARE(session.runs->runs().back().report->sequences.front().generated,
             std::vector<std::int64_t>(wanted.follow.begin(), wanted.follow.begin() + 3));
}

void RunControllerTest::pauseHoldsAndResumeGoesOn() {
    Session session(kSlowLinkGpus);  // it cannot be over before it is held
    QVERIFY(session.load());
    QVERIFY(session.waitUntilAble());
    const Continuation wanted = continuationsOf(tinyGpt2()).front();
    QSignalSpy finished(session.runs.get(), &RunController::finished);
    session.runs->start(optionsFor(wanted));
    session.runs->pause();
    QCOMPARE(session.runs->state(), ModelRunState::Paused);
    // What is on its way ends, then nothing may move while the sampler takes 20 samples.
    const auto passSamples = [&](std::size_t count) {
        std::uint64_t cursor = 0;
        (void)session.loads.sampler().series().since(cursor);
        std::size_t seen = 0;
        return QTest::qWaitFor(
            [&] {
                seen += session.loads.sampler().series().since(cursor).samples.size();
                return seen >= count;
            },
            kTimeout);
    };
    std::size_t before = 0;
    do {
        before = session.runs->timeline()->all().size();
        QVERIFY(passSamples(20));
    } while (session.runs->timeline()->all().size() != before);
    QCOMPARE(finished.size(), 0);
    QCOMPARE(session.runs->state(), ModelRunState::Paused);
    session.runs->resume();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    QCOMPARE(session.runs->runs().back().report->sequences.front().generated, wanted.follow);
    QVERIFY(session.runs->runs().back().wasPaused);
}

void RunControllerTest::weightsStayWhileTheyRun() {
    Session session(kSlowLinkGpus);  // it cannot be over before it is held
    QVERIFY(session.load());
    QVERIFY(session.waitUntilAble());
    const Continuation wanted = continuationsOf(tinyGpt2()).front();
    QSignalSpy finished(session.runs.get(), &RunController::finished);
    QSignalSpy refused(&session.loads, &LoadController::failed);
    session.runs->start(optionsFor(wanted));
    session.runs->pause();
    session.loads.unload();
    session.loads.start(LoadMethod::Naive);
    session.loads.resetPeaks();
    QCOMPARE(refused.size(), 2);
    QVERIFY(refused.front().front().toString().contains(
        QString(goldenText("window-run/cancel-it-first"))));
    QCOMPARE(session.loads.state(), LoadState::Loaded);
    session.runs->resume();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    QCOMPARE(session.runs->runs().back().report->sequences.front().generated, wanted.follow);

    session.loads.unload();
    QTRY_COMPARE_WITH_TIMEOUT(session.loads.state(), LoadState::Idle, kTimeout);
    QVERIFY(isAllZero(session.loads.counters()));
    QCOMPARE(session.bytesHeld(), 0U);
}

void RunControllerTest::endsWithItsOwner() {
    Session session(kSlowLinkGpus);
    QVERIFY(session.load());
    QVERIFY(session.waitUntilAble());
    QSignalSpy moved(session.runs.get(), &RunController::progressChanged);
    session.runs->start(optionsFor(continuationsOf(tinyGpt2()).front()));
    QTRY_VERIFY_WITH_TIMEOUT(!moved.isEmpty(), kTimeout);
    QVERIFY(session.runs->isRunning());
    session.runs.reset();
    QVERIFY(!session.loads.isInUse());
    session.loads.unload();
    QTRY_COMPARE_WITH_TIMEOUT(session.loads.state(), LoadState::Idle, kTimeout);
    QVERIFY(isAllZero(session.loads.counters()));
}

void RunControllerTest::runsWhatIsLoadedNotWhatIsOpen() {
    Session session(kPlainGpus);
    QVERIFY(session.load());
    QVERIFY(session.openUnknown());
    QVERIFY(session.waitUntilAble());
    const Continuation wanted = continuationsOf(tinyGpt2()).front();
    QSignalSpy finished(session.runs.get(), &RunController::finished);
    session.runs->start(optionsFor(wanted));
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    QCOMPARE(session.runs->runs().back().report->sequences.front().generated, wanted.follow);
}

void RunControllerTest::everyStateHasAName() {
    QStringList names;
    for (const ModelRunState state : {ModelRunState::Idle, ModelRunState::Running,
                                      ModelRunState::Paused, ModelRunState::Cancelling}) {
        names.append(QString::fromUtf8(modelRunStateName(state)));
    }
    QCOMPARE(names.join(u' '), QStringLiteral("idle running paused cancelling"));
}

QTEST_GUILESS_MAIN(RunControllerTest)
#include "tst_run_controller.moc"
