// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_style.h"
#include "widgets/support/feature.h"
#include "widgets/support/file_dialogs.h"

#include <QPointer>
#include <QWidget>

#include <vector>

class QLabel;
class QScrollArea;
class QSettings;
class QSpacerItem;
class QVBoxLayout;

namespace stowage {

class LessonCharts;
class LessonHeader;
class LessonReport;
class LessonSession;
class LessonStepView;
class LessonStrip;
class LessonTable;
class MessageBar;
struct LessonPictures;
struct LessonReportContents;

/// The whole lesson as one page: what it is about, the steps as cards, the curves of all runs, the
/// table, and the current step's own page. Digits go to steps, or into the field of a peak while
/// the learner predicts it. Everything scrolls where it finds no room, so that no word is cut at
/// any size of type.
class LessonPage : public QWidget {
    Q_OBJECT
public:
    /// Makes the page. Without `settings` the size of type is not remembered.
    LessonPage(LessonSession* session, const Theme* theme, QSettings* settings,
               FileDialogs* dialogs, QWidget* parent);

    [[nodiscard]] LessonSession* session() const { return m_session; }
    [[nodiscard]] LessonType* type() const { return m_type; }
    [[nodiscard]] LessonStrip* strip() const { return m_strip; }
    [[nodiscard]] LessonCharts* charts() const { return m_charts; }
    [[nodiscard]] LessonTable* table() const { return m_table; }
    [[nodiscard]] LessonStepView* stepView() const { return m_stepView; }
    /// Writes the report of what was run so far; asks for the file where `path` is "".
    void exportReport(const QString& path = {});
    /// A snapshot for the report.
    [[nodiscard]] LessonReportContents reportContents() const;

Q_SIGNALS:
    /// The files of a report were written; their paths.
    void exported(const QStringList& files);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    static constexpr int kInset = 8;
    /// What scrolls. Where the window has room for charts and the step's page, each of the two
    /// scrolls by itself under the steps. Else the page scrolls as a whole and nothing in it does:
    /// the charts stay in view beside the step's page, and the table is below both.
    enum class Scrolling { Columns, WholePage };

    QWidget* makeBody();
    QWidget* makeLeft();
    QWidget* makeTable();
    void connectParts();
    void applyType();
    /// The columns' widths, and what must be seen at once.
    void fitBody();
    void setScrolling(Scrolling scrolling);
    /// As tall as all that they hold, where the page scrolls as a whole.
    void fitHeights();
    void keepChartsInSight();
    /// Scrolls to the explanation that was asked for. Several passes of the layouts make room for
    /// it, so this is repeated until the person scrolls or another step is shown.
    void showExplanation();
    void showFootnotes();
    void writeReport(const QString& path);
    void saveModule();
    void chooseFolder();
    void takeFolder(const QString& chosen);
    /// Where the report is proposed to go: the last folder, and a name that says what it is of.
    [[nodiscard]] QString proposedReport() const;
    [[nodiscard]] std::vector<LessonPictures> takePictures() const;

    LessonSession* m_session;
    FileDialogs* m_dialogs;
    QSettings* m_settings;
    LessonType* m_type;
    LessonType* m_paperType;
    LessonReport* m_report;
    MessageBar* m_messages;
    QScrollArea* m_scroll;
    LessonHeader* m_header = nullptr;
    LessonStrip* m_strip = nullptr;
    LessonCharts* m_charts = nullptr;
    LessonTable* m_table = nullptr;
    LessonStepView* m_stepView = nullptr;
    /// What the page keeps in view; null: nothing.
    QPointer<const QWidget> m_explanation;
    QWidget* m_body = nullptr;
    QScrollArea* m_leftScroll = nullptr;
    QWidget* m_chartsFrame = nullptr;
    QWidget* m_tableFrame = nullptr;
    QVBoxLayout* m_content = nullptr;
    QVBoxLayout* m_left = nullptr;
    QSpacerItem* m_aboveCharts = nullptr;
    Scrolling m_scrolling = Scrolling::Columns;
    QLabel* m_tableTitle = nullptr;
    QLabel* m_tableNote = nullptr;
    QLabel* m_footnotes = nullptr;
};

/// The lesson: a page that takes the place of board and docks.
class LessonFeature : public Feature {
    Q_OBJECT
public:
    /// `session` is borrowed; null: there is no lesson.
    LessonFeature(const FeatureParts& parts, LessonSession* session);

    [[nodiscard]] QList<QAction*> menuActions(MenuSection section) override;
    void addTools(ToolSection section, QToolBar* bar) override;

    /// Without effect where there is no lesson.
    void enter();
    void leave();
    [[nodiscard]] bool isEntered() const { return m_isEntered; }
    /// Null before the lesson was entered once.
    [[nodiscard]] LessonPage* page() const { return m_page; }
    /// Null where there is no lesson.
    [[nodiscard]] QAction* action() const { return m_action; }
    /// "Lesson, step 2 of 9".
    [[nodiscard]] QString stepText() const;
    /// Where its figures come from.
    [[nodiscard]] QString figuresText() const;

Q_SIGNALS:
    /// The page shall be seen in place of board and docks.
    void entered();
    /// Board and docks shall be as they were.
    void left();
    /// Step or setup is another one.
    void changed();

private:
    void makePage();

    LessonSession* m_session;
    LessonPage* m_page = nullptr;
    QAction* m_action = nullptr;
    QAction* m_projector = nullptr;
    bool m_isEntered = false;
};

}  // namespace stowage
