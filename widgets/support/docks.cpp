// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/docks.h"

#include "widgets/support/forms.h"
#include "widgets/support/style_sheet.h"

#include <QAction>
#include <QDockWidget>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLayout>
#include <QMainWindow>
#include <QPainter>
#include <QScreen>
#include <QSettings>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

constexpr int kLeft = 9;
constexpr int kButton = 22;

/// The width that the columns are designed for; a narrower window takes from the model's names
/// before the board's lanes give way.
constexpr int kDesignedWidth = 1680;

/// 504 in the design, less the scroll bar that a longer board has.
constexpr int kModelWidth = 490;
constexpr int kLeastModelWidth = 320;
constexpr int kPlanWidth = 368;

/// Problems and Why here? of a window as high as designed; shares of a lower one.
constexpr int kProblemsHeight = 150;
constexpr int kWhyHeight = 200;
constexpr double kProblemsShare = 0.16;
constexpr double kWhyShare = 0.205;

/// More rows than this scroll: the plan keeps its part.
constexpr double kMostProblemsShare = 0.3;

/// Menus, tool bar, status bar and titles.
constexpr int kChrome = 100;
constexpr int kTabBar = 28;

/// Shows the whole table of a run on two GPUs; on a low screen the board comes first.
constexpr int kLowerHeight = 292;
constexpr double kLowerShare = 0.3;
constexpr double kMostLowerShare = 0.5;

/// Below these the columns, or what stands one above the other, would be too small to use.
constexpr int kThreeColumnsFrom = 1100;
constexpr int kThreeRowsFrom = 700;

/// A screen of 1680 × 1050 at twice the size, less a frame.
constexpr QSize kLeastWindow(800, 460);

const QString kGeometryKey = QStringLiteral("window/geometry");

const QString kStateKey = QStringLiteral("window/state");

const QString kNarrowKey = QStringLiteral("window/narrow");

const QString kLowKey = QStringLiteral("window/low");

const QString kSizesKey = QStringLiteral("window/sizesAreKept");

/// Layouts of windows that are read from the right are kept apart: theirs is the other side.
QString stateKey(const QWidget& window) {
    return window.layoutDirection() == Qt::RightToLeft ? kStateKey + QStringLiteral("FromRight")
                                                       : kStateKey;
}

bool covers(QSize size, QSize least) {
    return size.width() >= least.width() && size.height() >= least.height();
}

}  // namespace

PanelFrame::PanelFrame(const Theme* theme, QWidget* content, Edges edges, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_edges(edges) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(1, edges == Edges::All ? 1 : 0, 1, 1);
    if (content != nullptr) {
        setContent(content);
    }
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void PanelFrame::setContent(QWidget* content) {
    layout()->addWidget(content);
}

void PanelFrame::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    // Below a title its own line is the upper edge.
    const int above = m_edges == Edges::All ? 0 : 2;
    paintOutline(painter, rect().adjusted(0, -above, 0, 0), m_theme->colors().border);
}

DockTitle::DockTitle(const Theme* theme, QDockWidget* dock)
    : QWidget(dock), m_theme(theme), m_dock(dock) {
    m_float = makeButton(tr("Float %1").arg(dock->windowTitle()));
    m_close = makeButton(tr("Close %1").arg(dock->windowTitle()));
    m_float->setObjectName(dock->objectName() + QStringLiteral("_float"));
    m_close->setObjectName(dock->objectName() + QStringLiteral("_close"));
    auto* layout = makeRow(this, 0, {0, 0, 4, 0});
    layout->addStretch(1);
    addWidgets(layout, {m_float, m_close});
    connect(m_float, &QToolButton::clicked, dock,
            [dock] { dock->setFloating(!dock->isFloating()); });
    connect(m_close, &QToolButton::clicked, dock, &QWidget::close);
    connect(theme, &Theme::changed, this, &DockTitle::applyTheme);
    applyTheme();
}

