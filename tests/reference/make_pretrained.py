# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/pretrained: tiny random models as Hugging Face folders (config.json + weights), with
what the real library says of each.

    venv/bin/python tests/reference/make_pretrained.py [--experts FOLDER] [NAME…]

Weights are written by save_pretrained and then, where a published file differs (old key names, masks,
another class in "architectures"), changed to be like it. NAME.expected.json holds what
from_pretrained(dtype="auto", output_loading_info=True) makes of the folder: class, missing and
unexpected keys, the tree of the loaded model, each tensor's SHA-256. Files that hold one module an
expert are loaded into classes with all experts in one parameter: their tree has the blocks of
transformers 4, which FOLDER holds (pip install --target FOLDER --no-deps transformers==4.57.1
huggingface_hub==0.36.0 tokenizers==0.22.1), and digests are those of the file's tensors, once they
have been compared with the loaded parameters. loading.json says, for every class of every family, what
from_pretrained consults: prefix, ignored keys, what stays float32. Neither the build nor the tests run
this script.
"""
import argparse
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import torch
import transformers

from dump_architectures import module_node, tied_groups

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "data" / "pretrained"
FAMILIES = ROOT.parent / "resources" / "architectures"
SMALL = dict(vocab_size=40, hidden_size=16, intermediate_size=24, num_hidden_layers=2,
             num_attention_heads=4, max_position_embeddings=32)
GROUPED = SMALL | dict(num_key_value_heads=2)
GPT2 = dict(vocab_size=40, n_embd=16, n_layer=2, n_head=4, n_positions=32)
MOE = GROUPED | dict(moe_intermediate_size=8)


def randomised(model):
    """Norms are ones and biases zeros by default: every tensor shall have bytes of its own."""
    with torch.no_grad():
        for tensor in [*model.parameters(), *model.buffers()]:
            if tensor.is_floating_point():
                tensor.add_(0.02 * torch.randn_like(tensor, dtype=torch.float32).to(tensor.dtype))
    return model


class Case:
    def __init__(self, saved, settings, dtype="float32", listed=None, config=None, keys=None, shard=None, form="safetensors"):
        self.saved, self.settings, self.dtype = saved, settings, getattr(torch, dtype)
        self.listed = listed      # what "architectures" names; none: the class that was saved
        self.config = config or {}
        self.keys = keys          # changes the file's tensors
        self.shard = shard
        self.form = form          # "safetensors", "bin" (what save_pretrained writes), "state_dict"


def renamed(pairs):
    def change(tensors):
        return {re.sub("|".join(map(re.escape, pairs)), lambda m: pairs[m[0]], name): tensor
                for name, tensor in tensors.items()}
    return change


def adding(make):
    return lambda tensors: tensors | make(tensors)


def gpt2_masks(tensors):
    return {f"h.{i}.attn.bias": torch.tril(torch.ones(32, 32)).view(1, 1, 32, 32) for i in range(2)}


def neox_masks(tensors):
    masks = {}
    for i in range(2):
        masks[f"gpt_neox.layers.{i}.attention.bias"] = torch.tril(torch.ones(32, 32, dtype=torch.bool)).view(1, 1, 32, 32)
        masks[f"gpt_neox.layers.{i}.attention.masked_bias"] = torch.tensor(-1e9)
        masks[f"gpt_neox.layers.{i}.attention.rotary_emb.inv_freq"] = torch.ones(1)
    return masks


def llama_frequencies(tensors):
    return {f"model.layers.{i}.self_attn.rotary_emb.inv_freq": torch.ones(2) for i in range(2)}


def old_bert(tensors):
    named = renamed({"LayerNorm.weight": "LayerNorm.gamma", "LayerNorm.bias": "LayerNorm.beta"})(tensors)
    return named | {"bert.embeddings.position_ids": torch.arange(32).view(1, 32),
                    "cls.seq_relationship.weight": torch.ones(2, 16), "cls.seq_relationship.bias": torch.ones(2)}


def old_deepseek(tensors):
    """A published file has the routers' biases in float32, and a layer that predicts a further token."""
    biases = {name: tensor.float() for name, tensor in tensors.items() if name.endswith("e_score_correction_bias")}
    return biases | {"model.layers.61.enorm.weight": torch.ones(16), "model.layers.61.eh_proj.weight": torch.ones(16, 32)}


