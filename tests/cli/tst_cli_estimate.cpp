// SPDX-License-Identifier: GPL-3.0-or-later
// `estimate` from outside: its JSON whole, its text, logs, targets, and the workload of plan, check
// and load.
#include "cli_process.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QJsonArray>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace stowage::test;

namespace {

const QByteArray kTinyLlama =
    "{\"model_type\": \"llama\", \"architectures\": [\"LlamaForCausalLM\"], \"hidden_size\": 64, "
    "\"intermediate_size\": 96, \"num_hidden_layers\": 4, \"num_attention_heads\": 4, "
    "\"num_key_value_heads\": 2, \"vocab_size\": 100, \"torch_dtype\": \"bfloat16\"}";
/// Of which few tokens fill a small device, so that replays of all of them are short.
const QByteArray kWideLlama =
    "{\"model_type\": \"llama\", \"architectures\": [\"LlamaForCausalLM\"], \"hidden_size\": "
    "256, \"intermediate_size\": 96, \"num_hidden_layers\": 2, \"num_attention_heads\": 4, "
    "\"num_key_value_heads\": 4, \"vocab_size\": 100, \"torch_dtype\": \"bfloat16\"}";
const QByteArray kBloom =
    "{\"model_type\": \"bloom\", \"architectures\": [\"BloomForCausalLM\"], \"hidden_size\": "
    "14336, \"n_layer\": 70, \"n_head\": 112, \"vocab_size\": 250880, \"torch_dtype\": "
    "\"bfloat16\"}";
const QByteArray kLlama8 =
    "{\"model_type\": \"llama\", \"architectures\": [\"LlamaForCausalLM\"], \"hidden_size\": "
    "4096, \"intermediate_size\": 14336, \"num_hidden_layers\": 32, \"num_attention_heads\": 32, "
    "\"num_key_value_heads\": 8, \"vocab_size\": 128256, \"max_position_embeddings\": 131072, "
    "\"tie_word_embeddings\": false, \"torch_dtype\": \"bfloat16\"}";
const QByteArray kOutOfMemory = goldenText("capacity/torch-outofmemoryerror-cuda-out-of");

QSet<QString> keysOf(const QJsonObject& object) {
    const QStringList keys = object.keys();
    return {keys.begin(), keys.end()};
}

QJsonObject rowNamed(const QJsonArray& rows, const QString& name) {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const QJsonValue& value) {
        return value["name"].toString() == name;
    });
    return row == rows.end() ? QJsonObject() : row->toObject();
}

}  // namespace

class CliEstimateTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    QString config(const QString& name, const QByteArray& text) {
        return writeInto(m_folder.path(), name + "/config.json", text);
    }
    QString tiny() { return config("tiny", kTinyLlama); }

    /// By this program's own engine, unless another is named.
    static CliOutcome estimate(const QString& model, const QStringList& more) {
        const QStringList engine = more.contains("--engine") || more.contains("--log")
                                       ? QStringList()
                                       : QStringList{"--engine", "stowage"};
        return runCli(QStringList{"estimate", model} + more + engine);
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    /// The README shows the first lines of the real output.
    void readmeExampleIsReal() {
        QFile readme(STOWAGE_SOURCE_DIR "/README.md");
        QVERIFY(readme.open(QIODevice::ReadOnly));
        const auto example = QRegularExpression("\\$ \\S*stowagectl (estimate [^\n]*)\n([^`]*)…\n")
                                 .match(QString::fromUtf8(readme.readAll()));
        QVERIFY(example.hasMatch());
        QFile presets(STOWAGE_SOURCE_DIR "/resources/presets.json");
        QVERIFY(presets.open(QIODevice::ReadOnly));
        const QJsonDocument known = QJsonDocument::fromJson(presets.readAll());
        const QJsonObject model = rowNamed(known["presets"].toArray(), "Qwen3-8B");
        QStringList words = example.captured(1).split(' ');
        QCOMPARE(words.at(1), "config.json");
        words[1] = config("readme", QJsonDocument(model["config"].toObject()).toJson());
        const CliOutcome run = runCli(words);
        const QString shown = example.captured(2).simplified();
        QVERIFY(shown.size() > 400);
        QCOMPARE(QString::fromUtf8(run.output).simplified().left(shown.size()), shown);
    }

    void tellsAllOfTheContract() {
        const CliOutcome run = estimate(config("wide", kWideLlama),
                                        {"--json", "--gpus", "4MiB,4MiB", "--ram", "1GiB",
                                         "--batch", "2", "--prompt", "32", "--generate", "8"});
        QCOMPARE(run.exitCode, 0);
        const QSet<QString> keys{"verdict",
                                 "missing",
                                 "engine",
                                 "workload",
                                 "device_map",
                                 "devices",
                                 "prefetch_window",
                                 "kv_bytes_per_token",
                                 "state_bytes_per_sequence",
                                 "time",
                                 "no_time",
                                 "tightest",
                                 "largest",
                                 "smallest_budgets",
                                 "remedies",
                                 "more",
                                 "loads",
                                 "explained",
                                 "notes"};
        QCOMPARE(keysOf(run.json), keys);
        QCOMPARE(run.json.value("verdict").toString(), "fits");
        QCOMPARE(keysOf(at(run.json, {"engine"})), (QSet<QString>{"name", "version", "source"}));
        const QJsonObject work = at(run.json, {"workload"});
        QCOMPARE(keysOf(work),
                 (QSet<QString>{"batch", "prompt", "context", "generate", "prefill_chunk", "images",
                                "tensor_parallel", "kv_dtype", "compute_dtype", "attention",
                                "engine", "max_num_batched_tokens", "gpu_memory_utilization"}));
        QCOMPARE(work.value("batch").toInt(), 2);
        QCOMPARE(work.value("engine").toString(), "stowage");
        QCOMPARE(work.value("kv_dtype").toString(), "bfloat16");
        // 2 layers × 2 × 256 numbers × 2 B.
        QCOMPARE(bytesAt(run.json, "kv_bytes_per_token"), 2048);
        const QJsonObject devices = at(run.json, {"devices"});
        QCOMPARE(keysOf(devices), (QSet<QString>{"gpu:0", "gpu:1", "cpu", "disk"}));
        for (const QString& name : devices.keys()) {
            const QJsonObject device = at(devices, {name});
            // Of GPUs that keep keys and values.
            QCOMPARE(device.contains("kv_blocks"), bytesAt(device, "kv_cache") > 0);
            QCOMPARE(
                keysOf(device) - QSet<QString>{"kv_blocks"},
                (QSet<QString>{"capacity", "weights", "kv_cache", "state", "window", "activations",
                               "logits", "context", "used_by_others", "slack", "peak_allocated",
                               "peak_reserved", "other", "needed", "free", "explained", "basis"}));
            for (const char* part :
                 {"weights", "kv_cache", "state", "window", "logits", "context", "used_by_others",
                  "slack", "peak_allocated", "peak_reserved", "needed"}) {
                QVERIFY2(device.value(part).isDouble() && bytesAt(device, part) >= 0, part);
            }
            QVERIFY(at(device, {"activations"}).value("prefill").isDouble());
            QVERIFY(at(device, {"activations"}).value("decode").isDouble());
            QCOMPARE(bytesAt(device, "needed"),
                     bytesAt(device, "peak_reserved") + bytesAt(device, "context"));
            qint64 sum = std::max({bytesAt(at(device, {"activations"}), "prefill"),
                                   bytesAt(at(device, {"activations"}), "decode"),
                                   bytesAt(device, "logits")});
            for (const char* part :
                 {"weights", "kv_cache", "state", "window", "other", "context", "slack"}) {
                sum += bytesAt(device, part);
            }
            QCOMPARE(sum, bytesAt(device, "needed"));
        }
        QCOMPARE(at(devices, {"gpu:0"}).value("basis").toString(), "replay");
    }

    void countsWithTheAllocatorThatIsAskedFor() {
        const QString model = config("wide", kWideLlama);
        const QStringList usual{"--json", "--gpus", "64MiB*2", "--ram", "1GiB", "--prompt", "32"};
        const CliOutcome native = estimate(model, usual);
        const CliOutcome expandable =
            estimate(model, usual + QStringList{"--allocator", "expandable_segments"});
        const CliOutcome spec =
            estimate(model, {"--json", "--gpus", "64MiB*2:allocator=expandable_segments", "--ram",
                             "1GiB", "--prompt", "32"});
        QCOMPARE(expandable.exitCode, 0);
        const QJsonObject before = at(native.json, {"devices", "gpu:0"});
        const QJsonObject after = at(expandable.json, {"devices", "gpu:0"});
        QVERIFY(!before.contains("allocator"));
        QCOMPARE(after.value("allocator").toString(), "expandable_segments");
        QVERIFY(bytesAt(after, "peak_reserved") % (2 << 20) == 0);
        QCOMPARE(at(spec.json, {"devices", "gpu:0"}), after);
        QCOMPARE(native.json.value("notes").toArray().size() + 1,
                 expandable.json.value("notes").toArray().size());
        // A plan keeps it.
        const CliOutcome plan = runCli(
            {"plan", model, "--json", "--gpus", "64MiB", "--allocator", "expandable_segments"});
        QCOMPARE(at(plan.json, {"devices", "gpu:0"}).value("allocator").toString(),
                 "expandable_segments");
        const CliOutcome wrong = estimate(model, usual + QStringList{"--allocator", "jemalloc"});
        QCOMPARE(wrong.exitCode, 2);
        QCOMPARE(at(wrong.json, {"error"}).value("key").toString(), "--allocator");
        const CliOutcome none = estimate(model, {"--gpus", "none", "--allocator", "native"});
        QCOMPARE(none.exitCode, 2);
    }

    void timesAreNeverNull() {
        const CliOutcome run = estimate(
            tiny(), {"--json", "--engine", "transformers", "--gpus", "1GiB", "--ram", "1GiB"});
        const QJsonObject time = at(run.json, {"time"});
        for (const char* part :
             {"to_first_token", "per_token", "tokens_per_second", "low", "high"}) {
            QVERIFY2(time.value(part).toDouble() > 0, part);
        }
        QVERIFY(time.value("low").toDouble() <= time.value("tokens_per_second").toDouble());
        QVERIFY(time.value("high").toDouble() >= time.value("tokens_per_second").toDouble());
        const QSet<QString> bounds{"compute", "memory", "link", "disk"};
        QVERIFY(bounds.contains(time.value("bound_by").toString()));
        const QJsonArray layers = time.value("layers").toArray();
        QVERIFY(layers.size() >= 4);
        for (const QJsonValue& layer : layers) {
            QVERIFY(layer["prefill"].isDouble() && layer["decode"].isDouble());
            QVERIFY(bounds.contains(layer["bound_by"].toString()));
        }
    }

    void answersAreEstimates() {
        const QStringList machine{"--gpus", "16MiB:context=1B", "--ram",
                                  "1GiB",   "--engine",         "transformers"};
        const CliOutcome run = estimate(tiny(), QStringList{"--json", "--prompt", "16"} + machine);
        QCOMPARE(run.exitCode, 0);
        const qint64 most = bytesAt(at(run.json, {"largest"}), "context");
        QVERIFY(most > 16);
        const auto withContext = [&](qint64 tokens) {
            return estimate(tiny(), QStringList{"--json", "--prompt", "16", "--context",
                                                QString::number(tokens)} +
                                        machine);
        };
        QCOMPARE(withContext(most).exitCode, 0);
        const CliOutcome beyond = withContext(most + 1);
        QCOMPARE(beyond.exitCode, 1);
        QCOMPARE(beyond.json.value("verdict").toString(), "no");
        QVERIFY(bytesAt(at(beyond.json, {"tightest"}), "margin") < 0);
        const QJsonArray remedies = beyond.json.value("remedies").toArray();
        QVERIFY(!remedies.isEmpty());
        QVERIFY(!remedies.first()["change"].toObject().isEmpty());
        const QJsonArray more = beyond.json.value("more").toArray();
        QCOMPARE(more.size(), 2);  // no weights travel: faster links bring nothing
        QCOMPARE(more.first()["change"]["memory"].toString(), "8GiB");
        QCOMPARE(more.first()["verdict"].toString(), "fits");
        QVERIFY(more.first()["largest_context"].toInteger() > most);
    }

    void isTextForPeople() {
        const CliOutcome run =
            estimate(tiny(), {"--engine", "transformers", "--gpus", "1GiB", "--ram", "1GiB",
                              "--prompt", "32", "--generate", "8"});
        QCOMPARE(run.exitCode, 0);
        for (const char* part :
             {"KV cache", "GPU 0", "Engine: transformers ", ", dynamic cache. Workload: ",
              "(assumed)", goldenText("window-capacity/the-most-that-fits-a-context-of"),
              goldenText("cli/all-figures-are-estimated"),
              "Fits under transformers, dynamic cache: 1 sequence of 40 tokens."}) {
            QVERIFY2(run.output.contains(part), part);
        }
        const CliOutcome ofCard =
            estimate(tiny(), {"--engine", "transformers", "--gpus", "rtx-4090", "--prompt", "32"});
        QVERIFY(ofCard.output.contains(goldenText("window-capacity/time-first-token-after")));
    }

    /// In the first five lines: the verdict, the tightest device, tokens a second, the most that
    /// fits.
    void theAnswerComesFirst_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QStringList>("answer");
        QByteArray dtypeless = kLlama8;
        dtypeless.replace(", \"torch_dtype\": \"bfloat16\"", "");
        const QStringList gpu{"--gpus", "1GiB", "--ram", "1GiB"};
        const QStringList work{"--engine", "transformers", "--prompt", "32", "--generate", "8"};
        const QStringList known{"Fits under transformers, dynamic cache: 1 sequence of 40 tokens.",
                                "GPU 0 is the tightest device",
                                goldenText("window-capacity/tokens-a-second"),
                                goldenText("window-capacity/the-most-that-fits-a-context-of")};
        QTest::newRow("estimate") << QStringList{"estimate", tiny()} + gpu + work << known;
        QTest::newRow("plan") << QStringList{"plan", tiny()} + gpu + work << known;
        QTest::newRow("plan without work")
            << QStringList{"plan", tiny()} + gpu
            << QStringList{"Fits (weights only): ", "GPU 0 is the tightest device",
                           goldenText("cli/not-known-without-the-work")};
        QTest::newRow("a dtype that nobody states")
            << QStringList{"estimate", config("unstated", dtypeless), "--gpus", "h100", "--ram",
                           "64GiB"}
            << QStringList{"Undetermined under ", goldenText("cli/tightest-device-undetermined"),
                           goldenText("cli/the-most-that-fits-undetermined")};
    }
    void theAnswerComesFirst() {
        QFETCH(QStringList, words);
        QFETCH(QStringList, answer);
        const QByteArray text = runCli(words).output;
        const QByteArray begin = text.split('\n').mid(0, 5).join('\n');
        QVERIFY2(begin.startsWith(answer.front().toUtf8()), text.constData());
        for (const QString& part : answer) {
            QVERIFY2(begin.contains(part.toUtf8()), qPrintable(part + ": " + text));
        }
    }

    /// Of the most that fits, and of each gain that makes room.
    void tellsWhatTheModelWasMadeFor() {
        QByteArray few = kTinyLlama;
        few.replace("{", "{\"max_position_embeddings\": 64, ");
        const CliOutcome run = estimate(config("few", few), {"--engine", "transformers", "--gpus",
                                                             "1GiB:context=1B", "--prompt", "32"});
        QCOMPARE(run.exitCode, 0);
        const QRegularExpression gains(
            goldenText("window-capacity/tokens-by-formula-the-model-was"));
        QCOMPARE(QString::fromUtf8(run.output).count(gains), 2);
        QVERIFY(
            run.output.contains(goldenText("window-capacity/tokens-the-model-was-made-for-64")));
        const CliOutcome encoder =
            estimate(config("bert",
                            "{\"model_type\": \"bert\", \"architectures\": "
                            "[\"BertForMaskedLM\"], \"hidden_size\": 64, \"num_hidden_layers\": "
                            "2, \"num_attention_heads\": 2, \"intermediate_size\": 96, "
                            "\"vocab_size\": 100, \"max_position_embeddings\": 64, "
                            "\"torch_dtype\": \"float32\"}"),
                     {"--engine", "transformers", "--gpus", "1GiB:context=1B", "--prompt", "32"});
        QCOMPARE(encoder.exitCode, 0);
        QVERIFY(encoder.output.contains(
            goldenText("window-capacity/a-context-of-any-number-of-tokens")));
    }

    void wrongOptionsAreNamed_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("named");
        QTest::newRow("batch 0") << QStringList{"--batch", "0"} << "--batch";
        QTest::newRow("prompt") << QStringList{"--prompt", "many"} << "--prompt";
        QTest::newRow("context") << QStringList{"--context", "-5"} << "--context";
        QTest::newRow("kv") << QStringList{"--kv-dtype", "int3"} << "--kv-dtype";
        QTest::newRow("compute") << QStringList{"--compute-dtype", "int8"} << "--compute-dtype";
        QTest::newRow("attention") << QStringList{"--attention", "lazy"} << "--attention";
        QTest::newRow("engine") << QStringList{"--engine", "tgi"} << "tgi";
        QTest::newRow("targets") << QStringList{"--targets", "speed=3"} << "--targets";
        QTest::newRow("targets, none") << QStringList{"--targets", "tps=0"} << "--targets";
        QTest::newRow("no KV type of it")
            << QStringList{"--engine", "llama.cpp", "--kv-dtype", "fp8"} << "fp8";
    }
    void wrongOptionsAreNamed() {
        QFETCH(QStringList, options);
        QFETCH(QString, named);
        const CliOutcome run = estimate(tiny(), QStringList{"--gpus", "1GiB"} + options);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.diagnostics.contains(named.toUtf8()), run.diagnostics);
        QCOMPARE(run.diagnostics.trimmed().count('\n'), 0);
        QVERIFY(run.output.isEmpty());
    }

    void aLogStandsBesideThePlan() {
        const QByteArray log =
            "INFO Initializing an LLM engine (v0.6.3) with config: ...\n"
            "Loading model weights took 14.9888 GB\n"
            "Memory profiling results: total_gpu_memory=23.58GiB peak_torch_memory=17.06GiB "
            "non_torch_memory=0.35GiB kv_cache_size=3.81GiB gpu_memory_utilization=0.90\n"
            "GPU blocks: 1952, # CPU blocks: 2048\n"
            "Something else took 12.5 GiB\n";
        const QString path = writeInto(m_folder.path(), "vllm.txt", log);
        const QStringList options{"--gpus",   "24GiB", "--ram",  "64GiB",
                                  "--prompt", "20000", "--json", "--log"};
        const QString model = config("llama8", kLlama8);
        const CliOutcome run = estimate(model, options + QStringList{path});
        QVERIFY(run.exitCode == 0 || run.exitCode == 1);
        const QJsonObject told = at(run.json, {"log"});
        QCOMPARE(keysOf(told), (QSet<QString>{"engine", "version", "rows", "unread"}));
        QCOMPARE(told.value("engine").toString(), "vllm");
        QCOMPARE(told.value("version").toString(), "0.6.3");
        QCOMPARE(told.value("unread").toArray(), QJsonArray{"Something else took 12.5 GiB"});
        QCOMPARE(at(run.json, {"engine"}).value("name").toString(), "vllm");
        const QJsonArray rows = told.value("rows").toArray();
        const QJsonObject weights = rowNamed(rows, "weights");
        QCOMPARE(keysOf(weights), (QSet<QString>{"name", "printed", "predicted", "error"}));
        QVERIFY(std::abs(weights.value("error").toDouble()) < 0.001);
        QVERIFY(std::abs(rowNamed(rows, "kv_bytes_per_token").value("error").toDouble()) < 0.005);
        QVERIFY(rowNamed(rows, "cpu_blocks").value("predicted").isNull());
        // The same from standard input, for people.
        const CliOutcome text =
            runCli(CliRequest{.arguments = {"estimate", model, "--gpus", "24GiB", "--ram", "64GiB",
                                            "--prompt", "20000", "--log", "-"},
                              .input = log});
        QVERIFY(text.output.contains("log of vllm 0.6.3"));
        QVERIFY(
            text.output.contains("Line of the log not recognised: Something else took 12.5 GiB\n"));
    }

    void anOutOfMemorySentenceIsExplained() {
        const QString path = writeInto(m_folder.path(), "oom.txt", kOutOfMemory);
        const CliOutcome run = estimate(tiny(), {"--gpus", "32GiB", "--ram", "1GiB", "--engine",
                                                 "transformers", "--log", path});
        QCOMPARE(run.exitCode, 0);
        for (const char* part :
             {goldenText("backend_torch/gpu-0-was-asked-for-22-78-gib-more"),
              "9.08 GiB used by tensors", goldenText("capacity/9-35-gib-kept-by-pytorch-without-a"),
              "12.73 GiB free", goldenText("capacity/so-what-ran-differed-from-it")}) {
            QVERIFY2(run.output.contains(part), run.output);
        }
    }

    void anAllocationIsKnownByItsSize() {
        // 1 × 4 heads × 4,096 × 4,096 × 2 B = 128 MiB.
        QByteArray sentence = kOutOfMemory;
        sentence.replace("22.78 GiB", "128.00 MiB");
        const QString path = writeInto(m_folder.path(), "scores.txt", sentence);
        const CliOutcome run =
            estimate(tiny(), {"--gpus", "32GiB", "--ram", "1GiB", "--engine", "transformers",
                              "--prompt", "4096", "--log", path});
        QVERIFY2(run.output.contains(goldenText("capacity/a-layers-attention-scores-of-the")),
                 run.output);
        QVERIFY(run.output.contains("expandable_segments:True"));
    }

    void whatIsNoLogIsSaid() {
        const QString path = writeInto(m_folder.path(), "poem.txt", "nothing of memory\n");
        const CliOutcome run = estimate(
            tiny(), {"--gpus", "1GiB", "--ram", "1GiB", "--engine", "transformers", "--log", path});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.output.contains(goldenText("cli/of-the-log-no-figure-of-memory-was")));
        const CliOutcome json = estimate(tiny(), {"--json", "--gpus", "1GiB", "--ram", "1GiB",
                                                  "--engine", "transformers", "--log", path});
        QVERIFY(at(json.json, {"log"}).value("engine").isNull());
        QVERIFY(at(json.json, {"log"}).value("rows").toArray().isEmpty());
        const CliOutcome missing =
            estimate(tiny(), {"--gpus", "1GiB", "--log", m_folder.filePath("absent.txt")});
        QCOMPARE(missing.exitCode, 3);
        QVERIFY(missing.diagnostics.contains("absent.txt"));
    }

    void machinesServeTargets() {
        const QString model = config("llama8", kLlama8);
        const QStringList options{"--gpus", "rtx-4090", "--ram", "64GiB",  "--prompt",
                                  "1024",   "--engine", "vllm",  "--json", "--targets"};
        const CliOutcome run = estimate(model, options + QStringList{"ttft=1,tps=30"});
        QVERIFY(run.exitCode == 0 || run.exitCode == 1);
        const QJsonArray machines = run.json.value("machines").toArray();
        QVERIFY(machines.size() >= 3);
        double memory = 0;
        for (const QJsonValue& machine : machines) {
            QCOMPARE(keysOf(machine.toObject()),
                     (QSet<QString>{"card", "name", "count", "verdict", "to_first_token",
                                    "tokens_per_second", "range", "needed"}));
            QVERIFY(machine["verdict"].toString() != "no");
            QVERIFY(machine["to_first_token"].toDouble() <= 1);
            QVERIFY(machine["range"][0].toDouble() >= 30);
            QVERIFY(machine["tokens_per_second"].toDouble() >= machine["range"][0].toDouble());
            memory = std::max(memory, machine["needed"]["gpu:0"].toDouble());
        }
        QVERIFY(memory > 0);
        // Said is what the estimate of just these cards says.
        const QJsonValue first = machines.first();
        const CliOutcome same = estimate(
            model,
            {"--gpus", first["card"].toString() + "*" + QString::number(first["count"].toInt()),
             "--ram", "64GiB", "--prompt", "1024", "--engine", "vllm", "--tensor-parallel", "1",
             "--json"});
        QCOMPARE(same.exitCode, 0);
        QCOMPARE(at(same.json, {"time"}).value("to_first_token").toDouble(),
                 first["to_first_token"].toDouble());
        const CliOutcome none = estimate(model, options + QStringList{"tps=1000000"});
        QVERIFY(none.json.value("machines").toArray().isEmpty());
    }

    /// How long this machine's CPU computes is not known before it is measured.
    void computedByACpuThatWasNotMeasured() {
        const QString model = config("slow", kBloom);
        const QStringList machine{"--gpus", "a100-80gb:link=1GB/s", "--ram", "2048GiB", "--json"};
        const auto perToken = [&](const QStringList& more) {
            const CliOutcome run = estimate(model, machine + more);
            return run.exitCode == 0 ? at(run.json, {"time"}).value("per_token").toDouble() : -1;
        };
        const QStringList limits{"--max-memory", "0=60GiB,cpu=1024GiB"};
        const double streamed = perToken(limits);
        QVERIFY(streamed > 0);
        const CliOutcome computed =
            estimate(model, machine + limits + QStringList{"--offloaded", "compute:transformer.h"});
        QCOMPARE(computed.exitCode, 0);
        QVERIFY(computed.json.value("time").isNull());
        QVERIFY(!computed.json.value("no_time").toString().isEmpty());
        QCOMPARE(perToken(limits + QStringList{"--offloaded", "compute:transformer.h",
                                               "--offloaded", "stream"}),
                 streamed);
        const CliOutcome wrong =
            estimate(model, {"--gpus", "80GiB", "--offloaded", "compute:transformer.x"});
        QCOMPARE(wrong.exitCode, 2);
        QVERIFY2(wrong.diagnostics.contains("no module \"transformer.x\""),
                 wrong.diagnostics.constData());
    }

    /// Said, not crashed over: a map of a GPU that is not there has no times.
    void aMapOfAnAbsentGpu() {
        for (const char* const verb : {"estimate", "plan", "check"}) {
            const CliOutcome run = runCli({verb, tiny(), "--gpus", "1GiB", "--ram", "1GiB",
                                           "--engine", "vllm", "--device-map", "{'': 5}"});
            QCOMPARE(run.exitCode, 1);
            const QByteArray said = run.output + run.diagnostics;
            QVERIFY2(said.contains(goldenText("load/gpu-5-which-is-not-among-the")),
                     said.constData());
        }
    }

    /// Nobody publishes how fast it multiplies: its memory tells, and that is said.
    void aCardWithoutRates() {
        const QStringList work{"--engine", "vllm", "--prompt", "1000", "--gpus", "m4-max"};
        const CliOutcome run = estimate(config("llama8", kLlama8), work + QStringList{"--json"});
        QCOMPARE(run.exitCode, 0);
        const double seconds = at(run.json, {"time"}).value("per_token").toDouble();
        QVERIFY2(seconds > 0.03 && seconds < 0.05, QByteArray::number(seconds));  // 16 GB, 448 GB/s
        const CliOutcome text = estimate(config("llama8", kLlama8), work);
        QVERIFY2(text.output.contains(goldenText("capacity/its-memory-alone-counts")), text.output);
    }

    /// A CPU through which weights only go limits nothing, however little RAM is free.
    void whatOnlyLoadsIsNotTheTightest() {
        const CliOutcome run =
            estimate(config("llama8", kLlama8),
                     {"--gpus", "h100", "--ram", "16GiB", "--engine", "vllm", "--json"});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(bytesAt(at(run.json, {"devices", "cpu"}), "free") <
                bytesAt(at(run.json, {"devices", "gpu:0"}), "free"));
        QCOMPARE(at(run.json, {"tightest"}).value("device").toString(), QString("gpu:0"));
    }

    /// float32's rate stands for one that nobody published: that is said wherever a time is, and no
    /// card is left out for it.
    void aRateThatIsNotPublished() {
        const QString model = config("llama8", kLlama8);
        const QStringList work{"--engine", "vllm", "--prompt", "1024", "--ram", "64GiB"};
        const QStringList card{"--gpus", "rtx-4060-ti-16gb*2", "--tensor-parallel", "1"};
        const CliOutcome run = estimate(model, work + card + QStringList{"--json"});
        QCOMPARE(run.exitCode, 0);
        const QJsonArray sources = at(run.json, {"time"}).value("sources").toArray();
        QVERIFY2(sources.first().toString().endsWith(
                     goldenText("capacity/not-its-rate-in-bfloat16-float32s-2")),
                 qPrintable(sources.first().toString()));
        const QJsonArray notes = run.json.value("notes").toArray();
        QVERIFY(std::ranges::any_of(notes, [](const QJsonValue& note) {
            return note.toString().contains(goldenText("capacity/in-bfloat16-is-not-published-of"));
        }));
        const double seconds = at(run.json, {"time"}).value("to_first_token").toDouble();
        const QString target = QString("ttft=%1").arg(seconds * 0.7);
        const QStringList targets = work + QStringList{"--gpus", "rtx-4090", "--targets", target};
        const CliOutcome found = estimate(model, targets + QStringList{"--json"});
        const auto idsOf = [&found](const char* key) {
            QSet<QString> ids;
            for (const QJsonValue& machine : found.json.value(QLatin1String(key)).toArray()) {
                ids += machine["card"].toString();
            }
            return ids;
        };
        QVERIFY(idsOf("machines_open").contains("rtx-4060-ti-16gb"));
        QVERIFY(idsOf("machines").contains("rtx-5090"));
        QVERIFY(!idsOf("machines").intersects(idsOf("machines_open")));
        const CliOutcome text = estimate(model, targets);
        QVERIFY2(text.output.contains(goldenText("cli/whether-these-serve-is-open")), text.output);
    }

    void everyCardIsFoundByItsName() {
        const CliOutcome catalogue = runCli({"devices", "--catalogue", "--json"});
        const QJsonArray cards = catalogue.json.value("cards").toArray();
        QVERIFY(cards.size() >= 40);
        for (qsizetype first = 0; first < cards.size(); first += 8) {
            QStringList ids;
            for (qsizetype i = first; i < std::min(first + 8, cards.size()); ++i) {
                ids += cards.at(i)["id"].toString();
            }
            const CliOutcome run = runCli({"devices", "--gpus", ids.join(','), "--json"});
            QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        }
    }

    /// Each remedy holds as it is printed, behind what was typed before, also where that has the
    /// same options.
    void remediesTypedAgain_data() {
        QTest::addColumn<QStringList>("typed");
        QTest::newRow("batch and KV dtype")
            << QStringList{"--gpus",   "24GiB",  "--ram",   "64GiB", "--engine",   "sglang",
                           "--prompt", "100000", "--batch", "4",     "--kv-dtype", "bfloat16"};
        QTest::newRow("limits, another map") << QStringList{
            "--gpus",   "24GiB*2", "--ram",      "64GiB",      "--max-memory", "0=4GiB,1=4GiB",
            "--prompt", "4096",    "--strategy", "sequential", "--engine",     "transformers"};
        QTest::newRow("a word for a map") << QStringList{
            "--gpus", "80GiB,10GiB", "--ram", "64GiB",    "--device-map", "balanced",   "--prompt",
            "4096",   "--batch",     "4",     "--engine", "transformers", "--generate", "64"};
        QTest::newRow("a map") << QStringList{"--gpus",   "24GiB",        "--ram",
                                              "64GiB",    "--device-map", "{'': 1}",
                                              "--engine", "transformers"};
        QTest::newRow("a preset") << QStringList{"--gpus",     "10GiB*4",     "--ram",    "64GiB",
                                                 "--num-gpus", "2",           "--prompt", "1024",
                                                 "--engine",   "transformers"};
    }
    void remediesTypedAgain() {
        QFETCH(QStringList, typed);
        typed += "--json";
        const QString model = config("llama8", kLlama8);
        const CliOutcome run = estimate(model, typed);
        QVERIFY2(!run.json.isEmpty(), run.diagnostics.constData());
        QVERIFY(run.json.value("verdict") != "fits");
        const QJsonArray remedies = run.json.value("remedies").toArray();
        QVERIFY(!remedies.isEmpty());
        for (const QJsonValue& remedy : remedies) {
            QStringList options;
            const QJsonObject change = remedy["change"].toObject();
            for (const QString& key : change.keys()) {
                options += {"--" + QString(key).replace('_', '-'), change.value(key).toString()};
            }
            const CliOutcome again = estimate(model, typed + options);
            QVERIFY2(again.exitCode == 0, qPrintable(options.join(' ') + again.diagnostics));
            QCOMPARE(again.json.value("verdict"), remedy["verdict"]);
            QCOMPARE(bytesAt(at(again.json, {"devices", "gpu:0"}), "needed"),
                     bytesAt(remedy["needed"].toObject(), "gpu:0"));
        }
    }

    /// `optimal` keeps 51 GiB in RAM, since 16 prompts at once take 12.5 GiB a GPU. In parts of 512
    /// tokens they take 1.6 GiB, and a token of each sequence a fourteenth of the time.
    void chunksInPlaceOfOffload() {
        const QString model = QString(STOWAGE_TEST_DATA) + "/log_models/llama-3.1-70b";
        const QStringList typed{
            "--gpus",   "a100-80gb,rtx-4090*4", "--ram",  "64GiB",      "--prompt",
            "4096",     "--generate",           "512",    "--batch",    "16",
            "--engine", "transformers",         "--json", "--strategy", "optimal"};
        const CliOutcome run = estimate(model, typed);
        QCOMPARE(run.json.value("verdict").toString(), "offload");
        const QJsonArray remedies = run.json.value("remedies").toArray();
        QVERIFY(!remedies.isEmpty());
        QCOMPARE(remedies.first()["change"].toObject(), (QJsonObject{{"prefill_chunk", "512"}}));
        QVERIFY(remedies.first()["tokens_per_second"].toDouble() > 100);
        const CliOutcome text =
            estimate(model, {"--gpus", "a100-80gb,rtx-4090*4", "--ram", "64GiB", "--prompt", "4096",
                             "--generate", "512", "--engine", "transformers"});
        QCOMPARE(text.exitCode, 1);
        static const QRegularExpression line(
            "With the strategy \"sequential\", weights distributed under lower limits "
            "\\(--strategy "
            "sequential --max-memory [0-9a-zA-Z=,]+\\): fits, first token after [0-9.]+ s, "
            "[78]\\.[0-9]+ tokens per second\\.");
        QVERIFY2(line.match(text.output).hasMatch(), text.output.constData());
    }

    /// Parts come to the peak where layers keep a window of a longer prompt; a plan tells the same.
    void partsComeToThePeak() {
        QByteArray mistral = kLlama8;
        mistral.replace("\"llama\"", "\"mistral\"");
        mistral.replace("LlamaForCausalLM", "MistralForCausalLM");
        mistral.replace("\"tie_word", "\"sliding_window\": 4096, \"tie_word");
        const QString model = config("mistral8", mistral);
        const QStringList work{"--gpus",       "24GiB",    "--ram", "64GiB", "--engine",
                               "transformers", "--prompt", "8000",  "--json"};
        const CliOutcome run = estimate(model, work);
        QCOMPARE(run.exitCode, 0);
        const QJsonObject gpu = at(run.json, {"devices", "gpu:0"});
        const qint64 prefill = bytesAt(at(gpu, {"activations"}), "prefill");
        const qint64 parts = bytesAt(gpu, "weights") + bytesAt(gpu, "kv_cache") + prefill;
        QVERIFY(std::abs(bytesAt(gpu, "peak_allocated") - parts) < 4 * 1024 * 1024);
        const CliOutcome plan = runCli(QStringList{"plan", model} + work);
        const QJsonObject planned = at(plan.json, {"devices", "gpu:0"});
        QCOMPARE(bytesAt(planned, "kv_cache"), bytesAt(gpu, "kv_cache"));
        QCOMPARE(bytesAt(planned, "activations"), prefill);
        QCOMPARE(bytesAt(planned, "free"), bytesAt(gpu, "free"));
        QCOMPARE(bytesAt(planned, "context"), bytesAt(gpu, "context"));
    }

    /// What is published of one GPU is the least that each of a pipeline takes.
    void contextsOfMoreGpus() {
        const QString model = config("llama8", kLlama8);
        const auto contextOf = [&](const QString& gpus) {
            const CliOutcome run = estimate(model, {"--gpus", gpus, "--ram", "64GiB", "--engine",
                                                    "vllm", "--tensor-parallel", "1", "--json"});
            return bytesAt(at(run.json, {"devices", "gpu:1"}), "context");
        };
        QVERIFY(contextOf("10GiB*2") > 0 && contextOf("10GiB*2") < 1'600'000'000);  // no sums
        QCOMPARE(contextOf("10GiB*3"), contextOf("10GiB*2"));
        const CliOutcome typed = estimate(
            model, {"--gpus", "24GiB:context=500MiB", "--ram", "64GiB", "--engine", "llama.cpp"});
        QVERIFY2(!typed.output.contains("not published"), typed.output);
    }

    /// Layers on the CPU keep their keys and values there, and nothing but a matrix for long
    /// prompts comes to the GPU.
    void llamaCppComputesWhereWeightsLie() {
        const QString model = config("llama8", kLlama8);
        const auto of = [&](const char* engine) {
            return estimate(model, {"--gpus", "rtx-4090", "--ram", "64GiB", "--engine", engine,
                                    "--device-map", "{'': 0, 'model.layers.3': 'cpu'}", "--json"});
        };
        const CliOutcome run = of("llama.cpp");
        const QJsonObject gpu = at(run.json, {"devices", "gpu:0"});
        const QJsonObject cpu = at(run.json, {"devices", "cpu"});
        QCOMPARE(bytesAt(gpu, "window"), qint64{0});
        QCOMPARE(bytesAt(gpu, "kv_cache"), 31 * bytesAt(cpu, "kv_cache"));
        QVERIFY(bytesAt(cpu, "kv_cache") > 0);
        // 4,096 × 14,336 numbers of 2 bytes.
        QVERIFY2(at(gpu, {"explained"}).value("copied").toString().contains("112.0 MiB"),
                 run.output.constData());
        const QJsonObject other = of("transformers").json;
        QVERIFY(bytesAt(at(other, {"devices", "gpu:0"}), "window") > 0);
        QCOMPARE(bytesAt(at(other, {"devices", "cpu"}), "kv_cache"), qint64{0});
    }

    /// vLLM's share of a card decides what fits, and is an option.
    void vllmTakesAShare() {
        const QString model = config("llama8", kLlama8);
        const auto of = [&](const QStringList& more) {
            return estimate(model, QStringList{"--gpus", "rtx-4090", "--ram", "64GiB", "--engine",
                                               "vllm", "--context", "16384", "--json"} +
                                       more);
        };
        const CliOutcome usual = of({});
        QCOMPARE(usual.exitCode, 0);
        const QJsonObject share = at(usual.json, {"devices", "gpu:0", "share"});
        QCOMPARE(share.value("utilization").toDouble(), 0.92);
        QCOMPARE(bytesAt(share, "block_bytes"), qint64{2} << 20);
        QCOMPARE(bytesAt(share, "blocks_of_sequence"), qint64{1024});
        const qint64 blocks = bytesAt(at(usual.json, {"devices", "gpu:0"}), "kv_blocks");
        QCOMPARE(blocks, bytesAt(share, "cache_room") / (2 << 20));
        QCOMPARE(share.value("concurrency").toDouble(), double(blocks) / 1024);
        const CliOutcome small = of({"--gpu-memory-utilization", "0.75"});
        QCOMPARE(small.exitCode, 1);
        QCOMPARE(at(small.json, {"workload"}).value("gpu_memory_utilization").toDouble(), 0.75);
        // More tokens in a pass take more activations, and leave less.
        const CliOutcome wide = of({"--max-num-batched-tokens", "8192"});
        QVERIFY(bytesAt(at(wide.json, {"devices", "gpu:0", "share"}), "cache_room") <
                bytesAt(share, "cache_room"));
        QCOMPARE(of({"--gpu-memory-utilization", "0.000001"}).exitCode, 1);
        for (const char* const wrong : {"1.5", "x", "-1"}) {
            QCOMPARE(of({"--gpu-memory-utilization", wrong}).exitCode, 2);
        }
        const CliOutcome other =
            estimate(model, {"--gpus", "rtx-4090", "--ram", "64GiB", "--engine", "transformers",
                             "--gpu-memory-utilization", "0.9"});
        QCOMPARE(other.exitCode, 2);
    }

    /// The file's own dtypes are blocks of numbers: keys and values are in what the engine
    /// computes.
    void ggufIsComputedAsTheEngineDoes_data() {
        QTest::addColumn<QString>("kvType");
        QTest::addColumn<qint64>("bytesOfToken");
        QTest::newRow("vllm") << "bfloat16" << qint64{512};
        QTest::newRow("sglang") << "float16" << qint64{512};
        QTest::newRow("llama.cpp") << "float16" << qint64{512};
        QTest::newRow("transformers") << "float32" << qint64{1024};
        QTest::newRow("stowage") << "float32" << qint64{1024};
    }

    void ggufIsComputedAsTheEngineDoes() {
        QFETCH(QString, kvType);
        QFETCH(qint64, bytesOfToken);
        const CliOutcome run = estimate(STOWAGE_TEST_DATA "/run/gguf-llama-wide/model.gguf",
                                        {"--gpus", "24GiB", "--engine", QTest::currentDataTag(),
                                         "--prompt", "32", "--generate", "16", "--json"});
        QCOMPARE(at(run.json, {"workload"}).value("kv_dtype").toString(), kvType);
        QCOMPARE(qint64{bytesAt(run.json, "kv_bytes_per_token")}, bytesOfToken);
    }

    void whatAnEngineCannotDoIsWrongUse() {
        const QStringList machine{"--gpus", "1GiB*2", "--ram", "1GiB", "--tensor-parallel", "2"};
        for (const char* const engine : {"stowage", "llama.cpp"}) {
            const CliOutcome run = estimate(tiny(), machine + QStringList{"--engine", engine});
            QCOMPARE(run.exitCode, 2);
            QVERIFY2(run.diagnostics.contains(goldenText("cli/does-not-divide-layers")),
                     run.diagnostics.constData());
        }
    }

    void whatThisProgramCannotRunIsWrongUse() {
        for (const QStringList& asked :
             {QStringList{"--kv-dtype", "fp8"}, QStringList{"--compute-dtype", "float32"}}) {
            const CliOutcome run =
                estimate(tiny(), QStringList{"--gpus", "1GiB", "--engine", "stowage"} + asked);
            QCOMPARE(run.exitCode, 2);
            QVERIFY2(run.diagnostics.contains(goldenText("capacity/name-another-engine")),
                     run.diagnostics.constData());
        }
    }

    void linksAreSweptInTheirOwnUnit() {
        const CliOutcome run = runCli(
            {"plan", tiny(), "--gpus", "1GiB", "--ram", "1GiB", "--sweep", "link=1GB/s..64GB/s*4"});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.output.count('\n'), 4);
        const CliOutcome steps = runCli({"plan", tiny(), "--gpus", "1GiB", "--ram", "1GiB",
                                         "--sweep", "link=4GB/s..12GB/s/4GB/s"});
        QCOMPARE(steps.output.count('\n'), 3);
    }

    void bloomOnEightCards() {
        QStringList limits{"0=30GiB"};
        for (int card = 1; card < 8; ++card) {
            limits += QString::number(card) + "=46GiB";
        }
        const CliOutcome run =
            estimate(config("bloom", kBloom),
                     {"--json", "--gpus", "a100-80gb*8", "--ram", "400GiB", "--max-memory",
                      limits.join(','), "--batch", "4", "--prompt", "512", "--generate", "128"});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.json.value("verdict").toString(), "fits");
        const QJsonObject devices = at(run.json, {"devices"});
        qint64 weights = 0;
        for (int card = 0; card < 8; ++card) {
            const QJsonObject device = at(devices, {"gpu:" + QString::number(card)});
            const qint64 limit = card == 0 ? 30 : 46;
            QVERIFY(bytesAt(device, "weights") > 0);
            QVERIFY(bytesAt(device, "weights") <= limit << 30);
            QVERIFY(bytesAt(device, "free") > 0);
            QVERIFY(bytesAt(device, "kv_cache") > 0);
            weights += bytesAt(device, "weights");
        }
        // 176,247,271,424 numbers of bfloat16, the head tied.
        QVERIFY(std::abs(double(weights) - 352'494'542'848.0) < 1e-4 * 352e9);
        QVERIFY(bytesAt(devices.value("cpu").toObject(), "weights") == 0);
        // 70 layers × 2 × 14,336 × 2 B.
        QCOMPARE(bytesAt(run.json, "kv_bytes_per_token"), 4'014'080);
        const QJsonObject largest = at(run.json, {"largest"});
        QVERIFY(bytesAt(largest, "context") > 640);
        QVERIFY(bytesAt(largest, "batch") > 4);
        for (int card = 0; card < 8; ++card) {
            const QJsonObject explained =
                at(run.json, {"devices", "gpu:" + QString::number(card), "explained"});
            QVERIFY(explained.value("kv_cache").toString().contains(QStringLiteral("×")));
        }
        // Told once by part, each card by its name where they differ.
        const QString told = at(run.json, {"explained"}).value("kv_cache").toString();
        QVERIFY2(told.contains("GPU 0: ") && told.contains("; GPU 7: "), qPrintable(told));
    }

    void theWorkloadJudgesPlans() {
        const QStringList machine{"--gpus", "16MiB:context=1B", "--ram", "1GiB"};
        const QStringList work{"--prompt", "16", "--context", "100k", "--engine", "transformers"};
        const QString model = tiny();
        const CliOutcome plain = runCli(QStringList{"plan", model, "--json"} + machine);
        QCOMPARE(plain.exitCode, 0);
        QVERIFY(!plain.json.contains("workload"));
        const CliOutcome judged = runCli(QStringList{"plan", model, "--json"} + machine + work);
        QCOMPARE(judged.exitCode, 1);
        QCOMPARE(judged.json.value("verdict").toString(), "no");
        QCOMPARE(at(judged.json, {"workload"}).value("context").toInt(), 102'400);
        QCOMPARE(judged.json.value("device_map"), plain.json.value("device_map"));
        const QJsonArray problems = judged.json.value("problems").toArray();
        QVERIFY(std::any_of(problems.begin(), problems.end(), [](const QJsonValue& problem) {
            return problem["code"].toString() == "workload_does_not_fit";
        }));
        const CliOutcome same = runCli(QStringList{"estimate", model, "--json"} + machine + work);
        QCOMPARE(same.json.value("verdict"), judged.json.value("verdict"));
        // What fits is told as a sentence.
        const CliOutcome fits =
            runCli(QStringList{"plan", model} + machine + QStringList{"--prompt", "16"});
        QCOMPARE(fits.exitCode, 0);
        QVERIFY2(fits.output.contains("Fits under transformers, dynamic cache: 1 sequence of 272 "
                                      "tokens."),
                 fits.output);
        const QString map = writeInto(m_folder.path(), "map.json", "{\"\": 0}");
        const QStringList check = QStringList{"check", model, "--device-map", map} + machine;
        QVERIFY(runCli(check).exitCode != 1);
        QCOMPARE(runCli(check + work).exitCode, 1);
    }

    void aLoadIsRefusedForItsWork() {
        const QString folder = m_folder.filePath("sample");
        QCOMPARE(
            runCli({"sample", folder, "--arch", "llama-tiny", "--format", "safetensors"}).exitCode,
            0);
        const QStringList load{"load",  folder, "--gpus",   "64MiB:context=1B",
                               "--ram", "1GiB", "--dry-run"};
        QCOMPARE(runCli(load).exitCode, 0);
        QStringList really = load;
        really.removeAll("--dry-run");
        const CliOutcome refused =
            runCli(really + QStringList{"--prompt", "16", "--context", "1000000", "--engine",
                                        "transformers"});
        QCOMPARE(refused.exitCode, 1);
        QVERIFY2(refused.diagnostics.contains(goldenText("window-project/does-not-fit-2")),
                 refused.diagnostics);
        QVERIFY(refused.diagnostics.contains("--force"));
    }

    void aRunTakesItsOwnOptions() {
        const CliOutcome run = runCli({"run", tiny(), "--tokens", "1,2", "--prompt", "8"});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.diagnostics.contains("--tokens") && run.diagnostics.contains("--generate"),
                 run.diagnostics);
        QCOMPARE(runCli({"run", tiny(), "--tokens", "1,2", "--kv-dtype", "fp8"}).exitCode, 2);
    }

    void sweepsAPointALine() {
        const CliOutcome outcome =
            runCli({"plan", config("eight", kLlama8), "--gpus", "24GiB", "--sweep",
                    "context=2048,8192,2097152", "--sweep", "batch=1,2"});
        QCOMPARE(outcome.exitCode, 0);
        const QList<QByteArray> lines = outcome.output.trimmed().split('\n');
        QCOMPARE(lines.size(), 6);
        for (const QByteArray& line : lines) {
            const QJsonObject point = QJsonDocument::fromJson(line).object();
            for (const char* const key : {"point", "verdict", "offloaded_bytes",
                                          "tokens_per_second", "to_first_token", "tightest"}) {
                QVERIFY2(point.contains(key) && !point[key].isNull(), line.constData());
            }
        }
        const QJsonObject last = QJsonDocument::fromJson(lines.last()).object();
        QCOMPARE(last["point"]["context"].toInt(), 2097152);
        QCOMPARE(last["point"]["batch"].toInt(), 2);
        QCOMPARE(last["verdict"].toString(), QString("no"));
    }

    void contextsThatAreTooShortAreNamed() {
        const QStringList work{"--engine", "transformers", "--prompt", "100", "--generate", "28"};
        const CliOutcome sweep = runCli(
            QStringList{"plan", tiny(), "--gpus", "1GiB", "--sweep", "context=64,128"} + work);
        QCOMPARE(sweep.exitCode, 0);
        QCOMPARE(sweep.output.count('\n'), 2);
        QCOMPARE(sweep.diagnostics,
                 QByteArray(goldenText("capacity/sweep-the-context-is-shorter-than")));
        const CliOutcome one =
            estimate(tiny(), QStringList{"--gpus", "1GiB", "--context", "64"} + work);
        QVERIFY2(one.output.contains(goldenText("capacity/the-context-of-64-is-shorter-than")),
                 one.output.constData());
        const CliOutcome plan =
            runCli(QStringList{"plan", tiny(), "--gpus", "1GiB", "--context", "64"} + work);
        QVERIFY2(plan.output.contains(goldenText("capacity/the-context-of-64-is-shorter-than")),
                 plan.output.constData());
    }

    /// As this program's own run refuses it.
    void encodersGenerateNothing() {
        const QString bert =
            config("encoder",
                   "{\"model_type\": \"bert\", \"architectures\": [\"BertForMaskedLM\"], "
                   "\"hidden_size\": 64, \"num_hidden_layers\": 2, \"num_attention_heads\": "
                   "2, \"intermediate_size\": 96, \"vocab_size\": 100}");
        for (const char* const engine : {"stowage", "transformers", "vllm"}) {
            const CliOutcome run = estimate(
                bert, {"--gpus", "1GiB", "--prompt", "32", "--generate", "8", "--engine", engine});
            QCOMPARE(run.exitCode, 2);
            QCOMPARE(run.diagnostics.trimmed().count('\n'), 0);
            QVERIFY2(run.diagnostics.contains("token"), run.diagnostics.constData());
        }
        const CliOutcome made = runCli({"export", bert, "--to", "megatron", "--gpus", "1GiB",
                                        "--prompt", "32", "--generate", "8"});
        QCOMPARE(made.exitCode, 2);
        QCOMPARE(made.diagnostics, QByteArray(goldenText("capacity/no-token-follows-a-prompt-in")));
    }

    /// A context that leaves room for less than what is to be generated.
    void whatFitsIsSaidWithoutNone() {
        const CliOutcome run =
            estimate(config("wide", kWideLlama),
                     {"--engine", "transformers", "--gpus", "64MiB:context=1B", "--ram", "1GiB",
                      "--prompt", "16", "--generate", "1000000"});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(!run.output.contains("batch of 0"), run.output.constData());
        QVERIFY2(run.output.contains(goldenText("cli/the-most-that-fits-a-context-of")),
                 run.output.constData());
    }

    void refusesSweepsInOneSentence_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addRow("no such variable") << QStringList{"--sweep", "speed=1..2"};
        QTest::addRow("no values") << QStringList{"--sweep", "context="};
        QTest::addRow("twice the same")
            << QStringList{"--sweep", "context=1,2", "--sweep", "context=3,4"};
        QTest::addRow("three") << QStringList{"--sweep",   "context=1,2", "--sweep",
                                              "batch=3,4", "--sweep",     "prompt=1,2"};
        QTest::addRow("GPUs where there are none")
            << QStringList{"--gpus", "none", "--sweep", "gpus=1..2"};
    }
    void refusesSweepsInOneSentence() {
        QFETCH(QStringList, options);
        const CliOutcome outcome = runCli(QStringList{"plan", tiny()} + options);
        QCOMPARE(outcome.exitCode, 2);
        QVERIFY2(outcome.diagnostics.contains("--sweep"), outcome.diagnostics.constData());
        QCOMPARE(outcome.diagnostics.trimmed().count('\n'), 0);
    }

    /// Weights whose dtype nobody states have no known size, with a workload or without.
    void aDtypeThatNobodyStates() {
        QByteArray text = kLlama8;
        text.replace(", \"torch_dtype\": \"bfloat16\"", "");
        const QString model = config("dtypeless", text);
        const QStringList machine{"--gpus", "h100", "--ram", "64GiB", "--json"};
        for (const char* const verb : {"plan", "estimate"}) {
            const CliOutcome unknown = runCli(QStringList{verb, model} + machine);
            QCOMPARE(unknown.exitCode, 1);
            QCOMPARE(unknown.json.value("verdict").toString(), "undetermined");
            const QJsonArray missing = unknown.json.value("missing").toArray();
            QVERIFY(std::ranges::any_of(missing, [](const QJsonValue& fact) {
                return fact["remedy"].toString().contains("--dtype");
            }));
            const CliOutcome typed =
                runCli(QStringList{verb, model, "--dtype", "bfloat16"} + machine);
            QCOMPARE(typed.exitCode, 0);
        }
    }

    /// transformers undoes fp8 below compute capability 8.9.
    void fp8NeedsACapability() {
        const QString model = config("llama8", kLlama8);
        const auto planOn = [&](const char* gpu) {
            return runCli(
                {"plan", model, "--quantize", "fp8", "--gpus", gpu, "--ram", "64GiB", "--json"});
        };
        const auto weightsOn = [&](const char* gpu) {
            return double(bytesAt(at(planOn(gpu).json, {"devices", "gpu:0"}), "weights"));
        };
        QCOMPARE(planOn("rtx-4090").exitCode, 0);
        const CliOutcome unknown = planOn("24GiB");
        QCOMPARE(unknown.json.value("verdict").toString(), "undetermined");
        const QString missing = unknown.json.value("missing").toArray().first()["what"].toString();
        QVERIFY2(missing.contains("8.9") && missing.contains("GiB instead of"),
                 qPrintable(missing));
        QCOMPARE(weightsOn("24GiB"), weightsOn("rtx-4090"));
        QVERIFY(weightsOn("rtx-3090") > 1.7 * weightsOn("rtx-4090"));
        // Less than the smaller size is too little in any case.
        QCOMPARE(runCli({"plan", model, "--quantize", "fp8", "--gpus", "4GiB", "--max-memory",
                         "0=4GiB", "--ram", "64GiB", "--device-map", "{'': 0}", "--json"})
                     .json.value("verdict")
                     .toString(),
                 "no");
    }

    /// Where int8 does not suffice, nf4 does.
    void fewerBitsUntilItFits() {
        const CliOutcome run =
            runCli({"estimate", config("llama8", kLlama8), "--engine", "transformers", "--gpus",
                    "8GiB", "--ram", "2GiB", "--disk", "2GiB", "--device-map", "{'': 0}",
                    "--prompt", "512", "--generate", "64", "--json"});
        QCOMPARE(run.json.value("verdict").toString(), "no");
        const QJsonArray remedies = run.json.value("remedies").toArray();
        QVERIFY(!remedies.isEmpty());
        QCOMPARE(remedies.last()["verdict"].toString(), "fits");
        QCOMPARE(remedies.last()["change"]["quantize"].toString(), "nf4");
    }

    /// Verdicts, bytes and counts of one in fifty of the recorded estimates; all of them:
    /// tests/bench/estimate_cases.py check.
    void figuresAreAsRecorded() {
        QProcess python;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("XDG_CONFIG_HOME", STOWAGE_TEST_DATA "/estimates");
        python.setProcessEnvironment(environment);
        python.setProcessChannelMode(QProcess::MergedChannels);
        python.start("python3",
                     {STOWAGE_TEST_DATA "/../bench/estimate_cases.py", "check", stowagectlPath(),
                      STOWAGE_TEST_DATA "/estimates/digests.txt", "--every", "50"});
        if (!python.waitForStarted()) {
            QSKIP("Needs python3");
        }
        constexpr int kEstimatesMs = 120'000;
        QVERIFY(python.waitForFinished(kEstimatesMs));
        QVERIFY2(python.exitStatus() == QProcess::NormalExit && python.exitCode() == 0,
                 python.readAll().constData());
    }
};

QTEST_GUILESS_MAIN(CliEstimateTest)
#include "tst_cli_estimate.moc"
