// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/control_names.h"
#include "tests/support/golden_text.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTextEdit>

namespace stowage::test {
namespace {

bool isControl(const QWidget* widget) {
    return qobject_cast<const QAbstractButton*>(widget) != nullptr ||
           qobject_cast<const QLineEdit*>(widget) != nullptr ||
           qobject_cast<const QComboBox*>(widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(widget) != nullptr ||
           qobject_cast<const QAbstractItemView*>(widget) != nullptr ||
           qobject_cast<const QAbstractSlider*>(widget) != nullptr ||
           qobject_cast<const QPlainTextEdit*>(widget) != nullptr ||
           qobject_cast<const QTextEdit*>(widget) != nullptr ||
           (widget->focusPolicy() & Qt::TabFocus) != 0;
}

/// Qt's own parts of a control: the list of a combo box, the signs in a field, a view's corner, the
/// scroll bars of what scrolls, the tabs of docks, which say their own names.
bool belongsToAControl(const QWidget* widget) {
    if (widget->objectName().startsWith(QLatin1String("qt_")) ||
        widget->inherits("QTableCornerButton") || qobject_cast<const QHeaderView*>(widget) ||
        qobject_cast<const QScrollBar*>(widget) || qobject_cast<const QTabBar*>(widget) ||
        qobject_cast<const QTabWidget*>(widget)) {
        return true;
    }
    for (const QWidget* parent = widget->parentWidget(); parent != nullptr;
         parent = parent->parentWidget()) {
        if (qobject_cast<const QComboBox*>(parent) || qobject_cast<const QLineEdit*>(parent) ||
            qobject_cast<const QAbstractSpinBox*>(parent)) {
            return true;
        }
    }
    return false;
}

/// What brings hidden tabs and lines into sight, and texts, which speak for themselves.
bool needsNoWords(const QWidget* widget) {
    return qobject_cast<const QTabBar*>(widget->parentWidget()) != nullptr ||
           qobject_cast<const QScrollArea*>(widget) != nullptr ||
           qobject_cast<const QTextEdit*>(widget) != nullptr ||
           qobject_cast<const QLabel*>(widget) != nullptr;
}

}  // namespace

QString spokenName(QWidget* widget) {
    const QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(widget);
    return interface == nullptr ? QString() : interface->text(QAccessible::Name);
}

QString pathOf(const QWidget* widget) {
    QStringList path;
    for (const QWidget* at = widget; at != nullptr; at = at->parentWidget()) {
        path.prepend(QString::fromLatin1(at->metaObject()->className()) + u'#' + at->objectName());
    }
    return path.join(QStringLiteral(" / "));
}

QList<QWidget*> controlsBelow(const QWidget& root) {
    QList<QWidget*> controls = root.findChildren<QWidget*>();
    controls.removeIf(
        [](QWidget* widget) { return !isControl(widget) || belongsToAControl(widget); });
    return controls;
}

QStringList namelessControls(const QWidget& root, int& controls) {
    const QList<QWidget*> found = controlsBelow(root);
    controls += static_cast<int>(found.size());
    QStringList nameless;
    for (QWidget* widget : found) {
        if (widget->objectName().isEmpty() || spokenName(widget).isEmpty()) {
            nameless.append(pathOf(widget) + QStringLiteral(" “%1”").arg(spokenName(widget)));
        }
    }
    return nameless;
}

QStringList unexplainedControls(const QWidget& root, const QStringList& painted) {
    QList<QWidget*> asked = controlsBelow(root);
    asked.removeIf(needsNoWords);
    QStringList unexplained;
    for (const QString& name : painted) {
        asked.append(root.findChildren<QWidget*>(name));
        if (asked.isEmpty() || asked.last()->objectName() != name) {
            unexplained.append(name + QString(goldenText("plan/there-is-none-2")));
        }
    }
    for (QWidget* widget : asked) {
        QHelpEvent question(QEvent::QueryWhatsThis, QPoint(1, 1),
                            widget->mapToGlobal(QPoint(1, 1)));
        QApplication::sendEvent(widget, &question);
        const QString text = widget->whatsThis();
        if (text.isEmpty()) {
            unexplained.append(pathOf(widget) + QStringLiteral(": nothing is said"));
        } else if (text == spokenName(widget) || text == widget->toolTip()) {
            unexplained.append(pathOf(widget) +
                               QString(goldenText("checkpoint/no-more-than-its-name")));
        }
    }
    return unexplained;
}

}  // namespace stowage::test
