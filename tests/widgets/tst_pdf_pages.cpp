// SPDX-License-Identifier: GPL-3.0-or-later
// Every PDF that the program writes, page by page: no text over another, no chart outside its
// frame.
#include "tests/widgets/lesson_window.h"
#include "tests/widgets/project/project_window.h"
#include "widgets/lesson/lesson_feature.h"
#include "widgets/lesson/lesson_report.h"
#include "widgets/project/report_dialog.h"
#include "widgets/support/translation.h"

#include <QAction>
#include <QDir>
#include <QImage>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <algorithm>

using namespace stowage;
using namespace stowage::test;

namespace {

struct PdfWord {
    QString text;
    QRectF place;  ///< points
};

using PdfPage = std::vector<PdfWord>;

constexpr double kMarginPoints = 15 / 25.4 * 72;
const QRectF kA4(0, 0, 595, 842);

/// Runs a program of poppler-utils over the file "report.pdf" of the folder; its output.
QByteArray runPoppler(const QTemporaryDir& folder, const QByteArray& pdf, const QString& program,
                      const QStringList& arguments) {
    QFile file(folder.filePath(QStringLiteral("report.pdf")));
    if (!file.open(QIODevice::WriteOnly) || file.write(pdf) != pdf.size()) {
        return {};
    }
    file.close();
    QProcess process;
    process.setWorkingDirectory(folder.path());
    process.start(program, arguments);
    if (!process.waitForFinished(60'000) || process.exitCode() != 0) {
        qWarning("%s of poppler-utils: %s", qPrintable(program),
                 qPrintable(process.errorString() + process.readAllStandardError()));
    }
    return process.readAllStandardOutput();
}

QString described(std::size_t page, const PdfWord& word) {
    return QStringLiteral("page %1: \"%2\" at %3, %4 (%5 x %6)")
        .arg(page + 1)
        .arg(word.text)
        .arg(word.place.x())
        .arg(word.place.y())
        .arg(word.place.width())
        .arg(word.place.height());
}

/// Without the room above and below the letters, in which lines may touch.
QRectF lettersOf(const PdfWord& word) {
    const double room = word.place.height() / 4;
    return word.place.adjusted(0.5, room, -0.5, -room);
}

/// The words of each page, as pdftotext of poppler-utils reads them.
std::vector<PdfPage> pdfWords(const QByteArray& pdf) {
    const QTemporaryDir folder;
    QXmlStreamReader xml(runPoppler(
        folder, pdf, QStringLiteral("pdftotext"),
        {QStringLiteral("-bbox-layout"), QStringLiteral("report.pdf"), QStringLiteral("-")}));
    std::vector<PdfPage> pages;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        if (xml.name() == QLatin1String("page")) {
            pages.emplace_back();
        } else if (xml.name() == QLatin1String("word")) {
            const QXmlStreamAttributes at = xml.attributes();
            const QRectF place(QPointF(at.value(QLatin1String("xMin")).toDouble(),
                                       at.value(QLatin1String("yMin")).toDouble()),
                               QPointF(at.value(QLatin1String("xMax")).toDouble(),
                                       at.value(QLatin1String("yMax")).toDouble()));
            pages.back().push_back({xml.readElementText(), place});
        }
    }
    return pages;
}

/// Each page as pdftoppm of poppler-utils paints it, 72 dots an inch: one pixel is one point.
std::vector<QImage> pdfImages(const QByteArray& pdf) {
    const QTemporaryDir folder;
    runPoppler(folder, pdf, QStringLiteral("pdftoppm"),
               {QStringLiteral("-r"), QStringLiteral("72"), QStringLiteral("-png"),
                QStringLiteral("report.pdf"), QStringLiteral("page")});
    std::vector<QImage> images;
    const QDir files(folder.path());
    for (const QString& name :
         files.entryList({QStringLiteral("*.png")}, QDir::Files, QDir::Name)) {
        images.emplace_back(files.filePath(name)).convertTo(QImage::Format_RGB32);
    }
    return images;
}

/// The first two words of a page that lie over each other, or the first one outside the margins of
/// A4; "" where there are none.
QString pdfTextFault(const std::vector<PdfPage>& pages) {
    const QRectF area = kA4.adjusted(kMarginPoints, kMarginPoints, -kMarginPoints, -kMarginPoints)
                            .adjusted(-1, -1, 1, 1);
    for (std::size_t page = 0; page < pages.size(); ++page) {
        const PdfPage& words = pages[page];
        for (std::size_t i = 0; i < words.size(); ++i) {
            const QRectF letters = lettersOf(words[i]);
            if (!area.intersects(letters)) {
                continue;  // a line of another page, which is clipped away
            }
            if (!area.contains(letters)) {
                return described(page, words[i]) + QStringLiteral(" is outside the margins");
            }
            for (std::size_t other = 0; other < i; ++other) {
                if (letters.intersects(lettersOf(words[other]) & area)) {
                    return described(page, words[i]) + QStringLiteral(" overlaps ") +
                           described(page, words[other]);
                }
            }
        }
    }
    return {};
}

/// A drawing as large as a chart: all of it in one colour, or nothing for "none".
QByteArray filled(const QString& colour) {
    return QStringLiteral(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1 %2\">"
               "<rect width=\"%1\" height=\"%2\" fill=\"%3\"/></svg>")
        .arg(kLessonPictureSize.width())
        .arg(kLessonPictureSize.height())
        .arg(colour)
        .toUtf8();
}

LessonReportContents withPictures(LessonReportContents contents, const QByteArray& vram,
                                  const QByteArray& ram) {
    for (LessonPictures& pictures : contents.pictures) {
        pictures.vram = vram;
        pictures.ram = ram;
    }
    return contents;
}

/// Its pages as pictures; what they show is kept where the environment asks for it.
std::vector<QImage> imagesOf(const Result<QByteArray>& pdf, const QString& name) {
    if (!pdf) {
        return {};
    }
    if (const QString folder = qEnvironmentVariable("STOWAGE_KEEP_PDF"); !folder.isEmpty()) {
        QFile file(folder + QLatin1Char('/') + name + QStringLiteral(".pdf"));
        static_cast<void>(file.open(QIODevice::WriteOnly) && file.write(*pdf) > 0);
    }
    return pdfImages(*pdf);
}

/// Where one colour is, with a pixel more around it for what is painted smoothly.
QRegion regionOf(const QImage& image, QRgb colour) {
    QRegion region;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            region += image.pixel(x, y) == colour ? QRect(x - 1, y - 1, 3, 3) : QRect();
        }
    }
    return region;
}

