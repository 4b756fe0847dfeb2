// SPDX-License-Identifier: GPL-3.0-or-later
// What the lesson's page is made of, without a page: texts, lines of Python, styles of curves, the
// places of letters and names.
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/lesson/lesson_chart.h"
#include "widgets/lesson/lesson_chart_data.h"
#include "widgets/lesson/lesson_session.h"
#include "widgets/lesson/lesson_style.h"
#include "widgets/lesson/lesson_texts.h"
#include "widgets/support/formats.h"

#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QTest>
#include <QtMath>

#include <cmath>
#include <set>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr double kLeastContrast = 3.0;

LoadCurves curvesOf(std::vector<double> allocated, std::vector<double> anon,
                    std::vector<double> file = {}) {
    LoadCurves curves;
    for (std::size_t i = 0; i < anon.size(); ++i) {
        curves.seconds.push_back(static_cast<double>(i));
    }
    curves.hostFile = file.empty() ? std::vector<double>(anon.size(), 0) : std::move(file);
    curves.hostAnon = std::move(anon);
    curves.hostShmem.assign(curves.seconds.size(), 0);
    curves.devices.push_back({DeviceId::gpu(0), allocated, allocated});
    return curves;
}

QByteArray rowOf(LessonStep step) {
    return QByteArray::fromStdString(std::string(lessonStepName(step)));
}

void eachStep() {
    QTest::addColumn<int>("step");
    for (const LessonStep step : allLessonSteps()) {
        QTest::newRow(rowOf(step).constData()) << static_cast<int>(step);
    }
}

}  // namespace

class LessonWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnWarnings(); }
    void factsAddUp_data();
    void factsAddUp();
    void theFirstStepReckons();
    void textsOfAStep_data();
    void textsOfAStep();
    void everySentenceIsPlain_data() { eachStep(); }
    void everySentenceIsPlain();
    void shardsAboveTheirLimitAreExplained();
    void linesOfPython_data() { eachStep(); }
    void linesOfPython();
    void curvesAreToldApart_data();
    void curvesAreToldApart();
    void spikes_data();
    void spikes();
    void lettersStandOnTheCurves();
    void namesKeepClearOfEachOther();
    void namesAreTiedToTheirCurves();
    void namesStayNearTheirCurves();
    void namesHideWhatTheyStandOn();
    void axesAreRound_data();
    void axesAreRound();
    void guessesAreHeldAgainstWhatWasFound();
    void aGuessOfRssIsToldSo();
    void eachFigureSaysWhichRamItIs();
    void theLimitStopsAndIsALine();
    void roomForTheLargestLayerIsExplained();
    void aForwardPassThatDisagreesSaysSo();
};

void LessonWordsTest::factsAddUp_data() {
    QTest::addColumn<int>("size");
    QTest::addColumn<double>("bytes");
    QTest::newRow("124M") << static_cast<int>(LessonSize::Small124M) << 702'480'384.0;
    QTest::newRow("1558M") << static_cast<int>(LessonSize::Xl1558M) << 6'753'416'192.0;
}

void LessonWordsTest::factsAddUp() {
    QFETCH(const int, size);
    QFETCH(const double, bytes);
    const LessonFacts facts = lessonFacts(static_cast<LessonSize>(size));
    QCOMPARE(facts.weightBytes, bytes);
    double sum = 0;
    for (const LessonTensorGroup& part : facts.parts) {
        QVERIFY(part.tensors > 0);
        sum += part.bytes;
    }
    QCOMPARE(sum, bytes);
    // A mask of 1024 × 1024 floats in each block.
    QCOMPARE(facts.maskBytes, facts.masks * 4.0 * 1024 * 1024);
    QCOMPARE(facts.parameterBytes + facts.maskBytes, bytes);
    const std::set<QString> largest{facts.largestName, facts.secondName};
    QCOMPARE(largest, (std::set<QString>{"tok_emb.weight", "out_head.weight"}));
    QVERIFY(facts.secondBytes > facts.thirdBytes);
}

