// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/guide_window.h"

#include "widgets/support/forms.h"

#include <QDesktopServices>
#include <QDir>
#include <QImage>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QSet>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextTable>
#include <QToolButton>
#include <QTreeWidget>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

constexpr int kPageMargin = 20;
/// A line wider than that is hard to read back from.
constexpr int kMostPictureWidth = 900;
constexpr double kLineHeightPercent = 120;
constexpr int kParagraphGap = 10;
constexpr int kHeadingGap = 16;

/// Every run of characters that has one format, with what it may be changed by.
template <class Visit>
void visitFragments(QTextDocument& document, const Visit& visit) {
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto at = block.begin(); !at.atEnd(); ++at) {
            visit(at.fragment());
        }
    }
}

QTextCursor cursorOver(QTextDocument& document, int position, int length) {
    QTextCursor cursor(&document);
    cursor.setPosition(position);
    cursor.setPosition(position + length, QTextCursor::KeepAnchor);
    return cursor;
}

}  // namespace

GuideBrowser::GuideBrowser(const Guide* guide, const QString& folder, const Theme* theme,
                           QWidget* parent)
    : QTextBrowser(parent), m_guide(guide), m_folder(folder), m_theme(theme) {
    setOpenLinks(false);
    setFont(theme->font(TextRole::Base));
    document()->setDocumentMargin(kPageMargin);
    document()->setUndoRedoEnabled(false);
    connect(this, &QTextBrowser::anchorClicked, this, &GuideBrowser::follow);
    connect(theme, &Theme::changed, this, &GuideBrowser::applyTheme);
}

bool GuideBrowser::open(const QString& section) {
    if (!enter(section.section(u'#', 0, 0))) {
        return false;
    }
    clearMarks();
    const QString anchor = section.section(u'#', 1);
    if (anchor.isEmpty()) {
        verticalScrollBar()->setValue(0);
    } else {
        scrollToAnchor(anchor);
    }
    Q_EMIT moved();
    return true;
}

void GuideBrowser::openHit(const GuideHit& hit, const QStringList& words) {
    if (!enter(hit.page)) {
        return;
    }
    QList<ExtraSelection> marks;
    QTextCharFormat marked;
    marked.setBackground(m_theme->colors().accent);
    marked.setForeground(m_theme->colors().accentText);
    for (const QString& word : words) {
        QTextCursor at(document());
        while (!(at = document()->find(word, at)).isNull()) {
            marks.append({at, marked});
        }
    }
    setExtraSelections(marks);
    m_marked = words;
    const QTextBlock block = document()->findBlockByNumber(hit.paragraph);
    const qsizetype inside =
        words.isEmpty() ? -1 : block.text().indexOf(words.front(), 0, Qt::CaseInsensitive);
    QTextCursor cursor(block);
    cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::MoveAnchor,
                        static_cast<int>(std::max<qsizetype>(0, inside)));
    setTextCursor(cursor);
    // In the middle, so that what stands around it is read, too.
    verticalScrollBar()->setValue(verticalScrollBar()->value() + cursorRect(cursor).center().y() -
                                  viewport()->height() / 2);
    Q_EMIT moved();
}

void GuideBrowser::clearMarks() {
    m_marked.clear();
    setExtraSelections({});
}

bool GuideBrowser::enter(const QString& page) {
    const QString name = page.isEmpty() ? m_here.page : page;
    if (m_guide->find(name) == nullptr) {
        return false;
    }
    if (!m_here.page.isEmpty()) {
        m_here.scroll = verticalScrollBar()->value();
        m_before.push_back(m_here);
    }
    m_after.clear();
    if (name != m_here.page) {
        render(name);
    }
    return true;
}

void GuideBrowser::render(const QString& page) {
    m_here = {page, 0};
    document()->setMarkdown(m_guide->find(page)->markdown);
    anchorHeadings();
    nameOutsideLinks();
    spaceBlocks();
    styleTables();
    m_fittedWidth = 0;
    fitPictures();
    moveCursor(QTextCursor::Start);
    verticalScrollBar()->setValue(0);
}

void GuideBrowser::goTo(const Place& place) {
    clearMarks();
    if (place.page != m_here.page) {
        render(place.page);
    }
    m_here = place;
    verticalScrollBar()->setValue(place.scroll);
    Q_EMIT moved();
}

void GuideBrowser::backward() {
    if (!canGoBack()) {
        return;
    }
    m_here.scroll = verticalScrollBar()->value();
    m_after.push_back(m_here);
    const Place place = m_before.back();
    m_before.pop_back();
    goTo(place);
}

