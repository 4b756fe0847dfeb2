#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what `stowagectl export` writes by the engines' own code.

    python check_engine_settings.py PATH/TO/stowagectl [ENGINE…] [--sources FOLDER]

Plans of a small Llama over one to three GPUs, with layers on the CPU and on disk, workloads, key and
value types and shares of memory are exported to each engine, and read by

  * vllm: the parser of `vllm serve` and AsyncEngineArgs; every value must come back, and get_pp_indices()
    must share the layers out as planned, with the partition variable and without
  * sglang: ServerArgs' parser and its get_pp_indices(), likewise
  * ray: LLMConfig of ray.serve.llm; its engine_kwargs are AsyncEngineArgs' fields
  * deepspeed: DeepSpeedConfig, which must find the sizes in zero_config as they were written
  * megatron: PipelineParallelLayerLayout.from_str() of megatron-core
  * exllama: TabbyConfigModel of tabbyAPI's common/config_models.py
  * ollama, llama.cpp and Megatron's options: their names in the sources (api/types.go and
    envconfig/config.go; common/arg.cpp; megatron/training/arguments.py)

and the lists of tests/data/exchange/options, to which tst_engine_exports holds every export, are held
to the same. FOLDER has clones named tabbyAPI, ollama, llama.cpp and Megatron-LM. An engine that is not
here is named and passed over. All run on a machine without a GPU.

