// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_parts.h"

#include "widgets/lesson/lesson_inputs.h"
#include "widgets/lesson/lesson_session.h"
#include "widgets/lesson/lesson_style.h"
#include "widgets/lesson/lesson_texts.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QCheckBox>
#include <QClipboard>
#include <QFrame>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTextBlock>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace stowage {
namespace {

constexpr int kCodePadding = 6;

constexpr double kLeastCodeSize = 11;

QLabel* addLabel(QVBoxLayout* layout, const char* name) {
    auto* label = withName(new QLabel, name);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(label);
    return label;
}

QFrame* makeLine() {
    auto* line = new QFrame;
    line->setFrameShape(QFrame::HLine);
    line->setForegroundRole(QPalette::Mid);
    return line;
}

using State = LessonStepState::State;

void showText(QLabel* label, const QString& text) {
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

/// The part's share of the whole; nothing where the whole is not known.
std::optional<double> shareOf(const Progress& progress) {
    return progress.bytesTotal == 0 ? std::nullopt
                                    : std::optional(static_cast<double>(progress.bytesDone) /
                                                    static_cast<double>(progress.bytesTotal));
}

/// A neighbour's button: never wider than half of a narrow page.
QString shortTitle(LessonStep step) {
    return lessonStepNumbered(step).simplified();
}

}  // namespace

LessonCode::LessonCode(const LessonType* type, QWidget* parent)
    : QPlainTextEdit(parent), m_type(type) {
    withName(this, "lesson_code", tr("Lines of Python"));
    setReadOnly(true);
    setTabChangesFocus(true);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setBackgroundRole(QPalette::AlternateBase);
    // Code reads from left to right in every language.
    setLayoutDirection(Qt::LeftToRight);
    connect(type, &LessonType::changed, this, &LessonCode::applyType);
    applyType();
}

void LessonCode::setLines(const QString& lines) {
    setPlainText(lines);
    setVisible(!lines.isEmpty());
    fit();
}

void LessonCode::applyType() {
    document()->setDocumentMargin(m_type->px(kCodePadding));
    QPalette colors = palette();
    colors.setColor(QPalette::Base, m_type->colors().alternate);
    colors.setColor(QPalette::Text, m_type->colors().text);
    setPalette(colors);
    setStyleSheet(
        QStringLiteral("QPlainTextEdit { background: %1; color: %2; border: 1px solid %3;"
                       " border-radius: 3px; } QPlainTextEdit:focus { border-color: %4; }")
            .arg(m_type->colors().alternate.name(), m_type->colors().text.name(),
                 m_type->colors().softBorder.name(), m_type->colors().accent.name()));
    fit();
}

void LessonCode::fit() {
    QFont type = m_type->font(LessonText::Code);
    const double room = viewport()->width() - 2 * document()->documentMargin();
    const auto isTooWide = [&] {
        const QFontMetricsF metrics(type);
        return std::ranges::any_of(toPlainText().split(u'\n'), [&](const QString& line) {
            return metrics.horizontalAdvance(line) > room;
        });
    };
    while (type.pixelSize() > m_type->px(kLeastCodeSize) && isTooWide()) {
        type.setPixelSize(type.pixelSize() - 1);
    }
    setFont(type);
    // The last block has the margin below it.
    double height = document()->documentMargin() + 2 * frameWidth();
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        height += blockBoundingRect(block).height();
    }
    setFixedHeight(static_cast<int>(std::ceil(height)) + 2);
}

void LessonCode::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    fit();
}

LessonStepView::LessonStepView(LessonSession* session, const LessonType* type, QWidget* parent)
    : QWidget(parent), m_session(session), m_type(type) {
    constexpr int kClockMs = 100;
    setObjectName(QStringLiteral("lesson_step_view"));
    setFieldBackground(this);
    m_scroll = withName(new QScrollArea(this), "lesson_step_scroll", tr("Page of the step"));
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(makeContent());
    auto* layout = makeColumn(this, 0);
    layout->addWidget(m_scroll, 1);
    addWidgets(layout, {makeLine(), makeNavigation()});
    m_clock.setInterval(kClockMs);
    connectControls();
    applyType();
}

