// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/option_texts.h"

#include "engine/exchange/engine_export.h"
#include "engine/load/program/load_method.h"
#include "engine/load/ram_limit.h"
#include "engine/plan/request/request_fields.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>
#include <optional>
#include <string>

namespace stowage {
namespace {

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
     phrase("Each file is copied with holes instead of the tensor data."), "headers"},
    {"A",
     phrase("The first device map: a file, the output of plan --json, \"-\" or the map itself")},
    {"B", phrase("The second device map")},
    {"FILE.npy", phrase("File for the logits, as float32")},
    {"FROM", phrase("A machine that is reachable by ssh, or localhost"),
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
     phrase(
         "Show results for a range: gpus=1..4, or with doubling: context=2048..131072*2; at most "
         "two ranges"),
     phrase("The output has one JSON object per line. The variables are context, batch, prompt, "
            "generate, prefill_chunk, kv_dtype, dtype, gpus, link, window, and the limit of a "
            "device.")},
    {"--save",
     phrase("Save the plan in this project (.stowage); the plan is named Plan unless --variant is "
            "given")},
    {"--import", phrase("Settings of another engine from which the plan is derived"),
     phrase("The value is a file, \"-\", or the command line, environment variable or device map "
            "itself.")},
    {"--from",
     phrase("Engine whose settings --import reads (recognised by the words in the settings)"),
     phrase("One of %1."), "", exportTargets},
    {"--log", phrase("Log of an engine: its memory figures are compared with the estimate"),
     phrase("A file, or \"-\", with the output of PyTorch, vLLM, SGLang or llama.cpp.")},
    {"--targets",
     phrase("Show cards by maximum time to first token and minimum speed: ttft=0.5,tps=30"),
     phrase("ttft is the time to the first token in seconds. tps is the number of tokens per "
            "second of each sequence.")},
    {"--all-variants", phrase("Estimate all plans of a project, one line each")},
    {"--to", phrase("Engine that the plan is written for, such as vllm or llama.cpp"),
     phrase("One of %1."), "export", exportTargets},
    {"--to", phrase("Format: safetensors, pth, per-tensor or offload"),
     phrase("per-tensor writes one .pt file per tensor. offload writes an offload folder in "
            "Accelerate's format."),
     "convert"},
    {"--out",
     phrase("Folder for files that the exported command or script needs; created if missing"),
     {},
     "export"},
    {"--out", phrase("Document to write: .html, .md, .csv or .svg"),
     phrase(".html and .md contain all plans of a project, .csv contains the bytes of the plans by "
            "device, and .svg shows the board of one plan."),
     "report"},
    {"--out", phrase("The .tree.json to write (net.tree.json for your own code)"), {}, "tree"},
    {"--force",
     phrase("Export even if Stowage cannot determine whether the plan fits"),
     {},
     "export"},
    {"--force",
     phrase("Replace an existing file even if it was not written by stowagectl tree"),
     {},
     "tree"},
    {"--records",
     phrase("Records of loads, runs and chains to include, in addition to those of the project"),
     phrase("The records are files that the Stowage window stores, or the JSON output of load, run "
            "and compare.")},
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
     phrase("per-tensor writes one .pt file per tensor."), "sample"},
    {"--shard-size",
     phrase("Maximum total size of the tensors in one safetensors shard; an index file lists the "
            "shards"),
     phrase(
         "A larger tensor is written to a separate file. Headers are not included in the size.")},
    {"--seed", phrase("Seed of the weights (0)"), {}, "sample"},
    {"--init", phrase("Weights: default, or perturbed = random norms and biases (default)")},
    {"--resume", phrase("Continue an interrupted command; repeat its options")},
    {"--lines", phrase("Print the copy as JSON lines, as stowagectl serve sends them")},
    {"--machine",
     phrase("Name of the machine with the weights, to store in the copy"),
     {},
     "headers"},
    {"--machine",
     phrase("Show the devices of this machine, with the stowagectl that ssh finds"),
     {},
     "devices"},
    {"--end-after",
     phrase("End, and free all memory, after this many seconds without a request (never)")},
    {"--allow", phrase("Folder in which models may be read; repeatable (the home folder)")},
    {"--tokens", phrase("Prompt as token IDs (1,2,3)"), {}, "reference"},
    {"--cases", phrase("Recorded cases, one JSON object per line, or \"-\"")},
    {"--trees", phrase("File of the module trees that the cases refer to")},
    {"--answers", phrase("Print each answer as a line of JSON instead of comparing it")},
    {"--catalogue",
     phrase("List the cards that --gpus accepts by name, with their published figures")},
    {"--measure",
     phrase("Measure the speed of memory, disk and matrix products; takes about 10 seconds"),
     phrase("The rates are stored and used to predict times.")},
    {"--dir", phrase("Folder on the disk to measure (the user's cache folder)"),
     phrase("A file is written to the folder and then removed.")},
    {"--measure-bytes", phrase("Maximum size of the file that --measure writes (160MiB)")},
    {"--gpu", phrase("Check the CUDA devices instead of a simulated GPU")},
};

