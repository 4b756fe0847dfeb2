// SPDX-License-Identifier: GPL-3.0-or-later
// Run in Stages: the form and what comes of it. The stages are real ones, on this machine.
#include "tests/cli/cli_process.h"
#include "tests/cli/staged_run.h"
#include "tests/cli/tiny_model.h"
#include "tests/support/event_loop_watch.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/machines/machines.h"
#include "widgets/machines/machines_feature.h"
#include "widgets/machines/stages_dialog.h"
#include "widgets/support/labels.h"
#include "widgets/support/translation.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSettings>
#include <QSpinBox>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

#include <signal.h>

#include <memory>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr int kLong = 120'000;
constexpr int kEndMs = 60'000;
/// In the environment of what is started.
constexpr const char* kMark = "STOWAGE_STAGES_TEST";
constexpr int kLayers = 4;
/// A run that is ended long before it ends by itself.
constexpr int kManyTokens = 4000;
const QString kProgram = stowagectlPath();

/// The form for a model of four layers on this machine.
struct Fixture {
    explicit Fixture(const QString& model, const QString& program = kProgram, int generate = 3)
        : theme(qApp, ThemeMode::Light), dialog(std::make_unique<StagesDialog>(program, &theme)) {
        open(model, generate);
        // There is no other machine here.
        child<QComboBox>("stages_machine_1")->setCurrentText(QStringLiteral("localhost"));
    }
    void open(const QString& model, int generate = 3) const {
        dialog->openFor(
            {.path = model, .host = {}, .layers = kLayers, .members = {{"gpus", "none"}}},
            {QStringLiteral("far")}, QStringLiteral("1, 2, 3"), generate);
    }
    template <class Widget>
    [[nodiscard]] Widget* child(const char* name) const {
        auto* widget = dialog->findChild<Widget*>(QString::fromLatin1(name));
        if (widget == nullptr) {
            qFatal("the form has no %s", name);
        }
        return widget;
    }
    void click(const char* button) const {
        QTest::mouseClick(child<QPushButton>(button), Qt::LeftButton);
    }
    void type(const char* spin, const char* digits) const {
        auto* field = child<QSpinBox>(spin);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QString::fromLatin1(digits));
    }
    [[nodiscard]] QString notice() const { return child<QLabel>("stages_notice")->text(); }
    [[nodiscard]] bool canRun() const { return child<QPushButton>("stages_run")->isEnabled(); }
    [[nodiscard]] StagesRun& run() const { return *dialog->run(); }

    Theme theme;
    std::unique_ptr<StagesDialog> dialog;
};

}  // namespace

class StagesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void cleanup() { QTRY_COMPARE_WITH_TIMEOUT(started(), QStringList(), kEndMs); }
    void problems_data();
    void problems();
    void evenRanges_data();
    void evenRanges();
    void rangesAreCheckedWhileTyped();
    void stagesAreAddedDividedAndRemoved();
    void whatIsMissingIsSaid();
    void manyStagesAndLongTextsLeaveRoom();
    void timeGoesFromLeftToRight();
    void givesWhatOneProcessGives();
    void theWeightsAreSent();
    void memoryOfTheStages();
    void memoryIsSeenWhileItRuns();
    void cancels();
    void closingCancels();
    void nothingIsLeftOfAFormThatGoes();
    void aStageThatFails();
    void aFailureIsSaidInTheWindowsLanguage();
    void aStageThatIsKilled();
    void noProgram();
    void theAction();
    void modelsThatAreNotDivided();

private:
    /// Waits until both stages have their process.
    [[nodiscard]] bool waitForStages() const {
        return QTest::qWaitFor(
            [this] { return stageAmong(started(), 0) != 0 && stageAmong(started(), 1) != 0; },
            kLong);
    }
    /// All that the forms have started and that still runs.
    [[nodiscard]] QStringList started() const {
        return processesWith(QLatin1String(kMark) + "=" + m_dir.path());
    }

    QTemporaryDir m_dir;
    QString m_llama;
    QString m_noStages;  ///< why this build runs none
};

