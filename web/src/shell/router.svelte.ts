/** The current location: paths without hashes, all served by one index.html. */
export interface Place {
  path: string;
  query: URLSearchParams;
}

function here(): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

class Router {
  place: Place = $state.raw(here());

  constructor() {
    addEventListener('popstate', () => {
      this.place = here();
    });
    addEventListener('click', (event) => this.follow(event));
  }

  go(to: string, options: { replace?: boolean; keepScroll?: boolean } = {}): void {
    if (to === location.pathname + location.search) return;
    if (options.replace) history.replaceState(null, '', to);
    else history.pushState(null, '', to);
    const moved = location.pathname !== this.place.path;
    this.place = here();
    if (moved && !options.keepScroll) scrollTo(0, 0);
  }

  /** Changes query parameters without adding an entry to the browser's history. */
  put(words: Record<string, string | null>): void {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(words)) {
      if (value === null || value === '') query.delete(name);
      else query.set(name, value);
    }
    const tail = query.toString();
    this.go(location.pathname + (tail ? `?${tail}` : ''), { replace: true, keepScroll: true });
  }

  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.target || link.hasAttribute('download')) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || /^\/(api|docs|metrics)\b/.test(url.pathname)) return;
    event.preventDefault();
    this.go(url.pathname + url.search);
  }
}

export const router = new Router();
