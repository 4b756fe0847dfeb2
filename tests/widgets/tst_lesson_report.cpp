// SPDX-License-Identifier: GPL-3.0-or-later
// What a learner hands in: the page, the PDF and the tables, against the records they tell of.
#include "tests/support/golden_text.h"
#include "tests/widgets/lesson_fixture.h"
#include "tests/widgets/load_record_samples.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/lesson/lesson_report.h"
#include "widgets/lesson/lesson_session.h"
#include "widgets/lesson/lesson_style.h"
#include "widgets/lesson/lesson_texts.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <QDir>
#include <QFile>
#include <QPainter>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTest>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextLayout>
#include <QTextTable>
#include <QXmlStreamReader>

#include <algorithm>
#include <utility>

using namespace stowage;
using namespace stowage::test;

namespace {

using State = LessonStepState::State;

QByteArray picture(Qt::GlobalColor colour) {
    return QStringLiteral(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1 %2\">"
               "<rect width=\"%1\" height=\"%2\" fill=\"%3\"/></svg>")
        .arg(kLessonPictureSize.width())
        .arg(kLessonPictureSize.height())
        .arg(QColor(colour).name())
        .toUtf8();
}

LessonStepState& stepIn(LessonReportContents& contents, LessonStep step) {
    return *std::ranges::find(contents.steps, step, &LessonStepState::step);
}

void take(LessonStepState& state, const LessonOutcome& outcome) {
    state.state = outcome.state;
    state.run = outcome.run;
    state.figures = outcome.figures;
    state.reasons = outcome.reasons;
    state.sentence = outcome.sentence;
}

/// A dry run of XL in which naive and mmap were walked; the first was guessed and answered.
LessonReportContents dryContents(const QString& folder) {
    LessonReportContents contents;
    contents.setup.size = LessonSize::Xl1558M;
    contents.setup.kind = LessonSetup::Kind::DryRun;
    contents.machine = {QStringLiteral("A processor, 2 cores"), QStringLiteral("24.00 GiB"),
                        QStringLiteral("A system")};
    contents.date = QDateTime(QDate(2026, 11, 20), QTime(18, 30));
    contents.person = QStringLiteral("Ada <ada@example.org> & friends");
    const LessonScheduling how{contents.setup, folder.toStdString(), nullptr};
    for (const LessonStep step : allLessonSteps()) {
        LessonStepState& state = contents.steps.emplace_back();
        state.step = step;
        const PredictedStep foreseen = predictStep(how, step);
        state.preflight = foreseen.preflight;
        state.figures = foreseen.published;
    }
    for (const LessonStep step : {LessonStep::Naive, LessonStep::Mmap}) {
        take(stepIn(contents, step), dryRunStep(how, step, {}));
        contents.pictures.push_back({step, picture(Qt::red), picture(Qt::blue)});
    }
    LessonStepState& naive = stepIn(contents, LessonStep::Naive);
    naive.guess = {6.75e9, 6.75e9};
    naive.answer = lessonTexts(LessonStep::Naive, lessonFacts(contents.setup.size)).right;
    return contents;
}

/// A measured run in place of the prediction.
LessonReportContents measuredContents(const QString& folder) {
    LessonReportContents contents = dryContents(folder);
    contents.setup.kind = LessonSetup::Kind::Real;
    LessonStepState& naive = stepIn(contents, LessonStep::Naive);
    const LoadRecord record = loadRecord("naive", 13'777'883'136, "2026-11-20T17:00:00.000Z");
    naive.figures = lessonFigures(record, contents.setup.size);
    naive.run = std::make_shared<const LoadRecord>(record);
    return contents;
}

QString plain(const QString& html) {
    QString text = html;
    text.remove(QRegularExpression(QStringLiteral("<style>.*</style>"),
                                   QRegularExpression::DotMatchesEverythingOption));
    text.replace(QRegularExpression(QStringLiteral("<[^>]*>")), QStringLiteral(" "));
    text.replace(QStringLiteral("&lt;"), QStringLiteral("<"))
        .replace(QStringLiteral("&gt;"), QStringLiteral(">"))
        .replace(QStringLiteral("&quot;"), QStringLiteral("\""))
        .replace(QStringLiteral("&amp;"), QStringLiteral("&"));
    return text.simplified();
}

/// The cells of a step's row in the page's table.
QStringList rowOf(const QString& html, LessonStep step) {
    const QString begin = QStringLiteral("<tr><td>%1</td>").arg(lessonStepNumbered(step));
    const qsizetype at = html.indexOf(begin);
    const QString row = html.mid(at, html.indexOf(QStringLiteral("</tr>"), at) - at);
    QStringList cells;
    static const QRegularExpression cell(QStringLiteral("<td[^>]*>([^<]*)</td>"));
    for (auto found = cell.globalMatch(row); found.hasNext();) {
        cells.append(found.next().captured(1));
    }
    return cells;
}

std::vector<QStringList> linesOf(const std::string& csv) {
    std::vector<QStringList> lines;
    for (const QString& line :
         QString::fromStdString(csv).split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        lines.push_back(line.split(QLatin1Char(',')));
    }
    return lines;
}

}  // namespace

class LessonReportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnWarnings(); }
    void thePageTellsWhatTheRecordsSay();
    void figuresSayWhatTheyAre();
    void everythingFromOutsideIsEscaped();
    void picturesAreInside();
    void thePdfHasAPageForEachStep();
    void onlyPublishedSizesHaveTheColumns();
    void headsAreNotBrokenInsideWords();
    void theLearnersPartIsInIt();
    void theTableAsCsv();
    void pagesAreInTheLanguageAndTablesAreNot();
    void curvesReadBack();
    void filesAreWrittenBesideEachOther_data();
    void filesAreWrittenBesideEachOther();
    void whatCannotBeWritten();
    void thisMachineIsKnown();

