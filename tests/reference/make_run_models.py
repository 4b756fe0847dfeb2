# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/run/NAME: tiny models of the transformers library and what it computes with them.

    venv/bin/python tests/reference/make_run_models.py [NAME …]

Every parameter, bias and norm is perturbed (sigma 0.2): default initial weights hide a lost bias or a
wrong norm. A folder has config.json and model.safetensors as save_pretrained writes them, and
expected.json: ten prompts with a .npy of the last position's logits each (one of all positions; PACKED
models have one file, of which prompts name their first row), the
greedy continuation of three prompts by 32 tokens, and the library's version. A continuation is only
kept where at no step two tokens are nearly as likely, so that rounding cannot change it.

chatglm, chatglm2 and mingpt want their own code, see published_code.py.

Of vit and clip the pixels are a formula of a seed (pixels()), and the numbers of all prompts lie in one file,
one after another: "rows" says where.

"half" as a NAME writes tests/data/run/half: what becomes of these models in bfloat16 and float16.
"""
import json
import pathlib
import shutil
import sys

import numpy
import torch
import transformers
from safetensors.torch import load_file, save_file

import make_forward
import published_code

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data" / "run"
SIGMA = 0.2
GENERATED = 32
SMALLEST_MARGIN = 2e-3  # of the largest logit

GPT2 = {"n_embd": 24, "n_head": 3, "n_layer": 4, "n_positions": 64, "vocab_size": 97}
LLAMA = {"hidden_size": 24, "intermediate_size": 40, "num_hidden_layers": 4, "num_attention_heads": 4,
         "vocab_size": 97, "max_position_embeddings": 128, "rms_norm_eps": 1e-5}
LLAMA3_ROPE = {"rope_type": "llama3", "factor": 4.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
               "original_max_position_embeddings": 32, "rope_theta": 10000.0}
# SMALL_MODELS: all of them are half a megabyte.
SMALL = {"hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": 2, "num_attention_heads": 4,
         "vocab_size": 97, "max_position_embeddings": 64, "pad_token_id": 0}
PATTERN = SMALL | {"num_hidden_layers": 4, "num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 6,
                   "sliding_window": 5, "query_pre_attn_scalar": 12}
NEOX = SMALL | {"num_attention_heads": 2}
OPT = {"hidden_size": 16, "ffn_dim": 24, "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 97,
       "max_position_embeddings": 64}
FALCON = {"hidden_size": 16, "ffn_hidden_size": 24, "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 97}
T5 = {"vocab_size": 97, "d_model": 12, "d_kv": 4, "d_ff": 20, "num_layers": 2, "num_heads": 3,
      "relative_attention_num_buckets": 8, "relative_attention_max_distance": 12, "pad_token_id": 0,
      "decoder_start_token_id": 0}
WHISPER = {"vocab_size": 97, "d_model": 12, "num_mel_bins": 5, "encoder_layers": 2, "decoder_layers": 2,
           "encoder_attention_heads": 2, "decoder_attention_heads": 3, "encoder_ffn_dim": 16, "decoder_ffn_dim": 20,
           "max_source_positions": 9, "max_target_positions": 64, "pad_token_id": 0, "bos_token_id": 0,
           "eos_token_id": 0, "decoder_start_token_id": 1}
MT5 = T5 | {"num_layers": 1, "num_heads": 2}
MAMBA = {"hidden_size": 16, "state_size": 4, "num_hidden_layers": 2, "vocab_size": 97, "time_step_rank": 4,
         "pad_token_id": 0, "bos_token_id": 0, "eos_token_id": 0}
YARN_ROPE = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 64, "beta_fast": 4.0,
             "rope_theta": 10.0}
LONG_ROPE = {"rope_type": "longrope", "short_factor": [1.0, 1.25], "long_factor": [1.5, 6.0], "rope_theta": 100.0,
             "original_max_position_embeddings": 16}
GEMMA3_ROPE = {"full_attention": {"rope_type": "linear", "factor": 4.0, "rope_theta": 1000.0},
               "sliding_attention": {"rope_type": "default", "rope_theta": 100.0}}
BERT = {"hidden_size": 24, "intermediate_size": 48, "num_hidden_layers": 3, "num_attention_heads": 3,
        "vocab_size": 97, "max_position_embeddings": 64}
GLM = LLAMA | {"num_key_value_heads": 2, "pad_token_id": 0, "eos_token_id": 0}
CHATGLM = {"model_type": "chatglm", "architectures": ["ChatGLMModel"], "num_layers": 3, "hidden_size": 32,
           "num_attention_heads": 4, "layernorm_epsilon": 1e-5}
# Small tokens, so that the context has an end in a small vocabulary.
CHATGLM1 = CHATGLM | {"vocab_size": 97, "inner_hidden_size": 56, "bos_token_id": 95, "gmask_token_id": 94,
                      "mask_token_id": 93}
CHATGLM2 = CHATGLM | {"padded_vocab_size": 97, "ffn_hidden_size": 40, "kv_channels": 12, "seq_length": 64,
                      "original_rope": True}
PUBLISHED = {
    "chatglm": CHATGLM1,
    "chatglm2": CHATGLM2 | {"multi_query_attention": True, "multi_query_group_num": 2, "add_qkv_bias": True},
    "chatglm2-plain": CHATGLM2 | {"rmsnorm": False, "add_bias_linear": True,
                                  "apply_residual_connection_post_layernorm": True},
    "mingpt": {"model_type": "gpt-nano", "vocab_size": 97, "block_size": 48},
}
T = transformers
MODELS = {
    "gpt2": lambda: T.GPT2LMHeadModel(T.GPT2Config(**GPT2)),
    "gpt2-scaled": lambda: T.GPT2LMHeadModel(T.GPT2Config(
        **GPT2, scale_attn_by_inverse_layer_idx=True, activation_function="gelu", n_inner=56,
        layer_norm_epsilon=1e-3, tie_word_embeddings=False)),
    "llama2": lambda: T.LlamaForCausalLM(T.LlamaConfig(**LLAMA, tie_word_embeddings=False)),
    "llama3": lambda: T.LlamaForCausalLM(T.LlamaConfig(
        **LLAMA, num_key_value_heads=2, tie_word_embeddings=True, rope_parameters=LLAMA3_ROPE)),
    "llama-biases": lambda: T.LlamaForCausalLM(T.LlamaConfig(
        **LLAMA, num_key_value_heads=1, attention_bias=True, mlp_bias=True, head_dim=10, hidden_act="gelu")),
    "mistral": lambda: T.MistralForCausalLM(T.MistralConfig(
        **LLAMA, num_key_value_heads=2, sliding_window=6, head_dim=8)),
    "qwen2": lambda: T.Qwen2ForCausalLM(T.Qwen2Config(**LLAMA, num_key_value_heads=2, tie_word_embeddings=True)),
    "qwen2-windows": lambda: T.Qwen2ForCausalLM(T.Qwen2Config(
        **LLAMA, num_key_value_heads=4, use_sliding_window=True, sliding_window=5, max_window_layers=2)),
    "qwen3": lambda: T.Qwen3ForCausalLM(T.Qwen3Config(**LLAMA, num_key_value_heads=2, head_dim=12)),
    "mixtral": lambda: T.MixtralForCausalLM(T.MixtralConfig(
        **(LLAMA | {"num_hidden_layers": 3, "intermediate_size": 32}), num_key_value_heads=2, num_local_experts=4,
        num_experts_per_tok=2, sliding_window=None)),
    "glm": lambda: T.GlmForCausalLM(T.GlmConfig(**GLM, head_dim=8)),
    "glm-rotated": lambda: T.GlmForCausalLM(T.GlmConfig(
        **GLM, head_dim=6, partial_rotary_factor=1.0, attention_bias=False, tie_word_embeddings=True)),
    "glm4": lambda: T.Glm4ForCausalLM(T.Glm4Config(**GLM, head_dim=8)),
    "bert": lambda: T.BertModel(T.BertConfig(**BERT)),
    "bert-masked": lambda: T.BertForMaskedLM(T.BertConfig(**BERT)),
}
SMALL_MODELS = {
    "gemma": lambda: T.GemmaForCausalLM(T.GemmaConfig(
        **SMALL, num_key_value_heads=1, head_dim=6, hidden_act="gelu")),
    "gemma2": lambda: T.Gemma2ForCausalLM(T.Gemma2Config(
        **PATTERN, attn_logit_softcapping=1.5, final_logit_softcapping=4.0)),
    "gemma3": lambda: T.Gemma3ForCausalLM(T.Gemma3TextConfig(
        **PATTERN, sliding_window_pattern=3, final_logit_softcapping=5.0, rope_parameters=GEMMA3_ROPE)),
    "olmo2": lambda: T.Olmo2ForCausalLM(T.Olmo2Config(**SMALL, num_key_value_heads=2, tie_word_embeddings=True)),
    "phi3": lambda: T.Phi3ForCausalLM(T.Phi3Config(
        **(SMALL | {"num_attention_heads": 2}), num_key_value_heads=1, sliding_window=6, tie_word_embeddings=True,
        rope_parameters={"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.75})),
    "phi3-long": lambda: T.Phi3ForCausalLM(T.Phi3Config(
        **SMALL, original_max_position_embeddings=16, rope_parameters=LONG_ROPE)),
    "qwen2-yarn": lambda: T.Qwen2ForCausalLM(T.Qwen2Config(
        **(SMALL | {"num_attention_heads": 2}), num_key_value_heads=1, tie_word_embeddings=True,
        rope_parameters=YARN_ROPE)),
    "gpt-neox": lambda: T.GPTNeoXForCausalLM(T.GPTNeoXConfig(
        **NEOX, rope_parameters={"rope_type": "default", "rope_theta": 100.0, "partial_rotary_factor": 0.5})),
    "gpt-neox-sequential": lambda: T.GPTNeoXForCausalLM(T.GPTNeoXConfig(
        **NEOX, use_parallel_residual=False, attention_bias=False, hidden_act="gelu_new", tie_word_embeddings=True,
        layer_norm_eps=1e-3)),
    "opt": lambda: T.OPTForCausalLM(T.OPTConfig(**OPT)),
    "opt-after": lambda: T.OPTForCausalLM(T.OPTConfig(
        **OPT, do_layer_norm_before=False, word_embed_proj_dim=12, enable_bias=False, activation_function="gelu")),
    "bloom": lambda: T.BloomForCausalLM(T.BloomConfig(
        hidden_size=12, n_layer=2, n_head=3, vocab_size=97, layer_norm_epsilon=1e-3)),
    "falcon": lambda: T.FalconForCausalLM(T.FalconConfig(**FALCON)),
    "falcon-two-norms": lambda: T.FalconForCausalLM(T.FalconConfig(
        **FALCON, new_decoder_architecture=True, num_kv_heads=2, bias=True)),
    "falcon-one-norm": lambda: T.FalconForCausalLM(T.FalconConfig(
        **FALCON, new_decoder_architecture=True, num_kv_heads=2, num_ln_in_parallel_attn=1,
        tie_word_embeddings=False)),
    "falcon-alibi": lambda: T.FalconForCausalLM(T.FalconConfig(
        **(FALCON | {"hidden_size": 24, "num_attention_heads": 12}), alibi=True, multi_query=False,
        parallel_attn=False, bias=True)),
    "t5": lambda: T.T5ForConditionalGeneration(T.T5Config(**T5, num_decoder_layers=3)),
    "t5-gated": lambda: T.T5ForConditionalGeneration(T.T5Config(
        **T5, feed_forward_proj="gated-gelu", tie_word_embeddings=False)),
    "t5-encoder": lambda: T.T5EncoderModel(T.T5Config(**T5, feed_forward_proj="gated-silu")),
    "mt5": lambda: T.MT5ForConditionalGeneration(T.MT5Config(**MT5)),
    "umt5": lambda: T.UMT5ForConditionalGeneration(T.UMT5Config(**(MT5 | {"num_layers": 2}))),
    "whisper": lambda: T.WhisperForConditionalGeneration(T.WhisperConfig(**WHISPER)),
    # So large that a tied head does not only repeat the last token.
    "mamba": lambda: T.MambaForCausalLM(T.MambaConfig(**MAMBA, initializer_range=0.5)),
    "falcon-mamba": lambda: T.FalconMambaForCausalLM(T.FalconMambaConfig(
        **MAMBA, use_bias=True, conv_kernel=3, mixer_rms_eps=1e-3, tie_word_embeddings=False)),
}
MODELS |= SMALL_MODELS
VIT = {"image_size": 12, "patch_size": 4, "hidden_size": 8, "intermediate_size": 12, "num_hidden_layers": 2,
       "num_attention_heads": 2}
CLIP_TEXT = {"hidden_size": 8, "intermediate_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2,
             "vocab_size": 97, "max_position_embeddings": 26, "eos_token_id": 96, "bos_token_id": 95}
CLIP_IMAGE = {"hidden_size": 12, "intermediate_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2,
              "image_size": 8, "patch_size": 4}
VISION_MODELS = {
    "vit": lambda: T.ViTForImageClassification(T.ViTConfig(**VIT, num_labels=7)),
    # What is left of the image beside its patches is dropped.
    "vit-plain": lambda: T.ViTModel(T.ViTConfig(
        **(VIT | {"image_size": 10, "num_channels": 1, "num_hidden_layers": 1}), qkv_bias=False, hidden_act="gelu_new", layer_norm_eps=1e-3)),
    "clip": lambda: T.CLIPModel(T.CLIPConfig(text_config=CLIP_TEXT, vision_config=CLIP_IMAGE, projection_dim=8)),
    "clip-text": lambda: T.CLIPTextModelWithProjection(T.CLIPTextConfig(
        **(CLIP_TEXT | {"eos_token_id": 2}), projection_dim=8)),
    "clip-text-plain": lambda: T.CLIPTextModel(T.CLIPTextConfig(
        **(CLIP_TEXT | {"hidden_act": "gelu"}))),
    "clip-vision": lambda: T.CLIPVisionModel(T.CLIPVisionConfig(**(CLIP_IMAGE | {"num_hidden_layers": 1, "hidden_size": 8}))),
}
MODELS |= VISION_MODELS
# Their numbers lie in one file, because a file takes a block of the disk.
PACKED = {"whisper", "mamba", "falcon-mamba", "t5", "t5-gated", "t5-encoder", "mt5", "umt5"}
ENCODERS = {"bert", "bert-masked", "t5-encoder"}
FEATURES = {"whisper": [WHISPER["num_mel_bins"], 2 * WHISPER["max_source_positions"]]}  # of an input beside tokens
UNTIED_HEAD = {"t5-gated"}  # as the published files have it, whatever their configuration ties
HALF = ("gpt2", "llama3", "mistral", "qwen3", "mixtral", "bert", "bert-masked", "gpt-tiny", "mamba", "clip")
HALF_FOLDER = FOLDER / "half"


class Published(torch.nn.Module):
    """A model of code of its own, answering as the library's do."""

    def __init__(self, config):
        super().__init__()
        self.model = published_code.build(config).float()
        for module in self.model.modules():
            if type(module).__name__ == "RMSNorm":  # its values are whatever lay in memory
                torch.nn.init.ones_(module.weight)
        self.arguments = {"use_cache": False} if config["model_type"] == "chatglm" else {}

    def forward(self, tokens):
        answer = self.model(tokens, **self.arguments)
        return transformers.modeling_outputs.CausalLMOutput(logits=answer[0])

    def save(self, folder, config):
        (folder / "config.json").write_text(json.dumps(config) + "\n")
        save_file(self.model.state_dict(), folder / "model.safetensors", metadata={"format": "pt"})


