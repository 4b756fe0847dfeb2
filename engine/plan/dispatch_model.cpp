// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/dispatch_model.h"

#include "engine/base/strings.h"
#include "engine/plan/accelerate/module_sizes.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace stowage {

namespace {

constexpr std::string_view kCompute = "compute";
constexpr std::string_view kStream = "stream";

bool standsUnder(std::string_view path, std::string_view module) {
    return module.empty() || (path.starts_with(module) &&
                              (path.size() == module.size() || path[module.size()] == '.'));
}

std::string_view modeName(OffloadRule::Mode mode) {
    return mode == OffloadRule::Mode::Compute ? kCompute : kStream;
}

}  // namespace

bool computesOnCpu(std::span<const OffloadRule> rules, std::string_view module) {
    const auto last = std::find_if(rules.rbegin(), rules.rend(), [&](const OffloadRule& rule) {
        return standsUnder(module, rule.module);
    });
    return last != rules.rend() && last->mode == OffloadRule::Mode::Compute;
}

bool computesSome(std::span<const OffloadRule> rules, std::string_view module) {
    return computesOnCpu(rules, module) || std::ranges::any_of(rules, [&](const OffloadRule& rule) {
               return standsUnder(rule.module, module) && computesOnCpu(rules, rule.module);
           });
}

Result<std::vector<OffloadRule>> parseOffloadRules(std::string_view text) {
    const std::size_t colon = text.find(':');
    const std::string_view word = text.substr(0, colon);
    const bool isNamed = colon != std::string_view::npos;
    const auto refused = [](const Message& why) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1; specify \"compute\" or \"stream\", alone or with modules, as in "
                        "compute:model.layers.3,model.layers.7.",
                        why));
    };
    if (word != kCompute && word != kStream) {
        return refused(say("%1 is not a valid mode for offloaded modules", quotedForMessage(text)));
    }
    const auto mode = word == kCompute ? OffloadRule::Mode::Compute : OffloadRule::Mode::Stream;
    std::vector<OffloadRule> rules;
    std::string_view rest = isNamed ? text.substr(colon + 1) : std::string_view();
    while (isNamed) {
        const std::size_t comma = rest.find(',');
        const std::string_view module = rest.substr(0, comma);
        if (module.empty()) {
            return refused(
                say("%1 has no module name after the colon or a comma", quotedForMessage(text)));
        }
        rules.push_back({mode, std::string(module)});
        if (comma == std::string_view::npos) {
            return rules;
        }
        rest = rest.substr(comma + 1);
    }
    rules.push_back({mode, {}});
    return rules;
}

std::vector<std::string> offloadRuleWords(std::span<const OffloadRule> rules) {
    std::vector<std::string> words;
    const OffloadRule* open = nullptr;  // in the last word, if more modules can follow there
    for (const OffloadRule& rule : rules) {
        if (rule.module.empty()) {
            words.emplace_back(modeName(rule.mode));
            open = nullptr;
        } else if (open != nullptr && open->mode == rule.mode) {
            words.back() += "," + rule.module;
        } else {
            words.push_back(std::string(modeName(rule.mode)) + ":" + rule.module);
            open = &rule;
        }
    }
    return words;
}

Result<void> checkOffloadRules(std::span<const OffloadRule> rules, const ModuleTree& tree) {
    for (const OffloadRule& rule : rules) {
        if (!tree.findModule(rule.module)) {
            return fail(ErrorCode::InvalidArgument,
                        say("This model has no module %1; \"stowagectl inspect\" lists the modules "
                            "of the model.",
                            quotedForMessage(rule.module)),
                        {}, rule.module);
        }
    }
    return {};
}

namespace {

std::string_view parentOf(std::string_view path) {
    const std::size_t dot = path.rfind('.');
    return path.substr(0, dot == std::string_view::npos ? 0 : dot);
}

class Flattener {
public:
    Flattener(const ModuleTree& tree, const DeviceMap& map)
        : m_tree(tree), m_map(map), m_isCut(tree.nodes().size()) {}