void LessonWordsTest::theFirstStepReckons() {
    const LessonFacts facts = lessonFacts(LessonSize::Xl1558M);
    const QString fact = lessonTexts(LessonStep::Checkpoint, facts).fact;
    QVERIFY2(fact.contains("6 billion parameters × 4 bytes = 24 GB"), qPrintable(fact));
    QVERIFY2(fact.contains("and another 24 GB for the state dict"), qPrintable(fact));
    QVERIFY2(fact.contains(sizeText(facts.weightBytes)), qPrintable(fact));
    // 1558M counts a head that is the embedding; this model's own count is higher.
    QVERIFY2(fact.contains("1,638,022,400") && fact.contains("The number in the name 1558M"),
             qPrintable(fact));
}

void LessonWordsTest::textsOfAStep_data() {
    QTest::addColumn<int>("step");
    QTest::addColumn<int>("sentences");
    const auto row = [](LessonStep step, int sentences) {
        QTest::newRow(rowOf(step).constData()) << static_cast<int>(step) << sentences;
    };
    row(LessonStep::Checkpoint, 5);
    row(LessonStep::Naive, 4);
    row(LessonStep::Sequential, 4);
    row(LessonStep::Meta, 4);
    row(LessonStep::Mmap, 3);
    row(LessonStep::PerTensor, 3);
    row(LessonStep::Sharded, 6);
    row(LessonStep::Streamed, 3);
    row(LessonStep::SeveralDevices, 4);
}

void LessonWordsTest::textsOfAStep() {
    QFETCH(const int, step);
    QFETCH(const int, sentences);
    const LessonFacts small = lessonFacts(LessonSize::Small124M);
    const LessonFacts large = lessonFacts(LessonSize::Xl1558M);
    const LessonTexts texts = lessonTexts(static_cast<LessonStep>(step), small);
    // A few sentences, and no figure that nobody computed.
    QCOMPARE(texts.body.count(QRegularExpression("[.](\\s|$)")), sentences);
    static const QRegularExpression kDigit("\\d");
    QVERIFY2(!texts.body.contains(kDigit), qPrintable(texts.body));
    QVERIFY2(!texts.question.contains(kDigit), qPrintable(texts.question));
    QVERIFY(texts.question.endsWith(u'?'));
    QCOMPARE(texts.options.size(), 3);
    QCOMPARE(std::set<QString>(texts.options.begin(), texts.options.end()).size(), std::size_t{3});
    QCOMPARE(texts.explanations.size(), 3);
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(texts.explanations[i].startsWith("Right"), i == texts.right);
    }
    // Figures are the size's own.
    const LessonTexts other = lessonTexts(static_cast<LessonStep>(step), large);
    QVERIFY(texts.fact != other.fact);
    QCOMPARE(texts.body, other.body);
    QVERIFY(!lessonStepSubtitle(static_cast<LessonStep>(step)).isEmpty());
}

