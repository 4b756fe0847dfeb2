# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks vLLM's own planner of keys and values what it would do, on a machine without a GPU.

    python vllm_plans.py cases.json > answers.json
    python vllm_plans.py --only NAME --details cases.json

Nothing is calculated here: the model is built by vLLM's own class on torch's "meta" device (which
has shapes and no memory), its layers say themselves what they keep (get_kv_cache_spec()), and
vLLM's own functions form groups, count blocks and accept or reject. What stands in for the machine
is a GPU that only has a name, a compute capability and a size, and process groups that only have a
rank and a size. What vLLM cannot do becomes an "error" entry.

Written for vLLM 0.33.0 (the answers say which one ran). Needs in addition to vllm: torch
(PyPI's wheel with its CUDA libraries, which load without a GPU), transformers, and
flashinfer-python, without which other attention backends, and so other block sizes, are chosen;
and a C compiler as "cc", for a library that stands in for the driver's libcuda.so.1.

A case (only "name" and "config" are needed):
    name, note            texts
    config                what config.json has, or the path of one, relative to the list of cases
    files                 other files of the model's folder: {"generation_config.json": {...}}
    device                {"name", "capability": [9, 0], "memory": bytes, "units": 132}
    tensor_parallel, pipeline_parallel, max_model_len, max_num_seqs, max_num_batched_tokens,
    kv_cache_dtype, block_size, num_gpu_blocks_override, enable_prefix_caching
    engine_args           any other field of vLLM's EngineArgs
    environment           variables, for example VLLM_KV_CACHE_LAYOUT
    speculative           {"method": "mtp", "num_speculative_tokens": 1}, or with "config": the
                          draft model's configuration; its layers are built as well
    available_memory      bytes that a card has for keys and values; a list: of each pipeline stage
"""

import argparse
import ctypes
import dataclasses
import enum
import functools
import gc
import importlib.abc
import importlib.machinery
import importlib.metadata
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import traceback
import types

# vLLM takes an empty list of visible devices for a process whose GPU comes later: then it keeps
# Triton's kernels, which it needs to define its layers.
os.environ["CUDA_VISIBLE_DEVICES"] = ""
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("VLLM_NO_USAGE_STATS", "1")
os.environ.setdefault("VLLM_LOGGING_LEVEL", "ERROR")

USUAL_DEVICE = {
    "name": "NVIDIA H100 80GB HBM3",
    "capability": [9, 0],
    "memory": 85_520_809_984,
    "units": 132,
}

# The driver functions that vLLM 0.33.0's extension modules use. They must find it when they are
# loaded; nothing here calls any of it.
DRIVER_FUNCTIONS = """
    cuCtxGetCurrent cuCtxSetCurrent cuDeviceGetAttribute cuDevicePrimaryCtxRetain
    cuDriverGetVersion cuGetErrorString cuGetProcAddress_v2 cuMemAddressFree cuMemAddressReserve
    cuMemCreate cuMemGetAllocationGranularity cuMemMap cuMemRelease cuMemSetAccess cuMemUnmap
    cuPointerGetAttribute cuTensorMapEncodeTiled
""".split()
NO_DEVICE = 100  # CUDA_ERROR_NO_DEVICE


def load_driver_stub():
    """Loads a libcuda.so.1 of which every function answers that there is no device."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "driver.c")
        source.write_text(
            "".join(f"int {name}(void) {{ return {NO_DEVICE}; }}\n" for name in DRIVER_FUNCTIONS)
        )
        library = pathlib.Path(folder, "libcuda.so.1")
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-Wl,-soname,libcuda.so.1", "-o", library, source],
            check=True,
        )
        ctypes.CDLL(str(library), mode=ctypes.RTLD_GLOBAL)


