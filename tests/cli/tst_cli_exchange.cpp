// SPDX-License-Identifier: GPL-3.0-or-later
// Plans for other engines from outside: export, what it writes, plan --import, and models of which
// only a part is here.
#include "cli_process.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

const QByteArray kConfig =
    "{\"model_type\": \"llama\", \"architectures\": [\"LlamaForCausalLM\"], \"hidden_size\": 512, "
    "\"intermediate_size\": 2048, \"num_hidden_layers\": 6, \"num_attention_heads\": 8, "
    "\"vocab_size\": 4000, \"max_position_embeddings\": 4096, \"torch_dtype\": \"float16\"}";

const QStringList kMachine{"--gpus", "1GiB,1GiB", "--ram", "4GiB"};

/// Two layers on GPU 0, three on GPU 1, the last one on the CPU.
const char* const kMap =
    "{'': 1, 'model.embed_tokens': 0, 'model.layers.0': 0, 'model.layers.1': 0, "
    "'model.layers.5': 'cpu'}";

QByteArray readAll(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class CliExchangeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase();
    void exportsAndTakesBack_data();
    void exportsAndTakesBack();
    void saysWhyItDoesNotFit_data();
    void saysWhyItDoesNotFit();
    void saysAdapters_data();
    void saysAdapters();
    void exllamaFillsTheLargerGpu();
    void writesFiles();
    void saysWhatGpusAreShown();
    void tellsWhatIsQuantised();
    void takesGgufFiles();
    void quotesConversions();
    void importsText();
    void importsTheWorkload_data();
    void importsTheWorkload();
    void whatIsTypedWinsOverImportedWork();
    void takesBackTheWorkload_data();
    void takesBackTheWorkload();
    void namesAnotherModel();
    void refusesWhatItCannotRead();
    void planIsJudgedByTheEnginesRules();
    void opensAnIndexAlone();
    void namesOfTheHub();

private:
    QTemporaryDir m_dir;
    QString m_model;
};

void CliExchangeTest::initTestCase() {
    QVERIFY(m_dir.isValid());
    m_model = m_dir.filePath("config.json");
    writeFile(m_model, kConfig);
}

void CliExchangeTest::exportsAndTakesBack_data() {
    QTest::addColumn<QString>("target");
    for (const char* target : {"accelerate", "vllm", "sglang", "ray", "llama.cpp", "ollama",
                               "exllama", "megatron", "deepspeed", "torch-pipelining"}) {
        QTest::newRow(target) << target;
    }
}

void CliExchangeTest::exportsAndTakesBack() {
    QFETCH(const QString, target);
    const auto run = runCli(
        QStringList{"export", m_model, "--to", target, "--json", "--device-map", kMap} + kMachine);
    QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
    QCOMPARE(run.json.keys(),
             (QStringList{"cannot_express", "command", "differs", "environment", "files", "to",
                          "verdict", "verdict_text", "written_for"}));
    QCOMPARE(run.json.value("verdict").toString(), QString("offload"));
    QCOMPARE(run.json.value("to").toString(), target);
    QVERIFY(!run.json.value("written_for").toString().isEmpty());
    QVERIFY(!run.json.value("command").toArray().isEmpty());
    for (const auto& part : run.json.value("cannot_express").toArray()) {
        QVERIFY(!part.toObject().value("what").toString().isEmpty());
        QVERIFY(!part.toObject().value("consequence").toString().isEmpty());
    }
    const QString file = m_dir.filePath("export.json");
    writeFile(file, run.output);
    const auto back = runCli(QStringList{"plan", m_model, "--import", file, "--json"} + kMachine);
    if (target == "deepspeed") {
        QVERIFY2(back.diagnostics.contains(goldenText("exchange/nothing-to-import")) ||
                     back.output.contains(goldenText("exchange/nothing-to-import")),
                 back.output.constData());
        return;
    }
    QVERIFY2(back.exitCode == 0, back.diagnostics.constData());
    // What was planned, but for what the export says lies elsewhere.
    QHash<QString, QString> there{{"model.embed_tokens", "gpu:0"},
                                  {"model.layers.1", "gpu:0"},
                                  {"model.layers.4", "gpu:1"},
                                  {"model.layers.5", "cpu"},
                                  {"lm_head", "gpu:1"}};
    for (const auto& part : run.json.value("differs").toArray()) {
        const auto place = part.toObject();
        QVERIFY(place.value("planned") != place.value("there"));
        if (there.contains(place.value("module").toString())) {
            there[place.value("module").toString()] = place.value("there").toString();
        }
    }
    QHash<QString, QString> found;
    for (const auto& entry : back.json.value("device_map").toArray()) {
        const auto device = entry.toArray().at(1);
        found[entry.toArray().at(0).toString()] =
            device.isString() ? device.toString() : "gpu:" + QString::number(device.toInt());
    }
    for (auto each = there.cbegin(); each != there.cend(); ++each) {
        QString path = each.key();
        while (!found.contains(path) && !path.isEmpty()) {
            path = path.contains('.') ? path.section('.', 0, -2) : QString();
        }
        QCOMPARE(each.key() + " " + found.value(path), each.key() + " " + each.value());
    }
}