constexpr OptionText kRunTexts[] = {
    {"--tokens", phrase("Prompt as token IDs, such as 15496,11,995; repeat it for more prompts"),
     phrase("Several prompts of any length run in the same forward passes."), "run"},
    {"--prompt-text", phrase("Prompt as text; needs the tokenizer files next to the model")},
    {"--input", phrase("File with the model's input array, such as the pixel values of an image"),
     phrase("The array is float32. An image has the shape channels x height x width. A prompt is "
            "optional.")},
    {"--generate",
     phrase("Tokens to generate after the prompt, one pass per token (0)"),
     {},
     "run"},
    {"--temperature",
     phrase("Sample tokens at this temperature; without it, the most likely token is taken"),
     phrase("Values above 1 make the probabilities more even. Values below 1 make the "
            "probabilities less even.")},
    {"--top-k", phrase("With --temperature: draw from the N most likely tokens (all)")},
    {"--seed",
     phrase("Seed for --temperature; the same seed draws the same tokens (0)"),
     {},
     "run"},
    {"--batch", phrase("Batch size: copies of the prompt in each forward pass (1)"), {}, "run"},
    {"--prefill-chunk",
     phrase("Tokens of each prompt in one forward pass, with a KV cache (the whole prompt)"),
     {},
     "run"},
    {"--attention",
     phrase("eager stores the attention scores of a layer in memory, fused does not (eager)"),
     phrase("With LibTorch 2, fused is faster than eager for long prompts."), "run"},
    {"--decoder-tokens",
     phrase("First tokens of the decoder of a model such as T5 (from config.json)")},
    {"--threads", phrase("Number of threads that compute (one fewer than the number of cores)")},
    {"--config", phrase("config.json of a model stored without one, such as an offload folder")},
    {"--chain",
     phrase("Models that run after MODEL on the same tokens, one after another; repeatable"),
     phrase("All models are in RAM. A model is copied to the execution device as a whole when the "
            "model is called, and removed when the next model is called. b*50 calls the model b "
            "fifty times, without removing b in between.")},
    {"--pass-on", phrase("Pass each model's prompt and answer to the next model of --chain"),
     phrase("Only models that accept these tokens receive the prompt and the answer.")},
};