Exits 1 where anything differs. Neither the build nor the tests run it.
"""
import argparse
import dataclasses
import importlib.metadata
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from unittest import mock

OPTIONS = pathlib.Path(__file__).resolve().parent.parent / "data" / "exchange" / "options"
LAYERS = 10
CONFIG = {"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 512, "intermediate_size": 2048,
          "num_hidden_layers": LAYERS, "num_attention_heads": 8, "num_key_value_heads": 8, "vocab_size": 4000,
          "max_position_embeddings": 4096, "torch_dtype": "bfloat16"}
COUNTS = ([10], [5, 5], [4, 6], [3, 4, 3], [3, 3, 4], [1, 1, 8])
WORK = ["--context", "2048", "--batch", "3", "--prefill-chunk", "256"]


class Absent(Exception):
    """The engine, or its sources, are not on this machine."""


def need(condition, text):
    if not condition:
        raise AssertionError(text)


def split_map(counts, elsewhere):
    stages = [gpu for gpu, count in enumerate(counts) for _ in range(count)]
    layers = {f"model.layers.{i}": elsewhere.get(i, gpu) for i, gpu in enumerate(stages)}
    last = len(counts) - 1
    return {"model.embed_tokens": 0} | layers | {"model.norm": last, "model.rotary_emb": last, "lm_head": last}


def cases(engine):
    """(layers of each stage, options of the plan)."""
    kv_type = "fp8" if engine in ("vllm", "sglang", "ray") else "int8"
    for counts in COUNTS:
        # A layer off the GPUs belongs to the stage of the one before it.
        lasts = {sum(counts[: i + 1]) - 1: "cpu" for i, count in enumerate(counts) if count > 1}
        for elsewhere in ({}, {LAYERS - 1: "cpu"}, lasts, {LAYERS - 1: "disk"}):
            gpus = ["--gpus", f"24GiB*{len(counts)}", "--device-map", json.dumps(split_map(counts, elsewhere))]
            yield counts, gpus
            yield counts, [*gpus, *WORK, "--kv-dtype", kv_type]
        yield counts, [*gpus, "--max-memory", ",".join(f"{i}=12GiB" for i in range(len(counts))) + ",cpu=8GiB"]
    if engine not in ("ollama", "llama.cpp"):  # they divide no layer
        yield [10], ["--gpus", "24GiB*2", "--device-map", "{'': 0}", *WORK, "--tensor-parallel", "2"]


def exported(program, model, engine, options):
    done = subprocess.run([program, "export", str(model), "--to", engine, *options, "--json"], capture_output=True,
                          text=True, check=False)
    need(done.returncode in (0, 1), f"export ends with {done.returncode}: {done.stdout}{done.stderr}")
    return json.loads(done.stdout)


def recorded(engine, key):
    return set(json.loads((OPTIONS / f"{engine}.json").read_text()).get(key, []))


def known(names, theirs, what):
    missing = sorted(set(names) - set(theirs))
    need(not missing, f"{what} does not know {', '.join(missing)}")


def holds_values(command, read):
    """Every "--some-name value" of a command has come back as read.some_name."""
    for name, value in zip(command, command[1:]):
        if name.startswith("--") and not value.startswith("--"):
            there = getattr(read, name[2:].replace("-", "_"))
            same = float(there) == float(value) if isinstance(there, (int, float)) else str(there) == value
            need(same, f"{name} is {there!r}, not {value}")


def splits_as(indices, environment, counts):
    with mock.patch.dict(os.environ, environment):
        there = [end - begin for begin, end in (indices(LAYERS, rank, len(counts)) for rank in range(len(counts)))]
    need(there == counts, f"the layers are shared out as {there}, not {counts}")


def on_the_cpu():
    """vLLM guesses no platform where there is no GPU; none changes an option."""
    import vllm.platforms
    from vllm.platforms.cpu import CpuPlatform
    vllm.platforms._current_platform = CpuPlatform()


def vllm(_):
    on_the_cpu()
    import vllm.envs
    from vllm.distributed.utils import get_pp_indices
    from vllm.engine.arg_utils import AsyncEngineArgs
    from vllm.entrypoints.common.cli_args import make_arg_parser
    from vllm.utils.argparse_utils import FlexibleArgumentParser
    parser = make_arg_parser(FlexibleArgumentParser())
    known(recorded("vllm", "options"), parser._option_string_actions, "vllm serve")
    known(recorded("vllm", "variables") - {"CUDA_VISIBLE_DEVICES"}, vllm.envs.environment_variables, "vllm.envs")

    def read(made, counts):
        need(made["command"][:2] == ["vllm", "serve"], f"the command is {made['command']}")
        args = AsyncEngineArgs.from_cli_args(parser.parse_args(made["command"][2:]))
        holds_values(made["command"], args)
        if args.tensor_parallel_size == 1:
            splits_as(get_pp_indices, made["environment"], counts)

    return importlib.metadata.version("vllm"), read


def sglang(_):
    from sglang.srt.distributed.utils import get_pp_indices
    from sglang.srt.server_args import ServerArgs
    parser = argparse.ArgumentParser()
    ServerArgs.add_cli_args(parser)
    known(recorded("sglang", "options") - {"-m"}, parser._option_string_actions, "sglang.launch_server")

    def read(made, counts):
        need(made["command"][:3] == ["python", "-m", "sglang.launch_server"], f"the command is {made['command']}")
        args = parser.parse_args(made["command"][3:])
        by_option = {name: getattr(args, action.dest) for action in parser._actions
                     for name in (option[2:].replace("-", "_") for option in action.option_strings)
                     if hasattr(args, action.dest)}
        holds_values(made["command"][3:], argparse.Namespace(**by_option))
        if by_option["tp_size"] == 1:
            splits_as(get_pp_indices, made["environment"], counts)

    return importlib.metadata.version("sglang"), read


def ray(_):
    on_the_cpu()
    import yaml
    from ray.serve.llm import LLMConfig, build_openai_app  # noqa: F401 (what import_path names)
    from vllm.engine.arg_utils import AsyncEngineArgs
    from vllm.distributed.utils import get_pp_indices
    fields = {field.name for field in dataclasses.fields(AsyncEngineArgs)}

    def read(made, counts):
        app, = yaml.safe_load(made["files"]["serve.yaml"])["applications"]
        need(app["import_path"] == "ray.serve.llm:build_openai_app", app["import_path"])
        given, = app["args"]["llm_configs"]
        known(given, LLMConfig.model_fields, "LLMConfig")
        config = LLMConfig(**given)
        known(config.engine_kwargs, fields, "AsyncEngineArgs")
        if config.engine_kwargs["tensor_parallel_size"] == 1:
            splits_as(get_pp_indices, (config.runtime_env or {}).get("env_vars", {}), counts)

    return importlib.metadata.version("ray"), read


def deepspeed(_):
    from deepspeed.runtime.config import DeepSpeedConfig
    from deepspeed.runtime.zero.config import DeepSpeedZeroConfig
    aliases = {field.alias or name for name, field in DeepSpeedZeroConfig.model_fields.items()}

    def read(made, counts):
        given = json.loads(made["files"]["ds_config.json"])
        config = DeepSpeedConfig(given)
        zero = given["zero_optimization"]
        known(zero, aliases | set(DeepSpeedZeroConfig.model_fields), "DeepSpeedZeroConfig")
        there = config.zero_config
        need(there.stage == 3 and there.prefetch_bucket_size == zero["stage3_prefetch_bucket_size"]
             and there.param_persistence_threshold == zero["stage3_param_persistence_threshold"]
             and there.max_live_parameters == zero["stage3_max_live_parameters"], f"sizes are read as {there}")
        offload = zero.get("offload_param")
        need((there.offload_param is None) == (offload is None), f"offload_param is read as {there.offload_param}")
        for key, value in (offload or {}).items():
            read_as = getattr(there.offload_param, key)
            need(str(getattr(read_as, "value", read_as)) == str(value), f"{key} is {read_as}, not {value}")
        for key, value in given.get("aio", {}).items():
            need(config.aio_config[key] == value, f"aio.{key} is {config.aio_config[key]}")
        need(config.bfloat16_config.enabled == given["bf16"]["enabled"], "bf16 is lost")

    return importlib.metadata.version("deepspeed"), read


def megatron(sources):
    from megatron.core.transformer.pipeline_parallel_layer_layout import PipelineParallelLayerLayout
    arguments = sources / "Megatron-LM" / "megatron" / "training" / "arguments.py"
    if arguments.exists():
        files = [*arguments.parent.rglob("*.py"), *(sources / "Megatron-LM" / "megatron" / "core").rglob("*.py")]
        text = "\n".join(file.read_text() for file in files)
        theirs = set(re.findall(r"['\"](--[a-z0-9-]+)['\"]", text))
        # Many options are made of the fields of configuration classes.
        theirs |= {"--" + name.replace("_", "-") for name in re.findall(r"^    (\w+): ", text, re.MULTILINE)}
        known(recorded("megatron", "options") - {"--nproc-per-node"}, theirs, "megatron/training")

    def read(made, counts):
        command = made["command"]
        text = command[command.index("--pipeline-model-parallel-layout") + 1]
        size = int(command[command.index("--pipeline-model-parallel-size") + 1])
        layout = PipelineParallelLayerLayout.from_str(text, size)
        layout.validate_layer_layout(num_layers=LAYERS, mtp_num_layers=None)
        there = [sum(str(layer).endswith("decoder") for chunk in stage for layer in chunk) for stage in layout.layout]
        need(there == counts, f"the layers are shared out as {there}, not {counts}")

    return importlib.metadata.version("megatron-core"), read


def exllama(sources):
    path = sources / "tabbyAPI" / "common" / "config_models.py"
    if not path.exists():
        raise Absent("tabbyAPI's sources are not there")
    import yaml
    spec = importlib.util.spec_from_file_location("config_models", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    fields = module.ModelConfig.model_fields
    known(recorded("exllama", "keys") - {"model"}, fields, "ModelConfig")

    def read(made, counts):
        given = yaml.safe_load(made["files"]["config.yml"])
        known(given, module.TabbyConfigModel.model_fields, "TabbyConfigModel")
        config = module.TabbyConfigModel(**given).model
        for key, value in given["model"].items():
            need(getattr(config, key) == value, f"{key} is {getattr(config, key)!r}, not {value!r}")
        need(len(config.gpu_split) == len(counts), f"gpu_split is {config.gpu_split}")

    return "tabbyAPI's sources", read


def ollama(sources):
    types, variables = (sources / "ollama" / name for name in ("api/types.go", "envconfig/config.go"))
    if not types.exists():
        raise Absent("Ollama's sources are not there")
    parameters = re.findall(r'json:"(\w+),omitempty"', types.read_text())
    environment = re.findall(r'"(OLLAMA_\w+)"', variables.read_text())
    known(recorded("ollama", "parameters"), parameters, "api.Options")
    known(recorded("ollama", "variables"), environment, "envconfig")

    def read(made, counts):
        known(re.findall(r"^PARAMETER (\w+) \d+$", made["files"]["Modelfile"], re.MULTILINE), parameters, "api.Options")
        known(made["environment"], {*environment, "CUDA_VISIBLE_DEVICES"}, "envconfig")

    return "its sources", read


def llama_cpp(sources):
    path = sources / "llama.cpp" / "common" / "arg.cpp"
    if not path.exists():
        raise Absent("llama.cpp's sources are not there")
    options = set(re.findall(r'"(-{1,2}[a-z][a-z-]*)"', path.read_text()))
    known(recorded("llama.cpp", "options"), options, "common/arg.cpp")

    def read(made, counts):
        known([word for word in made["command"] if re.fullmatch(r"--?[a-z][a-z-]*", word)], options, "common/arg.cpp")

    return "its sources", read


READERS = {"vllm": vllm, "sglang": sglang, "ray": ray, "deepspeed": deepspeed, "megatron": megatron, "exllama": exllama,
           "ollama": ollama, "llama.cpp": llama_cpp}


def faults_of(program, model, engine, sources):
    """How many exports were read, by what, and what is wrong of them."""
    try:
        version, read = READERS[engine](sources)
    except (ImportError, Absent) as error:
        return 0, f"passed over: {error}", []
    except AssertionError as error:
        return 0, "", [str(error)]
    count, faults = 0, []
    for counts, options in cases(engine):
        count += 1
        try:
            made = exported(program, model, engine, options)
            read(made, counts)
        except Exception as error:  # noqa: BLE001 (an engine's own refusals are of many kinds)
            faults.append(f"{type(error).__name__}: {error}; {counts} {' '.join(options[4:])} {options[3]}")
    return count, version, faults


def main(options):
    differences = 0
    with tempfile.TemporaryDirectory() as folder:
        model = pathlib.Path(folder) / "llama" / "config.json"
        model.parent.mkdir()
        model.write_text(json.dumps(CONFIG))
        program = pathlib.Path(options.program).resolve()
        for engine in options.engines or READERS:
            count, version, faults = faults_of(program, model, engine, options.sources)
            differences += len(faults)
            print(f"{engine:10} {version:24} {count} exports read, {len(faults)} differences", flush=True)
            for fault in sorted(set(faults))[:8]:
                print("   ", " ".join(fault.split())[:700])
    return 1 if differences else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("engines", nargs="*", choices=[*READERS])
    parser.add_argument("--sources", type=pathlib.Path, default=pathlib.Path("sources"))
    sys.exit(main(parser.parse_intermixed_args()))
