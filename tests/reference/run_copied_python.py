#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the Python that Stowage writes, as it is.

    python run_copied_python.py PATH/TO/stowagectl

Saves tiny models of many kinds as save_pretrained does, has `stowagectl export --to accelerate` write
the Python of a plan on the CPU (or CPU and disk: nested entries too), and runs that text in a fresh
interpreter. There the class must be the one that was saved, no weight may be newly initialised, dtype,
device map and offload folder must be as planned, and a forward pass must give the numbers of the saved
model; also where the keys of the file are renamed or in a dict of a dict, and under an adapter
(with peft). Of quantised plans, which need a GPU or a package, the text is parsed and its configuration built;
where bitsandbytes is there, the 8-bit model is loaded on the CPU as well.

Exits 1 where anything differs. Needs torch, accelerate, transformers and safetensors; neither the build
nor the tests do.
"""
import ast
import importlib.metadata
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import warnings

import torch
import transformers as t

OWN_CODE = '''
import torch
from transformers import PretrainedConfig, PreTrainedModel


class MineConfig(PretrainedConfig):
    model_type = "mine"

    def __init__(self, width=8, **kwargs):
        super().__init__(**kwargs)
        self.width = width


class MineModel(PreTrainedModel):
    config_class = MineConfig
    _no_split_modules = ["Linear"]

    def __init__(self, config):
        super().__init__(config)
        self.first = torch.nn.Linear(config.width, config.width)
        self.second = torch.nn.Linear(config.width, config.width)
        self.post_init()

    def forward(self, x):
        return self.second(torch.relu(self.first(x)))
'''

AFTERWARDS = '''
import json as _json, sys as _sys
import torch as _torch
_given = _torch.load(_sys.argv[1])
with _torch.no_grad():
    _out = model(**_given["inputs"])
_out = _out if isinstance(_out, _torch.Tensor) else _out[0]
print(_json.dumps({
    "class": type(model.get_base_model() if hasattr(model, "get_base_model") else model).__name__,
    "dtype": str(model.dtype),
    "map": {k.removeprefix("base_model.model."): v for k, v in (getattr(model, "hf_device_map", None) or {}).items()},
    "error": float((_out.float() - _given["output"].float()).abs().max()),
    "scale": float(_given["output"].float().abs().max()),
}))
'''


def behind(prefix, key=None):
    """Rewrites the weights as PyTorch's file, with the prefix before each key, in a dict of a dict."""
    def change(folder, model, _):
        state = {prefix + name: tensor for name, tensor in model.state_dict().items()}
        (folder / "model" / "model.safetensors").unlink()
        torch.save({"epoch": 3, key: state} if key else state, folder / "model" / "pytorch_model.bin")
    return change


def under_an_adapter(folder, model, inputs):
    import peft

    options = peft.LoraConfig(r=4, target_modules=["q_proj", "v_proj"], init_lora_weights=False)
    adapted = peft.get_peft_model(model, options).eval()
    adapted.save_pretrained(folder / "adapter")
    with torch.no_grad():
        torch.save({"inputs": inputs, "output": adapted(**inputs)[0]}, folder / "expected.pt")


def save(model, folder, inputs):
    """Saves the model, and beside it what it computes."""
    model = model.eval()
    model.save_pretrained(folder / "model")
    with torch.no_grad():
        output = model(**inputs)
    output = output if isinstance(output, torch.Tensor) else output[0]
    torch.save({"inputs": inputs, "output": output}, folder / "expected.pt")
    return type(model).__name__, str(model.dtype)


def tokens(length=5):
    return {"input_ids": torch.arange(3, 3 + length)[None]}


def gpt2():
    return t.GPT2LMHeadModel(t.GPT2Config(n_layer=3, n_head=2, n_embd=16, vocab_size=40, n_positions=16))


def llama():
    return t.LlamaForCausalLM(t.LlamaConfig(
        num_hidden_layers=3, num_attention_heads=2, num_key_value_heads=1, hidden_size=16, intermediate_size=32,
        vocab_size=40, max_position_embeddings=32))


