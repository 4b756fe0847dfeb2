# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/presets.json: the parameters of each model of resources/presets.json, as the real
library counts them on the meta device.

    venv/bin/python tests/reference/count_presets.py
"""
import json
import pathlib

import torch
import transformers

from dump_architectures import build

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def main():
    transformers.logging.set_verbosity_error()
    presets = json.loads((ROOT / "resources" / "presets.json").read_text())["presets"]
    counts = {p["name"]: sum(t.numel() for t in build(p["config"]).parameters()) for p in presets}
    document = {"transformers": transformers.__version__, "torch": torch.__version__, "parameters": counts}
    (ROOT / "tests" / "data" / "presets.json").write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
