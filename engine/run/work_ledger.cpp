// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/work_ledger.h"

#include "engine/device/allocator_rules.h"

#include <algorithm>

namespace stowage {

namespace {

bool isOf(const std::string& module, const std::string& path) {
    return module.starts_with(path) && (module.size() == path.size() || module[path.size()] == '.');
}

void addTo(std::vector<MovedWork>& list, const MovedWork& more) {
    const auto same = std::ranges::find_if(list, [&](const MovedWork& moved) {
        return moved.from == more.from && moved.to == more.to && moved.onDemand == more.onDemand;
    });
    if (same == list.end()) {
        list.push_back(more);
    } else {
        same->bytes += more.bytes;
    }
}

}  // namespace

double StageWork::operations() const {
    double sum = 0;
    for (const ProductWork& product : products) {
        sum += product.operations;
    }
    return sum;
}

std::uint64_t StageWork::bytesMoved() const {
    std::uint64_t sum = 0;
    for (const MovedWork& one : moved) {
        sum += one.bytes;
    }
    return sum;
}

WorkLedger::WorkLedger(const RunSetting& setting, const std::vector<RunStage>& stages)
    : m_setting(setting), m_stages(stages), m_device(setting.executionDevice) {
    for (const RunStage& stage : stages) {
        m_work.stages.push_back({stage.name, setting.executionDevice, {}, 0, 0, {}, {}});
    }
}

/// A table that is used once more at the end, as a tied head is, belongs to the stage that runs
/// then.
void WorkLedger::enter(const std::string& module) {
    const auto found = std::ranges::find_if(m_stages, [&](const RunStage& stage) {
        return std::ranges::any_of(stage.paths,
                                   [&](const std::string& path) { return isOf(module, path); });
    });
    const auto number = static_cast<std::size_t>(found - m_stages.begin());
    m_stage = found == m_stages.end() ? m_stage : std::max(m_stage, number);
    stage().device = m_device;
}

void WorkLedger::runOn(DeviceId device) {
    m_device = device;
    stage().device = device;
}

void WorkLedger::multiply(DType dtype, std::int64_t rows, double operations) {
    std::vector<ProductWork>& products = stage().products;
    const auto same = std::ranges::find_if(products, [&](const ProductWork& product) {
        return product.dtype == dtype && product.rows == rows;
    });
    if (same == products.end()) {
        products.push_back({dtype, rows, operations});
    } else {
        same->operations += operations;
    }
}

void WorkLedger::hop(DeviceId from, DeviceId to, std::uint64_t bytes) {
    stage().hops.push_back({from, to, bytes});
}

void WorkLedger::bring(const RunTensor& tensor, DeviceId to, bool onDemand) {
    addTo(stage().moved, {tensor.device, to, tensor.bytes(), onDemand});
}

void WorkLedger::borrowed(DeviceId device, std::uint64_t bytes, std::uint64_t onDemand) {
    DeviceWork& work = m_work.devices[device];
    work.largestModule = std::max(work.largestModule, bytes);
    work.largestOnDemand = std::max(work.largestOnDemand, onDemand);
}

std::uint64_t WorkLedger::take(DeviceId device, std::uint64_t bytes) {
    const std::uint64_t taken =
        device.isGpu() ? allocator_rules::roundUp(bytes, allocator_rules::kRounding) : bytes;
    std::uint64_t& live = m_live[device];
    live += taken;
    DeviceWork& work = m_work.devices[device];
    work.activations = std::max(work.activations, live);
    return taken;
}

void WorkLedger::giveBack(DeviceId device, std::uint64_t taken) {
    m_live[device] -= taken;
}

void WorkLedger::endPass() {
    for (const auto& [device, bytes] : m_cache) {
        m_work.devices[device].cache = bytes;
    }
}

void WorkLedger::need(std::initializer_list<std::uint64_t> sizes) {
    std::uint64_t taken = 0;
    for (const std::uint64_t bytes : sizes) {
        taken += take(m_device, bytes);
    }
    giveBack(m_device, taken);
}

void WorkLedger::useExpert(const std::string& expert, std::uint64_t bytesTouched) {
    Experts& experts = m_experts[m_stage];
    experts.used.insert(expert);
    experts.bytesTouched += bytesTouched;
}

std::int64_t WorkLedger::expertRows(std::size_t stage) const {
    const auto found = m_expertRows.find(stage);
    return found == m_expertRows.end() ? 0 : found->second;
}

}  // namespace stowage