class EmptyKernels(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Stands in for the extension modules of FlashAttention 2 and 3: vLLM only asks whether they
    are there, and loading them takes long."""

    NAMES = {
        "vllm.vllm_flash_attn._vllm_fa2_C",
        "vllm.vllm_flash_attn._vllm_fa3_C",
    }

    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self) if name in self.NAMES else None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        pass


load_driver_stub()
sys.meta_path.insert(0, EmptyKernels())

import torch  # noqa: E402
from torch.overrides import TorchFunctionMode  # noqa: E402
import vllm  # noqa: E402
import vllm.platforms  # noqa: E402
from vllm.platforms.cuda import CudaPlatformBase  # noqa: E402
from vllm.platforms.interface import DeviceCapability  # noqa: E402


class NamedGpu(CudaPlatformBase):
    """vLLM's CUDA platform, for a GPU that is only described."""

    capability = (9, 0)
    memory = 0
    title = ""
    units = 1

    @classmethod
    def get_device_capability(cls, device_id=0):
        return DeviceCapability(*cls.capability)

    @classmethod
    def get_device_name(cls, device_id=0):
        return cls.title

    @classmethod
    def get_device_total_memory(cls, device_id=0):
        return cls.memory

    @classmethod
    def get_device_uuid(cls, device_id=0):
        return "GPU-0"

    @classmethod
    def is_fully_connected(cls, physical_device_ids):
        return True

    @classmethod
    def device_count(cls):
        return 64

    @classmethod
    def num_compute_units(cls, device_id=0):
        return cls.units

    @classmethod
    def is_integrated_gpu(cls, device_id=0):
        return False

    @classmethod
    def get_device_numa_node(cls, device_id=0):
        return None

    @classmethod
    def log_warnings(cls):
        pass


    @classmethod
    def describe(cls, device):
        cls.capability = tuple(device["capability"])
        cls.memory = device["memory"]
        cls.title = device["name"]
        cls.units = device["units"]


NamedGpu.describe(USUAL_DEVICE)  # some of vLLM asks while it is imported
vllm.platforms._current_platform = NamedGpu()

import vllm.config  # noqa: E402
import vllm.distributed.parallel_state as parallel_state  # noqa: E402
import vllm.model_executor.models.registry as registry  # noqa: E402
import vllm.v1.core.kv_cache_planning as planning  # noqa: E402
import vllm.v1.core.kv_cache_utils as cache_utils  # noqa: E402
import vllm.v1.engine.core as engine_core  # noqa: E402
import vllm.v1.worker.worker_base as worker_base  # noqa: E402
from vllm.config import get_layers_from_vllm_config, set_current_vllm_config  # noqa: E402
from vllm.engine.arg_utils import EngineArgs  # noqa: E402
from vllm.model_executor.layers.attention_layer_base import AttentionLayerBase  # noqa: E402
from vllm.model_executor.model_loader.utils import initialize_model  # noqa: E402
from vllm.usage.usage_lib import UsageContext  # noqa: E402
from vllm.utils.math_utils import cdiv  # noqa: E402
from vllm.utils.torch_utils import set_default_torch_dtype  # noqa: E402
from vllm.v1.attention.backend import AttentionCGSupport  # noqa: E402
from vllm.v1.attention.backends.utils import (  # noqa: E402
    record_kv_cache_layout,
    resolve_kv_cache_layout,
)
from vllm.v1.kv_cache_interface import UniformTypeKVCacheSpecs, iter_layer_specs  # noqa: E402
from vllm.v1.worker.gpu.attn_utils import get_kv_cache_spec  # noqa: E402

# vLLM looks at model classes in a process of its own, which would have neither stub.
registry._run_in_subprocess = lambda function: function()

META = torch.device("meta")


class Stream:
    """torch.cuda.Stream without CUDA: layers make some and use them only when they compute."""

    cuda_stream = 0

    def __init__(self, *arguments, **named):
        pass

    def synchronize(self):
        pass


class Event(Stream):
    def record(self, *arguments):
        pass


class Group:
    """A process group of so many ranks, as the one of this rank sees it. Nothing is ever sent."""

    def __init__(self, size, rank=0):
        self.world_size = size
        self.rank = self.rank_in_group = rank
        self.local_rank = 0
        self.ranks = list(range(size))
        self.first_rank, self.last_rank = 0, size - 1
        self.is_first_rank, self.is_last_rank = rank == 0, rank == size - 1
        self.device = META
        self.device_group = self.cpu_group = types.SimpleNamespace(
            size=lambda: size, rank=lambda: rank
        )
        self.device_communicator = self.mq_broadcaster = None
        self.use_device_communicator = self.use_custom_op_call = False
        self.unique_name = f"group of {size}"


def set_groups(tensor_parallel, pipeline_parallel, stage):
    """This process is the first tensor-parallel rank of a pipeline's stage."""
    for name in ("_TP", "_ETP", "_EP", "_EPLB", "_INNER_DP_WORLD"):
        setattr(parallel_state, name, Group(tensor_parallel))
    for name in ("_DCP", "_DP", "_PCP"):
        setattr(parallel_state, name, Group(1))
    parallel_state._PP = Group(pipeline_parallel, stage)
    parallel_state._WORLD = Group(tensor_parallel * pipeline_parallel, stage * tensor_parallel)


class OnMeta(TorchFunctionMode):
    """What is put on a GPU by name has no memory either; single numbers keep their value, which
    some layers ask for."""

    @staticmethod
    def _is_gpu(device):
        if isinstance(device, int) and not isinstance(device, bool):
            return True
        return device is not None and str(device).startswith("cuda")

    def __torch_function__(self, function, kinds, arguments=(), named=None):
        named = dict(named or {})
        if self._is_gpu(named.get("device")):
            named["device"] = META
        named.pop("pin_memory", None)
        is_number = (
            function is torch.tensor and arguments and isinstance(arguments[0], (int, float))
        )
        if is_number and named.get("device") is None:
            named["device"] = "cpu"
        arguments = tuple(
            META if isinstance(value, torch.device) and value.type == "cuda" else value
            for value in arguments
        )
        return function(*arguments, **named)


def set_device(device):
    """Describes the GPU, to vLLM and to those that ask torch."""
    NamedGpu.describe(device)
    properties = types.SimpleNamespace(
        name=device["name"],
        major=NamedGpu.capability[0],
        minor=NamedGpu.capability[1],
        total_memory=device["memory"],
        multi_processor_count=NamedGpu.units,
        warp_size=32,
        is_integrated=False,
        shared_memory_per_block_optin=232_448,
        regs_per_multiprocessor=65_536,
        max_threads_per_multi_processor=2_048,
        L2_cache_size=50 << 20,
        uuid="GPU-0",
        gcnArchName="",
    )
    torch.cuda.is_available = lambda: True
    torch.cuda.device_count = lambda: 64
    torch.cuda.current_device = lambda: META
    torch.cuda.get_device_properties = lambda *a, **k: properties
    torch.cuda.get_device_capability = lambda *a, **k: NamedGpu.capability
    torch.cuda.get_device_name = lambda *a, **k: device["name"]
    torch.cuda.Stream, torch.cuda.Event, torch.Event = Stream, Event, Event
    torch.cuda.current_stream = lambda *a: Stream()
    torch.accelerator.current_device_index = lambda: 0
    if device == USUAL_DEVICE:
        return
    # The cached answers about the default GPU, from the import of vLLM.
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper) and str(
            getattr(thing, "__module__", "")
        ).startswith("vllm"):
            thing.cache_clear()


