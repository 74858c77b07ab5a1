// Takes the pictures of a page that the documentation shows: node pictures.mjs PAGE.html DIR
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const VIEWS = [
  { name: "light-wide", colorScheme: "light", viewport: { width: 1280, height: 1500 } },
  { name: "dark-wide", colorScheme: "dark", viewport: { width: 1280, height: 1500 } },
  { name: "light-narrow", colorScheme: "light", viewport: { width: 390, height: 1500 } },
  { name: "dark-narrow", colorScheme: "dark", viewport: { width: 390, height: 1500 } },
];
const [file, out] = process.argv.slice(2);
await mkdir(out, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--force-color-profile=srgb"],
});
for (const { name, ...view } of VIEWS) {
  const page = await (await browser.newContext({ ...view, reducedMotion: "reduce" })).newPage();
  await page.goto(pathToFileURL(path.resolve(file)).href);
  await page.waitForSelector("html[data-ready]");
  await page.waitForTimeout(300);
  await page.screenshot({ path: path.join(out, `${name}.png`) });
  if (name === "light-wide") {
    await page.locator("details.card summary").first().click();
    await page.evaluate(() => scrollTo({ top: document.getElementById("themes").offsetTop - 70, behavior: "instant" }));
    await page.waitForTimeout(200);
    await page.screenshot({ path: path.join(out, "theme-open.png") });
  }
  await page.context().close();
}
await browser.close();
