# SPDX-License-Identifier: GPL-3.0-or-later
"""What Accelerate does when a dispatched model is moved by `model.to(device)`.

    venv/bin/python tests/reference/record_moves.py

Prints one JSON object a case: the device map, and the error's type and text, null where there is
none. tests/plan/tst_load_model_preset.cpp has the texts. The device is the CPU: which device it is does not
matter to the check, only that weights stayed on the meta device.
"""
import json
import tempfile

import torch
from accelerate import dispatch_model
from accelerate.utils import offload_state_dict


def model():
    return torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 4))


def main():
    for device_map in ({"": "cpu"}, {"0": "cpu", "1": "disk"}, {"": "disk"}):
        error = None
        try:
            with tempfile.TemporaryDirectory() as folder:
                whole = model()
                offload_state_dict(folder, whole.state_dict())
                dispatch_model(whole, device_map, offload_dir=folder).to("cpu")
        except Exception as failure:  # noqa: BLE001
            error = {"type": type(failure).__name__, "text": str(failure)}
        print(json.dumps({"device_map": device_map, "error": error}))


if __name__ == "__main__":
    main()
