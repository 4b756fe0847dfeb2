// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/accelerate/types.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace stowage {

/// dtype_byte_size by torch's name ("float16") or "custom:int4|int2|fp8" (docs/spec/placement.md
/// §1).
[[nodiscard]] PythonResult<PythonNumber> dtypeByteSize(std::string_view dtypeName);

/// How tensors are counted: the `dtype` and `special_dtypes` arguments, as bytes of one element.
struct AccelerateDtypes {
    std::optional<PythonNumber> dtype{};
    std::unordered_map<std::string, PythonNumber> special{};  ///< by full tensor name
    /// Transformers counts whole bytes (bool: 1) of a model that is built in `dtype`: floating
    /// tensors have it, up or down, except those with an own dtype (TensorSpec::ownDtype). It knows
    /// no special dtypes.
    PlannerRules rules = PlannerRules::Accelerate;
    /// By TensorId, or null: bytes of tensors that a quantizer counts in its own way; below 0 for
    /// all others.
    std::shared_ptr<const std::vector<PythonNumber>> counted{};
};

/// compute_module_sizes: a size for every dotted prefix of a tensor's first name
/// (docs/spec/placement.md §2). What has no entry counts 0. One pass over the tensors and one
/// upwards over the modules; all sizes are exact doubles, so that the order of additions does not
/// show. `tree` must outlive the object.
class ModuleSizes {
public:
    enum class Tensors { All, BuffersOnly };
    ModuleSizes(const ModuleTree& tree, const AccelerateDtypes& dtypes,
                Tensors which = Tensors::All);

    [[nodiscard]] PythonNumber of(TreeItem item) const;
    [[nodiscard]] PythonNumber of(ModuleId module) const { return m_modules[module.index()]; }
    [[nodiscard]] PythonNumber of(TensorId tensor) const { return m_tensors[tensor.index()]; }
    [[nodiscard]] PythonNumber total() const { return m_modules.front(); }
    [[nodiscard]] bool hasEntry(ModuleId module) const { return m_entryOf[module.index()] != 0; }
    /// Entries in order of first insertion: put together here, for those who need the order.
    [[nodiscard]] std::vector<TreeItem> entries() const;
    /// Modules with an entry, in the order of their entries.
    [[nodiscard]] std::vector<ModuleId> moduleEntries() const;

private:
    void addTensors(const AccelerateDtypes& dtypes, Tensors which);
    void addUpwards();

    const ModuleTree* m_tree;
    std::vector<PythonNumber> m_modules;
    std::vector<PythonNumber> m_tensors;
    std::vector<bool> m_counted;  ///< by TensorId: has an entry
    /// By ModuleId: what gives it its entry, by TensorKind.
    static constexpr std::uint8_t kByParameter = 1;
    static constexpr std::uint8_t kByBuffer = 2;
    std::vector<std::uint8_t> m_entryOf;
};

/// compute_module_total_buffer_size of any number of modules of one tree, names relative to each:
/// sums from below, a walk only where a tensor or
/// module occurs twice. `tree` and `dtypes` must outlive the object.
class BufferTotals {
public:
    BufferTotals(const ModuleTree& tree, const AccelerateDtypes& dtypes);
    [[nodiscard]] PythonNumber of(ModuleId module) const;

private:
    const ModuleTree& m_tree;
    const AccelerateDtypes& m_dtypes;
    std::vector<PythonNumber> m_totals;
    std::vector<bool> m_needsWalk;
};

using NoSplitClasses = std::unordered_set<std::string>;

/// The modules of the no-split classes, looked up once for the whole tree.
class WholeModules {
public:
    WholeModules(const ModuleTree& tree, const std::vector<std::string>& classes);
    [[nodiscard]] bool contains(ModuleId module) const {
        return !m_isWhole.empty() && m_isWhole[module.index()];
    }
    /// All of them, in tree order.
    [[nodiscard]] const std::vector<ModuleId>& modules() const { return m_modules; }

private:
    std::vector<bool> m_isWhole;  ///< by ModuleId; empty where there are no classes
    std::vector<ModuleId> m_modules;
};

/// True where get_max_layer_size counts the item as one layer (docs/spec/placement.md §4).
[[nodiscard]] bool isLayer(const ModuleTree& tree, TreeItem item, const WholeModules& whole);

struct LargestLayer {
    PythonNumber size;
    std::vector<TreeItem> layers;  ///< all that have this size, in order
};
/// get_max_layer_size over a list of items, as written there.
[[nodiscard]] LargestLayer largestLayer(const ModuleTree& tree, const std::vector<TreeItem>& items,
                                        const ModuleSizes& sizes, const NoSplitClasses& noSplit);
[[nodiscard]] LargestLayer largestLayer(const ModuleTree& tree, const std::vector<TreeItem>& items,
                                        const ModuleSizes& sizes, const WholeModules& whole);

/// The groups of names that a model declares to be tied (`all_tied_weights_keys`), each sorted as
/// byte strings, in the order of their sources (ModuleTree::tieSources()) in the walk.
[[nodiscard]] std::vector<std::vector<TensorId>> declaredTies(const ModuleTree& tree);

/// What a balanced strategy adds to each share: the largest of all modules of the no-split classes
/// and of the modules' own tensors. ValueError where no module is of such a class.
[[nodiscard]] PythonResult<PythonNumber> transformersLargestPart(
    const ModuleTree& tree, const ModuleSizes& sizes, const std::vector<std::string>& noSplit);

}  // namespace stowage
