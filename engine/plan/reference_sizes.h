// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/reference_types.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace stowage {

/// dtype_byte_size by torch's name ("float16") or "custom:int4|int2|fp8" (placement.md §1).
[[nodiscard]] ReferenceResult<ReferenceNumber> referenceElementBytes(std::string_view dtypeName);

/// How tensors are counted: the `dtype` and `special_dtypes` arguments, as bytes of one element.
struct ReferenceDtypes {
    std::optional<ReferenceNumber> dtype{};
    std::unordered_map<std::string, ReferenceNumber> special{};  ///< by full tensor name
    /// Transformers counts whole bytes (bool: 1) of a model that is built in `dtype`: parameters
    /// and persistent buffers that float have it, up or down, while other buffers (rotary
    /// frequencies, as a rule float32) keep their own. It knows no special dtypes.
    ReferenceRules rules = ReferenceRules::Accelerate;
};

/// compute_module_sizes: a size for every dotted prefix of a tensor's first name (§2). What has no
/// entry counts 0.
class ReferenceSizes {
public:
    enum class Tensors { All, BuffersOnly };
    ReferenceSizes(const ModuleTree& tree, const ReferenceDtypes& dtypes,
                   Tensors which = Tensors::All);

    [[nodiscard]] ReferenceNumber of(ReferenceItem item) const;
    [[nodiscard]] ReferenceNumber of(ModuleId module) const { return m_modules[module.index()]; }
    [[nodiscard]] ReferenceNumber of(TensorId tensor) const { return m_tensors[tensor.index()]; }
    [[nodiscard]] ReferenceNumber total() const { return m_modules.front(); }
    /// Entries in order of first insertion.
    [[nodiscard]] const std::vector<ReferenceItem>& entries() const { return m_entries; }
    /// True where some size is a Python float.
    [[nodiscard]] bool anyFloat() const { return m_anyFloat; }

private:
    void add(const ModuleTree& tree, TensorId tensor, ReferenceNumber size);

    std::vector<ReferenceNumber> m_modules;
    std::vector<ReferenceNumber> m_tensors;
    std::vector<bool> m_moduleHasEntry;
    std::vector<ReferenceItem> m_entries;
    bool m_anyFloat = false;
};

/// compute_module_total_buffer_size of one module, names relative to it.
[[nodiscard]] ReferenceNumber totalBufferSize(const ModuleTree& tree, ModuleId module,
                                              const ReferenceDtypes& dtypes);

using NoSplitClasses = std::unordered_set<std::string>;

/// True where get_max_layer_size counts the item as one layer (§4).
[[nodiscard]] bool isLayer(const ModuleTree& tree, ReferenceItem item,
                           const NoSplitClasses& noSplit);

struct LargestLayer {
    ReferenceNumber size;
    std::vector<ReferenceItem> layers;  ///< all that have this size, in order
};
/// get_max_layer_size over a list of items, as written there.
[[nodiscard]] LargestLayer largestLayer(const ModuleTree& tree,
                                        const std::vector<ReferenceItem>& items,
                                        const ReferenceSizes& sizes, const NoSplitClasses& noSplit);

}  // namespace stowage
