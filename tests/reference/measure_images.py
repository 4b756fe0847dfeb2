# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/image_tokens.json: what one image takes of a model that sees, for tst_config_facts.

    venv/bin/python tests/reference/measure_images.py

For each published case of data/architectures a square image of SIDES goes through the family's real
image processor, with the sizes that follow from the configuration, and through the real tower, shortened
to two layers: how many tiles and positions its first attention sees is counted there. Tokens are those
that the family's processor puts in the image's place, where it tells, else the features that the model
hands on. Needs torch, torchvision and transformers.
"""
import copy
import inspect
import json
import pathlib
import types

import numpy as np
import torch
import transformers
from PIL import Image

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
FAMILIES = ("llava", "llava_next", "llava_onevision", "gemma3", "paligemma", "idefics3", "smolvlm",
            "internvl", "mllama", "mistral3", "qwen2_vl", "qwen2_5_vl", "qwen3_vl", "llama4", "blip-2")

# Families of which no configuration is among the cases.
UNPUBLISHED = (("internvl", "default"), ("blip-2", "default"))


def shortened(config):
    """Two layers of tower and text: what an image takes depends on no layer's number."""
    config = copy.deepcopy(config)
    for part in ("vision_config", "text_config"):
        inner = config.setdefault(part, {}) if part in config or config["model_type"] != "qwen2_vl" else config
        for key in ("num_hidden_layers", "depth"):
            if part == "text_config" and key == "num_hidden_layers" or key in inner:
                inner[key] = 2
        for key in ("layer_types", "torch_dtype", "dtype"):
            inner.pop(key, None)
        if "fullatt_block_indexes" in inner:
            inner["fullatt_block_indexes"] = [1]
        if "deepstack_visual_indexes" in inner:
            inner["deepstack_visual_indexes"] = [0, 1]
        if part == "text_config":
            inner["vocab_size"] = 128
            inner["pad_token_id"] = None
            inner["intermediate_size"] = 64
    if config["model_type"] == "mllama":
        config["vision_config"].update(num_global_layers=1, intermediate_layers_indices=[0, 1])
        config["text_config"].update(num_hidden_layers=2, cross_attention_layers=[1])
    for key in ("num_hidden_layers", "torch_dtype", "dtype"):
        config.pop(key, None)
    return config


def image_processor(settings):
    """The family's own, with the sizes of the configuration, as its published preprocessor has them."""
    vision = settings.vision_config
    kind = settings.model_type
    side = getattr(vision, "image_size", None)
    square = {"height": side, "width": side}
    if vision.model_type == "pixtral":
        return transformers.PixtralImageProcessor(patch_size=vision.patch_size, size={"longest_edge": side})
    if kind == "llava":
        return (transformers.CLIPImageProcessor(size={"shortest_edge": side}, crop_size=square)
                if vision.model_type == "clip_vision_model" else transformers.SiglipImageProcessor(size=square))
    if kind in ("llava_next", "llava_onevision"):
        cls = transformers.LlavaNextImageProcessor if kind == "llava_next" else transformers.LlavaOnevisionImageProcessor
        size = {"shortest_edge": side} if kind == "llava_next" else square
        return cls(size=size, crop_size=square, image_grid_pinpoints=settings.image_grid_pinpoints)
    if kind == "gemma3":
        return transformers.Gemma3ImageProcessor(size=square)
    if kind == "paligemma":
        return transformers.SiglipImageProcessor(size=square)
    if kind in ("idefics3", "smolvlm"):
        cls = transformers.Idefics3ImageProcessor if kind == "idefics3" else transformers.SmolVLMImageProcessor
        return cls(size={"longest_edge": 4 * side}, max_image_size={"longest_edge": side})
    if kind == "internvl":
        return transformers.GotOcr2ImageProcessor(
            size={"height": side[0], "width": side[1]}, crop_to_patches=True, min_patches=1, max_patches=12)
    if kind == "mllama":
        return transformers.MllamaImageProcessor(size=square, max_image_tiles=vision.max_num_tiles)
    if kind in ("qwen2_vl", "qwen2_5_vl", "qwen3_vl"):
        return transformers.Qwen2VLImageProcessor(
            patch_size=vision.patch_size, merge_size=vision.spatial_merge_size,
            size={"shortest_edge": 56 * 56, "longest_edge": 12845056})
    if kind == "llama4":
        return transformers.Llama4ImageProcessor(size=square, max_patches=16)
    return transformers.BlipImageProcessor(size=square)


def side_of(settings):
    """Of a tower for any size about a thousand pixels, of one that cuts images up two by two tiles."""
    vision = settings.vision_config
    kind = settings.model_type
    if vision.model_type == "pixtral" or kind.startswith("qwen"):
        unit = vision.patch_size * (getattr(vision, "spatial_merge_size", None)
                                    or getattr(settings, "spatial_merge_size", None) or 1)
        return 1024 // unit * unit
    side = vision.image_size[0] if isinstance(vision.image_size, (list, tuple)) else vision.image_size
    return side * {"llava_next": 2, "llava_onevision": 2, "idefics3": 4, "smolvlm": 4}.get(kind, 1)


