/** Types of the REST API, as described in `docs/rest.md`. Times are in nanoseconds. */

export type Role = 'viewer' | 'operator' | 'admin';

export interface SessionInfo {
  authentication: 'none' | 'token' | 'oidc';
  takesTokens: boolean;
  signInHost: string | null;
  user: string | null;
  role: Role | null;
  version: string;
  generator: { id: string; host: string; processors: number; heapMaxBytes: number };
  startedAt: string;
}

export type SettingKind =
  | 'text'
  | 'count'
  | 'decimal'
  | 'flag'
  | 'choice'
  | 'duration'
  | 'bytes'
  | 'distribution'
  | 'target';

/** An argument of a form: its name and the allowed values. */
export interface FormArgument {
  name: string;
  allowed: string;
  description: string;
  default?: string;
  required: boolean;
  repeated: boolean;
  keyed: boolean;
}

/** A form in which a value can be written, such as `gamma(shape)`. */
export interface ValueForm {
  name: string;
  form: string;
  description: string;
  rule?: string;
  arguments: FormArgument[];
}

export interface Setting {
  name: string;
  kind: SettingKind;
  default: string | null;
  allowed: string;
  choices?: string[];
  forms: ValueForm[];
  description: string;
  live: boolean;
  secret: boolean;
  ofScenario?: boolean;
}

export interface OperationInfo {
  name: string;
  side: 'reads' | 'writes';
}

export interface DriverInfo {
  name: string;
  description: string;
  capabilities: string[];
  operations: OperationInfo[];
  settings: Setting[];
}

export interface SettingGroup {
  title: string;
  settings: Setting[];
}

export type RunState = 'starting' | 'running' | 'stopping' | 'finished' | 'failed' | 'killed';
export type Validity = 'valid' | 'suspect' | 'invalid';
export type SloVerdict = 'passed' | 'failed' | 'undecided' | 'none';

/** An objective of a live run, judged each second over the last seconds. */
export interface LiveSlo {
  objective: string;
  result: 'passed' | 'failed' | 'undecided';
  /** The value of the figure, in the unit of the bound. */
  observed?: number | null;
  /** A lower bound of the figure, if it falls among unanswered operations. */
  observedAbove?: number | null;
  missedSinceNanos?: number | null;
  firstMissedNanos?: number | null;
  /** Whether the objective applies by default. */
  isDefault?: boolean;
}

/** The health of the target of a live run. */
export interface TargetHealth {
  state: 'answers' | 'failing' | 'stalled';
  noAnswerSinceNanos?: number | null;
  slos: LiveSlo[];
}

export interface RunRow {
  id: string;
  name: string;
  target: string;
  state: RunState;
  phase: string | null;
  startedAt: string;
  elapsedNanos: number;
  /** Whether a live run has its reads and writes switched off. */
  isPaused?: boolean;
  validity: Validity | null;
  slo: SloVerdict | null;
  health?: TargetHealth | null;
  targetPerSecond: number | null;
  throughputPerSecond: number | null;
  p99Nanos: number | null;
  p99AboveNanos: number | null;
  errorShare: number | null;
  tags: string[];
  notes: string | null;
  isLive: boolean;
  generators: string[];
  problem: string | null;
}

export interface Switches {
  fill: boolean;
  reads: boolean;
  writes: boolean;
}

export interface Hook {
  name: string;
  description: string;
}

export interface LatencySummary {
  mean?: number | null;
  min?: number | null;
  p50?: number | null;
  p90?: number | null;
  p95?: number | null;
  p99?: number | null;
  p999?: number | null;
  p9999?: number | null;
  max?: number | null;
  censored?: string[];
  censoredAboveNanos?: number | null;
  unsupported?: string[];
  /** The share of operations that failed, if it is more than a tenth. No figure includes them. */
  failedShare?: number | null;
}

export interface OperationSummary {
  count: number;
  throughputPerSecond: number;
  failures: Record<string, number>;
  failureMessages?: Record<string, string>;
  responseNanos?: LatencySummary | null;
  serviceNanos?: LatencySummary | null;
}

export interface Finding {
  code: string;
  text: string;
}

