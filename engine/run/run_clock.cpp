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

RunClock::RunClock(const RunSetting& setting, std::map<DeviceId, std::uint64_t> fresh,
                   std::uint64_t passes)
    : m_setting(setting),
      m_warmShare(setting.warmShare),
      m_fresh(std::move(fresh)),
      m_isLocked(setting.locksForCards(passes)) {
    if (setting.rates && !setting.offloadFolder.empty()) {
        const auto identity = fileSystemFor(setting.offloadFolder);
        m_disk = identity ? setting.rates->findDisk(*identity) : nullptr;
    }
}

StageTime RunClock::price(const StageWork& stage) {
    StageTime time;
    if (!m_setting.rates) {
        time.compute = time.ahead = time.onDemand = kUnknown;
        return time;
    }
    compute(stage, time);
    for (const MovedWork& hop : stage.hops) {
        time.hops += hopping(hop);
    }
    time.compute += time.hops;
    for (const MovedWork& moved : stage.moved) {
        const Carriage carriage = moving(moved);
        if (moved.onDemand) {
            time.onDemand += carriage.seconds;
        } else {
            time.ahead += carriage.seconds;
            time.copying += carriage.copying;
        }
    }
    return time;
}

void RunClock::endFirstPass() {
    m_warmShare = m_setting.staysCached ? 1 : m_setting.warmShare;
}

const MemorySharing& RunClock::sharing(DType dtype, std::int64_t rows) {
    const auto known = m_sharing.find({dtype, rows});
    return known != m_sharing.end()
               ? known->second
               : m_sharing
                     .emplace(std::pair(dtype, rows), memorySharing(*m_setting.rates, dtype, rows))
                     .first->second;
}

void RunClock::compute(const StageWork& stage, StageTime& time) {
    const MachineRates& rates = *m_setting.rates;
    // How long the same takes while this machine copies, and how many seconds copies lose in it.
    double besideCopies = 0;
    double lost = 0;
    const auto take = [&](double seconds, MemorySharing sharing) {
        time.compute += seconds;
        besideCopies += seconds / sharing.product;
        lost += seconds * (1 - sharing.copies);
    };
    std::uint64_t hostProducts = 0;
    bool isNarrow = false;
    for (const ProductWork& product : stage.products) {
        const bool isByCard = m_setting.isCard(product.device);
        const ProductPlace place = isByCard ? ProductPlace::Card : ProductPlace::Host;
        take(secondsFor(product.operations, productRate(rates, place, product.dtype, product.rows,
                                                        m_setting.threads, product.layout)),
             isByCard ? MemorySharing{} : sharing(product.dtype, product.rows));
        hostProducts += isByCard ? 0 : product.calls;
        isNarrow = isNarrow || (!isByCard && product.dtype == DType::BFloat16);
    }
    if (stage.hostCalls == 0) {  // a card's memory's rate is in that of a single row's product
        return;
    }
    const DType dtype = isNarrow ? DType::BFloat16 : DType::Float32;
    const MemorySharing waiting = sharing(dtype, 1);
    if (const auto elementwise = elementwiseRates(rates, dtype)) {
        // Products were measured with the reading of their weights.
        take(static_cast<double>(stage.hostTouched) / elementwise->bytesPerSecond, waiting);
        take(static_cast<double>(stage.hostCalls) / elementwise->callsPerSecond +
                 static_cast<double>(hostProducts) / elementwise->productsPerSecond,
             {});
    } else if (!m_setting.isCard(stage.device)) {
        time.compute = longer(time.compute, secondsFor(static_cast<double>(stage.bytesTouched),
                                                       rates.of(HostRate::Memcpy)));
    }
    if (time.compute > 0) {
        time.besideCopies = std::min(time.compute / besideCopies, 1.0);
        time.copiesBeside = std::min(1 - lost / time.compute, 1.0);
    }
}