def with_context(name, tokens, number):
    """ChatGLM-6B wants to know where its context ends and which place of it is filled in."""
    if name != "chatglm":
        return tokens
    tokens = [token % 90 for token in tokens]
    middle = len(tokens) // 2
    if number % 3 == 0:
        return [*tokens, 94, 95]
    if number % 3 == 1:
        return [*tokens[:middle], 94, 95, *tokens[middle:]]
    return [tokens[0], 93, *tokens[1:], 95, 7, 8]


def perturbed(make):
    torch.manual_seed(5)
    model = make().eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(torch.randn_like(parameter) * SIGMA)
    return model


def prompts():
    generator = torch.Generator().manual_seed(3)
    lengths = (2, 4, 7, 11, 13, 17, 24)
    return [[1, 2, 3], [96], [0, 0, 17, 42, 17]] + [
        torch.randint(0, 97, (length,), generator=generator).tolist() for length in lengths]


def start_of(model):
    """The token with which a decoder begins whose encoder reads the prompt; None of other models."""
    is_pair = getattr(model, "config", None) is not None and model.config.is_encoder_decoder and hasattr(
        model, "decoder")
    return model.config.decoder_start_token_id if is_pair else None


def decoder_tokens(model, tokens, number):
    start = start_of(model)
    return None if start is None else [start, *tokens[::-1][:number % 6]]


