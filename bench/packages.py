"""Published packages: fetches their sources by name into a cache directory. Used by bench/real and bench/identity.

npm packages come through `npm pack`. Debian's source packages come through apt-get, with a sources list of our own that names the mirror of this machine's
apt configuration and the wanted suite, and lists and archives in the cache, so that nothing of the machine's own apt changes; `dpkg-source` unpacks them.
A package that cannot be had is a Missing, with the reason.
"""
import pathlib
import shutil
import subprocess
import tarfile
import tempfile


class Missing(Exception):
    pass


def need(program, package):
    if shutil.which(program) is None:
        raise Missing(f"{program} is not installed (apt-get install {package})")


def run(words, cwd=None):
    return subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def last_line(text):
    return (text.strip().splitlines() or ["no message"])[-1]


def into_cache(place, fill):
    """The directory `place`; where it is not there yet, fill(directory) makes its content, all or nothing."""
    if not place.is_dir():
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=place.parent) as fresh:
            content = pathlib.Path(fresh) / "content"
            content.mkdir()
            fill(content)
            content.rename(place)
    return place


def only_directory(place):
    return next(each for each in sorted(place.iterdir()) if each.is_dir())


# ---- npm ----

def npm(name, version, cache):
    """The directory of the unpacked package."""
    need("npm", "npm")

    def fill(content):
        with tempfile.TemporaryDirectory(dir=cache) as fresh:
            done = run(["npm", "pack", "--silent", "--ignore-scripts", f"{name}@{version}"], cwd=fresh)
            archives = list(pathlib.Path(fresh).glob("*.tgz"))
            if done.returncode != 0 or not archives:
                raise Missing(f"cannot download {name}@{version}: {done.stderr.strip() or 'npm wrote no archive'}")
            with tarfile.open(archives[0]) as archive:
                members = [each for each in archive if not each.islnk()]  # some archives have links to what they do not have
                archive.extractall(content, members, filter="data") if hasattr(tarfile, "data_filter") else archive.extractall(content, members)

    cache.mkdir(parents=True, exist_ok=True)
    return only_directory(into_cache(cache / f"{name}-{version}", fill))


# ---- Debian ----

TARGETS = ["apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME) $(COMPONENT)", "Created-By: Packages"]


def mirror_in(targets, release):
    """The mirror of a release's main archive among apt's index targets, lines of address, codename and component."""
    for line in targets.splitlines():
        address, codename, component = line.split()
        if codename == release and component == "main":
            return address
    return None


def release_in(text):
    """The codename in /etc/os-release."""
    for line in text.splitlines():
        if line.startswith("VERSION_CODENAME="):
            return line.partition("=")[2].strip().strip('"')
    return None


def debian_mirror():
    need("apt-get", "apt")
    need("dpkg-source", "dpkg-dev")
    try:
        release = release_in(pathlib.Path("/etc/os-release").read_text())
    except OSError:
        release = None
    address = mirror_in(run(TARGETS).stdout, release) if release else None
    if address is None:
        raise Missing("apt's configuration names no mirror of this machine's release")
    return address


KEYRING = pathlib.Path("/usr/share/keyrings/debian-archive-keyring.gpg")


def apt_lists(suite, cache):
    """Options for an apt-get that knows the sources of this suite alone."""
    place = cache / f"apt-{suite}"
    listing = place / "sources.list"
    options = [f"Dir::Etc::sourcelist={listing}", "Dir::Etc::sourceparts=/dev/null", f"Dir::State::lists={place / 'lists'}",
               "Dir::Cache::pkgcache=", "Dir::Cache::srcpkgcache=", "Debug::NoLocking=1", "APT::Get::Only-Source=true", "Acquire::Retries=3"]
    words = [word for option in options for word in ("-o", option)]
    if not (place / "complete").exists():
        (place / "lists" / "partial").mkdir(parents=True, exist_ok=True)
        signed = f" [signed-by={KEYRING}]" if KEYRING.exists() else ""
        listing.write_text(f"deb-src{signed} {debian_mirror()} {suite} main\n")
        done = run(["apt-get", *words, "update"])
        if done.returncode != 0 or "\nErr:" in "\n" + done.stdout:
            raise Missing(f"the mirror has no sources of {suite}: {last_line(done.stderr)}")
        (place / "complete").touch()
    return words


def debian(name, suite, cache):
    """The directory of the unpacked source package, with the distribution's patches."""
    place = cache / f"{name}-{suite}"

    def fill(content):
        words = apt_lists(suite, cache)
        with tempfile.TemporaryDirectory(dir=cache) as fresh:
            done = run(["apt-get", *words, "source", "--download-only", f"{name}/{suite}"], cwd=fresh)
            described = list(pathlib.Path(fresh).glob("*.dsc"))
            if done.returncode != 0 or not described:
                raise Missing(f"cannot download {name} of {suite}: {last_line(done.stderr)}")
            done = run(["dpkg-source", "--no-check", "-x", described[0], content / name])
            if done.returncode != 0:
                raise Missing(f"cannot unpack {name} of {suite}: {last_line(done.stderr)}")

    cache.mkdir(parents=True, exist_ok=True)
    return only_directory(into_cache(place, fill))


FETCH = {"npm": npm, "debian": debian}
