// SPDX-License-Identifier: GPL-3.0-or-later
// What a run is asked for: prompt, sampling, devices, and what is wrong with it.
#include "tests/support/golden_text.h"
#include "tests/widgets/model_run_window.h"
#include "widgets/run/run_feature.h"
#include "widgets/run/run_fields.h"
#include "widgets/support/labels.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr int kTimeout = 60000;

}  // namespace

class RunFieldsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnWarnings(); }
    void saysWhatIsWrongAtTheField_data();
    void saysWhatIsWrongAtTheField();
    void tooManyTokensAreSaidAtTheirField();
    void drawnTokensComeAgainWithTheirSeed();
    void textBecomesTokensWhereThereIsATokenizer();
    void encoderGeneratesNothing();
    void anImageIsAskedForWhereTheModelTakesOne();
    void readsPromptsAsTheyAreTyped_data();
    void readsPromptsAsTheyAreTyped();
};

void RunFieldsTest::saysWhatIsWrongAtTheField_data() {
    QTest::addColumn<QString>("prompt");
    QTest::addColumn<QString>("says");
    QTest::newRow("a word") << "1,hello,2" << goldenText("cli/hello-is-no-token");
    QTest::newRow("outside") << "1,97"
                             << "vocabulary, which contains the tokens 0 to 96";
    QTest::newRow("negative") << "-1"
                              << "vocabulary, which contains the tokens 0 to 96";
    QTest::newRow("nothing") << "" << goldenText("window-run/at-least-one-token");
    QTest::newRow("too long") << spelled(std::vector<std::int64_t>(65, 1)) << "reads at most 64";
    QTest::newRow("huge") << "99999999999999999999" << goldenText("cli/is-no-token");
}

void RunFieldsTest::saysWhatIsWrongAtTheField() {
    QFETCH(QString, prompt);
    QFETCH(QString, says);
    WindowFixture f(kPlainGpus);
    openRunWindow(f);
    auto* run = f.child<QPushButton>("run_start");
    QVERIFY(run->isEnabled());
    auto* error = f.child<QLabel>("run_prompt_error");
    QVERIFY(!error->isVisible());
    typePrompt(f, prompt);
    QVERIFY(error->isVisible());
    QVERIFY2(error->text().contains(says), qPrintable(error->text()));
    QVERIFY(f.child<QLineEdit>("run_prompt")->property("invalid").toBool());
    QCOMPARE(f.child<QLineEdit>("run_prompt")->accessibleDescription(), error->text());
    QVERIFY(!run->isEnabled());
    QCOMPARE(run->toolTip(), error->text());
    // Neither the menu nor Return runs what is wrong.
    f.child<QAction>("run_action")->trigger();
    QTest::keyClick(f.child<QLineEdit>("run_prompt"), Qt::Key_Return);
    QVERIFY(!f.window.run()->controller()->isRunning());
    typePrompt(f, QStringLiteral("1, 2"));
    QVERIFY(!error->isVisible());
    QVERIFY(run->isEnabled());
}

void RunFieldsTest::tooManyTokensAreSaidAtTheirField() {
    WindowFixture f(kPlainGpus);
    openRunWindow(f);
    typePrompt(f, spelled(std::vector<std::int64_t>(60, 1)));
    f.child<QSpinBox>("run_generate")->setValue(5);  // the fifth is not put in any more
    QVERIFY(!f.child<QLabel>("run_generate_error")->isVisible());
    f.child<QSpinBox>("run_generate")->setValue(6);
    QVERIFY(f.child<QLabel>("run_generate_error")->isVisible());
    QVERIFY(!f.child<QLabel>("run_prompt_error")->isVisible());
    QVERIFY(!f.child<QPushButton>("run_start")->isEnabled());
}

