// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/report_page.h"

#include "engine/report/board_svg.h"
#include "engine/report/plan_report.h"
#include "widgets/support/paper.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextList>
#include <QTextTable>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>

namespace stowage {
namespace {

using Kind = ReportBlock::Kind;

constexpr double kPagePoints = 9;
/// By the level of a heading, from 1 on.
constexpr std::array<double, 3> kHeadingPoints{17, 13, 10};
constexpr double kPictureWidth = 660;  ///< the width of the text on A4 is 680
constexpr double kPictureMost = 900;   ///< high: of the 1,009 of a page
constexpr double kBlockGap = 8;
constexpr double kCellPadding = 3;
constexpr double kAfterNumber = 14;  ///< so that a text beside it stands apart
constexpr int kPngScale = 2;
const QColor kPageLine(0xc8, 0xd0, 0xd6);
constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

/// A word longer than this may break behind each of its parts, as those of a path are: no column is
/// wider than the page.
constexpr int kLongWord = 24;
constexpr QChar kBreakHere(0x200B);

QString pageText(const std::string& text) {
    QString broken;
    int letters = 0;
    for (const QChar c : QString::fromStdString(text)) {
        broken += c;
        letters = c.isSpace() ? 0 : letters + 1;
        if (letters > kLongWord || (letters > kLongWord / 2 && (c == u'.' || c == u'/'))) {
            broken += kBreakHere;
            letters = 0;
        }
    }
    return broken;
}

/// Writes blocks one below the other.
class PageWriter {
public:
    explicit PageWriter(QTextDocument& document)
        : m_cursor(&document), m_drawings(new PaperDrawings(&document)) {
        document.setDefaultFont(paperFont(kPagePoints));
    }

    void write(const ReportBlock& block, std::size_t mostRows) {
        switch (block.kind) {
            case Kind::Heading:
                return writeHeading(block);
            case Kind::Paragraph:
                return writeText(pageText(block.text));
            case Kind::List:
                return writeList(block.items);
            case Kind::Table:
                return writeTable(block, mostRows);
            case Kind::Picture:
                return writePicture(QByteArray::fromStdString(block.svg));
        }
    }

    void writeText(const QString& text) {
        begin({});
        m_cursor.insertText(QString(text).replace(u'\n', QChar::LineSeparator));
    }

    void writePicture(const QByteArray& svg) {
        const auto drawing = std::make_shared<QSvgRenderer>(svg);
        const QSizeF size = drawing->viewBoxF().size();
        if (size.isEmpty()) {
            return;
        }
        begin({});
        const QString name = QString::number(++m_pictures);
        m_drawings->add(name, [drawing](QPainter& painter, const QRectF& place) {
            drawing->render(&painter, place);
        });
        QTextImageFormat image;
        image.setName(name);
        const QSizeF shown = size.scaled(kPictureWidth, kPictureMost, Qt::KeepAspectRatio);
        image.setWidth(shown.width());
        image.setHeight(shown.height());
        m_cursor.insertImage(image);
    }

private:
    /// A new block, which the first one is already.
    void begin(QTextBlockFormat format) {
        if (!format.hasProperty(QTextFormat::BlockTopMargin)) {
            format.setTopMargin(kBlockGap);
        }
        m_isFirst ? m_cursor.setBlockFormat(format) : m_cursor.insertBlock(format);
        m_cursor.setCharFormat({});
        m_isFirst = false;
    }

    void writeHeading(const ReportBlock& block) {
        const int level = std::clamp(block.level, 1, static_cast<int>(kHeadingPoints.size()));
        QTextBlockFormat format;
        format.setHeadingLevel(level);
        format.setTopMargin(level == 3 ? 14 : 18);
        begin(format);
        QTextCharFormat letters;
        letters.setFontPointSize(kHeadingPoints[static_cast<std::size_t>(level) - 1]);
        letters.setFontWeight(QFont::DemiBold);
        m_cursor.insertText(pageText(block.text), letters);
    }

    void writeList(const std::vector<std::string>& items) {
        QTextListFormat format;
        format.setStyle(QTextListFormat::ListDisc);
        QTextList* list = nullptr;
        for (const std::string& item : items) {
            QTextBlockFormat block;
            block.setTopMargin(2);
            begin(block);
            list == nullptr ? static_cast<void>(list = m_cursor.createList(format))
                            : list->add(m_cursor.block());
            m_cursor.insertText(pageText(item).replace(u'\n', QChar::LineSeparator));
        }
        // What follows is no item.
        m_cursor.insertBlock(QTextBlockFormat());
        m_isFirst = true;
    }

