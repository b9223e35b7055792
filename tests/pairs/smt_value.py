"""The value of an SMT-LIB2 term over bit-vectors for given inputs: an independent look at the conditions of partitions."""
import re

TOKEN = re.compile(r"\|[^|]*\||[()]|[^\s()|]+")  # a symbol between bars may hold anything


def parse(text):
    stack = [[]]
    for token in TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0][0]


def signed(value, width):
    return value - (1 << width) if value >> (width - 1) else value


def divide(a, b):  # truncates, as C does
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


BINARY = {
    "bvadd": lambda a, b, w: a + b,
    "bvsub": lambda a, b, w: a - b,
    "bvmul": lambda a, b, w: a * b,
    "bvand": lambda a, b, w: a & b,
    "bvor": lambda a, b, w: a | b,
    "bvxor": lambda a, b, w: a ^ b,
    "bvshl": lambda a, b, w: a << b if b < w else 0,
    "bvlshr": lambda a, b, w: a >> b if b < w else 0,
    "bvashr": lambda a, b, w: signed(a, w) >> min(b, w - 1),
    "bvudiv": lambda a, b, w: a // b if b else -1,
    "bvurem": lambda a, b, w: a % b if b else a,
    "bvsdiv": lambda a, b, w: divide(signed(a, w), signed(b, w)) if b else (1 if signed(a, w) < 0 else -1),
    "bvsrem": lambda a, b, w: signed(a, w) - divide(signed(a, w), signed(b, w)) * signed(b, w) if b else a,
}
COMPARE = {
    "bvult": lambda a, b, w: a < b,
    "bvule": lambda a, b, w: a <= b,
    "bvugt": lambda a, b, w: a > b,
    "bvuge": lambda a, b, w: a >= b,
    "bvslt": lambda a, b, w: signed(a, w) < signed(b, w),
    "bvsle": lambda a, b, w: signed(a, w) <= signed(b, w),
    "bvsgt": lambda a, b, w: signed(a, w) > signed(b, w),
    "bvsge": lambda a, b, w: signed(a, w) >= signed(b, w),
}


def evaluate(term, env):
    """A Boolean, or a pair (value, width)."""
    if isinstance(term, str):
        if term in ("true", "false"):
            return term == "true"
        if term.startswith("#b"):
            return int(term[2:], 2), len(term) - 2
        if term.startswith("#x"):
            return int(term[2:], 16), 4 * (len(term) - 2)
        return env[term.strip("|")]
    head = term[0]
    if head == "_":
        return int(term[1][2:]) % (1 << int(term[2])), int(term[2])
    if head == "let":
        return evaluate(term[2], {**env, **{name.strip("|"): evaluate(value, env) for name, value in term[1]}})
    if head == "ite":
        return evaluate(term[2] if evaluate(term[1], env) else term[3], env)
    values = [evaluate(each, env) for each in term[1:]]
    if isinstance(head, list):
        value, width = values[0]
        if head[1] == "extract":
            high, low = int(head[2]), int(head[3])
            return value >> low & ((1 << (high - low + 1)) - 1), high - low + 1
        wide = width + int(head[2])
        if head[1] == "zero_extend":
            return value, wide
        if head[1] == "sign_extend":
            return signed(value, width) % (1 << wide), wide
    elif head == "not":
        return not values[0]
    elif head == "and":
        return all(values)
    elif head == "or":
        return any(values)
    elif head == "xor":
        return sum(values) % 2 == 1
    elif head == "=>":
        return not all(values[:-1]) or values[-1]
    elif head in ("=", "distinct"):
        same = all(each == values[0] for each in values)
        return same if head == "=" else not same
    elif head == "bvnot":
        return ~values[0][0] % (1 << values[0][1]), values[0][1]
    elif head == "bvneg":
        return -values[0][0] % (1 << values[0][1]), values[0][1]
    elif head == "concat":
        result, width = 0, 0
        for value, own in values:
            result, width = result << own | value, width + own
        return result, width
    elif head in COMPARE:
        return COMPARE[head](values[0][0], values[1][0], values[0][1])
    elif head in BINARY:
        result, width = values[0]
        for value, _ in values[1:]:
            result = BINARY[head](result, value, width) % (1 << width)
        return result, width
    raise ValueError(f"no meaning for {head}")


def whole(condition, entry):
    """A condition with the entry's terms that it refers to (docs/json.md)."""
    for name, term in reversed(list(entry.get("terms", {}).items())):
        if name in condition:  # or within a longer name, which costs nothing but a binding
            condition = f"(let (({name} {term})) {condition})"
    return condition


def holds(condition, inputs, values):
    """Whether the values (name to number) satisfy the condition; `inputs` as in the JSON of an entry."""
    env = {cell["name"]: (int(values.get(cell["name"], 0)) % (1 << cell["bits"]), cell["bits"]) for cell in inputs}
    return evaluate(parse(condition), env)