def mixtral():
    return t.MixtralForCausalLM(t.MixtralConfig(
        num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=1, hidden_size=16, intermediate_size=32,
        vocab_size=40, num_local_experts=4, max_position_embeddings=32))


def bert():
    return t.BertForSequenceClassification(t.BertConfig(
        num_hidden_layers=2, num_attention_heads=2, hidden_size=16, intermediate_size=32, vocab_size=40,
        max_position_embeddings=16, num_labels=3))


def t5():
    return t.T5ForConditionalGeneration(t.T5Config(
        num_layers=2, num_heads=2, d_model=16, d_ff=32, d_kv=8, vocab_size=40, decoder_start_token_id=0))


def vit():
    return t.ViTForImageClassification(t.ViTConfig(
        num_hidden_layers=2, num_attention_heads=2, hidden_size=16, intermediate_size=32, image_size=8,
        patch_size=4, num_labels=3))


def whisper():
    return t.WhisperForConditionalGeneration(t.WhisperConfig(
        encoder_layers=2, decoder_layers=2, encoder_attention_heads=2, decoder_attention_heads=2, d_model=16,
        encoder_ffn_dim=32, decoder_ffn_dim=32, vocab_size=40, num_mel_bins=8, max_source_positions=16,
        max_target_positions=16, pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=1))


