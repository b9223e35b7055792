// What `cleave require` found: requirements of each change with their marks, and the tests that satisfy them.

// Its sentence has the predicate already, or it is none.
const says = (requirement) => requirement.fate === "infeasible" || (requirement.sentence || "").includes(requirement.predicate);

function requirementRow(requirement) {
  const example = requirement.example ? Object.entries(requirement.example).map(([name, value]) => `${name} = ${value}`).join(", ") : "";
  const tests = [...(requirement.tests || []), ...(requirement.added ? [`${requirement.added} (found)`] : [])];
  return make("tr", {}, make("td", {class: "muted"}, requirement.id), make("td", {}, chip(requirement.fate)), make("td", {}, requirement.sentence || requirement.kind, says(requirement) ? "" : make("div", {}, code(requirement.predicate))),
    make("td", {}, example ? code(example) : ""), make("td", {}, tests.join(", ") || make("span", {class: "muted"}, requirement.reason || requirement.search || "")));
}

const requirementTable = (list) => (list.length === 0 ? "" : make("div", {class: "scroll"}, make("table", {class: "plain requirements"}, list.map(requirementRow))));

// What nothing can satisfy, and nobody has to write a test for.
function impossible(change) {
  const all = change.statements.flatMap((statement) => statement.requirements.filter((each) => each.fate === "infeasible"));
  return all.length === 0 ? "" : make("details", {}, make("summary", {}, `${all.length} cannot be satisfied`), requirementTable(all));
}

// Of all requirements, how many there are of each fate.
function fatesOf(document) {
  const counts = new Map();
  for (const change of document.changes)
    for (const statement of change.statements)
      for (const {fate} of statement.requirements) counts.set(fate, (counts.get(fate) || 0) + 1);
  return [...counts].map(([fate, count]) => chip(fate, `${count} ${fate}`));
}

function requireView(document) {
  const place = (statement) => { const at = statement.after || statement.before; return at ? `${at.file}:${at.line}` : ""; };
  const changes = document.changes.map((change) => section(["Change ", code(`${change.id}: ${change.function}, ${change.file}${change.after_lines ? `:${rangeText(change.after_lines)}` : ""}`)],
    change.failure ? make("p", {class: "muted"}, change.failure) : "",
    change.tests ? make("p", {class: "muted"}, change.tests.length > 0 ? `reached by ${change.tests.join(", ")}` : "no test comes to it") : "",
    change.statements.filter((statement) => statement.reason || statement.requirements.some((each) => each.fate !== "infeasible")).map((statement) => make("div", {class: "statement"}, make("h4", {}, `${statement.what} `, make("span", {class: "muted"}, `${place(statement)}, distance ${statement.distance}`)),
      statement.reason ? make("p", {class: "muted"}, statement.reason) : "",
      requirementTable(statement.requirements.filter((each) => each.fate !== "infeasible")))), impossible(change)));
  const tests = document.tests && document.tests.length > 0 ? section("Tests, in the order to run them", make("div", {class: "scroll"}, make("table", {class: "plain"}, document.tests.map((test) => make("tr", {},
    make("td", {}, chip(test.passed ? "valid" : "violated", test.passed ? "passed" : "failed")), make("td", {}, code(test.name)), make("td", {class: "muted"}, `${test.seconds.toFixed(2)} s`),
    make("td", {class: "muted"}, `satisfies ${test.satisfies}`)))))) : "";
  return make("article", {class: "entry", "aria-label": "require"}, make("header", {class: "entry-head"}, make("h2", {}, "Requirements of tests (require)"), make("p", {class: "group-head"}, fatesOf(document))), changes, tests);
}
