"""A screen of tmux, with its escape sequences, as a page for a browser."""
import html
import re

COLORS = ["#2e3436", "#f4705c", "#7fc95f", "#e5c04b", "#6ea3e0", "#c08bd1", "#4fc1c0", "#d8dbd5"]
TEXT, BACKGROUND = "#d8dbd5", "#1d2023"


def style_of(codes):
    front, back = TEXT, BACKGROUND
    for code in codes:
        if 30 <= code <= 37:
            front = COLORS[code - 30]
        elif 40 <= code <= 47:
            back = COLORS[code - 40]
    if 7 in codes:
        front, back = back, front
    style = f"color:{front};background:{back}"
    if 1 in codes:
        style += ";font-weight:bold"
    if 2 in codes:
        style += ";opacity:.62"
    if 4 in codes:
        style += ";text-decoration:underline"
    return style


def page_of(screen):
    codes, body = [], ""
    for part in re.split(r"(\033\[[0-9;]*m|\033\([B0]|[\016\017])", screen.rstrip("\n")):
        sequence = re.fullmatch(r"\033\[([0-9;]*)m", part)
        if sequence:
            for code in map(int, (sequence[1] or "0").split(";")):
                if code == 0:
                    codes = []
                elif code in (39, 49):
                    codes = [each for each in codes if not (code - 9 <= each < code - 1)]
                elif code in (22, 24, 27):
                    codes = [each for each in codes if each not in ((1, 2) if code == 22 else (code - 20,))]
                else:
                    codes.append(code)
        elif part and part[0] not in "\033\016\017":
            body += f'<span style="{style_of(codes)}">{html.escape(part)}</span>'
    return f"""<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; background: {BACKGROUND}; display: inline-block; }}
pre {{ margin: 0; padding: 14px; font: 14px/18px "DejaVu Sans Mono", monospace; color: {TEXT}; }}
span {{ display: inline; padding: 1.5px 0; }}
</style><pre>{body}</pre>"""