void CliExchangeTest::saysWhyItDoesNotFit_data() {
    QTest::addColumn<QString>("target");
    for (const char* target : {"accelerate", "vllm", "llama.cpp", "torch-pipelining"}) {
        QTest::newRow(target) << target;
    }
}

void CliExchangeTest::saysWhyItDoesNotFit() {
    QFETCH(const QString, target);
    const QStringList arguments{"export",  m_model, "--to",         target,      "--gpus",
                                "20MiB",   "--ram", "4GiB",         "--context", "4096",
                                "--batch", "64",    "--device-map", "{'': 0}"};
    const auto text = runCli(arguments);
    QCOMPARE(text.exitCode, 1);
    QVERIFY2(text.output.contains("# error: "), text.output.constData());
    const auto json = runCli(arguments + QStringList{"--json"});
    QCOMPARE(json.exitCode, 1);
    QCOMPARE(json.json.value("verdict").toString(), QString("no"));
    QVERIFY(!json.json.value("verdict_text").toString().isEmpty());
    const auto written = runCli(arguments + QStringList{"--out", m_dir.filePath("tight")});
    QCOMPARE(written.exitCode, 1);
    QVERIFY(!written.output.isEmpty() || !written.diagnostics.isEmpty());
}

void CliExchangeTest::saysAdapters_data() {
    QTest::addColumn<QString>("target");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* target, const char* expected) {
        QTest::newRow(target) << target << QByteArray(expected);
    };
    row("accelerate", "adapter_name=\"x\"");
    row("vllm", "--enable-lora --lora-modules x=" STOWAGE_TEST_DATA "/adapters/llama/default\n");
    row("sglang", "--lora-paths x=" STOWAGE_TEST_DATA "/adapters/llama/default\n");
    row("ollama", "\nADAPTER " STOWAGE_TEST_DATA "/adapters/llama/default\n");
    row("llama.cpp", " --lora x.gguf\n");
    for (const char* target : {"ray", "exllama", "megatron", "deepspeed", "torch-pipelining"}) {
        row(target, goldenText("exchange/adapters-llama-default-lies-over"));
    }
}

void CliExchangeTest::saysAdapters() {
    QFETCH(const QString, target);
    QFETCH(const QByteArray, expected);
    const QString folder = QStringLiteral(STOWAGE_TEST_DATA "/adapters/llama/");
    const auto run = runCli({"export", folder + "base", "--to", target, "--gpus", "300MiB",
                             "--adapter", "x=" + folder + "default"});
    QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
    QVERIFY2(run.output.contains(expected), run.output.constData());
    QVERIFY2(!run.output.contains(goldenText("exchange/have-no-place-in-a-gguf-file")),
             run.output.constData());
}

