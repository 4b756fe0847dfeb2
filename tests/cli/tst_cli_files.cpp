// SPDX-License-Identifier: GPL-3.0-or-later
// Files from outside that nobody should trust.
#include "cli_process.h"
#include "tiny_model.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace stowage::test;

class CliFilesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase();
    void refusesBadFiles_data();
    void refusesBadFiles();
    void refusesBadMaps_data();
    void refusesBadMaps();

private:
    QTemporaryDir m_dir;
};

void CliFilesTest::initTestCase() {
    QVERIFY(m_dir.isValid());
}

void CliFilesTest::refusesBadFiles_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("kind");
    const auto row = [this](const char* name, const QByteArray& bytes, const char* kind) {
        const QString path = m_dir.filePath(QString::fromLatin1(name));
        writeFile(path, bytes);
        QTest::newRow(name) << path << kind;
    };
    row("empty.safetensors", {}, "truncated");
    row("empty.pth", {}, "truncated");
    row("cut.safetensors", fourLayers().chopped(1), "truncated");
    QByteArray monstrous = fourLayers();
    monstrous.replace(0, 8, QByteArray::fromHex("0000000000000010"));
    row("length_2_60.safetensors", monstrous, "limit_exceeded");
    row("text.safetensors", "Dear reader, this is a letter and no model.\n", "");
    row("no_tree.tree.json", "{\"format\": \"stowage.tree\", \"version\": 1}", "malformed");
    QDir(m_dir.path()).mkdir("nothing");
    QTest::newRow("an empty folder") << m_dir.filePath("nothing") << "no_checkpoint";
    QTest::newRow("no file") << m_dir.filePath("absent.pth") << "file_not_found";
    const QString pipe = m_dir.filePath("pipe.safetensors");
    QCOMPARE(::mkfifo(qPrintable(pipe), 0600), 0);
    QTest::newRow("a pipe") << pipe << "not_a_regular_file";
    QTest::newRow("os.system in a pickle")
        << QStringLiteral(STOWAGE_TEST_DATA "/cli/os_system.pth") << "forbidden_pickle";
}

void CliFilesTest::refusesBadFiles() {
    QFETCH(const QString, path);
    QFETCH(const QString, kind);
    for (const char* verb : {"inspect", "plan", "load"}) {
        const auto people = runCli({{verb, path}, {}, m_dir.path()});
        QCOMPARE(people.exitCode, 3);
        QCOMPARE(people.output, QByteArray());
        QCOMPARE(people.diagnostics.count('\n'), 1);
        QVERIFY2(people.diagnostics.contains(QFile::encodeName(QFileInfo(path).fileName())),
                 people.diagnostics.constData());
        const auto machine = runCli({verb, path, "--json"});
        QCOMPARE(machine.exitCode, 3);
        const auto error = at(machine.json, {"error"});
        QCOMPARE(error.value("message").toString().toUtf8() + "\n", people.diagnostics);
        if (!kind.isEmpty()) {
            QCOMPARE(error.value("kind").toString(), kind);
        }
        QCOMPARE(error.value("file").toString(), path);
    }
    QVERIFY(!QFile::exists(m_dir.filePath("stowage_pickle_ran")));
}

void CliFilesTest::refusesBadMaps_data() {
    QTest::addColumn<QByteArray>("map");
    QTest::addColumn<QString>("kind");
    QTest::newRow("no file") << QByteArray() << "file_not_found";
    QTest::newRow("not closed") << QByteArray("{\"layers\": 0") << "malformed";
    QTest::newRow("no device") << QByteArray("{\"layers\": \"meta\"}") << "malformed";
    QTest::newRow("a fraction") << QByteArray("1.5") << "malformed";
}

void CliFilesTest::refusesBadMaps() {
    QFETCH(const QByteArray, map);
    QFETCH(const QString, kind);
    const QString model = m_dir.filePath("four.safetensors");
    writeFile(model, fourLayers());
    const QString file = m_dir.filePath("bad_map.json");
    QFile::remove(file);
    if (!map.isEmpty()) {
        writeFile(file, map);
    }
    const auto run = runCli({"check", model, "--device-map", file, "--json"});
    QCOMPARE(run.exitCode, 3);
    QCOMPARE(at(run.json, {"error"}).value("kind").toString(), kind);
    QCOMPARE(at(run.json, {"error"}).value("file").toString(), file);
}

QTEST_GUILESS_MAIN(CliFilesTest)
#include "tst_cli_files.moc"
