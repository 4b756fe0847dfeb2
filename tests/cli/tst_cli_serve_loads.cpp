// SPDX-License-Identifier: GPL-3.0-or-later
// `stowagectl serve`: loads that are followed, paused, held and cancelled, and the end of all.
#include "cli_process.h"
#include "serve_client.h"
#include "served_folder.h"

#include "engine/load/program/load_method.h"
#include "tests/support/golden_text.h"

#include <QRegularExpression>
#include <QTest>

#include <signal.h>

#include <algorithm>

using namespace stowage::test;

namespace {

constexpr int kEndMs = 60'000;

}  // namespace

class CliServeLoadsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void endsAfterSilence();
    void cleanup() {
        QTRY_COMPARE_WITH_TIMEOUT(processesWith(m_folder.mark()), QStringList(), kEndMs);
        QCOMPARE(filesBelow(m_folder.temporary()), QStringList());
    }
    void initTestCase() { QVERIFY(m_folder.make()); }
    void loadsByEveryMethod_data();
    void loadsByEveryMethod();
    void dryRuns();
    void loadsThatDoNotLoad();
    void killedLoads();
    void heldLoads();
    void pausedAtOnce();
    void cancelledWhileItLoads();
    void endsWithItsInput_data();
    void endsWithItsInput();

private:
    ServedFolder m_folder;
};

void CliServeLoadsTest::loadsByEveryMethod_data() {
    QTest::addColumn<QString>("method");
    for (const stowage::LoadMethod method : stowage::allLoadMethods()) {
        const QString name = QString::fromStdString(std::string(stowage::loadMethodName(method)));
        QTest::newRow(qPrintable(name)) << name;
    }
}

void CliServeLoadsTest::loadsByEveryMethod() {
    QFETCH(const QString, method);
    const auto server = m_folder.serve();
    const QStringList before = filesBelow(m_folder.path());
    for (const bool holds : {false, true}) {
        const qint64 load =
            server->begin(requestTo("load", {{"model", "llama"},
                                             {"gpus", "64MiB,64MiB"},
                                             {"max_memory", "0=4MiB,1=4MiB,cpu=1MiB"},
                                             {"method", method},
                                             {"verify", true},
                                             {"hold", holds}}));
        const QJsonObject loaded = at(server->waitForProgress(load, isLoaded), {"loaded"});
        QCOMPARE(loaded.isEmpty(), !holds);
        if (holds) {
            QVERIFY(isAnswered(server->ask(requestTo("cancel", {{"request", load}}))));
        }
        const QJsonObject answer = server->answer(load);
        QVERIFY2(isAnswered(answer) && !answer.contains("status"), textOf(answer));
        const QJsonObject done = at(answer, {"ok"});
        QCOMPARE(done.value("method").toString(), method);
        QCOMPARE(done.value("verified").toBool(), true);
        QVERIFY(!holds || loaded == done);
        const QList<QJsonObject> told = server->progress(load);
        QVERIFY(!told.isEmpty());
        QCOMPARE(isLoaded(told.last()), holds);  // the last line is that
    }
    QCOMPARE(filesBelow(m_folder.path()), before);
}

void CliServeLoadsTest::dryRuns() {
    const auto server = m_folder.serve();
    const QJsonObject dry =
        server->ask(requestTo("load", {{"model", "llama"}, {"gpus", "64MiB"}, {"dry_run", true}}));
    QVERIFY2(isAnswered(dry), textOf(dry));
    QCOMPARE(at(dry, {"ok"}).value("dry_run").toBool(), true);
    QVERIFY(isAnswered(server->ask(
        requestTo("load", {{"model", "llama"}, {"gpus", "64MiB"}, {"dry_run", false}}))));
}

