// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/tour.h"

#include "widgets/help/guide.h"
#include "widgets/support/feature.h"
#include "widgets/support/forms.h"
#include "widgets/support/theme.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QCoreApplication>
#include <QDockWidget>
#include <QFrame>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace stowage {

/// The texts of the steps are translated when read.
struct TourTexts {
    Q_DECLARE_TR_FUNCTIONS(TourTexts)
};

/// One step of the tour: a part of the window by its object name, and what is said beside it.
struct TourStep {
    const char* title;
    const char* text;
    const char* part;                         ///< a widget, or a menu of the menu bar
    const char* tool = nullptr;               ///< the tool that belongs to it; null: none does
    std::optional<DockPlace> lowerDock = {};  ///< the part is this one of those below the board
    const char* textWithoutGuide = nullptr;   ///< where the build has no guide; null: the same
};

/// In the order in which they are shown.
[[nodiscard]] std::span<const TourStep> tourSteps();

namespace {

constexpr TourStep kSteps[] = {
    {.title = QT_TRANSLATE_NOOP("TourTexts", "Open a model"),
     .text = QT_TRANSLATE_NOOP(
         "TourTexts",
         "Click this button to open a file, or the arrow next to the button to open a folder. You "
         "can also drop a file or a folder on the window. When started without a model, Stowage "
         "opens a small sample model that you can use to try all features."),
     .part = "open_action_button"},
    {.title = QT_TRANSLATE_NOOP("TourTexts", "The module tree"),
     .text =
         QT_TRANSLATE_NOOP("TourTexts",
                           "The module tree shows each module of the model, with the size and the "
                           "device of the module. The field above the tree filters the modules. "
                           "Modules that you select in the tree are also selected on the board."),
     .part = "model_dock"},
    {.title = QT_TRANSLATE_NOOP("TourTexts", "The board"),
     .text = QT_TRANSLATE_NOOP(
         "TourTexts",
         "Each column of the board is a device. Each block is a layer, and the height of the block "
         "shows its size in bytes. Drag a block to another device, or type a limit at the top of a "
         "column. Press Ctrl+Z to undo a change."),
     .part = "board"},
    {.title = QT_TRANSLATE_NOOP("TourTexts", "The plan"),
     .text = QT_TRANSLATE_NOOP(
         "TourTexts",
         "The verdict shows whether everything fits. Below the verdict are the strategy that "
         "places the modules and a table with the limit of each device. When you change the "
         "strategy or a limit, a new plan is computed."),
     .part = "plan_dock"},
    {.title = QT_TRANSLATE_NOOP("TourTexts", "Loading"),
     .text = QT_TRANSLATE_NOOP(
         "TourTexts",
         "The Load button loads the weights onto the devices of the plan. During the load, the "
         "charts show the memory of each device, compared with the prediction."),
     .part = "live_dock",
     .tool = "load_button",
     .lowerDock = DockPlace::Live},
    {.title = QT_TRANSLATE_NOOP("TourTexts", "Running"),
     .text = QT_TRANSLATE_NOOP(
         "TourTexts",
         "The Run button sends data through the loaded model, layer by layer, and measures times "
         "and peak memory. If a model cannot be run, the button shows the reason."),
     .part = "run_dock",
     .tool = "run_action_button",
     .lowerDock = DockPlace::Run},
    {.title = QT_TRANSLATE_NOOP("TourTexts", "Capacity"),
     .text = QT_TRANSLATE_NOOP(
         "TourTexts",
         "The Capacity page shows what the plan can serve: the longest context, the number of "
         "sequences at once, and the speed. All figures are estimated, and nothing is loaded."),
     .part = "capacity_action_button"},
    {.title = QT_TRANSLATE_NOOP("TourTexts", "Help"),
     .text = QT_TRANSLATE_NOOP(
         "TourTexts",
         "The Help menu contains the user guide, a list of all keyboard shortcuts, and this tour. "
         "With What’s This? (Shift+F1), click a part of the window to see its description."),
     .part = "help_menu",
     .textWithoutGuide = QT_TRANSLATE_NOOP(
         "TourTexts",
         "The Help menu contains a list of all keyboard shortcuts, and this tour. With What’s "
         "This? (Shift+F1), click a part of the window to see its description.")}};

}  // namespace

std::span<const TourStep> tourSteps() {
    return kSteps;
}

/// What a step says, and the buttons that lead on.
class TourCallout : public QFrame {
public:
    TourCallout(const Theme* theme, QWidget* parent);

    /// `number` counts from 1.
    void tell(const QString& title, const QString& text, int number, int count);
    /// As wide as so many characters, but no wider than `most` where the buttons allow it.
    [[nodiscard]] QSize sizeFor(int characters, int most) const;

