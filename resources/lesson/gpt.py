# SPDX-License-Identifier: GPL-3.0-or-later
"""A small GPT built from scratch, with the names of the lesson's checkpoints.

The lines that the lesson shows import it; they run beside this file:

    python gpt.py        # writes model.pth, tensors/, shards/ for CONFIG
    python step_naive.py
"""

import pathlib

import torch
from torch import nn

CONFIG = {"vocab": 512, "context": 64, "width": 64, "layers": 3, "heads": 4}
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
# As device maps name it: GPUs by their number.
PLACE = 0 if DEVICE == "cuda" else "cpu"
# For the step with several devices: a GPU that is too small, some RAM, the rest on disk.
MAX_MEMORY = {"cpu": "400KB"} if DEVICE == "cpu" else {0: "200KB", "cpu": "200KB"}


class Norm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(width))
        self.shift = nn.Parameter(torch.zeros(width))

    def forward(self, x):
        centred = x - x.mean(-1, keepdim=True)
        return self.scale * centred / torch.sqrt(centred.pow(2).mean(-1, keepdim=True) + 1e-5) + self.shift


class Attention(nn.Module):
    def __init__(self, config):
        super().__init__()
        width, self.heads = config["width"], config["heads"]
        self.W_query = nn.Linear(width, width)
        self.W_key = nn.Linear(width, width)
        self.W_value = nn.Linear(width, width)
        self.out_proj = nn.Linear(width, width)
        context = config["context"]
        self.register_buffer("mask", torch.triu(torch.ones(context, context), diagonal=1))

    def forward(self, x):
        batch, tokens, width = x.shape
        split = (batch, tokens, self.heads, width // self.heads)
        query, key, value = (part(x).view(split).transpose(1, 2)
                             for part in (self.W_query, self.W_key, self.W_value))
        scores = query @ key.transpose(2, 3) / split[-1] ** 0.5
        scores = scores.masked_fill(self.mask.bool()[:tokens, :tokens], float("-inf"))
        mixed = torch.softmax(scores, dim=-1) @ value
        return self.out_proj(mixed.transpose(1, 2).reshape(batch, tokens, width))


class FeedForward(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(approximate="tanh"),
                                    nn.Linear(4 * width, width))

    def forward(self, x):
        return self.layers(x)


class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.att = Attention(config)
        self.ff = FeedForward(config["width"])
        self.norm1 = Norm(config["width"])
        self.norm2 = Norm(config["width"])

    def forward(self, x):
        x = x + self.att(self.norm1(x))
        return x + self.ff(self.norm2(x))


class GPTModel(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok_emb = nn.Embedding(config["vocab"], config["width"])
        self.pos_emb = nn.Embedding(config["context"], config["width"])
        self.trf_blocks = nn.Sequential(*(Block(config) for _ in range(config["layers"])))
        self.final_norm = Norm(config["width"])
        self.out_head = nn.Linear(config["width"], config["vocab"], bias=False)

    def forward(self, tokens):
        places = torch.arange(tokens.shape[1], device=tokens.device)
        x = self.trf_blocks(self.tok_emb(tokens) + self.pos_emb(places))
        return self.out_head(self.final_norm(x))


def write_files():
    """The checkpoint in the forms that the steps read."""
    import json

    from safetensors.torch import save_file

    torch.manual_seed(0)
    weights = GPTModel(CONFIG).state_dict()
    torch.save(weights, "model.pth")
    save_file(weights, "model.safetensors", metadata={"format": "pt"})
    pathlib.Path("tensors").mkdir(exist_ok=True)
    for name, tensor in weights.items():
        torch.save(tensor.clone(), f"tensors/{name}.pt")
    pathlib.Path("shards").mkdir(exist_ok=True)
    names, index = list(weights), {}
    for number, start in enumerate(range(0, len(names), 20), 1):
        file = f"model-{number:05}.safetensors"
        save_file({name: weights[name] for name in names[start:start + 20]},
                  f"shards/{file}", metadata={"format": "pt"})
        index.update({name: file for name in names[start:start + 20]})
    pathlib.Path("shards/model.safetensors.index.json").write_text(
        json.dumps({"metadata": {}, "weight_map": index}))


if __name__ == "__main__":
    write_files()
