import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { accessible, eventually, openBrowser, openPage, shot } from './browser.mjs';
import { freePort, start } from './process.mjs';
import { startRedis, startServer } from './server.mjs';

let server;
let redis;
let memcached;
let exporter;
let pages;
let browser;

/** A page of metrics with one value, as an exporter of one node has it. */
async function nodeWith(load) {
  const page = createServer((_, answer) => answer.end(`node_load1 ${load}\nother 1\n`));
  await new Promise((resolve) => page.listen(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${page.address().port}`, stop: () => page.close() };
}

/** A server of the system's packages on a free port. */
async function startAlone(program, args) {
  const port = await freePort();
  const process_ = start(program, args(port), { stdio: 'ignore' });
  await eventually(`${program} listens`, () => new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  }));
  return { address: `127.0.0.1:${port}`, stop: () => process_.kill('SIGKILL') };
}

before(async () => {
  redis = await startRedis();
  memcached = await startAlone('memcached', (port) => ['-l', '127.0.0.1', '-p', port, '-u', 'nobody']);
  exporter = await startAlone('prometheus-node-exporter', (port) => [`--web.listen-address=127.0.0.1:${port}`]);
  pages = [await nodeWith(1.5), await nodeWith(3.5)];
  server = await startServer({ target: redis.target });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
  redis?.stop();
  for (const each of [memcached, exporter, ...(pages ?? [])]) each?.stop();
});
afterEach(async () => {
  await server.call('POST', '/kill', {});
});

const telemetry = () => [
  `hosts(${exporter.address})`,
  ...pages.map(({ address }) => `prometheus(http://${address}/metrics,node_load1)`),
];

async function endedRun(spec) {
  const run = await server.begin({ forever: undefined, for: '12s', ...spec });
  await eventually('the run ends', async () => !(await server.call('GET', `/runs/${run.id}`)).isLive);
  return run.id;
}

const chart = (page, title) => page.locator('figure.chart, figure.card').filter({
  has: page.getByRole('heading', { name: title, exact: true }),
});

/** Waits until a chart of a live run has a text: a late reading leaves it without the value for a second. */
const says = (figure, wanted) =>
  eventually(`${wanted}`, async () => {
    assert.match(await figure.innerText(), wanted);
    return true;
  });

/** The part of a chart's columns of pixels in which a line of one of these series is drawn: equal lines hide each other. */
async function drawn(figure, series = [1]) {
  await figure.scrollIntoViewIfNeeded();
  await figure.locator('canvas').waitFor();
  return figure.locator('canvas').evaluate((canvas, series) => {
    const colors = series.map((each) => {
      const probe = document.createElement('i');
      probe.style.color = `var(--series-${each})`;
      document.body.append(probe);
      const color = getComputedStyle(probe).color.match(/\d+/g).map(Number);
      probe.remove();
      return color;
    });
    const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let columns = 0;
    for (let x = 0; x < width; x++) {
      for (let y = 0; y < height; y++) {
        const i = 4 * (y * width + x);
        const near = ([r, g, b]) => Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 40;
        if (data[i + 3] > 200 && colors.some(near)) {
          columns++;
          break;
        }
      }
    }
    return columns / width;
  }, series);
}

describe('the target of a run', () => {
  it('has charts with lines between readings, a line for each node, and hosts with one setting', async () => {
    const { page, go, done } = await openPage(browser, server.url);
    const run = await server.begin({ telemetry: telemetry(), 'telemetry-every': '3s' });
    await go(`/runs/${run.id}`);
    await page.getByRole('heading', { name: 'Target', exact: true }).waitFor();
    await eventually(
      'four readings',
      async () => {
        const { telemetry: read } = await server.call('GET', `/runs/${run.id}/history?points=500`);
        const cells = read['redis.used_memory_bytes'] ?? [];
        return cells.filter((cell) => cell !== null).length >= 4 && read['host.cpu_ratio{node="' + exporter.address + '"}'];
      },
    );
    await page.getByRole('button', { name: 'Whole run' }).click();
    const bytes = chart(page, 'Target: redis, bytes');
    await eventually('a line between readings', async () => (await drawn(bytes)) > 0.35);
    await says(chart(page, 'Target: redis, per second'), /keyspace hits per second/);
    const loads = chart(page, 'node_load1');
    for (const { address } of pages) await says(loads, new RegExp(address));
    await says(loads, /1\.50/);
    await says(loads, /3\.50/);
    for (const subject of ['CPU', 'memory', 'network', 'load']) {
      await chart(page, `Hosts: ${subject}`).waitFor();
    }
    await says(chart(page, 'Hosts: CPU'), /%/);
    const both = chart(page, 'Latency of the server and the client');
    await says(both, /server command mean\s+[\d.]+ (ns|µs)/);
    await says(both, /client p99\s+[\d.]+ (µs|ms)/);
    await eventually('the latency of the server as a line', async () => (await drawn(both)) > 0.35);
    await accessible(page, 'a run with telemetry');
    await page.getByRole('heading', { name: 'Target', exact: true }).scrollIntoViewIfNeeded();
    await shot(page, 'target-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 390, height: 844 });
    await both.scrollIntoViewIfNeeded();
    await eventually('a line on a narrow page', async () => (await drawn(both)) > 0.3);
    await shot(page, 'target-narrow-light');
    await done();
  });

  it('shows the hit ratio over time, and what the driver counts', async () => {
    const { page, go, done } = await openPage(browser, server.url, { colorScheme: 'light' });
    const run = await server.begin({
      target: `memcached://${memcached.address}`,
      'no-fill': undefined,
      fill: 500,
      keys: '1k',
      'ignore-missing': true,
      mix: { read: 100 },
    });
    await go(`/runs/${run.id}`);
    const ratio = chart(page, 'Hit ratio');
    await ratio.waitFor();
    await eventually('a hit ratio', async () => /cache\s+(4|5)\d(\.\d+)? %/.test(await ratio.innerText()));
    await eventually('a line', async () => (await drawn(ratio)) > 0.01);
    // A busy machine sends fewer operations in a second, and more in the next.
    await says(chart(page, 'Counted by the driver'), /cache hits\s+2\d\d/);
    await ratio.scrollIntoViewIfNeeded();
    await shot(page, 'hit-ratio');
    await done();
  });

  it('has what the driver counted before and after a change', async () => {
    const { page, go, done } = await openPage(browser, server.url);
    const id = await endedRun({
      target: `memcached://${memcached.address}`,
      mix: { read: 100 },
      'ignore-missing': true,
      for: '9s',
      schedule: ['at=4s rate=1000'],
    });
    await go(`/runs/${id}`);
    const parts = page.getByRole('region', { name: 'Counted before and after each change' });
    await parts.waitFor();
    assert.match(await parts.innerText(), /after .*rate.*1000/);
    const perSecond = [...(await parts.innerText()).matchAll(/cache-(?:hits|misses)\s+([\d.]+)(k?)\/s/g)]
      .map(([, n, kilo]) => Number(n) * (kilo ? 1000 : 1))
      .filter((n) => n > 0);
    assert.ok(perSecond.length >= 2 && perSecond.at(-1) > 1.6 * perSecond[0], `${perSecond}`);
    await parts.scrollIntoViewIfNeeded();
    await shot(page, 'counted-parts');
    await done();
  });

  it('is beside that of another run in Compare, and is read again after a restart', async () => {
    const spec = { telemetry: telemetry(), 'telemetry-every': '2s' };
    const [one, other] = [await endedRun(spec), await endedRun(spec)];
    const { page, go, done, expected } = await openPage(browser, server.url);
    expected.push(/409 .*\/comparisons$/); // a run on a busy machine may be invalid: no verdict then
    await go(`/compare?a=${one}&b=${other}`);
    const memory = chart(page, 'Target: redis used memory');
    await memory.waitFor();
    await memory.scrollIntoViewIfNeeded();
    await shot(page, 'compare-target');
    await eventually('lines of both', async () => (await drawn(memory, [1, 3])) > 0.3);
    const both = chart(page, 'Latency of the server and the client');
    for (const line of ['A', 'B', 'server of A', 'server of B']) {
      await both.getByText(line, { exact: true }).waitFor();
    }
    await eventually('the latency of clients', async () => (await drawn(both, [1, 3])) > 0.3);
    await shot(page, 'compare-latency');
    await memory.scrollIntoViewIfNeeded();
    await shot(page, 'compare-target');
    await done();
  });
});
