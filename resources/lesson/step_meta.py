# SPDX-License-Identifier: GPL-3.0-or-later
import torch
from gpt import CONFIG, DEVICE, GPTModel

with torch.device("meta"):
    model = GPTModel(CONFIG)    # no bytes
model = model.to_empty(device=DEVICE)
state_dict = torch.load("model.pth",
                        map_location=DEVICE)
# state_dict() names the masks, too.
for name, tensor in model.state_dict().items():
    tensor.copy_(state_dict[name])
del state_dict
