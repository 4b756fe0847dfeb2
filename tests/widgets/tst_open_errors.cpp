// SPDX-License-Identifier: GPL-3.0-or-later
// Files that cannot be opened, through the window: the error stands in the place of the model, says
// file, key, byte and rule, offers the ways out, and the model that was open stays as it was.
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "tests/support/archive_builder.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/document/open_failure.h"
#include "widgets/open/open_error_card.h"
#include "widgets/open/open_feature.h"
#include "widgets/project/project_feature.h"
#include "widgets/support/labels.h"
#include "widgets/support/message_bar.h"
#include "widgets/tree/module_tree_view.h"
#include "widgets/tree/tree_feature.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>

#include <sys/stat.h>
#include <unistd.h>

using namespace stowage;
using namespace stowage::test;

namespace {

const char* const kGpus = "48MiB:context=4MiB,48MiB";

QByteArray bytesOf(const std::string& text) {
    return QByteArray::fromStdString(text);
}

constexpr const char* kUnheardOf = "{\"model_type\": \"unheard_of\"}";
constexpr const char* kToldTree =
    "{\"format\": \"stowage.tree\", \"version\": 1, \"no_split_module_classes\": [], \"tree\": "
    "{\"name\": \"\", \"class\": \"UnheardOfModel\", \"children\": [{\"name\": \"block\", "
    "\"class\": \"Block\", \"params\": [{\"name\": \"weight\", \"shape\": [6, 4], \"dtype\": "
    "\"float32\"}]}]}}";

/// The window with a model, and what its error card says.
struct ErrorFixture : WindowFixture {
    ErrorFixture() : WindowFixture(kGpus) {
        window.show();
        card = window.tree()->panel()->errorCard();
    }
    QString text(const char* name) const {
        auto* shown = child<SelectableText>(name);
        return shown->isVisible() ? shown->toPlainText() : QString();
    }
    void click(const char* name) const {
        auto* button = child<QAbstractButton>(name);
        QVERIFY(button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
    }
    QString write(const QString& name, const QByteArray& bytes) const {
        const QString path = folder.filePath(name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
            qFatal("%s cannot be written", qUtf8Printable(path));
        }
        return path;
    }
    /// A stand-in for a Python that does `script` once it knows where to write.
    QString python(const QByteArray& script) const {
        const QString path = write("python",
                                   "#!/bin/sh\nfor word in \"$@\"; do [ \"$last\" = --out ] && "
                                   "out=\"$word\"; last=\"$word\"; done\n" +
                                       script + "\n");
        QFile::setPermissions(path, QFile::permissions(path) | QFileDevice::ExeUser);
        return path;
    }
    bool failsToOpen(const QString& path) {
        window.open()->openPath(path);
        return QTest::qWaitFor([this] { return card->isShown() && !document.isBusy(); }, 60000);
    }

    OpenErrorCard* card = nullptr;
};

}  // namespace

class OpenErrorsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void badFilesKeepTheModel_data();
    void badFilesKeepTheModel();
    void standsInThePlaceOfTheModel();
    void namesKeyAndByte();
    void triesAgain();
    void opensAnother();
    void opensWithoutTheChoice();
    void copiesTheDetails();
    void closesByKeyAndClick();
    void comesToTheFront();
    void buttonsStayInSight();
    void nothingOfItIsLeftBesideAnother();
    void longNamesAreWhole();
    void markupIsText();
    void everyCodeHasItsRule();
    void foldersAndDevices();
    void withoutTheRight();
    void unknownModelsOfferPython();
    void ownCodeRunsOnlyWhenSaid();
    void weightsOfUnknownModelsOfferPython();
    void weightsSayWhyPythonFailed();

private:
    QTemporaryDir m_folder;
    QString m_sample;
};

void OpenErrorsTest::initTestCase() {
    qputenv("XDG_CACHE_HOME", m_folder.filePath("cache").toUtf8());
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::TorchZip);
    QVERIFY(!m_sample.isEmpty());
}

