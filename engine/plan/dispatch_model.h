// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"
#include "engine/model/module_tree.h"
#include "engine/plan/device_map.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

class ModuleTree;
class WholeModules;

/// Where a module runs whose weights lie on the CPU or on disk. Accelerate's hooks stream: they
/// bring its weights to the execution device. Computed on the CPU, it is the activations that
/// travel; weights on disk are read into the host's memory.
struct OffloadRule {
    enum class Mode { Stream, Compute };
    Mode mode = Mode::Stream;
    std::string module;  ///< and all below it; "": the whole model
    bool operator==(const OffloadRule&) const = default;
};

/// Whether such a module is computed on the CPU: by the last rule that it stands under; streamed
/// where there is none.
[[nodiscard]] bool computesOnCpu(std::span<const OffloadRule> rules, std::string_view module);

/// The same of it or of anything below it, as far as the rules tell.
[[nodiscard]] bool computesSome(std::span<const OffloadRule> rules, std::string_view module);

/// "compute", "stream:lm_head", "compute:model.layers.3,model.layers.7", as `--offloaded` takes it.
/// Error: InvalidArgument.
[[nodiscard]] Result<std::vector<OffloadRule>> parseOffloadRules(std::string_view text);
/// The words that give these rules, one for each run of rules of one mode.
[[nodiscard]] std::vector<std::string> offloadRuleWords(std::span<const OffloadRule> rules);

/// Error: InvalidArgument that names a module which the tree does not have.
[[nodiscard]] Result<void> checkOffloadRules(std::span<const OffloadRule> rules,
                                             const ModuleTree& tree);

/// The map as Accelerate can use it: no entry lies inside another one that names another device.
/// A longest prefix wins in Stowage, but dispatch_model walks from the root down: the outer entry's
/// hook takes all below it to its own device, which fails where a weight is on disk ("weight is on
/// the meta device"), and leaves hooks of the outer device on what the inner entry moved.
///
/// `{"transformer": "cpu", "transformer.h.5": "disk"}` becomes an entry for each child of
/// `transformer` and of `transformer.h`. Every tensor keeps its device. A module that is cut so and
/// has tensors of its own gives each of them an entry, as infer_auto_device_map does; a module
/// without tensors goes with the one before it. "" is cut as well where dispatch_model would not
/// keep it on its device (see HookConflict). Maps without such entries come back as they are.
[[nodiscard]] DeviceMap flatMap(const ModuleTree& tree, const DeviceMap& map);

/// Why a map does not run as it is written, although every tensor has a device.
struct HookConflict {
    enum class Kind {
        OnMeta,      ///< an entry takes weights that are on the meta device: ValueError
        CopyOfMeta,  ///< a disk's entry inside one of the CPU: NotImplementedError in the pass
        NotFound,    ///< "" on the CPU and a GPU in the map: KeyError in the pass
        Mixed,       ///< the outer entry's hooks stay on what the inner one moves
        Moved,       ///< "" on a GPU that is not the main device: it runs, on the main device
    };
    Kind kind = Kind::Mixed;
    std::string inner;   ///< the entry inside the other
    std::string outer;   ///< the entry around it
    std::string module;  ///< where it shows
    std::string tensor;  ///< the last part of the name of one that it is about
    DeviceId device;     ///< where that entry brings it
};

/// The first conflict of an entry inside another one of another device, or of "" itself,
/// in dispatch_model after from_pretrained, which leaves what goes to disk on the meta device. What
/// runs: an inner entry for a module without modules below it; offloaded entries on the CPU inside
/// others; entries inside that end where the outer one put them. Nothing for flat maps.
[[nodiscard]] std::optional<HookConflict> findHookConflict(const ModuleTree& tree,
                                                           const DeviceMap& map, DeviceId main,
                                                           const WholeModules& whole);