private:
    QTemporaryDir m_folder;
};

void LessonReportTest::thePageTellsWhatTheRecordsSay() {
    const LessonReportContents contents = dryContents(m_folder.path());
    const QString html = lessonReportHtml(contents, embeddedPicture);
    QXmlStreamReader reader(html);
    while (!reader.atEnd()) {
        reader.readNext();
    }
    QVERIFY2(!reader.hasError(), qUtf8Printable(reader.errorString()));
    const QString text = plain(html);
    for (const char* const part :
         {"A processor, 2 cores", "24.00 GiB", "A system", "2026-11-20 18:30",
          "Simulated, 16.00 GiB", "6.29 GiB", "GPT-2 XL, 1558M"}) {
        QVERIFY2(text.contains(QLatin1String(part)), part);
    }
    const QStringList naive = rowOf(html, LessonStep::Naive);
    QCOMPARE(naive.size(), 9);
    QCOMPARE(naive[1], QString("12.83"));
    QVERIFY2(naive[2].startsWith("12.8 (+0.2"), qUtf8Printable(naive[2]));
    QCOMPARE(naive[7], QString("–"));  // a dry run takes no time
    QCOMPARE(naive[8], QString("forecast"));
    const QStringList sequential = rowOf(html, LessonStep::Sequential);
    QCOMPARE(sequential[1], QString("–"));  // not run: no figure of its own
    QCOMPARE(sequential[2], QString("–"));  // which would tell what it takes
    QCOMPARE(sequential[8], QString("not run"));
    const LessonStepState& state =
        *std::ranges::find(contents.steps, LessonStep::Naive, &LessonStepState::step);
    for (const PeakReason& reason : state.reasons) {
        QVERIFY(text.contains(lessonReasonText(reason, state.figures).simplified()));
    }
    QVERIFY(text.contains(lessonGuessText(state).simplified()));
    const LessonTexts texts = lessonTexts(LessonStep::Naive, lessonFacts(LessonSize::Xl1558M));
    QVERIFY(text.contains(texts.question.simplified()));
    QVERIFY(text.contains(QStringLiteral("“%1”, right.").arg(texts.options[texts.right])));
    QVERIFY(text.contains("Not answered."));  // mmap
}

void LessonReportTest::figuresSayWhatTheyAre() {
    const QString prediction =
        plain(lessonReportHtml(dryContents(m_folder.path()), embeddedPicture));
    QVERIFY(prediction.contains(goldenText("window-lesson/a-dry-run-in-which-nothing-is-read")));
    const QString html = lessonReportHtml(measuredContents(m_folder.path()), embeddedPicture);
    QVERIFY(plain(html).contains(goldenText("window-lesson/of-real-loads-each-in-a-fresh")));
    const QStringList naive = rowOf(html, LessonStep::Naive);
    QVERIFY2(naive[8].contains("simulated") && naive[8].contains("measured"),
             qUtf8Printable(naive[8]));
    QVERIFY(naive[7] != QString("–"));
}

