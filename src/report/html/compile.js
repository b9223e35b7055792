// Terms as functions of two cells. All other cells have fixed values, so most of a term is computed once: what is left is small, and can be
// evaluated for every point of a picture.
//
// A compiled term is {sort, value} or {sort, run}: a sort is "bool", "f32", "f64", or the width of a bit pattern. Patterns of up to 32 bits are
// unsigned numbers, wider ones BigInts. What cannot be evaluated exactly here throws Unknown, and is then shown as such, never guessed.

class Unknown extends Error {}

const isWide = (width) => width > 32;
const maskOf = (width) => (isWide(width) ? (1n << BigInt(width)) - 1n : width === 32 ? 0xffffffff : 2 ** width - 1);
const patternOf = (width, value) => (isWide(width) ? BigInt.asUintN(width, BigInt(value)) : Number(BigInt.asUintN(width, BigInt(value))));
const signedOf = (width, value) => (isWide(width) ? BigInt.asIntN(width, value) : width === 32 ? value | 0 : (value << (32 - width)) >> (32 - width));
const big = (value) => BigInt(value);

// Operations on patterns of one width: (width) => (a, b) => result.
const PATTERN_OPS = {
  bvadd: (w) => (isWide(w) ? (a, b) => BigInt.asUintN(w, a + b) : w === 32 ? (a, b) => (a + b) >>> 0 : (a, b) => (a + b) & maskOf(w)),
  bvsub: (w) => (isWide(w) ? (a, b) => BigInt.asUintN(w, a - b) : w === 32 ? (a, b) => (a - b) >>> 0 : (a, b) => (a - b) & maskOf(w)),
  bvmul: (w) => (isWide(w) ? (a, b) => BigInt.asUintN(w, a * b) : w === 32 ? (a, b) => Math.imul(a, b) >>> 0 : (a, b) => (Math.imul(a, b) & maskOf(w)) >>> 0),
  bvand: (w) => (isWide(w) ? (a, b) => a & b : (a, b) => (a & b) >>> 0),
  bvor: (w) => (isWide(w) ? (a, b) => a | b : (a, b) => (a | b) >>> 0),
  bvxor: (w) => (isWide(w) ? (a, b) => a ^ b : (a, b) => (a ^ b) >>> 0),
  bvudiv: (w) => (isWide(w) ? (a, b) => (b === 0n ? maskOf(w) : a / b) : (a, b) => (b === 0 ? maskOf(w) : Math.floor(a / b))),
  bvurem: (w) => (isWide(w) ? (a, b) => (b === 0n ? a : a % b) : (a, b) => (b === 0 ? a : a % b)),
  bvsdiv: (w) => (a, b) => {
    const x = big(signedOf(w, a)), y = big(signedOf(w, b));
    return patternOf(w, y === 0n ? (x < 0n ? 1n : -1n) : x / y);
  },
  bvsrem: (w) => (a, b) => {
    const x = big(signedOf(w, a)), y = big(signedOf(w, b));
    return patternOf(w, y === 0n ? x : x % y);
  },
  bvshl: (w) => (a, b) => (big(b) >= BigInt(w) ? patternOf(w, 0n) : patternOf(w, big(a) << big(b))),
  bvlshr: (w) => (a, b) => (big(b) >= BigInt(w) ? patternOf(w, 0n) : patternOf(w, big(a) >> big(b))),
  bvashr: (w) => (a, b) => patternOf(w, big(signedOf(w, a)) >> (big(b) >= BigInt(w) ? BigInt(w) : big(b))),
};
const PATTERN_UNARY = {
  bvnot: (w) => (a) => patternOf(w, ~big(a)),
  bvneg: (w) => (a) => patternOf(w, -big(a)),
};
const ORDERS = {
  bvult: () => (a, b) => a < b,
  bvule: () => (a, b) => a <= b,
  bvugt: () => (a, b) => a > b,
  bvuge: () => (a, b) => a >= b,
  bvslt: (w) => (a, b) => signedOf(w, a) < signedOf(w, b),
  bvsle: (w) => (a, b) => signedOf(w, a) <= signedOf(w, b),
  bvsgt: (w) => (a, b) => signedOf(w, a) > signedOf(w, b),
  bvsge: (w) => (a, b) => signedOf(w, a) >= signedOf(w, b),
};
const FLOAT_COMPARISONS = {
  "fp.eq": (a, b) => a === b,
  "fp.lt": (a, b) => a < b,
  "fp.leq": (a, b) => a <= b,
  "fp.gt": (a, b) => a > b,
  "fp.geq": (a, b) => a >= b,
};
const FLOAT_ARITHMETIC = {  // with RNE, which is what JavaScript does; of a float, one more rounding gives the same
  "fp.add": (a, b) => a + b,
  "fp.sub": (a, b) => a - b,
  "fp.mul": (a, b) => a * b,
  "fp.div": (a, b) => a / b,
  "fp.sqrt": (a) => Math.sqrt(a),
};
const ROUNDINGS = {
  RTP: Math.ceil, RTN: Math.floor, RTZ: Math.trunc,
  RNA: (x) => (x < 0 ? -roundAway(-x) : roundAway(x)),
  RNE: (x) => {
    const down = Math.floor(x), rest = x - down;
    const whole = rest < 0.5 ? down : rest > 0.5 ? down + 1 : down % 2 === 0 ? down : down + 1;
    return whole === 0 ? (Object.is(x, -0) || x < 0 ? -0 : 0) : whole;
  },
};

