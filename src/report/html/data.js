// What cleave put into the file (src/report/html_data.cpp): an overview, and an element for each entry that is read when somebody looks at it.

const KINDS = ["equal", "different", "undefined", "unfinished"];
const COLUMNS = ["id", "kind", "condition", "smt", "reason", "before", "after", "call", "beforeShown", "afterShown",
  "beforePlace", "afterPlace", "intent", "confirmed", "marks", "changes", "bits", "relies"];
const TEXT_COLUMNS = new Set(["condition", "smt", "reason", "before", "after", "call", "beforeShown", "afterShown", "beforePlace", "afterPlace", "bits", "relies"]);
const INTENDED = 1;  // result::Intent::Inside

// The JSON of an element, or null where there is none.
function readData(id) {
  const element = document.getElementById(id);
  return element ? JSON.parse(element.textContent) : null;
}

// One row of partitions, or of a group's example. Texts are looked up when they are asked for.
class Partition {
  constructor(row, texts) {
    this.row = row;
    this.texts = texts;
  }
  get id() { return this.row[0]; }
  get kind() { return KINDS[this.row[1]]; }
  get kindText() { return this.isIntended ? "intended" : this.kind; }
  get isIntended() { return this.row[12] === INTENDED; }
  get confirmed() { return this.row[13] === 1; }
  get marks() { return this.row[14].map((number) => this.texts[number]); }
  get changes() { return this.row[15]; }
}
COLUMNS.forEach((name, column) => {
  if (TEXT_COLUMNS.has(name)) Object.defineProperty(Partition.prototype, name, {get() { return this.texts[this.row[column]]; }});
});

// Lines as cleave writes them: "before src/a.c:3,5,9-12", one file in a line. By side and file: "before src/a.c".
function linesOfText(text) {
  const lines = new Map();
  for (const each of text ? text.split("\n") : []) {
    const colon = each.lastIndexOf(":"), numbers = new Set();
    for (const range of each.slice(colon + 1).split(",")) {
      const [first, last] = range.split("-").map(Number);
      for (let line = first; line <= (last || first); ++line) numbers.add(line);
    }
    lines.set(each.slice(0, colon), numbers);
  }
  return lines;
}

// An entry as the page shows it.
class Entry {
  constructor(number, head) {
    const data = readData(`data-entry-${number}`);
    this.number = number;
    this.head = head;
    this.data = data;
    this.inputs = data.inputs.map(([name, type, bits, isSigned, isFloat, smtName]) => ({name, type, bits, isSigned, isFloat, smtName}));
    this.partitions = data.partitions.map((row) => new Partition(row, data.texts));
    this.byId = new Map(this.partitions.map((each) => [each.id, each]));
    this.groups = data.groups.map((group) => ({...group, kindName: KINDS[group.kind], example: new Partition(group.example, data.texts)}));
    this.useExamples();
    this.groupOf = new Map();
    this.groups.forEach((group, index) => group.partitions.forEach((id) => this.groupOf.set(id, index)));
  }

  // The example of a group is the same partition with an input that a person would choose.
  useExamples() {
    const own = new Set(["condition", "smt", "before", "after"].map((name) => COLUMNS.indexOf(name)));
    for (const {example} of this.groups) {
      const partition = this.byId.get(example.id);
      if (partition) partition.row = partition.row.map((value, column) => (own.has(column) ? value : example.row[column]));
    }
  }

  // The partition with this id; of one that the file has only as an example, that.
  partition(id) {
    return this.byId.get(id) || this.groups.map((group) => group.example).find((each) => each.id === id);
  }

  // The values of all inputs in a partition's witness, as patterns of bits.
  witness(partition) {
    const values = this.inputs.map(() => 0n);
    for (const part of partition.bits ? partition.bits.split(",") : []) {
      const [cell, digits] = part.split(":");
      if (Number(cell) < values.length) values[Number(cell)] = BigInt("0x" + digits);
    }
    return values;
  }
}

// Of 80 bits, as near as a number of JavaScript comes.
function numberOfLong(bits) {
  const exponent = Number((bits >> 64n) & 0x7fffn), sign = (bits >> 79n) & 1n ? -1 : 1;
  if (exponent === 0x7fff) return BigInt.asUintN(63, bits) === 0n ? sign * Infinity : NaN;
  const significand = Number(BigInt.asUintN(64, bits)) / 2 ** 63;
  return significand === 0 ? sign * 0 : sign * significand * 2 ** (exponent - 16383);
}

// Bits of an input as a number: of a float, its value.
function numberOfBits(input, bits) {
  if (input.isFloat && input.bits === 80) return numberOfLong(bits);
  if (input.isFloat) {
    const view = new DataView(new ArrayBuffer(8));
    if (input.bits === 32) view.setUint32(0, Number(bits));
    else view.setBigUint64(0, bits);
    return input.bits === 32 ? view.getFloat32(0) : view.getFloat64(0);
  }
  return input.isSigned ? BigInt.asIntN(input.bits, bits) : bits;
}

function valueText(input, value) {
  if (input.type === "char" || input.type === "unsigned char" || input.type === "signed char") {
    const byte = Number(BigInt.asUintN(8, BigInt(value)));
    if (byte >= 32 && byte < 127) return `'${byte === 39 || byte === 92 ? "\\" : ""}${String.fromCharCode(byte)}'`;
    if (byte === 10) return "'\\n'";
    if (byte === 9) return "'\\t'";
  }
  return String(value);
}

// "5", "5-6".
const rangeText = (lines) => (lines[0] === lines[1] ? String(lines[0]) : `${lines[0]}-${lines[1]}`);

// "1: is_available, store.c:5-6 (before: 3)".
function changeText(change) {
  const after = change.after_lines ? `:${rangeText(change.after_lines)}` : "", before = change.before_lines ? rangeText(change.before_lines) : "";
  return `${change.id}: ${change.function}, ${change.file}${after || (before && `:${before} of before`)}${after && before ? ` (before: ${before})` : ""}${before ? "" : ", added"}${after ? "" : ", removed"}`;
}
