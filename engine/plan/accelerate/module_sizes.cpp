// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/accelerate/module_sizes.h"

#include "engine/plan/accelerate/max_memory.h"
#include "engine/plan/accelerate/named_parameters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace stowage {

namespace {

/// element_size() of a tensor of a model that was built in `dtype`.
PythonNumber transformersElementBytes(const TensorSpec& tensor,
                                      const std::optional<PythonNumber>& dtype) {
    const bool isCast = dtype && isFloatingPoint(tensor.dtype);
    if (isCast && !tensor.ownDtype) {
        return *dtype;
    }
    const DType own = isCast ? *tensor.ownDtype : tensor.dtype;
    if (elementBlock(own)) {
        return {accelerateElementBytes(own), true};
    }
    constexpr unsigned kBitsOfByte = 8;
    return {static_cast<double>((storedBits(own) + kBitsOfByte - 1) / kBitsOfByte), false};
}

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

PythonNumber elementBytesOf(DType dtype) {
    const double bytes = accelerateElementBytes(dtype);
    return {bytes, bytes != std::floor(bytes)};
}

/// Sizes of single tensors; what a dtype costs is looked up once.
class TensorSizer {
public:
    explicit TensorSizer(const AccelerateDtypes& dtypes) : m_dtypes(dtypes) {
        for (std::size_t i = 0; i < m_elementBytes.size(); ++i) {
            const auto dtype = static_cast<DType>(i);
            const PythonNumber own = elementBytesOf(dtype);
            const bool keeps = !dtypes.dtype || keepsItsSize(dtype);
            m_elementBytes[i] = keeps ? own : pythonMin(*dtypes.dtype, own);
        }
    }

    [[nodiscard]] PythonNumber sizeOf(TensorId id, const TensorSpec& tensor,
                                      std::string_view name) const {
        if (m_dtypes.counted != nullptr && (*m_dtypes.counted)[id.index()].value >= 0) {
            return (*m_dtypes.counted)[id.index()];
        }
        const PythonNumber count{static_cast<double>(storedElements(tensor)), false};
        if (m_dtypes.rules == PlannerRules::Transformers) {
            return count * transformersElementBytes(tensor, m_dtypes.dtype);
        }
        if (!m_dtypes.special.empty()) {
            if (const auto found = m_dtypes.special.find(std::string(name));
                found != m_dtypes.special.end()) {
                return count * found->second;
            }
        }
        return count * m_elementBytes[static_cast<std::size_t>(tensor.dtype)];
    }

private:
    const AccelerateDtypes& m_dtypes;
    std::array<PythonNumber, kDTypeCount> m_elementBytes;
};

/// compute_module_total_buffer_size of one module, names relative to it.
PythonNumber totalBufferSize(const ModuleTree& tree, ModuleId module,
                             const AccelerateDtypes& dtypes) {
    const TensorSizer sizer(dtypes);
    const std::string& path = tree.path(module);
    const std::size_t prefix = path.empty() ? 0 : path.size() + 1;
    PythonNumber total;
    for (const TensorId id :
         uniqueTensorsBelow(tree, module, TensorKind::Buffer, tiedTensorsOf(dtypes.rules))) {
        const TensorSpec& tensor = tree.tensor(id);
        total += sizer.sizeOf(id, tensor, std::string_view(tensor.name).substr(prefix));
    }
    return total;
}

/// The ties a model declares (`all_tied_weights_keys`). A tensor under a second name of a shared
/// module is that very tensor and no tie.
struct DeclaredTies {
    /// Names sorted as byte strings, groups in the order of their sources in the walk.
    std::vector<std::vector<TensorId>> groups{};
    std::vector<bool> targets{};  ///< by TensorId: tied to the source, so it counts nothing

