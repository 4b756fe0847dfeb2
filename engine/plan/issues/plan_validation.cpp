// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/issues/plan_issues.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/plan/accelerate/named_parameters.h"
#include "engine/plan/dispatch_model.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace stowage {

namespace {

/// A map that is laid onto the tree already.
struct MapOnTree {
    const DeviceMap& map;
    const TensorPlaces& places;
    const std::vector<std::string>& unknownKeys;
    const WholeModules& whole;  ///< the modules of the no-split classes
    const PlacementPlan* sized;

    [[nodiscard]] double bytesOf(const TensorSpec& tensor) const {
        return static_cast<double>(sized != nullptr ? plannedBytes(*sized, tensor)
                                                    : tensor.byteSize);
    }
};

constexpr std::size_t kMostModules = 20;  ///< further modules without a device are only counted

using Issues = std::vector<PlanIssue>;
/// Tensors of one module and of those below it.
struct TensorsAtFault {
    ModuleId module;
    double bytes = 0;
    std::uint32_t count = 0;
    std::vector<std::string> names{};  ///< of modules that will be named
};
using ByModule = std::vector<TensorsAtFault>;

constexpr std::size_t kMostInSentence = 4;

/// Gathers tensors without a device by the largest module that has none at all, so that a
/// forgotten block is one problem and not one for each of its parts.
class UncoveredModules {
public:
    UncoveredModules(const ModuleTree& tree, const std::vector<bool>& isUncovered)
        : m_tree(tree), m_before(isUncovered.size() + 1) {
        for (std::size_t i = 0; i < isUncovered.size(); ++i) {
            m_before[i + 1] = m_before[i] + (isUncovered[i] ? 1U : 0U);
        }
    }

    /// Tensors come in tree order, so those of one module follow each other.
    void add(ByModule& modules, const TensorSpec& tensor, double bytes) const {
        if (modules.empty() || tensor.module < modules.back().module ||
            tensor.module >= m_tree.node(modules.back().module).subtreeEnd) {
            modules.push_back({around(tensor.module)});
        }
        TensorsAtFault& entry = modules.back();
        entry.bytes += bytes;
        ++entry.count;
        if (modules.size() <= kMostModules) {
            entry.names.push_back(tensor.name);
        }
    }

private:
    [[nodiscard]] bool isWholly(const ModuleNode& node) const {
        const std::uint32_t first = node.firstTensor.value;
        return m_before[first + node.subtreeTensorCount] - m_before[first] ==
               node.subtreeTensorCount;
    }
    /// The lowest module that holds as much as the largest one without any device.
    [[nodiscard]] ModuleId around(ModuleId module) const {
        ModuleId best = module;
        for (ModuleId above = m_tree.node(module).parent;
             above.isValid() && above != ModuleTree::root() && isWholly(m_tree.node(above));
             above = m_tree.node(above).parent) {
            if (m_tree.node(above).subtreeTensorCount > m_tree.node(best).subtreeTensorCount) {
                best = above;
            }
        }
        return best;
    }