def plain(value):
    """Of a specification, what JSON can say."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return {key: plain(other) for key, other in fields.items()}
    if isinstance(value, dict):
        return {str(key): plain(other) for key, other in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(other) for other in value]
    if isinstance(value, enum.Enum):
        return value.name
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value).removeprefix("torch.")


# Fields of a specification that matter for sizes, where they are not what they usually are.
SPEC_FIELDS = (
    "num_kv_heads head_size head_size_v dtype kv_quant_mode page_size_padded num_head_slots "
    "state_content_bytes sliding_window extra_retained_tokens attention_chunk_size "
    "cache_dtype_str shapes dtypes mamba_type mamba_cache_mode num_speculative_blocks "
    "num_prefill_checkpoint_blocks prefill_checkpoint_alignment tp_replicated sink_len rswa_window"
).split()


def described(spec):
    said = {"kind": type(spec).__name__, "block_size": spec.block_size}
    said["page_size_bytes"] = spec.page_size_bytes
    for name in SPEC_FIELDS:
        value = getattr(spec, name, None)
        if value is not None and value is not False and plain(value) != "NONE":
            said[name] = plain(value)
    return said


def engine_config(folder, case):
    """As the API server makes it of its options."""
    names = {
        "tensor_parallel": "tensor_parallel_size",
        "pipeline_parallel": "pipeline_parallel_size",
        "max_model_len": "max_model_len",
        "max_num_seqs": "max_num_seqs",
        "max_num_batched_tokens": "max_num_batched_tokens",
        "kv_cache_dtype": "kv_cache_dtype",
        "block_size": "block_size",
        "num_gpu_blocks_override": "num_gpu_blocks_override",
        "enable_prefix_caching": "enable_prefix_caching",
    }
    options = {names[key]: case[key] for key in names if case.get(key) is not None}
    options.update(case.get("engine_args") or {})
    if options.get("tensor_parallel_size", 1) * options.get("pipeline_parallel_size", 1) > 1:
        options.setdefault("distributed_executor_backend", "mp")
    if speculative := case.get("speculative"):
        wanted = {key: value for key, value in speculative.items() if key != "config"}
        if "config" in speculative:
            draft = pathlib.Path(folder, "draft")
            draft.mkdir()
            (draft / "config.json").write_text(json.dumps(speculative["config"]))
            wanted["model"] = str(draft)
        options["speculative_config"] = wanted
    options.setdefault("skip_tokenizer_init", True)
    options.setdefault("load_format", "dummy")
    arguments = EngineArgs(model=str(folder), **options)
    config = arguments.create_engine_config(UsageContext.OPENAI_API_SERVER)
    config.device_config.device = META
    return config


def build(config):
    """The model's layers, and those of a draft model, without any memory."""
    dtype = config.model_config.dtype
    with set_current_vllm_config(config), set_default_torch_dtype(dtype), META, OnMeta():
        initialize_model(config)
        speculative = config.speculative_config
        draft = getattr(speculative, "draft_model_config", None)
        if speculative is None or draft is None or speculative.method in ("ngram", "suffix"):
            return
        before = set(get_layers_from_vllm_config(config, AttentionLayerBase))
        initialize_model(speculative.apply_draft_overrides(config), model_config=draft)
        layers = get_layers_from_vllm_config(config, AttentionLayerBase)
        for name in set(layers) - before:
            layers[name].is_draft_layer = True