/// Nothing that failed is told as loaded.
void CliServeLoadsTest::loadsThatDoNotLoad() {
    const auto server = m_folder.serve();
    const auto wasLoaded = [&](qint64 load) {
        const QList<QJsonObject> all = server->progress(load);
        return std::any_of(all.begin(), all.end(), isLoaded);
    };
    const qint64 broken = server->begin(
        requestTo("load", {{"model", "broken.safetensors"}, {"gpus", "64MiB"}, {"hold", true}}));
    QCOMPARE(errorKind(server->answer(broken)), "unknown_format");
    QVERIFY(!wasLoaded(broken));
    const qint64 tooLarge = server->begin(requestTo("load", {{"model", "llama"},
                                                             {"gpus", "64KiB"},
                                                             {"device_map", QJsonObject{{"", 0}}},
                                                             {"hold", true}}));
    const QJsonObject refused = server->answer(tooLarge);
    QVERIFY2(isAnswered(refused), textOf(refused));
    QCOMPARE(refused.value("status").toInt(), 1);
    QCOMPARE(at(refused, {"ok", "stopped"}).value("kind").toString(), "device_out_of_memory");
    QVERIFY(!wasLoaded(tooLarge));
}

/// As where memory runs out: what was said before is not the reason, and a held load is no more.
void CliServeLoadsTest::killedLoads() {
    const auto server = m_folder.serve();
    for (const bool isHeld : {false, true}) {
        const qint64 load =
            isHeld ? server->begin(
                         requestTo("load", {{"model", "llama"}, {"gpus", "64MiB"}, {"hold", true}}))
                   : m_folder.beginSlowLoad(*server);
        const auto isThere = [&](const QJsonObject& line) { return isLoaded(line) == isHeld; };
        QVERIFY(!server->waitForProgress(load, isThere).isEmpty());
        QStringList processes = processesWith(m_folder.mark());
        QVERIFY(processes.removeOne(QString::number(server->process().processId())));
        QCOMPARE(processes.size(), 1);
        ::kill(processes.first().toInt(), SIGKILL);
        const QJsonObject answer = server->answer(load);
        QCOMPARE(errorKind(answer), "internal");
        QVERIFY2(textOf(answer).contains(goldenText("cli/ended-by-signal-9")), textOf(answer));
    }
    QVERIFY(isAnswered(server->ask(requestTo("sample"))));
}

void CliServeLoadsTest::heldLoads() {
    const auto server = m_folder.serve();
    const qint64 load = m_folder.beginSlowLoad(*server);
    const auto control = [&](const char* what) {
        const QJsonObject answer = server->ask(requestTo(what, {{"request", load}}));
        QCOMPARE(bytesAt(at(answer, {"ok"}), "request"), load);
    };
    const auto hasDone = [](qint64 items) {
        return [items](const QJsonObject& line) { return bytesAt(line, "items_done") >= items; };
    };
    QVERIFY(!server->waitForProgress(load, hasDone(0)).isEmpty());
    control("pause");
    // Its memory goes on being told while it stands still.
    const auto standsStill = [&] {
        const auto last = [&] { return bytesAt(server->progress(load).last(), "items_done"); };
        qint64 items = last();
        for (int same = 0; same < 15;) {
            const qsizetype lines = server->progress(load).size();
            if (!server->takeUntil([&] { return server->progress(load).size() > lines; })) {
                return qint64(-1);
            }
            same = last() == items ? same + 1 : 0;
            items = last();
        }
        return items;
    };
    const qint64 items = standsStill();
    QVERIFY(items >= 0 && items < ServedFolder::kSlowLayers);
    QCOMPARE(processesWith(m_folder.mark()).size(), 2);
    control("step");
    QVERIFY(!server->waitForProgress(load, hasDone(items + 1)).isEmpty());
    QVERIFY(standsStill() < ServedFolder::kSlowLayers);
    control("resume");
    const QJsonObject loaded = at(server->waitForProgress(load, isLoaded), {"loaded"});
    QVERIFY(loaded.value("paused_seconds").toDouble() > 0);
    QCOMPARE(bytesAt(loaded, "bytes"), ServedFolder::kSlowBytes);
    // It stays, whatever else is asked.
    for (const char* const what : {"pause", "step", "resume"}) {
        control(what);
    }
    QVERIFY(isAnswered(server->ask(requestTo("plan", {{"model", "llama"}, {"gpus", "64MiB"}}))));
    QCOMPARE(processesWith(m_folder.mark()).size(), 2);
    const qint64 cancel = server->begin(requestTo("cancel", {{"request", load}}));
    const QJsonObject ended = server->answer(load);
    QCOMPARE(at(ended, {"ok"}), loaded);
    QCOMPARE(bytesAt(at(server->answer(cancel), {"ok"}), "request"), load);
    QCOMPARE(processesWith(m_folder.mark()).size(), 1);
    QCOMPARE(errorKind(server->ask(requestTo("pause", {{"request", load}}))), "invalid_argument");
}

