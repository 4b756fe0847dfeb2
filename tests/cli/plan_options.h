// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace stowage::test {

/// An option of a plan as it is typed, and where `plan --json` then has it.
struct PlanOption {
    const char* words;
    const char* place;        ///< keys with "/" between them
    const char* value;        ///< as JSON has it
    bool goesWithMap = true;  ///< else it is refused with a map that is given
};

/// Every option of a plan, of two GPUs of 24 GiB, 64 GiB of RAM and a decoder of six layers.
inline constexpr std::array kPlanOptions{
    PlanOption{"--gpus 12GiB,12GiB", "devices/gpu:1/capacity", "12884901888"},
    PlanOption{"--gpus 24GiB,12GiB --visible 1,0", "devices/gpu:0/capacity", "12884901888"},
    PlanOption{"--gpus 24GiB,b/24GiB --machine-link 2GB/s:20us",
               "request/machine_links/0/bytes_per_second", "2000000000"},
    PlanOption{"--allocator expandable_segments", "devices/gpu:0/allocator",
               "\"expandable_segments\""},
    PlanOption{"--ram 32GiB", "devices/cpu/capacity", "34359738368"},
    PlanOption{"--ram 32GiB", "max_memory/cpu", "34359738368"},
    PlanOption{"--disk 3GiB", "devices/disk/capacity", "3221225472"},
    PlanOption{"--max-memory 0=1GiB,cpu=2GiB", "max_memory/0", "1073741824"},
    PlanOption{"--max-memory 0=1GiB,cpu=2GiB", "request/max_memory/cpu", "\"2GiB\""},
    PlanOption{"--strategy sequential", "strategy", "\"sequential\"", false},
    PlanOption{"--pin lm_head=cpu", "request/pins/0/0", "\"lm_head\"", false},
    PlanOption{"--no-split LlamaMLP", "request/no_split/0", "\"LlamaMLP\""},
    PlanOption{"--dtype float32", "request/dtype", "\"float32\""},
    PlanOption{"--quantize int8", "request/quantization/method", "\"int8\""},
    PlanOption{"--quantize nf4 --double-quant", "request/quantization/double_quant", "true"},
    PlanOption{"--rules accelerate", "rules", "\"accelerate\""},
    PlanOption{"--offload-buffers", "request/offload_buffers", "true"},
    PlanOption{"--fallback-allocation", "request/fallback_allocation", "true"},
    PlanOption{"--keep-map-unclean", "request/keep_map_unclean", "true"},
    PlanOption{"--num-gpus 2", "request/preset/num_gpus", "2"},
    PlanOption{"--num-gpus 2 --max-gpu-memory 20GiB", "request/preset/max_gpu_memory", "\"20GiB\""},
    PlanOption{"--prefetch-window 7", "request/prefetch_window", "7"},
    PlanOption{"--no-prefetch", "request/prefetch_window", "0"},
    PlanOption{"--execution-device 1", "request/execution_device", "1"},
    PlanOption{"--main-device 1", "request/main_device", "1"},
    PlanOption{"--preload-module-classes LlamaMLP", "request/preload_module_classes/0",
               "\"LlamaMLP\""},
    PlanOption{"--offloaded compute:lm_head", "request/offloaded/0", "\"compute:lm_head\""},
    PlanOption{"--force-hooks", "request/force_hooks", "true"},
    PlanOption{"--batch 3", "workload/batch", "3"},
    PlanOption{"--prompt 9", "workload/prompt", "9"},
    PlanOption{"--context 2048", "workload/context", "2048"},
    PlanOption{"--generate 5", "workload/generate", "5"},
    PlanOption{"--prefill-chunk 4", "workload/prefill_chunk", "4"},
    PlanOption{"--kv-dtype float32", "workload/kv_dtype", "\"float32\""},
    PlanOption{"--compute-dtype float32", "workload/compute_dtype", "\"float32\""},
    PlanOption{"--attention fused", "workload/attention", "\"fused\""},
    PlanOption{"--engine sglang --tensor-parallel 2", "workload/engine", "\"sglang\""},
    PlanOption{"--engine vllm --tensor-parallel 2", "workload/tensor_parallel", "2"},
    PlanOption{"--engine vllm --max-num-batched-tokens 64", "workload/max_num_batched_tokens",
               "64"},
    PlanOption{"--engine vllm --gpu-memory-utilization 0.5", "workload/gpu_memory_utilization",
               "0.5"}};

}  // namespace stowage::test
