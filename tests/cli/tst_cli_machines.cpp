// SPDX-License-Identifier: GPL-3.0-or-later
// `load --machines`: one map on several machines, with a script in the place of ssh.
#include "cli_process.h"
#include "staged_run.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace stowage::test;

namespace {

/// Each machine is a folder below $MACHINES, where its commands run: `bin` has its programs.
constexpr const char* kSsh = R"(#!/bin/sh
for word; do machine=$command; command=$word; done
case "$machine" in
changed) echo "@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @" >&2
    echo "Host key verification failed." >&2; exit 255 ;;
unseen) echo "Host key verification failed." >&2; exit 255 ;;
locked) echo "me@locked: Permission denied (publickey,password)." >&2; exit 255 ;;
full) echo "Killed" >&2; exit 137 ;;
cut) kill -9 $$ ;;
esac
cd "$MACHINES/$machine" 2>/dev/null ||
    { echo "ssh: Could not resolve hostname $machine" >&2; exit 255; }
echo "$*" >> log
export HOME="$PWD" PATH="$PWD/bin:/usr/bin:/bin"
echo "Welcome to $machine"
setsid --wait sh -c "$command"
)";

/// A stowagectl from before jobs.
constexpr const char* kOlder = R"(#!/bin/sh
echo 'There is no command "job"; see stowagectl --help.' >&2
exit 2
)";

}  // namespace

class CliMachinesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void initTestCase();
    void oneMapOnAll();
    void theFirstMachinePlans();
    void whySshFailed();
    void tablesForPeople();
    void eachFailureIsARow();
    void differentModelsAreSaid();
    void stagesHaveOneModel();
    void stagesReadAMapHere();
    void withoutAPlanNothingIsLoaded();
    void thisMachineNeedsNoSsh();
    void wordsAreQuoted();
    void interruptionEndsAll();
    void commandsRunThere();
    void projectsLoadThere();
    void whatCannotRunThere_data();
    void whatCannotRunThere();
    void refusesWrongUse_data();
    void refusesWrongUse();

private:
    [[nodiscard]] CliRequest request(const QString& machines, const QStringList& arguments) const {
        CliRequest request{QStringList{"load", "model file.safetensors", "--machines", machines} +
                           arguments};
        request.environment = QStringList{"PATH=" + m_dir.path() + ":/usr/bin:/bin", mark()};
        request.workingDirectory = m_dir.filePath("alpha");
        return request;
    }
    [[nodiscard]] CliOutcome load(const QString& machines, const QStringList& arguments) const {
        return runCli(request(machines, arguments));
    }
    /// A machine with a model and a stowagectl.
    void makeMachine(const QString& name) const {
        QDir(m_dir.path()).mkpath(name + "/bin");
        writeFile(m_dir.filePath(name + "/model file.safetensors"), fourLayers());
        QFile::link(stowagectlPath(), m_dir.filePath(name + "/bin/stowagectl"));
    }
    [[nodiscard]] QByteArray logOf(const QString& machine) const {
        return contentOf(m_dir.filePath(machine + "/log"));
    }
    /// In the environment of all that these tests start.
    [[nodiscard]] QString mark() const { return "MACHINES=" + m_dir.path(); }

    QTemporaryDir m_dir;
};

void CliMachinesTest::initTestCase() {
    QVERIFY(m_dir.isValid());
    writeProgram(m_dir.filePath("ssh"), kSsh);
    makeMachine("alpha");
    makeMachine("beta");
    makeMachine("bare");
    QVERIFY(QFile::remove(m_dir.filePath("bare/bin/stowagectl")));
    makeMachine("empty");
    QVERIFY(QFile::remove(m_dir.filePath("empty/model file.safetensors")));
    makeMachine("older");
    QVERIFY(QFile::remove(m_dir.filePath("older/bin/stowagectl")));
    writeProgram(m_dir.filePath("older/bin/stowagectl"), kOlder);
}

