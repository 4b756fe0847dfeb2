// SPDX-License-Identifier: GPL-3.0-or-later
// `stowagectl run`: what it says no to before it loads, and how a run ends that cannot go on.
#include "cli_process.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

using namespace stowage::test;

namespace {

constexpr std::int64_t kMiB = 1024 * 1024;
const QString kRoot = QStringLiteral(STOWAGE_TEST_DATA "/run/");

}  // namespace

class CliRunRefusalsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase();
    void refuses_data();
    void refuses();
    void needsTheModelsConfiguration();
    void refusesWhatThePlanSaysNoTo();
    void reportsADeviceThatIsFull();
    void stopsARun();

private:
    void writeLastNormAs(const QString& dtype);

    QTemporaryDir m_dir;
    QString m_llama;  ///< llama-tiny: 19 MiB
};

void CliRunRefusalsTest::initTestCase() {
    QVERIFY(m_dir.isValid());
    m_llama = m_dir.filePath("llama");
    const auto sample = runCli({"sample", m_llama, "--arch", "llama-tiny"});
    QVERIFY2(sample.exitCode == 0, sample.output + sample.diagnostics);
    const auto wide =
        runCli({"sample", m_dir.filePath("wide"), "--arch", "llama-tiny", "--dtype", "float64"});
    QVERIFY2(wide.exitCode == 0, wide.output + wide.diagnostics);
    writeLastNormAs("I8");
    writeLastNormAs("F8_E4M3");
}

/// A small Llama, whose last norm is stored in another dtype of one byte.
void CliRunRefusalsTest::writeLastNormAs(const QString& dtype) {
    QFile file(kRoot + "llama3/model.safetensors");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto length = qFromLittleEndian<qint64>(file.read(8).constData());
    QJsonObject header = QJsonDocument::fromJson(file.read(length)).object();
    QJsonObject norm = header.value("model.norm.weight").toObject();
    const qint64 begin = norm.value("data_offsets").toArray()[0].toInteger();
    norm["dtype"] = dtype;
    norm["data_offsets"] = QJsonArray{begin, begin + 24};
    header["model.norm.weight"] = norm;
    QVERIFY(!writeInto(m_dir.filePath(dtype), "model.safetensors",
                       safetensors(QJsonDocument(header).toJson(QJsonDocument::Compact),
                                   file.read(begin + 24)))
                 .isEmpty());
    QVERIFY(QFile::copy(kRoot + "llama3/config.json", m_dir.filePath(dtype) + "/config.json"));
}

