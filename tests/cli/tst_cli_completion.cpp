// SPDX-License-Identifier: GPL-3.0-or-later
// What `stowagectl completion` teaches the shells.
#include "cli_process.h"
#include "tests/support/golden_text.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace stowage::test;

namespace {

QByteArray scriptFor(const QString& shell) {
    const CliOutcome outcome = runCli({"completion", shell});
    return outcome.exitCode == 0 ? outcome.output : QByteArray();
}

/// What bash offers for the last of `words`.
QStringList offered(const QStringList& words) {
    const QString script = QString::fromUtf8(scriptFor("bash")) +
                           "\nCOMP_WORDS=(\"$@\") COMP_CWORD=$(($# - 1)); _stowagectl\n"
                           "printf '%s\\n' \"${COMPREPLY[@]}\"";
    QProcess bash;
    bash.start("bash", QStringList{"--norc", "-c", script, "bash"} + words);
    if (!bash.waitForFinished() || bash.exitCode() != 0) {
        return {QString::fromUtf8(bash.readAllStandardError())};
    }
    return QString::fromUtf8(bash.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
}

}  // namespace

class CliCompletionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bashOffersWhatFits_data();
    void bashOffersWhatFits();
    void everyCommandAndOptionIsKnown_data();
    void everyCommandAndOptionIsKnown();
    void theShellItselfReadsIt_data();
    void theShellItselfReadsIt();
    void anotherShellIsRefused();
};

void CliCompletionTest::bashOffersWhatFits_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QStringList>("wanted");
    QTest::newRow("a command") << QStringList{"stowagectl", "ins"} << QStringList{"inspect"};
    QTest::newRow("an option of a command")
        << QStringList{"stowagectl", "load", "m.pth", "--meth"} << QStringList{"--method"};
    QTest::newRow("an option of the program behind a command")
        << QStringList{"stowagectl", "load", "--js"} << QStringList{"--json"};
    QTest::newRow("a command behind an option")
        << QStringList{"stowagectl", "--json", "comple"} << QStringList{"completion"};
    QTest::newRow("no option of another command")
        << QStringList{"stowagectl", "inspect", "--meth"} << QStringList{};
}

void CliCompletionTest::bashOffersWhatFits() {
    QFETCH(QStringList, words);
    QFETCH(QStringList, wanted);
    QCOMPARE(offered(words), wanted);
}

void CliCompletionTest::everyCommandAndOptionIsKnown_data() {
    QTest::addColumn<QString>("shell");
    for (const char* const shell : {"bash", "zsh", "fish"}) {
        QTest::newRow(shell) << QString(shell);
    }
}

void CliCompletionTest::everyCommandAndOptionIsKnown() {
    QFETCH(QString, shell);
    const QByteArray script = scriptFor(shell);
    // As help lists them: "  load        Really load …", and "  --method M   …" in a command.
    const QByteArray help = runCli({"--help"}).output;
    int commands = 0;
    for (const QByteArray& line : help.mid(help.indexOf("Subcommands:")).split('\n').mid(1)) {
        const QByteArray name = line.trimmed().split(' ').first();
        if (!line.startsWith("  ") || name.isEmpty()) {
            break;
        }
        if (line.startsWith("   ")) {
            continue;  // more of what the command before does
        }
        ++commands;
        QVERIFY2(script.contains(name), name);
        for (const QByteArray& option : runCli({QString(name), "--help-all"}).output.split('\n')) {
            const QByteArray flag = option.trimmed().split(' ').first().split(',').last();
            if (option.startsWith("  --")) {
                const QByteArray known = shell == "fish" ? "-l " + flag.mid(2) : flag;
                QVERIFY2(script.contains(known), name + " " + flag);
            }
        }
    }
    QVERIFY(commands > 15);
}

void CliCompletionTest::theShellItselfReadsIt_data() {
    everyCommandAndOptionIsKnown_data();
}

void CliCompletionTest::theShellItselfReadsIt() {
    QFETCH(QString, shell);
    if (QStandardPaths::findExecutable(shell).isEmpty()) {
        QSKIP(qPrintable(shell + " is not installed."));
    }
    QProcess process;
    process.start(shell, {"-n", "/dev/stdin"});
    process.write(scriptFor(shell));
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.readAllStandardError(), QByteArray());
    QCOMPARE(process.exitCode(), 0);
}

void CliCompletionTest::anotherShellIsRefused() {
    const CliOutcome outcome = runCli({"completion", "tcsh"});
    QCOMPARE(outcome.exitCode, 2);
    QVERIFY(outcome.diagnostics.contains(goldenText("cli/bash-zsh-or-fish")));
}

QTEST_GUILESS_MAIN(CliCompletionTest)
#include "tst_cli_completion.moc"