def own_class(folder):
    path = folder / "mine.py"
    path.write_text(OWN_CODE)
    spec = importlib.util.spec_from_file_location("mine", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["mine"] = module
    spec.loader.exec_module(module)
    module.MineConfig.register_for_auto_class()
    module.MineModel.register_for_auto_class("AutoModel")
    return module.MineModel(module.MineConfig())


def models(folder):
    """(name, model, inputs, options of the plan, what is done to the saved files, if anything)."""
    disk = {"gpt2": {"transformer": "cpu", "transformer.h.1": "disk", "lm_head": "cpu"},
            "llama": {"": "cpu", "model.layers.1": "disk", "model.layers.2.mlp": "disk"},
            "mixtral": {"": "cpu", "model.layers.1": "disk"},
            "bert": {"": "cpu", "bert.encoder.layer.0": "disk", "bert.pooler": "disk"}}
    as_map = {name: ["--device-map", json.dumps(device_map)] for name, device_map in disk.items()}
    decoder = tokens() | {"decoder_input_ids": torch.tensor([[0, 4, 5]])}
    sound = {"input_features": torch.linspace(-1, 1, 8 * 32).reshape(1, 8, 32),
             "decoder_input_ids": torch.tensor([[1, 4, 5]])}
    yield "GPT-2", gpt2(), tokens(), []
    yield "GPT-2, CPU and disk, nested", gpt2(), tokens(), as_map["gpt2"]
    yield "Llama", llama(), tokens(), []
    yield "Llama, bfloat16", llama().to(torch.bfloat16), tokens(), []
    yield "Llama, CPU and disk, root nested", llama(), tokens(), as_map["llama"]
    yield "Llama, keys behind module.", llama(), tokens(), ["--rename", "module.="], behind("module.")
    yield "Llama, a dict in a dict, disk", llama(), tokens(), as_map["llama"], behind("", "state_dict")
    adapted = [*as_map["llama"], "--adapter", "adapter"]
    yield "Llama, adapter, CPU and disk", llama(), tokens(), adapted, under_an_adapter
    yield "Mixtral", mixtral(), tokens(), []
    yield "Mixtral, CPU and disk", mixtral(), tokens(), as_map["mixtral"]
    yield "BERT head", bert(), tokens(), []
    yield "BERT head, CPU and disk", bert(), tokens(), as_map["bert"]
    yield "T5", t5(), decoder, []
    yield "T5, limits", t5(), decoder, ["--max-memory", "cpu=8000"]
    yield "ViT", vit(), {"pixel_values": torch.linspace(-1, 1, 3 * 64).reshape(1, 3, 8, 8)}, []
    yield "Whisper", whisper(), sound, []
    yield "a class of its own", own_class(folder), {"x": torch.linspace(-1, 1, 16).reshape(2, 8)}, []


def export(program, model, options, cwd):
    result = subprocess.run([program, "export", str(model), "--to", "accelerate", "--gpus", "none", *options],
                            capture_output=True, text=True, check=False, cwd=cwd)
    if result.returncode:
        raise RuntimeError(f"export ends with {result.returncode}: {result.stderr}")
    return result.stdout


def run(script, folder):
    (folder / "load_model.py").write_text(script + AFTERWARDS)
    result = subprocess.run([sys.executable, "load_model.py", "expected.pt"], capture_output=True, text=True,
                            check=False, cwd=folder)
    if result.returncode:
        raise RuntimeError(textwrap.shorten(result.stderr[-1500:], 1200))
    if "newly initialized" in result.stderr or "MISSING" in result.stderr:
        raise RuntimeError("weights were newly initialised")
    return json.loads(result.stdout.splitlines()[-1])


def planned_map(script):
    for node in ast.parse(script).body:
        if isinstance(node, ast.Assign) and node.targets[0].id == "device_map":
            return ast.literal_eval(node.value)
    raise RuntimeError("the script has no device_map")


def fault_of(program, folder, model, inputs, options, change=None):
    """What is wrong, as text; "" where nothing is."""
    folder.mkdir()
    class_name, dtype = save(model, folder, inputs)
    if change:
        change(folder, model, inputs)
    script = export(program, folder / "model", options, folder)
    done = run(script, folder)
    wanted = planned_map(script)
    if done["class"] != class_name:
        return f"the class is {done['class']}, not {class_name}"
    if done["dtype"] != dtype:
        return f"the dtype is {done['dtype']}, not {dtype}"
    # Where all lies on one device the library sets no hf_device_map.
    if len(set(wanted.values())) > 1 and done["map"] != wanted:
        return f"the map is {done['map']}, not {wanted}"
    if done["error"] > 1e-5 * max(1.0, done["scale"]):
        return f"outputs differ by {done['error']}"
    return ""


def quantised_faults(program, folder):
    """Plans that quantise: the configuration's object is built from the text."""
    folder.mkdir()
    llama().save_pretrained(folder / "model")
    for method, options in (("int8", []), ("nf4", ["--double-quant"]), ("fp4", []), ("fp8", []), ("mxfp4", [])):
        script = export(program, folder / "model", ["--quantize", method, *options], folder)
        tree = ast.parse(script)
        wanted = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom)) or
                  (isinstance(node, ast.Assign) and node.targets[0].id == "quantization_config")]
        scope = {}
        try:
            exec(compile(ast.Module(wanted, []), "load_model.py", "exec"), scope)
        except importlib.metadata.PackageNotFoundError:
            yield method, "" if importlib.util.find_spec("bitsandbytes") is None else "is not built"
            continue
        config = scope["quantization_config"].to_dict()
        right = {"int8": config.get("load_in_8bit"),
                 "nf4": config.get("bnb_4bit_quant_type") == "nf4" and config.get("bnb_4bit_use_double_quant"),
                 "fp4": config.get("bnb_4bit_quant_type") == "fp4",
                 "fp8": config.get("quant_method") == "fp8",
                 "mxfp4": config.get("quant_method") == "mxfp4"}[method]
        call = ast.unparse(tree.body[-1])
        yield method, "" if right and "quantization_config=quantization_config" in call else str(config)


def main(program):
    warnings.simplefilter("ignore")
    torch.manual_seed(3)
    runs = differences = 0
    with tempfile.TemporaryDirectory() as there:
        folder = pathlib.Path(there)
        faults = []
        for name, *case in models(folder):
            try:
                faults.append((name, fault_of(program, folder / f"model-{len(faults)}", *case)))
            except RuntimeError as error:
                faults.append((name, str(error)))
        faults += quantised_faults(program, folder / "quantised")
    for name, fault in faults:
        runs += 1
        differences += bool(fault)
        print(f"{name:36} {fault or 'runs as pasted'}")
    print(f"{runs} scripts, {differences} differences; transformers {t.__version__}, torch {torch.__version__}")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve())))
