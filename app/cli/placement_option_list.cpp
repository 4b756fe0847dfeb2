// SPDX-License-Identifier: GPL-3.0-or-later
// What the options of a placement are called, what they exclude and how --help explains them.
#include "app/cli/placement_options.h"

#include <CLI/CLI.hpp>

namespace stowage {

void PlacementOptions::addTo(CLI::App& command, MapOption map) {
    m_devices.addTo(command);
    command
        .add_option("--ram", m_ram,
                    "RAM to plan with: capacity and default budget of the CPU (what machine and "
                    "cgroup have free when the model is opened, read once; plan --json tells when, "
                    "as read_at). More than this machine has: planned and estimated, not loaded")
        ->type_name("SIZE")
        ->check(notEmpty());
    command
        .add_option("--disk", m_disk,
                    "Capacity of the disk for offloaded weights (what is free there); more than "
                    "this machine has as with --ram")
        ->type_name("SIZE")
        ->check(notEmpty());
    command
        .add_option(
            "--max-memory", m_maxMemory,
            "Accelerate's budgets: 0=10GiB,1=10GiB,cpu=30GiB, or the Python dict {0: '10GiB', "
            "'cpu': '30GiB'}; a bare number is bytes")
        ->type_name("BUDGETS")
        ->check(notEmpty());
    command.add_option("--no-split", m_noSplit, "Classes to keep whole (the architecture's own)")
        ->type_name("CLASS,...")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->each([this](const std::string&) { m_noSplitGiven = true; });
    command.add_option("--dtype", m_dtype, "Plan and load in this dtype (as stored)")
        ->type_name("DTYPE")
        ->check(notEmpty());
    addQuantizationTo(command);
    if (map == MapOption::None) {
        return;
    }
    m_window.addTo(command);
    auto* deviceMap =
        command
            .add_option("--device-map", m_deviceMap,
                        "A given map: a file, \"-\", the JSON or Python dict, a script that has "
                        "it, or a word as from_pretrained takes it: auto, balanced, "
                        "balanced_low_0, sequential, cpu, cuda:1, 0")
            ->type_name("FILE|TEXT")
            ->check(notEmpty());
    if (map == MapOption::Required) {
        deviceMap->required();
        return;
    }
    addStrategyTo(command);
    addHabitTo(command);
}

void PlacementOptions::addQuantizationTo(CLI::App& command) {
    CLI::Option* const quantize =
        command
            .add_option("--quantize", m_quantize,
                        "Plan as if quantised: int8, nf4, fp4 or fp8; none takes back what a "
                        "config.json declares. Planned, not loaded")
            ->type_name("METHOD")
            ->check(notEmpty());
    command
        .add_flag("--double-quant", m_doubleQuant,
                  "With --quantize nf4 or fp4: the scales are quantised as well")
        ->needs(quantize);
}

void PlacementOptions::addStrategyTo(CLI::App& command) {
    CLI::Option* const deviceMap = command.get_option("--device-map");
    command
        .add_option("--strategy", m_strategy,
                    "auto (the default), balanced, balanced_low_0 or sequential")
        ->type_name("NAME")
        ->check(notEmpty())
        ->excludes(deviceMap);
    command
        .add_option("--rules", m_rules,
                    "accelerate (the default), or transformers: from_pretrained's own planner")
        ->type_name("NAME")
        ->check(notEmpty());
    command
        .add_option("--pin", m_pins,
                    "Put a module on a device; the strategy plans the rest; repeatable")
        ->type_name("NAME=DEVICE")
        ->allow_extra_args(false)
        ->excludes(deviceMap);
    command.add_flag("--offload-buffers", m_offloadBuffers,
                     "Offload buffers as well (Accelerate's offload_buffers)");
    command.add_flag("--fallback-allocation", m_fallbackAllocation,
                     "Take a smaller module first where the next does not fit");
    command.add_flag("--keep-map-unclean", m_keepMapUnclean,
                     "Do not merge entries that lie on one device");
}

void PlacementOptions::addHabitTo(CLI::App& command) {
    command
        .add_option(
            "--num-gpus", m_numGpus,
            "As load_hf_model: the N lowest GPUs; 1 takes the whole model, and so does none "
            "after a map was made. --strategy, --device-map and --max-memory beside it are "
            "its **kwargs")
        ->type_name("N");
    command
        .add_option("--max-gpu-memory", m_maxGpuMemory,
                    "As load_hf_model: one limit for each of them (85 % of what is free)")
        ->type_name("SIZE")
        ->check(notEmpty());
    command
        .add_option("--device", m_device,
                    "As load_hf_model: cpu, cuda (the default), one GPU: cuda:1, or mps: planned "
                    "for a machine with one memory for CPU and GPU, not loaded")
        ->type_name("NAME")
        ->check(notEmpty());
}

}  // namespace stowage
