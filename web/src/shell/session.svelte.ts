import { api, whenUnauthenticated } from '../api/client';
import { Problem } from '../api/problem';
import type { SessionInfo } from '../api/types';

/** The logged-in user and their role. */
class SessionState {
  info: SessionInfo | null = $state.raw(null);
  state: 'asking' | 'in' | 'out' | 'unreachable' = $state('asking');

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
      this.info = await api.session();
      this.state = this.isOpen || this.info.role ? 'in' : 'out';
    } catch (error) {
      this.state = error instanceof Problem && error.status === 401 ? 'out' : 'unreachable';
    }
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

export const session = new SessionState();