#define NEEDS_STAGES()                 \
    if (!m_noStages.isEmpty()) {       \
        QSKIP(qPrintable(m_noStages)); \
    }

void StagesTest::initTestCase() {
    failOnWarnings();
    QVERIFY(m_dir.isValid());
    m_llama = m_dir.filePath("llama");
    const CliOutcome sample = runCli({"sample", m_llama, "--arch", "llama-tiny"});
    QVERIFY2(sample.exitCode == 0, sample.output + sample.diagnostics);
    m_noStages = whyNoStages(m_llama);
    qputenv(kMark, m_dir.path().toUtf8());
}

void StagesTest::problems_data() {
    QTest::addColumn<QString>("stages");
    QTest::addColumn<int>("layers");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const char* stages, int layers, const char* said) {
        QTest::newRow(name) << QString::fromLatin1(stages) << layers << QString::fromUtf8(said);
    };
    row("two", "a 0 1,b 2 3", 4, "");
    row("an address", "a 0 1 10.0.0.2,b 2 3 fe80::1", 4, "");
    row("of one layer each", "a 0 0,b 1 1", 2, "");
    row("layers that are not known", "a 0 1,b 2 9", 0, "");
    row("one", "a 0 3", 4, goldenText("window-machines/a-run-in-stages-has-2-to-64-of-them"));
    row("missing at the begin", "a 1 1,b 2 3", 4,
        goldenText("window-machines/missing-before-stage-1-0"));
    row("missing between", "a 0 1,b 4 5", 6,
        goldenText("window-machines/missing-before-stage-2-2-3"));
    row("missing at the end", "a 0 1,b 2 3", 6,
        goldenText("window-machines/missing-after-the-last-stage-4-5"));
    row("overlapping", "a 0 3,b 2 5", 6,
        goldenText("window-machines/in-stage-2-and-in-one-before-it-2-3"));
    row("within the one before", "a 0 3,b 1 2", 4,
        goldenText("window-machines/in-stage-2-and-in-one-before-it-1-2"));
    row("too many", "a 0 1,b 2 4", 4,
        goldenText("window-machines/has-the-layers-0-to-3-and-the-last"));
    row("backwards", "a 0 1,b 3 2", 4, goldenText("window-machines/stage-2-ends-with-layer-2"));
    row("an option of ssh", "-v 0 1,b 2 3", 4,
        goldenText("window-machines/does-not-begin-with-a-dash"));
    row("two machines", "a,c 0 1,b 2 3", 4, goldenText("window-machines/no-comma-and-no-colon"));
    row("a port", "a:22 0 1,b 2 3", 4, goldenText("window-machines/no-comma-and-no-colon"));
    row("two addresses", "a 0 1 x,b 2 3 y;z", 4, "");
}

void StagesTest::problems() {
    QFETCH(const QString, stages);
    QFETCH(const int, layers);
    QFETCH(const QString, said);
    std::vector<AskedStage> asked;
    // A comma within a name is none between stages.
    static const QRegularExpression kBetween(QStringLiteral(",(?=\\S+ \\d)(?!c 0)"));
    for (const QString& stage : stages.split(kBetween)) {
        const QStringList words = stage.split(u' ');
        asked.push_back({words[0], {words[1].toInt(), words[2].toInt()}, words.value(3)});
    }
    const QString problem = stagesProblem(asked, layers);
    QCOMPARE(problem.isEmpty(), said.isEmpty());
    QVERIFY2(problem.contains(said), qPrintable(problem));
}

void StagesTest::evenRanges_data() {
    QTest::addColumn<int>("layers");
    QTest::addColumn<int>("stages");
    QTest::addColumn<QString>("ranges");
    QTest::newRow("equal") << 4 << 2 << "0–1 2–3";
    QTest::newRow("the first ones have more") << 11 << 4 << "0–2 3–5 6–8 9–10";
    QTest::newRow("one each") << 3 << 3 << "0 1 2";
}

