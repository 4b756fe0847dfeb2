# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/checkpoint_trees: the module tree of every fixture of tests/data/checkpoints, as
`inspect --json` must print it.

    venv/bin/python tests/reference/make_checkpoint_trees.py

What a file holds is asked of the real libraries (torch.load, torch.jit.load, safetensors, numpy, gguf);
who shares bytes is asked of torch's storages. Where the real class is known the modules are those of
an instance of it, else of the names alone. Neither the build nor the tests run this script.
"""
import json
import pathlib
import re

import torch

from make_fixtures import CONTEXT, FOLDER, LAYERS, VOCABULARY, WIDTH, GPTModel

TREES = FOLDER.parent / "checkpoint_trees"
PARTS = {"nested-torch1.13.pth": "model", "nested-torch2.15.pth": "model",
         "nested-legacy-torch1.13.pth": "state.ema", "nested-legacy-torch2.15.pth": "state.model",
         "adam-torch1.13.pth": "model", "adam-torch2.15.pth": "model"}


class Entry:
    """A tensor as a file holds it; entries with the same `place` are one tensor."""

    def __init__(self, name, dtype, shape, size, place):
        self.name, self.dtype, self.shape, self.size, self.place = name, dtype, shape, size, place

    @property
    def elements(self):
        count = 1
        for dimension in self.shape:
            count *= dimension
        return count


def dtype_text(tensor):
    return str(tensor.dtype).replace("torch.", "")


def entry_of(name, tensor):
    tensor = tensor.detach()
    meta = tensor.device.type == "meta"
    place = (tensor.untyped_storage()._cdata, tensor.storage_offset(), tuple(tensor.shape),
             tuple(tensor.stride()), str(tensor.dtype))
    return Entry(name, dtype_text(tensor), list(tensor.shape),
                 tensor.numel() * tensor.element_size(), name if meta else place)


def natural(text):
    parts = re.findall(r"\d+|\D", text)
    return [(1, len(p.lstrip("0")), p.lstrip("0")) if p[0].isdigit() else (0, 0, p) for p in parts]


def natural_key(text):
    """Digits compare by value among themselves and by character with anything else."""
    return [((ord("0"), *n[1:]) if n[0] else (ord(n[2]), 0, "")) for n in natural(text)]


def names_of_torch(document, prefix):
    for key in prefix.split(".") if prefix else []:
        document = document[key]
    if isinstance(document, list):
        document = {str(i): tensor for i, tensor in enumerate(document)}
    return [entry_of(n, t) for n, t in document.items()
            if isinstance(t, torch.Tensor) and t.layout == torch.strided]


def list_safetensors(path):
    from safetensors import safe_open

    entries = []
    with safe_open(path, framework="pt") as file:
        metadata = file.metadata() or {}
        for name in file.keys():
            entries.append(entry_of(name, file.get_tensor(name)))
            entries[-1].place = (str(path), name)  # no two share bytes in this format
    by_name = {entry.name: entry for entry in entries}
    for name, kept in metadata.items():
        if kept in by_name and name != "format":
            other = by_name[kept]
            entries.append(Entry(name, other.dtype, other.shape, other.size, other.place))
    return entries


def list_index(folder, index):
    entries = []
    keep = []
    for shard in sorted(set(json.loads(index.read_text())["weight_map"].values())):
        if shard.endswith(".safetensors"):
            entries += list_safetensors(folder / shard)
        else:
            keep.append(torch.load(folder / shard, map_location="cpu"))
            entries += names_of_torch(keep[-1], "")
    return entries, keep


def list_offload(folder):
    from safetensors import safe_open

    entries = []
    for name, what in json.loads((folder / "index.json").read_text()).items():
        if "safetensors_file" in what:
            with safe_open(folder / what["safetensors_file"], framework="pt") as file:
                entries.append(entry_of(name, file.get_tensor(what["weight_name"])))
        else:
            dtype = getattr(torch, what["dtype"])
            entries.append(entry_of(name, torch.empty(what["shape"], dtype=dtype)))
        entries[-1].place = name
    return entries


def list_gguf(path):
    import gguf

    plain = {"F32": "float32", "F16": "float16", "BF16": "bfloat16"}
    return [Entry(t.name, plain.get(t.tensor_type.name, t.tensor_type.name),
                  [int(d) for d in reversed(t.shape)], int(t.n_bytes), t.name)
            for t in gguf.GGUFReader(path).tensors]


def list_npy(folder):
    import numpy

    entries = []
    for path in folder.glob("*.npy"):
        array = numpy.load(path)
        name = path.name[:-len(".npy")]
        dtype = dtype_text(torch.from_numpy(array.reshape(-1)[:0].copy()))
        entries.append(Entry(name, dtype, list(array.shape), array.nbytes, name))
    return entries


def list_fixture(path):
    """(entries, whether their order is none, what must stay alive for their places)."""
    if path.is_dir():
        index = next(path.glob("*.index.json"), None)
        if index is not None:
            entries, keep = list_index(path, index)
            return entries, index.name.endswith("safetensors.index.json"), keep
        if (path / "index.json").exists():
            entries = list_offload(path)
            names = [entry.name for entry in entries]
            return entries, names == sorted(names), None
        if (path / "model_parameters").is_dir():
            entries = [entry_of(p.name[:-3], torch.load(p, map_location="cpu"))
                       for p in (path / "model_parameters").glob("*.pt")]
            for entry in entries:
                entry.place = entry.name
            return entries, True, None
        return list_npy(path), True, None
    if path.suffix == ".safetensors":
        return list_safetensors(path), True, None
    if path.suffix == ".gguf":
        return list_gguf(path), False, None
    if path.name.startswith("script"):
        module = torch.jit.load(path, map_location="cpu")
        # Of the module itself: named_… lists would leave second names out.
        state = {k: v for k, v in module.state_dict(keep_vars=True).items()}
        return [entry_of(n, t) for n, t in state.items()], False, (module, state)
    try:
        document = torch.load(path, map_location="cpu", weights_only=False)
    except AttributeError:  # a sparse tensor of torch 1.13: what that torch wrote beside it
        digests = json.loads(pathlib.Path(f"{path}.sha256.json").read_text())
        document = {name: torch.empty(what["shape"], dtype=getattr(torch, what["dtype"]))
                    for name, what in digests.items()}
    if isinstance(document, torch.Tensor):
        return [entry_of(path.stem, document)], False, document
    return names_of_torch(document, PARTS.get(path.name, "")), False, document


class Module:
    def __init__(self, name, kind=""):
        self.name, self.kind = name, kind
        self.params, self.buffers, self.children = [], [], []

    def child(self, name):
        for child in self.children:
            if child.name == name:
                return child
        self.children.append(Module(name))
        return self.children[-1]


def tree_of_names(entries, is_unordered):
    root = Module("")
    for entry in entries:
        *path, last = entry.name.split(".")
        module = root
        for part in path:
            module = module.child(part)
        module.params.append((last, entry))

    def sort(module):
        module.params.sort(key=lambda pair: natural_key(pair[0]))
        module.children.sort(key=lambda child: natural_key(child.name))
        for child in module.children:
            sort(child)

    if is_unordered:
        sort(root)
    return root


def tree_of_class(model, entries):
    """Modules and order of a real instance; what the file has beside its parameters are buffers."""
    by_name = {entry.name: entry for entry in entries}

    def walk(name, path, module):
        node = Module(name, type(module).__name__)

        def entry(key):
            full = path + key
            if full not in by_name:  # a second name that the file leaves out
                tied = next(n for n, t in model.named_parameters(remove_duplicate=False)
                            if n in by_name and t is module._parameters[key])
                kept = by_name[tied]
                by_name[full] = Entry(full, kept.dtype, kept.shape, kept.size, kept.place)
            return by_name[full]

        node.params = [(k, entry(k)) for k, t in module._parameters.items() if t is not None]
        known = list(module._buffers)
        known += [n[len(path):] for n in by_name if n.startswith(path) and "." not in n[len(path):]
                  and n[len(path):] not in known and n[len(path):] not in module._parameters]
        node.buffers = [(k, by_name[path + k]) for k in known]
        node.children = [walk(k, path + k + ".", m) for k, m in module._modules.items()]
        return node

    return walk("", "", model)


def tensor_json(name, entry, **more):
    return {"name": name, "shape": entry.shape, "dtype": entry.dtype, **more}


def below(module):
    """Every tensor at and below a module, in the order of a state dict: (is parameter, entry)."""
    yield from ((True, e) for _, e in module.params)
    yield from ((False, e) for _, e in module.buffers)
    for child in module.children:
        yield from below(child)


def module_json(module):
    once = {}
    parameters = {}
    for is_parameter, entry in below(module):
        once[entry.place] = entry.size
        if is_parameter:
            parameters[entry.place] = entry.elements
    node = {"name": module.name, "class": module.kind, "bytes": sum(once.values()),
            "parameters": sum(parameters.values())}
    if module.params:
        node["params"] = [tensor_json(n, e) for n, e in module.params]
    if module.buffers:
        node["buffers"] = [tensor_json(n, e, persistent=True) for n, e in module.buffers]
    if module.children:
        node["children"] = [module_json(child) for child in module.children]
    return node


def write_tree(name, root, architecture, no_split):
    groups = {}
    for _, entry in below(root):
        groups.setdefault(entry.place, []).append(entry.name)
    tied = [names for names in groups.values() if len(names) > 1]
    tree = module_json(root)
    if tied:
        tree["tied"] = tied
    document = {"format": "stowage.tree", "version": 1}
    if architecture:
        document["architecture"] = architecture
    document |= {"no_split_module_classes": no_split, "total_bytes": tree["bytes"],
                 "total_parameters": tree["parameters"], "tensors": len(list(below(root))),
                 "dtypes": sorted({entry.dtype for _, entry in below(root)}), "tree": tree}
    (TREES / f"{name}.tree.json").write_text(json.dumps(document, separators=(",", ":")) + "\n")


def gpt2():
    from transformers import GPT2Config, GPT2LMHeadModel

    return GPT2LMHeadModel(GPT2Config(n_layer=LAYERS, n_embd=WIDTH, n_head=2, vocab_size=VOCABULARY,
                                      n_positions=CONTEXT, bos_token_id=0, eos_token_id=0))


def main():
    TREES.mkdir(parents=True, exist_ok=True)
    names = [path.name[:-len(".sha256.json")] for path in FOLDER.glob("*.sha256.json")]
    names += [path.name for path in FOLDER.glob("meta-*.pth")]
    for name in sorted(names):
        entries, is_unordered, _keep = list_fixture(FOLDER / name)
        if name.startswith("gpt2-tiny"):
            write_tree(name, tree_of_class(gpt2(), entries), "gpt2", ["GPT2Block"])
        elif name.startswith("raschka-tiny"):
            write_tree(name, tree_of_class(GPTModel(), entries), "raschka-gpt2",
                       ["TransformerBlock"])
        else:
            write_tree(name, tree_of_names(entries, is_unordered), "", [])


if __name__ == "__main__":
    main()