    [[nodiscard]] bool isTarget(TensorId tensor) const {
        return tensor.index() < targets.size() && targets[tensor.index()];
    }
};

DeclaredTies tiesOf(const ModuleTree& tree) {
    DeclaredTies ties;
    ties.targets.resize(tree.tensors().size());
    std::vector<std::pair<TensorId, std::vector<TensorId>>> bySource;
    for (std::size_t i = 0; i < tree.tiedGroups().size(); ++i) {
        std::vector<TensorId> group;
        for (const TensorId name : tree.tiedGroups()[i]) {
            if (!tree.node(tree.tensor(name).module).sameAs.isValid()) {
                group.push_back(name);
            }
        }
        if (group.size() < 2) {
            continue;
        }
        const TensorId declared = tree.tieSources()[i];
        const bool isThere = std::ranges::find(group, declared) != group.end();
        const TensorId source = isThere ? declared : group.front();
        for (const TensorId name : group) {
            ties.targets[name.index()] = name != source;
        }
        std::ranges::sort(group, [&tree](TensorId a, TensorId b) {
            return tree.tensor(a).name < tree.tensor(b).name;
        });
        bySource.emplace_back(source, std::move(group));
    }
    std::ranges::sort(bySource, {}, &std::pair<TensorId, std::vector<TensorId>>::first);
    for (auto& [source, group] : bySource) {
        ties.groups.push_back(std::move(group));
    }
    return ties;
}

}  // namespace

PythonResult<PythonNumber> dtypeByteSize(std::string_view givenName) {
    const std::string_view dtypeName = printedName(givenName);
    if (dtypeName == "bool") {
        return PythonNumber{0.125, true};
    }
    if (dtypeName == "custom:int2") {
        return PythonNumber{0.25, true};
    }
    if (dtypeName == "custom:int4") {
        return PythonNumber{0.5, true};
    }
    constexpr std::array<std::string_view, 6> kOneByte = {"custom:fp8",      "float8_e4m3fn",
                                                          "float8_e5m2",     "float8_e4m3fnuz",
                                                          "float8_e5m2fnuz", "float8_e8m0fnu"};
    if (std::find(kOneByte.begin(), kOneByte.end(), dtypeName) != kOneByte.end()) {
        return PythonNumber{1, false};
    }
    const std::size_t lastOther = dtypeName.find_last_not_of("0123456789");
    const std::string_view digits =
        lastOther == std::string_view::npos ? dtypeName : dtypeName.substr(lastOther + 1);
    if (digits.empty()) {
        return PythonException{
            "ValueError", "`dtype` is not a valid dtype: torch." + std::string(dtypeName) + "."};
    }
    constexpr std::size_t kMostDigits = 9;  // no dtype is named with more
    const auto bits = std::stoul(std::string(digits.substr(0, kMostDigits)));
    return PythonNumber{static_cast<double>(bits / 8), false};
}

ModuleSizes::ModuleSizes(const ModuleTree& tree, const AccelerateDtypes& dtypes, Tensors which)
    : m_tree(&tree),
      m_modules(tree.nodes().size()),
      m_tensors(tree.tensors().size()),
      m_counted(tree.tensors().size()),
      m_entryOf(tree.nodes().size()) {
    addTensors(dtypes, which);
    addUpwards();
}

void ModuleSizes::addTensors(const AccelerateDtypes& dtypes, Tensors which) {
    const TensorSizer sizer(dtypes);
    const bool isSeparate = tiedTensorsOf(dtypes.rules) == TiedTensors::Separate;
    const DeclaredTies declared = isSeparate ? tiesOf(*m_tree) : DeclaredTies();
    // Parameters and buffers do not share their seen-sets.
    std::vector<bool> seenParameters(m_tree->storageCount());
    std::vector<bool> seenBuffers(m_tree->storageCount());
    for (const ModuleNode& node : m_tree->nodes()) {
        if (node.sameAs.isValid()) {
            continue;  // this module object was seen under its first name
        }
        for (std::uint32_t i = 0; i < node.ownTensorCount; ++i) {
            const TensorId id{node.firstTensor.value + i};
            const TensorSpec& tensor = m_tree->tensor(id);
            const bool isParameter = tensor.kind == TensorKind::Parameter;
            if (isParameter && which == Tensors::BuffersOnly) {
                continue;
            }
            auto seen = (isParameter ? seenParameters : seenBuffers)[tensor.storage.index()];
            if ((seen && !isSeparate) || declared.isTarget(id)) {
                continue;
            }
            seen = true;
            const PythonNumber size = sizer.sizeOf(id, tensor, tensor.name);
            m_tensors[id.index()] = size;
            m_counted[id.index()] = true;
            m_modules[node.id.index()] += size;
            m_entryOf[node.id.index()] |= isParameter ? kByParameter : kByBuffer;
        }
    }
}