    [[nodiscard]] QPushButton* skip() const { return m_skip; }
    [[nodiscard]] QPushButton* back() const { return m_back; }
    [[nodiscard]] QPushButton* next() const { return m_next; }
    /// In the order in which they stand.
    [[nodiscard]] QList<QPushButton*> buttons() const { return {m_skip, m_back, m_next}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void announce(const QString& sentence);

    const Theme* m_theme;
    QLabel* m_count;
    QLabel* m_title;
    QLabel* m_text;
    QPushButton* m_skip;
    QPushButton* m_back;
    QPushButton* m_next;
};

namespace {

/// Between the callout and what it must not touch.
constexpr int kTourGap = 2 * metrics::kGrid;
/// How wide the callout may be, in characters: the first of them that finds room beside the part.
constexpr int kCalloutWidths[] = {52, 38, 26};

QAccessibleInterface* makeCalloutInterface(const QString&, QObject* object) {
    auto* callout = dynamic_cast<TourCallout*>(object);
    return callout == nullptr ? nullptr : new QAccessibleWidget(callout, QAccessible::Dialog);
}

/// As much of it as there is room for.
QRect movedInto(const QRect& room, QRect rect) {
    rect.setSize(rect.size().boundedTo(room.size()));
    rect.moveLeft(std::clamp(rect.left(), room.left(), room.right() - rect.width() + 1));
    rect.moveTop(std::clamp(rect.top(), room.top(), room.bottom() - rect.height() + 1));
    return rect;
}

/// After the first part, below, before or above it, and over none of them; nothing where there is
/// no room.
std::optional<QRect> placeBeside(const QRect& room, const QList<QRect>& parts, QSize size) {
    const QRect& part = parts.front();
    for (const QPoint corner : {QPoint(part.right() + 1 + kTourGap, part.top()),
                                QPoint(part.left(), part.bottom() + 1 + kTourGap),
                                QPoint(part.left() - kTourGap - size.width(), part.top()),
                                QPoint(part.left(), part.top() - kTourGap - size.height())}) {
        const QRect place = movedInto(room, QRect(corner, size));
        const bool coversAny = std::ranges::any_of(
            parts, [&place](const QRect& other) { return place.intersects(other); });
        if (place.size() == size && !coversAny) {
            return place;
        }
    }
    return std::nullopt;
}

QDockWidget* dockAround(QWidget* widget) {
    for (QWidget* at = widget; at != nullptr; at = at->parentWidget()) {
        if (auto* dock = qobject_cast<QDockWidget*>(at)) {
            return dock;
        }
    }
    return nullptr;
}

}  // namespace

TourCallout::TourCallout(const Theme* theme, QWidget* parent)
    : QFrame(parent),
      m_theme(theme),
      m_count(withName(
          makeTextLine({}, theme->font(TextRole::Caption), this, QPalette::PlaceholderText),
          "tour_count")),
      m_title(withName(makeParagraph({}, theme->font(TextRole::Verdict), this), "tour_title")),
      m_text(withName(makeParagraph({}, theme->font(TextRole::Tree), this), "tour_text")) {
    QAccessible::installFactory(makeCalloutInterface);  // once is enough: more calls do nothing
    setObjectName(QStringLiteral("tour_callout"));
    setFont(theme->font(TextRole::Tree));
    auto* row = new QWidget(this);
    QHBoxLayout* buttons = makeRow(row, 6, {0, 6, 0, 0});
    m_skip = addButton(row, "tour_skip", Tour::tr("Skip Tour"), font());
    buttons->addStretch(1);
    m_back = addButton(row, "tour_back", Tour::tr("Back"), font());
    m_next = addButton(row, "tour_next", Tour::tr("Next"), font());
    m_next->setProperty("primary", true);
    auto* column = makeColumn(this, 4, {14, 10, 14, 12});
    addWidgets(column, {m_count, m_title, m_text});
    column->addStretch(1);
    column->addWidget(row);
}

void TourCallout::tell(const QString& title, const QString& text, int number, int count) {
    m_count->setText(Tour::tr("Step %1 of %2").arg(number).arg(count));
    m_title->setText(title);
    m_text->setText(text);
    m_back->setEnabled(number > 1);
    m_next->setText(number < count ? Tour::tr("Next") : Tour::tr("Done"));
    m_next->setAccessibleName(m_next->text());
    announce(m_count->text() + QStringLiteral(". ") + text);
}

/// Readers of the screen tell a dialog when it is entered. While the focus stays on a button they
/// tell of a change only where it is that button's.
void TourCallout::announce(const QString& sentence) {
    setAccessibleName(m_title->text());
    setAccessibleDescription(sentence);
    for (QPushButton* button : buttons()) {
        button->setAccessibleDescription(button->hasFocus() ? m_title->text() + u'\n' + sentence
                                                            : QString());
    }
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

QSize TourCallout::sizeFor(int characters, int most) const {
    const QMargins margins = layout()->contentsMargins();
    const int wanted =
        characters * fontMetrics().averageCharWidth() + margins.left() + margins.right();
    const int width = std::max(std::min(wanted, most), layout()->totalMinimumSize().width());
    return {width, layout()->totalHeightForWidth(width)};
}

void TourCallout::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(m_theme->colors().border);
    painter.setBrush(m_theme->colors().base);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

Tour::Tour(const Theme* theme, QWidget* window)
    : QWidget(window), m_theme(theme), m_window(window), m_callout(new TourCallout(theme, this)) {
    setObjectName(QStringLiteral("tour"));
    setAttribute(Qt::WA_NoMousePropagation);  // what is below is not clicked
    setCursor(Qt::ArrowCursor);
    hide();
    m_settle.setSingleShot(true);
    connect(&m_settle, &QTimer::timeout, this, &Tour::place);
    connect(theme, &Theme::changed, &m_settle, qOverload<>(&QTimer::start));
    connect(m_callout->skip(), &QPushButton::clicked, this, &Tour::end);
    connect(m_callout->back(), &QPushButton::clicked, this, [this] { showStep(m_step - 1); });
    connect(m_callout->next(), &QPushButton::clicked, this, [this] {
        if (m_step + 1 < stepCount()) {
            showStep(m_step + 1);
        } else {
            end();
        }
    });
    for (QPushButton* button : m_callout->buttons()) {
        button->installEventFilter(this);
    }
}

void Tour::begin() {
    for (const TourStep& step : tourSteps()) {
        if (canBeShown(step)) {
            m_steps.push_back(&step);
        }
    }
    for (QDockWidget* dock : m_window->findChildren<QDockWidget*>()) {
        if (dock->isHidden()) {
            m_closedDocks.append(dock);
        }
    }
    m_focusBefore = m_window->focusWidget();
    m_window->installEventFilter(this);
    setGeometry(m_window->rect());
    show();
    showStep(0);
    m_callout->next()->setFocus();
}

void Tour::end() {
    const bool isThere = m_focusBefore != nullptr && m_focusBefore->isVisible();
    (isThere ? m_focusBefore.data() : m_window)->setFocus();
    hide();
    for (const QPointer<QDockWidget>& dock : std::as_const(m_closedDocks)) {
        if (dock != nullptr) {
            dock->hide();
        }
    }
    Q_EMIT ended();
}

Tour::Part Tour::partOf(const char* name) const {
    Part part{m_window->findChild<QWidget*>(QString::fromLatin1(name)), {}};
    if (part.widget == nullptr) {
        return part;
    }
    QRect area = part.widget->rect();
    if (const auto* menu = qobject_cast<const QMenu*>(part.widget)) {
        auto* bar = qobject_cast<QMenuBar*>(menu->parentWidget());
        area = bar == nullptr ? QRect() : bar->actionGeometry(menu->menuAction());
        part.widget = bar;
    }
    if (part.widget != nullptr && part.widget->isVisible() && part.widget->window() == m_window) {
        area.moveTo(part.widget->mapTo(m_window, area.topLeft()));
        part.area = area.intersected(m_window->rect());
    }
    return part;
}

bool Tour::canBeShown(const TourStep& step) const {
    const Part part = partOf(step.part);
    return !part.area.isEmpty() || (part.widget != nullptr && part.widget->window() == m_window &&
                                    dockAround(part.widget) != nullptr);
}

void Tour::bringForward() {
    const TourStep& step = *m_steps[static_cast<std::size_t>(m_step)];
    if (step.lowerDock) {
        Q_EMIT dockWanted(*step.lowerDock);
    } else if (QDockWidget* dock = dockAround(partOf(step.part).widget)) {
        dock->show();
        dock->raise();
    }
}

void Tour::showStep(int step) {
    if (step < 0 || step >= stepCount()) {
        return;
    }
    m_step = step;
    bringForward();
    watchParts();
    const TourStep& shown = *m_steps[static_cast<std::size_t>(step)];
    const bool isOther = shown.textWithoutGuide != nullptr && !Guide::isCompiledIn();
    m_callout->tell(TourTexts::tr(shown.title),
                    TourTexts::tr(isOther ? shown.textWithoutGuide : shown.text), step + 1,
                    stepCount());
    place();
    m_settle.start();  // a dock that was opened has its place only then
}

void Tour::watchParts() {
    for (const QPointer<QWidget>& widget : std::as_const(m_watched)) {
        if (widget != nullptr) {
            widget->removeEventFilter(this);
        }
    }
    m_watched.clear();
    const TourStep& step = *m_steps[static_cast<std::size_t>(m_step)];
    for (const char* name : {step.part, step.tool}) {
        QWidget* widget = name == nullptr ? nullptr : partOf(name).widget;
        for (; widget != nullptr && widget != m_window; widget = widget->parentWidget()) {
            widget->installEventFilter(this);
            m_watched.append(widget);
        }
    }
}

void Tour::place() {
    const TourStep& step = *m_steps[static_cast<std::size_t>(m_step)];
    if (std::exchange(m_isResized, false) && partOf(step.part).area.isEmpty()) {
        bringForward();  // a smaller window has tabs where a larger one has columns
    }
    setGeometry(m_window->rect());
    raise();  // a dock that comes to the front comes above everything
    m_clear.clear();
    for (const char* name : {step.part, step.tool}) {
        const QRect area = name == nullptr ? QRect() : partOf(name).area;
        if (!area.isEmpty()) {
            m_clear.append(area);
        }
    }
    // Reckoned as if it were read from the left.
    QList<QRect> parts;
    for (const QRect& area : std::as_const(m_clear)) {
        parts.append(visualRect(*this, area));
    }
    m_callout->setGeometry(visualRect(*this, calloutPlace(parts)));
    update();
}

QRect Tour::calloutPlace(const QList<QRect>& parts) const {
    const QRect room = rect().adjusted(kTourGap, kTourGap, -kTourGap, -kTourGap);
    QRect over(QPoint(), m_callout->sizeFor(kCalloutWidths[0], room.width()));
    if (parts.isEmpty()) {
        over.moveCenter(room.center());
        return movedInto(room, over);
    }
    for (const int characters : kCalloutWidths) {
        const QSize size = m_callout->sizeFor(characters, room.width());
        if (const auto place = placeBeside(room, parts, size)) {
            return *place;
        }
    }
    over.moveBottomRight(parts.front().bottomRight() - QPoint(kTourGap, kTourGap));
    return movedInto(room, over);
}

bool Tour::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        event->setAccepted(!static_cast<QKeyEvent*>(event)->matches(QKeySequence::Quit));
        return true;
    }
    return QWidget::event(event);
}

