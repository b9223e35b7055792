// Puts the page together. What is open stands in the address behind "#", so that a place can be linked to.

const report = {};  // for tests and the curious: what is shown now

function rememberPlace(number, partition) {
  history.replaceState(null, "", `#entry=${number}${partition === undefined ? "" : `&partition=${partition}`}`);
}

function placeAsked() {
  const words = new URLSearchParams(location.hash.slice(1));
  const number = (name) => (words.has(name) ? Number(words.get(name)) : undefined);
  return {entry: number("entry"), partition: number("partition"), view: words.get("view")};
}

function openEntry(number, partition) {
  const {overview, pairs, box} = report;
  const entry = new Entry(number, overview.entries[number]);
  report.view = new EntryView(overview, entry, pairs);
  replaceChildren(box, report.view.element);
  if (report.list) report.list.mark(number);
  const first = entry.groups.length > 0 ? entry.partition(entry.groups[0].example.id) : entry.partitions.find((each) => each.kind === "different") || entry.partitions[0];
  const chosen = (partition !== undefined && entry.partition(partition)) || first;
  rememberPlace(number);
  if (chosen) report.view.select(chosen);
  report.view.draw();
}

const OTHER_VIEWS = [["guard", "properties", guardView], ["require", "requirements", requireView], ["signature", "signatures", signatureView]];

function openOther(name) {
  const later = [];
  const [, , view] = OTHER_VIEWS.find(([each]) => each === name);
  report.view = null;
  replaceChildren(report.box, view(readData(`data-${name}`), later));
  history.replaceState(null, "", `#view=${name}`);
  if (report.list) report.list.mark(-1);
  for (const draw of later) draw();
}

function otherButtons() {
  const present = OTHER_VIEWS.filter(([name]) => document.getElementById(`data-${name}`));
  if (present.length === 0) return "";
  return make("div", {class: "tools others"}, present.map(([name, label]) => make("button", {type: "button", class: "quiet", "data-view": name, onclick: () => openOther(name)}, label)));
}

function keys(event) {
  const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/" && report.view) {
    event.preventDefault();
    report.view.rows.filter.focus();
  }
  const step = {n: 1, p: -1}[event.key];
  if (step && report.view) {
    const next = report.view.entry.number + step;
    if (next >= 0 && next < report.overview.entries.length) openEntry(next);
  }
}

function start() {
  const overview = (report.overview = readData("data-overview"));
  report.pairs = readData("data-sources");
  report.box = make("main", {id: "content"});
  const several = overview.entries.length > 1;
  if (several) report.list = new Overview(overview, (number) => openEntry(number));
  replaceChildren(document.getElementById("app"), pageHead(overview), otherButtons(),
    make("div", {class: several ? "page several" : "page"}, several ? report.list.element : "", report.box),
    make("footer", {class: "muted"}, `cleave ${overview.version} · / filters, n and p go to the next and previous function`));
  const asked = placeAsked(), other = OTHER_VIEWS.map(([name]) => name).find((name) => document.getElementById(`data-${name}`));
  if (asked.view && document.getElementById(`data-${asked.view}`)) openOther(asked.view);
  else if (overview.entries.length > 0) openEntry(overview.entries[asked.entry] ? asked.entry : 0, asked.partition);
  else if (other) openOther(other);
  document.addEventListener("keydown", keys);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => report.view && report.view.plot && report.view.plot.paint());
  let wait = 0;
  addEventListener("resize", () => { clearTimeout(wait); wait = setTimeout(() => report.view && report.view.draw(), 150); });
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

start();
