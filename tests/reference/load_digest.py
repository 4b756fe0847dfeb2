#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The digest that `stowagectl load --verify` prints, computed by the real libraries.

    load_digest.py MODEL [--tied NAME=OWNER …] [--each]

SHA-256 over the bytes of every tensor in C order, one after another, names sorted bytewise. MODEL
is a .pth/.pt/.bin file, a .safetensors file, or a folder with one of them or with shards.
--tied adds a name that the file leaves out; --each prints every tensor's own digest before.
"""
import argparse
import hashlib
import json
import pathlib

import torch


def files_of(model):
    path = pathlib.Path(model)
    if path.is_file():
        return [path]
    for index in sorted(path.glob("*.index.json")):
        names = set(json.loads(index.read_text())["weight_map"].values())
        return [path / name for name in sorted(names)]
    found = sorted(file for ending in ("safetensors", "pth", "pt", "bin")
                   for file in path.glob(f"*.{ending}"))
    if not found:
        raise SystemExit(f"{model} holds no checkpoint that this script knows.")
    return found


def tensors_of(file):
    if file.suffix == ".safetensors":
        from safetensors import safe_open
        with safe_open(file, framework="pt") as opened:
            return {name: opened.get_tensor(name) for name in opened.keys()}
    return torch.load(file, map_location="cpu", mmap=True, weights_only=True)


def bytes_of(tensor):
    whole = tensor.detach().contiguous()
    return whole.reshape(-1).view(torch.uint8).numpy() if whole.numel() else b""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("--tied", action="append", default=[], metavar="NAME=OWNER")
    parser.add_argument("--each", action="store_true")
    options = parser.parse_args()
    tensors = {}
    for file in files_of(options.model):
        tensors.update(tensors_of(file))
    for pair in options.tied:
        name, owner = pair.split("=", 1)
        tensors[name] = tensors[owner]
    everything = hashlib.sha256()
    for name in sorted(tensors, key=str.encode):
        content = bytes_of(tensors[name])
        everything.update(content)
        if options.each:
            print(hashlib.sha256(content).hexdigest(), "", name)
    print(everything.hexdigest())


if __name__ == "__main__":
    main()
