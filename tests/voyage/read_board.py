#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the board as a screen reader does, over AT-SPI, and places a block by its action.

    read_board.py STOWAGE STOWAGECTL

Starts itself anew on an X server and a message bus of its own. Ends with 77 where Xvfb, D-Bus,
at-spi2-core or gir1.2-atspi-2.0 are missing, which ctest takes for "skipped".
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time

try:
    import gi

    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi, GLib
except (ImportError, ValueError):
    Atspi = None

SKIPPED = 77
PATIENCE_SECONDS = 60
INSIDE = "STOWAGE_READ_BOARD_INSIDE"


def skip(why):
    print("skipped: " + why)
    sys.exit(SKIPPED)


def start_inside():
    """Runs this script on a server and a bus of its own, and ends as that ends."""
    for program in ("xvfb-run", "xauth", "dbus-run-session"):
        if shutil.which(program) is None:
            skip(program + " is not installed")
    if not os.path.exists("/usr/libexec/at-spi-bus-launcher"):
        skip("at-spi2-core is not installed")
    environment = dict(os.environ, **{INSIDE: "1"})
    command = ["dbus-run-session", "--", "xvfb-run", "-a", "-s", "-screen 0 1700x1080x24",
               sys.executable, *sys.argv]
    sys.exit(subprocess.run(command, env=environment, check=False).returncode)


def wait_for(what, find):
    """What `find` gives as soon as it is something; ends the test where it never is."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        try:
            found = find()
        except (GLib.Error, AttributeError):
            found = None  # an object that went away while it was read
        if found:
            return found
        time.sleep(0.1)
    print("FAIL: there is no " + what)
    sys.exit(1)


def children(parent):
    return [parent.get_child_at_index(i) for i in range(parent.get_child_count())]


def find_below(parent, matches, depth=12):
    """The first object below `parent` that matches, nearest first."""
    level = [parent]
    for _ in range(depth):
        level = [child for item in level for child in children(item) if child is not None]
        for child in level:
            if matches(child):
                return child
    return None


def action_named(block, name):
    """The number of an action; None: it has none of that name."""
    count = block.get_n_actions()
    return next((i for i in range(count) if block.get_action_name(i) == name), None)


class Board:
    """The board of a running window, found anew for each question."""

    def __init__(self, process):
        self.process = process

    def root(self):
        desktop = Atspi.get_desktop(0)
        programs = [p for p in children(desktop) if p and p.get_process_id() == self.process.pid]
        return find_below(programs[0], lambda o: o.get_name() == "Board") if programs else None

    def lane(self, name):
        root = self.root()
        return root and next((c for c in children(root) if c.get_name().startswith(name)
                              and c.get_role() == Atspi.Role.LIST), None)

    def block(self, lane, path):
        shown = self.lane(lane)
        return shown and next((b for b in children(shown) if b.get_name() == path), None)


def check(holds, what):
    print(("ok: " if holds else "FAIL: ") + what)
    if not holds:
        sys.exit(1)


def read(board):
    lane = wait_for("lane of GPU 0", lambda: board.lane("GPU 0, Simulated"))
    check("Limit " in lane.get_description(), "the lane says its limit: " + lane.get_description())
    path = "model.layers.1"
    home = wait_for("block " + path, lambda: next(
        (name for name in ("GPU 0", "GPU 1") if board.block(name, path)), None))
    block = board.block(home, path)
    check(block.get_role() == Atspi.Role.LIST_ITEM, "a block is an item of a list")
    check(home + ": " in block.get_description(), "it says where it lies: "
          + block.get_description())
    extents = block.get_extents(Atspi.CoordType.SCREEN)
    check(extents.width > 20 and extents.height > 4, "it has a place on the screen")
    number = action_named(block, "place on cpu")
    check(number is not None, "it can be placed on the CPU")
    check(block.do_action(number), "the action is done")
    moved = wait_for("block in the lane of the CPU", lambda: board.block("CPU", path))
    check(moved.get_state_set().contains(Atspi.StateType.SELECTED), "what was placed is selected")
    check(board.block(home, path) is None, "it left " + home)


def main():
    stowage, stowagectl = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([stowagectl, "sample", folder + "/m", "--arch", "llama-tiny"],
                       check=True, stdout=subprocess.DEVNULL)
        environment = dict(os.environ, QT_QPA_PLATFORM="xcb", QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1",
                           HOME=folder, XDG_CONFIG_HOME=folder + "/config")
        window = subprocess.Popen([stowage, folder + "/m", "--gpus", "64MiB,64MiB"],
                                  env=environment)
        try:
            read(Board(window))
        finally:
            window.terminate()
            window.wait(PATIENCE_SECONDS)


if __name__ == "__main__":
    if Atspi is None:
        skip("gir1.2-atspi-2.0 and python3-gi are not installed")
    if INSIDE in os.environ:
        main()
    else:
        start_inside()
