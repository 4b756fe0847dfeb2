// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"
#include "engine/plan/accelerate/module_sizes.h"
#include "engine/plan/placement_plan.h"
#include "engine/plan/resolved_map.h"

#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// Existing modules and tensors that an unknown name may have meant, best first: the same name
/// below another prefix ("h.0" for "transformer.h.0", "module.h.0" for "h.0"), then slips of the
/// key in one component ("transformer.h.0.atn"), then the part of the name that does exist.
/// Work: a few hundred look-ups, and one pass over the children of the module where the name
/// leaves the tree.
[[nodiscard]] std::vector<std::string> nearestNames(const ModuleTree& tree, std::string_view name,
                                                    std::size_t most = 3);

/// Those of `candidates` that are written like `name`, the likest first: as many letters may differ
/// as a slip of the key explains.
[[nodiscard]] std::vector<std::string> namesAlike(const std::string& name,
                                                  const std::vector<std::string>& candidates);

/// Accelerate's check_device_map and check_tied_parameters_on_same_device (docs/spec/placement.md
/// §8), and what it does not check: unknown devices, buffers without a device, split no-split
/// blocks, welded modules on several devices. Severity Error: the map cannot be loaded. `places` is
/// where the map puts every tensor, `unknownKeys` are the keys that may be neither a module nor a
/// tensor, `whole` the modules of the no-split classes. Sizes are those planned in `sized`; null:
/// the tree's.
[[nodiscard]] std::vector<PlanIssue> validateMapOnTree(const ModuleTree& tree, const DeviceMap& map,
                                                       const TensorPlaces& places,
                                                       const std::vector<std::string>& unknownKeys,
                                                       const WholeModules& whole,
                                                       const std::vector<DeviceInfo>& devices,
                                                       const PlacementPlan* sized = nullptr);

/// Adds what speaks against a map beside coverage, ties and limits: keys given twice
/// (doubled_key), entries inside others that Accelerate does not follow (entry_inside_entry,
/// root_moved), a
/// device left and entered again (ping_pong, with the bytes that cross), what
/// crosses from machine to machine of a cluster (machine_crossing, with the bytes of a token), pins
/// that their device's limit cannot hold (pins_over_limit); and tells of unknown keys
/// (unknown_module) which existing names are nearest. Needs the plan's figures.
void addMapProblems(PlacementPlan& plan);

/// What an unknown key of the plan's map was meant to be, best first: modules without a device
/// that are written alike, then nearestNames(), without those that are keys already or hold one.
[[nodiscard]] std::vector<std::string> intendedNames(const PlacementPlan& plan,
                                                     const std::string& key);

/// Warnings and hints about a plan that may well be loaded: GPUs that get nothing and why, layers
/// larger than every limit, what offloading costs, limits that mean something else than it seems.
[[nodiscard]] std::vector<PlanIssue> adviceFor(const PlacementPlan& plan);

/// Whether the plan had no use for a device from the start, full or empty: a limit was given to
/// others only, or everything goes to another one. Such a device has no limit that could be shown.
[[nodiscard]] bool isNotUsed(const PlacementPlan& plan, const DevicePlacement& placement);

/// Appends everything worth saying about a plan whose figures stand: validation first, then
/// limits and capacities, then advice. `places` is where the plan's map puts every tensor,
/// `fromPreset` what follows from the request's preset.
void addIssues(PlacementPlan& plan, const TensorPlaces& places, std::vector<PlanIssue> fromPreset);

/// Bytes that the plan puts on the devices of a kind.
[[nodiscard]] double weightsOn(const PlacementPlan& plan, DeviceKind kind);

/// Verdict and its sentence, from figures and issues.
void decideVerdict(PlacementPlan& plan);

}  // namespace stowage