def numbers(model, tokens, decoder=None):
    with torch.no_grad():
        output = model(torch.tensor([tokens]), **({"decoder_input_ids": torch.tensor([decoder])} if decoder else {}))
    return (output.logits if "logits" in output else output.last_hidden_state)[0]


def pixels(shape, seed):
    """-1 to 1, the same wherever they are made."""
    count = numpy.arange(numpy.prod(shape), dtype=numpy.int64)
    return (((count * 7919 + seed * 104729) % 1000) / 500.0 - 1.0).astype(numpy.float32).reshape(shape)


class Listening(torch.nn.Module):
    """A model of tokens and of sound that has heard something already."""

    def __init__(self, model, shape, seed):
        super().__init__()
        self.model = model
        self.features = torch.from_numpy(pixels(shape, seed))[None]

    def forward(self, tokens):
        return self.model(input_features=self.features, decoder_input_ids=tokens)


def with_end(tokens, number):
    """The end of a text: at its end, within it, or nowhere."""
    middle = len(tokens) // 2
    return [[*tokens, 96], [*tokens[:middle], 96, *tokens[middle:]], tokens][number % 3]


def vision_numbers(model, texts, image):
    arguments = {} if image is None else {"pixel_values": torch.from_numpy(image)[None]}
    with torch.no_grad():
        if not texts:
            output = model(**arguments)
            return output.logits if "logits" in output else output.last_hidden_state[0]
        # One after the other, so that none is padded.
        outputs = [model(torch.tensor([text]), **arguments) for text in texts]
    if "logits_per_image" in outputs[0]:
        return torch.cat([output.logits_per_image for output in outputs], dim=1)
    return torch.cat([output.text_embeds if "text_embeds" in output else output.last_hidden_state[0]
                      for output in outputs])


