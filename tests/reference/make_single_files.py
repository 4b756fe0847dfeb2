# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/single_files: pipelines in the layout of their first release, and what diffusers makes of them.

    venv/bin/python tests/reference/make_single_files.py

The original layouts are written out here (names and shapes as the first releases register them). Each goes through
the converters of diffusers' own single_file_utils, and what comes out must be the state dict of the models that
diffusers and transformers build on the meta device, name by name and shape by shape; else the script stops.

NAME-full has names and shapes at the published sizes (tests/data/pipelines/published). NAME-tiny has small ones and
a SHA-256 (its first 16 digits) of each converted tensor. Bytes are not kept: those of a tensor follow from its name
(content()), and the test makes the same ones. The files are JSON, compressed as Qt's qCompress() does.

One constant of diffusers is changed for the tiny FLUX: its converter has the width 3072 written into it.
"""
import copy
import hashlib
import inspect
import json
import pathlib
import struct
import zlib

import diffusers
import numpy
import torch
import transformers
from diffusers.loaders import single_file_utils as utils

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PUBLISHED = ROOT / "tests" / "data" / "pipelines" / "published"
FOLDER = ROOT / "tests" / "data" / "single_files"
VERSIONS = {"torch": torch.__version__.split("+")[0], "transformers": transformers.__version__,
            "diffusers": diffusers.__version__}
#: Bits are moved as whole numbers of the same width: no converter looks at values.
WHOLE = {"float8_e4m3fn": numpy.uint8, "float16": numpy.int16, "bfloat16": numpy.int16, "float32": numpy.int32,
         "int64": numpy.int64}


def content(name, count):
    """`count` bytes: the splitmix64 sequence that starts at the name's FNV-1a."""
    seed = 0xcbf29ce484222325
    for byte in name.encode():
        seed = (seed ^ byte) * 0x100000001b3 % 2 ** 64
    with numpy.errstate(over="ignore"):
        z = numpy.uint64(seed) + numpy.arange(1, (count + 7) // 8 + 1, dtype=numpy.uint64) * numpy.uint64(
            0x9e3779b97f4a7c15)
        z = (z ^ (z >> numpy.uint64(30))) * numpy.uint64(0xbf58476d1ce4e5b9)
        z = (z ^ (z >> numpy.uint64(27))) * numpy.uint64(0x94d049bb133111eb)
        z = z ^ (z >> numpy.uint64(31))
    return z.astype("<u8").tobytes()[:count]


# Original layouts: {name: shape}

def linear(name, out, into, bias=True):
    keys = {name + ".weight": [out, into]}
    return {**keys, name + ".bias": [out]} if bias else keys


def conv(name, out, into, kernel=3):
    return {name + ".weight": [out, into, kernel, kernel], name + ".bias": [out]}


def norm(name, width):
    return {name + ".weight": [width], name + ".bias": [width]}


def unet_resnet(name, into, out, embedded):
    keys = {**norm(name + ".in_layers.0", into), **conv(name + ".in_layers.2", out, into),
            **linear(name + ".emb_layers.1", out, embedded), **norm(name + ".out_layers.0", out),
            **conv(name + ".out_layers.3", out, out)}
    return {**keys, **conv(name + ".skip_connection", out, into, 1)} if into != out else keys


def unet_attention(name, width, depth, cross, is_linear):
    def project(part):
        return linear(name + part, width, width) if is_linear else conv(name + part, width, width, 1)

    keys = {**norm(name + ".norm", width), **project(".proj_in")}
    for i in range(depth):
        block = f"{name}.transformer_blocks.{i}."
        for part, other in (("attn1", width), ("attn2", cross)):
            keys.update(linear(f"{block}{part}.to_q", width, width, False))
            keys.update(linear(f"{block}{part}.to_k", width, other, False))
            keys.update(linear(f"{block}{part}.to_v", width, other, False))
            keys.update(linear(f"{block}{part}.to_out.0", width, width))
        keys.update(linear(block + "ff.net.0.proj", 8 * width, width))
        keys.update(linear(block + "ff.net.2", width, 4 * width))
        for part in ("norm1", "norm2", "norm3"):
            keys.update(norm(block + part, width))
    return {**keys, **project(".proj_out")}


