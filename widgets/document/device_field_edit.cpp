// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/device_field_edit.h"

#include "widgets/document/device_edits.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QFocusEvent>
#include <QKeyEvent>

namespace stowage {

DeviceFieldEdit::DeviceFieldEdit(QWidget* parent) : QLineEdit(parent) {
    hide();
    setObjectName(QStringLiteral("device_field_edit"));
    setAccessibleName(tr("Figure of a device"));
    connect(this, &QLineEdit::textEdited, this, &DeviceFieldEdit::check);
}

std::optional<DeviceId> DeviceFieldEdit::device() const {
    return isHidden() ? std::nullopt : std::optional(m_device.id);
}

void DeviceFieldEdit::begin(const DeviceInfo& device, DeviceField field) {
    m_device = device;
    m_field = field;
    m_before = QString::fromStdString(deviceFieldText(device, field));
    setObjectName(
        QStringLiteral("edit_%1_%2").arg(deviceFieldKey(field), deviceObjectName(device.id)));
    setAccessibleName(
        QStringLiteral("%1, %2").arg(deviceFieldName(field), translated(deviceLabel(device.id))));
    setText(m_before);
    setStyleProperty(this, "invalid", false);
    setStyleProperty(this, "warned", false);
    setToolTip(deviceFieldHint(device, field));
    show();
    raise();
    setFocus(Qt::OtherFocusReason);
    selectAll();
    Q_EMIT messageChanged(toolTip(), false);
}

void DeviceFieldEdit::follow(const DeviceInfo* now) {
    const auto isAsBefore = [&](DeviceField field) {
        return deviceFieldText(*now, field) == deviceFieldText(m_device, field);
    };
    const bool isSame = now != nullptr && now->name == m_device.name &&
                        isAsBefore(DeviceField::Capacity) &&
                        isAsBefore(DeviceField::UsedByOthers) && isAsBefore(DeviceField::Context) &&
                        isAsBefore(DeviceField::Link) && isAsBefore(DeviceField::Machine);
    if (!isHidden() && !isSame) {
        close();
    }
}

void DeviceFieldEdit::check() {
    const auto entry = withDeviceField(m_device, m_field, text().toStdString());
    const bool isUnchanged = text().trimmed() == m_before;
    const QString sentence = isUnchanged
                                 ? deviceFieldHint(m_device, m_field)
                                 : translated(entry ? entry->warning : entry.error().message);
    setStyleProperty(this, "invalid", !entry && !isUnchanged);
    setStyleProperty(this, "warned", entry && !entry->warning.empty());
    setToolTip(sentence);
    Q_EMIT messageChanged(sentence, !entry && !isUnchanged);
}

void DeviceFieldEdit::finish() {
    if (isHidden()) {
        return;
    }
    if (text().trimmed() == m_before) {
        close();
        return;
    }
    const auto entry = withDeviceField(m_device, m_field, text().toStdString());
    if (!entry) {
        check();  // the mark stays until it is right or taken back
        return;
    }
    close();
    Q_EMIT committed(entry->device);
}

void DeviceFieldEdit::close() {
    hide();
    Q_EMIT messageChanged({}, false);
}

void DeviceFieldEdit::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        close();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        finish();
    } else {
        QLineEdit::keyPressEvent(event);
    }
}

void DeviceFieldEdit::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) {
        finish();
    }
}

}  // namespace stowage
