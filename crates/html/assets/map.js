// The map: papers as points, or tiles of density with a sample of points above them.
thema.map = () => {
  const canvas = document.getElementById("plot");
  if (!canvas) return;
  const { x, y, theme, themes, grid, tiles } = thema.data;
  const STEPS = 8191, BUCKETS = 64, count = x.length;
  const view = { scale: 1, left: 0, top: 0 };
  let width = 0, height = 0, ratio = 1, wide = 1, high = 1, colors = [], ink = "", paper = "", queued = false;

  const buckets = new Map();
  const bucket = (at) => Math.min(BUCKETS - 1, Math.floor(at / (STEPS + 1) * BUCKETS));
  for (let at = 0; at < count; at++) {
    if (x[at] < 0) continue;
    const key = bucket(y[at]) * BUCKETS + bucket(x[at]);
    if (!buckets.has(key)) buckets.set(key, []);
    buckets.get(key).push(at);
  }
  const order = Array.from({ length: count }, (_, at) => at).filter((at) => x[at] >= 0)
    .sort((a, b) => (themes[theme[b]].color === 9) - (themes[theme[a]].color === 9) || a - b);

  // Where a theme is densest; its name stands there.
  const anchors = themes.map(() => null);
  const COARSE = 20, tally = new Map();
  const weigh = (of, px, py, weight) => {
    const key = (of * COARSE + Math.min(COARSE - 1, Math.floor(py * COARSE))) * COARSE + Math.min(COARSE - 1, Math.floor(px * COARSE));
    const cell = tally.get(key) || { of, x: 0, y: 0, n: 0 };
    cell.x += px * weight; cell.y += py * weight; cell.n += weight;
    tally.set(key, cell);
  };
  if (tiles.length) for (let at = 0; at < tiles.length; at += 4) weigh(tiles[at + 3], (tiles[at] + .5) / grid, (tiles[at + 1] + .5) / grid, tiles[at + 2]);
  else for (const at of order) weigh(theme[at], x[at] / STEPS, y[at] / STEPS, 1);
  for (const cell of tally.values()) if (!anchors[cell.of] || cell.n > anchors[cell.of].n) anchors[cell.of] = cell;

  // The part of the unit square that holds papers fills the canvas, stretched by at most a half along one axis.
  const bounds = { left: 1, right: 0, top: 1, bottom: 0 };
  const hold = (px, py, margin) => {
    bounds.left = Math.min(bounds.left, px - margin); bounds.right = Math.max(bounds.right, px + margin);
    bounds.top = Math.min(bounds.top, py - margin); bounds.bottom = Math.max(bounds.bottom, py + margin);
  };
  for (const at of order) hold(x[at] / STEPS, y[at] / STEPS, .015);
  for (let at = 0; at < tiles.length; at += 4) hold((tiles[at] + .5) / grid, (tiles[at + 1] + .5) / grid, 1 / grid);
  if (bounds.right <= bounds.left) hold(.5, .5, .5);

  const sx = (px) => view.left + px * wide * view.scale;
  const sy = (py) => view.top + py * high * view.scale;
  const queue = () => { if (!queued) { queued = true; requestAnimationFrame(draw); } };
  const fit = () => {
    const across = bounds.right - bounds.left, down = bounds.bottom - bounds.top;
    wide = (width - 24) / across; high = (height - 24) / down;
    wide = Math.min(wide, high * 1.5); high = Math.min(high, wide * 1.5);
    view.scale = 1;
    view.left = (width - across * wide) / 2 - bounds.left * wide; view.top = (height - down * high) / 2 - bounds.top * high;
  };
  const style = () => {
    const css = getComputedStyle(document.documentElement);
    const value = (name) => css.getPropertyValue(name).trim();
    colors = Array.from({ length: 10 }, (_, at) => value("--c" + at));
    ink = value("--ink"); paper = value("--card");
    queue();
  };
  const resize = () => {
    const box = canvas.getBoundingClientRect();
    if (!box.width || !box.height) return;
    const centre = [(width / 2 - view.left) / (wide * view.scale), (height / 2 - view.top) / (high * view.scale)], scale = view.scale;
    width = box.width; height = box.height; ratio = devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio); canvas.height = Math.round(height * ratio);
    fit();
    if (scale !== 1) { view.scale = scale; view.left = width / 2 - centre[0] * wide * scale; view.top = height / 2 - centre[1] * high * scale; }
    queue();
  };

  const drawTiles = (context) => {
    const across = wide * view.scale / grid, down = high * view.scale / grid;
    const most = Math.log1p(tiles.reduce((most, value, at) => at % 4 === 2 ? Math.max(most, value) : most, 1));
    for (let at = 0; at < tiles.length; at += 4) {
      const px = sx(tiles[at] / grid), py = sy(tiles[at + 1] / grid);
      if (px < -across || py < -down || px > width || py > height) continue;
      const faded = thema.matches || (thema.theme >= 0 && tiles[at + 3] !== thema.theme);
      context.globalAlpha = (faded ? .08 : 1) * (.14 + .8 * Math.log1p(tiles[at + 2]) / most);
      context.fillStyle = colors[themes[tiles[at + 3]].color];
      const snapped = (at) => Math.round(at * ratio) / ratio, left = snapped(px), top = snapped(py);
      context.fillRect(left, top, snapped(px + across) - left, snapped(py + down) - top);
    }
    context.globalAlpha = 1;
  };
  const drawPoints = (context) => {
    const radius = Math.max(1.1, Math.min(4.5, 2.2 * Math.sqrt(view.scale) * Math.max(.55, Math.min(1.5, Math.sqrt(2500 / count)))));
    const round = count < 4000 || view.scale > 4;
    for (const at of order) {
      const px = sx(x[at] / STEPS), py = sy(y[at] / STEPS);
      if (px < -9 || py < -9 || px > width + 9 || py > height + 9) continue;
      const faded = thema.matches ? !thema.matches.has(at) : thema.theme >= 0 && theme[at] !== thema.theme;
      context.globalAlpha = faded ? .1 : .82;
      context.fillStyle = colors[themes[theme[at]].color];
      if (round) { context.beginPath(); context.arc(px, py, radius, 0, 7); context.fill(); }
      else context.fillRect(px - radius, py - radius, radius * 2, radius * 2);
    }
    context.globalAlpha = 1;
    if (thema.chosen >= 0 && x[thema.chosen] >= 0) {
      const px = sx(x[thema.chosen] / STEPS), py = sy(y[thema.chosen] / STEPS);
      context.lineWidth = 2.5; context.strokeStyle = ink;
      context.beginPath(); context.arc(px, py, radius + 5, 0, 7); context.stroke();
    }
  };
  const drawNames = (context) => {
    const small = width < 560;
    context.font = "600 " + (small ? 11 : 12.5) + "px " + getComputedStyle(document.body).fontFamily;
    context.textAlign = "left"; context.textBaseline = "middle";
    const taken = [[width - 52, 0, width, 124]];
    themes.forEach((one, at) => {
      const anchor = anchors[at];
      if (!anchor || one.color === 9 || (thema.theme >= 0 && thema.theme !== at)) return;
      const limit = small ? 22 : 34;
      const name = one.name.length > limit ? one.name.slice(0, limit - 1).trimEnd() + "…" : one.name;
      const half = context.measureText(name).width / 2 + 12, tall = 10.5;
      const cx = sx(anchor.x / anchor.n), cy = sy(anchor.y / anchor.n);
      if (cx < 0 || cx > width || cy < 0 || cy > height) return;
      const px = Math.max(half + 4, Math.min(width - half - 4, cx));
      for (const shift of [0, -20, 20, -40, 40]) {
        const py = Math.max(tall + 4, Math.min(height - tall - 4, cy + shift));
        const box = [px - half, py - tall, px + half, py + tall];
        if (taken.some((other) => box[0] < other[2] + 2 && box[2] > other[0] - 2 && box[1] < other[3] + 2 && box[3] > other[1] - 2)) continue;
        taken.push(box);
        context.globalAlpha = .86; context.fillStyle = paper;
        context.beginPath(); context.roundRect(box[0], box[1], half * 2, tall * 2, tall); context.fill();
        context.globalAlpha = 1; context.fillStyle = colors[one.color];
        context.beginPath(); context.arc(box[0] + 9.5, py, 3.6, 0, 7); context.fill();
        context.fillStyle = ink; context.fillText(name, box[0] + 17, py + .5);
        break;
      }
    });
  };
  const draw = () => {
    queued = false;
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    if (grid) drawTiles(context);
    if (!grid || view.scale >= 2.5 || thema.matches || thema.chosen >= 0) drawPoints(context);
    drawNames(context);
    canvas.dataset.drawn = String(count);
  };

  const zoom = (factor, px, py) => {
    const scale = Math.max(.7, Math.min(60, view.scale * factor));
    const by = scale / view.scale;
    view.left = px - (px - view.left) * by; view.top = py - (py - view.top) * by; view.scale = scale;
    queue();
  };
  const nearest = (px, py, reach) => {
    if (grid && view.scale < 2.5 && !thema.matches) return -1;
    const dx = (px - view.left) / (wide * view.scale), dy = (py - view.top) / (high * view.scale);
    const far = reach / (Math.min(wide, high) * view.scale);
    let best = -1, distance = reach * reach;
    const from = (at) => Math.max(0, Math.floor((at - far) * BUCKETS)), to = (at) => Math.min(BUCKETS - 1, Math.floor((at + far) * BUCKETS));
    for (let row = from(dy); row <= to(dy); row++) for (let column = from(dx); column <= to(dx); column++) {
      for (const at of buckets.get(row * BUCKETS + column) || []) {
        if (thema.matches ? !thema.matches.has(at) : thema.theme >= 0 && theme[at] !== thema.theme) continue;
        const d = (sx(x[at] / STEPS) - px) ** 2 + (sy(y[at] / STEPS) - py) ** 2;
        if (d < distance) { distance = d; best = at; }
      }
    }
    return best;
  };
  const place = (event) => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };

  const pointers = new Map();
  let moved = 0;
  canvas.addEventListener("pointerdown", (event) => { pointers.set(event.pointerId, place(event)); moved = 0; canvas.setPointerCapture(event.pointerId); thema.untip(); });
  canvas.addEventListener("pointermove", (event) => {
    const now = place(event), before = pointers.get(event.pointerId);
    if (!before) {
      const at = nearest(now[0], now[1], 9);
      if (at < 0) { thema.untip(); return; }
      thema.tip(event.clientX, event.clientY, thema.data.title[at], thema.data.id[at] + (thema.data.date[at] ? " · " + thema.data.date[at] : "") + " · " + themes[theme[at]].name);
      return;
    }
    if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const span = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]);
      zoom(span(now) / Math.max(1, span(before)), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    } else { view.left += now[0] - before[0]; view.top += now[1] - before[1]; queue(); }
    moved += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
    pointers.set(event.pointerId, now);
  });
  const lift = (event) => {
    const was = pointers.get(event.pointerId);
    pointers.delete(event.pointerId);
    if (was && moved < 5 && event.type === "pointerup") { const at = nearest(was[0], was[1], 12); if (at >= 0) thema.choose(at); }
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("pointerleave", thema.untip);
  canvas.addEventListener("wheel", (event) => { event.preventDefault(); const [px, py] = place(event); zoom(Math.exp(-event.deltaY * (event.ctrlKey ? .01 : .0018)), px, py); }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const step = 60, keys = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    if (keys[event.key]) { view.left += keys[event.key][0]; view.top += keys[event.key][1]; queue(); }
    else if (event.key === "+" || event.key === "=") zoom(1.4, width / 2, height / 2);
    else if (event.key === "-") zoom(1 / 1.4, width / 2, height / 2);
    else if (event.key === "0") { fit(); queue(); }
    else if (event.key === "Escape") thema.untip();
    else return;
    event.preventDefault();
  });
  document.querySelectorAll("[data-zoom]").forEach((button) => button.addEventListener("click", () => {
    if (button.dataset.zoom === "fit") { fit(); queue(); } else zoom(button.dataset.zoom === "in" ? 1.6 : 1 / 1.6, width / 2, height / 2);
  }));
  thema.show = (at) => {
    if (x[at] < 0) return;
    view.scale = Math.max(view.scale, 3);
    view.left = width / 2 - x[at] / STEPS * wide * view.scale; view.top = height / 2 - y[at] / STEPS * high * view.scale;
    queue();
  };
  thema.listeners.push(queue);
  thema.restyle = style;
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", style);
  matchMedia("print").addEventListener("change", () => { style(); draw(); });
  new ResizeObserver(resize).observe(canvas);
  style();
};

