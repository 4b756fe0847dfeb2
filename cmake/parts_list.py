#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The software bill of materials of a package, as SPDX 2.3 in JSON.

    parts_list.py PACKAGE VERSION DATE OUTPUT PROGRAM [PROGRAM …]

Its parts: Debian's packages of the libraries that the programs name (not those that these need in
turn), and those whose headers are compiled in.
"""
import json
import os
import re
import subprocess
import sys

HEADERS = {"stowage-cli": ("nlohmann-json3-dev", "libcli11-dev"), "stowage": ("nlohmann-json3-dev",)}


def run(*command):
    """What a command prints; "" where it fails."""
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def libraries(program):
    """The files of the libraries that a program names."""
    named = set(re.findall(r"NEEDED\s+(\S+)", run("objdump", "-p", program)))
    found = dict(re.findall(r"(\S+) => (/\S+)", run("ldd", program)))
    return [os.path.realpath(found[name]) for name in sorted(named) if name in found]


def owner(path):
    """The Debian package of a file, or None. dpkg may know it under /usr or without."""
    for candidate in (path, re.sub("^/usr/", "/", path), "/usr" + path):
        owners = run("dpkg-query", "-S", candidate)
        if owners:
            return owners.split(":")[0]
    return None


def part(name):
    """A part's entry."""
    version = run("dpkg-query", "-W", "-f", "${Version}", name)
    return {
        "SPDXID": "SPDXRef-" + re.sub("[^A-Za-z0-9.-]", "-", name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": "NOASSERTION",
        "copyrightText": "NOASSERTION",
        "externalRefs": [
            {
                "referenceCategory": "PACKAGE-MANAGER",
                "referenceType": "purl",
                "referenceLocator": f"pkg:deb/debian/{name}@{version}",
            }
        ],
    }


def main():
    package, version, date, output = sys.argv[1:5]
    files = [file for program in sys.argv[5:] for file in libraries(program)]
    names = {owner(file) for file in files} | set(HEADERS.get(package, ()))
    parts = [part(name) for name in sorted(names - {None})]
    own = {
        "SPDXID": "SPDXRef-own",
        "name": package,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "GPL-3.0-or-later",
        "licenseDeclared": "GPL-3.0-or-later",
        "copyrightText": "NOASSERTION",
    }
    relation = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-own"}]
    for each in parts:
        relation.append({"spdxElementId": "SPDXRef-own", "relationshipType": "DEPENDS_ON", "relatedSpdxElement": each["SPDXID"]})
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"{package}-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/{package}-{version}",
        "creationInfo": {"created": date + "T00:00:00Z", "creators": ["Tool: parts_list.py of Stowage"]},
        "packages": [own, *parts],
        "relationships": relation,
    }
    with open(output, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=1)


if __name__ == "__main__":
    main()
