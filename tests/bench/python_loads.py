#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One load of a checkpoint to the CPU the way Python does it, for load_bench.

    python_loads.py copy|mmap|safetensors|safetensors-map cold|warm|as-is FILE

copy         torch.load, then load_state_dict into a model whose weights exist (uninitialised)
mmap         torch.load(mmap=True), then load_state_dict(assign=True) into a model on "meta"
safetensors  safetensors.torch.load_file, then one element of each page is read: it maps the file, and
             a map alone has brought nothing in
safetensors-map  safetensors.torch.load_file alone

The page cache is brought into that state just before the clock starts. Prints {"seconds", "bytes",
"torch", "anon", "file"} (memory after the load above that before it, bytes), or {"skipped": reason}.
"""
import json
import os
import sys
import time


def memory(field):
    with open("/proc/self/status", encoding="ascii") as status:
        for line in status:
            if line.startswith(field + ":"):
                return int(line.split()[1]) * 1024
    return 0


def skip(reason):
    print(json.dumps({"skipped": reason}))
    sys.exit(0)


def prepare(state, path):
    """The page cache cold or warm for that file; "as-is" leaves it alone."""
    descriptor = os.open(path, os.O_RDONLY)
    if state == "cold":
        os.fsync(descriptor)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    elif state == "warm":
        while os.read(descriptor, 4 << 20):
            pass
    os.close(descriptor)


def shell_of(torch, tensors, device):
    """Modules named as the state dict names its tensors, as a model has them before a load."""
    root = torch.nn.Module()
    for name, tensor in tensors.items():
        module = root
        *path, last = name.split(".")
        for part in path:
            if part not in module._modules:
                module.add_module(part, torch.nn.Module())
            module = module._modules[part]
        empty = torch.empty(tensor.shape, dtype=tensor.dtype, device=device)
        if tensor.is_floating_point():
            module.register_parameter(last, torch.nn.Parameter(empty, requires_grad=False))
        else:
            module.register_buffer(last, empty)
    return root


def shapes(torch, path):
    """The tensors without their bytes, or at worst with them."""
    try:
        return torch.load(path, map_location="meta", weights_only=True)
    except (RuntimeError, NotImplementedError):  # an old torch cannot restore to "meta"
        return torch.load(path, map_location="cpu", weights_only=True)


def load(torch, method, state, path):
    if method.startswith("safetensors"):
        from safetensors.torch import load_file

        prepare(state, path)
        begin = time.perf_counter()
        tensors = load_file(path)
        # A map is no load: every byte must have been brought in.
        for tensor in tensors.values() if method == "safetensors" else ():
            tensor.view(-1).view(torch.uint8)[::4096].sum()
        return time.perf_counter() - begin, tensors
    if method == "copy":
        model = shell_of(torch, shapes(torch, path), "cpu")
        prepare(state, path)
        begin = time.perf_counter()
        model.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
        return time.perf_counter() - begin, model.state_dict()
    model = shell_of(torch, shapes(torch, path), "meta")
    prepare(state, path)
    begin = time.perf_counter()
    mapped = torch.load(path, map_location="cpu", mmap=True, weights_only=True)
    model.load_state_dict(mapped, assign=True)
    return time.perf_counter() - begin, model.state_dict()


def main():
    method, state, path = sys.argv[1:]
    try:
        import torch
    except ImportError as reason:
        skip(f"Python has no torch ({reason})")
    if method.startswith("safetensors"):
        try:
            import safetensors.torch  # noqa: F401
        except ImportError as reason:
            skip(f"Python has no safetensors ({reason})")
    if method == "mmap" and int(torch.__version__.split(".")[0]) < 2:
        skip(f"torch {torch.__version__} cannot map a checkpoint")
    (torch.ones(1024) * 2).sum()
    anon, file = memory("RssAnon"), memory("RssFile")
    seconds, tensors = load(torch, method, state, path)
    total = sum(tensor.numel() * tensor.element_size() for tensor in tensors.values())
    print(
        json.dumps(
            {
                "seconds": seconds,
                "bytes": total,
                "torch": torch.__version__,
                "anon": memory("RssAnon") - anon,
                "file": memory("RssFile") - file,
            }
        )
    )


if __name__ == "__main__":
    main()
