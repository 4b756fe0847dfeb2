#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What of the CUDA back end can be proved without a card: over a stand-in for CUDA's runtime
# (fake_cudart.cpp) PyTorch's real caching allocator and our transfers run; kernels do not.
# tests/gpu/without_card.sh BUILD: a build folder over a LibTorch for CUDA (see README.md).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
build=${1:?the build folder over a LibTorch for CUDA}
cuda=${CUDA_HOME:-/usr/local/cuda}
scratch=$(mktemp -d "${TMPDIR:-/tmp}/stowage-fake-XXXXXX")
trap 'rm -rf "$scratch"' EXIT

"${CXX:-g++}" -std=c++20 -O1 -g -shared -fPIC -isystem "$cuda/include" "$here/fake_cudart.cpp" \
    -o "$scratch/libfake_cudart.so"
ln -s libfake_cudart.so "$scratch/libcuda.so.1"
on_stand_in() {
    env -u CUDA_VISIBLE_DEVICES LD_PRELOAD="$scratch/libfake_cudart.so" \
        LD_LIBRARY_PATH="$scratch${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" "$@"
}

failed=0
echo "== The contract of a device"
# Its loads are verified by kernels, which nothing here runs: those lines say so and do not count.
on_stand_in "$build/bin/stowagectl" selftest --gpu >"$scratch/selftest" 2>&1 || true
grep -E '^(ok      |FAILED: )GPU 0' "$scratch/selftest" || failed=1
grep -qE '^FAILED: GPU 0' "$scratch/selftest" && failed=1

echo "== Every method by PyTorch's allocator, unverified: peaks beside what was foreseen"
"$build/bin/stowagectl" sample "$scratch/m" --arch "${STOWAGE_ARCH:-raschka-gpt2}" --format pth
for method in naive sequential meta mmap per-tensor sharded streamed; do
    on_stand_in "$build/bin/stowagectl" load "$scratch/m" --gpus real --method "$method" --json \
        >"$scratch/$method.json" || failed=1
    python3 - "$scratch/$method.json" <<'PYTHON' || failed=1
import json, sys
run = json.load(open(sys.argv[1], encoding="utf-8"))
if "stopped" in run:
    sys.exit(f"{run['method']}: {run['stopped']['why']}")
found = run["devices"]["gpu:0"]
foreseen = run["predicted"]["devices"]["gpu:0"]
same = all(found[key] == foreseen[key] for key in ("peak_allocated", "peak_reserved"))
print(f"{run['method']:<11} {found['peak_allocated']:>13} / {found['peak_reserved']:<13}",
      "as foreseen" if same else f"instead of {foreseen}")
sys.exit(0 if same else 1)
PYTHON
done
[ "$failed" -eq 0 ] && echo "All as it should be." || echo "NOT all as it should be."
exit "$failed"
