# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs offload folders both ways: Accelerate's in Stowage, and Stowage's in Accelerate.

    venv/bin/python tests/reference/run_offload_folders.py "$(command -v stowagectl)"

Tiny models of the transformers library (tests/reference/make_run_models.py) in float32 and bfloat16.
What Accelerate's disk_offload, offload_state_dict and dispatch_model wrote is opened and run by
`stowagectl run`; what `stowagectl offload` and a load's --offload-dir wrote is run by Accelerate's
hooks over OffloadedWeightsLoader, by disk_offload, by dispatch_model and by load_checkpoint_and_dispatch.
Each time the logits are held to the library's own: those of Accelerate exactly, Stowage's to 2e-5 of
the largest in float32, and in bfloat16, where each kernel rounds in its own way, to twice what the
library's own rounding costs (its distance from the same weights in float32). Exit status 1 where any
differs. Neither the build nor the tests run this script.

    … run_offload_folders.py --write

writes tests/data/run/offloaded-*: folders of Accelerate with the library's logits, for tst_run_offload.
"""
import json
import logging
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

os.environ["TQDM_DISABLE"] = "1"

import numpy
import torch
import transformers
from accelerate import cpu_offload, disk_offload, dispatch_model, init_empty_weights, load_checkpoint_and_dispatch
from accelerate.hooks import AlignDevicesHook, add_hook_to_module, attach_align_device_hook
from accelerate.utils import OffloadedWeightsLoader, offload_state_dict

import make_run_models

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data" / "run"
FAMILIES = ("gpt2", "llama2", "llama3", "mixtral", "bert")
DTYPES = (torch.float32, torch.bfloat16)
TOLERANCE = 2e-5
TOKENS = [1, 2, 3, 42, 17]
ALL_ON_DISK = '{"": "disk"}'
ROWS = []


def short(dtype):
    return str(dtype).removeprefix("torch.")


def in_dtype(model, dtype):
    """Its parameters alone: rotary frequencies stay in float32, as from_pretrained leaves them."""
    for parameter in model.parameters():
        parameter.data = parameter.data.to(dtype)
    return model


def model_of(family, dtype):
    model = in_dtype(make_run_models.perturbed(make_run_models.MODELS[family]), dtype).eval()
    model.config.architectures = [type(model).__name__]
    return model


def numbers(model):
    """Logits (or hidden states) of the last position, as float32."""
    return make_run_models.numbers(model, TOKENS)[-1].float().numpy()


def tolerance(family, dtype, wanted):
    """How far Stowage's logits may lie from the library's, as a share of the largest."""
    if dtype == torch.float32:
        return TOLERANCE
    exact = numbers(in_dtype(model_of(family, dtype), torch.float32))
    return 2 * float(numpy.abs(exact - wanted).max() / numpy.abs(wanted).max())


def row(family, dtype, what, got, wanted, allowed):
    largest = float(numpy.abs(wanted).max())
    share = float(numpy.abs(got.reshape(-1) - wanted).max()) / largest if got is not None else float("inf")
    ROWS.append(bool(share <= allowed))
    print(f"{family:8} {short(dtype):8} {what:58} {share:8.1e} of {allowed:8.1e}"
          f"{'' if ROWS[-1] else '  DIFFERS'}", flush=True)


def stowage(program, model, folder, *options):
    logits = folder / "logits.npy"
    done = subprocess.run([program, "run", model, "--tokens", ",".join(map(str, TOKENS)), "--logits", logits,
                           "--json", *options], capture_output=True, text=True)
    if done.returncode != 0:
        print(done.stdout[-500:], done.stderr[-1500:])
        return None
    return numpy.load(logits)[-1]


def call(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stderr)


def blocks(model):
    """The modules a device map would name: children, and each layer of a list."""
    found = []
    for name, child in model.named_children():
        for inner, module in child.named_children():
            if isinstance(module, torch.nn.ModuleList):
                found += [f"{name}.{inner}.{number}" for number in range(len(module))]
            else:
                found.append(f"{name}.{inner}")
        if not list(child.named_children()) and list(child.parameters()):
            found.append(name)
    return found


def half_map(model):
    """The second half of the blocks on disk, and all that is tied with it."""
    names = blocks(model)
    tied = {"lm_head", "model.embed_tokens", "transformer.wte"}
    return {name: "disk" if number >= len(names) // 2 and name not in tied else "cpu"
            for number, name in enumerate(names)}


def written_by_accelerate(family, dtype, folder):
    """(what, folder) of every way in which Accelerate writes one."""
    ways = {
        "disk_offload": lambda model, there: disk_offload(model, there),
        "offload_state_dict": lambda model, there: offload_state_dict(there, model.state_dict()),
        # By name: of a map {"": "disk"}, dispatch_model 1.15 writes nothing and fails.
        "dispatch_model": lambda model, there: dispatch_model(
            model, {name: "disk" for name, _ in model.named_children()}, offload_dir=there),
    }
    for what, write in ways.items():
        there = folder / what
        write(model_of(family, dtype), str(there))
        model_of(family, dtype).config.save_pretrained(folder / "config")
        yield what, there


def theirs_here(program, family, dtype, folder):
    wanted = numbers(model_of(family, dtype))
    allowed = tolerance(family, dtype, wanted)
    for what, there in written_by_accelerate(family, dtype, folder):
        config = ["--config", folder / "config" / "config.json"]
        for where, options in {
                "disk": ["--device-map", ALL_ON_DISK],
                "disk, no prefetch": ["--device-map", ALL_ON_DISK, "--no-prefetch"],
                "disk, run on a GPU": ["--device-map", ALL_ON_DISK, "--gpus", "64MiB", "--execution-device",
                                       "gpu:0"],
                "CPU": ["--device-map", '{"": "cpu"}']}.items():
            got = stowage(program, there, folder, *config, *options)
            row(family, dtype, f"{what} -> stowagectl run, {where}", got, wanted, allowed)


def empty(family, dtype):
    with init_empty_weights():
        model = in_dtype(make_run_models.MODELS[family](), dtype).eval()
    model.tie_weights()
    return model


def run_by_hooks(family, dtype, there):
    """What dispatch_model attaches, by hand over the folder's weights."""
    model = empty(family, dtype)
    add_hook_to_module(model, AlignDevicesHook(io_same_device=True), append=True)
    attach_align_device_hook(model, execution_device=torch.device("cpu"), offload=True,
                             weights_map=OffloadedWeightsLoader(save_folder=there))
    return fill_buffers(model, family, dtype)


