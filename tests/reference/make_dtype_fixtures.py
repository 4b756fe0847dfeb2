# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the fixtures of tests/data/checkpoints that hold every dtype, and views of every kind, and
tests/data/float4: numbers of 4 bits as safetensors and torch store them.

    python3 tests/reference/make_dtype_fixtures.py            # torch 1.13.1 -> *-torch1.13.pth
    venv/bin/python tests/reference/make_dtype_fixtures.py    # torch 2.x -> *-torch2.15.pth, dtypes.safetensors

Files that are there already are left alone. Beside each stands NAME.sha256.json, but for tensors on the
meta device, which have no bytes. make_checkpoint_trees.py writes their trees.
"""
import torch

from make_fixtures import FOLDER, IS_NEW, VERSION, write_digests

# In the order of their names; what a torch lacks is left out.
DTYPES = ("bfloat16", "bool", "complex128", "complex32", "complex64", "float16", "float32", "float64",
          "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu",
          "int16", "int32", "int64", "int8", "uint16", "uint32", "uint64", "uint8")


def bytes_as(dtype, *shape):
    """Values whose bytes are all different from zero and from each other's neighbours."""
    size = torch.empty(0, dtype=dtype).element_size()
    count = size
    for dimension in shape:
        count *= dimension
    raw = torch.arange(1, count + 1, dtype=torch.int64).remainder(127).to(torch.uint8)
    if dtype == torch.bool:
        return raw.remainder(2).bool().view(shape)
    return raw.view(dtype).view(shape)


def every_dtype(leave_out=()):
    tensors = {}
    for name in DTYPES:
        if hasattr(torch, name) and name not in leave_out:
            dtype = getattr(torch, name)
            tensors[f"{name}.matrix"] = bytes_as(dtype, 2, 3)
            tensors[f"{name}.scalar"] = bytes_as(dtype)
            tensors[f"{name}.empty"] = bytes_as(dtype, 0, 4)
    return tensors


def views():
    base = torch.arange(48, dtype=torch.float32).view(6, 8)
    waves = torch.complex(torch.arange(6.0), -torch.arange(6.0)).view(2, 3)
    half = torch.arange(24).half()
    shared = torch.nn.Parameter(torch.arange(4.0))
    return {
        "base": base, "columns": base[:, 2:5], "last_rows": base[4:], "every_third": base.view(-1)[::3],
        "transposed": base.t(), "reshaped": base.view(2, 3, 8).permute(2, 0, 1), "diagonal": base.diagonal(),
        "one_element": base[3, 4], "nothing": base[2:2], "expanded_scalar": torch.tensor(2.5).expand(3, 2),
        "expanded_rows": base[0].expand(4, 8), "waves": waves, "waves_transposed": waves.t(),
        "half.first": half[:12], "half.second": half[12:].view(3, 4),
        "brain": torch.arange(6).bfloat16().view(3, 2).t(), "tied.a": shared, "tied.b": shared,
        "tied.view": shared.detach().view(2, 2), "parameter": torch.nn.Parameter(base[1]),
        "frozen": torch.nn.Parameter(torch.arange(3), requires_grad=False),
    }


def on_meta():
    meta = {"a.weight": torch.empty(4, 3, device="meta"), "a.bias": torch.empty(4, device="meta").half(),
            "b.scalar": torch.empty((), device="meta", dtype=torch.int64)}
    return {**meta, "c.weight": torch.arange(6.0).view(2, 3)}


def save(name, tensors, has_bytes=True):
    path = FOLDER / f"{name}-torch{VERSION}.pth"
    if path.exists():
        return
    torch.save(tensors, path)
    if has_bytes:
        write_digests(path, tensors)


def save_safetensors():
    from safetensors.torch import save_file

    path = FOLDER / "dtypes.safetensors"
    if path.exists():
        return
    # Not of this format: complex32 and complex128.
    tensors = every_dtype(leave_out=("complex32", "complex128"))
    save_file(tensors, path, metadata={"format": "pt", "made by": "make_dtype_fixtures.py"})
    write_digests(path, tensors)


def save_float4():
    """A file of each library with the same tensors; torch 2.8 or later."""
    from safetensors.torch import save_file

    folder = FOLDER.parent / "float4"
    if folder.exists() or not hasattr(torch, "float4_e2m1fn_x2"):
        return
    folder.mkdir()
    tensors = {"scale": bytes_as(torch.float8_e8m0fnu, 2, 1),
               "weight": bytes_as(torch.uint8, 2, 4).view(torch.float4_e2m1fn_x2)}
    save_file(tensors, folder / "weights.safetensors")
    torch.save(tensors, folder / f"weights-torch{VERSION}.pth")


def main():
    # torch 1.13 cannot save complex32, and no torch a view of other type than what it looks at.
    save("dtypes", every_dtype(leave_out=() if IS_NEW else ("complex32",)))
    save("views", views())
    save("meta", on_meta(), has_bytes=False)
    if IS_NEW:
        save_safetensors()
        save_float4()


if __name__ == "__main__":
    main()
