#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records what quantised models weigh and where the libraries place them: tests/data/quantized/.

    python record_quantized.py                 writes all three files
    python record_quantized.py --mxfp4         writes mxfp4.json alone
    python record_quantized.py --families CTL  compares which modules are quantised in every
                                               configuration of tests/data/architectures with CTL

tensors.json: small models quantised for real on the CPU by bitsandbytes (from_pretrained with a
BitsAndBytesConfig), and as transformers lays them out on the meta device for fp8: every tensor that
stays in memory, with its dtype and bytes, those of a weight's scales beside it.
maps.json: device maps of the models of tests/data/transformers_rules, as transformers' planner makes
them with a quantizer, and as accelerate's get_quantized_model_device_map does.
mxfp4.json: both for gpt-oss as transformers' MXFP4 lays it out on the meta device; the kernels, which
only run, are not needed. Accelerate's maps are those of infer_auto_device_map for that model.
Needs torch, accelerate, transformers and bitsandbytes; neither the build nor the tests run it.
"""
import copy
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import warnings

import accelerate
import bitsandbytes
import torch
import transformers
from accelerate.utils import bnb as accelerate_bnb
from accelerate.utils import modeling as accelerate_modeling
from transformers import BitsAndBytesConfig, FineGrainedFP8Config, Mxfp4Config
from transformers.integrations import accelerate as planner
from transformers.integrations import hub_kernels, mxfp4
from transformers.modeling_utils import ContextManagers
from transformers.quantizers import AutoHfQuantizer, quantizer_mxfp4

import record_transformers

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data" / "quantized"
TINY = dict(vocab_size=300, hidden_size=128, intermediate_size=352, num_hidden_layers=2,
            num_attention_heads=8, max_position_embeddings=64)


def short(dtype):
    return str(dtype).removeprefix("torch.")


def small_models():
    t = transformers
    yield t.LlamaForCausalLM, t.LlamaConfig(**TINY, num_key_value_heads=2, tie_word_embeddings=False)
    yield t.LlamaForCausalLM, t.LlamaConfig(**TINY, num_key_value_heads=2, tie_word_embeddings=True)
    yield t.LlamaModel, t.LlamaConfig(**TINY, num_key_value_heads=2)
    yield t.GPT2LMHeadModel, t.GPT2Config(vocab_size=301, n_embd=96, n_layer=2, n_head=4, n_positions=32)
    yield t.OPTForCausalLM, t.OPTConfig(vocab_size=300, hidden_size=128, ffn_dim=513, num_hidden_layers=2,
                                        num_attention_heads=8, word_embed_proj_dim=64, max_position_embeddings=64)
    yield t.MixtralForCausalLM, t.MixtralConfig(**TINY, num_key_value_heads=2, num_local_experts=4)
    yield t.DeepseekV3ForCausalLM, t.DeepseekV3Config(
        vocab_size=300, hidden_size=256, intermediate_size=352, moe_intermediate_size=96, num_hidden_layers=2,
        num_attention_heads=4, num_key_value_heads=4, n_routed_experts=4, num_experts_per_tok=2, n_group=1,
        topk_group=1, first_k_dense_replace=1, q_lora_rank=48, kv_lora_rank=64, qk_rope_head_dim=16,
        qk_nope_head_dim=32, v_head_dim=32, max_position_embeddings=64)
    yield t.T5ForConditionalGeneration, t.T5Config(vocab_size=300, d_model=64, d_kv=16, d_ff=130, num_layers=2,
                                                   num_heads=4, tie_word_embeddings=False)
    yield t.BertForMaskedLM, t.BertConfig(vocab_size=300, hidden_size=64, num_hidden_layers=2,
                                          num_attention_heads=4, intermediate_size=130)
    yield t.FalconForCausalLM, t.FalconConfig(vocab_size=300, hidden_size=128, num_hidden_layers=2,
                                              num_attention_heads=8)
    yield t.GPT2ForSequenceClassification, t.GPT2Config(vocab_size=301, n_embd=96, n_layer=1, n_head=4,
                                                        n_positions=32, num_labels=3)


def methods(dtype):
    four = dict(load_in_4bit=True, bnb_4bit_compute_dtype=dtype)
    yield "int8", BitsAndBytesConfig(load_in_8bit=True)
    yield "nf4", BitsAndBytesConfig(**four, bnb_4bit_quant_type="nf4")
    yield "fp4", BitsAndBytesConfig(**four, bnb_4bit_quant_type="fp4")
    yield "nf4 double", BitsAndBytesConfig(**four, bnb_4bit_quant_type="nf4", bnb_4bit_use_double_quant=True)


def size(tensor):
    return tensor.numel() * tensor.element_size()


def scales_of(parameter):
    """The tensors that a quantised weight of bitsandbytes keeps beside its bytes."""
    state = getattr(parameter, "quant_state", None)
    if state is not None:
        yield state.absmax
        yield state.code
        if state.nested:
            yield state.offset
            yield state.state2.absmax
            yield state.state2.code
    if getattr(parameter, "SCB", None) is not None:
        yield parameter.SCB


def tensors_of(model):
    for name, tensor in list(model.named_parameters()) + list(model.named_buffers()):
        scales = list(scales_of(tensor))
        yield [name, short(tensor.dtype), size(tensor) + sum(map(size, scales)),
               [[short(scale.dtype), size(scale)] for scale in scales]]


def quantized_for_real(model_class, folder, quantization, dtype):
    return model_class.from_pretrained(folder, quantization_config=copy.deepcopy(quantization), dtype=dtype,
                                       device_map={"": "cpu"})


def on_meta(model_class, config, quantization, dtype, pre_quantized):
    """The model and its quantizer in the state in which from_pretrained asks for a device map."""
    quantizer = AutoHfQuantizer.from_config(copy.deepcopy(quantization), pre_quantized=pre_quantized)
    with ContextManagers(model_class.get_init_context(dtype, True, False, None)):
        model = model_class(copy.deepcopy(config))
        quantizer.preprocess_model(model=model, dtype=dtype, device_map="auto", checkpoint_files=None)
    return model, quantizer


def record_tensors():
    cases = []
    torch.manual_seed(1)
    for model_class, config in small_models():
        config.architectures = [model_class.__name__]
        text = json.loads(config.to_json_string())
        with tempfile.TemporaryDirectory() as folder:
            model_class(config).save_pretrained(folder)
            for dtype in (torch.float16, torch.float32):
                for name, quantization in methods(dtype):
                    model = quantized_for_real(model_class, folder, quantization, dtype)
                    cases.append({"config": text, "method": name, "dtype": short(dtype),
                                  "tensors": sorted(tensors_of(model))})
        if model_class is not transformers.GPT2LMHeadModel:
            model, _ = on_meta(model_class, config, FineGrainedFP8Config(weight_block_size=(64, 48)),
                               torch.bfloat16, True)
            tensors = sorted(tensors_of(model))
            for tensor in tensors:  # what loading keeps in float32 later
                if tensor[1] == "bfloat16" and any(part in tensor[0] for part in model._get_dtype_plan(torch.bfloat16)):
                    tensor[1:3] = ["float32", 2 * tensor[2]]
            cases.append({"config": text, "method": "fp8", "dtype": "bfloat16", "tensors": tensors})
    # What a plan without --dtype stands for: the default of from_pretrained.
    with tempfile.TemporaryDirectory() as folder:
        model_class, config = next(small_models())
        model_class(config).to(torch.bfloat16).save_pretrained(folder)
        model = model_class.from_pretrained(folder, quantization_config=BitsAndBytesConfig(load_in_8bit=True))
        print("without a dtype, of a bfloat16 checkpoint:", sorted({short(p.dtype) for p in model.parameters()}))
    write("tensors.json", "cases", cases)


def captured_map(model, quantizer, strategy, max_memory):
    """The map, and what from_pretrained says of it when it checks the environment once more."""
    seen = {}

    def check(device_map=None, **_):
        seen["map"] = device_map
        values = set(device_map.values())
        seen["refused"] = values != {"cpu"} and bool(values & {"cpu", "disk"})

    quantizer.validate_environment = check
    try:
        planner._get_device_map(model, strategy, dict(max_memory), quantizer)
        return {"device_map": [[name, device] for name, device in seen["map"].items()]}
    except Exception as error:  # what transformers raises is the answer
        return {"error": {"type": type(error).__name__, "message": str(error)}}


def budgets(total, rng):
    host = ("cpu", total * 4)
    for share in (0.3, 0.6, 0.8):
        each = int(total * share)
        yield dict([(0, each), (1, each), host])
    yield {0: int(total * 0.2), "cpu": int(total * 0.4), "disk": 10 * total}
    for _ in range(1):
        keys = sorted(rng.sample(range(5), rng.randint(1, 4)))
        given = {key: int(total * rng.choice((0.1, 0.25, 0.5, 0.9))) for key in keys}
        given["cpu"] = int(total * rng.choice((0.4, 2)))
        yield given


def transformers_maps(rng):
    for name, model_class, config in record_transformers.models():
        for dtype in (torch.float16, torch.float32):
            kinds = [(kind, q, False) for kind, q in methods(dtype) if kind in ("int8", "nf4")]
            if name != "gpt2-xl" and dtype == torch.float16:
                kinds += [("fp8", FineGrainedFP8Config(), False), ("fp8 declared", FineGrainedFP8Config(), True)]
            for kind, quantization, pre_quantized in kinds:
                model, quantizer = on_meta(model_class, config, quantization, dtype, pre_quantized)
                total = int(planner.compute_module_sizes(model, quantizer)[0][""])
                for max_memory in budgets(total, rng):
                    for strategy in ("auto", "balanced_low_0", "sequential"):
                        plan = {"rules": "transformers", "model": name, "method": kind, "dtype": short(dtype),
                                "strategy": strategy, "max_memory": record_transformers.pairs(max_memory)}
                        plan.update(captured_map(model, quantizer, strategy, max_memory))
                        yield plan


def accelerate_map(model, quantization, strategy, max_memory, no_split):
    """get_quantized_model_device_map's own arguments; its refusal of offloading comes after the map."""
    seen = {}
    infer = accelerate_modeling.infer_auto_device_map

    def remember(*arguments, **options):
        seen["map"] = infer(*arguments, **options)
        return seen["map"]

    accelerate_bnb.infer_auto_device_map = remember
    try:
        accelerate_bnb.get_quantized_model_device_map(model, quantization, strategy, dict(max_memory), no_split)
    except Exception as error:
        if "map" not in seen:
            return {"error": {"type": type(error).__name__, "message": str(error)}}
    finally:
        accelerate_bnb.infer_auto_device_map = infer
    return {"device_map": [[name, device] for name, device in seen["map"].items()]}


