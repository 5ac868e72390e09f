import { api } from '../api/client';
import type { RunRow } from '../api/types';
import { LiveStream, type StreamState } from '../history/stream';
import { notices } from './notices.svelte';

const SPARK_POINTS = 90;

/** The last seconds of a run, for the overview. */
export interface Spark {
  throughput: (number | null)[];
  p99: (number | null)[];
}

/** The live runs, updated each second. One stream for the whole page. */
class LiveRuns {
  runs: RunRow[] = $state.raw([]);
  state: StreamState = $state('closed');
  isKnown = $state(false);
  /** Incremented when a run starts or ends, so that lists reload. */
  catalogue = $state(0);
  private readonly sparks = new Map<string, Spark>();
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
    return this.sparks.get(run) ?? { throughput: [], p99: [] };
  }

  /** Loads the seconds before this page was opened. */
  private async recall(run: RunRow): Promise<void> {
    const from = Math.max(0, Math.floor(run.elapsedNanos / 1e9) - SPARK_POINTS);
    const query = { from, step: 1, points: SPARK_POINTS, heat: false };
    const history = await api.history(run.id, query).catch(() => null);
    const spark = this.sparks.get(run.id);
    if (!history || history.stepSeconds !== 1 || !spark) return;
    const all = history.operations['all'];
    const latency = run.p99Nanos === null && run.p99AboveNanos === null ? undefined : (all?.responseNanos ?? all?.serviceNanos);
    const before = <A>(cells: A[] | undefined) => (cells ?? []).slice(0, -spark.throughput.length);
    this.sparks.set(run.id, {
      throughput: [...before(history.series['throughputPerSecond']), ...spark.throughput],
      p99: [...before(latency?.['p99']), ...spark.p99],
    });
  }

  private take(runs: RunRow[]): void {
    for (const run of runs) {
      if (!this.sparks.has(run.id)) void this.recall(run);
      const spark = this.sparks.get(run.id) ?? { throughput: [], p99: [] };
      spark.throughput = [...spark.throughput.slice(1 - SPARK_POINTS), run.throughputPerSecond];
      spark.p99 = [...spark.p99.slice(1 - SPARK_POINTS), run.p99Nanos];
      this.sparks.set(run.id, spark);
    }
    for (const id of this.sparks.keys()) {
      if (!runs.some((run) => run.id === id)) this.sparks.delete(id);
    }
    const before = this.runs.map((run) => run.id).join();
    this.runs = runs;
    if (this.isKnown && before !== runs.map((run) => run.id).join()) this.catalogue++;
    this.isKnown = true;
  }
}

export const live = new LiveRuns();