export interface Summary {
  elapsedNanos: number;
  verdict: {
    validity: Validity;
    slo: SloVerdict;
    objectives?: { objective: string; result: LiveSlo['result']; observed?: number | null; isDefault?: boolean }[];
    findings: Finding[];
  };
  load: { model: string; targetPerSecond?: number | null };
  accounting: Record<string, number>;
  offeredPerSecond?: number;
  throughputPerSecond: number;
  goodputPerSecond?: number;
  bytesPerSecond: number;
  lateAnswers?: number;
  drainedAnswers?: number;
  drainNanos?: number;
  operations: Record<string, OperationSummary>;
  scenarios?: Record<string, { operations: Record<string, OperationSummary> }>;
  probe?: { operations: Record<string, OperationSummary> } | null;
  /** The driver's counters in the measurement, by name. */
  driverCounters?: Record<string, number>;
  /** The driver's counters before and after each change; absent without a change. */
  driverCountersByPart?: CountedPart[];
  /** When operations failed; absent if none did. */
  failureCourse?: FailureCourse;
  /** The parts between changes; absent without a change. */
  segments?: Segment[];
  /** Figures of the target's telemetry. */
  telemetry?: Record<string, { min: number; mean: number; max: number; last: number; increase?: number }>;
}

/** The driver's counters in a part of the measurement between two changes. */
export interface CountedPart {
  fromNanos: number;
  toNanos: number;
  /** The change that starts the part; empty for the first part. */
  change: string;
  lengthNanos: number;
  counters: Record<string, number>;
}

/** When operations failed, to the second, since the start of the run. */
export interface FailureCourse {
  firstNanos: number;
  lastNanos: number;
  /** Time in which no operation succeeded. */
  silentNanos: number;
  count: number;
  disruptions?: {
    fromNanos: number;
    toNanos: number;
    errors: number;
    silentNanos: number;
    silence?: { fromNanos: number; toNanos: number };
    p99BeforeNanos?: number;
    /** Time until the p99 was back at its earlier level; absent if it did not return. */
    recoveryNanos?: number;
  }[];
}

/** A part of a measurement between two changes. */
export interface Segment {
  fromNanos: number;
  toNanos: number;
  change: string;
  throughputPerSecond: number;
  errorShare: number;
  latencyNanos: LatencySummary;
}

/** A bound on a figure of a run. */
export interface Objective {
  objective: string;
  /**
   * `all` or an operation, prefixed with a scenario and a slash if only that scenario is bounded.
   */
  operation: string;
  metric: string;
  comparison: 'below' | 'above';
  /** The bound, in nanoseconds, as a share, in operations per second, or as a number. */
  bound: number;
  /** Whether the objective applies by default. */
  isDefault?: boolean;
}

/** The event `health` of a live run's stream. */
export type LiveVerdict = Pick<RunRow, 'validity' | 'slo' | 'health'> & { findings: Finding[] };

export interface Run extends RunRow {
  model: 'open' | 'paced' | 'closed';
  scenarios: string[];
  operations: OperationInfo[];
  switches: Switches;
  /** Whether all nodes of a fleet are its generators. */
  isOfFleet: boolean;
  facts: Record<string, string>;
  hooks: Hook[];
  spec: Record<string, string>;
  /** Settings that were not set and are derived from others. */
  derived: string[];
  summary: Summary | null;
  /** The consistency results of an ended run as sentences, by label. */
  consistency?: Record<string, string>;
  driver: string;
  objectives?: Objective[];
  /** Findings about the generator in the measurement so far, for a live run. */
  findings?: Finding[];
}

export interface RunList {
  total: number;
  runs: RunRow[];
  tags?: string[];
}

export interface Parameter {
  path: string;
  scenario: string | null;
  kind: SettingKind;
  allowed: string;
  choices?: string[];
  forms: ValueForm[];
  description: string;
  default: string | null;
  value: string | null;
  origin: string;
  live: boolean;
  secret: boolean;
}

export interface Schedule {
  id: string;
  next: string;
  every: string | null;
  set: Record<string, string | null>;
  /** The hook, command or request; absent for a change. */
  action?: string | null;
}

export interface ParameterList {
  parameters: Parameter[];
  scheduled?: Schedule[];
}