function roundAway(x) {
  const down = Math.floor(x);
  return x - down >= 0.5 ? down + 1 : down;
}

const bitsView = new DataView(new ArrayBuffer(8));

function floatOfPattern(sort, pattern) {
  if (sort === "f32") {
    bitsView.setUint32(0, Number(pattern));
    return bitsView.getFloat32(0);
  }
  bitsView.setBigUint64(0, BigInt(pattern));
  return bitsView.getFloat64(0);
}

function patternOfFloat(sort, value) {
  if (sort === "f32") {
    bitsView.setFloat32(0, value);
    return bitsView.getUint32(0);
  }
  bitsView.setFloat64(0, value);
  return bitsView.getBigUint64(0);
}

const isFloatSort = (sort) => sort === "f32" || sort === "f64";
const floatSortOf = (exponent, significand) => {
  if (exponent === "8" && significand === "24") return "f32";
  if (exponent === "11" && significand === "53") return "f64";
  throw new Unknown("a float of another width");
};

class Compiler {
  // `fixed`: values by the names of inputs, {sort, value}; `varying`: {sort, run} likewise; `terms`: what ?1, ?2, ... stand for, as parsed.
  constructor(inputs, terms) {
    this.inputs = inputs;
    this.terms = terms;
    this.known = new Map();
  }

  compile(term, scope) {
    if (typeof term === "string") return this.atom(term, scope);
    const [head] = term;
    if (head === "let") return this.binding(term, scope);
    if (head === "_") return this.constant(term);
    if (head === "and" || head === "or") return this.junction(term, scope, head === "and");
    if (head === "ite") return this.choice(term, scope);
    if (head === "fp") return this.floatConstant(term, scope);
    if (Array.isArray(head) && head[0] === "_") return this.indexed(term, scope);
    return this.operation(head, term, scope);
  }

  atom(word, scope) {
    for (let each = scope; each; each = each.outer) if (each.name === word) return each.term;
    if (word === "true" || word === "false") return {sort: "bool", value: word === "true"};
    if (word.startsWith("#x")) return {sort: (word.length - 2) * 4, value: patternOf((word.length - 2) * 4, BigInt("0x" + word.slice(2)))};
    if (word.startsWith("#b")) return {sort: word.length - 2, value: patternOf(word.length - 2, BigInt("0b" + word.slice(2)))};
    const input = this.inputs.get(word);
    if (input) return input;
    if (this.terms.has(word)) {
      if (!this.known.has(word)) this.known.set(word, this.compile(this.terms.get(word), null));
      return this.known.get(word);
    }
    throw new Unknown(`nothing has the name ${word}`);
  }

