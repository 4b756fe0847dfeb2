// SPDX-License-Identifier: GPL-3.0-or-later
// `stowagectl run` from outside: what the real library's models answer, wherever weights lie.
#include "cli_process.h"
#include "engine/run/models/logits.h"
#include "tests/run/run_fixture.h"
#include "tests/support/golden_text.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <cstdint>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

const QString kRoot = QStringLiteral(STOWAGE_TEST_DATA "/run/");

QString listed(const std::vector<std::int64_t>& tokens) {
    QStringList words;
    for (const std::int64_t token : tokens) {
        words << QString::number(token);
    }
    return words.join(QLatin1Char(','));
}

std::vector<std::int64_t> tokensOf(const QJsonObject& run) {
    std::vector<std::int64_t> tokens;
    for (const QJsonValue token : run.value("tokens").toArray()) {
        tokens.push_back(token.toInteger());
    }
    return tokens;
}

/// The last row, as a set of logits of its own.
Logits lastRow(const Logits& numbers) {
    const auto width = static_cast<std::ptrdiff_t>(numbers.vocabulary);
    return {1, numbers.vocabulary, {numbers.values.end() - width, numbers.values.end()}};
}

bool isWithinCapacity(const QJsonObject& device) {
    return bytesAt(device, "peak_reserved") + bytesAt(device, "context") +
               bytesAt(device, "used_by_others") <=
           bytesAt(device, "capacity");
}

void verifyCapacities(const QJsonObject& run) {
    const QJsonObject devices = run.value("devices").toObject();
    for (auto it = devices.begin(); it != devices.end(); ++it) {
        const QJsonObject device = it.value().toObject();
        if (it.key().startsWith("gpu")) {
            QVERIFY2(isWithinCapacity(device), qPrintable(it.key()));
            QVERIFY(device.value("simulated").toBool());
        }
        // Nothing of the run stays.
        QCOMPARE(bytesAt(device, "final_allocated"), bytesAt(device, "weights"));
    }
}

}  // namespace

class CliRunTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase() { QVERIFY(m_dir.isValid()); }
    void givesTheLibrarysTokens_data();
    void givesTheLibrarysTokens();
    void writesTheLibrarysLogits_data();
    void writesTheLibrarysLogits();
    void runsSeveralPromptsInTheSamePasses();
    void runsOnePromptSeveralTimes();
    void runsAPromptByChunks();
    void fusesAttentionWhereLibTorchCan();
    void tellsWhatItDid();
    void runsGpt2OverFourPlaces();
    void drawsTheSameTokensForOneSeed();
    void writesTheTimeline();
    void runsAnOffloadFolder();
    void removesItsOwnOffloadFolder();
    void runsAnEncoder();
    void runsInHalfPrecision();
    void speaksToPeople();

private:
    QTemporaryDir m_dir;
};

void CliRunTest::givesTheLibrarysTokens_data() {
    QTest::addColumn<QString>("name");
    for (const QString& name : runFixtureNames(kRoot)) {
        if (!openRunFixture(kRoot + name).continuations.empty()) {
            QTest::newRow(qPrintable(name)) << name;
        }
    }
}

void CliRunTest::givesTheLibrarysTokens() {
    QFETCH(const QString, name);
    const RunContinuation wanted = openRunFixture(kRoot + name).continuations.front();
    QStringList input;
    if (wanted.input) {
        input = {"--input", m_dir.filePath("input.npy")};
        const Logits rows{wanted.input->shape[0], wanted.input->shape[1], wanted.input->values};
        QVERIFY(writeLogitsFile(rows, input.back().toStdString()));
    }
    const auto run =
        runCli(QStringList{"run", kRoot + name, "--tokens", listed(wanted.tokens), "--generate",
                           QString::number(wanted.follow.size()), "--gpus", "64MiB,64MiB",
                           "--max-memory", "0=40000,1=30000,cpu=20000", "--json"} +
               input);
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QCOMPARE(tokensOf(run.json), wanted.follow);
    verifyCapacities(run.json);
}

