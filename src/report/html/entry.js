// Everything of one entry: groups, the map, the chosen partition, sources, all partitions, what is claimed. One partition is chosen at a time, and all
// parts show it.

class EntryView {
  constructor(overview, entry, pairs) {
    this.overview = overview;
    this.entry = entry;
    this.conditions = new Conditions(entry);
    this.element = make("article", {class: "entry", "aria-label": entry.head.name});
    this.cards = make("div", {class: "groups"}, entry.groups.map((group, index) => groupCard(group, index, (k) => this.selectGroup(k))));
    this.detail = make("div", {class: "detail", "aria-live": "polite"});
    this.sources = new SourceView(entry, pairs);
    this.runs = new RunsView((side, file, line) => this.sources.lineText(side, file, line), (row) => this.sources.here(this.runs.runs, row));
    this.rows = new Rows(entry, (partition) => this.select(partition));
    this.build();
  }

  build() {
    const {head, data} = this.entry;
    append(this.element, [
      make("header", {class: "entry-head"}, make("h2", {}, make("code", {}, head.name), " ", chip(head.verdict, head.verdict_text)),
        make("p", {}, head.program ? make("span", {class: "muted"}, `in ${head.program} · `) : "", head.before_name ? make("span", {class: "muted"}, `before: ${head.before_name} · `) : "",
          head.reason, head.remembered ? make("span", {class: "muted"}, " (remembered)") : ""),
        shareBar(head), data.share ? make("p", {class: "muted"}, data.share) : ""),
      this.entry.groups.length > 0 ? section("Groups", this.cards) : "",
      this.entry.partitions.length > 0 ? make("div", {class: "columns"}, section("Map of the input space", this.map()), section("Chosen partition", this.detail)) : "",
      data.changes.length > 0 ? section("Sources", this.sources.element) : "",
      this.entry.groups.some((group) => group.runs) ? section("Both runs", this.runs.element) : "",
      this.entry.partitions.length > 0 ? section("Partitions", this.rows.element, head.left ? make("p", {class: "muted"}, `${counted(head.left, "partition")} more: this file would be too long. cleave report ${this.overview.directory} --entry ${head.name} --all prints them.`) : "") : "",
      section("What is claimed", claims(this.entry)),
    ]);
  }

  // A plot of one or two inputs, or areas by share; with more than two inputs the latter first.
  map() {
    const inputs = this.entry.inputs;
    this.plot = new Plot(this.entry, this.conditions, (partition) => this.select(partition));
    this.tree = new TreeMap(this.entry, (partition) => this.select(partition), (group) => this.selectGroup(this.entry.groups.indexOf(group)));
    if (inputs.length === 0) return this.tree.element;
    const choice = (label, none) => make("select", {"aria-label": label, onchange: () => this.draw()},
      none ? make("option", {value: ""}, "none") : "", inputs.map((input, k) => make("option", {value: k}, input.name)));
    this.across = choice("Input on the horizontal axis", false);
    this.up = choice("Input on the vertical axis", true);
    const busy = this.busiest();
    this.across.value = String(busy[0]);
    this.up.value = busy.length > 1 ? String(busy[1]) : "";
    this.even = make("input", {type: "checkbox", onchange: () => { this.plot.isEven = this.even.checked; this.plot.compute(); }});
    this.plotTools = make("div", {class: "tools"}, make("label", {}, "across ", this.across), make("label", {}, "up ", this.up), make("label", {title: "as on a ruler; otherwise values that conditions speak of have columns of their own"}, this.even, " even scale"),
      make("button", {type: "button", class: "quiet", onclick: () => this.plot.reset()}, "show all"));
    this.slice = make("p", {class: "muted slice"});
    this.plotBox = make("div", {}, this.plotTools, this.plot.element, legendOf(this.plot), this.slice);
    this.treeBox = make("div", {}, this.tree.element, make("p", {class: "muted"}, "Areas follow the shares of groups; small ones are enlarged to be seen, and partitions of a group are drawn alike."));
    this.tabs = tabs([["by share", this.treeBox], ["by values", this.plotBox]], inputs.length > 2 ? 0 : 1, () => this.draw());
    return this.tabs.element;
  }

  // Inputs that the conditions of differences speak of most.
  busiest() {
    const {inputs, partitions} = this.entry;
    const some = partitions.filter((each) => each.kind !== "equal").concat(partitions).slice(0, 60).map((each) => each.smt).join(" ");
    const uses = inputs.map((input, k) => [k, some.split(input.smtName).length]);
    uses.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    return uses.slice(0, 2).map(([k]) => k).sort((a, b) => a - b);
  }

  // When it is in the page: sizes are known then.
  draw() {
    if (this.entry.partitions.length === 0) return;
    if (!this.tabs || this.tabs.current === 0) this.tree.draw();
    if (!this.tabs || this.tabs.current !== 1) return;
    const cells = [Number(this.across.value)];
    if (this.up.value !== "" && this.up.value !== this.across.value) cells.push(Number(this.up.value));
    const base = this.selected || this.entry.partitions[0];
    this.sliceOf = base.id;
    const others = this.entry.inputs.length - cells.length;
    this.slice.textContent = others === 0 ? "Sampled at the points of the picture." : `${others === 1 ? "The other input is" : `The ${others} other inputs are`} as in ${base.call}. Sampled at the points of the picture.`;
    this.plot.show(cells, this.entry.witness(base));
  }