    void writeTable(const ReportBlock& table, std::size_t mostRows) {
        const std::size_t rows = std::min(table.rows.size(), mostRows);
        QTextTableFormat format;
        format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        format.setHeaderRowCount(1);
        format.setBorder(0);
        format.setBorderCollapse(true);
        format.setCellSpacing(0);
        format.setTopMargin(kBlockGap);
        format.setBottomMargin(2 * kBlockGap);
        QTextTable* const cells = m_cursor.insertTable(
            static_cast<int>(rows) + 1, static_cast<int>(table.heads.size()), format);
        writeRow(*cells, 0, table.heads, table.heads);
        for (std::size_t row = 0; row < rows; ++row) {
            writeRow(*cells, static_cast<int>(row) + 1, table.rows[row], table.heads);
        }
        m_cursor.movePosition(QTextCursor::End);
        m_isFirst = true;  // a block follows each table
        if (rows < table.rows.size()) {
            writeText(QObject::tr("… and %1 rows more in the file").arg(table.rows.size() - rows));
        }
    }

    /// Numbers stand at the right, as their heads do.
    static void writeRow(QTextTable& table, int row, const std::vector<std::string>& texts,
                         const std::vector<std::string>& heads) {
        for (std::size_t column = 0; column < heads.size() && column < texts.size(); ++column) {
            const bool isNumber = heads[column].starts_with('>');
            QTextTableCell cell = table.cellAt(row, static_cast<int>(column));
            QTextTableCellFormat format;
            format.setPadding(kCellPadding);
            format.setRightPadding(isNumber ? kAfterNumber : kCellPadding);
            format.setBottomBorder(row == 0 ? 1 : 0.5);
            format.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            format.setBottomBorderBrush(kPageLine);
            format.setVerticalAlignment(row == 0 ? QTextCharFormat::AlignBottom
                                                 : QTextCharFormat::AlignTop);
            cell.setFormat(format);
            QTextBlockFormat block;
            block.setAlignment(isNumber ? Qt::AlignRight : Qt::AlignLeft);
            QTextCursor at = cell.firstCursorPosition();
            at.setBlockFormat(block);
            QTextCharFormat letters;
            letters.setFontWeight(row == 0 ? QFont::DemiBold : QFont::Normal);
            const QString text = pageText(texts[column]);
            at.insertText(row == 0 && isNumber ? text.mid(1) : text, letters);
        }
    }

    QTextCursor m_cursor;
    PaperDrawings* m_drawings;
    int m_pictures = 0;
    bool m_isFirst = true;
};

/// Of its first line: a block that begins at the end of a page may have all lines on the next.
int pageOf(const QTextDocument& document, const QTextBlock& block) {
    const double top = document.documentLayout()->blockBoundingRect(block).top();
    const double line = block.layout()->lineCount() > 0 ? block.layout()->lineAt(0).y() : 0;
    return static_cast<int>((top + line + 1) / document.pageSize().height());
}

void beginPage(const QTextBlock& block) {
    QTextBlockFormat format = block.blockFormat();
    format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
    QTextCursor(block).setBlockFormat(format);
}

/// A heading goes to the page of what it is above; of two that follow each other both do.
void keepHeadings(QTextDocument& document) {
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QTextBlock last = block;
        while (last.blockFormat().headingLevel() > 0 && last.next().isValid()) {
            last = last.next();
        }
        if (last != block && pageOf(document, block) != pageOf(document, last)) {
            beginPage(block);
        }
        block = last;
    }
}

}  // namespace

void fillReportPage(QTextDocument& document, const PlanReport& report, std::size_t mostRows,
                    std::size_t mostBlocks) {
    PageWriter writer(document);
    const std::vector<ReportBlock> blocks = reportBlocks(report);
    for (std::size_t i = 0; i < std::min(blocks.size(), mostBlocks); ++i) {
        writer.write(blocks[i], mostRows);
    }
    if (mostBlocks < blocks.size()) {
        writer.writeText(QObject::tr("… The rest stands in the file."));
    }
}

void fillDrawingPage(QTextDocument& document, const QByteArray& svg) {
    PageWriter(document).writePicture(svg);
}

Result<QByteArray> reportToPdf(const PlanReport& report) {
    const QString title = QObject::tr("Plans for %1").arg(pageText(report.model));
    return paperPdf(title, [&report](QTextDocument& document) {
        fillReportPage(document, report, kNoLimit, kNoLimit);
        bool isFirst = true;  // what is below the title stays there
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
            if (block.blockFormat().headingLevel() == 2) {
                isFirst ? static_cast<void>(isFirst = false) : beginPage(block);
            }
        }
        keepHeadings(document);
    });
}

Result<QByteArray> boardToPng(const PlanReport& report) {
    QSvgRenderer drawing(QByteArray::fromStdString(writtenReport(report, ReportFormat::Svg)));
    QImage image(drawing.viewBox().size() * kPngScale, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    drawing.render(&painter);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG")) {
        return fail(ErrorCode::WriteFailed,
                    QObject::tr("The picture of the board cannot be made: there is not enough "
                                "memory.")
                        .toStdString());
    }
    return bytes;
}

}  // namespace stowage
