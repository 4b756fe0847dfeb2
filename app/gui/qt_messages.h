// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QtGlobal>

namespace stowage {

/// Hears what Qt and the program say by qWarning() and the like, from any thread, while it lives;
/// it is still printed as before. One at a time: Qt calls a plain function.
class QtMessages : public QObject {
    Q_OBJECT
public:
    explicit QtMessages(QObject* parent = nullptr);
    ~QtMessages() override;

Q_SIGNALS:
    /// In the thread of this object, from its event loop, so that what is said before anybody is
    /// connected is heard, too. Debug messages are left out.
    void said(QtMsgType type, const QString& text);
};

}  // namespace stowage