def ldm_unet(config):
    """UNetModel of the first Stable Diffusion (openaimodel.py)."""
    channels = config["block_out_channels"]
    depths = config["transformer_layers_per_block"]
    depths = depths if isinstance(depths, list) else [depths] * len(channels)
    has_attention = ["CrossAttn" in block for block in config["down_block_types"]]
    embedded, cross = 4 * channels[0], config["cross_attention_dim"]

    def attention(name, width, depth):
        return unet_attention(name, width, depth, cross, config["use_linear_projection"])

    keys = {**linear("time_embed.0", embedded, channels[0]), **linear("time_embed.2", embedded, embedded)}
    if config["addition_embed_type"]:
        keys.update(linear("label_emb.0.0", embedded, config["projection_class_embeddings_input_dim"]))
        keys.update(linear("label_emb.0.2", embedded, embedded))
    keys.update(conv("input_blocks.0.0", channels[0], config["in_channels"]))
    block, width, widths = 1, channels[0], [channels[0]]
    for level, out in enumerate(channels):
        for _ in range(config["layers_per_block"]):
            keys.update(unet_resnet(f"input_blocks.{block}.0", width, out, embedded))
            if has_attention[level]:
                keys.update(attention(f"input_blocks.{block}.1", out, depths[level]))
            width = out
            widths.append(width)
            block += 1
        if level + 1 < len(channels):
            keys.update(conv(f"input_blocks.{block}.0.op", width, width))
            widths.append(width)
            block += 1
    keys.update(unet_resnet("middle_block.0", width, width, embedded))
    keys.update(attention("middle_block.1", width, depths[-1]))
    keys.update(unet_resnet("middle_block.2", width, width, embedded))
    block = 0
    for level in reversed(range(len(channels))):
        for layer in range(config["layers_per_block"] + 1):
            keys.update(unet_resnet(f"output_blocks.{block}.0", width + widths.pop(), channels[level], embedded))
            width, part = channels[level], 1
            if has_attention[level]:
                keys.update(attention(f"output_blocks.{block}.1", width, depths[level]))
                part = 2
            if level > 0 and layer == config["layers_per_block"]:
                keys.update(conv(f"output_blocks.{block}.{part}.conv", width, width))
            block += 1
    return {**keys, **norm("out.0", width), **conv("out.2", config["out_channels"], width)}


def vae_resnet(name, into, out):
    keys = {**norm(name + ".norm1", into), **conv(name + ".conv1", out, into), **norm(name + ".norm2", out),
            **conv(name + ".conv2", out, out)}
    return {**keys, **conv(name + ".nin_shortcut", out, into, 1)} if into != out else keys


def vae_middle(name, width):
    keys = {**vae_resnet(name + ".block_1", width, width), **norm(name + ".attn_1.norm", width)}
    for part in ("q", "k", "v", "proj_out"):
        keys.update(conv(f"{name}.attn_1.{part}", width, width, 1))
    return {**keys, **vae_resnet(name + ".block_2", width, width)}


def ldm_vae(config):
    """AutoencoderKL of the first Stable Diffusion (model.py)."""
    channels, latent = config["block_out_channels"], config["latent_channels"]
    keys = conv("encoder.conv_in", channels[0], config["in_channels"])
    width = channels[0]
    for level, out in enumerate(channels):
        for layer in range(config["layers_per_block"]):
            keys.update(vae_resnet(f"encoder.down.{level}.block.{layer}", width, out))
            width = out
        if level + 1 < len(channels):
            keys.update(conv(f"encoder.down.{level}.downsample.conv", width, width))
    keys.update({**vae_middle("encoder.mid", width), **norm("encoder.norm_out", width),
                 **conv("encoder.conv_out", 2 * latent, width), **conv("decoder.conv_in", width, latent),
                 **vae_middle("decoder.mid", width)})
    for level in reversed(range(len(channels))):
        for layer in range(config["layers_per_block"] + 1):
            keys.update(vae_resnet(f"decoder.up.{level}.block.{layer}", width, channels[level]))
            width = channels[level]
        if level > 0:
            keys.update(conv(f"decoder.up.{level}.upsample.conv", width, width))
    keys.update({**norm("decoder.norm_out", width), **conv("decoder.conv_out", config["out_channels"], width)})
    if config["use_quant_conv"]:
        keys.update(conv("quant_conv", 2 * latent, 2 * latent, 1))
        keys.update(conv("post_quant_conv", latent, latent, 1))
    return keys