DEEPSEEK = MOE | dict(first_k_dense_replace=1, n_routed_experts=4, n_shared_experts=1, num_experts_per_tok=2,
                      n_group=2, topk_group=1, kv_lora_rank=8, q_lora_rank=8, qk_rope_head_dim=4,
                      qk_nope_head_dim=4, v_head_dim=4, num_key_value_heads=4)
T5 = dict(vocab_size=40, d_model=16, d_kv=4, d_ff=24, num_layers=2, num_heads=4)
BERT = SMALL | dict(type_vocab_size=2)
CASES = {
    "gpt2": Case("GPT2LMHeadModel", GPT2),
    "gpt2_base_saved": Case("GPT2Model", GPT2, listed="GPT2LMHeadModel", keys=adding(gpt2_masks)),
    "gpt2_head_saved": Case("GPT2LMHeadModel", GPT2, listed="GPT2Model", config={"tie_word_embeddings": False}),
    "llama_sharded": Case("LlamaForCausalLM", GROUPED, shard="12KB"),
    "llama_tied": Case("LlamaForCausalLM", GROUPED | dict(tie_word_embeddings=True), "bfloat16", keys=adding(llama_frequencies)),
    "llama_tied_both": Case("LlamaForCausalLM", GROUPED | dict(tie_word_embeddings=True),
                            keys=adding(lambda t: {"lm_head.weight": t["model.embed_tokens.weight"].clone()})),
    "llama_score": Case("LlamaForCausalLM", GROUPED, listed="LlamaForSequenceClassification"),
    "llama_bin": Case("LlamaForCausalLM", GROUPED, form="bin", shard="12KB"),
    "mixtral": Case("MixtralForCausalLM", GROUPED | dict(num_local_experts=4), "bfloat16"),
    "mixtral_fused": Case("MixtralForCausalLM", GROUPED | dict(num_local_experts=4), form="state_dict"),
    "qwen2_moe": Case("Qwen2MoeForCausalLM", MOE | dict(num_experts=4, shared_expert_intermediate_size=8, mlp_only_layers=[0])),
    "qwen3_moe": Case("Qwen3MoeForCausalLM", MOE | dict(num_experts=4, head_dim=4), "bfloat16", shard="12KB"),
    "deepseek_v3": Case("DeepseekV3ForCausalLM", DEEPSEEK, "bfloat16", keys=adding(old_deepseek)),
    "t5": Case("T5ForConditionalGeneration", T5),
    "t5_float16": Case("T5ForConditionalGeneration", T5 | dict(feed_forward_proj="gated-gelu"), "float16"),
    "bert_old": Case("BertForMaskedLM", BERT, keys=old_bert),
    "bert_base_saved": Case("BertModel", BERT, listed="BertForMaskedLM"),
    "bert_head_saved": Case("BertForMaskedLM", BERT, listed="BertModel"),
    "roberta": Case("RobertaForMaskedLM", BERT),
    "bloom_base_saved": Case("BloomModel", dict(vocab_size=40, hidden_size=16, n_layer=2, n_head=4), "float16", listed="BloomForCausalLM"),
    "gpt_neox": Case("GPTNeoXForCausalLM", SMALL, "float16", keys=adding(neox_masks)),
    "falcon": Case("FalconForCausalLM", dict(vocab_size=40, hidden_size=16, num_hidden_layers=2, num_attention_heads=4), "bfloat16"),
    "opt": Case("OPTForCausalLM", dict(vocab_size=40, hidden_size=16, word_embed_proj_dim=16, ffn_dim=24, num_hidden_layers=2, num_attention_heads=4, max_position_embeddings=32), "float16", form="bin"),
    "vit": Case("ViTForImageClassification", dict(hidden_size=16, intermediate_size=24, num_hidden_layers=2, num_attention_heads=4, image_size=8, patch_size=4)),
}


def bytes_of(tensor):
    whole = tensor.detach().contiguous()
    return whole.reshape(-1).view(torch.uint8).numpy().tobytes() if whole.numel() else b""


def digest(tensor):
    return hashlib.sha256(bytes_of(tensor)).hexdigest()


def file_tensors(folder):
    from safetensors.torch import load_file
    tensors = {}
    for path in sorted(folder.iterdir()):
        if path.suffix == ".safetensors":
            tensors |= load_file(path)
        elif path.suffix == ".bin":
            tensors |= torch.load(path, weights_only=True)
    return tensors


