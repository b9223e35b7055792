// A slice through the input space: one or two cells vary, all others are as in some witness. Tells in which partition a point of it lies.

const OUTSIDE = -1;    // no input at all
const NOWHERE = -2;    // in no partition
const UNDECIDED = -3;  // a condition cannot be evaluated here

// So that the page answers while much is computed.
class Pace {
  constructor() {
    this.isCancelled = false;
    this.since = performance.now();
  }
  cancel() { this.isCancelled = true; }
  async rest() {
    if (performance.now() - this.since < 12) return !this.isCancelled;
    await new Promise((resolve) => setTimeout(resolve));
    this.since = performance.now();
    return !this.isCancelled;
  }
}

// The conditions of an entry, parsed once; null for what is no term.
class Conditions {
  constructor(entry) {
    this.entry = entry;
    this.terms = new Map();
    this.parsed = [];
    this.isReady = false;
  }

  async prepare(pace) {
    if (this.isReady) return true;
    for (const [name, text] of Object.entries(this.entry.data.terms)) {
      if (!this.terms.has(name)) this.terms.set(name, parsedOrNull(text));
      if (!(await pace.rest())) return false;
    }
    this.domain = this.entry.data.domain ? parsedOrNull(this.entry.data.domain) : "true";
    for (let k = this.parsed.length; k < this.entry.partitions.length; ++k) {
      this.parsed.push(parsedOrNull(this.entry.partitions[k].smt));
      if (!(await pace.rest())) return false;
    }
    this.isReady = true;
    return true;
  }
}

function parsedOrNull(text) {
  try {
    return parseTerm(text);
  } catch (failure) {
    return null;
  }
}

class Slice {
  // `cells`: the numbers of one or two inputs. `values`: patterns of all inputs.
  constructor(conditions, cells, values) {
    this.conditions = conditions;
    this.cells = cells;
    this.now = [0, 0];
    this.sorts = [];
    const inputs = new Map();
    conditions.entry.inputs.forEach((input, k) => {
      const sort = input.isFloat ? `f${input.bits}` : input.bits;
      const at = cells.indexOf(k);
      if (at >= 0) this.sorts[at] = sort;
      if (sort === "f80") return;  // JavaScript has no such numbers: what speaks of it cannot be told
      const term = at >= 0 ? {sort, run: () => this.now[at]} : {sort, value: this.native(sort, values[k])};
      for (const name of namesOfInput(input.smtName)) inputs.set(name, term);
    });
    this.compiler = new Compiler(inputs, conditions.terms);
    this.members = [];  // [index of partition, run or true]
    this.undecided = 0;
  }

  native(sort, bits) {
    if (sort === "f80") return bits;
    return isFloatSort(sort) ? floatOfPattern(sort, bits) : patternOf(sort, bits);
  }

  async prepare(pace) {
    this.domain = this.test(this.conditions.domain);
    for (let k = 0; k < this.conditions.parsed.length; ++k) {
      const test = this.test(this.conditions.parsed[k]);
      if (test === null) ++this.undecided;
      else if (test !== false) this.members.push([k, test]);
      if (!(await pace.rest())) return false;
    }
    return true;
  }

  // true, false, a function, or null: it cannot be told.
  test(term) {
    if (term === null) return null;
    try {
      const compiled = this.compiler.compile(term, null);
      return compiled.run ? compiled.run : compiled.value;
    } catch (failure) {
      if (failure instanceof Unknown || failure instanceof RangeError || failure instanceof TypeError) return null;
      throw failure;
    }
  }

  // The index of a partition that holds the point, given by the patterns of the cells.
  at(first, second) {
    this.now[0] = this.native(this.sorts[0], first);
    if (this.cells.length > 1) this.now[1] = this.native(this.sorts[1], second);
    let isUndecided = this.undecided > 0;
    if (this.domain !== true && this.domain !== null && !holds(this.domain)) return OUTSIDE;
    if (this.last !== undefined && holds(this.last[1])) return this.last[0];  // neighbours are mostly in the same one, and what it says is true
    for (const member of this.members) {
      const [k, test] = member;
      const answer = test === true ? true : holds(test);
      if (answer) {
        this.last = member;
        return k;
      }
      if (answer === null) isUndecided = true;
    }
    return isUndecided ? UNDECIDED : NOWHERE;
  }
}

function holds(test) {
  if (typeof test !== "function") return test;
  try {
    return test();
  } catch (failure) {
    if (failure instanceof Unknown) return null;
    throw failure;
  }
}
