// What `cleave guard` found: properties at their lines, and runs that break one, step by step in both directions.

const FATES = ["violated", "open", "valid", "outdated", "gone", "false", "unproved"];

class TraceView {
  constructor(violation) {
    this.steps = violation.trace;
    this.at = this.steps.length - 1;
    this.items = this.steps.map((step, k) => make("li", {class: "step", style: `padding-left:${step.depth * 1.2 + 0.5}em`, onclick: () => this.go(k)},
      make("span", {class: "muted number"}, `${step.file}:${step.line}`), " ", make("code", {}, step.source || "")));
    this.values = make("div", {class: "values", "aria-live": "polite"});
    const button = (label, title, move) => make("button", {type: "button", title, "aria-label": title, onclick: () => this.go(move())}, label);
    this.status = make("span", {class: "muted"});
    this.list = make("ol", {class: "trace", tabindex: 0, "aria-label": "Steps of the run", onkeydown: (event) => this.key(event)}, this.items);
    this.element = this.steps.length === 0 ? make("p", {class: "muted"}, violation.trace_note || "no trace") : make("div", {class: "columns"},
      make("div", {}, make("div", {class: "tools"}, button("|◀", "first step", () => 0), button("◀", "step back", () => this.at - 1), button("▶", "step forward", () => this.at + 1), button("▶|", "last step", () => this.steps.length - 1), this.status), this.list),
      make("div", {}, make("h4", {}, "Values here"), this.values));
    if (this.steps.length > 0) this.go(this.at);
  }

  // The last value of each variable up to a step.
  valuesAt(k) {
    const values = new Map();
    this.steps.slice(0, k + 1).forEach((step, number) => step.changes.forEach((change) => values.set(change.name, {...change, isNew: number === k})));
    return [...values.values()];
  }

  go(k) {
    this.at = Math.min(Math.max(k, 0), this.steps.length - 1);
    this.items.forEach((item, each) => item.classList.toggle("chosen", each === this.at));
    const item = this.items[this.at], box = this.list;
    if (item.offsetTop < box.scrollTop || item.offsetTop + item.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = item.offsetTop - box.clientHeight / 2;
    this.status.textContent = `step ${this.at + 1} of ${this.steps.length}`;
    replaceChildren(this.values, make("table", {class: "plain"}, this.valuesAt(this.at).map((each) => make("tr", {class: each.isNew ? "new" : ""}, make("td", {}, code(each.name)),
      make("td", {}, each.isNew && each.old !== undefined ? [make("s", {class: "muted"}, each.old), " "] : "", code(each.new === undefined ? "no value" : each.new))))));
  }

  key(event) {
    const moves = {ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: -Infinity, End: Infinity};
    if (!(event.key in moves)) return;
    event.preventDefault();
    this.go(this.at + moves[event.key]);
  }
}

// What is zero anyway is left out.
function inputText(violation) {
  const told = Object.entries(violation.input).filter(([name, value]) => !/^0x0*$/.test(violation.input_bits[name] || value));
  if (told.length > 0) return told.map(([name, value]) => `${name} = ${value}`).join(", ");
  return Object.keys(violation.input).length > 0 ? "all inputs zero" : "no inputs";
}

// "-1", "stdout = …; exits with 3".
function observationText(seen) {
  const shown = Object.entries(seen).filter(([name]) => !["outcome", "at", "status", "trap", "reason", "type"].includes(name)).map(([name, value]) => (name === "return" ? value : `${name} = ${value}`));
  const end = [seen.status, seen.trap, seen.type, seen.reason].filter((each) => each !== undefined).join(" ");
  return (seen.outcome === "returned" ? shown : [...shown, end ? `${seen.outcome}: ${end}` : seen.outcome]).join("; ") || "returned";
}

const whereText = (property) => `${property.function} ${property.point}`;

function violationView(guard, violation, k) {
  const broken = violation.properties.map((index) => guard.properties[index]);
  return make("section", {class: "violation"}, make("h3", {}, `Violation ${k + 1} `, chip("different", violation.confirmed ? "confirmed" : "not confirmed")),
    make("ul", {}, broken.map((property) => make("li", {}, code(property.text), ` (${whereText(property)}, `, make("span", {class: "muted"}, property.after ? property.after.at : property.before.at), ")"))),
    make("p", {}, `${violation.entry} with `, code(inputText(violation)), " ", copyButton("copy input", () => JSON.stringify(violation.input), "JSON")),
    violation.difference ? make("p", {}, "It also shows: before ", code(observationText(violation.difference.before)), ", after ", code(observationText(violation.difference.after))) : "",
    violation.changes.length > 0 ? make("p", {}, "Relies on ", violation.changes.map((change) => make("span", {class: "relies-on"}, `change ${changeText(change)} `))) : "",
    new TraceView(violation).element);
}

function guardView(guard) {
  const rank = (property) => FATES.indexOf(property.fate);
  const sorted = guard.properties.slice().sort((a, b) => rank(a) - rank(b));
  const counts = FATES.filter((fate) => guard.counts[fate]).map((fate) => chip(fate, `${guard.counts[fate]} ${fate}`));
  const rows = (list) => list.map((property) => make("tr", {}, make("td", {}, chip(property.fate)), make("td", {}, code(property.text)), make("td", {}, whereText(property)),
    make("td", {class: "muted"}, (property.after || property.before).at), make("td", {}, code((property.after || property.before).source || "")), make("td", {class: "muted"}, property.reason || property.check || property.proof || "")));
  const body = make("tbody", {}, rows(sorted.slice(0, 200)));
  const more = sorted.length > 200 ? make("button", {type: "button", class: "quiet", onclick: (event) => { append(body, rows(sorted.slice(200))); event.currentTarget.remove(); }}, `${sorted.length - 200} more`) : "";
  return make("article", {class: "entry", "aria-label": "guard"}, make("header", {class: "entry-head"}, make("h2", {}, "Properties (guard)"), make("p", {class: "group-head"}, counts)),
    guard.violations.map((violation, k) => violationView(guard, violation, k)),
    section("Properties", make("div", {class: "scroll"}, make("table", {class: "plain"}, body)), more),
    guard.bounds.length + guard.assumptions.length > 0 ? section("Bounds and assumptions", make("ul", {}, [...guard.bounds, ...guard.assumptions].map((each) => make("li", {}, each)))) : "");
}