/// One unit a sentence, no word that no teacher would use, nothing that only some runs make true.
void LessonWordsTest::everySentenceIsPlain() {
    QFETCH(const int, step);
    const auto which = static_cast<LessonStep>(step);
    static const QRegularExpression kBanned(
        "reckon|shall |file a tensor|foretold|no parameter\\b|was run\\b|and nothing else|no "
        "Python|"
        "no single device|every byte was compared|stay in the page cache",
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression kEnd("(?<=[.?!])\\s+");
    for (const LessonSize size : allLessonSizes()) {
        const LessonTexts texts = lessonTexts(which, lessonFacts(size));
        for (const QString& text :
             QStringList{texts.body, texts.fact, texts.question, lessonStepSubtitle(which)} +
                 texts.options + texts.explanations) {
            QVERIFY2(!text.contains(kBanned), qPrintable(text));
            for (const QString& sentence : text.split(kEnd)) {
                QVERIFY2(!(sentence.contains(" GiB") && sentence.contains(" MiB")),
                         qPrintable(sentence));
                const bool hasBoth = sentence.contains(" GB") && sentence.contains("iB");
                QVERIFY2(!hasBoth, qPrintable(sentence));
            }
        }
    }
}

/// 147.2 MiB beside shards of 111.7: said where it is so, and nowhere else.
void LessonWordsTest::shardsAboveTheirLimitAreExplained() {
    for (const LessonSize size : allLessonSizes()) {
        const LessonFacts facts = lessonFacts(size);
        const QString fact = lessonTexts(LessonStep::Sharded, facts).fact;
        const bool isLarger = facts.largestBytes > static_cast<double>(lessonShardLimit(size));
        QCOMPARE(fact.contains(goldenText("window-lesson/shard-of-its-own")), isLarger);
        QCOMPARE(isLarger, size == LessonSize::Small124M);
        QVERIFY2(!isLarger || (fact.contains("111.7 MiB") && fact.contains("147.2 MiB") &&
                               fact.contains(facts.largestName) &&
                               fact.contains(facts.secondName) && fact.contains("a sixth")),
                 qPrintable(fact));
    }
}

void LessonWordsTest::linesOfPython() {
    QFETCH(const int, step);
    const QString code = lessonCode(static_cast<LessonStep>(step));
    QVERIFY(code.contains("import"));
    QVERIFY(!code.contains("SPDX"));
    for (const QString& line : code.split(u'\n')) {
        QVERIFY2(line.size() <= 72, qPrintable(line));
    }
    const auto method = methodOf(static_cast<LessonStep>(step));
    QCOMPARE(code.contains("GPTModel(CONFIG)"), method.has_value());
}

void LessonWordsTest::curvesAreToldApart_data() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void LessonWordsTest::curvesAreToldApart() {
    QFETCH(const bool, dark);
    const ThemeColors& themeColors = dark ? darkColors() : lightColors();
    std::set<std::pair<QRgb, QList<qreal>>> looks;
    std::set<QRgb> colors;
    for (const LessonStep step : allLessonSteps().subspan(1)) {
        const QPen pen = lessonPen(step, themeColors, 2);
        const double contrast = contrastRatio(pen.color(), themeColors.base);
        QVERIFY2(contrast >= kLeastContrast, qPrintable(lessonStepTitle(step)));
        const QColor name = legibleColor(pen.color(), themeColors.text,
                                         themeColors.base);  // of the step in the chart
        QVERIFY2(contrastRatio(name, themeColors.base) >= 4.5, qPrintable(lessonStepTitle(step)));
        QVERIFY(contrast < 4.5 || name == pen.color());
        const QList<qreal> dashes =
            pen.style() == Qt::CustomDashLine ? pen.dashPattern() : QList<qreal>();
        QVERIFY(looks.insert({pen.color().rgb(), dashes}).second);
        QVERIFY(colors.insert(pen.color().rgb()).second);
        for (std::uint32_t gpu = 0; gpu < 4; ++gpu) {
            QVERIFY(pen.color() != themeColors.deviceFill(DeviceId::gpu(gpu)));
        }
    }
}

void LessonWordsTest::spikes_data() {
    using Curve = std::vector<double>;
    using Indices = std::vector<std::size_t>;
    QTest::addColumn<Curve>("curve");
    QTest::addColumn<Indices>("expected");
    const double nan = std::nan("");
    QTest::newRow("two, in the order of time") << Curve{0, 8, 1, 2, 1, 9, 0} << Indices{1, 5};
    QTest::newRow("the shoulder of a spike is none") << Curve{0, 9, 8, 7, 1, 3, 0} << Indices{1, 5};
    QTest::newRow("one") << Curve{0, 1, 5, 4, 3} << Indices{2};
    QTest::newRow("unknown moments") << Curve{nan, 4, nan, 0, nan, 6, nan} << Indices{1, 5};
    QTest::newRow("flat") << Curve{0, 0, 0} << Indices{};
    QTest::newRow("empty") << Curve{} << Indices{};
}

void LessonWordsTest::spikes() {
    QFETCH(const std::vector<double>, curve);
    QFETCH(const std::vector<std::size_t>, expected);
    QCOMPARE(highestSpikes(curve), expected);
}

void LessonWordsTest::lettersStandOnTheCurves() {
    // The plain load: up to the model, to twice of it, and back.
    const LoadCurves naive = curvesOf({0, 3, 6, 6, 9, 12, 6}, {6, 3, 0, 0, 0, 0, 0});
    const LessonMarkedPoints plain = lessonMarkedPoints(LessonStep::Naive, naive);
    QCOMPARE(plain.vram.size(), std::size_t{2});
    QCOMPARE(plain.vram[0].letter, QString("A"));
    QCOMPARE(plain.vram[0].seconds, 2.0);
    QCOMPARE(plain.vram[0].bytes, 6.0);
    QCOMPARE(plain.vram[1].seconds, 5.0);
    QCOMPARE(plain.vram[1].bytes, 12.0);
    QVERIFY(plain.ram.empty());
    const LoadCurves mapped = curvesOf({0, 3, 6}, {0, 1, 0.5}, {0, 4, 6});
    const LessonMarkedPoints file = lessonMarkedPoints(LessonStep::Mmap, mapped);
    QCOMPARE(file.ram.size(), std::size_t{2});
    QCOMPARE(file.ram[0].bytes, 6.0);  // A: file pages
    QCOMPARE(file.ram[1].bytes, 1.0);  // B: anonymous
    // Shards are teeth of file pages.
    const LoadCurves teeth = curvesOf({1, 2, 3, 4, 5}, {0, 0, 0, 0, 0}, {5, 0, 3, 0, 4});
    const LessonMarkedPoints shards = lessonMarkedPoints(LessonStep::Sharded, teeth);
    QCOMPARE(shards.ram.size(), std::size_t{2});
    QCOMPARE(shards.ram[0].bytes, 5.0);
    QCOMPARE(shards.ram[1].bytes, 4.0);
    const LessonMarkedPoints spread = lessonMarkedPoints(LessonStep::SeveralDevices, mapped);
    QCOMPARE(spread.vram.front().bytes, 6.0);
    QCOMPARE(spread.ram.front().bytes, 0.5);
    QVERIFY(lessonMarkedPoints(LessonStep::Naive, LoadCurves()).vram.empty());
    // Every step that loads has its letters.
    LoadCurves both = naive;
    both.hostFile = {0, 2, 0, 0, 3, 0, 0};
    for (const LessonStep step : allLessonSteps().subspan(1)) {
        const LessonMarkedPoints letters = lessonMarkedPoints(step, both);
        QVERIFY2(!letters.vram.empty() || !letters.ram.empty(), rowOf(step));
    }
}

void LessonWordsTest::namesKeepClearOfEachOther() {
    const QRectF area(0, 0, 400, 250);
    std::vector<LabelRequest> wishes;
    for (int i = 0; i < 9; ++i) {
        // Lines that all begin together, as those of the methods do.
        wishes.push_back({QSizeF(90, 16), QPolygonF({{0, 250}, {40.0 * i + 20, 30}, {400, 30}})});
    }
    const std::vector<QRectF> taken{QRectF(300, 0, 100, 20)};
    const std::vector<QRectF> places = placeLabels(wishes, area, {.taken = taken});
    QCOMPARE(places.size(), wishes.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        QVERIFY(area.contains(places[i]));
        QVERIFY(!places[i].intersects(taken.front()));
        for (std::size_t other = 0; other < i; ++other) {
            QVERIFY(!places[i].intersects(places[other]));
        }
    }
    QVERIFY(placeLabels({{QSizeF(90, 16), {}}}, area, {}).front().isEmpty());
    // Where there is no room for all of them, one less is better than two over each other.
    const QRectF small(0, 0, 200, 60);
    const std::vector<QRectF> tight = placeLabels(wishes, small, {});
    for (std::size_t i = 0; i < tight.size(); ++i) {
        for (std::size_t other = 0; other < i; ++other) {
            QVERIFY(!tight[i].intersects(tight[other]));
        }
    }
    QVERIFY(!tight.front().isEmpty());
}

/// Where many curves share the foot of the chart, each name stands near its own or has a line to
/// it.
void LessonWordsTest::namesAreTiedToTheirCurves() {
    const QRectF area(0, 0, 400, 250);
    std::vector<LabelRequest> wishes(14, {QSizeF(90, 16), QPolygonF({{0, 250}, {400, 250}})});
    wishes.push_back({QSizeF(90, 16), QPolygonF({{0, 250}, {200, 20}, {400, 20}})});
    const std::vector<QRectF> places = placeLabels(wishes, area, {});
    int leaders = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        QVERIFY(!places[i].isEmpty());
        QVERIFY(250 - places[i].bottom() < 130 || i + 1 == places.size());
        const QLineF leader = leaderLine(places[i], wishes[i].line);
        if (leader.isNull()) {
            const QRectF around = places[i].adjusted(-10, -10, 10, 10);
            QVERIFY(around.bottom() >= 250 || i + 1 == places.size());
        } else {
            ++leaders;
            QVERIFY(places[i].adjusted(-1, -1, 1, 1).contains(leader.p1()));
            QCOMPARE(leader.p2().y(), 250.0);
        }
    }
    QVERIFY(leaders > 0);
    QVERIFY(leaderLine(QRectF(0, 0, 90, 16), {}).isNull());
}

