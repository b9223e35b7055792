// Both sources side by side: lines that correspond stand beside each other, changed ones are marked, and so are lines whose decisions the chosen partition relies on.
// The margin has what both runs of its group's example did: which lines they came to, what variables became there, where they part, what they end with.

const AROUND = 8;  // lines that stay visible around what is marked

// Of a pair of files, the rows: [index of before or -1, index of after or -1, differs].
function rowsOfPair(pair) {
  const rows = [];
  let b = 0, a = 0;
  const same = (end) => { while (b < end) rows.push([b++, a++, false]); };
  for (const [b0, b1, a0, a1] of pair.hunks) {
    same(b0);
    a = a0;
    for (let k = 0; k < Math.max(b1 - b0, a1 - a0); ++k) rows.push([b0 + k < b1 ? b0 + k : -1, a0 + k < a1 ? a0 + k : -1, true]);
    b = b1;
    a = a1;
  }
  same(pair.before.lines.length);
  return rows;
}

const within = (line, range) => range && line >= range[0] && line <= range[1];

class SourceView {
  constructor(entry, pairs) {
    this.entry = entry;
    this.element = make("div", {class: "sources"});
    this.ran = this.linesThatRan();
    this.pairs = pairs.filter((pair) => entry.data.changes.some((change) => this.isOf(change, pair)) || SIDES.some((side) => this.ran.has(`${side} ${pair[side].file}`)));
    this.about = make("p", {class: "muted about-runs"});
    this.element.append(this.about);
    this.tables = this.pairs.map((pair) => this.table(pair));
    if (this.pairs.length === 0) this.element.append(make("p", {class: "muted"}, "The sources of what changed were not kept with this result."));
  }

  isOf(change, pair) {
    const before = change.before_file || change.file;
    return (change.after_lines && change.file === pair.after.file) || (change.before_lines && before === pair.before.file);
  }

  // Of the examples of all groups, by side and file.
  linesThatRan() {
    const ran = new Map();
    for (const {runs} of this.entry.groups)
      for (const row of runs ? runs.rows : [])
        for (const side of SIDES) {
          if (!row[side]) continue;
          const place = `${side} ${runs.files[row[side].at[0]]}`;
          if (!ran.has(place)) ran.set(place, new Set());
          ran.get(place).add(row[side].at[1]);
        }
    return ran;
  }

  lineText(side, file, line) {
    for (const pair of this.pairs) {
      if (pair[side].file !== file) continue;
      const index = pair[side].numbers.indexOf(line);
      if (index >= 0) return pair[side].lines[index];
    }
    return null;
  }

  hasRun(pair, side, index) {
    const lines = index >= 0 && this.ran.get(`${side} ${pair[side].file}`);
    return Boolean(lines) && lines.has(pair[side].numbers[index]);
  }

  // The changes that have a line of one side.
  changesAt(pair, side, number) {
    return this.entry.data.changes.filter((change) => side === "before"
      ? (change.before_file || change.file) === pair.before.file && within(number, change.before_lines)
      : change.file === pair.after.file && within(number, change.after_lines));
  }

  table(pair) {
    const rows = rowsOfPair(pair), marked = new Set();
    rows.forEach(([b, a, differs], k) => {
      const isMarked = differs || (b >= 0 && this.changesAt(pair, "before", pair.before.numbers[b]).length > 0) || (a >= 0 && this.changesAt(pair, "after", pair.after.numbers[a]).length > 0);
      if (isMarked) for (let near = k - AROUND; near <= k + AROUND; ++near) marked.add(near);
      if (this.hasRun(pair, "before", b) || this.hasRun(pair, "after", a)) for (let near = k - 1; near <= k + 1; ++near) marked.add(near);
    });
    const body = make("tbody");
    for (let k = 0; k < rows.length;) {
      if (marked.has(k)) {
        body.append(this.line(pair, rows[k++]));
        continue;
      }
      const from = k;
      while (k < rows.length && !marked.has(k)) ++k;
      body.append(this.fold(pair, rows.slice(from, k)));
    }
    const name = (side) => make("th", {colspan: 3, scope: "col"}, `${side}: `, make("code", {}, pair[side].file || "(no such file)"));
    const columns = ["number", "text", "note", "number", "text", "note"].map((each) => make("col", {class: `col-${each}`}));
    const table = make("table", {class: "source"}, make("colgroup", {}, columns), make("thead", {}, make("tr", {}, name("before"), name("after"))), body);
    this.element.append(make("div", {class: "scroll"}, table));
    return table;
  }

