// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/forms.h"

#include "widgets/support/labels.h"
#include "widgets/support/theme.h"

#include <QApplication>
#include <QButtonGroup>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QResizeEvent>
#include <QScreen>
#include <QScrollBar>
#include <QSplitter>
#include <QStyle>
#include <QWidget>

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

std::function<void(const QWidget*, QWidget*)> keptFocus(const QWidget* old) {
    const auto focusable = [](const QWidget* box) {
        QWidgetList widgets = box == nullptr ? QWidgetList() : box->findChildren<QWidget*>();
        widgets.removeIf([](const QWidget* one) { return one->focusPolicy() == Qt::NoFocus; });
        return widgets;
    };
    return [focusable, place = focusable(old).indexOf(QApplication::focusWidget())](
               const QWidget* made, QWidget* orElse) {
        if (place >= 0) {
            const QWidgetList widgets = focusable(made);
            (widgets.isEmpty() ? orElse : widgets[std::min(place, widgets.size() - 1)])->setFocus();
        }
    };
}

void setFontOf(std::initializer_list<QWidget*> widgets, const QFont& font) {
    for (QWidget* widget : widgets) {
        widget->setFont(font);
    }
}

QGridLayout* makeGrid(QWidget* parent, int gap, int lineGap, const QMargins& margins) {
    auto* grid = new QGridLayout(parent);
    grid->setContentsMargins(visualMargins(margins));
    grid->setHorizontalSpacing(gap);
    grid->setVerticalSpacing(lineGap);
    return grid;
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

void setFieldBackground(QWidget* widget) {
    widget->setBackgroundRole(QPalette::Base);
    widget->setAutoFillBackground(true);
}

QWidget* makePage(QWidget* parent) {
    auto* page = new QWidget(parent);
    setFieldBackground(page);
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

void setUpScrollArea(QScrollArea* area) {
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
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

GivingScroll::GivingScroll(int leastHeight, QWidget* parent)
    : QScrollArea(parent), m_leastHeight(leastHeight) {
    setUpScrollArea(this);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    viewport()->setAutoFillBackground(false);
    connect(qApp, &QApplication::focusChanged, this, &GivingScroll::showFocused);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, &GivingScroll::showFocused);
}

void GivingScroll::setContent(QWidget* content) {
    setWidget(content);
    content->setAutoFillBackground(false);
}

/// The keys bring what they reach into sight, also where all has since been laid out anew; under
/// the pointer nothing may move.
void GivingScroll::showFocused() {
    QWidget* const now = QApplication::focusWidget();
    if (now != nullptr && widget()->isAncestorOf(now) &&
        QApplication::mouseButtons() == Qt::NoButton) {
        ensureWidgetVisible(now);
    }
}

QSize GivingScroll::sizeHint() const {
    return {widget()->sizeHint().width(), widget()->heightForWidth(width())};
}

QSize GivingScroll::minimumSizeHint() const {
    return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(),
            px(m_leastHeight)};
}

bool GivingScroll::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) {
        updateGeometry();  // its text or its buttons are others
    }
    return QScrollArea::event(event);
}

/// What is narrower is higher.
void GivingScroll::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        updateGeometry();
    }
}

namespace {

constexpr int kLabelMargin = 4;

/// As wide as an item wants to be, and never wider than the line.
QSize wantedSize(QLayoutItem& item, int width) {
    QSize size = item.sizeHint().expandedTo(item.minimumSize());
    // A label that may wrap wants to be as wide as its words, not the square that Qt proposes.
    if (const auto* label = qobject_cast<const QLabel*>(item.widget());
        label != nullptr && label->wordWrap()) {
        size.setWidth(label->fontMetrics().horizontalAdvance(label->text()) + kLabelMargin);
    }
    size.setWidth(std::min(size.width(), width));
    if (item.hasHeightForWidth()) {
        size.setHeight(item.heightForWidth(size.width()));
    }
    return size;
}

}  // namespace

FlowLayout::FlowLayout(int gap, int lineGap, QWidget* parent)
    : QLayout(parent), m_gap(gap), m_lineGap(lineGap) {
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() {
    for (QLayoutItem* item : m_items) {
        delete item;
    }
}

void FlowLayout::setGaps(int gap, int lineGap) {
    m_gap = gap;
    m_lineGap = lineGap;
    invalidate();
}

void FlowLayout::addItem(QLayoutItem* item) {
    m_items.push_back(item);
}

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
    QLayoutItem* const item = itemAt(index);
    if (item != nullptr) {
        m_items.erase(m_items.begin() + index);
    }
    return item;
}

int FlowLayout::heightForWidth(int width) const {
    return arrange(QRect(0, 0, width, 0), Pass::Measure);
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    arrange(rect, Pass::Place);
}

int FlowLayout::arrange(const QRect& rect, Pass pass) const {
    const QRect room = rect.marginsRemoved(contentsMargins());
    const bool mirrored = parentWidget() != nullptr && parentWidget()->isRightToLeft();
    std::vector<std::pair<QLayoutItem*, QSize>> line;
    int y = room.y();
    const auto finishLine = [&] {
        int height = 0;
        for (const auto& [item, size] : line) {
            height = std::max(height, size.height());
        }
        int x = 0;
        for (const auto& [item, size] : line) {
            const int left = mirrored ? room.right() + 1 - x - size.width() : room.x() + x;
            const int own = m_isInColumns ? height : size.height();
            if (pass == Pass::Place) {
                item->setGeometry({left, y + (height - own) / 2, size.width(), own});
            }
            x += size.width() + m_gap;
        }
        y += line.empty() ? 0 : height + m_lineGap;
        line.clear();
    };
    const int least = minimumSize().width() - (rect.width() - room.width()) + m_gap;
    const int most = std::max(count(), 1);
    const int columns = std::clamp((room.width() + m_gap) / std::max(least, 1), 1, most);
    const int column = (room.width() + m_gap) / columns - m_gap;
    int used = 0;
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty()) {
            continue;  // hidden
        }
        const QSize size =
            m_isInColumns ? QSize(column, item->hasHeightForWidth() ? item->heightForWidth(column)
                                                                    : item->sizeHint().height())
                          : wantedSize(*item, room.width());
        if (!line.empty() && used + size.width() > room.width()) {
            finishLine();
            used = 0;
        }
        used += size.width() + m_gap;
        line.emplace_back(item, size);
    }
    finishLine();
    const QMargins margins = contentsMargins();
    return std::max(0, y - m_lineGap - room.y()) + margins.top() + margins.bottom();
}

QSize FlowLayout::sizeHint() const {
    QSize size;
    for (const QLayoutItem* item : m_items) {
        if (!item->isEmpty()) {
            const QSize wanted = item->sizeHint();
            size = QSize(size.width() + wanted.width() + (size.isEmpty() ? 0 : m_gap),
                         std::max(size.height(), wanted.height()));
        }
    }
    return size;
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const QLayoutItem* item : m_items) {
        if (!item->isEmpty()) {
            size = size.expandedTo(item->minimumSize());
        }
    }
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

}  // namespace stowage
