import { sentenceOf } from '../api/problem';

export interface Notice {
  id: number;
  tone: 'done' | 'bad';
  text: string;
  action?: { label: string; run: () => void };
}

const SHOWN_MILLIS = 7_000;

/** Short notifications in a corner, which screen readers announce politely. */
class Notices {
  list: Notice[] = $state.raw([]);
  /** Announcement for screen readers about changes that the user did not cause. */
  spoken = $state('');
  private ids = 0;

  done(text: string, action?: Notice['action']): void {
    this.add({ id: ++this.ids, tone: 'done', text, ...(action ? { action } : {}) });
  }

  failed(error: unknown): void {
    this.add({ id: ++this.ids, tone: 'bad', text: sentenceOf(error) });
  }

  say(text: string): void {
    this.spoken = text;
  }

  close(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }

  private add(notice: Notice): void {
    this.list = [...this.list.slice(-3), notice];
    setTimeout(() => this.close(notice.id), SHOWN_MILLIS * (notice.action ? 2 : 1));
  }
}

export const notices = new Notices();