    const ModuleTree& m_tree;
    std::vector<std::uint32_t> m_before;  ///< uncovered tensors before each
};

void addUncovered(const ModuleTree& tree, const ByModule& modules, Severity severity,
                  const std::string& code, const Message& advice, Issues& issues) {
    std::size_t named = 0;
    double restBytes = 0;
    for (const TensorsAtFault& fault : modules) {
        if (++named > kMostModules) {
            restBytes += fault.bytes;
            continue;
        }
        const bool isOwn = fault.count <= tree.node(fault.module).ownTensorCount;
        const std::string size = formatSize(fault.bytes);
        const std::string& path = tree.path(fault.module);
        const Message text =
            isOwn ? say("No device is given for %1 (%2).",
                        listedNames(fault.names, kMostInSentence), size)
            : fault.count == 1
                ? say("No device is given for %1 and its %2 tensor (%3).", path, fault.count, size)
                : say("No device is given for %1 and its %2 tensors (%3).", path, fault.count,
                      size);
        issues.push_back({severity, code, tree.path(fault.module), std::nullopt, fault.bytes,
                          joined({text, advice}, " ")});
    }
    if (modules.size() > kMostModules) {
        const std::size_t more = modules.size() - kMostModules;
        const std::string size = formatSize(restBytes);
        issues.push_back(
            planIssue(severity, code, std::nullopt, restBytes,
                      joined({more == 1 ? say("%1 more module has no device (%2).", more, size)
                                        : say("%1 more modules have no device (%2).", more, size),
                              advice},
                             " ")));
    }
}

void checkCoverage(const ModuleTree& tree, const MapOnTree& mapOnTree, Issues& issues) {
    const TensorPlaces& places = mapOnTree.places;
    std::vector<bool> isUncovered(places.tensors.size());
    bool any = false;
    for (std::size_t i = 0; i < places.tensors.size(); ++i) {
        isUncovered[i] = places.tensors[i] == TensorPlaces::kNowhere;
        any = any || isUncovered[i];
    }
    if (!any) {
        return;
    }
    std::vector<bool> isUnheld = isUncovered;  // buffers that the file does not hold
    for (std::size_t i = 0; i < isUnheld.size(); ++i) {
        isUnheld[i] = isUnheld[i] && !tree.tensors()[i].persistent;
    }
    const UncoveredModules uncovered(tree, isUncovered);
    const UncoveredModules unheld(tree, isUnheld);
    ByModule weights;
    ByModule buffers;
    for (std::size_t i = 0; i < places.tensors.size(); ++i) {
        if (isUncovered[i]) {
            const TensorSpec& tensor = tree.tensors()[i];
            (tensor.persistent ? uncovered : unheld)
                .add(tensor.persistent ? weights : buffers, tensor, mapOnTree.bytesOf(tensor));
        }
    }
    addUncovered(tree, weights, Severity::Error, "no_device",
                 phrase("Move the module to a device, or add it to the map."), issues);
    addUncovered(tree, buffers, Severity::Warning, "buffer_without_device",
                 phrase("The file contains no such buffers, so Accelerate reports no error, but "
                        "they may be on the wrong device in a forward pass."),
                 issues);
}

/// Keys of the map that are no module, tensor, second name or part of a dotted name: dispatch_model
/// warns of them and puts no hook anywhere. Sorted.
std::vector<std::string> strayKeys(const ModuleTree& tree, const MapOnTree& mapOnTree) {
    std::vector<std::string> keys;
    for (const std::string& key : mapOnTree.unknownKeys) {
        if (mapOnTree.map.exact(key) && !tree.findTensor(key) && !tree.findModule(key)) {
            keys.push_back(key);
        }
    }
    std::vector<std::string_view> dotted;
    for (std::uint32_t i = 0; !keys.empty() && i < tree.tensors().size(); ++i) {
        if (hasDottedName(tree, TensorId{i})) {
            dotted.push_back(tree.tensor(TensorId{i}).name);
        }
    }
    std::erase_if(keys, [&dotted](const std::string& key) {
        return std::ranges::any_of(
            dotted, [&key](std::string_view name) { return name.starts_with(key + "."); });
    });
    std::ranges::sort(keys);
    return keys;
}

/// The stray key that alone makes its GPU the main device: the one effect that such a key can have.
const std::string* mainDeviceKey(const DeviceMap& map, const std::vector<std::string>& stray) {
    const DeviceId main = mainDeviceOf(map);
    const std::string* found = nullptr;
    for (const auto& [path, device] : map.entries()) {
        if (device == main && main.isGpu()) {
            const auto key = std::ranges::lower_bound(stray, path);
            if (key == stray.end() || *key != path) {
                return nullptr;
            }
            found = found == nullptr ? &*key : found;
        }
    }
    return found;
}

void checkKeys(const DeviceMap& map, const std::vector<std::string>& stray,
               const std::vector<DeviceInfo>& devices, Issues& issues) {
    const std::string* const main = mainDeviceKey(map, stray);
    if (main != nullptr) {
        const DeviceId device = mainDeviceOf(map);
        const bool isThere = findDevice(devices, device) != nullptr;
        const Message effect =
            say("The device map names \"%1\", which is not a module of this model. The only effect "
                "of the entry is that %2 becomes the main device, where Accelerate moves the input "
                "and runs offloaded modules.",
                *main, deviceLabel(device));
        issues.push_back(
            {isThere ? Severity::Warning : Severity::Error, "unknown_module", *main, std::nullopt,
             0,
             isThere ? effect
                     : joined({effect, phrase("This main device is not among the devices in use.")},
                              " ")});
    }
    for (const std::string& key : stray) {
        if (main == nullptr || key != *main) {
            issues.push_back({Severity::Warning, "unknown_module", key, std::nullopt, 0,
                              say("The device map names \"%1\", which is not a module of this "
                                  "model; the entry has no effect.",
                                  key)});
        }
    }
}

void checkDevices(const DeviceMap& map, const std::vector<std::string>& stray,
                  const std::vector<DeviceInfo>& devices, Issues& issues) {
    std::set<DeviceId> reported;
    std::optional<DeviceId> last;  // neighbours mostly lie together
    for (const auto& [path, device] : map.entries()) {
        if (device == last || std::ranges::binary_search(stray, path)) {
            continue;
        }
        last = device;
        if (findDevice(devices, device) == nullptr && reported.insert(device).second) {
            issues.push_back({Severity::Error, "unknown_device", path, device, 0,
                              say("The device map puts \"%1\" on %2, which is not among the "
                                  "devices in use. Add the device or move the module.",
                                  path, deviceLabel(device))});
        }
    }
}

constexpr std::string_view kMixedDevices = "\"Expected all tensors to be on the same device\"";

/// Where Accelerate uses what lies on a device: GPUs themselves, the rest on the main device.
class ExecutionDevices {
public:
    explicit ExecutionDevices(const DeviceMap& map) : m_main(mainDeviceOf(map)) {}
    [[nodiscard]] DeviceId main() const { return m_main; }
    [[nodiscard]] bool isOffloaded(DeviceId device) const {
        return device == DeviceId::disk() || (device == DeviceId::cpu() && m_main.isGpu());
    }
    [[nodiscard]] DeviceId of(DeviceId device) const { return device.isGpu() ? device : m_main; }

private:
    DeviceId m_main;
};

/// What Accelerate does with tied weights that lie apart (tried with 1.15, whose dispatch_model
/// ties them again after its hooks have placed them) and transformers (5.24), and whether that is a
/// problem.
std::pair<Severity, Message> whatTiesDo(const ExecutionDevices& execution, DeviceId owner,
                                        const std::vector<DeviceId>& devices) {
    const auto isPlaced = [&](DeviceId device) { return !execution.isOffloaded(device); };
    if (owner == DeviceId::disk() && std::ranges::any_of(devices, isPlaced)) {
        return {Severity::Warning,
                phrase("Accelerate fails when it places the tied weights: \"weight is on the meta "
                       "device\". Put the tied weights on one device.")};
    }
    const auto first = std::ranges::find_if(devices, isPlaced);
    const bool areApart =
        first != devices.end() && std::any_of(first, devices.end(), [&](DeviceId device) {
            return isPlaced(device) && device != *first;
        });
    if (areApart) {
        return {Severity::Warning,
                say("Accelerate ties the weights again after it has placed them. One of them is "
                    "then used on a GPU that does not hold it, and the forward pass fails with %1. "
                    "Put the tied weights on one device.",
                    kMixedDevices)};
    }
    if (std::ranges::find(devices, DeviceId::disk()) != devices.end()) {
        return {Severity::Warning,
                say("With from_pretrained of transformers, tie_weights fails if the file contains "
                    "both weights (the weight on disk is only a meta tensor); otherwise, the first "
                    "forward pass fails (KeyError). dispatch_model alone works, but copies the "
                    "weight to %1 in each pass. Put the tied weights on one device.",
                    deviceLabel(execution.main()))};
    }
    return {Severity::Hint, say("The model works, but each forward pass may copy the weight to %1. "
                                "Put the tied weights on one device.",
                                deviceLabel(execution.main()))};
}

void checkTies(const ModuleTree& tree, const MapOnTree& mapOnTree, Issues& issues) {
    const TensorPlaces& where = mapOnTree.places;
    const ExecutionDevices execution(mapOnTree.map);
    for (const std::vector<TensorId>& group : tree.tiedGroups()) {
        std::vector<DeviceId> devices;
        std::vector<Message> places;
        for (const TensorId member : group) {
            if (const auto device = where.of(member)) {
                devices.push_back(*device);
                places.push_back(say("%1 on %2", tree.tensor(member).name, deviceLabel(*device)));
            }
        }
        if (std::ranges::adjacent_find(devices, std::not_equal_to()) == devices.end()) {
            continue;
        }
        const TensorSpec& owner = tree.tensor(group.front());
        const auto [severity, consequence] = whatTiesDo(execution, devices.front(), devices);
        const auto lies = mapOnTree.map.deviceOf(owner.name);
        issues.push_back(
            {severity, "tied_across_devices", tree.path(owner.module), std::nullopt,
             static_cast<double>(owner.byteSize),
             joined({say("The device map puts tied weights on different devices: %1.",
                         listedMessages(std::move(places), kMostInSentence)),
                     consequence,
                     lies ? say("Stowage stores the tied weights once, on %1.", deviceLabel(*lies))
                          : Message()},
                    " ")});
    }
}

/// The tensors at which the device changes, ascending: few, so that for every module whose tensors
/// are a range a search among them tells whether they lie together.
std::vector<std::uint32_t> firstTensorsOfRuns(const std::vector<std::uint32_t>& devices) {
    std::vector<std::uint32_t> firsts;
    for (std::size_t i = 1; i < devices.size(); ++i) {
        if (devices[i] != devices[i - 1]) {
            firsts.push_back(static_cast<std::uint32_t>(i));
        }
    }
    return firsts;
}

Message labelsOf(const std::set<DeviceId>& devices) {
    std::vector<Message> labels;
    for (const DeviceId device : devices) {
        labels.emplace_back(deviceLabel(device));
    }
    return listedMessages(std::move(labels), kMostInSentence);
}

/// Modules that must stay whole. Accelerate's hooks move what goes into the modules that the map
/// names. Inside a block whose parts are named instead of itself nothing moves the activations that
/// pass by a part, so what the block adds up must come from one device: the one on which the
/// activations arrive. (Tried with 1.15: tests/reference/try_split_maps.py.)
class BlockCheck {
public:
    BlockCheck(const ModuleTree& tree, const MapOnTree& mapOnTree)
        : m_tree(tree),
          m_mapOnTree(mapOnTree),
          m_execution(mapOnTree.map),
          m_runs(firstTensorsOfRuns(mapOnTree.places.tensors)) {}