def vision_prompts(model, name):
    config = getattr(model.config, "vision_config", model.config)
    size = getattr(config, "image_size", None)
    all_texts = [with_end(tokens, number) for number, tokens in enumerate(prompts())]
    for number in range(len(all_texts)):
        shape = [config.num_channels, size, size] if size else None
        several = [all_texts[(number + step) % len(all_texts)] for step in (0, 1, 3)]
        texts = {"clip": several, "clip-text": several, "clip-text-plain": several[:1]}.get(name, [])
        yield texts, {"shape": shape, "seed": number + 1} if shape else None


def write_vision(name):
    """All but text models take an image; the first text stands under "tokens", the others beside it."""
    folder = FOLDER / name
    model = load_saved(name)
    document = {"transformers": transformers.__version__, "class": type(model).__name__, "prompts": []}
    rows = []
    for texts, image in vision_prompts(model, name):
        found = vision_numbers(model, texts, pixels(image["shape"], image["seed"]) if image else None).numpy()
        entry = {"tokens": texts[0] if texts else [], "alongside": texts[1:], "logits": "logits.npy",
                 "rows": [sum(map(len, rows)), len(found)], "all_positions": True}
        document["prompts"].append(entry | ({"input": image} if image else {}))
        rows.append(found)
    numpy.save(folder / "logits.npy", numpy.concatenate(rows))
    (folder / "expected.json").write_text(json.dumps(document) + "\n")
    size = sum(f.stat().st_size for f in folder.iterdir())
    print(name, type(model).__name__, sum(p.numel() for p in model.parameters()), size)


