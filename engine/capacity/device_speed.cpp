// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/device_speed.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/run/product_rates.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

/// Large products: the most rows that are measured.
constexpr std::int64_t kManyRows = kMeasuredRows.back();
/// PCI Express 4.0 x16, where nothing says how a card is attached: what most cards and boards have.
constexpr std::string_view kUsualLink = "pcie-4-x16";
/// A disk of which nothing is known: PCI Express 3.0 x4, what NVMe disks of 2020 reach.
constexpr double kUsualDisk = 3.0e9;

std::string rateText(double bytesPerSecond) {
    return formatGeneral(bytesPerSecond / 1e9, 3);
}

std::optional<double> rateOf(const CatalogueCard& card, DType dtype) {
    const auto rate = card.rates.find(std::string(dtypeName(dtype)));
    return rate == card.rates.end() ? std::nullopt : rate->second;
}

/// Of the file systems that were measured, the last one's.
std::optional<double> measuredDisk(const MachineRates* rates) {
    std::optional<double> found;
    if (rates != nullptr) {
        for (const FileSystemRates& disk : rates->disks) {
            found = disk.of(DiskRate::ReadCold) ? disk.of(DiskRate::ReadCold) : found;
        }
    }
    return found;
}

}  // namespace

std::string_view basisName(SpeedBasis basis) {
    return basis == SpeedBasis::Measured ? "measured" : "catalogue";
}

double diskRate(const MachineRates* rates) {
    return measuredDisk(rates).value_or(kUsualDisk);
}

Result<SpeedSource> SpeedSource::make(const MachineRates* rates, UnnamedGpus unnamed) {
    const auto& catalogue = deviceCatalogue();
    STOWAGE_TRY(catalogue);
    SpeedSource source;
    source.m_catalogue = &*catalogue;
    source.m_rates = rates;
    source.m_unnamed = unnamed;
    source.m_disk = diskRate(rates);
    return source;
}

DeviceSpeed SpeedSource::ofCard(const CatalogueCard& card, const DeviceInfo& device,
                                DType dtype) const {
    DeviceSpeed speed;
    const auto own = rateOf(card, dtype);
    const auto wider = rateOf(card, DType::Float32);
    speed.products = own ? ProductRate::Own : wider ? ProductRate::Float32 : ProductRate::None;
    speed.operations = own.value_or(wider.value_or(0)) * kReachedOperations;
    speed.bandwidth = card.bandwidth.value_or(0) * kReachedBandwidth;
    addLink(speed, device, &card);
    speed.source =
        speed.products == ProductRate::Own ? say("%1, published", card.name)
        : speed.products == ProductRate::Float32
            ? say("%1, published (no speed for %2; the float32 speed is used)", card.name,
                  dtypeName(dtype))
            : say("%1, published (no compute speed; only the memory bandwidth is used)", card.name);
    speed.pricesRuns = cardRate(device, dtype, 1) && cardRate(device, dtype, kManyRows);
    return speed;
}

void SpeedSource::addLink(DeviceSpeed& speed, const DeviceInfo& device,
                          const CatalogueCard* card) const {
    const auto& typed = device.linkBytesPerSecond;
    const auto measured =
        m_rates == nullptr || device.simulated ? std::nullopt : m_rates->of(HostRate::HostToDevice);
    if (!typed && measured) {
        speed.link = *measured;
        speed.linkSource = say("link of %1: %2 GB/s, measured", device.name, rateText(*measured));
        return;
    }
    if (!typed && card != nullptr && card->link == kSharedMemory) {
        speed.linkSource = say("%1 shares the memory of the CPU, so no link is used", card->name);
        return;
    }
    const bool isOfCard = card != nullptr && !card->link.empty();
    const auto link =
        std::ranges::find(m_catalogue->links, isOfCard ? std::string_view(card->link) : kUsualLink,
                          &CatalogueLink::id);
    const double published = typed.value_or(link->bandwidth);
    speed.link = published * kReachedBandwidth;
    const std::string reached = rateText(speed.link);
    const std::string whole = rateText(published);
    speed.linkSource =
        typed ? say("link of %1: %2 of the specified %3 GB/s", device.name, reached, whole)
        : !isOfCard
            ? say("link of %1: %2, %3 of the nominal %4 GB/s, assumed (set with link= in --gpus)",
                  device.name, link->name, reached, whole)
        : link->id.starts_with("pcie")
            ? say("link of %1: %2, %3 of the nominal %4 GB/s, published for the card (the slot of "
                  "the card may be slower)",
                  card->name, link->name, reached, whole)
            : say("link of %1: %2, %3 of the nominal %4 GB/s, published for the card", card->name,
                  link->name, reached, whole);
}

/// Measured products with so many rows on a real card.
std::optional<double> SpeedSource::cardRate(const DeviceInfo& device, DType dtype,
                                            std::int64_t rows) const {
    return m_rates == nullptr || device.simulated
               ? std::nullopt
               : productRate(*m_rates, ProductPlace::Card, dtype, rows, usualComputeThreads());
}

