"""Chromium without a window, driven by WebDriver: plain HTTP to chromedriver. For tests of the HTML report, and for scripts/screenshots."""
import base64
import json
import re
import subprocess
import time
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # how WebDriver marks an element


class Browser:
    def __init__(self, width=1300, height=1000):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.session = None
        try:
            for line in self.driver.stdout:
                found = re.search(r"started successfully on port (\d+)", line)
                if found:
                    break
            else:
                raise RuntimeError("chromedriver did not start")
            self.base = f"http://127.0.0.1:{found[1]}"
            arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", f"--window-size={width},{height}"]
            capabilities = {"browserName": "chrome", "goog:chromeOptions": {"args": arguments}, "goog:loggingPrefs": {"browser": "ALL"}}
            self.session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})["sessionId"]
            self.base += f"/session/{self.session}"
        except Exception:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.session:
            self.call("DELETE", "")
            self.session = None
        self.driver.terminate()
        self.driver.wait(timeout=20)
        self.driver.stdout.close()

    def call(self, method, path, body=None):
        data = None if method in ("GET", "DELETE") else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as wrong:
            raise RuntimeError(f"{method} {path}: {json.load(wrong)['value'].get('message', '')[:500]}") from None

    def open(self, path):
        self.call("POST", "/url", {"url": "about:blank"})  # another place in the same file would not load it again
        self.call("POST", "/url", {"url": path if "://" in path else f"file://{path}"})

    def run(self, script, *arguments):
        """The value of a function body in the page."""
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script, what, seconds=30):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.run(script)
            if value:
                return value
            time.sleep(0.05)
        raise RuntimeError(f"waited in vain for {what}")

    def find(self, selector):
        return self.call("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.call("POST", f"/element/{self.find(selector)}/click")

    def type(self, selector, text):
        self.call("POST", f"/element/{self.find(selector)}/value", {"text": text})

    def texts(self, selector):
        """What a user sees of each element."""
        return self.run("return [...document.querySelectorAll(arguments[0])].filter((each) => each.checkVisibility()).map((each) => each.innerText)", selector)

    def keys(self, *keys):
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def pointer(self, *steps):
        """("move", x, y), ("down",), ("up",), in the window's own coordinates."""
        kinds = {"move": "pointerMove", "down": "pointerDown", "up": "pointerUp"}
        actions = [{"type": kinds[step[0]], **({"x": round(step[1]), "y": round(step[2]), "duration": 20} if len(step) > 1 else {"button": 0})} for step in steps]
        self.call("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}]})

    def devtools(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def dark(self, isDark):
        self.devtools("Emulation.setEmulatedMedia", media="", features=[{"name": "prefers-color-scheme", "value": "dark" if isDark else "light"}])

    def printed(self):
        self.devtools("Emulation.setEmulatedMedia", media="print", features=[])

    def size(self, width, height):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def console(self):
        """Messages of the console since the last time, worse than a note."""
        return [each["message"] for each in self.call("POST", "/se/log", {"type": "browser"}) if each["level"] in ("SEVERE", "WARNING")]

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("GET", "/screenshot")))
