# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the script of the guide to big-model inference, and holds `stowagectl run` to it.

    STOWAGE_PUBLISHED_CODE=… python run_guide_mingpt.py "$(command -v stowagectl)" [gpt2-xl gpt2 …]

The blocks of the guide that build minGPT's GPT, load it and let ten tokens follow "Hello, my name is"
run as they are published, under the installed Accelerate, with minGPT's own code and GPT-2's own
vocabulary (published_code.py tells where they come from). The weights are drawn as minGPT draws them,
biases and norms perturbed and positions widened, and saved in shards by Accelerator.save_model.
Changed is what cannot run:

    model_type           where another size is asked for
    .to(0)               left out where there is no GPU
    generate(x1, …)      the guide's name for what it calls "inputs" two lines above
    model.eval()         added: load_checkpoint_and_dispatch leaves a model in training mode, where
                         minGPT's dropout draws other tokens in each run

Once the guide's device_map="auto" is taken, once a map of CPU and disk, as the guide writes them by
hand. Each Stowage placement must give the same tokens, the same text, and logits within 2e-5 of the
largest. Exit status 1 where anything differs. Wants twice the model's size in RAM and on disk: 14 GB
each for gpt2-xl; needs also the packages requests and regex, which minGPT imports.
"""
import contextlib
import io
import os
import pathlib
import re
import shutil
import sys
import tempfile

import torch
from accelerate import Accelerator

import published_code
from compare_run import TOLERANCE, distance, inspected, placements, run_command

GUIDE = "accelerate/docs/source/concept_guides/big_model_inference.md"
GREETING = "Hello, my name is"
PROMPTS = (GREETING, "Weights of 6.23 GiB don't fit:", "Größe 42 — नमस्ते 🙂")
PLACEMENTS = ("one GPU", "CPU offload", "disk offload", "two GPUs, CPU and disk")


def block_with(words):
    """The first block of Python in the guide that holds all of these words."""
    text = (published_code.folder() / GUIDE).read_text()
    blocks = re.findall(r"```py(?:thon)?\n(.*?)```", text, re.DOTALL)
    return next(block for block in blocks if all(word in block for word in words))


def changed(code, changes):
    for before, after in changes.items():
        if before not in code:
            raise SystemExit(f"The guide has no {before!r} any more; look at it and correct this script.")
        code = code.replace(before, after)
    return code


def write_weights(name, folder):
    module = published_code.mingpt_module()
    settings = module.GPT.get_default_config()
    settings.model_type, settings.vocab_size, settings.block_size = name, 50257, 1024
    torch.manual_seed(11)
    with contextlib.redirect_stdout(None):
        model = module.GPT(settings)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.ndim == 1:  # 1 of norms and 0 of biases: a lost one would not show
                parameter.add_(torch.randn_like(parameter) * 0.2)
        model.transformer.wpe.weight.mul_(8)  # else one token follows over and over
    size = sum(tensor.nbytes for tensor in model.state_dict().values())
    Accelerator().save_model(model, folder, max_shard_size=size // 3)


def hand_written_map(layers):
    parts = ["transformer.wte", "transformer.wpe", "transformer.drop",
             *(f"transformer.h.{number}" for number in range(layers)), "transformer.ln_f", "lm_head"]
    return {part: "disk" if number % 3 == 1 else "cpu" for number, part in enumerate(parts)}


def follow_guide(name, folder, offload, by_hand):
    """What the guide's blocks come to: a list of prompt, its tokens, the last logits, all tokens, text."""
    scope = {"weights_location": str(folder)}
    setup = block_with(["from mingpt.model import GPT"])
    load = block_with(["load_checkpoint_and_dispatch(", "weights_location", '"auto"', "no_split_module_classes"])
    use = changed(block_with(["BPETokenizer"]), {"generate(x1": "generate(inputs"})
    if not torch.cuda.is_available():
        use = changed(use, {".to(0)": ""})
    use = changed(use, {"tokenizer.decode(": "text = tokenizer.decode("})
    with contextlib.redirect_stdout(None):  # it tells its size
        exec(changed(setup, {"'gpt2-xl'": repr(name)}), scope)
    if by_hand:
        device_map = hand_written_map(len(scope["model"].transformer.h))
        load = changed(load, {'"auto"': f"{device_map!r}, offload_folder={str(offload)!r}"})
    with contextlib.redirect_stderr(io.StringIO()):  # it shows its progress
        exec(load, scope)
    scope["model"].eval()
    found = []
    for prompt in PROMPTS:
        exec(changed(use, {f'"{GREETING}"': repr(prompt)}), scope)
        with torch.no_grad():
            logits = scope["model"](scope["inputs"])[0][0, -1].float().cpu()
        found.append((prompt, scope["inputs"][0].tolist(), logits, scope["outputs"].tolist(), scope["text"]))
    places = sorted({str(place) for place in scope["model"].hf_device_map.values()})
    return found, f"Accelerate on {', '.join(places)}"


