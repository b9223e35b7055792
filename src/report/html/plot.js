// The picture of a slice: regions in the colours of their kinds. Drag to zoom, click to select, double click to see all; with the keyboard, arrows
// move a cross, Enter selects, + and - zoom, 0 shows all.

const MARGIN = {left: 92, right: 14, top: 10, bottom: 34};
const MOST_MILLISECONDS = 1500;
const MARGIN_OF_ONE = {...MARGIN, left: 14};  // no vertical axis

// "h s l" of a style variable, with another lightness for neighbours of the same kind, as [r, g, b].
function shade(name, step) {
  const [hue, saturation, lightness] = styleValue(name).split(" ").map(Number);
  return toRgb(hue, saturation / 100, (lightness + ((step * 0.618) % 1) * 16 - 8) / 100);
}

function toRgb(hue, s, l) {
  const part = (n) => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [part(0), part(8), part(4)];
}

// Of rows, which are of one kind and are told apart by their colours alone: far from those of the rows before.
function shadeOfRow(name, row) {
  const [hue, saturation, lightness] = styleValue(name).split(" ").map(Number);
  return toRgb((hue + row * 137.508) % 360, saturation / 100, (lightness + (row % 3) * 5 - 5) / 100);
}

class Plot {
  constructor(entry, conditions, onSelect) {
    this.entry = entry;
    this.conditions = conditions;
    this.onSelect = onSelect;
    this.onPainted = () => {};
    this.selected = null;
    this.isEven = false;
    this.canvas = make("canvas", {tabindex: 0, role: "application", class: "plot",
      "aria-label": "Map of the input space. Arrow keys move the cross, Enter selects the partition there, plus and minus zoom, 0 shows all."});
    this.readout = make("output", {class: "readout", "aria-live": "polite"});
    this.element = make("div", {class: "plot-box"}, this.canvas, this.readout);
    this.pace = new Pace();
    this.listen();
  }

  // The cells that vary, and what the others are.
  show(cells, values) {
    this.cells = cells;
    this.values = values;
    this.ranges = cells.map((cell) => {
      const ordinals = new Ordinals(this.entry.inputs[cell]);
      return {ordinals, low: ordinals.low, high: ordinals.high};
    });
    this.keys = null;
    this.cross = null;
    return this.compute();
  }

  select(partition) {
    this.selected = partition;
    this.paint();
  }

  get margin() { return this.cells && this.cells.length === 1 ? MARGIN_OF_ONE : MARGIN; }
  get width() { return this.canvas.width - this.margin.left - this.margin.right; }
  get height() { return this.canvas.height - this.margin.top - this.margin.bottom; }

  async compute() {
    this.pace.cancel();
    const pace = (this.pace = new Pace());
    this.canvas.dataset.state = "busy";
    this.canvas.width = Math.max(260, Math.min(760, this.element.clientWidth || 560));
    this.canvas.height = this.cells.length > 1 ? Math.round(Math.min(420, this.canvas.width * 0.62)) : 130;
    if (!(await this.conditions.prepare(pace))) return;
    if (!this.keys) this.keys = this.cells.map((cell, k) => keysOf(this.entry, cell, this.ranges[k].ordinals, this.conditions.parsed.filter((each) => each !== null)));
    const slice = new Slice(this.conditions, this.cells, this.values);
    if (!(await slice.prepare(pace))) return;
    const lengths = [this.width, this.height];
    this.axes = this.ranges.map((range, k) => new Axis(range.ordinals, this.keys[k], range.low, range.high, lengths[k], this.isEven));
    this.grid = new Int32Array(this.width * this.height).fill(NOWHERE);
    if (await this.fill(slice, pace)) {
      this.paint();
      this.canvas.dataset.state = "done";
    }
  }

