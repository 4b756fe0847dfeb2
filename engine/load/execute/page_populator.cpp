// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/execute/page_populator.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace stowage {

PagePopulator::PagePopulator(std::size_t batches, unsigned threads,
                             std::function<void(std::size_t batch)> populate)
    : m_batches(batches), m_populate(std::move(populate)) {
    for (unsigned i = 0; i < threads; ++i) {
        try {
            m_threads.emplace_back([this](const std::stop_token& stop) { run(stop); });
        } catch (const std::system_error&) {  // then with those that there are
            return;
        }
    }
}

void PagePopulator::allow(std::size_t read, std::size_t end) {
    if (m_threads.empty()) {
        return;
    }
    {
        const std::scoped_lock lock(m_mutex);
        m_next = std::max(m_next, read);
        m_end = std::max(m_end, end);
    }
    m_mayGo.notify_all();
}

std::size_t PagePopulator::next(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    const bool mayGo =
        m_mayGo.wait(lock, stop, [this] { return m_next < m_end || m_next >= m_batches; });
    return mayGo && m_next < m_batches ? m_next++ : m_batches;
}

void PagePopulator::run(const std::stop_token& stop) {
    for (std::size_t at = next(stop); at < m_batches; at = next(stop)) {
        m_populate(at);
    }
}

}  // namespace stowage
