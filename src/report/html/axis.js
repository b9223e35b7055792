// An axis over the values of one input. Values where something may happen (constants of conditions, witnesses) may be single numbers among four
// thousand million, so by default each gets a column of its own, and what lies between two of them shares one. Ordinals are BigInts in the order of
// the values, for integers the values themselves.

class Ordinals {
  constructor(input) {
    this.input = input;
    const half = 1n << BigInt((this.isLong() ? 79 : input.bits) - 1);
    const infinity = input.bits === 32 ? 0x7f800000n : this.isLong() ? 0x7fffn << 63n : 0x7ff0000000000000n;
    this.low = input.isFloat ? -infinity - 1n : input.isSigned ? -half : 0n;
    this.high = input.isFloat ? infinity + 1n : input.isSigned ? half - 1n : 2n * half - 1n;  // of a float: NaN
    this.half = half;
    this.infinity = infinity;
  }

  isLong() {
    return this.input.isFloat && this.input.bits === 80;
  }

  ofBits(bits) {
    if (!this.input.isFloat) return this.input.isSigned ? BigInt.asIntN(this.input.bits, bits) : bits;
    if (this.isLong()) bits = ((bits >> 64n) << 63n) | BigInt.asUintN(63, bits);  // without its integer bit
    const magnitude = bits & (this.half - 1n);
    if (magnitude > this.infinity) return this.high;
    return bits >= this.half ? -magnitude - 1n : magnitude;
  }

  toBits(ordinal) {
    if (!this.input.isFloat) return BigInt.asUintN(this.input.bits, ordinal);
    const bits = ordinal < 0n ? this.half | (-ordinal - 1n) : ordinal > this.infinity ? this.infinity + 1n : ordinal;
    if (!this.isLong()) return bits;
    const integerBit = (bits >> 63n) & 0x7fffn ? 1n << 63n : 0n;
    return ((bits >> 63n) << 64n) | integerBit | BigInt.asUintN(63, bits);
  }

  label(ordinal) {
    return valueText(this.input, numberOfBits(this.input, this.toBits(ordinal)));
  }
}

const MOST_KEYS = 48;

class Axis {
  // `keys`: ordinals and how often they occur. `isEven`: as on a ruler.
  constructor(ordinals, keys, low, high, pixels, isEven) {
    this.ordinals = ordinals;
    this.low = low;
    this.high = high;
    this.pixels = pixels;
    const count = high - low + 1n;
    const isSmall = count <= BigInt(Math.max(1, Math.floor(pixels / 3)));
    this.segments = isSmall ? this.single(count) : isEven ? [{from: low, to: high, weight: 1}] : this.byKeys(keys);
    let start = 0;
    const total = this.segments.reduce((sum, each) => sum + each.weight, 0);
    for (const each of this.segments) {
      each.start = start;
      each.width = (each.weight / total) * pixels;
      start += each.width;
    }
  }

  single(count) {
    return Array.from({length: Number(count)}, (_, k) => ({from: this.low + BigInt(k), to: this.low + BigInt(k), weight: 1, isKey: count <= 24n}));
  }

  byKeys(keys) {
    const inside = [...keys].filter(([key]) => key >= this.low && key <= this.high);
    inside.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    const chosen = new Map(inside.slice(0, Math.min(MOST_KEYS, Math.max(4, Math.floor(this.pixels / 14)))));
    for (const end of [this.low, this.high]) if (!chosen.has(end)) chosen.set(end, 0);
    const segments = [];
    let next = this.low;
    for (const key of [...chosen.keys()].sort((a, b) => (a < b ? -1 : 1))) {
      if (key > next) segments.push(this.between(next, key - 1n));
      segments.push({from: key, to: key, weight: 1, isKey: true, uses: chosen.get(key)});
      next = key + 1n;
    }
    if (next <= this.high) segments.push(this.between(next, this.high));
    return segments;
  }

  between(from, to) {
    return {from, to, weight: 1 + Math.log2(Number(to - from + 1n)) / 5};
  }

  segmentAt(pixel) {
    let low = 0, high = this.segments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.segments[middle].start <= pixel) low = middle;
      else high = middle - 1;
    }
    return this.segments[low];
  }

  ordinalAt(pixel) {
    const segment = this.segmentAt(Math.min(Math.max(pixel, 0), this.pixels - 0.001));
    const size = segment.to - segment.from + 1n;
    if (size === 1n) return segment.from;
    const part = Math.min(Math.max((pixel - segment.start) / segment.width, 0), 0.999999);
    return segment.from + (size * BigInt(Math.floor(part * 1e6))) / 1000000n;
  }

  pixelOf(ordinal) {
    const segment = this.segments.find((each) => each.to >= ordinal) || this.segments[this.segments.length - 1];
    const size = segment.to - segment.from + 1n;
    return segment.start + (size === 1n ? 0.5 : Number(((ordinal - segment.from) * 1000000n) / size) / 1e6) * segment.width;
  }

  // Labels that do not touch each other, `gap` pixels apart and `perLetter` more for each letter. The ends come first, then what conditions say most.
  ticks(gap, perLetter) {
    const keys = this.segments.filter((each) => each.isKey).sort((a, b) => (b.uses || 0) - (a.uses || 0));
    const wanted = [this.low, this.high, ...keys.map((each) => each.from)];
    if (this.segments.length === 1) for (let k = 1; k < 4; ++k) wanted.push(this.low + ((this.high - this.low) * BigInt(k)) / 4n);
    const placed = [];
    for (const ordinal of wanted) {
      const pixel = this.pixelOf(ordinal), text = this.ordinals.label(ordinal), room = gap + perLetter * text.length;
      if (placed.every((each) => Math.abs(each.pixel - pixel) > (room + each.room) / 2)) placed.push({pixel, text, room});
    }
    return placed;
  }
}

// Values of an input that conditions and witnesses speak of, with how often.
function keysOf(entry, cell, ordinals, parsed) {
  const keys = new Map();
  const add = (ordinal, times) => {
    if (ordinal >= ordinals.low && ordinal <= ordinals.high) keys.set(ordinal, (keys.get(ordinal) || 0) + times);
  };
  const input = entry.inputs[cell];
  for (const each of entry.partitions.slice(0, 2000)) add(ordinals.ofBits(entry.witness(each)[cell]), 2);
  if (!input.isFloat) {
    for (const term of parsed.slice(0, 500)) {
      const constants = new Set();
      constantsIn(term, input.bits, constants);
      for (const each of constants) add(ordinals.ofBits(each), 1);
    }
  }
  add(0n, 1);
  return keys;
}
