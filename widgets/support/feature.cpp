// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/feature.h"

#include "widgets/support/docks.h"
#include "widgets/support/forms.h"

#include <QAction>
#include <QDockWidget>
#include <QScrollArea>

namespace stowage {
namespace {

/// Lower than this a panel below the board scrolls, so that the board keeps its room.
constexpr int kLeastLowerHeight = 96;

/// What stands below the board scrolls where the window is too small for it.
QScrollArea* makeLowerScroll(QWidget* parent) {
    auto* scroll = new QScrollArea(parent);
    setUpScrollArea(scroll);
    scroll->setMinimumHeight(px(kLeastLowerHeight));
    return scroll;
}

}  // namespace

Feature::Feature(const FeatureParts& parts)
    : QObject(parts.window),
      m_window(parts.window),
      m_document(parts.document),
      m_controller(parts.controller),
      m_comparison(parts.comparison),
      m_messages(parts.messages),
      m_theme(parts.theme),
      m_settings(parts.settings),
      m_dialogs(parts.dialogs) {
    connect(m_theme, &Theme::changed, this, [this] {
        for (const auto& [action, icon] : m_icons) {
            action->setIcon(m_theme->icon(icon));
        }
    });
}

QDockWidget* Feature::makeDock(const DockContent& content) {
    auto* dock = new QDockWidget(content.title, m_window);
    dock->setObjectName(content.name);
    auto* frame = new PanelFrame(m_theme, nullptr, PanelFrame::Edges::BelowTitle, dock);
    dock->setWidget(frame);
    if (content.area == Qt::BottomDockWidgetArea) {
        QScrollArea* scroll = makeLowerScroll(frame);
        frame->setContent(scroll);
        scroll->setWidget(content.makeContent(scroll->viewport()));
    } else {
        frame->setContent(content.makeContent(frame));
    }
    dock->setTitleBarWidget(new DockTitle(m_theme, dock));
    dock->setAcceptDrops(true);
    m_docks[content.place] = dock;
    return dock;
}

QAction* Feature::makeAction(const QString& name, const QString& text, const QKeySequence& shortcut,
                             const QString& icon) {
    auto* action = new QAction(text, m_window);
    action->setObjectName(name);
    action->setShortcut(shortcut);
    if (!icon.isEmpty()) {
        setThemeIcon(action, icon);
    }
    return action;
}

void Feature::setThemeIcon(QAction* action, const QString& icon) {
    action->setIcon(m_theme->icon(icon));
    m_icons.append({action, icon});
}

QDockWidget* Feature::dock(DockPlace place) const {
    const auto found = m_docks.find(place);
    return found == m_docks.end() ? nullptr : found->second;
}

}  // namespace stowage
