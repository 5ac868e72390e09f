import { clock } from '../format/figures';
import { RunClock } from './runClock';

const TICK_MILLIS = 100;

/**
 * The time for which the target of a live run has given no answer. It increases between the seconds
 * that the stream reports.
 */
export class StallState {
  /** Time without an answer in seconds; null unless the target is stalled. */
  private seconds: number | null = $state(null);
  private readonly clock = new RunClock();
  private ticker: number | null = null;

  /** Adds a report that the run has reached this second. */
  heard(atSeconds: number): void {
    this.clock.heard(atSeconds, performance.now());
  }

  /** The time without an answer as text, such as `2.3 s`; null unless the target is stalled. */
  get text(): string | null {
    const { seconds } = this;
    if (seconds === null) return null;
    return seconds < 60 ? `${seconds.toFixed(1)} s` : clock(seconds);
  }

  /**
   * Shows a stall that began at this second of the run, or none for null. The time only increases
   * while the server is connected.
   */
  follow(sinceSeconds: number | null, elapsed: () => number, isConnected: boolean): void {
    this.stop();
    if (sinceSeconds === null) {
      this.seconds = null;
      return;
    }
    const tick = () => {
      const now = this.clock.now(performance.now()) ?? elapsed();
      this.seconds = Math.max(this.seconds ?? 0, now - sinceSeconds);
    };
    tick();
    if (isConnected) this.ticker = window.setInterval(tick, TICK_MILLIS);
  }

  stop(): void {
    if (this.ticker !== null) clearInterval(this.ticker);
    this.ticker = null;
  }
}
