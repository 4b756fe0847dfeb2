// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/labels.h"

#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QElapsedTimer>
#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLayout>
#include <QListView>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QTextDocument>
#include <QTextLayout>
#include <QTextOption>
#include <QToolBar>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stowage {
namespace {

/// Enough to tell one name from another when the middle is left out.
constexpr int kLeastCharacters = 8;

/// The list of a combo box whose rows are found by any part of their names.
class PartSearchList : public QListView {
public:
    using QListView::QListView;

    void keyboardSearch(const QString& search) override {
        constexpr int kTypingMs = 1500;
        if (!m_since.isValid() || m_since.hasExpired(kTypingMs)) {
            m_typed.clear();
        }
        m_since.start();
        m_typed += search.simplified().remove(u' ');
        const int rows = model()->rowCount();
        const int from = std::max(currentIndex().row(), 0);
        for (int i = 0; i < rows && !m_typed.isEmpty(); ++i) {
            const QModelIndex index = model()->index((from + i) % rows, modelColumn());
            if (index.data().toString().remove(u' ').contains(m_typed, Qt::CaseInsensitive)) {
                setCurrentIndex(index);
                return;
            }
        }
    }

private:
    QString m_typed;
    QElapsedTimer m_since;
};

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

constexpr int kSlack = 12;

/// What the text of a button adds to its width, as QToolButton counts it.
int textWidth(const QToolButton& button) {
    const QFontMetrics metrics(button.font());
    return metrics.size(Qt::TextShowMnemonic, button.text()).width() +
           2 * metrics.horizontalAdvance(u' ') + 4;
}

constexpr int kLikedWidth = 240;

/// Lines that `text` takes, without building a document for each width that a layout tries.
int linesIn(const QString& text, const QFont& font, int width) {
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    int lines = 0;
    for (const QString& paragraph : text.split(QLatin1Char('\n'))) {
        QTextLayout layout(unbrokenFigures(paragraph), font);
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

ElidedLabel::ElidedLabel(QWidget* parent, Qt::TextElideMode mode) : QLabel(parent), m_mode(mode) {
    setTextFormat(Qt::PlainText);
}

QString ElidedLabel::shownText() const {
    const int room = contentsRect().width();
    const QFontMetrics metrics = fontMetrics();
    // Of figures in a row whole ones are left out, as half a figure is another one.
    const QString between = QStringLiteral(" · ");
    const bool isCut = m_mode == Qt::ElideRight && metrics.horizontalAdvance(text()) > room;
    for (qsizetype end = isCut ? text().lastIndexOf(between) : -1; end > 0;
         end = text().lastIndexOf(between, end - 1)) {
        const QString whole = text().left(end) + between + QChar(0x2026);
        if (metrics.horizontalAdvance(whole) <= room) {
            return whole;
        }
    }
    return metrics.elidedText(text(), m_mode, room);
}

QSize ElidedLabel::minimumSizeHint() const {
    const QSize whole = QLabel::sizeHint();
    const QMargins margins = contentsMargins();
    const int least =
        fontMetrics().averageCharWidth() * kLeastCharacters + margins.left() + margins.right();
    return {std::min(whole.width(), least), whole.height()};
}

bool ElidedLabel::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty() && shownText() != text()) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text(), this);
        return true;
    }
    return QLabel::event(event);
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    style()->drawItemText(
        &painter, contentsRect(),
        static_cast<int>(QStyle::visualAlignment(layoutDirection(), alignment())) |
            Qt::TextSingleLine,
        palette(), isEnabled(), shownText(), foregroundRole());
}

ProseLabel::ProseLabel(QWidget* parent) : QLabel(parent) {
    setWordWrap(true);
}

ProseLabel::ProseLabel(const QString& text, QWidget* parent) : ProseLabel(parent) {
    setText(text);
}

bool ProseLabel::isPlain() const {
    return textFormat() == Qt::PlainText ||
           (textFormat() == Qt::AutoText && !Qt::mightBeRichText(text()));
}