QWidget* LessonStepView::makeContent() {
    auto* content = makePage(nullptr);
    auto* layout = makeColumn(content, kGap, {kInset, kInset - 4, kInset, kInset});
    makeHead(layout);
    makeRun(layout);
    makeFindings(layout);
    layout->addStretch(1);
    return content;
}

void LessonStepView::makeHead(QVBoxLayout* layout) {
    m_title = withName(new ProseLabel, "lesson_step_title");
    m_number = withName(new QLabel, "lesson_step_number");
    m_number->setForegroundRole(QPalette::PlaceholderText);
    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_number, 0, Qt::AlignBottom);
    layout->addLayout(head);
    m_body = addLabel(layout, "lesson_body");
    m_fact = addLabel(layout, "lesson_fact");
    m_code = new LessonCode(m_type);
    layout->addWidget(m_code);
    auto* row = new QWidget;
    auto* buttons = new FlowLayout(kGap, kGap, row);
    m_copyCode = withName(new QPushButton(tr("Copy code")), "lesson_copy_code");
    m_copyCode->setToolTip(tr("Copy the lines of Python of this step"));
    m_saveModule = withName(new QPushButton(tr("Save gpt.py…")), "lesson_save_module");
    m_saveModule->setToolTip(
        tr("Save the model's definition as a script. Run the script once: it writes the files that "
           "the lines of Python read."));
    addWidgets(buttons, {m_copyCode, m_saveModule});
    layout->addWidget(row);
}

void LessonStepView::makeRun(QVBoxLayout* layout) {
    auto* guesses = new QWidget;
    auto* guessRow = new FlowLayout(kGap, kGap, guesses);
    m_predict = withName(new QPushButton(tr("Predict")), "lesson_predict");
    m_predict->setCheckable(true);
    m_predict->setToolTip(
        tr("Guess the peaks before the run: type the peaks, drag the markers in the charts, or "
           "move the markers with Up, Down, PageUp and PageDown"));
    m_fields = new LessonGuessFields(m_type);
    m_snap = withName(new QCheckBox(tr("Snap to the axis")), "lesson_snap");
    addWidgets(guessRow, {m_predict, m_fields, m_snap});
    layout->addWidget(guesses);
    m_guess = addLabel(layout, "lesson_guess");

    auto* buttons = new QWidget;
    auto* row = new FlowLayout(kGap, kGap, buttons);
    m_run = withName(new QPushButton(tr("Run")), "lesson_run");
    m_run->setProperty("primary", true);
    m_stepThrough = withName(new QPushButton(tr("Step through")), "lesson_step_through");
    m_stepThrough->setToolTip(
        tr("Run the load of this step tensor by tensor; such a load adds no row to the table"));
    m_cancel = withName(new QPushButton(tr("Cancel")), "lesson_cancel");
    addWidgets(row, {m_run, m_stepThrough, m_cancel});
    layout->addWidget(buttons);
    m_progress = makeProgressBar(nullptr, "lesson_progress", tr("Progress of the step"));
    layout->addWidget(m_progress);
    m_status = addLabel(layout, "lesson_status");
}

void LessonStepView::makeFindings(QVBoxLayout* layout) {
    m_sentence = addLabel(layout, "lesson_sentence");
    m_result = addLabel(layout, "lesson_result");
    m_phases = addLabel(layout, "lesson_phases");
    m_guessResult = addLabel(layout, "lesson_guess_result");
    m_forward = addLabel(layout, "lesson_forward");
    layout->addWidget(makeLine());
    m_question = new LessonQuestion(m_type);
    layout->addWidget(m_question);
    m_whyTitle = addLabel(layout, "lesson_why_title");
    m_whyTitle->setText(tr("Reasons for the peaks"));
    m_reasons = addLabel(layout, "lesson_reasons");
}

QWidget* LessonStepView::makeNavigation() {
    auto* row = withName(new QFrame(this), "lesson_navigation");
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(kInset, kGap, kInset, kGap);
    m_previous = withName(new QPushButton, "lesson_previous");
    m_next = withName(new QPushButton, "lesson_next");
    layout->addWidget(m_previous);
    layout->addStretch(1);
    layout->addWidget(m_next);
    return row;
}

