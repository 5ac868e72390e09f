import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './browser.mjs';
import { freePort, start } from './process.mjs';

const LAUNCHER = process.env.PLIMSOLL ?? new URL('../../plimsoll', import.meta.url).pathname;

/** Starts `plimsoll fleet local`; answers when all nodes are members. */
export async function startFleet(count) {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-fleet-'));
  const args = ['fleet', 'local', String(count), '--port', String(await freePort(2 * count))];
  const process_ = start(LAUNCHER, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [process_.stdout, process_.stderr]) stream.on('data', (data) => (said += data));
  const ended = new Promise((resolve) => process_.on('exit', resolve));
  const hasEnded = () => process_.exitCode !== null || process_.signalCode !== null;
  await eventually('the nodes have joined', () => hasEnded() || said.includes('Log in with'), 180_000);
  if (hasEnded()) throw new Error(`no fleet: ${said}`);
  const token = readFileSync(join(folder, 'runs', 'token'), 'utf8').trim();
  const nodes = [...said.matchAll(/^(node-\d+) {2}(http:\/\/\S+) {2}process (\d+)$/gm)].map(
    ([, name, url, pid]) => ({ name, url, pid: Number(pid) }),
  );
  const call = async (at, method, path, body) => {
    const answer = await fetch(`${nodes[at].url}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return {
    nodes,
    token,
    call,
    kill: (at) => process.kill(nodes[at].pid, 'SIGKILL'),
    async stop() {
      process_.kill('SIGTERM');
      const timer = setTimeout(() => process_.kill('SIGKILL'), 15_000);
      await ended;
      clearTimeout(timer);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