bool ProseLabel::isOurs() const {
    return textInteractionFlags() == Qt::LinksAccessibleByMouse && isPlain();
}

void ProseLabel::keepFiguresWhole() const {
    auto* document = findChild<QTextDocument*>();
    const QString whole = unbrokenFigures(text());
    if (document == nullptr || !isPlain() ||
        document->toRawText() == QString(whole).replace(u'\n', QChar::ParagraphSeparator)) {
        return;
    }
    QLabel::heightForWidth(width());  // which fills it where the text was set since
    document->setPlainText(whole);
}

int ProseLabel::textFlags() const {
    return static_cast<int>(QStyle::visualAlignment(layoutDirection(), alignment())) |
           Qt::TextWordWrap |
           (isRightToLeft() ? Qt::TextForceRightToLeft : Qt::TextForceLeftToRight);
}

int ProseLabel::heightForWidth(int width) const {
    keepFiguresWhole();
    const int height = QLabel::heightForWidth(width);
    if (!isOurs() || text().isEmpty()) {
        return height;
    }
    const QMargins around = contentsMargins() + margin();
    const QRect room(0, 0, width - around.left() - around.right(), QWIDGETSIZE_MAX);
    const int fromTop = textFlags() & ~static_cast<int>(Qt::AlignVCenter | Qt::AlignBottom);
    const int own = fontMetrics().boundingRect(room, fromTop, unbrokenFigures(text())).height();
    return std::max(height, own + around.top() + around.bottom());
}

void ProseLabel::paintEvent(QPaintEvent* event) {
    if (!isOurs()) {
        keepFiguresWhole();
        QLabel::paintEvent(event);
        return;
    }
    QPainter painter(this);
    drawFrame(&painter);
    painter.setPen(palette().color(foregroundRole()));
    painter.setLayoutDirection(layoutDirection());
    paintProse(painter, contentsRect().marginsRemoved(QMargins() + margin()), alignment(),
               unbrokenFigures(text()));
}

void paintProse(QPainter& painter, const QRect& rect, Qt::Alignment alignment,
                const QString& text) {
    const Qt::Alignment side = QStyle::visualAlignment(painter.layoutDirection(), alignment);
    QTextOption option((side & Qt::AlignHorizontal_Mask) | Qt::AlignAbsolute);
    option.setWrapMode(QTextOption::WordWrap);
    option.setTextDirection(painter.layoutDirection());
    QTextLayout layout(QString(text).replace(u'\n', QChar::LineSeparator), painter.font());
    layout.setTextOption(option);
    layout.beginLayout();
    qreal height = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(rect.width());
        line.setPosition({0, height});
        height += line.height();
    }
    layout.endLayout();
    const qreal left = rect.height() - height;
    const qreal top = alignment.testFlag(Qt::AlignBottom)    ? left
                      : alignment.testFlag(Qt::AlignVCenter) ? left / 2
                                                             : 0;
    layout.draw(&painter, QPointF(rect.topLeft()) + QPointF(0, top));
}

void searchAnyPart(QComboBox* combo) {
    combo->setView(new PartSearchList(combo));
}

void letNamesBeElided(QComboBox* combo, int leastCharacters) {
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(leastCharacters);
    combo->view()->setTextElideMode(Qt::ElideMiddle);
    new ElidedChoice(combo);
}

/// See fitToolBar().
class ToolBarFit : public QObject {
    Q_OBJECT
public:
    ToolBarFit(QToolBar* bar, QList<QToolButton*> shrinking);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();
    [[nodiscard]] int widthWithTexts() const;

    QToolBar* m_bar;
    QList<QToolButton*> m_shrinking;
};

ToolBarFit::ToolBarFit(QToolBar* bar, QList<QToolButton*> shrinking)
    : QObject(bar), m_bar(bar), m_shrinking(std::move(shrinking)) {
    if (auto* more = bar->findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"))) {
        more->setAccessibleName(tr("More tools"));
        more->setToolTip(tr("More tools"));
    }
    bar->installEventFilter(this);
}