void LessonStepView::connectControls() {
    connect(m_predict, &QPushButton::toggled, this,
            [this](bool on) { setPrediction(on ? LessonGuessMode::On : LessonGuessMode::Off); });
    connect(m_fields, &LessonGuessFields::guessChanged, this,
            [this](const LessonGuess& guess) { m_session->setGuess(m_session->current(), guess); });
    connect(m_fields, &LessonGuessFields::entered, this, [this] {
        m_session->enterGuess(m_session->current());
        m_run->setFocus(Qt::TabFocusReason);
    });
    connect(m_copyCode, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_code->toPlainText()); });
    connect(m_saveModule, &QPushButton::clicked, this, &LessonStepView::saveModuleRequested);
    connect(m_snap, &QCheckBox::toggled, this,
            [this](bool on) { Q_EMIT snapChanged(on ? LessonSnap::ToTenths : LessonSnap::Free); });
    connect(m_run, &QPushButton::clicked, this, &LessonStepView::runStep);
    connect(m_stepThrough, &QPushButton::clicked, this,
            [this] { m_session->startStepping(m_session->current()); });
    connect(m_cancel, &QPushButton::clicked, m_session, &LessonSession::cancel);
    connect(m_previous, &QPushButton::clicked, this, [this] { go(-1); });
    connect(m_next, &QPushButton::clicked, this, [this] { go(1); });
    connect(m_question, &LessonQuestion::answered, this, [this](int option) {
        m_session->setAnswer(m_session->current(), option);
        // Whether right or not, the chart says why.
        m_question->setLettersShown(true);
        Q_EMIT lettersRequested(true);
        Q_EMIT explained(m_question->explanation());
    });
    connect(m_question, &LessonQuestion::lettersRequested, this, &LessonStepView::lettersRequested);
    connect(m_question, &LessonQuestion::whyRequested, this,
            [this] { m_session->showWhy(m_session->current()); });
    connect(&m_clock, &QTimer::timeout, this, &LessonStepView::showProgress);
    connect(m_session, &LessonSession::changed, this, &LessonStepView::refresh);
    connect(m_session, &LessonSession::currentChanged, this, &LessonStepView::refresh);
    connect(m_session, &LessonSession::liveChanged, this, &LessonStepView::showProgress);
    connect(m_type, &LessonType::changed, this, &LessonStepView::applyType);
}

QSize LessonStepView::minimumSizeHint() const {
    constexpr int kLeastWidth = 340;
    return {m_type->px(kLeastWidth), m_type->px(200)};
}

void LessonStepView::go(int by) {
    const int index = lessonStepNumber(m_session->current()) - 1 + by;
    if (index >= 0 && index < static_cast<int>(allLessonSteps().size())) {
        m_session->setCurrent(allLessonSteps()[static_cast<std::size_t>(index)]);
    }
}

void LessonStepView::setPrediction(LessonGuessMode prediction) {
    if (prediction != m_prediction) {
        m_prediction = prediction;
        m_predict->setChecked(prediction == LessonGuessMode::On);
        Q_EMIT predictionChanged(prediction);
        refresh();
        if (prediction == LessonGuessMode::On) {
            m_fields->takeFocus();
        }
    }
}

bool LessonStepView::takeKey(QKeyEvent* event, LessonPeak peak) {
    if (m_prediction == LessonGuessMode::On) {
        m_fields->takeKey(event, peak);
    }
    return m_prediction == LessonGuessMode::On;
}

void LessonStepView::runStep() {
    setPrediction(LessonGuessMode::Off);
    m_question->setLettersShown(false);
    Q_EMIT lettersRequested(false);
    m_session->run(m_session->current());
}

void LessonStepView::applyType() {
    m_title->setFont(m_type->font(LessonText::Title));
    m_number->setFont(m_type->font(LessonText::Caption));
    for (QLabel* label : {m_body, m_guessResult, m_result, m_sentence}) {
        label->setFont(m_type->font(LessonText::Body));
    }
    m_fact->setFont(m_type->font(LessonText::Body, true));
    m_whyTitle->setFont(m_type->font(LessonText::Body, true));
    for (QLabel* label : {m_guess, m_status, m_phases, m_forward, m_reasons}) {
        label->setFont(m_type->font(LessonText::Table));
    }
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_predict, m_snap, m_run, m_stepThrough, m_cancel,
                                         m_previous, m_next, m_copyCode, m_saveModule}) {
        widget->setFont(m_type->font(LessonText::Table));
    }
    // As the style sheet writes the button that goes on.
    m_run->setFont(m_type->font(LessonText::Table, true));
    showIndicator(m_snap, m_type->colors());
    updateGeometry();
    refresh();
}

