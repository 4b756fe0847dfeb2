#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records what Python, transformers and Accelerate make of device maps and limits as people have them.

    python record_map_texts.py ../data/map_texts.jsonl

A script is executed, with every name that it does not define itself standing for anything; the map
is what it gives to `device_map`, to the named variable, or what it prints. A word is what
from_pretrained makes of it, limits are sizes as Accelerate converts them. Needs torch, accelerate
and transformers; neither the build nor the tests do.
"""
import ast
import builtins
import doctest
import json
import sys

import torch
from accelerate.utils.modeling import convert_file_size_to_int
from transformers.integrations.accelerate import check_and_set_device_map

CHATGLM = """
# ChatGLM-6B on two cards, the first of which is partly used
from transformers import AutoConfig, AutoModel
from accelerate import dispatch_model, init_empty_weights

config = AutoConfig.from_pretrained("THUDM/chatglm-6b", trust_remote_code=True)
device = {
    'transformer.word_embeddings': 0,  # 词嵌入
    'transformer.layers.0': 0, 'transformer.layers.1': 0,   # {the first card}
    'transformer.layers.2': 1,  # the others
    'transformer.final_layernorm': 1,
    'lm_head': 0,  # with the embeddings
}
model = dispatch_model(model, device_map=device)
"""
GUIDE = """
import torch
from accelerate import load_checkpoint_and_dispatch

device_map = {
    "block1": 0,
    "block2.linear1": 0,
    "block2.linear2": 1,
    "block2.linear3": 1,
}
model = load_checkpoint_and_dispatch(
    model, checkpoint=weights_location, device_map=device_map, no_split_module_classes=["Block"]
)
"""
REPL = """
>>> from accelerate import infer_auto_device_map, dispatch_model
>>> device_map = {
...     "transformer.wte": 0,   # the embeddings
...     "transformer.h": "cuda:1",
...
...     "lm_head": "disk",
... }
>>> model = dispatch_model(model, device_map=device_map)
"""
PRINTED = """
>>> device_map = infer_auto_device_map(model, max_memory={0: "10GiB", "cpu": "30GiB"})
>>> device_map
{'transformer.wte': 0,
 'transformer.wpe': 0,
 'transformer.h.0': 'cpu',
 'lm_head': 'disk'}
"""
IPYTHON = """In [3]: device_map = {
   ...:     'encoder': 0,
   ...:     'decoder': 'cpu',
   ...: }