QToolButton* DockTitle::makeButton(const QString& name) {
    auto* button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setFixedSize(px(QSize(kButton, kButton)));
    button->setIconSize(px(QSize(kIcon, kIcon)));
    button->setAccessibleName(name);
    button->setToolTip(name);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void DockTitle::applyTheme() {
    m_float->setIcon(m_theme->icon(QStringLiteral("float")));
    m_close->setIcon(m_theme->icon(QStringLiteral("close")));
    update();
}

void DockTitle::setCounts(int errors, int warnings) {
    m_errors = errors;
    m_warnings = warnings;
    update();
}

QSize DockTitle::sizeHint() const {
    return {160, px(metrics::kDockTitle)};
}

QSize DockTitle::minimumSizeHint() const {
    return {80, px(metrics::kDockTitle)};
}

int DockTitle::paintCount(QPainter& painter, int x, const QString& icon, const QColor& color,
                          int count) const {
    if (count == 0) {
        return x;
    }
    const int side = px(kIcon);
    paintIcon(painter, visualRect(*this, QRect(x, (height() - side) / 2, side, side)), icon, color,
              m_theme->colors().window);
    const QString text = QString::number(count);
    painter.setFont(m_theme->font(TextRole::Tree));
    painter.drawText(visualRect(*this, QRect(x + side + 4, 0, width(), height())),
                     Qt::AlignVCenter | Qt::AlignLeft, text);
    return x + side + 4 + painter.fontMetrics().horizontalAdvance(text) + 10;
}

void DockTitle::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = m_theme->colors();
    QPainter painter(this);
    painter.fillRect(rect(), colors.window);
    painter.setPen(colors.border);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.setPen(colors.text);
    painter.setFont(m_theme->font(TextRole::Tree, true));
    const QString title = m_dock->windowTitle();
    painter.drawText(visualRect(*this, rect().adjusted(kLeft, 0, 0, 0)),
                     Qt::AlignVCenter | Qt::AlignLeft, title);
    int x = kLeft + painter.fontMetrics().horizontalAdvance(title) + 12;
    x = paintCount(painter, x, QStringLiteral("error"), colors.error, m_errors);
    paintCount(painter, x, QStringLiteral("warning"), colors.warning, m_warnings);
}

DockArrangement::DockArrangement(QMainWindow* window, ArrangedDocks docks)
    : QObject(window), m_window(window), m_docks(std::move(docks)) {
    for (QDockWidget* dock : m_docks.lower) {
        connect(dock->toggleViewAction(), &QAction::toggled, this, &DockArrangement::tellLowerOpen);
    }
}

DockArrangement::Form DockArrangement::formFor(QSize size) const {
    const Form wanted{.narrow = size.width() < px(kThreeColumnsFrom),
                      .low = size.height() < px(kThreeRowsFrom)};
    // What does not fit although it should gives way to tabs, rows before columns.
    for (const Form form : {wanted, Form{wanted.narrow, true}, Form{true, wanted.low}}) {
        if (covers(size, leastOf(form))) {
            return form;
        }
    }
    return {true, true};
}

QSize DockArrangement::leastOf(Form form) const {
    const auto found = m_least.find(form);
    return found == m_least.end() ? QSize() : found->second;
}

void DockArrangement::reset() {
    m_states.clear();
    m_least.clear();
    m_sizesAreKept = false;
    m_lowerHeight = 0;
    setForm(formFor(m_window->size()));
    for (QDockWidget* dock : m_docks.lower) {
        dock->setFloating(false);
        dock->hide();
    }
    for (QDockWidget* dock : {m_docks.model, m_docks.plan, m_docks.problems, m_docks.why}) {
        dock->setFloating(false);
        dock->show();
    }
    placeUpper();
    placeLower();
    resizeUpper();
    fit();
    tellLowerOpen();
    Q_EMIT formChanged();
}

Qt::DockWidgetArea mirroredArea(const QWidget& window, Qt::DockWidgetArea area) {
    if (window.layoutDirection() != Qt::RightToLeft) {
        return area;
    }
    return area == Qt::LeftDockWidgetArea    ? Qt::RightDockWidgetArea
           : area == Qt::RightDockWidgetArea ? Qt::LeftDockWidgetArea
                                             : area;
}

QSize largestSize(const QWidget& window) {
    constexpr QSize kFrame(8, 40);
    return QGuiApplication::platformName() == QLatin1String("offscreen")
               ? QSize(QWIDGETSIZE_MAX, QWIDGETSIZE_MAX)
               : window.screen()->availableSize() - kFrame;
}

void DockArrangement::setForm(Form form) {
    m_form = form;
    // Beside two columns the charts would be too narrow: they get the whole width.
    const auto side = mirroredArea(*m_window, Qt::RightDockWidgetArea);
    m_window->setCorner(
        side == Qt::RightDockWidgetArea ? Qt::BottomRightCorner : Qt::BottomLeftCorner,
        form.narrow ? Qt::BottomDockWidgetArea : side);
}

void DockArrangement::placeUpper() {
    QDockWidget* plan = m_docks.plan;
    // Taken out first: a dock that is a tab already stays one wherever it is added.
    std::map<QDockWidget*, bool> shown;
    for (QDockWidget* dock : {m_docks.model, plan, m_docks.problems, m_docks.why}) {
        if (!dock->isFloating()) {
            shown[dock] = !dock->isHidden();
            m_window->removeDockWidget(dock);
        }
    }
    const auto add = [&](QDockWidget* dock, Qt::DockWidgetArea area, bool asTab) {
        if (!shown.contains(dock)) {
            return;
        }
        m_window->addDockWidget(mirroredArea(*m_window, area), dock);
        if (asTab && shown.contains(plan)) {
            m_window->tabifyDockWidget(plan, dock);
        }
    };
    add(plan, Qt::RightDockWidgetArea, false);
    add(m_docks.model, m_form.narrow ? Qt::RightDockWidgetArea : Qt::LeftDockWidgetArea,
        m_form.narrow);
    add(m_docks.problems, Qt::RightDockWidgetArea, m_form.low);
    add(m_docks.why, Qt::RightDockWidgetArea, m_form.low);
    for (const auto& [dock, isShown] : shown) {
        dock->setVisible(isShown);
    }
    plan->raise();
}