def write_shards(folder, tensors, size):
    """As save_pretrained did before it wrote safetensors alone."""
    limit = int(size.removesuffix("KB")) * 1000 if size else 1 << 60
    parts = [{}]
    for name, tensor in tensors.items():
        if parts[-1] and sum(len(bytes_of(t)) for t in parts[-1].values()) + len(bytes_of(tensor)) > limit:
            parts.append({})
        parts[-1][name] = tensor
    if len(parts) == 1:
        return torch.save(parts[0], folder / "pytorch_model.bin")
    names = [f"pytorch_model-{i + 1:05}-of-{len(parts):05}.bin" for i in range(len(parts))]
    for name, part in zip(names, parts):
        torch.save(part, folder / name)
    index = {"metadata": {"total_size": sum(len(bytes_of(t)) for t in tensors.values())},
             "weight_map": {key: name for name, part in zip(names, parts) for key in part}}
    (folder / "pytorch_model.bin.index.json").write_text(json.dumps(index))


def write(case, folder):
    from safetensors.torch import save_file
    torch.manual_seed(7)
    cls = getattr(transformers, case.saved)
    config = cls.config_class(**case.settings)
    model = randomised(cls._from_config(config, dtype=case.dtype))
    shutil.rmtree(folder, ignore_errors=True)
    model.save_pretrained(folder, **({"max_shard_size": case.shard} if case.shard else {}))
    (folder / "generation_config.json").unlink(missing_ok=True)
    if case.form != "safetensors":
        tensors = model.state_dict() if case.form == "state_dict" else file_tensors(folder)
        for path in [*folder.glob("*.safetensors"), *folder.glob("*.index.json")]:
            path.unlink()
        write_shards(folder, tensors, case.shard)
    elif case.keys:
        save_file({k: t.contiguous() for k, t in case.keys(file_tensors(folder)).items()},
                  folder / "model.safetensors", metadata={"format": "pt"})
    settings = json.loads((folder / "config.json").read_text()) | case.config
    if case.listed:
        settings["architectures"] = [case.listed]
    (folder / "config.json").write_text(json.dumps(settings, separators=(",", ":")))
    return settings


def split_experts(model, names):
    """The loaded model's parameters under the names of a file that has one module an expert."""
    state = model.state_dict()
    parts = {}
    for name in names:
        found = re.fullmatch(r"(.*)\.(?:block_sparse_moe|mlp)\.experts\.(\d+)\.(\w+)\.weight", name)
        if not found:
            parts[name] = state.get(name.replace(".block_sparse_moe.", ".mlp."))
            continue
        layer, number, leaf = found[1], int(found[2]), found[3]
        fused = state[f"{layer}.mlp.experts.gate_up_proj"][number]
        half = fused.shape[0] // 2
        parts[name] = {"w1": fused[:half], "gate_proj": fused[:half], "w3": fused[half:], "up_proj": fused[half:]}.get(
            leaf, state[f"{layer}.mlp.experts.down_proj"][number])
    return parts


def blocks_of_older_release(folder, settings):
    """The modules that hold experts, as the library registered them when each was one."""
    program = ("import json, sys, torch, transformers; sys.path.insert(0, sys.argv[1]); "
               "from dump_architectures import module_node; c = json.load(sys.stdin); "
               "k = transformers.AutoConfig.for_model(c['model_type']).__class__; "
               "cls = getattr(transformers, c['architectures'][0]); "
               "torch.set_default_device('meta'); m = cls(k.from_dict(c)); "
               "print(json.dumps({n: module_node(n.split('.')[-1], s, '', {}) for n, s in m.named_modules() "
               "if hasattr(s, 'experts')}))")
    here = str(pathlib.Path(__file__).parent)
    if "num_local_experts" in settings:  # the field's name before release 5
        settings = settings | {"num_experts": settings["num_local_experts"]}
    done = subprocess.run([sys.executable, "-c", program, here], input=json.dumps(settings), text=True,
                          capture_output=True, env=os.environ | {"PYTHONPATH": str(folder)}, check=True)
    return json.loads(done.stdout)


def unfold(node):
    children = []
    for child in node.get("children", []):
        unfold(child)
        count = child.pop("repeat", 1)
        first = child["name"]
        children += [child | ({"name": str(int(first) + i)} if count > 1 else {}) for i in range(count)]
    if children:
        node["children"] = children
    return node


