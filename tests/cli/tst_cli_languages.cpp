// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/golden_text.h"

#include <QMap>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Said {
    int status = -1;
    QString output;
    QString diagnostics;
};

/// stowagectl in an environment that has these variables alone of those that name a language.
Said say(const QStringList& arguments, const QMap<QString, QString>& variables) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"}) {
        environment.remove(QString::fromLatin1(name));
    }
    for (auto variable = variables.begin(); variable != variables.end(); ++variable) {
        environment.insert(variable.key(), variable.value());
    }
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(STOWAGE_BIN_DIR "/stowagectl"), arguments);
    if (!process.waitForFinished(60000)) {
        return {};
    }
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

/// How many columns of a terminal a text takes: two for a character of East Asian width.
int columnsOf(const QString& text) {
    int columns = 0;
    for (const QChar character : text) {
        columns += character.unicode() >= 0x1100 ? 2 : 1;
    }
    return columns;
}

QStringList commandsOf(const QString& help) {
    static const QRegularExpression name("^  ([a-z]+) ");
    QStringList commands{QString()};  // the program itself
    for (const QString& line : help.section("Subcommands:", 1)
                                   .section(QRegularExpression("Examples?:"), 0, 0)
                                   .split('\n')) {
        const auto match = name.match(line);
        if (match.hasMatch()) {
            commands << match.captured(1);
        }
    }
    return commands;
}

/// The texts of --help, each on one line, without the commands of the example.
QStringList wordsOf(const QString& help) {
    QStringList words;
    for (const QString& line : help.split('\n')) {
        if (line.startsWith(QString(30, ' '))) {
            words.last() += ' ' + line.trimmed();
        } else if (!line.isEmpty() && !line.startsWith("  stowagectl ") &&
                   !line.startsWith("  source ")) {
            words << line;
        }
    }
    return words;
}

QStringList optionsIn(const QString& help) {
    static const QRegularExpression option("^  (?:-h,)?(--[a-z0-9-]+)");
    QStringList options;
    for (const QString& line : help.split('\n')) {
        const auto match = option.match(line);
        if (match.hasMatch()) {
            options << match.captured(1);
        }
    }
    return options;
}

}  // namespace

/// Text follows LC_MESSAGES, whatever is installed of the system's locales; JSON never does.
class CliLanguagesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void errorsAreTranslated_data();
    void errorsAreTranslated();
    void jsonIsEnglish();
    void tablesKeepTheirColumns();
    void figuresAreTheSame();
    void percentsAreWrittenAsTheLanguageDoes();
    void helpIsTranslated_data();
    void helpIsTranslated();
    void helpKeepsItsColumns();
};

void CliLanguagesTest::errorsAreTranslated_data() {
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("isEnglish");
    QTest::newRow("none") << "LANG"
                          << "" << true;
    QTest::newRow("C") << "LC_ALL"
                       << "C" << true;
    QTest::newRow("german") << "LANG"
                            << "de_DE.UTF-8" << true;
    QTest::newRow("japanese") << "LANG"
                              << "ja_JP.UTF-8" << false;
    QTest::newRow("chinese") << "LC_MESSAGES"
                             << "zh_CN.UTF-8" << false;
    QTest::newRow("arabic") << "LC_ALL"
                            << "ar_EG.UTF-8" << false;
}

void CliLanguagesTest::errorsAreTranslated() {
    QFETCH(QString, variable);
    QFETCH(QString, value);
    QFETCH(bool, isEnglish);
    const Said said = say({"plan", "nosuch.safetensors"}, {{variable, value}});
    QCOMPARE(said.status, 3);
    QVERIFY2(said.diagnostics.contains("nosuch.safetensors"), qPrintable(said.diagnostics));
    QCOMPARE(said.diagnostics.contains(goldenText("base/there-is-no-file")), isEnglish);
}

void CliLanguagesTest::jsonIsEnglish() {
    const QStringList command{"plan", "nosuch.safetensors", "--json"};
    const Said english = say(command, {});
    const Said arabic = say(command, {{"LC_ALL", "ar_EG.UTF-8"}});
    QCOMPARE(arabic.output, english.output);
    QCOMPARE(arabic.status, english.status);
    const QStringList plan{"plan",   STOWAGE_TEST_DATA "/log_models/llama-3.1-8b/config.json",
                           "--gpus", "8GiB,8GiB",
                           "--ram",  "64GiB",
                           "--disk", "1000GB",
                           "--json"};
    const QString planned = say(plan, {}).output;
    QVERIFY(planned.contains("lm_head"));
    for (const char* locale : {"ja_JP.UTF-8", "zh_CN.UTF-8", "ar_EG.UTF-8"}) {
        QCOMPARE(say(plan, {{"LC_ALL", QString::fromLatin1(locale)}}).output, planned);
    }
}

