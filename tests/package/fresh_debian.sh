# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced: a Debian 12 of one's own in $root, which goes at the end. Exit status 77, with the reason,
# where that cannot be had: ctest calls it skipped.
set -euo pipefail

say() { echo "== $*"; }

skip() {
    echo "Skipped: $*"
    exit 77
}

inside() {
    chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive "$@"
}

# Nothing may stay mounted when the folder goes.
leave() {
    umount -q "$root/proc" || true
    mountpoint -q "$root/proc" || rm -rf --one-file-system "$root"
}

fresh_debian() {
    command -v debootstrap >/dev/null || skip "debootstrap is not installed."
    [ "$(id -u)" -eq 0 ] || skip "only root may make another Debian."
    root=$(mktemp -d)
    trap leave EXIT
    say "a fresh Debian 12"
    debootstrap --variant=minbase bookworm "$root" >"$root.log" 2>&1 || {
        tail -5 "$root.log"
        skip "debootstrap found no mirror."
    }
    rm -f "$root.log"
    mount -t proc proc "$root/proc"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    inside apt-get -qq update
}

# What lies in the system, but for the package managers' own records.
files_inside() {
    inside find /usr /etc /var/lib /opt "$@" -path /var/lib/dpkg -prune -o -path /var/lib/apt -prune -o -print |
        sort
}

# nothing_left BEFORE [FOLDER]: fails where a file named after us is there that was not.
nothing_left() {
    local left
    left=$(files_inside "${@:2}" | comm -13 "$1" - | grep -i stowage || true)
    [ -z "$left" ] || {
        echo "Left behind: $left"
        exit 1
    }
}

# the_window COMMAND MODEL: opens it on a display of its own until it has saved a picture of itself.
the_window() {
    inside sh -c "Xvfb :7 -screen 0 1280x800x24 >/dev/null 2>&1 & server=\$!
        DISPLAY=:7 timeout 60 '$1' '$2' --gpus 64MiB --picture /tmp/window.png
        kill \$server; wait || true"
    [ -s "$root/tmp/window.png" ]
}