  line(pair, [b, a, differs]) {
    const cells = ["before", "after"].flatMap((side) => {
      const index = side === "before" ? b : a;
      if (index < 0) return [make("td", {class: "number gap"}), make("td", {class: "text gap"}), make("td", {class: "note gap"})];
      const number = pair[side].numbers[index], changes = this.changesAt(pair, side, number);
      const attributes = {class: `number${differs ? " differs" : ""}`, "data-side": side, "data-file": pair[side].file, "data-line": number, "data-changes": changes.map((change) => change.id).join(" ")};
      return [make("td", attributes, String(number)), make("td", {class: `text ${side}${differs ? " differs" : ""}${changes.length > 0 ? " changed" : ""}`}, make("code", {}, pair[side].lines[index] || " ")), make("td", {class: "note"})];
    });
    return make("tr", {}, cells);
  }

  fold(pair, rows) {
    const row = make("tr", {class: "fold"}, make("td", {colspan: 6}, make("button", {type: "button", class: "quiet", onclick: () => {
      row.replaceWith(...rows.map((each) => this.line(pair, each)));
      if (this.selected) this.select(this.selected);
    }}, `… ${counted(rows.length, "line")}`)));
    return row;
  }

  // Marks what the partition relies on, and writes what the runs of its group's example did.
  select(partition) {
    this.selected = partition;
    const number = partition ? this.entry.groupOf.get(partition.id) : undefined, group = number === undefined ? null : this.entry.groups[number];
    const runs = group && group.runs, isExample = group && partition.id === group.example.id;
    const chosen = new Set(partition ? partition.changes.map(String) : []), relied = linesOfText(partition ? partition.relies : "");
    const margins = Object.fromEntries(SIDES.map((side) => [side, runs ? marginOf(runs, side) : new Map()]));
    const notes = this.notesOf(partition, group, runs, isExample);
    replaceChildren(this.about, runs ? ["● lines that run on ", code(group.example.call), isExample ? "" : ` (the example of group ${number + 1})`, ", with their values; ",
      make("span", {class: "relied-sample"}, "marked"), ` lines decide what partition #${partition.id} is`] : "");
    for (const cell of this.element.querySelectorAll("td.number[data-line]")) {
      const {side, file, line} = cell.dataset, place = `${file}:${line}`, here = margins[side].get(place);
      const isRelied = (relied.get(`${side} ${file}`) || new Set()).has(Number(line));
      cell.classList.toggle("interferes", cell.dataset.changes.split(" ").some((id) => chosen.has(id)));
      cell.classList.toggle("relied", isRelied);
      cell.nextElementSibling.classList.toggle("relied", isRelied);
      cell.classList.toggle("ran", Boolean(here));
      cell.title = [here ? `${side} comes here` : "", isRelied ? "what is decided here, the partition relies on" : ""].filter(Boolean).join("; ");
      const values = here ? [...here].map(([name, list]) => make("span", {class: "value"}, marginText(name, list))) : [];
      const told = notes.filter(([of, at]) => of === side && at === place).map(([, , text]) => make("span", {class: "told"}, text));
      replaceChildren(cell.nextElementSibling.nextElementSibling, values, told);
    }
  }

  // [side, place, text]: where the runs part, and what they end with where they trap.
  notesOf(partition, group, runs, isExample) {
    if (!partition) return [];
    const placeOf = (step) => `${runs.files[step.at[0]]}:${step.at[1]}`;
    const lastOf = (side) => placeOf(runs.rows.findLast((row) => row[side])[side]);
    const notes = [];
    for (const side of SIDES) {
      const isFollowed = runs && runs.rows.some((row) => row[side]) && !(runs.goes_on || []).includes(side);
      if (!runs || isExample) notes.push([side, isFollowed ? lastOf(side) : partition[`${side}Place`], partition[`${side}Shown`]]);
    }
    const parting = runs && runs.parts !== undefined ? runs.rows[runs.parts] : null;
    if (parting) {
      for (const side of SIDES) if (parting[side]) notes.push([side, placeOf(parting[side]), "the runs part here"]);
    } else if (group && group.place && !runs) {
      for (const side of SIDES) notes.push([side, group.place, "the runs part here"]);
    }
    return notes;
  }

  // Marks the lines of one row of the runs; null: none.
  here(runs, row) {
    for (const cell of this.element.querySelectorAll("td.number[data-line]")) {
      const step = row && row[cell.dataset.side];
      if (step && runs.files[step.at[0]] === cell.dataset.file && step.at[1] === Number(cell.dataset.line)) cell.dataset.here = "";
      else delete cell.dataset.here;
    }
  }
}
