// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/report_dialog.h"

#include "engine/base/file_writer.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "widgets/document/document.h"
#include "widgets/document/plan_view.h"
#include "widgets/load/load_controller.h"
#include "widgets/project/project_session.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/labels.h"
#include "widgets/support/paper.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QByteArray>
#include <QComboBox>
#include <QDesktopServices>
#include <QFileInfo>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPointer>
#include <QPushButton>
#include <QSvgRenderer>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextEdit>
#include <QTextList>
#include <QTextTable>
#include <QUrl>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace stowage {

/// What a report looks like on paper: its blocks (engine/report/report_document.h) as a document of
/// black on white, boards and charts as drawings. At most `mostRows` of each table and
/// `mostBlocks` blocks, with a sentence where more were left out: for a preview.
void fillReportPage(QTextDocument& document, const PlanReport& report, std::size_t mostRows,
                    std::size_t mostBlocks);

/// A document with just a drawing, as wide as the page.
void fillDrawingPage(QTextDocument& document, const QByteArray& svg);

/// The board of the first plan, 1800 pixels wide, on white. Errors: WriteFailed.
[[nodiscard]] Result<QByteArray> boardToPng(const PlanReport& report);

namespace {

using Kind = ReportBlock::Kind;

/// By the level of a heading, from 1 on.
constexpr std::array<double, 3> kHeadingPoints{17, 13, 10};
constexpr double kPictureWidth = 660;  ///< the width of the text on A4 is 680
constexpr double kPictureMost = 900;   ///< high: of the 1,009 of a page
constexpr double kBlockGap = 8;
constexpr double kTablePadding = 3;
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
        document.setDefaultFont(paperFont(kPoints));
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
        const QSizeF size = QSvgRenderer(svg).viewBoxF().size();
        if (size.isEmpty()) {
            return;
        }
        begin({});
        const QString name = QString::number(++m_pictures);
        m_drawings->add(name, svg);
        QTextImageFormat image;
        image.setName(name);
        const QSizeF shown = size.scaled(kPictureWidth, kPictureMost, Qt::KeepAspectRatio);
        image.setWidth(shown.width());
        image.setHeight(shown.height());
        m_cursor.insertImage(image);
    }

private:
    static constexpr double kPoints = 9, kGapPoints = 4;
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

    void writeList(const std::vector<Message>& items) {
        QTextListFormat format;
        format.setStyle(QTextListFormat::ListDisc);
        QTextList* list = nullptr;
        for (const Message& item : items) {
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
        QTextTable* const cells = m_cursor.insertTable(
            static_cast<int>(rows) + 1, static_cast<int>(table.heads.size()), format);
        std::vector<Message> heads;
        for (const ReportHead& head : table.heads) {
            heads.push_back(head.text);
        }
        writeRow(*cells, 0, heads, table.heads);
        for (std::size_t row = 0; row < rows; ++row) {
            writeRow(*cells, static_cast<int>(row) + 1, table.rows[row], table.heads);
        }
        m_cursor.movePosition(QTextCursor::End);
        // The block that follows each table is the gap: with a margin of its own a table that ends
        // with its page would reach the next one, and its head be repeated there.
        QTextCharFormat gap;
        gap.setFontPointSize(kGapPoints);
        m_cursor.setBlockCharFormat(gap);
        m_isFirst = false;
        if (rows < table.rows.size()) {
            writeText(QObject::tr("… and %1 more rows in the file").arg(table.rows.size() - rows));
        }
    }

    /// Numbers stand at the right, as their heads do.
    static void writeRow(QTextTable& table, int row, const std::vector<Message>& texts,
                         const std::vector<ReportHead>& heads) {
        for (std::size_t column = 0; column < heads.size() && column < texts.size(); ++column) {
            const bool isNumber = heads[column].isNumber;
            QTextTableCell cell = table.cellAt(row, static_cast<int>(column));
            QTextTableCellFormat format;
            format.setPadding(kTablePadding);
            format.setRightPadding(isNumber ? kAfterNumber : kTablePadding);
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
            at.insertText(pageText(texts[column]), letters);
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
        writer.writeText(QObject::tr("… The written file contains the rest of the report."));
    }
}

void fillDrawingPage(QTextDocument& document, const QByteArray& svg) {
    PageWriter(document).writePicture(svg);
}

Result<QByteArray> reportToPdf(const PlanReport& report) {
    const QString title = pageText(reportBlocks(report).front().text);
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
        return fail(
            ErrorCode::WriteFailed,
            QObject::tr(
                "The picture of the board could not be created: there is not enough memory.")
                .toStdString());
    }
    return bytes;
}

