// SPDX-License-Identifier: GPL-3.0-or-later
// `run --stages`: a model in several processes on this machine gives what one process gives, each
// stage has its own part alone, and what cannot be divided is refused.
#include "cli_process.h"
#include "staged_run.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace stowage::test;

namespace {

const QString kRoot = QStringLiteral(STOWAGE_TEST_DATA "/run/");
constexpr int kLayers = 4;
constexpr int kEndMs = 60'000;

/// The likeliest tokens and their logits, of all sequences.
QList<QJsonArray> topOf(const QJsonObject& run) {
    QList<QJsonArray> rows;
    for (const QJsonValue& value : run.value("top").toArray()) {
        const QJsonArray row = value.toArray();
        if (row.first().isArray()) {
            for (const QJsonValue& inner : row) {
                rows << inner.toArray();
            }
        } else {
            rows << row;
        }
    }
    return rows;
}

qint64 sumOf(const QJsonArray& stages, const QString& member) {
    qint64 sum = 0;
    for (const QJsonValue& stage : stages) {
        sum += bytesAt(stage.toObject(), member);
    }
    return sum;
}

/// Whether a module of llama-tiny is of the stage that has this layer alone.
bool isOfLayer(const QString& module, int layer) {
    const QString own = QStringLiteral("model.layers.%1").arg(layer);
    const bool isBefore = module.startsWith("model.embed_tokens");
    const bool isAfter = module.startsWith("model.norm") || module.startsWith("lm_head");
    return (layer == 0 && isBefore) || (layer + 1 == kLayers && isAfter) || module == own ||
           module.startsWith(own + u'.');
}

/// What a hostile starter writes, as a test's row.
void addLines(const char* name, const QByteArray& lines) {
    QTest::newRow(name) << lines;
}

}  // namespace

class CliStagesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void initTestCase();
    void givesWhatOneProcessGives_data();
    void givesWhatOneProcessGives();
    void microBatches();
    void manyMicroBatches();
    void eachStageHasItsPartAlone();
    void tiedWeightsAreLoadedAtBothEnds();
    void speaksToPeople();
    void predictsWhatItTakes();
    void writesATimeline();
    void tellsItsMemoryMeanwhile();
    void refuses_data();
    void refuses();
    void survivesHostileLines_data();
    void survivesHostileLines();

private:
    QTemporaryDir m_dir;
    QString m_llama;  ///< llama-tiny: 4 layers, 19 MiB
};

void CliStagesTest::initTestCase() {
    QVERIFY(m_dir.isValid());
    m_llama = m_dir.filePath("llama");
    const auto sample = runCli({"sample", m_llama, "--arch", "llama-tiny"});
    QVERIFY2(sample.exitCode == 0, sample.output + sample.diagnostics);
    if (const QString why = whyNoStages(m_llama); !why.isEmpty()) {
        QSKIP(qPrintable(why));
    }
    const auto half =
        runCli({"sample", m_dir.filePath("half"), "--arch", "llama-tiny", "--dtype", "bfloat16"});
    QVERIFY2(half.exitCode == 0, half.output + half.diagnostics);
    const auto pinned = runCli({"plan", m_llama, "--gpus", "64MiB", "--pin", "model.layers.3=cpu",
                                "--save", m_dir.filePath("pinned.stowage")});
    QVERIFY2(pinned.exitCode == 0, pinned.output + pinned.diagnostics);
}