void LessonReportTest::everythingFromOutsideIsEscaped() {
    LessonReportContents contents = dryContents(m_folder.path());
    stepIn(contents, LessonStep::Naive).sentence = QStringLiteral("<script>alert(1)</script>");
    contents.machine.system = QStringLiteral("\"><img src=x>");
    const QString html = lessonReportHtml(contents, embeddedPicture);
    QVERIFY(!html.contains("<script"));
    QVERIFY(!html.contains("<img src=x"));
    QVERIFY(html.contains("Ada &lt;ada@example.org&gt; &amp; friends"));
}

void LessonReportTest::picturesAreInside() {
    const QString html = lessonReportHtml(dryContents(m_folder.path()), embeddedPicture);
    static const QRegularExpression source(
        QStringLiteral("<img src=\"data:image/svg.xml;base64,([^\"]*)\""));
    std::vector<QImage> images;
    for (auto found = source.globalMatch(html); found.hasNext();) {
        QSvgRenderer drawing(QByteArray::fromBase64(found.next().captured(1).toLatin1()));
        QVERIFY(drawing.isValid());
        // The proportions are the drawing's own.
        QCOMPARE(drawing.viewBox().size(), kLessonPictureSize);
        QImage& image = images.emplace_back(64, 32, QImage::Format_RGB32);
        QPainter painter(&image);
        drawing.render(&painter);
    }
    QCOMPARE(images.size(), std::size_t{4});
    QCOMPARE(images[0].pixelColor(3, 3), QColor(Qt::red));
    QCOMPARE(images[1].pixelColor(3, 3), QColor(Qt::blue));
    QCOMPARE(html.count("<img"), 4);  // and nothing is fetched from elsewhere
    QVERIFY(!html.contains("http"));
}

void LessonReportTest::thePdfHasAPageForEachStep() {
    LessonReportContents contents = dryContents(m_folder.path());
    const auto pagesOf = [](const QByteArray& pdf) {
        static const QRegularExpression count(QStringLiteral("/Count (\\d+)"));
        return count.match(QString::fromLatin1(pdf)).captured(1).toInt();
    };
    const auto pdf = lessonReportPdf(contents);
    QVERIFY(pdf.has_value());
    QVERIFY(pdf->startsWith("%PDF-"));
    // A4 in points.
    QVERIFY(pdf->contains("/MediaBox [0 0 595") || pdf->contains("/MediaBox [0.0 0.0 595"));
    const int pages = pagesOf(*pdf);
    QVERIFY2(pages >= 3, QByteArray::number(pages));
    // The pictures are in it, as lines and not as pixels.
    LessonReportContents bare = contents;
    bare.pictures.clear();
    QVERIFY(lessonReportPdf(bare)->size() < pdf->size());
    QCOMPARE(pdf->count("/Subtype /Image"), 0);
    // The whole lesson: an overview, and a page a step at most.
    const LessonScheduling how{contents.setup, m_folder.path().toStdString(), nullptr};
    contents.pictures.clear();
    for (LessonStepState& state : contents.steps) {
        if (methodOf(state.step)) {
            take(state, dryRunStep(how, state.step, {}));
            LoadRecord run = *state.run;
            run.figures.forward = ForwardFigures{};
            run.figures.forward->tokens = {1, 2, 3};
            run.figures.forward->maxDifference = 1e-6;
            state.run = std::make_shared<const LoadRecord>(std::move(run));
            state.guess = {1e9, 2e9};
            state.guesses = {{3e9, {}}, {1e9, 2e9}};
            state.answers = {0, 1, 2};
            contents.pictures.push_back({state.step, picture(Qt::red), picture(Qt::blue)});
        }
        state.answer = 2;
    }
    contents.pictures.push_back({LessonStep::Checkpoint, picture(Qt::red), picture(Qt::blue)});
    const int most = pagesOf(*lessonReportPdf(contents));
    QVERIFY2(most <= 10, QByteArray::number(most));
}

