// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_feature.h"

#include "engine/base/file_writer.h"
#include "widgets/lesson/lesson_chart.h"
#include "widgets/lesson/lesson_chart_data.h"
#include "widgets/lesson/lesson_charts.h"
#include "widgets/lesson/lesson_parts.h"
#include "widgets/lesson/lesson_report.h"
#include "widgets/lesson/lesson_session.h"
#include "widgets/lesson/lesson_texts.h"
#include "widgets/support/docks.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/message_bar.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"

#include <QAction>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QStandardPaths>
#include <QToolBar>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

/// Two drawings stand beside each other in a report.
constexpr double kPaperFactor = 0.85;

constexpr int kPageGap = 6;

constexpr int kPanelInset = 12;

const QString kReportFolderKey = QStringLiteral("lesson/report_folder");

/// Of the page's width; the rest is the charts'.
constexpr double kStepShare = 0.285;

constexpr int kLeastStepWidth = 350;

constexpr double kMostStepShare = 0.46;

/// Below it charts and step page are too small to be read: then the page itself scrolls.
constexpr int kLeastBodyHeight = 440;

/// Takes what the content wants, and scrolls it where there is less room.
QScrollArea* makeScroll(const char* name, const QString& accessibleName, QWidget* parent) {
    auto* scroll = withName(new QScrollArea(parent), name, accessibleName);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    return scroll;
}

/// A widget with a background for what the layout holds; it takes the layout over.
QWidget* makePanel(QLayout* inside) {
    auto* widget = makePage(nullptr);
    widget->setLayout(inside);
    inside->setContentsMargins(kPanelInset, kPageGap, kPanelInset, kPageGap);
    return widget;
}

/// What a widget needs to show everything at that width.
int heightAt(const QWidget& widget, int width) {
    const int least =
        widget.hasHeightForWidth() ? widget.heightForWidth(width) : widget.sizeHint().height();
    return std::max(least, widget.minimumSizeHint().height());
}

struct LessonPageWords {
    Q_DECLARE_TR_FUNCTIONS(stowage::LessonReport)
};

/// The charts with what tells them apart: title, unit, device, and how their figures are known.
LessonPictures pictureOf(LessonStep step, const LessonChartPair& charts, const LessonSetup& setup,
                         const LessonType& type) {
    const bool dry = setup.kind == LessonSetup::Kind::DryRun;
    const QString gpu = QStringLiteral("GPU 0, %1").arg(shownDeviceName(setup.gpu));
    const QString kind = dry ? LessonPageWords::tr("forecast")
                         : setup.gpu.simulated
                             ? LessonPageWords::tr("simulated (caching allocator)")
                             : LessonPageWords::tr("measured");
    const LessonPictureFormat vram{kLessonPictureSize, LessonPageWords::tr("VRAM, allocated, GiB"),
                                   QStringLiteral("%1; %2").arg(gpu, kind)};
    const LessonPictureFormat ram{
        kLessonPictureSize, LessonPageWords::tr("RAM, anonymous, GiB"),
        dry ? LessonPageWords::tr("CPU, forecast; thin dots: file-backed RAM")
            : LessonPageWords::tr("CPU, measured; thin dots: file-backed RAM")};
    return {step, lessonChartPicture(charts.vram, type, vram),
            lessonChartPicture(charts.ram, type, ram)};
}

}  // namespace