def load_saved(name):
    """What was saved is what is computed with: the library may hold it in another form."""
    folder = FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    model = perturbed(MODELS[name])
    model.save_pretrained(folder)
    if name in UNTIED_HEAD:
        head = torch.randn_like(model.lm_head.weight)
        save_file(load_file(folder / "model.safetensors") | {"lm_head.weight": head},
                  folder / "model.safetensors", metadata={"format": "pt"})
    for extra in folder.glob("generation_config.json"):
        extra.unlink()
    return type(model).from_pretrained(folder, dtype=torch.float32).eval()


def continuation(model, tokens):
    """32 greedy tokens, computed anew from the beginning each time; nothing where two were near."""
    decoder = None if start_of(model) is None else [start_of(model)]
    prompt = tokens
    tokens = list(decoder or tokens)
    start = len(tokens)
    for _ in range(GENERATED):
        logits = (numbers(model, prompt, tokens) if decoder else numbers(model, tokens))[-1]
        best = torch.topk(logits, 2)
        if best.values[0] - best.values[1] < SMALLEST_MARGIN * logits.abs().max():
            return None
        tokens.append(int(best.indices[0]))
    return tokens[start:]


def continuations(model, name=""):
    generator = torch.Generator().manual_seed(11)
    found = []
    while len(found) < 3:
        tokens = torch.randint(0, 97, (int(torch.randint(1, 14, (1,), generator=generator)),),
                               generator=generator).tolist()
        tokens = with_context(name, tokens, len(found))
        follow = continuation(model, tokens)
        if follow is not None:
            found.append({"tokens": tokens, "continuation": follow})
    return found


