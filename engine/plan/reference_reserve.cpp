// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/reference_reserve.h"

#include <algorithm>

namespace stowage {

std::vector<ReferenceNumber> largestLayerBelow(const ModuleTree& tree, const ReferenceSizes& sizes,
                                               const WholeModules& whole) {
    const auto nodes = tree.nodes();
    std::vector<ReferenceNumber> best(nodes.size());
    // Preorder backwards: children are done before their parent, the last of them first.
    for (std::size_t i = nodes.size(); i-- > 0;) {
        if (isLayer(tree, ReferenceItem::of(nodes[i].id), whole)) {
            const ReferenceNumber size = sizes.of(nodes[i].id);
            best[i] = size.value > 0 ? size : ReferenceNumber{};
        }
        if (i == 0) {
            break;
        }
        const ModuleId parent = nodes[i].parent;
        // A second name of a shared module has no size, so it changes nothing here.
        if (!whole.contains(parent) && best[i].value >= best[parent.index()].value) {
            best[parent.index()] = best[i];
        }
    }
    return best;
}

ReferenceReserve::ReferenceReserve(const ModuleTree& tree, const ReferenceSizes& sizes,
                                   const WholeModules& whole,
                                   const std::vector<ReferenceNumber>& best)
    : m_tree(tree), m_sizes(sizes), m_whole(whole), m_best(best), m_visits(tree.nodes().size()) {}

std::uint32_t ReferenceReserve::bucketOf(double size) {
    const auto [found, isNew] =
        m_bucketBySize.try_emplace(size, static_cast<std::uint32_t>(m_buckets.size()));
    if (isNew) {
        m_buckets.push_back({size});
    }
    return found->second;
}

void ReferenceReserve::moduleAdded(ModuleId module) {
    Visit& visit = m_visits[module.index()];
    const ReferenceNumber best = m_best[module.index()];
    if (visit.bucket == kNone) {
        visit.bucket = bucketOf(best.value);
    }
    if (!isName(visit)) {  // else it stays one until it is popped
        visit.added = ++m_now;
    }
    visit.isOnList = true;
    Bucket& bucket = m_buckets[visit.bucket];
    bucket.modules += 1;
    bucket.floats += best.isFloat ? 1 : 0;
    if (!bucket.isQueued) {
        bucket.isQueued = true;
        m_queue.emplace(bucket.size, visit.bucket);
    }
}

void ReferenceReserve::moduleRemoved(ModuleId module) {
    Visit& visit = m_visits[module.index()];
    if (!visit.isOnList) {
        return;
    }
    visit.isOnList = false;
    visit.removed = ++m_now;
    Bucket& bucket = m_buckets[visit.bucket];
    bucket.modules -= 1;
    bucket.floats -= m_best[module.index()].isFloat ? 1 : 0;
}

void ReferenceReserve::moduleOpened(ModuleId module) {
    moduleRemoved(module);
    m_mayHaveOpened = true;
}

bool ReferenceReserve::isName(const Visit& visit) const {
    const bool wasOnList = visit.added != 0 && visit.added <= m_refreshed &&
                           (visit.isOnList || visit.removed > m_refreshed);
    return visit.bucket == m_nameBucket && wasOnList && visit.popped <= m_refreshed;
}

std::uint32_t ReferenceReserve::largestBucket() {
    while (!m_queue.empty()) {
        const std::uint32_t bucket = m_queue.top().second;
        if (m_buckets[bucket].modules > 0) {
            return bucket;
        }
        m_buckets[bucket].isQueued = false;
        m_queue.pop();
    }
    return kNone;
}

void ReferenceReserve::namesAre(std::uint32_t bucket) {
    m_refreshed = m_now;
    m_nameBucket = bucket;
    m_namesLeft = bucket == kNone ? 0 : m_buckets[bucket].modules;
    m_mayHaveOpened = false;
    m_openLayers.clear();
    m_tensorNames.clear();
}

void ReferenceReserve::startWith(const std::vector<ReferenceItem>& items) {
    m_value = {};
    for (const ReferenceItem item : items) {
        const ReferenceNumber size =
            item.isTensor ? m_sizes.of(item) : m_best[item.module().index()];
        if (size.value > m_value.value) {
            m_value = size;
        }
    }
    const auto bucket = m_bucketBySize.find(m_value.value);
    namesAre(bucket == m_bucketBySize.end() ? kNone : bucket->second);
    for (const ReferenceItem item : items) {
        if (item.isTensor && m_sizes.of(item).value == m_value.value) {
            m_tensorNames.insert(item.id);
        }
    }
}

bool ReferenceReserve::popNames(ReferenceItem popped) {
    if (popped.isTensor) {
        m_tensorNames.erase(popped.id);
    } else {
        Visit& visit = m_visits[popped.id];
        if (isName(visit)) {
            m_namesLeft -= 1;
        } else if (m_mayHaveOpened) {
            openAncestorOf(popped.module());
        }
        visit.popped = ++m_now;
        const std::uint32_t end = m_tree.node(popped.module()).subtreeEnd.value;
        m_openLayers.erase(m_openLayers.lower_bound(popped.id), m_openLayers.lower_bound(end));
    }
    return m_namesLeft == 0 && m_openLayers.empty() && m_tensorNames.empty();
}

void ReferenceReserve::openAncestorOf(ModuleId popped) {
    // Only fallback allocation opens entries without refreshing the value.
    for (ModuleId above = m_tree.node(popped).parent; above.isValid();
         above = m_tree.node(above).parent) {
        Visit& visit = m_visits[above.index()];
        if (!isName(visit)) {
            continue;
        }
        visit.popped = ++m_now;
        m_namesLeft -= 1;
        const LargestLayer inside =
            largestLayer(m_tree, {ReferenceItem::of(above)}, m_sizes, m_whole);
        for (const ReferenceItem layer : inside.layers) {
            m_openLayers.insert(layer.id);
        }
        // The names are disjoint subtrees, so no other ancestor can be among them.
        return;
    }
}

void ReferenceReserve::refresh(const ReferenceTodo& todo) {
    const std::uint32_t largest = largestBucket();
    namesAre(largest);
    if (largest == kNone) {
        m_value = {};
        return;
    }
    const Bucket& bucket = m_buckets[largest];
    m_value = {bucket.size, bucket.floats > 0};
    if (bucket.floats > 0 && bucket.floats < bucket.modules) {
        const auto first = todo.findModule(
            [&](ModuleId module) { return m_best[module.index()].value == bucket.size; });
        m_value.isFloat = first && m_best[first->index()].isFloat;
    }
}

}  // namespace stowage