/// Not a line is lost that comes right behind the load.
void CliServeLoadsTest::pausedAtOnce() {
    const auto server = m_folder.serve();
    const qint64 load = m_folder.beginSlowLoad(*server);
    const qint64 pause = server->begin(requestTo("pause", {{"request", load}}));
    const qint64 plan = server->begin(requestTo("plan", {{"model", "llama"}, {"gpus", "64MiB"}}));
    const qint64 wrong = server->begin(requestTo("pause", {{"request", plan}}));
    QVERIFY(isAnswered(server->answer(pause)));
    QCOMPARE(errorKind(server->answer(wrong)), "invalid_argument");
    // A tenth of a second a line: a load that goes on would have items by then.
    QVERIFY(server->takeUntil([&] { return server->progress(load).size() >= 30; }));
    QCOMPARE(bytesAt(server->progress(load).last(), "items_done"), std::int64_t{0});
    // As many lines as no pipe holds do not stop the server.
    QByteArray many;
    for (int i = 0; i < 20'000; ++i) {
        many += R"({"v":2,"id":7,"do":"pause","request":)" + QByteArray::number(load) + "}\n";
    }
    server->send(many);
    QVERIFY(isAnswered(server->ask(requestTo("sample"))));
    QVERIFY(isAnswered(server->ask(requestTo("cancel", {{"request", load}}))));
    QCOMPARE(errorKind(server->answer(load)), "cancelled");
    QVERIFY(isAnswered(server->answer(plan)));
}

void CliServeLoadsTest::cancelledWhileItLoads() {
    const auto server = m_folder.serve();
    // Before it began, while it opens, while it loads; by several at once.
    for (int lines = 0; lines < 6; ++lines) {
        const qint64 load = m_folder.beginSlowLoad(*server, {{"max_memory", "0=4MiB,cpu=1MiB"}});
        QVERIFY(server->takeUntil([&] { return server->progress(load).size() >= lines; }));
        const qint64 first = server->begin(requestTo("cancel", {{"request", load}}));
        const qint64 second = server->begin(requestTo("cancel", {{"request", load}}));
        QCOMPARE(errorKind(server->answer(load)), "cancelled");
        QVERIFY(isAnswered(server->answer(first)));
        const QJsonObject other = server->answer(second);
        QVERIFY2(isAnswered(other) || textOf(other).contains(goldenText("cli/is-under-way")),
                 textOf(other));
        QTRY_COMPARE_WITH_TIMEOUT(processesWith(m_folder.mark()).size(), 1, kEndMs);
        QCOMPARE(filesBelow(m_folder.temporary()), QStringList());
    }
    for (const char* const what : {"open", "plan", "estimate", "run"}) {
        QJsonObject members{{"model", "llama"}};
        if (QByteArray(what) != "open") {
            members.insert("gpus", "64MiB");
        }
        const qint64 request = server->begin(requestTo(what, members));
        const QJsonObject cancelled = server->ask(requestTo("cancel", {{"request", request}}));
        QVERIFY2(isAnswered(cancelled), textOf(cancelled));
        const QJsonObject answer = server->answer(request);
        QVERIFY2(isAnswered(answer) || errorKind(answer) == "cancelled", textOf(answer));
    }
}