  binding([, bindings, body], scope) {
    let inner = scope;
    for (const [name, term] of bindings) inner = {name, term: this.compile(term, scope), outer: inner};
    return this.compile(body, inner);
  }

  constant([, name, first, second]) {
    if (name.startsWith("bv")) return {sort: Number(first), value: patternOf(Number(first), BigInt(name.slice(2)))};
    if (name === "NaN") return {sort: floatSortOf(first, second), value: NaN};
    throw new Unknown(name);
  }

  floatConstant(term, scope) {
    const [sign, exponent, fraction] = term.slice(1).map((part) => this.compile(part, scope));
    if ([sign, exponent, fraction].some((part) => part.run)) throw new Unknown("a float of parts");
    const sort = floatSortOf(String(exponent.sort), String(fraction.sort + 1));
    const bits = (big(sign.value) << BigInt(exponent.sort + fraction.sort)) | (big(exponent.value) << BigInt(fraction.sort)) | big(fraction.value);
    return {sort, value: floatOfPattern(sort, bits)};
  }

  // Of `and`, false decides; what is unknown matters only if nothing decides.
  junction(term, scope, isAnd) {
    const runs = [];
    let unknown = null;
    for (const part of term.slice(1)) {
      try {
        const compiled = this.compile(part, scope);
        if (compiled.run) runs.push(compiled.run);
        else if (compiled.value !== isAnd) return {sort: "bool", value: !isAnd};
      } catch (failure) {
        if (!(failure instanceof Unknown)) throw failure;
        unknown = failure;
      }
    }
    if (unknown) throw unknown;
    if (runs.length === 0) return {sort: "bool", value: isAnd};
    if (runs.length === 1) return {sort: "bool", run: runs[0]};
    return {sort: "bool", run: () => {
      for (const run of runs) if (run() !== isAnd) return !isAnd;
      return isAnd;
    }};
  }

  choice([, condition, yes, no], scope) {
    const test = this.compile(condition, scope);
    if (!test.run) return this.compile(test.value ? yes : no, scope);
    const first = this.compile(yes, scope), second = this.compile(no, scope);
    const [run, other] = [first, second].map((each) => each.run || (() => each.value));
    return {sort: first.sort, run: () => (test.run() ? run() : other())};
  }

  // A function of compiled terms, computed now where all have values.
  apply(sort, operands, compute) {
    if (operands.every((each) => !each.run)) return {sort, value: compute(...operands.map((each) => each.value))};
    const [a, b] = operands.map((each) => each.run || (() => each.value));
    return {sort, run: operands.length === 1 ? () => compute(a()) : () => compute(a(), b())};
  }

  operation(head, term, scope) {
    if (head.startsWith("fp.")) return this.floatOperation(head, term, scope);
    const operands = term.slice(1).map((part) => this.compile(part, scope));
    const sort = operands[0].sort;
    if (head === "not") return this.apply("bool", operands, (a) => !a);
    if (head === "=>") return this.apply("bool", operands, (a, b) => !a || b);
    if (head === "xor") return this.apply("bool", operands, (a, b) => a !== b);
    if (operands.length > 2) return this.chain(head, operands);
    if (head === "=") return this.apply("bool", operands, isFloatSort(sort) ? Object.is : (a, b) => a === b);
    if (head === "distinct") return this.apply("bool", operands, isFloatSort(sort) ? (a, b) => !Object.is(a, b) : (a, b) => a !== b);
    if (head in PATTERN_OPS) return this.apply(sort, operands, PATTERN_OPS[head](sort));
    if (head in PATTERN_UNARY) return this.apply(sort, operands, PATTERN_UNARY[head](sort));
    if (head in ORDERS) return this.apply("bool", operands, ORDERS[head](sort));
    if (head === "concat") {
      const width = sort + operands[1].sort, low = BigInt(operands[1].sort);
      return this.apply(width, operands, (a, b) => patternOf(width, (big(a) << low) | big(b)));
    }
    throw new Unknown(head);
  }