def clip(config, has_projection=False):
    width = config["hidden_size"]
    keys = {"text_model.embeddings.position_embedding.weight": [config["max_position_embeddings"], width],
            "text_model.embeddings.token_embedding.weight": [config["vocab_size"], width]}
    for i in range(config["num_hidden_layers"]):
        layer = f"text_model.encoder.layers.{i}."
        for part in ("k_proj", "out_proj", "q_proj", "v_proj"):
            keys.update(linear(layer + "self_attn." + part, width, width))
        keys.update({**norm(layer + "layer_norm1", width), **norm(layer + "layer_norm2", width),
                     **linear(layer + "mlp.fc1", config["intermediate_size"], width),
                     **linear(layer + "mlp.fc2", width, config["intermediate_size"])})
    keys.update(norm("text_model.final_layer_norm", width))
    return {**keys, "text_projection.weight": [config["projection_dim"], width]} if has_projection else keys


def open_clip(config):
    width = config["hidden_size"]
    keys = {"logit_scale": [], "positional_embedding": [config["max_position_embeddings"], width],
            "text_projection": [width, config["projection_dim"]],
            "token_embedding.weight": [config["vocab_size"], width], **norm("ln_final", width)}
    for i in range(config["num_hidden_layers"]):
        layer = f"transformer.resblocks.{i}."
        keys.update({layer + "attn.in_proj_weight": [3 * width, width], layer + "attn.in_proj_bias": [3 * width],
                     **linear(layer + "attn.out_proj", width, width), **norm(layer + "ln_1", width),
                     **norm(layer + "ln_2", width), **linear(layer + "mlp.c_fc", config["intermediate_size"], width),
                     **linear(layer + "mlp.c_proj", width, config["intermediate_size"])})
    return keys


def t5(config):
    width, inner = config["d_model"], config["num_heads"] * config["d_kv"]
    keys = {"shared.weight": [config["vocab_size"], width], "encoder.final_layer_norm.weight": [width]}
    for i in range(config["num_layers"]):
        block = f"encoder.block.{i}.layer."
        for part in "qkv":
            keys.update(linear(f"{block}0.SelfAttention.{part}", inner, width, False))
        keys.update(linear(block + "0.SelfAttention.o", width, inner, False))
        if i == 0:
            keys[block + "0.SelfAttention.relative_attention_bias.weight"] = [
                config["relative_attention_num_buckets"], config["num_heads"]]
        keys[block + "0.layer_norm.weight"] = [width]
        for part in ("wi_0", "wi_1"):
            keys.update(linear(f"{block}1.DenseReluDense.{part}", config["d_ff"], width, False))
        keys.update(linear(block + "1.DenseReluDense.wo", width, config["d_ff"], False))
        keys[block + "1.layer_norm.weight"] = [width]
    return keys


def flux(config):
    """Flux of Black Forest Labs (flux/model.py)."""
    head = config["attention_head_dim"]
    width = head * config["num_attention_heads"]
    keys = {**linear("img_in", width, config["in_channels"]), **linear("txt_in", width, config["joint_attention_dim"])}
    embedders = [("time_in", 256), ("vector_in", config["pooled_projection_dim"])]
    for name, into in embedders + [("guidance_in", 256)] * config["guidance_embeds"]:
        keys.update({**linear(name + ".in_layer", width, into), **linear(name + ".out_layer", width, width)})
    for i in range(config["num_layers"]):
        for side in ("img", "txt"):
            block = f"double_blocks.{i}.{side}_"
            keys.update({**linear(block + "mod.lin", 6 * width, width), **linear(block + "attn.qkv", 3 * width, width),
                         block + "attn.norm.query_norm.scale": [head], block + "attn.norm.key_norm.scale": [head],
                         **linear(block + "attn.proj", width, width), **linear(block + "mlp.0", 4 * width, width),
                         **linear(block + "mlp.2", width, 4 * width)})
    for i in range(config["num_single_layers"]):
        block = f"single_blocks.{i}."
        keys.update({**linear(block + "linear1", 7 * width, width), **linear(block + "linear2", width, 5 * width),
                     block + "norm.query_norm.scale": [head], block + "norm.key_norm.scale": [head],
                     **linear(block + "modulation.lin", 3 * width, width)})
    return {**keys, **linear("final_layer.linear", config["in_channels"], width),
            **linear("final_layer.adaLN_modulation.1", 2 * width, width)}


