# SPDX-License-Identifier: GPL-3.0-or-later
import torch
from gpt import CONFIG, DEVICE, GPTModel

model = GPTModel(CONFIG)        # initial weights, on the host
model.to(DEVICE)                # the GPU holds the model
state_dict = torch.load("model.pth", map_location=DEVICE)
model.load_state_dict(state_dict)   # both lie on the GPU: 2 M
del state_dict
