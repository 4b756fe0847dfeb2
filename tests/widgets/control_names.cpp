// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/control_names.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
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

}  // namespace stowage::test