  // Coarse first, then finer, as long as that is quick: thousands of conditions take their time.
  async fill(slice, pace) {
    const start = performance.now();
    const w = this.width, h = this.height, flat = this.cells.length === 1;
    const [columns, rows] = [0, 1].map((k) => (k < this.axes.length ? Array.from({length: k === 0 ? w : h}, (_, p) => {
      const pixel = k === 0 ? p + 0.5 : h - p - 0.5;  // larger values are higher up
      return this.ranges[k].ordinals.toBits(this.axes[k].ordinalAt(pixel));
    }) : [0n]));
    for (let size = flat ? 1 : 8; size >= 1; size /= 2) {
      for (let y = 0; y < (flat ? 1 : h); y += size) {
        for (let x = 0; x < w; x += size) {
          const isNew = size === 8 || flat || x % (2 * size) !== 0 || y % (2 * size) !== 0;
          if (isNew) this.block(x, y, size, slice.at(columns[x], rows[y]));
        }
        if (!(await pace.rest())) return false;
      }
      if (size > 1) this.paint();
      if (performance.now() - start > MOST_MILLISECONDS) break;
    }
    if (flat) for (let y = 1; y < h; ++y) this.grid.copyWithin(y * w, 0, w);
    return true;
  }

  block(x, y, size, value) {
    for (let row = y; row < Math.min(y + size, this.height); ++row) {
      const start = row * this.width + x;
      this.grid.fill(value, start, Math.min(start + size, (row + 1) * this.width));
    }
  }

  colorOf(index) {
    if (!this.colors) this.colors = new Map();
    if (!this.colors.has(index)) {
      const name = `--map-${this.kindOf(index)}`;
      this.colors.set(index, this.entry.isOfRows && index >= 0 ? shadeOfRow(name, index) : shade(name, Math.max(index, 0)));
    }
    return this.colors.get(index);
  }

  // The kinds of what is in the picture.
  kindsSeen() { return new Set([...new Set(this.grid)].map((index) => this.kindOf(index))); }

  kindOf(index) {
    return index === OUTSIDE ? "outside" : index === NOWHERE ? "open" : index === UNDECIDED ? "unknown" : this.entry.partitions[index].kindText;
  }

  paint() {
    if (!this.grid) return;
    this.colors = null;  // the scheme may have changed
    const context = this.canvas.getContext("2d"), w = this.width, h = this.height;
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const image = context.createImageData(w, h);
    const chosen = this.selected ? this.entry.partitions.indexOf(this.entry.byId.get(this.selected.id)) : -9;
    const edge = styleValue("--text") || "#000", isDim = chosen >= 0 && this.grid.includes(chosen);
    const group = this.selected ? this.entry.groupOf.get(this.selected.id) : undefined;
    const isBeside = (index) => index >= 0 && group !== undefined && this.entry.groupOf.get(this.entry.partitions[index].id) === group;
    const alphas = new Map([...new Set(this.grid)].map((index) => [index, isDim && index !== chosen && !isBeside(index) ? 130 : 255]));
    for (let k = 0; k < w * h; ++k) {
      const index = this.grid[k], [r, g, b] = this.colorOf(index);
      const x = k % w;
      const isBorder = (x > 0 && this.grid[k - 1] !== index) || (k >= w && this.grid[k - w] !== index);
      image.data[4 * k] = r;
      image.data[4 * k + 1] = g;
      image.data[4 * k + 2] = b;
      image.data[4 * k + 3] = isBorder ? 140 : alphas.get(index);
    }
    context.putImageData(image, this.margin.left, this.margin.top);
    if (isDim) this.outline(context, chosen, edge);
    this.labels(context);
    this.crossHair(context);
    this.canvas.dataset.regions = new Set(this.grid).size;
    this.onPainted(this.kindsSeen());
  }

  outline(context, chosen, color) {
    const w = this.width, h = this.height;
    context.fillStyle = color;
    for (let k = 0; k < w * h; ++k) {
      if (this.grid[k] !== chosen) continue;
      const x = k % w, y = Math.floor(k / w);
      const isEdge = x === 0 || x === w - 1 || y === 0 || y === h - 1 || this.grid[k - 1] !== chosen || this.grid[k + 1] !== chosen || this.grid[k - w] !== chosen || this.grid[k + w] !== chosen;
      if (isEdge) context.fillRect(this.margin.left + x - 0.5, this.margin.top + y - 0.5, 2, 2);
    }
  }

