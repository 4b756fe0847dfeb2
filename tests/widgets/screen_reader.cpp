// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/screen_reader.h"

#include <algorithm>
#include <utility>

// Whether somebody reads is what the platform says, and the offscreen one never says so. Qt's own
// tests switch it on by these, whose headers Debian has in a package that nothing else here needs
// (qt6-base-private-dev); Qt exports them for its platform plugins.
class QPlatformAccessibility {
public:
    void setActive(bool active);
};
class QPlatformIntegration {
public:
    QPlatformAccessibility* accessibility() const;
};
class QGuiApplicationPrivate {
public:
    static QPlatformIntegration* platform_integration;
};

namespace stowage::test {
namespace {

std::vector<ToldEvent>& kept() {
    static std::vector<ToldEvent> events;
    return events;
}

std::function<void()>& asking() {
    static std::function<void()> ask;
    return ask;
}

void keep(QAccessibleEvent* event) {
    const QAccessibleInterface* const who = event->accessibleInterface();
    kept().push_back({event->type(), who == nullptr ? QString() : who->text(QAccessible::Name)});
    if (asking()) {
        asking()();
    }
}

void setRead(bool read) {
    QGuiApplicationPrivate::platform_integration->accessibility()->setActive(read);
}

}  // namespace

ScreenReader::ScreenReader() : m_before(QAccessible::installUpdateHandler(keep)) {
    kept().clear();
    setRead(true);
}

ScreenReader::~ScreenReader() {
    setRead(false);
    setAsking({});
    QAccessible::installUpdateHandler(m_before);
}

const std::vector<ToldEvent>& ScreenReader::told() {
    return kept();
}

void ScreenReader::forget() {
    kept().clear();
}

void ScreenReader::setAsking(std::function<void()> ask) {
    asking() = std::move(ask);
}

int ScreenReader::count(QAccessible::Event what, const QString& name) {
    return static_cast<int>(std::ranges::count_if(kept(), [&](const ToldEvent& event) {
        return event.what == what && event.name.startsWith(name);
    }));
}

QAccessibleActionInterface* actionsOf(QAccessibleInterface* who) {
    return static_cast<QAccessibleActionInterface*>(
        who->interface_cast(QAccessible::ActionInterface));
}

QAccessibleInterface* childNamed(QAccessibleInterface* parent, const QString& start) {
    for (int i = 0; i < parent->childCount(); ++i) {
        if (parent->child(i)->text(QAccessible::Name).startsWith(start)) {
            return parent->child(i);
        }
    }
    return nullptr;
}

}  // namespace stowage::test