void GuideBrowser::forward() {
    if (!canGoForward()) {
        return;
    }
    m_here.scroll = verticalScrollBar()->value();
    m_before.push_back(m_here);
    const Place place = m_after.back();
    m_after.pop_back();
    goTo(place);
}

void GuideBrowser::home() {
    if (!m_guide->isEmpty()) {
        open(m_guide->pages().front().name);
    }
}

void GuideBrowser::follow(const QUrl& link) {
    if (link.scheme().isEmpty()) {
        open(link.toString());
    } else {
        QDesktopServices::openUrl(link);
    }
}

void GuideBrowser::anchorHeadings() {
    QSet<QString> taken;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0) {
            continue;
        }
        // Of headings that are alike the second one gets "-1" behind it, as on GitHub.
        const QString first = headingAnchor(block.text().trimmed());
        QString anchor = first;
        for (int again = 1; taken.contains(anchor); ++again) {
            anchor = QStringLiteral("%1-%2").arg(first).arg(again);
        }
        taken.insert(anchor);
        QTextCharFormat named;
        named.setAnchor(true);
        named.setAnchorNames({anchor});
        cursorOver(*document(), block.position(), block.length() - 1).mergeCharFormat(named);
    }
}

/// A link out of the guide leads to a file of the repository, which is not in the program: the
/// file is named behind the words instead.
void GuideBrowser::nameOutsideLinks() {
    struct Outside {
        int position;
        int length;
        QString path;
    };
    std::vector<Outside> outside;
    visitFragments(*document(), [&](const QTextFragment& fragment) {
        const QString target = fragment.charFormat().anchorHref();
        const QString page = target.section(u'#', 0, 0);
        if (target.isEmpty() || !QUrl(target).scheme().isEmpty() || page.isEmpty() ||
            m_guide->find(page) != nullptr) {
            return;
        }
        const QString path = QDir::cleanPath(QStringLiteral("docs/guide/") + page);
        if (!outside.empty() && outside.back().path == path &&
            outside.back().position + outside.back().length == fragment.position()) {
            outside.back().length += fragment.length();  // part of the words is in italics
        } else {
            outside.push_back({fragment.position(), fragment.length(), path});
        }
    });
    // From the end, so that the positions before stay.
    for (auto at = outside.rbegin(); at != outside.rend(); ++at) {
        QTextCursor words = cursorOver(*document(), at->position, at->length);
        QTextCharFormat plain = words.charFormat();
        const bool isNamed = words.selectedText() == at->path;
        plain.setAnchor(false);
        plain.clearProperty(QTextFormat::AnchorHref);
        plain.clearForeground();
        plain.setFontUnderline(false);
        words.setCharFormat(plain);
        if (!isNamed) {
            words.setPosition(at->position + at->length);
            words.insertText(QStringLiteral(" (%1)").arg(at->path), plain);
        }
    }
}

/// Markdown knows no distances: lines, paragraphs and headings would stand close together.
void GuideBrowser::spaceBlocks() {
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        const bool isCode = block.blockFormat().hasProperty(QTextFormat::BlockCodeFence);
        const bool isPicture =
            !block.begin().atEnd() && block.begin().fragment().charFormat().isImageFormat();
        QTextBlockFormat spaced;
        if (!isPicture && !isCode) {
            spaced.setLineHeight(kLineHeightPercent, QTextBlockFormat::ProportionalHeight);
        }
        const bool isInTable = cursor.currentTable() != nullptr;
        if (block.blockFormat().headingLevel() > 0) {
            spaced.setTopMargin(kHeadingGap);
            spaced.setBottomMargin(kParagraphGap / 2.0);
        } else if (block.textList() == nullptr && !isInTable && !isCode) {
            spaced.setTopMargin(kParagraphGap / 2.0);
            spaced.setBottomMargin(kParagraphGap / 2.0);
        }
        cursor.mergeBlockFormat(spaced);
    }
}

void GuideBrowser::styleTables() {
    const ThemeColors& colors = m_theme->colors();
    for (QTextFrame* frame : document()->rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (table == nullptr) {
            continue;
        }
        QTextTableFormat format = table->format();
        format.setBorder(1);
        format.setBorderBrush(colors.border);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderCollapse(true);
        format.setCellPadding(5);
        format.setCellSpacing(0);
        format.setTopMargin(kParagraphGap / 2.0);
        format.setBottomMargin(kParagraphGap);
        table->setFormat(format);
    }
}

int GuideBrowser::pictureWidth() const {
    return std::min(viewport()->width() - 2 * kPageMargin, kMostPictureWidth);
}