void DockArrangement::placeLower() {
    QDockWidget* first = nullptr;
    for (QDockWidget* dock : m_docks.lower) {
        if (dock->isFloating()) {
            continue;
        }
        if (first == nullptr) {
            first = dock;
            const bool shown = !dock->isHidden();
            m_window->addDockWidget(Qt::BottomDockWidgetArea, dock);
            dock->setVisible(shown);
        } else {
            m_window->tabifyDockWidget(first, dock);
        }
    }
}

void DockArrangement::resizeUpper() {
    const int height = m_window->height();
    if (m_form.narrow) {
        m_window->resizeDocks({m_docks.plan}, {px(kPlanWidth)}, Qt::Horizontal);
    } else {
        const int model = std::clamp(px(kModelWidth) - (px(kDesignedWidth) - m_window->width()),
                                     px(kLeastModelWidth), px(kModelWidth));
        m_window->resizeDocks({m_docks.model, m_docks.plan}, {model, px(kPlanWidth)},
                              Qt::Horizontal);
    }
    if (!m_form.low) {
        const int least = std::min(px(kProblemsHeight), static_cast<int>(height * kProblemsShare));
        const int most = std::max(least, static_cast<int>(height * kMostProblemsShare));
        const int problems = std::clamp(m_problemsHeight, least, most);
        const int why = std::min(px(kWhyHeight), static_cast<int>(height * kWhyShare));
        m_window->resizeDocks({m_docks.plan, m_docks.problems, m_docks.why},
                              {height - px(kChrome) - problems - why, problems, why}, Qt::Vertical);
    }
}

void DockArrangement::resizeLower(int height) {
    QList<QDockWidget*> shown;
    std::ranges::copy_if(m_docks.lower, std::back_inserter(shown), [](const QDockWidget* dock) {
        return !dock->isHidden() && !dock->isFloating();
    });
    if (!shown.isEmpty()) {
        const int most = static_cast<int>(m_window->height() * kMostLowerShare);
        const int room = m_window->height() - px(kChrome) - px(kTabBar) -
                         m_window->centralWidget()->sizeHint().height();
        m_window->resizeDocks({shown.front()}, {std::min({height, most, std::max(room, 0)})},
                              Qt::Vertical);
    }
}

void DockArrangement::aboutToResize() {
    if (m_active && !m_fitting && formFor(m_window->size()) != m_form) {
        // Kept before the layout squeezes everything into the new size.
        m_states[m_form] = m_window->saveState();
        m_stateIsKept = true;
    }
}

QList<QDockWidget*> DockArrangement::allDocks() const {
    return QList<QDockWidget*>{m_docks.model, m_docks.plan, m_docks.problems, m_docks.why} +
           m_docks.lower;
}

QDockWidget* DockArrangement::frontLower() const {
    // A window that was not laid out yet tells it by its tabs alone.
    QStringList front;
    for (const QTabBar* bar :
         m_window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        front.append(bar->tabText(bar->currentIndex()));
    }
    QDockWidget* open = nullptr;  // where only one is, there are no tabs
    for (QDockWidget* dock : m_docks.lower) {
        if (!dock->isHidden() && !dock->isFloating()) {
            if (front.contains(dock->windowTitle())) {
                return dock;
            }
            open = dock;
        }
    }
    return open;
}

void DockArrangement::switchTo(Form form) {
    if (!std::exchange(m_stateIsKept, false)) {
        m_states[m_form] = m_window->saveState();
    }
    std::map<QDockWidget*, bool> shown;
    QDockWidget* const front = frontLower();
    for (QDockWidget* dock : allDocks()) {
        shown[dock] = !dock->isHidden();
    }
    setForm(form);
    const auto state = m_states.find(form);
    if (state == m_states.end() || !m_window->restoreState(state->second)) {
        placeUpper();
        resizeUpper();
    }
    // What was opened or closed meanwhile stays so.
    for (const auto& [dock, isShown] : shown) {
        dock->setVisible(isShown);
    }
    if (front != nullptr) {
        front->raise();
    }
    Q_EMIT formChanged();
}