def run_by_disk_offload(family, dtype, there):
    return fill_buffers(disk_offload(empty(family, dtype), there, execution_device=torch.device("cpu")),
                        family, dtype)


def run_by_dispatch(family, dtype, there):
    model = dispatch_model(empty(family, dtype), {"": "disk"}, main_device="cpu", offload_dir=there)
    return fill_buffers(model, family, dtype)


def run_by_cpu_offload(family, dtype, there):
    state = dict(OffloadedWeightsLoader(save_folder=there))
    model = cpu_offload(empty(family, dtype), execution_device=torch.device("cpu"), state_dict=state)
    return fill_buffers(model, family, dtype)


def fill_buffers(model, family, dtype):
    """Buffers that no file holds (rotary frequencies, position numbers), as the constructor makes them."""
    made = dict(model_of(family, dtype).named_buffers())
    for name, buffer in list(model.named_buffers()):
        module = model.get_submodule(name.rpartition(".")[0])
        module._buffers[name.rpartition(".")[2]] = made[name]
    return model


def ours_there(program, family, dtype, folder):
    saved = folder / "saved"
    model = model_of(family, dtype)
    if family == "mixtral":  # save_pretrained changes its names, and hooks want the model's own
        saved.mkdir()
        torch.save(model.state_dict(), saved / "pytorch_model.bin")
        model.config.save_pretrained(saved)
    else:
        model.save_pretrained(saved)
    wanted = numbers(model)
    call(program, "offload", saved, folder / "offload")
    call(program, "load", saved, "--device-map", ALL_ON_DISK, "--offload-dir", folder / "load")
    got = stowage(program, saved, folder, "--device-map", ALL_ON_DISK, "--offload-dir", folder / "run")
    row(family, dtype, "stowagectl run itself", got, wanted, tolerance(family, dtype, wanted))
    for what in ("offload", "load", "run"):
        for how, run in {"hooks by hand": run_by_hooks, "disk_offload": run_by_disk_offload,
                         "dispatch_model": run_by_dispatch, "cpu_offload": run_by_cpu_offload}.items():
            try:
                got = numbers(run(family, dtype, str(folder / what)))
            except Exception as error:  # a row of its own, and the next one
                print(f"  {type(error).__name__}: {error}"[:300])
                got = None
            row(family, dtype, f"stowagectl {what} -> {how}", got, wanted, 0.0)


