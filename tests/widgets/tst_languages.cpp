// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/write/sample_checkpoint.h"
#include "tests/widgets/lesson_window.h"
#include "tests/widgets/model_run_window.h"
#include "tests/widgets/seen_texts.h"
#include "tests/widgets/timeline_fixture.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/help/help_feature.h"
#include "widgets/lesson/lesson_chart.h"
#include "widgets/lesson/lesson_charts.h"
#include "widgets/live/live_feature.h"
#include "widgets/live/live_panel.h"
#include "widgets/open/first_steps_card.h"
#include "widgets/open/open_feature.h"
#include "widgets/plan/plan_panels.h"
#include "widgets/project/project_feature.h"
#include "widgets/project/project_session.h"
#include "widgets/run/timeline_layout.h"
#include "widgets/support/formats.h"
#include "widgets/support/labels.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"
#include "widgets/tree/module_tree_model.h"
#include "widgets/window/window_place.h"

#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QDialog>
#include <QImage>
#include <QLabel>
#include <QLayout>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSvgGenerator>
#include <QTest>
#include <QTreeView>
#include <QXmlStreamReader>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <utility>

namespace stowage {
namespace {

QString firstMenu(const MainWindow& window) {
    return window.menuBar()->actions().constFirst()->text();
}

QString shownList(const QStringList& lines) {
    return QStringLiteral("%1:\n%2").arg(lines.size()).arg(lines.mid(0, 60).join(u'\n'));
}

/// The first and the last column that are painted in the middle of a picture.
std::pair<int, int> inkOf(const QImage& picture) {
    std::pair ink(picture.width(), -1);
    for (int x = 0; x < picture.width(); ++x) {
        bool isPainted = false;
        for (int y = picture.height() / 2 - 4; y < picture.height() / 2 + 4; ++y) {
            isPainted = isPainted || picture.pixel(x, y) != picture.pixel(1, y);
        }
        if (isPainted) {
            ink = {std::min(ink.first, x), x};
        }
    }
    return ink;
}

QDialog* openDialog() {
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        auto* dialog = qobject_cast<QDialog*>(widget);
        if (dialog != nullptr && dialog->isVisible()) {
            return dialog;
        }
    }
    return nullptr;
}

}  // namespace

/// The window in every language: nothing in it is English, nothing is cut, and another language is
/// chosen while it goes on.
class LanguagesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup();
    void nothingIsEnglish_data();
    void nothingIsEnglish();
    void dialogsAreNotEnglish_data();
    void dialogsAreNotEnglish();
    void errorsAreNotEnglish();
    void nothingIsCut_data();
    void nothingIsCut();
    void anotherIsChosenWhileItGoesOn();
    void sentencesFollowEachOther();
    void arabicIsMirrored();
    void arabicKeepsFiguresAndNames();
    void arabicLinesBeginBelowEachOther();
    void whatWasTriedBeforeIsInTheLanguage_data();
    void whatWasTriedBeforeIsInTheLanguage();
    void arabicPassesAreNumbered();
    void phasesOfShardsAreInTheLanguage();
    void compareIsNotScrolledSideways_data();
    void compareIsNotScrolledSideways();
    void anUnknownLanguageIsTheSystems();

private:
    /// The program in a language from here on, until cleanup().
    void speak(const QString& code);
    std::optional<QSettings> m_settings;
    std::optional<QTemporaryDir> m_folder;
    std::optional<ProgramLanguage> m_language;
};

void LanguagesTest::speak(const QString& code) {
    m_folder.emplace();
    m_settings.emplace(m_folder->filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    m_language.emplace(qApp, *m_settings);
    m_language->use(code);
}

void LanguagesTest::cleanup() {
    if (m_language) {
        m_language->use(QStringLiteral("en"));
    }
    m_language.reset();
    m_settings.reset();
    m_folder.reset();
}

void LanguagesTest::nothingIsEnglish_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("scene");
    for (const Language& language : languages().subspan(1)) {
        for (const char* scene : {"empty", "plan", "loaded", "over", "capacity", "facts"}) {
            const std::string code(language.code);
            QTest::addRow("%s %s", code.c_str(), scene)
                << QString::fromStdString(code) << QString::fromLatin1(scene);
        }
    }
}

