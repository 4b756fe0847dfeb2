// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_page.h"

#include "widgets/lesson/lesson_charts.h"
#include "widgets/lesson/lesson_facts.h"
#include "widgets/lesson/lesson_header.h"
#include "widgets/lesson/lesson_look.h"
#include "widgets/lesson/lesson_report.h"
#include "widgets/lesson/lesson_step_view.h"
#include "widgets/lesson/lesson_strip.h"
#include "widgets/lesson/lesson_table.h"
#include "widgets/lesson/lesson_words.h"
#include "widgets/session/lesson_session.h"
#include "widgets/views/dock_title.h"
#include "widgets/views/message_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace stowage {
namespace {

constexpr int kInset = 8;
constexpr int kGap = 6;
constexpr int kPanelInset = 12;
/// Of the page's width; the rest is the charts'.
constexpr double kStepShare = 0.285;
constexpr int kLeastStepWidth = 350;
constexpr double kMostStepShare = 0.46;
/// Below it charts and step page are not worth looking at: then the page itself scrolls.
constexpr int kLeastBodyHeight = 470;

/// Takes what the content wants, and scrolls it where there is less room.
QScrollArea* makeScroll(const char* name, QWidget* parent) {
    auto* scroll = new QScrollArea(parent);
    scroll->setObjectName(QString::fromLatin1(name));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    return scroll;
}

}  // namespace

LessonPage::LessonPage(const LessonPageParts& parts, QWidget* parent)
    : QWidget(parent),
      m_session(parts.session),
      m_dialogs(parts.dialogs),
      m_type(new LessonType(parts.theme, parts.settings, this)),
      m_paperType(new LessonType(parts.theme, nullptr, this)),
      m_report(new LessonReport(this)),
      m_messages(new MessageBar(parts.theme, this)),
      m_scroll(makeScroll("lesson_scroll", this)) {
    setObjectName(QStringLiteral("lesson_page"));
    setAccessibleName(tr("Lesson"));
    setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget;
    content->setBackgroundRole(QPalette::Window);
    content->setAutoFillBackground(true);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(kInset, kInset, kInset, kInset);
    layout->setSpacing(kGap);
    m_header = new LessonHeader(m_session, m_type, content);
    m_strip = new LessonStrip(m_session, m_type, content);
    layout->addWidget(m_header);
    layout->addWidget(m_strip);
    m_body = makeBody();
    layout->addWidget(m_body, 1);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(content);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    outer->addWidget(m_messages);
    outer->addWidget(m_scroll, 1);
    m_messages->hide();
    connectParts();
    applyType();
}

LessonPage::~LessonPage() = default;

QWidget* LessonPage::makeBody() {
    auto* body = new QWidget;
    auto* row = new QHBoxLayout(body);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kGap);
    row->addWidget(makeLeft(), 1);
    m_stepView = new LessonStepView(m_session, m_type);
    row->addWidget(new PanelFrame(&m_type->theme(), m_stepView, PanelFrame::Edges::All));
    return body;
}

QWidget* LessonPage::makeLeft() {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kGap);
    const auto panel = [](QLayout* inside) {
        auto* widget = new QWidget;
        widget->setBackgroundRole(QPalette::Base);
        widget->setAutoFillBackground(true);
        widget->setLayout(inside);
        inside->setContentsMargins(kPanelInset, kGap, kPanelInset, kGap);
        return widget;
    };
    auto* charts = new QVBoxLayout;
    m_charts = new LessonCharts(m_session, m_type);
    charts->addWidget(m_charts);
    m_chartsFrame = new PanelFrame(&m_type->theme(), panel(charts), PanelFrame::Edges::All);
    column->addWidget(m_chartsFrame, 1);

    auto* below = new QVBoxLayout;
    below->setSpacing(2);
    m_tableTitle = new QLabel(tr("Measured beside published"));
    m_tableTitle->setObjectName(QStringLiteral("lesson_table_title"));
    m_tableNote = new QLabel;
    m_tableNote->setObjectName(QStringLiteral("lesson_table_note"));
    m_tableNote->setForegroundRole(QPalette::PlaceholderText);
    m_tableNote->setWordWrap(true);
    m_table = new LessonTable(m_session, m_type);
    m_footnotes = new QLabel;
    m_footnotes->setObjectName(QStringLiteral("lesson_footnotes"));
    m_footnotes->setForegroundRole(QPalette::PlaceholderText);
    m_footnotes->setWordWrap(true);
    auto* heads = new QHBoxLayout;
    heads->setSpacing(kPanelInset);
    heads->addWidget(m_tableTitle);
    heads->addWidget(m_tableNote, 1);
    below->addLayout(heads);
    below->addWidget(m_table);
    below->addWidget(m_footnotes);
    column->addWidget(new PanelFrame(&m_type->theme(), panel(below), PanelFrame::Edges::All));

    m_leftScroll = makeScroll("lesson_left_scroll", nullptr);
    m_leftScroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_leftScroll->setWidget(content);
    return m_leftScroll;
}