void CliExchangeTest::exllamaFillsTheLargerGpu() {
    // 10 GB of float16, most of it planned on the CPU: what one card cannot take lies on the other,
    // and not beyond its memory.
    const QString folder = m_dir.filePath("large");
    QVERIFY(QDir().mkpath(folder));
    QByteArray config = kConfig;
    config.replace("\"hidden_size\": 512", "\"hidden_size\": 4096")
        .replace("\"num_hidden_layers\": 6", "\"num_hidden_layers\": 56");
    writeFile(folder + "/config.json", config);
    QString map = "{'': 'cpu', 'model.embed_tokens': 0";
    for (int layer = 0; layer < 20; ++layer) {
        map += QString(", 'model.layers.%1': %2").arg(layer).arg(layer / 10);
    }
    const auto run = runCli({"export", folder, "--to", "exllama", "--gpus", "10GiB,4GiB", "--ram",
                             "32GiB", "--device-map", map + "}"});
    QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
    const auto limits =
        QRegularExpression("gpu_split: \\[([0-9.]+), ([0-9.]+)\\]").match(run.output);
    QVERIFY2(limits.hasMatch(), run.output.constData());
    QVERIFY2(limits.captured(1).toDouble() <= 10 && limits.captured(2).toDouble() <= 4,
             run.output.constData());
    // Where neither card has room for them there is no such export.
    const auto tight = runCli({"export", folder, "--to", "exllama", "--gpus", "5GiB,4GiB", "--ram",
                               "32GiB", "--device-map", map + "}"});
    QCOMPARE(tight.exitCode, 1);
    QVERIFY2(tight.output.contains(goldenText("exchange/error-this-engine-puts")),
             tight.output.constData());
}

void CliExchangeTest::writesFiles() {
    const QString folder = m_dir.filePath("made/here");
    const QStringList arguments{"export", m_model, "--to", "ray", "--device-map", kMap};
    const auto run = runCli(arguments + kMachine + QStringList{"--out", folder});
    QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
    QVERIFY2(run.output.startsWith("serve run serve.yaml\n# Written for ray "),
             run.output.constData());
    const QByteArray text = readAll(folder + "/serve.yaml");
    QVERIFY2(text.contains("VLLM_PP_LAYER_PARTITION: \"2,4\""), text.constData());
    // Without a folder the file stands in the text, which a shell would write.
    const auto pasted = runCli(arguments + kMachine);
    QVERIFY(pasted.output.startsWith("cat > serve.yaml <<'END_OF_FILE'\n" + text));
    // Nothing of somebody's own is lost.
    writeFile(folder + "/serve.yaml", "keep");
    const auto again = runCli(arguments + kMachine + QStringList{"--out", folder});
    QCOMPARE(again.exitCode, 2);
    QVERIFY2(again.diagnostics.contains(goldenText("window-plan/serve-yaml-is-there-already")),
             again.diagnostics.constData());
    QCOMPARE(readAll(folder + "/serve.yaml"), QByteArray("keep"));
    // What is a command alone leaves no empty folder.
    const QString none = m_dir.filePath("none");
    const auto command =
        runCli(QStringList{"export", m_model, "--to", "vllm", "--device-map", kMap, "--out", none} +
               kMachine);
    QCOMPARE(command.exitCode, 0);
    QVERIFY2(command.diagnostics.contains(goldenText("window-plan/the-command-alone-says-it-all")),
             command.diagnostics.constData());
    QVERIFY(!QDir(none).exists());
}

