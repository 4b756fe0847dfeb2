// SPDX-License-Identifier: GPL-3.0-or-later
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
    QCOMPARE(said.diagnostics.contains("There is no file"), isEnglish);
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
    const QStringList lines =
        say(command, {{"LC_ALL", "ja_JP.UTF-8"}}).output.split(u'\n').mid(0, 3);
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[1].startsWith("GPU 0"));
    // A character of double width counts twice: figures end in one column of the terminal.
    const auto columnsOf = [](const QString& text) {
        int columns = 0;
        for (const QChar character : text) {
            columns += character.unicode() >= 0x1100 ? 2 : 1;
        }
        return columns;
    };
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

QTEST_GUILESS_MAIN(CliLanguagesTest)
#include "tst_cli_languages.moc"
