// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/load_fractions.h"

#include <algorithm>
#include <utility>

namespace stowage {

LoadFractions::LoadFractions(std::shared_ptr<const LoadSchedule> schedule)
    : m_schedule(std::move(schedule)) {
    const ModuleTree& tree = *m_schedule->plan->request.tree;
    m_spans.resize(tree.storageCount());
    for (const ReadStep& step : m_schedule->reads) {
        const TensorId tensor = m_schedule->tensors[step.scheduled].tensor;
        Span& span = m_spans[tree.tensor(tensor).storage.index()];
        if (span.length == 0) {
            span.begin = m_readBytes;
        }
        span.length += step.length;
        m_readBytes += step.length;
    }
}

void LoadFractions::setProgress(std::uint64_t done, std::uint64_t total) {
    const double share =
        total == 0 ? 0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    m_position = share * static_cast<double>(m_readBytes);
}

double LoadFractions::of(ModuleId module) const {
    const ModuleTree& tree = *m_schedule->plan->request.tree;
    if (module.index() >= tree.nodes().size()) {
        return 1;
    }
    double loaded = 0;
    double total = 0;
    for (const TensorSpec& tensor : tree.subtreeTensors(module)) {
        const Span& span = m_spans[tensor.storage.index()];
        const auto length = static_cast<double>(span.length);
        total += length;
        loaded += std::clamp(m_position - static_cast<double>(span.begin), 0.0, length);
    }
    return total == 0 ? 1 : loaded / total;
}

}  // namespace stowage
