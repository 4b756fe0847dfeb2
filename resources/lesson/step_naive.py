# SPDX-License-Identifier: GPL-3.0-or-later
import torch
from gpt import CONFIG, DEVICE, GPTModel

model = GPTModel(CONFIG)    # initial weights
model.to(DEVICE)            # the first copy
state_dict = torch.load(    # the second one
    "model.pth", map_location=DEVICE)
model.load_state_dict(state_dict)
del state_dict