// What is shown of the session: texts, the step that runs, what was found.

void LessonStepView::refresh() {
    const LessonStepState& state = m_session->step(m_session->current());
    if (m_shown != state.step || m_shownSize != m_session->setup().size) {
        showStep();
    } else if (m_shownAnswer != state.answer) {
        m_shownAnswer = state.answer;  // recalled, or forgotten
        m_question->show(m_texts, state.answer);
    }
    showRun(state);
    showFindings(state);
    showNavigation();
}

void LessonStepView::showStep() {
    const LessonStepState& state = m_session->step(m_session->current());
    const bool another = m_shown != state.step;
    m_shown = state.step;
    m_shownSize = m_session->setup().size;
    m_texts = lessonTexts(state.step, lessonFacts(*m_shownSize));
    m_title->setText(lessonStepHeading(state.step));
    m_number->setText(
        tr("step %1 of %2").arg(lessonStepNumber(state.step)).arg(allLessonSteps().size()));
    m_body->setText(m_texts.body);
    m_code->setLines(lessonCode(state.step));
    m_shownAnswer = state.answer;
    m_question->show(m_texts, state.answer);
    if (another) {
        m_scroll->verticalScrollBar()->setValue(0);
        m_question->setLettersShown(false);
        setPrediction(LessonGuessMode::Off);
        Q_EMIT lettersRequested(false);
    }
}

void LessonStepView::showRun(const LessonStepState& state) {
    const bool loads = methodOf(state.step).has_value();
    const bool busy = m_session->isRunning() || m_session->isStepping();
    const bool mine = m_session->running() == state.step;
    const bool isMachineChecked = m_session->files() != LessonSession::Files::Unknown;
    const bool dry = m_session->setup().kind == LessonSetup::Kind::DryRun;
    m_predict->setVisible(loads);
    m_predict->setEnabled(!busy && state.run == nullptr);
    showGuess(state);
    m_run->setText(!loads ? (m_session->files() == LessonSession::Files::Ready
                                 ? tr("Files are ready")
                                 : tr("Create the model's file"))
                   : dry  ? (state.run != nullptr ? tr("Forecast again") : tr("Forecast (dry run)"))
                          : (state.run != nullptr ? tr("Run again") : tr("Run")));
    const bool made = !loads && (m_session->files() == LessonSession::Files::Ready || dry);
    // Qt gives the focus of a button that is disabled to the next widget, and scrolls there.
    const bool isHandedOn =
        busy != m_clock.isActive() &&
        (m_run->hasFocus() || m_stepThrough->hasFocus() || m_cancel->hasFocus());
    if (isHandedOn) {
        m_scroll->setFocus();
    }
    // It stays where it is while the step runs: a second click does not hit Cancel.
    m_run->setVisible(!(dry && !loads));
    m_run->setEnabled(!busy && !made && isMachineChecked);
    m_stepThrough->setVisible(loads && !dry);
    m_stepThrough->setEnabled(!busy && isMachineChecked);
    m_cancel->setVisible(mine);
    if (isHandedOn) {
        (mine ? m_cancel : m_run)->setFocus();
    }
    if (busy != m_clock.isActive()) {
        busy ? m_clock.start() : m_clock.stop();
    }
    showProgress();
}

void LessonStepView::showGuess(const LessonStepState& state) {
    const bool isPredicting = m_prediction == LessonGuessMode::On;
    m_snap->setVisible(isPredicting);
    m_fields->setVisible(isPredicting);
    m_fields->showGuess(state.guess);
    QStringList sentences;
    if (isPredicting) {
        sentences.append(tr("Type the peaks, or drag the markers in the charts. RAM is anonymous "
                            "memory, which the system cannot reclaim. Your guess: %1.")
                             .arg(lessonPeaksText(state.guess)));
    }
    if (state.run == nullptr) {
        sentences.append(lessonAttemptsText(state));
    }
    showText(m_guess, joinedSentences(sentences));
}

