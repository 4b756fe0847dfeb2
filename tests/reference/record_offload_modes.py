# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/pipelines/offload_modes.json: which weights diffusers' ways to offload put on a GPU, and when.

    venv/bin/python tests/reference/record_offload_modes.py [PIPELINE…]

The tiny pipelines of record_pipelines.py, rebuilt from their folders with random weights, make one picture or
video of two steps in each mode; with names of pipelines the script only prints what it found of these:

    model         enable_model_cpu_offload
    sequential    enable_sequential_cpu_offload
    group-block   enable_group_offload(offload_type="block_level", num_blocks_per_group=1, use_stream=False)
    group-leaf    enable_group_offload(offload_type="leaf_level", use_stream=False)
    layerwise     enable_layerwise_casting(float8_e4m3fn, bfloat16) of the denoisers, then to("cuda")
    none          to("cuda")

No GPU is needed: a tensor subclass says that it is on "cuda:0" and keeps its numbers on the CPU, so that the
libraries take the ways they take with a GPU. Recorded are the weights and buffers alone. Two things stand in
for what a real GPU does otherwise: a Parameter is moved by swapping contents where `param.data = moved` does
not work for the subclass, and Module._apply is written out so that the old tensor goes when it would.

"tensors" of a pipeline are [shared, rest, bytes]: the name is the first `shared` letters of the name before it,
and `rest`. A tensor stands there once more for each dtype that it takes.

"moves" are numbers: i + 1 allocates the i-th of the tensors, -(i + 1) frees it, 0 is a call of empty_cache.
[a, b] stands for a, a + 1, … b (falling where they are negative), {"times": n, "moves": […]} for moves that come
n times one after another. "setup" are those before the pipeline is called. Where "empties" is true, a call of
empty_cache follows every allocation of "moves" and is not written.

"peak_bytes", "before", "after" and "resident" round each tensor up to 512 bytes: "before" and "after" the call,
and "resident" all the while, how much of each component is on the GPU. "order" are the components in the order
in which a module of theirs is first called. Pipeline.to goes through the components in the order of a Python
set, which says in which order "layerwise" and "none" set up, and in which "model" ends; the script fixes the
seed of its hashes.

