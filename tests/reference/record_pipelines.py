# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/pipelines: tiny pipelines of diffusers, as configurations alone, and what diffusers makes of them.

    venv/bin/python tests/reference/record_pipelines.py                the folders of tiny pipelines and balanced.json
    venv/bin/python tests/reference/record_pipelines.py --published    the sizes of published pipelines, published.json
    venv/bin/python tests/reference/record_pipelines.py --facts        resources/pipelines.json

A folder holds model_index.json and each model's config.json as save_pretrained writes them, and no weights.
balanced.json says how large diffusers takes each component to be in three dtypes, and which device map
DiffusionPipeline.from_pretrained(…, device_map="balanced", max_memory=…) makes: the map is the one that
diffusers' own _get_final_device_map returns, called as from_pretrained calls it. The GPUs need not be there.

from_pretrained goes through the components in the order of a Python set of their names, which changes from
run to run. That shows where two components are of equal size, so no two of a tiny pipeline are.

"parameters" counts tied weights once. "bytes" is what diffusers counts: it builds the models under
accelerate's init_empty_weights, which tears tied weights apart, so that it takes each of them for one more.

published.json says how many parameters and bytes the pipelines in published/ have, built on the meta device;
their configurations are made by the script from numbers of resources/presets.json, the defaults of the
classes, and memory: "_source" says which.
"""
import copy
import importlib
import inspect
import json
import os
import pathlib
import random
import shutil
import sys
import tempfile

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import accelerate
import diffusers
import torch
import transformers
from accelerate.utils import compute_module_sizes
from diffusers import pipelines as pipeline_package
from diffusers.pipelines import pipeline_loading_utils

torch.set_num_threads(1)
diffusers.utils.logging.set_verbosity_error()
transformers.utils.logging.set_verbosity_error()

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "tests" / "data" / "pipelines"
VERSIONS = {"torch": torch.__version__.split("+")[0], "transformers": transformers.__version__,
            "accelerate": accelerate.__version__, "diffusers": diffusers.__version__}
DTYPES = {"float32": torch.float32, "float16": torch.float16, "bfloat16": torch.bfloat16}


# Tiny pipelines

def clip_text(hidden, layers=2, projection=None, vocabulary=1000, **more):
    projected = projection is not None
    settings = dict(hidden_size=hidden, intermediate_size=hidden + 5, num_hidden_layers=layers, num_attention_heads=4,
                    vocab_size=vocabulary, bos_token_id=0, eos_token_id=2, pad_token_id=1,
                    projection_dim=projection or hidden, **more)
    return ("CLIPTextModelWithProjection" if projected else "CLIPTextModel",
            transformers.CLIPTextConfig(**settings))


def t5(hidden, layers=2, umt5=False):
    kind = transformers.UMT5Config if umt5 else transformers.T5Config
    return ("UMT5EncoderModel" if umt5 else "T5EncoderModel",
            kind(d_model=hidden, d_kv=8, d_ff=hidden + 5, num_layers=layers, num_heads=4, vocab_size=1103,
                 feed_forward_proj="gated-gelu", relative_attention_num_buckets=8))


def safety_checker():
    small = dict(hidden_size=32, intermediate_size=40, num_hidden_layers=2, num_attention_heads=4)
    return ("StableDiffusionSafetyChecker",
            transformers.CLIPConfig(text_config=dict(small, vocab_size=99, max_position_embeddings=16),
                                    vision_config=dict(small, image_size=30, patch_size=10),
                                    projection_dim=24))


def llama(hidden, layers):
    return ("LlamaModel", transformers.LlamaConfig(
        vocab_size=1000, hidden_size=hidden, intermediate_size=hidden + 21, num_hidden_layers=layers,
        num_attention_heads=4, num_key_value_heads=2, pad_token_id=0, bos_token_id=0, eos_token_id=2))


def qwen3(hidden, layers):
    return ("Qwen3Model", transformers.Qwen3Config(
        vocab_size=1000, hidden_size=hidden, intermediate_size=hidden + 21, num_hidden_layers=layers, head_dim=8,
        num_attention_heads=4, num_key_value_heads=2, pad_token_id=0, bos_token_id=0, eos_token_id=2))


def qwen25_vl(hidden, layers):
    return ("Qwen2_5_VLForConditionalGeneration", transformers.Qwen2_5_VLConfig(
        text_config=dict(vocab_size=1000, hidden_size=hidden, intermediate_size=hidden + 21, num_hidden_layers=layers,
                         num_attention_heads=2, num_key_value_heads=2, pad_token_id=0, bos_token_id=0, eos_token_id=2,
                         rope_parameters=dict(rope_type="default", rope_theta=1e6, mrope_section=[1, 1, 2])),
        vision_config=dict(depth=2, hidden_size=16, intermediate_size=24, num_heads=2, out_hidden_size=hidden,
                           fullatt_block_indexes=[1]),
        tie_word_embeddings=False))


def mistral3(hidden, layers):
    return ("Mistral3ForConditionalGeneration", transformers.Mistral3Config(
        text_config=dict(model_type="mistral", vocab_size=1000, hidden_size=hidden, intermediate_size=hidden + 21,
                         num_hidden_layers=layers, num_attention_heads=4, num_key_value_heads=2, head_dim=8),
        vision_config=dict(model_type="pixtral", hidden_size=16, intermediate_size=24, num_hidden_layers=2,
                           num_attention_heads=2, image_size=32, patch_size=8, head_dim=8)))


def vae(channels=(16, 32), latent=4, **more):
    return ("AutoencoderKL", dict(
        block_out_channels=list(channels), latent_channels=latent, norm_num_groups=8, sample_size=16,
        down_block_types=["DownEncoderBlock2D"] * len(channels), up_block_types=["UpDecoderBlock2D"] * len(channels),
        **more))


UNET = dict(sample_size=8, layers_per_block=1, norm_num_groups=8,
            down_block_types=["DownBlock2D", "CrossAttnDownBlock2D"],
            up_block_types=["CrossAttnUpBlock2D", "UpBlock2D"])
FLOW = ("FlowMatchEulerDiscreteScheduler", {})
FLOW_SHIFTED = ("FlowMatchEulerDiscreteScheduler", {"shift": 3.0})
FLOW_DYNAMIC = ("FlowMatchEulerDiscreteScheduler", {"use_dynamic_shifting": True})
OLD_SCHEDULE = dict(beta_start=0.00085, beta_end=0.012, beta_schedule="scaled_linear")
WAN_VAE = dict(base_dim=4, z_dim=16, dim_mult=[1, 1, 1, 1], num_res_blocks=1, temperal_downsample=[False, True, True])
WAN = dict(patch_size=[1, 2, 2], num_attention_heads=2, attention_head_dim=12, text_dim=32, freq_dim=64, ffn_dim=40,
           rope_max_seq_len=32)
SDXL_UNET = dict(UNET, block_out_channels=[16, 32], attention_head_dim=[2, 4], use_linear_projection=True,
                 addition_embed_type="text_time", addition_time_embed_dim=8, transformer_layers_per_block=[1, 2],
                 projection_class_embeddings_input_dim=6 * 8 + 20, cross_attention_dim=64)

# name: (class, {component: (class, settings)}, the pipeline's other settings). A component that is not named is None.
PIPELINES = {
    "stable-diffusion": ("StableDiffusionPipeline", {
        "vae": vae(),
        "text_encoder": clip_text(32, 3),
        "tokenizer": "CLIPTokenizer",
        "unet": ("UNet2DConditionModel", dict(UNET, block_out_channels=[16, 32], cross_attention_dim=32,
                                              attention_head_dim=4)),
        "scheduler": ("PNDMScheduler", dict(OLD_SCHEDULE, skip_prk_steps=True, steps_offset=1)),
        "safety_checker": safety_checker(),
        "feature_extractor": "CLIPImageProcessor",
    }, {}),
    "stable-diffusion-2": ("StableDiffusionPipeline", {
        "vae": vae(),
        "text_encoder": clip_text(40, 2, hidden_act="gelu"),
        "tokenizer": "CLIPTokenizer",
        "unet": ("UNet2DConditionModel", dict(UNET, block_out_channels=[16, 40], cross_attention_dim=40,
                                              attention_head_dim=[2, 5], use_linear_projection=True,
                                              upcast_attention=True)),
        "scheduler": ("DDIMScheduler", dict(OLD_SCHEDULE, clip_sample=False, set_alpha_to_one=False, steps_offset=1,
                                            prediction_type="v_prediction")),
    }, {"requires_safety_checker": False}),
    "stable-diffusion-xl": ("StableDiffusionXLPipeline", {
        "vae": vae(force_upcast=True),
        "text_encoder": clip_text(24, 2),
        "text_encoder_2": clip_text(40, 3, projection=20, hidden_act="gelu"),
        "tokenizer": "CLIPTokenizer", "tokenizer_2": "CLIPTokenizer",
        "unet": ("UNet2DConditionModel", SDXL_UNET),
        "scheduler": ("EulerDiscreteScheduler", dict(OLD_SCHEDULE, steps_offset=1, timestep_spacing="leading")),
    }, {}),
    "stable-diffusion-xl-img2img": ("StableDiffusionXLImg2ImgPipeline", {
        "vae": vae((16, 24), force_upcast=True),
        "text_encoder_2": clip_text(64, 2, projection=20, hidden_act="gelu"),
        "tokenizer_2": "CLIPTokenizer",
        "unet": ("UNet2DConditionModel", dict(SDXL_UNET, projection_class_embeddings_input_dim=5 * 8 + 20)),
        "scheduler": ("EulerDiscreteScheduler", dict(OLD_SCHEDULE, steps_offset=1, timestep_spacing="leading")),
    }, {"requires_aesthetics_score": True}),
    "stable-diffusion-3": ("StableDiffusion3Pipeline", {
        "transformer": ("SD3Transformer2DModel", dict(
            sample_size=16, patch_size=2, in_channels=4, out_channels=4, num_layers=3, attention_head_dim=8,
            num_attention_heads=4, caption_projection_dim=32, joint_attention_dim=56, pooled_projection_dim=56,
            pos_embed_max_size=12, qk_norm="rms_norm", dual_attention_layers=[0])),
        "scheduler": FLOW_SHIFTED,
        "vae": vae((16, 24), scaling_factor=1.5305, shift_factor=0.0609, use_quant_conv=False,
                   use_post_quant_conv=False),
        "text_encoder": clip_text(24, 2, projection=24),
        "tokenizer": "CLIPTokenizer",
        "text_encoder_2": clip_text(32, 2, projection=32, hidden_act="gelu"),
        "tokenizer_2": "CLIPTokenizer",
        "text_encoder_3": t5(56, 2),
        "tokenizer_3": "T5Tokenizer",
    }, {}),
    "flux": ("FluxPipeline", {
        "scheduler": FLOW_DYNAMIC,
        "vae": vae(scaling_factor=0.3611, shift_factor=0.1159, use_quant_conv=False, use_post_quant_conv=False),
        "text_encoder": clip_text(32, 2),
        "tokenizer": "CLIPTokenizer",
        "text_encoder_2": t5(40, 3),
        "tokenizer_2": "T5Tokenizer",
        "transformer": ("FluxTransformer2DModel", dict(
            patch_size=1, in_channels=16, num_layers=2, num_single_layers=3, attention_head_dim=16,
            num_attention_heads=2, joint_attention_dim=40, pooled_projection_dim=32, axes_dims_rope=[4, 4, 8],
            guidance_embeds=True)),
    }, {}),
    "flux2": ("Flux2Pipeline", {
        "scheduler": FLOW_DYNAMIC,
        "vae": ("AutoencoderKLFlux2", dict(
            block_out_channels=[16, 32], latent_channels=4, norm_num_groups=8, sample_size=16, layers_per_block=1,
            down_block_types=["DownEncoderBlock2D"] * 2, up_block_types=["UpDecoderBlock2D"] * 2)),
        "text_encoder": mistral3(32, 4),
        "tokenizer": "PixtralProcessor",
        "transformer": ("Flux2Transformer2DModel", dict(
            in_channels=16, num_layers=2, num_single_layers=3, attention_head_dim=16, num_attention_heads=2,
            joint_attention_dim=96, timestep_guidance_channels=32, axes_dims_rope=[4, 4, 4, 4])),
    }, {}),
    "pixart-sigma": ("PixArtSigmaPipeline", {
        "tokenizer": "T5Tokenizer",
        "text_encoder": t5(32, 3),
        "vae": vae(scaling_factor=0.13025),
        "transformer": ("PixArtTransformer2DModel", dict(
            sample_size=8, num_layers=2, patch_size=2, attention_head_dim=8, num_attention_heads=3,
            caption_channels=32, in_channels=4, cross_attention_dim=24, out_channels=8,
            use_additional_conditions=False)),
        "scheduler": ("DPMSolverMultistepScheduler", dict(beta_schedule="linear", beta_start=0.0001, beta_end=0.02)),
    }, {}),
    "cogvideox": ("CogVideoXPipeline", {
        "tokenizer": "T5Tokenizer",
        "text_encoder": t5(32, 2),
        "vae": ("AutoencoderKLCogVideoX", dict(
            block_out_channels=[8, 8, 8, 8], latent_channels=4, layers_per_block=1, norm_num_groups=2,
            temporal_compression_ratio=4, scaling_factor=0.7)),
        "transformer": ("CogVideoXTransformer3DModel", dict(
            num_attention_heads=4, attention_head_dim=16, in_channels=4, out_channels=4, time_embed_dim=8,
            text_embed_dim=32, num_layers=2, sample_width=2, sample_height=2, sample_frames=9, max_text_seq_length=16,
            use_rotary_positional_embeddings=True)),
        "scheduler": ("CogVideoXDDIMScheduler", dict(prediction_type="v_prediction", rescale_betas_zero_snr=True,
                                                     snr_shift_scale=1.0, timestep_spacing="trailing")),
    }, {}),
    "hunyuan-video": ("HunyuanVideoPipeline", {
        "text_encoder": llama(32, 4),
        "tokenizer": "LlamaTokenizer",
        "transformer": ("HunyuanVideoTransformer3DModel", dict(
            in_channels=4, out_channels=4, num_attention_heads=2, attention_head_dim=16, num_layers=2,
            num_single_layers=2, num_refiner_layers=1, patch_size=1, text_embed_dim=32, pooled_projection_dim=24,
            rope_axes_dim=[4, 4, 8])),
        "vae": ("AutoencoderKLHunyuanVideo", dict(
            latent_channels=4, block_out_channels=[8, 8, 8, 8], layers_per_block=1, norm_num_groups=4)),
        "scheduler": ("FlowMatchEulerDiscreteScheduler", {"shift": 7.0}),
        "text_encoder_2": clip_text(24, 2),
        "tokenizer_2": "CLIPTokenizer",
    }, {}),
    "wan": ("WanPipeline", {
        "tokenizer": "T5Tokenizer",
        "text_encoder": t5(32, 2, umt5=True),
        "vae": ("AutoencoderKLWan", WAN_VAE),
        "scheduler": ("UniPCMultistepScheduler", dict(prediction_type="flow_prediction", use_flow_sigmas=True,
                                                      flow_shift=3.0)),
        "transformer": ("WanTransformer3DModel", dict(WAN, num_layers=3)),
    }, {}),
    "wan-two-transformers": ("WanPipeline", {
        "tokenizer": "T5Tokenizer",
        "text_encoder": t5(32, 3, umt5=True),
        "vae": ("AutoencoderKLWan", WAN_VAE),
        "scheduler": ("UniPCMultistepScheduler", dict(prediction_type="flow_prediction", use_flow_sigmas=True,
                                                      flow_shift=3.0)),
        "transformer": ("WanTransformer3DModel", dict(WAN, num_layers=3)),
        "transformer_2": ("WanTransformer3DModel", dict(WAN, num_layers=2)),
    }, {"boundary_ratio": 0.875}),
    "qwen-image": ("QwenImagePipeline", {
        "scheduler": FLOW_DYNAMIC,
        "vae": ("AutoencoderKLQwenImage", dict(
            base_dim=16, z_dim=4, dim_mult=[1, 2, 4], num_res_blocks=1, temperal_downsample=[False, True],
            latents_mean=[0.0] * 4, latents_std=[1.0] * 4)),
        "text_encoder": qwen25_vl(16, 3),
        "tokenizer": "Qwen2Tokenizer",
        "transformer": ("QwenImageTransformer2DModel", dict(
            patch_size=2, in_channels=16, out_channels=4, num_layers=3, attention_head_dim=16, num_attention_heads=3,
            joint_attention_dim=16, axes_dims_rope=[8, 4, 4])),
    }, {}),
    "z-image": ("ZImagePipeline", {
        "scheduler": FLOW_SHIFTED,
        "vae": vae((16, 32), latent=16, scaling_factor=0.3611, shift_factor=0.1159, use_quant_conv=False,
                   use_post_quant_conv=False),
        "text_encoder": qwen3(24, 3),
        "tokenizer": "Qwen2Tokenizer",
        "transformer": ("ZImageTransformer2DModel", dict(
            in_channels=16, dim=48, n_layers=3, n_refiner_layers=1, n_heads=3, n_kv_heads=3, cap_feat_dim=24,
            axes_dims=[8, 4, 4], axes_lens=[256, 32, 32])),
    }, {}),
}


class PixtralProcessor(transformers.ProcessorMixin):
    """Stands in for the real one, which wants torchvision."""

    def __init__(self):
        self.tokenizer = transformers.LlamaTokenizer()

    def save_pretrained(self, folder, **_):
        pass


class CLIPImageProcessor(transformers.CLIPImageProcessor):
    """Goes by that name without torchvision, too."""


PixtralProcessor.__module__ = "transformers.models.pixtral.processing_pixtral"
CLIPImageProcessor.__module__ = "transformers.models.clip.image_processing_clip"


def processor(name):
    """A tokenizer or image processor of the right class; the tokenizers know next to no words."""
    if name == "PixtralProcessor":
        return PixtralProcessor()
    if name == "CLIPImageProcessor":
        return CLIPImageProcessor(size={"shortest_edge": 30}, crop_size={"height": 30, "width": 30})
    return getattr(transformers, name)()


def class_named(name):
    if name == "StableDiffusionSafetyChecker":
        return pipeline_package.stable_diffusion.StableDiffusionSafetyChecker
    return getattr(diffusers, name, None) or getattr(transformers, name)


def component(spec):
    if isinstance(spec, str):
        return processor(spec)
    name, settings = spec
    if isinstance(settings, dict):
        return class_named(name)(**settings)
    return class_named(name)(settings)


def build(name):
    """A pipeline with random weights."""
    class_name, components, settings = PIPELINES[name]
    kind = getattr(diffusers, class_name)
    torch.manual_seed(0)
    parts = {part: component(spec) for part, spec in components.items()}
    for part, parameter in inspect.signature(kind.__init__).parameters.items():
        if part != "self" and parameter.default is inspect.Parameter.empty:
            parts.setdefault(part, None)
    return kind(**parts, **settings)


def write_folder(name):
    pipeline = build(name)
    target = FOLDER / name
    shutil.rmtree(target, ignore_errors=True)
    with tempfile.TemporaryDirectory() as saved:
        pipeline.save_pretrained(saved)
        saved = pathlib.Path(saved)
        kept = [saved / "model_index.json", *sorted(saved.glob("*/config.json")),
                *sorted(saved.glob("*/scheduler_config.json"))]
        for file in kept:
            goal = target / file.relative_to(saved)
            goal.parent.mkdir(parents=True, exist_ok=True)
            goal.write_text(file.read_text().rstrip("\n") + "\n")


# Sizes and device maps

def components_of(folder):
    """The pipeline's class, and the components that from_pretrained loads, as it finds them."""
    config = diffusers.DiffusionPipeline.load_config(str(folder))
    config.pop("_ignore_files", None)
    kind = pipeline_loading_utils._get_pipeline_class(diffusers.DiffusionPipeline, config=config)
    _, optional = diffusers.DiffusionPipeline._get_signature_keys(kind)
    init_dict, _, _ = kind.extract_init_dict(config)
    for key in optional:
        if key in init_dict and key not in kind._optional_components:
            init_dict.pop(key)
    return kind, {name: value for name, value in init_dict.items() if value[0] is not None}