    DeviceMap flattened() {
        if (!markCutModules()) {
            return m_map;
        }
        for (const auto& [path, device] : m_map.entries()) {
            const auto module = m_tree.findModule(path);
            if ((module || m_tree.findTensor(path)) && liesInCutEntry(path)) {
                continue;  // the outermost entry lists it
            }
            if (module && m_isCut[module->index()]) {
                list(*module);
            } else {
                m_entries.emplace_back(path, device);
            }
        }
        return DeviceMap(std::move(m_entries));
    }

private:
    /// The modules that hold an entry with another device than they have themselves.
    bool markCutModules() {
        const auto root = m_map.exact("");
        bool any = root && *root != DeviceId::disk() && *root != mainDeviceOf(m_map);
        m_isCut[0] = any;
        for (const auto& [path, device] : m_map.entries()) {
            const auto module = m_tree.findModule(path);
            if (path.empty() || !module) {
                continue;  // hooks never see a tensor's own entry, so it cuts nothing
            }
            const auto outer = m_map.deviceOf(parentOf(path));
            if (!outer || *outer == device) {
                continue;
            }
            any = true;
            for (ModuleId above = m_tree.node(*module).parent; above.isValid();
                 above = m_tree.node(above).parent) {
                if (m_isCut[above.index()]) {
                    break;  // and so are all above it
                }
                m_isCut[above.index()] = true;
            }
        }
        return any;
    }

    [[nodiscard]] bool liesInCutEntry(std::string_view path) const {
        while (!path.empty()) {
            path = parentOf(path);
            const auto module = m_map.exact(path) ? m_tree.findModule(path) : std::nullopt;
            if (module && m_isCut[module->index()]) {
                return true;
            }
        }
        return false;
    }

    /// Entries for everything in a cut module; nodes stand in preorder, so this is one pass.
    void list(ModuleId top) {
        const std::size_t first = m_entries.size();
        std::vector<std::size_t> withoutTensors;
        for (ModuleId id = top; id < m_tree.node(top).subtreeEnd;) {
            const ModuleNode& node = m_tree.node(id);
            if (!m_isCut[id.index()]) {
                addModule(node, withoutTensors);
                id = node.subtreeEnd;
                continue;
            }
            for (const TensorSpec& tensor : m_tree.ownTensors(id)) {
                m_entries.emplace_back(tensor.name, *m_map.deviceOf(tensor.name));
            }
            ++id.value;
        }
        // A Dropout behind layers that all went elsewhere must not ask for the old device.
        std::size_t leading = 0;
        while (leading < withoutTensors.size() && withoutTensors[leading] == first + leading) {
            ++leading;
        }
        for (const std::size_t place : withoutTensors) {
            const std::size_t neighbour = place < first + leading ? first + leading : place - 1;
            if (neighbour < m_entries.size()) {
                m_entries[place].second = m_entries[neighbour].second;
            }
        }
    }

    void addModule(const ModuleNode& node, std::vector<std::size_t>& withoutTensors) {
        const std::string& path = m_tree.path(node.id);
        if (node.subtreeTensorCount == 0 && !m_map.exact(path)) {
            withoutTensors.push_back(m_entries.size());
        }
        m_entries.emplace_back(path, *m_map.deviceOf(path));
        // A tensor's own entry inside stays, so that nothing is lost on the way.
        for (const TensorSpec& tensor : m_tree.subtreeTensors(node.id)) {
            if (const auto own = m_map.exact(tensor.name)) {
                m_entries.emplace_back(tensor.name, *own);
            }
        }
    }

    const ModuleTree& m_tree;
    const DeviceMap& m_map;
    std::vector<bool> m_isCut;
    std::vector<DeviceMap::Entry> m_entries;
};

/// Goes over a model as attach_align_device_hook_on_blocks does: from the root down, an entry's
/// hooks after those of the entries around it.
class HookWalk {
public:
    HookWalk(const ModuleTree& tree, const DeviceMap& map, DeviceId main)
        : m_tree(tree),
          m_map(map),
          m_main(main),
          m_hooks(tree.nodes().size()),
          m_isOnMeta(tree.tensors().size()),
          m_lies(tree.tensors().size()) {}

