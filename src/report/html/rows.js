// The list of partitions: filtered, sorted, and only as many elements as can be seen, so that thousands cost nothing.

const ROW_HEIGHT = 30;
const ORDERS_OF_ROWS = {
  "as found": (a, b) => a.id - b.id,
  "differences first": (a, b) => rankOf(a) - rankOf(b) || a.id - b.id,
  "shortest condition": (a, b) => a.condition.length - b.condition.length || a.id - b.id,
  "condition": (a, b) => (a.condition < b.condition ? -1 : a.condition > b.condition ? 1 : a.id - b.id),
};

function rankOf(partition) {
  return {different: 0, intended: 1, undefined: 2, unfinished: 3, equal: 4}[partition.kindText];
}

class Rows {
  constructor(entry, onSelect) {
    this.entry = entry;
    this.onSelect = onSelect;
    this.kinds = new Set();   // empty: all
    this.group = null;
    this.selected = null;
    this.shown = [];
    this.build();
    this.update();
  }

  build() {
    this.filter = make("input", {type: "search", placeholder: "filter: condition, input, result  ( / )", "aria-label": "Filter partitions", class: "filter", oninput: () => this.update()});
    this.order = make("select", {"aria-label": "Sort partitions", onchange: () => this.update()}, Object.keys(ORDERS_OF_ROWS).map((name) => make("option", {}, name)));
    this.order.value = "differences first";
    this.groupChoice = make("select", {"aria-label": "Group", onchange: () => { this.group = this.groupChoice.value === "" ? null : Number(this.groupChoice.value); this.update(); }},
      make("option", {value: ""}, "all groups"),
      this.entry.groups.map((group, k) => make("option", {value: k}, `group ${k + 1}: ${group.condition.slice(0, 60)}`)));
    const present = [...new Set(this.entry.partitions.map((each) => each.kindText))];
    this.kindButtons = present.map((kind) => make("button", {type: "button", class: "chip toggle", "data-kind": kind, "aria-pressed": "false",
      onclick: (event) => this.toggle(kind, event.currentTarget)}, kind));
    this.status = make("span", {class: "muted", role: "status"});
    this.inner = make("div", {class: "rows-inner"});
    this.list = make("div", {class: "rows", role: "listbox", tabindex: 0, "aria-label": "Partitions", onscroll: () => this.draw(), onkeydown: (event) => this.key(event)}, this.inner);
    this.element = make("div", {class: "rows-box"},
      make("div", {class: "tools"}, this.filter, this.kindButtons, this.entry.groups.length > 1 ? this.groupChoice : "", this.order, this.status), this.list);
  }

  toggle(kind, button) {
    if (!this.kinds.delete(kind)) this.kinds.add(kind);
    button.setAttribute("aria-pressed", String(this.kinds.has(kind)));
    this.update();
  }

  showGroup(index) {
    this.group = index;
    this.groupChoice.value = index === null ? "" : String(index);
    this.update();
  }

  update() {
    const wanted = this.filter.value.trim().toLowerCase();
    const matches = (each) => {
      if (this.kinds.size > 0 && !this.kinds.has(each.kindText)) return false;
      if (this.group !== null && this.entry.groupOf.get(each.id) !== this.group) return false;
      if (wanted === "") return true;
      return `#${each.id} ${each.condition} ${each.call} ${each.before} ${each.after} ${each.beforeShown} ${each.afterShown} ${each.reason} ${each.marks.join(" ")}`.toLowerCase().includes(wanted);
    };
    this.shown = this.entry.partitions.filter(matches).sort(ORDERS_OF_ROWS[this.order.value]);
    const all = this.entry.partitions.length;
    this.status.textContent = this.shown.length === all ? counted(all, "partition") : `${this.shown.length.toLocaleString("en")} of ${counted(all, "partition")}`;
    this.inner.style.height = `${this.shown.length * ROW_HEIGHT}px`;
    this.list.style.height = `${Math.min(14, Math.max(2, this.shown.length)) * ROW_HEIGHT + 2}px`;
    this.list.scrollTop = 0;
    this.draw();
  }

  draw() {
    const first = Math.max(0, Math.floor(this.list.scrollTop / ROW_HEIGHT) - 4), last = Math.min(this.shown.length, first + 24);
    replaceChildren(this.inner, this.shown.slice(first, last).map((each, k) => this.row(each, first + k)));
    const active = this.selected && this.inner.querySelector(".chosen");
    if (active) this.list.setAttribute("aria-activedescendant", active.id);
    else this.list.removeAttribute("aria-activedescendant");
  }

  row(partition, index) {
    const isChosen = Boolean(this.selected) && this.selected.id === partition.id;
    return make("div", {class: isChosen ? "row chosen" : "row", role: "option", id: `row-${this.entry.number}-${partition.id}`, "aria-selected": String(isChosen), "aria-posinset": index + 1,
      "aria-setsize": this.shown.length, style: `top:${index * ROW_HEIGHT}px`, onclick: () => this.onSelect(partition)},
    make("span", {class: "muted number"}, `#${partition.id}`), chip(partition.kindText), make("code", {class: "condition", title: partition.condition}, partition.condition),
    make("code", {class: "call", title: partition.call}, partition.call),
    make("code", {class: "result"}, partition.beforeShown === partition.afterShown ? partition.afterShown : `${partition.beforeShown} → ${partition.afterShown}`));
  }

  select(partition) {
    this.selected = partition;
    const index = partition ? this.shown.findIndex((each) => each.id === partition.id) : -1;
    if (index >= 0) {
      const top = index * ROW_HEIGHT;
      if (top < this.list.scrollTop || top + ROW_HEIGHT > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = Math.max(0, top - 3 * ROW_HEIGHT);
    }
    this.draw();
  }

  key(event) {
    const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12, Home: -Infinity, End: Infinity};
    if (!(event.key in steps) || this.shown.length === 0) return;
    event.preventDefault();
    const now = this.selected ? this.shown.findIndex((each) => each.id === this.selected.id) : -1;
    const next = Math.min(Math.max(now + steps[event.key], 0), this.shown.length - 1);
    this.onSelect(this.shown[next]);
  }
}
