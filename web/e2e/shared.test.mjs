import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, it } from 'node:test';
import { accessible, boxOf, eventually, openBrowser, openPage, shot } from './browser.mjs';
import { startServer } from './server.mjs';

// What engineers share about a run: times, links, figures, notes, files, specs and a baseline.

let server;
let browser;

before(async () => {
  server = await startServer({ target: 'sim:?service=exponential(2ms)' });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});
afterEach(async () => {
  await server.call('POST', '/kill', {});
});

const chart = (page, name) => page.getByRole('figure', { name, exact: true });
const wall = (iso, seconds, timeZone) =>
  new Date(Date.parse(iso) + seconds * 1e3 + 50).toLocaleTimeString('en-GB', { timeZone });

/** Moves the crosshair to a share of the width of a chart, and returns the time shown there. */
async function timeAt(page, name, share) {
  // What is loaded later moves the charts, and the time goes with the crosshair. A text that was seen may be gone when
  // it is read, so both are one step.
  return eventually('the crosshair', async () => {
    const box = await chart(page, name).locator('.u-over').boundingBox();
    await page.mouse.move(box.x + box.width * share, box.y + 60 + (Date.now() % 7));
    const [shown] = await chart(page, name).locator('.time').allTextContents();
    return shown;
  });
}

describe('times', () => {
  it('are shown beside those of the run, in a zone that is remembered', async () => {
    const id = await server.ended({ name: 'times', for: '5s' });
    await server.call('POST', `/runs/${id}/notes`, { text: 'deploy', atNanos: 2e9 });
    const { startedAt } = await server.call('GET', `/runs/${id}`);
    const { page, go, done } = await openPage(browser, server.url, { timezoneId: 'Asia/Kolkata' });
    const check = async (zone) => {
      await chart(page, 'Throughput').locator('.u-over').waitFor();
      const [of, clock] = (await timeAt(page, 'Throughput', 0.6)).split(' · ');
      const [minutes, seconds] = of.split(':').map(Number);
      const near = [-1, 0, 1].map((by) => wall(startedAt, minutes * 60 + seconds + by, zone));
      assert.ok(near.includes(clock), `${clock} is none of ${near} in ${zone}`);
      await page.locator('#panel li').filter({ hasText: 'deploy' }).getByText(wall(startedAt, 2, zone)).waitFor();
    };
    await go(`/runs/${id}?panel=events`);
    await check('Asia/Kolkata');
    await page.getByText(/^started .* (IST|GMT\+5:30)$/).waitFor();
    await page.getByRole('combobox', { name: 'Time zone' }).selectOption('utc');
    await check('UTC');
    await go(`/runs/${id}?panel=events`);
    await check('UTC');
    await page.getByText(/^started .* UTC$/).waitFor();
    await page.mouse.move(0, 0);
    await accessible(page, 'a run with wall-clock times');
    await shot(page, 'wall-clock');
    await done();
  });
});

describe('a link', () => {
  it('shows the range, the zoom and the series to another reader', async () => {
    const id = await server.live({ name: 'linked' }, { seconds: 6 });
    const { page, go, done } = await openPage(browser, server.url);
    await go(`/runs/${id}`);
    await page.getByRole('button', { name: 'Last minute' }).click();
    const percentiles = page.getByRole('group', { name: 'Percentiles' });
    await percentiles.getByRole('button', { name: 'p90', exact: true }).click();
    await percentiles.getByRole('button', { name: 'p50', exact: true }).click();
    await page.getByRole('button', { name: 'linear' }).click();
    await page.getByRole('group', { name: 'Chart options' }).getByRole('combobox').selectOption('read');
    await eventually('the address has them', () =>
      ['range=1m', 'operation=read', 'axis=linear'].every((word) => page.url().includes(word)),
    );

    const other = await openPage(browser, server.url, { timezoneId: 'America/New_York' });
    await other.page.goto(page.url());
    const bar = other.page.locator('.main').getByRole('group').filter({ has: other.page.locator('[aria-pressed]') });
    const pressed = (name) => bar.getByRole('button', { name, exact: true }).first().getAttribute('aria-pressed');
    await chart(other.page, 'Response time of read').waitFor();
    for (const name of ['Last minute', 'p90', 'p99', 'p99.9', 'linear']) assert.equal(await pressed(name), 'true', name);
    for (const name of ['p50', 'log', 'Whole run']) assert.equal(await pressed(name), 'false', name);

    const zoom = (of) => of.getByRole('button', { name: /\d – \d/ });
    // A chart that is drawn again meanwhile does not see the mouse.
    await eventually('the zoom', async () => {
      const box = await boxOf(chart(page, 'Throughput').locator('.u-over'));
      await page.mouse.move(box.x + box.width * 0.93, box.y + 60);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.99, box.y + 60, { steps: 4 });
      await page.mouse.up();
      return zoom(page).isVisible();
    });
    const text = (await zoom(page).textContent()).trim();
    await eventually('the address has instants', () => /from=2\d{3}-.*to=2\d{3}-/.test(decodeURIComponent(page.url())));
    await other.page.goto(page.url());
    assert.equal((await zoom(other.page).textContent()).trim(), text);
    await page.reload();
    assert.equal((await zoom(page).textContent()).trim(), text);

    // The reader's own choice is untouched by the link.
    await other.go(`/runs/${id}`);
    await chart(other.page, 'Response time').waitFor();
    assert.equal(await pressed('p50'), 'true');
    await done();
    await other.done();
  });
});