Where there is an "error", the call ended with it: the weights of a module were on the CPU and its inputs on the
GPU. That happens to VAEs in "group-block" that are one group: its hook waits for forward(), and pipelines call
decode().
"""
import contextlib
import gc
import itertools
import json
import os
import sys
import tempfile
import weakref

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import accelerate.hooks
import accelerate.utils.modeling
import diffusers
import torch
import transformers
from diffusers.hooks import group_offloading
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_map_only, tree_unflatten

import record_pipelines
from record_pipelines import FOLDER, VERSIONS

GPU = torch.device("cuda:0")
MODES = ("model", "sequential", "group-block", "group-leaf", "layerwise", "none")


# The record

class Record:
    """What is allocated and freed, of the weights that have names."""

    def __init__(self):
        self.tensors = {}
        self.moves = []
        self.names = {}
        self.scope = 0

    def name_weights(self, pipeline):
        self.names = {}
        for part, model in pipeline.components.items():
            if isinstance(model, torch.nn.Module):
                for name, tensor in itertools.chain(model.named_parameters(), model.named_buffers()):
                    self.names[tensor.data_ptr()] = f"{part}.{name}"

    def number(self, name, tensor):
        key = (name, tensor.numel() * tensor.element_size(), str(tensor.dtype).removeprefix("torch."))
        return self.tensors.setdefault(key, len(self.tensors))


record = Record()


@contextlib.contextmanager
def moving():
    record.scope += 1
    try:
        yield
    finally:
        record.scope -= 1


def scoped(function):
    def inner(*arguments, **named):
        with moving():
            return function(*arguments, **named)
    return inner


# A GPU that is none

class Token:
    """A storage on the GPU, while tensors hold on to it."""

    def __init__(self, name, number):
        self.name = name
        self.number = number
        self.moves = record.moves
        if number is not None:
            self.moves.append(number + 1)

    def __del__(self):
        if self.number is not None:
            self.moves.append(-(self.number + 1))


class OnGpu(torch.Tensor):
    """A tensor that says it is on the GPU."""

    tokens = weakref.WeakValueDictionary()
    __torch_function__ = torch._C._disabled_torch_function_impl

    @staticmethod
    def __new__(cls, data, requires_grad=False):
        # Accelerate makes parameters by the class of the one that was there.
        return torch.nn.Parameter(data, requires_grad=requires_grad)

    @staticmethod
    def wrap(inner, name=None):
        storage = inner.untyped_storage()._cdata
        token = OnGpu.tokens.get(storage)
        if token is None:
            token = Token(name, None if name is None else record.number(name, inner))
            OnGpu.tokens[storage] = token
        outer = torch.Tensor._make_wrapper_subclass(
            OnGpu, inner.size(), strides=inner.stride(), storage_offset=inner.storage_offset(), dtype=inner.dtype,
            layout=inner.layout, device=GPU, requires_grad=False)
        outer.inner = inner
        outer.token = token
        return outer

    def __repr__(self):
        return f"OnGpu({self.inner})"

    def tolist(self):
        return self.inner.tolist()

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        return dispatch(func, args, kwargs or {})


# What may be given tensors of the GPU and of the CPU together.
MIXED = (torch.ops.aten.copy_.default, torch.ops.aten.index.Tensor, torch.ops.aten.index_put_.default)


def dispatch(func, args, kwargs):
    if func is torch.ops.aten._fused_sdp_choice.default:
        return 0
    flat, layout = tree_flatten((args, kwargs))
    here = [value for value in flat if isinstance(value, OnGpu)]
    if here and func not in MIXED and any(
            isinstance(value, torch.Tensor) and not isinstance(value, OnGpu) and value.dim() > 0 for value in flat):
        raise RuntimeError(f"{func}: expected all tensors to be on the same device")
    devices = [value for value in flat if isinstance(value, torch.device)]
    on_gpu = bool(here) if not devices else devices[0].type == "cuda"
    plain = [value.inner if isinstance(value, OnGpu)
             else torch.device("cpu") if isinstance(value, torch.device) and value.type == "cuda" else value
             for value in flat]
    name = None
    if record.scope and func is torch.ops.aten._to_copy.default:
        source = args[0]
        name = source.token.name if isinstance(source, OnGpu) else record.names.get(source.data_ptr())
    args, kwargs = tree_unflatten(plain, layout)
    answer = func(*args, **kwargs)
    if name is not None and not on_gpu and answer.device.type == "cpu":
        record.names[answer.data_ptr()] = name

    def outward(tensor):
        for was, now in zip(flat, plain):
            if tensor is now:
                return was
        return OnGpu.wrap(tensor, name) if on_gpu else tensor

    return tree_map_only(torch.Tensor, outward, answer)


class GpuMode(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return dispatch(func, args, kwargs or {})


def put(parameter, moved):
    """What `parameter.data = moved` does on a real device: the old contents go at once."""
    if moved is not parameter:
        if isinstance(parameter, torch.nn.Parameter):
            moved = torch.nn.Parameter(moved, requires_grad=parameter.requires_grad)
        torch.utils.swap_tensors(parameter, moved)


def apply(self, fn, recurse=True):
    """torch.nn.Module._apply, where a parameter takes the new tensor as its data."""
    with moving(), torch.no_grad():
        if recurse:
            for module in self.children():
                module._apply(fn)
        for parameter in self._parameters.values():
            if parameter is not None:
                put(parameter, fn(parameter))
        for key, buffer in list(self._buffers.items()):
            if buffer is not None:
                self._buffers[key] = fn(buffer)
            del buffer
        return self


@contextlib.contextmanager
def tensors_from_numbers():
    """torch.tensor and torch.as_tensor do not ask dispatch modes about the device: they make it, and it is moved."""
    def moved(function):
        def inner(data, *, device=None, **named):
            made = function(data, **named)
            return made if device is None else made.to(device)
        return inner

    real = torch.tensor, torch.as_tensor
    torch.tensor, torch.as_tensor = map(moved, real)
    try:
        yield
    finally:
        torch.tensor, torch.as_tensor = real


def install():
    torch._C._ensureCUDADeviceGuardSet()
    torch.cuda._lazy_init = lambda: None

    def empty_cache(*_, **__):
        record.moves.append(0)

    torch.cuda.empty_cache = empty_cache
    for module in (accelerate.hooks, accelerate.utils.modeling):
        module.clear_device_cache = empty_cache
    torch.nn.Module._apply = apply
    move = scoped(accelerate.utils.modeling.set_module_tensor_to_device)
    accelerate.utils.modeling.set_module_tensor_to_device = accelerate.hooks.set_module_tensor_to_device = move
    # The way that serves tensors whose data cannot be set.
    group_offloading._is_torchao_tensor = lambda tensor: True
    group_offloading._swap_torchao_tensor = put
    group = group_offloading.ModuleGroup
    group._onload_from_memory = scoped(group._onload_from_memory)
    group._offload_to_memory = scoped(group._offload_to_memory)


# Pipelines and calls

def tokenizer(name):
    if name in ("Qwen2Tokenizer", "LlamaTokenizer"):
        from transformers.convert_slow_tokenizer import bytes_to_unicode
        made = transformers.Qwen2Tokenizer(
            vocab={letter: index for index, letter in enumerate(bytes_to_unicode().values())}, merges=[])
        made.chat_template = "{% for message in messages %}{{ message['content'] }}{% endfor %}"
        return made
    made = record_pipelines.processor(name)
    made.model_max_length = 77
    return made


def from_folder(name, target):
    """Saves a pipeline with random weights, of the configurations in its folder, and returns what is to be passed."""
    torch.manual_seed(0)
    folder = FOLDER / name
    index = json.loads((folder / "model_index.json").read_text())
    parts, passed = {}, {}
    for part, value in index.items():
        if part.startswith("_"):
            continue
        if not isinstance(value, list):
            parts[part] = value
        elif value[0] is None:
            parts[part] = None
        elif (folder / part / "scheduler_config.json").exists():
            parts[part] = getattr(diffusers, value[1]).from_pretrained(folder / part)
        elif (folder / part / "config.json").exists():
            kind = record_pipelines.class_named(value[1])
            if issubclass(kind, diffusers.ModelMixin):
                parts[part] = kind.from_config(kind.load_config(folder / part))
            else:
                parts[part] = kind(kind.config_class.from_pretrained(folder / part))
        else:
            parts[part] = passed[part] = tokenizer(value[1])
    getattr(diffusers, index["_class_name"])(**parts).save_pretrained(target)
    return passed


SMALL = dict(height=16, width=16)
CALLS = {
    "stable-diffusion": SMALL,
    "stable-diffusion-xl": SMALL,
    "stable-diffusion-3": dict(SMALL, max_sequence_length=16),
    "flux": dict(SMALL, max_sequence_length=16),
    "pixart-sigma": dict(SMALL, max_sequence_length=16, clean_caption=False, use_resolution_binning=False),
    "wan-two-transformers": dict(SMALL, num_frames=5, max_sequence_length=16),
    "cogvideox": dict(SMALL, num_frames=9, max_sequence_length=16),
    "hunyuan-video": dict(SMALL, num_frames=5, max_sequence_length=16,
                          prompt_template={"template": "{}", "crop_start": 0}),
    "qwen-image": dict(height=32, width=32, max_sequence_length=16, negative_prompt=" "),
    "z-image": dict(height=32, width=32, max_sequence_length=32),
}
DENOISERS = ("transformer", "transformer_2", "unet")


def enable(pipeline, mode):
    if mode == "model":
        pipeline.enable_model_cpu_offload(device=GPU)
    elif mode == "sequential":
        pipeline.enable_sequential_cpu_offload(device=GPU)
    elif mode == "group-block":
        pipeline.enable_group_offload(onload_device=GPU, offload_type="block_level", num_blocks_per_group=1,
                                      use_stream=False)
    elif mode == "group-leaf":
        pipeline.enable_group_offload(onload_device=GPU, offload_type="leaf_level", use_stream=False)
    else:
        if mode == "layerwise":
            for part in DENOISERS:
                model = getattr(pipeline, part, None)
                if model is not None:
                    model.enable_layerwise_casting(storage_dtype=torch.float8_e4m3fn, compute_dtype=torch.bfloat16)
        pipeline.to("cuda")


def dtype_of(name, mode):
    return "float32" if name == "pixart-sigma" and mode != "layerwise" else "bfloat16"


def watch_order(pipeline):
    """The components in the order of their first calls, filled while the pipeline runs."""
    homes, order = {}, []
    for part, model in pipeline.components.items():
        if isinstance(model, torch.nn.Module):
            for module in model.modules():
                homes[module] = part

    def note(module, _):
        if module in homes and homes[module] not in order:
            order.append(homes[module])

    return order, torch.nn.modules.module.register_module_forward_pre_hook(note)


def rounded(size):
    return (size + 511) // 512 * 512


def amounts(live, keys):
    """Bytes of each component."""
    found = {}
    for at, count in live.items():
        if count > 0:
            part = keys[at][0].split(".")[0]
            found[part] = found.get(part, 0) + count * rounded(keys[at][1])
    return found


def summary(moves, setup, tensors):
    keys = list(tensors)
    live, peak, total = {}, 0, 0
    stays = before = None
    for index, move in enumerate([*moves, None]):
        if index == setup:
            stays = dict(live)
            before = amounts(live, keys)
        if move is None or move == 0:
            continue
        at = abs(move) - 1
        size = rounded(keys[at][1])
        change = 1 if move > 0 else -1
        live[at] = live.get(at, 0) + change
        assert live[at] >= 0, keys[at]
        total += change * size
        peak = max(peak, total)
        if index >= setup and change < 0 and at in stays:
            stays[at] = min(stays[at], live[at])
    return {"resident": amounts(stays, keys), "before": before, "after": amounts(live, keys), "peak_bytes": peak}


def run(name, mode):
    dtype = dtype_of(name, mode)
    with tempfile.TemporaryDirectory() as saved:
        passed = from_folder(name, saved)
        pipeline = diffusers.DiffusionPipeline.from_pretrained(
            saved, dtype=record_pipelines.DTYPES[dtype], use_safetensors=True, **passed)
    pipeline.set_progress_bar_config(disable=True)
    record.moves = []
    record.name_weights(pipeline)
    with torch.no_grad(), GpuMode(), tensors_from_numbers():
        enable(pipeline, mode)
        setup = len(record.moves)
        order, handle = watch_order(pipeline)
        try:
            pipeline(prompt="a cat on the moon", num_inference_steps=2, output_type="np", **CALLS[name])
            error = None
        except RuntimeError as failure:
            error = str(failure)
        finally:
            handle.remove()
        moves = list(record.moves)
    del pipeline
    gc.collect()
    found = summary(moves, setup, record.tensors)
    print(name, mode, len(moves), "moves", order, found, error or "", flush=True)
    if error:
        found["error"] = error
    first, rest = moves[:setup], moves[setup:]
    empties = mode == "sequential"
    if empties:
        rest = without_empties(rest)
    entry = {"pipeline": name, "mode": mode, "dtype": dtype, "order": order, **found, "empties": empties,
             "setup": compact(first), "moves": compact(rest)}
    assert expanded(entry["setup"]) == first and expanded(entry["moves"]) == rest
    return entry


def without_empties(moves):
    """Leaves out the zero that follows each allocation."""
    found = []
    for index, move in enumerate(moves):
        if move > 0:
            assert moves[index + 1] == 0
        if move != 0 or index == 0 or moves[index - 1] <= 0:
            found.append(move)
    return found


def compact(moves):
    found, at = [], 0
    while at < len(moves):
        length = next((p for p in range(4, (len(moves) - at) // 2 + 1)
                       if moves[at + p] == moves[at] and moves[at:at + p] == moves[at + p:at + 2 * p]), None)
        if length:
            times = 2
            while moves[at + times * length:at + (times + 1) * length] == moves[at:at + length]:
                times += 1
            found.append({"times": times, "moves": compact(moves[at:at + length])})
            at += times * length
            continue
        step = 1 if moves[at] > 0 else -1
        end = at + 1
        while moves[at] != 0 and end < len(moves) and moves[end] == moves[end - 1] + step:
            end += 1
        if end - at > 2:
            found.append([moves[at], moves[end - 1]])
            at = end
        else:
            found.append(moves[at])
            at += 1
    return found


def expanded(items):
    found = []
    for item in items:
        if isinstance(item, dict):
            found += expanded(item["moves"]) * item["times"]
        elif isinstance(item, list):
            step = 1 if item[0] > 0 else -1
            found += range(item[0], item[1] + step, step)
        else:
            found.append(item)
    return found


def table(tensors):
    found, before = [], ""
    for name, size, _ in tensors:
        shared = len(os.path.commonprefix([before, name]))
        found.append([shared, name[shared:], size])
        before = name
    return found


def main(names):
    install()
    tables, runs = {}, []
    for name in names or CALLS:
        record.tensors = {}
        runs += [run(name, mode) for mode in MODES]
        tables[name] = table(record.tensors)
    if names:
        return
    short = dict(separators=(",", ":"))
    (FOLDER / "offload_modes.json").write_text(
        '{"made_by": ' + json.dumps(VERSIONS) + ',\n"tensors": {\n'
        + ",\n".join(json.dumps(name) + ": " + json.dumps(rows, **short) for name, rows in tables.items())
        + '\n},\n"runs": [\n' + ",\n".join(json.dumps(entry, **short) for entry in runs) + "\n]}\n")


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    main(sys.argv[1:])