constexpr OptionText kLoadingTexts[] = {
    {"--methods", phrase("Methods to compare, such as mmap,streamed (all)")},
    {"--method",
     phrase("Load method, such as naive or mmap; auto selects a method for the plan and the files "
            "(auto)"),
     phrase("One of %1."), "", loadMethods},
    {"--dry-run", phrase("Simulate the load without reading any weights"),
     phrase("A dry run also works with a .tree.json, and with models and devices larger than this "
            "machine.")},
    {"--verify", phrase("Compare every loaded byte with the file")},
    {"--sha256", phrase("Verify the load and print the SHA-256 of each tensor")},
    {"--force", phrase("Load even if the pre-flight check refuses the plan")},
    {"--ram-limit", phrase("RAM limit of the load"),
     phrase("The limit applies to %1. The limit is enforced by the pre-flight check, by a watchdog "
            "that stops the load and, if possible, by a control group."),
     "", countedRamText},
    {"--cache", phrase("Page cache of the files before each load: as-is, cold or warm (as-is)"),
     phrase("cold drops the pages of the files with posix_fadvise DONTNEED. warm reads the files "
            "once.")},
    {"--memory", phrase("Unused RAM before each load: as-is, or touched = written once (as-is)"),
     phrase("touched writes to as much free RAM as the load needs, at most nine tenths of it. A "
            "virtual machine then gets this memory from its host before the load, not during the "
            "load.")},
    {"--repeat", phrase("Load this many times in one process; fail if memory grows (1)"),
     phrase("All memory is released between two loads, unless --reuse is given.")},
    {"--reuse", phrase("With --repeat: load into the memory that the previous load used")},
    {"--hold", phrase("Keep the weights loaded until the end of standard input"),
     phrase(
         "During the load, the lines pause, resume and step on standard input control the load.")},
    {"--forward",
     phrase("After the load, run a forward pass of these token IDs, such as 1,2,3; only for "
            "raschka-gpt2"),
     phrase("The forward pass runs on the devices that store the weights. \"stowagectl compare\" "
            "compares its logits with a reference.")},
    {"--reference",
     phrase("File of logits from stowagectl reference, to compare with the logits of --forward"),
     {},
     "load"},
    {"--reference",
     phrase("File of logits to compare with those of --forward, created if missing (a temporary "
            "file)"),
     {},
     "compare"},
};

constexpr OptionText kDevicesTexts[] = {
    {"--gpus",
     phrase(
         "GPUs: real, none, or simulated, such as 24GiB,24GiB (real if there are any, else none)"),
     phrase(
         "A simulated GPU is [MACHINE/]CAPACITY[*N], followed by any of :used=SIZE, :context=SIZE, "
         ":link=RATE, :allocator=KIND and :name=TEXT. CAPACITY may be the name of a card, as in "
         "rtx-4090*2 or 2x4090 (devices --catalogue lists the names). RATE is the published rate "
         "of the link. MACHINE is the name of another machine of a cluster, as in b/80GiB.")},
    {"--max-memory", phrase("Accelerate's max_memory, such as 0=10GiB,1=10GiB,cpu=30GiB"),
     phrase("The value may also be a Python dict: {0: '10GiB', 'cpu': '30GiB'}. A number without a "
            "unit is in bytes.")},
    {"--ram",
     phrase("RAM to plan with; also the CPU limit unless --max-memory sets one (free RAM)"),
     phrase("Free RAM is the free memory of the machine or of the process's cgroup, whichever is "
            "less, read once when the model is opened. plan --json reports the time of this "
            "reading as read_at. A plan with more RAM than this machine has can be estimated but "
            "not loaded.")},
    {"--disk", phrase("Disk capacity for offloaded weights (free space)"),
     phrase("A plan with more disk than this machine has can be estimated but not loaded.")},
    {"--visible", phrase("Visible GPUs, renumbered, as in CUDA_VISIBLE_DEVICES: 1,0")},
    {"--allocator", phrase("Allocator of simulated GPUs: native or expandable_segments (native)"),
     phrase("The option corresponds to PYTORCH_CUDA_ALLOC_CONF in PyTorch.")},
};

constexpr OptionText kPlacementTexts[] = {
    {"--device-map",
     phrase("Device map to use: a file, \"-\", the map itself, a strategy, or a device"),
     phrase("The map may be JSON, a Python dict, or a script that contains a Python dict. The "
            "words of from_pretrained are also accepted: %1."),
     "", mapWords},
};