void CliRunRefusalsTest::refuses_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QStringList>("says");
    const auto row = [](const char* name, const QString& model, const QString& options,
                        int exitCode, const QStringList& says) {
        QTest::newRow(name) << model << options.split(' ') << exitCode << says;
    };
    const QString llama = kRoot + "llama3";
    row("no tokens", llama, "--generate 3", 2, {"--tokens"});
    row("no number", llama, "--tokens 1,two", 2, {"--tokens", "\"two\""});
    row("a gap", llama, "--tokens 1,,2", 2, {"--tokens"});
    row("negative", llama, "--tokens=-1", 2, {"--tokens", "\"-1\""});
    row("huge", llama, "--tokens 99999999999999999999", 2, {"--tokens"});
    row("second prompt no number", llama, "--tokens 1 --tokens 2,x", 2, {"--tokens", "\"x\""});
    row("batch of none", llama, "--tokens 1 --batch 0", 2, {"--batch", "1 to 4096"});
    row("batch of prompts", llama, "--tokens 1 --tokens 2 --batch 2", 2, {"--batch", "--tokens"});
    row("batch of one sequence", kRoot + "chatglm", "--tokens 1,94,95 --batch 2", 2,
        {goldenText("run/one-sequence-at-a-time")});
    row("outside the vocabulary", llama, "--tokens 1,97", 2, {"97", "0 to 96"});
    row("longer than the context", kRoot + "gpt2", "--tokens 1,2 --generate 64", 2,
        {"66", "at most 64"});
    row("generate negative", llama, "--tokens 1 --generate -1", 2, {"--generate", "-1"});
    row("generate absurd", llama, "--tokens 1 --generate 99999999999", 2, {"--generate"});
    row("generate with an encoder", kRoot + "bert", "--tokens 1 --generate 2", 2, {"bert"});
    row("chunks of an encoder", kRoot + "bert", "--tokens 1,2 --prefill-chunk 1", 2,
        {"bert", goldenText("capacity/go-in-whole")});
    row("chunk negative", llama, "--tokens 1 --prefill-chunk -1", 2, {"--prefill-chunk", "-1"});
    row("seed alone", llama, "--tokens 1 --generate 2 --seed 3", 2, {"--seed", "--temperature"});
    row("top-k alone", llama, "--tokens 1 --generate 2 --top-k 3", 2, {"--top-k"});
    row("top-k of none", llama, "--tokens 1 --generate 2 --temperature 1 --top-k 0", 2,
        {"--top-k"});
    row("negative seed", llama, "--tokens 1 --generate 2 --temperature 1 --seed -4", 2, {"--seed"});
    row("temperature of nothing", llama, "--tokens 1 --temperature 1", 2,
        {"--temperature", "--generate"});
    row("temperature 0", llama, "--tokens 1 --generate 2 --temperature 0", 2, {"--temperature"});
    row("temperature nan", llama, "--tokens 1 --generate 2 --temperature nan", 2,
        {"--temperature"});
    row("fp8 cache", llama, "--tokens 1 --kv-dtype fp8", 2, {"--kv-dtype", "estimate"});
    row("half a cache", llama, "--tokens 1 --kv-dtype float16", 2, {"--kv-dtype", "float32"});
    row("q4 cache", llama, "--tokens 1 --kv-dtype q4", 2, {"--kv-dtype"});
    row("no such cache", llama, "--tokens 1 --kv-dtype fp9", 2, {"--kv-dtype", "fp9"});
    row("computes in another", llama, "--tokens 1 --compute-dtype float16", 2,
        {"--compute-dtype", "--dtype"});
    row("lazy", llama, "--tokens 1 --attention lazy", 2, {"--attention", "eager"});
    row("another engine", llama, "--tokens 1 --engine vllm", 2, {"--engine", "estimate"});
    row("tensor parallel", llama, "--tokens 1 --tensor-parallel 2", 2, {"--tensor-parallel"});
    row("room to spare", llama, "--tokens 1,2 --generate 2 --context 5", 2,
        {"--context", "prompt plus generated tokens, which is 4;"});
    row("images", llama, "--tokens 1 --images 1", 2, {"--images"});
    row("window negative", llama, "--tokens 1 --prefetch-window -1", 2, {"--prefetch-window"});
    row("window and none", llama, "--tokens 1 --prefetch-window 1 --no-prefetch", 2,
        {"--no-prefetch"});
    row("threads negative", llama, "--tokens 1 --threads -1", 2, {"--threads"});
    row("no such device", llama, "--tokens 1 --execution-device gpu:3", 2,
        {"--execution-device", "GPU 3"});
    row("computes on disk", llama, "--tokens 1 --execution-device disk", 2, {"--execution-device"});
    row("no device", llama, "--tokens 1 --execution-device tpu", 2, {"\"tpu\""});
    row("logits nowhere", llama, "--tokens 1 --logits /nonexistent/l.npy", 3,
        {"/nonexistent/l.npy"});
    row("timeline nowhere", llama, "--tokens 1 --timeline /nonexistent/t.csv", 3,
        {"/nonexistent/t.csv"});
    row("no configuration", llama, "--tokens 1 --config /nonexistent.json", 3,
        {"/nonexistent.json"});
    row("no JSON", llama, "--tokens 1 --config " + kRoot + "llama3/logits-0.npy", 3, {});
    row("no weights", kRoot + "llama3/config.json", "--tokens 1", 3,
        {goldenText("cli/without-its-weights")});
    row("quantised", llama, "--tokens 1 --quantize nf4", 3, {"nf4"});
    row("float64", m_llama, "--tokens 1 --dtype float64", 3, {"float64", "--dtype float32"});
    row("stored float64", m_dir.filePath("wide"), "--tokens 1", 3, {"float64"});
    // The same remedy, whatever was tried, and none that is refused in its turn.
    for (const char* dtype : {"I8", "F8_E4M3"}) {
        for (const char* options : {"--tokens 1", "--tokens 1 --dtype float32"}) {
            row((QByteArray(dtype) + " " + options).constData(), m_dir.filePath(dtype), options, 3,
                {"model.norm.weight", goldenText("run/save-it-from-python")});
        }
    }
    row("another family", STOWAGE_TEST_DATA "/run/gpt2",
        "--tokens 1 --config " + m_dir.filePath("xlnet.json"), 3,
        {"xlnet.json", "\"xlnet\"", "gpt2", "llama"});
}

/// One sentence, before anything is loaded, with nothing left behind.
void CliRunRefusalsTest::refuses() {
    QFETCH(const QString, model);
    QFETCH(const QStringList, options);
    QFETCH(const int, exitCode);
    QFETCH(const QStringList, says);
    QFile xlnet(m_dir.filePath("xlnet.json"));
    QVERIFY(xlnet.open(QIODevice::WriteOnly) && xlnet.write("{\"model_type\": \"xlnet\"}") > 0);
    xlnet.close();
    const auto run = runCli(QStringList{"run", model, "--gpus", "64MiB", "--json"} + options);
    QVERIFY2(run.exitCode == exitCode, run.output + run.diagnostics);
    const QString message = at(run.json, {"error"}).value("message").toString();
    QVERIFY2(!message.isEmpty() && !message.contains('\n'), run.output);
    for (const QString& words : says) {
        QVERIFY2(message.contains(words), qPrintable(message));
    }
    QVERIFY(run.peakShmem < kMiB);
}