    std::optional<HookConflict> firstConflict(const WholeModules& whole) {
        for (std::size_t i = 0; i < m_isOnMeta.size(); ++i) {
            const TensorSpec& tensor = m_tree.tensors()[i];
            m_isOnMeta[i] = tensor.kind == TensorKind::Parameter &&
                            m_map.deviceOf(tensor.name) == DeviceId::disk();
        }
        for (const ModuleNode& node : m_tree.nodes()) {
            const auto device = m_map.exact(m_tree.path(node.id));
            if (device && isOffloaded(*device)) {
                offload(node);
            } else if (auto conflict = device ? place(node, *device) : std::nullopt) {
                return conflict;
            }
        }
        for (const ModuleNode& node : m_tree.nodes()) {
            const auto& hook = m_hooks[node.id.index()];
            auto found = !hook ? std::nullopt : hook->offloads ? missing(node) : parted(node);
            if (found) {
                return found;
            }
        }
        for (const ModuleNode& node : m_tree.nodes()) {
            auto found = isSum(node, whole) ? apart(node) : std::nullopt;
            if (found) {
                return found;
            }
        }
        const auto root = m_map.exact("");
        return root && root->isGpu() && *root != m_main
                   ? std::optional(HookConflict{HookConflict::Kind::Moved, {}, {}, {}, {}, m_main})
                   : std::nullopt;
    }

private:
    struct Hook {
        ModuleId key;     ///< whose entry put it there
        DeviceId device;  ///< where it brings the input
        bool offloads = false;
    };
    using Kind = HookConflict::Kind;

    [[nodiscard]] bool isOffloaded(DeviceId device) const {
        return device == DeviceId::disk() || (device == DeviceId::cpu() && m_main.isGpu());
    }
    /// The nearest entry of the map at or above a name for which `counts(key, device)`.
    template <class Counts>
    [[nodiscard]] std::string keyAt(std::string_view name, const Counts& counts) const {
        while (true) {
            if (const auto device = m_map.exact(name); device && counts(name, *device)) {
                return std::string(name);
            }
            if (name.empty()) {
                return {};
            }
            name = parentOf(name);
        }
    }
    [[nodiscard]] HookConflict conflictAt(Kind kind, const ModuleNode& node,
                                          const TensorSpec& tensor, DeviceId device,
                                          std::string one, std::string other) const {
        const bool isOuter = one.size() < other.size();
        const std::size_t dot = tensor.name.rfind('.');
        return {kind,
                isOuter ? other : one,
                isOuter ? one : other,
                m_tree.path(node.id),
                tensor.name.substr(dot == std::string::npos ? 0 : dot + 1),
                device};
    }

    /// An entry that keeps its weights on a device: takes all below it there, and puts hooks where
    /// there are none.
    std::optional<HookConflict> place(const ModuleNode& node, DeviceId device) {
        // dispatch_model sets execution_device[""] to the main device.
        device = node.id == ModuleTree::root() || !device.isGpu() ? m_main : device;
        const std::string& path = m_tree.path(node.id);
        for (const TensorSpec& tensor : m_tree.subtreeTensors(node.id)) {
            if (m_isOnMeta[indexOf(tensor)]) {
                const std::string other =
                    keyAt(tensor.name, [&](std::string_view key, DeviceId there) {
                        return key != path && isOffloaded(there);
                    });
                return conflictAt(Kind::OnMeta, node, tensor, device, path, other);
            }
            m_lies[indexOf(tensor)] = device;
        }
        m_hooks[node.id.index()] = Hook{node.id, device};
        addHooks(node, device);
        return std::nullopt;
    }

    void offload(const ModuleNode& node) {
        for (std::size_t i = node.id.index(); i < node.subtreeEnd.index(); ++i) {
            const auto tensors = m_tree.ownTensors(m_tree.nodes()[i].id);
            if (!tensors.empty()) {
                m_hooks[i] = Hook{node.id, m_main, true};
            }
            for (const TensorSpec& tensor : tensors) {
                m_isOnMeta[indexOf(tensor)] = tensor.kind == TensorKind::Parameter;
                m_lies[indexOf(tensor)] = m_main;
            }
        }
        if (!m_hooks[node.id.index()]) {
            m_hooks[node.id.index()] = Hook{node.id, m_main};
        }
        addHooks(node, m_main);
    }