void LessonStepView::showProgress() {
    const LessonStepState& state = m_session->step(m_session->current());
    const bool mine = m_session->running() == state.step;
    m_progress->setVisible(mine);
    if (!mine) {
        const auto other = m_session->running();
        showText(m_status,
                 other ? tr("The step “%1” is running.").arg(shortTitle(*other)) : QString());
        return;
    }
    const Progress& progress = m_session->progress();
    const auto share = shareOf(progress);
    constexpr int kParts = 1000;
    m_progress->setRange(0, share ? kParts : 0);
    m_progress->setValue(share ? static_cast<int>(*share * kParts) : 0);
    QStringList parts{translatedText(progress.phase)};
    if (parts.front().isEmpty()) {
        parts.front() = lessonStateText(state);
    }
    if (share) {
        parts.append(tr("%1 of %2")
                         .arg(sizeText(static_cast<double>(progress.bytesDone)),
                              sizeText(static_cast<double>(progress.bytesTotal))));
    }
    parts.append(formatSeconds(m_session->elapsedSeconds()));
    showText(m_status, parts.join(QStringLiteral(" · ")));
}

void LessonStepView::showFindings(const LessonStepState& state) {
    const ThemeColors& colors = m_type->colors();
    const bool bad = state.state == State::Failed;
    const bool refused = state.state == State::Refused;
    const bool isRefusalPredicted =
        state.state == State::NotRun && !state.preflight.refusal.empty();
    const QString fate = state.preflight.isOnlyOverRamLimit ? tr("This step would be stopped: %1")
                                                            : tr("This step would be refused: %1");
    showText(m_sentence,
             isRefusalPredicted ? fate.arg(translated(state.preflight.refusal)) : state.sentence);
    setTextColor(m_sentence, bad                             ? colors.error
                             : refused || isRefusalPredicted ? colors.warning
                                                             : colors.text);
    // The line with the model's own figures says what the learner is to predict; limits are what
    // the prediction starts from.
    const bool isKnown = state.run != nullptr || !methodOf(state.step);
    // It answers the question, and so do the reasons.
    const bool isExplained = isKnown && (state.isExplained() || !methodOf(state.step));
    showText(m_fact, isExplained ? lessonFact(m_texts, state) : severalDevicesLimits(state));
    showText(m_result, lessonResultText(state, m_session->setup()));
    showText(m_phases, lessonPhasesText(state));
    QString guessed = lessonGuessText(state);
    if (!guessed.isEmpty() && state.guesses.size() > 1) {
        guessed += QLatin1Char('\n') + lessonAttemptsText(state);
    }
    showText(m_guessResult, guessed);
    showText(m_forward, lessonForwardText(state));
    const bool wrong = state.run != nullptr && state.run->figures.forward &&
                       !state.run->figures.forward->why.empty();
    setTextColor(m_forward, wrong ? colors.error : colors.secondaryText);
    setTextColor(m_phases, colors.secondaryText);
    setTextColor(m_status, colors.secondaryText);
    const QStringList reasons = isExplained ? lessonReasonTexts(state) : QStringList();
    showText(m_reasons, reasons.join(QLatin1Char('\n')));
    m_whyTitle->setVisible(!reasons.isEmpty());
    m_question->setAnswerable(isKnown);
    m_question->offerWhy(!isExplained);
}

void LessonStepView::showNavigation() {
    const int index = lessonStepNumber(m_session->current()) - 1;
    const auto steps = allLessonSteps();
    const auto show = [&](QPushButton* button, int at, const QString& name) {
        const bool there = at >= 0 && at < static_cast<int>(steps.size());
        button->setVisible(there);
        if (there) {
            const QString title = shortTitle(steps[static_cast<std::size_t>(at)]);
            button->setText(title);
            button->setAccessibleName(name.arg(title));
        }
    };
    const bool mirrored = isRightToLeft();
    m_previous->setIcon(m_type->theme().icon(mirrored ? QStringLiteral("chevron_right")
                                                      : QStringLiteral("chevron_left")));
    m_next->setIcon(m_type->theme().icon(mirrored ? QStringLiteral("chevron_left")
                                                  : QStringLiteral("chevron_right")));
    m_next->setLayoutDirection(mirrored ? Qt::LeftToRight : Qt::RightToLeft);
    show(m_previous, index - 1, tr("Previous step: %1"));
    show(m_next, index + 1, tr("Next step: %1"));
}

}  // namespace stowage
