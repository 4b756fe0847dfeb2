// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/guide_window.h"

#include "widgets/help/guide_browser.h"
#include "widgets/support/forms.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeWidget>

#include <utility>

namespace stowage {
namespace {

constexpr QSize kGuideSize(1040, 760);
constexpr std::pair<int, int> kGuideShares(270, 770);
constexpr int kGuideSearchWidth = 260;
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
      m_hits(withName(new QListWidget(m_lists), "guide_hits", tr("What the search found"))) {
    setObjectName(QStringLiteral("guide_window"));
    setWindowTitle(tr("User Guide"));
    m_pages->setHeaderHidden(true);
    m_pages->setIndentation(metrics::kPadding);
    m_hits->setWordWrap(true);
    m_hits->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_hits->setSpacing(3);
    m_lists->addWidget(m_pages);
    m_lists->addWidget(m_hits);
    auto* layout = makeColumn(this, 0);
    layout->addWidget(makeBar());
    layout->addWidget(makeSplitter(this, "guide_splitter", m_lists, m_browser, kGuideShares), 1);
    fillPages();
    connect(m_pages, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item != nullptr && !item->data(0, kPageRole).toString().isEmpty()) {
            m_browser->open(item->data(0, kPageRole).toString());
        }
    });
    connect(m_hits, &QListWidget::currentRowChanged, this, &GuideWindow::openCurrentHit);
    connect(m_browser, &GuideBrowser::moved, this, &GuideWindow::showPlace);
    connect(theme, &Theme::changed, this, &GuideWindow::applyTheme);
    resize(px(kGuideSize));
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
    m_search->setToolTip(tr("Finds paragraphs that hold all of these words (Ctrl+F)"));
    m_search->setClearButtonEnabled(true);
    m_search->setFixedWidth(px(kGuideSearchWidth));
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
                     : count == 1                ? tr("1 place")
                     : count == Guide::kMostHits ? tr("The first %1 places").arg(count)
                                                 : tr("%1 places").arg(count));
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