void ModuleSizes::addUpwards() {
    const auto nodes = m_tree->nodes();
    for (std::size_t i = nodes.size(); i-- > 1;) {
        const std::size_t parent = nodes[i].parent.index();
        m_modules[parent] += m_modules[i];
        m_entryOf[parent] |= m_entryOf[i];
    }
}

std::vector<ModuleId> ModuleSizes::moduleEntries() const {
    std::vector<ModuleId> modules;
    const auto append = [&](auto belongs) {
        for (const ModuleNode& node : m_tree->nodes()) {
            if (belongs(m_entryOf[node.id.index()])) {
                modules.push_back(node.id);
            }
        }
    };
    append([](std::uint8_t entry) { return (entry & kByParameter) != 0; });
    append([](std::uint8_t entry) { return entry == kByBuffer; });
    return modules;
}

std::vector<TreeItem> ModuleSizes::entries() const {
    std::vector<TreeItem> entries;
    std::vector<bool> inserted(m_modules.size());
    std::vector<ModuleId> chain;
    for (const TensorKind kind : {TensorKind::Parameter, TensorKind::Buffer}) {
        for (std::uint32_t i = 0; i < m_tensors.size(); ++i) {
            const TensorSpec& tensor = m_tree->tensors()[i];
            if (!m_counted[i] || tensor.kind != kind) {
                continue;
            }
            for (ModuleId module = tensor.module; module.isValid() && !inserted[module.index()];
                 module = m_tree->node(module).parent) {
                inserted[module.index()] = true;
                chain.push_back(module);
            }
            for (; !chain.empty(); chain.pop_back()) {
                entries.push_back(TreeItem::of(chain.back()));
            }
            entries.push_back(TreeItem::of(TensorId{i}));
        }
    }
    return entries;
}

PythonNumber ModuleSizes::of(TreeItem item) const {
    return item.isTensor ? of(item.tensor()) : of(item.module());
}

BufferTotals::BufferTotals(const ModuleTree& tree, const AccelerateDtypes& dtypes)
    : m_tree(tree),
      m_dtypes(dtypes),
      m_totals(tree.nodes().size()),
      m_needsWalk(tree.nodes().size(), !dtypes.special.empty()) {
    const TensorSizer sizer(dtypes);
    for (std::uint32_t i = 0; i < tree.tensors().size(); ++i) {
        const TensorSpec& tensor = tree.tensors()[i];
        if (tensor.kind == TensorKind::Buffer) {
            m_totals[tensor.module.index()] += sizer.sizeOf(TensorId{i}, tensor, {});
        }
    }
    for (const std::vector<TensorId>& group : tree.tiedGroups()) {
        for (const TensorId member : group) {
            m_needsWalk[tree.tensor(member).module.index()] = true;
        }
    }
    for (std::size_t i = tree.nodes().size(); i-- > 1;) {
        const std::size_t parent = tree.nodes()[i].parent.index();
        m_totals[parent] += m_totals[i];
        m_needsWalk[parent] = m_needsWalk[parent] || m_needsWalk[i];
    }
}

PythonNumber BufferTotals::of(ModuleId module) const {
    return m_needsWalk[module.index()] ? totalBufferSize(m_tree, module, m_dtypes)
                                       : m_totals[module.index()];
}

