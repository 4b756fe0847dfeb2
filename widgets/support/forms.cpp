// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/forms.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace stowage {
namespace {

template <class Layout>
Layout* makeLayout(QWidget* parent, int spacing, const QMargins& margins) {
    auto* layout = new Layout(parent);
    layout->setContentsMargins(margins);
    layout->setSpacing(spacing);
    return layout;
}

}  // namespace

QHBoxLayout* makeRow(QWidget* parent, int spacing, const QMargins& margins) {
    return makeLayout<QHBoxLayout>(parent, spacing, margins);
}

QVBoxLayout* makeColumn(QWidget* parent, int spacing, const QMargins& margins) {
    return makeLayout<QVBoxLayout>(parent, spacing, margins);
}

QWidget* makePage(QWidget* parent) {
    auto* page = new QWidget(parent);
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    return page;
}

QPushButton* addButton(QWidget* row, const char* name, const QString& text, const QFont& font) {
    auto* button = withName(new QPushButton(text, row), name, text);
    button->setFont(font);
    button->setAutoDefault(false);
    row->layout()->addWidget(button);
    return button;
}

QProgressBar* makeProgressBar(QWidget* parent, const char* name, const QString& accessibleName) {
    constexpr int kHeight = 6;
    auto* bar = withName(new QProgressBar(parent), name, accessibleName);
    bar->setTextVisible(false);
    bar->setFixedHeight(kHeight);
    return bar;
}

QLabel* makeSentence(QWidget* parent, const char* name, const QFont& font) {
    auto* label = withName(new QLabel(parent), name);
    label->setFont(font);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QLabel* makeCaption(const QString& text, const QFont& font, QWidget* buddy,
                    QPalette::ColorRole role) {
    auto* label = new QLabel(text, buddy->parentWidget());
    label->setFont(font);
    label->setForegroundRole(role);
    label->setBuddy(buddy);
    return label;
}

}  // namespace stowage
