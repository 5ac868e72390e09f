import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accessible, eventually, openBrowser, openPage, shot } from './browser.mjs';
import { startFleet } from './fleet.mjs';
import { sixty } from './sixty.mjs';

// A fleet of three processes. Its last node is drained, and the one that serves the page is killed.

let fleet;
let browser;

before(async () => {
  [fleet, browser] = await Promise.all([startFleet(3), openBrowser()]);
});
after(async () => {
  await browser?.close();
  await fleet?.stop();
});

/** A page of the first node, logged in. */
async function logged(options) {
  const opened = await openPage(browser, fleet.nodes[0].url, options);
  await opened.go(`/#token=${fleet.token}`);
  await opened.page.getByRole('link', { name: 'Fleet', exact: true }).waitFor();
  return opened;
}

const row = (page, name) => page.locator(`#node-${name}`);

describe('the fleet', () => {
  it('is legible with 60 nodes from a phone to a wide screen', async () => {
    const answer = sixty(await fleet.call(0, 'GET', '/fleet'));
    const { page, go, done } = await logged();
    await page.route('**/api/v1/fleet', (route) => route.fulfill({ json: answer }));
    await go('/fleet');
    await row(page, 'node-60').waitFor();
    assert.equal(await page.locator('.map button').count(), 59);
    const attention = page.getByLabel('Needs attention').locator('button');
    assert.deepEqual(await attention.allTextContents(), ['node-14', 'node-32', 'node-23', 'node-41', 'node-8']);
    for (const [width, colorScheme] of [[360, 'light'], [768, 'dark'], [2560, 'light'], [1280, 'dark']]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(beyond <= 0, `${beyond} px beyond ${width} px`);
      if (width === 360 || width === 1280) await accessible(page, `60 nodes at ${width} px`);
      await shot(page, `fleet-60-${width}`);
    }
    await page.getByLabel('Only those that need attention').press('Space');
    assert.equal(await page.locator('tbody tr').count(), 5);
    await page.getByRole('searchbox').fill('eu-2c');
    assert.equal(await page.locator('tbody tr').count(), 2);
    await page.getByRole('button', { name: 'node-23' }).first().press('Enter');
    await row(page, 'node-23').waitFor();
    assert.match(page.url(), /node=node-23/);
    await done();
  });

  it('runs on all nodes, and each tells its verdict', async () => {
    const { id } = await fleet.call(1, 'POST', '/runs', {
      name: 'of-three',
      target: 'sim:',
      rate: '200',
      warmup: '0s',
      forever: true,
    });
    const { page, go, done } = await logged();
    await go(`/runs/${id}?panel=generators`);
    await page.getByText('run of the whole fleet, 3 nodes').waitFor();
    const each = page.locator('#panel li');
    await eventually('three verdicts', async () => {
      const texts = await each.allTextContents();
      return texts.length === 3 && texts.every((text) => /valid|suspect/.test(text));
    });
    await page.getByRole('switch', { name: 'Reads' }).click();
    await eventually('all generators have stopped their reads', async () => {
      const { switches } = await fleet.call(1, 'GET', `/runs/${id}`);
      return !switches.reads && switches.writes;
    });
    await accessible(page, 'the generators of a run');
    await shot(page, 'fleet-run');

    await go('/fleet');
    await eventually('shares', async () => /33/.test(await row(page, 'node-2').locator('.share').textContent()));
    await shot(page, 'fleet');

    await fleet.call(0, 'POST', `/runs/${id}/stop`, {});
    await eventually('it has ended', async () => !(await fleet.call(0, 'GET', `/runs/${id}`)).isLive);
    const { generators } = await fleet.call(0, 'GET', `/runs/${id}/generators`);
    assert.deepEqual(generators.map((of) => of.node).sort(), ['node-1', 'node-2', 'node-3']);
    await done();
  });

  it('says where a run will be placed, before it starts', async () => {
    const { id } = await fleet.call(0, 'POST', '/runs', {
      target: 'sim:',
      rate: '10',
      forever: true,
      place: 'node=node-1, node=node-2',
    });
    await fleet.call(0, 'POST', `/runs/${id}/stop`, {});
    const { page, go, done } = await logged();
    await go('/new');
    await page.getByText(/Runs on all nodes of fleet .*, 3 now/).waitFor();
    await go(`/new?like=${id}`);
    await page.getByText(/Runs in fleet .* at .*node-1, .*node-2:\s+2 nodes now/).waitFor();
    await done();
  });

  it('shows a run in which its node takes no part', async () => {
    const spec = { target: 'sim:', rate: '10', forever: true, place: 'node=node-2, node=node-3' };
    const { id } = await fleet.call(0, 'POST', '/runs', spec);
    const { page, go, done } = await logged();
    await go(`/runs/${id}?panel=generators`);
    const each = page.locator('#panel li');
    await eventually('two generators', async () => {
      const texts = await each.allTextContents();
      return texts.length === 2 && texts.every((text) => /node-[23]/.test(text));
    });
    await page.getByRole('switch', { name: 'Reads' }).click();
    await eventually('both have stopped their reads', async () => !(await fleet.call(1, 'GET', `/runs/${id}`)).switches.reads);
    await accessible(page, 'a run of other nodes');
    assert.equal(await page.getByLabel('Live runs of other nodes').count(), 0);
    await fleet.call(0, 'POST', `/runs/${id}/stop`, {});
    await eventually('it has ended', async () => !(await fleet.call(0, 'GET', `/runs/${id}`)).isLive);
    await done();
  });

  it('links to the nodes of a run that its node cannot show', async () => {
    const spec = { target: 'sim:', rate: '10', forever: true, place: 'node=node-2' };
    const { id } = await fleet.call(1, 'POST', '/runs', spec);
    const { page, go, done, expected } = await logged();
    await page.route(`**/api/v1/runs/${id}**`, (route) =>
      route.fulfill({ status: 404, contentType: 'application/problem+json', json: { status: 404, title: 'Not Found', detail: 'No run.' } }),
    );
    expected.push(/404/);
    await go(`/runs/${id}`);
    const links = page.getByLabel('Live runs of other nodes').getByRole('link');
    await eventually('a link', async () => (await links.count()) === 1);
    assert.equal(await links.first().getAttribute('href'), `${fleet.nodes[1].url}/runs/${id}`);
    await fleet.call(1, 'POST', `/runs/${id}/stop`, {});
    await done();
  });

  it('draws a node or a rack over the charts of a run, and changes parameters by scope', async () => {
    const { id } = await fleet.call(1, 'POST', '/runs', {
      name: 'by-part',
      target: 'sim:',
      rate: '3k',
      mix: { read: 50, update: 50 },
      warmup: '0s',
      forever: true,
    });
    const { page, go, done, expected } = await logged();
    expected.push(/422/);
    await go(`/runs/${id}?panel=parameters`);
    const choose = async (picker, words) => {
      const field = page.getByRole('combobox', { name: picker });
      await field.click();
      await field.pressSequentially(words);
      await page.getByRole('listbox', { name: picker }).getByRole('option').first().getByText(words).first().waitFor();
      await field.press('Enter');
    };
    await eventually('all nodes have told a second', async () => {
      const { nodes } = await fleet.call(0, 'GET', `/runs/${id}/nodes`);
      return nodes.length === 3;
    });

    await choose('Overlay', 'node-3');
    const figures = (title, of) => page.getByLabel(`${title} of ${of}`, { exact: true });
    await eventually('a third of the load, and the latency of it', async () => {
      const rate = await figures('Throughput', 'node-3').textContent();
      const latency = await figures('Response time', 'node-3').textContent();
      return /throughput.*3[1-5]\.?\d* %/s.test(rate) && /p99.*[µm]s/s.test(latency);
    });
    assert.match(page.url(), /overlay=node%3Dnode-3/);
    await accessible(page, 'an overlay');
    await choose('Overlay', 'rack-1');
    await eventually('two thirds of the load', async () =>
      /throughput.*6[4-9]\.?\d* %/s.test(await figures('Throughput', 'rack local/rack-1').textContent()),
    );

    await choose('Scope', 'rack-1');
    await page.getByLabel('timeout', { exact: true }).fill('2s');
    await page.getByLabel('timeout', { exact: true }).press('Enter');
    await page.getByText('on all 2 nodes').waitFor();
    // Another node than that of the page, which learns of the change on its own.
    await eventually('the timeouts of two nodes', async () => {
      const { nodes } = await fleet.call(1, 'GET', `/runs/${id}/scopes`);
      const own = nodes.filter(({ values }) => values.some(({ path, value }) => path === 'timeout' && value === '2s'));
      assert.deepEqual(own.map(({ name }) => name).sort(), ['node-1', 'node-3']);
      return true;
    });
    await page.getByLabel('rate', { exact: true }).fill('9');
    await page.getByLabel('rate', { exact: true }).press('Enter');
    await page.locator('.parameter').getByText('rate: must be set with scope fleet').waitFor();
    await page.getByLabel('Load of rack local/rack-1').getByRole('group', { name: 'Reads' }).getByText('off').click();
    await page.getByRole('button', { name: 'Clear reads of rack=local/rack-1' }).waitFor();
    await accessible(page, 'parameters of a scope');
    for (const width of [360, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(beyond <= 0, `${beyond} px beyond ${width} px`);
      await shot(page, `fleet-scope-${width}`);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Clear timeout of rack=local/rack-1' }).click();
    await eventually('the fleet has its timeout again', async () => {
      const scopes = await fleet.call(1, 'GET', `/runs/${id}/scopes`);
      return scopes.scopes.every(({ values }) => !('timeout' in values));
    });

    await fleet.call(0, 'POST', `/runs/${id}/stop`, {});
    await eventually('it has ended', async () => !(await fleet.call(0, 'GET', `/runs/${id}`)).isLive);
    const chart = page.getByRole('group', { name: /^Throughput: / });
    await eventually('both are at the crosshair of the run that has ended', async () => {
      // On a busy machine, the seconds of the other nodes may come after the end.
      await page.reload();
      await figures('Throughput', 'rack local/rack-1').waitFor();
      await chart.focus();
      await chart.press('End');
      // On a busy machine, the nodes of the rack may have ended some seconds before the last one.
      for (let i = 0; i < 15; i++) {
        await chart.press('ArrowLeft');
        const text = await figures('Throughput', 'rack local/rack-1').textContent();
        if (/throughput\s*[\d.,]+/.test(text)) return true;
      }
      return false;
    });
    await page.getByRole('button', { name: /^Overlay: none instead/ }).click();
    await figures('Throughput', 'rack local/rack-1').waitFor({ state: 'detached' });
    assert.doesNotMatch(page.url(), /overlay/);
    await done();
  });

  it('lets a node leave after a confirmation', async () => {
    const { page, go, done } = await logged();
    await go('/fleet');
    await page.getByRole('button', { name: 'Drain node-3' }).press('Enter');
    await page.getByRole('dialog', { name: 'Drain node-3?' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Drain node-3' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Drain' }).click();
    await row(page, 'node-3').getByText('removed').waitFor();
    await page.getByLabel('Events').getByText('node-3 was removed').first().waitFor();
    assert.equal(await row(page, 'node-3').getByRole('button').count(), 0);
    await done();
  });

  it('is continued on another node when that of the page dies', async () => {
    const { page, go, expected, done } = await logged();
    expected.push(/ERR_|Failed to load/);
    await go('/fleet?node=node-2');
    await row(page, 'node-2').waitFor();
    fleet.kill(0);
    const other = page.getByLabel('Other nodes').getByRole('link', { name: 'node-2' });
    await other.waitFor();
    assert.equal(await other.getAttribute('href'), `${fleet.nodes[1].url}/fleet?node=node-2`);
    assert.equal((await fetch(await other.getAttribute('href'))).status, 200);
    await row(page, 'node-1').getByText('unreachable').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Drain/ }).count(), 0);
    await accessible(page, 'without the node of the page');
    await shot(page, 'fleet-away');
    await done();
  });
});
