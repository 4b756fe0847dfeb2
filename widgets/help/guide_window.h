// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/help/guide.h"
#include "widgets/support/theme.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QListWidget;
class QStackedWidget;
class QToolButton;
class QTreeWidget;

namespace stowage {

class GuideBrowser;

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