void RunFieldsTest::textBecomesTokensWhereThereIsATokenizer() {
    QTemporaryDir dir;
    QVERIFY(dir.isValid());
    for (const char* const name : {"config.json", "model.safetensors"}) {
        QVERIFY(
            QFile::copy(QStringLiteral(STOWAGE_TEST_DATA "/run/gpt2/") + name, dir.filePath(name)));
    }
    QFile vocabulary(dir.filePath("vocab.json"));
    QVERIFY(vocabulary.open(QIODevice::WriteOnly));
    vocabulary.write("{\"H\":1,\"e\":2,\"l\":3,\"o\":4,\",\":5,\"He\":6}");
    vocabulary.close();
    QFile merges(dir.filePath("merges.txt"));
    QVERIFY(merges.open(QIODevice::WriteOnly));
    merges.write("H e\n");
    merges.close();
    {
        WindowFixture bare(kPlainGpus);
        openRunWindow(bare);
        QVERIFY(!bare.child<QLineEdit>("run_prompt_text")->isVisible());
    }
    WindowFixture f(kPlainGpus);
    openRunWindow(f, dir.path());
    auto* text = f.child<QLineEdit>("run_prompt_text");
    auto* tokens = f.child<QLineEdit>("run_prompt");
    QTRY_VERIFY(text->isVisible());
    text->selectAll();
    QTest::keyClicks(text, QStringLiteral("Hello"));
    QCOMPARE(tokens->text(), QStringLiteral("6, 3, 3, 4"));
    typePrompt(f, QStringLiteral("6, 4"));
    QCOMPARE(text->text(), QStringLiteral("Heo"));
    QTest::keyClick(text, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!f.window.run()->controller()->runs().empty(), kTimeout);
    const auto& run = f.window.run()->controller()->runs().back();
    QVERIFY(!run.report->stopped);
    QCOMPARE(run.report->sequences.front().prompt, (std::vector<std::int64_t>{6, 4}));
    const std::string decoded =
        f.window.run()->controller()->tokenizer()->decode(run.report->sequences.front().generated);
    QCOMPARE(f.child<SelectableText>("run_text")->toPlainText().toStdString(), decoded);
}