/// Nothing was published for the other sizes: no column, and no heading that names one.
void LessonReportTest::onlyPublishedSizesHaveTheColumns() {
    LessonReportContents contents = dryContents(m_folder.path());
    QVERIFY(plain(lessonReportHtml(contents, embeddedPicture))
                .contains(goldenText("window-lesson/forecast-next-to-published")));
    contents.setup.size = LessonSize::Small124M;
    const QString html = lessonReportHtml(contents, embeddedPicture);
    QVERIFY(!html.contains(">published<"));
    QVERIFY(!html.contains("beside published"));
    const QStringList naive = rowOf(html, LessonStep::Naive);
    QCOMPARE(naive.size(), 7);
    QCOMPARE(naive[6], QString("forecast"));
    QCOMPARE(rowOf(html, LessonStep::Sequential).size(), 7);
    QCOMPARE(html.count("<th class=\"number\""), 5);
}

void LessonReportTest::headsAreNotBrokenInsideWords() {
    QTextDocument document;
    document.setDefaultFont(QFont(QStringLiteral("sans-serif"), 9));
    document.setPageSize(QSizeF(680, 970));  // A4 less its margins, 96 dots an inch
    document.setHtml(lessonReportHtml(measuredContents(m_folder.path()),
                                      [](const QString& name, const QByteArray&) { return name; }));
    static_cast<void>(document.pageCount());  // lays out
    int lines = 0;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        const QTextTable* table = QTextCursor(block).currentTable();
        if (table == nullptr || table->columns() < 9) {
            continue;
        }
        const QString text = block.text();
        for (int i = 1; i < block.layout()->lineCount(); ++i) {
            const int at = block.layout()->lineAt(i).textStart();
            QVERIFY2(!text[at - 1].isLetterOrNumber() || !text[at].isLetterOrNumber(),
                     qPrintable(text));
        }
        lines += block.layout()->lineCount();
    }
    QVERIFY(lines > 9);
}

void LessonReportTest::theLearnersPartIsInIt() {
    LessonReportContents contents = dryContents(m_folder.path());
    LessonStepState& naive = stepIn(contents, LessonStep::Naive);
    naive.guesses = {{6.0 * 1024 * 1024 * 1024, {}}, naive.guess};
    naive.answers = {1, 0};
    const QString html = lessonReportHtml(contents, embeddedPicture);
    const QString text = plain(html);
    QVERIFY(text.contains(goldenText("window-lesson/handed-in-by-ada")));
    QVERIFY(text.contains("Guesses entered: VRAM 6.00 GiB, RAM not set; VRAM 6.29 GiB"));
    const LessonTexts texts = lessonTexts(LessonStep::Naive, lessonFacts(contents.setup.size));
    QVERIFY(text.contains(QString(goldenText("window-lesson/checked-in-this-order-1-2"))
                              .arg(texts.options[1], texts.options[0])));
    // The code of a step that was run, and nothing of what nobody has found.
    QVERIFY(html.contains(lessonCode(LessonStep::Naive).toHtmlEscaped()));
    const LessonStepState& sequential = stepIn(contents, LessonStep::Sequential);
    QVERIFY(!text.contains(
        lessonTexts(LessonStep::Sequential, lessonFacts(contents.setup.size)).fact.simplified()));
    QVERIFY(!text.contains(sizeText(*predictedVram(sequential))));
}

void LessonReportTest::theTableAsCsv() {
    const LessonReportContents contents = measuredContents(m_folder.path());
    const auto lines = linesOf(lessonTableCsv(contents));
    QCOMPARE(lines.size(), std::size_t{9});  // a head, and eight steps that load
    QCOMPARE(lines[0][3], QString(goldenText("window-lesson/vram-peak-allocated-b")));
    QCOMPARE(lines[1][0], QString("naive"));
    // The kind has a comma of its own and is quoted.
    QVERIFY(lines[1][2].startsWith(QLatin1Char('"')));
    const qsizetype shift = lines[1].size() - lines[0].size();
    QCOMPARE(lines[1][3 + shift], QString("13777883136"));
    QCOMPARE(lines[1][6 + shift], QString("1048576"));
    QCOMPARE(lines[1][12 + shift], QString("6750000000"));
    QCOMPARE(lines[1][14 + shift], QString("yes"));
    QCOMPARE(lines[2][0], QString("sequential"));
    QCOMPARE(lines[2][3], QString());
    QCOMPARE(lines[2].size(), lines[0].size());
    QVERIFY(lines[1][5 + shift].toDouble() > 13e9);  // published, in bytes
    QCOMPARE(lines[2][5], QString());                // which would tell what it takes
}