  labels(context) {
    context.fillStyle = styleValue("--muted");
    context.strokeStyle = styleValue("--line");
    context.strokeRect(this.margin.left - 0.5, this.margin.top - 0.5, this.width + 1, this.height + 1);
    context.font = "11px ui-monospace, monospace";
    context.textAlign = "center";
    for (const {pixel, text} of this.axes[0].ticks(10, 7)) {
      context.fillRect(this.margin.left + pixel, this.margin.top + this.height, 1, 4);
      const room = (text.length * 7) / 2, at = Math.min(Math.max(this.margin.left + pixel, room), this.canvas.width - room);
      context.fillText(text, at, this.margin.top + this.height + 16);
    }
    context.textAlign = "right";
    if (this.axes.length > 1) {
      for (const {pixel, text} of this.axes[1].ticks(14, 0)) {
        const y = this.margin.top + this.height - pixel;
        context.fillRect(this.margin.left - 4, y, 4, 1);
        context.fillText(text, this.margin.left - 7, y + 4);
      }
    }
    context.fillStyle = styleValue("--text");
    context.font = "bold 11px ui-monospace, monospace";
    context.fillText(this.entry.inputs[this.cells[0]].name, this.canvas.width - this.margin.right, this.canvas.height - 4);
    if (this.axes.length > 1) {
      context.save();
      context.translate(11, this.margin.top + this.height / 2);
      context.rotate(-Math.PI / 2);
      context.textAlign = "center";
      context.fillText(this.entry.inputs[this.cells[1]].name, 0, 0);
      context.restore();
    }
  }

  crossHair(context) {
    if (this.drag) {
      const [left, right] = [this.drag.x0, this.drag.x1].sort((a, b) => a - b), [top, bottom] = [this.drag.y0, this.drag.y1].sort((a, b) => a - b);
      context.fillStyle = styleValue("--accent-soft");
      context.strokeStyle = styleValue("--accent");
      const flat = this.cells.length === 1;
      context.fillRect(this.margin.left + left, this.margin.top + (flat ? 0 : top), right - left, flat ? this.height : bottom - top);
      context.strokeRect(this.margin.left + left, this.margin.top + (flat ? 0 : top), right - left, flat ? this.height : bottom - top);
    }
    if (!this.cross || document.activeElement !== this.canvas) return;
    context.fillStyle = styleValue("--accent");
    context.fillRect(this.margin.left + this.cross.x, this.margin.top, 1, this.height);
    if (this.cells.length > 1) context.fillRect(this.margin.left, this.margin.top + this.cross.y, this.width, 1);
  }

  point(event) {
    const box = this.canvas.getBoundingClientRect(), scale = this.canvas.width / box.width;
    const x = (event.clientX - box.left) * scale - this.margin.left, y = (event.clientY - box.top) * scale - this.margin.top;
    return {x: Math.min(Math.max(x, 0), this.width - 1), y: Math.min(Math.max(y, 0), this.height - 1)};
  }

  indexAt({x, y}) { return this.grid ? this.grid[Math.floor(y) * this.width + Math.floor(x)] : NOWHERE; }

  // Of the point: the values of the cells, and the partition.
  describe(point) {
    const index = this.indexAt(point), pixels = [point.x + 0.5, this.height - point.y - 0.5];
    const values = this.axes.map((axis, k) => `${this.entry.inputs[this.cells[k]].name} = ${this.ranges[k].ordinals.label(axis.ordinalAt(pixels[k]))}`);
    const partition = index >= 0 ? this.entry.partitions[index] : null;
    const what = partition ? `${partition.kindText}: ${partition.condition}`
      : index === OUTSIDE ? "no input: outside the bounds" : index === UNDECIDED ? "cannot be told here" : this.entry.head.left ? "in no partition of this file" : "in no partition";
    return `${values.join(", ")} · ${what}`;
  }

