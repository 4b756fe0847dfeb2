# SPDX-License-Identifier: GPL-3.0-or-later
import torch
from gpt import CONFIG, DEVICE, GPTModel

with torch.device("meta"):
    model = GPTModel(CONFIG)
mapped = torch.load("model.pth", mmap=True,
                    map_location="cpu")
moved = {name: part.to(DEVICE)
         for name, part in mapped.items()}
model.load_state_dict(moved, assign=True)
