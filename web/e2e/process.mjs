import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after } from 'node:test';

// Below the ports of outgoing connections and of the other tests, which run at the same time: one of them could take a
// port before its server does. A browser does not open some of the ports below 7,000.
const LOWEST = 7_000;
const HIGHEST = 9_999;
const FILE = 200;

/** Listens on the port; null if it is taken. */
async function listen(port) {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return server;
  } catch {
    return null;
  }
}

/** The ports of this file of tests: it listens on the one before, so that no other file takes them. */
async function ownPorts() {
  for (let first = LOWEST; first + FILE <= HIGHEST; first += FILE) {
    const mark = await listen(first);
    mark?.unref();
    if (mark) return { next: first + 1, end: first + FILE };
  }
  throw new Error(`no free ports from ${LOWEST} to ${HIGHEST}`);
}

let own;

/** The first of some free ports in a row, which are given once. */
export async function freePort(count = 1) {
  own ??= ownPorts();
  const ports = await own;
  for (let first = ports.next; ports.next + count <= ports.end; first = ports.next) {
    ports.next += count;
    let free = 0;
    for (; free < count; free += 1) {
      const probe = await listen(first + free);
      if (!probe) break;
      probe.close();
      await once(probe, 'close');
    }
    if (free === count) return first;
  }
  throw new Error('this file of tests has used all its ports');
}

// What a failed start has left open, such as a browser, must not keep this process from its end. The time is for the report.
after(() => void setTimeout(() => process.exit(), 10_000).unref());

/** For all JVMs: the second compiler would need more processor time than it saves in a short test. */
const ENVIRONMENT = { ...process.env, JDK_JAVA_OPTIONS: `-XX:TieredStopAtLevel=1 ${process.env.JDK_JAVA_OPTIONS ?? ''}` };

/** Starts a process, which ends with this one at the latest. */
export function start(program, args, options) {
  const started = spawn(program, args.map(String), { env: ENVIRONMENT, ...options });
  const kill = () => started.kill('SIGKILL');
  process.on('exit', kill);
  started.on('exit', () => process.off('exit', kill));
  return started;
}
