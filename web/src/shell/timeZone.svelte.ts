export type ZoneChoice = 'utc' | 'browser';

const KEY = 'plimsoll.zone';

/** The time zone of all wall-clock times, stored across visits: UTC, or that of the browser. */
class TimeZone {
  chosen: ZoneChoice = $state('browser');
  /** The zone of the browser, such as `Europe/Berlin`. */
  readonly browser = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  /** The name of the chosen zone. */
  id = $derived(this.chosen === 'utc' ? 'UTC' : this.browser);

  constructor() {
    try {
      if (localStorage.getItem(KEY) === 'utc') this.chosen = 'utc';
    } catch {
      // Storage is disabled, so the zone of the browser is used.
    }
  }

  choose(choice: ZoneChoice): void {
    this.chosen = choice;
    try {
      localStorage.setItem(KEY, choice);
    } catch {
      // The choice lasts for this visit only.
    }
  }
}

export const timeZone = new TimeZone();
