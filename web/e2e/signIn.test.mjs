import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { accessible, eventually, openBrowser, openPage, shot } from './browser.mjs';
import { startIssuer } from './issuer.mjs';
import { freePort } from './process.mjs';
import { startServer } from './server.mjs';

const SECRET = 'a-secret-of-the-client';
const ADMIN = 'a-long-token-of-ada';

let browser;
let issuer;
let server;

function fileOf(name, text) {
  const file = join(mkdtempSync(join(tmpdir(), 'plimsoll-sign-in-')), name);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

before(async () => {
  browser = await openBrowser();
  const port = await freePort();
  issuer = await startIssuer({
    clientId: 'plimsoll',
    secret: SECRET,
    redirectUri: `http://127.0.0.1:${port}/api/v1/session/callback`,
  });
  const args = [
    ...['--oidc', issuer.url],
    ...['--oidc-client-id', 'plimsoll'],
    ...['--oidc-client-secret', `file:${fileOf('secret', SECRET)}`],
    ...['--token-file', fileOf('tokens', `admin ada ${ADMIN}\n`)],
  ];
  server = await startServer({ port, args, token: ADMIN });
});
after(async () => {
  await browser?.close();
  await server?.stop();
  await issuer?.stop();
});

/** A page that may also request the identity provider, but no other host. */
async function openGuarded(options) {
  const opened = await openPage(browser, server.url, options);
  const { context, page, faults } = opened;
  await context.route('https://fonts.googleapis.com/**', (route) => route.abort()); // the form of the provider
  opened.expected.push(/fonts\.googleapis\.com/);
  const done = () => {
    const outside = faults.filter((each) => /^outside: (http:\/\/localhost:|https:\/\/fonts\.)/.test(each));
    outside.forEach((each) => faults.splice(faults.indexOf(each), 1));
    return opened.done();
  };
  const link = page.getByRole('link', { name: `Log in with ${issuer.host}` });
  return { ...opened, done, link, alert: page.getByRole('alert').filter({ hasText: /\w/ }) };
}

async function enter(page, name) {
  await page.waitForURL(`${issuer.url}/**`);
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${server.url}/**`);
}

describe('a server on this machine', () => {
  it('prints a link that logs in, and refuses everybody else', async () => {
    const own = await startServer({ link: true });
    try {
      const { page, go, expected, done } = await openPage(browser, own.url);
      expected.push(/401/);
      await go('/');
      await page.getByLabel('Token').waitFor();
      // It answers before it has printed all that it says.
      const [, printed] = await eventually('the link', () => /Log in with (http:\S+)\s/.exec(own.said()));
      const token = printed.split('#token=')[1];
      const file = join(own.folder, 'token');
      assert.equal(readFileSync(file, 'utf8').trim(), token);
      assert.equal(statSync(file).mode & 0o777, 0o600);
      await page.goto('about:blank');
      await page.goto(printed);
      await page.getByRole('link', { name: 'New run' }).first().waitFor();
      assert.equal(page.url(), `${own.url}/`);
      await page.reload();
      await page.getByRole('link', { name: 'New run' }).first().waitFor();
      assert.equal((await fetch(`${own.url}/api/v1/runs`)).status, 401);
      const known = await fetch(`${own.url}/api/v1/runs`, { headers: { authorization: `Bearer ${token}` } });
      assert.equal(known.status, 200);
      await done();
    } finally {
      await own.stop();
    }
  });
});

describe('a user of an identity provider', () => {
  it('logs in there and returns with a role to the same page', async () => {
    const { page, context, go, link, done } = await openGuarded();
    await go('/new?target=sim%3A');
    await link.click();
    await shot(page, 'sign-in-issuer');
    await enter(page, 'otto');
    await page.getByTitle('Log out').filter({ hasText: 'otto' }).waitFor();
    assert.equal(page.url(), `${server.url}/new?target=sim%3A`);
    await page.getByRole('link', { name: 'New run' }).waitFor();
    const cookie = (await context.cookies(server.url)).find(({ name }) => name === 'plimsoll');
    assert.equal(cookie.sameSite, 'Strict');
    assert.equal(cookie.httpOnly, true);
    const { role } = await page.evaluate(async () => (await fetch('/api/v1/session')).json());
    assert.equal(role, 'operator');
    await shot(page, 'signed-in');
    // What the form asks for while the session ends would be an error in the console.
    const asked = ['settings', 'drivers'].map((what) => page.waitForResponse(`${server.url}/api/v1/${what}`));
    await page.reload();
    await Promise.all(asked);
    await page.getByTitle('Log out').click();
    await link.waitFor();
    await page.reload();
    await link.waitFor();
    const { entries } = await server.call('GET', '/audit');
    assert.ok(entries.some(({ who, action, outcome }) => who === 'otto' && /callback$/.test(action) && outcome === 'done'));
    assert.ok(!server.said().includes(SECRET));
    await done();
  });

  it('sees a message when the login is canceled, has no role, or has expired', async () => {
    const { page, go, link, alert, done } = await openGuarded();
    await go('/compare');
    await link.click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await alert.filter({ hasText: 'refused or canceled' }).waitFor();
    await eventually('the parameter is removed', async () => page.url() === `${server.url}/compare`);
    await link.click();
    await enter(page, 'nora');
    await alert.filter({ hasText: 'has no role here' }).waitFor();
    await accessible(page, 'a failed login');
    await shot(page, 'sign-in-no-role');
    await go('/api/v1/session/callback?code=x&state=y');
    await alert.filter({ hasText: 'took too long or was already used' }).waitFor();
    await done();
  });

  for (const [colorScheme, width] of [['light', 1280], ['dark', 1280], ['light', 360]]) {
    it(`sees both ways to log in, ${colorScheme} at ${width} pixels`, async () => {
      const { page, go, link, done } = await openGuarded({ colorScheme, viewport: { width, height: 800 } });
      await go('/?sign-in=denied');
      await link.waitFor();
      await page.getByLabel('Token').waitFor();
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      await accessible(page, 'both ways');
      await shot(page, `sign-in-${colorScheme}-${width}`);
      await done();
    });
  }
});