LessonPage::LessonPage(LessonSession* session, const Theme* theme, QSettings* settings,
                       FileDialogs* dialogs, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_dialogs(dialogs),
      m_settings(settings),
      m_type(new LessonType(theme, settings, this)),
      m_paperType(new LessonType(theme, nullptr, this)),
      m_report(new LessonReport(this)),
      m_messages(new MessageBar(theme, this)),
      m_scroll(makeScroll("lesson_scroll", tr("Lesson"), this)) {
    setObjectName(QStringLiteral("lesson_page"));
    m_paperType->setFactor(kPaperFactor);
    setAccessibleName(tr("Lesson"));
    setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget;
    content->setBackgroundRole(QPalette::Window);
    content->setAutoFillBackground(true);
    m_content = makeColumn(content, kPageGap, QMargins() + kInset);
    m_header = new LessonHeader(m_session, m_type, content);
    m_strip = new LessonStrip(m_session, m_type, content);
    addWidgets(m_content, {m_header, m_strip});
    m_body = makeBody();
    m_content->addWidget(m_body, 1);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(content);
    auto* outer = makeColumn(this, 0);
    outer->addWidget(m_messages);
    outer->addWidget(m_scroll, 1);
    m_messages->hide();
    connectParts();
    applyType();
}

QWidget* LessonPage::makeBody() {
    auto* body = new QWidget;
    auto* row = makeRow(body, kPageGap);
    row->addWidget(makeLeft(), 1);
    m_stepView = new LessonStepView(m_session, m_type);
    row->addWidget(new PanelFrame(&m_type->theme(), m_stepView, PanelFrame::Edges::All));
    return body;
}

QWidget* LessonPage::makeLeft() {
    auto* content = new QWidget;
    m_left = makeColumn(content, kPageGap);
    auto* charts = new QVBoxLayout;
    m_charts = new LessonCharts(m_session, m_type);
    charts->addWidget(m_charts);
    m_chartsFrame = new PanelFrame(&m_type->theme(), makePanel(charts), PanelFrame::Edges::All);
    m_aboveCharts = new QSpacerItem(0, 0, QSizePolicy::Minimum, QSizePolicy::Fixed);
    m_left->addItem(m_aboveCharts);
    m_left->addWidget(m_chartsFrame, 1);
    m_left->addStretch(0);
    m_tableFrame = makeTable();
    m_left->addWidget(m_tableFrame);

    m_leftScroll = makeScroll("lesson_left_scroll", tr("Charts and table"), nullptr);
    m_leftScroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_leftScroll->setWidget(content);
    return m_leftScroll;
}

QWidget* LessonPage::makeTable() {
    auto* below = makeColumn(nullptr, 2);
    m_tableTitle = withName(new QLabel, "lesson_table_title");
    m_tableNote = withName(new ProseLabel, "lesson_table_note");
    m_tableNote->setForegroundRole(QPalette::PlaceholderText);
    m_table = new LessonTable(m_session, m_type);
    m_footnotes = withName(new ProseLabel, "lesson_footnotes");
    m_footnotes->setForegroundRole(QPalette::PlaceholderText);
    auto* heads = makeRow(nullptr, kPanelInset);
    heads->addWidget(m_tableTitle);
    heads->addWidget(m_tableNote, 1);
    below->addLayout(heads);
    addWidgets(below, {m_table, m_footnotes});
    return new PanelFrame(&m_type->theme(), makePanel(below), PanelFrame::Edges::All);
}

void LessonPage::connectParts() {
    connect(m_stepView, &LessonStepView::predictionChanged, this,
            [this](LessonGuessMode prediction) {
                m_charts->setPrediction(prediction);
                m_strip->setPrediction(prediction);
            });
    connect(m_stepView, &LessonStepView::snapChanged, m_charts, &LessonCharts::setSnap);
    connect(m_stepView, &LessonStepView::lettersRequested, this, [this](bool shown) {
        m_charts->setLettersShown(shown);
        if (shown && m_scrolling == Scrolling::Columns) {
            m_leftScroll->ensureWidgetVisible(m_chartsFrame, 0, 0);
        }
    });
    connect(m_stepView, &LessonStepView::explained, this, [this](const QWidget* explanation) {
        m_explanation = explanation;
        QMetaObject::invokeMethod(this, &LessonPage::showExplanation, Qt::QueuedConnection);
    });
    connect(m_session, &LessonSession::currentChanged, this, [this] { m_explanation = nullptr; });
    for (const QScrollArea* scroll : {m_scroll, m_stepView->scroll()}) {
        const QScrollBar* const bar = scroll->verticalScrollBar();
        connect(bar, &QScrollBar::rangeChanged, this, &LessonPage::showExplanation,
                Qt::QueuedConnection);
        // By wheel, key or mouse.
        connect(bar, &QScrollBar::actionTriggered, this, [this] { m_explanation = nullptr; });
    }
    connect(m_stepView, &LessonStepView::saveModuleRequested, this, &LessonPage::saveModule);
    connect(m_header, &LessonHeader::exportRequested, this, [this] { exportReport(); });
    connect(m_header, &LessonHeader::folderRequested, this, &LessonPage::chooseFolder);
    connect(m_header, &LessonHeader::defaultFolderRequested, this,
            [this] { takeFolder(m_session->defaultFolder()); });
    connect(m_header, &LessonHeader::startedOver, this, [this] {
        m_messages->showMessage(MessageBar::Kind::Information, tr("The lesson was started over."),
                                tr("Undo"), [this] { m_session->undoStartOver(); });
    });
    connect(m_session, &LessonSession::changed, this, [this] {
        if (!m_session->canUndoStartOver() &&
            m_messages->text() == tr("The lesson was started over.")) {
            m_messages->hide();
        }
    });
    connect(m_session, &LessonSession::notice, this, [this](const QString& sentence) {
        m_messages->showMessage(MessageBar::Kind::Warning, sentence);
    });
    connect(m_session, &LessonSession::changed, this, &LessonPage::showFootnotes);
    connect(m_report, &LessonReport::written, this, [this](const QStringList& files) {
        m_header->setExporting(false);
        const auto opens = [](const QString& path) {
            return [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); };
        };
        m_messages->showMessage(
            MessageBar::Kind::Information,
            tr("The report was written to %1 and %2 more files in the same folder.")
                .arg(files.value(0))
                .arg(files.size() - 1),
            tr("Open"), opens(files.value(0)));
        m_messages->addChoice(tr("Open the folder"),
                              opens(QFileInfo(files.value(0)).absolutePath()));
        Q_EMIT exported(files);
    });
    connect(m_report, &LessonReport::failed, this, [this](const QString& sentence) {
        m_header->setExporting(false);
        m_messages->showMessage(MessageBar::Kind::Error, sentence);
    });
    connect(m_type, &LessonType::changed, this, &LessonPage::applyType);
    connect(m_scroll->verticalScrollBar(), &QScrollBar::valueChanged, this,
            &LessonPage::keepChartsInSight);
    for (QWidget* part : std::initializer_list<QWidget*>{
             m_leftScroll->widget(), m_stepView->scroll()->widget(), m_header, m_strip}) {
        part->installEventFilter(this);
    }
}

