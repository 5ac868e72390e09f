import { api } from '../api/client';
import { Problem, sentenceOf } from '../api/problem';
import type { History, LineStep, LiveVerdict, Note, Run, RunEvent, RunRow, RunState } from '../api/types';
import { isCensored, isLatency, isSupported } from '../draw/censored';
import { duration, nanosOf } from '../format/figures';
import type { Wall } from '../format/wallTime';
import { columnIn, latest, namesUnder } from '../history/columns';
import { readingAt } from '../history/readings';
import type { BaselineRun } from '../history/baseline';
import { RunHistory } from '../history/history';
import { RANGES, isSameRange, type Range } from '../history/range';
import { LiveStream, type StreamState } from '../history/stream';
import { BaselineState } from './baseline.svelte';
import { chosen } from './chosen.svelte';
import { EventState } from './events.svelte';
import { linkedIn } from './link';
import { Lookout } from './lookout';
import { errorShare, type Shown } from './objectives';
import { OverlayState } from './overlay.svelte';
import { ParameterState } from './parameters.svelte';
import { periodsOf, type Period } from './periods';
import { SearchState } from './search.svelte';
import { StallState } from './stall.svelte';
import { notices } from '../shell/notices.svelte';
import { timeZone } from '../shell/timeZone.svelte';

/** Minimum time between two announcements of the validity to screen readers. */
const QUIET_MILLIS = 60_000;
/** Time after which a server that has not answered counts as away. */
const ANSWER_MILLIS = 5_000;

/** A displayed run: its state, its history, and its live updates. */
export class RunView {
  run: Run | null = $state.raw(null);
  problem: Problem | null = $state.raw(null);
  /** Incremented with each change to the history; charts depend on it. */
  version = $state(0);
  streamState: StreamState = $state('closed');
  range: Range = $state.raw({ kind: 'last', seconds: 300 });
  scenario: string = $state('all');
  /** Position of the crosshair in any chart, in seconds since the start. */
  cursor: number | null = $state(null);
  /** The instant of a note that is being written, in seconds; null for now, or for none. */
  noteAt: number | null = $state(null);
  /** Whether the server does not answer. */
  isAway = $state(false);
  /** Whether the server does not know the run, because it ended with an earlier server. */
  isLost = $state(false);
  /** The run that continues this one, if it was interrupted. */
  continued: RunRow | null = $state.raw(null);
  /** Whether the user is asked to confirm a pause. */
  isPauseAsked = $state(false);
  /** Whether the range was chosen, from the address or by default. */
  isShown = $state(false);
  readonly history: RunHistory;
  readonly baselines: BaselineState;
  readonly overlay: OverlayState;
  readonly parameters: ParameterState;
  readonly events: EventState;
  readonly stall = new StallState();
  readonly search: SearchState;
  private readonly stream: LiveStream;
  private isFrameAsked = false;
  private isDirty = false;
  private before: Range[] = [];
  private saidAt = 0;
  private readonly lookout = new Lookout<Run>(
    () => this.ask(AbortSignal.timeout(ANSWER_MILLIS)),
    {
      found: (run) => {
        this.isAway = false;
        this.take(run);
        this.stream.hurry();
      },
      gone: () => this.lose(),
      away: () => {
        this.isAway = true;
      },
    },
  );
  private readonly wake = () => {
    if (document.hidden) return;
    this.stream.hurry();
    if (this.isDirty) this.redraw();
  };

  constructor(readonly id: string) {
    this.history = new RunHistory(
      (query, signal) => api.history(id, query, signal),
      () => this.redraw(),
    );
    this.baselines = new BaselineState(this.history, () => this.redraw());
    this.parameters = new ParameterState(id, () => this.run?.isOfFleet === true && this.run.isLive);
    this.search = new SearchState(id, () => this.isSearch);
    this.events = new EventState(id, () => this.redraw());
    this.overlay = new OverlayState(id, this.history, () => this.redraw());
    this.stream = new LiveStream(
      () => new EventSource(this.streamUrl()),
      {
        interval: (data) => this.heard(data as History),
        health: (data) => this.take({ ...this.run!, ...(data as LiveVerdict) }),
        event: (data) => this.events.add(data as RunEvent),
        run: (data) => this.hear(data as Partial<Run>),
        parameters: () => void this.parameters.load(),
        notes: (data) => (this.events.notes = (data as { notes: Note[] }).notes),
        search: (data) => this.search.add(data as LineStep),
        end: (data) => this.end((data as { state: RunState }).state),
      },
      (state, healed) => {
        if (state === 'broken' && this.streamState === 'open') notices.say('Connection lost.');
        const wasBroken = this.streamState === 'broken';
        this.streamState = state;
        this.followStall();
        if (state === 'broken' && !wasBroken) this.lookout.start();
        if (state !== 'broken') {
          this.lookout.stop();
          this.isAway = false;
        }
        if (healed) {
          notices.say('Reconnected.');
          void this.refresh();
          void this.search.load();
          void this.history.heal();
        } else if (state === 'open') void this.loadShared();
      },
    );
  }