void CliRunTest::writesTheLibrarysLogits_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("placement");
    const QString llama = QStringLiteral("llama3");
    const QString everywhere = QStringLiteral("{\"\": \"disk\"}");
    const QStringList cpu{"--gpus", "none"};
    QTest::newRow("cpu") << llama << cpu;
    QTest::newRow("disk, no prefetch")
        << llama << QStringList{"--gpus", "64MiB", "--device-map", everywhere, "--no-prefetch"};
    QTest::newRow("disk, to the CPU")
        << llama
        << QStringList{
               "--gpus",    "64MiB", "--device-map", everywhere, "--execution-device", "cpu",
               "--threads", "2"};
    QTest::newRow("disk, to a GPU, far ahead") << llama << QStringList{"--gpus",
                                                                       "64MiB",
                                                                       "--device-map",
                                                                       everywhere,
                                                                       "--execution-device",
                                                                       "gpu:0",
                                                                       "--prefetch-window",
                                                                       "5"};
    QTest::newRow("four GPUs") << llama
                               << QStringList{"--gpus",       "64MiB,64MiB,64MiB,64MiB",
                                              "--max-memory", "0=25000,1=25000,2=25000,3=64MiB",
                                              "--strategy",   "sequential"};
    QTest::newRow("an encoder's hidden states") << QStringLiteral("bert") << cpu;
    QTest::newRow("an encoder's logits") << QStringLiteral("bert-masked") << cpu;
}

void CliRunTest::writesTheLibrarysLogits() {
    QFETCH(const QString, name);
    QFETCH(const QStringList, placement);
    const RunPrompt prompt = openRunFixture(kRoot + name).prompts.back();
    const QString file = m_dir.filePath("logits.npy");
    const auto run = runCli(QStringList{"run", kRoot + name, "--tokens", listed(prompt.tokens),
                                        "--logits", file, "--json"} +
                            placement);
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    verifyCapacities(run.json);
    QCOMPARE(run.json.value("prefetch").toBool(), !placement.contains("--no-prefetch"));
    const auto written = readLogitsFile(file.toStdString());
    QVERIFY2(written, written ? "" : written.error().message.english().c_str());
    const LogitsComparison compared = compareLogits(*written, lastRow(prompt.numbers));
    QVERIFY2(compared.agrees, compared.why.english().c_str());
}

void CliRunTest::runsSeveralPromptsInTheSamePasses() {
    const QStringList prompts{"5,17,80,3", "9", "44,2,7,8,1,60"};
    const QStringList around{
        "--generate", "5", "--gpus", "64MiB,64MiB", "--max-memory", "0=40000,1=30000,cpu=20000",
        "--json"};
    const QString file = m_dir.filePath("together.npy");
    QStringList asked{"run", kRoot + "llama3", "--logits", file};
    for (const QString& prompt : prompts) {
        asked << "--tokens" << prompt;
    }
    const auto together = runCli(asked + around);
    QVERIFY2(together.exitCode == 0, together.output + together.diagnostics);
    const auto rows = readLogitsFile(file.toStdString());
    QVERIFY(rows && rows->positions == prompts.size());
    for (qsizetype i = 0; i < prompts.size(); ++i) {
        const QString own = m_dir.filePath("alone.npy");
        const auto alone = runCli(
            QStringList{"run", kRoot + "llama3", "--tokens", prompts.at(i), "--logits", own} +
            around);
        QVERIFY2(alone.exitCode == 0, alone.output + alone.diagnostics);
        QCOMPARE(together.json.value("tokens").toArray().at(i), alone.json.value("tokens"));
        QCOMPARE(together.json.value("prompt").toArray().at(i), alone.json.value("prompt"));
        QCOMPARE(together.json.value("top").toArray().at(i).toArray().at(0).toArray().at(0),
                 alone.json.value("top").toArray().at(0).toArray().at(0));
        const auto width = static_cast<std::ptrdiff_t>(rows->vocabulary);
        const auto begin = rows->values.begin() + i * width;
        const auto wanted = readLogitsFile(own.toStdString());
        QVERIFY(wanted);
        const LogitsComparison compared =
            compareLogits({1, rows->vocabulary, {begin, begin + width}}, *wanted);
        QVERIFY2(compared.agrees, compared.why.english().c_str());
    }
    // One pass a token, whatever the number of prompts; what is predicted is what is measured.
    QCOMPARE(together.json.value("passes").toArray().size(), 5);
    for (const char* gpu : {"gpu:0", "gpu:1"}) {
        for (const char* peak : {"peak_allocated", "peak_reserved"}) {
            QCOMPARE(bytesAt(at(together.json, {"predicted", "devices", gpu}), peak),
                     bytesAt(at(together.json, {"devices", gpu}), peak));
        }
    }
}

