// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_fields.h"

#include <QLineEdit>

#include <optional>

namespace stowage {

/// One cell of a device, edited in place: shown over what it edits, gone with Enter, Escape or when
/// the focus leaves it. What is wrong marks it and stays until it is right or taken back.
class DeviceFieldEdit : public QLineEdit {
    Q_OBJECT
public:
    explicit DeviceFieldEdit(QWidget* parent = nullptr);

    /// Shows the cell's text, selected. Its name becomes "edit_capacity_gpu0" and the like.
    void begin(const DeviceInfo& device, DeviceField field);
    /// Goes, with what was typed, where the device that is edited is gone (`now` null) or is no
    /// longer what it was: what would be committed is a whole device.
    void follow(const DeviceInfo* now);
    /// What is edited; nothing while hidden.
    [[nodiscard]] std::optional<DeviceId> device() const;

Q_SIGNALS:
    /// Something else than before was typed, and it is right.
    void committed(const DeviceInfo& device);
    /// What to say of the text; at first how to fill it in. `isError`: it cannot be taken.
    void messageChanged(const QString& sentence, bool isError);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void check();
    void finish();
    void close();

    DeviceInfo m_device;
    DeviceField m_field = DeviceField::Capacity;
    QString m_before;
};

}  // namespace stowage
