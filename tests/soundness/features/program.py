"""A generated version: its text, and the glue that calls it natively."""
import itertools
import random


class Cell:
    """An input: its name as cleave says it, its width, and the values that are tried."""

    def __init__(self, name, bits, values=None, is_float=False):
        self.name, self.bits, self.is_float = name, bits, is_float
        self.values = [v & ((1 << bits) - 1) for v in values] if values is not None else None


class Program:
    """`call` is C that makes the arguments from cells `c[0]`, `c[1]`, ..., calls the entry and shows what it left; `extra` are functions for it."""

    def __init__(self, text, call, cells, extra="", entry="f@"):
        self.text, self.call, self.cells, self.extra, self.entry = text, call, cells, extra, entry

    def named(self, suffix):
        return Program(*(part.replace("@", suffix) for part in (self.text, self.call)), self.cells, self.extra.replace("@", suffix), self.entry.replace("@", suffix))


BYTE = list(range(256))
SMALL = [0, 1, 2, 3, 5, 127, 128, 200, 255, 254]
PLAIN = [Cell("a", 8), Cell("b", 1)]


def plain_call(result="int"):
    """Calls f@(a, b) and shows what it returned; the globals follow."""
    formats = {"int": "%d", "unsigned": "%u", "long": "%ld", "unsigned long": "%lu", "double": "%a", "float": "%a"}
    return f'{result} r = f@((unsigned char)c[0], (_Bool)c[1]); show("return {formats[result]}", r);'


def inputs_of(cells, seed, sampled=300):
    """Every input where there are few, else many: rows of patterns."""
    ranges = [cell.values if cell.values is not None else (range(1 << cell.bits) if cell.bits <= 8 else None) for cell in cells]
    size = 1
    for each in ranges:
        size = size * len(each) if each is not None and size < 1 << 20 else 1 << 20
    if size <= 1024 and all(cell.values is None for cell in cells):
        return [list(row) for row in itertools.product(*ranges)], True
    choose = random.Random(f"{seed}|inputs")
    rows = []
    for _ in range(sampled):
        row = []
        for cell, each in zip(cells, ranges):
            if each is not None and choose.random() < 0.9:
                row.append(choose.choice(each))
            else:
                row.append(choose.getrandbits(cell.bits))
        rows.append(row)
    return rows, False
