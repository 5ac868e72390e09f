import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { AxeBuilder } from '@axe-core/playwright';
import assert from 'node:assert/strict';

const SHOTS = new URL('./screenshots/', import.meta.url).pathname;
mkdirSync(SHOTS, { recursive: true });

/** How long a test waits for what must come, also where other tests have the processors. */
const PATIENCE_MILLIS = 60_000;

export async function openBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/**
 * A page that records faults: script errors, requests to other hosts, policy violations, dialogs.
 * `expected` takes patterns of browser messages that a test provokes.
 */
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    colorScheme: 'dark',
    acceptDownloads: true,
    // The badge of a live run would be drawn all the time, without a GPU.
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const faults = [];
  const expected = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const text = `${message.text()} ${message.location().url}`;
    if (!expected.some((pattern) => pattern.test(text))) faults.push(`console: ${text}`);
  });
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(url).host && !request.url().startsWith('blob:')) {
      faults.push(`outside: ${request.url()}`);
    }
  });
  page.setDefaultTimeout(PATIENCE_MILLIS);
  const go = (path) => page.goto(url + path, { waitUntil: 'load' });
  const done = async () => {
    await context.close();
    assert.deepEqual(faults, []);
  };
  return { page, context, faults, expected, go, done };
}

/** A tile of a run's page: the text at a place below its label. */
export function tile(page, label, at = 0) {
  const labelled = page.locator('.tiles > div').filter({ has: page.getByText(label, { exact: true }) });
  return labelled.locator('dd').nth(at);
}

/** The badge beside a run's name, by its text. */
export function badge(page, text) {
  return page.locator('.title .badge').getByText(text, { exact: true });
}

export async function shot(page, name) {
  await page.screenshot({ path: `${SHOTS}${name}.png` });
}

/** Asserts that axe finds no serious or critical accessibility violation. */
export async function accessible(page, what) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  assert.deepEqual(grave, [], what);
}

export async function eventually(what, check, millis = PATIENCE_MILLIS) {
  const end = Date.now() + millis;
  let last;
  for (;;) {
    try {
      last = await check();
      if (last) return last;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) assert.fail(`${what}: not within ${millis} ms; last ${last}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Waits until an element has the text, or one that matches; says what it had otherwise. */
export function reads(locator, wanted) {
  return eventually(`${wanted}`, async () => {
    const text = await locator.textContent();
    if (typeof wanted === 'string' ? text !== wanted : !wanted.test(text)) throw new Error(`it reads '${text}'`);
    return true;
  });
}

/** The place of an element on the page. A live chart is drawn again at times, and has none then. */
export function boxOf(locator) {
  return eventually('it has a place on the page', () => locator.boundingBox());
}
