// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/paper.h"

#include "engine/base/error_conversion.h"

#include <QAbstractEventDispatcher>
#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QCoreApplication>
#include <QFont>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgRenderer>
#include <QTextDocument>
#include <QThread>

#include <optional>
#include <utility>

namespace stowage {
namespace {

/// Whose texts these are, for the catalogues.
struct PaperTexts {
    Q_DECLARE_TR_FUNCTIONS(stowage::Paper)
};

/// QTextDocument lays out in these; the page is scaled to the writer's.
constexpr double kPdfDotsPerInch = 96;
constexpr double kMmPerInch = 25.4;
constexpr double kMarginMm = 15;
constexpr double kFootMm = 10;
constexpr int kFootDots = 11;
constexpr int kWriterDotsPerInch = 1200;

double dots(double mm) {
    return mm / kMmPerInch * kPdfDotsPerInch;
}

/// The area for text on a page, in kPdfDotsPerInch.
QSizeF textSize(const QPageSize& page) {
    const QSizeF size = page.size(QPageSize::Millimeter);
    return {dots(size.width() - 2 * kMarginMm), dots(size.height() - 2 * kMarginMm - kFootMm)};
}

void drawFoot(QPainter& painter, const QSizeF& area, const QString& title, int page, int pages) {
    const QRectF foot(0, area.height() + dots(kFootMm) / 2, area.width(), dots(kFootMm) / 2);
    QFont font = paperFont(kFootDots);
    font.setPixelSize(kFootDots);  // points would be the writer's, and scaled once more
    painter.setFont(font);
    painter.setPen(Qt::darkGray);
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignBottom, title);
    painter.drawText(foot, Qt::AlignRight | Qt::AlignBottom,
                     PaperTexts::tr("Page %1 of %2").arg(page).arg(pages));
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

Result<QByteArray> paintPaper(const QString& title, const PaperLayout& layOut) {
    const QPageSize page(QPageSize::A4);
    const QSizeF area = textSize(page);
    QTextDocument document;
    document.setDocumentMargin(0);
    document.setMetaInformation(QTextDocument::CssMedia, QStringLiteral("print"));
    document.setPageSize(area);
    layOut(document);

    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(page);
    writer.setPageMargins(QMarginsF(kMarginMm, kMarginMm, kMarginMm, kMarginMm),
                          QPageLayout::Millimeter);
    writer.setResolution(kWriterDotsPerInch);
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("Stowage"));
    QPainter painter;
    if (!painter.begin(&writer)) {
        return fail(ErrorCode::WriteFailed,
                    PaperTexts::tr("The PDF of the report could not be created.").toStdString());
    }
    painter.scale(kWriterDotsPerInch / kPdfDotsPerInch, kWriterDotsPerInch / kPdfDotsPerInch);
    const int pages = document.pageCount();
    for (int i = 0; i < pages; ++i) {
        if (i > 0 && !writer.newPage()) {
            return fail(ErrorCode::WriteFailed,
                        PaperTexts::tr("Another page could not be added to the PDF of the report.")
                            .toStdString());
        }
        drawPage(painter, document, area, i);
        drawFoot(painter, area, title, i + 1, pages);
    }
    painter.end();
    return bytes;
}

}  // namespace

PaperDrawings::PaperDrawings(QTextDocument* document) : QObject(document) {
    document->documentLayout()->registerHandler(QTextFormat::ImageObject, this);
}

void PaperDrawings::add(const QString& name, const QByteArray& svg) {
    m_drawings[name] = new QSvgRenderer(svg, this);
}

QSizeF PaperDrawings::intrinsicSize(QTextDocument* /*document*/, int /*position*/,
                                    const QTextFormat& format) {
    const QTextImageFormat image = format.toImageFormat();
    return {image.width(), image.height()};
}

void PaperDrawings::drawObject(QPainter* painter, const QRectF& rect, QTextDocument* /*document*/,
                               int /*position*/, const QTextFormat& format) {
    if (QSvgRenderer* const drawing = m_drawings.value(format.toImageFormat().name())) {
        drawing->render(painter, rect);
    }
}

QFont paperFont(double points) {
    QFont font(QStringLiteral("sans-serif"));
    font.setPointSizeF(points);
    // The layout is scaled: glyphs fitted to coarse dots would stand unevenly.
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

Result<QByteArray> paperPdf(const QString& title, const PaperLayout& layOut) {
    if (QAbstractEventDispatcher::instance() != nullptr) {
        return paintPaper(title, layOut);
    }
    // QTextDocument starts timers, which only threads of Qt's own can have.
    std::optional<Result<QByteArray>> pdf;
    const std::unique_ptr<QThread> thread(QThread::create([&pdf, &title, &layOut] {
        pdf = catchExceptions(phrase("the report's PDF"),
                              [&title, &layOut] { return paintPaper(title, layOut); });
    }));
    thread->start();
    thread->wait();
    return std::move(*pdf);
}

}  // namespace stowage
