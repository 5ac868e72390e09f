import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accessible, eventually, openBrowser, openPage, shot } from './browser.mjs';
import { startRedis, startServer } from './server.mjs';

let server;
let redis;
let browser;

before(async () => {
  redis = await startRedis();
  server = await startServer({ target: redis.target });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
  redis?.stop();
});

describe('a target that dies', () => {
  it('leaves the last failed operations of each code, and what its client logged', async () => {
    // A busy machine may stop an operation for seconds, and it would be the first that has failed.
    const { id } = await server.begin({ name: 'dying', timeout: '10s' });
    await eventually('it answers', async () => (await server.call('GET', `/runs/${id}`)).throughputPerSecond > 0);
    const { page, go, done } = await openPage(browser, server.url);
    await go(`/runs/${id}?panel=errors`);
    const panel = page.getByRole('tabpanel');
    await panel.getByText('No operation has failed.').waitFor();

    redis.stop();
    const section = panel.getByRole('region', { name: 'Errors with the code not-connected' });
    await section.waitFor();
    await eventually('twenty of a code', async () => (await section.getByRole('listitem').count()) === 20);
    const first = section.getByRole('listitem').first();
    assert.match(await first.textContent(), /(read|update).*user\d{12}.*session \d+/s);
    assert.ok(await first.locator('time').getAttribute('datetime'));
    await accessible(page, 'errors');
    await shot(page, 'errors');
    await first.getByRole('button').click();

    await page.getByRole('tab', { name: 'Log' }).click();
    const log = page.getByRole('log');
    await log.getByText(/WARN|INFO/).first().waitFor();
    await page.getByRole('searchbox', { name: 'Filter the log' }).fill('no such text');
    await log.getByText('No line contains this text.').waitFor();
    await page.getByRole('searchbox', { name: 'Filter the log' }).fill('');
    await accessible(page, 'log');
    await shot(page, 'log');
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `the page is ${wide} wide`);
    }

    await server.call('POST', `/runs/${id}/stop`, { abort: true });
    await eventually('it ends', async () => !(await server.call('GET', `/runs/${id}`)).isLive);
    await go(`/runs/${id}?panel=errors`);
    await section.waitFor();
    await done();
  });
});
