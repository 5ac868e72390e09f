import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { connect } from 'node:net';
import { accessible, badge, eventually, openBrowser, openPage, shot } from './browser.mjs';
import { freePort } from './process.mjs';
import { startRedis, startServer } from './server.mjs';

/** The server is killed, and started again on the same port. */
let server;
let browser;
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-restart-'));
const AWAY = [/ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE|ERR_SOCKET|Failed to load/];

before(async () => {
  server = await startServer({ folder, target: 'sim:?service=constant(1ms)' });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  const isUp = await server.call('GET', '/session').catch(() => null);
  if (!isUp) await startAgain();
});
afterEach(async () => {
  await server.call('POST', '/kill', {}).catch(() => null);
});

/** Starts the server again, and waits until it answers. */
async function startAgain(at = folder) {
  server = await startServer({ port: server.port, folder: at, target: 'sim:?service=constant(1ms)' });
}

describe('the server of a live run', () => {
  it('dies, which is shown, and comes back, where the run is interrupted and resumed', async () => {
    const id = await server.live({ name: 'killed-run', 'no-fill': true }, { seconds: 3 });
    const { page, go, expected, done } = await openPage(browser, server.url);
    expected.push(...AWAY);
    const calls = [];
    page.on('response', (answer) => calls.push(`${answer.status()} ${new URL(answer.url()).pathname}`));
    await go(`/runs/${id}`);
    await badge(page, 'running').waitFor();
    const rate = page.getByLabel('rate', { exact: true });
    await rate.fill('900');

    await server.kill9();
    await page.getByText('The server does not answer. It is unknown whether').waitFor();
    await badge(page, 'no connection').waitFor();
    assert.equal(await page.locator('.title .good').count(), 0);
    for (const name of ['Stop', 'Abort', 'Pause all', 'Stop all load']) {
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
    }
    assert.ok(await rate.isDisabled());
    assert.equal(await rate.inputValue(), '900');
    await page.keyboard.press('p');
    assert.equal(await page.getByRole('dialog').count(), 0);
    await accessible(page, 'without the server');
    await shot(page, 'server-away');

    await startAgain();
    await page.getByText(/^Interrupted at \d+:\d\d\.$/).waitFor();
    await badge(page, 'killed').waitFor();
    await page.getByRole('tab', { name: 'Result' }).waitFor();
    assert.equal(await page.getByText('The values shown are old').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Stop', exact: true }).count(), 0);
    // A server that has just started answers late what is asked once.
    await eventually('it asks for no more', async () => {
      calls.length = 0;
      await page.waitForTimeout(3_000);
      assert.deepEqual(calls.filter((call) => call.includes(id)), []);
      return true;
    });
    assert.equal(calls.filter((call) => call.startsWith('404')).length, 0);
    await accessible(page, 'an interrupted run');
    await shot(page, 'interrupted');

    await page.getByRole('button', { name: 'Resume as a new run' }).click();
    await page.waitForURL((url) => /\/runs\/[^/]+$/.test(url.pathname) && !url.pathname.endsWith(id));
    await badge(page, 'running').waitFor();
    await page.goBack();
    await page.getByText('It continues as run').getByRole('link', { name: 'killed-run' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Resume as a new run' }).count(), 0);
    await done();
  });

  it('comes back, and asks for the password that was typed', async () => {
    const redis = await startRedis();
    const secured = new Promise((resolve, reject) => {
      const socket = connect(Number(redis.target.split(':').pop()), '127.0.0.1', () =>
        socket.write('CONFIG SET requirepass tide7\r\n'),
      );
      socket.on('data', () => {
        socket.destroy();
        resolve();
      });
      socket.on('error', reject);
    });
    try {
      await secured;
      const target = redis.target.replace('//', '//:tide7@');
      const id = await server.live({ name: 'secret-run', target, keys: 100, rate: '200', 'no-fill': true });
      const { page, go, expected, done } = await openPage(browser, server.url);
      expected.push(...AWAY);
      await server.kill9();
      await startAgain();
      await go(`/runs/${id}`);
      await page.getByText(/^Interrupted at \d+:\d\d\.$/).waitFor();
      await accessible(page, 'an interrupted run with a secret');
      await shot(page, 'interrupted-secret');
      await page.getByLabel('set.password').fill('tide7');
      await page.getByRole('button', { name: 'Resume as a new run' }).click();
      await page.waitForURL((url) => /\/runs\/[^/]+$/.test(url.pathname) && !url.pathname.endsWith(id));
      await badge(page, 'running').waitFor();
      assert.ok(!(await page.content()).includes('tide7'));
      await done();
    } finally {
      redis.stop();
    }
  });

  it('comes back without the run, which has ended then', async () => {
    const id = await server.live({ name: 'lost-run', 'no-fill': true }, { seconds: 3 });
    const { page, go, expected, done } = await openPage(browser, server.url);
    expected.push(...AWAY, /404/);
    await go(`/runs/${id}`);
    await badge(page, 'running').waitFor();
    await server.kill9();
    await page.getByText('The server does not answer. It is unknown whether').waitFor();
    const other = mkdtempSync(join(tmpdir(), 'plimsoll-other-'));
    await startAgain(other);
    await page.getByText('The run has ended.', { exact: true }).first().waitFor();
    await badge(page, 'killed').waitFor();
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    // What a busy browser has still to ask for once may come now.
    await eventually('it asks for no more', async () => {
      asked.length = 0;
      await page.waitForTimeout(3_000);
      assert.deepEqual(asked.filter((url) => url.includes(id)), []);
      return true;
    });
    await shot(page, 'lost');
    await done();
    await server.stop();
    await startAgain();
  });

  it('dies behind the list of runs, which follows', async () => {
    await server.live({ name: 'listed-run', 'no-fill': true }, { seconds: 3 });
    const { page, go, expected, done } = await openPage(browser, server.url);
    expected.push(...AWAY);
    await go('/');
    const row = page.locator('tbody tr').filter({ hasText: 'listed-run' });
    await row.getByText('running', { exact: true }).waitFor();
    await server.kill9();
    await row.getByText('no connection', { exact: true }).waitFor();
    await shot(page, 'list-away');
    await startAgain();
    await row.getByText('killed', { exact: true }).waitFor();
    await done();
  });
});

describe('a run that failed to start', () => {
  it('is in the list after a restart, with its problem', async () => {
    const run = await server.begin({ name: 'no-store', target: `redis://127.0.0.1:${await freePort()}` });
    await eventually('the failure', async () => (await server.call('GET', `/runs/${run.id}`)).state === 'failed', 60_000);
    await server.kill9();
    await startAgain();
    const { page, go, done } = await openPage(browser, server.url);
    await go('/');
    const row = page.locator('tbody tr').filter({ hasText: 'no-store' });
    await row.getByText('failed', { exact: true }).waitFor();
    await row.getByRole('link', { name: 'no-store' }).click();
    await page.getByText(/refused/).first().waitFor();
    await page.getByRole('link', { name: 'New run with these settings' }).first().waitFor();
    await accessible(page, 'a run that failed to start');
    await shot(page, 'failed-to-start');
    await done();
  });
});

describe('the form of a new run', () => {
  it('keeps what was typed over a restart of the server and a reload', async () => {
    const { page, go, expected, done } = await openPage(browser, server.url);
    expected.push(...AWAY, /422/);
    await go('/new');
    await page.locator('.driver').filter({ hasText: 'sim' }).click();
    const rate = page.getByLabel('Operations per second');
    await rate.fill('321');
    await page.getByLabel('Name', { exact: true }).fill('typed');
    await page.getByLabel('Tags').fill('one, two');
    await page.getByText('open, 321/s').waitFor();
    await server.kill9();
    await page.getByText('The server does not answer.').first().waitFor();
    assert.equal(await rate.inputValue(), '321');
    const start = page.getByRole('button', { name: 'Start', exact: true });
    assert.ok(await start.isDisabled());
    await startAgain();
    await page.getByText('open, 321/s').waitFor();
    await page.reload();
    await page.getByText('This is what you entered before').waitFor();
    assert.equal(await rate.inputValue(), '321');
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'typed');
    assert.equal(await page.getByLabel('Tags').inputValue(), 'one, two');
    await accessible(page, 'a form that was restored');
    await shot(page, 'restored');
    await start.click();
    await page.waitForURL('**/runs/*');
    const run = await server.call('GET', `/runs/${page.url().split('/').at(-1)}`);
    assert.deepEqual([run.name, run.spec.rate, run.tags.join()], ['typed', '321', 'one,two']);
    await go('/new');
    await page.getByText('Preview').waitFor();
    await page.waitForTimeout(500);
    assert.equal(await page.getByText('This is what you entered before').count(), 0);
    await done();
  });
});