void CliMachinesTest::oneMapOnAll() {
    const auto run = load("alpha,beta", {"--gpus", "64MiB,64MiB", "--verify", "--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const QJsonArray map = run.json.value("device_map").toArray();
    QCOMPARE(map.size(), 4);
    const QJsonArray machines = run.json.value("machines").toArray();
    QCOMPARE(machines.size(), 2);
    for (int i = 0; i < 2; ++i) {
        const QJsonObject machine = machines[i].toObject();
        QCOMPARE(machine.value("machine").toString(), i == 0 ? "alpha" : "beta");
        QVERIFY(!machine.contains("error"));
        const QJsonObject done = machine.value("ok").toObject();
        QCOMPARE(done.value("device_map").toArray(), map);
        QCOMPARE(done.value("verified").toBool(), true);
        QCOMPARE(bytesAt(done, "bytes"), std::int64_t{4096});
    }
}

/// What says where modules go stays with the plan; all else is passed on.
void CliMachinesTest::theFirstMachinePlans() {
    for (const char* machine : {"alpha", "beta"}) {
        QFile::remove(m_dir.filePath(QLatin1String(machine) + "/log"));
    }
    const auto run = load("beta,alpha", {"--gpus", "64MiB,64MiB", "--strategy", "sequential",
                                         "--method", "naive", "--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QCOMPARE(logOf("beta").count('\n'), 2);
    const QByteArray log = logOf("alpha");
    QCOMPARE(log.count('\n'), 1);
    QVERIFY2(
        log.startsWith("-T -o BatchMode=yes -o ConnectTimeout=15 -o ServerAliveInterval=10 alpha "),
        log);
    for (const QJsonValue& machine : run.json.value("machines").toArray()) {
        QCOMPARE(at(machine.toObject(), {"ok"}).value("method").toString(), "naive");
    }
    // A map is read here: the machines have no such file.
    writeFile(m_dir.filePath("alpha/map.json"), R"({"": "cpu"})");
    const auto given =
        load("beta,alpha", {"--gpus", "64MiB", "--device-map", "map.json", "--json"});
    QVERIFY2(given.exitCode == 0, given.output + given.diagnostics);
    QCOMPARE(given.json.value("device_map").toArray(), (QJsonArray{QJsonArray{"", "cpu"}}));
}

/// A failure of ssh or of a shell is one sentence: whose fault it is and what to do.
void CliMachinesTest::whySshFailed() {
    const auto run = load("alpha,changed,unseen,locked,full,cut", {"--gpus", "64MiB", "--json"});
    const QJsonArray machines = run.json.value("machines").toArray();
    const QStringList expected{"ssh-keygen -R changed",
                               "in a terminal and check the key: ssh unseen",
                               "The login to locked was denied", "The process on full was killed",
                               "The ssh process of this machine that was connected to cut"};
    QCOMPARE(machines.size(), expected.size() + 1);
    for (int i = 0; i < expected.size(); ++i) {
        const QString message =
            at(machines[i + 1].toObject(), {"error"}).value("message").toString();
        QVERIFY2(message.contains(expected[i]), qPrintable(message));
    }
}

void CliMachinesTest::tablesForPeople() {
    const auto run = load("alpha,beta", {"--gpus", "64MiB", "--verify"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    for (const char* part :
         {"machine  method", "GPU 0 allocated", "alpha    streamed", "beta     streamed",
          "loaded and verified\n", goldenText("cli/2-of-2-machines-loaded-the-same")}) {
        QVERIFY2(run.output.contains(part), run.output);
    }
    const auto dry = load("alpha", {"--gpus", "64MiB", "--dry-run"});
    QVERIFY2(dry.exitCode == 0, dry.output + dry.diagnostics);
    QVERIFY2(dry.output.contains(goldenText("window-load/dry-run-nothing-was-loaded")), dry.output);
}

void CliMachinesTest::eachFailureIsARow() {
    const QString names = "alpha,bare,empty,older,nowhere";
    const auto run = load(names, {"--gpus", "64MiB", "--sha256", "--json"});
    QCOMPARE(run.exitCode, 4);  // the first of them: bare
    const QJsonArray machines = run.json.value("machines").toArray();
    QCOMPARE(machines.size(), 5);
    QVERIFY(machines[0].toObject().contains("ok"));
    const QList<std::pair<QString, QString>> failures{
        {"backend_unavailable", goldenText("cli/bare-has-no-stowagectl-neither-in")},
        {"file_not_found", goldenText("base/there-is-no-file-or-folder-model")},
        {"unsupported", goldenText("cli/the-stowagectl-on-older-is-of")},
        {"read_failed", "nowhere cannot be reached: ssh: Could not resolve hostname nowhere"}};
    for (int i = 0; i < failures.size(); ++i) {
        const QJsonObject error = at(machines[i + 1].toObject(), {"error"});
        QCOMPARE(error.value("kind").toString(), failures[i].first);
        QCOMPARE(error.value("message").toString(), failures[i].second);
    }
    const auto people = load(names, {"--gpus", "64MiB", "--sha256"});
    QCOMPARE(people.exitCode, 4);
    for (const auto& [kind, sentence] : failures) {
        QVERIFY2(people.output.contains(sentence.toUtf8() + "\n"), people.output);
    }
    QVERIFY2(people.output.contains(goldenText("cli/alpha-loaded-the-model-in")), people.output);
    // Refused by its pre-flight: the load's own object says more.
    const auto refused =
        load("alpha,beta", {"--gpus", "1KiB", "--device-map", "{'': 0}", "--json"});
    QCOMPARE(refused.exitCode, 1);
    const QJsonObject error = at(refused.json.value("machines").toArray()[1].toObject(), {"error"});
    QCOMPARE(error.value("kind").toString(), "device_out_of_memory");
    QCOMPARE(at(error, {"load", "stopped"}).value("why"), error.value("message"));
}

/// The same names and shapes under the same path, with other numbers.
void CliMachinesTest::differentModelsAreSaid() {
    makeMachine("gamma");
    QByteArray bytes = fourLayers();
    bytes.back() = static_cast<char>(bytes.back() ^ 1);
    writeFile(m_dir.filePath("gamma/model file.safetensors"), bytes);
    const auto run = load("alpha,gamma", {"--gpus", "64MiB", "--verify"});
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.diagnostics.contains(goldenText("cli/alpha-and-gamma-hold-different")),
             run.diagnostics);
    const auto unverified = load("alpha,gamma", {"--gpus", "64MiB"});
    QCOMPARE(unverified.exitCode, 1);
    QVERIFY2(unverified.diagnostics.contains(goldenText("cli/alpha-and-gamma-hold-different")),
             unverified.diagnostics);
    const auto same = load("alpha,beta", {"--gpus", "64MiB", "--verify"});
    QCOMPARE(same.exitCode, 0);
    QVERIFY2(!same.diagnostics.contains("different models"), same.diagnostics);
}

void CliMachinesTest::stagesHaveOneModel() {
    for (const auto& [machine, seed] : {std::pair{"alpha", "0"}, std::pair{"beta", "7"}}) {
        const auto sample = runCli({"sample", m_dir.filePath(QString(machine) + "/llama"), "--arch",
                                    "llama-tiny", "--seed", seed});
        QVERIFY2(sample.exitCode == 0, sample.output + sample.diagnostics);
    }
    CliRequest asked = request({}, {});
    asked.arguments = {"run",      "llama",    "--stages", "alpha:0-1,beta:2-3", "--gpus", "none",
                       "--tokens", "1,2,3,94", "--json"};
    const auto run = runCli(asked);
    QCOMPARE(run.exitCode, 2);
    QVERIFY2(run.output.contains(goldenText("cli/the-stages-on-alpha-and-beta-have")),
             run.output + run.diagnostics);
    QTRY_COMPARE(processesWith(mark()), QStringList());
}

/// Not on each machine: a file of that name is there alone where the command is typed.
void CliMachinesTest::stagesReadAMapHere() {
    const QString llama = m_dir.filePath("llama");
    const auto sample = runCli({"sample", llama, "--arch", "llama-tiny"});
    QVERIFY2(sample.exitCode == 0, sample.output + sample.diagnostics);
    if (const QString why = whyNoStages(llama); !why.isEmpty()) {
        QSKIP(qPrintable(why));
    }
    writeFile(m_dir.filePath("map.json"), R"({"": "cpu"})");
    CliRequest asked = request({}, {});
    asked.workingDirectory = m_dir.path();
    asked.arguments = {
        "run",          llama,      "--stages", "alpha:0-1@127.0.0.1,beta:2-3@127.0.0.1",
        "--gpus",       "64MiB",    "--tokens", "1,2",
        "--device-map", "map.json", "--json"};
    const auto run = runCli(asked);
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
}

void CliMachinesTest::withoutAPlanNothingIsLoaded() {
    const QByteArray before = logOf("alpha");
    const auto run = load("empty,alpha", {"--gpus", "64MiB", "--json"});
    QCOMPARE(run.exitCode, 3);
    const QJsonObject error = at(run.json, {"error"});
    QCOMPARE(error.value("kind").toString(), "file_not_found");
    QCOMPARE(error.value("message").toString(), goldenText("base/empty-makes-no-plan-there-is-no"));
    const auto people = load("bare,alpha", {"--gpus", "64MiB"});
    QCOMPARE(people.exitCode, 4);
    QVERIFY2(people.diagnostics.startsWith(goldenText("cli/bare-makes-no-plan-bare-has-no")),
             people.diagnostics);
    QCOMPARE(logOf("alpha"), before);
    // Longer than a shell takes a command.
    QByteArray map = "{";
    for (int i = 0; i < 8000; ++i) {
        map += "\"layers." + QByteArray::number(i) + "\": 0, ";
    }
    writeFile(m_dir.filePath("alpha/long.json"), map + "\"\": 0}");
    for (const char* machine : {"alpha", "localhost"}) {
        const auto taken = load(machine, {"--gpus", "64MiB", "--device-map", "long.json"});
        QVERIFY2(taken.exitCode == 0, taken.output + taken.diagnostics);
    }
}

void CliMachinesTest::thisMachineNeedsNoSsh() {
    CliRequest alone = request("localhost", {"--gpus", "64MiB", "--json"});
    alone.environment = QStringList{"PATH=/nonexistent"};
    const auto run = runCli(alone);
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QCOMPARE(run.json.value("machines").toArray().size(), 1);
    alone.arguments[3] = ".,beta";
    const auto two = runCli(alone);
    QCOMPARE(two.exitCode, 3);
    const QJsonArray machines = two.json.value("machines").toArray();
    QVERIFY(machines[0].toObject().contains("ok"));
    QCOMPARE(at(machines[1].toObject(), {"error"}).value("message").toString(),
             goldenText("base/there-is-no-program-ssh"));
}

void CliMachinesTest::wordsAreQuoted() {
    const QString name = R"(it's $HOME "quoted" `here`; \.safetensors)";
    for (const char* machine : {"alpha", "beta"}) {
        writeFile(m_dir.filePath(QLatin1String(machine) + "/" + name), fourLayers());
    }
    CliRequest quoted = request("alpha,beta", {"--gpus", "64MiB", "--no-split", "", "--json"});
    quoted.arguments[1] = name;
    const auto run = runCli(quoted);
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
}

/// Far programs have sessions of their own, as behind sshd: only their standard input ends.
void CliMachinesTest::interruptionEndsAll() {
    const QString slow = QStringLiteral("slow.safetensors");
    const QByteArray model =
        safetensors(R"({"w":{"dtype":"F32","shape":[16777216],"data_offsets":[0,67108864]}})",
                    QByteArray(64 << 20, '\0'));
    for (const char* machine : {"alpha", "beta"}) {
        writeFile(m_dir.filePath(QLatin1String(machine) + "/" + slow), model);
    }
    // The links make these loads take half a minute.
    CliRequest stopped = request("alpha,beta,.", {"--gpus", "256MiB:link=2MB/s", "--json"});
    stopped.arguments[1] = slow;
    bool interrupted = false;
    stopped.watch = [&](QProcess& process) {
        const auto isLoad = [](const QString& pid) {
            return contentOf("/proc/" + pid + "/cmdline").endsWith(QByteArray("\0job\0", 5));
        };
        const QStringList all = interrupted ? QStringList() : processesWith(mark());
        if (std::count_if(all.begin(), all.end(), isLoad) == 3) {
            interrupted = true;
            interrupt(process);
        }
    };
    const auto run = runCli(stopped);
    QVERIFY(interrupted);
    QCOMPARE(run.exitCode, 130);
    QCOMPARE(at(run.json, {"error"}).value("kind").toString(), "cancelled");
    QTRY_COMPARE_WITH_TIMEOUT(processesWith(mark()), QStringList(), 60000);
}

/// The devices, the paths and the files are those of the machine; the result is that of the
/// command.
void CliMachinesTest::commandsRunThere() {
    QVERIFY(QDir(m_dir.filePath("beta")).mkpath("own"));
    writeFile(m_dir.filePath("beta/own/model.safetensors"), fourLayers());
    const QString there = "beta:" + m_dir.filePath("beta/own");
    const QString here = m_dir.filePath("beta/own");
    const auto run = [this](const QStringList& arguments) {
        CliRequest asked = request({}, {});
        asked.arguments = arguments;
        return runCli(asked);
    };
    for (const QStringList& command : {QStringList{"inspect"},
                                       {"plan", "--gpus", "64MiB"},
                                       {"estimate", "--gpus", "64MiB"},
                                       {"check", "--gpus", "64MiB", "--device-map", "{'': 0}"},
                                       {"plan", "--gpus", "1KiB"}}) {
        const QStringList options = command.mid(1) + QStringList{"--ram", "1GiB", "--disk", "1GiB"};
        const bool isPlan = command.first() != "inspect";
        for (const bool isJson : {true, false}) {
            const QStringList more = (isPlan ? options : QStringList()) +
                                     (isJson ? QStringList{"--json"} : QStringList());
            const auto far = run(QStringList{command.first(), there} + more);
            const auto near = run(QStringList{command.first(), here} + more);
            QVERIFY2(far.exitCode == near.exitCode, far.output + far.diagnostics);
            if (!isJson) {
                QCOMPARE(far.output, near.output);
            }
            QCOMPARE(far.json.value("device_map"), near.json.value("device_map"));
            QCOMPARE(far.json.keys(), near.json.keys());
        }
    }
    // "~" is the home folder there.
    const auto home = run({"load", "beta:~/own", "--gpus", "64MiB", "--verify", "--json"});
    QVERIFY2(home.json.value("verified").toBool(), home.output + home.diagnostics);
    const auto devices = run({"devices", "--machine", "beta", "--gpus", "64MiB", "--json"});
    QCOMPARE(devices.json.value("devices").toArray().size(), 1);
    QVERIFY(logOf("beta").contains("stowagectl job"));
    // A file here with such a name is what is meant.
    const QString odd = m_dir.filePath("alpha/beta:");
    QVERIFY(QDir().mkpath(odd));
    writeFile(odd + "/model.safetensors", fourLayers());
    CliRequest own = request({}, {});
    own.arguments = {"inspect", "beta:/model.safetensors", "--json"};
    const QByteArray before = logOf("beta");
    QCOMPARE(runCli(own).exitCode, 0);
    QCOMPARE(logOf("beta"), before);
}

void CliMachinesTest::projectsLoadThere() {
    const QString model = m_dir.filePath("beta/own.safetensors");
    writeFile(model, fourLayers());
    const QString copy = m_dir.filePath("copy");
    QCOMPARE(runCli({"headers", model, copy, "--machine", "beta"}).exitCode, 0);
    const QString project = m_dir.filePath("far.stowage");
    const auto saved = runCli({"plan", copy, "--gpus", "64MiB,64MiB", "--max-memory",
                               "0=2KiB,1=64MiB", "--save", project, "--json"});
    QVERIFY2(saved.exitCode == 0, saved.output + saved.diagnostics);
    CliRequest asked = request({}, {});
    asked.arguments = {"load", project, "--verify", "--json"};
    const auto run = runCli(asked);
    QVERIFY2(run.json.value("verified").toBool(), run.output + run.diagnostics);
    QCOMPARE(run.json.value("device_map"), saved.json.value("device_map"));
}

void CliMachinesTest::whatCannotRunThere_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("an output file")
        << QStringList{"load", "beta:/m", "--csv", "x.csv"} << QByteArray("--csv");
    QTest::newRow("a save") << QStringList{"plan", "beta:/m", "--save", "x"}
                            << QByteArray("--save");
    QTest::newRow("a command") << QStringList{"export", "beta:/m", "--to", "vllm"}
                               << QByteArray("export");
    QTest::newRow("an option of ssh")
        << QStringList{"plan", "--", "-oProxyCommand=x:/m"} << QByteArray("-oProxyCommand=x");
    QTest::newRow("nobody") << QStringList{"plan", "nobody:/m"} << QByteArray("nobody");
    QTest::newRow("no such model") << QStringList{"plan", "beta:/m"} << QByteArray("/m");
}

void CliMachinesTest::whatCannotRunThere() {
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, says);
    CliRequest asked = request({}, {});
    asked.arguments = arguments;
    const auto run = runCli(asked);
    QVERIFY(run.exitCode > 1);
    QCOMPARE(run.diagnostics.count('\n'), 1);
    QVERIFY2(run.diagnostics.contains(says), run.diagnostics);
}

void CliMachinesTest::refusesWrongUse_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    for (const char* option : {"--csv", "--events", "--record", "--segments", "--audit"}) {
        QTest::newRow(option) << QStringList{option, "file"}
                              << QByteArray(option) + goldenText("cli/does-not-go-with-machines");
    }
    QTest::newRow("--repeat") << QStringList{"--repeat", "2"}
                              << QByteArray(goldenText("cli/repeat-does-not-go-with-machines"));
    QTest::newRow("--hold") << QStringList{"--hold"}
                            << QByteArray(goldenText("cli/do-not-go-together"));
    QTest::newRow("twice") << QStringList{"--machines", "alpha"} << QByteArray("named twice");
    QTest::newRow("an option of ssh") << QStringList{"--machines=-oProxyCommand=touch x"}
                                      << QByteArray(goldenText("cli/is-no-name"));
    QTest::newRow("no name") << QStringList{"--machines", ""}
                             << QByteArray(goldenText("cli/is-no-name"));
    QTest::newRow("map") << QStringList{"--device-map", "{'': 'tpu'}"} << QByteArray("tpu");
}

void CliMachinesTest::refusesWrongUse() {
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, says);
    const auto run = load("alpha", arguments);
    QCOMPARE(run.exitCode, 2);
    QVERIFY2(run.diagnostics.contains(says), run.diagnostics);
    CliRequest input = request("alpha", {});
    input.arguments[1] = "-";
    QVERIFY(runCli(input).diagnostics.contains("standard input"));
}

QTEST_GUILESS_MAIN(CliMachinesTest)
#include "tst_cli_machines.moc"
