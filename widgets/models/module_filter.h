// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <vector>

namespace stowage {

class ModuleTreeModel;

/// What the filter box says. Words are joined by "and":
///
///     attn class:Linear device:gpu1 >100MiB
///
/// A plain word is a part of the full name, `class:` a part of the class name, `device:` a device
/// ("gpu1", "gpu:1", "cpu", "disk", "mixed"), `>` and `<` a size. Letter case does not matter.
struct ModuleFilter {
    QStringList names;
    QStringList classes;
    QStringList devices;  ///< normalised: "gpu:1"
    std::optional<double> moreThanBytes;
    std::optional<double> lessThanBytes;
    /// Words that could not be read, such as ">12 cats" while it is being typed; left out.
    QStringList notUnderstood;

    [[nodiscard]] static ModuleFilter parse(const QString& text);
    [[nodiscard]] bool isEmpty() const;
};

/// Which entries of a model a filter finds, and what must be shown so that they can be seen.
struct ModuleMatches {
    std::vector<bool> visible;  ///< matches and their ancestors
    std::uint32_t modules = 0;  ///< matching modules, buffers not counted
};

[[nodiscard]] ModuleMatches matchModules(const ModuleTreeModel& model, const ModuleFilter& filter);

}  // namespace stowage