def told_tokens(settings, processor, side):
    """What the family's processor puts in an image's place; None where it does not tell."""
    kind = "pixtral" if settings.vision_config.model_type == "pixtral" else settings.model_type
    names = {"llava": "LlavaProcessor", "llava_next": "LlavaNextProcessor", "pixtral": "PixtralProcessor",
             "llava_onevision": "LlavaOnevisionProcessor", "idefics3": "Idefics3Processor",
             "smolvlm": "Idefics3Processor", "internvl": "InternVLProcessor", "qwen2_vl": "Qwen2VLProcessor",
             "qwen2_5_vl": "Qwen2_5_VLProcessor", "qwen3_vl": "Qwen3VLProcessor"}
    if kind == "llama4":
        vision = settings.vision_config
        patches = (vision.image_size // vision.patch_size) ** 2 * vision.pixel_shuffle_ratio**2
        words = types.SimpleNamespace()
        return transformers.Llama4Processor._prompt_split_image(words, (1, 1), int(patches)).count("<|")
    if kind not in names:
        return None
    cls = getattr(transformers, names[kind])
    vision = settings.vision_config
    has_class = vision.model_type == "clip_vision_model"
    patches = None
    if isinstance(getattr(vision, "image_size", None), int):
        patches = (vision.image_size // vision.patch_size) ** 2
    fake = types.SimpleNamespace(
        image_processor=processor, patch_size=getattr(vision, "patch_size", None),
        spatial_merge_size=getattr(settings, "spatial_merge_size", 1) or 1,
        vision_feature_select_strategy=getattr(settings, "vision_feature_select_strategy", None),
        vision_aspect_ratio=getattr(settings, "vision_aspect_ratio", None), num_image_tokens=patches,
        num_additional_image_tokens=1 if has_class else 0,
        tokenizer=lambda text, **_: {"input_ids": [0]}, _merge_kwargs=lambda **_: {"images_kwargs": {}})
    if kind in ("idefics3", "smolvlm"):
        fake.image_seq_len = patches // settings.scale_factor**2
    if kind == "internvl":
        grid = vision.image_size[0] // vision.patch_size[0]
        fake.image_seq_length = int(grid * grid * settings.downsample_ratio**2)
    for name, member in inspect.getmembers(cls, inspect.isfunction):
        if name.startswith("_get") or name.startswith("_unpad"):
            setattr(fake, name, types.MethodType(member, fake))
    return fake._get_num_multimodal_tokens(image_sizes=[(side, side)]).num_image_tokens[0]


def attention_of(tower):
    return next(m for n, m in tower.named_modules()
                if type(m).__name__.endswith("Attention") and "pool" not in n and "head" not in n.split("."))


def measure(config):
    settings = transformers.AutoConfig.for_model(config["model_type"]).__class__.from_dict(shortened(config))
    processor = image_processor(settings)
    side = side_of(settings)
    image = Image.fromarray(np.random.default_rng(0).integers(0, 255, (side, side, 3), dtype=np.uint8))
    inputs = {key: value.float() if torch.is_tensor(value) and value.is_floating_point() else value
              for key, value in processor(images=[image], return_tensors="pt").items()}
    model = getattr(transformers, config["architectures"][0])._from_config(settings, dtype=torch.float32).eval()
    tower = next(m for n, m in model.named_modules()
                 if n.split(".")[-1] in ("vision_tower", "visual", "vision_model"))
    seen = []
    spans = []  # of positions that see one another, in each layer of a tower that is told them

    def look(_, args, kwargs):
        seen.append((args[0] if args else kwargs["hidden_states"]).shape)
        if "cu_seqlens" in kwargs:
            spans.append(kwargs["cu_seqlens"].diff().max().item())

    attention_of(tower).register_forward_pre_hook(look, with_kwargs=True)
    holder = model if hasattr(model, "get_image_features") else getattr(model, "model", model)
    features = None
    with torch.no_grad():
        if settings.model_type == "mllama":  # its text sees images through attention: one token stands for each
            tower(inputs["pixel_values"], aspect_ratio_ids=inputs["aspect_ratio_ids"],
                  aspect_ratio_mask=inputs["aspect_ratio_mask"])
        else:
            method = inspect.signature(holder.get_image_features).parameters
            features = holder.get_image_features(**{k: v for k, v in inputs.items() if k in method})
    shape = [1, *seen[0]][-3:]
    measured = {"side": side, "tiles": shape[0], "positions": shape[1],
                "tokens": told_tokens(settings, processor, side) or handed_on(features)}
    if spans and spans[0] < shape[1]:  # the first layer has windows
        measured.update(window=spans[0], full_layers=config["vision_config"]["fullatt_block_indexes"])
    return measured


def handed_on(features):
    """How many rows go to the text in the image's place."""
    if features is None:
        return 1
    rows = getattr(features, "pooler_output", features)
    return rows.shape[:-1].numel() if isinstance(rows, torch.Tensor) else sum(one.shape[:-1].numel() for one in rows)


def main():
    for name in ("kaiming_uniform_", "xavier_uniform_", "trunc_normal_", "normal_", "uniform_"):
        setattr(torch.nn.init, name, lambda tensor, *_, **__: tensor)  # no value is looked at
    cases = []
    for family in FAMILIES:
        for case in json.loads((DATA / "architectures" / f"{family}.json").read_text())["cases"]:
            config = case["config"]
            is_published = not case["name"].startswith(("made", "default", "labels", "base"))
            if not is_published and (family, case["name"]) not in UNPUBLISHED:
                continue
            try:
                cases.append({"family": family, "case": case["name"], **measure(config)})
            except Exception as error:  # noqa: BLE001
                print(family, case["name"], "FAILED", repr(error)[:300], flush=True)
                continue
            print(cases[-1], flush=True)
    lines = ",\n".join(" " + json.dumps(case) for case in cases)
    (DATA / "image_tokens.json").write_text(f'{{"transformers": "{transformers.__version__}", "cases": [\n{lines}\n]}}\n')


main()
