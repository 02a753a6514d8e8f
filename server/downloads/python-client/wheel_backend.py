"""Builds the wheel with nothing but the standard library (PEP 517): pip needs no network to install this."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import zipfile
from typing import Any, Dict, List, Optional

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = "understudy"


def build_wheel(
    wheel_directory: str,
    config_settings: Optional[Dict[str, Any]] = None,
    metadata_directory: Optional[str] = None,
) -> str:
    version = _version()
    info = f"{PACKAGE}-{version}.dist-info"
    sources = sorted(name for name in os.listdir(os.path.join(HERE, PACKAGE)) if name.endswith((".py", ".typed")))
    files = {f"{PACKAGE}/{name}": _read(PACKAGE, name) for name in sources}
    files[f"{info}/METADATA"] = _metadata(version)
    files[f"{info}/WHEEL"] = "Wheel-Version: 1.0\nGenerator: understudy\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record: List[str] = []
    for path, text in files.items():
        content = text.encode()
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record.append(f"{path},sha256={digest},{len(content)}")
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""])
    name = f"{PACKAGE}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, text in files.items():
            wheel.writestr(path, text)
    return name


def build_sdist(sdist_directory: str, config_settings: Optional[Dict[str, Any]] = None) -> str:
    raise NotImplementedError("The zip that this came in is the source distribution.")


def _read(*path: str) -> str:
    with open(os.path.join(HERE, *path), encoding="utf-8") as file:
        return file.read()


def _version() -> str:
    found = re.search(r'__version__ = "([^"]+)"', _read(PACKAGE, "_version.py"))
    assert found is not None
    return found.group(1)


def _metadata(version: str) -> str:
    head = [
        "Metadata-Version: 2.1",
        f"Name: {PACKAGE}",
        f"Version: {version}",
        "Summary: Train emulators of simulations and predict with them.",
        "Requires-Python: >=3.9",
        "Provides-Extra: pandas",
        'Requires-Dist: pandas; extra == "pandas"',
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join(head) + "\n\n" + _read("README.md")
