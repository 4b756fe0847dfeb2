# SPDX-License-Identifier: GPL-3.0-or-later
import torch
from gpt import CONFIG, DEVICE, GPTModel

with torch.device("meta"):
    model = GPTModel(CONFIG)            # shapes, no bytes
model = model.to_empty(device=DEVICE)   # uninitialised
state_dict = torch.load("model.pth", map_location=DEVICE)
# The state dict has the masks too: no buffer is forgotten.
for name, tensor in model.state_dict().items():
    tensor.copy_(state_dict[name])
del state_dict
