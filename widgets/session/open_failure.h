// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <QString>

namespace stowage {

/// A file or folder that could not be opened, why, and what had been chosen about it, so that it
/// can be tried again. A value.
struct OpenFailure {
    QString path;
    OpenOptions options;
    Error error;

    [[nodiscard]] QString sentence() const { return QString::fromStdString(error.message); }
};

}  // namespace stowage