describe('the operations of a run', () => {
  it('are a table that sorts by any column, live and stored', async () => {
    const spec = { name: 'table', mix: { read: 70, update: 20, scan: 10 } };
    const live = await server.live(spec, { seconds: 2 });
    const { page, go, done } = await openPage(browser, server.url);
    const table = page.getByRole('region', { name: 'Operations' });
    const order = () => table.locator('tbody th').allTextContents();
    const cells = async (name) => {
      const row = table.locator('tbody tr').filter({ has: page.getByRole('rowheader', { name }) });
      return row.locator('td').allTextContents();
    };
    await go(`/runs/${live}`);
    await table.getByText('in the last second').waitFor();
    await eventually('every figure', async () => (await cells('read')).slice(0, 4).every((text) => /\d/.test(text)));
    const before = await cells('read');
    await eventually('it is live', async () => (await cells('read')).join() !== before.join());
    await server.call('POST', `/runs/${live}/stop`, {});

    const id = await server.ended({ ...spec, for: '5s' });
    await go(`/runs/${id}`);
    await table.getByText('in the measurement').waitFor();
    assert.deepEqual(await order(), ['all', 'read', 'scan', 'update']);
    await table.getByRole('button', { name: 'Rate' }).click();
    assert.deepEqual(await order(), ['all', 'read', 'update', 'scan']);
    assert.equal(await table.getByRole('columnheader', { name: 'Rate' }).getAttribute('aria-sort'), 'descending');
    await table.getByRole('button', { name: 'Rate' }).click();
    assert.deepEqual(await order(), ['all', 'scan', 'update', 'read']);
    for (const name of ['Errors', 'p50', 'p90', 'p99', 'p99.9', 'max']) {
      await table.getByRole('button', { name, exact: true }).click();
      const header = table.getByRole('columnheader', { name, exact: true });
      assert.equal(await header.getAttribute('aria-sort'), 'descending', name);
    }
    const { summary } = await server.call('GET', `/runs/${id}`);
    assert.equal((await cells('read'))[0], `${summary.operations.read.throughputPerSecond.toFixed(0)}/s`);
    await accessible(page, 'the table of operations');
    await shot(page, 'operations');
    await done();
  });
});

