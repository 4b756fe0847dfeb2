// SPDX-License-Identifier: GPL-3.0-or-later
// `selftest` from outside: passes here, leaves nothing, and says what is missing for --gpu.
#include "cli_process.h"
#include "tests/support/golden_text.h"

#include <QDir>
#include <QJsonArray>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

/// Without a card for the process, whatever the machine has.
const QStringList kNoCard{QStringLiteral("CUDA_VISIBLE_DEVICES=-1")};

QStringList filesIn(const QString& folder) {
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

}  // namespace

class CliSelftestTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void passesHereAndLeavesNothing() {
        const QTemporaryDir folder;
        CliRequest request{{"selftest", "--json"}};
        request.environment = {"TMPDIR=" + folder.path()};
        const CliOutcome run = runCli(request);
        const QJsonArray checks = run.json.value("checks").toArray();
        for (const QJsonValue& check : checks) {
            const QJsonObject object = check.toObject();
            QVERIFY2(object.value("ok").toBool(),
                     qPrintable(object.value("group").toString() + ": " +
                                object.value("what").toString() + ": " +
                                object.value("figures").toString()));
        }
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.json.value("ok").toBool());
        QCOMPARE(run.json.value("failed").toInt(-1), 0);
        QVERIFY(run.json.value("seconds").toDouble() > 0);
        QSet<QString> groups;
        for (const QJsonValue& check : checks) {
            groups.insert(check.toObject().value("group").toString());
        }
        QCOMPARE(groups, QSet<QString>({"allocator", "machine", "simulated GPU", "load", "run"}));
        QVERIFY(checks.size() >= 50);
        QCOMPARE(filesIn(folder.path()), QStringList());
    }

    void saysALineForEachCheck() {
        const CliOutcome run = runCli(QStringList{"selftest"});
        QCOMPARE(run.exitCode, 0);
        const QList<QByteArray> lines = run.output.trimmed().split('\n');
        for (const QByteArray& line : lines.first(lines.size() - 1)) {
            QVERIFY2(line.startsWith("ok      "), line.constData());
        }
        QVERIFY2(lines.last().contains(QByteArray::number(lines.size() - 1) +
                                       goldenText("cli/checks-all-ok")),
                 lines.last().constData());
        QVERIFY(run.output.contains("706701312 / 731906048"));
    }

    /// A folder that cannot be written to is a failed check, not a crash.
    void failsWhereNothingCanBeWritten() {
        CliRequest request{{"selftest", "--json"}};
        request.environment = {"TMPDIR=/proc"};
        const CliOutcome run = runCli(request);
        QCOMPARE(run.exitCode, 1);
        QVERIFY(!run.json.value("ok").toBool());
        QVERIFY(run.json.value("failed").toInt() >= 1);
    }

    void saysWhyThereIsNoGpu() {
        CliRequest request{{"selftest", "--gpu"}};
        request.environment = kNoCard;
        const CliOutcome people = runCli(request);
        QCOMPARE(people.exitCode, 1);
        QCOMPARE(people.output, QByteArray());
        QVERIFY2(people.diagnostics.contains("CUDA"), people.diagnostics.constData());
        QCOMPARE(people.diagnostics.trimmed().count('\n'), 0);
        request.arguments.append("--json");
        const CliOutcome machines = runCli(request);
        QCOMPARE(machines.exitCode, 1);
        QCOMPARE(at(machines.json, {"error"}).value("kind").toString(),
                 QStringLiteral("backend_unavailable"));
    }

    void endsWhenInterrupted() {
        const QTemporaryDir folder;
        CliRequest request{{"selftest"}};
        request.environment = {"TMPDIR=" + folder.path()};
        bool isInterrupted = false;
        request.watch = [&](QProcess& process) {
            if (!isInterrupted && handlesInterruption(process)) {
                isInterrupted = true;
                interrupt(process);
            }
        };
        const CliOutcome run = runCli(request);
        QCOMPARE(run.exitCode, 130);
        QCOMPARE(filesIn(folder.path()), QStringList());
    }
};

QTEST_GUILESS_MAIN(CliSelftestTest)
#include "tst_cli_selftest.moc"
