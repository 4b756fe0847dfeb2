// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/strings.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/write/sample_checkpoint.h"
#include "tests/support/golden_text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace stowage;

namespace {

constexpr int kWaitMs = 60'000;  ///< for a program to start, to write or to end

const char* const kProgram = STOWAGE_BIN_DIR "/stowage";
/// The same, which writes what it shows (tests/tools/watched).
const char* const kWatched = STOWAGE_BIN_DIR "/stowage_watched";

/// The options that a help lists: "--gpus".
QStringList optionsIn(const QString& help) {
    static const QRegularExpression option("^  (?:-\\w, )?(--[a-z-]+)",
                                           QRegularExpression::MultilineOption);
    QStringList options;
    for (auto match = option.globalMatch(help); match.hasNext();) {
        options << match.next().captured(1);
    }
    return options;
}

}  // namespace

/// Runs the built program and looks at it from outside.
class GuiProgramTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void helpNamesTheOptions();
    void helpIsInTheLanguageOfTheTerminal_data();
    void helpIsInTheLanguageOfTheTerminal();
    void shellsCompleteTheOptions_data();
    void shellsCompleteTheOptions();
    void bashOffersOptionsAndFiles();
    void wrongUse_data();
    void wrongUse();
    void dumpsItsStateOnRequest();
    void opensAsTheCommandLineChose();
    void printsItsGeometry();
    void takesAPicture_data();
    void takesAPicture();
    void failsWithoutAPicture();
    void badFileIsNoEnd();
    void signalsEndItAsQuitDoes_data();
    void signalsEndItAsQuitDoes();
    void worksOnWayland();
    void speaksAsTheSystemDoes();
    void crashLeavesAReport_data();
    void crashLeavesAReport();

private:
    /// What the program prints and ends with.
    [[nodiscard]] QString printed(const QStringList& arguments,
                                  const QMap<QString, QString>& variables = {}) const;
    void start(QProcess& process, const QStringList& arguments, const char* program = kProgram,
               const QMap<QString, QString>& variables = {}) const;
    /// The program then writes the state of its window to `file`.
    void startWatched(QProcess& process, const QStringList& arguments, const QString& file,
                      QMap<QString, QString> variables = {}) const;
    [[nodiscard]] QJsonObject readState(const QString& file) const;

    QTemporaryDir m_folder;
    QString m_sample;
};

void GuiProgramTest::initTestCase() {
    QVERIFY(m_folder.isValid());
    SampleOptions options;
    options.folder = m_folder.filePath("model").toStdString();
    options.sizes =
        SampleSizes{.vocabulary = 1000, .context = 64, .width = 128, .layers = 4, .heads = 4};
    const auto written = writeSampleCheckpoint(options);
    QVERIFY2(written.has_value(), written ? "" : written.error().message.english().c_str());
    m_sample = QString::fromStdString(written->path);
}

void GuiProgramTest::start(QProcess& process, const QStringList& arguments, const char* program,
                           const QMap<QString, QString>& variables) const {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("HOME", m_folder.filePath("home"));
    environment.insert("CUDA_VISIBLE_DEVICES", "");  // the same on a machine with cards
    environment.insert("XDG_CONFIG_HOME", m_folder.filePath("home/config"));
    environment.insert("XDG_DATA_HOME", m_folder.filePath("home/data"));
    for (auto variable = variables.begin(); variable != variables.end(); ++variable) {
        environment.insert(variable.key(), variable.value());
    }
    process.setProcessEnvironment(environment);
    process.start(QString::fromLatin1(program), arguments);
    QVERIFY(process.waitForStarted(kWaitMs));
}

void GuiProgramTest::startWatched(QProcess& process, const QStringList& arguments,
                                  const QString& file, QMap<QString, QString> variables) const {
    variables.insert("STOWAGE_STATE_FILE", file);
    start(process, arguments, kWatched, variables);
}

QString GuiProgramTest::printed(const QStringList& arguments,
                                const QMap<QString, QString>& variables) const {
    QProcess process;
    start(process, arguments, kProgram, variables);
    return process.waitForFinished(kWaitMs) && process.exitCode() == 0
               ? QString::fromUtf8(process.readAllStandardOutput())
               : QString();
}

QJsonObject GuiProgramTest::readState(const QString& file) const {
    QFile state(file);
    return state.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(state.readAll()).object()
                                           : QJsonObject();
}

