// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QList>
#include <QObject>

class QMenu;
class QSettings;
class QWidget;

namespace stowage {

/// The theme that was chosen in the View menu last.
[[nodiscard]] ThemeMode savedTheme(const QSettings& settings);
/// The text size that was chosen there last: one of kTextSizes.
[[nodiscard]] int savedTextSize(const QSettings& settings);

/// How a window looks: the menus of its theme, its text size and its language, which keep what is
/// chosen in the settings.
class AppearanceMenus : public QObject {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    AppearanceMenus(Theme* theme, QSettings* settings, QWidget* window);

    /// In their order; the window has them.
    [[nodiscard]] QList<QMenu*> menus();

Q_SIGNALS:
    /// A language or a text size was chosen and is saved; a window with it shall take this one's
    /// place.
    void renewalRequested();

private:
    [[nodiscard]] QMenu* makeThemeMenu();
    [[nodiscard]] QMenu* makeTextSizeMenu();
    [[nodiscard]] QMenu* makeLanguageMenu();

    Theme* m_theme;
    QSettings* m_settings;
    QWidget* m_window;
};

}  // namespace stowage