/// A name goes over a foreign curve before it goes far from its own, and away from a level beside
/// it.
void LessonWordsTest::namesStayNearTheirCurves() {
    const QRectF area(0, 0, 400, 250);
    std::vector<LabelRequest> wishes(3, {QSizeF(90, 16), QPolygonF({{0, 248}, {60, 248}})});
    for (int x = 4; x < 130; x += 14) {  // nowhere near the first three is free ground
        wishes.push_back({QSizeF(1, 1), QPolygonF({{1.0 * x, 0}, {1.0 * x, 250}})});
    }
    const std::vector<QRectF> places = placeLabels(wishes, area, {});
    for (std::size_t i = 0; i < 3; ++i) {
        QVERIFY(!places[i].isEmpty());
        const QLineF leader = leaderLine(places[i], wishes[i].line);
        QVERIFY2(leader.length() < 64, qPrintable(QString::number(leader.length())));
    }
    const QPolygonF across({{0, 125}, {400, 125}});
    for (const double level : {112.0, 138.0}) {
        const std::vector<QRectF> beside = placeLabels(
            {{QSizeF(90, 16), across}}, area, {.lines = {QPolygonF({{0, level}, {400, level}})}});
        QVERIFY(level < 125 ? beside.front().top() > 125 : beside.front().bottom() < 125);
    }
}

