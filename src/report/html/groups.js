// Groups as cards: the condition, and the example with what both versions show.

function resultPair(partition) {
  if (partition.beforeShown === partition.afterShown) return make("div", {class: "results"}, make("div", {class: "side"}, make("span", {class: "muted"}, "both"), code(partition.afterShown)));
  return make("div", {class: "results"},
    make("div", {class: "side before"}, make("span", {class: "muted"}, "before"), code(partition.beforeShown)),
    make("div", {class: "side after"}, make("span", {class: "muted"}, "after"), code(partition.afterShown)));
}

function groupTitle(group) {
  const count = group.partitions.length;
  return count === 1 ? group.example.kindText : `${count.toLocaleString("en")} ${group.example.kindText}`;
}

function confirmation(partition) {
  if (partition.kind !== "different") return "";
  return partition.confirmed ? make("span", {class: "confirmed", title: "both versions were run natively, and they did differ"}, "✓ confirmed")
    : make("span", {class: "muted", title: "no native run showed it, or none was made"}, "unconfirmed");
}

function groupCard(group, index, onSelect) {
  const isExactText = group.exact ? "proved: holds on these inputs and on no other" : "";
  const card = make("button", {type: "button", class: "group", "data-kind": group.example.kindText, "data-group": index, onclick: () => onSelect(index)},
    make("span", {class: "group-head"}, chip(group.example.kindText, groupTitle(group)), group.marks.map((mark) => make("span", {class: "mark"}, mark)),
      group.share_text ? make("span", {class: "muted"}, `${group.share_text} of inputs`) : "", confirmation(group.example),
      group.exact ? make("span", {class: "exact", title: isExactText}, "exact") : ""),
    code(group.condition, "group-condition"),
    make("span", {class: "muted group-reason"}, group.reason),
    group.kindName === "different" || group.kindName === "undefined"
      ? make("span", {class: "group-example"}, make("span", {class: "muted"}, "e.g. "), code(group.example.call), resultPair(group.example)) : "");
  return card;
}