void GuiProgramTest::helpNamesTheOptions() {
    QProcess process;
    start(process, {"--help"});
    QVERIFY(process.waitForFinished(kWaitMs));
    QCOMPARE(process.exitCode(), 0);
    const QByteArray text = process.readAllStandardOutput();
    for (const char* option : {"--gpus", "--max-memory", "--theme", "--prefix", "--rename",
                               "--tree", "--class", "--picture", "--load"}) {
        QVERIFY2(text.contains(option), option);
    }
}

void GuiProgramTest::helpIsInTheLanguageOfTheTerminal_data() {
    QTest::addColumn<QString>("locale");
    for (const char* locale : {"ja_JP.UTF-8", "zh_CN.UTF-8", "ar_EG.UTF-8"}) {
        QTest::newRow(locale) << QString::fromLatin1(locale);
    }
}

/// Lines are not wider than a terminal, and of English there are names alone. (Headings are Qt's,
/// which has them in a package of its own.)
void GuiProgramTest::helpIsInTheLanguageOfTheTerminal() {
    QFETCH(QString, locale);
    const QString english = printed({"--help"});
    const QString help = printed({"--help"}, {{"LC_ALL", locale}});
    QVERIFY(optionsIn(english).contains("--gpus"));
    QCOMPARE(optionsIn(help), optionsIn(english));
    static const QRegularExpression sentence("[A-Za-z][a-z']+( [a-z']+){3}");
    const QStringList lines = help.split('\n');
    for (const QString& line : lines) {
        QVERIFY2(!sentence.match(line).hasMatch(), qPrintable(line));
        QVERIFY2(!line.startsWith("  ") || displayWidth(line.toStdString()) <= 80,
                 qPrintable(line));
    }
}

void GuiProgramTest::shellsCompleteTheOptions_data() {
    QTest::addColumn<QString>("shell");
    for (const char* shell : {"bash", "zsh", "fish"}) {
        QTest::newRow(shell) << QString::fromLatin1(shell);
    }
}

void GuiProgramTest::shellsCompleteTheOptions() {
    QFETCH(QString, shell);
    const QString script = printed({"--completion", shell});
    for (const QString& option : optionsIn(printed({"--help"}))) {
        QVERIFY2(script.contains(shell == "fish" ? "-l " + option.mid(2) : option),
                 qPrintable(option));
    }
    if (QStandardPaths::findExecutable(shell).isEmpty()) {
        QSKIP(qPrintable(shell + " is not installed."));
    }
    QProcess process;
    process.start(shell, {"-n", "/dev/stdin"});
    process.write(script.toUtf8());
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(kWaitMs));
    QCOMPARE(process.readAllStandardError(), QByteArray());
    QCOMPARE(process.exitCode(), 0);
}

void GuiProgramTest::bashOffersOptionsAndFiles() {
    const QString script = printed({"--completion", "bash"}) +
                           "COMP_WORDS=(stowage \"$1\") COMP_CWORD=1; _stowage\n"
                           "printf '%s\\n' \"${COMPREPLY[@]}\"";
    const auto offered = [&](const QString& word) {
        QProcess bash;
        bash.setWorkingDirectory(QFileInfo(m_sample).path());
        bash.start("bash", {"--norc", "-c", script, "bash", word});
        return bash.waitForFinished(kWaitMs) ? QString::fromUtf8(bash.readAllStandardOutput())
                                             : QString();
    };
    QCOMPARE(offered("--the"), QString("--theme\n"));
    QCOMPARE(offered("model."), QFileInfo(m_sample).fileName() + '\n');
}

void GuiProgramTest::wrongUse_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("gpus") << QStringList{"--gpus", "10 bananas"} << QByteArray("bananas");
    QTest::newRow("no real gpu") << QStringList{"--gpus", "real"} << QByteArray("CUDA");
    QTest::newRow("max-memory") << QStringList{"--max-memory", "0=10 bananas"}
                                << QByteArray("bananas");
    QTest::newRow("theme") << QStringList{"--theme", "pink"} << QByteArray("pink");
    QTest::newRow("language") << QStringList{"--language", "tlh"} << QByteArray("tlh");
    QTest::newRow("completion") << QStringList{"--completion", "tcsh"}
                                << QByteArray(goldenText("cli/say-bash-zsh-or-fish"));
    QTest::newRow("unknown") << QStringList{"--frobnicate"} << QByteArray("frobnicate");
    QTest::newRow("rename") << QStringList{"a", "--rename", "abc"} << QByteArray("renaming");
    QTest::newRow("empty tree") << QStringList{"a", "--tree", ""}
                                << QByteArray(goldenText("gui/tree-is-empty"));
    QTest::newRow("load alone") << QStringList{"a", "--load"} << QByteArray("--picture");
    QTest::newRow("no model") << QStringList{"--prefix", "model"}
                              << QByteArray(goldenText("gui/name-its-file"));
    QTest::newRow("two models") << QStringList{"a", "b"} << QByteArray("Only one model");
}