/// Where curves are everywhere, a name is read all the same.
void LessonWordsTest::namesHideWhatTheyStandOn() {
    Theme theme(qApp, ThemeMode::Light);
    const LessonType type(&theme, nullptr);
    LessonChartContent content;
    content.marker = LessonMarker::Kept;
    content.guess = 5e8;
    LessonCurve curve;
    for (int i = 0; i < 1200; ++i) {
        curve.seconds.push_back(i);
        curve.bytes.push_back(i % 2 == 0 ? 0 : 1e9);
    }
    const auto plates = [&](const QString& name) {
        curve.name = name;
        content.curves = {curve};
        QImage image(480, 120, QImage::Format_RGB32);
        image.fill(theme.colors().base);
        QPainter painter(&image);
        const LessonChartPainter chart(content, type, theme.colors(), image.size());
        chart.paint(painter);
        painter.end();
        const QRectF covered(QPointF(chart.handle().right() + 4, chart.yAt(1e9) + 1),
                             QPointF(chart.xAt(1199) - 4, chart.yAt(0) - 4));
        int free = 0;
        for (int y = qCeil(covered.top()); y < covered.bottom(); ++y) {
            for (int x = qCeil(covered.left()); x < covered.right(); ++x) {
                free += image.pixelColor(x, y) == theme.colors().base ? 1 : 0;
            }
        }
        return free;
    };
    const int bare = plates(QString());
    const int named = plates(QStringLiteral("2  naive"));
    QVERIFY2(named > bare + 100, qPrintable(QStringLiteral("%1 %2").arg(named).arg(bare)));
}

