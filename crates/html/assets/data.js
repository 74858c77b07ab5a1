"use strict";
// The page's data: deflated JSON in base64.
const thema = { data: null, chosen: -1, theme: -1, matches: null, listeners: [] };

thema.changed = () => thema.listeners.forEach((listener) => listener());

thema.load = async () => {
  const packed = document.getElementById("thema-data").textContent;
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  thema.data = JSON.parse(await new Response(stream).text());
};

// Only addresses that the report has checked, and of these only two places.
thema.address = (paper) => {
  const url = thema.data.url[paper];
  if (url === 1) return "https://arxiv.org/abs/" + thema.data.id[paper];
  const known = typeof url === "string" && /^https:\/\/(arxiv\.org\/abs|doi\.org)\//.test(url);
  return known ? url : null;
};

thema.element = (name, className, text) => {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};

thema.tip = (x, y, bold, rest) => {
  const tip = document.getElementById("tip");
  tip.replaceChildren(thema.element("b", "", bold), document.createTextNode(rest));
  tip.hidden = false;
  const width = tip.offsetWidth, height = tip.offsetHeight;
  tip.style.left = Math.max(8, Math.min(x + 14, innerWidth - width - 8)) + "px";
  tip.style.top = (y + height + 24 > innerHeight ? Math.max(8, y - height - 12) : y + 14) + "px";
};

thema.untip = () => { document.getElementById("tip").hidden = true; };

