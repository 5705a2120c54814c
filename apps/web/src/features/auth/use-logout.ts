import { useAuth } from './auth-context.tsx';

/** Ends this browser's session; the application then goes to the sign-in screen. */
export function useLogout(): () => void {
  const auth = useAuth();
  return () => void auth.signOut('local');
}
