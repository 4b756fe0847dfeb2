// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QList>
#include <QObject>
#include <QString>
#include <QWidget>

#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

class QAction;

namespace stowage {

/// What *What's This?* says of a control, by its object name. A name that ends in "*" stands for
/// all that begin so, as "limit_*" for the limit of each device; one that begins with it for all
/// that end so, as "*_dock_close". Texts are translated when read.
struct WhatsThisText {
    const char* control;
    const char* text;
};

/// Gives the controls of a window and of its dialogs, and the actions of its menus, their texts for
/// *What's This?*: those that are there, and each one that is made later before it is first seen.
/// So a text is a row of a table, and no part of the window needs to know of it. In a dialog
/// Shift+F1 asks, too.
class WhatsThis : public QObject {
    Q_OBJECT
public:
    /// `window` is borrowed; `tables` have static storage.
    WhatsThis(QWidget* window, std::initializer_list<std::span<const WhatsThisText>> tables);

    /// "" where no table names it.
    [[nodiscard]] QString textFor(const QString& objectName) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void describe(QWidget* widget) const;
    void describe(const QList<QAction*>& actions) const;

    QHash<QString, const char*> m_texts;
    std::vector<std::pair<QString, const char*>> m_beginnings;
    std::vector<std::pair<QString, const char*>> m_endings;
};

// The tables: a control's object name, and what it is for, in a sentence or two that its label and
// its tool tip do not say already. `tests/widgets/tst_whats_this` names each control of the window,
// of the lesson and of the dialogs that none of them has.

/// Tool bar, board, tree, the plan, opening, messages and panels.
[[nodiscard]] std::span<const WhatsThisText> planningWhatsThis();
/// Loading, live charts, audit, methods, running, history.
[[nodiscard]] std::span<const WhatsThisText> loadingWhatsThis();

/// The Capacity page, Model facts; the lesson's page and what it asks.
[[nodiscard]] std::span<const WhatsThisText> pagesWhatsThis();
/// Dialogs about the plan, about what was loaded or run, about models and projects: New Model,
/// saving, comparing, reports; the guide, the log, About.
[[nodiscard]] std::span<const WhatsThisText> dialogsWhatsThis();

}  // namespace stowage
