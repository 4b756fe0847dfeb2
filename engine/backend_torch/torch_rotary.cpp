// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/torch_rotary.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <mutex>
#include <vector>

namespace stowage {
namespace {

/// Of each row and pair, in the dtype of what they turn: [rows × 1 × parts of a head × pairs].
struct RotaryAngles {
    at::Tensor cosines;
    at::Tensor sines;
};

/// [rows × parts of a head]
at::Tensor positionsOf(const RotaryTable& table, std::int64_t firstPosition, std::int64_t rows,
                       const at::Device& device) {
    if (table.positions.empty()) {
        return at::arange(firstPosition, firstPosition + rows,
                          at::TensorOptions().dtype(at::kFloat).device(device))
            .unsqueeze(1);
    }
    const auto count = static_cast<std::int64_t>(table.positions.size());
    return at::from_blob(const_cast<std::int64_t*>(table.positions.data()), {rows, count / rows},
                         at::TensorOptions().dtype(at::kLong))
        .to(at::TensorOptions().dtype(at::kFloat).device(device));
}

RotaryAngles rotaryAngles(const at::Tensor& x, const RotaryTable& table,
                          std::int64_t firstPosition) {
    // LibTorch takes no const pointers.
    const at::Tensor frequencies =
        at::from_blob(const_cast<float*>(table.frequencies.data()),
                      {static_cast<std::int64_t>(table.frequencies.size())},
                      at::TensorOptions().dtype(at::kFloat))
            .to(x.device());
    const at::Tensor positions = positionsOf(table, firstPosition, x.size(0), x.device());
    const at::Tensor angles = positions.unsqueeze(2) * frequencies;
    // One after the other: what is wide goes before the next one comes.
    RotaryAngles made;
    made.cosines = angles.cos().mul_(table.factor).to(x.scalar_type()).unsqueeze(1);
    made.sines = angles.sin().mul_(table.factor).to(x.scalar_type()).unsqueeze(1);
    return made;
}

at::Tensor rotated(const at::Tensor& x, std::int64_t heads, const RotaryTable& table,
                   const RotaryAngles& angles) {
    const std::int64_t rows = x.size(0);
    const auto pairs = static_cast<std::int64_t>(table.frequencies.size());
    const auto& [cosines, sines] = angles;
    const at::Tensor byHead = x.view({rows, heads, cosines.size(2), -1});
    const at::Tensor turning = byHead.narrow(3, 0, 2 * pairs);
    const bool areHalves = table.pairs == RotaryPairs::Halves;
    const at::Tensor first =
        areHalves ? turning.narrow(3, 0, pairs) : turning.slice(3, 0, 2 * pairs, 2);
    const at::Tensor second =
        areHalves ? turning.narrow(3, pairs, pairs) : turning.slice(3, 1, 2 * pairs, 2);
    std::vector<at::Tensor> parts{first * cosines - second * sines,
                                  second * cosines + first * sines};
    if (!areHalves) {
        parts = {at::stack(parts, 4).flatten(3)};
    }
    if (const std::int64_t still = byHead.size(3) - 2 * pairs; still > 0) {
        parts.push_back(byHead.narrow(3, 2 * pairs, still));  // the end of each head stays as it is
    }
    return parts.size() == 1 ? parts.front().view({rows, -1}) : at::cat(parts, 3).view({rows, -1});
}

}  // namespace

class RotaryTurner::Kept {
public:
    RotaryAngles of(const at::Tensor& x, const RotaryTable& table, std::int64_t firstPosition) {
        if (!x.is_cuda() || x.size(0) != 1) {
            return rotaryAngles(x, table, firstPosition);
        }
        const std::scoped_lock lock(m_mutex);
        const auto isIt = [&](const Entry& kept) {
            return kept.firstPosition == firstPosition && kept.factor == table.factor &&
                   kept.angles.cosines.device() == x.device() &&
                   kept.angles.cosines.scalar_type() == x.scalar_type() &&
                   kept.frequencies == table.frequencies && kept.positions == table.positions;
        };
        if (const auto found = std::ranges::find_if(m_kept, isIt); found != m_kept.end()) {
            return found->angles;
        }
        if (m_kept.size() == kMostTables) {
            m_kept.pop_front();
        }
        m_kept.push_back({table.frequencies, table.positions, table.factor, firstPosition,
                          rotaryAngles(x, table, firstPosition)});
        return m_kept.back().angles;
    }

    void clear() {
        const std::scoped_lock lock(m_mutex);
        m_kept.clear();
    }

private:
    /// Layers of a model turn by two tables at most; so many sequences run beside each other.
    static constexpr std::size_t kMostTables = 16;
    struct Entry {
        std::vector<float> frequencies;
        std::vector<std::int64_t> positions;
        double factor = 1;
        std::int64_t firstPosition = 0;
        RotaryAngles angles;
    };
    std::mutex m_mutex;
    std::deque<Entry> m_kept;  ///< the oldest first
};

RotaryTurner::RotaryTurner() : m_kept(std::make_unique<Kept>()) {}

RotaryTurner::~RotaryTurner() = default;

at::Tensor RotaryTurner::rotate(const at::Tensor& x, std::int64_t heads, const RotaryTable& table,
                                std::int64_t firstPosition) {
    return rotated(x, heads, table, m_kept->of(x, table, firstPosition));
}

void RotaryTurner::clear() {
    m_kept->clear();
}

}  // namespace stowage
