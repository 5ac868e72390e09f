/** A message is rarely more than this late for long; the estimate may grow by this much each time. */
const DRIFT_SECONDS = 0.002;

/**
 * Estimates the time of a run now, between the seconds that its stream reports. The report that
 * arrived with the least delay counts.
 */
export class RunClock {
  private offset: number | null = null;

  /** A report that a run has reached this second. */
  heard(atSeconds: number, nowMillis: number): void {
    const offset = nowMillis / 1e3 - atSeconds;
    this.offset = this.offset === null ? offset : Math.min(offset, this.offset + DRIFT_SECONDS);
  }

  /** Seconds since the start of the run; null before the first report. */
  now(nowMillis: number): number | null {
    return this.offset === null ? null : nowMillis / 1e3 - this.offset;
  }
}
