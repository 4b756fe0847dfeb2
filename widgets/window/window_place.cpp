// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/window_place.h"

#include "widgets/document/document.h"
#include "widgets/support/docks.h"
#include "widgets/support/translation.h"
#include "widgets/tree/module_tree_view.h"
#include "widgets/tree/tree_feature.h"
#include "widgets/window/appearance_menus.h"

#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScreen>
#include <QSettings>
#include <QWindow>

#include <algorithm>
#include <utility>
#include <vector>

namespace stowage {
namespace {

/// So long a window that is replaced waits at most for the other one to be seen.
constexpr int kLongestLeavingMs = 3000;

QString placeOf(const QWidget& field) {
    QString place;
    for (const QWidget* at = &field; at != nullptr; at = at->parentWidget()) {
        place += at->objectName() + QLatin1Char('/');
    }
    return place;
}

/// Calls `use` with each field that a person fills in, and with the functions that read and write
/// its value. A value is one that no language changes: a text, or a number in a list.
template <class Use>
void forFields(const QWidget& window, const Use& use) {
    for (auto* field : window.findChildren<QLineEdit*>()) {
        // That of a spin box shows what its box says.
        if (!field->isReadOnly() &&
            qobject_cast<QAbstractSpinBox*>(field->parentWidget()) == nullptr) {
            // What a person typed stays told from what the program proposes.
            use(
                *field,
                [field]() -> QString {
                    return QLatin1Char(field->isModified() ? '1' : '0') + field->text();
                },
                [field](const QString& text) {
                    field->setText(text.mid(1));
                    field->setModified(text.front() == QLatin1Char('1'));
                });
        }
    }
    for (auto* field : window.findChildren<QPlainTextEdit*>()) {
        if (!field->isReadOnly()) {
            use(
                *field, [field] { return field->toPlainText(); },
                [field](const QString& text) { field->setPlainText(text); });
        }
    }
    for (auto* field : window.findChildren<QCheckBox*>()) {
        use(
            *field, [field] { return QString::number(field->isChecked() ? 1 : 0); },
            [field](const QString& text) { field->setChecked(text == QLatin1String("1")); });
    }
    for (auto* field : window.findChildren<QAbstractSpinBox*>()) {
        use(
            *field, [field] { return field->property("value").toString(); },
            [field](const QString& text) { field->setProperty("value", text); });
    }
    for (auto* field : window.findChildren<QComboBox*>()) {
        use(
            *field, [field] { return QString::number(field->currentIndex()); },
            [field](const QString& text) {
                if (text.toInt() < field->count()) {
                    field->setCurrentIndex(text.toInt());
                }
            });
    }
}

WindowPlace::FieldTexts textsOf(const QWidget& window) {
    WindowPlace::FieldTexts texts;
    forFields(window, [&texts](const QWidget& field, const auto& read, const auto&) {
        if (!field.objectName().isEmpty()) {
            texts[placeOf(field)] = read();
        }
    });
    return texts;
}

QWidget* widgetAt(const QWidget& window, const QString& place) {
    const QList<QWidget*> widgets = window.findChildren<QWidget*>();
    const auto found = std::ranges::find_if(
        widgets, [&place](const QWidget* widget) { return placeOf(*widget) == place; });
    return found == widgets.end() ? nullptr : *found;
}

/// Only what differs is written: what a field follows, as a limit of the plan, stands in it
/// already. Fields that cannot be edited now, as those of a run that goes on, keep theirs, too.
void fill(const QWidget& window, const WindowPlace::FieldTexts& texts) {
    forFields(window, [&texts](const QWidget& field, const auto& read, const auto& write) {
        const auto found = texts.find(placeOf(field));
        if (found != texts.end() && read() != found->second) {
            write(found->second);
        }
    });
}

ModuleTreeView& treeOf(const MainWindow& window) {
    return *window.tree()->panel()->view();
}

/// A window that needs more room than before is moved where its screen has that room.
void moveOntoScreen(QWidget& window) {
    const QRect room = window.screen()->availableGeometry();
    const QRect frame = window.frameGeometry();
    const int left = std::max(room.left(), std::min(frame.left(), room.right() - frame.width()));
    const int top = std::max(room.top(), std::min(frame.top(), room.bottom() - frame.height()));
    if (frame.size() != frame.intersected(room).size()) {
        window.move(left, top);
    }
}

}  // namespace

WindowPlace::WindowPlace(MainWindowParts parts, ProgramLanguage* language, Prepare prepare)
    : m_parts(std::move(parts)), m_language(language), m_prepare(std::move(prepare)) {
    m_parts.keeper = this;
    m_renewal.setSingleShot(true);
    m_renewal.setInterval(0);
    connect(&m_renewal, &QTimer::timeout, this, &WindowPlace::replaceWindow);
    m_leavingTimer.setSingleShot(true);
    connect(&m_leavingTimer, &QTimer::timeout, this, &WindowPlace::dropLeaving);
    makeWindow();
}

WindowPlace::~WindowPlace() {
    dropLeaving();
}

void WindowPlace::makeWindow() {
    m_window = std::make_unique<MainWindow>(m_parts);
    // Later: the menu that was chosen from goes with its window, and several keys make one change.
    connect(m_window.get(), &MainWindow::renewalRequested, &m_renewal, qOverload<>(&QTimer::start));
    if (m_prepare) {
        m_prepare(m_window.get());
    }
}

void WindowPlace::replaceWindow() {
    dropLeaving();
    m_texts = textsOf(*m_window);
    const QWidget* const focused = m_window->focusWidget();
    const QString focus = focused == nullptr ? QString() : placeOf(*focused);
    const WindowPage page = m_window->page();
    const bool isShown = m_window->isVisible();
    const QSize largest = largestSize(*m_window);
    const QRect geometry = m_window->geometry();
    const std::vector<ModuleId> selection = m_parts.document->selection();
    const std::unordered_set<std::uint32_t> rows = treeOf(*m_window).expandedRows();
    const Qt::WindowStates states = m_window->windowState();
    m_window->setUpdatesEnabled(false);  // it is seen as it was until the other one is
    m_window->handOver();
    const ShownDocks docks = m_window->arrangement()->shownDocks();
    m_window->arrangement()->setActive(false);
    m_window->setFixedSize(m_window->size());  // whatever a larger text would need
    m_leaving = std::move(m_window);
    m_language->use(savedLanguage(*m_parts.settings));
    m_parts.theme->setTextSize(savedTextSize(*m_parts.settings));
    makeWindow();
    m_leaving->setSuccessor(m_window.get());
    m_window->arrangement()->setShownDocks(docks);
    m_window->showPage(page);
    fill(*m_window, m_texts);
    treeOf(*m_window).setExpandedRows(rows);
    m_parts.document->select(selection);
    m_window->setGeometry({geometry.topLeft(), geometry.size().boundedTo(largest)});
    m_window->setWindowState(states);
    if (isShown) {
        m_window->show();
        m_window->activateWindow();
        if (m_window->size() != geometry.size()) {
            moveOntoScreen(*m_window);
        }
    }
    if (QWidget* const widget = widgetAt(*m_window, focus)) {
        widget->setFocus();
    }
    if (isShown && !m_window->isMinimized()) {
        QWindow* const window = m_window->windowHandle();
        window->installEventFilter(this);
        m_leavingTimer.start(window->isExposed() ? 0 : kLongestLeavingMs);
    } else {
        m_leaving.reset();
    }
}

/// The old window goes once the other one is painted, or is closed.
bool WindowPlace::eventFilter(QObject* watched, QEvent* event) {
    if (m_leaving != nullptr && watched == m_window->windowHandle() &&
        (event->type() == QEvent::Hide ||
         (event->type() == QEvent::Expose && m_window->windowHandle()->isExposed()))) {
        m_leavingTimer.start(0);
    }
    return QObject::eventFilter(watched, event);
}

/// What was typed into the old window while the new one was made stands in the new one's fields.
void WindowPlace::dropLeaving() {
    m_leavingTimer.stop();
    if (m_leaving == nullptr) {
        return;
    }
    FieldTexts typed = textsOf(*m_leaving);
    std::erase_if(typed, [this](const auto& field) {
        const auto before = m_texts.find(field.first);
        return before != m_texts.end() && before->second == field.second;
    });
    fill(*m_window, typed);
    m_window->windowHandle()->removeEventFilter(this);
    m_leaving.reset();
}

}  // namespace stowage