def empty_models(folder, dtype):
    """The models that diffusers builds on the meta device to find out their sizes."""
    kind, init_dict = components_of(folder)
    models = {}
    for name, (library, class_name) in init_dict.items():
        model = pipeline_loading_utils._load_empty_model(
            library_name=library, class_name=class_name,
            importable_classes=pipeline_loading_utils.ALL_IMPORTABLE_CLASSES, pipelines=pipeline_package,
            is_pipeline_module=hasattr(pipeline_package, library), pipeline_class=kind, name=name, dtype=dtype,
            cached_folder=str(folder), force_download=False, proxies=None, local_files_only=None, token=None,
            revision=None)
        if isinstance(model, torch.nn.Module):
            models[name] = model
    order = list(json.loads((pathlib.Path(folder) / "model_index.json").read_text()))
    return dict(sorted(models.items(), key=lambda item: order.index(item[0])))


def parameters_of(folder):
    """How many parameters the components have, tied ones once."""
    real = accelerate.init_empty_weights
    try:
        accelerate.init_empty_weights = lambda: torch.device("meta")
        return {part: sum(parameter.numel() for parameter in model.parameters())
                for part, model in empty_models(folder, torch.float32).items()}
    finally:
        accelerate.init_empty_weights = real


def size_of(model, dtype):
    return compute_module_sizes(model, dtype=dtype)[""]


