# SPDX-License-Identifier: GPL-3.0-or-later
import torch
import accelerate
from gpt import CONFIG, MAX_MEMORY, GPTModel

with accelerate.init_empty_weights(
        include_buffers=True):
    model = GPTModel(CONFIG)
device_map = accelerate.infer_auto_device_map(
    model, max_memory=MAX_MEMORY,
    no_split_module_classes=["Block"])
model = accelerate.load_checkpoint_and_dispatch(
    model, "shards", device_map=device_map,
    offload_folder="offload",
    offload_buffers=True)
logits = model(torch.tensor([[1, 2, 3]]))
