# SPDX-License-Identifier: GPL-3.0-or-later
import json
import torch
from gpt import CONFIG, DEVICE, GPTModel

with torch.device("meta"):
    model = GPTModel(CONFIG)
model = model.to_empty(device=DEVICE)
ring = torch.empty(1 << 20)     # 4 MiB
with open("model.safetensors", "rb") as file:
    size = int.from_bytes(file.read(8), "little")
    head = json.loads(file.read(size))
    for name, to in model.state_dict().items():
        at = head[name]["data_offsets"][0]
        file.seek(8 + size + at)
        for piece in to.view(-1).split(len(ring)):
            part = ring[:len(piece)]
            file.readinto(part.numpy())
            piece.copy_(part)
