import { describe, expect, it } from 'vitest';
import { LiveStream, type Source, type StreamState } from './stream';

class FakeSource implements Source {
  readyState = 0;
  onopen: ((event: Event) => unknown) | null = null;
  onerror: ((event: Event) => unknown) | null = null;
  isClosed = false;
  private readonly listeners = new Map<string, (event: MessageEvent<string>) => void>();

  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void {
    this.listeners.set(type, listener);
  }
  close(): void {
    this.isClosed = true;
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.({} as Event);
  }
  fails(isFinal: boolean): void {
    this.readyState = isFinal ? 2 : 0;
    this.onerror?.({} as Event);
  }
  says(type: string, data: string): void {
    this.listeners.get(type)?.({ data } as MessageEvent<string>);
  }
}

function rig() {
  const sources: FakeSource[] = [];
  const timers = new Map<number, { action: () => void; at: number }>();
  const seen: unknown[] = [];
  const states: [StreamState, boolean][] = [];
  let now = 0;
  let ids = 0;
  const clock = {
    setTimeout: (action: () => void, millis: number) => {
      timers.set(++ids, { action, at: now + millis });
      return ids;
    },
    clearTimeout: (id: number) => void timers.delete(id),
  };
  const pass = (millis: number) => {
    const end = now + millis;
    for (;;) {
      const due = [...timers].filter(([, t]) => t.at <= end).sort((a, b) => a[1].at - b[1].at)[0];
      if (!due) break;
      now = due[1].at;
      timers.delete(due[0]);
      due[1].action();
    }
    now = end;
  };
  const stream = new LiveStream(
    () => {
      const source = new FakeSource();
      sources.push(source);
      return source;
    },
    { interval: (data) => seen.push(data) },
    (state, healed) => states.push([state, healed]),
    10_000,
    clock,
  );
  return { sources, seen, states, pass, stream, timers };
}

describe('a live stream', () => {
  it('delivers events', () => {
    const { stream, sources, seen, states } = rig();
    stream.start();
    sources[0]!.opens();
    sources[0]!.says('interval', '{"at":1}');
    expect(seen).toEqual([{ at: 1 }]);
    expect(states).toEqual([
      ['connecting', false],
      ['open', false],
    ]);
  });

  it('lets the browser reconnect, and reports the recovery', () => {
    const { stream, sources, states } = rig();
    stream.start();
    sources[0]!.opens();
    sources[0]!.fails(false);
    expect(stream.state).toBe('broken');
    sources[0]!.opens();
    expect(states.at(-1)).toEqual(['open', true]);
    expect(sources).toHaveLength(1);
  });

  it('is broken if it never opened, and heals', () => {
    const { stream, sources, states, pass } = rig();
    stream.start();
    sources[0]!.fails(true);
    expect(stream.state).toBe('broken');
    pass(500);
    sources[1]!.opens();
    expect(states).toEqual([
      ['connecting', false],
      ['broken', false],
      ['open', true],
    ]);
  });

  it('opens a new connection with exponential backoff if the browser gives up', () => {
    const { stream, sources, pass } = rig();
    stream.start();
    sources[0]!.opens();
    sources[0]!.fails(true);
    expect(sources[0]!.isClosed).toBe(true);
    pass(499);
    expect(sources).toHaveLength(1);
    pass(1);
    expect(sources).toHaveLength(2);
    sources[1]!.fails(true);
    pass(999);
    expect(sources).toHaveLength(2);
    pass(1);
    expect(sources).toHaveLength(3);
    sources[2]!.opens();
    expect(stream.state).toBe('open');
  });

  it('treats silence as a lost connection', () => {
    const { stream, sources, states, pass } = rig();
    stream.start();
    sources[0]!.opens();
    pass(9_000);
    sources[0]!.says('interval', '1');
    pass(9_999);
    expect(sources).toHaveLength(1);
    pass(600);
    expect(sources).toHaveLength(2);
    expect(states.at(-1)).toEqual(['broken', false]);
  });

  it('reconnects at once when asked to', () => {
    const { stream, sources } = rig();
    stream.start();
    sources[0]!.fails(true);
    stream.hurry();
    expect(sources).toHaveLength(2);
  });

  it('survives a truncated line', () => {
    const { stream, sources, seen } = rig();
    stream.start();
    sources[0]!.says('interval', '{"at":');
    sources[0]!.says('interval', '2');
    expect(seen).toEqual([2]);
  });

  it('leaves no timer and delivers nothing after stop', () => {
    const { stream, sources, seen, timers } = rig();
    stream.start();
    sources[0]!.opens();
    stream.stop();
    sources[0]!.says('interval', '1');
    expect(seen).toEqual([]);
    expect(timers.size).toBe(0);
    expect(sources[0]!.isClosed).toBe(true);
  });
});
