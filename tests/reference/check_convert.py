# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds `stowagectl convert` and `offload` to the real libraries, both ways, byte for byte.

    venv/bin/python tests/reference/check_convert.py "$(command -v stowagectl)" [/usr/bin/python3]

Checkpoints that torch.save (zip and legacy), safetensors, Accelerate's save_model and
offload_state_dict write are converted to every format; what came out is read by torch, safetensors
and Accelerate and compared by SHA-256, tensor by tensor. A second Python, with another torch, reads
and writes the PyTorch files once more. Neither the build nor the tests run this script.
"""
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

import torch

TARGETS = {"safetensors": [], "safetensors in shards": ["--shard-size", "12KB"], "pth": [],
           "per-tensor": [], "offload": []}
ROWS = []


def digest(tensor):
    flat = tensor.detach().cpu().clone(memory_format=torch.contiguous_format).contiguous().view(-1)
    data = b"" if flat.numel() == 0 else flat.view(torch.uint8).numpy().tobytes()
    return [str(tensor.dtype).replace("torch.", ""), list(tensor.shape),
            hashlib.sha256(data).hexdigest()]


def digests(state):
    return {name: digest(tensor) for name, tensor in state.items()}


def odd_state(has_empty):
    shared = torch.randn(4, 6)
    state = {"scalar": torch.tensor(3.25), "half": torch.randn(3, 5).half(),
             "brain": torch.randn(3, 5).bfloat16(), "brain_scalar": torch.tensor(1.5).bfloat16(),
             "double": torch.randn(2, 3).double(), "flags": torch.tensor([True, False, True]),
             "longs": torch.arange(-3, 9).view(3, 4), "ints": torch.arange(5).int(),
             "shorts": torch.arange(5).short(), "chars": torch.arange(-2, 3).to(torch.int8),
             "bytes": torch.arange(7).to(torch.uint8), "complex": torch.randn(2, 2).to(torch.cfloat),
             "transposed": torch.randn(5, 12).t(), "sliced": torch.randn(9, 9)[1:7:2, ::3],
             "expanded": torch.tensor([1.5, 2.5]).expand(4, 2), "one.weight": shared, "other.weight": shared}
    if has_empty:
        state["empty"] = torch.zeros(0, 7)
    return state


def small_model():
    from transformers import GPT2Config, GPT2LMHeadModel

    torch.manual_seed(3)
    config = GPT2Config(n_layer=2, n_embd=16, n_head=2, vocab_size=61, n_positions=24,
                        bos_token_id=0, eos_token_id=0)
    return GPT2LMHeadModel(config)


def write_sources(folder):
    """{name: (path, expected digests)}; under an old Python only what torch alone writes."""
    torch.manual_seed(5)
    version = ".".join(torch.__version__.split("+")[0].split(".")[:2])
    sources = {}

    def add(name, path, state):
        sources[name] = (str(path), digests(state))

    for kind, zipped in (("zip", True), ("legacy", False)):
        for has_empty in (False, True):
            state = odd_state(has_empty)
            path = folder / f"{kind}-{version}-{'empty' if has_empty else 'plain'}.pth"
            torch.save(state, path, _use_new_zipfile_serialization=zipped)
            add(f"torch.save {version} {kind}{' with an empty tensor' if has_empty else ''}", path,
                state)
    if version.startswith("1."):
        return sources
    from accelerate import Accelerator
    from accelerate.utils import offload_state_dict
    from safetensors.torch import save_file, save_model

    plain = {k: v.contiguous().clone() for k, v in odd_state(True).items()}
    save_file(plain, folder / "plain.safetensors", metadata={"format": "pt"})
    add("safetensors save_file", folder / "plain.safetensors", plain)
    model = small_model()
    save_model(model, str(folder / "tied.safetensors"))
    add("safetensors save_model", folder / "tied.safetensors", model.state_dict())
    for size in ("12KB", "10GB"):
        Accelerator().save_model(model, folder / f"saved-{size}", max_shard_size=size)
        kept = {k: v for k, v in model.state_dict().items() if k != "lm_head.weight"}
        add(f"Accelerator.save_model {size}", folder / f"saved-{size}", kept)
    state = {k: v.contiguous() for k, v in odd_state(False).items()}
    if hasattr(torch, "float8_e4m3fn"):
        state["float8"] = torch.randn(4).to(torch.float8_e4m3fn)
    offload_state_dict(folder / "offloaded", state)
    add("offload_state_dict", folder / "offloaded", state)
    return sources


def read_folder(path):
    """What another Python needs no library for: .pth files and folders of .pt."""
    path = pathlib.Path(path)
    load = (lambda file: torch.load(file, map_location="cpu", weights_only=True))
    if path.is_dir():
        return {file.name[:-3]: load(file) for file in sorted(path.glob("*.pt"))}
    return load(path)


def read_result(target, path):
    """[(by whom, state)] of a result."""
    path = pathlib.Path(path)
    if target in ("pth", "per-tensor"):
        found = [(f"torch {torch.__version__.split('+')[0]}", read_folder(path))]
        if target == "pth":
            found.append(("torch.load(mmap=True)",
                          torch.load(path, mmap=True, weights_only=True)))
        return found
    if target == "offload":
        from accelerate.utils import OffloadedWeightsLoader

        weights = OffloadedWeightsLoader(save_folder=path)
        return [("OffloadedWeightsLoader", {name: weights[name] for name in weights})]
    from safetensors import safe_open

    files = [path]
    notes = {}
    if path.suffix == ".json":
        index = json.loads(path.read_text())
        files = [path.parent / name for name in sorted(set(index["weight_map"].values()))]
        notes = {k: v for k, v in index["metadata"].items() if k != "total_size"}
    state = {}
    for file in files:
        with safe_open(file, framework="pt") as opened:
            notes |= {k: v for k, v in opened.metadata().items() if k != "format"}
            state |= {name: opened.get_tensor(name) for name in opened.keys()}
        if path.suffix == ".json":
            assert all(index["weight_map"][name] == file.name for name in
                       safe_open(file, framework="pt").keys()), file
    state |= {name: state[kept] for name, kept in notes.items() if name not in state}
    return [("safetensors", state)]


def row(what, agrees):
    ROWS.append((what, agrees))
    print(("same   " if agrees else "DIFFER ") + what, flush=True)


def run(*command):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True)


def check_source(stowagectl, other, name, path, expected, folder):
    loaded = run(stowagectl, "load", path, "--gpus", "none", "--sha256", "--json")
    got = json.loads(loaded.stdout).get("digests", {})
    # A known family has its tied name whether the file has it or not.
    row(f"{name}: read by Stowage", all(got.get(k) == v[2] for k, v in expected.items()))
    for number, (target, options) in enumerate(TARGETS.items()):
        out = folder / f"{len(ROWS)}-{number}"
        done = run(stowagectl, "convert", path, out, "--to", target.split()[0], "--json", *options)
        result = json.loads(done.stdout)
        if done.returncode != 0:
            is_right = target == "offload" and "numpy cannot map" in result["error"]["message"]
            row(f"{name} -> {target}: refused ({result['error']['message'][:90]})", is_right)
            continue
        for reader, state in read_result(target.split()[0], result["path"]):
            row(f"{name} -> {target}, read by {reader}", digests(state) == expected)
        is_old = all(not v[0].startswith("float8") for v in expected.values())
        if other and is_old and target in ("pth", "per-tensor"):
            there = run(other, __file__, "--read", result["path"])
            row(f"{name} -> {target}, read by the other torch",
                there.returncode == 0 and json.loads(there.stdout) == expected)


def check_checkpoint_in_model(stowagectl, folder):
    """Accelerate's own way to load what convert wrote."""
    from accelerate import load_checkpoint_in_model

    model = small_model()
    expected = digests(model.state_dict())
    torch.save(model.state_dict(), folder / "model-state.pth")
    for target, options in (("safetensors", []), ("safetensors", ["--shard-size", "12KB"])):
        out = folder / f"in-model-{len(options)}"
        run(stowagectl, "convert", folder / "model-state.pth", out, "--to", target, *options)
        fresh = small_model()
        with torch.no_grad():
            for parameter in fresh.parameters():
                parameter.zero_()
        load_checkpoint_in_model(fresh, str(out))
        row(f"load_checkpoint_in_model of {target} {' '.join(options)}",
            digests(fresh.state_dict()) == expected)