    void check(const ModuleNode& node, Issues& issues) const {
        const std::set<DeviceId> devices = devicesOf(node);
        // An entry of its own, or one around it, moves the input as well.
        const bool isWhole =
            devices.size() == 1 && m_mapOnTree.map.deviceOf(m_tree.path(node.id)).has_value();
        const std::set<DeviceId> runsOn = executionOf(devices);
        const auto tell = [&](Severity severity, Message text) {
            issues.push_back({severity, "block_split", m_tree.path(node.id), std::nullopt,
                              static_cast<double>(node.subtreeBytes), std::move(text)});
        };
        if (const auto part = runsOn.size() == 1 ? weightlessApart(node, runsOn) : std::nullopt) {
            tell(Severity::Warning,
                 say("%1 is a %2, which must not be split. The block runs on %4, but the map puts "
                     "%3, which has no weights, on another device. If a module with its own entry "
                     "uses the output of %3, the forward pass works, but copies the output. If the "
                     "block itself uses the output, Accelerate fails with %5. Move the block to "
                     "one device.",
                     m_tree.path(node.id), node.className, m_tree.path(*part), labelsOf(runsOn),
                     kMixedDevices));
            return;
        }
        if (devices.empty() || isWhole) {
            return;
        }
        const std::string& path = m_tree.path(node.id);
        if (runsOn.size() > 1 && onlyLeavesAreApart(node, runsOn)) {
            tell(Severity::Warning,
                 say("%1 is a %2, which must not be split, but it is on %3 and therefore runs on "
                     "%4. Only single layers are separate. If a layer with its own entry uses the "
                     "output of a separate layer, as after a norm of GPT-2, the forward pass "
                     "works, but copies the output. If the block itself uses the output, as in "
                     "BERT, Accelerate fails with %5. Move the block to one device.",
                     path, node.className, labelsOf(devices), labelsOf(runsOn), kMixedDevices));
        } else if (runsOn.size() > 1) {
            tell(Severity::Warning,
                 say("%1 is a %2, which must not be split, but it is on %3 and therefore runs on "
                     "%4. Accelerate moves the inputs of modules that the map names, but not the "
                     "values that the block itself adds: if a sum uses both, Accelerate fails with "
                     "%5. Move the block to one device.",
                     path, node.className, labelsOf(devices), labelsOf(runsOn), kMixedDevices));
        } else if (const auto arrives = arrival(node); arrives && !runsOn.contains(*arrives)) {
            tell(Severity::Warning,
                 say("%1 is a %2, which must not be split, but only its submodules have entries in "
                     "the map. They run on %3, and the input of the block arrives on %4. "
                     "Accelerate does not move values that bypass a submodule: if the block adds "
                     "such values, Accelerate fails with %5. Put the whole block on one device.",
                     path, node.className, labelsOf(runsOn), deviceLabel(*arrives), kMixedDevices));
        } else if (const auto attention = attentionByParts(node, runsOn)) {
            tell(Severity::Warning,
                 say("%1 is a %2, which must not be split, but only the submodules of its %3 have "
                     "entries in the map. They run on %4. Accelerate does not move values there "
                     "that the model computes once for all layers, such as positions and masks: "
                     "the forward pass fails with %5. Put the whole block on one device.",
                     path, node.className, m_tree.node(*attention).name, labelsOf(runsOn),
                     kMixedDevices));
        } else if (devices.size() > 1) {
            tell(Severity::Hint,
                 say("%1 is a %2, which must not be split, but it is on %3. The forward pass works "
                     "because the whole block runs on %4: each forward pass copies the other "
                     "weights of the block to that device.",
                     path, node.className, labelsOf(devices), labelsOf(runsOn)));
        }
    }

private:
    /// Whether all that runs elsewhere than most is named by an entry for a module without modules.
    [[nodiscard]] bool onlyLeavesAreApart(const ModuleNode& node,
                                          const std::set<DeviceId>& runsOn) const {
        const auto isLeafEntry = [this](const TensorSpec& tensor) {
            const ModuleNode& owner = m_tree.node(tensor.module);
            return owner.subtreeEnd.value == owner.id.value + 1 &&
                   m_mapOnTree.map.exact(m_tree.path(owner.id)).has_value();
        };
        return std::ranges::any_of(runsOn, [&](DeviceId most) {
            return std::ranges::all_of(m_tree.subtreeTensors(node.id), [&](const auto& tensor) {
                const auto device = m_mapOnTree.map.deviceOf(tensor.name);
                return (device && m_execution.of(*device) == most) || isLeafEntry(tensor);
            });
        });
    }
    /// A module below that holds nothing and has an entry with another device, as a Dropout.
    [[nodiscard]] std::optional<ModuleId> weightlessApart(const ModuleNode& node,
                                                          const std::set<DeviceId>& runsOn) const {
        for (ModuleId id = node.id; id < node.subtreeEnd; ++id.value) {
            const auto device = m_tree.node(id).subtreeTensorCount == 0
                                    ? m_mapOnTree.map.exact(m_tree.path(id))
                                    : std::nullopt;
            if (device && !runsOn.contains(m_execution.of(*device))) {
                return id;
            }
        }
        return std::nullopt;
    }
    /// An attention without a hook, which gets positions and masks where the model makes them: with
    /// its rotary module or its first weights.
    [[nodiscard]] std::optional<ModuleId> attentionByParts(const ModuleNode& node,
                                                           const std::set<DeviceId>& runsOn) const {
        const ModuleId list = node.parent;
        const ModuleId model = list.isValid() ? m_tree.node(list).parent : list;
        if (!model.isValid()) {
            return std::nullopt;
        }
        auto origin = m_mapOnTree.places.of(m_tree.node(model).firstTensor);
        for (const ModuleId child : m_tree.children(model)) {
            if (m_tree.node(child).className.find("RotaryEmbedding") != std::string::npos) {
                origin = m_mapOnTree.map.deviceOf(m_tree.path(child));
            }
        }
        for (ModuleId id = node.id; origin && id < node.subtreeEnd; ++id.value) {
            const ModuleNode& part = m_tree.node(id);
            if (part.subtreeTensorCount > 0 &&
                part.className.find("Attention") != std::string::npos &&
                !m_mapOnTree.map.deviceOf(m_tree.path(id)) &&
                !runsOn.contains(m_execution.of(*origin))) {
                return id;
            }
        }
        return std::nullopt;
    }
    [[nodiscard]] std::set<DeviceId> executionOf(const std::set<DeviceId>& devices) const {
        std::set<DeviceId> runsOn;
        for (const DeviceId device : devices) {
            runsOn.insert(m_execution.of(device));
        }
        return runsOn;
    }
    [[nodiscard]] std::set<DeviceId> devicesOf(const ModuleNode& node) const {
        const std::uint32_t first = node.firstTensor.value;
        const std::uint32_t end = first + node.subtreeTensorCount;
        std::set<DeviceId> devices;
        const auto add = [&](std::uint32_t tensor) {
            if (const auto device = m_mapOnTree.places.of(TensorId{tensor})) {
                devices.insert(*device);
            }
        };
        if (first < end) {
            add(first);
        }
        for (auto run = std::ranges::upper_bound(m_runs, first); run != m_runs.end() && *run < end;
             ++run) {
            add(*run);
        }
        return devices;
    }

