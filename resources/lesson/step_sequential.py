# SPDX-License-Identifier: GPL-3.0-or-later
import torch
from gpt import CONFIG, DEVICE, GPTModel

model = GPTModel(CONFIG).to(DEVICE)
state_dict = torch.load("model.pth",
                        map_location="cpu")
for name, tensor in model.state_dict().items():
    part = state_dict[name].to(DEVICE)
    tensor.copy_(part)
    del part
del state_dict
