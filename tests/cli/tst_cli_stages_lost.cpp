// SPDX-License-Identifier: GPL-3.0-or-later
// `run --stages` where a stage is killed or stands still, at moments of all of a run: the command
// ends with an error that names a stage, nothing is left, and the next run is as any.
#include "cli_process.h"
#include "staged_run.h"
#include "tests/support/golden_text.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <signal.h>

#include <array>
#include <random>

using namespace stowage::test;

namespace {

constexpr int kLayers = 4;
constexpr int kEndMs = 60'000;
constexpr int kKills = 30;
constexpr quint64 kSeed = 20261126;

/// What of a run is seen from outside.
enum class Moment { Start, Load, Connecting, Prefill, Decode };
constexpr std::array kMoments{Moment::Start, Moment::Load, Moment::Connecting, Moment::Prefill,
                              Moment::Decode};
constexpr std::array kSignals{SIGKILL, SIGSEGV, SIGTERM};

}  // namespace

class CliStagesLostTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void initTestCase();
    void killedStages();
    void interruptions_data();
    void interruptions();
    void theCommandIsKilled();
    void stoppedStages_data();
    void stoppedStages();

private:
    /// A run that is ended long before it ends by itself, however much a machine's speed varies.
    [[nodiscard]] QStringList arguments(int stages, int generate = 4000) const {
        return {"run",
                m_llama,
                "--tokens",
                "1,2,3",
                "--tokens",
                "5,6,7,8",
                "--gpus",
                "none",
                "--generate",
                QString::number(generate),
                "--json",
                "--stages",
                stagesHere(kLayers, stages)};
    }
    /// Waits until the stage's process is so far; `share` of the time that such a part takes may
    /// pass as well. False where the run has ended before.
    [[nodiscard]] bool waitFor(StagedRun& run, qint64 stage, Moment moment, double share) const;
    /// Lets so much of a run's time pass; false where it ends meanwhile.
    [[nodiscard]] static bool passTime(StagedRun& run, qint64 microseconds);
    void runsAsEver() const {
        const auto run = runCli(arguments(2, 2));
        QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    }

    QTemporaryDir m_dir;
    QString m_llama;
    qint64 m_startUs = 0;   ///< from a stage's start to its first socket
    qint64 m_decodeUs = 0;  ///< from there to the end of a short run
};