def balanced(folder, dtype, max_memory, models=None):
    """The device map of from_pretrained(folder, dtype=dtype, device_map="balanced", max_memory=max_memory).

    `models`, where given, are what _load_empty_model is to answer, so that they are not built for each case.
    """
    kind, init_dict = components_of(folder)
    real = pipeline_loading_utils._load_empty_model
    count = torch.cuda.device_count
    try:
        if models is not None:
            pipeline_loading_utils._load_empty_model = lambda name, **_: models.get(name)
        # get_max_memory only warns of GPUs that are absent.
        torch.cuda.device_count = lambda: 8
        return pipeline_loading_utils._get_final_device_map(
            device_map="balanced", pipeline_class=kind, passed_class_obj={}, init_dict=init_dict,
            library=importlib.import_module("diffusers.pipelines.pipeline_utils").library, max_memory=dict(max_memory),
            dtype=dtype, cached_folder=str(folder), force_download=False, proxies=None, local_files_only=None,
            token=None, revision=None)
    finally:
        pipeline_loading_utils._load_empty_model = real
        torch.cuda.device_count = count


def limits(sizes, roll):
    """Limits of one to four GPUs, and mostly of the CPU, for components of these sizes."""
    total, largest, smallest = sum(sizes), max(sizes), min(sizes)
    kind = roll.choice(["equal", "unequal", "tied", "tight", "small", "exact", "tiny", "rising"])
    gpus = roll.choice([1, 2, 2, 3, 3, 4])
    if kind == "equal":
        memory = [roll.choice([total * 2, total // gpus, total // gpus + largest, largest])] * gpus
    elif kind == "unequal":
        memory = [roll.randrange(smallest, total * 2) for _ in range(gpus)]
    elif kind == "tied":
        memory = [roll.choice([total, largest + 100]) for _ in range(gpus)]
    elif kind == "tight":
        memory = [roll.randrange(largest // 2, largest * 2) for _ in range(gpus)]
    elif kind == "small":
        memory = [roll.choice([smallest - 1, largest - 1, largest, total]) for _ in range(gpus)]
    elif kind == "exact":
        memory = [sum(roll.sample(sizes, roll.randint(1, len(sizes)))) - roll.choice([0, 0, 1]) for _ in range(gpus)]
    elif kind == "tiny":
        memory = [roll.choice([0, 1, smallest // 2]) for _ in range(gpus)]
    else:
        memory = sorted(roll.randrange(smallest, total) for _ in range(gpus))
    first = roll.choice([0, 0, 0, 0, 1])
    found = {first + index: amount for index, amount in enumerate(memory)}
    if roll.random() < 0.7:
        found["cpu"] = roll.choice([total * 4, 0, smallest])
    keys = list(found)
    if roll.random() < 0.2:
        roll.shuffle(keys)
    return {key: found[key] for key in keys}


def rows(values):
    return ",\n".join("  " + json.dumps(value) for value in values)


def record_balanced():
    sizes, cases = [], []
    roll = random.Random(20)
    for name in PIPELINES:
        parameters = parameters_of(FOLDER / name)
        for text, dtype in DTYPES.items():
            models = empty_models(FOLDER / name, dtype)
            found = {part: {"bytes": size_of(model, dtype), "parameters": parameters[part]}
                     for part, model in models.items()}
            sizes.append({"pipeline": name, "dtype": text, "components": found})
            numbers = [value["bytes"] for value in found.values()]
            assert len(set(numbers)) == len(numbers), (name, text, found)
            for index in range(6):
                max_memory = limits(numbers, roll)
                answer = balanced(FOLDER / name, dtype, max_memory, models)
                if index == 0:
                    assert answer == balanced(FOLDER / name, dtype, max_memory), "the models at hand differ"
                cases.append({"pipeline": name, "dtype": text,
                              "max_memory": {str(key): value for key, value in max_memory.items()},
                              "device_map": answer})
    # Nothing but the CPU: there is no map at all.
    models = empty_models(FOLDER / "flux", torch.bfloat16)
    cases.append({"pipeline": "flux", "dtype": "bfloat16", "max_memory": {"cpu": 1 << 30},
                  "device_map": balanced(FOLDER / "flux", torch.bfloat16, {"cpu": 1 << 30}, models)})
    (FOLDER / "balanced.json").write_text(
        '{"made_by": ' + json.dumps(VERSIONS) + ',\n"sizes": [\n' + rows(sizes) + '\n],\n"cases": [\n' + rows(cases)
        + "\n]}\n")
    print(len(cases), "cases")


# Published pipelines

def preset(name, **changes):
    """The configuration of a known model of resources/presets.json."""
    known = json.loads((ROOT / "resources" / "presets.json").read_text())["presets"]
    config = dict(next(entry["config"] for entry in known if entry["name"] == name))
    config.update(changes)
    return config


def preset_clip(projected=False):
    config = preset("CLIP ViT-L/14")["text_config"]
    return ("CLIPTextModelWithProjection" if projected else "CLIPTextModel", config, "presets: CLIP ViT-L/14")


def open_clip(layers, hidden, heads, projection, projected):
    config = dict(model_type="clip_text_model", hidden_size=hidden, intermediate_size=4 * hidden, hidden_act="gelu",
                  num_attention_heads=heads, num_hidden_layers=layers, projection_dim=projection)
    return ("CLIPTextModelWithProjection" if projected else "CLIPTextModel", config, "recalled")


def t5_xxl():
    return ("T5EncoderModel", preset("T5-v1.1-XXL encoder"), "presets: T5-v1.1-XXL encoder")


def umt5_xxl():
    return ("UMT5EncoderModel", dict(preset("T5-v1.1-XXL encoder"), model_type="umt5", vocab_size=256384), "recalled")


def known_vae(latent=4, **more):
    return ("AutoencoderKL", dict(
        block_out_channels=[128, 256, 512, 512], down_block_types=["DownEncoderBlock2D"] * 4,
        up_block_types=["UpDecoderBlock2D"] * 4, layers_per_block=2, latent_channels=latent, **more), "recalled")


def known_checker():
    config = preset("CLIP ViT-L/14")
    config.pop("architectures")
    return ("StableDiffusionSafetyChecker", config, "presets: CLIP ViT-L/14")


VAE_16 = known_vae(16, scaling_factor=1.5305, shift_factor=0.0609, use_quant_conv=False, use_post_quant_conv=False,
                   sample_size=1024)
VAE_FLUX = known_vae(16, scaling_factor=0.3611, shift_factor=0.1159, use_quant_conv=False, use_post_quant_conv=False,
                     sample_size=1024)
VAE_XL = known_vae(scaling_factor=0.13025, sample_size=1024)
PROCESSORS = ("CLIPTokenizer", "T5TokenizerFast", "LlamaTokenizerFast", "Qwen2Tokenizer", "CLIPImageProcessor",
              "PixtralProcessor")


def sd3(**more):
    return ("SD3Transformer2DModel", dict(
        sample_size=128, patch_size=2, in_channels=16, out_channels=16, attention_head_dim=64,
        joint_attention_dim=4096, pooled_projection_dim=2048, pos_embed_max_size=192, **more), "recalled")


def sd3_parts(transformer):
    return {"scheduler": "FlowMatchEulerDiscreteScheduler", "text_encoder": preset_clip(True),
            "text_encoder_2": open_clip(32, 1280, 20, 1280, True), "text_encoder_3": t5_xxl(),
            "tokenizer": "CLIPTokenizer", "tokenizer_2": "CLIPTokenizer", "tokenizer_3": "T5TokenizerFast",
            "transformer": transformer, "vae": VAE_16}


# name: (the folder, the class, {component: (class, configuration, where it is from) or a class without weights},
# other entries of model_index.json).
PUBLISHED = {
    "runwayml/stable-diffusion-v1-5": ("stable-diffusion-v1-5", "StableDiffusionPipeline", {
        "feature_extractor": "CLIPImageProcessor", "safety_checker": known_checker(), "scheduler": "PNDMScheduler",
        "text_encoder": preset_clip(), "tokenizer": "CLIPTokenizer",
        "unet": ("UNet2DConditionModel", dict(cross_attention_dim=768, sample_size=64), "defaults and recalled"),
        "vae": known_vae(sample_size=512)}, {}),
    "stabilityai/stable-diffusion-2-1": ("stable-diffusion-2-1", "StableDiffusionPipeline", {
        "feature_extractor": "CLIPImageProcessor", "scheduler": "DDIMScheduler",
        "text_encoder": open_clip(23, 1024, 16, 512, False), "tokenizer": "CLIPTokenizer",
        "unet": ("UNet2DConditionModel", dict(cross_attention_dim=1024, attention_head_dim=[5, 10, 20, 20],
                                              use_linear_projection=True, upcast_attention=True, sample_size=96),
                 "recalled"),
        "vae": known_vae(sample_size=768)}, {"requires_safety_checker": False}),
    "stabilityai/stable-diffusion-xl-base-1.0": ("stable-diffusion-xl-base-1.0", "StableDiffusionXLPipeline", {
        "scheduler": "EulerDiscreteScheduler", "text_encoder": preset_clip(),
        "text_encoder_2": open_clip(32, 1280, 20, 1280, True), "tokenizer": "CLIPTokenizer",
        "tokenizer_2": "CLIPTokenizer",
        "unet": ("UNet2DConditionModel", dict(
            sample_size=128, block_out_channels=[320, 640, 1280], cross_attention_dim=2048,
            down_block_types=["DownBlock2D", "CrossAttnDownBlock2D", "CrossAttnDownBlock2D"],
            up_block_types=["CrossAttnUpBlock2D", "CrossAttnUpBlock2D", "UpBlock2D"],
            transformer_layers_per_block=[1, 2, 10], attention_head_dim=[5, 10, 20], use_linear_projection=True,
            addition_embed_type="text_time", addition_time_embed_dim=256,
            projection_class_embeddings_input_dim=2816), "recalled"),
        "vae": VAE_XL}, {"force_zeros_for_empty_prompt": True}),
    "stabilityai/stable-diffusion-3-medium-diffusers": (
        "stable-diffusion-3-medium-diffusers", "StableDiffusion3Pipeline",
        sd3_parts(sd3(num_layers=24, num_attention_heads=24, caption_projection_dim=1536)), {}),
    "stabilityai/stable-diffusion-3.5-large": (
        "stable-diffusion-3.5-large", "StableDiffusion3Pipeline",
        sd3_parts(sd3(num_layers=38, num_attention_heads=38, caption_projection_dim=2432, qk_norm="rms_norm")), {}),
    "black-forest-labs/FLUX.1-dev": ("FLUX.1-dev", "FluxPipeline", {
        "scheduler": "FlowMatchEulerDiscreteScheduler", "text_encoder": preset_clip(), "text_encoder_2": t5_xxl(),
        "tokenizer": "CLIPTokenizer", "tokenizer_2": "T5TokenizerFast",
        "transformer": ("FluxTransformer2DModel", dict(guidance_embeds=True), "defaults and recalled"),
        "vae": VAE_FLUX}, {}),
    "black-forest-labs/FLUX.2-dev": ("FLUX.2-dev", "Flux2Pipeline", {
        "scheduler": "FlowMatchEulerDiscreteScheduler",
        "text_encoder": ("Mistral3ForConditionalGeneration", dict(
            model_type="mistral3", tie_word_embeddings=False,
            text_config=dict(model_type="mistral", hidden_size=5120, intermediate_size=32768, num_hidden_layers=40,
                             num_attention_heads=32, num_key_value_heads=8, head_dim=128, vocab_size=131072,
                             max_position_embeddings=131072, rope_theta=1000000000.0, sliding_window=None,
                             tie_word_embeddings=False),
            vision_config=dict(model_type="pixtral", hidden_size=1024, intermediate_size=4096, num_hidden_layers=24,
                               num_attention_heads=16, head_dim=64, image_size=1540, patch_size=14)), "recalled"),
        "tokenizer": "PixtralProcessor",
        "transformer": ("Flux2Transformer2DModel", {}, "defaults"),
        "vae": ("AutoencoderKLFlux2", {}, "defaults")}, {}),
    "PixArt-alpha/PixArt-Sigma-XL-2-1024-MS": ("PixArt-Sigma-XL-2-1024-MS", "PixArtSigmaPipeline", {
        "scheduler": "DPMSolverMultistepScheduler", "text_encoder": t5_xxl(), "tokenizer": "T5TokenizerFast",
        "transformer": ("PixArtTransformer2DModel", dict(caption_channels=4096, interpolation_scale=2,
                                                         use_additional_conditions=False), "defaults and recalled"),
        "vae": VAE_XL}, {}),
    "THUDM/CogVideoX-5b": ("CogVideoX-5b", "CogVideoXPipeline", {
        "scheduler": "CogVideoXDPMScheduler", "text_encoder": t5_xxl(), "tokenizer": "T5TokenizerFast",
        "transformer": ("CogVideoXTransformer3DModel", dict(num_attention_heads=48, num_layers=42,
                                                            use_rotary_positional_embeddings=True),
                        "defaults and recalled"),
        "vae": ("AutoencoderKLCogVideoX", dict(scaling_factor=0.7), "defaults and recalled")}, {}),
    "hunyuanvideo-community/HunyuanVideo": ("HunyuanVideo", "HunyuanVideoPipeline", {
        "scheduler": "FlowMatchEulerDiscreteScheduler",
        "text_encoder": ("LlamaModel", preset("Llama-3-8B", architectures=["LlamaModel"], vocab_size=128320),
                         "presets: Llama-3-8B; vocabulary recalled"),
        "text_encoder_2": preset_clip(), "tokenizer": "LlamaTokenizerFast", "tokenizer_2": "CLIPTokenizer",
        "transformer": ("HunyuanVideoTransformer3DModel", {}, "defaults"),
        "vae": ("AutoencoderKLHunyuanVideo", {}, "defaults")}, {}),
    "Wan-AI/Wan2.1-T2V-14B-Diffusers": ("Wan2.1-T2V-14B-Diffusers", "WanPipeline", {
        "scheduler": "UniPCMultistepScheduler", "text_encoder": umt5_xxl(), "tokenizer": "T5TokenizerFast",
        "transformer": ("WanTransformer3DModel", {}, "defaults"),
        "vae": ("AutoencoderKLWan", {}, "defaults")}, {}),
    "Wan-AI/Wan2.2-T2V-A14B-Diffusers": ("Wan2.2-T2V-A14B-Diffusers", "WanPipeline", {
        "scheduler": "UniPCMultistepScheduler", "text_encoder": umt5_xxl(), "tokenizer": "T5TokenizerFast",
        "transformer": ("WanTransformer3DModel", {}, "defaults"),
        "transformer_2": ("WanTransformer3DModel", {}, "defaults"),
        "vae": ("AutoencoderKLWan", {}, "defaults")}, {"boundary_ratio": 0.875}),
    "Qwen/Qwen-Image": ("Qwen-Image", "QwenImagePipeline", {
        "scheduler": "FlowMatchEulerDiscreteScheduler",
        "text_encoder": ("Qwen2_5_VLForConditionalGeneration", preset("Qwen2.5-VL-7B"), "presets: Qwen2.5-VL-7B"),
        "tokenizer": "Qwen2Tokenizer",
        "transformer": ("QwenImageTransformer2DModel", {}, "defaults"),
        "vae": ("AutoencoderKLQwenImage", {}, "defaults")}, {}),
    "Tongyi-MAI/Z-Image-Turbo": ("Z-Image-Turbo", "ZImagePipeline", {
        "scheduler": "FlowMatchEulerDiscreteScheduler",
        "text_encoder": ("Qwen3Model", preset("Qwen3-4B"), "presets: Qwen3-4B"),
        "tokenizer": "Qwen2Tokenizer",
        "transformer": ("ZImageTransformer2DModel", {}, "defaults"),
        "vae": VAE_FLUX}, {}),
}


def write_published(folder, class_name, components, more):
    target = FOLDER / "published" / folder
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    index = dict(more)
    parameters = inspect.signature(getattr(diffusers, class_name).__init__).parameters
    for part in (*diffusers.DiffusionPipeline._get_signature_keys(getattr(diffusers, class_name))[0], *components):
        if part not in components and part in parameters:
            index[part] = [None, None]
            continue
        spec = components[part]
        name = spec if isinstance(spec, str) else spec[0]
        library = "transformers" if name in PROCESSORS or hasattr(transformers, name) else "diffusers"
        index[part] = ["stable_diffusion" if name == "StableDiffusionSafetyChecker" else library, name]
        if isinstance(spec, str):
            continue
        kind = class_named(name)
        if issubclass(kind, diffusers.ModelMixin):
            with accelerate.init_empty_weights():
                kind(**spec[1]).save_config(target / part)
        else:
            config = kind.config_class.from_dict(copy.deepcopy(spec[1]))
            config.architectures = [name]
            config.save_pretrained(target / part)
        file = target / part / "config.json"
        file.write_text(file.read_text().rstrip("\n") + "\n")
    index = {"_class_name": class_name, "_diffusers_version": diffusers.__version__, **dict(sorted(index.items()))}
    (target / "model_index.json").write_text(json.dumps(index, indent=2) + "\n")
    return target


def record_published():
    found = []
    for name, (folder, class_name, components, more) in PUBLISHED.items():
        target = write_published(folder, class_name, components, more)
        parameters = parameters_of(target)
        sizes = {}
        for text in ("float32", "bfloat16"):
            for part, model in empty_models(target, DTYPES[text]).items():
                entry = sizes.setdefault(part, {"class": type(model).__name__, "parameters": parameters[part],
                                                "_source": components[part][2]})
                entry["bytes_" + text] = size_of(model, DTYPES[text])
        print(name, {part: f"{entry['parameters']:,}" for part, entry in sizes.items()})
        found.append({"name": name, "folder": "published/" + folder, "class": class_name, "components": sizes})
    (FOLDER / "published.json").write_text(
        '{"made_by": ' + json.dumps(VERSIONS) + ',\n"pipelines": [\n' + rows(found) + "\n]}\n")


# What the classes say of themselves

def record_facts():
    from diffusers.hooks._common import _GO_LC_SUPPORTED_PYTORCH_LAYERS
    from diffusers.hooks.layerwise_casting import DEFAULT_SKIP_MODULES_PATTERN
    pipelines, models = {}, {}
    for name in sorted(set(dir(diffusers))):
        try:
            kind = getattr(diffusers, name)
        except (ImportError, AttributeError, RuntimeError):
            continue
        if not isinstance(kind, type):
            continue
        if issubclass(kind, diffusers.DiffusionPipeline):
            facts = {"offload_sequence": (kind.model_cpu_offload_seq or "").split("->"),
                     "excluded": list(kind._exclude_from_cpu_offload), "optional": list(kind._optional_components)}
            facts["offload_sequence"] = [part for part in facts["offload_sequence"] if part]
            found = pipelines
        elif issubclass(kind, diffusers.ModelMixin):
            facts = {"group_blocks": list(getattr(kind, "_group_offload_block_modules", None) or []),
                     "skip_layerwise_patterns": list(kind._skip_layerwise_casting_patterns or []),
                     "keep_float32": list(kind._keep_in_fp32_modules or []),
                     "no_group_offload": not getattr(kind, "_supports_group_offloading", True)}
            found = models
        else:
            continue
        facts = {key: value for key, value in facts.items() if value}
        if facts:
            found[name] = facts

    def lines(values):
        return ",\n".join(json.dumps(name) + ": " + json.dumps(facts) for name, facts in values.items())

    (ROOT / "resources" / "pipelines.json").write_text(
        '{\n"made_by": ' + json.dumps({"diffusers": diffusers.__version__}) + ',\n"pipelines": {\n' + lines(pipelines)
        + '\n},\n"models": {\n' + lines(models) + '\n},\n"leaf_layers": '
        + json.dumps([kind.__name__ for kind in _GO_LC_SUPPORTED_PYTORCH_LAYERS])
        + ',\n"skip_layerwise_default": ' + json.dumps(list(DEFAULT_SKIP_MODULES_PATTERN)) + "\n}\n")
    print(len(pipelines), "pipelines,", len(models), "models")


def main():
    if "--published" in sys.argv:
        record_published()
    elif "--facts" in sys.argv:
        record_facts()
    else:
        for name in PIPELINES:
            write_folder(name)
        record_balanced()


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    main()