/// Where dispatch_model brings the weights of the CPU and the disk to use them: the GPU of the map
/// with the lowest number, else the CPU. (It takes the first of a set, which holds small numbers in
/// ascending order.)
[[nodiscard]] DeviceId mainDeviceOf(const DeviceMap& map);

/// How a dispatched model runs: arguments of Accelerate's dispatch_model, and what that has none
/// for. Source of the rules: accelerate 1.15, big_modeling.py and hooks.py.
struct HookOptions {
    /// `main_device`: where inputs go first and offloaded weights are used. Without hooks nobody
    /// asks for it.
    std::optional<DeviceId> mainDevice{};
    /// `force_hooks`: hooks also where all of the model lies on one device in memory.
    bool force = false;
    /// `preload_module_classes`: classes whose modules bring the weights of all modules below
    /// them when they begin, and keep them until they end.
    std::vector<std::string> preloadClasses{};
    /// `skip_keys`: keyword arguments that no hook moves to the device of the module it calls.
    std::vector<std::string> skipKeys{};
    /// Ours: which offloaded modules are computed on the CPU instead of brought to a GPU.
    std::vector<OffloadRule> offloaded{};

    bool operator==(const HookOptions&) const = default;
    [[nodiscard]] bool any() const {
        return mainDevice || force || !preloadClasses.empty() || !skipKeys.empty() ||
               !offloaded.empty();
    }
};

/// A module that brings all below it at once, and the tensors that this is about.
struct PreloadGroup {
    std::string module;
    std::vector<std::string> tensors;  ///< every name at or below it
};

/// What the options come to under one device map.
struct HookRuling {
    bool attached = false;  ///< whether dispatch_model puts hooks on the model at all
    DeviceId mainDevice;    ///< the one given, else the GPU with the lowest number, else the CPU
    std::size_t computingDevices = 1;  ///< on which modules run
    std::vector<PreloadGroup> groups;  ///< the outermost ones, in the order of the tree
    std::vector<Message> warnings;     ///< sentences: what has no effect here, and why
};

/// Whether dispatch_model puts hooks on a model under this map.
[[nodiscard]] bool hasHooks(const DeviceMap& map, bool isForced);

/// A tensor that a group brings to where it is used.
struct BroughtTensor {
    std::size_t storage = 0;  ///< the same for tied names
    std::uint64_t bytes = 0;
};

/// What the group brings that brings most.
struct LargestGroup {
    std::string module;
    std::vector<std::uint64_t> sizes;  ///< of its tensors, in their order, tied ones once
    std::uint64_t bytes = 0;           ///< their sum
};

/// What preloaded modules take, for plans and for runs. `brought` says what is to be brought of a
/// tensor's name; nothing for one that lies where it is used, or stays there.
[[nodiscard]] LargestGroup largestGroup(
    const std::vector<PreloadGroup>& groups,
    const std::function<std::optional<BroughtTensor>(const std::string&)>& brought);

/// The rules of dispatch_model: hooks are there for more than one device, for the disk, or where
/// they are forced. A class preloads where its module stands at or below an entry of the map that
/// is offloaded: on the disk, or on the CPU while the main device is another one.
[[nodiscard]] HookRuling ruleHooks(const ModuleTree& tree, const DeviceMap& map,
                                   const HookOptions& options);

/// The same where another option names the device for offloaded weights (`--execution-device`),
/// with or without hooks; a main device that hooks know of wins over it.
[[nodiscard]] HookRuling ruleHooks(const ModuleTree& tree, const DeviceMap& map,
                                   const HookOptions& options, std::optional<DeviceId> execution);

/// What skip_keys do to this run. Layers that run on several devices need what is made once for
/// all of them. Error: InvalidArgument, where a key is skipped that would then lie on the wrong
/// device (PyTorch refuses to compute with it).
[[nodiscard]] Result<void> checkSkipKeys(const std::vector<std::string>& keys,
                                         std::size_t computingDevices);

}  // namespace stowage