def accelerate_maps(rng):
    for name, model_class, config in record_transformers.models():
        for dtype in (torch.float16, torch.float32):
            for kind in ("int8",) if dtype == torch.float16 else ("nf4",):
                with accelerate.init_empty_weights():
                    model = model_class(copy.deepcopy(config))
                model.tie_weights()
                options = dict(torch_dtype=dtype, load_in_8bit=kind == "int8", load_in_4bit=kind != "int8")
                quantization = accelerate.utils.BnbQuantizationConfig(**options)
                quantization.keep_in_fp32_modules = []
                quantization.skip_modules = accelerate_bnb.get_keys_to_not_convert(model)
                with accelerate.init_empty_weights():
                    model = accelerate_bnb.replace_with_bnb_layers(model, quantization, quantization.skip_modules)
                total = int(accelerate_modeling.compute_module_sizes(model, dtype=quantization.target_dtype)[""])
                for max_memory in budgets(total, rng):
                    for strategy in ("auto", "balanced_low_0", "sequential"):
                        plan = {"rules": "accelerate", "model": name, "method": kind, "dtype": short(dtype),
                                "strategy": strategy, "max_memory": record_transformers.pairs(max_memory)}
                        plan.update(accelerate_map(model, quantization, strategy, max_memory,
                                                   sorted(model._no_split_modules or [])))
                        yield plan