    /// Where what comes before the block runs; nothing where it is the first, or follows a block
    /// that runs on several devices.
    [[nodiscard]] std::optional<DeviceId> arrival(const ModuleNode& node) const {
        if (node.firstTensor.value == 0) {
            return std::nullopt;
        }
        const TensorId last{node.firstTensor.value - 1};
        const auto before = m_mapOnTree.places.of(last);
        ModuleId block = m_tree.tensor(last).module;
        while (block.isValid() && !m_mapOnTree.whole.contains(block)) {
            block = m_tree.node(block).parent;
        }
        if (block.isValid() && executionOf(devicesOf(m_tree.node(block))).size() > 1) {
            return std::nullopt;
        }
        return before ? std::optional(m_execution.of(*before)) : std::nullopt;
    }

    const ModuleTree& m_tree;
    const MapOnTree& m_mapOnTree;
    ExecutionDevices m_execution;
    std::vector<std::uint32_t> m_runs;
};

/// Modules of which some use what others compute in the same pass. Where all of them run on one
/// device nothing is parted, wherever their weights lie.
void checkWelds(const ModuleTree& tree, const MapOnTree& mapOnTree, Issues& issues) {
    const ExecutionDevices execution(mapOnTree.map);
    std::size_t parted = 0;
    for (const std::vector<ModuleId>& group : tree.weldedGroups()) {
        std::map<DeviceId, double> bytes;  // by where they run
        std::map<DeviceId, ModuleId> first;
        for (const ModuleId module : group) {
            for (const TensorSpec& tensor : tree.subtreeTensors(module)) {
                const TensorId id{static_cast<std::uint32_t>(&tensor - tree.tensors().data())};
                if (const auto device = mapOnTree.places.of(id)) {
                    bytes[execution.of(*device)] += mapOnTree.bytesOf(tensor);
                    first.try_emplace(execution.of(*device), module);
                }
            }
        }
        if (bytes.size() < 2 || ++parted > kMostModules) {
            continue;
        }
        const auto most =
            std::ranges::max_element(bytes, {}, &std::pair<const DeviceId, double>::second);
        const auto other = std::ranges::find_if(
            bytes, [&](const auto& entry) { return entry.first != most->first; });
        double away = -most->second;
        std::vector<Message> places;
        for (const auto& [device, part] : bytes) {
            away += part;
            places.push_back(say("%1 on %2", tree.path(first.at(device)), deviceLabel(device)));
        }
        const std::string& module = tree.path(first.at(other->first));
        std::vector<std::string> paths;
        for (const ModuleId member : group) {
            paths.push_back(tree.path(member));
        }
        issues.push_back(
            {Severity::Warning, "welded_layers_parted", module, other->first, away,
             say("Some modules use results that another module computes in the same forward pass, "
                 "such as keys and values, but they run on several devices: %1. If the model's "
                 "code does not move the results, the pass fails with %2. Put %3 on one device: %4 "
                 "of their weights are apart from the rest.",
                 listedMessages(std::move(places), kMostInSentence), kMixedDevices,
                 listedNames(paths, kMostInSentence), formatSize(away))});
    }
    if (parted > kMostModules) {
        const std::size_t more = parted - kMostModules;
        issues.push_back(
            planIssue(Severity::Warning, "welded_layers_parted", std::nullopt, 0,
                      more == 1 ? say("%1 more group of modules runs on several devices, but must "
                                      "not be separated. Put the group on one device.",
                                      more)
                                : say("%1 more groups of modules run on several devices, but must "
                                      "not be separated. Put each group on one device.",
                                      more)));
    }
}

void checkNoSplit(const ModuleTree& tree, const MapOnTree& mapOnTree, Issues& issues) {
    const BlockCheck blocks(tree, mapOnTree);
    for (const ModuleId module : mapOnTree.whole.modules()) {
        blocks.check(tree.node(module), issues);
    }
}

/// A convolution and the table of positions next to it, as in Whisper and CLIP: the module around
/// them adds up what they make, which no hook moves.
void checkPositions(const ModuleTree& tree, const MapOnTree& mapOnTree, Issues& issues) {
    const ExecutionDevices execution(mapOnTree.map);
    std::map<ModuleId, ModuleId> last;  // the last convolution, by the module around it
    for (const ModuleNode& node : tree.nodes()) {
        if (node.className.starts_with("Conv")) {
            last.insert_or_assign(node.parent, node.id);
        }
        const auto other = node.className == "Embedding" ? last.find(node.parent) : last.end();
        if (other == last.end() || node.ownTensorCount == 0) {
            continue;
        }
        const auto here = mapOnTree.places.of(node.firstTensor);
        const auto there = mapOnTree.places.of(tree.node(other->second).firstTensor);
        if (here && there && execution.of(*here) != execution.of(*there)) {
            issues.push_back(
                {Severity::Warning, "sum_split", tree.path(node.id), here,
                 mapOnTree.bytesOf(tree.tensor(node.firstTensor)),
                 say("%1 runs on %2 and %3 runs on %4, but the model adds the outputs of both "
                     "modules: the forward pass fails with %5. Put both modules on one device.",
                     tree.path(other->second), deviceLabel(execution.of(*there)),
                     tree.path(node.id), deviceLabel(execution.of(*here)), kMixedDevices)});
        }
    }
}

/// A tensor's own entry: hooks stand on modules only.
void checkTensorKeys(const ModuleTree& tree, const MapOnTree& mapOnTree, Issues& issues) {
    const ExecutionDevices execution(mapOnTree.map);
    for (const auto& [path, device] : mapOnTree.map.entries()) {
        const auto tensor = tree.findModule(path) ? std::nullopt : tree.findTensor(path);
        if (!tensor) {
            continue;
        }
        const ModuleId owner = tree.tensor(*tensor).module;
        const auto module = mapOnTree.map.deviceOf(tree.path(owner));
        const double bytes = mapOnTree.bytesOf(tree.tensor(*tensor));
        Message text;
        if (module && *module != device && device == DeviceId::disk()) {
            text =
                say("The device map puts the tensor %1 on %2 and its module on %3. Accelerate's "
                    "hooks handle only modules, so Accelerate stops with \"weight is on the meta "
                    "device\". Remove the entry of the tensor.",
                    path, deviceLabel(device), deviceLabel(*module));
        } else if (module && *module != device) {
            text =
                say("The device map puts the tensor %1 on %2 and its module on %3. Accelerate's "
                    "hooks handle only modules, so Accelerate puts the tensor on %3 as well. "
                    "Remove the entry of the tensor.",
                    path, deviceLabel(device), deviceLabel(*module));
        } else if (!module && execution.isOffloaded(device)) {
            text =
                say("The device map offloads the tensor %1 to %2 without its module. Accelerate's "
                    "hooks handle only modules, so no hook copies the tensor to %3 when the tensor "
                    "is used. Put the tensor on a GPU, or assign a device to its module.",
                    path, deviceLabel(device), deviceLabel(execution.main()));
        }
        if (!text.empty()) {
            issues.push_back({Severity::Warning, "tensor_key", path, device, bytes, text});
        }
    }
}

/// What goes to the disk goes through numpy.
void checkOffloaded(const ModuleTree& tree, const MapOnTree& mapOnTree, Issues& issues) {
    std::vector<std::string> names;
    double bytes = 0;
    const TensorSpec* first = nullptr;
    for (std::size_t i = 0; i < tree.tensors().size(); ++i) {
        const TensorSpec& tensor = tree.tensors()[i];
        const auto device = isOffloadable(tensor.dtype)
                                ? std::nullopt
                                : mapOnTree.places.of(TensorId{static_cast<std::uint32_t>(i)});
        if (device == DeviceId::disk() && tensor.byteSize > 0) {
            first = first == nullptr ? &tensor : first;
            names.push_back(tensor.name);
            bytes += mapOnTree.bytesOf(tensor);
        }
    }
    if (first != nullptr) {
        issues.push_back(
            {Severity::Error, "not_offloadable", tree.path(first->module), DeviceId::disk(), bytes,
             say("Accelerate's offload folder cannot store tensors of the dtype %1. Do not put "
                 "these tensors on disk (%2 in total): %3.",
                 dtypeName(first->dtype), formatSize(bytes), listedNames(names, kMostInSentence))});
    }
}

}  // namespace