QVariant GuideBrowser::loadResource(int type, const QUrl& name) {
    if (type != QTextDocument::ImageResource) {
        return {};
    }
    QImage image(QDir::cleanPath(m_folder + u'/' + name.path()));
    const double scale = devicePixelRatioF();
    const int most = qRound(std::max(1, pictureWidth()) * scale);
    if (image.width() > most) {
        image = image.scaledToWidth(most, Qt::SmoothTransformation);
    }
    image.setDevicePixelRatio(scale);
    return image;
}

void GuideBrowser::fitPictures() {
    if (pictureWidth() == m_fittedWidth) {
        return;
    }
    m_fittedWidth = pictureWidth();
    visitFragments(*document(), [this](const QTextFragment& fragment) {
        if (fragment.charFormat().isImageFormat()) {
            const QUrl name(fragment.charFormat().toImageFormat().name());
            document()->addResource(QTextDocument::ImageResource, name,
                                    loadResource(QTextDocument::ImageResource, name));
            document()->markContentsDirty(fragment.position(), fragment.length());
        }
    });
}

void GuideBrowser::resizeEvent(QResizeEvent* event) {
    QTextBrowser::resizeEvent(event);
    fitPictures();
}

/// Links and tables have their colours from the page's first drawing.
void GuideBrowser::applyTheme() {
    setFont(m_theme->font(TextRole::Base));
    if (m_here.page.isEmpty()) {
        return;
    }
    Place here{m_here.page, verticalScrollBar()->value()};
    render(here.page);
    goTo(here);
}

namespace {

constexpr int kPageRole = Qt::UserRole;

}  // namespace

GuideWindow::GuideWindow(Guide guide, const QString& folder, const Theme* theme, QWidget* parent)
    : QDialog(parent, Qt::Window),
      m_guide(std::move(guide)),
      m_theme(theme),
      m_browser(withName(new GuideBrowser(&m_guide, folder, theme, this), "guide_browser",
                         tr("Page of the guide"))),
      m_lists(new QStackedWidget(this)),
      m_pages(withName(new QTreeWidget(m_lists), "guide_pages", tr("Pages of the guide"))),
      m_hits(withName(new QListWidget(m_lists), "guide_hits", tr("Search results"))) {
    static constexpr std::pair<int, int> kShares(270, 770);
    static constexpr QSize kSize(1040, 760);
    setObjectName(QStringLiteral("guide_window"));
    setWindowTitle(tr("User Guide"));
    m_pages->setHeaderHidden(true);
    m_pages->setIndentation(metrics::kPadding);
    m_hits->setWordWrap(true);
    m_hits->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_hits->setSpacing(3);
    addWidgets(m_lists, {m_pages, m_hits});
    auto* layout = makeColumn(this, 0);
    layout->addWidget(makeBar());
    layout->addWidget(makeSplitter(this, "guide_splitter", m_lists, m_browser, kShares), 1);
    fillPages();
    connect(m_pages, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item != nullptr && !item->data(0, kPageRole).toString().isEmpty()) {
            m_browser->open(item->data(0, kPageRole).toString());
        }
    });
    connect(m_hits, &QListWidget::currentRowChanged, this, &GuideWindow::openCurrentHit);
    connect(m_browser, &GuideBrowser::moved, this, &GuideWindow::showPlace);
    connect(theme, &Theme::changed, this, &GuideWindow::applyTheme);
    resize(px(kSize));
    applyTheme();
    m_browser->home();
}

