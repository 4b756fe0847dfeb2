// SPDX-License-Identifier: GPL-3.0-or-later
// Commands of all verbs with the exit status and the answer that a person has read and found right:
// tests/data/commands/answers.txt. $STOWAGE_RECORD names a file for the present answers.
#include "cli_process.h"

#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

constexpr qsizetype kLines = 14;  // of an answer that are recorded
constexpr const char* kData = STOWAGE_TEST_DATA;

/// The verdict and the keys of an answer in JSON, in place of its text.
QByteArray jsonLine(const QJsonObject& object) {
    return "JSON " + object.value("verdict").toString().toUtf8() + ": " +
           object.keys().join(' ').toUtf8();
}

/// The first lines, each behind a mark.
QByteArray lines(const QByteArray& text, const char* mark) {
    QByteArray result;
    for (const QByteArray& line : text.trimmed().split('\n').mid(0, kLines)) {
        const bool isMachines = line.startsWith("Disk ");  // what is free on this one's disk
        result += line.trimmed().isEmpty() || isMachines ? QByteArray() : mark + line + '\n';
    }
    return result;
}

}  // namespace

class CliCommandsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase() { QVERIFY(m_dir.isValid()); }
    void answers_data();
    void answers();

private:
    QByteArray answerOf(const QByteArray& command) const;

    QTemporaryDir m_dir;
};

void CliCommandsTest::answers_data() {
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray all = "\n" + contentOf(QString(kData) + "/commands/answers.txt");
    QVERIFY(all.count("\n$ ") >= 150);
    for (qsizetype at = all.indexOf("\n$ "); at >= 0; at = all.indexOf("\n$ ", at + 1)) {
        const QByteArray block = all.mid(at + 3, all.indexOf("\n$ ", at + 1) - at - 2);
        const QByteArray command = block.left(block.indexOf('\n'));
        QTest::newRow(command.constData()) << command << block.mid(command.size() + 1).trimmed();
    }
}

/// Paths and what differs between machines have words in their place.
QByteArray CliCommandsTest::answerOf(const QByteArray& command) const {
    QString line = QString::fromUtf8(command);
    line.replace("MODELS", QString(kData) + "/commands").replace("DATA", kData);
    line.replace("TEMP", m_dir.path());
    CliRequest request;
    request.arguments = line.split(' ', Qt::SkipEmptyParts);
    request.workingDirectory = m_dir.path();
    const CliOutcome run = runCli(request);
    QByteArray output = run.json.isEmpty() ? run.output : jsonLine(run.json);
    QString text = QString::fromUtf8("exit " + QByteArray::number(run.exitCode) + '\n' +
                                     lines(output, "  ") + lines(run.diagnostics, "! "));
    text.replace(QString(kData) + "/commands", "MODELS").replace(kData, "DATA");
    text.replace(m_dir.path(), "TEMP");
    text.replace(QRegularExpression("this machine has [0-9.]+ GiB"), "this machine has … GiB");
    text.replace(QRegularExpression("at [0-9.]+ [KMG]iB/s"), "at … a second");
    return text.trimmed().toUtf8();
}

void CliCommandsTest::answers() {
    QFETCH(const QByteArray, command);
    QFETCH(const QByteArray, expected);
    const QByteArray answer = answerOf(command);
    if (QFile record(qEnvironmentVariable("STOWAGE_RECORD"));
        !record.fileName().isEmpty() && record.open(QIODevice::Append)) {
        record.write("$ " + command + "\n" + answer + "\n");
    }
    QVERIFY2(answer == expected, ("$ " + command + "\n" + answer).constData());
}

QTEST_GUILESS_MAIN(CliCommandsTest)
#include "tst_cli_commands.moc"