namespace {

/// A preview is looked through, not read to its end.
constexpr std::size_t kPreviewRows = 30;
constexpr std::size_t kPreviewBlocks = 60;
constexpr std::size_t kPreviewLetters = 100'000;
const QString kPdf = QStringLiteral("pdf");
const QString kPng = QStringLiteral("png");
const QString kSvg = QStringLiteral("svg");
const QString kHtml = QStringLiteral("html");

/// One plan of the project, to be judged in a worker.
struct ReportedVariant {
    std::string name;
    std::shared_ptr<const PlanView> view;  ///< null: it was not planned yet
    std::function<Result<std::shared_ptr<const PlanView>>(std::stop_token)> plan;
    std::string notes;
};

std::string textOf(const PlanReport& report, const QString& ending) {
    const auto format = reportFormatOf("." + ending.toStdString());
    return format ? writtenReport(report, *format) : std::string();
}

/// The file's bytes.
Result<std::string> reportBytes(const PlanReport& report, const QString& ending) {
    if (ending != kPdf && ending != kPng) {
        return textOf(report, ending);
    }
    const auto bytes = ending == kPdf ? reportToPdf(report) : boardToPng(report);
    STOWAGE_TRY(bytes);
    return bytes->toStdString();
}

/// Black on white whatever the theme: it is paper.
void makePaper(QTextEdit& preview) {
    QPalette palette = preview.palette();
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::Text, Qt::black);
    preview.setPalette(palette);
    preview.setStyleSheet(QStringLiteral("QTextEdit { background: white; color: black; }"));
}

}  // namespace

ReportDialog::ReportDialog(Document* document, LoadController* loads, ProjectSession* session,
                           FileDialogs* dialogs, const Theme* theme, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_loads(loads),
      m_session(session),
      m_dialogs(dialogs),
      m_theme(theme) {
    constexpr QSize kSize(860, 640);
    setObjectName(QStringLiteral("report_dialog"));
    setWindowTitle(tr("Report"));
    resizeDialog(this, kSize);
    auto* layout = makeColumn(this, 10, {16, 14, 16, 14});
    layout->addWidget(makeChoices());
    m_preview = withName(new QTextEdit(this), "report_preview", tr("Contents of the report"));
    m_preview->setReadOnly(true);
    m_preview->setTabChangesFocus(true);
    makePaper(*m_preview);
    layout->addWidget(m_preview, 1);
    layout->addWidget(makeFile());
    m_state = makeSentence(this, "report_state", theme->font(TextRole::Tree));
    addWidgets(layout, {m_state, makeButtons()});
    connect(session, &ProjectSession::variantsChanged, this, &ReportDialog::follow);
    connect(document, &Document::planChanged, this, &ReportDialog::make);
    follow();
}

QWidget* ReportDialog::makeChoices() {
    auto* box = new QWidget(this);
    const QFont font = m_theme->font(TextRole::Tree);
    m_format = withName(new QComboBox(box), "report_format", tr("Format"));
    for (const auto& [ending, title] :
         {std::pair{kHtml, tr("Page (HTML)")}, std::pair{kPdf, tr("A4 pages (PDF)")},
          std::pair{QStringLiteral("md"), tr("Markdown")},
          std::pair{QStringLiteral("csv"), tr("Figures (CSV)")}, std::pair{kSvg, tr("Board (SVG)")},
          std::pair{kPng, tr("Board (PNG)")}}) {
        m_format->addItem(title, ending);
    }
    m_scope = withName(new QComboBox(box), "report_scope", tr("Plans in the report"));
    letNamesBeElided(m_scope, 24);
    setFontOf({m_format, m_scope}, font);
    auto* layout = makeRow(box, 8);
    addWidgets(layout, {makeCaption(tr("Format"), font, m_format), m_format,
                        makeCaption(tr("of"), font, m_scope), m_scope});
    layout->addStretch(1);
    QPushButton* records = addButton(box, "report_records", tr("Add records…"), font);
    records->setToolTip(
        tr("Add records of loads and runs, exported from the history or written by stowagectl as "
           "JSON"));
    connect(m_format, &QComboBox::currentIndexChanged, this, &ReportDialog::followEnding);
    connect(m_scope, &QComboBox::currentIndexChanged, this, [this](int scope) {
        m_wantsAll = scope == 1;
        make();
    });
    connect(records, &QPushButton::clicked, this, [this] {
        m_dialogs->openRuns(this, QFileInfo(file()).absolutePath(), [this](const QString& path) {
            m_records.append(path);
            make();
        });
    });
    return box;
}

QWidget* ReportDialog::makeFile() {
    auto* box = new QWidget(this);
    const QFont font = m_theme->font(TextRole::Tree);
    m_file = withName(new QLineEdit(box), "report_file", tr("File"));
    m_file->setFont(font);
    auto* layout = makeRow(box, 8);
    addWidgets(layout, {makeCaption(tr("File"), font, m_file), m_file});
    layout->setStretchFactor(m_file, 1);
    QPushButton* choose = addButton(box, "report_choose", tr("Choose…"), font);
    connect(m_file, &QLineEdit::textChanged, this, &ReportDialog::showState);
    connect(m_file, &QLineEdit::editingFinished, this, &ReportDialog::chooseFormat);
    connect(choose, &QPushButton::clicked, this, [this] {
        m_dialogs->saveFile(this, file(), {ending()},
                            [this](const QString& path) { setFile(path); });
    });
    return box;
}

QWidget* ReportDialog::makeButtons() {
    auto* foot = new QWidget(this);
    const QFont font = m_theme->font(TextRole::Tree);
    auto* layout = makeRow(foot, 12);
    addDialogHelp(foot, font);
    m_openFolder = addButton(foot, "report_open_folder", tr("Open the folder"), font);
    m_openFolder->setVisible(false);
    layout->addStretch(1);
    m_write = addButton(foot, "report_write", tr("Write"), font);
    setStyleProperty(m_write, "primary", true);
    m_write->setDefault(true);
    QPushButton* close = addButton(foot, "report_close", tr("Close"), font);
    connect(m_openFolder, &QPushButton::clicked, this, [this] {
        QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(file()).absolutePath()));
    });
    connect(m_write, &QPushButton::clicked, this, &ReportDialog::write);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    return foot;
}