def write(name):
    if name in VISION_MODELS:
        write_vision(name)
        return
    folder = FOLDER / name
    if name in PUBLISHED:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        model = perturbed(lambda: Published(PUBLISHED[name]))
        if name == "chatglm":  # tokens that tell the context do not follow it
            with torch.no_grad():
                model.model.lm_head.weight[93:96] = 0
        model.save(folder, PUBLISHED[name])
    else:
        model = load_saved(name)
    kind = type(model.model if name in PUBLISHED else model).__name__
    expected = {"transformers": transformers.__version__, "class": kind, "prompts": []}
    packed = []
    for number, tokens in enumerate(prompts()):
        tokens = with_context(name, tokens, number)
        everywhere = name in ENCODERS or number == (6 if name in SMALL_MODELS else len(prompts()) - 1)
        decoder = decoder_tokens(model, tokens, number)
        heard = Listening(model, FEATURES[name], number + 1) if name in FEATURES else model
        logits = numbers(heard, tokens, decoder).numpy()
        logits = logits if everywhere else logits[-1:]
        begins = {"decoder_tokens": decoder} if decoder else {}
        begins |= {"input": {"shape": FEATURES[name], "seed": number + 1}} if name in FEATURES else {}
        entry = {"tokens": tokens, **begins, "logits": f"logits-{number}.npy", "all_positions": everywhere}
        if name in PACKED:
            entry |= {"logits": "logits.npy", "rows": [sum(map(len, packed)), len(logits)]}
            packed.append(logits)
        else:
            numpy.save(folder / entry["logits"], logits)
        expected["prompts"].append(entry)
    if packed:
        numpy.save(folder / "logits.npy", numpy.concatenate(packed))
    if name not in ENCODERS:
        heard = Listening(model, FEATURES[name], 1) if name in FEATURES else model
        expected["generated"] = [
            follow | ({"input": {"shape": FEATURES[name], "seed": 1}} if name in FEATURES else {})
            for follow in continuations(heard, name)]
    (folder / "expected.json").write_text(json.dumps(expected) + "\n")
    size = sum(f.stat().st_size for f in folder.iterdir())
    print(name, kind, sum(p.numel() for p in model.parameters()), size)