void CliStagesTest::givesWhatOneProcessGives_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("stages");
    QTest::addColumn<QStringList>("options");
    const auto rows = [](const char* name, const QString& model, const QString& options,
                         int layers = kLayers, int generate = 32) {
        const QStringList words =
            options.split(' ') + QStringList{"--generate", QString::number(generate)};
        for (const int stages : {2, 4}) {
            if (stages <= layers) {
                QTest::addRow("%s, %d stages", name, stages)
                    << model << stagesHere(layers, stages) << words;
            }
        }
    };
    const QString several = "--tokens 1,2,3 --tokens 7,8,9,10,11 --tokens 5";
    rows("llama", m_llama, "--tokens 1,2,3");
    rows("bfloat16", m_dir.filePath("half"), "--tokens 1,2,3");
    rows("cast to bfloat16", m_llama, "--tokens 1,2,3 --dtype bfloat16");
    rows("unequal sequences", m_llama, several);
    rows("unequal sequences in chunks", m_llama, several + " --prefill-chunk 2");
    rows("chunks", m_llama, "--tokens 1,2,3,4,5,6,7 --prefill-chunk 3");
    rows("a batch", m_llama, "--tokens 1,2,3 --batch 3");
    rows("drawn", m_llama, "--tokens 1,2,3 --temperature 0.8 --top-k 50 --seed 5");
    rows("drawn of several", m_llama, several + " --temperature 0.8 --seed 7");
    rows("one token", m_llama, "--tokens 1,2,3", kLayers, 1);
    rows("no token", m_llama, several, kLayers, 0);
    // A prompt whose activations are longer than what goes as one message.
    QStringList prompt;
    for (int i = 0; i < 200; ++i) {
        prompt << QString::number(i * 17 % 4096);
    }
    rows("a long prompt", m_llama, "--tokens " + prompt.join(u','));
    rows("tied", kRoot + "gpt2", "--tokens 1,2,3");
    rows("tied, several", kRoot + "gpt2", several);
    rows("windows and a tied head", kRoot + "gemma3", "--tokens 1,2,3");
    rows("mamba", kRoot + "mamba", "--tokens 1,2,3", 2);
    rows("experts", kRoot + "mixtral", "--tokens 1,2,3", 3);
    rows("from scratch", kRoot + "gpt-tiny", "--tokens 1,2,3", 3, 8);
}

void CliStagesTest::givesWhatOneProcessGives() {
    QFETCH(QString, model);
    QFETCH(QString, stages);
    QFETCH(QStringList, options);
    const QStringList arguments = QStringList{"run", model, "--gpus", "none", "--json"} + options;
    const auto whole = runCli(arguments);
    QVERIFY2(whole.exitCode == 0, whole.output + whole.diagnostics);
    const auto run = runCli(arguments + QStringList{"--stages", stages});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    for (const char* const member : {"prompt", "tokens", "family", "output"}) {
        QCOMPARE(run.json.value(member), whole.json.value(member));
    }
    const QList<QJsonArray> top = topOf(run.json);
    const QList<QJsonArray> expected = topOf(whole.json);
    QVERIFY(!expected.isEmpty());
    QCOMPARE(top.size(), expected.size());
    double largest = 0;
    for (const QJsonArray& row : expected) {
        largest = std::max(largest, std::abs(row[1].toDouble()));
    }
    for (qsizetype i = 0; i < top.size(); ++i) {
        const double off = std::abs(top[i][1].toDouble() - expected[i][1].toDouble());
        QVERIFY2(off <= 2e-5 * largest, qPrintable(QString::number(off)));
    }
    const QJsonArray told = run.json.value("stages").toArray();
    QCOMPARE(told.size(), stages.count(',') + 1);
    QCOMPARE(sumOf(told, "bytes_received"), sumOf(told, "bytes_sent"));
    QVERIFY(run.json.value("seconds").toDouble() > 0);
    QVERIFY(at(run.json, {"measured"}).value("to_first_token").toDouble() > 0);
    QVERIFY(run.json.value("predicted").isNull());  // this machine was not measured
    for (const QJsonValue& stage : told) {
        const QJsonObject link = at(stage.toObject(), {"link"});
        QVERIFY(link.value("latency_seconds").toDouble() > 0);
        QVERIFY(link.value("bytes_per_second").toDouble() > 0);
    }
}

