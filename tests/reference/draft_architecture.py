# SPDX-License-Identifier: GPL-3.0-or-later
"""Drafts resources/architectures/NAME.json of a family from what the installed transformers builds.

    venv/bin/python tests/reference/draft_architecture.py MODEL_TYPE [CLASS …] [--config CONFIG.json] [--source]

The configuration should give each field that is a size a number of its own, so that sizes are
recognised: the draft says "hidden_size" wherever a tensor is as long as that field. Without --config
it has the library's defaults, of which many are alike. What depends on a field that is on or off has
to be written by hand, from the library's source (--source prints where it lies): a class that has
several forms within the models is drafted in each.
"""
import argparse
import inspect
import json

import torch
import transformers


def names_of(config, prefix=""):
    """The whole numbers of a configuration by value; the first name wins."""
    names = {}
    for field, value in config.items():
        if isinstance(value, bool):
            continue
        if isinstance(value, int) and value > 1:
            names.setdefault(value, prefix + field)
        elif isinstance(value, dict) and field.endswith("_config"):
            for number, name in names_of(value, f"{prefix}{field}.").items():
                names.setdefault(number, name)
    return names


class Sizes:
    def __init__(self, config):
        self.names = names_of(config)

    def text(self, number):
        if number in self.names:
            return self.names[number]
        for factor in (2, 3, 4):
            if number % factor == 0 and number // factor in self.names:
                return f"{factor} * {self.names[number // factor]}"
        found = self.pair(number)
        return found or str(number)

    def pair(self, number):
        for a, name in self.names.items():
            if number - a in self.names:
                return f"{name} + {self.names[number - a]}"
            if number % a == 0 and number // a in self.names:
                return f"{name} * {self.names[number // a]}"
            for b, other in self.names.items():
                if b and a % b == 0 and a // b == number:
                    return f"{name} // {other}"
        return None

    def shape(self, tensor):
        return "[" + ", ".join(self.text(n) for n in tensor.shape) + "]"


def dtype_of(tensor, model_dtype):
    name = str(tensor.dtype).removeprefix("torch.")
    return "" if tensor.dtype == model_dtype else name + " "


def leaf(module, sizes):
    """The arguments of a class of common.json; nothing of another."""
    kind = type(module).__name__
    if kind == "Linear" and type(module) is torch.nn.Linear:
        tail = "" if module.bias is not None else ", bias=False"
        return f"Linear({sizes.text(module.in_features)}, {sizes.text(module.out_features)}{tail})"
    if type(module) is torch.nn.Embedding:
        return f"Embedding({sizes.text(module.num_embeddings)}, {sizes.text(module.embedding_dim)})"
    if type(module) is torch.nn.LayerNorm and module.bias is not None:
        return f"LayerNorm({sizes.text(module.normalized_shape[0])})"
    if kind == "Conv1D":
        return f"Conv1D({sizes.text(module.weight.shape[0])}, {sizes.text(module.weight.shape[1])})"
    if not list(module.children()) and not list(module.parameters()) and not list(module.buffers()):
        return kind
    if not list(module.children()) and type(module).__module__.startswith("torch.nn"):
        tensors = [f"{n} {sizes.shape(t)}" for n, t in module.named_parameters()]
        return f"{kind}({'; '.join(tensors)})"
    return None


class Draft:
    def __init__(self, sizes, dtype):
        self.sizes, self.dtype = sizes, dtype
        self.classes = {}  # name -> list of forms

    def name_of(self, module, parent, field):
        kind = type(module).__name__
        if kind in ("Sequential", "ModuleList", "ModuleDict"):
            return f"{parent}_{field} is {kind}"
        return kind

    def member(self, module, parent, field):
        text = leaf(module, self.sizes)
        if text:
            return text
        kind = type(module).__name__
        children = list(module.named_children())
        if kind == "ModuleList" and children and len({type(c).__name__ for _, c in children}) == 1:
            inner = {self.member(c, parent, field) for _, c in children}
            return " OR ".join(sorted(inner)) + f" for layer in {self.sizes.text(len(children))}"
        name = self.name_of(module, parent, field)
        self.add(name, module)
        return name.split(" ")[0]

    def add(self, name, module):
        form = {}
        is_list = name.endswith(("Sequential", "ModuleList"))
        for field, tensor in module._parameters.items():
            if tensor is not None:
                form[field] = dtype_of(tensor, self.dtype) + self.sizes.shape(tensor)
        for field, tensor in module._buffers.items():
            if tensor is not None:
                saved = " not saved" if field in module._non_persistent_buffers_set else ""
                form[field] = "buffer " + dtype_of(tensor, self.dtype) + self.sizes.shape(tensor) + saved
        for field, child in module._modules.items():
            if child is not None:
                form[f"#{int(field) + 1}" if is_list and field.isdigit() else field] = \
                    self.member(child, name.split(" ")[0], field)
        forms = self.classes.setdefault(name, [])
        if form not in forms:
            forms.append(form)