bool Tour::eventFilter(QObject* watched, QEvent* event) {
    auto* button = qobject_cast<QPushButton*>(watched);
    if (button != nullptr && m_callout->buttons().contains(button)) {
        return event->type() == QEvent::KeyPress &&
               takeKey(static_cast<QKeyEvent*>(event)->key(), button);
    }
    switch (event->type()) {
        case QEvent::Resize:
            m_isResized = m_isResized || watched == m_window;
            [[fallthrough]];
        case QEvent::Move:
        case QEvent::Show:
        case QEvent::Hide:
            m_settle.start();
            break;
        default:
            break;
    }
    return false;
}

bool Tour::takeKey(int key, QPushButton* button) {
    switch (key) {
        case Qt::Key_Escape:
            end();
            return true;
        case Qt::Key_Left:
        case Qt::Key_Right:
            showStep(m_step +
                     ((key == Qt::Key_Right) == (layoutDirection() == Qt::LeftToRight) ? 1 : -1));
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            button->click();
            return true;
        default:
            return false;
    }
}

/// Tab stays in the callout.
bool Tour::focusNextPrevChild(bool next) {
    QList<QPushButton*> buttons = m_callout->buttons();
    buttons.removeIf([](const QPushButton* button) { return !button->isEnabled(); });
    const qsizetype at = buttons.indexOf(qobject_cast<QPushButton*>(m_window->focusWidget()));
    const qsizetype count = buttons.size();
    buttons[(at + (next ? 1 : count - 1)) % count]->setFocus(next ? Qt::TabFocusReason
                                                                  : Qt::BacktabFocusReason);
    return true;
}

void Tour::paintEvent(QPaintEvent*) {
    constexpr int kOutline = 2;
    const ThemeColors& colors = m_theme->colors();
    QColor shade = colors.dark ? QColor(Qt::black) : colors.text;
    shade.setAlphaF(0.55F);
    QPainter painter(this);
    QRegion shaded(rect());
    for (const QRect& part : std::as_const(m_clear)) {
        shaded -= part;
    }
    for (const QRect& part : shaded) {
        painter.fillRect(part, shade);
    }
    painter.setPen(QPen(colors.accent, kOutline));
    for (const QRect& part : std::as_const(m_clear)) {
        painter.drawRect(part.adjusted(1, 1, -1, -1));
    }
}

}  // namespace stowage
