import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './browser.mjs';
import { freePort, start } from './process.mjs';

const LAUNCHER = new URL('../../plimsoll', import.meta.url).pathname;

/** Starts a Redis without persistence. */
export async function startRedis() {
  const port = await freePort();
  const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const redis = start('redis-server', args, { stdio: 'ignore' });
  const failed = new Promise((_, reject) => redis.on('error', reject));
  const listens = async () => {
    for (;;) {
      const isUp = await new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => resolve(true));
        socket.on('error', () => resolve(false));
        socket.on('close', () => socket.destroy());
        setTimeout(() => socket.destroy(), 200);
      });
      if (isUp) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await Promise.race([listens(), failed]);
  return {
    target: `redis://127.0.0.1:${port}`,
    freeze: () => redis.kill('SIGSTOP'),
    thaw: () => redis.kill('SIGCONT'),
    stop() {
      redis.kill('SIGCONT');
      redis.kill('SIGKILL');
    },
  };
}

/** Starts `plimsoll serve` with an empty folder for its runs; open, unless there are options to log in or `link` is true. */
export async function startServer({ port, args = [], folder, target = 'sim:', token, link = false } = {}) {
  const at = port ?? (await freePort());
  const runs = folder ?? mkdtempSync(join(tmpdir(), 'plimsoll-page-'));
  const command = (process.env.PLIMSOLL_SERVE ?? `${LAUNCHER} serve --port PORT --runs RUNS`)
    .replace('PORT', at)
    .replace('RUNS', runs)
    .split(' ');
  const logsIn = link || args.some((arg) => /^--(token|oidc|generate-token|insecure)/.test(arg));
  const all = [...command.slice(1), ...args, ...(logsIn ? [] : ['--no-token'])];
  const process_ = start(command[0], all, {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [process_.stdout, process_.stderr]) {
    stream.on('data', (data) => (said = (said + data).slice(-4000)));
  }
  const ended = new Promise((resolve) => process_.on('exit', resolve));
  const url = `http://127.0.0.1:${at}`;
  const end = Date.now() + 180_000;
  for (;;) {
    const answer = await fetch(`${url}/api/v1/session`).catch(() => null);
    if (answer) break;
    if (process_.exitCode !== null || Date.now() > end) throw new Error(`no server: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const call = async (method, path, body) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        origin: url,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : null;
  };
  const begin = (spec) =>
    call('POST', '/runs', {
      target,
      rate: '500',
      mix: { read: 80, update: 20 },
      forever: true,
      warmup: '0s',
      keys: '1k',
      ...spec,
    });
  return {
    url,
    port: at,
    folder: runs,
    said: () => said,
    call,
    begin,
    /** Begins a run; answers with its id when it has measured for some seconds and is answered. */
    async live(spec, { answers = true, seconds = 0 } = {}) {
      const { id } = await begin(spec);
      await eventually('the run measures', async () => {
        const now = await call('GET', `/runs/${id}`);
        const isAnswered = now.throughputPerSecond > 0 || !answers;
        return now.phase === 'measure' && isAnswered && now.elapsedNanos > seconds * 1e9;
      });
      return id;
    },
    /** Begins a short run; answers with its id when it has ended. */
    async ended(spec) {
      const { id } = await begin({ forever: undefined, for: '3s', ...spec });
      await eventually('the run ends', async () => !(await call('GET', `/runs/${id}`)).isLive);
      return id;
    },
    /** Ends the process as a crash does. Its folder stays. */
    async kill9() {
      process_.kill('SIGKILL');
      await ended;
    },
    async stop({ keep = false } = {}) {
      process_.kill('SIGTERM');
      const timer = setTimeout(() => process_.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(timer);
      if (!keep) rmSync(runs, { recursive: true, force: true });
    },
  };
}
