// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/fact_table.h"

#include <cstdint>
#include <functional>
#include <string>

namespace stowage {

/// Bytes as GiB or MiB, the exact number in the tooltip; sorted by it.
[[nodiscard]] FactColumn bytesColumn(const QString& title,
                                     std::function<std::uint64_t(std::size_t)> bytes);
/// Whole numbers of things.
[[nodiscard]] FactColumn countColumn(const QString& title,
                                     std::function<std::uint64_t(std::size_t)> count);
/// The part of `whole` in per cent, with a bar.
[[nodiscard]] FactColumn shareColumn(std::function<std::uint64_t(std::size_t)> bytes,
                                     std::uint64_t whole);
/// Names, sorted as people count: "h.2" before "h.10".
[[nodiscard]] FactColumn nameColumn(const QString& title, int width,
                                    std::function<const std::string&(std::size_t)> name);

}  // namespace stowage
