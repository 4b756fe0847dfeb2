// SPDX-License-Identifier: GPL-3.0-or-later
// No word of the lesson is cut, in any size of type and window, in any step, before and after it
// was run; what finds no room scrolls.
#include "tests/support/golden_text.h"
#include "tests/widgets/control_names.h"
#include "tests/widgets/lesson_window.h"
#include "widgets/lesson/lesson_chart.h"
#include "widgets/lesson/lesson_charts.h"
#include "widgets/lesson/lesson_inputs.h"
#include "widgets/lesson/lesson_parts.h"
#include "widgets/lesson/lesson_style.h"

#include <QAbstractScrollArea>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QTest>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr int kLong = 120'000;

QString sized(const QWidget& widget, const QSize& wanted) {
    return QStringLiteral("%1 %2: has %3 × %4, wants %5 × %6")
        .arg(QString::fromLatin1(widget.metaObject()->className()), widget.objectName())
        .arg(widget.width())
        .arg(widget.height())
        .arg(wanted.width())
        .arg(wanted.height());
}

/// What the widget needs to show all its words at the width that it has.
QSize wantedBy(const QWidget& widget) {
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        return label->wordWrap() ? QSize(0, label->heightForWidth(label->width()))
                                 : label->sizeHint();
    }
    if (const auto* card = qobject_cast<const LessonCard*>(&widget)) {
        return {card->leastWidth(), card->heightForWidth(card->width())};
    }
    if (const auto* option = qobject_cast<const LessonOption*>(&widget)) {
        return {option->minimumSizeHint().width(), option->heightForWidth(option->width())};
    }
    if (const auto* combo = qobject_cast<const QComboBox*>(&widget)) {
        QStyleOptionComboBox option;
        option.initFrom(combo);
        const QRect field = combo->style()->subControlRect(QStyle::CC_ComboBox, &option,
                                                           QStyle::SC_ComboBoxEditField, combo);
        const int text = combo->fontMetrics().horizontalAdvance(combo->currentText());
        return {text + combo->width() - field.width(), combo->fontMetrics().height()};
    }
    if (qobject_cast<const QAbstractButton*>(&widget) != nullptr) {
        return widget.sizeHint();
    }
    if (qobject_cast<const LessonChart*>(&widget) != nullptr ||
        qobject_cast<const LessonFileView*>(&widget) != nullptr) {
        return widget.minimumSizeHint();
    }
    return {};
}

/// Everything under `root` that is cut.
QStringList cutWidgets(const QWidget& root) {
    QStringList cut;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisibleTo(&root)) {
            continue;
        }
        const QSize wanted = wantedBy(*widget);
        if (wanted.width() > widget->width() || wanted.height() > widget->height()) {
            cut.append(sized(*widget, wanted));
        }
        const auto* code = qobject_cast<const LessonCode*>(widget);
        if (code != nullptr && (code->horizontalScrollBar()->maximum() > 0 ||
                                code->verticalScrollBar()->maximum() > 0)) {
            cut.append(QString(goldenText("window-lesson/lines-of-python")));
        }
        const auto* scroll = qobject_cast<const QScrollArea*>(widget);
        const bool hidesItsSide =
            scroll != nullptr && scroll->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff;
        if (hidesItsSide && scroll->widget()->width() > scroll->viewport()->width()) {
            cut.append(QStringLiteral("%1 hides %2 of %3 pixels at its side")
                           .arg(scroll->objectName())
                           .arg(scroll->widget()->width() - scroll->viewport()->width())
                           .arg(scroll->widget()->width()));
        }
    }
    return cut;
}

QStringList cutCells(const LessonTable& table) {
    QStringList cut;
    for (int row = 0; row < table.rows()->rowCount(); ++row) {
        for (int column = 0; column < table.rows()->columnCount(); ++column) {
            const QModelIndex index = table.rows()->index(row, column);
            const QRect cell = table.visualRect(index);
            const QFontMetrics metrics(index.data(Qt::FontRole).value<QFont>());
            const QRect words = metrics.boundingRect(QRect(0, 0, cell.width() - 6, 10'000),
                                                     Qt::TextWordWrap, index.data().toString());
            const bool oneLine = column != LessonTableModel::Why;
            const int wide = metrics.horizontalAdvance(index.data().toString());
            if (words.height() > cell.height() || (oneLine && wide + 6 > cell.width())) {
                cut.append(index.data().toString());
            }
        }
    }
    if (table.verticalScrollBar()->maximum() > 0) {
        cut.append(QString(goldenText("window-lesson/rows-of-the-table")));
    }
    return cut;
}

}  // namespace

class LessonLayoutTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnWarnings(); }
    void nothingIsCut_data();
    void nothingIsCut();
    void curvesShareTheNormalScreen();
    void controlsHaveNames();
    void textWithoutSpacesIsBroken();
};

