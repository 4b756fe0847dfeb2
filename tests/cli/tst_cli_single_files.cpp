// SPDX-License-Identifier: GPL-3.0-or-later
// Pipelines in one file, in the layout of their first release, on the command line: loaded by every
// method, verified, estimated, kept in projects.
#include "cli_process.h"
#include "tests/support/single_file_fixture.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <string>

using namespace stowage::test;

class CliSingleFilesTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    /// Rows of other tensors, transposed ones and halves in the other order come out of every
    /// method as the verifier finds them in the file.
    void allMethodsLoadASingleFile_data() {
        QTest::addColumn<std::string>("name");
        for (const char* name : {"flux-tiny", "stable-diffusion-xl-tiny"}) {
            QTest::newRow(name) << std::string(name);
        }
    }

    void allMethodsLoadASingleFile() {
        QFETCH(std::string, name);
        const QString path = m_folder.filePath(QString::fromStdString(name) + ".safetensors");
        const std::string bytes = singleFileBytes(singleFileFixture(name));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) &&
                file.write(QByteArray::fromStdString(bytes)) > 0);
        file.close();
        for (const char* method :
             {"naive", "sequential", "meta", "mmap", "per-tensor", "sharded", "streamed"}) {
            const CliOutcome run =
                runCli({"load", path, "--method", method, "--gpus", "64MiB,64MiB", "--strategy",
                        "balanced", "--verify", "--json"});
            QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
            QVERIFY2(run.json.value("verified").toBool(), method);
        }
        const CliOutcome modes = runCli({"estimate", path, "--gpus", "64MiB", "--json"});
        QVERIFY2(!modes.json.value("offload_modes").toArray().isEmpty(),
                 modes.diagnostics.constData());
        const QString project = m_folder.filePath(QString::fromStdString(name) + ".stowage");
        const CliOutcome saved = runCli({"plan", path, "--gpus", "64MiB", "--save", project});
        QVERIFY2(saved.exitCode == 0, saved.diagnostics.constData());
        const CliOutcome again = runCli({"inspect", project, "--json"});
        QCOMPARE(at(again.json, {"model"}).value("state").toString(), QStringLiteral("same"));
    }
};

QTEST_GUILESS_MAIN(CliSingleFilesTest)
#include "tst_cli_single_files.moc"