void CliExchangeTest::saysWhatGpusAreShown() {
    const auto of = [this](const QString& target) {
        return runCli({"export", m_model, "--to", target, "--gpus", "20MiB,64MiB,64MiB",
                       "--visible", "2,1"})
            .output;
    };
    for (const char* target :
         {"vllm", "sglang", "llama.cpp", "exllama", "megatron", "torch-pipelining"}) {
        QVERIFY2(of(target).contains("\nCUDA_VISIBLE_DEVICES=2,1 ") ||
                     of(target).startsWith("CUDA_VISIBLE_DEVICES=2,1 "),
                 of(target).constData());
    }
    QVERIFY(of("accelerate").startsWith("# Run by: CUDA_VISIBLE_DEVICES=2,1 python load_model.py"));
    QVERIFY(of("deepspeed").contains("\ndeepspeed --include localhost:2,1 zero_inference.py"));
    QVERIFY(of("ollama").contains(goldenText("exchange/start-it-by-cuda-visible-devices-2")));
    const auto apart =
        runCli({"export", m_model, "--to", "accelerate", "--gpus", "a/64MiB,b/64MiB"});
    QVERIFY2(apart.output.startsWith(goldenText("exchange/cannot-be-said-the-plan-is-for-2")),
             apart.output.constData());
    // One share of memory for both: the second GPU's layers have no room in it.
    for (const char* target : {"vllm", "sglang"}) {
        const auto shares = runCli({"export", m_model, "--to", target, "--gpus", "1GiB*2",
                                    "--max-memory", "0=20MiB,1=1GiB"});
        QCOMPARE(shares.exitCode, 1);
        QVERIFY2(shares.output.contains(goldenText("exchange/error-this-engine-puts")),
                 shares.output.constData());
    }
}

void CliExchangeTest::tellsWhatIsQuantised() {
    const auto of = [this](const QString& model, const QString& target, const QStringList& more) {
        return runCli(QStringList{"export", model, "--to", target} + more);
    };
    // vLLM 0.33.0 refuses bfloat16 below compute capability 8.0 (platforms/cuda.py).
    const QString llama = QStringLiteral(STOWAGE_TEST_DATA "/log_models/llama-3.2-1b");
    for (const auto& [card, dtype] : {std::pair("t4", "float16"), std::pair("v100-16gb", "float16"),
                                      std::pair("rtx-3090", "bfloat16")}) {
        const auto run = of(llama, "vllm", {"--gpus", card, "--context", "4096"});
        QVERIFY2(run.output.contains(QByteArray("--dtype ") + dtype), run.output.constData());
    }
    // 28 M numbers: 54 MiB as they are, about half in 8 bits.
    const auto asked = [&](const char* target, const char* method) {
        return of(m_model, target, {"--gpus", "46MiB", "--quantize", method});
    };
    const auto told = asked("vllm", "fp8");
    QCOMPARE(told.exitCode, 0);
    QVERIFY2(told.output.contains("--quantization fp8_per_block") &&
                 !told.output.contains(goldenText("exchange/quantise-the-files-first")),
             told.output.constData());
    QVERIFY(asked("sglang", "fp8").output.contains("--quantization fp8"));
    QVERIFY(asked("sglang", "nf4")
                .output.contains("--quantization bitsandbytes --load-format bitsandbytes"));
    const auto notTold = asked("vllm", "int8");
    QCOMPARE(notTold.exitCode, 1);
    QVERIFY2(notTold.output.contains(goldenText("exchange/quantise-the-files-first")) &&
                 notTold.output.contains(goldenText("exchange/error-this-engine-puts")),
             notTold.output.constData());
    // What the files have: vLLM needs a plugin for it, llama.cpp's conversion undoes it.
    const QString folder = m_dir.filePath("bnb");
    QVERIFY(QDir().mkpath(folder));
    QByteArray config = kConfig;
    config.replace("{\"model_type\"",
                   "{\"quantization_config\": {\"quant_method\": \"bitsandbytes\", "
                   "\"load_in_4bit\": true, \"bnb_4bit_quant_type\": \"nf4\"}, \"model_type\"");
    writeFile(folder + "/config.json", config);
    QVERIFY(of(folder, "vllm", kMachine).output.contains(goldenText("exchange/by-a-plugin-alone")));
    const auto converted = of(folder, "llama.cpp", {"--gpus", "46MiB"});
    QCOMPARE(converted.exitCode, 1);
    QVERIFY2(converted.output.contains(goldenText("exchange/the-conversion-writes-them-as")),
             converted.output.constData());
}

