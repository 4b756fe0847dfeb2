// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/help/guide.h"
#include "widgets/support/theme.h"

#include <QDialog>
#include <QTextBrowser>

#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;
class QStackedWidget;
class QToolButton;
class QTreeWidget;

namespace stowage {

/// Shows pages of the guide: their links lead to other pages and sections, back and forward go
/// where one was before, pictures are as wide as the page at most, and what a search found is
/// marked. Markdown has no anchors in QTextDocument, and QTextBrowser would take a page apart again
/// for every step back: so both are done here.
class GuideBrowser : public QTextBrowser {
    Q_OBJECT
public:
    /// `guide` and `theme` are borrowed and outlive it. `folder` is what the pages' links are
    /// relative to.
    GuideBrowser(const Guide* guide, const QString& folder, const Theme* theme,
                 QWidget* parent = nullptr);

    /// "07-loading.md#methods", with or without the section; one that is not there shows the page's
    /// beginning. False where there is no such page.
    bool open(const QString& section);
    /// A hit of a search: its page, with the words marked and the first of them in sight.
    void openHit(const GuideHit& hit, const QStringList& words);
    /// Takes the marks of a search away.
    void clearMarks();

    /// The page that is shown; "" before the first.
    [[nodiscard]] QString page() const { return m_here.page; }
    [[nodiscard]] bool canGoBack() const { return !m_before.empty(); }
    [[nodiscard]] bool canGoForward() const { return !m_after.empty(); }
    void backward() override;
    void forward() override;
    void home() override;

Q_SIGNALS:
    /// Another page is shown, or the ways back and forward are other ones.
    void moved();

protected:
    QVariant loadResource(int type, const QUrl& name) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Place {
        QString page;
        int scroll = 0;
    };

    /// Leaves the present place for another page, which back returns from.
    bool enter(const QString& page);
    /// Shows a page from its Markdown, at its beginning.
    void render(const QString& page);
    void goTo(const Place& place);
    void follow(const QUrl& link);
    /// Names headings for links, and says of links out of the guide where they lead.
    void anchorHeadings();
    void nameOutsideLinks();
    void spaceBlocks();
    void styleTables();
    void fitPictures();
    [[nodiscard]] int pictureWidth() const;
    void applyTheme();

    const Guide* m_guide;
    QString m_folder;
    const Theme* m_theme;
    Place m_here;
    std::vector<Place> m_before;
    std::vector<Place> m_after;
    int m_fittedWidth = 0;  ///< what pictures are scaled to
    QStringList m_marked;   ///< words that a search marked
};

/// The user guide: its pages in a list, or what a search over all of them found, and beside it the
/// page that is read. A window of its own, so that it can stand beside the one that it tells of.
class GuideWindow : public QDialog {
    Q_OBJECT
public:
    /// `theme` is borrowed and outlives it. `folder` is what the pages' links are relative to.
    GuideWindow(Guide guide, const QString& folder, const Theme* theme, QWidget* parent = nullptr);

    /// "14-troubleshooting.md#truncated"; "" keeps what is shown.
    void openSection(const QString& section);
    [[nodiscard]] GuideBrowser* browser() const { return m_browser; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    static constexpr int kSearchWidth = 260;
    [[nodiscard]] QWidget* makeBar();
    [[nodiscard]] QToolButton* makeWay(const char* name, const QString& text, const char* icon);
    void fillPages();
    void search();
    void openCurrentHit();
    /// What is shown is the current one in the list, and there is a way back or not.
    void showPlace();
    void applyTheme();

    Guide m_guide;
    const Theme* m_theme;
    GuideBrowser* m_browser;
    QToolButton* m_back = nullptr;
    QToolButton* m_forward = nullptr;
    QLineEdit* m_search = nullptr;
    QLabel* m_count = nullptr;
    QStackedWidget* m_lists;
    QTreeWidget* m_pages;
    QListWidget* m_hits;
    QList<GuideHit> m_found;
    QStringList m_words;
};

}  // namespace stowage
