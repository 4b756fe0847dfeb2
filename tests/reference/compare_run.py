# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds `stowagectl run` to the real libraries at full size, wherever the weights lie.

    venv/bin/python tests/reference/compare_run.py "$(command -v stowagectl)" gpt2 raschka-gpt2 llama-tiny
    … compare_run.py stowagectl gpt2-medium llama-1b /models/Mistral-7B

A model is a folder of the transformers library (or a from-scratch GPT's, with its config.json), or the
name of one to make: what `stowagectl sample --arch` knows, or llama-1b (TinyLlama's shape, 1.1 billion
parameters, 4.1 GiB), with the weights that training starts from and every norm and bias perturbed (sigma
0.2), so that a lost one shows. Ten prompts go through transformers (from-scratch
GPTs through make_forward.py's model) and through `stowagectl run` in each placement: one simulated GPU,
four, offloaded to the CPU, to disk, and all of these at once. Then the greedy continuation of the first
prompts by 32 tokens.

Prints how far the logits lie apart at most, as a share of the largest, beside how far the library's own
float32 lies from its float64, and how many continuations agree. Exit status 1 where the first exceeds 2e-5
or a token differs. Where the library itself is further than 1e-5 from its float64, as wide models with
weights of sigma 0.2 are (`sample --init perturbed`: 2e-4 of a GPT-2), twice that is allowed: no two orders
of summation agree better.
With --keep FOLDER models that were made stay there for the next time. Needs as much free memory as three
times the model.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy
import torch
import transformers

import make_forward

TOLERANCE = 2e-5
GENERATED = 32
LENGTHS = (1, 2, 3, 5, 8, 13, 21, 34, 55, 64)
CONTINUED = 3  # prompts
TINY_LLAMA = {"hidden_size": 2048, "intermediate_size": 5632, "num_hidden_layers": 22, "num_attention_heads": 32,
              "num_key_value_heads": 4, "vocab_size": 32000, "max_position_embeddings": 2048}


class FromScratch:
    """The model of "Build a Large Language Model (From Scratch)", without a cache."""

    def __init__(self, folder):
        config = json.loads((folder / "config.json").read_text())
        names = ("vocab_size", "context_length", "emb_dim", "n_heads", "n_layers", "qkv_bias")
        self.model = make_forward.GPTModel(**{name: config[name] for name in names}).eval()
        self.model.load_state_dict(state_of(folder))
        self.vocabulary = config["vocab_size"]

    def logits(self, tokens):
        with torch.inference_mode():
            return self.model(torch.tensor([tokens]))[0, -1]

    def follow(self, tokens):
        tokens, start = list(tokens), len(tokens)
        while len(tokens) < start + GENERATED:
            tokens.append(int(self.logits(tokens).argmax()))
        return tokens[start:]


class Transformers:
    def __init__(self, folder):
        self.model = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()
        self.vocabulary = self.model.config.vocab_size

    def logits(self, tokens):
        with torch.inference_mode():
            return self.model(torch.tensor([tokens])).logits[0, -1]

    def follow(self, tokens):
        found, past, step = [], None, tokens
        with torch.inference_mode():
            while len(found) < GENERATED:
                out = self.model(torch.tensor([step]), past_key_values=past, use_cache=True)
                past, step = out.past_key_values, [int(out.logits[0, -1].argmax())]
                found += step
        return found


def state_of(folder):
    from safetensors.torch import load_file

    state = {}
    for file in folder.glob("*.safetensors"):
        state |= load_file(file)
    for file in folder.glob("*.pth"):
        state |= torch.load(file, map_location="cpu", mmap=True, weights_only=True)
    return state


def is_from_scratch(folder):
    return json.loads((folder / "config.json").read_text()).get("model_type") == "raschka-gpt2"


def make_llama(folder):
    torch.manual_seed(3)
    transformers.LlamaForCausalLM(
        transformers.LlamaConfig(**TINY_LLAMA, tie_word_embeddings=False)).save_pretrained(folder)


def perturb(folder):
    """Adds to every tensor of one dimension: norms are 1 and biases 0 where training starts."""
    from safetensors import safe_open
    from safetensors.torch import save_file

    generator = torch.Generator().manual_seed(7)
    for file in sorted(folder.glob("*.safetensors")):
        with safe_open(file, framework="pt") as opened:
            metadata = opened.metadata()
            state = {name: opened.get_tensor(name) for name in opened.keys()}
        for tensor in state.values():
            if tensor.ndim == 1:
                tensor.add_(torch.randn(tensor.shape, generator=generator) * 0.2)
        save_file(state, file, metadata=metadata)


def made(program, name, where):
    """The folder of a model, made where it is not there."""
    if pathlib.Path(name).is_dir():
        return pathlib.Path(name)
    folder = where / name
    if (folder / "config.json").exists():
        return folder
    if name == "llama-1b":
        make_llama(folder)
    else:
        subprocess.run([program, "sample", folder, "--arch", name], check=True, stdout=subprocess.DEVNULL)
    perturb(folder)
    return folder


def prompts_for(vocabulary):
    generator = torch.Generator().manual_seed(5)
    return [torch.randint(0, vocabulary, (length,), generator=generator).tolist() for length in LENGTHS]


def inspected(program, folder):
    return json.loads(subprocess.run([program, "inspect", folder, "--json"], check=True, capture_output=True,
                                     text=True).stdout)


def parts_of(module, path=""):
    """What a device map names: modules in order, the layers of a list one by one."""
    found = []
    for child in module.get("children", []):
        name = f"{path}{child['name']}"
        if child.get("class") in ("ModuleList", "Sequential"):
            found += [f"{name}.{layer['name']}" for layer in child["children"]]
        elif any(inner.get("class") in ("ModuleList", "Sequential") for inner in child.get("children", [])):
            found += parts_of(child, f"{name}.")
        elif "same_as" in child or child.get("bytes", 1) > 0:
            found.append(name)
    return found


def spread(parts, places):
    """A map of as many parts on each place as on the next."""
    return json.dumps({name: places[number * len(places) // len(parts)] for number, name in enumerate(parts)})


def placements(told):
    """Options of `stowagectl run` for each placement of an inspected model."""
    room = told["total_bytes"] + told["total_bytes"] // 4 + (512 << 20)
    parts = parts_of(told["tree"])

    def gpus(count):
        return ["--gpus", ",".join([str(room)] * count), "--device-map"]

    on_first = ["--execution-device", "gpu:0"]
    return {
        "one GPU": [*gpus(1), '{"": 0}'],
        "four GPUs": [*gpus(4), spread(parts, [0, 1, 2, 3])],
        "CPU offload": [*gpus(1), '{"": "cpu"}', *on_first],
        "CPU alone": ["--gpus", "none", "--device-map", '{"": "cpu"}'],
        "disk offload": [*gpus(1), '{"": "disk"}', *on_first],
        "disk offload, no prefetch": [*gpus(1), '{"": "disk"}', *on_first, "--no-prefetch"],
        "two GPUs, CPU and disk": [*gpus(2), spread(parts, [0, "cpu", 1, "disk"])],
    }


def run_command(program, folder, options, scratch):
    """The logits of the prompt's last position, and what the run tells."""
    logits = scratch / "logits.npy"
    command = [program, "run", folder, "--logits", logits, "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout[-600:]}{done.stderr[-1000:]}")
    return torch.from_numpy(numpy.load(logits)[-1]), json.loads(done.stdout)


def run(program, folder, tokens, options, scratch, generate=0):
    prompt = ["--tokens", ",".join(map(str, tokens)), *options]
    return run_command(program, folder, [*prompt, "--generate", str(generate)] if generate else prompt, scratch)


def devices_used(told):
    return sorted({layer["device"] for layer in told["layers"]})


def distance(got, wanted):
    return float((got - wanted).abs().max() / wanted.abs().max())


def compare(program, name, where, scratch):
    folder = made(program, name, where)
    library = FromScratch(folder) if is_from_scratch(folder) else Transformers(folder)
    prompts = prompts_for(library.vocabulary)
    wanted = [library.logits(tokens) for tokens in prompts]
    follow = [library.follow(tokens) for tokens in prompts[:CONTINUED]]
    library.model.double()
    rounding = [distance(logits.double(), library.logits(tokens)) for tokens, logits in zip(prompts, wanted)]
    del library
    told = inspected(program, folder)
    agree = True
    for placement, options in placements(told).items():
        far, same, right, used = [], 0, True, []
        for number, tokens in enumerate(prompts):
            continued = number < CONTINUED
            got, ran = run(program, folder, tokens, options, scratch, GENERATED if continued else 0)
            far.append(distance(got, wanted[number]))
            right = right and far[-1] <= max(TOLERANCE, 2 * max(rounding))
            same += continued and ran["tokens"] == follow[number]
            used = devices_used(ran)
        right = right and same == CONTINUED
        agree = agree and right
        print(f"{name:18} {told['total_bytes'] / (1 << 20):7.0f} MiB  {placement:26} {max(far):8.1e}  "
              f"{max(rounding):8.1e}  {same} of {CONTINUED}  {', '.join(used)}{'' if right else '  DIFFERS'}",
              flush=True)
    return agree


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="stowagectl")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--keep", help="folder for models that are made")
    options = parser.parse_args()
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    print(f"{'model':18} {'weights':>11}  {'placement':26} {'max |Δ|':>8}  {'rounding':>8}  tokens  ran on")
    with tempfile.TemporaryDirectory() as scratch:
        where = pathlib.Path(options.keep or scratch)
        where.mkdir(parents=True, exist_ok=True)
        results = [compare(options.program, name, where, pathlib.Path(scratch)) for name in options.models]
    print("All agree." if all(results) else "Some differ.")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
