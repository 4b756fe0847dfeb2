// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/work_ledger.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

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

WorkLedger::WorkLedger(const RunSetting& setting, const std::vector<RunStage>& stages,
                       ReplayedMemory& memory)
    : m_setting(setting),
      m_stages(stages),
      m_memory(memory),
      m_device(setting.executionDevice),
      m_isCard(setting.isCard(m_device)) {
    for (const RunStage& stage : stages) {
        m_work.stages.push_back({stage.name, setting.executionDevice});
    }
}

/// A table that is used once more at the end, as a tied head is, belongs to the stage that runs
/// then.
void WorkLedger::enter(const std::string& module) {
    m_stage = std::max(m_stage, stageWith(m_stages, module).value_or(0));
    stage().device = m_device;
}

void WorkLedger::runOn(DeviceId device) {
    m_device = device;
    m_isCard = m_setting.isCard(device);
    stage().device = device;
}

void WorkLedger::multiply(DType dtype, WeightLayout layout, std::int64_t rows, double operations) {
    std::vector<ProductWork>& products = stage().products;
    const auto same = std::ranges::find_if(products, [&](const ProductWork& product) {
        return product.dtype == dtype && product.rows == rows && product.layout == layout &&
               product.device == m_device;
    });
    if (same == products.end()) {
        products.push_back({dtype, rows, operations, 1, layout, m_device});
    } else {
        same->operations += operations;
        ++same->calls;
    }
}

void WorkLedger::hop(DeviceId from, DeviceId to, std::uint64_t bytes) {
    stage().hops.push_back({from, to, bytes});
}

void WorkLedger::bring(const RunTensor& tensor, DeviceId to, bool onDemand) {
    addTo(stage().moved, {tensor.device, to, tensor.bytes(), onDemand});
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