  select(partition) {
    this.selected = partition;
    this.rows.select(partition);
    this.sources.select(partition);
    this.plot.select(partition);
    this.tree.select(partition);
    const group = this.entry.groupOf.get(partition.id);
    this.runs.show(group === undefined ? null : this.entry.groups[group], group + 1);
    for (const card of this.cards.children) card.classList.toggle("chosen", Number(card.dataset.group) === group);
    replaceChildren(this.detail, partitionDetail(this.overview, this.entry, partition, group, () => { this.draw(); }));
    rememberPlace(this.entry.number, partition.id);
  }

  selectGroup(index) {
    this.rows.showGroup(index);
    this.select(this.entry.partition(this.entry.groups[index].example.id));
  }
}

function section(title, ...children) {
  return make("section", {}, make("h3", {}, title), children);
}

// Of a plot: the kinds that it shows.
function legendOf(plot) {
  const list = make("ul", {class: "legend"});
  const words = {open: "in no partition", outside: "no input", unknown: "cannot be told here"};
  plot.onPainted = (kinds) => replaceChildren(list, [...kinds].map((kind) => make("li", {}, make("span", {class: "swatch", "data-kind": kind, style: `background:hsl(${hslOf(kind)})`}), words[kind] || kind)));
  return list;
}

function hslOf(kind) {
  const [hue, saturation, lightness] = styleValue(`--map-${kind}`).split(" ");
  return `${hue} ${saturation}% ${lightness}%`;
}

function tabs(list, current, onChange) {
  const buttons = list.map(([label], k) => make("button", {type: "button", role: "tab", onclick: () => show(k)}, label));
  const result = {element: make("div", {class: "tabs"}, make("div", {role: "tablist"}, buttons), list.map(([, box]) => box)), current};
  const show = (k, isFirst) => {
    result.current = k;
    list.forEach(([, box], each) => { box.hidden = each !== k; });
    buttons.forEach((button, each) => { button.setAttribute("aria-selected", String(each === k)); button.tabIndex = each === k ? 0 : -1; });
    if (!isFirst) onChange();
  };
  result.element.firstChild.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const next = (result.current + (event.key === "ArrowRight" ? 1 : list.length - 1)) % list.length;
    show(next);
    buttons[next].focus();
  });
  show(current, true);
  return result;
}

function partitionDetail(overview, entry, partition, group, onSlice) {
  const rows = [
    ["condition", code(partition.condition)],
    ["input", code(partition.call)],
    ["before", [code(partition.before), partition.before !== partition.beforeShown ? make("div", {class: "muted"}, "here ", code(partition.beforeShown)) : ""]],
    ["after", [code(partition.after), partition.after !== partition.afterShown ? make("div", {class: "muted"}, "here ", code(partition.afterShown)) : ""]],
    ["reason", partition.reason],
    ["relies on", [partition.changes.length > 0 ? `change ${partition.changes.join(", ")}` : "no changed line", reliedText(partition)]],
  ];
  return [
    make("p", {class: "group-head"}, chip(partition.kindText), make("span", {class: "muted"}, `#${partition.id}${group === undefined ? "" : ` of group ${group + 1}`}`),
      partition.marks.map((mark) => make("span", {class: "mark"}, mark)), confirmation(partition)),
    make("dl", {}, rows.map(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])),
    copyButtons(overview, entry, partition),
    entry.inputs.length > 2 ? make("button", {type: "button", class: "quiet", onclick: onSlice}, "map around this input") : "",
  ];
}

// "; decisions at lines 3, 5-7 of before.c".
function reliedText(partition) {
  const texts = partition.relies ? partition.relies.split("\n").map((each) => each.slice(each.indexOf(" ") + 1)) : [];
  return texts.length === 0 ? "" : make("div", {class: "muted"}, "what is decided at ", [...new Set(texts)].map((each, k) => [k > 0 ? "; " : "", code(each)]));
}

function claims(entry) {
  const {guarantee, changes, stats, intention} = entry.data;
  const list = (items) => make("ul", {}, items.map((item) => make("li", {}, item)));
  const rows = [
    ["exhaustive", guarantee.exhaustive ? "yes: the partitions cover every input" : "no: some inputs are in no partition, or unfinished"],
    ["granularity", guarantee.granularity],
    guarantee.bounds.length > 0 ? ["bounds", list(guarantee.bounds)] : null,
    guarantee.assumptions.length > 0 ? ["assumes", list(guarantee.assumptions)] : null,
    intention ? ["intended", code(intention)] : null,
    changes.length > 0 ? ["changes", list(changes.slice(0, 40).map(changeText))] : null,
    ["time", `${stats.wall_s.toFixed(2)} s; ${counted(stats.runs, "run")}, ${stats.solver_queries.toLocaleString("en")} solver queries`],
  ].filter(Boolean);
  return make("dl", {class: "claims"}, rows.map(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
}
