# SPDX-License-Identifier: GPL-3.0-or-later
"""Random questions to Accelerate, one function a kind of case; see record_cases.py."""
from case_trees import CLASSES, NAMES, tensors_of

PLANNED = ("float16", "bfloat16", "float32", "float64", "int8", "bool", "custom:int4", "custom:int2", "custom:fp8",
           "float8_e4m3fn")


def some_budget(rng, sizes):
    total = max(sizes.get("", 0), 8)
    choice = rng.random()
    if choice < 0.1:
        return 0
    if choice < 0.35:
        value = int(rng.choice(list(sizes.values()) or [8]))
        return max(0, value + rng.choice((-1, 0, 0, 1)))
    if choice < 0.4:
        return rng.choice(("1KB", "1KiB", "0.5KiB", "8kb", "1MiB", "0GB"))
    if choice < 0.43:
        return total * rng.random()
    return int(total * rng.choice((0.05, 0.1, 0.2, 0.34, 0.5, 0.8, 1.0, 1.5, 3)) * (0.7 + 0.6 * rng.random()))


def some_memory(rng, sizes, disk=True):
    if rng.random() < 0.03:
        return []
    count = rng.choice((0, 1, 1, 2, 2, 3, 4, 6))
    ids = list(range(count)) if rng.random() < 0.75 else sorted(rng.sample(range(9), count))
    entries = [[i, some_budget(rng, sizes)] for i in ids]
    if rng.random() < 0.08:
        entries.append(["mps", some_budget(rng, sizes)])
    if rng.random() < 0.65 or not entries:
        entries.append(["cpu", some_budget(rng, sizes)])
    if disk and rng.random() < 0.1:
        entries.append(["disk", some_budget(rng, sizes)])
    if rng.random() < 0.15:
        rng.shuffle(entries)
    return entries


def some_machine(rng, sizes):
    total = max(sizes.get("", 0), 8)
    emulate = {"gpu_free": [int(total * rng.choice((0, 0.1, 0.3, 0.6, 1, 2))) for _ in range(rng.choice((0, 1, 1, 2, 3, 4)))],
               "ram_available": int(total * rng.choice((0.2, 1, 4)))}
    if emulate["gpu_free"] and rng.random() < 0.2:
        emulate["unavailable"] = [rng.randrange(len(emulate["gpu_free"]))]
    if rng.random() < 0.12:
        emulate = {"mps": True, "gpu_free": [], "ram_available": emulate["ram_available"]}
    return emulate


def some_no_split(rng):
    choice = rng.random()
    if choice < 0.3:
        return None
    if choice < 0.45:
        return rng.choice(CLASSES + ("Root",))
    return rng.sample(CLASSES + ("Root", "Parameter", "Tensor"), rng.choice((0, 1, 1, 2, 2, 3)))


def some_special(rng, tree):
    names = [name for name, _, _ in tensors_of(tree)] or ["x"]
    chosen = rng.sample(names, min(len(names), rng.randint(1, 4)))
    return {rng.choice((name, name, name, name.rpartition(".")[0])): rng.choice(PLANNED) for name in chosen}


def some_map(rng, tree):
    modules = []

    def walk(node, path):
        modules.append(path)
        for child in node.get("children", ()):
            child_path = f"{path}.{child['name']}" if path else child["name"]
            walk(child, child_path) if "same_as" not in child else modules.append(child_path)

    walk(tree, "")
    names = [name for name, _, _ in tensors_of(tree)]
    if rng.random() < 0.5:
        keys = [c["name"] for c in tree.get("children", ())] + [t["name"] for k in ("params", "buffers") for t in tree.get(k, ())]
        keys = [key for key in keys if rng.random() < 0.97] + rng.sample(modules, min(len(modules), rng.choice((0, 0, 1, 2))))
    else:
        keys = rng.sample(modules + names, min(len(modules + names), rng.randint(1, 8)))
    if rng.random() < 0.2:
        keys.append("")
    if rng.random() < 0.15:
        keys.append(rng.choice(("nope", "h.99", "a.", "cuda")))
    devices = rng.sample((0, 1, 2, "cpu", "disk", "mps", "cuda:0"), rng.choice((1, 2, 3)))
    return [[key, rng.choice(devices)] for key in dict.fromkeys(keys)]


def question_infer(rng, tree, sizes):
    args = {"max_memory": some_memory(rng, sizes)}
    no_split = some_no_split(rng)
    if no_split is not None:
        args["no_split"] = no_split
    if rng.random() < 0.25:
        args["dtype"] = rng.choice(PLANNED)
    if rng.random() < 0.15:
        args["special_dtypes"] = some_special(rng, tree)
    for flag, chance in (("clean_result", 0.8), ("offload_buffers", 0.25), ("fallback_allocation", 0.45), ("verbose", 0.2)):
        if rng.random() < chance:
            args[flag] = rng.random() < 0.35 if flag == "clean_result" else True
    case = {"args": args, "order": "any" if args.get("clean_result", True) else "exact"}
    if rng.random() < 0.06:
        args["max_memory"], case["emulate"] = None, some_machine(rng, sizes)
    return case


