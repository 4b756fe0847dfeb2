// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run_clock.h"

#include "engine/run/product_rates.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

namespace stowage {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
/// Until a copy to another device begins: a PCI Express transfer's, whatever its size.
constexpr double kHopLatencySeconds = 10e-6;

double secondsFor(double bytes, std::optional<double> rate) {
    return bytes <= 0 ? 0 : rate ? bytes / *rate : kUnknown;
}

/// As std::max, but what is unknown stays so.
double longer(double a, double b) {
    return a != a || b != b ? kUnknown : std::max(a, b);
}

}  // namespace

RunClock::RunClock(const RunSetting& setting, std::map<DeviceId, std::uint64_t> fresh)
    : m_setting(setting), m_fresh(std::move(fresh)) {
    if (setting.rates && !setting.offloadFolder.empty()) {
        const auto identity = fileSystemOf(setting.offloadFolder);
        m_disk = identity ? setting.rates->findDisk(*identity) : nullptr;
    }
}

StageTime RunClock::price(const StageWork& stage) {
    StageTime time;
    if (!m_setting.rates) {
        return {kUnknown, kUnknown, kUnknown};
    }
    time.compute = computing(stage);
    for (const MovedWork& hop : stage.hops) {
        time.compute += hopping(hop);
    }
    for (const MovedWork& moved : stage.moved) {
        (moved.onDemand ? time.onDemand : time.ahead) += moving(moved);
    }
    return time;
}

double RunClock::computing(const StageWork& stage) const {
    const bool isCard = m_setting.isCard(stage.device);
    const ProductPlace place = isCard ? ProductPlace::Card : ProductPlace::Host;
    double multiplying = 0;
    for (const ProductWork& product : stage.products) {
        multiplying += secondsFor(
            product.operations,
            productRate(*m_setting.rates, place, product.dtype, product.rows, m_setting.threads));
    }
    if (isCard) {  // its own memory's rate is in that of a single row's product
        return multiplying;
    }
    multiplying += secondsFor(static_cast<double>(stage.freshBytes),
                              m_setting.rates->of(HostRate::TouchSmall));
    const bool isNarrow = std::ranges::any_of(stage.products, [](const ProductWork& product) {
        return product.dtype == DType::BFloat16;
    });
    const DType dtype = isNarrow ? DType::BFloat16 : DType::Float32;
    if (const auto rates = elementwiseRates(*m_setting.rates, dtype)) {
        // Products were measured with the reading of their weights.
        const auto others = static_cast<double>(stage.bytesTouched - stage.weightBytes);
        std::uint64_t products = 0;
        for (const ProductWork& product : stage.products) {
            products += product.calls;
        }
        return multiplying + others / rates->bytesPerSecond +
               static_cast<double>(stage.calls) / rates->callsPerSecond +
               static_cast<double>(products) / rates->productsPerSecond;
    }
    return longer(multiplying, secondsFor(static_cast<double>(stage.bytesTouched),
                                          m_setting.rates->of(HostRate::Memcpy)));
}

double RunClock::hopping(const MovedWork& hop) const {
    const auto bytes = static_cast<double>(hop.bytes);
    const bool touchesCard = m_setting.isCard(hop.from) || m_setting.isCard(hop.to);
    double seconds = secondsFor(
        bytes, m_setting.rates->of(touchesCard ? HostRate::HostToDevice : HostRate::Memcpy));
    const DeviceInfo* const info = m_setting.find(hop.to);
    if (info != nullptr && info->linkBytesPerSecond) {
        seconds = longer(seconds, bytes / *info->linkBytesPerSecond);
    }
    return seconds + kHopLatencySeconds;
}

double RunClock::moving(const MovedWork& moved) {
    const auto bytes = static_cast<double>(moved.bytes);
    double seconds = writingTo(moved.to, bytes);
    if (moved.from == DeviceId::disk()) {
        seconds += reading(bytes);
    } else if (moved.from.isGpu()) {  // through a buffer of the host
        seconds += secondsFor(
            bytes, m_setting.rates->of(m_setting.isCard(moved.from) ? HostRate::HostToDevice
                                                                    : HostRate::Memcpy));
    }
    return seconds;
}

double RunClock::reading(double bytes) const {
    if (m_disk == nullptr) {
        return bytes > 0 ? kUnknown : 0;
    }
    const double warm = bytes * m_setting.warmShare;
    return secondsFor(warm, m_disk->of(DiskRate::ReadWarm)) +
           secondsFor(bytes - warm, m_disk->of(DiskRate::ReadCold));
}

double RunClock::writingTo(DeviceId device, double bytes) {
    const MachineRates& rates = *m_setting.rates;
    if (m_setting.isCard(device)) {
        return secondsFor(bytes, rates.of(HostRate::HostToDevice));
    }
    std::uint64_t& left = m_fresh[device];
    const double fresh = std::min(bytes, static_cast<double>(left));
    left -= static_cast<std::uint64_t>(fresh);
    if (!device.isGpu()) {  // what is read for the host goes straight to its place
        return secondsFor(fresh, rates.of(HostRate::TouchLarge));
    }
    const double seconds = secondsFor(fresh, rates.of(HostRate::SimulatedFresh)) +
                           secondsFor(bytes - fresh, rates.of(HostRate::SimulatedPopulated));
    const DeviceInfo* const info = m_setting.find(device);
    const bool isLimited = info != nullptr && info->linkBytesPerSecond.has_value();
    return isLimited ? longer(seconds, bytes / *info->linkBytesPerSecond) : seconds;
}

std::vector<double> passEnds(const std::vector<std::vector<StageTime>>& passes, unsigned window) {
    std::vector<double> ends;
    std::vector<double> begins;  // of every stage of every pass: when it may ask for its weights
    double now = 0;
    double carriedUntil = 0;
    for (const std::vector<StageTime>& pass : passes) {
        for (const StageTime& stage : pass) {
            begins.push_back(now);
            const std::size_t turn = begins.size() - 1;
            const double mayTravel = begins[turn - std::min<std::size_t>(turn, window)];
            carriedUntil = longer(carriedUntil, mayTravel) + stage.ahead;
            // A stage without such weights waits for nobody's.
            const double ready = stage.ahead == 0 ? now : longer(now, carriedUntil);
            now = ready + stage.onDemand + stage.compute;
        }
        ends.push_back(now);
    }
    return ends;
}

}  // namespace stowage
