// Groups as areas by their share of the input space, and their partitions within them. A share of 2^-60 would be invisible, so none is drawn below a
// small part of the whole; the label says what it really is. What share a single partition has is not known: those of a group are drawn alike.

const LEAST_PART = 0.16;
const MOST_CELLS = 600;

// Rectangles for weights (which sum to 1) in a box, in order, as square as slicing allows: [{x, y, w, h}], all from 0 to 1.
function squarify(weights, width, height) {
  const result = [];
  let box = {x: 0, y: 0, w: width, h: height}, rest = weights.reduce((sum, each) => sum + each, 0), start = 0;
  const worst = (row, sum, side, area) => {
    const thickness = ((sum / rest) * area) / side;
    return Math.max(...row.map((each) => {
      const length = (each / sum) * side;
      return Math.max(length / thickness, thickness / length);
    }));
  };
  while (start < weights.length) {
    const side = Math.min(box.w, box.h), area = box.w * box.h;
    let end = start + 1, sum = weights[start];
    while (end < weights.length && worst(weights.slice(start, end + 1), sum + weights[end], side, area) <= worst(weights.slice(start, end), sum, side, area)) sum += weights[end++];
    const thickness = ((sum / rest) * area) / side;
    let along = 0;
    for (let k = start; k < end; ++k) {
      const length = (weights[k] / sum) * side;
      result.push(box.w >= box.h ? {x: box.x, y: box.y + along, w: thickness, h: length} : {x: box.x + along, y: box.y, w: length, h: thickness});
      along += length;
    }
    box = box.w >= box.h ? {x: box.x + thickness, y: box.y, w: box.w - thickness, h: box.h} : {x: box.x, y: box.y + thickness, w: box.w, h: box.h - thickness};
    rest -= sum;
    start = end;
  }
  return result;
}

// Groups, or where there are none the kinds, as {label, kind, share, shareText, partitions}.
function areasOf(entry) {
  const share = entry.head.share, counts = {};
  for (const each of entry.partitions) counts[each.kind] = (counts[each.kind] || 0) + 1;
  const ofKind = (kind) => (share ? share[{equal: 0, different: 1, undefined: 2, unfinished: 3}[kind]] : null);
  const areas = entry.groups.length > 0
    ? entry.groups.map((group) => {
      const alone = entry.groups.filter((each) => each.kindName === group.kindName).length === 1;
      const known = group.share !== undefined ? [group.share, group.share_text] : alone ? ofKind(group.kindName) : null;
      return {label: group.condition, kind: group.example.kindText, share: known ? known[0] : null, shareText: known ? known[1] : "", partitions: group.partitions, group};
    })
    : KINDS.filter((kind) => counts[kind]).map((kind) => ({label: kind, kind, share: ofKind(kind) ? ofKind(kind)[0] : null, shareText: ofKind(kind) ? ofKind(kind)[1] : "",
      partitions: entry.partitions.filter((each) => each.kind === kind).map((each) => each.id)}));
  const all = areas.reduce((sum, each) => sum + each.partitions.length, 0) || 1;
  for (const each of areas) each.weight = Math.max(LEAST_PART, each.share === null ? each.partitions.length / all : each.share);
  return areas.sort((a, b) => b.weight - a.weight);
}

class TreeMap {
  constructor(entry, onSelect, onGroup) {
    this.entry = entry;
    this.onSelect = onSelect;
    this.onGroup = onGroup;
    this.element = make("div", {class: "treemap", role: "group", "aria-label": "The input space by share"});
    this.cells = new Map();
  }

  draw() {
    const width = Math.max(260, this.element.clientWidth || 560), height = 300;
    const areas = areasOf(this.entry), total = areas.reduce((sum, each) => sum + each.weight, 0);
    const boxes = squarify(areas.map((each) => each.weight / total), width, height);
    this.cells.clear();
    replaceChildren(this.element, areas.map((area, k) => this.area(area, boxes[k], width, height)));
    this.element.style.height = `${height}px`;
    this.select(this.selected);
  }

  area(area, box, width, height) {
    const style = (each) => `left:${(each.x / width) * 100}%;top:${(each.y / height) * 100}%;width:${(each.w / width) * 100}%;height:${(each.h / height) * 100}%`;
    const label = make("button", {class: "area-label", type: "button", title: area.label, onclick: () => area.group ? this.onGroup(area.group) : null},
      make("b", {}, `${area.partitions.length} ${area.kind}`), area.shareText ? ` · ${area.shareText} of inputs` : "", make("br"), code(area.label));
    const room = Math.max(box.w - 16, 10) * Math.max(box.h - 76, 10);
    const size = Math.max(5, Math.min(26, Math.floor(Math.sqrt(room / area.partitions.length)) - 2));
    const cells = make("div", {class: "area-cells", style: `--cell:${size}px`});
    if (area.partitions.length > 1 && area.partitions.length <= MOST_CELLS) {
      for (const id of area.partitions) {
        const partition = this.entry.byId.get(id);
        if (!partition) continue;
        const cell = make("span", {class: "cell", title: partition.condition, onclick: () => this.onSelect(partition)});
        this.cells.set(id, cell);
        cells.append(cell);
      }
    }
    return make("div", {class: "area", "data-kind": area.kind, style: style(box)}, label, cells);
  }

  select(partition) {
    this.selected = partition;
    for (const [id, cell] of this.cells) cell.classList.toggle("chosen", Boolean(partition) && partition.id === id);
  }
}