constexpr OptionText kModelTexts[] = {
    {"--variant", phrase("Plan of a project (the current plan)")},
    {"--adapter", phrase("LoRA adapter to add: a folder of PEFT or of diffusers; repeatable"),
     phrase("The adapter is not merged into the weights.")},
    {"--tenant", phrase("Another model on the same devices, such as a draft model; repeatable")},
    {"--tree",
     phrase("The .tree.json that the weights belong to (the .tree.json next to the weights)")},
    {"--class",
     phrase("Class of the model that is built from a config.json (the class in the config.json)")},
    {"--prefix",
     phrase("Part of a nested PyTorch checkpoint that contains the model (the largest part)")},
    {"--rename", phrase("Rename keys that begin with A so that they begin with B; repeatable"),
     phrase("module.= removes the prefix module. from the keys.")},
    {"--weights-variant", phrase("Variant of a diffusers pipeline's files, such as fp16")},
    {"--mtp", phrase("Also plan the model's layers for multi-token prediction")},
    {"--python", phrase("Python with transformers, for models that Stowage does not know"),
     phrase("Python runs in a separate process, without network access, if Stowage does not "
            "support the model_type.")},
    {"--trust-remote-code", phrase("Let the Python of --python run the code next to config.json")},
};

constexpr OptionText kWorkloadTexts[] = {
    {"--engine", phrase("Engine whose memory rules apply, such as vllm (transformers)"),
     phrase("One of stowage, transformers, transformers-static, vllm, sglang, llama.cpp.")},
    {"--engine", phrase("Engine whose memory rules apply, such as transformers (stowage)"),
     phrase("One of stowage, transformers, transformers-static, vllm, sglang, llama.cpp."),
     "load run"},
    {"--batch", phrase("Batch size: sequences per forward pass (1)")},
    {"--context",
     phrase("Context: KV-cache length per sequence in tokens (--prompt + --generate)")},
    {"--prompt", phrase("Prompt length in tokens (1024; less if the model has fewer positions)")},
    {"--prompt",
     phrase("Not for run: run takes its prompts from --tokens or --prompt-text"),
     {},
     "run"},
    {"--generate",
     phrase("Tokens to generate after each prompt (256; less if the model has fewer positions)")},
    {"--kv-dtype",
     phrase("KV-cache dtype: float32, float16, bfloat16, fp8, int8 or q4 (the compute dtype)")},
    {"--compute-dtype", phrase("Data type in which the model computes (the weights' dtype)")},
    {"--attention",
     phrase("eager keeps all attention scores in memory, fused keeps none (the engine's default)")},
    {"--prefill-chunk", phrase("Tokens of a prompt in one forward pass (the whole prompt)")},
    {"--images", phrase("Images of each request, for a model that accepts images (0)")},
    {"--tensor-parallel",
     phrase("Tensor-parallel size: GPUs among which every layer is divided (1)"),
     phrase("Tensor parallelism is used instead of a device map. With vLLM and SGLang, the default "
            "is the largest number of GPUs among which the model can be divided.")},
    {"--max-num-batched-tokens",
     phrase("Maximum number of tokens in one forward pass of vLLM (vLLM's default for the card)")},
    {"--gpu-memory-utilization",
     phrase(
         "Share of each GPU's memory that vLLM or SGLang uses (0.92; SGLang: depends on the card)"),
     phrase("With SGLang, the value is the share for weights and cache.")},
};

constexpr OptionText kOffloadTexts[] = {
    {"--offload-dir",
     phrase("Folder for weights offloaded to disk (a temporary one, removed at the end)")},
    {"--skip-keys",
     phrase("Accelerate's skip_keys: keyword arguments that hooks do not move to another device")},
};

