# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/casts.safetensors: what torch makes of floating-point numbers in other dtypes.

    venv/bin/python tests/reference/make_casts.py

"FROM" holds the numbers, "FROM.TO" the same after Tensor.to(TO) on a CPU. Numbers: all kinds of
special ones, the neighbourhood of every rounding boundary of the narrower types, random bits.
Neither the build nor the tests run this script.
"""
import pathlib

import torch
from safetensors.torch import save_file

PATH = pathlib.Path(__file__).resolve().parent.parent / "data" / "casts.safetensors"
TARGETS = {"float16": torch.float16, "bfloat16": torch.bfloat16, "float32": torch.float32,
           "float64": torch.float64}
BITS = {torch.float16: torch.int16, torch.bfloat16: torch.int16, torch.float32: torch.int32,
        torch.float64: torch.int64}


def halfway(dtype, exponents, generator):
    """Numbers of `dtype`, and what lies at and beside the middle to the next one."""
    numbers = []
    for exponent in exponents:
        base = (1 + torch.rand(3, dtype=torch.float64, generator=generator)) * 2.0 ** exponent
        below = base.to(dtype)
        above = torch.nextafter(below, torch.full_like(below, float("inf")))
        middle = (below.double() + above.double()) / 2
        numbers += [below.double(), middle, torch.nextafter(middle, below.double()),
                    torch.nextafter(middle, above.double())]
    return torch.cat(numbers)


def interesting(dtype):
    generator = torch.Generator().manual_seed(6)
    width = torch.iinfo(BITS[dtype]).bits
    specials = torch.tensor([0.0, -0.0, float("inf"), -float("inf"), float("nan"), 1.0, -1.0,
                             65504.0, 65519.0, 65520.0, 65536.0, 6.1e-5, 5.97e-8, 2.99e-8, 2.98e-8,
                             3.3895e38, 3.4e38, 1e39, 1e-45, 1e-46, 1e308], dtype=torch.float64)
    near = torch.cat([halfway(torch.float16, range(-25, 16), generator),
                      halfway(torch.bfloat16, range(-130, 128, 17), generator),
                      halfway(torch.float32, range(-148, 127, 25), generator)])
    bits = torch.randint(-(1 << (width - 1)), (1 << (width - 1)) - 1, (200,), generator=generator,
                         dtype=torch.int64).to(BITS[dtype]).view(dtype)
    return torch.cat([specials.to(dtype), near.to(dtype), -near.to(dtype), bits])


def main():
    tensors = {}
    sources = {name: interesting(dtype) for name, dtype in TARGETS.items()}
    for name in ("float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz"):
        sources[name] = torch.arange(256).to(torch.uint8).view(getattr(torch, name))
    for name, source in sources.items():
        tensors[name] = source
        for target, dtype in TARGETS.items():
            if target != name:
                tensors[f"{name}.{target}"] = source.to(dtype)
    save_file(tensors, PATH, metadata={"format": "pt"})
    print(PATH, PATH.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