void LanguagesTest::nothingIsEnglish() {
    QFETCH(QString, code);
    QFETCH(QString, scene);
    speak(code);
    test::WindowFixture fixture(scene == QLatin1String("over") ? "8MiB:context=0,1MiB:context=0"
                                                               : "48MiB,48MiB");
    fixture.window.resize(1680, 1050);
    fixture.window.show();
    if (scene != QLatin1String("empty")) {
        QVERIFY(test::openAndWait(
            fixture.document,
            test::writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors)));
    }
    if (scene == QLatin1String("loaded")) {
        fixture.controller.start(std::nullopt);
        QTRY_COMPARE(fixture.controller.state(), LoadState::Loaded);
    } else if (scene == QLatin1String("capacity")) {
        fixture.child<QAction>("capacity_action")->trigger();
        QTRY_VERIFY(fixture.window.findChild<QWidget*>("try_change_0") != nullptr);
    } else if (scene == QLatin1String("facts")) {
        fixture.child<QAction>("facts_action")->trigger();
    }
    const QStringList english = test::englishBelow(fixture.window);
    QVERIFY2(english.isEmpty(), qPrintable(shownList(english)));
    // Japanese and Chinese have no space between sentences.
    const QStringList apart = test::textsBelow(fixture.window).filter(QStringLiteral("。 "));
    QVERIFY2(apart.isEmpty(), qPrintable(shownList(apart)));
}

void LanguagesTest::dialogsAreNotEnglish_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("action");
    for (const Language& language : languages().subspan(1)) {
        for (const char* action :
             {"new_model_action", "write_model_action", "devices_action", "export_action",
              "paste_map_action", "compare_models_action", "compare_variants_action",
              "report_action", "shortcuts_action", "about_action"}) {
            const std::string code(language.code);
            QTest::addRow("%s %s", code.c_str(), action)
                << QString::fromStdString(code) << QString::fromLatin1(action);
        }
    }
}

void LanguagesTest::dialogsAreNotEnglish() {
    QFETCH(QString, code);
    QFETCH(QString, action);
    speak(code);
    test::WindowFixture fixture("48MiB,48MiB");
    fixture.window.show();
    QVERIFY(test::openAndWait(
        fixture.document,
        test::writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors)));
    fixture.child<QAction>(action.toLatin1().constData())->trigger();
    QTRY_VERIFY(openDialog() != nullptr);
    QDialog* const dialog = openDialog();
    QStringList english = test::englishBelow(*dialog);
    english.append(test::cutTextsBelow(*dialog));
    QVERIFY2(english.isEmpty(), qPrintable(shownList(english)));
    dialog->close();
}

void LanguagesTest::errorsAreNotEnglish() {
    speak(QStringLiteral("ja"));
    test::WindowFixture fixture("48MiB,48MiB");
    fixture.window.show();
    const QString broken = fixture.folder.filePath(QStringLiteral("broken.safetensors"));
    QFile file(broken);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray("\x10\0\0\0\0\0\0\0{\"a\":[1,2,3]}   ", 24));
    file.close();
    fixture.document.open(broken);
    QVERIFY(test::waitUntilIdle(fixture.document));
    const QStringList english = test::englishBelow(fixture.window);
    QVERIFY2(english.isEmpty(), qPrintable(shownList(english)));
    bool isNamed = false;
    for (const QString& text : test::textsBelow(fixture.window)) {
        isNamed = isNamed || text.contains(QStringLiteral("broken.safetensors"));
    }
    QVERIFY(isNamed);
}

void LanguagesTest::nothingIsCut_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QSize>("size");
    for (const Language& language : languages()) {
        const std::string code(language.code);
        QTest::addRow("%s large", code.c_str())
            << QString::fromStdString(code) << QSize(1680, 1050);
        QTest::addRow("%s laptop", code.c_str())
            << QString::fromStdString(code) << QSize(1366, 768);
        QTest::addRow("%s small", code.c_str()) << QString::fromStdString(code) << QSize(1024, 640);
    }
}

