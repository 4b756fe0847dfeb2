// SPDX-License-Identifier: GPL-3.0-or-later
// `stowagectl run --chain`: several models, one device, one after the other.
#include "cli_process.h"
#include "tests/support/golden_text.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

QString model(const char* name) {
    return QStringLiteral(STOWAGE_TEST_DATA "/run/") + QLatin1String(name);
}

}  // namespace

class CliRunChainTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    /// Each gives what it gives alone; only one is there at a time.
    void eachGivesWhatItGivesAlone() {
        const QStringList names{model("llama2"), model("gpt2"), model("bert"), model("llama2")};
        const QStringList common{"--tokens", "5,6,7", "--gpus", "8MiB", "--json"};
        const auto chain = runCli(QStringList{"run", names[0], "--generate", "4", "--chain",
                                              names[1], names[2], names[3]} +
                                  common);
        QCOMPARE(chain.exitCode, 0);
        const QJsonArray links = chain.json.value("chain").toArray();
        QCOMPARE(links.size(), names.size());
        for (qsizetype i = 0; i < names.size(); ++i) {
            const QJsonObject link = links[i].toObject();
            const bool isEncoder = i == 2;
            const auto alone = runCli(QStringList{"run", names[i], "--device-map", "{'': 0}",
                                                  "--generate", isEncoder ? "0" : "4"} +
                                      common);
            QCOMPARE(alone.exitCode, 0);
            QCOMPARE(link.value("tokens"), alone.json.value("tokens"));
            QCOMPARE(link.value("model").toString(), names[i]);
            QVERIFY(bytesAt(link, "bytes_moved") > 0);
            // The model and nothing else, in blocks of 512 bytes.
            QVERIFY(bytesAt(link, "allocated") >= bytesAt(link, "bytes_moved"));
            QVERIFY(bytesAt(link, "allocated") < bytesAt(link, "bytes_moved") + 64 * 512);
        }
        const QJsonObject device = chain.json.value("device").toObject();
        QCOMPARE(device.value("id").toString(), QStringLiteral("gpu:0"));
        QCOMPARE(bytesAt(device, "final_allocated"), std::int64_t{0});
    }

    /// Loads, runs and chains alike: the record says what --json says, with plan, model and curves.
    void everyKindLeavesARecord() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("record.json");
        const QStringList rest{"--gpus", "8MiB", "--record", path};
        const QStringList tokens{"--tokens", "5,6,7"};
        const QList<std::pair<QString, QStringList>> kinds{
            {"load", {"load", model("gpt2")}},
            {"run", QStringList{"run", model("gpt2")} + tokens},
            {"chain",
             QStringList{"run", model("gpt2"), "--chain", model("llama2") + "*2"} + tokens}};
        QStringList files;
        for (const auto& [kind, command] : kinds) {
            const auto run = runCli(command + rest + QStringList{"--json"});
            QVERIFY2(run.exitCode == 0, run.diagnostics);
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QJsonObject record = QJsonDocument::fromJson(file.readAll()).object();
            QCOMPARE(record.value("version").toInt(), static_cast<int>(files.size()) + 1);
            const QJsonObject object = record.value(kind).toObject();
            QCOMPARE(object.value("seconds"), run.json.value("seconds"));
            QVERIFY(!object.contains("prompt") && !object.contains("tokens"));
            const QJsonObject about = record.value("model").toObject();
            QCOMPARE(about.value("path").toString(), model("gpt2"));
            QCOMPARE(about.value("digest").toString().size(), 64);
            QVERIFY(!record.value("curves").toObject().value("seconds").toArray().isEmpty());
            files.append(folder.filePath(kind));
            QVERIFY(QFile::rename(path, files.back()));
        }
        const QString report = folder.filePath("report.md");
        QCOMPARE(runCli({"report", model("gpt2"), "--gpus", "8MiB", "--records", files.join(","),
                         "--engine", "stowage", "--out", report})
                     .exitCode,
                 0);
        QFile file(report);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        for (const char* part : {"| load | gpt2 |", "| run | gpt2 |", "| chain | gpt2 → llama2 |",
                                 "### The run of ", "### The chain of "}) {
            QVERIFY2(text.contains(part), part);
        }
        // What cannot be written is said before seconds of loading; a chain that stops is kept.
        QCOMPARE(runCli({"load", model("gpt2"), "--record", "/nowhere/x.json"}).exitCode, 3);
        QCOMPARE(runCli({"load", model("gpt2"), "--record", path, "--repeat", "2"}).exitCode, 2);
        const auto stopped = runCli(QStringList{"run", model("llama2"), "--chain", model("gpt2"),
                                                "--gpus", "64KiB", "--record", path} +
                                    tokens);
        QCOMPARE(stopped.exitCode, 1);
        QFile kept(path);
        QVERIFY(kept.open(QIODevice::ReadOnly));
        const QJsonObject why = QJsonDocument::fromJson(kept.readAll())
                                    .object()
                                    .value("chain")
                                    .toObject()
                                    .value("stopped")
                                    .toObject();
        QVERIFY2(stopped.diagnostics.contains(why.value("why").toString().toUtf8()),
                 stopped.diagnostics);
    }

    /// Called again and again a model stays: it comes once, and what it gives goes on.
    void repeatsStayAndPassOn() {
        const QStringList common{"--tokens",   "5,6,7", "--gpus", "8MiB",
                                 "--generate", "2",     "--json"};
        const auto chain =
            runCli(QStringList{"run", model("llama2"), "--chain",
                               model("gpt2") + "*3," + model("llama2"), "--pass-on"} +
                   common);
        QVERIFY2(chain.exitCode == 0, chain.diagnostics);
        const QJsonArray links = chain.json.value("chain").toArray();
        QCOMPARE(links.size(), 3);
        const auto tokens = [&](int link, const char* key) {
            return links[link].toObject().value(QLatin1String(key)).toArray();
        };
        QCOMPARE(links[1].toObject().value("times").toInt(), 3);
        const auto once =
            runCli(QStringList{"run", model("llama2"), "--chain", model("gpt2")} + common);
        QCOMPARE(bytesAt(links[1].toObject(), "bytes_moved"),
                 bytesAt(once.json.value("chain").toArray()[1].toObject(), "bytes_moved"));
        // 3 tokens of the prompt and 2 of each call before: what alone gives over them.
        QCOMPARE(tokens(0, "prompt").size(), 3);
        QCOMPARE(tokens(1, "prompt").size(), 3 + 3 * 2);
        QCOMPARE(tokens(2, "prompt").size(), 3 + 4 * 2);
        QStringList words;
        for (const auto& token : tokens(2, "prompt")) {
            words << QString::number(token.toInteger());
        }
        const auto alone = runCli({"run", model("llama2"), "--device-map", "{'': 0}", "--tokens",
                                   words.join(','), "--gpus", "8MiB", "--generate", "2", "--json"});
        QCOMPARE(links[2].toObject().value("tokens"), alone.json.value("tokens"));
    }

    void peopleSeeATable() {
        const auto run = runCli({"run", model("llama2"), "--chain", model("gpt2"), "--tokens",
                                 "1,2", "--gpus", "8MiB"});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.output.contains("moved to GPU 0"), run.output.constData());
        QVERIFY2(run.output.contains("The peak of allocated memory on GPU 0"),
                 run.output.constData());
        QVERIFY2(run.output.contains("(simulated)"), run.output.constData());
    }

    void whatCannotBeIsSaid_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("says");
        QTest::newRow("no room") << QStringList{"--chain", model("gpt2"), "--gpus", "64KiB"} << 1
                                 << QString(goldenText("run/on-gpu-0-to-run-there-as-a-whole"));
        QTest::newRow("a token of no model")
            << QStringList{"--chain", model("gpt2"), "--tokens", "97"} << 2
            << QStringLiteral("token 97");
        QTest::newRow("a plan") << QStringList{"--chain", model("gpt2"), "--strategy", "balanced"}
                                << 2 << QString(goldenText("cli/do-not-go-together"));
        QTest::newRow("where offloaded modules run")
            << QStringList{"--chain", model("gpt2"), "--offloaded", "compute"} << 2
            << QString(goldenText("cli/do-not-go-together"));
        QTest::newRow("another device") << QStringList{"--chain", model("gpt2"),        "--gpus",
                                                       "8MiB",    "--execution-device", "gpu:4"}
                                        << 2 << QStringLiteral("GPU 4");
        QTest::newRow("no such model")
            << QStringList{"--chain", "/nowhere"} << 3 << QStringLiteral("/nowhere");
        for (const char* repeat : {"*0", "*-1", "*x", "*99999999999999999999", "*"}) {
            QTest::newRow(repeat) << QStringList{"--chain", model("gpt2") + repeat} << 2
                                  << QStringLiteral("--chain");
        }
        QTest::newRow("no weights") << QStringList{"--chain", model("gpt2") + "/config.json"} << 3
                                    << QString(goldenText("cli/without-its-weights"));
    }

    void whatCannotBeIsSaid() {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        QFETCH(QString, says);
        if (!arguments.contains("--tokens")) {
            arguments << "--tokens"
                      << "1,2";
        }
        const auto run = runCli(QStringList{"run", model("llama2")} + arguments);
        QVERIFY2(run.diagnostics.contains(says.toUtf8()), run.diagnostics.constData());
        QCOMPARE(run.exitCode, status);
    }
};

QTEST_GUILESS_MAIN(CliRunChainTest)
#include "tst_cli_run_chain.moc"