/// Three prompts in one group, in two of unequal size, and each alone: the same tokens, by so many
/// passes.
void CliStagesTest::microBatches() {
    const QStringList arguments{"run",        m_llama,    "--tokens", "1,2,3",  "--tokens",
                                "7,8,9,10",   "--tokens", "5",        "--gpus", "none",
                                "--generate", "4",        "--json"};
    const auto whole = runCli(arguments);
    QVERIFY2(whole.exitCode == 0, whole.output + whole.diagnostics);
    for (const auto& [asked, passes] : {std::pair{1, 4}, {2, 8}, {3, 12}, {64, 12}}) {
        const auto run = runCli(arguments + QStringList{"--stages", stagesHere(kLayers, 2),
                                                        "--micro-batches", QString::number(asked)});
        QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
        QCOMPARE(run.json.value("tokens"), whole.json.value("tokens"));
        for (const QJsonValue& stage : run.json.value("stages").toArray()) {
            int last = -1;
            for (const QJsonValue& layer : stage.toObject().value("layers").toArray()) {
                last = std::max(last, layer.toObject().value("pass").toInt(-1));
            }
            QCOMPARE(last + 1, passes);
        }
    }
}

/// As many as there may be: the first stage sends all its activations, each of which is two
/// messages here, before it asks for a token.
void CliStagesTest::manyMicroBatches() {
    QStringList arguments{"run", m_llama, "--gpus", "none", "--generate", "3", "--json"};
    QStringList prompt;
    for (int token = 0; token < 40; ++token) {
        prompt.append(QString::number(token));
    }
    for (int i = 0; i < 64; ++i) {
        prompt.front() = QString::number(i);
        arguments += {"--tokens", prompt.join(',')};
    }
    const auto whole = runCli(arguments);
    QVERIFY2(whole.exitCode == 0, whole.output + whole.diagnostics);
    const auto run = runCli(
        arguments + QStringList{"--stages", stagesHere(kLayers, 3), "--micro-batches", "64"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QCOMPARE(run.json.value("tokens"), whole.json.value("tokens"));
}

void CliStagesTest::eachStageHasItsPartAlone() {
    const QStringList arguments{"run",     m_llama,  "--tokens",           "1,2,3",
                                "--gpus",  "64MiB",  "--keep-map-unclean", "--json",
                                "--dtype", "float32"};
    const auto whole = runCli(arguments);
    QVERIFY2(whole.exitCode == 0, whole.output + whole.diagnostics);
    const auto run = runCli(arguments + QStringList{"--stages", stagesHere(kLayers, 4)});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const QJsonArray stages = run.json.value("stages").toArray();
    QCOMPARE(stages.size(), kLayers);
    qint64 bytes = 0;
    for (int i = 0; i < kLayers; ++i) {
        const QJsonObject stage = stages[i].toObject();
        QCOMPARE(stage.value("machine").toString(), "localhost");
        QCOMPARE(stage.value("address").toString(), "127.0.0.1");
        QCOMPARE(stage.value("first_layer").toInt(-1), i);
        QCOMPARE(stage.value("last_layer").toInt(-1), i);
        const qint64 own = bytesAt(at(stage, {"load"}), "bytes");
        QVERIFY(own > 0);
        bytes += own;
        const QJsonArray map = stage.value("device_map").toArray();
        QVERIFY(!map.isEmpty());
        for (const auto& entry : map) {
            const QString module = entry.toArray().first().toString();
            const bool isAbove = module.isEmpty() || module == "model" || module == "model.layers";
            QVERIFY2(isAbove || isOfLayer(module, i), qPrintable(module));
        }
        const QJsonArray ran = stage.value("layers").toArray();
        QVERIFY(!ran.isEmpty());
        for (const QJsonValue& one : ran) {
            const QString module = one.toObject().value("module").toString();
            QVERIFY2(isOfLayer(module, i), qPrintable(module));
        }
        const QJsonObject gpu = at(stage, {"devices", "gpu:0"});
        QCOMPARE(bytesAt(gpu, "weights"), own);
        // What it computes for three tokens is small beside a layer.
        const qint64 peak = bytesAt(gpu, "peak_allocated");
        QVERIFY2(peak >= own && peak < own + own / 4, qPrintable(QString::number(peak)));
    }
    QCOMPARE(bytes, bytesAt(at(whole.json, {"load"}), "bytes"));
}

void CliStagesTest::tiedWeightsAreLoadedAtBothEnds() {
    const QStringList arguments{"run",    kRoot + "gpt2", "--tokens", "1,2,3",
                                "--gpus", "none",         "--json"};
    const auto whole = runCli(arguments);
    const auto run = runCli(arguments + QStringList{"--stages", stagesHere(kLayers, 2)});
    QVERIFY2(whole.exitCode == 0 && run.exitCode == 0, run.output + run.diagnostics);
    qint64 bytes = 0;
    for (const QJsonValue& stage : run.json.value("stages").toArray()) {
        bytes += bytesAt(at(stage.toObject(), {"load"}), "bytes");
    }
    // The table: 97 tokens of 24 numbers.
    QCOMPARE(bytes, bytesAt(at(whole.json, {"load"}), "bytes") + 97 * 24 * 4);
}

void CliStagesTest::speaksToPeople() {
    const auto run = runCli({"run", m_llama, "--tokens", "1,2,3", "--generate", "2", "--gpus",
                             "none", "--stages", "localhost:0,localhost:1-3"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    for (const char* const part :
         {"Prompt: 1, 2, 3\n", goldenText("cli/tokens-that-follow"),
          goldenText("cli/likeliest-at-the-last-position"), "stage      layers ", "localhost  0-0 ",
          "localhost  1-3 ", goldenText("window-machines/the-run-took"),
          goldenText("cli/no-times-are-predicted-a-rate-that")}) {
        QVERIFY2(run.output.contains(part), run.output);
    }
    QVERIFY2(!run.output.contains(goldenText("cli/predicted-to-compute")), run.output);
}

/// Rates that somebody made up, so that there is a prediction at all.
void CliStagesTest::predictsWhatItTakes() {
    const QByteArray rates =
        "{\"format\": \"stowage.machine\", \"version\": 1, \"date\": \"2026-11-20T12:00:00Z\", "
        "\"rates\": {\"memcpy\": 1e10}, \"matmul\": {\"float32\": 1e10}, \"initialise\": {}, "
        "\"cast\": {}, \"disks\": []}";
    QVERIFY(!writeInto(m_dir.path(), "measured/stowage/machine.json", rates).isEmpty());
    CliRequest request;
    request.environment = QStringList{"XDG_CONFIG_HOME=" + m_dir.filePath("measured")};
    request.arguments =
        QStringList{"run",        m_llama, "--tokens", "1,2,3", "--batch",  "4",
                    "--generate", "8",     "--gpus",   "none",  "--stages", stagesHere(kLayers, 2)};
    const auto text = runCli(request);
    QVERIFY2(text.exitCode == 0, text.output + text.diagnostics);
    for (const char* const part :
         {goldenText("cli/predicted-to-compute"), goldenText("cli/predicted-to-wait"),
          "Time to first token (prefill): predicted ",
          goldenText("plan/tokens-that-follow-predicted"),
          goldenText("cli/stages-on-one-machine-share-its")}) {
        QVERIFY2(text.output.contains(part), text.output);
    }
    request.arguments << "--json";
    const auto run = runCli(request);
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    for (const char* const which : {"predicted", "measured"}) {
        const QJsonObject times = at(run.json, {QString::fromLatin1(which)});
        QVERIFY(times.value("seconds").toDouble() > times.value("to_first_token").toDouble());
        QVERIFY(times.value("to_first_token").toDouble() > 0);
        const double perToken = times.value("per_token").toDouble();
        QVERIFY(perToken > 0);
        QVERIFY(std::abs(times.value("tokens_per_second").toDouble() * perToken - 4) < 1e-9);
    }
    QCOMPARE(at(run.json, {"predicted"}).value("assumptions").toArray().size(), 2);
    for (const QJsonValue& stage : run.json.value("stages").toArray()) {
        QVERIFY(at(stage.toObject(), {"predicted"}).value("compute_seconds").toDouble() > 0);
    }
}

void CliStagesTest::writesATimeline() {
    const auto run = runCli({"run", m_llama, "--tokens", "1,2,3", "--generate", "2", "--gpus",
                             "none", "--stages", stagesHere(kLayers, 2), "--timeline", "-"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QVERIFY2(run.diagnostics.contains(goldenText("window-machines/the-run-took")), run.diagnostics);
    const QList<QByteArray> lines = run.output.trimmed().split('\n');
    QCOMPARE(lines.first(), "begin [s],end [s],stage,machine,device,layer,pass");
    for (const char* const layer :
         {",0,localhost,cpu,model.layers.1,0", ",1,localhost,cpu,lm_head,1"}) {
        const auto isOfLayer = [&](const QByteArray& line) { return line.endsWith(layer); };
        QCOMPARE(std::ranges::count_if(lines, isOfLayer), 1);
    }
}

/// Of each stage at least what it held before it ended.
void CliStagesTest::tellsItsMemoryMeanwhile() {
    const QString file = m_dir.filePath("memory.jsonl");
    const auto run =
        runCli({"run", m_llama, "--tokens", "1,2,3", "--generate", "2", "--gpus", "256MiB",
                "--stages", stagesHere(kLayers, 2), "--stage-events", file, "--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QMap<int, QJsonObject> last;
    for (const QByteArray& line : contentOf(file).trimmed().split('\n')) {
        const QJsonObject told = QJsonDocument::fromJson(line).object();
        QCOMPARE(told.value("machine").toString(), QString("localhost"));
        last[told.value("stage").toInt(-1)] = told.value("memory").toObject();
    }
    QCOMPARE(last.keys(), (QList<int>{0, 1}));
    const QJsonArray stages = run.json.value("stages").toArray();
    for (const int stage : {0, 1}) {
        const QJsonObject& memory = last[stage];
        QVERIFY(bytesAt(memory, "ram") > 0 &&
                bytesAt(memory, "ram_total") > bytesAt(memory, "ram"));
        const QJsonObject gpu = memory.value("gpus").toArray().at(0).toObject();
        QCOMPARE(gpu.value("device").toString(), QString("gpu:0"));
        QVERIFY(gpu.value("simulated").toBool());
        QCOMPARE(bytesAt(gpu, "total"), qint64{256} << 20);
        const QJsonObject load = at(stages.at(stage).toObject(), {"load"});
        QVERIFY2(bytesAt(gpu, "held") >= bytesAt(load, "bytes"), contentOf(file));
    }
    const auto refused =
        runCli({"run", m_llama, "--tokens", "1", "--gpus", "none", "--stage-events", file});
    QVERIFY(refused.exitCode == 2 && refused.diagnostics.contains("--stages"));
}

void CliStagesTest::refuses_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("stages");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("says");
    const auto row = [&](const char* name, const QString& stages, const QString& says,
                         const QStringList& options = {}, const QString& model = {},
                         int exitCode = 2) {
        QTest::newRow(name) << (model.isEmpty() ? m_llama : model) << stages << options << exitCode
                            << says;
    };
    const QString begins = goldenText("cli/has-to-begin-with-layer-1-each");
    row("gap", "localhost:0-1,localhost:3", "\"localhost:3\"" + begins.arg(2));
    row("overlap", "localhost:0-2,localhost:2-3", "\"localhost:2-3\"" + begins.arg(3));
    row("not from the first", "localhost:1-2,localhost:3", "\"localhost:1-2\"" + begins.arg(0));
    row("one stage", "localhost:0-3", "give 2 to 64 stages.");
    row("beyond the last", "localhost:0-1,localhost:2-4",
        goldenText("run/the-stage-on-localhost-layers-2-4"));
    row("not to the end", "localhost:0-1,localhost:2",
        goldenText("run/the-stages-end-with-layer-2-the"));
    const QString none = goldenText("cli/is-no-stage-write-machine-first");
    row("reversed", "localhost:1-0,localhost:2-3", "\"localhost:1-0\"" + none);
    row("no layers", "localhost,localhost:2-3", "\"localhost\"" + none);
    row("words", "localhost:a-b,localhost:2-3", "\"localhost:a-b\"" + none);
    row("below zero", "localhost:-1-1,localhost:2-3", "\"localhost:-1-1\"" + none);
    row("huge", "localhost:0-9223372036854775807,localhost:1-2",
        "\"localhost:0-9223372036854775807\"" + none);
    row("no machine", ":0-1,localhost:2-3", goldenText("cli/is-no-name-of-a-machine"));
    row("a dash", "localhost:0-1,-oProxyCommand=x:2-3",
        goldenText("cli/oproxycommand-x-is-no-name-of-a"));
    const QString two = stagesHere(kLayers, 2);
    row("a project with pins", two, goldenText("cli/the-plan-of-this-project-pins"), {},
        m_dir.filePath("pinned.stowage"));
    row("no such address", "localhost:0-1@-x,localhost:2-3",
        goldenText("cli/the-stage-on-localhost-layers-0-1"));
    const QString file = m_dir.filePath("file");
    for (const char* const option : {"--logits", "--record"}) {
        row(option, two,
            QString::fromLatin1(option) + goldenText("cli/does-not-go-with-stages-it-tells-of"),
            {QString::fromLatin1(option), file});
    }
    row("--chain", two, goldenText("cli/chain-does-not-go-with-stages"), {"--chain", m_llama});
    row("addresses of both kinds", "localhost:0-1@127.0.0.1,localhost:2-3@::1",
        goldenText("cli/localhost-is-to-be-reached-by-ipv4"));
    for (const char* const seconds : {"0", "nan", "-3", "90000"}) {
        row(qPrintable(QStringLiteral("--stage-timeout %1").arg(QLatin1String(seconds))), two,
            "--stage-timeout: give 1 to 86400 seconds.",
            {"--stage-timeout=" + QString::fromLatin1(seconds)});
    }
    const QString divided = goldenText("run/a-model-of-the-family-1-is-not");
    row("bert", "localhost:0,localhost:1", divided.arg("bert"), {}, kRoot + "bert", 3);
    row("t5", "localhost:0,localhost:1", divided.arg("t5"), {}, kRoot + "t5", 3);
    row("nowhere", two, goldenText("base/ended-there-is-no-file-or-folder"), {},
        m_dir.filePath("nowhere"), 3);
    row("standard input", two, goldenText("cli/several-machines-cannot-share"), {}, "-");
    for (const char* const count : {"0", "65"}) {
        row(qPrintable(QStringLiteral("%1 micro-batches").arg(QLatin1String(count))), two,
            "--micro-batches: give 1 to 64 micro-batches.", {"--micro-batches", count});
    }
    const QString weights = m_llama + "/model.safetensors";
    for (const char* const option : {"--timeline", "--stage-events"}) {
        row(option, two, goldenText("cli/model-safetensors-is-a-file-of-the"), {option, weights});
    }
    row("a timeline nowhere", two, "/nonexistent", {"--timeline", "/nonexistent/t.csv"}, {}, 3);
    row("pins", two, goldenText("cli/pin-does-not-go-with-stages-it"),
        {"--pin", "model.layers.3=cpu"});
    row("an offload folder for two", two, goldenText("cli/offload-dir-the-stages-on-localhost"),
        {"--offload-dir", m_dir.filePath("offload")});
    row("a map from standard input", two, goldenText("cli/several-machines-cannot-share"),
        {"--device-map", "-"});
}

void CliStagesTest::refuses() {
    QFETCH(QString, model);
    QFETCH(QString, stages);
    QFETCH(QStringList, options);
    QFETCH(int, exitCode);
    QFETCH(QString, says);
    const QStringList arguments =
        QStringList{"run", model, "--tokens", "1,2,3", "--gpus", "none", "--stages=" + stages} +
        options;
    const auto run = runCli(arguments);
    QVERIFY2(run.diagnostics.contains(says.toUtf8()), run.output + run.diagnostics);
    QCOMPARE(run.exitCode, exitCode);
    QVERIFY2(run.output.isEmpty(), run.output);
    const auto json = runCli(arguments + QStringList{"--json"});
    QCOMPARE(json.exitCode, exitCode);
    QVERIFY(!at(json.json, {"error"}).value("kind").toString().isEmpty());
}

void CliStagesTest::survivesHostileLines_data() {
    QTest::addColumn<QByteArray>("lines");
    addLines("nothing", "");
    addLines("no end of line", "{\"start\"");
    addLines("broken", "{\"set\":{\"key\":\"0/1\",\"value\":[1,2\n}\n]\n\\\n\"\n\n\n");
    addLines("other kinds",
             "[]\n1\nnull\n\"start\"\n{}\n{\"set\":1}\n{\"add\":[]}\n{\"sum\":{}}\n");
    addLines(
        "wrong members",
        "{\"set\":{\"key\":1,\"value\":2}}\n{\"set\":{\"value\":[-1,300,1e99,\"x\",{},null]}}\n"
        "{\"sum\":{\"value\":\"x\"}}\n{\"start\":{\"address\":7}}\n");
    addLines("no such address", "{\"start\":{\"address\":\"999.999.999.999\"}}\n");
    addLines("an address of words", "{\"start\":{\"address\":\"-oProxyCommand=x \\u0000\"}}\n");
    addLines("pings of all kinds",
             "{\"ping\":1e308}\n{\"ping\":[[[{}]]]}\n{\"ping\":\"\\ud83d\\ude00\"}\n");
    addLines("bytes that are no text", QByteArray("\xff\xfe\0\x80\n{\"ping\":\"\xff\"}\n", 18));
    addLines("deep",
             QByteArray(100'000, '[') + '\n' + "{\"ping\":" + QByteArray(100'000, '{') + '\n');
    addLines("a line that is too long", QByteArray(8 << 20, 'x'));
    addLines("a long line of numbers",
             "{\"set\":{\"key\":\"k\",\"value\":[" + QByteArray("7,").repeated(100'000) + "7]}}\n");
    // The other stage's addresses, which Gloo reads as they are.
    const QByteArray start = "{\"start\":{\"address\":\"127.0.0.1\"}}\n{\"sum\":{\"value\":1}}\n";
    for (const QByteArray& key : {QByteArray("0/1"), QByteArray("0/0"), QByteArray("0/1/0")}) {
        for (const QByteArray& value : {QByteArray("[]"), QByteArray("[1]"),
                                        "[" + QByteArray("255,").repeated(4000) + "255]"}) {
            QTest::addRow("%s is %lld bytes of JSON", key.constData(),
                          static_cast<long long>(value.size()))
                << start + "{\"set\":{\"key\":\"" + key + "\",\"value\":" + value + "}}\n";
        }
    }
}

/// A stage that some other program has started: it may refuse, but neither crash nor stay.
void CliStagesTest::survivesHostileLines() {
    QFETCH(QByteArray, lines);
    StagedRun run({"run", "--stage", "0/2:0-1", m_llama, "--tokens", "1,2,3", "--gpus", "none",
                   "--stage-timeout", "2", "--json"});
    // It reads from its start on, and is ready once it has loaded.
    run.process().write(lines);
    QVERIFY(QTest::qWaitFor(
        [&] {
            return run.process().state() == QProcess::NotRunning ||
                   run.process().peek(1 << 20).contains("{\"ready\"");
        },
        kEndMs));
    run.process().closeWriteChannel();
    QVERIFY2(run.waitForEnd(kEndMs), run.output());
    QVERIFY2(run.process().exitStatus() == QProcess::NormalExit,
             run.output() + run.process().readAllStandardError());
    QVERIFY(run.exitCode() != 0);
    QCOMPARE(run.processes(), QStringList());
}

QTEST_GUILESS_MAIN(CliStagesTest)
#include "tst_cli_stages.moc"
