/**
 * Amount by which the estimated delay grows per report: messages are rarely later than this for
 * long.
 */
const DRIFT_SECONDS = 0.002;

/**
 * Estimates the current time of a run between the seconds that its stream reports. The report with
 * the smallest delay determines it.
 */
export class RunClock {
  private offset: number | null = null;

  /** Adds a report that a run has reached this second. */
  heard(atSeconds: number, nowMillis: number): void {
    const offset = nowMillis / 1e3 - atSeconds;
    this.offset = this.offset === null ? offset : Math.min(offset, this.offset + DRIFT_SECONDS);
  }

  /** Seconds since the start of the run; null before the first report. */
  now(nowMillis: number): number | null {
    return this.offset === null ? null : nowMillis / 1e3 - this.offset;
  }
}