void ReportDialog::setFile(const QString& path) {
    m_file->setText(path);
    chooseFormat();
}

QString ReportDialog::file() const {
    return m_file->text().trimmed();
}

QString ReportDialog::ending() const {
    return m_format->currentData().toString();
}

bool ReportDialog::isOfOnePlan() const {
    return m_scope->currentIndex() == 0;
}

/// A file's ending that is a format's chooses it; any other gets that of the format.
void ReportDialog::chooseFormat() {
    const int format = m_format->findData(QFileInfo(file()).suffix().toLower());
    format < 0 ? followEnding() : m_format->setCurrentIndex(format);
}

void ReportDialog::followEnding() {
    const QFileInfo named(file());
    const bool isKnown = m_format->findData(named.suffix().toLower()) >= 0;
    if (!file().isEmpty() && named.suffix().toLower() != ending()) {
        m_file->setText((isKnown ? file().chopped(named.suffix().size() + 1) : file()) +
                        QLatin1Char('.') + ending());
    }
    // A board is one plan's.
    const bool isBoard = ending() == kSvg || ending() == kPng;
    m_scope->setEnabled(!isBoard && m_scope->count() > 1);
    const QSignalBlocker blocker(m_scope);
    m_scope->setCurrentIndex(isBoard || !m_wantsAll ? 0 : m_scope->count() - 1);
    make();
}

/// The plans of the project, by name.
void ReportDialog::follow() {
    const auto& variants = m_session->variants();
    const QSignalBlocker blocker(m_scope);
    m_scope->clear();
    m_scope->addItem(variants.empty()
                         ? tr("this plan")
                         : tr("this plan, %1").arg(variants[m_session->current()].name));
    if (variants.size() > 1) {
        m_scope->addItem(tr("all %1 plans of the project").arg(variants.size()));
    }
    followEnding();
}

