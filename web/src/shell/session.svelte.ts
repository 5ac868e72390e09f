import { api, whenUnauthenticated } from '../api/client';
import { Problem } from '../api/problem';
import type { SessionInfo } from '../api/types';

/** The logged-in user and their role. */
class SessionState {
  info: SessionInfo | null = $state.raw(null);
  state: 'asking' | 'in' | 'out' | 'unreachable' = $state('asking');

  /** The token of the link that opened the page, until the server has answered. */
  private linkToken = tokenOfLink();

  constructor() {
    whenUnauthenticated(() => {
      this.state = 'out';
    });
  }

  get mayOperate(): boolean {
    return this.state === 'in' && this.info?.role !== 'viewer';
  }

  get isAdmin(): boolean {
    return this.state === 'in' && (this.info?.role === 'admin' || this.isOpen);
  }

  get isOpen(): boolean {
    return this.info?.authentication === 'none';
  }

  async ask(): Promise<void> {
    try {
      if (this.linkToken && (await this.follows(this.linkToken))) return;
      this.info = await api.session();
      this.state = this.isOpen || this.info.role ? 'in' : 'out';
    } catch (error) {
      this.state = error instanceof Problem && error.status === 401 ? 'out' : 'unreachable';
    }
  }

  /** Logs in with the token of a link; false if the link is from an earlier start of the server. */
  private async follows(token: string): Promise<boolean> {
    try {
      await this.login(token);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
    this.linkToken = null;
    return this.state === 'in';
  }

  async login(token: string): Promise<void> {
    this.info = await api.login(token);
    this.state = 'in';
  }

  async logout(): Promise<void> {
    await api.logout().catch(() => null);
    this.state = 'out';
  }
}

/**
 * The token in a link that the server printed. It is removed from the address, so that no bookmark
 * contains it.
 */
function tokenOfLink(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token) history.replaceState(null, '', location.pathname + location.search);
  return token;
}

export const session = new SessionState();