void LanguagesTest::nothingIsCut() {
    QFETCH(QString, code);
    QFETCH(QSize, size);
    speak(code);
    test::WindowFixture fixture("48MiB,48MiB");
    fixture.window.resize(size);
    fixture.window.show();
    // What is shown anew is laid out when events are handled next.
    const auto cutTexts = [&fixture] {
        QStringList cut;
        (void)QTest::qWaitFor([&] { return (cut = test::cutTextsBelow(fixture.window)).isEmpty(); },
                              60000);
        return cut;
    };
    QStringList cut = cutTexts();
    const QString sample =
        test::writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors);
    fixture.window.open()->firstSteps()->setSample(sample);
    QVERIFY(test::openAndWait(fixture.document, sample));
    QVERIFY(fixture.window.open()->firstSteps()->isVisible());
    cut += cutTexts();
    fixture.child<QAction>("capacity_action")->trigger();
    QTRY_VERIFY(fixture.window.findChild<QWidget*>("try_change_0") != nullptr);
    cut += cutTexts();
    QVERIFY2(cut.isEmpty(), qPrintable(shownList(cut)));
}

void LanguagesTest::anotherIsChosenWhileItGoesOn() {
    speak(QStringLiteral("en"));
    test::WindowFixture fixture("48MiB,48MiB");  // its own window stays hidden
    int prepared = 0;
    WindowPlace place({.document = &fixture.document,
                       .controller = &fixture.controller,
                       .theme = &fixture.theme,
                       .settings = &fixture.settings,
                       .dialogs = &fixture.dialogs},
                      &*m_language, [&prepared](MainWindow*) { ++prepared; });
    place.window()->resize(1280, 800);
    place.window()->show();
    QVERIFY(test::openAndWait(
        fixture.document,
        test::writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors)));
    place.window()
        ->findChild<QPlainTextEdit*>(QStringLiteral("project_notes"))
        ->setPlainText(QStringLiteral("for the lecture"));
    place.window()->findChild<QAction*>(QStringLiteral("new_variant_action"))->trigger();
    QVERIFY(test::waitUntilIdle(fixture.document));
    fixture.document.edit(MoveEdit{{"transformer.h.3"}, DeviceId::cpu()});
    QVERIFY(test::waitUntilIdle(fixture.document));
    fixture.controller.start(std::nullopt);
    QTRY_COMPARE(fixture.controller.state(), LoadState::Loaded);
    const std::size_t tensors = fixture.controller.counters().liveTensors;
    QVERIFY(tensors > 0);
    QCOMPARE(firstMenu(*place.window()), QStringLiteral("&File"));
    const auto plan = fixture.document.plan();
    const std::size_t logged = place.window()->help()->log().lines().size();
    QVERIFY(logged > 0);  // opened, loaded

    for (const Language& language : {*languageByCode("ja"), *languageByCode("ar"), english()}) {
        const QString code = QString::fromStdString(std::string(language.code));
        const QPointer<MainWindow> before = place.window();
        place.window()
            ->findChild<QAction*>(QStringLiteral("language_%1_action").arg(code))
            ->trigger();
        QTRY_VERIFY(before.isNull());
        MainWindow* const window = place.window();
        QVERIFY(window->isVisible());
        QCOMPARE(window->size(), QSize(1280, 800));
        QCOMPARE(firstMenu(*window) == QLatin1String("&File"), code == QLatin1String("en"));
        QCOMPARE(window->layoutDirection(), language.direction == WritingDirection::RightToLeft
                                                ? Qt::RightToLeft
                                                : Qt::LeftToRight);
        QCOMPARE(savedLanguage(fixture.settings), code);
        QVERIFY(window->help()->log().lines().size() >= logged);
        const QString told = window->live()->panel()->state().value("text").toString();
        QVERIFY2(told.contains(QRegularExpression("\\d\\hMiB")), qPrintable(told));  // loaded in …
        // What is open, planned, written and loaded goes on.
        QCOMPARE(fixture.document.plan(), plan);
        QCOMPARE(fixture.controller.state(), LoadState::Loaded);
        QCOMPARE(fixture.controller.counters().liveTensors, tensors);
        QCOMPARE(window->project()->session()->variants().size(), std::size_t{2});
        QCOMPARE(window->project()->session()->notes(), QStringLiteral("for the lecture"));
        QCOMPARE(window->findChild<QPlainTextEdit*>(QStringLiteral("project_notes"))->toPlainText(),
                 QStringLiteral("for the lecture"));
    }
    QCOMPARE(prepared, 4);
    // The steps of the plan are there, too.
    fixture.document.undoStack()->undo();
    QVERIFY(test::waitUntilIdle(fixture.document));
    QVERIFY(fixture.document.plan() != plan);
}

