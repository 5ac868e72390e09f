import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { accessible, eventually, openBrowser, openPage, shot, tile } from './browser.mjs';
import { startRedis, startServer } from './server.mjs';

let server;
let redis;
let browser;
const badge = (page, text) => page.locator('.title').getByRole('button', { name: text });
const header = (page) => page.getByRole('figure', { name: 'Response time', exact: true }).locator('dd');

before(async () => {
  redis = await startRedis();
  server = await startServer({ target: redis.target });
  browser = await openBrowser();
});
after(async () => {
  redis?.thaw();
  await browser?.close();
  await server?.stop();
  redis?.stop();
});
afterEach(async () => {
  redis.thaw();
  await server.call('POST', '/kill', {});
});

const SIZES = [
  ['light', 1280, 900],
  ['dark', 1280, 900],
  ['light', 360, 740],
  ['dark', 360, 740],
];

async function shots(page, name) {
  for (const [colorScheme, width, height] of SIZES) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(600);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${name} is ${wide} wide`);
    await shot(page, `${name}-${colorScheme}-${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

describe('a stalled target', () => {
  it('is an alarm, and leaves a trace', async () => {
    // A busy machine keeps this objective, and a stall of seconds does not.
    // Operations that have timed out are figures again, and the steps below may take long on a busy machine.
    const id = await server.live({ name: 'on-call', slo: 'p99<200ms', timeout: '1m' });
    const { page, go, done } = await openPage(browser, server.url);
    await go(`/runs/${id}`);
    await badge(page, 'target answers').waitFor();
    await eventually('the objective is met', () => badge(page, 'SLO passed').isVisible());
    await badge(page, /^generator/).waitFor();

    redis.freeze();
    const frozen = Date.now();
    const alarm = page.getByText(/^No answer for/);
    await alarm.waitFor();
    const seconds = async () => parseFloat(/([\d.]+) s/.exec(await alarm.textContent())[1]);
    // Never more than it was; a browser on a busy machine draws late, and then counts on.
    const first = await seconds();
    const answered = (Date.now() - frozen) / 1e3;
    assert.ok(first < answered + 0.3, `${first} s after ${answered} s`);
    await eventually('it is the time since the stall', async () => {
      const asked = (Date.now() - frozen) / 1e3;
      const now = await seconds();
      if (now <= asked - 2) throw new Error(`${now} s after ${asked} s`);
      return true;
    });
    await eventually('it counts', async () => (await seconds()) > first + 0.5);
    // A second that ended in the stall has no values: those of the last good one are not shown.
    await eventually('no last good value', async () => {
      const figures = [await tile(page, 'p99').textContent(), ...(await header(page).allTextContents())];
      return figures.every((figure) => figure === 'no answer');
    });
    await badge(page, 'target stalled').waitFor();
    await eventually('the objective is missed', () => badge(page, 'SLO failed').isVisible());
    assert.equal(await page.locator('.title .good').count(), 0);
    await accessible(page, 'the alarm');
    await shots(page, 'stall');

    redis.thaw();
    await alarm.waitFor({ state: 'detached' });
    await badge(page, 'target answers').waitFor();
    await go(`/runs/${id}?panel=events`);
    const list = page.locator('#panel li');
    const stall = list.filter({ hasText: 'stall' });
    await stall.getByText(/^until \d+:\d\d, [\d.]+ s$/).waitFor();
    assert.equal(await stall.count(), 1);
    await list.filter({ hasText: 'slo' }).first().waitFor();
    const objective = page.getByRole('region', { name: 'Objectives' });
    await objective.getByText(/^missed in [\d.]+ % of this range/).waitFor();
    await page.waitForTimeout(1_500);
    await shots(page, 'after-stall');
    await objective.getByRole('button', { name: /^First violation at/ }).click();
    await page.getByRole('button', { name: / – / }).waitFor();
    await accessible(page, 'the first violation');
    await page.evaluate(() => scrollTo(0, 260));
    await page.waitForTimeout(800);
    await shot(page, 'first-violation');
    await done();
  });

  it('is shown on the overview, with lines that move', async () => {
    await server.live({ name: 'open-load' });
    await server.live({ name: 'closed-load', model: 'closed', workers: '4', rate: undefined, target: 'sim:?service=constant(2ms)' });
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    const { page, go, done } = await openPage(browser, server.url);
    await go('/');
    const card = (name) => page.getByRole('article').filter({ hasText: name });
    const lines = (name) => card(name).locator('path').evaluateAll((all) => all.map((path) => path.getAttribute('d')));
    for (const name of ['open-load', 'closed-load']) {
      const points = (line) => (line.match(/[ML]/g) ?? []).length;
      await eventually(`the history of ${name}`, async () => (await lines(name)).every((line) => points(line) >= 4));
      const before = (await lines(name))[0];
      await eventually(`the line of ${name} moves`, async () => (await lines(name))[0] !== before);
    }
    redis.freeze();
    await card('open-load').getByRole('button', { name: 'target stalled' }).waitFor();
    assert.equal(await card('open-load').locator('.good').count(), 0);
    const row = page.locator('tbody tr').filter({ hasText: 'open-load' });
    await row.getByRole('button', { name: 'target stalled' }).click();
    await page.getByText(/^No answer since \d+:\d\d\.$/).filter({ visible: true }).waitFor();
    assert.ok(page.url().endsWith('/'), 'a click on a badge opens no run');
    await accessible(page, 'the overview in a stall');
    await shot(page, 'badge-opened');
    await page.keyboard.press('Escape');
    await shots(page, 'overview-stall');
    await done();
  });
});

describe('a run with 100 % errors', () => {
  it('is never green', async () => {
    const id = await server.live(
      { name: 'all-fail', target: 'sim:?service=constant(1ms)&error-rate=1', 'no-fill': true },
      { answers: false },
    );
    const { page, go, done } = await openPage(browser, server.url);
    await go(`/runs/${id}`);
    await badge(page, 'target failing').waitFor();
    await badge(page, /^generator/).waitFor();
    assert.equal(await page.locator('.title .good').count(), 0);
    await badge(page, /^generator/).focus();
    await page.getByText(/^Of the measurement so far\./).filter({ visible: true }).waitFor();
    await shots(page, 'all-fail');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('tab', { name: 'Result' }).waitFor();
    await badge(page, 'target failing').waitFor();
    assert.equal(await page.locator('.title .good').count(), 0);
    await done();
  });
});

describe('the charts of a live run', () => {
  it('have a percentile curve and a heat map that follow the load', async () => {
    const { page, go, done } = await openPage(browser, server.url);
    const run = await server.begin({ name: 'early', keys: '100k', fill: 'all', warmup: '2s' });
    await go(`/runs/${run.id}`);
    const heat = page.getByRole('figure', { name: 'Latency heat map' });
    await eventually('the measurement', async () => (await server.call('GET', `/runs/${run.id}`)).phase === 'measure');
    await page.waitForTimeout(2_500);
    await heat.getByText('of response time').waitFor();
    // A range that does not start with the run is read from its folder.
    const seconds = async () => (await server.call('GET', `/runs/${run.id}`)).elapsedNanos / 1e9;
    const curve = async (from) =>
      (await server.call('GET', `/runs/${run.id}/percentiles?from=${from}&to=100000`)).operations.all?.responseNanos ?? [];
    const from = Math.floor(await seconds()) - 1;
    assert.ok((await curve(from)).length > 0);
    await eventually('later seconds', async () => (await seconds()) > from + 5);
    assert.ok((await curve(from + 3)).length > 0, 'the curve is frozen');
    await done();
  });
});