def sd3(config):
    """MMDiT of Stability AI (mmditx.py)."""
    head, patch = config["attention_head_dim"], config["patch_size"]
    width = head * config["num_attention_heads"]
    keys = {"pos_embed": [1, config["pos_embed_max_size"] ** 2, width],
            **conv("x_embedder.proj", width, config["in_channels"], patch),
            **linear("context_embedder", config["caption_projection_dim"], config["joint_attention_dim"])}
    for name, into in (("t_embedder", 256), ("y_embedder", config["pooled_projection_dim"])):
        keys.update({**linear(name + ".mlp.0", width, into), **linear(name + ".mlp.2", width, width)})
    for i in range(config["num_layers"]):
        is_last, is_dual = i + 1 == config["num_layers"], i in config["dual_attention_layers"]
        for side in ("x", "context"):
            block = f"joint_blocks.{i}.{side}_block."
            ends = is_last and side == "context"
            chunks = 2 if ends else 9 if is_dual and side == "x" else 6
            keys.update(linear(block + "adaLN_modulation.1", chunks * width, width))
            for attention in ["attn"] + ["attn2"] * (is_dual and side == "x"):
                keys.update(linear(block + attention + ".qkv", 3 * width, width))
                if config["qk_norm"]:
                    keys.update({block + attention + ".ln_q.weight": [head], block + attention + ".ln_k.weight": [head]})
                if not ends:
                    keys.update(linear(block + attention + ".proj", width, width))
            if not ends:
                keys.update({**linear(block + "mlp.fc1", 4 * width, width),
                             **linear(block + "mlp.fc2", width, 4 * width)})
    return {**keys, **linear("final_layer.linear", patch * patch * config["out_channels"], width),
            **linear("final_layer.adaLN_modulation.1", 2 * width, width)}


# What diffusers makes of them: {name: tensor}

def without(prefix, tensors):
    return {name.removeprefix(prefix): tensor for name, tensor in tensors.items() if name.startswith(prefix)}


def convert_unet(tensors, prefix, config):
    return utils.convert_ldm_unet_checkpoint(dict(tensors), config)


def convert_vae(tensors, prefix, config):
    return utils.convert_ldm_vae_checkpoint(dict(tensors), config)


def convert_clip(tensors, prefix, config):
    """The end of create_diffusers_clip_model_from_ldm(), for a class that has no `text_model`."""
    converted = utils.convert_ldm_clip_checkpoint(tensors, prefix)
    return {name.removeprefix("text_model."): tensor for name, tensor in converted.items()}


def convert_clip_projection(tensors, prefix, config):
    return utils.convert_ldm_clip_checkpoint(tensors, prefix)


def convert_open_clip(tensors, prefix, config):
    return utils.convert_open_clip_checkpoint(None, tensors, prefix)


def convert_t5(tensors, prefix, config):
    return utils.convert_sd3_t5_checkpoint_to_diffusers(tensors)


def convert_flux(tensors, prefix, config):
    source = inspect.getsource(utils.convert_flux_transformer_checkpoint_to_diffusers)
    width = config["attention_head_dim"] * config["num_attention_heads"]
    assert source.count("inner_dim = 3072\n") == 1
    scope = {"torch": torch}
    exec(source.replace("inner_dim = 3072\n", f"inner_dim = {width}\n"), scope)
    own = {name: tensor for name, tensor in tensors.items() if name.startswith(prefix)}
    return scope["convert_flux_transformer_checkpoint_to_diffusers"](own)


def convert_sd3(tensors, prefix, config):
    own = {name: tensor for name, tensor in tensors.items() if name.startswith(prefix)}
    return utils.convert_sd3_transformer_checkpoint_to_diffusers(own)