void CliExchangeTest::takesGgufFiles() {
    const QString folder = m_dir.filePath("gguf");
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(QFile::copy(STOWAGE_TEST_DATA "/run/gguf-llama-wide/model.gguf",
                        folder + "/my model.gguf"));
    const auto of = [&](const QString& target) {
        CliRequest request;
        request.arguments = {"export", "my model.gguf", "--to", target, "--gpus", "1GiB"};
        request.workingDirectory = folder;
        return runCli(request);
    };
    // Without a folder in front the file lies in the current one.
    QVERIFY2(of("accelerate").output.contains("from_pretrained(\n    \"" + folder.toUtf8()) ||
                 of("accelerate").output.contains("\"" + folder.toUtf8() + "\""),
             of("accelerate").output.constData());
    QVERIFY(of("vllm").output.contains(goldenText("exchange/by-a-plugin-alone")));
    // Blocks of numbers name no dtype: each engine's own choice, on the GPUs that take it.
    QVERIFY(of("vllm").output.contains("--dtype bfloat16"));
    QVERIFY(of("sglang").output.contains("--dtype float16"));
    const auto newest =
        runCli({"export", folder + "/my model.gguf", "--to", "vllm", "--gpus", "rtx-5090"});
    QVERIFY2(newest.output.contains("--dtype float16"), newest.output.constData());
    for (const char* target : {"exllama", "megatron", "deepspeed", "torch-pipelining"}) {
        const auto run = of(target);
        QVERIFY2(run.exitCode != 0 &&
                     run.diagnostics.contains(goldenText("exchange/is-not-told-of-gguf-files")),
                 run.diagnostics.constData());
    }
}

void CliExchangeTest::quotesConversions() {
    const QString folder = m_dir.filePath("sp a ce'q");
    QCOMPARE(runCli({"sample", folder, "--arch", "llama-tiny"}).exitCode, 0);
    writeFile(m_dir.filePath("q25.json"), kConfig);
    const auto server = runCli({"export", folder, "--to", "llama.cpp", "--gpus", "1GiB"});
    QVERIFY2(server.output.contains("/sp a ce'\\''q' --outfile 'sp a ce'\\''q.gguf' --outtype "),
             server.output.constData());
    const auto ollama = runCli({"export", folder, "--to", "ollama", "--gpus", "1GiB"});
    QVERIFY2(ollama.output.contains("ollama create sp-a-ce-q -f Modelfile\n"),
             ollama.output.constData());
    const auto named =
        runCli({"export", m_dir.filePath("q25.json"), "--to", "llama.cpp", "--gpus", "1GiB"});
    QVERIFY2(named.output.contains("-m q25.gguf "), named.output.constData());
    QVERIFY2(named.output.contains(goldenText("checkpoint/in-place-of-folder-or-repository")),
             named.output.constData());
    // What is planned as quantised is converted as it lies in the files.
    const auto small = runCli({"export", m_dir.filePath("q25.json"), "--to", "llama.cpp", "--gpus",
                               "1GiB", "--quantize", "fp8"});
    QVERIFY2(small.output.contains("--outtype f16"), small.output.constData());
}

