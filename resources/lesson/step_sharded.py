# SPDX-License-Identifier: GPL-3.0-or-later
from accelerate import init_empty_weights
from accelerate import load_checkpoint_and_dispatch
from gpt import CONFIG, PLACE, GPTModel

with init_empty_weights(include_buffers=True):
    model = GPTModel(CONFIG)
model = load_checkpoint_and_dispatch(
    model, "shards", device_map={"": PLACE})
