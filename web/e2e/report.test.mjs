import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually, openBrowser, openPage, shot } from './browser.mjs';
import { startServer } from './server.mjs';

let browser;
let server;
let path;

before(async () => {
  browser = await openBrowser();
  server = await startServer({ target: 'sim:?service=exponential(1ms)' });
  const { id } = await server.begin({
    mix: { read: 50, update: 30, 'read-modify-write': 20 },
    rate: '1000',
    forever: false,
    for: '4s',
    fill: 'all',
    keys: '200k',
    slo: 'p99<10ms',
    tags: ['nightly', 'before-the-upgrade'],
    notes: 'The first run on the new machine.\nCompare it with the one of yesterday.',
  });
  await eventually('the run ends', async () => (await server.call('GET', `/runs/${id}`)).state === 'finished');
  path = `/api/v1/runs/${id}/report`;
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Makes each figure as wide as it gets: with its interval, and with the mark of an invalid run. */
function widen() {
  document.body.className = 'invalid';
  for (const cell of document.querySelectorAll('.scroll td:has(> span)')) {
    cell.innerHTML = '<span class="n">99.9 ms</span><small>±12.3 %</small>';
  }
  for (const figure of document.querySelectorAll('th small span')) figure.textContent = '999,999,999/s';
}

/** The tables of which a part is outside of their section. */
function cutOff() {
  return [...document.querySelectorAll('.scroll table')]
    .filter((table) => {
      const section = table.closest('section').getBoundingClientRect();
      return table.getBoundingClientRect().right > section.right || section.right > innerWidth;
    })
    .map((table) => table.closest('section').querySelector('h2').textContent);
}

describe('the report', () => {
  for (const [name, width, media] of [
    ['1280', 1280, 'screen'],
    ['1024', 1024, 'screen'],
    ['800', 800, 'screen'],
    ['paper', 718, 'print'], // A4 without its margins
  ]) {
    it(`shows every column, the maximum included: ${name}`, async () => {
      const { page, go, done } = await openPage(browser, server.url, {
        viewport: { width, height: 900 },
        colorScheme: 'light',
      });
      await page.emulateMedia({ media, colorScheme: 'light' });
      await go(path);
      await shot(page, `report-${name}`);
      assert.deepEqual(await page.evaluate(cutOff), []);
      await page.evaluate(widen);
      assert.deepEqual(await page.evaluate(cutOff), [], 'with the widest figures');
      await done();
    });
  }

  it('has the tags and notes of the run', async () => {
    const { page, go, done } = await openPage(browser, server.url);
    await go(path);
    await page.getByText('before-the-upgrade').waitFor();
    await page.getByText('Compare it with the one of yesterday.').waitFor();
    await done();
  });
});
