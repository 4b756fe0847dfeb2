#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs resources/python/write_tree.py, and holds what it writes to Stowage.

    python check_write_tree.py STOWAGECTL [--write]

The trees of tiny models of transformers must have the names, shapes and ties that Stowage knows of
their config.json, and that of a module with tied weights and a module registered twice is the one in
data/trees (which --write makes anew). Needs torch and transformers.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SCRIPT = HERE.parent.parent / "resources/python/write_tree.py"
RECORDED = HERE.parent / "data/trees/written-by-script.tree.json"
FAMILIES = ["gpt2", "llama_sharded", "qwen3_moe", "mixtral", "t5", "bert_old", "opt", "gpt_neox", "vit"]

NET = """
import torch
from torch import nn

class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.register_buffer("mask", torch.zeros(3), persistent=False)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(7, 4)
        self.h = nn.ModuleList(Block() for _ in range(2))
        self.head = nn.Linear(4, 7, bias=False)
        self.head.weight = self.emb.weight
        self.again = self.h[0]
"""


def inspected(stowagectl, path):
    run = subprocess.run([stowagectl, "inspect", str(path), "--json"], check=True, text=True,
                         stdout=subprocess.PIPE)
    answer = json.loads(run.stdout)
    answer.pop("source", None)
    return answer


def write(folder, *arguments):
    subprocess.run([sys.executable, str(SCRIPT), *arguments], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main():
    stowagectl = str(pathlib.Path(sys.argv[1]).resolve())
    differ = []
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        (folder / "net.py").write_text(NET)
        write(folder, "net:Net", "--no-split", "Block")
        if "--write" in sys.argv:
            shutil.copy(folder / "net.tree.json", RECORDED)
        if (folder / "net.tree.json").read_text() != RECORDED.read_text():
            differ.append("the module of our own")
        for family in FAMILIES:
            config = HERE.parent / "data/pretrained" / family / "config.json"
            (folder / family).mkdir()
            shutil.copy(config, folder / family)
            write(folder, family)
            theirs = inspected(stowagectl, folder / family / "model.tree.json")
            ours = inspected(stowagectl, folder / family / "config.json")
            same = all(theirs.get(key) == ours.get(key)
                       for key in ("total_bytes", "total_parameters", "tensors", "dtypes"))
            print(family, "same" if same and theirs["tree"] == ours["tree"] else "DIFFERS")
            if not same or theirs["tree"] != ours["tree"]:
                differ.append(family)
    print("all agree" if not differ else "differ: " + ", ".join(differ))
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
