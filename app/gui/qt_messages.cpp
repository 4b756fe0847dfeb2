// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/qt_messages.h"

#include <mutex>

namespace stowage {
namespace {

// Qt's handler is a function without data of its own.
std::mutex hearerMutex;
QtMessages* hearer = nullptr;
QtMessageHandler handlerBefore = nullptr;

void onMessage(QtMsgType type, const QMessageLogContext& context, const QString& text) {
    if (type != QtDebugMsg) {
        const std::lock_guard lock(hearerMutex);
        if (hearer != nullptr) {
            QMetaObject::invokeMethod(
                hearer, [to = hearer, type, text] { Q_EMIT to->said(type, text); },
                Qt::QueuedConnection);
        }
    }
    if (handlerBefore != nullptr) {
        handlerBefore(type, context, text);
    }
}

}  // namespace

QtMessages::QtMessages(QObject* parent) : QObject(parent) {
    {
        const std::lock_guard lock(hearerMutex);
        hearer = this;
    }
    handlerBefore = qInstallMessageHandler(onMessage);
}

QtMessages::~QtMessages() {
    qInstallMessageHandler(handlerBefore);
    const std::lock_guard lock(hearerMutex);
    hearer = nullptr;
}

}  // namespace stowage
