# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/checkpoints: small checkpoints by the real torch.save and safetensors.

Run it once under each torch whose files the tests shall read; the files carry its version:

    python3 tests/reference/make_fixtures.py            # torch 1.13.1 -> *-torch1.13.pth
    venv/bin/python tests/reference/make_fixtures.py    # torch 2.x    -> *-torch2.15.pth, *.safetensors

    venv/bin/python tests/reference/make_fixtures.py --folders    # only the checkpoints of many files
    python3 tests/reference/make_fixtures.py --formats            # only the other formats: PyTorch's
    venv/bin/python tests/reference/make_fixtures.py --formats    # old one, TorchScript, GGUF, NumPy

    … --wrapped    # only tensors that are sparse, have attributes, lie in lists, or are a module's

Beside each file or folder stands NAME.sha256.json: {tensor: {dtype, shape, sha256 of its C-order bytes}}.
Neither the build nor the tests run this script.
"""
import hashlib
import json
import pathlib
import shutil
import sys

import torch

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data" / "checkpoints"
VERSION = ".".join(torch.__version__.split("+")[0].split(".")[:2])
IS_NEW = int(VERSION.split(".")[0]) >= 2
LAYERS, WIDTH, VOCABULARY, CONTEXT = 2, 16, 61, 24


def raw_bytes(tensor):
    """The tensor's elements in C order, whatever its dtype and strides."""
    tensor = tensor.int_repr() if tensor.is_quantized else tensor
    flat = tensor.detach().clone(memory_format=torch.contiguous_format).contiguous()
    if flat.numel() == 0:
        return b""
    return bytes(flat.view(-1).view(torch.uint8).numpy().tobytes())


def write_digests(path, tensors):
    digests = {
        name: {
            "dtype": str(tensor.dtype).replace("torch.", ""),
            "shape": list(tensor.shape),
            "sha256": hashlib.sha256(raw_bytes(tensor)).hexdigest(),
        }
        for name, tensor in tensors.items()
    }
    text = "{\n" + ",\n".join(f" {json.dumps(k)}: {json.dumps(v)}" for k, v in digests.items())
    pathlib.Path(str(path) + ".sha256.json").write_text(text + "\n}\n")


def save(name, document, tensors):
    path = FOLDER / f"{name}-torch{VERSION}.pth"
    torch.save(document, path)
    write_digests(path, tensors)


def save_safetensors(name, tensors):
    from safetensors.torch import save_file

    path = FOLDER / f"{name}.safetensors"
    save_file({k: v.contiguous() for k, v in tensors.items()}, path, metadata={"format": "pt"})
    write_digests(path, tensors)


def gpt2_model():
    from transformers import GPT2Config, GPT2LMHeadModel

    config = GPT2Config(n_layer=LAYERS, n_embd=WIDTH, n_head=2, vocab_size=VOCABULARY,
                        n_positions=CONTEXT, bos_token_id=0, eos_token_id=0)
    return GPT2LMHeadModel(config)


def save_tied_model(name, model):
    """save_model leaves one of two tied names out and notes it in the metadata."""
    from safetensors.torch import save_model

    path = FOLDER / f"{name}.safetensors"
    save_model(model, path)
    write_digests(path, model.state_dict())


def gpt2_by_names():
    state = torch.nn.Module().state_dict()

    def add(name, *shape):
        state[name] = torch.randn(*shape) * 0.02

    add("transformer.wte.weight", VOCABULARY, WIDTH)
    add("transformer.wpe.weight", CONTEXT, WIDTH)
    for i in range(LAYERS):
        block = f"transformer.h.{i}."
        for module, rows, columns in (("ln_1", None, WIDTH), ("attn.c_attn", WIDTH, 3 * WIDTH),
                                      ("attn.c_proj", WIDTH, WIDTH), ("ln_2", None, WIDTH),
                                      ("mlp.c_fc", WIDTH, 4 * WIDTH),
                                      ("mlp.c_proj", 4 * WIDTH, WIDTH)):
            if module == "attn.c_attn":
                # Before 4.29 transformers saved the masks as well.
                state[block + "attn.bias"] = torch.tril(
                    torch.ones(CONTEXT, CONTEXT, dtype=torch.uint8)).view(1, 1, CONTEXT, CONTEXT)
                state[block + "attn.masked_bias"] = torch.tensor(-1e4)
            add(block + module + ".weight", *((columns,) if rows is None else (rows, columns)))
            add(block + module + ".bias", columns)
    add("transformer.ln_f.weight", WIDTH)
    add("transformer.ln_f.bias", WIDTH)
    state["lm_head.weight"] = state["transformer.wte.weight"]
    return state


