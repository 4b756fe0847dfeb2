// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_report.h"

#include "widgets/support/paper.h"

#include <QAbstractTextDocumentLayout>
#include <QFont>
#include <QPainter>
#include <QTextBlock>
#include <QTextDocument>

namespace stowage {
namespace {

constexpr double kBodyPoints = 9;
/// Steps whose words do not fit a page each are set in smaller type, down to this one.
constexpr double kLeastPoints = 7;
constexpr double kPdfPointStep = 0.5;

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
        if (page >= 0 && place.bottom() > (page + 1) * pageHeight) {
            return false;
        }
    }
    return true;
}

/// In the largest type in which every step has a page.
void layOutReport(const LessonReportContents& contents, QTextDocument& document) {
    auto* drawings = new PaperDrawings(&document);
    const QString html =
        lessonReportHtml(contents, [drawings](const QString& name, const QPicture& picture) {
            drawings->add(name, [picture](QPainter& painter, const QRectF& place) {
                painter.translate(place.topLeft());
                painter.scale(place.width() / kLessonPictureSize.width(),
                              place.height() / kLessonPictureSize.height());
                painter.drawPicture(0, 0, picture);
            });
            return name;
        });
    for (double points = kBodyPoints; points >= kLeastPoints; points -= kPdfPointStep) {
        document.setDefaultFont(paperFont(points));
        document.setHtml(html);
        if (stepsFit(document, document.pageSize().height())) {
            break;
        }
    }
}

}  // namespace

Result<QByteArray> lessonReportPdf(const LessonReportContents& contents) {
    return paperPdf(lessonReportTitle(contents),
                    [&contents](QTextDocument& document) { layOutReport(contents, document); });
}

}  // namespace stowage