void LanguagesTest::sentencesFollowEachOther() {
    speak(QStringLiteral("ja"));
    const Message missing = say("There is no file or folder %1.", std::string("a/b"));
    const QString one = translated(missing);
    QVERIFY(one.endsWith(u'。'));
    QCOMPARE(translated(joined({missing, missing}, " ")), one + one);
    QCOMPARE(joinedSentences({one, {}, one}), one + one);
    test::WindowFixture fixture("48MiB,48MiB");
    fixture.window.show();
    const QString sample =
        test::writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors);
    fixture.window.open()->firstSteps()->setSample(sample);
    QVERIFY(test::openAndWait(fixture.document, sample));
    const QString steps = fixture.child<QLabel>("first_steps_text")->text();
    QVERIFY2(steps.count(u'。') > 2, qPrintable(steps));
    QVERIFY2(!steps.contains(QStringLiteral("。 ")), qPrintable(steps));
    speak(QStringLiteral("en"));
    QCOMPARE(joinedSentences({QStringLiteral("One."), {}, QStringLiteral("Two.")}),
             QStringLiteral("One. Two."));
}

void LanguagesTest::arabicIsMirrored() {
    speak(QStringLiteral("ar"));
    test::WindowFixture fixture("48MiB,48MiB");
    fixture.window.resize(1680, 1050);
    fixture.window.show();
    QVERIFY(test::openAndWait(
        fixture.document,
        test::writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors)));
    const auto centreOf = [&fixture](const char* name) {
        auto* widget = fixture.child<QWidget>(name);
        return widget->mapTo(&fixture.window, widget->rect().center()).x();
    };
    // The tree, left in English, stands right of the board.
    QVERIFY(centreOf("module_tree") > centreOf("board"));
    QVERIFY(centreOf("board") > centreOf("plan_dock"));
    // What is painted at the beginning of a line has its room there.
    const QMargins margins = fixture.child<QWidget>("verdict_card")->layout()->contentsMargins();
    QVERIFY(margins.right() > margins.left());
    // A device's chip stands at the end of its cell, which is the left one.
    auto* tree = fixture.child<QTreeView>("module_tree");
    tree->expandAll();
    QModelIndex row = tree->model()->index(0, 0);
    const auto deviceOf = [](const QModelIndex& index) {
        return parseDevice(index.data(ModuleTreeModel::DeviceNameRole).toString().toStdString());
    };
    while (row.isValid() && !deviceOf(row)) {
        row = tree->model()->index(0, 0, row);
    }
    QVERIFY(row.isValid());
    const QRect cell = tree->visualRect(row.siblingAtColumn(ModuleTreeModel::Device));
    const auto [first, last] = inkOf(tree->viewport()->grab(cell).toImage());
    QVERIFY2(first < cell.width() - 1 - last, qPrintable(QString::number(first)));
    // Lines begin at the right, whatever their text is, and so do figures below each other, whose
    // digits line up there.
    fixture.child<QAction>("facts_action")->trigger();
    const auto sideOf = [&fixture](const char* name) {
        auto* label = fixture.child<QLabel>(name);
        label->ensurePolished();
        return label->alignment() & Qt::AlignHorizontal_Mask;
    };
    for (const char* name : {"model_card_class", "model_card_origin", "verdict_detail"}) {
        QCOMPARE(sideOf(name), Qt::AlignRight | Qt::AlignAbsolute);
    }
    QCOMPARE(sideOf("plan_capacity_gpu0"), Qt::AlignRight | Qt::AlignAbsolute);
    // Charts stand in that order, too; the time in them runs from the left.
    for (const char* name : {"vram_chart", "ram_chart", "timeline_title"}) {
        QCOMPARE(fixture.child<QWidget>(name)->layoutDirection(), Qt::RightToLeft);
    }
    QLabel figure(QStringLiteral("24 GiB"));
    figure.resize(200, 30);
    QVERIFY(inkOf(figure.grab().toImage()).first > 100);
}