void LessonWordsTest::axesAreRound_data() {
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("step");
    QTest::newRow("1") << 1.0 << 1.0;
    QTest::newRow("1.1") << 1.1 << 2.0;
    QTest::newRow("2.1") << 2.1 << 2.5;
    QTest::newRow("3") << 3.0 << 5.0;
    QTest::newRow("6") << 6.0 << 10.0;
    QTest::newRow("0.03") << 0.03 << 0.05;
}

void LessonWordsTest::axesAreRound() {
    QFETCH(const double, least);
    QFETCH(const double, step);
    QVERIFY(std::abs(niceStep(least) - step) < 1e-9);
}

void LessonWordsTest::guessesAreHeldAgainstWhatWasFound() {
    LessonStepState state;
    state.guess = {.vram = 6.0 * 1024 * 1024 * 1024, .ram = {}};
    state.figures.vram = 8.0 * 1024 * 1024 * 1024;
    QCOMPARE(lessonGuessText(state), QString());  // nothing was found yet
    state.run = std::make_shared<const LoadRecord>();
    QCOMPARE(
        lessonGuessText(state),
        QString("VRAM: you guessed 6.00 GiB, the result is 8.00 GiB: the guess is 2.00 GiB too "
                "low (25 %)."));
    state.guess.vram = 8.01 * 1024 * 1024 * 1024;
    QVERIFY(lessonGuessText(state).endsWith("right."));
}

/// A guess near RSS gets a remark, and no percentage is in the thousands.
void LessonWordsTest::aGuessOfRssIsToldSo() {
    constexpr double kMiBytes = 1024.0 * 1024;
    LessonStepState state;
    state.run = std::make_shared<const LoadRecord>();
    state.figures.ramAnonymous = 6 * kMiBytes;
    state.figures.ramRss = 670 * kMiBytes;
    state.guess.ram = 660 * kMiBytes;
    const QString text = lessonGuessText(state);
    QVERIFY2(text.contains("110 times the result") && !text.contains("%"), qPrintable(text));
    QVERIFY2(text.contains("The guess is close to RSS − shared (670.0 MiB)"), qPrintable(text));
    state.guess.ram = 300 * kMiBytes;
    QVERIFY(!lessonGuessText(state).contains("close to RSS"));
    state.guess.ram = 12 * kMiBytes;
    QVERIFY2(lessonGuessText(state).contains("right"), qPrintable(lessonGuessText(state)));
}

/// "RAM" is two things: the headline's peak is anonymous, the reasons take RSS − shared apart.
void LessonWordsTest::eachFigureSaysWhichRamItIs() {
    LessonStepState state;
    LoadRecord record;
    state.run = std::make_shared<const LoadRecord>(record);
    state.figures.vram = 1e9;
    state.figures.ramAnonymous = 6e6;
    state.reasons = {{PeakReason::Kind::FilePages, PeakReason::Of::Ram, 670e6}};
    QVERIFY2(lessonResultText(state, {}).contains("peak anonymous RAM"),
             qPrintable(lessonResultText(state, {})));
    QVERIFY(lessonReasonTexts(state).front().startsWith("Anonymous RAM"));
    state.figures.ramRss = 676e6;
    QVERIFY2(lessonReasonTexts(state).front().startsWith("RSS − shared 639.0 MiB"),
             qPrintable(lessonReasonTexts(state).front()));
    state.reasons = {{PeakReason::Kind::PublishedLower, PeakReason::Of::Ram, 1e9}};
    QVERIFY(lessonReasonTexts(state).front().startsWith("The published RAM figure"));
}

