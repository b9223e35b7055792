// Witnesses as something to run: what the copy buttons copy.

function shellWord(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

// The input as cleave's own commands read it (--test, `cleave reduce --tests`): values by the names of cells, without those that are zero.
function testOf(entry, partition) {
  const test = {};
  entry.witness(partition).forEach((bits, k) => {
    if (bits === 0n && entry.inputs.length > 8) return;
    const input = entry.inputs[k], value = numberOfBits(input, bits);
    test[input.smtName] = Number.isNaN(value) ? "NAN" : Object.is(value, -0) ? "-0.0" : String(value);
  });
  return JSON.stringify(test);
}

// Runs the input again and tells why it behaves differently.
function commandOf(overview, entry, partition) {
  const versions = ["before", "after"].map((side) => {
    const files = overview[`${side}_files`];
    return files.length === 0 ? [side.toUpperCase()] : files.length === 1 ? files : null;
  });
  const words = versions.includes(null)
    ? ["--before", ...overview.before_files, "--after", ...overview.after_files]
    : versions.flat();
  return ["cleave", "explain", ...words, "--entry", entry.head.name, "--test", testOf(entry, partition)].map(shellWord).join(" ");
}

async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch (failure) {  // not allowed here: the old way
    const area = make("textarea", {class: "offscreen"}, text);
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  const label = button.textContent;
  button.textContent = "copied";
  button.dataset.copied = text;
  setTimeout(() => { button.textContent = label; }, 1200);
}

function copyButton(label, textOf, title) {
  return make("button", {type: "button", class: "copy", title, onclick: (event) => copyText(textOf(), event.currentTarget)}, label);
}

function copyButtons(overview, entry, partition) {
  return make("div", {class: "copies"},
    copyButton("copy input", () => partition.call, "the input as it is written here"),
    copyButton("copy as test", () => testOf(entry, partition), "JSON, as `cleave explain --test` and `cleave reduce --tests` read it"),
    copyButton("copy command", () => commandOf(overview, entry, partition), "a command that explains the difference"));
}
