// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <QString>

#include <string>
#include <vector>

namespace stowage {

/// A file or folder that could not be opened, why, and what had been chosen about it, so that it
/// can be tried again. A value.
struct OpenFailure {
    QString path;
    OpenOptions options;
    Error error;
    /// Where a class is the problem: those of the model's family, to choose from.
    std::vector<std::string> classes{};

    [[nodiscard]] QString sentence() const { return QString::fromStdString(error.message); }
};

}  // namespace stowage
