// SPDX-License-Identifier: GPL-3.0-or-later
// Models of families that no file describes, told by a person's own Python: one that answers, and
// ones that are missing, hang, die, print rubbish or refuse. The real library is asked where
// $STOWAGE_PYTHON has it.
#include "cli_process.h"
#include "engine/checkpoint/write/target_folder.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

constexpr const char* kUnheardOf =
    "{\"model_type\": \"unheard_of\", \"architectures\": [\"UnheardOfModel\"]}";
constexpr const char* kTree =
    "{\"format\": \"stowage.tree\", \"version\": 1, \"made_by\": {\"python\": \"3.11\", "
    "\"torch\": \"2.15\", \"transformers\": \"5.24\"}, \"no_split_module_classes\": [\"Block\"], "
    "\"tree\": {\"name\": \"\", \"class\": \"UnheardOfModel\", \"children\": [{\"name\": \"block\","
    " \"class\": \"Block\", \"params\": [{\"name\": \"weight\", \"shape\": [6, 4], \"dtype\": "
    "\"float32\"}]}]}}";

QJsonObject module(const char* name, const char* className, const QJsonArray& children) {
    return {{"name", name}, {"class", className}, {"children", children}};
}

QJsonObject linear(const char* name, int outputs, int inputs) {
    const QJsonObject weight{
        {"name", "weight"}, {"shape", QJsonArray{outputs, inputs}}, {"dtype", "bfloat16"}};
    return {{"name", name}, {"class", "Linear"}, {"params", QJsonArray{weight}}};
}

/// Two layers of a decoder as the script writes them, whose cache keeps these numbers a layer:
/// heads, width of a key and of a value, window.
QByteArray decoderThatKeeps(const QJsonArray& first, const QJsonArray& second) {
    constexpr int kWidth = 64;
    const auto layer = [](const char* name) {
        return module(
            name, "UnheardOfLayer",
            {module("self_attn", "UnheardOfAttention",
                    {linear("q_proj", kWidth, kWidth), linear("k_proj", kWidth / 2, kWidth),
                     linear("v_proj", kWidth / 2, kWidth), linear("o_proj", kWidth, kWidth)}),
             module("mlp", "UnheardOfMLP",
                    {linear("gate_proj", 2 * kWidth, kWidth), linear("up_proj", 2 * kWidth, kWidth),
                     linear("down_proj", kWidth, 2 * kWidth)})});
    };
    const QJsonObject tree = module(
        "", "UnheardOfForCausalLM",
        {module("layers", "ModuleList", {layer("0"), layer("1")}), linear("lm_head", 100, kWidth)});
    const QJsonObject facts{{"model_type", "unheard_of"},
                            {"layers", 2},
                            {"hidden_size", kWidth},
                            {"heads", 4},
                            {"context", 4096},
                            {"vocabulary", 100},
                            {"cache", QJsonArray{first, second}}};
    // The script's order: facts stand before the tree.
    return "{\"format\": \"stowage.tree\", \"version\": 1, \"made_by\": {}, \"facts\": " +
           QJsonDocument(facts).toJson() +
           ", \"no_split_module_classes\": [], \"tree\": " + QJsonDocument(tree).toJson() + "}";
}

/// What a stand-in for Python does first: it finds the file that it is to write.
constexpr const char* kHead =
    "#!/bin/sh\nfor word in \"$@\"; do [ \"$last\" = --out ] && out=\"$word\"; last=\"$word\"; "
    "done\n";

}  // namespace

class CliPythonTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString m_config;

    QString python(const QString& name, const QByteArray& script) {
        const QString path = writeInto(m_folder.path(), name, kHead + script);
        QFile::setPermissions(path, QFile::permissions(path) | QFileDevice::ExeUser);
        return path;
    }
    QString answering(const QString& name = QStringLiteral("bin/python"),
                      const QByteArray& answer = kTree) {
        const QString tree = writeInto(m_folder.path(), "answer.tree.json", answer);
        return python(name, "echo loading; cp '" + tree.toUtf8() + "' \"$out\"\n");
    }
    [[nodiscard]] QStringList keptFiles() const {
        return QDir(m_folder.filePath("cache/stowage/trees")).entryList(QDir::Files);
    }

