#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# man_pages.sh HELP2MAN DATE PROGRAM FOLDER: writes PROGRAM.1 and, where PROGRAM has commands, a page
# for each of them (PROGRAM-COMMAND.1), of the words of --help-all, in English; and each compressed.
set -eu
export LC_ALL=C.UTF-8
help2man=$1 program=$3 folder=$4
SOURCE_DATE_EPOCH=$(date -u -d "$2" +%s)
export SOURCE_DATE_EPOCH
name=$(basename "$program")
mkdir -p "$folder"
case $name in
stowagectl) help=--help-all ;;
*) help=--help ;;
esac

# page FILE WHAT COMMAND: of `PROGRAM COMMAND --help-all`, or --help of a program without it.
page() {
    "$help2man" --no-info --section 1 --name "$2" --help-option "$3 $help" \
        --version-string "$("$program" --version)" --output "$folder/$1.1" "$program"
    [ -z "$3" ] || sed -i "s/^\.TH [^ ]*/.TH $(echo "$1" | tr '[:lower:]' '[:upper:]')/" "$folder/$1.1"
    gzip --best --no-name --keep --force "$folder/$1.1"
}

# Lines as "  load        Really load the weights under a plan", behind "Subcommands:".
"$program" --help | sed -n '/^Subcommands:/,/^[^ ]*$/s/^  \([a-z][a-z-]*\)  *\(.*\)/\1 \2/p' |
    while read -r command what; do
        page "$name-$command" "$what" "$command"
    done
case $name in
stowagectl) page "$name" "plan where a neural network's weights go, and load them" "" ;;
*) page "$name" "plan where a neural network's weights go, and see the memory" "" ;;
esac