void LessonLayoutTest::nothingIsCut_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("factor");
    QTest::addColumn<bool>("dark");
    QTest::newRow("small window") << QSize(1280, 800) << 1.0 << false;
    QTest::newRow("small window, dark") << QSize(1280, 800) << 1.0 << true;
    QTest::newRow("small window, projector")
        << QSize(1280, 800) << LessonType::kProjectorFactor << false;
    QTest::newRow("small window, largest type") << QSize(1280, 800) << 2.0 << false;
    QTest::newRow("designed window") << QSize(1680, 1050) << 1.0 << false;
    QTest::newRow("designed window, projector, dark")
        << QSize(1680, 1050) << LessonType::kProjectorFactor << true;
}

void LessonLayoutTest::nothingIsCut() {
    QFETCH(const QSize, size);
    QFETCH(const double, factor);
    QFETCH(const bool, dark);
    LessonWindow f;
    QVERIFY(f.enter());
    f.window.resize(size);
    f.theme.setMode(dark ? ThemeMode::Dark : ThemeMode::Light);
    f.page()->type()->setFactor(factor);
    QVERIFY(f.takeDryRun());
    for (const bool played : {false, true}) {
        for (const LessonStep step : allLessonSteps()) {
            f.go(step);
            if (played && methodOf(step)) {
                f.session().setGuess(step, {.vram = 1e9, .ram = 2e9});
                QVERIFY(f.run(step, kLong).state == LessonStepState::State::Done);
                f.child<QAbstractButton>("lesson_option_1")->click();
                f.child<QPushButton>("lesson_check")->click();
            }
            QApplication::processEvents();
            QCOMPARE(f.window.size(), size);
            // Layouts inside layouts settle with the events that they send each other.
            QStringList cut;
            const bool fits = QTest::qWaitFor(
                [&] {
                    cut = cutWidgets(*f.page()) + cutCells(*f.page()->table());
                    return cut.isEmpty();
                },
                60000);
            QVERIFY2(fits,
                     qPrintable(lessonStepNumbered(step) + QStringLiteral(": ") + cut.join(u'\n')));
        }
    }
}

void LessonLayoutTest::curvesShareTheNormalScreen() {
    LessonWindow f;
    QVERIFY(f.enter());
    f.window.resize(1280, 800);
    QVERIFY(f.takeDryRun());
    f.go(LessonStep::Naive);
    QApplication::processEvents();
    // In normal type the page needs no scrolling as a whole, and the charts are seen whole beside
    // the step's page; the table's last rows may be scrolled to.
    QCOMPARE(f.child<QScrollArea>("lesson_scroll")->verticalScrollBar()->maximum(), 0);
    const QWidget* viewport = f.child<QScrollArea>("lesson_left_scroll")->viewport();
    for (const char* name : {"lesson_vram_chart", "lesson_ram_chart"}) {
        const auto* chart = f.child<QWidget>(name);
        const QRect place(chart->mapTo(viewport, QPoint(0, 0)), chart->size());
        QVERIFY2(viewport->rect().contains(place), name);
    }
    QTRY_VERIFY(f.page()->table()->visibleRegion().boundingRect().height() >
                f.page()->table()->height() / 2);
}

void LessonLayoutTest::controlsHaveNames() {
    LessonWindow f;
    QVERIFY(f.enter());
    QVERIFY(f.takeDryRun());
    for (const LessonStep step : allLessonSteps()) {
        f.go(step);
        int controls = 0;
        QStringList nameless = namelessControls(*f.page(), controls);
        if (f.child<QWidget>("lesson_previous")->isHidden()) {  // before the first step is none
            nameless.removeIf([](const QString& path) {
                return path.contains(QStringLiteral("#lesson_previous"));
            });
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
        QVERIFY(controls > 10);
    }
    for (const char* name : {"lesson_vram_chart", "lesson_ram_chart"}) {
        const QAccessibleInterface* chart =
            QAccessible::queryAccessibleInterface(f.child<QWidget>(name));
        QCOMPARE(chart->role(), QAccessible::Chart);
        QVERIFY2(!chart->text(QAccessible::Description).isEmpty(), name);
    }
}

/// Japanese and Chinese have no spaces between words.
void LessonLayoutTest::textWithoutSpacesIsBroken() {
    Theme theme(qApp, ThemeMode::Light);
    const LessonType type(&theme, nullptr);
    LessonOption option(&type);
    option.setText(
        QString::fromUtf8("\u5404\u30c6\u30f3\u30bd\u30eb\u306f\u30de\u30c3\u30d7"
                          "\u3055\u308c\u305f\u30da\u30fc\u30b8\u304b\u3089"));
    const QFontMetrics metrics(type.font(LessonText::Body));
    QVERIFY(option.minimumSizeHint().width() < metrics.horizontalAdvance(option.text()) / 2);
}

QTEST_MAIN(LessonLayoutTest)
#include "tst_lesson_layout.moc"
