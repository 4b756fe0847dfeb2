// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_chart_data.h"
#include "widgets/lesson/lesson_charts.h"
#include "widgets/lesson/lesson_inputs.h"
#include "widgets/lesson/lesson_state.h"
#include "widgets/lesson/lesson_style.h"
#include "widgets/lesson/lesson_texts.h"

#include <QAbstractButton>
#include <QAbstractTableModel>
#include <QPlainTextEdit>
#include <QStringList>
#include <QTableView>
#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

class QAction;
class QCheckBox;
class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace stowage {

class FlowLayout;

/// What a card says, line by line.
struct LessonCardTexts {
    QString name;
    QString subtitle;
    QString time;         ///< right of the line sample
    QStringList figures;  ///< "VRAM 6.42", "RAM 0.30"; "VRAM ?" before the step was run
    QString icon;
    bool areMeasured = false;  ///< figures in full text
};

/// One step in the strip: its name, what happens, its line, two peaks, the time, its state. A
/// button; the current one is framed. All texts wrap, none is cut.
class LessonCard : public QAbstractButton {
    Q_OBJECT
public:
    LessonCard(LessonStep step, const LessonType* type, QWidget* parent = nullptr);

    /// Peaks are shown once they were found: before, the learner is to predict them.
    void show(const LessonStepState& state, const LessonSetup& setup, LessonGuessMode prediction);
    void setCurrent(bool current);
    [[nodiscard]] LessonStep step() const { return m_step; }
    [[nodiscard]] const LessonCardTexts& texts() const { return m_texts; }
    /// The least width at which every word has room on a line.
    [[nodiscard]] int leastWidth() const;
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    static constexpr int kPadding = 8;
    static constexpr int kIcon = 14;
    static constexpr int kInset = 8;
    /// Draws with a painter, or only measures with none; the height.
    int layOut(int width, QPainter* painter) const;
    int layOutName(int y, int inner, QPainter* painter) const;
    int layOutLine(int y, int inner, QPainter* painter) const;
    [[nodiscard]] QRect placed(const QRect& at) const;
    int layOutFigures(int x, int y, int width, QPainter* painter) const;

    LessonStep m_step;
    const LessonType* m_type;
    LessonCardTexts m_texts;
    bool m_isCurrent = false;
};

class LessonSession;

/// The nine steps as cards, in as many rows as they need. With the keyboard: arrows go from card to
/// card, Enter or Space makes one the current step.
class LessonStrip : public QWidget {
    Q_OBJECT
public:
    LessonStrip(LessonSession* session, const LessonType* type, QWidget* parent = nullptr);

    /// Whether the learner is making a guess for the current step.
    void setPrediction(LessonGuessMode ofCurrent);
    [[nodiscard]] const std::vector<LessonCard*>& cards() const { return m_cards; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void arrange();
    [[nodiscard]] int leastCardWidth() const;
    [[nodiscard]] int columnsFor(int width) const;
    [[nodiscard]] int cardHeight(int cardWidth) const;

    LessonSession* m_session;
    const LessonType* m_type;
    std::vector<LessonCard*> m_cards;
    LessonGuessMode m_prediction = LessonGuessMode::Off;
};

/// Above the steps: what the lesson is about, the size of type, the report, a menu of what is
/// seldom needed; then the setup, and what files lie on this machine for it.
class LessonHeader : public QWidget {
    Q_OBJECT
public:
    LessonHeader(LessonSession* session, LessonType* type, QWidget* parent = nullptr);

    void setExporting(bool exporting);

Q_SIGNALS:
    void exportRequested();
    void folderRequested();
    void defaultFolderRequested();
    /// The lesson begins again, as the person confirmed.
    void startedOver();

private:
    static constexpr int kGap = 8;
    QWidget* makeTitleRow();
    QWidget* makeSetupRow();
    void makeMenu();
    void connectSetup();
    void applyType();
    void refresh();
    void showTitle();
    void showSizes();
    void showGpus();
    void showRamLimits();
    void showFiles();
    void changeSetup();
    void askToDelete();
    void askToStartOver();
    void askForLearner();
    [[nodiscard]] bool anythingPlayed() const;

    LessonSession* m_session;
    LessonType* m_type;
    bool m_isShowing = false;  ///< the fields are being filled, nobody chose

    QLabel* m_title = nullptr;
    QPushButton* m_smaller = nullptr;
    QPushButton* m_larger = nullptr;
    QPushButton* m_export = nullptr;
    QPushButton* m_more = nullptr;
    QAction* m_startOver = nullptr;
    QAction* m_undoStartOver = nullptr;
    QAction* m_learner = nullptr;
    QAction* m_folder = nullptr;
    QAction* m_defaultFolder = nullptr;
    bool m_isExporting = false;

    FlowLayout* m_flow = nullptr;
    QLabel* m_sizeLabel = nullptr;
    QComboBox* m_size = nullptr;
    QLabel* m_gpuLabel = nullptr;
    QComboBox* m_gpu = nullptr;
    QLabel* m_cacheLabel = nullptr;
    QComboBox* m_cache = nullptr;
    QLabel* m_ramLabel = nullptr;
    QComboBox* m_ram = nullptr;
    QCheckBox* m_dryRun = nullptr;
    QLabel* m_files = nullptr;
    QProgressBar* m_making = nullptr;
    QPushButton* m_cancelMaking = nullptr;
    QPushButton* m_delete = nullptr;
};

/// Some lines of Python, all of them in sight: as tall as they are many, in smaller type where they
/// are long; what is longer yet goes on in the next line. What is copied has them as they are.
class LessonCode : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit LessonCode(const LessonType* type, QWidget* parent = nullptr);
    void setLines(const QString& lines);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyType();
    void fit();

