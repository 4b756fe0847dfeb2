// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/reference_sizes.h"

#include "engine/plan/reference_transformers.h"
#include "engine/plan/reference_walk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace stowage {

namespace {

bool keepsItsSize(DType dtype) {
    // set_module_tensor_to_device never converts these; by name, as Accelerate tests them.
    const std::string_view name = dtypeName(dtype);
    return name.starts_with("uint") || name.starts_with("int") || name.starts_with("bool");
}

/// How torch prints a dtype that it also knows under another name.
std::string_view printedName(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kOtherNames = {
        {{"half", "float16"},
         {"float", "float32"},
         {"double", "float64"},
         {"short", "int16"},
         {"int", "int32"},
         {"long", "int64"},
         {"chalf", "complex32"},
         {"cfloat", "complex64"},
         {"cdouble", "complex128"}}};
    const auto* const found =
        std::ranges::find(kOtherNames, name, [](const auto& names) { return names.first; });
    return found == kOtherNames.end() ? name : found->second;
}

ReferenceNumber elementBytesOf(DType dtype) {
    const double bytes = accelerateElementBytes(dtype);
    return {bytes, bytes != std::floor(bytes)};
}

ReferenceNumber tensorSize(const TensorSpec& tensor, std::string_view name,
                           const ReferenceDtypes& dtypes) {
    const ReferenceNumber count{static_cast<double>(elementCount(tensor.shape)), false};
    if (dtypes.rules == ReferenceRules::Transformers) {
        return count * transformersElementBytes(tensor, dtypes.dtype);
    }
    if (!dtypes.special.empty()) {
        if (const auto found = dtypes.special.find(std::string(name));
            found != dtypes.special.end()) {
            return count * found->second;
        }
    }
    const ReferenceNumber own = elementBytesOf(tensor.dtype);
    if (!dtypes.dtype || keepsItsSize(tensor.dtype)) {
        return count * own;
    }
    return count * pythonMin(*dtypes.dtype, own);
}

}  // namespace

ReferenceResult<ReferenceNumber> referenceElementBytes(std::string_view givenName) {
    const std::string_view dtypeName = printedName(givenName);
    if (dtypeName == "bool") {
        return ReferenceNumber{0.125, true};
    }
    if (dtypeName == "custom:int2") {
        return ReferenceNumber{0.25, true};
    }
    if (dtypeName == "custom:int4") {
        return ReferenceNumber{0.5, true};
    }
    constexpr std::array<std::string_view, 6> kOneByte = {"custom:fp8",      "float8_e4m3fn",
                                                          "float8_e5m2",     "float8_e4m3fnuz",
                                                          "float8_e5m2fnuz", "float8_e8m0fnu"};
    if (std::find(kOneByte.begin(), kOneByte.end(), dtypeName) != kOneByte.end()) {
        return ReferenceNumber{1, false};
    }
    const std::size_t lastOther = dtypeName.find_last_not_of("0123456789");
    const std::string_view digits =
        lastOther == std::string_view::npos ? dtypeName : dtypeName.substr(lastOther + 1);
    if (digits.empty()) {
        return ReferenceFailure{
            "ValueError", "`dtype` is not a valid dtype: torch." + std::string(dtypeName) + "."};
    }
    constexpr std::size_t kMostDigits = 9;  // no dtype is named with more
    const auto bits = std::stoul(std::string(digits.substr(0, kMostDigits)));
    return ReferenceNumber{static_cast<double>(bits / 8), false};
}

ReferenceSizes::ReferenceSizes(const ModuleTree& tree, const ReferenceDtypes& dtypes, Tensors which)
    : m_modules(tree.nodes().size()),
      m_tensors(tree.tensors().size()),
      m_moduleHasEntry(tree.nodes().size()) {
    const TiedTensors tied = tiedTensorsOf(dtypes.rules);
    const DeclaredTies declared =
        tied == TiedTensors::Separate ? declaredTies(tree) : DeclaredTies();
    const auto addAll = [&](TensorKind kind) {
        for (const TensorId id : uniqueTensorsBelow(tree, ModuleTree::root(), kind, tied)) {
            const TensorSpec& tensor = tree.tensor(id);
            if (declared.isTarget(id)) {
                continue;
            }
            add(tree, id, tensorSize(tensor, tensor.name, dtypes));
        }
    };
    if (which == Tensors::All) {
        addAll(TensorKind::Parameter);
    }
    addAll(TensorKind::Buffer);
}

void ReferenceSizes::add(const ModuleTree& tree, TensorId tensor, ReferenceNumber size) {
    m_anyFloat = m_anyFloat || size.isFloat;
    std::vector<ModuleId> chain;
    for (ModuleId module = tree.tensor(tensor).module; module.isValid();
         module = tree.node(module).parent) {
        chain.push_back(module);
    }
    for (auto module = chain.rbegin(); module != chain.rend(); ++module) {
        m_modules[module->index()] += size;
        if (!m_moduleHasEntry[module->index()]) {
            m_moduleHasEntry[module->index()] = true;
            m_entries.push_back(ReferenceItem::of(*module));
        }
    }
    m_tensors[tensor.index()] = size;
    m_entries.push_back(ReferenceItem::of(tensor));
}

ReferenceNumber ReferenceSizes::of(ReferenceItem item) const {
    return item.isTensor ? of(item.tensor()) : of(item.module());
}

ReferenceNumber totalBufferSize(const ModuleTree& tree, ModuleId module,
                                const ReferenceDtypes& dtypes) {
    const std::string& path = tree.path(module);
    const std::size_t prefix = path.empty() ? 0 : path.size() + 1;
    ReferenceNumber total;
    for (const TensorId id :
         uniqueTensorsBelow(tree, module, TensorKind::Buffer, tiedTensorsOf(dtypes.rules))) {
        const TensorSpec& tensor = tree.tensor(id);
        total += tensorSize(tensor, std::string_view(tensor.name).substr(prefix), dtypes);
    }
    return total;
}

bool isLayer(const ModuleTree& tree, ReferenceItem item, const NoSplitClasses& noSplit) {
    if (item.isTensor) {
        return true;
    }
    const ModuleNode& node = tree.node(item.module());
    const bool hasChildren = node.subtreeEnd.value > item.id + 1;
    return !hasChildren || noSplit.contains(node.className);
}

LargestLayer largestLayer(const ModuleTree& tree, const std::vector<ReferenceItem>& items,
                          const ReferenceSizes& sizes, const NoSplitClasses& noSplit) {
    LargestLayer best;
    std::vector<ReferenceItem> stack(items.rbegin(), items.rend());
    while (!stack.empty()) {
        const ReferenceItem item = stack.back();
        stack.pop_back();
        if (!isLayer(tree, item, noSplit)) {
            const std::vector<ModuleId> children = visibleChildren(tree, item.module());
            for (auto child = children.rbegin(); child != children.rend(); ++child) {
                stack.push_back(ReferenceItem::of(*child));
            }
            continue;
        }
        const ReferenceNumber size = sizes.of(item);
        if (size.value > best.size.value) {
            best = {size, {item}};
        } else if (size.value == best.size.value) {
            best.layers.push_back(item);
        }
    }
    return best;
}

}  // namespace stowage
