// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// A card as it is published, of resources/devices. A value.
struct CatalogueCard {
    std::string id;    ///< "rtx-4090": what --gpus takes
    std::string name;  ///< "GeForce RTX 4090"
    /// Bytes of the published memory ("24 GB" of a card are 24 × 2^30 bytes). What a driver reports
    /// is a little less, and more so where ECC takes its part: `note` says it then.
    std::uint64_t capacity = 0;
    std::string published;            ///< "24 GB GDDR6X"
    std::optional<double> bandwidth;  ///< of its memory, bytes a second
    /// Floating operations a second by dtype name: float32 without tensor cores, the others with
    /// them, dense, sums in float32. Nothing where no figure could be confirmed.
    std::map<std::string, std::optional<double>> rates;
    std::string source;       ///< address of the figures
    std::string ratesSource;  ///< address of the rates by tensor cores; "" where there are none
    std::string note;         ///< what one should know of the capacity; "" for most
};

/// All of them, the smallest memory first, then by bandwidth. Compiled in; reading them takes a
/// millisecond. Error: Internal (the data is wrong).
[[nodiscard]] Result<std::vector<CatalogueCard>> cardCatalogue();

/// The card of that name, as people write it: "rtx-4090", "RTX 4090", "GeForce RTX 4090".
/// Error: InvalidArgument that names those there are.
[[nodiscard]] Result<CatalogueCard> findCard(std::string_view name);

/// True for what can only be meant as the name of a card, since no size begins with a letter.
[[nodiscard]] bool looksLikeCard(std::string_view text);

/// A simulated GPU with the card's name and capacity; nothing else is known of it.
[[nodiscard]] DeviceInfo simulatedCard(const CatalogueCard& card);

/// The object of `devices --catalogue --json`: {"cards": […]}, unknown figures as null.
[[nodiscard]] std::string catalogueToJson(const std::vector<CatalogueCard>& cards);

}  // namespace stowage
