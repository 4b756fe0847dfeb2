// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/option_texts.h"

#include "engine/exchange/engine_export.h"
#include "engine/load/program/load_method.h"
#include "engine/load/ram_limit.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>
#include <string>

namespace stowage {
namespace {

Message strategyList() {
    return strategyNames(", ", strategies());
}

Message mapWords() {
    return strategyNames(", ", accelerateStrategies()) + ", cpu, cuda:1, 0";
}

Message exportTargets() {
    return exportTargetNames();
}

Message loadMethods() {
    return "auto, " + loadMethodNames();
}

Message countedRamText() {
    return ramLimitCounts();
}

constexpr OptionText kArgumentsTexts[] = {
    {"MODEL", phrase("Checkpoint file or folder")},
    {"MODEL",
     phrase("Checkpoint file or folder, .tree.json, or \"-\""),
     {},
     "check diff estimate export plan"},
    {"MODEL",
     phrase("Checkpoint file or folder, config.json, .tree.json, \"-\", or a project"),
     {},
     "inspect"},
    {"MODEL", phrase("Checkpoint file or folder, .tree.json, or a project"), {}, "report"},
    {"MODEL", phrase("Checkpoint file, index or folder"), {}, "convert offload"},
    {"MODEL",
     phrase(
         "Checkpoint file or folder, config.json, or your own class or function: package.net:Net"),
     {},
     "tree"},
    {"DIR", phrase("Folder to write into, created if missing")},
    {"DIR",
     phrase("Folder for index.json and one .dat per tensor, created if missing"),
     {},
     "offload"},
    {"DIR", phrase("New or empty folder for the copy"),
     phrase("Each file is copied without its tensors, with holes in their place."), "headers"},
    {"A", phrase("The first map: a file, a plan --json, \"-\" or the map")},
    {"B", phrase("The second map")},
    {"FILE.npy", phrase("Where to write the logits, float32")},
    {"FROM", phrase("A machine that ssh reaches, or localhost"),
     phrase("MACHINE:ADDRESS names the address to listen on.")},
    {"TO", phrase("The other machine")},
    {"SHELL", phrase("bash, zsh or fish")},
};

/// Options of one verb or two.
constexpr OptionText kOwnTexts[] = {
    {"--depth", phrase("Levels of modules below the model to show (all)")},
    {"--tensors", phrase("List every tensor with file, offset and bytes")},
    {"--classes", phrase("Sum parameters and bytes by class")},
    {"--explain", phrase("Show every step of the planner and the effect of each no-split class")},
    {"--sweep",
     phrase("Tabulate the results over a range of values, such as gpus=1..4; once or twice"),
     phrase("One JSON object per line. The variables are context, batch, prompt, generate, "
            "prefill_chunk, kv_dtype, dtype, gpus, link, window, and a device's limit.")},
    {"--save",
     phrase("Save the plan in this project (.stowage), under the name of --variant (Plan)")},
    {"--import", phrase("Placement that another engine makes of its settings"),
     phrase("A file, \"-\", or the command line, variable or map itself.")},
    {"--from", phrase("Engine whose settings --import reads (recognised by their words)"),
     phrase("One of %1."), "", exportTargets},
    {"--log", phrase("Log of an engine: its memory figures are compared with the estimate"),
     phrase("A file, or \"-\", with what PyTorch, vLLM, SGLang or llama.cpp printed.")},
    {"--targets",
     phrase("List cards that reach targets, as in ttft=0.5,tps=30: seconds, tokens per second"),
     phrase("ttft is the seconds to the first token, tps the tokens per second of each sequence.")},
    {"--all-variants", phrase("Estimate all plans of a project, one line each")},
    {"--to", phrase("Engine that the plan is written for, such as vllm or llama.cpp"),
     phrase("One of %1."), "export", exportTargets},
    {"--to", phrase("Format: safetensors, pth, per-tensor or offload"),
     phrase(
         "per-tensor is one .pt per tensor; offload is the folder that Accelerate offloads into."),
     "convert"},
    {"--out",
     phrase("Folder for files that the exported command needs, created if missing"),
     {},
     "export"},
    {"--out", phrase("Document to write: .html, .md, .csv or .svg"),
     phrase(".html and .md have all plans of a project, .csv their bytes by device, .svg the board "
            "of one."),
     "report"},
    {"--out", phrase("The .tree.json to write (net.tree.json for your own code)"), {}, "tree"},
    {"--force",
     phrase("Export even if Stowage cannot determine whether the plan fits"),
     {},
     "export"},
    {"--force", phrase("Replace a file that an earlier run did not write"), {}, "tree"},
    {"--records", phrase("Further records of loads, runs and chains to include"),
     phrase("Files that the window keeps, or the JSON of load, run and compare.")},
    {"--limit", phrase("Seconds after which Python is stopped (120)")},
    {"--arch", phrase("Architecture, such as gpt2, raschka-gpt2, llama-7b or llama-tiny (gpt2)"),
     phrase(
         "gpt2 and raschka-gpt2, each also with -medium, -large or -xl; llama-7b; and, with a few "
         "megabytes, llama-tiny, mistral-tiny, mixtral-tiny, qwen2-tiny, qwen3-tiny, bert-tiny, "
         "t5-tiny and mamba-tiny.")},
    {"--dtype",
     phrase("Cast floating-point tensors: float16, bfloat16, float32 or float64"),
     {},
     "convert"},
    {"--dtype", phrase("Data type: float32, float16, bfloat16 or float64 (float32)"), {}, "sample"},
    {"--format", phrase("File format: safetensors, pth, or per-tensor (safetensors)"),
     phrase("per-tensor is one .pt per tensor."), "sample"},
    {"--shard-size", phrase("Most bytes of tensors in one safetensors file; writes an index"),
     phrase("A larger tensor has a file of its own. Headers are not counted.")},
    {"--seed", phrase("Seed of the weights (0)"), {}, "sample"},
    {"--init", phrase("Weights: default, or perturbed, with random norms and biases (default)")},
    {"--resume", phrase("Continue an interrupted run with the same options")},
    {"--lines", phrase("Print the copy as JSON lines, as serve sends them")},
    {"--machine", phrase("Name of the machine with the weights, for the copy")},
    {"--allow", phrase("Folder in which models may be read; repeatable (the home folder)")},
    {"--tokens", phrase("Prompt as token ids (1,2,3)"), {}, "reference"},
    {"--cases", phrase("Recorded cases, one JSON object per line, or \"-\"")},
    {"--trees", phrase("Trees that the cases name")},
    {"--answers", phrase("Print each answer as a line of JSON, without comparing")},
    {"--catalogue",
     phrase("List the cards that --gpus knows by name, with their published figures")},
    {"--measure", phrase("Measure memory, disk and matrix products for about 10 seconds"),
     phrase("The rates are kept and used for predicted times.")},
    {"--dir", phrase("Folder on the disk to measure (the user's cache folder)"),
     phrase("A file is written there and removed.")},
    {"--measure-bytes", phrase("Most bytes of the file that --measure writes (160MiB)")},
    {"--gpu", phrase("Check the CUDA devices instead")},
};

constexpr OptionText kRunTexts[] = {
    {"--tokens", phrase("Prompt as token IDs, such as 15496,11,995; repeat it for more prompts"),
     phrase("Several prompts of any length run in the same passes."), "run"},
    {"--prompt-text", phrase("Prompt as text; needs the tokenizer files next to the model")},
    {"--input", phrase("Array for a model that takes one, such as an image's pixel values"),
     phrase("float32, for an image channels x height x width; with a prompt or without.")},
    {"--generate",
     phrase("Tokens to generate after the prompt, one pass per token (0)"),
     {},
     "run"},
    {"--temperature", phrase("Sample tokens at this temperature (greedy: the most likely token)"),
     phrase("Above 1 the probabilities become more even, below 1 less even.")},
    {"--top-k", phrase("With --temperature: draw from the N likeliest (all)")},
    {"--seed",
     phrase("Seed for --temperature; the same seed draws the same tokens (0)"),
     {},
     "run"},
    {"--batch", phrase("Copies of the prompt that run at once (1)"), {}, "run"},
    {"--prefill-chunk",
     phrase("Tokens of each prompt in one pass, over a cache (the whole prompt)"),
     {},
     "run"},
    {"--attention", phrase("eager keeps a layer's scores in memory, fused does not (eager)"),
     phrase("Over LibTorch 2, fused takes less time for a long prompt."), "run"},
    {"--decoder-tokens",
     phrase("First tokens of the decoder of a model such as T5 (config.json's)")},
    {"--threads", phrase("Threads that compute (one fewer than cores)")},
    {"--config", phrase("config.json of a model stored without one, such as an offload folder")},
    {"--chain", phrase("Models that run next on the same tokens, one after another; repeatable"),
     phrase(
         "All models are in RAM. A model is copied to the execution device as a whole when it is "
         "called and removed when the next one is called. b*50 calls b fifty times, and it stays "
         "there meanwhile.")},
    {"--pass-on", phrase("Pass each model's prompt and answer to the next model of --chain"),
     phrase("Only models that take such tokens get them.")},
};

constexpr OptionText kLoadingTexts[] = {
    {"--methods", phrase("Methods to compare, such as mmap,streamed (all)")},
    {"--method",
     phrase("Load method, such as naive or mmap; auto selects one for plan and files (auto)"),
     phrase("One of %1."), "", loadMethods},
    {"--dry-run", phrase("Simulate the load without reading any weights"),
     phrase("Also for a .tree.json, and for models and devices larger than this machine.")},
    {"--verify", phrase("Compare every loaded byte with the file")},
    {"--sha256", phrase("Verify and print each tensor's SHA-256")},
    {"--force", phrase("Load even if the check before the load refuses the plan")},
    {"--ram-limit", phrase("RAM limit of the load"),
     phrase("The limit is on %1. The pre-flight, a watchdog that stops the load and, if possible, "
            "a control group enforce it."),
     "", countedRamText},
    {"--cache", phrase("Page cache of the files before each load: as-is, cold or warm (as-is)"),
     phrase("cold: posix_fadvise DONTNEED. warm: the files are read once.")},
    {"--memory", phrase("State of the free memory before each load: as-is or touched (as-is)"),
     phrase("touched: a virtual machine need not get memory from its host during the load.")},
    {"--repeat", phrase("Load this many times in one process; fail if memory grows (1)"),
     phrase("Everything is released between two loads.")},
    {"--reuse", phrase("With --repeat: load into the memory that the previous load left")},
    {"--hold", phrase("Keep the weights until standard input ends"),
     phrase("During the load, its lines pause, resume and step are obeyed.")},
    {"--forward",
     phrase("Run a forward pass of a from-scratch GPT with these token IDs, such as 1,2,3"),
     phrase("The pass runs on the devices that hold the weights. compare compares its logits with "
            "a reference.")},
    {"--reference",
     phrase("Logits to compare those of --forward with, as reference writes them"),
     {},
     "load"},
    {"--reference",
     phrase(
         "File with logits to compare those of --forward with; made if missing (a temporary file)"),
     {},
     "compare"},
};

constexpr OptionText kDevicesTexts[] = {
    {"--gpus",
     phrase("GPUs: real, none, or simulated, such as 24GiB,24GiB (real GPUs, if there are any)"),
     phrase("A simulated GPU is [MACHINE/]CAPACITY[*N], followed by any of :used=SIZE, "
            ":context=SIZE, :link=RATE, :allocator=KIND and :name=TEXT. CAPACITY may be a card, as "
            "in rtx-4090*2 or 2x4090 (devices --catalogue lists them); RATE is the published rate "
            "of the link; MACHINE is the name of another machine of a cluster, as in b/80GiB.")},
    {"--max-memory", phrase("Accelerate's max_memory, such as 0=10GiB,1=10GiB,cpu=30GiB"),
     phrase(
         "Also as a Python dict: {0: '10GiB', 'cpu': '30GiB'}. A number without a unit is bytes.")},
    {"--ram", phrase("RAM size to plan with, and default limit of the CPU (free RAM)"),
     phrase("Free RAM is that of the machine and its cgroup, read once when the model is opened; "
            "plan --json reports the time as read_at. A plan with more RAM than this machine has "
            "can be estimated but not loaded.")},
    {"--disk", phrase("Disk capacity for offloaded weights (free space)"),
     phrase("A plan with more disk than this machine has can be estimated but not loaded.")},
    {"--visible", phrase("Visible GPUs, renumbered, as in CUDA_VISIBLE_DEVICES: 1,0")},
    {"--allocator", phrase("Allocator of simulated GPUs: native or expandable_segments (native)"),
     phrase("As PYTORCH_CUDA_ALLOC_CONF sets it in PyTorch.")},
    {"--machine-link",
     phrase("Rate and latency between machines of --gpus; repeatable (1.25GB/s:100us)"),
     phrase("Without names it is the link between any two machines.")},
};

constexpr OptionText kPlacementTexts[] = {
    {"--strategy", phrase("Strategy: %1 (auto)"), {}, "", strategyList},
    {"--device-map",
     phrase("Device map to use: a file, \"-\", the map itself, a strategy, or a device"),
     phrase("The map may be JSON, a Python dict, or a script that has one. Words are those of "
            "from_pretrained: %1."),
     "", mapWords},
    {"--pin", phrase("Put this module on this device; the strategy places the rest")},
    {"--no-split", phrase("Module classes that are never split (those of the architecture)")},
    {"--num-gpus",
     phrase("As load_hf_model: use the N lowest GPUs; with 1, all of the model is on one"),
     phrase("The model is also on one GPU without a number if a map was made before. --strategy, "
            "--device-map and --max-memory are its **kwargs.")},
    {"--max-gpu-memory",
     phrase("As load_hf_model: one limit for each GPU (85 % of its free memory)")},
    {"--device", phrase("As load_hf_model: cpu, cuda, one GPU such as cuda:1, or mps (cuda)"),
     phrase("mps is a machine with one memory for CPU and GPU; such a plan cannot be loaded.")},
    {"--rules", phrase("Planner: accelerate, or transformers as in from_pretrained (by the model)"),
     phrase("By default transformers for a model of its classes, else accelerate.")},
    {"--objective",
     phrase("Goal of --strategy optimal: decode, prefill, mix, context or pipeline (decode)")},
    {"--mix",
     phrase("Weights for --objective mix: time to first token, time per token (1 and --generate)")},
    {"--fallback-allocation", phrase("Take a smaller module first if the next one does not fit")},
    {"--keep-map-unclean", phrase("Do not merge entries that are on one device")},
};

constexpr OptionText kModelTexts[] = {
    {"--dtype", phrase("Dtype of the weights (as stored)")},
    {"--quantize",
     phrase("Plan with weights quantised to int8, nf4, fp4, fp8 or mxfp4 (as the config says)"),
     phrase("none ignores the quantisation in config.json. Such a plan cannot be loaded.")},
    {"--double-quant", phrase("With --quantize nf4 or fp4: quantise the scales as well")},
    {"--variant", phrase("Plan of a project (its current plan)")},
    {"--adapter", phrase("LoRA adapter to add: a folder of PEFT or of diffusers; repeatable"),
     phrase("The adapter is not merged into the weights.")},
    {"--tenant", phrase("Another model on the same devices, such as a draft model; repeatable")},
    {"--tree", phrase("The .tree.json that the weights belong to (the one next to them)")},
    {"--class", phrase("Class that a config.json is built as (the one it names)")},
    {"--prefix", phrase("Part of a nested PyTorch checkpoint that is the model (the largest)")},
    {"--rename", phrase("Rename keys that begin with A so that they begin with B; repeatable"),
     phrase("module.= removes module. from the names.")},
    {"--weights-variant", phrase("Variant of a diffusers pipeline's files, such as fp16")},
    {"--mtp", phrase("Plan also the model's layers for multi-token prediction")},
    {"--python", phrase("Python with transformers, for models that Stowage does not know"),
     phrase("It runs in a process of its own, without network, if the model_type is unknown.")},
    {"--trust-remote-code", phrase("Let this Python run the code next to config.json")},
};

constexpr OptionText kWorkloadTexts[] = {
    {"--engine",
     phrase("Engine whose memory rules apply, such as vllm (transformers; stowage to load or run)"),
     phrase("One of stowage, transformers, transformers-static, vllm, sglang, llama.cpp.")},
    {"--batch", phrase("Batch size: sequences per forward pass (1)")},
    {"--context",
     phrase("Context: KV-cache length per sequence in tokens (--prompt + --generate)")},
    {"--prompt", phrase("Prompt length in tokens (1024; less if the model has fewer positions)")},
    {"--prompt",
     phrase("Not for run, whose prompts come from --tokens or --prompt-text"),
     {},
     "run"},
    {"--generate",
     phrase("Tokens to generate after each prompt (256; less if the model has fewer positions)")},
    {"--kv-dtype",
     phrase("KV-cache dtype: float32, float16, bfloat16, fp8, int8 or q4 (the compute dtype)")},
    {"--compute-dtype", phrase("Data type in which the model computes (the weights' dtype)")},
    {"--attention", phrase("eager keeps all scores in memory, fused none (the engine's)")},
    {"--prefill-chunk", phrase("Tokens of a prompt in one pass (the whole prompt)")},
    {"--images", phrase("Images of each request, for a model that takes them (0)")},
    {"--tensor-parallel",
     phrase("Tensor-parallel size: GPUs among which every layer is divided (1)"),
     phrase("Used instead of a device map. With vLLM and SGLang the default is the largest number "
            "among which the model can be divided.")},
    {"--max-num-batched-tokens",
     phrase("Tokens of all sequences in one pass of vLLM (the card's)")},
    {"--gpu-memory-utilization",
     phrase("Share of each GPU's memory that vLLM or SGLang takes (0.92; SGLang: the card's)"),
     phrase("With SGLang it is the share for weights and cache.")},
};

constexpr OptionText kOffloadTexts[] = {
    {"--offload-dir",
     phrase("Folder for weights offloaded to disk (a temporary one, removed at the end)")},
    {"--prefetch-window", phrase("Layers to prefetch while a layer computes (2)")},
    {"--no-prefetch", phrase("Bring a layer's weights in only when it runs, as Accelerate does")},
    {"--execution-device",
     phrase("Where offloaded layers run (the lowest GPU of the map, else the CPU)")},
    {"--offloaded",
     phrase("Stream offloaded modules to a GPU or compute them on the CPU; repeatable (stream)"),
     phrase("The last rule that names a module, or a module above it, applies.")},
    {"--offload-buffers", phrase("Offload buffers as well, as Accelerate's offload_buffers does")},
    {"--main-device",
     phrase("Accelerate's main_device: where offloaded layers run, if there are hooks")},
    {"--force-hooks", phrase("Accelerate's: hooks also if the model is on one device")},
    {"--preload-module-classes",
     phrase("Accelerate's: classes whose modules bring all weights below them at once")},
    {"--skip-keys", phrase("Accelerate's: keyword arguments that hooks leave where they are")},
};

constexpr OptionText kMachinesTexts[] = {
    {"--machines", phrase("Load on each of these machines at once, by the stowagectl found by ssh"),
     phrase("localhost is this machine. The first machine makes the plan, with its devices. Paths "
            "are the machines' own.")},
    {"--stages", phrase("Run the layers in several processes, on machines that ssh reaches"),
     phrase(
         "Each process has its part of the model. localhost is this machine, and MODEL is a path "
         "of each machine. Activations go from address to address, neither encrypted nor "
         "authenticated; MACHINE:FIRST-LAST@ADDRESS names the address to listen on.")},
    {"--send-weights", phrase("Send each stage on another machine its weights from this machine"),
     phrase("They are removed there at the end.")},
    {"--micro-batches",
     phrase("Groups of prompts in the stages at once, 1 to 64 (as many as stages)"),
     phrase("One stage computes while others do.")},
    {"--stage-timeout", phrase("Seconds without data after which a stage is given up (300)")},
    {"--stage-events",
     phrase("File for the memory that each stage holds, a line of JSON per second")},
};

constexpr OptionText kOutputTexts[] = {
    {"--json", phrase("Print one JSON object on standard output, for programs")},
    {"--logits", phrase("Write each prompt's last logits as float32 [prompts × vocabulary]"),
     phrase("For an encoder its numbers. \"-\" is standard output.")},
    {"--csv", phrase("Write the memory samples as CSV, with load phase and tensor name"),
     phrase("\"-\" is standard output."), "load"},
    {"--csv",
     phrase("Folder for the memory samples of each method as CSV: METHOD.csv"),
     {},
     "compare"},
    {"--timeline", phrase("Write what devices, links and disk did, and when, as CSV"),
     phrase("\"-\" is standard output.")},
    {"--record", phrase("Write a JSON record of the load: plan, figures and memory curves"),
     phrase("The window's history, reports and projects read it; a project that is loaded or run "
            "then names it. \"-\" is standard output.")},
    {"--segments", phrase("Write where each tensor is on each GPU at the end, as JSON"),
     phrase("\"-\" is standard output.")},
    {"--audit", phrase("Verify, and write every tensor's device, dtype and comparison as CSV"),
     phrase("\"-\" is standard output.")},
    {"--events", phrase("Write progress and memory as JSON lines during the load"),
     phrase("For programs that follow it. \"-\" is standard output; compare takes it with one "
            "method.")},
};

/// Options for the processes that Stowage starts itself.
constexpr OptionText kInternalTexts[] = {
    {"--end", phrase("End of the link that this process is")},
    {"--stage", phrase("Stage that this process is, with its layers")},
    {"--stage-patience", phrase("--stage-timeout of this process")},
    {"--stage-micro-batches", phrase("--micro-batches of this process")},
    {"--stage-sharers", phrase("Stages that share this machine's cores")},
};

constexpr OptionText kHelpTexts[] = {
    {"--help", phrase("Print this help and exit")},
    {"--help-all", phrase("Print all options with their details and exit")},
    {"--version", phrase("Show the version; with --json also those of LibTorch, Qt and the rules")},
};

constexpr OptionGroup kOptionGroups[] = {
    {phrase("Arguments"), kArgumentsTexts},
    {phrase("Options"), kOwnTexts},
    {phrase("Run"), kRunTexts},
    {phrase("Loading"), kLoadingTexts},
    {phrase("Devices"), kDevicesTexts},
    {phrase("Placement"), kPlacementTexts},
    {phrase("Model"), kModelTexts},
    {phrase("Workload"), kWorkloadTexts},
    {phrase("Hooks and offload"), kOffloadTexts},
    {phrase("Several machines"), kMachinesTexts},
    {phrase("Output"), kOutputTexts},
    {phrase("Help"), kHelpTexts},
    {phrase("Between processes of Stowage"), kInternalTexts},
};

constexpr VerbText kVerbTexts[] = {
    {"stowagectl", "stowagectl plan model.safetensors --gpus 24GiB,24GiB --json"},
    {"inspect", "stowagectl inspect model.safetensors --depth 2"},
    {"tree", "stowagectl tree my-model --python venv/bin/python --out model.tree.json", "",
     phrase("Without --python, the modules are those that Stowage knows; with it, that Python is "
            "asked for every model.")},
    {"plan",
     "stowagectl plan gpt2/model.pth --gpus 320MiB,320MiB --strategy balanced\n"
     "stowagectl plan llama --gpus a100-80gb --sweep 'context=2048..131072*2' --sweep gpus=1..4",
     "--gpus --max-memory --ram --strategy --device-map --pin --no-split --explain --sweep --save "
     "--dtype --quantize --engine --batch --context"},
    {"estimate",
     "stowagectl estimate llama --gpus a100-80gb*2 --batch 8 --prompt 4096 --generate 1024\n"
     "stowagectl estimate llama --engine vllm --kv-dtype fp8 --context 131072 --gpus h100",
     "--gpus --max-memory --ram --strategy --device-map --dtype --quantize --engine --batch "
     "--context --prompt --generate --kv-dtype --log --targets"},
    {"check", "stowagectl check gpt2/model.pth --device-map map.json --gpus 2GiB,2GiB",
     "--gpus --max-memory --ram --disk --visible --device-map --no-split --dtype --quantize "
     "--engine --batch --context --kv-dtype --execution-device --offloaded",
     phrase("Exit status: 0 the map is valid, 5 it is valid with warnings, 1 it cannot be "
            "loaded.")},
    {"diff", "stowagectl diff gpt2/model.pth monday.json friday.json"},
    {"export",
     "stowagectl export gpt2 --to accelerate --gpus 2GiB > load_model.py\n"
     "stowagectl export llama --to llama.cpp --gpus 24GiB,12GiB --context 8192",
     "--to --out --force --gpus --max-memory --ram --strategy --device-map --pin --dtype "
     "--quantize --batch --context --kv-dtype --tensor-parallel",
     phrase("Exit status: the same as of plan. Comments in the output name what the engine cannot "
            "express.")},
    {"report", "stowagectl report llama.stowage --out llama.html",
     "--out --records --gpus --max-memory --ram --strategy --device-map --pin --dtype --quantize "
     "--engine --batch --context --prompt --generate"},
    {"load",
     "stowagectl load gpt2/model.pth --gpus 320MiB,320MiB --verify\n"
     "stowagectl load gpt/model.pth --gpus 2GiB --method naive --forward 1,2,3",
     "--method --dry-run --verify --force --ram-limit --repeat --forward --gpus --max-memory "
     "--strategy --device-map --dtype --offload-dir --csv --record",
     phrase("In the examples, stowagectl sample --arch raschka-gpt2 makes the folder gpt, a "
            "from-scratch GPT.")},
    {"compare",
     "stowagectl compare gpt2 --gpus 14GiB --methods all --verify\n"
     "stowagectl compare gpt/model.pth --gpus 2GiB --forward 1,2,3",
     "--methods --verify --force --ram-limit --cache --memory --forward --reference --gpus "
     "--max-memory --strategy --device-map --dtype --offload-dir --csv",
     phrase("The second example prints the table of the lesson; stowagectl sample --arch "
            "raschka-gpt2 makes such a GPT.")},
    {"run",
     "stowagectl run gpt2 --tokens 15496,11,995 --generate 16 --gpus 300MiB,500MiB\n"
     "stowagectl run gpt2 --tokens 15496,11,995 --tokens 40,716 --generate 16\n"
     "stowagectl run gpt2 --prompt-text \"Hello, my name is\" --generate 16\n"
     "stowagectl run gpt2 --tokens 15496,11 --max-memory 0=175MiB,cpu=1GiB --gpus 300MiB "
     "--no-prefetch\n"
     "stowagectl run vit-base-patch16-224 --input pixels.npy",
     "--tokens --prompt-text --input --generate --temperature --force --gpus --max-memory "
     "--strategy --device-map --dtype --offload-dir --prefetch-window --logits --timeline"},
    {"reference",
     "stowagectl reference gpt/model.pth logits.npy --tokens 1,2,3\n"
     "stowagectl load gpt/model.pth --forward 1,2,3 --reference logits.npy",
     "",
     phrase("It reads the model one layer at a time with plain reads, independently of the loading "
            "code.")},
    {"conformance", "stowagectl conformance --cases cases.jsonl --trees trees.json"},
    {"offload", "stowagectl offload model.safetensors offload-folder"},
    {"sample",
     "stowagectl sample gpt --arch raschka-gpt2 --format pth\n"
     "stowagectl sample tiny --arch llama-tiny --dtype bfloat16 --init perturbed"},
    {"convert", "stowagectl convert model.pth out --to safetensors --dtype float16"},
    {"headers",
     "stowagectl headers llama plan-me\n"
     "stowagectl plan plan-me --gpus 24GiB*4"},
    {"serve", "stowagectl serve --allow models"},
    {"devices",
     "stowagectl devices --gpus 24GiB:used=13GiB,24GiB:link=12GB/s\n"
     "stowagectl devices --measure --dir models\n"
     "stowagectl devices --catalogue"},
    {"measure-link", "stowagectl measure-link gpu1 gpu2"},
    {"completion", "source <(stowagectl completion bash)"},
    {"selftest", "stowagectl selftest"},
};

}  // namespace

Message OptionText::filled(Phrase pattern) const {
    const bool isFilled = std::string_view(pattern.english()).find("%1") != std::string_view::npos;
    return isFilled ? messageOf(pattern.english(), {argument()}) : Message(pattern);
}

std::span<const OptionGroup> optionGroups() {
    return kOptionGroups;
}

const OptionText* findOptionText(std::string_view verb, std::string_view option) {
    const OptionText* general = nullptr;
    for (const OptionGroup& group : kOptionGroups) {
        for (const OptionText& row : group.options) {
            if (option != row.name) {
                continue;
            }
            if (hasWord(row.verbs, verb)) {
                return &row;
            }
            general = row.verbs.empty() ? &row : general;
        }
    }
    return general;
}

VerbText verbText(std::string_view verb) {
    const auto* const found = std::ranges::find(kVerbTexts, verb, &VerbText::name);
    return found == std::end(kVerbTexts) ? VerbText() : *found;
}

bool hasWord(std::string_view list, std::string_view word) {
    return (' ' + std::string(list) + ' ').find(' ' + std::string(word) + ' ') != std::string::npos;
}

}  // namespace stowage
