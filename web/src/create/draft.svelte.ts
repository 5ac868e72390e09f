import { api } from '../api/client';
import { Problem, aboutSpec, sentenceOf } from '../api/problem';
import type { DriverInfo, DryRun, Setting, SettingGroup } from '../api/types';
import { forget, keep, kept, type Entered } from '../forms/kept';
import { draftOf, driverOf, firstDraft, isAbout, readable, specOf, withSearch, type SpecDraft } from '../forms/spec';

const WAIT_MILLIS = 350;

/** State of the new-run form: the draft, its YAML, and the result of the server's check. */
export class NewRunState {
  draft: SpecDraft = $state(firstDraft());
  notes = $state('');
  tags = $state('');
  drivers: DriverInfo[] = $state.raw([]);
  groups: SettingGroup[] = $state.raw([]);
  dryRun: DryRun | null = $state.raw(null);
  problem: Problem | null = $state.raw(null);
  isChecking = $state(false);
  isYaml = $state(false);
  yaml = $state('');
  yamlProblem = $state('');
  /** Whether the form shows input from before a reload. */
  isRestored = $state(false);
  /** The driver of the target; undefined if none has its scheme. */
  readonly driver = $derived(driverOf(this.draft.target, this.drivers));
  readonly settings: Map<string, Setting> = $derived(
    new Map(this.groups.flatMap((group) => group.settings).map((setting) => [setting.name, setting])),
  );
  readonly isSearch = $derived(this.draft.values['method'] !== undefined);
  private like: string | null = null;
  private isLoading = false;
  /** The content of the form before any input; null while it loads. */
  private initial: string | null = null;
  private timer = 0;
  private asked: AbortController | null = null;

  async load(like: string | null): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      const [{ drivers }, { groups }] = await Promise.all([api.drivers(), api.settings()]);
      this.groups = groups;
      this.like = like;
      const before = kept(like);
      if (before) this.restore(before);
      else if (like) await this.copy(like);
      else if (!drivers.some(({ name }) => name === 'rocksdb')) this.draft.target = 'sim:';
      this.initial = JSON.stringify(this.entered());
      this.drivers = drivers;
    } finally {
      this.isLoading = false;
    }
  }

  /** Sets a setting; an empty text removes it. */
  put(name: string, value: string): void {
    if (value === '') delete this.draft.values[name];
    else this.draft.values[name] = value;
  }

  /** Stores the input, so that a reload does not lose it. */
  keep(): void {
    const entered = this.entered();
    if (this.initial === null || this.initial === JSON.stringify(entered)) return;
    const settings = [
      ...this.groups.flatMap((group) => group.settings),
      ...this.drivers.flatMap((driver) => driver.settings),
    ];
    keep(entered, new Set(settings.filter(({ secret }) => secret).map(({ name }) => name)));
  }

  /** Discards the input. */
  async startOver(): Promise<void> {
    forget();
    this.initial = null;
    this.isRestored = false;
    this.draft = firstDraft();
    this.tags = '';
    this.notes = '';
    this.yaml = '';
    this.isYaml = false;
    await this.load(this.like);
  }

  private entered(): Entered {
    const { draft, tags, notes, isYaml, yaml, like } = this;
    return { draft: $state.snapshot(draft), tags, notes, isYaml, yaml, like };
  }

  private restore(entered: Entered): void {
    this.draft = entered.draft;
    this.tags = entered.tags;
    this.notes = entered.notes;
    this.isYaml = entered.isYaml;
    this.yaml = entered.yaml;
    this.isRestored = true;
  }

  /** Lets the server check the draft after a pause in typing. */
  check(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.ask(), WAIT_MILLIS);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.asked?.abort();
  }

  /** The reason why the server rejected this field; empty if it did not. */
  problemOf(name: string): string {
    const field = this.problem?.fields.find((refused) => isAbout(refused.field, name));
    return field ? aboutSpec(field.detail) : '';
  }

  async showYaml(): Promise<void> {
    const { stringify } = await import('yaml');
    this.yaml = stringify(readable(specOf(this.draft)), { lineWidth: 0 });
    this.yamlProblem = '';
    this.isYaml = true;
  }

  async showForm(): Promise<void> {
    const { parse } = await import('yaml');
    try {
      this.draft = draftOf(parse(this.yaml, { schema: 'failsafe' }));
      this.isYaml = false;
      this.yamlProblem = '';
    } catch (error) {
      this.yamlProblem = sentenceOf(error);
    }
  }

  /** The spec of the form, or of the YAML editor. */
  async spec(): Promise<unknown> {
    if (!this.isYaml) return specOf(this.draft);
    const { parse } = await import('yaml');
    return specOf(draftOf(parse(this.yaml, { schema: 'failsafe' })));
  }

  /** Fills the editor with a spec. */
  async use(spec: Record<string, unknown>): Promise<void> {
    this.draft = draftOf(spec);
    if (this.isYaml) await this.showYaml();
  }

  async start(): Promise<string> {
    const id = await this.create();
    forget();
    this.initial = null;
    return id;
  }

  private async create(): Promise<string> {
    if (this.isYaml) return (await api.createYaml(this.yaml)).id;
    const spec = specOf(this.draft);
    const tags = this.tags.split(',').map((tag) => tag.trim()).filter((tag) => tag !== '');
    if (tags.length > 0) spec['tags'] = tags;
    if (this.notes.trim() !== '') spec['notes'] = this.notes.trim();
    return (await api.create(spec)).id;
  }

  private async ask(): Promise<void> {
    this.asked?.abort();
    const control = new AbortController();
    this.asked = control;
    this.isChecking = true;
    try {
      const dryRun = this.isYaml
        ? await api.dryRunYaml(this.yaml, control.signal)
        : await api.dryRun(specOf(this.draft), control.signal);
      if (control !== this.asked) return;
      this.dryRun = dryRun;
      this.problem = null;
    } catch (error) {
      if (control !== this.asked) return;
      this.dryRun = null;
      this.problem = error instanceof Problem ? error : new Problem(0, '', sentenceOf(error));
    }
    this.isChecking = false;
  }

  private async copy(id: string): Promise<void> {
    const run = await api.run(id);
    const { parameters } = await api.parameters(id).catch(() => ({ parameters: [] }));
    const draft: SpecDraft = { target: run.target, values: {}, set: {}, scenarios: [] };
    for (const { path, value, origin, secret, scenario } of parameters) {
      if (value === null || secret || origin === 'default' || run.derived.includes(path)) continue;
      if (scenario !== null) {
        let own = draft.scenarios.find(({ name }) => name === scenario);
        if (!own) draft.scenarios.push((own = { name: scenario, values: {} }));
        own.values[path.split('/').at(-1)!] = value;
      } else if (path.startsWith('set.')) draft.set[path.slice(4)] = value;
      else draft.values[path] = value;
    }
    if (parameters.length === 0) {
      const known = new Set(this.groups.flatMap(({ settings }) => settings.map(({ name }) => name)));
      const defaults = new Map(
        this.groups.flatMap(({ settings }) => settings.map((s) => [s.name, s.default] as const)),
      );
      for (const [name, text] of Object.entries(run.spec)) {
        if (!known.has(name) || typeof text !== 'string' || text === defaults.get(name)) continue;
        if (run.derived.includes(name)) continue;
        draft.values[name] = text;
      }
    }
    if (draft.values['method']) draft.values = withSearch(draft.values, true);
    this.draft = draft;
  }
}
