import { createContext, use, useSyncExternalStore } from 'react';
import type { AuthSession, AuthState } from './auth-session.ts';

const AuthContext = createContext<AuthSession | null>(null);

export const AuthProvider = AuthContext.Provider;

export function useAuth(): AuthSession {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth needs an AuthProvider above it.');
  return auth;
}

export function useAuthState(): AuthState {
  const auth = useAuth();
  return useSyncExternalStore(auth.subscribe, auth.getState);
}
