import { api } from '../api/client';
import { sentenceOf } from '../api/problem';
import { fleet } from '../fleet/fleet.svelte';
import { placesIn, scopeText, type Place, type PlacedNode } from '../fleet/places';
import type { RunHistory } from '../history/history';
import { PlaceSeconds } from '../history/place';

const AGAIN_MILLIS = 3_000;

/**
 * The nodes of a fleet's run, and the node, rack or datacenter whose lines are shown in its charts.
 */
export class OverlayState {
  /** The chosen scope, such as `node=node-3`; empty for none. */
  scope: string = $state('');
  /** The nodes whose seconds this server has. */
  told: PlacedNode[] = $state.raw([]);
  /** The nodes that are or were in the run. */
  members: PlacedNode[] = $state.raw([]);
  isLoaded = $state(false);
  problem = $state('');
  /** The seconds of the chosen scope; null if none is chosen or it is not known here. */
  seconds: PlaceSeconds | null = $state.raw(null);
  private askedAt = 0;

  constructor(
    private readonly run: string,
    private readonly history: RunHistory,
    private readonly changed: () => void,
  ) {}

  /** The places whose seconds can be displayed. */
  get places(): Place[] {
    return placesIn(this.told);
  }

  /** The name of the chosen scope for legends. */
  get name(): string {
    return scopeText(this.scope);
  }

  choose(scope: string): void {
    this.scope = scope;
    this.seconds = null;
    this.problem = '';
    this.attach();
    this.changed();
  }

  /** Loads the nodes. A node may join at any time. */
  async loadNodes(): Promise<void> {
    this.askedAt = Date.now();
    const regions = new Map(fleet.fleet?.nodes.map(({ name, region }) => [name, region]));
    try {
      const [{ nodes }, { generators }] = await Promise.all([api.nodes(this.run), api.generators(this.run)]);
      const placed = (name: string, { datacenter, rack }: { datacenter: string | null; rack: string | null }) => ({
        name,
        region: regions.get(name) ?? null,
        datacenter,
        rack,
      });
      this.told = nodes.map((node) => placed(node.name, node));
      const all = [...this.told, ...generators.map((of) => placed(of.node, of))];
      this.members = [...new Map(all.map((node) => [node.name, node])).values()];
      this.isLoaded = true;
      this.attach();
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }

  private attach(): void {
    if (this.seconds || this.scope === '') return;
    const place = this.places.find(({ scope }) => scope === this.scope);
    if (!place) return;
    this.seconds = new PlaceSeconds((query) => api.intervals(this.run, { ...place.query, ...query }));
    void this.show();
  }

  /** Loads the seconds that the displayed range needs. */
  async show(): Promise<void> {
    const { seconds, history } = this;
    // A run that has just started has no seconds yet.
    const isDue = this.scope !== '' && this.isLoaded && Date.now() - this.askedAt > AGAIN_MILLIS;
    if (!seconds && isDue) await this.loadNodes();
    if (!seconds || history.isLoading) return;
    try {
      const step = history.columns.stepSeconds;
      const isLoaded = await seconds.show({ ...history.bounds(), step }, history.elapsed);
      if (isLoaded && seconds === this.seconds) this.changed();
      this.problem = '';
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }
}
