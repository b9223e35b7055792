"""A generated version: its text, and the glue that calls it natively."""
import itertools
import random


class Cell:
    """An input: its name as cleave says it, its width, and the values that are tried."""

    def __init__(self, name, bits, values=None, is_float=False, signed=False):
        self.name, self.bits, self.is_float, self.signed = name, bits, is_float, signed
        self.values = [v & ((1 << bits) - 1) for v in values] if values is not None else None

    def shared(self, other):
        """The input that this one and its counterpart in the other version are: what one alone has is one of both, and the narrower type says which values there are."""
        if not self.name or (other.name and other.bits < self.bits):
            return Cell(self.name or other.name, other.bits, other.values, other.is_float, other.signed)
        return self

    def native(self, pattern):
        """As the glue gets it, which converts it to what its version wants."""
        return pattern | -(pattern >> self.bits - 1) << self.bits & (1 << 64) - 1 if self.signed else pattern


class Program:
    """`call` is C that makes the arguments from cells `c[0]`, `c[1]`, ..., calls the entry and shows what it left; `extra` are functions for it.
    `others` are the further files of the version, each with functions for `call` that have to stand there."""

    def __init__(self, text, call, cells, extra="", entry="f@", others=()):
        self.text, self.call, self.cells, self.extra, self.entry, self.others = text, call, cells, extra, entry, list(others)

    def named(self, suffix):
        text, call, extra, entry = (part.replace("@", suffix) for part in (self.text, self.call, self.extra, self.entry))
        return Program(text, call, self.cells, extra, entry, [tuple(part.replace("@", suffix) for part in each) for each in self.others])

    def headed(self, head):
        return Program(head + self.text, self.call, self.cells, self.extra, self.entry, [(head + text, extra) for text, extra in self.others])

    def everything(self):
        return "".join([self.text, *(text for text, _ in self.others)])


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
