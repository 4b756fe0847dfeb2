// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/device_speed.h"

#include "engine/run/product_rates.h"

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

namespace stowage {
namespace {

/// Large products: the most rows that are measured.
constexpr std::int64_t kManyRows = kMeasuredRows.back();
/// PCI Express 4.0 x16, where nothing says how a card is attached: what most cards and boards have.
constexpr std::string_view kUsualLink = "pcie-4-x16";
/// A disk of which nothing is known: PCI Express 3.0 x4, what NVMe disks of 2020 reach.
constexpr double kUsualDisk = 3.0e9;

std::optional<double> rateOf(const CatalogueCard& card, DType dtype) {
    const auto rate = card.rates.find(std::string(dtypeName(dtype)));
    return rate == card.rates.end() ? std::nullopt : rate->second;
}

/// A dtype whose rate nobody published counts as float32's, which cards do in no less.
std::optional<double> rateOrWider(const CatalogueCard& card, DType dtype) {
    const auto own = rateOf(card, dtype);
    return own ? own : rateOf(card, DType::Float32);
}

}  // namespace

std::string_view basisName(SpeedBasis basis) {
    return basis == SpeedBasis::Measured ? "measured" : "catalogue";
}

Result<SpeedSource> SpeedSource::make(const MachineRates* rates) {
    auto catalogue = deviceCatalogue();
    STOWAGE_TRY(catalogue);
    SpeedSource source;
    source.m_catalogue = std::move(*catalogue);
    source.m_rates = rates;
    source.m_disk = kUsualDisk;
    if (rates != nullptr) {
        for (const FileSystemRates& disk : rates->disks) {
            if (const auto cold = disk.of(DiskRate::ReadCold)) {
                source.m_disk = *cold;
                source.m_diskBasis = SpeedBasis::Measured;
            }
        }
    }
    return source;
}

DeviceSpeed SpeedSource::ofCard(const CatalogueCard& card, const DeviceInfo& device,
                                DType dtype) const {
    DeviceSpeed speed;
    speed.operations = rateOrWider(card, dtype).value_or(0) * kReachedOperations;
    speed.bandwidth = card.bandwidth.value_or(0) * kReachedBandwidth;
    const auto link = std::ranges::find(m_catalogue.links, kUsualLink, &CatalogueLink::id);
    speed.link = device.linkBytesPerSecond.value_or(
        link == m_catalogue.links.end() ? kUsualDisk : link->bandwidth * kReachedBandwidth);
    speed.source = card.name + ", published";
    if (speed.operations <= 0) {
        speed.source += " (no rate of products: its memory alone counts)";
    }
    return speed;
}

DeviceSpeed SpeedSource::ofHost(DType dtype) const {
    DeviceSpeed speed;
    if (m_rates != nullptr) {
        const auto products =
            productRate(*m_rates, ProductPlace::Host, dtype, kManyRows, usualComputeThreads());
        const auto memory = m_rates->of(HostRate::Memcpy);
        if (products && memory) {
            speed.operations = *products;
            speed.bandwidth = *memory;
            speed.basis = SpeedBasis::Measured;
            speed.source = "this machine, measured";
            return speed;
        }
    }
    // The processor with the least bandwidth is nearest to a machine of few cores.
    const bool isLarge = std::thread::hardware_concurrency() > 16;
    for (const CatalogueCard& processor : m_catalogue.processors) {
        const bool isNearer = speed.source.empty() || isLarge;
        if (isNearer && processor.bandwidth && rateOf(processor, DType::Float32)) {
            speed.operations = *rateOf(processor, DType::Float32) * kReachedOperations;
            speed.bandwidth = *processor.bandwidth * kReachedBandwidth;
            speed.source = processor.name + ", published";
        }
    }
    return speed;
}

DeviceSpeed SpeedSource::of(const DeviceInfo& device, DType dtype) const {
    const auto card = std::ranges::find(m_catalogue.cards, device.name, &CatalogueCard::name);
    if (device.id.isGpu() && card != m_catalogue.cards.end()) {
        return ofCard(*card, device, dtype);
    }
    DeviceSpeed speed = ofHost(dtype);
    if (device.id.isGpu()) {
        speed.link = device.linkBytesPerSecond.value_or(speed.bandwidth);
    }
    return speed;
}

}  // namespace stowage
