// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"
#include "widgets/support/theme.h"

#include <QDialog>
#include <QString>

#include <span>
#include <vector>

namespace stowage {

/// A library that the program is built over.
struct UsedLibrary {
    const char* name;
    const char* licence;  ///< SPDX
    const char* use;
};
[[nodiscard]] std::span<const UsedLibrary> usedLibraries();

/// Versions, devices and libraries as text, for a report of a fault: nothing of it is about the
/// person or the models.
[[nodiscard]] QString programDetails(const std::vector<DeviceInfo>& devices);

/// What the program is, with the versions, devices and licences behind it, which can be copied.
class AboutDialog : public QDialog {
    Q_OBJECT
public:
    /// `devices`: those that are planned for.
    AboutDialog(const std::vector<DeviceInfo>& devices, const Theme* theme,
                QWidget* parent = nullptr);
};

}  // namespace stowage
