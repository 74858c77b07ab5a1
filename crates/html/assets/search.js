// Search over the papers that the page names, and the legend that narrows it to one theme.
thema.search = () => {
  const { title, id, date, theme, themes } = thema.data;
  const LISTED = 60;
  const field = document.getElementById("query"), found = document.getElementById("found"), results = document.getElementById("results");
  const fold = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const texts = title.map((text, at) => fold(text + " " + id[at]));
  const names = themes.map((one) => fold(one.name + " " + one.key));
  const number = (count) => count.toLocaleString("en-US");
  const searched = title.length < thema.data.total ? " in the sample of " + number(title.length) : "";

  const entry = (at) => {
    const item = thema.element("li");
    item.dataset.paper = at;
    if (at === thema.chosen) item.dataset.chosen = "";
    const address = thema.address(at), text = thema.element("div", "text");
    const name = thema.element(address ? "a" : "span", "title", title[at]);
    if (address) { name.href = address; name.rel = "noreferrer noopener"; }
    const meta = thema.element("span", "meta", id[at] + (date[at] ? " · " + date[at] : "") + " · " + themes[theme[at]].name);
    if (thema.show && thema.data.x[at] >= 0) {
      const show = thema.element("button", "", "on the map");
      show.type = "button";
      show.setAttribute("aria-label", "Show on the map: " + title[at]);
      show.addEventListener("click", () => { thema.choose(at, true); });
      meta.append(show);
    }
    text.append(name, meta);
    const swatch = thema.element("span", "swatch c" + themes[theme[at]].color);
    swatch.setAttribute("aria-hidden", "true");
    item.append(swatch, text);
    return item;
  };
  // Lists the papers from one on, and a button for those that follow.
  const append = (papers, from) => {
    results.append(...papers.slice(from, from + LISTED).map(entry));
    const left = papers.length - from - LISTED;
    if (left <= 0) return;
    const item = thema.element("li", "more"), more = thema.element("button", "", "Show " + number(Math.min(left, LISTED)) + " more of " + number(left));
    more.type = "button";
    more.addEventListener("click", () => { const last = item.previousSibling; item.remove(); append(papers, from + LISTED); (last.nextSibling.querySelector("a, button") || field).focus(); });
    item.append(more);
    results.append(item);
  };
  const list = (papers) => { results.replaceChildren(); append(papers, 0); };
  const count = (papers) => {
    const of = thema.theme < 0 ? "" : " of \u201c" + themes[thema.theme].name + "\u201d";
    found.textContent = number(papers.length) + (papers.length === 1 ? " paper" : " papers") + of + searched;
    if (thema.theme < 0 || !field.value.trim()) return;
    const all = thema.element("button", "", "search all themes");
    all.type = "button";
    all.addEventListener("click", () => { thema.theme = -1; update(); field.focus(); });
    found.append(" ", all);
  };

  const update = () => {
    const words = fold(field.value).split(/\s+/).filter(Boolean), phrase = words.join(" ");
    document.querySelectorAll(".legend button").forEach((button) => button.setAttribute("aria-pressed", String(Number(button.dataset.theme) === thema.theme)));
    if (!words.length && thema.theme < 0) {
      thema.matches = null; found.textContent = ""; list(thema.chosen >= 0 ? [thema.chosen] : []); thema.changed();
      return;
    }
    // Papers with the phrase in their title come first, then those with all words there, then those that their theme's name adds.
    const ranks = [[], [], []];
    for (let at = 0; at < title.length; at++) {
      if (thema.theme >= 0 && theme[at] !== thema.theme) continue;
      const text = texts[at];
      if (text.includes(phrase)) ranks[0].push(at);
      else if (words.every((word) => text.includes(word))) ranks[1].push(at);
      else if (words.every((word) => text.includes(word) || names[theme[at]].includes(word))) ranks[2].push(at);
    }
    const papers = ranks.flat();
    thema.matches = words.length ? new Set(papers) : null;
    count(papers);
    list(papers);
    thema.changed();
  };
  thema.choose = (at, centre) => {
    thema.chosen = at;
    if (centre) thema.show(at);
    if (!results.querySelector('[data-paper="' + at + '"]')) results.prepend(entry(at));
    results.querySelectorAll("li").forEach((item) => item.toggleAttribute("data-chosen", Number(item.dataset.paper) === at));
    results.querySelector("[data-chosen]").scrollIntoView({ block: "nearest" });
    thema.changed();
  };
  let timer = 0;
  field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(update, 60); });
  document.querySelector(".search").addEventListener("submit", (event) => { event.preventDefault(); update(); });
  document.querySelectorAll(".legend button").forEach((button) => button.addEventListener("click", () => {
    const at = Number(button.dataset.theme);
    thema.theme = thema.theme === at ? -1 : at;
    update();
  }));
};

