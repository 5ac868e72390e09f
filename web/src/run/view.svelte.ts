import { api } from '../api/client';
import { Problem, sentenceOf } from '../api/problem';
import type {
  Change,
  History,
  Line,
  LineStep,
  LiveVerdict,
  Note,
  Parameter,
  Run,
  RunEvent,
  RunRow,
  RunState,
  Schedule,
} from '../api/types';
import { isCensored, isLatency, isSupported } from '../draw/censored';
import { clock, duration, nanosOf } from '../format/figures';
import type { Wall } from '../format/wallTime';
import { columnIn, latest, namesUnder } from '../history/columns';
import { readingAt } from '../history/readings';
import type { BaselineRun } from '../history/baseline';
import { RunHistory } from '../history/history';
import { RANGES, isSameRange, type Range } from '../history/range';
import { LiveStream, type StreamState } from '../history/stream';
import { BaselineState } from './baseline.svelte';
import { chosen } from './chosen.svelte';
import { withStep } from './line';
import { linkedIn } from './link';
import { Lookout } from './lookout';
import { errorShare, type Shown } from './objectives';
import { OverlayState } from './overlay.svelte';
import { periodsOf, type Period } from './periods';
import { RunClock } from './runClock';
import { ScopeState } from './scope.svelte';
import { notices } from '../shell/notices.svelte';
import { timeZone } from '../shell/timeZone.svelte';

const MOST_EVENTS = 2_000;
/** Minimum time between two announcements of the validity to screen readers. */
const QUIET_MILLIS = 60_000;
const TICK_MILLIS = 100;
/** Time after which a server that has not answered counts as away. */
const ANSWER_MILLIS = 5_000;