def question_strategy(rng, tree, sizes):
    args = {"strategy": rng.choice(("auto", "balanced", "balanced", "balanced_low_0", "balanced_low_0", "sequential"))}
    case = {"args": args, "order": "any"}
    if rng.random() < 0.35:
        args["max_memory"], case["emulate"] = None, some_machine(rng, sizes)
    else:
        args["max_memory"] = some_memory(rng, sizes, disk=rng.random() < 0.3)
        if rng.random() < 0.1:
            case["emulate"] = {"mps": True, "gpu_free": [], "ram_available": 1000}
    no_split = some_no_split(rng)
    if no_split is not None:
        args["no_split"] = no_split
    if rng.random() < 0.25:
        args["dtype"] = rng.choice(PLANNED)
    if rng.random() < 0.2:
        args["offload_buffers"] = True
    return case


def question_balanced(rng, tree, sizes):
    case = question_strategy(rng, tree, sizes)
    args = case["args"]
    args["low_zero"] = args.pop("strategy") == "balanced_low_0"
    args.pop("offload_buffers", None)
    if rng.random() < 0.1:
        args["special_dtypes"] = some_special(rng, tree)
    case.pop("order")
    return case


def question_sizes(rng, tree, sizes):
    args = {}
    if rng.random() < 0.6:
        args["depth"] = rng.choice((1, 2, 3))
    if rng.random() < 0.3:
        args["buffers_only"] = True
    if rng.random() < 0.5:
        args["dtype"] = rng.choice(PLANNED)
    if rng.random() < 0.35:
        args["special_dtypes"] = some_special(rng, tree)
    return {"args": args}


def question_largest(rng, tree, sizes):
    classes = rng.sample(CLASSES + ("Root",), rng.choice((0, 1, 2)))
    choice = rng.random()
    if choice < 0.3:
        return {"args": {}}
    return {"args": {"no_split": classes if choice < 0.8 else rng.choice(CLASSES)}}


def question_map(rng, tree, sizes):
    return {"args": {"device_map": some_map(rng, tree)}}


def question_load_rules(rng, tree, sizes):
    names = [name for name, kind, t in tensors_of(tree) if t.get("persistent", True) or rng.random() < 0.3]
    tensors = [[name, rng.choice(("float32",) * 5 + ("float16", "bfloat16", "float64", "int8", "uint8", "bool", "int64"))]
               for name in names if rng.random() < 0.95]
    if rng.random() < 0.4:
        tensors.append(["extra.weight", "float32"])
    if rng.random() < 0.35 and tensors:
        for name, _ in rng.sample(tensors, min(len(tensors), 3)):
            if "weight" in name:
                tensors.append([name.replace("weight", "SCB"), "float32"])
                if rng.random() < 0.6:
                    next(t for t in tensors if t[0] == name)[1] = "int8"
    if rng.random() < 0.3:
        rng.shuffle(tensors)
    args = {"device_map": some_map(rng, tree), "checkpoint_tensors": tensors, "offload_folder": rng.random() < 0.85}
    for flag in ("offload_state_dict", "offload_buffers", "strict"):
        if rng.random() < 0.4:
            args[flag] = True
    if rng.random() < 0.5:
        args["dtype"] = rng.choice(("float16", "float16", "bfloat16", "float32", "int8"))
    if rng.random() < 0.5:
        args["keep_in_fp32_modules"] = rng.sample(NAMES + ("norm", "fc.weight"), rng.choice((1, 2)))
    return {"args": args}


def question_parse_size(rng, *_):
    number = rng.choice(("10", "1.5", ".5", "5.", "1e3", "1E-2", "1_000", "1__0", "_1", "0x10", "-1", "-0", "+7", " 3", "3 ",
                         "\t4", "\u00a05", "\u0663", "\uff11\uff10", "\u09ea.\u09eb", "inf", "-inf", "nan", "Infinity", "1e400", "1e30", "-1e-9", "-1e-10", "1,5",
                         "", "1e", "1.2.3", "12345678901234567890", "\u2007 6", "1\u0660", "1e\u0662", "\u2212\u0663", "\u00bd", "\u00b2", "1e-400", "-1e400",
                         "0." + "0" * 20 + "1", "9" * 30, "true", "1_0.5_5e1_0", "1_.5", "1._5", "1e_5", "0b1", "\x1c8", "8\x1f", "8\x00", "1d3"))
    unit = rng.choice(("GiB", "GB", "gb", "Gb", "gB", "MiB", "mib", "MB", "mb", "KiB", "KB", "kb", "kB", "TB", "B", "", "GIB", " GB", "G\u0131B",
                       "iB", "GB ", "GBB", "giB", "\u212aB", "\u212aib", "Gi\u0432"))
    return {"args": {"size": rng.choice((number + unit, number + unit, number + unit, rng.randint(-5, 10**12), 10**rng.randint(1, 30),
                                         -10**25, 1.5, 0.0, 3.0, True, False, None, [], {}, "auto", "GiB10", -1))}}