/// Pixels that differ.
QRegion difference(const QImage& a, const QImage& b) {
    QRegion region;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            region += a.pixel(x, y) != b.pixel(x, y) ? QRect(x, y, 1, 1) : QRect();
        }
    }
    return region;
}

int areaOf(const QRegion& region) {
    int area = 0;
    for (const QRect& rect : region) {
        area += rect.width() * rect.height();
    }
    return area;
}

}  // namespace

class PdfPagesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnWarnings(); }
    void lessonReport_data() { languageRows(); }
    void lessonReport();
    void planReport_data() { languageRows(); }
    void planReport();
    void tableThatEndsWithItsPage();

private:
    static void languageRows() {
        QTest::addColumn<QString>("language");
        QTest::newRow("en") << "en";
        QTest::newRow("ja") << "ja";
    }
};

void PdfPagesTest::lessonReport() {
    QFETCH(const QString, language);
    const QTemporaryDir folder;
    const QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    ProgramLanguage program(qApp, settings);
    program.use(language);
    LessonWindow f;
    QVERIFY(f.enter());
    QVERIFY(f.takeDryRun());
    for (const LessonStep step : allLessonSteps()) {
        if (methodOf(step)) {
            QCOMPARE(f.run(step, 60'000).state, LessonStepState::State::Done);
        }
    }
    const LessonReportContents contents = f.page()->reportContents();
    QCOMPARE(contents.pictures.size(), std::size_t{9});
    const auto pdf = lessonReportPdf(contents);
    QVERIFY(pdf.has_value());
    const std::vector<PdfPage> words = pdfWords(*pdf);
    const QString fault = pdfTextFault(words);
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
    const auto shown = imagesOf(pdf, QStringLiteral("lesson-") + language);
    const auto empty =
        imagesOf(lessonReportPdf(withPictures(contents, filled("none"), filled("none"))),
                 QStringLiteral("empty"));
    const auto frames =
        imagesOf(lessonReportPdf(withPictures(contents, filled("#ff0000"), filled("#0000ff"))),
                 QStringLiteral("frames"));
    QVERIFY(!shown.empty() && shown.size() == words.size());
    QCOMPARE(empty.size(), shown.size());
    QCOMPARE(frames.size(), shown.size());
    int charts = 0;
    for (std::size_t page = 0; page < shown.size(); ++page) {
        const QRegion drawn = difference(shown[page], empty[page]);
        const QRegion vram = regionOf(frames[page], qRgb(255, 0, 0));
        const QRegion ram = regionOf(frames[page], qRgb(0, 0, 255));
        const QRegion outside = drawn - vram - ram;
        QVERIFY2(outside.isEmpty(),
                 qPrintable(QStringLiteral("page %1: drawn at %2, %3 outside the frames")
                                .arg(page + 1)
                                .arg(outside.boundingRect().x())
                                .arg(outside.boundingRect().y())));
        for (const QRegion& frame : {vram, ram}) {
            if (!frame.isEmpty()) {
                ++charts;
                // Axes and curves cross the frame from side to side.
                const QRect inside = drawn.intersected(frame).boundingRect();
                QVERIFY2(inside.width() > 0.8 * frame.boundingRect().width() &&
                             areaOf(drawn.intersected(frame)) > 0.03 * areaOf(frame),
                         qPrintable(QStringLiteral("page %1: a chart is empty").arg(page + 1)));
                QVERIFY2(inside.right() < frame.boundingRect().right(),
                         qPrintable(QStringLiteral("page %1: a chart may be cut").arg(page + 1)));
            }
        }
    }
    QCOMPARE(charts, 18);
}

void PdfPagesTest::planReport() {
    QFETCH(const QString, language);
    const QTemporaryDir folder;
    const QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    ProgramLanguage program(qApp, settings);
    program.use(language);
    ProjectWindow f;
    QVERIFY(openAndWait(f.document, writeSmallSample(folder.filePath(QStringLiteral("gpt2")),
                                                     CheckpointFormat::Safetensors)));
    f.child<QAction>("report_action")->trigger();
    QTRY_VERIFY(f.window.findChild<ReportDialog*>() != nullptr);
    auto* const dialog = f.window.findChild<ReportDialog*>();
    QTRY_VERIFY(!dialog->isBusy());
    const QString path = folder.filePath(QStringLiteral("plan.pdf"));
    dialog->setFile(path);
    QTRY_VERIFY(!dialog->isBusy());
    auto* const write = dialog->findChild<QPushButton*>(QStringLiteral("report_write"));
    QTRY_VERIFY(write->isEnabled());
    QTest::mouseClick(write, Qt::LeftButton);
    QTRY_VERIFY(QFile::exists(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray pdf = file.readAll();
    const std::vector<PdfPage> words = pdfWords(pdf);
    QVERIFY(!words.empty());
    const QString fault = pdfTextFault(words);
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
    const auto images = imagesOf(pdf, QStringLiteral("plan-") + language);
    QCOMPARE(images.size(), words.size());
    if (language != QLatin1String("ja")) {
        return;
    }
    // One language: no sentence stays English.
    QString text;
    for (const PdfPage& page : words) {
        for (const PdfWord& word : page) {
            text += word.text + QLatin1Char(' ');
        }
    }
    static const QRegularExpression english(
        QStringLiteral("\\b(the|and|is|of|for|by|not known|free|used|estimated|limit)\\b"));
    const auto found = english.match(text);
    QVERIFY2(!found.hasMatch(),
             qPrintable(text.mid(std::max<qsizetype>(0, found.capturedStart() - 60), 160)));
}

/// A table whose last row ends where the page ends: its head is not repeated over what follows.
void PdfPagesTest::tableThatEndsWithItsPage() {
    const QTemporaryDir folder;
    ProjectWindow f;
    QVERIFY(openAndWait(f.document, writeSmallSample(folder.filePath(QStringLiteral("gpt2")),
                                                     CheckpointFormat::Safetensors)));
    PlanReport report;
    report.model = "gpt2";
    report.date = "2026-01-31 12:00 UTC";
    auto plan = reportedPlan("Plan", {f.document.plan(), f.document.checkpoint(), {}, nullptr});
    QVERIFY(plan.has_value());
    report.plans.push_back(*plan);
    for (int lines = 0; lines < 12; ++lines) {
        const auto pdf = reportToPdf(report);
        QVERIFY(pdf.has_value());
        const QString fault = pdfTextFault(pdfWords(*pdf));
        QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("%1 lines: %2").arg(lines).arg(fault)));
        report.notes += "a line\n";
    }
}

QTEST_MAIN(PdfPagesTest)
#include "tst_pdf_pages.moc"
