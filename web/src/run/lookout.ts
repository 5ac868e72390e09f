import { Problem } from '../api/problem';

const EACH_MILLIS = 500;

export interface LookoutClock {
  setTimeout(action: () => void, millis: number): number;
  clearTimeout(id: number): void;
}

/** The callbacks of a lookout. */
export interface Sights<A> {
  /** The server has returned the requested data. */
  found: (answer: A) => void;
  /** The server has answered that the data do not exist. */
  gone: () => void;
  /** The server has not answered. */
  away: () => void;
}

/**
 * Requests data at once and then twice a second, from {@link start} to {@link stop}. It is used
 * while the live data of a run are interrupted, since a restarted server no longer runs it.
 */
export class Lookout<A> {
  private timer: number | null = null;
  /** Differs for each start, so that an answer to an earlier one is ignored. */
  private watch = 0;

  constructor(
    private readonly ask: () => Promise<A>,
    private readonly sights: Sights<A>,
    private readonly clock: LookoutClock = {
      setTimeout: (action, millis) => globalThis.setTimeout(action, millis) as unknown as number,
      clearTimeout: (id) => globalThis.clearTimeout(id),
    },
  ) {}

  start(): void {
    this.stop();
    void this.look(this.watch);
  }

  stop(): void {
    this.watch++;
    if (this.timer !== null) this.clock.clearTimeout(this.timer);
    this.timer = null;
  }

  private async look(watch: number): Promise<void> {
    const said = await this.ask().then(
      (answer) => () => this.sights.found(answer),
      (error: unknown) => this.failed(error),
    );
    if (watch !== this.watch) return;
    said();
    if (watch !== this.watch) return;
    this.timer = this.clock.setTimeout(() => void this.look(watch), EACH_MILLIS);
  }

  /** Other errors, such as those of a server that is starting, do not concern the run. */
  private failed(error: unknown): () => void {
    const status = error instanceof Problem ? error.status : 0;
    return status === 404 ? this.sights.gone : status === 0 ? this.sights.away : () => {};
  }
}