void CliRunRefusalsTest::needsTheModelsConfiguration() {
    const QString folder = m_dir.filePath("bare");
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(QFile::copy(kRoot + "llama3/model.safetensors", folder + "/model.safetensors"));
    const auto run = runCli({"run", folder, "--tokens", "1", "--gpus", "none", "--json"});
    QCOMPARE(run.exitCode, 3);
    const QString message = at(run.json, {"error"}).value("message").toString();
    QVERIFY2(message.contains("config.json") && message.contains("llama"), qPrintable(message));
    QVERIFY2(message.contains("--config FILE"), qPrintable(message));
    // A cast makes what is stored as float64 a model that runs.
    const auto cast = runCli({"run", m_dir.filePath("wide"), "--tokens", "1", "--gpus", "none",
                              "--dtype", "float32", "--json"});
    QVERIFY2(cast.exitCode == 0, cast.output + cast.diagnostics);
}

void CliRunRefusalsTest::refusesWhatThePlanSaysNoTo() {
    const QStringList arguments{"run",  m_llama,        "--tokens",  "1,2,3", "--gpus",
                                "8MiB", "--device-map", "{\"\": 0}", "--json"};
    const auto run = runCli(arguments);
    QCOMPARE(run.exitCode, 1);
    const QJsonObject stopped = at(run.json, {"stopped"});
    QCOMPARE(stopped.value("at").toString(), QStringLiteral("pre-flight"));
    QVERIFY2(stopped.value("why").toString().contains("--force"), run.output);
    QCOMPARE(run.json.value("prompt").toArray(), (QJsonArray{1, 2, 3}));
    QVERIFY(run.json.value("tokens").toArray().isEmpty());
    QVERIFY(run.peakShmem < kMiB);
    // Forced, the load runs into the wall that it was told of.
    const auto forced = runCli(arguments + QStringList{"--force"});
    QCOMPARE(forced.exitCode, 1);
    QCOMPARE(at(forced.json, {"stopped"}).value("kind").toString(),
             QStringLiteral("device_out_of_memory"));
    QVERIFY(forced.json.value("layers").toArray().isEmpty());
}

/// The embedding of 4 MiB does not go where it is to be used.
void CliRunRefusalsTest::reportsADeviceThatIsFull() {
    const QStringList arguments{
        "run",          m_llama,           "--tokens",           "1,2,3", "--gpus", "2MiB",
        "--device-map", "{\"\": \"cpu\"}", "--execution-device", "gpu:0", "--json"};
    const auto refused = runCli(arguments);
    QCOMPARE(refused.exitCode, 1);
    QCOMPARE(at(refused.json, {"stopped"}).value("at").toString(), QStringLiteral("pre-flight"));
    QVERIFY2(at(refused.json, {"stopped"}).value("why").toString().contains("--force"),
             refused.output);
    const auto run = runCli(arguments + QStringList{"--force"});
    QCOMPARE(run.exitCode, 1);
    const QJsonObject stopped = at(run.json, {"stopped"});
    QCOMPARE(stopped.value("kind").toString(), QStringLiteral("device_out_of_memory"));
    QCOMPARE(stopped.value("at").toString(), QStringLiteral("model.embed_tokens"));
    const QString why = stopped.value("why").toString();
    QVERIFY2(why.contains("GPU 0") && why.contains("4.0 MiB"), qPrintable(why));
    const QJsonObject gpu = at(run.json, {"devices", "gpu:0"});
    QVERIFY(bytesAt(gpu, "peak_reserved") <= bytesAt(gpu, "capacity"));
    QCOMPARE(bytesAt(gpu, "final_allocated"), 0);
}

/// All lies on the CPU and is computed on the GPU, over a link so slow that it takes minutes; what
/// comes there first, comes with the run.
void CliRunRefusalsTest::stopsARun() {
    const QString scratch = m_dir.filePath("scratch");
    QVERIFY(QDir().mkpath(scratch));
    CliRequest request{{"run", m_llama, "--tokens", "1,2,3", "--generate", "4", "--gpus",
                        "64MiB:link=2MB/s", "--device-map",
                        "{\"model\": \"cpu\", \"lm_head\": \"disk\"}", "--execution-device",
                        "gpu:0", "--json"}};
    request.environment = QStringList{"TMPDIR=" + scratch};
    bool isInterrupted = false;
    request.watch = [&](QProcess& process) {
        if (!isInterrupted && simulatedBytes(process) > 4 * kMiB) {
            interrupt(process);
            isInterrupted = true;
        }
    };
    const auto run = runCli(request);
    QVERIFY(isInterrupted);
    QCOMPARE(run.exitCode, 130);
    const QJsonObject stopped = at(run.json, {"stopped"});
    QCOMPARE(stopped.value("kind").toString(), QStringLiteral("cancelled"));
    QVERIFY(!stopped.value("at").toString().isEmpty());
    QVERIFY(bytesAt(at(run.json, {"load"}), "bytes") > 4 * kMiB);
    QVERIFY(run.json.value("seconds").toDouble() > 0);
    const QJsonObject gpu = at(run.json, {"devices", "gpu:0"});
    QVERIFY(bytesAt(gpu, "peak_allocated") > 0);
    QCOMPARE(bytesAt(gpu, "final_allocated"), 0);
    QVERIFY(QDir(scratch).isEmpty(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden));
}

QTEST_GUILESS_MAIN(CliRunRefusalsTest)
#include "tst_cli_run_refusals.moc"
