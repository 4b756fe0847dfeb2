#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs what `stowagectl export` writes for ten tiny models of different families, as pasted.

    python run_exports.py PATH/TO/stowagectl [MODEL…] [--only accelerate|torch-pipelining]

save_pretrained writes each model. Then, for plans on the CPU and the disk (the planner's own ones, with
limits, and with modules pinned):

  * the one script of `export --to accelerate --json` runs in a fresh interpreter; the JSON on its last
    line must be the `device_map` of `plan --json` under the same options;
  * the text of Copy as Python, which is the same script without what is printed last, runs too, and the
    model that it leaves must give the numbers of the one that was saved.

And `export --to torch-pipelining` over two GPUs runs by torchrun, which takes Gloo where there are none:
its logits must be the saved model's own. An encoder with a decoder is no chain of layers, and refused.

Exits 1 where anything differs. Needs torch, accelerate, transformers and safetensors; neither the build
nor the tests do, but for tst_cli_scripts, which runs this file where $STOWAGE_PYTHON has them.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import warnings

import torch
import transformers as t

SMALL = dict(vocab_size=64, hidden_size=16, intermediate_size=24, num_hidden_layers=4, num_attention_heads=4,
             max_position_embeddings=64)
GROUPED = SMALL | dict(num_key_value_heads=2)
SIZED = GROUPED | dict(head_dim=4)
MODELS = {
    "llama": lambda: t.LlamaForCausalLM(t.LlamaConfig(**GROUPED)),
    "gpt2": lambda: t.GPT2LMHeadModel(t.GPT2Config(vocab_size=64, n_embd=16, n_layer=4, n_head=4, n_positions=64)),
    "qwen2": lambda: t.Qwen2ForCausalLM(t.Qwen2Config(**GROUPED, tie_word_embeddings=True)),
    "qwen3_moe": lambda: t.Qwen3MoeForCausalLM(t.Qwen3MoeConfig(**SIZED, num_experts=4, num_experts_per_tok=2,
                                                                moe_intermediate_size=8)),
    "mixtral": lambda: t.MixtralForCausalLM(t.MixtralConfig(**GROUPED, num_local_experts=4)).to(torch.bfloat16),
    "gemma2": lambda: t.Gemma2ForCausalLM(t.Gemma2Config(**SIZED)),
    "phi3": lambda: t.Phi3ForCausalLM(t.Phi3Config(**GROUPED, pad_token_id=0)),
    "opt": lambda: t.OPTForCausalLM(t.OPTConfig(vocab_size=64, hidden_size=16, word_embed_proj_dim=16, ffn_dim=24,
                                                num_hidden_layers=4, num_attention_heads=4,
                                                max_position_embeddings=64)).to(torch.float16),
    "bloom": lambda: t.BloomForCausalLM(t.BloomConfig(vocab_size=64, hidden_size=16, n_layer=4, n_head=4)),
    "t5": lambda: t.T5ForConditionalGeneration(t.T5Config(vocab_size=64, d_model=16, d_kv=4, d_ff=24, num_layers=4,
                                                          num_heads=4, decoder_start_token_id=0)),
}
# A layer in the middle and the last module of each, by name.
PINS = {"gpt2": ("transformer.h.1", "transformer.h.3.mlp"), "bloom": ("transformer.h.1", "transformer.h.3.mlp"),
        "opt": ("model.decoder.layers.1", "model.decoder.layers.3.fc1"),
        "t5": ("encoder.block.1", "decoder.block.3.layer.2"),
        "mixtral": ("model.layers.1", "model.layers.3.block_sparse_moe")}
# A file of Mixtral has the modules of older releases, and so has its plan.
RENAMED = {"mixtral": {"block_sparse_moe": "mlp"}}
LLAMA_PINS = ("model.layers.1", "model.layers.3.mlp")
MANY = 1 << 30

COMPUTES = '''
import torch as _torch
_given = _torch.load("expected.pt")
with _torch.no_grad():
    _out = model(**_given["inputs"]).logits
print(float((_out.float() - _given["logits"].float()).abs().max()))
'''


def inputs_of(model):
    ids = {"input_ids": torch.arange(3, 11)[None]}
    return ids | {"decoder_input_ids": torch.tensor([[0, 4, 5]])} if model.config.is_encoder_decoder else ids


def saved(name, folder):
    """Saves the model, and beside it what it computes."""
    folder.mkdir()
    torch.manual_seed(7)
    model = MODELS[name]().eval()
    model.save_pretrained(folder / "model")
    inputs = inputs_of(model)
    with torch.no_grad():
        torch.save({"inputs": inputs, "logits": model(**inputs).logits}, folder / "expected.pt")
    return model