void LessonPage::applyType() {
    m_tableTitle->setFont(m_type->font(LessonText::Table, true));
    m_tableNote->setFont(m_type->font(LessonText::Caption));
    m_footnotes->setFont(m_type->font(LessonText::Caption));
    showFootnotes();
    fitBody();
    // Once more when header and cards have taken the type too: they decide what room there is.
    QMetaObject::invokeMethod(this, &LessonPage::fitBody, Qt::QueuedConnection);
}

void LessonPage::fitBody() {
    const int room = std::max(width() - 2 * kInset, 1);
    const int wanted = std::max(m_type->px(kLeastStepWidth), static_cast<int>(room * kStepShare));
    const int step = std::min(wanted, static_cast<int>(room * kMostStepShare));
    m_stepView->parentWidget()->setFixedWidth(step);
    // Less the frames, and the bar that may be beside the charts.
    m_charts->setAvailableWidth(room - step - kPageGap - 2 * kPanelInset - 2 -
                                m_leftScroll->verticalScrollBar()->sizeHint().width());
    const int above =
        heightAt(*m_header, room) + heightAt(*m_strip, room) + 2 * (kInset + kPageGap);
    const bool fits = above + m_type->px(kLeastBodyHeight) <= m_scroll->viewport()->height();
    setScrolling(fits ? Scrolling::Columns : Scrolling::WholePage);
    fitHeights();
}