def half_offloaded(program, family, dtype, folder):
    """Half the model on disk: one map, one folder, first written here and used there, then the other way."""
    if family in ("bert", "mixtral"):  # one block after another; a file in the model's own names
        return
    model = model_of(family, dtype)
    saved = folder / "half"
    model.save_pretrained(saved, safe_serialization=True)
    wanted = numbers(model)
    device_map = half_map(model)
    got = stowage(program, saved, folder, "--device-map", json.dumps(device_map), "--offload-dir",
                  folder / "half-ours")
    row(family, dtype, "stowagectl run, half on disk", got, wanted,
        tolerance(family, dtype, wanted))
    used = dispatch_model(model_of(family, dtype), device_map, main_device="cpu",
                          offload_dir=str(folder / "half-ours"))
    row(family, dtype, "its folder -> dispatch_model, half on disk", numbers(used), wanted, 0.0)
    used = load_checkpoint_and_dispatch(model_of(family, dtype), str(saved), device_map=device_map,
                                        offload_folder=str(folder / "half-theirs"))
    row(family, dtype, "load_checkpoint_and_dispatch, half on disk", numbers(used), wanted, 0.0)


SMALL = {"hidden_size": 16, "intermediate_size": 20, "num_hidden_layers": 2, "num_attention_heads": 2,
         "num_key_value_heads": 1, "vocab_size": 53, "max_position_embeddings": 32}


def small_llama():
    return transformers.LlamaForCausalLM(transformers.LlamaConfig(**SMALL, tie_word_embeddings=True))


def small_mixtral():
    return transformers.MixtralForCausalLM(transformers.MixtralConfig(
        **SMALL, num_local_experts=3, num_experts_per_tok=2, sliding_window=None))


def write_data():
    for name, make, dtype in (("offloaded-llama", small_llama, torch.bfloat16),
                              ("offloaded-mixtral", small_mixtral, torch.float32)):
        folder = FOLDER / name
        shutil.rmtree(folder, ignore_errors=True)
        model = in_dtype(make_run_models.perturbed(make), dtype)
        # The numbers of these very weights in float32: those of bfloat16 are one kernel's rounding.
        exact = in_dtype(in_dtype(make_run_models.perturbed(make), dtype), torch.float32)
        logits = make_run_models.numbers(exact, TOKENS)
        disk_offload(model, str(folder))
        model.config.save_pretrained(folder)
        numpy.save(folder / "logits-0.npy", logits.numpy())
        (folder / "prompts.json").write_text(json.dumps([{"tokens": TOKENS, "logits": "logits-0.npy"}]) + "\n")
        print(folder.name, sum(file.stat().st_size for file in folder.iterdir()), "bytes")


def main():
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    logging.getLogger("accelerate").setLevel(logging.ERROR)
    if sys.argv[1] == "--write":
        write_data()
        return 0
    for family in FAMILIES:
        for dtype in DTYPES:
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                theirs_here(sys.argv[1], family, dtype, folder)
                ours_there(sys.argv[1], family, dtype, folder)
                half_offloaded(sys.argv[1], family, dtype, folder)
    print(f"{len(ROWS)} comparisons, {ROWS.count(False)} differ")
    return 1 if ROWS.count(False) else 0


if __name__ == "__main__":
    sys.exit(main())
