# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the programs of this wheel over the torch and the Qt that lie beside it."""
import importlib.metadata
import importlib.util
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent


def package_folder(name):
    """Where a package lies, without importing it; None where it is not there."""
    spec = importlib.util.find_spec(name)
    places = list(spec.submodule_search_locations or []) if spec else []
    return pathlib.Path(places[0]) if places else None


def torch_module():
    """The folder of the module that was built over this torch's release, or None."""
    if package_folder("torch") is None:
        return None
    release = ".".join(importlib.metadata.version("torch").split("+")[0].split(".")[:2])
    folder = HERE / "torch" / release
    if folder.is_dir():
        return folder
    have = ", ".join(sorted(each.name for each in (HERE / "torch").iterdir()))
    print(f"stowage: torch {release} is installed, this wheel knows {have}: nothing can be loaded.", file=sys.stderr)
    return None


def start(program):
    """Becomes the program. Its libraries come first, then torch's and Qt's; what else is on the
    library path stays behind them."""
    environment = dict(os.environ)
    libraries = []
    module = torch_module()
    if module is not None:
        environment["STOWAGE_TORCH_MODULE"] = str(module)
        libraries.append(package_folder("torch") / "lib")
    qt = package_folder("PySide6")
    if qt is not None and program == "stowage":
        libraries.append(qt / "Qt" / "lib")
        environment["QT_PLUGIN_PATH"] = str(qt / "Qt" / "plugins")
    path = [str(each) for each in libraries] + [each for each in [os.environ.get("LD_LIBRARY_PATH")] if each]
    if path:
        environment["LD_LIBRARY_PATH"] = os.pathsep.join(path)
    executable = str(HERE / "bin" / program)
    os.execve(executable, [executable, *sys.argv[1:]], environment)


def command_line():
    """stowagectl"""
    start("stowagectl")


def window():
    """stowage"""
    start("stowage")
