// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/appearance_menus.h"

#include "widgets/support/forms.h"
#include "widgets/support/translation.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QSettings>
#include <QTimer>

#include <algorithm>
#include <iterator>
#include <utility>

namespace stowage {
namespace {

const QString kThemeKey = QStringLiteral("theme");
const QString kTextSizeKey = QStringLiteral("text_size");

/// The next smaller or larger text size; the same where there is none.
int smallerTextSize(int percent) {
    const auto* const here = std::ranges::lower_bound(kTextSizes, percent);
    return here == kTextSizes.begin() ? percent : *std::prev(here);
}

int largerTextSize(int percent) {
    const auto* const next = std::ranges::upper_bound(kTextSizes, percent);
    return next == kTextSizes.end() ? percent : *next;
}

int usualTextSize(int) {
    return kUsualTextSize;
}

}  // namespace

ThemeMode savedTheme(const QSettings& settings) {
    const int value = settings.value(kThemeKey, 0).toInt();
    for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark, ThemeMode::HighContrast}) {
        if (value == static_cast<int>(mode)) {
            return mode;
        }
    }
    return ThemeMode::System;
}

int savedTextSize(const QSettings& settings) {
    const int value = settings.value(kTextSizeKey, kUsualTextSize).toInt();
    return std::ranges::find(kTextSizes, value) == kTextSizes.end() ? kUsualTextSize : value;
}

AppearanceMenus::AppearanceMenus(Theme* theme, QSettings* settings, QWidget* window)
    : QObject(window), m_theme(theme), m_settings(settings), m_window(window) {}

QList<QMenu*> AppearanceMenus::menus() {
    return {makeThemeMenu(), makeTextSizeMenu(), makeLanguageMenu()};
}

QMenu* AppearanceMenus::makeThemeMenu() {
    auto* menu = new QMenu(tr("Theme"), m_window);
    auto* modes = new QActionGroup(this);
    const std::pair<QString, ThemeMode> choices[] = {
        {tr("System"), ThemeMode::System},
        {tr("Light"), ThemeMode::Light},
        {tr("Dark"), ThemeMode::Dark},
        {tr("High contrast"), ThemeMode::HighContrast}};
    for (const auto& [text, value] : choices) {
        QAction* action = menu->addAction(text);
        action->setObjectName(QStringLiteral("theme_%1_action").arg(static_cast<int>(value)));
        action->setCheckable(true);
        action->setChecked(m_theme->mode() == value);
        modes->addAction(action);
        connect(action, &QAction::triggered, this, [this, value = value] {
            constexpr int kMenuClosesMs =
                30;  // otherwise it is visible until everything has been repainted
            m_settings->setValue(kThemeKey, static_cast<int>(value));
            QTimer::singleShot(kMenuClosesMs, this, [this, value] { m_theme->setMode(value); });
        });
    }
    return menu;
}

QMenu* AppearanceMenus::makeTextSizeMenu() {
    auto* menu = withName(new QMenu(tr("Text Size"), m_window), "text_size_menu");
    const int now = m_theme->textSize();
    const auto add = [this, menu, now](const char* name, const QString& text, int (*next)(int),
                                       const QList<QKeySequence>& keys) {
        QAction* action = withName(menu->addAction(text), name);
        action->setShortcuts(keys);
        action->setEnabled(next(now) != now);
        // From what was chosen last: keys may be faster than the windows that follow them.
        connect(action, &QAction::triggered, this, [this, next] {
            m_settings->setValue(kTextSizeKey, next(savedTextSize(*m_settings)));
            Q_EMIT renewalRequested();
        });
    };
    add("text_smaller_action", tr("Smaller"), &smallerTextSize,
        {QKeySequence(Qt::CTRL | Qt::Key_Minus)});
    add("text_usual_action", tr("Default"), &usualTextSize, {QKeySequence(Qt::CTRL | Qt::Key_0)});
    // Many keyboards have + above =.
    add("text_larger_action", tr("Larger"), &largerTextSize,
        {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)});
    return menu;
}

/// Languages are called by their own names, so that whoever lost the way in one finds back.
QMenu* AppearanceMenus::makeLanguageMenu() {
    auto* menu = withName(new QMenu(tr("Language"), m_window), "language_menu");
    auto* choices = new QActionGroup(this);
    const auto add = [this, menu, choices](const QString& text, const QString& code) {
        QAction* action = menu->addAction(text);
        action->setObjectName(QStringLiteral("language_%1_action")
                                  .arg(code.isEmpty() ? QStringLiteral("system") : code));
        action->setCheckable(true);
        action->setChecked(savedLanguage(*m_settings) == code);
        choices->addAction(action);
        connect(action, &QAction::triggered, this, [this, code] {
            saveLanguage(*m_settings, code);
            Q_EMIT renewalRequested();
        });
    };
    add(tr("System"), QString());
    for (const Language& language : languages()) {
        add(QString::fromUtf8(language.ownName.data(),
                              static_cast<qsizetype>(language.ownName.size())),
            QString::fromUtf8(language.code.data(), static_cast<qsizetype>(language.code.size())));
    }
    return menu;
}

}  // namespace stowage