describe('a note', () => {
  it('is written at the crosshair, is a mark with its text, and reaches other readers', async () => {
    const id = await server.live({ name: 'noted' }, { seconds: 5 });
    const { page, go, done } = await openPage(browser, server.url);
    const other = await openPage(browser, server.url);
    await other.go(`/runs/${id}?panel=notes`);
    await go(`/runs/${id}`);
    const time = page.getByLabel('Time of the note');
    // The chart moves below the crosshair each second.
    await eventually('the time at the crosshair', async () => {
      await page.keyboard.press('Escape');
      const shown = await timeAt(page, 'Throughput', 0.97);
      await page.keyboard.press('m');
      return (await time.inputValue()) === shown.split(' · ')[0];
    });
    await page.getByLabel('Text of the note').fill('<b>failover</b> of node 3');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.locator('#panel li').getByText('<b>failover</b> of node 3').waitFor();
    await other.page.locator('#panel li').getByText('failover').waitFor();
    const legend = page.locator('dl[aria-label="Bands and marks"]');
    await legend.getByText('note', { exact: true }).waitFor();
    const note = (await server.call('GET', `/runs/${id}/notes`)).notes[0];
    await server.call('POST', `/runs/${id}/stop`, {});
    await eventually('the run ends', async () => !(await server.call('GET', `/runs/${id}`)).isLive);

    await go(`/runs/${id}?panel=notes`);
    await legend.getByText('note', { exact: true }).waitFor();
    const { elapsedNanos } = await server.call('GET', `/runs/${id}`);
    // The chart also has the time before the measurement, which may be seconds: the note is near this place.
    const about = note.atNanos / Math.max(elapsedNanos, 10e9);
    const mark = chart(page, 'Throughput').locator('.mark').getByText('failover');
    await eventually('the text of the note', async () => {
      for (let by = 0; by < 0.5; by += 0.01) {
        for (const share of [about - by, about + by].filter((each) => each > 0 && each < 1)) {
          await timeAt(page, 'Throughput', share);
          if (await mark.isVisible()) return true;
        }
      }
      return false;
    });
    await shot(page, 'note');
    await page.mouse.move(0, 0);
    await chart(page, 'Throughput').locator('.plot').focus();
    await eventually('the keyboard finds it', async () => {
      await page.keyboard.press('ArrowLeft');
      return chart(page, 'Throughput').locator('.mark').getByText('failover').isVisible();
    });
    await accessible(page, 'a run with a note');
    await page.getByRole('button', { name: /^Remove the note/ }).click();
    await legend.getByText('note', { exact: true }).waitFor({ state: 'detached' });
    await done();
    await other.done();
  });
});

describe('the legend', () => {
  it('says what the bands of the shown range mean', async () => {
    const id = await server.ended({
      name: 'bands',
      target: 'sim:?service=constant(1ms)&stall-after=4s&stall-for=3s',
      for: '10s',
      timeout: '10s',
      slo: 'p99<20ms',
    });
    const { page, go, done } = await openPage(browser, server.url);
    await go(`/runs/${id}`);
    const legend = page.locator('dl[aria-label="Bands and marks"]');
    await legend.getByText('Operations waited, and the target answered none; or every operation failed.').waitFor();
    await legend.getByText('The bound of an objective.').waitFor();
    assert.equal(await legend.getByText('A note.').count(), 0);
    await accessible(page, 'the legend');
    await page.evaluate(() => scrollTo(0, 260));
    await page.waitForTimeout(500);
    await shot(page, 'legend');
    await done();
  });
});

describe('a chart', () => {
  it('is saved as PNG and as CSV', async () => {
    const id = await server.ended({ name: 'Saved-run', for: '5s' });
    const { page, go, done } = await openPage(browser, server.url);
    await go(`/runs/${id}`);
    await chart(page, 'Throughput').locator('.u-over').waitFor();
    const figures = await page.getByRole('figure').all();
    assert.ok(figures.length >= 8);
    for (const figure of figures) {
      assert.equal(await figure.getByRole('button', { name: /^Save .* as (PNG|CSV)$/ }).count(), 2);
    }
    const file = async (name, kind) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        chart(page, name).getByRole('button', { name: new RegExp(`^Save .* as ${kind}$`) }).click(),
      ]);
      return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
    };
    // A chart is there before its figures are.
    const table = await eventually('figures of the chart', async () => {
      const saved = await file('Response time', 'CSV');
      return saved.bytes.toString().split('\r\n').length > 3 && saved;
    });
    assert.equal(table.name, 'saved-run-response-time.csv');
    const [header, first] = table.bytes.toString().split('\r\n');
    assert.equal(header, 'seconds,time,phase,p50 (ns),p99 (ns),p99.9 (ns)');
    assert.match(first, /^[\d.]+,2\d{3}-\d\d-\d\dT[\d:.]+Z,(fill|measure),/);
    for (const name of ['Latency heat map', 'Percentile curve']) {
      assert.ok((await file(name, 'CSV')).bytes.toString().split('\r\n').length > 3, name);
    }
    const image = await file('Throughput', 'PNG');
    assert.equal(image.name, 'saved-run-throughput.png');
    assert.deepEqual([...image.bytes.subarray(1, 4)], [...'PNG'].map((letter) => letter.charCodeAt(0)));
    const box = await boxOf(chart(page, 'Throughput').locator('canvas'));
    assert.ok(image.bytes.readUInt32BE(16) >= Math.floor(box.width), 'as wide as the chart');
    assert.ok(image.bytes.length > 3_000, 'not empty');
    await done();
  });
});

