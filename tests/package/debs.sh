#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# debs.sh FOLDER: installs the Debian packages of FOLDER in a fresh Debian 12, plans, loads and opens the
# window there, and takes them away again.
. "$(dirname "$0")/fresh_debian.sh"
packages=$1
compgen -G "$packages/*.deb" >/dev/null || skip "there is no .deb in $packages; ./dev package makes them."
fresh_debian
files_inside >"$root/before"

say "apt install"
cp "$packages"/*.deb "$root/tmp"
inside sh -c 'apt-get -qq install --no-install-recommends /tmp/stowage*.deb xvfb >/dev/null'

say "stowagectl sample, load"
inside stowagectl --version
inside stowagectl sample /tmp/model --arch llama-tiny
inside stowagectl load /tmp/model --gpus 64MiB,64MiB --strategy balanced | tail -2
inside zcat /usr/share/man/man1/stowagectl-load.1.gz | grep -F 'max\-memory' >/dev/null
inside bash -c '. /usr/share/bash-completion/completions/stowagectl
    COMP_WORDS=(stowagectl load --met) COMP_CWORD=2
    _stowagectl && [[ ${COMPREPLY[*]} == *--method* ]]'
inside bash -c '. /usr/share/bash-completion/completions/stowage
    COMP_WORDS=(stowage --the) COMP_CWORD=1
    _stowage && [[ ${COMPREPLY[*]} == --theme ]]'

say "the window"
the_window stowage /tmp/model

say "apt purge"
inside sh -c 'apt-get -qq purge stowage stowage-cli >/dev/null'
nothing_left "$root/before"
echo "All of it works."