constexpr OptionText kMachinesTexts[] = {
    {"--machines",
     phrase("Load on each of these machines at the same time, with the stowagectl that ssh finds"),
     phrase("localhost is this machine. The first machine makes the plan with its own devices. "
            "Each machine reads the paths in its own file system.")},
    {"--stages",
     phrase("Run the layers in several processes, on machines that are reachable by ssh"),
     phrase("Each process loads and runs some of the layers. localhost is this machine, and MODEL "
            "is a path on each machine. Activations are sent directly from address to address, "
            "without encryption or authentication. MACHINE:FIRST-LAST@ADDRESS names the address to "
            "listen on.")},
    {"--send-weights", phrase("Send the weights from this machine to the stages on other machines"),
     phrase("The weights are removed from the other machines at the end.")},
    {"--micro-batches",
     phrase("Groups of prompts that the stages process at the same time, 1 to 64 (the number of "
            "stages)"),
     phrase("The stages compute at the same time, each on a different group.")},
    {"--stage-timeout",
     phrase("Seconds without data after which a stage is considered failed (300)")},
    {"--stage-events",
     phrase("File for the memory use of each stage, one line of JSON per second")},
};

constexpr OptionText kOutputTexts[] = {
    {"--json", phrase("Print one JSON object on standard output, for programs")},
    {"--logits", phrase("Write each prompt's last logits as float32 [prompts × vocabulary]"),
     phrase("For an encoder, the option writes the output values. \"-\" is standard output.")},
    {"--csv", phrase("Write the memory samples as CSV, with load phase and tensor name"),
     phrase("\"-\" is standard output."), "load"},
    {"--csv",
     phrase("Folder for the memory samples of each method as CSV: METHOD.csv"),
     {},
     "compare"},
    {"--timeline", phrase("Write the activity of devices, links and disk over time, as CSV"),
     phrase("\"-\" is standard output.")},
    {"--record", phrase("Write a JSON record of the load: plan, figures and memory curves"),
     phrase("The window's history, reports and projects can read the record. If a project is "
            "loaded or run, the project then refers to the record. \"-\" is standard output.")},
    {"--segments", phrase("Write the final position of each tensor in GPU memory, as JSON"),
     phrase("\"-\" is standard output.")},
    {"--audit",
     phrase(
         "Verify the load, and write each tensor's device, dtype and verification result as CSV"),
     phrase("\"-\" is standard output.")},
    {"--events", phrase("Write progress and memory as JSON lines during the load"),
     phrase("The lines are for programs that follow the load. \"-\" is standard output. compare "
            "accepts this option only with one method.")},
};

/// Options for the processes that Stowage starts itself.
constexpr OptionText kInternalTexts[] = {
    {"--request",
     phrase("Request to start from, as \"request\" in plan --json; typed options replace parts"),
     phrase("The value is a file, \"-\", or the JSON object itself.")},
    {"--end", phrase("Link end that this process represents")},
    {"--stage", phrase("Stage that this process runs, with the layers of the stage")},
    {"--stage-patience", phrase("--stage-timeout of this process")},
    {"--stage-micro-batches", phrase("--micro-batches of this process")},
    {"--stage-sharers", phrase("Number of stages that share the cores of this machine")},
};

constexpr OptionText kHelpTexts[] = {
    {"--help", phrase("Print this help and exit")},
    {"--help-all", phrase("Print all options with their details and exit")},
    {"--version", phrase("Show the version; with --json also those of LibTorch, Qt and the rules")},
};

/// A group of the help: options of requests, then others.
struct GroupTexts {
    Phrase title;
    std::span<const OptionText> texts;
    std::optional<RequestOption::Group> group{};
};

constexpr GroupTexts kGroups[] = {
    {phrase("Arguments"), kArgumentsTexts},
    {phrase("Options"), kOwnTexts},
    {phrase("Run"), kRunTexts},
    {phrase("Loading"), kLoadingTexts},
    {phrase("Devices"), kDevicesTexts, RequestOption::Group::Devices},
    {phrase("Placement"), kPlacementTexts, RequestOption::Group::Placement},
    {phrase("Model"), kModelTexts, RequestOption::Group::Model},
    {phrase("Workload"), kWorkloadTexts},
    {phrase("Hooks and offload"), kOffloadTexts, RequestOption::Group::Offload},
    {phrase("Several machines"), kMachinesTexts},
    {phrase("Output"), kOutputTexts},
    {phrase("Help"), kHelpTexts},
    {phrase("Between processes of Stowage"), kInternalTexts},
};

