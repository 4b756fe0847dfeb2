# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/run/relative_buckets.json: into which buckets T5's own code sorts distances.

    venv/bin/python tests/reference/record_buckets.py

A case is a number of buckets, the farthest distance told apart and the direction; "edges" are the distances
from -1,500 to 1,500 at which another bucket begins, each with that bucket.
"""
import json
import pathlib

import torch
import transformers
from transformers.models.t5.modeling_t5 import T5Attention

FILE = pathlib.Path(__file__).resolve().parent.parent / "data" / "run" / "relative_buckets.json"
REACH = 1500


def edges(buckets, farthest, is_bidirectional):
    distances = torch.arange(-REACH, REACH + 1)
    sorted_into = T5Attention._relative_position_bucket(distances, is_bidirectional, buckets, farthest).tolist()
    return [[distance, bucket] for distance, bucket, before in
            zip(distances.tolist(), sorted_into, [None, *sorted_into]) if bucket != before]


if __name__ == "__main__":
    cases = [{"buckets": buckets, "farthest": farthest, "bidirectional": way, "edges": edges(buckets, farthest, way)}
             for buckets in (4, 8, 32, 64) for farthest in (12, 128, 256, 1000) for way in (True, False)
             if farthest > buckets / 2]
    FILE.write_text(json.dumps({"transformers": transformers.__version__, "torch": torch.__version__,
                                "cases": cases}) + "\n")
    print(len(cases), "cases,", FILE.stat().st_size, "bytes")
