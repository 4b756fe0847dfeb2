// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/fitting_label.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QToolTip>

#include <algorithm>

namespace stowage {
namespace {

/// Enough to tell one name from another when the middle is left out.
constexpr int kLeastCharacters = 8;

/// Elides the chosen name of a combo box, which styles cut at the edge of the field.
class ElidedChoice : public QObject {
public:
    explicit ElidedChoice(QComboBox* combo) : QObject(combo), m_combo(combo) {
        combo->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::ToolTip && isElided()) {
            const QString more = m_combo->toolTip();
            QToolTip::showText(
                static_cast<QHelpEvent*>(event)->globalPos(),
                more.isEmpty() ? m_combo->currentText() : m_combo->currentText() + u'\n' + more,
                m_combo);
            return true;
        }
        if (event->type() == QEvent::Paint && isElided()) {
            paint();
            return true;
        }
        return QObject::eventFilter(watched, event);
    }

private:
    [[nodiscard]] QStyleOptionComboBox option() const {
        QStyleOptionComboBox option;
        option.initFrom(m_combo);
        option.editable = false;
        option.frame = m_combo->hasFrame();
        option.iconSize = m_combo->iconSize();
        option.currentIcon = m_combo->itemIcon(m_combo->currentIndex());
        option.currentText = m_combo->currentText();
        option.subControls = QStyle::SC_All;
        return option;
    }

    [[nodiscard]] int room() const {
        const QStyleOptionComboBox shown = option();
        const QRect field = m_combo->style()->subControlRect(QStyle::CC_ComboBox, &shown,
                                                             QStyle::SC_ComboBoxEditField, m_combo);
        const int icon = shown.currentIcon.isNull() ? 0 : shown.iconSize.width() + 4;
        // Styles keep a little air on both sides of the text.
        return field.width() - icon - 6;
    }

    [[nodiscard]] bool isElided() const {
        return m_combo->fontMetrics().horizontalAdvance(m_combo->currentText()) > room();
    }

    void paint() {
        QStyleOptionComboBox shown = option();
        shown.currentText =
            m_combo->fontMetrics().elidedText(shown.currentText, Qt::ElideMiddle, room());
        QPainter painter(m_combo);
        painter.setPen(m_combo->palette().color(QPalette::Text));
        painter.setFont(m_combo->font());
        m_combo->style()->drawComplexControl(QStyle::CC_ComboBox, &shown, &painter, m_combo);
        m_combo->style()->drawControl(QStyle::CE_ComboBoxLabel, &shown, &painter, m_combo);
    }

    QComboBox* m_combo;
};

}  // namespace

FittingLabel::FittingLabel(QWidget* parent, Qt::TextElideMode mode) : QLabel(parent), m_mode(mode) {
    setTextFormat(Qt::PlainText);
}

QString FittingLabel::shownText() const {
    return fontMetrics().elidedText(text(), m_mode, contentsRect().width());
}

QSize FittingLabel::minimumSizeHint() const {
    const QSize whole = QLabel::sizeHint();
    const QMargins margins = contentsMargins();
    const int least =
        fontMetrics().averageCharWidth() * kLeastCharacters + margins.left() + margins.right();
    return {std::min(whole.width(), least), whole.height()};
}

bool FittingLabel::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty() && shownText() != text()) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text(), this);
        return true;
    }
    return QLabel::event(event);
}

void FittingLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    style()->drawItemText(
        &painter, contentsRect(),
        static_cast<int>(QStyle::visualAlignment(layoutDirection(), alignment())) |
            Qt::TextSingleLine,
        palette(), isEnabled(), shownText(), foregroundRole());
}

void letNamesGiveWay(QComboBox* combo, int leastCharacters) {
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(leastCharacters);
    combo->view()->setTextElideMode(Qt::ElideMiddle);
    new ElidedChoice(combo);
}

}  // namespace stowage