def stage_specs(folder, case, stage):
    """What a worker of a pipeline's stage tells the engine: as the executors do, the block size is
    settled between loading the model and asking its layers."""
    config = engine_config(folder, case)
    parallel = config.parallel_config
    set_groups(parallel.tensor_parallel_size, parallel.pipeline_parallel_size, stage)
    build(config)
    vllm.platforms.current_platform.update_block_size_for_backend(config)
    with set_current_vllm_config(config):
        specs = get_kv_cache_spec(config)
        worker = types.SimpleNamespace(vllm_config=config)
        layouts = worker_base.WorkerBase.get_supported_kv_cache_layouts(worker)
    layers = get_layers_from_vllm_config(config, AttentionLayerBase)
    backends = sorted({layer.get_attn_backend().get_name() for layer in layers.values()})
    return config, specs, layouts, backends


def blocks_of(spec, config):
    return cdiv(spec.max_memory_usage_bytes(config), spec.page_size_bytes)


def group_answer(group, config, details):
    spec = group.kv_cache_spec
    said = {"layers": len(group.layer_names), "blocks_per_request": blocks_of(spec, config)}
    if isinstance(spec, UniformTypeKVCacheSpecs):
        kinds = {}
        for layer in iter_layer_specs(spec):
            kinds[layer] = kinds.get(layer, 0) + 1
        said["kind"] = "UniformTypeKVCacheSpecs"
        said["block_size"] = spec.block_size
        said["page_size_bytes"] = spec.page_size_bytes
        said["of"] = [{"layers": count, **described(layer)} for layer, count in kinds.items()]
    else:
        said.update(described(spec))
    if group.is_eagle_group:
        said["has_draft_layers"] = True
    if details:
        said["layer_names"] = group.layer_names
    return said


