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

/// CatalogueCard::link of a chip whose CPU and GPU have one memory: nothing crosses a link.
inline constexpr std::string_view kSharedMemory = "unified";

/// A card as it is published, of resources/devices; or the GPU of a chip that shares its memory
/// with the CPU, or a processor. A value.
struct CatalogueCard {
    enum class Kind { Gpu, Apple, Cpu };
    Kind kind = Kind::Gpu;
    std::string id;    ///< "rtx-4090": what --gpus takes
    std::string name;  ///< "GeForce RTX 4090"
    /// What the driver calls it where that is not the maker and `name`: "NVIDIA H100 80GB HBM3".
    std::vector<std::string> driverNames;
    /// Bytes that programs can have: the total that CUDA reports (cudaMemGetInfo; HIP and SYCL of
    /// the other makers' cards), on Linux. Of a chip with unified memory the published size; of a
    /// processor the most that a socket takes; 0: not known.
    std::uint64_t capacity = 0;
    std::string capacitySource;       ///< where that was read; "": estimated by rule
    std::uint64_t nominal = 0;        ///< published memory ("24 GB" of a card are 24 × 2^30 bytes)
    std::uint64_t driverTotal = 0;    ///< that nvidia-smi reports, which is more; 0: not known
    std::string driverSource;         ///< where that was read
    unsigned computeCapability = 0;   ///< 89 is CUDA's 8.9; 0: no CUDA, or not known
    std::string published;            ///< "24 GB GDDR6X"
    std::optional<double> bandwidth;  ///< of its memory, bytes a second
    /// CatalogueLink::id of its way to the host's memory, or kSharedMemory; "": not confirmed.
    std::string link;
    std::string linkSource;  ///< where that was read
    /// Floating operations a second by dtype name: float32 without tensor cores, the others with
    /// them, dense, sums in float32. Nothing where no figure could be confirmed.
    std::map<std::string, std::optional<double>> rates;
    std::string source;       ///< address of the figures
    std::string ratesSource;  ///< address of the rates by tensor cores; "" where there are none
    std::string note;         ///< what one should know of the capacity; "" for most
};

/// A way between devices, in one direction. A value.
struct CatalogueLink {
    std::string id;                  ///< "pcie-4-x16"
    std::string name;                ///< "PCIe 4.0 x16"
    double bandwidth = 0;            ///< bytes a second, as published
    std::optional<double> measured;  ///< what was measured of it, published too
    std::string source;
    std::string measuredSource;
    std::string note;
};

/// "8.9"
[[nodiscard]] std::string computeCapabilityText(const CatalogueCard& card);

/// All of the catalogue. Compiled in, read once. Error: Internal (the data is wrong).
struct DeviceCatalogue {
    std::vector<CatalogueCard> cards;       ///< GPUs, the smallest memory first, then by bandwidth
    std::vector<CatalogueCard> processors;  ///< by bandwidth
    std::vector<CatalogueLink> links;       ///< by bandwidth
};
[[nodiscard]] const Result<DeviceCatalogue>& deviceCatalogue();
/// Its cards.
[[nodiscard]] Result<std::vector<CatalogueCard>> cardCatalogue();

/// The card of that name, as people write it: "rtx-4090", "GeForce RTX 4090", "RTX4090", "4090".
/// Error: InvalidArgument that names those there are.
[[nodiscard]] Result<CatalogueCard> findCard(std::string_view name);

/// The card that a device is: a simulated one has its name, a real one what the driver calls it
/// ("NVIDIA GeForce RTX 3060" is two cards: the one whose memory is nearest). Null where there is
/// none, as for a part of a card (MIG), or where the memory is not the published one.
[[nodiscard]] const CatalogueCard* cardOfDevice(const DeviceCatalogue& catalogue,
                                                const DeviceInfo& device);

/// The card that is assumed of a GPU which names none: of the current ones (Ampere or later, and
/// those of other makers) with the least published memory that is no less than `capacity`, the one
/// with the least bandwidth. Null where none has as much.
[[nodiscard]] const CatalogueCard* assumedCard(const DeviceCatalogue& catalogue,
                                               std::uint64_t capacity);

/// True for what is meant as the name of a card: it begins with a letter, as no size does, or is
/// the short name of one ("4090").
[[nodiscard]] bool looksLikeCard(std::string_view text);

/// A simulated GPU with the card's name and capacity; nothing else is known of it.
[[nodiscard]] DeviceInfo simulatedCard(const CatalogueCard& card);

/// The object of `devices --catalogue --json`: {"cards": […], "processors": […], "links": […]},
/// unknown figures as null.
[[nodiscard]] std::string catalogueToJson(const DeviceCatalogue& catalogue);

}  // namespace stowage
