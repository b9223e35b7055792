"""A terminal without a window: tmux, with a server of its own. For tests of `cleave browse`, and for scripts/screenshots."""
import os
import shlex
import subprocess
import tempfile
import time


class Terminal:
    def __init__(self, command, width=80, height=24, cwd=None, **environment):
        """The screen stays when the command has ended; its status is status()."""
        self.folder = tempfile.TemporaryDirectory()
        self.socket = os.path.join(self.folder.name, "tmux")
        self.ended = os.path.join(self.folder.name, "status")
        config = os.path.join(self.folder.name, "config")
        with open(config, "w") as file:
            file.write("set -g default-terminal screen-256color\nset -g status off\nset -g remain-on-exit on\nset -sg escape-time 0\n")
        settings = {"LC_ALL": "C.UTF-8", "HOME": self.folder.name, **environment}
        words = " ".join(f"{name}={shlex.quote(value)}" for name, value in settings.items())
        line = f"env {words} {' '.join(map(shlex.quote, command))}; echo $? > {self.ended}; stty -a > {self.ended}.stty; sleep 1000"
        self.tmux("-f", config, "new-session", "-d", "-x", str(width), "-y", str(height), "-c", cwd or os.getcwd(), "/bin/sh", "-c", line)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.tmux("kill-server", check=False)
        self.folder.cleanup()

    def tmux(self, *words, check=True):
        done = subprocess.run(["tmux", "-u", "-S", self.socket, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, env={**os.environ, "LC_ALL": "C.UTF-8"})
        if check and done.returncode != 0:
            raise RuntimeError(f"tmux {words[0]}: {done.stderr}")
        return done.stdout

    def keys(self, *names):
        """By tmux's names: Down, PPage, Enter, C-c, or characters."""
        self.tmux("send-keys", *names)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def size(self, width, height):
        self.tmux("resize-window", "-x", str(width), "-y", str(height))

    def text(self):
        return self.tmux("capture-pane", "-p")

    def escapes(self):
        return self.tmux("capture-pane", "-p", "-e", "-N")

    def wait(self, wanted, what=None, seconds=30):
        """Until the screen has a text, or a function of it is true: the screen."""
        end = time.monotonic() + seconds
        while True:
            text = self.text()
            if wanted(text) if callable(wanted) else wanted in text:
                return text
            if time.monotonic() > end:
                raise RuntimeError(f"waited in vain for {what or wanted!r}; the screen has\n{text}")
            time.sleep(0.03)

    def status(self, seconds=30):
        """What the command ended with, once it has."""
        end = time.monotonic() + seconds
        while not os.path.exists(self.ended + ".stty") or "echo" not in open(self.ended + ".stty").read():
            if time.monotonic() > end:
                raise RuntimeError(f"the command goes on; the screen has\n{self.text()}")
            time.sleep(0.03)
        return int(open(self.ended).read())

    def settings(self):
        """Of the terminal, when the command has ended: what stty says."""
        self.status()
        return open(self.ended + ".stty").read().split()
