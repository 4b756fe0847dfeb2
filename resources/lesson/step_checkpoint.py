# SPDX-License-Identifier: GPL-3.0-or-later
import torch

state_dict = torch.load("model.pth",
                        map_location="meta")
total = 0
for name, tensor in state_dict.items():
    size = tensor.numel() * tensor.itemsize
    total += size
    print(f"{name:36} {size:10,}")
print(f"{total:,} + {total:,} bytes")