In [4]: model = dispatch_model(model, device_map)
"""
FENCED = "Put the decoder elsewhere:\n```python\n{'encoder': 0, 'decoder': 1}\n```\nand run it.\n"

# name, text, where the map is: a variable, "argument" (device_map= or the only dict of a call),
# "printed" (of a transcript) or a piece of Python
SCRIPTS = [
    ("ChatGLM on two cards", CHATGLM, "device"),
    ("two blocks of the guide", GUIDE, "device_map"),
    ("a prompt's lines", REPL, "device_map"),
    ("what a prompt printed", PRINTED, "printed"),
    ("IPython's lines", IPYTHON, "{'encoder': 0, 'decoder': 'cpu'}"),
    ("a block in prose", FENCED, "{'encoder': 0, 'decoder': 1}"),
    ("an annotation", "my_map: dict[str, int | str] = {'a': 0, 'b': 'cpu'}\n", "my_map"),
    ("an argument", "model = dispatch_model(model, device_map={'a': 0, 'b': 1})", "argument"),
    ("a dict among arguments", "dispatch_model(model, {'a': 0, 'b': 'cpu'}, 'cuda:0')", "argument"),
    ("a call over lines", "model = AutoModelForCausalLM.from_pretrained(\n    'gpt2',\n"
     "    dtype=torch.float16,  # half\n    device_map={'transformer': 1, 'lm_head': 'cpu'},\n"
     "    max_memory={0: '10GiB', 'cpu': '30GiB'},\n)", "argument"),
    ("torch's devices", "device_map = {'a': torch.device('cuda', 1), 'b': torch.device('cpu')}",
     "device_map"),
    ("a word in a call", "m = AutoModel.from_pretrained('x', device_map='balanced_low_0')",
     "argument"),
    ("a device in a call", "m = AutoModel.from_pretrained('x', device_map=torch.device('cuda:1'))",
     "argument"),
    ("a number in a call", "m = AutoModel.from_pretrained('x', device_map=1)", "argument"),
    ("the last word holds", "device_map = 'auto'\ndevice_map = 'sequential'\n", "device_map"),
    ("arguments in a dict", "kwargs = {'device_map': 'auto', 'dtype': 'auto'}\n"
     "m = AutoModel.from_pretrained('x', **kwargs)", "argument"),
    ("a text of several lines", '"""Says {no: map}."""\ndevice_map = {"a": 0}\n', "device_map"),
    ("shell and magic", "{'a': 0}\n%time model = load()\n!nvidia-smi\n", "{'a': 0}"),
    ("a comment behind the dict", "{'a': 0}  # all of it\nmodel = load()", "{'a': 0}"),
]
WORDS = ["auto", "balanced", "balanced_low_0", "sequential", "cpu", "cuda", "cuda:0", "cuda:1", 0, 3,
         -1, "disk", "gpu0", "AUTO", "balanced_low", "cuda:x", "hello", ""]
LIMITS = [
    ("the guide's", '{0: "10GiB", 1: "10GiB", "cpu": "30GiB"}'),
    ("numbers", "{0: 1073741824, 'cpu': 2_000_000_000}"),
    ("a float", "{0: 1e9, 'cpu': 0.5e9}"),
    ("decimal units", "{0: '1.5GB', 'cpu': '800MB', 'disk': '1000KB'}"),
    ("bits", "{0: '10gb'}"),
    ("twice", "{0: '1GiB', 0: '2GiB'}"),
    ("an assignment", "max_memory = {0: '10GiB', 'cpu': '30GiB'}  # of this machine\n"),
    ("a script", "import torch\nlabels = {0: '1GiB'}\nmax_memory = {\n    0: '10GiB',  # the first\n"
     "    'cpu': '30GiB',\n}\ndevice_map = infer_auto_device_map(model, max_memory=max_memory)\n"),
    ("an argument", "infer_auto_device_map(model, max_memory={0: '10GiB', 'cpu': '30GiB'})"),
    ("arguments in a dict", "kwargs = {'max_memory': {1: '2GiB'}, 'dtype': 'auto'}\nf(**kwargs)"),
]


class Anything:
    """Whatever a script may ask of a name: called, it remembers the map that it was given."""

    given = []

    def __call__(self, *args, **kwargs):
        dicts = [arg for arg in args if isinstance(arg, dict)]
        for key in ("device_map", "max_memory"):
            if key in kwargs:
                Anything.given.append((key, kwargs[key]))
        if "device_map" not in kwargs and dicts:
            Anything.given.append(("device_map", dicts[0]))
        return self

    def __getattr__(self, name):
        return self


class Names(dict):
    def __missing__(self, name):
        if hasattr(builtins, name):
            raise KeyError(name)
        return Anything()


def run(text):
    names = Names(torch=torch)
    Anything.given = []
    import_module = builtins.__import__
    builtins.__import__ = lambda name, *rest: torch if name == "torch" else Anything()
    try:
        exec(text, {}, names)
    finally:
        builtins.__import__ = import_module
    return names


def plain(device):
    if isinstance(device, torch.device):
        device = str(device)
    device = "cuda:0" if device == "cuda" else device
    return int(device[5:]) if isinstance(device, str) and device.startswith("cuda:") else device


def answer(value):
    """A device_map as from_pretrained takes it, in the plainest form."""
    value = check_and_set_device_map(value)
    if isinstance(value, str):
        return {"strategy": value}
    return {"map": [[path, plain(device)] for path, device in value.items()]}


def scriptCase(name, text, where):
    examples = doctest.DocTestParser().get_examples(text) if ">>>" in text else []
    source = "".join(example.source for example in examples) or text
    if where == "printed":
        value = ast.literal_eval(examples[-1].want)
    elif where.startswith("{"):
        value = ast.literal_eval(where)
    else:
        names = run(source)
        value = dict(Anything.given)["device_map"] if where == "argument" else names[where]
    return {"kind": "map", "name": name, "text": text, **answer(value)}


def wordCase(word):
    case = {"kind": "map", "name": f"the word {word!r}", "text": str(word)}
    try:
        return {**case, **answer(word)}
    except (RuntimeError, ValueError) as error:
        return {**case, "refused": str(error).splitlines()[0]}


def limitsCase(name, text):
    names = run(text if "=" in text else f"max_memory = {text}")
    value = names["max_memory"] if "max_memory" in names else dict(Anything.given)["max_memory"]
    sizes = [[key, convert_file_size_to_int(size) if isinstance(size, str) else size]
             for key, size in value.items()]
    return {"kind": "limits", "name": name, "text": text, "limits": sizes}


def main():
    cases = [scriptCase(*script) for script in SCRIPTS]
    cases += [wordCase(word) for word in WORDS]
    cases += [limitsCase(*limits) for limits in LIMITS]
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        for case in cases:
            file.write(json.dumps(case, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