    void addHooks(const ModuleNode& node, DeviceId device) {
        for (std::size_t i = node.id.index() + 1; i < node.subtreeEnd.index(); ++i) {
            const auto below = m_tree.subtreeTensors(m_tree.nodes()[i].id);
            if (!m_hooks[i] && std::ranges::any_of(below, &TensorSpec::persistent)) {
                m_hooks[i] = Hook{node.id, device};
            }
        }
    }

    /// A tensor that an offloading hook will not find: the state dict has what entries of the CPU
    /// but "" name, before the index, which has what goes to disk.
    [[nodiscard]] std::optional<HookConflict> missing(const ModuleNode& node) const {
        const Hook& hook = *m_hooks[node.id.index()];
        for (const TensorSpec& tensor : m_tree.ownTensors(node.id)) {
            const std::string named = keyAt(tensor.name, [](std::string_view key, DeviceId there) {
                return !key.empty() && there == DeviceId::cpu();
            });
            const bool isOnDisk = m_map.deviceOf(tensor.name) == DeviceId::disk();
            const bool isThere = !named.empty() && m_main.isGpu();
            if (tensor.kind == TensorKind::Parameter && isOnDisk && isThere) {
                return conflictAt(Kind::CopyOfMeta, node, tensor, m_main, named, anyKey(tensor));
            }
            if (tensor.kind == TensorKind::Parameter && !isOnDisk && !isThere &&
                hook.key == ModuleTree::root()) {
                return conflictAt(Kind::NotFound, node, tensor, m_main, {}, {});
            }
        }
        return std::nullopt;
    }

    /// Weights that are on another device than that to which the hook brings the input.
    [[nodiscard]] std::optional<HookConflict> parted(const ModuleNode& node) const {
        const Hook& hook = *m_hooks[node.id.index()];
        for (const TensorSpec& tensor : m_tree.ownTensors(node.id)) {
            if (m_lies[indexOf(tensor)] != hook.device) {
                return conflictAt(Kind::Mixed, node, tensor, hook.device, m_tree.path(hook.key),
                                  anyKey(tensor));
            }
        }
        return std::nullopt;
    }

    /// Whether a module computes with its own input and what its parts make of it: a residual, or a
    /// mask.
    [[nodiscard]] bool isSum(const ModuleNode& node, const WholeModules& whole) const {
        return m_hooks[node.id.index()] && node.subtreeTensorCount > node.ownTensorCount &&
               (whole.contains(node.id) || node.className.find("Attention") != std::string::npos);
    }
    /// All of such a module runs on another device than its input arrives on.
    [[nodiscard]] std::optional<HookConflict> apart(const ModuleNode& node) const {
        const Hook& hook = *m_hooks[node.id.index()];
        const auto below = m_tree.subtreeTensors(node.id).subspan(node.ownTensorCount);
        const auto& there = m_hooks[below.front().module.index()];
        for (const TensorSpec& tensor : below) {
            const auto& part = m_hooks[tensor.module.index()];
            if (!part || part->device == hook.device || part->device != there->device) {
                return std::nullopt;
            }
        }
        return conflictAt(Kind::Mixed, node, below.front(), hook.device, m_tree.path(hook.key),
                          anyKey(below.front()));
    }

    [[nodiscard]] std::string anyKey(const TensorSpec& tensor) const {
        return keyAt(tensor.name, [](std::string_view, DeviceId) { return true; });
    }
    [[nodiscard]] std::size_t indexOf(const TensorSpec& tensor) const {
        return static_cast<std::size_t>(&tensor - m_tree.tensors().data());
    }