def called(words, folder, **environment):
    result = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, cwd=folder,
                            env=os.environ | {"OMP_NUM_THREADS": "1"} | environment)
    if result.returncode:
        raise RuntimeError(f"{words[1]} ends with {result.returncode}: "
                           + textwrap.shorten(result.stderr[-1500:], 1200))
    return result


def placements(name, model):
    """(what it is, options of the plan) on the CPU and the disk."""
    size = sum(p.numel() * p.element_size() for p in model.parameters())
    middle, last = PINS.get(name, LLAMA_PINS)
    yield "all on the CPU", []
    yield "the CPU is full", ["--max-memory", f"cpu={size * 6 // 10}"]
    yield "pinned", ["--pin", f"{middle}=disk", "--pin", f"{last}=disk"]
    yield "a nested map", ["--device-map", json.dumps({"": "cpu", middle: "disk", last: "disk"})]


def planned_map(program, folder, plan, renamed):
    """The device map of `plan --json`, with the library's names."""
    planned = dict(json.loads(called([program, "plan", "model", *plan, "--json"], folder).stdout)["device_map"])
    return {".".join(renamed.get(part, part) for part in path.split(".")): device for path, device in planned.items()}


def fault_of_accelerate(program, folder, options, renamed):
    """What is wrong, as text; "" where nothing is."""
    plan = ["--gpus", "none", *options]
    wanted = planned_map(program, folder, plan, renamed)
    made = json.loads(called([program, "export", "model", "--to", "accelerate", *plan, "--json"], folder).stdout)
    (script,) = (text for file, text in made["files"].items() if file.endswith(".py"))
    (folder / "pasted.py").write_text(script)
    printed = json.loads(called([sys.executable, "pasted.py"], folder).stdout.splitlines()[-1])
    if printed != wanted:
        return f"the map is {printed}, not {wanted}"
    copied, _, _ = script.rpartition("\nimport json\n")
    (folder / "copied.py").write_text(copied + COMPUTES)
    done = called([sys.executable, "copied.py"], folder)
    if "newly initialized" in done.stderr or "MISSING" in done.stderr:
        return "weights were newly initialised"
    error = float(done.stdout.splitlines()[-1])
    return f"the logits differ by {error}" if not error <= 1e-5 else ""


def fault_of_pipeline(program, folder, model):
    # Two cards that share the layers out, tied weights or not.
    words = [program, "export", "model", "--to", "torch-pipelining", "--gpus", f"{MANY},{MANY}", "--strategy",
             "balanced"]
    if model.config.is_encoder_decoder:
        refusal = subprocess.run(words, capture_output=True, text=True, check=False, cwd=folder)
        return "" if refusal.returncode == 3 and "encoder" in refusal.stderr else "it is not refused: " + refusal.stderr
    made = json.loads(called([*words, "--json"], folder).stdout)
    for file, text in made["files"].items():
        (folder / file).write_text(text)
    if made["command"][:3] != ["torchrun", "--nproc-per-node", "2"]:
        return f"the command is {made['command']}"
    run = [sys.executable, "-m", "torch.distributed.run", "--master-port", str(20000 + os.getpid() % 20000),
           *made["command"][1:]]
    told = json.loads(called(run, folder, CUDA_VISIBLE_DEVICES="").stdout.splitlines()[-1])
    there = torch.load(folder / told["logits"])
    with torch.no_grad():
        own = model(input_ids=there["ids"], use_cache=False).logits
    error = float((there["logits"].float() - own.float()).abs().max())
    return f"the logits differ by {error}" if not error <= 1e-5 else ""


def faults_of(program, name, folder, only):
    """(what was run, what is wrong) of one model."""
    model = saved(name, folder)
    for title, options in placements(name, model) if only != "torch-pipelining" else ():
        yield f"accelerate, {title}", lambda: fault_of_accelerate(program, folder, options, RENAMED.get(name, {}))
    if only != "accelerate":
        yield "torch-pipelining", lambda: fault_of_pipeline(program, folder, model)


def main(options):
    warnings.simplefilter("ignore")
    program = pathlib.Path(options.program).resolve()
    runs = differences = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in options.models or MODELS:
            for title, fault_of in faults_of(program, name, pathlib.Path(folder) / name, options.only):
                try:
                    fault = fault_of()
                except RuntimeError as error:
                    fault = str(error)
                runs += 1
                differences += bool(fault)
                print(f"{name:10} {title:28} {fault or 'as planned'}", flush=True)
    print(f"{runs} exports, {differences} differences; transformers {t.__version__}, torch {torch.__version__}")
    return 1 if differences else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("models", nargs="*", metavar="MODEL")  # with choices, none at all would be refused
    parser.add_argument("--only", choices=["accelerate", "torch-pipelining"])
    told = parser.parse_intermixed_args()
    if unknown := [name for name in told.models if name not in MODELS]:
        parser.error(f"no model is called {unknown[0]}; there are {', '.join(MODELS)}")
    sys.exit(main(told))