void CliExchangeTest::importsText() {
    const auto run = runCli(QStringList{"plan", m_model, "--import",
                                        "VLLM_PP_LAYER_PARTITION=1,5 vllm serve model "
                                        "--enforce-eager --port 8000",
                                        "--json"} +
                            kMachine);
    QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
    const QString changing = QString(goldenText("exchange/change-what-memory-takes"));
    const QString others = QString(goldenText("exchange/not-known-to-change"));
    QCOMPARE(
        QString(run.diagnostics),
        QString("vllm: %1\nvllm: %2\n").arg(changing.arg("enforce_eager"), others.arg("port")));
    const QJsonObject import = at(run.json, {"import"});
    QCOMPARE(import.value("from").toString(), QString("vllm"));
    QCOMPARE(import.value("warnings").toArray(), (QJsonArray{changing.arg("enforce_eager")}));
    QCOMPARE(import.value("notes").toArray(), (QJsonArray{others.arg("port")}));
    QVERIFY(!run.json.contains("workload"));
    const auto map = run.json.value("device_map").toArray();
    QCOMPARE(map.first(), QJsonValue(QJsonArray{"model.embed_tokens", 0}));
    QCOMPARE(map.last(), QJsonValue(QJsonArray{"lm_head", 1}));
    // --from says whose words they are; a map is told by none.
    const auto layout = runCli(
        QStringList{"plan", m_model, "--import", "Et*2|t*4L", "--from", "megatron", "--json"} +
        kMachine);
    QCOMPARE(layout.exitCode, 0);
    const auto plain =
        runCli(QStringList{"plan", m_model, "--import", "{'': 'cpu'}", "--json"} + kMachine);
    QCOMPARE(plain.exitCode, 0);
    QCOMPARE(plain.json.value("device_map").toArray(), (QJsonArray{QJsonArray{"", "cpu"}}));
}

void CliExchangeTest::importsTheWorkload_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("gpus");
    QTest::addColumn<QString>("settings");
    QTest::addColumn<QString>("verdict");
    const auto row = [](const char* name, const char* model, const char* gpus, const char* settings,
                        const char* verdict) {
        QTest::newRow(name) << model << gpus << settings << verdict;
    };
    // 15 GiB of weights. 4 GiB of keys and values for 32,768 tokens.
    row("vllm, a part on each GPU", "llama-3.1-8b", "l4*2",
        "vllm serve llama-3.1-8b --tensor-parallel-size 2 --max-model-len 32768 "
        "--gpu-memory-utilization 0.9",
        "fits");
    row("vllm, one GPU", "llama-3.1-8b", "l4",
        "vllm serve llama-3.1-8b --max-model-len 32768 --gpu-memory-utilization 0.9", "no");
    row("vllm, all positions", "llama-3.1-8b", "rtx-4090",
        "vllm serve llama-3.1-8b --gpu-memory-utilization 0.9", "no");
    row("vllm, a short context", "llama-3.1-8b", "rtx-4090",
        "vllm serve llama-3.1-8b --gpu-memory-utilization 0.9 --max-model-len 4096", "fits");
    row("sglang, too small a share", "llama-3.1-8b", "l4",
        "python -m sglang.launch_server --model-path llama-3.1-8b --mem-fraction-static 0.65",
        "no");
    row("sglang, its share", "llama-3.1-8b", "l4",
        "python -m sglang.launch_server --model-path llama-3.1-8b --mem-fraction-static 0.9",
        "fits");
    // The table of tokens stays on the CPU.
    row("llama.cpp, two slots share", "llama-3.1-8b", "l4", "-ngl 99 -c 32768 -np 2 -kvu",
        "offload");
    row("llama.cpp, too long", "llama-3.1-8b", "l4", "-ngl 99 -c 131072 -np 2", "no");
}

void CliExchangeTest::importsTheWorkload() {
    QFETCH(const QString, model);
    QFETCH(const QString, gpus);
    QFETCH(const QString, settings);
    QFETCH(const QString, verdict);
    const QStringList words{QStringLiteral(STOWAGE_TEST_DATA "/log_models/") + model,
                            "--gpus",
                            gpus,
                            "--ram",
                            "64GiB",
                            "--import",
                            settings,
                            "--json"};
    const auto plan = runCli(QStringList{"plan"} + words);
    QVERIFY2(plan.json.contains("verdict"), plan.output + plan.diagnostics);
    QCOMPARE(plan.json.value("verdict").toString(), verdict);
    const auto estimate = runCli(QStringList{"estimate"} + words);
    QCOMPARE(estimate.json.value("verdict").toString(), verdict);
    QCOMPARE(at(estimate.json, {"workload"}).value("context"),
             at(plan.json, {"workload"}).value("context"));
}