void GuiProgramTest::wrongUse() {
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, word);
    QProcess process;
    start(process, arguments);
    QVERIFY(process.waitForFinished(kWaitMs));
    QCOMPARE(process.exitCode(), 2);
    const QByteArray text = process.readAllStandardError();
    QVERIFY2(text.contains(word), text.constData());
}

void GuiProgramTest::dumpsItsStateOnRequest() {
    const QString file = m_folder.filePath("state.json");
    QProcess process;
    startWatched(process, {m_sample, "--gpus", "64MiB,64MiB"}, file);
    // The first one comes by itself, after the plan.
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(file), kWaitMs);
    QFile::remove(file);
    QCOMPARE(kill(static_cast<pid_t>(process.processId()), SIGUSR1), 0);
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(file), kWaitMs);
    const QJsonObject state = readState(file);
    for (const char* key : {"revision", "model", "tree", "board", "totals", "verdict", "problems",
                            "strategy", "undo", "load", "model_run", "live", "counters",
                            "open_files", "fields", "message", "memory", "event_loop_held_ms"}) {
        QVERIFY2(state.contains(key), key);
    }
    QCOMPARE(state["model"].toString(), m_sample);
    QCOMPARE(state["load"]["state"].toString(), QString("idle"));
    double weights = 0;
    const QJsonObject totals = state["totals"].toObject();
    for (const QString& device : totals.keys()) {
        weights += totals[device]["weights"].toDouble();
    }
    double blocks = 0;
    for (const QJsonValue& block : state["board"]["blocks"].toArray()) {
        blocks += block["bytes"].toDouble();
    }
    QVERIFY(weights > 0);
    QCOMPARE(blocks, weights);
    QVERIFY(state["fields"]["load_button"].toArray().size() == 4);
    QVERIFY(!state["fields"]["tree_rows"].toArray().isEmpty());
    process.terminate();
    QVERIFY(process.waitForFinished(kWaitMs));
}

void GuiProgramTest::opensAsTheCommandLineChose() {
    // Without the config.json beside it, which would say what the keys mean.
    const QString alone = m_folder.filePath("alone.safetensors");
    QVERIFY(QFile::copy(m_sample, alone));
    const QString file = m_folder.filePath("renamed.json");
    QProcess process;
    startWatched(process,
                 {alone, "--rename", "transformer.h.=blocks.", "--rename", "blocks.0.=first."},
                 file);
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(file), kWaitMs);
    const QJsonObject state = readState(file);
    process.terminate();
    QVERIFY(process.waitForFinished(kWaitMs));
    QStringList modules;
    for (const QJsonValue& row : state["tree"].toArray()) {
        modules.append(row["module"].toString());
    }
    QVERIFY2(modules.contains("first.attn"), qPrintable(modules.join(' ')));
    QVERIFY2(modules.contains("blocks.1.attn"), qPrintable(modules.join(' ')));
    QVERIFY(!modules.contains("transformer.h"));
}

void GuiProgramTest::printsItsGeometry() {
    const QString file = m_folder.filePath("geometry.json");
    QProcess process;
    startWatched(process, {m_sample, "--gpus", "64MiB"}, file);
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(file), kWaitMs);
    const QJsonObject geometry = readState(file);
    QCOMPARE(geometry["board"]["lanes"].toArray().size(), 3);
    QVERIFY(geometry["fields"].toObject().contains("limit_gpu0"));
    const QJsonObject times = geometry["start"].toObject();
    QVERIFY(times["first_frame_seconds"].toDouble() > 0);
    QVERIFY(times["now_seconds"].toDouble() >= times["first_frame_seconds"].toDouble());
    process.terminate();
    QVERIFY(process.waitForFinished(kWaitMs));
}

