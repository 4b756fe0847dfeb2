// SPDX-License-Identifier: GPL-3.0-or-later
// `stowagectl run --input`: arrays that go into a model beside tokens or alone.
#include "cli_process.h"
#include "engine/run/models/logits.h"
#include "tests/run/run_fixture.h"
#include "tests/support/golden_text.h"

#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage;
using namespace stowage::test;

namespace {

const QString kRoot = QStringLiteral(STOWAGE_TEST_DATA "/run/");

QByteArray npyHead(const QByteArray& header) {
    QByteArray file("\x93NUMPY\x01\x00", 8);
    file.append(static_cast<char>(header.size() & 0xff));
    file.append(static_cast<char>(header.size() >> 8));
    return file + header;
}

QByteArray shapeText(const std::vector<std::int64_t>& shape) {
    QByteArray text;
    for (const std::int64_t size : shape) {
        text += QByteArray::number(static_cast<qlonglong>(size)) + ", ";
    }
    return "{'descr': '<f4', 'fortran_order': False, 'shape': (" + text + "), }\n";
}

QString listed(const std::vector<std::int64_t>& tokens) {
    QStringList words;
    for (const std::int64_t token : tokens) {
        words << QString::number(token);
    }
    return words.join(QLatin1Char(','));
}

}  // namespace

class CliRunInputTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase() { QVERIFY(m_dir.isValid()); }
    void givesTheLibrarysNumbers_data();
    void givesTheLibrarysNumbers();
    void refuses_data();
    void refuses();
    void speaksToPeople();
    void isEstimated();

private:
    QString written(const char* name, const QByteArray& content) {
        QFile file(m_dir.filePath(QLatin1String(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) {
            qFatal("%s cannot be written", name);
        }
        return file.fileName();
    }
    QString written(const char* name, const InputArray& array) {
        return written(name,
                       npyHead(shapeText(array.shape)) +
                           QByteArray(reinterpret_cast<const char*>(array.values.data()),
                                      static_cast<qsizetype>(array.values.size() * sizeof(float))));
    }

    QTemporaryDir m_dir;
};

void CliRunInputTest::givesTheLibrarysNumbers_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isBatched");
    QTest::addColumn<QString>("gpus");
    QTest::newRow("classes") << QStringLiteral("vit") << false << QStringLiteral("64MiB");
    QTest::newRow("a batch of one") << QStringLiteral("vit") << true << QStringLiteral("none");
    QTest::newRow("hidden states")
        << QStringLiteral("vit-plain") << false << QStringLiteral("64MiB,64MiB");
    QTest::newRow("an image and texts")
        << QStringLiteral("clip") << true << QStringLiteral("64MiB");
    QTest::newRow("an image tower")
        << QStringLiteral("clip-vision") << false << QStringLiteral("64MiB");
}

void CliRunInputTest::givesTheLibrarysNumbers() {
    QFETCH(const QString, name);
    QFETCH(const bool, isBatched);
    QFETCH(const QString, gpus);
    const RunPrompt prompt = openRunFixture(kRoot + name).prompts.back();
    InputArray input = *prompt.input;
    if (isBatched) {
        input.shape.insert(input.shape.begin(), 1);
    }
    const QString file = m_dir.filePath("numbers.npy");
    QStringList asked{"run",      kRoot + name, "--input", written("input.npy", input),
                      "--logits", file,         "--gpus",  gpus,
                      "--json"};
    for (std::size_t i = 0; !prompt.tokens.empty() && i < prompt.request().sequences(); ++i) {
        asked << "--tokens" << listed(prompt.request().prompt(i));
    }
    const auto run = runCli(asked);
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const auto numbers = readLogitsFile(file.toStdString());
    QVERIFY2(numbers, numbers ? "" : numbers.error().message.english().c_str());
    const LogitsComparison compared = compareLogits(*numbers, prompt.numbers);
    QVERIFY2(compared.agrees, compared.why.english().c_str());
    QCOMPARE(at(run.json, {"input"}).value("name").toString(), QStringLiteral("pixel_values"));
    if (gpus != QLatin1String("none")) {
        QCOMPARE(bytesAt(at(run.json, {"predicted", "devices", "gpu:0"}), "peak_allocated"),
                 bytesAt(at(run.json, {"devices", "gpu:0"}), "peak_allocated"));
    }
    const bool counts = name == QLatin1String("vit") || name == QLatin1String("clip");
    QCOMPARE(at(run.json, {"output"}).value("of").toString(),
             name == QLatin1String("vit")    ? QStringLiteral("class")
             : name == QLatin1String("clip") ? QStringLiteral("text")
                                             : QString());
    QCOMPARE(run.json.value("top").toArray().size(),
             counts ? static_cast<qsizetype>(prompt.numbers.vocabulary) : 0);
}

