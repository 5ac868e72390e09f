import { DEFAULTS, PERCENTILES, type Percentile, type SeriesChoice } from './choice';

/** The user's chart options, stored across runs. */
const KEY = 'plimsoll.charts';

class Chosen implements SeriesChoice {
  percentiles: Percentile[] = $state([...DEFAULTS.percentiles]);
  isLog = $state(DEFAULTS.isLog);
  operation = $state(DEFAULTS.operation);
  perOperation: Percentile = $state(DEFAULTS.perOperation);

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

  /** Shows the series of a link. The user's own choice remains stored. */
  show({ percentiles, operation, perOperation, isLog }: SeriesChoice): void {
    this.percentiles = percentiles;
    this.operation = operation;
    this.perOperation = perOperation;
    this.isLog = isLog;
  }

  private keep(): void {
    try {
      localStorage.setItem(
        KEY,
        JSON.stringify({ percentiles: this.percentiles, isLog: this.isLog }),
      );
    } catch {
      // Storage is disabled, so the choice lasts for this visit only.
    }
  }
}

export const chosen = new Chosen();
