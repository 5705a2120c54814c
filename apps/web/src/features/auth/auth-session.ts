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

/** Sign-out pressed in one tab is told to the others here, so that they can tell it from a lost session. */
const SIGN_OUT_CHANNEL = 'storefleet.sign-out';
const STORAGE_KEY = 'storefleet.auth';

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
  const listeners = new Set<() => void>();
  let state: AuthState = { status: 'signed-out' };
  let signingOut = false;

  const ready = new Promise<void>((resolve) => {
    client.onAuthStateChange((event, session) => {
      if (session) setState({ status: 'signed-in', session });
      else if (event === 'SIGNED_OUT') lose();
      if (event === 'INITIAL_SESSION') resolve();
    });
  });

  channel.addEventListener('message', () => {
    if (options.hasUnsavedWork()) lose();
    else setState({ status: 'signed-out' });
  });

  function setState(next: AuthState) {
    if (isSame(state, next)) return;
    state = next;
    for (const listener of listeners) listener();
  }

  /** Several calls may find out at the same time: the first one has the person asked, the others wait with it. */
  function lose() {
    if (signingOut) setState({ status: 'signed-out' });
    else if (state.status === 'signed-in') {
      setState({ status: 'ended', email: state.session.user.email ?? '' });
    }
  }

  function signedInAgain(): Promise<string | null> {
    return new Promise((resolve) => {
      const settle = () => {
        if (state.status === 'ended') return;
        listeners.delete(settle);
        resolve(state.status === 'signed-in' ? state.session.access_token : null);
      };
      listeners.add(settle);
      settle();
    });
  }

  return {
    client,
    /** Settles once the stored session has been read, and renewed if it was due. */
    ready,
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /**
     * A token that is good for at least another 90 seconds, or null. While the person is asked to sign in again
     * this waits for them, so that what they were saving is saved in the end.
     */
    async getAccessToken(): Promise<string | null> {
      const { data } = await client.getSession();
      return data.session?.access_token ?? signedInAgain();
    },
    /** The server refused our token: fetches another, asking the person to sign in again where that fails. */
    async renewAccessToken(): Promise<string | null> {
      const { data, error } = await client.refreshSession();
      if (data.session) return data.session.access_token;
      if (error && isAuthRetryableFetchError(error)) return null;
      lose();
      return signedInAgain();
    },
    async signOut(scope: 'local' | 'global'): Promise<{ error: AuthError | null }> {
      signingOut = true;
      try {
        const { error } = await client.signOut({ scope });
        // Locally the session is gone even where the server could not be told.
        if (error && scope === 'global') return { error };
        channel.postMessage('signed-out');
        setState({ status: 'signed-out' });
        return { error: null };
      } finally {
        signingOut = false;
      }
    },
    /** Leaves a lost session behind without signing in again. */
    giveUp() {
      setState({ status: 'signed-out' });
    },
  };
}

function isSame(a: AuthState, b: AuthState): boolean {
  if (a.status === 'signed-in' && b.status === 'signed-in') {
    return a.session.access_token === b.session.access_token && a.session.user === b.session.user;
  }
  return a.status !== 'signed-in' && a.status === b.status;
}
