"""The packages of bench/packages.toml as programs: which files and flags each version has. Used by bench/real and bench/identity."""
import pathlib
import tomllib

import packages
from self_check import Program

LIST = pathlib.Path(__file__).resolve().parent / "packages.toml"


def known(only):
    """The packages of these names; of an empty list: all. An unknown name is a LookupError."""
    listed = tomllib.loads(LIST.read_text())["package"]
    names = [package["name"] for package in listed]
    for name in only:
        if name not in names:
            raise LookupError(f"{name}: there is {', '.join(names)}")
    return [package for package in listed if not only or package["name"] in only]


def directory_of(package, version, cache):
    fetched = packages.FETCH[package["from"]](package.get("published", package["name"]), version, cache / package["from"])
    return fetched / package.get("within", {}).get(version, ".")


def generated_headers(package, cache):
    """The directory with what the package's build would have generated; None: it generates nothing."""
    if "headers" not in package:
        return None
    place = cache / "headers" / package["name"]
    for name, text in package["headers"].items():
        header = place / name
        header.parent.mkdir(parents=True, exist_ok=True)
        if not header.exists() or header.read_text() != text:  # a run beside this one may be reading it
            header.write_text(text)
    return place


def program_of(package, version, cache):
    """The program of one version, and the directory it lies in."""
    root = directory_of(package, version, cache)
    flags = package.get("flags", "").format(root=root)
    headers = generated_headers(package, cache)
    if headers:
        flags += f" -I{headers}"
    files = package["files"] + package.get("further", {}).get(version, [])
    return Program(tuple(str(root / each) for each in files), flags), str(root)
