// Elements. Text of the user's programs only ever becomes text nodes or attribute values: nothing here takes markup.

// make("button", {class: "quiet", onclick: f, "aria-label": "x"}, "text", child, ...)
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== undefined && child !== null && child !== false && child !== "") element.append(child);
  }
}

function replaceChildren(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

// Code whose lines end between clauses (behind &&, || and semicolons) rather than within one, unless that alone is too long.
function code(text, className) {
  const element = make("code", {class: className});
  for (const part of String(text).split(/(?<=&& |\|\| |; )/)) element.append(make("span", {class: "clause"}, part.trimEnd()), part.endsWith(" ") ? " " : "");
  return element;
}

function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

function chip(kind, text) {
  return make("span", {class: "chip", "data-kind": kind}, text || kind);
}

// A variable of the style sheet, in the scheme that is used now.
function styleValue(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