private Q_SLOTS:
    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        QDir(m_folder.filePath("cache")).removeRecursively();
        qputenv("XDG_CACHE_HOME", m_folder.filePath("cache").toUtf8());
        m_config = writeInto(m_folder.path(), "model/config.json", kUnheardOf);
    }

    void nobodyIsAskedUnlessSaid() {
        const CliOutcome run = runCli({"inspect", m_config});
        QCOMPARE(run.exitCode, 3);
        QVERIFY2(run.diagnostics.contains(goldenText("model/unheard-of-is-none-that-stowage-2")),
                 run.diagnostics.constData());
    }

    void theAnswerIsTheModel() {
        const CliOutcome run = runCli({"tree", m_config, "--python", answering(), "--json"});
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        QCOMPARE(run.json.value("total_parameters").toInt(), 24);
        QCOMPARE(run.json.value("no_split_module_classes").toArray(), QJsonArray{"Block"});
        const QJsonObject by = at(run.json, {"made_by"});
        QCOMPARE(by.value("transformers").toString(), QStringLiteral("5.24"));
        QCOMPARE(by.value("program").toString(), answering());
        QVERIFY(!by.value("was_kept").toBool());
        // Planned as any model; said where its modules are from.
        const CliOutcome plan =
            runCli({"plan", m_config, "--python", answering(), "--gpus", "1GiB", "--json"});
        QVERIFY2(plan.exitCode == 0, plan.diagnostics.constData());
        QVERIFY2(plan.diagnostics.contains("transformers 5.24 with torch 2.15"),
                 plan.diagnostics.constData());
    }

    /// Where the library's own cache shows what it keeps, estimates under transformers follow from
    /// it; other engines may not know the model.
    void theLibrarysCacheIsCounted() {
        const auto estimate = [this](const QByteArray& answer, const char* engine) {
            QDir(m_folder.filePath("cache")).removeRecursively();
            return runCli({"estimate", m_config, "--python", answering("bin/python", answer),
                           "--gpus", "rtx-3060", "--prompt", "100", "--generate", "28", "--engine",
                           engine, "--json"});
        };
        const QByteArray alike = decoderThatKeeps({2, 16, 16, 0}, {2, 16, 16, 0});
        const CliOutcome run = estimate(alike, "transformers");
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        QCOMPARE(run.json.value("verdict").toString(), QString("fits"));
        QCOMPARE(bytesAt(at(run.json, {"devices", "gpu:0"}), "kv_cache"),
                 qint64{2 * 2 * 32 * 128 * 2});
        const QByteArray windowed = decoderThatKeeps({2, 16, 16, 9}, {2, 16, 16, 0});
        QCOMPARE(
            bytesAt(at(estimate(windowed, "transformers").json, {"devices", "gpu:0"}), "kv_cache"),
            qint64{2 * 32 * (128 + 9) * 2});
        for (const auto& [answer, engine] :
             {std::pair(alike, "vllm"), std::pair(alike, "llama.cpp"),
              std::pair(decoderThatKeeps({2, 16, 16, 9}, {1, 64, 64, 0}), "transformers")}) {
            const CliOutcome unknown = estimate(answer, engine);
            QCOMPARE(unknown.exitCode, 1);
            QCOMPARE(unknown.json.value("verdict").toString(), QString("undetermined"));
        }
    }

    /// What was told once is known, also when nobody is asked any more; of another configuration
    /// or by another Python it is asked anew.
    void theAnswerIsKept() {
        QCOMPARE(runCli({"tree", m_config, "--python", answering()}).exitCode, 0);
        QCOMPARE(keptFiles().size(), 1);
        const CliOutcome again = runCli({"inspect", m_config, "--json"});
        QVERIFY2(again.exitCode == 0, again.diagnostics.constData());
        const QByteArray earlier = "The modules were built earlier from " + m_config.toUtf8() +
                                   goldenText("checkpoint/built-earlier-of");
        QVERIFY2(again.diagnostics.contains(earlier), again.diagnostics.constData());
        const QString silent = python("other/python", "exit 1\n");
        QCOMPARE(runCli({"tree", m_config, "--python", silent}).exitCode, 3);
        QCOMPARE(runCli({"inspect", m_config}).exitCode, 0);  // nothing was lost by it
        m_config = writeInto(m_folder.path(), "model/config.json",
                             "{\"model_type\": \"unheard_of\", \"layers\": 2}");
        QCOMPARE(runCli({"inspect", m_config}).exitCode, 3);
    }

    void keptFilesMayBeSpoilt() {
        QCOMPARE(runCli({"tree", m_config, "--python", answering()}).exitCode, 0);
        QFile kept(m_folder.filePath("cache/stowage/trees/" + keptFiles().constFirst()));
        QVERIFY(kept.resize(40));
        QCOMPARE(runCli({"inspect", m_config}).exitCode, 3);
        QCOMPARE(runCli({"tree", m_config, "--python", answering()}).exitCode, 0);
        QCOMPARE(runCli({"inspect", m_config}).exitCode, 0);
    }

    void failuresAreOneSentence_data() {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QByteArray>("sentence");
        QTest::addColumn<int>("status");
        QTest::newRow("rubbish") << QByteArray("echo '<html>'; echo '{[' > \"$out\"\n")
                                 << QByteArray(goldenText("model/is-no-module-tree")) << 3;
        QTest::newRow("nothing written")
            << QByteArray("echo hello\n") << QByteArray(goldenText("model/wrote-no-modules-of"))
            << 3;
        QTest::newRow("killed") << QByteArray("kill -9 $$\n")
                                << QByteArray(goldenText("model/was-killed-by-signal-9")) << 4;
        QTest::newRow("crashed") << QByteArray("kill -SEGV $$\n")
                                 << QByteArray(goldenText("model/was-killed-by-signal-11")) << 4;
        QTest::newRow("no library")
            << QByteArray(
                   "echo Traceback >&2; echo \"ModuleNotFoundError: No module named "
                   "'transformers'\" >&2; exit 1\n")
            << QByteArray(goldenText("model/no-module-named-transformers")) << 3;
        QTest::newRow("own code")
            << QByteArray(
                   "echo 'ValueError: set the option `trust_remote_code=True`' >&2; exit 1\n")
            << QByteArray(goldenText("model/is-built-by-python-code-of-its-own")) << 3;
        QTest::newRow("silent") << QByteArray("exit 7\n")
                                << QByteArray(goldenText("model/it-ended-with-status-7")) << 3;
        QTest::newRow("hangs") << QByteArray("sleep 600\n") << QByteArray("within 1 s") << 4;
        QTest::newRow("leaves others") << QByteArray("sleep 600 & echo x > \"$out\"\n")
                                       << QByteArray(goldenText("model/is-no-module-tree")) << 3;
        QTest::newRow("long") << QByteArray("head -c 300000 /dev/zero | tr '\\0' x >&2; exit 1\n")
                              << QByteArray("xxxx …") << 3;
    }
    void failuresAreOneSentence() {
        QFETCH(QByteArray, script);
        QFETCH(QByteArray, sentence);
        QFETCH(int, status);
        // Others have time, however slow the machine is.
        const QString limit = sentence == "within 1 s" ? "1" : "60";
        const CliOutcome run = runCli(
            {"tree", m_config, "--python", python("failing/python", script), "--limit", limit});
        QVERIFY2(run.diagnostics.contains(sentence), run.diagnostics.constData());
        QCOMPARE(run.exitCode, status);
        QCOMPARE(run.diagnostics.trimmed().count('\n'), 0);
        QVERIFY(keptFiles().isEmpty());
    }

    void missingPythonsAreNamed() {
        const CliOutcome run = runCli({"tree", m_config, "--python", m_folder.filePath("none")});
        QCOMPARE(run.exitCode, 3);
        QVERIFY2(run.diagnostics.contains(goldenText("model/there-is-no-python")),
                 run.diagnostics.constData());
        const QString text = writeInto(m_folder.path(), "text", "no program");
        const CliOutcome other = runCli({"tree", m_config, "--python", text});
        QVERIFY2(other.diagnostics.contains(goldenText("base/is-no-program-that-can-be-run")),
                 other.diagnostics.constData());
    }

    /// Weights are opened whatever Python says; what it knows becomes their model.
    void weightsGetTheirModules() {
        const QString folder = m_folder.filePath("weights");
        QVERIFY(!writeInto(folder, "config.json", kUnheardOf).isEmpty());
        writeFile(folder + "/model.safetensors", fourLayers());
        const QString failing = python("failing/python", "exit 7\n");
        const CliOutcome guessed = runCli({"inspect", folder, "--python", failing, "--json"});
        QVERIFY2(guessed.exitCode == 0, guessed.diagnostics.constData());
        QVERIFY2(guessed.diagnostics.contains(goldenText("model/it-ended-with-status-7")),
                 guessed.diagnostics.constData());
        const CliOutcome told = runCli({"inspect", folder, "--python", answering(), "--json"});
        QVERIFY2(told.diagnostics.contains(goldenText("checkpoint/the-modules-are-those-that")),
                 told.diagnostics.constData());
    }

    /// It sees the configuration alone, no network, and nothing of what it may not.
    void itIsOnItsOwn() {
        const QString seen = m_folder.filePath("seen");
        const QString asked =
            python("asked/python",
                   "{ echo \"$HF_HUB_OFFLINE $TRANSFORMERS_OFFLINE\"; grep -c : "
                   "/proc/net/dev; for word in \"$@\"; do case \"$word\" in "
                   "*config.json) cat \"$word\"; echo;; esac; done; echo \"$*\"; } > '" +
                       seen.toUtf8() + "'; exit 1\n");
        QCOMPARE(runCli({"tree", m_config, "--python", asked}).exitCode, 3);
        QFile file(seen);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().split('\n');
        QCOMPARE(lines.value(0), QByteArray("1 1"));
        const bool mayTakeItAway = QProcess::execute("unshare", {"-n", "true"}) == 0 ||
                                   QProcess::execute("unshare", {"-rn", "true"}) == 0;
        if (mayTakeItAway) {
            QCOMPARE(lines.value(1), QByteArray("1"));  // the loopback alone, and that is down
        }
        QCOMPARE(lines.value(2) + '\n', QByteArray(kUnheardOf) + '\n');
        QVERIFY(!lines.value(3).contains("--trust-remote-code"));
        QVERIFY(!lines.value(3).contains(m_config.toUtf8()));
        QCOMPARE(runCli({"tree", m_config, "--python", asked, "--trust-remote-code"}).exitCode, 3);
        QFile trusted(seen);
        QVERIFY(trusted.open(QIODevice::ReadOnly));
        const QByteArray text = trusted.readAll();
        QVERIFY(text.contains("--trust-remote-code"));
        QVERIFY(text.contains(m_config.toUtf8()));  // its code lies beside it
    }

    void ownCodeIsTold() {
        const QString out = m_folder.filePath("net.tree.json");
        const CliOutcome run =
            runCli({"tree", "package.net:Net", "--python", answering(), "--out", out, "--json"});
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        QCOMPARE(run.json.value("written").toString(), out);
        QCOMPARE(runCli({"inspect", out}).exitCode, 0);
    }

    void anotherFileIsNotReplaced() {
        const QString own = writeInto(m_folder.path(), "own.tree.json", "mine");
        const auto text = [&own] {
            QFile file(own);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        const QString config =
            writeInto(m_folder.path(), "bert/config.json", "{\"model_type\": \"bert\"}");
        for (const QStringList& model :
             {QStringList{"package.own:Net", "--python", answering()}, QStringList{config}}) {
            const QStringList command = QStringList{"tree"} + model + QStringList{"--out", own};
            writeFile(own, "mine");
            const CliOutcome refused = runCli(command);
            QCOMPARE(refused.exitCode, 2);
            QVERIFY2(
                refused.diagnostics.contains(goldenText("cli/was-not-written-by-this-command")),
                refused.diagnostics.constData());
            QCOMPARE(text(), QByteArray("mine"));
            const CliOutcome forced = runCli(command + QStringList{"--force"});
            QVERIFY2(forced.exitCode == 0, forced.diagnostics.constData());
            QVERIFY(text() != "mine");
            if (stowage::isMarkedAsWritten(own.toStdString())) {
                QCOMPARE(runCli(command).exitCode, 0);  // its own file
            }
        }
    }

    void knownFamiliesNeedNobody() {
        const QString out = m_folder.filePath("bert.tree.json");
        const QString config =
            writeInto(m_folder.path(), "bert/config.json", "{\"model_type\": \"bert\"}");
        const CliOutcome run = runCli({"tree", config, "--out", out, "--json"});
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        QVERIFY(run.json.value("made_by").isUndefined());
        const CliOutcome read = runCli({"inspect", out, "--json"});
        QCOMPARE(read.json.value("total_parameters"), run.json.value("total_parameters"));
        QCOMPARE(read.json.value("no_split_module_classes"),
                 run.json.value("no_split_module_classes"));
    }

    /// The real script, and the real library.
    void theLibraryAnswers() {
        const QString real = qEnvironmentVariable("STOWAGE_PYTHON", QStringLiteral("python3"));
        if (QProcess::execute(real, {"-c", "import torch, transformers"}) != 0) {
            QSKIP("STOWAGE_PYTHON has no torch and transformers");
        }
        const QString config = writeInto(
            m_folder.path(), "squeeze/config.json",
            "{\"model_type\": \"squeezebert\", \"architectures\": [\"SqueezeBertModel\"], "
            "\"hidden_size\": 64, \"embedding_size\": 64, \"num_hidden_layers\": 2, "
            "\"num_attention_heads\": 4, \"intermediate_size\": 64, \"vocab_size\": 100}");
        const CliOutcome run = runCli({"tree", config, "--python", real, "--json"});
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        QCOMPARE(at(run.json, {"tree"}).value("class").toString(),
                 QStringLiteral("SqueezeBertModel"));
        QVERIFY(run.json.value("total_parameters").toInt() > 100 * 64);
    }
};

QTEST_GUILESS_MAIN(CliPythonTest)
#include "tst_cli_python.moc"