def graphs(config, plan):
    """Where layers keep states, vLLM looks once more before it captures CUDA graphs: then each of
    max_num_seqs sequences needs a block."""
    supports = [AttentionCGSupport.ALWAYS]
    for name, layer in get_layers_from_vllm_config(config, AttentionLayerBase).items():
        for group in plan.kv_cache_groups:
            if name in group.layer_names:
                builder = layer.get_attn_backend().get_builder_cls()
                supports.append(builder.get_cudagraph_support(config, group.kv_cache_spec))
    least = min(supports, key=lambda support: support.value)
    try:
        mode = config.compilation_config.resolve_cudagraph_mode_and_sizes(
            least,
            None,
            use_v2_model_runner=config.use_v2_model_runner,
            kv_cache_config=plan,
            max_num_reqs=config.scheduler_config.max_num_seqs,
        )
        return {"cuda_graphs": mode.name}
    except ValueError as error:
        return {"cuda_graphs": None, "cuda_graphs_reason": str(error)}


def longest_accepted(builder, config, groups, checked, most):
    """The longest max_model_len that vLLM accepts, by its own search; 0: not one token."""
    asked = config.model_config.max_model_len
    lengths = []
    for of_stage, memory in zip(groups, checked):
        if not of_stage:
            continue
        config.model_config.max_model_len = most
        try:
            fits = planning._estimate_max_model_len_from_groups(builder, config, of_stage, memory)
            lengths.append(fits if memory > 0 else 0)
        finally:
            config.model_config.max_model_len = asked
    return min(lengths) if lengths else None


def answer(folder, case, details):
    stages = max(1, case.get("pipeline_parallel") or 1)
    told = [stage_specs(folder, case, stage) for stage in range(stages)]
    config = told[0][0]
    specs = [of_stage[1] for of_stage in told]
    memory = case.get("available_memory")
    memory = list(memory) if isinstance(memory, list) else [memory] * stages
    cache, scheduler = config.cache_config, config.scheduler_config
    with set_current_vllm_config(config):
        # From here as EngineCore._initialize_kv_caches() does.
        engine_core.register_all_kvcache_specs(config)
        layout = resolve_kv_cache_layout(
            config,
            [of_stage[2] for of_stage in told],
            [spec for of_stage in specs for spec in of_stage.values()],
        )
        groups = planning.get_global_kv_cache_groups(config, specs)
        record_kv_cache_layout(cache, layout.name)
        said = {
            "architecture": config.model_config.architecture,
            "model_dtype": plain(config.model_config.dtype),
            "attention_backends": sorted({name for of_stage in told for name in of_stage[3]}),
            "kv_cache_dtype": cache.cache_dtype,
            "kv_cache_layout": layout.name,
            "block_size": cache.block_size,
            "mamba_block_size": cache.mamba_block_size,
            "mamba_cache_mode": cache.mamba_cache_mode,
            "mamba_page_size_padded": cache.mamba_page_size_padded,
            "prefix_caching": cache.enable_prefix_caching,
            "chunked_prefill": scheduler.enable_chunked_prefill,
            "async_scheduling": scheduler.async_scheduling,
            "max_model_len": config.model_config.max_model_len,
            "max_num_seqs": scheduler.max_num_seqs,
            "max_num_batched_tokens": scheduler.max_num_batched_tokens,
            "max_concurrent_batches": config.max_concurrent_batches,
            "max_in_flight_tokens": config.max_in_flight_tokens,
            "available_memory": memory[0] if len(set(memory)) == 1 else memory,
            "groups": [group_answer(group, config, details) for group in groups],
        }
        builder = planning.DefaultKVCacheConfigBuilder()
        of_stages = [planning._project_kv_cache_groups_to_worker(groups, own) for own in specs]
        bytes_per_block = [
            planning._pool_bytes_per_block_from_builder(builder, config, own) for own in of_stages
        ]
        said["bytes_per_block"] = bytes_per_block[0] if stages == 1 else bytes_per_block
        said["request_bytes"] = [
            planning._max_memory_usage_bytes_from_groups(builder, config, own) for own in of_stages
        ]
        if stages == 1:
            said["request_bytes"] = said["request_bytes"][0]
        if memory[0] is None:
            return said
        override = cache.num_gpu_blocks_override
        # As get_kv_cache_configs(): the block that is never given out is no room for a request.
        checked = [
            (own if override is None else override * each) - each
            for own, each in zip(memory, bytes_per_block)
        ]
        limit = int(config.model_config.get_and_verify_max_len(None))
        said["model_max_len"] = limit
        most = max(limit, config.model_config.max_model_len)
        said["longest_accepted"] = longest_accepted(builder, config, of_stages, checked, most)
        try:
            plans = planning.get_kv_cache_configs(config, specs, memory, groups)
        except (ValueError, AssertionError) as error:
            said["accepted"] = False
            said["reason"] = str(error)
            return said
        said["accepted"] = True
        if config.model_config.max_model_len != said["max_model_len"]:
            said["fitted_max_model_len"] = config.model_config.max_model_len
        plan = cache_utils.generate_scheduler_kv_cache_config(plans)
        said["num_blocks"] = plan.num_blocks
        if plan.kv_cache_groups:
            tokens, concurrency = cache_utils.get_kv_cache_capacity(config, plan)
            said["kv_tokens"] = tokens
            said["max_concurrency"] = concurrency
            scheduled, hashed = cache_utils.resolve_kv_cache_block_sizes(plan, config)
            said["scheduler_block_size"] = scheduled
            said["hash_block_size"] = hashed
        if plan.has_mamba_layers:
            said.update(graphs(config, plan))
        return said