  /**
   * Loads the run and follows it, with the range and series from the page's address, if there are
   * any.
   */
  async start(query: URLSearchParams = new URLSearchParams()): Promise<void> {
    document.addEventListener('visibilitychange', this.wake);
    addEventListener('online', this.wake);
    await this.refresh();
    if (this.run === null) return;
    if (!this.run.isLive) this.range = { kind: 'whole' };
    const linked = linkedIn(query, Date.parse(this.run.startedAt), this.run.isLive);
    if (linked) {
      this.range = linked.range;
      this.scenario = this.run.scenarios.includes(linked.scenario) ? linked.scenario : 'all';
      if (this.run.isOfFleet) this.overlay.choose(linked.overlay);
      chosen.show(linked);
    }
    this.isShown = true;
    void this.baselines.load(this.run).catch(() => undefined);
    await Promise.all([this.history.show(this.range, this.asked()), this.search.load()]);
    if (this.run.isLive) this.stream.start();
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.wake);
    removeEventListener('online', this.wake);
    this.stream.stop();
    this.lookout.stop();
    this.stall.stop();
  }

  show(range: Range, isBack = false): void {
    if (isSameRange(range, this.range)) return;
    if (!isBack && range.kind === 'fixed') this.before = [...this.before.slice(-19), this.range];
    else if (!isBack) this.before = [];
    this.range = range;
    void this.history.show(range, this.asked());
  }

  /** Restores the range before the last zoom. */
  unzoom(): void {
    if (this.range.kind !== 'fixed') return;
    const back = this.before[this.before.length - 1];
    this.before = this.before.slice(0, -1);
    const normal: Range = this.run?.isLive ? RANGES[1]!.range : { kind: 'whole' };
    this.show(back ?? normal, true);
  }

  chooseScenario(name: string): void {
    this.scenario = name;
    void this.history.show(this.range, this.asked());
    if (this.run?.isLive) {
      this.stream.stop();
      this.stream.start();
    }
  }

  /**
   * The value of the latest second; null if it has none, even if the second before had one.
   * Telemetry is read less often, so its last reading applies unless it is old.
   */
  latest(name: string): number | null {
    void this.version;
    const { latest: second, columns } = this.history;
    if (name.startsWith('telemetry/')) {
      const { at, values } = columns;
      return latest(second, name) ?? readingAt(at, values.get(name), at.length - 1);
    }
    if (name.startsWith('ratio/')) return columnIn(second.at.length > 0 ? second : columns, name)?.at(-1) ?? null;
    return latest(second.at.length > 0 ? second : columns, name, 1);
  }

  /** Whether the run is live and the server answers, so that it can be controlled. */
  get isReached(): boolean {
    return this.run?.isLive === true && this.streamState !== 'broken';
  }

  /** The baseline to compare with; null if there is none, or if it is this run. */
  get baseline(): BaselineRun | null {
    return this.baselines.found;
  }

  /** The start of the run and the time zone of wall-clock times; null before the run is known. */
  get wall(): Wall | null {
    const startMillis = Date.parse(this.run?.startedAt ?? '');
    return Number.isNaN(startMillis) ? null : { startMillis, zone: timeZone.id };
  }

  /** The properties that determine which columns the objectives bound. */
  get shown(): Shown {
    return { isClosed: this.run?.model === 'closed', scenario: this.scenario };
  }

  /** The stalls and the missed objectives of the run. */
  get periods(): Period[] {
    void this.version;
    return periodsOf(this.events.list, this.history.elapsed);
  }

  /** The timeout in nanoseconds; null if it is unknown. */
  get timeoutNanos(): number | null {
    return nanosOf(this.timeout);
  }

  private get timeout(): string {
    return this.parameters.valueOf('timeout') ?? this.run?.spec['timeout'] ?? '';
  }

  /** The lower bound for an unanswered operation, such as `> 5 s`. */
  get beyond(): string {
    const { timeout } = this;
    return `> ${timeout === '' ? 'timeout' : timeout.replace(/^([\d.]+)([a-zµ]+)$/, '$1 $2')}`;
  }

  /**
   * A latency of the latest second as text. It may be the lower bound {@link beyond}, `no answer`
   * in a stall, or a dash if fewer than 10 operations are beyond it.
   */
  latencyText(name: string): string {
    void this.version;
    const { latest: second, columns } = this.history;
    const of = second.at.length > 0 ? second : columns;
    const last = of.at.length - 1;
    if (isCensored(of, name, last)) return this.beyond;
    const value = latest(of, name, 1);
    if (value === null && this.stall.text !== null && isLatency(name)) return 'no answer';
    return duration(isSupported(of, name, last) ? value : null);
  }

  names(prefix: string): string[] {
    void this.version;
    return namesUnder(this.history.columns, prefix);
  }

  /** Applies a response of the server about the run. */
  take(run: Run): void {
    const before = this.run;
    this.run = run;
    this.history.elapsed = Math.max(this.history.elapsed, run.elapsedNanos / 1e9);
    if (before === null && run.isLive) this.stall.heard(run.elapsedNanos / 1e9);
    this.followStall();
    if (!before) return;
    if (before.phase !== run.phase && run.phase) notices.say(`Phase: ${run.phase}.`);
    const isWorse = run.validity === 'invalid' || run.validity === 'suspect';
    if (isWorse && before.validity !== run.validity && Date.now() - this.saidAt > QUIET_MILLIS) {
      this.saidAt = Date.now();
      notices.say(`The result is now ${run.validity}.`);
    }
    if (before.isLive && !run.isLive) this.ended();
  }

  /** Adds a second of the stream. */
  private heard(history: History): void {
    const at = history.at.at(-1);
    if (at !== undefined) this.stall.heard(at);
    this.history.add(history);
    const { latest: second } = this.history;
    const share = errorShare(second, second.at.length - 1);
    if (this.run && this.run.errorShare !== share) this.run = { ...this.run, errorShare: share };
  }

  private followStall(): void {
    const health = this.run?.isLive ? this.run.health : null;
    const since = health?.state === 'stalled' ? health.noAnswerSinceNanos : null;
    this.stall.follow(since == null ? null : since / 1e9, () => this.history.elapsed, this.streamState !== 'broken');
  }

  /** Applies a run event of the stream: the whole run, or only its row, which requires a reload. */
  private hear(said: Partial<Run>): void {
    if (!this.run) return;
    this.take({ ...this.run, ...said });
    // If the request fails, the next event of the stream reloads the run.
    if (!said.switches) void this.ask().then((run) => this.take(run), () => undefined);
  }

  /**
   * Requests the run. If the run ends during the request, returns the ended run, because the answer
   * may be older.
   */
  private async ask(signal?: AbortSignal): Promise<Run> {
    const wasLive = this.run?.isLive;
    const answer = await api.run(this.id, signal);
    return wasLive && answer.isLive && this.run && !this.run.isLive ? this.run : answer;
  }

  /** Loads what other users and the run itself may have changed; failures are ignored. */
  private async loadShared(): Promise<void> {
    const quietly = (loading: Promise<void>) => loading.catch(() => undefined);
    await Promise.all([this.parameters.load(), quietly(this.events.load()), quietly(this.events.loadNotes())]);
  }

  private async refresh(): Promise<void> {
    try {
      this.take(await this.ask());
      this.problem = null;
    } catch (error) {
      if (this.run === null) {
        this.problem =
          error instanceof Problem ? error : new Problem(0, 'Failed', sentenceOf(error));
      } else if (error instanceof Problem && error.status === 404) this.lose();
      return;
    }
    if (this.run?.state === 'killed') void this.findContinued();
    await this.loadShared();
  }

  /** Keeps the displayed data of a run that the server no longer knows, as for an ended run. */
  private lose(): void {
    if (!this.run?.isLive) return;
    this.run = { ...this.run, isLive: false, state: 'killed', phase: null, health: null };
    this.isLost = true;
    this.stream.stop();
    notices.say('The run has ended.');
    void this.findContinued();
  }

  private async findContinued(): Promise<void> {
    const note = `continues run ${this.id}`;
    try {
      const { runs } = await api.runs({ query: note, limit: 1 });
      this.continued = runs[0] ?? null;
    } catch {
      // The user resumes the run here, or finds it in the list.
    }
  }

  /** Whether the run is a search: only the spec of a search has a method. */
  get isSearch(): boolean {
    return this.run?.spec['method'] !== undefined;
  }

  private asked(): string | undefined {
    return this.scenario === 'all' ? undefined : this.scenario;
  }

  private streamUrl(): string {
    const url = api.streamUrl(this.id);
    return this.scenario === 'all' ? url : `${url}?scenario=${encodeURIComponent(this.scenario)}`;
  }

  /**
   * Handles the end of a run. A restarted server also reports it for a run of an earlier process,
   * which loads slowly.
   */
  private end(state: RunState): void {
    if (state === 'killed' && this.run?.isLive) {
      this.run = { ...this.run, isLive: false, state, phase: null, health: null };
    }
    this.ended();
  }

  private ended(): void {
    if (this.streamState === 'closed') return;
    this.stream.stop();
    notices.say('The run has ended.');
    void this.refresh().then(() => Promise.all([this.history.load(), this.search.load()]));
  }

  /** Redraws at most once per frame, and never in a hidden tab. */
  private redraw(): void {
    this.isDirty = true;
    if (this.isFrameAsked || document.hidden) return;
    this.isFrameAsked = true;
    requestAnimationFrame(() => {
      this.isFrameAsked = false;
      this.isDirty = false;
      this.version++;
    });
  }
}
