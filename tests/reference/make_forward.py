# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/run: tiny from-scratch GPTs and what PyTorch computes with them.

    venv/bin/python tests/reference/make_forward.py

The model is that of "Build a Large Language Model (From Scratch)", written out here once more.
Every parameter, bias and norm is perturbed (sigma 0.2): with default initial weights a lost bias or
norm would not show. Beside each model stand prompts.json and one .npy of logits a prompt.

    venv/bin/python tests/reference/make_forward.py --compare MODEL.pth LOGITS.npy 1,2,3

loads a model of any size that `stowagectl sample --arch raschka-gpt2… --format pth` wrote, runs it
here and says how far the logits of a file lie from PyTorch's.
"""
import json
import math
import pathlib
import shutil
import sys

import numpy
import torch

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data" / "run"
SIGMA = 0.2
HEAD_WIDTH = 64  # of every GPT-2


class LayerNorm(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.eps = 1e-5
        self.scale = torch.nn.Parameter(torch.ones(width))
        self.shift = torch.nn.Parameter(torch.zeros(width))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.scale * (x - mean) / torch.sqrt(variance + self.eps) + self.shift


class GELU(torch.nn.Module):
    def forward(self, x):
        inner = math.sqrt(2.0 / math.pi) * (x + 0.044715 * torch.pow(x, 3))
        return 0.5 * x * (1 + torch.tanh(inner))


class FeedForward(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = torch.nn.Sequential(torch.nn.Linear(width, 4 * width), GELU(),
                                          torch.nn.Linear(4 * width, width))

    def forward(self, x):
        return self.layers(x)


class MultiHeadAttention(torch.nn.Module):
    def __init__(self, width, context, heads, qkv_bias):
        super().__init__()
        self.heads = heads
        self.W_query = torch.nn.Linear(width, width, bias=qkv_bias)
        self.W_key = torch.nn.Linear(width, width, bias=qkv_bias)
        self.W_value = torch.nn.Linear(width, width, bias=qkv_bias)
        self.out_proj = torch.nn.Linear(width, width)
        self.register_buffer("mask", torch.triu(torch.ones(context, context), diagonal=1))

    def forward(self, x):
        batch, positions, width = x.shape

        def by_head(y):
            return y.view(batch, positions, self.heads, width // self.heads).transpose(1, 2)

        keys, queries, values = map(by_head, (self.W_key(x), self.W_query(x), self.W_value(x)))
        scores = queries @ keys.transpose(2, 3)
        scores.masked_fill_(self.mask.bool()[:positions, :positions], -torch.inf)
        weights = torch.softmax(scores / keys.shape[-1] ** 0.5, dim=-1)
        context = (weights @ values).transpose(1, 2).contiguous().view(batch, positions, width)
        return self.out_proj(context)


class TransformerBlock(torch.nn.Module):
    def __init__(self, width, context, heads, qkv_bias):
        super().__init__()
        self.att = MultiHeadAttention(width, context, heads, qkv_bias)
        self.ff = FeedForward(width)
        self.norm1 = LayerNorm(width)
        self.norm2 = LayerNorm(width)

    def forward(self, x):
        x = x + self.att(self.norm1(x))
        return x + self.ff(self.norm2(x))


class GPTModel(torch.nn.Module):
    def __init__(self, vocab_size, context_length, emb_dim, n_heads, n_layers, qkv_bias):
        super().__init__()
        self.tok_emb = torch.nn.Embedding(vocab_size, emb_dim)
        self.pos_emb = torch.nn.Embedding(context_length, emb_dim)
        self.trf_blocks = torch.nn.Sequential(
            *(TransformerBlock(emb_dim, context_length, n_heads, qkv_bias)
              for _ in range(n_layers)))
        self.final_norm = LayerNorm(emb_dim)
        self.out_head = torch.nn.Linear(emb_dim, vocab_size, bias=False)

    def forward(self, tokens):
        positions = torch.arange(tokens.shape[1], device=tokens.device)
        x = self.tok_emb(tokens) + self.pos_emb(positions)
        return self.out_head(self.final_norm(self.trf_blocks(x)))


def perturbed(config):
    model = GPTModel(**config).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(torch.randn_like(parameter) * SIGMA)
    return model


def write_logits(folder, model, prompts):
    listed = []
    for number, tokens in enumerate(prompts):
        with torch.no_grad():
            logits = model(torch.tensor([tokens]))[0]
        name = f"logits-{number}.npy"
        numpy.save(folder / name, logits.numpy())
        listed.append({"tokens": tokens, "logits": name})
    (folder / "prompts.json").write_text(json.dumps(listed, indent=1) + "\n")


def write_config(folder, config):
    text = json.dumps({"model_type": "raschka-gpt2"} | config, indent=2)
    (folder / "config.json").write_text(text + "\n")


def fresh_folder(name):
    folder = FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def save_shards(folder, state):
    from huggingface_hub import split_torch_state_dict_into_shards
    from safetensors.torch import save_file

    split = split_torch_state_dict_into_shards(
        state, filename_pattern="model{suffix}.safetensors", max_shard_size="16KB")
    for name, names in split.filename_to_tensors.items():
        save_file({k: state[k] for k in names}, folder / name, metadata={"format": "pt"})
    index = {"metadata": split.metadata, "weight_map": split.tensor_to_filename}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index, indent=1) + "\n")


def write_tiny():
    """Three formats of one model whose heads are 4 wide, which only config.json tells."""
    config = {"vocab_size": 97, "context_length": 16, "emb_dim": 12, "n_heads": 3, "n_layers": 3,
              "qkv_bias": True}
    model = perturbed(config)
    state = model.state_dict()
    folder = fresh_folder("gpt-tiny")
    torch.save(state, folder / "model.pth")
    write_config(folder, config)
    generator = torch.Generator().manual_seed(3)
    prompts = [[1, 2, 3], [96], [0, 0, 17, 42, 17], list(range(80, 96))] + [
        torch.randint(0, 97, (length,), generator=generator).tolist()
        for length in (2, 4, 7, 11, 13, 16)]
    write_logits(folder, model, prompts)
    shards = fresh_folder("gpt-tiny-shards")
    save_shards(shards, state)
    write_config(shards, config)
    tensors = fresh_folder("gpt-tiny-tensors")
    (tensors / "model_parameters").mkdir()
    for name, tensor in state.items():
        torch.save(tensor.clone(), tensors / "model_parameters" / f"{name}.pt")
    write_config(tensors, config)


def write_plain():
    """No biases of queries, keys and values, one head, and no config.json."""
    from safetensors.torch import save_file

    model = perturbed({"vocab_size": 11, "context_length": 6, "emb_dim": 10, "n_heads": 1,
                       "n_layers": 1, "qkv_bias": False})
    folder = fresh_folder("gpt-plain")
    save_file(model.state_dict(), folder / "model.safetensors", metadata={"format": "pt"})
    write_logits(folder, model, [[1, 2, 3], [10, 9, 8, 7, 6, 5]])


def compare(path, logits_path, tokens):
    state = torch.load(path, map_location="cpu", mmap=True)
    width = state["tok_emb.weight"].shape[1]
    config_path = pathlib.Path(path).parent / "config.json"
    heads = width // HEAD_WIDTH
    if config_path.exists():
        heads = json.loads(config_path.read_text()).get("n_heads", heads)
    with torch.device("meta"):
        model = GPTModel(state["tok_emb.weight"].shape[0], state["pos_emb.weight"].shape[0], width,
                         heads, sum(name.endswith("norm1.scale") for name in state),
                         "trf_blocks.0.att.W_query.bias" in state)
    model.load_state_dict(state, assign=True)
    with torch.no_grad():
        wanted = model.eval()(torch.tensor([tokens]))[0].numpy()
    found = numpy.load(logits_path)
    largest = float(numpy.abs(wanted).max())
    difference = float(numpy.abs(wanted - found).max())
    print(f"max |logit| {largest:.6g}, max difference {difference:.3g}, "
          f"{difference / largest:.2e} of it; 2e-5 allowed")
    return 0 if difference <= 2e-5 * largest else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--compare"]:
        sys.exit(compare(sys.argv[2], sys.argv[3], [int(t) for t in sys.argv[4].split(",")]))
    torch.manual_seed(5)
    write_tiny()
    write_plain()