def tied(model):
    groups = {}
    for name, tensor in model.named_parameters(remove_duplicate=False):
        groups.setdefault(id(tensor), []).append(name)
    return [names for names in groups.values() if len(names) > 1]


def draft_diffusers(name, fields):
    """A class of diffusers: its configuration is what its constructor is given."""
    import diffusers
    with torch.device("meta"):
        model = getattr(diffusers, name).from_config({"_class_name": name} | fields)
    config = {key: value for key, value in model.config.items() if not key.startswith("_")}
    draft = Draft(Sizes(config), model.dtype)
    draft.add(name, model)
    return {"about": "", "models": [name], "no_split": sorted(model._no_split_modules or []),
            "loading": {"keep_float32": sorted(model._keep_in_fp32_modules or [])}, "fields": config,
            "modules": modules_of(draft)}


def modules_of(draft):
    return {name if number == 0 else f"{name} (form {number + 1})": form
            for name, forms in draft.classes.items() for number, form in enumerate(forms)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model_type", help="or the class of one of diffusers' models")
    parser.add_argument("classes", nargs="*")
    parser.add_argument("--config", help="fields to set, JSON or a file of it")
    parser.add_argument("--source", action="store_true")
    options = parser.parse_args()
    transformers.logging.set_verbosity_error()
    fields = {}
    if options.config:
        fields = json.loads(options.config if options.config.startswith("{") else open(options.config).read())
    if options.model_type[0].isupper():
        print(json.dumps(draft_diffusers(options.model_type, fields), indent=2, default=str))
        return
    config_class = type(transformers.AutoConfig.for_model(options.model_type))
    config = config_class.from_dict({"model_type": options.model_type} | fields)
    module = inspect.getmodule(config_class)
    package = module.__name__.rpartition(".")[0]
    if options.source:
        print(inspect.getfile(config_class))
    modeling = __import__(package + ".modeling_" + package.rpartition(".")[2], fromlist=["x"])
    base = [value for name, value in vars(modeling).items() if inspect.isclass(value)
            and issubclass(value, transformers.PreTrainedModel) and value.__module__ == modeling.__name__]
    names = options.classes or [c.__name__ for c in base if hasattr(transformers, c.__name__)
                                and not c.__name__.endswith("PreTrainedModel")]
    document = {"about": "", "models": names, "fields": {}, "modules": {}}
    draft = None
    for name in names:
        try:
            with torch.device("meta"):
                model = getattr(transformers, name)._from_config(config)
        except Exception as error:  # noqa: BLE001  said, and gone on
            document["modules"][name] = f"NOT BUILT: {type(error).__name__}: {error}"
            continue
        draft = draft or Draft(Sizes(config.to_dict()), model.dtype)
        draft.add(name, model)
        for group in tied(model):
            for other in group[1:]:
                draft.classes[name][-1][other] = f"same as {group[0]}"
        document.setdefault("no_split", sorted(getattr(model, "_no_split_modules", None) or []))
        loading = document.setdefault("loading", {})
        for key, attribute in (("base_prefix", "base_model_prefix"), ("ignored", "_keys_to_ignore_on_load_unexpected"),
                               ("keep_float32", "_keep_in_fp32_modules"),
                               ("keep_float32_strict", "_keep_in_fp32_modules_strict"),
                               ("old_names", "_checkpoint_conversion_mapping")):
            value = getattr(model, attribute, None)
            if value:
                where = key if loading.get(key, value) == value else f"{key} of {name}"
                loading[where] = sorted(value) if isinstance(value, set) else value
    for key, value in config_class().to_dict().items():
        if key not in transformers.PretrainedConfig().to_dict() or key == "tie_word_embeddings":
            document["fields"][key] = value
    document["aliases"] = dict(getattr(config_class, "attribute_map", {}))
    document["modules"] |= modules_of(draft) if draft else {}
    print(json.dumps(document, indent=2, default=str))


if __name__ == "__main__":
    main()
