// The head of the page, and the list of entries with verdicts and shares.

const VERDICT_ORDER = ["different", "failed", "inconclusive", "different as intended", "equivalent"];
const SHARE_KINDS = ["equal", "different", "undefined", "open"];

// How much of the input space is what. Parts too small to be seen get two pixels.
function shareBar(head) {
  if (!head.share) return "";
  const parts = head.share.map(([estimate, text], k) => [SHARE_KINDS[k], estimate, text]).filter(([, , text]) => text !== "none");
  const label = parts.map(([kind, , text]) => `${kind}: ${text}`).join(", ");
  return make("div", {class: "share", role: "img", "aria-label": label, title: label},
    parts.map(([kind, estimate]) => make("span", {"data-kind": kind, style: `flex-grow:${Math.max(estimate, 0.004)}`})));
}

class Overview {
  constructor(overview, onOpen) {
    this.overview = overview;
    this.onOpen = onOpen;
    this.verdicts = new Set();
    this.element = make("nav", {class: "overview", "aria-label": "Functions"});
    this.build();
  }

  build() {
    const {entries} = this.overview;
    const present = VERDICT_ORDER.filter((verdict) => entries.some((entry) => entry.verdict === verdict));
    this.filter = make("input", {type: "search", class: "filter", placeholder: "find a function", "aria-label": "Find a function", oninput: () => this.update()});
    const chips = present.map((verdict) => make("button", {type: "button", class: "chip toggle", "data-kind": verdict, "aria-pressed": "false", onclick: (event) => {
      if (!this.verdicts.delete(verdict)) this.verdicts.add(verdict);
      event.currentTarget.setAttribute("aria-pressed", String(this.verdicts.has(verdict)));
      this.update();
    }}, `${entries.filter((entry) => entry.verdict === verdict).length} ${verdict}`));
    this.links = entries.map((entry, k) => this.link(entry, k));
    this.list = make("ul", {class: "entries"}, this.links.map((link) => make("li", {}, link)));
    append(this.element, [make("div", {class: "tools"}, chips, this.filter), this.list]);
  }

  link(entry, k) {
    return make("a", {href: `#entry=${k}`, class: "entry-link", "data-kind": entry.verdict, onclick: (event) => { event.preventDefault(); this.onOpen(k); }},
      make("span", {class: "entry-name"}, make("span", {class: "dot", "data-kind": entry.verdict, title: entry.verdict_text}), make("code", {}, entry.name)),
      make("span", {class: "entry-why muted"}, entry.shown_by || entry.reason), shareBar(entry));
  }

  update() {
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.overview.entries.forEach((entry, k) => {
      const text = `${entry.name} ${entry.program} ${entry.reason} ${entry.shown_by}`.toLowerCase();
      const isShown = (this.verdicts.size === 0 || this.verdicts.has(entry.verdict)) && words.every((word) => text.includes(word));
      this.links[k].parentElement.hidden = !isShown;
    });
  }

  mark(k) {
    this.links.forEach((link, each) => (each === k ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current")));
    if (this.links[k]) this.links[k].scrollIntoView({block: "nearest"});
  }
}

// The last two parts of each path.
function shortNames(files) {
  return files.map((file) => file.split("/").slice(-2).join("/")).join(", ");
}

function pageHead(overview) {
  const files = overview.before_files.length > 0 && overview.after_files.length > 0
    ? make("p", {class: "muted", title: `${overview.before_files.join(", ")} → ${overview.after_files.join(", ")}`}, code(shortNames(overview.before_files)), " → ", code(shortNames(overview.after_files))) : "";
  return make("header", {class: "page-head"},
    make("h1", {}, "cleave ", overview.has_result ? chip(overview.verdict) : ""),
    make("p", {class: "summary"}, overview.has_result ? overview.counts : ""), files,
    overview.notes.length > 0 ? make("details", {open: overview.notes.length <= 3}, make("summary", {}, counted(overview.notes.length, "note")), make("ul", {}, overview.notes.map((note) => make("li", {}, note)))) : "");
}
