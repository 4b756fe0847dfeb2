// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_report_pdf.h"

#include "widgets/lesson/lesson_report_html.h"

#include <QAbstractEventDispatcher>
#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QCoreApplication>
#include <QFont>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QTextDocument>
#include <QThread>
#include <QUrl>

#include <memory>
#include <optional>
#include <utility>

namespace stowage {
namespace {

/// QTextDocument lays out in these; the page is scaled to the writer's.
constexpr double kDotsPerInch = 96;
constexpr double kMmPerInch = 25.4;
constexpr double kMarginMm = 15;
constexpr double kFootMm = 10;
constexpr double kBodyPoints = 9;
constexpr int kFootDots = 11;
constexpr int kWriterDotsPerInch = 1200;

double dots(double mm) {
    return mm / kMmPerInch * kDotsPerInch;
}

QFont paperFont(double points) {
    QFont font(QStringLiteral("sans-serif"));
    font.setPointSizeF(points);
    // The layout is scaled: glyphs fitted to coarse dots would stand unevenly.
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

/// The area for text on a page, in kDotsPerInch.
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

Result<QByteArray> paintReport(const LessonReportContents& contents) {
    const QPageSize page(QPageSize::A4);
    const QSizeF area = textSize(page);
    QTextDocument document;
    document.setDefaultFont(paperFont(kBodyPoints));
    document.setDocumentMargin(0);
    document.setPageSize(area);
    document.setHtml(
        lessonReportHtml(contents, [&document](const QString& name, const QImage& picture) {
            document.addResource(QTextDocument::ImageResource, QUrl(name), picture);
            return name;
        }));

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
    painter.scale(kWriterDotsPerInch / kDotsPerInch, kWriterDotsPerInch / kDotsPerInch);
    const int pages = document.pageCount();
    for (int i = 0; i < pages; ++i) {
        if (i > 0 && !writer.newPage()) {
            return fail(ErrorCode::WriteFailed, "The PDF of the report cannot have a page more.");
        }
        drawPage(painter, document, area, i);
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
    const std::unique_ptr<QThread> thread(
        QThread::create([&pdf, &contents] { pdf = paintReport(contents); }));
    thread->start();
    thread->wait();
    return std::move(*pdf);
}

}  // namespace stowage
