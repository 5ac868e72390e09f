export interface Shortcut {
  keys: string;
  title: string;
  run: () => void;
}

/** Active keyboard shortcuts; each view adds its own while it is shown. */
class Shortcuts {
  groups: { title: string; list: Shortcut[] }[] = $state.raw([]);
  isListShown = $state(false);
  private pending = '';
  private timer = 0;

  constructor() {
    addEventListener('keydown', (event) => this.press(event));
  }

  add(title: string, list: Shortcut[]): () => void {
    const group = { title, list };
    this.groups = [...this.groups, group];
    return () => {
      this.groups = this.groups.filter((known) => known !== group);
    };
  }

  private press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
    const on = event.target as HTMLElement | null;
    if (on?.closest('input, textarea, select, [contenteditable], dialog[open]')) return;
    const typed = this.pending + event.key;
    clearTimeout(this.timer);
    this.pending = '';
    const all = this.groups.flatMap((group) => group.list);
    const hit = all.find((shortcut) => shortcut.keys === typed);
    if (hit) {
      event.preventDefault();
      hit.run();
    } else if (all.some((shortcut) => shortcut.keys.startsWith(`${typed} `))) {
      this.pending = `${typed} `;
      this.timer = window.setTimeout(() => {
        this.pending = '';
      }, 1200);
    }
  }
}

export const shortcuts = new Shortcuts();
