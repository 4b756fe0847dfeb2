#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Proves the CUDA back end on a machine with a card: builds stowagectl without Qt over a LibTorch
# for CUDA, checks the contract, loads GPT-2 XL by every method, runs a Llama of 7B parameters, and
# writes a transcript.
# See README.md beside this file.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

usage() {
    cat <<TEXT
tests/gpu/run.sh [--prefix PATHS] [--python PYTHON] [--build DIR] [--built] [--data DIR] [--out FILE]
  --prefix PATHS  CMAKE_PREFIX_PATH, separated by ";": where nlohmann's and CLI11's CMake files
                  lie, and LibTorch where PYTHON has no torch
  --python PYTHON a Python that has torch with CUDA (python3)
  --build DIR     build folder (build/gpu)
  --built         the build folder has been made before, elsewhere perhaps; nothing is built
  --data DIR      where samples of 6.3 and 12.6 GiB are written and removed again (a temporary folder)
  --out FILE      the transcript (build/gpu/transcript.txt)
TEXT
}

prefix=
python=python3
build=$root/build/gpu
built=
data=
out=
while [ $# -gt 0 ]; do
    case $1 in
    --built)
        built=yes
        shift
        continue
        ;;
    --prefix) prefix=$2 ;;
    --python) python=$2 ;;
    --build) build=$2 ;;
    --data) data=$2 ;;
    --out) out=$2 ;;
    -h | --help)
        usage
        exit 0
        ;;
    *)
        usage >&2
        exit 2
        ;;
    esac
    shift 2
done
out=${out:-$build/transcript.txt}

torch=$("$python" -c 'import torch; print(torch.__path__[0])' 2>/dev/null) || true
mkdir -p "$build" "$(dirname "$out")"
scratch=$(mktemp -d "${data:-${TMPDIR:-/tmp}}/stowage-gpu-XXXXXX")
trap 'rm -rf "$scratch"' EXIT

# What is measured here must not replace what the person has measured.
export XDG_CONFIG_HOME=$scratch/config

say() { printf '\n== %s\n' "$*"; }

# Memory in use on every card, MiB, as the driver tells it.
vram() { nvidia-smi --query-gpu=index,name,memory.used,memory.total --format=csv,noheader; }

build_it() {
    cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSTOWAGE_TEXT=OFF \
        -DSTOWAGE_GUI=OFF -DSTOWAGE_TESTS=OFF "-DCMAKE_PREFIX_PATH=$prefix" \
        "-DSTOWAGE_LIBTORCH_DIR=$torch"
    cmake --build "$build" -j "$(nproc)"
}

# Runs of a Llama of 7B parameters with random weights: all on the card; half of it on the CPU, placed
# by `auto`, by `optimal`, and under the hooks of Accelerate itself where this Python has it; a quarter
# of it there, the same.
run_7b() {
    local ctl=$build/bin/stowagectl failed=0 plain prompt share budget rows
    say "Llama of 7B parameters, bfloat16: 64 tokens, then 16 more"
    "$ctl" sample "$scratch/7b" --arch llama-7b --dtype bfloat16
    plain=$(CUDA_VISIBLE_DEVICES="${STOWAGE_GPU:-0}" "$python" "$here/plain_copy.py") || plain=-
    prompt=$(seq -s, 1 64)
    local card=(--gpus real --visible "${STOWAGE_GPU:-0}" --json)
    local run=("$ctl" run "$scratch/7b" --tokens "$prompt" --generate 16 "${card[@]}")
    "${run[@]}" >"$scratch/all.json" || failed=1
    rows=("all on the card=$scratch/all.json")
    for share in half quarter; do
        [ $share = half ] && budget="0=6400MiB,cpu=64GiB" || budget="0=9600MiB,cpu=64GiB"
        "${run[@]}" --max-memory "$budget" >"$scratch/$share-ahead.json" || failed=1
        "${run[@]}" --max-memory "$budget" --no-prefetch >"$scratch/$share-bare.json" || failed=1
        "${run[@]}" --max-memory "$budget" --strategy optimal >"$scratch/$share-optimal.json" ||
            failed=1
        rows+=("$share on the CPU, prefetched=$scratch/$share-ahead.json"
            "$share on the CPU, not=$scratch/$share-bare.json"
            "~$share on the CPU, optimal=$scratch/$share-optimal.json")
        "$ctl" plan "$scratch/7b" "${card[@]}" --max-memory "$budget" >"$scratch/$share.plan"
        if "$python" -c 'import accelerate, transformers' 2>"$scratch/why"; then
            CUDA_VISIBLE_DEVICES="${STOWAGE_GPU:-0}" "$python" "$here/hooks.py" "$scratch/7b" \
                "$scratch/$share.plan" "$prompt" 16 >"$scratch/$share-hooks.json" || failed=1
            rows+=("~$share on the CPU, Accelerate=$scratch/$share-hooks.json")
        else
            echo "No comparison with Accelerate's own hooks: $(tail -1 "$scratch/why")"
        fi
        echo "The plan by optimal for $share of it on the CPU:"
        "$ctl" plan "$scratch/7b" "${card[@]}" --max-memory "$budget" --strategy optimal \
            --prompt 64 --generate 16 --engine stowage |
            "$python" -c 'import json, sys; print(json.dumps(json.load(sys.stdin)["optimal"], indent=1))' ||
            failed=1
    done
    "$python" "$here/runs.py" "$plain" "${rows[@]}" || failed=1
    rm -rf "$scratch/7b"
    return "$failed"
}

prove() {
    local ctl=$build/bin/stowagectl failed=0
    say "What and where"
    git -C "$root" log -1 --format='commit %H, %cd' 2>/dev/null || true
    nvidia-smi --query-gpu=name,driver_version,memory.total,pcie.link.gen.current,pcie.link.width.current \
        --format=csv
    "$ctl" devices --gpus real || failed=1
    say "VRAM before"
    vram | tee "$scratch/before"
    say "The contract on this machine, then on every card"
    "$ctl" selftest || failed=1
    "$ctl" selftest --gpu || failed=1
    say "Rates of this machine, kept for predicted times"
    "$ctl" devices --gpus real --measure --dir "$scratch" || failed=1
    say "GPT-2 XL, float32, every method, each in a fresh process, verified"
    "$ctl" sample "$scratch/xl" --arch raschka-gpt2-xl --dtype float32 --format pth
    "$ctl" compare "$scratch/xl" --gpus real --visible "${STOWAGE_GPU:-0}" --methods all \
        --cache warm --verify --json >"$scratch/xl.json" || failed=1
    "$python" "$here/peaks.py" "$scratch/xl.json" || failed=1
    rm -rf "$scratch/xl"
    run_7b || failed=1
    say "VRAM after"
    vram | tee "$scratch/after"
    if cmp -s "$scratch/before" "$scratch/after"; then
        echo "The same as before."
    else
        echo "Not the same as before (other programs may have come or gone)."
    fi
    return "$failed"
}

{
    { [ -n "$built" ] || { say "Building" && build_it; }; } && prove
} 2>&1 | tee "$out"