/// Stopped by its RAM limit, and forecast to be stopped: one word.
void LessonWordsTest::theLimitStopsAndIsALine() {
    LessonStepState state;
    state.preflight.refusal = "The plan does not fit.";
    QCOMPARE(lessonStateText(state), QString("would be refused"));
    state.preflight.isOnlyOverRamLimit = true;
    QCOMPARE(lessonStateText(state), QString("would be stopped"));
    // The curve up to the limit is drawn, and the limit with it.
    LoadRecord record;
    record.curves = curvesOf({1e8, 2e8}, {1e8, 3e8});
    state.step = LessonStep::Naive;
    state.state = LessonStepState::State::Failed;
    state.stoppedRun = std::make_shared<const LoadRecord>(record);
    LessonSetup setup;
    setup.ramLimit = 350'000'000;
    LessonChartQuery query;
    const LessonChartPair charts = lessonChartContents({state}, setup, query);
    QCOMPARE(charts.ram.curves.size(), std::size_t{1});
    QVERIFY(charts.ram.curves.front().name.contains("stopped"));
    QVERIFY(charts.ram.limit && charts.ram.limit->bytes == 350e6);
    QVERIFY(!charts.vram.limit);
    const Theme theme(qApp, ThemeMode::Light);
    const LessonType type(&theme, nullptr);
    const auto painted = [&type](const LessonChartContent& content) {
        QImage image(500, 300, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter on(&image);
        LessonChartPainter(content, type, lightColors(), image.size()).paint(on);
        return image;
    };
    LessonChartContent without = charts.ram;
    without.limit.reset();
    const QImage image = painted(charts.ram);
    const QImage bare = painted(without);
    const int y =
        qRound(LessonChartPainter(charts.ram, type, lightColors(), image.size()).yAt(350e6));
    int drawn = 0;
    for (int x = 0; x < image.width(); ++x) {
        drawn += image.pixel(x, y) != bare.pixel(x, y) ? 1 : 0;
    }
    QVERIFY2(drawn > 150, QByteArray::number(drawn));
}

/// The step over several devices says what room Accelerate keeps: limits are more than the model.
void LessonWordsTest::roomForTheLargestLayerIsExplained() {
    const QTemporaryDir folder;
    LessonSetup setup;
    setup.kind = LessonSetup::Kind::DryRun;
    const LessonScheduling how{setup, folder.path().toStdString(), nullptr};
    LessonStepState state;
    state.step = LessonStep::SeveralDevices;
    state.schedule = predictStep(how, state.step).schedule;
    const QString limits = severalDevicesLimits(state);
    QVERIFY2(limits.contains("Accelerate keeps 147.2 MiB of each"), qPrintable(limits));
}

void LessonWordsTest::aForwardPassThatDisagreesSaysSo() {
    LessonStepState state;
    LoadRecord record;
    QCOMPARE(lessonForwardText(state), QString());
    record.figures.forward = ForwardFigures{.tokens = {1, 2, 3},
                                            .sha256 = {},
                                            .maxLogit = 8.5,
                                            .nextToken = 42,
                                            .maxDifference = 0.0,
                                            .agrees = true,
                                            .seconds = 1,
                                            .bytesMoved = 0,
                                            .why = {}};
    state.run = std::make_shared<const LoadRecord>(record);
    const QString good = lessonForwardText(state);
    QVERIFY2(good.contains("largest logit 8.50"), qPrintable(good));
    QVERIFY2(good.contains("[1, 2, 3]") && good.contains("agree") && good.contains("42"),
             qPrintable(good));
    record.figures.forward->agrees = false;
    record.figures.forward->why = goldenText("checks/the-logits-differ-by-3-1-at");
    state.run = std::make_shared<const LoadRecord>(record);
    QCOMPARE(lessonForwardText(state),
             QString(goldenText("checks/forward-pass-the-logits-differ-by-3")));
}

QTEST_MAIN(LessonWordsTest)
#include "tst_lesson_words.moc"