void RunFieldsTest::drawnTokensComeAgainWithTheirSeed() {
    WindowFixture f(kPlainGpus);
    openRunWindow(f);
    typePrompt(f, QStringLiteral("1, 2, 3"));
    QVERIFY(!f.child<QSpinBox>("run_seed")->isVisible());
    f.child<QComboBox>("run_sampling")->setCurrentIndex(1);
    QVERIFY(f.child<QSpinBox>("run_seed")->isVisible());
    f.child<QComboBox>("run_device")
        ->setCurrentIndex(f.child<QComboBox>("run_device")->findData(QStringLiteral("cpu")));
    f.child<QCheckBox>("run_prefetch")->setChecked(false);
    QVERIFY(!f.child<QSpinBox>("run_window")->isEnabled());
    std::vector<std::vector<std::int64_t>> drawn;
    for (const int seed : {7, 7, 8}) {
        f.child<QSpinBox>("run_seed")->setValue(seed);
        QSignalSpy finished(f.window.run()->controller(), &RunController::finished);
        QTest::mouseClick(f.child<QPushButton>("run_start"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
        const RunReport& report = *f.window.run()->controller()->runs().back().report;
        QVERIFY2(!report.stopped, report.stopped ? report.stopped->message.english().c_str() : "");
        QCOMPARE(report.window, 0U);
        QCOMPARE(report.executionDevice, DeviceId::cpu());
        drawn.push_back(report.sequences.front().generated);
    }
    QCOMPARE(drawn[0], drawn[1]);
    QVERIFY(drawn[0] != drawn[2]);
}

void RunFieldsTest::encoderGeneratesNothing() {
    WindowFixture f(kPlainGpus);
    openRunWindow(f, tinyBert());
    QVERIFY(!f.child<QSpinBox>("run_generate")->isEnabled());
    typePrompt(f, QStringLiteral("5, 6, 7"));
    QSignalSpy finished(f.window.run()->controller(), &RunController::finished);
    QTest::mouseClick(f.child<QPushButton>("run_start"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    const RunReport& report = *f.window.run()->controller()->runs().back().report;
    QVERIFY2(!report.stopped, report.stopped ? report.stopped->message.english().c_str() : "");
    QVERIFY(report.sequences.front().generated.empty());
    QVERIFY(!f.child<SelectableText>("run_tokens")->isVisible());
    QCOMPARE(f.child<QLabel>("run_step")->text().left(12), QString("Ran 3 tokens"));
    QCOMPARE(phaseNames(f), QStringList("Prefill"));
}

void RunFieldsTest::anImageIsAskedForWhereTheModelTakesOne() {
    QTemporaryDir folder;
    const auto image = [&](const QByteArray& shape, qsizetype numbers) {
        const QByteArray header =
            "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }\n";
        QByteArray content("\x93NUMPY\x01\x00", 8);
        content.append(static_cast<char>(header.size()));
        content.append('\0');
        QFile file(folder.filePath(QStringLiteral("%1.npy").arg(numbers)));
        if (file.open(QIODevice::WriteOnly)) {
            file.write(content + header + QByteArray(numbers * 4, '\0'));
        }
        return file.fileName();
    };
    WindowFixture f(kPlainGpus);
    openRunWindow(f, tinyVit());
    auto* const input = f.child<QLineEdit>("run_input");
    auto* const error = f.child<QLabel>("run_input_error");
    auto* const start = f.child<QPushButton>("run_start");
    QVERIFY(input->isVisible());
    QVERIFY(!f.child<QLineEdit>("run_prompt")->isVisible());
    QVERIFY(!start->isEnabled());
    QVERIFY2(error->text().contains(QStringLiteral("input pixel_values with 3 × 12 × 12 numbers")),
             qPrintable(error->text()));
    input->setText(image("(3, 12, 13)", 3 * 12 * 13));
    QVERIFY(!start->isEnabled());  // while it is read
    QTRY_VERIFY2_WITH_TIMEOUT(error->text().contains(QStringLiteral("3 × 12 × 13")),
                              qPrintable(error->text()), kTimeout);
    input->setText(folder.filePath(QStringLiteral("none.npy")));
    QTRY_VERIFY2_WITH_TIMEOUT(error->text().contains(QStringLiteral("none.npy")),
                              qPrintable(error->text()), kTimeout);
    f.dialogs.answer = image("(1, 3, 12, 12)", 3 * 12 * 12);
    QTest::mouseClick(f.child<QPushButton>("run_input_browse"), Qt::LeftButton);
    QCOMPARE(input->text(), f.dialogs.answer);
    QTRY_VERIFY2_WITH_TIMEOUT(!error->isVisible(), qPrintable(error->text()), kTimeout);
    QSignalSpy finished(f.window.run()->controller(), &RunController::finished);
    QTest::mouseClick(start, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    const RunReport& report = *f.window.run()->controller()->runs().back().report;
    QVERIFY2(!report.stopped, report.stopped ? report.stopped->message.english().c_str() : "");
    QCOMPARE(report.numbers.vocabulary, 7);
    QCOMPARE(f.child<QLabel>("run_step")->text().left(7), QString("Ran in "));
}

void RunFieldsTest::readsPromptsAsTheyAreTyped_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("tokens");
    QTest::newRow("commas") << "15496,11,995"
                            << "15496, 11, 995";
    QTest::newRow("a list of Python") << "[15496, 11, 995]"
                                      << "15496, 11, 995";
    QTest::newRow("a tensor of Python") << "([[1, 2]])"
                                        << "1, 2";
    QTest::newRow("spaces and lines") << " 1 2\n3 "
                                      << "1, 2, 3";
    QTest::newRow("nothing") << " , "
                             << "";
}

void RunFieldsTest::readsPromptsAsTheyAreTyped() {
    QFETCH(QString, text);
    const auto read = parsePromptTokens(text);
    QVERIFY(read);
    QTEST(promptTokensText(*read), "tokens");
}

QTEST_MAIN(RunFieldsTest)
#include "tst_run_fields.moc"
