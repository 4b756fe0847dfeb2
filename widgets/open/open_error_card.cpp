// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/open/open_error_card.h"

#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QResizeEvent>
#include <QToolButton>

#include <initializer_list>

namespace stowage {
namespace {

constexpr int kOuter = 8;  ///< around the card; below it the filter row has its own
/// More than these scroll, so that the model below keeps its room.
constexpr int kSentenceLines = 5;
constexpr int kPlaceLines = 3;
/// Of what is told between title and buttons, two lines at least are seen.
constexpr int kLeastDetails = 40;

}  // namespace

OpenErrorCard::OpenErrorCard(const Theme* theme, QWidget* parent) : QFrame(parent), m_theme(theme) {
    constexpr int kTextLeft = 38;
    setObjectName(QStringLiteral("open_error"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    auto* layout = makeColumn(this, 6, {kOuter + kTextLeft, kOuter + 8, kOuter + 10, 10});
    addWidgets(layout, {makeHead(), makeDetails(), makeButtons()});
    connect(theme, &Theme::changed, this, &OpenErrorCard::applyTheme);
    applyTheme();
    hide();
}

QWidget* OpenErrorCard::makeHead() {
    auto* head = new QWidget(this);
    m_title = withName(new SelectableText(head), "open_error_title",
                       tr("File or folder that could not be opened"));
    m_title->setMaximumLines(kPlaceLines);
    m_close = withName(new QToolButton(head), "open_error_close", tr("Close the message"));
    m_close->setToolTip(tr("Close the message (Esc)"));
    m_close->setIconSize(QSize(12, 12));
    auto* layout = new QHBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_title, 1);
    layout->addWidget(m_close, 0, Qt::AlignTop);
    connect(m_close, &QToolButton::clicked, this, &OpenErrorCard::dismiss);
    return head;
}

/// What scrolls where there is no room for it, so that the buttons stay in sight.
QWidget* OpenErrorCard::makeDetails() {
    auto* scroll = withName(new GivingScroll(kLeastDetails, this), "open_error_details");
    m_details = new QWidget(scroll->viewport());
    m_details->setMinimumWidth(1);  // its texts wrap: it needs no bar below
    m_sentence = withName(new SelectableText(m_details), "open_error_sentence", tr("Problem"));
    m_sentence->setMaximumLines(kSentenceLines);
    m_stillOpen = withName(new ProseLabel(m_details), "open_error_still_open");
    addWidgets(makeColumn(m_details, 6),
               {m_sentence, makePlace(), makeClassChoice(), makePythonChoice(), m_stillOpen});
    scroll->setContent(m_details);
    return scroll;
}

QWidget* OpenErrorCard::makePlace() {
    auto* place = new QWidget(m_details);
    auto* grid = makeGrid(place, 12, 3, {0, 2, 0, 2});
    grid->setColumnStretch(1, 1);
    const auto add = [this, place, grid](const char* name, const QString& caption) {
        const int row = grid->rowCount();
        Line line{new QLabel(caption, place), new SelectableText(place)};
        line.value->setObjectName(QString::fromLatin1(name));
        line.value->setAccessibleName(caption);
        line.value->setMaximumLines(kPlaceLines);
        line.caption->setBuddy(line.value);
        grid->addWidget(line.caption, row, 0, Qt::AlignTop);
        grid->addWidget(line.value, row, 1);
        m_lines.push_back(line);
        return line;
    };
    m_file = add("open_error_file", tr("File"));
    m_key = add("open_error_key", tr("Tensor or key"));
    m_offset = add("open_error_offset", tr("At byte"));
    m_rule = add("open_error_rule", tr("Rule"));
    return place;
}

QPushButton* OpenErrorCard::addButton(const QString& name, const QString& text, QWidget* row) {
    auto* button = new QPushButton(text, row);
    button->setObjectName(name);
    row->layout()->addWidget(button);
    return button;
}

QWidget* OpenErrorCard::makeButtons() {
    auto* row = new QWidget(this);
    new FlowLayout(kGap, kGap / 2, row);
    m_open = addButton(QStringLiteral("open_error_open"), tr("Open another…"), row);
    m_folder = addButton(QStringLiteral("open_error_folder"), tr("Open a folder…"), row);
    m_again = addButton(QStringLiteral("open_error_again"), tr("Try again"), row);
    m_again->setToolTip(tr("Open the same file or folder again"));
    m_without = addButton(QStringLiteral("open_error_without"), {}, row);
    m_without->setAccessibleName(tr("Open without the chosen options"));
    m_copy = addButton(QStringLiteral("open_error_copy"), tr("Copy details"), row);
    m_copy->setToolTip(tr("Copy this message as text"));
    m_help = new GuideButton("open_error_help", row);
    row->layout()->addWidget(m_help);
    connect(m_open, &QPushButton::clicked, this, &OpenErrorCard::openRequested);
    connect(m_folder, &QPushButton::clicked, this, &OpenErrorCard::openFolderRequested);
    connect(m_again, &QPushButton::clicked, this,
            [this] { Q_EMIT retryRequested(m_failure.path, m_failure.options); });
    connect(m_without, &QPushButton::clicked, this,
            [this] { Q_EMIT retryRequested(m_failure.path, OpenOptions{}); });
    connect(m_copy, &QPushButton::clicked, this, &OpenErrorCard::showCopied);
    return row;
}

QWidget* OpenErrorCard::makeClassChoice() {
    m_classChoice = new QWidget(m_details);
    m_classCaption = new QLabel(tr("Open it as"), m_classChoice);
    m_class = withName(new QComboBox(m_classChoice), "open_error_class",
                       tr("Class to open the model as"));
    letNamesBeElided(m_class);
    m_classCaption->setBuddy(m_class);
    auto* layout = makeRow(m_classChoice, kGap);
    layout->addWidget(m_classCaption);
    layout->addWidget(m_class, 1);
    m_openClass = addButton(QStringLiteral("open_error_open_class"), tr("Open"), m_classChoice);
    m_openClass->setAccessibleName(tr("Open the model as the chosen class"));
    connect(m_openClass, &QPushButton::clicked, this, [this] {
        OpenOptions options = m_failure.options;
        options.className = m_class->currentText().toStdString();
        Q_EMIT retryRequested(m_failure.path, options);
    });
    return m_classChoice;
}

QWidget* OpenErrorCard::makePythonChoice() {
    m_pythonChoice = new QWidget(m_details);
    m_pythonCaption = new QLabel(tr("Python"), m_pythonChoice);
    m_python = withName(new QLineEdit(m_pythonChoice), "open_error_python",
                        tr("Python interpreter that has torch and transformers"));
    m_python->setToolTip(
        tr("Path of a Python interpreter that has torch and transformers, for example in a virtual "
           "environment. It builds the model without weights in a separate process and reports the "
           "modules. If the system can block network access, the process has none."));
    m_pythonCaption->setBuddy(m_python);
    m_ownCode = withName(new ProseLabel(ownCodeWords(), m_pythonChoice), "open_error_own_code");
    auto* column = makeColumn(m_pythonChoice, 4);
    column->addWidget(m_ownCode);
    auto* row = new QWidget(m_pythonChoice);
    auto* layout = makeRow(row, kGap);
    layout->addWidget(m_pythonCaption);
    layout->addWidget(m_python, 1);
    m_ask = addButton(QStringLiteral("open_error_ask_python"), tr("Ask Python"), row);
    column->addWidget(row);
    connect(m_ask, &QPushButton::clicked, this, &OpenErrorCard::askPython);
    connect(m_python, &QLineEdit::returnPressed, this, &OpenErrorCard::askPython);
    return m_pythonChoice;
}

void OpenErrorCard::setPython(const QString& program) {
    m_python->setText(program);
}

void OpenErrorCard::showPython() {
    const PythonOffer offer = pythonOffer(m_failure);
    m_pythonChoice->setVisible(offer != PythonOffer::None);
    m_ownCode->setVisible(offer == PythonOffer::OwnCode);
    m_ask->setText(pythonOfferText(offer));
    if (m_failure.options.python) {
        setPython(QString::fromStdString(m_failure.options.python->program));
    }
}

void OpenErrorCard::askPython() {
    OpenOptions options = m_failure.options;
    OwnPython python;
    python.program = m_python->text().trimmed().toStdString();
    python.trustsRemoteCode = pythonOffer(m_failure) == PythonOffer::OwnCode;
    options.python = python;
    Q_EMIT retryRequested(m_failure.path, options);
}

void OpenErrorCard::showClasses() {
    m_class->clear();
    m_class->addItems(textList(m_failure.classes));
    m_classChoice->setVisible(!m_failure.classes.empty());
}

void OpenErrorCard::setLine(const Line& line, const QString& text) {
    line.value->setText(text);
    line.caption->setVisible(!text.isEmpty());
    line.value->setVisible(!text.isEmpty());
}

void OpenErrorCard::showFailure(const OpenFailure& failure, const QString& stillOpen) {
    m_failure = failure;
    applyTheme();
    const Error& error = failure.error;
    m_title->setText(failureTitle(failure));
    m_sentence->setText(failure.sentence());
    setLine(m_file, error.file.empty() ? failure.path : QString::fromStdString(error.file));
    setLine(m_key, QString::fromStdString(error.key));
    setLine(m_offset, error.offset ? offsetText(*error.offset) : QString());
    setLine(m_rule, failureRule(error.code));
    showClasses();
    showPython();
    m_without->setText(withoutChoiceText(failure));
    m_without->setVisible(!m_without->text().isEmpty());
    m_copy->setText(tr("Copy details"));
    m_help->setError(error.code);
    m_stillOpen->setText(stillOpen.isEmpty()
                             ? QString()
                             : tr("%1 is still open, and its plan is unchanged.").arg(stillOpen));
    m_stillOpen->setVisible(!stillOpen.isEmpty());
    setAccessibleName(m_title->toPlainText());
    setAccessibleDescription(failure.sentence());
    show();
}

QSize OpenErrorCard::sizeHint() const {
    return {QFrame::sizeHint().width(), layout()->totalHeightForWidth(width())};
}

QSize OpenErrorCard::minimumSizeHint() const {
    return {QFrame::minimumSizeHint().width(), layout()->totalMinimumHeightForWidth(width())};
}

/// In a narrower card the buttons stand in more rows.
void OpenErrorCard::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        updateGeometry();
    }
}