void LessonPage::connectParts() {
    connect(m_stepView, &LessonStepView::predictionChanged, this,
            [this](LessonPrediction prediction) {
                m_charts->setPrediction(prediction);
                m_strip->setForesight(prediction == LessonPrediction::On ? LessonForesight::KeptBack
                                                                         : LessonForesight::Told);
            });
    connect(m_stepView, &LessonStepView::snapChanged, m_charts, &LessonCharts::setSnap);
    connect(m_stepView, &LessonStepView::lettersRequested, this, [this](bool shown) {
        m_charts->setLettersShown(shown);
        if (shown) {
            m_leftScroll->ensureWidgetVisible(m_chartsFrame, 0, 0);
        }
    });
    connect(m_header, &LessonHeader::exportRequested, this, [this] { exportReport(); });
    connect(m_session, &LessonSession::notice, this, [this](const QString& sentence) {
        m_messages->showMessage(MessageBar::Kind::Warning, sentence);
    });
    connect(m_session, &LessonSession::changed, this, &LessonPage::showFootnotes);
    connect(m_report, &LessonReport::written, this, [this](const QStringList& files) {
        m_header->setExporting(false);
        m_messages->showMessage(MessageBar::Kind::Information,
                                tr("The report was written: %1, and %2 files beside it.")
                                    .arg(files.value(0))
                                    .arg(files.size() - 1));
        Q_EMIT exported(files);
    });
    connect(m_report, &LessonReport::failed, this, [this](const QString& sentence) {
        m_header->setExporting(false);
        m_messages->showMessage(MessageBar::Kind::Error, sentence);
    });
    connect(m_type, &LessonType::changed, this, &LessonPage::applyType);
}

void LessonPage::open() {
    m_session->open();
}

void LessonPage::applyType() {
    m_tableTitle->setFont(m_type->font(LessonText::Table, true));
    m_tableNote->setFont(m_type->font(LessonText::Caption));
    m_footnotes->setFont(m_type->font(LessonText::Caption));
    showFootnotes();
    fitBody();
}

void LessonPage::fitBody() {
    const int room = std::max(width() - 2 * kInset, 1);
    const int wanted = std::max(m_type->px(kLeastStepWidth), static_cast<int>(room * kStepShare));
    const int step = std::min(wanted, static_cast<int>(room * kMostStepShare));
    m_stepView->parentWidget()->setFixedWidth(step);
    // Less the frames, and the bar that may be beside the charts.
    m_charts->setRoom(room - step - kGap - 2 * kPanelInset - 2 -
                      m_leftScroll->verticalScrollBar()->sizeHint().width());
    m_body->setMinimumHeight(m_type->px(kLeastBodyHeight));
}

void LessonPage::showFootnotes() {
    m_tableNote->setText(lessonSizeText(m_session->setup().size) +
                         (m_session->setup().kind == LessonSetup::Kind::DryRun
                              ? tr(", forecast, peaks")
                              : tr(", peaks; cells fill as steps are run")));
    const QStringList notes = lessonFootnotes(m_session->setup());
    m_footnotes->setText(QStringLiteral("¹ ") + notes.join(QLatin1Char(' ')));
}

void LessonPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitBody();
}

void LessonPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    // The application's style sheet takes fonts away that were set before a widget had a window.
    Q_EMIT m_type->changed();
}

void LessonPage::keyPressEvent(QKeyEvent* event) {
    const int digit = event->key() - Qt::Key_0;
    if (event->modifiers() == Qt::NoModifier && digit >= 1 &&
        digit <= static_cast<int>(allLessonSteps().size())) {
        m_session->setCurrent(allLessonSteps()[static_cast<std::size_t>(digit) - 1]);
        return;
    }
    QWidget::keyPressEvent(event);
}

}  // namespace stowage
