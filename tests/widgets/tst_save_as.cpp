// SPDX-License-Identifier: GPL-3.0-or-later
// "Write Model As…", typed and clicked through: formats, shards and samples, progress and stop,
// what an interrupted save left, and that nothing is replaced without being asked.
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/write/convert_checkpoint.h"
#include "engine/checkpoint/write/target_folder.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/open/open_feature.h"
#include "widgets/open/save_dialog.h"
#include "widgets/support/message_bar.h"

#include <QAbstractButton>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace stowage;
using namespace stowage::test;

namespace {

/// The form over a window with a small model, shown by its key.
class SaveFixture {
public:
    explicit SaveFixture(bool withModel = true) : f("48MiB,48MiB") {
        if (withModel) {
            const QString sample = writeSmallSample(f.folder.filePath(QStringLiteral("model")),
                                                    CheckpointFormat::Safetensors);
            isOpen = openAndWait(f.document, sample);
        }
        f.window.show();
        isShown = QTest::qWaitForWindowExposed(&f.window);
        f.child<QAction>("write_model_action")->trigger();
        form = f.window.findChild<SaveDialog*>();
        saves = f.window.findChild<SaveController*>();
    }
    template <class Widget>
    [[nodiscard]] Widget* child(const char* name) const {
        auto* widget = form->findChild<Widget*>(QLatin1String(name));
        if (widget == nullptr) {
            qFatal("the form has no %s", name);
        }
        return widget;
    }
    void type(const char* name, const QString& text) const {
        auto* line = child<QLineEdit>(name);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
    }
    /// Chooses an item of a list by the keyboard, as a person does.
    void choose(const char* name, const QString& text) const {
        auto* combo = child<QComboBox>(name);
        const int row = combo->findText(text);
        QVERIFY2(row >= 0, qPrintable(text));
        combo->setFocus();
        while (combo->currentIndex() != row) {
            const int before = combo->currentIndex();
            QTest::keyClick(combo, combo->currentIndex() < row ? Qt::Key_Down : Qt::Key_Up);
            QVERIFY(combo->currentIndex() != before);
        }
    }
    void click(const char* name) const {
        auto* button = child<QAbstractButton>(name);
        QVERIFY2(button->isVisible() && button->isEnabled(), name);
        QTest::mouseClick(button, Qt::LeftButton);
    }
    [[nodiscard]] bool reaches(SaveState state) const {
        return QTest::qWaitFor([this, state] { return saves->state() == state; }, 60000);
    }
    [[nodiscard]] QString at(const char* name) const {
        return f.folder.filePath(QLatin1String(name));
    }
    [[nodiscard]] QStringList filesIn(const char* name) const {
        return QDir(at(name)).entryList(QDir::Files | QDir::Hidden, QDir::Name);
    }
    /// Saves into a folder of the fixture by typing its name and Enter.
    void saveInto(const char* name) const {
        type("save_folder", at(name));
        QTest::keyClick(child<QLineEdit>("save_folder"), Qt::Key_Return);
    }

    WindowFixture f;
    bool isOpen = false;
    bool isShown = false;
    SaveDialog* form = nullptr;
    SaveController* saves = nullptr;
};

}  // namespace

class SaveAsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// As failOnWarnings(); the form is raised, too, which the offscreen platform cannot.
    void init() {
        QTest::failOnWarning(QRegularExpression(
            QStringLiteral("^(?!This plugin does not support (propagateSizeHints|raise))")));
    }

    void controlsHaveNames() {
        SaveFixture f;
        QVERIFY(f.isOpen && f.isShown && f.form != nullptr && f.form->isVisible());
        QVERIFY(!f.form->isModal());
        for (const auto* button : f.form->findChildren<QAbstractButton*>()) {
            QVERIFY(!button->objectName().isEmpty());
            QVERIFY(!button->accessibleName().isEmpty() || !button->text().isEmpty());
        }
        for (const auto* line : f.form->findChildren<QLineEdit*>()) {
            QVERIFY2(!line->accessibleName().isEmpty(), qPrintable(line->objectName()));
        }
        for (const auto* list : f.form->findChildren<QComboBox*>()) {
            QVERIFY2(!list->accessibleName().isEmpty(), qPrintable(list->objectName()));
        }
        QVERIFY(f.child<QComboBox>("save_source")
                    ->currentText()
                    .startsWith(goldenText("window-open/the-open-model")));
    }

    void shardsAreWrittenAndOpened() {
        SaveFixture f;
        f.type("save_shard", "4MB");
        f.saveInto("shards");
        QVERIFY(f.reaches(SaveState::Saved));
        const QStringList files = f.filesIn("shards");
        QVERIFY2(files.size() > 3, qPrintable(files.join(u' ')));
        QVERIFY(files.contains("model.safetensors.index.json") && files.contains("config.json"));
        for (const QString& file : files.filter("model-0")) {
            QVERIFY2(QFile(f.at("shards/") + file).size() < 4'100'000, qPrintable(file));
        }
        const ConvertSummary& summary = f.saves->saved()->summary;
        QCOMPARE(summary.tensorCount, f.f.document.checkpoint()->tensors.size());
        QVERIFY2(f.form->notice().startsWith("Wrote ") && f.form->notice().contains(" files, in "),
                 qPrintable(f.form->notice()));
        f.click("save_open");
        QTRY_VERIFY(f.f.document.isIdle() && f.f.document.path() == f.at("shards/") +
                                                                        "model.safetensors.index."
                                                                        "json");
        QVERIFY(!f.form->isVisible());
        QCOMPARE(f.f.document.checkpoint()->shards.size(), summary.fileCount);
    }

    void oneFilePerTensorInAnotherType() {
        SaveFixture f;
        f.choose("save_format", goldenText("window-open/one-pt-file-per-tensor"));
        f.choose("save_type", "float16");
        QVERIFY(!f.child<QLineEdit>("save_shard")->isVisible());
        f.saveInto("tensors");
        QVERIFY(f.reaches(SaveState::Saved));
        const auto written = openCheckpoint(f.at("tensors").toStdString());
        QVERIFY(written);
        QCOMPARE((*written)->tensors.size(), f.f.document.checkpoint()->tensors.size());
        for (const StoredTensor& tensor : (*written)->tensors) {
            QCOMPARE(tensor.dtype, DType::Float16);
        }
    }

    void anOffloadFolderAndThePickle() {
        SaveFixture f;
        f.choose("save_format", goldenText("window-document/accelerates-offload-folder"));
        f.saveInto("offload");
        QVERIFY(f.reaches(SaveState::Saved));
        QVERIFY(f.filesIn("offload").contains("index.json"));
        f.choose("save_format", "PyTorch file (.pth)");
        f.saveInto("pickle");
        QVERIFY(f.reaches(SaveState::Saved));
        QVERIFY(f.filesIn("pickle").contains("model.pth"));
    }

    void aSampleNeedsNoModel() {
        SaveFixture f(false);
        QVERIFY(f.child<QComboBox>("save_format")
                    ->findText(goldenText("window-document/accelerates-offload-folder")) < 0);
        QVERIFY(f.child<QLineEdit>("save_seed")->isVisible());
        f.choose("save_source", goldenText("window-open/a-sample-of-random-weights-llama"));
        f.type("save_seed", "7");
        f.child<QCheckBox>("save_perturbed")->setFocus();
        QTest::keyClick(f.child<QCheckBox>("save_perturbed"), Qt::Key_Space);
        f.choose("save_type", "bfloat16");
        f.saveInto("sample");
        QVERIFY(f.reaches(SaveState::Saved));
        const auto written = openCheckpoint(f.at("sample").toStdString());
        QVERIFY(written);
        QCOMPARE((*written)->tensors.front().dtype, DType::BFloat16);
        // The same file as the engine writes of these choices.
        SampleOptions options;
        options.folder = f.at("again").toStdString();
        options.arch = "llama-tiny";
        options.dtype = DType::BFloat16;
        options.seed = 7;
        options.init = SampleInit::Perturbed;
        const auto again = writeSampleCheckpoint(options);
        QVERIFY(again);
        QFile first(f.at("sample/model.safetensors"));
        QFile second(QString::fromStdString(again->path));
        QVERIFY(first.open(QIODevice::ReadOnly) && second.open(QIODevice::ReadOnly));
        QCOMPARE(first.readAll(), second.readAll());
    }

    void wrongFieldsSaySoAndNothingIsWritten_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("words");
        QTest::newRow("shard, no size") << "save_shard"
                                        << "much" << goldenText("window-open/size-of-a-shard");
        QTest::newRow("shard, nothing") << "save_shard"
                                        << "0" << goldenText("checkpoint/at-least-one-byte");
        QTest::newRow("shard, negative") << "save_shard"
                                         << "-5GB" << goldenText("window-open/size-of-a-shard");
        QTest::newRow("shard, absurd") << "save_shard"
                                       << "1e300GB" << goldenText("window-open/size-of-a-shard");
        QTest::newRow("folder, empty") << "save_folder"
                                       << " " << goldenText("window-open/choose-the-folder");
        QTest::newRow("seed") << "save_seed"
                              << "-1" << goldenText("model/a-whole-number-from-0");
    }
    void wrongFieldsSaySoAndNothingIsWritten() {
        QFETCH(QString, field);
        QFETCH(QString, text);
        QFETCH(QString, words);
        SaveFixture f(false);
        f.type("save_folder", f.at("none"));
        const QByteArray name = field.toLatin1();
        f.type(name.constData(), text);
        QTest::keyClick(f.child<QLineEdit>(name.constData()), Qt::Key_Return);
        QCOMPARE(f.saves->state(), SaveState::Idle);
        QVERIFY2(f.form->notice().contains(words), qPrintable(f.form->notice()));
        auto* line = f.child<QLineEdit>(name.constData());
        QVERIFY(line->property("invalid").toBool());
        QCOMPARE(line->accessibleDescription(), f.form->notice());
        QVERIFY(!QFile::exists(f.at("none")));
        f.type(name.constData(), "1");
        QVERIFY(!line->property("invalid").toBool());
        QVERIFY(f.form->notice().isEmpty());
    }

    void foldersThatCannotBe() {
        SaveFixture f;
        f.saveInto("model");  // where the open model itself lies
        // Its files were written by a save of ours, so the form asks before the engine refuses.
        QTRY_VERIFY(f.saves->state() == SaveState::Asking || f.saves->state() == SaveState::Failed);
        if (f.saves->state() == SaveState::Asking) {
            f.click("save_over");
        }
        QVERIFY(f.reaches(SaveState::Failed));
        QVERIFY2(f.form->notice().contains(goldenText("checkpoint/in-which-the-model-itself-lies")),
                 qPrintable(f.form->notice()));
        f.saveInto("no/such/parent");
        QVERIFY(f.reaches(SaveState::Failed));
        QVERIFY2(f.form->notice().contains("no/such/parent"), qPrintable(f.form->notice()));
        QVERIFY(!QFile::exists(f.at("no")));
    }

    void somebodyElsesFileStays() {
        SaveFixture f;
        QVERIFY(QDir(f.f.folder.path()).mkdir("theirs"));
        QFile theirs(f.at("theirs/model.safetensors"));
        QVERIFY(theirs.open(QIODevice::WriteOnly) && theirs.write("mine") == 4);
        theirs.close();
        f.saveInto("theirs");
        QVERIFY(f.reaches(SaveState::Failed));
        QVERIFY2(f.form->notice().contains(goldenText("checkpoint/is-not-from-an-earlier-run")),
                 qPrintable(f.form->notice()));
        QVERIFY(theirs.open(QIODevice::ReadOnly));
        QCOMPARE(theirs.readAll(), QByteArray("mine"));
        QCOMPARE(f.filesIn("theirs"), QStringList("model.safetensors"));
    }

    void anEarlierSaveIsReplacedOnlyWhenAsked() {
        SaveFixture f;
        f.saveInto("twice");
        QVERIFY(f.reaches(SaveState::Saved));
        const std::string file = f.at("twice/model.safetensors").toStdString();
        if (!isMarkedAsWritten(file)) {
            QSKIP("this file system keeps no marks");
        }
        const auto before = QFileInfo(QString::fromStdString(file)).lastModified();
        f.choose("save_type", "float16");
        f.saveInto("twice");
        QVERIFY(f.reaches(SaveState::Asking));
        QVERIFY2(f.form->notice().contains(goldenText("window-open/would-be-replaced")),
                 qPrintable(f.form->notice()));
        QVERIFY(!f.child<QPushButton>("save_go_on")->isVisible());
        QCOMPARE(f.child<QPushButton>("save_over")->text(), QString("Replace"));
        f.click("save_back");
        QCOMPARE(f.saves->state(), SaveState::Idle);
        QCOMPARE(QFileInfo(QString::fromStdString(file)).lastModified(), before);
        f.saveInto("twice");
        QVERIFY(f.reaches(SaveState::Asking));
        f.click("save_over");
        QVERIFY(f.reaches(SaveState::Saved));
        const auto written = openCheckpoint(file);
        QVERIFY(written);
        QCOMPARE((*written)->tensors.front().dtype, DType::Float16);
    }

    /// An interrupted save of the same choices is taken up: what is kept is not written again.
    void anInterruptedSaveGoesOn() {
        SaveFixture f;
        ConvertOptions options;
        options.folder = f.at("cut").toStdString();
        options.choices.shardBytes = 4'000'000;
        std::uint64_t left = 10'000'000;
        options.fault = [&left](const std::string& path, std::uint64_t bytes) -> Result<void> {
            if (bytes > left) {
                return fail(ErrorCode::Cancelled, path + ": enough.", path);
            }
            left -= bytes;
            return {};
        };
        QVERIFY(!convertCheckpoint(*f.f.document.checkpoint(), options));
        f.type("save_shard", "4MB");
        f.saveInto("cut");
        QVERIFY(f.reaches(SaveState::Asking));
        QVERIFY2(f.form->notice().contains(goldenText("window-open/an-interrupted-save")),
                 qPrintable(f.form->notice()));
        QVERIFY(f.child<QPushButton>("save_over")->isVisible());
        f.click("save_go_on");
        QVERIFY(f.reaches(SaveState::Saved));
        QVERIFY(f.saves->saved()->summary.isResumed);
        QVERIFY(f.saves->saved()->summary.keptBytes > 3'000'000);
        QVERIFY2(f.form->notice().contains(goldenText("window-open/agreed-with-their-sums")),
                 qPrintable(f.form->notice()));
        QVERIFY(openCheckpoint(f.at("cut").toStdString()));
    }

    /// Another choice cannot go on with it, and says what to click instead of an option.
    void otherChoicesCannotGoOn() {
        SaveFixture f;
        ConvertOptions options;
        options.folder = f.at("cut").toStdString();
        options.fault = [](const std::string& path, std::uint64_t) -> Result<void> {
            static int writes = 0;
            return ++writes < 4 ? Result<void>() : fail(ErrorCode::Cancelled, path + ": no.", path);
        };
        options.syncBytes = 1 << 20;
        static_cast<void>(convertCheckpoint(*f.f.document.checkpoint(), options));
        QVERIFY(QFile::exists(f.at("cut/.stowage-unfinished")));
        f.choose("save_format", "PyTorch file (.pth)");
        f.saveInto("cut");
        QVERIFY(f.reaches(SaveState::Asking));
        f.click("save_go_on");
        QVERIFY(f.reaches(SaveState::Failed));
        QVERIFY2(f.form->notice().contains("“Start over”"), qPrintable(f.form->notice()));
        QVERIFY2(!f.form->notice().contains("--resume"), qPrintable(f.form->notice()));
        f.click("save_save");
        QVERIFY(f.reaches(SaveState::Asking));
        f.click("save_over");
        QVERIFY(f.reaches(SaveState::Saved));
        QVERIFY(!QFile::exists(f.at("cut/.stowage-unfinished")));
    }

    /// A long save shows its progress while the window stays alive, and stops at once.
    void stopKeepsWhatIsThere() {
        SaveFixture f(false);
        f.choose("save_source", goldenText("window-open/a-sample-of-random-weights-gpt2"));
        QSignalSpy progressed(f.saves, &SaveController::progressed);
        f.saveInto("long");
        QTRY_VERIFY_WITH_TIMEOUT(f.saves->progress().bytesDone > 0, 60000);
        QVERIFY(progressed.size() > 0);
        QVERIFY(f.child<QProgressBar>("save_progress")->isVisible());
        QVERIFY2(f.form->notice().startsWith("Writing: "), qPrintable(f.form->notice()));
        QVERIFY(!f.child<QLineEdit>("save_folder")->isEnabled());
        f.click("save_cancel");
        QVERIFY(f.reaches(SaveState::Stopped));
        QVERIFY2(f.form->notice().contains("was stopped"), qPrintable(f.form->notice()));
        QVERIFY2(!f.form->notice().contains("--resume"), qPrintable(f.form->notice()));
        QVERIFY(!QFile::exists(f.at("long/model.safetensors")));
        QVERIFY(f.child<QPushButton>("save_save")->isVisible());
    }

    void theFormMayBeClosedMeanwhile() {
        SaveFixture f;
        f.saveInto("hidden");
        f.form->reject();
        QTRY_VERIFY_WITH_TIMEOUT(f.saves->state() == SaveState::Saved, 60000);
        QTRY_VERIFY2(f.f.window.messages()->text().startsWith("Wrote "),
                     qPrintable(f.f.window.messages()->text()));
        QVERIFY(QFile::exists(f.at("hidden/model.safetensors")));
    }

    void theFolderCanBeChosen() {
        SaveFixture f;
        f.f.dialogs.answer = f.at("chosen");
        f.click("save_choose");
        QCOMPARE(f.child<QLineEdit>("save_folder")->text(), f.at("chosen"));
        f.click("save_save");
        QVERIFY(f.reaches(SaveState::Saved));
    }
};

QTEST_MAIN(SaveAsTest)
#include "tst_save_as.moc"