    const ModuleTree& m_tree;
    const DeviceMap& m_map;
    DeviceId m_main;
    std::vector<std::optional<Hook>> m_hooks;  ///< by ModuleId: the last of each module
    std::vector<bool> m_isOnMeta;              ///< by TensorId
    std::vector<DeviceId> m_lies;              ///< by TensorId: of those that are not
};

/// Made once and handed to every layer by name, as transformers' models do; a layer on another
/// device needs them there.
constexpr std::array<std::string_view, 5> kSharedInputs{
    "attention_mask", "position_ids", "cache_position", "position_embeddings", "hidden_states"};

class Ruler {
public:
    Ruler(const ModuleTree& tree, const DeviceMap& map, const HookOptions& options)
        : m_tree(tree),
          m_map(map),
          m_options(options),
          m_classes(options.preloadClasses.begin(), options.preloadClasses.end()) {}

    HookRuling rule() {
        std::set<DeviceId> devices;
        for (const auto& [path, device] : m_map.entries()) {
            devices.insert(device);
        }
        m_ruling.attached = hasHooks(m_map, m_options.force);
        m_ruling.mainDevice = mainDeviceOf(m_map);
        if (m_options.mainDevice) {
            takeMainDevice(*m_options.mainDevice);
        }
        if (m_ruling.attached) {
            findGroups();
        }
        countComputing(devices);
        warnOfClasses();
        warnOfRules();
        return std::move(m_ruling);
    }

private:
    void takeMainDevice(DeviceId device) {
        if (m_ruling.attached) {
            m_ruling.mainDevice = device;
        } else {
            m_ruling.warnings.push_back(
                say("main_device has no effect: the whole model is on %1, so dispatch_model adds "
                    "no hooks. With force_hooks, dispatch_model adds hooks.",
                    deviceLabel(m_ruling.mainDevice)));
        }
    }

    void countComputing(std::set<DeviceId> devices) {
        const bool travels = devices.erase(DeviceId::disk()) + devices.erase(DeviceId::cpu()) > 0;
        if (travels || devices.empty()) {
            devices.insert(m_ruling.mainDevice);
        }
        const bool isComputed =
            std::ranges::any_of(m_map.entries(), [this](const DeviceMap::Entry& entry) {
                return !entry.second.isGpu() && computesSome(m_options.offloaded, entry.first);
            });
        if (isComputed) {
            devices.insert(DeviceId::cpu());
        }
        m_ruling.computingDevices = devices.size();
    }

    /// The outermost of a class: what is below it has no hook of its own.
    void findGroups() {
        const auto nodes = m_tree.nodes();
        for (std::size_t i = 0; i < nodes.size();) {
            const ModuleNode& node = nodes[i];
            const std::size_t end = node.subtreeEnd.index();
            const bool isGroup = m_classes.contains(node.className);
            if (!isGroup || !isOffloaded(m_tree.path(node.id)) || node.subtreeTensorCount == 0) {
                ++i;
                continue;
            }
            PreloadGroup group{m_tree.path(node.id), {}};
            for (const TensorSpec& tensor : m_tree.subtreeTensors(node.id)) {
                group.tensors.push_back(tensor.name);
            }
            m_ruling.groups.push_back(std::move(group));
            i = end;
        }
    }

    [[nodiscard]] bool isOffloaded(const std::string& module) const {
        const auto device = m_map.deviceOf(module);
        return device && (*device == DeviceId::disk() ||
                          (*device == DeviceId::cpu() && m_ruling.mainDevice != DeviceId::cpu()));
    }

    void warnOfClasses() {
        std::set<std::string_view> absent(m_classes.begin(), m_classes.end());
        for (const ModuleNode& node : m_tree.nodes()) {
            absent.erase(node.className);
        }
        if (!absent.empty()) {
            m_ruling.warnings.push_back(
                say("preload_module_classes names %1, but no module of this model has that class.",
                    *absent.begin()));
        }
        if (!m_ruling.attached && absent.size() < m_classes.size()) {
            m_ruling.warnings.emplace_back(
                phrase("preload_module_classes has no effect: no part of the model is offloaded, "
                       "so the model has no hooks."));
        }
    }

