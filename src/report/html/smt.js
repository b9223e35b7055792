// Reads terms of SMT-LIB2: a term is an atom (a string) or a list of terms. Names in bars come without them, marked by a leading "|".

function parseTerm(text) {
  const stack = [[]];
  const token = /[()]|\|[^|]*\||[^\s()|]+/g;
  for (let match; (match = token.exec(text)) !== null;) {
    const word = match[0];
    if (word === "(") {
      stack.push([]);
    } else if (word === ")") {
      const done = stack.pop();
      if (stack.length === 0) throw new Error("a parenthesis too many");
      stack[stack.length - 1].push(done);
    } else {
      stack[stack.length - 1].push(word.startsWith("|") ? word.slice(0, -1) : word);
    }
  }
  if (stack.length !== 1 || stack[0].length !== 1) throw new Error("not one term");
  return stack[0][0];
}

// What a term calls an input, as it comes from parseTerm: cleave quotes and renames what SMT-LIB has no place for.
function namesOfInput(name) {
  return [name, "|" + name, "|input " + name, "|" + name.replaceAll("|", "!").replaceAll("\\", "/")];
}

// Constants of a width that a term compares with or computes from.
function constantsIn(term, width, into) {
  if (typeof term === "string") {
    if (term.startsWith("#x") && (term.length - 2) * 4 === width) into.add(BigInt("0x" + term.slice(2)));
    if (term.startsWith("#b") && term.length - 2 === width) into.add(BigInt("0b" + term.slice(2)));
    return;
  }
  for (const part of term) constantsIn(part, width, into);
}
