import { type AuthError, GoTrueClient, isAuthRetryableFetchError, type Session } from '@supabase/auth-js';

/**
 * `ended`: the session was lost without a logout here (expired, revoked, member disabled, or logged out in
 * another tab with unsaved changes here). The page stays open so that nothing typed is lost, and asks
 * `email` to sign in again.
 */
export type AuthState =
  | { status: 'signed-out' }
  | { status: 'signed-in'; session: Session }
  | { status: 'ended'; email: string };

export type AuthSession = ReturnType<typeof createAuthSession>;

/** Announces a sign-out to other tabs, so that they do not treat it as a lost session. */
const SIGN_OUT_CHANNEL = 'storefleet.sign-out';
const STORAGE_KEY = 'storefleet.auth';

/** The state shown by the screens. */
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
    /** Several calls may find out at once: the first prompts the user, the others wait. */
    lose() {
      if (state.status === 'signed-in') set({ status: 'ended', email: state.session.user.email ?? '' });
    },
    /** The session's token once no sign-in prompt is open; null without a session. */
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

/** The page's only auth client, and the state shown by the screens. */
export function createAuthSession(options: {
  url: string;
  anonKey: string;
  /** Whether leaving the page would lose typed values. */
  hasUnsavedWork: () => boolean;
}) {
  const client = new GoTrueClient({
    url: options.url,
    headers: { apikey: options.anonKey },
    storageKey: STORAGE_KEY,
    flowType: 'pkce',
    // A recovery link is redeemed only by its screen (see password-recovery.ts).
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
    /** Settles once the stored session is loaded, and refreshed if due. */
    ready,
    getState: state.get,
    subscribe: state.subscribe,
    /**
     * A token valid for at least 90 more seconds, or null. While the user is prompted to sign in again,
     * this waits, so that pending saves succeed in the end.
     */
    async getAccessToken(): Promise<string | null> {
      const { data } = await client.getSession();
      return data.session?.access_token ?? state.settledToken();
    },
    /** After the server refused the token: refreshes it, prompting for sign-in if that fails. */
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
        // The local session is gone even if the server was unreachable.
        if (error && scope === 'global') return { error };
        channel.postMessage('signed-out');
        giveUp();
        return { error: null };
      } finally {
        signingOut = false;
      }
    },
    /** Abandons a lost session without signing in again. */
    giveUp,
  };
}

function isSame(a: AuthState, b: AuthState): boolean {
  if (a.status === 'signed-in' && b.status === 'signed-in') {
    return a.session.access_token === b.session.access_token && a.session.user === b.session.user;
  }
  return a.status !== 'signed-in' && a.status === b.status;
}