#: component: (its prefix in the file, its original keys, diffusers' converter)
CLIP_L = ("text_encoders.clip_l.transformer.", clip, convert_clip)
T5 = ("text_encoders.t5xxl.transformer.", t5, convert_t5)
UNET = ("model.diffusion_model.", ldm_unet, convert_unet)
VAE = ("first_stage_model.", ldm_vae, convert_vae)


def with_projection(config):
    return clip(config, True)


PIPELINES = {
    "stable-diffusion": ("stable-diffusion-v1-5", {
        "text_encoder": ("cond_stage_model.transformer.", clip, convert_clip), "unet": UNET, "vae": VAE}),
    "stable-diffusion-xl": ("stable-diffusion-xl-base-1.0", {
        "text_encoder": ("conditioner.embedders.0.transformer.", clip, convert_clip),
        "text_encoder_2": ("conditioner.embedders.1.model.", open_clip, convert_open_clip), "unet": UNET, "vae": VAE}),
    "flux": ("FLUX.1-dev", {
        "text_encoder": CLIP_L, "text_encoder_2": T5, "transformer": ("model.diffusion_model.", flux, convert_flux),
        "vae": ("vae.", ldm_vae, convert_vae)}),
    "flux-transformer": ("FLUX.1-dev", {"transformer": ("", flux, convert_flux)}),
    "stable-diffusion-3": ("stable-diffusion-3-medium-diffusers", {
        "text_encoder": ("text_encoders.clip_l.transformer.", clip, convert_clip_projection),
        "text_encoder_2": ("text_encoders.clip_g.transformer.", with_projection, convert_clip_projection),
        "text_encoder_3": T5, "transformer": ("model.diffusion_model.", sd3, convert_sd3), "vae": VAE}),
}
#: Where the first release has a tensor that diffusers makes itself: the identity, as CLIP-L has no projection.
MADE_BY_DIFFUSERS = {("stable-diffusion-3", "text_encoder"): ["text_projection.weight"]}

SMALL_CLIP = dict(hidden_size=24, intermediate_size=40, num_hidden_layers=2, vocab_size=99, projection_dim=24)
SMALL_VAE = dict(block_out_channels=[32, 32, 64, 64])
SMALL_T5 = dict(d_model=32, d_ff=48, d_kv=8, num_heads=4, num_layers=2, num_decoder_layers=2, vocab_size=103)
SMALL_FLUX = dict(num_layers=2, num_single_layers=3, num_attention_heads=1, joint_attention_dim=32,
                  pooled_projection_dim=24, in_channels=16)
TINY = {
    "stable-diffusion": ("float16", {
        "text_encoder": SMALL_CLIP, "vae": SMALL_VAE,
        "unet": dict(block_out_channels=[32, 32, 64, 64], cross_attention_dim=24, in_channels=9)}),
    "stable-diffusion-xl": ("float8_e4m3fn", {
        "text_encoder": SMALL_CLIP, "text_encoder_2": dict(SMALL_CLIP, hidden_size=40, projection_dim=40,
                                                           num_hidden_layers=10), "vae": SMALL_VAE,
        "unet": dict(block_out_channels=[160, 160, 160], transformer_layers_per_block=[1, 2, 1],
                     cross_attention_dim=64, projection_class_embeddings_input_dim=96)}),
    "flux": ("bfloat16", {"text_encoder": SMALL_CLIP, "text_encoder_2": SMALL_T5, "transformer": SMALL_FLUX,
                          "vae": SMALL_VAE}),
    "flux-transformer": ("float8_e4m3fn", {"transformer": dict(SMALL_FLUX, guidance_embeds=False)}),
    "stable-diffusion-3": ("float32", {
        "text_encoder": SMALL_CLIP, "text_encoder_2": dict(SMALL_CLIP, hidden_size=40, projection_dim=40),
        "text_encoder_3": SMALL_T5, "vae": SMALL_VAE,
        "transformer": dict(attention_head_dim=16, num_attention_heads=2, caption_projection_dim=32, num_layers=3,
                            joint_attention_dim=32, pooled_projection_dim=64, pos_embed_max_size=12, qk_norm="rms_norm",
                            dual_attention_layers=[0, 1])}),
}
#: What else lies in such files and belongs to no model, or is left out by diffusers.
MORE = {"stable-diffusion": {"alphas_cumprod": ([1000], "float32"), "model_ema.decay": ([], "float32"),
                             "cond_stage_model.transformer.text_model.embeddings.position_ids": ([1, 77], "int64")}}