void DockArrangement::fit() {
    if (!m_active || m_fitting) {
        return;
    }
    m_fitting = true;
    // Each round either agrees or rules a form out.
    for (int round = 0; round < 4; ++round) {
        const Form form = formFor(m_window->size());
        if (form != m_form) {
            switchTo(form);
        }
        m_least[m_form] = m_window->layout()->totalMinimumSize();
        if (formFor(m_window->size()) == m_form) {
            break;
        }
    }
    m_stateIsKept = false;
    if (!m_sizesAreKept) {
        resizeUpper();
        const int share = static_cast<int>(m_window->height() * kLowerShare);
        resizeLower(std::max(m_lowerHeight, std::min(px(kLowerHeight), share)));
    }
    limitWindow();
    m_fitting = false;
}

void DockArrangement::limitWindow() {
    // As long as there is a smaller form to give way to, the window may shrink into it.
    const bool smallest = m_form == Form{true, true};
    const QSize least = px(kLeastWindow);
    m_window->setMinimumSize(
        (smallest ? least.expandedTo(leastOf(m_form)) : least).boundedTo(largestSize(*m_window)));
}

void DockArrangement::setProblemsHeight(int pixels) {
    if (pixels != m_problemsHeight) {
        m_problemsHeight = pixels;
        fit();
    }
}

void DockArrangement::setActive(bool active) {
    m_active = active;
    fit();
}

bool DockArrangement::isLowerOpen() const {
    return std::ranges::any_of(m_docks.lower, [](const QDockWidget* dock) {
        return !dock->isHidden() && !dock->isFloating();
    });
}

void DockArrangement::tellLowerOpen() {
    const bool open = isLowerOpen();
    if (std::exchange(m_lowerWasOpen, open) != open) {
        m_least.clear();  // the forms need another room now
        fit();
        Q_EMIT lowerOpenChanged(open);
    }
}

void DockArrangement::setLowerOpen(bool open) {
    QDockWidget* front = nullptr;
    for (QDockWidget* dock : m_docks.lower) {
        const bool waits = m_docks.onRequest.contains(dock);
        if (!dock->isFloating() && !(open && waits)) {
            dock->setVisible(open);
            front = front == nullptr ? dock : front;
        }
    }
    if (open && front != nullptr) {
        front->raise();
    }
    m_lowerHeight = 0;
    fit();
    tellLowerOpen();
}

void DockArrangement::showLower(QDockWidget* dock, int height) {
    if (!dock->isFloating() && !isLowerOpen()) {
        setLowerOpen(true);
    }
    dock->show();
    dock->raise();
    tellLowerOpen();
    if (dock->isFloating()) {
        return;
    }
    m_lowerHeight = std::max(m_lowerHeight, height);
    fit();
    if (m_sizesAreKept && dock->height() < height) {
        resizeLower(height);
    }
}

DockLayout DockArrangement::layout() const {
    return {m_window->saveState(kVersion), m_form};
}

void DockArrangement::setLayout(const DockLayout& layout) {
    if (m_window->restoreState(layout.docks, kVersion)) {
        setForm(layout.form);
        fit();
        tellLowerOpen();
    }
}

ShownDocks DockArrangement::shownDocks() const {
    ShownDocks shown;
    for (const QDockWidget* dock : allDocks()) {
        shown.isOpen[dock->objectName()] = !dock->isHidden();
    }
    const QDockWidget* const front = frontLower();
    shown.front = front == nullptr ? QString() : front->objectName();
    return shown;
}

void DockArrangement::setShownDocks(const ShownDocks& shown) {
    for (QDockWidget* dock : allDocks()) {
        const auto open = shown.isOpen.find(dock->objectName());
        if (open != shown.isOpen.end()) {
            dock->setVisible(open->second);
        }
    }
    for (QDockWidget* dock : m_docks.lower) {
        if (dock->objectName() == shown.front) {
            dock->raise();
        }
    }
    tellLowerOpen();
}

void DockArrangement::save(QSettings& settings) const {
    settings.setValue(kGeometryKey, m_window->saveGeometry());
    settings.setValue(stateKey(*m_window), m_window->saveState(kVersion));
    settings.setValue(kNarrowKey, m_form.narrow);
    settings.setValue(kLowKey, m_form.low);
    settings.setValue(kSizesKey, m_sizesAreKept);
}

void DockArrangement::restore(const QSettings& settings) {
    m_window->restoreGeometry(settings.value(kGeometryKey).toByteArray());
    if (m_window->restoreState(settings.value(stateKey(*m_window)).toByteArray(), kVersion)) {
        setForm({settings.value(kNarrowKey).toBool(), settings.value(kLowKey).toBool()});
        m_sizesAreKept = settings.value(kSizesKey).toBool();
    }
    fit();
    tellLowerOpen();
}

}  // namespace stowage
