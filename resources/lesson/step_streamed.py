# SPDX-License-Identifier: GPL-3.0-or-later
import json
import torch
from gpt import CONFIG, DEVICE, GPTModel

with torch.device("meta"):
    model = GPTModel(CONFIG)
model = model.to_empty(device=DEVICE)
ring = torch.empty(1 << 20)             # 4 MiB, a ring of one
with open("model.safetensors", "rb") as file:
    head = json.loads(file.read(int.from_bytes(file.read(8), "little")))
    begin = file.tell()
    for name, tensor in model.state_dict().items():
        file.seek(begin + head[name]["data_offsets"][0])
        for piece in tensor.view(-1).split(len(ring)):
            part = ring[:len(piece)]
            file.readinto(part.numpy())
            piece.copy_(part)
