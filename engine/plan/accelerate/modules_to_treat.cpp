// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/accelerate/modules_to_treat.h"

#include <queue>
#include <set>
#include <unordered_map>
#include <utility>

namespace stowage {

ModulesToTreat::ModulesToTreat(const ModuleTree& tree, const std::vector<TreeItem>& items)
    : m_tree(tree),
      m_slots(tree),
      m_end(m_slots.count()),
      m_next(m_end + std::size_t{1}, kAbsent),
      m_previous(m_end + std::size_t{1}, kAbsent) {
    m_next[m_end] = m_end;
    m_previous[m_end] = m_end;
    pushFront(items);
}

std::vector<TreeItem> ModulesToTreat::items() const {
    std::vector<TreeItem> items;
    for (std::uint32_t slot = m_next[m_end]; slot != m_end; slot = m_next[slot]) {
        items.push_back(m_slots.item(slot));
    }
    return items;
}

void ModulesToTreat::insertAfter(std::uint32_t before, std::uint32_t slot) {
    const std::uint32_t after = m_next[before];
    m_next[slot] = after;
    m_previous[slot] = before;
    m_next[before] = slot;
    m_previous[after] = slot;
}

void ModulesToTreat::unlink(std::uint32_t slot) {
    m_next[m_previous[slot]] = m_next[slot];
    m_previous[m_next[slot]] = m_previous[slot];
    m_next[slot] = kAbsent;
}

TreeItem ModulesToTreat::popFront() {
    const std::uint32_t slot = m_next[m_end];
    unlink(slot);
    return m_slots.item(slot);
}

void ModulesToTreat::pushFront(const std::vector<TreeItem>& items) {
    for (auto item = items.rbegin(); item != items.rend(); ++item) {
        pushFront(*item);
    }
}

bool ModulesToTreat::remove(TreeItem item) {
    if (!contains(item)) {
        return false;
    }
    unlink(m_slots.of(item));
    return true;
}

void ModulesToTreat::replace(TreeItem item, const std::vector<TreeItem>& items) {
    const std::uint32_t slot = m_slots.of(item);
    const std::uint32_t before = m_previous[slot];
    unlink(slot);
    for (auto part = items.rbegin(); part != items.rend(); ++part) {
        insertAfter(before, m_slots.of(*part));
    }
}

std::optional<ModuleId> ModulesToTreat::entryAround(TensorId tensor) const {
    for (ModuleId module = m_tree.tensor(tensor).module; module.isValid();
         module = m_tree.node(module).parent) {
        if (contains(TreeItem::of(module))) {
            return module;
        }
    }
    return std::nullopt;
}

std::vector<PythonNumber> largestLayerBelow(const ModuleTree& tree, const ModuleSizes& sizes,
                                            const WholeModules& whole) {
    const auto nodes = tree.nodes();
    std::vector<PythonNumber> best(nodes.size());
    // Preorder backwards: children are done before their parent, the last of them first.
    for (std::size_t i = nodes.size(); i-- > 0;) {
        if (isLayer(tree, TreeItem::of(nodes[i].id), whole)) {
            const PythonNumber size = sizes.of(nodes[i].id);
            best[i] = size.value > 0 ? size : PythonNumber{};
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

/// The room that Accelerate keeps for the largest remaining layer, with its staleness: the value
/// is refreshed only when all layers of that size were popped, or a module was split
/// (docs/spec/placement.md §7.2).
///
/// Modules on the to-do list are counted by the size of their largest layer. The names of a
/// refresh are "all modules with the largest size that were on the list at that moment", so
/// neither a refresh nor a pop walks over them:
///
///     a module is among the names  ⇔  it has that size, was on the list at the last refresh
///                                      and was not popped since
class LargestLayerReserve {
public:
    /// `best` is largestLayerBelow.
    LargestLayerReserve(const ModuleTree& tree, const ModuleSizes& sizes, const WholeModules& whole,
                        const std::vector<PythonNumber>& best);

    /// Keep the set of modules on the to-do list.
    void moduleAdded(ModuleId module);
    void moduleRemoved(ModuleId module);
    /// The module's parts take its place on the list.
    void moduleOpened(ModuleId module);

    /// The first value: over the whole list, in which bare tensors are layers too.
    void startWith(const std::vector<TreeItem>& items);
    /// Takes `popped` and all below it out of the names; true where none is left.
    [[nodiscard]] bool popNames(TreeItem popped);
    /// The value computed again, over the modules on the list.
    void refresh(const ModulesToTreat& todo);

    [[nodiscard]] PythonNumber value() const { return m_value; }

private:
    static constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);
    /// Modules on the list with largest layers of one size.
    struct Bucket {
        double size = 0;
        std::uint32_t modules = 0;
        std::uint32_t floats = 0;  ///< of these, whose size is a Python float
        bool isQueued = false;
    };
    /// When a module came and went, in changes of the list.
    struct Visit {
        std::uint32_t bucket = kNone;
        std::uint32_t added = 0;
        std::uint32_t removed = 0;
        std::uint32_t popped = 0;
        bool isOnList = false;
    };

    std::uint32_t bucketOf(double size);
    /// The bucket of the largest size on the list; kNone where no module is left.
    std::uint32_t largestBucket();
    [[nodiscard]] bool isName(const Visit& visit) const;
    void namesAre(std::uint32_t bucket);
    void openAncestorOf(ModuleId popped);

    const ModuleTree& m_tree;
    const ModuleSizes& m_sizes;
    const WholeModules& m_whole;
    const std::vector<PythonNumber>& m_best;
    std::vector<Visit> m_visits;  ///< by ModuleId
    std::vector<Bucket> m_buckets;
    std::unordered_map<double, std::uint32_t> m_bucketBySize;
    /// Sizes with their buckets; those that became empty are dropped when they come up.
    std::priority_queue<std::pair<double, std::uint32_t>> m_queue;
    PythonNumber m_value;
    std::uint32_t m_now = 1;
    std::uint32_t m_refreshed = 0;         ///< when the names were taken
    std::uint32_t m_nameBucket = kNone;    ///< the bucket that the names are from
    std::uint32_t m_namesLeft = 0;         ///< of the modules
    bool m_mayHaveOpened = false;          ///< a name was taken off the list unpopped
    std::set<std::uint32_t> m_openLayers;  ///< names inside of entries that were opened since
    std::set<std::uint32_t> m_tensorNames;
};

LargestLayerReserve::LargestLayerReserve(const ModuleTree& tree, const ModuleSizes& sizes,
                                         const WholeModules& whole,
                                         const std::vector<PythonNumber>& best)
    : m_tree(tree), m_sizes(sizes), m_whole(whole), m_best(best), m_visits(tree.nodes().size()) {}

std::uint32_t LargestLayerReserve::bucketOf(double size) {
    const auto [found, isNew] =
        m_bucketBySize.try_emplace(size, static_cast<std::uint32_t>(m_buckets.size()));
    if (isNew) {
        m_buckets.push_back({size});
    }
    return found->second;
}

void LargestLayerReserve::moduleAdded(ModuleId module) {
    Visit& visit = m_visits[module.index()];
    const PythonNumber best = m_best[module.index()];
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

void LargestLayerReserve::moduleRemoved(ModuleId module) {
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

void LargestLayerReserve::moduleOpened(ModuleId module) {
    moduleRemoved(module);
    m_mayHaveOpened = true;
}

bool LargestLayerReserve::isName(const Visit& visit) const {
    const bool wasOnList = visit.added != 0 && visit.added <= m_refreshed &&
                           (visit.isOnList || visit.removed > m_refreshed);
    return visit.bucket == m_nameBucket && wasOnList && visit.popped <= m_refreshed;
}

std::uint32_t LargestLayerReserve::largestBucket() {
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

void LargestLayerReserve::namesAre(std::uint32_t bucket) {
    m_refreshed = m_now;
    m_nameBucket = bucket;
    m_namesLeft = bucket == kNone ? 0 : m_buckets[bucket].modules;
    m_mayHaveOpened = false;
    m_openLayers.clear();
    m_tensorNames.clear();
}

void LargestLayerReserve::startWith(const std::vector<TreeItem>& items) {
    m_value = {};
    for (const TreeItem item : items) {
        const PythonNumber size = item.isTensor ? m_sizes.of(item) : m_best[item.module().index()];
        if (size.value > m_value.value) {
            m_value = size;
        }
    }
    const auto bucket = m_bucketBySize.find(m_value.value);
    namesAre(bucket == m_bucketBySize.end() ? kNone : bucket->second);
    for (const TreeItem item : items) {
        if (item.isTensor && m_sizes.of(item).value == m_value.value) {
            m_tensorNames.insert(item.id);
        }
    }
}

bool LargestLayerReserve::popNames(TreeItem popped) {
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

void LargestLayerReserve::openAncestorOf(ModuleId popped) {
    // Only fallback allocation opens entries without refreshing the value.
    for (ModuleId above = m_tree.node(popped).parent; above.isValid();
         above = m_tree.node(above).parent) {
        Visit& visit = m_visits[above.index()];
        if (!isName(visit)) {
            continue;
        }
        visit.popped = ++m_now;
        m_namesLeft -= 1;
        const LargestLayer inside = largestLayer(m_tree, {TreeItem::of(above)}, m_sizes, m_whole);
        for (const TreeItem layer : inside.layers) {
            m_openLayers.insert(layer.id);
        }
        // The names are disjoint subtrees, so no other ancestor can be among them.
        return;
    }
}

void LargestLayerReserve::refresh(const ModulesToTreat& todo) {
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

ReservingList::ReservingList(const ModuleTree& tree, const std::vector<TreeItem>& items,
                             TiedTensors tied, const ModuleSizes& sizes, const WholeModules& whole,
                             const std::vector<PythonNumber>& best)
    : m_tree(tree),
      m_tied(tied),
      m_list(tree, items),
      m_reserve(std::make_unique<LargestLayerReserve>(tree, sizes, whole, best)) {
    tellReserve(m_list.items());
}

ReservingList::~ReservingList() = default;

PythonNumber ReservingList::reserve() const {
    return m_reserve->value();
}

void ReservingList::startReserve() {
    m_reserve->startWith(m_list.items());
}

void ReservingList::refreshReserve() {
    m_reserve->refresh(m_list);
}

TreeItem ReservingList::popFront() {
    const TreeItem item = m_list.popFront();
    if (!item.isTensor) {
        m_reserve->moduleRemoved(item.module());
    }
    if (m_reserve->popNames(item)) {
        m_reserve->refresh(m_list);
    }
    return item;
}

void ReservingList::pushFront(const std::vector<TreeItem>& items) {
    m_list.pushFront(items);
    tellReserve(items);
}

void ReservingList::remove(TreeItem item) {
    if (m_list.remove(item) && !item.isTensor) {
        m_reserve->moduleRemoved(item.module());
    }
}

void ReservingList::split(TreeItem item) {
    replace(item, splitItems(m_tree, item.module(), m_tied));
}

void ReservingList::openDownTo(TreeItem item, Opening opening) {
    std::vector<ModuleId> above;
    for (ModuleId module = item.isTensor ? m_tree.tensor(item.tensor()).module
                                         : m_tree.node(item.module()).parent;
         module.isValid(); module = m_tree.node(module).parent) {
        above.push_back(module);
    }
    for (auto module = above.rbegin(); module != above.rend(); ++module) {
        if (!m_list.contains(TreeItem::of(*module))) {
            continue;
        }
        std::vector<TreeItem> parts = splitItems(m_tree, *module, m_tied);
        if (opening == Opening::WithBuffers) {
            for (const TensorId buffer :
                 directTensors(m_tree, *module, TensorKind::Buffer, m_tied)) {
                parts.push_back(TreeItem::of(buffer));
            }
        }
        replace(TreeItem::of(*module), parts);
    }
}

void ReservingList::replace(TreeItem item, const std::vector<TreeItem>& parts) {
    m_list.replace(item, parts);
    m_reserve->moduleOpened(item.module());
    tellReserve(parts);
}

void ReservingList::tellReserve(const std::vector<TreeItem>& added) {
    for (const TreeItem item : added) {
        if (!item.isTensor) {
            m_reserve->moduleAdded(item.module());
        }
    }
}

}  // namespace stowage
