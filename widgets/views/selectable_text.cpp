// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/selectable_text.h"

#include <QKeyEvent>
#include <QTextLayout>
#include <QTextOption>

#include <algorithm>
#include <cmath>

namespace stowage {
namespace {

constexpr int kLeastWidth = 80;
constexpr int kLikedWidth = 240;

/// Lines that `text` takes, without building a document for each width that a layout tries.
int linesIn(const QString& text, const QFont& font, int width) {
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    int lines = 0;
    for (const QString& paragraph : text.split(QLatin1Char('\n'))) {
        QTextLayout layout(paragraph, font);
        layout.setTextOption(option);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(width);
            ++lines;
        }
        layout.endLayout();
        lines += paragraph.isEmpty() ? 1 : 0;
    }
    return std::max(1, lines);
}

}  // namespace

SelectableText::SelectableText(QWidget* parent) : QTextEdit(parent) {
    setReadOnly(true);
    setAcceptRichText(false);
    setAcceptDrops(false);
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    document()->setDocumentMargin(0);
    viewport()->setAutoFillBackground(false);
    setStyleSheet(
        QStringLiteral("QTextEdit { background: transparent; padding: 0; margin: 0; }"
                       "QScrollBar { background: transparent; }"));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void SelectableText::setText(const QString& text) {
    if (text != toPlainText()) {
        setPlainText(text);
        updateGeometry();
    }
}

void SelectableText::setTextColor(const QColor& color) {
    QPalette colors = palette();
    colors.setColor(QPalette::Text, color);
    setPalette(colors);
}

void SelectableText::setMostLines(int lines) {
    m_mostLines = lines;
    updateGeometry();
}

int SelectableText::lineHeight() const {
    return static_cast<int>(std::ceil(QFontMetricsF(font()).lineSpacing()));
}

int SelectableText::heightForWidth(int width) const {
    const int lines = linesIn(toPlainText(), font(), std::max(width, 1));
    return std::min(lines, m_mostLines) * lineHeight() + 1;
}

QSize SelectableText::sizeHint() const {
    return {kLikedWidth, heightForWidth(kLikedWidth)};
}

QSize SelectableText::minimumSizeHint() const {
    return {kLeastWidth, lineHeight() + 1};
}

bool SelectableText::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        // The window has these keys, too: here they are about the text.
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Copy) || key->matches(QKeySequence::SelectAll)) {
            event->accept();
            return true;
        }
    }
    return QTextEdit::event(event);
}

void SelectableText::changeEvent(QEvent* event) {
    QTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
    }
}

void SelectableText::resizeEvent(QResizeEvent* event) {
    // The bar takes room from the lines, so it comes only where it is needed.
    const bool scrolls = linesIn(toPlainText(), font(), width()) > m_mostLines;
    setVerticalScrollBarPolicy(scrolls ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    QTextEdit::resizeEvent(event);
}

}  // namespace stowage