void CliRunInputTest::refuses_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QStringList>("says");
    const auto row = [](const char* name, const QStringList& arguments, int exitCode,
                        const QStringList& says) {
        QTest::newRow(name) << arguments << exitCode << says;
    };
    const QString vit = kRoot + "vit";
    const QString clip = kRoot + "clip";
    const QString image = written("image.npy", pixels({3, 12, 12}, 1));
    const QString wide = written("wide.npy", pixels({3, 12, 16}, 1));
    const QString two = written("two.npy", pixels({2, 3, 12, 12}, 1));
    const QString flat = written("flat.npy", pixels({3 * 12 * 12}, 1));
    row("nothing at all", {vit}, 2, {"--tokens", "--input"});
    row("no file", {vit, "--input", "/nonexistent/i.npy"}, 3, {"/nonexistent/i.npy"});
    row("tokens in place of it", {vit, "--tokens", "1,2"}, 2,
        {"pixel_values with 3 × 12 × 12", "--input FILE.npy"});
    row("tokens beside it", {vit, "--tokens", "1,2", "--input", image}, 2,
        {goldenText("run/pixel-values-and-no-tokens"), goldenText("run/leave-the-prompt-out")});
    row("another size", {vit, "--input", wide}, 2, {"3 × 12 × 16", "3 × 12 × 12"});
    row("two images", {vit, "--input", two}, 2, {"2 × 3 × 12 × 12"});
    row("a row of numbers", {vit, "--input", flat}, 2, {"432", "3 × 12 × 12"});
    row("a model of tokens", {kRoot + "llama3", "--tokens", "1", "--input", image}, 2,
        {"llama", goldenText("run/takes-tokens-and-no-array")});
    row("texts alone", {clip, "--tokens", "1,96"}, 2, {"pixel_values with 3 × 8 × 8"});
    row("an image alone", {clip, "--input", written("small.npy", pixels({3, 8, 8}, 1))}, 2,
        {"no token"});
    row("tokens that follow", {vit, "--input", image, "--generate", "2"}, 2, {"vit"});
    row("a batch", {vit, "--input", image, "--batch", "2"}, 2,
        {goldenText("run/one-sequence-at-a-time")});
    row("a chain", {vit, "--input", image, "--chain", kRoot + "gpt2"}, 2, {"--input"});
    row("garbage", {vit, "--input", written("garbage.npy", QByteArray(4000, 'x'))}, 3,
        {"garbage.npy", "not a .npy file"});
    row("empty", {vit, "--input", written("empty.npy", QByteArray())}, 3, {"too short"});
    row("a huge header",
        {vit, "--input", written("huge.npy", npyHead(shapeText({1LL << 40, 1LL << 20, 1LL << 3})))},
        3, {"huge.npy", "1099511627776"});
    row("a header without an end",
        {vit, "--input", written("cut.npy", QByteArray("\x93NUMPY\x01\x00\xff\xff{", 11))}, 3,
        {goldenText("run/ends-within-its-header")});
    row("nothing in it", {vit, "--input", written("none.npy", npyHead(shapeText({3, 0, 12})))}, 3,
        {"an array of the wrong shape"});
    row("float64",
        {vit, "--input",
         written("wide64.npy", npyHead(QByteArray(shapeText({3, 12, 12})).replace("<f4", "<f8")) +
                                   QByteArray(8 * 432, '\0'))},
        3, {"numbers of the wrong type", "float32"});
}

void CliRunInputTest::refuses() {
    QFETCH(const QStringList, arguments);
    QFETCH(const int, exitCode);
    QFETCH(const QStringList, says);
    const auto run =
        runCli(QStringList{"run"} + arguments + QStringList{"--gpus", "64MiB", "--json"});
    QVERIFY2(run.exitCode == exitCode, run.output + run.diagnostics);
    const QString message = at(run.json, {"error"}).value("message").toString();
    QVERIFY2(!message.isEmpty() && !message.contains('\n'), run.output);
    for (const QString& words : says) {
        QVERIFY2(message.contains(words), qPrintable(message));
    }
}

void CliRunInputTest::speaksToPeople() {
    const QString image = written("said.npy", pixels({3, 12, 12}, 1));
    const auto run = runCli({"run", kRoot + "vit", "--input", image, "--gpus", "64MiB"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QVERIFY2(run.output.startsWith("Input: pixel_values 3 × 12 × 12\n"), run.output);
    QVERIFY2(run.output.contains("most likely class"), run.output);
    QVERIFY2(!run.output.contains("Prompt:") && !run.output.contains("tokens"), run.output);
    QVERIFY(runCli({"run", "--help"}).output.contains("--input FILE.npy"));
}

/// Without numbers: their shape is enough.
void CliRunInputTest::isEstimated() {
    for (const char* name : {"vit", "clip", "clip-vision"}) {
        const auto estimate = runCli({"estimate", kRoot + QLatin1String(name), "--gpus", "64MiB",
                                      "--engine", "stowage", "--prompt", "8", "--json"});
        QVERIFY2(estimate.exitCode == 0, estimate.output + estimate.diagnostics);
    }
}

QTEST_GUILESS_MAIN(CliRunInputTest)
#include "tst_cli_run_input.moc"