void CliStagesLostTest::initTestCase() {
    QVERIFY(m_dir.isValid());
    m_llama = m_dir.filePath("llama");
    const auto sample = runCli({"sample", m_llama, "--arch", "llama-tiny"});
    QVERIFY2(sample.exitCode == 0, sample.output + sample.diagnostics);
    if (const QString why = whyNoStages(m_llama); !why.isEmpty()) {
        QSKIP(qPrintable(why));
    }
    StagedRun run(arguments(2, 400));
    const qint64 stage = run.waitForStage(0);
    QVERIFY(stage != 0);
    QElapsedTimer time;
    time.start();
    QVERIFY(run.waitForConnection(stage));
    m_startUs = time.nsecsElapsed() / 1000;
    QVERIFY(run.waitForEnd(120'000));
    m_decodeUs = time.nsecsElapsed() / 1000 - m_startUs;
    QCOMPARE(run.exitCode(), 0);
    QCOMPARE(run.processes(), QStringList());
}

bool CliStagesLostTest::passTime(StagedRun& run, qint64 microseconds) {
    QElapsedTimer time;
    time.start();
    while (time.nsecsElapsed() / 1000 < microseconds) {
        if (run.process().waitForFinished(1) || run.process().state() == QProcess::NotRunning) {
            return false;
        }
    }
    return true;
}

bool CliStagesLostTest::waitFor(StagedRun& run, qint64 stage, Moment moment, double share) const {
    const auto part = [share](qint64 microseconds, double of) {
        return static_cast<qint64>(share * of * static_cast<double>(microseconds));
    };
    switch (moment) {
        case Moment::Start:
            return passTime(run, part(m_startUs, 0.1));
        case Moment::Load:
            return passTime(run, m_startUs / 10 + part(m_startUs, 0.8));
        case Moment::Connecting:
            // The socket is the first thing of all that connecting does.
            return run.waitForConnection(stage) && passTime(run, part(m_decodeUs, 0.005));
        case Moment::Prefill:
            return run.waitForConnection(stage) && passTime(run, part(m_decodeUs, 0.05));
        case Moment::Decode:
            return run.waitForConnection(stage) && passTime(run, part(m_decodeUs, 0.7));
    }
    return false;
}

void CliStagesLostTest::killedStages() {
    std::mt19937_64 random(kSeed);
    std::uniform_real_distribution<double> share(0, 1);
    for (int i = 0; i < kKills; ++i) {
        const auto number = static_cast<std::size_t>(i);
        const Moment moment = kMoments[number % kMoments.size()];
        const int stages = i % 2 == 0 ? 2 : 4;
        const int which = static_cast<int>(random() % static_cast<quint64>(stages));
        const int signal = kSignals[random() % kSignals.size()];
        const double when = share(random);
        const QByteArray kill = QStringLiteral(
                                    "seed %1, kill %2: stage %3 of %4, signal %5, moment "
                                    "%6 + %7")
                                    .arg(kSeed)
                                    .arg(i)
                                    .arg(which)
                                    .arg(stages)
                                    .arg(signal)
                                    .arg(static_cast<int>(moment))
                                    .arg(when)
                                    .toUtf8();
        StagedRun run(arguments(stages));
        const qint64 stage = run.waitForStage(which);
        QVERIFY2(stage != 0, kill);
        QVERIFY2(waitFor(run, stage, moment, when), kill + run.output());
        QVERIFY2(::kill(static_cast<pid_t>(stage), signal) == 0, kill);
        QVERIFY2(run.waitForEnd(kEndMs), kill);
        const QByteArray told = kill + ": " + run.output();
        QVERIFY2(run.exitCode() > 0, told);
        QVERIFY2(run.failure().startsWith(goldenText("cli/the-stage-on-localhost-layers")), told);
        QVERIFY2(run.processes().isEmpty(), kill);
        runsAsEver();
        if (QTest::currentTestFailed()) {
            qInfo("%s", kill.constData());
            return;
        }
    }
}

void CliStagesLostTest::interruptions_data() {
    QTest::addColumn<int>("moment");
    QTest::addColumn<int>("signal");
    for (const Moment moment : kMoments) {
        for (const int signal : {SIGINT, SIGTERM}) {
            QTest::addRow("moment %d, signal %d", static_cast<int>(moment), signal)
                << static_cast<int>(moment) << signal;
        }
    }
}

void CliStagesLostTest::interruptions() {
    QFETCH(int, moment);
    QFETCH(int, signal);
    StagedRun run(arguments(2));
    const qint64 stage = run.waitForStage(1);
    QVERIFY(stage != 0);
    QVERIFY(waitFor(run, stage, static_cast<Moment>(moment), 0.5));
    QVERIFY(::kill(static_cast<pid_t>(run.process().processId()), signal) == 0);
    QVERIFY(run.waitForEnd(kEndMs));
    QCOMPARE(run.exitCode(), 130);
    QCOMPARE(run.failure().isEmpty() || run.failure().contains("interrupted"), true);
    QCOMPARE(run.processes(), QStringList());
    runsAsEver();
}

/// Nobody asks for the stages any more, and nobody could end them.
void CliStagesLostTest::theCommandIsKilled() {
    for (const Moment moment : kMoments) {
        StagedRun run(arguments(4));
        const qint64 stage = run.waitForStage(3);
        QVERIFY(stage != 0);
        QVERIFY(waitFor(run, stage, moment, 0.5));
        run.process().kill();
        QVERIFY(run.waitForEnd(kEndMs));
        QTRY_COMPARE_WITH_TIMEOUT(run.processes(), QStringList(), kEndMs);
    }
    runsAsEver();
}

void CliStagesLostTest::stoppedStages_data() {
    QTest::addColumn<int>("stages");
    QTest::addColumn<int>("which");
    for (const int stages : {2, 4}) {
        for (int which = 0; which < stages; ++which) {
            QTest::addRow("stage %d of %d", which, stages) << stages << which;
        }
    }
}

void CliStagesLostTest::stoppedStages() {
    QFETCH(int, stages);
    QFETCH(int, which);
    StagedRun run(arguments(stages) + QStringList{"--stage-timeout", "2"});
    const qint64 stage = run.waitForStage(which);
    QVERIFY(stage != 0);
    QVERIFY(waitFor(run, stage, Moment::Decode, 0.2));
    QVERIFY(::kill(static_cast<pid_t>(stage), SIGSTOP) == 0);
    QVERIFY(run.waitForEnd(kEndMs));
    QCOMPARE(run.exitCode(), 4);
    const int each = kLayers / stages;
    const QString layers =
        QStringLiteral("localhost (layers %1-%2)").arg(which * each).arg((which + 1) * each - 1);
    // Whoever waits for it longest: another stage, or the command itself.
    const QString lost = goldenText("cli/lost-the-one-on") + layers +
                         goldenText("cli/it-is-gone-or-was-silent-for-longer");
    const QString silent =
        goldenText("cli/the-stage-on") + layers + goldenText("cli/ended-it-has-told-nothing-for");
    QVERIFY2(run.failure().contains(lost) || run.failure() == silent, run.output());
    QCOMPARE(run.processes(), QStringList());
    runsAsEver();
}

QTEST_GUILESS_MAIN(CliStagesLostTest)
#include "tst_cli_stages_lost.moc"
