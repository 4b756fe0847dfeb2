// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/stage_work.h"

#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace stowage {

/// Where the work of one pass is written down while it is walked: which stage and device are at
/// it, and what lives. One thread.
class WorkLedger {
public:
    WorkLedger(const RunSetting& setting, const std::vector<RunStage>& stages);

    /// The module that comes next; stages follow each other as RunMonitor tells them apart.
    void enter(const std::string& module);
    void runOn(DeviceId device);
    [[nodiscard]] DeviceId device() const { return m_device; }
    [[nodiscard]] const RunSetting& setting() const { return m_setting; }

    void multiply(DType dtype, std::int64_t rows, double operations);
    void touch(std::uint64_t bytes) { stage().bytesTouched += bytes; }
    void makePages(std::uint64_t bytes) { stage().freshBytes += bytes; }
    void hop(DeviceId from, DeviceId to, std::uint64_t bytes);
    void bring(const RunTensor& tensor, DeviceId to, bool onDemand);
    /// One module's weights that are there only while it runs.
    void borrowed(DeviceId device, std::uint64_t bytes, std::uint64_t onDemand);

    /// Memory that lives until it is given back. Devices round it up as they do.
    std::uint64_t take(DeviceId device, std::uint64_t bytes);
    void giveBack(DeviceId device, std::uint64_t taken);
    /// Memory that an operation needs for itself, all of these at once.
    void need(std::initializer_list<std::uint64_t> sizes);
    void takeCache(DeviceId device, std::uint64_t bytes) { m_cache[device] += bytes; }
    void giveCacheBack(DeviceId device, std::uint64_t bytes) { m_cache[device] -= bytes; }
    /// The pass is over: what caches keep now is what it came to.
    void endPass();

    /// An expert that ran, by the path of its modules; rows of tokens that experts answered for.
    void useExpert(const std::string& expert, std::uint64_t bytesTouched);
    void answered(std::int64_t rows) { m_expertRows[m_stage] += rows; }
    /// Corrects what experts were counted for: `expected` of the `used`.
    struct Experts {
        std::set<std::string> used;
        std::uint64_t bytesTouched = 0;
    };
    [[nodiscard]] const std::map<std::size_t, Experts>& experts() const { return m_experts; }
    [[nodiscard]] std::int64_t expertRows(std::size_t stage) const;

    [[nodiscard]] PassWork& work() { return m_work; }

private:
    [[nodiscard]] StageWork& stage() { return m_work.stages[m_stage]; }

    const RunSetting& m_setting;
    const std::vector<RunStage>& m_stages;
    PassWork m_work;
    std::size_t m_stage = 0;
    DeviceId m_device;
    std::map<DeviceId, std::uint64_t> m_live;
    std::map<DeviceId, std::uint64_t> m_cache;
    std::map<std::size_t, Experts> m_experts;  ///< by stage
    std::map<std::size_t, std::int64_t> m_expertRows;
};

}  // namespace stowage