void LanguagesTest::arabicKeepsFiguresAndNames() {
    speak(QStringLiteral("ar"));
    // A figure with its unit, and a name within a sentence, are each read from the left.
    QCOMPARE(sizeText(1536.0 * 1024 * 1024), QStringLiteral("\u20661.50\u00a0GiB\u2069"));
    const QString sentence = translated(say("There is no file or folder %1.", std::string("a/b")));
    QVERIFY2(sentence.contains(QStringLiteral("\u2068a/b\u2069")), qPrintable(sentence));
    for (const char* const figure : {"28 %", "1.25 GiB", "−3 ms", "2.1 GB/s"}) {
        const QString told = translated(say("There is no file or folder %1.", std::string(figure)));
        QVERIFY2(told.contains(figureText(QString::fromUtf8(figure))), qPrintable(told));
    }
    QCOMPARE(laneLabel(DeviceId::gpu(0)), QStringLiteral("GPU 0"));
    // So are a percentage and what the window's own texts are filled with, but a number that goes
    // with a Latin word before it, and what is read by a program.
    QCOMPARE(signedPercentText(0.12), QStringLiteral("\u2068+12%\u2069"));
    const QString lies =
        QCoreApplication::translate("Board", "%1 is already on %2.").arg(QStringLiteral("h.0"));
    QVERIFY2(lies.contains(QStringLiteral("\u2068h.0\u2069")), qPrintable(lies));
    const QString used = QCoreApplication::translate("stowage::RoomBar", "used %1 %2");
    QVERIFY2(used.contains(QStringLiteral("\u2068%1 %2\u2069")), qPrintable(used));
    QCOMPARE(QCoreApplication::translate("stowage::DevicesDialog", "GPU %1"),
             QStringLiteral("GPU %1"));
    QVERIFY(
        QCoreApplication::translate("QFileDialog", "%1 (*.%2)").endsWith(QStringLiteral("(*.%2)")));
    // Without words of its own a text is read from the right all the same.
    const QString pair = QCoreApplication::translate("stowage::units", "%1. %2");
    QCOMPARE(pair, QStringLiteral("\u200f\u2068%1\u2069. \u2068%2\u2069"));
    QVERIFY(pair.isRightToLeft());
    // So is one that begins with a name, for QTextDocument too, which takes the name's direction.
    QVERIFY(lies.startsWith(QChar(0x200f)));
    // And one that begins with a Latin word, unless all of it is Latin.
    for (const char* const title : {"VRAM, allocated", "GiB, measured"}) {
        const QString text = QCoreApplication::translate("stowage::LessonCharts", title);
        QVERIFY2(text.isRightToLeft(), qPrintable(text));
        QVERIFY(!withoutIsolates(text).isRightToLeft());
    }
    QCOMPARE(fromTheRight(QStringLiteral("= 2")), QStringLiteral("\u200f= 2"));
    QCOMPARE(listSeparator(), QStringLiteral("، "));
    QCOMPARE(withoutIsolates(lies).count(QStringLiteral("h.0")), 1);
    QVERIFY(!withoutIsolates(lies).contains(QChar(0x2068)));
    copyToClipboard(sizeText(1536.0 * 1024 * 1024));
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("1.50 GiB"));
    // Elsewhere there is nothing to keep.
    speak(QStringLiteral("ja"));
    QCOMPARE(busyText({0.001, 0, 0.999}), QStringLiteral("<1%"));
    QCOMPARE(figureText(QStringLiteral("24 GiB")), QStringLiteral("24 GiB"));
    QCOMPARE(nameText(QStringLiteral("a/b")), QStringLiteral("a/b"));
    QCOMPARE(fromTheRight(QStringLiteral("= 2")), QStringLiteral("= 2"));
    QVERIFY(!QCoreApplication::translate("Board", "%1 is already on %2.").contains(QChar(0x2068)));
}

