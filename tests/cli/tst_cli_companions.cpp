// SPDX-License-Identifier: GPL-3.0-or-later
// Adapters over a model, and models beside it, on the command line: told, planned, loaded, kept in
// projects.
#include "cli_process.h"
#include "tests/support/golden_text.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

QString place(const QString& name) {
    return QStringLiteral(STOWAGE_TEST_DATA "/adapters/") + name;
}

/// The words that lay both adapters of a recorded case over its model.
QStringList withBoth() {
    return {place("llama-two/base"), "--adapter", "chat=" + place("llama-two/chat"), "--adapter",
            "code=" + place("llama-two/code")};
}

QStringList withDraft() {
    return {place("llama/base"), "--tenant", "draft=" + place("gpt2/base")};
}

QString firstLine(const CliOutcome& run) {
    return QString::fromUtf8(run.diagnostics);
}

}  // namespace

class CliCompanionsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void inspectTellsOfAdapters() {
        const CliOutcome run = runCli(QStringList{"inspect"} + withBoth() + QStringList{"--json"});
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        const QJsonArray adapters = at(run.json, {"checkpoint"}).value("adapters").toArray();
        QCOMPARE(adapters.size(), 2);
        const QJsonObject code = adapters[1].toObject();
        QCOMPARE(code.value("name").toString(), QStringLiteral("code"));
        QCOMPARE(code.value("modules").toInt(), 4);
        QCOMPARE(code.value("rank").toArray(), (QJsonArray{3, 3}));
        // q_proj and o_proj of two layers, each 3 × 16 + 16 × 3 numbers.
        QCOMPARE(code.value("parameters").toInt(), 384);
        QCOMPARE(code.value("bytes").toInt(), 384 * 4);
        const CliOutcome text = runCli(QStringList{"inspect"} + withBoth());
        QVERIFY2(text.output.contains("The adapter chat ("), text.output.constData());
    }

    void allMethodsLoadThem_data() {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("two adapters") << withBoth();
        QTest::newRow("a draft model") << withDraft();
        QTest::newRow("both") << withBoth() + QStringList{"--tenant", place("bert/base")};
    }

    void allMethodsLoadThem() {
        QFETCH(QStringList, words);
        for (const char* method :
             {"naive", "sequential", "meta", "mmap", "per-tensor", "sharded", "streamed"}) {
            const CliOutcome run =
                runCli(QStringList{"load"} + words +
                       QStringList{"--method", method, "--gpus", "64MiB,64MiB", "--max-memory",
                                   "0=20KiB,1=20KiB,cpu=1GiB", "--verify", "--json"});
            QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
            QVERIFY2(run.json.value("verified").toBool(), method);
        }
    }

    void tenantsAreEstimatedTogether() {
        const CliOutcome run = runCli(QStringList{"estimate"} + withDraft() +
                                      QStringList{"--gpus", "1GiB", "--json", "--prompt", "8"});
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        QCOMPARE(run.json.value("verdict").toString(), QStringLiteral("fits"));
        const QJsonArray tenants = run.json.value("tenants").toArray();
        QCOMPARE(tenants.size(), 2);
        std::int64_t weights = 0;
        for (const QJsonValue& tenant : tenants) {
            weights += bytesAt(at(tenant.toObject(), {"devices", "gpu:0"}), "weights");
            QCOMPARE(at(tenant.toObject(), {"workload"}).value("prompt").toInt(), 8);
        }
        QCOMPARE(bytesAt(at(run.json, {"devices", "gpu:0"}), "weights"), weights);
        const CliOutcome small =
            runCli(QStringList{"estimate"} + withDraft() +
                   QStringList{"--gpus", "1MiB", "--device-map", R"({"": 0})"});
        QCOMPARE(small.exitCode, 1);
        QVERIFY2(small.output.contains(goldenText("capacity/does-not-fit-2-models-together")),
                 small.output.constData());
        for (const QStringList& option :
             {QStringList{"--targets", "ttft=1"}, QStringList{"--log", "-"}}) {
            const CliOutcome refused = runCli(QStringList{"estimate"} + withDraft() +
                                              QStringList{"--gpus", "1GiB"} + option);
            QCOMPARE(refused.exitCode, 2);
            QVERIFY2(refused.diagnostics.contains(goldenText("cli/is-of-several")),
                     refused.diagnostics.constData());
        }
    }

    void runsAndExportsAreOfOneModel() {
        const CliOutcome adapted = runCli(QStringList{"run"} + withBoth() +
                                          QStringList{"--gpus", "1GiB", "--tokens", "1"});
        QCOMPARE(adapted.exitCode != 0, true);
        QVERIFY2(firstLine(adapted).contains("merge_and_unload"), adapted.diagnostics.constData());
        const CliOutcome several = runCli(QStringList{"run"} + withDraft() +
                                          QStringList{"--gpus", "1GiB", "--tokens", "1"});
        QVERIFY2(several.diagnostics.contains(goldenText("run/a-run-is-of-one")),
                 several.diagnostics.constData());
        const CliOutcome script = runCli(QStringList{"export"} + withDraft() +
                                         QStringList{"--gpus", "1GiB", "--to", "accelerate"});
        QVERIFY2(script.diagnostics.contains(goldenText("plan/of-several-models")),
                 script.diagnostics.constData());
    }

    void scriptsLayTheAdaptersOver() {
        const CliOutcome run = runCli(QStringList{"export"} + withBoth() +
                                      QStringList{"--gpus", "1GiB", "--to", "accelerate"});
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        QVERIFY2(run.output.contains("PeftModel.from_pretrained(model, \""),
                 run.output.constData());
        QVERIFY(run.output.contains("adapter_name=\"chat\""));
        QVERIFY(run.output.contains("model.load_adapter(\""));
        QVERIFY(!run.output.contains("lora_A"));
        const CliOutcome offloaded =
            runCli(QStringList{"export"} + withBoth() +
                   QStringList{"--gpus", "1GiB", "--device-map", R"({"": 0, "lm_head": "cpu"})",
                               "--to", "accelerate"});
        QVERIFY2(offloaded.output.contains(goldenText("plan/peft-loads-only-the-first")),
                 offloaded.output.constData());
        // The plan's map, where PEFT would compute one of its own.
        QVERIFY2(offloaded.output.contains(R"(device_map={("base_model.model." + name))"),
                 offloaded.output.constData());
    }

    void projectsRememberThem() {
        QTemporaryDir folder;
        const QString project = folder.filePath("plan.stowage");
        const CliOutcome saved = runCli(QStringList{"plan"} + withBoth() +
                                        QStringList{"--tenant", "draft=" + place("gpt2/base"),
                                                    "--gpus", "1GiB", "--save", project});
        QVERIFY2(saved.exitCode == 0, saved.diagnostics.constData());
        const CliOutcome again = runCli({"estimate", project, "--json"});
        QVERIFY2(again.exitCode == 0, again.diagnostics.constData());
        const QJsonArray tenants = again.json.value("tenants").toArray();
        QCOMPARE(tenants.size(), 2);
        QCOMPARE(tenants[1].toObject().value("name").toString(), QStringLiteral("draft"));
        QVERIFY2(!again.diagnostics.contains(goldenText("project/not-the-one")),
                 again.diagnostics.constData());
        const CliOutcome plan = runCli({"plan", project, "--json"});
        QVERIFY2(plan.output.contains("The adapter code changes 4 modules"),
                 plan.output.constData());
    }

    void aWrongNameIsAnError() {
        const CliOutcome run =
            runCli({"inspect", place("llama/base"), "--adapter", "a.b=" + place("llama/default")});
        QVERIFY(run.exitCode != 0);
        QVERIFY2(run.diagnostics.contains("a.b"), run.diagnostics.constData());
        const CliOutcome empty = runCli({"inspect", place("llama/base"), "--tenant", ""});
        QCOMPARE(empty.exitCode, 2);
    }
};

QTEST_GUILESS_MAIN(CliCompanionsTest)
#include "tst_cli_companions.moc"