/// Spreadsheets and scripts read the tables; browsers choose fonts by the page's language.
void LessonReportTest::pagesAreInTheLanguageAndTablesAreNot() {
    LessonReportContents contents = measuredContents(m_folder.path());
    stepIn(contents, LessonStep::Naive).answers = {1, 0};
    const std::string english = lessonTableCsv(contents);
    QSettings settings(m_folder.filePath("settings.ini"), QSettings::IniFormat);
    ProgramLanguage language(qApp, settings);
    const auto pageIn = [&](const char* code) {
        language.use(QString::fromLatin1(code));
        const QString html = lessonReportHtml(contents, embeddedPicture);
        const std::string table = lessonTableCsv(contents);
        language.use(QStringLiteral("en"));
        return std::pair(html, table);
    };
    const auto [japanese, table] = pageIn("ja");
    QCOMPARE(table, english);
    QVERIFY(japanese.contains("<html lang=\"ja\" dir=\"ltr\">"));
    QVERIFY(!japanese.contains(QStringLiteral("“")));
    QVERIFY(!japanese.contains(QStringLiteral("。 ")));
    QVERIFY(pageIn("ar").first.contains("<html lang=\"ar\" dir=\"rtl\">"));
    QVERIFY(pageIn("en").first.contains("<html lang=\"en\" dir=\"ltr\">"));
}

void LessonReportTest::curvesReadBack() {
    const LessonReportContents contents = dryContents(m_folder.path());
    const LoadCurves& curves =
        std::ranges::find(contents.steps, LessonStep::Mmap, &LessonStepState::step)->run->curves;
    CurveSpan span;
    span.end = 1e9;
    span.baseline.anon = span.baseline.file = span.baseline.shmem = 0;
    const auto again = curvesOfCsv(runCurvesCsv(curves), "mmap.csv", span);
    QVERIFY(again.has_value());
    QCOMPARE(again->devices.front().allocated, curves.devices.front().allocated);
    QCOMPARE(again->hostFile, curves.hostFile);
    QCOMPARE(again->seconds.size(), curves.seconds.size());
}

void LessonReportTest::filesAreWrittenBesideEachOther_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("plain") << "mine";
    QTest::newRow("html") << "mine.html";
    QTest::newRow("pdf") << "mine.PDF";
}

void LessonReportTest::filesAreWrittenBesideEachOther() {
    QFETCH(const QString, name);
    const QTemporaryDir folder;
    const LessonReportContents contents = dryContents(m_folder.path());
    LessonReport report;
    QSignalSpy written(&report, &LessonReport::written);
    report.write(contents, folder.filePath(name));
    QVERIFY(report.isWriting());
    QTRY_COMPARE_WITH_TIMEOUT(written.size(), 1, 30'000);
    const QStringList files = written.front().front().toStringList();
    QCOMPARE(files.front(), folder.filePath("mine.html"));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files, QDir::Name),
             (QStringList{"mine-mmap.csv", "mine-naive.csv", "mine-runs.csv", "mine-table.csv",
                          "mine.html", "mine.pdf"}));
    QFile html(folder.filePath("mine.html"));
    QVERIFY(html.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(html.readAll()), lessonReportHtml(contents, embeddedPicture));
    QFile runs(folder.filePath("mine-runs.csv"));
    QVERIFY(runs.open(QIODevice::ReadOnly));
    QCOMPARE(runs.readAll().count('\n'), 3);  // a head and two runs
}

void LessonReportTest::whatCannotBeWritten() {
    LessonReport report;
    QSignalSpy failed(&report, &LessonReport::failed);
    report.write(dryContents(m_folder.path()), QStringLiteral("/no/such/folder/mine.html"));
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 30'000);
    QVERIFY(failed.front().front().toString().contains("/no/such/folder"));
}

void LessonReportTest::thisMachineIsKnown() {
    const LessonMachine machine = thisMachine();
    QVERIFY(machine.processor.contains("core"));
    QVERIFY(machine.memory.endsWith("GiB"));
    QVERIFY(machine.system.contains("Linux", Qt::CaseInsensitive));
}

QTEST_MAIN(LessonReportTest)
#include "tst_lesson_report.moc"