void StagesTest::evenRanges() {
    QFETCH(const int, layers);
    QFETCH(const int, stages);
    QStringList ranges;
    for (const LayerRange& range : evenLayers(layers, static_cast<std::size_t>(stages))) {
        ranges.append(layersText(range));
    }
    QTEST(ranges.join(u' '), "ranges");
}

void StagesTest::rangesAreCheckedWhileTyped() {
    const Fixture f(m_llama);
    QVERIFY2(f.canRun(), qPrintable(f.notice()));
    f.type("stages_last_0", "0");
    QVERIFY2(f.notice().contains(goldenText("window-machines/missing-before-stage-2-1")),
             qPrintable(f.notice()));
    QVERIFY(!f.canRun());
    QCOMPARE(f.child<QPushButton>("stages_run")->toolTip(), f.notice());
    f.type("stages_last_0", "2");
    QVERIFY2(f.notice().contains(goldenText("window-machines/in-stage-2-and-in-one-before-it-2")),
             qPrintable(f.notice()));
    f.type("stages_first_1", "3");
    QVERIFY2(f.canRun(), qPrintable(f.notice()));
    f.type("stages_last_1", "7");
    QVERIFY2(f.notice().contains("last stage ends with layer 7"), qPrintable(f.notice()));
    // How many another model has is not known before it runs.
    f.child<QLineEdit>("stages_model")->setText("/models/other");
    QVERIFY2(f.canRun(), qPrintable(f.notice()));
    QVERIFY(!f.child<QPushButton>("stages_divide")->isEnabled());
}

void StagesTest::stagesAreAddedDividedAndRemoved() {
    const Fixture f(m_llama);
    f.click("stages_add");
    QCOMPARE(f.child<QSpinBox>("stages_first_2")->value(), kLayers);
    QVERIFY(f.notice().contains("last stage ends with layer 4"));
    f.click("stages_divide");
    QVERIFY2(f.canRun(), qPrintable(f.notice()));
    QCOMPARE(f.child<QSpinBox>("stages_last_0")->value(), 1);
    QCOMPARE(f.child<QSpinBox>("stages_first_2")->value(), 3);
    QCOMPARE(f.child<QSpinBox>("stages_last_2")->value(), 3);
    f.click("stages_remove_1");
    QVERIFY(f.dialog->findChild<QSpinBox*>("stages_first_2") == nullptr);
    QCOMPARE(f.child<QSpinBox>("stages_first_1")->value(), 3);
    QCOMPARE(f.child<QSpinBox>("stages_first_1")->accessibleName(),
             QString(goldenText("window-machines/first-layer-of-stage-2")));
    QVERIFY2(f.notice().contains(goldenText("window-machines/missing-before-stage-2-2")),
             qPrintable(f.notice()));
    f.click("stages_remove_0");
    f.click("stages_remove_0");
    QVERIFY(f.notice().contains("2 to 64"));
    QVERIFY(!f.child<QPushButton>("stages_divide")->isEnabled());
    f.click("stages_close");
    f.open(m_llama);
    QVERIFY(f.dialog->isVisible() && f.notice().contains("2 to 64"));
    f.click("stages_add");
    QCOMPARE(f.child<QSpinBox>("stages_first_0")->value(), 0);
}

void StagesTest::whatIsMissingIsSaid() {
    const Fixture f(m_llama);
    QCOMPARE(f.child<QSpinBox>("stages_generate")->text(), QString("3 tokens"));
    f.type("stages_generate", "1");
    QCOMPARE(f.child<QSpinBox>("stages_generate")->text(), QString("1 token"));
    QTest::keyClicks(f.child<QSpinBox>("stages_generate"), "6");
    QCOMPARE(f.child<QSpinBox>("stages_generate")->text(), QString("16 tokens"));
    f.type("stages_generate", "2k");
    QCOMPARE(f.child<QSpinBox>("stages_generate")->value(), 2048);
    f.type("stages_generate", "16");
    const QString note = f.child<QLabel>("stages_note")->text();
    QVERIFY2(note.contains(goldenText("window-machines/neither-encrypted-nor-authenticated")),
             qPrintable(note));
    f.child<QLineEdit>("stages_prompt")->clear();
    QVERIFY2(f.notice().contains(goldenText("window-machines/type-a-prompt")),
             qPrintable(f.notice()));
    QTest::keyClicks(f.child<QLineEdit>("stages_prompt"), "Hello");
    QVERIFY(f.canRun());
    f.child<QLineEdit>("stages_model")->clear();
    QVERIFY2(f.notice().contains("path"), qPrintable(f.notice()));
    QVERIFY(!f.canRun());
}

