// Development only: answers as the contract says, with made-up figures.
import { createServer } from 'node:http';
import { readFileSync, existsSync } from 'node:fs';
import { join, extname } from 'node:path';
const root = new URL('../target/page/', import.meta.url).pathname;
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' };
const csp = "default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'";
const started = Date.now() - (Number(process.env.AGE ?? 1000)) * 1000;
const now = () => Math.floor((Date.now() - started) / 1000);
const edges = Array.from({ length: 61 }, (_, i) => 1000 * 10 ** (i / 8));
const noise = (i, k = 1) => { const x = Math.sin(i * 12.9898 * k + k) * 43758.5453; return x - Math.floor(x); };
let rate = 10000;
function history(from, to, step) {
  const at = []; for (let s = Math.ceil((from + 1) / step) * step; s <= to; s += step) at.push(s);
  const map = (f) => at.map((s) => f(s));
  const base = (s) => 2e5 * (1 + 0.2 * Math.sin(s / 60)) * (s % 180 > 150 && s % 180 < 160 ? 40 : 1);
  const lat = (k) => ({ mean: map((s) => base(s) * k * 1.1), p50: map((s) => base(s) * k), p90: map((s) => base(s) * k * 2), p95: map((s) => base(s) * k * 2.6), p99: map((s) => base(s) * k * (4 + noise(s))), p999: map((s) => base(s) * k * (9 + 5 * noise(s, 2))), p9999: map((s) => base(s) * k * (20 + 9 * noise(s, 3))), max: map((s) => base(s) * k * (30 + 50 * noise(s, 4))) });
  const op = (share) => ({ throughputPerSecond: map((s) => rate * share * (0.98 + 0.02 * noise(s))), responseNanos: lat(0.7 + share), serviceNanos: lat(0.5 + share / 2) });
  return {
    stepSeconds: step, startedAt: new Date(started).toISOString(), generators: ['g1'], at,
    phase: map((s) => (s < 5 ? 'warmup' : 'measure')), validity: map((s) => (s % 180 > 150 && s % 180 < 160 ? 'suspect' : 'valid')),
    series: { targetPerSecond: map(() => rate), throughputPerSecond: map((s) => rate * (0.98 + 0.02 * noise(s))), bytesPerSecond: map((s) => rate * 120), inFlight: map((s) => Math.round(12 + 10 * noise(s))), backlog: map((s) => (s % 180 > 150 && s % 180 < 160 ? 900 : 0)), succeeded: map(() => rate), notFound: map(() => 0), failed: map((s) => (noise(s) > 0.9 ? 3 : 0)), timedOut: map(() => 0), notSent: map(() => 0), shed: map(() => 0), cpuCores: map((s) => 0.6 + 0.1 * noise(s)), pauseNanosMax: map((s) => (noise(s, 9) > 0.95 ? 4e6 : 2e5)), stealShare: map(() => 0.01), heapUsedBytes: map(() => 3e8), lagP50Nanos: map(() => 1500), lagP99Nanos: map((s) => 20000 + 9000 * noise(s)), lagMaxNanos: map((s) => 200000 + 1e6 * noise(s)) },
    operations: { all: op(1), read: op(0.8), update: op(0.2) },
    failures: { 'timeout': map((s) => (noise(s) > 0.9 ? 3 : 0)), '<img src=x onerror=alert(1)>': map(() => 0) },
    heat: { edgesNanos: edges, cells: map((s) => { const c = Math.log10((base(s) * 1.7) / 1000) * 8; return Array.from({ length: 16 }, (_, k) => [Math.min(59, Math.floor(c - 3 + k)), Math.round(rate * Math.exp(-((k - 3) ** 2) / 9))]).filter((x) => x[1] > 0); }) },
    telemetry: { 'redis.used_memory': map((s) => 1e8 + s * 1e4), 'redis.instantaneous_ops_per_sec': map(() => rate) }, each: { g1: { throughputPerSecond: map(() => rate), lagP99Nanos: map(() => 2e4), cpuCores: map(() => 0.6), validity: map(() => 'valid') } },
  };
}
const row = (i) => ({ id: `run-${i}`, name: i === 0 ? 'redis-cache' : `nightly-${i}`, target: i === 0 ? 'redis://127.0.0.1:6379' : 'cassandra://10.0.0.1:9042,10.0.0.2:9042/keyspace', state: i === 0 ? 'running' : i % 7 === 3 ? 'failed' : 'finished', phase: i === 0 ? 'measure' : null, startedAt: new Date(started - i * 7.3e6).toISOString(), elapsedNanos: i === 0 ? now() * 1e9 : 600e9, validity: i % 9 === 4 ? 'suspect' : 'valid', slo: i % 3 ? 'passed' : 'none', targetPerSecond: rate, throughputPerSecond: rate * (0.98 + 0.02 * Math.random()), p99Nanos: 1e6 * (1 + Math.random()), errorShare: i % 5 === 0 ? 0.0003 : 0, tags: i % 2 ? ['nightly', 'i3'] : [], notes: '', isLive: i === 0, generators: ['g1'], problem: null });
const total = Number(process.env.TOTAL ?? 10000);
const run = (i) => ({ ...row(i), model: 'open', scenarios: ['all', 'checkout', 'browse'], operations: [{ name: 'read', side: 'reads' }, { name: 'update', side: 'writes' }], switches, facts: { 'redis version': '7.0.15' }, hooks: [{ name: 'info', description: 'INFO of the server' }], spec: {}, summary: i === 0 ? null : { elapsedNanos: 6e11, verdict: { validity: 'valid', slo: 'passed', findings: [{ code: 'x', text: 'The generator paused for 30 ms once.' }] }, load: { model: 'open', targetPerSecond: 1e4 }, accounting: { scheduled: 6e6, succeeded: 6e6 }, throughputPerSecond: 1e4, bytesPerSecond: 0, operations: { all: { count: 6e6, throughputPerSecond: 1e4, failures: {}, responseNanos: { p50: 2e5, p99: 1e6, p999: 4e6, max: 3e7 }, serviceNanos: { p50: 1e5, p99: 9e5 } } } }, driver: 'redis' });
let switches = { fill: false, reads: true, writes: true };
const events = [{ atNanos: 0, kind: 'phase', text: 'warmup begins' }, { atNanos: 5e9, kind: 'phase', text: 'measure begins' }, { atNanos: (now() - 200) * 1e9, kind: 'parameter', text: 'rate 5k → 10k by admin' }, { atNanos: (now() - 90) * 1e9, kind: 'fault', text: 'redis-server was stopped for 10 s' }];
const P = (path, kind, value, live, more = {}) => ({ path, scenario: /^scenario\/(.*?)\//.exec(path)?.[1] ?? null, kind, allowed: 'words', description: `what ${path} means`, default: null, value, origin: 'default', live, secret: false, ...more });
const parameters = () => [P('rate', 'text', String(rate), true, { origin: 'live (admin)' }), P('mix', 'text', 'read=80,update=20', true), P('arrivals', 'text', 'poisson', true), P('when-full', 'choice', 'wait', true, { choices: ['wait', 'shed'] }), P('timeout', 'duration', '5s', true), P('verify', 'flag', 'false', false), P('seed', 'count', '42', false), P('set.ttl', 'duration', null, true)];
const streams = new Set();
setInterval(() => { for (const s of streams) s(); }, 1000);
createServer(async (req, res) => {
  const url = new URL(req.url, 'http://x'); const q = url.searchParams; const p = url.pathname;
  const json = (body, code = 200, type = 'application/json') => { res.writeHead(code, { 'content-type': type }); res.end(JSON.stringify(body)); };
  let body = ''; for await (const c of req) body += c; const input = body && body[0] === '{' ? JSON.parse(body) : {};
  if (p.startsWith('/api/v1')) {
    const a = p.slice(7);
    if (a === '/session') return json({ authentication: 'none', user: null, role: 'admin', version: '0.1.0', generator: { id: 'g1', host: 'laptop', processors: 8, heapMaxBytes: 1e9 }, startedAt: '' });
    if (a === '/stream' || a.endsWith('/stream')) {
      res.writeHead(200, { 'content-type': 'text/event-stream' }); res.flushHeaders();
      const tell = () => { if (a === '/stream') res.write(`event: runs\ndata: ${JSON.stringify({ runs: total ? [row(0)] : [] })}\n\n`); else { res.write(`id: ${now()}\nevent: interval\ndata: ${JSON.stringify(history(now() - 1, now(), 1))}\n\n`); if (now() % 5 === 0) res.write(`event: run\ndata: ${JSON.stringify(run(0))}\n\n`); } };
      tell(); streams.add(tell); req.on('close', () => streams.delete(tell)); return;
    }
    if (a === '/drivers') return json({ drivers: [{ name: 'sim', description: 'A simulated store', capabilities: [], operations: [], settings: [] }, { name: 'rocksdb', description: 'RocksDB in the process', capabilities: [], operations: [], settings: [] }] });
    if (a === '/runs' && req.method === 'POST') return json(run(0), 201);
    if (a === '/runs') { const o = Number(q.get('offset') ?? 0); const rows = []; for (let i = o; i < Math.min(total, o + 50); i++) rows.push(row(i)); return json({ total, runs: rows }); }
    const m = /^\/runs\/run-(\d+)(.*)$/.exec(a);
    if (!m) return json({ title: 'Not found', status: 404, detail: `There is no run ${a}.` }, 404, 'application/problem+json');
    const i = Number(m[1]);
    switch (m[2]) {
      case '': return json(run(i));
      case '/history': { const to = Math.min(Number(q.get('to') ?? now()), now()); return json(history(Number(q.get('from') ?? 0), i ? 600 : to, Number(q.get('step') ?? 1))); }
      case '/percentiles': { const c = (k) => [0, 50, 75, 90, 95, 99, 99.5, 99.9, 99.99, 99.999, 100].map((x) => [x, 2e5 * k * (1 + 2 * Math.log10(1 / (1.000001 - x / 100)))]); return json({ operations: { all: { responseNanos: c(1.7), serviceNanos: c(1) } } }); }
      case '/events': return json({ events });
      case '/changes': return json({ changes: [{ atNanos: 8e11, at: new Date().toISOString(), who: 'admin', path: 'rate', old: '5k', new: '10k' }] });
      case '/parameters': if (req.method === 'PATCH') { if (input.rate === 'x') return json({ title: 'Refused', status: 422, detail: 'rate must be a number', field: 'rate', value: 'x', allowed: 'n' }, 422, 'application/problem+json'); if (input.rate) rate = parseFloat(input.rate) * (/k/.test(input.rate) ? 1000 : 1); return json({ changes: [{ path: 'rate', old: '1', new: '2' }], parameters: parameters() }); } return json({ parameters: parameters(), scheduled: [{ id: 's1', next: new Date(Date.now() + 6e5).toISOString(), every: '24h', set: { rate: '20k' } }] });
      case '/switches': switches = { ...switches, ...input }; return json(switches);
      case '/operations': return json({ operation: input.operation, key: input.key, status: 'succeeded', code: null, detail: null, serviceNanos: 123456, items: 1, bytes: 100, attempts: 1, rows: [{ fields: [{ name: 'field0', text: '<script>alert(1)</script>', bytes: 100 }] }] });
      default: return json({ title: 'Not found', status: 404, detail: 'no such thing' }, 404, 'application/problem+json');
    }
  }
  let file = join(root, p); if (p === '/' || !existsSync(file)) file = join(root, 'index.html');
  res.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain', 'content-security-policy': csp }); res.end(readFileSync(file));
}).listen(Number(process.env.PORT ?? 8099), '127.0.0.1');
