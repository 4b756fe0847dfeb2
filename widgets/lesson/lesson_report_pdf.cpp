// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_report.h"

#include "engine/base/error_conversion.h"

#include <QAbstractEventDispatcher>
#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QCoreApplication>
#include <QFont>
#include <QHash>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextObjectInterface>
#include <QThread>

#include <memory>
#include <optional>
#include <utility>

namespace stowage {
namespace {

/// QTextDocument lays out in these; the page is scaled to the writer's.
constexpr double kPdfDotsPerInch = 96;
constexpr double kMmPerInch = 25.4;
constexpr double kMarginMm = 15;
constexpr double kFootMm = 10;
constexpr double kBodyPoints = 9;
/// Steps whose words do not fit a page each are set in smaller type, down to this one.
constexpr double kLeastPoints = 7;
constexpr double kPdfPointStep = 0.5;
constexpr int kFootDots = 11;
constexpr int kWriterDotsPerInch = 1200;

double dots(double mm) {
    return mm / kMmPerInch * kPdfDotsPerInch;
}

QFont paperFont(double points) {
    QFont font(QStringLiteral("sans-serif"));
    font.setPointSizeF(points);
    // The layout is scaled: glyphs fitted to coarse dots would stand unevenly.
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

/// The area for text on a page, in kPdfDotsPerInch.
QSizeF textSize(const QPageSize& page) {
    const QSizeF size = page.size(QPageSize::Millimeter);
    return {dots(size.width() - 2 * kMarginMm), dots(size.height() - 2 * kMarginMm - kFootMm)};
}

void drawFoot(QPainter& painter, const QSizeF& area, const QString& title, int page, int pages) {
    const QRectF foot(0, area.height() + dots(kFootMm) / 2, area.width(), dots(kFootMm) / 2);
    QFont font = paperFont(kBodyPoints);
    font.setPixelSize(kFootDots);  // points would be the writer's, and scaled once more
    painter.setFont(font);
    painter.setPen(Qt::darkGray);
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignBottom, title);
    painter.drawText(
        foot, Qt::AlignRight | Qt::AlignBottom,
        QCoreApplication::translate("stowage::LessonReport", "Page %1 of %2").arg(page).arg(pages));
}

void drawPage(QPainter& painter, QTextDocument& document, const QSizeF& area, int page) {
    painter.save();
    painter.translate(0, -page * area.height());
    QAbstractTextDocumentLayout::PaintContext context;
    context.clip = QRectF(0, page * area.height(), area.width(), area.height());
    context.palette.setColor(QPalette::Text, Qt::black);
    painter.setClipRect(context.clip);
    document.documentLayout()->draw(&painter, context);
    painter.restore();
}

/// Draws the charts of a document as what they are, lines and letters, not as pixels.
class Drawings : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)
public:
    void add(const QString& name, const QPicture& picture) { m_pictures[name] = picture; }

    QSizeF intrinsicSize(QTextDocument* /*document*/, int /*position*/,
                         const QTextFormat& format) override {
        const QTextImageFormat image = format.toImageFormat();
        return {image.width(), image.height()};
    }
    void drawObject(QPainter* painter, const QRectF& rect, QTextDocument* /*document*/,
                    int /*position*/, const QTextFormat& format) override {
        painter->save();
        painter->translate(rect.topLeft());
        painter->scale(rect.width() / kLessonPictureSize.width(),
                       rect.height() / kLessonPictureSize.height());
        painter->drawPicture(0, 0, m_pictures.value(format.toImageFormat().name()));
        painter->restore();
    }

private:
    QHash<QString, QPicture> m_pictures;
};

/// Whether each step that begins a page ends on it.
bool stepsFit(const QTextDocument& document, double pageHeight) {
    const QAbstractTextDocumentLayout& layout = *document.documentLayout();
    int page = -1;  // no step that begins one
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        const QRectF place = layout.blockBoundingRect(block);
        const bool begins =
            (block.blockFormat().pageBreakPolicy() & QTextFormat::PageBreak_AlwaysBefore) != 0;
        if (begins) {
            page = static_cast<int>(place.top() / pageHeight);
        } else if (block.blockFormat().headingLevel() > 0) {
            page = -1;
        }
        if (page >= 0 && static_cast<int>((place.bottom() - 1) / pageHeight) > page) {
            return false;
        }
    }
    return true;
}

/// The report on pages of that size, in the largest type in which every step has a page.
std::unique_ptr<QTextDocument> layOut(const LessonReportContents& contents, const QSizeF& area) {
    auto document = std::make_unique<QTextDocument>();
    auto* drawings = new Drawings;
    drawings->setParent(document.get());
    document->documentLayout()->registerHandler(QTextFormat::ImageObject, drawings);
    document->setDocumentMargin(0);
    document->setMetaInformation(QTextDocument::CssMedia, QStringLiteral("print"));
    document->setPageSize(area);
    const QString html =
        lessonReportHtml(contents, [drawings](const QString& name, const QPicture& picture) {
            drawings->add(name, picture);
            return name;
        });
    for (double points = kBodyPoints; points >= kLeastPoints; points -= kPdfPointStep) {
        document->setDefaultFont(paperFont(points));
        document->setHtml(html);
        if (stepsFit(*document, area.height())) {
            break;
        }
    }
    return document;
}

Result<QByteArray> paintReport(const LessonReportContents& contents) {
    const QPageSize page(QPageSize::A4);
    const QSizeF area = textSize(page);
    const std::unique_ptr<QTextDocument> document = layOut(contents, area);

    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(page);
    writer.setPageMargins(QMarginsF(kMarginMm, kMarginMm, kMarginMm, kMarginMm),
                          QPageLayout::Millimeter);
    writer.setResolution(kWriterDotsPerInch);
    writer.setTitle(lessonReportTitle(contents));
    writer.setCreator(QStringLiteral("Stowage"));
    QPainter painter;
    if (!painter.begin(&writer)) {
        return fail(ErrorCode::WriteFailed, "The PDF of the report cannot be made.");
    }
    painter.scale(kWriterDotsPerInch / kPdfDotsPerInch, kWriterDotsPerInch / kPdfDotsPerInch);
    const int pages = document->pageCount();
    for (int i = 0; i < pages; ++i) {
        if (i > 0 && !writer.newPage()) {
            return fail(ErrorCode::WriteFailed, "The PDF of the report cannot have a page more.");
        }
        drawPage(painter, *document, area, i);
        drawFoot(painter, area, lessonReportTitle(contents), i + 1, pages);
    }
    painter.end();
    return bytes;
}

}  // namespace

Result<QByteArray> lessonReportPdf(const LessonReportContents& contents) {
    if (QAbstractEventDispatcher::instance() != nullptr) {
        return paintReport(contents);
    }
    // QTextDocument starts timers, which only threads of Qt's own can have.
    std::optional<Result<QByteArray>> pdf;
    const std::unique_ptr<QThread> thread(QThread::create([&pdf, &contents] {
        pdf = catchExceptions("the report's PDF", [&contents] { return paintReport(contents); });
    }));
    thread->start();
    thread->wait();
    return std::move(*pdf);
}

}  // namespace stowage

#include "lesson_report_pdf.moc"