void LessonPage::setScrolling(Scrolling scrolling) {
    if (scrolling == m_scrolling) {
        return;
    }
    m_scrolling = scrolling;
    const bool isWhole = scrolling == Scrolling::WholePage;
    (isWhole ? m_content : m_left)->addWidget(m_tableFrame);
    m_left->setStretchFactor(m_chartsFrame, isWhole ? 0 : 1);
    m_left->setStretch(m_left->indexOf(m_chartsFrame) + 1, isWhole ? 1 : 0);
    for (QScrollArea* scroll : {m_leftScroll, m_stepView->scroll()}) {
        scroll->setVerticalScrollBarPolicy(isWhole ? Qt::ScrollBarAlwaysOff
                                                   : Qt::ScrollBarAsNeeded);
    }
    m_scroll->setVerticalScrollBarPolicy(isWhole ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAsNeeded);
}

void LessonPage::fitHeights() {
    int height = m_type->px(kLeastBodyHeight);
    if (m_scrolling == Scrolling::WholePage) {
        const QWidget* const step = m_stepView->scroll()->widget();
        const QWidget* const left = m_leftScroll->widget();
        const int around = m_stepView->height() - m_stepView->scroll()->viewport()->height();
        height = std::max(heightAt(*step, m_stepView->scroll()->viewport()->width()) + around + 2,
                          heightAt(*left, m_leftScroll->viewport()->width()) -
                              m_aboveCharts->sizeHint().height());
    }
    m_body->setMinimumHeight(height);
    keepChartsInSight();
}

void LessonPage::keepChartsInSight() {
    int above = 0;
    if (m_scrolling == Scrolling::WholePage) {
        const int scrolled = m_scroll->verticalScrollBar()->value() - m_body->y();
        const int room = m_body->minimumHeight() - m_chartsFrame->sizeHint().height() - kPageGap;
        above = std::clamp(scrolled, 0, std::max(room, 0));
    }
    if (above != m_aboveCharts->sizeHint().height()) {
        m_aboveCharts->changeSize(0, above, QSizePolicy::Minimum, QSizePolicy::Fixed);
        m_left->invalidate();
    }
}

void LessonPage::showExplanation() {
    if (m_explanation == nullptr || !m_explanation->isVisible()) {
        return;
    }
    for (QScrollArea* scroll : {m_stepView->scroll(), m_scroll}) {
        const int top = m_explanation->mapTo(scroll->widget(), QPoint(0, 0)).y();
        scroll->ensureVisible(0, top + m_explanation->height(), 0, kPanelInset);
        scroll->ensureVisible(0, top, 0, kPanelInset);
    }
}

void LessonPage::showFootnotes() {
    const bool hasPublished = hasPublishedFigures(m_session->setup().size);
    m_tableTitle->setText(lessonTableTitle(m_session->setup()));
    const QString form = m_session->setup().kind == LessonSetup::Kind::DryRun
                             ? tr("%1, forecast peaks")
                             : tr("%1, peaks; each run fills a row");
    m_tableNote->setText(form.arg(lessonSizeText(m_session->setup().size)));
    const QStringList notes = lessonFootnotes(m_session->setup());
    m_footnotes->setText((hasPublished ? QStringLiteral("¹ ") : QString()) +
                         joinedSentences(notes));
}

