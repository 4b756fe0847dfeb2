// SPDX-License-Identifier: GPL-3.0-or-later
// Every example at the end of --help runs as it is printed, in a folder that has the models it
// names.
#include "cli_process.h"
#include "tiny_model.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

const QString kData = QStringLiteral(STOWAGE_TEST_DATA);

/// The machines gpu1 and gpu2 are this one.
constexpr const char* kSsh = R"(#!/bin/sh
export SSH_CONNECTION="127.0.0.1 1000 127.0.0.1 22"
for word; do command=$word; done
exec setsid --wait sh -c "$command"
)";

/// A Python with transformers, as far as `tree` needs one.
constexpr const char* kPython = R"(#!/bin/sh
for word; do [ "$last" = --out ] && out=$word; last=$word; done
cp answer.tree.json "$out" || cp "$FOLDER/answer.tree.json" "$out"
)";

/// A GPT-2 with the vocabulary of the tokenizer and little else, all weights 0.
QByteArray smallGpt2(int vocabulary) {
    constexpr int kHidden = 24;
    QJsonObject header;
    int end = 0;
    const auto add = [&](const QString& name, const QJsonArray& shape) {
        int bytes = 4;
        for (const QJsonValue& size : shape) {
            bytes *= size.toInt();
        }
        header[name] = QJsonObject{
            {"dtype", "F32"}, {"shape", shape}, {"data_offsets", QJsonArray{end, end + bytes}}};
        end += bytes;
    };
    const auto addLinear = [&](const QString& name, int inputs, int outputs) {
        add(name + ".weight", {inputs, outputs});
        add(name + ".bias", {outputs});
    };
    const auto addNorm = [&](const QString& name) {
        add(name + ".weight", {kHidden});
        add(name + ".bias", {kHidden});
    };
    add("wte.weight", {vocabulary, kHidden});
    add("wpe.weight", {64, kHidden});
    addNorm("h.0.ln_1");
    addLinear("h.0.attn.c_attn", kHidden, 3 * kHidden);
    addLinear("h.0.attn.c_proj", kHidden, kHidden);
    addNorm("h.0.ln_2");
    addLinear("h.0.mlp.c_fc", kHidden, 4 * kHidden);
    addLinear("h.0.mlp.c_proj", 4 * kHidden, kHidden);
    addNorm("ln_f");
    return safetensors(QJsonDocument(header).toJson(), QByteArray(end, '\0'));
}

QByteArray pixels() {
    const QByteArray header = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 12, 12), }";
    return QByteArray("\x93NUMPY\x01\x00\x46\x00", 10) + header.leftJustified(69) + '\n' +
           QByteArray(3 * 12 * 12 * 4, '\0');
}

QStringList examplesOf(const QStringList& verb) {
    const QString help = QString::fromUtf8(runCli(verb + QStringList{"--help"}).output);
    QStringList examples;
    for (const QString& line : help.section(QRegularExpression("\nExamples?:\n"), 1).split('\n')) {
        if (line.startsWith("  ")) {
            examples << line.trimmed();
        }
    }
    return examples;
}

}  // namespace

class CliExamplesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase();
    void runsAsPrinted_data();
    void runsAsPrinted();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_dir.filePath(name); }
    /// Writes a file of the tests' data, or of bytes, into the folder.
    void provide(const QString& name, const QByteArray& bytes) const {
        QVERIFY(!writeInto(m_dir.path(), name, bytes).isEmpty());
    }
    void provideFolder(const QString& name, const QString& source) const;
    void provideGpt2() const;

    QTemporaryDir m_dir;
};

void CliExamplesTest::provideFolder(const QString& name, const QString& source) const {
    for (const QFileInfo& file : QDir(kData + source).entryInfoList(QDir::Files)) {
        provide(name + '/' + file.fileName(), contentOf(file.filePath()));
    }
}

