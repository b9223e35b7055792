// Both runs of a group's example: what each line did, for the margin of the sources, and the runs themselves, line by line.

const SIDES = ["before", "after"];

// Of one version, what happened at its lines: by "file:line", the values that each variable got there in turn, with "…" where some are left out.
function marginOf(runs, side) {
  const margin = new Map();
  let gaps = 0;
  for (const row of runs.rows) {
    const step = row[side];
    if (!step) continue;
    gaps += step.skipped > 0 ? 1 : 0;
    const place = `${runs.files[step.at[0]]}:${step.at[1]}`;
    if (!margin.has(place)) margin.set(place, new Map());
    const values = margin.get(place);
    for (const [name, value] of Object.entries(step.values || {})) {
      const seen = values.get(name) || {list: [], gaps};
      if (seen.gaps !== gaps) seen.list.push("…");
      seen.list.push(value);
      values.set(name, {list: seen.list, gaps});
    }
  }
  return new Map([...margin].map(([place, values]) => [place, new Map([...values].map(([name, {list}]) => [name, list]))]));
}

const MOST_MARGIN = 6;  // values of a variable at a line

function marginText(name, list) {
  const values = list.length <= MOST_MARGIN ? list : [...list.slice(0, 3), "…", ...list.slice(-2)];
  const text = values.filter((value, k) => value !== "…" || values[k - 1] !== "…").join(", ").replaceAll(", …, ", " … ");
  return name === "return" ? `returns ${text}` : `${name} = ${text}`;
}

class RunsView {
  // `lineText(side, file, line)`: of the kept sources; `onStep(row)`: when another row is looked at.
  constructor(lineText, onStep) {
    this.lineText = lineText;
    this.onStep = onStep;
    this.element = make("div", {class: "runs"});
  }

  show(group, number) {
    if (this.group === group) return;
    this.group = group;
    this.runs = group && group.runs;
    this.at = -1;
    this.onStep(null);
    if (!this.runs) {
      replaceChildren(this.element, make("p", {class: "muted"}, group ? `The runs of group ${number} were not followed.` : "Choose a group to see both runs of its example."));
      return;
    }
    const {rows, parts} = this.runs;
    this.rows = rows.map((row, k) => make("tr", {class: `${k === parts ? "parting" : ""}${row.before && row.after ? "" : " alone"}`, "data-row": k, onclick: () => this.go(k)}, SIDES.flatMap((side) => this.cells(row, side))));
    const button = (label, title, move) => make("button", {type: "button", title, "aria-label": title, onclick: () => this.go(move())}, label);
    this.status = make("span", {class: "muted", role: "status"});
    const head = SIDES.map((side) => make("th", {colspan: 3, scope: "col"}, side));
    const body = make("tbody", {}, this.rows.flatMap((row, k) => [this.gap(rows[k]), row, k === parts ? make("tr", {class: "parts"}, make("td", {colspan: 6}, "here the runs part")) : ""]), this.end());
    this.box = make("div", {class: "run-box", tabindex: 0, role: "group", "aria-label": "Both runs, line by line", onkeydown: (event) => this.key(event)},
      make("table", {class: "run"}, make("colgroup", {}, ["number", "text", "values", "number", "text", "values"].map((each) => make("col", {class: `col-${each}`}))), make("thead", {}, make("tr", {}, head)), body));
    replaceChildren(this.element, make("p", {class: "muted"}, `On the example of group ${number}: `, code(group.example.call)),
      make("div", {class: "tools"}, button("|◀", "first line", () => 0), button("◀", "line back", () => this.at - 1), button("▶", "line forward", () => this.at + 1), button("▶|", "last line", () => rows.length - 1),
        parts === undefined ? "" : button("where they part", "to where the runs part", () => parts), this.status), this.box);
  }

  cells(row, side) {
    const step = row[side], other = row[side === "before" ? "after" : "before"];
    if (!step) return [make("td", {class: "number gap"}), make("td", {class: "text gap"}), make("td", {class: "values gap"})];
    const [file, line] = [this.runs.files[step.at[0]], step.at[1]];
    const text = this.lineText(side, file, line);
    const values = Object.entries(step.values || {}).map(([name, value]) => {
      const isOther = other && (other.values || {})[name] !== undefined && other.values[name] !== value;
      return make("span", {class: `value${isOther ? " differs" : ""}`}, marginText(name, [value]));
    });
    return [make("td", {class: "number", title: `${file}:${line}`}, String(line)),
      make("td", {class: "text"}, make("code", {style: `padding-left:${(step.depth || 0) * 1.2}em`}, text === null ? `${file}:${line}` : text.trim())), make("td", {class: "values"}, values)];
  }

  gap(row) {
    const skipped = SIDES.map((side) => (row[side] && row[side].skipped) || 0);
    return skipped.some((each) => each > 0) ? this.note(skipped.map((each) => (each > 0 ? `… ${counted(each, "line")}` : ""))) : "";
  }

  end() {
    const {skipped = {}, goes_on: goesOn = []} = this.runs;
    const texts = SIDES.map((side) => [skipped[side] ? `… ${counted(skipped[side], "line")}` : "", goesOn.includes(side) ? "the run goes on; it was followed no further" : ""].filter(Boolean).join("; "));
    return texts.some(Boolean) ? this.note(texts) : "";
  }

  note(texts) {
    return make("tr", {class: "skipped"}, texts.map((text) => make("td", {colspan: 3}, text)));
  }

  go(k) {
    this.at = Math.min(Math.max(k, 0), this.rows.length - 1);
    this.rows.forEach((row, each) => row.classList.toggle("chosen", each === this.at));
    const row = this.rows[this.at], box = this.box;
    if (row.offsetTop < box.scrollTop + 30 || row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = row.offsetTop - box.clientHeight / 2;
    this.status.textContent = `line ${this.at + 1} of ${this.rows.length}`;
    this.onStep(this.runs.rows[this.at]);
  }

  key(event) {
    const moves = {ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity};
    if (!(event.key in moves)) return;
    event.preventDefault();
    this.go(this.at + moves[event.key]);
  }
}