std::optional<DeviceSpeed> SpeedSource::ofMeasuredCard(const DeviceInfo& device,
                                                       DType dtype) const {
    const auto many = cardRate(device, dtype, kManyRows);
    const auto one = cardRate(device, dtype, 1);
    if (!many || !one) {
        return std::nullopt;
    }
    DeviceSpeed speed;
    speed.operations = *many;
    // A single row takes two operations of each weight that it reads.
    speed.bandwidth = *one / 2 * static_cast<double>(storedBits(dtype)) / 8;
    addLink(speed, device, nullptr);
    speed.basis = SpeedBasis::Measured;
    speed.source = say("%1, measured", device.name);
    speed.pricesRuns = true;
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
            speed.source = hardwareThreads() == 1
                               ? say("CPU of this machine: 1 core, measured")
                               : say("CPU of this machine: %1 cores, measured", hardwareThreads());
            speed.pricesRuns = true;
            return speed;
        }
    }
    // The processor with the least bandwidth is nearest to a machine of few cores.
    const bool isLarge = hardwareThreads() > 16;
    for (const CatalogueCard& processor : m_catalogue->processors) {
        const bool isNearer = speed.source.empty() || isLarge;
        if (isNearer && processor.bandwidth && rateOf(processor, DType::Float32)) {
            speed.operations = *rateOf(processor, DType::Float32) * kReachedOperations;
            speed.bandwidth = *processor.bandwidth * kReachedBandwidth;
            speed.source = say("%1, published", processor.name);
            speed.isStandIn = true;
        }
    }
    return speed;
}

DeviceSpeed SpeedSource::of(const DeviceInfo& device, DType dtype) const {
    if (!device.id.isGpu()) {
        return ofHost(dtype);
    }
    if (const CatalogueCard* const card = cardOfDevice(*m_catalogue, device)) {
        return ofCard(*card, device, dtype);
    }
    if (const auto measured = ofMeasuredCard(device, dtype)) {
        return *measured;
    }
    if (device.simulated && m_unnamed == UnnamedGpus::AssumedCard) {
        if (const CatalogueCard* const card =
                assumedCard(*m_catalogue, device.capacity.value_or(0))) {
            DeviceSpeed assumed = ofCard(*card, device, dtype);
            assumed.source = say("%1 (assumed)", assumed.source);
            if (!device.linkBytesPerSecond) {
                assumed.linkSource = say("%1 (assumed)", assumed.linkSource);
            }
            assumed.assumedCard = card->name;
            return assumed;
        }
    }
    DeviceSpeed speed = ofHost(dtype);
    const bool isReal = !device.simulated || m_unnamed == UnnamedGpus::AssumedCard;
    if (isReal) {  // of which nobody knows more than that it is no slower
        addLink(speed, device, nullptr);
        speed.basis = SpeedBasis::Catalogue;
        speed.source = say("%1, speed unknown; the speed of another device is used: %2",
                           device.name, speed.source);
        speed.unknownCard = device.name;
        speed.pricesRuns = false;
        speed.isStandIn = true;
        return speed;
    }
    speed.link = device.linkBytesPerSecond.value_or(speed.bandwidth);
    speed.linkSource =
        device.linkBytesPerSecond
            ? say("link of %1: %2 GB/s, as specified", device.name, rateText(speed.link))
            : say("copies to %1: within the memory of this machine", device.name);
    return speed;
}

std::vector<Message> SpeedSource::assumptions(std::span<const DeviceInfo> devices) const {
    std::vector<Message> sentences;
    for (const DeviceInfo& device : devices) {
        const bool isUnnamed = device.id.isGpu() && device.simulated && device.capacity &&
                               cardOfDevice(*m_catalogue, device) == nullptr;
        const CatalogueCard* const card = isUnnamed && m_unnamed == UnnamedGpus::AssumedCard
                                              ? assumedCard(*m_catalogue, *device.capacity)
                                              : nullptr;
        if (card == nullptr) {
            continue;
        }
        std::string others;
        for (const CatalogueCard& other : m_catalogue->cards) {
            if (other.nominal == card->nominal && other.id != card->id) {
                others += (others.empty() ? "" : ", ") + other.id;
            }
        }
        const std::string size = formatSize(*device.capacity);
        Message sentence =
            others.empty()
                ? say("A GPU with %1 of memory and no card name is assumed to be as fast as %2, "
                      "the slowest current card of the same or the next larger memory size.",
                      size, card->name)
                : say("A GPU with %1 of memory and no card name is assumed to be as fast as %2, "
                      "the slowest current card of the same or the next larger memory size. Other "
                      "cards of this size for --gpus: %3.",
                      size, card->name, others);
        if (std::ranges::find(sentences, sentence) == sentences.end()) {
            sentences.push_back(std::move(sentence));
        }
    }
    return sentences;
}

}  // namespace stowage