  // (bvadd a b c) and its like, from the left.
  chain(head, operands) {
    if (!(head in PATTERN_OPS)) throw new Unknown(head);
    return operands.reduce((left, right) => this.apply(left.sort, [left, right], PATTERN_OPS[head](left.sort)));
  }

  floatOperation(head, term, scope) {
    const isRounded = typeof term[1] === "string" && term[1] in ROUNDINGS;
    const operands = term.slice(isRounded ? 2 : 1).map((part) => this.compile(part, scope));
    const sort = operands[0].sort;
    const fit = sort === "f32" ? Math.fround : (x) => x;
    if (head in FLOAT_COMPARISONS) return this.apply("bool", operands, FLOAT_COMPARISONS[head]);
    if (head === "fp.isNaN") return this.apply("bool", operands, Number.isNaN);
    if (head === "fp.neg") return this.apply(sort, operands, (x) => -x);
    if (head === "fp.abs") return this.apply(sort, operands, Math.abs);
    if (head === "fp.to_ieee_bv") return this.apply(sort === "f32" ? 32 : 64, operands, (x) => patternOfFloat(sort, x));
    if (head === "fp.roundToIntegral") return this.apply(sort, operands, ROUNDINGS[term[1]]);
    if (head in FLOAT_ARITHMETIC && term[1] === "RNE") return this.apply(sort, operands, (a, b) => fit(FLOAT_ARITHMETIC[head](a, b)));
    throw new Unknown(head);
  }

  indexed([[, name, first, second], ...rest], scope) {
    const operands = rest.filter((part) => !(typeof part === "string" && part in ROUNDINGS)).map((part) => this.compile(part, scope));
    const from = operands[0].sort;
    if (name === "extract") {
      const width = Number(first) - Number(second) + 1, low = BigInt(second);
      return this.apply(width, operands, isWide(from) ? (a) => patternOf(width, a >> low) : (a) => ((a >>> Number(second)) & maskOf(width)) >>> 0);
    }
    if (name === "zero_extend") return this.apply(from + Number(first), operands, isWide(from + Number(first)) ? (a) => big(a) : (a) => a);
    if (name === "sign_extend") {
      const width = from + Number(first);
      return this.apply(width, operands, (a) => patternOf(width, big(signedOf(from, a))));
    }
    if (name === "to_fp" || name === "to_fp_unsigned") return this.toFloat(name, floatSortOf(first, second), operands, rest);
    if (name === "fp.to_sbv" || name === "fp.to_ubv") {
      if (rest[0] !== "RTZ") throw new Unknown(name);
      return this.apply(Number(first), operands, (x) => patternOf(Number(first), Number.isFinite(x) ? BigInt(Math.trunc(x)) : 0n));
    }
    throw new Unknown(name);
  }

  toFloat(name, sort, operands, rest) {
    const from = operands[0].sort;
    const fit = sort === "f32" ? Math.fround : (x) => x;
    if (rest.length === 1) return this.apply(sort, operands, (a) => floatOfPattern(sort, a));  // from a pattern
    if (rest[0] !== "RNE") throw new Unknown(name);
    if (isFloatSort(from)) return this.apply(sort, operands, fit);
    const numberOf = name === "to_fp" ? (a) => signedOf(from, a) : (a) => a;
    return this.apply(sort, operands, (a) => {
      const exact = Number(numberOf(a));
      if (sort === "f32" && Math.abs(exact) > Number.MAX_SAFE_INTEGER) throw new Unknown("rounded twice");
      return fit(exact);
    });
  }
}