constexpr VerbText kVerbTexts[] = {
    {"stowagectl", "stowagectl plan model.safetensors --gpus 24GiB,24GiB --json"},
    {"inspect", "stowagectl inspect model.safetensors --depth 2"},
    {"tree", "stowagectl tree my-model --python venv/bin/python --out model.tree.json", "",
     phrase("Without --python, Stowage builds the module trees of the models that it supports. "
            "With --python, the given Python builds the module tree of every model.")},
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
     phrase("Exit status: 0 if the device map is valid, 5 if the map is valid with warnings, 1 if "
            "the map cannot be loaded.")},
    {"diff", "stowagectl diff gpt2/model.pth monday.json friday.json"},
    {"export",
     "stowagectl export gpt2 --to accelerate --gpus 2GiB > load_model.py\n"
     "stowagectl export llama --to llama.cpp --gpus 24GiB,12GiB --context 8192",
     "--to --out --force --gpus --max-memory --ram --strategy --device-map --pin --dtype "
     "--quantize --batch --context --kv-dtype --tensor-parallel",
     phrase("The exit status is the same as that of \"stowagectl plan\". The output contains "
            "comments about parts of the plan that the engine cannot express.")},
    {"report", "stowagectl report llama.stowage --out llama.html",
     "--out --records --gpus --max-memory --ram --strategy --device-map --pin --dtype --quantize "
     "--engine --batch --context --prompt --generate"},
    {"load",
     "stowagectl load gpt2/model.pth --gpus 320MiB,320MiB --verify\n"
     "stowagectl load gpt/model.pth --gpus 2GiB --method naive --forward 1,2,3",
     "--method --dry-run --verify --force --ram-limit --repeat --forward --gpus --max-memory "
     "--strategy --device-map --dtype --offload-dir --csv --record",
     phrase("The folder gpt of the examples contains a model that this command creates: stowagectl "
            "sample gpt --arch raschka-gpt2")},
    {"compare",
     "stowagectl compare gpt2 --gpus 14GiB --methods all --verify\n"
     "stowagectl compare gpt/model.pth --gpus 2GiB --forward 1,2,3",
     "--methods --verify --force --ram-limit --cache --memory --forward --reference --gpus "
     "--max-memory --strategy --device-map --dtype --offload-dir --csv",
     phrase("The last example below prints a table like that of the window's lesson on loading "
            "GPT-2. To create the model of this example, run: stowagectl sample gpt --arch "
            "raschka-gpt2")},
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
     phrase("The command reads the model one layer at a time with plain file reads, independently "
            "of the loading code.")},
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

std::span<const OptionGroup> optionGroups() {
    static const std::vector<OptionGroup> kAll = [] {
        std::vector<OptionGroup> groups;
        for (const auto& [title, texts, group] : kGroups) {
            OptionGroup& added = groups.emplace_back(title);
            for (const RequestOption& option : requestOptions()) {
                if (option.group == group) {
                    added.options.push_back(&option);
                }
            }
            for (const OptionText& text : texts) {
                added.options.push_back(&text);
            }
        }
        return groups;
    }();
    return kAll;
}

const OptionText* findOptionText(std::string_view verb, std::string_view option) {
    const OptionText* general = nullptr;
    for (const OptionGroup& group : optionGroups()) {
        for (const OptionText* const row : group.options) {
            if (option != row->name) {
                continue;
            }
            if (hasWord(row->verbs, verb)) {
                return row;
            }
            general = row->verbs.empty() ? row : general;
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