/// The parts of the form do not lie over each other where there is little room.
void StagesTest::manyStagesAndLongTextsLeaveRoom() {
    const Fixture f(m_llama);
    StagesOutcome outcome;
    outcome.seconds = 1;
    outcome.stages.resize(kMostStages);
    auto* bars = f.child<StageBars>("stages_bars");
    bars->setOutcome(std::make_shared<const StagesOutcome>(outcome));
    bars->show();
    auto* tokens = f.child<SelectableText>("stages_tokens");
    tokens->setText(QStringLiteral("12345, ").repeated(1000));
    tokens->show();
    f.dialog->resize(820, 600);
    const auto top = [&f](const QWidget* part) {
        return part->mapTo(f.dialog.get(), QPoint()).y();
    };
    const auto* rows = f.dialog->findChild<QScrollArea*>();
    QTRY_VERIFY(top(rows) + rows->height() <= top(f.child<QPushButton>("stages_add")));
    QVERIFY(top(bars) + bars->height() <= top(f.child<QPushButton>("stages_close")));
}

void StagesTest::givesWhatOneProcessGives() {
    NEEDS_STAGES();
    const CliOutcome one = runCli(
        {"run", m_llama, "--tokens", "1,2,3", "--generate", "3", "--gpus", "none", "--json"});
    QStringList tokens;
    for (const QJsonValue& token : one.json.value("tokens").toArray()) {
        tokens.append(QString::number(token.toInt()));
    }
    QCOMPARE(tokens.size(), 3);
    const Fixture f(m_llama);
    EventLoopWatch watch;
    f.click("stages_run");
    QVERIFY(f.run().isRunning());
    QVERIFY(!f.canRun() && !f.child<QSpinBox>("stages_first_0")->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(!f.run().isRunning(), kLong);
    QVERIFY(watch.longestMs() < 900 * f.run().elapsedSeconds());  // it answers meanwhile
    QVERIFY2(f.run().outcome() != nullptr, qPrintable(f.notice()));
    QVERIFY2(f.notice().startsWith("The run took ") &&
                 f.notice().contains(", measured from the start of the first stage to the end of "
                                     "the last. "),
             qPrintable(f.notice()));
    QCOMPARE(f.child<SelectableText>("stages_tokens")->toPlainText(),
             goldenText("cli/tokens-that-follow") + tokens.join(", "));
    auto* table = f.child<QTableWidget>("stages_table");
    QCOMPARE(table->rowCount(), 2);
    QCOMPARE(table->item(0, 0)->text(), QString("localhost"));
    QCOMPARE(table->item(0, 1)->text(), QString("0–1"));
    QCOMPARE(table->item(1, 1)->text(), QString("2–3"));
    QVERIFY(table->item(0, 2)->text().endsWith("MiB"));
    auto* bars = f.child<StageBars>("stages_bars");
    QVERIFY(bars->isVisible());
    QVERIFY(bars->accessibleDescription().contains("localhost, layers 2–3: computed for "));
    for (const StageFigures& stage : f.run().outcome()->stages) {
        QVERIFY(!stage.busy.empty());
        QVERIFY(stage.computeSeconds > 0 && stage.busy.back().second <= f.run().outcome()->seconds);
    }
    QVERIFY(f.canRun());
}

/// Rows stay in the order of stages, the highest is kept, and what makes no sense changes nothing.
void StagesTest::memoryOfTheStages() {
    std::vector<StageMemoryRow> rows;
    const auto take = [&rows](const char* line) {
        takeStageMemory(nlohmann::ordered_json::parse(line, nullptr, false), 2, rows);
    };
    take(R"({"stage":1,"memory":{"ram":5,"ram_total":9,"gpus":[]}})");
    take(R"({"stage":0,"memory":{"ram":7,"gpus":[{"device":"gpu:1","held":4,"total":8,)"
         R"("simulated":true},{"device":"cpu","held":1},7]}})");
    take(R"({"stage":0,"memory":{"ram":3,"gpus":[{"device":"gpu:1","held":2,"simulated":true}]}})");
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(rows[0].held, 3.0);
    QCOMPARE(rows[0].highest, 7.0);
    QVERIFY(!rows[0].gpu && !rows[0].simulated && rows[0].total == 0);
    QVERIFY(rows[1].gpu == DeviceId::gpu(1) && rows[1].simulated);
    QCOMPARE(rows[1].highest, 4.0);
    QCOMPARE(rows[2].stage, std::size_t{1});
    QCOMPARE(rows[2].total, 9.0);
    for (const char* const line :
         {R"({"stage":2,"memory":{}})", R"({"stage":-1,"memory":{}})", R"({"memory":{}})",
          R"({"stage":0,"memory":7})", R"([1])", "{", ""}) {
        take(line);
        QCOMPARE(rows.size(), std::size_t{3});
        QCOMPARE(rows[0].held, 3.0);
    }
}

void StagesTest::memoryIsSeenWhileItRuns() {
    NEEDS_STAGES();
    const Fixture f(m_llama, kProgram, kManyTokens);
    auto* table = f.child<QTableWidget>("stages_memory");
    QVERIFY(table->isHidden());
    f.click("stages_run");
    QTRY_COMPARE_WITH_TIMEOUT(table->rowCount(), 2, kLong);
    QVERIFY(table->isVisible() && f.child<QTableWidget>("stages_table")->isHidden());
    for (const int row : {0, 1}) {
        QCOMPARE(table->item(row, 0)->text(), QString("localhost"));
        QCOMPARE(table->item(row, 2)->text(),
                 QString(goldenText("window-machines/ram-of-the-process")));
        for (const int column : {3, 4, 5}) {
            const QString size = table->item(row, column)->text();
            QVERIFY2(size.endsWith("iB"), qPrintable(size));
        }
        QCOMPARE(table->item(row, 6)->text(), QString("measured"));
    }
    f.click("stages_cancel");
    QTRY_VERIFY_WITH_TIMEOUT(!f.run().isRunning(), kLong);
    // What was the highest stays, and nothing is held.
    QVERIFY(table->isVisible() && table->isColumnHidden(3) && !table->isColumnHidden(4));
}

/// In a window that is read from the right, too, where the names stand at the right.
void StagesTest::timeGoesFromLeftToRight() {
    const Theme theme(qApp, ThemeMode::Light);
    const auto outcome = std::make_shared<StagesOutcome>();
    outcome->seconds = 10;
    outcome->stages.push_back({.stage = {}, .busy = {{0, 2}}});
    for (const Qt::LayoutDirection direction : {Qt::LeftToRight, Qt::RightToLeft}) {
        StageBars bars(&theme);
        bars.setLayoutDirection(direction);
        bars.setOutcome(outcome);
        bars.resize(600, bars.sizeHint().height());
        const QImage image = bars.grab().toImage();
        const auto columnsOf = [&image](const QColor& color) {
            QList<int> columns;
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, 2) == color) {
                    columns.append(x);
                }
            }
            return columns;
        };
        const QList<int> busy = columnsOf(theme.colors().accent);
        const QList<int> idle = columnsOf(theme.colors().softBorder);
        QVERIFY(!busy.isEmpty() && !idle.isEmpty());
        QVERIFY(busy.last() < idle.first());
        QCOMPARE(busy.first() > image.width() / 5, direction == Qt::LeftToRight);
    }
}