SD35_MEDIUM = dict(pos_embed_max_size=384, qk_norm="rms_norm", dual_attention_layers=list(range(13)))


def model_of(config):
    """The component's model on the meta device."""
    with torch.device("meta"):
        if "_class_name" in config:
            cls = getattr(diffusers, config["_class_name"])
            return cls.from_config(config)
        cls = getattr(transformers, config["architectures"][0])
        known = {key: value for key, value in config.items() if key != "architectures"}
        return cls(cls.config_class(**known))


def tensor_of(name, shape, dtype, is_full):
    count = int(numpy.prod(shape, dtype=numpy.int64))
    whole = WHOLE[dtype]
    if is_full:
        return torch.empty(shape, dtype=torch.float16, device="meta")
    return torch.from_numpy(numpy.frombuffer(content(name, count * whole().itemsize), dtype=whole).copy()).reshape(shape)


def made(kind, name, configs, dtype):
    """The file's keys and what becomes of them."""
    is_full = dtype is None
    published, components = PIPELINES[kind]
    original, owners = {}, {}
    for component, (prefix, layout, _) in components.items():
        for key, shape in layout(configs[component]).items():
            original[prefix + key] = [shape, dtype or "float16"]
    if not is_full:
        original.update({key: list(value) for key, value in MORE.get(kind, {}).items()})
    tensors = {key: tensor_of(key, *value, is_full) for key, value in original.items()}
    converted = {}
    for component, (prefix, _, convert) in components.items():
        config = configs[component]
        state = {key: list(tensor.shape) for key, tensor in model_of(config).state_dict().items()}
        made_tensors = convert(dict(tensors), prefix, config)
        own = MADE_BY_DIFFUSERS.get((kind, component), [])
        tied = {"encoder.embed_tokens.weight"} - made_tensors.keys()
        kept = {key: tensor for key, tensor in made_tensors.items() if key in state}
        shapes = {key: list(tensor.shape) for key, tensor in kept.items()}
        wanted = {key: shape for key, shape in state.items() if key not in own and key not in tied}
        assert shapes == wanted, (name, component, set(shapes.items() if False else shapes) ^ set(wanted))
        left = sorted(set(made_tensors) - set(state))
        assert all("position_ids" in key for key in left), left
        converted[component] = {
            key: [shapes[key]] + ([] if is_full else [
                hashlib.sha256(tensor.contiguous().numpy().tobytes()).hexdigest()[:16]])
            for key, tensor in kept.items()}
    return {"made_by": VERSIONS, "pipeline": json.loads((PUBLISHED / published / "model_index.json").read_text())[
        "_class_name"], "original": original, "converted": converted,
            "made_by_diffusers": [f"{component}.{key}" for (one, component), keys in MADE_BY_DIFFUSERS.items()
                                  if one == kind for key in keys]}


def write(name, document):
    text = json.dumps(document, separators=(",", ":")).encode()
    (FOLDER / f"{name}.json.qz").write_bytes(struct.pack(">I", len(text)) + zlib.compress(text, 9))
    parts = ", ".join(f"{component} {len(keys)}" for component, keys in document["converted"].items())
    print(f"{name}: {len(document['original'])} keys become {parts}")


def published_configs(kind):
    folder, components = PIPELINES[kind]
    return {component: json.loads((PUBLISHED / folder / component / "config.json").read_text())
            for component in components}


def main():
    FOLDER.mkdir(exist_ok=True)
    for kind, (dtype, sizes) in TINY.items():
        full = published_configs(kind)
        tiny = {component: {**copy.deepcopy(config), **sizes[component]} for component, config in full.items()}
        write(kind + "-tiny", made(kind, kind, tiny, dtype))
        if kind != "flux-transformer":
            write(kind + "-full", made(kind, kind, full, None))
    medium = published_configs("stable-diffusion-3")
    medium["transformer"].update(SD35_MEDIUM)
    write("stable-diffusion-3.5-full", made("stable-diffusion-3", "3.5 medium", medium, None))


if __name__ == "__main__":
    main()
