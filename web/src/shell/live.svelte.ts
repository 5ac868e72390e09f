import { api } from '../api/client';
import type { RunRow } from '../api/types';
import { LiveStream, type StreamState } from '../history/stream';
import { notices } from './notices.svelte';
import { NO_SPARK, SPARK_POINTS, withHistory, withSecond, type Spark } from './spark';

/** The live runs, updated every second by one stream for the whole page. */
class LiveRuns {
  runs: RunRow[] = $state.raw([]);
  state: StreamState = $state('closed');
  isKnown = $state(false);
  /** Incremented when a run starts or ends, so that lists reload. */
  catalogue = $state(0);
  private sparks: ReadonlyMap<string, Spark> = $state.raw(new Map());
  private readonly stream = new LiveStream(
    () => new EventSource(api.streamUrl()),
    {
      runs: (data) => this.take((data as { runs: RunRow[] }).runs),
      catalogue: () => this.catalogue++,
    },
    (state, healed) => {
      if (state === 'broken' && this.state === 'open') notices.say('Connection lost.');
      if (healed) {
        notices.say('Reconnected.');
        this.catalogue++;
      }
      this.state = state;
    },
  );

  constructor() {
    addEventListener('online', () => this.stream.hurry());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.stream.hurry();
    });
  }

  start(): void {
    this.stream.start();
  }

  stop(): void {
    this.stream.stop();
  }

  sparkOf(run: string): Spark {
    return this.sparks.get(run) ?? NO_SPARK;
  }

  /** Loads the seconds before this page was opened. */
  private async recall(run: RunRow): Promise<void> {
    const from = Math.max(0, Math.floor(run.elapsedNanos / 1e9) - SPARK_POINTS);
    const query = { from, step: 1, points: SPARK_POINTS + 10, heat: false };
    const history = await api.history(run.id, query).catch(() => null);
    const spark = this.sparks.get(run.id);
    if (!history || history.stepSeconds !== 1 || !spark) return;
    this.sparks = new Map(this.sparks).set(run.id, withHistory(spark, history));
  }

  private take(runs: RunRow[]): void {
    const fresh = runs.filter((run) => !this.sparks.has(run.id));
    this.sparks = new Map(runs.map((run) => [run.id, withSecond(this.sparkOf(run.id), run)]));
    for (const run of fresh) void this.recall(run);
    const before = this.runs.map((run) => run.id).join();
    this.runs = runs;
    if (this.isKnown && before !== runs.map((run) => run.id).join()) this.catalogue++;
    this.isKnown = true;
  }
}

export const live = new LiveRuns();