class GPTModel(torch.nn.Module):
    """The model of "Build a Large Language Model (From Scratch)", as far as its state dict."""

    class LayerNorm(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.scale = torch.nn.Parameter(torch.ones(WIDTH))
            self.shift = torch.nn.Parameter(torch.zeros(WIDTH))

    class MultiHeadAttention(torch.nn.Module):
        def __init__(self):
            super().__init__()
            for name in ("W_query", "W_key", "W_value", "out_proj"):
                setattr(self, name, torch.nn.Linear(WIDTH, WIDTH))
            self.dropout = torch.nn.Dropout(0.1)
            self.register_buffer("mask", torch.triu(torch.ones(CONTEXT, CONTEXT), diagonal=1))

    class FeedForward(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = torch.nn.Sequential(torch.nn.Linear(WIDTH, 4 * WIDTH), torch.nn.GELU(),
                                              torch.nn.Linear(4 * WIDTH, WIDTH))

    class TransformerBlock(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.att = GPTModel.MultiHeadAttention()
            self.ff = GPTModel.FeedForward()
            self.norm1 = GPTModel.LayerNorm()
            self.norm2 = GPTModel.LayerNorm()
            self.drop_shortcut = torch.nn.Dropout(0.1)

    def __init__(self):
        super().__init__()
        self.tok_emb = torch.nn.Embedding(VOCABULARY, WIDTH)
        self.pos_emb = torch.nn.Embedding(CONTEXT, WIDTH)
        self.drop_emb = torch.nn.Dropout(0.1)
        self.trf_blocks = torch.nn.Sequential(*(self.TransformerBlock() for _ in range(LAYERS)))
        self.final_norm = self.LayerNorm()
        self.out_head = torch.nn.Linear(WIDTH, VOCABULARY, bias=False)


def odd_tensors():
    base = torch.arange(60, dtype=torch.float32).view(5, 12)
    shared = torch.randn(4, 6)
    tensors = {
        "scalar": torch.tensor(3.25),
        "empty": torch.zeros(0, 7),
        "half": torch.randn(3, 5).half(),
        "brain": torch.randn(3, 5).bfloat16(),
        "double": torch.randn(2, 3, dtype=torch.float64),
        "flags": torch.tensor([True, False, True]),
        "longs": torch.arange(-3, 9, dtype=torch.int64).view(3, 4),
        "ints": torch.arange(5, dtype=torch.int32),
        "shorts": torch.arange(5, dtype=torch.int16),
        "chars": torch.arange(-2, 3, dtype=torch.int8),
        "bytes": torch.arange(7, dtype=torch.uint8),
        "complex": torch.randn(2, 2, dtype=torch.complex64),
        "base": base,
        "transposed": base.t(),
        "slice": base[1:4, 2:9:3],
        "expanded": torch.tensor([1.5, 2.5, 3.5]).expand(4, 3),
        "one.name": shared,
        "other.name": shared,
        "parameter": torch.nn.Parameter(torch.randn(2, 2)),
    }
    if IS_NEW:
        tensors["words"] = torch.arange(6).to(torch.uint16)
        tensors["float8"] = torch.randn(4).to(torch.float8_e4m3fn)
    return tensors


def fresh_folder(name):
    folder = FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def save_shards():
    """save_pretrained's shards with their index, and torch.save's of the same kind."""
    from huggingface_hub import split_torch_state_dict_into_shards

    model = gpt2_model()
    folder = fresh_folder("gpt2-tiny-shards")
    model.save_pretrained(folder, max_shard_size="12KB")
    (folder / "generation_config.json").unlink(missing_ok=True)
    write_digests(folder, {k: v for k, v in model.state_dict().items() if k != "lm_head.weight"})

    folder = fresh_folder("bin-shards")
    tensors = {"h.weight": torch.randn(8, 8), "h.bias": torch.randn(8).bfloat16(),
               "view": torch.randn(4, 6).t(), "count": torch.tensor(7)}
    tensors["tied.weight"] = tensors["h.weight"]
    split = split_torch_state_dict_into_shards(
        tensors, filename_pattern="pytorch_model{suffix}.bin", max_shard_size=300)
    for name, names in split.filename_to_tensors.items():
        torch.save({k: tensors[k] for k in names}, folder / name)
    index = {"metadata": split.metadata, "weight_map": split.tensor_to_filename}
    text = json.dumps(index, indent=2, sort_keys=True) + "\n"
    (folder / "pytorch_model.bin.index.json").write_text(text)
    write_digests(folder, tensors)


def few_tensors():
    return {"a.weight": torch.nn.Parameter(torch.randn(8, 8)), "a.bias": torch.randn(8).bfloat16(),
            "b.10.weight": torch.randn(3, 5).half(), "b.2.weight": torch.randn(5).double(),
            "scalar": torch.tensor(2.5), "mask": torch.ones(3, 3).triu().bool(),
            "steps": torch.arange(5)}


def save_per_tensor():
    """The lesson's way: torch.save of every parameter under its name."""
    tensors = few_tensors()
    folder = fresh_folder("per-tensor")
    (folder / "model_parameters").mkdir()
    for name, tensor in tensors.items():
        torch.save(tensor, folder / "model_parameters" / f"{name}.pt")
    write_digests(folder, tensors)


def save_offload_folder():
    """Accelerate's offload folder with .dat files and an entry that names a safetensors file."""
    from accelerate.utils import offload_weight, save_offload_index
    from safetensors.torch import save_file

    tensors = {k: v.detach() for k, v in few_tensors().items()}
    folder = fresh_folder("offload")
    elsewhere = {"kept.weight": torch.randn(4, 4).bfloat16(), "unused": torch.zeros(2)}
    save_file(elsewhere, folder / "part.safetensors", metadata={"format": "pt"})
    index = {}
    for name, tensor in tensors.items():
        index = offload_weight(tensor, name, folder, index=index)
    index["other.weight"] = {"safetensors_file": "part.safetensors",
                             "weight_name": "kept.weight", "dtype": "bfloat16"}
    save_offload_index(index, folder)
    write_digests(folder, tensors | {"other.weight": elsewhere["kept.weight"]})


def save_legacy(name, document, tensors):
    path = FOLDER / f"{name}-legacy-torch{VERSION}.pth"
    torch.save(document, path, _use_new_zipfile_serialization=False)
    torch.load(path, map_location="cpu")
    write_digests(path, tensors)


class Scripted(torch.nn.Module):
    """Submodules, a buffer, a tied weight, attributes that are no tensors, code to compress."""

    def __init__(self):
        super().__init__()
        self.embed = torch.nn.Embedding(11, 6)
        self.blocks = torch.nn.Sequential(torch.nn.Linear(6, 6), torch.nn.LayerNorm(6))
        self.head = torch.nn.Linear(6, 11, bias=False)
        self.head.weight = self.embed.weight
        self.register_buffer("mask", torch.ones(4, 4, dtype=torch.bool).triu())
        self.register_buffer("scale", torch.tensor(2.5, dtype=torch.bfloat16))
        self.sizes = [1, 2, 3]
        self.name = "scripted"

    def forward(self, x):
        return self.head(self.blocks(self.embed(x))) * self.scale


def save_script():
    path = FOLDER / f"script-torch{VERSION}.pt"
    module = Scripted()
    torch.jit.save(torch.jit.script(module), str(path))
    write_digests(path, module.state_dict())


def save_numpy():
    import numpy

    folder = fresh_folder("npy")
    tensors = {k: v.detach() for k, v in odd_tensors().items()
               if v.dtype not in (torch.bfloat16, getattr(torch, "float8_e4m3fn", None))}
    written = {}
    for number, (name, tensor) in enumerate(tensors.items()):
        with open(folder / f"{name}.npy", "wb") as file:
            array = tensor.clone().contiguous().numpy()
            array = numpy.asfortranarray(array) if number % 2 else array
            numpy.lib.format.write_array(file, array, version=(1 + number % 3, 0))
        written[name] = tensor
    write_digests(folder, written)


def save_gguf():
    """Plain and quantised tensors by the library of llama.cpp, with a small vocabulary."""
    import gguf
    import numpy

    path = FOLDER / "tiny.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_custom_alignment(64)
    writer.add_block_count(1)
    writer.add_token_list([f"token {i}" for i in range(40)])
    writer.add_token_scores([0.5] * 40)
    digests = {}

    def add(name, values, kind):
        if kind is gguf.GGMLQuantizationType.F32:
            data, dtype = values, "float32"
        elif kind is gguf.GGMLQuantizationType.F16:
            data, dtype = values.astype(numpy.float16), "float16"
        elif kind in (gguf.GGMLQuantizationType.Q4_K, gguf.GGMLQuantizationType.Q6_K,
                      gguf.GGMLQuantizationType.IQ2_XS):
            # The library reads these and cannot make them: any bytes will do.
            elements, size = gguf.GGML_QUANT_SIZES[kind]
            shape = (*values.shape[:-1], values.shape[-1] // elements * size)
            data = numpy.random.default_rng(7).integers(0, 256, shape, dtype=numpy.uint8)
            dtype = kind.name
        else:
            data = gguf.quants.quantize(values, kind)
            dtype = "bfloat16" if kind is gguf.GGMLQuantizationType.BF16 else kind.name
        plain = kind in (gguf.GGMLQuantizationType.F32, gguf.GGMLQuantizationType.F16)
        writer.add_tensor(name, data, raw_dtype=None if plain else kind)
        digests[name] = {"dtype": dtype, "shape": list(values.shape),
                         "sha256": hashlib.sha256(data.tobytes()).hexdigest()}

    kinds = gguf.GGMLQuantizationType
    random = numpy.random.default_rng(6)
    for name, shape, kind in (
            ("token_embd.weight", (5, 64), kinds.Q8_0), ("output_norm.weight", (64,), kinds.F32),
            ("blk.0.attn_q.weight", (3, 64), kinds.Q4_0), ("blk.0.attn_k.weight", (3, 64), kinds.F16),
            ("blk.0.attn_v.weight", (2, 3, 5), kinds.BF16), ("blk.0.ffn_up.weight", (2, 512), kinds.Q4_K),
            ("blk.0.ffn_gate.weight", (4, 256), kinds.Q6_K), ("blk.0.ffn_down.weight", (3, 256), kinds.IQ2_XS),
            ("blk.0.attn_output.weight", (2, 32), kinds.Q5_1)):
        add(name, random.standard_normal(shape, dtype=numpy.float32), kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    text = "{\n" + ",\n".join(f" {json.dumps(k)}: {json.dumps(v)}" for k, v in digests.items())
    pathlib.Path(str(path) + ".sha256.json").write_text(text + "\n}\n")


def save_quantised():
    weights = torch.randn(4, 6)
    quantised = {
        "tensor": torch.quantize_per_tensor(weights, 0.05, 3, torch.quint8),
        "channels": torch.quantize_per_channel(weights, torch.rand(4) / 10, torch.zeros(4).long(),
                                               0, torch.qint8),
        "words": torch.quantize_per_tensor(weights, 1e-6, 0, torch.qint32),
        "plain": weights.t(),
    }
    save("quantised", quantised, quantised)


def save_formats():
    torch.manual_seed(8)
    odd = {k: v for k, v in odd_tensors().items() if k not in ("words", "float8")}
    save_legacy("odd", odd, odd)
    model = {"a.weight": torch.nn.Parameter(torch.randn(4, 3)), "a.bias": torch.zeros(4)}
    parameters = [torch.nn.Parameter(t.detach().clone()) for t in model.values()]
    optimizer = torch.optim.AdamW(parameters)
    for parameter in parameters:
        parameter.grad = torch.ones_like(parameter)
    optimizer.step()
    ema = {name: tensor.detach() + 1 for name, tensor in model.items()}
    nested = {"epoch": 3, "state": {"model": model, "ema": ema},
              "optimizer": optimizer.state_dict()}
    save_legacy("nested", nested, model if IS_NEW else ema)
    save_script()
    save_quantised()
    if IS_NEW:
        path = FOLDER / "legacy.pt"
        torch.save(torch.randn(3, 2).t(), path, _use_new_zipfile_serialization=False)
        write_digests(path, {"legacy": torch.load(path)})
        save_numpy()
        save_gguf()


def save_wrapped():
    """What torch.save is given beside plain state dicts."""
    tensor = torch.arange(6.0).reshape(2, 3)
    save("sparse", {"w": tensor, "coo": tensor.to_sparse(), "csr": tensor.to_sparse_csr()},
         {"w": tensor})
    parameter, noted = torch.nn.Parameter(tensor.clone()), tensor.clone()
    parameter.note, noted.note = "kept", {"kept": 1}
    save("attributes", {"p": parameter, "t": noted}, {"p": parameter, "t": noted})
    model = torch.nn.Linear(3, 2)
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.ones(1, 3)).sum().backward()
    optimizer.step()
    # Each parameter has three tensors in the optimizer, the model has two.
    save("adam", {"optimizer": optimizer.state_dict(), "model": model.state_dict()},
         model.state_dict())
    save("list", [tensor, tensor + 1], {"0": tensor, "1": tensor + 1})
    save("bare", tensor, {f"bare-torch{VERSION}": tensor})
    torch.save(model, FOLDER / f"module-torch{VERSION}.pth")


def save_folders():
    torch.manual_seed(4)
    save_shards()
    save_per_tensor()
    save_offload_folder()


def main():
    torch.manual_seed(20)
    FOLDER.mkdir(parents=True, exist_ok=True)
    gpt2 = gpt2_model().state_dict() if IS_NEW else gpt2_by_names()
    scratch = GPTModel().state_dict()
    odd = odd_tensors()
    save("gpt2-tiny", gpt2, gpt2)
    save("raschka-tiny", scratch, scratch)
    save("odd", odd, odd)
    parameters = [torch.nn.Parameter(t.clone()) for t in list(scratch.values())[:3]]
    optimizer = torch.optim.AdamW(parameters)
    for parameter in parameters:
        parameter.grad = torch.ones_like(parameter)
    optimizer.step()
    # The optimizer has nine tensors in all, the model eight: what counts is a dict of its own.
    model = dict(list(scratch.items())[:8])
    nested = {"epoch": 3, "model": model, "optimizer": optimizer.state_dict(),
              "config": {"lr": 1e-3, "name": "tiny"}}
    save("nested", nested, model)
    if IS_NEW:
        save_safetensors("gpt2-tiny", {k: v for k, v in gpt2.items() if k != "lm_head.weight"})
        save_safetensors("raschka-tiny", scratch)
        save_tied_model("gpt2-tiny-save-model", gpt2_model())
        plain = {k: v for k, v in odd.items() if k != "other.name"}
        save_safetensors("odd", {k: v.detach() for k, v in plain.items()})


if __name__ == "__main__":
    if "--wrapped" in sys.argv[1:]:
        save_wrapped()
    elif "--formats" in sys.argv[1:]:
        save_formats()
    elif "--folders" not in sys.argv[1:]:
        main()
        save_formats()
        save_wrapped()
    if IS_NEW and not {"--formats", "--wrapped"} & set(sys.argv[1:]):
        save_folders()