/** A displayed run: its state, its history, and its live updates. */
export class RunView {
  run: Run | null = $state.raw(null);
  problem: Problem | null = $state.raw(null);
  parameters: Parameter[] = $state.raw([]);
  scheduled: Schedule[] = $state.raw([]);
  changes: Change[] = $state.raw([]);
  events: RunEvent[] = $state.raw([]);
  notes: Note[] = $state.raw([]);
  line: Line | null = $state.raw(null);
  /** Incremented with each change to the history; charts depend on it. */
  version = $state(0);
  streamState: StreamState = $state('closed');
  range: Range = $state.raw({ kind: 'last', seconds: 300 });
  scenario: string = $state('all');
  /** Position of the crosshair in any chart, in seconds since the start. */
  cursor: number | null = $state(null);
  /** The instant of a note that is being written, in seconds; null for now, or for none. */
  noteAt: number | null = $state(null);
  /**
   * The time for which the target has given no answer, in seconds and increasing; null unless it is
   * stalled.
   */
  stalledSeconds: number | null = $state(null);
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
  readonly scoped: ScopeState;
  private readonly stream: LiveStream;
  private isFrameAsked = false;
  private isDirty = false;
  private before: Range[] = [];
  private saidAt = 0;
  private parameterRequests = 0;
  private readonly clock = new RunClock();
  private ticker: number | null = null;
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
    this.scoped = new ScopeState(id);
    this.overlay = new OverlayState(id, this.history, () => this.redraw());
    this.stream = new LiveStream(
      () => new EventSource(this.streamUrl()),
      {
        interval: (data) => this.heard(data as History),
        health: (data) => this.take({ ...this.run!, ...(data as LiveVerdict) }),
        event: (data) => this.addEvent(data as RunEvent),
        run: (data) => this.hear(data as Partial<Run>),
        parameters: () => void this.loadParameters(),
        notes: (data) => (this.notes = (data as { notes: Note[] }).notes),
        search: (data) => this.tried(data as LineStep),
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
          void this.loadLine();
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
    await Promise.all([this.history.show(this.range, this.asked()), this.loadLine()]);
    if (this.run.isLive) this.stream.start();
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.wake);
    removeEventListener('online', this.wake);
    this.stream.stop();
    this.lookout.stop();
    if (this.ticker !== null) clearInterval(this.ticker);
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

  /** The time without an answer as text, such as `2.3 s`; null unless the target is stalled. */
  get noAnswerFor(): string | null {
    const seconds = this.stalledSeconds;
    if (seconds === null) return null;
    return seconds < 60 ? `${seconds.toFixed(1)} s` : clock(seconds);
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
    return periodsOf(this.events, this.history.elapsed);
  }

  /** The timeout in nanoseconds; null if it is unknown. */
  get timeoutNanos(): number | null {
    return nanosOf(this.timeout);
  }

  private get timeout(): string {
    const live = this.parameters.find(({ path }) => path === 'timeout')?.value;
    return live ?? this.run?.spec['timeout'] ?? '';
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
    if (value === null && this.noAnswerFor !== null && isLatency(name)) return 'no answer';
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
    if (before === null && run.isLive) this.clock.heard(run.elapsedNanos / 1e9, performance.now());
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
    if (at !== undefined) this.clock.heard(at, performance.now());
    this.history.add(history);
    const { latest: second } = this.history;
    const share = errorShare(second, second.at.length - 1);
    if (this.run && this.run.errorShare !== share) this.run = { ...this.run, errorShare: share };
  }

  /** Increases the time of a stall, except while the connection is lost. */
  private followStall(): void {
    const health = this.run?.isLive ? this.run.health : null;
    const since = health?.state === 'stalled' ? health.noAnswerSinceNanos : null;
    if (this.ticker !== null) clearInterval(this.ticker);
    this.ticker = null;
    if (since == null) {
      this.stalledSeconds = null;
      return;
    }
    const tick = () => {
      const now = this.clock.now(performance.now());
      this.stalledSeconds = Math.max(this.stalledSeconds ?? 0, (now ?? this.history.elapsed) - since / 1e9);
    };
    tick();
    if (this.streamState !== 'broken') this.ticker = window.setInterval(tick, TICK_MILLIS);
  }

  /** Applies a run event of the stream: the whole run, or only its row, which requires a reload. */
  private hear(said: Partial<Run>): void {
    if (!this.run) return;
    this.take({ ...this.run, ...said });
    if (!said.switches) void this.reload();
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

  private async reload(): Promise<void> {
    try {
      this.take(await this.ask());
    } catch {
      // The next event of the stream reloads it.
    }
  }

  async loadParameters(): Promise<void> {
    const number = ++this.parameterRequests;
    try {
      const [list, changes] = await Promise.all([
        api.parameters(this.id),
        api.changes(this.id),
        this.run?.isOfFleet && this.run.isLive ? this.scoped.load() : null,
      ]);
      if (number !== this.parameterRequests) return; // a later request has a newer answer
      this.parameters = list.parameters;
      this.scheduled = list.scheduled ?? [];
      this.changes = changes.changes;
    } catch (error) {
      if (this.parameters.length === 0) notices.failed(error);
    }
  }

  /** Loads what other users and the run itself may have changed; failures are ignored. */
  private async loadShared(): Promise<void> {
    const quietly = (loading: Promise<void>) => loading.catch(() => undefined);
    await Promise.all([this.loadParameters(), quietly(this.loadEvents()), quietly(this.loadNotes())]);
  }

  /** Loads the events, and keeps those that the stream delivers during the request. */
  private async loadEvents(): Promise<void> {
    const before = new Set(this.events);
    const { events } = await api.events(this.id);
    const during = this.events.filter((event) => !before.has(event));
    this.events = events.slice(-MOST_EVENTS);
    during.forEach((event) => this.addEvent(event));
  }

  /** Loads the notes, unless the stream delivers them during the request. */
  async loadNotes(): Promise<void> {
    const before = this.notes;
    const { notes } = await api.notes(this.id);
    if (this.notes === before) this.notes = notes;
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

  private async loadLine(): Promise<void> {
    if (!this.isSearch) return;
    try {
      this.line = await api.line(this.id);
    } catch {
      // Keeps the current line, since a search that was killed early has none.
    }
  }

  private tried(step: LineStep): void {
    this.line = withStep(this.line, step) ?? this.line;
    if (this.line?.trials.at(-1)?.number !== step.trial.number) void this.loadLine();
  }

  private asked(): string | undefined {
    return this.scenario === 'all' ? undefined : this.scenario;
  }

  private streamUrl(): string {
    const url = api.streamUrl(this.id);
    return this.scenario === 'all' ? url : `${url}?scenario=${encodeURIComponent(this.scenario)}`;
  }

  private addEvent(event: RunEvent): void {
    const isKnown = this.events.some(
      (known) => known.atNanos === event.atNanos && known.text === event.text,
    );
    if (isKnown) return;
    this.events = [...this.events.slice(1 - MOST_EVENTS), event];
    this.redraw();
    if (event.kind === 'fault' || event.kind === 'warning') notices.say(event.text);
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
    void this.refresh().then(() => Promise.all([this.history.load(), this.loadLine()]));
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
