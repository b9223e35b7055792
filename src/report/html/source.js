// Both sources side by side: lines that correspond stand beside each other, changed ones are marked, and those that the chosen partition relies on most.

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
    this.pairs = pairs.filter((pair) => entry.data.changes.some((change) => this.isOf(change, pair)));
    this.tables = this.pairs.map((pair) => this.table(pair));
    if (this.pairs.length === 0) this.element.append(make("p", {class: "muted"}, "The sources of what changed were not kept with this result."));
  }

  isOf(change, pair) {
    const before = change.before_file || change.file;
    return (change.after_lines && change.file === pair.after.file) || (change.before_lines && before === pair.before.file);
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

  // Marks what the partition relies on, where the runs part, and what they end with.
  select(partition) {
    this.selected = partition;
    const group = partition ? this.entry.groups[this.entry.groupOf.get(partition.id)] : null;
    const chosen = new Set(partition ? partition.changes.map(String) : []);
    const notes = partition ? [["before", partition.beforePlace, partition.beforeShown], ["after", partition.afterPlace, partition.afterShown]] : [];
    if (group && group.place) notes.push(["after", group.place, "the runs part here"], ["before", group.place, "the runs part here"]);
    for (const cell of this.element.querySelectorAll("td.number[data-line]")) {
      const isChosen = cell.dataset.changes.split(" ").some((id) => chosen.has(id));
      cell.classList.toggle("relied", isChosen);
      cell.nextElementSibling.classList.toggle("relied", isChosen);
      const place = `${cell.dataset.file}:${cell.dataset.line}`;
      const here = notes.filter(([side, at]) => side === cell.dataset.side && at === place).map(([, , text]) => text);
      cell.nextElementSibling.nextElementSibling.textContent = here.join("; ");
    }
  }
}
