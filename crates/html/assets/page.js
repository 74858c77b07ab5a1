// The rest of the page: light and dark, themes that open when linked to, values under the pointer or, moved by arrow keys, the cursor.
thema.scheme = () => {
  document.getElementById("scheme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.scheme ? root.dataset.scheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.scheme = dark ? "light" : "dark";
    if (thema.restyle) thema.restyle();
  });
};

thema.cards = () => {
  const open = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (target && target.matches("details")) { target.open = true; target.scrollIntoView({ block: "start" }); }
  };
  addEventListener("hashchange", open);
  // Following a link to where the page already is changes no hash.
  document.addEventListener("click", (event) => { const link = event.target.closest('a[href^="#"]'); if (link && link.hash === location.hash) open(); });
  open();
  let closed = [];
  addEventListener("beforeprint", () => { closed = [...document.querySelectorAll("details.card:not([open])")]; closed.forEach((card) => { card.open = true; }); });
  addEventListener("afterprint", () => closed.forEach((card) => { card.open = false; }));
};

thema.charts = () => {
  const percent = (share) => (share * 100).toFixed(1) + " %";
  document.querySelectorAll(".chart[data-trend]").forEach((chart) => {
    const { name, trend } = thema.data.themes[Number(chart.dataset.trend)];
    if (!trend.length) return;
    const left = Number(chart.dataset.left), right = Number(chart.dataset.right), cursor = chart.querySelector(".cursor");
    const last = trend.length - 1, steps = Math.max(1, last), wide = chart.viewBox.baseVal.width;
    const place = (at) => left + (right - left) * at / steps;
    let shown = trend.length;
    const show = (at, x, y) => {
      shown = Math.max(0, Math.min(last, at));
      const [period, papers, total, share, low, high] = trend[shown];
      cursor.setAttribute("x1", place(shown)); cursor.setAttribute("x2", place(shown)); chart.dataset.at = "";
      thema.tip(x, y, name + ", " + period, percent(share) + " (" + percent(low) + " to " + percent(high) + "), " + papers + " of " + total + " papers");
    };
    const hide = () => { delete chart.dataset.at; thema.untip(); };
    chart.addEventListener("pointermove", (event) => {
      const box = chart.getBoundingClientRect();
      show(Math.round(((event.clientX - box.left) / box.width * wide - left) / (right - left) * steps), event.clientX, event.clientY);
    });
    chart.addEventListener("pointerleave", hide);
    thema.keys(chart, hide, (key) => {
      const at = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last }[key];
      if (at === undefined) return false;
      const box = chart.getBoundingClientRect();
      show(at, box.left + place(Math.max(0, Math.min(last, at))) / wide * box.width, box.top + box.height / 2);
      return true;
    });
  });
  document.querySelectorAll(".heat").forEach((heat) => {
    const cells = [...heat.querySelectorAll("rect")], side = Math.round(Math.sqrt(cells.length));
    let shown = -1;
    const hide = () => { heat.querySelectorAll("[data-at]").forEach((cell) => delete cell.dataset.at); thema.untip(); };
    const show = (cell, x, y) => {
      const [row, column] = cell.dataset.pair.split(",").map(Number), { themes, similarity } = thema.data;
      thema.tip(x, y, themes[row].name + " and " + themes[column].name, "cosine " + similarity[row][column].toFixed(2));
    };
    heat.addEventListener("pointermove", (event) => {
      if (event.target.dataset && event.target.dataset.pair) show(event.target, event.clientX, event.clientY); else thema.untip();
    });
    heat.addEventListener("pointerleave", hide);
    // A theme is not compared with itself: the cursor steps over the diagonal.
    thema.keys(heat, hide, (key) => {
      const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
      if (!by) return false;
      let row = shown < 0 ? 0 : Math.floor(shown / side), column = shown < 0 ? 0 : shown % side;
      do { row += by[0]; column += by[1]; } while (row === column);
      if (row < 0 || column < 0 || row >= side || column >= side) return true;
      hide();
      shown = row * side + column;
      const cell = cells[shown], box = cell.getBoundingClientRect();
      cell.dataset.at = "";
      cell.scrollIntoView({ block: "nearest", inline: "nearest" });
      show(cell, box.right, box.bottom);
      return true;
    });
  });
};

// Lets the keyboard reach a chart. `press` tells whether it took a key.
thema.keys = (chart, hide, press) => {
  chart.tabIndex = 0;
  chart.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); else if (press(event.key)) event.preventDefault(); });
  chart.addEventListener("blur", hide);
};

(async () => {
  thema.scheme();
  thema.cards();
  try {
    await thema.load();
  } catch (error) {
    document.getElementById("found").textContent = "This browser cannot decompress the page's data; papers.csv lists the papers.";
    return;
  }
  thema.map();
  thema.search();
  thema.charts();
  performance.mark("thema-ready");
  document.documentElement.dataset.ready = "";
})();
