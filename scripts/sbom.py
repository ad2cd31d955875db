#!/usr/bin/env python3
"""sbom.py PROGRAM VERSION: what is in a release, as SPDX 2.3 in JSON: clade and the Debian packages of the
libraries that the program loads, with their versions. Written to standard output; the same for the same input."""

import datetime
import json
import os
import pathlib
import re
import subprocess
import sys


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def library_files(program):
    return sorted(set(re.findall(r"=> (/\S+)", output("ldd", program))))


def package_of(file):
    """The Debian package that a file belongs to: by its own path or by where a link of it leads."""
    real = pathlib.Path(file).resolve()
    for path in (real, pathlib.Path("/usr") / real.relative_to("/"), pathlib.Path(file)):
        found = subprocess.run(["dpkg-query", "-S", str(path)], capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.split(":")[0]
    raise SystemExit(f"sbom: no package has {file}")


def package(name, version, origin):
    return {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": origin,
        "copyrightText": "NOASSERTION",
    }


def document(program, version):
    names = sorted({package_of(file) for file in library_files(program)})
    versions = {name: output("dpkg-query", "-W", "-f=${Version}", name) for name in names}
    clade = package("clade", version, "Apache-2.0")
    libraries = [package(name, versions[name], "NOASSERTION") for name in names]
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    created = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                  "relatedSpdxElement": clade["SPDXID"]}]
    relations += [{"spdxElementId": clade["SPDXID"], "relationshipType": "DYNAMIC_LINK",
                   "relatedSpdxElement": library["SPDXID"]} for library in libraries]
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"clade-{version}",
        "documentNamespace": f"urn:clade:{version}:{seconds}",
        "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: clade-sbom"]},
        "packages": [clade, *libraries],
        "relationships": relations,
    }


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("usage: sbom.py PROGRAM VERSION")
    json.dump(document(sys.argv[1], sys.argv[2]), sys.stdout, indent=2)
    print()
