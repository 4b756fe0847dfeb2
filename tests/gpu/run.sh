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
tests/gpu/run.sh [--prefix PATHS] [--python PYTHON] [--build DIR] [--data DIR] [--out FILE]
  --prefix PATHS  CMAKE_PREFIX_PATH, separated by ";": where LibTorch's, nlohmann's and CLI11's
                  CMake files lie; what PYTHON's torch brings is added
  --python PYTHON a Python that has torch with CUDA (python3)
  --build DIR     build folder (build/gpu)
  --data DIR      where samples of 6.3 and 12.6 GiB are written and removed again (a temporary folder)
  --out FILE      the transcript (build/gpu/transcript.txt)
TEXT
}

prefix=
python=python3
build=$root/build/gpu
data=
out=
while [ $# -gt 0 ]; do
    case $1 in
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

if torch=$("$python" -c 'import torch; print(torch.utils.cmake_prefix_path)' 2>/dev/null); then
    prefix=${prefix:+$prefix;}$torch
fi
mkdir -p "$build" "$(dirname "$out")"
scratch=$(mktemp -d "${data:-${TMPDIR:-/tmp}}/stowage-gpu-XXXXXX")
trap 'rm -rf "$scratch"' EXIT

say() { printf '\n== %s\n' "$*"; }

# Memory in use on every card, MiB, as the driver tells it.
vram() { nvidia-smi --query-gpu=index,name,memory.used,memory.total --format=csv,noheader; }

build_it() {
    cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSTOWAGE_TEXT=OFF \
        -DSTOWAGE_GUI=OFF -DSTOWAGE_TESTS=OFF "-DCMAKE_PREFIX_PATH=$prefix"
    cmake --build "$build" -j "$(nproc)"
}

# Runs of a Llama of 7B parameters with random weights: all on the card, half of it on the CPU.
run_7b() {
    local ctl=$build/bin/stowagectl failed=0 plain
    say "Llama of 7B parameters, bfloat16: 64 tokens, then 16 more"
    "$ctl" sample "$scratch/7b" --arch llama-7b --dtype bfloat16
    plain=$(CUDA_VISIBLE_DEVICES="${STOWAGE_GPU:-0}" "$python" "$here/plain_copy.py") || plain=-
    local run=("$ctl" run "$scratch/7b" --tokens "$(seq -s, 1 64)" --generate 16 --gpus real
        --visible "${STOWAGE_GPU:-0}" --json)
    local half="0=6400MiB,cpu=64GiB"
    "${run[@]}" >"$scratch/all.json" || failed=1
    "${run[@]}" --max-memory "$half" >"$scratch/ahead.json" || failed=1
    "${run[@]}" --max-memory "$half" --no-prefetch >"$scratch/bare.json" || failed=1
    "$python" "$here/runs.py" "$plain" "all on the card=$scratch/all.json" \
        "half on the CPU, prefetched=$scratch/ahead.json" \
        "half on the CPU, not=$scratch/bare.json" || failed=1
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
    say "Building" && build_it && prove
} 2>&1 | tee "$out"