QWidget* GuideWindow::makeBar() {
    auto* bar = new QWidget(this);
    m_back = makeWay("guide_back", tr("Back"), "chevron_left");
    m_forward = makeWay("guide_forward", tr("Forward"), "chevron_right");
    connect(m_back, &QToolButton::clicked, m_browser, &GuideBrowser::backward);
    connect(m_forward, &QToolButton::clicked, m_browser, &GuideBrowser::forward);
    for (const auto& [keys, button] : {std::pair(QKeySequence(QKeySequence::Back), m_back),
                                       std::pair(QKeySequence(QKeySequence::Forward), m_forward)}) {
        connect(new QShortcut(keys, this), &QShortcut::activated, button, &QToolButton::click);
    }
    m_search = withName(new QLineEdit(bar), "guide_search", tr("Search the guide"));
    m_search->setPlaceholderText(tr("Search the guide"));
    m_search->setToolTip(tr("Finds the paragraphs that contain all typed words (Ctrl+F)"));
    m_search->setClearButtonEnabled(true);
    m_search->setFixedWidth(px(kSearchWidth));
    m_search->installEventFilter(this);
    connect(m_search, &QLineEdit::textChanged, this, &GuideWindow::search);
    auto* find = new QShortcut(QKeySequence::Find, this);
    connect(find, &QShortcut::activated, m_search, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    m_count = withName(new QLabel(bar), "guide_count");
    m_count->setForegroundRole(QPalette::PlaceholderText);
    auto* row = makeRow(bar, 6, {8, 6, 8, 6});
    addWidgets(row, {m_search, m_count});
    row->addStretch(1);
    addWidgets(row, {m_back, m_forward});
    return bar;
}

QToolButton* GuideWindow::makeWay(const char* name, const QString& text, const char* icon) {
    auto* button = withName(new QToolButton(this), name, text);
    button->setToolTip(text);
    button->setProperty("icon_name", QLatin1String(icon));
    return button;
}

void GuideWindow::fillPages() {
    QTreeWidgetItem* chapter = nullptr;
    for (const GuidePage& page : m_guide.pages()) {
        if (page.chapter.isEmpty()) {
            chapter = nullptr;
        } else if (chapter == nullptr || chapter->text(0) != page.chapter) {
            chapter = new QTreeWidgetItem(m_pages, {page.chapter});
            chapter->setFlags(Qt::ItemIsEnabled);
        }
        auto* item =
            chapter == nullptr ? new QTreeWidgetItem(m_pages) : new QTreeWidgetItem(chapter);
        item->setText(0, page.title);
        item->setData(0, kPageRole, page.name);
    }
    m_pages->expandAll();
}

void GuideWindow::openSection(const QString& section) {
    if (!section.isEmpty()) {
        m_search->clear();
        m_browser->open(section);
    }
}

void GuideWindow::search() {
    m_words = searchWords(m_search->text());
    m_found = m_guide.search(m_search->text());
    const QSignalBlocker quiet(m_hits);  // nothing is opened while one types
    m_hits->clear();
    for (const GuideHit& hit : std::as_const(m_found)) {
        m_hits->addItem(hit.title + QLatin1Char('\n') + hit.context);
    }
    m_lists->setCurrentWidget(m_words.isEmpty() ? static_cast<QWidget*>(m_pages) : m_hits);
    const auto count = static_cast<int>(m_found.size());
    m_count->setText(m_words.isEmpty()           ? QString()
                     : count == 0                ? tr("Nothing found")
                     : count == 1                ? tr("1 result")
                     : count == Guide::kMostHits ? tr("The first %1 results").arg(count)
                                                 : tr("%1 results").arg(count));
    m_count->setAccessibleName(m_count->text());
    if (m_words.isEmpty()) {
        m_browser->clearMarks();
    }
}

void GuideWindow::openCurrentHit() {
    const int row = m_hits->currentRow();
    if (row >= 0 && row < m_found.size()) {
        m_browser->openHit(m_found[row], m_words);
    }
}

/// Return opens the next hit, Down goes to their list, Escape ends the search before it closes the
/// window.
bool GuideWindow::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_search || event->type() != QEvent::KeyPress) {
        return QDialog::eventFilter(watched, event);
    }
    const int key = static_cast<QKeyEvent*>(event)->key();
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_hits->count() > 0) {
        m_hits->setCurrentRow((m_hits->currentRow() + 1) % m_hits->count());
        return true;
    }
    if (key == Qt::Key_Down && m_hits->count() > 0) {
        m_hits->setFocus(Qt::TabFocusReason);
        m_hits->setCurrentRow(std::max(0, m_hits->currentRow()));
        return true;
    }
    if (key == Qt::Key_Escape && !m_search->text().isEmpty()) {
        m_search->clear();
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

void GuideWindow::showPlace() {
    m_back->setEnabled(m_browser->canGoBack());
    m_forward->setEnabled(m_browser->canGoForward());
    const QSignalBlocker quiet(m_pages);
    for (QTreeWidgetItemIterator at(m_pages); *at != nullptr; ++at) {
        if ((*at)->data(0, kPageRole).toString() == m_browser->page()) {
            m_pages->setCurrentItem(*at);
        }
    }
}

void GuideWindow::applyTheme() {
    for (QToolButton* button : {m_back, m_forward}) {
        button->setIcon(m_theme->icon(button->property("icon_name").toString()));
    }
    setFontOf({m_pages, m_hits, m_search, m_count}, m_theme->font(TextRole::Tree));
    for (int i = 0; i < m_pages->topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = m_pages->topLevelItem(i);
        if (item->childCount() > 0) {
            item->setFont(0, m_theme->font(TextRole::Tree, true));
        }
    }
}

}  // namespace stowage
