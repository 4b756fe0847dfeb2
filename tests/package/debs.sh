#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# debs.sh FOLDER: installs the packages of FOLDER in a fresh Debian 12 of their own, plans, loads and
# opens the window there, and takes them away again. Exit status 77, with the reason, where that
# cannot be tried: ctest calls it skipped.
set -euo pipefail
packages=$1

skip() {
    echo "Skipped: $*"
    exit 77
}

compgen -G "$packages/*.deb" >/dev/null || skip "there are no packages in $packages; ./dev package makes them."
command -v debootstrap >/dev/null || skip "debootstrap is not installed."
[ "$(id -u)" -eq 0 ] || skip "only root may make another Debian."

root=$(mktemp -d)
# Nothing may stay mounted when the folder goes.
leave() {
    umount -q "$root/proc" || true
    mountpoint -q "$root/proc" || rm -rf --one-file-system "$root"
}
trap leave EXIT
inside() {
    chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive "$@"
}
say() { echo "== $*"; }

say "a fresh Debian 12"
debootstrap --variant=minbase bookworm "$root" >"$root.log" 2>&1 || {
    tail -5 "$root.log"
    skip "debootstrap found no mirror."
}
rm -f "$root.log"
mount -t proc proc "$root/proc"
inside find /usr /etc /var/lib /opt -path /var/lib/dpkg -prune -o -path /var/lib/apt -prune -o -print |
    sort >"$root/before"

say "apt install"
cp "$packages"/*.deb "$root/tmp"
inside apt-get -qq update
inside sh -c 'apt-get -qq install --no-install-recommends /tmp/stowage*.deb xvfb >/dev/null'

say "stowagectl sample, plan, load"
inside stowagectl --version
inside stowagectl sample /tmp/model --arch llama-tiny
inside stowagectl load /tmp/model --gpus 64MiB,64MiB --strategy balanced | tail -3
inside sh -c 'zcat /usr/share/man/man1/stowagectl-load.1.gz | grep -q max-memory'
inside bash -c '. /usr/share/bash-completion/completions/stowagectl
    COMP_WORDS=(stowagectl load --met) COMP_CWORD=2
    _stowagectl && [[ ${COMPREPLY[*]} == *--method* ]]'

say "the window"
inside sh -c 'Xvfb :7 -screen 0 1280x800x24 >/dev/null 2>&1 & server=$!
    DISPLAY=:7 stowage /tmp/model --gpus 64MiB --dump-state /tmp/state.json & window=$!
    for i in $(seq 300); do [ -s /tmp/state.json ] && break; sleep 0.1; done
    kill $window $server; wait || true'
grep -q '"model' "$root/tmp/state.json"

say "apt purge"
inside sh -c 'apt-get -qq purge stowage stowage-cli >/dev/null'
left=$(inside find /usr /etc /var/lib /opt -path /var/lib/dpkg -prune -o -path /var/lib/apt -prune -o \
    -print | sort | comm -13 "$root/before" - | grep -i stowage || true)
if [ -n "$left" ]; then
    echo "Left behind: $left"
    exit 1
fi
echo "All of it works."