def check_shards(stowagectl, folder):
    """Names, contents and index of the very files that Accelerate's save_model writes."""
    from accelerate import Accelerator
    from safetensors.torch import load_file

    model = small_model()
    torch.save(model.state_dict(), folder / "shard-state.pth")
    for size in ("1KB", "3.5KB", "4KB", "12KB", "0.02MB", "1GB"):
        theirs = folder / f"theirs-{size}"
        ours = folder / f"ours-{size}"
        Accelerator().save_model(model, theirs, max_shard_size=size)
        run(stowagectl, "convert", folder / "shard-state.pth", ours, "--to", "safetensors",
            "--shard-size", size)
        names = sorted(p.name for p in theirs.iterdir())
        same = names == sorted(p.name for p in ours.iterdir())
        for name in names if same else []:
            a, b = (theirs / name).read_bytes(), (ours / name).read_bytes()
            if name.endswith(".json"):
                a, b = json.loads(a), json.loads(b)
                b["metadata"].pop("lm_head.weight")  # the note that we add
            elif len(names) == 1:  # the note stands in the file's own metadata
                a, b = (digests(load_file(there / name)) for there in (theirs, ours))
            same = same and a == b
        row(f"save_model(max_shard_size={size}): {len(names)} files", same)


def main():
    if sys.argv[1] == "--read":
        print(json.dumps(digests(read_folder(sys.argv[2]))))
        return 0
    if sys.argv[1] == "--write":
        print(json.dumps(write_sources(pathlib.Path(sys.argv[2]))))
        return 0
    stowagectl = sys.argv[1]
    other = sys.argv[2] if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        sources = write_sources(folder)
        if other:
            sources |= json.loads(run(other, __file__, "--write", folder).stdout)
        for source, (path, expected) in sources.items():
            check_source(stowagectl, other, source, path, expected, folder)
        check_checkpoint_in_model(stowagectl, folder)
        check_shards(stowagectl, folder)
    wrong = sum(not agrees for _, agrees in ROWS)
    print(f"{len(ROWS)} comparisons, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
