// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/whats_this.h"

#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QDialog>
#include <QEvent>
#include <QShortcut>
#include <QToolButton>
#include <QWhatsThis>

namespace stowage {
namespace {

struct WhatsThisTexts {
    Q_DECLARE_TR_FUNCTIONS(WhatsThisTexts)
};

/// The key of the Help menu works in its own window alone.
void offerKey(QDialog* dialog) {
    const QString name = QStringLiteral("whats_this_key");
    if (dialog->findChild<QShortcut*>(name, Qt::FindDirectChildrenOnly) == nullptr) {
        auto* key = new QShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F1), dialog);
        key->setObjectName(name);
        QObject::connect(key, &QShortcut::activated, dialog,
                         [] { QWhatsThis::enterWhatsThisMode(); });
    }
}

}  // namespace

WhatsThis::WhatsThis(QWidget* window, std::initializer_list<std::span<const WhatsThisText>> tables)
    : QObject(window) {
    for (const std::span<const WhatsThisText> table : tables) {
        for (const WhatsThisText& entry : table) {
            QString name = QString::fromLatin1(entry.control);
            if (name.endsWith(QLatin1Char('*'))) {
                m_beginnings.emplace_back(name.chopped(1), entry.text);
            } else if (name.startsWith(QLatin1Char('*'))) {
                m_endings.emplace_back(name.mid(1), entry.text);
            } else {
                m_texts.insert(name, entry.text);
            }
        }
    }
    describe(window->findChildren<QAction*>());
    qApp->installEventFilter(this);
}

QString WhatsThis::textFor(const QString& objectName) const {
    if (objectName.isEmpty()) {
        return {};
    }
    if (const char* text = m_texts.value(objectName)) {
        return WhatsThisTexts::tr(text);
    }
    for (const auto& [beginning, text] : m_beginnings) {
        if (objectName.startsWith(beginning)) {
            return WhatsThisTexts::tr(text);
        }
    }
    for (const auto& [ending, text] : m_endings) {
        if (objectName.endsWith(ending)) {
            return WhatsThisTexts::tr(text);
        }
    }
    return {};
}

void WhatsThis::describe(const QList<QAction*>& actions) const {
    for (QAction* action : actions) {
        if (const QString text = textFor(action->objectName());
            action->whatsThis().isEmpty() && !text.isEmpty()) {
            action->setWhatsThis(text);
        }
    }
}

void WhatsThis::describe(QWidget* widget) const {
    if (!widget->whatsThis().isEmpty()) {
        return;
    }
    QString text = textFor(widget->objectName());
    const auto* button = qobject_cast<const QToolButton*>(widget);
    if (text.isEmpty() && button != nullptr && button->defaultAction() != nullptr) {
        text = textFor(button->defaultAction()->objectName());
    }
    if (!text.isEmpty()) {
        widget->setWhatsThis(text);
    }
}

/// A control is styled before it is first shown. One whose name came later than that is asked
/// first, by the pointer or the key.
bool WhatsThis::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Polish || event->type() == QEvent::QueryWhatsThis ||
        event->type() == QEvent::WhatsThis) {
        if (auto* widget = qobject_cast<QWidget*>(watched)) {
            describe(widget);
            describe(widget->actions());
        }
        if (auto* dialog = qobject_cast<QDialog*>(watched)) {
            offerKey(dialog);
        }
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace stowage
