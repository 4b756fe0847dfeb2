// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/forms.h"

#include "widgets/support/labels.h"
#include "widgets/support/theme.h"

#include <QButtonGroup>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QSplitter>
#include <QStyle>

#include <algorithm>

namespace stowage {
namespace {

template <class Layout>
Layout* makeLayout(QWidget* parent, int spacing, const QMargins& margins) {
    auto* layout = new Layout(parent);
    layout->setContentsMargins(visualMargins(margins));
    layout->setSpacing(spacing);
    return layout;
}

QLabel* withLook(QLabel* label, const QString& text, const QFont& font, QPalette::ColorRole role) {
    if (!text.isEmpty()) {
        label->setText(text);
    }
    label->setFont(font);
    label->setForegroundRole(role);
    return label;
}

}  // namespace

QHBoxLayout* makeRow(QWidget* parent, int spacing, const QMargins& margins) {
    return makeLayout<QHBoxLayout>(parent, spacing, margins);
}

QVBoxLayout* makeColumn(QWidget* parent, int spacing, const QMargins& margins) {
    return makeLayout<QVBoxLayout>(parent, spacing, margins);
}

void addWidgets(QBoxLayout* layout, std::initializer_list<QWidget*> widgets) {
    for (QWidget* widget : widgets) {
        layout->addWidget(widget);
    }
}

void setFontOf(std::initializer_list<QWidget*> widgets, const QFont& font) {
    for (QWidget* widget : widgets) {
        widget->setFont(font);
    }
}

QSplitter* makeSplitter(QWidget* parent, const char* name, QWidget* left, QWidget* right,
                        std::pair<int, int> shares) {
    auto* splitter = withName(new QSplitter(parent), name);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(metrics::kPadding);
    splitter->addWidget(left);
    splitter->addWidget(right);
    splitter->setSizes({shares.first, shares.second});
    splitter->setStretchFactor(0, shares.first);
    splitter->setStretchFactor(1, shares.second);
    return splitter;
}

void keepRoomForBold(QPushButton* button) {
    QFont bold = button->font();
    bold.setWeight(QFont::DemiBold);
    const int more = QFontMetrics(bold).horizontalAdvance(button->text()) -
                     button->fontMetrics().horizontalAdvance(button->text());
    button->ensurePolished();
    button->setMinimumWidth(button->sizeHint().width() + std::max(0, more));
}

void joinSegments(std::initializer_list<QPushButton*> buttons) {
    auto* choice = new QButtonGroup((*buttons.begin())->parentWidget());
    for (QPushButton* button : buttons) {
        button->setCheckable(true);
        button->setProperty("segment", button == *buttons.begin()       ? QStringLiteral("first")
                                       : button == *(buttons.end() - 1) ? QStringLiteral("last")
                                                                        : QStringLiteral("middle"));
        choice->addButton(button);
        keepRoomForBold(button);
    }
}

QWidget* makePage(QWidget* parent) {
    auto* page = new QWidget(parent);
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    return page;
}

QRect visualRect(const QWidget& widget, const QRect& rect) {
    return QStyle::visualRect(widget.layoutDirection(), widget.rect(), rect);
}

QMargins visualMargins(const QMargins& margins) {
    return QGuiApplication::isRightToLeft()
               ? QMargins(margins.right(), margins.top(), margins.left(), margins.bottom())
               : margins;
}

void resizeDialog(QWidget* dialog, const QSize& size) {
    const QWidget* const parent = dialog->parentWidget();
    const QSize window = parent == nullptr ? QSize() : parent->window()->size();
    dialog->resize(px(size).boundedTo(dialog->screen()->availableSize().expandedTo(window)));
}

QScrollArea* makeScrollArea(QWidget* parent, QWidget* content) {
    auto* scroll = new QScrollArea(parent);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(content);
    return scroll;
}

QPushButton* addButton(QWidget* row, const char* name, const QString& text, const QFont& font) {
    auto* button = withName(new QPushButton(text, row), name, text);
    button->setFont(font);
    button->setAutoDefault(false);
    row->layout()->addWidget(button);
    return button;
}

void nameParts(const QInputDialog& dialog, const QString& name) {
    auto* field = dialog.findChild<QLineEdit*>();
    field->setObjectName(name + QStringLiteral("_text"));
    field->setAccessibleName(dialog.windowTitle());
    const auto* buttons = dialog.findChild<QDialogButtonBox*>();
    buttons->button(QDialogButtonBox::Ok)->setObjectName(name + QStringLiteral("_ok"));
    buttons->button(QDialogButtonBox::Cancel)->setObjectName(name + QStringLiteral("_cancel"));
}

QProgressBar* makeProgressBar(QWidget* parent, const char* name, const QString& accessibleName) {
    constexpr int kHeight = 6;
    auto* bar = withName(new QProgressBar(parent), name, accessibleName);
    bar->setTextVisible(false);
    bar->setFixedHeight(kHeight);
    return bar;
}

QLabel* makeTextLine(const QString& text, const QFont& font, QWidget* parent,
                     QPalette::ColorRole role) {
    return withLook(new QLabel(parent), text, font, role);
}

QLabel* makeParagraph(const QString& text, const QFont& font, QWidget* parent,
                      QPalette::ColorRole role) {
    return withLook(new ProseLabel(parent), text, font, role);
}

QLabel* makeSentence(QWidget* parent, const char* name, const QFont& font) {
    QLabel* label = withName(makeParagraph({}, font, parent), name);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QLabel* makeHint(QWidget* parent, const char* name, const QString& text, int margin) {
    auto* label = withName(new ProseLabel(text, parent), name);
    label->setAlignment(Qt::AlignCenter);
    label->setMargin(margin);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QLabel* makeCaption(const QString& text, const QFont& font, QWidget* buddy,
                    QPalette::ColorRole role) {
    QLabel* label = makeTextLine(text, font, buddy->parentWidget(), role);
    label->setBuddy(buddy);
    return label;
}

}  // namespace stowage