void GuiProgramTest::takesAPicture_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("lightness");  // of the window, below this
    QTest::newRow("dark") << QStringList{"--theme", "dark"} << 80;
    QTest::newRow("high contrast") << QStringList{"--theme", "high-contrast"} << 1;
    if (QFile::exists(STOWAGE_BIN_DIR "/libstowage_torch.so")) {
        QTest::newRow("loaded") << QStringList{"--theme", "dark", "--load"} << 80;
    }
}

/// Nothing of the person's is changed by it.
void GuiProgramTest::takesAPicture() {
    QFETCH(QStringList, options);
    QFETCH(int, lightness);
    const QString settings = m_folder.filePath("home/config/stowage/stowage.ini");
    QFile::remove(settings);
    const QString file = m_folder.filePath("window.png");
    QFile::remove(file);
    QProcess process;
    start(process, QStringList{m_sample, "--gpus", "64MiB,64MiB", "--picture", file} + options);
    QVERIFY(process.waitForFinished(kWaitMs));
    QCOMPARE(process.exitCode(), 0);
    const QImage picture(file);
    QCOMPARE(picture.size(), QSize(1680, 1050));
    QVERIFY(picture.pixelColor(2, 2).lightness() < lightness);
    QVERIFY(!QFile::exists(settings));
}

void GuiProgramTest::failsWithoutAPicture() {
    const QString file = m_folder.filePath("none.png");
    QProcess process;
    start(process, {m_folder.filePath("nosuch"), "--gpus", "64MiB", "--picture", file});
    QVERIFY(process.waitForFinished(kWaitMs));
    QCOMPARE(process.exitCode(), 1);
    QVERIFY(process.readAllStandardError().contains(goldenText("gui/no-picture-can-be-taken")));
    QVERIFY(!QFile::exists(file));
}

void GuiProgramTest::badFileIsNoEnd() {
    const QString bad = m_folder.filePath("bad.safetensors");
    QFile(bad).open(QIODevice::WriteOnly);
    const QString file = m_folder.filePath("bad state.json");
    QProcess process;
    startWatched(process, {bad, "--gpus", "64MiB"}, file);
    const auto engine = openCheckpoint(bad.toStdString());
    QVERIFY(!engine);
    const QString sentence = QString::fromStdString(engine.error().message);
    QTRY_VERIFY_WITH_TIMEOUT(readState(file)["message"].toString() == sentence, kWaitMs);
    const QJsonObject shown = readState(file)["open_error"].toObject();
    QCOMPARE(shown["path"].toString(), bad);
    QCOMPARE(shown["kind"].toString(), QString("truncated"));
    QCOMPARE(shown["file"].toString(), bad);
    QCOMPARE(process.state(), QProcess::Running);
    process.terminate();
    QVERIFY(process.waitForFinished(kWaitMs));
}

void GuiProgramTest::signalsEndItAsQuitDoes_data() {
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGHUP") << SIGHUP;
}

/// The end is an ordinary one: the status is 0, and what closing the window keeps is kept.
void GuiProgramTest::signalsEndItAsQuitDoes() {
    QFETCH(int, signal);
    const QString settings = m_folder.filePath("home/config/stowage/stowage.ini");
    QFile::remove(settings);
    const QString file = m_folder.filePath("quit.json");
    QFile::remove(file);
    QProcess process;
    startWatched(process, {m_sample, "--gpus", "64MiB"}, file);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file), kWaitMs);
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signal), 0);
    QVERIFY(process.waitForFinished(kWaitMs));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    QFile kept(settings);
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QVERIFY(kept.readAll().contains("geometry"));
}

/// A compositor without a screen: the program plans, paints and quits there as on X11.
void GuiProgramTest::worksOnWayland() {
    QProcess compositor;
    const QString runtime = m_folder.filePath("runtime");
    QVERIFY(QDir().mkpath(runtime));
    QFile::setPermissions(runtime, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    const QMap<QString, QString> variables{{"XDG_RUNTIME_DIR", runtime},
                                           {"WAYLAND_DISPLAY", "stowage-test"},
                                           {"QT_QPA_PLATFORM", "wayland"}};
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("XDG_RUNTIME_DIR", runtime);
    compositor.setProcessEnvironment(environment);
    compositor.start("weston", {"--backend=headless-backend.so", "--socket=stowage-test",
                                "--no-config", "--width=1366", "--height=768"});
    if (!compositor.waitForStarted()) {
        QSKIP("weston is not there");
    }
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(runtime + "/stowage-test"), kWaitMs);
    const QString file = m_folder.filePath("wayland.json");
    QProcess process;
    startWatched(process, {m_sample, "--gpus", "64MiB,64MiB"}, file, variables);
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(file) || process.state() == QProcess::NotRunning,
                             kWaitMs);
    if (process.state() == QProcess::NotRunning) {
        const QByteArray said = process.readAllStandardError();
        if (said.contains("wayland")) {
            QSKIP("Qt's part for Wayland (qt6-wayland) is not there");
        }
        QFAIL(said.constData());
    }
    const QJsonObject state = readState(file);
    QVERIFY(!state["board"]["blocks"].toArray().isEmpty());
    process.terminate();
    QVERIFY(process.waitForFinished(kWaitMs));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    compositor.terminate();
    QVERIFY(compositor.waitForFinished(kWaitMs));
}