void CliExchangeTest::whatIsTypedWinsOverImportedWork() {
    const auto run = runCli({"plan", m_model, "--gpus", "24GiB", "--ram", "4GiB", "--json",
                             "--import", "-ngl 99 -c 2048 -np 2 -ctk q8_0 -ctv q8_0", "--context",
                             "512", "--engine", "transformers"});
    QCOMPARE(run.exitCode, 0);
    const QJsonObject work = at(run.json, {"workload"});
    QCOMPARE(work.value("context").toInt(), 512);
    QCOMPARE(work.value("batch").toInt(), 2);
    QCOMPARE(work.value("prompt").toInt(), 384);
    QCOMPARE(work.value("kv_dtype").toString(), QString("int8"));
    QCOMPARE(work.value("engine").toString(), QString("transformers"));
    QCOMPARE(runCli({"estimate", m_model, "--import", "-ngl 99 -c 512", "--all-variants"}).exitCode,
             2);
}

void CliExchangeTest::takesBackTheWorkload_data() {
    QTest::addColumn<QString>("target");
    for (const char* target : {"vllm", "sglang", "ray", "llama.cpp", "ollama"}) {
        QTest::newRow(target) << target;
    }
}

void CliExchangeTest::takesBackTheWorkload() {
    QFETCH(const QString, target);
    const QStringList machine{"--gpus", "24GiB,24GiB", "--ram", "4GiB", "--json"};
    const auto exported = runCli(QStringList{"export", m_model, "--to", target, "--context", "2048",
                                             "--batch", "3", "--device-map", kMap} +
                                 machine);
    QVERIFY2(exported.exitCode == 0, exported.output + exported.diagnostics);
    const QString file = m_dir.filePath("work.json");
    writeFile(file, exported.output);
    const auto back = runCli(QStringList{"plan", m_model, "--import", file} + machine);
    const QJsonObject work = at(back.json, {"workload"});
    QCOMPARE(work.value("context").toInt(), 2048);
    QCOMPARE(work.value("batch").toInt(), target == "ollama" ? 1 : 3);  // its server gets it
}

void CliExchangeTest::namesAnotherModel() {
    const QString open = QStringLiteral(STOWAGE_TEST_DATA "/log_models/llama-3.1-8b");
    const auto warned = [](const QString& model, const QString& named) {
        return runCli({"plan", model, "--gpus", "24GiB", "--import",
                       "vllm serve " + named + " --pipeline-parallel-size 1"})
            .diagnostics;
    };
    QVERIFY2(warned(m_model, "meta-llama/Llama-3.1-8B")
                 .contains(goldenText("exchange/the-settings-name-the-model")),
             warned(m_model, "meta-llama/Llama-3.1-8B"));
    for (const QString& same : {QString("meta-llama/Llama-3.1-8B"), open, open + "/"}) {
        QCOMPARE(warned(open, same), QByteArray());
    }
}

void CliExchangeTest::refusesWhatItCannotRead() {
    const auto of = [this](const QStringList& more) {
        return runCli(QStringList{"plan", m_model} + more + kMachine);
    };
    const auto wrong = of({"--import", "VLLM_PP_LAYER_PARTITION=1,4"});
    QCOMPARE(wrong.exitCode, 2);
    QVERIFY2(wrong.diagnostics.contains("distributes 5 layers"), wrong.diagnostics.constData());
    QCOMPARE(wrong.diagnostics.count('\n'), 1);
    QCOMPARE(of({"--import", "absent.yml"}).exitCode, 3);
    QCOMPARE(of({"--from", "vllm"}).exitCode, 2);
    QCOMPARE(of({"--import", "x=1", "--from", "tgi"}).exitCode, 2);
    QCOMPARE(of({"--import", "x=1", "--strategy", "auto"}).exitCode, 2);
}

