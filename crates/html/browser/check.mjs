// Opens report pages in headless Chromium: node check.mjs --out DIR PAGE.html..
// Each page must log no error, make no request, find a paper, list those of a theme, open a theme, draw its map and pass axe-core without a
// serious violation, light and dark, wide and narrow. Screenshots and measurements go to DIR.
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const VIEWS = [
  { name: "light-wide", colorScheme: "light", viewport: { width: 1360, height: 900 } },
  { name: "dark-wide", colorScheme: "dark", viewport: { width: 1360, height: 900 } },
  { name: "light-narrow", colorScheme: "light", viewport: { width: 390, height: 844 } },
  { name: "dark-narrow", colorScheme: "dark", viewport: { width: 390, height: 844 } },
];
const LIMIT = 2_000_000;
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const words = process.argv.slice(2);
const at = words.indexOf("--out");
const out = at < 0 ? "browser-output" : words.splice(at, 2)[1];
if (words.length === 0) {
  console.error("usage: node check.mjs [--out DIR] PAGE.html..");
  process.exit(2);
}
await mkdir(out, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--force-color-profile=srgb"],
});
const failures = [];
const measured = [];
for (const file of words) {
  const name = path.basename(file, ".html") === "index" ? path.basename(path.dirname(path.resolve(file))) : path.basename(file, ".html");
  const fail = (view, message) => failures.push(`${name}, ${view}: ${message}`);
  const bytes = (await stat(file)).size;
  if (bytes >= LIMIT) fail("all", `${bytes} bytes`);
  const interactive = await interactiveTime(file);
  measured.push({ page: name, bytes, ...interactive });
  for (const view of VIEWS) await check(file, name, view, (message) => fail(view.name, message));
}
await browser.close();
await writeFile(path.join(out, "measured.json"), JSON.stringify(measured, null, 2) + "\n");
console.table(measured);
for (const failure of failures) console.error(failure);
console.log(failures.length === 0 ? "all checks passed" : `${failures.length} checks failed`);
process.exit(failures.length === 0 ? 0 : 1);

