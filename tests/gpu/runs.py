# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables runs of one model by `stowagectl run --json`: runs.py PLAIN_GB_PER_SECOND NAME=FILE…

PLAIN_GB_PER_SECOND is what plain_copy.py printed, or "-". Ends with status 1 where a run stopped, ran
on a simulated GPU, or let other tokens follow than the first; of ~NAME=FILE, where the CPU or another
program computed and rounded in its own way, the tokens are not compared.
"""
import json
import sys

GIB = 2**30


def transfer_rate(run):
    """GB/s of weights on their way to cards; None where none travelled."""
    cards = [figures for name, figures in run["devices"].items() if name.startswith("gpu:")]
    seconds = sum(figures["transfer_seconds"] for figures in cards)
    return sum(figures["bytes_in"] for figures in cards) / seconds / 1e9 if seconds else None


def seconds_of(run):
    """Seconds of the prompt's pass, and of one that follows on the average."""
    passes = [entry["end"] - entry["begin"] for entry in run["passes"]]
    follow = passes[1:]
    return passes[0], sum(follow) / len(follow) if follow else 0.0


def row_of(name, run, plain, tokens):
    """The line of one run, and whether it is as it should be."""
    if "stopped" in run:
        return f"{name:<34} FAILED: {run['stopped']['why']}", False
    prefill, decode = seconds_of(run)
    rate = transfer_rate(run)
    cards = [figures for key, figures in run["devices"].items() if key.startswith("gpu:")]
    peak = max(figures["peak_allocated"] for figures in cards)
    is_real = not any(figures["simulated"] for figures in cards)
    foreseen = run.get("predicted", {}).get("decode", {}).get("seconds")
    line = (
        f"{name:<34} {prefill:9.3f} {1 / decode if decode else 0:9.2f} {peak / GIB:9.2f} "
        f"{run['bytes_moved'] / GIB:10.2f} {'-' if rate is None else f'{rate:.2f}':>7} "
        f"{'-' if rate is None or plain is None else f'{rate / plain:.0%}':>7} "
        f"{run['prefetching']['waited_seconds']:8.2f} "
        f"{1000 * decode:9.2f} {'-' if foreseen is None else f'{1000 * foreseen:.2f}':>9}"
        f"{'' if is_real else '   SIMULATED'}"
    )
    same = tokens is None or run["tokens"] == tokens
    return line + ("" if same else "   OTHER TOKENS"), is_real and same


def main():
    """Prints the table."""
    plain = None if sys.argv[1] == "-" else float(sys.argv[1])
    print(
        f"{'run':<34} {'prefill s':>9} {'tokens/s':>9} {'peak GiB':>9} {'moved GiB':>10} "
        f"{'GB/s':>7} {'plain':>7} {'waited s':>8} {'ms/token':>9} {'foreseen':>9}"
    )
    good, tokens = True, None
    for argument in sys.argv[2:]:
        name, path = argument.split("=", 1)
        with open(path, encoding="utf-8") as file:
            run = json.load(file)
        line, is_good = row_of(name.lstrip("~"), run, plain, None if name[0] == "~" else tokens)
        tokens = tokens or run.get("tokens")
        good = good and is_good
        print(line)
    if plain is not None:
        print(f"Plain page-locked copies in the same run: {plain:.2f} GB/s.")
    print("All real, the same tokens." if good else "NOT all real with the same tokens.")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
