import { useAuth } from './auth-context.tsx';

/** Ends this browser's session; the app then shows the sign-in screen. */
export function useLogout(): () => void {
  const auth = useAuth();
  return () => void auth.signOut('local');
}