void OpenErrorCard::dismiss() {
    if (isShown()) {
        hide();
        Q_EMIT dismissed();
    }
}

void OpenErrorCard::showCopied() {
    copyToClipboard(failureDetails(m_failure));
    m_copy->setText(tr("Copied"));
}

void OpenErrorCard::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        dismiss();
        return;
    }
    QFrame::keyPressEvent(event);
}

void OpenErrorCard::applyTheme() {
    const ThemeColors& colors = m_theme->colors();
    const QFont font = m_theme->font(TextRole::Tree);
    m_title->setFont(m_theme->font(TextRole::Verdict));
    m_title->setTextColor(colors.text);
    m_close->setIcon(m_theme->icon(QStringLiteral("close")));
    m_sentence->setFont(font);
    m_sentence->setTextColor(colors.text);
    for (const Line& line : m_lines) {
        line.caption->setFont(font);
        setTextColor(line.caption, colors.secondaryText);
        line.value->setFont(font);
        line.value->setTextColor(colors.text);
    }
    for (QPushButton* button : std::initializer_list<QPushButton*>{
             m_open, m_folder, m_again, m_without, m_copy, m_help, m_openClass, m_ask}) {
        button->setFont(font);
    }
    m_class->setFont(font);
    m_classCaption->setFont(font);
    setTextColor(m_classCaption, colors.secondaryText);
    m_python->setFont(font);
    for (QLabel* label : {m_pythonCaption, m_ownCode}) {
        label->setFont(font);
        setTextColor(label, colors.secondaryText);
    }
    m_stillOpen->setFont(font);
    setTextColor(m_stillOpen, colors.secondaryText);
    update();
}

void OpenErrorCard::paintEvent(QPaintEvent*) {
    constexpr int kIcon = 18;
    const ThemeColors& colors = m_theme->colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colors.error);
    painter.setBrush(colors.errorBackground);
    painter.drawRoundedRect(
        QRectF(rect()).adjusted(kOuter + 0.5, kOuter + 0.5, -kOuter - 0.5, -0.5), metrics::kRadius,
        metrics::kRadius);
    const QRect mark(kOuter + 12, kOuter + 10, kIcon, kIcon);
    paintIcon(painter, visualRect(*this, mark), QStringLiteral("error"), colors.error,
              colors.errorBackground);
}

}  // namespace stowage
