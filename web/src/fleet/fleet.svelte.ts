import { api } from '../api/client';
import { sentenceOf } from '../api/problem';
import type { Fleet } from '../api/types';
import { otherPages } from './nodes';

const IDLE_MILLIS = 10_000;
const WATCHED_MILLIS = 2_000;
const ANSWER_MILLIS = 5_000;

/**
 * The fleet of this server. The nodes are kept while the server does not answer, since the user may
 * have to open another node then. A server without a fleet is queried only once.
 */
class FleetState {
  fleet: Fleet | null = $state.raw(null);
  problem = $state('');
  private timer: number | null = null;
  private watchers = 0;
  private isOn = false;

  get isFleet(): boolean {
    return this.fleet?.name != null;
  }

  /** The number of nodes that are members; 1 without a fleet. */
  get size(): number {
    const members = this.fleet?.nodes.filter((node) => node.state === 'up').length ?? 1;
    return this.isFleet ? members : 1;
  }

  get others(): { name: string; page: string }[] {
    return this.fleet ? otherPages(this.fleet.nodes, this.fleet.self) : [];
  }

  start(): void {
    if (this.isOn) return;
    this.isOn = true;
    void this.ask();
  }

  stop(): void {
    this.isOn = false;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  /** Queries more often, until the returned function is called. */
  watch(): () => void {
    this.watchers++;
    if (this.isOn) void this.ask();
    return () => void this.watchers--;
  }

  async drain(node: string): Promise<void> {
    this.fleet = await api.drain(node);
  }

  async ask(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (!document.hidden || !this.fleet) {
      try {
        this.fleet = await api.fleet(AbortSignal.timeout(ANSWER_MILLIS));
        this.problem = '';
      } catch (error) {
        this.problem = sentenceOf(error);
      }
    }
    if (!this.isOn || this.timer !== null || (this.fleet && !this.isFleet)) return;
    this.timer = window.setTimeout(() => void this.ask(), this.watchers > 0 ? WATCHED_MILLIS : IDLE_MILLIS);
  }
}

export const fleet = new FleetState();
