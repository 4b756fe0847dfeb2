# SPDX-License-Identifier: GPL-3.0-or-later
import torch
from gpt import CONFIG, DEVICE, GPTModel

with torch.device("meta"):
    model = GPTModel(CONFIG)
model = model.to_empty(device=DEVICE)
for name, tensor in model.state_dict().items():
    part = torch.load(f"tensors/{name}.pt")
    tensor.copy_(part)
    del part