def with_dtype(node, dtype):
    for entry in node.get("params", []):
        entry["dtype"] = dtype
    for child in node.get("children", []):
        with_dtype(child, dtype)
    return node


def as_stored(node, path, stored):
    """Gives a tree the dtypes of the file, where it has the tensor."""
    for entry in [*node.get("params", []), *node.get("buffers", [])]:
        name = f"{path}.{entry['name']}" if path else entry["name"]
        if name in stored:
            entry["dtype"] = str(stored[name].dtype).removeprefix("torch.")
    for child in node.get("children", []):
        as_stored(child, f"{path}.{child['name']}" if path else child["name"], stored)


def whole_tree(model, tree):
    if tied_groups(model):
        tree["tied"] = tied_groups(model)
    return {"format": "stowage.tree", "version": 1,
            "no_split_module_classes": sorted(model._no_split_modules or []), "tree": tree}


def graft(tree, path, block, dtype):
    *parents, last = path.split(".")
    for name in parents:
        tree = next(child for child in tree["children"] if child["name"] == name)
    position = next(i for i, child in enumerate(tree["children"]) if child["name"] in (last, "mlp"))
    tree["children"][position] = with_dtype(unfold(block), dtype)


def expectation(folder, settings, options):
    name = settings["architectures"][0]
    model, info = getattr(transformers, name).from_pretrained(folder, dtype="auto", output_loading_info=True)
    stored = file_tensors(folder)
    expected = {"class": name, "missing": sorted(info["missing_keys"]), "unexpected": sorted(info["unexpected_keys"])}
    assert not info["mismatched_keys"], info
    state = model.state_dict()
    # The model that is loaded: some of its tensors stay float32 though the file has them in less.
    if any(state[key].dtype != tensor.dtype for key, tensor in stored.items() if key in state):
        expected["loaded_tree"] = whole_tree(model, unfold(module_node("", model, "", {})))
    tree = unfold(module_node("", model, "", {}))
    if any(".experts.0." in key for key in stored):
        parts = split_experts(model, [key for key in stored if not key.startswith("model.layers.61.")])
        assert all(torch.equal(part, stored[key]) for key, part in parts.items())
        dtype = str(state["model.norm.weight"].dtype).removeprefix("torch.")
        for path, block in blocks_of_older_release(options.experts, settings).items():
            graft(tree, path, block, dtype)
    else:
        parts = {key: part if key not in stored else part.to(stored[key].dtype) for key, part in state.items()}
    as_stored(tree, "", stored)
    expected["digests"] = {key: digest(part) for key, part in parts.items()}
    expected["tree"] = whole_tree(model, tree)
    return expected


def loading_rules():
    """What from_pretrained consults, of every class."""
    rules = {}
    for path in sorted(FAMILIES.glob("*.json")):
        if path.stem in ("common", "raschka-gpt2"):
            continue
        config = transformers.AutoConfig.for_model(path.stem)
        names = json.loads(path.read_text()).get("models") or [
            name for name in dir(transformers) if isinstance(cls := getattr(transformers, name), type)
            and issubclass(cls, transformers.PreTrainedModel) and cls.config_class is type(config)
            and not name.endswith("PreTrainedModel")]
        rules[path.stem] = {}
        for name in names:
            cls = getattr(transformers, name)
            with torch.device("meta"):  # an instance gathers the lists of the models in it
                model = cls._from_config(config)
            rules[path.stem][name] = {
                "base_prefix": cls.base_model_prefix,
                "ignored": sorted(model._keys_to_ignore_on_load_unexpected or []),
                "keep_float32": sorted(model._keep_in_fp32_modules or []),
                "keep_float32_strict": sorted(model._keep_in_fp32_modules_strict or [])}
    return rules


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--experts", metavar="FOLDER", help="an installation of transformers 4")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    transformers.logging.set_verbosity_error()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in options.names or CASES:
        settings = write(CASES[name], FOLDER / name)
        expected = expectation(FOLDER / name, settings, options)
        text = json.dumps({"transformers": transformers.__version__, "torch": torch.__version__} | expected,
                          separators=(",", ":"))
        (FOLDER / f"{name}.expected.json").write_text(text + "\n")
        print(name, "missing", expected["missing"][:3], "unexpected", expected["unexpected"][:3], len(text))
    (FOLDER / "loading.json").write_text(json.dumps(loading_rules(), indent=0) + "\n")


if __name__ == "__main__":
    main()
