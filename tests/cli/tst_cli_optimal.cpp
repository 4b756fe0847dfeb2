// SPDX-License-Identifier: GPL-3.0-or-later
// `plan --strategy optimal` from outside: its value is what `estimate` says of its map.
#include "cli_process.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace stowage::test;

namespace {

const QByteArray kLlama =
    "{\"model_type\": \"llama\", \"architectures\": [\"LlamaForCausalLM\"], \"hidden_size\": 512, "
    "\"intermediate_size\": 1408, \"num_hidden_layers\": 24, \"num_attention_heads\": 8, "
    "\"num_key_value_heads\": 8, \"vocab_size\": 4000, \"torch_dtype\": \"float16\", "
    "\"max_position_embeddings\": 1048576, \"tie_word_embeddings\": false}";

const QString kLogModels = QStringLiteral(STOWAGE_TEST_DATA "/log_models");

/// A machine whose rates were measured.
const char* const kRates =
    "{\"format\": \"stowage.machine\", \"version\": 1, \"date\": \"2026-11-20T12:00:00Z\", "
    "\"rates\": {\"simulated_populated\": 1e9, \"memcpy\": 2e9}, \"matmul\": {\"float32\": 1e10}, "
    "\"initialise\": {}, \"cast\": {}, \"disks\": []}";

double numberAt(const QJsonObject& object, const QStringList& keys) {
    return at(object, keys.mid(0, keys.size() - 1)).value(keys.back()).toDouble(-1);
}

}  // namespace

class CliOptimalTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
        QVERIFY(m_folder.isValid());
        m_model = writeInto(m_folder.path(), "llama/config.json", kLlama);
        QVERIFY(!m_model.isEmpty());
        QVERIFY(!writeInto(m_folder.path(), "measured/stowage/machine.json", kRates).isEmpty());
    }

    /// To 1e-9, under the same workload and with the options that it names.
    void valueIsTheEstimates_data() {
        QTest::addColumn<QString>("gpus");
        QTest::addColumn<QStringList>("objective");
        QTest::addColumn<QStringList>("work");
        const QStringList work{"--prompt", "64", "--generate", "16", "--max-memory"};
        const QString slow = "rtx-3060:link=2GB/s";
        const QString fast = "rtx-3060:link=12GB/s";
        const QList<std::pair<QString, QString>> machines{
            {"rtx-3060", "0=4GiB,cpu=4GiB"},
            {slow, "0=60MiB,cpu=4GiB"},
            {fast + "," + fast, "0=70MiB,1=50MiB,cpu=4GiB"}};
        for (const auto& [gpus, limits] : machines) {
            const QByteArray name = (gpus + " " + limits).toLatin1();
            QTest::addRow("decode, %s", name.data())
                << gpus << QStringList() << work + QStringList{limits};
            QTest::addRow("prefill, %s", name.data())
                << gpus << QStringList{"--objective", "prefill"} << work + QStringList{limits};
            QTest::addRow("mix, %s", name.data())
                << gpus << QStringList{"--objective", "mix", "--mix", "1,64"}
                << work + QStringList{limits};
            QTest::addRow("mix of the work's tokens, %s", name.data())
                << gpus << QStringList{"--objective", "mix"} << work + QStringList{limits};
            QTest::addRow("context, %s", name.data())
                << gpus << QStringList{"--objective", "context"} << work + QStringList{limits};
        }
        const QStringList apart{"0=70MiB,1=50MiB,cpu=4GiB", "--machine-link",
                                "this-b=100MB/s:500us"};
        for (const char* const name : {"decode", "prefill"}) {
            const QStringList wanted{"--objective", name};
            QTest::addRow("%s in two machines", name)
                << fast + ",b/" + fast << wanted << work + apart;
            QTest::addRow("%s in two named machines", name)
                << "a/" + fast + ",b/rtx-3060" << wanted
                << work + QStringList{"0=70MiB,1=4GiB,cpu=4GiB"};
        }
        QTest::addRow("no workload") << "rtx-3060" << QStringList() << QStringList();
        QTest::addRow("Stowage") << "rtx-3060" << QStringList()
                                 << work.first(4) + QStringList{"--engine", "stowage"};
    }
    void valueIsTheEstimates() {
        QFETCH(QString, gpus);
        QFETCH(QStringList, objective);
        QFETCH(QStringList, work);
        const QStringList machine{"--json", "--gpus", gpus, "--ram", "4GiB"};
        const CliOutcome plan = measured(QStringList{"plan", m_model, "--strategy", "optimal"} +
                                         machine + objective + work);
        QCOMPARE(plan.exitCode, 0);
        const QJsonObject optimal = at(plan.json, {"optimal"});
        const QString map = writeInto(m_folder.path(), "plan.json", plan.output);
        QStringList options;
        for (const QJsonValue& word : optimal.value("options").toArray()) {
            options += word.toString();
        }
        const QStringList readBack{"estimate", m_model, "--device-map", map};
        const CliOutcome estimate = measured(readBack + machine + work);
        QCOMPARE(estimate.exitCode, 0);
        const CliOutcome typed = measured(readBack + machine + options + work);
        QVERIFY(typed.json.value("time") == estimate.json.value("time"));  // the file has them
        const QJsonArray weights = optimal.value("mix").toArray();
        QCOMPARE(weights.size(), objective.contains("mix") ? 2 : 0);
        if (!weights.isEmpty()) {  // --generate 16
            QCOMPARE(weights[1].toDouble(), objective.contains("--mix") ? 64.0 : 16.0);
        }
        const double first = numberAt(estimate.json, {"time", "to_first_token"});
        const double token = numberAt(estimate.json, {"time", "per_token"});
        const QString name = optimal.value("objective").toString();
        const double expected = name == "prefill" ? first
                                : name == "mix"   ? first + weights[1].toDouble() * token
                                : name == "context"
                                    ? numberAt(estimate.json, {"largest", "context"})
                                    : token;
        const double value = optimal.value("value").toDouble();
        QVERIFY2(std::abs(value - expected) <= 1e-9 * expected,
                 qPrintable(QStringLiteral("%1, not %2").arg(value).arg(expected)));
        const double bound = optimal.value("bound").toDouble();
        QVERIFY(name == "context" ? bound >= value * (1 - 1e-9) : bound <= value * (1 + 1e-9));
        QCOMPARE(optimal.value("proven").toBool(), optimal.value("gap").toDouble() < 1e-9);
        const QString proof = optimal.value("proof").toString();
        QVERIFY(name == "context" ? proof.contains(goldenText("capacity/no-plan-has-room-for-more"))
                                  : proof.startsWith("No plan"));
        QVERIFY(!proof.contains(goldenText("cli/was-not-measured")));
        QVERIFY(optimal.value("explored").toInt() > 0);
        QVERIFY(optimal.value("seconds").toDouble() > 0);
    }

    /// By rates that stand in for this machine's, plans are compared and no time is shown.
    void noTimeOfWhatWasNotMeasured() {
        const QStringList words{
            "plan",  m_model, "--strategy", "optimal", "--gpus",   "60MiB:link=2GB/s",
            "--ram", "4GiB",  "--prompt",   "64",      "--engine", "stowage"};
        CliRequest request{words + QStringList{"--json"}};
        request.environment = QStringList{"XDG_CONFIG_HOME=" + m_folder.filePath("unmeasured")};
        const CliOutcome run = runCli(request);
        QCOMPARE(run.exitCode, 0);
        const QJsonObject optimal = at(run.json, {"optimal"});
        QVERIFY(optimal.value("value").isNull() && optimal.value("bound").isNull());
        const QString proof = optimal.value("proof").toString();
        QVERIFY2(proof.contains(goldenText("cli/was-not-measured")) && !proof.contains(" ms") &&
                     !proof.contains("µs"),
                 qPrintable(proof));
    }

    /// A GPU without a card is used as the slowest current card of its size is.
    void gpusWithoutACardAreUsed_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("size");
        QTest::addColumn<QString>("card");
        const QList<std::pair<QString, QString>> sizes{
            {"8GiB", "rtx-3060-8gb"}, {"12GiB", "rtx-3060"}, {"16GiB", "a2"},
            {"24GiB", "l4"},          {"48GiB", "a40"},      {"80GiB", "a100-pcie-80gb"}};
        for (const char* const model :
             {"llama-3.1-8b", "qwen3-14b", "llama-3-70b", "gpt-oss-20b"}) {
            for (const auto& [size, card] : sizes) {
                QTest::addRow("%s %s", model, qPrintable(size)) << model << size << card;
            }
        }
    }
    void gpusWithoutACardAreUsed() {
        QFETCH(QString, model);
        QFETCH(QString, size);
        QFETCH(QString, card);
        const auto weightsOn = [&model](const QString& gpu) {
            const QStringList words{"plan",       kLogModels + "/" + model,
                                    "--strategy", "optimal",
                                    "--gpus",     gpu,
                                    "--ram",      "256GiB",
                                    "--json"};
            return numberAt(runCli(words).json, {"devices", "gpu:0", "weights"});
        };
        const double named = weightsOn(card);
        QVERIFY(named >= 0);
        // The driver of the card keeps a part of its memory.
        QVERIFY(weightsOn(size) >= 0.9 * named);
    }

    /// No strategy of Accelerate's is faster under the same estimate.
    void isNoSlowerThanTheOthers() {
        const QStringList machine{"--json",
                                  "--gpus",
                                  "rtx-3060:link=2GB/s,rtx-3060:link=2GB/s",
                                  "--ram",
                                  "4GiB",
                                  "--prompt",
                                  "64",
                                  "--generate",
                                  "16",
                                  "--max-memory",
                                  "0=120MiB,1=200MiB,cpu=4GiB"};
        const CliOutcome plan =
            measured(QStringList{"plan", m_model, "--strategy", "optimal"} + machine);
        const double best = numberAt(plan.json, {"optimal", "value"});
        QVERIFY(best > 0);
        int fitting = 0;
        for (const char* const name : {"auto", "balanced", "balanced_low_0", "sequential"}) {
            const CliOutcome other =
                measured(QStringList{"estimate", m_model, "--strategy", QString::fromLatin1(name)} +
                         machine);
            if (other.exitCode == 0) {
                ++fitting;
                QVERIFY(best <= numberAt(other.json, {"time", "per_token"}) * (1 + 1e-9));
            }
        }
        QVERIFY(fitting > 0);
    }

    void refusesWhatItCannotTake_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("told");
        const QStringList optimal{"--strategy", "optimal"};
        QTest::newRow("a window") << optimal + QStringList{"--prefetch-window", "3"}
                                  << goldenText("cli/chooses-the-prefetch-window");
        QTest::newRow("rules") << optimal + QStringList{"--offloaded", "compute"}
                               << goldenText("cli/chooses-the-prefetch-window");
        QTest::newRow("an objective of none")
            << QStringList{"--objective", "decode"} << goldenText("cli/is-for-strategy-optimal");
        QTest::newRow("an unknown objective") << optimal + QStringList{"--objective", "speed"}
                                              << goldenText("plan/decode-prefill-mix");
        QTest::newRow("one weight") << optimal + QStringList{"--objective", "mix", "--mix", "3"}
                                    << "two weights of at least 0, not both 0";
        QTest::newRow("weights of no mix")
            << optimal + QStringList{"--objective", "decode", "--mix", "1,2"}
            << "two weights of at least 0, not both 0";
    }
    void refusesWhatItCannotTake() {
        QFETCH(QStringList, words);
        QFETCH(QString, told);
        const CliOutcome run = runCli(QStringList{"plan", m_model, "--gpus", "1GiB"} + words);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.diagnostics.contains(told.toUtf8()), run.diagnostics.constData());
    }

    /// The room for a context does not depend on the context that is typed, and of plans with as
    /// much the fastest is taken: RAM before disk.
    void mostRoomIsFound_data() {
        QTest::addColumn<QString>("gpus");
        QTest::addColumn<QString>("context");
        for (const char* const context : {"100", "20000"}) {
            QTest::addRow("a large GPU, %s", context) << "rtx-3060" << context;
            QTest::addRow("small ones, %s", context)
                << "70MiB:link=12GB/s,50MiB:link=12GB/s" << context;
        }
    }
    void mostRoomIsFound() {
        QFETCH(QString, gpus);
        QFETCH(QString, context);
        const CliOutcome run = runCli({"plan", m_model, "--strategy", "optimal", "--objective",
                                       "context", "--gpus", gpus, "--ram", "64GiB", "--context",
                                       context, "--prompt", "64", "--engine", "stowage", "--json"});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(numberAt(run.json, {"optimal", "value"}), 524289.0);  // the last one is not kept
        QVERIFY(at(run.json, {"optimal"}).value("proven").toBool());
    }

    /// Windows do not grow with the context: no bound may count them as if they did.
    void slidingLayersDoNotBound() {
        const CliOutcome run =
            runCli({"plan", kLogModels + "/gpt-oss-20b", "--strategy", "optimal", "--objective",
                    "context", "--gpus", "12GiB*2", "--ram", "32GiB", "--engine", "vllm"});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.output.contains("full context of 131,072 positions fits with this plan"),
                 run.output.constData());
    }

    /// bitsandbytes refuses maps with parts on GPUs and others on the CPU or the disk.
    void noPlanThatTheLibraryRefuses() {
        const CliOutcome run =
            runCli({"plan", kLogModels + "/qwen3-32b", "--quantize", "nf4", "--strategy", "optimal",
                    "--objective", "context", "--gpus", "14.56GiB,14.56GiB:used=4.104GiB",
                    "--prompt", "2048", "--generate", "1", "--ram", "64GiB", "--json"});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(numberAt(run.json, {"optimal", "value"}) > 2048);
        const QJsonArray map = run.json.value("device_map").toArray();
        const auto isOnGpu = [](const QJsonValue& entry) { return entry[1].isDouble(); };
        QVERIFY(std::ranges::all_of(map, isOnGpu) || std::ranges::none_of(map, isOnGpu));
    }

    /// A bound is that of a plan by addition, and what it counts is not said of this plan.
    void boundIsToldApart() {
        const CliOutcome run = measured({"plan", m_model, "--strategy", "optimal", "--gpus",
                                         "rtx-3060:link=2GB/s", "--ram", "4GiB", "--prompt", "64",
                                         "--generate", "16", "--max-memory", "0=60MiB,cpu=4GiB"});
        QVERIFY(run.output.contains(goldenText("capacity/the-bound-is-that-of-a-plan-by")));
        QCOMPARE(run.output.contains(goldenText("capacity/such-a-plan-may-not-exist")),
                 run.output.contains(goldenText("capacity/nothing-is-known")));
    }

    /// No token follows in an encoder: its prompt is what a plan is the best for, and an objective
    /// of tokens is wrong use.
    void anEncoderHasNoTokens() {
        const QString bert = writeInto(
            m_folder.path(), "bert/config.json",
            R"({"model_type": "bert", "architectures": ["BertForMaskedLM"], "hidden_size": 128,
                "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 512,
                "vocab_size": 4096, "max_position_embeddings": 512, "torch_dtype": "float32"})");
        const QStringList words{"plan", bert, "--strategy", "optimal", "--gpus", "1GiB"};
        const CliOutcome usual = runCli(words + QStringList{"--json"});
        QCOMPARE(usual.exitCode, 0);
        QCOMPARE(at(usual.json, {"optimal"}).value("objective").toString(), QString("prefill"));
        for (const char* const objective : {"decode", "mix"}) {
            const CliOutcome run =
                runCli(words + QStringList{"--objective", QString::fromLatin1(objective)});
            QCOMPARE(run.exitCode, 2);
            QVERIFY2(run.diagnostics.contains(goldenText("cli/no-token-follows")),
                     run.diagnostics.constData());
        }
        const QStringList asked{"estimate", bert, "--gpus", "rtx-3060"};
        const CliOutcome text = runCli(asked);
        QVERIFY2(text.output.contains(goldenText("cli/no-token-follows-in-this-model")),
                 text.output.constData());
        QVERIFY2(!text.output.contains(goldenText("window-capacity/tokens-a-second")),
                 text.output.constData());
        QCOMPARE(runCli(asked + QStringList{"--targets", "tps=30"}).exitCode, 2);
    }

    /// Where no keys and values are kept there are no blocks to compare plans by.
    void pipelineNeedsBlocks() {
        const QStringList words{"plan",        m_model,    "--strategy", "optimal",
                                "--objective", "pipeline", "--gpus",     "rtx-3060*2"};
        const CliOutcome none =
            runCli(words + QStringList{"--generate", "0", "--engine", "stowage"});
        QCOMPARE(none.exitCode, 2);
        QVERIFY2(none.diagnostics.contains(goldenText("capacity/no-kv-blocks-to-count")),
                 none.diagnostics.constData());
        QCOMPARE(runCli(words + QStringList{"--generate", "16"}).exitCode, 0);
    }

    /// A machine that cannot hold the work: the answer is no, with a plan and its problem.
    void saysWhereNothingFits() {
        const CliOutcome run =
            runCli({"plan", m_model, "--strategy", "optimal", "--gpus", "4MiB", "--ram", "8MiB",
                    "--disk", "1MiB", "--prompt", "64", "--json"});
        QCOMPARE(run.exitCode, 1);
        const QJsonObject optimal = at(run.json, {"optimal"});
        QVERIFY(optimal.value("value").isNull());
        QVERIFY(!optimal.value("proven").toBool());
        QVERIFY(optimal.value("proof").toString().contains("no plan was found that fits"));
    }

    /// Each objective that has no plan says so, with status 1, whatever the map of `auto` does.
    void saysWhichObjectiveHasNoPlan_data() {
        QTest::addColumn<QString>("objective");
        QTest::addColumn<QStringList>("machine");
        const QStringList small{"--gpus", "4MiB", "--ram", "8MiB", "--disk", "1MiB"};
        for (const char* const name : {"decode", "prefill", "mix", "context", "pipeline"}) {
            QTest::newRow(name) << name << small;
        }
        QTest::newRow("what auto offloads")
            << "pipeline" << QStringList{"--gpus", "rtx-3060", "--max-memory", "0=60MiB,cpu=4GiB"};
    }
    void saysWhichObjectiveHasNoPlan() {
        QFETCH(QString, objective);
        QFETCH(QStringList, machine);
        const QStringList words =
            QStringList{m_model,    "--strategy", "optimal",    "--objective", objective,
                        "--prompt", "64",         "--generate", "16"} +
            machine;
        for (const char* const verb : {"plan", "estimate"}) {
            const CliOutcome run = measured(QStringList{QString::fromLatin1(verb)} + words);
            QCOMPARE(run.exitCode, 1);
            const QByteArray first = run.output.left(run.output.indexOf('\n'));
            QVERIFY2(first.toLower().contains("for the objective \"" + objective.toLatin1() + "\""),
                     first.constData());
            QVERIFY2(first.contains("The device map shown comes from the strategy \"auto\"."),
                     first.constData());
            QVERIFY2(!run.output.contains("Strategy: optimal\n"), run.output.constData());
            QCOMPARE(run.output.contains("Strategy: \"optimal\" found no plan"),
                     QByteArray(verb) == "plan");
        }
    }

    /// With all positions of the model, the plan is the fastest of those with that room: no slower
    /// than the best one that `decode` finds for such a context, in the request's own work.
    void mostRoomIsFast() {
        const QStringList machine{
            "--gpus", "rtx-3060:link=2GB/s", "--ram", "4GiB",         "--prompt",
            "64",     "--generate",          "16",    "--max-memory", "0=200MiB,cpu=4GiB",
            "--json"};
        const QString model = writeInto(m_folder.path(), "short/config.json",
                                        QByteArray(kLlama).replace("1048576", "4096"));
        const QStringList optimal{"plan", model, "--strategy", "optimal", "--objective"};
        const CliOutcome most = measured(optimal + QStringList{"context"} + machine);
        QCOMPARE(numberAt(most.json, {"optimal", "value"}), 4096.0);
        const CliOutcome fast =
            measured(optimal + QStringList{"decode", "--context", "4096"} + machine);
        const auto token = [&](const CliOutcome& plan) {
            const QString file = writeInto(m_folder.path(), "plan.json", plan.output);
            const CliOutcome run =
                measured(QStringList{"estimate", model, "--device-map", file} + machine);
            return numberAt(run.json, {"time", "per_token"});
        };
        QVERIFY(token(fast) > 0);
        QVERIFY2(token(most) <= token(fast) * (1 + 1e-9),
                 qPrintable(QStringLiteral("%1, not %2").arg(token(most)).arg(token(fast))));
        QVERIFY(at(most.json, {"optimal"})
                    .value("proof")
                    .toString()
                    .contains(" per token of this workload"));
    }

    /// A map of another model's plan says which options it cannot keep, and is priced without.
    void saysWhichOptionsAreLost() {
        const QString map =
            writeInto(m_folder.path(), "lost.json",
                      R"({"device_map": [["", "cpu"]], "request": {"prefetch_window": 5,
                "offloaded": ["compute:model.nothing", "compute:lm_head"]}})");
        const CliOutcome run =
            measured({"plan", m_model, "--device-map", map, "--gpus", "rtx-3060", "--json"});
        QVERIFY2(run.diagnostics.contains("--offloaded compute:model.nothing"),
                 run.diagnostics.constData());
        const QJsonObject request = at(run.json, {"request"});
        QCOMPARE(request.value("prefetch_window").toInt(), 5);
        QCOMPARE(request.value("offloaded").toArray(), QJsonArray{"compute:lm_head"});
        const CliOutcome typed = measured({"plan", m_model, "--device-map", map, "--gpus",
                                           "rtx-3060", "--prefetch-window", "3", "--json"});
        QCOMPARE(at(typed.json, {"request"}).value("prefetch_window").toInt(), 3);
    }

    /// The text has the proof and what it needs.
    void tellsPeople() {
        const CliOutcome run =
            measured({"plan", m_model, "--strategy", "optimal", "--gpus", "60MiB:link=2GB/s",
                      "--ram", "4GiB", "--prompt", "64", "--generate", "16"});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.output.contains(goldenText("capacity/objective-decode-no-plan-can-beat")));
        QVERIFY(run.output.contains("Estimated."));
    }

    /// A project has what the search found: other rates change nothing until somebody asks anew.
    void aProjectKeepsWhatWasFound() {
        const QString project = m_folder.filePath(QStringLiteral("found.stowage"));
        const auto run = [this](const QString& home, const QStringList& arguments) {
            CliRequest request{arguments};
            request.environment = QStringList{"XDG_CONFIG_HOME=" + m_folder.filePath(home)};
            return runCli(request);
        };
        const CliOutcome saved = run(
            "unmeasured", {"plan", m_model, "--strategy", "optimal", "--gpus", "60MiB:link=2GB/s",
                           "--ram", "1GiB", "--disk", "1GiB", "--save", project, "--json"});
        QVERIFY2(saved.exitCode == 0, saved.diagnostics.constData());
        const CliOutcome again = run("unmeasured", {"plan", project, "--json"});
        QCOMPARE(again.output, saved.output);
        const CliOutcome measured = run("measured", {"plan", project, "--json"});
        QCOMPARE(measured.output, saved.output);
        QVERIFY(!at(saved.json, {"optimal"}).isEmpty());
        const auto anew = run("measured", {"plan", project, "--strategy", "optimal", "--json"});
        QVERIFY(anew.json.value("optimal") != saved.json.value("optimal"));
        // Another work is another question.
        const auto work = run("measured", {"plan", project, "--prompt", "96", "--json"});
        QVERIFY(work.json.value("optimal") != saved.json.value("optimal"));
    }

private:
    /// On a machine that was measured.
    CliOutcome measured(const QStringList& arguments) const {
        CliRequest request{arguments};
        request.environment = QStringList{"XDG_CONFIG_HOME=" + m_folder.filePath("measured")};
        return runCli(request);
    }

    QTemporaryDir m_folder;
    QString m_model;
};

QTEST_GUILESS_MAIN(CliOptimalTest)
#include "tst_cli_optimal.moc"