/// The space at which a line breaks has no room of its own at the right edge.
void LanguagesTest::arabicLinesBeginBelowEachOther() {
    speak(QStringLiteral("ar"));
    constexpr int kWidth = 180;
    ProseLabel prose(QStringList(16, QStringLiteral("ممممم")).join(u' '));
    prose.resize(kWidth, prose.heightForWidth(kWidth));
    const QImage picture = prose.grab().toImage();
    std::set<int> rights;
    int lines = 0;
    int right = -1;
    for (int y = 0; y <= picture.height(); ++y) {
        int inked = -1;
        for (int x = 0; y < picture.height() && x < picture.width(); ++x) {
            inked = picture.pixel(x, y) == picture.pixel(0, 0) ? inked : x;
        }
        if (inked < 0 && right >= 0) {
            ++lines;
            rights.insert(std::exchange(right, -1));
        }
        right = std::max(right, inked);
    }
    QVERIFY2(lines > 2, qPrintable(QString::number(lines)));
    QVERIFY2(rights.size() == 1, qPrintable(QString::number(rights.size())));
}

void LanguagesTest::whatWasTriedBeforeIsInTheLanguage_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("begin");
    QTest::newRow("en") << "en"
                        << "GPU 0, transformer: ";
    QTest::newRow("ja") << "ja"
                        << "GPU 0、transformer: ";
    QTest::newRow("ar") << "ar"
                        << "\u200f\u2068\u200f\u2068GPU 0\u2069، \u2068transformer\u2069\u2069: ";
}

void LanguagesTest::whatWasTriedBeforeIsInTheLanguage() {
    QFETCH(const QString, code);
    QFETCH(const QString, begin);
    speak(code);
    test::WindowFixture fixture("64MiB,64MiB");
    fixture.window.show();
    QVERIFY(test::openAndWait(
        fixture.document,
        test::writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors)));
    fixture.document.select({*fixture.document.tree()->findModule("transformer.h.4")});
    QStringList texts;
    for (const QLabel* label : fixture.window.findChildren<QLabel*>("why_earlier")) {
        texts += label->text();
    }
    QVERIFY2(texts.join(u'\n').contains(begin), qPrintable(texts.join(u'\n')));
}

void LanguagesTest::compareIsNotScrolledSideways_data() {
    QTest::addColumn<QString>("code");
    for (const Language& language : languages()) {
        const QString code = QString::fromStdString(std::string(language.code));
        QTest::newRow(qPrintable(code)) << code;
    }
}

/// In a small window the cards of the strategies go on in the next line.
void LanguagesTest::compareIsNotScrolledSideways() {
    QFETCH(QString, code);
    speak(code);
    test::WindowFixture fixture("48MiB,48MiB");
    fixture.window.resize(1024, 640);
    fixture.window.show();
    QVERIFY(test::openAndWait(
        fixture.document,
        test::writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors)));
    fixture.child<QAction>("compare_action")->trigger();
    auto* use = fixture.child<QPushButton>("use_sequential");
    QTRY_VERIFY(use->isVisible());
    auto* area = fixture.child<QScrollArea>("compare_cards");
    const auto areCardsWhole = [&fixture, area] {
        const auto cards = fixture.child<QWidget>("compare_panel")->findChildren<StrategyCard*>();
        return cards.size() > 4 && area->horizontalScrollBar()->maximum() == 0 &&
               std::ranges::all_of(cards, [area](const StrategyCard* card) {
                   const int left = card->mapTo(area->widget(), QPoint()).x();
                   return left >= 0 && left + card->width() <= area->viewport()->width() &&
                          card->width() >= card->minimumSizeHint().width();
               });
    };
    QTRY_VERIFY(areCardsWhole());
    auto* card = fixture.child<QWidget>("strategy_card_auto");
    QTest::mouseClick(card, Qt::LeftButton, {}, QPoint(4, 4));
    QTRY_VERIFY(fixture.child<QWidget>("diff_panel")->isVisible());
    QTRY_VERIFY(areCardsWhole());
}

