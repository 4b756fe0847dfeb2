// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_charts.h"

#include "widgets/lesson/lesson_chart_contents.h"
#include "widgets/lesson/lesson_parts.h"
#include "widgets/lesson/lesson_stepping.h"
#include "widgets/session/lesson_session.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

namespace stowage {
namespace {

QLabel* makeLabel(QWidget* parent, const char* name) {
    auto* label = new QLabel(parent);
    label->setObjectName(QString::fromLatin1(name));
    return label;
}

}  // namespace

LessonCharts::LessonCharts(LessonSession* session, const LessonType* type, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_type(type),
      m_parts(new LessonParts(type)),
      m_partsScroll(new QScrollArea),
      m_stepping(new LessonStepping(session, type)) {
    setObjectName(QStringLiteral("lesson_charts"));
    m_chartsPage = makeCharts();
    m_partsScroll->setObjectName(QStringLiteral("lesson_parts_scroll"));
    m_partsScroll->setWidgetResizable(true);
    m_partsScroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_partsScroll->setWidget(m_parts);
    m_parts->setBackgroundRole(QPalette::Base);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    // No stack of pages: one that is hidden shall not keep room.
    for (QWidget* page :
         {m_chartsPage, static_cast<QWidget*>(m_partsScroll), static_cast<QWidget*>(m_stepping)}) {
        layout->addWidget(page);
    }
    connect(session, &LessonSession::changed, this, &LessonCharts::refresh);
    connect(session, &LessonSession::currentChanged, this, &LessonCharts::refresh);
    connect(session, &LessonSession::liveChanged, this, &LessonCharts::refresh);
    connect(type, &LessonType::changed, this, &LessonCharts::applyType);
    const auto guess = [this](std::optional<double> LessonGuess::*which) {
        return [this, which](double bytes) {
            const LessonStep step = m_session->current();
            LessonGuess all = m_session->step(step).guess;
            all.*which = bytes;
            m_session->setGuess(step, all);
        };
    };
    connect(m_vram, &LessonChart::guessChanged, this, guess(&LessonGuess::vram));
    connect(m_ram, &LessonChart::guessChanged, this, guess(&LessonGuess::ram));
    applyType();
}

QWidget* LessonCharts::makeCharts() {
    auto* page = new QWidget(this);
    m_pair = new QHBoxLayout(page);
    m_pair->setContentsMargins(0, 0, 0, 0);
    m_pair->setSpacing(metrics::kPadding);
    m_vram = new LessonChart(m_type, page);
    m_vram->setObjectName(QStringLiteral("lesson_vram_chart"));
    m_vram->setAccessibleName(tr("VRAM, allocated"));
    m_ram = new LessonChart(m_type, page);
    m_ram->setObjectName(QStringLiteral("lesson_ram_chart"));
    m_ram->setAccessibleName(tr("RAM, anonymous"));
    m_vramTitle = makeLabel(page, "lesson_vram_title");
    m_vramNote = makeLabel(page, "lesson_vram_note");
    m_ramTitle = makeLabel(page, "lesson_ram_title");
    m_ramNote = makeLabel(page, "lesson_ram_note");
    m_currentOnly = new QCheckBox(tr("This step only"), page);
    m_currentOnly->setObjectName(QStringLiteral("lesson_current_only"));
    m_currentOnly->setToolTip(
        tr("Leave the other steps' curves out, so that this one has the whole time axis"));
    connect(m_currentOnly, &QCheckBox::toggled, this, &LessonCharts::refresh);
    const auto cell = [this](QLabel* title, QLabel* note, LessonChart* chart) {
        auto* column = new QVBoxLayout;
        column->setSpacing(2);
        auto* head = new QHBoxLayout;
        head->setSpacing(metrics::kGrid * 2);
        head->addWidget(title);
        head->addWidget(note, 1);
        if (chart == m_vram) {
            head->addWidget(m_currentOnly);
        }
        column->addLayout(head);
        column->addWidget(chart, 1);
        m_pair->addLayout(column, 1);
    };
    cell(m_vramTitle, m_vramNote, m_vram);
    cell(m_ramTitle, m_ramNote, m_ram);
    return page;
}

void LessonCharts::applyType() {
    m_currentOnly->setFont(m_type->font(LessonText::Table));
    showIndicator(m_currentOnly, m_type->colors());
    for (QLabel* title : {m_vramTitle, m_ramTitle}) {
        title->setFont(m_type->font(LessonText::Table, true));
        // Both charts begin at one height, with the box beside one of their titles.
        title->setMinimumHeight(m_currentOnly->sizeHint().height());
    }
    for (QLabel* note : {m_vramNote, m_ramNote}) {
        note->setWordWrap(true);
        note->setFont(m_type->font(LessonText::Caption));
        note->setForegroundRole(QPalette::PlaceholderText);
    }
    const int bar = m_partsScroll->horizontalScrollBar()->sizeHint().height();
    m_partsScroll->setMinimumHeight(m_parts->minimumSizeHint().height() + bar);
    refresh();
}

void LessonCharts::setRoom(int width) {
    const int both = 2 * m_vram->minimumSizeHint().width() + m_pair->spacing();
    m_pair->setDirection(width >= both ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void LessonCharts::setPrediction(LessonPrediction prediction) {
    m_prediction = prediction;
    refresh();
}

void LessonCharts::setSnap(LessonSnap snap) {
    m_vram->setSnap(snap);
    m_ram->setSnap(snap);
}

void LessonCharts::setLettersShown(bool shown) {
    m_lettersShown = shown;
    refresh();
}

void LessonCharts::refresh() {
    LessonChartQuery query;
    query.current = m_session->current();
    query.isPredicting = m_prediction == LessonPrediction::On;
    query.lettersShown = m_lettersShown;
    query.isCurrentOnly = m_currentOnly->isChecked();
    if (m_session->isRunning() && !m_session->liveCurves().isEmpty()) {
        query.live = m_session->running();
        query.liveCurves = &m_session->liveCurves();
    }
    LessonChartPair charts = lessonChartContents(m_session->steps(), m_session->setup(), query);
    m_vram->setContent(std::move(charts.vram));
    m_ram->setContent(std::move(charts.ram));
    m_parts->setLettersShown(m_lettersShown);
    if (m_factsOf != m_session->setup().size) {
        m_factsOf = m_session->setup().size;
        m_parts->setFacts(lessonFacts(*m_factsOf));
    }
    showTitles();
    showPage();
}

void LessonCharts::showTitles() {
    const LessonSetup& setup = m_session->setup();
    const bool dry = setup.kind == LessonSetup::Kind::DryRun;
    m_vramTitle->setText(tr("VRAM, allocated"));
    m_vramNote->setText(dry                   ? tr("GiB, forecast")
                        : setup.gpu.simulated ? tr("GiB, simulated")
                                              : tr("GiB, measured"));
    m_vramNote->setToolTip(tr("Each run from its start"));
    m_ramTitle->setText(tr("RAM, anonymous"));
    m_ramNote->setText(dry ? tr("GiB, forecast; thin dots: file-backed")
                           : tr("GiB, measured; thin dots: file-backed"));
}

void LessonCharts::showPage() {
    const bool stepping = m_session->isStepping();
    const bool parts = !stepping && m_session->current() == LessonStep::Checkpoint;
    m_stepping->setVisible(stepping);
    m_partsScroll->setVisible(parts);
    m_chartsPage->setVisible(!stepping && !parts);
}

}  // namespace stowage