bool LessonPage::eventFilter(QObject* watched, QEvent* event) {
    // Header and cards take the type after the page has.
    if (watched == m_header || watched == m_strip) {
        if (event->type() == QEvent::LayoutRequest) {
            QMetaObject::invokeMethod(this, &LessonPage::fitBody, Qt::QueuedConnection);
        }
        return QWidget::eventFilter(watched, event);
    }
    // A scroll area does not tell the layout that it is in of what it holds.
    const bool isOther = event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize;
    if (isOther && m_scrolling == Scrolling::WholePage) {
        QMetaObject::invokeMethod(this, &LessonPage::fitHeights, Qt::QueuedConnection);
    }
    if (isOther && m_explanation != nullptr) {
        QMetaObject::invokeMethod(this, &LessonPage::showExplanation, Qt::QueuedConnection);
    }
    return QWidget::eventFilter(watched, event);
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
    const QString text = event->text();
    const bool isNumber =
        !text.isEmpty() && (text.front().isDigit() || text.front() == u'.' || text.front() == u',');
    const LessonPeak peak = m_charts->ram()->hasFocus() ? LessonPeak::Ram : LessonPeak::Vram;
    // A learner who predicts types peaks.
    if (isNumber && m_stepView->takeKey(event, peak)) {
        return;
    }
    if (event->modifiers() == Qt::NoModifier && digit >= 1 &&
        digit <= static_cast<int>(allLessonSteps().size())) {
        m_session->setCurrent(allLessonSteps()[static_cast<std::size_t>(digit) - 1]);
        return;
    }
    QWidget::keyPressEvent(event);
}

// Files: the report with its pictures, the module that the lines of Python import, and the folder
// of the model files.

void LessonPage::exportReport(const QString& path) {
    if (!path.isEmpty()) {
        writeReport(path);
        return;
    }
    m_dialogs->saveReport(this, proposedReport(), [this](const QString& chosen) {
        if (!chosen.isEmpty() && m_settings != nullptr) {
            m_settings->setValue(kReportFolderKey, QFileInfo(chosen).absolutePath());
        }
        writeReport(chosen);
    });
}

QString LessonPage::proposedReport() const {
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    const QString usual = QDir(documents).exists() ? documents : QDir::homePath();
    const QString last =
        m_settings == nullptr ? usual : m_settings->value(kReportFolderKey, usual).toString();
    static const QRegularExpression notInNames(QStringLiteral("[^\\w]+"),
                                               QRegularExpression::UseUnicodePropertiesOption);
    const QString size = lessonSizeText(m_session->setup().size).section(u',', 0, 0);
    const QString name =
        (QStringLiteral("lesson ") + size.toLower().remove(u'-') + u' ' + m_session->learner())
            .simplified()
            .replace(notInNames, QStringLiteral("-"));
    return QDir(QDir(last).exists() ? last : usual).filePath(name + QStringLiteral(".html"));
}

void LessonPage::writeReport(const QString& path) {
    if (!path.isEmpty()) {
        m_header->setExporting(true);
        m_report->write(reportContents(), path);
    }
}

LessonReportContents LessonPage::reportContents() const {
    LessonReportContents contents;
    contents.setup = m_session->setup();
    contents.steps = m_session->steps();
    contents.pictures = takePictures();
    contents.machine = thisMachine();
    contents.date = QDateTime::currentDateTime();
    contents.person = m_session->learner();
    return contents;
}

void LessonPage::saveModule() {
    m_dialogs->savePython(this, QStringLiteral("gpt.py"), [this](const QString& path) {
        if (path.isEmpty()) {
            return;
        }
        const auto written = writeFileAtomically(path.toStdString(), lessonModule().toStdString());
        m_messages->showMessage(
            written ? MessageBar::Kind::Information : MessageBar::Kind::Error,
            written ? tr("%1 was saved. Run the script once in the folder that contains it. The "
                         "script creates the files that the code of the steps reads.")
                          .arg(path)
                    : translated(written.error().message));
    });
}

void LessonPage::chooseFolder() {
    m_dialogs->chooseModelFolder(this, m_session->folder(),
                                 [this](const QString& chosen) { takeFolder(chosen); });
}

void LessonPage::takeFolder(const QString& chosen) {
    const QString before = m_session->folder();
    const bool anyFiles = m_session->keptBytes() > 0;
    m_session->setFolder(chosen);
    if (m_session->folder() != before) {
        const QString now =
            tr("Model files are created in %1 from now on.").arg(m_session->folder());
        m_messages->showMessage(
            MessageBar::Kind::Information,
            anyFiles
                ? joinedSentences(
                      {now,
                       tr("The existing files in %1 are kept until you delete the model files.")
                           .arg(before)})
                : now);
    }
}

