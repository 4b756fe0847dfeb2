// SPDX-License-Identifier: GPL-3.0-or-later
// --help and --help-all of every verb: short sentences in groups, the most used options first, and
// all options in --help-all, completion and the manual pages.
#include "cli_process.h"
#include "tiny_model.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

constexpr qsizetype kWidth = 100;
constexpr qsizetype kMostShown = 15;
constexpr qsizetype kManyOptions = 20;

QString textOf(const QStringList& arguments, const QString& locale = QStringLiteral("C.UTF-8")) {
    CliRequest request{arguments};
    request.environment = QStringList{"LC_ALL=" + locale};
    const CliOutcome outcome = runCli(request);
    return outcome.exitCode == 0 ? QString::fromUtf8(outcome.output) : QString();
}

QStringList verbs() {
    static const QRegularExpression name("^  ([a-z-]+)  +");
    QStringList all;
    for (const QString& line : textOf({"--help"}).section("Subcommands:", 1).split('\n')) {
        const auto match = name.match(line);
        if (match.hasMatch()) {
            all << match.captured(1);
        }
    }
    return all << "receive";
}

/// The options that a help lists, without arguments: "--ram". Each is below a title.
QStringList optionsIn(const QString& help) {
    static const QRegularExpression option("^  (?:-h,)?(--[a-z0-9-]+)");
    static const QRegularExpression title("^[A-Z][^.]*:$");
    QStringList options;
    bool hasTitle = false;
    for (const QString& line : help.split('\n')) {
        hasTitle = title.match(line).hasMatch() || (hasTitle && line.startsWith("  "));
        const auto match = option.match(line);
        if (match.hasMatch() && hasTitle) {
            options << match.captured(1);
        }
    }
    options.sort();
    return options;
}

/// The options of a verb with their sentences, as fish completes them.
QMap<QString, QString> completedOptions(const QString& verb) {
    static const QRegularExpression option("-l (\\S+)(?: -r)? -d '(.*)'$");
    QMap<QString, QString> sentences;
    for (const QString& line : textOf({"completion", "fish"}).split('\n')) {
        const auto match = option.match(line);
        if (line.contains("__fish_seen_subcommand_from " + verb + "'") && match.hasMatch()) {
            sentences["--" + match.captured(1)] = match.captured(2).replace("\\'", "'");
        }
    }
    return sentences;
}

/// How many columns of a terminal a line takes.
qsizetype columnsOf(const QString& line) {
    qsizetype columns = 0;
    for (const QChar character : line) {
        const bool isMark = character.category() == QChar::Mark_NonSpacing ||
                            character.category() == QChar::Other_Format;
        columns += isMark ? 0 : character.unicode() >= 0x1100 ? 2 : 1;
    }
    return columns;
}

/// In the place of help2man: writes what the help option prints.
constexpr const char* kHelp2man = R"(#!/bin/sh
while [ $# -gt 1 ]; do
    case $1 in --help-option) help=$2 ;; --output) output=$2 ;; esac
    shift
done
exec "$1" $help > "$output"
)";

}  // namespace

class CliHelpTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void everyOptionHasASentence_data() { eachVerb(); }
    void everyOptionHasASentence();
    void helpShowsTheMostUsed_data() { eachVerb(); }
    void helpShowsTheMostUsed();
    void linesFit_data();
    void linesFit();
    void manualPagesHaveAllOptions();

private:
    static void eachVerb() {
        QTest::addColumn<QString>("verb");
        const QStringList all = verbs();
        QVERIFY(all.size() > 20);
        for (const QString& verb : all) {
            QTest::newRow(qPrintable(verb)) << verb;
        }
    }
};

void CliHelpTest::everyOptionHasASentence() {
    QFETCH(QString, verb);
    const QString help = textOf({verb, "--help-all"});
    const QStringList listed = optionsIn(help);
    QVERIFY(listed.contains("--help") && listed.contains("--help-all"));
    static const QRegularExpression argument("^  [A-Z][A-Za-z.]* {8,}\\S");
    const QString arguments = help.section("\nArguments:\n", 1).section("\n\n", 0, 0);
    for (const QString& line : arguments.split('\n', Qt::SkipEmptyParts)) {
        QVERIFY2(argument.match(line).hasMatch() || line.startsWith(QString(30, ' ')),
                 qPrintable(line));
    }
    if (verb == "receive") {
        return;  // completion does not offer it
    }
    const auto completed = completedOptions(verb);
    QCOMPARE(listed, QStringList(completed.keys()));
    static const QRegularExpression refused(
        "\\b(of which|besid[e]|lies|told|said|ane[w])\\b|\\.$|^$|%");
    for (auto option = completed.cbegin(); option != completed.cend(); ++option) {
        QVERIFY2(option->size() <= 100, qPrintable(option.key() + " " + *option));
        const bool isPercent = option->contains("85 %");
        QVERIFY2(isPercent || !refused.match(*option).hasMatch(),
                 qPrintable(option.key() + " " + *option));
    }
}

void CliHelpTest::helpShowsTheMostUsed() {
    QFETCH(QString, verb);
    const QString help = textOf({verb, "--help"});
    const QStringList shown = optionsIn(help);
    const QStringList all = optionsIn(textOf({verb, "--help-all"}));
    if (all.size() <= kManyOptions) {
        QCOMPARE(shown, all);
        return;
    }
    QCOMPARE(shown.size(), kMostShown);
    for (const QString& option : shown) {
        QVERIFY2(all.contains(option), qPrintable(option));
    }
    QCOMPARE(help.trimmed().section('\n', -1),
             QString("stowagectl %1 --help-all shows all %2 options.").arg(verb).arg(all.size()));
}

void CliHelpTest::linesFit_data() {
    QTest::addColumn<QString>("locale");
    QTest::addColumn<QString>("option");
    for (const char* const locale : {"C.UTF-8", "ja_JP.UTF-8", "zh_CN.UTF-8", "ar_EG.UTF-8"}) {
        for (const char* const option : {"--help", "--help-all"}) {
            QTest::addRow("%s %s", locale, option) << QString(locale) << QString(option);
        }
    }
}

void CliHelpTest::linesFit() {
    QFETCH(QString, locale);
    QFETCH(QString, option);
    for (const QString& verb : verbs()) {
        const QString help = textOf({verb, option}, locale);
        QVERIFY(!help.isEmpty());
        for (const QString& line : help.split('\n')) {
            QVERIFY2(columnsOf(line) <= kWidth, qPrintable(line));
        }
    }
}

void CliHelpTest::manualPagesHaveAllOptions() {
    QTemporaryDir dir;
    const QString help2man = dir.filePath("help2man");
    writeProgram(help2man, kHelp2man);
    QProcess script;
    script.start("sh", {STOWAGE_SOURCE_DIR "/cmake/man_pages.sh", help2man, "2026-01-01",
                        stowagectlPath(), dir.filePath("man")});
    QVERIFY(script.waitForFinished() && script.exitCode() == 0);
    for (const QString& verb : verbs()) {
        if (verb == "receive") {
            continue;
        }
        const QString page =
            QString::fromUtf8(contentOf(dir.filePath("man/stowagectl-" + verb + ".1")));
        QCOMPARE(optionsIn(page), optionsIn(textOf({verb, "--help-all"})));
    }
}

QTEST_GUILESS_MAIN(CliHelpTest)
#include "tst_cli_help.moc"