std::vector<PlanIssue> validateMapOnTree(const ModuleTree& tree, const DeviceMap& map,
                                         const TensorPlaces& places,
                                         const std::vector<std::string>& unknownKeys,
                                         const WholeModules& whole,
                                         const std::vector<DeviceInfo>& devices,
                                         const PlacementPlan* sized) {
    const MapOnTree mapOnTree{map, places, unknownKeys, whole, sized};
    Issues issues;
    const std::vector<std::string> stray = strayKeys(tree, mapOnTree);
    checkDevices(mapOnTree.map, stray, devices, issues);
    checkCoverage(tree, mapOnTree, issues);
    checkKeys(mapOnTree.map, stray, devices, issues);
    checkTensorKeys(tree, mapOnTree, issues);
    TensorPlaces moved = places;
    for (const auto& [tensor, device] : tensorsTakenByHooks(tree, mapOnTree.map)) {
        moved.tensors[tensor.index()] = moved.indexOf(device);
    }
    const MapOnTree dispatched{map, moved, unknownKeys, whole, sized};
    checkTies(tree, dispatched, issues);
    checkNoSplit(tree, dispatched, issues);
    checkPositions(tree, dispatched, issues);
    checkWelds(tree, dispatched, issues);
    checkOffloaded(tree, dispatched, issues);
    return issues;
}

}  // namespace stowage
