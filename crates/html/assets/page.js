// The rest of the page: light and dark, themes that open when linked to, values under the pointer.
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
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target && target.matches("details")) { target.open = true; target.scrollIntoView({ block: "start" }); }
  };
  addEventListener("hashchange", open);
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
    chart.addEventListener("pointermove", (event) => {
      const box = chart.getBoundingClientRect();
      const steps = Math.max(1, trend.length - 1);
      const at = Math.round(((event.clientX - box.left) / box.width * chart.viewBox.baseVal.width - left) / (right - left) * steps);
      const period = trend[Math.max(0, Math.min(trend.length - 1, at))];
      const x = left + (right - left) * trend.indexOf(period) / steps;
      cursor.setAttribute("x1", x); cursor.setAttribute("x2", x); chart.dataset.at = "";
      thema.tip(event.clientX, event.clientY, name + ", " + period[0], percent(period[3]) + " (" + percent(period[4]) + " to " + percent(period[5]) + "), " + period[1] + " of " + period[2] + " papers");
    });
    chart.addEventListener("pointerleave", () => { delete chart.dataset.at; thema.untip(); });
  });
  document.querySelectorAll(".heat").forEach((heat) => {
    heat.addEventListener("pointermove", (event) => {
      const pair = event.target.dataset && event.target.dataset.pair;
      if (!pair) { thema.untip(); return; }
      const [row, column] = pair.split(",").map(Number), { themes, similarity } = thema.data;
      thema.tip(event.clientX, event.clientY, themes[row].name + " and " + themes[column].name, "cosine " + similarity[row][column].toFixed(2));
    });
    heat.addEventListener("pointerleave", thema.untip);
  });
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