def run_case(case, base, details):
    os.environ.update(case.get("environment") or {})
    set_device({**USUAL_DEVICE, **(case.get("device") or {})})
    with tempfile.TemporaryDirectory() as folder:
        config = case["config"]
        if isinstance(config, str):
            shutil.copy(base / config, pathlib.Path(folder, "config.json"))
        else:
            pathlib.Path(folder, "config.json").write_text(json.dumps(config))
        for name, content in (case.get("files") or {}).items():
            pathlib.Path(folder, name).write_text(json.dumps(content))
        try:
            return {"name": case["name"], **answer(folder, case, details)}
        except Exception as error:  # whatever vLLM says is the answer
            if details:
                traceback.print_exc()
            text = str(error).replace(folder, "MODEL").strip()
            return {"name": case["name"], "error": f"{type(error).__name__}: {text}"}


def run_apart(case, base, details):
    """In a process of its own, since vLLM remembers much of a configuration."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.dup2(2, 1)  # whatever vLLM prints is no answer
        with os.fdopen(writing, "w") as out:
            json.dump(run_case(case, base, details), out)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answers:
        text = answers.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else {"name": case["name"], "error": "the process ended"}


def versions():
    said = {}
    for name in ("vllm", "torch", "transformers", "flashinfer-python"):
        try:
            said[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            said[name] = None
    return said


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", type=pathlib.Path)
    parser.add_argument("--only", action="append", help="name of a case; may be repeated")
    parser.add_argument("--details", action="store_true", help="names of layers, Python's traces")
    asked = parser.parse_args(arguments)
    cases = json.loads(asked.cases.read_text())
    cases = cases["cases"] if isinstance(cases, dict) else cases
    answers = [
        run_apart(case, asked.cases.parent, asked.details)
        for case in cases
        if not asked.only or case["name"] in asked.only
    ]
    json.dump(
        {**versions(), "answers": answers},
        sys.stdout,
        indent=1,
        ensure_ascii=False,
    )
    print()


if __name__ == "__main__":
    main()
