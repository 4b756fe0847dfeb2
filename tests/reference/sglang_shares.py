#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""SGLang's own choice of --mem-fraction-static, by card, parallel size and kind of cache.

    python3 sglang_shares.py FOLDER > ../data/sglang_shares.json

FOLDER holds what the wheel sglang==0.5.23 has. Its function handle_gpu_memory_settings() is run
with stand-ins for the server's other options, which have their defaults; no GPU is needed.
"""
import ast
import json
import pathlib
import sys
import types


class Phase:
    def __init__(self, backend):
        self.backend = backend
        self.max_bs = None
        self.bs = None


class Graphs:
    def __init__(self):
        self.decode = Phase("full")
        self.prefill = Phase("breakable")


class Options:
    """Names that are not set are None, as the server's options that nobody typed."""

    def __init__(self, **given):
        self.__dict__.update(given)

    def __getattr__(self, name):
        return None


def functions(path, names, scope):
    tree = ast.parse(path.read_text())
    tree.body = [part for part in tree.body if isinstance(part, ast.FunctionDef) and part.name in names]
    for part in tree.body:
        part.returns = None
        for argument in part.args.args:
            argument.annotation = None
        # Names that a function imports are in the scope already.
        part.body = [line for line in part.body if not isinstance(line, (ast.ImportFrom, ast.Import))]
    exec(compile(tree, str(path), "exec"), scope)


def shares(folder):
    groups = pathlib.Path(folder) / "sglang/srt/arg_groups"
    scope = {}
    functions(groups / "cuda_graph_hook.py",
              {"generate_decode_cuda_graph_batch_sizes", "generate_prefill_cuda_graph_batch_sizes"}, scope)
    import copy
    scope.update({
        "copy": copy,
        "Backend": types.SimpleNamespace(DISABLED="disabled", BREAKABLE="breakable", FULL="full"),
        "Phase": types.SimpleNamespace(PREFILL="prefill"),
        "_DEFAULT_PP_PREFILL_CUDA_GRAPH_MAX_TOKENS": 8192,
        "resolving_view": lambda options: options,
        "resolved_view": lambda options: options,
        "attn_dp_enabled_of": lambda options: False,
        "model_config_of": lambda options: types.SimpleNamespace(is_multimodal=False),
        "post_capture_kv_sizing_planned": lambda options: False,
        "use_mla_backend": lambda options: options.is_latent,
        "expand_multimodal_decode_graph_to_running_limit": lambda *arguments: None,
        "declare_resolution": lambda options, where, **values: options.__dict__.update(values),
        "get_platform": lambda: types.SimpleNamespace(is_xpu=False),
        "envs": None,
    })
    functions(groups / "memory_hook.py",
              {"handle_gpu_memory_settings", "reserve_for_graph_mb", "reserve_for_deepep_a2a_mb"}, scope)
    rows = []
    for total in (11264, 15360, 24564, 32607, 46068, 81559, 143771, 183359):
        for cards, stages in ((1, 1), (2, 1), (4, 1), (8, 1), (1, 2), (1, 4)):
            for is_latent in (False, True):
                for chunk, sequences in ((None, None), (512, None), (None, 16), (4096, 1)):
                    options = Options(cuda_graph_config=Graphs(), chunked_prefill_size=chunk, tp_size=cards,
                                      pp_size=stages, device="cuda", is_latent=is_latent, model_path="model",
                                      max_running_requests=sequences, _cuda_graph_config_locked=set(),
                                      disaggregation_mode="null")
                    scope["get_device_memory_capacity"] = lambda device, total=total: float(total)
                    scope["handle_gpu_memory_settings"](options)
                    rows.append([total, cards, stages, chunk or 0, sequences or 0, is_latent,
                                 options.mem_fraction_static])
    return rows


if __name__ == "__main__":
    rows = ",\n".join(json.dumps(row) for row in shares(sys.argv[1]))
    print('{"sglang": "0.5.23",\n "columns": ["mebibytes", "tensor_parallel", "stages", "chunk", "sequences", '
          '"latent", "share"],\n "rows": [\n' + rows + "]}")
