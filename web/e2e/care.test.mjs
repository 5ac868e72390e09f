import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { accessible, badge, boxOf, eventually, openBrowser, openPage, reads, shot, tile } from './browser.mjs';
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
afterEach(async () => {
  await server.call('POST', '/kill', {});
});

describe('a paused run', () => {
  it('says so in its badge, its title, its tiles and the list; the key p asks first', async () => {
    const id = await server.live({ name: 'to-pause' });
    const { page, go, done } = await openPage(browser, server.url);
    await go(`/runs/${id}`);
    await badge(page, 'running').waitFor();
    await page.keyboard.press('p');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Pause reads and writes?' }).waitFor();
    await accessible(page, 'the question');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal((await server.call('GET', `/runs/${id}`)).isPaused, false);
    await page.keyboard.press('p');
    await dialog.getByRole('button', { name: 'Pause all' }).click();
    await badge(page, 'paused').waitFor();
    await eventually('the title', async () => (await page.title()).startsWith('Paused: to-pause'));
    await eventually('the throughput', async () => (await tile(page, 'Throughput').textContent()) === 'paused');
    await eventually('the p99', async () => (await tile(page, 'p99').textContent()) === 'paused');
    await reads(tile(page, 'Elapsed', 1), 'measure, paused');
    await shot(page, 'paused-run');

    const list = await openPage(browser, server.url);
    await list.go('/');
    await list.page.locator('tbody tr').filter({ hasText: 'to-pause' }).getByText('paused', { exact: true }).waitFor();
    await list.page.getByRole('article').getByText('paused', { exact: true }).waitFor();
    await shot(list.page, 'paused-list');

    await page.keyboard.press('p');
    await dialog.getByRole('button', { name: 'Resume' }).click();
    await badge(page, 'running').waitFor();
    await list.page.locator('tbody tr').filter({ hasText: 'to-pause' }).getByText('running', { exact: true }).waitFor();
    await list.done();
    await done();
  });
});