double RunClock::hopping(const MovedWork& hop) const {
    const auto bytes = static_cast<double>(hop.bytes);
    if (const auto link = m_setting.linkBetween(hop.from, hop.to)) {
        return link->secondsFor(bytes);
    }
    const bool touchesCard = m_setting.isCard(hop.from) || m_setting.isCard(hop.to);
    double seconds = secondsFor(
        bytes, m_setting.rates->of(touchesCard ? HostRate::HostToDevice : HostRate::Memcpy));
    const DeviceInfo* const info = m_setting.find(hop.to);
    if (info != nullptr && info->linkBytesPerSecond) {
        seconds = longer(seconds, bytes / *info->linkBytesPerSecond);
    }
    return seconds + kHopLatencySeconds;
}

RunClock::Carriage RunClock::moving(const MovedWork& moved) {
    const auto bytes = static_cast<double>(moved.bytes);
    if (const auto link = m_setting.linkBetween(moved.from, moved.to)) {
        return {link->secondsFor(bytes), 0};
    }
    Carriage all = writingTo(moved.to, bytes);
    if (moved.from == DeviceId::cpu() && m_setting.isCard(moved.to) && !m_isLocked) {
        all.seconds = longer(all.seconds, secondsFor(bytes, m_setting.rates->of(HostRate::Memcpy)));
    } else if (moved.from == DeviceId::disk()) {
        const Carriage read = reading(bytes, moved.to);
        all.seconds += read.seconds;
        all.copying += read.copying;
    } else if (moved.from.isGpu()) {  // through a buffer of the host
        const bool isCard = m_setting.isCard(moved.from);
        const double seconds = secondsFor(
            bytes, m_setting.rates->of(isCard ? HostRate::HostToDevice : HostRate::Memcpy));
        all.seconds += seconds;
        all.copying += isCard ? 0 : seconds;
    }
    return all;
}

RunClock::Carriage RunClock::reading(double bytes, DeviceId target) const {
    if (m_disk == nullptr) {
        return {bytes > 0 ? kUnknown : 0, 0};
    }
    const double warm = bytes * m_warmShare;
    // What is not in the page cache waits for the disk, whose controller writes it to its place.
    const double cold = secondsFor(bytes - warm, m_disk->of(DiskRate::ReadCold));
    const double copied = secondsFor(warm, m_disk->of(DiskRate::ReadWarm));
    const auto staged = m_disk->of(DiskRate::StagedWarm);
    if (!staged || !target.isGpu() || m_setting.isCard(target)) {
        return {copied + cold, copied};
    }
    // With its writing to a simulated GPU, it comes to the staged rate; the buffer between them
    // lies in the processor's cache, so that memory is crossed by one of the two only.
    const double writing = secondsFor(warm, m_setting.rates->of(HostRate::SimulatedPopulated));
    return {std::max(secondsFor(warm, staged) - writing, 0.0) + cold, 0};
}

RunClock::Carriage RunClock::writingTo(DeviceId device, double bytes) {
    const MachineRates& rates = *m_setting.rates;
    if (m_setting.isCard(device)) {
        return {secondsFor(bytes, rates.of(HostRate::HostToDevice)), 0};
    }
    std::uint64_t& left = m_fresh[device];
    const double fresh = std::min(bytes, static_cast<double>(left));
    left -= static_cast<std::uint64_t>(fresh);
    if (!device.isGpu()) {  // what is read for the host goes straight to its place
        const double seconds = secondsFor(fresh, rates.of(HostRate::TouchLarge));
        return {seconds, seconds};
    }
    const double copying = secondsFor(fresh, rates.of(HostRate::SimulatedFresh)) +
                           secondsFor(bytes - fresh, rates.of(HostRate::SimulatedPopulated));
    const DeviceInfo* const info = m_setting.find(device);
    const bool isLimited = info != nullptr && info->linkBytesPerSecond.has_value();
    return {isLimited ? longer(copying, bytes / *info->linkBytesPerSecond) : copying, copying};
}

