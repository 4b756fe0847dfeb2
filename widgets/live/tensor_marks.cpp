// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/live/tensor_marks.h"

#include <algorithm>
#include <utility>

namespace stowage {

void TensorMarks::readAgain(MemorySampler& sampler, std::optional<double> origin) {
    clear();
    m_cursor = 0;
    read(sampler, origin);
}

void TensorMarks::read(MemorySampler& sampler, std::optional<double> origin) {
    const MemorySampler::MarkBatch batch = sampler.marksSince(m_cursor);
    if (batch.marks.empty() && !batch.reset) {
        return;
    }
    std::vector<ChartMark> read = batch.reset ? std::vector<ChartMark>() : *m_marks;
    for (const EventMark& mark : batch.marks) {
        const double seconds = mark.seconds - origin.value_or(0);
        if (origin && seconds >= 0) {
            read.push_back({QString::fromStdString(mark.name), seconds});
        }
    }
    m_marks = std::make_shared<const std::vector<ChartMark>>(std::move(read));
}

std::optional<ChartMark> TensorMarks::at(double seconds) const {
    const auto next = std::ranges::lower_bound(*m_marks, seconds, {}, &ChartMark::seconds);
    return next == m_marks->end() ? std::nullopt : std::optional(*next);
}

}  // namespace stowage