void GuiProgramTest::speaksAsTheSystemDoes() {
    const auto verdictIn = [this](const QStringList& options, const QString& locale) {
        const QString file = m_folder.filePath("language.json");
        QFile::remove(file);
        QProcess process;
        startWatched(process, QStringList(m_folder.filePath("nosuch")) + options, file,
                     {{"LC_ALL", locale}});
        const bool isThere = QTest::qWaitFor([&file] { return QFileInfo::exists(file); }, kWaitMs);
        const QString text = isThere ? readState(file).value("message").toString() : QString();
        process.terminate();
        process.waitForFinished(kWaitMs);
        return process.exitStatus() == QProcess::NormalExit ? text : QString();
    };
    QVERIFY(verdictIn({}, "C.UTF-8").contains(goldenText("base/no-file-or-folder")));
    const QString japanese = verdictIn({"--language", "ja"}, "C.UTF-8");
    QVERIFY2(japanese.contains("nosuch") && !japanese.contains("file or"), qPrintable(japanese));
}

void GuiProgramTest::crashLeavesAReport_data() {
    QTest::addColumn<int>("signal");
    QTest::addColumn<QString>("name");
    QTest::newRow("a wrong address") << SIGSEGV << "SIGSEGV";
    QTest::newRow("abort") << SIGABRT << "SIGABRT";
}

/// A crash leaves a report and the exit status that it would have; the next start tells of it, and
/// the one after that no more.
void GuiProgramTest::crashLeavesAReport() {
    QFETCH(int, signal);
    QFETCH(QString, name);
    const QDir reports(m_folder.filePath("home/data/stowage/crashes"));
    const QString file = m_folder.filePath("crash.json");
    const auto begin = [&](QProcess& process) {
        QFile::remove(file);
        startWatched(process, {m_sample, "--gpus", "64MiB"}, file);
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(file), kWaitMs);
    };
    const auto notice = [&](QProcess& process) {
        const QString text = readState(file)["crash_notice"].toString();
        kill(static_cast<pid_t>(process.processId()), SIGUSR1);
        return text;
    };
    const auto end = [](QProcess& process) {
        process.terminate();
        QVERIFY(process.waitForFinished(kWaitMs));
    };
    const QStringList before = reports.entryList(QDir::Files);
    QProcess crashing;
    begin(crashing);
    QCOMPARE(reports.entryList(QDir::Files), before);
    QCOMPARE(kill(static_cast<pid_t>(crashing.processId()), signal), 0);
    QVERIFY(crashing.waitForFinished(kWaitMs));
    QCOMPARE(crashing.exitStatus(), QProcess::CrashExit);
    QCOMPARE(crashing.exitCode(), signal);
    QProcess telling;
    begin(telling);
    QTRY_VERIFY_WITH_TIMEOUT(!notice(telling).isEmpty(), kWaitMs);
    end(telling);
    QStringList left = reports.entryList(QDir::Files);
    for (const QString& old : before) {
        left.removeAll(old);
    }
    QCOMPARE(left.size(), 1);
    const QString path = reports.filePath(left.front());
    QVERIFY(path.endsWith(".txt"));
    QVERIFY2(readState(file)["crash_notice"].toString().contains(path), qPrintable(path));
    QFile report(path);
    QVERIFY(report.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(report.readAll());
    for (const QString& word : {QStringLiteral("version: "), QStringLiteral("libtorch: "),
                                QStringLiteral("signal: ") + name, QStringLiteral("/stowage")}) {
        QVERIFY2(text.contains(word), qPrintable(text));
    }
    QProcess silent;
    begin(silent);
    QVERIFY(notice(silent).isEmpty());
    end(silent);
}

QTEST_GUILESS_MAIN(GuiProgramTest)
#include "tst_gui_program.moc"
