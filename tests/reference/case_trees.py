# SPDX-License-Identifier: GPL-3.0-or-later
"""Random module trees in the form of `.tree.json`, and the torch modules behind them."""
import torch
from torch import nn

NAMES = ("a", "b", "ab", "fc", "xfc", "head_fc", "h", "attn", "mlp", "q", "v", "emb", "norm", "proj", "layers",
         "0", "1", "2", "10", "11")
CLASSES = ("Block", "Layer", "MLP", "Attn", "Linear", "LayerNorm", "Embedding", "ModuleList", "Expert")
DTYPES = ("float32",) * 8 + ("float16", "bfloat16", "float64", "bool", "int8", "uint8", "int64", "int32",
                             "float8_e4m3fn", "float8_e5m2", "complex64", "int4", "uint2", "uint16")


def random_tensor(rng, name):
    shape = [rng.choice((1, 2, 3, 4, 5, 8, 16, 32, 64) + ((0,) if rng.random() < 0.05 else ()))
             for _ in range(rng.choice((0, 1, 1, 2, 2, 2, 3)))]
    return {"name": name, "shape": shape, "dtype": rng.choice(DTYPES)}


def random_node(rng, name, depth, path, made):
    node = {"name": name, "class": rng.choice(CLASSES) if depth else "Root"}
    taken = set()
    for kind, names, chance in (("params", ("weight", "bias", "scale"), 0.5), ("buffers", ("mask", "inv_freq"), 0.12)):
        tensors = []
        for tensor_name in names:
            if rng.random() < (chance if depth else 0.12):
                tensor = random_tensor(rng, tensor_name)
                if kind == "buffers":
                    tensor["persistent"] = rng.random() < 0.6
                tensors.append(tensor)
                taken.add(tensor_name)
        if tensors:
            node[kind] = tensors
    children = []
    if depth < 5 and rng.random() < (1.0, 0.8, 0.6, 0.4, 0.25)[depth]:
        for child_name in rng.sample(NAMES, rng.choice((1, 2, 2, 3, 4, 6) if depth else (1, 2, 3, 4, 6, 9))):
            child_path = f"{path}.{child_name}" if path else child_name
            earlier = [p for p in made if not child_path.startswith(p + ".") and p != path and not path.startswith(p + ".")]
            if earlier and rng.random() < 0.05:
                children.append({"name": child_name, "same_as": rng.choice(earlier)})
                continue
            children.append(random_node(rng, child_name, depth + 1, child_path, made))
            made.append(child_path)
    if children:
        node["children"] = children
    return node


def tensors_of(node, path=""):
    for kind in ("params", "buffers"):
        for tensor in node.get(kind, ()):
            yield (f"{path}.{tensor['name']}" if path else tensor["name"]), kind, tensor
    for child in node.get("children", ()):
        if "same_as" not in child:
            yield from tensors_of(child, f"{path}.{child['name']}" if path else child["name"])


def random_tree(rng):
    tree = random_node(rng, "", 0, "", [])
    groups = {}
    for name, kind, tensor in tensors_of(tree):
        groups.setdefault((kind, tuple(tensor["shape"]), tensor["dtype"]), []).append(name)
    tied = []
    for names in groups.values():
        if len(names) > 1 and rng.random() < 0.25:
            chosen = rng.sample(names, min(len(names), rng.choice((2, 2, 3))))
            tied.append([name for name in names if name in chosen])
    if rng.random() < 0.3:
        # A head that copies an embedding, which random shapes alone rarely give.
        weights = [(n, t) for n, k, t in tensors_of(tree) if k == "params" and n.count(".") and t["shape"]]
        if weights and all(child["name"] != "lm_head" for child in tree.get("children", ())):
            name, tensor = rng.choice(weights)
            if all(name not in group for group in tied):
                tree.setdefault("children", []).append(
                    {"name": "lm_head", "class": "Linear", "params": [dict(tensor, name="weight")]})
                tied.append([name, "lm_head.weight"])
    if tied:
        tree["tied"] = tied
    return tree


def build(node, cast=None):
    """The torch module of a tree, on the meta device."""
    made = {}

    def module_of(node, path):
        module = type(node["class"], (nn.Module,), {})()
        made[path] = module
        for tensor in node.get("params", ()):
            module.register_parameter(tensor["name"], nn.Parameter(empty(tensor), requires_grad=False))
        for tensor in node.get("buffers", ()):
            module.register_buffer(tensor["name"], empty(tensor), persistent=tensor.get("persistent", True))
        for child in node.get("children", ()):
            child_path = f"{path}.{child['name']}" if path else child["name"]
            module.add_module(child["name"], made[child["same_as"]] if "same_as" in child else module_of(child, child_path))
        return module

    def empty(tensor):
        dtype = tensor["dtype"]
        if cast and dtype in ("float16", "bfloat16", "float32", "float64"):
            dtype = cast
        return torch.empty(tensor["shape"], dtype=getattr(torch, dtype), device="meta")

    root = module_of(node, "")
    for group in node.get("tied", ()):
        owner = holder(root, group[0])
        for name in group[1:]:
            table, key = holder(root, name)
            table[key] = owner[0][owner[1]]
    return root


def holder(root, name):
    path, _, key = name.rpartition(".")
    module = root.get_submodule(path)
    return (module._parameters if key in module._parameters else module._buffers), key