def gpt_oss_configs():
    t = transformers.GptOssConfig
    kept = ["model.layers.*.self_attn", "model.layers.*.mlp.router", "model.embed_tokens", "lm_head"]
    small = dict(vocab_size=300, num_hidden_layers=3, num_attention_heads=8, num_key_value_heads=2, head_dim=16)
    yield "small", kept, t(**small, num_local_experts=4, hidden_size=128, intermediate_size=96)
    yield "skipping", kept + ["layers.1.mlp.experts"], t(**small, num_local_experts=3, hidden_size=64,
                                                         intermediate_size=160)
    yield "defaults", None, t(**small, num_local_experts=5, hidden_size=96, intermediate_size=32)
    yield "gpt-oss-20b", kept, t(num_hidden_layers=24, num_local_experts=32)
    yield "gpt-oss-120b", kept, t()


def gpt_oss_on_meta(config, kept, dtype):
    """The model as Mxfp4HfQuantizer leaves it on a machine with a GPU, and its quantizer."""
    hub_kernels.get_kernel = lambda *arguments, **options: None
    quantizer_mxfp4.get_current_accelerator = lambda: torch.device("cuda")
    return on_meta(transformers.GptOssForCausalLM, config, Mxfp4Config(modules_to_not_convert=kept), dtype, True)


