// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/message_bar.h"

#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>

#include <optional>
#include <utility>

namespace stowage {
namespace {}  // namespace

MessageBar::MessageBar(const Theme* theme, QWidget* parent)
    : QFrame(parent),
      m_theme(theme),
      m_text(withName(new QLabel(this), "message_text")),
      m_progress(new QProgressBar(this)),
      m_remedyButton(makeChoice("message_remedy", &m_remedy)),
      m_choiceButton(makeChoice("message_choice", &m_choice)),
      m_help(new GuideButton("message_help", this)),
      m_cancelButton(new QPushButton(tr("Cancel"), this)),
      m_close(new QPushButton(tr("Close"), this)) {
    constexpr int kTextLeft = 38;
    setObjectName(QStringLiteral("message_bar"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_text->setFont(theme->font(TextRole::Tree));
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(160, 6);
    m_progress->setAccessibleName(tr("Progress"));
    withName(m_close, "message_close", tr("Close the message"));
    withName(m_cancelButton, "message_cancel", tr("Cancel the operation in progress"));
    m_cancelButton->hide();
    auto* layout = makeRow(this, 12, {kTextLeft, 5, 8, 5});
    layout->addWidget(m_text, 1);
    layout->addWidget(m_progress);
    layout->addWidget(m_remedyButton, 0, Qt::AlignTop);
    layout->addWidget(m_choiceButton, 0, Qt::AlignTop);
    layout->addWidget(m_help, 0, Qt::AlignTop);
    layout->addWidget(m_cancelButton, 0, Qt::AlignTop);
    layout->addWidget(m_close, 0, Qt::AlignTop);
    connect(m_cancelButton, &QPushButton::clicked, this, [this] {
        if (m_cancel) {
            m_cancel();
        }
    });
    connect(m_close, &QPushButton::clicked, this, &QWidget::hide);
    connect(theme, &Theme::changed, this, &MessageBar::applyColors);
    applyColors();
    hide();
}

QPushButton* MessageBar::makeChoice(const char* name, std::function<void()>* choice) {
    auto* button = withName(new QPushButton(this), name, tr("Fix it"));
    button->hide();
    connect(button, &QPushButton::clicked, this, [this, choice] {
        hide();
        if (const std::function<void()> chosen = *choice) {  // it may show the next message
            chosen();
        }
    });
    return button;
}

void MessageBar::showMessage(Kind kind, const QString& text) {
    m_kind = kind;
    m_isProgress = false;
    m_text->setText(text);
    setAccessibleName(text);
    m_progress->hide();
    m_remedyButton->hide();
    m_choiceButton->hide();
    m_help->setError(std::nullopt);
    m_cancelButton->hide();
    m_close->show();
    applyColors();
    show();
    Q_EMIT told(kind, text);
}

void MessageBar::showError(const Error& error) {
    showMessage(Kind::Error, translated(error.message));
    addHelp(error.code);
}

void MessageBar::addHelp(ErrorCode code) {
    m_help->setError(code);
}

void MessageBar::showMessage(Kind kind, const QString& text, const QString& button,
                             std::function<void()> remedy) {
    showMessage(kind, text);
    m_remedy = std::move(remedy);
    m_remedyButton->setText(button);
    m_remedyButton->setAccessibleName(button);
    m_remedyButton->show();
}

void MessageBar::addChoice(const QString& button, std::function<void()> choice) {
    m_choice = std::move(choice);
    m_choiceButton->setText(button);
    m_choiceButton->setAccessibleName(button);
    m_choiceButton->show();
}

void MessageBar::showProgress(const QString& text, double fraction, std::function<void()> cancel) {
    constexpr int kProgressSteps = 1000;
    m_cancel = std::move(cancel);
    m_cancelButton->setVisible(m_cancel != nullptr);
    m_kind = Kind::Information;
    m_isProgress = true;
    m_text->setText(text);
    setAccessibleName(text);
    m_progress->setRange(0, fraction < 0 ? 0 : kProgressSteps);
    m_progress->setValue(static_cast<int>(fraction * kProgressSteps));
    m_progress->show();
    m_remedyButton->hide();
    m_choiceButton->hide();
    m_help->setError(std::nullopt);
    m_close->hide();
    applyColors();
    show();
}

void MessageBar::clearProgress() {
    if (m_isProgress) {
        hide();
    }
}

QString MessageBar::text() const {
    return isHidden() ? QString() : m_text->text();
}

void MessageBar::applyColors() {
    setTextColor(m_text, m_theme->colors().text);
    update();
}

void MessageBar::paintEvent(QPaintEvent*) {
    constexpr int kIcon = 16;
    const ThemeColors& colors = m_theme->colors();
    const QColor background = m_kind == Kind::Error     ? colors.errorBackground
                              : m_kind == Kind::Warning ? colors.warningBackground
                                                        : colors.base;
    const QColor line = m_kind == Kind::Error     ? colors.error
                        : m_kind == Kind::Warning ? colors.warning
                                                  : colors.border;
    const QString icon = m_kind == Kind::Error     ? QStringLiteral("error")
                         : m_kind == Kind::Warning ? QStringLiteral("warning")
                         : m_isProgress            ? QStringLiteral("waiting")
                                                   : QStringLiteral("good");
    QPainter painter(this);
    painter.setPen(line);
    painter.setBrush(background);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    const QColor iconColor = m_kind == Kind::Information ? colors.secondaryText : line;
    paintIcon(painter, visualRect(*this, QRect(12, 9, kIcon, kIcon)), icon, iconColor, background);
}

}  // namespace stowage