/// Their names have numbers. Records and other processes give them in English.
void LanguagesTest::phasesOfShardsAreInTheLanguage() {
    speak(QStringLiteral("ja"));
    QCOMPARE(translatedText(std::string("read shard 1 of 7")),
             QStringLiteral("シャード 1 / 7 を読み取り"));
    QCOMPARE(translatedText(std::string("12 of 3 %1 10 9 8 7 6 5 4 3 2 1 0")),
             QStringLiteral("12 of 3 %1 10 9 8 7 6 5 4 3 2 1 0"));
    QStringList names;
    {
        test::WindowFixture fixture("48MiB,48MiB");
        fixture.window.show();
        SampleOptions sample;
        sample.folder = fixture.folder.path().toStdString();
        sample.sizes =
            SampleSizes{.vocabulary = 64, .context = 16, .width = 32, .layers = 2, .heads = 2};
        sample.shardBytes = 64 * 1024;
        const auto written = writeSampleCheckpoint(sample);
        QVERIFY(written &&
                test::openAndWait(fixture.document, QString::fromStdString(written->path)));
        fixture.controller.start(LoadMethod::Sharded);
        QTRY_COMPARE(fixture.controller.state(), LoadState::Loaded);
        QTRY_VERIFY(test::phaseNames(fixture).size() > 1);
        names = test::phaseNames(fixture);
    }
    test::LessonWindow lesson;
    QVERIFY(lesson.enter());
    QVERIFY(lesson.takeDryRun());
    QVERIFY(lesson.run(LessonStep::Sharded, 60'000).state == LessonStepState::State::Done);
    const auto& bands = lesson.page()->charts()->vram()->content().bands;
    QVERIFY(bands.size() > 2);
    for (const ChartBand& band : bands) {
        names.append(band.name);
    }
    for (const QString& name : names) {
        static const QRegularExpression latin(QStringLiteral("[a-z]"));
        QVERIFY2(!name.contains(latin), qPrintable(names.join(u'\n')));
    }
}

/// "decode 1–12" above a timeline, whose figures are painted from the left.
void LanguagesTest::arabicPassesAreNumbered() {
    speak(QStringLiteral("ar"));
    test::Shown shown(12);
    QBuffer buffer;
    QSvgGenerator drawing;
    drawing.setOutputDevice(&buffer);
    drawing.setSize(shown.plot->viewport()->size());
    shown.plot->viewport()->render(&drawing, {}, {}, QWidget::DrawChildren);
    double word = -1;
    double number = -1;
    QXmlStreamReader xml(buffer.data());
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement &&
            xml.name() == QLatin1String("text")) {
            const double x = xml.attributes().value(QLatin1String("x")).toDouble();
            const QString text = xml.readElementText();
            if (text.contains(QStringLiteral("1–12"))) {
                number = x;
            } else if (text.contains(QStringLiteral("فك"))) {
                word = x;
            }
        }
    }
    QVERIFY(number >= 0);
    QVERIFY2(word > number, qPrintable(QStringLiteral("%1 %2").arg(word).arg(number)));
}

void LanguagesTest::anUnknownLanguageIsTheSystems() {
    speak(QStringLiteral("tlh"));
    test::WindowFixture fixture("48MiB,48MiB");
    QCOMPARE(firstMenu(fixture.window), QStringLiteral("&File"));  // of LC_ALL=C.UTF-8
}

}  // namespace stowage

QTEST_MAIN(stowage::LanguagesTest)
#include "tst_languages.moc"
