// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QString>

#include <functional>
#include <vector>

namespace stowage::test {

/// What a reader was told: the event, and the name of the object that it is about.
struct ToldEvent {
    QAccessible::Event what;
    QString name;
};

/// A screen reader for as long as it lives: Qt takes the program as being read, and what it tells
/// is kept.
class ScreenReader {
public:
    ScreenReader();
    ~ScreenReader();
    ScreenReader(const ScreenReader&) = delete;
    ScreenReader& operator=(const ScreenReader&) = delete;

    [[nodiscard]] static const std::vector<ToldEvent>& told();
    static void forget();
    /// Called with each event, as a bridge that asks back at once; null: nothing is called.
    static void setAsking(std::function<void()> ask);
    /// How often this was told of objects whose names start so.
    [[nodiscard]] static int count(QAccessible::Event what, const QString& name);

private:
    QAccessible::UpdateHandler m_before;
};

/// Null where it has no actions.
[[nodiscard]] QAccessibleActionInterface* actionsOf(QAccessibleInterface* who);
/// The first child whose name starts so; null: none.
[[nodiscard]] QAccessibleInterface* childNamed(QAccessibleInterface* parent, const QString& start);

}  // namespace stowage::test