void CliExchangeTest::planIsJudgedByTheEnginesRules() {
    // llama.cpp keeps keys and values in q4_0; this program does not, and is not asked.
    const auto run = runCli(QStringList{"export", m_model, "--to", "llama.cpp", "--kv-dtype", "q4",
                                        "--context", "2048", "--device-map", kMap} +
                            kMachine);
    QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
    QVERIFY2(run.output.contains("-c 2048 -np 1 -ctk q4_0 -ctv q4_0 -fa on"),
             run.output.constData());
    const auto served = runCli(
        QStringList{"export", m_model, "--to", "vllm", "--context", "2048", "--device-map", kMap} +
        kMachine);
    // 2 × 512 numbers of 2 bytes a token; four layers of 2,048 tokens on the fuller GPU, and a
    // block of 16, since vLLM keeps one for itself.
    QVERIFY2(served.output.contains("--kv-cache-memory-bytes " +
                                    QByteArray::number(2048 * 4 * (2048 + 16))),
             served.output.constData());
    // States lie in the same room.
    const QString mixed = m_dir.filePath("jamba.json");
    writeFile(mixed,
              "{\"model_type\": \"jamba\", \"architectures\": [\"JambaForCausalLM\"], "
              "\"num_hidden_layers\": 6, \"torch_dtype\": \"bfloat16\"}");
    const auto recurrent = runCli(
        {"export", mixed, "--to", "vllm", "--context", "2048", "--gpus", "40GiB", "--force"});
    QVERIFY2(recurrent.output.contains("--max-model-len 2048") &&
                 recurrent.output.contains("--kv-cache-memory-bytes"),
             recurrent.output.constData());
    QVERIFY2(served.output.contains("--max-num-batched-tokens "), served.output.constData());
}

void CliExchangeTest::opensAnIndexAlone() {
    const QString folder = m_dir.filePath("index");
    QVERIFY(QDir().mkpath(folder));
    writeFile(folder + "/model.safetensors.index.json",
              "{\"weight_map\": {\"model.embed_tokens.weight\": \"model-1.safetensors\", "
              "\"lm_head.weight\": \"model-2.safetensors\"}}");
    const auto nothing = runCli(QStringList{"plan", folder} + kMachine);
    QCOMPARE(nothing.exitCode, 3);
    QVERIFY2(
        nothing.diagnostics.contains(goldenText("checkpoint/put-the-models-config-json-next-to")),
        nothing.diagnostics.constData());
    QCOMPARE(nothing.diagnostics.count('\n'), 1);
    writeFile(folder + "/config.json", kConfig);
    for (const QString& path : {folder, folder + "/model.safetensors.index.json"}) {
        const auto run = runCli(QStringList{"plan", path, "--json"} + kMachine);
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.diagnostics.contains(goldenText("checkpoint/names-2-shards-of-which-none-is")),
                 run.diagnostics.constData());
        QVERIFY(!run.json.value("device_map").toArray().isEmpty());
    }
    // One shard that is here: then the others are missed, as ever.
    writeFile(folder + "/model-2.safetensors", "x");
    const auto half = runCli(QStringList{"plan", folder} + kMachine);
    QCOMPARE(half.exitCode, 3);
    QVERIFY2(half.diagnostics.contains(goldenText("checkpoint/which-is-missing-from")),
             half.diagnostics.constData());
}

void CliExchangeTest::namesOfTheHub() {
    const auto run = runCli({"plan", "meta-llama/Llama-3.1-8B"});
    QCOMPARE(run.exitCode, 3);
    QCOMPARE(run.diagnostics.count('\n'), 1);
    QVERIFY2(run.diagnostics.contains("hf download meta-llama/Llama-3.1-8B config.json"),
             run.diagnostics.constData());
    QVERIFY(!runCli({"plan", "/tmp/absent/model"}).diagnostics.contains("Hub"));
}

QTEST_GUILESS_MAIN(CliExchangeTest)
#include "tst_cli_exchange.moc"