    void warnOfRules() {
        for (const OffloadRule& rule : m_options.offloaded) {
            if (!m_tree.findModule(rule.module)) {
                m_ruling.warnings.push_back(
                    say("The setting for the offloaded module %1 has no effect: this model has no "
                        "such module.",
                        rule.module));
            }
        }
        const bool isOffloaded = std::ranges::any_of(
            m_map.entries(), [](const DeviceMap::Entry& entry) { return !entry.second.isGpu(); });
        if (!m_options.offloaded.empty() && !isOffloaded) {
            m_ruling.warnings.emplace_back(phrase(
                "The setting for offloaded modules has no effect: the whole model is on GPUs."));
        }
    }

    const ModuleTree& m_tree;
    const DeviceMap& m_map;
    const HookOptions& m_options;
    std::set<std::string, std::less<>> m_classes;
    HookRuling m_ruling;
};

}  // namespace

DeviceMap flatMap(const ModuleTree& tree, const DeviceMap& map) {
    return Flattener(tree, map).flattened();
}

std::optional<HookConflict> findHookConflict(const ModuleTree& tree, const DeviceMap& map,
                                             DeviceId main, const WholeModules& whole) {
    const bool isFlat = flatMap(tree, map).entries() == map.entries();
    return isFlat ? std::nullopt : HookWalk(tree, map, main).firstConflict(whole);
}

DeviceId mainDeviceOf(const DeviceMap& map) {
    std::optional<DeviceId> lowest;
    for (const auto& [path, device] : map.entries()) {
        if (device.isGpu() && (!lowest || device < *lowest)) {
            lowest = device;
            if (device == DeviceId::gpu(0)) {
                break;
            }
        }
    }
    return lowest.value_or(DeviceId::cpu());
}

bool hasHooks(const DeviceMap& map, bool isForced) {
    const auto& entries = map.entries();
    return isForced || std::ranges::any_of(entries, [&entries](const DeviceMap::Entry& entry) {
               return entry.second == DeviceId::disk() || entry.second != entries.front().second;
           });
}

LargestGroup largestGroup(
    const std::vector<PreloadGroup>& groups,
    const std::function<std::optional<BroughtTensor>(const std::string&)>& brought) {
    LargestGroup most;
    for (const PreloadGroup& group : groups) {
        LargestGroup here{group.module, {}, 0};
        std::set<std::size_t> seen;
        for (const std::string& name : group.tensors) {
            if (const auto tensor = brought(name); tensor && seen.insert(tensor->storage).second) {
                here.sizes.push_back(tensor->bytes);
                here.bytes += tensor->bytes;
            }
        }
        if (here.bytes > most.bytes) {
            most = std::move(here);
        }
    }
    return most;
}

HookRuling ruleHooks(const ModuleTree& tree, const DeviceMap& map, const HookOptions& options) {
    return Ruler(tree, map, options).rule();
}

HookRuling ruleHooks(const ModuleTree& tree, const DeviceMap& map, const HookOptions& options,
                     std::optional<DeviceId> execution) {
    HookRuling ruling = ruleHooks(tree, map, options);
    if (!execution || (options.mainDevice && ruling.attached)) {
        return ruling;
    }
    HookOptions named = options;
    named.mainDevice = execution;
    named.force = true;
    HookRuling there = ruleHooks(tree, map, named);
    there.attached = ruling.attached;
    there.groups = ruling.attached ? std::move(there.groups) : std::vector<PreloadGroup>();
    there.warnings = std::move(ruling.warnings);
    return there;
}

Result<void> checkSkipKeys(const std::vector<std::string>& keys, std::size_t computingDevices) {
    for (const std::string& key : keys) {
        const bool isShared = std::ranges::find(kSharedInputs, key) != kSharedInputs.end();
        if (isShared && computingDevices > 1) {
            return fail(
                ErrorCode::InvalidArgument,
                say("skip_keys: \"%1\" is created once and passed to layers on %2 devices. If this "
                    "input is skipped, it remains on one device, and PyTorch cannot compute with "
                    "tensors on two devices. Leave out this key, or run all layers on one device.",
                    key, computingDevices),
                {}, key);
        }
    }
    return {};
}

}  // namespace stowage