/// To a machine that a script in the place of ssh makes of this one.
void StagesTest::theWeightsAreSent() {
    NEEDS_STAGES();
    QVERIFY(QDir(m_dir.path()).mkpath("far/tmp"));
    writeProgram(m_dir.filePath("far/ssh"),
                 "#!/bin/sh\ncd \"${0%/*}\"\nfor word; do command=$word; done\n"
                 "case \"$command\" in *receive*) touch asked ;; esac\n"
                 "PATH=\"" STOWAGE_BIN_DIR
                 ":$PATH\" TMPDIR=\"$PWD/tmp\" exec sh -c \"$command\"\n");
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", m_dir.filePath("far").toUtf8() + ":" + path);
    const Fixture f(m_llama);
    f.child<QComboBox>("stages_machine_1")->setCurrentText("far");
    f.child<QLineEdit>("stages_address_0")->setText("127.0.0.1");
    f.child<QLineEdit>("stages_address_1")->setText("127.0.0.1");
    auto* send = f.child<QCheckBox>("stages_send");
    QTest::mouseClick(send, Qt::LeftButton, {}, QPoint(8, send->height() / 2));
    QVERIFY(send->isChecked());
    f.click("stages_run");
    QTRY_VERIFY_WITH_TIMEOUT(!f.run().isRunning(), kLong);
    qputenv("PATH", path);
    QVERIFY2(f.run().outcome() != nullptr, qPrintable(f.notice()));
    QVERIFY(QFile::exists(m_dir.filePath("far/asked")));
    QCOMPARE(QDir(m_dir.filePath("far/tmp")).entryList(QDir::NoDotAndDotDot | QDir::AllEntries),
             QStringList());
}

