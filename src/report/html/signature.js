// What `cleave signature` found: rows of a function, over the same map as partitions; of two versions, which rows stayed, changed, went and came.

// A signature as an entry that the map and the list can show: a row is a partition.
function entryOfSignature(signature, number) {
  const texts = [], add = (text) => texts.push(text) - 1;
  const outputOf = (row) => Object.entries(row.output).map(([name, value]) => (name === "return" ? value : `${name} = ${value}`)).join("; ") || row.shows.outcome;
  const rows = signature.rows.map((row) => {
    const bits = signature.inputs.map((input, k) => [k, (row.test_bits[input.name] || "0x0").slice(2).replace(/^0+/, "")]).filter(([, digits]) => digits !== "").map((pair) => pair.join(":")).join(",");
    const test = Object.entries(row.test).map(([name, value]) => `${name} = ${value}`).join(", ");
    const output = add(outputOf(row)), shown = add(Object.entries(row.shows).filter(([name]) => name !== "at").map(([name, value]) => `${name} ${value}`).join(", "));
    return [row.id, row.finished ? 0 : 3, add(row.condition_text || "true"), add(row.condition), add(row.reason || ""), output, output, add(test), shown, shown, add(""), add(""), 0, 0, [], [], add(bits)];
  });
  const entry = Object.create(Entry.prototype);
  Object.assign(entry, {number: `signature-${number}`, head: {name: signature.entry, left: 0}, data: {terms: {}, domain: "", changes: [], partitions: rows, texts},
    inputs: signature.inputs.map((input) => ({name: input.name, type: input.type, bits: input.bits, isSigned: input.signed, isFloat: Boolean(input.float), smtName: input.name})),
    groups: [], groupOf: new Map(), isOfRows: true});
  entry.partitions = rows.map((row) => new Partition(row, texts));
  entry.byId = new Map(entry.partitions.map((each) => [each.id, each]));
  return entry;
}

function signatureTable(signature, swatches) {
  return make("div", {class: "scroll"}, make("table", {class: "plain"}, make("thead", {}, make("tr", {}, ["row", "when", "output", "test"].map((name) => make("th", {scope: "col"}, name)))),
    make("tbody", {}, signature.rows.map((row, k) => make("tr", {"data-row": row.id}, make("td", {class: "muted"}, swatches[k] || "", `#${row.id}`), make("td", {}, code(row.condition_text || "true")),
      make("td", {}, Object.entries(row.output).map(([name, value]) => make("div", {}, code(`${name} = ${value}`)))), make("td", {}, code(Object.entries(row.test).map(([name, value]) => `${name} = ${value}`).join(", "))))))));
}

// The map of a signature, if it has an input.
function signatureMap(signature, number, swatches, later) {
  if (signature.inputs.length === 0) return "";
  const entry = entryOfSignature(signature, number), status = make("p", {class: "muted"}, "Click a region to see its row.");
  const plot = new Plot(entry, new Conditions(entry), (partition) => {
    plot.select(partition);
    replaceChildren(status, `#${partition.id} `, code(partition.condition), " gives ", code(partition.after));
  });
  plot.onPainted = () => swatches.forEach((swatch, k) => { swatch.style.background = `rgb(${plot.colorOf(k).join(" ")})`; });
  const cells = signature.inputs.length > 1 ? [0, 1] : [0];
  later.push(() => plot.show(cells, entry.witness(entry.partitions[0])));
  return make("div", {}, plot.element, status);
}

function signatureView(document, later) {
  const one = (signature, number) => {
    const swatches = signature.inputs.length === 0 ? [] : signature.rows.map((row) => make("span", {class: "swatch", "data-row": row.id}));
    return section(make("h3", {}, code(signature.entry)), make("p", {class: "muted"}, signature.reason), signatureMap(signature, number, swatches, later), signatureTable(signature, swatches));
  };
  const textOf = (signature, id) => { const row = signature.rows.find((each) => each.id === id); return row ? [code(row.condition_text || "true"), " gives ", code(Object.values(row.output).join(", "))] : ""; };
  const pair = (each) => section(code(each.entry), make("div", {class: "scroll"}, make("table", {class: "plain"}, each.rows.map((row) => make("tr", {}, make("td", {}, chip(row.fate)),
    make("td", {}, row.before === null ? "" : textOf(each.before, row.before)), make("td", {}, row.after === null ? "" : textOf(each.after, row.after)))))));
  return make("article", {class: "entry", "aria-label": "signature"}, make("header", {class: "entry-head"}, make("h2", {}, "Signatures")),
    (document.signatures || []).map(one), (document.comparisons || []).map(pair));
}
