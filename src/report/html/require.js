// What `cleave require` found: requirements of each change with their marks, and the tests that satisfy them.

function requirementRow(requirement) {
  const example = requirement.example ? Object.entries(requirement.example).map(([name, value]) => `${name} = ${value}`).join(", ") : "";
  const tests = [...(requirement.tests || []), ...(requirement.added ? [`${requirement.added} (found)`] : [])];
  return make("tr", {}, make("td", {class: "muted"}, requirement.id), make("td", {}, chip(requirement.fate)), make("td", {}, requirement.sentence || requirement.kind, make("div", {}, code(requirement.predicate))),
    make("td", {}, example ? code(example) : ""), make("td", {}, tests.join(", ") || make("span", {class: "muted"}, requirement.reason || requirement.search || "")));
}

function requireView(document) {
  const place = (statement) => { const at = statement.after || statement.before; return at ? `${at.file}:${at.line}` : ""; };
  const changes = document.changes.map((change) => section(`Change ${change.id}: ${change.function}, ${change.file}`,
    change.failure ? make("p", {class: "muted"}, change.failure) : "",
    change.tests ? make("p", {class: "muted"}, change.tests.length > 0 ? `reached by ${change.tests.join(", ")}` : "no test comes to it") : "",
    change.statements.map((statement) => make("div", {class: "statement"}, make("h4", {}, `${statement.what} `, make("span", {class: "muted"}, `${place(statement)}, distance ${statement.distance}`)),
      statement.reason ? make("p", {class: "muted"}, statement.reason) : "",
      statement.requirements.length > 0 ? make("div", {class: "scroll"}, make("table", {class: "plain"}, statement.requirements.map(requirementRow))) : ""))));
  const tests = document.tests && document.tests.length > 0 ? section("Tests, in the order to run them", make("div", {class: "scroll"}, make("table", {class: "plain"}, document.tests.map((test) => make("tr", {},
    make("td", {}, chip(test.passed ? "valid" : "violated", test.passed ? "passed" : "failed")), make("td", {}, code(test.name)), make("td", {class: "muted"}, `${test.seconds.toFixed(2)} s`),
    make("td", {class: "muted"}, `satisfies ${test.satisfies}`)))))) : "";
  return make("article", {class: "entry", "aria-label": "require"}, make("header", {class: "entry-head"}, make("h2", {}, "Requirements of tests (require)")), changes, tests);
}
