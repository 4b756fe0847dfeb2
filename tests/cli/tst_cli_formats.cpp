// SPDX-License-Identifier: GPL-3.0-or-later
// Every format as the real libraries wrote it: listed, loaded to equal digests, parts by prefix.
#include "cli_process.h"
#include "tests/support/golden_text.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace stowage::test;

namespace {

QString fixture(const char* name) {
    return QStringLiteral(STOWAGE_TEST_DATA "/checkpoints/%1").arg(QLatin1String(name));
}

/// What Python wrote beside a fixture: {tensor: {dtype, shape, sha256}}.
QJsonObject digestsBeside(const QString& model) {
    QFile file(model + QStringLiteral(".sha256.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}

}  // namespace

class CliFormatsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void everyFixtureLoadsAsPythonSavedIt_data();
    void everyFixtureLoadsAsPythonSavedIt();
    void aModelThatAcceleratesStrategiesCrashOnIsLoadedWhole();
    void quantisedGgufLoadsAsBytes_data();
    void quantisedGgufLoadsAsBytes();
    void aPrefixHoldsForEveryCommand();
    void aPrefixThatIsNotThereIsWrongUse();
};

void CliFormatsTest::everyFixtureLoadsAsPythonSavedIt_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("options");
    const QDir folder(fixture(""));
    const QStringList others{"legacy.pt"};  // a lone tensor is no model
    const QMap<QString, QString> prefixes{{"nested-legacy-torch1.13.pth", "state.ema"},
                                          {"nested-legacy-torch2.15.pth", "state.model"}};
    for (QString name : folder.entryList({"*.sha256.json"}, QDir::Files)) {
        name.chop(static_cast<int>(qstrlen(".sha256.json")));
        if (others.contains(name)) {
            continue;
        }
        const QString prefix = prefixes.value(name);
        QTest::newRow(qPrintable(name))
            << name << (prefix.isEmpty() ? QStringList() : QStringList{"--prefix", prefix});
    }
}

void CliFormatsTest::everyFixtureLoadsAsPythonSavedIt() {
    QFETCH(QString, name);
    QFETCH(QStringList, options);
    const QString model = fixture(qPrintable(name));
    const QJsonObject expected = digestsBeside(model);
    QVERIFY(!expected.isEmpty());
    const auto listed = runCli(QStringList{"inspect", model, "--tensors", "--json"} + options);
    QVERIFY2(listed.exitCode == 0, listed.diagnostics.constData());
    const QJsonArray tensors = listed.json.value("tensor_list").toArray();
    QCOMPARE(tensors.size(), expected.size());
    for (const auto& tensor : tensors) {
        const QJsonObject object = tensor.toObject();
        const QJsonObject saved = expected.value(object.value("name").toString()).toObject();
        QCOMPARE(object.value("dtype"), saved.value("dtype"));
        QCOMPARE(object.value("shape"), saved.value("shape"));
    }
    const auto loaded =
        runCli(QStringList{"load", model, "--gpus", "64MiB,64MiB", "--sha256", "--json"} + options);
    QVERIFY2(loaded.exitCode == 0, loaded.diagnostics.constData());
    QCOMPARE(loaded.json.value("verified").toBool(), true);
    const QJsonObject digests = loaded.json.value("digests").toObject();
    for (auto it = expected.begin(); it != expected.end(); ++it) {
        QCOMPARE(digests.value(it.key()), it.value().toObject().value("sha256"));
    }
}

void CliFormatsTest::aModelThatAcceleratesStrategiesCrashOnIsLoadedWhole() {
    QTemporaryDir folder;
    // Two names of one tensor, right in the root.
    const QByteArray header =
        "{\"__metadata__\":{\"b\":\"a\"},"
        "\"a\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[0,4]}}";
    QFile file(folder.filePath("tied.safetensors"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QByteArray size(8, '\0');
    size[0] = static_cast<char>(header.size());
    file.write(size + header + "four");
    file.close();
    const auto plan = runCli({"plan", file.fileName(), "--gpus", "64MiB", "--json"});
    QCOMPARE(plan.exitCode, 1);
    QVERIFY(plan.json.value("accelerate_error").toString().contains("IndexError"));
    const auto load = runCli({"load", file.fileName(), "--gpus", "64MiB", "--sha256", "--json"});
    QVERIFY2(load.exitCode == 0, load.diagnostics.constData());
    QVERIFY(load.diagnostics.contains("to GPU 0 instead"));
    const QString digest = QCryptographicHash::hash("four", QCryptographicHash::Sha256).toHex();
    QCOMPARE(at(load.json, {"digests"}).value("b").toString(), digest);
    const auto noRoom = runCli({"load", file.fileName(), "--gpus", "none", "--ram", "3B"});
    QCOMPARE(noRoom.exitCode, 1);
    QVERIFY(noRoom.diagnostics.contains(goldenText("cli/no-device-has-room")));
}

void CliFormatsTest::quantisedGgufLoadsAsBytes_data() {
    QTest::addColumn<QString>("method");
    for (const char* method :
         {"naive", "sequential", "meta", "mmap", "sharded", "streamed", "per-tensor"}) {
        QTest::newRow(method) << QString::fromLatin1(method);
    }
}

/// On a GPU, the CPU and the disk. A .pth file can hold no blocks.
void CliFormatsTest::quantisedGgufLoadsAsBytes() {
    QFETCH(QString, method);
    QTemporaryDir folder;
    const QString model = folder.filePath("model.gguf");
    QVERIFY(QFile::copy(STOWAGE_TEST_DATA "/run/gguf-llama-wide/model.gguf", model));
    const auto load = runCli({"load", model, "--gpus", "64MiB", "--max-memory",
                              "0=100000,cpu=60000", "--method", method, "--verify", "--json"});
    if (method == "per-tensor") {
        QCOMPARE(load.exitCode, 3);
        QVERIFY(load.diagnostics.contains(".pth") || load.output.contains(".pth"));
        return;
    }
    QVERIFY2(load.exitCode == 0, load.diagnostics.constData());
    QCOMPARE(load.json.value("verified").toBool(), true);
}

void CliFormatsTest::aPrefixHoldsForEveryCommand() {
    const QString model = fixture("nested-torch2.15.pth");
    const QStringList part{"--prefix", "optimizer.state.0"};
    const auto before = runCli(part + QStringList{"inspect", model, "--json"});
    const auto behind = runCli(QStringList{"inspect", model, "--json"} + part);
    QCOMPARE(before.exitCode, 0);
    QCOMPARE(bytesAt(before.json, "tensors"), 3);
    QCOMPARE(behind.json, before.json);
    QVERIFY(before.diagnostics.isEmpty());
    const auto compared = runCli(
        QStringList{"compare", model, "--gpus", "none", "--json", "--methods", "naive,streamed"} +
        part);
    QVERIFY2(compared.exitCode == 0, compared.diagnostics.constData());
    const auto whole = runCli({"inspect", model, "--json"});
    QCOMPARE(bytesAt(whole.json, "tensors"), 8);
    QVERIFY2(whole.diagnostics.contains("--prefix"), whole.diagnostics.constData());
}

void CliFormatsTest::aPrefixThatIsNotThereIsWrongUse() {
    const auto run =
        runCli({"inspect", fixture("nested-torch2.15.pth"), "--prefix", "net", "--json"});
    QCOMPARE(run.exitCode, 2);
    const auto error = at(run.json, {"error"});
    QCOMPARE(error.value("key").toString(), QStringLiteral("net"));
    QVERIFY(error.value("message").toString().contains("\"model\" (8)"));
}

QTEST_GUILESS_MAIN(CliFormatsTest)
#include "tst_cli_formats.moc"