namespace {

/// Two things at work, one that carries and one that computes.
class TwoAtOnce {
public:
    explicit TwoAtOnce(const std::vector<std::vector<StageTime>>& passes, unsigned window)
        : m_window(window) {
        for (const std::vector<StageTime>& pass : passes) {
            m_stages.insert(m_stages.end(), pass.begin(), pass.end());
        }
        beginCarrying();
        beginComputing();
    }

    /// Until so many stages have run; the moment, not a number where a rate is unknown.
    double runUntil(std::size_t stages) {
        while (m_computed < stages) {
            step();
        }
        return m_now;
    }

private:
    void beginCarrying() {
        // A stage without such weights waits for nobody's.
        while (m_carried < m_stages.size() && m_stages[m_carried].ahead == 0) {
            ++m_carried;
        }
        m_toCarry = m_carried < m_stages.size() ? m_stages[m_carried].ahead : 0;
    }

    void beginComputing() {
        if (m_computed < m_stages.size()) {
            const StageTime& stage = m_stages[m_computed];
            m_toCompute = stage.onDemand + stage.compute;
        }
    }

    void step() {
        const StageTime& stage = m_stages[m_computed];
        const bool computes = stage.ahead == 0 || m_carried > m_computed;
        const bool carries = m_carried < m_stages.size() &&
                             m_computed + std::min<std::size_t>(m_carried, m_window) >= m_carried;
        double computing = 1;
        double carrying = 1;
        if (computes && carries) {
            const StageTime& next = m_stages[m_carried];
            const double copying = next.copying / next.ahead / stage.copiesBeside;
            carrying = std::min(1.0, 1 / copying);
            computing = 1 - std::min(copying, 1.0) * (1 - stage.besideCopies);
        }
        const double untilComputed = computes ? m_toCompute / computing : kForever;
        const double untilCarried = carries ? m_toCarry / carrying : kForever;
        const double seconds = std::min(untilComputed, untilCarried);
        const bool isUnknown = untilComputed != untilComputed || untilCarried != untilCarried;
        m_now += isUnknown ? kUnknown : seconds;
        m_toCompute -= computes ? seconds * computing : 0;
        m_toCarry -= carries ? seconds * carrying : 0;
        if (isUnknown || untilComputed <= untilCarried) {
            ++m_computed;
            beginComputing();
        }
        if (isUnknown || untilCarried <= untilComputed) {
            ++m_carried;
            beginCarrying();
        }
    }

    static constexpr double kForever = std::numeric_limits<double>::infinity();

    std::vector<StageTime> m_stages;  ///< of all passes
    unsigned m_window;
    std::size_t m_computed = 0;  ///< stages that have run
    std::size_t m_carried = 0;   ///< the weights of the stages before it are there
    double m_toCompute = 0;      ///< of the stage that runs: seconds, were it alone
    double m_toCarry = 0;
    double m_now = 0;
};

}  // namespace

std::vector<double> passEnds(const std::vector<std::vector<StageTime>>& passes, unsigned window) {
    TwoAtOnce both(passes, window);
    std::vector<double> ends;
    std::size_t stages = 0;
    for (const std::vector<StageTime>& pass : passes) {
        stages += pass.size();
        ends.push_back(both.runUntil(stages));
    }
    return ends;
}

double PassTimes::seconds(unsigned window) const {
    const double seconds =
        asked == Asked::All && !first.empty() ? passEnds(first, window).back() : 0;
    if (steady.empty() || steadyCount == 0) {
        return seconds;
    }
    return seconds + steadyCount * steadySeconds(steady, window);
}

double steadySeconds(const std::vector<StageTime>& pass, unsigned window) {
    constexpr std::size_t kPasses = 3;  // the first of them find less on its way
    const std::vector<double> ends =
        passEnds(std::vector<std::vector<StageTime>>(kPasses, pass), window);
    return ends[kPasses - 1] - ends[kPasses - 2];
}

}  // namespace stowage