std::vector<LessonPictures> LessonPage::takePictures() const {
    const LessonSetup& setup = m_session->setup();
    std::vector<LessonPictures> pictures;
    for (const LessonStepState& state : m_session->steps()) {
        const bool isOverview = !methodOf(state.step).has_value();
        if (!isOverview && state.run == nullptr) {
            continue;
        }
        LessonChartQuery query;
        query.current = state.step;
        query.isCurrentOnly = !isOverview;
        const LessonChartPair charts = lessonChartContents(m_session->steps(), setup, query);
        if (!charts.vram.curves.empty()) {
            pictures.push_back(pictureOf(state.step, charts, setup, *m_paperType));
        }
    }
    return pictures;
}

LessonFeature::LessonFeature(const FeatureParts& parts, LessonSession* session)
    : Feature(parts), m_session(session) {
    if (m_session == nullptr) {
        return;
    }
    m_action = makeAction(QStringLiteral("lesson_action"), tr("Lesson"), QKeySequence(Qt::Key_F6),
                          QStringLiteral("lesson"));
    m_action->setCheckable(true);
    m_action->setToolTip(tr("Learn memory-efficient loading by doing it (F6)"));
    connect(m_action, &QAction::toggled, this, [this](bool on) { on ? enter() : leave(); });
    m_projector = makeAction(QStringLiteral("lesson_projector_action"),
                             tr("Lesson: Text for a Projector"), QKeySequence(Qt::Key_F7));
    m_projector->setCheckable(true);
    m_projector->setEnabled(false);
    connect(m_projector, &QAction::triggered, this, [this] { m_page->type()->toggleProjector(); });
}

QList<QAction*> LessonFeature::menuActions(MenuSection section) {
    return section == MenuSection::ViewPages && m_session != nullptr
               ? QList<QAction*>{m_action, m_projector}
               : QList<QAction*>();
}

void LessonFeature::addTools(ToolSection section, QToolBar* bar) {
    if (section == ToolSection::Lesson && m_session != nullptr) {
        bar->addAction(m_action);
    }
}

void LessonFeature::makePage() {
    m_page = new LessonPage(m_session, m_theme, m_settings, m_dialogs, m_window);
    connect(m_session, &LessonSession::currentChanged, this, &LessonFeature::changed);
    connect(m_session, &LessonSession::changed, this, &LessonFeature::changed);
    const auto showType = [this] { m_projector->setChecked(m_page->type()->isProjector()); };
    connect(m_page->type(), &LessonType::changed, this, showType);
    showType();
}

void LessonFeature::enter() {
    if (m_session == nullptr || std::exchange(m_isEntered, true)) {
        return;
    }
    if (m_page == nullptr) {
        makePage();
    }
    Q_EMIT entered();
    m_projector->setEnabled(true);
    m_action->setChecked(true);
    m_session->open();
    Q_EMIT changed();
}

void LessonFeature::leave() {
    if (!std::exchange(m_isEntered, false)) {
        return;
    }
    Q_EMIT left();
    m_projector->setEnabled(false);
    m_action->setChecked(false);
}

QString LessonFeature::stepText() const {
    return tr("Lesson, step %1 of %2")
        .arg(lessonStepNumber(m_session->current()))
        .arg(allLessonSteps().size());
}

QString LessonFeature::figuresText() const {
    const LessonSetup& setup = m_session->setup();
    if (setup.kind == LessonSetup::Kind::DryRun) {
        return tr("Dry run: all figures are forecasts");
    }
    const QString gpu = setup.gpu.simulated
                            ? tr("GPU: simulated with the caching allocator's rules")
                            : tr("GPU: measured");
    return tr("Each method runs in a fresh process") + QStringLiteral("   ") + gpu;
}

}  // namespace stowage