def last_numbers(model, tokens):
    if isinstance(tokens[0], dict):  # of an image and its texts
        return numpy.concatenate([
            vision_numbers(model, [prompt["tokens"], *prompt["alongside"]], pixels(**prompt["input"])).float().numpy()
            for prompt in tokens])
    return torch.stack([numbers(model, one)[-1] for one in tokens]).float().numpy()


class FromScratch(torch.nn.Module):
    """The model of tests/data/run/gpt-tiny, answering as the library's do."""

    def __init__(self, dtype):
        super().__init__()
        folder = FOLDER / "gpt-tiny"
        config = json.loads((folder / "config.json").read_text())
        del config["model_type"]
        self.model = make_forward.GPTModel(**config)
        self.model.load_state_dict(torch.load(folder / "model.pth"))
        self.to(dtype)

    def forward(self, tokens):
        return transformers.modeling_outputs.CausalLMOutput(logits=self.model(tokens))


def in_dtype(name, dtype, attention="sdpa"):
    if name == "gpt-tiny":
        return FromScratch(dtype).eval()
    if name == "mamba":  # attends to nothing
        return type(MODELS[name]()).from_pretrained(FOLDER / name, dtype=dtype).eval()
    return type(MODELS[name]()).from_pretrained(FOLDER / name, dtype=dtype, attn_implementation=attention).eval()


def prompts_of(name):
    if name == "gpt-tiny":
        return [prompt["tokens"] for prompt in json.loads((FOLDER / name / "prompts.json").read_text())]
    prompts = json.loads((FOLDER / name / "expected.json").read_text())["prompts"]
    return prompts if name in VISION_MODELS else [prompt["tokens"] for prompt in prompts]


def write_half(name):
    """What becomes of the committed float32 weights in bfloat16 and float16. They are not written anew: whoever
    reads them casts them. float16 is computed in float32, as a CPU does; of bfloat16 there are the library's own
    numbers, with fused attention and without, and those of the same weights in float32, to tell how far rounding
    takes them."""
    tokens = prompts_of(name)
    half = in_dtype(name, torch.float16).float()
    brain = in_dtype(name, torch.bfloat16)
    numpy.save(HALF_FOLDER / f"{name}-float16.npy", last_numbers(half, tokens))
    numpy.save(HALF_FOLDER / f"{name}-bfloat16.npy", last_numbers(brain, tokens))
    eager = in_dtype(name, torch.bfloat16, "eager")
    numpy.save(HALF_FOLDER / f"{name}-bfloat16-eager.npy", last_numbers(eager, tokens))
    numpy.save(HALF_FOLDER / f"{name}-bfloat16-wide.npy", last_numbers(brain.float(), tokens))
    return [] if name in ENCODERS | {"gpt-tiny", *VISION_MODELS} else continuations(half)


def write_half_file(name, dtype):
    folder = HALF_FOLDER / f"{name}-{str(dtype).removeprefix('torch.')}"
    shutil.rmtree(folder, ignore_errors=True)
    in_dtype(name, dtype).save_pretrained(folder)
    for extra in folder.glob("generation_config.json"):
        extra.unlink()


def write_mixed_file(name):
    """Norms in float32 among weights in bfloat16."""
    folder = HALF_FOLDER / f"{name}-mixed"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(FOLDER / name / "config.json", folder)
    model = in_dtype(name, torch.bfloat16)
    kept = {key: value for key, value in model.state_dict().items() if key != "lm_head.weight"}
    save_file({key: value.float() if "norm" in key else value for key, value in kept.items()},
              folder / "model.safetensors", metadata={"format": "pt"})


def write_halves():
    HALF_FOLDER.mkdir(exist_ok=True)
    generated = {name: write_half(name) for name in HALF}
    write_half_file("gpt2", torch.bfloat16)
    write_half_file("llama3", torch.float16)
    write_mixed_file("llama3")
    document = {"transformers": transformers.__version__, "float16": generated}
    (HALF_FOLDER / "continuations.json").write_text(json.dumps(document) + "\n")


if __name__ == "__main__":
    for wanted in sys.argv[1:] or [*MODELS, *PUBLISHED, "half"]:
        write_halves() if wanted == "half" else write(wanted)