bool ToolBarFit::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) {
        fit();
    }
    return QObject::eventFilter(watched, event);
}

int ToolBarFit::widthWithTexts() const {
    /// What a label keeps before buttons give up their texts for it.
    constexpr int kRoom = 130;
    int width = kSlack;
    for (QAction* action : m_bar->actions()) {
        const QWidget* item = m_bar->widgetForAction(action);
        if (item == nullptr || !action->isVisible()) {
            continue;
        }
        width += m_bar->layout()->spacing();
        if (qobject_cast<const ElidedLabel*>(item) != nullptr) {
            width += std::min(item->sizeHint().width(), px(kRoom));
        } else {
            width += std::max(item->sizeHint().width(), item->minimumWidth());
        }
    }
    for (const QToolButton* button : m_shrinking) {
        width += button->toolButtonStyle() == Qt::ToolButtonIconOnly ? textWidth(*button) : 0;
    }
    return width;
}

void ToolBarFit::fit() {
    int excess = widthWithTexts() - m_bar->width();
    for (QToolButton* button : std::as_const(m_shrinking)) {
        const auto style = excess > 0 ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon;
        excess -= excess > 0 ? textWidth(*button) : 0;
        if (button->toolButtonStyle() != style) {
            button->setToolButtonStyle(style);
        }
    }
}

void fitToolBar(QToolBar* bar, QList<QToolButton*> shrinking) {
    new ToolBarFit(bar, std::move(shrinking));
}

ChipLabel::ChipLabel(const Theme* theme, std::optional<DeviceId> device, QWidget* parent)
    : QWidget(parent), m_theme(theme) {
    setFixedSize(sizeHint());
    setDevice(device);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ChipLabel::setDevice(std::optional<DeviceId> device) {
    m_device = device;
    setAccessibleName(device ? translated(deviceLabel(*device)) : tr("mixed"));
    update();
}

QSize ChipLabel::sizeHint() const {
    return {px(44), px(16)};
}

void ChipLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (m_device) {
        paintDeviceChip(painter, rect(), *m_device, m_theme->colors(),
                        m_theme->font(TextRole::Caption, true));
    } else {
        paintMixedChip(painter, rect(), m_theme->colors(), m_theme->font(TextRole::Caption));
    }
}

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
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void SelectableText::setText(const QString& text) {
    if (text != toPlainText()) {
        setPlainText(unbrokenFigures(text));  // toPlainText() has spaces
        if (isRightToLeft()) {  // names and paths, too, begin where the other lines do
            selectAll();
            setAlignment(Qt::AlignRight | Qt::AlignAbsolute);
            moveCursor(QTextCursor::Start);
        }
        updateGeometry();
    }
}

void SelectableText::setTextColor(const QColor& color) {
    QPalette colors = palette();
    colors.setColor(QPalette::Text, color);
    setPalette(colors);
}

void SelectableText::setMaximumLines(int lines) {
    m_maximumLines = lines;
    updateGeometry();
}

int SelectableText::lineHeight() const {
    return static_cast<int>(std::ceil(QFontMetricsF(font()).lineSpacing()));
}

int SelectableText::heightForWidth(int width) const {
    const int lines = linesIn(toPlainText(), font(), std::max(width, 1));
    return std::min(lines, m_maximumLines) * lineHeight() + 1;
}

QSize SelectableText::sizeHint() const {
    return {kLikedWidth, heightForWidth(kLikedWidth)};
}

QSize SelectableText::minimumSizeHint() const {
    constexpr int kLeastWidth = 80;
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
    // The bar takes room from the lines, so it comes only where it is needed: for more lines than
    // it may have, or than there is room for.
    const int lines = linesIn(toPlainText(), font(), width());
    const bool scrolls =
        lines > m_maximumLines || lines * lineHeight() > height() + lineHeight() / 2;
    setVerticalScrollBarPolicy(scrolls ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    QTextEdit::resizeEvent(event);
}

}  // namespace stowage

#include "labels.moc"