void CliRunTest::runsOnePromptSeveralTimes() {
    const auto run = runCli({"run", kRoot + "gpt2", "--tokens", "1,2,3", "--batch", "3",
                             "--generate", "4", "--gpus", "64MiB", "--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const QJsonArray tokens = run.json.value("tokens").toArray();
    QCOMPARE(tokens.size(), 3);
    QCOMPARE(tokens.at(0).toArray().size(), 4);
    QCOMPARE(tokens.at(1), tokens.at(0));
    QCOMPARE(tokens.at(2), tokens.at(0));
    const auto text =
        runCli({"run", kRoot + "gpt2", "--tokens", "1,2,3", "--batch", "2", "--generate", "4"});
    QCOMPARE(text.output.count(goldenText("cli/tokens-that-follow")), 2);
    QVERIFY2(text.output.contains("Prefill: 6 tokens in "), text.output);
    QVERIFY2(text.output.contains("Decode: 6 tokens in "), text.output);
}

void CliRunTest::runsAPromptByChunks() {
    const QStringList whole{"run", kRoot + "llama3", "--tokens", "1,2,3,4,5", "--generate",
                            "4",   "--gpus",         "64MiB",    "--json"};
    const auto once = runCli(whole);
    const auto run = runCli(whole + QStringList{"--prefill-chunk", "2"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QCOMPARE(run.json.value("tokens"), once.json.value("tokens"));
    QCOMPARE(run.json.value("prefill_passes").toInt(), 3);
    QCOMPARE(once.json.value("prefill_passes").toInt(), 1);
    const QJsonArray passes = run.json.value("passes").toArray();
    QCOMPARE(passes.size(), 6);
    QCOMPARE(passes.at(0).toObject().value("tokens").toInt(), 2);
    QCOMPARE(passes.at(2).toObject().value("tokens").toInt(), 1);
    for (const char* peak : {"peak_allocated", "peak_reserved"}) {
        QCOMPARE(bytesAt(at(run.json, {"predicted", "devices", "gpu:0"}), peak),
                 bytesAt(at(run.json, {"devices", "gpu:0"}), peak));
    }
    const auto text = runCli({"run", kRoot + "llama3", "--tokens", "1,2,3,4,5", "--generate", "4",
                              "--prefill-chunk", "2"});
    QVERIFY2(text.output.contains("Prefill in 3 chunks: 5 tokens in "), text.output);
    QVERIFY2(text.output.contains("). Decode: 3 tokens in "), text.output);
}

/// Where this build's LibTorch can, the same tokens come of less memory, as predicted; else it says
/// why not, and so does an estimate.
void CliRunTest::fusesAttentionWhereLibTorchCan() {
    const QString version = runCli({"--version", "--json"}).json.value("libtorch").toString();
    QVERIFY(!version.isEmpty());
    QStringList asked{"run", kRoot + "llama3", "--tokens", "1",     "--batch", "1", "--generate",
                      "4",   "--gpus",         "64MiB",    "--json"};
    QStringList prompt;
    for (int i = 0; i < 100; ++i) {
        prompt.append(QString::number(1 + i % 7));
    }
    asked[3] = prompt.join(',');
    const auto eager = runCli(asked);
    QVERIFY2(eager.exitCode == 0, eager.output + eager.diagnostics);
    QCOMPARE(eager.json.value("attention").toString(), QStringLiteral("eager"));
    const auto fused = runCli(asked + QStringList{"--attention", "fused"});
    const auto estimate = runCli({"estimate", kRoot + "llama3", "--gpus", "64MiB", "--prompt",
                                  "100", "--attention", "fused", "--engine", "stowage", "--json"});
    if (version.startsWith("1.")) {
        QCOMPARE(fused.exitCode, 2);
        QCOMPARE(estimate.exitCode, 2);
        for (const auto& refused : {fused, estimate}) {
            const QByteArray all = refused.output + refused.diagnostics;
            QVERIFY2(all.contains("LibTorch 2"), all);
            QVERIFY2(all.contains(version.toUtf8()), all);
        }
        return;
    }
    QVERIFY2(fused.exitCode == 0, fused.output + fused.diagnostics);
    QCOMPARE(fused.json.value("attention").toString(), QStringLiteral("fused"));
    QCOMPARE(fused.json.value("tokens"), eager.json.value("tokens"));
    const auto peakOf = [](const QJsonObject& json) {
        return bytesAt(at(json, {"devices", "gpu:0"}), "peak_allocated");
    };
    QVERIFY(peakOf(fused.json) < peakOf(eager.json));
    QCOMPARE(bytesAt(at(fused.json, {"predicted", "devices", "gpu:0"}), "peak_allocated"),
             peakOf(fused.json));
    QVERIFY2(estimate.exitCode == 0, estimate.diagnostics);
}

void CliRunTest::tellsWhatItDid() {
    const auto run =
        runCli({"run", kRoot + "llama3", "--tokens", "1,2,3", "--generate", "4", "--gpus",
                "64MiB:context=1MiB,64MiB", "--max-memory", "0=40000,1=30000,cpu=20000", "--engine",
                "stowage", "--attention", "eager", "--kv-dtype", "float32", "--context", "7",
                "--json"});  // words of a workload that say what a run does
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const QJsonObject& json = run.json;
    QCOMPARE(json.value("prompt").toArray(), (QJsonArray{1, 2, 3}));
    QCOMPARE(json.value("tokens").toArray().size(), 4);
    const QJsonArray top = json.value("top").toArray();
    QCOMPARE(top.size(), 10);
    QCOMPARE(top.at(0).toArray().at(0), json.value("tokens").toArray().at(0));
    for (qsizetype i = 1; i < top.size(); ++i) {
        QVERIFY(top.at(i).toArray().at(1).toDouble() <= top.at(i - 1).toArray().at(1).toDouble());
    }
    QCOMPARE(json.value("prefetch").toBool(), true);
    QCOMPARE(at(json, {"prefetching"}).value("window").toInt(), 2);
    QVERIFY(!json.contains("stopped"));
    // The prompt and three of the four tokens go in, through embedding, layers and head.
    const QJsonArray passes = json.value("passes").toArray();
    QCOMPARE(passes.size(), 4);
    QCOMPARE(passes.at(0).toObject().value("tokens").toInt(), 3);
    const QJsonArray layers = json.value("layers").toArray();
    QCOMPARE(layers.size() % passes.size(), 0);
    std::int64_t moved = 0;
    double last = 0;
    for (const QJsonValue value : layers) {
        const QJsonObject layer = value.toObject();
        QVERIFY(layer.value("begin").toDouble() >= last);
        last = layer.value("end").toDouble();
        QVERIFY(last >= layer.value("begin").toDouble());
        for (const char* field : {"transfer_seconds", "compute_seconds", "waited_seconds"}) {
            QVERIFY2(layer.value(QLatin1String(field)).toDouble(-1) >= 0, field);
        }
        moved += bytesAt(layer, "bytes_moved");
    }
    QCOMPARE(layers.at(0).toObject().value("module").toString(),
             QStringLiteral("model.embed_tokens"));
    QVERIFY(moved > 0);
    QCOMPARE(bytesAt(json, "bytes_moved"), moved);
    QVERIFY(json.value("seconds").toDouble() >= last);
    const QJsonObject gpu = at(json, {"devices", "gpu:0"});
    QCOMPARE(bytesAt(gpu, "capacity"), 64 << 20);
    QCOMPARE(bytesAt(gpu, "context"), 1 << 20);
    QVERIFY(bytesAt(gpu, "weights") > 0);
    QVERIFY(bytesAt(gpu, "peak_allocated") > bytesAt(gpu, "weights"));
    QVERIFY(gpu.value("busy_share").toDouble() > 0 && gpu.value("busy_share").toDouble() <= 1);
    QVERIFY(bytesAt(at(json, {"host", "baseline"}), "anon") > 0);
    QVERIFY(bytesAt(at(json, {"host", "peak"}), "anon") >= 0);
    QCOMPARE(at(json, {"load"}).value("method").toString(), QStringLiteral("streamed"));
    QVERIFY(bytesAt(at(json, {"load"}), "bytes") > 0);
    // Memory is estimated on any machine, times only on one that was measured.
    const QJsonObject predicted = at(json, {"predicted", "devices", "gpu:0"});
    QVERIFY(bytesAt(predicted, "window") > 0);
    QVERIFY(bytesAt(predicted, "peak_allocated") >= bytesAt(gpu, "weights"));
    // Each figure has its other beside it, and what is left over stands there, be it nothing.
    QCOMPARE(bytesAt(at(json, {"measured", "devices", "gpu:0"}), "peak_reserved"),
             bytesAt(gpu, "peak_reserved"));
    QCOMPARE(bytesAt(at(json, {"unaccounted"}), "gpu:0"),
             bytesAt(gpu, "peak_reserved") - bytesAt(predicted, "peak_reserved"));
    QVERIFY(at(json, {"unaccounted"}).value("cpu").isDouble());
    const QJsonObject measured = at(json, {"measured"});
    QVERIFY(measured.value("to_first_token").toDouble() > 0);
    QVERIFY(measured.value("load_seconds").toDouble() > 0);
    QVERIFY(at(json, {"predicted"}).value("to_first_token").isNull());
    QVERIFY(at(json, {"predicted"}).value("prefill").isNull());
    QCOMPARE(json.value("device_map").toArray().at(0).toArray().at(1).toInt(-1), 0);
}

/// GPT-2 small over two GPUs, and over both, the CPU and the disk: the same tokens.
void CliRunTest::runsGpt2OverFourPlaces() {
    const QString model = m_dir.filePath("gpt2");
    const auto sample = runCli({"sample", model, "--arch", "gpt2", "--init", "perturbed"});
    QVERIFY2(sample.exitCode == 0, sample.output + sample.diagnostics);
    const QString folder = m_dir.filePath("d");
    const QStringList shared{"run",        model,           "--tokens",   "15496,11,995",
                             "--gpus",     "300MiB,500MiB", "--no-split", "GPT2Block",
                             "--strategy", "sequential",    "--generate", "4",
                             "--json"};
    const auto onGpus = runCli(shared);
    QVERIFY2(onGpus.exitCode == 0, onGpus.output + onGpus.diagnostics);
    QCOMPARE(bytesAt(onGpus.json, "bytes_moved"), 0);
    const auto mixed = runCli(shared + QStringList{"--max-memory", "0=200MiB,1=100MiB,cpu=60MiB",
                                                   "--offload-dir", folder});
    QVERIFY2(mixed.exitCode == 0, mixed.output + mixed.diagnostics);
    QCOMPARE(tokensOf(mixed.json).size(), std::size_t{4});
    QCOMPARE(tokensOf(mixed.json), tokensOf(onGpus.json));
    QVERIFY(bytesAt(mixed.json, "bytes_moved") > 0);
    verifyCapacities(onGpus.json);
    verifyCapacities(mixed.json);
    constexpr std::int64_t kMiB = 1 << 20;
    // On GPUs in blocks of 512 bytes each.
    const auto weightsOn = [&mixed](const char* device) {
        return bytesAt(at(mixed.json, {"devices", device}), "weights") / kMiB;
    };
    QCOMPARE(weightsOn("gpu:0"), 151);
    QCOMPARE(weightsOn("gpu:1"), 81);
    QCOMPARE(weightsOn("cpu"), 27);
    std::int64_t onDisk = 0;
    for (const QFileInfo& file : QDir(folder).entryInfoList({"*.dat"}, QDir::Files)) {
        onDisk += file.size();
    }
    QCOMPARE(onDisk / kMiB, 216);
    QVERIFY(QFile::exists(folder + "/index.json"));
}

void CliRunTest::drawsTheSameTokensForOneSeed() {
    const auto drawn = [](const QStringList& options) {
        const auto run = runCli(QStringList{"run", kRoot + "llama2", "--tokens", "1,2,3",
                                            "--generate", "24", "--gpus", "none", "--json"} +
                                options);
        return run.exitCode == 0 ? tokensOf(run.json) : std::vector<std::int64_t>();
    };
    const auto first = drawn({"--temperature", "2", "--seed", "7"});
    QCOMPARE(first.size(), std::size_t{24});
    QCOMPARE(drawn({"--temperature", "2", "--seed", "7"}), first);
    QVERIFY(drawn({"--temperature", "2", "--seed", "8"}) != first);
    // Of one candidate there is no choice.
    QCOMPARE(drawn({"--temperature", "2", "--seed", "7", "--top-k", "1"}), drawn({}));
}

void CliRunTest::writesTheTimeline() {
    const QString path = m_dir.filePath("timeline.csv");
    const auto run =
        runCli({"run", kRoot + "llama3", "--tokens", "1,2,3", "--generate", "2", "--gpus", "64MiB",
                "--device-map", "{\"\": \"cpu\"}", "--timeline", path, "--json"});
    // Nothing of the map is on the GPU, so all runs on the CPU, in place.
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const auto moving = runCli({"run", kRoot + "llama3", "--tokens", "1,2,3", "--generate", "2",
                                "--gpus", "64MiB", "--device-map", "{\"\": \"cpu\"}",
                                "--execution-device", "gpu:0", "--timeline", path, "--json"});
    QVERIFY2(moving.exitCode == 0, moving.output + moving.diagnostics);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto lines = file.readAll().trimmed().split('\n');
    QCOMPARE(lines.at(0), QByteArray("begin [s],end [s],kind,device,layer,item,pass,bytes [B]"));
    double last = 0;
    std::int64_t carried = 0;
    QSet<QByteArray> kinds;
    for (qsizetype i = 1; i < lines.size(); ++i) {
        const auto cells = lines.at(i).split(',');
        QCOMPARE(cells.size(), 8);
        QVERIFY(cells.at(0).toDouble() >= last);
        last = cells.at(0).toDouble();
        QVERIFY(cells.at(1).toDouble() >= last);
        kinds.insert(cells.at(2));
        QCOMPARE(cells.at(3), QByteArray("gpu:0"));
        carried +=
            cells.at(2) == goldenText("checks/host-to-device") ? cells.at(7).toLongLong() : 0;
    }
    QVERIFY(kinds.contains("compute"));
    QVERIFY(carried >= bytesAt(moving.json, "bytes_moved"));
}

void CliRunTest::runsAnOffloadFolder() {
    const QString folder = m_dir.filePath("offloaded");
    const auto offload = runCli({"offload", kRoot + "gpt2", folder});
    QVERIFY2(offload.exitCode == 0, offload.output + offload.diagnostics);
    const QStringList arguments{"run",  folder,       "--tokens", "1,2,3", "--gpus",
                                "none", "--generate", "8",        "--json"};
    QFile::remove(folder + "/config.json");
    const auto nameless = runCli(arguments);
    QCOMPARE(nameless.exitCode, 3);
    const auto run = runCli(arguments + QStringList{"--config", kRoot + "gpt2/config.json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const auto original = runCli({"run", kRoot + "gpt2", "--tokens", "1,2,3", "--gpus", "none",
                                  "--generate", "8", "--json"});
    QCOMPARE(tokensOf(run.json).size(), std::size_t{8});
    QCOMPARE(tokensOf(run.json), tokensOf(original.json));
}

void CliRunTest::removesItsOwnOffloadFolder() {
    const QString scratch = m_dir.filePath("scratch");
    QVERIFY(QDir().mkpath(scratch));
    CliRequest request{{"run", kRoot + "llama3", "--tokens", "1,2,3", "--gpus", "none",
                        "--device-map", "{\"\": \"disk\"}", "--json"}};
    request.environment = QStringList{"TMPDIR=" + scratch};
    const auto run = runCli(request);
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QVERIFY(bytesAt(run.json, "bytes_moved") > 0);
    QVERIFY(QDir(scratch).isEmpty(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden));
}

void CliRunTest::runsAnEncoder() {
    const auto run =
        runCli({"run", kRoot + "bert", "--tokens", "1,2,3,4", "--gpus", "none", "--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const QJsonObject output = at(run.json, {"output"});
    QCOMPARE(output.value("kind").toString(), QStringLiteral("hidden states"));
    QCOMPARE(output.value("positions").toInt(), 4);
    QCOMPARE(output.value("width").toInt(), 24);
    QVERIFY(run.json.value("top").toArray().isEmpty());
    const auto told = runCli({"run", kRoot + "bert", "--tokens", "1,2,3,4", "--gpus", "none"});
    QVERIFY2(told.output.contains("4 positions of 24 numbers"), told.output);
    const QByteArray leftOut(goldenText("run/2-tensors-of-the-model-are-left-out"));
    QVERIFY2(told.output.contains(leftOut), told.output);
    QCOMPARE(output.value("note").toString().toUtf8(), leftOut);
    QCOMPARE(output.value("unused").toArray(),
             (QJsonArray{"pooler.dense.weight", "pooler.dense.bias"}));
    const auto all =
        runCli({"run", kRoot + "bert-masked", "--tokens", "1,2", "--gpus", "none", "--json"});
    QVERIFY(!at(all.json, {"output"}).contains("unused"));
}

void CliRunTest::runsInHalfPrecision() {
    const QStringList arguments{"run",    kRoot + "llama3", "--tokens", "1,2,3",
                                "--gpus", "none",           "--json"};
    const auto whole = runCli(arguments);
    for (const char* dtype : {"bfloat16", "float16"}) {
        const auto half = runCli(arguments + QStringList{"--dtype", dtype});
        QVERIFY2(half.exitCode == 0, half.output + half.diagnostics);
        const auto logit = [](const CliOutcome& run) {
            return run.json.value("top").toArray().at(0).toArray().at(1).toDouble();
        };
        QVERIFY(logit(half) != logit(whole));
        QVERIFY(qAbs(logit(half) - logit(whole)) < 0.1 * qAbs(logit(whole)));
    }
}

void CliRunTest::speaksToPeople() {
    const auto run = runCli({"run", kRoot + "llama3", "--tokens", "1,2,3", "--generate", "4",
                             "--gpus", "64MiB", "--max-memory", "0=40000,cpu=20000"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    for (const char* words :
         {"Prompt: 1, 2, 3", goldenText("cli/tokens-that-follow"), "logit", "GPU 0", "simulated",
          "idle", "Prefill: 3 tokens in ", "Decode: 3 tokens in ", "tokens/s, measured",
          goldenText("cli/offloaded-weights-brought-to-gpu-0"), "Loaded "}) {
        QVERIFY2(run.output.contains(words), words + run.output);
    }
}

QTEST_GUILESS_MAIN(CliRunTest)
#include "tst_cli_run.moc"