describe('an action on the target', () => {
  it('is confirmed first', async () => {
    const id = await server.live({});
    const { page, go, done } = await openPage(browser, server.url);
    const hooks = [];
    page.on('request', (request) => request.url().includes('/hooks/') && hooks.push(request.url()));
    await go(`/runs/${id}?panel=try`);
    await page.getByRole('button', { name: 'bgsave', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Writes a snapshot in the background').waitFor();
    await shot(page, 'bgsave-asks');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForTimeout(300);
    assert.deepEqual(hooks, []);
    await page.getByRole('button', { name: 'reset-stats', exact: true }).click();
    await dialog.getByRole('button', { name: 'Run reset-stats' }).click();
    await page.getByLabel('Answer of reset-stats').waitFor();
    assert.equal(hooks.length, 1);
    await done();
  });
});

describe('a narrow or a wide window', () => {
  for (const [width, height] of [[1280, 720], [900, 700], [360, 740]]) {
    it(`has no notification over Apply at ${width} pixels`, async () => {
      const id = await server.live({});
      const { page, go, done } = await openPage(browser, server.url, { viewport: { width, height } });
      await go(`/runs/${id}`);
      const rate = page.getByLabel('rate', { exact: true });
      await rate.fill('700');
      await rate.press('Enter');
      const notice = page.locator('.notice').filter({ hasText: 'Changed' });
      await notice.waitFor();
      await rate.fill('800');
      const apply = page.getByRole('button', { name: 'Apply', exact: true });
      await apply.scrollIntoViewIfNeeded();
      const [a, b] = [await boxOf(apply), await boxOf(notice)];
      const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      await shot(page, `notice-${width}`);
      assert.ok(isApart, JSON.stringify([a, b]));
      await apply.click();
      await eventually('the rate', async () => (await server.call('GET', `/runs/${id}`)).targetPerSecond === 800);
      await done();
    });
  }

  for (const [width, height] of [[1280, 800], [768, 900], [360, 740]]) {
    it(`shows the time of a schedule whole at ${width} pixels`, async () => {
      const id = await server.live({});
      const { page, go, done } = await openPage(browser, server.url, { viewport: { width, height } });
      await go(`/runs/${id}?panel=schedules`);
      await page.getByLabel('When after').selectOption('at');
      const time = page.getByLabel('Time', { exact: true });
      assert.match(await time.inputValue(), /^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
      const { has, needs } = await time.evaluate((field) => {
        const has = field.getBoundingClientRect().width;
        const free = field.cloneNode();
        free.style.cssText = 'width: auto; position: absolute';
        field.after(free);
        const needs = free.getBoundingClientRect().width;
        free.remove();
        return { has, needs };
      });
      assert.ok(has >= needs, `it is ${has} wide and needs ${needs}`);
      await time.scrollIntoViewIfNeeded();
      await shot(page, `schedule-time-${width}`);
      await page.getByLabel('New value').fill('600');
      await page.getByRole('button', { name: 'Schedule change' }).click();
      await page.getByRole('button', { name: 'Remove the schedule of rate = 600' }).waitFor();
      await done();
    });
  }

  for (const width of [768, 360]) {
    it(`has the charts before the panel at ${width} pixels, which one button shows`, async () => {
      const id = await server.live({});
      const { page, go, done } = await openPage(browser, server.url, { viewport: { width, height: 740 } });
      await go(`/runs/${id}`);
      const chart = page.getByRole('figure', { name: 'Throughput', exact: true });
      const panel = page.getByRole('complementary', { name: 'About this run' });
      await chart.waitFor();
      assert.ok((await boxOf(chart)).y < (await boxOf(panel)).y);
      // What is loaded later moves the panel.
      await eventually('the panel', async () => {
        await page.getByRole('button', { name: 'Parameters, events and notes' }).click();
        const at = await panel.boundingBox();
        return at.y >= 0 && at.y < 740;
      });
      await eventually('the focus', () => page.evaluate(() => document.activeElement.id === 'tab-parameters'));
      await shot(page, `panel-${width}`);
      await done();
    });
  }
});

describe('the charts', () => {
  it('are read with the keyboard', async () => {
    const id = await server.live({});
    const { page, go, done } = await openPage(browser, server.url);
    await go(`/runs/${id}`);
    await page.waitForTimeout(5_000);
    const said = (name) => page.getByRole('figure', { name, exact: true }).locator('[aria-live=polite]');

    const plot = page.getByLabel('Throughput: arrow keys');
    await page.getByRole('figure', { name: 'Throughput', exact: true }).locator('canvas').waitFor();
    await plot.focus();
    assert.equal(await said('Throughput').textContent(), '');
    await plot.press('ArrowLeft');
    await reads(said('Throughput'), /^\d+:\d\d \S.*: throughput [\d.,k]+\/s, goodput .*offered .*target 500\/s$/);
    const first = await said('Throughput').textContent();
    // The chart moves below the crosshair each second, so that one step may lead to the same second.
    await eventually('another second', async () => {
      await plot.press('ArrowLeft');
      return (await said('Throughput').textContent()) !== first;
    });

    const curve = page.getByLabel('Percentile curve: arrow keys');
    await curve.scrollIntoViewIfNeeded();
    await page.getByRole('figure', { name: 'Percentile curve' }).locator('canvas').waitFor();
    // Both lines have values then.
    await page.getByRole('figure', { name: 'Percentile curve' }).locator('dd').nth(2).waitFor();
    await curve.focus();
    const percentile = page.getByRole('figure', { name: 'Percentile curve' }).locator('dd').first();
    for (const [key, at] of [['ArrowRight', '99 %'], ['ArrowRight', '99.5 %'], ['ArrowLeft', '99 %'], ['ArrowLeft', '95 %']]) {
      await curve.press(key);
      await reads(percentile, at);
      await reads(said('Percentile curve'), new RegExp(`^${at}: response .+, service .+$`));
    }
    // The axis grows with the number of operations; the crosshair stays at its percentile.
    const drawn = await page.getByRole('figure', { name: 'Percentile curve' }).locator('canvas').elementHandle();
    for (let i = 0; i < 2; i++) await page.waitForResponse(/\/percentiles/);
    await page.waitForTimeout(500);
    assert.equal(await percentile.textContent(), '95 %');
    assert.ok(await drawn.evaluate((canvas) => canvas.isConnected), 'new values are drawn into the same chart');
    await curve.press('End');
    await reads(percentile, /^99\.9\d* %$/);
    await page.getByRole('figure', { name: 'Percentile curve' }).locator('.u-cursor-x').waitFor({ state: 'attached' });
    await shot(page, 'curve-keyboard');
    await curve.press('Escape');
    assert.equal(await said('Percentile curve').textContent(), '');

    const heat = page.getByLabel('Heat map: arrow keys');
    await heat.scrollIntoViewIfNeeded();
    await page.getByRole('figure', { name: 'Latency heat map' }).locator('canvas').waitFor();
    await heat.focus();
    await heat.press('ArrowLeft');
    await reads(said('Latency heat map'), /^\d+:\d\d \S.*: .+ to .+, [1-9][\d.,k]* operations\/s$/);
    const cell = await said('Latency heat map').textContent();
    await eventually('the next cell', async () => {
      await heat.press('ArrowUp');
      return (await said('Latency heat map').textContent()) !== cell;
    });
    await accessible(page, 'the charts');
    await done();
  });
});