void OpenErrorsTest::badFilesKeepTheModel_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, const char* file, const QByteArray& bytes) {
        QTest::newRow(name) << QString::fromLatin1(file) << bytes;
    };
    const auto header = [](const char* json, std::size_t data) {
        return bytesOf(safetensorsFile(json, data));
    };
    row("empty", "a.safetensors", {});
    row("a letter", "a.safetensors", goldenText("plan/dear-reader-this-is-no-model-2"));
    row("a header of 2^60", "a.safetensors",
        QByteArray::fromHex("0000000000000010") + QByteArray(64, '{'));
    row("deep json", "a.safetensors",
        bytesOf(safetensorsFile("{\"a\":" + std::string(100'000, '['), 0)));
    row("a hole", "a.safetensors",
        header("{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}", 8));
    row("a product that overflows", "a.safetensors",
        header("{\"a\":{\"dtype\":\"F32\",\"shape\":[4294967296,4294967296,4],"
               "\"data_offsets\":[0,4]}}",
               4));
    row("an unknown type", "a.safetensors",
        header("{\"a\":{\"dtype\":\"F99\",\"shape\":[1],\"data_offsets\":[0,4]}}", 4));
    row("os.system", "a.pth",
        bytesOf(
            torchFile("\x80\x02" + pickleGlobal("os", "system") + pickleText("true") + "\x85R.")));
    row("a missing storage", "a.pth",
        bytesOf(torchFile(pickleDict(pickleText("a") + pickleTensor({.key = "7"})))));
    row("a storage of 2^40", "a.pth",
        bytesOf(torchFile(
            pickleDict(pickleText("a") + pickleTensor({.elements = std::int64_t{1} << 40})))));
    row("a pickle without an end", "a.pth", bytesOf(torchFile("\x80\x02}")));
    row("a zip without its end", "a.pth", bytesOf(torchFile(pickleDict(""))).chopped(30));
    row("gguf counts of 2^60", "a.gguf",
        bytesOf(ggufBytes({.tensorCount = std::uint64_t{1} << 60})));
    row("a tree that is none", "a.tree.json", "{\"format\":\"stowage.tree\",\"version\":1}");
    row("random bytes", "a.bin", QByteArray(4096, '\xa7'));
}

void OpenErrorsTest::badFilesKeepTheModel() {
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    ErrorFixture f;
    QVERIFY(openAndWait(f.document, m_sample));
    f.document.edit(MoveEdit{{"transformer.h.0"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(f.document));
    const auto before = f.document.plan();
    const QString path = f.write(name, bytes);
    const auto engine = openCheckpoint(path.toStdString());
    QVERIFY2(!engine, "the file is not bad");
    QVERIFY(f.failsToOpen(path));
    QVERIFY(f.card->isVisible());
    QCOMPARE(f.text("open_error_sentence"), QString::fromStdString(engine.error().message));
    QCOMPARE(f.text("open_error_file"), path);
    QCOMPARE(f.text("open_error_key"), QString::fromStdString(engine.error().key));
    QCOMPARE(f.text("open_error_offset"),
             engine.error().offset ? offsetText(*engine.error().offset) : QString());
    QCOMPARE(f.text("open_error_rule"), failureRule(engine.error().code));
    QVERIFY(!f.text("open_error_rule").isEmpty());
    QVERIFY(f.child<QLabel>("open_error_still_open")->text().startsWith("gpt2/model.pth is still"));
    // Nothing modal, nothing twice, and all of the old model: its plan, its undo, its tree.
    QVERIFY(QApplication::activeModalWidget() == nullptr);
    QVERIFY(f.window.messages()->text().isEmpty());
    QCOMPARE(f.document.plan(), before);
    QCOMPARE(f.document.path(), m_sample);
    QVERIFY(f.window.tree()->panel()->view()->isVisible());
    f.document.undoStack()->undo();
    QCOMPARE(f.document.plan()->request.moves.size(), std::size_t{0});
    f.document.edit(MoveEdit{{"transformer.h.1"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(f.document));
    QCOMPARE(f.document.plan()->request.moves.size(), std::size_t{1});
    QVERIFY(f.settings.value("recentFiles").toStringList().isEmpty());
}

void OpenErrorsTest::standsInThePlaceOfTheModel() {
    ErrorFixture f;
    QVERIFY(f.child<QWidget>("empty_open")->isVisible());
    QVERIFY(f.failsToOpen(f.write("letter.pth", "Dear reader")));
    QVERIFY(!f.child<QWidget>("empty_open")->isVisible());
    QVERIFY(!f.child<QWidget>("open_error_still_open")->isVisible());
    QCOMPARE(f.text("open_error_title"),
             QString(goldenText("window-document/letter-pth-cannot-be-opened")));
    QVERIFY(f.child<QPushButton>("open_error_open")->isVisible());
    QVERIFY(f.child<QPushButton>("open_error_folder")->isVisible());
    QVERIFY(!f.child<QPushButton>("open_error_without")->isVisible());
    // Once something opens it goes by itself.
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(!f.card->isVisible());
}

void OpenErrorsTest::namesKeyAndByte() {
    ErrorFixture f;
    const QString path =
        f.write("hole.safetensors",
                bytesOf(safetensorsFile("{\"layer.weight\":{\"dtype\":\"F32\",\"shape\":[1],"
                                        "\"data_offsets\":[4,8]}}",
                                        8)));
    QVERIFY(f.failsToOpen(path));
    QCOMPARE(f.text("open_error_key"), QString("layer.weight"));
    QVERIFY2(f.text("open_error_sentence").contains("layer.weight"),
             qPrintable(f.text("open_error_sentence")));
    QVERIFY(f.text("open_error_rule")
                .startsWith(goldenText("window-document/every-rule-of-the-format-must-hold")));
    // A truncated header names its byte.
    QVERIFY(f.failsToOpen(f.write("short.safetensors", QByteArray::fromHex("10000000"))));
    QCOMPARE(f.text("open_error_key"), QString());
    QVERIFY(f.text("open_error_rule")
                .startsWith(goldenText("window-document/a-file-must-hold-every-byte")));
}

void OpenErrorsTest::triesAgain() {
    ErrorFixture f;
    const QString path = f.folder.filePath("late.pth");
    QVERIFY(f.failsToOpen(path));
    QCOMPARE(f.text("open_error_title"),
             QString(goldenText("window-document/late-pth-is-not-there")));
    f.click("open_error_again");
    QTRY_VERIFY(f.card->isShown() && !f.document.isBusy());
    QVERIFY(QFile::copy(m_sample, path));
    f.click("open_error_again");
    QTRY_VERIFY(f.document.plan() != nullptr);
    QCOMPARE(f.document.path(), path);
    QVERIFY(!f.card->isVisible());
    QCOMPARE(f.settings.value("recentFiles").toStringList(), QStringList{path});
}

void OpenErrorsTest::opensAnother() {
    ErrorFixture f;
    QVERIFY(f.failsToOpen(f.write("letter.pth", "Dear reader")));
    f.dialogs.answer = m_sample;
    f.click("open_error_open");
    QCOMPARE(f.dialogs.questions, 1);
    QTRY_COMPARE(f.document.path(), m_sample);
    QVERIFY(waitUntilIdle(f.document));
    QVERIFY(f.failsToOpen(f.folder.filePath("nothing")));
    f.dialogs.answer = QStringLiteral(STOWAGE_TEST_DATA "/checkpoints/gpt2-tiny-shards");
    f.click("open_error_folder");
    QTRY_COMPARE(f.document.path(), f.dialogs.answer);
}

void OpenErrorsTest::opensWithoutTheChoice() {
    ErrorFixture f;
    const QString path = QStringLiteral(STOWAGE_TEST_DATA "/checkpoints/nested-torch2.15.pth");
    OpenOptions options;
    options.prefix = "no.such.part";
    f.window.open()->openPath(path, options);
    QTRY_VERIFY(f.card->isShown());
    QVERIFY2(f.text("open_error_sentence").contains("no.such.part"),
             qPrintable(f.text("open_error_sentence")));
    auto* without = f.child<QPushButton>("open_error_without");
    QCOMPARE(without->text(), QString(goldenText("window-document/open-its-largest-part")));
    f.click("open_error_without");
    QTRY_VERIFY(f.document.plan() != nullptr);
    QVERIFY(!f.document.openOptions().prefix);
    QVERIFY(!f.document.checkpoint()->prefix.empty());
}

void OpenErrorsTest::copiesTheDetails() {
    ErrorFixture f;
    const QString path =
        f.write("bad.safetensors",
                bytesOf(safetensorsFile(
                    "{\"w\":{\"dtype\":\"F99\",\"shape\":[1],\"data_offsets\":[0,4]}}", 4)));
    QVERIFY(f.failsToOpen(path));
    f.click("open_error_copy");
    const QString copied = QApplication::clipboard()->text();
    const Error& error = f.card->failure().error;
    QVERIFY2(copied.startsWith(QString::fromStdString(error.message) + "\n"), qPrintable(copied));
    QVERIFY2(copied.contains("\nfile: " + path + "\n"), qPrintable(copied));
    QVERIFY2(copied.contains("\nkey: w\n"), qPrintable(copied));
    const std::string_view kind = errorCodeName(error.code);
    QVERIFY2(copied.contains("\nkind: " + QString::fromUtf8(kind.data(), qsizetype(kind.size()))),
             qPrintable(copied));
    QCOMPARE(f.child<QPushButton>("open_error_copy")->text(), QString("Copied"));
    // The sentence itself is selected and copied by keyboard, too.
    auto* sentence = f.child<SelectableText>("open_error_sentence");
    sentence->setFocus();
    QTest::keyClick(sentence, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(sentence, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), QString::fromStdString(error.message));
}

void OpenErrorsTest::closesByKeyAndClick() {
    ErrorFixture f;
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(f.failsToOpen(f.folder.filePath("nothing")));
    f.click("open_error_close");
    QVERIFY(!f.card->isVisible());
    QVERIFY(f.failsToOpen(f.folder.filePath("nothing")));
    auto* again = f.child<QPushButton>("open_error_again");
    again->setFocus();
    QTest::keyClick(again, Qt::Key_Escape);
    QVERIFY(!f.card->isVisible());
    // Without a model the place is empty again, with its buttons.
    ErrorFixture empty;
    QVERIFY(empty.failsToOpen(empty.folder.filePath("nothing")));
    empty.click("open_error_close");
    QVERIFY(empty.child<QWidget>("empty_open")->isVisible());
}

void OpenErrorsTest::comesToTheFront() {
    ErrorFixture f;
    auto* dock = f.child<QDockWidget>("model_dock");
    dock->close();
    QVERIFY(!dock->isVisible());
    QVERIFY(f.failsToOpen(f.folder.filePath("nothing")));
    QVERIFY(dock->isVisible());
    QVERIFY(f.card->isVisible());
}

/// Where the panels below the board are open, a laptop has no room for the whole card: what stands
/// between its title and its buttons scrolls.
void OpenErrorsTest::buttonsStayInSight() {
    ErrorFixture f;
    f.window.resize(1366, 768);
    QVERIFY(openAndWait(f.document, m_sample));
    f.child<QAction>("lower_panels_action")->trigger();
    QVERIFY(f.failsToOpen(f.write("short.safetensors", QByteArray::fromHex("10000000"))));
    QCOMPARE(f.window.size(), QSize(1366, 768));
    const auto isWhole = [](const QWidget* part) {
        return part->visibleRegion().boundingRect() == part->rect() &&
               part->height() >= part->minimumSizeHint().height();
    };
    for (const char* name : {"open_error_open", "open_error_folder", "open_error_again",
                             "open_error_copy", "open_error_help", "open_error_close"}) {
        QTRY_VERIFY2(isWhole(f.child<QWidget>(name)), name);
    }
    auto* details = f.child<QScrollArea>("open_error_details");
    QCOMPARE(details->horizontalScrollBar()->maximum(), 0);
    for (const char* name : {"open_error_sentence", "open_error_file", "open_error_rule"}) {
        auto* text = f.child<SelectableText>(name);
        details->ensureWidgetVisible(text, 0, 0);
        QVERIFY2(text->height() >= text->heightForWidth(text->width()), name);
        QVERIFY2(!text->visibleRegion().isEmpty(), name);
    }
}

/// Something else is opened next, and cannot be opened either.
void OpenErrorsTest::nothingOfItIsLeftBesideAnother() {
    ErrorFixture f;
    const QString bad = f.write("short.safetensors", QByteArray::fromHex("10000000"));
    QVERIFY(f.failsToOpen(bad));
    f.window.open()->openPath(f.write("bad.stowage", "{"));
    MessageBar* const bar = f.window.project()->bar();
    QTRY_VERIFY(bar->isError());
    QVERIFY2(bar->text().endsWith(goldenText("base/byte-1-where-it-ends")),
             qPrintable(bar->text()));
    QVERIFY(!f.card->isShown());
    QVERIFY(f.failsToOpen(bad));
    QVERIFY(!bar->isError());
}

void OpenErrorsTest::longNamesAreWhole() {
    ErrorFixture f;
    const std::string key = "a" + std::string(3000, 'x') + "z";
    const QString path = f.write(
        QString(120, 'n') + ".safetensors",
        bytesOf(safetensorsFile(
            "{\"" + key + "\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}", 8)));
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(f.failsToOpen(path));
    QCOMPARE(f.text("open_error_key"), QString::fromStdString(key));
    QCOMPARE(f.text("open_error_file"), path);
    // No wider than the panel, and the tree keeps its room: what is long scrolls.
    QVERIFY(f.card->width() <= f.window.tree()->panel()->width());
    auto* shown = f.child<SelectableText>("open_error_key");
    QVERIFY(shown->verticalScrollBar()->maximum() > 0);
    QCOMPARE(shown->horizontalScrollBar()->maximum(), 0);
    QTRY_VERIFY2(f.window.tree()->panel()->view()->height() > 80,
                 qPrintable(QString::number(f.window.tree()->panel()->view()->height())));
    // A path of usual length needs no bar and shows all of it.
    QVERIFY(f.failsToOpen(f.folder.filePath("nothing")));
    auto* file = f.child<SelectableText>("open_error_file");
    QTRY_COMPARE(file->verticalScrollBar()->maximum(), 0);
    QTRY_VERIFY(file->document()->size().height() <= file->height());
}

void OpenErrorsTest::markupIsText() {
    ErrorFixture f;
    const QString name = "<b>bold<b>.pth";
    QVERIFY(f.failsToOpen(f.write(name, "Dear reader")));
    QVERIFY(f.text("open_error_title").startsWith(name));
    QVERIFY(f.text("open_error_file").endsWith(name));
}

void OpenErrorsTest::everyCodeHasItsRule() {
    for (const ErrorCode code :
         {ErrorCode::InvalidArgument, ErrorCode::FileNotFound, ErrorCode::PermissionDenied,
          ErrorCode::NotARegularFile, ErrorCode::NoCheckpoint, ErrorCode::UnknownFormat,
          ErrorCode::Truncated, ErrorCode::Malformed, ErrorCode::LimitExceeded,
          ErrorCode::ForbiddenPickle, ErrorCode::Unsupported, ErrorCode::KeyMismatch,
          ErrorCode::ReadFailed, ErrorCode::OutOfMemory}) {
        const QString rule = failureRule(code);
        const std::string kind(errorCodeName(code));
        QVERIFY2(rule.endsWith('.'), kind.c_str());
        OpenFailure failure;
        failure.path = "/somewhere/model.pth";
        failure.error.code = code;
        QVERIFY2(failureTitle(failure).contains("model.pth"), kind.c_str());
    }
}

void OpenErrorsTest::foldersAndDevices() {
    ErrorFixture f;
    QVERIFY(QDir().mkpath(f.folder.filePath("empty")));
    QVERIFY(f.failsToOpen(f.folder.filePath("empty")));
    QVERIFY(f.text("open_error_rule").startsWith(goldenText("window-document/a-folder-must-hold")));
    // A FIFO never blocks, a device is never read.
    const QString fifo = f.folder.filePath("fifo.pth");
    QCOMPARE(::mkfifo(fifo.toLocal8Bit().constData(), 0600), 0);
    QVERIFY(f.failsToOpen(fifo));
    QVERIFY(f.text("open_error_rule")
                .startsWith(goldenText("window-document/tensors-are-read-from-regular-files")));
    QVERIFY(f.failsToOpen("/dev/zero"));
    QCOMPARE(f.card->failure().error.code, ErrorCode::NotARegularFile);
}

void OpenErrorsTest::withoutTheRight() {
    if (::geteuid() == 0) {
        QSKIP("root may read everything");
    }
    ErrorFixture f;
    const QString path = f.write("secret.pth", "x");
    QVERIFY(QFile::setPermissions(path, {}));
    QVERIFY(f.failsToOpen(path));
    QCOMPARE(f.text("open_error_title"),
             QString(goldenText("window-document/secret-pth-may-not-be-read")));
}

void OpenErrorsTest::unknownModelsOfferPython() {
    ErrorFixture f;
    QVERIFY(f.failsToOpen(f.write("letter.pth", "Dear reader")));
    QVERIFY(!f.child<QLineEdit>("open_error_python")->isVisible());
    const QString config = f.write("config.json", kUnheardOf);
    QVERIFY(f.failsToOpen(config));
    auto* python = f.child<QLineEdit>("open_error_python");
    QVERIFY(python->isVisible());
    QVERIFY(!python->text().isEmpty());
    QVERIFY(!f.child<QLabel>("open_error_own_code")->isVisible());
    QCOMPARE(f.child<QPushButton>("open_error_ask_python")->text(), QString("Ask Python"));
    // One that is not there leaves everything as it was, and may be mended.
    python->selectAll();
    QTest::keyClicks(python, f.folder.filePath("none"));
    QTest::keyClick(python, Qt::Key_Return);
    QTRY_VERIFY2(f.text("open_error_sentence").startsWith(goldenText("model/there-is-no-python")),
                 qPrintable(f.text("open_error_sentence")));
    QVERIFY(python->isVisible());
    QCOMPARE(python->text(), f.folder.filePath("none"));
    python->selectAll();
    QTest::keyClicks(python, f.python("cp '" + f.write("told", kToldTree).toUtf8() + "' \"$out\""));
    f.click("open_error_ask_python");
    QTRY_VERIFY(f.document.plan() != nullptr);
    QVERIFY(!f.card->isVisible());
    QCOMPARE(f.document.path(), config);
    QCOMPARE(f.document.tree()->node(ModuleTree::root()).className, std::string("UnheardOfModel"));
    QVERIFY(f.document.checkpoint()->warnings.front().english().starts_with(
        goldenText("checkpoint/the-modules-are-those-that-2")));
    QCOMPARE(f.settings.value("python").toString(), python->text());
    // Known from now on.
    ErrorFixture later;
    QVERIFY(openAndWait(later.document, config));
}

void OpenErrorsTest::ownCodeRunsOnlyWhenSaid() {
    ErrorFixture f;
    const QString tree = f.write("told", kToldTree);
    const QString ran = f.folder.filePath("ran");
    const QString program = f.python(
        "case \"$*\" in *--trust-remote-code*) touch '" + ran.toUtf8() + "'; cp '" + tree.toUtf8() +
        "' \"$out\";; *) echo 'ValueError: trust_remote_code=True' >&2; "
        "exit 1;; esac");
    f.settings.setValue("python", program);
    QVERIFY(f.failsToOpen(f.write("config.json", "{\"model_type\": \"own\"}")));
    QCOMPARE(f.child<QLineEdit>("open_error_python")->text(), program);
    f.click("open_error_ask_python");
    QTRY_COMPARE(f.child<QPushButton>("open_error_ask_python")->text(),
                 QString(goldenText("window-document/run-this-models-code")));
    QVERIFY(f.child<QLabel>("open_error_own_code")->isVisible());
    QVERIFY2(f.text("open_error_sentence")
                 .contains(goldenText("model/is-built-by-python-code-of-its-own")),
             qPrintable(f.text("open_error_sentence")));
    QVERIFY(!QFile::exists(ran));
    f.click("open_error_ask_python");
    QTRY_VERIFY(f.document.plan() != nullptr);
    QVERIFY(QFile::exists(ran));
}

void OpenErrorsTest::weightsOfUnknownModelsOfferPython() {
    ErrorFixture f;
    f.settings.setValue("python",
                        f.python("cp '" + f.write("told", kToldTree).toUtf8() + "' \"$out\""));
    const QString weights =
        f.write("model.safetensors",
                bytesOf(safetensorsFile("{\"block.weight\":{\"dtype\":\"F32\",\"shape\":[6,4],"
                                        "\"data_offsets\":[0,96]}}",
                                        96)));
    (void)f.write("config.json", "{\"model_type\": \"of_weights\"}");
    QVERIFY(openAndWait(f.document, weights));
    QVERIFY(f.document.tree()->node(ModuleTree::root()).className != "UnheardOfModel");
    MessageBar* bar = f.window.messages();
    QVERIFY2(bar->text().contains(goldenText("model/of-weights-is-none-that-stowage")),
             qPrintable(bar->text()));
    QTest::mouseClick(f.child<QPushButton>("message_remedy"), Qt::LeftButton);
    QTRY_COMPARE(f.document.tree()->node(ModuleTree::root()).className,
                 std::string("UnheardOfModel"));
    QVERIFY(waitUntilIdle(f.document));
    QVERIFY(f.document.checkpoint()->keyCheck->agrees());
}

/// Why Python could not tell is said, another one can be chosen, and code of the model's own runs
/// only by a button of its own.
void OpenErrorsTest::weightsSayWhyPythonFailed() {
    ErrorFixture f;
    f.settings.setValue("python", f.folder.filePath("none"));
    const QString weights =
        f.write("model.safetensors",
                bytesOf(safetensorsFile("{\"block.weight\":{\"dtype\":\"F32\",\"shape\":[6,4],"
                                        "\"data_offsets\":[0,96]}}",
                                        96)));
    (void)f.write("config.json", "{\"model_type\": \"of_own_code\"}");
    QVERIFY(openAndWait(f.document, weights));
    MessageBar* bar = f.window.messages();
    auto* remedy = f.child<QPushButton>("message_remedy");
    QTest::mouseClick(remedy, Qt::LeftButton);
    QTRY_VERIFY2(bar->text().startsWith(goldenText("model/there-is-no-python")),
                 qPrintable(bar->text()));
    QVERIFY(waitUntilIdle(f.document));
    f.dialogs.answer = f.python("case \"$*\" in *--trust-remote-code*) cp '" +
                                f.write("told", kToldTree).toUtf8() +
                                "' \"$out\";; *) echo 'ValueError: trust_remote_code=True' >&2; "
                                "exit 1;; esac");
    QTest::mouseClick(f.child<QPushButton>("message_choice"), Qt::LeftButton);
    QTRY_COMPARE(remedy->text(), QString(goldenText("window-document/run-this-models-code")));
    QVERIFY2(bar->text().contains(goldenText("window-document/only-if-you-trust-who-wrote-it")),
             qPrintable(bar->text()));
    QVERIFY(waitUntilIdle(f.document));
    QVERIFY(f.document.tree()->node(ModuleTree::root()).className != "UnheardOfModel");
    QTest::mouseClick(remedy, Qt::LeftButton);
    QTRY_COMPARE(f.document.tree()->node(ModuleTree::root()).className,
                 std::string("UnheardOfModel"));
}

QTEST_MAIN(OpenErrorsTest)
#include "tst_open_errors.moc"
