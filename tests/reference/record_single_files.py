# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes resources/single_files: how diffusers turns the names of single-file checkpoints into its own.

    venv/bin/python tests/reference/record_single_files.py DIFFUSERS_CHECKOUT

Nothing is taken from the converters' text: each is given tensors whose elements are numbered, and what comes
out says which rows of which tensor it was made of. Names in the original layout come from diffusers' own
scripts that write it (scripts/convert_diffusers_to_original_*.py of a checkout, which no package holds); of FLUX
they are those that the converter asks for. Numbers in names that the rule does not depend on become '#'.
`tests/data/single_files/probes.json` has the shapes of what goes in, and of every tensor that comes out the tensor
that it was made of and from where in it some of its elements came: what the test holds the tables to.
"""
import bisect
import importlib.util
import json
import math
import pathlib
import random
import re
import sys

import torch
from diffusers import AutoencoderKL, FluxTransformer2DModel, UNet2DConditionModel
from diffusers.loaders import single_file_utils as single
from transformers import CLIPTextConfig, CLIPTextModel, CLIPTextModelWithProjection

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PUBLISHED = HERE.parent / "data" / "pipelines" / "published"
TABLES = ROOT / "resources" / "single_files"
PROBES = HERE.parent / "data" / "single_files"


def config_of(pipeline, component):
    return json.loads((PUBLISHED / pipeline / component / "config.json").read_text())


def shapes_of(cls, config):
    """Of the state dict on the meta device."""
    config = {k: v for k, v in config.items() if not k.startswith("_") and k != "architectures"}
    with torch.device("meta"):
        model = cls(CLIPTextConfig(**config)) if cls.__module__.startswith("transformers") else cls.from_config(config)
    return {name: tuple(tensor.shape) for name, tensor in model.state_dict().items()}


class Numbered:
    """Tensors whose elements are unique: of all but `whole` names a column alone, which is enough to tell rows."""

    def __init__(self):
        self.next, self.sources = 0, []

    def tensor(self, name, shape, whole=False):
        small = tuple(shape) if whole else (shape[0],) + (1,) * (len(shape) - 1) if shape else ()
        count = math.prod(small)
        self.sources.append((self.next, count, name, tuple(shape), small))
        tensor = torch.arange(self.next, self.next + count, dtype=torch.float64).reshape(small)
        self.next += count
        return tensor

    def source(self, number):
        first, count, name, shape, small = self.sources[bisect.bisect_right(self.sources, number, key=lambda s: s[0]) - 1]
        assert first <= number < first + count
        return number - first, name, shape, small


def rule_of(numbered, tensor):
    """The source of a converted tensor: name, and rows, "swap", "transpose" or nothing."""
    flat = tensor.flatten().tolist()
    first, name, shape, small = numbered.source(int(flat[0]))
    rows = [numbered.source(int(v)) for v in (flat[0], flat[-1])]
    assert all(r[1] == name for r in rows), name
    total = math.prod(small)
    plain = list(range(int(flat[0]), int(flat[0]) + len(flat)))
    if [int(v) for v in flat] == plain:
        if len(flat) == total:
            return name, None
        unit = math.gcd(math.gcd(first, len(flat)), total)
        return name, [first // unit, len(flat) // unit, total // unit]
    base = int(flat[0]) - first
    half = total // 2
    if [int(v) - base for v in flat] == list(range(half, total)) + list(range(half)):
        return name, "swap"
    assert small == shape and [int(v) - base for v in flat] == \
        torch.arange(total).reshape(shape).T.flatten().tolist(), name
    return name, "transpose"


def numbers_in(text):
    return [m.span() for m in re.finditer(r"(?<![^.])\d+(?![^.])", text)]


def generalised(source, span, meanings):
    """A source and what becomes of it with one number as '#', in the order of the numbers; None: it is another one."""
    start, end = span
    number, before = source[start:end], source[:start].count("#")
    result = []
    for target, *how in meanings:
        places = [s for s in numbers_in(target)
                  if target[s[0]:s[1]] == number and target[:s[0]].count("#") == before
                  and target[s[1]:].count("#") == source[end:].count("#")]
        # The one behind the same word, where there is one: "transformer_blocks.3".
        word = source[:start].split(".")[-2:]
        places.sort(key=lambda s: target[:s[0]].split(".")[-2:] != word)
        if not places:
            return None
        place = places[0]
        result.append([target[:place[0]] + "#" + target[place[1]:], *how])
    return source[:start] + "#" + source[end:], result


def folded(plain):
    """[source, target, how…] with numbers as '#' where all names of that form mean the same."""
    by_source = {}
    for source, *meaning in plain:
        by_source.setdefault(source, []).append(meaning)
    changed = True
    while changed:
        changed = False
        groups = {}
        for source, meanings in by_source.items():
            for span in numbers_in(source):
                pattern = source[:span[0]] + "#" + source[span[1]:]
                groups.setdefault(pattern, []).append((source, generalised(source, span, meanings)))
        for pattern, members in sorted(groups.items(), key=lambda item: -len(item[1])):
            first = members[0][1]
            if len(members) > 1 and first is not None and all(m[1] == first and m[0] in by_source for m in members):
                for source, _ in members:
                    del by_source[source]
                by_source[pattern] = first[1]
                changed = True
    return [[source, *meaning] for source in sorted(by_source) for meaning in by_source[source]]


def meaning_of(rules, source):
    """What the rules say of a name: the exact one, else the pattern with the fewest '#' that fits."""
    fitting = {}
    for pattern, target, *how in rules:
        fits = re.fullmatch("".join(r"(\d+)" if part == "#" else re.escape(part)
                                    for part in re.split("(#)", pattern)), source)
        if fits:
            numbers = iter(fits.groups())
            fitting.setdefault((pattern.count("#"), pattern), []).append(
                [re.sub("#", lambda _: next(numbers), target), *how])
            numbers = iter(fits.groups())
    return fitting[min(fitting)] if fitting else []


def check_folded(rules, plain):
    wanted = {}
    for source, *meaning in plain:
        wanted.setdefault(source, []).append(meaning)
    for source, meanings in wanted.items():
        assert meaning_of(rules, source) == meanings, (source, meaning_of(rules, source), meanings)


def inverse(checkout, script):
    path = pathlib.Path(checkout) / "scripts" / script
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Asked(dict):
    """A checkpoint of FLUX that has whatever it is asked for, and remembers it."""

    def __init__(self, layers, single_layers, make):
        super().__init__({f"double_blocks.{layers - 1}.x": None, f"single_blocks.{single_layers - 1}.x": None,
                          "guidance_in.x": None})
        self.make = make

    def pop(self, key, *_):
        return self.make(key)


def record(name, numbered, converted, shapes, probes):
    plain = []
    rng = random.Random(name)
    out = {}
    # Since transformers 5 the text model is the model itself.
    converted = {target if target in shapes else target.removeprefix("text_model."): tensor
                 for target, tensor in converted.items()}
    for target, tensor in converted.items():
        source, how = rule_of(numbered, tensor)
        plain.append([source, target] + ([how] if how is not None else []))
        flat = tensor.flatten()
        picks = sorted({0, flat.numel() - 1, rng.randrange(flat.numel())})
        out[target] = [source] + [[pick, numbered.source(int(flat[pick]))[0]] for pick in picks]
    missing = set(shapes) - set(converted)
    unexpected = set(converted) - set(shapes)
    print(name, len(converted), "tensors, missing", sorted(missing), "unexpected", sorted(unexpected))
    rules = folded(plain)
    check_folded(rules, plain)
    print("   ", len(plain), "rules folded to", len(rules))
    sources = {s[2]: list(s[3]) for s in numbered.sources}
    probes[name] = {"sources": sources, "tensors": out}
    return rules


def flux_transformer():
    """Of FLUX no list of names is needed: the converter asks for each."""
    shapes = shapes_of(FluxTransformer2DModel, config_of("FLUX.1-dev", "transformer"))
    # The rows of what is not cut follow from what comes out.
    names = {}

    def first(key):
        rows = 9216 if ".qkv." in key else 21504 if ".linear1." in key else 2
        names[key] = Numbered().tensor(key, (rows,))
        return names[key] + 1_000_000 * len(names)

    converted = single.convert_flux_transformer_checkpoint_to_diffusers(Asked(19, 38, first))
    order = list(names)
    sizes = {}
    for target, tensor in converted.items():
        key = order[int(tensor.flatten()[0]) // 1_000_000 - 1]
        shape = shapes[target]
        rows = names[key].shape[0]
        sizes[key] = (rows if rows > 2 else shape[0],) + tuple(shape[1:])
    numbered = Numbered()
    converted = single.convert_flux_transformer_checkpoint_to_diffusers(
        Asked(19, 38, lambda key: numbered.tensor(key, sizes[key])))
    return numbered, converted, shapes


def unet(checkout, pipeline, script):
    config = config_of(pipeline, "unet")
    shapes = shapes_of(UNet2DConditionModel, config)
    original = inverse(checkout, script).convert_unet_state_dict(dict(shapes))
    numbered = Numbered()
    prefix = "model.diffusion_model."
    checkpoint = {prefix + key: numbered.tensor(key, shape) for key, shape in original.items()}
    loaded = UNet2DConditionModel.load_config(str(PUBLISHED / pipeline / "unet"))
    return numbered, single.convert_ldm_unet_checkpoint(checkpoint, loaded), shapes


def vae(checkout, pipeline):
    shapes = shapes_of(AutoencoderKL, config_of(pipeline, "vae"))
    module = inverse(checkout, "convert_diffusers_to_original_stable_diffusion.py")
    empty = {name: torch.empty(shape, device="meta") for name, shape in shapes.items()}
    original = {name: tuple(t.shape) for name, t in module.convert_vae_state_dict(empty).items()}
    numbered = Numbered()
    checkpoint = {"first_stage_model." + key: numbered.tensor(key, shape) for key, shape in original.items()}
    loaded = AutoencoderKL.load_config(str(PUBLISHED / pipeline / "vae"))
    return numbered, single.convert_ldm_vae_checkpoint(checkpoint, loaded), shapes


def clip():
    config = config_of("stable-diffusion-v1-5", "text_encoder")
    shapes = shapes_of(CLIPTextModel, config)
    # The original holds transformers' CLIPTextModel of its day, whose names all begin with text_model.
    original = {name if name.startswith("text_model.") else "text_model." + name: shape
                for name, shape in shapes.items()}
    numbered = Numbered()
    prefix = "cond_stage_model.transformer."
    checkpoint = {prefix + key: numbered.tensor(key, shape) for key, shape in original.items()}
    return numbered, single.convert_ldm_clip_checkpoint(checkpoint, remove_prefix=prefix), shapes


def open_clip(checkout):
    config = config_of("stable-diffusion-xl-base-1.0", "text_encoder_2")
    shapes = shapes_of(CLIPTextModelWithProjection, config)
    named = {name if name.startswith(("text_model.", "text_projection")) else "text_model." + name:
             torch.empty(shape, device="meta") for name, shape in shapes.items()}
    module = inverse(checkout, "convert_diffusers_to_original_sdxl.py")
    original = {name: tuple(t.shape) for name, t in module.convert_openclip_text_enc_state_dict(named).items()}
    print({k: v for k, v in original.items() if "proj" in k and "resblocks" not in k})
    numbered = Numbered()
    prefix = "conditioner.embedders.1.model."
    checkpoint = {}
    for key, shape in original.items():
        key = {"text_projection.weight": "text_projection"}.get(key, key)
        checkpoint[prefix + key] = numbered.tensor(key, shape, whole=key == "text_projection")
    with torch.device("meta"):
        model = CLIPTextModelWithProjection(CLIPTextConfig(**{k: v for k, v in config.items() if k != "architectures"}))
    return numbered, single.convert_open_clip_checkpoint(model, checkpoint, prefix), shapes


def component(name, pipeline, library, cls, prefixes, rules, folder=None, **more):
    config = {k: v for k, v in config_of(pipeline, folder or name).items() if k != "_diffusers_version"}
    return {"name": name, "library": library, "class": cls, "prefixes": prefixes, "rules": rules, "config": config, **more}


def pipelines():
    """What the files hold, by the keys that diffusers tells them by (CHECKPOINT_KEY_NAMES), the first that fits."""
    channels = {"in_channels": ["input_blocks.0.0.weight", 1]}  # nine of what is made to fill in parts of pictures
    sd, xl, flux = "stable-diffusion-v1-5", "stable-diffusion-xl-base-1.0", "FLUX.1-dev"
    first_stage, unet_prefix = ["first_stage_model.", "vae."], ["model.diffusion_model."]
    clip_l = ["cond_stage_model.transformer."]
    return [
        {"class": "StableDiffusionXLPipeline", "recognised_by": [[single.CHECKPOINT_KEY_NAMES["xl_base"], None]],
         "components": [
             component("unet", xl, "diffusers", "UNet2DConditionModel", unet_prefix, "unet_xl", from_shapes=channels),
             component("vae", xl, "diffusers", "AutoencoderKL", first_stage, "vae"),
             component("text_encoder", xl, "transformers", "CLIPTextModel",
                       ["conditioner.embedders.0.transformer."], "clip"),
             component("text_encoder_2", xl, "transformers", "CLIPTextModelWithProjection",
                       ["conditioner.embedders.1.model."], "open_clip")]},
        {"class": "FluxPipeline",
         "recognised_by": [[key, None] for key in single.CHECKPOINT_KEY_NAMES["flux"]],
         "components": [
             component("transformer", flux, "diffusers", "FluxTransformer2DModel", ["model.diffusion_model.", ""],
                       "flux", without=["guidance_in.in_layer.weight", {"guidance_embeds": False}]),
             component("vae", flux, "diffusers", "AutoencoderKL", ["vae."], "vae"),
             component("text_encoder", flux, "transformers", "CLIPTextModel",
                       ["text_encoders.clip_l.transformer."], "clip"),
             component("text_encoder_2", flux, "transformers", "T5EncoderModel",
                       ["text_encoders.t5xxl.transformer."], "")]},
        {"class": "StableDiffusionPipeline",
         "recognised_by": [[single.CHECKPOINT_KEY_NAMES["v2"], 768]],
         "components": [
             component("unet", sd, "diffusers", "UNet2DConditionModel", unet_prefix, "unet", from_shapes=channels),
             component("vae", sd, "diffusers", "AutoencoderKL", first_stage, "vae"),
             component("text_encoder", sd, "transformers", "CLIPTextModel", clip_l, "clip")]},
    ]


def main(checkout):
    TABLES.mkdir(exist_ok=True)
    PROBES.mkdir(exist_ok=True)
    probes, rules = {}, {}
    sd = "convert_diffusers_to_original_stable_diffusion.py"
    rules["flux"] = record("flux", *flux_transformer(), probes)
    rules["unet"] = record("unet", *unet(checkout, "stable-diffusion-v1-5", sd), probes)
    rules["unet_xl"] = record("unet_xl", *unet(checkout, "stable-diffusion-xl-base-1.0",
                                               "convert_diffusers_to_original_sdxl.py"), probes)
    rules["vae"] = record("vae", *vae(checkout, "stable-diffusion-v1-5"), probes)
    rules["clip"] = record("clip", *clip(), probes)
    rules["open_clip"] = record("open_clip", *open_clip(checkout), probes)
    (TABLES / "pipelines.json").write_text(json.dumps(pipelines(), indent=1) + "\n")
    for name, table in rules.items():
        rows = ",\n".join(json.dumps(rule) for rule in table)
        (TABLES / f"rules_{name}.json").write_text("[\n" + rows + "\n]\n")
    (PROBES / "probes.json").write_text(json.dumps(probes, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
