# SPDX-License-Identifier: GPL-3.0-or-later
"""The GPT of "Build a Large Language Model (From Scratch)": its modules and what they register, in order."""
import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(emb_dim))
        self.shift = nn.Parameter(torch.zeros(emb_dim))


class GELU(nn.Module):
    pass


class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"]), GELU(),
                                    nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"]))


class MultiHeadAttention(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        width, bias = cfg["emb_dim"], cfg["qkv_bias"]
        self.W_query = nn.Linear(width, width, bias=bias)
        self.W_key = nn.Linear(width, width, bias=bias)
        self.W_value = nn.Linear(width, width, bias=bias)
        self.out_proj = nn.Linear(width, width)
        self.dropout = nn.Dropout(cfg["drop_rate"])
        self.register_buffer("mask", torch.triu(torch.ones(cfg["context_length"], cfg["context_length"]), diagonal=1))


class TransformerBlock(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.att = MultiHeadAttention(cfg)
        self.ff = FeedForward(cfg)
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.drop_shortcut = nn.Dropout(cfg["drop_rate"])


class GPTModel(nn.Module):
    _no_split_modules = ["TransformerBlock"]

    def __init__(self, config):
        super().__init__()
        cfg = {"vocab_size": 50257, "context_length": 1024, "emb_dim": 768, "n_layers": 12, "drop_rate": 0.1,
               "qkv_bias": False} | config
        self.tok_emb = nn.Embedding(cfg["vocab_size"], cfg["emb_dim"])
        self.pos_emb = nn.Embedding(cfg["context_length"], cfg["emb_dim"])
        self.drop_emb = nn.Dropout(cfg["drop_rate"])
        self.trf_blocks = nn.Sequential(*[TransformerBlock(cfg) for _ in range(cfg["n_layers"])])
        self.final_norm = LayerNorm(cfg["emb_dim"])
        self.out_head = nn.Linear(cfg["emb_dim"], cfg["vocab_size"], bias=False)