void CliLanguagesTest::tablesKeepTheirColumns() {
    const QStringList command{"plan", STOWAGE_TEST_DATA "/log_models/llama-3.1-8b/config.json",
                              "--gpus", "8GiB,8GiB"};
    // The answer stands above the table.
    const QString text = say(command, {{"LC_ALL", "ja_JP.UTF-8"}}).output;
    const QStringList lines = text.section("\n\n", 1).split(u'\n').mid(0, 3);
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[1].startsWith("GPU 0"));
    // Figures end in one column of the terminal.
    QCOMPARE(columnsOf(lines[1]), columnsOf(lines[2]));
    QCOMPARE(columnsOf(lines[0]), columnsOf(lines[1]));
}

/// Whatever the language, the same bytes and devices are told.
void CliLanguagesTest::figuresAreTheSame() {
    const QStringList command{
        "plan",         STOWAGE_TEST_DATA "/log_models/llama-3.1-8b/config.json",
        "--gpus",       "8GiB,8GiB",
        "--max-memory", "0=8GiB,1=8GiB,cpu=30GiB"};
    const auto figures = [&command](const QString& locale) {
        static const QRegularExpression figure("[0-9]+\\.[0-9]+ [GMK]iB");
        QStringList found;
        const QString text = say(command, {{"LC_ALL", locale}}).output;
        for (auto match = figure.globalMatch(text); match.hasNext();) {
            found.append(match.next().captured());
        }
        found.sort();
        return found;
    };
    const QStringList english = figures("C");
    QVERIFY(english.size() > 8);
    for (const char* locale : {"ja_JP", "zh_CN", "ar_AE"}) {
        QCOMPARE(figures(QString::fromLatin1(locale)), english);
    }
}

void CliLanguagesTest::percentsAreWrittenAsTheLanguageDoes() {
    const QStringList command{"inspect", STOWAGE_TEST_DATA "/run/gpt2", "--classes"};
    QVERIFY(say(command, {{"LC_ALL", "C"}}).output.contains("  86.9 %\n"));
    for (const char* locale : {"ja_JP", "zh_CN"}) {
        QVERIFY(
            say(command, {{"LC_ALL", QString::fromLatin1(locale)}}).output.contains("  86.9%\n"));
    }
}

void CliLanguagesTest::helpIsTranslated_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("locale");
    const QStringList commands = commandsOf(say({"--help"}, {}).output);
    QVERIFY(commands.size() > 15);
    for (const QString& command : commands) {
        for (const char* locale : {"de_DE.UTF-8", "ja_JP.UTF-8", "zh_CN.UTF-8", "ar_EG.UTF-8"}) {
            QTest::addRow("%s %s", command.isEmpty() ? "program" : qPrintable(command), locale)
                << command << QString::fromLatin1(locale);
        }
    }
}

/// In English where Stowage does not speak the language; else nothing of it is English but names,
/// what their values are called, and commands.
void CliLanguagesTest::helpIsTranslated() {
    QFETCH(QString, command);
    QFETCH(QString, locale);
    const QStringList arguments =
        command.isEmpty() ? QStringList{"--help-all"} : QStringList{command, "--help-all"};
    const QString english = say(arguments, {}).output;
    const Said said = say(arguments, {{"LC_ALL", locale}});
    QCOMPARE(said.status, 0);
    if (locale.startsWith("de")) {
        QCOMPARE(said.output, english);
        return;
    }
    QVERIFY(!optionsIn(english).isEmpty());
    QCOMPARE(optionsIn(said.output), optionsIn(english));
    static const QRegularExpression sentence(
        "[A-Za-z][a-z']+( [a-z']+){3}|^[A-Z][a-z]+:|%[1-9]|"
        " REQUIRED| Needs:| Excludes:|\\[OPTIONS");
    const QStringList wasEnglish = wordsOf(english);
    for (const QString& line : wordsOf(said.output)) {
        QVERIFY2(!wasEnglish.contains(line) && !sentence.match(line).hasMatch(), qPrintable(line));
    }
}

/// Descriptions begin in one column of the terminal, also behind a translated word.
void CliLanguagesTest::helpKeepsItsColumns() {
    static const QRegularExpression model("^  MODEL +", QRegularExpression::MultilineOption);
    for (const char* locale : {"C", "ja_JP.UTF-8", "zh_CN.UTF-8"}) {
        const QString help =
            say({"load", "--help"}, {{"LC_ALL", QString::fromLatin1(locale)}}).output;
        QCOMPARE(columnsOf(model.match(help).captured()), 30);
    }
}

QTEST_GUILESS_MAIN(CliLanguagesTest)
#include "tst_cli_languages.moc"
