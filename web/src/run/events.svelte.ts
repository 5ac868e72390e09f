import { api } from '../api/client';
import type { Note, RunEvent } from '../api/types';
import { notices } from '../shell/notices.svelte';

const MOST_EVENTS = 2_000;

/** The events of a run, and the notes of its users. */
export class EventState {
  list: RunEvent[] = $state.raw([]);
  notes: Note[] = $state.raw([]);

  constructor(
    private readonly run: string,
    private readonly onEvent: () => void,
  ) {}

  /** Loads the events, and keeps those that the stream delivers during the request. */
  async load(): Promise<void> {
    const before = new Set(this.list);
    const { events } = await api.events(this.run);
    const during = this.list.filter((event) => !before.has(event));
    this.list = events.slice(-MOST_EVENTS);
    during.forEach((event) => this.add(event));
  }

  /** Loads the notes, unless the stream delivers them during the request. */
  async loadNotes(): Promise<void> {
    const before = this.notes;
    const { notes } = await api.notes(this.run);
    if (this.notes === before) this.notes = notes;
  }

  /** Adds an event of the stream. */
  add(event: RunEvent): void {
    const isKnown = this.list.some((known) => known.atNanos === event.atNanos && known.text === event.text);
    if (isKnown) return;
    this.list = [...this.list.slice(1 - MOST_EVENTS), event];
    this.onEvent();
    if (event.kind === 'fault' || event.kind === 'warning') notices.say(event.text);
  }
}