def checked_scales(name, blocks, own):
    """Blocks of 16 bytes with a scale each become the weight that the class itself registers."""
    packed = torch.zeros(*blocks.shape[:2], blocks.shape[2] // 16, 16, dtype=torch.uint8)
    scales = torch.zeros(packed.shape[:-1], dtype=torch.uint8)
    if packed.numel() < 1 << 20:
        unpacked = mxfp4._convert_moe_packed_tensors(packed, scales)
        assert unpacked.shape == own.shape, (name, unpacked.shape, own.shape)
    return scales.numel()


def mxfp4_cases():
    for name, kept, config in gpt_oss_configs():
        if name.startswith("gpt-oss"):
            continue
        config.architectures = ["GptOssForCausalLM"]
        for dtype in (torch.bfloat16, torch.float32):
            with torch.device("meta"):
                own = dict(transformers.GptOssForCausalLM(copy.deepcopy(config)).named_parameters())
            model, _ = gpt_oss_on_meta(config, kept, dtype)
            rows = []
            for tensor, kind, count, scales in tensors_of(model):
                if kind == "uint8":
                    scale = checked_scales(tensor, model.get_parameter(tensor), own[tensor])
                    count, scales = count + scale, [["uint8", scale]]
                rows.append([tensor, kind, count, scales])
            yield {"config": json.loads(config.to_json_string()), "method": "mxfp4", "skip": kept,
                   "dtype": short(dtype), "tensors": sorted(rows)}


def accelerates_own_map(model, strategy, max_memory, dtype):
    no_split = list(model._no_split_modules)
    try:
        if strategy != "sequential":
            max_memory = accelerate_modeling.get_balanced_memory(
                model, max_memory, no_split, dtype=dtype, low_zero=strategy == "balanced_low_0")
        found = accelerate.infer_auto_device_map(model, max_memory, no_split, dtype=dtype)
        return {"device_map": [[name, device] for name, device in found.items()]}
    except Exception as error:  # what accelerate raises is the answer
        return {"error": {"type": type(error).__name__, "message": str(error)}}


def mxfp4_maps(rng):
    for name, kept, config in gpt_oss_configs():
        model, quantizer = gpt_oss_on_meta(config, kept, torch.bfloat16)
        total = int(planner.compute_module_sizes(model, quantizer)[0][""])
        for max_memory in budgets(total, rng):
            for strategy in ("auto", "balanced_low_0", "sequential"):
                for rules, dtype in (("transformers", torch.bfloat16), ("accelerate", None),
                                     ("accelerate", torch.bfloat16)):
                    plan = {"rules": rules, "model": name, "method": "mxfp4 declared", "skip": kept,
                            "dtype": "as stored" if dtype is None else short(dtype), "strategy": strategy,
                            "max_memory": record_transformers.pairs(max_memory)}
                    plan.update(captured_map(model, quantizer, strategy, max_memory) if rules == "transformers" else
                                accelerates_own_map(model, strategy, dict(max_memory), dtype))
                    yield plan


def record_mxfp4(rng):
    configs = {}
    for name, _, config in gpt_oss_configs():
        config.architectures = ["GptOssForCausalLM"]
        configs[name] = json.loads(config.to_json_string()) | {"dtype": "bfloat16"}
    write("mxfp4.json", "plans", list(mxfp4_maps(rng)), configs=configs, cases=list(mxfp4_cases()))


def write(name, key, rows, **others):
    FOLDER.mkdir(parents=True, exist_ok=True)
    versions = {"transformers": transformers.__version__, "accelerate": accelerate.__version__,
                "bitsandbytes": bitsandbytes.__version__, "torch": torch.__version__}
    versions |= others
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    (FOLDER / name).write_text(f'{json.dumps(versions)[:-1]}, "{key}": [\n{lines}\n]}}\n')
    print(name, len(rows), "rows,", sum("error" in row for row in rows), "of them errors")


def chosen_by_transformers(config, quantization):
    """Modules that are replaced, and those of the replaced classes that stay."""
    config = transformers.AutoConfig.for_model(**config)
    model_class = getattr(transformers, config.architectures[0])
    quantizer = AutoHfQuantizer.from_config(copy.deepcopy(quantization), pre_quantized=False)
    with ContextManagers(model_class.get_init_context(torch.float16, True, False, None)):
        model = model_class(config)
        before = {name: type(module).__name__ for name, module in model.named_modules()}
        quantizer.preprocess_model(model=model, dtype=torch.float16, device_map="auto", checkpoint_files=None)
    after = {name: type(module).__name__ for name, module in model.named_modules()}
    replaced = {name for name in before if after.get(name) != before[name]}
    classes = ("Linear", "Conv1D") if isinstance(quantization, BitsAndBytesConfig) else ("Linear",)
    return len(replaced), {name for name in before if before[name] in classes and name not in replaced}


def chosen_by_stowage(program, config, method):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "config.json"
        path.write_text(json.dumps(config))
        answer = subprocess.run([program, "plan", str(path), "--json", "--quantize", method, "--gpus", "8000GiB",
                                 "--ram", "1GiB"], capture_output=True, text=True, check=False).stdout
    told = json.loads(answer)
    if "quantization" not in told:
        return 0, {told["error"]["message"]}
    return told["quantization"]["modules"], set(told["quantization"]["skipped"])


def check_families(program):
    compared = differences = 0
    folder = pathlib.Path(__file__).resolve().parent.parent / "data" / "architectures"
    for file in sorted(folder.glob("*.json")):
        for case in json.loads(file.read_text())["cases"]:
            if "architectures" not in case["config"] or not hasattr(transformers, case["config"]["architectures"][0]):
                continue
            for method, quantization in (("nf4", BitsAndBytesConfig(load_in_4bit=True, bnb_4bit_quant_type="nf4")),
                                         ("fp8", FineGrainedFP8Config())):
                try:
                    expected = chosen_by_transformers(case["config"], quantization)
                except Exception as error:  # fp8 knows no experts with biases
                    print(file.stem, case["name"], method, "is refused:", type(error).__name__, str(error)[:90])
                    continue
                got = chosen_by_stowage(program, case["config"], method)
                compared += 1
                if got != expected:
                    differences += 1
                    print("DIFFERS", file.stem, case["name"], method, got[0], expected[0],
                          sorted(got[1] - expected[1])[:3], sorted(expected[1] - got[1])[:3])
    print(compared, "compared,", differences, "differences")


def main():
    warnings.simplefilter("ignore")
    transformers.logging.set_verbosity_error()
    if len(sys.argv) == 3 and sys.argv[1] == "--families":
        check_families(sys.argv[2])
        return
    record_mxfp4(random.Random(20261122))
    if sys.argv[1:] == ["--mxfp4"]:
        return
    record_tensors()
    rng = random.Random(20261120)
    write("maps.json", "plans", list(transformers_maps(rng)) + list(accelerate_maps(rng)))


if __name__ == "__main__":
    main()
