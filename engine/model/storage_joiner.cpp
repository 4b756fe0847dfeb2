// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/storage_joiner.h"

#include "engine/base/utf8.h"

#include <algorithm>
#include <numeric>

namespace stowage {
namespace {

Unexpected notOne(std::string message, const std::string& name) {
    return fail(ErrorCode::Malformed, std::move(message), {}, name);
}

}  // namespace

StorageJoiner::StorageJoiner(std::vector<TensorSpec>& tensors, const TensorsByName& byName)
    : m_tensors(tensors), m_byName(byName), m_parent(tensors.size()) {
    std::iota(m_parent.begin(), m_parent.end(), 0U);
}

Result<void> StorageJoiner::tie(const std::vector<std::string>& group) {
    const TensorSpec* owner = nullptr;
    for (const std::string& name : group) {
        const auto found = m_byName.find(name);
        if (found == m_byName.end()) {
            return notOne("The tied tensor " + quotedForMessage(name) + " is not in the tree.",
                          name);
        }
        const TensorSpec& spec = m_tensors[found->second.index()];
        if (owner == nullptr) {
            owner = &spec;
            continue;
        }
        if (spec.dtype != owner->dtype || spec.shape != owner->shape) {
            return notOne("The tensors " + quotedForMessage(owner->name) + " and " +
                              quotedForMessage(name) +
                              " are said to be one, but differ in shape or dtype.",
                          name);
        }
        join(owner->storage.value, spec.storage.value);
    }
    return {};
}

std::pair<std::uint32_t, std::vector<std::vector<TensorId>>> StorageJoiner::finish() {
    constexpr std::uint32_t kUnset = StorageId::kNone;
    std::vector<std::uint32_t> number(m_parent.size(), kUnset);
    std::vector<std::uint32_t> uses;  // of each storage
    uses.reserve(m_parent.size());
    for (TensorSpec& spec : m_tensors) {
        std::uint32_t& assigned = number[find(spec.storage.value)];
        if (assigned == kUnset) {
            assigned = static_cast<std::uint32_t>(uses.size());
            uses.push_back(0);
        }
        spec.storage = StorageId{assigned};
        ++uses[assigned];
    }
    // Most storages have one name: only the others get a list.
    std::vector<std::vector<TensorId>> groups;
    std::ranges::fill(number, kUnset);
    for (std::uint32_t i = 0; i < m_tensors.size(); ++i) {
        const std::uint32_t storage = m_tensors[i].storage.value;
        if (uses[storage] < 2) {
            continue;
        }
        if (number[storage] == kUnset) {
            number[storage] = static_cast<std::uint32_t>(groups.size());
            groups.emplace_back();
        }
        groups[number[storage]].push_back(TensorId{i});
    }
    return {static_cast<std::uint32_t>(uses.size()), std::move(groups)};
}

std::uint32_t StorageJoiner::find(std::uint32_t i) {
    while (m_parent[i] != i) {
        m_parent[i] = m_parent[m_parent[i]];
        i = m_parent[i];
    }
    return i;
}

void StorageJoiner::join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    m_parent[std::max(a, b)] = std::min(a, b);
}

}  // namespace stowage