WholeModules::WholeModules(const ModuleTree& tree, const std::vector<std::string>& classes) {
    if (classes.empty()) {
        return;
    }
    constexpr std::size_t kFewClasses = 8;  // comparing with so few beats a hash
    const NoSplitClasses many = classes.size() > kFewClasses
                                    ? NoSplitClasses(classes.begin(), classes.end())
                                    : NoSplitClasses();
    m_isWhole.resize(tree.nodes().size());
    for (const ModuleNode& node : tree.nodes()) {
        const bool isWhole = many.empty() ? std::find(classes.begin(), classes.end(),
                                                      node.className) != classes.end()
                                          : many.contains(node.className);
        if (isWhole) {
            m_isWhole[node.id.index()] = true;
            m_modules.push_back(node.id);
        }
    }
}

bool isLayer(const ModuleTree& tree, TreeItem item, const WholeModules& whole) {
    if (item.isTensor) {
        return true;
    }
    const bool hasChildren = tree.node(item.module()).subtreeEnd.value > item.id + 1;
    return !hasChildren || whole.contains(item.module());
}

LargestLayer largestLayer(const ModuleTree& tree, const std::vector<TreeItem>& items,
                          const ModuleSizes& sizes, const NoSplitClasses& noSplit) {
    return largestLayer(tree, items, sizes, WholeModules(tree, {noSplit.begin(), noSplit.end()}));
}

LargestLayer largestLayer(const ModuleTree& tree, const std::vector<TreeItem>& items,
                          const ModuleSizes& sizes, const WholeModules& whole) {
    LargestLayer best;
    std::vector<TreeItem> stack(items.rbegin(), items.rend());
    while (!stack.empty()) {
        const TreeItem item = stack.back();
        stack.pop_back();
        if (!isLayer(tree, item, whole)) {
            const std::vector<ModuleId> children = visibleChildren(tree, item.module());
            for (auto child = children.rbegin(); child != children.rend(); ++child) {
                stack.push_back(TreeItem::of(*child));
            }
            continue;
        }
        const PythonNumber size = sizes.of(item);
        if (size.value > best.size.value) {
            best = {size, {item}};
        } else if (size.value == best.size.value) {
            best.layers.push_back(item);
        }
    }
    return best;
}

std::vector<std::vector<TensorId>> declaredTies(const ModuleTree& tree) {
    return tiesOf(tree).groups;
}

PythonResult<PythonNumber> transformersLargestPart(const ModuleTree& tree, const ModuleSizes& sizes,
                                                   const std::vector<std::string>& noSplit) {
    PythonNumber largest;
    const NoSplitClasses wanted(noSplit.begin(), noSplit.end());
    bool anyBlock = wanted.empty();
    std::vector<PythonNumber> ownSizes(tree.nodes().size());
    for (const TreeItem entry : sizes.entries()) {
        if (entry.isTensor) {
            ownSizes[tree.tensor(entry.tensor()).module.index()] += sizes.of(entry);
        }
    }
    for (const ModuleNode& node : tree.nodes()) {
        if (wanted.contains(node.className)) {
            anyBlock = true;
            largest = pythonMax(largest, sizes.of(node.id));
        }
        // The root's own tensors have no module in their name, so they are no leaf there.
        if (node.id != ModuleTree::root()) {
            largest = pythonMax(largest, ownSizes[node.id.index()]);
        }
    }
    if (!anyBlock) {
        return PythonException{"ValueError", "max() arg is an empty sequence"};
    }
    return largest;
}

MaxMemory withTransformersReserve(MaxMemory budgets) {
    constexpr double kShareOfCpu = 0.90;
    for (auto& [key, bytes] : budgets) {
        if (key.kind == DeviceKey::Kind::Cpu) {
            bytes = {bytes.value * kShareOfCpu, true};
        }
    }
    return budgets;
}

}  // namespace stowage