describe('a spec', () => {
  it('is run again from the run and from the list', async () => {
    const id = await server.ended({ name: 'nightly', for: '5s', rate: '321' });
    const { page, go, done } = await openPage(browser, server.url);
    const rate = page.getByLabel('Operations per second');
    await go(`/runs/${id}`);
    await page.getByRole('link', { name: 'Run again' }).click();
    await eventually('the form is filled in', async () => (await rate.inputValue()) === '321');
    await go('/');
    await page.locator('tbody tr').filter({ hasText: 'nightly' }).getByRole('link', { name: 'Run again' }).click();
    await eventually('the form is filled in', async () => (await rate.inputValue()) === '321');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForURL('**/runs/*');
    await done();
  });

  it('is saved as a template, which others use', async () => {
    const { page, go, done } = await openPage(browser, server.url);
    await go('/new');
    const rate = page.getByLabel('Operations per second');
    await rate.fill('4321');
    await page.getByRole('button', { name: 'Save as template' }).click();
    await page.getByLabel('Name of the template').fill('Friday load');
    await page.keyboard.press('Enter');
    await page.getByText('Template “Friday load” saved.').waitFor();
    await accessible(page, 'the form with templates');
    await shot(page, 'template');

    const other = await openPage(browser, server.url);
    await other.go('/new');
    await other.page.getByRole('combobox', { name: 'Template' }).selectOption('Friday load');
    const its = other.page.getByLabel('Operations per second');
    await eventually('the form is filled in', async () => (await its.inputValue()) === '4321');
    await other.page.getByRole('button', { name: 'Delete template Friday load' }).click();
    await other.page.getByText('Template “Friday load” deleted.').waitFor();
    assert.deepEqual((await server.call('GET', '/templates')).templates, []);
    await done();
    await other.done();
  });
});

describe('a baseline', () => {
  it('is under the charts of new runs of its target, with the differences', async () => {
    const target = 'sim:?service=constant(3ms)';
    const first = await server.ended({ name: 'release-1', for: '5s', target, rate: '400' });
    const second = await server.ended({ name: 'release-2', for: '5s', target, rate: '600' });
    const { page, go, done } = await openPage(browser, server.url);
    await go(`/runs/${first}`);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Make this the baseline' }).click();
    await page.getByText('This run is the baseline of its target.', { exact: true }).waitFor();

    await go(`/runs/${second}`);
    const bar = page.locator('dl[aria-label="Against the baseline"]');
    await bar.getByText(/^\+(4|5)\d %$/).first().waitFor(); // on a busy machine, a latency too
    await chart(page, 'Throughput').locator('dd').first().getByText(/^\+(4|5)\d %$/).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save Throughput as CSV' }).click(),
    ]);
    const rows = readFileSync(await download.path(), 'utf8').split('\r\n').map((row) => row.split(','));
    assert.ok(rows[0].join().includes('"throughput, baseline"'));
    const values = rows.slice(1).flatMap((row) => (Math.abs(Number(row[3]) - 400) < 60 ? [row[3]] : []));
    assert.ok(values.length >= 2, `the line of the baseline is in ${rows.join('\n')}`);
    await accessible(page, 'a run with a baseline');
    await page.waitForTimeout(500);
    await shot(page, 'baseline');

    const live = await server.live({ name: 'release-3', target, rate: '500' }, { seconds: 2 });
    await go(`/runs/${live}`);
    await bar.getByRole('link', { name: 'release-1' }).waitFor();
    await bar.getByText(/^[+−±][\d.]+ %$/).first().waitFor();
    const elsewhere = await server.live({ name: 'other-target' });
    await go(`/runs/${elsewhere}`);
    await chart(page, 'Throughput').locator('.u-over').waitFor();
    assert.equal(await bar.count(), 0);

    await go(`/runs/${first}`);
    await page.getByRole('button', { name: 'Remove baseline' }).click();
    await page.getByText('This run is the baseline of').waitFor({ state: 'detached' });
    await done();
  });
});
