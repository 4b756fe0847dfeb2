#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# wheel.sh FOLDER TORCH: installs the wheel of FOLDER with pip in a fresh Debian 12, into an environment
# with the torch of the environment TORCH, loads and opens the window there, and takes it away again.
. "$(dirname "$0")/fresh_debian.sh"
packages=$1 torch=$2
compgen -G "$packages/*.whl" >/dev/null || skip "there is no wheel in $packages; ./dev package makes it."
[ -d "$torch" ] || skip "there is no torch in $torch; ./dev package installs it."
fresh_debian

say "an environment with torch"
# What Qt needs of a system with a display.
inside sh -c 'apt-get -qq install --no-install-recommends python3-venv xvfb libgl1 libegl1 libxkbcommon-x11-0 \
    libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libdbus-1-3 libfontconfig1 libglib2.0-0 >/dev/null'
inside python3 -m venv /opt/env
cp -r "$torch"/lib/python3*/site-packages/{torch,torch-*,nvidia*} \
    "$root"/opt/env/lib/python3*/site-packages/ 2>/dev/null || true
inside /opt/env/bin/pip -q freeze | grep -i '^torch'
files_inside >"$root/before"

say "pip install"
cp "$packages"/*.whl "$root/tmp"
inside sh -c '/opt/env/bin/pip -q install /tmp/stowage*.whl'

say "stowagectl sample, load"
inside /opt/env/bin/stowagectl --version
inside /opt/env/bin/stowagectl sample /tmp/model --arch llama-tiny
inside /opt/env/bin/stowagectl load /tmp/model --gpus 64MiB,64MiB --strategy balanced | tail -2

say "the window"
the_window /opt/env/bin/stowage /tmp/model

say "pip uninstall"
inside /opt/env/bin/pip -q uninstall -y stowage
nothing_left "$root/before"
echo "All of it works."
