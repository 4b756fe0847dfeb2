# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables the peaks of `stowagectl compare --json` beside the lesson's published column.

Ends with status 1 where a load failed, ran on a simulated GPU, was not verified, or misses the
published figure by more than 2 % (the column is printed to a tenth of a GiB: half of that is let pass too).
"""
import json
import sys

GIB = 2**30
TOLERANCE = 0.02
ROUNDING = 0.05


def row_of(run, published):
    """The line of one method, and whether it is as it should be."""
    name = run["method"]
    if "error" in run or "stopped" in run:
        why = run.get("error", {}).get("message") or run["stopped"]["why"]
        return f"{name:<11} FAILED: {why}", False
    device = next(iter(run["devices"].values()))
    predicted = next(iter(run["predicted"]["devices"].values()))
    peak = device["peak_allocated"] / GIB
    foreseen = predicted["peak_allocated"] / GIB
    shown = published.get(name, {}).get("vram_gib")
    within = shown is None or abs(peak - shown) <= TOLERANCE * shown + ROUNDING
    ratio = "-" if shown is None else f"{peak / shown:.3f}"
    verified = run.get("verified", False)
    line = (
        f"{name:<11} {peak:9.3f} {device['peak_reserved'] / GIB:9.3f} {foreseen:9.3f} "
        f"{'-' if shown is None else shown:>9} {ratio:>7} {run['seconds']:8.2f} "
        f"{run['bytes_per_second'] / 1e9:7.2f} {'yes' if verified else 'NO':>8}"
        f"{'   SIMULATED' if device['simulated'] else ''}"
    )
    return line, bool(verified) and within and not device["simulated"]


def main():
    """Prints the table."""
    with open(sys.argv[1], encoding="utf-8") as file:
        comparison = json.load(file)
    published = comparison.get("published", {}).get("rows", {})
    print(
        f"{'method':<11} {'allocated':>9} {'reserved':>9} {'foreseen':>9} {'published':>9} "
        f"{'ratio':>7} {'seconds':>8} {'GB/s':>7} {'verified':>8}   (sizes in GiB, peaks)"
    )
    good = True
    for run in comparison["runs"]:
        line, is_good = row_of(run, published)
        print(line)
        good = good and is_good
    print("All real, verified, within 2 %." if good else "NOT all real, verified, within 2 %.")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