void CliExamplesTest::provideGpt2() const {
    constexpr int kVocabulary = 50257;
    QJsonObject config =
        QJsonDocument::fromJson(contentOf(kData + "/run/gpt2/config.json")).object();
    config["vocab_size"] = kVocabulary;
    config["n_layer"] = 1;
    provide("written/config.json", QJsonDocument(config).toJson());
    provide("written/model.safetensors", smallGpt2(kVocabulary));
    QCOMPARE(runCli({"convert", path("written"), path("gpt2"), "--to", "pth"}).exitCode, 0);
    provideFolder("gpt2", "/tokenizers/gpt2_files");
}

void CliExamplesTest::initTestCase() {
    QVERIFY(m_dir.isValid());
    qputenv("FOLDER", m_dir.path().toUtf8());
    qputenv("PATH", path("bin").toUtf8() + ":" + QFileInfo(stowagectlPath()).path().toUtf8() + ":" +
                        qgetenv("PATH"));
    for (const char* const variable : {"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"}) {
        qputenv(variable, path("kept").toUtf8());
    }
    QVERIFY(QDir(m_dir.path()).mkpath("bin") && QDir(m_dir.path()).mkpath("models") &&
            QDir(m_dir.path()).mkpath("venv/bin"));
    writeProgram(path("bin/ssh"), kSsh);
    writeProgram(path("venv/bin/python"), kPython);
    provide("answer.tree.json", fourLayersTree());
    provide("my-model/config.json", "{\"model_type\": \"my_model\", \"architectures\": [\"Net\"]}");
    provide("model.safetensors", fourLayers());
    provide("model.pth", contentOf(kData + "/run/gpt-tiny/model.pth"));
    provide("pixels.npy", pixels());
    provideFolder("gpt", "/run/gpt-tiny");
    provideFolder("llama", "/log_models/llama-3.1-8b");
    provideFolder("vit-base-patch16-224", "/run/vit");
    provideFolder(".", "/placement");
    provideGpt2();
    const QStringList plan{"plan", path("gpt2/model.pth"), "--gpus", "2GiB,2GiB", "--json"};
    for (const char* const map : {"map.json", "monday.json", "friday.json"}) {
        provide(map, runCli(plan).output);
    }
    QCOMPARE(runCli({"plan", path("llama"), "--gpus", "24GiB", "--save", path("llama.stowage")})
                 .exitCode,
             0);
}

void CliExamplesTest::runsAsPrinted_data() {
    QTest::addColumn<QString>("command");
    const QString help = QString::fromUtf8(runCli({"--help"}).output);
    QList<QStringList> verbs{QStringList()};
    for (const QString& line :
         help.section("\nSubcommands:\n", 1).section("\n\n", 0, 0).split('\n')) {
        verbs << QStringList{line.trimmed().section(' ', 0, 0)};
    }
    QVERIFY(verbs.size() > 20);
    for (const QStringList& verb : verbs) {
        const QStringList examples = examplesOf(verb);
        QVERIFY2(!examples.isEmpty(), qPrintable(verb.join(' ')));
        for (const QString& example : examples) {
            QTest::newRow(qPrintable(example)) << example;
        }
    }
}

void CliExamplesTest::runsAsPrinted() {
    QFETCH(QString, command);
    if (command.startsWith("stowagectl sample gpt ")) {
        QDir(path("gpt")).removeRecursively();
    }
    QProcess shell;
    shell.setWorkingDirectory(m_dir.path());
    shell.setStandardInputFile(QProcess::nullDevice());
    shell.start("bash", {"--norc", "-c", command});
    QVERIFY(shell.waitForFinished(120'000));
    QVERIFY2(
        shell.exitStatus() == QProcess::NormalExit && shell.exitCode() == 0,
        (shell.readAllStandardOutput().right(2000) + shell.readAllStandardError()).constData());
}

QTEST_GUILESS_MAIN(CliExamplesTest)
#include "tst_cli_examples.moc"
