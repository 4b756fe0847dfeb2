// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/replayed_memory.h"
#include "engine/run/stage_work.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace stowage {

/// Where the work of one pass is written down while it is walked: which stage and device are at
/// it, and what lives. One thread.
class WorkLedger {
public:
    /// All must outlive the ledger.
    WorkLedger(const RunSetting& setting, const std::vector<RunStage>& stages,
               ReplayedMemory& memory);

    /// The module that comes next; stages follow each other as RunMonitor tells them apart.
    void enter(const std::string& module);
    void runOn(DeviceId device);
    [[nodiscard]] DeviceId device() const { return m_device; }
    [[nodiscard]] const RunSetting& setting() const { return m_setting; }

    void multiply(DType dtype, WeightLayout layout, std::int64_t rows, double operations);
    void touch(std::uint64_t bytes) {
        stage().bytesTouched += bytes;
        stage().hostTouched += m_isCard ? 0 : bytes;
    }
    void readWeight(std::uint64_t bytes) {
        stage().bytesTouched += bytes;
        stage().weightBytes += bytes;
    }
    void hop(DeviceId from, DeviceId to, std::uint64_t bytes);
    void bring(const RunTensor& tensor, DeviceId to, bool onDemand);

    /// Memory of the device that is at it, for as long as the block lives.
    [[nodiscard]] ReplayedMemory::BlockPtr take(RunMemoryKind kind, std::uint64_t bytes) {
        stage().hostCalls += m_isCard ? 0 : 1;
        return m_memory.take(m_device, kind, bytes);
    }
    [[nodiscard]] ReplayedMemory& memory() { return m_memory; }

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
    ReplayedMemory& m_memory;
    PassWork m_work;
    std::size_t m_stage = 0;
    DeviceId m_device;
    bool m_isCard;
    std::map<std::size_t, Experts> m_experts;  ///< by stage
    std::map<std::size_t, std::int64_t> m_expertRows;
};

}  // namespace stowage