  pick(point) {
    const index = this.indexAt(point);
    if (index >= 0) this.onSelect(this.entry.partitions[index]);
  }

  zoom(k, from, to) {
    const [low, high] = [from, to].map((pixel) => this.axes[k].ordinalAt(pixel)).sort((a, b) => (a < b ? -1 : 1));
    if (high > low) this.ranges[k] = {...this.ranges[k], low, high};
  }

  reset() {
    for (const range of this.ranges) Object.assign(range, {low: range.ordinals.low, high: range.ordinals.high});
    return this.compute();
  }

  listen() {
    this.canvas.addEventListener("pointerdown", (event) => {
      const {x, y} = this.point(event);
      this.drag = {x0: x, y0: y, x1: x, y1: y};
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!this.axes) return;
      const point = this.point(event);
      this.readout.textContent = this.describe(point);
      if (!this.drag) return;
      Object.assign(this.drag, {x1: point.x, y1: point.y});
      this.paint();
    });
    this.canvas.addEventListener("pointerup", (event) => this.endDrag(this.point(event)));
    this.canvas.addEventListener("pointercancel", () => { this.drag = null; });
    this.canvas.addEventListener("dblclick", () => this.reset());
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    for (const name of ["focus", "blur"]) this.canvas.addEventListener(name, () => this.axes && this.paint());
  }

  endDrag(point) {
    const drag = this.drag;
    this.drag = null;
    if (!drag || !this.axes) return;
    const isClick = Math.abs(point.x - drag.x0) < 5 && Math.abs(point.y - drag.y0) < 5;
    if (isClick) {
      this.cross = point;
      this.pick(point);
      return;
    }
    if (Math.abs(point.x - drag.x0) >= 5) this.zoom(0, drag.x0, point.x);
    if (this.cells.length > 1 && Math.abs(point.y - drag.y0) >= 5) this.zoom(1, this.height - drag.y0, this.height - point.y);
    this.compute();
  }

  key(event) {
    const moves = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
    if (!this.axes) return;
    this.cross = this.cross || {x: Math.floor(this.width / 2), y: Math.floor(this.height / 2)};
    if (event.key in moves) {
      const step = event.shiftKey ? 20 : 4;
      this.cross.x = Math.min(Math.max(this.cross.x + moves[event.key][0] * step, 0), this.width - 1);
      this.cross.y = Math.min(Math.max(this.cross.y + moves[event.key][1] * step, 0), this.height - 1);
      this.readout.textContent = this.describe(this.cross);
      this.paint();
    } else if (event.key === "Enter" || event.key === " ") {
      this.pick(this.cross);
    } else if (event.key === "+" || event.key === "=") {
      this.zoom(0, this.cross.x - this.width / 4, this.cross.x + this.width / 4);
      if (this.cells.length > 1) this.zoom(1, this.height - this.cross.y - this.height / 4, this.height - this.cross.y + this.height / 4);
      this.compute();
    } else if (event.key === "-" || event.key === "0") {
      this.reset();
    } else {
      return;
    }
    event.preventDefault();
  }

  // Where a partition can be clicked, relative to the canvas; null: nowhere. The middle of its widest stretch, as far down as that goes.
  placeOf(id) {
    const index = this.entry.partitions.indexOf(this.entry.byId.get(id));
    let best = null;
    for (let y = 0; y < this.height; ++y) {
      for (let x = 0, run = 0; x < this.width; ++x) {
        run = this.grid[y * this.width + x] === index ? run + 1 : 0;
        if (run > 0 && (!best || run > best.run)) best = {run, x: x - run / 2, y};
      }
    }
    if (!best) return null;
    let last = best.y;
    while (last + 1 < this.height && this.grid[(last + 1) * this.width + Math.floor(best.x)] === index) ++last;
    return {x: best.x + this.margin.left, y: (best.y + last) / 2 + this.margin.top};
  }
}
