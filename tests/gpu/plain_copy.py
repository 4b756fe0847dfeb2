# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints GB/s of plain copies of page-locked host memory to the first visible card, by torch alone.

What CUDA's bandwidthTest measures: the best of a few copies of 256 MiB, by events on a stream.
"""
import torch

BYTES = 256 * 2**20
ROUNDS = 5


def main():
    """Copies and prints the rate of the fastest round."""
    source = torch.empty(BYTES, dtype=torch.uint8, pin_memory=True)
    target = torch.empty(BYTES, dtype=torch.uint8, device="cuda")
    fastest = None
    for _ in range(ROUNDS):
        begin = torch.cuda.Event(enable_timing=True)
        end = torch.cuda.Event(enable_timing=True)
        begin.record()
        target.copy_(source, non_blocking=True)
        end.record()
        end.synchronize()
        milliseconds = begin.elapsed_time(end)
        fastest = milliseconds if fastest is None else min(fastest, milliseconds)
    print(f"{BYTES / fastest / 1e6:.2f}")


if __name__ == "__main__":
    main()