export interface Change {
  atNanos: number;
  at: string;
  who: string;
  path: string;
  old: string | null;
  new: string | null;
  /** Whether it follows from another change, without a request. */
  derived: boolean;
}

export interface ResolvedValue {
  name: string;
  text: string;
  origin: string;
}

export interface DryRun {
  values: ResolvedValue[];
  estimate: string[];
}

export interface OperationResult {
  operation: string;
  key: string;
  status: 'succeeded' | 'not-found' | 'failed';
  code: string | null;
  message?: string | null;
  serviceNanos: number;
  items: number;
  bytes: number;
  attempts: number;
  rows: { fields: { name: string; text: string | null; base64?: string; bytes: number }[] }[];
}

export type Column = (number | null)[];

export type LatencyColumns = Record<string, Column>;

export interface OperationColumns {
  throughputPerSecond: Column;
  errorsPerSecond?: Column | null;
  responseNanos?: LatencyColumns | null;
  serviceNanos?: LatencyColumns | null;
}

export type HeatCells = [number, number][];

export interface History {
  stepSeconds: number;
  startedAt: string;
  generators?: string[];
  at: number[];
  phase: (string | null)[];
  validity: (Validity | null)[];
  series: Record<string, Column>;
  operations: Record<string, OperationColumns>;
  failures: Record<string, Column>;
  heat?: { edgesNanos: number[]; measure: 'response' | 'service'; cells: (HeatCells | null)[] } | null;
  telemetry?: Record<string, Column> | null;
  /** The driver's counters per second, by name. */
  counters?: Record<string, Column> | null;
  each?: Record<string, Record<string, (number | string | null)[]>> | null;
}

export type PercentilePoints = [number, number][];

export interface Percentiles {
  operations: Record<
    string,
    { responseNanos: PercentilePoints | null; serviceNanos: PercentilePoints | null }
  >;
}

export interface RunEvent {
  atNanos: number;
  kind: string;
  text: string;
  /** The period of a stall, a missed objective or an action; without a length until it ends. */
  period?: { sinceNanos: number; lengthNanos?: number | null } | null;
}

/** The last failed operations of a run, by failure code. */
export interface ErrorSamples {
  keptMax: number;
  perSecondMax: number;
  codes: { code: string; samples: ErrorSample[] }[];
}

export interface ErrorSample {
  atNanos: number;
  at: string;
  operation: string;
  key: string;
  session: number;
  serviceNanos: number;
  message: string;
}

/** The last lines of a run's log, and the number of stored lines. */
export interface RunLog {
  total: number;
  lines: string[];
}

/** A note at an instant of a run. */
export interface Note {
  id: string;
  atNanos: number;
  text: string;
  who: string;
  writtenAt: string;
}

/** The run with which the runs of a target are compared. */
export interface Baseline {
  target: string;
  run: string;
  name: string;
}

/** A spec that was saved by name. */
export interface Template {
  name: string;
  savedAt: string;
  who: string;
  spec: Record<string, unknown>;
}

export interface Trial {
  number: number;
  stage: string;
  load: number;
  lengthNanos: number;
  throughputPerSecond: number;
  outcome: 'passed' | 'failed' | 'spoiled';
  objective: string;
  /** The stress; a string if the value is not finite. */
  stress: number | string | null;
  isClose: boolean;
  reason: string;
  /** Why a load is repeated, and the estimate in the meantime. */
  why?: string;
  /** The share of operations that ended in an error; absent in earlier versions. */
  errorShare?: number | null;
  latencyNanos: LatencySummary | null;
}

export interface LineAnswer {
  kind: 'found' | 'unconfirmed' | 'cap' | 'generator' | 'none' | 'band';
  load: number;
  low: number;
  high: number | null;
  throughputPerSecond: number | null;
  text: string;
}

export interface Knee {
  load: number;
  low: number;
  high: number;
  powerLoad: number;
}

/** The result of a search, or its state so far. */
export interface Line {
  method: 'search' | 'ramp' | 'track';
  unit: '/s' | 'workers';
  objectives: string[];
  /** The objectives that apply by default. */
  defaults?: string[];
  slo: SloVerdict;
  line: LineAnswer;
  knee: Knee | null;
  trials: Trial[];
  isEnded: boolean;
}

