# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/traffic.jsonl: the bytes that Accelerate's hooks bring to a GPU in a pass.

    venv/bin/python tests/reference/record_traffic.py [MODEL_TYPE…]

Tiny models of transformers in float32 are dispatched by the real dispatch_model, with the weights of the disk on
the meta device, as from_pretrained leaves them. A prompt, or a picture, goes through each, then one more token
where the model generates. No GPU is needed: the tensors of record_offload_modes.py say that they are on "cuda:0".

A line is a model: {"name", "config", "maps": [{"map", "offload_buffers", "prompt", "token"}]}. A map is Accelerate's,
with neighbours of one number range together ("h.{0-2}"). "prompt" and "token" are [bytes from the CPU, bytes from the
disk, bytes of these that are of experts in modules of their own, which come when they are chosen], "token" null for
models that generate nothing. A weight that a hook finds on the GPU already under another of
its names is not brought, and does not count. "error" stands in their place where the pass ends with an exception.

With names of model types the script only prints what it finds of these.
"""
import contextlib
import gc
import json
import logging
import os
import pathlib
import re
import sys
import tempfile
import warnings

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import accelerate
import torch
import transformers
from accelerate import big_modeling, hooks
from accelerate.utils import offload_state_dict

import record_offload_modes as fake
from dump_architectures import model_class
from record_config_plans import folded
from try_split_maps import device_of

FILE = pathlib.Path(__file__).resolve().parent.parent / "data" / "traffic.jsonl"
SIZES = {"hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": 3, "num_attention_heads": 2,
         "num_key_value_heads": 1, "vocab_size": 40, "max_position_embeddings": 64, "pad_token_id": 0}
MIXTURE = {"num_local_experts": 4, "num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 8}
T5 = {"d_model": 16, "d_kv": 8, "d_ff": 24, "num_layers": 2, "num_decoder_layers": 3, "num_heads": 2, "vocab_size": 40,
      "decoder_start_token_id": 0, "pad_token_id": 0}
BART = {"d_model": 16, "encoder_layers": 2, "decoder_layers": 3, "encoder_attention_heads": 2,
        "decoder_attention_heads": 2, "encoder_ffn_dim": 24, "decoder_ffn_dim": 24, "vocab_size": 40,
        "max_position_embeddings": 64, "pad_token_id": 0, "decoder_start_token_id": 2}
VISION = {"hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": 3, "num_attention_heads": 2,
          "image_size": 16, "patch_size": 8}


def model(model_type, architecture, sizes=SIZES, **fields):
    return {"model_type": model_type, "architectures": [architecture], **sizes, **fields}


def decoders():
    for kind, name in (("llama", "Llama"), ("mistral", "Mistral"), ("qwen2", "Qwen2"), ("qwen3", "Qwen3"),
                       ("gemma", "Gemma"), ("gemma2", "Gemma2"), ("phi3", "Phi3"), ("cohere", "Cohere"),
                       ("olmo2", "Olmo2"), ("granite", "Granite"), ("starcoder2", "Starcoder2"),
                       ("stablelm", "StableLm"), ("smollm3", "SmolLM3"), ("helium", "Helium"),
                       ("ernie4_5", "Ernie4_5"), ("nemotron", "Nemotron")):
        yield model(kind, f"{name}ForCausalLM", head_dim=8, bos_token_id=1, eos_token_id=2)
    yield model("llama", "LlamaForCausalLM", tie_word_embeddings=True)
    yield model("phi", "PhiForCausalLM")
    yield model("gpt2", "GPT2LMHeadModel", {}, n_embd=16, n_head=2, n_layer=3, n_positions=64, vocab_size=40)
    yield model("gpt_neox", "GPTNeoXForCausalLM")
    yield model("gptj", "GPTJForCausalLM", {}, n_embd=16, n_head=2, n_layer=3, n_positions=64, rotary_dim=4, vocab_size=40)
    yield model("gpt_bigcode", "GPTBigCodeForCausalLM", {}, n_embd=16, n_head=2, n_layer=3, n_positions=64, vocab_size=40)
    yield model("opt", "OPTForCausalLM", ffn_dim=24, word_embed_proj_dim=16)
    yield model("bloom", "BloomForCausalLM", {}, hidden_size=16, n_head=2, n_layer=3, vocab_size=40)


def mixtures():
    for kind, name in (("mixtral", "Mixtral"), ("qwen2_moe", "Qwen2Moe"), ("qwen3_moe", "Qwen3Moe"), ("olmoe", "Olmoe"),
                       ("granitemoe", "GraniteMoe")):
        yield model(kind, f"{name}ForCausalLM", **MIXTURE, shared_expert_intermediate_size=8)
    yield model("gpt_oss", "GptOssForCausalLM", **MIXTURE, head_dim=8, sliding_window=4)
    yield model("deepseek_v3", "DeepseekV3ForCausalLM", SIZES | {"num_key_value_heads": 2}, n_routed_experts=4,
                num_experts_per_tok=2, moe_intermediate_size=8, first_k_dense_replace=1, n_group=2, topk_group=1,
                kv_lora_rank=8, q_lora_rank=8, qk_rope_head_dim=4, qk_nope_head_dim=4, v_head_dim=8)
    yield model("switch_transformers", "SwitchTransformersForConditionalGeneration", T5, num_experts=2,
                num_sparse_encoder_layers=1, num_sparse_decoder_layers=1, expert_capacity=64, tie_word_embeddings=True)


def hybrids():
    yield model("mamba", "MambaForCausalLM", {}, hidden_size=16, num_hidden_layers=3, vocab_size=40, state_size=4)
    yield model("lfm2", "Lfm2ForCausalLM", block_multiple_of=8, layer_types=["conv", "full_attention", "conv"])
    yield model("jamba", "JambaForCausalLM", **MIXTURE, mamba_d_state=4, mamba_dt_rank=4, use_mamba_kernels=False,
                attn_layer_period=3, attn_layer_offset=1, expert_layer_period=2, expert_layer_offset=1)
    yield model("falcon_mamba", "FalconMambaForCausalLM", {}, hidden_size=16, num_hidden_layers=3, vocab_size=40,
                state_size=4)
    yield model("mamba2", "Mamba2ForCausalLM", {}, hidden_size=16, num_hidden_layers=3, vocab_size=40, state_size=4,
                num_heads=4, head_dim=8, n_groups=1)


def encoder_decoders():
    yield model("t5", "T5ForConditionalGeneration", T5)
    yield model("t5", "T5ForConditionalGeneration", T5, tie_word_embeddings=False, feed_forward_proj="gated-gelu")
    yield model("bart", "BartForConditionalGeneration", BART)
    yield model("m2m_100", "M2M100ForConditionalGeneration", BART)
    yield model("marian", "MarianMTModel", BART)
    yield model("whisper", "WhisperForConditionalGeneration", {key: BART[key] for key in BART if "max_pos" not in key},
                num_mel_bins=4, max_source_positions=6, max_target_positions=32, bos_token_id=1, eos_token_id=2,
                suppress_tokens=None, begin_suppress_tokens=None)


def encoders():
    yield model("bert", "BertForSequenceClassification")
    yield model("roberta", "RobertaForMaskedLM", SIZES | {"max_position_embeddings": 66})
    yield model("albert", "AlbertForMaskedLM", embedding_size=8)
    yield model("modernbert", "ModernBertForMaskedLM", global_attn_every_n_layers=2, cls_token_id=1, sep_token_id=2)


def images():
    yield model("vit", "ViTForImageClassification", VISION)
    yield model("dinov2", "Dinov2ForImageClassification", VISION)
    yield model("deit", "DeiTForImageClassification", VISION)
    yield model("convnext", "ConvNextForImageClassification", {}, hidden_sizes=[8, 8, 16, 16], depths=[1, 1, 2, 1],
                image_size=32)
    yield model("resnet", "ResNetForImageClassification", {}, embedding_size=8, hidden_sizes=[8, 16], depths=[1, 2],
                layer_type="basic")


def models():
    for group in (decoders, mixtures, hybrids, encoder_decoders, encoders, images):
        yield from group()


# Inputs of a model

def ids(count):
    return torch.arange(3, 3 + count).reshape(1, count)


def passes(net):
    """One function for the prompt, another for the token after it."""
    name, inputs = net.main_input_name, {}
    config = net.config
    if name == "pixel_values":
        size = getattr(config, "image_size", 32)
        yield lambda: net(pixel_values=torch.zeros(1, 3, size, size))
        return
    if config.is_encoder_decoder:
        state = {}
        given = torch.zeros(1, 4, 12) if name == "input_features" else ids(8)

        def prompt():
            state["encoded"] = net.get_encoder()(given)
            state["cache"] = net(encoder_outputs=state["encoded"], decoder_input_ids=ids(1), use_cache=True).past_key_values

        def token():
            net(encoder_outputs=state["encoded"], decoder_input_ids=ids(1), past_key_values=state["cache"], use_cache=True)

        yield prompt
        yield token
        return
    if not net.can_generate():
        yield lambda: net(input_ids=ids(8))
        return

    def first():
        answer = net(input_ids=ids(8), use_cache=True)
        kept = "past_key_values" if getattr(answer, "past_key_values", None) is not None else "cache_params"
        if kept in answer:
            inputs[kept] = answer[kept]

    yield first
    yield lambda: net(input_ids=ids(1), use_cache=True, **inputs)


# Maps

def parts(net):
    """The modules that hold the layers' lists, the lists' elements and the modules between them, in order."""
    found = []

    def walk(module, path):
        children = [(f"{path}.{name}" if path else name, child) for name, child in module.named_children()]
        if path and (path.rpartition(".")[2].isdigit() or not any(
                name.rpartition(".")[2].isdigit() for name, _ in module.named_modules() if name)):
            found.append(path)
            return
        found.extend(f"{path}.{name}" if path else name
                     for name, _ in [*module.named_parameters(recurse=False), *module.named_buffers(recurse=False)])
        for name, child in children:
            walk(child, name)

    walk(net, "")
    return found


def leaves(net, path):
    """The path with every module below it on its own, and tensors of modules that have both."""
    module = net.get_submodule(path)
    children = list(module.named_children())
    if not children:
        return [path]
    own = [f"{path}.{name}" for name, _ in [*module.named_parameters(recurse=False), *module.named_buffers(recurse=False)]]
    return own + [f"{path}.{name}" for name, _ in children]


def has_forward(net, path):
    """A list of modules is never called: nothing would take its inputs along."""
    return not any(isinstance(child, torch.nn.ModuleList) for child in net.get_submodule(path).children())


def is_layer(path):
    return path.rpartition(".")[2].isdigit()


def maps(net):
    """(map, offload_buffers): layers on the CPU, parts of them, the disk, what is not a layer, and a mixture."""
    everything = parts(net)
    layers = [path for path in everything if is_layer(path)]
    half = set(layers[1::2] or layers)
    yield {path: "cpu" if path in half else 0 for path in everything}, False
    split = {}
    for path in everything:
        is_cut = path == layers[:2][-1]
        inner = leaves(net, path) if is_cut and has_forward(net, path) else [path]
        for number, name in enumerate(inner):
            split[name] = "cpu" if is_cut and (len(inner) - number) % 2 else 0
    yield split, False
    yield {path: "disk" if path in half else 0 for path in everything}, True
    yield {path: 0 if path in layers else "cpu" for path in everything}, True
    yield {path: ("cpu", 0, "disk")[number % 3] if path in layers else "cpu" if number % 2 else 0
           for number, path in enumerate(everything)}, False


# The record

class Counter:
    """Bytes that the hooks' pre_forward brings, by where they were."""

    def __init__(self, homes):
        self.homes = homes
        self.moved = [0, 0, 0]

    @contextlib.contextmanager
    def watch(self):
        real = hooks.AlignDevicesHook.pre_forward
        place = hooks.set_module_tensor_to_device

        def pre_forward(hook, module, *args, **kwargs):
            def counted(module, name, device, value=None, tied_params_map=None, **more):
                known = tied_params_map.get(value.data_ptr(), {}) if tied_params_map is not None else {}
                if value is not None and device not in known:
                    home, is_expert = self.homes[id(module), name]
                    size = value.numel() * value.element_size()
                    self.moved[home == "disk"] += size
                    self.moved[2] += size if is_expert else 0
                return place(module, name, device, value=value, tied_params_map=tied_params_map, **more)

            hooks.set_module_tensor_to_device = counted
            try:
                return real(hook, module, *args, **kwargs)
            finally:
                hooks.set_module_tensor_to_device = place

        hooks.AlignDevicesHook.pre_forward = pre_forward
        try:
            yield self
        finally:
            hooks.AlignDevicesHook.pre_forward = real

    def take(self):
        taken, self.moved = self.moved, [0, 0, 0]
        return taken