def question_dtype_size(rng, *_):
    return {"args": {"dtype": rng.choice((
        "bool", "int1", "int2", "int3", "int4", "int7", "int8", "int16", "int32", "int64", "uint1", "uint4", "uint8", "uint16", "uint64",
        "float16", "bfloat16", "float32", "float64", "complex32", "complex64", "complex128", "float8_e4m3fn", "float8_e5m2",
        "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu", "float4_e2m1fn_x2", "qint8", "quint8", "qint32", "quint4x2", "quint2x4",
        "bits1x8", "bits2x4", "bits4x2", "bits8", "bits16", "half", "float", "double", "long", "short", "strange", "float8_e3m4", "weird128",
        "x9999999", "custom:int4", "custom:int2", "custom:fp8", "cfloat", "chalf"))}}


def question_max_memory(rng, *_):
    sizes = {"": 5000, "a": 300}
    if rng.random() < 0.2:
        return {"args": {"max_memory": None}, "emulate": some_machine(rng, sizes)}
    entries = some_memory(rng, sizes)
    if rng.random() < 0.3:
        entries.insert(rng.randint(0, len(entries)), [rng.choice(("cuda:0", "0", "CPU", "meta", "xpu", "")), 5])
    if rng.random() < 0.3 and entries:
        rng.choice(entries)[1] = rng.choice(("10", "bad", -5, 1.5, "10gb", "-1GB", "infGB", "1e400GB", 10**19, 2**62, "1e15GB"))
    if rng.random() < 0.2:
        entries.append([rng.choice((-1, 9, 100)), 7])
    return {"args": {"max_memory": [[k, v] for k, v in dict(map(tuple, entries)).items()]}, "emulate": {"device_count": rng.choice((0, 1, 2, 8))}}


def question_clean(rng, *_):
    keys = {".".join(rng.choice(("a", "b", "ab", "0", "1", "10", "h")) for _ in range(rng.randint(1, 4))) for _ in range(rng.randint(0, 14))}
    if rng.random() < 0.1:
        keys.add("")
    devices = rng.sample((0, 1, "cpu", "disk"), rng.choice((1, 2, 2, 3)))
    entries = [[key, rng.choice(devices)] for key in sorted(keys)]
    rng.shuffle(entries)
    return {"args": {"device_map": entries}, "order": "any"}


def question_select(rng, *_):
    index = {"metadata": {}, "weight_map": {"a": "m-2.bin", "b": "m-10.bin", "c": "m-2.bin"}}
    contents = (index, index, {"a": "z.bin", "b": "y.bin"}, {}, {"weight_map": {}}, {"metadata": {}}, "", "{", {"weight_map": ["a"]},
                {"a": 1}, {"a": 1, "b": "x"}, {"a": None}, [], "[1]", "3", "null", '"weight_map"', {"weight_map": {"x": "sub/s.bin", "y": "../t.bin"}})
    names = ("pytorch_model.bin", "model.safetensors", "model.safetensors.index.json", "pytorch_model.bin.index.json", "x.index.json",
             "foo.json", "config.json", "other.bin", "sub/pytorch_model.bin", "sub/a.index.json", ".index.json", "pytorch_model.bin/x", "d.index.json/y",
             "Pytorch_model.bin", "model.safetensors.bak")
    files, taken = [], set()
    for name in rng.sample(names, rng.choice((0, 1, 1, 2, 2, 3, 4))):
        top = name.split("/")[0]
        if top in taken and ("/" not in name or top not in ("sub",)):
            continue
        taken.add(top)
        files.append([name, rng.choice(contents) if name.endswith(".json") else ""])
    targets = [""] * 6 + [name for name, _ in files] + ["sub", "nope", "nope.json"]
    return {"args": {"files": files, "checkpoint": rng.choice(targets)}}


QUESTIONS = {"infer": question_infer, "strategy": question_strategy, "balanced": question_balanced, "sizes": question_sizes,
             "max_layer": question_largest, "maximum_sizes": question_largest, "tied": lambda *a: {"args": {}},
             "check_device_map": question_map, "tied_same_device": question_map, "load_rules": question_load_rules,
             "parse_size": question_parse_size, "dtype_size": question_dtype_size, "max_memory": question_max_memory,
             "clean_device_map": question_clean, "select_checkpoint": question_select}
WEIGHTS = {"infer": 10, "strategy": 5, "balanced": 3, "sizes": 2, "load_rules": 3, "parse_size": 3, "max_memory": 2}
TREELESS = {"parse_size", "dtype_size", "max_memory", "clean_device_map", "select_checkpoint"}
