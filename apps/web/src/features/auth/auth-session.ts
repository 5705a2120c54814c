import { type AuthError, GoTrueClient, isAuthRetryableFetchError, type Session } from '@supabase/auth-js';

/**
 * `ended`: the session was lost without anybody pressing Logout here (expired, revoked, member disabled, or logged out in
 * another tab while something typed here is not saved). The page stays open so that nothing typed is lost, and asks
 * `email` to sign in again.
 */
export type AuthState =
  | { status: 'signed-out' }
  | { status: 'signed-in'; session: Session }
  | { status: 'ended'; email: string };

export type AuthSession = ReturnType<typeof createAuthSession>;

/** Sign-out pressed in one tab is announced to the others here: for them it is no lost session. */
const SIGN_OUT_CHANNEL = 'storefleet.sign-out';
const STORAGE_KEY = 'storefleet.auth';

/** The state that the screens follow. */
function createAuthState() {
  const listeners = new Set<() => void>();
  let state: AuthState = { status: 'signed-out' };

  function set(next: AuthState) {
    if (isSame(state, next)) return;
    state = next;
    for (const listener of listeners) listener();
  }
  function subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }
  return {
    get: () => state,
    set,
    subscribe,
    /** Several calls may find out at once: the first has the person asked, the others wait. */
    lose() {
      if (state.status === 'signed-in') set({ status: 'ended', email: state.session.user.email ?? '' });
    },
    /** The token of the session, once nobody is asked to sign in again any more; null without one. */
    settledToken(): Promise<string | null> {
      return new Promise((resolve) => {
        const settle = () => {
          if (state.status === 'ended') return;
          unsubscribe();
          resolve(state.status === 'signed-in' ? state.session.access_token : null);
        };
        const unsubscribe = subscribe(settle);
        settle();
      });
    },
  };
}

/** The one auth client of the page, and the state the screens follow. */
export function createAuthSession(options: {
  url: string;
  anonKey: string;
  /** Whether something typed on this page would be lost with it. */
  hasUnsavedWork: () => boolean;
}) {
  const client = new GoTrueClient({
    url: options.url,
    headers: { apikey: options.anonKey },
    storageKey: STORAGE_KEY,
    flowType: 'pkce',
    // A recovery link is used up only when its screen is told to (see password-recovery.ts).
    detectSessionInUrl: false,
  });
  const channel = new BroadcastChannel(SIGN_OUT_CHANNEL);
  const state = createAuthState();
  let signingOut = false;

  const giveUp = () => state.set({ status: 'signed-out' });
  const ready = new Promise<void>((resolve) => {
    client.onAuthStateChange((event, session) => {
      if (session) state.set({ status: 'signed-in', session });
      else if (event === 'SIGNED_OUT' && signingOut) giveUp();
      else if (event === 'SIGNED_OUT') state.lose();
      if (event === 'INITIAL_SESSION') resolve();
    });
  });
  channel.addEventListener('message', () => (options.hasUnsavedWork() ? state.lose() : giveUp()));

  return {
    client,
    /** Settles once the stored session has been read, and renewed if it was due. */
    ready,
    getState: state.get,
    subscribe: state.subscribe,
    /**
     * A token that is good for at least another 90 seconds, or null. While the person is asked to sign in again
     * this waits for them, so that what they were saving is saved in the end.
     */
    async getAccessToken(): Promise<string | null> {
      const { data } = await client.getSession();
      return data.session?.access_token ?? state.settledToken();
    },
    /** The server refused our token: fetches another, asking the person to sign in again where that fails. */
    async renewAccessToken(): Promise<string | null> {
      const { data, error } = await client.refreshSession();
      if (data.session) return data.session.access_token;
      if (error && isAuthRetryableFetchError(error)) return null;
      if (signingOut) giveUp();
      else state.lose();
      return state.settledToken();
    },
    async signOut(scope: 'local' | 'global'): Promise<{ error: AuthError | null }> {
      signingOut = true;
      try {
        const { error } = await client.signOut({ scope });
        // Locally the session is gone even where the server could not be reached.
        if (error && scope === 'global') return { error };
        channel.postMessage('signed-out');
        giveUp();
        return { error: null };
      } finally {
        signingOut = false;
      }
    },
    /** Leaves a lost session behind without signing in again. */
    giveUp,
  };
}

function isSame(a: AuthState, b: AuthState): boolean {
  if (a.status === 'signed-in' && b.status === 'signed-in') {
    return a.session.access_token === b.session.access_token && a.session.user === b.session.user;
  }
  return a.status !== 'signed-in' && a.status === b.status;
}
