// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QTimer>
#include <QWidget>

#include <cstdint>
#include <memory>

class QLabel;
class QProgressBar;
class QPushButton;
class QSplitter;
class QStackedWidget;

namespace stowage {

class ChainDialog;
class FileDialogs;
class LoadedNote;
class RunController;
class RunFields;
class RunResultsView;
class RunSummary;
class TimelineView;
struct RunOptions;
struct RunReport;

/// The Run dock: what to run, Run, Pause and Cancel with the progress, what came of it, and either
/// the timeline, which draws itself while the run goes on, or the table of its layers. Where there
/// is little width, one of the three.
class RunPanel : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    RunPanel(RunController* controller, const Theme* theme, QWidget* parent = nullptr);

    /// Runs what the fields say; nothing where a field is wrong or nothing can be run.
    void run();
    /// True where the fields are right and the loaded model can be run.
    [[nodiscard]] bool canRun() const;
    /// Why not, in a sentence; "" where it can.
    [[nodiscard]] QString whyNot() const;
    /// Brings one to the front; Result is a page of its own in a narrow panel only.
    enum class Page { Result, Timeline, Layers };
    void showPage(Page page);
    /// Shows the form in which several models run in turns, with the prompt of the fields; nothing
    /// while a run or a load goes on, or where a field is wrong.
    void showChain();
    [[nodiscard]] bool canChain() const;
    /// What the fields ask for, as far as they are right.
    [[nodiscard]] RunOptions options() const;
    /// Null before it was shown once.
    [[nodiscard]] ChainDialog* chainDialog() const { return m_chainDialog; }
    /// What it says where another model, or another plan, is loaded than is shown.
    [[nodiscard]] LoadedNote* loadedNote() const { return m_note; }
    /// Marks the layer that a module is or lies in, in the timeline; "": none.
    void markModule(const QString& path);
    /// Who asks for the models of a chain and for the file of an input; borrowed.
    void setFileDialogs(FileDialogs* dialogs);

Q_SIGNALS:
    /// What canRun() says may be something else now.
    void abilityChanged();
    /// A layer of the timeline was chosen.
    void stageActivated(const QString& module);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    static constexpr int kProgressSteps = 1000;
    static constexpr int kGap = 8;
    QWidget* makeHeader();
    QWidget* makeSegments(QWidget* header);
    [[nodiscard]] bool isNarrow() const;
    /// Shows what the chosen page and the width leave room for.
    void arrange();
    QWidget* makePages();
    void showState();
    void showProgress();
    void showReport(const std::shared_ptr<const RunReport>& report);
    /// Those of the last run, as long as the plan is the one that it went over.
    void showFixes();
    void beginTimeline();
    void pullTimeline();
    void showIcons();

    /// The name of the loaded model before what is said of it.
    [[nodiscard]] QString named(const QString& text) const;

    RunController* m_controller;
    const Theme* m_theme;
    LoadedNote* m_note;
    QSplitter* m_columns;
    RunFields* m_fields;
    RunSummary* m_summary;
    TimelineView* m_timeline = nullptr;
    RunResultsView* m_results = nullptr;
    QPushButton* m_run = nullptr;
    QPushButton* m_pause = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_chain = nullptr;
    ChainDialog* m_chainDialog = nullptr;
    FileDialogs* m_dialogs = nullptr;
    QLabel* m_step = nullptr;
    QLabel* m_item = nullptr;
    QProgressBar* m_progress = nullptr;
    Page m_page = Page::Timeline;
    QPushButton* m_resultPage = nullptr;
    QPushButton* m_timelinePage = nullptr;
    QPushButton* m_layersPage = nullptr;
    QStackedWidget* m_pages = nullptr;
    QTimer m_clock;
    std::uint64_t m_cursor = 0;  ///< in the timeline of the run that is shown
};

}  // namespace stowage
