// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/project/random_edits.h"

#include "engine/device/device_fields.h"
#include "engine/device/this_machine.h"
#include "engine/plan/strategies/strategies.h"

#include <array>
#include <utility>

namespace stowage::test {

std::string EditDrawer::module(const PlacementPlan& plan) {
    const ModuleTree& tree = *plan.request.tree;
    return tree.path(ModuleId{below(static_cast<unsigned>(tree.nodes().size()))});
}

DeviceId EditDrawer::device(const PlacementPlan& plan) {
    const auto& devices = plan.request.devices;
    return devices[below(static_cast<unsigned>(devices.size()))].id;
}

std::string EditDrawer::size(const PlacementPlan& plan) {
    const std::uint64_t bytes = 1 + plan.request.tree->totalBytes() * below(100) / 70;
    constexpr std::array kUnits{"", "KiB", "kb"};
    return std::to_string(bytes) + kUnits[below(kUnits.size())];
}

Quantization EditDrawer::quantization() {
    constexpr std::array kNames{"int8", "nf4", "fp4", "fp8", "gptq", "awq", "mxfp4"};
    Quantization drawn = *quantizationOfMethod(kNames[below(kNames.size())]);
    drawn.groupSize = below(3) == 0 ? -1 : static_cast<std::int64_t>(32 * below(4));
    drawn.blockRows = below(2) == 0 ? 0 : 128;
    drawn.isDoubleQuantised = below(2) == 0;
    drawn.hasActivationScale = below(2) == 0;
    drawn.scaleType = below(2) == 0 ? DType::Float32 : DType::BFloat16;
    if (below(2) == 0) {
        drawn.skippedModules = std::vector<std::string>{"a", "b.c"};
    }
    if (below(3) == 0) {
        drawn.chosenModules = std::vector<std::string>{};
    }
    drawn.declaredBy = below(2) == 0 ? "" : "config.json";
    return drawn;
}

Workload EditDrawer::workload() {
    Workload drawn;
    drawn.batch = 1 + below(8);
    drawn.prompt = 1 + below(4096);
    drawn.generate = below(100);
    drawn.context = below(2) == 0 ? 0 : 8192;
    drawn.prefillChunk = below(2) == 0 ? 0 : 1 + below(static_cast<unsigned>(drawn.prompt));
    drawn.kvType = below(2) == 0 ? std::nullopt : std::optional(KvType::Q4);
    drawn.computeType = below(2) == 0 ? std::nullopt : std::optional(DType::Float16);
    drawn.attention = below(2) == 0 ? std::nullopt : std::optional(AttentionKind::Fused);
    drawn.engine = below(2) == 0 ? "" : "vllm";
    return drawn;
}

HookOptions EditDrawer::hooks(const PlacementPlan& plan) {
    HookOptions drawn;
    if (const DeviceId main = device(plan); main != DeviceId::disk() && below(2) == 0) {
        drawn.mainDevice = main;
    }
    drawn.force = below(2) == 0;
    if (below(2) == 0) {
        drawn.preloadClasses = {"Block"};
    }
    if (below(2) == 0) {
        drawn.skipKeys = {"past_key_values", "x,y"};
    }
    for (unsigned i = below(3); i > 0; --i) {
        const auto mode = below(2) == 0 ? OffloadRule::Mode::Stream : OffloadRule::Mode::Compute;
        drawn.offloaded.push_back({mode, module(plan)});
    }
    return drawn;
}

LoadModelPreset EditDrawer::preset() {
    constexpr std::array kDevices{"cuda", "cpu", "mps", "cuda:0"};
    LoadModelPreset drawn;
    drawn.device = kDevices[below(kDevices.size())];
    if (below(2) == 0) {
        drawn.numGpus = 1 + below(3);
    }
    drawn.maxGpuMemory = below(2) == 0 ? "" : "1.5MiB";
    if (below(3) == 0) {
        drawn.strategy = below(2) == 0 ? Strategy::Sequential : Strategy::Manual;
        drawn.givenMap.set("", DeviceId::cpu());
    }
    if (below(3) == 0) {
        drawn.maxMemory = {{DeviceId::gpu(0), 123456.75, "", true},
                           {DeviceId::cpu(), 1e9, "1GB", false}};
    }
    return drawn;
}

PlanEdit EditDrawer::devicesEdit(const PlacementPlan& plan) {
    const DeviceId gpu = DeviceId::gpu(below(3));
    std::vector<DeviceInfo> devices = plan.request.devices;
    switch (below(4)) {
        case 0: {
            const DeviceListChange change = withDuplicate(devices, gpu);
            return SetDevicesEdit{change.devices, change.places};
        }
        case 1: {
            const DeviceListChange change = withoutGpu(devices, gpu);
            return SetDevicesEdit{change.devices, change.places};
        }
        case 2:
            for (DeviceInfo& each : devices) {
                if (!each.id.isGpu()) {
                    overrideCapacity(each, kGiB * (1 + below(64)));
                }
            }
            return SetDevicesEdit{devices};
        default:
            devices.front().usedByOthers = below(100);
            devices.front().linkBytesPerSecond = 1e9 / (1 + below(7));
            return SetDevicesEdit{devices};
    }
}

PlanEdit EditDrawer::mapEdit(const PlacementPlan& plan) {
    SetMapEdit edit{plan.map.flattened()};
    edit.map.set(module(plan), device(plan));
    if (below(2) == 0) {
        edit.doubledKeys.push_back({module(plan), device(plan), device(plan)});
    }
    return edit;
}

PlanEdit EditDrawer::draw(const PlacementPlan& plan) {
    switch (below(18)) {
        case 0:
            return PinEdit{{module(plan)}, device(plan)};
        case 1:
            return SetBudgetEdit{device(plan), below(4) == 0 ? "" : size(plan)};
        case 2:
            return SetNoSplitEdit{below(2) == 0 ? std::nullopt
                                                : std::optional(std::vector<std::string>{"Part"})};
        case 3:
            return SetDtypeEdit{below(2) == 0 ? std::nullopt : std::optional(DType::Float16)};
        case 4:
            return SetQuantizationEdit{below(3) == 0 ? std::nullopt
                                                     : std::optional(quantization())};
        case 5: {
            const auto rows = strategies();
            return SetStrategyEdit{rows[below(static_cast<unsigned>(rows.size()))].strategy};
        }
        case 6:
            return SetObjectiveEdit{{Objective::Mix, 1.0 / (1 + below(9)), 0.1 * below(20)}};
        case 7:
            return SetRulesEdit{below(2) == 0 ? PlacementRules::Accelerate
                                              : PlacementRules::Transformers};
        case 8:
            return SetLoadPresetEdit{below(3) == 0 ? std::nullopt : std::optional(preset())};
        case 9:
            return devicesEdit(plan);
        case 10:
            return mapEdit(plan);
        case 11:
            return SetFlagEdit{"offload_buffers", below(2) == 0};
        case 12:
            return SetFlagEdit{"fallback_allocation", below(2) == 0};
        case 13:
            return SetFlagEdit{"keep_map_unclean", below(2) != 0};
        case 14:
            return HookOptionsEdit{hooks(plan)};
        case 15:
            return SetWorkloadEdit{below(3) == 0 ? std::nullopt : std::optional(workload())};
        case 16:
            return below(4) == 0 ? PlanEdit(FitEdit{}) : PlanEdit(ReplanEdit{});
        default:
            return MoveEdit{{module(plan), module(plan)}, device(plan)};
    }
}

PlacementRequest drawnRequest(unsigned seed) {
    EditDrawer drawer(seed);
    auto tree = seed % 7 == 0
                    ? recordedTree("gpt2")
                    : randomTree(seed, seed % 3 == 0 ? SharedModules::Yes : SharedModules::No);
    const std::uint64_t bytes = tree->totalBytes();
    std::vector<std::uint64_t> gpus;
    for (unsigned i = drawer.below(4); i > 0; --i) {
        gpus.push_back(1 + bytes * drawer.below(100) / 80);
    }
    PlacementRequest request = requestFor(std::move(tree), gpus, 1 + 2 * bytes);
    DeviceInfo& first = request.devices.front();
    first.name = "a \"card\" ∀\n";
    first.context = drawer.below(1000);
    first.contextIsSaid = drawer.below(2) == 0;
    first.usedByOthers = drawer.below(1000);
    first.allocator = AllocatorKind::ExpandableSegments;
    first.uuid = "GPU-1";
    if (gpus.size() > 1 && seed % 2 == 0) {
        request.devices[1].machine = "node-2";
        request.machineLinks = {{"", "node-2", 1e9, 2e-4}, {"", "", 5e8, 1e-3}};
    }
    request.budgets.front().bytes *= 0.9;
    request.budgets.front().isFloat = true;
    request.prefetchWindow = drawer.below(5);
    if (drawer.below(3) == 0) {
        request.executionDevice = DeviceId::cpu();
    }
    return request;
}

}  // namespace stowage::test