def build(config):
    torch.manual_seed(0)
    settings = transformers.AutoConfig.for_model(config["model_type"]).__class__.from_dict(dict(config))
    return model_class(config)._from_config(settings, dtype=torch.float32, experts_implementation="eager").eval()


def to_disk(net, device_map, folder):
    """Writes what goes to the disk, and leaves it on the meta device."""
    names = {name: tensor for name, tensor in net.state_dict().items() if device_of(device_map, name) == "disk"}
    if names:
        offload_state_dict(folder, names)
    for name in names:
        path, _, leaf = name.rpartition(".")
        owner = net.get_submodule(path)
        if leaf in owner._parameters:
            owner._parameters[leaf] = torch.nn.Parameter(owner._parameters[leaf].to("meta"), requires_grad=False)


def run(config, device_map, offload_buffers):
    net = build(config)
    # Tied weights are known by their addresses, which nothing else may take.
    kept = list(net.state_dict().values())
    with tempfile.TemporaryDirectory() as folder:
        to_disk(net, device_map, folder)
        index = json.loads((pathlib.Path(folder) / "index.json").read_text()) if "disk" in device_map.values() else None
        homes = {(id(module), name): (device_of(device_map, f"{path}.{name}" if path else name),
                                      re.search(r"\.experts\.(expert_)?\d+\.", path) is not None)
                 for path, module in net.named_modules()
                 for name in [*module._parameters, *module._buffers]}
        answer = {"prompt": None, "token": None}
        with torch.no_grad(), fake.GpuMode(), fake.tensors_from_numbers():
            big_modeling.dispatch_model(net, device_map, offload_dir=folder, offload_index=index,
                                        offload_buffers=offload_buffers, main_device=0)
            try:
                with Counter(homes).watch() as counter:
                    for key, step in zip(answer, passes(net)):
                        step()
                        answer[key] = counter.take()
            except Exception as error:  # whatever it is, that is the answer
                if os.environ.get("TRACE"):
                    raise
                answer = {"error": f"{type(error).__name__}: {error}".splitlines()[0][:100]}
    del net, kept
    gc.collect()
    return answer


def main(types):
    fake.install()
    fake.OnGpu.__format__ = lambda tensor, how: format(tensor.inner.item(), how)  # names of experts
    torch.backends.cudnn.enabled = False
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    lines, failed, count = [], 0, 0
    for config in models():
        if types and config["model_type"] not in types:
            continue
        with torch.device("cpu"):
            rows = list(maps(build(config)))
        found = []
        for device_map, offload_buffers in rows:
            answer = run(config, device_map, offload_buffers)
            failed += "error" in answer
            count += 1
            found.append({"map": [list(entry) for entry in folded(device_map.items())],
                          "offload_buffers": offload_buffers, **answer})
        name = config["architectures"][0]
        print(name, *[row.get("error") or (row["prompt"], row["token"]) for row in found], flush=True)
        lines.append(json.dumps({"name": name, "config": config, "maps": found}, separators=(",", ":")))
    print(len(lines), "models,", count, "maps,", failed, "errors")
    if not types:
        versions = {"transformers": transformers.__version__, "accelerate": accelerate.__version__, "torch": torch.__version__}
        FILE.write_text("\n".join([json.dumps(versions), *lines]) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
