// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/card_catalogue.h"
#include "engine/device/device_info.h"
#include "engine/device/machine_rates.h"
#include "engine/model/dtype.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// Where a rate is from.
enum class SpeedBasis {
    Measured,   ///< `devices --measure` on this machine
    Catalogue,  ///< published of a card, a processor or a link
};
[[nodiscard]] std::string_view basisName(SpeedBasis basis);  ///< "measured", "catalogue"

/// What a rate of products is of. The later, the less is known.
enum class ProductRate {
    Own,      ///< the dtype's
    Float32,  ///< float32's, in which cards do no more: nobody published the dtype's
    None,     ///< nobody published any: memory alone counts
};

/// What a device does in a second, for one dtype of compute.
struct DeviceSpeed {
    double operations = 0;  ///< floating, of large products
    ProductRate products = ProductRate::Own;
    double bandwidth = 0;  ///< bytes of its memory, read or written
    double link = 0;       ///< bytes from the host to it; 0: the host's own memory
    Message linkSource{};  ///< "link of RTX 4060: PCIe 4.0 x8, 12.9 of 15.8 GB/s, …"; "" on the CPU
    SpeedBasis basis = SpeedBasis::Catalogue;
    Message source;  ///< "RTX 4090, published", "this machine, measured"
    /// Whether what was measured here prices this program's own runs on it, module by module: of
    /// this machine's devices and what is simulated to compute as they do.
    bool pricesRuns = false;
    bool isStandIn = false;  ///< a published processor's, of which nothing says that it is this one
    std::string unknownCard{};  ///< a real card of which nothing is published or measured: its name
    std::string assumedCard{};  ///< assumedCard() of a GPU that names none: its name
};

/// Whose speed simulated GPUs without a card have.
enum class UnnamedGpus {
    AssumedCard,  ///< assumedCard(): plans are for some real card
    ThisMachine,  ///< this machine's CPU, as where this program loads and runs on them
};

/// Bytes a second from a disk whose own rate is not known: what was measured of another file system
/// here, else what NVMe disks of 2020 reach. `rates` may be null.
[[nodiscard]] double diskRate(const MachineRates* rates);

/// Shares of published peaks that programs reach: a published figure stands for a range.
/// Large products reach 0.6 to 0.8 of a card's peak (the largest that were measured on A100, H100
/// and MI300X: github.com/stas00/ml-engineering, "maximum achievable matmul FLOPS"), memory 0.75 to
/// 0.92 of its bandwidth.
inline constexpr double kReachedOperations = 0.65;
inline constexpr double kReachedBandwidth = 0.82;
/// Of a time from published figures: the lowest and the highest that it stands for.
inline constexpr double kLowShare = 0.85;
inline constexpr double kHighShare = 1.25;

/// Finds speeds: of a card what is published of it (cardOfDevice()), of a real card that nobody
/// published what was measured, of other simulated GPUs as UnnamedGpus says, of the CPU what was
/// measured of this machine's; else the catalogue's processor that is nearest to it stands in. The
/// link of a card is the typed one, that measured of a real one, that of the catalogue's card, or
/// an assumed one, in this order. All but the measured are published rates and reach
/// kReachedBandwidth of them. Where this machine computes for a simulated GPU, a typed rate is the
/// one at which its copies run.
class SpeedSource {
public:
    /// `rates` may be null. Error: Internal (the catalogue is wrong).
    [[nodiscard]] static Result<SpeedSource> make(const MachineRates* rates, UnnamedGpus unnamed);

    [[nodiscard]] DeviceSpeed of(const DeviceInfo& device, DType dtype) const;
    /// Bytes a second from disk.
    [[nodiscard]] double disk() const { return m_disk; }
    /// Sentences, each once, that name the card that each GPU without one is assumed to be, and the
    /// others of its size.
    [[nodiscard]] std::vector<Message> assumptions(std::span<const DeviceInfo> devices) const;

private:
    [[nodiscard]] DeviceSpeed ofCard(const CatalogueCard& card, const DeviceInfo& device,
                                     DType dtype) const;
    /// A real card of which nothing is published, by the measured products.
    [[nodiscard]] std::optional<DeviceSpeed> ofMeasuredCard(const DeviceInfo& device,
                                                            DType dtype) const;
    [[nodiscard]] std::optional<double> cardRate(const DeviceInfo& device, DType dtype,
                                                 std::int64_t rows) const;
    [[nodiscard]] DeviceSpeed ofHost(DType dtype) const;
    /// `card` may be null.
    void addLink(DeviceSpeed& speed, const DeviceInfo& device, const CatalogueCard* card) const;

    const DeviceCatalogue* m_catalogue = nullptr;
    const MachineRates* m_rates = nullptr;
    UnnamedGpus m_unnamed = UnnamedGpus::AssumedCard;
    double m_disk = 0;
};

}  // namespace stowage
