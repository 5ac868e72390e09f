/** Chart options of the user, kept across runs. */
const KEY = 'plimsoll.charts';

export const PERCENTILES = ['mean', 'p50', 'p90', 'p95', 'p99', 'p999', 'p9999', 'max'] as const;
export type Percentile = (typeof PERCENTILES)[number];
export type Measure = 'responseNanos' | 'serviceNanos';

class Chosen {
  percentiles: Percentile[] = $state(['p50', 'p99', 'p999']);
  isLog = $state(true);
  operation = $state('all');
  perOperation: Percentile = $state('p99');

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Chosen>;
      const known = (kept.percentiles ?? []).filter((name) => PERCENTILES.includes(name));
      if (known.length > 0) this.percentiles = known;
      if (typeof kept.isLog === 'boolean') this.isLog = kept.isLog;
    } catch {
      // Keeps the defaults.
    }
  }

  toggle(name: Percentile): void {
    const on = this.percentiles.includes(name);
    if (on && this.percentiles.length === 1) return;
    this.percentiles = PERCENTILES.filter((p) => (p === name ? !on : this.percentiles.includes(p)));
    this.keep();
  }

  setLog(isLog: boolean): void {
    this.isLog = isLog;
    this.keep();
  }

  private keep(): void {
    try {
      localStorage.setItem(
        KEY,
        JSON.stringify({ percentiles: this.percentiles, isLog: this.isLog }),
      );
    } catch {
      // Storage is disabled: kept for this visit only.
    }
  }
}

export const chosen = new Chosen();
