/** The part of EventSource that the page uses; tests pass a substitute. */
export interface Source {
  readonly readyState: number;
  onopen: ((event: Event) => unknown) | null;
  onerror: ((event: Event) => unknown) | null;
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

export interface StreamClock {
  setTimeout(action: () => void, millis: number): number;
  clearTimeout(id: number): void;
}

export type StreamState = 'connecting' | 'open' | 'broken' | 'closed';

const CLOSED = 2;
/** Time without messages after which a connection counts as lost, even without an error. */
const SILENCE_MILLIS = 12_000;
/** A restarted server is found within 3 s. */
const LONGEST_WAIT_MILLIS = 2_000;

/**
 * A stream of server-sent events that reconnects automatically. The browser reconnects after a lost
 * connection. If the browser gives up (an error status while the server restarts), or if no message
 * arrives for some time (a half-open connection), this opens a new connection with exponential
 * backoff.
 */
export class LiveStream {
  private source: Source | null = null;
  private retry = 0;
  private timer: number | null = null;
  private watchdog: number | null = null;
  private current: StreamState = 'closed';

  constructor(
    private readonly open: () => Source,
    private readonly events: Record<string, (data: unknown) => void>,
    private readonly onState: (state: StreamState, healed: boolean) => void,
    private readonly silenceMillis: number = SILENCE_MILLIS,
    private readonly clock: StreamClock = {
      setTimeout: (action, millis) => globalThis.setTimeout(action, millis) as unknown as number,
      clearTimeout: (id) => globalThis.clearTimeout(id),
    },
  ) {}

  get state(): StreamState {
    return this.current;
  }

  start(): void {
    if (this.source || this.timer !== null) return;
    this.become('connecting', false);
    this.connect();
  }

  stop(): void {
    this.drop();
    if (this.timer !== null) this.clock.clearTimeout(this.timer);
    this.timer = null;
    this.retry = 0;
    this.become('closed', false);
  }

  /** Reconnects without waiting, because the network is back or the tab is visible again. */
  hurry(): void {
    if (this.timer === null) return;
    this.clock.clearTimeout(this.timer);
    this.timer = null;
    this.connect();
  }

  private connect(): void {
    const source = this.open();
    this.source = source;
    this.watch();
    source.onopen = () => {
      if (source !== this.source) return;
      const healed = this.current === 'broken';
      this.retry = 0;
      this.watch();
      this.become('open', healed);
    };
    source.onerror = () => {
      if (source !== this.source) return;
      this.become('broken', false);
      if (source.readyState === CLOSED) this.again();
    };
    for (const [type, handle] of Object.entries(this.events)) {
      source.addEventListener(type, (event) => {
        if (source !== this.source) return;
        this.watch();
        let data: unknown = null;
        try {
          data = event.data ? JSON.parse(event.data) : null;
        } catch {
          return; // a truncated line; the next one is complete
        }
        handle(data);
      });
    }
  }

  private again(): void {
    this.drop();
    this.become('broken', false);
    const wait = Math.min(LONGEST_WAIT_MILLIS, 500 * 2 ** this.retry++);
    this.timer = this.clock.setTimeout(() => {
      this.timer = null;
      this.connect();
    }, wait);
  }

  private watch(): void {
    if (this.watchdog !== null) this.clock.clearTimeout(this.watchdog);
    this.watchdog = this.clock.setTimeout(() => {
      this.watchdog = null;
      this.again();
    }, this.silenceMillis);
  }

  private drop(): void {
    if (this.watchdog !== null) this.clock.clearTimeout(this.watchdog);
    this.watchdog = null;
    this.source?.close();
    this.source = null;
  }

  private become(state: StreamState, healed: boolean): void {
    if (state === this.current && !healed) return;
    this.current = state;
    this.onState(state, healed);
  }
}