    const LessonType* m_type;
};

/// The page of the current step: what happens, the lines of Python, the learner's guess, Run, what
/// was found, the question, and why. Below it the ways to the neighbours.
class LessonStepView : public QWidget {
    Q_OBJECT
public:
    LessonStepView(LessonSession* session, const LessonType* type, QWidget* parent = nullptr);

    [[nodiscard]] LessonGuessMode prediction() const { return m_prediction; }
    /// What the page's own content scrolls in.
    [[nodiscard]] QScrollArea* scroll() const { return m_scroll; }
    [[nodiscard]] LessonQuestion* question() const { return m_question; }
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// A digit that was typed while the learner predicts belongs to a field; false: nobody
    /// predicts.
    bool takeKey(QKeyEvent* event, LessonPeak peak);

Q_SIGNALS:
    /// The file that the lines of Python import is to be saved.
    void saveModuleRequested();
    void predictionChanged(LessonGuessMode prediction);
    void snapChanged(LessonSnap snap);
    /// The letters in the chart shall be highlighted, or no longer.
    void lettersRequested(bool shown);
    /// An explanation of the step's page is to be seen, as soon as the layouts have made room for
    /// it.
    void explained(const QWidget* explanation);

private:
    static constexpr int kGap = 10;
    static constexpr int kInset = 16;
    QWidget* makeContent();
    void makeHead(QVBoxLayout* layout);
    void makeRun(QVBoxLayout* layout);
    void makeFindings(QVBoxLayout* layout);
    QWidget* makeNavigation();
    void connectControls();
    void applyType();
    void refresh();
    void showStep();
    void showRun(const LessonStepState& state);
    void showProgress();
    void showFindings(const LessonStepState& state);
    void showNavigation();
    void setPrediction(LessonGuessMode prediction);
    void showGuess(const LessonStepState& state);
    void go(int by);
    void runStep();

    LessonSession* m_session;
    const LessonType* m_type;
    std::optional<LessonStep> m_shown;
    std::optional<LessonSize> m_shownSize;
    std::optional<int> m_shownAnswer;
    LessonTexts m_texts;
    LessonGuessMode m_prediction = LessonGuessMode::Off;

    QScrollArea* m_scroll = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_number = nullptr;
    QLabel* m_body = nullptr;
    QLabel* m_fact = nullptr;
    LessonCode* m_code = nullptr;
    QPushButton* m_copyCode = nullptr;
    QPushButton* m_saveModule = nullptr;
    QPushButton* m_predict = nullptr;
    LessonGuessFields* m_fields = nullptr;
    QCheckBox* m_snap = nullptr;
    QLabel* m_guess = nullptr;
    QPushButton* m_run = nullptr;
    QPushButton* m_stepThrough = nullptr;
    QPushButton* m_cancel = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_status = nullptr;
    QLabel* m_sentence = nullptr;
    QLabel* m_result = nullptr;
    QLabel* m_phases = nullptr;
    QLabel* m_guessResult = nullptr;
    QLabel* m_forward = nullptr;
    LessonQuestion* m_question = nullptr;
    QLabel* m_whyTitle = nullptr;
    QLabel* m_reasons = nullptr;
    QPushButton* m_previous = nullptr;
    QPushButton* m_next = nullptr;
    QTimer m_clock;
};

/// Measured beside published: a row for each step that loads. Cells are empty until their step ran;
/// exact bytes are in the tooltips.
class LessonTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Method,
        Vram,
        PublishedVram,
        RamAnonymous,
        RamFile,
        RamRss,
        PublishedRam,
        Time,
        Kind,
        Why,
        ColumnCount
    };

    LessonTableModel(LessonSession* session, const LessonType* type, QObject* parent = nullptr);

    [[nodiscard]] LessonStep stepOf(int row) const;
    /// −1 for the step that has no row.
    [[nodiscard]] int rowOf(LessonStep step) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    void refresh();
    [[nodiscard]] QString text(const LessonStepState& state, int column) const;
    [[nodiscard]] QString toolTip(const LessonStepState& state, int column) const;

    LessonSession* m_session;
    const LessonType* m_type;
};

/// The table as tall as its rows: a row's words wrap, and where the columns find no room it is
/// moved sideways; nothing is cut. The current step's row is marked, a click on a row goes there.
class LessonTable : public QTableView {
    Q_OBJECT
public:
    LessonTable(LessonSession* session, const LessonType* type, QWidget* parent = nullptr);

    [[nodiscard]] LessonTableModel* rows() const { return m_model; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void applyType();
    /// Columns as wide as their words; what is left is the last one's.
    void fit();
    void showCurrent();

    LessonSession* m_session;
    const LessonType* m_type;
    LessonTableModel* m_model;
    int m_height = 0;
    bool m_takesType = false;
};

}  // namespace stowage
