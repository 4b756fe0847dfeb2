// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/seen_texts.h"

#include "tests/widgets/control_names.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QTextDocument>
#include <QToolButton>
#include <QWidget>

#include <functional>

namespace stowage::test {
namespace {

using Add = std::function<void(const QString& where, const QString& text)>;

constexpr int kMostRows = 100;
constexpr int kMostDepth = 4;

const char* const kTextProperties[] = {
    "text",      "title",          "windowTitle",           "toolTip",         "statusTip",
    "whatsThis", "accessibleName", "accessibleDescription", "placeholderText", "plainText",
    "suffix",    "prefix",         "specialValueText"};

void addProperties(const QObject& object, const QString& where, const Add& add) {
    for (const char* const name : kTextProperties) {
        add(where + QLatin1Char('.') + QLatin1String(name), object.property(name).toString());
    }
}

void addRows(const QAbstractItemModel& model, const QModelIndex& parent, const QString& where,
             int depth, const Add& add) {
    for (int row = 0; row < std::min(model.rowCount(parent), kMostRows); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex index = model.index(row, column, parent);
            for (const int role :
                 {int{Qt::DisplayRole}, int{Qt::ToolTipRole}, int{Qt::AccessibleTextRole}}) {
                add(QStringLiteral("%1[%2,%3]").arg(where).arg(row).arg(column),
                    index.data(role).toString());
            }
        }
        if (depth < kMostDepth) {
            addRows(model, model.index(row, 0, parent), where, depth + 1, add);
        }
    }
}

void addModel(const QAbstractItemModel& model, const QString& where, const Add& add) {
    for (int column = 0; column < model.columnCount(); ++column) {
        for (const int role : {int{Qt::DisplayRole}, int{Qt::ToolTipRole}}) {
            add(QStringLiteral("%1 head %2").arg(where).arg(column),
                model.headerData(column, Qt::Horizontal, role).toString());
        }
    }
    addRows(model, {}, where, 0, add);
}

/// What a painted view says of its parts.
void addSpoken(QAccessibleInterface* interface, const QString& where, int depth, const Add& add) {
    for (const QAccessible::Text kind :
         {QAccessible::Name, QAccessible::Description, QAccessible::Value, QAccessible::Help}) {
        add(where + QStringLiteral(" spoken"), interface->text(kind));
    }
    for (int i = 0; depth < kMostDepth && i < std::min(interface->childCount(), kMostRows); ++i) {
        if (QAccessibleInterface* const child = interface->child(i);
            child != nullptr && child->object() == nullptr) {
            addSpoken(child, where, depth + 1, add);
        }
    }
}

bool readsAsEnglish(const QString& text) {
    static const QRegularExpression words(
        QStringLiteral("\\b(the|this|that|is|are|was|has|have|not|with|for|from|than|which|"
                       "cannot|what|where|of|and|by|to|in|on)\\b"));
    static const QRegularExpression three(QStringLiteral("[A-Za-z]{2,} [a-z]{2,} [A-Za-z]{2,}"));
    // Addresses, the titles of works and what is quoted are the same in every language.
    static const QRegularExpression names(
        QStringLiteral("[^ \\n，、。]*(://|\\.co/)[^ \\n，、。]*|config\\.json of|GPT of the book|"
                       "Accelerate's guide to big-model inference|\"[^\"]*\"|recalled from|"
                       "whose numbers are the library's defaults"));
    const QString rest = QString(text).remove(names);
    return (rest.contains(words) && rest.contains(three)) ||
           rest.contains(QLatin1String("Simulated"));
}

QString plain(QString text) {
    if (Qt::mightBeRichText(text)) {
        QTextDocument document;
        document.setHtml(text);
        text = document.toPlainText();
    }
    return text;
}

}  // namespace

QStringList textsBelow(const QWidget& root) {
    QStringList texts;
    const Add add = [&texts](const QString& where, const QString& text) {
        if (!text.trimmed().isEmpty()) {
            texts.append(where + QStringLiteral(": ") + plain(text));
        }
    };
    QList<QWidget*> widgets = root.findChildren<QWidget*>();
    widgets.prepend(const_cast<QWidget*>(&root));
    for (QWidget* const widget : widgets) {
        const QString where = pathOf(widget);
        addProperties(*widget, where, add);
        const auto* const view = qobject_cast<QAbstractItemView*>(widget);
        const auto* const choice = qobject_cast<QComboBox*>(widget);
        const QAbstractItemModel* const model = view != nullptr     ? view->model()
                                                : choice != nullptr ? choice->model()
                                                                    : nullptr;
        if (model != nullptr) {
            addModel(*model, where, add);
        } else if (QAccessibleInterface* const interface =
                       QAccessible::queryAccessibleInterface(widget)) {
            addSpoken(interface, where, 0, add);
        }
    }
    for (const QAction* const action : root.findChildren<QAction*>()) {
        addProperties(*action, QStringLiteral("action ") + action->objectName(), add);
    }
    return texts;
}

QStringList englishBelow(const QWidget& root) {
    QStringList english;
    for (const QString& line : textsBelow(root)) {
        if (readsAsEnglish(line.mid(line.indexOf(QStringLiteral(": ")) + 2))) {
            english.append(line);
        }
    }
    english.removeDuplicates();
    return english;
}

QStringList cutTextsBelow(const QWidget& root) {
    QStringList cut;
    for (const QWidget* const widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisibleTo(&root) || widget->visibleRegion().isEmpty()) {
            continue;
        }
        const auto* const label = qobject_cast<const QLabel*>(widget);
        const bool isPlainLabel =
            label != nullptr && label->metaObject()->className() == QByteArrayView("QLabel");
        const bool isButton = qobject_cast<const QPushButton*>(widget) != nullptr ||
                              qobject_cast<const QCheckBox*>(widget) != nullptr ||
                              qobject_cast<const QRadioButton*>(widget) != nullptr;
        if (isPlainLabel && !label->text().isEmpty() && label->pixmap().isNull()) {
            const int height = label->wordWrap() ? label->heightForWidth(label->width())
                                                 : label->sizeHint().height();
            if ((!label->wordWrap() && label->sizeHint().width() > label->width() + 1) ||
                height > label->height() + 1) {
                cut.append(pathOf(widget) + QStringLiteral(": ") + label->text());
            }
        } else if (isButton && !widget->property("text").toString().isEmpty() &&
                   widget->sizeHint().width() > widget->width() + 1) {
            cut.append(pathOf(widget) + QStringLiteral(": ") + widget->property("text").toString());
        }
    }
    return cut;
}

}  // namespace stowage::test
