// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_step_view.h"

#include "widgets/lesson/flow_layout.h"
#include "widgets/lesson/lesson_look.h"
#include "widgets/lesson/lesson_question.h"
#include "widgets/session/lesson_session.h"

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
#include <QVBoxLayout>

#include <algorithm>

namespace stowage {
namespace {

constexpr int kInset = 16;
constexpr int kGap = 10;
constexpr int kProgressHeight = 6;
constexpr int kClockMs = 100;
constexpr int kLeastWidth = 340;
constexpr int kCodePadding = 10;

QLabel* addLabel(QVBoxLayout* layout, const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QString::fromLatin1(name));
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

QPushButton* makeButton(const char* name, const QString& text) {
    auto* button = new QPushButton(text);
    button->setObjectName(QString::fromLatin1(name));
    return button;
}

}  // namespace

LessonCode::LessonCode(const LessonType* type, QWidget* parent)
    : QPlainTextEdit(parent), m_type(type) {
    setObjectName(QStringLiteral("lesson_code"));
    setAccessibleName(tr("Lines of Python"));
    setReadOnly(true);
    setTabChangesFocus(true);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setBackgroundRole(QPalette::AlternateBase);
    // Code reads from left to right in every language.
    setLayoutDirection(Qt::LeftToRight);
    connect(type, &LessonType::changed, this, &LessonCode::fit);
    fit();
}

void LessonCode::setLines(const QString& lines) {
    setPlainText(lines);
    setVisible(!lines.isEmpty());
    fit();
}

void LessonCode::fit() {
    setFont(m_type->font(LessonText::Code));
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
    const QFontMetrics metrics(font());
    const QStringList lines = toPlainText().split(u'\n');
    // The bar's room is kept: whether it is shown depends on the width.
    setFixedHeight(static_cast<int>(lines.size()) * metrics.lineSpacing() +
                   2 * m_type->px(kCodePadding) + horizontalScrollBar()->sizeHint().height() + 4);
}

LessonStepView::LessonStepView(LessonSession* session, const LessonType* type, QWidget* parent)
    : QWidget(parent), m_session(session), m_type(type) {
    setObjectName(QStringLiteral("lesson_step_view"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_scroll = new QScrollArea(this);
    m_scroll->setObjectName(QStringLiteral("lesson_step_scroll"));
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(makeContent());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(makeLine());
    layout->addWidget(makeNavigation());
    m_clock.setInterval(kClockMs);
    connectControls();
    applyType();
}

QWidget* LessonStepView::makeContent() {
    auto* content = new QWidget;
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(kInset, kInset - 4, kInset, kInset);
    layout->setSpacing(kGap);
    makeHead(layout);
    makeRun(layout);
    makeFindings(layout);
    layout->addStretch(1);
    return content;
}

void LessonStepView::makeHead(QVBoxLayout* layout) {
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("lesson_step_title"));
    m_title->setWordWrap(true);
    m_number = new QLabel;
    m_number->setObjectName(QStringLiteral("lesson_step_number"));
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
    m_copyCode = makeButton("lesson_copy_code", tr("Copy code"));
    m_copyCode->setToolTip(tr("Copy these lines of Python"));
    m_saveModule = makeButton("lesson_save_module", tr("Save gpt.py…"));
    m_saveModule->setToolTip(
        tr("Save the model's definition, which these lines import. Run it once: it writes the "
           "files that they read."));
    buttons->addWidget(m_copyCode);
    buttons->addWidget(m_saveModule);
    layout->addWidget(row);
}

void LessonStepView::makeRun(QVBoxLayout* layout) {
    auto* guesses = new QWidget;
    auto* guessRow = new FlowLayout(kGap, kGap, guesses);
    m_predict = makeButton("lesson_predict", tr("Predict"));
    m_predict->setCheckable(true);
    m_predict->setToolTip(
        tr("Say where the peaks will be before they are known: type them, drag the markers in the "
           "charts, or move them with Up, Down, PageUp and PageDown"));
    m_fields = new LessonGuessFields(m_type);
    m_snap = new QCheckBox(tr("Snap to the axis"));
    m_snap->setObjectName(QStringLiteral("lesson_snap"));
    guessRow->addWidget(m_predict);
    guessRow->addWidget(m_fields);
    guessRow->addWidget(m_snap);
    layout->addWidget(guesses);
    m_guess = addLabel(layout, "lesson_guess");

    auto* buttons = new QWidget;
    auto* row = new FlowLayout(kGap, kGap, buttons);
    m_run = makeButton("lesson_run", tr("Run"));
    m_run->setProperty("primary", true);
    m_stepThrough = makeButton("lesson_step_through", tr("Step through"));
    m_stepThrough->setToolTip(tr("The same load tensor by tensor; it fills no row"));
    m_cancel = makeButton("lesson_cancel", tr("Cancel"));
    row->addWidget(m_run);
    row->addWidget(m_stepThrough);
    row->addWidget(m_cancel);
    layout->addWidget(buttons);
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("lesson_progress"));
    m_progress->setAccessibleName(tr("How far the step is"));
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(kProgressHeight);
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
    m_whyTitle->setText(tr("Why these peaks"));
    m_reasons = addLabel(layout, "lesson_reasons");
}

QWidget* LessonStepView::makeNavigation() {
    auto* row = new QFrame(this);
    row->setObjectName(QStringLiteral("lesson_navigation"));
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(kInset, kGap, kInset, kGap);
    m_previous = makeButton("lesson_previous", QString());
    m_next = makeButton("lesson_next", QString());
    layout->addWidget(m_previous);
    layout->addStretch(1);
    layout->addWidget(m_next);
    return row;
}

void LessonStepView::connectControls() {
    connect(m_predict, &QPushButton::toggled, this,
            [this](bool on) { setPrediction(on ? LessonPrediction::On : LessonPrediction::Off); });
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
    connect(&m_clock, &QTimer::timeout, this, &LessonStepView::showProgress);
    connect(m_session, &LessonSession::changed, this, &LessonStepView::refresh);
    connect(m_session, &LessonSession::currentChanged, this, &LessonStepView::refresh);
    connect(m_session, &LessonSession::liveChanged, this, &LessonStepView::showProgress);
    connect(m_type, &LessonType::changed, this, &LessonStepView::applyType);
}

QSize LessonStepView::minimumSizeHint() const {
    return {m_type->px(kLeastWidth), m_type->px(200)};
}

void LessonStepView::go(int by) {
    const int index = lessonStepNumber(m_session->current()) - 1 + by;
    if (index >= 0 && index < static_cast<int>(allLessonSteps().size())) {
        m_session->setCurrent(allLessonSteps()[static_cast<std::size_t>(index)]);
    }
}

void LessonStepView::setPrediction(LessonPrediction prediction) {
    if (prediction != m_prediction) {
        m_prediction = prediction;
        m_predict->setChecked(prediction == LessonPrediction::On);
        Q_EMIT predictionChanged(prediction);
        refresh();
        if (prediction == LessonPrediction::On) {
            m_fields->takeFocus();
        }
    }
}

bool LessonStepView::takeKey(QKeyEvent* event, LessonPeak peak) {
    if (m_prediction == LessonPrediction::On) {
        m_fields->takeKey(event, peak);
    }
    return m_prediction == LessonPrediction::On;
}

void LessonStepView::runStep() {
    setPrediction(LessonPrediction::Off);
    m_question->setLettersShown(false);
    Q_EMIT lettersRequested(false);
    m_session->run(m_session->current());
}

}  // namespace stowage
