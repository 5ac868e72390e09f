export type Theme = 'system' | 'light' | 'dark';

const KEY = 'plimsoll.theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

class ThemeChoice {
  chosen: Theme = $state('system');
  private prefersDark = $state(dark.matches);
  isDark = $derived(this.chosen === 'dark' || (this.chosen === 'system' && this.prefersDark));

  constructor() {
    const stored = document.documentElement.dataset['theme'];
    if (stored === 'light' || stored === 'dark') this.chosen = stored;
    dark.addEventListener('change', () => {
      this.prefersDark = dark.matches;
    });
  }

  next(): void {
    this.choose(this.chosen === 'system' ? (this.isDark ? 'light' : 'dark') : this.other());
  }

  private other(): Theme {
    const opposite = this.chosen === 'dark' ? 'light' : 'dark';
    // Returns to `system` if the system prefers that theme.
    return (opposite === 'dark') === this.prefersDark ? 'system' : opposite;
  }

  choose(theme: Theme): void {
    this.chosen = theme;
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    try {
      if (theme === 'system') localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch {
      // Storage is disabled, so the choice lasts for this visit only.
    }
  }
}

export const theme = new ThemeChoice();