async function check(file, name, view, fail) {
  const context = await browser.newContext({ ...view, reducedMotion: "reduce" });
  const page = await context.newPage();
  const address = pathToFileURL(path.resolve(file)).href;
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && fail(`console: ${message.text()}`));
  page.on("pageerror", (error) => fail(`script: ${error}`));
  page.on("request", (request) => {
    if (request.url() !== address && !request.url().startsWith("data:")) fail(`request: ${request.url()}`);
  });
  page.on("dialog", (dialog) => { fail(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  await page.goto(address);
  await page.waitForSelector("html[data-ready]", { timeout: 20_000 });
  await page.waitForTimeout(150);
  await page.screenshot({ path: path.join(out, `${name}-${view.name}.png`) });

  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (overflow > 0) fail(`the page is ${overflow} pixels wider than the window`);

  const plot = page.locator("#plot");
  if (await plot.count()) {
    await plot.scrollIntoViewIfNeeded();
    await page.waitForTimeout(150);
    const colors = await plot.evaluate((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const seen = new Set();
      for (let at = 0; at < data.length; at += 4) if (data[at + 3] > 120) seen.add((data[at] >> 4) * 256 + (data[at + 1] >> 4) * 16 + (data[at + 2] >> 4));
      return seen.size;
    });
    if (colors < 4) fail(`the map shows ${colors} colours`);
    const before = await plot.evaluate((canvas) => canvas.toDataURL());
    await plot.focus();
    await page.keyboard.press("+");
    await page.waitForTimeout(100);
    if (before === await plot.evaluate((canvas) => canvas.toDataURL())) fail("the keyboard does not zoom the map");
    await page.keyboard.press("0");
    await page.waitForTimeout(100);
    const drawn = await page.evaluate(() => { const at = thema.data.x.findIndex((x) => x >= 0); thema.choose(at, true); return at; });
    await page.waitForTimeout(100);
    const box = await plot.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(100);
    if (await page.locator("#tip").isHidden()) fail(`hovering over paper ${drawn} shows nothing`);
    await page.mouse.move(2, 2);
    await page.evaluate(() => { thema.chosen = -1; thema.untip(); thema.changed(); document.querySelector("[data-zoom=fit]").click(); document.getElementById("results").replaceChildren(); });
    await page.waitForTimeout(150);
    await page.locator("#map").screenshot({ path: path.join(out, `${name}-${view.name}-map.png`) });
  }

  const title = await page.evaluate(() => thema.data.title[Math.floor(thema.data.title.length / 2)]);
  await page.fill("#query", title);
  await page.waitForFunction(() => document.getElementById("found").textContent !== "");
  const first = await page.locator("#results .title").first().textContent();
  if (first !== title && !(await page.locator("#results .title").allTextContents()).includes(title)) fail(`search for ${title} finds ${first}`);
  const link = await page.locator("#results a.title").first().getAttribute("href").catch(() => null);
  if (link && !/^https:\/\/(arxiv\.org|doi\.org)\//.test(link)) fail(`a result leads to ${link}`);
  if (await page.evaluate(() => thema.data.title.some((title) => title.includes("<script>")))) {
    await page.fill("#query", "<script>alert(1)");
    await page.waitForFunction(() => document.querySelector("#results .title")?.textContent.startsWith("<script>"), null, { timeout: 5_000 })
      .catch(() => fail("the title with a script element is not shown"));
  }
  await page.fill("#query", "");
  await page.waitForFunction(() => document.getElementById("found").textContent === "");

  await page.locator(".legend button").first().click();
  const said = await page.locator("#found").textContent();
  const listed = await page.locator("#results li").count();
  if (Number(said.replace(/\D.*/, "")) > 0 && listed === 0) fail(`the legend announces "${said}" and lists nothing`);
  const isSample = await page.evaluate(() => thema.data.title.length < thema.data.total);
  if (said.includes("in the sample of") !== isSample) fail(`"${said}" does not say what it counts`);
  await page.locator(".legend button").first().click();

  await page.fill("#query", "a");
  await page.waitForFunction(() => document.getElementById("found").textContent !== "");
  const counts = () => page.evaluate(() => [document.querySelectorAll("#results .title").length, thema.matches.size]);
  const [shown, all] = await counts();
  if (shown < all) {
    await page.locator("#results .more button").click();
    if ((await counts())[0] <= shown) fail(`${shown} of ${all} papers are listed and no more`);
  }
  await page.fill("#query", "");
  await page.waitForFunction(() => document.getElementById("found").textContent === "");

  const theme = page.locator(".lead a").first();
  const opened = (await theme.getAttribute("href")).slice(1);
  for (const time of ["first", "second"]) {
    await theme.click();
    await page.waitForFunction((id) => document.getElementById(id).open, opened, { timeout: 5_000 }).catch(() => fail(`a link does not open its theme the ${time} time`));
    await page.evaluate((id) => { document.getElementById(id).open = false; }, opened);
  }
  await page.evaluate(() => { location.hash = "#100%"; scrollTo(0, 0); });

  const card = page.locator("details.card").first();
  await card.locator("summary").first().focus();
  await page.keyboard.press("Enter");
  if (!(await card.evaluate((details) => details.open))) fail("a theme does not open");
  await page.screenshot({ path: path.join(out, `${name}-${view.name}-theme.png`) });

  // What scrolls under the pointer would tell its own values.
  await page.mouse.move(2, 2);
  for (const [chart, key] of [["#trends .chart[data-trend]", "ArrowLeft"], [".heat", "ArrowRight"]]) {
    if (await page.locator(chart).count() === 0) continue;
    await page.locator(chart).first().focus();
    await page.keyboard.press(key);
    const told = await page.locator("#tip").textContent();
    await page.keyboard.press(key);
    if (await page.locator("#tip").isHidden() || told === await page.locator("#tip").textContent()) fail(`arrow keys tell no values of ${chart}`);
  }

  await page.evaluate(await readFile(axe, "utf8"));
  const results = await page.evaluate(async () => axe.run(document, { resultTypes: ["violations"] }));
  for (const violation of results.violations.filter(({ impact }) => ["serious", "critical"].includes(impact))) {
    fail(`axe: ${violation.id}: ${violation.help}: ${violation.nodes.slice(0, 3).map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("; ").replaceAll("\n", " ")}`);
  }
  await page.evaluate(() => document.querySelectorAll("details.card").forEach((card, at) => { card.open = at === 0; }));
  await page.screenshot({ path: path.join(out, `${name}-${view.name}-full.png`), fullPage: true });
  await context.close();
}

// Time from the start of the navigation until the page answers, from Chromium's own trace: the page's mark, the first paint,
// or the end of the last task over 50 ms before it settled, whichever is latest.
async function interactiveTime(file) {
  const page = await browser.newPage({ viewport: { width: 1360, height: 900 } });
  await browser.startTracing(page, { categories: ["blink.user_timing", "devtools.timeline", "toplevel"] });
  const address = pathToFileURL(path.resolve(file)).href;
  await page.goto(address);
  await page.waitForSelector("html[data-ready]");
  await page.waitForTimeout(1_000);
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  await page.close();
  const ready = traceEvents.find((event) => event.name === "thema-ready");
  const start = traceEvents.find((event) => event.name === "navigationStart" && event.args.data?.documentLoaderURL === address);
  const paint = traceEvents.find((event) => event.name === "firstContentfulPaint" && event.pid === ready.pid && event.ts > start.ts);
  const long = traceEvents.filter((event) => event.pid === ready.pid && event.tid === ready.tid && event.dur > 50_000 && event.name.endsWith("RunTask"));
  const last = Math.max(ready.ts, paint ? paint.ts : 0, ...long.map((event) => event.ts + event.dur));
  const since = (time) => Math.round((time - start.ts) / 1000);
  return { first_paint_ms: paint ? since(paint.ts) : null, interactive_ms: since(last) };
}
