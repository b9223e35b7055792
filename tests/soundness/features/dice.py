"""Random choices by place, and the expressions and statements that all profiles share.

Every choice of a generated program has a place: a path such as body/s2/then/x. The choices at a place depend on the seed and the place alone, so the same
program comes out again when some other place is rolled anew: that is how a changed version is made. Places named `form` choose between ways to write the
same thing; rolling one of them anew gives (mostly) an equal version.

In generated text `@` stands for what makes names unique.
"""
import random

NUMBERS = [0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 64, 100, 127, 128, 200, 255]


class Dice:
    def __init__(self, seed, changes=None, path="", visited=None):
        self.seed, self.changes, self.path = seed, changes or {}, path
        self.visited = [] if visited is None else visited
        self.visited.append(path)
        self.random = random.Random(f"{seed}|{path}|{self.changes.get(path, 0)}")

    def at(self, name):
        return Dice(self.seed, self.changes, f"{self.path}/{name}", self.visited)

    def below(self, limit):
        return int(self.random.random() * limit)

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def choice(self, options):
        return options[self.below(len(options))]

    def form(self, options, name="form"):
        return self.at(name).choice(options)


class Scope:
    """What a statement may read and write, and the statements that the profile adds: functions of dice and scope."""

    def __init__(self, reads, writes, kinds, depth=2):
        self.reads, self.writes, self.kinds, self.depth = list(reads), list(writes), list(kinds), depth

    def deeper(self, *more):
        return Scope(self.reads + list(more), self.writes, self.kinds, self.depth - 1)


def number(d):
    return str(d.choice(NUMBERS) if d.chance(60) else d.below(9))


OPERATIONS = [
    ["{x} + {y}", "{y} + {x}", "{x} - (-({y}))"],
    ["{x} - {y}", "{x} + -({y})", "-({y} - {x})"],
    ["{x} * 2", "{x} + {x}", "{x} << 1"],
    ["{x} * {y}", "{y} * {x}"],
    ["{x} & {y}", "{y} & {x}", "~(~{x} | ~{y})"],
    ["{x} | {y}", "{y} | {x}", "({x} ^ {y}) + ({x} & {y})"],
    ["{x} ^ {y}", "({x} | {y}) - ({x} & {y})"],
    ["({x} & 7) % 3", "({x} % 8 & 7) % 3"],
    ["{x} >> 1", "{x} >> 2"],
    ["({c} ? {x} : {y})", "(!{c} ? {y} : {x})"],
]


def expression(d, scope, depth=2):
    roll = d.below(100)
    if depth == 0 or roll < 45:
        return d.choice(scope.reads) if roll % 5 else number(d)
    x, y = expression(d.at("x"), scope, depth - 1), expression(d.at("y"), scope, depth - 1)
    forms = d.choice(OPERATIONS)
    text = d.form(forms)
    return "(" + text.format(x=x, y=y, c="(" + condition(d.at("c"), scope, 0) + ")" if "{c}" in text else "") + ")"


COMPARISONS = [
    ["{x} < {y}", "{y} > {x}", "!({x} >= {y})"],
    ["{x} <= {y}", "!({x} > {y})"],
    ["{x} == {y}", "!({x} != {y})", "({x} ^ {y}) == 0"],
    ["{x} != {y}", "!!({x} - {y})"],
]


def condition(d, scope, depth=1):
    if depth > 0 and d.chance(25):
        x, y = condition(d.at("x"), scope, depth - 1), condition(d.at("y"), scope, depth - 1)
        return d.form(*[d.choice([["{x} && {y}", "!(!({x}) || !({y}))"], ["{x} || {y}", "!(!({x}) && !({y}))"]])]).format(x=f"({x})", y=f"({y})")
    y = number(d.at("y")) if d.chance(70) else expression(d.at("y"), scope, 0)
    return d.form(d.choice(COMPARISONS)).format(x=expression(d.at("x"), scope, 1), y=y)


def guard(d, scope):
    """A condition that holds for some inputs and not for others, as a rule."""
    if d.chance(30):
        return condition(d, scope)
    x = d.choice(["a", "a", "(a & 3)", "(a & 15)", "b", "a % 5"])
    y = str(d.below(2) if x == "b" else d.below(4) if "& 3" in x or "%" in x else d.below(15) if "&" in x else d.choice(NUMBERS + [10, 50, 90, 150, 180, 220]))
    return d.form(d.choice(COMPARISONS)).format(x=x, y=y)


def assign(d, scope):
    return f"{d.choice(scope.writes)} {d.choice(['=', '+=', '-=', '^=', '='])} {expression(d.at('e'), scope)};"


def branch(d, scope):
    inner = scope.deeper()
    c, x = guard(d.at("c"), scope), block(d.at("then"), inner, 2)
    if d.chance(50):
        return f"if ({c}) {{ {x} }}"
    y = block(d.at("else"), inner, 1)
    return d.form([f"if ({c}) {{ {x} }} else {{ {y} }}", f"if (!({c})) {{ {y} }} else {{ {x} }}"])


def loop(d, scope):
    i = f"i{scope.depth}"
    bound = d.choice(["3", "4", "(a & 3)", "(a & 1) + 2"])
    inner = scope.deeper(i)
    body = block(d.at("body"), inner, 2)
    if d.chance(25):
        body += f" if ({condition(d.at('leave'), inner)}) break;"
    return d.form([f"for (int {i} = 0; {i} < {bound}; {i}++) {{ {body} }}", f"{{ int {i} = 0; while ({i} < {bound}) {{ {body} ++{i}; }} }}"])


def show(d, scope):
    return f'printf("{d.choice(["%d ", "%d;", "<%u>", "%x,"])}", {expression(d.at("e"), scope)});'


def leave(d, scope):
    return f"if ({guard(d.at('c'), scope)}) return {expression(d.at('e'), scope, 1)};"


def statement(d, scope):
    roll = d.below(100)
    if scope.kinds and roll < 60:
        text = d.choice(scope.kinds)(d.at("k"), scope)
        return f"if ({guard(d.at('guard'), scope)}) {{ {text} }}" if d.chance(45) else text
    if scope.depth > 0 and roll < 75:
        return branch(d.at("if"), scope)
    if scope.depth > 0 and roll < 80:
        return loop(d.at("loop"), scope)
    if roll < 84:
        return show(d.at("show"), scope)
    if roll < 87:
        return leave(d.at("leave"), scope)
    return assign(d.at("set"), scope)


def block(d, scope, most):
    count = 1 + d.below(most)
    return " ".join(statement(d.at(f"s{k}"), scope) for k in range(count))


def body(d, scope, count):
    """Lines, some of them there in one version alone."""
    lines = []
    for k in range(count):
        if not d.at(f"drop{k}").chance(8):
            lines.append("  " + statement(d.at(f"s{k}"), scope))
    return "\n".join(lines)


def changed(seed, make, most=3):
    """Two versions, and what was rolled anew."""
    first = Dice(seed)
    before = make(first)
    choose = random.Random(f"{seed}|changes")
    places = first.visited
    forms = [p for p in places if p.rsplit("/", 1)[-1].startswith("form")]
    inner = [p for p in places if "/body/" in p] or places
    for _ in range(40):
        changes = {}
        for _ in range(1 + choose.randrange(most)):
            among = forms if forms and choose.random() < 0.25 else inner if choose.random() < 0.85 else places
            changes[among[choose.randrange(len(among))]] = 1 + choose.randrange(1000)
        after = make(Dice(seed, changes))
        if after.everything() != before.everything():
            return before, after, ",".join(changes)
    return before, before, "nothing"
