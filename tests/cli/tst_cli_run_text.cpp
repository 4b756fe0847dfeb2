// SPDX-License-Identifier: GPL-3.0-or-later
// `stowagectl run --prompt-text`: a tokenizer beside the model makes the tokens and decodes them.
#include "cli_process.h"
#include "tests/support/golden_text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

/// Byte-level BPE of the letters of the greeting; numbers as small as the model's vocabulary.
constexpr const char* kVocabulary =
    "{\"<|endoftext|>\":0,\"H\":1,\"e\":2,\"l\":3,\"o\":4,\"\\u0120\":5,\"w\":6,\"r\":7,\"d\":8,"
    "\"He\":9,\"ll\":10,\"Hell\":11,\"Hello\":12,\"\\u0120w\":13,\"!\":14}";
constexpr const char* kMerges = "#version: 0.2\nH e\nl l\nHe ll\nHell o\n\xC4\xA0 w\n";

void write(const QString& path, const QByteArray& content) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

}  // namespace

class CliRunTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase();
    void textBecomesTokensAndTokensText();
    void tokensAreDecodedToo();
    void aChainTakesTextToo();
    void anEmptyTextIsAPrompt();
    void refuses_data();
    void refuses();
    void aDamagedTokenizerStopsOnlyText();

private:
    QTemporaryDir m_dir;
    QString m_model;
    const QString m_bare = QStringLiteral(STOWAGE_TEST_DATA "/run/gpt2");
};

void CliRunTextTest::initTestCase() {
    QVERIFY(m_dir.isValid());
    m_model = m_dir.filePath("model");
    QVERIFY(QDir().mkpath(m_model));
    for (const char* const name : {"config.json", "model.safetensors"}) {
        QVERIFY(QFile::copy(m_bare + "/" + name, m_model + "/" + name));
    }
    write(m_model + "/vocab.json", kVocabulary);
    write(m_model + "/merges.txt", kMerges);
}

void CliRunTextTest::textBecomesTokensAndTokensText() {
    const QStringList rest{"--generate", "4", "--gpus", "64MiB"};
    const auto text =
        runCli(QStringList{"run", m_model, "--prompt-text", "Hello world!", "--json"} + rest);
    QVERIFY2(text.exitCode == 0, text.output + text.diagnostics);
    const QJsonArray prompt{12, 13, 4, 7, 3, 8, 14};
    QCOMPARE(text.json.value("prompt").toArray(), prompt);
    QCOMPARE(text.json.value("prompt_text").toString(), QString("Hello world!"));
    QVERIFY(text.json.value("text").isString());
    const auto tokens =
        runCli(QStringList{"run", m_bare, "--tokens", "12,13,4,7,3,8,14", "--json"} + rest);
    QCOMPARE(tokens.json.value("tokens"), text.json.value("tokens"));
    QCOMPARE(tokens.json.value("top"), text.json.value("top"));
    // No tokenizer, no text.
    QVERIFY(!tokens.json.contains("prompt_text") && !tokens.json.contains("text"));
    const auto shown = runCli(QStringList{"run", m_model, "--prompt-text", "Hello world!"} + rest);
    QVERIFY2(shown.output.contains(goldenText("cli/prompt-12-13-4-7-3-8-14-prompt-as")),
             shown.output);
    QVERIFY2(shown.output.contains(goldenText("cli/text-that-follows")), shown.output);
}

void CliRunTextTest::tokensAreDecodedToo() {
    const auto run = runCli({"run", m_model + "/model.safetensors", "--tokens", "12,13,4", "--gpus",
                             "64MiB", "--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QCOMPARE(run.json.value("prompt_text").toString(), QString("Hello wo"));
    QCOMPARE(run.json.value("text").toString(), QString());
}

void CliRunTextTest::aChainTakesTextToo() {
    const auto run = runCli(
        {"run", m_model, "--prompt-text", "Hello", "--chain", m_bare, "--gpus", "64MiB", "--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QCOMPARE(run.json.value("prompt").toArray(), QJsonArray{12});
}

/// As the tokenizers library makes tokens of it: the one that begins every text.
void CliRunTextTest::anEmptyTextIsAPrompt() {
    const QString folder = m_dir.filePath("llama3");
    QVERIFY(QDir().mkpath(folder));
    for (const char* const name : {"run/llama3/config.json", "run/llama3/model.safetensors",
                                   "tokenizers/llama3_json/tokenizer.json",
                                   "tokenizers/llama3_json/tokenizer_config.json"}) {
        QVERIFY(QFile::copy(QString(STOWAGE_TEST_DATA "/") + name,
                            folder + "/" + QFileInfo(name).fileName()));
    }
    for (const QStringList& given : {QStringList{"--prompt-text", ""}, {"--prompt-text="}}) {
        const auto run = runCli(QStringList{"run", folder, "--gpus", "64MiB", "--json"} + given);
        QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
        QCOMPARE(run.json.value("prompt").toArray(), QJsonArray{0});
    }
}

void CliRunTextTest::refuses_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("says");
    QTest::newRow("tokens too") << QStringList{m_model, "--prompt-text", "Hello", "--tokens", "1"}
                                << 2 << "--tokens";
    QTest::newRow("nothing") << QStringList{m_model, "--prompt-text", ""} << 2 << "no token";
    QTest::newRow("neither") << QStringList{m_model} << 2 << "--prompt-text";
    QTest::newRow("no tokenizer") << QStringList{m_bare, "--prompt-text", "Hello"} << 3
                                  << goldenText("text/holds-no-tokenizer");
    QTest::newRow("no model") << QStringList{"/nonexistent", "--prompt-text", "Hello"} << 3
                              << "/nonexistent";
    QTest::newRow("no token") << QStringList{m_model, "--prompt-text", "Q"} << 2 << "no token";
    QTest::newRow("more than it sees")
        << QStringList{m_model, "--prompt-text", QString(2000, 'H')} << 2 << "at most 64";
    QTest::newRow("huge") << QStringList{m_model, "--prompt-text", QString(100000, 'H')} << 2
                          << "at most 64";
}

void CliRunTextTest::refuses() {
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QString, says);
    const auto run =
        runCli(QStringList{"run"} + arguments + QStringList{"--gpus", "64MiB", "--json"});
    QVERIFY2(run.exitCode == exitCode, run.output + run.diagnostics);
    const QString message = at(run.json, {"error"}).value("message").toString();
    QVERIFY2(message.contains(says) && !message.contains('\n'), run.output);
}

void CliRunTextTest::aDamagedTokenizerStopsOnlyText() {
    const QString damaged = m_dir.filePath("damaged");
    QVERIFY(QDir().mkpath(damaged));
    for (const char* const name : {"config.json", "model.safetensors"}) {
        QVERIFY(QFile::copy(m_bare + "/" + name, damaged + "/" + name));
    }
    write(damaged + "/tokenizer.json", "{\"model\":");
    const auto text =
        runCli({"run", damaged, "--prompt-text", "Hello", "--gpus", "64MiB", "--json"});
    QCOMPARE(text.exitCode, 3);
    const auto tokens = runCli({"run", damaged, "--tokens", "1", "--gpus", "64MiB", "--json"});
    QVERIFY2(tokens.exitCode == 0, tokens.output + tokens.diagnostics);
    QVERIFY(!tokens.json.contains("prompt_text"));
    QVERIFY2(tokens.diagnostics.contains("tokenizer.json"), tokens.diagnostics);
}

QTEST_GUILESS_MAIN(CliRunTextTest)
#include "tst_cli_run_text.moc"