def compare(stowagectl, folder, wanted, options, scratch):
    """The furthest logits, as a share of the largest, and what differs."""
    far, wrong = 0.0, []
    for prompt, tokens, logits, whole, text in wanted:
        got, told = run_command(stowagectl, folder, ["--prompt-text", prompt, "--generate", "10", *options], scratch)
        far = max(far, distance(got, logits))
        if told["prompt"] != tokens:
            wrong.append(f"the tokens of {prompt!r}: {told['prompt']}, not {tokens}")
        if told["tokens"] != whole[len(tokens):]:
            wrong.append(f"what follows {prompt!r}: {told['tokens']}, not {whole[len(tokens):]}")
        if prompt + told["text"] != text:
            wrong.append(f"the text: {prompt + told['text']!r}, not {text!r}")
    if not far <= TOLERANCE:
        wrong.append(f"the logits, by {far:.1e} of the largest")
    return far, wrong


def hold(stowagectl, name, scratch):
    folder = scratch / name
    write_weights(name, folder)
    published_code.add_vocabulary(folder, ("vocab.json", "merges.txt"))
    wanted, guide = follow_guide(name, folder, scratch / "offload", by_hand=False)
    again, by_hand = follow_guide(name, folder, scratch / "offload", by_hand=True)
    same = all(first[3:] == second[3:] and distance(second[2], first[2]) <= TOLERANCE
               for first, second in zip(wanted, again))
    print(f"{name}: {guide} and {by_hand} {'agree' if same else 'DIFFER'}")
    for _, tokens, _, whole, text in wanted:
        print(f"  {tokens} then {whole[len(tokens):]}: {text!r}")
    told = inspected(stowagectl, folder)
    known = placements(told)
    room = known["one GPU"][1]
    tried = {"two GPUs, auto": ["--gpus", f"{room},{room}", "--strategy", "auto"]}
    tried |= {placement: known[placement] for placement in PLACEMENTS}
    for placement, options in tried.items():
        far, wrong = compare(stowagectl, folder, wanted, options, scratch)
        print(f"  {placement:24} logits {far:.1e} of the largest; {'; '.join(wrong) or 'tokens and text equal'}",
              flush=True)
        same = same and not wrong
    return same


def main():
    stowagectl, names = sys.argv[1], sys.argv[2:] or ["gpt2-xl"]
    with tempfile.TemporaryDirectory(dir="/var/tmp") as place:
        scratch = pathlib.Path(place)
        os.environ["HOME"] = place  # where BPETokenizer looks before it downloads
        published_code.add_vocabulary(scratch / ".cache/mingpt", ("encoder.json", "vocab.bpe"))
        agree = []
        for name in names:
            agree.append(hold(stowagectl, name, scratch))
            for used in (scratch / name, scratch / "offload"):
                shutil.rmtree(used)
    return 0 if all(agree) else 1


if __name__ == "__main__":
    sys.exit(main())