/** The event of the stream at the end of a trial. */
export interface LineStep {
  line: LineAnswer;
  knee: Knee | null;
  trial: Trial;
}

export interface ComparisonRow {
  operation: string;
  kind: string;
  figure: string;
  /** Whether the verdict depends on the row. */
  primary: boolean;
  median: number;
  medianAgainst: number;
  shift: number;
  /** The confidence interval of the difference; absent if a side has too few runs. */
  low?: number;
  high?: number;
  adjusted?: number;
  effect?: string;
  verdict: string;
  note?: string;
}

export interface Comparison {
  verdict: string;
  sentence: string;
  notes: string[];
  differing: { setting: string; a: string; against: string }[];
  rows: ComparisonRow[];
}

export interface AuditEntry {
  at: string;
  who: string;
  from: string;
  action: string;
  run: string | null;
  status: number;
  outcome: string;
}

/** The verdict of a node on its own part in a run. */
export interface GeneratorVerdict {
  run: string;
  /** The number of the node in the run, as used in findings. */
  generator: number;
  validity: Validity | null;
  reason: string | null;
  /** The 99th percentile of its dispatch lag. */
  lagNanos: number | null;
}

export type NodeState = 'joining' | 'up' | 'unreachable' | 'leaving' | 'removed';

export interface FleetNode {
  name: string;
  page: string;
  address: string | null;
  version: string;
  state: NodeState;
  since: string;
  isCoordinator: boolean;
  region: string | null;
  datacenter: string | null;
  rack: string | null;
  host: string | null;
  labels: Record<string, string>;
  share: number | null;
  weight: number | null;
  runs: string[] | null;
  verdict: Validity | null;
  verdicts: GeneratorVerdict[];
  processors: number | null;
  cpu: number | null;
  residentBytes: number | null;
  clockOffsetNanos: number | null;
  clockErrorNanos: number | null;
}

export interface FleetEvent {
  at: string;
  node: string;
  kind: 'up' | 'unreachable' | 'leaving' | 'removed' | 'coordinator';
}

/** The fleet as observed by one node. */
export interface Fleet {
  /** The name of the fleet; null for a server without a fleet. */
  name: string | null;
  self: string;
  phase: 'alone' | 'joining' | 'joined' | 'rejoining' | 'left' | 'refused';
  coordinator: string | null;
  nodes: FleetNode[];
  events: FleetEvent[];
}

/** A generator of a run. */
export interface RunGenerator extends Omit<GeneratorVerdict, 'run'> {
  node: string;
  page: string | null;
  datacenter: string | null;
  rack: string | null;
  state: NodeState;
  share: number | null;
}

/** The nodes of the fleet that have stopped their load, and those that did not answer. */
export interface StoppedLoad {
  stopped: string[];
  reached: string[];
  unreached: string[];
}

/** A node of a fleet's run that has reported seconds. */
export interface RunNode {
  name: string;
  generator: number;
  datacenter: string | null;
  rack: string | null;
}

/** The last seconds of a node of a fleet's run, or the sum of several nodes. */
export interface NodeIntervals {
  /** The names of the nodes. */
  nodes: string[];
  at: number[];
  /** The length of each point; above the step where a node was late. */
  lengthSeconds: Column;
  phase: (string | null)[];
  targetPerSecond: Column;
  throughputPerSecond: Column;
  errorsPerSecond: Column;
  inFlight: Column;
  backlog: Column;
  /** The 99th percentile of the dispatch lag; the highest of several nodes. */
  lagP99Nanos: Column;
  latency: {
    measure: ('response' | 'service')[];
    p50Nanos: Column;
    p90Nanos: Column;
    p95Nanos: Column;
    p99Nanos: Column;
    p999Nanos: Column;
    maxNanos: Column;
    unanswered: Column;
  };
}

/**
 * The values that were set in a run of a fleet, by scope and by node. The sides are `side/reads`
 * and `side/writes`.
 */
export interface Scopes {
  scopes: { scope: string; values: Record<string, string> }[];
  nodes: {
    name: string;
    generator: number;
    values: { path: string; value: string; origin: string; who: string }[];
  }[];
}

/** The switches of a scope; null leaves a side to wider scopes. */
export type ScopedSwitches = { [side in keyof Switches]?: boolean | null };