std::function<Result<PlanReport>(const std::stop_token&)> ReportDialog::job() const {
    std::vector<ReportedVariant> meant;
    const auto& variants = m_session->variants();
    for (std::size_t i = 0; i < variants.size(); ++i) {
        if (!isOfOnePlan() || i == m_session->current()) {
            const auto& history = variants[i].history;
            meant.push_back({variants[i].name.toStdString(), history->view(),
                             m_document->planner(history->request()), variants[i].saved.notes});
        }
    }
    PlanReport report;
    report.language = &programLanguage();
    report.model = m_document->displayName().toStdString();
    report.modelPath = m_session->isTyped() ? std::string() : m_document->path().toStdString();
    report.notes = m_session->notes().toStdString();
    std::vector<std::string> records;
    for (const std::string& record : m_session->records()) {
        records.push_back(recordPath(record, m_session->path().toStdString()));
    }
    for (const QString& record : m_records) {
        records.push_back(record.toStdString());
    }
    return
        [meant, report, records, checkpoint = m_document->checkpoint(), facts = m_document->facts(),
         rates = m_loads->machineRates()](const std::stop_token& stop) -> Result<PlanReport> {
            PlanReport made = report;
            made.date = reportDate();
            for (const ReportedVariant& variant : meant) {
                const auto view = variant.view != nullptr
                                      ? Result<std::shared_ptr<const PlanView>>(variant.view)
                                      : variant.plan(stop);
                STOWAGE_TRY(view);
                const auto& plan = (*view)->plan;
                auto reported = reportedPlan(
                    variant.name,
                    {plan, checkpoint,
                     plan->request.workload.value_or(usualWorkload(facts->model.get())), rates},
                    stop);
                STOWAGE_TRY(reported);
                reported->notes = variant.notes;
                made.plans.push_back(*std::move(reported));
            }
            for (const std::string& record : records) {
                addRecordsOf(record, made);
            }
            return made;
        };
}

void ReportDialog::make() {
    m_report.reset();
    showState();
    if (m_document->plan() == nullptr) {
        return;
    }
    m_maker.start(job(), [this](const Result<PlanReport>& made) {
        if (made) {
            m_report = std::make_shared<const PlanReport>(*made);
            showReport();
            showState();
        } else {
            say(translated(made.error().message), true);
        }
    });
}

void ReportDialog::showReport() {
    auto* page = new QTextDocument(m_preview);
    const QPointer<QTextDocument> before = m_preview->document();
    const bool isText = ending() == QLatin1String("md") || ending() == QLatin1String("csv");
    if (isText) {
        page->setDefaultFont(m_theme->fixedFont());
        page->setPlainText(
            QString::fromStdString(textOf(*m_report, ending()).substr(0, kPreviewLetters)));
    } else if (ending() == kSvg || ending() == kPng) {
        fillDrawingPage(*page, QByteArray::fromStdString(textOf(*m_report, kSvg)));
    } else {
        fillReportPage(*page, *m_report, kPreviewRows, kPreviewBlocks);
    }
    page->setDocumentMargin(16);
    m_preview->setHorizontalScrollBarPolicy(isText ? Qt::ScrollBarAsNeeded
                                                   : Qt::ScrollBarAlwaysOff);
    m_preview->setLineWrapMode(isText ? QTextEdit::NoWrap : QTextEdit::WidgetWidth);
    m_preview->setDocument(page);
    delete before;  // unless it was the field's own, which is gone
}

void ReportDialog::say(const QString& sentence, bool isError) {
    const ThemeColors& colors = m_theme->colors();
    setTextColor(m_state, isError ? colors.error : colors.secondaryText);
    m_state->setText(sentence);
}

/// What will come of a click on "Write".
void ReportDialog::showState() {
    m_openFolder->setVisible(false);
    m_write->setEnabled(m_report != nullptr && !file().isEmpty() && !m_writer.isRunning());
    if (m_report == nullptr) {
        say(m_document->plan() == nullptr ? tr("Open a model first.") : tr("Evaluating the plans…"),
            false);
        return;
    }
    QStringList parts;
    const std::size_t records = m_report->records.size();
    if (records > 0) {
        parts << (records == 1 ? tr("Includes one record.")
                               : tr("Includes %1 records.").arg(records));
    }
    for (const Message& unread : m_report->unread) {
        parts << translated(unread);
    }
    if (QFileInfo::exists(file())) {
        parts << tr("The file already exists and will be replaced.");
    }
    say(joinedSentences(parts), !m_report->unread.empty());
}

void ReportDialog::write() {
    chooseFormat();
    const QString path = QFileInfo(file()).absoluteFilePath();
    m_write->setEnabled(false);
    if (m_report == nullptr) {
        return;  // the ending chose another format: it is made anew, and can be written then
    }
    say(tr("Writing…"), false);
    m_writer.start(
        [report = m_report, path, ending = ending()](const std::stop_token&) -> Result<void> {
            const auto bytes = reportBytes(*report, ending);
            STOWAGE_TRY(bytes);
            return writeFileAtomically(path.toStdString(), *bytes);
        },
        [this, path](const Result<void>& written) { showWritten(path, written); });
}

void ReportDialog::showWritten(const QString& path, const Result<void>& written) {
    m_write->setEnabled(m_report != nullptr);
    m_openFolder->setVisible(written.has_value());
    say(written ? tr("Written: %1").arg(path) : translated(written.error().message), !written);
}

}  // namespace stowage
