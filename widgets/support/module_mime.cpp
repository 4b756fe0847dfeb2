// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/module_mime.h"

#include <QMimeData>

namespace stowage {

QMimeData* makeModulesMimeData(const QStringList& paths) {
    auto* data = new QMimeData;
    const QString text = paths.join(u'\n');
    data->setData(kModulesMimeType, text.toUtf8());
    data->setText(text);
    return data;
}

QStringList modulesFromMimeData(const QMimeData* data) {
    if (data == nullptr || !data->hasFormat(kModulesMimeType)) {
        return {};
    }
    return QString::fromUtf8(data->data(kModulesMimeType)).split(u'\n', Qt::SkipEmptyParts);
}

}  // namespace stowage