void CliServeLoadsTest::endsWithItsInput_data() {
    QTest::addColumn<int>("signal");  // 0: its input ends
    QTest::addColumn<QString>("when");
    QTest::addColumn<QString>("budgets");
    for (const auto& [name, signal] : std::initializer_list<std::pair<const char*, int>>{
             {"input", 0}, {"SIGTERM", SIGTERM}, {"SIGINT", SIGINT}}) {
        for (const char* const when : {"opening", "loading", "paused", "held", "idle"}) {
            QTest::addRow("%s %s", name, when) << signal << when << "";
            QTest::addRow("%s %s disk", name, when) << signal << when << "0=4MiB,cpu=1MiB";
        }
    }
}

void CliServeLoadsTest::endsWithItsInput() {
    QFETCH(const int, signal);
    QFETCH(const QString, when);
    QFETCH(const QString, budgets);
    const auto server = m_folder.serve();
    QVERIFY(isAnswered(server->ask(requestTo("sample"))));
    QJsonObject members;
    if (!budgets.isEmpty()) {
        members.insert("max_memory", budgets);
    }
    if (when == "held") {
        members.insert("method", "mmap");
    }
    const qint64 load =
        when == "idle" ? 0
        : when == "held"
            ? server->begin(requestTo(
                  "load", {{"model", "slow.safetensors"}, {"gpus", "256MiB"}, {"hold", true}}))
            : m_folder.beginSlowLoad(*server, members);
    if (when == "loading" || when == "paused") {
        QVERIFY(server->takeUntil([&] { return server->progress(load).size() >= 4; }));
    }
    if (when == "paused") {
        QVERIFY(isAnswered(server->ask(requestTo("pause", {{"request", load}}))));
    }
    if (when == "held") {
        QVERIFY(!server->waitForProgress(load, isLoaded).isEmpty());
    }
    if (when == "opening") {
        QTRY_COMPARE_WITH_TIMEOUT(processesWith(m_folder.mark()).size(), 2, kEndMs);
    }
    if (signal == 0) {
        server->closeInput();
    } else {
        ::kill(static_cast<pid_t>(server->process().processId()), signal);
    }
    QCOMPARE(server->waitForEnd(kEndMs), 0);
    QCOMPARE(processesWith(m_folder.mark()), QStringList());
    QCOMPARE(server->oddLines(), QList<QByteArray>());
    if (when == "held") {
        QVERIFY(isAnswered(server->answer(load)));
    } else if (when != "idle") {
        QCOMPARE(errorKind(server->answer(load)), "cancelled");
    }
}

/// A client that has vanished without a word: what was loaded for it is freed.
void CliServeLoadsTest::endsAfterSilence() {
    ServeClient server(stowagectlPath(), {"serve", "--allow", m_folder.path(), "--end-after", "2"},
                       {m_folder.mark()});
    const qint64 id = server.begin(
        requestTo("load", {{"model", "tiny.safetensors"}, {"gpus", "64MiB"}, {"hold", true}}));
    QVERIFY(
        !server.waitForProgress(id, [](const QJsonObject& line) { return line.contains("loaded"); })
             .isEmpty());
    QVERIFY(isAnswered(server.ask(requestTo("sample"))));
    QTRY_COMPARE_WITH_TIMEOUT(server.process().state(), QProcess::NotRunning, 30000);
    QTRY_COMPARE_WITH_TIMEOUT(processesWith(m_folder.mark()), QStringList(), 30000);
}

QTEST_GUILESS_MAIN(CliServeLoadsTest)
#include "tst_cli_serve_loads.moc"