void StagesTest::cancels() {
    NEEDS_STAGES();
    const Fixture f(m_llama, kProgram, kManyTokens);
    f.click("stages_run");
    QVERIFY(waitForStages());
    f.click("stages_cancel");
    QVERIFY(f.run().isRunning() && !f.child<QPushButton>("stages_cancel")->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(!f.run().isRunning(), kLong);
    QVERIFY2(f.notice().startsWith(goldenText("window-machines/the-run-was-cancelled")),
             qPrintable(f.notice()));
    QCOMPARE(f.child<QTableWidget>("stages_table")->rowCount(), 0);
    QVERIFY(f.canRun());
}

void StagesTest::closingCancels() {
    NEEDS_STAGES();
    const Fixture f(m_llama, kProgram, kManyTokens);
    f.click("stages_run");
    QVERIFY(waitForStages());
    QTest::keyClick(f.dialog.get(), Qt::Key_Escape);
    QVERIFY(f.dialog->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!f.dialog->isVisible(), kLong);
    QVERIFY(!f.run().isRunning());
}

void StagesTest::nothingIsLeftOfAFormThatGoes() {
    NEEDS_STAGES();
    Fixture f(m_llama, kProgram, kManyTokens);
    f.click("stages_run");
    QVERIFY(waitForStages());
    f.dialog.reset();
}

void StagesTest::aStageThatFails() {
    NEEDS_STAGES();
    const Fixture f(m_llama);
    f.child<QLineEdit>("stages_model")->setText(m_dir.filePath("nothing"));
    f.click("stages_run");
    QTRY_VERIFY_WITH_TIMEOUT(!f.run().isRunning(), kLong);
    QVERIFY2(f.notice().startsWith(goldenText("cli/the-stage-on-localhost-layers")) &&
                 f.notice().contains(m_dir.filePath("nothing")),
             qPrintable(f.notice()));
    QVERIFY(f.canRun());
}

/// Also what the stage's own process said.
void StagesTest::aFailureIsSaidInTheWindowsLanguage() {
    NEEDS_STAGES();
    const QSettings settings(m_dir.filePath("settings.ini"), QSettings::IniFormat);
    ProgramLanguage language(qApp, settings);
    language.use("ja");
    const QString path = m_dir.filePath("nothing");
    const QString reason = translated(say("There is no file or folder %1.", path.toStdString()));
    {
        const Fixture f(m_llama);
        f.child<QLineEdit>("stages_model")->setText(path);
        f.click("stages_run");
        QTRY_VERIFY_WITH_TIMEOUT(!f.run().isRunning(), kLong);
        QVERIFY2(f.notice().endsWith(reason), qPrintable(f.notice()));
        QVERIFY2(!f.notice().contains("The stage") && !reason.contains("There is"),
                 qPrintable(f.notice()));
    }
    language.use("en");
}

void StagesTest::aStageThatIsKilled() {
    NEEDS_STAGES();
    const Fixture f(m_llama, kProgram, kManyTokens);
    f.click("stages_run");
    QVERIFY(waitForStages());
    QCOMPARE(::kill(static_cast<pid_t>(stageAmong(started(), 1)), SIGKILL), 0);
    QTRY_VERIFY_WITH_TIMEOUT(!f.run().isRunning(), kLong);
    QVERIFY2(f.notice().startsWith(goldenText("cli/the-stage-on-localhost-layers")),
             qPrintable(f.notice()));
    QVERIFY(!f.run().isCancelled());
}

void StagesTest::noProgram() {
    const Fixture f(m_llama, m_dir.filePath("no_stowagectl"));
    f.click("stages_run");
    QVERIFY(!f.run().isRunning());
    QVERIFY2(f.notice().startsWith(goldenText("window-machines/there-is-no-stowagectl-at")),
             qPrintable(f.notice()));
}

void StagesTest::theAction() {
    WindowFixture f("48MiB,48MiB");
    f.window.show();
    auto* action = f.child<QAction>("run_stages_action");
    QVERIFY(!action->isEnabled());
    QCOMPARE(action->toolTip(),
             QString(goldenText("window-machines/open-a-model-with-weights-first")));
    f.window.machines()->machines()->add("far");
    const QString model =
        writeSmallSample(f.folder.filePath("gpt2"), CheckpointFormat::Safetensors);
    QVERIFY(openAndWait(f.document, model));
    QTRY_VERIFY2(action->isEnabled(), qPrintable(action->toolTip()));
    action->trigger();
    const StagesDialog& dialog = *f.child<StagesDialog>("stages_dialog");
    QTRY_VERIFY(dialog.isVisible());
    const auto spin = [&f](const char* name) { return f.child<QSpinBox>(name)->value(); };
    QCOMPARE(spin("stages_first_0"), 0);
    QCOMPARE(spin("stages_last_0"), 2);
    QCOMPARE(spin("stages_first_1"), 3);
    QCOMPARE(spin("stages_last_1"), 5);
    QCOMPARE(f.child<QComboBox>("stages_machine_0")->currentText(), QString("localhost"));
    QCOMPARE(f.child<QComboBox>("stages_machine_1")->currentText(), QString("far"));
    QCOMPARE(f.child<QLineEdit>("stages_model")->text(), model);
    QTest::mouseClick(f.child<QPushButton>("stages_close"), Qt::LeftButton);
    QVERIFY(!dialog.isVisible());
    // A machine that came later is offered, too, and what was chosen stays.
    f.window.machines()->machines()->add("near");
    action->trigger();
    QTRY_VERIFY(dialog.isVisible());
    QVERIFY(f.child<QComboBox>("stages_machine_0")->findText("near") >= 0);
    QCOMPARE(f.child<QComboBox>("stages_machine_1")->currentText(), QString("far"));
}

void StagesTest::modelsThatAreNotDivided() {
    WindowFixture f("48MiB,48MiB");
    auto* action = f.child<QAction>("run_stages_action");
    QVERIFY(openAndWait(f.document, writeTreeFile(f.folder.path(), 2)));
    QTRY_VERIFY(!action->toolTip().contains(goldenText("window-machines/being-found-out")));
    QVERIFY(!action->isEnabled() && !action->toolTip().isEmpty());
    QVERIFY(openAndWait(
        f.document, writeSmallSample(f.folder.filePath("one"), CheckpointFormat::Safetensors, 1)));
    QTRY_VERIFY2(action->toolTip().contains("at least two layers"), qPrintable(action->toolTip()));
    QVERIFY(!action->isEnabled());
}

QTEST_MAIN(StagesTest)
#include "tst_stages.moc"
